"""A table without a daemon: the gateway's promise kept by the engine's own referee and a lock, in memory."""

import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.board import holes_of, seat_name
from engine.cards import Card, PhysicalCard, Rank, Suit
from engine.game import Game
from engine.house import Houses, Options, check_house, with_house
from engine.inputs import CardTapped, NewGame, Told, UnknownTag
from engine.palette import colour_of
from engine.referee import judge
from engine.verdict import Reason, Why
from firmware_host.checks.finding import Finding
from firmware_host.enrolling_deeds import Deed
from firmware_host.enrolling_judge import decide
from firmware_host.enrolling_said import Said
from firmware_host.enrolment import Enrolling
from firmware_host.enrolment_desk import EnrolmentDesk
from firmware_host.history import PastGame
from firmware_host.pairing import Pairing
from firmware_host.settings import PairedBrowser
from firmware_host.tallies import Tally
from firmware_host.wall_clock import WallClock
from tests.web.small_care import (
    SmallBackups,
    SmallMachine,
    SmallNaming,
    SmallSounds,
    SmallUpdates,
    SmallUpload,
)
from tests.web.small_lights import SmallBoard
from web_ui.gateway import NotAnswered, TagTapped


@dataclass(frozen=True, slots=True)
class Device:
    """A device's health, as a snapshot carries it."""

    name: str
    driver: str = "simulated"
    state: str = "ok"
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """A snapshot."""

    seq: int = 0
    game: Game = field(default_factory=Game)
    refusal: Reason | None = None
    lamps: Mapping[str, str] = field(default_factory=dict)
    rhythms: Mapping[str, str] = field(default_factory=dict)
    devices: Sequence[Device] = (Device("table"), Device("lamps"))
    notes: Sequence[str] = ()
    enrolling: Enrolling = field(default_factory=Enrolling)


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer."""

    seq: int
    reason: Reason | None


@dataclass(frozen=True, slots=True)
class DeckCard:
    """A card of the rig's deck."""

    uid: bytes
    card: str
    copy: int


def uid_of(card: PhysicalCard) -> bytes:
    """The tag that the small deck gives a card."""
    suit = list(Suit).index(card.card.suit) if card.card.suit else 4
    return bytes((4, list(Rank).index(card.card.rank), suit, card.copy))


DECK = {
    uid_of(card): card
    for card in [
        *(PhysicalCard(Card(rank, suit), 1) for suit in Suit for rank in Rank if rank is not Rank.JOKER),
        PhysicalCard(Card(Rank.JOKER), 1),
    ]
}


class SmallRig:
    """A simulated rig that writes down what it was told."""

    def __init__(self) -> None:
        self.heard: list[tuple[object, ...]] = []

    def tap(self, reader: str, uid: bytes) -> None:
        self._hear(reader, "table", "tap", uid)

    def lift(self, reader: str) -> None:
        self._hear(reader, "table", "lift")

    def press(self, button: str, held_ms: int) -> None:
        self._hear(button, "confirm", "press", held_ms)

    def fault(self, device: str, fault: str) -> None:
        if device == "lamps" and fault not in ("", "unplugged"):
            raise ValueError(fault)
        self._hear(device, "lamps", "fault", fault)

    def lamps(self, strip: str = "") -> list[str]:
        if strip:
            raise KeyError(strip)
        return ["#000000", "#bb0000"]

    def deck(self) -> list[DeckCard]:
        return [DeckCard(uid, card.card.ascii, card.copy) for uid, card in DECK.items()]

    def _hear(self, device: str, known: str, *what: object) -> None:
        if device != known:
            raise KeyError(device)
        self.heard.append((device, *what))


class SmallStore:
    """Pairings kept in memory."""

    board_id = "5a11"

    def __init__(self) -> None:
        self._kept: dict[bytes, PairedBrowser] = {}
        self._given = 0

    def pairings(self) -> dict[bytes, PairedBrowser]:
        return dict(self._kept)

    def add_pairing(self, token_hash: bytes, name: str) -> None:
        self._given += 1
        self._kept[token_hash] = PairedBrowser(self._given, name, 1_800_000_000)

    def drop_pairing(self, number: int) -> None:
        self._kept = {key: one for key, one in self._kept.items() if one.id != number}


class SmallHouses:
    """Rulesets kept in memory."""

    def __init__(self) -> None:
        self._houses: dict[str, tuple[str, Options]] = {}

    def all(self) -> Houses:
        return dict(sorted(self._houses.items()))

    def save(self, name: str, preset: str, options: Options) -> bool:
        check_house(name, preset, options)
        self._houses[name] = (preset, options)
        return True

    def drop(self, name: str) -> bool:
        self._houses.pop(name, None)
        return True


class SmallHistory:
    """The running game alone, as number 1."""

    def __init__(self, table: "SmallTable") -> None:
        self._table = table
        self.tallies: list[Tally] = []
        self.left = 0

    def games(self, before: int | None = None) -> list[PastGame]:
        game = self._table.look().game
        if game.play is None or before is not None:
            return []
        return [PastGame(1, 1_800_000_000, game.play.setup.asked, game, len(game.play.turns), True)]

    def all(self) -> list[PastGame]:
        return self.games()

    def tallied(self) -> tuple[list[Tally], int]:
        return self.tallies, self.left

    def game(self, number: int) -> Game | None:
        return self._table.look().game if number == 1 else None


