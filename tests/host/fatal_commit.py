"""`peglight run` with a journal that dies or fails in the middle of a chosen commit, where strace is missing.

python -m tests.host.fatal_commit kill 12 40 --simulate …     dies 40 steps into the 12th row
python -m tests.host.fatal_commit fail 12 40 --simulate …     SQLite is interrupted there instead
"""

import os
import signal
import sqlite3
import sys
from collections.abc import Sequence

from firmware_host.__main__ import main


class FatalConnection(sqlite3.Connection):
    """Counts the rows of the journal, and ends in the chosen one, so many of SQLite's steps into it."""

    how = "kill"
    row = 1
    steps = 1
    inserted = 0

    def execute(self, sql: str, parameters: Sequence[object] = (), /) -> sqlite3.Cursor:  # type: ignore[override]
        if not sql.startswith("INSERT INTO rows"):
            return super().execute(sql, parameters)
        FatalConnection.inserted += 1
        if FatalConnection.inserted == FatalConnection.row:
            self.set_progress_handler(self._end, FatalConnection.steps)
        try:
            return super().execute(sql, parameters)
        finally:
            self.set_progress_handler(None, 0)

    def _end(self) -> int:
        if self.how == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        return 1


if __name__ == "__main__":
    connect = sqlite3.connect
    FatalConnection.how, FatalConnection.row = sys.argv[1], int(sys.argv[2])
    FatalConnection.steps = int(sys.argv[3])
    sqlite3.connect = lambda path, **how: connect(path, factory=FatalConnection, **how)  # type: ignore[assignment]
    sys.exit(main(["run", *sys.argv[4:]]))
