"""Catalogues as translators write them, `locale/<language>/LC_MESSAGES/peglight.po`: read without a build."""

import ast
import gettext
from collections.abc import Iterator
from pathlib import Path

LOCALE = Path(__file__).parent / "locale"


class Catalogue(gettext.NullTranslations):
    """The messages of a language; English for those it lacks. Every language here says one, or many."""

    def __init__(self, said: dict[str, tuple[str, ...]]) -> None:
        super().__init__()
        self._said = said

    def gettext(self, message: str) -> str:
        """The message in this language."""
        return (self._said.get(message) or (message,))[0] or message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The message for n things."""
        one, many = self._said.get(msgid1, ("", ""))
        return (one or msgid1) if n == 1 else (many or msgid2)


def read_catalogue(language: str) -> Catalogue:
    """The catalogue of a language; an empty one where there is none."""
    path = LOCALE / language / "LC_MESSAGES" / "peglight.po"
    if not path.exists():
        return Catalogue({})
    return Catalogue(dict(read_po(path.read_text(encoding="utf-8"))))


def read_po(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each message and what is said for it: one text, or two where it has a plural."""
    for block in text.split("\n\n"):
        fields = _fields(block)
        if fields.get("msgid"):
            said = [fields[name] for name in ("msgstr", "msgstr[0]", "msgstr[1]") if name in fields]
            yield fields["msgid"], tuple(said)


def _fields(block: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    name = ""
    for line in block.splitlines():
        if line.startswith("#") or not line:
            continue
        if not line.startswith('"'):
            name, _, line = line.partition(" ")
        fields[name] = fields.get(name, "") + str(ast.literal_eval(line))
    return fields
