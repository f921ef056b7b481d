# Made by `quire gen` 0 from spec.ksy (sha256 d1164ee89246). Do not edit.
"""params."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import Block, Bytes, LateEnum, Members, Struct, Writer, bounded, computed, copied
from quire.runtime.direct import new, unpack_u1

__all__ = ["Params"]


class Params(Struct):
    """Type `params`."""

    __slots__ = ("_start", "_end", "_stop", "width", "tag", "first", "second", "described")

    _root: Params
    width: int
    tag: Params.Tag | int
    first: Params.Row
    second: Params.Row
    described: Params.Described

    _is_top: ClassVar[bool] = True
    _BLOCK_0: ClassVar[Block] = Block(("width", "u1"), ("tag", "u1"))

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            width: Required[int]
            tag: Required[Params.Tag | int]
            first: Required[Params.Row | Params.Row._Fields]
            second: Required[Params.Row | Params.Row._Fields]
            described: Required[Params.Described | Params.Described._Fields]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 2
        if stop > end:
            buf, end = self._BLOCK_0.reach(self, pos)
        self.width, self.tag = _unpack_Params_0(buf, pos)
        pos = stop
        self.tag = _members_Params_Tag[self.tag]
        self.first = child = new(Params.Row)
        child._parent, child._root = self, self._root
        child.num_cells = self.width
        child.has_tail = True
        pos = child._read_at(buf, pos, end)
        self.second = child = new(Params.Row)
        child._parent, child._root = self, self._root
        child.num_cells = self.width + 1
        child.has_tail = False
        pos = child._read_at(buf, pos, end)
        self.described = child = new(Params.Described)
        child._parent, child._root = self, self._root
        child.name = "ab,)"
        child.magic = b"\x01\x02"
        child.tag = Params.Tag.big
        child.factor = 1.5
        child.row = self.first
        pos = child._read_at(buf, pos, end)
        return pos

    def _write__seq(self, io: Writer) -> None:
        self._BLOCK_0.write(io, self.width, self.tag)
        self._expect_record("first", self.first, Params.Row)
        self.first.num_cells = self.width
        self.first.has_tail = True
        self._write_child(io, "first", self.first, Params.Row)
        self._expect_record("second", self.second, Params.Row)
        self.second.num_cells = self.width + 1
        self.second.has_tail = False
        self._write_child(io, "second", self.second, Params.Row)
        self._expect_record("described", self.described, Params.Described)
        self.described.name = "ab,)"
        self.described.magic = b"\x01\x02"
        self.described.tag = Params.Tag.big
        self.described.factor = 1.5
        self.described.row = self.first
        self._write_child(io, "described", self.described, Params.Described)

    class Tag(LateEnum):
        """Values of `tag`."""

        small = 1
        big = 2

    class Row(Struct):
        """Type `row`.

        Attributes:
            num_cells: How many cells there are.
        """

        __slots__ = ("num_cells", "has_tail", "cells")

        _root: Params
        _parent: Params
        num_cells: int
        has_tail: bool
        cells: bytes
        tail: int

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_cells: int
                has_tail: bool
                cells: Required[bytes]
                tail: int

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def __init__(
            self,
            num_cells: int = 0,
            has_tail: bool = False,
            _io: Any = None,
            _parent: Any = None,
            _root: Any = None,
            _name: str = "",
            _holder: Any = None,
        ) -> None:
            self.num_cells = num_cells
            self.has_tail = has_tail
            super().__init__(_io, _parent, _root, _name, _holder)

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + self.num_cells
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "cells", pos)
            self.cells = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            if self.has_tail:
                stop = pos + 1
                if stop > end:
                    buf, end = self._reach(stop - pos, "tail", pos)
                self.tail = unpack_u1(buf, pos)[0]
                pos = stop
            return pos

        def _write__seq(self, io: Writer) -> None:
            io.put_sized(self.cells, self.num_cells, "cells")
            if self.has_tail:
                io.u1(self.tail, "tail")
            elif hasattr(self, "tail"):
                self._leave_out("tail")

    class Described(Struct):
        """Type `described`."""

        __slots__ = ("name", "magic", "tag", "factor", "row", "value")

        _root: Params
        _parent: Params
        name: str
        magic: bytes
        tag: Params.Tag | int
        factor: float
        row: Params.Row
        value: int

        SIZE: ClassVar[int] = 1

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                name: str
                magic: bytes
                tag: Params.Tag | int
                factor: float
                row: Params.Row | Params.Row._Fields
                value: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def __init__(
            self,
            name: str = "",
            magic: bytes = b"",
            tag: Any = None,
            factor: float = 0.0,
            row: Any = None,
            _io: Any = None,
            _parent: Any = None,
            _root: Any = None,
            _name: str = "",
            _holder: Any = None,
        ) -> None:
            self.name = name
            self.magic = magic
            self.tag = tag
            self.factor = factor
            self.row = row
            super().__init__(_io, _parent, _root, _name, _holder)

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "value", pos)
            self.value = unpack_u1(buf, pos)[0]
            return stop

        def _write__seq(self, io: Writer) -> None:
            io.u1(self.value, "value")

        @computed
        def scaled(self) -> float:
            """Instance `scaled`."""
            return bounded(self.value * self.factor)

        @computed
        def is_big(self) -> bool:
            """Instance `is_big`."""
            return self.tag == Params.Tag.big

        @computed
        def len_name(self) -> int:
            """Instance `len_name`."""
            return len(self.name) + len(self.magic) + self.row.num_cells


# What methods look up, at the price of a name.
_members_Params_Tag = Members(lambda: Params.Tag)
_unpack_Params_0 = Params._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Params":"params","Params.Row":"params::row","Params.Described":"params::described"},
"spec":{"id":"params","file":"spec.ksy",
"digest":"d1164ee89246efc719c0cafdc5b3d782b79602ac42b323453439fc70f338ed44","types":[
{"path":"params","parent":"any record","endian":"le","fields":[
{"id":"width","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1},
{"id":"tag","type":"enum params::tag","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"params::tag"},"offset":1,"size":1},
{"id":"first","type":"params::row","stored":{"is":"Record","path":"params::row",
"args":[["num_cells","width"],["has_tail",true]]},"offset":2},
{"id":"second","type":"params::row","stored":{"is":"Record","path":"params::row",
"args":[["num_cells",["add","width",1]],["has_tail",false]]}},
{"id":"described","type":"params::described","stored":{"is":"Record","path":"params::described",
"args":[["name",["text","ab,)"]],["magic",{"hex":"0102"}],["tag",["enum","params::tag","big"]],
["factor",1.5],["row","first"]]},"size":1}]},
{"path":"params::row","parent":"params","endian":"le","params":[
{"id":"num_cells","type":"int","doc":"How many cells there are."},
{"id":"has_tail","type":"bool"}],"fields":[
{"id":"cells","type":"bytes","stored":{"is":"Bytes","extent":{"size":"num_cells"}},"offset":0},
{"id":"tail","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1,
"condition":"has_tail"}]},
{"path":"params::described","parent":"params","endian":"le","size":1,"params":[
{"id":"name","type":"str"},
{"id":"magic","type":"bytes"},
{"id":"tag","type":"enum params::tag"},
{"id":"factor","type":"float"},
{"id":"row","type":"params::row"}],"fields":[
{"id":"value","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"size":1}],"instances":[
{"id":"scaled","type":"float","value":["mul","value","factor"]},
{"id":"is_big","type":"bool","value":["eq","tag",["enum","params::tag","big"]]},
{"id":"len_name","type":"int","value":["add",["add",["length","name"],["length","magic"]],["get",
"row","num_cells"]]}]}],"enums":[
{"path":"params::tag","members":[{"id":"small","value":1},{"id":"big","value":2}]}]}}
"""
