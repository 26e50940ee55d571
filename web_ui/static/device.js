// The device page: shows how the parts of the board are, as it changes.

import { token } from "./tell.js";

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

async function poll() {
  try {
    const response = await fetch("/api/state", { cache: "no-store", signal: AbortSignal.timeout(4000) });
    show((await response.json()).devices);
  } catch {
    // it answers again
  }
}

let stream = null;
function listen() {
  if (stream || document.hidden) return;
  stream = new EventSource("/api/events");
  stream.onmessage = ({ data }) => {
    const { devices } = JSON.parse(data);
    if (devices) show(devices);
  };
}
listen();
document.addEventListener("visibilitychange", () => {
  if (document.hidden && stream) { stream.close(); stream = null; } else listen();
});
setInterval(() => { if (!document.hidden && (!stream || stream.readyState === EventSource.CLOSED)) poll(); }, 3000);
for (const clock of document.querySelectorAll("[data-clock]")) {
  clock.hidden = false;
  clock.addEventListener("submit", () => {
    const now = new Date();
    clock.elements.wall_s.value = Math.round(now / 1000);
    clock.elements.east_min.value = -now.getTimezoneOffset();
  });
}
for (const each of document.forms) {
  each.addEventListener("submit", () => { each.elements.csrf.value = token() || each.elements.csrf.value; });
}
