"""Tensors of tier 0, of which no data is kept (ADR-019, section 3.5)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from quire.kernels.contract import ArraySpec, ParameterError
from quire.kernels.engine.given import expect_a, expect_list
from quire.kernels.services.indexing import selected
from quire.runtime.errors import FormatError
from quire.runtime.reading.budget import expect_worth
from quire.tiers.blocks.numbers import Rows, fitting
from quire.tiers.errors import ReconstructionNeeded, TierZeroNoPolicy


@dataclass(frozen=True, slots=True)
class Reconstruct:
    """How an absent tensor is made from another one.

    Attributes:
        policy: "delta": something is added to the other; "factor": it is transformed.
        source: Name of the other.
    """

    policy: Literal["delta", "factor"]
    source: str


@dataclass(frozen=True, slots=True)
class AbsentTensor:
    """A tensor of which the shape is known, and no data.

    Attributes:
        shape: Of the tensor.
        reconstruct: How to make it; None if it reads as zeros.

    Raises:
        FormatError: no array has that shape.
    """

    shape: tuple[int, ...]
    reconstruct: Reconstruct | None = None

    def __post_init__(self) -> None:
        if self.reconstruct is not None:
            expect_a(Reconstruct, self.reconstruct, "reconstruct")
        expect_list(self.shape, "shape", "whole numbers")
        try:
            ArraySpec(self.shape, "float32")
        except ParameterError as error:
            raise FormatError(error.parameter, error.expected, error.found) from error

    def dequantize(
        self,
        out: npt.NDArray[np.float32] | None = None,
        rows: Rows | None = None,
        *,
        fast_fail: bool = False,
    ) -> npt.NDArray[np.float32]:
        """Zeros of the shape.

        Args:
            out: float32 of the rows' shape, C-contiguous, to fill.
            rows: Of the first axis: one, whose axis goes, or a slice; None for all.
            fast_fail: Refuse to make up zeros.

        Raises:
            TierZeroNoPolicy: with `fast_fail`.
            ReconstructionNeeded: it is not zeros: there is a policy.
            LimitError: they are more than 64 MiB, and there is no `out`; see `quire.limits`.
            IndexError: there is no such row.
            ValueError: `out` does not fit.
        """
        if self.reconstruct is not None:
            raise ReconstructionNeeded(self.reconstruct.source)
        if fast_fail:
            raise TierZeroNoPolicy
        _, shape = selected(self.shape, rows)
        if out is not None:
            fitting(out, shape)[...] = 0
            return out
        expect_worth(4 * math.prod(shape), 0, "shape")
        return np.zeros(shape, np.float32)
