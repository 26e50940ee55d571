// Hearing of what changes while this page is looked at: told by the board, and asking where it is not.
// A stream holds a place that another phone may need, so a page that is not looked at has none.

const LISTEN_AGAIN_MS = 30000;

let stream = null;

export const hears = () => stream !== null && stream.readyState === EventSource.OPEN;

// `heard` is given each change, `turned` is called as soon as the page begins or ceases to hear.
export function listen(heard, turned = () => {}) {
  const open = () => {
    if (stream || document.hidden) return;
    stream = new EventSource("/api/events");
    stream.onmessage = ({ data }) => heard(JSON.parse(data));
    stream.onopen = turned;
    stream.onerror = () => {
      turned();
      if (!stream || stream.readyState !== EventSource.CLOSED) return; // it opens again by itself
      close();
      setTimeout(open, LISTEN_AGAIN_MS);
    };
  };
  document.addEventListener("visibilitychange", () => { if (document.hidden) close(); else open(); });
  open();
}

function close() {
  if (stream) stream.close();
  stream = null;
}

// Ask again and again while the page is looked at and hears nothing.
export function askWhileDeaf(ask, everyMs) {
  setInterval(() => { if (!document.hidden && !hears()) ask(); }, everyMs);
}

// Whoever asks while an answer is on its way has it asked once more after that.
export function oneAtATime(ask) {
  let asking = false;
  let again = false;
  return async function look() {
    again = asking;
    if (asking) return;
    asking = true;
    try {
      await ask();
    } finally {
      asking = false;
      if (again) look();
    }
  };
}
