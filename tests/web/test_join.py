"""The page's address on every page, and as a picture for another phone's camera."""

import io

import pytest
import segno
from playwright.sync_api import Browser

from tests.web.phone import SMALL, phone
from tests.web.served import served
from tests.web.visitor import Visitor

REACHED_AT = "http://192.0.2.7:8080/"
PAGES = ("/setup", "/table", "/rules", "/history", "/pair", "/nowhere")


def code_of(address: str) -> bytes:
    drawn = io.BytesIO()
    segno.make(address).save(
        drawn, kind="svg", scale=5, border=2, light="#fff", svgclass=None, lineclass=None
    )
    return drawn.getvalue()


@pytest.mark.parametrize(
    ("host", "address"),
    [("localhost", REACHED_AT), ("127.0.0.1:8080", REACHED_AT), ("oak.local", "http://oak.local/")],
)
def test_every_page_tells_another_phone_where_it_is(host: str, address: str) -> None:
    visitor = Visitor(host=host, listening="0.0.0.0", names=["oak.local"], reached_at=REACHED_AT)
    for path in PAGES:
        assert f"<b>{address}</b>" in visitor.get(path).text, path
    assert visitor.get("/join.svg").data == code_of(address)


def test_where_nobody_else_can_come_nobody_is_called() -> None:
    visitor = Visitor()
    assert "/join.svg" not in visitor.get("/setup").text
    assert visitor.get("/join.svg").status_code == 404


def test_nobody_is_sent_to_a_name_that_is_not_ours() -> None:
    visitor = Visitor(listening="0.0.0.0", reached_at=REACHED_AT)
    answer = visitor.get("/setup", environ_overrides={"HTTP_HOST": "evil.example"})
    assert answer.status_code == 403
    assert "evil.example" not in answer.text


@pytest.mark.needs_chromium
def test_the_picture_is_drawn_when_it_is_asked_for(browser: Browser) -> None:
    with served(listening="0.0.0.0", reached_at=REACHED_AT) as url, phone(browser, url, **SMALL) as used:
        used.open("/rules")
        used.tap(".join summary")
        image = used.find(".join img")
        image.scroll_into_view_if_needed()
        used.page.wait_for_function("() => document.querySelector('.join img').naturalWidth > 100")
        used.check_it_can_be_used()
