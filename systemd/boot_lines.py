"""Writes what the devices of a board need into the firmware's config.txt, between two marks of its own.

    sudo python3 boot_lines.py /etc/peglight/peglight.toml     its lines, made anew; --dry-run only says them
    sudo python3 boot_lines.py --remove                        takes them away

What else stands there stays byte for byte, and what was there before the first time is kept beside it as
config.txt.before-peglight. Says what needs a restart, and nothing where nothing changes or no config.txt is.
Stands on the system's own Python: the installer runs it, and the first start of a card, too.
"""

import argparse
import os
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

BEGIN = b"# peglight begin: these lines are the installer's and are made anew"
END = b"# peglight end"
FOLDERS = ("boot/firmware", "boot")
"""Bookworm and later have it in the first; what they leave in the second is a notice."""
ON_PWM, ON_SPI = (12, 13, 18, 19), 10
USUAL_GPIO, USUAL_LAMPS = 18, 112
SERIAL_OF_THE_PI = ("/dev/serial0", "/dev/ttyS0", "/dev/ttyAMA0")
ROOM = 280
"""Lamps the kernel's driver of the Pi 5 has room for at least, so that a longer strip needs no new line."""

Table = dict[str, Any]


def wanted(board: Table) -> Iterator[str]:
    """The lines, each once."""
    readers, strips = _tables(board, "reader"), _tables(board, "strip")
    pins = [strip.get("gpio", USUAL_GPIO) for strip in strips if strip.get("driver") == "ws281x"]
    if any(str(reader.get("driver")).startswith("mfrc522") for reader in readers) or ON_SPI in pins:
        yield "dtparam=spi=on"
    if any(pin in ON_PWM for pin in pins):
        yield "dtparam=audio=off"
    lengths = [strip.get("lamps", USUAL_LAMPS) for strip in strips if strip.get("driver") == "leds0"]
    if lengths:
        # One more than there are, for a sacrificial first one.
        longest = max([ROOM, *(lamps + 1 for lamps in lengths if isinstance(lamps, int))])
        yield f"dtoverlay=ws2812-pio,gpio=18,num_leds={longest},brightness=0"
    if any(device.get("port") in SERIAL_OF_THE_PI for device in [*readers, *strips]):
        yield "enable_uart=1"


def _tables(board: Table, key: str) -> list[Table]:
    found = board.get(key, [])
    return [table for table in found if isinstance(table, dict)] if isinstance(found, list) else []


def edited(text: bytes, lines: Iterable[str]) -> bytes:
    """The file with these lines, and no others, between the marks; without any lines, without the marks."""
    kept, block = _without_ours(text), list(lines)
    if not block:
        return kept
    if kept and not kept.endswith(b"\n"):
        kept += b"\n"
    # [all] ends whatever section the owner's last line stands in.
    return kept + b"\n".join([BEGIN, b"[all]", *(line.encode() for line in block), END, b""])


def _without_ours(text: bytes) -> bytes:
    """A first mark whose second is gone takes nothing with it but itself."""
    kept: list[bytes] = []
    ours: list[bytes] | None = None
    for line in text.splitlines(keepends=True):
        bare = line.rstrip(b"\r\n")
        if bare == BEGIN:
            kept += ours or []
            ours = []
        elif bare == END:
            ours = None
        else:
            (kept if ours is None else ours).append(line)
    return b"".join(kept + (ours or []))


def config_txt(root: Path) -> Path | None:
    """The one that the firmware reads."""
    return next((file for folder in FOLDERS if (file := root / folder / "config.txt").is_file()), None)


def replace(file: Path, text: bytes) -> None:
    """All or nothing, also when the power goes; with a copy of what was there before the first time."""
    first = file.with_name(file.name + ".before-peglight")
    if not first.exists():
        _put(first, file.read_bytes())
    _put(file, text)


def _put(file: Path, text: bytes) -> None:
    new = file.with_name(file.name + ".new")
    with new.open("wb") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    new.replace(file)
    folder = os.open(file.parent, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)


def main() -> int:
    """Edit the file, if there is one and it is not right already."""
    parser = argparse.ArgumentParser(description="Writes what a board's devices need into config.txt.")
    parser.add_argument("board", type=Path, nargs="?", help="the board's configuration")
    parser.add_argument("--remove", action="store_true", help="take the lines away")
    parser.add_argument("--dry-run", action="store_true", help="say what would be written, and write nothing")
    parser.add_argument("--root", type=Path, default=Path("/"), help="read and write below this folder")
    arguments = parser.parse_args()
    if (arguments.board is None) != arguments.remove:
        parser.error("either a board's configuration or --remove")
    try:
        board = {} if arguments.remove else tomllib.loads(arguments.board.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        sys.stderr.write(f"{arguments.board}: {error}: config.txt stays as it is\n")
        return 1
    file = config_txt(arguments.root)
    before = file.read_bytes() if file else b""
    after = edited(before, wanted(board))
    if file is None or after == before:
        return 0
    if arguments.dry_run:
        sys.stdout.write(f"would write in {file}: {', '.join(wanted(board)) or 'none of our lines'}\n")
        return 0
    replace(file, after)
    sys.stdout.write(f"A restart is needed: {file} was changed.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
