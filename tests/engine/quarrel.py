"""A table's quarrel as text, told to the referee line by line: what each does, and how it must stand then.

bark-up-a-tree, 2 players, tracked
A holds 5H 5S 5D 5C 6H          # dealt, in the order of seats
pegs A:A8                        # as if they had come there by play; before hands are dealt or after
A draws 2H                       # it must be A's turn, and the draw taken
A taps 5H: DRAW_FIRST            # refused so; without a reason it must become the card in question
A throws 5H                      # tapped first, unless it is in question
A plays KH AS-A8                 # the move that is written so, what it pushes left out
A shows 6 K                      # of a hand that is challenged
challenge A · claim A · count A 4 · mercy A · mercy none · undo · redo · shuffled · refill done
confirm · away                   # presses
= turn: B; phase: drawing; pegs: A:A8; hand A: 2H 5S; locked A: 2S; pile: 3; face up: 5H; owed A: 1
"""

import re
from collections.abc import Callable, Mapping

from engine.board import Seat, seat_name
from engine.cards import Card
from engine.game import ProofShown
from engine.hands import pile_size
from engine.inputs import (
    CardTapped,
    Challenged,
    DrawClaimed,
    HandCounted,
    Hands,
    Key,
    MercyTaken,
    NewGame,
    Pressed,
    RedoAsked,
    RefillDone,
    Shuffled,
    ThrowAsked,
    Told,
    UndoAsked,
    seat_of,
)
from engine.notation import write_move
from engine.phase import phase_of
from engine.position import write_position
from engine.verdict import Why
from tests.engine.fast import line_of, standing
from tests.engine.table import Table
from tests.engine.tracked import cards, written

_HEAD = re.compile(r"(?P<rules>[\w-]+), (?P<players>\d+) players, (?P<hands>closed|tracked)(?P<more>.*)")
WORDS: Mapping[str, Told] = {
    "undo": UndoAsked(),
    "redo": RedoAsked(),
    "shuffled": Shuffled(),
    "refill done": RefillDone(),
    "mercy none": MercyTaken(),
    "confirm": Pressed(Key.CONFIRM, source="buttons"),
    "away": Pressed(Key.CANCEL, source="buttons"),
}
OF_A_SEAT: Mapping[str, Callable[[str], Told]] = {
    "challenge": lambda seat: Challenged(seat_of(seat)),
    "claim": lambda seat: DrawClaimed(seat_of(seat)),
    "mercy": lambda seat: MercyTaken(seat_of(seat)),
}


class Quarrel(Table):
    """Reads a quarrel. A line that does not come true fails with its text."""

    def __init__(self, text: str) -> None:
        lines = [line.partition("#")[0].strip() for line in text.strip().splitlines()]
        head, *rest = [line for line in lines if line]
        super().__init__()
        self.tell(_asked(head))
        for line in rest:
            self.do(line)

    def do(self, line: str) -> None:
        """One line."""
        said, _, why = line.partition(": ") if not line.startswith(("=", "pegs")) else (line, "", "")
        try:
            self._do(said, Why(why) if why else None)
        except AssertionError as wrong:
            raise AssertionError(f"{line!r}: {wrong}") from wrong

    def _do(self, said: str, why: Why | None) -> None:
        word, _, rest = said.partition(" ")
        if word == "=":
            self._check(rest)
        elif word == "pegs":
            self.stand(rest, seat_name(self.play.turn))
        elif said in WORDS:
            self._tell(WORDS[said], why)
        elif word in OF_A_SEAT:
            self._tell(OF_A_SEAT[word](rest), why)
        elif word == "count":
            seat, number = rest.split()
            self._tell(HandCounted(seat_of(seat), int(number)), why)
        else:
            self._seat_does(word, *rest.split(" ", 1), why=why)

    def _tell(self, told: Told, why: Why | None) -> None:
        ruling = self.take(told)
        assert (ruling.why if ruling else None) == why, ruling

    def _seat_does(self, seat: str, verb: str, what: str, why: Why | None) -> None:
        match verb:
            case "holds" | "draws":
                turn = seat_name(self.play.turn)
                assert why or turn == seat, f"it is the turn of {turn}"
                for card in cards(what):
                    self._tell(CardTapped(card.card, card.copy), why)
            case "shows":
                for card in what.split():
                    self.take(CardTapped(Card.parse(card)))
            case "taps":
                self._taps(what, why)
            case "throws":
                self._taps_unless_in_question(what)
                self._tell(ThrowAsked(), why)
            case "plays":
                card, steps = what.split(" ", 1)
                self._taps_unless_in_question(card)
                self.choose_of_question(steps)
            case _:
                raise AssertionError(f"nobody knows how to {verb}")

    def _taps(self, what: str, why: Why | None) -> None:
        (card,) = cards(what)
        ruling = self.take(CardTapped(card.card, card.copy))
        question = self.game.question
        in_question = question is not None and question.card == card
        assert in_question == (why is None), ruling
        assert why is None or (ruling is not None and ruling.why is why), ruling

    def _taps_unless_in_question(self, what: str) -> None:
        if self.game.question is None or self.game.question.card != cards(what)[0]:
            self._taps(what, None)

    def _check(self, said: str) -> None:
        for one in said.split("; "):
            what, _, wanted = one.partition(":")
            word, _, seat = what.partition(" ")
            found = self._found_of(word, seat_of(seat)) if len(seat) == 1 else self._found(what)
            if what == "pegs":
                table = self.play.setup.table
                wanted = line_of(write_position(table, standing(table, wanted)))
            assert sorted(found.split()) == sorted(wanted.split()), f"{one!r}, and it is {found!r}"

    def _found(self, word: str) -> str:
        play = self.play
        match word:
            case "turn":
                return seat_name(play.turn)
            case "phase":
                return phase_of(self.game).value
            case "pegs":
                return line_of(write_position(play.setup.table, play.position))
            case "pile":
                return str(pile_size(play))
            case "face up":
                return written(play.played)
            case "winner":
                return "+".join(map(seat_name, play.winner or ()))
            case "proof":
                shown = self.game.shown
                assert isinstance(shown, ProofShown)
                return write_move(play.setup.table, shown.card.card, shown.move)
            case _:
                raise AssertionError(f"nobody knows what {word} is")

    def _found_of(self, word: str, seat: Seat) -> str:
        stand = self.play.stand
        match word:
            case "hand":
                return written(stand.hands[seat])
            case "locked":
                return written(stand.locked[seat])
            case "owed":
                return str(stand.owed[seat])
            case "throws":
                return str(stand.throws[seat])
            case _:
                raise AssertionError(f"nobody knows what {word} of a seat is")


def _asked(head: str) -> NewGame:
    found = _HEAD.fullmatch(head)
    assert found is not None, head
    options, deck = [], ()
    for part in filter(None, (part.strip() for part in found["more"].split(","))):
        name, value = part.split("=", 1)
        if name == "deck":
            deck = tuple((card, int(n)) for card, n in (one.split("*") for one in value.split()))
        else:
            options.append((name, int(value) if value.isdecimal() else value))
    players = int(found["players"])
    teams, hands = (2 if players > 2 else 0), Hands(found["hands"])
    return NewGame(players, found["rules"], tuple(options), teams, hands, seat_of("A"), deck=deck)
