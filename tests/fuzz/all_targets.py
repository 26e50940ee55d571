"""Every target by its name."""

from functools import cache

from tests.fuzz.machine_targets import MACHINE
from tests.fuzz.page_targets import PAGE
from tests.fuzz.row_targets import ROWS
from tests.fuzz.sent_targets import SENT
from tests.fuzz.store_targets import targets
from tests.fuzz.target import Target
from tests.fuzz.text_targets import TEXT
from tests.fuzz.wire_targets import WIRE

NAMES = (*TEXT, *WIRE, *PAGE, *SENT, *ROWS, *MACHINE, "journal", "rows", "decks", "settings", "backup")


@cache
def all_targets() -> dict[str, Target]:
    """By name, those of stores with files made for them."""
    found = TEXT | WIRE | PAGE | SENT | ROWS | MACHINE | targets()
    assert tuple(found) == NAMES
    return found
