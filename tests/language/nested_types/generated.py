# Made by `quire gen` 0 from spec.ksy (sha256 052d21a0815c). Do not edit.
"""nested_types."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import Block, Bytes, Struct, Writer, computed
from quire.runtime.direct import new, unpack_u2be, unpack_u2le

__all__ = ["NestedTypes"]


class NestedTypes(Struct):
    """Type `nested_types`."""

    __slots__ = ("_start", "_end", "_stop", "outer", "point", "inner", "other")

    _root: NestedTypes
    outer: NestedTypes.Outer
    point: NestedTypes.Point
    inner: NestedTypes.Outer.Point
    other: NestedTypes.Other

    SIZE: ClassVar[int] = 12
    _is_top: ClassVar[bool] = True

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            outer: Required[NestedTypes.Outer | NestedTypes.Outer._Fields]
            point: Required[NestedTypes.Point | NestedTypes.Point._Fields]
            inner: Required[NestedTypes.Outer.Point | NestedTypes.Outer.Point._Fields]
            other: Required[NestedTypes.Other | NestedTypes.Other._Fields]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        self.outer = child = new(NestedTypes.Outer)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        self.point = child = new(NestedTypes.Point)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        self.inner = child = new(NestedTypes.Outer.Point)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        self.other = child = new(NestedTypes.Other)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        return pos

    def _derive(self) -> None:
        self._make("outer", NestedTypes.Outer)
        self._make("point", NestedTypes.Point)
        self._make("inner", NestedTypes.Outer.Point)
        self._make("other", NestedTypes.Other)

    def _write__seq(self, io: Writer) -> None:
        self._write_child(io, "outer", self.outer, NestedTypes.Outer)
        self._write_child(io, "point", self.point, NestedTypes.Point)
        self._write_child(io, "inner", self.inner, NestedTypes.Outer.Point)
        self._write_child(io, "other", self.other, NestedTypes.Other)

    class Point(Struct):
        """The point of the whole file."""

        __slots__ = ("x", "y")

        _root: NestedTypes
        _parent: NestedTypes
        x: int
        y: int

        SIZE: ClassVar[int] = 2
        _BLOCK_0: ClassVar[Block] = Block(("x", "u1"), ("y", "u1"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                x: Required[int]
                y: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 2
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.x, self.y = _unpack_NestedTypes_Point_0(buf, pos)
            return stop

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.x, self.y)

    class Outer(Struct):
        """Type `outer`."""

        __slots__ = ("point", "scale")

        _root: NestedTypes
        _parent: NestedTypes
        point: NestedTypes.Outer.Point
        scale: int

        SIZE: ClassVar[int] = 4

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                point: Required[NestedTypes.Outer.Point | NestedTypes.Outer.Point._Fields]
                scale: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            self.point = child = new(NestedTypes.Outer.Point)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "scale", pos)
            self.scale = unpack_u2le(buf, pos)[0]
            return stop

        def _derive(self) -> None:
            self._make("point", NestedTypes.Outer.Point)

        def _write__seq(self, io: Writer) -> None:
            self._write_child(io, "point", self.point, NestedTypes.Outer.Point)
            io.u2le(self.scale, "scale")

        class Point(Struct):
            """A point of its own, nearer than the other."""

            __slots__ = ("z",)

            _root: NestedTypes
            z: int

            SIZE: ClassVar[int] = 2
            _looks_up: ClassVar[tuple[str, ...]] = ("_parent.scale",)
            _fields_look_up: ClassVar[tuple[str, ...]] = ()

            if TYPE_CHECKING:

                class _Fields(TypedDict, total=False):
                    z: Required[int]

                @classmethod
                def build(cls, **fields: Unpack[_Fields]) -> Self:
                    """Make one of its fields; what can be derived may be left out."""

            def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
                stop = pos + 2
                if stop > end:
                    buf, end = self._reach(stop - pos, "z", pos)
                self.z = unpack_u2le(buf, pos)[0]
                return stop

            def _write__seq(self, io: Writer) -> None:
                io.u2le(self.z, "z")

            @computed
            def scaled(self) -> int:
                """Instance `scaled`."""
                value: int = self.z * self._parent.scale
                return value

    class Other(Struct):
        """Type `other`."""

        __slots__ = ("value", "below")

        _root: NestedTypes
        _parent: NestedTypes
        value: int
        below: NestedTypes.Other.Below

        SIZE: ClassVar[int] = 4
        _looks_up: ClassVar[tuple[str, ...]] = ("_root.point.x",)
        _fields_look_up: ClassVar[tuple[str, ...]] = ()

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                value: Required[int]
                below: Required[NestedTypes.Other.Below | NestedTypes.Other.Below._Fields]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "value", pos)
            self.value = unpack_u2be(buf, pos)[0]
            pos = stop
            self.below = child = new(NestedTypes.Other.Below)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            return pos

        def _derive(self) -> None:
            self._make("below", NestedTypes.Other.Below)

        def _write__seq(self, io: Writer) -> None:
            io.u2be(self.value, "value")
            self._write_child(io, "below", self.below, NestedTypes.Other.Below)

        @computed
        def sum(self) -> int:
            """Instance `sum`."""
            return self.value + self.below.value + self._root.point.x

        class Below(Struct):
            """Takes its byte order from the type around it."""

            __slots__ = ("value",)

            _root: NestedTypes
            _parent: NestedTypes.Other
            value: int

            SIZE: ClassVar[int] = 2

            if TYPE_CHECKING:

                class _Fields(TypedDict, total=False):
                    value: Required[int]

                @classmethod
                def build(cls, **fields: Unpack[_Fields]) -> Self:
                    """Make one of its fields; what can be derived may be left out."""

            def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
                stop = pos + 2
                if stop > end:
                    buf, end = self._reach(stop - pos, "value", pos)
                self.value = unpack_u2be(buf, pos)[0]
                return stop

            def _write__seq(self, io: Writer) -> None:
                io.u2be(self.value, "value")


# What methods look up, at the price of a name.
_unpack_NestedTypes_Point_0 = NestedTypes.Point._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"NestedTypes":"nested_types","NestedTypes.Point":"nested_types::point",
"NestedTypes.Outer":"nested_types::outer","NestedTypes.Outer.Point":"nested_types::outer::point",
"NestedTypes.Other":"nested_types::other","NestedTypes.Other.Below":"nested_types::other::below"},
"spec":{"id":"nested_types","file":"spec.ksy",
"digest":"052d21a0815c70ad723b3aa205bb19964b25b710a073262ab3be9f77fe3fe151","types":[
{"path":"nested_types","parent":"any record","endian":"le","size":12,"fields":[
{"id":"outer","type":"nested_types::outer","stored":{"is":"Record","path":"nested_types::outer"},
"offset":0,"size":4},
{"id":"point","type":"nested_types::point","stored":{"is":"Record","path":"nested_types::point"},
"offset":4,"size":2},
{"id":"inner","type":"nested_types::outer::point","stored":{"is":"Record",
"path":"nested_types::outer::point"},"offset":6,"size":2},
{"id":"other","type":"nested_types::other","stored":{"is":"Record","path":"nested_types::other"},
"offset":8,"size":4}]},
{"path":"nested_types::point","parent":"nested_types","endian":"le","size":2,"fields":[
{"id":"x","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1},
{"id":"y","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":1,"size":1}],
"doc":"The point of the whole file."},
{"path":"nested_types::outer","parent":"nested_types","endian":"le","size":4,"fields":[
{"id":"point","type":"nested_types::outer::point","stored":{"is":"Record",
"path":"nested_types::outer::point"},"offset":0,"size":2},
{"id":"scale","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":2,"size":2}]},
{"path":"nested_types::outer::point","parent":"any record","endian":"le","size":2,"fields":[
{"id":"z","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},"offset":0,
"size":2}],"instances":[
{"id":"scaled","type":"int","value":["mul","z",["get","_parent","scale"]]}],"doc":"A point of its
 own, nearer than the other."},
{"path":"nested_types::other","parent":"nested_types","endian":"be","size":4,"fields":[
{"id":"value","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":0,"size":2},
{"id":"below","type":"nested_types::other::below","stored":{"is":"Record",
"path":"nested_types::other::below"},"offset":2,"size":2}],"instances":[
{"id":"sum","type":"int","value":["add",["add","value",["get","below","value"]],["get",["get",
"_root","point"],"x"]]}]},
{"path":"nested_types::other::below","parent":"nested_types::other","endian":"be","size":2,
"fields":[
{"id":"value","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":0,"size":2}],"doc":"Takes its byte order from the type around it."}]}}
"""
