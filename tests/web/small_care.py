"""What looks after a board, in memory: files sent, backups, updates, the machine, its name and sounds."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import BinaryIO

from firmware_host.backup_reading import Held


@dataclass(frozen=True, slots=True)
class SmallProblem:
    """A problem with a file."""

    why: str
    name: str = ""
    found: str = ""


@dataclass(frozen=True, slots=True)
class SmallFound:
    """What was found in a backup."""

    problem: SmallProblem | None = None
    held: Held | None = None
    has_config: bool = False
    wrong_config: Sequence[str] = ()


class SmallUpload:
    """A file that is sent, in memory."""

    def __init__(self) -> None:
        self.sent = b""

    def add(self, at: int, size: int, piece: bytes) -> SmallProblem | None:
        if at != len(self.sent) and at != 0:
            return SmallProblem("gone")
        self.sent = (self.sent if at else b"") + piece
        return None


class SmallBackups:
    """Says what it is told to, and writes down what was asked of it."""

    def __init__(self) -> None:
        self.made: bytes | None = b"a backup"
        self.found = SmallFound(SmallProblem("gone"))
        self.problem: SmallProblem | None = None
        self.asked: list[tuple[object, ...]] = []

    def make(self) -> BinaryIO | None:
        return None if self.made is None else BytesIO(self.made)

    def look_into(self) -> SmallFound:
        return self.found

    def restore(self, with_config: bool) -> SmallProblem | None:
        self.asked.append(("restore", with_config))
        return self.problem

    def put_back(self, name: str) -> SmallProblem | None:
        self.asked.append(("put back", name))
        return self.problem

    def aside(self) -> list[str]:
        return ["before-restore-1"]


class SmallMachine:
    """Writes down what it was told to do."""

    def __init__(self) -> None:
        self.can: list[str] = []
        self.says = ""
        self.done: list[str] = []

    def deeds(self) -> list[str]:
        return self.can

    def do(self, deed: str) -> str:
        self.done.append(deed)
        return self.says


class SmallNaming:
    """Writes down the names it was given."""

    def __init__(self) -> None:
        self.problem: SmallProblem | None = None
        self.names: list[str] = []

    def rename(self, name: str) -> SmallProblem | None:
        self.names.append(name)
        return self.problem


class SmallSounds:
    """Takes any choice, or none."""

    def __init__(self) -> None:
        self.problem: SmallProblem | None = None
        self.has_buzzer = True
        self.chosen = "all"

    def choose(self, name: str) -> SmallProblem | None:
        if self.problem is None:
            self.chosen = name
        return self.problem


@dataclass(frozen=True, slots=True)
class SmallUpdateFound:
    """What was found in an update."""

    problem: SmallProblem | None = None
    version: str = ""


class SmallUpdates:
    """Says what it is told to, and writes down what was asked of it."""

    def __init__(self) -> None:
        self.running, self.is_update = "0.1.0", False
        self.found = SmallUpdateFound(SmallProblem("gone"))
        self.problem: SmallProblem | None = None
        self.colours: Sequence[str] = ()
        self.asked: list[str] = []

    def look_into(self) -> SmallUpdateFound:
        return self.found

    def ask(self, client: str) -> SmallProblem | None:
        self.asked.append("ask")
        return self.problem

    def code(self) -> Sequence[str]:
        return self.colours

    def go_back(self) -> SmallProblem | None:
        self.asked.append("go back")
        return self.problem
