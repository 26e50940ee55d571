"""The lamp helper over its real sockets: the strips behind it are recorded, or the real library on a shim."""

import os
import pwd
import queue
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from firmware_host.lamp_helper import DARK_AFTER_MS, Strips
from firmware_host.lamp_settings import WRITTEN_BY, BadSettings, LampSettings, StripSettings, read_settings
from hardware.clock import monotonic_ms
from hardware.drivers import ws281x
from hardware.drivers.ws281x import greeting, socket_path
from hardware.errors import CannotOpen, StoppedAnswering
from hardware.interfaces import LampStrip
from tests.devices.fakepi import FakePi, build_shim
from tests.devices.helper_thread import ME, WITHIN_S, Helper, Recorded
from tests.eventually import until
from tests.hardware.giving_up import show_on
from tests.host.daemon_process import WITHOUT_ROOT
from tests.tree import ROOT

NOBODY = frozenset({os.getuid() + 1})
TWO = StripSettings(gpio=18, lamps=2)
WHITE = StripSettings(gpio=10, lamps=3, channels=4)


@pytest.fixture
def helper(tmp_path: Path) -> Iterator[Helper]:
    helper = Helper(tmp_path / "run", TWO, WHITE)
    yield helper
    helper.stop()


def test_a_frame_reaches_the_strip_as_it_goes_over_the_wire(helper: Helper) -> None:
    strip = helper.open(order="GRB")
    strip.show(b"\x01\x02\x03\x04\x05\x06")
    assert helper.lamps[18].next() == b"\x02\x01\x03\x05\x04\x06"
    strip.close()


def test_closing_the_strip_puts_it_out_at_once(helper: Helper) -> None:
    strip = helper.open()
    strip.show(b"\x01" * 6)
    assert helper.lamps[18].next() == b"\x01" * 6
    strip.close()
    began_s = time.monotonic()
    assert helper.lamps[18].next() == bytes(6)
    assert time.monotonic() - began_s < DARK_AFTER_MS / 1000


def test_several_strips_are_served_at_once(helper: Helper) -> None:
    first, second = helper.open(), helper.open(gpio=10, lamps=2, order="GRBW", sacrificial=True)
    first.show(b"\x01" * 6)
    second.show(b"\x05\x06\x07" * 2)
    assert helper.lamps[18].next() == b"\x01" * 6
    assert helper.lamps[10].next() == bytes(4) + b"\x01\x00\x02\x05" * 2
    first.close()
    second.close()


def client_of(helper: Helper, gpio: int = 18) -> socket.socket:
    """A client of our own, greeted."""
    client = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    client.settimeout(WITHIN_S)
    client.connect(str(socket_path(helper.folder, gpio)))
    return client


def test_two_seconds_after_its_client_is_gone_the_strip_goes_dark(helper: Helper) -> None:
    client = client_of(helper)
    assert client.recv(100) == greeting(2, 3)
    client.send(b"\x09" * 6)
    assert helper.lamps[18].next() == b"\x09" * 6
    client.close()
    gone_s = time.monotonic()
    assert helper.lamps[18].next() == bytes(6)
    assert time.monotonic() - gone_s > DARK_AFTER_MS / 1000 - 0.1


def test_a_client_that_comes_back_in_time_keeps_the_lamps_lit(helper: Helper) -> None:
    first = helper.open()
    first.show(b"\x09" * 6)
    assert helper.lamps[18].next() == b"\x09" * 6
    first.close()
    assert helper.lamps[18].next() == bytes(6)
    second = helper.open()
    second.show(b"\x08" * 6)
    assert helper.lamps[18].next() == b"\x08" * 6
    with pytest.raises(queue.Empty):
        helper.lamps[18].frames.get(timeout=DARK_AFTER_MS / 1000 + 0.3)
    second.close()


def test_a_client_that_comes_and_shows_nothing_keeps_no_old_frame_lit(helper: Helper) -> None:
    with client_of(helper) as first:
        assert first.recv(100) == greeting(2, 3)
        first.send(b"\x09" * 6)
        assert helper.lamps[18].next() == b"\x09" * 6
    with client_of(helper) as second:
        assert second.recv(100) == greeting(2, 3)
        assert helper.lamps[18].next() == bytes(6)


