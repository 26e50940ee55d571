"""What the daemon and the devices say is English to programs, and the reader's language on the page."""

import copy
import pickle
from html import unescape
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from firmware_host.config import BadConfig, parse
from firmware_host.deck_csv import BadDeck, read_csv
from firmware_host.doctor import examine
from firmware_host.recovery import open_or_set_aside
from hardware.drivers.serial_line import SerialLine
from hardware.errors import CannotOpen
from hardware.sentence import NOTHING, Sentence, in_a_row, verbatim
from tests.doctor.fake_pi import LAMPS_ON_SPI, FakePi
from tests.web.messages import unknown_in
from tests.web.phone import SMALL, phone
from tests.web.served import served
from tests.web.small_care import SmallFound, SmallProblem
from tests.web.small_table import Device, SmallRig, SmallTable
from tests.web.test_backup_page import HELD
from tests.web.test_languages import OTHERS
from tests.web.visitor import Visitor
from web_ui.catalogues import LOCALE, read_catalogue
from web_ui.words import spoken

GERMAN = {"Accept-Language": "de"}
BUFSIZ = "/sys/module/spidev/parameters/bufsiz"


def spoilt_pi(root: Path) -> FakePi:
    """One with something to say in every part: too short a buffer, two slips, a worn card, no user."""
    pi = FakePi(root, "4", board=LAMPS_ON_SPI)
    pi.write(BUFSIZ, "1024")
    pi.write("/etc/passwd", "")
    pi.write("/sys/fs/ext4/mmcblk0p2/errors_count", "1")
    pi.write("/sys/devices/platform/soc/soc:firmware/get_throttled", "50005")
    pi.write("/sys/block/mmcblk0/device/life_time", "0x0b 0x01")
    return pi


def test_a_sentence_is_its_english_text_and_keeps_what_it_is_made_of() -> None:
    inner = Sentence("it is no plain file")
    said = Sentence("{path} cannot be read: {what}.", path=Path("/etc/{x}"), what=inner)
    assert said == "/etc/{x} cannot be read: it is no plain file."
    for copied in (said, copy.deepcopy(said), pickle.loads(pickle.dumps(said))):
        assert (copied, copied.message) == (said, "{path} cannot be read: {what}.")
        assert copied.values == {"path": "/etc/{x}", "what": inner}
    assert Sentence("a {brace") == "a {brace"
    assert [Sentence("{n} day", "{n} days", n=n) for n in (0, 1, 2)] == ["0 days", "1 day", "2 days"]
    assert in_a_row([said, inner], "; ") == f"{said}; {inner}"
    assert in_a_row([]) == NOTHING == ""


def test_an_exception_in_a_sentence_is_not_kept() -> None:
    said = Sentence("it is gone ({error})", error=OSError("no {such} thing"))
    assert said.values == {"error": "no {such} thing"}
    assert said == "it is gone (no {such} thing)"


def test_it_is_said_with_its_values_and_the_sentences_in_it() -> None:
    german = read_catalogue("de")
    fault = CannotOpen(
        "table", "there is no gain of {gain_db} dB", "Choose one of {gains}", gain_db=1, gains="9"
    )
    assert str(fault) == "table: there is no gain of 1 dB. Choose one of 9."
    said = spoken(fault.sentence, german)
    assert said == "table: eine Verstärkung von 1 dB gibt es nicht. Wähle eine von 9."
    row = in_a_row([Sentence("There is no config.txt."), verbatim("{raw}")])
    assert spoken(row, german) == "Es gibt kein config.txt. {raw}"
    assert spoken("plain {text}", german) == "plain {text}"
    assert spoken(NOTHING, german) == ""


@pytest.mark.parametrize(("n", "german"), [(1, "1 Gerät."), (3, "3 Geräte.")])
def test_a_count_takes_the_form_of_its_language(n: int, german: str) -> None:
    said = Sentence(
        "{path} is sound and names {n} device.", "{path} is sound and names {n} devices.", path="x", n=n
    )
    assert spoken(said, read_catalogue("de")) == f"x ist in Ordnung und nennt {german}"


def test_the_doctor_speaks_german_on_the_page_and_english_to_programs(tmp_path: Path) -> None:
    visitor = Visitor()
    visitor.table.findings = examine(spoilt_pi(tmp_path).root)
    english = unescape(visitor.get("/device/doctor").text)
    german = unescape(visitor.get("/device/doctor", headers=GERMAN).text)
    for text in (
        "Der Kernel hat auf mmcblk0p2 1 Fehler gezählt.",
        "spidev.bufsiz ist 1024, ein Bild für 112 Lampen hat ",
        "Jetzt: die Versorgungsspannung ist zu niedrig (under-voltage); der Prozessor wird gedrosselt. Seit ",
        "mmcblk0 hat mehr als 100 % seiner Lebensdauer verbraucht.",
        "Einen Benutzer peglight gibt es nicht.",
    ):
        assert text in german
    words = read_catalogue("de")
    for finding in visitor.table.findings:
        for text in (finding.found, finding.why, finding.do):
            assert text in english
            assert spoken(text, words) in german


@pytest.mark.parametrize("language", OTHERS)
def test_no_finding_stays_english_in_any_language(tmp_path: Path, language: str) -> None:
    words = read_catalogue(language)
    findings = [*examine(spoilt_pi(tmp_path / "bad").root), *examine(FakePi(tmp_path / "good", "5").root)]
    for finding in findings:
        for text in (finding.found, finding.why, finding.do):
            said = spoken(text, words)
            assert said != text or not text or finding.id in ("model", "system"), text
            assert "{" not in said


