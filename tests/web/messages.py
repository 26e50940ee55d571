"""Every message that the page can say, found in the source of whoever says it."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from jinja2 import Environment
from jinja2.ext import extract_from_ast

from hardware.sentence import Sentence
from tests.tree import ROOT

SINGLE = ("_", "mark", "gettext")
PLURAL = ("ngettext", "_count")
SENTENCES = (
    "Sentence",
    "BadMap",
    "BadDeck",
    "BadNumber",
    "BadStore",
    "CannotOpen",
    "StoppedAnswering",
    "WiredWrongly",
)
"""Sentences of the daemon and the devices, and faults that make one: each text in them is a message."""
FINDINGS = ("ok", "note", "warn", "fail")
"""The same in the doctor's checks."""
OF_THE_TERMINAL = ("lamp_helper.py", "terminal.py", "terminal_screen.py", "run_command.py")
"""What these say is read where it is said, and not on the page."""


def messages() -> dict[str, str]:
    """Each message with its plural, or with an empty text."""
    found: dict[str, str] = {}
    for package in ("engine", "web_ui"):
        for path in sorted((ROOT / package).glob("*.py")):
            found |= dict(_of_source(path.read_text(encoding="utf-8")))
    for package in ("hardware", "firmware_host"):
        for path in sorted((ROOT / package).rglob("*.py")):
            if path.name not in OF_THE_TERMINAL:
                found |= dict(_of_daemon(path))
    for path in sorted((ROOT / "web_ui" / "templates").iterdir()):
        tree = Environment().parse(path.read_text(encoding="utf-8"))
        found |= {said: "" for _, called, said in extract_from_ast(tree, SINGLE) if isinstance(said, str)}
    return found


@cache
def known() -> Mapping[str, str]:
    """The same, looked for once."""
    return messages()


def unknown_in(text: str) -> list[str]:
    """The messages of a sentence and of the sentences in it that no catalogue could know."""
    if not isinstance(text, Sentence):
        return []
    words = re.search("[a-z]", re.sub(r"\{\w+\}", "", text.message))
    own = [text.message] if words and known().get(text.message) != text.plural else []
    inner = [value for value in text.values.values() if isinstance(value, str)]
    return own + [message for value in inner for message in unknown_in(value)]


def _of_source(text: str) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call):
            texts = [
                arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
            ]
            called = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if called in SINGLE and texts:
                yield texts[0], ""
            elif called in PLURAL and len(texts) > 1:
                yield texts[0], texts[1]


def _of_daemon(path: Path) -> Iterator[tuple[str, str]]:
    """What a module of the daemon or of the devices says, but for what only puts others in a row."""
    saying = SENTENCES + (FINDINGS if "checks" in path.parts or path.name == "doctor.py" else ())
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in saying:
            texts = [list(_constants(arg)) for arg in node.args]
            assert not any(isinstance(arg, ast.JoinedStr) for arg in node.args), f"{path}:{node.lineno}"
            if node.func.id == "Sentence" and len(texts) == 2:
                yield texts[0][0], texts[1][0]
            else:
                yield from (
                    (text, "")
                    for several in texts
                    for text in several
                    if re.search("[a-z]", re.sub(r"\{\w+\}", "", text))
                )


def _constants(node: ast.expr) -> Iterator[str]:
    """The text that an argument is, or those it may be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _constants(node.body)
        yield from _constants(node.orelse)
