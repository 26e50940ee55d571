"""Updates from a file: only what is ours and whole is taken, only what the table allows is run."""

import io
import os
import shutil
import stat
import zipfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

from firmware_host.launching import chosen_update, switch_over, told_once
from firmware_host.pairing import Pairing
from firmware_host.settings import SettingsStore
from firmware_host.updates import Updates
from firmware_host.uploads import Upload
from firmware_host.wheel_reading import BadWheel, order, unpack_wheel
from firmware_host.zips import open_zip
from hardware.sentence import Sentence
from tests.eventually import until
from tests.host.daemon_process import DaemonProcess, Page, peglight
from tests.host.made_wheel import WHEEL, made_wheel, metadata, packed, parts_of, record_of
from tests.tree import ROOT

NEW = "9.9.9"
INFO = f"peglight-{NEW}.dist-info"
PAGE = "web_ui/templates/update.html"
CHANGED = {PAGE: (ROOT / PAGE).read_bytes().replace(b"<h1>", b"<h1>Newer: ")}


@pytest.fixture(scope="module")
def good() -> bytes:
    return made_wheel(NEW, CHANGED)


def unpacked(data: bytes, tmp_path: Path) -> str:
    (tmp_path / "sent").write_bytes(data)
    folder = tmp_path / "unpacked"
    folder.mkdir()
    return unpack_wheel(tmp_path / "sent", folder, version("peglight"))


def refused(data: bytes, tmp_path: Path) -> BadWheel:
    with pytest.raises(BadWheel) as bad:
        unpacked(data, tmp_path)
    return bad.value


def with_record(parts: dict[str, bytes]) -> bytes:
    return packed({**parts, f"{INFO}/RECORD": record_of(parts, NEW)})


# --- what is taken --------------------------------------------------------------------------------


def test_a_wheel_of_ours_is_taken_whole(good: bytes, tmp_path: Path) -> None:
    assert unpacked(good, tmp_path) == NEW
    assert (tmp_path / "unpacked" / PAGE).read_bytes() == CHANGED[PAGE]
    modes = {path.stat().st_mode & 0o777 for path in (tmp_path / "unpacked").rglob("*") if path.is_file()}
    assert modes == {0o600}


def test_versions_have_their_order() -> None:
    assert order("0.9.1") < order("0.10.0") < order("1.0")


@pytest.mark.parametrize("sent", [b"", b"hello", b"PK\x03\x04" + b"\0" * 40])
def test_what_is_no_zip_is_refused(tmp_path: Path, sent: bytes) -> None:
    bad = refused(sent, tmp_path)
    assert bad.why == "no_wheel"
    assert isinstance(bad.found, Sentence)  # what the page can say in its reader's language


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("../evil.py", "escapes"),
        ("/etc/cron.d/evil", "escapes"),
        ("engine/../../evil.py", "escapes"),
        ("engine\\evil.py", "escapes"),
        ("evil.py", "escapes"),
        ("evil.pth", "escapes"),
        (".hidden/evil.py", "escapes"),
        ("os/__init__.py", "strange"),
        ("flask/__init__.py", "strange"),
        ("flask-3.0.dist-info/METADATA", "strange"),
    ],
)
def test_a_file_out_of_its_place_is_refused(tmp_path: Path, name: str, why: str) -> None:
    bad = refused(with_record({**parts_of(NEW), name: b"evil"}), tmp_path)
    assert (bad.why, bad.name) == (why, name)
    assert not list((tmp_path / "unpacked").iterdir())


def test_a_link_is_refused(good: bytes, tmp_path: Path) -> None:
    target = io.BytesIO(good)
    with zipfile.ZipFile(target, "a") as archive:
        link = zipfile.ZipInfo("engine/evil.py")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/shadow")
    assert refused(target.getvalue(), tmp_path).why == "link"


@pytest.mark.parametrize(
    ("part", "text", "why"),
    [
        ("METADATA", metadata(NEW, name="flask"), "no_wheel"),
        ("METADATA", metadata("9.9.8"), "no_wheel"),
        ("METADATA", metadata(NEW, "Requires-Dist: evil>=1"), "lacks"),
        ("METADATA", metadata(NEW, python=">=3.99"), "lacks"),
        ("METADATA", metadata(NEW, python="<4"), "lacks"),
        ("METADATA", "", "no_wheel"),
        ("WHEEL", WHEEL.replace("true", "false"), "no_wheel"),
        ("WHEEL", WHEEL.replace("py3-none-any", "cp311-cp311-linux_x86_64"), "no_wheel"),
    ],
)
def test_what_does_not_fit_this_board_is_refused(tmp_path: Path, part: str, text: str, why: str) -> None:
    assert refused(with_record({**parts_of(NEW), f"{INFO}/{part}": text.encode()}), tmp_path).why == why


