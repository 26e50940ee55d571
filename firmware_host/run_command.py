"""`peglight run`: the daemon with its page, until it is told to stop."""

import argparse
import errno
import ipaddress
import logging
import signal
import socket
import sys
from collections.abc import Sequence
from pathlib import Path

import segno

from firmware_host import exits
from firmware_host.addresses import page_addresses
from firmware_host.assembly import Daemon, PageThread, control_thread, page_socket, simulated_config
from firmware_host.checks.finding import Finding
from firmware_host.config import BadConfig, Config, load
from firmware_host.deck import DamagedDecks
from firmware_host.doctor import examine
from firmware_host.journal import NewerJournal, NotSaved
from firmware_host.lock import Taken
from firmware_host.places import config_file, state_folder
from firmware_host.settings import SettingsNotSaved
from firmware_host.systemd import Supervisor
from hardware.conflicts import look

DEFAULT_LISTEN = "127.0.0.1:8080"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `peglight run` takes."""
    parser.add_argument(
        "--config", type=Path, metavar="F", help="the configuration, instead of the usual place"
    )
    parser.add_argument(
        "--simulate", action="store_true", help="a simulated board, whatever the configuration says"
    )
    parser.add_argument(
        "--listen", metavar="HOST:PORT", help=f"where the page is served; {DEFAULT_LISTEN} if left out"
    )
    parser.add_argument(
        "--require-pairing", action="store_true", help="even this machine's own browser must be paired"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run until SIGTERM or SIGINT."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    try:
        config = _config(arguments)
        listening = _listen(arguments.listen)
    except BadConfig as bad:
        return _say(str(bad), exits.USAGE)
    except Taken as taken:
        return _say(str(taken), exits.TAKEN)
    supervisor = Supervisor()
    with listening:
        try:
            daemon = Daemon(config, state_folder(), supervisor, lambda: _examined(arguments))
        except Taken as taken:
            return _say(str(taken), exits.TAKEN)
        except (NewerJournal, DamagedDecks) as unusable:
            return _say(str(unusable), exits.DAMAGED)
        except (NotSaved, SettingsNotSaved, OSError) as error:
            return _say(f"The state folder {state_folder()} cannot be used: {error}", exits.DAMAGED)
        _serve(daemon, listening, supervisor, arguments.require_pairing)
    return exits.DONE


def _serve(daemon: Daemon, listening: socket.socket, supervisor: Supervisor, require_pairing: bool) -> None:
    stopping = Ending()
    daemon.start()
    page = PageThread(daemon.gateway, listening, require_pairing)
    page.start()
    addresses = page_addresses(listening, daemon.gateway.board_name)
    control = control_thread(daemon.pairing, state_folder(), addresses)
    control.start()
    _say_where(addresses)
    supervisor.ready(f"The page is at {addresses[0]}.")
    stopping.wait()
    supervisor.stopping()
    control.stop()
    page.stop()
    daemon.stop()


class Ending:
    """Whether somebody wants the process to end, by SIGTERM or SIGINT.

    The system may hand a signal to any thread, and Python acts on it in the main one only, which would sleep
    on: so the main thread waits for what the signal itself writes.
    """

    def __init__(self) -> None:
        self._asked, asking = socket.socketpair()
        asking.setblocking(False)
        self._asking = asking
        signal.set_wakeup_fd(asking.fileno())
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: None)

    def wait(self) -> None:
        """Return once it is so."""
        self._asked.recv(1)


def _say_where(addresses: Sequence[str]) -> None:
    print(f"The page is at {addresses[0]}", file=sys.stderr)
    for address in addresses[1:]:
        print(f"  and at {address}", file=sys.stderr)
    if sys.stderr.isatty() and len(addresses) > 1:
        segno.make(addresses[0]).terminal(sys.stderr, compact=True)
    sys.stderr.flush()


def _examined(arguments: argparse.Namespace) -> list[Finding]:
    """What the doctor finds beside a daemon that has the devices."""
    chosen = arguments.config or (config_file() if config_file().exists() else None)
    return examine(Path("/"), chosen, str(state_folder()), live=False)


def _config(arguments: argparse.Namespace) -> Config:
    if arguments.simulate:
        return simulated_config()
    if arguments.config:
        return load(arguments.config, look())
    usual = config_file()
    return load(usual, look()) if usual.exists() else simulated_config()


def _listen(asked: str | None) -> socket.socket:
    """The socket of the page. Only the default port gives way to a free one.

    Raises:
        BadConfig: no such address, or none of this machine's.
        Taken: somebody listens there.
    """
    host, port = _address(asked or DEFAULT_LISTEN)
    try:
        return page_socket(host, port)
    except OSError as error:
        if not asked:
            return page_socket(host, 0)
        if error.errno == errno.EADDRINUSE:
            raise Taken(f"--listen {asked}: another program listens there ({error.strerror})") from None
        raise BadConfig([f"--listen {asked}: it cannot be listened on ({error.strerror})"]) from None


def _address(asked: str) -> tuple[str, int]:
    host, _, port = asked.rpartition(":")
    host = "127.0.0.1" if host == "localhost" else host.strip("[]")
    try:
        ipaddress.ip_address(host)
        number = int(port)
    except ValueError:
        number = -1
    if not 0 <= number <= 65535:
        raise BadConfig([f"--listen {asked}: write an address and a port, like {DEFAULT_LISTEN}"])
    return host, number


def _say(text: str, code: int) -> int:
    print(text, file=sys.stderr)
    return code
