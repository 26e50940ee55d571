"""`peglight` with a weakness planted in how it stores things, to see that the power cuts find it.

python -m tests.cuts.weakened normal run --simulate …
"""

import os
import stat
import sys
from dataclasses import replace

from engine.inputs import Told
from engine.referee import judge
from firmware_host.__main__ import main
from firmware_host.inbox import Answer
from firmware_host.journal import Journal
from firmware_host.loop import Loop


def normal() -> None:
    """Durable rows are committed with synchronous=NORMAL."""
    sync = Journal._sync

    def weaker(self: Journal, level: str) -> None:
        sync(self, "NORMAL")

    Journal._sync = weaker  # type: ignore[method-assign]


def folder() -> None:
    """No folder is ever synced by our own code; SQLite still syncs that of its logs."""
    fsync = os.fsync

    def of_files(descriptor: int) -> None:
        if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
            fsync(descriptor)

    os.fsync = of_files  # type: ignore[assignment]


def early() -> None:
    """What an input leads to is shown before it is committed."""
    tell = Loop._tell

    def first_shown(self: Loop, told: Told) -> Answer:
        step = judge(self._kept.game, told, self._clock.now_ms())
        if step.ruling is None:
            shown = replace(self._latest.snapshot, game=step.game, seq=self._kept._journal.last_seq + 1)
            self._latest.show(shown)
        return tell(self, told)

    Loop._tell = first_shown  # type: ignore[method-assign]


WEAKNESSES = {"normal": normal, "folder": folder, "early": early}

if __name__ == "__main__":
    WEAKNESSES[sys.argv[1]]()
    sys.exit(main(sys.argv[2:]))
