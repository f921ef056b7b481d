"""A dataset: the parts of one file or of many, which engines read apart."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any, overload

import numpy as np

from quire.columns.tables.arrow import batches_of
from quire.columns.tables.table import Table
from quire.datasets.choosing import Wanted, may_have, may_have_in_order
from quire.datasets.cuts import Cuts
from quire.datasets.files import File
from quire.datasets.part import VALUE, Array, Part, Reader, as_table
from quire.kernels.engine.given import expect_list


@dataclass(frozen=True, slots=True, eq=False)
class Dataset:
    """Rows of files that are read in parts; nothing is decoded before a part is.

    It is a stream of Arrow's, as often as somebody asks: `pyarrow.table(dataset)`, and duckdb finds
    it by the name of its variable.

    Attributes:
        files: The files, in order.
        cuts: Where their parts begin.
        reader: How they are read.
        columns: Those that are wanted; None for all.
    """

    files: tuple[File, ...]
    cuts: tuple[Cuts, ...]
    reader: Reader
    columns: tuple[str, ...] | None = None

    @property
    def parts(self) -> Parts:
        """The parts, each of which is made when somebody asks for it."""
        return Parts(self)

    def __len__(self) -> int:
        """Rows in all."""
        return sum(each.count for each in self.cuts)

    @property
    def schema(self) -> Array | Table:
        """No rows: an array (0, …), whose shape and dtype tell, or a table of no rows."""
        found = self.reader.empty(self.files[0])
        if isinstance(found, Table) and self.columns is not None:
            return found.select(self.columns)
        return found

    @property
    def is_array(self) -> bool:
        """Whether its rows are those of an array."""
        return not isinstance(self.schema, Table)

    @property
    def names(self) -> tuple[str, ...]:
        """The columns; `value` of an array."""
        found = self.schema
        return found.names if isinstance(found, Table) else (VALUE,)

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the array.

        Raises:
            TypeError: it has columns.
        """
        return (len(self), *self._array().shape[1:])

    @property
    def dtype(self) -> np.dtype[Any]:
        """Dtype of the array.

        Raises:
            TypeError: it has columns.
        """
        return self._array().dtype

    def _array(self) -> Array:
        found = self.schema
        if isinstance(found, Table):
            names = ", ".join(found.names)
            raise TypeError(f"expected the rows of an array, found columns: {names}")
        return found

    def select(self, columns: Sequence[str]) -> Dataset:
        """The same rows with some columns only.

        Raises:
            KeyError: there is no such column.
        """
        if columns is not None:
            expect_list(columns, "columns", "names")
        for name in columns:
            if name not in self.names:
                known = ", ".join(self.names)
                raise KeyError(f"no column {name!r}; there are {known}")
        return self if self.is_array else replace(self, columns=tuple(columns))

    def between(self, name: str, low: Any, high: Any, *, ascending: bool = False) -> Dataset:
        """The parts that may have rows with low <= value <= high; they have other rows, too.

        CVC stores the range of a chunk's codes: what lies beyond it is not read. All else stays, as
        nothing is known of it.

        Args:
            name: The column; `value` of an array, of which any number in a row counts.
            low: The least value.
            high: The greatest.
            ascending: Whether the column ascends, as times do: a few first rows are read to find
                where the parts begin and end. Of rows of several values the first one counts.

        Raises:
            KeyError: there is no such column.
            FormatError: a row that is read is damaged.
        """
        if name not in self.names:
            raise KeyError(f"no column {name!r}; there are {', '.join(self.names)}")
        files: list[File] = []
        cuts: list[Cuts] = []
        choose = may_have_in_order if ascending else may_have
        for file, each in zip(self.files, self.cuts, strict=True):
            runs = each.runs(choose(self.reader, file, each, Wanted(name, low, high)))
            files += [file] * len(runs)
            cuts += runs
        if not cuts:
            files, cuts = [self.files[0]], [Cuts.at([0, 0])]
        return replace(self, files=tuple(files), cuts=tuple(cuts))

    def __iter__(self) -> Iterator[Any]:
        """What each part reads, in order."""
        return (part.read() for part in self.parts)

    def __repr__(self) -> str:
        files = self.files[0].name if len(self.files) == 1 else f"{len(self.files)} files"
        return f"<Dataset {files}: {len(self)} rows in {len(self.parts)} parts>"

    # -- Arrow -----------------------------------------------------------------------------

    def __arrow_c_schema__(self) -> object:
        """What the columns are, to Arrow."""
        return as_table(self.schema).__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows as Arrow has them, part by part, each read when its turn comes."""
        stream: object = self.batches().__arrow_c_stream__(requested_schema)
        return stream

    def batches(self) -> Any:
        """The rows as a pyarrow.RecordBatchReader: a batch for each part.

        Raises:
            BackendUnavailable: pyarrow is not installed.
        """
        return batches_of(as_table(self.schema), (part.table() for part in self.parts))


class Parts(Sequence[Part]):
    """The parts of a dataset; only what is asked for is made."""

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        self._firsts = list(accumulate(map(len, dataset.cuts), initial=0))

    def __len__(self) -> int:
        return self._firsts[-1]

    @overload
    def __getitem__(self, index: int) -> Part: ...
    @overload
    def __getitem__(self, index: slice) -> list[Part]: ...
    def __getitem__(self, index: int | slice) -> Part | list[Part]:
        numbers = range(len(self))[index]
        if isinstance(numbers, range):
            return [self[i] for i in numbers]
        file = bisect_right(self._firsts, numbers) - 1
        data = self._dataset
        place = data.cuts[file].place(numbers - self._firsts[file])
        return Part(data.files[file], place, data.reader, data.columns)
