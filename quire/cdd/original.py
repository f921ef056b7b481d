"""Names that users of cryptodd-arrays know."""

from __future__ import annotations

import os
from typing import Literal, overload

from quire.cdd.buffered import BufferedWriter as BufferedAutoChunker
from quire.cdd.reader import DataReader
from quire.cdd.writer import DataWriter
from quire.kernels.engine.given import expect_one_of
from quire.runtime import FormatError as CddError
from quire.sources import Given

__all__ = ["BufferedAutoChunker", "CddError", "open_store"]

Target = Given | None


@overload
def open_store(
    path: Target,
    mode: Literal["r"] = "r",
    *,
    user_metadata: bytes | None = None,
    check_checksums: bool = True,
) -> DataReader: ...
@overload
def open_store(
    path: str | os.PathLike[str] | None,
    mode: Literal["w", "a"],
    *,
    user_metadata: bytes | None = None,
    check_checksums: bool = True,
) -> DataWriter: ...
def open_store(
    path: Target,
    mode: Literal["r", "w", "a"] = "r",
    *,
    user_metadata: bytes | None = None,
    check_checksums: bool = True,
) -> DataReader | DataWriter:
    """Open a store; `quire.cdd.open` is this.

    Args:
        path: The file; None or "memory://" for memory; for reading, what else `quire.open` takes.
        mode: "r" reads; "a" appends, to a new store if there is none; "w" makes a new one.
        user_metadata: Of a store that is made.
        check_checksums: Whether digests are compared, when reading.

    Raises:
        TypeError: it is opened for writing, and `path` is not a path.
        FileExistsError: the mode is "w", and the file exists: remove it first.
        ValueError: the mode is another.
        FormatError, OSError: as of `DataReader` and `DataWriter`.
    """
    if mode == "r":
        return DataReader("memory://" if path is None else path, check_checksums)
    expect_one_of(mode, ("r", "w", "a"), "mode")
    if path is not None and not isinstance(path, str | os.PathLike):
        raise TypeError(f"path: expected a path to write to, found {type(path).__name__}")
    is_file = path is not None and path != "memory://"
    if mode == "w" and is_file and os.path.lexists(os.fspath(path or "")):
        raise FileExistsError(f"{os.fsdecode(path or '')}: the file exists; mode 'a' appends to it")
    return DataWriter(path, user_metadata=user_metadata)
