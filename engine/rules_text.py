"""A ruleset in plain words, made from its options, so that they cannot disagree with the referee.

Card by card, in the ruleset's own terms: Bark's sheet calls the start HOME and the home SAFE (RULES 1).
Each sentence is one message with named places; `words` gives it in the reader's language.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.ruleset import (
    BlockedInSpot,
    Control,
    Draw,
    DrawPenalty,
    HomeEntry,
    JokerDuty,
    JokerFromStart,
    JokerFromTrack,
    Nine,
    NineDirection,
    Rules,
)
from engine.seating import decks_at
from engine.wording import Catalogue, _


@dataclass(frozen=True, slots=True)
class Terms:
    """What a sheet calls the places of the board."""

    start: str
    home: str


PLAIN_TERMS = Terms(_("start"), _("home"))
TERMS = {
    "bark-up-a-tree": Terms(_("HOME (the start)"), _("SAFE (the home row)")),
    "social-security": Terms(_("HOME (the start)"), _("SAFE (the home row)")),
}


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading and its sentences, in the reader's language."""

    title: str
    sentences: tuple[str, ...]


def rules_text(rules: Rules, preset: str, words: Catalogue) -> list[Chapter]:
    """What a ruleset says, chapter by chapter: the table, each card, moving, landing, jokers, the hand."""
    writer = _Writer(rules, TERMS.get(preset, PLAIN_TERMS), words)
    chapters = (
        (_("The table"), writer.table()),
        (_("The cards"), writer.cards()),
        (_("Moving"), writer.moving()),
        (_("Landing on another colour"), writer.landing()),
        (_("Jokers"), writer.jokers()),
        (_("Whose pegs"), writer.whose()),
        (_("The hand"), writer.hand()),
        (_("Throwing"), writer.throwing()),
    )
    return [Chapter(words.gettext(title), tuple(sentences)) for title, sentences in chapters]


