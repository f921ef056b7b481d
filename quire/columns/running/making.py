"""Tables of what a scan has found; texts are looked at, all at once."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np

from quire.columns.running.scanning import Array, Filled
from quire.columns.scan import layout as c
from quire.columns.scan.stored import CHECKED
from quire.columns.tables.table import Lists, Pieces, Table, Union, unpacked
from quire.runtime import structure as s
from quire.runtime.lists.columnar import StoppedError

UP = "_parent"
"""The column that says which row holds each, -1 for none, of records that hold such records."""

_VIEWED = {"u8": "u8", "f4": "f4", "f8": "f8", "bool": "bool"}
"""What numbers are that were stored as others of their size."""


class Making:
    """Makes columns of arrays.

    Args:
        filled: The arrays.
        spec: Has the enums.
    """

    def __init__(self, filled: Filled, spec: s.Spec) -> None:
        self._arrays, self._counts, self._spec = filled.arrays, filled.counts, spec
        self._has_rest = filled.has_rest

    def table(self, layout: c.Layout) -> Table:
        """The table; of values that are no records, the column `value`.

        Raises:
            StoppedError: a text is none in its encoding.
        """
        top = self.column(layout.top)
        if not isinstance(top, Table):
            enums = self._enums({"value": layout.top})
            top = Table({"value": top}, self._counts[0], enums=enums)
        top.has_rest = self._has_rest
        return top

    def column(self, of: c.Column) -> Any:
        """A column."""
        bits = None if of.valid is None else self._arrays[of.valid.number]
        if isinstance(of, c.Numbers):
            return self._numbers(of, bits)
        if isinstance(of, c.Pieces):
            return self._pieces(of, bits)
        if isinstance(of, c.Lists):
            return Lists(self._arrays[of.offsets.number], self.column(of.element), bits)
        if isinstance(of, c.Union):
            cases = {name: self.column(case.column) for name, case in of.cases if case.column}
            tags, places = self._arrays[of.tags.number], self._arrays[of.places.number]
            return Union(tags, places, cases, has_none=len(cases) < len(of.cases))
        if isinstance(of, c.Below):
            message = "rows below are rows of the table"
            raise TypeError(message)
        fields = {name: each for name, each in of.fields if not isinstance(each, c.Below)}
        columns = {name: self.column(each) for name, each in fields.items()}
        if of.up is not None:
            columns = {UP: self._arrays[of.up.number], **columns}
        return Table(columns, self._counts[of.counter], bits, self._enums(fields))

    def _enums(self, columns: Mapping[str, c.Column]) -> dict[str, dict[int, str]]:
        """The labels of the numbers in columns of enums."""
        return {
            name: {member.value: member.id for member in self._spec.enum(column.enum).members}
            for name, column in columns.items()
            if isinstance(column, c.Numbers) and column.enum
        }

    def _numbers(self, of: c.Numbers, bits: Array | None) -> Array:
        found = self._arrays[of.cells.number]
        found = found.view(_VIEWED.get(of.dtype, found.dtype))
        there = unpacked(bits, len(found))
        if there is None:
            return found
        masked: Array = np.ma.MaskedArray(found, ~there)
        return masked

    def _pieces(self, of: c.Pieces, bits: Array | None) -> Pieces:
        offsets, data = self._arrays[of.offsets.number], self._arrays[of.data.number]
        if of.encoding in CHECKED:
            expect_texts(offsets, data, of.encoding)
        elif of.encoding:
            offsets, data = _recoded(offsets, data, of.encoding)
        return Pieces(offsets, data, bits, is_text=bool(of.encoding))


def expect_texts(offsets: Array, data: Array, encoding: str) -> None:
    """Make sure that all texts are such: all together are, and each begins where one may."""
    if not _has_high(data):
        return
    if encoding == "ascii":
        raise StoppedError
    try:
        data.tobytes().decode()
    except UnicodeDecodeError:
        raise StoppedError from None
    begins = data[offsets[:-1][offsets[:-1] < len(data)]]
    if ((begins & 0xC0) == 0x80).any():
        raise StoppedError


def _has_high(data: Array) -> bool:
    """Whether a byte is none of ASCII, found eight at a time."""
    whole = len(data) // 8 * 8
    words = np.bitwise_or.reduce(data[:whole].view(np.uint64), initial=0)
    rest = np.bitwise_or.reduce(data[whole:], initial=0)
    return bool(int(words) & 0x8080808080808080 or int(rest) & 0x80)


def _recoded(offsets: Array, data: Array, encoding: str) -> tuple[Array, Array]:
    """Texts of another encoding in UTF-8, made one by one."""
    try:
        stored = data.tobytes()
        texts = [stored[a:b].decode(encoding).encode() for a, b in pairwise(offsets.tolist())]
    except UnicodeError:
        raise StoppedError from None
    ends = np.zeros(len(offsets), offsets.dtype)
    np.cumsum([len(text) for text in texts], out=ends[1:])
    return ends, np.frombuffer(b"".join(texts), np.uint8)
