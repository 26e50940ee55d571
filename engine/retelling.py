"""A game as it stood after some of its turns: to be shown again, never to be gone on with."""

from dataclasses import replace

from engine.game import Play


def after_turns(play: Play, turns: int) -> Play:
    """How a game stood after so many of its turns; as it stands where it has no more."""
    if turns >= len(play.turns):
        return replace(play, undone=())
    return replace(play, stand=play.turns[turns].before, turns=play.turns[:turns], undone=())
