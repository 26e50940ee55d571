"""Why a file from a phone is not taken: one sentence each, with the way out."""

from web_ui.gateway import Problem
from web_ui.words import _, mark

SENTENCES = {
    "no_zip": mark("This is no backup of Peglight: it cannot be read as a zip file ({found})."),
    "no_manifest": mark("This is no backup of Peglight: it does not say what it holds."),
    "newer": mark("A newer Peglight made this backup; update this board first, then restore it."),
    "escapes": mark("The backup names a file that would lie outside of it ({name}); it is not restored."),
    "link": mark("The backup holds a link ({name}), and only plain files are restored."),
    "strange": mark("The backup holds a file that does not belong in it ({name}); it is not restored."),
    "twice": mark("The backup holds {name} twice; it is not restored."),
    "locked": mark("The file {name} in the backup is locked by a password; unlock it first."),
    "too_large": mark("Unpacked, this file is larger than the board takes; nothing of it is kept."),
    "missing": mark("The file {name} is missing from the backup; choose a whole one."),
    "damaged": mark("The file {name} in the backup is damaged ({found}); choose another backup."),
    "game_runs": mark("A game is running. End it first, then try again."),
    "no_room": mark("There is no room for that on the board's memory card; delete something on it first."),
    "no_config": mark("This board has no configuration yet that could say its name; restore one first."),
    "wrong_config": mark("The configuration would not be right with that: {found}"),
    "not_written": mark("The configuration could not be written: {found}."),
    "gone": mark("The file has not arrived whole; choose it again."),
    "busy": mark("Somebody else is doing that right now; wait a moment."),
}
"""By the words of a problem. A test holds them to the daemon's."""


def say_problem(problem: Problem) -> str:
    """The sentence of a problem."""
    return _(SENTENCES[problem.why]).format(name=problem.name, found=problem.found)
