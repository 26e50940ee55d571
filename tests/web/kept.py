"""Everything that a small table keeps, as text: what was changed by a request shows, whoever kept it."""

import threading
from collections.abc import Mapping, Set
from functools import cached_property
from typing import Any

OURS = ("tests.", "firmware_host.", "engine.", "web_ui.")
LOCKS = (type(threading.Lock()), type(threading.RLock()), threading.Condition)


def kept(thing: Any, above: frozenset[int] = frozenset()) -> str:
    """The thing and all that it holds; what is not ours, and what does not last, by its type alone."""
    if id(thing) in above:
        return "…"
    above |= {id(thing)}
    match thing:
        case Mapping():
            return "{" + ", ".join(sorted(f"{key!r}: {kept(one, above)}" for key, one in thing.items())) + "}"
        case list() | tuple():
            return "[" + ", ".join(kept(one, above) for one in thing) + "]"
        case Set():
            return "{" + ", ".join(sorted(kept(one, above) for one in thing)) + "}"
        case str() | bytes() | int() | float() | None:
            return repr(thing)
        case _ if type(thing).__module__.startswith(OURS):
            return type(thing).__name__ + kept(_fields(thing), above)
        case _:
            return type(thing).__name__


def _fields(thing: Any) -> dict[str, Any]:
    slots = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
    found = {name: getattr(thing, name) for name in slots if hasattr(thing, name)}
    found |= getattr(thing, "__dict__", {})
    worked_out = {name for kind in type(thing).__mro__ for name, one in vars(kind).items() if _is_cache(one)}
    return {
        name: found[name] for name in found if name not in worked_out and not isinstance(found[name], LOCKS)
    }


def _is_cache(attribute: object) -> bool:
    return isinstance(attribute, cached_property)
