"""The values of a configuration, looked at one by one: what is wrong is collected, with what is allowed."""

from collections.abc import Callable, Mapping
from typing import Any

from hardware.sentence import Sentence

A_NAME = Sentence("a text of 1 to 40 characters")
A_SWITCH = Sentence("true or false")


class Mistakes:
    """What is wrong with a configuration, in the order in which it was come upon."""

    def __init__(self) -> None:
        self.found: list[Sentence] = []

    def value(
        self,
        table: Mapping[str, Any],
        key: str,
        default: Any,
        good: Callable[[Any], bool],
        allowed: Sentence,
        where: str = "",
    ) -> Any:
        """The value of a key; `default` where it is not there or not `good`, which then is a mistake."""
        value = table.get(key, default)
        if good(value):
            return value
        self.wrong(f"{where}.{key}" if where else key, value, must_be(allowed))
        return default

    def wrong(self, key: str, value: Any, why: Sentence) -> None:
        """One more mistake: the key with all that leads to it, its value, and why it cannot be."""
        self.found.append(Sentence("{key} = {value}: {why}", key=key, value=repr(value), why=why))


def must_be(allowed: Sentence) -> Sentence:
    """What is said of a value that is none of those allowed."""
    return Sentence("it must be {allowed}", allowed=allowed)


def span(least: float, most: float) -> Sentence:
    """A span of numbers in words."""
    return Sentence("{least} to {most}", least=least, most=most)


def is_name(value: Any) -> bool:
    """Whether it is what `A_NAME` says."""
    return isinstance(value, str) and 1 <= len(value) <= 40 and value.isprintable()


def is_switch(value: Any) -> bool:
    """Whether it is what `A_SWITCH` says."""
    return isinstance(value, bool)


def within(least: float, most: float) -> tuple[Callable[[Any], bool], Sentence]:
    """Whether it is a number in that span, and what is said of the span."""

    def good(value: Any) -> bool:
        return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most

    return good, span(least, most)
