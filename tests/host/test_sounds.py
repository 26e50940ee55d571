"""What the buzzer says, and that nothing stops when it cannot."""

import pytest

from engine.step import Effect
from firmware_host.sounds import SOUNDS, Sounds
from hardware.drivers.simulated import Desk, SimulatedBuzzer, monotonic_ms
from hardware.held import Held, State

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


def test_what_happened_together_is_one_melody() -> None:
    desk = Desk()
    Sounds([held(desk, "one"), held(desk, "two")]).play([Effect.TAKEN, Effect.SHOVE])
    melody = (*SOUNDS[Effect.TAKEN], *SOUNDS[Effect.SHOVE])
    assert [desk.buzzer(name).played for name in ("one", "two")] == [[melody], [melody]]


@pytest.mark.parametrize("effects", [[], [Effect.NEW_GAME_WANTED]])
def test_what_has_no_sound_disturbs_no_melody(effects: list[Effect]) -> None:
    desk = Desk()
    Sounds([held(desk, "one")]).play(effects)
    assert desk.buzzer("one").played == []


def test_a_buzzer_that_fails_is_silent_and_the_others_play() -> None:
    desk = Desk()
    broken, whole = held(desk, "broken"), held(desk, "whole")
    sounds = Sounds([broken, whole])
    sounds.play([Effect.TICK])
    desk.buzzer("broken").inject("missing")
    sounds.play([Effect.TAKEN])
    sounds.play([Effect.TAKEN])
    assert broken.health().state is State.RETRYING
    assert len(desk.buzzer("whole").played) == 3
    assert len(desk.buzzer("broken").played) == 1


def test_a_board_without_a_buzzer_is_silent() -> None:
    Sounds([]).play([Effect.WIN])
