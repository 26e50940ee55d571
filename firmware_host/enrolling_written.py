"""What is being enrolled as JSON, and back: kept beside the cards, so that a power cut costs nothing."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, assert_never

from engine.cards import Card
from firmware_host.command_cards import check_command, is_command
from firmware_host.deck import MOST_COPIES, EnrolledCard
from firmware_host.enrolling import Collect, Decks, LookUp, Place, Step, Task, Walk
from firmware_host.enrolling_plan import MOST_DECKS, MOST_JOKERS, Plan, Way
from hardware.interfaces import Uid


class BadProgress(ValueError):
    """What was kept is not of this form: it was written by another version."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What `Decks` has beside the cards."""

    plans: Mapping[str, Plan]
    unread: frozenset[tuple[str, str, int]]
    task: Task | None
    steps: tuple[Step, ...]


def write_progress(decks: Decks) -> dict[str, str]:
    """Each part by its name."""
    return {
        "plans": json.dumps(
            {deck: [plan.decks, plan.jokers, plan.way] for deck, plan in decks.plans.items()}
        ),
        "unread": json.dumps(sorted(decks.unread)),
        "task": json.dumps(_write_task(decks.task)),
        "steps": json.dumps([_write_step(step) for step in decks.steps]),
    }


def read_progress(parts: Mapping[str, str]) -> Progress:
    """What `write_progress` wrote; nothing of it is nothing begun.

    Raises:
        BadProgress: it is of another form.
    """
    try:
        plans = {
            deck: _plan(int(decks), int(jokers), Way(way))
            for deck, (decks, jokers, way) in _loaded(parts.get("plans", "{}")).items()
        }
        unread = [
            (str(deck), _card_text(card), _copy(copy))
            for deck, card, copy in _loaded(parts.get("unread", "[]"))
        ]
        task = _read_task(_loaded(parts.get("task", "null")))
        steps = tuple(_read_step(step) for step in _loaded(parts.get("steps", "[]")))
    except (ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError) as error:
        raise BadProgress(str(error)) from error
    if isinstance(task, Collect) and not (
        task.deck in plans and 0 <= task.at < len(plans[task.deck].prompts)
    ):
        raise BadProgress(f"{task.deck!r} has no such prompt")
    return Progress(plans, frozenset(unread), task, steps)


def _loaded(text: str) -> Any:
    """Half of a surrogate pair can be escaped in JSON, but no page can say it."""
    data = json.loads(text)
    json.dumps(data, ensure_ascii=False).encode()
    return data


def _plan(decks: int, jokers: int, way: Way) -> Plan:
    if not (1 <= decks <= MOST_DECKS and 0 <= jokers <= MOST_JOKERS):
        raise ValueError(f"{decks} decks with {jokers} jokers are none")
    return Plan(decks, jokers, way)


def _card_text(text: str) -> str:
    if is_command(text):
        check_command(text)
    else:
        Card.parse(text)
    return text


def _copy(value: Any) -> int:
    if not 1 <= value <= MOST_COPIES:
        raise ValueError(f"there is no copy {value}")
    return int(value)


def _write_task(task: Task | None) -> Any:
    match task:
        case None:
            return None
        case Collect():
            return ["collect", task.deck, task.at]
        case Place():
            return ["place", task.deck, task.card, task.copy]
        case Walk():
            return ["walk", task.deck, sorted(uid.hex() for uid in task.seen)]
        case LookUp():
            return ["look_up"]
        case _:
            assert_never(task)


def _read_task(data: Any) -> Task | None:
    match data:
        case None:
            return None
        case ["collect", str(deck), int(at)]:
            return Collect(deck, at)
        case ["place", str(deck), str(card), int(copy)]:
            return Place(deck, _card_text(card), _copy(copy))
        case ["walk", str(deck), list(seen)]:
            return Walk(deck, frozenset(Uid(bytes.fromhex(uid)) for uid in seen))
        case ["look_up"]:
            return LookUp()
        case _:
            raise ValueError(f"{data!r} is no task")


def _write_step(step: Step) -> Any:
    return {
        "task": _write_task(step.task),
        "put": _write_card(step.put),
        "out": [_write_card(card) for card in step.out],
        "found": _write_card(step.found),
        "read": step.read,
        "unread": step.unread,
    }


def _read_step(data: Any) -> Step:
    task = _read_task(data["task"])
    unread = (_card_text(data["unread"][0]), _copy(data["unread"][1])) if data["unread"] else None
    put = _read_card(data["put"])
    if task is None or (put is None and not (unread and isinstance(task, Collect))):
        raise ValueError(f"{data!r} is no step")
    out = tuple(card for card in map(_read_card, data["out"]) if card)
    return Step(task, put, out, _read_card(data["found"]), bool(data["read"]), unread)


def _write_card(card: EnrolledCard | None) -> Any:
    return None if card is None else [card.uid.hex(), card.card, card.copy, card.deck]


def _read_card(data: Any) -> EnrolledCard | None:
    if data is None:
        return None
    uid, card, copy, deck = data
    return EnrolledCard(Uid(bytes.fromhex(uid)), _card_text(card), _copy(copy), str(deck))
