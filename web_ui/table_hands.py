"""What the table page says and offers around hands: dealing, drawing, shuffling, mercy, challenges, claims.

No hand is ever shown, nor whose a card is: only how many cards are due. DESIGN 3, Hands.
"""

from collections.abc import Callable, Iterator

from engine.board import Seat, seat_name
from engine.challenge import challenge, claim
from engine.game import Game, Play, ShuffleAsk
from engine.hands import due, is_tracked
from engine.phase import Phase, phase_of
from engine.ruleset import DrawPenalty
from web_ui.state import Json
from web_ui.words import _, catalogue

MOST_COUNTED = 7
"""A hand holds at most so many cards. RULES 10."""

Name = Callable[[Seat], str]


def say_hands(game: Game, play: Play, name: Name) -> str:
    """What is asked of the table now, or nothing where it is simply a card."""
    if isinstance(game.ask, ShuffleAsk):
        text = _("{card} was already played. Was the pile shuffled since?")
        return text.format(card=game.ask.card.card)
    who = name(play.turn)
    match phase_of(game):
        case Phase.DEALING:
            text = catalogue().ngettext(
                "Deal to {who}: tap {count} more card.", "Deal to {who}: tap {count} more cards.", due(play)
            )
            return text.format(who=who, count=due(play))
        case Phase.SHUFFLING:
            return _("The pile is empty: shuffle everything played and thrown into a new one, and confirm.")
        case Phase.MERCY:
            return _("{who} may bring a peg out without a card.").format(who=who)
        case Phase.CHALLENGED if play.challenge is not None:
            accused = name(play.challenge.seat)
            if play.challenge.counting:
                return _("Count the hand of {who} face down.").format(who=accused)
            return _("{who} shows the rest of the hand: tap each card.").format(who=accused)
        case Phase.DRAWING | Phase.PLAYING if _is_short(play):
            return _say_forgotten(play, who)
        case Phase.DRAWING:
            return _say_draw(play, who)
        case _:
            return ""


def _is_short(play: Play) -> bool:
    """Whether the seat to move begins its turn with a draw forgotten in the last, and the ruleset minds."""
    rules, stand = play.setup.movement.rules, play.stand
    if rules.draw_penalty is DrawPenalty.OFF or stand.ending is not None:
        return False
    if is_tracked(play):
        return len(stand.hands[stand.turn]) < rules.hand
    return stand.owed[stand.turn] > 0


def _say_forgotten(play: Play, who: str) -> str:
    """RULES 9, Forgotten draw."""
    rules = play.setup.movement.rules
    if rules.draw_penalty is DrawPenalty.MILD:
        text = _(
            "{who} forgot to draw: play or throw one of the cards left, then draw until there are {count}."
        )
        return text.format(who=who, count=rules.hand)
    count = due(play) if is_tracked(play) else play.stand.owed[play.turn] + 1
    text = catalogue().ngettext(
        "{who} forgot to draw: {count} card face down now, locked for this turn. Then play another.",
        "{who} forgot to draw: {count} cards face down now, locked for this turn. Then play another.",
        count,
    )
    return text.format(who=who, count=count) if count else ""


def _say_draw(play: Play, who: str) -> str:
    if play.stand.ending is not None:
        text = catalogue().ngettext(
            "{who} may draw {count} more card.", "{who} may draw {count} more cards.", due(play)
        )
    else:
        text = catalogue().ngettext(
            "{who} draws {count} card: tap it.", "{who} draws {count} cards: tap them.", due(play)
        )
    return text.format(who=who, count=due(play))


def offers(play: Play, name: Name) -> list[Json]:
    """What answers the question now open: each a text, and the body that tells it."""
    ending = play.stand.ending
    if play.challenge is not None:
        return list(_challenge_answers(play, name))
    if ending is not None and ending.mercy:
        outs = [
            _offer(_("{who}: bring a peg out"), name(seat), kind="mercy", hole=f"{seat_name(seat)}S1")
            for seat in ending.mercy
        ]
        return [*outs, _offer(_("Go on without"), "", kind="mercy")]
    return []


def _challenge_answers(play: Play, name: Name) -> Iterator[Json]:
    challenged = play.challenge
    assert challenged is not None
    if challenged.counting:
        for count in range(MOST_COUNTED + 1):
            yield _counted(str(count), challenged.seat, count)
    elif challenged.shown and challenged.holds is not None:
        shown = len(challenged.shown)
        text = catalogue().ngettext("Only {n} card in all", "Only {n} cards in all", shown)
        yield _counted(text.format(n=shown), challenged.seat, shown)
    yield _offer(_("Take it back"), "", kind="press", button="back", held=True)


def _counted(text: str, seat: Seat, cards: int) -> Json:
    return _offer(text, "", kind="hand_count", seat=seat_name(seat), cards=cards)


def seldom(game: Game, play: Play, name: Name) -> list[Json]:
    """What can be told as well, but seldom is: challenges, claims, stand-ins."""
    seats = play.setup.table.seats
    found = [
        _offer(_("{who} could have moved"), name(seat), kind="challenge", seat=seat_name(seat))
        for seat in seats
        if challenge(game, seat).ruling is None
    ]
    found += [
        _offer(_("{who} forgot to draw"), name(seat), kind="forgot_draw", seat=seat_name(seat))
        for seat in seats
        if claim(game, seat).ruling is None
    ]
    if play.winner is None:
        found += _stand_ins(play, name)
    return found


def _stand_ins(play: Play, name: Name) -> list[Json]:
    """Who may play for the seat to move; where somebody does, that it plays for itself again."""
    away = play.turn
    now = dict(play.stand_ins).get(away, away)
    return [
        _offer(
            _("{who} is back") if by == away else _("{who} plays for {away}"),
            name(by),
            away=name(away),
            kind="stand_in",
            seat=seat_name(away),
            by=seat_name(by),
        )
        for by in play.setup.table.seats
        if by != now
    ]


def _offer(text: str, who: str, away: str = "", **body: object) -> Json:
    return {"text": text.format(who=who, away=away), "body": body}
