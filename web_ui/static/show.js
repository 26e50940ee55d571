// What the table page shows of what it was told, but for the board itself.

import { isCloser } from "./aim.js";

const byId = (id) => document.getElementById(id);
const page = byId("table");
let view = null;
let does = null;

// `said` was answered to this page alone; `acts` are what its buttons do: `send` and `walkTo`.
export function showView(next, said, acts) {
  view = next;
  does = acts;
  say(byId("headline"), view.headline);
  showPrompt();
  say(byId("last"), view.state.last_move ? view.state.last_move.text : "");
  const mover = view.seats.find((seat) => seat.seat === view.mover);
  byId("chip").style.setProperty("--seat", mover ? mover.colour : "transparent");
  showNotice(said);
  showReasons();
  showCarry();
  showButtons();
  showChoices();
  showOffers();
  showStanding();
  showNotes();
}

export function showPrompt() {
  say(byId("prompt"), isCloser() ? page.dataset.which : view.shown || view.prompt);
  say(byId("zoom"), isCloser() || byId("frame").classList.contains("large") ? page.dataset.smaller : page.dataset.larger);
}

function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function showNotice(said) {
  const { refusal } = view.state;
  const text = said || (refusal ? refusal.text : "");
  say(byId("notice"), text);
  byId("notice").hidden = !text;
}

function fill(list, key, items) {
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  list.replaceChildren(...items());
}

function colourOf(letter) {
  const seat = view.seats.find((one) => one.seat === letter);
  return seat ? seat.colour : "transparent";
}

function line({ seat, text, pushed, home }) {
  const element = document.createElement("span");
  element.className = pushed ? "line pushed" : home ? "line home" : "line";
  const dot = document.createElement("i");
  dot.style.setProperty("--seat", colourOf(seat));
  element.append(dot, text);
  return element;
}

function showReasons() {
  const reasons = view.reasons || [];
  byId("reasons").hidden = !reasons.length;
  fill(byId("reasons"), JSON.stringify(reasons), () => reasons.map((reason) => {
    const item = document.createElement("li");
    item.append(line({ seat: reason.seat, text: `${reason.place}: ${reason.text}` }));
    return item;
  }));
}

function showCarry() {
  const pegs = view.handwork || [];
  byId("carrying").hidden = !pegs.length || Boolean(view.card);
  fill(byId("carry"), JSON.stringify(pegs), () => pegs.map((peg) => {
    const item = document.createElement("li");
    item.append(line(peg));
    return item;
  }));
}

function showButtons() {
  const can = view.buttons;
  for (const button of page.querySelectorAll("[data-press]")) {
    button.hidden = button.dataset.press === "cancel" && !can.cancel;
    button.disabled = !can[button.dataset.press];
    say(button, view.labels[button.dataset.press]);
  }
  const press = ["next", "back", "confirm", "cancel"].some((key) => can[key]);
  byId("keys").hidden = !press && !can.throw;
  byId("keys").classList.toggle("wanted", can.confirm || can.throw);
  for (const button of page.querySelectorAll("[data-tell]")) button.disabled = can[button.dataset.tell] === false;
  for (const button of page.querySelectorAll("[data-card]")) button.disabled = !can.cards;
  page.querySelector("[data-tell=throw]").hidden = !can.throw;
  page.querySelector("[data-again]").hidden = !can.again;
  page.querySelector("[data-again]").disabled = !can.again;
  byId("begin").hidden = Boolean(view.state.game) && !can.again;
  byId("cards").hidden = !can.cards || !view.state.game;
}

function showChoices() {
  byId("choosing").hidden = !view.left;
  if (!view.left) return say(byId("at"), "");
  const { at } = view.state.cursor;
  const whole = view.asks.some((ask) => ask.notation);
  fill(byId("asks"), JSON.stringify([view.asks, whole ? view.moves : []]), () => view.asks.map(askItem));
  [...byId("asks").children].forEach((item, i) => item.firstElementChild.setAttribute("aria-current", i === at));
  say(byId("at"), atCursor(view.state.cursor));
  byId("all").hidden = whole;
  say(byId("count"), view.left > view.moves.length ? `(${view.moves.length} / ${view.left})` : `(${view.left})`);
  fill(byId("moves"), whole ? "" : JSON.stringify(view.moves), () => (whole ? [] : view.moves.map(moveItem)));
}

// What stands under the cursor, for who hears the page.
function atCursor({ at, candidates }) {
  const button = byId("asks").children[at]?.firstElementChild;
  return button ? `${button.getAttribute("aria-label")} (${at + 1} / ${candidates.length})` : "";
}

function askItem(ask, index) {
  const move = ask.notation && view.moves.find((one) => one.notation === ask.notation);
  if (move) return moveItem(move);
  return item([line({ seat: ask.seat, text: ask.text })], ask.text, () => does.walkTo(index));
}

function moveItem(move) {
  return item(move.lines.map(line), move.text, () => does.send({ kind: "choose", notation: move.notation, if_seq: view.state.seq }));
}

function item(lines, label, react) {
  const element = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.setAttribute("aria-label", label);
  button.append(...lines);
  button.addEventListener("click", react);
  element.append(button);
  return element;
}

function showOffers() {
  fill(byId("offers"), JSON.stringify(view.offers || []), () => (view.offers || []).map(offerButton));
  fill(byId("seldom-offers"), JSON.stringify(view.seldom || []), () => (view.seldom || []).map(offerButton));
  byId("seldom").hidden = !view.state.game;
  byId("suits").hidden = !view.suits;
}

function offerButton({ text, body }) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.addEventListener("click", () => does.send({ ...body, if_seq: view.state.seq }));
  return button;
}

function showStanding() {
  byId("standing").hidden = !view.seats.length;
  fill(byId("pegs"), JSON.stringify(view.seats), () => view.seats.map((seat) => {
    const item = document.createElement("li");
    item.append(line({ seat: seat.seat, text: `${seat.name}: ${seat.stands}` }));
    return item;
  }));
}

function showNotes() {
  fill(byId("devices"), JSON.stringify(view.notes), () => view.notes.map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  }));
}
