# Made by `quire gen` 0 from spec.ksy (sha256 f16520163408). Do not edit.
"""instances."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import (
    PACK,
    Block,
    Bytes,
    LateEnum,
    Members,
    Stride,
    Struct,
    Writer,
    bounded,
    computed,
    encode_text,
    expect_at_most,
    expect_equal,
    expect_member,
    expect_that,
    instance,
    quick,
    size_of,
)
from quire.runtime.direct import decode_peeked, new, unpack_u1

__all__ = ["Instances"]


class Instances(Struct):
    """Type `instances`."""

    __slots__ = ("_start", "_end", "_stop", "ofs_body", "num", "inner")

    _root: Instances
    ofs_body: int
    num: int
    inner: Instances.Inner

    SIZE: ClassVar[int] = 3
    _is_top: ClassVar[bool] = True
    _placed: ClassVar[tuple[str, ...]] = ("body", "name", "items", "first_item")
    _places: ClassVar[bool] = True
    _goes_by_place: ClassVar[bool] = True
    _goes_by_size: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("ofs_body",)
    _BLOCK_0: ClassVar[Block] = Block(("ofs_body", "u1"), ("num", "u1"))

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            ofs_body: int
            num: Required[int]
            inner: Required[Instances.Inner | Instances.Inner._Fields]
            body: bytes
            name: str
            items: Iterable[Instances.Item | Instances.Item._Fields]
            first_item: Instances.Item | Instances.Item._Fields

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 2
        if stop > end:
            buf, end = self._BLOCK_0.reach(self, pos)
        self.ofs_body, self.num = _unpack_Instances_0(buf, pos)
        pos = stop
        self.inner = child = new(Instances.Inner)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        return pos

    def _derive(self) -> None:
        self._make("inner", Instances.Inner)
        if self._is_there("body"):
            self._set_default("ofs_body", 0)
        if self._is_there("name"):
            self._set_default("ofs_body", 0)

    def _write__seq(self, io: Writer) -> None:
        self._BLOCK_0.write(io, self.ofs_body, self.num)
        self._write_child(io, "inner", self.inner, Instances.Inner)
        self._place(io, "body")
        self._place(io, "name")
        self._place(io, "items")
        self._place(io, "first_item")

    @quick
    def half(self) -> int:
        """Instance `half`."""
        return self.num // 2

    @quick
    def left(self) -> int:
        """Instance `left`."""
        return (0 - self.num) // 2

    @quick
    def remainder(self) -> int:
        """Instance `remainder`."""
        return (0 - self.num) % 4

    @quick
    def chosen(self) -> str:
        """Instance `chosen`."""
        return "many" if self.num > 3 else "few"

    @computed
    def text(self) -> str:
        """Instance `text`."""
        return "n=" + str(self.num)

    @computed
    def interpolated(self) -> str:
        """Instance `interpolated`."""
        return bounded("".join((str(self.num), "/", str(self.half), ": ", self.chosen)))

    @computed
    def numbers(self) -> list[int]:
        """Instance `numbers`."""
        return [self.num, 300]

    @quick
    def some_bytes(self) -> bytes:
        """Instance `some_bytes`."""
        return b"\x01\x02\xff"

    @quick
    def shifted(self) -> int:
        """Instance `shifted`."""
        return self.num << 4 | 1

    @quick
    def flags(self) -> bool:
        """Instance `flags`."""
        return self.num != 5 or False

    @instance
    def body(self) -> bytes:
        """Instance `body`."""
        return self._peek(self, "body", self.ofs_body, 2)

    def _position_body(self) -> int:
        return self.ofs_body

    def _found_body(self, position: int) -> None:
        self._set_derived("ofs_body", position, "body")

    def _put_body(self, io: Writer) -> None:
        io.put_sized(self.body, 2, "body")

    @instance
    def name(self) -> str:
        """Instance `name`."""
        return decode_peeked(
            self._peek_until(self, "name", self.ofs_body + 2, b"\x00"), "ascii", "name", self
        )

    def _position_name(self) -> int:
        return self.ofs_body + 2

    def _found_name(self, position: int) -> None:
        self._set_derived("ofs_body", position - 2, "name")

    def _put_name(self, io: Writer) -> None:
        io.put_terminated(
            encode_text(self.name, "ascii", "name"), b"\x00", "name", include=False, consume=True
        )

    @instance
    def items(self) -> list[Instances.Item]:
        """Instance `items`."""
        buf, pos, end = self._at(3)
        began = pos
        count = 2
        if not 0 <= count * 1 <= end - pos:
            count = self._io_at(pos).count(count, "items", 1)
        stop = pos + count * 1
        if type(buf) is bytes and stop <= end and count <= 4096:
            values, pos = Instances.Item._make_rows(buf, pos, count, self)
        else:
            values, pos = self._rows_at(Instances.Item, buf, pos, end, count, "items")
        self._at_items = self, began, pos
        return values

    def _position_items(self) -> int:
        return 3

    def _put_items(self, io: Writer) -> None:
        self._write_rows(io, "items", self.items, Instances.Item)

    @instance
    def first_item(self) -> Instances.Item:
        """Instance `first_item`."""
        buf, pos, end = self._at(3)
        began = pos
        child = new(Instances.Item)
        child._parent, child._root = self, self._root
        child._name = "first_item"
        pos = child._read_at(buf, pos, end)
        value: Instances.Item = child
        self._at_first_item = self, began, pos
        return value

    def _position_first_item(self) -> int:
        return 3

    def _put_first_item(self, io: Writer) -> None:
        self._write_child(io, "first_item", self.first_item, Instances.Item)

    @computed
    def size_of_file(self) -> int:
        """Instance `size_of_file`."""
        return size_of(self)

    @computed
    def last_name(self) -> str:
        """Instance `last_name`."""
        return self.name[1:3]

    @computed
    def ruled(self) -> int:
        """Instance `ruled`."""
        value = self.num * 2
        expect_at_most("ruled", value, 10 + 0, place="/instances/ruled")
        return value

    @computed
    def ruled_text(self) -> str:
        """Instance `ruled_text`."""
        value = self.chosen
        expect_equal("ruled_text", value, "many", place="/instances/ruled_text")
        return value

    @computed
    def ruled_kind(self) -> Instances.Kind | int | None:
        """Instance `ruled_kind`."""
        if self.num == 0:
            return None
        value = _members_Instances_Kind[self.num]
        expect_member("ruled_kind", value, Instances.Kind, place="/instances/ruled_kind")
        return value

    @computed
    def ruled_by(self) -> int:
        """Instance `ruled_by`."""
        value = self.half + self.num
        expect_that("ruled_by", value, value > self.num, "_ > num", place="/instances/ruled_by")
        return value

    @computed
    def of_ruled(self) -> int:
        """Instance `of_ruled`."""
        return self.ruled + 1

    class Kind(LateEnum):
        """Values of `kind`."""

        five = 5

    class Inner(Struct):
        """Type `inner`."""

        __slots__ = ("factor",)

        _root: Instances
        _parent: Instances
        factor: int

        SIZE: ClassVar[int] = 1
        _placed: ClassVar[tuple[str, ...]] = ("body_byte",)
        _places: ClassVar[bool] = True
        _looks_up: ClassVar[tuple[str, ...]] = ("_root", "_root.num", "_root.ofs_body")
        _fields_look_up: ClassVar[tuple[str, ...]] = ("_root",)
        _goes_by_place: ClassVar[bool] = True

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                factor: Required[int]
                body_byte: int

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "factor", pos)
            self.factor = unpack_u1(buf, pos)[0]
            pos = stop
            self._io_at(pos)
            return pos

        def _derive(self) -> None:
            if self._is_there("body_byte"):
                self._set_default("ofs_body", 0, holder=self._root)

        def _write__seq(self, io: Writer) -> None:
            io.u1(self.factor, "factor")
            self._place(io, "body_byte")

        @computed
        def from_root(self) -> int:
            """Instance `from_root`."""
            return bounded(self._root.num * self.factor)

        @instance
        def body_byte(self) -> int:
            """Instance `body_byte`."""
            value: int = unpack_u1(self._peek(self, "body_byte", self._root.ofs_body, 1))[0]
            return value

        def _position_body_byte(self) -> int:
            return self._root.ofs_body

        def _found_body_byte(self, position: int) -> None:
            self._set_derived("ofs_body", position, "body_byte", holder=self._root)

        def _put_body_byte(self, io: Writer) -> None:
            io.u1(self.body_byte, "body_byte")

        @computed
        def place(self) -> int:
            """Instance `place`."""
            return self._io.pos()

    class Item(Struct):
        """Type `item`."""

        __slots__ = ("a",)

        _root: Instances
        _parent: Instances
        a: int

        SIZE: ClassVar[int] = 1
        _ROW: ClassVar[Block] = Block(("a", "u1"))
        _STRIDE: ClassVar[Stride] = Stride(("skip", 1))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                a: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "a", pos)
            self.a = unpack_u1(buf, pos)[0]
            return stop

        @classmethod
        def _make_rows(
            cls, buf: bytes, pos: int, count: int, holder: Any
        ) -> tuple[list[Self], int]:
            records: list[Self] = []
            root, stop = holder._root, pos + count * 1
            for values in _each_Instances_Item_ROW(buf[pos:stop]):
                record = new(cls)
                record._parent, record._root = holder, root
                (record.a,) = values
                records.append(record)
            return records, stop

        def _write__seq(self, io: Writer) -> None:
            io.u1(self.a, "a")

        @classmethod
        def _packed(cls, rows: Sequence[Self]) -> list[bytes | bytearray]:
            parts: list[bytes | bytearray] = []
            add = parts.append
            for row in rows:
                add(PACK["u1"](row.a))
            return parts


# What methods look up, at the price of a name.
_each_Instances_Item_ROW = Instances.Item._ROW.each
_members_Instances_Kind = Members(lambda: Instances.Kind)
_unpack_Instances_0 = Instances._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Instances":"instances","Instances.Inner":"instances::inner",
"Instances.Item":"instances::item"},
"spec":{"id":"instances","file":"spec.ksy",
"digest":"f16520163408ff9a0886ad5f126340a54819d98d3df21875428955133af164bd","types":[
{"path":"instances","parent":"any record","endian":"le","size":3,"fields":[
{"id":"ofs_body","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"size":1},
{"id":"num","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":1,"size":1},
{"id":"inner","type":"instances::inner","stored":{"is":"Record","path":"instances::inner"},
"offset":2,"size":1}],"instances":[
{"id":"half","type":"int","value":["floordiv","num",2]},
{"id":"left","type":"int","value":["floordiv",["sub",0,"num"],2]},
{"id":"remainder","type":"int","value":["mod",["sub",0,"num"],4]},
{"id":"chosen","type":"str","value":["if",["gt","num",3],["text","many"],["text","few"]]},
{"id":"text","type":"str","value":["add",["text","n="],["to_s","num"]]},
{"id":"interpolated","type":"str","value":["format",["text",""],"num",["text","/"],"half",["text",
": "],"chosen",["text",""]]},
{"id":"numbers","type":"int[]","value":["list","num",300]},
{"id":"some_bytes","type":"bytes","value":{"hex":"0102ff"}},
{"id":"shifted","type":"int","value":["bit_or",["bit_shl","num",4],1]},
{"id":"flags","type":"bool","value":["or",["not",["eq","num",5]],false]},
{"id":"body","type":"bytes","stored":{"is":"Bytes","extent":{"size":2}},"size":2,"pos":"ofs_body"},
{"id":"name","type":"str","stored":{"is":"Text","encoding":"ascii",
"extent":{"terminator":{"hex":"00"}}},"pos":["add","ofs_body",2]},
{"id":"items","type":"instances::item[]","stored":{"is":"Record","path":"instances::item"},"size":2,
"repeat":{"count":2},"pos":3},
{"id":"first_item","type":"instances::item","stored":{"is":"Record","path":"instances::item"},
"size":1,"pos":3},
{"id":"size_of_file","type":"int","value":["size","_io"]},
{"id":"last_name","type":"str","value":["substring","name",1,3]},
{"id":"ruled","type":"int","value":["mul","num",2],"valid":[{"kind":"at_most","args":[["add",10,
0]]}]},
{"id":"ruled_text","type":"str","value":"chosen","valid":[{"kind":"equal","args":[["text",
"many"]]}]},
{"id":"ruled_kind","type":"enum instances::kind","condition":["ne","num",0],"value":"num",
"enum":"instances::kind","valid":[{"kind":"member"}]},
{"id":"ruled_by","type":"int","value":["add","half","num"],"valid":[{"kind":"that","args":[["gt",
"_","num"]]}]},
{"id":"of_ruled","type":"int","value":["add","ruled",1]}],"edges":[{"is":"Position",
"field":"ofs_body","of":"body"},{"is":"Position","field":"ofs_body","of":"name",
"steps":[["subtract",2]]}]},
{"path":"instances::inner","parent":"instances","endian":"le","size":1,"fields":[
{"id":"factor","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"size":1}],"instances":[
{"id":"from_root","type":"int","value":["mul",["get","_root","num"],"factor"]},
{"id":"body_byte","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1,
"pos":["get","_root","ofs_body"]},
{"id":"place","type":"int","value":["pos","_io"]}],"edges":[{"is":"Position","field":["get","_root",
"ofs_body"],"of":"body_byte"}]},
{"path":"instances::item","parent":"instances","endian":"le","size":1,"fields":[
{"id":"a","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1}]}],
"enums":[
{"path":"instances::kind","members":[{"id":"five","value":5}]}]}}
"""
