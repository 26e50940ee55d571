"""A stand-in for the rpi_ws281x library, where what it does in another process is not wanted."""

import queue
import sys
from types import ModuleType
from typing import Any

import pytest

FAILS = "ws2811_render failed with code -14 (SPI transfer error)"


class Library:
    """The library on a Pi whose strip keeps what it is shown in `frames`, three bytes a lamp.

    `begin_error` and `show_error`, when set, are what the library complains about.
    """

    def __init__(self, begin_error: str = "", show_error: str = "") -> None:
        self.begin_error = begin_error
        self.show_error = show_error
        self.frames: queue.Queue[bytes] = queue.Queue()

    def install(self, monkeypatch: pytest.MonkeyPatch) -> "Library":
        """Be what `import rpi_ws281x` finds."""
        monkeypatch.setitem(sys.modules, "rpi_ws281x", self._module())
        return self

    def _module(self) -> ModuleType:
        library = self

        class PixelStrip:
            def __init__(self, lamps: int, *_: Any) -> None:
                self._words = [0] * lamps

            def begin(self) -> None:
                if library.begin_error:
                    raise RuntimeError(library.begin_error)

            def setPixelColor(self, lamp: int, word: int) -> None:
                self._words[lamp] = word

            def show(self) -> None:
                if library.show_error:
                    raise RuntimeError(library.show_error)
                library.frames.put(b"".join(word.to_bytes(3, "big") for word in self._words))

        module = ModuleType("rpi_ws281x")
        vars(module).update(PixelStrip=PixelStrip)
        return module
