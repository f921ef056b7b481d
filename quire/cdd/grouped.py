"""Reading several arrays with the same rows from one store: prices and sizes, books and times.

A group is one chunk of every array, in the order of their names, which stand in the user's
metadata. `quire.cdd.grouped_writer` writes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Never

from quire.cdd.chunks import ChunkInfo
from quire.cdd.metadata import KEY, Names, checked, object_in, unpack_names
from quire.cdd.reader import DataReader
from quire.cdd.rows import Rows
from quire.cdd.storage import Array, StorageBackend
from quire.opened import Closing
from quire.progress import Progress
from quire.runtime import FormatError
from quire.sources import Given
from quire.storage.failing import if_it_fails

Group = dict[str, Array]


class GroupedReader(Closing, Mapping[str, Rows]):
    """A store of grouped arrays that is read: a mapping from their names to their rows.

    `reader["price"]` has the rows of one array, `reader.rows` those of all of them, and
    `iter_groups` the groups as they were appended. A copy of a reader, or what another process gets
    that is sent one, opens the same path anew.

    Args:
        target: What `quire.open` takes, a backend, or a reader (which are left open on closing).
        verify_hashes: As for `DataReader`.
        names: Of a store that does not tell them, as those of cryptodd-arrays; in the order in
            which the arrays of a group were written.
        storage_options: As of `quire.open`.

    Attributes:
        layout: Name of the layout.
        names: Of the arrays, in the order of their chunks.
        user_metadata: What the user stored beside the names; {} if that is no JSON object.

    Raises:
        FormatError: it is no CDD file, is damaged, or has no names. So do methods that meet damage,
            chunks that do not fit together, or have other rows than the first array.
        ValueError: `names` are not those of the store; or there is no group yet to tell of rows.
        OSError: it cannot be read.
        IndexError: methods only: there is no such group.
        KeyError: methods only: there is no such array.
    """

    names: Names
    user_metadata: dict[str, Any]

    def __init__(
        self,
        target: Given | StorageBackend | DataReader,
        verify_hashes: bool = True,  # noqa: FBT001, FBT002  # as for `DataReader`
        *,
        names: Sequence[str] | None = None,
        storage_options: Mapping[str, Any] | None = None,
    ) -> None:
        self._given = None if names is None else checked(names)
        self._owned = not isinstance(target, DataReader)
        self._reader = (
            target
            if isinstance(target, DataReader)
            else DataReader(target, verify_hashes, storage_options=storage_options)
        )
        with if_it_fails(self.close):
            self._take()

    def _take(self) -> None:
        self.layout = self._reader.layout
        self.names, self.user_metadata = self._told()
        self._views: dict[str, Rows] = {}

    def _told(self) -> tuple[Names, dict[str, Any]]:
        """The names, from the store if it tells them, and what else is in its metadata."""
        data = self._reader.user_metadata
        try:
            names, rest = unpack_names(data, self.layout)
        except FormatError:
            if self._given is None:
                raise
            return self._given, object_in(data)
        if self._given not in {None, names}:
            raise ValueError(f"names: the store has {names}, found {self._given}")
        return names, rest

    # -- what is there ---------------------------------------------------------------------

    @property
    def num_groups(self) -> int:
        """Number of groups; one that is not complete does not count."""
        return self._reader.num_chunks // len(self.names)

    @property
    def unfinished(self) -> FormatError | None:
        """What was found of an append that was cut off, or of a group that is not complete."""
        count, size = self._reader.num_chunks, len(self.names)
        if self._reader.unfinished is None and count % size:
            expected = f"a multiple of {size}, as there are {size} names"
            return FormatError("chunks", expected, count, format=self.layout)
        return self._reader.unfinished

    @property
    def num_rows(self) -> int:
        """Number of rows, which each array has."""
        return len(self[self.names[0]]) if self.num_groups else 0

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __contains__(self, name: object) -> bool:
        return name in self.names

    # Readers are equal to themselves: to compare arrays is the caller's, who knows what is equal.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"<GroupedReader: {', '.join(self.names)} in {self.num_groups} groups>"

    # -- reading ---------------------------------------------------------------------------

    def __getitem__(self, name: str) -> Rows:
        """The rows of one array."""
        if name not in self._views:
            if name not in self.names:
                raise KeyError(f"expected one of {', '.join(self.names)}, found {name!r}")
            chunks = self._chunks[self.names.index(name) :: len(self.names)]
            self._reader.chunk_infos([*chunks, *self._chunks[:: len(self.names)]])  # read together
            for number in chunks:
                self._fitting(number)
            self._views[name] = self._reader.select(chunks)
        return self._views[name]

    @property
    def rows(self) -> GroupedRows:
        """The rows of all arrays: `rows[a:b]` is a dict of arrays."""
        self._reader.chunk_infos(self._chunks)
        return GroupedRows({name: self[name] for name in self.names})

    def group_info(self, i: int) -> dict[str, ChunkInfo]:
        """What is known of the arrays of a group without decoding them.

        Args:
            i: Its number; negative ones count from the end.
        """
        number = i + self.num_groups if i < 0 else i
        if not 0 <= number < self.num_groups:
            raise IndexError(f"expected a group from 0 to {self.num_groups - 1}, found {i}")
        chunks = self._chunks[number * len(self.names) :][: len(self.names)]
        self._reader.chunk_infos(chunks)
        return {name: self._fitting(chunk) for name, chunk in zip(self.names, chunks, strict=True)}

    def get_group(self, i: int) -> Group:
        """The arrays of a group."""
        numbers = [info.index for info in self.group_info(i).values()]
        return dict(zip(self.names, self._reader.get_chunks(numbers), strict=True))

    def iter_groups(self) -> Iterator[Group]:
        """The groups, one after another, each as a dict of arrays."""
        return (self.get_group(i) for i in range(self.num_groups))

    def refresh(self) -> None:
        """See what a writer has committed since."""
        self._reader.refresh()
        self._take()

    def verify(self, workers: int | None = None, *, progress: Progress = None) -> list[str]:
        """Check every digest, offset and shape, and that the arrays of each group fit.

        Args:
            workers: As of `DataReader.verify`, and so is `progress`.
            progress: As there.

        Returns:
            What is odd, but does no harm.
        """
        notes = self._reader.verify(workers, progress=progress)
        for number in self._chunks:
            self._fitting(number)
        left = self._reader.num_chunks - len(self._chunks)
        return notes + ([f"{left} chunks at the end are no whole group"] if left else [])

    @property
    def _chunks(self) -> range:
        """Those of all groups that are complete."""
        return range(self.num_groups * len(self.names))

    def _fitting(self, number: int) -> ChunkInfo:
        """A chunk, if it fits those of its array, and the first one of its group."""
        column = number % len(self.names)
        found, array, first = map(self._reader.chunk_info, (number, column, number - column))
        if not found.shape or found.shape[1:] != array.shape[1:] or found.dtype != array.dtype:
            expected = f"{array.dtype} {('rows', *array.shape[1:])} as in chunks[{column}]"
        elif found.shape[:1] != first.shape[:1]:
            expected = f"as many rows as in chunks[{first.index}], {first.shape}"
        else:
            return found
        path, has = f"chunks[{number}]", f"{found.dtype} {found.shape}"
        raise FormatError(path, expected, has, offset=found.offset, format=self.layout)

    def close(self) -> None:
        """Let go of the file; arrays that were read stay."""
        if self._owned:
            self._reader.close()

    def __reduce__(self) -> tuple[Any, ...]:
        anew = partial(type(self), names=self._given)
        return anew, (self._reader,), {"_owned": self._owned}


class GroupedRows:
    """The rows of grouped arrays.

    Its length is their number, iterating gives one row of each array after another, and it takes as
    an index whatever numpy takes of each array. Several arrays are no array: `numpy.asarray` takes
    those of one name.

    Args:
        views: Those of each array.
    """

    def __init__(self, views: Mapping[str, Rows]) -> None:
        self._views = views

    def __len__(self) -> int:
        return len(next(iter(self._views.values())))

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for rows in zip(*self._views.values(), strict=True):
            yield dict(zip(self._views, rows, strict=True))

    def __array__(self, dtype: object = None, copy: object = None) -> Never:
        raise TypeError("these are the rows of several arrays: `reader[name]` is one of them")

    def __getitem__(self, wanted: Any) -> dict[str, Any]:
        return {name: view[wanted] for name, view in self._views.items()}

    def select(self, names: Sequence[str]) -> GroupedRows:
        """The rows of some arrays alone; a KeyError if there is no such array."""
        return GroupedRows({name: self._views[name] for name in names})


def groups_of(reader: DataReader) -> GroupedReader | None:
    """The groups of a store that tells the names of grouped arrays; None of any other."""
    return GroupedReader(reader) if KEY in object_in(reader.user_metadata) else None
