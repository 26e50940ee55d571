// The token this board gave the browser, and telling the board something with it.

export function token() {
  const found = document.cookie.match(/(?:^|; )peglight_csrf=([^;]+)/);
  return found ? found[1] : "";
}

export async function tell(body) {
  const response = await fetch("/table/tell", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRF-Token": token() },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(8000),
  });
  return response.json();
}
