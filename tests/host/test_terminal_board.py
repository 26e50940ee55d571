"""A game played in a terminal and nothing else, with the board of docs/terminal.md."""

import contextlib
import re
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.devices.terminal_window import TerminalWindow
from tests.eventually import soon, until
from tests.host.daemon_process import READY, Page, command, environment
from tests.tree import ROOT

SEATS = "ABCD"
FIRST_HOLE = len("A ")
CTRL_C = "\x03"
AGAIN_AFTER_S = 5.0


def board_of_the_documentation() -> str:
    _, toml, _ = re.split("```(?:toml)?\n", (ROOT / "docs" / "terminal.md").read_text(encoding="utf-8"))
    return toml


@dataclass(frozen=True)
class Session:
    """Somebody logged in, who has started the daemon there; and its page, to look at."""

    window: TerminalWindow
    process: subprocess.Popen[bytes]
    page: Page


@contextlib.contextmanager
def logged_in(home: Path, toml: str) -> Iterator[Session]:
    (home / "terminal.toml").write_text(toml, encoding="utf-8")
    window = TerminalWindow()
    words = ["run", "--config", str(home / "terminal.toml"), "--listen", "127.0.0.1:0"]
    process = window.run(command(*words), environment(home), home)
    try:
        found = until(lambda: re.search(READY + r"http://([\d.]+):(\d+)\s", window.read()))
        with contextlib.closing(Page(found[1], int(found[2]))) as page:
            yield Session(window, process, page)
    finally:
        process.kill()
        process.wait()
        window.shut()


def looking(window: TerminalWindow, is_so: Callable[[], object]) -> Callable[[], object]:
    """To wait with the eyes on the window: one that nobody reads stops whoever writes to it."""

    def looked() -> object:
        window.read()
        return is_so()

    return looked


def press_until(window: TerminalWindow, key: str, is_so: Callable[[], object]) -> None:
    """As a hand does: again where nothing came of it, for a press too soon after a change is none."""

    def pressed() -> object:
        window.type(key)
        return soon(looking(window, is_so), within_s=AGAIN_AFTER_S)

    until(pressed)


def is_after(page: Page, seq: int) -> Callable[[], bool]:
    return lambda: page.state()["seq"] != seq


def start_a_game(window: TerminalWindow, page: Page) -> None:
    """By `confirm` alone, which takes what was played last time."""
    state = page.state()
    while state["phase"] != "playing":
        press_until(window, "c", is_after(page, state["seq"]))
        state = page.state()


def is_lit(window: TerminalWindow, seat: str, hole: int) -> bool:
    row = window.screen()[SEATS.index(seat)]
    return row.startswith(f"{seat} ") and row[FIRST_HOLE + hole] == "●"


def test_a_game_can_be_played_over_ssh(tmp_path: Path) -> None:
    with logged_in(tmp_path, board_of_the_documentation()) as session:
        window, page, process = session.window, session.page, session.process
        start_a_game(window, page)
        first = page.state()["game"]["turn"]
        second = SEATS[(SEATS.index(first) + 1) % 4]
        window.type("/kh\n")
        until(lambda: is_lit(window, first, 8))
        press_until(window, "c", lambda: page.state()["game"]["turn"] == second)
        assert page.state()["game"]["pegs"][first] == [f"{first}8", "S", "S", "S", "S"]
        window.type("/7h\n")
        until(looking(window, lambda: page.state()["refusal"]))
        press_until(window, "C", lambda: page.state()["game"]["turn"] not in (first, second))
        window.type(CTRL_C)
        until(looking(window, lambda: process.poll() is not None))
        assert process.returncode == 0
        lamps, log = window.screen()[:4], window.screen()[4:]
        assert [row[:2] for row in lamps] == ["A ", "B ", "C ", "D "]
        assert not any("●" in row for row in lamps)
        assert "/kh" in log
        assert window.is_as_before()
