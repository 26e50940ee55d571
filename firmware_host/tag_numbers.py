"""Numbers of tags as other tools write them: hexadecimal, decimal, with check bytes, backwards.

A column of numbers was written by one tool, so that it is read as a whole: one form must fit every line.
"""

import re
from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import reduce
from operator import xor

from hardware.interfaces import Uid
from hardware.sentence import Sentence

LEAST_BYTES, MOST_BYTES = 4, 10
CASCADE = 0x88
"""ISO/IEC 14443-3, 6.5.4: it stands before the first part of a longer number, and begins no other."""
NXP = 0x04
"""ISO/IEC 7816-6: the maker whose seven-byte tags most cards have; every number of theirs begins with it."""
MANY = 3
"""So many numbers of ten digits are decimal: in a hexadecimal column some digits would be letters."""
LEAST_DIGITS = 8
"""A decimal number of four bytes has as many, but for one in 400."""

_SIZES = ((4, 2**32), (5, 2**40), (7, 2**56), (10, 2**80))
_HEX = re.compile(r"(?:0x)?[0-9a-f]+(?:[-:. _][0-9a-f]+)*", re.IGNORECASE | re.ASCII)
_LIST = re.compile(
    r"[\[({]?\s*(?:0x[0-9a-f]{1,2}|\d{1,3})(?:\s*,\s*(?:0x[0-9a-f]{1,2}|\d{1,3}))+\s*[\])}]?",
    re.IGNORECASE | re.ASCII,
)
_TYPED = re.compile(r"[0-9A-Za-z]{4,16}", re.ASCII)


class Form(StrEnum):
    """How the numbers of a file are written."""

    GUESS = "guess"
    HEX = "hex"
    HEX_BACKWARDS = "hex_backwards"
    DECIMAL = "decimal"
    DECIMAL_BACKWARDS = "decimal_backwards"
    TYPED = "typed"  # what a USB reader types, sign by sign


class BadNumber(ValueError):
    """A number that cannot be a tag's: `index` counts from 0."""

    def __init__(self, index: int, message: str, /, **values: object) -> None:
        self.sentence = Sentence(message, **values)
        super().__init__(self.sentence)
        self.index = index


def read_numbers(texts: Sequence[str], form: Form = Form.GUESS) -> list[Uid]:
    """The tags that a column of numbers means.

    Raises:
        BadNumber: saying which and why.
    """
    meant = _guessed(texts) if form is Form.GUESS else form
    numbers = [_read(index, text.strip(), meant) for index, text in enumerate(texts)]
    if meant in (Form.HEX_BACKWARDS, Form.DECIMAL_BACKWARDS):
        numbers = [number[::-1] for number in numbers]
    if meant is not Form.TYPED:
        decimal = meant in (Form.DECIMAL, Form.DECIMAL_BACKWARDS)
        numbers = _without_check_bytes(numbers, padded=decimal)
        numbers = _turned(numbers) if form is Form.GUESS else numbers
    for index, number in enumerate(numbers):
        _check(index, number)
    return [Uid(number) for number in numbers]


def _guessed(texts: Sequence[str]) -> Form:
    digits = [text.strip() for text in texts]
    if not digits or not all(text.isascii() and text.isdigit() for text in digits):
        return Form.HEX
    sizes = {len(text) for text in digits}
    if sizes == {10}:  # five bytes, or four as a decimal number with its zeros
        return Form.DECIMAL if len(texts) >= MANY and int(max(digits)) < 2**32 else Form.HEX
    hexadecimal = len(sizes) == 1 and min(sizes) in (8, 14, 20)
    return Form.HEX if hexadecimal or max(sizes) < LEAST_DIGITS else Form.DECIMAL


def _read(index: int, text: str, form: Form) -> bytes:
    read: dict[Form, Callable[[str], bytes | None]] = {
        Form.DECIMAL: _of_decimal,
        Form.DECIMAL_BACKWARDS: _of_decimal,
        Form.TYPED: lambda typed: typed.encode() if _TYPED.fullmatch(typed) else None,
    }
    number = read.get(form, _of_hex)(text)
    if number is None:
        raise BadNumber(index, "{text} is no tag's number", text=repr(text[:40]))
    return number


def _of_hex(text: str) -> bytes | None:
    """`04A1B2C3`, `04:A1:B2:C3`, `0x04A1B2C3`; or the bytes one by one, `[4, 161, 178, 195]`."""
    if _LIST.fullmatch(text):
        values = [
            int(value, 0 if "x" in value.lower() else 10) for value in re.findall(r"[0-9a-fA-Fx]+", text)
        ]
        return bytes(values) if max(values) <= 255 else None
    if not _HEX.fullmatch(text):
        return None
    parts = re.split(r"[-:. _]", text[2:] if text[:2].lower() == "0x" else text)
    joined = "".join(part.zfill(2) for part in parts) if len(parts) > 1 else parts[0]
    return bytes.fromhex(joined) if len(joined) % 2 == 0 else None


def _of_decimal(text: str) -> bytes | None:
    """Of the least size that tags have, since a number tells nothing of the zeros before it."""
    if not (text.isascii() and text.isdigit() and len(text) <= 30):
        return _of_hex(text) if _LIST.fullmatch(text) else None
    return next((int(text).to_bytes(size, "big") for size, end in _SIZES if int(text) < end), None)


def _without_check_bytes(numbers: list[bytes], padded: bool) -> list[bytes]:
    """Five bytes of which the last checks the others are four and a check byte, if all of five are so.

    A reader of 125 kHz has five bytes of which the last is any: one in 256 would look like that by chance.

    Args:
        padded: a number may have lost zeros at its beginning, so that one of four bytes may have had five.
    """
    if not all(_is_checked(number) for number in numbers if len(number) == 5):
        return numbers
    short = [number.rjust(5, b"\0") for number in numbers if len(number) == 4]
    some = any(len(number) == 5 for number in numbers)
    lost = padded and some and all(map(_is_checked, short))
    checked = {4, 5} if lost else {5}
    return [number.rjust(5, b"\0")[:4] if len(number) in checked else number for number in numbers]


def _is_checked(number: bytes) -> bool:
    return reduce(xor, number) == 0


def _turned(numbers: list[bytes]) -> list[bytes]:
    """Seven bytes that all end as they should begin are written backwards."""
    backwards = all(len(number) == 7 and number[-1] == NXP for number in numbers)
    if backwards and not all(number[0] == NXP for number in numbers):
        return [number[::-1] for number in numbers]
    return numbers


def _check(index: int, number: bytes) -> None:
    typed = _TYPED.fullmatch(number.decode("latin-1")) and len(number) > MOST_BYTES
    if not (LEAST_BYTES <= len(number) <= MOST_BYTES or typed):
        raise BadNumber(
            index,
            "a tag has {least} to {most} bytes, and this one has {found}",
            least=LEAST_BYTES,
            most=MOST_BYTES,
            found=len(number),
        )
    if len(number) == 4 and number[0] == CASCADE:
        raise BadNumber(
            index,
            "{number} is only the beginning of a longer number, as some programs read it; tap this card"
            " instead",
            number=number.hex().upper(),
        )
