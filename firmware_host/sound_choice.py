"""Which sounds the buzzer makes, chosen on the page: in the configuration, and in force at once. DESIGN 3."""

from collections.abc import Mapping

from engine.step import Effect
from firmware_host.config_edits import both, setting
from firmware_host.config_file import ConfigFile
from firmware_host.settling import settle
from firmware_host.sounds import SOUNDS, Sounds
from firmware_host.uploads import Problem

TICKS = frozenset({Effect.TICK, Effect.TICK_SHOVE, Effect.TICK_HOME, Effect.TICK_HELP})
CHOICES: Mapping[str, frozenset[Effect]] = {
    "all": frozenset(),
    "no_ticks": TICKS,
    "none": frozenset(SOUNDS),
}
"""What each leaves out."""


class SoundChoice:
    """Any thread may call any method."""

    def __init__(self, file: ConfigFile, sounds: Sounds) -> None:
        self._file = file
        self._sounds = sounds

    @property
    def has_buzzer(self) -> bool:
        """Whether there is anything to hear."""
        return bool(self._sounds.players)

    @property
    def chosen(self) -> str:
        """`all`, `no_ticks` or `none`; empty where the configuration leaves out others."""
        return next((name for name, out in CHOICES.items() if out == self._sounds.silent), "")

    def choose(self, name: str) -> Problem | None:
        """Make one of `CHOICES` stand from now on. KeyError where it is none of them."""
        left_out = CHOICES[name]
        silent = [] if name == "none" else sorted(effect.value for effect in left_out)
        problem = settle(self._file, both(setting("mute", name == "none"), setting("silent", silent)))
        if problem is None:
            self._sounds.silent = left_out
        return problem
