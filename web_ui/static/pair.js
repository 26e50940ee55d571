// The pairing page: counts down, and goes on as soon as somebody at the table has said yes.

import { get, keepTokens } from "./post.js";

const page = document.getElementById("pair");
const { state, now, home } = page.dataset;

async function look() {
  try {
    const found = await get(now);
    if (found.state === "paired") return location.assign(home);
    if (found.state === "none") return location.reload();
    document.getElementById("left").textContent = found.left_s;
  } catch {
    // it answers again, or the minute passes
  }
  setTimeout(look, 1000);
}

if (state === "asking") look();
keepTokens();
