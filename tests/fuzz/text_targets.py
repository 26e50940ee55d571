"""Text that people write: configurations, games, moves, the referee's lines, decks in CSV, wiring."""

import io
import json
from pathlib import Path

from engine.board import Board
from engine.minutes import parse_minutes, write_minutes
from engine.minutes_header import BadMinutes
from engine.move_text import BadText, parse_move
from engine.replaying import BreaksRules, replay
from firmware_host.boardmap import BadMap, expand
from firmware_host.config import BadConfig, parse
from firmware_host.deck import simulated_deck
from firmware_host.deck_csv import BadDeck, read_csv
from firmware_host.referee_protocol import answer_line
from tests.fuzz.target import LONGEST, Target, one_sentence, text_of
from tests.tree import ROOT

CONFIG = b"""name = "Oak"
hold_ms = 900
brightness = 0.5
pegs = "opaque"
silent = ["tick"]
[[reader]]
name = "table"
driver = "rdm6300"
port = "/dev/serial0"
[[button]]
name = "next"
driver = "gpio"
key = "next"
pin = 17
seat = "B"
[[strip]]
name = "ring"
driver = "adalight"
port = "/dev/ttyUSB0"
lamps = 40
holes = ["A0..A17", "AH1..AH5", "skip 2"]
budget_ma = 2000
"""
GAME = (ROOT / "tests/host/serial_game.txt").read_bytes()
MOVES = [b"7H A12-A15 A0-AH1 xC3-S", "9♠ A1-A5 B3-B8".encode(), b"Joker S-A3 xA3-S", b"J A4-C2 xC2-A4"]
LINES = (ROOT / "tests/positions.jsonl").read_bytes().splitlines()[::200]
DECK = b"uid,card,copy\n" + b"".join(
    f"{card.uid.hex()},{card.card},{card.copy}\n".encode() for card in list(simulated_deck().values())[:12]
)
HOLES = [b"A0..A17 AH1..AH5 skip 2", b"BS5..BS1", b"skip 3 D17..D0"]


def config(data: bytes) -> None:
    """A configuration is checked whole, and each mistake is a sentence."""
    try:
        parse(text_of(data), Path("peglight.toml"))
    except BadConfig as bad:
        for mistake in bad.mistakes:
            one_sentence(mistake)


def wiring(data: bytes) -> None:
    """The holes of a strip."""
    try:
        expand(text_of(data).split(","))
    except BadMap as bad:
        one_sentence(str(bad))


def game(data: bytes) -> None:
    """A game in text: written again it is the same, and it is played or breaks the rules somewhere."""
    try:
        told = parse_minutes(text_of(data))
    except BadMinutes as bad:
        one_sentence(bad.problem)
        return
    assert parse_minutes(write_minutes(told)) == told
    try:
        replay(told)
    except BreaksRules as broken:
        one_sentence(broken.problem)


def move(data: bytes) -> None:
    """A move in text."""
    try:
        parse_move(Board(4), text_of(data))
    except BadText as bad:
        one_sentence(str(bad))


def referee(data: bytes) -> None:
    """A line of the referee protocol: its answer can be written down, and judges or names a field."""
    answer = answer_line(data[:LONGEST])
    json.dumps(answer, ensure_ascii=False, allow_nan=False).encode()
    assert "error" in answer or {"moves", "reasons"} <= answer.keys()
    one_sentence(answer.get("error", "judged"))


def deck(data: bytes) -> None:
    """A deck in CSV."""
    try:
        read_csv(io.StringIO(text_of(data), newline=""))
    except BadDeck as bad:
        one_sentence(str(bad))


TEXT = {
    "config": Target(config, [CONFIG, b"a = " + b"9" * 5_000, b"a" + b".a" * 3_000 + b" = 1"]),
    "wiring": Target(wiring, HOLES),
    "game": Target(game, [GAME[:LONGEST]]),
    "move": Target(move, MOVES),
    "referee": Target(referee, LINES),
    "deck": Target(deck, [DECK]),
}
