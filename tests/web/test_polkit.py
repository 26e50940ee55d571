"""The polkit rule, run by a real engine: two deeds for one user, and nothing for anybody else."""

import pytest
from playwright.sync_api import Browser

from tests.tree import ROOT

RULE = (ROOT / "systemd" / "peglight.polkit").read_text(encoding="utf-8")
LOGIN = "org.freedesktop.login1."
ALLOWED = {LOGIN + deed + more for deed in ("reboot", "power-off") for more in ("", "-multiple-sessions")}
OTHERS = {
    *(
        LOGIN + deed
        for deed in ("reboot-ignore-inhibit", "power-off-ignore-inhibit", "halt", "suspend", "hibernate")
    ),
    *(
        LOGIN + deed
        for deed in ("set-wall-message", "set-reboot-to-firmware-setup", "manage", "set-user-linger")
    ),
    "org.freedesktop.systemd1.manage-units",
    "org.freedesktop.timedate1.set-time",
    "org.freedesktop.packagekit.package-install",
    "",
}
ASK = """([rule, cases]) => {
  const rules = [];
  const polkit = { addRule: (one) => rules.push(one), Result: { YES: "yes", NO: "no" } };
  new Function("polkit", rule)(polkit);
  return cases.map(([id, user]) => rules.map((one) => one({ id }, { user })).find((said) => said) || null);
}"""


@pytest.mark.needs_chromium
def test_the_daemons_user_may_restart_and_switch_off_and_nothing_else(browser: Browser) -> None:
    cases = [(action, user) for action in sorted(ALLOWED | OTHERS) for user in ("peglight", "pi", "root", "")]
    page = browser.new_page()
    try:
        said = page.evaluate(ASK, [RULE, cases])
    finally:
        page.close()
    granted = {case for case, answer in zip(cases, said, strict=True) if answer is not None}
    assert granted == {(action, "peglight") for action in ALLOWED}
    assert set(said) == {None, "yes"}
