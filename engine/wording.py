"""Words for reasons and moves, one whole sentence each, in the language of the catalogue given.

Nothing is glued from pieces: a sentence is one message with named places. Colours and names of seats are
the caller's, since only the table knows them.
"""

from collections.abc import Callable, Iterator
from typing import Protocol, assert_never

from engine.board import START, Board
from engine.game import Play, Turn
from engine.handwork import CardWork, Deed
from engine.landing import Cause
from engine.notation import Move
from engine.verdict import Reason, Why


class Catalogue(Protocol):
    """What gettext offers; `gettext.NullTranslations()` is English."""

    def gettext(self, message: str, /) -> str:
        """The message in the catalogue's language."""

    def ngettext(self, singular: str, plural: str, n: int, /) -> str:
        """The message in the form that goes with n."""


def _(message: str) -> str:
    """Mark a message for the catalogues without translating it yet."""
    return message


REASONS: dict[Why, str] = {
    Why.OWN_PEG_IN_THE_WAY: _("A peg of the same colour is in the way on {holes}."),
    Why.PAST_OWN_IN_SPOT: _("The peg may not be taken past its own in-spot {holes}, and home does not fit."),
    Why.IN_SPOT_TAKEN: _(
        "The teammate's peg would have to go to {holes}, where its own colour already stands."
    ),
    Why.IN_SPOT_REFILLED: _(
        "The peg there would have to go to {holes}, which this very move has just filled."
    ),
    Why.NOT_FROM_HOME: _("The peg on {holes} is home; there it only moves forward by a number."),
    Why.NO_EXIT_CARD: _("This card brings no peg out of start."),
    Why.NO_TARGET: _("There is no peg of another colour on the track to jump on to."),
    Why.JOKER_NOT_FROM_TRACK: _("In this ruleset a joker moves no peg that is already out."),
    Why.TEAM_STILL_IN_START: _(
        "As long as a peg of the side is in start, a joker moves no peg that is already out."
    ),
    Why.SPLIT_SECOND_HALF: _(
        "The peg can play one half of the split, but then no peg can play the rest; look at {holes}."
    ),
    Why.SPLIT_FIRST: _("A 9 that can be split is not played whole."),
    Why.NO_PEG_OUT: _("No peg is out that this card could move."),
    Why.ALL_HOME: _("All pegs are home; nothing is left to move."),
    Why.UNKNOWN_CARD: _(
        "The card with the number {name} is in no deck; enrol it on the page, or take another."
    ),
    Why.NOT_IN_DECK: _("{name} is not in the deck of this game."),
    Why.CARD_ALREADY_PLAYED: _("{name} was already played; if the cards were shuffled, say so first."),
    Why.TWO_CARDS: _("Two cards lie on the reader; put one at a time."),
    Why.MUST_MOVE: _("This card can move, so it must be played, not thrown; look at {holes}."),
    Why.DRAW_FIRST: _("Draw a card first; or tap the card once more to play without."),
    Why.NO_DRAW_DUE: _("No card is to be drawn now."),
    Why.CARD_LOCKED: _("This card is locked until the next turn."),
    Why.CARD_IN_A_HAND: _("This card is in a hand already; take one from the pile."),
    Why.CONFIRM_FIRST: _("Confirm the card in question first, or put it away."),
    Why.SHUFFLE_FIRST: _(
        "The pile is empty: shuffle everything played and thrown into a new one, and confirm."
    ),
    Why.NOTHING_TO_CHALLENGE: _("No throw of that seat can be challenged now."),
    Why.NO_CLAIM: _("No forgotten draw of that seat can be claimed now."),
    Why.NO_MERCY: _("No peg may come out by mercy now."),
    Why.NOT_YOUR_TURN: _("It is the turn of {name}."),
    Why.NO_CARD: _("No card is in question; tap one first."),
    Why.NO_CHOICE: _("No move of this card goes there."),
    Why.NOTHING_TO_CONFIRM: _("There is nothing to confirm."),
    Why.NOTHING_TO_SHOW: _("There is nothing to show yet."),
    Why.NOTHING_TO_UNDO: _("There is nothing to take back."),
    Why.NOTHING_TO_REDO: _("There is nothing to play again."),
    Why.CHANGED: _("The question changed a moment ago; look again and confirm then."),
    Why.STALE: _("The table has moved on since; look again."),
    Why.ENROLLING: _("Cards are being enrolled: until that is ended on the page, no tap counts in the game."),
    Why.NO_NEW_GAME: _("{name} is a rules card; tap it while a new game is asked about."),
    Why.NO_GAME: _("No game is running; set one up first."),
    Why.GAME_OVER: _("The game is over."),
    Why.BAD_SETUP: _("This game cannot be set up: {name}."),
    Why.NOT_SAVED: _("The game could not be saved, so nothing was changed; look at the device page."),
    Why.INTERNAL: _(
        "Something went wrong inside; nothing was changed. Please send in the log from the device page."
    ),
}

WITHOUT_A_HOLE: dict[Why, str] = {
    Why.MUST_MOVE: _("A card of the hand can move, so none may be thrown."),
}
"""What to say where no hole may be named: it would tell of a card that nobody has seen."""

