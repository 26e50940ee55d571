"""A driver's own library, imported when the device is opened and not before."""

from importlib import import_module
from typing import Any

from hardware.errors import CannotOpen


def load(device: str, module: str, extra: str) -> Any:
    """Import `module` for the device called `device`.

    Raises:
        CannotOpen: it is not installed; `extra` of peglight brings it.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise CannotOpen(
            device,
            f"the Python package {module.partition('.')[0]} cannot be imported ({error})",
            f"Install it: pip install 'peglight[{extra}]'",
        ) from error
