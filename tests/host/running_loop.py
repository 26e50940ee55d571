"""The loop in its own thread with a real journal, and hands for what surrounds it."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from engine.board import Seat
from engine.cards import Card
from engine.game import Game
from engine.inputs import CardTapped, Key, NewGame, Told
from engine.referee import judge
from engine.step import Effect
from firmware_host.buttons import ButtonRole, Buttons
from firmware_host.clock import GameClock
from firmware_host.deck import DeckStore, EnrolledCard, simulated_deck
from firmware_host.enrolling_deeds import Deed
from firmware_host.enrolment import Enrolment
from firmware_host.houses import SavedHouses
from firmware_host.inbox import Answer, Barrier, DeviceChanged, Inbox, Stop, TagSeen
from firmware_host.journal import Journal
from firmware_host.judged import Judge
from firmware_host.kept_game import KeptGame
from firmware_host.loop import Loop
from firmware_host.pairing import Pairing
from firmware_host.recovery import Recovered, find_game
from firmware_host.settings import SettingsStore
from firmware_host.snapshot import Latest, Snapshot
from firmware_host.systemd import Supervisor
from firmware_host.touches import Touches
from hardware.held import Health, State
from hardware.interfaces import Uid
from tests.clock import Clock

PATIENCE_S = 20.0
DECK: Mapping[Uid, EnrolledCard] = simulated_deck()
UID_OF = {(card.card, card.copy): uid for uid, card in DECK.items()}
NEW_GAME = NewGame(4, "pagat", first=Seat(0))


class Table:
    """A loop that runs, and everything a test does to it."""

    def __init__(
        self,
        path: Path,
        rule: Judge = judge,
        seats: Mapping[str, Seat] | None = None,
        environ: Mapping[str, str] = {},
        cards: Mapping[Uid, EnrolledCard] = DECK,
        wall_s: Callable[[], float] = time.time,
    ) -> None:
        self.path = path
        self.clock = Clock(1_000)
        self.inbox = Inbox()
        self.latest = Latest()
        self.health: tuple[Health, ...] = ()
        self.effects: list[Effect] = []
        self.reopened = 0
        self.rule = rule
        self.journal, recovered = find_game(path)
        self.settings = SettingsStore(path.with_name("settings.sqlite"))
        self.pairing = Pairing(self.settings, lambda: self.inbox.put(DeviceChanged()), self.clock)
        self.houses = SavedHouses(self.settings)
        self.enrolment = Enrolment(DeckStore(path.with_name("decks.sqlite")), cards, self.clock)
        self.touches = Touches(self.clock)
        self.loop = Loop(
            self.inbox,
            KeptGame(
                self.journal,
                recovered,
                self._reopen,
                rule=lambda game, told, at_ms: self.rule(game, told, at_ms),
                wall_s=wall_s,
            ),
            self.latest,
            self.enrolment,
            Buttons({str(key): ButtonRole(key) for key in Key}),
            GameClock(recovered.at_ms, self.clock),
            health=lambda: self.health,
            play_effects=self.effects.extend,
            reader_seats=seats or {},
            supervisor=Supervisor(environ),
            morning=False,
            pairing=self.pairing,
            houses=self.houses.all,
            touches=self.touches,
        )
        self._thread = threading.Thread(target=self.loop.run)
        self._thread.start()

    def _reopen(self) -> tuple[Journal, Recovered]:
        self.reopened += 1
        self.journal, recovered = find_game(self.path)
        return self.journal, recovered

    def tell(self, told: Told | TagSeen | Deed, if_seq: int | None = None) -> Answer:
        """Tell an input as a page does."""
        return self.inbox.ask(told, if_seq, PATIENCE_S)

    def tap(self, card: str) -> Answer:
        """Tap a card as a page does."""
        return self.tell(CardTapped(Card.parse(card)))

    def settle(self) -> Snapshot:
        """What is shown once everything put so far has been judged."""
        barrier = Barrier()
        self.inbox.put(barrier)
        assert barrier.passed.wait(PATIENCE_S)
        return self.snapshot

    def pass_time(self, ms: int) -> Snapshot:
        """Let the game's clock go on, and the loop look at it."""
        self.clock.now_ms += ms
        self.inbox.put(DeviceChanged())
        return self.settle()

    @property
    def snapshot(self) -> Snapshot:
        """What is shown now."""
        return self.latest.snapshot

    @property
    def game(self) -> Game:
        """The game shown now."""
        return self.snapshot.game

    def stop(self) -> None:
        """End the loop."""
        self.inbox.put(Stop())
        self._thread.join()
        self.settings.close()
        self.enrolment.close()


@contextmanager
def table(
    path: Path,
    rule: Judge = judge,
    seats: Mapping[str, Seat] | None = None,
    environ: Mapping[str, str] = {},
    cards: Mapping[Uid, EnrolledCard] = DECK,
    wall_s: Callable[[], float] = time.time,
) -> Iterator[Table]:
    """A table with a game of four, red to move."""
    running = Table(path, rule, seats, environ, cards, wall_s)
    try:
        assert running.tell(NEW_GAME).reason is None
        yield running
    finally:
        running.stop()


def break_connection(table: Table) -> None:
    """What is written next fails; a connection opened anew works."""
    table.journal._connection.execute("PRAGMA query_only = ON")


def healthy(name: str, state: State = State.OK) -> Health:
    """How a device is."""
    return Health(name, "simulated", state, "")
