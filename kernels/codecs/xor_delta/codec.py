"""`xor_delta`: what there is to know of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from quire.kernels.contract import DECODE, ENCODE, ITEM_SIZES, ArraySpec, FixedCodec, ParameterError

PAIRS = {"float32": ("float16", "float32"), "int64": ("int64",)}
"""By the dtype of the array: as what its elements can be stored."""

OPERATIONS = ("xor", "add")


@dataclass(frozen=True, slots=True)
class XorDelta(FixedCodec):
    """Each word as its difference to the word above.

    The elements of the array in row-major order, each a word, are cut into rows of `width` words
    and these into segments of `rows` rows; neither has to do with the axes of the array.

    Attributes:
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

    dtype: str
    stored: str
    width: int
    rows: int = 0
    planes: bool = False
    operation: str = "xor"

    name = "xor_delta"
    rule = "row = stored row XOR the row above (or their sum); from words or byte planes"
    kernels: ClassVar = {
        "reference": (DECODE, ENCODE),
        "numba": (DECODE, ENCODE),
        "triton": (DECODE,),
        "cupy": (DECODE,),
    }

    def __post_init__(self) -> None:
        _check_choice("dtype", self.dtype, tuple(PAIRS))
        _check_choice("stored", self.stored, PAIRS[self.dtype])
        _check_choice("operation", self.operation, OPERATIONS)
        if self.operation == "add" and self.stored != "int64":
            raise ParameterError("operation", f"xor with {self.stored}", self.operation)
        if self.planes and self.stored == "int64":
            raise ParameterError("planes", "false with int64", "true")
        words = self.output().size
        if self.width < 0 or (words and (not self.width or words % self.width)):
            raise ParameterError("width", f"a divisor of {words}", self.width)
        total = words // self.width if words else 0
        if self.rows < 0 or (self.rows and total % self.rows):
            raise ParameterError("rows", f"0, or a divisor of {total}", self.rows)

    @property
    def exact(self) -> bool:
        """Whether the words are of the dtype of the array."""
        return self.stored == self.dtype

    def output(self) -> ArraySpec:
        """Shape and dtype of the decoded array."""
        return ArraySpec(self.shape, self.dtype)

    def stored_size(self) -> int:
        """Exact number of stored bytes."""
        return self.output().size * ITEM_SIZES[self.stored]


def _check_choice(name: str, found: str, known: tuple[str, ...]) -> None:
    if found not in known:
        raise ParameterError(name, " or ".join(known), found)
