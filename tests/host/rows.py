"""A journal filled the way the loop fills it, without a loop: for tests of what is found again."""

import random
from collections.abc import Iterable
from pathlib import Path

from engine.board import Seat, seat_name
from engine.cards import PhysicalCard, deck_of
from engine.game import Game
from engine.inputs import (
    CardTapped,
    Challenged,
    Chosen,
    Command,
    CommandTapped,
    DrawClaimed,
    HandCounted,
    Hands,
    Key,
    LooksChanged,
    MercyTaken,
    NewGame,
    Pointed,
    PositionAgreed,
    Pressed,
    RedoAsked,
    RefillDone,
    SeatLook,
    ShowBoardAsked,
    Shuffled,
    StoodIn,
    ThrowAsked,
    Told,
    UndoAsked,
    UnknownTag,
)
from engine.notation import write_move
from engine.position import write_position
from engine.referee import RULES_VERSION, judge
from firmware_host.journal import Journal, Row, open_journal
from firmware_host.recording import row_of

STEP_MS = 400


def soft(seq: int, ruling: str | None = None) -> Row:
    """A row that need not be synced."""
    return Row(seq, seq * STEP_MS, 0, "Pressed", '{"kind":"Pressed"}', ruling, None, RULES_VERSION)


def durable(seq: int, told: str = '{"kind":"ThrowAsked"}') -> Row:
    """A row that must be."""
    return Row(seq, seq * STEP_MS, 0, "ThrowAsked", told, None, '{"asked":null,"play":null}', RULES_VERSION)


class Recorder:
    """Judges inputs and writes each into a journal, as it goes."""

    def __init__(self, path: Path) -> None:
        self.journal: Journal = open_journal(path)
        self.game = Game()
        self.at_ms = 0

    def tell(self, told: Told) -> None:
        """One input more."""
        self.at_ms += STEP_MS
        step = judge(self.game, told, self.at_ms)
        seq = self.journal.last_seq + 1
        self.journal.append(row_of(told, self.game, step, seq, self.at_ms, wall_s=0))
        self.game = step.game

    def tell_all(self, inputs: Iterable[Told]) -> None:
        """Several inputs."""
        for told in inputs:
            self.tell(told)

    def wander(self, rng: random.Random, inputs: int) -> None:
        """So many inputs of every kind, sensible and not."""
        for _ in range(inputs):
            self.tell(_any_input(self.game, rng))


def new_game(
    players: int = 4, rules: str = "pagat", hands: Hands = Hands.CLOSED, **options: object
) -> NewGame:
    """A request as the loop tells it: named, and with who begins."""
    return NewGame(
        players,
        rules,
        options=tuple(options.items()),
        teams=0 if players == 2 else 2,
        hands=hands,
        first=Seat(0),
        looks=(SeatLook(Seat(0), "Ann ♥", "#123456"),),
        game_id="g1",
    )


def _any_input(game: Game, rng: random.Random) -> Told:
    return rng.choices(
        [
            _tap(rng),
            _chosen(game, rng),
            Pressed(rng.choice(list(Key)), held=rng.random() < 0.2, source=rng.choice(["buttons", "page"])),
            ThrowAsked(),
            UndoAsked(),
            RedoAsked(),
            ShowBoardAsked(),
            Pointed(rng.choice(["A8", "B3", "S", "CS2", "Z9"])),
            Shuffled(),
            UnknownTag("04FF"),
            StoodIn(Seat(1), Seat(rng.randrange(4))),
            LooksChanged((SeatLook(Seat(2), "Cem", rng.choice(["", "#0072b2"])),)),
            _agreed(game),
            *_of_hands(rng),
        ],
        weights=[30, 30, 20, 12, 4, 3, 1, 3, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 2],
    )[0]


def _of_hands(rng: random.Random) -> list[Told]:
    """What concerns the cards in the hands. RULES 9a."""
    seat = Seat(rng.randrange(4))
    return [
        Challenged(seat),
        DrawClaimed(seat),
        HandCounted(seat, rng.randrange(7)),
        MercyTaken(seat),
        RefillDone(),
        CommandTapped(rng.choice(list(Command))),
    ]


def _tap(rng: random.Random) -> CardTapped:
    card: PhysicalCard = rng.choice(deck_of(3, 6))
    return CardTapped(card.card, card.copy if rng.random() < 0.5 else None, source="table")


def _chosen(game: Game, rng: random.Random) -> Chosen:
    question, play = game.question, game.play
    if question is None or play is None or not question.moves:
        return Chosen("7♥ A1-A8")
    return Chosen(write_move(play.setup.table, question.card.card, rng.choice(question.moves)))


def _agreed(game: Game) -> Told:
    """The pegs as they stand, and the next seat's turn."""
    if game.play is None:
        return ShowBoardAsked()
    table = game.play.setup.table
    pegs = write_position(table, game.play.position)
    assert seat_name(game.play.turn) in pegs
    return PositionAgreed(
        tuple((seat, tuple(holes)) for seat, holes in pegs.items()), table.after(game.play.turn)
    )
