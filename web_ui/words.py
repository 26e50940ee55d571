"""The page's words: gettext for each request, and how seats are called.

English is the language of the messages themselves; the others are in `catalogues`.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Protocol, runtime_checkable

from flask import Flask, g, request

from engine.board import Seat, seat_name
from engine.inputs import SeatLook
from engine.palette import PALETTE, colour_of
from engine.setup import Setup
from web_ui.catalogues import Catalogue, read_catalogue

LANGUAGES = {"en": "English", "it": "Italiano", "fy": "Frysk", "de": "Deutsch", "nl": "Nederlands"}
"""Each by its own name, the first where none is asked for."""


@runtime_checkable
class Sentence(Protocol):
    """English text of the daemon's that knows its message, its plural if it has one, and its values."""

    @property
    def message(self) -> str: ...
    @property
    def plural(self) -> str: ...
    @property
    def values(self) -> Mapping[str, object]: ...


def mark(message: str) -> str:
    """Mark a message for the catalogues without translating it yet."""
    return message


COLOURS = (
    mark("Red"),
    mark("Blue"),
    mark("Yellow"),
    mark("Turquoise"),
    mark("Plum"),
    mark("Lilac"),
    mark("Violet"),
    mark("Amber"),
    mark("Green"),
    mark("Lime"),
)
"""How seats without a name of their own are called: by the colours of the palette, in its order."""


def speak(app: Flask) -> None:
    """Give each request the catalogue of its language, and the templates its `_`."""
    app.context_processor(lambda: {"_": _, "spoken": spoken, "language": language(), "languages": LANGUAGES})


def listen(chosen: str) -> None:
    """Speak the language that was chosen by hand, else the one that the browser asks for."""
    asked = (tag.partition("-")[0].lower() for tag, share in request.accept_languages if share > 0)
    known = (tongue for tongue in (chosen, *asked) if tongue in LANGUAGES)
    g.language = next(known, "en")


@contextmanager
def speaking(app: Flask, tongue: str) -> Iterator[None]:
    """Write for the requests of a language outside of any of them."""
    with app.app_context():
        g.language = tongue
        yield


def language() -> str:
    """The language of this request."""
    return str(getattr(g, "language", "en"))


def catalogue() -> Catalogue:
    """The catalogue of this request."""
    return _catalogue_of(language())


_catalogue_of = cache(read_catalogue)


def _(message: str) -> str:
    """The message in the language of this request."""
    return catalogue().gettext(message)


def spoken(text: str, words: Catalogue | None = None) -> str:
    """What the daemon says, in the language of this request or in `words`; what is no sentence, as it is."""
    if not isinstance(text, Sentence) or not text.message:
        return text
    words = words or catalogue()
    message = words.gettext(text.message)
    if text.plural:
        count = text.values["n"]
        assert isinstance(count, int)
        message = words.ngettext(text.message, text.plural, count)
    if not text.values:
        return message
    values = {
        name: spoken(value, words) if isinstance(value, str) else value for name, value in text.values.items()
    }
    return message.format(**values)


def palette_name(colour: str) -> str:
    """What a colour of the palette is called."""
    return _(COLOURS[PALETTE.index(colour)])


def colour_name(look: SeatLook) -> str:
    """A seat by its colour, else by its letter."""
    colour = colour_of(look)
    if colour in PALETTE:
        return palette_name(colour)
    return _("Seat {letter}").format(letter=seat_name(look.seat))


def name_of(setup: Setup) -> Callable[[Seat], str]:
    """How the seats of a game are called: the player's name, else the colour, else the letter."""

    def name(seat: Seat) -> str:
        look = setup.look(seat)
        return look.name or colour_name(look)

    return name
