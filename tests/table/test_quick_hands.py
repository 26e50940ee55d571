"""Hands quicker than the board, and two at once: the game is what the inputs in order say. DESIGN 3.

Each script is told to a loop without waiting in between. No move is played that nobody confirmed, and none
is lost.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine.board import Seat
from engine.cards import Card
from engine.game import Game, UndoAsk
from engine.input_data import read
from engine.inputs import Key, NewGame, PositionAgreed
from engine.position import write_position
from engine.referee import judge
from engine.verdict import Why
from firmware_host.inbox import ButtonEdge, KnobTurned, TagSeen
from hardware.interfaces import Edge
from tests.host.running_loop import Table
from tests.table.means import HOLD_MS, PRESS_MS, UID_OF, Hands, room

NEXT, BACK, CONFIRM, CANCEL = Key


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A to move with pegs on A10 and B3, B with one on B12."""
    with room(tmp_path / "j") as table:
        assert table.tell(NewGame(4, "pagat", first=Seat(0))).reason is None
        stand(table, A="A10 B3", B="B12")
        yield table
        assert replayed(table) == table.game, "what the inputs in order say"


def stand(table: Table, turn: int = 0, **pegs: str) -> None:
    """The pegs stand so, and it is that seat's turn."""
    named = tuple((seat, (*holes.split(), *["S"] * (5 - len(holes.split())))) for seat, holes in pegs.items())
    rest = tuple((seat, ("S",) * 5) for seat in "ABCD" if seat not in pegs)
    assert table.tell(PositionAgreed((*named, *rest), Seat(turn))).reason is None


def replayed(table: Table) -> Game:
    """The inputs of the journal, judged one after the other."""
    game = Game()
    with closing(sqlite3.connect(table.path)) as journal:
        for told, at_ms in journal.execute("SELECT told, at_ms FROM rows ORDER BY seq"):
            game = judge(game, read(json.loads(told)), at_ms).game
    return game


class Quick:
    """Puts things into the inbox, and waits for nothing. `ms` is how long after the last."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._released_ms = 0

    def lay(self, card: str, copy: int = 1, ms: int = 0, reader: str = "table") -> None:
        self.table.clock.now_ms += ms
        self.table.inbox.put(TagSeen(reader, UID_OF[card, copy], at_ms=self.table.clock.now_ms))

    def down(self, key: Key, ms: int = 0) -> None:
        self.table.clock.now_ms += ms
        self.table.inbox.put(ButtonEdge(key, Edge(True, self.table.clock.now_ms)))

    def up(self, key: Key, ms: int = PRESS_MS) -> None:
        self.table.clock.now_ms += ms
        self.table.inbox.put(ButtonEdge(key, Edge(False, self.table.clock.now_ms)))

    def press(self, key: Key, ms: int = 60, held_ms: int = PRESS_MS) -> None:
        self.down(key, ms)
        self.up(key, held_ms)

    def turn(self, step: int, ms: int = 20) -> None:
        self.table.clock.now_ms += ms
        self.table.inbox.put(KnobTurned("knob", step))

    def done(self) -> Game:
        """The game once all that is judged."""
        self.table.clock.now_ms += 60
        return self.table.settle().game


def pegs(game: Game, seat: str) -> list[str]:
    assert game.play is not None
    return [hole for hole in write_position(game.play.setup.table, game.play.position)[seat] if hole != "S"]


def played(game: Game) -> list[str]:
    """The cards that were played or thrown, but for the position agreed at first."""
    assert game.play is not None
    return [str(turn.card.card.ascii) for turn in game.play.turns if turn.card is not None]


def test_a_card_and_its_confirm_at_once(table: Table) -> None:
    """The confirm comes before any lamp could have shown the question; the board only blinks."""
    quick = Quick(table)
    quick.lay("4H")
    quick.press(CONFIRM, ms=20, held_ms=100)
    game = quick.done()
    assert played(game) == ["4H"]
    assert table.snapshot.refusal is None


def test_a_card_swapped_under_the_confirm_is_not_played(table: Table) -> None:
    """A puts 5H for 4H in the same moment as the hand at the button comes down for 4H."""
    quick = Quick(table)
    quick.lay("4H")
    quick.lay("5H", ms=400)
    quick.press(CONFIRM, ms=10, held_ms=100)
    game = quick.done()
    assert played(game) == []
    assert game.question is not None
    assert game.question.card.card == Card.parse("5H")
    assert table.snapshot.refusal is not None
    assert table.snapshot.refusal.why is Why.CHANGED


def test_two_cards_in_a_row_leave_the_first_one_waiting(table: Table) -> None:
    quick = Quick(table)
    quick.lay("4H")
    quick.lay("5H", ms=50)
    quick.press(CANCEL, ms=50)
    game = quick.done()
    assert game.question is not None
    assert game.question.card.card == Card.parse("4H")
    assert played(game) == []


def test_two_hands_at_two_buttons_are_nothing(table: Table) -> None:
    quick = Quick(table)
    quick.lay("4H")
    quick.down(NEXT, ms=300)
    quick.down(CONFIRM, ms=50)
    quick.up(NEXT)
    quick.up(CONFIRM)
    game = quick.done()
    assert played(game) == []
    assert game.question is not None
    assert game.question.at == 0


def test_a_card_left_lying_is_one_tap(table: Table) -> None:
    """The reader tells it once; whatever is pressed meanwhile is about it."""
    quick = Quick(table)
    quick.lay("4H")
    for _ in range(3):
        quick.press(NEXT, ms=100)
    quick.press(CONFIRM, ms=100)
    game = quick.done()
    assert played(game) == ["4H"]
    assert pegs(game, "A") == ["A10", "B7"], "two results, three steps: the second one"


def test_the_same_card_laid_down_again_is_next_and_never_confirm(table: Table) -> None:
    quick = Quick(table)
    for _ in range(3):
        quick.lay("4H", ms=600)
    game = quick.done()
    assert played(game) == []
    assert game.question is not None
    assert game.question.at == 0
    quick.lay("4H", ms=600)
    assert (game := quick.done()).question is not None
    assert game.question.at == 1


def test_pressed_during_the_comet_the_next_turn_goes_on(table: Table) -> None:
    """The next seat taps and confirms within a tenth of the comet's time."""
    quick = Quick(table)
    quick.lay("4H")
    quick.press(CONFIRM, ms=300)
    quick.lay("5H", ms=40)
    quick.press(CONFIRM, ms=20)
    game = quick.done()
    assert played(game) == ["4H", "5H"]
    assert pegs(game, "B") == ["B17"]


