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
            "the Python package {module} cannot be imported ({error})",
            "Install it: pip install 'peglight[{extra}]'",
            module=module.partition(".")[0],
            error=error,
            extra=extra,
        ) from error
