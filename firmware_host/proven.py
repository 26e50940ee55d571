"""Which drivers somebody has seen working on a real board. A report of each is in docs/trials."""

PROVEN_ON_A_BOARD: frozenset[str] = frozenset()
