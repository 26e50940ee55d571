"""Notes one after another, on anything that can sound one tone at a time."""

import threading
from collections.abc import Callable, Sequence

from hardware.errors import DeviceFault, StoppedAnswering
from hardware.interfaces import Note


class Melody:
    """Plays on a thread of its own. `sound` starts a tone of so many Hz and returns; 0 is silence.

    `lost` is the fault that ended that thread, if any.
    """

    def __init__(self, device: str, sound: Callable[[int], None]) -> None:
        self._device = device
        self._sound = sound
        self._changed = threading.Condition()
        self._notes: list[Note] = []
        self.lost: DeviceFault | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=device, daemon=True)
        self._thread.start()

    def play(self, notes: Sequence[Note]) -> None:
        """Play `notes` in place of those still playing; returns at once.

        Raises:
            DeviceFault: an earlier note could not be played, or it was closed.
        """
        with self._changed:
            if self.lost is not None:
                raise self.lost
            if self._closed:
                raise StoppedAnswering(self._device, "it was closed", "Open it again")
            self._notes = list(notes) or [Note(0, 0)]
            self._changed.notify_all()

    def close(self) -> None:
        """Fall silent and end the thread."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join()

    def _run(self) -> None:
        with self._changed:
            try:
                while not self._closed:
                    self._changed.wait_for(lambda: self._notes or self._closed)
                    self._play_all()
                self._sound(0)
            except DeviceFault as fault:
                self.lost = fault

    def _play_all(self) -> None:
        while self._notes and not self._closed:
            playing = self._notes
            note = playing.pop(0)
            self._sound(note.hz)
            self._wait(playing, note.ms)
        self._sound(0)

    def _wait(self, playing: list[Note], ms: int) -> None:
        """Let a note sound for `ms`, or until other notes come."""
        self._changed.wait_for(lambda: self._notes is not playing or self._closed, ms / 1000)
