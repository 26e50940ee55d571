"""DESIGN 3: no lamp goes from dark to bright more than twice a second, however fast hands are."""

import random

import pytest

from engine.cards import Card
from engine.inputs import CardTapped, Key, Pressed, ShowBoardAsked, Told
from engine.referee import judge
from firmware_host.lighting import FULL, HALF, STEADY, Glow, paint
from firmware_host.snapshot import Snapshot, flashes_since
from firmware_host.steadying import Steadying
from tests.engine.table import Table
from tests.lamps.seen import LATER_MS

FRAME_MS = 33
RED = (255, 0, 0)


def rises(frames: list[tuple[int, dict[str, Glow]]]) -> dict[str, list[int]]:
    """When each lamp goes from dark to bright."""
    found: dict[str, list[int]] = {}
    bright: set[str] = set()
    for now_ms, glows in frames:
        bright = {name for name in bright if name in glows and glows[name].level > STEADY}
        for name, glow in glows.items():
            if glow.level >= HALF and name not in bright:
                bright.add(name)
                found.setdefault(name, []).append(now_ms)
    return found


def too_often(times: list[int]) -> bool:
    return any(third - first < 1000 for first, third in zip(times, times[2:], strict=False))


HANDS: list[Told] = [
    *(
        Pressed(key, held, source="buttons")
        for key in (Key.NEXT, Key.BACK, Key.CONFIRM)
        for held in (False, True)
    ),
    *(Pressed(Key.NEXT, source="knob") for _ in range(6)),
    *(CardTapped(Card.parse(card)) for card in ("4", "7", "K", "Joker")),
    ShowBoardAsked(),
]


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_told_eight_times_a_second(seed: int) -> None:
    rng = random.Random(seed)
    table = Table("kilpatrick").stand("A:A10,A14,C0 C:B12 D:D10,B3 B:A17")
    snapshot, steadying = Snapshot(game=table.game), Steadying()
    painted, shown = [], []
    for now_ms in range(LATER_MS, LATER_MS + 12_000, FRAME_MS):
        if (now_ms - LATER_MS) % (4 * FRAME_MS) == 0:
            step = judge(snapshot.game, rng.choice(HANDS), now_ms)
            now = Snapshot(game=step.game, refusal=step.ruling)
            since_ms = flashes_since(snapshot, now_ms) if now.has_bars else 0
            snapshot = Snapshot(game=step.game, refusal=step.ruling, refused_ms=since_ms)
        glows, _ = paint(snapshot.picture, now_ms)
        painted.append((now_ms, glows))
        shown.append((now_ms, steadying.steadied(glows, now_ms)[0]))
    assert any(too_often(times) for times in rises(painted).values()), "nothing was too fast to begin with"
    assert not [name for name, times in rises(shown).items() if too_often(times)]


def test_what_had_to_wait_is_shown_when_its_second_is_over() -> None:
    steadying = Steadying()
    levels = []
    for now_ms in range(0, 1_300, 100):
        lit = now_ms % 200 == 0 or now_ms >= 600
        glows, waiting = steadying.steadied({"A0": Glow(RED, FULL if lit else 0.0)}, LATER_MS + now_ms)
        levels.append(glows["A0"].level)
        assert waiting == (lit and glows["A0"].level == STEADY)
    assert levels == [FULL, 0, FULL, 0, STEADY, 0, *[STEADY] * 4, *[FULL] * 3]


def test_a_rhythm_is_never_held_back() -> None:
    """What the slow hand sees is what is painted."""
    table = Table().stand("A:A10,B3 B:A14")
    table.choose("4", "A10-A14")
    snapshot, steadying = Snapshot(game=table.game), Steadying()
    for now_ms in range(table.now_ms, table.now_ms + 9_000, FRAME_MS):
        glows, _ = paint(snapshot.picture, now_ms)
        assert steadying.steadied(glows, now_ms) == (glows, False)
