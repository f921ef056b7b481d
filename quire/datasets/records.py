"""Rows of a list of records, of any spec: the columns of those between two offsets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from quire.columns.reading import explain
from quire.columns.running.fixed import fixed_dtype, fixed_rows
from quire.columns.running.loading import SMALL, Loaded, loaded
from quire.columns.running.making import Making
from quire.columns.running.scanning import Filled, Run, Start, nothing, start_of
from quire.columns.tables.table import Table
from quire.datasets.cuts import Cuts
from quire.datasets.files import File
from quire.datasets.index import indexed
from quire.datasets.kinds import Kind
from quire.datasets.part import Columns, Place
from quire.runtime import structure as s
from quire.runtime.lists.columnar import StoppedError
from quire.runtime.reading.source import expect_all
from quire.runtime.structure.lookup import type_and_spec

PART_ROWS = 1 << 18
"""Rows of a part, if nobody says how many it shall have."""

HEAD = 64 << 10
"""Bytes before a list that are fetched at first."""

COPIED = 64
"""Bytes behind a part that a scan may look at, as it copies some at once."""


@dataclass(frozen=True, slots=True)
class RecordRows:
    """Rows of a list of records.

    Attributes:
        kind: The class of the file.
        path: The field that is the list, with those of the records that lead to it.
        raw: Fields of the rows that are the bytes that are stored.
        wide: Whether offsets in the columns are of 64 bits.
    """

    kind: Kind
    path: str
    raw: tuple[str, ...] = ()
    wide: bool = False

    def read(self, file: File, place: Place, columns: Columns = None) -> Table:
        """See `Reader.read`; a scan fills all columns."""
        del columns
        if not file.is_remote:
            file.expect_same()
        start = _start(self, file)
        data = file.around(place.start, min(place.stop + COPIED, file.size))
        scan = self._scan(native=place.stop - place.start > SMALL)
        try:
            filled = self._filled(scan, data, start.at(place.start, place.element), place.rows)
            return Making(filled, self._spec).table(scan.layout)
        except StoppedError:
            explain(self.kind.load(), file.read(0, file.size), self.path, scan)

    def _filled(self, scan: Loaded, data: Any, start: Start, rows: int) -> Filled:
        dtype = fixed_dtype(scan.field, self._spec)
        if dtype is not None:
            return fixed_rows(data, list(start.state), dtype, scan.layout, rows)[0]
        return next(Run(scan, data, rows, start).batches()) if rows else nothing(scan.layout)

    def bounds(self, file: File, place: Place, name: str) -> None:
        """Nothing is stored of the values of records."""
        del file, place, name

    def empty(self, file: File) -> Table:
        """See `Reader.empty`."""
        del file  # the spec tells
        layout = self._scan(native=False).layout
        return Making(nothing(layout), self._spec).table(layout)

    def cuts(self, file: File, rows: int | None) -> Cuts:
        """Where parts of a file begin: a scan goes over it once, unless all records are alike.

        Args:
            file: The file.
            rows: Of a part; None for `PART_ROWS`.

        Raises:
            FormatError: the file is wrong.
            NoColumnsError: the list cannot be read as columns.
        """
        start, size = _start(self, file), rows or PART_ROWS
        dtype = fixed_dtype(self._scan(native=False).field, self._spec)
        if dtype is None:
            kept = indexed(file, self.kind, self.path, size)
            return self._scanned(file, start, size) if kept is None else kept
        pos, end, _, count, _ = start.state
        there, rest = divmod(end - pos, dtype.itemsize)
        if rest if count < 0 else count > there:
            explain(self.kind.load(), file.read(0, file.size), self.path, self._scan(native=False))
        found = Cuts.every(size, there if count < 0 else count).rows
        return Cuts(found, pos + found * dtype.itemsize, found)

    def _scanned(self, file: File, start: Start, rows: int) -> Cuts:
        """Where a scan stands after so many rows."""
        scan = self._scan(native=file.size > SMALL)
        data = file.around(0, file.size)
        found = [(0, start.state[0], 0)]
        run = Run(scan, data, rows, start, reuses=True)
        try:
            for rows_there in run.steps():
                expect_all(data)
                done = found[-1][0] + rows_there
                found.append((done, int(run.state[0]), int(run.state[2])))
        except StoppedError:
            explain(self.kind.load(), data, self.path, scan)
        return Cuts(*np.array(found, np.int64).T)

    def _scan(self, *, native: bool) -> Loaded:
        kind = self.kind.load()
        return loaded(kind, self.path, wide=self.wide, native=native, raw=self.raw)

    @property
    def _spec(self) -> s.Spec:
        return type_and_spec(self.kind.load())[1]


@lru_cache(maxsize=64)
def _start(reader: RecordRows, file: File) -> Start:
    """Where the list of a file begins; of one behind a URL as much is fetched as that takes.

    Raises:
        FormatError: the file is wrong before the list.
    """
    file.expect_same()
    scan = reader._scan(native=False)  # noqa: SLF001  # of this module
    known = file.size if not file.is_remote else min(HEAD, file.size)
    while True:
        data = file.around(0, known)
        try:
            found = start_of(scan, data)
            if found.state[0] <= known:
                return found
        except StoppedError:
            if known == file.size:
                explain(reader.kind.load(), data, reader.path, scan)
        known = min(known * 16, file.size)
