"""Which Raspberry Pi a machine is, by what it calls itself."""

from dataclasses import dataclass

FAMILY = "Raspberry Pi "


@dataclass(frozen=True, slots=True)
class PiModel:
    """`name` such as `Raspberry Pi 4 Model B Rev 1.4`; empty or anything else for other machines."""

    name: str

    @property
    def generation(self) -> str:
        """1, 2, 3, 4, 5, zero or zero2: boards of one kind of processor. Empty if it is no Raspberry Pi."""
        if not self.name.startswith(FAMILY):
            return ""
        rest = self.name.removeprefix(FAMILY).removeprefix("Compute Module ")
        if rest.startswith("Zero"):
            return "zero2" if rest.startswith("Zero 2") else "zero"
        return rest[0] if rest[:1] in "2345" and rest[:1] else "1"

    @property
    def is_64_bit(self) -> bool:
        """Whether its processor can run a 64-bit system. The first edition of the Pi 2 could not."""
        first_2 = self.generation == "2" and "Rev 1.2" not in self.name
        return self.generation not in ("1", "zero") and not first_2

    @property
    def filters(self) -> frozenset[str]:
        """The names in square brackets of config.txt that mean this board (documentation of config.txt)."""
        rest = self.name.removeprefix(FAMILY)
        match self.generation:
            case "":
                return frozenset()
            case "zero2":
                return frozenset({"pi0", "pi0w", "pi02"})
            case "zero":
                return frozenset({"pi0", "pi0w"} if rest.startswith("Zero W") else {"pi0"})
            case generation:
                found = {f"pi{generation}"}
        if rest.startswith("Compute Module "):
            found.add(f"cm{generation}")
        if rest[:3] in ("400", "500"):
            found.add(f"pi{rest[:3]}")
        if generation == "3" and "Plus" in rest:
            found.add("pi3+")
        return frozenset(found)
