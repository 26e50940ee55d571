"""What is heard of a deed at the decks, so that nobody need look at a phone while tapping."""

from collections.abc import Mapping

from engine.step import Effect
from firmware_host.enrolling_said import Said, What

_TAKEN = (Effect.TAKEN,)
SOUNDS: Mapping[What, tuple[Effect, ...]] = {
    What.TAKEN: _TAKEN,
    What.PROMPT_DONE: (Effect.HOME,),
    What.DECK_DONE: (Effect.WIN,),
    What.PLACED: _TAKEN,
    What.NAMED: _TAKEN,
    What.SEEN: _TAKEN,
    What.ALL_SEEN: (Effect.WIN,),
}


def sounds_of(said: Said) -> tuple[Effect, ...]:
    """A card that was taken too soon after another is heard, and then that somebody should look."""
    if said.refused:
        return (Effect.REFUSED,)
    return SOUNDS.get(said.what, ()) + ((Effect.REFUSED,) if said.fast else ())
