"""What the board shows when asked to: every peg, turns run again, what bars a card. DESIGN 3, Presses."""

from dataclasses import replace

from engine.game import BoardShown, Game, Play, ReasonsShown, TurnShown
from engine.step import Effect, Step, accept, refuse
from engine.verdict import Why


def show_board(game: Game) -> Step:
    """Show every peg, or stop showing."""
    return accept(replace(game, shown=None if isinstance(game.shown, BoardShown) else BoardShown()))


def show_seat(game: Game, by: int) -> Step:
    """Seat by seat, and all of them between the last and the first."""
    if game.play is None:
        return show_board(game)
    seats = (None, *game.play.setup.table.seats)
    now = seats.index(game.shown.seat) if isinstance(game.shown, BoardShown) else 0
    return accept(replace(game, shown=BoardShown(seats[(now + by) % len(seats)])))


def show_reasons(game: Game, by: int) -> Step:
    """The pegs that can't, one by one."""
    at = game.shown.at + by if isinstance(game.shown, ReasonsShown) else 0
    return accept(replace(game, shown=ReasonsShown(at)), Effect.TICK)


def show_turn(game: Game, play: Play, by: int, at_ms: int) -> Step:
    """The last move again; then `by` turns further back."""
    if not play.turns:
        return refuse(game, Why.NOTHING_TO_SHOW)
    return _run_again(game, play, game.shown.back + by if isinstance(game.shown, TurnShown) else 0, at_ms)


def show_game(game: Game, play: Play, by: int, at_ms: int) -> Step:
    """The whole game again, turn by turn from the first; or back from the last."""
    if isinstance(game.shown, TurnShown):
        return _run_again(game, play, game.shown.back - by, at_ms)
    return _run_again(game, play, len(play.turns) if by > 0 else 0, at_ms)


def _run_again(game: Game, play: Play, back: int, at_ms: int) -> Step:
    return accept(replace(game, shown=TurnShown(min(max(back, 0), len(play.turns) - 1), at_ms)))
