"""A codec of numcodecs, for Zarr 2 and its like: chunks that are stored as those of CDD."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numcodecs.abc import Codec
from numcodecs.compat import ensure_bytes, ensure_contiguous_ndarray_like, ndarray_copy

from quire.cdd.layouts import LAYOUTS
from quire.cdd.types import chunk_type
from quire.runtime.reading.budget import Budget


class CddCodec(Codec):  # type: ignore[misc]  # Any to mypy
    """Stores an array as a chunk of CDD: head, digest, payload; it says its own shape and type.

    Args:
        layout: "cdd" or "cryptodd".
        type: How it is stored, as `DataWriter.append_chunk` takes it; "auto" depends on the array.
        level: Of compression; None for the usual one.
    """

    codec_id: ClassVar[str] = "quire.cdd"

    def __init__(self, layout: str = "cdd", type: str = "auto", level: int | None = None) -> None:
        self.layout, self.type, self.level = layout, type, level

    def encode(self, buf: Any) -> bytes:
        """The bytes of a chunk.

        Raises:
            EncodingError: the array cannot be stored so.
        """
        array = np.ascontiguousarray(ensure_contiguous_ndarray_like(buf, flatten=False))
        kind = chunk_type(self.layout, self.type, array)
        return bytes(LAYOUTS[self.layout].chunk_bytes(array, kind, self.level))

    def decode(self, buf: Any, out: Any = None) -> Any:
        """The array of a chunk; copied to `out`, if there is one.

        Raises:
            FormatError: it is damaged.
        """
        data = memoryview(ensure_bytes(buf))
        record = LAYOUTS[self.layout].chunk(data, len(data), 0, 0, Budget(len(data)))
        found = record.data.decode()
        return found if out is None else ndarray_copy(found, out)
