"""The page on a real socket, served by waitress in a thread, as the daemon does."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.web.small_table import SmallRig, SmallTable
from web_ui.app import create_app
from web_ui.serving import PageServer, listen


@contextmanager
def served(
    table: SmallTable | None = None, port: int = 0, kernel_keeps: int | None = None, **app: Any
) -> Iterator[str]:
    """The page's address while it is served.

    Args:
        kernel_keeps: so many bytes of an answer, about, does the system take that nobody has read.
    """
    bound = listen("127.0.0.1", port)
    if kernel_keeps is not None:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, kernel_keeps)
    server = PageServer(create_app(table or SmallTable(SmallRig()), **app), bound)
    thread = threading.Thread(target=server.run, name="page")
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.stop()
        thread.join()
