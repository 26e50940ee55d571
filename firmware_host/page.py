"""The page, served by a thread of its own on a socket that is bound already."""

import socket
import threading

from firmware_host.addresses import is_for_others, own_names, page_addresses
from firmware_host.page_gateway import PageGateway
from web_ui.app import create_app
from web_ui.serving import PageServer, listen


class PageThread(threading.Thread):
    """Serves the page on a bound socket until stopped."""

    def __init__(self, gateway: PageGateway, listening: socket.socket, require_pairing: bool) -> None:
        super().__init__(name="page", daemon=True)
        app = create_app(
            gateway,
            listening=str(listening.getsockname()[0]),
            names=own_names(gateway.board_name),
            require_pairing=require_pairing,
            reached_at=_for_others(listening, gateway.board_name),
        )
        self._server = PageServer(app, listening)

    def run(self) -> None:
        """The thread's body."""
        self._server.run()

    def stop(self) -> None:
        """Finish what is being answered and end."""
        self._server.stop()
        self.join()


def _for_others(listening: socket.socket, board_name: str) -> str:
    first, *_names = page_addresses(listening, board_name)
    return f"{first}/" if is_for_others(first) else ""


def page_socket(host: str, port: int) -> socket.socket:
    """A socket for the page; port 0 takes a free one. Raises OSError where the address cannot be had."""
    return listen(host, port)
