"""Whatever is read, from whomever: it is taken or refused in a sentence, soon, and nothing grows.

A short edition for every run; `make fuzz` goes on for longer, guided by what each input reaches.
"""

import gc
import logging
import random
import time
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.all_targets import NAMES, all_targets

LONGEST_S = 3.0
"""Processor time for one input; most take a thousandth of it."""
SLOW = {
    *("journal", "rows", "decks", "settings", "backup", "change", "request"),
    *("houses", "cards", "control", "lamp-frames"),
}
GROWTH_BYTES = 200_000


def fed(name: str, data: bytes) -> None:
    """Feed a target, and fail where it takes too long."""
    began_s = time.thread_time()
    all_targets()[name].feed(data)
    assert time.thread_time() - began_s < LONGEST_S, "it hangs"


@st.composite
def changed(draw: st.DrawFn, seed: bytes) -> bytes:
    """A sound input with some places changed, doubled, cut or filled with anything."""
    data = bytearray(seed)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        end = min(len(data), at + draw(st.integers(0, 12)))
        again = bytes(data[at:end]) * draw(st.integers(0, 3))
        data[at:end] = draw(st.sampled_from(TRICKY) | st.binary(max_size=6) | st.just(again))
    return bytes(data)


TRICKY = (
    b"",
    b"\0",
    b"\xff",
    b"-1",
    b"1e400",
    b"NaN",
    b"\\ud800",
    b"[" * 40,
    b'"',
    b"\r\n",
    b"9" * 30,
    b"=",
    b"..",
)


@pytest.mark.parametrize("name", NAMES)
def test_whatever_comes_is_taken_or_refused(name: str, caplog: pytest.LogCaptureFixture) -> None:
    target = all_targets()[name]
    given_bytes = st.binary(max_size=300) | st.sampled_from(list(target.seeds)).flatmap(changed)

    @settings(max_examples=25 if name in SLOW else 60)
    @given(given_bytes)
    def feed(data: bytes) -> None:
        fed(name, data)

    with caplog.at_level(logging.ERROR):
        feed()
    assert not [record for record in caplog.records if record.exc_info], "a bug was caught and logged"


@pytest.mark.parametrize("name", NAMES)
def test_sound_input_is_taken(name: str) -> None:
    for seed in all_targets()[name].seeds:
        fed(name, seed)


@pytest.mark.parametrize("name", ["config", "game", "referee", "pn532", "request"])
def test_nothing_grows(name: str) -> None:
    """The same inputs again leave no more behind."""
    rng = random.Random(1)
    seeds = [bytearray(seed) for seed in all_targets()[name].seeds]
    for seed in seeds:
        seed[rng.randrange(len(seed))] = rng.randrange(256)

    def rounds(count: int) -> int:
        for _ in range(count):
            for seed in seeds:
                fed(name, bytes(seed))
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        before = rounds(4)
        assert rounds(8) - before < GROWTH_BYTES
    finally:
        tracemalloc.stop()
