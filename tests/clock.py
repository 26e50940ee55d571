"""A clock for tests."""


class Clock:
    """Monotonic milliseconds that stand still until a test turns them."""

    def __init__(self, now_ms: int = 1_000_000) -> None:
        self.now_ms = now_ms

    def __call__(self) -> int:
        return self.now_ms
