"""Telling a listener from a driver's own thread, which must outlive whatever the listener does."""

import logging
from collections.abc import Callable
from typing import TypeVar

log = logging.getLogger(__name__)

What = TypeVar("What")


def tell(device: str, listener: Callable[[What], None], what: What) -> None:
    """Call `listener`. An exception of it goes to the log, under the name of `device`, and no further."""
    try:
        listener(what)
    except Exception:  # the thread tells others, too: gpiozero's every pin, a terminal's every key
        log.exception("%s: what listens to it failed; this is a bug", device)
