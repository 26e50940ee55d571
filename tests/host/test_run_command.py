"""`peglight run` as a process: how it starts, how it ends, and what it says when it cannot. DESIGN 5."""

import ctypes
import io
import os
import pwd
import re
import select
import signal
import socket
import sqlite3
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import segno

from engine.game import Game
from firmware_host.assembly import Daemon
from firmware_host.places import config_file, state_folder
from firmware_host.run_command import say_where
from firmware_host.simulated_board import simulated_config
from firmware_host.systemd import Supervisor
from firmware_host.welcome import octets_of, spelled
from tests.devices.adalight_controller import AdalightController
from tests.devices.rdm6300 import Rdm6300Pty
from tests.eventually import until
from tests.host.daemon_process import DaemonProcess, peglight

RUN = ("run", "--simulate", "--listen", "127.0.0.1:0")


def refused(home: Path, *words: str) -> tuple[int, list[str]]:
    """The exit code of a run that does not come about, and what it said."""
    done = peglight(home, *words)
    assert done.stdout == b""
    return done.returncode, done.stderr.decode().splitlines()


# --- the end --------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["terminate", "interrupt"])
def test_it_ends_when_it_is_told_to(tmp_path: Path, how: str) -> None:
    with DaemonProcess(tmp_path) as daemon:
        daemon.page()
        assert getattr(daemon, how)() == 0
        assert "Traceback" not in daemon.stderr


def test_it_ends_whichever_thread_the_system_tells(tmp_path: Path) -> None:
    """A signal to a process may land in any of its threads; here in another one than the main one."""
    with DaemonProcess(tmp_path) as daemon:
        daemon.page()
        pid = daemon.process.pid
        others = [int(task) for task in os.listdir(f"/proc/{pid}/task") if int(task) != pid]
        tell_thread(pid, max(others), signal.SIGTERM)
        assert daemon.process.wait(20) == 0


def tell_thread(pid: int, thread: int, number: signal.Signals) -> None:
    """tgkill(2), which Python does not offer for another process."""
    library = ctypes.CDLL(None, use_errno=True)
    assert library.tgkill(pid, thread, int(number)) == 0, os.strerror(ctypes.get_errno())


def with_lamps_in_a_file(home: Path) -> tuple[str, ...]:
    """What `run` is given for a board whose lamps are a file that keeps the last frame."""
    (home / "leds0").touch()
    (home / "board.toml").write_text(f'[[strip]]\nname = "ring"\ndriver = "leds0"\npath = "{home}/leds0"\n')
    return ("--config", str(home / "board.toml"))


def is_lit(home: Path) -> bool:
    """Whether any lamp in that file is."""
    return any((home / "leds0").read_bytes())


def test_the_lamps_go_out_when_the_session_it_was_started_in_is_gone(tmp_path: Path) -> None:
    with DaemonProcess(tmp_path, with_lamps_in_a_file(tmp_path)) as daemon:
        assert daemon.page().tell("new_game", players=4, rules="pagat", first="B").ok
        until(lambda: is_lit(tmp_path))
        daemon.process.send_signal(signal.SIGHUP)
        assert daemon.process.wait(20) == 0
        assert not is_lit(tmp_path)


def test_one_that_is_to_outlive_its_session_does(tmp_path: Path) -> None:
    with DaemonProcess(tmp_path, wrap=("nohup",)) as daemon:
        daemon.page()
        status = Path(f"/proc/{daemon.process.pid}/status").read_text(encoding="ascii")
        ignored = int(re.search(r"SigIgn:\s*([0-9a-f]+)", status)[1], 16)
        assert ignored >> (signal.SIGHUP - 1) & 1
        assert daemon.terminate() == 0


def test_the_lamps_go_out_at_the_end(tmp_path: Path) -> None:
    with AdalightController(tmp_path / "wled", boot_s=0) as controller:
        strip = f'[[strip]]\nname = "ring"\ndriver = "adalight"\nport = "{controller.path}"\nlamps = 112\n'
        (tmp_path / "board.toml").write_text(strip)
        with DaemonProcess(tmp_path, ["--config", "board.toml"]) as daemon:
            assert daemon.page().tell("new_game", players=4, rules="pagat", first="B").ok
            until(lambda: any(controller.frames.get(timeout=20)))
            assert daemon.terminate() == 0
        last = list(iter_queue(controller))[-1]
        assert last == bytes(3 * 112)


