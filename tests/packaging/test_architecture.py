"""The page about the architecture tells of the files there are."""

import importlib.util
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_the_table_of_files_is_made_from_the_code() -> None:
    spec = importlib.util.spec_from_file_location("where_it_lives", DOCS / "where_it_lives.py")
    assert spec is not None
    assert spec.loader is not None
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    written = (DOCS / "architecture.md").read_text(encoding="utf-8")
    assert maker.page(written) == written, "run make docs"
    assert "| `referee.py` |" in written
