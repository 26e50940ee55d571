"""Command cards in a deck: enrolled like any card, told as what they say."""

from io import StringIO
from pathlib import Path

import pytest

from engine.inputs import Command, CommandTapped, RulesCardTapped
from firmware_host.command_cards import BadCommand, check_command, told_by
from firmware_host.deck_csv import BadDeck, read_csv
from tests.eventually import until
from tests.host.daemon_process import DaemonProcess, peglight


@pytest.mark.parametrize("command", Command)
def test_each_command_has_a_card(command: Command) -> None:
    check_command(f"@{command}")
    assert told_by(f"@{command}", None, "table", {}) == CommandTapped(command, None, "table")


def test_a_rules_card_names_a_preset_or_a_saved_ruleset() -> None:
    house = {"grandma's": ("pagat", (("jack", 11),))}
    assert told_by("@rules pagat", None, "", house) == RulesCardTapped("pagat", "pagat", ())
    assert told_by("@rules grandma's", None, "", house) == RulesCardTapped(
        "grandma's", "pagat", (("jack", 11),)
    )


def test_no_other_text_is_a_command() -> None:
    with pytest.raises(BadCommand, match="@undo"):
        check_command("@unco")


def test_a_deck_file_says_which_line_is_no_command() -> None:
    with pytest.raises(BadDeck, match="line 2: '@dance'"):
        read_csv(StringIO("uid,card,copy\n04112233,@dance,1\n"))


def test_a_daemon_does_what_an_enrolled_command_card_says(tmp_path: Path) -> None:
    """The same tag again acts only after it was away."""
    deck = tmp_path / "deck.csv"
    deck.write_text("uid,card,copy\n04AA0001,@new game,1\n04AA0002,@confirm,1\n", encoding="utf-8")
    assert peglight(tmp_path, "import", str(deck)).returncode == 0
    with DaemonProcess(tmp_path) as daemon:
        page = daemon.page()
        page.post("/sim/tap", {"reader": "table", "uid": "04AA0001"})
        page.post("/sim/tap", {"reader": "table", "uid": "04AA0002"})
        state = until(lambda: (s := page.state())["phase"] == "playing" and s)
        assert (state["game"]["rules"], state["game"]["sides"]) == ("pagat", 4)
