// The table page: hears of every change (and polls where it cannot), shows it, and tells what is tapped.

import { aim, isCloser, lookAtAll } from "./aim.js";
import { centreOn, draw, onTap, sides } from "./board.js";
import { tell } from "./tell.js";

const POLL_MS = 300;
const SELDOM_MS = 4000; // while it is told of changes, or is not looked at
const LISTEN_AGAIN_MS = 30000;
const GIVE_UP_MS = 4000;
const byId = (id) => document.getElementById(id);
const page = byId("table");
let view = null;
let etag = "";
let missed = 0;
let timer = 0;
let asking = false;
let askAgain = false;
let stream = null;
let sending = Promise.resolve();
let closerAt = ""; // between which holes the closer look was to tell
let said = { text: "", seq: -1 }; // what was answered to this page alone, and while which state

// --- looking ---------------------------------------------------------------------------------------

async function look() {
  if (asking) { askAgain = true; return; }
  asking = true;
  askAgain = false;
  try {
    const headers = etag ? { "If-None-Match": etag } : {};
    const response = await fetch("/table/now", { headers, cache: "no-store", signal: AbortSignal.timeout(GIVE_UP_MS) });
    if (response.status === 200) {
      etag = response.headers.get("ETag") || "";
      show(await response.json());
    }
    found();
  } catch {
    lost();
  } finally {
    asking = false;
    if (askAgain) look();
  }
}

// A stream holds a place that another phone may need, so a page that is not looked at has none.
function listen() {
  if (stream || document.hidden) return;
  stream = new EventSource("/api/events");
  stream.onmessage = look;
  stream.onerror = () => {
    lookAgain();
    if (!stream || stream.readyState !== EventSource.CLOSED) return; // it opens again by itself
    stopListening();
    setTimeout(listen, LISTEN_AGAIN_MS);
  };
  stream.onopen = lookAgain;
}

function stopListening() {
  if (stream) stream.close();
  stream = null;
}

const hears = () => stream !== null && stream.readyState === EventSource.OPEN;

function lookAgain() {
  clearTimeout(timer);
  timer = setTimeout(async () => { await look(); lookAgain(); }, document.hidden || hears() ? SELDOM_MS : POLL_MS);
}

function lost() {
  missed += 1;
  if (missed < 2) return;
  byId("lost").textContent = page.dataset.lost;
  byId("lost").hidden = false;
  page.classList.add("away");
}

function found() {
  missed = 0;
  byId("lost").hidden = true;
  page.classList.remove("away");
}

// --- showing ---------------------------------------------------------------------------------------

function show(next) {
  if (next.state.game && next.state.game.sides !== sides) return location.reload();
  const held = document.activeElement;
  view = next;
  const asked = JSON.stringify([view.card, view.choosable]);
  if (asked !== closerAt) lookAtAll();
  closerAt = asked;
  say(byId("headline"), view.headline);
  showPrompt();
  say(byId("last"), view.state.last_move ? view.state.last_move.text : "");
  const mover = view.seats.find((seat) => seat.seat === view.mover);
  byId("chip").style.setProperty("--seat", mover ? mover.colour : "transparent");
  if (view.state.game) draw(view);
  showNotice();
  showReasons();
  showCarry();
  showButtons();
  showChoices();
  showOffers();
  showStanding();
  showDevices();
  keepFocus(held);
}

function showPrompt() {
  say(byId("prompt"), isCloser() ? page.dataset.which : view.shown || view.prompt);
  say(byId("zoom"), isCloser() || byId("frame").classList.contains("large") ? page.dataset.smaller : page.dataset.larger);
}

// What had the focus may be gone with what it asked: whoever goes by keys goes on from the headline.
function keepFocus(held) {
  if (held === document.body || !held || (held.isConnected && !held.disabled && held.checkVisibility())) return;
  byId("headline").focus({ preventScroll: true });
}

function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function showNotice() {
  const { seq, refusal } = view.state;
  const text = said.seq === seq && said.text ? said.text : refusal ? refusal.text : "";
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
  byId("cards").hidden = !can.cards || !view.state.game ;
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
  return item([line({ seat: ask.seat, text: ask.text })], ask.text, () => walkTo(index));
}

