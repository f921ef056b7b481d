# Made by `quire gen` 0 from spec.ksy (sha256 b52ed0b891ef). Do not edit.
"""references."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import (
    Block,
    Bytes,
    FieldsPart,
    ListPart,
    Opened,
    Parts,
    RecordPart,
    Struct,
    Writer,
    computed,
    quick,
)
from quire.runtime.direct import new, unpack_u1

__all__ = ["References"]


class References(Struct):
    """Type `references`."""

    __slots__ = ("_start", "_end", "_stop", "tree", "first")

    _root: References
    tree: References.Node
    first: References.SecondKind

    _is_top: ClassVar[bool] = True
    _PARTS: ClassVar[Parts] = (RecordPart("tree"), FieldsPart("_read_part_1"))

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            tree: Required[References.Node | References.Node._Fields]
            first: References.SecondKind | References.SecondKind._Fields

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        self.tree = child = new(References.Node)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        self.first = child = new(References.SecondKind)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        return pos

    def _open_tree(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
        self.tree = child = new(References.Node)
        child._parent, child._root = self, self._root
        return child, buf, pos, end

    def _read_part_1(self, buf: Bytes, pos: int, end: int) -> int:
        self.first = child = new(References.SecondKind)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        return pos

    def _derive(self) -> None:
        self._make("tree", References.Node)
        self._make("first", References.SecondKind)

    def _write__seq(self, io: Writer) -> None:
        self._write_child(io, "tree", self.tree, References.Node)
        self._write_child(io, "first", self.first, References.SecondKind)

    class Node(Struct):
        """A node, whose children are nodes."""

        __slots__ = ("value", "num_children", "children")

        _root: References
        value: int
        num_children: int
        children: list[References.Node]

        _derived: ClassVar[tuple[str, ...]] = ("num_children",)
        _BLOCK_0: ClassVar[Block] = Block(("value", "u1"), ("num_children", "u1"))
        _PARTS: ClassVar[Parts] = (
            FieldsPart("_read_part_0"),
            ListPart("children", "counted", ("children",), 2, None),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                value: Required[int]
                num_children: int
                children: Required[Iterable[References.Node | References.Node._Fields]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 2
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.value, self.num_children = _unpack_References_Node_0(buf, pos)
            pos = stop
            count = self.num_children
            if not 0 <= count * 2 <= end - pos:
                count = self._io_at(pos).count(count, "children", 2)
            self.children = []
            type_children = References.Node
            for _ in range(count):
                child = new(type_children)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
                self.children.append(child)
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 2
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.value, self.num_children = _unpack_References_Node_0(buf, pos)
            return stop

        def _count_children(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            count = io.count(self.num_children, "children", 2)
            return count

        def _element_children(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            child = new(References.Node)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.children.append(child)
            return pos

        def _open_children(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
            child = new(References.Node)
            child._parent, child._root = self, self._root
            return child, buf, pos, end

        def _derive(self) -> None:
            self._set_derived("num_children", len(self.children), "children")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.value, self.num_children)
            for children_item in self.children:
                self._write_child(io, "children", children_item, References.Node)

        @quick
        def is_leaf(self) -> bool:
            """Instance `is_leaf`."""
            return self.num_children == 0

        @computed
        def sum(self) -> int:
            """Instance `sum`."""
            return self.value if self.is_leaf else self.value + self.children[0].value

    class SecondKind(Struct):
        """Type `second_kind`."""

        __slots__ = ("third",)

        _root: References
        third: References.ThirdKind

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                third: References.ThirdKind | References.ThirdKind._Fields

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            self.third = child = new(References.ThirdKind)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            return pos

        def _derive(self) -> None:
            self._make("third", References.ThirdKind)

        def _write__seq(self, io: Writer) -> None:
            self._write_child(io, "third", self.third, References.ThirdKind)

        @computed
        def early(self) -> int:
            """Instance `early`."""
            return self.late + 1

        @computed
        def late(self) -> int:
            """Instance `late`."""
            return self.third.a * 2

    class ThirdKind(Struct):
        """Type `third_kind`."""

        __slots__ = ("a",)

        _root: References
        _parent: References.SecondKind
        a: int
        again: References.SecondKind

        _derived: ClassVar[tuple[str, ...]] = ("a",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                a: int
                again: References.SecondKind | References.SecondKind._Fields

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "a", pos)
            self.a = unpack_u1(buf, pos)[0]
            pos = stop
            if self.a != 0:
                self.again = child = new(References.SecondKind)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            return pos

        def _derive(self) -> None:
            self._set_flag("a", hasattr(self, "again"), 1, 0)
            if self.a != 0:
                self._make("again", References.SecondKind)

        def _write__seq(self, io: Writer) -> None:
            io.u1(self.a, "a")
            if self.a != 0:
                self._write_child(io, "again", self.again, References.SecondKind)
            elif hasattr(self, "again"):
                self._leave_out("again")


# What methods look up, at the price of a name.
_unpack_References_Node_0 = References.Node._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"References":"references","References.Node":"references::node",
"References.SecondKind":"references::second_kind","References.ThirdKind":"references::third_kind"},
"spec":{"id":"references","file":"spec.ksy",
"digest":"b52ed0b891ef78311f7f7aff54642739788c6d42d76f703b932d97a87f3a747c","types":[
{"path":"references","parent":"any record","endian":"le","fields":[
{"id":"tree","type":"references::node","stored":{"is":"Record","path":"references::node"},
"offset":0},
{"id":"first","type":"references::second_kind","stored":{"is":"Record",
"path":"references::second_kind"}}]},
{"path":"references::node","parent":"any record","endian":"le","fields":[
{"id":"value","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1},
{"id":"num_children","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":1,
"size":1},
{"id":"children","type":"references::node[]","stored":{"is":"Record","path":"references::node"},
"offset":2,"repeat":{"count":"num_children"}}],"instances":[
{"id":"is_leaf","type":"bool","value":["eq","num_children",0]},
{"id":"sum","type":"int","value":["if","is_leaf","value",["add","value",["get",["item","children",
0],"value"]]]}],"edges":[{"is":"Count","field":"num_children","of":"children"}],"doc":"A node,
 whose children are nodes."},
{"path":"references::second_kind","parent":"any record","endian":"le","fields":[
{"id":"third","type":"references::third_kind","stored":{"is":"Record",
"path":"references::third_kind"},"offset":0}],"instances":[
{"id":"early","type":"int","value":["add","late",1]},
{"id":"late","type":"int","value":["mul",["get","third","a"],2]}]},
{"path":"references::third_kind","parent":"references::second_kind","endian":"le","fields":[
{"id":"a","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1},
{"id":"again","type":"references::second_kind","stored":{"is":"Record",
"path":"references::second_kind"},"offset":1,"condition":["ne","a",0]}],"edges":[{"is":"Flag",
"field":"a","of":"again","yes":1,"no":0}]}]}}
"""
