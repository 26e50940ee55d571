"""Calls into the rpi_ws281x library, made so that one that never comes back holds up nobody.

The library's wrapper keeps Python's lock while it waits for the wire: a transfer that hung would stop every
thread there is, and the process would not even hear that it is to end. Here its C functions are called
without that lock, in a thread that is waited for so long and no longer.
"""

import ctypes
import threading
from collections.abc import Callable
from types import ModuleType
from typing import Any

PATIENCE_S = 2.0
"""A frame for a thousand lamps takes 30 ms; a busy machine may let it wait."""

_last: dict[int, threading.Thread] = {}
"""The last call for each pin. Where one hangs the next would, too, whichever strip it is for."""


class Hangs(Exception):
    """The library has not come back from this call, or from an earlier one for that pin."""


def call(pin: int, work: Callable[[], None]) -> None:
    """Have `work` done, and raise what it raises. One call for a pin at a time.

    Raises:
        Hangs: after `PATIENCE_S`, or at once where an earlier one hangs.
    """
    if is_hanging(pin):
        raise Hangs
    raised: list[Exception] = []

    def do_it() -> None:
        try:
            work()
        except RuntimeError as error:
            raised.append(error)

    thread = _last[pin] = threading.Thread(target=do_it, name=f"ws281x on GPIO{pin}", daemon=True)
    thread.start()
    thread.join(PATIENCE_S)
    if thread.is_alive():
        raise Hangs
    if raised:
        raise raised[0]


def is_hanging(pin: int) -> bool:
    """Whether the last call for `pin` has not come back."""
    return pin in _last and _last[pin].is_alive()


def once_it_ends(pin: int, work: Callable[[], None]) -> None:
    """Have `work` done when the library has come back from what it does for `pin`; does not wait for that.

    Until then, and until `work` is done, the pin counts as hanging: a strip opened before what was there is
    cleared up would be cleared up with it.
    """
    hanging = _last[pin]

    def wait() -> None:
        hanging.join()
        work()

    clearing = _last[pin] = threading.Thread(target=wait, name=f"clears up GPIO{pin}", daemon=True)
    clearing.start()


def unlocked(library: Any, strip: Any, function: str, usual: Callable[[], None]) -> Callable[[], None]:
    """What `usual` does, a method of `strip` that calls that C function, but without Python's lock.

    It raises the same `RuntimeError`. Where the function cannot be had from outside it is `usual` itself.
    """
    wrapper, leds = getattr(library, "ws", None), getattr(strip, "_leds", None)
    if not isinstance(wrapper, ModuleType) or leds is None:
        return usual
    in_c = getattr(ctypes.CDLL(wrapper.__file__), function, None)
    if in_c is None:
        return usual
    in_c.argtypes, in_c.restype = [ctypes.c_void_p], ctypes.c_int

    def without_the_lock() -> None:
        code = in_c(int(leds))
        if code:
            said = wrapper.ws2811_get_return_t_str(code)
            raise RuntimeError(f"{function} failed with code {code} ({said})")

    return without_the_lock
