"""The last step of a trial: the start of a game with one real card, through the whole daemon."""

import io
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from engine.inputs import Key, NewGame, Told
from firmware_host.assembly import Daemon
from firmware_host.deck import DamagedDecks, DeckStore
from firmware_host.deck_csv import read_csv
from firmware_host.journal import NotSaved
from firmware_host.settings import SettingsNotSaved
from firmware_host.snapshot import Snapshot
from firmware_host.systemd import Supervisor
from firmware_host.trial_bench import Bench, NotSeen, Opened
from firmware_host.trial_steps import CARDS, Detail
from hardware.interfaces import Uid
from hardware.rig import Kind
from hardware.sentence import in_words

LOOK_EVERY_S = 0.05
ENOUGH_PRESSES = 8


def short_game(bench: Bench) -> Detail:
    """An ace is enrolled, tapped and confirmed: a peg comes out, and the turn goes round.

    The bench is closed for it: the daemon opens the devices itself.
    """
    bench.close()
    enrolling = Bench(bench.config, bench.owner, bench.pace)
    try:
        readers = enrolling.of(Kind.READER)
        uid = _ace(enrolling, readers[0]) if readers else None
    finally:
        enrolling.close()
    if uid is None:
        return {}
    try:
        with tempfile.TemporaryDirectory() as folder:
            return _played(bench, readers[0].spec.name, uid, Path(folder))
    except (DamagedDecks, NotSaved, SettingsNotSaved, OSError) as error:
        raise NotSeen("", f"no game could be kept: {in_words(error)}") from error


def _ace(bench: Bench, reader: Opened) -> Uid | None:
    bench.owner.say(f"Lay a card on {reader.spec.name}: it will be an ace. Then take it away.")
    bench.place(reader, CARDS[0])
    uid = bench.sees(reader, lambda uid: uid is not None)
    bench.lift(reader)
    bench.sees(reader, lambda uid: uid is None)
    return uid


def _played(bench: Bench, reader: str, uid: Uid, state: Path) -> Detail:
    store = DeckStore(state / "decks.sqlite")
    store.replace_deck("trial", read_csv(io.StringIO(f"uid,card,copy\n{uid.hex()},AH,1\n")))
    store.close()
    daemon = Daemon(bench.config, state, Supervisor())
    daemon.start()
    try:
        _tell(daemon, NewGame(4, "pagat"))
        bench.owner.say(f"A game has begun. Lay the ace on {reader}: lamps show where it can go.")
        if daemon.gateway.simulated:
            daemon.gateway.simulated.tap(reader, uid)
        _until(bench, daemon, lambda now: now.game.question is not None, "the ace was not taken")
        _confirm(bench, daemon)
        _until(bench, daemon, _moved, "no peg came out")
    finally:
        daemon.stop()
    return {reader: "a card was tapped and confirmed, and a peg came out"}


def _moved(now: Snapshot) -> bool:
    return now.game.play is not None and bool(now.game.play.turns)


def _confirm(bench: Bench, daemon: Daemon) -> None:
    """By the board's own button."""
    roles = bench.config.button_roles
    confirm = next((name for name, role in roles.items() if role.key is Key.CONFIRM), None)
    if confirm is None:
        raise NotSeen("", "the board has no confirm button, so nothing can be played on it without a phone")
    bench.owner.say(f"Press {confirm} until a peg has moved in light.")
    for _ in range(ENOUGH_PRESSES if daemon.gateway.simulated else 0):
        if daemon.gateway.simulated and not _moved(daemon.latest.snapshot):
            daemon.gateway.simulated.press(confirm, 100)


def _tell(daemon: Daemon, told: Told) -> None:
    answer = daemon.gateway.tell(told, None)
    if answer.reason:
        raise NotSeen("", f"the game was refused: {answer.reason}")


def _until(bench: Bench, daemon: Daemon, good: Callable[[Snapshot], bool], otherwise: str) -> None:
    until_s = time.monotonic() + bench.pace.patience_s
    while not good(daemon.latest.snapshot):
        if time.monotonic() > until_s:
            reason = daemon.latest.snapshot.refusal
            raise NotSeen(
                "", f"{otherwise} in {bench.pace.patience_s:.0f} s{f' ({reason})' if reason else ''}"
            )
        time.sleep(LOOK_EVERY_S)
