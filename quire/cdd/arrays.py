"""One array in a file of its own."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal

import numpy.typing as npt

from quire.cdd.backends import MemoryBackend
from quire.cdd.layouts import LAYOUTS
from quire.cdd.reader import DataReader
from quire.cdd.writer import TARGET_BYTES, DataWriter
from quire.kernels.engine.given import expect_one_of
from quire.progress import Progress
from quire.runtime import FormatError
from quire.sources import Given
from quire.storage.atomic import atomic_file


def save_array(
    path: str | os.PathLike[str],
    array: npt.ArrayLike,
    *,
    type: str = "auto",
    level: int | None = None,
    layout: Literal["cdd", "cryptodd"] = "cdd",
    user_metadata: bytes = b"",
) -> None:
    """Write a file that holds one array, as one chunk; one that exists is replaced at the end.

    `type` and `level` are as of `DataWriter.append_chunk`, `layout` and `user_metadata` as of
    `DataWriter`.

    Raises:
        EncodingError: the array cannot be stored so.
        ValueError: there is no such layout, type or level.
        OSError: the file cannot be written; what was there is still there.
    """
    expect_one_of(layout, LAYOUTS, "layout")
    smallest = LAYOUTS[layout].min_capacity
    with _replaced(path, layout=layout, capacity=smallest, user_metadata=user_metadata) as writer:
        writer.append_chunk(array, type, level)


def save_rows(
    path: str | os.PathLike[str],
    array: npt.ArrayLike,
    *,
    type: str = "auto",
    level: int | None = None,
    layout: Literal["cdd", "cryptodd"] = "cdd",
    user_metadata: bytes = b"",
    target_bytes: int = TARGET_BYTES,
    workers: int | None = None,
    progress: Progress = None,
) -> None:
    """Write a file that holds one array, in chunks of rows; one that exists is replaced at the end.

    What is stored has to fit in memory. `layout` and `user_metadata` are as of `DataWriter`, the
    others as of `DataWriter.append`.

    Raises:
        EncodingError: the array cannot be stored so.
        OSError: the file cannot be written; what was there is still there.
    """
    with _replaced(path, layout=layout, user_metadata=user_metadata) as writer:
        options: Any = {"target_bytes": target_bytes, "workers": workers, "progress": progress}
        writer.append(array, type, level, **options)


@contextmanager
def _replaced(path: str | os.PathLike[str], **options: Any) -> Iterator[DataWriter]:
    """A writer whose file takes the place of another when all of it is there."""
    memory = MemoryBackend()
    with DataWriter(memory, **options) as writer:
        yield writer
    with atomic_file(path) as file:
        file.write(memory.read_at(0, memory.size()))


def load_array(
    path: Given, *, verify_hashes: bool = True, storage_options: Mapping[str, Any] | None = None
) -> npt.NDArray[Any]:
    """The array of a file that holds one chunk; arguments are those of `DataReader`.

    Raises:
        FormatError: it holds none, or several; or is damaged.
    """
    with DataReader(path, verify_hashes, storage_options=storage_options) as reader:
        if reader.num_chunks != 1:
            raise FormatError("chunks", "one chunk", reader.num_chunks, format=reader.layout)
        found: npt.NDArray[Any] = reader.get_chunk(0)
        return found
