#!/usr/bin/python3
"""The page of a board that does not start: what is wrong, the log, the doctor, and another try.

systemd starts it in the daemon's place when that has failed again and again (peglight-safe.service). It
stands on the system's own Python and on nothing of Peglight's, for that may be what is broken. Games and
decks are not touched. Looking changes nothing; the one thing that can be done, trying again, ends this
program with `AGAIN`, and the unit then starts the daemon. So does a change of the configuration.
"""

import argparse
import contextlib
import html
import ipaddress
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs

AGAIN = 10
LOG_LINES = 400
SHOWN_LINES = 25
PATIENCE_S = 120
LONGEST_FORM = 1_000
UNIT = "peglight.service"

WORDS: dict[str, dict[str, str]] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
"""By language; West Frisian is unread by a native."""
CAUSES = {2: "config", 3: "taken", 4: "damaged"}
"""What the daemon's exit codes mean."""

PAGE = """<!doctype html>
<html lang="{language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">{refresh}
<title>{title}</title>
<style nonce="{nonce}">
body {{ font: 1.1rem/1.5 sans-serif; max-width: 40rem; margin: 1rem auto; padding: 0 1rem }}
body {{ color: #222; background: #fff }}
pre {{ white-space: pre-wrap; overflow-wrap: anywhere; background: #eee; padding: .5rem; font-size: .85rem }}
button, a.button {{ display: block; width: 100%; box-sizing: border-box; font: inherit; text-align: center }}
button, a.button {{ padding: .8rem; margin: .8rem 0; border: 0; border-radius: .5rem; text-decoration: none }}
button, a.button {{ color: #fff; background: #8a1c1c }}
a.button {{ background: #444 }}
</style>
<h1>{title}</h1>
{body}
"""


class Board:
    """What can be asked of the machine, and the lamps, which show that something is wrong."""

    def __init__(self, peglight: Path) -> None:
        self._peglight = peglight
        self._lock = threading.Lock()
        self._lamps: subprocess.Popen[bytes] | None = None

    def light(self) -> None:
        """Have the lamps say so, too, where there are any and their part of Peglight still works."""
        with contextlib.suppress(OSError):
            self._lamps = subprocess.Popen([self._peglight, "alarm"], stdin=subprocess.DEVNULL)

    def darken(self) -> None:
        """Put the lamps out and let go of them."""
        if self._lamps is not None:
            self._lamps.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._lamps.wait(5)
            self._lamps = None

    def log(self) -> str:
        """What the daemon said, the newest last."""
        words = ["journalctl", "-u", UNIT, "-n", str(LOG_LINES), "--no-pager", "-o", "short-iso"]
        return _said(words) or "There is no log."

    def cause(self) -> str:
        """Which of the causes it was, by how the daemon ended; empty for another."""
        code = _said(["systemctl", "show", "-P", "ExecMainStatus", UNIT]).strip()
        return CAUSES.get(int(code), "") if code.isdecimal() else ""

    def doctor(self) -> str:
        """What the doctor finds; one asks at a time, and the lamps are let go of for so long."""
        with self._lock:
            self.darken()
            try:
                return (
                    _said([str(self._peglight), "doctor"])
                    or "The doctor cannot be asked: Peglight itself is broken."
                )
            finally:
                self.light()


