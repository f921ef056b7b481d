"""`pq`: what there is to know of it, and which codes have a meaning.

Rows that do not lie side by side are decoded by a kernel, from codes gathered by the caller:

    pq = payload.parameters
    codes = np.frombuffer(payload.stored, np.uint8).reshape(-1, pq.codes)[indices]
    norms = None if pq.norms is None else pq.norms[indices]
    wanted = replace(pq, shape=(len(indices), pq.shape[1]), norms=norms)
    out = np.empty(wanted.shape, np.float32)
    select(Pq, Operation.DECODE, nbytes=out.nbytes)(codes.reshape(-1), out, wanted)
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from quire.kernels.contract import (
    DECODE,
    ENCODE,
    FixedCodec,
    ParameterError,
    Rows,
    StoredError,
    row_bytes,
)

LARGEST_CODE = 255
"""What one byte can hold."""


@dataclass(frozen=True, slots=True, eq=False)
class Pq(FixedCodec):
    """Each row as the numbers of centroids.

    The arrays are float32 in the byte order of the machine, at any address and with any strides;
    they are kept as they are, and never written to. Parameters are equal when their values are, bit
    by bit.

    Attributes:
        shape: (rows, d) of the decoded array.
        codebooks: (q, c, d / q): the c centroids of each of the q parts of a row.
        projection: (d, d), or None. What the centroids of a row make is multiplied by it.
        norms: (rows,), or None. What each row is multiplied by, last.

    Raises:
        ParameterError: the shape cannot be that of an array of rows, or an array has another
            dtype, or one that does not go with it.
    """

    codebooks: NDArray[np.float32]
    projection: NDArray[np.float32] | None = None
    norms: NDArray[np.float32] | None = None

    name = "pq"
    rule = "row = the centroids that its codes name; projected, times its norm; in float32"
    kernels: ClassVar = {
        "reference": (DECODE, ENCODE),
        "numba": (DECODE, ENCODE),
        "triton": (DECODE,),
        "cupy": (DECODE,),
    }
    any_bytes = False

    def __post_init__(self) -> None:
        FixedCodec.__post_init__(self)
        if len(self.shape) != 2:
            raise ParameterError("shape", "(rows, d)", self.shape)
        rows, width = self.shape
        check_array("codebooks", self.codebooks, (None, None, None))
        parts, centroids, part = self.codebooks.shape
        if parts * part != width:
            expected = f"(q, c, d / q) where d is {width}"
            raise ParameterError("codebooks", expected, self.codebooks.shape)
        if rows and parts and not centroids:
            raise ParameterError("codebooks", "centroids for codes to name", self.codebooks.shape)
        if self.projection is not None:
            check_array("projection", self.projection, (width, width))
        if self.norms is not None:
            check_array("norms", self.norms, (rows,))

    @property
    def codes(self) -> int:
        """Codes of a row: q."""
        count: int = self.codebooks.shape[0]
        return count

    @property
    def centroids(self) -> int:
        """Centroids that codes can name: c, as far as a byte reaches."""
        count: int = self.codebooks.shape[1]
        return min(count, LARGEST_CODE + 1)

    def stored_size(self) -> int:
        """Exact number of stored bytes."""
        return self.shape[0] * self.codes

    def row_range(self, start: int, stop: int) -> Rows:
        """Where rows are stored."""
        count, width = self.shape
        begin, end, _ = row_bytes((count, self.codes), 1, start, stop)
        norms = None if self.norms is None else self.norms[start:stop]
        return Rows(begin, end, replace(self, shape=(stop - start, width), norms=norms))

    def check(self, stored: NDArray[np.uint8]) -> None:
        """Refuse codes that no centroid belongs to.

        Args:
            stored: (n,) uint8, the codes.

        Raises:
            StoredError: there is one; the first is named.
        """
        count = self.centroids
        if count > LARGEST_CODE or not stored.size or stored.max() < count:
            return
        index = int(np.argmax(stored >= count))
        raise StoredError(index, f"codes below {count}", int(stored[index]))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pq):
            return NotImplemented
        return self.shape == other.shape and all(
            _same(getattr(self, name), getattr(other, name))
            for name in ("codebooks", "projection", "norms")
        )

    __hash__ = None  # type: ignore[assignment]  # arrays can be changed

    def __repr__(self) -> str:
        shown = ", ".join(
            f"{each.name}={_shown(getattr(self, each.name))}" for each in fields(self)
        )
        return f"Pq({shown})"


def check_array(
    name: str, found: object, shape: tuple[int | None, ...], dtype: str = "float32"
) -> None:
    """Refuse what is no array of a dtype, and of a shape, of which None is any size.

    Raises:
        ParameterError: it is none, or has masked elements, which would become values.
    """
    sizes = ", ".join("any" if size is None else str(size) for size in shape)
    expected = f"a {dtype} array ({sizes})"
    if not isinstance(found, np.ndarray) or np.ma.is_masked(found):
        raise ParameterError(name, expected, type(found).__name__)
    fits = len(shape) == found.ndim and all(
        wanted in (None, size) for wanted, size in zip(shape, found.shape, strict=True)
    )
    if found.dtype != np.dtype(dtype) or not fits:
        raise ParameterError(name, expected, f"{found.dtype} {found.shape}")


def _same(one: NDArray[np.float32] | None, other: NDArray[np.float32] | None) -> bool:
    if one is None or other is None or one is other:
        return one is other
    return np.array_equal(one.view(np.uint32), other.view(np.uint32))


def _shown(value: object) -> str:
    return f"<{value.dtype} {value.shape}>" if isinstance(value, np.ndarray) else repr(value)
