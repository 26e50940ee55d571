// Speaking with the board, with this browser's token: JSON, a form as it is, what is told the game.

const GIVE_UP_MS = 8000;

// The token that this board gave the browser.
export function token() {
  const found = document.cookie.match(/(?:^|; )peglight_csrf=([^;]+)/);
  return found ? found[1] : "";
}

function send(path, headers, body, more = {}) {
  return fetch(path, {
    method: "POST",
    headers: { "X-CSRF-Token": token(), ...headers },
    body,
    signal: AbortSignal.timeout(GIVE_UP_MS),
    ...more,
  });
}

function sendJson(path, data) {
  return send(path, { "Content-Type": "application/json" }, JSON.stringify(data));
}

async function answer(response) {
  return response.ok ? response.json() : Promise.reject(new Error(String(response.status)));
}

// Tell the game something; a refusal is an answer like any other.
export async function tell(body) {
  return (await sendJson("/table/tell", body)).json();
}

export async function post(path, data = {}) {
  return answer(await sendJson(path, data));
}

export async function postForm(path, fields) {
  const response = await send(path, {}, new URLSearchParams(fields), { redirect: "manual" });
  return response.type === "opaqueredirect" || response.ok;
}

export async function get(path) {
  return answer(await fetch(path, { cache: "no-store", signal: AbortSignal.timeout(GIVE_UP_MS) }));
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
