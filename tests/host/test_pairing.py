"""Who may change something from a browser: one request at a time, accepted at the table. DESIGN 6."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.inputs import Key
from firmware_host.command_cards import PAIR
from firmware_host.deck import EnrolledCard
from firmware_host.inbox import ButtonEdge, TagSeen
from firmware_host.lighting import Rhythm
from firmware_host.pairing import ASKING_MS, CODE_COLOURS, LINK_MS, MOST_PAIRINGS, PENANCE_MS, Pairing
from firmware_host.settings import SettingsStore
from hardware.interfaces import Edge, Uid
from tests.clock import Clock
from tests.host.running_loop import DECK, Table, table


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SettingsStore]:
    opened = SettingsStore(tmp_path / "settings.sqlite")
    yield opened
    opened.close()


class Household:
    """A pairing with a clock, and a count of what it told."""

    def __init__(self, store: SettingsStore) -> None:
        self.clock = Clock(1_000)
        self.changes = 0
        self.pairing = Pairing(store, self._changed, self.clock)

    def _changed(self) -> None:
        self.changes += 1

    def pair(self, name: str = "phone") -> str:
        token = self.pairing.ask(name, "10.0.0.7")
        assert token
        assert self.pairing.accept()
        return token


def test_a_browser_is_paired_once_somebody_says_yes(store: SettingsStore) -> None:
    home = Household(store)
    token = home.pairing.ask("phone", "10.0.0.7")
    assert token
    request = home.pairing.asks(token)
    assert request
    assert len(request.code) == 4
    assert set(request.code) <= set(CODE_COLOURS)
    assert home.pairing.code == request.code
    assert not home.pairing.is_paired(token)
    assert home.pairing.accept() == request
    assert home.pairing.is_paired(token)
    assert (home.pairing.code, home.pairing.accept()) == ((), None)
    assert [browser.name for browser in home.pairing.paired()] == ["phone"]
    assert home.changes == 2


def test_one_asks_at_a_time_and_for_a_minute(store: SettingsStore) -> None:
    home = Household(store)
    first = home.pairing.ask("one", "10.0.0.7")
    assert first
    assert home.pairing.ask("two", "10.0.0.8") is None
    home.clock.now_ms += ASKING_MS - 1
    assert home.pairing.asks(first)
    home.clock.now_ms += 1
    assert (home.pairing.asks(first), home.pairing.code, home.pairing.accept()) == (None, (), None)
    second = home.pairing.ask("two", "10.0.0.8")
    assert second
    assert home.pairing.accept()
    assert not home.pairing.is_paired(first)
    assert home.pairing.is_paired(second)


def test_a_yes_to_other_colours_is_none(store: SettingsStore) -> None:
    home = Household(store)
    token = home.pairing.ask("one", "10.0.0.7")
    assert token
    assert home.pairing.accept(("#000000",) * 4) is None
    assert home.pairing.accept(home.pairing.code)
    assert home.pairing.is_paired(token)


def test_a_browser_can_stop_asking_and_no_other_can_stop_it(store: SettingsStore) -> None:
    home = Household(store)
    token = home.pairing.ask("one", "10.0.0.7")
    assert token
    home.pairing.give_up("someone else")
    assert home.pairing.asks(token)
    home.pairing.give_up(token)
    assert home.pairing.code == ()


def test_nobody_keeps_all_others_from_asking(store: SettingsStore) -> None:
    home = Household(store)
    for _ in range(3):
        assert home.pairing.ask("pest", "10.0.0.66")
        home.clock.now_ms += ASKING_MS
    assert home.pairing.ask("pest", "10.0.0.66") is None
    assert home.pairing.ask("guest", "10.0.0.7")
    home.clock.now_ms += ASKING_MS + PENANCE_MS
    assert home.pairing.ask("pest", "10.0.0.66")


def test_a_pairing_survives_a_restart_as_a_hash_and_a_revoked_one_does_not(tmp_path: Path) -> None:
    path = tmp_path / "settings.sqlite"
    store = SettingsStore(path)
    home = Household(store)
    kept, revoked = home.pair("kept"), home.pair("revoked")
    number = home.pairing.number_of(revoked)
    assert number
    assert home.pairing.revoke(number)
    store.close()
    again = SettingsStore(path)
    after = Household(again)
    assert after.pairing.is_paired(kept)
    assert not after.pairing.is_paired(revoked)
    assert not after.pairing.is_paired("")
    assert again.board_id == store.board_id
    again.close()
    assert path.stat().st_mode & 0o777 == 0o600
    assert kept.encode() not in b"".join(file.read_bytes() for file in tmp_path.iterdir())


def test_a_link_lets_one_phone_in_once_and_not_for_ever(store: SettingsStore) -> None:
    home = Household(store)
    assert home.pairing.redeem("", "nobody") is None
    first = home.pairing.make_link()
    second = home.pairing.make_link()
    assert home.pairing.redeem(first, "phone") is None
    token = home.pairing.redeem(second, "phone")
    assert token
    assert home.pairing.is_paired(token)
    assert home.pairing.redeem(second, "phone") is None
    old = home.pairing.make_link()
    home.clock.now_ms += LINK_MS
    assert home.pairing.redeem(old, "phone") is None


def test_the_oldest_pairing_gives_way_when_there_are_very_many(store: SettingsStore) -> None:
    home = Household(store)
    tokens = [home.pair(str(n)) for n in range(MOST_PAIRINGS + 2)]
    assert [home.pairing.is_paired(token) for token in tokens[:3]] == [False, False, True]
    assert len(store.pairings()) == MOST_PAIRINGS


def test_a_disk_that_fails_costs_no_pairing_before_the_next_start(store: SettingsStore) -> None:
    home = Household(store)
    store._connection.execute("PRAGMA query_only = ON")
    token = home.pair()
    assert home.pairing.is_paired(token)
    assert not home.pairing.revoke(-1)
    assert not home.pairing.is_paired(token)


def test_a_damaged_file_is_set_aside_and_phones_are_paired_anew(tmp_path: Path) -> None:
    path = tmp_path / "settings.sqlite"
    for n in (1, 2):
        path.write_bytes(b"nonsense" * 999)
        store = SettingsStore(path)
        assert Household(store).pairing.paired() == []
        (note,) = store.notes
        assert f"kept as settings.damaged-{n}.sqlite" in note
        store.close()
        assert (tmp_path / f"settings.damaged-{n}.sqlite").read_bytes() == b"nonsense" * 999
    with sqlite3.connect(path) as sound:
        assert sound.execute("PRAGMA quick_check").fetchone() == ("ok",)
    sound.close()


# --- at the table ----------------------------------------------------------------------------------


def hold_both(running: Table, at_ms: int) -> None:
    for name in (Key.BACK, Key.CONFIRM):
        running.inbox.put(ButtonEdge(str(name), Edge(True, at_ms)))
    for name in (Key.BACK, Key.CONFIRM):
        running.inbox.put(ButtonEdge(str(name), Edge(False, at_ms + 3_100)))


def test_the_code_breathes_on_every_start_bar_until_the_minute_is_over(tmp_path: Path) -> None:
    with table(tmp_path / "journal.sqlite") as running:
        before = running.settle().lights
        assert running.pairing.ask("phone", "10.0.0.7")
        lights = running.settle().lights
        for seat in "ABCD":
            bar = [lights[f"{seat}S{i}"] for i in range(1, 5)]
            assert [f"#{bytes(light.colour).hex()}" for light in bar] == list(running.pairing.code)
            assert {light.rhythm for light in bar} == {Rhythm.ASK}
            assert f"{seat}S5" not in lights
        assert {name for name in before if "S" not in name} <= set(lights)
        assert running.pass_time(ASKING_MS).lights == before


@pytest.mark.parametrize("asking", [True, False])
def test_back_and_confirm_held_together_let_in_who_asks_and_tell_the_game_nothing(
    tmp_path: Path, asking: bool
) -> None:
    with table(tmp_path / "journal.sqlite") as running:
        token = running.pairing.ask("phone", "10.0.0.7") if asking else ""
        before = running.settle()
        hold_both(running, running.clock.now_ms)
        running.clock.now_ms += 3_200
        after = running.settle()
        assert running.pairing.is_paired(token or "") is asking
        assert (after.seq, after.game, after.refusal) == (before.seq, before.game, None)
        assert after.pairing_code == ()


def test_a_game_goes_on_while_a_browser_asks(tmp_path: Path) -> None:
    """A press of confirm, or of back held, is the game's, and lets nobody in."""
    with table(tmp_path / "journal.sqlite") as running:
        running.tap("K")
        token = running.pairing.ask("phone", "10.0.0.7")
        assert token
        for down, at_ms in ((True, 2_000), (False, 2_100)):
            running.inbox.put(ButtonEdge("confirm", Edge(down, at_ms)))
        running.clock.now_ms = 2_200
        running.settle()
        assert running.game.play is not None
        assert len(running.game.play.turns) == 1
        assert running.pairing.asks(token)
        assert not running.pairing.is_paired(token)


def test_a_pairing_card_lets_in_who_asks_and_tells_the_game_nothing(tmp_path: Path) -> None:
    uid = Uid(bytes.fromhex("04AA00FF"))
    with table(tmp_path / "journal.sqlite", cards={**DECK, uid: EnrolledCard(uid, PAIR, 1)}) as running:
        seq = running.settle().seq
        running.inbox.put(TagSeen("table", uid))
        running.settle()
        token = running.pairing.ask("phone", "10.0.0.7")
        assert token
        running.inbox.put(TagSeen("table", uid))
        running.settle()
        assert running.pairing.is_paired(token)
        assert running.settle().seq == seq