class SmallTable:
    """A gateway around a game in memory."""

    def __init__(
        self, simulated: SmallRig | None = None, name: str = "Peglight", board: SmallBoard | None = None
    ) -> None:
        self.board_name = name
        self.pairing = Pairing(SmallStore(), lambda: None, self._now_ms)
        self.simulated = simulated
        self.houses = SmallHouses()
        self.enrolment = EnrolmentDesk(self._do)
        self.history = SmallHistory(self)
        self.backups = SmallBackups()
        self.upload = SmallUpload()
        self.machine = SmallMachine()
        self.naming = SmallNaming()
        self.sounds = SmallSounds()
        self.updates = SmallUpdates()
        self.clock = WallClock(Path("/nowhere"), lambda: False, lambda: 1_800_000_000)
        self.board = board or SmallBoard()
        self.lights, self.controls = self.board.lights, self.board.controls
        self.findings: list[Finding] = []
        self.log = ["12:00:00 INFO: all is well"]
        self.passed_ms = 0
        self.deaf = False
        self.told: list[Told | TagTapped] = []
        self._lock = threading.Lock()
        self._changed = threading.Condition()
        self._seen = Seen()

    def _now_ms(self) -> int:
        """The clock of the pairing; `passed_ms` moves it."""
        return self.passed_ms

    def log_tail(self) -> list[str]:
        return self.log

    def examine(self) -> list[Finding]:
        return self.findings

    def look(self) -> Seen:
        return self._seen

    def tell(self, told: Told | TagTapped, if_seq: int | None) -> Answered:
        if self.deaf:
            raise NotAnswered
        with self._lock:
            self.told.append(told)
            if if_seq is not None and if_seq != self._seen.seq:
                return Answered(self._seen.seq, Reason(Why.STALE))
            return self._judge(_read(told))

    def wait_for_other(self, than: object, timeout_s: float) -> None:
        with self._changed:
            if self._seen is than:
                self._changed.wait(timeout_s)

    def wake(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def show(self, **changes: object) -> None:
        """Publish another snapshot, with these fields changed."""
        self._seen = replace(self._seen, **changes)  # type: ignore[arg-type]  # by name, for tests only
        self.wake()

    def _do(self, deed: Deed) -> Said:
        """A deed at the decks, kept in memory."""
        with self._lock:
            decks, said = decide(self._seen.enrolling.decks, deed)
            heard = self._seen.enrolling.heard + 1
            self.show(enrolling=Enrolling(decks, decks.task is not None, said, heard))
        return said

    def _judge(self, told: Told) -> Answered:
        if isinstance(told, NewGame):
            told = with_house(told, self.houses.all())
            told = replace(told, first=told.first or 0, game_id=f"g{self._seen.seq}")
        before = self._seen
        step = judge(before.game, told, int(time.monotonic() * 1000))
        seq = before.seq + (step.ruling is None or step.game is not before.game)
        lamps, rhythms = light(step.game, step.ruling)
        self._seen = replace(
            before, seq=seq, game=step.game, refusal=step.ruling, lamps=lamps, rhythms=rhythms, notes=()
        )
        self.wake()
        return Answered(seq, step.ruling)


def _read(told: Told | TagTapped) -> Told:
    if not isinstance(told, TagTapped):
        return told
    card = DECK.get(told.uid)
    return CardTapped(card.card, card.copy) if card else UnknownTag(told.uid.hex().upper())


def light(game: Game, reason: Reason | None) -> tuple[dict[str, str], dict[str, str]]:
    """Lamps enough to see something: pegs, the choices of the card, and what bars the way."""
    lamps: dict[str, str] = {}
    rhythms: dict[str, str] = {}
    play, question = game.play, game.question
    if play is None:
        return lamps, rhythms
    board = play.setup.table.board
    for seat in play.setup.table.seats:
        for hole in holes_of(play.position[seat]):
            lamps[board.name(hole)], rhythms[board.name(hole)] = colour_of(play.setup.look(seat)), "is"
    for move in question.moves if question else ():
        for step in move.steps:
            name = board.name(step.end)
            lamps[name], rhythms[name] = colour_of(play.setup.look(step.seat)), "may"
    candidate = question.ring().candidates[question.at] if question and question.moves else None
    for step in candidate.move.steps if candidate and candidate.move else ():
        rhythms[board.name(step.end)] = "would"
    for k in range(1, 6):
        name = f"{seat_name(play.turn)}S{k}"
        lamps[name], rhythms[name] = colour_of(play.setup.look(play.turn)), "ask"
    for hole in (reason or (question.reason if question else None) or Reason(Why.NO_CARD)).holes:
        lamps[board.name(hole)], rhythms[board.name(hole)] = "#ff2010", "no"
    return lamps, rhythms
