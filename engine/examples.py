"""For each card an example of what it does, found by the referee itself: so it cannot disagree with it.

A scene is where the pegs stand and what is to be shown there. The first scene in which these rules have such
a move is taken; every card has one, whatever the rules.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from engine.board import PEGS, START, START_NAME, Seat, seat_name
from engine.cards import Card, PhysicalCard, Rank, Suit
from engine.game import Play, Turn
from engine.inputs import NewGame
from engine.landing import Cause
from engine.notation import Move, describe, write_move
from engine.position import parse_position
from engine.setting_up import play_from, setup_of
from engine.setup import Setup


class Shows(Enum):
    """What an example is to show."""

    OUT = auto()
    AHEAD = auto()
    HOME = auto()
    SPLIT = auto()
    PUSH = auto()
    SWAP = auto()


@dataclass(frozen=True, slots=True)
class Scene:
    """The pegs that are not in start, by seat, and what is to be shown."""

    shows: Shows
    pegs: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Example:
    """A card played: how it stood before, and the turn that was taken."""

    rank: Rank
    before: Play
    turn: Turn


_FORWARD = Scene(Shows.AHEAD, {"A": ("A8",)})
SCENES: Mapping[Rank, tuple[Scene, ...]] = {
    Rank.ACE: (Scene(Shows.OUT, {}),),
    Rank.TWO: (Scene(Shows.SWAP, {"A": ("A8",), "B": ("A15",)}), _FORWARD),
    Rank.THREE: (Scene(Shows.HOME, {"A": ("A1",)}), _FORWARD),
    Rank.FOUR: (Scene(Shows.PUSH, {"A": ("A8",), "B": ("A12",)}), _FORWARD),
    Rank.FIVE: (Scene(Shows.PUSH, {"A": ("A8",), "C": ("A13",)}), _FORWARD),
    Rank.SIX: (_FORWARD,),
    Rank.SEVEN: (Scene(Shows.SPLIT, {"A": ("A0", "A9")}), _FORWARD),
    Rank.EIGHT: (Scene(Shows.AHEAD, {"A": ("A9",)}),),
    Rank.NINE: (Scene(Shows.SPLIT, {"A": ("A9", "B5")}), _FORWARD),
    Rank.TEN: (_FORWARD,),
    Rank.JACK: (Scene(Shows.PUSH, {"B": ("A8",)}), _FORWARD),
    Rank.QUEEN: (_FORWARD,),
    Rank.KING: (Scene(Shows.OUT, {"A": ("A12",)}), _FORWARD),
    Rank.JOKER: (
        Scene(Shows.PUSH, {"B": ("C6",)}),
        Scene(Shows.PUSH, {"A": ("A8",), "B": ("C6",)}),
        Scene(Shows.OUT, {"A": ("A12",)}),
    ),
}


def examples(preset: str, options: tuple[tuple[str, object], ...]) -> list[Example]:
    """One for each card, in the order of cards, at the table of four where these rules have one.

    Raises:
        BadOption: these are no rules.
    """
    setup = setup_of(NewGame(4, preset, options, first=Seat(0)))
    return [next(_played(setup, rank, scenes)) for rank, scenes in SCENES.items()]


def _played(setup: Setup, rank: Rank, scenes: tuple[Scene, ...]) -> Iterator[Example]:
    standing = (
        (play_from(setup, parse_position(setup.table, _pegs(scene, setup)), Seat(0)), scene.shows)
        for scene in scenes
    )
    return (
        Example(rank, before, Turn(Seat(0), PhysicalCard(card_of(rank), 1), move, before.stand, 0))
        for before, shows in standing
        for move in _showing(before, rank, shows)
    )


def _pegs(scene: Scene, setup: Setup) -> dict[str, list[str]]:
    out = {seat_name(seat): scene.pegs.get(seat_name(seat), ()) for seat in setup.table.seats}
    return {seat: [*holes, *[START_NAME] * (PEGS - len(holes))] for seat, holes in out.items()}


def card_of(rank: Rank) -> Card:
    """A card of that rank, to speak of."""
    return Card(rank, None if rank is Rank.JOKER else Suit.HEARTS)


def moves_of(play: Play, rank: Rank) -> list[Move]:
    """Every distinct result of a card where the pegs stand, in the order of their notation."""
    movement, card = play.setup.movement, card_of(rank)
    found = [
        describe(movement, play.position, recipes, result)
        for result, recipes in movement.choices(play.position, play.turn, rank).items()
    ]
    return sorted(found, key=lambda move: write_move(movement.table, card, move))


def _showing(play: Play, rank: Rank, shows: Shows) -> list[Move]:
    """The moves that show it; of splits, one that ends in home first."""
    fitting = [move for move in moves_of(play, rank) if _fits(play, move, shows)]
    return sorted(fitting, key=lambda move: not _ends_home(play, move))


def _ends_home(play: Play, move: Move) -> bool:
    board = play.setup.table.board
    return any(board.home_depth(step.seat, step.end) for step in move.steps)


def _fits(play: Play, move: Move, shows: Shows) -> bool:
    swapped = any(push.cause is Cause.SWAP for push in move.displaced)
    match shows:
        case Shows.OUT:
            return move.steps[0].start == START
        case Shows.AHEAD:
            return len(move.steps) == 1 and move.steps[0].start != START and not move.displaced
        case Shows.HOME:
            return _ends_home(play, move)
        case Shows.SPLIT:
            return len(move.steps) == 2
        case Shows.PUSH:
            return bool(move.displaced) and not swapped
        case Shows.SWAP:
            return swapped
