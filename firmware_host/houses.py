"""The household's own rulesets, kept beside the pairings."""

import logging
import threading
from collections.abc import Callable

from engine.house import Houses, Options, check_house
from engine.ruleset import BadOption
from firmware_host.settings import SettingsNotSaved, SettingsStore

log = logging.getLogger(__name__)

MOST_HOUSES = 50


class SavedHouses:
    """Rulesets by name. Any thread may call any method; reading never waits."""

    def __init__(self, store: SettingsStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._houses = _sound(store.houses())

    def all(self) -> Houses:
        """Every saved ruleset, in the order of names."""
        return self._houses

    def save(self, name: str, preset: str, options: Options) -> bool:
        """Keep a ruleset, in place of one of that name; False where the disk would not.

        Raises:
            BadOption: it can be no ruleset, or there are too many.
        """
        check_house(name, preset, options)
        with self._lock:
            if name not in self._houses and len(self._houses) >= MOST_HOUSES:
                raise BadOption("name", f"{MOST_HOUSES} are saved already; delete one first")
            return self._kept(lambda: self._store.save_house(name, preset, options))

    def drop(self, name: str) -> bool:
        """Forget a ruleset; none of that name is fine. False where the disk would not."""
        with self._lock:
            return self._kept(lambda: self._store.drop_house(name))

    def _kept(self, change: Callable[[], None]) -> bool:
        try:
            change()
            self._houses = _sound(self._store.houses())
        except SettingsNotSaved as error:
            log.error("house rules: %s", error)
            return False
        return True


def _sound(houses: Houses) -> Houses:
    """Those that this version can still play; an option may have gone since."""
    sound = {}
    for name, (preset, options) in houses.items():
        try:
            check_house(name, preset, options)
        except BadOption as bad:
            log.warning("the saved ruleset %s is left out: %s", name, bad)
        else:
            sound[name] = (preset, options)
    return sound