def test_the_newest_frame_wins_and_none_queues(helper: Helper) -> None:
    strip = helper.open()
    lamps = helper.lamps[18]
    lamps.go_on.clear()
    strip.show(bytes([1]) * 6)
    assert lamps.showing.wait(WITHIN_S)
    for level in range(2, 9):
        strip.show(bytes([level]) * 6)
    lamps.go_on.set()
    assert [lamps.next()[0], lamps.next()[0]] == [1, 8]
    strip.close()


def test_another_user_is_sent_away(tmp_path: Path) -> None:
    helper = Helper(tmp_path, TWO, allowed=NOBODY)
    with pytest.raises(CannotOpen, match=f"refuses: user {os.getuid()} may not send frames"):
        helper.open()
    helper.stop()


def test_a_second_client_is_sent_away(helper: Helper) -> None:
    strip = helper.open()
    with pytest.raises(CannotOpen, match="another client has these lamps"):
        helper.open()
    strip.show(b"\x01" * 6)
    assert helper.lamps[18].next() == b"\x01" * 6
    strip.close()


@pytest.mark.parametrize("length", [1, 5, 7, 4000])
def test_a_frame_of_another_length_is_not_shown_and_its_sender_sent_away(helper: Helper, length: int) -> None:
    client = client_of(helper)
    client.recv(100)
    client.send(bytes([7]) * length)
    assert client.recv(100).startswith(b"no: a frame is 6 bytes")
    assert client.recv(100) == b""
    client.close()
    assert helper.lamps[18].frames.empty()


@pytest.mark.parametrize("more", [{"lamps": 3}, {"sacrificial": True}, {"order": "GRBW"}])
def test_lamps_that_do_not_agree_with_the_helper_s_are_refused(helper: Helper, more: dict[str, Any]) -> None:
    with pytest.raises(CannotOpen, match=r"has 2 lamps of 3 bytes, not .*lamps\.toml"):
        helper.open(**more)


def test_a_strip_that_fails_tells_its_client_why(helper: Helper) -> None:
    strip = helper.open()
    helper.lamps[18].breaks_at = b"\x01" * 6
    with pytest.raises(StoppedAnswering, match="the lamp helper refuses: SPI transfer error"):
        show_on(strip, b"\x01" * 6)
    strip.close()
    helper.lamps[18].breaks_at = None
    again = helper.open()
    again.show(b"\x01" * 6)
    again.close()


def test_a_helper_that_is_gone_is_a_fault_and_the_next_one_gets_the_whole_frame(tmp_path: Path) -> None:
    helper = Helper(tmp_path, TWO)
    strip = helper.open()
    strip.show(b"\x01" * 6)
    assert helper.lamps[18].next() == b"\x01" * 6
    helper.stop()
    assert helper.lamps[18].next() == b"closed"
    with pytest.raises(StoppedAnswering, match="the lamp helper is gone"):
        show_on(strip, b"\x01" * 6)
    strip.close()
    restarted = Helper(tmp_path, TWO)
    strip = restarted.open()
    strip.show(b"\x01" * 6)
    assert restarted.lamps[18].next() == b"\x01" * 6
    strip.close()
    restarted.stop()


def test_a_socket_left_behind_by_a_crash_is_no_helper_and_is_replaced(tmp_path: Path) -> None:
    left = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    left.bind(str(socket_path(tmp_path, 18)))
    left.close()
    with pytest.raises(CannotOpen, match="does not answer"):
        ws281x.open_strip(gpio=18, lamps=2, helper=str(tmp_path))
    helper = Helper(tmp_path, TWO)
    helper.open().close()
    helper.stop()


def test_a_second_helper_is_refused_and_leaves_the_first_alone(helper: Helper) -> None:
    with pytest.raises(CannotOpen, match="another one listens"):
        Helper(helper.folder, TWO)
    helper.open().close()


def test_one_strip_that_cannot_be_had_leaves_no_socket(tmp_path: Path) -> None:
    def opens(settings: StripSettings) -> Recorded:
        if settings.gpio == 10:
            raise CannotOpen("the lamps on GPIO10", "no SPI", "Turn it on")
        return Recorded(settings)

    with pytest.raises(CannotOpen, match="no SPI"):
        Strips([TWO, WHITE], tmp_path, ME, opens, monotonic_ms)
    assert list(tmp_path.iterdir()) == []


# --- the whole process ------------------------------------------------------------------------------

