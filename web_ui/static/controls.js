// Readers and buttons: what hands do lights up as they do it; keys and seats are set by pressing and tapping.

import { get, heartbeat, keepTokens, post } from "./post.js";

const LOOK_MS = 250;
const BEAT_MS = 4000;
const byId = (id) => document.getElementById(id);
const page = byId("controls");
const rows = new Map([...document.querySelectorAll(".control")].map((row) => [row.dataset.name, row]));
let counts = null;
let tries = page.dataset.tries === "yes";
let steps = []; // what is asked for, one after the other
let taken = new Set();

async function look() {
  try {
    const found = await get("/controls/now");
    if (tries && !found.tries) setTries(false);
    for (const part of found.parts) show(part);
    const before = counts;
    counts = new Map(found.parts.map((part) => [part.name, part.touched]));
    if (before) for (const part of found.parts) if (part.touched > (before.get(part.name) || 0)) touched(part.name);
  } catch {
    // it answers again
  }
  setTimeout(look, document.hidden ? BEAT_MS : LOOK_MS);
}

function show(part) {
  const row = rows.get(part.name);
  if (!row) return;
  row.classList.toggle("fresh", part.fresh);
  row.classList.toggle("down", part.down);
  row.querySelector("[data-said]").textContent = part.said;
}

function setTries(now) {
  tries = now;
  byId("plays").hidden = now;
  byId("silent").hidden = !now;
  byId("try").hidden = now;
  byId("done").hidden = !now;
  byId("by-pressing").hidden = !now || !kinds("button").length;
  byId("by-tapping").hidden = !now || kinds("reader").length < 2;
  if (!now) stop();
}

const kinds = (kind) => [...rows.values()].filter((row) => row.dataset.kind === kind);

// --- by pressing, by tapping -----------------------------------------------------------------------

function begin(asked) {
  steps = asked;
  taken = new Set();
  ask();
}

function ask() {
  const step = steps[0];
  byId("asked").hidden = !step;
  byId("skip").hidden = !step;
  byId("by-pressing").hidden = Boolean(step) || !tries || !kinds("button").length;
  byId("by-tapping").hidden = Boolean(step) || !tries || kinds("reader").length < 2;
  if (step) byId("asked").textContent = step.text;
}

function stop() {
  steps = [];
  byId("asked").hidden = byId("skip").hidden = true;
}

function touched(name) {
  const step = steps[0];
  const row = rows.get(name);
  if (!step || !row || row.dataset.kind !== step.kind || taken.has(name)) return;
  taken.add(name);
  row.querySelector(`select[name^=${step.field}_]`).value = step.value;
  steps.shift();
  ask();
}

byId("by-pressing").addEventListener("click", () => {
  const options = [...kinds("button")[0].querySelector("select[name^=key_]").options];
  begin(options.slice(0, kinds("button").length).map((option) => ({
    kind: "button", field: "key", value: option.value, text: page.dataset.press.replace("{key}", option.textContent),
  })));
});
byId("by-tapping").addEventListener("click", () => {
  begin(kinds("reader").map((_, i) => "ABCDEFGHIJ"[i]).map((seat) => ({
    kind: "reader", field: "seat", value: seat, text: page.dataset.tap.replace("{seat}", seat),
  })));
});
byId("skip").addEventListener("click", () => { steps.shift(); ask(); });

// --- trying ----------------------------------------------------------------------------------------

const beat = () => post("/controls/try").then((found) => setTries(found.tries)).catch(() => {});
byId("try").addEventListener("click", beat);
heartbeat(() => { if (tries) post("/controls/try").catch(() => {}); }, BEAT_MS);
keepTokens();
setTries(tries);
look();
