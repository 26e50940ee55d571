"""Files that a phone sends: a newer Peglight as a wheel, and columns of tags' numbers by other tools."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware_host.tag_numbers import BadNumber, Form, read_numbers
from firmware_host.wheel_reading import BadWheel, unpack_wheel
from tests.fuzz.target import LONGEST, Target, one_sentence, text_of
from tests.host.made_wheel import WHEEL, metadata, packed, record_of

VERSION, RUNNING = "9.0", "0.1.0"
INFO = f"peglight-{VERSION}.dist-info"
TOLD = b"\0".join([metadata(VERSION).encode(), WHEEL.encode(), f"{INFO}/RECORD,,".encode(), b"engine/x.py"])
COLUMNS = [
    b"04A1B2C3\n04:A1:B2:C4\n0x04A1B2C5",
    b"0012345678\n0087654321\n1234567890",
    b"[4, 161, 178, 195]\n[4, 161, 178, 196]",
]


def wheel(data: bytes) -> None:
    """Any bytes: unpacked within the folder, or refused."""
    with TemporaryDirectory() as name:
        home = Path(name)
        (home / "sent").write_bytes(data)
        (home / "unpacked").mkdir()
        try:
            assert unpack_wheel(home / "sent", home / "unpacked", RUNNING) > RUNNING
        except BadWheel as bad:
            one_sentence(str(bad))
        assert {path.name for path in home.iterdir()} == {"sent", "unpacked"}


def wheel_told(data: bytes) -> None:
    """A sound zip that says anything of itself: METADATA, WHEEL, RECORD, and the name of a file."""
    told, built, record, named, *_ = [*data[:LONGEST].split(b"\0"), b"", b"", b"", b""]
    parts = {f"{INFO}/METADATA": told, f"{INFO}/WHEEL": built}
    parts |= {named.decode(errors="replace")[:200] or "?": b"x = 1"}
    known = record_of({name: part for name, part in parts.items() if name}, VERSION)
    wheel(packed(parts | {f"{INFO}/RECORD": record if record.strip() else known}))


def numbers(data: bytes) -> None:
    """A column, in each form it may be said to have."""
    for form in Form:
        try:
            read = read_numbers(text_of(data).splitlines(), form)
        except BadNumber as bad:
            one_sentence(str(bad))
        else:
            assert all(len(number) >= 4 for number in read)


@cache
def small_wheel() -> bytes:
    """A good one with next to nothing in it."""
    told = {f"{INFO}/METADATA": metadata(VERSION).encode(), f"{INFO}/WHEEL": WHEEL.encode()}
    parts = told | {"engine/x.py": b"x = 1"}
    return packed(parts | {f"{INFO}/RECORD": record_of(parts, VERSION)})


SENT = {
    "wheel": Target(wheel, [small_wheel()]),
    "wheel-told": Target(wheel_told, [TOLD, TOLD.replace(f"{INFO}/RECORD,,".encode(), b"")]),
    "numbers": Target(numbers, COLUMNS),
}
