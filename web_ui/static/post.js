// Posting to the board with this browser's token; a form as it is, or data as JSON.

import { token } from "./tell.js";

const GIVE_UP_MS = 8000;

export async function post(path, data = {}) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRF-Token": token() },
    body: JSON.stringify(data),
    signal: AbortSignal.timeout(GIVE_UP_MS),
  });
  return response.ok ? response.json() : Promise.reject(new Error(String(response.status)));
}

export async function postForm(path, fields) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "X-CSRF-Token": token() },
    body: new URLSearchParams(fields),
    redirect: "manual",
    signal: AbortSignal.timeout(GIVE_UP_MS),
  });
  return response.type === "opaqueredirect" || response.ok;
}

export async function get(path) {
  const response = await fetch(path, { cache: "no-store", signal: AbortSignal.timeout(GIVE_UP_MS) });
  return response.ok ? response.json() : Promise.reject(new Error(String(response.status)));
}

// The token of a form that was loaded before the cookie was new.
export function keepTokens() {
  for (const each of document.forms) {
    each.addEventListener("submit", () => { each.elements.csrf.value = token() || each.elements.csrf.value; });
  }
}

// While this page is looked at, say so again and again.
export function heartbeat(beat, everyMs) {
  setInterval(() => { if (!document.hidden) beat(); }, everyMs);
}
