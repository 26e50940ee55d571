"""The project's own files, as git sees them."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOT_OURS = {"__pycache__", "build", "dist"}


def project_files(root: Path = ROOT) -> list[Path]:
    """Every file that is tracked, or new and not ignored, relative to `root`; of an unpacked archive, all but
    hidden and built folders."""
    if (root / ".git").exists():
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=root,
            check=True,
            capture_output=True,
            text=True,
        )
        paths = [Path(name) for name in listed.stdout.split("\0") if name]
        return sorted(path for path in paths if (root / path).is_file())
    return sorted(path.relative_to(root) for path in root.rglob("*") if path.is_file() and _ours(path, root))


def _ours(path: Path, root: Path) -> bool:
    parts = path.relative_to(root).parts
    hidden = parts[0].startswith(".") and parts[0] not in {".ci", ".gitignore", ".pre-commit-config.yaml"}
    return not hidden and not NOT_OURS & set(parts) and not any(part.endswith(".egg-info") for part in parts)
