"""From a JSON body to an input of the game. The kinds and fields are DESIGN 8's and stay.

Only the form is judged here; whether something may be done is the referee's to say.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from engine.board import SEAT_LETTERS, Seat
from engine.cards import Card
from engine.inputs import (
    CardTapped,
    Challenged,
    Chosen,
    DrawClaimed,
    GameEnded,
    HandCounted,
    Hands,
    Key,
    LooksChanged,
    MercyTaken,
    NewGame,
    Pointed,
    PositionAgreed,
    Pressed,
    RedoAsked,
    RefillDone,
    SeatLook,
    ShowBoardAsked,
    Shuffled,
    StoodIn,
    ThrowAsked,
    Told,
    UndoAsked,
    seat_of,
)
from web_ui.body import Fields
from web_ui.gateway import TagTapped

LONGEST_NAME = 24
LONGEST_DECK = 60
MOST_COPIES = 200
UID = re.compile(r"(?:[0-9A-Fa-f]{2}){1,16}", re.ASCII)
"""A tag's number in hexadecimal."""
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}", re.ASCII)
_HOLE = re.compile(r"[A-J](?:[0-9]|1[0-7]|H[1-5]|S[1-5])|S", re.ASCII)
_MERCY = re.compile(r"[A-J](?:[0-9]|1[0-7]|S[1-5]|S)?", re.ASCII)
_PEG = re.compile(r"[A-J](?:[0-9]|1[0-7]|H[1-5])|S", re.ASCII)
_RULES = re.compile(r"[^\s](?:.{0,58}[^\s])?")

Tellable = Told | TagTapped


def told_of(body: Mapping[str, Any], source: str) -> tuple[Tellable, int | None]:
    """The input that a body tells, and the `if_seq` it was told under.

    Args:
        source: which browser tells it.

    Raises:
        BadField: naming the field.
    """
    fields = Fields(body)
    kind = fields.text("kind")
    if kind not in KINDS:
        raise fields.bad("kind", f"there is no such kind; there are {', '.join(KINDS)}")
    if_seq = fields.whole("if_seq", 0, 2**53) if "if_seq" in fields else None
    told = KINDS[kind](fields, source)
    fields.done()
    return told, if_seq


def new_game(fields: Fields, source: str) -> NewGame:
    """A request for a game; the host names it and draws who begins where `first` is left out."""
    return NewGame(
        players=fields.whole("players", 0, 99),
        rules=fields.matching("rules", _RULES, "the name of a ruleset"),
        options=tuple(
            (name, _option(fields, name, value)) for name, value in fields.object("options", {}).items()
        ),
        teams=fields.whole("teams", 0, 99, default=2),
        hands=fields.one_of("hands", Hands, default=Hands.CLOSED),
        first=_seat(fields, "first") if "first" in fields else None,
        looks=_looks(fields, fields.object("seats", {})),
        deck_name=fields.text("deck", "", LONGEST_DECK),
    )


def _option(fields: Fields, name: str, value: Any) -> Any:
    """A value, or a list of them; which names and values there are is the ruleset's to say."""
    if isinstance(value, list) and all(_is_plain(part) for part in value):
        return tuple(value)
    if not _is_plain(value):
        raise fields.bad(f"options.{name}", "it must be text, a whole number, true, false or a list of those")
    return value


def _is_plain(value: Any) -> bool:
    return (isinstance(value, str) and len(value) <= 40) or isinstance(value, int)


def _looks(fields: Fields, seats: Mapping[str, Any]) -> tuple[SeatLook, ...]:
    return tuple(_look(fields, letter, look) for letter, look in seats.items())


def _look(fields: Fields, letter: str, look: Any) -> SeatLook:
    if not _is_seat(letter):
        raise fields.bad(f"seats.{letter}", f"seats are A to {SEAT_LETTERS[-1]}")
    if not isinstance(look, dict):
        raise fields.bad(f"seats.{letter}", "it must be an object")
    inner = Fields(look, f"seats.{letter}.")
    name = inner.text("name", "", LONGEST_NAME).strip()
    colour = inner.matching("colour", _COLOUR, "a colour like #bb0000") if "colour" in inner else ""
    inner.done()
    return SeatLook(seat_of(letter), name, colour.lower())


