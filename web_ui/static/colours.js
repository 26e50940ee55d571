// The order of colours: a strip is shown red, then green, and somebody says what is seen.

import { heartbeat, keepTokens, post, postForm } from "./post.js";

const BEAT_MS = 5000;
const PATTERN = { R: "red", G: "green", B: "blue", W: "white" };
const byId = (id) => document.getElementById(id);
const page = byId("colours");
const asks = JSON.parse(page.dataset.asks);
const strip = page.dataset.strip;
let order = page.dataset.order;
let seen = {};

// White is what the others have in common; which chip it is follows from the three.
const toAsk = () => "RGB".slice(0, order.length - 1).split("").find((letter) => !(letter in seen));

async function ask() {
  const letter = toAsk();
  byId("asking").hidden = !letter;
  byId("right").hidden = Boolean(letter);
  byId("order").textContent = order;
  document.querySelector("[data-saw=W]").hidden = !order.includes("W");
  if (letter) byId("asks").textContent = asks[letter];
  await postForm("/lights/show", { pattern: letter ? PATTERN[letter] : "red", strip });
}

async function keep(path, data) {
  const found = await post(path, { strip, ...data });
  byId("wrong").textContent = found.text;
  byId("wrong").hidden = found.ok;
  order = found.order;
  return found.ok;
}

async function saw(letter) {
  seen[toAsk()] = letter;
  if (toAsk()) return ask();
  const answers = seen;
  seen = {};
  const wrong = Object.entries(answers).some(([shown, said]) => shown !== said);
  if (!wrong) return finish();
  await keep("/lights/colours/order", { seen: answers });
  return ask(); // look once more, with the order that followed
}

function finish() {
  seen = { R: "R", G: "G", B: "B" };
  return ask();
}

// One answer at a time: what is seen must belong to what was asked.
async function safely(work) {
  if (byId("asking").ariaBusy === "true") return;
  busy(true);
  try {
    await work();
    byId("lost").hidden = true;
  } catch {
    byId("lost").hidden = false;
  } finally {
    busy(false);
  }
}

function busy(now) {
  byId("asking").ariaBusy = String(now);
  for (const button of byId("asking").querySelectorAll("button")) button.disabled = now;
}

for (const button of document.querySelectorAll("[data-saw]")) {
  button.addEventListener("click", () => safely(() => saw(button.dataset.saw)));
}
byId("mixed").addEventListener("click", () => safely(async () => {
  seen = {};
  await keep("/lights/colours/chips", {});
  await ask();
}));
heartbeat(() => post("/lights/renew").catch(() => {}), BEAT_MS);
document.addEventListener("visibilitychange", () => { if (!document.hidden) safely(ask); });
keepTokens();
busy(false);
safely(ask);
