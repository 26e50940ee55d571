"""`peglight referee` as its users meet it: a process, a line in, a line out. DESIGN 2."""

import json
import random
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from firmware_host.referee_protocol import FIELDS, answer_line
from tests.host.daemon_process import command, environment
from tests.slow.generator import canonical
from tests.tree import ROOT

POSITIONS = [json.loads(line) for line in (ROOT / "tests" / "positions.jsonl").read_text().splitlines()]
ASKED = ("id", "rules", "options", "sides", "teams", "pegs", "turn", "card")
PLAIN: dict[str, Any] = {
    "id": 7,
    "rules": "pagat",
    "options": {},
    "sides": 4,
    "teams": [["A", "C"], ["B", "D"]],
    "pegs": {seat: ["S"] * 5 for seat in "ABCD"},
    "turn": "A",
    "card": "K",
}


class Referee:
    """The process; one question at a time, its answer awaited."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process

    def ask(self, line: bytes) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer


@contextmanager
def referee(home: Path) -> Iterator[Referee]:
    process = subprocess.Popen(
        command("referee"),
        env=environment(home),
        cwd=home,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        yield Referee(process)
        rest, errors = process.communicate()
    assert (process.returncode, rest, errors) == (0, b"", b"")


def line(**changes: object) -> bytes:
    return json.dumps(PLAIN | changes).encode()


def test_every_worked_position_is_judged_at_once_and_in_order(tmp_path: Path) -> None:
    """Each answer is there before the next question is asked: lines are flushed one by one."""
    wrong = []
    with referee(tmp_path) as judge:
        for position in POSITIONS:
            answer = judge.ask(json.dumps({name: position[name] for name in ASKED}).encode())
            assert answer["id"] == position["id"]
            found = [canonical(move["result"]) for move in answer["moves"]]
            expected = {canonical(outcome) for outcome in position["outcomes"]}
            if set(found) != expected or len(found) != len(expected):
                wrong.append(f"{position['id']}: {position['why']}")
            assert bool(found) or bool(answer["reasons"]), f"{position['id']}: no move and no reason"
    assert wrong == []


def test_all_lines_at_once_are_answered_in_order(tmp_path: Path) -> None:
    lines = [line(id=number) if number % 3 else b"nonsense" for number in range(300)]
    done = subprocess.run(
        command("referee"),
        input=b"\n".join(lines),
        env=environment(tmp_path),
        capture_output=True,
        check=True,
    )
    answers = [json.loads(text) for text in done.stdout.splitlines()]
    assert [answer.get("id") for answer in answers] == [n if n % 3 else None for n in range(300)]
    assert ["error" in answer for answer in answers] == [n % 3 == 0 for n in range(300)]
    assert done.stderr == b""


def test_an_answer_has_the_agreed_form(tmp_path: Path) -> None:
    pegs = {"A": ["A8", "S", "S", "S", "S"], "B": ["A15", "S", "S", "S", "S"], "C": ["S"] * 5, "D": ["S"] * 5}
    with referee(tmp_path) as judge:
        answer = judge.ask(line(card="7♥", pegs=pegs))
    assert answer == {
        "id": 7,
        "moves": [
            {
                "notation": "7♥ A8-A15 xA15-S",
                "steps": [{"seat": "A", "from": "A8", "to": "A15"}],
                "displaced": [{"seat": "B", "from": "A15", "to": "S"}],
                "result": pegs | {"A": ["A15", "S", "S", "S", "S"], "B": ["S"] * 5},
            }
        ],
        "reasons": [{"seat": "A", "from": "S", "why": "NO_EXIT_CARD", "holes": []}],
    }


def deep(depth: int, opening: bytes = b"[", closing: bytes = b"]") -> bytes:
    """A line with such an option."""
    nested = opening * depth + closing * depth
    return line().replace(b'"options": {}', b'"options": {"jack": ' + nested + b"}")


def deep_id(depth: int) -> bytes:
    return line().replace(b"7", b"[" * depth + b"]" * depth, 1)


BAD_LINES: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "line"),
    "white space": (b"  \t", "line"),
    "no JSON": (b"{", "line"),
    "two values": (b"{} {}", "line"),
    "a list": (b"[]", "line"),
    "a number": (b"7", "line"),
    "null": (b"null", "line"),
    "no UTF-8": (line()[:-1] + b"\xff}", "line"),
    "UTF-16": ('{"id": 1}'.encode("utf-16"), "line"),
    "a zero byte": (b"\0", "line"),
    "half a character": (line().replace(b'"K"', b'"\\ud800"'), "line"),
    "half a character as id": (line().replace(b"7", b'"\\udfff"', 1), "line"),
    "NaN": (line(id=float("nan")), "line"),
    "infinity": (line(id=float("inf")), "line"),
    "a number that overflows": (line().replace(b"7", b"1e999", 1), "line"),
    "a number of 5000 digits": (line().replace(b"7", b"9" * 5000, 1), "line"),
    "sides of 50 digits": (line().replace(b"4", b"9" * 50, 1), "sides"),
    "an unknown field": (line(colour="red"), "colour"),
    "rules missing": (line(rules=None), "rules"),
    "rules unknown": (line(rules="chess"), "rules"),
    "rules a list": (line(rules=["pagat"]), "rules"),
    "options a list": (line(options=[]), "options"),
    "an unknown option": (line(options={"speed": 1}), "speed"),
    "an option of another value": (line(options={"jack": 12}), "jack"),
    "an option of another type": (line(options={"two_swaps": "yes"}), "two_swaps"),
    "sides true": (line(sides=True), "sides"),
    "five sides": (line(sides=5), "sides"),
    "sides as text": (line(sides="4"), "sides"),
    "sides 4.0": (line(sides=4.5), "sides"),
    "teams for six": (line(teams=[["A", "C", "E"], ["B", "D", "F"]]), "teams"),
    "teams a text": (line(teams="ABCD"), "teams"),
    "a seat in two teams": (line(teams=[["A", "C"], ["A", "D"]]), "teams"),
    "pegs of three seats": (line(pegs={seat: ["S"] * 5 for seat in "ABC"}), "pegs"),
    "pegs of five seats": (line(pegs={seat: ["S"] * 5 for seat in "ABCDE"}), "pegs"),
    "four pegs": (line(pegs=PLAIN["pegs"] | {"C": ["S"] * 4}), "pegs.C"),
    "two pegs on a hole": (line(pegs=PLAIN["pegs"] | {"C": ["A1", "A1", "S", "S", "S"]}), "pegs.C"),
    "a hole of two": (
        line(pegs=PLAIN["pegs"] | {"A": ["A1"] + ["S"] * 4, "C": ["A1"] + ["S"] * 4}),
        "pegs.C",
    ),
    "no such hole": (line(pegs=PLAIN["pegs"] | {"C": ["E1", "S", "S", "S", "S"]}), "pegs.C"),
    "another's home": (line(pegs=PLAIN["pegs"] | {"C": ["AH1", "S", "S", "S", "S"]}), "pegs.C"),
    "a peg that is a list": (line(pegs=PLAIN["pegs"] | {"C": [["S"], "S", "S", "S", "S"]}), "pegs.C"),
    "pegs that are a text": (line(pegs=PLAIN["pegs"] | {"C": "SSSSS"}), "pegs.C"),
    "turn of nobody": (line(turn="E"), "turn"),
    "turn null": (line(turn=None), "turn"),
    "turn a list": (line(turn=["A"]), "turn"),
    "no card": (line(card="11"), "card"),
    "a joker with a suit": (line(card="JokerH"), "card"),
    "a card that is a number": (line(card=7), "card"),
    "a long card": (line(card="7" * 100_000), "card"),
    **{f"a list {depth} deep": (deep(depth), "line") for depth in (100, 985, 100_000)},
    **{f"lists in objects {depth} deep": (deep(depth, b'{"a":[', b"]}"), "line") for depth in (100, 480)},
    **{f"an id {depth} deep": (deep_id(depth), "line") for depth in (960, 985)},
}


def test_a_bad_line_names_the_field_and_the_next_is_still_read(tmp_path: Path) -> None:
    wrong = []
    with referee(tmp_path) as judge:
        for name, (bad, field) in BAD_LINES.items():
            answer = judge.ask(bad)
            if set(answer) - {"id"} != {"error"} or not answer["error"].startswith(f"{field}: "):
                wrong.append(f"{name}: {answer}")
            if len(answer.get("error", "")) > 600:
                wrong.append(f"{name}: the error is {len(answer['error'])} long")
            assert judge.ask(line())["moves"], f"after {name}"
    assert wrong == []


@pytest.mark.parametrize("field", FIELDS)
def test_a_missing_field_is_named(field: str) -> None:
    asked = {name: value for name, value in PLAIN.items() if name != field}
    assert answer_line(json.dumps(asked).encode()) == {"id": 7, "error": f"{field}: it is missing"}


@pytest.mark.parametrize("id_", [1, "one", None, 1.5, True, [1, {"a": "♥"}], "€\u2028"])
def test_whatever_the_id_is_it_comes_back(id_: object) -> None:
    assert answer_line(line(id=id_))["id"] == id_
    assert answer_line(line(id=id_, card="x"))["id"] == id_


def test_without_an_id_there_is_none() -> None:
    asked = {name: value for name, value in PLAIN.items() if name not in ("id", "options")}
    answer = answer_line(json.dumps(asked).encode())
    assert set(answer) == {"moves", "reasons"}


def test_whatever_is_asked_is_answered_or_named() -> None:
    """Every field of every kind of value, several at once."""
    rng = random.Random(1)
    for _ in range(2_000):
        asked = dict(rng.choice(POSITIONS))
        asked = {name: asked[name] for name in ASKED}
        for _ in range(rng.randrange(1, 3)):
            mutate(asked, rng)
        answer = answer_line(json.dumps(asked).encode())
        assert set(answer) - {"id"} in ({"error"}, {"moves", "reasons"})
        json.dumps(answer, allow_nan=False)


def mutate(value: Any, rng: random.Random) -> None:
    """Put something else somewhere into the value."""
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = rng.choice(keys)
        inner = value[key]
        if isinstance(inner, dict | list) and inner and rng.random() < 0.7:
            value = inner
            continue
        strange = [None, True, -1, 0, 1.5, "", "S", "A1", "AH9", "é", [], {}, [[]], {"A": 1}, "pagat", 2**70]
        value[key] = rng.choice(strange)
        return


def test_a_won_position_is_judged_as_given() -> None:
    home = {"A": [f"AH{n}" for n in range(1, 6)], "C": [f"CH{n}" for n in range(1, 6)]}
    answer = answer_line(line(pegs=PLAIN["pegs"] | home))
    assert answer["moves"] == []
    assert answer["reasons"] is not None


def test_whoever_asked_may_leave_without_a_word(tmp_path: Path) -> None:
    process = subprocess.Popen(
        command("referee"),
        env=environment(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(line() + b"\n")
        process.stdin.close()
        assert process.wait(20) == 0
        assert process.stderr.read() == b""


def test_the_locale_of_whoever_asks_does_not_matter(tmp_path: Path) -> None:
    done = subprocess.run(
        command("referee"),
        input=line(card="K♥"),
        env=environment(tmp_path, LC_ALL="POSIX", PYTHONIOENCODING="ascii", PYTHONUTF8="0"),
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout)["moves"][0]["notation"] == "K♥ AS-A8"


def test_a_worked_position_can_be_asked_as_it_stands() -> None:
    """Its answers are passed over, not taken for misspelt fields."""
    worked = (Path(__file__).parents[1] / "positions.jsonl").read_bytes().splitlines()[0]
    assert "outcomes" in json.loads(worked)
    results = [move["result"]["A"] for move in answer_line(worked)["moves"]]
    assert results == [["A8", "S", "S", "S", "S"]]
