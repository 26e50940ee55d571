"""`peglight trial`: fifteen steps at a board, by scripted answers and the simulated rig, and the report."""

import os
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

from engine.inputs import Key
from firmware_host.buttons import ButtonRole
from firmware_host.config import Config
from firmware_host.lock import DeviceLocks, FolderLock
from firmware_host.proven import PROVEN_ON_A_BOARD
from firmware_host.strip_plans import StripPlan
from firmware_host.trial import STEPS, run_trial
from firmware_host.trial_bench import Bench, Gone, NotSeen, Pace
from firmware_host.trial_game import short_game
from firmware_host.trial_report import Result, StepReport, TrialReport, proven_by
from hardware.drivers.simulated import Desk
from hardware.rig import DeviceSpec, Kind
from tests.host.daemon_process import peglight, small_files
from tests.host.test_without_room import room_for
from tests.tree import ROOT

TRIALS = ROOT / "docs" / "trials"
QUICKLY = Pace(patience_s=10, between_looks_s=0.001)
ANSWERS = ["y", "y", "red", "Green", "b", "1200"]
BOARD = """
[[reader]]
name = "table"
driver = "simulated"
[[button]]
name = "confirm"
driver = "simulated"
[[knob]]
name = "rim"
driver = "simulated"
[[strip]]
name = "ring"
driver = "simulated"
lamps = 112
[[buzzer]]
name = "beeper"
driver = "simulated"
"""


class Script:
    """An owner who says these things, and leaves when there is nothing left to say."""

    def __init__(self, answers: Iterable[str]) -> None:
        self.heard: list[str] = []
        self._answers = iter(answers)

    def say(self, text: str) -> None:
        self.heard.append(text)

    def ask(self, question: str) -> str:
        self.heard.append(question)
        for answer in self._answers:
            return answer
        raise Gone


def config(*more: DeviceSpec) -> Config:
    specs = (
        DeviceSpec(Kind.READER, "table", "simulated"),
        DeviceSpec(Kind.BUTTON, "confirm", "simulated"),
        DeviceSpec(Kind.KNOB, "rim", "simulated"),
        DeviceSpec(Kind.STRIP, "ring", "simulated", {"lamps": 112}),
        *more,
    )
    return Config(
        specs=specs, button_roles={"confirm": ButtonRole(Key.CONFIRM)}, strip_plans={"ring": StripPlan()}
    )


def results(steps: Iterable[StepReport]) -> dict[str, Result]:
    return {step.id: step.result for step in steps}


def test_there_are_fifteen_steps_and_a_good_board_passes_each() -> None:
    owner = Script(ANSWERS[1:])
    steps = run_trial(config(), owner, QUICKLY)
    assert results(steps) == dict.fromkeys(STEPS, Result.PASSED), owner.heard
    assert len(steps) == 15
    found = {step.id: step.found for step in steps}
    assert "1200" in found["current"]["ring"]
    assert "budget" not in found["current"]["ring"]
    assert "peg came out" in found["short-game"]["table"]


def test_the_current_stays_within_the_budget() -> None:
    steps = run_trial(config(), Script(ANSWERS[1:]), QUICKLY)
    told = next(step.found["ring"] for step in steps if step.id == "current")
    estimate = re.search(r"estimated (\d+) mA", told)
    assert estimate
    assert 1000 < int(estimate[1]) <= 2000


def test_colours_in_the_wrong_order_are_told_with_the_way_out() -> None:
    owner = Script(["y", "green", "red", "blue", "s", ""])
    steps = run_trial(config(), owner, QUICKLY)
    order = next(step for step in steps if step.id == "colour-order")
    assert order.result is Result.FAILED
    assert "green for red, red for green" in order.found["ring"]
    assert "GRB" in order.found["ring"]


def test_a_step_can_be_tried_again() -> None:
    owner = Script(["n", "", *ANSWERS[1:]])
    assert results(run_trial(config(), owner, QUICKLY))["ends"] is Result.PASSED


@pytest.mark.parametrize("answers", [["n", "q"], ["n"]])
def test_whoever_leaves_has_a_report_of_what_was_done(answers: list[str]) -> None:
    said = results(run_trial(config(), Script(answers), QUICKLY))
    assert [*said] == [*STEPS]
    assert (said["quick"], said["ends"]) == (Result.PASSED, Result.FAILED)
    assert {said[step] for step in ("colour-order", "current", "short-game")} == {Result.SKIPPED}


def test_a_device_that_does_not_open_is_named_and_the_others_are_tried() -> None:
    gone = DeviceSpec(Kind.READER, "pile", "rdm6300", {"port": "/dev/serial/by-id/nothing"})
    owner = Script(["s", *ANSWERS[1:]])
    steps = run_trial(config(gone), owner, QUICKLY)
    assert "pile" in steps[1].found
    (told,) = [line for line in owner.heard if "That did not work: pile: " in line]
    assert told.endswith(".")
    assert not told.endswith("..")
    assert results(steps)["card"] is Result.PASSED
    assert "pile" not in steps[2].found


def test_a_dead_button_and_a_blind_reader_are_not_passed() -> None:
    desk = Desk()
    desk.button("confirm").inject("missing")
    desk.reader("table").inject("two_cards")
    steps = run_trial(config(), Script(["s"] * 30), Pace(0.2, 0.001), desk=desk)
    said = results(steps)
    assert (said["opening"], said["card"]) == (Result.FAILED, Result.FAILED)
    assert said["press"] is Result.NOTHING_TO_TRY, "it did not even open"


