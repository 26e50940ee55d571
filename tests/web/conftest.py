"""One Chromium for all tests of the page, and phones in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.web.phone import CHROMIUM_ARGS


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright, chromium: Path) -> Iterator[Browser]:
    launched = playwright.chromium.launch(executable_path=str(chromium), args=CHROMIUM_ARGS)
    yield launched
    launched.close()
