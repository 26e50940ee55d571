"""Why a table cannot be set up, in the reader's language: each sentence of `BadOption` and `BadPosition`.

A refusal carries the English sentence, as a program reads it; here it is known again by its message, and said
with the same values. A test holds the list to the sentences that are raised.
"""

import re
from functools import cache

from engine.wording import Catalogue, _

PROBLEMS = (
    _("nobody sits there"),
    _("nobody sits at one of the seats named"),
    _("{count} cards are too few for {players} hands of {hand}"),
    _("no card is enrolled in {deck}"),
    _("two would have the same colour"),
    _("it must be a text of 1 to {most} characters"),
    _("that is the name of a ruleset that comes with the board"),
    _("{most} are saved already; delete one first"),
    _("{players} cannot play; it may be 2, 4, 6, 8 or 10"),
    _("two players play without teams; it must be 0"),
    _("{players} players cannot be {teams} teams; it may be {allowed}"),
    _("{sides} is no board; it may be 4, 6, 8 or 10"),
    _("a board of {sides} sides has no such teams; seats are {seats}"),
    _("{rules} is not played by {players}"),
    _("{rules} is played by two teams; a house ruleset that gives players may have more"),
    _("team needs a side with two seats; without teams it must be own_then_help"),
    _("{players} players may add none; it must be 0"),
    _("{players} players may add 0 to {most}"),
    _("only ten players may add a deck"),
    _("{value} is not allowed; it may be {allowed}"),
    _("{value} is not a list of at least one of {allowed}"),
    _("there is no ruleset {value}; there are {allowed}"),
    _("there is no such option; there are {allowed}"),
    _("it has no meaning while nine is forward; leave it out or let the 9 split"),
    _("with draw = after nobody can forget to draw; it must be off"),
    _("with draw = before the whole hand of {hand} is dealt"),
    _("no more can be dealt than a hand holds, which is {hand}"),
    _("{card} is not a card; write A, 2 to 10, J, Q, K or Joker, with a suit or without, like 7H"),
    _("seats {given} given, {names} are in play"),
    _("a seat has a list of five entries"),
    _("{entry} is no hole of this board"),
    _("{entry} is another seat's home"),
    _("{entry} is held by a peg of {seat} already"),
    _("{entry} names no seat; write A:A8,S,S,S,S"),
    _("it stands twice"),
)
OR = _("{some} or {last}")
"""The end of a list of what is allowed."""


def say_problem(problem: str, words: Catalogue) -> str:
    """A problem of `BadOption` in the reader's language; as it is where its message is not known."""
    for message, pattern in _patterns():
        found = pattern.fullmatch(problem)
        if found is not None:
            values = found.groupdict()
            if "allowed" in values:
                values["allowed"] = _listed(values["allowed"], words)
            return words.gettext(message).format(**values)
    return problem


def say_setup(found: str, words: Catalogue) -> str:
    """The same with the option's name before it, which is a name and stays: `teams: …`."""
    option, colon, problem = found.partition(": ")
    return f"{option}{colon}{say_problem(problem, words)}" if colon else say_problem(found, words)


def _listed(text: str, words: Catalogue) -> str:
    some, found, last = text.rpartition(" or ")
    return words.gettext(OR).format(some=some, last=last) if found else text


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    """The messages with what they match; those that say most themselves first."""
    longest = sorted(PROBLEMS, key=lambda message: -len(re.sub(r"\{\w+\}", "", message)))
    return [(message, _pattern(message)) for message in longest]


def _pattern(message: str) -> re.Pattern[str]:
    parts = re.split(r"(\{\w+\})", message)
    return re.compile(
        "".join(f"(?P<{part[1:-1]}>.+)" if part.startswith("{") else re.escape(part) for part in parts),
        re.DOTALL,
    )
