"""The name of the board, given from the page: written into the configuration, then begun again with it."""

from collections.abc import Callable
from pathlib import Path

from firmware_host.config_edits import setting
from firmware_host.config_file import ConfigFile
from firmware_host.settling import settle
from firmware_host.uploads import Problem


class Naming:
    """Any thread may call any method.

    Args:
        config: where the configuration is; None on a simulated board.
        game_runs: whether a game would be held up.
        restart: begins again with what is on disk; must not block.
    """

    def __init__(
        self, config: Path | None, game_runs: Callable[[], bool], restart: Callable[[], None]
    ) -> None:
        self._config = config
        self._game_runs = game_runs
        self._restart = restart

    def rename(self, name: str) -> Problem | None:
        """Give the board a name of 1 to 40 characters."""
        if self._game_runs():
            return Problem("game_runs")
        if self._config is None or not self._config.exists():
            return Problem("no_config")
        problem = settle(ConfigFile(self._config), setting("name", name))
        if problem is None:
            self._restart()
        return problem
