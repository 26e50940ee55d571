"""The one queue into the loop. Callbacks and threads put here and do nothing else. DESIGN 1."""

import queue
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from engine.board import Seat
from engine.inputs import Told
from engine.verdict import Reason
from firmware_host.enrolling_deeds import Deed
from firmware_host.enrolling_said import Said
from hardware.interfaces import Edge, Uid

if TYPE_CHECKING:
    from firmware_host.buttons import Buttons


@dataclass(frozen=True, slots=True)
class TagSeen:
    """A card was laid on a reader; or a page has told its number, then it was not `laid`.

    `at_ms` is by the machine's monotonic clock: what hands had done before is judged first, however late
    the loop hears of it. A page's word comes when it comes.
    """

    reader: str
    uid: Uid
    laid: bool = True
    at_ms: int = 0


@dataclass(frozen=True, slots=True)
class TagsCrowded:
    """A reader sees several cards at once."""

    reader: str


@dataclass(frozen=True, slots=True)
class ButtonEdge:
    """A button's contact closed or opened."""

    button: str
    edge: Edge


@dataclass(frozen=True, slots=True)
class KnobTurned:
    """A knob was turned one detent, +1 clockwise."""

    knob: str
    step: int


@dataclass(frozen=True, slots=True)
class DeviceChanged:
    """A device failed or came back: the snapshot must say so."""


@dataclass(frozen=True, slots=True)
class RolesChanged:
    """Readers and buttons are somebody else's, or for something else, from now on."""

    reader_seats: Mapping[str, Seat]
    buttons: "Buttons"


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of an input: `reason` is None where it was accepted; `seq` is the one after it.

    `said` is what became of it at the decks, where it was for them.
    """

    seq: int
    reason: Reason | None
    said: Said | None = None


class NotTaken(Exception):
    """Nobody took the input in time; it was withdrawn and will never be carried out."""


@dataclass(slots=True)
class Asked:
    """An input whose asker waits for the answer."""

    told: Told | TagSeen | Deed
    if_seq: int | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _claimed: bool = False
    _withdrawn: bool = False
    _answered: threading.Event = field(default_factory=threading.Event)
    _answer: Answer | None = None

    def claim(self) -> bool:
        """Take it, unless its asker gave up; from then on the asker waits however long it takes."""
        with self._lock:
            self._claimed = not self._withdrawn
            return self._claimed

    def _withdraw(self) -> bool:
        with self._lock:
            self._withdrawn = not self._claimed
            return self._withdrawn

    def answer(self, answer: Answer) -> None:
        """Give the answer to whoever waits."""
        self._answer = answer
        self._answered.set()

    def wait(self, timeout_s: float) -> Answer:
        """The answer.

        Raises:
            NotTaken: it was not claimed within `timeout_s`.
        """
        if not self._answered.wait(timeout_s) and self._withdraw():
            raise NotTaken
        self._answered.wait()
        assert self._answer is not None
        return self._answer


@dataclass(frozen=True, slots=True)
class Barrier:
    """Passed once every input put before it has been judged."""

    passed: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True, slots=True)
class Stop:
    """The daemon is asked to end."""


Item = TagSeen | TagsCrowded | ButtonEdge | KnobTurned | DeviceChanged | RolesChanged | Asked | Barrier | Stop

PAGE_SHARE: Final = 64
"""So many inputs of pages may wait at once; one more is turned away, so that no phone starves the table."""


class Inbox:
    """A queue for the loop; the page's share of it is bounded."""

    def __init__(self) -> None:
        self._items: queue.SimpleQueue[Item] = queue.SimpleQueue()
        self._page_share = threading.BoundedSemaphore(PAGE_SHARE)

    def put(self, item: Item) -> None:
        """Add an item. Never blocks, never fails."""
        self._items.put(item)

    def ask(self, told: Told | TagSeen | Deed, if_seq: int | None, timeout_s: float) -> Answer:
        """Put an input and wait for its answer.

        Raises:
            NotTaken: too many wait already, or nobody took it in time.
        """
        if not self._page_share.acquire(blocking=False):
            raise NotTaken
        try:
            asked = Asked(told, if_seq)
            self._items.put(asked)
            return asked.wait(timeout_s)
        finally:
            self._page_share.release()

    def is_empty(self) -> bool:
        """Whether nothing waits now."""
        return self._items.empty()

    def take(self, timeout_s: float | None) -> Item | None:
        """The next item, or None when none came in time (None: wait for ever)."""
        try:
            return self._items.get(timeout=timeout_s)
        except queue.Empty:
            return None
