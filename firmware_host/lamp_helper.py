"""The root process that drives WS2812 lamps on the Pi's own pins, and does nothing else.

It takes frames of one fixed length for each strip, from one user, over Unix sockets; pins, DMA channels and
numbers of lamps come from a file that only root can write. Two seconds after the client of a strip is gone
the strip goes dark; so it does at the beginning and at the end.
"""

import logging
import selectors
import signal
import socket
import struct
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from firmware_host.exits import ending_signals
from firmware_host.lamp_settings import BadSettings, StripSettings, read_settings
from hardware.clock import monotonic_ms
from hardware.drivers.ws281x import HELPER, greeting, refusal, socket_path
from hardware.drivers.ws281x_chip import Chip, UnknownBoard
from hardware.errors import CannotOpen, DeviceFault
from hardware.sentence import Sentence

SETTINGS = Path("/etc/peglight/lamps.toml")
DARK_AFTER_MS = 2000
DONE, BAD_SETTINGS, TAKEN = 0, 2, 3
CREDENTIALS = struct.Struct("3i")  # of SO_PEERCRED: process, user, group

log = logging.getLogger(__name__)


def serve(settings: Path = SETTINGS, folder: Path = Path(HELPER)) -> int:
    """Serve until SIGTERM, SIGINT or SIGHUP; call it on the main thread. Returns the process's exit status.

    0: told to stop, or this board cannot have such lamps, so there is nothing to do. 2: the settings are
    wrong. 3: a pin, DMA channel or socket cannot be had.
    """
    try:
        chosen = read_settings(settings)
        strips = Strips(chosen.strips, folder, frozenset({0, chosen.uid}), _chip, monotonic_ms)
    except BadSettings as error:
        log.error("%s", error)
        return BAD_SETTINGS
    except UnknownBoard as fault:
        log.error("%s", fault)
        return DONE
    except CannotOpen as fault:
        log.error("%s", fault)
        return TAKEN
    stop, stopped = socket.socketpair()
    for number in ending_signals():
        signal.signal(number, lambda *_: stop.send(b"!"))
    try:
        strips.run(stopped)
    finally:
        strips.close()
    return DONE


class Lamps(Protocol):
    """What the helper needs of `Chip`."""

    def show(self, wire: bytes) -> None: ...
    def dark(self) -> None: ...
    def close(self) -> None: ...


def _chip(strip: StripSettings) -> Lamps:
    return Chip(f"the lamps on GPIO{strip.gpio}", strip.gpio, strip.lamps, strip.channels, strip.dma)


class Strips:
    """All strips, each with its socket in `folder`; clients are the users `allowed`.

    Raises:
        CannotOpen: a strip or a socket cannot be had; none is left open.
    """

    def __init__(
        self,
        strips: Iterable[StripSettings],
        folder: Path,
        allowed: frozenset[int],
        open_lamps: Callable[[StripSettings], Lamps],
        clock_ms: Callable[[], int],
    ) -> None:
        self._selector = selectors.DefaultSelector()
        self._strips: list[Strip] = []
        try:
            for one in strips:
                door = Door(socket_path(folder, one.gpio), allowed)
                self._strips.append(Strip(one, door, open_lamps, self._selector, clock_ms))
        except BaseException:
            self.close()
            raise

    def run(self, stopped: socket.socket) -> None:
        """Serve until something can be read from `stopped`."""
        self._selector.register(stopped, selectors.EVENT_READ)
        while True:
            for key, _ in self._selector.select(self._wait_s()):
                if key.data is None:
                    return
                key.data()
            for strip in self._strips:
                strip.darken_if_due()

    def close(self) -> None:
        """All lamps out, all sockets gone."""
        for strip in self._strips:
            strip.close()
        self._selector.close()

    def _wait_s(self) -> float | None:
        waits = [strip.wait_ms() for strip in self._strips]
        return min((wait / 1000 for wait in waits if wait is not None), default=None)


