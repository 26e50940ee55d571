"""Moves read from text, whoever wrote it. docs/notation.md; written by `notation.write_move`.

A text is read by itself, without a position: whether it is a move there, the referee says.
"""

import re
from dataclasses import dataclass

from engine.board import START, Board, Hole, Seat, seat_name
from engine.cards import Card
from engine.inputs import seat_of
from engine.notation import Move


class BadText(ValueError):
    """A text that is none of ours.

    Attributes:
        at: how many characters into the text the trouble begins.
    """

    def __init__(self, at: int, problem: str) -> None:
        super().__init__(problem)
        self.at = at
        self.problem = problem


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """A move as it stands in a text.

    Attributes:
        steps: for each peg moved, from where and to where; from START with whose start it is.
        pushes: for each peg pushed, from where and to where; to START without.
    """

    steps: tuple[tuple[Seat | None, Hole, Hole], ...]
    pushes: tuple[tuple[Hole, Hole], ...] = ()


def as_written(move: Move) -> WrittenMove:
    """What a text says of a move."""
    return WrittenMove(
        tuple((step.seat if step.start == START else None, step.start, step.end) for step in move.steps),
        tuple((push.start, push.end) for push in move.displaced),
    )


def write_words(board: Board, move: WrittenMove) -> str:
    """`A12-A15 xC3-S`: the move without its card."""
    steps = [
        f"{'' if seat is None else seat_name(seat)}{board.name(start)}-{board.name(end)}"
        for seat, start, end in move.steps
    ]
    return " ".join(steps + [f"x{board.name(start)}-{board.name(end)}" for start, end in move.pushes])


_WORD = re.compile(r"(x?)([^-]*)-(.*)", re.DOTALL)


def parse_words(board: Board, text: str) -> WrittenMove:
    """Read `A12-A15 xC3-S`.

    Raises:
        BadText: it is not of that form, or this board has no such hole.
    """
    steps: list[tuple[Seat | None, Hole, Hole]] = []
    pushes: list[tuple[Hole, Hole]] = []
    for word in re.finditer(r"\S+", text):
        found = _WORD.fullmatch(word[0])
        if found is None:
            raise BadText(
                word.start(), f"{word[0]} is no step; write A12-A15, AS-A8 from start, xC3-S for a push"
            )
        push, start, end = found.groups()
        at = word.start() + found.start(2), word.start() + found.start(3)
        if push:
            pushes.append((_hole(board, start, at[0]), START if end == "S" else _hole(board, end, at[1])))
        elif pushes:
            raise BadText(word.start(), "a step stands before all pushes")
        else:
            steps.append((*_start(board, start, at[0]), _hole(board, end, at[1])))
    if not 1 <= len(steps) <= 2:
        raise BadText(0, f"a move has one step or two, not {len(steps)}")
    return WrittenMove(tuple(steps), tuple(pushes))


def parse_move(board: Board, text: str) -> tuple[Card, WrittenMove]:
    """Read a whole move, `7♥ A12-A15 A0-AH1 xC3-S`.

    Raises:
        BadText: it is none.
    """
    card, _space, words = text.partition(" ")
    try:
        parsed = Card.parse(card)
    except ValueError as bad:
        raise BadText(0, str(bad)) from None
    try:
        return parsed, parse_words(board, words)
    except BadText as bad:
        raise BadText(bad.at + len(card) + 1, bad.problem) from None


def _start(board: Board, name: str, at: int) -> tuple[Seat | None, Hole]:
    if len(name) == 2 and name[1] == "S" and board.hole(f"{name[0]}0") is not None:
        return seat_of(name[0]), START
    return None, _hole(board, name, at)


def _hole(board: Board, name: str, at: int) -> Hole:
    hole = board.hole(name)
    if hole is None:
        raise BadText(at, f"{name or 'nothing'} is no hole of this board")
    return hole
