"""The types that the language has by itself (numbers, bits, text), and its routines."""

from __future__ import annotations

import re

from quire.runtime.frozen import Frozen
from quire.runtime.values.numbers import MAX_BITS
from quire.runtime.values.scalars import SCALARS

TEXT = ("str", "strz")
NOTATIONS = ("json", "literal", "vlq", "uleb128", "sleb128")
"""Routines that make the parts of a value of how it is written."""
OWN_ROUTINES = frozenset((name,) for name in ("xor", "rol", "ror", "zlib", *NOTATIONS))
"""The routines of `process` that belong to the language."""
_BITS = re.compile(r"b([0-9]{1,4})(le|be)?")


class BitType(Frozen):
    """`b12`: so many bits, in the order that is written, or that of `bit-endian` ("")."""

    width: int
    order: str


def bit_type(name: str) -> BitType | None:
    """The type that `b12` or `b12le` names; None for other names."""
    match = _BITS.fullmatch(name)
    if match is None or int(match[1]) > MAX_BITS:
        return None
    return BitType(int(match[1]), match[2] or "")


def is_number(name: str) -> bool:
    """Whether a name is that of a fixed-size number, with a byte order or without."""
    return name in SCALARS or name + "le" in SCALARS


def is_integer(name: str) -> bool:
    """Whether a name is that of an integer, of bits too."""
    return (is_number(name) and name[0] in "us") or bit_type(name) is not None


def is_primitive(name: tuple[str, ...]) -> bool:
    """Whether a type is one of the language's own."""
    text = name[0]
    return len(name) == 1 and (is_number(text) or text in TEXT or bit_type(text) is not None)


FLOATING = ("f2", "bf2", "f4", "f8")
"""Dtypes of arrays that are fractions, without a byte order."""

OTHER_DTYPES = {
    "bool": "bool", "c8": "complex64", "c16": "complex128",
    "f1e4m3": "float8_e4m3fn", "f1e5m2": "float8_e5m2", "f1e8m0": "float8_e8m0fnu",
    "f1e4m3fnuz": "float8_e4m3fnuz", "f1e5m2fnuz": "float8_e5m2fnuz",
}  # fmt: skip  # laid out as a table
"""Dtypes of arrays without a codec, little-endian, as numpy and `ml_dtypes` call them."""

DTYPE_SIZES = {"bfloat16": 2, "bool": 1, "complex64": 8, "complex128": 16} | {
    name: 1 for name in OTHER_DTYPES.values() if name.startswith("float8")
}
"""Bytes of an element, where the name does not end with their number."""
