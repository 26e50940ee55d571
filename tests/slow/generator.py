"""Every placement a card can lead to, worked out hole by hole from RULES.md and from nothing else.

Slow on purpose: it walks a dict of hole names the way a finger walks the wood. The engine is checked
against it, so nothing here may come from the engine, and nothing here is clever.
"""

from collections.abc import Iterator, Mapping, Sequence

from tests.slow.one_peg import (
    Board,
    Half,
    Table,
    board_from,
    come_out,
    finished,
    in_start,
    landed,
    movable_seats,
    on_track,
    own_side,
    steps,
)
from tests.slow.rules import merged

# (seat, its five holes sorted), the seats sorted.
Outcome = tuple[tuple[str, tuple[str, ...]], ...]
SUITS = ("H", "D", "C", "S")


def outcomes(
    rules: str,
    options: Mapping[str, object],
    sides: int,
    teams: Sequence[Sequence[str]],
    pegs: Mapping[str, Sequence[str]],
    turn: str,
    card: str,
) -> set[Outcome]:
    """Every distinct placement that `turn` can reach with `card`; empty if the card moves nothing.

    The position is judged as given, a won one too. `card`: A 2 … 10 J Q K Joker, or with a suit: 7H.

    Raises:
        ValueError: the placement is not five pegs a seat in holes of their own, or the card is unknown.
    """
    table = Table(merged(rules, options), sides, teams, turn)
    board = board_from(pegs, sides)
    return {outcome_of(table, after) for after in boards_after(table, board, without_suit(card))}


def canonical(pegs: Mapping[str, Sequence[str]]) -> Outcome:
    """The placement in one fixed order: within a seat, and of the seats, order means nothing. RULES 1."""
    return tuple((seat, tuple(sorted(pegs[seat]))) for seat in sorted(pegs))


def outcome_of(table: Table, board: Board) -> Outcome:
    pegs = {}
    for team in table.teams:
        for seat in team:
            out = [hole for hole in board if board[hole] == seat]
            pegs[seat] = out + ["S"] * (5 - len(out))
    return canonical(pegs)


def without_suit(card: str) -> str:
    if card != "Joker" and card.endswith(SUITS):
        return card[:-1]
    return card


# --- RULES 3: what each card does -----------------------------------------------------------------


def boards_after(table: Table, board: Board, card: str) -> Iterator[Board]:
    rules = table.rules
    match card:
        case "A":
            yield from whole(table, board, (1, "forward"))
            yield from coming_out(table, board)
        case "J" | "Q" | "K":
            count = {"J": rules.jack, "Q": rules.queen, "K": rules.king}[card]
            yield from whole(table, board, (count, "forward"))
            yield from coming_out(table, board)
        case "2":
            yield from whole(table, board, (2, "forward"))
            if rules.two_swaps:
                yield from swaps(table, board)
        case "3" | "4" | "5" | "6" | "10":
            yield from whole(table, board, (int(card), "forward"))
        case "7":
            yield from whole(table, board, (7, "forward"))
            yield from splits(table, board, both_forward(7))
        case "8":
            yield from whole(table, board, (8, "backward"))
        case "9":
            yield from nine(table, board)
        case "Joker":
            yield from jokers(table, board)
        case _:
            raise ValueError(f"no card {card!r}")


def nine(table: Table, board: Board) -> Iterator[Board]:
    if table.rules.nine == "forward":
        yield from whole(table, board, (9, "forward"))
        return
    if table.rules.nine_direction == "both_forward":
        split = list(splits(table, board, both_forward(9)))
    else:
        split = list(splits(table, board, one_each_way(9)))
    yield from split
    # RULES 3, Social Security: the whole 9 only if no split can be played.
    if table.rules.nine == "forward_or_split" or not split:
        yield from whole(table, board, (9, "forward"))


def whole(table: Table, board: Board, half: Half) -> Iterator[Board]:
    for _, after in steps(table, board, movable_seats(table, board), half):
        yield after


def coming_out(table: Table, board: Board) -> Iterator[Board]:
    # RULES 4.6, and 5: coming out is a landing.
    for seat in movable_seats(table, board):
        if in_start(board, seat) > 0:
            yield from landed(table, board, None, seat, come_out(seat))


# --- RULES 6: splits ------------------------------------------------------------------------------


def both_forward(total: int) -> list[tuple[Half, Half]]:
    return [((first, "forward"), (total - first, "forward")) for first in range(1, total)]


def one_each_way(total: int) -> list[tuple[Half, Half]]:
    pairs: list[tuple[Half, Half]] = []
    for first in range(1, total):
        # Nine in all, one forward and one backward; the player chooses which half goes first.
        pairs.append(((first, "forward"), (total - first, "backward")))
        pairs.append(((first, "backward"), (total - first, "forward")))
    return pairs


def splits(table: Table, board: Board, pairs: Sequence[tuple[Half, Half]]) -> Iterator[Board]:
    seats = movable_seats(table, board)
    for first, second in pairs:
        for end, between in steps(table, board, seats, first):
            # The second half is judged on the board the first half left, and never moves the same peg.
            then = seats_for_second_half(table, between, seats)
            for _, after in steps(table, between, then, second, but=end):
                yield after


def seats_for_second_half(table: Table, between: Board, seats: Sequence[str]) -> Sequence[str]:
    if table.rules.control == "team" or not table.rules.split_carry:
        return seats
    if all(finished(between, seat) for seat in seats):
        # split_carry: the rest goes to whom the player helps from now on; nobody left, no split.
        return movable_seats(table, between)
    return seats


# --- RULES 7: jokers; RULES 9: two_swaps ----------------------------------------------------------


def jokers(table: Table, board: Board) -> Iterator[Board]:
    for seat in movable_seats(table, board):
        targets = [hole for hole in board if on_track(hole) and board[hole] != seat]
        if in_start(board, seat) > 0:
            for target in targets_from_start(table, seat, targets):
                yield from landed(table, board, None, seat, target)
        if track_pegs_may_jump(table, board):
            for source in board:
                if on_track(source) and board[source] == seat:
                    for target in targets:
                        yield from landed(table, board, source, seat, target)


def targets_from_start(table: Table, seat: str, occupied: list[str]) -> list[str]:
    targets = []
    if "occupied" in table.rules.joker_from_start:
        targets += occupied
    if "come_out" in table.rules.joker_from_start:
        targets.append(come_out(seat))
    return targets


def track_pegs_may_jump(table: Table, board: Board) -> bool:
    if table.rules.joker_from_track == "team_start_empty":
        # Every start area of the side, one's own too, whatever `control`.
        return all(in_start(board, seat) == 0 for seat in own_side(table))
    return table.rules.joker_from_track == "always"


def swaps(table: Table, board: Board) -> Iterator[Board]:
    # RULES 9: no landing and no walk, so nothing of RULES 4 and 5 is asked.
    for seat in movable_seats(table, board):
        for source in board:
            for target in board:
                if on_track(source) and on_track(target) and board[source] == seat != board[target]:
                    yield board | {source: board[target], target: seat}
