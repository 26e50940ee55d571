"""Undo and redo: last in, first out. RULES 9a, Undo."""

from dataclasses import replace

from engine.game import Game, Play, Turn, UndoAsk, idle
from engine.hands import draw, holder, is_locked, is_tracked
from engine.step import Effect, Step, accept, refuse
from engine.turns import passed, record, settled, with_agreed, with_mercy
from engine.verdict import Why

UNDO_OFFER_MS = 10_000
"""How long the run backwards waits for its confirm. DESIGN 3."""


def undo(game: Game, depth: int = 1) -> Step:
    """Take the last turns back, each with its mercy, refill, claim and challenge.

    Hands, debts, locks and counts are as before, so that what was drawn since lies on the pile again. Cards
    that were shuffled in stay in the pile, except those whose play is taken back.
    """
    play = game.play
    if play is None:
        return refuse(game, Why.NO_GAME)
    if len(play.turns) < depth:
        return refuse(game, Why.NOTHING_TO_UNDO)
    for _ in range(depth):
        play = _one_back(play)
    return accept(replace(idle(game), play=play, handwork=False, tapped=False), Effect.TAKEN)


def _one_back(play: Play) -> Play:
    last = play.turns[-1]
    return replace(
        play,
        stand=last.before,
        played=play.played - {last.card},
        turns=play.turns[:-1],
        undone=(*play.undone, last),
        challenge=None,
    )


def redo(game: Game) -> Step:
    """Play again what was taken back last, with its mercy and, from the top of the pile, its refill."""
    play = game.play
    if play is None:
        return refuse(game, Why.NO_GAME)
    if not play.undone:
        return refuse(game, Why.NOTHING_TO_REDO)
    turn, left = play.undone[-1], play.undone[:-1]
    if play.stand.ending is not None and play.turn != turn.seat:
        play = passed(play)  # as then: the next seat went on, and what was open of the turn before lapsed
    if not _can_redo(play, turn):
        return refuse(game, Why.NOTHING_TO_REDO)
    after = replace(_again(play, turn), undone=left)
    moved = turn.move is not None or turn.mercy is not None
    return accept(replace(idle(game), play=after, handwork=moved, tapped=False), Effect.TAKEN)


def _can_redo(play: Play, turn: Turn) -> bool:
    """Whether the table stands as it did: the seat is to play and, in tracked hands, has the card."""
    if turn.card is None:
        return True
    at_turn = play.turn == turn.seat and play.stand.ending is None and not play.stand.dealing
    return at_turn and (not is_tracked(play) or turn.card in play.stand.hands[turn.seat])


def _again(play: Play, turn: Turn) -> Play:
    if turn.agreed is not None:
        return with_agreed(play, turn.agreed.position, turn.agreed.turn, turn.at_ms)
    assert turn.card is not None
    after = record(play, turn.card, turn.move, turn.at_ms)
    if turn.mercy is not None:
        after = with_mercy(after, turn.mercy.steps[0].seat)
    for card in turn.refilled:
        if holder(after, card) is None and not is_locked(after, card) and card not in after.played:
            after = draw(after, card)
    return settled(after)


def offer_undo(game: Game, play: Play, at_ms: int) -> Step:
    """Show the run backwards and wait for a confirm; asked again, one turn further back."""
    depth = game.ask.depth + 1 if isinstance(game.ask, UndoAsk) else 1
    if depth > len(play.turns):
        return refuse(game, Why.NOTHING_TO_UNDO)
    return accept(replace(idle(game), ask=UndoAsk(depth, at_ms + UNDO_OFFER_MS)))
