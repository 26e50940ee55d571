"""The configuration is checked whole, and every mistake is told at once. DESIGN 5."""

import random
from pathlib import Path

import pytest

from engine.board import Seat
from engine.inputs import Key
from firmware_host.boardmap import names_of
from firmware_host.buttons import ButtonRole
from firmware_host.config import BadConfig, Config, load
from hardware.conflicts import Host, look
from hardware.rig import DeviceSpec, Kind


def side_runs(seat: str) -> list[str]:
    return [f"{seat}0..{seat}17", f"{seat}H1..{seat}H5", f"{seat}S1..{seat}S5"]


OTHER_SIDES = [run for seat in "BCD" for run in side_runs(seat)]
GOOD = """
name = "Club board ♥"
hold_ms = 900
brightness = 0.5

[[reader]]
name = "table"
driver = "rdm6300"
port = "/dev/serial/by-id/usb-1"

[[reader]]
name = "blue's"
driver = "simulated"
seat = "B"

[[button]]
name = "next"
driver = "simulated"

[[button]]
name = "yes"
driver = "simulated"
key = "confirm"
seat = "B"

[[strip]]
name = "ring"
driver = "simulated"
lamps = 114
holes = ["A17..A0", "skip 2", "AH1..AH5", "AS1..AS5", REST]
budget_ma = 1500
ma_per_lamp = 40

[[buzzer]]
name = "beeper"
driver = "simulated"
""".replace("REST", ", ".join(f'"{run}"' for run in OTHER_SIDES))


def loaded(folder: Path, text: str) -> Config:
    (folder / "board.toml").write_text(text, encoding="utf-8")
    return load(folder / "board.toml", Host())


def mistakes(folder: Path, text: str) -> list[str]:
    with pytest.raises(BadConfig) as bad:
        loaded(folder, text)
    assert str(bad.value) == "\n".join(bad.value.mistakes)
    return bad.value.mistakes


def test_a_good_one_is_read_whole(tmp_path: Path) -> None:
    config = loaded(tmp_path, GOOD)
    assert (config.name, config.hold_ms, config.looks.brightness) == ("Club board ♥", 900, 0.5)
    assert config.specs == (
        DeviceSpec(Kind.READER, "table", "rdm6300", {"port": "/dev/serial/by-id/usb-1"}),
        DeviceSpec(Kind.READER, "blue's", "simulated", {}),
        DeviceSpec(Kind.BUTTON, "next", "simulated", {}),
        DeviceSpec(Kind.BUTTON, "yes", "simulated", {}),
        DeviceSpec(Kind.STRIP, "ring", "simulated", {"lamps": 114}),
        DeviceSpec(Kind.BUZZER, "beeper", "simulated", {}),
    )
    assert config.reader_seats == {"blue's": Seat(1)}
    assert config.button_roles == {
        "next": ButtonRole(Key.NEXT),
        "yes": ButtonRole(Key.CONFIRM, Seat(1)),
    }
    plan = config.strip_plans["ring"]
    assert (plan.budget_ma, plan.ma_per_lamp, list(plan.rings)) == (1500, 40, [4])
    assert plan.rings[4][:20] == (*(f"A{n}" for n in range(17, -1, -1)), "", "")
    assert sorted(filter(None, plan.rings[4])) == sorted(names_of(4))


def test_an_empty_one_is_a_board_without_devices(tmp_path: Path) -> None:
    assert loaded(tmp_path, "") == Config()


def test_every_mistake_is_told_at_once(tmp_path: Path) -> None:
    """Each with the file, the key, the value, and what is allowed."""
    text = GOOD.replace("900", "90").replace("0.5", "true").replace('"rdm6300"', '"rdm63000"')
    text = text.replace("A17..A0", "A17..B0").replace('seat = "B"', 'seat = "Z"').replace('"confirm"', '"ok"')
    text = text.replace("1500", "15").replace('"Club board ♥"', "7\nlanguage = 'en'")
    path = tmp_path / "board.toml"
    assert mistakes(tmp_path, text) == [f"{path}: {said}" for said in EVERY_MISTAKE]


RUNS = ["A17..B0", "skip 2", "AH1..AH5", "AS1..AS5", *OTHER_SIDES]
KEYS = (
    "brightness, button, buzzer, hold_ms, knob, mute, name, night, night_brightness, pegs, reader, "
    "reduced_motion, silent, strip"
)
EVERY_MISTAKE = f"""
language = 'en': there is no such key; there are {KEYS}
name = 7: it must be a text of 1 to 40 characters
hold_ms = 90: it must be 600 to 3000
brightness = True: it must be 0.05 to 1
reader[1]: table: there is no driver called rdm63000. Choose one of those the documentation lists.
reader[2].seat = 'Z': it must be a seat, A to J
button[2].seat = 'Z': it must be a seat, A to J
button[2].key = 'ok': it must be one of next, back, confirm, cancel
strip[1].budget_ma = 15: it must be 100 to 60000
strip[1].holes = {RUNS}: 'A17..B0' runs from one row into another; write a run for each
""".strip().splitlines()

