"""The card reader around an MFRC522: what is tried in one poll, and what its outcome means."""

import time
from collections.abc import Callable

from hardware.drivers.last_read import LastRead
from hardware.drivers.mfrc522_chip import Chip, ChipStuck
from hardware.drivers.type_a import Failure, halt, read_card
from hardware.errors import StoppedAnswering, TwoCards, WiredWrongly
from hardware.interfaces import Uid

NOBODY_THERE = (0x00, 0xFF)
TRIES = 3
# No try is begun beyond it: at 0.1 ms each, a slow machine's, a poll stays within 50 ms.
TRANSFERS_A_POLL = 200
STUCK_POLLS = 3


def pause(ms: int) -> None:
    """Wait `ms`."""
    time.sleep(ms / 1000)


class Mfrc522Reader:
    """A `CardReader` on `chip`; faults call it `device`.

    A card is read and halted each time and woken with WUPA, which halted cards hear. Where something
    answered the last time, only a clean timeout of every try is "no card", the last try after the field was
    dropped for a card that stopped listening; else one try is enough.
    """

    def __init__(self, device: str, chip: Chip, clock_ms: Callable[[], int]) -> None:
        self._device = device
        self._chip = chip
        self._clock_ms = clock_ms
        self._last = LastRead()
        # How many silent tries make a silent poll. A card that others left half-way hears the second.
        self._patience = 2
        self._set_up_by_us = False
        self._stuck_polls = 0
        self._closed = False

    def poll(self) -> Uid | None:
        """Return the card now in the field; see `CardReader`."""
        if self._closed:
            raise StoppedAnswering(self._device, "it was closed", "Open it again")
        self._chip.transfers = 0
        self._make_ready()
        try:
            outcome = self._look()
        except ChipStuck:
            outcome = self._stuck()
        else:
            self._stuck_polls = 0
        self._patience = 1 if outcome is Failure.SILENT else TRIES
        return self._meaning(outcome)

    def close(self) -> None:
        """Let go of the chip."""
        if not self._closed:
            self._closed = True
            self._chip.close()

    def _make_ready(self) -> None:
        """Find the chip, and set it up where it is new or was reset unasked."""
        self._make_sure_of_chip()
        if self._set_up_by_us and self._chip.is_set_up():
            return
        self._chip.set_up()
        self._set_up_by_us = True
        if not self._chip.is_set_up():
            self._make_sure_of_chip()
            raise WiredWrongly(
                self._device, "it answers but keeps nothing of what it is told", "Check the wire from MOSI"
            )

    def _make_sure_of_chip(self) -> None:
        version = self._chip.version()
        if version in NOBODY_THERE:
            raise StoppedAnswering(
                self._device,
                "nobody answers (version reads 0x{version})",
                "Check its supply, its reset pin and the wires from SPI, above all MISO and chip select",
                version=f"{version:02X}",
            )

    def _look(self) -> Uid | Failure:
        failures: list[Failure] = []
        while len(failures) < TRIES and self._chip.transfers < TRANSFERS_A_POLL:
            outcome = self._try_once()
            if not isinstance(outcome, Failure):
                return outcome
            failures.append(outcome)
            if failures.count(Failure.COLLIDED) == 2:
                return Failure.COLLIDED
            if failures == [Failure.SILENT] * self._patience and self._patience < TRIES:
                return Failure.SILENT
        if set(failures) != {Failure.SILENT}:
            return Failure.MANGLED
        self._chip.drop_field()
        return self._try_once()

    def _try_once(self) -> Uid | Failure:
        outcome = read_card(self._chip.exchange)
        # Halted or fallen back, it hears the next wake-up. With no card about that would only cost time.
        if outcome is not Failure.SILENT or self._patience == TRIES:
            halt(self._chip.exchange)
        return outcome

    def _stuck(self) -> Failure:
        """It ended by nothing. Make sure that it is there and have it set up anew, but not for ever."""
        self._make_sure_of_chip()
        self._set_up_by_us = False
        self._stuck_polls += 1
        if self._stuck_polls == STUCK_POLLS:
            self._stuck_polls = 0
            raise StoppedAnswering(
                self._device, "it takes commands but ends none", "Switch its supply off and on"
            )
        return Failure.MANGLED

    def _meaning(self, outcome: Uid | Failure) -> Uid | None:
        match outcome:
            case Failure.SILENT:
                self._last.silent(self._clock_ms())
                return None
            case Failure.MANGLED:
                self._make_sure_of_chip()  # a bus that just died reads as noise
                return self._last.mangled(self._clock_ms())
            case Failure.COLLIDED:
                self._make_sure_of_chip()
                raise TwoCards
            case _:
                return self._last.read(outcome, self._clock_ms())