def test_parts_and_notes_speak_the_reader_s_language_on_every_page_that_shows_them(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").write_bytes(b"no journal at all" * 400)
    journal, notes = open_or_set_aside(tmp_path / "journal.sqlite")
    journal.close()
    with pytest.raises(CannotOpen) as fault:
        SerialLine(Sentence("the rdm6300 reader on {port}", port="/dev/none"), "/dev/none", 9600)
    table = SmallTable(SmallRig())
    table.show(devices=(Device("table", "rdm6300", "missing", fault.value.sentence),), notes=notes)
    visitor = Visitor(table)
    device, now, state = (
        unescape(visitor.get(path, headers=GERMAN).get_data(as_text=True))
        for path in ("/device", "/table/now", "/api/state")
    )
    for page in (device, now):
        assert "Das Spielprotokoll war beschädigt" in page
        assert "0 Einträge wurden übernommen" in page
    for page in (device, now, state):
        assert "rdm6300-Leser an /dev/none: so einen Anschluss gibt es nicht. Stecke es ein" in page
    assert "table (rdm6300) fehlt. rdm6300-Leser" in now
    assert "there is no such port" in visitor.get("/api/state").get_data(as_text=True)


@pytest.mark.parametrize(
    ("text", "german"),
    [
        ("hold_ms = 1", "hold_ms = 1: es muss 600 bis 3000 sein"),
        ("mute = 3", "mute = 3: es muss true oder false sein"),
        ("[[reader]]\nname = 'a'\ndriver = 'tarot'", "einen Treiber namens tarot gibt es nicht"),
        (
            "[[strip]]\nname = 's'\ndriver = 'simulated'\nlamps = 112\nholes = ['A0', 'A0']",
            "auf dem Ring mit 4 Seiten: zwei Lampen sind bei A0",
        ),
    ],
)
def test_a_mistake_in_the_configuration_is_said_in_german(text: str, german: str) -> None:
    with pytest.raises(BadConfig) as bad:
        parse(text, Path("peglight.toml"))
    assert [message for one in bad.value.mistakes for message in unknown_in(one)] == []
    assert german in spoken(bad.value.sentence, read_catalogue("de"))


@pytest.mark.parametrize(
    ("row", "german"),
    [
        ("04A1B2C3,7", "Zeile 2: es müssen drei Werte sein, und es sind 2"),
        ("04A1B2C3,17,1", "Zeile 2: '17' ist keine Karte"),
        ("04A1B2C3,7,x", "Zeile 2: die Nummer des Exemplars muss 1 bis"),
        ("04A1B2C3,@dance,1", "Zeile 2: '@dance' ist kein Befehl"),
        ("zz!,7,1", "Zeile 2: 'zz!' ist keine Nummer eines Chips"),
        ("04A1B2C3,7,1\n04A1B2C3,8,1", "Zeile 3: der Chip 04A1B2C3 steht schon in Zeile 2"),
    ],
)
def test_a_deck_that_is_not_taken_is_refused_in_german(tmp_path: Path, row: str, german: str) -> None:
    file = tmp_path / "deck.csv"
    file.write_text(f"uid,card,copy\n{row}\n", encoding="utf-8")
    with file.open(encoding="utf-8", newline="") as lines, pytest.raises(BadDeck) as bad:
        read_csv(lines)
    assert unknown_in(bad.value.sentence) == []
    assert german in spoken(bad.value.sentence, read_catalogue("de"))


def test_what_is_wrong_with_a_file_that_was_sent_is_said_in_german() -> None:
    with pytest.raises(BadConfig) as bad:
        parse("hold_ms = 1", Path("peglight.toml"))
    visitor = Visitor()
    visitor.post("/language", data={"language": "de", "back": "/"})
    answer = visitor.post("/cards/import", data={"deck": "blue", "text": "uid,card,copy\n04A1B2C3,7\n"})
    assert (answer.status_code, "Zeile 2: es müssen drei Werte sein" in unescape(answer.text)) == (409, True)
    visitor.table.backups.found = SmallFound(None, HELD, has_config=False, wrong_config=bad.value.bare)
    page = unescape(visitor.post("/device/backup/look").text)
    assert "<li>hold_ms = 1: es muss 600 bis 3000 sein</li>" in page
    visitor.table.sounds.problem = SmallProblem("wrong_config", "", bad.value.sentence)
    page = unescape(visitor.post("/device/sounds", data={"sounds": "none"}).text)
    assert "hold_ms = 1: es muss 600 bis 3000 sein" in page


@pytest.mark.needs_chromium
def test_the_doctor_s_longest_sentences_fit_a_small_phone(browser: Browser, tmp_path: Path) -> None:
    longest = max(OTHERS, key=lambda code: len((LOCALE / code / "LC_MESSAGES" / "peglight.po").read_text()))
    table = SmallTable(SmallRig())
    table.findings = examine(spoilt_pi(tmp_path).root)
    with served(table) as url, phone(browser, url, locale=longest, **SMALL) as used:
        used.open("/device/doctor")
        used.find("summary").last.tap()
        used.find("details[open]").wait_for()
        used.check_it_can_be_used()
