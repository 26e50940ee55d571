"""Which name of a serial port to keep: one that still means the same device after a re-plug or a reboot."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class SerialPort:
    """A port under the name to keep, with its other names; `tty` is the kernel's, good for today only."""

    keep: Path
    others: tuple[Path, ...]
    tty: Path


def serial_ports(dev: Path = Path("/dev")) -> tuple[SerialPort, ...]:
    """The serial ports that have a lasting name, those under `serial/by-id` of `dev` first of all.

    Two devices of one make without a serial number have one name by id between them, whoever was plugged in
    last: where a port has none, the names by path (which socket it is in) are the ones to keep.
    """
    by_id, by_path = _links(dev / "serial/by-id"), _links(dev / "serial/by-path")
    alike = by_path.keys() - by_id.keys()
    preferred, other = (by_path, by_id) if alike else (by_id, by_path)
    return tuple(
        _port(tty, [*preferred.get(tty, []), *other.get(tty, [])]) for tty in sorted({*by_id, *by_path})
    )


def _port(tty: Path, names: list[Path]) -> SerialPort:
    return SerialPort(names[0], tuple(names[1:]), tty)


def _links(folder: Path) -> dict[Path, list[Path]]:
    """Where the links in `folder` lead, each with the names of it; dangling ones lead nowhere."""
    found: dict[Path, list[Path]] = {}
    for link in sorted(folder.glob("*")):
        if link.exists():
            found.setdefault(link.resolve(), []).append(link)
    return found
