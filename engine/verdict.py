"""Why not: every reason the referee can give, as data. Words for them are in `wording`."""

from dataclasses import dataclass
from enum import StrEnum

from engine.board import Hole


class Why(StrEnum):
    """A reason. The comment tells what `holes`, `by` and `name` of the `Reason` carry."""

    # of a peg and a card
    OWN_PEG_IN_THE_WAY = (
        "OWN_PEG_IN_THE_WAY"  # the nearest own peg on the way, or on each of two ways; RULES 4.2
    )
    HOME_OVERSHOT = "HOME_OVERSHOT"  # the deepest home hole; by = holes too many; RULES 4.3
    PAST_OWN_IN_SPOT = "PAST_OWN_IN_SPOT"  # the in-spot; by = holes too many for home; RULES 4.3 no_pass
    IN_SPOT_TAKEN = "IN_SPOT_TAKEN"  # the in-spot a displaced peg needs, held by its own colour; RULES 5
    IN_SPOT_REFILLED = "IN_SPOT_REFILLED"  # the hole this landing has itself filled; RULES 5
    NOT_FROM_HOME = "NOT_FROM_HOME"  # the peg's hole; RULES 4.4, 7
    NO_EXIT_CARD = "NO_EXIT_CARD"  # RULES 4.6
    NO_TARGET = "NO_TARGET"  # RULES 7
    JOKER_NOT_FROM_TRACK = "JOKER_NOT_FROM_TRACK"  # RULES 7
    TEAM_STILL_IN_START = "TEAM_STILL_IN_START"  # RULES 7 team_start_empty
    SPLIT_SECOND_HALF = "SPLIT_SECOND_HALF"  # the pegs that would have to play the rest; RULES 6
    SPLIT_FIRST = "SPLIT_FIRST"  # RULES 3, split_else_forward
    # of a card alone
    NO_PEG_OUT = "NO_PEG_OUT"  # RULES 4.6
    ALL_HOME = "ALL_HOME"  # nobody is left to move; RULES 8
    UNKNOWN_CARD = "UNKNOWN_CARD"  # name = the tag's number; deck = the one it belongs to, if not the game's
    NOT_IN_DECK = "NOT_IN_DECK"  # name = the card
    CARD_ALREADY_PLAYED = "CARD_ALREADY_PLAYED"  # name = the card
    TWO_CARDS = "TWO_CARDS"
    # of hands
    DRAW_FIRST = "DRAW_FIRST"  # RULES 9, Turn
    NO_DRAW_DUE = "NO_DRAW_DUE"  # RULES 9, Forgotten draw
    CARD_LOCKED = "CARD_LOCKED"  # RULES 9, bark
    CARD_IN_A_HAND = "CARD_IN_A_HAND"  # it was dealt or drawn already
    CONFIRM_FIRST = "CONFIRM_FIRST"  # the card in question is not yet played
    SHUFFLE_FIRST = "SHUFFLE_FIRST"  # RULES 9, Pile empty
    NOTHING_TO_CHALLENGE = "NOTHING_TO_CHALLENGE"  # RULES 9a
    SHOW_THE_REST = "SHOW_THE_REST"  # by = cards still to be shown; RULES 9a
    NO_CLAIM = "NO_CLAIM"  # RULES 9, Forgotten draw
    NO_MERCY = "NO_MERCY"  # RULES 9, Mercy
    # of a turn
    MUST_MOVE = "MUST_MOVE"  # the holes of pegs that can move; RULES 9
    NOT_YOUR_TURN = "NOT_YOUR_TURN"  # name = the seat whose turn it is
    NO_CARD = "NO_CARD"
    NO_CHOICE = "NO_CHOICE"  # the hole pointed at, or name = the notation
    NOTHING_TO_CONFIRM = "NOTHING_TO_CONFIRM"
    NOTHING_TO_SHOW = "NOTHING_TO_SHOW"
    NOTHING_TO_UNDO = "NOTHING_TO_UNDO"
    NOTHING_TO_REDO = "NOTHING_TO_REDO"
    CHANGED = "CHANGED"
    STALE = "STALE"
    ENROLLING = "ENROLLING"  # taps are for the decks now
    # of a game
    NO_GAME = "NO_GAME"
    NO_NEW_GAME = "NO_NEW_GAME"  # name = the ruleset of a card that was tapped at the wrong time
    GAME_OVER = "GAME_OVER"
    BAD_SETUP = "BAD_SETUP"  # name = what is wrong, the option named
    # of the machine
    NOT_SAVED = "NOT_SAVED"
    INTERNAL = "INTERNAL"


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason with the holes concerned; what the rest means stands beside each `Why`."""

    why: Why
    holes: tuple[Hole, ...] = ()
    by: int = 0
    name: str = ""
    deck: str = ""
