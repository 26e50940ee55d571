"""English text that still knows its message and its values, so that a page can say it in another language."""

from collections.abc import Iterable, Mapping
from typing import Any, Self


class Sentence(str):
    """A message with its values put in. To logs, commands and JSON it is that text and nothing else.

    `message` has places such as `{path}`; with a `plural`, that one is meant unless the value `n` is 1.
    A value may be a sentence itself. The messages are found by their place in the source, so each is
    written out where it is said, and never made of pieces.
    """

    __slots__ = ("message", "plural", "values")
    message: str
    plural: str
    values: Mapping[str, object]

    def __new__(cls, message: str, plural: str = "", /, **values: object) -> Self:
        """The English text."""
        values = {
            name: value if isinstance(value, str | int) else in_words(value) for name, value in values.items()
        }
        chosen = plural if plural and values["n"] != 1 else message
        made = super().__new__(cls, chosen.format(**values) if values else chosen)
        made.message, made.plural, made.values = message, plural, values
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[str, str], dict[str, Any]]:
        """How a copy is made."""
        return (self.message, self.plural), dict(self.values)


def in_words(value: object) -> str:
    """A value as a sentence has it: what the system says of a failure, without its number for programs."""
    if not isinstance(value, OSError) or not value.strerror:
        return str(value)
    return value.strerror if value.filename is None else f"{value.filename}: {value.strerror}"


def verbatim(text: str) -> Sentence:
    """What somebody else said, or a name: the same in every language."""
    return Sentence("{text}", text=text)


NOTHING = Sentence("")


def in_a_row(sentences: Iterable[Sentence], between: str = " ") -> Sentence:
    """Several whole sentences, one after another."""
    values: dict[str, object] = {f"s{number}": sentence for number, sentence in enumerate(sentences)}
    return Sentence(between.join(f"{{{name}}}" for name in values), **values)