class _Writer:
    """Writes the sentences of one ruleset."""

    def __init__(self, rules: Rules, terms: Terms, words: Catalogue) -> None:
        self._rules = rules
        self._words = words
        self._places = {"start": words.gettext(terms.start), "home": words.gettext(terms.home)}

    def _say(self, message: str, **places: object) -> str:
        return self._words.gettext(message).format(**self._places, **places)

    def _count(self, one: str, many: str, n: int) -> str:
        return self._words.ngettext(one, many, n).format(**self._places, n=n)

    def table(self) -> Iterator[str]:
        """RULES 2."""
        for players in sorted(self._rules.players):
            decks, jokers = decks_at(self._rules, players)
            if jokers:
                yield self._say(
                    _("{players} players: {decks} decks with {jokers} jokers."),
                    players=players, decks=decks, jokers=jokers,
                )  # fmt: skip
            else:
                yield self._say(
                    _("{players} players: {decks} decks without jokers."), players=players, decks=decks
                )
        yield self._say(_("A side wins as soon as all its pegs are in {home} after a whole card."))

    def cards(self) -> Iterator[str]:
        """RULES 3."""
        rules = self._rules
        yield self._say(_("Ace: a peg one hole forward, or a peg out of {start}."))
        yield self._say(_("2, 3, 4, 5, 6, 10: a peg forward by the number."))
        if rules.two_swaps:
            yield self._say(
                _("2: or a peg on the track trades places with one of another colour on the track.")
            )
        yield self._say(_("7: a peg seven forward, or two pegs forward, seven holes in all."))
        yield self._say(_("8: a peg eight holes backward."))
        yield self._nine()
        for text, far in (
            (_("Jack: a peg {far} forward, or a peg out of {start}."), rules.jack),
            (_("Queen: a peg {far} forward, or a peg out of {start}."), rules.queen),
            (_("King: a peg {far} forward, or a peg out of {start}."), rules.king),
        ):
            yield self._say(text, far=far)

    def _nine(self) -> str:
        both = self._rules.nine_direction is NineDirection.BOTH_FORWARD
        match self._rules.nine:
            case Nine.FORWARD:
                return self._say(_("9: a peg nine forward."))
            case Nine.FORWARD_OR_SPLIT if both:
                return self._say(_("9: a peg nine forward, or two pegs forward, nine holes in all."))
            case Nine.FORWARD_OR_SPLIT:
                return self._say(
                    _("9: a peg nine forward, or one forward and another backward, nine holes in all.")
                )
            case Nine.SPLIT_ELSE_FORWARD if both:
                return self._say(
                    _("9: two pegs forward, nine in all; only where that can't be, one peg nine forward.")
                )
            case Nine.SPLIT_ELSE_FORWARD:
                return self._say(
                    _("9: one peg forward, another backward, nine in all; where that can't be, nine forward.")
                )

    def moving(self) -> Iterator[str]:
        """RULES 4, 6."""
        rules = self._rules
        yield self._say(
            _("The whole count is moved. No peg passes or lands on one of its own colour, here or in {home}.")
        )
        match rules.home_entry:
            case HomeEntry.OPTIONAL:
                yield self._say(
                    _("At its in-spot a peg may turn into {home} where the count fits, or go on round.")
                )
            case HomeEntry.MANDATORY:
                yield self._say(
                    _("At its in-spot a peg must turn into {home} where the count fits, else go on.")
                )
            case HomeEntry.NO_PASS:
                yield self._say(
                    _("A peg is never taken forward past its in-spot; a count too large can't be used on it.")
                )
        yield self._say(_("In {home} pegs move forward only. Backing over the in-spot is allowed."))
        yield self._say(
            _("The halves of a split are two different pegs, one after the other, in the player's order.")
        )
        if rules.control is not Control.TEAM:
            yield (
                self._say(
                    _("When the first half brings the last peg home, the next teammate's peg plays the rest.")
                )
                if rules.split_carry
                else self._say(_("Both halves of a split move pegs of one and the same seat."))
            )

    def landing(self) -> Iterator[str]:
        """RULES 5."""
        yield self._say(_("An opponent's peg landed on goes back to {start}."))
        yield self._say(_("A teammate's peg goes to its own in-spot, pushing on what stands there."))
        if self._rules.blocked_in_spot is BlockedInSpot.ILLEGAL:
            yield self._say(_("Where its own colour stands there already, the whole move is not allowed."))
        else:
            yield self._say(_("Where its own colour stands there already, that peg goes to {start}."))

    def jokers(self) -> Iterator[str]:
        """RULES 7."""
        ways = self._rules.joker_from_start
        if ways == {JokerFromStart.OCCUPIED}:
            yield self._say(_("A joker takes a peg from {start} on to a hole held by another colour."))
        elif ways == {JokerFromStart.COME_OUT}:
            yield self._say(_("A joker takes a peg from {start} to its come-out hole."))
        else:
            yield self._say(
                _("A joker takes a peg from {start} to its come-out hole or on to another colour.")
            )
        match self._rules.joker_from_track:
            case JokerFromTrack.ALWAYS:
                yield self._say(_("A peg on the track may jump on to another colour by a joker as well."))
            case JokerFromTrack.TEAM_START_EMPTY:
                yield self._say(
                    _("A peg on the track may do so once nobody of its side has a peg in {start}.")
                )
            case JokerFromTrack.NEVER:
                yield self._say(_("Pegs on the track are never moved by a joker."))
        if self._rules.joker_duty is JokerDuty.NEVER:
            yield self._say(_("A joker need never be played."))
        else:
            yield self._say(_("A joker that can move must be played when nothing else can."))

    def whose(self) -> Iterator[str]:
        """RULES 8."""
        if self._rules.control is Control.TEAM:
            yield self._say(_("A player moves any peg of the team, always."))
        else:
            yield self._say(
                _("A player moves the own pegs, and when all are in {home} those of the next teammate.")
            )

    def hand(self) -> Iterator[str]:
        """RULES 9."""
        rules = self._rules
        yield self._count("{n} card is dealt to each.", "{n} cards are dealt to each.", rules.deal)
        if rules.draw is Draw.AFTER:
            yield self._say(
                _("First play one card, then draw until you have {hand}; after a throw draw exactly one."),
                hand=rules.hand,
            )
            yield self._say(_("Fewer may be drawn; the others can be drawn after a later card."))
            return
        yield self._say(_("First draw one card, then play one; {hand} are left."), hand=rules.hand)
        yield self._penalty()

    def _penalty(self) -> str:
        match self._rules.draw_penalty:
            case DrawPenalty.OFF:
                return self._say(_("Who forgets to draw fills the hand with the next draw."))
            case DrawPenalty.BARK:
                return self._say(
                    _("Who forgets to draw fills the hand next turn with cards that stay face down.")
                )
            case DrawPenalty.MILD:
                return self._say(
                    _("Who forgets to draw plays the next turn without drawing, and fills the hand after.")
                )

    def throwing(self) -> Iterator[str]:
        """RULES 9, Duty, Mercy."""
        yield self._say(
            _("A card that can move must be played, however bad. Only when none can, one is thrown.")
        )
        after = self._rules.mercy_after
        if after:
            yield self._count(
                "With the first throw in a row a peg may come out of {start}.",
                "With the {n}th throw in a row, and each after it, a peg may come out of {start}.",
                after,
            )
