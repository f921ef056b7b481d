# Made by `quire gen` 0 from spec.ksy (sha256 9b990fe97b17). Do not edit.
"""belonging."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import (
    Bytes,
    FieldsPart,
    ListPart,
    Parts,
    Struct,
    Writer,
    copied,
    instance,
    quick,
)
from quire.runtime.direct import new, unpack_u1, unpack_u2le

__all__ = ["Belonging"]


class Belonging(Struct):
    """Type `belonging`."""

    __slots__ = ("_start", "_end", "_stop", "num_rows", "rows", "adopted", "orphan")

    _root: Belonging
    num_rows: int
    rows: list[Belonging.Row]
    adopted: Belonging.Leaf
    orphan: Belonging.Stray

    _is_top: ClassVar[bool] = True
    _places: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("num_rows",)
    _PARTS: ClassVar[Parts] = (
        FieldsPart("_read_part_0"),
        ListPart("rows", "counted", ("rows",), 1, None),
        FieldsPart("_read_part_2"),
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            num_rows: int
            rows: Required[Iterable[Belonging.Row | Belonging.Row._Fields]]
            adopted: Required[Belonging.Leaf | Belonging.Leaf._Fields]
            orphan: Required[Belonging.Stray | Belonging.Stray._Fields]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "num_rows", pos)
        self.num_rows = unpack_u1(buf, pos)[0]
        pos = stop
        count = self.num_rows
        if not 0 <= count * 1 <= end - pos:
            count = self._io_at(pos).count(count, "rows", 1)
        self.rows = []
        type_rows = Belonging.Row
        for _ in range(count):
            child = new(type_rows)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.rows.append(child)
        self.adopted = child = new(Belonging.Leaf)
        child._parent, child._root = self.rows[0], self._root
        child._holder = child._outer = self
        pos = child._read_at(buf, pos, end)
        self.orphan = child = new(Belonging.Stray)
        child._parent, child._root = None, self._root
        child._holder = child._outer = self
        pos = child._read_at(buf, pos, end)
        return pos

    def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "num_rows", pos)
        self.num_rows = unpack_u1(buf, pos)[0]
        return stop

    def _count_rows(self, buf: Bytes, pos: int, end: int) -> int:
        io = self._io_at(pos)
        count = io.count(self.num_rows, "rows", 1)
        return count

    def _element_rows(self, buf: Bytes, pos: int, end: int, i: int) -> int:
        child = new(Belonging.Row)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        self.rows.append(child)
        return pos

    def _read_part_2(self, buf: Bytes, pos: int, end: int) -> int:
        self.adopted = child = new(Belonging.Leaf)
        child._parent, child._root = self.rows[0], self._root
        child._holder = child._outer = self
        pos = child._read_at(buf, pos, end)
        self.orphan = child = new(Belonging.Stray)
        child._parent, child._root = None, self._root
        child._holder = child._outer = self
        pos = child._read_at(buf, pos, end)
        return pos

    def _derive(self) -> None:
        self._make("adopted", Belonging.Leaf)
        self._make("orphan", Belonging.Stray)
        self._set_derived("num_rows", len(self.rows), "rows")
        for row in self.rows:
            self._derive_child("rows", row)
        self._derive_child("adopted", self.adopted, parent=self.rows[0])

    def _write__seq(self, io: Writer) -> None:
        io.u1(self.num_rows, "num_rows")
        for row in self.rows:
            self._write_child(io, "rows", row, Belonging.Row)
        self._write_child(io, "adopted", self.adopted, Belonging.Leaf, parent=self.rows[0])
        self._write_child(io, "orphan", self.orphan, Belonging.Stray, parent=None)

    @quick
    def size_of_stray(self) -> int:
        """Instance `size_of_stray`."""
        return 2 + 2 + 16

    def __str__(self) -> str:
        return "".join(("belonging of ", str(self.num_rows), " rows"))

    class Row(Struct):
        """Type `row`."""

        __slots__ = ("width", "leaf")

        _root: Belonging
        _parent: Belonging
        width: int
        leaf: Belonging.Leaf

        _places: ClassVar[bool] = True
        _derived: ClassVar[tuple[str, ...]] = ("width",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                width: int
                leaf: Required[Belonging.Leaf | Belonging.Leaf._Fields]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "width", pos)
            self.width = unpack_u1(buf, pos)[0]
            pos = stop
            self.leaf = child = new(Belonging.Leaf)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            return pos

        def _derive(self) -> None:
            self._make("leaf", Belonging.Leaf)
            self._derive_child("leaf", self.leaf)

        def _write__seq(self, io: Writer) -> None:
            io.u1(self.width, "width")
            self._write_child(io, "leaf", self.leaf, Belonging.Leaf)

    class Leaf(Struct):
        """Type `leaf`."""

        __slots__ = ("data",)

        _root: Belonging
        _parent: Belonging.Row
        data: bytes

        _placed: ClassVar[tuple[str, ...]] = ("first_of_all",)
        _places: ClassVar[bool] = True
        _looks_up: ClassVar[tuple[str, ...]] = ("_parent", "_parent.width", "_root._io")
        _fields_look_up: ClassVar[tuple[str, ...]] = ("_parent", "_parent.width")
        _goes_by_place: ClassVar[bool] = True

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                data: Required[bytes]
                first_of_all: int

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + self._parent.width
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "data", pos)
            self.data = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            return stop

        def _derive(self) -> None:
            self._set_derived("width", len(self.data), "data", holder=self._parent)

        def _write__seq(self, io: Writer) -> None:
            io.put_sized(self.data, self._parent.width, "data")
            self._place(io, "first_of_all", self._beside_first_of_all)

        @instance
        def first_of_all(self) -> int:
            """Instance `first_of_all`."""
            value: int = unpack_u1(self._root._peek(self, "first_of_all", 0, 1))[0]
            return value

        def _position_first_of_all(self) -> int:
            return 0

        def _beside_first_of_all(self) -> Any:
            return self._root

        def _put_first_of_all(self, io: Writer) -> None:
            io.u1(self.first_of_all, "first_of_all")

    class Stray(Struct):
        """Type `stray`."""

        __slots__ = ("a",)

        _root: Belonging
        a: int

        SIZE: ClassVar[int] = 2

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                a: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "a", pos)
            self.a = unpack_u2le(buf, pos)[0]
            return stop

        def _write__seq(self, io: Writer) -> None:
            io.u2le(self.a, "a")


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Belonging":"belonging","Belonging.Row":"belonging::row",
"Belonging.Leaf":"belonging::leaf","Belonging.Stray":"belonging::stray"},
"spec":{"id":"belonging","file":"spec.ksy",
"digest":"9b990fe97b17b09ae58c2b2e7a49ff4825195be59b408289d60153af560cbc8b","types":[
{"path":"belonging","parent":"any record","endian":"le","fields":[
{"id":"num_rows","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"size":1},
{"id":"rows","type":"belonging::row[]","stored":{"is":"Record","path":"belonging::row"},"offset":1,
"repeat":{"count":"num_rows"}},
{"id":"adopted","type":"belonging::leaf","stored":{"is":"Record","path":"belonging::leaf",
"parent":["item","rows",0]}},
{"id":"orphan","type":"belonging::stray","stored":{"is":"Record","path":"belonging::stray",
"orphan":true},"size":2}],"instances":[
{"id":"size_of_stray","type":"int","value":["add",["add",2,2],16]}],"edges":[{"is":"Count",
"field":"num_rows","of":"rows"}],"to_string":["format",["text","belonging of "],"num_rows",["text",
" rows"]]},
{"path":"belonging::row","parent":"belonging","endian":"le","fields":[
{"id":"width","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1},
{"id":"leaf","type":"belonging::leaf","stored":{"is":"Record","path":"belonging::leaf"},
"offset":1}]},
{"path":"belonging::leaf","parent":"belonging::row","endian":"le","fields":[
{"id":"data","type":"bytes","stored":{"is":"Bytes","extent":{"size":["get","_parent","width"]}},
"offset":0}],"instances":[
{"id":"first_of_all","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1,
"pos":0,"io":["get","_root","_io"]}],"edges":[{"is":"Length","field":["get","_parent","width"],
"of":"data"}]},
{"path":"belonging::stray","parent":"any record","endian":"le","size":2,"fields":[
{"id":"a","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},"offset":0,
"size":2}]}]}}
"""