def test_a_card_laid_while_the_confirm_before_it_may_still_bounce_is_not_played_by_it(table: Table) -> None:
    """Whether the contact has come up for good is known 25 ms later; the board then blinks."""
    quick = Quick(table)
    quick.lay("4H")
    quick.press(CONFIRM, ms=300)
    quick.lay("5H", ms=10)
    game = quick.done()
    assert played(game) == []
    assert table.snapshot.refusal is not None
    assert table.snapshot.refusal.why is Why.CHANGED


def test_a_confirm_too_many_after_the_last_ends_the_hand_work_and_no_more(table: Table) -> None:
    quick = Quick(table)
    quick.lay("4H")
    for _ in range(3):
        quick.press(CONFIRM, ms=300)
    game = quick.done()
    assert played(game) == ["4H"]
    assert game.handwork is None
    assert table.snapshot.refusal is not None
    assert table.snapshot.refusal.why is Why.NOTHING_TO_CONFIRM


def test_a_card_tapped_while_an_undo_is_offered_drops_the_offer(table: Table) -> None:
    """The confirm that follows is about the card: nothing is taken back by it."""
    quick = Quick(table)
    quick.lay("4H")
    quick.press(CONFIRM, ms=300)
    quick.press(BACK, ms=300, held_ms=HOLD_MS)
    assert isinstance(quick.done().ask, UndoAsk)
    quick.lay("5H", ms=20)
    quick.press(CONFIRM, ms=300)
    game = quick.done()
    assert played(game) == ["4H", "5H"]


def test_a_held_confirm_on_a_card_that_moves_throws_nothing(table: Table) -> None:
    quick = Quick(table)
    quick.lay("4H")
    quick.press(CONFIRM, ms=300, held_ms=HOLD_MS)
    game = quick.done()
    assert played(game) == []
    assert game.question is not None


def test_a_knob_turned_fast_walks_every_step(table: Table) -> None:
    quick = Quick(table)
    quick.lay("4H")
    for step in (1, 1, 1, -1, 1, 1, -1):
        quick.turn(step)
    game = quick.done()
    assert game.question is not None
    assert game.question.at == 3 % len(game.question.ring().candidates)


def test_held_back_puts_away_one_question_and_no_throw_comes_of_it(table: Table) -> None:
    """A hand that stays on the button after it counted as held says nothing more."""
    quick = Quick(table)
    quick.lay("4H")
    quick.lay("5H", ms=300)
    quick.press(BACK, ms=300, held_ms=4_000)
    game = quick.done()
    assert game.question is not None
    assert game.question.card.card == Card.parse("4H")
    assert played(game) == []


# --- forgotten, and taken back ----------------------------------------------------------------------


def test_who_forgot_to_confirm_still_can(table: Table) -> None:
    """A confirms nothing; B taps, is asked about A's pegs, puts the card away: A's question is back."""
    hands = Hands(table)
    hands.lay(UID_OF["4H", 1])
    hands.press(NEXT)
    hands.lay(UID_OF["KH", 1])
    hands.press(CANCEL)
    question = table.game.question
    assert question is not None
    assert (question.card.card, question.at) == (Card.parse("4H"), 1), "back where it was"
    hands.press(CONFIRM)
    hands.lay(UID_OF["KH", 1])
    hands.press(CONFIRM)
    assert played(table.game) == ["4H", "KH"]


def test_the_wood_is_led_back_before_and_after_it_was_carried(table: Table) -> None:
    """B's peg was pushed home to start by A. Undone, it comes back when A's peg has left its hole."""
    stand(table, A="B8", B="B12")
    hands = Hands(table)
    hands.lay(UID_OF["4H", 1])
    hands.press(CONFIRM)
    hands.press(CONFIRM)
    hands.press(BACK, HOLD_MS)
    hands.press(CONFIRM)
    work = table.game.handwork
    assert work is not None
    board = table.game.play.setup.table.board if table.game.play else None
    assert board is not None
    assert [(board.name(one.start), board.name(one.end)) for one in work.pegs] == [
        ("B12", "B8"),
        ("S", "B12"),
    ]
    assert pegs(table.game, "A") == ["B8"]
    assert pegs(table.game, "B") == ["B12"]
    hands.press(CONFIRM)
    assert table.game.handwork is None
