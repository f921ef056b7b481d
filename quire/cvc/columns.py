"""Reading named columns: those that are asked for, each as an array of its own dtype."""

from __future__ import annotations

from collections.abc import Callable, Iterator, KeysView, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, Self, Unpack

import numpy as np

from quire.arrays import ArrayFile
from quire.cvc.backends import backend_named
from quire.cvc.chunks import PLAIN, UNKNOWN, Column, widest
from quire.cvc.cvc_file import CvcFile
from quire.cvc.opening import wrong_header
from quire.cvc.sections import Ranges, checked_ranges
from quire.cvc.writing import Array
from quire.generated.cvc import Cvc
from quire.kernels.engine.given import expect_list, expect_one_of
from quire.kernels.engine.payload import Encoded
from quire.kernels.engine.pieces import Piece, decode_pieces
from quire.kernels.engine.threads import run
from quire.opened import Opening
from quire.progress import Progress
from quire.runtime.lists.verified import column as values_of
from quire.runtime.values.keys import key_text
from quire.sources import Given, Source
from quire.storage.failing import if_it_fails


class ColumnsReader(CvcFile):
    """An open CVC file with columns, by their names: arrays, whose rows are decoded when asked for.

    A pickle or a copy stores the path and opens the file again; that of bytes stores the bytes.

    Args:
        source: The file: see `quire.open`. One at a path is mapped, not read.
        file: Its record, if you have read it already.
        opening: `verify`: whether the checksum of a chunk is compared before it is first decoded;
            `storage_options` as of `quire.open`.

    Raises:
        FormatError: the file is no CVC file, has no columns, is cut off, or contradicts itself.

    Attributes:
        columns: By name, in the order of the file.
        sections: Ranges of rows with metadata.
    """

    def __init__(
        self, source: Given | Source, *, file: Cvc | None = None, **opening: Unpack[Opening]
    ) -> None:
        super().__init__(source, columns=True, file=file, **opening)
        with if_it_fails(self.close):
            records = self._record.column_chunks
            for index, size in enumerate(values_of(records, "len_payload", 0, len(records))):
                _refuse_misplaced(self._record, index, size)
        self.columns: Mapping[str, Column] = MappingProxyType(
            {
                info.name: Column(index, info.name, info.dimension, info.dtype, info.compression)
                for index, info in enumerate(self._record.header.columns)
            }
        )

    @property
    def file(self) -> Cvc:
        """The record of the file."""
        return self._record

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""
        return self.num_vectors, len(self.columns)

    def __len__(self) -> int:
        return self.num_vectors

    def __getitem__(self, name: str) -> ColumnFile:
        return ColumnFile(self, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __contains__(self, name: object) -> bool:
        return name in self.columns

    def keys(self) -> KeysView[str]:
        """The names, in the order of the file."""
        return self.columns.keys()

    def dtype_of(self, name: str) -> np.dtype[Any]:
        """The dtype that a column decodes to.

        Raises:
            KeyError: there is no such column.
            FormatError: the file names a dtype or a scheme that is not known.
        """
        column = self.columns[name]
        if self._rows:
            return self._readable(0, column).dtype
        return np.dtype(column.decoded)

    def part(self, chunk: int, column: int) -> Encoded:
        """The rows of a column in a chunk, not decoded; their checksum is that of the chunk.

        Raises:
            FormatError: they are not where the header says, or not as many.
            ValueError: the file is closed.
        """
        self._expect_open()
        record = self._record.column_chunks[chunk]
        io = self._record._io.part()  # with a position of its own: several threads may read
        io.seek(record.payload.offset or 0)
        stream = io.substream(record.payload.stored_size, "payload")
        stream.seek(self._record.header.chunks[chunk].columns[column].offset)
        found = Cvc.Column(chunk, column, stream, record, self._record, "payload")
        return found.plain if found.compression == PLAIN else found.rounded

    def _readable(self, chunk: int, column: Column) -> Encoded:
        """The rows of a column in a chunk, if quire knows how they are stored."""
        part = self.part(chunk, column.index)
        if part.codec == UNKNOWN:
            scheme = self._record.header.chunks[chunk].columns[column.index].compression
            path = f"header.chunks[{chunk}].columns.{key_text(column.name)}.compression"
            raise wrong_header(self._record, path, "a scheme that is known", repr(scheme))
        return part

    def read(
        self,
        columns: Sequence[str] | None = None,
        ranges: Ranges | None = None,
        *,
        device: Any = "cpu",
        framework: str = "numpy",
        backend: str = "auto",
        workers: int | None = None,
    ) -> dict[str, Any]:
        """Decode columns; only the chunks that the rows touch are read.

        Args:
            columns: Names, in the order of the result; None for all.
            ranges: (start, stop) of rows, 0 <= start <= stop <= the number of rows, which come one
                after another; None for all.
            device: "cpu" or "cuda", or a device of torch.
            framework: "numpy", "torch" or "cupy": whose arrays to return.
            backend: "auto", or the name of one.
            workers: Threads; None for the processors there are.

        Returns:
            By name: (rows, dimension), or (rows,) where the dimension is 1; float32 where
            something was compressed, else of the column's own dtype.

        Raises:
            FormatError: a chunk is damaged.
            IndexError: a range leaves the file; nothing was decoded.
            ValueError: there is no such column.
        """
        columns = list(self.columns) if columns is None else columns
        expect_list(columns, "columns", "names")
        wanted = [self._column(name) for name in columns]
        rows = checked_ranges(
            [(0, self.num_vectors)] if ranges is None else ranges, self.num_vectors
        )
        pieces = {column.name: list(self._pieces(column, rows)) for column in wanted}
        kinds = {column.name: self._dtype(column, pieces[column.name]) for column in wanted}
        if self._verifies:
            touched = sorted({chunk for each in rows for chunk in self._rows.touched(*each)})
            records = self._record.column_chunks
            run((partial(records[chunk].payload.verify) for chunk in touched), workers)
        count = sum(stop - start for start, stop in rows)
        found = {}
        for column in wanted:
            array = decode_pieces(
                pieces[column.name],
                (count, column.dimension),
                dtype=kinds[column.name],
                device=device,
                framework=framework,
                backend=backend_named(backend),
                workers=workers,
            )
            found[column.name] = array.reshape(count) if column.dimension == 1 else array
        return found

    def bounds(self, name: str, start: int, stop: int) -> tuple[float, float] | None:
        """The least and the greatest value of a column in some rows, if their chunks tell."""
        index = self._column(name).index
        chunks = self.header.chunks
        return widest(chunks[each].columns[index] for each in self._rows.touched(start, stop))

    def _column(self, name: str) -> Column:
        expect_one_of(name, self.columns, "columns")
        return self.columns[name]

    def _pieces(self, column: Column, ranges: Ranges) -> Iterator[Piece]:
        place = 0
        for start, stop in ranges:
            for chunk, rows, at in self._rows.parts(start, stop):
                part, count = self._readable(chunk, column), rows.stop - rows.start
                part.expect_worth(part.dtype.itemsize * column.dimension * count)
                yield part, rows, slice(place + at.start, place + at.stop)
            place += stop - start

    def _dtype(self, column: Column, pieces: Sequence[Piece]) -> str:
        """The one dtype that all parts of a column decode to."""
        dtypes = {payload.spec.dtype for payload, _, _ in pieces}
        if len(dtypes) > 1:
            path = f"header.columns[{column.index}].compression"
            found = f"parts of {' and '.join(sorted(dtypes))}"
            raise wrong_header(self._record, path, "parts of one dtype", found)
        return dtypes.pop() if dtypes else column.decoded

    def _check_chunk(self, index: int) -> None:
        self._record.column_chunks[index].payload.verify()
        for column in self.columns.values():
            self._readable(index, column).verify()

    def facts(self) -> dict[str, Any]:
        return {**super().facts(), "columns": [each.info() for each in self.columns.values()]}


class ColumnFile(ArrayFile):
    """A column, (rows, dimension), or (rows,) where the dimension is 1; see `ArrayFile`.

    It is float32 where values were compressed, else of the column's own dtype, and open as long as
    the reader that it is of.

    Args:
        reader: The file.
        name: Of the column.

    Raises:
        KeyError: there is no such column.
    """

    def __init__(self, reader: ColumnsReader, name: str) -> None:
        if name not in reader.columns:
            raise KeyError(f"expected one of {', '.join(reader.columns)}, found {name!r}")
        super().__init__(reader.source)
        self._reader = reader
        self.name = name

    @property
    def shape(self) -> tuple[int, ...]:
        dimension = self._reader.columns[self.name].dimension
        return (self._reader.num_vectors, *([] if dimension == 1 else [dimension]))

    @property
    def dtype(self) -> np.dtype[Any]:
        return self._reader.dtype_of(self.name)

    def _decode(self, start: int, stop: int, out: Array | None, **options: Any) -> Any:
        found = self._reader.read([self.name], [(start, stop)], **options)[self.name]
        if out is None:
            return found
        out[...] = found
        return out

    def _close(self) -> None:
        """Nothing is open: the reader has the file."""

    def verify(self, *, progress: Progress = None) -> list[str]:
        return self._reader.verify(progress=progress)

    def __reduce__(self) -> tuple[Callable[..., Self], tuple[Any, ...]]:
        return partial(type(self), name=self.name), (self._reader,)


def _refuse_misplaced(file: Cvc, chunk: int, size: int) -> None:
    """Refuse columns outside of the payload, or on the same bytes: few would become much."""
    parts = zip(file.header.columns, file.header.chunks[chunk].columns, strict=True)
    end = 0
    for info, part in sorted(parts, key=lambda pair: (pair[1].offset, pair[1].size)):
        place = f"header.chunks[{chunk}].columns.{key_text(info.name)}.offset"
        if part.offset + part.size > size:
            expected = f"{part.size} bytes within a payload of {size}"
            raise wrong_header(file, place, expected, f"byte {part.offset} as their first")
        if part.offset < end and part.size:
            raise wrong_header(file, place, f"at least {end}, after another column", part.offset)
        end = max(end, part.offset + part.size)