def iter_queue(controller: AdalightController) -> Iterator[bytes]:
    until(lambda: not controller.frames.empty())
    while not controller.frames.empty():
        yield controller.frames.get()


def test_a_daemon_that_is_stopped_leaves_nothing_behind(tmp_path: Path) -> None:
    """Neither a thread nor the lock; the simulated strip is dark."""
    for _ in range(2):
        daemon = Daemon(simulated_config(), tmp_path, Supervisor())
        daemon.start()
        rig = daemon.gateway.simulated
        assert rig is not None
        daemon.stop()
        assert set(rig.lamps()) == {"#000000"}


def test_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    with DaemonProcess(tmp_path) as daemon:
        assert daemon.page().tell("new_game", players=4, rules="pagat").ok
        assert daemon.state.stat().st_mode & 0o777 == 0o700
        modes = {path.name: path.stat().st_mode & 0o777 for path in daemon.state.iterdir()}
        assert {"journal.sqlite", "decks.sqlite", "lock"} <= set(modes)
        assert set(modes.values()) == {0o600}, modes


# --- what is taken --------------------------------------------------------------------------------


def test_a_second_one_says_who_was_first(tmp_path: Path) -> None:
    with DaemonProcess(tmp_path) as daemon:
        daemon.page()
        code, (said,) = refused(tmp_path, *RUN)
        assert code == 3
        pid = daemon.process.pid
        assert said == f"{daemon.state} is in use by another peglight (process {pid}); stop it first"
        assert daemon.page().state()["phase"] == "no_game"


def test_a_second_one_on_the_same_device_is_named_and_harms_the_first_in_nothing(tmp_path: Path) -> None:
    """It has a state folder and a port of its own; it would take every other frame of the serial line."""
    homes = [tmp_path / name for name in ("one", "two")]
    with Rdm6300Pty(tmp_path / "usb-RDM6300") as module:
        for home in homes:
            home.mkdir()
            reader = f'[[reader]]\nname = "table"\ndriver = "rdm6300"\nport = "{module.path}"\n'
            (home / "board.toml").write_text(reader)
        with DaemonProcess(homes[0], ["--config", "board.toml"]) as first:
            page = first.page()
            assert page.tell("new_game", players=4, rules="pagat", first="A").ok
            code, (said,) = refused(homes[1], "run", "--config", "board.toml", "--listen", "127.0.0.1:0")
            assert code == 3
            holder = f"which another peglight has (process {first.process.pid})"
            assert said == f"the reader 'table' needs {module.path}, {holder}"
            module.tap(bytes.fromhex("4F00000001"))
            until(lambda: (page.state()["refusal"] or {}).get("why") == "UNKNOWN_CARD")
            assert page.state()["devices"][0]["state"] == "ok"


def test_an_address_that_was_asked_for_and_is_taken_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"127.0.0.1:{other.getsockname()[1]}"
        code, (said,) = refused(tmp_path, "run", "--simulate", "--listen", address)
    assert (code, said) == (3, f"--listen {address}: another program listens there; name a free port")


def test_the_usual_port_gives_way(tmp_path: Path) -> None:
    try:
        other = socket.create_server(("127.0.0.1", 8080))
    except OSError:
        other = None  # somebody has it already, which is just as good
    with DaemonProcess(tmp_path, usual_port=True) as daemon:
        address = daemon.address()
        assert address is not None
        assert address[0] == "127.0.0.1"
        assert address[1] != 8080
        assert daemon.page().state()["phase"] == "no_game"
    if other is not None:
        other.close()


# --- what cannot be -------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["192.0.2.77:0", "[2001:db8::1]:0"])
def test_it_listens_on_no_address_of_others(tmp_path: Path, address: str) -> None:
    code, (said,) = refused(tmp_path, "run", "--simulate", "--listen", address)
    assert code == 2
    assert said.startswith(f"--listen {address}: it cannot be listened on (")
    assert said.endswith("); name another")
    assert not (tmp_path / "state").exists()


