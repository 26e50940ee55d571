"""`peglight doctor`: what it prints and how it ends. DESIGN 5 and 8."""

import json
from pathlib import Path
from typing import Any

from firmware_host.lock import FolderLock, is_held
from tests.doctor.fake_pi import BOARD, CONFIG, LAMPS, MODELS, FakePi
from tests.host.daemon_process import peglight

KEYS = {"id", "level", "found", "why", "do"}


def checks(home: Path, *words: str, code: int = 0) -> dict[str, dict[str, Any]]:
    done = peglight(home, "doctor", "--json", *words)
    assert (done.returncode, done.stderr) == (code, b"")
    listed = json.loads(done.stdout)
    assert all(
        set(check) == KEYS and all(isinstance(text, str) for text in check.values()) for check in listed
    )
    assert {check["level"] for check in listed} <= {"ok", "note", "warn", "fail"}
    assert len({check["id"] for check in listed}) == len(listed) >= 25
    return {check["id"]: check for check in listed}


def test_a_healthy_root_is_exit_0_and_a_failing_one_exit_1(tmp_path: Path) -> None:
    pi = FakePi(tmp_path / "pi", "4")
    assert checks(tmp_path, "--root", str(pi.root))["audio-pwm"]["level"] == "ok"
    pi.edit(CONFIG, "audio=off", "audio=on")
    found = checks(tmp_path, "--root", str(pi.root), code=1)["audio-pwm"]
    assert (found["level"], "GPIO21" in found["do"]) == ("fail", True)


def test_without_a_configuration_it_judges_the_usual_board_and_only_warns(tmp_path: Path) -> None:
    pi = FakePi(tmp_path / "pi", "4")
    pi.remove(BOARD)
    pi.edit(CONFIG, "audio=off", "audio=on")
    pi.remove("/dev/spidev0.0")
    found = checks(tmp_path, "--root", str(pi.root))
    assert (found["audio-pwm"]["level"], found["spi"]["level"]) == ("warn", "warn")
    assert found["configuration"]["level"] == "note"


def test_an_empty_folder_is_no_reason_to_stop(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert checks(tmp_path, "--root", "empty")["model"]["level"] == "note"


def test_the_first_zero_and_32_bits_are_refused_by_name(tmp_path: Path) -> None:
    pi = FakePi(tmp_path / "pi", "zero2")
    pi.write("/sys/firmware/devicetree/base/model", "Raspberry Pi Zero W Rev 1.1\0")
    pi.edit("/usr/lib/os-release", "ID=debian", "ID=raspbian")
    found = checks(tmp_path, "--root", str(pi.root), code=1)
    assert (found["model"]["level"], found["bits"]["level"]) == ("fail", "fail")
    assert "Raspberry Pi Zero W" in found["model"]["found"]
    assert "32-bit" in found["bits"]["found"]


def test_a_configuration_may_lie_elsewhere(tmp_path: Path) -> None:
    pi = FakePi(tmp_path / "pi", "5")
    (tmp_path / "mine.toml").write_text(LAMPS, encoding="utf-8")
    found = checks(tmp_path, "--root", str(pi.root), "--config", "mine.toml", code=1)
    assert found["lamp-driver"]["level"] == "fail"
    found = checks(tmp_path, "--root", str(pi.root), "--config", "nobody.toml", code=1)
    assert found["configuration"]["level"] == "fail"


def test_a_root_that_is_none_is_a_mistake_of_the_caller(tmp_path: Path) -> None:
    for words in (["--root", "nowhere"], ["--root", "x" * 300], ["--root"], ["--rood", "x"], ["more"]):
        done = peglight(tmp_path, "doctor", *words)
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr
        assert b"Traceback" not in done.stderr


def test_people_read_what_was_found_and_what_to_do(tmp_path: Path) -> None:
    pi = FakePi(tmp_path / "pi", "4")
    pi.edit(CONFIG, "audio=off", "audio=on")
    text = peglight(tmp_path, "doctor", "--root", str(pi.root)).stdout.decode()
    assert f"ok    model: {MODELS['4']}" in text
    told = text[text.index("FAIL  audio-pwm") :].splitlines()
    assert "GPIO18" in told[0]
    assert "dtparam=audio=off" in told[2]


def test_the_machine_itself_is_the_usual_root(tmp_path: Path) -> None:
    kernel = Path("/proc/sys/kernel/osrelease").read_text(encoding="utf-8").strip()
    assert kernel
    done = peglight(tmp_path, "doctor", "--json")
    assert done.returncode in (0, 1)
    assert len(json.loads(done.stdout)) >= 25


def test_a_running_daemon_keeps_its_devices(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "peglight"
    folder.mkdir(parents=True)
    assert not is_held(folder)
    lock = FolderLock(folder)
    assert is_held(folder)
    busy = {check["id"]: check for check in json.loads(peglight(tmp_path, "doctor", "--json").stdout)}
    assert "the daemon has the devices" in busy["readers-answer"]["found"]
    lock.release()
    assert not is_held(folder)
    FolderLock(folder).release()
