"""Matrices as products of three small ones (ADR-021): what an absent block is made from again."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from quire.generated.tensor_store import TensorStore
from quire.kernels.engine.given import expect_a, whole_number
from quire.runtime.errors import EncodingError, FormatError
from quire.runtime.reading.budget import expect_worth
from quire.tiers.blocks.numbers import Floats, fitting, real_numbers
from quire.tiers.crate.record import FORMAT


@dataclass(frozen=True, slots=True, eq=False)
class FactorSet:
    """The matrix U * diag(S) * V; it is compared with matrices of its shape, else a ValueError.

    Attributes:
        tensor_id: 0 to 2^128 - 1.
        block_index: Place of the block in the tensor.
        u: (m, k) float32.
        s: (k,) float32; k is 1 or more.
        v: (k, n) float32.

    Raises:
        FormatError: the shapes do not go together.
    """

    tensor_id: int
    block_index: int
    u: Floats
    s: Floats
    v: Floats

    def __post_init__(self) -> None:
        with np.errstate(over="ignore"):  # infinity is the answer, as in every rounding
            for name in ("u", "s", "v"):
                part = real_numbers(getattr(self, name), name).astype(np.float32, copy=False)
                object.__setattr__(self, name, part)
        u, s, v = self.u.shape, self.s.shape, self.v.shape
        if not (len(u) == len(v) == 2 and u[1:] == v[:1] == s and s[0]):
            expected = "u (m, k), s (k,) and v (k, n), where k is 1 or more"
            raise FormatError("factors", expected, f"{u}, {s} and {v}", format=FORMAT)

    @classmethod
    def from_matrix(
        cls,
        matrix: npt.ArrayLike,
        rank: int | None = None,
        *,
        max_error: float | None = None,
        tensor_id: int = 0,
        block_index: int = 0,
    ) -> Self:
        """The best factors of a rank, by singular values.

        Args:
            matrix: (m, n) finite numbers, at least one.
            rank: How many singular values are kept; all if there are fewer.
            max_error: In place of `rank`: as few as this relative error allows (see
                `relative_error`), as far as float32 does.
            tensor_id: 0 to 2^128 - 1.
            block_index: Place of the block in the tensor.

        Raises:
            EncodingError: it is no such matrix.
            ValueError: not one of `rank` and `max_error` is given, or the rank is below 1.
            TypeError: the rank is no whole number.
        """
        numbers = real_numbers(matrix, "matrix")
        if numbers.ndim != 2 or not numbers.size:
            found = f"{numbers.dtype} {numbers.shape}"
            raise EncodingError(f"matrix: expected a matrix, found {found}")
        whole = numbers.astype(np.float64)
        if not np.isfinite(whole).all():
            raise EncodingError("matrix: expected finite numbers, found NaN or infinity")
        if rank is not None:
            wrong = whole_number(rank, "rank") < 1
        else:
            wrong = not isinstance(max_error, Real) or not max_error >= 0  # NaN is not
        if (rank is None) == (max_error is None) or wrong:
            raise ValueError(f"expected rank (1 or more) or max_error, found {rank}, {max_error}")
        u, s, v = np.linalg.svd(whole, full_matrices=False)
        kept = slice(_rank(s, max_error) if rank is None else rank)
        with np.errstate(over="ignore"):  # infinity is the answer, as in every rounding
            parts = [part.astype(np.float32) for part in (u[:, kept], s[kept], v[kept])]
        return cls(tensor_id, block_index, *parts)

    @property
    def shape(self) -> tuple[int, int]:
        """Of the matrix."""
        return self.u.shape[0], self.v.shape[1]

    @property
    def rank(self) -> int:
        """How many singular values there are."""
        return int(self.s.size)

    @property
    def nbytes(self) -> int:
        """Bytes of the record."""
        matrices = self.u.nbytes + self.s.nbytes + self.v.nbytes
        return TensorStore.Factors.offset_of("u") + matrices

    def reconstruct(self, out: Floats | None = None) -> Floats:
        """The matrix: (m, n) float32.

        Args:
            out: float32 of this shape, C-contiguous, to fill.

        Raises:
            LimitError: the matrix is larger than its factors may become, and there is no `out`; see
                `quire.limits`.
            ValueError: `out` does not fit.
        """
        if out is None:
            made = 4 * self.shape[0] * self.shape[1]
            expect_worth(made, self.nbytes, "factors", format=FORMAT)
        target = fitting(out, self.shape)
        with np.errstate(all="ignore"):  # a file may ask for it
            return np.matmul(self.u * self.s, self.v, out=target)

    def relative_error(self, matrix: npt.ArrayLike) -> float:
        """The norm of what is missing to a matrix, divided by its norm; 0.0 if it has none."""
        wanted = self._of_shape(matrix)
        norm = float(np.linalg.norm(wanted))
        return float(np.linalg.norm(self.reconstruct() - wanted)) / norm if norm else 0.0

    def energy(self, matrix: npt.ArrayLike) -> float:
        """The share of the squares of a matrix that the singular values hold; 1.0 of zeros."""
        whole = float(np.square(self._of_shape(matrix)).sum())
        return float(np.square(self.s.astype(np.float64)).sum()) / whole if whole else 1.0

    def _of_shape(self, matrix: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """A matrix that can be compared: of another shape numpy would repeat its rows."""
        found = real_numbers(matrix, "matrix")
        if found.shape != self.shape:
            raise ValueError(f"matrix: expected shape {self.shape}, found {found.shape}")
        return found.astype(np.float64)


def encode_factors(factors: FactorSet) -> bytes:
    """The record of factors: 32 + 4 * (m * k + k + k * n) bytes.

    Raises:
        FormatError: a number does not fit its field.
    """
    expect_a(FactorSet, factors, "factors")
    return TensorStore.Factors.build(
        tensor_id=factors.tensor_id,
        block_index=factors.block_index,
        num_rows=factors.shape[0],
        num_columns=factors.shape[1],
        rank=factors.rank,
        u=factors.u,
        s=factors.s,
        v=factors.v,
    ).to_bytes()


def decode_factors(blob: bytes | bytearray | memoryview) -> FactorSet:
    """Read the record of factors; its arrays are views.

    Raises:
        FormatError: there are more or fewer bytes than it takes, or the rank is 0.
    """
    found: Any = TensorStore.Factors.from_bytes(blob)
    factors = FactorSet(found.tensor_id, found.block_index, found.u, found.s, found.v)
    if factors.nbytes != len(blob):
        expected, end = f"{factors.nbytes} bytes", factors.nbytes
        raise FormatError("factors", expected, len(blob), offset=end, format=FORMAT)
    return factors


def _rank(singular: npt.NDArray[np.float64], max_error: float | None) -> int:
    """How many singular values there have to be."""
    missing = np.sqrt(np.append(np.cumsum(np.square(singular)[::-1])[::-1], 0))
    enough = missing <= (max_error or 0) * missing[0]
    return max(1, int(np.argmax(enough)))
