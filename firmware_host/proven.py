"""Which drivers somebody has seen working on a real board. A report of each is in docs/trials."""

STANDING_IN = ("simulated", "terminal")
"""Drivers that stand in for devices: there is nothing to prove of them, nor to ask on a real board."""
PROVEN_ON_A_BOARD: frozenset[str] = frozenset()
