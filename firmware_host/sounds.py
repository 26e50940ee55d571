"""What the buzzer says. DESIGN 3, Sounds."""

import logging
import queue
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress

from engine.step import Effect
from firmware_host.lighting import BEAT_MS
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
    Effect.BEAT: (Note(880, 20), Note(0, BEAT_MS - 20)),
    Effect.WIN: (Note(523, 120), Note(659, 120), Note(784, 120), Note(1047, 300)),
}


class Sounds:
    """Plays effects on the buzzers there are, each in a thread of its own: one that hangs is only silent.

    Attributes:
        silent: what is left out; any thread may set it.
    """

    def __init__(self, buzzers: Sequence[Held[Buzzer]], silent: frozenset[Effect] = frozenset()) -> None:
        self.silent = silent
        self.players = tuple(BuzzerThread(buzzer) for buzzer in buzzers)

    def play(self, effects: Sequence[Effect]) -> None:
        """Play what happened, in order. Never blocks, never raises."""
        heard = [effect for effect in effects if effect not in self.silent]
        notes = [note for effect in heard for note in SOUNDS.get(effect, ())]
        for player in self.players if notes else ():
            player.tell(notes)


class BuzzerThread(threading.Thread):
    """Plays what it is told, unless it is still busy with something: a sound too late is worse than none."""

    def __init__(self, buzzer: Held[Buzzer]) -> None:
        super().__init__(name=f"buzzer {buzzer.name}", daemon=True)
        self._buzzer = buzzer
        self._told: queue.Queue[Sequence[Note]] = queue.Queue(maxsize=1)
        self._stopping = False

    def tell(self, notes: Sequence[Note]) -> None:
        """Play these notes next. Never blocks."""
        with suppress(queue.Full):
            self._told.put_nowait(notes)

    def run(self) -> None:
        """The thread's body."""
        while (notes := self._told.get()) and not self._stopping:
            self._play(notes)

    def stop(self) -> None:
        """End after what is being played."""
        self._stopping = True
        self.tell(())

    def _play(self, notes: Sequence[Note]) -> None:
        device = self._buzzer.device()
        if device is None:
            return
        try:
            device.play(notes)
        except DeviceFault as fault:
            log.warning("%s", fault)
            self._buzzer.failed(fault, monotonic_ms())
