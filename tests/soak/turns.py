"""Many sittings at once, one a core, until so many turns are played; or until one of them finds something."""

import multiprocessing
import os
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from pathlib import Path
from threading import Event

from tests.soak.counts import Counts
from tests.soak.sitting import Sitting

A_SITTING = 10_000
MEMORY = Path("/dev/shm")
"""A file system in memory: here nothing is cut off, so nobody need wait for a disk."""


def turns(wanted: int, seed: int) -> Iterator[str]:
    """The sittings, and the daemons watched for growth in them; AssertionError at a difference."""
    counts, began_s = Counts(), time.monotonic()
    spawn = multiprocessing.get_context("spawn")
    cores = os.cpu_count() or 1
    with spawn.Manager() as manager, ProcessPoolExecutor(cores, spawn) as pool:
        over = manager.Event()
        each = min(A_SITTING, -(-wanted // cores))
        parts = [min(each, wanted - begun) for begun in range(0, wanted, each)]
        sittings = [pool.submit(sitting, part, seed, at, over) for at, part in enumerate(parts)]
        for done in as_completed(sittings):
            counts.add(_counts_of(done, over))
            took_s = time.monotonic() - began_s
            print(
                f"  {counts.turns} turns, {counts.games} games, {counts.kills} kills, {took_s:.0f} s",
                flush=True,
            )
    yield from counts.lines()


def _counts_of(done: "Future[Counts]", over: Event) -> Counts:
    """What a sitting counted; the others end soon where it found something."""
    try:
        return done.result()
    except BaseException as error:
        print(f"AMISS: {error}", flush=True)
        over.set()
        raise


def sitting(wanted: int, seed: int, number: int, over: Event) -> Counts:
    """One of them, in a folder of its own."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as home:
        return Sitting(Path(home), seed, number, over.is_set).play(wanted)
