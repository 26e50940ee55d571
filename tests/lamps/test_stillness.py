"""Between two steps of what moves nobody paints, and no step is missed."""

import random

import pytest

from engine.board import Seat
from engine.game import Game
from engine.inputs import CardTapped, NewGame
from engine.referee import judge
from firmware_host.headless import HeadlessTable, Policy
from firmware_host.lighting import Flight, Growing, Light, Picture, Rhythm, paint
from firmware_host.snapshot import Snapshot
from firmware_host.stillness import still_ms

PINK = (255, 0, 90)


def steps_of(picture: Picture, from_ms: int, for_ms: int, calm: bool) -> set[int]:
    """Every millisecond at which the lamps look different from the one before."""
    looks = [paint(picture, ms, calm)[0] for ms in range(from_ms - 1, from_ms + for_ms)]
    return {from_ms + i for i in range(for_ms) if looks[i + 1] != looks[i]}


def pictures(turns: int) -> list[tuple[Picture, int]]:
    """What the lamps of a game mean at rest, with a card in question and while hands carry; and when."""
    table = HeadlessTable(NewGame(4, "bark-up-a-tree", first=Seat(0)), random.Random(7), Policy.GREEDY)
    found = []
    for _ in range(turns):
        table.run(1)
        card = table.hands[table.play.turn][0]
        asked = judge(table.game, CardTapped(card.card, card.copy), table.clock_ms).game
        found += [(Snapshot(1, game).picture, table.clock_ms + 4_000) for game in (table.game, asked)]
    return found


@pytest.mark.parametrize("calm", [False, True])
def test_no_step_is_slept_through(calm: bool) -> None:
    for picture, now_ms in pictures(4):
        steps = steps_of(picture, now_ms, 2_500, calm)
        for ms in range(now_ms, now_ms + 1_200, 13):
            still = still_ms(picture, ms, calm)
            assert not steps & set(range(ms + 1, ms + still)), (picture, ms, still)


@pytest.mark.parametrize("rhythm", [Rhythm.SHARED, Rhythm.LIFT, Rhythm.PUT, Rhythm.WOULD, Rhythm.IS])
def test_each_rhythm_is_painted_at_its_steps_only(rhythm: Rhythm) -> None:
    light = Light(
        PINK, rhythm, 1.0, other=(0, 0, 255), begin_ms=60, run_ms=480 if rhythm is Rhythm.IS else -1
    )
    picture = Picture({"A8": light})
    painted, ms = set(), 10_000
    while ms < 20_000:
        ms += still_ms(picture, ms)
        painted.add(ms)
    steps = steps_of(picture, 10_001, 9_999, calm=False)
    assert steps <= painted
    assert len(painted) <= len(steps) + 1


def test_what_glides_is_never_still() -> None:
    breathing = Picture({"A8": Light(PINK, Rhythm.ASK, 1.0)})
    comet = Picture(flights=(Flight(("A8", "A9"), PINK, 500, 800),))
    filling = Picture(growing=Growing(("A8",), PINK, 400, 1_600))
    refused = Picture({"A8": Light(PINK, Rhythm.NO, 1.0)}, refused_ms=400)
    blinking = Picture({"A8": Light(PINK, Rhythm.MAY, 1.0)}, blinked_ms=900)
    assert [still_ms(one, 1_000) for one in (breathing, comet, filling, refused, blinking)] == [0] * 5
    assert still_ms(refused, 3_000) > 1_000 < still_ms(blinking, 3_000)


def test_a_game_that_waits_for_its_first_card_is_painted_a_few_times_a_second() -> None:
    game = judge(Game(), NewGame(4, "pagat", first=Seat(0)), 0).game
    picture, ms, painted = Snapshot(1, game).picture, 10_000, 0
    assert paint(picture, ms)[1], "the cue to draw runs through the plate"
    while ms < 15_000:
        ms, painted = ms + max(33, still_ms(picture, ms)), painted + 1
    assert painted <= 25
