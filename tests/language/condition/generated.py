# Made by `quire gen` 0 from spec.ksy (sha256 50a94297f46f). Do not edit.
"""condition."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import Bytes, Struct, Writer, copied, expect_count, quick
from quire.runtime.direct import new, unpack_u1, unpack_u2le, unpack_u4le

__all__ = ["Condition"]


class Condition(Struct):
    """Type `condition`."""

    __slots__ = ("_start", "_end", "_stop", "flags", "last")

    _root: Condition
    flags: int
    size: int
    color: int
    name: bytes
    extra: Condition.Extra
    tags: list[int]
    last: int

    _is_top: ClassVar[bool] = True

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            flags: Required[int]
            size: int
            color: int
            name: bytes
            extra: Condition.Extra | Condition.Extra._Fields
            tags: Iterable[int]
            last: Required[int]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "flags", pos)
        self.flags = unpack_u1(buf, pos)[0]
        pos = stop
        if self.flags & 1 != 0:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "size", pos)
            self.size = unpack_u4le(buf, pos)[0]
            pos = stop
        if self.flags & 2 != 0 and self.flags < 0x80:
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "color", pos)
            self.color = unpack_u2le(buf, pos)[0]
            pos = stop
        if self.flags != 0:
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "name", pos)
            self.name = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
        if self.flags & 4 != 0:
            self.extra = child = new(Condition.Extra)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
        if self.flags & 8 != 0:
            count = 2
            if not 0 <= count * 1 <= end - pos:
                count = self._io_at(pos).count(count, "tags", 1)
            self.tags = []
            for _ in range(count):
                stop = pos + 1
                if stop > end:
                    buf, end = self._reach(stop - pos, "tags", pos)
                self.tags.append(unpack_u1(buf, pos)[0])
                pos = stop
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "last", pos)
        self.last = unpack_u1(buf, pos)[0]
        return stop

    def _derive(self) -> None:
        if self.flags & 4 != 0:
            self._make("extra", Condition.Extra)

    def _check(self) -> None:
        if self.flags & 8 != 0:
            expect_count("tags", self.tags, 2)

    def _write__seq(self, io: Writer) -> None:
        io.u1(self.flags, "flags")
        if self.flags & 1 != 0:
            io.u4le(self.size, "size")
        elif hasattr(self, "size"):
            self._leave_out("size")
        if self.flags & 2 != 0 and self.flags < 0x80:
            io.u2le(self.color, "color")
        elif hasattr(self, "color"):
            self._leave_out("color")
        if self.flags != 0:
            io.put_sized(self.name, 2, "name")
        elif hasattr(self, "name"):
            self._leave_out("name")
        if self.flags & 4 != 0:
            self._write_child(io, "extra", self.extra, Condition.Extra)
        elif hasattr(self, "extra"):
            self._leave_out("extra")
        if self.flags & 8 != 0:
            for tag in self.tags:
                io.u1(tag, "tags")
        elif hasattr(self, "tags"):
            self._leave_out("tags")
        io.u1(self.last, "last")

    @quick
    def wide(self) -> int | None:
        """Instance `wide`."""
        if self.flags & 1 == 0:
            return None
        return self.size * 2

    @quick
    def missing(self) -> int | None:
        """Instance `missing`."""
        if self.flags != 0:
            return None
        return 3

    class Extra(Struct):
        """Type `extra`."""

        __slots__ = ("value",)

        _root: Condition
        _parent: Condition
        value: int

        SIZE: ClassVar[int] = 1

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                value: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "value", pos)
            self.value = unpack_u1(buf, pos)[0]
            return stop

        def _write__seq(self, io: Writer) -> None:
            io.u1(self.value, "value")


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Condition":"condition","Condition.Extra":"condition::extra"},
"spec":{"id":"condition","file":"spec.ksy",
"digest":"50a94297f46f630b2cabf8caa3641531b7f739152e662fb4b7a64dc63d9bc374","types":[
{"path":"condition","parent":"any record","endian":"le","fields":[
{"id":"flags","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1},
{"id":"size","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":1,"size":4,"condition":["ne",["bit_and","flags",1],0]},
{"id":"color","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"size":2,"condition":["and",["ne",["bit_and","flags",2],0],["lt","flags",{"int":"0x80"}]]},
{"id":"name","type":"bytes","stored":{"is":"Bytes","extent":{"size":2}},"size":2,"condition":["not",
["eq","flags",0]]},
{"id":"extra","type":"condition::extra","stored":{"is":"Record","path":"condition::extra"},"size":1,
"condition":["ne",["bit_and","flags",4],0]},
{"id":"tags","type":"int[]","stored":{"is":"Number","kind":"unsigned","size":1},"size":2,
"repeat":{"count":2},"condition":["ne",["bit_and","flags",8],0]},
{"id":"last","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1}],
"instances":[
{"id":"wide","type":"int","condition":["ne",["bit_and","flags",1],0],"value":["mul","size",2]},
{"id":"missing","type":"int","condition":["eq","flags",0],"value":3}]},
{"path":"condition::extra","parent":"condition","endian":"le","size":1,"fields":[
{"id":"value","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"size":1}]}]}}
"""
