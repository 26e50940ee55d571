"""A houseful of phones, in a process of its own so that the table's clock is not slowed by them.

    python -m tests.load.crowd PORT SECONDS

Phones listen to the stream of events (where they are told 503 they poll), some of them stop reading, and
others ask for the page and the state, so many times a second. At the end it prints what came of it, as one
line of JSON.
"""

import asyncio
import contextlib
import json
import socket
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import count

LISTENING, DEAF = 40, 10
REQUESTS_A_SECOND, LINES = 200, 20
POLL_EVERY_S = 2.0
DEAF_FOR_S = 30.0
"""So long a phone that reads nothing stays; then it comes again."""
POLLED, PAGES = ("/api/state", "/table/now"), ("/table", "/static/wood.css", "/setup", "/rules")
PATHS = tuple(path for page in PAGES for path in (*POLLED * 4, page))
"""A phone that has opened a page asks for what is new, again and again."""
HEAD = "GET {} HTTP/1.1\r\nHost: localhost\r\n\r\n"


@dataclass(slots=True)
class Heard:
    """What the phones were told."""

    events: int = 0
    beats: int = 0
    polls: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    asked_ms: list[float] = field(default_factory=list)
    lost_lines: int = 0


class Crowd:
    """The phones. All end when their time is over."""

    def __init__(self, port: int, seconds: float) -> None:
        self._port = port
        self._seconds = seconds
        self._until_s = time.monotonic() + seconds
        self.heard = Heard()

    async def come(self) -> None:
        """Do what phones do, until the time is over."""
        phones = [self._listen() for _ in range(LISTENING)]
        deaf = [self._be_deaf() for _ in range(DEAF)]
        ticks = count()
        asking = [self._ask(ticks) for _ in range(LINES)]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._seconds):
                await asyncio.gather(*phones, *deaf, *asking)

    async def _listen(self) -> None:
        while True:
            reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
            writer.write(HEAD.format("/api/events").encode())
            status = await _status(reader)
            if status == 200:
                async for line in reader:
                    self.heard.events += line.startswith(b"data: ")
                    self.heard.beats += line.startswith(b":")
            else:
                self.heard.polls += 1
            writer.close()
            await asyncio.sleep(POLL_EVERY_S)

    async def _be_deaf(self) -> None:
        while True:
            deaf = socket.socket()
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.setblocking(False)
            with contextlib.closing(deaf):
                await asyncio.get_running_loop().sock_connect(deaf, ("127.0.0.1", self._port))
                deaf.send(HEAD.format("/api/events").encode())
                await asyncio.sleep(DEAF_FOR_S)

    async def _ask(self, ticks: "count[int]") -> None:
        """One line of several that take the next request in turn; what waits for a line counts as waiting."""
        began_s = time.monotonic()
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        while True:
            tick = next(ticks)
            due_s = began_s + tick / REQUESTS_A_SECOND
            await asyncio.sleep(due_s - time.monotonic())
            writer.write(HEAD.format(PATHS[tick % len(PATHS)]).encode())
            try:
                self.heard.statuses[await _answer(reader)] += 1
            except (OSError, EOFError):
                self.heard.lost_lines += 1
                reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
            self.heard.asked_ms.append((time.monotonic() - due_s) * 1000)


async def _status(reader: asyncio.StreamReader) -> int:
    """The status of an answer, its head read to the end."""
    head = await reader.readuntil(b"\r\n\r\n")
    return int(head.split()[1])


async def _answer(reader: asyncio.StreamReader) -> int:
    """The status of an answer, all of it read."""
    head = await reader.readuntil(b"\r\n\r\n")
    lines = dict(line.split(b": ", 1) for line in head.split(b"\r\n")[1:-2])
    await reader.readexactly(int(lines[b"Content-Length"]))
    return int(head.split()[1])


def main() -> None:
    """The command."""
    crowd = Crowd(int(sys.argv[1]), float(sys.argv[2]))
    asyncio.run(crowd.come())
    heard = crowd.heard
    json.dump(
        {
            "events": heard.events,
            "beats": heard.beats,
            "polls": heard.polls,
            "statuses": heard.statuses,
            "asked_ms": heard.asked_ms,
            "lost_lines": heard.lost_lines,
        },
        sys.stdout,
    )


if __name__ == "__main__":
    main()
