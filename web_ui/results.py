"""What many games come to: who won how often, evening by evening, and who shoved whom over the years."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.palette import PALETTE
from web_ui.care_gateway import Clock
from web_ui.gateway import Tally
from web_ui.words import palette_name

EVENING_BEGINS_H = 6
"""A game that begins before this hour belongs to the evening before."""
MOST_PAIRS = 60


class Player(NamedTuple):
    """A player over all games."""

    name: str
    games: int
    won: int
    evenings: int


class Evening(NamedTuple):
    """A day with games that were played to their end, and who won how many of them."""

    day: str
    games: int
    won: Sequence[tuple[str, int]]


class Pair(NamedTuple):
    """Who shoved whom how often, and how often in each year."""

    by: str
    whom: str
    times: int
    years: Sequence[tuple[str, int]]


def results(tallies: Sequence[Tally], clock: Clock) -> dict[str, Any]:
    """`players`, `evenings` and `pairs` for the page."""
    return {
        "players": _players(tallies, clock),
        "evenings": _evenings(tallies, clock),
        "pairs": _pairs(tallies, clock),
    }


def _names(tally: Tally) -> dict[str, str]:
    """How the seats of a game are called: by name, else by colour."""
    return {seat: name.strip() or _colour(colour) for seat, name, colour in tally.players}


def _colour(colour: str) -> str:
    return palette_name(colour) if colour in PALETTE else colour


def _day(tally: Tally, clock: Clock) -> str:
    return clock.shown(tally.since_s - EVENING_BEGINS_H * 3600, "%Y-%m-%d")


def _players(tallies: Sequence[Tally], clock: Clock) -> list[Player]:
    games, won = Counter[str](), Counter[str]()
    evenings: dict[str, set[str]] = defaultdict(set)
    for tally in tallies:
        if not tally.won:
            continue
        names = _names(tally)
        winners = {names[seat] for seat in tally.won}
        for name in set(names.values()):  # once, who plays for two seats
            games[name] += 1
            won[name] += name in winners
            evenings[name].add(_day(tally, clock))
    found = [Player(name, games[name], won[name], len(evenings[name])) for name in games]
    return sorted(found, key=lambda one: (-one.won, one.games, one.name))


def _evenings(tallies: Sequence[Tally], clock: Clock) -> list[Evening]:
    games, won = Counter[str](), defaultdict[str, Counter[str]](Counter)
    for tally in tallies:
        if tally.won:
            day, names = _day(tally, clock), _names(tally)
            games[day] += 1
            won[day].update(list(dict.fromkeys(names[seat] for seat in tally.won)))
    return [Evening(day, games[day], won[day].most_common()) for day in sorted(games, reverse=True)]


def _pairs(tallies: Sequence[Tally], clock: Clock) -> list[Pair]:
    years: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for tally in tallies:
        names, year = _names(tally), clock.shown(tally.since_s, "%Y")
        for by, whom, times in tally.shoves:
            years[names[by], names[whom]][year] += times
    pairs = [Pair(*pair, sum(count.values()), sorted(count.items())) for pair, count in years.items()]
    return sorted(pairs, key=lambda one: (-one.times, one.by, one.whom))[:MOST_PAIRS]
