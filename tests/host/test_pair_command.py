"""`peglight pair` and pairing at a daemon that others can reach, as processes of their own."""

import re
import socket
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from firmware_host.addresses import local_name, own_names, page_addresses
from firmware_host.control import ControlThread, NoDaemon, ask
from firmware_host.settings import SettingsStore
from tests.eventually import until
from tests.host.daemon_process import WITHOUT_ROOT, DaemonProcess, Page, peglight
from web_ui.serving import listen

OPEN = ("--simulate", "--listen", "0.0.0.0:0")
CLOSED = ("--simulate", "--require-pairing")


def ask_for_pairing(page: Page) -> None:
    assert page.send_form("/pair/ask", {"name": "Mia's phone"}) == 303


@pytest.mark.parametrize("words", [OPEN, CLOSED])
def test_nobody_plays_before_the_machine_says_yes_and_then_after_a_restart_too(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    with DaemonProcess(tmp_path, words) as daemon:
        page = daemon.page()
        assert page.tell("new_game", players=4, rules="pagat").status == 403
        nobody = peglight(tmp_path, "pair")
        assert (nobody.returncode, b"No browser asks" in nobody.stderr) == (1, True)
        ask_for_pairing(page)
        lamps = until(lambda: page.state()["lamps"])
        code = [lamps[f"AS{i}"] for i in range(1, 5)]
        assert [lamps[f"CS{i}"] for i in range(1, 5)] == code
        assert page.state()["rhythms"]["BS1"] == "ask"
        done = peglight(tmp_path, "pair")
        assert (done.returncode, done.stdout) == (0, b"Paired: Mia's phone\n")
        assert page.tell("new_game", players=4, rules="pagat").ok
        assert daemon.terminate() == 0
        assert not (daemon.state / "control").exists()
    with DaemonProcess(tmp_path, words) as again:
        kept = again.page(page)
        assert kept.tell("show_board").ok
        assert again.page().tell("show_board").status == 403


def test_a_link_from_the_machine_lets_the_first_phone_in(tmp_path: Path) -> None:
    with DaemonProcess(tmp_path, OPEN) as daemon:
        page = daemon.page()
        done = peglight(tmp_path, "pair", "--link")
        assert done.returncode == 0
        links = done.stdout.decode().split()
        assert len(links) == 2
        assert f"http://{socket.gethostname().lower().split('.')[0]}.local:" in links[1]
        found = re.fullmatch(r"http://[0-9.]+:\d+/pair\?link=([\w-]+)", links[0])
        assert found
        assert page.send_form("/pair/redeem", {"link": found[1]}) == 303
        assert page.tell("show_board").ok


def test_two_buttons_held_for_three_seconds_let_a_phone_in(tmp_path: Path) -> None:
    """Held at the simulated board, in real time, by a browser that is paired already."""
    with DaemonProcess(tmp_path, CLOSED) as daemon:
        first, second = daemon.page(), daemon.page()
        ask_for_pairing(first)
        assert peglight(tmp_path, "pair").returncode == 0
        ask_for_pairing(second)
        assert second.tell("show_board").status == 403
        first.press("back", 3_200)
        first.press("confirm", 3_200)
        until(lambda: second.tell("show_board").ok)


def without_a_daemon(tmp_path: Path, *words: str) -> str:
    """The one sentence of `peglight pair`."""
    done = peglight(tmp_path, "pair", *words)
    assert (done.returncode, done.stdout) == (1, b"")
    (said,) = done.stderr.decode().splitlines()
    return said


@pytest.mark.parametrize("words", [(), ("--link",)])
def test_without_a_daemon_it_says_how_to_start_one(tmp_path: Path, words: tuple[str, ...]) -> None:
    state = tmp_path / "state" / "peglight"
    said = f"peglight pair: No Peglight runs on {state}: start it first (peglight run, or "
    assert without_a_daemon(tmp_path, *words).startswith(said)
    state.mkdir(parents=True)
    assert without_a_daemon(tmp_path, *words).startswith(said)
    with socket.socket(socket.AF_UNIX) as left_by_a_dead_one:
        left_by_a_dead_one.bind(str(state / "control"))
    assert without_a_daemon(tmp_path, *words).startswith(said)


def test_a_daemon_that_does_not_answer_is_told_apart_from_none(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as deaf, ThreadPoolExecutor() as other:
        deaf.bind(str(tmp_path / "control"))
        deaf.listen()
        hung_up = other.submit(lambda: deaf.accept()[0].close())
        with pytest.raises(NoDaemon, match=f"The Peglight that runs on {tmp_path} does not answer: "):
            ask(tmp_path, "ping")
        hung_up.result()


def test_somebody_else_s_daemon_is_asked_with_sudo(tmp_path: Path) -> None:
    state = tmp_path / "state" / "peglight"
    state.mkdir(parents=True)
    state.chmod(0)
    try:
        done = peglight(tmp_path, "pair", wrap=WITHOUT_ROOT)
    finally:
        state.chmod(0o700)
    assert done.returncode == 1
    (said,) = done.stderr.decode().splitlines()
    assert said.startswith(f"peglight pair: {state} is another user's: run this with sudo, or as ")


@pytest.mark.parametrize("address", ["0.0.0.0:0", "[::]:0", "[::1]:0", "localhost:0"])
def test_it_listens_where_it_is_told_to(tmp_path: Path, address: str) -> None:
    with DaemonProcess(tmp_path, ("--simulate", "--listen", address)) as daemon:
        assert daemon.page().state()["phase"] == "no_game"


# --- the socket ------------------------------------------------------------------------------------


def test_only_the_owner_may_speak_to_the_daemon(tmp_path: Path) -> None:
    deep = tmp_path / ("very" * 20) / ("long" * 20)
    deep.mkdir(parents=True)
    (deep / "control").write_text("left by a daemon that died")
    control = ControlThread(deep, {"say": lambda rest: {"said": rest}})
    control.start()
    try:
        mode = (deep / "control").stat().st_mode
        assert stat.S_ISSOCK(mode)
        assert stat.S_IMODE(mode) == 0o600
        assert ask(deep, "say a word") == {"said": "a word"}
        assert ask(deep, "x" * 10_000) == {"error": "unknown"}
        assert ask(deep, "say it again") == {"said": "it again"}
    finally:
        control.stop()
    with pytest.raises(NoDaemon):
        ask(deep, "say a word")


# --- addresses -------------------------------------------------------------------------------------


def test_the_board_is_called_by_a_name_that_any_phone_can_type() -> None:
    assert [local_name(name) for name in ("Peglight", "Oak & Ash", "Écluse 2", "木")] == [
        "peglight.local",
        "oak-ash.local",
        "ecluse-2.local",
        "peglight.local",
    ]
    assert {"oak.local", socket.gethostname().lower()} <= own_names("Oak")


def test_an_open_page_is_told_by_an_address_that_can_be_opened() -> None:
    with listen("0.0.0.0", 0) as opened:
        first, second = page_addresses(opened, "Oak")
        assert re.fullmatch(r"http://(\d+\.){3}\d+:\d+", first)
        assert "0.0.0.0" not in first
        assert second.startswith(f"http://{socket.gethostname().lower().split('.')[0]}.local:")
    with listen("::1", 0) as local:
        assert [address.startswith("http://[::1]:") for address in page_addresses(local, "Oak")] == [True]


def test_the_settings_of_two_boards_differ(tmp_path: Path) -> None:
    ids = set()
    for name in "ab":
        store = SettingsStore(tmp_path / name)
        ids.add(store.board_id)
        store.close()
    assert len(ids) == 2
