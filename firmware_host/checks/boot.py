"""What the firmware and the kernel are told at boot."""

from firmware_host.checks.finding import Said, note, ok, warn
from firmware_host.checks.patient import Patient
from hardware.sentence import Sentence

# Words of cmdline.txt that a board's devices hang on.
OF_INTEREST = ("spidev.bufsiz=", "console=")


def files(patient: Patient) -> Said:
    """Which config.txt is in force; an old one beside it misleads."""
    boot = patient.boot
    if boot.folder is None:
        return note("There is no config.txt.", "On a Raspberry Pi it tells what is switched on.")
    if other := boot.misleading:
        return warn(
            "There are two: {folder}/config.txt is in force, {other} is not.",
            "Whoever edits the wrong one wonders why nothing changes.",
            "Edit {folder}/config.txt, and delete the other.",
            folder=boot.folder,
            other=other,
        )
    return ok(
        Sentence(
            "{folder}/config.txt is in force, with {n} line for this board.",
            "{folder}/config.txt is in force, with {n} lines for this board.",
            folder=boot.folder,
            n=len(boot.lines),
        )
    )


def cmdline(patient: Patient) -> Said:
    """cmdline.txt is one line; and what it says holds only after a restart."""
    boot = patient.boot
    if len(boot.cmdline_lines) > 1:
        return warn(
            "{path} has {n} lines.",
            "Only the first is read, so what stands in the others has no effect.",
            "Join them to one line, words with a space between, and restart.",
            path=boot.cmdline_path,
            n=len(boot.cmdline_lines),
        )
    in_force = patient.cmdline
    written = [word for word in boot.cmdline if word.startswith(OF_INTEREST)]
    # The firmware writes the port's own name where cmdline.txt has serial0.
    waiting = [word for word in written if in_force is not None and not _among(word, in_force)]
    if waiting:
        return warn(
            "{path} says {words}, which is not in force.",
            "The running kernel was started with other words.",
            "Restart; if it stays like this, look for a slip in that line.",
            path=boot.cmdline_path,
            words=" ".join(waiting),
        )
    return ok("The kernel runs with what cmdline.txt says." if written else "Nothing in it concerns a board.")


def _among(word: str, in_force: list[str]) -> bool:
    if word.startswith("console=serial"):
        return any(other.startswith(("console=tty", "console=serial")) for other in in_force)
    return word in in_force