def test_beyond_this_machine_anybody_may_look_and_nobody_unpaired_may_change(tmp_path: Path) -> None:
    with DaemonProcess(tmp_path, ["--simulate", "--listen", "0.0.0.0:0"]) as daemon:
        page = daemon.page()
        assert page.state()["phase"] == "no_game"
        assert page.tell("new_game", players=4, rules="pagat").status == 403
        assert page.post("/sim/press", {"button": "confirm"}).status == 403
        assert page.state()["phase"] == "no_game"


def test_until_somebody_is_paired_the_lamps_spell_where_the_page_is(tmp_path: Path) -> None:
    with DaemonProcess(tmp_path, ["--simulate", "--listen", "0.0.0.0:0"]) as daemon:
        page = daemon.page()
        host = urlsplit(re.findall(r"http://\S+", daemon.stderr)[0]).hostname or ""
        wanted = set(spelled(Game(), octets_of(host)))
        until(lambda: set(page.state()["lamps"]) == wanted)
    with DaemonProcess(tmp_path) as daemon:
        assert daemon.page().state()["lamps"] == {}


@pytest.mark.parametrize(("address", "codes"), [("http://192.0.2.2:80", 1), ("http://127.0.0.1:80", 0)])
def test_the_console_shows_the_address_as_a_code_that_a_phone_reads(
    monkeypatch: pytest.MonkeyPatch, address: str, codes: int
) -> None:
    master, slave = os.openpty()
    drawn = io.StringIO()
    segno.make(address).terminal(drawn, compact=True)
    with os.fdopen(master, "rb"), os.fdopen(slave, "w", encoding="utf-8") as console:
        monkeypatch.setattr(sys, "stderr", console)
        say_where([address, "http://oak.local"])
        heard = b""
        while select.select([master], [], [], 0)[0]:
            heard += os.read(master, 65_536)
    said = heard.decode().replace("\r\n", "\n")
    assert said.startswith(f"The page is at {address}\n  and at http://oak.local\n")
    assert said.count(drawn.getvalue()) == codes


@pytest.mark.parametrize("address", ["8080", ":8080", "127.0.0.1:70000", "board:80"])
def test_an_address_that_is_none_is_said(tmp_path: Path, address: str) -> None:
    code, (said,) = refused(tmp_path, "run", "--simulate", "--listen", address)
    assert (code, said) == (2, f"--listen {address}: write an address and a port, like 127.0.0.1:8080")


@pytest.mark.parametrize("address", ["127.0.0.2:0", "[::1]:0", "localhost:0"])
def test_it_listens_on_any_address_of_this_machine_alone(tmp_path: Path, address: str) -> None:
    with DaemonProcess(tmp_path, ["--simulate", "--listen", address]) as daemon:
        assert daemon.page().state()["phase"] == "no_game"


