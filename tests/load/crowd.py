"""A houseful of phones, in a process of its own so that the table's clock is not slowed by them.

    python -m tests.load.crowd PORT SECONDS

Phones listen to the stream of events (where they are told 503 they poll), some of them stop reading, and
others ask for the page and the state, so many times a second. At the end it prints what came of it, as one
line of JSON; how late it was itself is part of that.
"""

import asyncio
import contextlib
import json
import socket
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from itertools import count

LISTENING, DEAF = 40, 10
REQUESTS_A_SECOND, LINES = 200, 20
POLL_EVERY_S = 2.0
DEAF_FOR_S = 30.0
"""So long a phone that reads nothing stays; then it comes again."""
POLLED, PAGES = ("/api/state", "/table/now"), ("/table", "/static/wood.css", "/setup", "/rules")
PATHS = tuple(path for page in PAGES for path in (*POLLED * 4, page))
"""A phone that has opened a page asks for what is new, again and again."""
HEAD = "GET {} HTTP/1.1\r\nHost: localhost\r\n{}\r\n"
TICK_S = 0.02


@dataclass(slots=True)
class Heard:
    """What the phones were told.

    Attributes:
        asked_ms: from when each request was due to its answer, whole.
        late_ms: how much later than it wanted this very process went on, many times a second.
    """

    events: int = 0
    beats: int = 0
    polls: int = 0
    statuses: dict[int, int] = field(default_factory=dict)
    asked_ms: list[float] = field(default_factory=list)
    lost_lines: int = 0
    late_ms: list[float] = field(default_factory=list)
    took_s: float = 0.0


class Crowd:
    """The phones. All end when their time is over."""

    def __init__(self, port: int, seconds: float) -> None:
        self._port = port
        self._seconds = seconds
        self.heard = Heard()

    async def come(self) -> None:
        """Do what phones do, until the time is over."""
        phones = [self._listen() for _ in range(LISTENING)]
        deaf = [self._be_deaf() for _ in range(DEAF)]
        ticks = count()
        asking = [self._ask(ticks) for _ in range(LINES)]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._seconds):
                await asyncio.gather(*phones, *deaf, *asking, self._watch_itself())
        self.heard.took_s = time.process_time()

    async def _watch_itself(self) -> None:
        while True:
            due_s = time.monotonic() + TICK_S
            await asyncio.sleep(TICK_S)
            self.heard.late_ms.append((time.monotonic() - due_s) * 1000)

    async def _listen(self) -> None:
        while True:
            reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
            writer.write(HEAD.format("/api/events", "").encode())
            if int((await reader.readuntil(b"\r\n\r\n")).split()[1]) == 200:
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
                deaf.send(HEAD.format("/api/events", "").encode())
                await asyncio.sleep(DEAF_FOR_S)

    async def _ask(self, ticks: Iterator[int]) -> None:
        """One line of several that take the next request in turn; what waits for a line counts as waiting."""
        began_s = time.monotonic()
        phone = await Phone.at(self._port)
        while True:
            tick = next(ticks)
            due_s = began_s + tick / REQUESTS_A_SECOND
            await asyncio.sleep(due_s - time.monotonic())
            try:
                status = await phone.ask(PATHS[tick % len(PATHS)])
                self.heard.statuses[status] = self.heard.statuses.get(status, 0) + 1
            except (OSError, EOFError):
                self.heard.lost_lines += 1
                phone = await Phone.at(self._port)
            self.heard.asked_ms.append((time.monotonic() - due_s) * 1000)


@dataclass(slots=True)
class Phone:
    """A line that stays open, and the cookie that its browser was given."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    cookie: str = ""

    @classmethod
    async def at(cls, port: int) -> "Phone":
        """One that opens a line."""
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    async def ask(self, path: str) -> int:
        """The status of the answer, all of it read."""
        self.writer.write(HEAD.format(path, self.cookie).encode())
        head = await self.reader.readuntil(b"\r\n\r\n")
        lines = dict(line.split(b": ", 1) for line in head.split(b"\r\n")[1:-2])
        await self.reader.readexactly(int(lines[b"Content-Length"]))
        if not self.cookie:
            self.cookie = f"Cookie: {lines[b'Set-Cookie'].decode().partition(';')[0]}\r\n"
        return int(head.split()[1])


def main() -> None:
    """The command."""
    crowd = Crowd(int(sys.argv[1]), float(sys.argv[2]))
    asyncio.run(crowd.come())
    json.dump(asdict(crowd.heard), sys.stdout)


if __name__ == "__main__":
    main()
