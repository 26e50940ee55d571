"""`peglight run`: the daemon with its page, until it is told to stop."""

import argparse
import errno
import gc
import ipaddress
import logging
import select
import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path

import segno

from firmware_host import exits
from firmware_host.addresses import is_for_others, page_addresses, reached_at
from firmware_host.assembly import Daemon, Outside
from firmware_host.checks.finding import Finding
from firmware_host.config import BadConfig, Config, load
from firmware_host.control import control_thread
from firmware_host.deck import DamagedDecks
from firmware_host.doctor import examine
from firmware_host.journal import NewerJournal, NotSaved
from firmware_host.launching import SETTLED_S, begin_anew, it_stays, told_once
from firmware_host.lock import Taken
from firmware_host.machine import Machine
from firmware_host.page import PageThread, page_socket
from firmware_host.places import config_file, is_service, state_folder, unusable
from firmware_host.restoring import finish_restore
from firmware_host.settings import SettingsNotSaved
from firmware_host.simulated_board import simulated_config
from firmware_host.sound import Newer
from firmware_host.systemd import Supervisor
from hardware.conflicts import look
from hardware.sentence import Sentence

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


class End(Enum):
    """How a run ends: to begin again with what is on disk then, as another process, or for good."""

    AGAIN = b"\x80"  # no signal has these numbers
    ANEW = b"\x81"
    FOR_GOOD = b""


class Ending:
    """Waits for the end of a run: SIGTERM, SIGINT or SIGHUP, or what the page asks for.

    The system may hand a signal to any thread, and Python acts on it in the main one only, which would sleep
    on: so the main thread waits for what the signal itself writes.
    """

    def __init__(self) -> None:
        self._asked, asking = socket.socketpair()
        asking.setblocking(False)
        self._asking = asking
        signal.set_wakeup_fd(asking.fileno())
        for number in exits.ending_signals():
            signal.signal(number, lambda *_: None)

    def ask(self, end: End) -> None:
        """Ask for an end. Any thread may call it."""
        self._asking.send(end.value)

    def comes_within(self, most_s: float) -> None:
        """Return once an end is asked for, or after `most_s`."""
        select.select([self._asked], [], [], most_s)

    def wait(self) -> End:
        """Return once an end is asked for."""
        asked = self._asked.recv(1)
        return End(asked) if asked in (End.AGAIN.value, End.ANEW.value) else End.FOR_GOOD


CANNOT = (BadConfig, Taken, NewerJournal, DamagedDecks, NotSaved, SettingsNotSaved, OSError)
"""What keeps a daemon from starting."""


def run(arguments: argparse.Namespace) -> int:
    """Run until SIGTERM, SIGINT or SIGHUP."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    try:
        prepared = _prepare(arguments)
        with _listen(arguments.listen) as listening:
            ending = Ending()
            daemon = _daemon(arguments, prepared, ending)
            while (end := _serve(daemon, listening, arguments.require_pairing, ending)) is End.AGAIN:
                daemon = _daemon(arguments, _prepare(arguments), ending)
    except CANNOT as error:
        return _say(*_told(error))
    if end is End.ANEW:
        begin_anew(sys.argv[1:])
    return exits.DONE


def _told(error: Exception) -> tuple[str, int]:
    match error:
        case BadConfig():
            return str(error), exits.USAGE
        case Taken():
            return str(error), exits.TAKEN
        case NewerJournal():
            return str(error), exits.DAMAGED
        case _ if isinstance(error.__cause__, Newer):
            return str(error), exits.DAMAGED
        case _:
            return unusable(state_folder(), error), exits.DAMAGED


def _prepare(arguments: argparse.Namespace) -> tuple[Config, tuple[Sentence, ...]]:
    """The configuration, and what its owner should read: a backup may have been laid ready."""
    restored = finish_restore(state_folder(), _config_path(arguments) or config_file())
    return _config(arguments), tuple(filter(None, (restored, told_once(state_folder()))))


def _daemon(
    arguments: argparse.Namespace, prepared: tuple[Config, tuple[Sentence, ...]], ending: Ending
) -> Daemon:
    config, notes = prepared
    path = None if arguments.simulate else _config_path(arguments) or config_file()
    outside = Outside(
        doctor=lambda: _examined(arguments),
        config=path,
        restart=lambda: ending.ask(End.AGAIN),
        begin_anew=lambda: ending.ask(End.ANEW),
        notes=notes,
        machine=Machine(is_ours=is_service() and not arguments.simulate),
    )
    return Daemon(config, state_folder(), Supervisor(), outside)


def _serve(daemon: Daemon, listening: socket.socket, require_pairing: bool, ending: Ending) -> End:
    """Run until an end is asked for; which."""
    supervisor = Supervisor()
    daemon.start()
    page = PageThread(daemon.gateway, listening.dup(), require_pairing)
    page.start()
    addresses = page_addresses(listening, daemon.gateway.board_name)
    control = control_thread(daemon.pairing, state_folder(), addresses)
    control.start()
    daemon.welcome.follow(lambda: reached_at(listening))
    say_where(addresses)
    supervisor.ready(f"The page is at {addresses[0]}.")
    with heap_at_rest():
        ending.comes_within(SETTLED_S)
        it_stays(state_folder())
        end = ending.wait()
    if end is End.FOR_GOOD:
        supervisor.stopping()
    control.stop()
    page.stop()
    daemon.stop()
    return end


@contextmanager
def heap_at_rest() -> Iterator[None]:
    """What a start has made stays: no collection walks it again while somebody waits for the lamps."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def say_where(addresses: Sequence[str]) -> None:
    """Print where the page is, to a console also as a picture for a phone's camera.

    Whether anybody can read it is no matter: the page is there all the same.
    """
    with suppress(OSError):
        print(f"The page is at {addresses[0]}", file=sys.stderr)
        for address in addresses[1:]:
            print(f"  and at {address}", file=sys.stderr)
        if sys.stderr.isatty() and is_for_others(addresses[0]):
            segno.make(addresses[0]).terminal(sys.stderr, compact=True)
        sys.stderr.flush()


def _examined(arguments: argparse.Namespace) -> list[Finding]:
    """What the doctor finds beside a daemon that has the devices."""
    return examine(Path("/"), _config_path(arguments), str(state_folder()), live=False)


def _config(arguments: argparse.Namespace) -> Config:
    chosen = _config_path(arguments)
    if arguments.simulate or chosen is None:
        return simulated_config(state_folder())
    return load(chosen, look())


def _config_path(arguments: argparse.Namespace) -> Path | None:
    """The configuration, if there is one."""
    usual = config_file()
    return arguments.config or (usual if usual.exists() else None)


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
            raise Taken(f"--listen {asked}: another program listens there; name a free port") from None
        said = Sentence("it cannot be listened on ({error}); name another", error=error)
        raise BadConfig(f"--listen {asked}", said) from None


def _address(asked: str) -> tuple[str, int]:
    host, _, port = asked.rpartition(":")
    host = "127.0.0.1" if host == "localhost" else host.strip("[]")
    try:
        ipaddress.ip_address(host)
        number = int(port)
    except ValueError:
        number = -1
    if not 0 <= number <= 65535:
        said = Sentence("write an address and a port, like {example}", example=DEFAULT_LISTEN)
        raise BadConfig(f"--listen {asked}", said)
    return host, number


def _say(text: str, code: int) -> int:
    print(text, file=sys.stderr)
    return code
