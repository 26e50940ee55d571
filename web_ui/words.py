"""The page's words: gettext for each request, and how seats are called.

English is the language of the messages themselves; catalogues lie in `locale/<language>/LC_MESSAGES`.
"""

import gettext
from collections.abc import Callable
from functools import cache
from pathlib import Path

from flask import Flask, g, request

from engine.board import Seat, seat_name
from engine.game import Setup
from engine.palette import PALETTE, colour_of

LOCALE = Path(__file__).parent / "locale"
LANGUAGES = ("en",)


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
    app.before_request(_listen)
    app.context_processor(lambda: {"_": _, "language": language()})


def _listen() -> None:
    g.language = request.accept_languages.best_match(LANGUAGES, LANGUAGES[0])


def language() -> str:
    """The language of this request."""
    return str(getattr(g, "language", LANGUAGES[0]))


def catalogue() -> gettext.NullTranslations:
    """The catalogue of this request."""
    return _catalogue_of(language())


@cache
def _catalogue_of(language: str) -> gettext.NullTranslations:
    """A language that lacks one speaks English."""
    return gettext.translation("peglight", LOCALE, [language], fallback=True)


def _(message: str) -> str:
    """The message in the language of this request."""
    return catalogue().gettext(message)


def name_of(setup: Setup) -> Callable[[Seat], str]:
    """How the seats of a game are called: the player's name, else the colour, else the letter."""

    def name(seat: Seat) -> str:
        look = setup.look(seat)
        colour = colour_of(look)
        if look.name:
            return look.name
        if colour in PALETTE:
            return _(COLOURS[PALETTE.index(colour)])
        return _("Seat {letter}").format(letter=seat_name(seat))

    return name
