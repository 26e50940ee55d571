"""A wheel of this tree, made by hand in an instant: of any version, with any file changed."""

import base64
import io
import zipfile
from collections.abc import Mapping
from hashlib import sha256
from importlib.metadata import requires

from tests.tree import ROOT

PACKAGES = ("engine", "hardware", "firmware_host", "web_ui")
WHEEL = "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def metadata(version: str, *more: str, name: str = "peglight", python: str = ">=3.11") -> str:
    """What a wheel says of itself."""
    needs = [f"Requires-Dist: {text}" for text in requires("peglight") or ()]
    lines = ["Metadata-Version: 2.4", f"Name: {name}", f"Version: {version}", f"Requires-Python: {python}"]
    return "\n".join([*lines, *needs, *more]) + "\n"


def parts_of(version: str, changed: Mapping[str, bytes] | None = None) -> dict[str, bytes]:
    """Every file of a wheel but its RECORD."""
    info = f"peglight-{version}.dist-info"
    parts = {
        str(path.relative_to(ROOT)): path.read_bytes()
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }
    parts |= {f"{info}/METADATA": metadata(version).encode(), f"{info}/WHEEL": WHEEL.encode()}
    return parts | dict(changed or {})


def record_of(parts: Mapping[str, bytes], version: str) -> bytes:
    """The list of what is in a wheel."""
    lines = [f"{name},sha256={_digest(data)},{len(data)}" for name, data in parts.items()]
    return "\n".join([*lines, f"peglight-{version}.dist-info/RECORD,,"]).encode() + b"\n"


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(sha256(data).digest()).decode().rstrip("=")


def packed(parts: Mapping[str, bytes]) -> bytes:
    """A zip of them."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return target.getvalue()


def made_wheel(version: str, changed: Mapping[str, bytes] | None = None) -> bytes:
    """A good wheel."""
    parts = parts_of(version, changed)
    return packed({**parts, f"peglight-{version}.dist-info/RECORD": record_of(parts, version)})
