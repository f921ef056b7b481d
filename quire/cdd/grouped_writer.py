"""Writing several arrays with the same rows to one store; see `quire.cdd.grouped`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from reprlib import repr as short
from types import TracebackType
from typing import Any, Literal, Self

import numpy as np
import numpy.typing as npt

from quire.cdd.grouped import GroupedReader
from quire.cdd.layouts import LAYOUTS, IndexCodec
from quire.cdd.names import Names, checked, pack_names
from quire.cdd.storage import StorageBackend
from quire.cdd.tail import Durability
from quire.cdd.types import TYPES
from quire.cdd.writer import TARGET_BYTES, DataWriter
from quire.kernels.dispatch import expect
from quire.runtime import EncodingError

Array = npt.NDArray[Any]
Kind = tuple[np.dtype[Any], tuple[int, ...]]
"""Dtype, and shape of a row."""


class GroupedWriter:
    """A store that groups of arrays are appended to; one writer at a time.

    Whatever interrupts an append, every group that was committed stays readable, no reader sees a
    part of a group, and the next writer goes on from there.

    Args:
        target: A path, which is created if it does not exist, or a backend.
        names: Of the arrays, in the order of their chunks: 1 to 1000, and no more than an index
            block has room for. Of a store that exists, None or those which it has.
        layout: As for `DataWriter`.
        capacity: As there.
        user_metadata: A dict of what JSON can hold, of a new store; not the key `groups`.
        types: How to store each array (`quire.cdd.types.TYPES`); "auto" where nothing is said.
        index_codec: As for `DataWriter`.
        durability: As there.

    Attributes:
        names: Of the arrays.

    Raises:
        StoreLocked: another writer has it open.
        FormatError: it exists, and is damaged, or no store of grouped arrays; or its last group is
            not complete, which this writer never leaves behind.
        ValueError: the names, the types or the metadata are impossible; or names, capacity or
            layout are not those of the store.
        OSError: it cannot be opened or written.
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
            with GroupedReader(target) as reader:
                names = reader.names
        self.names: Names = checked(names)
        self._types = _types(self.names, types or {})
        if capacity is not None:
            _expect_room(len(names), capacity, layout or "cdd")
        self._store = DataWriter(
            target,
            layout=layout,
            capacity=capacity,
            user_metadata=pack_names(names, user_metadata or {}),
            index_codec=index_codec,
            durability=durability,
        )
        try:
            self._kinds = self._stored_kinds()
        except BaseException:
            self.close()
            raise

    def _stored_kinds(self) -> list[Kind]:
        """What the arrays of the store are; nothing, if it has no group yet."""
        reader = GroupedReader(self._store.reader())
        if reader.names != self.names:
            raise ValueError(f"names: the store has {reader.names}, found {self.names}")
        if reader.unfinished is not None:
            raise reader.unfinished
        if not reader.num_groups:
            return []
        return [(info.dtype, info.shape[1:]) for info in reader.group_info(0).values()]

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
            EncodingError: an array cannot be stored so; the groups before stay.
            ValueError: the arrays are not those of the store, or do not fit together; or the writer
                failed before, and has to be opened again.
            OSError: they cannot be written; all that was committed before still is.
        """
        whole = self._aligned(arrays)
        rows, largest = len(whole[0]), max(array.nbytes for array in whole)
        step = max(1, target_bytes * rows // max(1, largest))
        expect(sum(array.nbytes for array in whole))
        groups = (
            [array[start : start + step] for array in whole]
            for start in range(0, max(rows, 1), step)
        )
        first = self.num_groups
        try:
            self._store.append_groups(groups, self._types, level, workers=workers)
        finally:
            if self.num_groups:
                self._kinds = [_kind(array) for array in whole]
        return range(first, self.num_groups)

    def _aligned(self, arrays: Mapping[str, npt.ArrayLike]) -> list[Array]:
        """The arrays in the order of their names, if they fit together and to those before."""
        if set(arrays) != set(self.names):
            raise ValueError(f"arrays: expected {short(self.names)}, found {short(tuple(arrays))}")
        whole = [np.asarray(arrays[name]) for name in self.names]
        for name, array in zip(self.names, whole, strict=True):
            if not array.ndim:
                raise EncodingError(f"{name}: expected an array with rows, found one without axes")
            if len(array) != len(whole[0]):
                expected = f"{len(whole[0])} rows as of {self.names[0]}"
                raise ValueError(f"{name}: expected {expected}, found {len(array)}")
        for name, array, (dtype, row) in zip(self.names, whole, self._kinds, strict=False):
            if _kind(array) != (dtype, row):
                expected = f"{dtype} {('rows', *row)} as in the groups before"
                raise EncodingError(
                    f"{name}: expected {expected}, found {array.dtype} {array.shape}"
                )
        return whole

    def close(self) -> None:
        """Let go of the store; everything that was appended is committed already."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _types(names: Names, types: Mapping[str, str]) -> list[str]:
    """The type of each array, in order."""
    known = {"auto": None, **TYPES["cdd"], **TYPES["cryptodd"]}
    for name, kind in types.items():
        if name not in names:
            raise ValueError(f"types: expected {short(names)}, found {name!r}")
        if kind not in known:
            raise ValueError(f"types: {name}: expected {', '.join(known)}, found {kind!r}")
    return [types.get(name, "auto") for name in names]


def _expect_room(names: int, capacity: int, layout: str) -> None:
    if layout in LAYOUTS and names > capacity - LAYOUTS[layout].pointers:
        least = names + LAYOUTS[layout].pointers
        raise ValueError(f"capacity: expected at least {least} for {names} names, found {capacity}")


def _kind(array: Array) -> Kind:
    return array.dtype.newbyteorder("="), array.shape[1:]
