"""Challenges and claims in closed hands. RULES 9 Forgotten draw, 9a Challenge."""

from dataclasses import replace

from engine.board import Seat
from engine.cards import PhysicalCard, Rank
from engine.game import Challenge, Game, Play, ProofShown, idle
from engine.hands import is_tracked
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
    open_throw = last is not None and last.card is not None and last.move is None and last.seat == seat
    if not open_throw or game.tapped or is_tracked(play) or play.challenge is not None:
        return refuse(game, Why.NOTHING_TO_CHALLENGE)
    return accept(replace(idle(game), play=replace(play, challenge=Challenge(seat))), Effect.TAKEN)


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
        return accept(replace(idle(game), play=_thrown_back(play), shown=proof, tapped=False), Effect.TAKEN)
    showing = replace(shown_by, shown=(*shown_by.shown, card))
    done = _rest(play, showing) == 0
    after = replace(play, challenge=None if done else showing)
    return accept(replace(game, play=after), Effect.TAKEN if done else Effect.TICK)


def _covered(play: Play, rank: Rank) -> bool:
    """Whether the duty covers a card. RULES 9: a joker only where it must be played when nothing else can."""
    return rank is not Rank.JOKER or play.setup.movement.rules.joker_duty is JokerDuty.ONLY_PLAY


def _thrown_back(play: Play) -> Play:
    """The throw is undone for good: the seat plays a card that moves."""
    last = play.turns[-1]
    return replace(
        play,
        stand=last.before,
        played=play.played - {last.card},
        turns=play.turns[:-1],
        undone=(),
        challenge=None,
    )


def _rest(play: Play, showing: Challenge) -> int | None:
    """How many cards are still to be shown; None where the hand's size isn't known. RULES 9, draw after."""
    rules = play.setup.movement.rules
    if rules.draw is Draw.AFTER:
        return None
    return rules.hand - play.turns[-1].before.owed[showing.seat] - len(showing.shown)


def end_showing(game: Game, play: Play, showing: Challenge) -> Step:
    """No more cards: the throw stands. One card short of the hand is a forgotten draw, noted as such."""
    if showing.counting:
        return refuse(game, Why.NOTHING_TO_CONFIRM)
    rest = _rest(play, showing)
    if rest is not None and rest > 1:
        return refuse(game, Why.SHOW_THE_REST, by=rest)
    after = replace(play, challenge=None)
    if rest == 1 and _penalty(play):
        after = _owing(after, showing.seat, 1)
    return accept(replace(game, play=after), Effect.TAKEN)


def claim(game: Game, seat: Seat) -> Step:
    """A forgotten draw is claimed, until that seat has tapped on its next turn; the hand is to be counted."""
    play = game.play
    if play is None:
        return refuse(game, Why.NO_GAME)
    if play.winner is not None or is_tracked(play) or not _penalty(play) or play.challenge is not None:
        return refuse(game, Why.NO_CLAIM)
    has_played = any(
        turn.seat == seat and turn.card is not None for turn in play.turns[-play.setup.table.players :]
    )
    lapsed = play.turn == seat and game.tapped
    if not has_played or lapsed or play.stand.owed[seat]:
        return refuse(game, Why.NO_CLAIM)
    return accept(
        replace(idle(game), play=replace(play, challenge=Challenge(seat, counting=True))), Effect.TAKEN
    )


def count(game: Game, seat: Seat, cards: int) -> Step:
    """The hand was counted face down; fewer cards than it should hold prove the claim."""
    play = game.play
    if play is None:
        return refuse(game, Why.NO_GAME)
    counting = play.challenge
    if counting is None or not counting.counting or counting.seat != seat or cards < 0:
        return refuse(game, Why.NO_CLAIM)
    missing = max(play.setup.movement.rules.hand - cards, 0)
    after = replace(play, challenge=None)
    return accept(replace(game, play=_owing(after, seat, missing)), Effect.TAKEN)


def withdraw(game: Game, play: Play) -> Step:
    """The challenge or the claim is taken back."""
    return accept(replace(game, play=replace(play, challenge=None)))


def _penalty(play: Play) -> bool:
    return play.setup.movement.rules.draw_penalty is not DrawPenalty.OFF


def _owing(play: Play, seat: Seat, missing: int) -> Play:
    owed = tuple(missing if s == seat else cards for s, cards in enumerate(play.stand.owed))
    return replace(play, stand=replace(play.stand, owed=owed))
