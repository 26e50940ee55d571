"""Which pegs a card moves, found on the wood with the slow generator's own steps."""

from collections.abc import Iterator

from tests.slow.generator import (
    both_forward,
    one_each_way,
    seats_for_second_half,
    targets_from_start,
    track_pegs_may_jump,
    without_suit,
)
from tests.slow.one_peg import (
    Board,
    Half,
    Table,
    backward_ends,
    board_from,
    come_out,
    forward_ends,
    in_start,
    landed,
    movable_seats,
    on_track,
)
from tests.slow.positions import Case
from tests.slow.rules import merged

Peg = tuple[str, str]
"""A seat and the hole its peg stands on, `S` in start."""


def table_of(case: Case) -> Table:
    return Table(merged(case.rules, case.options), case.sides, case.teams, case.turn)


def movers(case: Case) -> set[Peg]:
    """Every peg that leaves its hole in some way of playing the card."""
    table, board, card = table_of(case), board_from(case.pegs, case.sides), without_suit(case.card)
    seats = movable_seats(table, board)
    halves = halves_of(table, card)
    by_split = {peg for pair in halves for peg in split_movers(table, board, *pair)}
    found = set(by_split)
    if not (by_split and card == "9" and table.rules.nine == "split_else_forward"):
        found |= {peg for peg, _end, _after in walked(table, board, seats, whole_of(table, card))}
    if card in ("A", "J", "Q", "K"):
        found |= {
            (s, "S") for s in seats if in_start(board, s) and landed(table, board, None, s, come_out(s))
        }
    if card == "Joker":
        found |= set(jumpers(table, board, seats))
    if card == "2" and table.rules.two_swaps:
        found |= set(swappers(board, seats))
    return found


def whole_of(table: Table, card: str) -> Half | None:
    if card == "Joker":
        return None
    if card == "8":
        return 8, "backward"
    faces = {"A": 1, "J": table.rules.jack, "Q": table.rules.queen, "K": table.rules.king}
    return faces[card] if card in faces else int(card), "forward"


def halves_of(table: Table, card: str) -> list[tuple[Half, Half]]:
    if card == "7":
        return both_forward(7)
    if card == "9" and table.rules.nine != "forward":
        return both_forward(9) if table.rules.nine_direction == "both_forward" else one_each_way(9)
    return []


def walked(
    table: Table, board: Board, seats: list[str], half: Half | None, but: str = ""
) -> Iterator[tuple[Peg, str, Board]]:
    if half is None:
        return
    count, way = half
    ends = forward_ends if way == "forward" else backward_ends
    for hole, seat in board.items():
        if seat in seats and hole != but:
            for end in ends(table, board, hole, count):
                for after in landed(table, board, hole, seat, end):
                    yield (seat, hole), end, after


def split_movers(table: Table, board: Board, first: Half, second: Half) -> Iterator[Peg]:
    seats = movable_seats(table, board)
    for (seat, hole), end, between in walked(table, board, seats, first):
        then = list(seats_for_second_half(table, between, [seat] if table.rules.control != "team" else seats))
        for (other, now), _end, _after in walked(table, between, then, second, but=end):
            yield seat, hole
            yield other, stood_on(board, between, hole, other, now)


def stood_on(board: Board, between: Board, moved_from: str, seat: str, now: str) -> str:
    """Where the peg on `now` stood before the first half, which may have pushed it."""
    if board.get(now) == seat and now != moved_from:
        return now
    return next(h for h in board if board[h] == seat != between.get(h) and h != moved_from)


def jumpers(table: Table, board: Board, seats: list[str]) -> Iterator[Peg]:
    for seat in seats:
        targets = [hole for hole in board if on_track(hole) and board[hole] != seat]
        from_start = targets_from_start(table, seat, targets) if in_start(board, seat) else []
        if any(landed(table, board, None, seat, target) for target in from_start):
            yield seat, "S"
        for hole in [
            h for h in board if board[h] == seat and on_track(h) and track_pegs_may_jump(table, board)
        ]:
            if any(landed(table, board, hole, seat, target) for target in targets):
                yield seat, hole


def swappers(board: Board, seats: list[str]) -> Iterator[Peg]:
    for hole in filter(on_track, board):
        if board[hole] in seats and any(on_track(h) and board[h] != board[hole] for h in board):
            yield board[hole], hole
