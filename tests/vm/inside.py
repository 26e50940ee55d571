"""Runs inside the guest, once, at boot: installs the package, plays with real lines, prints a line a check.

Nothing of Peglight is imported here: it is used as its owner would, by its package, its unit, its page's own
interface, and by hand at its buttons and its reader.
"""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

from lines import CPUINFO, Pins, UsbReader, run

PATIENCE_S = 300.0
PINS = {"next": 5, "back": 6, "confirm": 13, "cancel": 19}
ACE, FIVE, SEVEN, KING = (bytes((10, 11, 12, 13, rank)) for rank in (1, 5, 7, 13))
CARDS = {ACE: "AH", FIVE: "5S", SEVEN: "7H", KING: "KS"}
DECK = "uid,card,copy\n" + "".join(f"{uid.hex()},{card},1\n" for uid, card in CARDS.items())
CONFIG = Path("/etc/peglight/peglight.toml")
DROP_IN = Path("/etc/systemd/system/peglight.service.d/guest.conf")
PYTHON = "/opt/peglight/venv/bin/python"
PACKAGES = """
from importlib.metadata import version
print(*(f"{name} {version(name)}" for name in ("peglight", "gpiozero", "lgpio", "pyserial")), sep=", ")
"""
PEGLIGHT = "/opt/peglight/venv/bin/peglight"
# This guest is as slow as ten of itself, and is no Pi: its /proc/cpuinfo is lent one.
DROP_IN_TEXT = f"""[Service]
TimeoutStartSec=1200s
WatchdogSec=300s
BindReadOnlyPaths={CPUINFO}:/proc/cpuinfo
"""

Json = dict[str, Any]


class Page:
    """The page's own interface, asked from this machine."""

    def __init__(self, address: str = "http://127.0.0.1:80") -> None:
        self._address = address
        self._jar = CookieJar()
        self._browser = build_opener(HTTPCookieProcessor(self._jar))

    def state(self) -> Json:
        """What /api/state says."""
        return self._asked(Request(f"{self._address}/api/state"))

    def tell(self, kind: str, **fields: object) -> Json:
        """Put an input to the game; a refusal is an answer, too."""
        self.state()
        headers = {"X-CSRF-Token": self._token(), "Content-Type": "application/json"}
        body = json.dumps({"kind": kind, **fields}).encode()
        return self._asked(Request(f"{self._address}/api/tell", body, headers))

    def pair(self, link: str) -> bool:
        """Open the one-time link that the machine itself gives out, and say yes to it."""
        self.state()
        secret = parse_qs(urlsplit(link).query)["link"][0]
        form = urlencode({"link": secret, "csrf": self._token(), "name": "the guest"}).encode()
        with self._browser.open(Request(f"{self._address}/pair/redeem", form), timeout=60) as answer:
            return bool(answer.status == 200)

    def _token(self) -> str:
        return next(cookie.value or "" for cookie in self._jar if cookie.name == "peglight_csrf")

    def _asked(self, request: Request) -> Json:
        try:
            with self._browser.open(request, timeout=60) as answer:
                said: Json = json.loads(answer.read())
        except HTTPError as refusal:
            said = {"ok": False, "code": refusal.code, "said": refusal.read().decode()}
        return said


page = Page()


def until(true: Callable[[], object], within_s: float = PATIENCE_S) -> None:
    """Look again and again until it is true."""
    given_up_s = time.monotonic() + within_s
    while not true():
        if time.monotonic() > given_up_s:
            raise TimeoutError(f"not in {within_s:.0f} s; the state is {json.dumps(shown())}")
        time.sleep(0.2)


def shown() -> Json:
    """The state without what is long."""
    try:
        state = page.state()
    except OSError as error:
        return {"error": str(error)}
    return {key: state.get(key) for key in ("seq", "phase", "card", "refusal", "devices", "last_move")}


def up() -> bool:
    try:
        return "phase" in page.state()
    except (OSError, ValueError):
        return False


def device(name: str) -> str:
    """How a device is: ok, missing, retrying, off."""
    return next(str(one["state"]) for one in page.state()["devices"] if one["name"] == name)


def pegs(seat: str) -> list[str]:
    game = page.state()["game"]
    found: list[str] = game["pegs"][seat]
    return found


def turn() -> str:
    return str(page.state()["game"]["turn"])


def main_pid() -> str:
    return told("systemctl", "show", "-P", "MainPID", "peglight.service")


def told(*words: str) -> str:
    """What a command prints."""
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()


def versions() -> None:
    """What this was tried with."""
    debian, systemd = Path("/etc/debian_version").read_text().strip(), told("systemctl", "--version")
    print(f"version Debian {debian}, Linux {os.uname().release}, {' '.join(systemd.split()[:2])}")
    print(f"version {told('python3', '--version')}, {told(PYTHON, '-c', PACKAGES)}")


