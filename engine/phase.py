"""Where a game is, as DESIGN 8 names it."""

from enum import StrEnum

from engine.game import Game
from engine.hands import due, is_tracked, must_shuffle


class Phase(StrEnum):
    """The phase of a table."""

    NO_GAME = "no_game"
    DEALING = "dealing"
    DRAWING = "drawing"
    PLAYING = "playing"
    CHOOSING = "choosing"
    CHALLENGED = "challenged"
    SHUFFLING = "shuffling"
    MERCY = "mercy"
    OVER = "over"


def phase_of(game: Game) -> Phase:
    """The first that applies."""
    play = game.play
    if play is None:
        return Phase.NO_GAME
    if play.winner is not None:
        return Phase.OVER
    if play.challenge is not None:
        return Phase.CHALLENGED
    if play.stand.ending is not None and play.stand.ending.mercy:
        return Phase.MERCY
    if must_shuffle(play):
        return Phase.SHUFFLING
    if play.stand.dealing:
        return Phase.DEALING
    if game.question is not None:
        return Phase.CHOOSING
    return Phase.DRAWING if is_tracked(play) and due(play) else Phase.PLAYING
