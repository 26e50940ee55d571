"""The daemon: one loop owns the game and the journal, one thread paints the lamps.

Only `assembly` sees every package; the rest talk through the inbox and frozen snapshots.
"""
