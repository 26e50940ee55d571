"""From raw polls to taps and lifts. Pure: what was seen and when comes in, what changed comes out."""

from dataclasses import dataclass

from hardware.interfaces import Uid

MISS_MS = 300


@dataclass(frozen=True, slots=True)
class Placed:
    """A card was laid on the reader: a tap."""

    uid: Uid


@dataclass(frozen=True, slots=True)
class Lifted:
    """The card placed last no longer lies there."""

    uid: Uid


@dataclass(frozen=True, slots=True)
class Crowded:
    """Several cards lie there at once; told once until they are apart."""


Change = Placed | Lifted | Crowded
CROWDED = Crowded()


class Presence:
    """What one reader has under it.

    A card acts once: it must have been absent for `miss_ms`, from the first poll that did not show it to
    another that did not, before it can act again. Polls that fail say nothing, so they are not told here and
    a reader that was away for a while neither lifts a card nor plays it twice.
    """

    def __init__(self, miss_ms: int = MISS_MS) -> None:
        self._miss_ms = miss_ms
        self._lying: Uid | None = None
        # Everything seen and not yet absent for long enough, with the time of the first poll that missed it.
        self._missed_since: dict[Uid | Crowded, int | None] = {}

    def saw(self, uid: Uid | None, at_ms: int) -> tuple[Change, ...]:
        """Tell that a poll at `at_ms` returned `uid`."""
        known = uid in self._missed_since
        lifted = self._forget_absent(uid, at_ms)
        if uid is None:
            return lifted
        self._missed_since[uid] = None
        if known:
            return lifted
        if self._lying is not None:
            lifted = (Lifted(self._lying),)
        self._lying = uid
        return (*lifted, Placed(uid))

    def saw_two(self, at_ms: int) -> tuple[Change, ...]:
        """Tell that a poll at `at_ms` raised `TwoCards`: whatever was there may be among them."""
        known = CROWDED in self._missed_since
        self._missed_since = dict.fromkeys([*self._missed_since, CROWDED])
        return () if known else (CROWDED,)

    def _forget_absent(self, seen: Uid | None, at_ms: int) -> tuple[Lifted, ...]:
        for thing, since in list(self._missed_since.items()):
            if thing == seen:
                continue
            if since is None:
                self._missed_since[thing] = at_ms
            elif at_ms - since >= self._miss_ms:
                del self._missed_since[thing]
        if self._lying is None or self._lying in self._missed_since:
            return ()
        lifted = Lifted(self._lying)
        self._lying = None
        return (lifted,)
