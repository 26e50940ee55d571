// Sends a chosen file in pieces, then lets its form go on without it.

import { token } from "./post.js";

const PIECE = 60_000;

async function send(file, told) {
  for (let at = 0; at < file.size; at += PIECE) {
    told(Math.floor((100 * at) / file.size));
    const answer = await piece(file, at);
    if (!answer.ok) throw new Error((await answer.json()).text);
  }
}

async function piece(file, at) {
  for (;;) {
    const answer = await fetch(`/api/upload?at=${at}&of=${file.size}`, {
      method: "POST", body: file.slice(at, at + PIECE),
      headers: { "X-CSRF-Token": token(), "Content-Type": "application/octet-stream" },
    });
    if (answer.status !== 429) return answer;
    await new Promise((done) => setTimeout(done, 500)); // too fast; the piece was not taken
  }
}

for (const form of document.querySelectorAll("form[data-upload]")) {
  const [chosen] = form.querySelectorAll("input[type=file]");
  const status = form.querySelector("[role=status]");
  const button = form.querySelector("button");
  const say = (text) => { status.hidden = false; status.textContent = text; };
  chosen.addEventListener("change", () => { button.disabled = !chosen.files.length; });
  button.disabled = !chosen.files.length;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      await send(chosen.files[0], (percent) => say(form.dataset.sending.replace("{percent}", percent)));
      form.elements.csrf.value = token() || form.elements.csrf.value;
      form.submit();
    } catch (problem) {
      say(problem instanceof TypeError ? form.dataset.failed : problem.message);
      button.disabled = false;
    }
  });
}
