"""A strip whose device takes no more: it must raise and let itself be closed, and hold nobody up."""

import queue
import threading
import time
from collections.abc import Callable

import pytest

from hardware.errors import StoppedAnswering
from hardware.interfaces import LampStrip

WITHIN_S = 10


def show_on(strip: LampStrip, frame: bytes) -> None:
    """Show until it is a fault, or has been none for so long that it will never be."""
    until_s = time.monotonic() + WITHIN_S
    while time.monotonic() < until_s:
        strip.show(frame)


def check_it_gives_up(strip: LampStrip, frame: bytes, saying: str, let_go: Callable[[], object]) -> None:
    """Show until it is a fault that says so; `let_go` takes something off a strip that hangs instead."""
    ended: queue.Queue[str] = queue.Queue()

    def show_and_close() -> None:
        with pytest.raises(StoppedAnswering, match=saying):
            show_on(strip, frame)
        strip.close()
        ended.put("ended")

    showing = threading.Thread(target=show_and_close, daemon=True)
    showing.start()
    try:
        assert ended.get(timeout=WITHIN_S) == "ended"
    finally:
        while showing.is_alive():
            let_go()