def test_a_bad_configuration_is_said_whole(tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text('hold_ms = 1\nname = ""\n[[reader]]\nname = "r"\ndriver = "none"\n')
    code, said = refused(tmp_path, "run", "--config", "board.toml", "--listen", "127.0.0.1:0")
    assert code == 2
    assert [line.split(":")[:2] for line in said] == [
        ["board.toml", " name = ''"],
        ["board.toml", " hold_ms = 1"],
        ["board.toml", " reader[1]"],
    ]
    assert not (tmp_path / "state").exists()


def test_devices_that_cannot_have_both_are_refused_before_anything_is_opened(tmp_path: Path) -> None:
    strips = "".join(f'[[strip]]\nname = "{name}"\ndriver = "leds0"\n' for name in ("one", "two"))
    (tmp_path / "board.toml").write_text(strips)
    code, said = refused(tmp_path, "run", "--config", "board.toml", "--listen", "127.0.0.1:0")
    both = "/dev/leds0 belongs to both the strip 'one' and the strip 'two': give one of them another."
    assert (code, said) == (2, [f"board.toml: {both}"])


def test_a_hold_takes_as_long_as_the_configuration_says(tmp_path: Path) -> None:
    """With no game a press of `confirm` asks for one, and a hold does nothing."""
    for hold_ms, asks in ((1200, False), (2500, True)):
        daemon = Daemon(replace(simulated_config(), hold_ms=hold_ms), tmp_path / str(hold_ms), Supervisor())
        daemon.start()
        try:
            rig = daemon.gateway.simulated
            assert rig is not None
            rig.press("confirm", 1300)
            assert (daemon.latest.snapshot.game.ask is not None) == asks
        finally:
            daemon.stop()


def test_the_configuration_in_the_usual_place_is_used(tmp_path: Path) -> None:
    (tmp_path / "config" / "peglight").mkdir(parents=True)
    usual = tmp_path / "config" / "peglight" / "peglight.toml"
    usual.write_text('[[reader]]\nname = "only"\ndriver = "simulated"\n')
    with DaemonProcess(tmp_path, []) as daemon:
        assert [device["name"] for device in daemon.page().state()["devices"]] == ["only"]
    with DaemonProcess(tmp_path, ["--simulate"]) as daemon:
        assert len(daemon.page().state()["devices"]) > 1


def test_a_device_that_is_away_stops_nothing(tmp_path: Path) -> None:
    reader = '[[reader]]\nname = "table"\ndriver = "rdm6300"\nport = "/dev/serial/by-id/none"\n'
    (tmp_path / "board.toml").write_text(reader)
    with DaemonProcess(tmp_path, ["--config", "board.toml"]) as daemon:
        page = daemon.page()
        (device,) = until(lambda: [d for d in page.state()["devices"] if d["state"] == "missing"])
        assert "there is no such port" in device["detail"]
        assert page.tell("new_game", players=4, rules="pagat", first="A").ok
        assert page.tell("tap", card="KH").ok
        assert page.get("/sim/lamps").status == 404


def test_a_newer_journal_is_left_alone(tmp_path: Path) -> None:
    with DaemonProcess(tmp_path) as daemon:
        daemon.page()
        assert daemon.terminate() == 0
    path = tmp_path / "state" / "peglight" / "journal.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = path.read_bytes()
    code, (said,) = refused(tmp_path, *RUN)
    assert (code, said) == (
        4,
        f"{path}: it was written by a newer Peglight; install that version again",
    )
    assert path.read_bytes() == before


def test_a_damaged_journal_is_said_and_set_aside(tmp_path: Path) -> None:
    with DaemonProcess(tmp_path) as daemon:
        assert daemon.page().tell("new_game", players=4, rules="pagat", first="C").ok
        assert daemon.terminate() == 0
    path = tmp_path / "state" / "peglight" / "journal.sqlite"
    path.write_bytes(bytes(4096) + path.read_bytes()[4096:])
    with DaemonProcess(tmp_path) as daemon:
        assert daemon.page().state()["game"]["turn"] == "C"
        assert "The journal was damaged" in daemon.stderr
        assert (daemon.state / "journal.damaged-1.sqlite").exists()


def test_a_user_without_a_folder_is_told_to_name_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container that is run by a number of its own."""
    monkeypatch.setattr(pwd, "getpwuid", {}.__getitem__)
    monkeypatch.delenv("HOME")
    for place in (state_folder, config_file):
        with pytest.raises(SystemExit, match=r"^This user has no folder of its own: name one, as in HOME="):
            place({})
    assert state_folder({"STATE_DIRECTORY": "/var/lib/x"}) == Path("/var/lib/x")


def test_a_state_folder_that_cannot_be_is_said(tmp_path: Path) -> None:
    (tmp_path / "state").touch()
    code, (said,) = refused(tmp_path, *RUN)
    assert code == 4
    assert said.startswith(f"The state folder {tmp_path}/state/peglight cannot be used: ")


def test_words_that_make_no_sense_are_said(tmp_path: Path) -> None:
    for words in (["--never"], ["run", "--never"], ["never"], []):
        assert peglight(tmp_path, *words).returncode == 2
