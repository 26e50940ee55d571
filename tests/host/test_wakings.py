"""A board at rest wakes for its reader and its breathing lamps, and for hardly anything else."""

import time
from pathlib import Path

from tests.eventually import until
from tests.host.daemon_process import DaemonProcess

READER_AND_LAMPS_PER_S = 25
"""A reader is asked every 50 ms; a plate breathes in four steps a second."""
MOST_PER_S = 2 * READER_AND_LAMPS_PER_S
LOOK_S = 1.0


def wakings(pid: int) -> int:
    """How often a thread of a process has waited for something and gone on; proc_pid_status(5)."""
    found = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        status = (task / "status").read_text()
        found += int(status.partition("\nvoluntary_ctxt_switches:")[2].split()[0])
    return found


def test_a_board_at_rest_hardly_wakes(tmp_path: Path) -> None:
    """Processor time would depend on the machine; how often it wakes does not."""
    with DaemonProcess(tmp_path) as daemon:
        page = daemon.page()
        assert page.tell("new_game", players=4, rules="pagat", first="A").status == 200

        def is_at_rest() -> bool:
            before, began_s = wakings(daemon.process.pid), time.monotonic()
            time.sleep(LOOK_S)
            per_s = (wakings(daemon.process.pid) - before) / (time.monotonic() - began_s)
            return per_s <= MOST_PER_S

        until(is_at_rest)