OF_ANOTHER_DECK = _("This card is of the deck {deck}, and the game is played with another.")


def say_reason(reason: Reason, board: Board | None, words: Catalogue) -> str:
    """Why not, as one sentence. Without a board no hole is named."""
    holes = ", ".join(board.name(hole) for hole in reason.holes) if board else ""
    if reason.why is Why.HOME_OVERSHOT:
        text = words.ngettext(
            "Home does not reach that far: {by} hole too many.",
            "Home does not reach that far: {by} holes too many.",
            reason.by,
        )
        return text.format(by=reason.by)
    if reason.why is Why.SHOW_THE_REST:
        text = words.ngettext(
            "{by} more card of the hand is to be shown.",
            "{by} more cards of the hand are to be shown.",
            reason.by,
        )
        return text.format(by=reason.by)
    text = REASONS[reason.why] if reason.holes else WITHOUT_A_HOLE.get(reason.why, REASONS[reason.why])
    text = OF_ANOTHER_DECK if reason.deck else text
    return words.gettext(text).format(holes=holes, by=reason.by, name=reason.name, deck=reason.deck)


def say_turn(turn: Turn, play: Play, name_of: Callable[[int], str], words: Catalogue) -> str:
    """A turn in words: who, which card, from where to where, who was pushed, whether a draw was forgotten."""
    who, card = name_of(turn.seat), str(turn.card.card) if turn.card else ""
    if turn.card is None:
        return words.gettext("{who}: the table agreed on a position.").format(who=who)
    if turn.move is None:
        parts = [words.gettext("{who} throws {card}.").format(who=who, card=card)]
        parts += _say_mercy(turn.mercy, play, name_of, words)
    else:
        parts = _say_steps(turn.move, play, who, card, words)
        parts += _say_pushes(turn.move, play, name_of, words)
    forgot = [words.gettext("{who} forgot to draw.").format(who=who)] if turn.forgot else []
    return " ".join(parts + forgot)


def _say_steps(move: Move, play: Play, who: str, card: str, words: Catalogue) -> list[str]:
    name = play.setup.table.board.name
    return [
        words.gettext("{who} plays {card}: out to {end}.").format(who=who, card=card, end=name(step.end))
        if step.start == START
        else words.gettext("{who} plays {card}: {start} to {end}.").format(
            who=who, card=card, start=name(step.start), end=name(step.end)
        )
        for step in move.steps
    ]


def _say_mercy(
    mercy: Move | None, play: Play, name_of: Callable[[int], str], words: Catalogue
) -> Iterator[str]:
    if mercy is not None:
        step = mercy.steps[0]
        text = words.gettext("By mercy a peg of {whose} comes out to {end}.")
        yield text.format(whose=name_of(step.seat), end=play.setup.table.board.name(step.end))
        yield from _say_pushes(mercy, play, name_of, words)


def _say_pushes(move: Move, play: Play, name_of: Callable[[int], str], words: Catalogue) -> Iterator[str]:
    name = play.setup.table.board.name
    for seat, start, end, cause in move.displaced:
        yield _say_push(cause, name_of(seat), name(start), name(end), words)


def _say_push(cause: Cause, whose: str, start: str, end: str, words: Catalogue) -> str:
    match cause:
        case Cause.OPPONENT | Cause.IN_SPOT_TAKEN:
            text = words.gettext("The peg of {whose} on {start} goes back to start.")
        case Cause.TEAMMATE:
            text = words.gettext("The peg of {whose} on {start} goes to its in-spot {end}.")
        case Cause.SWAP:
            text = words.gettext("The peg of {whose} on {start} goes to {end}.")
        case _:
            assert_never(cause)
    return text.format(whose=whose, start=start, end=end)


def say_card_work(work: CardWork, name_of: Callable[[int], str], words: Catalogue) -> str:
    """What a seat does with cards, as one sentence. No card is named that only its holder has seen."""
    who, card = name_of(work.seat), str(work.card.card) if work.card else ""
    match work.deed:
        case Deed.TAKE_BACK:
            text = words.gettext("Put {card} back into the hand of {who}.")
        case Deed.FIND:
            text = words.gettext("{card} was shuffled in: find it in the pile for the hand of {who}.")
        case Deed.LAY_OUT:
            text = words.gettext("Lay {card} of the hand of {who} face up again.")
        case Deed.LAY_BACK if not work.count:
            text = words.gettext("{who} lays back on top of the pile what was drawn since.")
        case Deed.LAY_BACK:
            text = words.ngettext(
                "{who} lays the card drawn last back on top of the pile.",
                "{who} lays the {count} cards drawn last back on top of the pile.",
                work.count,
            )
        case Deed.LOCK:
            text = words.ngettext(
                "{who} puts {count} card face down aside again: it was locked.",
                "{who} puts {count} cards face down aside again: they were locked.",
                work.count,
            )
        case Deed.DRAW:
            text = words.ngettext(
                "{who} takes {count} card from the top of the pile again.",
                "{who} takes {count} cards from the top of the pile again.",
                work.count,
            )
    return text.format(who=who, card=card, count=work.count)
