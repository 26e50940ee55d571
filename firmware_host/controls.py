"""Readers, buttons and knobs from the page: what hands do there, and whose and what each is. DESIGN 4, 5."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.board import seat_name
from engine.inputs import Key
from firmware_host.buttons import Buttons
from firmware_host.config import BadConfig, Config
from firmware_host.config_edits import both, device
from firmware_host.config_file import ConfigFile, NotWritten
from firmware_host.inbox import Inbox, RolesChanged
from firmware_host.touches import Touches
from hardware.held import Health
from hardware.rig import Kind

TOUCHED = (Kind.READER, Kind.BUTTON, Kind.KNOB)


@dataclass(frozen=True, slots=True)
class ControlShown:
    """A reader, button or knob as the page shows it.

    Attributes:
        kind: reader, button or knob.
        key: of a button, what it is for: next, back, confirm or cancel; else empty.
        seat: the letter of the seat whose own it is; empty for everybody's.
        touched: how often hands did something there since the start.
        since_ms: how long ago they did last.
        what: tag (of `size` bytes), crowd, down, up, right or left.
    """

    kind: str
    name: str
    driver: str
    state: str
    detail: str
    key: str
    seat: str
    touched: int
    since_ms: int
    what: str
    size: int


class Controls:
    """The page's side of them. Any thread may call any method."""

    def __init__(
        self,
        file: ConfigFile,
        config: Config,
        inbox: Inbox,
        touches: Touches,
        health: Callable[[], tuple[Health, ...]],
    ) -> None:
        self._file = file
        self._config = config
        self._roles = dict(config.button_roles)
        self._inbox = inbox
        self._touches = touches
        self._health = health
        self._keeping = threading.Lock()  # what was written last is what is in force

    @property
    def tries(self) -> bool:
        """Whether somebody is trying them out, and the game hears nothing of it."""
        return self._touches.tries

    def try_out(self) -> None:
        """Somebody looks at the page: the game hears nothing of what hands do, for a while."""
        if not self._touches.tries:
            self._go_by(self._config)
        self._touches.try_out()

    def stop_trying(self) -> None:
        """The game hears again."""
        self._touches.stop_trying()

    def parts(self) -> list[ControlShown]:
        """Each of them, in the configuration's order."""
        health = {one.name: one for one in self._health()}
        specs = [spec for spec in self._config.specs if spec.kind in TOUCHED and spec.name in health]
        return [self._shown(spec.kind, health[spec.name]) for spec in specs]

    def _shown(self, kind: Kind, health: Health) -> ControlShown:
        touch = self._touches.last().get(health.name)
        role = self._config.button_roles.get(health.name) if kind is Kind.BUTTON else None
        seat = role.seat if role else self._config.reader_seats.get(health.name)
        return ControlShown(
            kind=kind,
            name=health.name,
            driver=health.driver,
            state=health.state,
            detail=health.detail,
            key=role.key if role else "",
            seat="" if seat is None else seat_name(seat),
            touched=touch.count if touch else 0,
            since_ms=self._touches.since_ms(touch) if touch else 0,
            what=touch.what if touch else "",
            size=touch.size if touch else 0,
        )

    def set_roles(self, keys: Mapping[str, str], seats: Mapping[str, str]) -> str:
        """Keep what each is for, and go by it; what is wrong, or nothing.

        Args:
            keys: of buttons by name; seats: of buttons and readers by name, empty for everybody's.

        Raises:
            ValueError: there is no such key; KeyError: no such device.
        """
        kinds = {spec.name: spec.kind for spec in self._config.specs}
        edits = [device(Kind.BUTTON, name, {"key": Key(key).value}) for name, key in keys.items()]
        edits += [device(kinds[name], name, {"seat": seat or None}) for name, seat in seats.items()]
        with self._keeping:
            try:
                self._config = self._file.change(both(*edits))
            except (BadConfig, NotWritten) as wrong:
                return wrong.sentence
            self._go_by(self._config)
        return ""

    def _go_by(self, config: Config) -> None:
        """Let the loop go by these roles; a button that is down is forgotten."""
        self._roles |= config.button_roles
        self._inbox.put(RolesChanged(config.reader_seats, Buttons(self._roles, config.hold_ms)))
