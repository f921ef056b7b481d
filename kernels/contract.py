"""What a codec is, apart from any implementation: the contract that kernels are held to.

A `Codec` is declared once, in `registry.CODECS`; a `Kernel` is one implementation of
one of its operations, declared in `registry.KERNELS`. Nothing heavy is imported here:
the compiler checks `-codec` arguments against these tables, and generated modules
import them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from quire.runtime.budget import FREE_ELEMENTS

ITEM_SIZES = {
    "int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "int32": 4, "uint32": 4,
    "int64": 8, "uint64": 8, "float16": 2, "bfloat16": 2, "float32": 4, "float64": 8,
}  # fmt: skip  # laid out as a table
"""Bytes per element of every dtype that a codec can give or take."""

MAX_BYTES = 2**63 - 1
"""No array may span more: what numpy can address."""


class Kind(Enum):
    """What a codec maps, in the direction of decoding (the three kinds of Zarr v3)."""

    BYTES_TO_BYTES = "bytes -> bytes"
    BYTES_TO_ARRAY = "bytes -> array"
    ARRAY_TO_ARRAY = "array -> array"


class Operation(Enum):
    """What a kernel does."""

    DECODE = "decode"
    ENCODE = "encode"
    FIT = "fit"
    """Find the parameters that suit an array (the range of a quantiser)."""


class ParameterError(ValueError):
    """An argument of a codec is outside its range.

    The binding turns it into a `FormatError` when the argument came from a file.
    """

    def __init__(self, parameter: str, expected: str, found: object) -> None:
        self.parameter = parameter
        self.expected = expected
        self.found = str(found)
        super().__init__(f"{parameter}: expected {expected}, found {found}")


class StoredError(ValueError):
    """Stored bytes mean nothing to a codec with these parameters.

    The binding turns it into a `FormatError` when the bytes came from a file.

    Attributes:
        index: Which byte is the first that is wrong.
        expected, found: What should stand there, and what does.
    """

    def __init__(self, index: int, expected: str, found: object) -> None:
        self.index = index
        self.expected = expected
        self.found = str(found)
        super().__init__(f"stored byte {index}: expected {expected}, found {found}")


@dataclass(frozen=True, slots=True)
class ArraySpec:
    """Shape and dtype of an array that does not exist yet.

    Raises:
        ParameterError: a dimension is negative, or the array could not be addressed; or it has very
            many rows of nothing, which somebody might go through.
    """

    shape: tuple[int, ...]
    dtype: str

    def __post_init__(self) -> None:
        nbytes = ITEM_SIZES[self.dtype]
        for size in self.shape:
            if not 0 <= size <= MAX_BYTES:
                raise ParameterError("shape", f"dimensions from 0 to {MAX_BYTES}", size)
            nbytes *= size or 1  # zeros do not count: numpy refuses (2**62, 4, 0) as well
        if nbytes > MAX_BYTES:
            raise ParameterError("shape", f"at most {MAX_BYTES} bytes", list(self.shape))
        if self.shape and self.shape[0] > FREE_ELEMENTS and not self.size:
            expected = f"at most {FREE_ELEMENTS} rows without values"
            raise ParameterError("shape", expected, list(self.shape))

    @property
    def size(self) -> int:
        """Number of elements."""
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        """Number of bytes."""
        return self.size * ITEM_SIZES[self.dtype]


def row_bytes(
    shape: tuple[int, ...], item_bytes: int, start: int, stop: int
) -> tuple[int, int, tuple[int, ...]]:
    """Where rows of a row-major array of fixed-size items lie: (first byte, end, their shape).

    Raises:
        ParameterError: the array has no such rows.
    """
    if not shape or not 0 <= start <= stop <= shape[0]:
        rows = f"rows within 0 to {shape[0]}" if shape else "no rows, the array has no axis"
        raise ParameterError("rows", rows, f"{start} to {stop}")
    row = math.prod(shape[1:]) * item_bytes
    return start * row, stop * row, (stop - start, *shape[1:])


def no_array(_parameters: Any) -> ArraySpec:
    """`Codec.output` of a codec that gives bytes: how many is up to the stage that takes them.

    Raises:
        TypeError: always.
    """
    message = "a codec from bytes to bytes gives no array; what takes its bytes says how many"
    raise TypeError(message)


def any_size(_parameters: Any) -> None:
    """`Codec.stored_size` of a codec whose stored bytes depend on the data."""


def always(_parameters: Any) -> bool:
    """`Codec.exact` of a codec that loses nothing."""
    return True


def never(_parameters: Any) -> bool:
    """`Codec.exact` of a codec that may lose something."""
    return False


@dataclass(frozen=True, slots=True)
class Codec:
    """A codec: its name, its typed parameters, and the exact size of what it makes.

    The functions of a codec from bytes to bytes are

    - `decode(stored, out, parameters, *, fresh=False)`: `stored` (n,) uint8 becomes exactly what
      `out`, (m,) uint8, holds; fewer or more bytes are a `StoredError`, so is what it cannot read;
      `out` may hold a part of them then.
    - `encode(data, parameters) -> bytes`: of (m,) uint8.

    A codec of arrays whose stored size depends on the data has `encode(array, parameters) -> bytes`
    as well, and its `decode` may raise `StoredError`, with `out` as it was.

    Attributes:
        name: As written in a spec.
        kind: What it maps.
        parameters: A frozen dataclass; its annotations are what arguments are checked against.
        rule: The definition in one line, for documentation.
        reference: Module with the definition in numpy: `decode`, `encode` and, where it
            applies, `fit`. From bytes to bytes: the module that calls the format's library.
        output: Parameters to the spec of the decoded array. Known before anything runs.
        stored_size: Parameters to the exact number of stored bytes, or None if it depends on
            the data.
        bounds: Parameters to the fewest and the most stored bytes, where their number depends on
            the data.
        rows: Parameters and a range of rows (first axis) to the range of stored bytes that
            holds exactly these rows and the parameters to decode them; None if rows cannot
            be decoded alone.
        check: Refuses stored bytes that have no meaning, with `StoredError`; None if all have one.
        exact: Parameters to whether decoding gives back every array that was encoded.
        expansion: The most bytes that a stored byte becomes; of a codec from bytes to bytes.
        narrow: The dtype that values are rounded to, if a finite one could become infinite by it.
        effort: How many times as long the reference takes as one that makes a few passes in numpy:
            its outputs count as so much larger when it is asked whether numba is worth loading.
    """

    name: str
    kind: Kind
    parameters: type[Any]
    rule: str
    reference: str
    output: Callable[[Any], ArraySpec] = no_array
    stored_size: Callable[[Any], int | None] = any_size
    bounds: Callable[[Any], tuple[int, int]] | None = None
    rows: Callable[[Any, int, int], tuple[int, int, Any]] | None = None
    check: Callable[[Any, Any], None] | None = None
    exact: Callable[[Any], bool] = never
    expansion: int = 1
    narrow: str = ""
    effort: int = 1

    def __reduce__(self) -> tuple[Any, ...]:
        """A codec travels as its name."""
        return _named, (self.name,)


def _named(name: str) -> Codec:
    from quire.kernels.engine.registry import codec  # which imports this

    return codec(name)


@dataclass(frozen=True, slots=True)
class Kernel:
    """One implementation of one operation of one codec.

    Attributes:
        codec: Name of the codec.
        operation: What it does.
        backend: "reference", "numba", "library" (a codec of bytes), "triton" or "cupy".
        device: "cpu" or "cuda".
        module: Module that has a function named after the operation.
        needs: Packages that must be installed, by the names they are imported by.
    """

    codec: str
    operation: Operation
    backend: str
    device: str
    module: str
    needs: tuple[str, ...] = ()
