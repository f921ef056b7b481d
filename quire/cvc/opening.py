"""Opening a file: which layout it has, and whether header and records agree."""

from __future__ import annotations

from functools import cache

from quire.generated.cvc import Cvc
from quire.runtime import FormatError, Reader
from quire.runtime.values.number_at import NumberAt
from quire.sources import Source
from quire.storage.failing import if_it_fails

MANY_RECORDS = 1000
"""Records after the last chunk that are enough to say that they are records."""

MAX_ROWS = 2**48
"""Vectors of a file; numpy cannot count those of every one that the header could list."""

LEN_PAYLOAD = NumberAt(Cvc.ColumnChunk, "len_payload")
"""Of a chunk of whatever layout, where nothing lies before it."""

COLUMNS = 2
"""Major version of the layout with columns."""


def open_layout(source: Source, *, columns: bool | None) -> Cvc:
    """Map a file and check its structure: with columns, with vectors alone, or (None) either."""
    file = source.read(Cvc)
    with if_it_fails(file.close):
        if columns is not None:
            _refuse_other_layout(file, columns=columns)
        if (rows := file.header.num_vectors) > MAX_ROWS:  # of no dimension they take no bytes
            raise wrong_header(file, "header.num_vectors", f"at most {MAX_ROWS}", rows)
        _refuse_unpromised_chunks(file)
    return file


def _refuse_other_layout(file: Cvc, *, columns: bool) -> None:
    if (file.format_version == COLUMNS) is columns:
        return
    layouts = "rows (1), or no version", "columns (2)"
    expected, found = layouts[::-1] if columns else layouts
    reads = "load_cvc" if columns else "load_cvc_columns"
    offset = file.offset_of("version" if file.format_version else "len_header")
    error = FormatError("version.major", expected, f"{found}; `{reads}` reads it", offset=offset)
    raise error.locate("cvc", "")


def wrong_header(file: Cvc, path: str, expected: str, found: object) -> FormatError:
    """An error in the header, which is JSON: its place is the whole of it."""
    offset = file.offset_of("header")
    return FormatError(path, expected, found, offset=offset).locate("cvc", "")


def _refuse_unpromised_chunks(file: Cvc) -> None:
    """Refuse whole records after the last chunk that the header lists: one of both is wrong.

    Other bytes there are no chunks; they do no harm, and `verify` reports them.
    """
    found = _records_to_the_end(file._io, head_of_chunk(file.format_version))
    if found:
        promised = len(file.header.chunks)
        expected = f"{promised} chunks, as the header lists"
        where = "column_chunks" if file.format_version == COLUMNS else "chunks"
        error = FormatError(where, expected, promised + found, offset=file._io.offset())
        raise error.locate("cvc", "")


def _records_to_the_end(io: Reader, head: int) -> int:
    """How many records fill what is left exactly; 0 if none do. Counting ends at `MANY_RECORDS`."""
    count, position = 0, io.pos()
    while count < MANY_RECORDS and io.size() - position > head:
        length = LEN_PAYLOAD.read(io.view(position, head))
        if not length:
            return 0
        position += head + length
        count += 1
    return count if position == io.size() or count == MANY_RECORDS else 0


@cache  # where a field stands is looked up in the structure, for each file that is opened
def head_of_chunk(version: int) -> int:
    """Bytes of a chunk before its payload: its length and, since version 1, its checksum."""
    return LEN_PAYLOAD.size if version == 0 else Cvc.ColumnChunk.offset_of("payload")


def trailing(file: Cvc) -> list[str]:
    """Notes on bytes after the last chunk."""
    left = file._io.left()
    return [f"{left} bytes after the last chunk are not part of any chunk"] if left else []
