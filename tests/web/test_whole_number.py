"""Text for a whole number is digits, and not too many of them."""

import pytest

from web_ui.whole_number import signed_number, whole_number


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("007", 7), ("999", 999)])
def test_digits_are_a_number(text: str, number: int) -> None:
    assert whole_number(text, 3) == number


@pytest.mark.parametrize("text", ["", " 1", "-1", "+1", "1.0", "1_0", "²", "٣", "1000", "9" * 5000])
def test_anything_else_is_none(text: str) -> None:
    """A digit of another script, and one too many, are refused too."""
    assert whole_number(text, 3) is None


@pytest.mark.parametrize(
    ("text", "number"), [("-7", -7), ("7", 7), ("-0", 0), ("--7", None), ("-", None), ("", None)]
)
def test_a_minus_may_stand_before_one(text: str, number: int | None) -> None:
    assert signed_number(text, 3) == number
