"""Builds the shim that is a Raspberry Pi to the rpi_ws281x library, and reads what went over its SPI."""

import os
import struct
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from tests.tree import ROOT

SOURCE = Path(__file__).with_suffix(".c")
PI_3B = "a02082"
PI_5 = "c04170"
BITS = {"110": "1", "100": "0"}  # three bits on SPI for each bit on the wire
HEAD = struct.Struct("II")


def build_shim(folder: Path) -> Path:
    """Compile the shim into `folder`."""
    built = folder / "fakepi.so"
    command = ["cc", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", built, SOURCE, "-ldl"]
    subprocess.run(command, check=True)
    return built


@dataclass(frozen=True)
class FakePi:
    """A Pi of `revision` with the shim `shim`; its SPI is recorded in `folder`."""

    shim: Path
    folder: Path
    revision: str = PI_3B
    more: dict[str, str] = field(default_factory=dict)

    @property
    def environ(self) -> dict[str, str]:
        """What makes a process believe that it runs there."""
        return {
            "LD_PRELOAD": str(self.shim),
            "FAKEPI_REVISION": self.revision,
            "FAKEPI_SPI_LOG": str(self._log),
            "FAKEPI_HANGS": str(self._hangs),
            **self.more,
        }

    def hang(self) -> None:
        """From now on nothing that its SPI is asked for ends."""
        self._hangs.touch()

    def go_on(self) -> None:
        """It ends again, also what hangs."""
        self._hangs.unlink()

    def start(self, script: str, *arguments: object) -> subprocess.Popen[str]:
        """Run `script` in a Python on this Pi."""
        return subprocess.Popen(
            [sys.executable, "-c", script, *map(str, arguments)],
            cwd=self.folder,
            env=os.environ | self.environ | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, script: str, *arguments: object) -> tuple[int, str, str]:
        """Run `script` to its end: exit status, what it said, what it complained about."""
        with self.start(script, *arguments) as process:
            said, complained = process.communicate(timeout=60)
        return process.returncode, said, complained

    def transfers(self) -> list[tuple[int, bytes]]:
        """Each whole transfer so far: its clock in Hz, and its bytes."""
        log = self._log.read_bytes() if self._log.exists() else b""
        found = []
        while len(log) >= HEAD.size:
            length, clock_hz = HEAD.unpack_from(log)
            transfer, log = log[HEAD.size : HEAD.size + length], log[HEAD.size + length :]
            if len(transfer) == length:
                found.append((clock_hz, transfer))
        return found

    def frames(self, channels: int) -> list[bytes]:
        """What the lamps, `channels` bytes in all, received in each transfer."""
        return [on_the_wire(sent, channels) for _, sent in self.transfers()]

    @property
    def _hangs(self) -> Path:
        return self.folder / "hangs"

    @property
    def _log(self) -> Path:
        return self.folder / "spi.log"


def on_the_wire(sent: bytes, length: int) -> bytes:
    """The first `length` bytes that lamps see in `sent`; all that follows must keep the line low."""
    bits = "".join(f"{byte:08b}" for byte in sent)
    end = 3 * 8 * length
    wire = "".join(BITS[bits[at : at + 3]] for at in range(0, end, 3))
    assert "1" not in bits[end:], "the line must be low after the last lamp"
    return int(wire, 2).to_bytes(length, "big")
