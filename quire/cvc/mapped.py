"""The loader of mapped files, with the names that users of the original program know."""

from __future__ import annotations

import os
from typing import Any, Self

from quire.cvc.loading import get_cvc_info
from quire.cvc.reader import CvcReader, open_cvc
from quire.kernels.engine.given import expect_one_of
from quire.opened import Closing


class MMapCVCLoader(Closing):
    """A file that is mapped while a `with` lasts, or from `open` to `close`.

    `CvcReader` does more; this has the methods of `decompressed`, which raise a RuntimeError if the
    file is not open.

    Args:
        path: The file, page-aligned or not.
        mode: "r": files are mapped for reading.

    Raises:
        ValueError: the mode is another.
    """

    def __init__(self, path: str | os.PathLike[str], mode: str = "r") -> None:
        expect_one_of(mode, ("r",), "mode")
        self.path = path
        self._reader: CvcReader | None = None

    def __enter__(self) -> Self:
        self.open()
        return self

    def open(self) -> None:
        """Map the file; errors are those of `open_cvc`."""
        self._reader = open_cvc(self.path)

    def close(self) -> None:
        if self._reader is not None:
            self._reader.close()
        self._reader = None

    @property
    def _opened(self) -> CvcReader:
        if self._reader is None:
            raise RuntimeError("the file is not open: use `with`, or call `open` first")
        return self._reader

    def get_chunk_view(self, chunk_idx: int) -> memoryview:
        """The stored bytes of a chunk; see `CvcReader.stored`."""
        return self._opened.stored(chunk_idx)

    def load_chunk(self, chunk_idx: int, device: Any = "cpu", framework: str = "numpy") -> Any:
        """A chunk, decoded: float32 (its rows, dimension); see `CvcReader.read`."""
        return self._opened.chunk(chunk_idx, device=device, framework=framework)

    def load(self, device: Any = "cpu", framework: str = "numpy") -> Any:
        """All vectors, decoded: float32 (rows, dimension); see `CvcReader.read`."""
        return self._opened.read(device=device, framework=framework)

    def get_info(self) -> dict[str, Any]:
        """What the header says; see `get_cvc_info`."""
        return get_cvc_info(self._opened.source)
