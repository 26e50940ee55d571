"""The promises of the unit files. What systemd itself says of them, `make service` tells."""

from tests.tree import ROOT

FOLDER = ROOT / "systemd"
UNITS = ("peglight.service", "peglight-lamps.service")


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
