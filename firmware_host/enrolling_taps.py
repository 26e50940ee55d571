"""What a tap does while cards are enrolled, checked or looked up. Pure."""

from dataclasses import replace
from typing import assert_never

from firmware_host.command_cards import is_command
from firmware_host.deck import MOST_COPIES, EnrolledCard
from firmware_host.enrolling import (
    MOST_STEPS,
    Collect,
    Decks,
    LookUp,
    Outcome,
    Place,
    Step,
    Task,
    Walk,
    next_open,
    open_slots,
    prompt_of,
)
from firmware_host.enrolling_deeds import Tapped
from firmware_host.enrolling_said import Said, What, said_of
from hardware.interfaces import Uid

RANDOM = 0x08


def tap(decks: Decks, told: Tapped) -> Outcome:
    """A tag while something is being done."""
    match decks.task:
        case Collect() as task:
            return _collect(decks, task, told)
        case Place() as task:
            return _place(decks, task, told)
        case Walk() as task:
            return _walk(decks, task, told.uid)
        case LookUp() | None:
            return _name(decks, told.uid)
        case _:
            assert_never(decks.task)


def _name(decks: Decks, uid: Uid) -> Outcome:
    card = decks.known.get(uid)
    if card is not None:
        return Outcome(decks, said_of(What.NAMED, card))
    retired = decks.retired.get(uid)
    if retired is not None:
        return Outcome(decks, said_of(What.RETIRED_ONE, retired))
    return Outcome(decks, Said(What.UNKNOWN, uid=uid.hex().upper()))


def _walk(decks: Decks, task: Walk, uid: Uid) -> Outcome:
    card = decks.cards.get(uid)
    if card is None or card.deck != task.deck:
        outcome = _name(decks, uid)
        known = outcome.said.what is What.NAMED
        return Outcome(decks, replace(outcome.said, what=What.ELSEWHERE)) if known else outcome
    if uid in task.seen:
        return Outcome(decks, said_of(What.SEEN_ALREADY, card))
    after = replace(decks, task=replace(task, seen=task.seen | {uid}))
    return Outcome(after, said_of(What.SEEN if missing(after) else What.ALL_SEEN, card))


def missing(decks: Decks) -> list[EnrolledCard]:
    """The cards that the walk under way has not seen."""
    task = decks.task
    return (
        [card for card in decks.of(task.deck) if card.uid not in task.seen] if isinstance(task, Walk) else []
    )


def _place(decks: Decks, task: Place, told: Tapped) -> Outcome:
    refused = _in_the_way(decks, task.deck, told)
    if refused is not None:
        return Outcome(decks, refused)
    slot = (task.card, task.copy)
    old = [card for card in decks.of(task.deck) if (card.card, card.copy) == slot]
    card = EnrolledCard(told.uid, *slot, task.deck)
    after = replace(_enrolled(decks, task, card, old), task=LookUp())
    return Outcome(after, said_of(What.PLACED, card, in_place=bool(old)))


def _collect(decks: Decks, task: Collect, told: Tapped) -> Outcome:
    refused = _in_the_way(decks, task.deck, told)
    if refused is not None:
        return Outcome(decks, refused)
    prompt = prompt_of(decks, task)
    free = open_slots(decks, task.deck, prompt)
    copy = free[0][1] if free else free_copy(decks, task.deck, prompt.card)
    if copy is None or not (free or told.over):
        return Outcome(decks, Said(What.FULL, prompt.card, deck=task.deck, uid=told.uid.hex().upper()))
    card = EnrolledCard(told.uid, prompt.card, copy, task.deck)
    after = _enrolled(decks, task, card, [])
    return _going_on(after, task, said_of(What.TAKEN, card), was_open=bool(free))


def _in_the_way(decks: Decks, deck: str, told: Tapped) -> Said | None:
    """Why the tag is not taken: it is a card already, or none at all; unless it is to change over."""
    if told.over:
        return None
    card, retired = decks.cards.get(told.uid), decks.retired.get(told.uid)
    if card is not None:
        same = card.deck == deck and not is_command(card.card)
        return said_of(What.ALREADY if same else What.ELSEWHERE, card)
    if retired is not None:
        return said_of(What.RETIRED_ONE, retired)
    return Said(What.FICKLE, uid=told.uid.hex().upper()) if _is_fickle(told.uid) else None


def _is_fickle(uid: Uid) -> bool:
    """ISO/IEC 14443-3, 6.5.4: a number of four bytes from 08 on is drawn anew each time, as by a phone."""
    return len(uid) == 4 and uid[0] == RANDOM


def free_copy(decks: Decks, deck: str, card: str) -> int | None:
    """The number of one more of a card: the least that none has; None where there are too many."""
    taken = {copy for text, copy in decks.settled(deck) if text == card}
    return next((copy for copy in range(1, MOST_COPIES + 1) if copy not in taken), None)


def _enrolled(decks: Decks, task: Task, card: EnrolledCard, places: list[EnrolledCard]) -> Decks:
    """The card, without what had its tag or its place."""
    had = [decks.cards[card.uid]] if card.uid in decks.cards else []
    out = (*had, *(old for old in places if old not in had))
    cards = {uid: kept for uid, kept in decks.cards.items() if kept not in out} | {card.uid: card}
    retired = {uid: lost for uid, lost in decks.retired.items() if uid != card.uid}
    slot = (card.deck, card.card, card.copy)
    step = Step(task, card, out, decks.retired.get(card.uid), slot in decks.unread)
    return replace(
        decks, cards=cards, retired=retired, unread=decks.unread - {slot}, steps=stepped(decks, step)
    )


def stepped(decks: Decks, step: Step) -> tuple[Step, ...]:
    """The steps with one more."""
    return (*decks.steps, step)[-MOST_STEPS:]


def cannot_read(decks: Decks) -> Outcome:
    """The card at hand counts as one without a tag."""
    task = decks.task
    if not isinstance(task, Collect):
        return Outcome(decks, Said(What.NO_SUCH))
    free = open_slots(decks, task.deck, prompt_of(decks, task))
    if not free:
        return Outcome(decks, Said(What.FULL, prompt_of(decks, task).card, deck=task.deck))
    # the last: those that can be read keep the first numbers
    card, copy = free[-1]
    unread = decks.unread | {(task.deck, card, copy)}
    after = replace(decks, unread=unread, steps=stepped(decks, Step(task, unread=(card, copy))))
    return _going_on(after, task, Said(What.UNREAD, card, copy, task.deck), was_open=True)


def _going_on(decks: Decks, task: Collect, said: Said, was_open: bool) -> Outcome:
    """On to the next prompt when this one has all it wants."""
    if not was_open or open_slots(decks, task.deck, prompt_of(decks, task)):
        return Outcome(decks, said)
    following = next_open(decks, task.deck, task.at)
    done = What.DECK_DONE if following is None else What.PROMPT_DONE
    after = decks if following is None else replace(decks, task=replace(task, at=following))
    return Outcome(
        after, said if said.what is What.UNREAD and following is not None else replace(said, what=done)
    )
