"""Everything that runs, but for the page: the daemon is built, started and stopped."""

import logging
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from firmware_host.backup import Sources
from firmware_host.backups import Backups
from firmware_host.buttons import Buttons
from firmware_host.clock import GameClock
from firmware_host.config import Config
from firmware_host.config_file import ConfigFile
from firmware_host.controls import Controls
from firmware_host.deck import EnrolledCard, simulated_deck, written_deck
from firmware_host.enrolment_desk import EnrolmentDesk
from firmware_host.history import History
from firmware_host.houses import SavedHouses
from firmware_host.inbox import DeviceChanged, Inbox, Stop
from firmware_host.journal import make_folder
from firmware_host.kept_game import KeptGame
from firmware_host.lamp_loan import LampLoan
from firmware_host.lamps import StripThread
from firmware_host.lights import Lights
from firmware_host.lock import DeviceLocks, FolderLock
from firmware_host.log_tail import LogTail
from firmware_host.loop import Loop
from firmware_host.machine import Machine
from firmware_host.naming import Naming
from firmware_host.page_gateway import Doctor, PageGateway, asked_of_decks
from firmware_host.pairing import Pairing
from firmware_host.recovery import find_game
from firmware_host.simulated_board import simulated_file
from firmware_host.simulated_rig import SimulatedRig, with_desk
from firmware_host.snapshot import Latest
from firmware_host.sound_choice import SoundChoice
from firmware_host.sounds import BuzzerThread, Sounds
from firmware_host.stores import open_stores
from firmware_host.strips import Strips
from firmware_host.systemd import Supervisor
from firmware_host.touches import Touches
from firmware_host.updates import Updates
from firmware_host.uploads import Upload
from firmware_host.watchers import OpeningWatcher, ReaderWatcher, watch_button, watch_knob
from firmware_host.welcome import Welcome
from hardware.claims import claims_of
from hardware.clock import monotonic_ms
from hardware.conflicts import look as look_at_machine
from hardware.drivers.simulated import Desk
from hardware.interfaces import Uid
from hardware.rig import Kind, Rig
from hardware.sentence import Sentence

log = logging.getLogger(__name__)

SWITCH_S = 0.0005
"""A thread that computes lets another in after so long, instead of Python's 5 ms. A tap goes through three
threads to its lamps, and beside a page that is being made it would wait for each of them."""


@dataclass(frozen=True, slots=True)
class Outside:
    """What surrounds a daemon.

    Attributes:
        doctor: looks the machine over; config: where the configuration is, None for a simulated board.
        restart: has the daemon stopped and another one begun; must not block.
        begin_anew: has the whole process begin again, maybe as another version; must not block.
        machine: what the daemon runs on.
        notes: what its owner should read.
    """

    doctor: Doctor = list
    config: Path | None = None
    restart: Callable[[], None] = lambda: None
    begin_anew: Callable[[], None] = lambda: None
    notes: tuple[Sentence, ...] = ()
    machine: Machine = field(default_factory=lambda: Machine(is_ours=False))


