"""Names and colours in mid-game, as a plain form and on a phone."""

from html import unescape

import pytest
from playwright.sync_api import Browser

from engine.inputs import LooksChanged, SeatLook
from engine.palette import PALETTE
from tests.web.phone import SMALL, phone
from tests.web.served import served
from tests.web.visitor import Visitor, started


def form(visitor: Visitor, **changes: str) -> dict[str, str]:
    """The form as the page holds it, with these fields filled otherwise."""
    looks = visitor.table.look().game.play.setup.look  # type: ignore[union-attr]  # a game runs
    values = {}
    for seat, letter in enumerate("ABCD"):
        look = looks(seat)  # type: ignore[arg-type]  # a seat by its number
        values |= {f"name_{letter}": look.name, f"colour_{letter}": look.colour or PALETTE[seat]}
    return {**values, **{f"was_{name}": value for name, value in values.items()}, **changes}


def test_only_what_is_changed_is_told() -> None:
    visitor = started()
    assert visitor.post("/seats", data=form(visitor)).headers["Location"] == "/table"
    assert not isinstance(visitor.table.told[-1], LooksChanged)
    loaded = form(visitor)
    assert visitor.tell("seats", seats={"B": {"name": "Bo"}}).status_code == 200  # from another phone
    assert visitor.post("/seats", data=loaded | {"name_A": " Mia "}).status_code == 303
    assert visitor.table.told[-1] == LooksChanged((SeatLook(0, "Mia", PALETTE[0]),))  # type: ignore[arg-type]
    names = [seat["name"] for seat in visitor.get("/table/now").get_json()["seats"]]
    assert names == ["Mia", "Bo", "Yellow", "Turquoise"]


def test_colours_are_exchanged_and_never_shared() -> None:
    visitor = started()
    refused = visitor.post("/seats", data=form(visitor, colour_A=PALETTE[1], name_C="Cor"))
    assert refused.status_code == 409
    assert "Two seats have the same colour." in refused.text
    assert 'value="Cor"' in refused.text
    exchanged = form(visitor, colour_A=PALETTE[1], colour_B=PALETTE[0])
    assert visitor.post("/seats", data=exchanged).status_code == 303
    assert visitor.get("/table/now").get_json()["headline"] == "Blue to move"


@pytest.mark.parametrize(
    ("filled", "said"),
    [({"name_A": "x" * 25}, "It may be 24"), ({"colour_B": "red"}, "It must")],
)
def test_what_cannot_be_is_said_at_its_field(filled: dict[str, str], said: str) -> None:
    visitor = started()
    answer = visitor.post("/seats", data=form(visitor, **filled))
    assert (answer.status_code, said in unescape(answer.text)) == (409, True)
    assert not isinstance(visitor.table.told[-1], LooksChanged)


def test_without_a_game_there_is_nothing_to_name() -> None:
    visitor = Visitor()
    assert visitor.get("/seats").headers["Location"] == "/setup"
    assert visitor.post("/seats", data={"name_A": "Mia"}).headers["Location"] == "/setup"


@pytest.mark.needs_chromium
def test_a_seat_is_renamed_in_mid_game_on_a_phone_with_a_card_in_question(browser: Browser) -> None:
    visitor = started()
    visitor.tell("tap", card="K")
    with served(visitor.table) as url, phone(browser, url, **SMALL) as used:
        used.open("/table")
        used.sees("#asks", "start → A8")
        used.tap("#seldom summary")
        used.tap("#seldom a[href='/seats']")
        used.find("input[name=name_A]").fill("Oma Geertje")
        used.find("select[name=colour_A]").select_option(label="Lime")
        used.check_it_can_be_used()
        used.button("Show them so").tap()
        used.sees("h1", "Oma Geertje to move")
        used.sees("#asks", "start → A8")
        assert (
            used.find(".plate.moves").evaluate("(plate) => plate.style.getPropertyValue('--seat')")
            == "#aaee88"
        )
