"""The mfrc522 driver on an emulated chip. Tests named for a row of the field reports say which."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.drivers.mfrc522 import SpiRegisters
from hardware.drivers.mfrc522_chip import GAINS
from hardware.drivers.mfrc522_chip import Chip as ChipDriver
from hardware.drivers.mfrc522_reader import Mfrc522Reader
from hardware.errors import StoppedAnswering, TwoCards, WiredWrongly
from hardware.interfaces import Uid
from hardware.presence import Change, Lifted, Placed, Presence
from tests.devices.iso14443 import FOUR, SEVEN, TEN, Card, State
from tests.devices.mfrc522_chip import Chip, Reg
from tests.devices.radio import Heard, Noise
from tests.devices.spi_bus import SpiBus

UIDS = st.sampled_from([4, 7, 10]).flatmap(
    lambda n: st.binary(min_size=n, max_size=n).filter(lambda uid: uid[0] != 0x88)
)
POLL_MS = 50


class Bench:
    """An emulated chip, the driver on it, and a clock; pauses are noted and cost no time."""

    def __init__(self, gain_db: int = 33) -> None:
        self.chip = Chip()
        self.now_ms = 7_000_000
        self.paused_ms = 0
        spi = SpiBus({(0, 0): self.chip}).spidev().SpiDev()
        spi.open(0, 0)
        chip = ChipDriver(SpiRegisters("the reader", spi), gain_db, self._pause)
        self.reader = Mfrc522Reader("the reader", chip, lambda: self.now_ms)

    def _pause(self, ms: int) -> None:
        self.paused_ms += ms

    def place(self, uid: bytes, state: State | None = None) -> Card:
        card = Card(uid)
        self.chip.field.place(card)
        card.state = state or card.state
        return card

    def poll(self) -> Uid | None:
        self.now_ms += POLL_MS
        return self.reader.poll()

    def polls(self, count: int) -> list[Uid | None]:
        return [self.poll() for _ in range(count)]


@pytest.fixture
def bench() -> Bench:
    return Bench()


@settings(max_examples=60)
@given(UIDS)
def test_the_first_poll_returns_a_card_of_any_length(uid: bytes) -> None:
    bench = Bench()
    bench.place(uid)
    assert bench.poll() == uid


@pytest.mark.parametrize("uid", [FOUR, SEVEN, TEN])
def test_all_cascade_levels_are_run(bench: Bench, uid: Uid) -> None:
    """A: a 7-byte sticker shows as 0x88 plus its first three bytes."""
    bench.place(uid)
    assert bench.poll() == uid


def test_two_stickers_with_the_same_first_bytes_are_two(bench: Bench) -> None:
    """A: a 7-byte sticker shows as 0x88 plus its first three bytes."""
    for uid in ("04A1B29F112280", "04A1B2AABBCCDD"):
        card = bench.place(bytes.fromhex(uid))
        assert bench.poll() == bytes.fromhex(uid)
        bench.chip.field.lift(card)


def test_the_check_byte_is_dropped(bench: Bench) -> None:
    """A: a 4-byte tag yields five bytes."""
    bench.place(FOUR)
    assert bench.poll() == bytes.fromhex("DEADBEEF")


def test_a_card_lying_still_is_seen_by_every_poll(bench: Bench) -> None:
    """A: with a card lying still, every second poll says "nothing there"."""
    bench.place(SEVEN)
    assert set(bench.polls(100)) == {SEVEN}


def test_an_empty_poll_takes_less_than_100_transfers(bench: Bench) -> None:
    """A: one core at 100 % while waiting; slow reaction."""
    for _ in range(5):
        before = bench.chip.transfers
        assert bench.poll() is None
        assert bench.chip.transfers - before < 100


@pytest.mark.parametrize("uid", [FOUR, SEVEN, TEN])
def test_no_poll_takes_more_than_500_transfers(bench: Bench, uid: Uid) -> None:
    """At 0.1 ms each that is 50 ms: with noise of every kind, cards that come and go."""
    bench.chip.field.disturbs = Noise(Random(3), silence=0.2, corruption=0.2)
    for i in range(300):
        if i % 20 == 0:
            card = bench.place(uid)
        if i % 20 == 15:
            bench.chip.field.lift(card)
        before = bench.chip.transfers
        bench.poll()
        assert bench.chip.transfers - before < 500


@pytest.mark.parametrize("state", list(State))
@pytest.mark.parametrize("uid", [FOUR, SEVEN])
def test_a_card_in_any_state_is_read_by_the_first_poll(bench: Bench, state: State, uid: Uid) -> None:
    """A: a card left ACTIVE answers neither REQA nor WUPA; one left in HALT does not answer REQA."""
    bench.place(uid, state)
    assert bench.poll() == uid


@pytest.mark.parametrize("state", [State.IDLE, State.READY, State.ACTIVE, State.HALT])
def test_a_card_that_others_left_half_way_is_read_though_it_keeps_its_charge(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, state: State
) -> None:
    monkeypatch.setattr(Card, "power", lambda *_: None)
    bench.place(FOUR, state)
    assert bench.poll() == FOUR


@pytest.mark.parametrize("state", [State.IDLE, State.READY, State.ACTIVE, State.HALT])
def test_a_card_that_slips_into_any_state_between_polls_is_still_seen(bench: Bench, state: State) -> None:
    card = bench.place(SEVEN)
    for _ in range(10):
        assert bench.poll() == SEVEN
        card.state, card.level = state, 0


def changes(bench: Bench, polls: int) -> list[Change]:
    presence = Presence()
    return [change for _ in range(polls) for change in presence.saw(bench.poll(), bench.now_ms)]


@pytest.mark.parametrize(("uid", "polls"), [(FOUR, 10_000), (SEVEN, 2_000)])
def test_noise_lifts_no_card_in_10000_polls(bench: Bench, uid: Uid, polls: int) -> None:
    """A: a still card flaps present/removed; a mangled reply is evidence of presence."""
    bench.chip.field.disturbs = Noise(Random(20), silence=0.15, corruption=0.15)
    bench.place(uid)
    assert changes(bench, polls) == [Placed(uid)]


def test_a_card_is_back_after_a_forced_removal(bench: Bench) -> None:
    """A: after one false removal the reader stays blind until the card is lifted."""
    bench.place(SEVEN)
    assert bench.poll() == SEVEN
    bench.chip.field.disturbs = lambda _: None
    assert bench.polls(20) == [None] * 20
    bench.chip.field.disturbs = lambda heard: heard
    assert SEVEN in bench.polls(2)


def test_the_field_is_dropped_when_a_card_falls_silent_and_not_otherwise(bench: Bench) -> None:
    bench.polls(5)
    card = bench.place(FOUR)
    bench.polls(5)
    assert bench.paused_ms == 10  # when it was set up
    bench.chip.field.lift(card)
    assert bench.polls(5) == [None] * 5
    assert bench.paused_ms == 20


def test_an_answer_that_stays_mangled_is_believed_for_a_second_and_a_half(bench: Bench) -> None:
    bench.place(FOUR)
    bench.poll()
    bench.chip.field.disturbs = lambda heard: Heard(heard.bits, parity=True)
    assert bench.polls(40) == [FOUR] * 30 + [None] * 10


def test_a_mangled_answer_where_no_card_was_is_no_card(bench: Bench) -> None:
    bench.chip.field.disturbs = lambda heard: Heard(heard.bits, parity=True)
    bench.place(FOUR)
    assert bench.poll() is None


@pytest.mark.parametrize("answers", range(8))
def test_a_card_that_leaves_mid_frame_is_no_other_card(bench: Bench, answers: int) -> None:
    bench.chip.field.place(Card(TEN, answers_left=answers))
    assert set(bench.polls(3)) <= {None, TEN}
    assert bench.poll() is None


@settings(max_examples=60)
@given(st.lists(UIDS, min_size=2, max_size=4, unique=True))
def test_several_cards_at_once_are_two_cards(uids: list[bytes]) -> None:
    bench = Bench()
    for uid in uids:
        bench.place(uid)
    for _ in range(3):
        with pytest.raises(TwoCards):
            bench.poll()


def test_when_one_of_two_cards_is_lifted_the_other_is_read(bench: Bench) -> None:
    first = bench.place(FOUR)
    bench.place(SEVEN)
    with pytest.raises(TwoCards):
        bench.poll()
    bench.chip.field.lift(first)
    assert bench.poll() == SEVEN


def test_a_single_noisy_bit_is_no_second_card(bench: Bench) -> None:
    """In the answer to the anticollision, the second of a poll."""
    noisy = iter([False, True])

    def noise(heard: Heard) -> Heard:
        return Heard(heard.bits, collision=9) if next(noisy, False) else heard

    bench.place(FOUR)
    bench.chip.field.disturbs = noise
    assert bench.polls(3) == [FOUR] * 3


def test_a_card_at_once_after_another_is_read_at_once(bench: Bench) -> None:
    first = bench.place(FOUR)
    bench.poll()
    bench.chip.field.lift(first)
    bench.place(SEVEN)
    assert bench.poll() == SEVEN


@pytest.mark.parametrize("lying", [True, False])
def test_a_silent_reset_is_cured_by_the_next_poll(bench: Bench, lying: bool) -> None:
    if lying:
        bench.place(FOUR)
    bench.poll()
    bench.chip.reset()
    assert bench.poll() == (FOUR if lying else None)
    assert bench.chip.field.on


def test_a_reset_in_the_middle_of_a_poll_is_cured_and_lifts_nothing(bench: Bench) -> None:
    bench.place(FOUR)
    bench.poll()

    def dip(_: Heard) -> None:
        bench.chip.field.disturbs = lambda heard: heard
        bench.chip.reset()

    bench.chip.field.disturbs = dip
    assert bench.polls(3) == [FOUR] * 3


@pytest.mark.parametrize("byte", [0x00, 0xFF])
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_dead_bus_is_a_fault_at_the_first_poll(bench: Bench, byte: int, when: str) -> None:
    """A: version reads 0x00/0xFF; A: reader unplugged or loose."""
    if when == "after":
        bench.place(FOUR)
        bench.poll()
    bench.chip.dead = byte
    for _ in range(3):
        with pytest.raises(StoppedAnswering, match=rf"the reader: nobody answers .*0x{byte:02X}.* Check"):
            bench.poll()


@pytest.mark.parametrize("byte", [0x00, 0xFF])
def test_a_bus_that_dies_within_a_poll_is_a_fault_and_not_two_cards(bench: Bench, byte: int) -> None:
    def die(_: Heard) -> None:
        bench.chip.dead = byte

    bench.place(FOUR)
    bench.poll()
    bench.chip.field.disturbs = die
    with pytest.raises(StoppedAnswering, match="nobody answers"):
        bench.poll()


def test_a_dead_chip_that_comes_back_works_on(bench: Bench) -> None:
    bench.place(FOUR)
    bench.chip.dead = 0xFF
    with pytest.raises(StoppedAnswering):
        bench.poll()
    bench.chip.dead = None
    bench.chip.reset()
    assert bench.poll() == FOUR


def test_a_bus_that_another_device_holds_for_a_while_is_a_fault_and_no_lift(bench: Bench) -> None:
    """A: reader works alone but not with a second SPI device; A: erratic as soon as the LED strip runs."""
    bench.place(FOUR)
    presence = Presence()
    seen: list[Change] = []
    for i in range(200):
        bench.chip.dead = 0x00 if i % 4 == 3 else None
        if bench.chip.dead is None:
            seen += presence.saw(bench.poll(), bench.now_ms)
        else:
            with pytest.raises(StoppedAnswering):
                bench.poll()
    assert seen == [Placed(FOUR)]


def test_a_card_lying_for_a_minute_is_one_tap(bench: Bench) -> None:
    """A: a card left lying plays its action again every few seconds."""
    bench.place(FOUR)
    assert changes(bench, 60_000 // POLL_MS) == [Placed(FOUR)]


@pytest.mark.parametrize("version", [0x12, 0x82, 0x88, 0x90, 0x91, 0x92, 0xB2, 0x01, 0xFE])
def test_a_clone_is_a_reader_like_any_other(bench: Bench, version: int) -> None:
    """A: self-test fails / version 0x12, 0xB2, 0x88 ... yet reads mostly fine."""
    bench.chip.version = version
    bench.place(SEVEN)
    assert bench.poll() == SEVEN


def test_a_timer_that_never_ends_is_a_fault_and_no_endless_loop(bench: Bench) -> None:
    """A: the read call cannot be cancelled; stalls inside the wait loop."""
    bench.chip.deaf_timer = True
    assert bench.polls(2) == [None, None]
    with pytest.raises(StoppedAnswering, match="ends none"):
        bench.poll()
    assert bench.chip.transfers < 1500
    bench.chip.deaf_timer = False
    bench.place(FOUR)
    assert bench.poll() == FOUR


def test_a_chip_that_keeps_nothing_is_wired_wrongly(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench.chip, "write", lambda *_: None)
    with pytest.raises(WiredWrongly, match="MOSI"):
        bench.poll()


@pytest.mark.parametrize("gain_db", GAINS)
def test_the_gain_is_a_setting(gain_db: int) -> None:
    """A: receiver gain too high. 9.3.3.6: RxGain, bits 6 to 4."""
    bench = Bench(gain_db)
    bench.poll()
    table = {18: {0, 2}, 23: {1, 3}, 33: {4}, 38: {5}, 43: {6}, 48: {7}}
    assert bench.chip.read(Reg.RF_CFG) >> 4 in table[gain_db]


def test_a_chip_that_somebody_else_set_up_is_set_up_anew(bench: Bench) -> None:
    for reg, value in ((Reg.TX_ASK, 0x40), (Reg.MODE, 0x3D), (Reg.TX_CONTROL, 0x83), (Reg.RF_CFG, 0x78)):
        bench.chip.write(reg, value)
    bench.place(FOUR)
    assert bench.poll() == FOUR
    assert bench.chip.read(Reg.RF_CFG) == 0x48


def test_no_card_is_ever_made_up_by_noise(bench: Bench) -> None:
    bench.chip.field.disturbs = Noise(Random(8), silence=0.2, corruption=0.5)
    for uid in (FOUR, SEVEN, TEN):
        card = bench.place(uid)
        assert set(bench.polls(1000)) - {None} == {uid}
        bench.chip.field.lift(card)
        bench.polls(40)


def test_a_tap_of_half_a_second_is_a_tap_and_a_lift_under_noise(bench: Bench) -> None:
    bench.chip.field.disturbs = Noise(Random(4), silence=0.1, corruption=0.1)
    seen: list[Change] = []
    presence = Presence()
    for i in range(2000):
        if i % 40 == 0:
            card = bench.place(SEVEN)
        if i % 40 == 10:
            bench.chip.field.lift(card)
        seen += presence.saw(bench.poll(), bench.now_ms)
    assert seen == [Placed(SEVEN), Lifted(SEVEN)] * 50
