// What a tap on the drawing means: the nearest hole that can be chosen. Where two of them are too close for a
// finger, the drawing is looked at closer first, and tapped again.

import { nameIn, pegsShown, spot, svg } from "./board.js";

const FINGER_PX = 44;
const MOUSE_PX = 24;
const WHOLE = svg.getAttribute("viewBox");
const [LEFT, TOP, WIDTH, HEIGHT] = WHOLE.split(" ").map(Number);
let closer = false;

export const isCloser = () => closer;

// A start is one candidate with five lamps.
function spotsOf(hole) {
  return hole[1] === "S" ? [1, 2, 3, 4, 5].map((k) => spot(`${hole[0]}S${k}`)) : [spot(hole)];
}

const between = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
const gap = (ones, others) => Math.min(...ones.flatMap((one) => others.map((other) => between(one, other))));

function measured(holes, point) {
  const found = holes.map((hole) => ({ hole, spots: spotsOf(hole), far: gap(spotsOf(hole), [point]) }));
  return found.sort((one, other) => one.far - other.far);
}

// The hole meant, or null: nothing is there, or the drawing was made larger so that it can be told.
export function aim(event, choosable) {
  const matrix = svg.getScreenCTM();
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  const leastPx = event.pointerType === "mouse" ? MOUSE_PX : FINGER_PX;
  const least = leastPx / matrix.a;
  const candidates = measured(choosable, point);
  const [best] = candidates;
  const [peg] = measured(pegsShown(), point).filter(({ hole }) => !choosable.includes(hole));
  const under = best && best.far <= least / 2;
  if (!under && peg && peg.far <= least / 2) return peg.hole; // asked why it can't
  if (!best || best.far > 1.5 * least) return under ? best.hole : nearest(point, least);
  if (!candidates.some((one) => one !== best && gap(one.spots, best.spots) < least - 0.01)) return best.hole;
  lookCloser(point, candidates, leastPx / matrix.a);
  return null;
}

function nearest(point, least) {
  const every = [...svg.querySelectorAll(".lamp")].map((lamp) => lamp.dataset.hole);
  const [first] = measured(every.filter((hole) => hole[1] !== "S"), point);
  return first.far <= least / 2 ? first.hole : null;
}

// So large around the point that no two candidates are closer than a finger.
function lookCloser(point, candidates, least) {
  const gaps = candidates.flatMap((one, i) => candidates.slice(i + 1).map((other) => gap(one.spots, other.spots)));
  const times = Math.max(1.5, least / Math.min(...gaps));
  const within = (at, from, size) => Math.min(Math.max(at - size / times / 2, from), from + size - size / times);
  const corner = [within(point.x, LEFT, WIDTH), within(point.y, TOP, HEIGHT)];
  closer = true;
  svg.setAttribute("viewBox", [...corner, WIDTH / times, HEIGHT / times].join(" "));
  nameIn(candidates.map(({ hole, spots: [{ x, y }] }) => ({ x, y, text: hole[1] === "S" ? "" : hole })));
}

export function lookAtAll() {
  if (!closer) return;
  closer = false;
  svg.setAttribute("viewBox", WHOLE);
  nameIn([]);
}
