"""Polls become taps and lifts: recorded sequences, and what must hold for every sequence."""

from collections.abc import Iterable

from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.interfaces import Uid
from hardware.presence import CROWDED, Change, Lifted, Placed, Presence

A, B, C = (Uid(bytes.fromhex(uid)) for uid in ("DEADBEEF", "04A1B2C3D4E5F6", "0F0F0F0F"))
TWO = "two"
POLL_MS = 50
MISS_MS = 300
Poll = Uid | str | None


def tell(presence: Presence, poll: Poll, at_ms: int) -> tuple[Change, ...]:
    if isinstance(poll, str):
        return presence.saw_two(at_ms)
    return presence.saw(poll, at_ms)


def changes(polls: Iterable[Poll]) -> list[Change]:
    presence = Presence(MISS_MS)
    return [change for i, poll in enumerate(polls) for change in tell(presence, poll, i * POLL_MS)]


def test_the_first_poll_with_a_card_is_the_tap() -> None:
    assert Presence().saw(A, 0) == (Placed(A),)


def test_a_card_left_lying_is_one_tap() -> None:
    assert changes([A] * 1200) == [Placed(A)]


def test_a_card_is_lifted_when_the_miss_time_is_over_and_not_before() -> None:
    presence = Presence(MISS_MS)
    presence.saw(A, 0)
    assert [presence.saw(None, at_ms) for at_ms in (50, 349)] == [(), ()]
    assert presence.saw(None, 350) == (Lifted(A),)
    assert presence.saw(None, 400) == ()


def test_single_misses_lift_nothing() -> None:
    assert changes([A, None, None, A, None, A, None, None, None] * 50) == [Placed(A)]


def test_a_card_lifted_and_laid_again_is_two_taps() -> None:
    assert changes([A, *[None] * 8, A]) == [Placed(A), Lifted(A), Placed(A)]


def test_another_card_at_once_is_a_new_tap() -> None:
    assert changes([A, A, B, B]) == [Placed(A), Lifted(A), Placed(B)]


def test_two_cards_read_in_turn_are_one_tap_each() -> None:
    """Two cards one upon the other, where the field holds now one, now the other."""
    assert changes([A, B] * 100) == [Placed(A), Lifted(A), Placed(B)]


def test_a_spent_card_left_behind_does_not_act_again() -> None:
    assert changes([A, B, *[A] * 30]) == [Placed(A), Lifted(A), Placed(B), Lifted(B)]


def test_two_cards_are_told_once_and_lift_nothing() -> None:
    assert changes([A, *[TWO] * 50, A]) == [Placed(A), CROWDED]


def test_two_cards_told_apart_can_be_told_again() -> None:
    apart: list[Poll] = [None] * 8
    assert changes([TWO, *apart, TWO]) == [CROWDED, CROWDED]


def test_the_second_of_two_cards_acts_when_the_first_is_gone() -> None:
    assert changes([A, TWO, TWO, B]) == [Placed(A), CROWDED, Lifted(A), Placed(B)]


def test_a_reader_that_was_away_neither_lifts_nor_repeats() -> None:
    """Between 50 ms and 10 s the reader was being reopened: no poll, so nothing is known of that time."""
    presence = Presence(MISS_MS)
    presence.saw(A, 0)
    presence.saw(None, 50)
    assert presence.saw(A, 10_000) == ()


polls = st.lists(
    st.sampled_from([None, A, B, C, TWO]).flatmap(lambda p: st.integers(1, 9).map(lambda n: [p] * n))
)


def flat(runs: list[list[Poll]]) -> list[Poll]:
    return [poll for run in runs for poll in run]


@settings(max_examples=200)
@given(polls.map(flat))
def test_what_is_placed_is_lifted_before_anything_else_is(seen: list[Poll]) -> None:
    lying = None
    for change in changes(seen):
        match change:
            case Placed(uid):
                assert lying is None
                lying = uid
            case Lifted(uid):
                assert lying == uid
                lying = None


@settings(max_examples=200)
@given(polls.map(flat), st.sampled_from([A, B, C]))
def test_a_card_acts_at_once_and_then_only_after_absence(seen: list[Poll], uid: Uid) -> None:
    """The rule by brute force: a card may act if it was never seen, or its last absence was long enough."""
    presence = Presence(MISS_MS)
    may_act, missed_since = True, None
    for i, poll in enumerate(seen):
        at_ms = i * POLL_MS
        assert (Placed(uid) in tell(presence, poll, at_ms)) == (poll == uid and may_act)
        if poll == uid:
            may_act, missed_since = False, None
        elif poll == TWO:
            missed_since = None
        elif missed_since is None:
            missed_since = at_ms
        elif at_ms - missed_since >= MISS_MS:
            may_act = True
