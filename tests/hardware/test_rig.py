"""A rig opens what it is told, each on its own."""

import re
import sys
from types import MappingProxyType

import pytest

from hardware.drivers.simulated import Desk
from hardware.errors import CannotOpen
from hardware.held import State
from hardware.rig import DeviceSpec, Kind, Rig, mistakes, open_device
from tests.clock import Clock
from tests.tree import ROOT


def simulated_spec(kind: Kind, name: str, desk: Desk, **more: object) -> DeviceSpec:
    return DeviceSpec(kind, name, "simulated", MappingProxyType({"desk": desk, "name": name, **more}))


def all_kinds(desk: Desk) -> list[DeviceSpec]:
    return [
        simulated_spec(Kind.READER, "table", desk),
        simulated_spec(Kind.BUTTON, "confirm", desk),
        simulated_spec(Kind.KNOB, "knob", desk),
        simulated_spec(Kind.STRIP, "ring", desk, lamps=72),
        simulated_spec(Kind.STRIP, "homes", desk, lamps=40),
        simulated_spec(Kind.BUZZER, "beep", desk),
    ]


def open_all(rig: Rig) -> None:
    for held in (*rig.readers, *rig.buttons, *rig.knobs, *rig.strips, *rig.buzzers):
        held.device()


def test_every_device_is_where_its_kind_is_and_health_keeps_the_order() -> None:
    rig = Rig(all_kinds(Desk()), Clock())
    open_all(rig)
    assert [held.name for held in rig.strips] == ["ring", "homes"]
    assert [health.name for health in rig.health()] == ["table", "confirm", "knob", "ring", "homes", "beep"]
    assert {health.state for health in rig.health()} == {State.OK}
    rig.close()
    assert {health.state for health in rig.health()} == {State.OFF}


def test_one_device_that_is_missing_leaves_the_others_alone() -> None:
    desk = Desk()
    desk.strip("ring", 72).inject("missing")
    rig = Rig(all_kinds(desk), Clock())
    open_all(rig)
    states = {health.name: health.state for health in rig.health()}
    assert states.pop("ring") is State.MISSING
    assert set(states.values()) == {State.OK}
    rig.close()


def test_a_board_without_any_device_runs_too() -> None:
    rig = Rig([], Clock())
    assert (rig.readers, rig.strips, rig.health()) == ((), (), ())
    rig.close()


def test_a_missing_library_is_a_fault_that_names_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "serial", None)
    spec = DeviceSpec(Kind.READER, "table", "rdm6300", {"port": "/dev/null"})
    with pytest.raises(CannotOpen, match=r"table: .* needs serial, .*\. On a board run .*: make venv\.$"):
        open_device(spec)


def test_nobody_is_told_to_fetch_peglight_from_an_index() -> None:
    """It is on none: whoever tried would get an error, or a stranger's package of that name."""
    text = "".join(
        path.read_text(encoding="utf-8")
        for folder in ("engine", "hardware", "firmware_host", "web_ui", "systemd", "docs", ".")
        for path in (ROOT / folder).glob("*" if folder == "." else "**/*")
        if path.suffix in (".py", ".md", ".po", ".html", ".json", ".sh") and path.name != "CHANGELOG.md"
    )
    assert len(text) > 1_000_000
    assert re.findall(r".*pip3? install[^\n]* '?peglight\b.*", text) == []


def test_a_driver_that_does_not_exist_is_a_fault_too() -> None:
    with pytest.raises(CannotOpen, match="there is no driver called tarot"):
        open_device(DeviceSpec(Kind.READER, "table", "tarot"))


def test_mistakes_are_told_without_opening_anything() -> None:
    assert mistakes(DeviceSpec(Kind.READER, "table", "rdm6300", {"port": "/dev/ttyUSB0"})) == []
    assert mistakes(DeviceSpec(Kind.READER, "table", "rdm6300", {"prot": "/dev/ttyUSB0"})) == [
        "table: rdm6300 has no setting 'prot'; it has port, gap_ms.",
        "table: rdm6300 needs the setting 'port'.",
    ]
    (wrong_kind,) = mistakes(DeviceSpec(Kind.STRIP, "ring", "rdm6300"))
    assert "has no strip" in wrong_kind
    (unknown,) = mistakes(DeviceSpec(Kind.STRIP, "ring", "tarot"))
    assert "no driver called tarot" in unknown


@pytest.mark.parametrize(
    ("setting", "value", "must_be"),
    [
        ("lamps", "112", "a whole number"),
        ("lamps", True, "a whole number"),
        ("path", 3, "a text in quotes"),
        ("sacrificial", 1, "true or false"),
    ],
)
def test_a_setting_of_another_kind_is_a_mistake(setting: str, value: object, must_be: str) -> None:
    (mistake,) = mistakes(DeviceSpec(Kind.STRIP, "ring", "leds0", {setting: value}))
    assert mistake == f"ring: {setting} = {value!r} must be {must_be}."
