"""The clock that drivers are given unless a test gives them another."""

import time


def monotonic_ms() -> int:
    """Milliseconds that only ever go forward, from an arbitrary beginning."""
    return time.monotonic_ns() // 1_000_000
