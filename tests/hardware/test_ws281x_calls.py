"""Calls into a library that hangs, without the library."""

import threading

import pytest

from hardware.drivers import ws281x_calls
from hardware.drivers.ws281x_calls import Hangs, call, is_hanging, once_it_ends
from tests.eventually import until

PIN = -1
"""No strip's: the calls of others are not waited for."""
WITHIN_S = 30


def test_a_pin_is_free_again_only_when_what_hung_there_is_cleared_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ws281x_calls, "PATIENCE_S", 0.01)
    ends, may_clear, clears = threading.Event(), threading.Event(), threading.Event()

    def clear_up() -> None:
        clears.set()
        may_clear.wait(WITHIN_S)

    def hang() -> None:
        ends.wait(WITHIN_S)

    with pytest.raises(Hangs):
        call(PIN, hang)
    once_it_ends(PIN, clear_up)
    assert not clears.is_set()
    ends.set()
    assert clears.wait(WITHIN_S)
    assert is_hanging(PIN), "a strip opened now would be cleared up, too"
    with pytest.raises(Hangs):
        call(PIN, lambda: None)
    may_clear.set()
    until(lambda: not is_hanging(PIN))
    monkeypatch.undo()
    call(PIN, lambda: None)


def test_what_a_call_raises_is_raised_to_the_caller() -> None:
    def fails() -> None:
        raise RuntimeError("ws2811_render failed with code -10")

    with pytest.raises(RuntimeError, match="-10"):
        call(PIN, fails)
    assert not is_hanging(PIN)
