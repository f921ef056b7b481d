# Made by `quire gen` 0 from spec.ksy (sha256 689ae5e635c4). Do not edit.
"""byte_order."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import Block, Bytes, Struct, Writer, instance, undecided
from quire.runtime.direct import new, unpack_u1, unpack_u2be, unpack_u2le

__all__ = ["ByteOrder"]


class ByteOrder(Struct):
    """Type `byte_order`."""

    __slots__ = ("_start", "_end", "_stop", "mark", "body")

    _root: ByteOrder
    mark: int
    body: ByteOrder.Body

    _is_top: ClassVar[bool] = True
    _places: ClassVar[bool] = True

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            mark: Required[int]
            body: Required[ByteOrder.Body | ByteOrder.Body._Fields]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "mark", pos)
        self.mark = unpack_u1(buf, pos)[0]
        pos = stop
        self.body = child = new(ByteOrder.Body)
        child._parent, child._root = self, self._root
        child._is_le = None
        pos = child._read_at(buf, pos, end)
        return pos

    def _derive(self) -> None:
        self._make("body", ByteOrder.Body)

    def _write__seq(self, io: Writer) -> None:
        io.u1(self.mark, "mark")
        self._write_child(io, "body", self.body, ByteOrder.Body)

    class Body(Struct):
        """Type `body`."""

        __slots__ = ("num_pairs", "total", "always", "pairs", "fixed", "_is_le")

        _root: ByteOrder
        _parent: ByteOrder
        _is_le: bool | None
        _now_second: int
        num_pairs: int
        total: int
        always: int
        pairs: list[ByteOrder.Body.Pair]
        fixed: ByteOrder.Body.Fixed

        _placed: ClassVar[tuple[str, ...]] = ("second",)
        _places: ClassVar[bool] = True
        _looks_up: ClassVar[tuple[str, ...]] = ("_root.mark",)
        _derived: ClassVar[tuple[str, ...]] = ("num_pairs",)
        _BLOCK_LE_0: ClassVar[Block] = Block(("num_pairs", "u2le"), ("total", "u4le"))
        _BLOCK_BE_0: ClassVar[Block] = Block(
            ("num_pairs", "u2be"), ("total", "u4be"), ("always", "u2be")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_pairs: int
                total: Required[int]
                always: Required[int]
                pairs: Required[Iterable[ByteOrder.Body.Pair | ByteOrder.Body.Pair._Fields]]
                fixed: Required[ByteOrder.Body.Fixed | ByteOrder.Body.Fixed._Fields]
                second: int

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def __init__(
            self,
            _io: Any = None,
            _parent: Any = None,
            _root: Any = None,
            _is_le: bool | None = None,
            _name: str = "",
            _holder: Any = None,
        ) -> None:
            self._is_le = _is_le
            super().__init__(_io, _parent, _root, _name, _holder)

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            if self._root.mark == 0x4D:
                self._is_le = False
            elif self._root.mark == 0x49:
                self._is_le = True
            else:
                raise undecided("/types/body", self._io)
            return self._read_le(buf, pos, end) if self._is_le else self._read_be(buf, pos, end)

        def _read_le(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 6
            if stop > end:
                buf, end = self._BLOCK_LE_0.reach(self, pos)
            self.num_pairs, self.total = _unpack_ByteOrder_Body_LE_0(buf, pos)
            pos = stop
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "always", pos)
            self.always = unpack_u2be(buf, pos)[0]
            pos = stop
            count = self.num_pairs
            if not 0 <= count * 4 <= end - pos:
                count = self._io_at(pos).count(count, "pairs", 4)
            self.pairs = []
            for _ in range(count):
                child = new(ByteOrder.Body.Pair)
                child._parent, child._root = self, self._root
                child._is_le = self._is_le
                pos = child._read_at(buf, pos, end)
                self.pairs.append(child)
            self.fixed = child = new(ByteOrder.Body.Fixed)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            return pos

        def _read_be(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 8
            if stop > end:
                buf, end = self._BLOCK_BE_0.reach(self, pos)
            self.num_pairs, self.total, self.always = _unpack_ByteOrder_Body_BE_0(buf, pos)
            pos = stop
            count = self.num_pairs
            if not 0 <= count * 4 <= end - pos:
                count = self._io_at(pos).count(count, "pairs", 4)
            self.pairs = []
            for _ in range(count):
                child = new(ByteOrder.Body.Pair)
                child._parent, child._root = self, self._root
                child._is_le = self._is_le
                pos = child._read_at(buf, pos, end)
                self.pairs.append(child)
            self.fixed = child = new(ByteOrder.Body.Fixed)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            return pos

        def _derive(self) -> None:
            self._make("fixed", ByteOrder.Body.Fixed)
            self._set_derived("num_pairs", len(self.pairs), "pairs")

        def _write__seq(self, io: Writer) -> None:
            if self._root.mark == 0x4D:
                self._is_le = False
            elif self._root.mark == 0x49:
                self._is_le = True
            else:
                raise undecided("/types/body", io)
            if self._is_le:
                self._BLOCK_LE_0.write(io, self.num_pairs, self.total)
                io.u2be(self.always, "always")
                for pair in self.pairs:
                    self._expect_record("pairs", pair, ByteOrder.Body.Pair)
                    pair._is_le = self._is_le
                    self._write_child(io, "pairs", pair, ByteOrder.Body.Pair)
                self._write_child(io, "fixed", self.fixed, ByteOrder.Body.Fixed)
            else:
                self._BLOCK_BE_0.write(io, self.num_pairs, self.total, self.always)
                for pair in self.pairs:
                    self._expect_record("pairs", pair, ByteOrder.Body.Pair)
                    pair._is_le = self._is_le
                    self._write_child(io, "pairs", pair, ByteOrder.Body.Pair)
                self._write_child(io, "fixed", self.fixed, ByteOrder.Body.Fixed)
            self._place(io, "second")

        @instance
        def second(self) -> int:
            """Instance `second`."""
            buf, pos, end = self._at(1)
            began = pos
            if self._is_le:
                stop = pos + 2
                if stop > end:
                    buf, end = self._reach(stop - pos, "second", pos)
                self._now_second = unpack_u2le(buf, pos)[0]
                pos = stop
            else:
                stop = pos + 2
                if stop > end:
                    buf, end = self._reach(stop - pos, "second", pos)
                self._now_second = unpack_u2be(buf, pos)[0]
                pos = stop
            self._at_second = self, began, pos
            return self._now_second

        def _position_second(self) -> int:
            return 1

        def _put_second(self, io: Writer) -> None:
            if self._is_le:
                io.u2le(self.second, "second")
            else:
                io.u2be(self.second, "second")

        class Pair(Struct):
            """Type `pair`."""

            __slots__ = ("a", "b", "_is_le")

            _root: ByteOrder
            _parent: ByteOrder.Body
            _is_le: bool | None
            a: int
            b: int

            SIZE: ClassVar[int] = 4
            _BLOCK_LE_0: ClassVar[Block] = Block(("a", "u2le"), ("b", "s2le"))
            _BLOCK_BE_0: ClassVar[Block] = Block(("a", "u2be"), ("b", "s2be"))

            if TYPE_CHECKING:

                class _Fields(TypedDict, total=False):
                    a: Required[int]
                    b: Required[int]

                @classmethod
                def build(cls, **fields: Unpack[_Fields]) -> Self:
                    """Make one of its fields; what can be derived may be left out."""

            def __init__(
                self,
                _io: Any = None,
                _parent: Any = None,
                _root: Any = None,
                _is_le: bool | None = None,
                _name: str = "",
                _holder: Any = None,
            ) -> None:
                self._is_le = _is_le
                super().__init__(_io, _parent, _root, _name, _holder)

            def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
                if self._is_le is None:
                    raise undecided("/types/body/types/pair", self._io)
                return self._read_le(buf, pos, end) if self._is_le else self._read_be(buf, pos, end)

            def _read_le(self, buf: Bytes, pos: int, end: int) -> int:
                stop = pos + 4
                if stop > end:
                    buf, end = self._BLOCK_LE_0.reach(self, pos)
                self.a, self.b = _unpack_ByteOrder_Body_Pair_LE_0(buf, pos)
                return stop

            def _read_be(self, buf: Bytes, pos: int, end: int) -> int:
                stop = pos + 4
                if stop > end:
                    buf, end = self._BLOCK_BE_0.reach(self, pos)
                self.a, self.b = _unpack_ByteOrder_Body_Pair_BE_0(buf, pos)
                return stop

            def _write__seq(self, io: Writer) -> None:
                if self._is_le is None:
                    raise undecided("/types/body/types/pair", io)
                if self._is_le:
                    self._BLOCK_LE_0.write(io, self.a, self.b)
                else:
                    self._BLOCK_BE_0.write(io, self.a, self.b)

        class Fixed(Struct):
            """Type `fixed`."""

            __slots__ = ("a",)

            _root: ByteOrder
            _parent: ByteOrder.Body
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


# What methods look up, at the price of a name.
_unpack_ByteOrder_Body_BE_0 = ByteOrder.Body._BLOCK_BE_0.unpack
_unpack_ByteOrder_Body_LE_0 = ByteOrder.Body._BLOCK_LE_0.unpack
_unpack_ByteOrder_Body_Pair_BE_0 = ByteOrder.Body.Pair._BLOCK_BE_0.unpack
_unpack_ByteOrder_Body_Pair_LE_0 = ByteOrder.Body.Pair._BLOCK_LE_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"ByteOrder":"byte_order","ByteOrder.Body":"byte_order::body",
"ByteOrder.Body.Pair":"byte_order::body::pair","ByteOrder.Body.Fixed":"byte_order::body::fixed"},
"spec":{"id":"byte_order","file":"spec.ksy",
"digest":"689ae5e635c462b8099e44a256dd8e229653e98ed279760817163e540e110571","types":[
{"path":"byte_order","parent":"any record","fields":[
{"id":"mark","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1},
{"id":"body","type":"byte_order::body","stored":{"is":"Record","path":"byte_order::body"},
"offset":1}]},
{"path":"byte_order::body","parent":"byte_order","endian":{"on":["get","_root","mark"],
"cases":[[{"int":"0x4d"},"be"],[{"int":"0x49"},"le"]]},"fields":[
{"id":"num_pairs","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"chosen"},"offset":0,"size":2},
{"id":"total","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"chosen"},
"offset":2,"size":4},
{"id":"always","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":6,"size":2},
{"id":"pairs","type":"byte_order::body::pair[]","stored":{"is":"Record",
"path":"byte_order::body::pair"},"offset":8,"repeat":{"count":"num_pairs"}},
{"id":"fixed","type":"byte_order::body::fixed","stored":{"is":"Record",
"path":"byte_order::body::fixed"},"size":2}],"instances":[
{"id":"second","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"chosen"},
"size":2,"pos":1}],"edges":[{"is":"Count","field":"num_pairs","of":"pairs"}]},
{"path":"byte_order::body::pair","parent":"byte_order::body","size":4,"fields":[
{"id":"a","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"chosen"},
"offset":0,"size":2},
{"id":"b","type":"int","stored":{"is":"Number","kind":"signed","size":2,"endian":"chosen"},
"offset":2,"size":2}]},
{"path":"byte_order::body::fixed","parent":"byte_order::body","endian":"le","size":2,"fields":[
{"id":"a","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},"offset":0,
"size":2}]}]}}
"""
