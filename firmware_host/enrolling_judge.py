"""What becomes of a deed at the decks: `decide`, total and pure."""

from dataclasses import replace
from typing import assert_never

from engine.cards import Card
from firmware_host.command_cards import BadCommand, check_command, is_command
from firmware_host.deck import EnrolledCard
from firmware_host.enrolling import (
    Collect,
    Decks,
    LookUp,
    Outcome,
    Place,
    Step,
    Task,
    Walk,
    next_open,
    way_of,
)
from firmware_host.enrolling_deeds import (
    Adopt,
    Begin,
    BeginLookUp,
    BeginWalk,
    BringBack,
    CannotRead,
    Crowd,
    Deed,
    Drop,
    GoTo,
    PlaceOne,
    Put,
    Rename,
    Resume,
    Retire,
    StopEnrolling,
    Tapped,
    Undo,
)
from firmware_host.enrolling_plan import Plan, Way
from firmware_host.enrolling_said import Said, What, said_of
from firmware_host.enrolling_taps import cannot_read, free_copy, tap
from hardware.interfaces import Uid


def decide(decks: Decks, deed: Deed) -> Outcome:
    """What is enrolled after a deed, and what is said. A refusal leaves the very same decks."""
    match deed:
        case Tapped():
            return tap(decks, deed)
        case Crowd():
            return Outcome(decks, Said(What.CROWDED))
        case CannotRead():
            return cannot_read(decks)
        case Undo():
            return _undo(decks)
        case Begin() | GoTo() | PlaceOne() | BeginWalk() | BeginLookUp() | StopEnrolling() | Resume():
            return _turned_to(decks, deed)
        case Retire() | BringBack() | Rename() | Drop() | Put() | Adopt():
            return _mended(decks, deed)
        case _:
            assert_never(deed)


def _turned_to(
    decks: Decks, deed: Begin | GoTo | PlaceOne | BeginWalk | BeginLookUp | StopEnrolling | Resume
) -> Outcome:
    """What a tap is for from now on."""
    match deed:
        case Begin():
            return _begin(decks, deed)
        case GoTo():
            return _go_to(decks, deed.at)
        case PlaceOne():
            return _place_one(decks, deed)
        case BeginWalk():
            known = deed.deck in decks.names
            return _set_to(decks, Walk(deed.deck)) if known else _no_such(decks)
        case BeginLookUp():
            return _set_to(decks, LookUp())
        case StopEnrolling():
            return Outcome(replace(decks, task=None, steps=()), Said(What.STOPPED))
        case Resume():
            return Outcome(decks, Said(What.BEGUN if decks.task else What.NO_SUCH))
        case _:
            assert_never(deed)


def _mended(decks: Decks, deed: Retire | BringBack | Rename | Drop | Put | Adopt) -> Outcome:
    """What is changed of decks without a tap."""
    match deed:
        case Retire():
            return _retire(decks, deed.uid)
        case BringBack():
            return _bring_back(decks, deed.uid)
        case Rename():
            return _rename(decks, deed)
        case Drop():
            return _drop(decks, deed.deck)
        case Put():
            return _put(decks, deed)
        case Adopt():
            cards = tuple(replace(card, deck=deed.deck) for card in decks.spare.values())
            return _put(decks, Put(deed.deck, cards)) if cards else _no_such(decks)
        case _:
            assert_never(deed)


def _no_such(decks: Decks) -> Outcome:
    return Outcome(decks, Said(What.NO_SUCH))


def _set_to(decks: Decks, task: Task) -> Outcome:
    return Outcome(replace(decks, task=task, steps=()), Said(What.BEGUN))


def _begin(decks: Decks, deed: Begin) -> Outcome:
    plan = deed.plan or decks.plans.get(deed.deck)
    if plan is None:
        return _no_such(decks)
    if not _fits(plan, way_of(decks.of(deed.deck))):
        return Outcome(decks, Said(What.OTHER_WAY, deck=deed.deck))
    planned = replace(decks, plans={**decks.plans, deed.deck: plan})
    return _set_to(planned, Collect(deed.deck, next_open(planned, deed.deck, 0) or 0))


def _fits(plan: Plan, way: Way | None) -> bool:
    """Whether cards told apart that finely can be gone on with by that plan."""
    return way is None or (way is Way.RANK) == (plan.way is Way.RANK)


def _go_to(decks: Decks, at: int) -> Outcome:
    task = decks.task
    if not isinstance(task, Collect) or not 0 <= at < len(decks.plans[task.deck].prompts):
        return _no_such(decks)
    return Outcome(replace(decks, task=replace(task, at=at)), Said(What.BEGUN))


def _undo(decks: Decks) -> Outcome:
    if not decks.steps:
        return Outcome(decks, Said(What.NOTHING_TO_UNDO))
    *left, step = decks.steps
    before = replace(decks, task=step.task, steps=tuple(left))
    if step.put is not None:
        return Outcome(_untapped(before, step, step.put), said_of(What.UNDONE, step.put))
    assert step.unread is not None
    assert isinstance(step.task, Collect)
    unread = decks.unread - {(step.task.deck, *step.unread)}
    return Outcome(replace(before, unread=unread), Said(What.UNDONE, *step.unread, deck=step.task.deck))