@pytest.mark.parametrize("old", ["0.0.1", version("peglight")])
def test_an_older_one_and_the_same_are_refused(tmp_path: Path, old: str) -> None:
    bad = refused(made_wheel(old), tmp_path)
    assert (bad.why, bad.found) == ("not_newer", old)


def test_what_its_list_does_not_say_is_refused(tmp_path: Path) -> None:
    parts = parts_of(NEW)
    record = record_of(parts, NEW)
    for n, changed in enumerate(({"engine/evil.py": b"evil"}, {"engine/board.py": b"evil"})):
        (tmp_path / str(n)).mkdir()
        bad = refused(packed({**parts, **changed, f"{INFO}/RECORD": record}), tmp_path / str(n))
        assert bad.why == ("no_wheel", "damaged")[n]
    (tmp_path / "gone").mkdir()
    del parts["engine/board.py"]
    assert refused(packed({**parts, f"{INFO}/RECORD": record}), tmp_path / "gone").why == "no_wheel"


def test_what_is_said_to_lie_before_the_beginning_is_no_full_disk(good: bytes, tmp_path: Path) -> None:
    """The first byte was lost: the list is where it says, and each part one byte before."""
    assert refused(good[1:], tmp_path).why == "no_wheel"


def test_a_name_that_is_a_file_and_a_folder_is_no_full_disk(tmp_path: Path) -> None:
    bad = refused(with_record({**parts_of(NEW), "engine/board.py/evil.py": b"evil"}), tmp_path)
    assert (bad.why, bad.name) == ("damaged", "engine/board.py")


def test_what_cannot_be_read_at_all_is_no_zip(tmp_path: Path) -> None:
    with pytest.raises(zipfile.BadZipFile):
        open_zip(tmp_path)


def test_a_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_host.wheel_reading.MOST_BYTES", 3_000_000)
    bomb = with_record({**parts_of(NEW), "engine/zero.py": bytes(30_000_000)})
    assert refused(bomb, tmp_path).why == "too_large"


# --- who allows it --------------------------------------------------------------------------------


class Board:
    """The service of updates on a board, with the table that allows them."""

    def __init__(self, state: Path) -> None:
        self.state = state
        self.settings = SettingsStore(state / "settings.sqlite")
        self.pairing = Pairing(self.settings, lambda: None)
        self.upload = Upload(state)
        self.runs = False
        self.begun = 0
        self.updates = Updates(state, self.upload, self.pairing, lambda: self.runs, self._begin)

    def _begin(self) -> None:
        self.begun += 1

    def look_into(self, data: bytes) -> str:
        assert self.upload.add(0, len(data), data) is None
        found = self.updates.look_into()
        return found.problem.why if found.problem else found.version


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    made = Board(tmp_path)
    yield made
    made.settings.close()


def test_it_runs_once_the_table_has_said_yes_and_nobody_is_paired_by_that(board: Board, good: bytes) -> None:
    assert board.look_into(good) == NEW
    assert chosen_update(board.state) is None
    assert board.updates.ask("phone") is None
    assert board.updates.code() == board.pairing.code != ()
    assert board.pairing.ask("Another", "other") is None  # one asks at a time
    assert board.begun == 0
    assert board.pairing.accept() is not None
    assert board.begun == 1
    assert chosen_update(board.state) == board.state / "updates" / NEW
    assert board.pairing.paired() == []
    assert board.updates.code() == ()


def test_a_yes_to_one_file_is_none_to_another(board: Board, good: bytes) -> None:
    assert board.look_into(good) == NEW
    assert board.updates.ask("phone") is None
    assert board.look_into(b"another") == "no_wheel"
    assert board.pairing.accept() is None
    assert (board.begun, chosen_update(board.state)) == (0, None)
    problem = board.updates.ask("phone")
    assert problem is not None
    assert problem.why == "gone"


def test_a_running_game_is_not_held_up(board: Board, good: bytes) -> None:
    assert board.look_into(good) == NEW
    assert board.updates.ask("phone") is None
    board.runs = True
    board.pairing.accept()
    for problem in (board.updates.ask("phone"), board.updates.go_back()):
        assert problem is not None
    assert (board.begun, chosen_update(board.state)) == (0, None)


# --- what runs ------------------------------------------------------------------------------------


def chosen(state: Path, version: str) -> Path:
    """A folder as if an update had been allowed."""
    folder = state / "updates" / version
    folder.mkdir(mode=0o700, parents=True)
    (state / "updates" / "current").write_text(version)
    return folder


@pytest.mark.parametrize("name", ["../../etc", "9", "", "9.9.9/../..", "current"])
def test_a_name_that_is_no_version_chooses_nothing(tmp_path: Path, name: str) -> None:
    chosen(tmp_path, NEW)
    (tmp_path / "updates" / "current").write_text(name)
    assert chosen_update(tmp_path) is None


