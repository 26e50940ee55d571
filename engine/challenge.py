"""Challenges and claims in closed hands. RULES 9 Forgotten draw, 9a Challenge."""

from dataclasses import replace

from engine.board import Seat
from engine.cards import PhysicalCard, Rank
from engine.game import Challenge, Game, Play, ProofShown, idle, moved_on
from engine.hands import is_tracked
from engine.handwork import CardWork, Deed, carries, handwork
from engine.notation import describe
from engine.ruleset import Draw, DrawPenalty, JokerDuty
from engine.step import Effect, Step, accept, refuse
from engine.verdict import Why


def challenge(game: Game, seat: Seat) -> Step:
    """Any seat, after a throw, until the next card is drawn or tapped."""
    play = game.play
    if play is None:
        return refuse(game, Why.NO_GAME)
    last = play.turns[-1] if play.turns else None
    open_throw = last is not None and last.seat == seat and last.thrown and not last.stands
    if not open_throw or game.tapped or is_tracked(play) or play.challenge is not None:
        return refuse(game, Why.NOTHING_TO_CHALLENGE)
    shown_by = Challenge(seat, holds=_holds(play, seat))
    return accept(replace(idle(game), play=replace(play, challenge=shown_by)), Effect.TAKEN)


def _holds(play: Play, seat: Seat) -> int | None:
    """How many cards the thrower is to show: the hand after the throw, without those locked. RULES 9.

    Who forgot to draw played one of the cards left, and what is drawn for it is locked or comes later. In
    draw-after rulesets fewer may have been taken, so that nobody can tell.
    """
    rules, owed = play.setup.movement.rules, play.turns[-1].before.owed[seat]
    if rules.draw is Draw.AFTER:
        return None
    usual = rules.hand - 1 - owed if owed else rules.hand
    return max(usual - play.stand.owed[seat], 0)


def show_card(game: Game, play: Play, shown_by: Challenge, card: PhysicalCard) -> Step:
    """One more card of the thrower's hand, judged on the position before the throw."""
    if shown_by.counting:
        return refuse(game, Why.CONFIRM_FIRST)
    if card in play.played or card in shown_by.shown:
        return refuse(game, Why.CARD_ALREADY_PLAYED, name=str(card.card))
    movement, before = play.setup.movement, play.turns[-1].before
    found = movement.choices(before.position, shown_by.seat, card.card.rank)
    if found and _covered(play, card.card.rank):
        result, recipes = next(iter(found.items()))
        proof = ProofShown(card, describe(movement, before.position, recipes, result))
        return _proved(game, play, proof)
    return _shown_on(game, play, replace(shown_by, shown=(*shown_by.shown, card)))


def _covered(play: Play, rank: Rank) -> bool:
    """Whether the duty covers a card. RULES 9: a joker only where it must be played when nothing else can."""
    return rank is not Rank.JOKER or play.setup.movement.rules.joker_duty is JokerDuty.ONLY_PLAY


def _proved(game: Game, play: Play, proof: ProofShown) -> Step:
    """The throw is undone for good: the seat plays a card that moves."""
    last = play.turns[-1]
    assert last.card is not None
    before = replace(
        play,
        stand=replace(last.before, proved=proof.card),
        played=play.played - {last.card},
        turns=play.turns[:-1],
        undone=(),
        challenge=None,
    )
    pegs = carries(play.setup.table, play.position, before.position)
    work = handwork(pegs, (CardWork(Deed.TAKE_BACK, last.seat, last.card),))
    return accept(replace(moved_on(game, before, work), shown=proof), Effect.TAKEN, Effect.YOUR_TURN)


def _shown_on(game: Game, play: Play, showing: Challenge) -> Step:
    """None of those shown could move: when it was the last, the throw stands."""
    if showing.holds is not None and len(showing.shown) >= showing.holds:
        return _stands(game, play)
    return accept(replace(game, play=replace(play, challenge=showing)), Effect.TICK)


def _stands(game: Game, play: Play) -> Step:
    """The throw stands, and is not challenged again."""
    last = replace(play.turns[-1], stands=True)
    after = replace(play, challenge=None, turns=(*play.turns[:-1], last))
    return accept(replace(game, play=after, ask=None), Effect.TAKEN)


def end_showing(game: Game, play: Play, showing: Challenge) -> Step:
    """No more cards: the throw stands. One card short of the hand is a forgotten draw, noted as such.

    Where more are missing somebody has to count the hand first, so that no hand is hidden by a press.
    """
    if showing.counting:
        return refuse(game, Why.NOTHING_TO_CONFIRM)
    rest = 0 if showing.holds is None else showing.holds - len(showing.shown)
    if rest > 1:
        return refuse(game, Why.SHOW_THE_REST, by=rest)
    return _stands(game, _owing(play, showing.seat, play.stand.owed[showing.seat] + rest))


def claim(game: Game, seat: Seat) -> Step:
    """A forgotten draw is claimed, until that seat has tapped on its next turn; the hand is to be counted."""
    play = game.play
    if play is None:
        return refuse(game, Why.NO_GAME)
    if play.winner is not None or is_tracked(play) or not _penalty(play) or play.challenge is not None:
        return refuse(game, Why.NO_CLAIM)
    has_played = any(turn.seat == seat and turn.card is not None for turn in play.turns)
    lapsed = play.turn == seat and game.tapped
    if not has_played or lapsed or play.stand.owed[seat]:
        return refuse(game, Why.NO_CLAIM)
    counted = Challenge(seat, counting=True)
    return accept(replace(idle(game), play=replace(play, challenge=counted)), Effect.TAKEN)


def count(game: Game, seat: Seat, cards: int) -> Step:
    """The hand was counted face down: all of it for a claim, where fewer than it should hold prove it.

    In a challenge those that are to be shown: what is missing there is noted, and the rest is shown.
    """
    play = game.play
    if play is None:
        return refuse(game, Why.NO_GAME)
    counting = play.challenge
    if counting is None or counting.seat != seat or cards < 0:
        return refuse(game, Why.NO_CLAIM)
    if not counting.counting:
        return _counted_in_showing(game, play, counting, cards)
    missing = max(play.setup.movement.rules.hand - cards, 0)
    after = _owing(replace(play, challenge=None), seat, missing)
    return accept(replace(game, play=after, ask=None), Effect.TAKEN)


def _counted_in_showing(game: Game, play: Play, showing: Challenge, cards: int) -> Step:
    if showing.holds is None:
        return refuse(game, Why.NO_CLAIM)
    missing = max(showing.holds - cards, 0)
    after = _owing(play, showing.seat, play.stand.owed[showing.seat] + missing)
    return _shown_on(game, after, replace(showing, holds=showing.holds - missing))


def withdraw(game: Game, play: Play) -> Step:
    """The challenge or the claim is taken back."""
    return accept(replace(game, play=replace(play, challenge=None), ask=None))


def _penalty(play: Play) -> bool:
    return play.setup.movement.rules.draw_penalty is not DrawPenalty.OFF


def _owing(play: Play, seat: Seat, missing: int) -> Play:
    """What a hand lacks since its last turn, where the ruleset makes anything of that. RULES 9."""
    if not _penalty(play):
        return play
    owed = tuple(missing if s == seat else cards for s, cards in enumerate(play.stand.owed))
    return replace(play, stand=replace(play.stand, owed=owed))
