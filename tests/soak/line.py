"""A browser that asks on before it has its answers, on one connection: HTTP/1.1's pipelining.

Whoever waits for each answer spends most of a turn waiting; the daemon still takes one input after the other.
"""

import json
import socket

from tests.host.daemon_process import PATIENCE_S, Gone, Json, Page, Reply


class Line:
    """What is asked is put together until it is sent; answers come in the order asked."""

    def __init__(self, page: Page) -> None:
        self._token = page.cookies["peglight_csrf"]
        self._to_send: list[bytes] = []
        self._socket = socket.create_connection(page.address, timeout=PATIENCE_S)
        self._answers = self._socket.makefile("rb")

    def post(self, path: str, body: Json) -> None:
        """Ask for a change."""
        data = json.dumps(body).encode()
        kind = f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
        self._ask("POST", path, f"X-CSRF-Token: {self._token}\r\n{kind}", data)

    def get(self, path: str) -> None:
        """Ask for something that answers JSON."""
        self._ask("GET", path, "", b"")

    def _ask(self, method: str, path: str, more: str, data: bytes) -> None:
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: peglight_csrf={self._token}\r\n"
        self._to_send.append(f"{head}{more}\r\n".encode() + data)

    def send(self) -> None:
        """Send all that was asked. Raises Gone where nobody is there to take it."""
        asked, self._to_send = b"".join(self._to_send), []
        try:
            self._socket.sendall(asked)
        except OSError as error:
            raise Gone(repr(error)) from error

    def answer(self) -> Reply:
        """The next answer. Raises Gone where none will come."""
        try:
            status, body = self._answer()
        except (OSError, ValueError, IndexError) as error:
            raise Gone(repr(error)) from error
        return Reply(status, json.loads(body))

    def _answer(self) -> tuple[int, bytes]:
        status, length = int(self._answers.readline().split()[1]), 0
        while (line := self._answers.readline()) not in (b"\r\n", b""):
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        body = self._answers.read(length)
        if len(body) < length:
            raise Gone("the answer was cut off")
        return status, body

    def close(self) -> None:
        """Leave."""
        self._answers.close()
        self._socket.close()
