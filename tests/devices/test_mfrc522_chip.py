"""The emulated MFRC522 is worth something if readers that know nothing of it can work with it."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.devices.iso14443 import Card, State, crc_a
from tests.devices.mfrc522_chip import COLLISION, PARITY, Chip, Reg
from tests.devices.naive_reader import NaiveReader
from tests.devices.radio import Heard, Noise
from tests.devices.spi_bus import SpiBus

FOUR, SEVEN, TEN = (bytes.fromhex(u) for u in ("DEADBEEF", "04A1B29F112280", "0102030405060708090A"))
uid_of = st.sampled_from([4, 7, 10]).flatmap(
    lambda n: st.binary(min_size=n, max_size=n).filter(lambda uid: uid[0] != 0x88)
)


@pytest.fixture
def chip() -> Chip:
    return Chip()


def test_checksum_of_a_known_frame() -> None:
    """ISO/IEC 14443-3, Annex B: the two examples."""
    assert crc_a(b"\x00\x00") == b"\xa0\x1e"
    assert crc_a(b"\x12\x34") == b"\x26\xcf"


@settings(max_examples=60)
@given(st.sets(uid_of, max_size=5))
def test_a_naive_reader_tells_all_cards_apart(uids: set[bytes]) -> None:
    chip = Chip()
    chip.field.place(*[Card(uid) for uid in uids])
    assert NaiveReader(chip.transfer).uids() == uids


def test_halted_cards_hear_wupa_only(chip: Chip) -> None:
    chip.field.place(Card(SEVEN))
    reader = NaiveReader(chip.transfer)
    assert reader.uids() == {SEVEN}
    assert reader.exchange([0x26], 7) is None
    assert reader.exchange([0x52], 7) == [0x44, 0x00]


@pytest.mark.parametrize("state", [State.READY, State.ACTIVE])
def test_a_card_left_half_way_misses_one_request(chip: Chip, state: State) -> None:
    card = Card(FOUR)
    chip.field.place(card)
    reader = NaiveReader(chip.transfer)
    card.state = state
    assert reader.exchange([0x52], 7) is None
    assert reader.exchange([0x52], 7) == [0x04, 0x00]


def test_the_field_off_forgets_everything(chip: Chip) -> None:
    card = Card(FOUR)
    chip.field.place(card)
    reader = NaiveReader(chip.transfer)
    assert reader.uids() == {FOUR}
    reader.write(Reg.TX_CONTROL, 0x80)
    assert card.state is State.POWER_OFF
    reader.write(Reg.TX_CONTROL, 0x83)
    assert reader.exchange([0x26], 7) == [0x04, 0x00]


def test_after_a_silent_reset_nothing_is_sent_and_the_timer_never_ends(chip: Chip) -> None:
    chip.field.place(Card(FOUR))
    NaiveReader(chip.transfer)
    chip.reset()
    for frame in ([0x0A << 1, 0x80], [0x09 << 1, 0x26], [0x01 << 1, 0x0C], [0x0D << 1, 0x87]):
        chip.transfer(frame)
    assert {chip.transfer([0x80 | 0x04 << 1, 0])[1] & 0x61 for _ in range(5000)} == {0}


def test_the_timer_ends_after_the_time_it_was_set_to(chip: Chip) -> None:
    """0x8D3E and 30 are 15.5 ms: 13.56 MHz / (2 * 3390 + 1), 31 times."""
    for reg, value in {0x2A: 0x8D, 0x2B: 0x3E, 0x2C: 0, 0x2D: 30, 0x0C: 0x40}.items():
        chip.transfer([reg << 1, value])
    started_us = chip.now_us
    while not chip.transfer([0x80 | 0x04 << 1, 0])[1] & 0x01:
        pass
    assert chip.now_us - started_us == pytest.approx(15_500, abs=60)


def test_the_fifo_holds_64_bytes_and_says_when_it_ran_over(chip: Chip) -> None:
    chip.transfer([0x09 << 1, *range(64)])
    assert chip.read(Reg.ERROR) == 0
    chip.transfer([0x09 << 1, 99])
    assert (chip.read(Reg.FIFO_LEVEL), chip.read(Reg.ERROR)) == (64, 0x10)
    chip.transfer([0x0A << 1, 0x80])
    assert (chip.read(Reg.FIFO_LEVEL), chip.read(Reg.ERROR)) == (0, 0)


@pytest.mark.parametrize("burst", [True, False])
def test_bursts_and_single_bytes_read_the_same(chip: Chip, burst: bool) -> None:
    chip.transfer([0x09 << 1, 1, 2, 3])
    if burst:
        assert chip.transfer([0x92, 0x92, 0xEE, 0])[1:] == [1, 2, 0x92]
    else:
        assert [chip.transfer([reg, 0])[1] for reg in (0x92, 0x92, 0xEE)] == [1, 2, 0x92]


@pytest.mark.parametrize("byte", [0x00, 0xFF])
def test_a_dead_bus_reads_the_same_byte_everywhere(chip: Chip, byte: int) -> None:
    chip.dead = byte
    assert chip.transfer([0x80 | 0x37 << 1, 0]) == [byte, byte]


def test_a_card_that_leaves_says_no_more(chip: Chip) -> None:
    chip.field.place(Card(FOUR, answers_left=1))
    reader = NaiveReader(chip.transfer)
    assert reader.exchange([0x26], 7) == [0x04, 0x00]
    assert reader.exchange([0x93, 0x20]) is None


def test_a_parity_error_is_reported(chip: Chip) -> None:
    chip.field.place(Card(FOUR))
    reader = NaiveReader(chip.transfer)
    chip.field.disturbs = lambda heard: Heard(heard.bits, parity=True)
    reader.exchange([0x26], 7)
    assert chip.read(Reg.ERROR) == PARITY


def test_a_collision_is_reported_where_it_is(chip: Chip) -> None:
    chip.field.place(Card(bytes.fromhex("00010000")), Card(bytes.fromhex("00050000")))
    reader = NaiveReader(chip.transfer)
    reader.exchange([0x26], 7)
    reader.exchange([0x93, 0x20])
    assert chip.read(Reg.ERROR) == COLLISION
    assert chip.read(Reg.COLL) == 8 + 3


def test_noise_swallows_and_mangles_as_often_as_it_was_told() -> None:
    noise, whole = Noise(Random(1), silence=0.2, corruption=0.3), Heard((1, 0) * 20)
    heard = [noise(whole) for _ in range(2000)]
    assert heard.count(None) == pytest.approx(400, abs=60)
    assert sum(one != whole for one in heard if one) == pytest.approx(600, abs=60)


# --- the unmodified mfrc522 0.0.7 -------------------------------------------------------------------


@pytest.fixture
def package(chip: Chip, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Any]:
    """What makes a reader of the package's own."""
    SpiBus({(0, 0): chip}).install(monkeypatch)
    import mfrc522

    return lambda: mfrc522.MFRC522()


