"""The household's rulesets: kept, left out when they make no sense any more, resolved for page and card."""

import json
from pathlib import Path

import pytest

from engine.game import NewGameAsk
from engine.inputs import Command, CommandTapped, NewGame, RulesCardTapped
from engine.ruleset import BadOption
from firmware_host.deck import EnrolledCard
from firmware_host.houses import MOST_HOUSES, SavedHouses
from firmware_host.inbox import TagSeen
from firmware_host.recovery import find_game
from firmware_host.settings import SettingsStore
from hardware.interfaces import Uid
from tests.host.daemon_process import DaemonProcess
from tests.host.running_loop import DECK, table

GRANDMA = ("pagat", (("jack", 11), ("joker_from_start", ("occupied", "come_out"))))


def test_saved_rules_survive_a_restart_and_deleted_ones_do_not(tmp_path: Path) -> None:
    path = tmp_path / "settings.sqlite"
    store = SettingsStore(path)
    houses = SavedHouses(store)
    assert houses.save("Grandma's", *GRANDMA)
    assert houses.save("aunt", "kilpatrick", ())
    assert houses.save("aunt", "pagat", ())
    assert houses.save("gone", "pagat", ())
    assert houses.drop("gone")
    store.close()
    again = SettingsStore(path)
    assert SavedHouses(again).all() == {"aunt": ("pagat", ()), "Grandma's": GRANDMA}
    again.close()


@pytest.mark.parametrize(
    "text", ["[", "5", "null", '["x"]', "[" * 5_000, '{"jack": [{}]}', '{"jack": 1e999}']
)
def test_one_that_cannot_be_read_is_left_out_and_the_others_are_there(tmp_path: Path, text: str) -> None:
    store = SettingsStore(tmp_path / "settings.sqlite")
    store.save_house("aunt", "pagat", ())
    store.save_house("torn", "pagat", ())
    store._connection.execute("UPDATE houses SET options = ? WHERE name = 'torn'", (text,))
    assert SavedHouses(store).all() == {"aunt": ("pagat", ())}
    store.close()


def test_too_many_and_senseless_ones_are_refused_and_a_bad_disk_is_told(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.sqlite")
    houses = SavedHouses(store)
    for n in range(MOST_HOUSES):
        assert houses.save(str(n), "pagat", ())
    with pytest.raises(BadOption, match="saved already"):
        houses.save("one more", "pagat", ())
    assert houses.save("0", "kilpatrick", ())
    with pytest.raises(BadOption, match="jack"):
        houses.save("0", "pagat", (("jack", 99),))
    store._connection.execute("PRAGMA query_only = ON")
    assert not houses.save("1", "kilpatrick", ())
    assert not houses.drop("1")
    assert houses.all()["1"] == ("pagat", ())
    store.close()


def test_a_ruleset_that_this_version_does_not_know_is_left_out(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.sqlite")
    store.save_house("old", "pagat", (("trump", True),))
    store.save_house("ours", *GRANDMA)
    assert list(SavedHouses(store).all()) == ["ours"]
    store.close()


def test_a_game_by_a_saved_name_is_one_by_its_options_and_after_a_restart_too(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with table(path) as running:
        assert running.houses.save("Grandma's", *GRANDMA)
        assert running.tell(NewGame(4, "Grandma's", options=(("queen", 12),))).reason is None
        assert running.houses.drop("Grandma's")
    journal, found = find_game(path)
    journal.close()
    assert found.game.play is not None
    asked = found.game.play.setup.asked
    assert (asked.rules, asked.house) == ("pagat", "Grandma's")
    assert dict(asked.options) == {**dict(GRANDMA[1]), "queen": 12}


def test_a_rules_card_stands_for_a_saved_ruleset(tmp_path: Path) -> None:
    uid = Uid(bytes.fromhex("04AA00FE"))
    cards = {**DECK, uid: EnrolledCard(uid, "@rules Grandma's", 1)}
    with table(tmp_path / "journal.sqlite", cards=cards) as running:
        running.houses.save("Grandma's", *GRANDMA)
        running.tell(CommandTapped(Command.NEW_GAME))
        running.inbox.put(TagSeen("table", uid))
        ask = running.settle().game.ask
        assert isinstance(ask, NewGameAsk)
        assert (ask.offers[0].rules, ask.offers[0].house) == ("pagat", "Grandma's")
        running.houses.drop("Grandma's")
        assert running.tell(RulesCardTapped("Grandma's", "Grandma's")).reason is not None


def test_a_page_saves_rules_and_plays_by_them(tmp_path: Path) -> None:
    with DaemonProcess(tmp_path) as daemon:
        page = daemon.page()
        form = {"house": "Grandma's", "rules": "pagat", "option_jack": "11"}
        assert page.send_form("/setup/save", form) == 200
        assert page.tell("new_game", players=4, rules="Grandma's").ok
        game = page.state()["game"]
        assert (game["rules"], game["house"], game["options"]) == ("pagat", "Grandma's", {"jack": 11})
        assert page.send_form("/setup/drop", {"drop": "Grandma's"}) == 200
        refused = page.tell("new_game", players=4, rules="Grandma's")
        assert refused.why == "BAD_SETUP", json.dumps(refused.body)
