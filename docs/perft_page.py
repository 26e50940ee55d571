"""Writes the tables of `perft.md` from `perft.jsonl`. `make docs` runs it."""

import json
from pathlib import Path
from typing import Any

PAGE = Path(__file__).with_name("perft.md")
DATA = Path(__file__).with_name("perft.jsonl")
MARK = "<!-- counts -->\n"
Record = dict[str, Any]


def records() -> list[Record]:
    """The lines of the file."""
    return [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]


def table_name(record: Record) -> str:
    """`pagat, A+C B+D`."""
    return f"{record['rules']}, {' '.join('+'.join(team) for team in record['teams'])}"


def line_of(pegs: dict[str, list[str]]) -> str:
    """The pegs that are out; all others are in start."""
    out = {seat: ",".join(hole for hole in holes if hole != "S") for seat, holes in pegs.items()}
    return " ".join(f"{seat}:{holes}" for seat, holes in out.items() if holes) or "none"


def positions(found: list[Record]) -> str:
    """Where the counting at the first table begins."""
    rows = "".join(
        f"| {record['name']} | {line_of(record['pegs'])} | "
        + " · ".join(f"{seat}: {' '.join(hand)}" for seat, hand in record["hands"].items())
        + " |\n"
        for record in found
        if table_name(record) == table_name(found[0])
    )
    return f"\n### The positions for four players\n\n| name | pegs out | hands |\n|---|---|---|\n{rows}"


def counts(found: list[Record], table: str) -> str:
    """The counts of one table."""
    here = [record for record in found if table_name(record) == table]
    depths = range(1, len(here[0]["counts"]) + 1)
    rows = "".join(
        f"| {record['name']} | " + " | ".join(f"{count:,}" for count in record["counts"]) + " |\n"
        for record in here
    )
    head = " | ".join(f"{depth}" for depth in depths)
    return f"\n### {table}\n\n| | {head} |\n|---|{'--:|' * len(depths)}\n{rows}"


def page(text: str) -> str:
    """The page with its tables made anew."""
    found = records()
    tables = dict.fromkeys(map(table_name, found))
    return (
        text.partition(MARK)[0] + MARK + positions(found) + "".join(counts(found, table) for table in tables)
    )


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
