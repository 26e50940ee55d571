"""The loop that owns the game and the journal: take, judge, commit, publish, answer. DESIGN 1.

Nothing is shown that was not committed. One thread; one input at a time.
"""

import logging
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from engine.board import Seat
from engine.cards import Card
from engine.game import NewGameAsk
from engine.house import Houses, with_house
from engine.inputs import CardTapped, NewGame, Pressed, TimeReached, Told, TwoCardsSeen, UnknownTag
from engine.referee import judge
from engine.ruleset import BadOption
from engine.seating import seating
from engine.step import Effect, Step
from engine.verdict import Reason, Why
from firmware_host.buttons import Buttons
from firmware_host.clock import GameClock
from firmware_host.command_cards import PAIR, is_command, told_by
from firmware_host.enrolling_deeds import Crowd, Deed
from firmware_host.enrolling_said import Said
from firmware_host.enrolling_sounds import sounds_of
from firmware_host.enrolment import Enrolment
from firmware_host.game_deck import deck_in_play, is_of_another, with_deck
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
from firmware_host.journal import Journal, NewerJournal, NotSaved
from firmware_host.judged import Judge, judged, tells_anew
from firmware_host.meanings import Held
from firmware_host.pairing import Pairing
from firmware_host.recording import row_of
from firmware_host.recovery import Recovered
from firmware_host.snapshot import Latest, Snapshot, flashes_since
from firmware_host.systemd import Supervisor
from firmware_host.touches import Touches
from firmware_host.welcome import Octets
from hardware.chatter import Both
from hardware.held import Health, State
from hardware.sentence import Sentence

log = logging.getLogger(__name__)

SLEEP_MS = 600_000
"""So long without an input, and the lamps sleep at the plate."""

RETRY_MS = 1_000
"""A deadline whose passing could not be written is tried again so much later, not at once for ever."""


