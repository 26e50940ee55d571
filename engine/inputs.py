"""Everything that can be told to a game. `input_data` writes it down.

`source` names where an input came from (a reader, the buttons, a page), so that a confirm is told from a
change made elsewhere a moment before. `seat` is set where the source is one seat's own.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine.board import SEAT_LETTERS, Seat
from engine.cards import Card


class Hands(StrEnum):
    """What the referee knows of the hands. DESIGN 3."""

    CLOSED = "closed"
    TRACKED = "tracked"
    FREE = "free"
    """As closed, and the board warns rather than refuses. For small children: only the cursor is lit."""
    TAUGHT = "taught"
    """The same, and all that the card could do is lit."""


class Key(StrEnum):
    """A button of the rim, by what it is called in DESIGN 8."""

    NEXT = "next"
    BACK = "back"
    CONFIRM = "confirm"
    CANCEL = "cancel"


@dataclass(frozen=True, slots=True)
class SeatLook:
    """How a seat is shown: whose it is, and its colour as `#rrggbb`, empty for the shipped one."""

    seat: Seat
    name: str = ""
    colour: str = ""


@dataclass(frozen=True, slots=True)
class NewGame:
    """Begin. The host names the game and draws `first` before it asks the referee."""

    players: int
    rules: str
    options: tuple[tuple[str, Any], ...] = ()
    teams: int = 2
    hands: Hands = Hands.CLOSED
    first: Seat | None = None
    looks: tuple[SeatLook, ...] = ()
    game_id: str = ""
    deck: tuple[tuple[str, int | tuple[int, ...]], ...] = ()
    """Each card of the deck, `7H` or `7`, with how many copies, or which; empty: the decks of RULES 2."""
    deck_name: str = ""
    """The enrolled deck that is played with; the host gives its cards."""
    house: str = ""
    """The name under which `rules` and `options` are saved, where they are."""


@dataclass(frozen=True, slots=True)
class CardTapped:
    """A card was tapped. Without `copy` the first copy not yet played is meant.

    `laid`: on a reader of the board. A page that tells a card twice means the same; a hand that lays it down
    again means `next`.
    """

    card: Card
    copy: int | None = None
    seat: Seat | None = None
    source: str = ""
    laid: bool = False


@dataclass(frozen=True, slots=True)
class UnknownTag:
    """A tag was tapped that the game's deck does not know; `uid` in hexadecimal.

    `deck_name` is the one it belongs to, if any.
    """

    uid: str
    deck_name: str = ""


@dataclass(frozen=True, slots=True)
class TwoCardsSeen:
    """A reader sees more than one card."""

    reader: str


class Command(StrEnum):
    """What a command card says."""

    UNDO = "undo"
    REDO = "redo"
    SHOW_BOARD = "show board"
    LAST_MOVE = "last move"
    NEW_GAME = "new game"
    THROW = "throw"
    NEXT = "next"
    BACK = "back"
    CONFIRM = "confirm"
    AWAY = "away"
    CHALLENGE = "challenge"
    FORGOT = "forgot"
    COUNT = "count"
    SHUFFLED = "shuffled"
    REFILL_DONE = "refill done"
    MERCY = "mercy"


@dataclass(frozen=True, slots=True)
class CommandTapped:
    """A command card was tapped."""

    command: Command
    seat: Seat | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class RulesCardTapped:
    """A card that stands for a saved ruleset: its name, the preset and what is changed on top."""

    name: str
    rules: str
    options: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button was pressed and let go, or held long enough."""

    key: Key
    held: bool = False
    seat: Seat | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class Pointed:
    """A hole was pointed at, by its name; `AS1` and its like mean a start."""

    hole: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A move of the card in question, chosen and confirmed at once."""

    notation: str


@dataclass(frozen=True, slots=True)
class ThrowAsked:
    """Throw the card in question."""


@dataclass(frozen=True, slots=True)
class UndoAsked:
    """Take the last turn back."""


@dataclass(frozen=True, slots=True)
class RedoAsked:
    """Play again what was taken back."""


@dataclass(frozen=True, slots=True)
class ShowBoardAsked:
    """Show every peg, or stop showing."""


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The played cards were shuffled into a new pile. RULES 9, Pile empty."""


@dataclass(frozen=True, slots=True)
class RefillDone:
    """The seat drawing after its turn takes no more."""


@dataclass(frozen=True, slots=True)
class MercyTaken:
    """A start peg of `seat` comes out without a card; None declines. RULES 9, Mercy."""

    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Challenged:
    """The throw of `seat` is challenged. RULES 9a."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DrawClaimed:
    """`seat` is said to have forgotten to draw. RULES 9, Forgotten draw."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandCounted:
    """The hand of `seat` was counted face down."""

    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The table leaves the game."""


@dataclass(frozen=True, slots=True)
class StoodIn:
    """`by` plays for `seat`, whose player has left; the seat itself again ends it."""

    seat: Seat
    by: Seat


@dataclass(frozen=True, slots=True)
class LooksChanged:
    """Seats are shown otherwise from now on; those not named stay as they are."""

    looks: tuple[SeatLook, ...]


@dataclass(frozen=True, slots=True)
class PositionAgreed:
    """The table agrees on where the pegs stand and whose turn it is."""

    pegs: tuple[tuple[str, tuple[str, ...]], ...]
    turn: Seat


@dataclass(frozen=True, slots=True)
class TimeReached:
    """The clock has come to a deadline of the game."""


Told = (
    NewGame
    | CardTapped
    | UnknownTag
    | TwoCardsSeen
    | CommandTapped
    | RulesCardTapped
    | Pressed
    | Pointed
    | Chosen
    | ThrowAsked
    | UndoAsked
    | RedoAsked
    | ShowBoardAsked
    | Shuffled
    | RefillDone
    | MercyTaken
    | Challenged
    | DrawClaimed
    | HandCounted
    | GameEnded
    | StoodIn
    | LooksChanged
    | PositionAgreed
    | TimeReached
)


def seat_of(letter: str) -> Seat:
    """The seat of a letter.

    Raises:
        ValueError: there is no such seat.
    """
    if len(letter) != 1 or letter not in SEAT_LETTERS:
        raise ValueError(f"{letter!r} is no seat; seats are A to {SEAT_LETTERS[-1]}")
    return Seat(SEAT_LETTERS.index(letter))
