"""Planning: what the rows of files are, and where parts of them begin."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from quire.columns.reading import WIDEST, names_of
from quire.columns.tables.table import Table
from quire.datasets.cuts import Cuts
from quire.datasets.dataset import Dataset
from quire.datasets.fields import FieldRows
from quire.datasets.files import File, Files, files_of
from quire.datasets.index import write_index
from quire.datasets.kinds import Kind, Spec, kind_of
from quire.datasets.located import ArrayField, arrays_at
from quire.datasets.part import Reader
from quire.datasets.records import RecordRows
from quire.datasets.rows import ArrayRows, holds_arrays
from quire.formats import Format
from quire.kernels.engine.given import expect_a, whole_number
from quire.opening import known_format

INDEX_ROWS = 1 << 14
"""Records between two places of an index."""


def parts(
    source: Files,
    path: str | None = None,
    rows_per_part: int | None = None,
    *,
    columns: Sequence[str] | None = None,
    format: str | None = None,
    spec: Spec | None = None,
    imports: Sequence[str | os.PathLike[str]] = (),
    raw: Sequence[str] = (),
    verify: bool = True,
    storage_options: Mapping[str, Any] | None = None,
) -> Dataset:
    """Divide the rows of one file, or of many, into parts that can be read independently.

    A part is a small object. A thread, another process, or another machine with the same path can
    read it, and reads only its bytes.

    Args:
        source: A path, a URL that fsspec knows, a pattern of either (`"data/*.cvc"`), or several of
            them, whose rows follow each other.
        path: The field that is a list or an array, with those of the records that lead to it
            (`body.rows`), to an array by numbers, too (`entries[3].value.data`); of a format that
            holds several arrays, the name of one; None where there is but one array.
        rows_per_part: Rows of a part, but for the last one of a file and for lists of records that
            hold such records; None for some 32 MiB of an array, cut where stored chunks begin, or
            262,144 records.
        columns: Those that are wanted; None for all.
        format: The name of the format, as `quire formats` lists it; None to find it.
        spec: For any other: a generated class, or the path of a spec.
        imports: Folders in which imports of that spec are looked for.
        raw: Fields of records that become columns of their stored bytes: those that are
            compressed, of another spec, or cannot be columns for other reasons. Checksums over them
            are not compared.
        verify: Whether checksums are compared before something is decoded.
        storage_options: For URLs: what fsspec's file system is told.

    Returns:
        The dataset, whose parts are in order. Lists of records whose size varies are gone over
        once to plan it, by a compiled scan.

    Raises:
        FormatError: a file is damaged.
        NoColumnsError: the list cannot be read as columns.
        ValueError: no format fits; the path leads to no list or array; or the files have different
            columns, dtypes or shapes.
        TypeError: an argument is of another kind.
        OSError: a file cannot be read.
    """
    if rows_per_part is not None:
        whole_number(rows_per_part, "rows_per_part", 1)
    files = files_of(source, storage_options)
    kind = None if spec is None else kind_of(spec, imports)
    reader = _reader(files[0], path, format, kind, names_of(raw), verify=bool(verify))
    cuts = []
    for file in files:
        _expect_alike(reader, files[0], file)
        cuts.append(reader.cuts(file, rows_per_part))
    if isinstance(reader, RecordRows):
        reader = replace(reader, wide=any(map(_is_wide, cuts)))
    found = Dataset(tuple(files), tuple(cuts), reader)
    return found if columns is None else found.select(columns)


def index(
    source: Files,
    path: str,
    rows: int = INDEX_ROWS,
    *,
    format: str | None = None,
    spec: Spec | None = None,
    imports: Sequence[str | os.PathLike[str]] = (),
    raw: Sequence[str] = (),
    storage_options: Mapping[str, Any] | None = None,
) -> list[str]:
    """Write an index beside each file, which says where parts of a list may begin.

    Planning parts then need not read the file. An index is ignored if the file or its spec has
    changed since. Lists whose records all have the same size need none.

    Args:
        source: As of `parts`, and so are the others.
        path: As there.
        rows: Records between two places of the index.
        format: As there.
        spec: As there.
        imports: As there.
        raw: As there.
        storage_options: As there.

    Returns:
        The names of the indices: those of the files, and `.parts.json`.

    Raises:
        FormatError, NoColumnsError, ValueError, OSError: as of `parts`.
    """
    whole_number(rows, "rows", 1)
    files = files_of(source, storage_options)
    kind = None if spec is None else kind_of(spec, imports)
    reader = _reader(files[0], path, format, kind, names_of(raw), verify=True)
    if not isinstance(reader, RecordRows):
        message = f"{files[0].name}: {path} is an array, which is cut without an index"
        raise ValueError(message)  # noqa: TRY004  # the file is wrong, not a type
    of = reader.kind, reader.path
    return [write_index(file, *of, reader.cuts(file, rows)) for file in files]


def _reader(
    file: File,
    path: str | None,
    format: str | None,
    kind: Kind | None,
    raw: tuple[str, ...],
    *,
    verify: bool,
) -> RecordRows | ArrayRows | FieldRows:
    """How the rows of a file are read, and of all that are like it.

    Raises:
        ValueError: nothing tells what the rows are.
        TypeError: the path is no text.
    """
    if path is not None:
        expect_a(str, path, "path")
    if kind is None:
        known = known_format(file.source, format)
        if known.face and holds_arrays(file, known.name, path, verify=verify):
            if raw:
                raise ValueError(f"raw: {file.name} holds arrays, whose rows have no fields")
            return ArrayRows(known.name, verify, path or "")
        kind = kind_of(_spec_of(known))
    elif format is not None:
        raise ValueError("format, spec: give one of them")
    arrays = arrays_at(kind.load(), path)
    if len(arrays) == 1:
        if raw:
            raise ValueError(f"raw: {arrays[0]} is an array, whose rows have no fields")
        return FieldRows.of(file, ArrayField(kind, arrays[0], verify))
    if path is None:
        some = f"one of {', '.join(arrays)}" if arrays else "as in 'chunks'"
        raise ValueError(f"path: expected the name of a list or an array in {file.name}, {some}")
    return RecordRows(kind, path, raw)


def _spec_of(known: Format) -> Spec:
    found: Spec = known.generated() if known.spec is None else known.spec
    return found


def _expect_alike(reader: Reader, first: File, file: File) -> None:
    """Make sure that the rows of two files go into one dataset.

    Raises:
        ValueError: they do not.
    """
    if first is file or file.rows is not None or isinstance(reader, RecordRows):
        return
    expected, found = _described(reader, first), _described(reader, file)
    if expected != found:
        message = f"{file.name} does not fit: expected {expected} as in {first.name}, found {found}"
        raise ValueError(message)


def _described(reader: Reader, file: File) -> str:
    """What rows are like, in words."""
    rows = reader.empty(file)
    if isinstance(rows, Table):
        return ", ".join(f"{name} {_shape(rows[name])}" for name in rows.names)
    return _shape(rows)


def _shape(rows: Any) -> str:
    return f"{rows.dtype} rows of {rows.shape[1:]}"


def _is_wide(cuts: Cuts) -> bool:
    """Whether a part has more bytes than offsets of 32 bits tell."""
    return bool((cuts.offsets[1:] - cuts.offsets[:-1]).max(initial=0) > WIDEST)
