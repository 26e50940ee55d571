"""What a table sounds like: the effects of play through gpiozero's TonalBuzzer, on mock pins. DESIGN 3."""

import queue
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from engine.inputs import Key
from engine.step import Effect
from firmware_host.config import load
from firmware_host.sounds import SOUNDS, Sounds
from hardware.clock import monotonic_ms
from hardware.conflicts import Host
from hardware.drivers import gpio
from hardware.held import Held
from hardware.interfaces import Buzzer
from tests.engine.table import Table

WITHIN_S = 30
NEXT, BACK, CONFIRM, CANCEL = Key


class Ear(MockPWMPin):
    """A pin that tells each tone it is given; 0 is silence."""

    heard: "queue.Queue[int]" = queue.Queue()

    def _set_frequency(self, value: float | None) -> None:
        super()._set_frequency(value)
        self.heard.put(round(value or 0))


@pytest.fixture
def sounds(request: pytest.FixtureRequest) -> Iterator[Sounds]:
    pins = MockFactory(pin_class=Ear)
    held: Held[Buzzer] = Held("b", "gpio", lambda: gpio.open_buzzer(13, pin_factory=pins), monotonic_ms)
    held.device()
    Ear.heard = queue.Queue()  # a pin that is opened tells its first frequency
    playing = Sounds([held], getattr(request, "param", ()))
    for player in playing.players:
        player.start()
    yield playing
    for player in playing.players:
        player.stop()
        player.join()
    held.close()
    pins.reset()


def tones(effects: Sequence[Effect]) -> list[int]:
    """The tones that these effects are made of."""
    return [note.hz for effect in effects for note in SOUNDS[effect] if note.hz]


def heard(count: int) -> list[int]:
    """That many tones, as they come."""
    found: list[int] = []
    while len(found) < count:
        tone = Ear.heard.get(timeout=WITHIN_S)
        found += [tone] if tone else []
    return found


def near(found: list[int], expected: list[int]) -> bool:
    """Whether these are those, but for what a tone is rounded to."""
    return len(found) == len(expected) and all(abs(a - b) <= 3 for a, b in zip(found, expected, strict=True))


def test_a_turn_sounds_as_it_goes(sounds: Sounds) -> None:
    """A tick when the card is tapped, two where the cursor's move shoves, one for the next; then taken, the
    shove, and whose turn it is."""
    table = Table().stand("A:A10,B3 B:A14")
    for step, told in (
        (table.tap("4"), [Effect.TICK]),
        (table.press(NEXT), [Effect.TICK]),
        (table.press(BACK), [Effect.TICK_SHOVE]),
        (table.press(CONFIRM), [Effect.TAKEN, Effect.SHOVE, Effect.YOUR_TURN, Effect.DRAW_FIRST]),
    ):
        assert list(step.effects) == told
        sounds.play(step.effects)
        found = heard(len(tones(told)))
        assert near(found, tones(told)), (found, tones(told))


def test_home_rises_and_help_is_low(sounds: Sounds) -> None:
    table = Table().stand("A:A1,B3")
    table.tap("5")
    at = table.ring().index("5 A1-AH3")
    for _ in range(at):
        step = table.press(NEXT)
    assert step.effects == (Effect.TICK_HOME,)
    rising = tones(step.effects)
    assert rising == sorted(set(rising))
    helper = Table("kilpatrick").stand("A:A10 C:A17")
    helper.tap("4")
    effects = [helper.press(NEXT).effects for _ in helper.ring()]
    assert (Effect.TICK_HELP,) in effects
    assert max(tones([Effect.TICK_HELP])) < min(tones([Effect.TICK]))


@pytest.mark.parametrize("sounds", [frozenset({Effect.TICK, Effect.REFUSED})], indirect=True)
def test_what_is_masked_is_not_heard(sounds: Sounds) -> None:
    sounds.play([Effect.TICK, Effect.REFUSED])
    sounds.play([Effect.TICK, Effect.TAKEN])
    assert near(heard(1), tones([Effect.TAKEN]))


def test_mute_and_mask_are_in_the_configuration(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    for text, silent in (
        ("", frozenset()),
        ("mute = true\n", frozenset(SOUNDS)),
        ('silent = ["tick", "tick_home"]\n', {Effect.TICK, Effect.TICK_HOME}),
    ):
        path.write_text(text, encoding="utf-8")
        assert load(path, Host()).silent == silent