def _untapped(decks: Decks, step: Step, put: EnrolledCard) -> Decks:
    cards = {uid: card for uid, card in decks.cards.items() if uid != put.uid}
    found = {step.found.uid: step.found} if step.found else {}
    return replace(
        decks,
        cards=cards | {card.uid: card for card in step.out},
        retired={**decks.retired, **found},
        unread=decks.unread | {(put.deck, put.card, put.copy)} if step.read else decks.unread,
    )


def _place_one(decks: Decks, deed: PlaceOne) -> Outcome:
    if is_command(deed.card):
        try:
            check_command(deed.card)
        except BadCommand:
            return _no_such(decks)
    elif deed.deck not in decks.names or not _is_card(deed.card):
        return _no_such(decks)
    copy = deed.copy or free_copy(decks, deed.deck, deed.card)
    return _no_such(decks) if copy is None else _set_to(decks, Place(deed.deck, deed.card, copy))


def _is_card(text: str) -> bool:
    try:
        return Card.parse(text).ascii == text
    except ValueError:
        return False


def _retire(decks: Decks, uid: Uid) -> Outcome:
    card = decks.cards.get(uid)
    if card is None:
        return _no_such(decks)
    cards = {key: kept for key, kept in decks.cards.items() if key != uid}
    retired = decks.retired if is_command(card.card) else {**decks.retired, uid: card}
    return Outcome(_without_steps(replace(decks, cards=cards, retired=retired)), said_of(What.RETIRED, card))


def _bring_back(decks: Decks, uid: Uid) -> Outcome:
    card = decks.retired.get(uid)
    if card is None:
        return _no_such(decks)
    if decks.settled(card.deck).get((card.card, card.copy)):
        return Outcome(decks, said_of(What.TAKEN_PLACE, card))
    retired = {key: lost for key, lost in decks.retired.items() if key != uid}
    unread = decks.unread - {(card.deck, card.card, card.copy)}
    back = replace(decks, cards={**decks.cards, uid: card}, retired=retired, unread=unread)
    return Outcome(_without_steps(back), said_of(What.BACK, card))


def _without_steps(decks: Decks) -> Decks:
    """What was done beside the taps is not taken back by undoing taps, and must not be overwritten by it."""
    return replace(decks, steps=())


def _rename(decks: Decks, deed: Rename) -> Outcome:
    if deed.deck not in decks.names:
        return _no_such(decks)
    if deed.to in decks.names and deed.to != deed.deck:
        return Outcome(decks, Said(What.IN_THE_WAY, deck=deed.to))

    def named(card: EnrolledCard) -> EnrolledCard:
        return replace(card, deck=deed.to) if card.deck == deed.deck else card

    def called(deck: str) -> str:
        return deed.to if deck == deed.deck else deck

    task = decks.task
    renamed = replace(
        decks,
        cards={uid: named(card) for uid, card in decks.cards.items()},
        retired={uid: named(card) for uid, card in decks.retired.items()},
        plans={called(deck): plan for deck, plan in decks.plans.items()},
        unread=frozenset((called(deck), card, copy) for deck, card, copy in decks.unread),
        task=replace(task, deck=called(task.deck)) if isinstance(task, Collect | Place | Walk) else task,
    )
    return Outcome(_without_steps(renamed), Said(What.RENAMED, deck=deed.to))


def _drop(decks: Decks, deck: str) -> Outcome:
    if deck not in decks.names:
        return _no_such(decks)
    return Outcome(_without(decks, deck), Said(What.DROPPED, deck=deck))


def _without(decks: Decks, deck: str) -> Decks:
    task = decks.task
    ends = isinstance(task, Collect | Place | Walk) and task.deck == deck
    return replace(
        decks,
        cards={uid: card for uid, card in decks.cards.items() if card.deck != deck},
        retired={uid: card for uid, card in decks.retired.items() if card.deck != deck},
        plans={name: plan for name, plan in decks.plans.items() if name != deck},
        unread=frozenset(one for one in decks.unread if one[0] != deck),
        task=None if ends else task,
        steps=(),
    )


def _put(decks: Decks, deed: Put) -> Outcome:
    if not deed.over and deed.deck in decks.names:
        return Outcome(decks, Said(What.IN_THE_WAY, deck=deed.deck))
    clash = next((decks.cards[card.uid] for card in deed.cards if card.uid in decks.cards), None)
    if not deed.over and clash is not None:
        return Outcome(decks, said_of(What.IN_THE_WAY, clash))
    cleared = _without(decks, deed.deck)
    new = {card.uid: replace(card, deck=deed.deck) for card in deed.cards}
    retired = {uid: card for uid, card in cleared.retired.items() if uid not in new}
    after = replace(cleared, cards={**cleared.cards, **new}, retired=retired)
    return Outcome(after, Said(What.IMPORTED, deck=deed.deck, count=len(new)))
