"""The board of a run without a configuration: a reader, the keys, a strip for ten sides, a buzzer.

What is settled of it on the page is kept beside the games: no configuration of a real board is touched.
"""

from pathlib import Path

from firmware_host.config import Config, load, parse
from firmware_host.config_file import ConfigFile

FILE = "simulated.toml"
TEXT = """# The simulated board, as it was settled on the page.

[[reader]]
name = "table"
driver = "simulated"

[[button]]
name = "next"
driver = "simulated"

[[button]]
name = "back"
driver = "simulated"

[[button]]
name = "confirm"
driver = "simulated"

[[button]]
name = "cancel"
driver = "simulated"

[[strip]]
name = "ring"
driver = "simulated"
lamps = 280
budget_ma = 60000

[[buzzer]]
name = "buzzer"
driver = "simulated"
"""


def simulated_file(state: Path) -> ConfigFile:
    """Where the settings of the simulated board are kept."""
    return ConfigFile(state / FILE, otherwise=TEXT)


def simulated_config(state: Path | None = None) -> Config:
    """The simulated board, as it was settled where a state folder is given.

    Raises:
        BadConfig: the file there was broken by hand.
    """
    kept = state / FILE if state else Path(FILE)
    return load(kept) if state and kept.exists() else parse(TEXT, kept)
