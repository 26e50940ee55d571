"""A board of every kind of device, simulated and behind emulators, each of which breaks now and then."""

import array
import contextlib
import fcntl
import random
import termios
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from firmware_host.watchers import AWAY_MS, POLL_EVERY_S
from hardware.drivers.simulated_part import Fault
from tests.devices.adalight_controller import AdalightController
from tests.devices.pn532 import Pn532Pty
from tests.devices.rdm6300 import Rdm6300Pty, frame
from tests.eventually import PATIENCE_S, soon
from tests.host.daemon_process import Json, Page
from tests.soak.tags import SERIAL

CONFIG = """
[[reader]]
name = "table"
driver = "simulated"

[[reader]]
name = "serial"
driver = "rdm6300"
port = "{home}/rdm6300"

[[reader]]
name = "chip"
driver = "pn532-uart"
port = "{home}/pn532"

[[button]]
name = "next"
driver = "simulated"

[[button]]
name = "back"
driver = "simulated"

[[button]]
name = "confirm"
driver = "simulated"

[[knob]]
name = "knob"
driver = "simulated"

[[buzzer]]
name = "buzzer"
driver = "simulated"

[[strip]]
name = "ring"
driver = "simulated"
lamps = 280

[[strip]]
name = "wled"
driver = "adalight"
port = "{home}/wled"
lamps = 112
"""
READER_FAULTS = tuple(Fault)
OTHER_FAULTS = (Fault.MISSING, Fault.HANG)
SIMULATED = {
    "table": READER_FAULTS,
    **dict.fromkeys(("next", "back", "confirm", "knob", "buzzer", "ring"), OTHER_FAULTS),
}
TREMBLING_S = 2 * AWAY_MS / 1000
REPEAT_S = 0.07
SOME_POLLS_S = 4 * POLL_EVERY_S
UNREAD = 500


class Bench:
    """The devices beside a daemon; `config` is the file that names them."""

    def __init__(self, home: Path, rng: random.Random) -> None:
        self.config = home / "board.toml"
        self.config.write_text(CONFIG.format(home=home), encoding="utf-8")
        self.faults: Counter[str] = Counter()
        self.laid: Counter[str] = Counter()
        self._laid_s: dict[bytes, float] = {}
        self._sent_s = 0.0
        self._rng = rng
        self._home = home
        self._serial = Rdm6300Pty(home / "rdm6300")
        self._chip = Pn532Pty(home / "pn532")
        self._wled = AdalightController(home / "wled", boot_s=0)
        self._mending: dict[str, Callable[[], None]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        for device in (self._serial, self._chip, self._wled):
            device.unplug()

    @property
    def broken(self) -> bool:
        """Whether a device is, now."""
        return bool(self._mending)

    def reader_for(self, uid: bytes | None, state: Json) -> str | None:
        """A reader that can read that tag now; none if it lay on one a moment ago."""
        if self.broken or uid is None or time.monotonic() - self._laid_s.get(uid, 0) < TREMBLING_S:
            return None
        name = self._rng.choice(["table", "serial" if len(uid) == SERIAL else "chip"])
        works = {device["name"]: device["state"] == "ok" for device in state["devices"]}
        return name if works[name] else None

    @contextlib.contextmanager
    def laid_on(self, reader: str, page: Page, uid: bytes) -> Iterator[Callable[[], bool]]:
        """A card lies on a reader, as long as what is given is called again and again."""
        match reader:
            case "serial":
                yield lambda: self._sends(uid)
            case "chip":
                self._chip.chip.cards = [uid]
                yield lambda: True
                self._chip.chip.cards = []
            case _:
                page.tap(uid.hex())
                yield lambda: True
                assert page.post("/sim/lift", {"reader": reader}).ok
        self._laid_s[uid] = time.monotonic()
        self.laid[reader] += 1

    def _sends(self, uid: bytes) -> bool:
        """Another frame, when it is time for one and the last ones were taken off the wire."""
        unread = array.array("i", [0])
        fcntl.ioctl(self._serial.far, termios.FIONREAD, unread)
        if time.monotonic() - self._sent_s > REPEAT_S and unread[0] < UNREAD:
            self._sent_s = time.monotonic()
            self._serial.write(frame(uid))
        return True

    def breaks(self, page: Page) -> None:
        """One that works breaks, in one of its ways."""
        working = [name for name in (*SIMULATED, "serial", "chip", "wled") if name not in self._mending]
        if not working:
            return
        name = self._rng.choice(working)
        fault, mend = self._broken(page, name)
        self._mending[name] = mend
        self.faults[f"{name}: {fault}"] += 1

    def _broken(self, page: Page, name: str) -> tuple[str, Callable[[], None]]:
        match name:
            case "serial" if self._rng.random() < 0.5:
                self._serial.write(self._rng.randbytes(self._rng.randrange(1, 60)))
                return "noise", lambda: None
            case "serial":
                self._serial.unplug()
                return "unplugged", self._serial.replug
            case "chip" if self._rng.random() < 0.5:
                self._chip.chip.listens = False
                return "silent", lambda: setattr(self._chip.chip, "listens", True)
            case "chip":
                self._chip.unplug()
                return "unplugged", self._chip.replug
            case "wled":
                self._wled.unplug()
                return "unplugged", self._new_wled
        fault = self._rng.choice(SIMULATED[name])
        assert page.post("/sim/fault", {"device": name, "fault": fault}).ok
        return fault, lambda: self._mended(page, name)

    def _mended(self, page: Page, name: str) -> None:
        assert page.post("/sim/fault", {"device": name, "fault": ""}).ok

    def _new_wled(self) -> None:
        self._wled = AdalightController(self._home / "wled", boot_s=0)

    def mends(self) -> None:
        """All that are broken work again."""
        for mend in self._mending.values():
            mend()
        self._mending.clear()
        self._drop_frames()

    def forget(self) -> None:
        """The daemon is gone, and with it the faults of its simulated devices; the others are mended."""
        for name, mend in self._mending.items():
            if name not in SIMULATED:
                mend()
        self._mending.clear()

    def _drop_frames(self) -> None:
        while not self._wled.frames.empty():
            self._wled.frames.get()

    def all_work(self, page: Page) -> None:
        """Wait until the daemon says so, which may take some of its tries on a machine that is busy."""
        self._drop_frames()
        assert soon(lambda: _all_well(page), 10 * PATIENCE_S), _away(page)


def _all_well(page: Page) -> bool:
    """Whether the daemon has every device, and still has it some polls later: open is not yet answering."""
    if _away(page):
        return False
    time.sleep(SOME_POLLS_S)
    return not _away(page)


def _away(page: Page) -> list[Json]:
    """The devices that the daemon does not have."""
    return [device for device in page.state()["devices"] if device["state"] != "ok"]