def _is_seat(letter: str) -> bool:
    return len(letter) == 1 and letter in SEAT_LETTERS


def _seat(fields: Fields, name: str) -> Seat:
    letter = fields.text(name)
    if not _is_seat(letter):
        raise fields.bad(name, f"it must be a seat, A to {SEAT_LETTERS[-1]}")
    return seat_of(letter)


def _tap(fields: Fields, source: str) -> CardTapped | TagTapped:
    if "uid" in fields:
        return TagTapped(bytes.fromhex(fields.matching("uid", UID, "a tag's number in hexadecimal")))
    text = fields.text("card")
    try:
        card = Card.parse(text)
    except ValueError:
        raise fields.bad("card", "it must be A, 2 to 10, J, Q, K or Joker, with a suit or without") from None
    copy = fields.whole("copy", 1, MOST_COPIES) if "copy" in fields else None
    return CardTapped(card, copy, source=source)


def _press(fields: Fields, source: str) -> Pressed:
    return Pressed(fields.one_of("button", Key), fields.flag("held", default=False), source=source)


def _point(fields: Fields, source: str) -> Pointed:
    return Pointed(fields.matching("hole", _HOLE, "a hole such as A12, AH3 or AS1"), source)


def _choose(fields: Fields, source: str) -> Chosen:
    return Chosen(fields.text("notation"))


def _stand_in(fields: Fields, source: str) -> StoodIn:
    return StoodIn(_seat(fields, "seat"), _seat(fields, "by"))


def _seats(fields: Fields, source: str) -> LooksChanged:
    """How seats are shown from now on; what is left out of one is as the board ships it."""
    return LooksChanged(_looks(fields, fields.object("seats")))


def _mercy(fields: Fields, source: str) -> MercyTaken:
    """A hole names the seat whose start peg it is; nothing declines."""
    if "hole" not in fields:
        return MercyTaken()
    return MercyTaken(
        seat_of(fields.matching("hole", _MERCY, "a start or come-out hole such as AS1 or A8")[0])
    )


def _challenge(fields: Fields, source: str) -> Challenged:
    return Challenged(_seat(fields, "seat"))


def _forgot_draw(fields: Fields, source: str) -> DrawClaimed:
    return DrawClaimed(_seat(fields, "seat"))


def _hand_count(fields: Fields, source: str) -> HandCounted:
    return HandCounted(_seat(fields, "seat"), fields.whole("cards", 0, 20))


def _set_position(fields: Fields, source: str) -> PositionAgreed:
    pegs = tuple((letter, _pegs(fields, letter, holes)) for letter, holes in fields.object("pegs").items())
    return PositionAgreed(pegs, _seat(fields, "turn"))


def _pegs(fields: Fields, letter: str, holes: Any) -> tuple[str, ...]:
    if not _is_seat(letter):
        raise fields.bad(f"pegs.{letter}", f"seats are A to {SEAT_LETTERS[-1]}")
    if not isinstance(holes, list) or not all(
        isinstance(hole, str) and _PEG.fullmatch(hole) for hole in holes
    ):
        raise fields.bad(f"pegs.{letter}", "it must be a list of holes, S for a peg in start")
    return tuple(holes)


def _plain(told: Told) -> Callable[[Fields, str], Told]:
    return lambda fields, source: told


KINDS: Mapping[str, Callable[[Fields, str], Tellable]] = {
    "new_game": new_game,
    "tap": _tap,
    "press": _press,
    "point": _point,
    "choose": _choose,
    "throw": _plain(ThrowAsked()),
    "undo": _plain(UndoAsked()),
    "redo": _plain(RedoAsked()),
    "show_board": _plain(ShowBoardAsked()),
    "shuffled": _plain(Shuffled()),
    "refill_done": _plain(RefillDone()),
    "mercy": _mercy,
    "challenge": _challenge,
    "forgot_draw": _forgot_draw,
    "hand_count": _hand_count,
    "end_game": _plain(GameEnded()),
    "stand_in": _stand_in,
    "seats": _seats,
    "set_position": _set_position,
}
