"""The ways a device can fail, each with the way out. A driver lets nothing else through.

CannotOpen        no such port; /dev/spidev0.0 is not there; the pin belongs to another device
StoppedAnswering  the USB cable was pulled; the chip is silent; the bus reads 0x00 or 0xFF
WiredWrongly      the answer makes sense, but not for this device: another chip, another protocol
"""

from hardware.sentence import Sentence


class DeviceFault(Exception):
    """A device cannot do its work. It may be closed and opened again.

    `device` names it as its owner would ("the mfrc522 reader on SPI 0.0"), `what` says what was seen and
    `way_out` what to do about it. Each is a clear sentence or part of one, without a full stop; what is no
    `Sentence` yet is a message that takes `values`.
    """

    def __init__(self, device: str, what: str, way_out: str, /, **values: object) -> None:
        super().__init__(device, what, way_out)
        self.device = device
        self.what, self.way_out = (
            text if isinstance(text, Sentence) else Sentence(text, **values) for text in (what, way_out)
        )

    @property
    def sentence(self) -> Sentence:
        """All of it."""
        return Sentence(
            "{device}: {what}. {way_out}.", device=self.device, what=self.what, way_out=self.way_out
        )

    def __str__(self) -> str:
        return str(self.sentence)


class CannotOpen(DeviceFault):
    """The device was never there: no such file, no permission, a missing package, taken by somebody else."""


class StoppedAnswering(DeviceFault):
    """The way to the device is open, but nobody answers on it (any more)."""


class WiredWrongly(DeviceFault):
    """Something answers, but it cannot be the device that the configuration names."""


class TwoCards(Exception):
    """More than one card is in the field, so none can be told. No fault: the reader goes on working."""
