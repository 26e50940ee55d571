"""How much memory this process has asked of the C library: what Python does not count is in it, too."""

import ctypes


class _Info(ctypes.Structure):
    """struct mallinfo; mallinfo(3)."""

    _fields_ = [
        ("before", ctypes.c_int * 4),
        ("mapped", ctypes.c_int),
        ("between", ctypes.c_int * 2),
        ("in_use", ctypes.c_int),
        ("after", ctypes.c_int * 2),
    ]


def in_use_bytes() -> int:
    """What was asked for and not given back."""
    libc = ctypes.CDLL(None)
    libc.mallinfo.restype = _Info
    info = libc.mallinfo()
    return int(info.in_use + info.mapped)
