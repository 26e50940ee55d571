"""Undo and redo: last in, first out. RULES 9a, Undo."""

from collections.abc import Iterator
from dataclasses import replace

from engine.board import Seat
from engine.cards import PhysicalCard
from engine.game import Game, Play, TakenBack, Turn, UndoAsk, idle, moved_on
from engine.hands import held, is_tracked, undrawn
from engine.handwork import CardWork, Deed, carries, handwork
from engine.ruleset import Draw
from engine.step import Effect, Step, accept, refuse
from engine.turns import with_agreed
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
    if deepest(play) < depth:
        return refuse(game, Why.NOTHING_TO_UNDO)
    after, cards = play, list[CardWork]()
    for _ in range(depth):
        before = after
        after = _one_back(before)
        cards += _cards_back(before, after)
    work = handwork(carries(play.setup.table, play.position, after.position), tuple(cards))
    return accept(moved_on(game, after, work), Effect.TAKEN)


def deepest(play: Play) -> int:
    """How far back one can go: every turn, and what the first seat drew before its first card."""
    first = play.turns[0].before if play.turns else play.stand
    return len(play.turns) + bool(first.drawn)


def _one_back(play: Play) -> Play:
    if not play.turns:
        return undrawn(play)
    last = play.turns[-1]
    return replace(
        play,
        stand=last.before,
        played=play.played - {last.card},
        turns=play.turns[:-1],
        undone=(*play.undone, TakenBack(last, play.stand)),
        challenge=None,
    )


def redo(game: Game) -> Step:
    """Play again what was taken back last: pegs, hands, debts and whose turn it is as before the undo.

    What was shuffled in after it is not: its card lies face up.
    """
    play = game.play
    if play is None:
        return refuse(game, Why.NO_GAME)
    after = _one_again(play, play.undone[-1]) if play.undone else None
    if after is None:
        return refuse(game, Why.NOTHING_TO_REDO)
    cards = tuple(_cards_again(play, after))
    work = handwork(carries(play.setup.table, play.position, after.position), cards)
    return accept(moved_on(game, replace(after, undone=play.undone[:-1]), work), Effect.TAKEN)


def _one_again(play: Play, back: TakenBack) -> Play | None:
    """None where the table has gone another way since: a card was drawn, a hand counted.

    A position can be agreed on again all the same; the hands stay what they are now.
    """
    turn = back.turn
    if play.stand == turn.before:
        face_up = play.played if turn.card is None else play.played | {turn.card}
        after = replace(play, stand=back.stand, played=face_up, turns=(*play.turns, turn), challenge=None)
        # What was shuffled in and drawn again then lies face up now, so the next seat has to draw anew.
        for again in (after, undrawn(after)):
            if not held(again.stand) & face_up:
                return again
    elif turn.agreed is not None:
        return with_agreed(play, turn.agreed.position, turn.agreed.turn, turn.at_ms)
    return None


def offer_undo(game: Game, play: Play, at_ms: int) -> Step:
    """Show the run backwards and wait for a confirm; asked again, one turn further back."""
    depth = game.ask.depth + 1 if isinstance(game.ask, UndoAsk) else 1
    if depth > deepest(play):
        return refuse(game, Why.NOTHING_TO_UNDO)
    return accept(replace(idle(game), ask=UndoAsk(depth, at_ms + UNDO_OFFER_MS)))


# --- the cards ------------------------------------------------------------------------------------


def _cards_back(before: Play, after: Play) -> Iterator[CardWork]:
    """What goes back on top first, then the card whose play is taken back. RULES 9a, Undo."""
    yield from _drawn_since(before, after) if is_tracked(before) else _maybe_drawn(before, after)
    turn = before.turns[-1] if before.turns else None
    if turn is not None and turn.card is not None:
        deed = Deed.TAKE_BACK if turn.card in before.played else Deed.FIND
        yield CardWork(deed, turn.seat, turn.card)


def _drawn_since(before: Play, after: Play) -> Iterator[CardWork]:
    """How many of each hand were drawn since; and what was locked then is so again.

    The card whose play is taken back is one of them where it was shuffled in and drawn again.
    """
    played = {before.turns[-1].card} if before.turns else set()
    for seat in _last_first(before):
        since = _held_by(before, seat) - (_held_by(after, seat) - played)
        if since:
            yield CardWork(Deed.LAY_BACK, seat, count=len(since))
        yield from _locked_again(before, after, seat)


def _last_first(play: Play) -> tuple[Seat, ...]:
    """The seats in the order in which what they drew lies on the pile: whoever drew last comes first."""
    seats = play.setup.table.seats
    at = seats.index(play.turn) + 1
    return tuple(reversed(seats[at:] + seats[:at]))


def _locked_again(before: Play, after: Play, seat: Seat) -> Iterator[CardWork]:
    locked = after.stand.locked[seat] - before.stand.locked[seat]
    if locked:
        yield CardWork(Deed.LOCK, seat, count=len(locked))


def _held_by(play: Play, seat: Seat) -> frozenset[PhysicalCard]:
    return play.stand.hands[seat] | play.stand.locked[seat]


def _maybe_drawn(before: Play, after: Play) -> Iterator[CardWork]:
    """In closed hands only the seat knows: the one whose turn it had become, or the one that refilled."""
    last: Turn = before.turns[-1]
    draws_after = before.setup.movement.rules.draw is Draw.AFTER
    if last.card is not None and before.winner is None:
        yield CardWork(Deed.LAY_BACK, last.seat if draws_after else before.turn, count=0)


def _cards_again(before: Play, after: Play) -> Iterator[CardWork]:
    """The same the other way round: the card face up, then what was drawn after it."""
    turn = after.turns[-1]
    if turn.card is not None:
        yield CardWork(Deed.LAY_OUT, turn.seat, turn.card)
    for seat in reversed(_last_first(after)) if is_tracked(before) else ():
        drawn = _held_by(after, seat) - _held_by(before, seat)
        if drawn:
            yield CardWork(Deed.DRAW, seat, count=len(drawn))
            yield from _locked_again(before, after, seat)
