"""What the header tells of chunks and of columns, without decoding them."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, overload

from quire.generated.cvc import Cvc
from quire.kernels.services.stretches import Stretches
from quire.runtime.lists.verified import value

CODES = {"int8": 255, "int4": 15}
"""The greatest code of a compression whose chunks tell their range."""

PLAIN = "none"
"""The compression of values that are stored as they are."""

UNKNOWN = "unknown"
"""The codec of a compression that nobody here knows."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """What is known of a chunk without decoding it.

    Attributes:
        index: Its number.
        start, stop: Its rows in the collection.
        compression: "fp16", "int8", "lossless", "bfloat16" or "int4".
        stored_bytes: Length of its payload.
        min, scale: Of its quantiser (value = code * scale + min), if it has one.
        metadata: What its writer added, or None.
    """

    index: int
    start: int
    stop: int
    compression: str
    stored_bytes: int
    min: float | None
    scale: float | None
    metadata: Any

    @property
    def rows(self) -> int:
        """Number of vectors."""
        return self.stop - self.start


class Chunks(Sequence[Chunk]):
    """The chunks of a file, each made when somebody asks for it: there may be very many.

    Attributes:
        rows: Those of each chunk.
    """

    def __init__(self, file: Cvc, rows: Stretches) -> None:
        self._file, self.rows = file, rows

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, index: int) -> Chunk: ...
    @overload
    def __getitem__(self, index: slice) -> list[Chunk]: ...
    def __getitem__(self, index: int | slice) -> Chunk | list[Chunk]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        index = operator.index(index)
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self):
            raise IndexError(f"expected a chunk from 0 to {len(self) - 1}, found {index}")
        info = self._file.header.chunks[place]
        return Chunk(
            index=place,
            start=self.rows.starts[place],
            stop=self.rows.starts[place + 1],
            compression=info.compression,
            stored_bytes=value(self._file.chunks, "len_payload", place),
            min=getattr(info, "min", None),
            scale=getattr(info, "scale", None),
            metadata=info.metadata,
        )


def widest(told: Iterable[Any]) -> tuple[float, float] | None:
    """The range of several entries of the header; None if one does not tell, or there is none.

    The range has all values, and is a code wider at both ends, for how they are rounded.
    """
    low, high = math.inf, -math.inf
    for each in told:
        if each.compression not in CODES:
            return None
        step = abs(each.scale)
        low = min(low, each.min - step)
        high = max(high, each.min + (CODES[each.compression] + 1) * step)
    return (low, high) if low <= high else None


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
