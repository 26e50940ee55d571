// The pairing page: counts down, and goes on as soon as somebody at the table has said yes.

import { token } from "./tell.js";

const page = document.getElementById("pair");
const { state, now, home } = page.dataset;

async function look() {
  try {
    const response = await fetch(now, { cache: "no-store", signal: AbortSignal.timeout(4000) });
    const found = await response.json();
    if (found.state === "paired") return location.assign(home);
    if (found.state === "none") return location.reload();
    document.getElementById("left").textContent = found.left_s;
  } catch {
    // it answers again, or the minute passes
  }
  setTimeout(look, 1000);
}

if (state === "asking") look();
for (const each of document.forms) {
  each.addEventListener("submit", () => { each.elements.csrf.value = token() || each.elements.csrf.value; });
}
