"""Loading columns of a file at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from quire.cvc.columns import ColumnsReader
from quire.cvc.ranges import Ranges
from quire.cvc.sections import matching, refuse_lone_value
from quire.sources import Given, Source


def open_cvc_columns(
    path: Given | Source, *, verify: bool = True, storage_options: Mapping[str, Any] | None = None
) -> ColumnsReader:
    """Open a CVC file with columns; see `ColumnsReader`."""
    return ColumnsReader(Source.of(path, storage_options), verify=verify)


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
    """Decode columns.

    Args:
        path: The file.
        columns: Names, in the order of the result; None for all.
        device: As of `ColumnsReader.read`.
        framework: As of `ColumnsReader.read`.
        backend: As of `ColumnsReader.read`.
        workers: As of `ColumnsReader.read`.
        section_key: A key of the metadata of sections.
        section_value: Only the rows of all sections that have this value under it, in their order.
        rows: Only these rows, as in a slice of an array (steps are not for files).
        as_float32: Whether integers become float32 as well, on the CPU.
        verify: As of `ColumnsReader`.
        storage_options: As of `quire.open`.

    Returns:
        By name: (rows, dimension), or (rows,) where the dimension is 1; float32 where something was
        compressed, else of the column's own dtype.

    Raises:
        FormatError: the file is damaged, or has no columns.
        ValueError: there is no such column or section.
    """
    with open_cvc_columns(path, verify=verify, storage_options=storage_options) as reader:
        found = reader.read(
            columns,
            _ranges(reader, section_key, section_value, rows),
            device=device,
            framework=framework,
            backend=backend,
            workers=workers,
        )
    if as_float32:
        return {name: array.astype("float32", copy=False) for name, array in found.items()}
    return found


def _ranges(
    reader: ColumnsReader, key: str | None, value: Any, rows: slice | None
) -> Ranges | None:
    refuse_lone_value("section", key, value)
    if key is not None and rows is not None:
        raise ValueError("rows: expected rows or section_key, found both")
    if key is not None:
        return matching(reader.sections, key, value)
    if rows is None:
        return None
    if not isinstance(rows, slice):
        raise TypeError(f"rows: expected a slice, found {type(rows).__name__}")
    start, stop, step = rows.indices(reader.num_vectors)
    if step != 1:
        raise ValueError(f"rows: expected a step of 1, found {step}")
    return [(start, max(start, stop))]
