"""How the command ends. DESIGN 5."""

DONE = 0
FOUND = 1
USAGE = 2
TAKEN = 3
DAMAGED = 4
INTERRUPTED = 130  # by Ctrl-C, as shells have it
