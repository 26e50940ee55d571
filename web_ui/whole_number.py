"""A whole number as text that anybody may have sent: digits and nothing else."""


def whole_number(text: str, digits: int) -> int | None:
    """The number, or None where the text is anything else than at most so many of the digits 0 to 9."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def signed_number(text: str, digits: int) -> int | None:
    """The same, or its negative where a minus stands before it."""
    number = whole_number(text.removeprefix("-"), digits)
    return -number if number is not None and text.startswith("-") else number