class Door:
    """A socket at `path` where anybody may knock, but only the users `allowed` are let in.

    Raises:
        CannotOpen: another helper listens there, or the folder is not ours.
    """

    def __init__(self, path: Path, allowed: frozenset[int]) -> None:
        self.path = path
        self._allowed = allowed
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            _check_free(path)
            path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
            path.unlink(missing_ok=True)
            self.socket.bind(str(path))
            path.chmod(0o666)
            self.socket.listen()
        except OSError as error:
            self.socket.close()
            raise CannotOpen(
                Sentence("the lamp helper"),
                "no socket at {path} ({error})",
                "Run it as root",
                path=path,
                error=error,
            ) from error
        except CannotOpen:
            self.socket.close()
            raise

    def let_in(self) -> socket.socket | None:
        """The next client, or None if it may not come in; the kernel says who it is."""
        client, _ = self.socket.accept()
        peer = client.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, CREDENTIALS.size)
        _, user, _ = CREDENTIALS.unpack(peer)
        if user in self._allowed:
            return client
        hang_up(client, f"user {user} may not send frames")
        return None

    def close(self) -> None:
        """Take the socket away."""
        self.path.unlink(missing_ok=True)
        self.socket.close()


class Strip:
    """One strip, the door to it, and its client if there is one."""

    def __init__(
        self,
        settings: StripSettings,
        door: Door,
        open_lamps: Callable[[StripSettings], Lamps],
        selector: selectors.BaseSelector,
        clock_ms: Callable[[], int],
    ) -> None:
        self._greeting = greeting(settings.lamps, settings.channels)
        self._length = settings.lamps * settings.channels
        self._door = door
        self._selector = selector
        self._clock_ms = clock_ms
        self._client: socket.socket | None = None
        self._dark_at_ms: int | None = None
        try:
            self._lamps = open_lamps(settings)
        except BaseException:
            door.close()
            raise
        selector.register(door.socket, selectors.EVENT_READ, self._greet)

    def wait_ms(self) -> int | None:
        """How long until the lamps go dark; None if they stay."""
        return None if self._dark_at_ms is None else max(0, self._dark_at_ms - self._clock_ms())

    def darken_if_due(self) -> None:
        """Put the lamps out if their client has been gone for long enough."""
        if self.wait_ms() == 0:
            self._dark_at_ms = None
            with suppress(DeviceFault):
                self._lamps.dark()

    def close(self) -> None:
        """Lamps out, client and door gone."""
        self._door.close()
        if self._client is not None:
            self._client.close()
        self._lamps.close()

    def _greet(self) -> None:
        with suppress(OSError):  # whoever knocked may be gone again
            client = self._door.let_in()
            if client is None:
                return
            if self._client is not None:
                self._take()  # it may be gone, only not noticed yet
            if self._client is not None:
                hang_up(client, "another client has these lamps")
                return
            client.setblocking(False)
            self._client = client
            self._selector.register(client, selectors.EVENT_READ, self._take)
            client.send(self._greeting)

    def _take(self) -> None:
        """Show the newest of the frames that have come; older ones are late already."""
        newest, why = self._received()
        if newest:
            self._dark_at_ms = None
            try:
                self._lamps.show(newest)
            except DeviceFault as fault:
                log.error("%s", fault)
                why = fault.what
        if why is not None:
            self._part(why)

    def _received(self) -> tuple[bytes, str | None]:
        """The newest whole frame, if any, and why the client cannot stay, empty if it went by itself."""
        assert self._client is not None
        newest = b""
        try:
            while packet := self._client.recv(self._length + 1):
                if len(packet) != self._length:
                    return newest, f"a frame is {self._length} bytes, not {len(packet)}"
                newest = packet
        except BlockingIOError:
            return newest, None
        except OSError:
            return newest, ""
        return newest, ""

    def _part(self, why: str) -> None:
        assert self._client is not None
        self._selector.unregister(self._client)
        hang_up(self._client, why)
        self._client = None
        self._dark_at_ms = self._clock_ms() + DARK_AFTER_MS


def hang_up(client: socket.socket, why: str) -> None:
    """Part with a client, telling it why unless that is empty."""
    with client, suppress(OSError):
        if why:
            log.warning("a client was sent away: %s", why)
            client.send(refusal(why))


def _check_free(path: Path) -> None:
    """Raise `CannotOpen` if another helper listens at `path`."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as knocking:
        if knocking.connect_ex(str(path)) == 0:
            raise CannotOpen(
                Sentence("the lamp helper"), "another one listens at {path}", "Stop that one first", path=path
            )
