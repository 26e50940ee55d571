"""A phone in a real Chromium: taps at coordinates, and hears what the page complains of and asks for."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Locator, Page

from tests.eventually import until

CHROMIUM_ARGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
]
PIXEL_5 = {"viewport": {"width": 393, "height": 727}, "device_scale_factor": 2.75}
SMALL = {"viewport": {"width": 360, "height": 640}, "device_scale_factor": 2}
TABLET = {"viewport": {"width": 1180, "height": 820}, "device_scale_factor": 1}
LEAST_TARGET_PX = 44
PATIENCE_MS = 30_000
"""Only a failing test waits as long: pages are served from a disk, and by a machine, that others use, too."""


class Phone:
    """A page on a touch screen."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.complaints: list[str] = []
        self.asked: list[str] = []
        page.set_default_timeout(PATIENCE_MS)
        page.on("console", lambda said: self._hear(said.type, said.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.asked.append(request.url))

    def _hear(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.complaints.append(f"{kind}: {text}")

    def open(self, path: str = "/") -> None:
        self.page.goto(self.url + path)

    def wait_till_dressed(self) -> None:
        """Wait for the styles and scripts: Chromium measures a page and taps on it before they have come."""
        self.page.wait_for_load_state("load")

    def find(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def tap(self, selector: str) -> None:
        self.find(selector).tap()

    def tap_hole(self, hole: str, off_px: float = 0) -> None:
        """A finger on the drawing, so many pixels beside the hole."""
        lamp = self.find(f'.lamp[data-hole="{hole}"]')
        lamp.scroll_into_view_if_needed()
        box = lamp.bounding_box()
        assert box
        self.page.touchscreen.tap(box["x"] + box["width"] / 2 + off_px, box["y"] + box["height"] / 2)

    def sees(self, selector: str, text: str) -> None:
        """Wait until the text is there, and the page around it whole."""
        self.find(selector).filter(has_text=text).first.wait_for()
        self.wait_till_dressed()

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate("fetch('/api/state').then((answer) => answer.json())")
        return found

    def wait_for_state(self, condition: str) -> dict[str, Any]:
        """Wait until the condition on `state` holds."""
        self.page.wait_for_function(
            f"async () => {{ const state = await (await fetch('/api/state')).json(); return {condition}; }}"
        )
        return self.state()

    def wait_for_complaint(self, part: str) -> None:
        """Wait until the console complains of it; that it did is then forgiven."""

        def is_heard() -> bool:
            self.page.wait_for_timeout(20)  # the console is heard only while something is waited for
            return any(part in one for one in self.complaints)

        until(is_heard)
        self.complaints.clear()

    def check_nothing_is_wrong(self) -> None:
        """Nothing in the console, and nothing asked of anybody else."""
        assert not self.complaints
        assert self.asked
        assert all(url.startswith((self.url, "data:")) for url in self.asked), self.asked

    def check_it_can_be_used(self) -> None:
        """Nothing wider than the screen, every target big enough for a finger, every control with a name."""
        self.wait_till_dressed()
        wide = self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert wide <= 0, f"{wide} px wider than the screen"
        for small, name in self.page.evaluate(MEASURE):
            assert not small, f"{name}: {small}"
            assert name


# Measured in one breath: between two questions the page may have drawn its controls anew.
MEASURE = f"""() => {{
  const shown = [...document.querySelectorAll("button, a, summary, select, input:not([type=hidden])")]
    .filter((control) => control.checkVisibility({{ visibilityProperty: true }}));
  return shown.map((control) => {{
    const {{ width, height }} = (control.closest("label") || control).getBoundingClientRect();
    const small = Math.min(Math.round(width), Math.round(height)) < {LEAST_TARGET_PX};
    const label = control.labels && control.labels[0];
    const text = control.textContent.trim() || (label && label.textContent.trim());
    const name = control.getAttribute("aria-label") || text;
    return [small ? `${{width}} x ${{height}}` : "", name];
  }});
}}"""


@contextmanager
def phone(browser: Browser, url: str, **context: Any) -> Iterator[Phone]:
    """A fresh phone without cookies; what it complained of fails the test."""
    opened = browser.new_context(has_touch=True, is_mobile=True, **(PIXEL_5 | context))
    try:
        used = Phone(opened.new_page(), url)
        yield used
        used.check_nothing_is_wrong()
    finally:
        opened.close()
