"""The page on the phone: looks at a frozen snapshot, tells inputs, asks slow read-only questions.

Imports the engine for its types and words only; never the daemon, never a device.
"""
