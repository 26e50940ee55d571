"""How many presses it takes to reach a result with next, back and confirm alone. DESIGN 3, Choosing.

    python -m tests.engine.presses_needed --positions 20000 --games 50

A ring is walked the short way round, and each answer is one confirm. Positions have every movable peg out.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.board import Seat
from engine.cards import Card, PhysicalCard, Rank, Suit
from engine.choose import Asked, Branch, Tree
from engine.inputs import NewGame
from engine.notation import Move
from engine.position import Position
from engine.setting_up import play_from, setup_of
from engine.setup import Setup
from engine.tapping import open_question
from firmware_host.headless import HeadlessTable, Policy


class Bound(NamedTuple):
    """A card of a preset at a table, and the most presses any of its results may take."""

    rules: str
    players: int
    ranks: tuple[Rank, ...]
    most: int


SPLIT_OR_JOKER = (Rank.SEVEN, Rank.NINE, Rank.JOKER)
ORDINARY = tuple(rank for rank in Rank if rank not in SPLIT_OR_JOKER)
BOUNDS = (
    Bound("pagat", 4, (Rank.SEVEN,), 12),
    Bound("social-security", 4, (Rank.NINE,), 13),
    Bound("kilpatrick", 4, (Rank.SEVEN,), 17),
    Bound("kilpatrick", 8, (Rank.NINE,), 19),
    Bound("bark-up-a-tree", 10, (Rank.JOKER,), 11),
    Bound("pagat", 4, ORDINARY, 4),
)
MEANS = {"bark-up-a-tree": 1.6, "social-security": 1.6, "pagat": 1.6, "kilpatrick": 2.1, "gamerules": 1.6}


def ways(place: Branch, presses: int = 0) -> Iterator[tuple[Move, int]]:
    """Every way through the tree: the result it ends at, and the presses it took."""
    candidates = place.ring().candidates
    for at, candidate in enumerate(candidates):
        here = presses + min(at, len(candidates) - at) + 1
        if candidate.move is not None:
            yield candidate.move, here
        elif candidate.answer.asked is not Asked.THROW:
            yield from ways(place.after(candidate.answer), here)


def fewest(tree: Tree) -> dict[Position, int]:
    """For each result the presses of the shortest way to it."""
    found: dict[Position, int] = {}
    for move, presses in ways(tree.branch()):
        found[move.result] = min(presses, found.get(move.result, presses))
    return found


def all_out(setup: Setup, rng: random.Random) -> Position:
    """Every peg of every seat out, a few of them at home, many near their own in-spot."""
    board = setup.table.board
    pegs, taken = [0] * board.sides, 0
    for seat in setup.table.seats:
        near = [board.along(board.in_spots[seat], away) for away in range(-12, 3)]
        home = [board.home(seat, depth) for depth in range(1, 6)]
        spread: tuple[Sequence[int], ...] = (range(board.track), range(board.track), near, near, home)
        while pegs[seat].bit_count() < 5:
            among = rng.choice(spread)
            bit = 1 << rng.choice(among)
            if not taken & bit:
                taken |= bit
                pegs[seat] |= bit
    return tuple(pegs)


def tree_for(setup: Setup, position: Position, turn: Seat, rank: Rank) -> Tree:
    """The tree a player would walk."""
    suit = None if rank is Rank.JOKER else Suit.SPADES
    return open_question(play_from(setup, position, turn), PhysicalCard(Card(rank, suit), 1)).tree


def worst(bound: Bound, positions: int, rng: random.Random) -> Counter[int]:
    """How often the hardest result of a random position took so many presses."""
    setup = setup_of(NewGame(bound.players, bound.rules))
    hardest: Counter[int] = Counter()
    for _ in range(positions):
        turn = rng.choice(setup.table.seats)
        tree = tree_for(setup, all_out(setup, rng), turn, rng.choice(bound.ranks))
        if tree.moves:
            hardest[max(fewest(tree).values())] += 1
    return hardest


def presses_of_games(rules: str, games: int, rng: random.Random) -> list[int]:
    """The presses of every move that greedy players chose in whole games of four."""
    found: list[int] = []
    for _ in range(games):
        table = Watched(NewGame(4, rules, first=Seat(rng.randrange(4))), rng, Policy.GREEDY)
        table.run(5_000)
        found += table.presses
    return found


class Watched(HeadlessTable):
    """A table that counts the presses each chosen move would have taken."""

    def __init__(self, asked: NewGame, rng: random.Random, policy: Policy) -> None:
        self.presses: list[int] = []
        super().__init__(asked, rng, policy)

    def _pick(self, seat: Seat, options: list[tuple[PhysicalCard, Move]]) -> tuple[PhysicalCard, Move]:
        card, move = super()._pick(seat, options)
        question = self._question(card)
        assert question is not None
        self.presses.append(fewest(question.tree)[move.result])
        return card, move


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    over = False
    for bound in BOUNDS:
        hardest = worst(bound, args.positions, rng)
        over |= max(hardest) > bound.most
        names = ", ".join(bound.ranks)
        print(f"{bound.rules} {bound.players}: {names}: at most {max(hardest)} of {bound.most}", flush=True)
        print("  the hardest result of a position:", dict(sorted(hardest.items())), flush=True)
    for rules, most in MEANS.items():
        found = presses_of_games(rules, args.games, rng)
        mean = sum(found) / len(found)
        over |= mean > most
        print(f"{rules} 4: {mean:.3f} presses a move over {len(found)} moves, at most {most}", flush=True)
    return int(over)


if __name__ == "__main__":
    raise SystemExit(main())
