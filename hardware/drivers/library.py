"""A driver's own library, imported when the device is opened and not before."""

from importlib import import_module
from typing import Any

from hardware.errors import CannotOpen
from hardware.sentence import Sentence

INSTALL_AGAIN = Sentence(
    "On a board run Peglight's installer again (docs/install.md), in a folder with its sources: make venv"
)
"""How a library that is missing is had. Peglight is on no index: `pip install` of its name brings none."""


def load(device: str, module: str) -> Any:
    """Import `module` for the device called `device`.

    Raises:
        CannotOpen: it is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise CannotOpen(
            device,
            "the Python package {module} cannot be imported ({error})",
            INSTALL_AGAIN,
            module=module.partition(".")[0],
            error=error,
        ) from error
