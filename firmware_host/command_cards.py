"""Cards that say something else than a card: a command, or a ruleset by name. DESIGN 3, Command cards.

In a deck they stand with a text that begins with `@`: `@undo`, `@show board`, `@rules pagat`.
"""

from engine.board import Seat
from engine.house import Houses
from engine.inputs import Command, CommandTapped, RulesCardTapped
from hardware.sentence import Sentence

MARK = "@"
RULES = "@rules "
PAIR = "@pair"
"""The one that tells the game nothing: it lets the browser in that asks. DESIGN 6."""


class BadCommand(ValueError):
    """A text that begins like a command card's and is none: says what there is."""

    def __init__(self, text: str) -> None:
        known = ", ".join([*(MARK + word for word in Command), PAIR])
        self.sentence = Sentence(
            "{text} is no command; there are {known} and {rules}",
            text=repr(text[:40]),
            known=known,
            rules=f"{RULES}NAME",
        )
        super().__init__(self.sentence)


def is_command(text: str) -> bool:
    """Whether it is no playing card."""
    return text.startswith(MARK)


def check_command(text: str) -> None:
    """Raise BadCommand unless the text is a command card's."""
    if text != PAIR and not text.startswith(RULES) and text.removeprefix(MARK) not in list(Command):
        raise BadCommand(text)


def told_by(text: str, seat: Seat | None, source: str, house: Houses) -> CommandTapped | RulesCardTapped:
    """What a command card tells. A ruleset that was deleted since is told by its name alone, and refused."""
    if text.startswith(RULES):
        name = text.removeprefix(RULES)
        preset, options = house.get(name, (name, ()))
        return RulesCardTapped(name, preset, options)
    return CommandTapped(Command(text.removeprefix(MARK)), seat, source)
