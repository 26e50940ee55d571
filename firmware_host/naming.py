"""The name of the board, given from the page: written into the configuration, then begun again with it."""

from collections.abc import Callable

from firmware_host.config_edits import setting
from firmware_host.config_file import ConfigFile
from firmware_host.settling import settle
from firmware_host.uploads import Problem


class Naming:
    """Any thread may call any method.

    Args:
        file: the configuration, the same for all that write it; None on a simulated board.
        game_runs: whether a game would be held up.
        restart: begins again with what is on disk; must not block.
    """

    def __init__(
        self, file: ConfigFile | None, game_runs: Callable[[], bool], restart: Callable[[], None]
    ) -> None:
        self._file = file
        self._game_runs = game_runs
        self._restart = restart

    def rename(self, name: str) -> Problem | None:
        """Give the board a name of 1 to 40 characters."""
        if self._game_runs():
            return Problem("game_runs")
        if self._file is None:
            return Problem("simulated")
        if not self._file.path.exists():
            return Problem("no_config", found=str(self._file.path))
        problem = settle(self._file, setting("name", name))
        if problem is None:
            self._restart()
        return problem
