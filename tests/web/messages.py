"""Every message that the engine and the page can say, found in their source."""

import ast
from collections.abc import Iterator

from jinja2 import Environment
from jinja2.ext import extract_from_ast

from tests.tree import ROOT

SINGLE = ("_", "mark", "gettext")
PLURAL = ("ngettext", "_count")


def messages() -> dict[str, str]:
    """Each message with its plural, or with an empty text."""
    found: dict[str, str] = {}
    for package in ("engine", "web_ui"):
        for path in sorted((ROOT / package).glob("*.py")):
            found |= dict(_of_source(path.read_text(encoding="utf-8")))
    for path in sorted((ROOT / "web_ui" / "templates").iterdir()):
        tree = Environment().parse(path.read_text(encoding="utf-8"))
        found |= {said: "" for _, called, said in extract_from_ast(tree, SINGLE) if isinstance(said, str)}
    return found


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
