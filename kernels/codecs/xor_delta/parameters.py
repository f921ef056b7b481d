"""Parameters of `xor_delta`, and the sizes that follow from them."""

from __future__ import annotations

from dataclasses import dataclass

from quire.kernels.contract import ITEM_SIZES, ArraySpec, ParameterError

PAIRS = {"float32": ("float16", "float32"), "int64": ("int64",)}
"""By the dtype of the array: as what its elements can be stored."""

OPERATIONS = ("xor", "add")


@dataclass(frozen=True, slots=True)
class XorDeltaParameters:
    """What a reader has to know to decode a payload.

    The elements of the array in row-major order, each a word, are cut into rows of `width` words
    and these into segments of `rows` rows; neither has to do with the axes of the array.

    Attributes:
        shape: Shape of the decoded array.
        dtype: Its dtype, "float32" or "int64".
        stored: The dtype of the words: that of the array, or "float16" for float32.
        width: Words of a row. 0 only where there are none.
        rows: Rows of a segment, whose first is stored as it is; 0 if all are one segment.
        planes: Whether the lowest bytes of all words are stored first, then the next, and so on.
            Not for int64.
        operation: What undoes the difference of a word and the one above it: "xor", or "add"
            modulo 2^64, for int64 alone.

    Raises:
        ParameterError: the shape cannot be that of an array, or cannot be cut so, or a parameter
            has another value than these.
    """

    shape: tuple[int, ...]
    dtype: str
    stored: str
    width: int
    rows: int = 0
    planes: bool = False
    operation: str = "xor"

    def __post_init__(self) -> None:
        _check_choice("dtype", self.dtype, tuple(PAIRS))
        _check_choice("stored", self.stored, PAIRS[self.dtype])
        _check_choice("operation", self.operation, OPERATIONS)
        if self.operation == "add" and self.stored != "int64":
            raise ParameterError("operation", f"xor with {self.stored}", self.operation)
        if self.planes and self.stored == "int64":
            raise ParameterError("planes", "false with int64", "true")
        words = output(self).size
        if self.width < 0 or (words and (not self.width or words % self.width)):
            raise ParameterError("width", f"a divisor of {words}", self.width)
        total = words // self.width if words else 0
        if self.rows < 0 or (self.rows and total % self.rows):
            raise ParameterError("rows", f"0, or a divisor of {total}", self.rows)


def _check_choice(name: str, found: str, known: tuple[str, ...]) -> None:
    if found not in known:
        raise ParameterError(name, " or ".join(known), found)


def output(parameters: XorDeltaParameters) -> ArraySpec:
    """Shape and dtype of the decoded array."""
    return ArraySpec(parameters.shape, parameters.dtype)


def stored_size(parameters: XorDeltaParameters) -> int:
    """Exact number of stored bytes."""
    return output(parameters).size * ITEM_SIZES[parameters.stored]


def exact(parameters: XorDeltaParameters) -> bool:
    """Whether decoding gives back every array that was encoded."""
    return parameters.stored == parameters.dtype
