"""`group_quant` (ADR-017, segment format): what there is to know of it."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from quire.kernels.contract import DECODE, ENCODE, FixedCodec, ParameterError, Rows, row_bytes
from quire.kernels.services.bits.layout import bias, packed_size
from quire.runtime.errors import EncodingError

ROUNDINGS = ("add_half", "half_away")
"""How encoding rounds: see `reference.encode`."""


@dataclass(frozen=True, slots=True, eq=False)
class GroupQuant(FixedCodec):
    """Frames of codes that share the scales of their groups.

    The scales are in the byte order of the machine, at any address and with any strides; they are
    kept as they are, and never written to. Parameters are equal when their values are, bit by bit.

    Attributes:
        shape: (frames, n) of the decoded array.
        bits: Of a code, 1 to 8.
        scales: (ceil(n / group_size),) float16 or float32, for the groups of every frame.
        group_size: Values of a group; the last one of a frame may be shorter.
        rounding: How encoding rounds, "add_half" or "half_away"; decoding is the same.

    Raises:
        ParameterError: the shape cannot be that of an array of frames, or a parameter has another
            value than these, or does not go with the others.
    """

    bits: int
    scales: NDArray[np.float16] | NDArray[np.float32]
    group_size: int = 64
    rounding: str = "add_half"

    name = "group_quant"
    rule = "value = code * scale of its group; frames of codes of 1 to 8 bits that share scales"
    kernels: ClassVar = {
        "reference": (DECODE, ENCODE),
        "numba": (DECODE, ENCODE),
        "triton": (DECODE,),
        "cupy": (DECODE,),
    }

    def __post_init__(self) -> None:
        FixedCodec.__post_init__(self)
        if len(self.shape) != 2:
            raise ParameterError("shape", "(frames, values)", self.shape)
        bias(self.bits)
        if self.group_size < 1:
            raise ParameterError("group_size", "1 or more", self.group_size)
        if self.group_size > sys.maxsize:  # kernels count with as many bits
            raise ParameterError("group_size", f"at most {sys.maxsize}", self.group_size)
        if self.rounding not in ROUNDINGS:
            raise ParameterError("rounding", " or ".join(ROUNDINGS), self.rounding)
        _check_scales(self.scales, num_groups(self.shape[1], self.group_size))

    @property
    def frame_bytes(self) -> int:
        """Stored bytes of a frame; what is left of the last one are zeros."""
        return packed_size(self.shape[1], self.bits)

    def stored_size(self) -> int:
        """Exact number of stored bytes."""
        return self.shape[0] * self.frame_bytes

    def row_range(self, start: int, stop: int) -> Rows:
        """Where frames are stored."""
        frames, values = self.shape
        begin, end, _ = row_bytes((frames, self.frame_bytes), 1, start, stop)
        return Rows(begin, end, replace(self, shape=(stop - start, values)))

    def largest_code(self) -> int:
        """The largest code that encoding makes.

        Raises:
            EncodingError: it is 0: with one bit, nothing but zeros could be encoded.
        """
        if self.bits == 1:
            message = "expected codes of 2 to 8 bits, found 1, which can only be decoded"
            raise EncodingError(message)
        return bias(self.bits)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GroupQuant):
            return NotImplemented
        names = ("shape", "bits", "group_size", "rounding")
        return all(getattr(self, name) == getattr(other, name) for name in names) and (
            self.scales is other.scales
            or (self.scales.dtype, self.scales.tobytes())
            == (other.scales.dtype, other.scales.tobytes())
        )

    __hash__ = None  # type: ignore[assignment]  # arrays can be changed

    def __repr__(self) -> str:
        scales = f"<{self.scales.dtype} {self.scales.shape}>"
        told = f"bits={self.bits}, scales={scales}, group_size={self.group_size}"
        return f"GroupQuant(shape={self.shape}, {told}, rounding={self.rounding!r})"


def _check_scales(found: object, groups: int) -> None:
    expected = f"a float16 or float32 array ({groups})"
    if not isinstance(found, np.ndarray):
        raise ParameterError("scales", expected, type(found).__name__)
    if found.dtype not in (np.float16, np.float32) or found.shape != (groups,):
        raise ParameterError("scales", expected, f"{found.dtype} {found.shape}")


def num_groups(values: int, group_size: int) -> int:
    """Groups of a frame, the last one included."""
    return -(-values // group_size)


def rounded(array: NDArray[np.floating[Any]]) -> NDArray[np.float32]:
    """The values that are encoded: (n,) float32, contiguous."""
    with np.errstate(over="ignore"):  # infinity is the answer, as in every rounding
        return np.require(array, np.float32, ["C", "A"]).reshape(-1)
