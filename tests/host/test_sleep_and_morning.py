"""DESIGN 3: after ten minutes the lamps sleep at the plate; in another boot every peg is shown at first."""

from pathlib import Path

from engine.inputs import Key, ShowBoardAsked
from firmware_host.boot import is_new_boot
from firmware_host.inbox import ButtonEdge
from firmware_host.lighting import PLATE, Rhythm
from firmware_host.loop import SLEEP_MS
from hardware.interfaces import Edge
from tests.eventually import until
from tests.host.daemon_process import DaemonProcess
from tests.host.running_loop import Table, table


def pressed(at: Table, key: Key) -> None:
    now_ms = at.clock()
    at.inbox.put(ButtonEdge(key, Edge(True, now_ms)))
    at.clock.now_ms += 200
    at.inbox.put(ButtonEdge(key, Edge(False, now_ms + 100)))
    at.settle()


def test_only_the_plate_is_lit_in_sleep(tmp_path: Path) -> None:
    with table(tmp_path / "j") as at:
        at.tap("KH")
        sleeping = at.snapshot.sleeping.lights
    assert {name[:2] for name in sleeping} == {"AS", "AH"}
    assert {(light.rhythm, light.level) for light in sleeping.values()} == {(Rhythm.IS, PLATE)}


def test_each_input_puts_the_sleep_off(tmp_path: Path) -> None:
    with table(tmp_path / "j") as at:
        before = at.snapshot.sleeps_ms
        at.clock.now_ms += 1000
        at.tell(ShowBoardAsked())
        assert at.snapshot.sleeps_ms == before + 1000


def test_the_press_that_wakes_does_nothing_else(tmp_path: Path) -> None:
    with table(tmp_path / "j") as at:
        at.tap("KH")
        at.clock.now_ms += SLEEP_MS
        pressed(at, Key.CONFIRM)
        assert at.game.question is not None, "the press that woke the lamps has played the card"
        assert at.snapshot.sleeps_ms > SLEEP_MS + 1000
        pressed(at, Key.CONFIRM)
        assert at.game.question is None


def test_a_boot_is_new_once(tmp_path: Path) -> None:
    boot_id = tmp_path / "boot_id"
    boot_id.write_text("one\n")
    assert [is_new_boot(tmp_path, boot_id) for _ in range(2)] == [True, False]
    boot_id.write_text("two\n")
    assert [is_new_boot(tmp_path, boot_id) for _ in range(2)] == [True, False]


def test_a_boot_that_cannot_be_told_is_taken_for_new(tmp_path: Path) -> None:
    assert is_new_boot(tmp_path, tmp_path / "nothing")
    assert is_new_boot(tmp_path / "no folder")


def test_a_morning_shows_every_start_until_somebody_does_something(tmp_path: Path) -> None:
    """A restart in the same boot changes nothing on the lamps."""
    with DaemonProcess(tmp_path) as daemon:
        page = daemon.page()
        page.tell("new_game", players=4, rules="pagat", first="A")
        evening = page.state()["lamps"]
        daemon.terminate()
    with DaemonProcess(tmp_path) as daemon:
        assert daemon.page().state()["lamps"] == evening
        daemon.terminate()
    (tmp_path / "state" / "peglight" / "boot").write_text("another boot")
    with DaemonProcess(tmp_path) as daemon:
        page = daemon.page()
        assert "CS1" in page.state()["lamps"]
        page.tell("tap", card="5H")
        assert until(lambda: "CS1" not in page.state()["lamps"])
        daemon.terminate()
