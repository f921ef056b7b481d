# Made by `quire gen` 0 from spec.ksy (sha256 b192b5156070). Do not edit.
"""keywords."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import (
    Block,
    Bytes,
    FieldsPart,
    LateEnum,
    ListPart,
    Members,
    Parts,
    Struct,
    Writer,
    computed,
    copied,
    expect_at_most,
    expect_count,
    quick,
)
from quire.runtime.direct import new, unpack_u1, unpack_u2le

__all__ = ["Keywords"]


class Keywords(Struct):
    """Type `keywords`."""

    __slots__ = ("_start", "_end", "_stop", "class_", "from_", "not_", "import_", "in_", "def_")

    _root: Keywords
    class_: int
    from_: Keywords.Is | int
    not_: bytes
    import_: list[Keywords.Lambda]
    if_: int
    in_: int
    def_: int

    _is_top: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("class_",)
    _BLOCK_0: ClassVar[Block] = Block(("class", "u1"), ("from", "u1"))
    _BLOCK_1: ClassVar[Block] = Block(("in", "u1"), ("def", "u1"))
    _PARTS: ClassVar[Parts] = (
        FieldsPart("_read_part_0"),
        ListPart("import", "counted", ("import_",), 1, None),
        FieldsPart("_read_part_2"),
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            class_: int
            from_: Required[Keywords.Is | int]
            not_: Required[bytes]
            import_: Required[Iterable[Keywords.Lambda | Keywords.Lambda._Fields]]
            if_: int
            in_: Required[int]
            def_: int

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 2
        if stop > end:
            buf, end = self._BLOCK_0.reach(self, pos)
        self.class_, self.from_ = _unpack_Keywords_0(buf, pos)
        pos = stop
        self.from_ = _members_Keywords_Is[self.from_]
        stop = pos + self.class_
        if stop > end:
            buf, end = self._reach(stop - pos, "not", pos)
        self.not_ = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        count = 2
        if not 0 <= count * 1 <= end - pos:
            count = self._io_at(pos).count(count, "import", 1)
        self.import_ = []
        for _ in range(count):
            child = new(Keywords.Lambda)
            child._parent, child._root = self, self._root
            child.with_ = self.class_
            pos = child._read_at(buf, pos, end)
            self.import_.append(child)
        if self.class_ == 1:
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "if", pos)
            self.if_ = unpack_u2le(buf, pos)[0]
            pos = stop
        stop = pos + 2
        if stop > end:
            buf, end = self._BLOCK_1.reach(self, pos)
        self.in_, self.def_ = _unpack_Keywords_1(buf, pos)
        pos = stop
        if not self.in_ <= 9:
            io = self._io_at(pos)
            expect_at_most("in", self.in_, 9, io, 2, place="/seq/5")
        return pos

    def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 2
        if stop > end:
            buf, end = self._BLOCK_0.reach(self, pos)
        self.class_, self.from_ = _unpack_Keywords_0(buf, pos)
        pos = stop
        self.from_ = _members_Keywords_Is[self.from_]
        stop = pos + self.class_
        if stop > end:
            buf, end = self._reach(stop - pos, "not", pos)
        self.not_ = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        return stop

    def _count_import(self, buf: Bytes, pos: int, end: int) -> int:
        io = self._io_at(pos)
        count = io.count(2, "import", 1)
        return count

    def _element_import(self, buf: Bytes, pos: int, end: int, i: int) -> int:
        child = new(Keywords.Lambda)
        child._parent, child._root = self, self._root
        child.with_ = self.class_
        pos = child._read_at(buf, pos, end)
        self.import_.append(child)
        return pos

    def _read_part_2(self, buf: Bytes, pos: int, end: int) -> int:
        if self.class_ == 1:
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "if", pos)
            self.if_ = unpack_u2le(buf, pos)[0]
            pos = stop
        stop = pos + 2
        if stop > end:
            buf, end = self._BLOCK_1.reach(self, pos)
        self.in_, self.def_ = _unpack_Keywords_1(buf, pos)
        pos = stop
        if not self.in_ <= 9:
            io = self._io_at(pos)
            expect_at_most("in", self.in_, 9, io, 2, place="/seq/5")
        return pos

    def _derive(self) -> None:
        self._set_flag("class_", hasattr(self, "if_"), 1)
        self._set_default("def_", 3)
        self._set_derived("class_", len(self.not_), "not")

    def _check(self) -> None:
        expect_count("import", self.import_, 2)
        expect_at_most("in", self.in_, 9, place="/seq/5")

    def _write__seq(self, io: Writer) -> None:
        self._BLOCK_0.write(io, self.class_, self.from_)
        io.put_sized(self.not_, self.class_, "not")
        for import_item in self.import_:
            self._expect_record("import", import_item, Keywords.Lambda)
            import_item.with_ = self.class_
            self._write_child(io, "import", import_item, Keywords.Lambda)
        if self.class_ == 1:
            io.u2le(self.if_, "if")
        elif hasattr(self, "if_"):
            self._leave_out("if_")
        self._BLOCK_1.write(io, self.in_, self.def_)

    @quick
    def while_(self) -> int:
        """Instance `while`."""
        return self.class_ + self.in_

    @computed
    def or_(self) -> bool:
        """Instance `or`."""
        return self.from_ == Keywords.Is.async_

    class Is(LateEnum):
        """Values of `is`."""

        async_ = 1
        yield_ = 2

    class Lambda(Struct):
        """Type `lambda`."""

        __slots__ = ("with_", "try_")

        _root: Keywords
        _parent: Keywords
        with_: int
        try_: int

        SIZE: ClassVar[int] = 1

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                with_: int
                try_: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def __init__(
            self,
            with_: int = 0,
            _io: Any = None,
            _parent: Any = None,
            _root: Any = None,
            _name: str = "",
            _holder: Any = None,
        ) -> None:
            self.with_ = with_
            super().__init__(_io, _parent, _root, _name, _holder)

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "try", pos)
            self.try_ = unpack_u1(buf, pos)[0]
            return stop

        def _write__seq(self, io: Writer) -> None:
            io.u1(self.try_, "try")

        @quick
        def pass_(self) -> int:
            """Instance `pass`."""
            return self.try_ + self.with_


# What methods look up, at the price of a name.
_members_Keywords_Is = Members(lambda: Keywords.Is)
_unpack_Keywords_0 = Keywords._BLOCK_0.unpack
_unpack_Keywords_1 = Keywords._BLOCK_1.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Keywords":"keywords","Keywords.Lambda":"keywords::lambda"},
"spec":{"id":"keywords","file":"spec.ksy",
"digest":"b192b5156070695ce882664023e404ed5df987d56a37c6101b689831a768576a","types":[
{"path":"keywords","parent":"any record","endian":"le","fields":[
{"id":"class","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1},
{"id":"from","type":"enum keywords::is","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"keywords::is"},"offset":1,"size":1},
{"id":"not","type":"bytes","stored":{"is":"Bytes","extent":{"size":"class"}},"offset":2},
{"id":"import","type":"keywords::lambda[]","stored":{"is":"Record","path":"keywords::lambda",
"args":[["with","class"]]},"size":2,"repeat":{"count":2}},
{"id":"if","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},"size":2,
"condition":["eq","class",1]},
{"id":"in","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1,
"valid":[{"kind":"at_most","args":[9]}]},
{"id":"def","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1,"default":3}],
"instances":[
{"id":"while","type":"int","value":["add","class","in"]},
{"id":"or","type":"bool","value":["eq","from",["enum","keywords::is","async"]]}],
"edges":[{"is":"Flag","field":"class","of":"if","yes":1},{"is":"Length","field":"class",
"of":"not"}]},
{"path":"keywords::lambda","parent":"keywords","endian":"le","size":1,"params":[
{"id":"with","type":"int"}],"fields":[
{"id":"try","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1}],
"instances":[
{"id":"pass","type":"int","value":["add","try","with"]}]}],"enums":[
{"path":"keywords::is","members":[{"id":"async","value":1},{"id":"yield","value":2}]}]}}
"""
