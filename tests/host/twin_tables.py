"""Two games whose hidden hands differ and whose public events are equal: what is said of both must be equal.

The first game is made up as it goes, out of everything that can be told. The second hears the same, but each
card that nobody has seen face up in the first is another one: that is dealt, drawn and tapped in its place.
"""

import random
import re
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.board import Seat
from engine.cards import PhysicalCard
from engine.game import Game
from engine.inputs import (
    CardTapped,
    Command,
    CommandTapped,
    GameEnded,
    Hands,
    NewGame,
    RulesCardTapped,
    Told,
)
from engine.referee import judge
from engine.step import Effect
from engine.tapping import physical
from engine.verdict import Reason
from firmware_host.backup import JOURNAL, MANIFEST, Sources
from firmware_host.backups import Backups
from firmware_host.config_file import ConfigFile
from firmware_host.enrolment_desk import EnrolmentDesk
from firmware_host.history import History
from firmware_host.inbox import TagSeen
from firmware_host.judged import Judge
from firmware_host.log_tail import LogTail
from firmware_host.machine import Machine
from firmware_host.naming import Naming
from firmware_host.page_gateway import PageGateway, asked_of_decks
from firmware_host.sound_choice import SoundChoice
from firmware_host.sounds import Sounds
from firmware_host.updates import Updates
from firmware_host.uploads import Upload
from firmware_host.wall_clock import WallClock
from hardware.conflicts import Host
from tests.engine.tellings import anything, fitting
from tests.host.running_loop import NEW_GAME, UID_OF, Table
from tests.web.small_lights import SmallBoard
from web_ui.app import create_app

STEP_MS = 400
READERS = {f"reader {letter}": Seat(seat) for seat, letter in enumerate("ABCD")}
ALWAYS = ("/api/state", "/table/now")
THE_GAME = "/history/3"
"""The game that runs has the number of its first row, after `an_evening_before`."""
NO_PAGE = ("events.stream", "backup.download", "static")
"""The stream is heard after each input, the backup compared by itself, and the last are files of ours."""
A_GAME = "/history/<int:number>"
MANY_A_CARD = ("/table", "/cards", THE_GAME, f"{THE_GAME}.txt", f"{THE_GAME}/replay")
"""Here one would be seen first, so these are looked at in any case."""
_MADE = re.compile(rb'"made_s": \d+')
_PASSING = re.compile(rb'\d{4}-\d\d-\d\d \d\d:\d\d|name="csrf" value="[^"]*"')

Swap = dict[PhysicalCard, PhysicalCard]


@dataclass(frozen=True, slots=True)
class Heard:
    """All that anybody hears and sees after an input."""

    seq: int
    reason: Reason | None
    effects: tuple[Effect, ...]
    pages: tuple[bytes, ...]
    lamps: tuple[tuple[str, Any], ...]


class OpenTable:
    """A loop with its journal and its page."""

    def __init__(self, path: Path, rule: Judge = judge) -> None:
        self.table = Table(path, rule, READERS)
        table = self.table
        upload = Upload(path.parent)
        board = SmallBoard()
        gateway = PageGateway(
            "Peglight",
            table.latest,
            table.inbox,
            table.pairing,
            table.houses,
            History(path),
            EnrolmentDesk(lambda deed: asked_of_decks(table.inbox, deed)),
            LogTail(),
            list,
            Backups(Sources(path.parent, None, "Peglight"), upload, Host, lambda: True, lambda: None),
            upload,
            Machine(is_ours=False),
            WallClock(path.parent),
            Naming(None, lambda: True, lambda: None),
            SoundChoice(ConfigFile(path.parent / "peglight.toml"), Sounds([])),
            Updates(path.parent, upload, table.pairing, lambda: True, lambda: None),
            None,
            board.lights,
            board.controls,
        )
        self._backups = gateway.backups
        self._client = create_app(gateway).test_client()

    @property
    def game(self) -> Game:
        return self.table.game

    def hear(self, told: Told) -> Heard:
        """Tell it an input; a card of the deck is laid on a reader."""
        self.table.clock.now_ms += STEP_MS
        self.table.effects.clear()
        answer = self.table.tell(_laid(told))
        lights = tuple(self.table.snapshot.lights.items())
        pages = (*self.pages(ALWAYS), self._event())
        return Heard(answer.seq, answer.reason, tuple(self.table.effects), pages, lights)

    def _event(self) -> bytes:
        """What a page that begins to listen now is told first."""
        return self._client.get("/api/events").data

    def pages(self, paths: Iterable[str]) -> tuple[bytes, ...]:
        """What the page answers, but for the time of day and the browser's own token."""
        answers = [self._client.get(path) for path in paths]
        assert {answer.status_code for answer in answers} == {200}
        return tuple(_PASSING.sub(b"", answer.data) for answer in answers)

    def every_page(self) -> dict[str, bytes]:
        """What each address that may be looked at answers; of a game, that of the one that runs."""
        rules = [one for one in self._client.application.url_map.iter_rules() if "GET" in (one.methods or ())]
        paths = {one.rule.replace(A_GAME, THE_GAME) for one in rules if one.endpoint not in NO_PAGE}
        answers = {path: self._client.get(path) for path in (*paths, f"{THE_GAME}/replay?step=9")}
        assert all(answers[path].status_code == 200 for path in MANY_A_CARD)
        assert max(answer.status_code for answer in answers.values()) < 500
        return {path: _PASSING.sub(b"", answer.data) for path, answer in answers.items()}

    def backup(self) -> bytes:
        """A backup made now, but for the time of day that stands in it."""
        made = self._backups.make()
        assert made is not None
        with made, zipfile.ZipFile(made) as archive:
            files = {name: archive.read(name) for name in sorted(archive.namelist())}
        return repr(files | {MANIFEST: _MADE.sub(b"", files[MANIFEST])}).encode()

    def stop(self) -> None:
        self.table.stop()