function moveItem(move) {
  return item(move.lines.map(line), move.text, () => send({ kind: "choose", notation: move.notation, if_seq: view.state.seq }));
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
  button.addEventListener("click", () => send({ ...body, if_seq: view.state.seq }));
  return button;
}

function suited(card) {
  const suit = view.suits && card !== "Joker" ? page.querySelector("[name=suit]:checked").value : "";
  return card + suit;
}

function showStanding() {
  byId("standing").hidden = !view.seats.length;
  fill(byId("pegs"), JSON.stringify(view.seats), () => view.seats.map((seat) => {
    const item = document.createElement("li");
    item.append(line({ seat: seat.seat, text: `${seat.name}: ${seat.stands}` }));
    return item;
  }));
}

function showDevices() {
  const bad = view.state.devices.filter((device) => device.state !== "ok" && device.state !== "off");
  const lines = [...bad.map((one) => `${one.name} (${one.driver}): ${one.state}. ${one.detail}`), ...view.notes];
  fill(byId("devices"), JSON.stringify(lines), () => lines.map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  }));
}

// --- telling ---------------------------------------------------------------------------------------

// One after the other, as they were tapped: the answer shown last is the last one's.
function send(body) {
  sending = sending.then(() => sendNow(body));
  return sending;
}

// Who walks or points and confirms before the answer has come means what that led to, if nobody else has
// changed anything: then the one number is as good as the other.
let own = { from: -1, to: -1 };
const LEADS = new Set(["point", "next", "back"]);

async function sendNow(body) {
  const before = view.state.seq;
  try {
    const { answer, view: after, text } = await tell(body.if_seq === own.from ? { ...body, if_seq: own.to } : body);
    if (answer && answer.seq === before + 1 && LEADS.has(body.button || body.kind)) own = { from: own.to === before ? own.from : before, to: answer.seq };
    if (after) { etag = ""; view = after; }
    answered(answer && answer.ok ? "" : answer ? answer.text : text);
    return answer || { ok: false };
  } catch {
    answered(page.dataset.unheard);
    return { ok: false };
  }
}

function answered(text) {
  said = { text, seq: view.state.seq };
  show(view);
}

// Take an answer of the ring that is no whole result: walk to it, then confirm. Each step holds only while
// nobody else has changed anything.
async function walkTo(index) {
  const { candidates, at } = view.state.cursor;
  const ahead = (index - at + candidates.length) % candidates.length;
  const back = candidates.length - ahead;
  const way = ahead <= back ? Array(ahead).fill("next") : Array(back).fill("back");
  let if_seq = view.state.seq;
  for (const button of [...way, "confirm"]) {
    const { ok, seq } = await send({ kind: "press", button, if_seq });
    if (!ok) return;
    if_seq = seq;
  }
}

onTap((event) => {
  if (!view || !view.state.game || page.dataset.wall) return;
  const hole = aim(event, view.choosable);
  if (hole) send({ kind: "point", hole });
  else showPrompt();
});

page.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || !view) return;
  const { press, tell: kind, card } = button.dataset;
  const if_seq = view.state.seq;
  if (press) send(press === "confirm" ? { kind: "press", button: press, if_seq } : { kind: "press", button: press });
  else if (kind) send(kind === "show_board" ? { kind } : { kind, if_seq });
  else if (card) send({ kind: "tap", card: suited(card) });
  else if ("again" in button.dataset) send({ kind: "press", button: "confirm", held: true, if_seq });
});

byId("zoom").addEventListener("click", () => {
  const larger = !isCloser() && byId("frame").classList.toggle("large");
  lookAtAll();
  if (view) showPrompt();
  if (larger && view) centreOn(view.mover);
});

document.addEventListener("visibilitychange", () => {
  if (document.hidden) stopListening();
  else { look(); listen(); }
  lookAgain();
});
look().then(() => { listen(); lookAgain(); });
