"""Enrolling cards, as the pure core decides it: what a deed changes, and what is said."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Game
from engine.inputs import Hands, NewGame
from firmware_host.deck import EnrolledCard
from firmware_host.enrolling import Collect, Decks, Place
from firmware_host.enrolling_deeds import (
    Adopt,
    Begin,
    BeginLookUp,
    BeginWalk,
    BringBack,
    CannotRead,
    Crowd,
    Deed,
    Drop,
    GoTo,
    PlaceOne,
    Put,
    Rename,
    Resume,
    Retire,
    StopEnrolling,
    Tapped,
    Undo,
)
from firmware_host.enrolling_judge import decide
from firmware_host.enrolling_plan import Plan, Way
from firmware_host.enrolling_said import Said, What
from firmware_host.enrolling_view import decks_of, task_of
from firmware_host.enrolling_written import BadProgress, read_progress, write_progress
from firmware_host.game_deck import with_deck
from hardware.interfaces import Uid

THREE = Plan(3, 6, Way.RANK)
ONE = Plan(1, 2, Way.CARD)


def tag(number: int) -> Uid:
    return Uid(b"\x04\xb2" + number.to_bytes(5, "big"))


def done(decks: Decks, *deeds: Deed) -> tuple[Decks, Said]:
    """What comes of several deeds; what is said of the last."""
    said = Said(What.BEGUN)
    for deed in deeds:
        decks, said = decide(decks, deed)
    return decks, said


def begun(plan: Plan = THREE, deck: str = "blue") -> Decks:
    return done(Decks(), Begin(deck, plan))[0]


def tapped(decks: Decks, *numbers: int) -> tuple[Decks, Said]:
    return done(decks, *(Tapped(tag(number)) for number in numbers))


def whole(plan: Plan = THREE, deck: str = "blue", first: int = 0) -> Decks:
    decks, said = tapped(begun(plan, deck), *range(first, first + plan.size))
    assert said.what is What.DECK_DONE
    return decks


def test_a_deck_of_162_is_asked_for_in_14_prompts() -> None:
    decks, asked = begun(), []
    for number in range(162):
        task = task_of(decks)
        assert task is not None
        if not asked or asked[-1] != task.card:
            asked.append(task.card)
            assert task.prompts[task.at].wanted == (6 if task.card == "Joker" else 12)
        decks, said = tapped(decks, number)
        assert said.what in (What.TAKEN, What.PROMPT_DONE, What.DECK_DONE)
    assert asked == ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "Joker"]
    assert said == Said(What.DECK_DONE, "Joker", 6, "blue", tag(161).hex().upper())
    assert len(decks.of("blue")) == len({(card.card, card.copy) for card in decks.of("blue")}) == 162


@pytest.mark.parametrize(
    ("plan", "size", "prompts"),
    [
        (Plan(1, 2, Way.RANK), 54, 14),
        (Plan(5, 10, Way.RANK), 270, 14),
        (Plan(3, 0, Way.RANK), 156, 13),
        (Plan(3, 6, Way.SUIT), 162, 53),
        (Plan(2, 4, Way.CARD), 108, 108),
    ],
)
def test_each_plan_asks_for_every_card_once(plan: Plan, size: int, prompts: int) -> None:
    slots = [slot for prompt in plan.prompts for slot in prompt.slots]
    assert (len(plan.prompts), len(slots), len(set(slots))) == (prompts, size, size)


def test_card_by_card_goes_deck_by_deck() -> None:
    prompts = Plan(2, 2, Way.CARD).prompts
    assert [prompts[at].slots[0] for at in (0, 1, 13, 52, 104, 105)] == [
        ("AS", 1),
        ("2S", 1),
        ("AH", 1),
        ("AS", 2),
        ("Joker", 1),
        ("Joker", 2),
    ]


def test_a_card_tapped_twice_is_named_and_counted_once() -> None:
    before, _ = tapped(begun(), 1, 2, 3)
    after, said = tapped(before, 2)
    assert said == Said(What.ALREADY, "A", 2, "blue", tag(2).hex().upper())
    assert after is before


def test_a_pile_with_one_missed_is_tapped_through_again() -> None:
    decks, _ = tapped(begun(), *(n for n in range(12) if n != 7))
    shuffled = list(range(12))
    random.Random(1).shuffle(shuffled)
    decks, _ = tapped(decks, *shuffled)
    assert sum(card.card == "A" for card in decks.of("blue")) == 12
    assert decks.task == Collect("blue", 1)


def test_a_card_of_another_deck_is_named_and_changes_over_when_said() -> None:
    decks, _ = done(whole(), Begin("red", THREE))
    same, said = tapped(decks, 20)
    assert (said.what, said.card, said.copy, said.deck) == (What.ELSEWHERE, "2", 9, "blue")
    assert same is decks
    decks, said = done(decks, Tapped(tag(20), over=True))
    assert (said.what, decks.cards[tag(20)].deck, len(decks.of("blue"))) == (What.TAKEN, "red", 161)
    decks, _ = done(decks, Undo())
    assert decks.cards[tag(20)] == EnrolledCard(tag(20), "2", 9, "blue")


def test_a_card_tapped_too_early_is_put_right() -> None:
    """Twelve aces were wanted; the last of them was a two."""
    decks, _ = tapped(begun(), *range(12))
    decks, said = tapped(decks, 11)
    assert said.what is What.ALREADY
    decks, _ = done(decks, Tapped(tag(11), over=True))
    assert (decks.cards[tag(11)].card, decks.cards[tag(11)].copy) == ("2", 1)


def test_undo_goes_back_over_prompts() -> None:
    start = begun()
    decks, _ = tapped(start, *range(14))
    for number in (13, 12, 11):
        decks, said = done(decks, Undo())
        assert said == Said(What.UNDONE, *_slot(number), "blue", tag(number).hex().upper())
    assert decks.task == Collect("blue", 0)
    for _ in range(11):
        decks, _said = done(decks, Undo())
    assert decks == start
    assert done(decks, Undo()) == (decks, Said(What.NOTHING_TO_UNDO))


def _slot(number: int) -> tuple[str, int]:
    return ("A", number + 1) if number < 12 else ("2", number - 11)


def test_a_card_without_a_tag_is_done_without() -> None:
    decks, _ = tapped(begun(), *range(11))
    decks, said = done(decks, CannotRead())
    assert said == Said(What.UNREAD, "A", 12, "blue")
    assert decks.task == Collect("blue", 1)
    (view,) = decks_of(decks)
    assert (view.planned, view.open, view.unread) == (162, 150, (("A", 12),))
    back, said = done(decks, Undo())
    assert (said, back.task, back.unread) == (
        Said(What.UNDONE, "A", 12, "blue"),
        Collect("blue", 0),
        frozenset(),
    )


def test_one_said_to_be_unreadable_that_turns_up_is_taken() -> None:
    decks, _ = tapped(begun(), *range(11))
    decks, _ = done(decks, CannotRead(), PlaceOne("blue", "A", 12), Tapped(tag(99)))
    assert (decks.cards[tag(99)].copy, decks.unread) == (12, frozenset())
    decks, _ = done(decks, Undo())
    assert decks.unread == {("blue", "A", 12)}


def test_several_cards_at_once_are_none() -> None:
    decks = begun()
    assert done(decks, Crowd()) == (decks, Said(What.CROWDED))


def test_a_phone_on_the_reader_is_no_card() -> None:
    """Its number is another one each time, and says so by how it begins."""
    phone = Uid(bytes.fromhex("08A1B2C3"))
    decks, said = done(begun(), Tapped(phone))
    assert (said, decks) == (Said(What.FICKLE, uid="08A1B2C3"), begun())
    assert done(decks, Tapped(phone, over=True))[1].what is What.TAKEN
    assert done(decks, Tapped(Uid(bytes.fromhex("08A1B2C3D4"))))[1].what is What.TAKEN


def test_another_prompt_can_be_chosen_and_one_more_than_wanted_is_refused() -> None:
    decks, _ = tapped(begun(), *range(12))
    decks, _ = done(decks, GoTo(0))
    same, said = tapped(decks, 50)
    assert (said.what, same) == (What.FULL, decks)
    decks, said = done(decks, Tapped(tag(50), over=True))
    assert (said.what, decks.cards[tag(50)].copy) == (What.TAKEN, 13)
    assert done(decks, GoTo(14))[1].what is What.NO_SUCH


def test_a_deck_is_gone_on_with_at_its_first_open_prompt() -> None:
    decks, _ = tapped(begun(), *range(12))
    decks, _ = done(decks, StopEnrolling())
    assert decks.task is None
    decks, _ = done(decks, Begin("blue"))
    assert decks.task == Collect("blue", 1)
    assert done(decks, Begin("green"))[1].what is What.NO_SUCH


def test_suits_and_ranks_are_not_mixed() -> None:
    decks, _ = tapped(begun(), 1)
    assert done(decks, Begin("blue", ONE)) == (decks, Said(What.OTHER_WAY, deck="blue"))
    more, _ = done(decks, Begin("blue", replace(THREE, decks=4)))
    assert task_of(more).total == 214  # type: ignore[union-attr]


# --- one card -----------------------------------------------------------------------------------------


def test_a_card_gets_a_new_tag_and_the_old_one_is_forgotten() -> None:
    decks, _ = done(whole(), PlaceOne("blue", "7", 3))
    assert done(decks, Tapped(tag(5)))[1].what is What.ALREADY
    decks, said = done(decks, Tapped(tag(500)))
    assert said == Said(What.PLACED, "7", 3, "blue", tag(500).hex().upper(), in_place=True)
    assert len(decks.of("blue")) == 162
    assert tag(74) not in decks.cards
    # what is tapped next is only named
    same, said = done(decks, Tapped(tag(501)))
    assert (said.what, same) == (What.UNKNOWN, decks)
    decks, _ = done(decks, Undo())
    assert decks.task == Place("blue", "7", 3)
    assert decks.cards == whole().cards


def test_one_more_card_has_the_next_number() -> None:
    decks, said = done(whole(), PlaceOne("blue", "7"), Tapped(tag(500)))
    assert (said.what, said.card, said.copy, said.in_place) == (What.PLACED, "7", 13, False)
    assert done(decks, PlaceOne("green", "7"))[1].what is What.NO_SUCH
    assert done(decks, PlaceOne("blue", "seven"))[1].what is What.NO_SUCH


def test_a_lost_card_is_retired_and_found_again() -> None:
    decks, said = done(whole(), Retire(tag(20)))
    assert (said.what, said.card, said.copy) == (What.RETIRED, "2", 9)
    assert len(decks.of("blue")) == 161
    assert done(decks, BeginLookUp(), Tapped(tag(20)))[1].what is What.RETIRED_ONE
    back, said = done(decks, BringBack(tag(20)))
    assert (said.what, back.cards[tag(20)].copy) == (What.BACK, 9)
    other, _ = done(decks, PlaceOne("blue", "2", 9), Tapped(tag(700)))
    assert done(other, BringBack(tag(20))) == (
        other,
        Said(What.TAKEN_PLACE, "2", 9, "blue", tag(20).hex().upper()),
    )
    assert done(decks, Retire(tag(20)))[1].what is What.NO_SUCH


def test_command_cards_and_the_pairing_card() -> None:
    decks, said = done(Decks(), PlaceOne("", "@undo"), Tapped(tag(1)), PlaceOne("", "@undo"), Tapped(tag(2)))
    assert (said.card, said.copy) == ("@undo", 2)
    decks, said = done(decks, PlaceOne("", "@pair"), Tapped(tag(1)))
    assert (said.what, said.card) == (What.ELSEWHERE, "@undo")
    decks, said = done(decks, Tapped(tag(3)), PlaceOne("", "@rules pagat"), Tapped(tag(4)))
    assert decks.cards[tag(4)].card == "@rules pagat"
    assert done(decks, PlaceOne("", "@dance"))[1].what is What.NO_SUCH
    assert decks.names == []


def test_a_card_is_looked_up() -> None:
    decks, said = done(whole(), BeginLookUp(), Tapped(tag(20)))
    assert said == Said(What.NAMED, "2", 9, "blue", tag(20).hex().upper())
    assert done(decks, Tapped(tag(999)))[1] == Said(What.UNKNOWN, uid=tag(999).hex().upper())
    spare = EnrolledCard(tag(900), "KH", 2)
    assert done(replace(decks, spare={tag(900): spare}), Tapped(tag(900)))[1].card == "KH"


# --- the walk -----------------------------------------------------------------------------------------


def test_the_walk_lists_what_is_missing() -> None:
    decks, _ = done(whole(), BeginWalk("blue"))
    numbers = [n for n in range(162) if n not in (3, 77)]
    random.Random(5).shuffle(numbers)
    decks, said = tapped(decks, *numbers)
    assert said.what is What.SEEN
    task = task_of(decks)
    assert task is not None
    assert (task.done, task.total) == (160, 162)
    assert [(card.card, card.copy) for card in task.missing] == [("A", 4), ("7", 6)]
    assert tapped(decks, numbers[0])[1].what is What.SEEN_ALREADY
    decks, _ = tapped(decks, 3)
    assert tapped(decks, 77)[1].what is What.ALL_SEEN


def test_the_walk_names_what_does_not_belong() -> None:
    decks, _ = done(whole(), Begin("red", ONE), Tapped(tag(600)), BeginWalk("blue"))
    assert tapped(decks, 600)[1].what is What.ELSEWHERE
    assert tapped(decks, 700)[1].what is What.UNKNOWN
    assert done(decks, BeginWalk("green"))[1].what is What.NO_SUCH


# --- whole decks --------------------------------------------------------------------------------------


def test_decks_are_renamed_and_forgotten_with_all_that_is_theirs() -> None:
    decks, _ = done(whole(), Retire(tag(3)), Begin("red", ONE), Tapped(tag(600)))
    assert done(decks, Rename("blue", "red"))[1].what is What.IN_THE_WAY
    assert done(decks, Rename("green", "x"))[1].what is What.NO_SUCH
    renamed, said = done(decks, Rename("red", "green"))
    assert (said.deck, renamed.task, renamed.names) == ("green", Collect("green", 1), ["blue", "green"])
    left, said = done(renamed, Drop("blue"))
    assert (said.what, left.names, left.retired, left.task) == (
        What.DROPPED,
        ["green"],
        {},
        Collect("green", 1),
    )
    assert done(left, Drop("green"))[0] == Decks()


def test_a_deck_from_a_file_replaces_nothing_unless_it_is_said() -> None:
    cards = tuple(EnrolledCard(tag(n), "7H", n + 1) for n in range(3))
    decks, said = done(Decks(), Put("blue", cards))
    assert said == Said(What.IMPORTED, deck="blue", count=3)
    assert done(decks, Put("blue", cards))[1] == Said(What.IN_THE_WAY, deck="blue")
    same, said = done(decks, Put("red", cards))
    assert (said.what, said.card, said.deck, same) == (What.IN_THE_WAY, "7H", "blue", decks)
    over, _ = done(decks, Put("red", cards[:2], over=True))
    assert (len(over.of("red")), len(over.of("blue"))) == (2, 1)


def test_the_deck_of_a_simulated_board_can_be_enrolled() -> None:
    decks = Decks(spare={tag(1): EnrolledCard(tag(1), "7H", 1)})
    adopted, said = done(decks, Adopt("tried"))
    assert (said.count, adopted.cards[tag(1)].deck) == (1, "tried")
    assert done(Decks(), Adopt("tried"))[1].what is What.NO_SUCH


def test_to_go_on_after_a_while_changes_nothing() -> None:
    decks, _ = tapped(begun(), 1)
    assert done(decks, Resume()) == (decks, Said(What.BEGUN))
    assert done(Decks(), Resume())[1].what is What.NO_SUCH


# --- what is kept -------------------------------------------------------------------------------------


numbers = st.integers(0, 30)
deeds = st.one_of(
    st.builds(Tapped, numbers.map(tag), st.booleans()),
    st.builds(Tapped, numbers.map(tag)),
    st.just(Undo()),
    st.just(CannotRead()),
    st.just(Crowd()),
    st.just(StopEnrolling()),
    st.just(BeginLookUp()),
    st.builds(Begin, st.sampled_from(["blue", "red"]), st.sampled_from([Plan(1, 1, Way.RANK), ONE, None])),
    st.builds(GoTo, st.integers(-1, 60)),
    st.builds(PlaceOne, st.sampled_from(["blue", "", "green"]), st.sampled_from(["7", "7H", "@undo", "@x"])),
    st.builds(PlaceOne, st.just("blue"), st.just("A"), st.integers(1, 3)),
    st.builds(BeginWalk, st.sampled_from(["blue", "red", "green"])),
    st.builds(Retire, numbers.map(tag)),
    st.builds(BringBack, numbers.map(tag)),
    st.builds(Rename, st.sampled_from(["blue", "red"]), st.sampled_from(["blue", "green"])),
    st.builds(Drop, st.sampled_from(["blue", "green"])),
)


@settings(max_examples=150)
@given(st.lists(deeds, max_size=40))
def test_whatever_is_done_a_card_has_one_tag_and_all_comes_back_from_disk(done_deeds: list[Deed]) -> None:
    decks = Decks()
    for deed in done_deeds:
        after, said = decide(decks, deed)
        if said.refused:
            assert after is decks
        decks = after
        slots = [(card.deck, card.card, card.copy) for card in decks.cards.values()]
        assert len(slots) == len(set(slots))
        assert all(uid == card.uid for uid, card in decks.cards.items())
        assert not set(decks.cards) & set(decks.retired)
        assert not decks.unread & set(slots)
        kept = read_progress(write_progress(decks))
        assert (kept.plans, kept.unread, kept.task, kept.steps) == (
            decks.plans,
            decks.unread,
            decks.task,
            decks.steps,
        )
        task_of(decks)
        decks_of(decks)


@pytest.mark.parametrize(
    "parts",
    [
        {"task": "["},
        {"task": '["dance"]'},
        {"task": '["collect", "blue", 0]'},
        {"plans": '{"blue": [1, 2, "colour"]}'},
        {"steps": '[{"task": null, "put": null, "out": [], "found": null, "read": false, "unread": null}]'},
        {"unread": "[1]"},
        {"task": "[" * 100_000},
        {"plans": '{"blue": [1e999, 2, "rank"]}'},
        {"plans": r'{"\ud800": [1, 2, "rank"]}'},
        {"task": r'["walk", "\ud800", []]'},
    ],
)
def test_progress_of_another_form_is_said(parts: dict[str, str]) -> None:
    with pytest.raises(BadProgress):
        read_progress(parts)


def test_a_game_is_played_with_what_was_enrolled() -> None:
    decks, _ = done(whole(), Retire(tag(3)))
    asked = with_deck(NewGame(4, "pagat", hands=Hands.TRACKED), decks.known.values(), Game())
    assert asked.deck_name == "blue"
    assert dict(asked.deck)["A"] == (1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12)
    assert dict(asked.deck)["Joker"] == 6
