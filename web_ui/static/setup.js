// The set-up form: says what can't be while it is filled, and shows the seats' colours.

import { keepTokens } from "./post.js";

const form = document.getElementById("form");
const start = document.getElementById("start");
let asked = 0;

async function check() {
  const mine = ++asked;
  const filled = new URLSearchParams(new FormData(form));
  filled.delete("csrf");
  try {
    const response = await fetch(`${form.dataset.check}?${filled}`, { signal: AbortSignal.timeout(4000) });
    const said = await response.json();
    if (mine === asked) show(said);
  } catch {
    show({ ok: true });
  }
}

function show({ ok, field, text, hint }) {
  const place = form.querySelector("[data-hint]");
  place.textContent = hint || "";
  place.hidden = !hint;
  let said = false;
  for (const place of form.querySelectorAll("[data-wrong]")) {
    const here = !ok && place.dataset.wrong === field;
    place.textContent = here ? text : "";
    place.hidden = !here;
    said ||= here;
  }
  if (!ok && !said) {
    const place = form.querySelector("[data-wrong=players]");
    place.textContent = text;
    place.hidden = false;
  }
  start.disabled = !ok;
}

function paint() {
  for (const select of form.querySelectorAll("select[name^=colour_]")) {
    const letter = select.name.slice(-1);
    select.closest(".seat").style.setProperty("--seat", select.value);
    for (const chip of form.querySelectorAll(`[data-chip=${letter}] circle`)) chip.setAttribute("fill", select.value);
  }
}

form.addEventListener("change", () => { paint(); if (form.dataset.check) check(); });
keepTokens();
paint();
if (form.dataset.check) check();
