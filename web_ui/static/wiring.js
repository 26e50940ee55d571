// The wiring wizard: the lamp in question is lit on the board, and its hole is tapped here.

import { mark, onTap, spot, svg } from "./board.js";
import { heartbeat, keepTokens, post } from "./post.js";

const BEAT_MS = 5000;
const REACH_PX = 40;
const byId = (id) => document.getElementById(id);
const page = byId("wiring");
const colours = page.dataset.colours.split(" ");
const lamps = [...document.querySelectorAll(".lamp")];
const holes = lamps.map((lamp) => lamp.dataset.hole);
let view = JSON.parse(page.dataset.view);
let chosen = null;
let busy = false;

const asks = () => Boolean(view.strip);

function show(next) {
  view = next;
  page.dataset.answers = view.answers;
  chosen = asks() && view.expected ? view.expected : null;
  byId("headline").textContent = view.headline;
  byId("prompt").textContent = view.prompt;
  byId("progress").textContent = view.progress;
  byId("wrong").textContent = view.wrong || "";
  byId("wrong").hidden = !view.wrong;
  byId("answer").hidden = !asks();
  byId("nowhere").classList.toggle("main", view.expected === "");
  byId("save").hidden = !view.done || asks() || view.saved || view.lacking.length > 0;
  byId("undo").disabled = view.answers === 0;
  paint();
  choose(chosen);
}

function paint() {
  const said = new Set(view.said), proposed = new Set(view.proposed);
  for (const lamp of lamps) {
    const hole = lamp.dataset.hole;
    const known = said.has(hole) || proposed.has(hole);
    lamp.setAttribute("class", `lamp ${said.has(hole) ? "said" : known ? "proposed" : ""}`);
    if (known) lamp.setAttribute("fill", colours[hole.charCodeAt(0) - 65]);
    else lamp.removeAttribute("fill");
  }
}

function choose(hole) {
  chosen = hole;
  mark(hole ? [hole] : []);
  byId("here").textContent = hole ? page.dataset.here.replace("{hole}", hole) : page.dataset.tap;
  byId("here").disabled = !hole;
  byId("before").disabled = byId("after").disabled = !hole;
}

// A finger is wider than the way from hole to hole: the nearest is taken, and can be set right before it is said.
function nearest(event) {
  const matrix = svg.getScreenCTM();
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  const far = (hole) => Math.hypot(spot(hole).x - point.x, spot(hole).y - point.y);
  const best = holes.reduce((one, other) => (far(other) < far(one) ? other : one));
  return far(best) * matrix.a <= REACH_PX ? best : null;
}

// The next hole of the drawing; its rows follow one another side by side.
function step(by) {
  choose(holes[(holes.indexOf(chosen) + by + holes.length) % holes.length]);
}

async function tell(what, data = {}) {
  if (busy) return;
  busy = true;
  try {
    show(await post(`/lights/wiring/${what}`, data));
    byId("lost").hidden = true;
  } catch {
    byId("lost").textContent = page.dataset.lost;
    byId("lost").hidden = false;
  } finally {
    busy = false;
  }
}

const say = (hole) => tell("say", { strip: view.strip, number: view.number, hole });

onTap((event) => {
  const hole = nearest(event);
  if (!hole) return;
  if (asks()) choose(hole);
  else tell("ask", { hole });
});
byId("here").addEventListener("click", () => say(chosen));
byId("nowhere").addEventListener("click", () => say(""));
byId("before").addEventListener("click", () => step(-1));
byId("after").addEventListener("click", () => step(1));
byId("undo").addEventListener("click", () => tell("unsay"));
byId("save").addEventListener("click", () => tell("save"));
byId("zoom").addEventListener("click", () => {
  const large = byId("frame").classList.toggle("large");
  byId("zoom").textContent = large ? page.dataset.smaller : page.dataset.larger;
});

// The lamp stays lit while the page is looked at, and is lit again when somebody comes back to it.
async function beat() {
  try {
    if (!(await post("/lights/renew")).lent) await post("/lights/wiring/light");
    byId("lost").hidden = true;
  } catch {
    byId("lost").textContent = page.dataset.lost;
    byId("lost").hidden = false;
  }
}
heartbeat(beat, BEAT_MS);
document.addEventListener("visibilitychange", () => { if (!document.hidden) beat(); });
for (const plate of document.querySelectorAll(".plate")) plate.querySelector("text").textContent = plate.dataset.seat;
keepTokens();
show(view);
tell("light");
