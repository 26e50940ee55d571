"""What came of a full house, for people, and what of it is not as it must be."""

import os
import platform
import statistics
import textwrap
import time
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING

from tests.load.busy_table import TAPS_A_SECOND
from tests.load.crowd import DEAF, LISTENING, REQUESTS_A_SECOND
from web_ui.connection import STREAM_BUFFER_BYTES
from web_ui.streams import DEAF_S, REST_S

if TYPE_CHECKING:
    from tests.load.full_house import Outcome

FLAT_MB = 2.0
"""By so much memory may be more at the end than at the half, and is still called flat."""
FLAT_FROM_S = 120.0
"""A shorter run is still warming up at its half: caches fill, each thread asks for its first memory."""
KEPT_UP = 0.99
"""Such a share of the taps asked for must have been tapped."""
STEPS = 20


def faults(outcome: "Outcome") -> Iterator[str]:
    """What is not as it must be."""
    told, heard = outcome.told, outcome.heard
    if told.taps != outcome.stored_taps:
        yield f"a tap was lost: {told.taps} told, {outcome.stored_taps} in the journal"
    if told.taps < KEPT_UP * TAPS_A_SECOND * outcome.seconds:
        yield f"{told.taps / outcome.seconds:.2f} taps a second instead of {TAPS_A_SECOND}"
    if set(heard["statuses"]) != {"200"} or heard["lost_lines"]:
        yield f"not every request was answered: {heard['statuses']}, {heard['lost_lines']} lines lost"
    if heard["polls"]:
        yield f"a phone was told {heard['polls']} times to poll: there is a stream for each"
    if outcome.seconds >= FLAT_FROM_S and grown_mb(outcome.taken.rss_mb) >= FLAT_MB:
        yield f"memory grew by {grown_mb(outcome.taken.rss_mb):.1f} MB in the second half"
    if "Traceback" in outcome.said:
        yield outcome.said


def grown_mb(rss_mb: Sequence[float]) -> float:
    """How much more memory there is in the last tenth of the time than in the tenth after its half: the
    medians of both, so that neither a moment's garbage nor its absence counts."""
    tenth = max(1, len(rss_mb) // 10)
    half = len(rss_mb) // 2
    return statistics.median(rss_mb[-tenth:]) - statistics.median(rss_mb[half : half + tenth])


def lines(outcome: "Outcome") -> Iterator[str]:
    """The outcome, a figure a line."""
    told, heard, taken, seconds = outcome.told, outcome.heard, outcome.taken, outcome.seconds
    rate = f"{told.taps / seconds:.2f} a second"
    stored = f"{outcome.stored_taps} in the journal"
    grown = f"{grown_mb(taken.rss_mb):+.1f} MB in the second half"
    beside = f"{_share(heard['took_s'], seconds)} the phones, {_share(outcome.player_s, seconds)} the player"
    yield f"taps            {told.taps} told, {rate}, {stored}; {told.games} games ended"
    yield f"tapped          {quantiles(told.tapped_ms)}: a card told by a page until it is answered"
    yield f"laid            {quantiles(told.laid_ms)}: a card on the reader until it is judged"
    yield f"played          {quantiles(told.done_ms)}: everything else until it is answered, and on disk"
    yield f"latest          {told.late_s:.2f} s behind the pace of {TAPS_A_SECOND} taps a second"
    yield f"requests        {len(heard['asked_ms'])}: {heard['statuses']}, {heard['lost_lines']} lines lost"
    yield f"answered        {quantiles(heard['asked_ms'])}, from when each was due"
    yield f"streams         {heard['events']} events, {heard['beats']} beats, {heard['polls']} told to poll"
    yield f"memory          {max(taken.rss_mb):.1f} MB at most, {grown}"
    yield f"memory then     {' '.join(f'{mb:.1f}' for mb in steps(taken.rss_mb))} MB"
    yield f"descriptors     {min(taken.descriptors)} to {max(taken.descriptors)}"
    yield f"threads         {min(taken.threads)} to {max(taken.threads)}"
    yield f"processor       {_share(outcome.daemon_s, seconds)} of a core, the daemon"
    yield f"beside it       {beside}"
    yield f"phones late     {quantiles(heard['late_ms'])}: their own process, whatever the daemon does"


def steps(values: Sequence[float]) -> Sequence[float]:
    """A value now and then, of so many."""
    return values[:: max(1, len(values) // STEPS)]


def quantiles(values_ms: Sequence[float]) -> str:
    """The middle and the slow end."""
    ordered = sorted(values_ms)
    p50, p99 = (ordered[int(part * (len(ordered) - 1))] for part in (0.5, 0.99))
    return f"p50 {p50:.1f} ms, p99 {p99:.1f} ms, longest {ordered[-1]:.1f} ms"


def _share(busy_s: float, seconds: float) -> str:
    return f"{100 * busy_s / seconds:.0f} %"


def _run(outcome: "Outcome") -> str:
    """When, what and where."""
    when, minutes = time.strftime("%Y-%m-%d"), f"{outcome.seconds / 60:g} minutes"
    linux, busy = platform.release().partition("-")[0], f"{os.getloadavg()[2]:.0f} processes"
    return (
        f"The last run: {minutes} on {when}, Peglight {version('peglight')}, Python"
        f" {platform.python_version()}, Linux {linux}, {os.cpu_count()} cores. In its last quarter of an hour"
        f" {busy} on average wanted a core, this run's own among them{_before()}."
    )


def _before() -> str:
    """Whether this run went before whatever else the machine had to do."""
    usual = os.sched_getscheduler(0) == os.SCHED_OTHER
    return (
        "" if usual else ", and before all others (`chrt --rr 1`), as if the machine had nothing else to do"
    )


def page(outcome: "Outcome") -> str:
    """docs/load.md."""
    figures = "".join(f"    {line}\n" for line in lines(outcome))
    return PAGE.format(
        run=textwrap.fill(_run(outcome), 110),
        phones=LISTENING + DEAF,
        deaf=DEAF,
        requests=REQUESTS_A_SECOND,
        taps=TAPS_A_SECOND,
        flat=FLAT_MB,
        kept_up=f"{100 * KEPT_UP:.0f}",
        figures=figures,
        buffer=STREAM_BUFFER_BYTES // 1024,
        deaf_s=DEAF_S,
        rest=round(1000 * REST_S),
    )


PAGE = """# A full house

`make load` plays {taps} taps a second for ten minutes at a table in the midst of {phones} phones that
listen to its stream of events, {deaf} of which stop reading, and of {requests} requests a second for pages
and states. What the board shows after each input is compared with a referee of its own, and the taps with
those in the journal. It fails where

- a tap is missing, or fewer than {kept_up} % of the taps were tapped in their time,
- a request is not answered with 200, or a phone is told that there is no stream for it,
- memory is more by {flat:g} MB or more at the end than at the half: the median of the last tenth of the
  looks, two a second, less that of the tenth after the half.

{run}

{figures}
A card that is laid is answered when a poll of the emulated reader is over that began after it was laid, and
one is begun every 50 ms: 50 to 100 ms of *laid* are that. Phones and player are two other processes on the
same cores.

## What it costs

What is new is written down once for each language (`web_ui/written.py`), and what that changes for a phone
once for all phones that know the same; the page's own thread hands it to their connections
(`web_ui/streams.py`). A stream holds no thread. A phone that has not taken what it was told last is told
nothing, then the newest: one that does not read costs one event here and {buffer} KB in the system, and is
cut off after {deaf_s:.0f} s. An event follows another after {rest} ms at the earliest, since a screen shows
no more, and the table comes before the page.
"""
