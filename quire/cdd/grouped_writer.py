"""Writing several arrays with the same rows to one store; see `quire.cdd.grouped`."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from reprlib import repr as short
from typing import Any, Literal, Never

import numpy.typing as npt

from quire.cdd.chunks import Kind
from quire.cdd.grouped import GroupedReader
from quire.cdd.layouts import LAYOUTS, IndexCodec
from quire.cdd.metadata import Names, checked, pack_names
from quire.cdd.storage import Array, StorageBackend
from quire.cdd.tail import Durability, Turns
from quire.cdd.types import TYPES
from quire.cdd.writer import TARGET_BYTES, DataWriter, cut
from quire.kernels.engine.dispatch import expect
from quire.kernels.engine.given import as_array, expect_a, expect_one_of, whole_number
from quire.opened import Closing
from quire.runtime import EncodingError
from quire.storage.failing import if_it_fails


class GroupedWriter(Closing):
    """A store that groups of arrays are appended to; one writer at a time.

    Whatever interrupts an append, every group that was committed stays readable, no reader sees a
    part of a group, and the next writer goes on from there.

    Args:
        target: A path, which is created if it does not exist, or a backend.
        names: Of the arrays, in the order of their chunks: 1 to 1000, and no more than an index
            block has room for. Of a store that exists, None or those which it has.
        layout: As for `DataWriter`.
        capacity: As there.
        user_metadata: A dict of what JSON can hold, without the key `groups`; of a store that
            exists, None or those which it has.
        types: How to store each array (`quire.cdd.types.TYPES`); "auto" where nothing is said.
        index_codec: As for `DataWriter`.
        durability: As there.

    Attributes:
        names: Of the arrays.

    Raises:
        StoreLocked: another writer has it open.
        FormatError: it exists, and is damaged, or no store of grouped arrays; or its last group is
            not complete, which this writer never leaves behind.
        ValueError: the names, the types or the metadata are impossible; or they, capacity or
            layout are not those of the store.
        OSError: it cannot be opened or written; or there is no store yet, and no names.
    """

    def __init__(
        self,
        target: str | os.PathLike[str] | StorageBackend,
        names: Sequence[str] | None = None,
        *,
        layout: Literal["cdd", "cryptodd"] | None = None,
        capacity: int | None = None,
        user_metadata: Mapping[str, Any] | None = None,
        types: Mapping[str, str] | None = None,
        index_codec: IndexCodec = "raw",
        durability: Durability = "ordered",
    ) -> None:
        if names is None:
            names = _names_in(target)
        self.names: Names = checked(names)
        if types is not None:
            expect_a(Mapping, types, "types")
        self._types = _types(self.names, types or {})
        if capacity is not None:
            _expect_room(len(names), capacity, layout or "cdd")
        self._store = _Store(
            target,
            layout=layout,
            capacity=capacity,
            user_metadata=pack_names(self.names, user_metadata or {}),
            index_codec=index_codec,
            durability=durability,
        )
        with if_it_fails(self.close):
            self._turns = Turns(self._store.name)
            self._kinds = self._stored_kinds(user_metadata)

    def _stored_kinds(self, user_metadata: Mapping[str, Any] | None) -> list[Kind]:
        """What the arrays of the store are; nothing, if it has no group yet."""
        reader = GroupedReader(self._store.reader())
        if reader.names != self.names:
            raise ValueError(f"names: the store has {reader.names}, found {self.names}")
        asked = None if user_metadata is None else json.loads(json.dumps(dict(user_metadata)))
        if asked not in (None, reader.user_metadata):
            has, found = short(reader.user_metadata), short(user_metadata)
            raise ValueError(f"user_metadata: the store has {has}, found {found}: leave them out")
        if reader.unfinished is not None:
            raise reader.unfinished
        if not reader.num_groups:
            return []
        return [Kind.of(info) for info in reader.group_info(0).values()]

    # -- what there is ---------------------------------------------------------------------

    @property
    def layout(self) -> str:
        """Name of the layout."""
        return self._store.layout

    @property
    def num_groups(self) -> int:
        """Number of groups that are committed."""
        return self._store.num_chunks // len(self.names)

    # -- appending -------------------------------------------------------------------------

    def append(
        self,
        arrays: Mapping[str, npt.ArrayLike],
        level: int | None = None,
        *,
        target_bytes: int = TARGET_BYTES,
        workers: int | None = None,
    ) -> range:
        """Append rows to all arrays, cut into groups, which are encoded on several threads.

        Args:
            arrays: One of each name, with the same number of rows; dtype and shape of a row are
                those of the groups before.
            level: Of zstd, as for `DataWriter.append_chunk`.
            target_bytes: Decoded bytes of the largest chunk of a group, about; at least one row.
            workers: Threads; None for the processors there are.

        Returns:
            The numbers of the groups.

        Raises:
            ValueError: the arrays are not those of the store, or do not fit together; or
                `target_bytes` is below 1.
            EncodingError, TypeError, ValueError, OSError: as of `DataWriter`.
        """
        whole_number(target_bytes, "target_bytes", least=1)
        with self._turns.take():
            whole, first = self._aligned(arrays), self.num_groups
            largest = max(array.nbytes for array in whole)
            step = max(1, target_bytes * len(whole[0]) // max(1, largest))
            expect(sum(array.nbytes for array in whole))
            groups = zip(*(cut(array, step) for array in whole), strict=True)
            try:
                self._store.append_groups(groups, self._types, level, workers=workers)
            finally:
                if self.num_groups:
                    self._kinds = [Kind.of(array) for array in whole]
            return range(first, self.num_groups)

    def _aligned(self, arrays: Mapping[str, npt.ArrayLike]) -> list[Array]:
        """The arrays in the order of their names, if they fit together and to those before."""
        if not isinstance(arrays, Mapping):
            expected = "a mapping from names to arrays"
            raise TypeError(f"arrays: expected {expected}, found {type(arrays).__name__}")
        if set(arrays) != set(self.names):
            raise ValueError(f"arrays: expected {short(self.names)}, found {short(tuple(arrays))}")
        whole = [as_array(arrays[name], name) for name in self.names]
        for name, array in zip(self.names, whole, strict=True):
            if not array.ndim:
                raise EncodingError(
                    f"{name}: expected an array with rows, found one without an axis"
                )
            if len(array) != len(whole[0]):
                expected = f"{len(whole[0])} rows as of {self.names[0]}"
                raise ValueError(f"{name}: expected {expected}, found {len(array)}")
        for name, array, kind in zip(self.names, whole, self._kinds, strict=False):
            if not kind.takes(Kind.of(array)):
                found = f"{array.dtype} {array.shape}"
                raise EncodingError(
                    f"{name}: expected {kind} as in the groups before, found {found}"
                )
        return whole

    def close(self) -> None:
        """Let go of the store, once appends that are under way are done.

        Everything that was appended is committed already.
        """
        self._store.close()

    def __reduce__(self) -> Never:
        self._store.__reduce__()


class _Store(DataWriter):
    def _expect_metadata(self, asked: bytes) -> None:
        """They are compared as JSON, which can be written in several ways."""


def _names_in(target: str | os.PathLike[str] | StorageBackend) -> Names:
    try:
        with GroupedReader(target) as reader:
            return reader.names
    except FileNotFoundError as error:
        advice = "No such store; give the names of its arrays (names=) to make one"
        raise FileNotFoundError(error.errno, advice, error.filename) from None


def _types(names: Names, types: Mapping[str, str]) -> list[str]:
    """The type of each array, in order."""
    known = dict.fromkeys(("auto", *TYPES["cdd"], *TYPES["cryptodd"]))
    for name, kind in types.items():
        if name not in names:
            raise ValueError(f"types: expected {short(names)}, found {name!r}")
        expect_one_of(kind, known, f"types: {name}")
    return [types.get(name, "auto") for name in names]


def _expect_room(names: int, capacity: int, layout: str) -> None:
    whole_number(capacity, "capacity")
    if layout in LAYOUTS and names > capacity - LAYOUTS[layout].pointers:
        least = names + LAYOUTS[layout].pointers
        raise ValueError(f"capacity: expected at least {least} for {names} names, found {capacity}")
