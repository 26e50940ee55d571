"""How the page is reached: the addresses to tell, and the names that are this board's. DESIGN 6."""

import re
import socket
import unicodedata
from ipaddress import ip_address
from urllib.parse import urlsplit

SOMEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses of nobody (RFC 5737, RFC 3849): asked for the way to them, nothing is sent."""


def local_name(board_name: str) -> str:
    """The name that mDNS gives the board: `Oak & Ash` is `oak-ash.local`."""
    plain = unicodedata.normalize("NFKD", board_name).encode("ascii", "ignore").decode().lower()
    return (re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "peglight") + ".local"


def own_names(board_name: str) -> set[str]:
    """Every name by which this board may be asked for."""
    machine = socket.gethostname().lower()
    return {local_name(board_name), machine, f"{machine.split('.')[0]}.local"} - {""}


def page_addresses(listening: socket.socket, board_name: str) -> list[str]:
    """Where a browser finds the page, the surest first."""
    port = listening.getsockname()[1]
    tail = "" if port == 80 else f":{port}"
    first = f"http://{_written(reached_at(listening))}{tail or ':80'}"
    if not ip_address(listening.getsockname()[0]).is_unspecified:
        return [first]
    return [first, f"http://{_name_in_network(board_name)}{tail}"]


def _name_in_network(board_name: str) -> str:
    """The name by which mDNS knows this machine; where it has none, the board's."""
    machine = socket.gethostname().lower().split(".")[0]
    return f"{machine}.local" if machine and machine != "localhost" else local_name(board_name)


def reached_at(listening: socket.socket) -> str:
    """The address at which others reach that socket now; a machine may come into a network later."""
    host = str(listening.getsockname()[0])
    if not ip_address(host).is_unspecified:
        return host
    return _own_address(socket.AF_INET) or _own_address(socket.AF_INET6) or "127.0.0.1"


def is_for_others(address: str) -> bool:
    """Whether a page at such an address can be opened on another machine than this one."""
    host = urlsplit(address).hostname or ""
    return not ip_address(host).is_loopback


def _written(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _own_address(family: socket.AddressFamily) -> str | None:
    """The address that others see of this machine; None where it is in no network of that kind."""
    with socket.socket(family, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((SOMEWHERE[family], 9))
        except OSError:
            return None
        return str(asking.getsockname()[0])
