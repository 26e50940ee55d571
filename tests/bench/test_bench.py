"""`peglight bench` prints every figure it promises, with how it was measured. None is judged here."""

import json
import random
from itertools import islice
from pathlib import Path

import pytest

from firmware_host import bench_command, bench_engine
from firmware_host.__main__ import main
from tests.host.daemon_process import peglight, small_files

PROMISED = {
    "lists_per_s",
    "games_per_s",
    "judge_us",
    "tap_to_lamps_ms",
    "tap_to_lamps_8_readers_ms",
    "tap_software_ms",
    "tap_software_8_readers_ms",
    "tap_software_awake_ms",
    "tap_software_awake_8_readers_ms",
    "commit_ms",
    "paint_us",
    "start_ms",
    "rss_mb",
    "idle_cpu_pct",
}


def test_every_promised_figure_is_printed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["bench", "--json", "--seconds", "0.02"]) == 0
    printed = json.loads(capsys.readouterr().out)
    how = printed.pop("how")
    assert printed.keys() >= PROMISED
    assert printed.keys() == how.keys()
    assert all(isinstance(text, str) and text for text in how.values())
    for name in (name for name in PROMISED if name.startswith("tap_")):
        assert printed[name].keys() == {"p50", "p99"}
        assert 0 < printed[name]["p50"] <= printed[name]["p99"]
    measured = {name: value for name, value in printed.items() if isinstance(value, int | float)}
    assert all(value > 0 for name, value in measured.items() if name != "idle_cpu_pct")


def test_a_line_tells_a_figure_to_people() -> None:
    taps = bench_command.Figure({"p50": 31.5, "p99": 50.2}, "taps on a board")
    assert bench_command.line("tap_to_lamps_ms", taps).split(maxsplit=5) == [
        *["tap_to_lamps_ms", "p50", "31.5,", "p99", "50.2"],
        "taps on a board",
    ]
    assert "150,000" in bench_command.line("lists_per_s", bench_command.Figure(150_000, "lists"))


def test_without_room_for_the_games_timed_it_says_so(tmp_path: Path) -> None:
    done = peglight(tmp_path, "bench", "--json", "--seconds", "0.01", wrap=small_files(1000))
    (said,) = done.stderr.decode().splitlines()
    assert said.startswith("peglight bench: games need room to be kept while they are timed: ")
    assert (done.returncode, done.stdout) == (4, b"")


@pytest.mark.parametrize("seconds", ["0", "-1", "601", "nan"])
def test_a_senseless_time_is_a_usage_error(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", f"--seconds={seconds}"]) == 2
    assert "--seconds" in capsys.readouterr().err


@pytest.mark.parametrize(("rules", "players"), [("pagat", 4), ("kilpatrick", 4), ("bark-up-a-tree", 2)])
def test_both_rates_are_measured_on_the_same_work(rules: str, players: int) -> None:
    moving = bench_engine.table_of(rules, players)
    fast, slow = bench_engine.fast_lister(moving), bench_engine.slow_lister(moving)
    assert slow is not None
    things = bench_engine.from_midgame(moving, random.Random(3), range(4, 9))
    listed = list(islice(things, 60))
    assert [fast(thing) for thing in listed] == [slow(thing) for thing in listed]
    assert {len(thing.hand) for thing in listed} == {6 if rules != "kilpatrick" else 5}
