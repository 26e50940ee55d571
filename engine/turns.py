"""Playing, throwing, taking back. RULES 9, 9a."""

from dataclasses import replace

from engine.board import Hole, Seat
from engine.cards import PhysicalCard, Rank
from engine.game import Game, Play, Question, Turn, UndoAsk, idle, movable_holes
from engine.notation import Move, same_notation, write_move
from engine.position import Position
from engine.ruleset import JokerDuty
from engine.step import Effect, Step, accept, refuse
from engine.verdict import Why

UNDO_OFFER_MS = 10_000
"""How long the run backwards waits for its confirm. DESIGN 3."""


def record(
    play: Play,
    seat: Seat,
    card: PhysicalCard | None,
    move: Move | None,
    after: Position,
    next_seat: Seat,
    at_ms: int,
) -> Play:
    """The play with one turn more; what had been taken back is forgotten."""
    turn = Turn(seat, card, move, play.position, after, next_seat, at_ms)
    return replace(_stand(play, turn), turns=(*play.turns, turn), undone=())


def _stand(play: Play, turn: Turn) -> Play:
    """The position after a turn; its card lies face up."""
    played = play.played | {turn.card} if turn.card else play.played
    return replace(play, position=turn.after, turn=turn.next_seat, played=played)


def play_move(game: Game, play: Play, question: Question, move: Move, at_ms: int) -> Step:
    """The last confirm: the card is played. RULES 9, Played."""
    seat = play.turn
    after = record(play, seat, question.card, move, move.result, play.setup.table.after(seat), at_ms)
    effects = [Effect.TAKEN]
    effects += [Effect.SHOVE] if move.displaced else []
    effects += [Effect.HOME] if any(_home(play, step.seat, step.end) for step in move.steps) else []
    effects.append(Effect.WIN if after.winner else Effect.YOUR_TURN)
    return accept(replace(idle(game), play=after, handwork=True), *effects)


def _home(play: Play, seat: Seat, hole: Hole) -> bool:
    return play.setup.table.board.home_depth(seat, hole) > 0


def choose(game: Game, notation: str, at_ms: int) -> Step:
    """Play the choice of that notation, wherever the cursor is."""
    play, question = game.play, game.question
    if play is None:
        return refuse(game, Why.NO_GAME)
    if question is None:
        return refuse(game, Why.NO_CARD)
    for move in question.moves:
        if same_notation(write_move(play.setup.table, question.card.card, move), notation):
            return play_move(game, play, question, move, at_ms)
    return refuse(game, Why.NO_CHOICE, name=notation)


def throw(game: Game, at_ms: int) -> Step:
    """Throw the card in question: refused where it can move. RULES 9, Duty, closed hands."""
    play, question = game.play, game.question
    if play is None:
        return refuse(game, Why.NO_GAME)
    if question is None:
        return refuse(game, Why.NO_CARD)
    if question.moves and not may_throw(play, question.card.card.rank):
        return refuse(game, Why.MUST_MOVE, movable_holes(question))
    after = record(
        play, play.turn, question.card, None, play.position, play.setup.table.after(play.turn), at_ms
    )
    return accept(replace(idle(game), play=after, handwork=False), Effect.TAKEN, Effect.YOUR_TURN)


def may_throw(play: Play, rank: Rank) -> bool:
    """Whether a card may be thrown although it could move: a joker that need never be played. RULES 9."""
    return rank is Rank.JOKER and play.setup.movement.rules.joker_duty is JokerDuty.NEVER


def undo(game: Game, depth: int = 1) -> Step:
    """Take the last turns back. RULES 9a, Undo: position, turn and the card; not the pile's order."""
    play = game.play
    if play is None:
        return refuse(game, Why.NO_GAME)
    if len(play.turns) < depth:
        return refuse(game, Why.NOTHING_TO_UNDO)
    for _ in range(depth):
        last = play.turns[-1]
        play = replace(
            play,
            position=last.before,
            turn=last.seat,
            played=play.played - {last.card},
            turns=play.turns[:-1],
            undone=(*play.undone, last),
        )
    return accept(replace(idle(game), play=play, handwork=False), Effect.TAKEN)


def redo(game: Game) -> Step:
    """Play again what was taken back last."""
    play = game.play
    if play is None:
        return refuse(game, Why.NO_GAME)
    if not play.undone:
        return refuse(game, Why.NOTHING_TO_REDO)
    turn = play.undone[-1]
    play = replace(_stand(play, turn), turns=(*play.turns, turn), undone=play.undone[:-1])
    return accept(replace(idle(game), play=play, handwork=turn.move is not None), Effect.TAKEN)


def offer_undo(game: Game, play: Play, at_ms: int) -> Step:
    """Show the run backwards and wait for a confirm; asked again, one turn further back."""
    depth = game.ask.depth + 1 if isinstance(game.ask, UndoAsk) else 1
    if depth > len(play.turns):
        return refuse(game, Why.NOTHING_TO_UNDO)
    return accept(replace(idle(game), ask=UndoAsk(depth, at_ms + UNDO_OFFER_MS)))


def shuffled(game: Game) -> Step:
    """Everything played and thrown is a new pile. RULES 9, Pile empty."""
    play = game.play
    if play is None:
        return refuse(game, Why.NO_GAME)
    if play.winner is not None:
        return refuse(game, Why.GAME_OVER)
    return accept(replace(game, play=replace(play, played=frozenset())), Effect.TAKEN)
