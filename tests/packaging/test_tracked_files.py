"""No file of the project names a package index, or a place on the machine it was written on."""

import re

from tests.tree import ROOT, project_files

# Each is spelled in two halves, so that this file does not contain it.
INDEX_HOSTS = [
    "pypi|.org",
    "python|hosted.org",
    "pi|wheels.org",
    "npm|js.org",
    "npm|js.com",
    "deb|.debian.org",
]
MACHINE_PATHS = ["/wo|rk/", "/ro|ot/", "/opt/py|pi", ".py|env/", "/home/|pi/"]
FORBIDDEN = [
    re.compile(r"(?<![\w.-])" * halves.startswith("/") + re.escape(halves.replace("|", "")))
    for halves in INDEX_HOSTS + MACHINE_PATHS
]


def test_no_file_names_a_package_index_or_a_place_of_this_machine() -> None:
    found = {
        path.as_posix(): [one.pattern for one in FORBIDDEN if one.search(text)]
        for path in project_files()
        for text in [(ROOT / path).read_text(encoding="utf-8", errors="replace")]
    }
    assert {path: patterns for path, patterns in found.items() if patterns} == {}
