"""Parameters of `raw`, and the sizes that follow from them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from quire.kernels.contract import ITEM_SIZES, ArraySpec, ParameterError, row_bytes


@dataclass(frozen=True, slots=True)
class RawParameters:
    """What a reader has to know to decode a payload.

    Attributes:
        shape: Shape of the decoded array.
        dtype: Its dtype, one of `contract.ITEM_SIZES`.

    Raises:
        ParameterError: the dtype is not known, or the shape cannot be that of an array.
    """

    shape: tuple[int, ...]
    dtype: str

    def __post_init__(self) -> None:
        if self.dtype not in ITEM_SIZES:
            raise ParameterError("dtype", f"one of {', '.join(ITEM_SIZES)}", self.dtype)
        output(self)


def output(parameters: RawParameters) -> ArraySpec:
    """Shape and dtype of the decoded array."""
    return ArraySpec(parameters.shape, parameters.dtype)


def stored_size(parameters: RawParameters) -> int:
    """Exact number of stored bytes."""
    return output(parameters).nbytes


def rows(parameters: RawParameters, start: int, stop: int) -> tuple[int, int, RawParameters]:
    """Range of stored bytes that holds the rows, and the parameters to decode them."""
    item = ITEM_SIZES[parameters.dtype]
    begin, end, shape = row_bytes(parameters.shape, item, start, stop)
    return begin, end, replace(parameters, shape=shape)
