"""One peg on the wood: the holes, whose peg it is, where it walks, what it pushes. RULES 1, 2, 4, 5, 8.

Written from RULES.md alone, hole by hole; for what a card makes of it see `generator.py`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tests.slow.rules import MoveRules

# Hole name -> seat of the peg in it, for track and home. What a seat lacks of five stands in its start.
Board = dict[str, str]
# Where a peg that moved now stands, and the board after it.
Moved = tuple[str, Board]
# One half of a split: how many holes, and "forward" or "backward".
Half = tuple[int, str]

SEATS = "ABCDEFGHIJ"


@dataclass(frozen=True, slots=True)
class Table:
    """What stays the same while one card is judged."""

    rules: MoveRules
    sides: int
    teams: Sequence[Sequence[str]]
    turn: str


# --- RULES 1: the holes ---------------------------------------------------------------------------


def all_track_holes(sides: int) -> list[str]:
    return [f"{seat}{number}" for seat in SEATS[:sides] for number in range(18)]


def in_spot(seat: str) -> str:
    return f"{seat}3"


def come_out(seat: str) -> str:
    return f"{seat}8"


def on_track(hole: str) -> bool:
    return hole != "S" and hole[1] != "H"


def next_on_track(hole: str, sides: int) -> str:
    side, number = hole[0], int(hole[1:])
    if number < 17:
        return f"{side}{number + 1}"
    return f"{SEATS[(SEATS.index(side) + 1) % sides]}0"


def previous_on_track(hole: str, sides: int) -> str:
    side, number = hole[0], int(hole[1:])
    if number > 0:
        return f"{side}{number - 1}"
    return f"{SEATS[(SEATS.index(side) - 1) % sides]}17"


def board_from(pegs: Mapping[str, Sequence[str]], sides: int) -> Board:
    # RULES 1: five entries a seat, no hole twice, home entries only in the seat's own home.
    board: Board = {}
    for seat, holes in pegs.items():
        if len(holes) != 5:
            raise ValueError(f"{seat} has {len(holes)} pegs")
        for hole in holes:
            if hole == "S":
                continue
            known = on_track(hole) and hole in all_track_holes(sides)
            own_home = hole in [f"{seat}H{deep}" for deep in (1, 2, 3, 4, 5)]
            if hole in board or not (known or own_home):
                raise ValueError(f"{seat} cannot stand on {hole}")
            board[hole] = seat
    return board


# --- RULES 2 and 8: whose pegs --------------------------------------------------------------------


def own_side(table: Table) -> list[str]:
    for team in table.teams:
        if table.turn in team:
            return list(team)
    raise ValueError(f"{table.turn} sits in no team")


def in_start(board: Board, seat: str) -> int:
    return 5 - list(board.values()).count(seat)


def finished(board: Board, seat: str) -> bool:
    return all(board.get(f"{seat}H{deep}") == seat for deep in (1, 2, 3, 4, 5))


def movable_seats(table: Table, board: Board) -> list[str]:
    """The seats whose pegs the player may move now; none once the whole side is home."""
    if table.rules.control == "team":
        return own_side(table)
    # RULES 8: own pegs until all are home, then the next unfinished teammate clockwise, stuck or not.
    seat = table.turn
    for _ in range(table.sides):
        if seat in own_side(table) and not finished(board, seat):
            return [seat]
        seat = SEATS[(SEATS.index(seat) + 1) % table.sides]
    return []


# --- RULES 4: moving ------------------------------------------------------------------------------


def steps(table: Table, board: Board, seats: Sequence[str], half: Half, but: str = "") -> Iterator[Moved]:
    """Each way to walk one peg of `seats`, that on hole `but` left out, the full count."""
    count, way = half
    for hole, seat in board.items():
        if seat not in seats or hole == but:
            continue
        if way == "forward":
            ends = forward_ends(table, board, hole, count)
        else:
            ends = backward_ends(table, board, hole, count)
        for end in ends:
            for after in landed(table, board, hole, seat, end):
                yield end, after


def forward_ends(table: Table, board: Board, hole: str, count: int) -> list[str]:
    seat = board[hole]

    def towards_home(at: str) -> str | None:
        # RULES 4.3: a peg turns in at its own in-spot only; RULES 4.4: in home it goes on forward.
        if at == in_spot(seat):
            return f"{seat}H1"
        if on_track(at):
            return next_on_track(at, table.sides)
        deep = int(at[2:])
        return f"{seat}H{deep + 1}" if deep < 5 else None

    def along_the_track(at: str) -> str | None:
        if not on_track(at):
            return None
        if at == in_spot(seat) and table.rules.home_entry == "no_pass":
            # RULES 4.3, Kilpatrick: never forward past its own in-spot, from standing on it either.
            return None
        return next_on_track(at, table.sides)

    home = walked(board, hole, count, towards_home)
    track = walked(board, hole, count, along_the_track)
    if home is None or on_track(home):
        # Too large a count, the way in barred, or the count ends before home: the track end alone.
        return [track] if track else []
    if track is None or table.rules.home_entry == "mandatory":
        return [home]
    return [home, track]


def backward_ends(table: Table, board: Board, hole: str, count: int) -> list[str]:
    def back(at: str) -> str | None:
        # RULES 4.4: nothing backs inside or out of home; 4.5: the own in-spot is a hole like any other.
        return previous_on_track(at, table.sides) if on_track(at) else None

    end = walked(board, hole, count, back)
    return [end] if end else []


def walked(board: Board, hole: str, count: int, onward: Callable[[str], str | None]) -> str | None:
    """The hole `count` steps on; None if the way ends before that, or meets a peg of the same colour."""
    at = hole
    for _ in range(count):
        following = onward(at)
        # RULES 4.2: a peg neither passes nor lands on its own colour.
        if following is None or board.get(following) == board[hole]:
            return None
        at = following
    return at


# --- RULES 5: landing on another colour -----------------------------------------------------------


def landed(table: Table, board: Board, source: str | None, seat: str, target: str) -> list[Board]:
    """The board once `seat`'s peg went from `source` (None: its start) to `target`; empty if it may not."""
    after = dict(board)
    if source is not None:
        del after[source]
    pushed = after.get(target)
    if pushed == seat:
        return []
    after[target] = seat
    filled = [target]
    while pushed is not None:
        # `pushed` is off the board now, which is its start, and there an opponent stays.
        if pushed not in own_side(table):
            break
        goal = in_spot(pushed)
        if goal in filled:
            # A hole this chain has filled itself: asked first, under bumped_to_start too.
            return []
        stander = after.get(goal)
        if stander == pushed:
            if table.rules.blocked_in_spot == "bumped_to_start":
                break
            return []
        after[goal] = pushed
        filled.append(goal)
        pushed = stander
    return [after]
