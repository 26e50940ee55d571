"""The memory card: space, health, and the journal on it."""

import os
import sqlite3
import time

from firmware_host.checks.finding import Said, fail, note, ok, together, warn
from firmware_host.checks.patient import Patient
from firmware_host.checks.rooted import Unreadable
from firmware_host.sound import telling_damage
from hardware.sentence import Sentence

MB = 1_000_000
LEAST_FREE_MB = 100
# Tenths of its life that an eMMC says are used, from this value on (JEDEC JESD84-B51, 7.4.43).
WORN = {0x0A: Sentence("90 to 100 %"), 0x0B: Sentence("more than 100 %")}
DATABASES = ("journal.sqlite", "decks.sqlite")
LONGEST_LOOK_S = 0.4


def space(patient: Patient) -> Said:
    """Room for games to come, and for a copy of all that there is: that is what a backup is."""
    place = patient.at(patient.state) if patient.exists(patient.state) else patient.root
    stat = os.statvfs(place)
    free_mb = stat.f_bavail * stat.f_frsize // MB
    needed_mb = LEAST_FREE_MB + sum(_size(patient, name) for name in DATABASES) // MB
    if free_mb < needed_mb:
        return fail(
            "{free_mb} MB are free, and {needed_mb} are needed for games and a backup.",
            "When the card is full no move can be saved.",
            "Delete what is not needed: sudo apt clean; old backups.",
            free_mb=free_mb,
            needed_mb=needed_mb,
        )
    return ok("{free_mb} MB are free, {needed_mb} are needed.", free_mb=free_mb, needed_mb=needed_mb)


def _size(patient: Patient, name: str) -> int:
    path = f"{patient.state}/{name}"
    return patient.at(path).stat().st_size if patient.exists(path) else 0


def writable(patient: Patient) -> Said:
    """A card that failed is mounted for reading only."""
    for line in (patient.text("/proc/mounts") or "").splitlines():
        fields = line.split()
        if len(fields) > 3 and fields[1] in ("/", "/var", patient.state) and "ro" in fields[3].split(","):
            return fail(
                "{folder} can only be read.",
                "No move can be saved; often the card is worn out.",
                "Restart; if it comes back, copy the card and replace it.",
                folder=fields[1],
            )
    return ok("Nothing that games are saved on is mounted for reading only.")


def file_system(patient: Patient) -> Said:
    """Errors that the kernel has counted."""
    said = [
        warn(
            Sentence(
                "The kernel counted {n} error on {name}.",
                "The kernel counted {n} errors on {name}.",
                n=errors,
                name=name,
            ),
            "The file system may be damaged.",
            "Make a backup, and let the card be checked at the next start: fsck.mode=force in cmdline.txt.",
        )
        for name in patient.names("/sys/fs/ext4")
        if (errors := patient.number(f"/sys/fs/ext4/{name}/errors_count"))
    ]
    return together(said, ok("The kernel counted no errors."))


def card_wear(patient: Patient) -> Said:
    """What an eMMC says of its own age; memory cards seldom do."""
    ages = {name: patient.text(f"/sys/block/{name}/device/life_time") for name in patient.names("/sys/block")}
    told = {name: _oldest(name, text) for name, text in ages.items() if text}
    said = [
        warn(
            "{name} has used {share} of its life.",
            "It will fail before long.",
            "Make a backup and replace it.",
            name=name,
            share=WORN[age],
        )
        for name, age in told.items()
        if age in WORN
    ]
    return together(
        said, ok("The card is not worn.") if told else note("The card does not say how worn it is.")
    )


def _oldest(name: str, text: str) -> int:
    try:
        return max(int(age, 16) for age in text.split())
    except ValueError:
        path = f"/sys/block/{name}/device/life_time"
        raise Unreadable(path, Sentence("it says {text}", text=f"{text!r:.40}")) from None


def databases(patient: Patient) -> Said:
    """The games and decks, read and not touched."""
    there = [name for name in DATABASES if patient.exists(f"{patient.state}/{name}")]
    said = [one for name in there if (one := _damage(patient, f"{patient.state}/{name}"))]
    return together(
        said,
        ok("{names}: sound.", names=", ".join(there)) if there else note("There is no game and no deck yet."),
    )


def _damage(patient: Patient, path: str) -> Said | None:
    if not patient.at(path).is_file():
        raise Unreadable(path, Sentence("it is no plain file"))
    found = _quick_check(patient, path)
    if found == "ok":
        return None
    if found == "interrupted":
        return note("{path} is too long to be looked through in passing; every start does it.", path=path)
    return fail(
        "{path} is damaged: {found}.",
        "At the next start it is set aside, and what can be read of it carried on.",
        "Copy it first; then restart the service.",
        path=path,
        found=found,
    )


def _quick_check(patient: Patient, path: str) -> str:
    # Immutable: with it SQLite leaves no file behind, not even beside a database that is being written.
    uri = f"{patient.at(path).resolve().as_uri()}?mode=ro&immutable=1"
    give_up_s = time.monotonic() + LONGEST_LOOK_S
    try:
        connection = sqlite3.connect(uri, uri=True)
        try:
            connection.set_progress_handler(lambda: time.monotonic() > give_up_s, 10_000)
            with telling_damage():
                return str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
        finally:
            connection.close()
    except sqlite3.Error as error:
        return str(error)
