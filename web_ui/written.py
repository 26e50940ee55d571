"""What is written of the newest snapshot: once for each language, however many phones ask for it."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock
from typing import Generic, TypeVar

from web_ui.gateway import Snapshot
from web_ui.state import Json, write_all_but_choices, write_choices
from web_ui.table_words import write_around

T = TypeVar("T")

Fields = Mapping[str, str]
"""The state but for its choices: each field's JSON by its name."""


@dataclass(frozen=True, slots=True)
class Text:
    """JSON as it is sent, and the name by which a browser knows whether it holds just that."""

    body: bytes
    etag: str


class Newest(Generic[T]):
    """Something made of the newest snapshot; who asks while it is being made waits for it."""

    def __init__(self, make: Callable[[Snapshot, str], T]) -> None:
        """`make` is called again only for another snapshot, in the context of a request in that language."""
        self._make = make
        self._making = Lock()
        self._made: dict[str, tuple[Snapshot, T]] = {}

    def of(self, snapshot: Snapshot, tongue: str) -> T:
        """What was made of the snapshot in that language."""
        made = self._made.get(tongue)
        if made is not None and made[0] is snapshot:
            return made[1]
        with self._making:
            made = self._made.get(tongue)
            if made is None or made[0] is not snapshot:
                made = self._made[tongue] = (snapshot, self._make(snapshot, tongue))
            return made[1]


class Written:
    """What the pages of one app ask for all the time; they share what is the same in it."""

    def __init__(self) -> None:
        self.fields: Newest[Fields] = Newest(_fields)
        self.state: Newest[Text] = Newest(self._state)
        self.view: Newest[Text] = Newest(self._view)

    def _state(self, snapshot: Snapshot, tongue: str) -> Text:
        """`/api/state`, its choices after the card that has them."""
        fields: dict[str, str] = {}
        for name, text in self.fields.of(snapshot, tongue).items():
            fields[name] = text
            if name == "card":
                fields["choices"] = _json(write_choices(snapshot.game))
        return _text(joined(fields))

    def _view(self, snapshot: Snapshot, tongue: str) -> Text:
        """All that the table page shows."""
        around = {name: _json(value) for name, value in write_around(snapshot).items()}
        return _text(joined({"state": joined(self.fields.of(snapshot, tongue)), **around}))


def _fields(snapshot: Snapshot, _tongue: str) -> Fields:
    return {name: _json(value) for name, value in write_all_but_choices(snapshot).items()}


def joined(fields: Fields) -> str:
    """A JSON object of fields that are JSON already."""
    return "{" + ", ".join([f'"{name}": {text}' for name, text in fields.items()]) + "}"


def _json(value: Json | object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _text(text: str) -> Text:
    body = text.encode()
    return Text(body, sha256(body).hexdigest()[:32])
