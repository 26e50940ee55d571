"""The configuration written from the page: comments kept, checked whole, old or new after a power cut."""

import os
import random
import stat
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_host.boardmap import expand, names_of, runs_of
from firmware_host.config import BadConfig, load
from firmware_host.config_edits import both, device, ring, setting
from firmware_host.config_file import ConfigFile, NotWritten, write_whole
from hardware.conflicts import Host
from hardware.rig import Kind

TEXT = """# Ours, made in March.
name = "Kitchen"   # where it lies

[[strip]]
name = "ring"   # under the rim
driver = "simulated"
lamps = 112
# The track first.
holes = [HOLES]   # measured twice

# On top.
[[strip]]
name = "rest"
driver = "simulated"
lamps = 300

[[button]]
name = "back"
driver = "simulated"
key = "back"
""".replace("HOLES", ", ".join(f'"{run}"' for run in runs_of(names_of(4))))
COMMENTS = [
    "# Ours, made in March.",
    "# where it lies",
    "# under the rim",
    "# The track first.",
    "# measured twice",
    "# On top.",
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "board.toml").write_text(TEXT, encoding="utf-8")
    return tmp_path / "board.toml"


def comments(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    return ["#" + line.partition("#")[2] for line in text.splitlines() if "#" in line]


def test_comments_stay_and_only_what_was_changed_changes(path: Path) -> None:
    ConfigFile(path).change(
        both(
            setting("brightness", 0.5),
            device(Kind.STRIP, "ring", {"order": "GRB", "lamps": 113}),
            device(Kind.BUTTON, "back", {"key": "next", "seat": "B"}),
        )
    )
    assert comments(path) == COMMENTS
    wanted = tomllib.loads(TEXT)
    wanted["brightness"] = 0.5
    wanted["strip"][0] |= {"order": "GRB", "lamps": 113}
    wanted["button"][0] |= {"key": "next", "seat": "B"}
    assert tomllib.loads(path.read_text(encoding="utf-8")) == wanted


def test_a_new_setting_stands_before_the_comment_on_the_next_table(path: Path) -> None:
    ConfigFile(path).change(device(Kind.STRIP, "ring", {"order": "GRB"}))
    text = path.read_text(encoding="utf-8")
    assert text.index("order") < text.index("# On top.") < text.index('name = "rest"')


def test_a_setting_is_taken_away(path: Path) -> None:
    ConfigFile(path).change(device(Kind.BUTTON, "back", {"seat": None, "key": None}))
    assert tomllib.loads(path.read_text(encoding="utf-8"))["button"] == [
        {"name": "back", "driver": "simulated"}
    ]


def test_what_was_written_by_hand_meanwhile_stays(path: Path) -> None:
    file = ConfigFile(path)
    path.write_text(TEXT.replace("lamps = 300", "lamps = 301"), encoding="utf-8")
    file.change(setting("night", True))
    assert "lamps = 301" in path.read_text(encoding="utf-8")


def test_rings_come_back_as_they_were_written(path: Path) -> None:
    """Several rings on several strips, one after the other, in any order."""
    chance, file = random.Random(11), ConfigFile(path)
    wanted: dict[int, dict[str, list[str]]] = {}
    for sides in (6, 4, 8, 4, 6):
        names = list(names_of(sides))
        chance.shuffle(names)
        split = chance.randrange(113)
        wanted[sides] = {"ring": names[:split], "rest": ["", *names[split:]]}
        file.change(ring(sides, wanted[sides]))
        plans = load(path).strip_plans
        for size, strips in wanted.items():
            for strip, holes in strips.items():
                assert plans[strip].rings.get(size, ()) == tuple(expand(runs_of(holes))), (sides, size)
    assert comments(path) == [text for text in COMMENTS if text != "# measured twice"]


def test_the_only_ring_stays_holes(path: Path) -> None:
    names = [*reversed(names_of(4))]
    ConfigFile(path).change(ring(4, {"ring": names}))
    strip = tomllib.loads(path.read_text(encoding="utf-8"))["strip"][0]
    assert expand(strip["holes"]) == names
    assert "rings" not in strip
    assert comments(path) == COMMENTS


def test_the_only_ring_stays_holes_on_two_strips_and_becomes_one_of_several(path: Path) -> None:
    """Though the holes of the first strip alone would be those of a smaller ring."""
    path.write_text("".join(line for line in TEXT.splitlines(True) if not line.startswith("holes")))
    file, six, four = ConfigFile(path), names_of(6), names_of(4)
    for sides, first, second in ((6, six[:84], six[84:]), (6, six[:56], six[56:]), (4, four, ())):
        file.change(ring(sides, {"ring": first, "rest": second}))
        plans = load(path).strip_plans
        assert [plan.rings.get(sides, ()) for plan in plans.values()] == [first, second]
    assert plans["ring"].rings[6] + plans["rest"].rings[6] == six
    one, two = tomllib.loads(path.read_text(encoding="utf-8"))["strip"]
    assert (expand(one["holes"]), list(one["rings"])) == ([*six[:56]], ["4"])
    assert "rings" not in two


@pytest.mark.parametrize(
    ("edit", "named"),
    [
        (setting("brightness", 9), "brightness"),
        (device(Kind.STRIP, "ring", {"lamps": 5}), "holes"),
        (device(Kind.STRIP, "gone", {"lamps": 5}), "gone"),
        (ring(4, {"ring": names_of(4)[1:]}), "no lamp is at A0"),
        (device(Kind.BUTTON, "back", {"key": "sideways"}), "sideways"),
    ],
)
def test_nothing_is_written_that_could_not_be_used(
    path: Path, edit: Callable[[object], None], named: str
) -> None:
    with pytest.raises(BadConfig, match=named):
        ConfigFile(path).change(edit)
    assert path.read_text(encoding="utf-8") == TEXT


def test_a_change_that_this_machine_cannot_bear_is_refused(path: Path) -> None:
    path.write_text('[[strip]]\nname = "ring"\ndriver = "ws281x"\ngpio = 10\nlamps = 20\n', encoding="utf-8")
    file = ConfigFile(path, Host(spi_bufsiz=4096))
    file.change(device(Kind.STRIP, "ring", {"lamps": 30}))
    with pytest.raises(BadConfig, match="bufsiz"):
        file.change(device(Kind.STRIP, "ring", {"lamps": 900}))


@pytest.mark.parametrize("broken", ["name = ", 'brightness = "full"', "[[strip]]\nname = 3\n"])
def test_a_file_broken_by_hand_is_told_and_left_alone(path: Path, broken: str) -> None:
    path.write_text(broken, encoding="utf-8")
    with pytest.raises(BadConfig, match=r"board\.toml"):
        ConfigFile(path).change(setting("night", True))
    assert path.read_text(encoding="utf-8") == broken


def test_where_there_is_no_file_one_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "board.toml"
    ConfigFile(path, otherwise='name = "Fresh"\n').change(setting("night", True))
    config = load(path)
    assert (config.name, config.looks.night, stat.S_IMODE(path.stat().st_mode)) == ("Fresh", True, 0o600)


def test_who_may_read_the_old_file_may_read_the_new_one_and_a_link_stays_one(path: Path) -> None:
    path.chmod(0o640)
    link = path.with_name("link.toml")
    link.symlink_to(path)
    ConfigFile(link).change(setting("night", True))
    assert link.is_symlink()
    assert load(path).looks.night
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_the_new_text_is_on_disk_before_it_has_the_name(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    sync, put = os.fsync, os.replace

    def fsync(descriptor: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file")
        sync(descriptor)

    def replace(old: str, new: Path) -> None:
        done.append("name")
        put(old, new)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "replace", replace)
    write_whole(path, "night = true\n")
    assert done == ["file", "name", "folder"]


@pytest.mark.parametrize("step", ["fsync", "fchmod", "replace"])
def test_a_disk_that_fails_changes_nothing_and_leaves_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, fails)
    with pytest.raises(NotWritten, match=r"board\.toml cannot be written \(No space left on device\)"):
        ConfigFile(path).change(setting("night", True))
    assert path.read_text(encoding="utf-8") == TEXT
    assert [file.name for file in path.parent.iterdir()] == ["board.toml"]
