"""What the pages name is there: the files they link to, the paths they name, the commands to type."""

import re

import pytest

from firmware_host.__main__ import COMMANDS
from tests.tree import ROOT, project_files

PAGES = [path for path in project_files() if path.suffix == ".md"]
TARGETS = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
OURS = "engine|hardware|firmware_host|web_ui|tests|docs|systemd|requirements"


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_what_a_page_names_is_there(page: object) -> None:
    text = (ROOT / str(page)).read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)
    assert [link for link in links if not ((ROOT / str(page)).parent / link).exists()] == []
    paths = re.findall(rf"`((?:{OURS})/[\w./-]+)`", text)
    assert [path for path in paths if not (ROOT / path).exists()] == []
    assert set(re.findall(r"`make ([a-z]+)", text)) <= set(TARGETS)
    assert set(re.findall(r"`peglight ([a-z]+)", text)) <= set(COMMANDS)
