"""What the chunk types of CDD make of an array, in plain numpy.

A transform has three stages before its zstd frame: float32 may be rounded to float16; each row
of words is combined with the row before it (the one before the first is all zero); the bytes
may be put into planes, all lowest ones first. What a row is depends on the type:

- order book, shape (N, depth, features): a row is a snapshot;
- temporal, one dimension: a row is one element;
- temporal, shape (R, F): the flat buffer is taken as F runs of R elements, and each element is
  combined with the one before it in its run, whatever the rows of the array are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tests.formats.cdd.frames import deflate, inflate

Array = npt.NDArray[Any]

_NAMES = "f2", "f4", "f8", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "u2"

DTYPES = {number: np.dtype(f"<{name}") for number, name in enumerate(_NAMES, 1)}
"""By their number in a file. The last is bfloat16, which numpy lacks: its words stand for it."""

LZ4, ZSTD, LITTLE_ENDIAN, BIG_ENDIAN = 1, 2, 4, 8
DOWN_CAST_16, NOT_PERFECT, SKIP_HASH_CHECK = 0x20, 0x200, 0x400


@dataclass(frozen=True)
class Kind:
    """What a chunk type does.

    Attributes:
        name: Of the type.
        word: Bytes of a word that is combined; 0 if the array is stored as it is.
        handed: The dtype of the array, where there is but one.
        shape: That the array must have; None for any size.
        zstd: Whether there is a frame.
        delta: Whether rows are subtracted, not XORed.
    """

    name: str
    word: int = 0
    handed: str | None = None
    shape: tuple[int | None, ...] | None = None
    zstd: bool = True
    delta: bool = False

    @property
    def half(self) -> bool:
        """Whether values are rounded to float16."""
        return self.word == 2

    def fits(self, dtype: np.dtype[Any], shape: Sequence[int]) -> bool:
        """Whether an array may be stored so."""
        if self.handed and dtype != self.handed:
            return False
        wanted = tuple(shape) if self.shape is None else self.shape
        return len(wanted) == len(shape) and all(
            want in {None, size} for want, size in zip(wanted, shape, strict=True)
        )


def _book(name: str, depth: int | None, features: int | None) -> tuple[Kind, Kind]:
    shape = None, depth, features
    return Kind(f"{name} F16", 2, "<f4", shape), Kind(f"{name} F32", 4, "<f4", shape)


RAW, ZSTD_KIND = Kind("raw", zstd=False), Kind("zstd")
OKX, GENERIC = _book("OKX", 50, 3), _book("generic", None, None)
LINE, PLANE = (None,), (None, None)

D_KINDS: Mapping[int, Kind] = dict(enumerate((RAW, ZSTD_KIND, *OKX, GENERIC[1])))
"""Of the layout of the description; type 4 is halved by the flag DOWN_CAST_16."""

U_KINDS: Mapping[int, Kind] = dict(
    enumerate(
        (
            RAW,
            ZSTD_KIND,
            *OKX,
            *_book("Binance", 256, 8),
            *GENERIC,
            Kind("temporal 1D F16", 2, "<f4", LINE),
            Kind("temporal 1D F32", 4, "<f4", LINE),
            Kind("temporal 1D I64 XOR", 8, "<i8", LINE),
            Kind("temporal 1D I64 delta", 8, "<i8", LINE, delta=True),
            Kind("temporal 2D F16", 2, "<f4", PLANE),
            Kind("temporal 2D F32", 4, "<f4", PLANE),
            Kind("temporal 2D I64", 8, "<i8", PLANE),
        ),
        1,
    )
)
"""Of the layout of the original program."""


def rounded(array: Array) -> Array:
    """float32 through float16: nearest, ties to even; what is too large becomes infinite."""
    with np.errstate(over="ignore"):
        halves: Array = array.astype("<f2")
    return halves.astype("<f4")


def encoded(array: Array, kind: Kind, level: int = 1) -> bytes:
    """The payload that an array becomes."""
    content = transformed(array, kind) if kind.word else array.tobytes()
    return deflate(content, level) if kind.zstd else content


def decoded(payload: bytes, kind: Kind, dtype: np.dtype[Any], shape: Sequence[int]) -> Array:
    """The array that a payload holds."""
    count = 1
    for size in shape:
        count *= size
    wanted = count * (kind.word or dtype.itemsize)
    content = inflate(payload, wanted) if kind.zstd else payload
    if len(content) != wanted:
        raise ValueError(f"{len(content)} bytes, not {wanted}")
    return restored(content, kind, shape) if kind.word else _cut(content, dtype, shape)


def transformed(array: Array, kind: Kind) -> bytes:
    """What stands in the frame of a chunk: words combined with those before, in planes."""
    with np.errstate(over="ignore"):
        values = array.astype("<f2") if kind.half else array.copy()
    rows = _rows(values.view(f"<u{kind.word}").ravel(), array.shape)
    before = np.zeros_like(rows)
    before[1:] = rows[:-1]
    rows[...] = rows - before if kind.delta else rows ^ before
    return _flat(rows, array.shape, kind.word)


def restored(content: bytes, kind: Kind, shape: Sequence[int]) -> Array:
    """The array whose transform this is."""
    if kind.word == 8:
        words = np.frombuffer(content, "<u8").copy()
    else:
        planes = np.frombuffer(content, np.uint8).reshape(kind.word, -1)
        words = planes.T.copy().view(f"<u{kind.word}").ravel()
    rows = _rows(words, shape)
    (np.add if kind.delta else np.bitwise_xor).accumulate(rows, axis=0, out=rows)
    flat = rows.T.ravel() if len(shape) == 2 else rows.ravel()
    values = flat.view({2: "<f2", 4: "<f4", 8: "<i8"}[kind.word])
    return (values.astype("<f4") if kind.half else values).reshape(tuple(shape))


def _cut(content: bytes, dtype: np.dtype[Any], shape: Sequence[int]) -> Array:
    array: Array = np.frombuffer(content, dtype).reshape(tuple(shape))
    return array


def _rows(words: Array, shape: Sequence[int]) -> Array:
    """Words such that each is combined with the one above it."""
    if len(shape) == 2:
        return words.reshape(shape[1], shape[0]).T
    return words.reshape(shape[0], -1) if words.size else words.reshape(0, 1)


def _flat(rows: Array, shape: Sequence[int], word: int) -> bytes:
    """The bytes of rows in the order of the array; those of 8 bytes have no planes."""
    flat = np.ascontiguousarray(rows.T if len(shape) == 2 else rows).ravel()
    return flat.tobytes() if word == 8 else flat.view(np.uint8).reshape(-1, word).T.tobytes()
