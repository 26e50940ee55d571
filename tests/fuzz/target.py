"""What can be fed with bytes: it takes any of them, quietly or with a refusal of its own kind."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

LONGEST = 8192
"""Bytes that one input has at most."""


@dataclass(frozen=True, slots=True)
class Target:
    """Something that reads what others wrote.

    Attributes:
        feed: reads some bytes; any exception that comes out of it is a find.
        seeds: sound inputs to start from.
    """

    feed: Callable[[bytes], None]
    seeds: Sequence[bytes]


def one_sentence(text: str) -> None:
    """Fail where a refusal is nothing that can be shown to people."""
    assert text, "a refusal without a word"
    assert "Traceback" not in text, text
    assert 'File "' not in text, text


def text_of(data: bytes) -> str:
    """Text of any kind, of bytes of any kind."""
    return data[:LONGEST].decode("utf-8", errors="surrogateescape")
