// The drawing: lamps, pegs, paths and marks, changed only where they differ.

const SVG = "http://www.w3.org/2000/svg";
export const svg = document.getElementById("board");
const lamps = new Map([...svg.querySelectorAll(".lamp")].map((lamp) => [lamp.dataset.hole, lamp]));
const pegs = new Map([...svg.querySelectorAll(".peg")].map((peg) => [peg.dataset.hole, peg]));
const plates = [...svg.querySelectorAll(".plate")];
const paths = document.getElementById("paths");
const marks = document.getElementById("marks");
const names = document.getElementById("names");
const middle = document.getElementById("middle");
const LONGEST = Number(svg.dataset.longest);

export const sides = Number(svg.dataset.sides);

export function spot(hole) {
  const lamp = lamps.get(hole);
  return { x: lamp.cx.baseVal.value, y: lamp.cy.baseVal.value };
}

function set(element, name, value) {
  if (element.getAttribute(name) !== value) {
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
}

// What is drawn where: `state` is /api/state's, `view` the words around it.
export function draw(view) {
  const state = view.state;
  drawPlates(view);
  for (const [hole, lamp] of lamps) {
    set(lamp, "fill", state.lamps[hole] || null);
    set(lamp, "class", state.lamps[hole] ? `lamp r-${state.rhythms[hole] || "is"}` : "lamp");
  }
  const standing = standingPegs(view);
  for (const [hole, peg] of pegs) {
    set(peg, "class", standing.has(hole) ? "peg stands" : "peg");
    set(peg.firstElementChild, "fill", standing.get(hole) || null);
  }
  drawPaths(view);
  drawMarks(view);
  drawCard(view.card);
}

function standingPegs(view) {
  const standing = new Map();
  for (const seat of view.seats) {
    for (const hole of view.state.game.pegs[seat.seat]) if (hole !== "S") standing.set(hole, seat.colour);
    for (let k = 1; k <= seat.start; k++) standing.set(`${seat.seat}S${k}`, seat.colour);
  }
  return standing;
}

function drawPlates(view) {
  const bySeat = new Map(view.seats.map((seat) => [seat.seat, seat]));
  for (const plate of plates) {
    const seat = bySeat.get(plate.dataset.seat);
    const name = seat ? seat.name : "";
    const text = plate.querySelector("text");
    const short = [...name].length > LONGEST ? [...name].slice(0, LONGEST - 1).join("") + "…" : name;
    if (text.textContent !== short) text.textContent = short;
    set(plate, "class", seat ? (view.mover === seat.seat ? "plate moves" : "plate") : "plate empty");
    plate.style.setProperty("--seat", seat ? seat.colour : "transparent");
  }
}

// The way of the result under the cursor, peg to end.
function drawPaths(view) {
  const cursor = view.state.cursor;
  const candidate = cursor && view.asks[cursor.at];
  const move = candidate && view.moves.find((one) => one.notation === candidate.notation);
  const key = move ? JSON.stringify(move.paths) : "";
  if (paths.dataset.key === key) return;
  paths.dataset.key = key;
  paths.replaceChildren(...(move ? move.paths.flatMap(wayOf) : []));
}

function wayOf(holes) {
  const points = holes.map((hole) => Object.values(spot(hole)).join(",")).join(" ");
  const { x, y } = spot(holes[holes.length - 1]);
  return [make("polyline", { points }), make("circle", { cx: x, cy: y, r: 0.66 })];
}

function make(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

// The holes that a refusal speaks of carry their names.
function drawMarks(view) {
  const refusal = view.state.refusal;
  mark(refusal ? refusal.holes : []);
}

export function mark(named) {
  const holes = named.filter((hole) => lamps.has(hole));
  const key = holes.join(" ");
  if (marks.dataset.holes === key) return;
  marks.dataset.holes = key;
  marks.replaceChildren(...holes.flatMap(markOf));
}

function markOf(hole) {
  const { x, y } = spot(hole);
  const size = marks.getAttribute("font-size") * 1;
  const away = Math.hypot(x, y) || 1;
  const text = make("text", { x: x - (x / away) * size * 1.6, y: y - (y / away) * size * 1.3 });
  text.textContent = hole;
  return [make("circle", { class: "barred", "data-mark": hole, cx: x, cy: y, r: 0.62 }), text];
}

function drawCard(card) {
  middle.toggleAttribute("hidden", !card);
  if (!card) return;
  const [, rank, suit] = card.match(/^(.*?)([♠♥♦♣]?)$/);
  middle.querySelector(".rank").textContent = rank === "Joker" ? "★" : rank;
  middle.querySelector(".suit").textContent = suit;
  set(middle, "class", `middle ${"♥♦".includes(suit) && suit ? "red" : ""} ${suit ? "" : "plain"} ${rank === "10" ? "ten" : ""}`.trim());
}

// Rings and names over the holes between which a tap must tell.
export function nameIn(places) {
  names.replaceChildren(...places.flatMap(({ x, y, text }) => {
    const name = make("text", { x, y: y - 0.62 });
    name.textContent = text;
    return [make("circle", { cx: x, cy: y, r: 0.48 }), name];
  }));
}

// The holes with a peg in them.
export function pegsShown() {
  return [...pegs].filter(([, peg]) => peg.classList.contains("stands")).map(([hole]) => hole);
}

// Scroll an enlarged board to a seat's plate.
export function centreOn(seat) {
  const plate = plates.find((one) => one.dataset.seat === seat);
  if (plate) plate.scrollIntoView({ block: "center", inline: "center" });
}

export function onTap(react) {
  svg.addEventListener("click", react);
}
