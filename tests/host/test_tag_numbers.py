"""Numbers of tags as other tools record them: one column, one form."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.tag_numbers import BadNumber, Form, read_numbers

SEVEN = ["04A1B2C3D4E5F6", "04A1B2C3D4E5F7", "04112233445566"]


def read(*texts: str, form: Form = Form.GUESS) -> list[str]:
    return [uid.hex().upper() for uid in read_numbers(texts, form)]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("04A1B2C3", "04A1B2C3"),
        ("04a1b2c3d4e5f6", "04A1B2C3D4E5F6"),
        ("04:A1:B2:C3", "04A1B2C3"),
        ("04-a1-b2-c3-d4-e5-f6", "04A1B2C3D4E5F6"),
        ("04 A1 B2 C3", "04A1B2C3"),
        ("4:A1:B2:C", "04A1B20C"),
        ("0x04A1B2C3", "04A1B2C3"),
        ("[4, 161, 178, 195]", "04A1B2C3"),
        ("0x04,0xA1,0xB2,0xC3", "04A1B2C3"),
        ("0xDEADBEEF22", "DEADBEEF"),
        ("DEADBEEF22", "DEADBEEF"),
        ("[222, 173, 190, 239, 34]", "DEADBEEF"),
        ("956397711138", "DEADBEEF"),
        ("DEADBEEF23", "DEADBEEF23"),
        ("3735928559", "3735928559"),
    ],
)
def test_one_number_is_read_as_it_is_written(text: str, meant: str) -> None:
    assert read(text) == [meant]


def test_a_column_of_digits_is_decimal() -> None:
    assert read("3735928559", "0000000255", "70000000") == ["DEADBEEF", "000000FF", "042C1D80"]
    assert read("0012345678", "0012345679", "3735928559") == ["00BC614E", "00BC614F", "DEADBEEF"]
    assert read(*(str(int(number, 16)) for number in SEVEN)) == SEVEN


def test_digits_that_are_whole_bytes_are_hexadecimal_as_we_write_them() -> None:
    assert read("04010200", "04010201", "04010202") == ["04010200", "04010201", "04010202"]
    assert read(*["04112233445566"] * 4) == ["04112233445566"] * 4
    assert read("0411223344", "9911223344", "0511223344") == ["0411223344", "9911223344", "0511223344"]


def test_a_check_byte_is_dropped_where_every_number_has_one() -> None:
    assert read("DEADBEEF22", "0011223300") == ["DEADBEEF", "00112233"]
    assert read("DEADBEEF22", "04A1B2C3", "00112233") == ["DEADBEEF", "04A1B2C3", "00112233"]
    assert read("DEADBEEF22", "0011223301") == ["DEADBEEF22", "0011223301"]
    # as numbers, where nothing tells of the zeros before the second
    assert read("956397711138", str(0x0011223300), str(0x0102030404)) == ["DEADBEEF", "00112233", "01020304"]


def test_numbers_that_all_end_as_they_should_begin_are_turned_round() -> None:
    backwards = [bytes.fromhex(text)[::-1].hex() for text in SEVEN]
    assert read(*backwards) == SEVEN
    assert read(*SEVEN) == SEVEN


def test_a_form_can_be_said() -> None:
    assert read("C3B2A104", form=Form.HEX_BACKWARDS) == ["04A1B2C3"]
    assert read("3735928559", form=Form.DECIMAL) == ["DEADBEEF"]
    assert read("4022250974", form=Form.DECIMAL_BACKWARDS) == ["DEADBEEF"]
    assert read("0012345678", form=Form.TYPED) == [b"0012345678".hex().upper()]
    assert read("04112233445566", form=Form.HEX) == ["04112233445566"]


BAD = {
    "": "'' is no tag's number",
    "04A1B2CX": "'04A1B2CX' is no tag's number",
    "04A1B2C": "'04A1B2C' is no tag's number",
    "04A1B2": "a tag has 4 to 10 bytes, and this one has 3",
    "04": "a tag has 4 to 10 bytes, and this one has 1",
    "04A1B2C3D4E5F6A7B8C9D0": "a tag has 4 to 10 bytes, and this one has 11",
    "[4, 161, 178, 300]": "'[4, 161, 178, 300]' is no tag's number",
    "8804A1B2": "8804A1B2 is only the beginning of a longer number",
    "8804A1B29F": "8804A1B2 is only the beginning of a longer number",
    "9" * 31: "'99999999",
    "٠١٢٣٤٥٦٧": "'٠١٢٣٤٥٦٧' is no tag's number",
}


@pytest.mark.parametrize(("text", "said"), BAD.items())
def test_what_is_no_number_is_said(text: str, said: str) -> None:
    with pytest.raises(BadNumber) as bad:
        read("04A1B2C3D4E5F6", text)
    assert bad.value.index == 1
    assert str(bad.value).startswith(said)


uids = st.lists(st.sampled_from([4, 7, 10]), min_size=1).flatmap(
    lambda _: st.sampled_from([4, 7, 10]).flatmap(
        lambda size: st.lists(st.binary(min_size=size, max_size=size), min_size=1, max_size=9)
    )
)


@settings(max_examples=60)
@given(uids, st.sampled_from(["", ":", "-", " "]))
def test_our_own_numbers_come_back(numbers: list[bytes], between: str) -> None:
    """All but what cannot be a tag's, or looks written backwards."""
    wanted = [number for number in numbers if number[0] != 0x88 and number[-1] != 4]
    assert (
        read_numbers([number.hex(between or "\0").replace("\0", "") for number in wanted], Form.HEX) == wanted
    )


@settings(max_examples=100)
@given(st.lists(st.text(max_size=20), max_size=4), st.sampled_from(Form))
def test_any_column_is_read_or_refused(texts: list[str], form: Form) -> None:
    try:
        read = len(read_numbers(texts, form))
    except BadNumber as bad:
        read, at, said = len(texts), bad.index, str(bad)
    else:
        at, said = 0, ""
    assert read == len(texts)
    assert 0 <= at <= len(texts)
    assert len(said) < 200