SERVES = """
import sys
from pathlib import Path
from firmware_host.lamp_helper import serve
sys.exit(serve(Path(sys.argv[1]), Path(sys.argv[2])))
"""
USER = pwd.getpwuid(os.getuid()).pw_name


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_shim(tmp_path_factory.mktemp("shim"))


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    path = tmp_path / "lamps.toml"
    path.write_text(f'user = "{USER}"\n[[strip]]\ngpio = 10\nlamps = 2\n', encoding="utf-8")
    path.chmod(0o644)
    return path


def opened(folder: Path) -> LampStrip:
    """The strip of a helper that is just starting: its socket may lie there before it is listened at."""

    def strip() -> LampStrip | None:
        with suppress(CannotOpen):
            return ws281x.open_strip(gpio=10, lamps=2, helper=str(folder))
        return None

    return until(strip)


def lit(pi: FakePi) -> None:
    """Wait until the lamps of `pi` have been lit."""
    until(lambda: any(any(frame) for frame in pi.frames(6)))


@pytest.mark.needs_drivers("rpi_ws281x")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_sigterm_leaves_the_lamps_dark_and_ends_with_0(
    shim: Path, tmp_path: Path, settings: Path, number: signal.Signals
) -> None:
    pi = FakePi(shim, tmp_path)
    process = pi.start(SERVES, settings, tmp_path / "run")
    strip = opened(tmp_path / "run")
    strip.show(b"\x01" * 6)
    lit(pi)
    process.send_signal(number)
    said, complained = process.communicate(timeout=WITHIN_S)
    strip.close()
    assert (process.returncode, said, complained) == (0, "", "")
    assert pi.frames(6) == [bytes(6), b"\x01" * 6, bytes(6)]
    assert list((tmp_path / "run").iterdir()) == []


@pytest.mark.needs_drivers("rpi_ws281x")
def test_a_helper_that_was_killed_starts_dark_and_serves_again(
    shim: Path, tmp_path: Path, settings: Path
) -> None:
    pi = FakePi(shim, tmp_path)
    first = pi.start(SERVES, settings, tmp_path / "run")
    strip = opened(tmp_path / "run")
    strip.show(b"\x01" * 6)
    lit(pi)
    first.kill()
    first.communicate(timeout=WITHIN_S)
    assert pi.frames(6)[-1] == b"\x01" * 6
    with pytest.raises(StoppedAnswering, match="gone"):
        show_on(strip, b"\x01" * 6)
    strip.close()
    second = pi.start(SERVES, settings, tmp_path / "run")
    until(lambda: len(pi.frames(6)) == 3)
    assert pi.frames(6)[2] == bytes(6)
    second.terminate()
    second.communicate(timeout=WITHIN_S)


