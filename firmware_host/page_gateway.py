"""The page's side of the daemon: a snapshot to look at, inputs through the inbox, slow questions.

`web_ui.gateway` says in full what each of these is to the page.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.inputs import Told
from firmware_host.backups import Backups
from firmware_host.checks.finding import Finding
from firmware_host.controls import Controls
from firmware_host.enrolling_deeds import Deed
from firmware_host.enrolling_said import Said
from firmware_host.enrolment_desk import EnrolmentDesk
from firmware_host.history import History
from firmware_host.houses import SavedHouses
from firmware_host.inbox import Answer, Inbox, NotTaken, TagSeen
from firmware_host.lights import Lights
from firmware_host.log_tail import LogTail
from firmware_host.machine import Machine
from firmware_host.naming import Naming
from firmware_host.pairing import Pairing
from firmware_host.simulated_rig import SimulatedRig
from firmware_host.snapshot import Latest, Snapshot
from firmware_host.sound_choice import SoundChoice
from firmware_host.updates import Updates
from firmware_host.uploads import Upload
from firmware_host.wall_clock import WallClock
from hardware.interfaces import Uid
from web_ui.gateway import NotAnswered, TagTapped

TELL_TIMEOUT_S = 5.0
Doctor = Callable[[], Sequence[Finding]]
PAGE_READER = "page"


@dataclass(frozen=True, slots=True)
class PageGateway:
    """What the page sees of the daemon; `web_ui.gateway` says it in full."""

    board_name: str
    latest: Latest
    inbox: Inbox
    pairing: Pairing
    houses: SavedHouses
    history: History
    enrolment: EnrolmentDesk
    log: LogTail
    doctor: Doctor
    backups: Backups
    upload: Upload
    machine: Machine
    clock: WallClock
    naming: Naming
    sounds: SoundChoice
    updates: Updates
    simulated: SimulatedRig | None
    lights: Lights
    controls: Controls

    def log_tail(self) -> Sequence[str]:
        """The last lines of the log, the newest last."""
        return self.log.lines()

    def examine(self) -> Sequence[Finding]:
        """Look the machine over, but for the devices: the daemon has them."""
        return self.doctor()

    def look(self) -> Snapshot:
        """The newest snapshot."""
        return self.latest.snapshot

    def wait_for_other(self, than: object, timeout_s: float) -> None:
        """Return once another snapshot is the newest, or the time is over, or `wake` was called."""
        self.latest.wait_for_other(than, timeout_s)

    def wake(self) -> None:
        """Let everybody who waits look again."""
        self.latest.wake()

    def tell(self, told: Told | TagTapped, if_seq: int | None) -> Answer:
        """Put an input to the loop and wait for its answer."""
        item = TagSeen(PAGE_READER, Uid(told.uid), laid=False) if isinstance(told, TagTapped) else told
        try:
            return self.inbox.ask(item, if_seq, TELL_TIMEOUT_S)
        except NotTaken:
            raise NotAnswered from None


def asked_of_decks(inbox: Inbox, deed: Deed) -> Said:
    """What is said of a deed at the decks. Raises NotAnswered where it was not taken in time."""
    try:
        said = inbox.ask(deed, None, TELL_TIMEOUT_S).said
    except NotTaken:
        raise NotAnswered from None
    assert said is not None
    return said