@pytest.mark.needs_drivers("mfrc522")
def test_the_package_reads_a_card_with_its_check_byte(chip: Chip, package: Callable[[], Any]) -> None:
    chip.field.place(Card(FOUR))
    reader = package()
    assert reader.MFRC522_Request(reader.PICC_REQIDL) == (0, 16)
    assert reader.MFRC522_Anticoll() == (0, [0xDE, 0xAD, 0xBE, 0xEF, 0x22])
    assert reader.MFRC522_SelectTag([0xDE, 0xAD, 0xBE, 0xEF, 0x22]) == 0x08


@pytest.mark.needs_drivers("mfrc522")
@pytest.mark.parametrize("uid", ["04A1B29F112280", "04A1B2AABBCCDD"])
def test_the_package_stops_after_the_first_cascade_level(
    chip: Chip, package: Callable[[], Any], uid: str
) -> None:
    chip.field.place(Card(bytes.fromhex(uid)))
    reader = package()
    reader.MFRC522_Request(reader.PICC_REQIDL)
    assert reader.MFRC522_Anticoll() == (0, [0x88, 0x04, 0xA1, 0xB2, 0x9F])


@pytest.mark.needs_drivers("mfrc522")
def test_the_package_sees_a_still_card_every_second_time(chip: Chip, package: Callable[[], Any]) -> None:
    chip.field.place(Card(FOUR))
    reader = package()
    seen = []
    for _ in range(6):
        status, _ = reader.MFRC522_Request(reader.PICC_REQIDL)
        seen.append(status == reader.MI_OK and reader.MFRC522_Anticoll()[0] == reader.MI_OK)
    assert seen == [True, False] * 3


@pytest.mark.needs_drivers("mfrc522")
def test_the_package_never_notices_the_chips_timer(chip: Chip, package: Callable[[], Any]) -> None:
    reader = package()
    before = chip.transfers
    reader.MFRC522_Request(reader.PICC_REQIDL)
    assert chip.transfers - before > 2000
