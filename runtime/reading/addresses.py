"""Where bytes are in memory: by the buffers of CPython, as numpy takes long to be imported."""

from __future__ import annotations

import ctypes
from typing import ClassVar


class _Buffer(ctypes.Structure):
    """What an object tells of its bytes: `Py_buffer` of CPython."""

    _fields_: ClassVar = [
        ("buf", ctypes.c_void_p),
        ("obj", ctypes.c_void_p),
        ("len", ctypes.c_ssize_t),
        ("itemsize", ctypes.c_ssize_t),
        ("readonly", ctypes.c_int),
        ("ndim", ctypes.c_int),
        ("format", ctypes.c_void_p),
        ("shape", ctypes.c_void_p),
        ("strides", ctypes.c_void_p),
        ("suboffsets", ctypes.c_void_p),
        ("internal", ctypes.c_void_p),
    ]


_get = ctypes.pythonapi.PyObject_GetBuffer
_get.argtypes = (ctypes.py_object, ctypes.POINTER(_Buffer), ctypes.c_int)
_get.restype = ctypes.c_int

_release = ctypes.pythonapi.PyBuffer_Release
_release.argtypes = (ctypes.POINTER(_Buffer),)
_release.restype = None

_SIMPLE = 0
"""Ask for bytes that stand one after the other."""


def address_of(view: memoryview) -> int:
    """Where the first byte of a view is in memory."""
    buffer = _Buffer()
    _get(view, ctypes.byref(buffer), _SIMPLE)
    try:
        return int(buffer.buf or 0)
    finally:
        _release(ctypes.byref(buffer))
