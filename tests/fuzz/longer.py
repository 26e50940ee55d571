"""Fuzzing for longer, guided by what each input reaches (atheris): `make fuzz`.

    python -m tests.fuzz.longer [SECONDS [NAME ...]]    each target for so long; 60 s, all of them

Each target runs in a process of its own. What breaks one is kept in `fuzz-finds/`, with the input.
"""

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.tree import ROOT

FINDS = ROOT / "fuzz-finds"
HANGS_S, MOST_MB, LONGEST = 30, 700, 16_384
OURS = ("engine", "hardware", "firmware_host", "web_ui")


def one(name: str, seconds: str, corpus: str) -> None:
    """Fuzz one target until the time is over; never returns."""
    import atheris

    with atheris.instrument_imports(include=[*OURS, "waitress"]):
        from tests.fuzz.all_targets import all_targets  # here, or nothing of ours would be watched

    target = all_targets()[name]
    for number, seed in enumerate(target.seeds):
        (Path(corpus) / str(number)).write_bytes(seed)
    limits = [f"-max_total_time={seconds}", f"-timeout={HANGS_S}", f"-rss_limit_mb={MOST_MB}"]
    found = f"-artifact_prefix={FINDS}/{name}-"
    atheris.Setup([name, *limits, f"-max_len={LONGEST}", found, corpus], target.feed)
    atheris.Fuzz()


def main(words: list[str]) -> int:
    """Fuzz each target in turn; 1 where something was found."""
    from tests.fuzz.all_targets import NAMES

    seconds, *names = words or ["60"]
    FINDS.mkdir(exist_ok=True)
    broken = []
    for name in names or NAMES:
        with TemporaryDirectory() as corpus:
            command = [sys.executable, "-m", "tests.fuzz.longer", "--one", name, seconds, corpus]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, errors="replace")
        tried = re.findall(r"(\d+) runs", done.stderr)
        print(
            f"{name:14} {'BROKEN' if done.returncode else f'nothing found in {tried[-1]} inputs'}", flush=True
        )
        if done.returncode:
            broken.append(name)
            print(*[line for line in done.stderr.splitlines() if not line.startswith("INFO")][-60:], sep="\n")
    return int(bool(broken))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        one(*sys.argv[2:])
    else:
        sys.exit(main(sys.argv[1:]))
