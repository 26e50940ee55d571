// The lights page: shows patterns without leaving, keeps the lamps while it is looked at, and the estimates live.

import { get, heartbeat, keepTokens, post, postForm } from "./post.js";

const BEAT_MS = 5000;
const LOOK_MS = 1000;
const lent = document.getElementById("lent");

for (const form of document.querySelectorAll("[data-show]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const pattern = event.submitter.value;
    try {
      if (await postForm(form.action, { pattern, strip: form.elements.strip.value })) press(event.submitter);
    } catch {
      // the estimate says that the board does not answer
    }
    look();
  });
}

function press(button) {
  for (const other of document.querySelectorAll("[data-show] [aria-pressed]")) other.removeAttribute("aria-pressed");
  if (button) button.setAttribute("aria-pressed", "true");
}

async function look() {
  try {
    const found = await get("/lights/now");
    lent.hidden = !found.lent;
    if (!found.lent) press(null);
    for (const strip of found.strips) show(strip);
  } catch {
    // it answers again
  }
}

function show(strip) {
  const card = [...document.querySelectorAll("[data-strip]")].find((one) => one.dataset.strip === strip.name);
  if (!card) return;
  card.querySelector("[data-draws]").textContent = strip.draws;
  const detail = card.querySelector("[data-detail]");
  detail.textContent = strip.detail;
  detail.hidden = !strip.detail;
}

for (const slide of document.querySelectorAll(".slide input")) {
  slide.addEventListener("input", () => { slide.nextElementSibling.textContent = `${slide.value} %`; });
}
heartbeat(() => { if (!lent.hidden) post("/lights/renew").catch(() => {}); }, BEAT_MS);
heartbeat(look, LOOK_MS);
look();
keepTokens();
