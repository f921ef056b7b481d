"""How arrays can be stored: the names to choose from, and what "auto" chooses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from quire.kernels.engine.given import expect_one_of
from quire.runtime import EncodingError, FormatError


@dataclass(frozen=True, slots=True)
class ChunkType:
    """A way to store an array.

    Attributes:
        label: Its name in the spec.
        dtype: What it stores, or None for anything.
        shape: What it is for: (None, 50, 3) is any number of order books of 50 levels.
        half: Whether values are rounded to float16.
    """

    label: str
    dtype: str | None = None
    shape: tuple[int | None, ...] | None = None
    half: bool = False

    def has_shape(self, shape: tuple[int, ...]) -> bool:
        """Whether it is for arrays of this shape."""
        return self.shape is None or (
            len(self.shape) == len(shape)
            and all(wanted in (None, n) for wanted, n in zip(self.shape, shape, strict=True))
        )

    def fits(self, array: npt.NDArray[Any]) -> bool:
        """Whether it stores an array."""
        return self.dtype in (None, array.dtype) and self.has_shape(array.shape)

    @property
    def shape_told(self) -> str:
        """What it is for, as errors tell it."""
        return "(" + ", ".join("n" if n is None else str(n) for n in self.shape or ()) + ")"


_BOOKS = (None, None, None)

TYPES: dict[str, dict[str, ChunkType]] = {
    "cdd": {
        "raw": ChunkType("raw"),
        "zstd": ChunkType("zstd"),
        "okx_f16": ChunkType("okx_ob_simd_f16", "float32", (None, 50, 3), half=True),
        "okx_f32": ChunkType("okx_ob_simd_f32", "float32", (None, 50, 3)),
        "generic_f16": ChunkType("generic_ob_simd", "float32", _BOOKS, half=True),
        "generic_f32": ChunkType("generic_ob_simd", "float32", _BOOKS),
    },
    "cryptodd": {
        "raw": ChunkType("raw"),
        "zstd": ChunkType("zstd_compressed"),
        "okx_f16": ChunkType("okx_ob_simd_f16", "float32", (None, 50, 3), half=True),
        "okx_f32": ChunkType("okx_ob_simd_f32", "float32", (None, 50, 3)),
        "binance_f16": ChunkType("binance_ob_simd_f16", "float32", (None, 256, 8), half=True),
        "binance_f32": ChunkType("binance_ob_simd_f32", "float32", (None, 256, 8)),
        "generic_f16": ChunkType("generic_ob_simd_f16", "float32", _BOOKS, half=True),
        "generic_f32": ChunkType("generic_ob_simd_f32", "float32", _BOOKS),
        "temporal_1d_f16": ChunkType("temporal_1d_simd_f16", "float32", (None,), half=True),
        "temporal_1d_f32": ChunkType("temporal_1d_simd_f32", "float32", (None,)),
        "temporal_1d_i64_xor": ChunkType("temporal_1d_simd_i64_xor", "int64", (None,)),
        "temporal_1d_i64_delta": ChunkType("temporal_1d_simd_i64_delta", "int64", (None,)),
        "temporal_2d_f16": ChunkType("temporal_2d_simd_f16", "float32", (None, None), half=True),
        "temporal_2d_f32": ChunkType("temporal_2d_simd_f32", "float32", (None, None)),
        "temporal_2d_i64": ChunkType("temporal_2d_simd_i64", "int64", (None, None)),
    },
}
"""By the name of the layout, and that of the type."""

_AUTOMATIC = (
    "generic_f32",
    "temporal_2d_f32",
    "temporal_2d_i64",
    "temporal_1d_f32",
    "temporal_1d_i64_delta",
)
"""What "auto" takes where it fits, as cryptodd-arrays does; all of them restore every bit."""


def chunk_type(layout: str, name: str, array: npt.NDArray[Any]) -> ChunkType:
    """The type of a name, one of `TYPES`, if it can store an array; else an error.

    "auto" is the transform for arrays of this dtype and number of dimensions that loses nothing,
    else zstd.
    """
    known = TYPES[layout]
    expect_one_of(name, ("auto", *known), "type")
    if name == "auto":
        named = (known[each] for each in _AUTOMATIC if each in known)
        return next((kind for kind in named if kind.fits(array)), known["zstd"])
    found = known[name]
    if not found.fits(array):
        expected = f"{found.dtype} of shape {found.shape_told}"
        raise EncodingError(
            f"array: expected {expected} for {name}, found {array.dtype} {array.shape}"
        )
    return found


MAX_DIMENSIONS = 31
"""Of an array; readers of cryptodd-arrays take 32 entries of a shape, the last of which is 0."""


def type_of(layout: str, label: str, *, half: bool) -> str:
    """The name, of `TYPES`, of how a chunk is stored that the spec gives this label.

    In layout `cdd` one label has two names: one is for values that go through float16 (`half`).
    """
    names = [name for name, kind in TYPES[layout].items() if kind.label == label]
    return next((name for name in names if TYPES[layout][name].half == half), names[0])


def check_shape(layout: str, name: str, shape: tuple[int, ...], offset: int) -> None:
    """Raise a FormatError if no array of this shape can be in a chunk that is stored so."""
    if len(shape) > MAX_DIMENSIONS:
        expected = f"at most {MAX_DIMENSIONS} dimensions"
        raise FormatError("shape", expected, len(shape), offset=offset)
    kind = TYPES[layout][name]
    if not kind.has_shape(shape):
        raise FormatError("shape", f"{kind.shape_told} of {kind.label}", shape, offset=offset)
