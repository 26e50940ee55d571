// The table page: hears of every change (and polls where it cannot), shows it, and tells what is tapped.

import { aim, isCloser, lookAtAll } from "./aim.js";
import { centreOn, draw, onTap, sides } from "./board.js";
import { hears, listen, oneAtATime } from "./live.js";
import { tell } from "./post.js";
import { showPrompt, showView } from "./show.js";

const POLL_MS = 300;
const SELDOM_MS = 4000; // while it is told of changes, or is not looked at
const GIVE_UP_MS = 4000;
const byId = (id) => document.getElementById(id);
const page = byId("table");
let view = null;
let etag = "";
let missed = 0;
let timer = 0;
let sending = Promise.resolve();
let closerAt = ""; // between which holes the closer look was to tell
let said = { text: "", seq: -1 }; // what was answered to this page alone, and while which state

// --- looking ---------------------------------------------------------------------------------------

const look = oneAtATime(async () => {
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
  }
});

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
  if (view.state.game) draw(view);
  showView(view, said.seq === view.state.seq && said.text, { send, walkTo });
  keepFocus(held);
}

// What had the focus may be gone with what it asked: whoever goes by keys goes on from the headline.
function keepFocus(held) {
  if (held === document.body || !held || (held.isConnected && !held.disabled && held.checkVisibility())) return;
  byId("headline").focus({ preventScroll: true });
}

function suited(card) {
  const suit = view.suits && card !== "Joker" ? page.querySelector("[name=suit]:checked").value : "";
  return card + suit;
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
  if (!document.hidden) look();
  lookAgain();
});
look().then(() => { listen(look, lookAgain); lookAgain(); });
