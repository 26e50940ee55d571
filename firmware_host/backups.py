"""What the page can do with backups: make one, look into one that was sent, restore it, put the old back."""

import logging
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile, mkdtemp
from typing import BinaryIO

from firmware_host.backup import CONFIG, SPOOL, STORES, NoBackup, Sources, copy_store, make_backup
from firmware_host.backup_reading import BadBackup, Held, Misfit, unpack
from firmware_host.config import BadConfig, load
from firmware_host.restoring import ASIDE, READY, lay_ready
from firmware_host.sound import check_room
from firmware_host.uploads import Problem, Upload
from hardware.conflicts import Host

log = logging.getLogger(__name__)

STAGED = "restore-staged"


@dataclass(frozen=True, slots=True)
class Found:
    """What was found in a backup that was sent, or why it is not restored.

    Attributes:
        held: what it holds; None where there is a problem.
        has_config: it has a configuration that this board can be run with; wrong_config: why it has not.
    """

    problem: Problem | None = None
    held: Held | None = None
    has_config: bool = False
    wrong_config: Sequence[str] = ()


class Backups:
    """Any thread may call any method; one at a time is served.

    Args:
        upload: the file that was sent.
        host: what this machine is, for configurations.
        game_runs: whether a game would be cut off.
        restart: begins again with what was laid ready; must not block.
        wall_s: the time of day, for display.
    """

    def __init__(
        self,
        sources: Sources,
        upload: Upload,
        host: Callable[[], Host],
        game_runs: Callable[[], bool],
        restart: Callable[[], None],
        wall_s: Callable[[], float] = time.time,
    ) -> None:
        self._sources = sources
        self._state = sources.state
        self.upload = upload
        self._host = host
        self._game_runs = game_runs
        self._restart = restart
        self._wall_s = wall_s
        self._lock = threading.Lock()
        for left in self._state.glob(f"{SPOOL}*"):
            shutil.rmtree(left, ignore_errors=True)

    def make(self) -> BinaryIO | None:
        """A backup as an open file without a name, at its beginning; None where none could be made."""
        with self._alone() as mine:
            if not mine:
                return None
            target: BinaryIO = TemporaryFile(dir=self._state)  # noqa: SIM115  # whoever is given it closes it
            try:
                make_backup(self._sources, target, int(self._wall_s()))
            except NoBackup as error:
                log.error("no backup could be made: %s", error)
                target.close()
                return None
            target.seek(0)
            return target

    def look_into(self) -> Found:
        """Unpack and check the file that was sent."""
        with self._alone() as mine:
            sent = self.upload.whole()
            if not mine or sent is None:
                return Found(Problem(Misfit.GONE if mine else Misfit.BUSY))
            staged = self._state / STAGED
            shutil.rmtree(staged, ignore_errors=True)
            try:
                staged.mkdir(mode=0o700)
                held = unpack(sent, staged)
            except (BadBackup, OSError) as bad:
                shutil.rmtree(staged, ignore_errors=True)
                return Found(_problem(bad))
            self.upload.drop()
            wrong = self._wrong_config(staged / CONFIG)
            return Found(None, held, CONFIG in held.files and not wrong, wrong)

    def _wrong_config(self, config: Path) -> Sequence[str]:
        if not config.exists() or self._sources.config is None:
            return ()
        try:
            load(config, self._host())
        except BadConfig as bad:
            return bad.bare
        return ()

    def restore(self, with_config: bool) -> Problem | None:
        """Restore what was looked into, by beginning again with it."""
        with self._alone() as mine:
            staged = self._state / STAGED
            if not mine or not staged.exists():
                return Problem(Misfit.GONE if mine else Misfit.BUSY)
            if with_config and self._wrong_config(staged / CONFIG):
                with_config = False
            return self._begin_again(staged, with_config and self._sources.config is not None)

    def put_back(self, name: str) -> Problem | None:
        """Restore what was set aside under that name; it stays there too."""
        with self._alone() as mine:
            if not mine or name not in self.aside():
                return Problem(Misfit.GONE if mine else Misfit.BUSY)
            copy = self._copy_of(name)
            return copy if isinstance(copy, Problem) else self._begin_again(copy, with_config=False)

    def _copy_of(self, name: str) -> Path | Problem:
        """The stores set aside under that name, in a folder of their own."""
        try:
            copy = Path(mkdtemp(prefix=SPOOL, dir=self._state))
            try:
                for store in STORES:
                    if (kept := self._state / name / store).exists():
                        copy_store(kept, copy / store)
            except sqlite3.Error as error:
                shutil.rmtree(copy, ignore_errors=True)
                check_room(error)
                return Problem(Misfit.DAMAGED, name, str(error))
        except OSError as error:
            return _problem(error)
        return copy

    def aside(self) -> list[str]:
        """What restores have set aside, the oldest first."""
        names = [folder.name for folder in self._state.glob(f"{ASIDE}*") if folder.is_dir()]
        return sorted(names, key=lambda name: (len(name), name))

    def _begin_again(self, unpacked: Path, with_config: bool) -> Problem | None:
        if self._game_runs():
            return Problem(Misfit.GAME_RUNS)
        if (self._state / READY).exists():
            return Problem(Misfit.BUSY)
        try:
            aside = lay_ready(unpacked, self._state, with_config)
        except OSError as error:
            return _problem(error)
        log.warning("a backup is restored; what is here now is kept as %s", aside)
        self._restart()
        return None

    @contextmanager
    def _alone(self) -> Iterator[bool]:
        mine = self._lock.acquire(blocking=False)
        try:
            yield mine
        finally:
            if mine:
                self._lock.release()


def _problem(bad: BadBackup | OSError) -> Problem:
    if isinstance(bad, BadBackup):
        return Problem(bad.why, bad.name, bad.found)
    return Problem(Misfit.NO_ROOM, found=str(bad.strerror))
