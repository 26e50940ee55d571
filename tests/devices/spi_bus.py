"""Stand-ins for the modules `spidev` and `RPi.GPIO`, with emulated chips where the wires would end."""

import errno
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import ModuleType

import pytest

from tests.devices.mfrc522_chip import Chip


@dataclass
class SpiBus:
    """Which chip answers on which bus and chip select, who has a device open, and what GPIO was told."""

    chips: dict[tuple[int, int], Chip] = field(default_factory=dict)
    open_devices: list[tuple[int, int]] = field(default_factory=list)
    gone: bool = False
    gpio_calls: list[tuple[object, ...]] = field(default_factory=list)
    gpio_mode: int | None = None

    def spidev(self) -> ModuleType:
        """The module `spidev`, as far as this project and `mfrc522` may lean on it."""
        module = ModuleType("spidev")
        bus = self

        class SpiDev:
            max_speed_hz = 500_000
            mode = 0

            def __init__(self) -> None:
                self._at: tuple[int, int] | None = None
                self._closed = False

            def open(self, number: int, device: int) -> None:
                if (number, device) not in bus.chips:
                    raise FileNotFoundError(errno.ENOENT, "No such file or directory")
                self._at = (number, device)
                bus.open_devices.append(self._at)

            def xfer2(self, mosi: Sequence[int]) -> list[int]:
                if self._at is None or bus.gone:
                    raise OSError(errno.EBADF, "Bad file descriptor")
                assert self.mode == 0, "8.1.2: the chip speaks SPI mode 0"
                assert self.max_speed_hz <= 10_000_000, "8.1.2: up to 10 Mbit/s"
                return bus.chips[self._at].transfer(list(mosi), self.max_speed_hz)

            def close(self) -> None:
                assert not self._closed, "closed twice"
                self._closed = True
                if self._at is not None:
                    bus.open_devices.remove(self._at)
                    self._at = None

        vars(module).update(SpiDev=SpiDev)
        return module

    def gpio(self) -> ModuleType:
        """The module `RPi.GPIO`, which writes down what it is told."""
        module = ModuleType("RPi.GPIO")
        bus = self

        def setmode(mode: int) -> None:
            if bus.gpio_mode not in (None, mode):
                raise ValueError("A different mode has already been set!")
            bus.gpio_mode = mode

        def note(name: str) -> object:
            return lambda *args: bus.gpio_calls.append((name, *args))

        vars(module).update(BOARD=10, BCM=11, OUT=0, IN=1, getmode=lambda: bus.gpio_mode, setmode=setmode)
        vars(module).update({name: note(name) for name in ("setup", "output", "cleanup")})
        return module

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Be what `import spidev` and `import RPi.GPIO` find."""
        package, gpio = ModuleType("RPi"), self.gpio()
        vars(package).update(GPIO=gpio)
        for name, module in {"spidev": self.spidev(), "RPi": package, "RPi.GPIO": gpio}.items():
            monkeypatch.setitem(sys.modules, name, module)
        for name in [name for name in sys.modules if name.split(".")[0] == "mfrc522"]:
            monkeypatch.delitem(sys.modules, name)
