"""What is said of a deed with the decks. A refusal is something said, too."""

from dataclasses import dataclass
from enum import StrEnum

from firmware_host.deck import EnrolledCard


class What(StrEnum):
    """What is said of a deed; the comment tells which fields of `Said` carry something."""

    TAKEN = "taken"  # card, copy, deck: it is enrolled, and the prompt goes on
    PROMPT_DONE = "prompt_done"  # the same, and another prompt begins
    DECK_DONE = "deck_done"  # the same, and nothing is missing now
    PLACED = "placed"  # card, copy, deck: the tag is that card now; in_place: another one was
    ALREADY = "already"  # card, copy, deck, uid: it is in this deck; refused
    ELSEWHERE = "elsewhere"  # card, copy, deck, uid: it is in that deck; refused
    RETIRED_ONE = "retired_one"  # card, copy, deck, uid: it was retired; refused
    FULL = "full"  # card, uid: all of them are in; refused
    FICKLE = "fickle"  # uid: it has another number each time; refused
    CROWDED = "crowded"  # several cards at once; refused
    NAMED = "named"  # card, copy, deck, uid: looked up
    UNKNOWN = "unknown"  # uid: in no deck
    SEEN = "seen"  # card, copy, deck: the walk has it
    SEEN_ALREADY = "seen_already"  # card, copy: the walk had it
    ALL_SEEN = "all_seen"  # card, copy, deck: and it was the last
    UNREAD = "unread"  # card, copy: it counts as one without a tag
    UNDONE = "undone"  # card, copy
    NOTHING_TO_UNDO = "nothing_to_undo"
    RETIRED = "retired"  # card, copy, deck
    BACK = "back"  # card, copy, deck: it is in its deck again
    TAKEN_PLACE = "taken_place"  # card, copy, deck: another tag is that card meanwhile; refused
    IMPORTED = "imported"  # deck, count
    IN_THE_WAY = "in_the_way"  # deck: there is a deck of that name; or card, copy, deck: has the tag; refused
    RENAMED = "renamed"  # deck
    DROPPED = "dropped"  # deck
    OTHER_WAY = "other_way"  # deck: it was enrolled otherwise; refused
    NO_SUCH = "no_such"  # what was named is not there; refused
    IN_PLAY = "in_play"  # deck: a game is played with it; refused
    BEGUN = "begun"
    STOPPED = "stopped"
    NOT_SAVED = "not_saved"


REFUSALS = frozenset(
    {
        *(What.ALREADY, What.ELSEWHERE, What.RETIRED_ONE, What.FULL, What.FICKLE, What.CROWDED, What.UNKNOWN),
        *(What.NOTHING_TO_UNDO, What.TAKEN_PLACE, What.IN_THE_WAY, What.OTHER_WAY, What.NO_SUCH),
        *(What.IN_PLAY, What.NOT_SAVED),
    }
)


@dataclass(frozen=True, slots=True)
class Said:
    """What became of a deed. `uid` is hexadecimal; `fast`: it came so soon that one may have been missed."""

    what: What
    card: str = ""
    copy: int = 0
    deck: str = ""
    uid: str = ""
    count: int = 0
    fast: bool = False
    in_place: bool = False

    @property
    def refused(self) -> bool:
        """Whether nothing was changed, and somebody should look."""
        return self.what in REFUSALS


def said_of(what: What, card: EnrolledCard, **more: bool) -> Said:
    """Something said of a card."""
    return Said(what, card.card, card.copy, card.deck, card.uid.hex().upper(), **more)
