"""One word for each thing: whoever reads of a game on one page reads of it by the same word on the next."""

import re
from collections.abc import Mapping

import pytest

from web_ui.catalogues import LOCALE, read_po

TERMS: Mapping[str, Mapping[str, str]] = {
    "games?": {"de": r"\bpartien?\b", "fy": r"\bpartij", "it": r"\bpartit[ae]\b", "nl": r"\bpartij"},
    "decks?": {"de": "kartenspiel", "fy": r"\bspul", "it": r"\bmazz[oi]\b", "nl": r"\bspel"},
    "pegs?": {"de": "figur", "fy": "pion", "it": r"\bpedin[ae]\b", "nl": "pion"},
    "jokers?": {"de": "joker", "fy": "joker", "it": "jolly", "nl": "joker"},
    "seats?": {"de": "pl[aä]tz", "fy": r"\bplak", "it": r"\bpost[oi]\b", "nl": r"\bplaats"},
    "teams?": {"de": r"\bteam", "fy": r"\bteam", "it": r"\bsquadr[ae]\b", "nl": r"\bteam"},
    "thr[eo]w[ns]?": {
        "de": r"abw[eu]rf|abgeworfen|abwürfen|abzuwerfen|\b(wirft?|wirf)\b.*\bab\b",
        "fy": r"fuort ?(te )?sm[iy]t|\bsmyt\b.*\bfuort\b",
        "it": r"\bscart",
        "nl": r"weg ?(te )?(ge)?gooi|\bgooit?\b.*\bweg\b",
    },
    "simulated": {"de": "simuliert", "fy": "neibeare", "it": "simulat", "nl": "nagebootst"},
}
"""What a thing is called in English, and its one name in each other language."""
OTHER_MEANINGS = ("The basic game.", "{card} is not a card; write")
"""The beginnings of messages where the word means something else: a kind of game, how a card is written."""
NAMES_OF_NOTHING_ELSE = {"games?": ("de", "fy", "nl")}
"""Where the name may not be given to another thing: a side was called what a game is called."""


def said_in(language: str) -> list[tuple[str, str]]:
    """Each message with all that a language says for it, in lower case."""
    text = (LOCALE / language / "LC_MESSAGES" / "peglight.po").read_text(encoding="utf-8")
    return [(message, " ".join(said).lower()) for message, said in read_po(text)]


def has(term: str, message: str) -> bool:
    """Whether a message is about it; its places do not count."""
    return bool(re.search(rf"\b{term}\b", re.sub(r"\{\w+\}", "", message), re.IGNORECASE))


@pytest.mark.parametrize(
    ("term", "language", "name"), [(term, *one) for term, names in TERMS.items() for one in names.items()]
)
def test_a_thing_has_one_name_in_a_language(term: str, language: str, name: str) -> None:
    about = [one for one in said_in(language) if has(term, one[0]) and not one[0].startswith(OTHER_MEANINGS)]
    assert about
    assert [one for one in about if not re.search(name, one[1])] == []


@pytest.mark.parametrize(
    ("term", "language"), [(term, one) for term, several in NAMES_OF_NOTHING_ELSE.items() for one in several]
)
def test_its_name_is_that_of_nothing_else(term: str, language: str) -> None:
    name = TERMS[term][language]
    assert [one for one in said_in(language) if re.search(name, one[1]) and not has(term, one[0])] == []
