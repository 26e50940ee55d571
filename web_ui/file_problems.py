"""Why a file from a phone is not taken: one sentence each, with the way out."""

from web_ui.care_gateway import Problem
from web_ui.words import _, mark, spoken

SENTENCES = {
    "no_zip": mark("This is no backup of Peglight: it cannot be read as a zip file ({found})."),
    "no_manifest": mark("This is no backup of Peglight: it does not say what it holds."),
    "newer": mark("A newer Peglight made this backup; update this board first, then restore it."),
    "escapes": mark("The file names another that would lie outside of it ({name}); it is not taken."),
    "link": mark("The file holds a link ({name}), and only plain files are taken."),
    "strange": mark("The file holds another that does not belong in it ({name}); it is not taken."),
    "twice": mark("The file holds {name} twice; it is not taken."),
    "locked": mark("The file {name} in the backup is locked by a password; unlock it first."),
    "too_large": mark("Unpacked, this file is larger than the board takes; nothing of it is kept."),
    "upload_too_large": mark(
        "This file is larger than the {found} MB that the board takes; choose another one."
    ),
    "missing": mark("The file {name} is missing from the backup; choose a whole one."),
    "damaged": mark("Its part {name} is damaged ({found}); choose another file."),
    "game_runs": mark("A game is running. End it first, then try again."),
    "no_room": mark("There is no room for that on the board's memory card; delete something on it first."),
    "simulated": mark(
        "A simulated board has no name to change; start Peglight with the configuration of a real one first."
    ),
    "no_config": mark(
        "The configuration of this board, {found}, is gone; put it back first, then give the name."
    ),
    "wrong_config": mark("The configuration would not be right with that: {found}"),
    "not_written": mark("The configuration could not be written: {found}."),
    "no_wheel": mark("This is no update of Peglight ({found}); it is a file named peglight-….whl."),
    "not_newer": mark("The board runs this version, or a newer one, already ({found})."),
    "lacks": mark("This version needs something that is not here ({found}); install it as a package."),
    "gone": mark("The file has not arrived whole; choose it again."),
    "busy": mark("Somebody else is doing that right now; wait a moment."),
}
"""By the words of a problem. A test holds them to the daemon's."""


def say_problem(problem: Problem) -> str:
    """The sentence of a problem."""
    return _(SENTENCES[problem.why]).format(name=problem.name, found=spoken(problem.found))
