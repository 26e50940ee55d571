"""Hints from the sheets: they help who learns, and bind nobody. RULES 13."""

from engine.wording import Catalogue, _

HINTS = (
    _("Avoid leaving a peg on a corner: it is the first hole of a side, and many cards reach it."),
    _("Avoid an opponent's come-out hole, the eighth of a side: whoever comes out there shoves you."),
    _("Avoid an opponent's in-spot, the third of a side: shoved pegs of that side come back to it."),
    _("The holes between these two, the fourth to the seventh of an opponent's side, tend to be quiet."),
    _("Throwing without moving is mostly a thing of the opening."),
)


def hints(words: Catalogue) -> list[str]:
    """Each as a sentence in the reader's language."""
    return [words.gettext(hint) for hint in HINTS]
