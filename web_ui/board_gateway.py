"""What the page needs of the daemon to set the board itself up: its lamps, readers, buttons and knobs.

The daemon satisfies these by shape, as with `gateway`. What keeps something answers what is wrong, in a
sentence, or an empty text.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from engine.game import Play


class Strip(Protocol):
    """A strip; currents in mA, `draws_ma` and `most_ma` estimates. `sacrificial`: None where it cannot be."""

    @property
    def name(self) -> str: ...
    @property
    def driver(self) -> str: ...
    @property
    def state(self) -> str: ...
    @property
    def detail(self) -> str: ...
    @property
    def lamps(self) -> int: ...
    @property
    def order(self) -> str: ...
    @property
    def sacrificial(self) -> bool | None: ...
    @property
    def budget_ma(self) -> int: ...
    @property
    def ma_per_lamp(self) -> int: ...
    @property
    def draws_ma(self) -> int: ...
    @property
    def most_ma(self) -> int: ...
    @property
    def least_ma(self) -> int: ...
    @property
    def rings(self) -> Sequence[int]: ...


class Looks(Protocol):
    """How bright the lamps are, 0.05 to 1, and whether it is night."""

    @property
    def brightness(self) -> float: ...
    @property
    def night(self) -> bool: ...
    @property
    def night_brightness(self) -> float: ...


class WiringView(Protocol):
    """How far the wiring wizard is; `firmware_host.wiring_bench` says it in full."""

    @property
    def sides(self) -> int: ...
    @property
    def strip(self) -> str: ...
    @property
    def number(self) -> int: ...
    @property
    def expected(self) -> str | None: ...
    @property
    def said(self) -> Sequence[str]: ...
    @property
    def proposed(self) -> Sequence[str]: ...
    @property
    def lacking(self) -> Sequence[str]: ...
    @property
    def done(self) -> bool: ...
    @property
    def answers(self) -> int: ...
    @property
    def saved(self) -> bool: ...


class WiringBench(Protocol):
    """The wiring wizard."""

    def begin(self, sides: int, *, anew: bool, apart: bool) -> None:
        """Wire a ring anew, or look through its map. ValueError where no ring has so many sides."""

    def shown(self) -> WiringView | None:
        """How far it is; None where nobody has begun."""

    def say(self, strip: str, number: int, hole: str) -> bool:
        """The lamp asked about is at that hole, or at none; False if another is. ValueError: no such hole."""

    def ask(self, hole: str) -> bool:
        """Ask about the lamp that is taken to be there; False where none is."""

    def unsay(self) -> None:
        """Forget the last answer."""

    def light(self) -> None:
        """Light the lamp in question again."""

    def save(self) -> str:
        """Keep the map."""


class Lights(Protocol):
    """The lamps. While the page shows something on them the game's picture yields."""

    @property
    def is_lent(self) -> bool:
        """Whether the page has the lamps now."""

    @property
    def shown(self) -> str:
        """The pattern that was shown last."""

    @property
    def wiring(self) -> WiringBench:
        """The wiring wizard."""

    def show(self, pattern: str, strip: str = "") -> None:
        """Show a pattern on one strip, or all. ValueError: no such pattern; KeyError: no such strip."""

    def play_again(self, play: Play) -> None:
        """Run the last turn of a game of the past again in light."""

    def renew(self) -> bool:
        """The page is still there; False where the lamps have gone back to the game."""

    def give_back(self) -> None:
        """The lamps are the game's again."""

    def looks(self) -> Looks:
        """How bright they are."""

    def strips(self) -> Sequence[Strip]:
        """Every strip."""

    def set_looks(self, brightness: float, night: bool, night_brightness: float) -> str:
        """Keep how bright they are."""

    def set_strip(self, name: str, settings: Mapping[str, int | bool]) -> str:
        """Keep what a strip is: lamps, sacrificial, budget_ma, ma_per_lamp."""

    def set_order(self, name: str, seen: Mapping[str, str]) -> str:
        """Keep the order of colours that follows from what was seen. ValueError: none does."""

    def change_chips(self, name: str) -> str:
        """Take the strip for one with white lamps too, or no longer."""


class Control(Protocol):
    """A reader, button or knob; `firmware_host.controls` says it in full."""

    @property
    def kind(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def driver(self) -> str: ...
    @property
    def state(self) -> str: ...
    @property
    def detail(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def seat(self) -> str: ...
    @property
    def touched(self) -> int: ...
    @property
    def since_ms(self) -> int: ...
    @property
    def what(self) -> str: ...
    @property
    def size(self) -> int: ...


class Controls(Protocol):
    """Readers, buttons and knobs."""

    @property
    def tries(self) -> bool:
        """Whether somebody is trying them out, and the game hears nothing of it."""

    def try_out(self) -> None:
        """Somebody looks at the page: the game hears nothing of what hands do, for a while."""

    def stop_trying(self) -> None:
        """The game hears again."""

    def parts(self) -> Sequence[Control]:
        """Each of them."""

    def set_roles(self, keys: Mapping[str, str], seats: Mapping[str, str]) -> str:
        """Keep what each is for, and whose. ValueError: no such key; KeyError: no such device."""
