"""A real daemon as a process of its own, and a browser's side of its page: where every test starts one.

with DaemonProcess(tmp_path) as daemon:
    page = daemon.page()
    page.tell("new_game", players=4, rules="pagat", first="A")
    until(lambda: page.state()["phase"] == "playing")
"""

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.eventually import PATIENCE_S, until
from tests.tree import ROOT

Json = dict[str, Any]

READY = "The page is at "


def environment(home: Path, **more: str) -> dict[str, str]:
    """The environment of a command that keeps its state and configuration under `home` alone."""
    kept = {key: value for key, value in os.environ.items() if not key.endswith("_DIRECTORY")}
    kept.pop("PYTHONUNBUFFERED", None)  # a user's Python buffers what it writes
    return kept | {
        "XDG_STATE_HOME": str(home / "state"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "PYTHONPATH": str(ROOT),
        **more,
    }


WITHOUT_ROOT = ["setpriv", "--inh-caps=-all", "--bounding-set=-all"] if os.geteuid() == 0 else []
"""What a command is wrapped in to be kept from what is not its own, whoever runs the tests."""


def small_files(size: int) -> list[str]:
    """Runs a command so that no file of its grows above so many bytes: writing fails then as on a full disk.

    What coverage would keep of it has no room there either, and would say so.
    """
    return ["env", "-u", "COVERAGE_PROCESS_CONFIG", "prlimit", f"--fsize={size}"]


def peglight(
    home: Path, *words: str, stdin: str | bytes = b"", wrap: Sequence[str] = ()
) -> subprocess.CompletedProcess[bytes]:
    """Run a command of `peglight` to its end."""
    return subprocess.run(
        [*wrap, *command(*words)],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        env=environment(home),
        cwd=home,
        capture_output=True,
        timeout=60,
        check=False,
    )


def command(*words: str) -> list[str]:
    """The command line of `peglight` from this tree."""
    return [sys.executable, "-m", "firmware_host", *words]


class DaemonProcess:
    """`peglight run`, with its state and configuration under `home`.

    Args:
        words: what `run` is given; a free port is listened on unless they say where.
        usual_port: listen where the daemon does by itself.
        wrap: a command that the daemon is started by, such as strace with its options.
        program: what is started with those words in place of `peglight run`.
    """

    def __init__(
        self,
        home: Path,
        words: Sequence[str] = ("--simulate",),
        wrap: Sequence[str] = (),
        program: Sequence[str] = (),
        usual_port: bool = False,
    ) -> None:
        self.home = home
        self._pages: list[Page] = []
        self.stderr_path = home / f"stderr-{time.monotonic_ns()}"
        listen = () if usual_port or "--listen" in words else ("--listen", "127.0.0.1:0")
        with self.stderr_path.open("wb") as stderr:
            self.process = subprocess.Popen(
                [*wrap, *(program or command("run")), *words, *listen],
                env=environment(home),
                cwd=home,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
                start_new_session=True,
            )

    @property
    def stderr(self) -> str:
        """What it has said so far."""
        return self.stderr_path.read_text(encoding="utf-8", errors="replace")

    @property
    def state(self) -> Path:
        """Its state folder."""
        return self.home / "state" / "peglight"

    def address(self) -> tuple[str, int] | None:
        """Where its page is served; None if it ended before it served any."""
        until(lambda: READY in self.stderr or self.process.poll() is not None)
        for line in self.stderr.splitlines():
            if line.startswith(READY):
                host, _, port = line.removeprefix(f"{READY}http://").rpartition(":")
                return host, int(port)
        return None

    def page(self, like: "Page | None" = None) -> "Page":
        """A browser at its page; with the cookies of another one, it is that browser again."""
        address = self.address()
        assert address is not None, f"the daemon ended with {self.process.returncode}: {self.stderr}"
        page = Page(*address)
        page.cookies |= like.cookies if like else {}
        self._pages.append(page)
        page.state()  # which gives it the token
        return page

    def kill(self) -> None:
        """End it, and what it was started by, at once and without a word."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE_S)

    def terminate(self) -> int:
        """Ask it to end; its exit code."""
        self.process.terminate()
        return self.process.wait(PATIENCE_S)

    def interrupt(self) -> int:
        """Press Ctrl-C at it; its exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE_S)

    def __enter__(self) -> "DaemonProcess":
        return self

    def __exit__(self, *_: object) -> None:
        for page in self._pages:
            page.close()
        self.kill()


