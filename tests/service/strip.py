"""Stands for a lamp controller on a serial port (Adalight), in the machine of its own; keeps what it shows.

python3 strip.py PORT LAMPS: PORT becomes a link to a pseudo-terminal of the group dialout; /tmp/lamps has
a line a frame: `black`, `alarm` (every fourth lamp red, nothing else) or `lit`.
"""

import grp
import os
import sys
import tty
from pathlib import Path

HEADER = b"Ada"
HEADER_BYTES = 6


def kind(frame: bytes) -> str:
    """What such a frame means to somebody who looks."""
    lamps = [frame[at : at + 3] for at in range(0, len(frame), 3)]
    lit = [number for number, lamp in enumerate(lamps) if any(lamp)]
    if not lit:
        return "black"
    is_alarm = lit == list(range(0, len(lamps), 4)) and not any(any(lamp[1:]) for lamp in lamps)
    return "alarm" if is_alarm else "lit"


def main(port: str, lamps: int) -> None:
    """Read for ever."""
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    os.fchown(theirs, -1, grp.getgrnam("dialout").gr_gid)
    os.fchmod(theirs, 0o660)
    os.symlink(os.ttyname(theirs), port)
    heard = b""
    with Path("/tmp/lamps").open("w", buffering=1) as out:
        while True:
            heard += os.read(ours, 4096)
            at = heard.find(HEADER)
            while at >= 0 and len(heard) >= (end := at + HEADER_BYTES + 3 * lamps):
                out.write(kind(heard[at + HEADER_BYTES : end]) + "\n")
                heard = heard[end:]
                at = heard.find(HEADER)


main(sys.argv[1], int(sys.argv[2]))
