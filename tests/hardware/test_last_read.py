"""A mangled answer counts as the card read last, but brings none back that was lifted."""

from hypothesis import given
from hypothesis import strategies as st

from hardware.drivers.last_read import HOLD_MS, SILENCE_MS, LastRead
from hardware.interfaces import Uid
from hardware.presence import Placed, Presence

A = Uid(bytes.fromhex("DEADBEEF"))
POLL_MS = 50
READ, MANGLED, SILENT = "read", "mangled", "silent"


def test_before_any_card_a_mangled_answer_is_nobody() -> None:
    assert LastRead().mangled(0) is None


def test_it_is_believed_for_a_second_and_a_half_after_the_last_good_answer() -> None:
    last = LastRead()
    last.read(A, 1000)
    assert last.mangled(1000 + HOLD_MS) == A
    assert last.mangled(1001 + HOLD_MS) is None


def test_a_short_silence_is_forgiven() -> None:
    last = LastRead()
    last.read(A, 0)
    last.silent(50)
    last.silent(49 + SILENCE_MS)
    assert last.mangled(50 + SILENCE_MS) == A


def test_after_a_longer_silence_it_is_gone() -> None:
    last = LastRead()
    last.read(A, 0)
    last.silent(50)
    last.silent(50 + SILENCE_MS)
    assert last.mangled(51 + SILENCE_MS) is None


def test_silences_with_an_answer_between_them_are_two() -> None:
    for answered in (lambda last, at: last.read(A, at), lambda last, at: last.mangled(at)):
        last = LastRead()
        last.read(A, 0)
        last.silent(50)
        answered(last, 200)
        last.silent(250)
        last.silent(400)
        assert last.mangled(450) == A


@given(
    st.lists(
        st.sampled_from([READ, MANGLED, SILENT]).flatmap(lambda s: st.integers(1, 9).map(lambda n: [s] * n))
    )
)
def test_no_card_is_placed_but_by_a_good_answer(runs: list[list[str]]) -> None:
    last, presence = LastRead(), Presence()
    for i, answer in enumerate(answer for run in runs for answer in run):
        at_ms = i * POLL_MS
        uid = None
        match answer:
            case "read":
                uid = last.read(A, at_ms)
            case "mangled":
                uid = last.mangled(at_ms)
            case _:
                last.silent(at_ms)
        assert Placed(A) not in presence.saw(uid, at_ms) or answer == READ
