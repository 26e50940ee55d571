"""The installer, as far as it can be looked at without a machine of its own."""

import subprocess

from tests.tree import ROOT

INSTALL = ROOT / "systemd" / "install"


def install(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", str(INSTALL), *words], capture_output=True, text=True, timeout=60, check=False
    )


def test_an_unknown_option_is_named() -> None:
    said = install("--fast")
    assert (said.returncode, "--fast" in said.stderr) == (2, True)


def test_help_names_every_option() -> None:
    text = INSTALL.read_text(encoding="utf-8")
    offered = {line.split(")")[0].strip() for line in text.splitlines() if line.strip().startswith("--")}
    said = install("--help").stdout
    assert offered
    assert all(option in said for option in offered if option.startswith("--") and " " not in option)


def test_a_boot_config_is_edited_between_two_marks_only() -> None:
    """What stood there stays, line for line, and a second time changes nothing."""
    text = INSTALL.read_text(encoding="utf-8")
    assert text.count("$BEGIN") >= 3
    assert text.count("$END") >= 2
    script = "\n".join(
        [
            next(line for line in text.splitlines() if line.startswith("BEGIN=")),
            next(line for line in text.splitlines() if line.startswith("END=")),
            text[text.index("without_our_lines()") : text.index("edit_boot()")],
            'printf "a\\n%s\\nold\\n%s\\nb\\n" "$BEGIN" "$END" | without_our_lines /dev/stdin',
        ]
    )
    said = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert said.stdout == "a\nb\n"