DIES = """
import os, signal, sys
from hardware.drivers import ws281x
strip = ws281x.open_strip(gpio=10, lamps=2, helper=sys.argv[1])
strip.show(b"\\x01" * 6)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.needs_drivers("rpi_ws281x")
def test_the_lamps_go_dark_when_the_daemon_was_killed(shim: Path, tmp_path: Path, settings: Path) -> None:
    pi = FakePi(shim, tmp_path)
    process = pi.start(SERVES, settings, tmp_path / "run")
    opened(tmp_path / "run").close()
    environ = os.environ | {"PYTHONPATH": str(ROOT)}
    died = subprocess.run([sys.executable, "-c", DIES, str(tmp_path / "run")], env=environ)
    assert died.returncode == -signal.SIGKILL
    lit(pi)
    until(lambda: not any(pi.frames(6)[-1]))
    process.terminate()
    process.communicate(timeout=WITHIN_S)


def served(settings: Path, folder: Path) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-c", SERVES, settings, folder],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout == ""
    return done.returncode, done.stderr


@pytest.mark.needs_drivers("rpi_ws281x")
def test_off_a_pi_the_helper_says_so_and_ends_with_0(tmp_path: Path, settings: Path) -> None:
    status, complained = served(settings, tmp_path / "run")
    assert status == 0
    assert "Hardware revision is not supported" in complained


@pytest.mark.needs_drivers("rpi_ws281x")
def test_a_pin_that_cannot_be_had_ends_with_3(shim: Path, tmp_path: Path, settings: Path) -> None:
    pi = FakePi(shim, tmp_path, more={"FAKEPI_NO_SPI": "1"})
    status, _, complained = pi.run(SERVES, settings, tmp_path / "run")
    assert status == 3
    assert "Turn SPI on" in complained


def test_settings_that_are_wrong_end_with_2(tmp_path: Path) -> None:
    status, complained = served(tmp_path / "nowhere.toml", tmp_path / "run")
    assert status == 2
    assert complained.endswith(
        f"there is no {tmp_path}/nowhere.toml, which says what lamps there are. {WRITTEN_BY}\n"
    )
    assert "Errno" not in complained


def test_a_folder_that_is_no_place_for_sockets_is_told_without_a_number(
    tmp_path: Path, settings: Path
) -> None:
    (tmp_path / "run").touch()
    status, complained = served(settings, tmp_path / "run")
    assert status == 3
    assert "Run it as root." in complained
    assert "Errno" not in complained


@pytest.mark.parametrize(
    ("what", "said"),
    [("folder", "cannot be read (Is a directory). "), ("bytes", "is no text in UTF-8. ")],
)
def test_settings_that_cannot_be_read_are_told_with_the_way_out(tmp_path: Path, what: str, said: str) -> None:
    path = tmp_path / "lamps.toml"
    if what == "folder":
        path.mkdir()
    else:
        path.write_bytes(b"\xff")
        path.chmod(0o644)
    with pytest.raises(BadSettings, match=re.escape(f"{path} {said}")):
        read_settings(path)


# --- the settings -----------------------------------------------------------------------------------

STRIP = "[[strip]]\ngpio = 18\nlamps = 112\n"


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    path.chmod(0o644)
    return path


def test_settings_tell_who_and_what(tmp_path: Path) -> None:
    text = f'user = "{USER}"\n{STRIP}dma = 9\n[[strip]]\ngpio = 10\nlamps = 40\nchannels = 4\n'
    assert read_settings(written(tmp_path / "lamps.toml", text)) == LampSettings(
        os.getuid(), (StripSettings(18, 112, 3, 9), StripSettings(10, 40, 4))
    )


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no such user|at least one"),
        ("strip = 3", "at least one"),
        ("[[strip]]\ngpio = 18\n", "strip 1: needs gpio and lamps"),
        (STRIP + "colour = 3", "strip 1: needs gpio and lamps"),
        (STRIP + "dma = 5", r"strip 1: dma = 5: allowed is \[0, 1, 2, 3, 4, 6"),
        (STRIP + 'dma = "5"', "strip 1: dma = '5'"),
        ("[[strip]]\ngpio = 17\nlamps = 3", r"strip 1: gpio = 17: allowed is \[10, 12, 13, 18, 19, 21\]"),
        ("[[strip]]\ngpio = 18\nlamps = 0", "strip 1: lamps = 0: allowed is 1 to 2000"),
        ("[[strip]]\ngpio = 18\nlamps = true", "strip 1: lamps = True"),
        (STRIP + "channels = 5", r"strip 1: channels = 5: allowed is \(3, 4\)"),
        (STRIP + "[[strip]]\ngpio = 13\nlamps = 3\ndma = 9", "all PWM"),
        (STRIP + "[[strip]]\ngpio = 21\nlamps = 3", "needs a dma of its own"),
        ("[[strip", r"lamps\.toml: "),
    ],
)
def test_settings_that_make_no_sense_say_what_is_allowed(tmp_path: Path, text: str, complaint: str) -> None:
    path = written(tmp_path / "lamps.toml", f'user = "{USER}"\n{text}')
    with pytest.raises(BadSettings, match=complaint):
        read_settings(path)


def test_a_user_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="user = 'nobody-of-that-name': there is no such user"):
        read_settings(written(tmp_path / "lamps.toml", f'user = "nobody-of-that-name"\n{STRIP}'))


@pytest.mark.parametrize("mode", [0o664, 0o646])
def test_settings_that_others_can_write_are_refused(tmp_path: Path, mode: int) -> None:
    path = written(tmp_path / "lamps.toml", f'user = "{USER}"\n{STRIP}')
    path.chmod(mode)
    with pytest.raises(BadSettings, match="others can write it"):
        read_settings(path)


def test_settings_of_another_user_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path / "lamps.toml", f'user = "{USER}"\n{STRIP}')
    if os.getuid() == 0:
        os.chown(path, 1234, 1234)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    with pytest.raises(BadSettings, match="belongs to user"):
        read_settings(path)


def test_without_root_the_helper_says_that_it_needs_it(tmp_path: Path, settings: Path) -> None:
    settings.chmod(0)
    done = subprocess.run(
        [*WITHOUT_ROOT, sys.executable, "-c", SERVES, str(settings), str(tmp_path / "run")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.endswith(f"{settings} may be read by another user only: run this as root\n")
