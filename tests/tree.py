"""The project's own files, as git sees them."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOT_OURS = {"__pycache__", "build", "dist"}


def project_files(root: Path = ROOT) -> list[Path]:
    """Every file that is tracked, or new and not ignored, relative to `root`.

    Where git will not say (an unpacked archive, another owner's clone): all but hidden and built folders.
    """
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=root,
            env=os.environ | {"GIT_CEILING_DIRECTORIES": str(root.parent)},
            check=True,
            capture_output=True,
            text=True,
        )
    except (FileNotFoundError, subprocess.CalledProcessError):
        return sorted(
            path.relative_to(root) for path in root.rglob("*") if path.is_file() and _ours(path, root)
        )
    paths = [Path(name) for name in listed.stdout.split("\0") if name]
    return sorted(path for path in paths if (root / path).is_file())


def _ours(path: Path, root: Path) -> bool:
    parts = path.relative_to(root).parts
    hidden = parts[0].startswith(".") and parts[0] not in {".ci", ".gitignore", ".pre-commit-config.yaml"}
    return not hidden and not NOT_OURS & set(parts) and not any(part.endswith(".egg-info") for part in parts)
