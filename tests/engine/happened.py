"""What a step did, in few words."""

from engine.board import seat_name
from engine.game import BoardShown, Game, MercyAsk, NewGameAsk, Play, ReasonsShown, TurnShown, UndoAsk
from engine.step import Effect, Step


def happened(before: Game, step: Step) -> str:
    """What a step did, in the words of `test_press_table`."""
    after = step.game
    if step.ruling is not None:
        return f"refused {step.ruling.why}"
    if Effect.NEW_GAME_WANTED in step.effects:
        return "new game"
    if before.play and after.play and len(after.play.turns) != len(before.play.turns):
        gone = len(before.play.turns) - len(after.play.turns)
        return f"{gone} undone" if gone > 0 else "played" if after.play.turns[-1].move else "thrown"
    if before.play and after.play and before.play is not after.play:
        return hands_happened(before.play, after.play)
    return ask_happened(before, after) or showing_happened(before, after) or about_the_question(before, after)


def ask_happened(before: Game, after: Game) -> str:
    match after.ask:
        case MercyAsk():
            return "other mercy"
        case UndoAsk(depth=depth):
            return f"undo {depth} offered"
        case NewGameAsk():
            return "other answer" if before.ask else "new game asked"
    return "dropped" if before.ask is not None else ""


def showing_happened(before: Game, after: Game) -> str:
    match after.shown:
        case BoardShown(seat=seat):
            return "board shown" if seat is None else f"seat {seat_name(seat)} shown"
        case TurnShown(back=back):
            return f"turn {back} shown"
        case ReasonsShown():
            return "reasons shown"
    return "left" if isinstance(before.shown, BoardShown) else ""


def hands_happened(before: Play, after: Play) -> str:
    if before.challenge and not after.challenge:
        return "challenge withdrawn"
    if before.played and not after.played:
        return "shuffled"
    assert before.stand.ending is not None
    if before.stand.ending.mercy:
        return "mercy declined" if before.position == after.position else "mercy taken"
    return "refill ended"


def about_the_question(before: Game, after: Game) -> str:
    if before.question is None:
        return "hand work done" if before.handwork and not after.handwork else "nothing"
    if after.question is None or after.question.card != before.question.card:
        return "card away"
    more = len(after.question.taken) - len(before.question.taken)
    if more:
        return "answer taken" if more > 0 else "one question back"
    last = len(after.question.ring().candidates) - 1
    return "cursor last" if after.question.at == last else f"cursor {after.question.at}"
