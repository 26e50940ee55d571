"""A person at the board: looks at `/api/state`, taps cards, walks the ring with the buttons, throws.

The rules in the person's head are the slow generator's: whatever the board offers is held against them.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from tests.eventually import until
from tests.host.daemon_process import Json
from tests.slow.generator import Outcome, canonical, outcomes

Pegs = Mapping[str, Sequence[str]]
Tag = tuple[str, int]  # a card's text and which copy it is

HELD_MS = 1_300
HESITATES, LOOKS_ROUND, REGRETS = 0.1, 0.1, 0.03
"""How often a person taps another card first, walks the ring for nothing, or takes the turn back."""


class Board(Protocol):
    """What a person's eyes and hands do."""

    def state(self) -> Json:
        """Look."""
        ...

    def tap(self, tag: Tag) -> Json:
        """Tap a card that is not the one in question, and look once it is."""
        ...

    def press(self, button: str, held_ms: int = 100) -> None:
        """Press a button and let it go."""
        ...


@dataclass
class Person:
    """One seat's player; `hand` is what the player holds."""

    board: Board
    rng: random.Random
    hand: list[Tag] = field(default_factory=list)

    def turn(self) -> Tag:
        """Play the best card, or throw one if none moves (RULES 9, Duty); the card that left the hand."""
        before = self.board.state()["game"]
        tag, wanted = self._best(before)
        self._play(before, tag, wanted)
        if self.rng.random() < REGRETS:
            self._take_back(before)
            self._play(before, tag, wanted)
        self.hand.remove(tag)
        return tag

    def _best(self, game: Json) -> tuple[Tag, Outcome | None]:
        reached = [(tag, outcome) for tag in self.hand for outcome in placements(game, tag)]
        if not reached:
            return self.rng.choice(self.hand), None
        return max(reached, key=lambda found: (worth(dict(found[1]), game), found))

    def _play(self, before: Json, tag: Tag, wanted: Outcome | None) -> None:
        if self.rng.random() < HESITATES:
            self._hesitate(before, tag)
        self._look_at(before, tag)
        if wanted is None:
            self._confirm(HELD_MS)
        else:
            self._choose(wanted)
        after = self.board.state()
        if wanted is None:
            assert after["game"]["pegs"] == before["pegs"]
        else:
            assert canonical(after["game"]["pegs"]) in placements(before, tag)
        assert after["last_move"]["seat"] == before["turn"]
        assert after["card"] is None

    def _look_at(self, game: Json, tag: Tag) -> None:
        """The board offers exactly what the rules allow, and says why where that is nothing."""
        state = self.board.tap(tag)
        assert {canonical(choice["result"]) for choice in state["choices"]} == placements(game, tag)
        assert (state["refusal"] is None) == bool(state["choices"])
        assert state["game"] == game

    def _hesitate(self, game: Json, tag: Tag) -> None:
        """Another card first; it is put away again, or left for the next to replace."""
        others = [other for other in self.hand if other[0] != tag[0]]
        if not others:
            return
        self._look_at(game, self.rng.choice(others))
        if self.rng.random() < 0.5:
            self.board.press("back", HELD_MS)
            assert self.board.state()["card"] is None

    def _take_back(self, before: Json) -> None:
        """RULES 9a, Undo, by the buttons: held back shows it, confirm does it."""
        self.board.press("back", HELD_MS)
        assert "ask" in self.board.state()["rhythms"].values()
        self._confirm()
        assert self.board.state()["game"] == before

    def _choose(self, wanted: Outcome) -> None:
        """Walk to that placement, question by question; what the last confirm stood on is what is played."""
        state = self.board.state()
        results = {choice["notation"]: choice["result"] for choice in state["choices"]}
        while state["card"] is not None:
            if self.rng.random() < LOOKS_ROUND:
                self._walk(state["cursor"], self.rng.randrange(len(state["cursor"]["candidates"])))
                state = self.board.state()
            ring, game = state["cursor"], state["game"]
            if ring["candidates"][0]["asked"] == "result":
                shown = [results[one["notation"]] for one in ring["candidates"] if one["asked"] == "result"]
                to = nearest(wanted, shown, game)
            else:
                to = leading_to(wanted, game["pegs"], ring)
            self._walk(ring, to)
            stood_on = ring["candidates"][to].get("notation")
            self._confirm()
            state = self.board.state()
        assert state["last_move"]["notation"] == stood_on
        assert state["game"]["pegs"] == results[stood_on]

    def _walk(self, ring: Json, to: int) -> None:
        """The shorter way round."""
        size = len(ring["candidates"])
        ahead = (to - ring["at"]) % size
        for _ in range(min(ahead, size - ahead)):
            self.board.press("next" if ahead <= size - ahead else "back")
        assert self.board.state()["cursor"]["at"] == to

    def _confirm(self, held_ms: int = 100) -> None:
        """Again where the question had just changed: the board blinks then, and asks to look once more."""
        before = self.board.state()["seq"]

        def taken() -> bool:
            self.board.press("confirm", held_ms)
            state = self.board.state()
            assert state["refusal"] is None or state["refusal"]["why"] == "CHANGED"
            return bool(state["seq"] != before)

        until(taken)


def leading_to(wanted: Outcome, pegs: Pegs, ring: Json) -> int:
    """Which candidate of a ring most likely narrows to that placement; the first where none shows it.

    A person sees which holes are left and which are reached.
    """
    reached = dict(wanted)
    left = {(seat, hole) for seat in pegs for hole in pegs[seat] if hole not in reached[seat]}
    ends = {hole for seat, holes in reached.items() for hole in holes if hole not in pegs[seat]}
    shoved = {seat for seat, holes in pegs.items() if ends & set(holes)}

    def leads(candidate: Json) -> bool:
        match candidate["asked"]:
            case "peg" | "other":
                return (candidate["seat"], candidate["from"]) in left
            case "end" | "count":
                return candidate["to"] in ends
            case _:
                return candidate["seat"] in shoved | {seat for seat, _ in left}

    return next((number for number, one in enumerate(ring["candidates"]) if leads(one)), 0)


def nearest(wanted: Outcome, results: Sequence[Pegs], game: Json) -> int:
    """The placement wanted, or the best that the questions before have left."""
    return max(range(len(results)), key=lambda n: (canonical(results[n]) == wanted, worth(results[n], game)))


def placements(game: Json, tag: Tag) -> set[Outcome]:
    """Where the card can lead, by the slow generator."""
    return outcomes(
        game["rules"], game["options"], game["sides"], game["teams"], game["pegs"], game["turn"], tag[0]
    )


def worth(pegs: Pegs, game: Json) -> int:
    """How far the side to move has come, less how far the others have."""
    ours = next(team for team in game["teams"] if game["turn"] in team)
    come = {seat: sum(progress(seat, hole) for hole in holes) for seat, holes in pegs.items()}
    return sum(far if seat in ours else -far for seat, far in come.items())


def progress(seat: str, hole: str) -> int:
    """Holes from the come-out hole on, on a board of four; past one's own in-spot it is a lap more."""
    if hole == "S":
        return 0
    if hole[1] == "H":
        return 70 + int(hole[2:])
    far = ((ord(hole[0]) - ord(seat)) * 18 + int(hole[1:]) - 8) % 72 + 1
    return far if far <= 68 else far - 70
