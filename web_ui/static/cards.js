// The page of the cards: shows each tap as it comes, and sends its buttons without leaving the page.

import { askWhileDeaf, listen, oneAtATime } from "./live.js";
import { token } from "./post.js";

const POLL_MS = 1000;

const look = oneAtATime(async () => {
  try {
    const response = await fetch("/cards/live", { cache: "no-store", signal: AbortSignal.timeout(4000) });
    if (response.ok) show(await response.text());
  } catch {
    // it answers again
  }
});

function show(html) {
  const next = new DOMParser().parseFromString(html, "text/html").getElementById("live");
  const live = document.getElementById("live");
  if (!next) return;
  if (next.dataset.kind !== live.dataset.kind) { location.reload(); return; }
  if (next.dataset.heard === live.dataset.heard && next.dataset.listens === live.dataset.listens) return;
  const open = [...live.querySelectorAll("details")].map((one) => one.open);
  live.replaceWith(next);
  next.querySelectorAll("details").forEach((one, i) => { if (i in open) one.open = open[i]; });
}

listen(({ enrolling }) => { if (enrolling) look(); });
askWhileDeaf(look, POLL_MS);
document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.elements.csrf) form.elements.csrf.value = token() || form.elements.csrf.value;
  if (!form.closest("#live") || form.method !== "post") return;
  event.preventDefault();
  send(form, event.submitter);
});

async function send(form, button) {
  const body = new URLSearchParams(new FormData(form, button));
  for (const one of document.querySelectorAll("#live button")) one.disabled = true;
  try {
    await fetch(form.action, { method: "POST", body, redirect: "manual", signal: AbortSignal.timeout(8000) });
  } finally {
    for (const one of document.querySelectorAll("#live button")) one.disabled = false;
    look();
  }
}