def test_the_command_writes_a_report_that_parses(tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text(BOARD, encoding="utf-8")
    words = ["trial", "--config", "board.toml", "--report", "mine.toml"]
    done = peglight(tmp_path, *words, stdin="\n".join([*ANSWERS, 'RC522, "WS2812B" \\ 5 V\x7f\tü']) + "\n")
    assert (done.returncode, done.stdout) == (0, b"mine.toml\n"), done.stderr.decode()
    report = tomllib.loads((tmp_path / "mine.toml").read_text(encoding="utf-8"))
    assert report["remarks"] == 'RC522, "WS2812B" \\ 5 V\x7f\tü'
    assert [step["id"] for step in report["step"]] == [*STEPS]
    assert {step["result"] for step in report["step"]} == {"passed"}
    again = peglight(tmp_path, *words)
    assert (again.returncode, again.stdout) == (2, b""), "a report is never written over"


def test_the_command_ends_with_1_where_a_step_failed(tmp_path: Path) -> None:
    done = peglight(tmp_path, "trial", "--report", "mine.toml", stdin="n\ns\n")
    assert done.returncode == 1
    assert (tmp_path / "mine.toml").exists()


@pytest.mark.parametrize("place", ["no/such/mine.toml", "board.toml", "board.toml/mine.toml"])
def test_where_no_report_can_go_is_told_before_anything_is_tried(tmp_path: Path, place: str) -> None:
    (tmp_path / "board.toml").write_text(BOARD, encoding="utf-8")
    done = peglight(tmp_path, "trial", "--report", place)
    (said,) = done.stderr.decode().splitlines()
    assert done.returncode == 2
    assert said.startswith(f"--report {place}: ")
    assert "; name another" in said


def test_a_report_that_its_disk_does_not_take_is_printed_instead(tmp_path: Path) -> None:
    """The owner leaves at the first question, which makes it short."""
    strip = BOARD[BOARD.index("[[strip]]") : BOARD.index("[[buzzer]]")]
    (tmp_path / "board.toml").write_text(strip, encoding="utf-8")
    words = ["trial", "--config", "board.toml", "--report", "mine.toml"]
    done = peglight(tmp_path, *words, wrap=small_files(100))
    assert not (tmp_path / "mine.toml").exists()
    assert done.stderr.endswith(b"mine.toml cannot be written (File too large): keep the report above\n")
    assert done.returncode == 2
    assert [step["id"] for step in tomllib.loads(done.stdout.decode())["step"]] == [*STEPS]


def test_a_game_that_no_disk_takes_is_a_step_that_did_not_pass() -> None:
    bench = Bench(config(), Script([]), QUICKLY)
    with room_for(100), pytest.raises(NotSeen, match="no game could be kept: "):
        short_game(bench)


def test_a_device_that_another_daemon_has_is_not_taken_from_it(tmp_path: Path) -> None:
    port = tmp_path / "port"
    port.touch()
    board = f'[[reader]]\nname = "table"\ndriver = "rdm6300"\nport = "{port}"\n'
    (tmp_path / "board.toml").write_text(board, encoding="utf-8")
    locks = DeviceLocks({str(port): "the reader 'theirs'"})
    done = peglight(tmp_path, "trial", "--config", "board.toml")
    locks.release()
    (said,) = done.stderr.decode().splitlines()
    assert f"needs {port}, which another peglight has (process {os.getpid()}): sudo systemctl stop" in said
    assert done.returncode == 3


def test_a_running_daemon_is_not_disturbed(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "peglight"
    folder.mkdir(parents=True)
    lock = FolderLock(folder)
    done = peglight(tmp_path, "trial")
    assert (done.returncode, b"stop peglight" in done.stderr) == (3, True)
    lock.release()


def report(*steps: StepReport) -> str:
    specs = [
        DeviceSpec(Kind.READER, "table", "mfrc522"),
        DeviceSpec(Kind.STRIP, "ring", "leds0"),
        DeviceSpec(Kind.BUTTON, "next", "simulated"),
    ]
    return TrialReport("2026-01-02", specs, steps).text()


def test_a_driver_is_proven_by_steps_that_tried_it_and_all_passed() -> None:
    good = StepReport("card", Result.PASSED, {"table": "seen", "next": "x"})
    lamps = StepReport("ends", Result.PASSED, {"ring": "112 lamps"})
    assert proven_by(report(good, lamps)) == {"mfrc522", "leds0"}
    assert proven_by(report(good, lamps, StepReport("still", Result.FAILED, {"table": "lost"}))) == {"leds0"}
    assert proven_by(report(StepReport("opening", Result.PASSED, {"table": "opens"}))) == frozenset()
    with pytest.raises(ValueError, match="format"):
        proven_by("format = 2\n")


def test_proven_are_the_drivers_of_the_reports_sent_in_and_no_others() -> None:
    proven = [proven_by(path.read_text(encoding="utf-8")) for path in TRIALS.glob("*.toml")]
    assert frozenset().union(*proven) == PROVEN_ON_A_BOARD


def test_the_readme_marks_each_driver_as_it_is() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([^`]+)` \|.*\| ([^|]+) \|$", readme, re.MULTILINE)
    marked = dict(rows)
    assert marked
    for driver, mark in marked.items():
        if driver not in ("simulated", "terminal"):
            assert mark == ("on a board" if driver in PROVEN_ON_A_BOARD else "on emulator"), driver