READER = '[[reader]]\nname = "r"\ndriver = "rdm6300"\nport = "/dev/x"\n'
STRIP = '[[strip]]\nname = "s"\ndriver = "simulated"\nlamps = 4\n'
WRONG = {
    READER.replace('port = "/dev/x"', ""): "reader[1]: r: rdm6300 needs the setting 'port'",
    READER + "prot = 1\n": "reader[1]: r: rdm6300 has no setting 'prot'",
    READER.replace('"/dev/x"', "5"): "reader[1]: r: port = 5 must be a text",
    READER.replace('"/dev/x"', '"/dev/\\u0000"'): "reader[1].port = '/dev/\\x00': it must be a text without",
    READER + READER.replace("/dev/x", "/dev/y"): "reader[2].name = 'r': another device has this name",
    READER + '[[button]]\nname = "r"\ndriver = "simulated"\nkey = "next"': "button[1].name = 'r': another",
    READER.replace('"r"', '""'): "reader[1].name = '': it must be a text of 1 to 40",
    READER.replace('"r"', '"a\\nb"'): "reader[1].name = 'a\\nb': it must be a text of 1 to 40",
    READER.replace('driver = "rdm6300"\n', ""): "reader[1].driver = '': it must be the name of a driver",
    READER.replace("rdm6300", "../../etc"): "reader[1].driver = '../../etc': it must be the name of a driver",
    READER.replace("rdm6300", "last-read"): "reader[1]: r: the driver last-read has no reader",
    "reader = 5\n": "reader = 5: write each as a table headed [[reader]]",
    "[reader]\nname = 'r'\n": "reader = {'name': 'r'}: write each as a table headed [[reader]]",
    STRIP.replace("4", "0"): "strip[1].lamps = 0: it must be 1 to 2000",
    STRIP.replace("4", "10000000000"): "strip[1].lamps = 10000000000: it must be 1 to 2000",
    STRIP.replace("4", "nan"): "strip[1]: s: lamps = nan must be a whole number",
    STRIP + 'holes = ["A0..A4"]': "strip[1].holes = ['A0..A4']: it names 5 lamps, and the strip has 4",
    STRIP + 'holes = "A0"': "strip[1].holes = 'A0': it must be a list of runs",
    STRIP + 'holes = ""': "strip[1].holes = '': it must be a list of runs",
    STRIP + "holes = [1]": "strip[1].holes = [1]: it must be a list of runs",
    STRIP + 'holes = ["Z0"]': "strip[1].holes = ['Z0']: 'Z0' is no hole",
    STRIP + 'rings = ["A1"]': "strip[1].rings = ['A1']: it must be a table of rings",
    STRIP + "rings = {5 = []}": "strip[1].rings = {'5': []}: it must be a table of rings",
    STRIP.replace("4", "100") + "budget_ma = 120": "strip[1].budget_ma = 120: 100 lamps need 138 to be lit",
    'pegs = "glass"': "pegs = 'glass': it must be clear or opaque",
    "reduced_motion = 1": "reduced_motion = 1: it must be true or false",
    "mute = 0": "mute = 0: it must be true or false",
    'silent = ["tick", "tock"]': "silent = ['tick', 'tock']: it must be a list of some of tick, tick_shove",
    READER + READER.replace('"r"', '"s"'): "/dev/x belongs to both",
    "[[button]]\nname = 'go'\ndriver = 'simulated'": "button[1].key = 'go': it must be one of next",
}


@pytest.mark.parametrize(("text", "said"), WRONG.items(), ids=range(len(WRONG)))
def test_a_mistake_is_named(tmp_path: Path, text: str, said: str) -> None:
    (mistake,) = mistakes(tmp_path, text)
    assert mistake.startswith(f"{tmp_path / 'board.toml'}: {said}")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"name = ", "it is no TOML"),
        (b"\xff", "it is no TOML"),
        (b"x=" + b"[" * 5_000, "it is no TOML"),
        (b"x" + b".x" * 3_000 + b"=1", "it is no TOML"),
        (b"x=" + b"9" * 5_000, "it is no TOML"),
    ],
)
def test_what_is_no_toml_is_said(tmp_path: Path, data: bytes, said: str) -> None:
    (tmp_path / "board.toml").write_bytes(data)
    with pytest.raises(BadConfig, match=said):
        load(tmp_path / "board.toml")


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    for path, said in ((tmp_path / "none.toml", "No such file"), (tmp_path, "Is a directory")):
        with pytest.raises(BadConfig, match=said):
            load(path)


STRANGE = """[[reader]]
[[strip]]
[button]
[[knob]]
=
-1
nan
inf
true
[]
{}
""
1e400
'A'
1979-05-27
[[1, 'a']]
{a = [1]}
"skip 9999"
["skip 9999"]"""


def test_what_cannot_get_on_together_is_told_along_with_every_other_mistake(tmp_path: Path) -> None:
    buttons = "".join(f'[[button]]\nname = "{key}"\ndriver = "gpio"\ngpio = 17\n' for key in ("next", "back"))
    told = mistakes(tmp_path, f"hold_ms = 1\n{buttons}")
    assert any("hold_ms" in text for text in told)
    assert any("GPIO17" in text and "'next'" in text and "'back'" in text for text in told)


