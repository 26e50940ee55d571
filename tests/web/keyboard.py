"""Somebody who goes by keys and by what is read out: no pointer, no look at the drawing."""

from playwright.sync_api import Page

MOST_STOPS = 80
NAME = r"""(one) => {
  const label = one.labels && one.labels[0];
  const name = one.getAttribute("aria-label") || (label ? label.innerText : one.innerText) || one.name || "";
  return name.replace(/\s+/g, " ").trim();
}"""
AT = f"""() => {{
  const at = document.activeElement;
  return at && at !== document.body ? ({NAME})(at) : "";
}}"""
BEFORE = f"""(wanted) => {{
  const controls = [...document.querySelectorAll("button, a, summary, input, select")];
  const found = controls.find((one) => one.checkVisibility() && !one.disabled && ({NAME})(one) === wanted);
  const way = found ? document.activeElement.compareDocumentPosition(found) : 0;
  return Boolean(way & Node.DOCUMENT_POSITION_PRECEDING);
}}"""


class Keyboard:
    """Tab, Shift+Tab, arrows and Enter on one page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def name(self) -> str:
        """What a screen reader calls the control that has the focus; empty where nothing has it."""
        return str(self.page.evaluate(AT))

    def go_to(self, name: str) -> None:
        """Walk to the control of that name, back where it was read out before."""
        key = "Shift+Tab" if self.page.evaluate(BEFORE, name) else "Tab"
        passed = [self.name()]
        while passed[-1] != name:
            assert len(passed) < MOST_STOPS, f"{name!r} is none of {passed}"
            self.page.keyboard.press(key)
            passed.append(self.name())

    def press(self, name: str) -> None:
        """Walk to a button or link, and press it."""
        self.go_to(name)
        self.page.keyboard.press("Enter")

    def stops(self) -> list[str]:
        """Every control of a page just opened, in the order of Tab."""
        found: list[str] = []
        self.page.keyboard.press("Tab")
        while (name := self.name()) and len(found) < MOST_STOPS:
            found.append(name)
            self.page.keyboard.press("Tab")
        return found

    def hears(self, selector: str, text: str) -> None:
        """Wait until a live region says it."""
        region = self.page.locator(f"{selector}:is([aria-live], [role=alert], [aria-live] *)")
        region.filter(has_text=text).first.wait_for(state="attached")