class Gone(Exception):
    """Nobody answers: the daemon died before it had, or while it was asked."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer of the page."""

    status: int
    body: Any

    @property
    def ok(self) -> bool:
        """Whether what was asked was done."""
        return self.status == 200

    @property
    def why(self) -> str | None:
        """The reason of a refusal."""
        why: str | None = self.body.get("why")
        return why


class Page:
    """A browser's side: one connection kept open, the cookies, and the token with every change."""

    def __init__(self, host: str, port: int) -> None:
        self.address = (host.strip("[]"), port)
        self._connection = http.client.HTTPConnection(*self.address, timeout=PATIENCE_S)
        self.cookies: dict[str, str] = {}

    def state(self) -> Json:
        """`GET /api/state`."""
        state: Json = self.get("/api/state").body
        return state

    def get(self, path: str) -> Reply:
        """Any GET that answers JSON."""
        return self._asked("GET", path, None)

    def post(self, path: str, body: object) -> Reply:
        """Any POST; `body` is JSON data, or bytes sent as they are."""
        return self._asked("POST", path, body if isinstance(body, bytes) else json.dumps(body).encode())

    def tell(self, kind: str, **fields: object) -> Reply:
        """`POST /api/tell`."""
        return self.post("/api/tell", {"kind": kind, **fields})

    def tap(self, uid: str, reader: str = "table") -> None:
        """Lay a card on a simulated reader, in place of the one lying there."""
        assert self.post("/sim/tap", {"reader": reader, "uid": uid}).ok

    def press(self, button: str, held_ms: int = 100) -> None:
        """Press a simulated button; it has been judged when this returns."""
        assert self.post("/sim/press", {"button": button, "held_ms": held_ms}).ok

    def lamps(self) -> list[str]:
        """What the simulated strip was sent, in wiring order."""
        lamps: list[str] = self.get("/sim/lamps").body
        return lamps

    def close(self) -> None:
        """Leave the page."""
        self._connection.close()

    def text(self, path: str) -> str:
        """Any GET that answers a page or plain text."""
        status, text = self._sent("GET", path, None, {})
        assert status == 200, f"{path}: {status}"
        return text.decode()

    def send_form(self, path: str, fields: dict[str, str]) -> int:
        """Send a form as a page without a script does; the status of the answer."""
        body = urlencode({**fields, "csrf": self.cookies["peglight_csrf"]}).encode()
        return self._sent("POST", path, body, {"Content-Type": "application/x-www-form-urlencoded"})[0]

    def _asked(self, method: str, path: str, body: bytes | None) -> Reply:
        headers = {}
        if body is not None:
            headers = {"X-CSRF-Token": self.cookies["peglight_csrf"], "Content-Type": "application/json"}
        status, text = self._sent(method, path, body, headers)
        return Reply(status, json.loads(text))

    def _sent(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> tuple[int, bytes]:
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        try:
            self._connection.request(method, path, body, headers)
            answer = self._connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self._connection.close()
            raise Gone(f"{method} {path}: {error!r}") from error
        for name, value in answer.getheaders():
            if name == "Set-Cookie":
                given, _, kept = value.split(";")[0].partition("=")
                self.cookies[given] = kept
        return answer.status, text


@contextlib.contextmanager
def at_the_page(home: Path, *words: str) -> Iterator[Page]:
    """A daemon on a simulated board, and a browser at its page, for as long as the block lasts."""
    with DaemonProcess(home, words or ("--simulate",)) as daemon:
        yield daemon.page()
