"""Writes the table of `architecture.md` from the first line of each file. `make docs` runs it."""

import ast
from pathlib import Path

PAGE = Path(__file__).with_name("architecture.md")
ROOT = PAGE.parent.parent
PACKAGES = ("engine", "hardware", "hardware/drivers", "firmware_host", "web_ui")
MARK = "<!-- files -->\n"


def first_line(file: Path) -> str:
    """What a file says it is."""
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return text.partition("\n")[0].replace("|", "\\|")


def table(package: str) -> str:
    """The files of one folder, in the order of their names."""
    files = sorted(file for file in (ROOT / package).glob("*.py") if file.name != "__init__.py")
    rows = "".join(f"| `{file.name}` | {first_line(file)} |\n" for file in files)
    law = first_line(ROOT / package / "__init__.py")
    return f"\n### {package}\n\n{law}\n\n| file | what it is |\n|---|---|\n{rows}"


def page(text: str) -> str:
    """The page with its table made anew."""
    return text.partition(MARK)[0] + MARK + "".join(table(package) for package in PACKAGES)


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