@pytest.mark.parametrize("old", ["0.0.1", version("peglight")])
def test_an_installed_one_that_is_newer_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str
) -> None:
    monkeypatch.setattr(os, "execve", lambda *_: pytest.fail("it was run"))
    chosen(tmp_path, old)
    switch_over(["run"], tmp_path, {})


@pytest.mark.parametrize(("owner", "mode"), [(12345, 0o700), (os.geteuid(), 0o770), (os.geteuid(), 0o707)])
def test_what_others_could_have_put_there_is_never_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: int, mode: int
) -> None:
    monkeypatch.setattr(os, "execve", lambda *_: pytest.fail("it was run"))
    folder = chosen(tmp_path, NEW)
    os.chown(folder, owner, -1)
    folder.chmod(mode)
    switch_over(["run"], tmp_path, {})
    assert not (tmp_path / "updates" / "starts").exists()


def say_yes(page: Page, daemon: DaemonProcess) -> None:
    code = page.text("/device/update")
    assert "Does the table show these colours?" in code
    done = peglight(daemon.home, "pair")
    assert (done.returncode, b"Peglight 9.9.9" in done.stdout) == (0, True)


def asked(page: Page, data: bytes) -> None:
    for at in range(0, len(data), 60_000):
        assert page.post(f"/api/upload?at={at}&of={len(data)}", data[at : at + 60_000]).ok
    assert page.send_form("/device/update/look", {}) == 200
    assert page.send_form("/device/update/ask", {}) == 303


def test_a_phone_brings_a_newer_version_and_the_table_can_go_back(tmp_path: Path, good: bytes) -> None:
    with DaemonProcess(tmp_path) as daemon:
        page = daemon.page()
        asked(page, good)
        say_yes(page, daemon)
        until(lambda: daemon.stderr.count("The page is at ") == 2)
        address = daemon.stderr.rsplit("The page is at http://", 1)[1].split()[0].split(":")
        newer = Page(address[0], int(address[1]))
        text = newer.text("/device/update")
        assert "Newer: Update" in text
        assert "The board runs Peglight 9.9.9." in text
        assert newer.send_form("/device/update/go-back", {}) == 200
        newer.close()
        until(lambda: daemon.stderr.count("The page is at ") == 3)
        assert daemon.terminate() == 0
    assert not (daemon.state / "updates" / "current").exists()


def allowed(home: Path, file: str, old: str, new: str) -> Path:
    """This tree as an update that the table has allowed, `old` in `file` made `new`; its state folder."""
    state = home / "state" / "peglight"
    folder = chosen(state, NEW)
    for package in ("engine", "hardware", "firmware_host", "web_ui"):
        shutil.copytree(ROOT / package, folder / package)
    text = (folder / file).read_text(encoding="utf-8")
    assert text.count(old) == 1
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    return state


READY = '    supervisor.ready(f"The page is at {addresses[0]}.")\n'
CRASHES = '    sys.exit("planted: it crashes, sooner or later")\n'


@pytest.mark.parametrize(
    ("old", "new", "serves", "before"),
    [
        ("DEFAULT_LISTEN =", f"{CRASHES.strip()}\nDEFAULT_LISTEN =", False, 0),
        (READY, f"{READY}{CRASHES}", True, 2),
    ],
    ids=["before it serves", "just after it said that it is ready"],
)
def test_a_version_that_crashes_is_given_up_after_three_times(
    tmp_path: Path, old: str, new: str, serves: bool, before: int
) -> None:
    state = allowed(tmp_path, "firmware_host/run_command.py", old, new)
    (state / "updates" / "starts").write_text(str(before), encoding="ascii")
    for _ in range(before, 3):
        done = peglight(tmp_path, "run", "--simulate", "--listen", "127.0.0.1:0")
        assert (b"planted" in done.stderr, b"The page is at" in done.stderr) == (True, serves)
    with DaemonProcess(tmp_path) as daemon:
        assert "update to 9.9.9 did not start or stay up" in daemon.page().text("/device")
    assert told_once(state) == ""


def test_a_version_that_is_stopped_as_it_was_asked_to_is_none_that_crashes(tmp_path: Path) -> None:
    state = allowed(tmp_path, "firmware_host/launching.py", "SETTLED_S = 60.0", "SETTLED_S = 6e6")
    with DaemonProcess(tmp_path) as daemon:
        daemon.page()
        assert (state / "updates" / "starts").read_text(encoding="ascii") == "1"
        assert daemon.terminate() == 0
    assert not (state / "updates" / "starts").exists()


def test_a_version_that_stays_up_starts_with_a_clean_sheet(tmp_path: Path) -> None:
    state = allowed(tmp_path, "firmware_host/launching.py", "SETTLED_S = 60.0", "SETTLED_S = 0.1")
    with DaemonProcess(tmp_path) as daemon:
        daemon.page()
        until(lambda: not (state / "updates" / "starts").exists())
        assert daemon.process.poll() is None
