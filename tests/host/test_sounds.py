"""What the buzzer says, and that nothing stops when it cannot."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from engine.step import Effect
from firmware_host.sounds import SOUNDS, Sounds
from hardware.clock import monotonic_ms
from hardware.drivers.simulated import Desk
from hardware.drivers.simulated_parts import SimulatedBuzzer
from hardware.held import Held, State
from tests.eventually import until

SILENT = {Effect.NEW_GAME_WANTED}


def held(desk: Desk, name: str) -> Held[SimulatedBuzzer]:
    def opening() -> SimulatedBuzzer:
        buzzer = desk.buzzer(name)
        buzzer.open()
        return buzzer

    return Held(name, "simulated", opening, monotonic_ms)


@pytest.mark.parametrize("effect", [effect for effect in Effect if effect not in SILENT])
def test_every_effect_has_a_sound_of_its_own(effect: Effect) -> None:
    assert SOUNDS[effect]
    assert [other for other in SOUNDS if SOUNDS[other] == SOUNDS[effect]] == [effect]
    assert sum(note.ms for note in SOUNDS[effect]) <= 700


@contextmanager
def playing(*buzzers: Held[SimulatedBuzzer]) -> Iterator[Sounds]:
    sounds = Sounds(buzzers)
    for player in sounds.players:
        player.start()
    yield sounds
    for player, buzzer in zip(sounds.players, buzzers, strict=True):
        player.stop()
        buzzer.close()
        player.join()


def test_what_happened_together_is_one_melody() -> None:
    desk = Desk()
    with playing(held(desk, "one"), held(desk, "two")) as sounds:
        sounds.play([Effect.TAKEN, Effect.SHOVE])
        melody = (*SOUNDS[Effect.TAKEN], *SOUNDS[Effect.SHOVE])
        for name in ("one", "two"):
            until(lambda name=name: desk.buzzer(name).played == [melody])


@pytest.mark.parametrize("effects", [[], [Effect.NEW_GAME_WANTED]])
def test_what_has_no_sound_disturbs_no_melody(effects: list[Effect]) -> None:
    desk = Desk()
    with playing(held(desk, "one")) as sounds:
        sounds.play(effects)
        sounds.play([Effect.TICK])
        until(lambda: desk.buzzer("one").played)
    assert desk.buzzer("one").played == [SOUNDS[Effect.TICK]]


def test_a_buzzer_that_fails_is_silent_and_the_others_play() -> None:
    desk = Desk()
    broken, whole = held(desk, "broken"), held(desk, "whole")
    with playing(broken, whole) as sounds:
        for number, fault in enumerate([None, "missing", "missing"], start=1):
            desk.buzzer("broken").inject(fault)
            sounds.play([Effect.TAKEN])
            until(lambda number=number: len(desk.buzzer("whole").played) == number)
        until(lambda: broken.health().state is State.RETRYING)
        assert len(desk.buzzer("broken").played) == 1


def test_a_buzzer_that_hangs_holds_nobody_up() -> None:
    """What happens meanwhile is not played afterwards, but for the one sound that waits."""
    desk = Desk()
    with playing(held(desk, "stuck")) as sounds:
        sounds.play([Effect.TICK])
        until(lambda: desk.buzzer("stuck").played)
        desk.buzzer("stuck").inject("hang")
        for _ in range(50):
            sounds.play([Effect.TAKEN])
        desk.buzzer("stuck").inject(None)
        until(lambda: len(desk.buzzer("stuck").played) > 1)
    assert len(desk.buzzer("stuck").played) <= 3


def test_a_board_without_a_buzzer_is_silent() -> None:
    Sounds([]).play([Effect.WIN])
