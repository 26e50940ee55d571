"""What a card does, drawn: an example each for the rules page, and what it does where the pegs stand now."""

from dataclasses import dataclass

from engine.board import START
from engine.cards import PhysicalCard, Rank
from engine.examples import card_of, examples, moves_of
from engine.explain import explain
from engine.game import Play, Turn
from engine.house import Options
from engine.notation import Move
from engine.ruleset import BadOption
from engine.wording import say_reason, say_turn
from web_ui.example_drawing import MoveDrawing, draw_move
from web_ui.state import named
from web_ui.words import _, catalogue, name_of

MOST_DRAWN = 24
"""A joker may have sixty ways; who has seen so many has understood."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card played: the card, the move on its board and the same as a sentence."""

    card: str
    drawn: MoveDrawing
    text: str


@dataclass(frozen=True, slots=True)
class Here:
    """What a card does where the pegs stand.

    Attributes:
        who: whose turn it is; moves: its results, the first of them; left: how many more there are.
        reasons: whose peg and where, and why it cannot move.
    """

    who: str
    moves: list[Drawn]
    left: int
    reasons: list[tuple[str, str, str]]


def drawn_examples(preset: str, options: Options) -> list[Drawn]:
    """One for each card; none where these rules have no table of four."""
    try:
        found = examples(preset, options)
    except BadOption:
        return []
    return [_drawn(one.before, one.rank, one.turn.move) for one in found if one.turn.move]


def ask_here(play: Play, rank: Rank) -> Here:
    """What a card of that rank does now, for the seat whose turn it is."""
    moves, name, board = moves_of(play, rank), name_of(play.setup), play.setup.table.board
    words = explain(play.setup.movement, play.position, play.turn, rank)
    reasons = [
        (
            name(word.seat),
            _("start") if word.hole == START else board.name(word.hole),
            say_reason(word.reason, board, catalogue()),
        )
        for word in words
        if word.reason
    ]
    drawn = [_drawn(play, rank, move) for move in moves[:MOST_DRAWN]]
    return Here(name(play.turn), drawn, max(0, len(moves) - MOST_DRAWN), reasons)


def _drawn(play: Play, rank: Rank, move: Move) -> Drawn:
    turn = Turn(play.turn, PhysicalCard(card_of(rank), 1), move, play.stand, 0)
    text = say_turn(turn, play, named(play), catalogue()).replace(str(card_of(rank)), str(rank))
    return Drawn(str(rank), draw_move(play, move), text)
