"""What the header of a file says of a column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

PLAIN = "none"
"""The compression of values that are stored as they are."""

UNKNOWN = "unknown"
"""The codec of a compression that nobody here knows."""


@dataclass(frozen=True, slots=True)
class Column:
    """What the header says of a column.

    Attributes:
        index: Its number.
        name: Its name.
        dimension: Values of one row.
        dtype: Of the array that was packed.
        compression: "none", "fp16", "int8", "bfloat16" or "int4".
    """

    index: int
    name: str
    dimension: int
    dtype: str
    compression: str

    @property
    def decoded(self) -> str:
        """The dtype that its rows decode to."""
        return self.dtype if self.compression == PLAIN else "float32"

    def info(self) -> dict[str, Any]:
        """As the header has it."""
        return {
            "name": self.name,
            "dimension": self.dimension,
            "dtype": self.dtype,
            "compression": self.compression,
        }
