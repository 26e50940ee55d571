"""The machine under examination: files below a root, and what follows from them."""

import re
import stat
from functools import cached_property
from pathlib import Path

from firmware_host.checks.bootfiles import BootFiles
from firmware_host.checks.pi import PiModel
from firmware_host.checks.rooted import Unreadable, inside, read
from firmware_host.config import BadConfig, Config, load
from hardware.rig import DeviceSpec, Kind
from hardware.sentence import Sentence, verbatim

CONFIG = "/etc/peglight/peglight.toml"
STATE = "/var/lib/peglight"
# What a board is taken to be while nobody has said: the extra `peglight[pi]`, DESIGN 7.
USUAL_READER = DeviceSpec(Kind.READER, "table", "mfrc522")
USUAL_BUTTON = DeviceSpec(Kind.BUTTON, "confirm", "gpio", {"gpio": 17})
USUAL_LAMPS = DeviceSpec(Kind.STRIP, "ring", "ws281x", {"gpio": 18, "lamps": 112})
USUAL_LAMPS_OF_5 = DeviceSpec(Kind.STRIP, "ring", "leds0", {"lamps": 112})


class Patient:
    """Everything is read when first asked for, and once.

    `root` stands for `/`. `config_path` is the configuration, as the caller sees it; `state` the state
    folder, as the machine sees it. `live` tells whether devices may be opened.
    """

    def __init__(
        self, root: Path, config_path: Path | None = None, state: str = STATE, *, live: bool = True
    ) -> None:
        self.root = root
        self.state = state
        self.live = live
        self._given = config_path

    @property
    def stands_in(self) -> bool:
        """Whether the root is a folder that stands for a machine, not the machine itself."""
        return self.root.resolve() != Path("/")

    def at(self, path: str) -> Path:
        """Where a path of the machine is, links followed.

        Raises:
            Unreadable: its links lead in a circle.
        """
        return inside(self.root, path)

    def text(self, path: str, encoding: str = "utf-8") -> str | None:
        """What a file says, without the NUL that ends texts of the device tree; None where there is none.

        Raises:
            Unreadable: it cannot be read, or is no text.
        """
        raw = read(self.at(path), path)
        if raw is None:
            return None
        try:
            text = raw.decode(encoding).rstrip("\0\n")
        except UnicodeDecodeError:
            raise Unreadable(path, Sentence("it is garbled: no text")) from None
        if "\0" in text:
            raise Unreadable(path, Sentence("it is garbled: no text"))
        return text

    def start(self, path: str, length: int) -> bytes:
        """The first bytes of a file of any length; none where there is none.

        Raises:
            Unreadable: it is no plain file, or not for this user.
        """
        return read(self.at(path), path, length) or b""

    def number(self, path: str, base: int = 10) -> int | None:
        """The number in a file, such as those of /sys; None where there is none.

        Raises:
            Unreadable: it cannot be read, or is no number.
        """
        text = self.text(path)
        try:
            return None if text is None else int(text, base)
        except ValueError:
            raise Unreadable(path, no_number(text)) from None

    def exists(self, path: str) -> bool:
        """Whether there is such a file, folder or device; a link must lead somewhere."""
        return self._mode(path) is not None

    def is_device(self, path: str) -> bool:
        """Whether it is something to talk to: a device, a FIFO in its place, or a socket."""
        mode = self._mode(path) or 0
        return stat.S_ISCHR(mode) or stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)

    def names(self, folder: str) -> list[str]:
        """What is in a folder; nothing where there is none.

        Raises:
            Unreadable: it is no plain file, or not for this user.
        """
        try:
            return sorted(entry.name for entry in self.at(folder).iterdir())
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise Unreadable(folder, verbatim(error.strerror or str(error))) from error

    def _mode(self, path: str) -> int | None:
        try:
            return self.at(path).stat().st_mode
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise Unreadable(path, verbatim(error.strerror or str(error))) from error

    @cached_property
    def pi(self) -> PiModel:
        """Which Raspberry Pi it is, if it is one."""
        for path in ("/proc/device-tree/model", "/sys/firmware/devicetree/base/model"):
            if text := self.text(path):
                return PiModel(text)
        told = re.search(r"^Model\s*:\s*(.+)$", self.text("/proc/cpuinfo") or "", re.MULTILINE)
        return PiModel(told[1] if told else "")

    @cached_property
    def boot(self) -> BootFiles:
        """What the firmware is told."""
        return BootFiles(self.text, self.pi.filters)

    @cached_property
    def cmdline(self) -> list[str] | None:
        """The words of the kernel's command line that is in force; None where that is not told."""
        text = self.text("/proc/cmdline")
        return None if text is None else text.split()

    @cached_property
    def release(self) -> str:
        """The running kernel's name, such as `6.12.47+rpt-rpi-v8`; empty where it is not told."""
        if told := self.text("/proc/sys/kernel/osrelease"):
            return told
        return ((self.text("/proc/version") or "").split() + [""] * 3)[2]

    @property
    def kernel(self) -> tuple[int, ...]:
        """The kernel's version as numbers; empty where it is not told."""
        found = re.match(r"(\d+)\.(\d+)(?:\.(\d+))?", self.release)
        return tuple(int(part) for part in found.groups(default="0")) if found else ()

    @property
    def config_path(self) -> Path:
        """Where the configuration is, or would be."""
        return self._given or self.at(CONFIG)

    @cached_property
    def read_config(self) -> Config | BadConfig | None:
        """The configuration, what is wrong with it, or None where there is none and none was named."""
        try:
            raw = read(self.config_path, str(self.config_path))
        except Unreadable as unreadable:
            return BadConfig(unreadable.path, unreadable.what)
        if raw is None and self._given is None:
            return None
        try:
            return load(self.config_path)
        except BadConfig as bad:
            return bad

    @property
    def assumed(self) -> bool:
        """Whether the board is judged as the usual one, since there is no configuration."""
        return self.read_config is None and bool(self.pi.generation)

    @property
    def specs(self) -> tuple[DeviceSpec, ...]:
        """The devices of the board: those configured, or on a Pi without a configuration the usual ones."""
        if isinstance(self.read_config, Config):
            return self.read_config.specs
        if self.assumed:
            lamps = USUAL_LAMPS_OF_5 if self.pi.generation == "5" else USUAL_LAMPS
            return USUAL_READER, USUAL_BUTTON, lamps
        return ()

    def devices(self, *drivers: str) -> list[DeviceSpec]:
        """The board's devices of these drivers."""
        return [spec for spec in self.specs if spec.driver in drivers]

    def ids_of(self, name: str) -> tuple[int, int] | None:
        """User and group number of a user of the machine."""
        # The names in comments may be in any old encoding; the fields that matter are ASCII.
        for line in (self.text("/etc/passwd", "latin-1") or "").splitlines():
            fields = line.split(":")
            if fields[0] == name and len(fields) > 3 and fields[2].isdecimal() and fields[3].isdecimal():
                return int(fields[2]), int(fields[3])
        return None

    def groups_of(self, name: str) -> set[str]:
        """The groups of a user of the machine, by /etc/group: its own and those that list it."""
        ids = self.ids_of(name)
        found = set()
        for line in (self.text("/etc/group", "latin-1") or "").splitlines():
            group, *rest = line.split(":")
            if len(rest) == 3 and (name in rest[2].split(",") or (ids and rest[1] == str(ids[1]))):
                found.add(group)
        return found


def whole_setting(spec: DeviceSpec, name: str, usual: int) -> int:
    """A device's setting that is a whole number, `usual` where it is not said; 0 for what is none."""
    value = spec.settings.get(name, usual)
    return value if isinstance(value, int) else 0


def no_number(text: str | None) -> Sentence:
    """What is the matter with a file that should hold a number and says this."""
    return Sentence("it should be a number and says {text}", text=f"{text!r:.40}")
