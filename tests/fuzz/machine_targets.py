"""What a machine gives: its environment, the lamp helper's settings and frames, lines on the daemon's socket,
and the files by which an update is chosen."""

import json
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from firmware_host.control import NAME, control_thread
from firmware_host.lamp_settings import BadSettings, StripSettings, read_settings
from firmware_host.launching import CURRENT, FOLDER, GIVEN_UP, chosen_update, told_once
from firmware_host.pairing import Pairing
from firmware_host.places import config_file, state_folder
from firmware_host.settings import SettingsStore
from firmware_host.systemd import Supervisor
from hardware.drivers.ws281x import greeting, socket_path
from tests.devices.helper_thread import Helper
from tests.fuzz.store_targets import folder
from tests.fuzz.target import LONGEST, Target, one_sentence, text_of

WITHIN_S = 10
STRIP = StripSettings(gpio=18, lamps=2)
FRAME = bytes(STRIP.lamps * STRIP.channels)
VARIABLES = (
    "NOTIFY_SOCKET",
    "WATCHDOG_USEC",
    "STATE_DIRECTORY",
    "XDG_STATE_HOME",
    "CONFIGURATION_DIRECTORY",
    "XDG_CONFIG_HOME",
)


def environment(data: bytes) -> None:
    """Variables of any value, a line each: there are folders, and whoever started this is told or not."""
    environ = dict(zip(VARIABLES, text_of(data).replace("\0", "").split("\n"), strict=False))
    assert state_folder(environ) != config_file(environ)
    supervisor = Supervisor(environ)
    assert supervisor.alive_every_s is None or supervisor.alive_every_s > 0


def lamp_settings(data: bytes) -> None:
    """What the lamp helper is told."""
    with folder() as home:
        path = home / "lamps.toml"
        path.write_bytes(data)
        path.chmod(0o600)
        try:
            assert read_settings(path).strips
        except BadSettings as bad:
            one_sentence(str(bad))


def update(data: bytes) -> None:
    """The names of the update that is to run and of one that was given up."""
    with folder() as state:
        (state / FOLDER).mkdir()
        for name in (CURRENT, GIVEN_UP):
            (state / FOLDER / name).write_bytes(data)
        assert chosen_update(state) is None
        assert str(told_once(state))


def lamp_frames(data: bytes) -> None:
    """Packets to the lamp helper, a line each: the client after that is served."""
    with folder() as home, _helper(home) as where:
        for packets in (data[:LONGEST].split(b"\n"), [FRAME]):
            with _line(socket.SOCK_SEQPACKET, where) as client, suppress(ConnectionError):
                assert client.recv(100) == greeting(STRIP.lamps, STRIP.channels)
                for packet in packets:
                    client.send(packet)


def control(data: bytes) -> None:
    """A line on the daemon's socket: it is answered, and so is the next."""
    with folder() as home, closing(SettingsStore(home / "settings.sqlite")) as store:
        thread = control_thread(Pairing(store, lambda: None), home, ["http://127.0.0.1"])
        thread.start()
        try:
            for line in (data[:LONGEST], b"ping\n"):
                with _line(socket.SOCK_STREAM, str(home / NAME)) as client, client.makefile("rb") as answers:
                    client.sendall(line)
                    client.shutdown(socket.SHUT_WR)
                    with suppress(ConnectionResetError):  # where there was more than a line
                        assert isinstance(json.loads(answers.readline()), dict)
        finally:
            thread.stop()


@contextmanager
def _helper(home: Path) -> Iterator[str]:
    helper = Helper(home, STRIP)
    try:
        yield str(socket_path(helper.folder, STRIP.gpio))
    finally:
        helper.stop()


@contextmanager
def _line(kind: socket.SocketKind, where: str) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, kind) as client:
        client.settimeout(WITHIN_S)
        client.connect(where)
        yield client


MACHINE = {
    "environment": Target(
        environment,
        [b"/run/notify\n30000000\n/var/lib/peglight:/x\n/home\n/etc\n/x", b"@x\n0\n", b"/x\n" + b"9" * 5_000],
    ),
    "lamp-settings": Target(
        lamp_settings,
        [
            b'user = "root"\n[[strip]]\ngpio = 18\nlamps = 113\nchannels = 3\ndma = 10\n',
            b"a = " + b"[" * 2_000,
            b"a = " + b"9" * 5_000,
        ],
    ),
    "lamp-frames": Target(lamp_frames, [FRAME + b"\n" + FRAME, FRAME + b"!", b"\n\n"]),
    "control": Target(control, [b"asking\n", b"accept red blue\n", b"link\n", b"ping"]),
    "update": Target(update, [b"9.0", b"../../etc", b"\xff"]),
}
