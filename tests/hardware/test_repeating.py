"""A strip is shown its last frame again, over a strip at the simulated desk."""

import queue

import pytest

from hardware.drivers.simulated_parts import SimulatedStrip
from hardware.errors import DeviceFault, StoppedAnswering
from hardware.repeating import Repeating

WITHIN_S = 30
A, B = b"\x01\x02\x03", b"\x04\x05\x06"


class Seen(SimulatedStrip):
    """A strip whose frames can be waited for."""

    def __init__(self) -> None:
        super().__init__("seen", 1)
        self.frames: queue.Queue[bytes] = queue.Queue()
        self.open()

    def show(self, frame: bytes) -> None:
        try:
            super().show(frame)
        except DeviceFault:
            self.frames.put(b"failed")
            raise
        self.frames.put(frame)


def test_the_last_frame_is_shown_again_and_again() -> None:
    seen = Seen()
    strip = Repeating(seen, 5, "seen")
    strip.show(A)
    strip.show(B)
    assert [seen.frames.get(timeout=WITHIN_S) for _ in range(5)] == [A, B, B, B, B]
    strip.close()


def test_nothing_is_shown_before_the_first_frame_or_after_the_end() -> None:
    seen = Seen()
    strip = Repeating(seen, 1, "seen")
    with pytest.raises(queue.Empty):
        seen.frames.get(timeout=0.05)
    strip.close()
    strip.close()
    assert seen.frames.empty()
    with pytest.raises(StoppedAnswering):
        strip.show(A)


def test_a_repeat_that_fails_is_told_by_the_next_frame_and_not_tried_for_ever() -> None:
    seen = Seen()
    strip = Repeating(seen, 5, "seen")
    strip.show(A)
    seen.inject("missing")
    while seen.frames.get(timeout=WITHIN_S) != b"failed":
        pass
    seen.inject(None)
    with pytest.raises(StoppedAnswering, match="unplugged"):
        strip.show(B)
    strip.close()
    assert seen.frames.empty()


def test_a_frame_that_fails_is_not_repeated() -> None:
    seen = Seen()
    strip = Repeating(seen, 60_000, "seen")
    with pytest.raises(ValueError, match="has 1 lamps, not 2"):
        strip.show(A + B)
    strip.show(B)
    assert seen.frames.get(timeout=WITHIN_S) == B
    strip.close()
