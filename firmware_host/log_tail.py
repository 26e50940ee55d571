"""The end of the log, for the page. What is in the log may be shown: no hand ever is (DESIGN 3)."""

import logging
from collections import deque

LINES = 200


class LogTail(logging.Handler):
    """Keeps the last lines logged. Put it on the root logger; any thread may read."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        self._lines: deque[str] = deque(maxlen=LINES)

    def emit(self, record: logging.LogRecord) -> None:
        """See `logging.Handler`."""
        self._lines.append(self.format(record))

    def lines(self) -> list[str]:
        """The lines, the newest last."""
        return list(self._lines)
