"""Which frames find a card, and what answers are worth, exchange by exchange (ISO/IEC 14443-3)."""

import pytest

from hardware.drivers.type_a import Failure, halt, read_card, with_crc

ATQA = b"\x04\x00"
PART = bytes.fromhex("DEADBEEF22")
SAK = with_crc(b"\x08")
MORE = with_crc(b"\x04")


class Script:
    """Answers in order, and what was asked for them."""

    def __init__(self, *answers: bytes | Failure) -> None:
        self._answers = list(answers)
        self.asked: list[tuple[bytes, int]] = []

    def __call__(self, frame: bytes, bits: int = 8) -> bytes | Failure:
        self.asked.append((frame, bits))
        return self._answers.pop(0)


def test_a_short_uid_takes_one_level() -> None:
    script = Script(ATQA, PART, SAK)
    assert read_card(script) == bytes.fromhex("DEADBEEF")
    assert script.asked == [(b"\x52", 7), (b"\x93\x20", 8), (with_crc(b"\x93\x70" + PART), 8)]


def test_a_long_uid_takes_three_levels_and_leaves_out_the_cascade_tags() -> None:
    first, second, third = (bytes.fromhex(part) for part in ("8801020388", "880405068F", "0708090A0C"))
    script = Script(ATQA, first, MORE, second, MORE, third, with_crc(b"\x00"))
    assert read_card(script) == bytes.fromhex("0102030405060708090A")
    assert [frame[:2] for frame, _ in script.asked[1::2]] == [b"\x93\x20", b"\x95\x20", b"\x97\x20"]


def test_checksum_of_a_known_frame() -> None:
    """Annex B."""
    assert with_crc(b"\x12\x34") == b"\x12\x34\x26\xcf"


def test_halting_sends_the_frame_of_the_standard() -> None:
    script = Script(Failure.SILENT)
    halt(script)
    assert script.asked == [(b"\x50\x00\x57\xcd", 8)]


@pytest.mark.parametrize("atqa", [ATQA, b"", Failure.MANGLED, Failure.COLLIDED])
def test_whatever_answers_the_wake_up_is_somebody(atqa: bytes | Failure) -> None:
    assert read_card(Script(atqa, PART, SAK)) == bytes.fromhex("DEADBEEF")


def test_only_a_wake_up_without_an_answer_is_silence() -> None:
    assert read_card(Script(Failure.SILENT)) is Failure.SILENT
    assert read_card(Script(ATQA, Failure.SILENT)) is Failure.MANGLED
    assert read_card(Script(ATQA, PART, Failure.SILENT)) is Failure.MANGLED


@pytest.mark.parametrize(
    "part", [b"", PART[:4], PART + b"\x00", bytes.fromhex("DEADBEEF23"), Failure.MANGLED]
)
def test_a_part_that_does_not_add_up_selects_nothing(part: bytes | Failure) -> None:
    script = Script(ATQA, part)
    assert read_card(script) is Failure.MANGLED
    assert len(script.asked) == 2


@pytest.mark.parametrize("sak", [b"", b"\x08", SAK[:2], b"\x08\x00\x00", Failure.COLLIDED, Failure.MANGLED])
def test_a_select_that_is_not_acknowledged_whole_reads_nothing(sak: bytes | Failure) -> None:
    assert read_card(Script(ATQA, PART, sak)) is Failure.MANGLED


def test_cards_that_differ_collide() -> None:
    assert read_card(Script(ATQA, Failure.COLLIDED)) is Failure.COLLIDED


def test_more_levels_without_a_cascade_tag_or_a_fourth_level_is_no_card() -> None:
    tagged = bytes.fromhex("8801020388")
    assert read_card(Script(ATQA, PART, MORE)) is Failure.MANGLED
    assert read_card(Script(ATQA, *[tagged, MORE] * 3)) is Failure.MANGLED
