"""The loop that owns the game and the journal: take, judge, commit, publish, answer. DESIGN 1.

Nothing is shown that was not committed. One thread; one input at a time. Who hears an input first stands
here; `kept_game` judges and commits what the game is told.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from engine.board import Seat
from engine.game import NewGameAsk
from engine.house import Houses
from engine.inputs import CardTapped, NewGame, Pressed, TimeReached, Told, TwoCardsSeen
from engine.step import Effect
from engine.verdict import Reason, Why
from firmware_host.buttons import Buttons
from firmware_host.clock import GameClock
from firmware_host.command_cards import PAIR
from firmware_host.enrolling_deeds import Crowd, Deed
from firmware_host.enrolling_said import Said
from firmware_host.enrolling_sounds import sounds_of
from firmware_host.enrolment import Enrolment
from firmware_host.game_deck import deck_in_play
from firmware_host.game_request import completed
from firmware_host.inbox import (
    Answer,
    Asked,
    Barrier,
    ButtonEdge,
    DeviceChanged,
    Inbox,
    Item,
    KnobTurned,
    RolesChanged,
    Stop,
    TagsCrowded,
    TagSeen,
)
from firmware_host.kept_game import KeptGame, ReadAgain
from firmware_host.meanings import Held
from firmware_host.pairing import Pairing
from firmware_host.snapshot import Latest, Snapshot, flashes_since
from firmware_host.systemd import Supervisor
from firmware_host.tag_meanings import told_by_tag
from firmware_host.touches import Touches
from firmware_host.welcome import Octets
from hardware.chatter import Both
from hardware.held import Health, State

SLEEP_MS = 600_000
"""So long without an input, and the lamps sleep at the plate."""

RETRY_MS = 1_000
"""A deadline whose passing could not be written is tried again so much later, not at once for ever."""


class Loop:
    """Owns the game. `run` is the body of its thread; everybody else talks to it through the inbox.

    Args:
        kept: the game and its journal; nobody else uses it once `run` has begun.
        enrolment: the decks; while they are worked on, taps are for them.
        health: how the devices are.
        play_effects: what to do with things that happen once, such as sounds; must not block.
        reader_seats: of a reader by name, whose own it is; one that is not named is everybody's.
        supervisor: who is to hear that the loop comes round.
        morning: the machine was started again, so that every peg is shown until the first input.
        pairing: the browser that asks to be paired, whom the table may accept.
        houses: the saved rulesets.
        touches: hears what hands do before the game does, and may keep it to itself.
        address: of the page, where the lamps shall spell it.
    """

    def __init__(
        self,
        inbox: Inbox,
        kept: KeptGame,
        latest: Latest,
        enrolment: Enrolment,
        buttons: Buttons,
        clock: GameClock,
        *,
        health: Callable[[], tuple[Health, ...]],
        play_effects: Callable[[Sequence[Effect]], None],
        reader_seats: Mapping[str, Seat],
        supervisor: Supervisor,
        morning: bool,
        pairing: Pairing,
        houses: Callable[[], Houses],
        touches: Touches,
        address: Callable[[], Octets] = tuple,
    ) -> None:
        self._inbox = inbox
        self._kept = kept
        self._latest = latest
        self._enrolment = enrolment
        self._buttons = buttons
        self._clock = clock
        self._health = health
        self._play_effects = play_effects
        self._reader_seats = reader_seats
        self._supervisor = supervisor
        self._morning = morning
        self._pairing = pairing
        self._houses = houses
        self._touches = touches
        self._address = address
        self._last_input_ms = kept.at_ms
        self._deadlines_wait_ms = 0
        self._publish(None if morning else kept.refusal, kept.at_ms)

    def run(self) -> None:
        """Take inputs until told to stop."""
        while True:
            item = self._inbox.take(self._timeout_s())
            if isinstance(item, Stop):
                break
            if item is not None and not self._touches.keeps(item):
                self._handle(item)
            self._reach_deadlines()
            self._show_held()
            if isinstance(item, Barrier):
                self._pass(item)
            self._kept.tidy(nobody_waits=self._inbox.is_empty())
            self._supervisor.alive()
        self._kept.close()

    def _timeout_s(self) -> float | None:
        """Until the next deadline: of the game, a button held, a browser that asks, decks left alone, or the
        supervisor, who wants to hear."""
        others = (self._buttons.deadline_ms, self._pairing.deadline_ms, self._enrolment.deadline_ms)
        due = [self._clock.at(ms) for ms in others if ms is not None]
        if (game_due_ms := self._game_due_ms()) is not None:
            due.append(game_due_ms)
        waits_s = [max(0, min(due) - self._clock.now_ms()) / 1000] if due else []
        if self._supervisor.alive_every_s is not None:
            waits_s.append(self._supervisor.alive_every_s)
        return min(waits_s, default=None)

    def _game_due_ms(self) -> int | None:
        due = self._kept.game.deadline_ms
        return None if due is None else max(due, self._deadlines_wait_ms)

    def _reach_deadlines(self) -> None:
        # Never run ahead of edges on their way, which are older than now: a press would become a hold.
        now_ms, due_ms = self._clock.machine_ms(), self._buttons.deadline_ms
        if due_ms is not None and due_ms <= now_ms and self._inbox.is_empty():
            self._hear(self._buttons.reached(now_ms))
        if self._enrolment.reached(now_ms) or self._pairing.code != self._latest.snapshot.pairing_code:
            self._publish(self._latest.snapshot.refusal)
        game_due_ms = self._game_due_ms()
        if game_due_ms is not None and game_due_ms <= self._clock.now_ms():
            self._tell(TimeReached())

    def _pass(self, barrier: Barrier) -> None:
        """Let whoever waits until everything before is judged go on.

        Only a simulated hand puts a barrier. Its contacts do not bounce and its presses may end a little
        later than now, so that what it did counts without waiting for that.
        """
        self._end_presses()
        barrier.passed.set()

    def _handle(self, item: Item) -> None:
        match item:
            case Asked():
                if item.claim():
                    item.answer(self._answer(item))
            case TagSeen():
                self._end_presses(item.at_ms)
                self._see(item)
            case TagsCrowded():
                self._crowd(item)
            case ButtonEdge():
                self._hear(self._buttons.edge(item))
            case KnobTurned():
                self._press(self._buttons.turned(item))
            case DeviceChanged():
                self._look_at_devices()
            case RolesChanged():
                self._reader_seats, self._buttons = item.reader_seats, item.buttons
            case Barrier() | Stop():
                pass  # `run` sees to them
            case _:
                assert_never(item)

    def _look_at_devices(self) -> None:
        self._buttons.lost(health.name for health in self._health() if health.state is not State.OK)
        self._publish(self._latest.snapshot.refusal)

    def _answer(self, asked: Asked) -> Answer:
        if asked.if_seq is not None and asked.if_seq != self._kept.seq:
            return Answer(self._kept.seq, Reason(Why.STALE))
        told = asked.told
        if isinstance(told, TagSeen):
            return self._see(told)
        if isinstance(told, Deed):
            return self._heard(self._enrolment.do(told, deck_in_play(self._kept.game)))
        if isinstance(told, CardTapped) and self._enrolment.shown.listens:
            self._publish(reason := Reason(Why.ENROLLING))
            return Answer(self._kept.seq, reason)
        return self._tell(told)

    def _end_presses(self, before_ms: int | None = None) -> None:
        """Judge the presses that were over before then: a contact is trusted only when it has been quiet."""
        settled_ms = self._buttons.settled_ms
        if settled_ms is not None and (before_ms is None or settled_ms <= before_ms):
            self._hear(self._buttons.reached(settled_ms))

    def _see(self, seen: TagSeen) -> Answer:
        card, listens = self._enrolment.known.get(seen.uid), self._enrolment.shown.listens
        if card is not None and card.card == PAIR and (self._pairing.request or not listens):
            return self._accept_pairing()
        if listens:
            return self._heard(self._enrolment.tap(seen.uid, seen.at_ms if seen.laid else None))
        seat = self._reader_seats.get(seen.reader)
        return self._tell(told_by_tag(seen, card, seat, self._kept.game, self._houses()))

    def _crowd(self, seen: TagsCrowded) -> Answer:
        if self._enrolment.shown.listens:
            return self._heard(self._enrolment.do(Crowd()))
        return self._tell(TwoCardsSeen(seen.reader))

    def _heard(self, said: Said) -> Answer:
        """Show what became of a deed at the decks; the game hears nothing of it."""
        self._last_input_ms = self._clock.now_ms()
        self._publish(self._latest.snapshot.refusal)
        self._play_effects(sounds_of(said))
        return Answer(self._kept.seq, None, said)

    def _hear(self, done: Iterable[Pressed | Both]) -> None:
        for told in done:
            if isinstance(told, Both):
                self._accept_pairing()
            else:
                self._press(told)

    def _accept_pairing(self) -> Answer:
        """Let the browser in that asks; the game hears nothing of it."""
        if self._pairing.accept() is not None:
            self._play_effects((Effect.TAKEN,))
        return Answer(self._kept.seq, None)

    def _press(self, told: Pressed) -> None:
        """Tell a press, but for one that wakes the sleeping lamps: it does nothing else. DESIGN 3."""
        if self._clock.now_ms() - self._last_input_ms >= SLEEP_MS:
            self._last_input_ms = self._clock.now_ms()
            self._publish(self._latest.snapshot.refusal)
        else:
            self._tell(told)

    def _tell(self, told: Told) -> Answer:
        """Judge one input, commit it, show it."""
        if not isinstance(told, TimeReached):
            self._last_input_ms = self._clock.now_ms()
            self._morning = False
        kept = self._kept
        if isinstance(told, NewGame):
            told = completed(told, kept.game, kept.seq, self._houses(), self._enrolment.known.values())
        at_ms = max(self._clock.now_ms(), kept.at_ms)
        try:
            step = kept.judge(told, at_ms)
        except ReadAgain as read:
            return self._read_again(read)
        self._publish(step.ruling, at_ms)
        self._play_effects(step.effects)
        if Effect.NEW_GAME_WANTED in step.effects and isinstance(kept.game.ask, NewGameAsk):
            return self._tell(kept.game.ask.offers[kept.game.ask.at])
        return Answer(kept.seq, step.ruling)

    def _read_again(self, read: ReadAgain) -> Answer:
        self._deadlines_wait_ms = self._clock.now_ms() + RETRY_MS
        self._morning = self._morning or read.differs
        self._publish(self._kept.refusal)
        return Answer(self._kept.seq, self._kept.refusal)

    def _publish(self, refusal: Reason | None, at_ms: int = 0) -> None:
        before, now = self._latest.snapshot, self._snapshot(refusal)
        since_ms = flashes_since(before, at_ms) if at_ms and now.has_bars else before.refused_ms
        self._latest.show(replace(now, refused_ms=since_ms))

    def _snapshot(self, refusal: Reason | None) -> Snapshot:
        return Snapshot(
            seq=self._kept.seq,
            game=self._kept.game,
            refusal=refusal,
            devices=self._health(),
            notes=self._kept.notes,
            sleeps_ms=self._last_input_ms + SLEEP_MS,
            morning=self._morning,
            held=self._held(),
            pairing_code=self._pairing.code,
            enrolling=self._enrolment.shown,
            address=self._address(),
        )

    def _held(self) -> Held | None:
        growing = self._buttons.holding
        if growing is None:
            return None
        return Held(self._clock.at(growing.since_ms), self._clock.at(growing.due_ms))

    def _show_held(self) -> None:
        """A button went down or up: show it, though nothing is told by it yet."""
        held = self._held()
        if held != self._latest.snapshot.held:
            self._latest.show(replace(self._latest.snapshot, held=held))