class Daemon:
    """Everything that runs, but for the page. Built whole or not at all; `stop` leaves nothing behind.

    Args:
        desk: where simulated devices lie; one of its own if left out.

    Raises:
        Taken: another daemon has the state folder.
        NewerJournal, NotSaved, DamagedDecks, SettingsNotSaved: the store there cannot be used.
    """

    def __init__(
        self,
        config: Config,
        state: Path,
        supervisor: Supervisor,
        outside: Outside = Outside(),
        desk: Desk | None = None,
    ) -> None:
        make_folder(state)
        self._lock = FolderLock(state)
        try:
            self._device_locks = DeviceLocks(claims_of(config.specs))
        except BaseException:
            self._lock.release()
            raise
        self._log_tail = LogTail()
        logging.getLogger().addHandler(self._log_tail)
        try:
            self._build(config, state, supervisor, outside, desk or Desk())
        except BaseException:
            self._let_go()
            raise

    def _let_go(self) -> None:
        logging.getLogger().removeHandler(self._log_tail)
        self._device_locks.release()
        self._lock.release()

    def _build(
        self, config: Config, state: Path, supervisor: Supervisor, outside: Outside, desk: Desk
    ) -> None:
        self._desk = desk
        self.latest = Latest()
        self.inbox = Inbox()
        self._rig = Rig(with_desk(config.specs, desk), monotonic_ms)
        self._sounds = Sounds(self._rig.buzzers, config.silent)
        stores = self._stores = open_stores(state, _spare_cards(config), outside.notes)
        self.pairing = Pairing(stores.settings, self._device_changed)
        self.welcome = Welcome(lambda: bool(self.pairing.paired()), self._device_changed)
        houses, touches, clock = SavedHouses(stores.settings), Touches(), GameClock(stores.found.at_ms)
        self._loop = self._loop_of(config, supervisor, houses, touches, clock)
        self._watch(config)
        loan = LampLoan(self.latest.wake)
        self._strips = self._strips_of(config, clock, loan)
        self.gateway = self._gateway_of(config, outside, houses, touches, loan)

    def _loop_of(
        self, config: Config, supervisor: Supervisor, houses: SavedHouses, touches: Touches, clock: GameClock
    ) -> Loop:
        stores = self._stores
        return Loop(
            self.inbox,
            KeptGame(
                stores.journal,
                stores.found,
                lambda: find_game(stores.journal_path),
                wall_s=stores.wall_clock.now_s,
            ),
            self.latest,
            stores.enrolment,
            Buttons(config.button_roles, config.hold_ms),
            clock,
            health=self._rig.health,
            play_effects=self._sounds.play,
            reader_seats=config.reader_seats,
            supervisor=supervisor,
            morning=stores.is_morning,
            pairing=self.pairing,
            houses=houses.all,
            address=lambda: self.welcome.octets,
            touches=touches,
        )

    def _strips_of(self, config: Config, clock: GameClock, loan: LampLoan) -> Strips:
        return Strips(
            self._rig.strips,
            config,
            self.latest,
            clock,
            loan,
            lambda changed: with_desk(changed.specs, self._desk),
            self._device_changed,
        )

    def _gateway_of(
        self, config: Config, outside: Outside, houses: SavedHouses, touches: Touches, loan: LampLoan
    ) -> PageGateway:
        stores, health = self._stores, self._rig.health
        state, now_s = stores.folder, stores.wall_clock.now_s
        file = _file(outside.config, state)  # one for all that write it, so that nobody overwrites another
        upload, sources = Upload(state), Sources(state, outside.config, config.name)
        named = file if file.path == outside.config else None
        return PageGateway(
            board_name=config.name,
            latest=self.latest,
            inbox=self.inbox,
            pairing=self.pairing,
            houses=houses,
            history=History(stores.journal_path),
            enrolment=EnrolmentDesk(lambda deed: asked_of_decks(self.inbox, deed)),
            log=self._log_tail,
            doctor=outside.doctor,
            backups=Backups(sources, upload, look_at_machine, self._game_runs, outside.restart, now_s),
            upload=upload,
            machine=outside.machine,
            clock=stores.wall_clock,
            updates=Updates(state, upload, self.pairing, self._game_runs, outside.begin_anew),
            naming=Naming(named, self._game_runs, outside.restart),
            sounds=SoundChoice(file, self._sounds),
            simulated=self._simulated(config),
            lights=Lights(file, config, self._strips, loan, health),
            controls=Controls(file, config, self.inbox, touches, health),
        )

    def _watch(self, config: Config) -> None:
        self._readers = {reader.name: ReaderWatcher(reader, self.inbox) for reader in self._rig.readers}
        for button in self._rig.buttons:
            watch_button(button, self.inbox)
        for knob in self._rig.knobs:
            watch_knob(knob, self.inbox)
        self._openings = OpeningWatcher(
            (*self._rig.buttons, *self._rig.knobs, *self._rig.buzzers), self._device_changed
        )
        self._loop_thread = threading.Thread(target=self._loop.run, name="loop", daemon=True)

    def _simulated(self, config: Config) -> SimulatedRig | None:
        if not _is_simulated(config):
            return None
        strips, buttons = (
            [spec.name for spec in config.specs if spec.kind is kind and spec.driver == "simulated"]
            for kind in (Kind.STRIP, Kind.BUTTON)
        )
        return SimulatedRig(
            self._desk, self._readers, buttons, strips, self.inbox, self.latest, self._rig_deck
        )

    def _game_runs(self) -> bool:
        play = self.latest.snapshot.game.play
        return play is not None and play.winner is None

    def _rig_deck(self) -> list[EnrolledCard]:
        """What is enrolled, or what a simulated rig comes with."""
        decks = self.latest.snapshot.enrolling.decks
        return list((decks.cards or decks.spare).values())

    def _device_changed(self) -> None:
        self.inbox.put(DeviceChanged())

    def start(self) -> None:
        """Start every thread; buttons are open when this returns."""
        sys.setswitchinterval(SWITCH_S)
        self._loop_thread.start()
        self._openings.open_all()
        for thread in self._threads():
            thread.start()

    def _threads(self) -> list[ReaderWatcher | OpeningWatcher | StripThread | BuzzerThread]:
        return [*self._readers.values(), self._openings, *self._strips.threads, *self._sounds.players]

    def stop(self) -> None:
        """Stop every thread, put the lamps out, close the store."""
        self.welcome.stop()
        for thread in self._threads():
            thread.stop()
        self.latest.wake()
        for thread in self._threads():
            thread.join(timeout=2)
        self._rig.close()
        self.inbox.put(Stop())
        self._loop_thread.join()
        self._stores.close()
        self._let_go()


def _is_simulated(config: Config) -> bool:
    return any(spec.driver == "simulated" for spec in config.specs)


def _spare_cards(config: Config) -> dict[Uid, EnrolledCard]:
    """The cards that are known without being enrolled."""
    if any(spec.driver == "terminal" and spec.kind is Kind.READER for spec in config.specs):
        return written_deck()
    return simulated_deck() if _is_simulated(config) else {}


def _file(config: Path | None, state: Path) -> ConfigFile:
    """Where what is settled on the page is written: the configuration, or the simulated board's own file."""
    if config is None or not config.exists():
        return simulated_file(state)
    return ConfigFile(config, look_at_machine())
