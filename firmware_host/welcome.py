"""The first minutes: while nobody has reached the page yet, the lamps spell the address it is at. DESIGN 6.

A side of the board for each of the four numbers: in its home row the hundreds, on its track the tens from its
first hole on, and the ones, in white, from its tenth.
"""

import threading
from collections.abc import Callable, Iterator
from ipaddress import IPv4Address, ip_address

from engine.board import HOLES_A_SIDE, SEAT_LETTERS
from engine.game import Game
from engine.palette import PALETTE
from firmware_host.lighting import HALF, WHITE, Light, Rhythm, rgb

Octets = tuple[int, ...]
"""The four numbers of an IPv4 address; empty where there is none to tell."""
LOOK_AGAIN_S = 5.0
ONES_FROM = HOLES_A_SIDE // 2


def octets_of(address: str) -> Octets:
    """The numbers of an address that others can reach; of any other, none."""
    found = ip_address(address)
    if not isinstance(found, IPv4Address) or found.is_loopback or found.is_unspecified:
        return ()
    return tuple(found.packed)


def spelled(game: Game, octets: Octets) -> dict[str, Light]:
    """The lamps of an address: only on a board without a game, that asks nothing."""
    if game.play is not None or game.ask is not None:
        return {}
    return {name: light for side, number in enumerate(octets) for name, light in _number(side, number)}


def _number(side: int, number: int) -> Iterator[tuple[str, Light]]:
    letter, colour = SEAT_LETTERS[side], rgb(PALETTE[side])
    for i in range(number // 100):
        yield f"{letter}H{i + 1}", Light(colour, Rhythm.MAY, HALF)
    for i in range(number // 10 % 10):
        yield f"{letter}{i}", Light(colour, Rhythm.MAY, HALF)
    for i in range(number % 10):
        yield f"{letter}{ONES_FROM + i}", Light(WHITE, Rhythm.MAY, HALF)


class Welcome:
    """The address to spell, kept up to date: a network may come after the board, and change.

    Args:
        is_known: whether somebody has found the page already; then nothing is spelled.
        changed: called from this thread or another one when there is another address.
    """

    def __init__(self, is_known: Callable[[], bool], changed: Callable[[], None]) -> None:
        self._is_known = is_known
        self._changed = changed
        self._octets: Octets = ()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def octets(self) -> Octets:
        """What the lamps shall spell now."""
        return () if self._is_known() else self._octets

    def follow(self, address: Callable[[], str], every_s: float = LOOK_AGAIN_S) -> None:
        """Spell that address from now on, looking again every so often, until `stop`."""
        self._thread = threading.Thread(
            target=self._follow, args=(address, every_s), name="welcome", daemon=True
        )
        self._thread.start()

    def _follow(self, address: Callable[[], str], every_s: float) -> None:
        while True:
            found = octets_of(address())
            if found != self._octets:
                self._octets = found
                self._changed()
            if self._stopping.wait(every_s):
                return

    def stop(self) -> None:
        """End at once. Twice is fine."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