def test_a_name_that_no_file_can_have_is_no_conflict_on_a_machine_either(tmp_path: Path) -> None:
    text = READER.replace("/dev/x", "/dev/\\u0000")
    (tmp_path / "board.toml").write_text(text + text.replace('"r"', '"s"'), encoding="utf-8")
    with pytest.raises(BadConfig) as bad:
        load(tmp_path / "board.toml", look())
    assert len(bad.value.mistakes) == 2
    assert all("it must be a text without control characters" in said for said in bad.value.mistakes)


def test_whatever_is_written_is_read_or_refused(tmp_path: Path) -> None:
    """A good file with words swapped, cut and thrown in; nothing but a refusal may come of it."""
    rng = random.Random(3)
    words = GOOD.split()
    strange = STRANGE.splitlines()
    read = refused = 0
    for _ in range(500):
        lines = GOOD.splitlines()
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(lines))
            key, _, _value = lines[at].partition("=")
            new = [f"{key}= {rng.choice(strange)}", rng.choice(strange), lines[rng.randrange(len(lines))], ""]
            new.append(f"{rng.choice(words)} = {rng.choice(strange)}")
            lines[at] = rng.choice(new)
        try:
            config = loaded(tmp_path, "\n".join(lines))
        except BadConfig as bad:
            refused += all(text.startswith(f"{tmp_path / 'board.toml'}: ") for text in bad.mistakes)
        else:
            read += all(spec.driver and spec.name for spec in config.specs)
    assert read + refused == 500
    assert min(read, refused) > 10


def test_every_hole_of_a_ring_has_one_lamp(tmp_path: Path) -> None:
    """Missing ones, double ones and those of other boards are named."""
    text = GOOD.replace('"A17..A0"', '"A17..A1", "B3"').replace('"skip 2"', '"skip 1", "E5"')
    assert mistakes(tmp_path, text.replace("lamps = 114", "lamps = 120")) == [
        f"{tmp_path / 'board.toml'}: strip.rings = 6: on the ring of 6 sides two lamps are at B3",
        f"{tmp_path / 'board.toml'}: strip.rings = 6: on the ring of 6 sides no lamp is at "
        + ", ".join(name for name in names_of(6) if name == "A0" or (name[0] in "EF" and name != "E5")),
    ]


def two_strips(first: str, second: str, more: str = "") -> str:
    """The board's only ring on two strips, of which each says the sides that it has."""
    one, two = ([run for seat in seats for run in side_runs(seat)] for seats in (first, second))
    strip = '[[strip]]\nname = "{}"\ndriver = "simulated"\nlamps = 200\nholes = {}\n'
    return (strip.format("one", one) + strip.format("two", two) + more).replace("'", '"')


def test_the_sides_of_the_only_ring_are_counted_over_all_strips(tmp_path: Path) -> None:
    plans = loaded(tmp_path, two_strips("ABC", "DEF")).strip_plans
    assert [list(plan.rings) for plan in plans.values()] == [[6], [6]]
    assert {*plans["one"].rings[6], *plans["two"].rings[6]} == {*names_of(6)}
    missing = ", ".join(name for name in names_of(6) if name[0] == "D")
    assert mistakes(tmp_path, two_strips("ABC", "EF")) == [
        f"{tmp_path / 'board.toml'}: strip.rings = 6: on the ring of 6 sides no lamp is at {missing}"
    ]


def test_a_strip_that_says_its_holes_may_have_other_rings_too(tmp_path: Path) -> None:
    six = [run for seat in "ABCDEF" for run in side_runs(seat)]
    rings = f"[strip.rings]\n6 = {six}\n".replace("'", '"')
    plans = loaded(tmp_path, two_strips("AB", "CD", rings)).strip_plans
    assert [sorted(plan.rings) for plan in plans.values()] == [[4], [4, 6]]


def test_a_ring_is_not_told_twice(tmp_path: Path) -> None:
    told = mistakes(tmp_path, two_strips("AB", "CD", '[strip.rings]\n4 = ["A0..A3"]\n'))
    assert told == [
        f"{tmp_path / 'board.toml'}: strip[2].holes = 4: the ring of so many sides is in rings already"
    ]


def test_strips_share_a_ring_and_a_strip_serves_several(tmp_path: Path) -> None:
    runs = {sides: [run for seat in "ABCDEFGH"[:sides] for run in side_runs(seat)] for sides in (4, 6)}
    half = len(runs[4]) // 2
    text = f"""
[[strip]]
name = "one"
driver = "simulated"
lamps = 400
rings = {{4 = {runs[4][:half]}, 6 = {["skip 112", *runs[6]]}}}
[[strip]]
name = "two"
driver = "simulated"
lamps = 56
rings.4 = {runs[4][half:]}
"""
    plans = loaded(tmp_path, text.replace("'", '"')).strip_plans
    assert [sorted(plan.rings) for plan in plans.values()] == [[4, 6], [4]]
    assert plans["one"].rings[6][112] == "A0"
