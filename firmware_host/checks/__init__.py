"""The doctor's checks, a file for each part of the machine.

A check takes a `Patient` and returns what it has to say: always something, so that every run has every
check. It reads, never writes, and takes every path from the patient's root, so that a folder can stand for
a machine. A file that is there and cannot be read raises `Unreadable`; the doctor says so and goes on.
"""