class Loop:
    """Owns the game. `run` is the body of its thread; everybody else talks to it through the inbox.

    Args:
        enrolment: the decks, and what a tap is for while they are worked on.
        enrolment: the decks; while they are worked on, taps are for them.
        reopen: opens the journal anew and reads the game again after a commit failed.
        health: how the devices are.
        pairing: the browser that asks to be paired, whom the table may accept.
        houses: the saved rulesets.
        address: of the page, where the lamps shall spell it.
        touches: hears what hands do before the game does, and may keep it to itself.
        play_effects: what to do with things that happen once, such as sounds; must not block.
        supervisor: who is to hear that the loop comes round.
        morning: the machine was started again, so that every peg is shown until the first input.
        rule: the judge; the referee's, except where a test plants a bug.
        wall_s: the time of day, for display only.
    """

    def __init__(
        self,
        inbox: Inbox,
        journal: Journal,
        recovered: Recovered,
        latest: Latest,
        enrolment: Enrolment,
        buttons: Buttons,
        clock: GameClock,
        *,
        reopen: Callable[[], tuple[Journal, Recovered]],
        health: Callable[[], tuple[Health, ...]],
        play_effects: Callable[[Sequence[Effect]], None],
        reader_seats: Mapping[str, Seat],
        supervisor: Supervisor,
        morning: bool,
        pairing: Pairing,
        houses: Callable[[], Houses],
        touches: Touches,
        address: Callable[[], Octets] = tuple,
        rule: Judge = judge,
        wall_s: Callable[[], float] = time.time,
    ) -> None:
        self._inbox = inbox
        self._journal = journal
        self._game = recovered.game
        self._notes = recovered.notes
        self._seq = recovered.seq
        self._latest = latest
        self._enrolment = enrolment
        self._buttons = buttons
        self._clock = clock
        self._reopen = reopen
        self._health = health
        self._play_effects = play_effects
        self._reader_seats = reader_seats
        self._supervisor = supervisor
        self._pairing = pairing
        self._houses = houses
        self._address = address
        self._touches = touches
        self._rule = rule
        self._wall_s = wall_s
        self._morning = morning
        self._last_input_ms = recovered.at_ms
        self._barriers: list[Barrier] = []
        self._deadlines_wait_ms = 0
        self._publish(None if morning else recovered.refusal, recovered.at_ms)

    def run(self) -> None:
        """Take inputs until told to stop."""
        while True:
            item = self._inbox.take(self._timeout_s())
            if isinstance(item, Stop):
                break
            if item is not None:
                self._handle(item)
            self._reach_deadlines()
            self._show_held()
            self._pass_barriers()
            self._journal.tidy(nobody_waits=self._inbox.is_empty())
            self._supervisor.alive()
        self._journal.close()

    def _timeout_s(self) -> float | None:
        """Until the next deadline of the game, of a button held, of a browser that asks or of decks left
        alone, or until the supervisor wants to hear."""
        others = (self._buttons.deadline_ms, self._pairing.deadline_ms, self._enrolment.deadline_ms)
        asked = (self._game_due_ms(), *map(self._on_machine, others))
        due = [ms for ms in asked if ms is not None]
        waits_s = [max(0, min(due) - self._clock.now_ms()) / 1000] if due else []
        if self._supervisor.alive_every_s is not None:
            waits_s.append(self._supervisor.alive_every_s)
        return min(waits_s, default=None)

    def _game_due_ms(self) -> int | None:
        due = self._game.deadline_ms
        return None if due is None else max(due, self._deadlines_wait_ms)

    def _on_machine(self, due_ms: int | None) -> int | None:
        return None if due_ms is None else self._clock.at(due_ms)

    def _reach_deadlines(self) -> None:
        # Never run ahead of edges on their way, which are older than now: a press would become a hold.
        now_ms, due_ms = self._clock.machine_ms(), self._buttons.deadline_ms
        if due_ms is not None and due_ms <= now_ms and self._inbox.is_empty():
            for told in self._buttons.reached(now_ms):
                self._hear(told)
        if self._enrolment.reached(now_ms) or self._pairing.code != self._latest.snapshot.pairing_code:
            self._publish(self._latest.snapshot.refusal)
        game_due_ms = self._game_due_ms()
        if game_due_ms is not None and game_due_ms <= self._clock.now_ms():
            self._tell(TimeReached())

    def _pass_barriers(self) -> None:
        """Let those go on who wait until everything before them is judged.

        Only a simulated hand puts a barrier. Its contacts do not bounce and its presses may end a little
        later than now, so that what it did counts without waiting for that.
        """
        if self._barriers and (settled_ms := self._buttons.settled_ms) is not None:
            for told in self._buttons.reached(settled_ms):
                self._hear(told)
        for barrier in self._barriers:
            barrier.passed.set()
        self._barriers.clear()

    def _handle(self, item: Item) -> None:
        if self._touches.keeps(item):
            return
        match item:
            case Asked():
                if item.claim():
                    item.answer(self._answer(item))
            case TagSeen():
                self._end_presses(item.at_ms)
                self._see(item)
            case TagsCrowded() if self._enrolment.shown.listens:
                self._heard(self._enrolment.do(Crowd()))
            case TagsCrowded():
                self._tell(TwoCardsSeen(item.reader))
            case ButtonEdge():
                for told in self._buttons.edge(item):
                    self._hear(told)
            case KnobTurned():
                self._press(self._buttons.turned(item))
            case DeviceChanged():
                self._buttons.lost(health.name for health in self._health() if health.state is not State.OK)
                self._publish(self._latest.snapshot.refusal)
            case RolesChanged():
                self._reader_seats, self._buttons = item.reader_seats, item.buttons
            case Barrier():
                self._barriers.append(item)
            case Stop():
                pass
            case _:
                assert_never(item)

    def _answer(self, asked: Asked) -> Answer:
        if asked.if_seq is not None and asked.if_seq != self._seq:
            return Answer(self._seq, Reason(Why.STALE))
        told = asked.told
        if isinstance(told, TagSeen):
            return self._see(told)
        if isinstance(told, Deed):
            return self._heard(self._enrolment.do(told, deck_in_play(self._game)))
        if isinstance(told, CardTapped) and self._enrolment.shown.listens:
            self._publish(reason := Reason(Why.ENROLLING))
            return Answer(self._seq, reason)
        return self._tell(told)

    def _end_presses(self, before_ms: int) -> None:
        """Judge the presses that were over before then: a contact is trusted only when it has been quiet."""
        settled_ms = self._buttons.settled_ms
        if settled_ms is not None and settled_ms <= before_ms:
            for told in self._buttons.reached(settled_ms):
                self._hear(told)

    def _see(self, seen: TagSeen) -> Answer:
        card, listens = self._enrolment.known.get(seen.uid), self._enrolment.shown.listens
        if card is not None and card.card == PAIR and (self._pairing.request or not listens):
            return self._accept_pairing()
        if listens:
            return self._heard(self._enrolment.tap(seen.uid, seen.at_ms if seen.laid else None))
        return self._tell(self._card_of(seen))

    def _heard(self, said: Said) -> Answer:
        """Show what became of a deed at the decks; the game hears nothing of it."""
        self._last_input_ms = self._clock.now_ms()
        self._publish(self._latest.snapshot.refusal)
        self._play_effects(sounds_of(said))
        return Answer(self._seq, None, said)

    def _hear(self, told: Pressed | Both) -> None:
        if isinstance(told, Both):
            self._accept_pairing()
        else:
            self._press(told)

    def _accept_pairing(self) -> Answer:
        """Let the browser in that asks; the game hears nothing of it."""
        if self._pairing.accept() is not None:
            self._play_effects((Effect.TAKEN,))
        return Answer(self._seq, None)

    def _card_of(self, seen: TagSeen) -> Told:
        """The card of a tag, or that no deck knows it."""
        card = self._enrolment.known.get(seen.uid)
        if card is None:
            return UnknownTag(seen.uid.hex().upper())
        seat = self._reader_seats.get(seen.reader)
        if is_command(card.card):
            return told_by(card.card, seat, seen.reader, self._houses())
        if is_of_another(card, self._game):
            return UnknownTag(seen.uid.hex().upper(), card.deck)
        return CardTapped(Card.parse(card.card), card.copy, seat, seen.reader, seen.laid)

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
        if isinstance(told, NewGame):
            told = named_and_drawn(with_house(told, self._houses()), self._seq)
            told = with_deck(told, self._enrolment.known.values(), self._game)
        at_ms = max(self._clock.now_ms(), self._journal.last_at_ms)
        step = judged(self._rule, self._game, told, at_ms)
        seq = self._journal.last_seq + 1
        try:
            self._commit(told, step, seq, at_ms)
        except NotSaved as error:
            return self._not_saved(error, seq)
        if tells_anew(self._game, step):
            self._seq = self._journal.last_seq
        self._game = step.game
        self._publish(step.ruling, at_ms)
        self._play_effects(step.effects)
        if Effect.NEW_GAME_WANTED in step.effects and isinstance(self._game.ask, NewGameAsk):
            return self._tell(self._game.ask.offers[self._game.ask.at])
        return Answer(self._seq, step.ruling)

    def _commit(self, told: Told, step: Step, seq: int, at_ms: int) -> None:
        row = row_of(told, self._game, step, seq, at_ms, wall_s=int(self._wall_s()))
        if step.ruling is not None and step.game is self._game:
            self._journal.append_refusal(row)
        else:
            self._journal.append(row)

    def _not_saved(self, error: NotSaved, seq: int) -> Answer:
        """Nothing of the input may stand: read the game again from what is on disk.

        Its row, of that number, may have got there although the disk said no; then it stands.
        """
        log.error("the journal could not be written: %s", error)
        self._deadlines_wait_ms = self._clock.now_ms() + RETRY_MS
        reason: Reason | None = Reason(Why.NOT_SAVED)
        try:
            self._journal.close()
            self._journal, recovered = self._reopen()
        except (NotSaved, NewerJournal) as again:
            log.error("nor could it be opened again: %s", again)
        else:
            self._game, self._seq = recovered.game, recovered.seq
            self._told_otherwise(recovered.notes)
            if self._journal.last_seq >= seq:
                reason = recovered.refusal
        self._publish(reason)
        return Answer(self._seq, reason)

    def _told_otherwise(self, notes: Sequence[Sentence]) -> None:
        """What was on disk was not as it should be: every peg is shown, to be compared with the wood."""
        for note in notes:
            log.warning(note)
        self._notes = (*self._notes, *notes)
        self._morning = self._morning or bool(notes)

    def _publish(self, refusal: Reason | None, at_ms: int = 0) -> None:
        before, now = self._latest.snapshot, self._snapshot(refusal)
        since_ms = flashes_since(before, at_ms) if at_ms and now.has_bars else before.refused_ms
        self._latest.show(replace(now, refused_ms=since_ms))

    def _snapshot(self, refusal: Reason | None) -> Snapshot:
        return Snapshot(
            seq=self._seq,
            game=self._game,
            refusal=refusal,
            devices=self._health(),
            notes=self._notes,
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


def named_and_drawn(asked: NewGame, seq: int) -> NewGame:
    """A request for a game with its name, and the first seat drawn where none was asked for. RULES 2."""
    game_id = asked.game_id or f"g{seq + 1}"
    try:
        seats = seating(asked.players, asked.teams).seats
    except BadOption:
        return asked  # the referee says what is wrong
    first = asked.first if asked.first is not None else secrets.choice(seats)
    return replace(asked, first=first, game_id=game_id)
