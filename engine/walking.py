"""Walking the ring of a card's choices, and taking what the cursor stands on. DESIGN 3, Choosing."""

from dataclasses import replace

from engine.choose import Asked, Candidate, Taken
from engine.game import Game, Play
from engine.question import Question
from engine.step import Effect, Step, accept
from engine.tapping import put_away
from engine.turns import play_move, throw


def walk(game: Game, play: Play, question: Question, by: int) -> Step:
    """Move the cursor; the ring wraps."""
    ring = question.ring()
    at = (question.at + by) % len(ring.candidates)
    return accept(
        replace(game, question=replace(question, at=at), shown=None), _tick(play, ring.candidates[at])
    )


def _tick(play: Play, candidate: Candidate) -> Effect:
    """How a ring step sounds: two ticks if it shoves, rising if it goes home, low if it helps another."""
    move = candidate.move
    if move is None:
        return Effect.TICK
    if move.displaced:
        return Effect.TICK_SHOVE
    if any(play.setup.table.board.home_depth(step.seat, step.end) for step in move.steps):
        return Effect.TICK_HOME
    return Effect.TICK_HELP if any(step.seat != play.turn for step in move.steps) else Effect.TICK


def take(game: Game, play: Play, question: Question, at_ms: int) -> Step:
    """Take what the cursor stands on: an answer, or the result, which is then played."""
    candidate = question.ring().candidates[question.at]
    if candidate.move is not None:
        return play_move(game, play, question, candidate.move, at_ms)
    if candidate.answer.asked is Asked.THROW:
        return throw(game, at_ms)
    taken = (*question.taken, Taken(candidate.answer, question.at))
    return accept(replace(game, question=replace(question, taken=taken, at=0), shown=None), Effect.TICK)


def one_question_back(game: Game, question: Question) -> Step:
    """The answer taken last is open again; at the first question the card is put away."""
    if not question.taken:
        return put_away(game)
    last = question.taken[-1]
    back = replace(question, taken=question.taken[:-1], at=last.at)
    return accept(replace(game, question=back, shown=None), Effect.TICK)
