// The device page: shows how the parts of the board are, as it changes.

import { askWhileDeaf, listen } from "./live.js";
import { get, keepTokens } from "./post.js";

const POLL_MS = 3000;
const parts = document.getElementById("parts");

function show(devices) {
  parts.replaceChildren(...devices.map(({ name, driver, state, detail }) => {
    const item = document.createElement("li");
    item.className = state;
    const line = document.createElement("span");
    const title = document.createElement("b");
    title.textContent = name;
    const small = document.createElement("small");
    small.textContent = detail ? `${driver} · ${detail}` : driver;
    line.append(title, ` ${parts.dataset[state] || state}`, small);
    item.append(line);
    return item;
  }));
}

listen(({ devices }) => { if (devices) show(devices); });
askWhileDeaf(() => get("/api/state").then(({ devices }) => show(devices), () => {}), POLL_MS);

for (const clock of document.querySelectorAll("[data-clock]")) {
  clock.hidden = false;
  clock.addEventListener("submit", () => {
    const now = new Date();
    clock.elements.wall_s.value = Math.round(now / 1000);
    clock.elements.east_min.value = -now.getTimezoneOffset();
  });
}
keepTokens();