def an_evening_before(folder: Path) -> Path:
    """A journal in which an earlier game was begun and ended; a new one goes on with it."""
    folder.mkdir()
    path = folder / JOURNAL
    before = Table(path)
    before.tell(NEW_GAME)
    before.tell(GameEnded())
    before.stop()
    return path


def _laid(told: Told) -> Told | TagSeen:
    if not isinstance(told, CardTapped) or (told.card.ascii, told.copy) not in UID_OF:
        return told
    reader = "table" if told.seat is None else f"reader {'ABCD'[told.seat]}"
    return TagSeen(reader, UID_OF[told.card.ascii, told.copy or 0])


def new_game(rules: str, **options: object) -> NewGame:
    """A tracked game of four; red begins."""
    return NewGame(4, rules, tuple(options.items()), hands=Hands.TRACKED, first=Seat(0))


def made_up(game: Game, rng: random.Random) -> Told:
    """Something that may be told now, sense or nonsense; a card always by its copy."""
    while True:
        likely = fitting(rng.choice, game)
        told = rng.choice(likely) if likely and rng.random() < 0.85 else anything(rng.choice, game)
        begins = isinstance(told, CommandTapped) and told.command is Command.NEW_GAME
        if not begins and not isinstance(told, NewGame | GameEnded | RulesCardTapped):
            return _by_copy(game, told)


def _by_copy(game: Game, told: Told) -> Told:
    if not isinstance(told, CardTapped) or game.play is None:
        return told
    card = physical(game.play, told)
    seat = told.seat if told.seat in READERS.values() else None
    return told if card is None else CardTapped(card.card, card.copy, seat)


@dataclass(frozen=True, slots=True)
class Run:
    """A game as it went: what was told, what was heard, and which cards were seen face up."""

    told: Sequence[Told]
    heard: Sequence[Heard]
    seen: frozenset[PhysicalCard]
    deck: frozenset[PhysicalCard]


def first_run(table: OpenTable, asked: NewGame, rng: random.Random, inputs: int) -> Run:
    """Begin a game and make up the rest."""
    told: list[Told] = [asked]
    heard = [table.hear(asked)]
    seen: set[PhysicalCard] = set()
    for _ in range(inputs):
        told.append(made_up(table.game, rng))
        heard.append(table.hear(told[-1]))
        seen |= face_up(table.game)
    play = table.game.play
    assert play is not None
    return Run(told, heard, frozenset(seen), play.setup.deck)


def face_up(game: Game) -> set[PhysicalCard]:
    """Cards that everybody sees or has seen: in question, put aside, played, taken back."""
    play = game.play
    assert play is not None
    questions = [*game.aside, game.question] if game.question else game.aside
    turns = [*play.turns, *(back.turn for back in play.undone)]
    return (
        {question.card for question in questions} | play.played | {turn.card for turn in turns if turn.card}
    )


def swapped(run: Run, rng: random.Random, by_rank: bool) -> Swap:
    """Each card that nobody has seen for another one, of its own rank or of any."""
    swap: Swap = {}
    hidden = sorted(run.deck - run.seen, key=str)
    groups: dict[object, list[PhysicalCard]] = {}
    for card in hidden:
        groups.setdefault(card.card.rank if by_rank else None, []).append(card)
    for group in groups.values():
        others = rng.sample(group, len(group))
        swap |= dict(zip(group, others, strict=True))
    return swap


def with_swap(told: Told, swap: Swap) -> Told:
    """The same input with the other card."""
    if not isinstance(told, CardTapped) or told.copy is None:
        return told
    card = PhysicalCard(told.card, told.copy)
    other = swap.get(card, card)
    return replace(told, card=other.card, copy=other.copy)


def differs(one: Heard, other: Heard) -> str:
    """What is not the same, for a failing test."""
    return ", ".join(name for name in Heard.__slots__ if getattr(one, name) != getattr(other, name))
