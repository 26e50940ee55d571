"""Enrolling at a running table: no tap reaches the game, each is on disk, no phone put away blocks it."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.board import Seat
from engine.cards import Card, PhysicalCard
from engine.inputs import CardTapped, Hands, Key, NewGame, Pressed
from engine.phase import Phase, phase_of
from engine.step import Effect
from engine.verdict import Reason, Why
from firmware_host.deck import DeckStore, EnrolledCard
from firmware_host.enrolling_deeds import (
    Begin,
    BeginLookUp,
    Drop,
    PlaceOne,
    Put,
    Rename,
    Resume,
    Retire,
    StopEnrolling,
    Undo,
)
from firmware_host.enrolling_plan import Plan, Way
from firmware_host.enrolling_said import Said, What
from firmware_host.enrolment import IDLE_MS, Enrolment
from firmware_host.inbox import TagsCrowded, TagSeen
from hardware.interfaces import Uid
from tests.host.daemon_process import DaemonProcess
from tests.host.running_loop import Table

SMALL = Plan(1, 2, Way.RANK)
GAME = NewGame(2, "bark-up-a-tree", teams=0, hands=Hands.TRACKED, first=Seat(0))


def tag(number: int) -> Uid:
    return Uid(b"\x04\xb2" + number.to_bytes(5, "big"))


CARDS = tuple(
    EnrolledCard(tag(n), f"{rank}{suit}", 1, "blue")
    for n, (rank, suit) in enumerate((r, s) for r in ("A", "5", "6", "K") for s in "SHDC")
)


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Table]:
    """A table with a deck of sixteen, and no game."""
    table = Table(tmp_path / "j", cards={})
    try:
        assert do(table, Put("blue", CARDS)).what is What.IMPORTED
        yield table
    finally:
        table.stop()


def do(table: Table, deed: object) -> Said:
    said = table.tell(deed).said  # type: ignore[arg-type]  # one of the deeds
    assert said is not None
    return said


def lay(table: Table, number: int, after_ms: int = 300) -> Said | None:
    """A card on the reader, so long after whatever was before; what was said of it."""
    heard = table.snapshot.enrolling.heard
    table.clock.now_ms += after_ms
    table.inbox.put(TagSeen("table", tag(number), at_ms=table.clock.now_ms))
    shown = table.settle().enrolling
    return shown.said if shown.heard > heard else None


def test_while_cards_are_enrolled_no_tap_reaches_the_game(at: Table) -> None:
    assert at.tell(GAME).reason is None
    before, seq = at.game, at.snapshot.seq
    do(at, Begin("red", SMALL))
    assert lay(at, 1) == Said(What.ELSEWHERE, "AH", 1, "blue", tag(1).hex().upper())
    assert lay(at, 100) == Said(What.TAKEN, "A", 1, "red", tag(100).hex().upper())
    assert at.tell(TagSeen("page", tag(101), laid=False)).reason is None
    at.inbox.put(TagsCrowded("table"))
    assert at.settle().enrolling.said == Said(What.CROWDED)
    assert at.tell(CardTapped(Card.parse("AS"), 1)).reason == Reason(Why.ENROLLING)
    assert (at.game, at.snapshot.seq, at.journal.last_seq) == (before, seq, seq)
    do(at, StopEnrolling())
    assert lay(at, 1) is None
    play = at.game.play
    assert play is not None
    assert play.stand.hands[0] == {PhysicalCard(Card.parse("AH"), 1)}
    assert lay(at, 100) is None
    assert at.snapshot.refusal == Reason(Why.UNKNOWN_CARD, name=tag(100).hex().upper(), deck="red")


def test_buttons_still_mean_what_they_say(at: Table) -> None:
    assert at.tell(replace(GAME, hands=Hands.CLOSED)).reason is None
    assert lay(at, 1) is None
    do(at, BeginLookUp())
    assert at.tell(Pressed(Key.CONFIRM)).reason is None
    assert at.game.play is not None
    assert len(at.game.play.turns) == 1


def test_a_card_with_a_broken_tag_is_replaced_in_mid_game(at: Table) -> None:
    assert at.tell(replace(GAME, hands=Hands.CLOSED)).reason is None
    do(at, PlaceOne("blue", "AH", 1))
    assert lay(at, 200) == Said(What.PLACED, "AH", 1, "blue", tag(200).hex().upper(), in_place=True)
    assert lay(at, 200) == Said(What.NAMED, "AH", 1, "blue", tag(200).hex().upper())
    do(at, StopEnrolling())
    assert lay(at, 200) is None
    assert at.game.question is not None
    assert at.game.question.card == PhysicalCard(Card.parse("AH"), 1)
    assert lay(at, 1) is None
    assert at.snapshot.refusal == Reason(Why.UNKNOWN_CARD, name=tag(1).hex().upper())


def test_one_retired_or_added_in_mid_game_is_out_or_in_from_the_next_game_on(at: Table) -> None:
    assert at.tell(GAME).reason is None
    do(at, Retire(tag(1)))
    do(at, PlaceOne("blue", "KH"))
    assert lay(at, 300) == Said(What.PLACED, "KH", 2, "blue", tag(300).hex().upper())
    do(at, StopEnrolling())
    lay(at, 1)
    assert at.snapshot.refusal == Reason(Why.UNKNOWN_CARD, name=tag(1).hex().upper())
    lay(at, 300)
    assert at.snapshot.refusal == Reason(Why.NOT_IN_DECK, name="K♥")
    assert at.tell(GAME).reason is None
    assert at.game.play is not None
    deck = at.game.play.setup.deck
    assert PhysicalCard(Card.parse("KH"), 2) in deck
    assert PhysicalCard(Card.parse("AH"), 1) not in deck
    assert len(deck) == 16


def test_a_deck_that_is_played_with_keeps_its_name_and_stays(at: Table) -> None:
    assert at.tell(GAME).reason is None
    assert do(at, Rename("blue", "green")) == Said(What.IN_PLAY, deck="blue")
    assert do(at, Drop("blue")) == Said(What.IN_PLAY, deck="blue")
    assert do(at, Begin("red", SMALL)).what is What.BEGUN
    assert do(at, Drop("red")).what is What.DROPPED
    assert len(at.enrolment.known) == 16


def test_the_pairing_card_lets_in_who_asks_even_then(at: Table) -> None:
    do(at, PlaceOne("", "@pair"))
    lay(at, 400)
    assert lay(at, 400) == Said(What.NAMED, "@pair", 1, "", tag(400).hex().upper())
    token = at.pairing.ask("phone", "here")
    assert token is not None
    assert lay(at, 400) is None
    assert at.pairing.is_paired(token)


def test_a_phone_put_away_blocks_the_table_for_ten_minutes_at_most(at: Table) -> None:
    assert at.tell(replace(GAME, hands=Hands.CLOSED)).reason is None
    do(at, Begin("red", SMALL))
    at.pass_time(IDLE_MS - 400)
    assert lay(at, 100) is not None
    at.pass_time(IDLE_MS - 1)
    assert at.snapshot.enrolling.listens
    at.pass_time(1)
    assert not at.snapshot.enrolling.listens
    assert at.snapshot.enrolling.task is not None
    assert lay(at, 1) is None
    assert at.game.question is not None
    do(at, Resume())
    assert lay(at, 101) == Said(What.TAKEN, "A", 2, "red", tag(101).hex().upper())


def test_cards_that_come_too_fast_are_taken_and_said(at: Table) -> None:
    do(at, Begin("red", SMALL))
    at.effects.clear()
    said = [lay(at, 100 + n, after_ms) for n, after_ms in enumerate((300, 100, 500))]
    assert [one and one.fast for one in said] == [False, True, False]
    assert at.effects == [Effect.TAKEN, Effect.TAKEN, Effect.REFUSED, Effect.TAKEN]
    assert len(at.enrolment.shown.decks.of("red")) == 3


def test_a_tap_is_heard_without_looking(at: Table) -> None:
    do(at, Begin("red", SMALL))
    at.effects.clear()
    for number in range(100, 104):
        lay(at, number)
    lay(at, 100)
    assert at.effects == [Effect.TAKEN] * 3 + [Effect.HOME, Effect.REFUSED]


def test_a_full_disk_takes_nothing_and_says_so(at: Table) -> None:
    do(at, Begin("red", SMALL))
    store = at.enrolment._store
    store._connection.execute("PRAGMA query_only = ON")
    assert lay(at, 100) == Said(What.NOT_SAVED)
    assert tag(100) not in at.enrolment.known
    store._connection.execute("PRAGMA query_only = OFF")
    assert lay(at, 100) == Said(What.TAKEN, "A", 1, "red", tag(100).hex().upper())


def test_each_deed_is_on_disk_when_it_is_answered(at: Table, tmp_path: Path) -> None:
    """A second look at the file after each sees just what the first has."""
    rng = random.Random(7)
    do(at, Begin("red", SMALL))
    for number in range(100, 112):
        lay(at, number)
        if rng.random() < 0.3:
            do(at, Undo())
        again = Enrolment(DeckStore(tmp_path / "decks.sqlite"))
        assert again.shown.decks == at.enrolment.shown.decks
        assert again.shown.listens
        again.close()


def test_progress_of_another_version_costs_no_card(tmp_path: Path) -> None:
    store = DeckStore(tmp_path / "d")
    cards = {card.uid: card for card in CARDS}
    store.commit(({}, {}), (cards, {}), {"task": '["dance"]'})
    enrolment = Enrolment(store)
    assert enrolment.known == cards
    assert not enrolment.shown.listens
    enrolment.close()


def test_enrolling_outlives_kills(tmp_path: Path) -> None:
    """The daemon is killed between taps, and goes on where it was."""
    tapped = 0
    for end in (3, 4, 9):
        with DaemonProcess(tmp_path) as daemon:
            page = daemon.page()
            if not tapped:
                begin = {"deck": "blue", "decks": "1", "jokers": "2", "way": "rank"}
                assert page.send_form("/cards/begin", begin) == 303
            assert page.state()["enrolling"]["listens"]
            while tapped < end:
                page.tap(tag(tapped).hex())
                tapped += 1
            daemon.kill()
    with DaemonProcess(tmp_path) as daemon:
        page = daemon.page()
        assert "Tap all 4 threes, in any order." in page.text("/cards")
        lines = page.text("/cards/csv?deck=blue").splitlines()
        assert [line.split(",") for line in lines[1:]] == [
            [tag(n).hex().upper(), card, str(copy)]
            for n, card, copy in [(4, "2", 1), (5, "2", 2), (6, "2", 3), (7, "2", 4), (8, "3", 1)]
            + [(n, "A", n + 1) for n in range(4)]
        ]


def test_a_game_waits_for_nobody_who_enrols(at: Table) -> None:
    do(at, BeginLookUp())
    assert at.tell(GAME).reason is None
    assert phase_of(at.game) is Phase.DEALING
