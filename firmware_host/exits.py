"""How the command ends. DESIGN 5."""

import signal

DONE = 0
FOUND = 1
USAGE = 2
TAKEN = 3
DAMAGED = 4
INTERRUPTED = 130  # by Ctrl-C, as shells have it


def ending_signals() -> tuple[signal.Signals, ...]:
    """What tells a command to end in good order, its lamps out.

    SIGHUP among them: it comes when the ssh session it was started in is gone. Not where it is to outlive
    that, as by nohup.
    """
    hangs_up = signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN
    return (signal.SIGTERM, signal.SIGINT, *([signal.SIGHUP] if hangs_up else []))
