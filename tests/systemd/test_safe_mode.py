"""Safe mode: a board that does not start says why, offers log and doctor, and can be tried again."""

import http.client
import os
import re
import runpy
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.eventually import until
from tests.tree import ROOT

SCRIPT = ROOT / "systemd" / "safe_mode.py"
LOG = "2026-11-30 peglight: ring: lamps = <script>: it must be a number"
DOCTOR = "FAIL  config: lamps must be a number"
AGAIN = 10


def watched_of(path: Path) -> Any:
    """The page's own look at a file: the program is no package, so that it is run as a file."""
    return runpy.run_path(str(SCRIPT))["Watched"](path)


def command(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


class Answer:
    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self.status, self.text = answer.status, answer.read().decode()
        self.policy = answer.getheader("Content-Security-Policy") or ""


class SafeMode:
    """The page, running, and a browser."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process = process
        self._port = port

    def ask(self, path: str, method: str = "GET", body: str = "", **headers: str) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=20)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, named)
        answer = Answer(connection.getresponse())
        connection.close()
        return answer


@contextmanager
def safe_mode(folder: Path, exit_code: int = 1) -> Iterator[SafeMode]:
    """It with a machine around it whose daemon ended so; what it does to the lamps is in the file `lamps`."""
    command(folder / "journalctl", f"echo '{LOG}'")
    command(folder / "systemctl", f"echo {exit_code}")
    out = f"trap 'echo dark >>{folder}/lamps; exit' TERM"
    alarm = f"{out}; echo lit >>{folder}/lamps; while :; do sleep 0.05; done"
    command(folder / "peglight", f'if [ "$1" = doctor ]; then echo "{DOCTOR}"; exit 1; fi\n{alarm}')
    environ: Mapping[str, str] = os.environ | {"PATH": f"{folder}:{os.environ['PATH']}"}
    words = [
        sys.executable,
        "-I",
        str(SCRIPT),
        "--listen",
        "127.0.0.1:0",
        "--peglight",
        str(folder / "peglight"),
        "--config",
        str(folder / "peglight.toml"),
    ]
    piped = subprocess.PIPE
    with subprocess.Popen(words, env=environ, stderr=piped, text=True, start_new_session=True) as process:
        assert process.stderr is not None
        port = int(process.stderr.readline().rstrip(".\n").rpartition(" ")[2])
        try:
            until((folder / "lamps").exists)
            yield SafeMode(process, port)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # the alarm it has begun as well


def test_it_says_what_is_wrong_and_what_the_daemon_said_last(tmp_path: Path) -> None:
    with safe_mode(tmp_path) as page:
        said = page.ask("/")
    assert said.status == 200
    assert "The board did not start" in said.text
    assert "lamps = &lt;script&gt;" in said.text, "what a log holds is text"
    assert "<script" not in said.text
    assert "default-src 'none'" in said.policy


@pytest.mark.parametrize(
    ("code", "words"), [(2, "configuration has a mistake"), (3, "in use by another"), (4, "cannot be read")]
)
def test_the_cause_is_told_by_how_the_daemon_ended(tmp_path: Path, code: int, words: str) -> None:
    with safe_mode(tmp_path, code) as page:
        assert words in page.ask("/").text


@pytest.mark.parametrize(
    ("asked", "title"), [("it-IT,en", "La tavola"), ("fy", "It boerd"), ("xx", "The board")]
)
def test_it_speaks_the_language_of_the_phone(tmp_path: Path, asked: str, title: str) -> None:
    with safe_mode(tmp_path) as page:
        assert f"<title>{title}" in page.ask("/", Accept_Language=asked).text


def test_the_log_and_the_doctor_are_at_hand(tmp_path: Path) -> None:
    with safe_mode(tmp_path) as page:
        assert page.ask("/log").text.strip() == LOG
        assert DOCTOR in page.ask("/doctor").text
    assert (tmp_path / "lamps").read_text().split()[:2] == ["lit", "dark"], (
        "the doctor tries the lamps itself"
    )


def test_whoever_saw_the_page_may_try_again_and_the_lamps_are_let_go_of(tmp_path: Path) -> None:
    with safe_mode(tmp_path) as page:
        found = re.search("name='word' value='([^']+)'", page.ask("/").text)
        assert found is not None
        assert page.ask("/again", "POST", urlencode({"word": found[1]})).status == 200
        assert page.process.wait(20) == AGAIN
    assert (tmp_path / "lamps").read_text().split() == ["lit", "dark"]


@pytest.mark.parametrize("body", ["", "word=guessed", "word=" + "x" * 5_000])
def test_nobody_else_may(tmp_path: Path, body: str) -> None:
    """Another site in a browser of the house can send a form, but does not know the word in ours."""
    with safe_mode(tmp_path) as page:
        assert page.ask("/again", "POST", body).status == 403
        assert page.process.poll() is None


def test_a_length_that_is_none_is_as_if_nothing_was_said(tmp_path: Path) -> None:
    with safe_mode(tmp_path) as page:
        assert page.ask("/again", "POST", Content_Length="9" * 5_000).status == 403


def test_a_name_that_a_stranger_gave_out_is_no_name_of_the_boards(tmp_path: Path) -> None:
    with safe_mode(tmp_path) as page:
        assert page.ask("/log", Host="evil.example").status == 400
        assert page.ask("/log", Host="peglight.local").status == 200


def test_the_daemons_own_addresses_answer_that_it_is_not_there(tmp_path: Path) -> None:
    with safe_mode(tmp_path) as page:
        assert page.ask("/api/state").status == 503


@pytest.mark.parametrize("before", ["brightness = 77\n", None], ids=["wrong", "missing"])
def test_a_configuration_that_is_put_right_is_tried_by_itself(tmp_path: Path, before: str | None) -> None:
    config = tmp_path / "peglight.toml"
    if before:
        config.write_text(before)
    with safe_mode(tmp_path, 2) as page:
        assert "tried again by itself" in page.ask("/").text
        config.write_text("brightness = 0.7\n")
        assert page.process.wait(20) == AGAIN
    assert (tmp_path / "lamps").read_text().split() == ["lit", "dark"]


def test_a_configuration_that_is_still_being_written_is_waited_for(tmp_path: Path) -> None:
    config = tmp_path / "peglight.toml"
    config.write_text("a")
    watched = watched_of(config)
    assert not watched.is_changed()
    config.write_text("half")
    assert not watched.is_changed()
    config.write_text("half and more")
    assert not watched.is_changed()
    assert watched.is_changed()


def test_told_to_stop_it_stops_and_asks_for_nothing(tmp_path: Path) -> None:
    with safe_mode(tmp_path) as page:
        page.process.send_signal(signal.SIGTERM)
        assert page.process.wait(20) == 0
