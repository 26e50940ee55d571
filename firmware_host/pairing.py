"""Who may change something from a browser: asked there, accepted at the table. DESIGN 6.

A browser that asks is shown a code of four colours, and so is the table; whoever sits there compares them.
One request at a time, for a minute. What is kept of a browser is the hash of its token.
"""

import logging
import secrets
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol

from engine.palette import PALETTE
from firmware_host.settings import PairedBrowser, SettingsNotSaved
from hardware.clock import monotonic_ms

log = logging.getLogger(__name__)

CODE_COLOURS = PALETTE[:4]
"""Those of a table of four: the furthest apart, for the colour-blind as well."""
CODE_LENGTH = 4
ASKING_MS = 60_000
LINK_MS = 15 * 60_000
MOST_PAIRINGS = 100
PATIENCE = 3
"""So many requests of one client may lapse in a row before others go first."""
PENANCE_MS = 120_000


@dataclass(frozen=True, slots=True)
class Request:
    """A browser that asks: the colours shown to it (`#rrggbb`), what it is called, and until when."""

    code: tuple[str, ...]
    name: str
    until_ms: int
    token_hash: bytes
    then: Callable[[], None] | None = None


class Kept(Protocol):
    """Where the paired browsers are kept; `firmware_host.settings` says it in full."""

    board_id: str

    def pairings(self) -> dict[bytes, PairedBrowser]: ...
    def add_pairing(self, token_hash: bytes, name: str) -> None: ...
    def drop_pairing(self, number: int) -> None: ...


class Pairing:
    """The paired browsers, and the one that asks. Any thread may call any method.

    Args:
        changed: told when a request began or ended other than by time; must not block.
        choose: picks one of the colours.
    """

    def __init__(
        self,
        store: Kept,
        changed: Callable[[], None],
        now_ms: Callable[[], int] = monotonic_ms,
        choose: Callable[[Sequence[str]], str] = secrets.choice,
    ) -> None:
        self._store = store
        self._changed = changed
        self._now_ms = now_ms
        self._choose = choose
        self._lock = threading.Lock()
        self._paired = store.pairings()
        self._request: Request | None = None
        self._link: tuple[bytes, int] | None = None
        self._lapsed: dict[str, list[int]] = {}
        self.board_id = store.board_id

    def ask(self, name: str, client: str, then: Callable[[], None] | None = None) -> str | None:
        """Begin a request: the token that will be good once it is accepted. None while another browser
        asks, or when this client has asked too often.

        Args:
            name: what the browser is called in the list of pairings.
            client: who asks, so that nobody keeps all others from asking.
            then: what somebody at the table says yes to, if it is not the pairing; it must not block.
        """
        with self._lock:
            now_ms = self._now_ms()
            if self._open(now_ms) is not None or not self._may_ask(client, now_ms):
                return None
            token = secrets.token_urlsafe(32)
            code = tuple(self._choose(CODE_COLOURS) for _ in range(CODE_LENGTH))
            self._request = Request(code, name, now_ms + ASKING_MS, _hash(token), then)
        self._changed()
        return token

    def _may_ask(self, client: str, now_ms: int) -> bool:
        """Called with the lock. Clients that were last seen longer ago are forgotten."""
        self._lapsed = {
            who: late for who, times in self._lapsed.items()
            if (late := [at_ms for at_ms in times if now_ms - at_ms < PATIENCE * ASKING_MS + PENANCE_MS])
        }  # fmt: skip
        times = self._lapsed.setdefault(client, [])
        if len(times) >= PATIENCE and now_ms - times[-1] < ASKING_MS + PENANCE_MS:
            return False
        times.append(now_ms)
        return True

    @property
    def request(self) -> Request | None:
        """The browser that asks now."""
        with self._lock:
            return self._open(self._now_ms())

    def asks(self, token: str) -> Request | None:
        """The request of the browser with this token, while it lasts."""
        request = self.request
        return request if request is not None and request.token_hash == _hash(token) else None

    def _open(self, now_ms: int) -> Request | None:
        if self._request is not None and self._request.until_ms <= now_ms:
            self._request = None
        return self._request

    @property
    def code(self) -> tuple[str, ...]:
        """The colours to be shown at the table; none while nobody asks."""
        request = self.request
        return request.code if request else ()

    @property
    def deadline_ms(self) -> int | None:
        """When the request lapses, by the machine's monotonic clock."""
        request = self.request
        return request.until_ms if request else None

    def accept(self, code: tuple[str, ...] | None = None) -> Request | None:
        """Somebody at the table or at the machine said yes, to this code if one is named.

        Returns the browser that is paired now; None where nobody asks, or not with that code any more.
        """
        with self._lock:
            request = self._open(self._now_ms())
            if request is None or code not in (None, request.code):
                return None
            self._request = None
            self._lapsed.clear()
            if request.then is None:
                self._keep(request.token_hash, request.name)
        if request.then is not None:
            request.then()
        self._changed()
        return request

    def left_s(self) -> int:
        """How long whoever asks now still does; 0 where nobody does."""
        request = self.request
        return max(0, request.until_ms - self._now_ms()) // 1000 if request else 0

    def give_up(self, token: str) -> None:
        """The browser that asks does so no more."""
        with self._lock:
            if self._request is None or self._request.token_hash != _hash(token):
                return
            self._request = None
        self._changed()

    def make_link(self) -> str:
        """The secret of a one-time link, for the first phone; it takes the place of an earlier one."""
        secret = secrets.token_urlsafe(24)
        with self._lock:
            self._link = (_hash(secret), self._now_ms() + LINK_MS)
        return secret

    def redeem(self, secret: str, name: str) -> str | None:
        """The token of a browser that came by the link; None where that is not, or no longer, good."""
        with self._lock:
            link, now_ms = self._link, self._now_ms()
            if link is None or link[1] <= now_ms or not secrets.compare_digest(link[0], _hash(secret)):
                return None
            self._link = None
            token = secrets.token_urlsafe(32)
            self._keep(_hash(token), name)
        return token

    def is_paired(self, token: str) -> bool:
        """Whether the browser with this token may change something."""
        return _hash(token) in self._paired

    def paired(self) -> list[PairedBrowser]:
        """The paired browsers, the oldest first."""
        return list(self._paired.values())

    def number_of(self, token: str) -> int | None:
        """Which of the paired browsers has this token."""
        browser = self._paired.get(_hash(token))
        return browser.id if browser else None

    def revoke(self, number: int) -> bool:
        """A browser may change nothing any more; False where that would not outlive a restart."""
        with self._lock:
            self._paired = {key: one for key, one in self._paired.items() if one.id != number}
            try:
                self._store.drop_pairing(number)
            except SettingsNotSaved as error:
                log.error("the pairing %d is back after a restart: %s", number, error)
                return False
        return True

    def _keep(self, token_hash: bytes, name: str) -> None:
        """Called with the lock. Where the disk fails, the pairing lasts until the next restart."""
        try:
            self._store.add_pairing(token_hash, name)
            paired = self._store.pairings()
            for browser in list(paired.values())[:-MOST_PAIRINGS]:
                self._store.drop_pairing(browser.id)
            self._paired = dict(list(paired.items())[-MOST_PAIRINGS:])
        except SettingsNotSaved as error:
            log.error("the pairing of %s lasts until the next start only: %s", name, error)
            self._paired = self._paired | {token_hash: PairedBrowser(-len(self._paired) - 1, name, 0)}
        log.info("paired: %s", name)


def _hash(token: str) -> bytes:
    """Tokens are random and long: a plain hash gives nothing away."""
    return sha256(token.encode()).digest()
