"""Capabilities (`interfaces`) and the devices that have them (`drivers`, one file each).

Knows nothing of the game. A driver is imported only when the configuration names it.
A fault leaves a driver only as one of `errors`.
"""
