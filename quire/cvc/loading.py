"""What users call to read a collection whole, by chunks and sections, or by columns."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from numbers import Real
from typing import Any

import numpy as np

from quire.arrays import Selection
from quire.cvc.columns import ColumnsReader
from quire.cvc.opening import COLUMNS, open_layout
from quire.cvc.reader import CvcReader, Vectors, open_cvc
from quire.cvc.sections import Ranges, matching, refuse_lone_value
from quire.kernels.engine.given import (
    device_name,
    expect_a,
    expect_list,
    expect_one_of,
    to_fill,
    whole_number,
)
from quire.kernels.engine.staging import to_framework
from quire.progress import Progress
from quire.runtime import FormatError
from quire.sources import Given, Source


def load_cvc(
    path: Given | Source,
    device: Any = "cpu",
    framework: str = "numpy",
    backend: str = "auto",
    on_corruption: str = "raise",
    fill_value: float = 0.0,
    *,
    rows: Selection | None = None,
    out: Vectors | None = None,
    workers: int | None = None,
    verify: bool = True,
    progress: Progress = None,
    storage_options: Mapping[str, Any] | None = None,
) -> Any:
    """Decode a collection, or some rows of it; arguments are those of `CvcReader.read`.

    `on_corruption` says what to do with a chunk whose payload is damaged: "raise" an error; "skip"
    it, so that its rows have the `fill_value`; or "warn" (RuntimeWarning) and skip it. Skipping
    needs all rows, on the CPU, and reports no progress. A damaged header, or head of a chunk, is
    always an error. `verify` and `storage_options` are as of `quire.open`.

    Returns:
        float32 (rows, dimension).

    Raises:
        FormatError: the file is damaged; a damaged chunk is a `ChecksumError`, mostly.
        ValueError: an argument has a value that it cannot have.
    """
    expect_one_of(on_corruption, ("raise", "skip", "warn"), "on_corruption")
    expect_a(Real, fill_value, "fill_value")
    options: dict[str, Any] = {"backend": backend, "workers": workers}
    source = Source.of(path, storage_options)
    with open_cvc(source if rows is not None else source.fetch(), verify=verify) as reader:
        if on_corruption == "raise":
            options |= {"device": device, "framework": framework, "progress": progress}
            return reader.read(rows, out, **options)
        if device_name(device) != "cpu" or rows is not None:
            raise ValueError(f"on_corruption: {on_corruption!r} is for all rows, on the CPU")
        target = to_fill(out, reader.shape, reader.dtype)
        _fill(reader, target, fill_value, warn=on_corruption == "warn", options=options)
        return to_framework(target, framework)


def _fill(
    reader: CvcReader, target: Vectors, fill_value: float, *, warn: bool, options: dict[str, Any]
) -> None:
    """Decode chunk by chunk; those that are damaged get the fill value."""
    for chunk in reader.chunks:
        part = target[chunk.start : chunk.stop]
        try:
            reader.chunk(chunk.index, part, **options)
        except FormatError as error:
            part[...] = fill_value
            if warn:
                message = f"{error}; its rows are {fill_value}"
                warnings.warn(message, RuntimeWarning, stacklevel=3)


def load_cvc_chunked(
    path: Given | Source,
    chunk_indices: Sequence[int] | None = None,
    device: Any = "cpu",
    framework: str = "numpy",
    backend: str = "auto",
    *,
    workers: int | None = None,
    verify: bool = True,
    storage_options: Mapping[str, Any] | None = None,
) -> Iterator[tuple[int, Any]]:
    """Decode chunks one by one; other arguments are those of `load_cvc`.

    `chunk_indices` are the numbers of the chunks, in the order in which they come, again where one
    is named again; None for all.

    Yields:
        (index of the chunk, float32 (its rows, dimension)).

    Raises:
        FormatError: the file is damaged.
        ValueError: there is no such chunk.
    """
    options: dict[str, Any] = {"device": device, "framework": framework}
    options |= {"backend": backend, "workers": workers}
    with open_cvc(path, verify=verify, storage_options=storage_options) as reader:
        for index in _indices(reader, chunk_indices):
            yield index, reader.chunk(index, **options)
            reader.release(index)


def load_cvc_range(
    path: Given | Source,
    chunk_indices: Sequence[int] | None = None,
    device: Any = "cpu",
    framework: str = "numpy",
    backend: str = "auto",
    metadata_key: str | None = None,
    metadata_value: Any = None,
    section_key: str | None = None,
    section_value: Any = None,
    *,
    workers: int | None = None,
    verify: bool = True,
    storage_options: Mapping[str, Any] | None = None,
) -> Any:
    """Decode some chunks, or some sections, into one array; other arguments as of `load_cvc`.

    Chunks are chosen by `chunk_indices`, as of `load_cvc_chunked`; or those that have
    `metadata_value` under `metadata_key` in their metadata. Sections are all that have
    `section_value` under `section_key` in theirs, in their order.

    Returns:
        float32 (rows, dimension).

    Raises:
        FormatError: the file is damaged.
        ValueError: there is no such chunk or section, or more than one choice was made.
    """
    refuse_lone_value("metadata", metadata_key, metadata_value)
    refuse_lone_value("section", section_key, section_value)
    choices = [chunk_indices, metadata_key, section_key]
    if sum(choice is not None for choice in choices) > 1:
        raise ValueError("expected one of chunk_indices, metadata_key and section_key, found more")
    options: dict[str, Any] = {"device": device, "framework": framework}
    options |= {"backend": backend, "workers": workers}
    with open_cvc(path, verify=verify, storage_options=storage_options) as reader:
        if section_key is not None:
            ranges = matching(reader.sections, "section", section_key, section_value)
        elif metadata_key is not None:
            ranges = matching(reader.chunks, "metadata", metadata_key, metadata_value)
        else:
            found = [reader.chunks[i] for i in _indices(reader, chunk_indices)]
            ranges = [(chunk.start, chunk.stop) for chunk in found]
        return reader.read_ranges(ranges, **options)


def _indices(reader: CvcReader, asked: Sequence[int] | None) -> list[int]:
    count = len(reader.chunks)
    if asked is None:
        return list(range(count))
    expect_list(asked, "chunk_indices", "numbers")
    for index in asked:
        if not 0 <= whole_number(index, "chunk_indices") < count:
            raise ValueError(f"chunk_indices: expected 0 to {count - 1}, found {index}")
    return list(asked)


def get_cvc_info(path: Given | Source) -> dict[str, Any]:
    """What the header says.

    Returns:
        `format_type` ("single" or "columnar"), `format_version`, `num_vectors`, `num_chunks`,
        `file_size` (bytes), `sections` (`start_index`, `end_index`, `num_vectors`, `metadata`) and
        `chunks` (`index`, `rows`, `metadata`, and `compression` without columns); `dimension` and
        `compression`, or `columns` (`name`, `dimension`, `dtype`, `compression`).

    Raises:
        FormatError: the file is damaged.
    """
    with open_file(path) as reader:
        return reader.info()


open_cvc_columns = ColumnsReader
"""Opens a file with columns."""


def load_cvc_columns(
    path: Given | Source,
    columns: Sequence[str] | None = None,
    device: str = "cpu",
    framework: str = "numpy",
    backend: str = "auto",
    section_key: str | None = None,
    section_value: Any = None,
    *,
    rows: slice | None = None,
    as_float32: bool = False,
    workers: int | None = None,
    verify: bool = True,
    storage_options: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Decode columns; other arguments are those of `ColumnsReader.read` and of `quire.open`.

    Of the rows, `section_value` under `section_key` in their metadata chooses sections, in their
    order; or `rows` is a slice of them (steps are not for files). `as_float32` makes float32 of
    integers as well, on the CPU.

    Returns:
        By name: (rows, dimension), or (rows,) where the dimension is 1; float32 where something was
        compressed, else of the column's own dtype.

    Raises:
        FormatError: the file is damaged, or has no columns.
        ValueError: there is no such column or section; or `as_float32` is asked for on a GPU.
    """
    if as_float32 and device_name(device) != "cpu":
        raise ValueError("as_float32: it is for the CPU")
    options: dict[str, Any] = {"device": device, "backend": backend, "workers": workers}
    with open_cvc_columns(path, verify=verify, storage_options=storage_options) as reader:
        ranges = _ranges(reader, section_key, section_value, rows)
        if not as_float32:
            return reader.read(columns, ranges, framework=framework, **options)
        found = reader.read(columns, ranges, **options)
    wide = {name: array.astype(np.float32, copy=False) for name, array in found.items()}
    return {name: to_framework(array, framework) for name, array in wide.items()}


def _ranges(
    reader: ColumnsReader, key: str | None, value: Any, rows: slice | None
) -> Ranges | None:
    refuse_lone_value("section", key, value)
    if key is not None and rows is not None:
        raise ValueError("rows: expected rows or section_key, found both")
    if key is not None:
        return matching(reader.sections, "section", key, value)
    if rows is None:
        return None
    if not isinstance(rows, slice):
        raise TypeError(f"rows: expected a slice, found {type(rows).__name__}")
    start, stop, step = rows.indices(reader.num_vectors)
    if step != 1:
        raise ValueError(f"rows: expected a step of 1, found {step}")
    return [(start, max(start, stop))]


def open_file(
    source: Given | Source, *, verify: bool = True, storage_options: Mapping[str, Any] | None = None
) -> CvcReader | ColumnsReader:
    """Open a file of any layout, as the command does; arguments are those of `quire.open`.

    Raises:
        FormatError: it is no CVC file, is cut off, or contradicts itself.
    """
    source = Source.of(source, storage_options)
    file = open_layout(source, columns=None)
    if file.format_version == COLUMNS:
        return ColumnsReader(source, verify=verify, file=file)
    return CvcReader(source, verify=verify, file=file)
