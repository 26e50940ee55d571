"""Somebody at a terminal: runs a command on one, answers its question, and says all that was shown.

python3 terminal.py QUESTION ANSWER COMMAND...: ends as the command does.
"""

import os
import pty
import sys


def main(question: str, answer: str, command: list[str]) -> int:
    """Run it."""
    process, terminal = pty.fork()
    if process == 0:
        os.execvp(command[0], command)
    shown, is_answered = b"", False
    while True:
        try:
            shown += os.read(terminal, 4096)
        except OSError:  # it has ended
            break
        if not is_answered and question.encode() in shown:
            os.write(terminal, answer.encode() + b"\n")
            is_answered = True
    sys.stdout.buffer.write(shown)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
