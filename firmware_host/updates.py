"""Taking a newer Peglight from a phone: looked at, allowed at the table, and begun with."""

import logging
import shutil
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from firmware_host.journal import sync_folder
from firmware_host.launching import CURRENT, FOLDER, STARTS, chosen_update, give_up
from firmware_host.pairing import Pairing
from firmware_host.uploads import Problem, Upload
from firmware_host.wheel_reading import BadWheel, unpack_wheel

log = logging.getLogger(__name__)

STAGED = "staged"


@dataclass(frozen=True, slots=True)
class UpdateFound:
    """What was found in a file that was sent: the version it would be, or the problem."""

    problem: Problem | None = None
    version: str = ""


class Updates:
    """Any thread may call any method.

    Args:
        pairing: asks the table; whoever says yes to its colours there says yes to the update.
        game_runs: whether a game would be held up.
        begin_anew: has the process begin again with what is chosen then; must not block.
    """

    def __init__(
        self,
        state: Path,
        upload: Upload,
        pairing: Pairing,
        game_runs: Callable[[], bool],
        begin_anew: Callable[[], None],
    ) -> None:
        self._folder = state / FOLDER
        self._state = state
        self._upload = upload
        self._pairing = pairing
        self._game_runs = game_runs
        self._begin_anew = begin_anew
        self._lock = threading.Lock()
        self._staged = ""
        self._token = ""
        self.running = version("peglight")

    @property
    def is_update(self) -> bool:
        """Whether what runs was taken from a phone."""
        return chosen_update(self._state) is not None

    def look_into(self) -> UpdateFound:
        """Unpack and check the file that was sent."""
        with self._lock:
            sent = self._upload.whole()
            if sent is None:
                return UpdateFound(Problem("gone"))
            self._staged = ""
            self._pairing.give_up(self._token)  # a yes would be to another file
            staged = self._folder / STAGED
            try:
                shutil.rmtree(staged, ignore_errors=True)
                staged.mkdir(mode=0o700, parents=True)
                self._staged = unpack_wheel(sent, staged, self.running)
            except BadWheel as bad:
                return UpdateFound(Problem(bad.why, bad.name, bad.found))
            except OSError as error:
                return UpdateFound(Problem("no_room", found=str(error.strerror)))
            self._upload.drop()
            return UpdateFound(version=self._staged)

    def ask(self, client: str) -> Problem | None:
        """Ask the table whether the file that was looked into may run here."""
        with self._lock:
            if not self._staged:
                return Problem("gone")
            if self._game_runs():
                return Problem("game_runs")
            name = f"Peglight {self._staged}"
            token = self._pairing.ask(name, client, then=self._allowed)
            if token is None:
                return Problem("busy")
            self._token = token
        return None

    def code(self) -> Sequence[str]:
        """The colours that the table shows for it; none while it is not asked."""
        asked = self._pairing.asks(self._token) if self._token else None
        return asked.code if asked else ()

    def _allowed(self) -> None:
        """Somebody at the table said yes. The loop calls it, and must not wait."""
        if not self._lock.acquire(blocking=False):
            return
        try:
            staged, self._staged = self._staged, ""
            if staged and not self._game_runs():
                self._put_in_place(staged)
                log.warning("the table has allowed an update to %s", staged)
                self._begin_anew()
        except OSError as error:
            log.error("the update could not be put in place: %s", error)
        finally:
            self._lock.release()

    def _put_in_place(self, staged: str) -> None:
        target = self._folder / staged
        shutil.rmtree(target, ignore_errors=True)
        (self._folder / STAGED).rename(target)
        _write(self._folder / CURRENT, staged)
        (self._folder / STARTS).unlink(missing_ok=True)
        sync_folder(self._folder)

    def go_back(self) -> Problem | None:
        """Run the installed one again."""
        if self._game_runs():
            return Problem("game_runs")
        give_up(self._state)
        self._begin_anew()
        return None


def _write(path: Path, text: str) -> None:
    new = path.with_name(f"{path.name}.new")
    new.write_text(text, encoding="ascii")
    new.replace(path)
