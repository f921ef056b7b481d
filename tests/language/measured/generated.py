# Made by `quire gen` 0 from spec.ksy (sha256 f0cd9f44569e). Do not edit.
"""measured."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from numpy.typing import ArrayLike, NDArray

from quire.runtime import (
    Block,
    Bytes,
    FieldsPart,
    LateEnum,
    ListPart,
    Members,
    Parts,
    Struct,
    Types,
    Writer,
    copied,
    encode_text,
    expect_at_most,
    expect_that,
    put_array,
    view_array,
)
from quire.runtime.direct import find_at, new, unpack_u1

__all__ = ["Measured"]


class Measured(Struct):
    """Type `measured`."""

    __slots__ = ("_start", "_end", "_stop", "num_kinds", "kinds", "chunks")

    _root: Measured
    num_kinds: int
    kinds: list[Measured.Kind | int]
    chunks: list[Measured.Chunk]

    _is_top: ClassVar[bool] = True
    _goes_by_place: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("kinds", "num_kinds")
    _PARTS: ClassVar[Parts] = (
        FieldsPart("_read_part_0"),
        ListPart("chunks", "end", ("chunks",), 0, None),
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            num_kinds: int
            kinds: Iterable[Measured.Kind | int]
            chunks: Required[Iterable[Measured.Chunk | Measured.Chunk._Fields]]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "num_kinds", pos)
        self.num_kinds = unpack_u1(buf, pos)[0]
        pos = stop
        count = self.num_kinds
        if not 0 <= count * 1 <= end - pos:
            count = self._io_at(pos).count(count, "kinds", 1)
        self.kinds = []
        for _ in range(count):
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "kinds", pos)
            self.kinds.append(_members_Measured_Kind[unpack_u1(buf, pos)[0]])
            pos = stop
        self.chunks = []
        while pos < end or self._goes_on(buf, pos):
            io = self._io_at(pos)
            self.chunks.append(Measured.Chunk(io.pos(), io, self, self._root, "chunks"))
            pos = io._pos
        return pos

    def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "num_kinds", pos)
        self.num_kinds = unpack_u1(buf, pos)[0]
        pos = stop
        count = self.num_kinds
        if not 0 <= count * 1 <= end - pos:
            count = self._io_at(pos).count(count, "kinds", 1)
        self.kinds = []
        for _ in range(count):
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "kinds", pos)
            self.kinds.append(_members_Measured_Kind[unpack_u1(buf, pos)[0]])
            pos = stop
        return pos

    def _element_chunks(self, buf: Bytes, pos: int, end: int, i: int) -> int:
        io = self._io_at(pos)
        self.chunks.append(Measured.Chunk(io.pos(), io, self, self._root, "chunks"))
        return io._pos

    def _derive(self) -> None:
        for chunk in self.chunks:
            self._derive_child("chunks", chunk)
        self._set_derived("kinds", [each.kind for each in self.chunks], "the format")
        self._set_derived("num_kinds", len(self.kinds), "kinds")

    def _write__seq(self, io: Writer) -> None:
        io.u1(self.num_kinds, "num_kinds")
        for kinds_item in self.kinds:
            io.u1(kinds_item, "kinds")
        for chunk in self.chunks:
            self._expect_record("chunks", chunk, Measured.Chunk)
            chunk.ofs_chunk = io.pos()
            self._write_child(io, "chunks", chunk, Measured.Chunk)

    class Kind(LateEnum):
        """Values of `kind`."""

        line = 1
        row = 2
        pair = 3

    class Chunk(Struct):
        """Type `chunk`."""

        __slots__ = ("ofs_chunk", "kind", "len_data", "end")

        _root: Measured
        _parent: Measured
        ofs_chunk: int
        kind: Measured.Kind | int
        len_data: int
        data: Measured.Line | Measured.Row | Measured.Pair
        end: bytes

        _goes_by_place: ClassVar[bool] = True
        _derived: ClassVar[tuple[str, ...]] = ("kind", "len_data")
        _BLOCK_0: ClassVar[Block] = Block(("kind", "u1"), ("len_data", "u2le"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                ofs_chunk: int
                kind: Measured.Kind | int
                len_data: int
                data: Required[Any]
                end: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def __init__(
            self,
            ofs_chunk: int = 0,
            _io: Any = None,
            _parent: Any = None,
            _root: Any = None,
            _name: str = "",
            _holder: Any = None,
        ) -> None:
            self.ofs_chunk = ofs_chunk
            super().__init__(_io, _parent, _root, _name, _holder)

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            stop = pos + 3
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.kind, self.len_data = _unpack_Measured_Chunk_0(buf, pos)
            pos = stop
            self.kind = _members_Measured_Kind[self.kind]
            if not self.len_data <= 999:
                io = self._io_at(pos)
                expect_at_most("len_data", self.len_data, 999, io, 2, place="/types/chunk/seq/1")
            kind = _types_Measured_Chunk_data[self.kind]
            if kind is not None:
                this.data = child = new(kind)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            start = pos
            stop = pos + 0
            if stop > end:
                buf, end = self._reach(stop - pos, "end", pos)
            self.end = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            io = self._io_at(pos)
            expect_that(
                "end",
                self.end,
                io.pos() == self.ofs_chunk + 3 + self.len_data,
                "_io.pos == ofs_chunk + 3 + len_data",
                io,
                io._pos - start,
                place="/types/chunk/seq/3",
            )
            return pos

        def _derive(self) -> None:
            self._set_tag(
                "data",
                "kind",
                (
                    (Measured.Line, Measured.Kind.line),
                    (Measured.Row, Measured.Kind.row),
                    (Measured.Pair, Measured.Kind.pair),
                ),
            )
            self._set_default("end", b"")

        def _write__seq(self, io: Writer) -> None:
            self._set_derived("len_data", io.measured(3, self._put_data), "data")
            expect_at_most("len_data", self.len_data, 999, place="/types/chunk/seq/1")
            self._BLOCK_0.write(io, self.kind, self.len_data)
            self._put_data(io)
            io.put_sized(self.end, 0, "end")

        def _put_data(self, io: Writer) -> None:
            if self.kind == Measured.Kind.line:
                self._write_child(io, "data", self.data, Measured.Line)
            elif self.kind == Measured.Kind.row:
                self._write_child(io, "data", self.data, Measured.Row)
            elif self.kind == Measured.Kind.pair:
                self._write_child(io, "data", self.data, Measured.Pair)
            elif hasattr(self, "data"):
                self._leave_out("data", "no case fits")

        @staticmethod
        def _data_types() -> dict[object, type[Any]]:
            """Types that `data` may have, by what tells them."""
            return {
                Measured.Kind.line: Measured.Line,
                Measured.Kind.row: Measured.Row,
                Measured.Kind.pair: Measured.Pair,
            }

    class Line(Struct):
        """Type `line`."""

        __slots__ = ("text",)

        _root: Measured
        _parent: Measured.Chunk
        text: str

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                text: Required[str]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = find_at(buf, b"\x00", pos, end)
            if stop < 0:
                buf, end, stop = self._find(b"\x00", "text", pos)
            self.text = str(buf[pos:stop], "utf-8")
            return stop + 1

        def _write__seq(self, io: Writer) -> None:
            io.put_terminated(
                encode_text(self.text, "utf-8", "text"),
                b"\x00",
                "text",
                include=False,
                consume=True,
            )

    class Row(Struct):
        """As long as it takes to stand at a multiple of 4."""

        __slots__ = ("padding", "values")

        _root: Measured
        padding: bytes
        values: NDArray[Any]

        _goes_by_place: ClassVar[bool] = True

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                padding: bytes
                values: Required[ArrayLike]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + (4 - self._pos_at(pos) % 4)
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "padding", pos)
            self.padding = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            io = self._io_at(pos)
            self.values = view_array(io.take(8, "values"), "<f4", [2], "values", io)
            return io._pos

        def _derive(self) -> None:
            self._set_default("padding", b"")

        def _write__seq(self, io: Writer) -> None:
            io.put_filled(self.padding, 4 - io.pos() % 4, "padding", 0, of=self)
            put_array(io, self.values, "<f4", [2], "values")

    class Pair(Struct):
        """One measured inside another."""

        __slots__ = ("mark", "len_row", "sign", "row", "name")

        _root: Measured
        _parent: Measured.Chunk
        mark: int
        len_row: int
        sign: Measured.Sign
        row: Measured.Row
        name: str

        _derived: ClassVar[tuple[str, ...]] = ("len_row",)
        _BLOCK_0: ClassVar[Block] = Block(("mark", "u1"), ("len_row", "u1"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                mark: Required[int]
                len_row: int
                sign: Required[Measured.Sign | Measured.Sign._Fields]
                row: Required[Measured.Row | Measured.Row._Fields]
                name: Required[str]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 2
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.mark, self.len_row = _unpack_Measured_Pair_0(buf, pos)
            pos = stop
            self.sign = child = new(Measured.Sign)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.row = child = new(Measured.Row)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            stop = find_at(buf, b"\x00", pos, end)
            if stop < 0:
                buf, end, stop = self._find(b"\x00", "name", pos)
            self.name = str(buf[pos:stop], "utf-8")
            return stop + 1

        def _derive(self) -> None:
            self._make("sign", Measured.Sign)
            self._make("row", Measured.Row)

        def _write__seq(self, io: Writer) -> None:
            self._set_derived("len_row", io.measured(3, self._put_row), "row")
            self._BLOCK_0.write(io, self.mark, self.len_row)
            self._write_child(io, "sign", self.sign, Measured.Sign)
            self._put_row(io)
            io.put_terminated(
                encode_text(self.name, "utf-8", "name"),
                b"\x00",
                "name",
                include=False,
                consume=True,
            )

        def _put_row(self, io: Writer) -> None:
            self._write_child(io, "row", self.row, Measured.Row)

    class Sign(Struct):
        """Type `sign`."""

        __slots__ = ("letter",)

        _root: Measured
        _parent: Measured.Pair
        letter: str

        SIZE: ClassVar[int] = 1

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                letter: Required[str]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "letter", pos)
            self.letter = str(buf[pos:stop], "utf-8")
            return stop

        def _write__seq(self, io: Writer) -> None:
            io.put_sized(encode_text(self.letter, "utf-8", "letter"), 1, "letter")


# What methods look up, at the price of a name.
_members_Measured_Kind = Members(lambda: Measured.Kind)
_types_Measured_Chunk_data = Types(Measured.Chunk._data_types)
_unpack_Measured_Chunk_0 = Measured.Chunk._BLOCK_0.unpack
_unpack_Measured_Pair_0 = Measured.Pair._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Measured":"measured","Measured.Chunk":"measured::chunk",
"Measured.Line":"measured::line","Measured.Row":"measured::row","Measured.Pair":"measured::pair",
"Measured.Sign":"measured::sign"},
"spec":{"id":"measured","file":"spec.ksy",
"digest":"f0cd9f44569e47b79c1be935792b2641e7f7daf8dff5dac12565475562c74e10","types":[
{"path":"measured","parent":"any record","endian":"le","fields":[
{"id":"num_kinds","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"size":1},
{"id":"kinds","type":"enum measured::kind[]","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"measured::kind"},"offset":1,"repeat":{"count":"num_kinds"},"derive":["map","chunks",["get",
"_","kind"]]},
{"id":"chunks","type":"measured::chunk[]","stored":{"is":"Record","path":"measured::chunk",
"args":[["ofs_chunk",["pos","_io"]]]},"repeat":{}}],"edges":[{"is":"Count","field":"num_kinds",
"of":"kinds"}]},
{"path":"measured::chunk","parent":"measured","endian":"le","params":[
{"id":"ofs_chunk","type":"int"}],"fields":[
{"id":"kind","type":"enum measured::kind","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"measured::kind"},"offset":0,"size":1},
{"id":"len_data","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":1,"size":2,"valid":[{"kind":"at_most","args":[999]}]},
{"id":"data","type":"any record","stored":{"is":"Switch","on":"kind","cases":[{"key":["enum",
"measured::kind","line"],"stored":{"is":"Record","path":"measured::line"}},{"key":["enum",
"measured::kind","row"],"stored":{"is":"Record","path":"measured::row"}},{"key":["enum",
"measured::kind","pair"],"stored":{"is":"Record","path":"measured::pair"}}]},"offset":3},
{"id":"end","type":"bytes","stored":{"is":"Bytes","extent":{"size":0}},"size":0,
"valid":[{"kind":"that","args":[["eq",["pos","_io"],["add",["add","ofs_chunk",3],"len_data"]]]}]}],
"edges":[{"is":"Tag","field":"kind","of":"data","cases":[["measured::line",["enum","measured::kind",
"line"]],["measured::row",["enum","measured::kind","row"]],["measured::pair",["enum",
"measured::kind","pair"]]]},{"is":"Length","field":"len_data","of":"data"}]},
{"path":"measured::line","parent":"measured::chunk","endian":"le","fields":[
{"id":"text","type":"str","stored":{"is":"Text","encoding":"utf-8",
"extent":{"terminator":{"hex":"00"}}},"offset":0}]},
{"path":"measured::row","parent":"any record","endian":"le","fields":[
{"id":"padding","type":"bytes","stored":{"is":"Bytes","extent":{"size":["sub",4,["mod",["pos",
"_io"],4]],"fill":0}},"offset":0},
{"id":"values","type":"array f4","stored":{"is":"Bytes","extent":{"size":8}},"size":8,
"array":{"dtype":"<f4","shape":["list",2]}}],"doc":"As long as it takes to stand at a multiple of
 4."},
{"path":"measured::pair","parent":"measured::chunk","endian":"le","fields":[
{"id":"mark","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1},
{"id":"len_row","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":1,
"size":1},
{"id":"sign","type":"measured::sign","stored":{"is":"Record","path":"measured::sign"},"offset":2,
"size":1},
{"id":"row","type":"measured::row","stored":{"is":"Record","path":"measured::row"},"offset":3},
{"id":"name","type":"str","stored":{"is":"Text","encoding":"utf-8",
"extent":{"terminator":{"hex":"00"}}}}],"edges":[{"is":"Length","field":"len_row","of":"row"}],
"doc":"One measured inside another."},
{"path":"measured::sign","parent":"measured::pair","endian":"le","size":1,"fields":[
{"id":"letter","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":1}},
"offset":0,"size":1}]}],"enums":[
{"path":"measured::kind","members":[{"id":"line","value":1},{"id":"row","value":2},{"id":"pair",
"value":3}]}]}}
"""
