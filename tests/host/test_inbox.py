"""The queue into the loop: an input is carried out once or never, and pages get no more than their share."""

import threading
from collections.abc import Callable

import pytest

from engine.inputs import ShowBoardAsked, ThrowAsked
from firmware_host.inbox import PAGE_SHARE, Answer, Asked, DeviceChanged, Inbox, NotTaken, Stop

SOON_S = 0.01
WHILE_S = 1.0
"""Time enough for a thread on a busy machine to claim what waits."""
PATIENCE_S = 20.0
TAKEN = Answer(7, None)


def answering(inbox: Inbox, answer: Callable[[Asked], None]) -> threading.Thread:
    """Somebody who takes what comes until told to stop."""

    def take() -> None:
        while not isinstance(item := inbox.take(None), Stop):
            if isinstance(item, Asked):
                answer(item)

    thread = threading.Thread(target=take)
    thread.start()
    return thread


def test_items_come_out_in_the_order_they_went_in() -> None:
    inbox = Inbox()
    for item in (DeviceChanged(), Stop()):
        inbox.put(item)
    assert not inbox.is_empty()
    assert [inbox.take(0), inbox.take(0), inbox.take(0)] == [DeviceChanged(), Stop(), None]
    assert inbox.is_empty()


def test_an_asker_gets_its_answer() -> None:
    inbox = Inbox()
    thread = answering(inbox, lambda asked: asked.claim() and asked.answer(TAKEN))  # type: ignore[arg-type]
    assert inbox.ask(ThrowAsked(), None, PATIENCE_S) == TAKEN
    inbox.put(Stop())
    thread.join()


def test_what_nobody_takes_in_time_is_never_carried_out() -> None:
    inbox = Inbox()
    with pytest.raises(NotTaken):
        inbox.ask(ThrowAsked(), None, SOON_S)
    late = inbox.take(0)
    assert isinstance(late, Asked)
    assert not late.claim()


def test_what_was_claimed_is_waited_for_however_long_it_takes() -> None:
    inbox = Inbox()
    claimed, go_on = threading.Event(), threading.Event()

    def slowly(asked: Asked) -> None:
        assert asked.claim()
        claimed.set()
        assert go_on.wait(PATIENCE_S)
        asked.answer(TAKEN)

    thread = answering(inbox, slowly)
    found: list[Answer] = []
    asker = threading.Thread(target=lambda: found.append(inbox.ask(ThrowAsked(), None, WHILE_S)))
    asker.start()
    assert claimed.wait(PATIENCE_S)
    asker.join(1.2 * WHILE_S)
    assert asker.is_alive(), "it gave up on an input that was being carried out"
    go_on.set()
    asker.join(PATIENCE_S)
    assert found == [TAKEN]
    inbox.put(Stop())
    thread.join()


def test_either_the_asker_gives_up_or_the_input_is_carried_out() -> None:
    """However the two meet: never both, never neither."""
    inbox = Inbox()
    carried_out: list[Asked] = []

    def carry_out(asked: Asked) -> None:
        if asked.claim():
            carried_out.append(asked)
            asked.answer(TAKEN)

    thread = answering(inbox, carry_out)
    answered = 0
    for number in range(400):
        try:
            inbox.ask(ThrowAsked(), None, number % 20 / 100_000)
            answered += 1
        except NotTaken:
            pass
    inbox.put(Stop())
    thread.join()
    assert len(carried_out) == answered
    assert answered > 0


def test_pages_get_no_more_than_their_share() -> None:
    inbox = Inbox()
    askers = [threading.Thread(target=_ask_in_vain, args=(inbox,)) for _ in range(PAGE_SHARE)]
    for asker in askers:
        asker.start()
    waiting = [inbox.take(PATIENCE_S) for _ in askers]
    with pytest.raises(NotTaken):
        inbox.ask(ShowBoardAsked(), None, PATIENCE_S)
    assert inbox.is_empty(), "the one too many was queued all the same"
    inbox.put(DeviceChanged())
    assert inbox.take(0) == DeviceChanged(), "the table's own inputs are never turned away"
    for item in waiting:
        assert isinstance(item, Asked)
        assert item.claim()
        item.answer(TAKEN)
    for asker in askers:
        asker.join(PATIENCE_S)
    with pytest.raises(NotTaken):
        inbox.ask(ShowBoardAsked(), None, SOON_S)
    assert not inbox.is_empty(), "the share was not given back"


def _ask_in_vain(inbox: Inbox) -> None:
    assert inbox.ask(ThrowAsked(), None, PATIENCE_S) == TAKEN