class Guest:
    """Every check in order; each may lean on those before it."""

    def __init__(self) -> None:
        self.pins = Pins()
        self.reader = UsbReader()
        self.port = self.reader.plug()

    def the_kernel_has_pins_and_a_usb_reader(self) -> None:
        assert Path(f"/dev/{self.pins.chip}").is_char_device()
        assert self.port.resolve().name.startswith("ttyACM")

    def the_package_installs_and_its_service_starts(self) -> None:
        (package,) = Path("/package").glob("*.deb")
        DROP_IN.parent.mkdir(parents=True)
        DROP_IN.write_text(DROP_IN_TEXT)
        told("dpkg", "-i", str(package))
        until(up, 900)
        assert page.state()["phase"] == "no_game"

    def it_brings_the_drivers_that_compile(self) -> None:
        run(PYTHON, "-c", "import evdev, lgpio, rpi_ws281x, spidev")
        versions()

    def the_board_is_configured_and_a_deck_enrolled(self) -> None:
        run("systemctl", "stop", "peglight.service")
        buttons = [
            f'[[button]]\nname = "{name}"\ndriver = "gpio"\ngpio = {gpio}\n' for name, gpio in PINS.items()
        ]
        CONFIG.write_text(
            f'[[reader]]\nname = "table"\ndriver = "rdm6300"\nport = "{self.port}"\n' + "".join(buttons)
        )
        CONFIG.chmod(0o644)
        Path("/tmp/deck.csv").write_text(DECK)
        run(
            "setpriv",
            "--reuid=peglight",
            "--regid=peglight",
            "--init-groups",
            "env",
            "STATE_DIRECTORY=/var/lib/peglight",
            PEGLIGHT,
            "import",
            "/tmp/deck.csv",
        )
        run("udevadm", "trigger", "--settle", "--subsystem-match=gpio")
        run("systemctl", "start", "peglight.service")
        until(up, 900)

    def every_device_opens_as_a_user_that_is_not_root(self) -> None:
        until(lambda: all(one["state"] == "ok" for one in page.state()["devices"]))
        assert Path(f"/proc/{main_pid()}").owner() == "peglight"

    def the_doctor_finds_nothing_that_fails(self) -> None:
        done = subprocess.run([PEGLIGHT, "doctor", "--json"], capture_output=True, text=True, check=False)
        failing = {
            check["id"]: check["found"] for check in json.loads(done.stdout) if check["level"] == "fail"
        }
        assert failing == {}, failing

    def a_browser_may_not_change_anything_before_it_is_paired(self) -> None:
        assert page.tell("new_game", players=4, rules="pagat")["code"] == 403

    def the_link_from_the_machine_itself_pairs_it(self) -> None:
        assert page.pair(told(PEGLIGHT, "pair", "--link").splitlines()[0])

    def a_game_begins(self) -> None:
        said = page.tell("new_game", players=4, rules="pagat", first="A")
        assert said["ok"], said

    def a_card_on_the_usb_reader_is_in_question(self) -> None:
        self.reader.tap(ACE)
        until(lambda: page.state()["card"] == "AH")
        assert page.state()["phase"] == "choosing"

    def a_press_of_a_real_line_plays_it(self) -> None:
        self.pins.press(PINS["confirm"])
        until(lambda: pegs("A")[0] == "A8")
        assert turn() == "B"

    def a_card_that_cannot_move_is_refused(self) -> None:
        self.reader.tap(SEVEN)
        until(lambda: page.state()["card"] == "7H")
        assert page.state()["choices"] == []

    def a_short_press_does_not_throw_it(self) -> None:
        self.pins.press(PINS["confirm"])
        time.sleep(3)
        assert (turn(), page.state()["card"]) == ("B", "7H")

    def a_line_held_for_1200_ms_throws_it(self) -> None:
        self.pins.press(PINS["confirm"], held_s=2.0)
        until(lambda: turn() == "C")

    def a_bouncing_line_is_one_press(self) -> None:
        self.reader.tap(KING)
        until(lambda: page.state()["card"] == "KS")
        self.pins.press(PINS["confirm"], bounces=4)
        until(lambda: pegs("C")[0] == "C8")
        assert turn() == "D", "one press, one card"

    def the_reader_is_unplugged_while_the_game_runs(self) -> None:
        self.reader.unplug()
        until(lambda: device("table") != "ok")
        assert page.state()["game"]["turn"] == "D"

    def the_game_goes_on_by_phone_and_buttons(self) -> None:
        said = page.tell("tap", card="QH")
        assert said["ok"], said
        self.pins.press(PINS["confirm"])
        until(lambda: pegs("D")[0] == "D8")
        assert turn() == "A"

    def plugged_in_again_it_reads_again(self) -> None:
        again = self.reader.plug()
        assert again == self.port, "the same name by id"
        until(lambda: device("table") == "ok")
        self.reader.tap(FIVE)
        until(lambda: page.state()["card"] == "5S")
        self.pins.press(PINS["confirm"])
        until(lambda: pegs("A")[0] == "A13")

    def killed_it_comes_back_with_the_game_and_the_devices(self) -> None:
        before, pid = page.state()["game"], main_pid()
        os.kill(int(pid), signal.SIGKILL)
        until(lambda: main_pid() not in (pid, "0") and up(), 900)
        assert page.state()["game"] == before
        until(lambda: all(one["state"] == "ok" for one in page.state()["devices"]))

    def it_stops_well(self) -> None:
        run("systemctl", "stop", "peglight.service")
        assert told("systemctl", "show", "-P", "Result", "peglight.service") == "success"


def main() -> None:
    """Every public method of `Guest` is a check; the first that fails ends the run: the rest leans on it."""
    guest = Guest()
    checks = [name for name in vars(Guest) if not name.startswith("_")]
    for number, name in enumerate(checks):
        began_s = time.monotonic()
        try:
            getattr(guest, name)()
        except (AssertionError, LookupError, OSError, ValueError, subprocess.CalledProcessError) as error:
            print(f"FAILED {name.replace('_', ' ')}: {type(error).__name__}: {error}")
            print(told("journalctl", "-u", "peglight", "-n", "40", "--no-pager"))
            print(f"not tried: {len(checks) - number - 1}")
            return
        print(f"ok {name.replace('_', ' ')} ({time.monotonic() - began_s:.1f} s)")
    print("done")


main()