def _said(words: list[str]) -> str:
    try:
        done = subprocess.run(
            words, capture_output=True, text=True, errors="replace", timeout=PATIENCE_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{words[0]}: {error}\n"
    return done.stdout or done.stderr


class Page(BaseHTTPRequestHandler):
    """`/`, `/log`, `/doctor`, and `POST /again`."""

    server: "Server"
    timeout = 20
    protocol_version = "HTTP/1.0"

    def do_GET(self) -> None:
        """Look."""
        if not _is_ours(self.headers.get("Host", "")):
            self._answer(HTTPStatus.BAD_REQUEST, "text/plain", "This is no name of the board's.")
        elif self.path == "/":
            self._show(self._front())
        elif self.path == "/log":
            self._answer(HTTPStatus.OK, "text/plain", self.server.board.log())
        elif self.path == "/doctor":
            said = html.escape(self.server.board.doctor())
            self._show(f"<pre>{said}</pre><a class='button' href='/'>←</a>")
        else:
            self._answer(HTTPStatus.SERVICE_UNAVAILABLE, "text/plain", self._words["title"])

    def do_POST(self) -> None:
        """Try again, for somebody who has seen the page: no other site knows the word in its form."""
        length = self.headers.get("Content-Length", "")
        known = length.isdecimal() and len(length) < 10 and int(length) <= LONGEST_FORM
        form = parse_qs(self.rfile.read(int(length)).decode(errors="replace")) if known else {}
        if self.path != "/again" or not _is_ours(self.headers.get("Host", "")):
            self._answer(HTTPStatus.SERVICE_UNAVAILABLE, "text/plain", self._words["title"])
        elif not secrets.compare_digest(form.get("word", [""])[0].encode(), self.server.word.encode()):
            self._answer(HTTPStatus.FORBIDDEN, "text/plain", "Open the page anew and try again there.")
        else:
            self._show(f"<p>{self._words['trying']}</p>", '<meta http-equiv="refresh" content="30;url=/">')
            self.server.end(AGAIN)

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Say nothing of each request: pages that were open ask on and on."""

    def _front(self) -> str:
        words, cause = self._words, self.server.board.cause()
        last = html.escape("\n".join(self.server.board.log().splitlines()[-SHOWN_LINES:]))
        return "\n".join(
            [
                f"<p>{words['safe']}</p>",
                f"<p><b>{words[cause]}</b></p>" if cause else "",
                f"<p>{words['do']}</p>",
                "<form method='post' action='/again'>",
                f"<input type='hidden' name='word' value='{self.server.word}'>",
                f"<button>{words['again']}</button></form>",
                f"<a class='button' href='/doctor'>{words['doctor']}</a>",
                f"<a class='button' href='/log'>{words['log']}</a>",
                f"<h2>{words['said']}</h2><pre>{last}</pre>",
            ]
        )

    @property
    def _language(self) -> str:
        asked = [part.strip()[:2].lower() for part in self.headers.get("Accept-Language", "").split(",")]
        return next((language for language in asked if language in WORDS), "en")

    @property
    def _words(self) -> dict[str, str]:
        return WORDS[self._language]

    def _show(self, body: str, refresh: str = "") -> None:
        nonce = secrets.token_urlsafe(12)
        title = self._words["title"]
        page = PAGE.format(language=self._language, refresh=refresh, title=title, nonce=nonce, body=body)
        self._answer(HTTPStatus.OK, "text/html", page, nonce)

    def _answer(self, status: HTTPStatus, kind: str, text: str, nonce: str = "none") -> None:
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        policy = f"default-src 'none'; style-src 'nonce-{nonce}'; form-action 'self'; frame-ancestors 'none'"
        self.send_header("Content-Security-Policy", policy)
        self.end_headers()
        self.wfile.write(data)


def _is_ours(host: str) -> bool:
    """Whether a browser asked for this machine: by number, or by a name that no stranger can give out."""
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
    name = name.strip("[]").lower()
    with contextlib.suppress(ValueError):
        return bool(ipaddress.ip_address(name))
    return name in ("localhost", socket.gethostname().lower()) or name.endswith(".local")


class Watched:
    """A file that somebody may put right."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._first = self._last = self._look()

    def is_changed(self) -> bool:
        """Whether it is another than at first, and was so at the last look: it is being written no more."""
        last, self._last = self._last, self._look()
        return self._first != self._last == last

    def _look(self) -> tuple[int, ...]:
        try:
            found = self._path.stat()
        except OSError:
            return ()
        return (found.st_ino, found.st_size, found.st_mtime_ns)


class Server(ThreadingHTTPServer):
    """Serves until it is told how to end, or the configuration is put right."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], board: Board, config: Watched) -> None:
        self.address_family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        super().__init__(address, Page)
        self.board = board
        self.word = secrets.token_urlsafe(16)
        self.code = 0
        self._config = config

    def service_actions(self) -> None:
        """Look, twice a second."""
        if self._config.is_changed() and not self.code:
            self.end(AGAIN)

    def end(self, code: int) -> None:
        """Finish, and exit with `code`."""
        self.code = code
        threading.Thread(target=self.shutdown, daemon=True).start()


def main() -> int:
    """Serve; the exit code says whether to try again."""
    parser = argparse.ArgumentParser(description="The page of a board that does not start.")
    parser.add_argument("--listen", default="0.0.0.0:80", metavar="HOST:PORT")
    parser.add_argument("--peglight", type=Path, default=Path("/opt/peglight/venv/bin/peglight"))
    parser.add_argument("--config", type=Path, default=Path("/etc/peglight/peglight.toml"))
    arguments = parser.parse_args()
    host, _, port = arguments.listen.rpartition(":")
    board = Board(arguments.peglight)
    with Server((host.strip("[]"), int(port)), board, Watched(arguments.config)) as server:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: server.end(0))
        sys.stderr.write(f"The page that says why is on port {server.server_address[1]}.\n")
        board.light()
        server.serve_forever()
        board.darken()
    return server.code


if __name__ == "__main__":
    os.environ.pop("NOTIFY_SOCKET", None)
    sys.exit(main())
