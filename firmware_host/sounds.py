"""What the buzzer says. DESIGN 3, Sounds."""

import logging
from collections.abc import Mapping, Sequence

from engine.step import Effect
from hardware.clock import monotonic_ms
from hardware.errors import DeviceFault
from hardware.held import Held
from hardware.interfaces import Buzzer, Note

log = logging.getLogger(__name__)

_GAP = Note(0, 40)
SOUNDS: Mapping[Effect, tuple[Note, ...]] = {
    Effect.TICK: (Note(880, 20),),
    Effect.TICK_SHOVE: (Note(880, 20), _GAP, Note(880, 20)),
    Effect.TICK_HOME: (Note(880, 20), Note(1175, 30)),
    Effect.TICK_HELP: (Note(440, 30),),
    Effect.TAKEN: (Note(1047, 60),),
    Effect.REFUSED: (Note(220, 200),),
    Effect.YOUR_TURN: (_GAP, Note(659, 60)),
    Effect.DRAW_FIRST: (Note(523, 60), _GAP, Note(523, 60)),
    Effect.SHOVE: (Note(392, 80), Note(294, 120)),
    Effect.HOME: (Note(784, 80), Note(988, 120)),
    Effect.WIN: (Note(523, 120), Note(659, 120), Note(784, 120), Note(1047, 300)),
}


class Sounds:
    """Plays effects on the buzzers there are; one that fails is silent."""

    def __init__(self, buzzers: Sequence[Held[Buzzer]]) -> None:
        self._buzzers = buzzers

    def play(self, effects: Sequence[Effect]) -> None:
        """Play what happened, in order. Never blocks, never raises."""
        notes = [note for effect in effects for note in SOUNDS.get(effect, ())]
        for buzzer in self._buzzers if notes else ():
            device = buzzer.device()
            if device is None:
                continue
            try:
                device.play(notes)
            except DeviceFault as fault:
                log.warning("%s", fault)
                buzzer.failed(fault, monotonic_ms())
