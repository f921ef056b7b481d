# Made by `quire gen` 0 from spec.ksy (sha256 45c96927c114). Do not edit.
"""table."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from numpy.typing import ArrayLike, NDArray

from quire.kernels.services.columns import Columns, TableCell, TableLayout
from quire.runtime import (
    Block,
    Bytes,
    Fixed,
    LateEnum,
    Members,
    Struct,
    Writer,
    copied,
    encode_text,
    expect_count,
    expect_few,
    put_array,
    view_array,
)
from quire.runtime.direct import find_at, unpack_s2le, unpack_u1, unpack_u2le

__all__ = ["Table"]


class Table(Struct):
    """Type `table`."""

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "num_words",
        "words",
        "width",
        "num_vectors",
        "vectors",
        "num_points",
        "none",
    )

    _root: Table
    num_words: int
    words: Columns
    width: int
    num_vectors: int
    vectors: Columns
    num_points: int
    points: Columns
    none: Columns

    _is_top: ClassVar[bool] = True
    _looks_up: ClassVar[tuple[str, ...]] = ("_root",)
    _derived: ClassVar[tuple[str, ...]] = ("num_words", "num_vectors", "num_points")
    _BLOCK_0: ClassVar[Block] = Block(("width", "u1"), ("num_vectors", "u1"))

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            num_words: int
            words: Required[Columns | Mapping[str, Any] | Iterable[Any]]
            width: Required[int]
            num_vectors: int
            vectors: Required[Columns | Mapping[str, Any] | Iterable[Any]]
            num_points: int
            points: Columns | Mapping[str, Any] | Iterable[Any]
            none: Required[Columns | Mapping[str, Any] | Iterable[Any]]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 2
        if stop > end:
            buf, end = self._reach(stop - pos, "num_words", pos)
        self.num_words = unpack_u2le(buf, pos)[0]
        pos = stop
        count = self.num_words
        if not 0 <= count * 4 <= end - pos:
            count = self._io_at(pos).count(count, "words", 4)
        io = self._io_at(pos)
        self.words = Columns.read(io, count, Table.Word(None, self, self._root, "words"), "words")
        pos = io._pos
        stop = pos + 2
        if stop > end:
            buf, end = self._BLOCK_0.reach(self, pos)
        self.width, self.num_vectors = _unpack_Table_0(buf, pos)
        pos = stop
        io = self._io_at(pos)
        count = io.count(self.num_vectors, "vectors", 2, limit=0x64)
        self.vectors = Columns.read(
            io, count, Table.Vector(self.width, None, self, self._root, "vectors"), "vectors"
        )
        pos = io._pos
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "num_points", pos)
        self.num_points = unpack_u1(buf, pos)[0]
        pos = stop
        if self.width > 0:
            count = self.num_points
            if not 0 <= count * 9 <= end - pos:
                count = self._io_at(pos).count(count, "points", 9)
            io = self._io_at(pos)
            self.points = Columns.read(
                io, count, Table.Point(None, self, self._root, "points"), "points"
            )
            pos = io._pos
        count = 0
        if not 0 <= count * 9 <= end - pos:
            count = self._io_at(pos).count(count, "none", 9)
        io = self._io_at(pos)
        self.none = Columns.read(io, count, Table.Point(None, self, self._root, "none"), "none")
        return io._pos

    def _derive(self) -> None:
        self.words = Columns.of(self.words, Table.Word(None, self, self._root, "words"), "words")
        self.vectors = Columns.of(
            self.vectors, Table.Vector(self.width, None, self, self._root, "vectors"), "vectors"
        )
        if self.width > 0:
            self.points = Columns.of(
                self.points, Table.Point(None, self, self._root, "points"), "points"
            )
        self.none = Columns.of(self.none, Table.Point(None, self, self._root, "none"), "none")
        self._set_derived("num_words", len(self.words), "words")
        self._set_derived("num_vectors", len(self.vectors), "vectors")
        if self.width > 0:
            self._set_derived("num_points", len(self.points), "points")

    def _check(self) -> None:
        expect_count("none", self.none, 0)

    def _write__seq(self, io: Writer) -> None:
        io.u2le(self.num_words, "num_words")
        self.words.write(io)
        self._BLOCK_0.write(io, self.width, self.num_vectors)
        expect_few("vectors", self.vectors, limit=0x64)
        self.vectors.write(io)
        io.u1(self.num_points, "num_points")
        if self.width > 0:
            self.points.write(io)
        elif hasattr(self, "points"):
            self._leave_out("points")
        self.none.write(io)

    class Kind(LateEnum):
        """Values of `kind`."""

        noun = 1
        verb = 2

    class Word(Struct):
        """Two parts, each behind its length."""

        __slots__ = ("len_text", "text", "kind", "len_data", "data")

        _root: Table
        _parent: Table
        len_text: int
        text: str
        kind: Table.Kind | int
        len_data: int
        data: bytes

        _derived: ClassVar[tuple[str, ...]] = ("len_text", "len_data")
        _BLOCK_0: ClassVar[Block] = Block(("kind", "u1"), ("len_data", "u2be"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len_text: int
                text: Required[str]
                kind: Required[Table.Kind | int]
                len_data: int
                data: Required[bytes]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "len_text", pos)
            self.len_text = unpack_u1(buf, pos)[0]
            pos = stop
            stop = pos + self.len_text
            if stop > end:
                buf, end = self._reach(stop - pos, "text", pos)
            self.text = str(buf[pos:stop], "utf-8")
            pos = stop
            stop = pos + 3
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.kind, self.len_data = _unpack_Table_Word_0(buf, pos)
            pos = stop
            self.kind = _members_Table_Kind[self.kind]
            stop = pos + self.len_data
            if stop > end:
                buf, end = self._reach(stop - pos, "data", pos)
            self.data = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            return stop

        def _table(self) -> TableLayout:
            """What a record consists of, where it is one of a table."""
            return TableLayout(
                TableCell("len_text", scalar="u1"),
                TableCell("text", size_of="len_text", encoding="utf-8"),
                TableCell("kind", scalar="u1"),
                TableCell("len_data", scalar="u2be"),
                TableCell("data", size_of="len_data"),
            )

        def _derive(self) -> None:
            self._set_derived("len_text", len(encode_text(self.text, "utf-8", "text")), "text")
            self._set_derived("len_data", len(self.data), "data")

        def _write__seq(self, io: Writer) -> None:
            io.u1(self.len_text, "len_text")
            io.put_sized(encode_text(self.text, "utf-8", "text"), self.len_text, "text")
            self._BLOCK_0.write(io, self.kind, self.len_data)
            io.put_sized(self.data, self.len_data, "data")

    class Vector(Struct):
        """A part up to a byte, then an array that is as long as its holder says."""

        __slots__ = ("width", "name", "values", "from_")

        _root: Table
        _parent: Table
        width: int
        name: str
        values: NDArray[Any]
        from_: bytes

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                width: int
                name: Required[str]
                values: Required[ArrayLike]
                from_: Required[bytes]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def __init__(
            self,
            width: int = 0,
            _io: Any = None,
            _parent: Any = None,
            _root: Any = None,
            _name: str = "",
            _holder: Any = None,
        ) -> None:
            self.width = width
            super().__init__(_io, _parent, _root, _name, _holder)

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = find_at(buf, b"\x00", pos, end)
            if stop < 0:
                buf, end, stop = self._find(b"\x00", "name", pos)
            self.name = str(buf[pos:stop], "utf-8")
            pos = stop + 1
            io = self._io_at(pos)
            self.values = view_array(
                io.take(self.width * 2, "values"), "<i2", [self.width], "values", io
            )
            pos = io._pos
            stop = find_at(buf, b";", pos, end)
            if stop < 0:
                buf, end, stop = self._find(b";", "from", pos)
            self.from_ = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            return stop + 1

        def _table(self) -> TableLayout:
            """What a record consists of, where it is one of a table."""
            return TableLayout(
                TableCell("name", terminator=0x00, encoding="utf-8"),
                TableCell("values", size=self.width * 2, dtype="<i2", shape=(self.width,)),
                TableCell("from_", terminator=0x3B),
            )

        def _write__seq(self, io: Writer) -> None:
            io.put_terminated(
                encode_text(self.name, "utf-8", "name"),
                b"\x00",
                "name",
                include=False,
                consume=True,
            )
            put_array(io, self.values, "<i2", [self.width], "values", size=self.width * 2)
            io.put_terminated(self.from_, b";", "from", include=False, consume=True)

    class Point(Struct):
        """Always as many bytes."""

        __slots__ = ("x", "y", "mark", "unit")

        _root: Table
        _parent: Table
        x: int
        y: float
        mark: bytes
        unit: str

        SIZE: ClassVar[int] = 9
        _BLOCK_0: ClassVar[Block] = Block(("y", "f4be"), ("mark", "2s"))
        _FIXED_0: ClassVar[Fixed] = Fixed(("y", "f4be"), ("mark", "2s"), ("unit", "1s", "utf-8"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                x: Required[int]
                y: Required[float]
                mark: Required[bytes]
                unit: Required[str]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "x", pos)
            self.x = unpack_s2le(buf, pos)[0]
            pos = stop
            stop = pos + 7
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            self.y, self.mark, stored_unit = _unpack_Table_Point_FIXED_0(buf, pos)
            self.unit = stored_unit.decode()
            return stop

        def _table(self) -> TableLayout:
            """What a record consists of, where it is one of a table."""
            return TableLayout(
                TableCell("x", scalar="s2le"),
                TableCell("y", scalar="f4be"),
                TableCell("mark", size=2),
                TableCell("unit", size=1, encoding="utf-8"),
            )

        def _write__seq(self, io: Writer) -> None:
            io.s2le(self.x, "x")
            self._BLOCK_0.write(io, self.y, self.mark)
            io.put_sized(encode_text(self.unit, "utf-8", "unit"), 1, "unit")


# What methods look up, at the price of a name.
_members_Table_Kind = Members(lambda: Table.Kind)
_unpack_Table_0 = Table._BLOCK_0.unpack
_unpack_Table_Point_FIXED_0 = Table.Point._FIXED_0.unpack
_unpack_Table_Word_0 = Table.Word._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Table":"table","Table.Word":"table::word","Table.Vector":"table::vector",
"Table.Point":"table::point"},
"spec":{"id":"table","file":"spec.ksy",
"digest":"45c96927c114c46233fdabcadb679f21071d53bac7155cd1c1fa5e06ab2f1032","types":[
{"path":"table","parent":"any record","endian":"le","fields":[
{"id":"num_words","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":0,"size":2},
{"id":"words","type":"table","stored":{"is":"Record","path":"table::word"},"offset":2,
"repeat":{"count":"num_words","table":true}},
{"id":"width","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1},
{"id":"num_vectors","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1},
{"id":"vectors","type":"table","stored":{"is":"Record","path":"table::vector","args":[["width",
"width"]]},"repeat":{"count":"num_vectors","limit":100,"table":true}},
{"id":"num_points","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1},
{"id":"points","type":"table","stored":{"is":"Record","path":"table::point"},
"repeat":{"count":"num_points","table":true},"condition":["gt","width",0]},
{"id":"none","type":"table","stored":{"is":"Record","path":"table::point"},"size":0,
"repeat":{"count":0,"table":true}}],"edges":[{"is":"Count","field":"num_words","of":"words"},
{"is":"Count","field":"num_vectors","of":"vectors"},{"is":"Count","field":"num_points",
"of":"points","condition":["gt","width",0]}]},
{"path":"table::word","parent":"table","endian":"le","fields":[
{"id":"len_text","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"size":1},
{"id":"text","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":"len_text"}},
"offset":1},
{"id":"kind","type":"enum table::kind","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"table::kind"},"size":1},
{"id":"len_data","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"size":2},
{"id":"data","type":"bytes","stored":{"is":"Bytes","extent":{"size":"len_data"}}}],
"edges":[{"is":"Length","field":"len_text","of":"text"},{"is":"Length","field":"len_data",
"of":"data"}],"doc":"Two parts, each behind its length."},
{"path":"table::vector","parent":"table","endian":"le","params":[
{"id":"width","type":"int"}],"fields":[
{"id":"name","type":"str","stored":{"is":"Text","encoding":"utf-8",
"extent":{"terminator":{"hex":"00"}}},"offset":0},
{"id":"values","type":"array s2","stored":{"is":"Bytes","extent":{"size":["mul","width",2]}},
"array":{"dtype":"<i2","shape":["list","width"]}},
{"id":"from","type":"bytes","stored":{"is":"Bytes","extent":{"terminator":{"hex":"3b"}}}}],"doc":"A
 part up to a byte, then an array that is as long as its holder says."},
{"path":"table::point","parent":"table","endian":"le","size":9,"fields":[
{"id":"x","type":"int","stored":{"is":"Number","kind":"signed","size":2,"endian":"le"},"offset":0,
"size":2},
{"id":"y","type":"float","stored":{"is":"Number","kind":"float","size":4,"endian":"be"},"offset":2,
"size":4},
{"id":"mark","type":"bytes","stored":{"is":"Bytes","extent":{"size":2}},"offset":6,"size":2},
{"id":"unit","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":1}},"offset":8,
"size":1}],"doc":"Always as many bytes."}],"enums":[
{"path":"table::kind","members":[{"id":"noun","value":1},{"id":"verb","value":2}]}]}}
"""
