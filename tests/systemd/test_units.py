"""The promises of the unit files. What systemd itself says of them, `make service` tells."""

from tests.load.full_house import AS_THE_UNIT_SAYS
from tests.tree import ROOT
from web_ui.serving import THREADS

FOLDER = ROOT / "systemd"
UNITS = ("peglight.service", "peglight-lamps.service", "peglight-safe.service")


def lines(unit: str) -> list[str]:
    return (FOLDER / unit).read_text(encoding="utf-8").splitlines()


def value(unit: str, key: str) -> str:
    (found,) = [line.partition("=")[2] for line in lines(unit) if line.partition("=")[0] == key]
    return found


def test_the_daemon_is_never_root() -> None:
    assert value("peglight.service", "User") == "peglight"


def test_the_port_needs_no_file_capability() -> None:
    """E: port 80 stops working after an update: never setcap on python."""
    for key in ("AmbientCapabilities", "CapabilityBoundingSet"):
        assert value("peglight.service", key) == "CAP_NET_BIND_SERVICE"


def test_lgpio_has_a_folder_to_write_to() -> None:
    """C: lgpio makes a FIFO in the working folder."""
    assert value("peglight.service", "WorkingDirectory") == "/var/lib/peglight"
    assert value("peglight.service", "StateDirectory") == "peglight"


def test_the_pi_can_still_be_told_which_it_is() -> None:
    """PrivateUsers breaks the port, ProcSubset=pid hides the board's revision."""
    for unit in UNITS:
        keys = {line.partition("=")[0] for line in lines(unit)}
        assert not keys & {"PrivateUsers", "ProcSubset"}


def test_what_gives_up_is_followed_by_a_page_that_says_why() -> None:
    assert value("peglight.service", "OnFailure") == "peglight-safe.service"
    assert value("peglight.service", "ExecStartPre").endswith("stop peglight-safe.service")
    assert value("peglight-safe.service", "User") == "peglight"
    starts, within_s = int(value("peglight.service", "StartLimitBurst")), 600
    longest_s = int(value("peglight.service", "TimeoutStartSec").removesuffix("s"))
    again_s = int(value("peglight.service", "RestartSec").removesuffix("s"))
    assert starts * (longest_s + again_s) < within_s, "starts that hang are counted, too"


def test_the_page_writes_its_configuration_and_not_what_root_is_trusted_for() -> None:
    """Without the sticky bit a daemon taken over could put a lamps.toml of its own in place of root's."""
    tmpfiles = (FOLDER / "peglight.tmpfiles").read_text(encoding="utf-8")
    assert "d /etc/peglight 1770 root peglight -" in tmpfiles
    for unit in ("peglight.service", "peglight-safe.service"):
        assert value(unit, "ConfigurationDirectoryMode") == "1770"


def test_every_thread_of_the_page_and_of_a_rich_board_may_be_started() -> None:
    """A thread that the limit refuses ends the daemon at its start, on the board only."""
    of_a_rich_board = 40
    assert int(value("peglight.service", "TasksMax")) >= THREADS + of_a_rich_board


def test_the_load_is_measured_as_the_unit_runs_it() -> None:
    assert set(AS_THE_UNIT_SAYS[1:]) <= set(value("peglight.service", "Environment").split())


def test_a_crash_leaves_no_lamp_lit() -> None:
    assert "peglight alarm --off" in value("peglight.service", "ExecStopPost")


def test_a_finger_on_the_table_is_not_kept_waiting_by_what_else_runs() -> None:
    for unit in ("peglight.service", "peglight-lamps.service"):
        assert int(value(unit, "Nice")) < 0
