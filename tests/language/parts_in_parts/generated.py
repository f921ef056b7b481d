# Made by `quire gen` 0 from spec.ksy (sha256 0f56b85ca22e). Do not edit.
"""parts_in_parts."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import Bytes, Raw, Struct, Writer, instance
from quire.runtime.direct import new, unpack_u1

__all__ = ["PartsInParts"]


class PartsInParts(Struct):
    """Type `parts_in_parts`."""

    __slots__ = ("_start", "_end", "_stop", "part")

    _root: PartsInParts
    part: PartsInParts.Part

    _is_top: ClassVar[bool] = True
    _placed: ClassVar[tuple[str, ...]] = ("parts",)
    _places: ClassVar[bool] = True
    _below: ClassVar[tuple[str, ...]] = ("parts",)
    _once: ClassVar[tuple[str, ...]] = ("parts",)

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            part: PartsInParts.Part | PartsInParts.Part._Fields
            parts: Iterable[PartsInParts.Inner | PartsInParts.Inner._Fields]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        self.part = child = new(PartsInParts.Part)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        return pos

    def _derive(self) -> None:
        self._make("part", PartsInParts.Part)

    def _write__seq(self, io: Writer) -> None:
        self._place(io, "parts", self._beside_parts)
        self._write_child(io, "part", self.part, PartsInParts.Part)

    @instance
    def parts(self) -> list[PartsInParts.Inner]:
        """Instance `parts`."""
        there = self.part.slot
        buf, pos, end = there._at(0)
        began = pos
        values: list[PartsInParts.Inner] = []
        values, pos = self._once_in(there, PartsInParts.Inner, buf, pos, end, -1, "parts", values)
        self._at_parts = there, began, pos
        return values

    def _position_parts(self) -> int:
        return 0

    def _beside_parts(self) -> Any:
        return self.part.slot

    def _put_parts(self, io: Writer) -> None:
        for part in self._seen_in(self.parts, io):
            self._write_child(io, "parts", part, PartsInParts.Inner)

    class Slot(Struct):
        """Type `slot`."""

        __slots__ = ("_start", "_end", "_stop")

        _root: PartsInParts
        _parent: PartsInParts.Part

        SIZE: ClassVar[int] = 0

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                pass

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            return pos

        def _write__seq(self, io: Writer) -> None:
            pass

    class Part(Struct):
        """Type `part`."""

        __slots__ = ("len", "slot", "_stored_slot")

        _root: PartsInParts
        _stored_slot: bytes
        len: int
        slot: PartsInParts.Slot

        _raw_slot = Raw("slot")
        _own_streams: ClassVar[tuple[str, ...]] = ("slot",)
        _derived: ClassVar[tuple[str, ...]] = ("len",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len: int
                slot: PartsInParts.Slot | PartsInParts.Slot._Fields

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "len", pos)
            self.len = unpack_u1(buf, pos)[0]
            pos = stop
            stop = pos + self.len
            if stop > end:
                buf, end = self._reach(stop - pos, "slot", pos)
            self.slot = child = new(PartsInParts.Slot)
            child._parent, child._root = self, self._root
            child._start, child._end = pos, stop
            child._stop = child._read_at(buf, pos, stop)
            return stop

        def _derive(self) -> None:
            self._make("slot", PartsInParts.Slot)

        def _write__seq(self, io: Writer) -> None:
            self._stored_slot = self._window(
                io, "slot", self.slot, PartsInParts.Slot, grows=True, in_pieces=True
            )
            self._set_window("len", len(self._stored_slot), "slot")
            io.u1(self.len, "len")
            io.put_filled(self._stored_slot, self.len, "slot", 0, of=self)

    class Inner(Struct):
        """Type `inner`."""

        __slots__ = ("part",)

        _root: PartsInParts
        _parent: PartsInParts
        part: PartsInParts.Part

        _placed: ClassVar[tuple[str, ...]] = ("text",)
        _places: ClassVar[bool] = True
        _below: ClassVar[tuple[str, ...]] = ("text",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                part: PartsInParts.Part | PartsInParts.Part._Fields
                text: PartsInParts.Text | PartsInParts.Text._Fields

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            self.part = child = new(PartsInParts.Part)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            return pos

        def _derive(self) -> None:
            self._make("part", PartsInParts.Part)

        def _write__seq(self, io: Writer) -> None:
            self._place(io, "text", self._beside_text)
            self._write_child(io, "part", self.part, PartsInParts.Part)

        @instance
        def text(self) -> PartsInParts.Text:
            """Instance `text`."""
            there = self.part.slot
            buf, pos, end = there._at(0)
            began = pos
            child = new(PartsInParts.Text)
            child._parent, child._root = self, self._root
            child._outer = there
            child._name = "text"
            pos = child._read_at(buf, pos, end)
            value: PartsInParts.Text = child
            self._at_text = there, began, pos
            return value

        def _position_text(self) -> int:
            return 0

        def _beside_text(self) -> Any:
            return self.part.slot

        def _put_text(self, io: Writer) -> None:
            self._write_child(io, "text", self.text, PartsInParts.Text)

    class Text(Struct):
        """Type `text`."""

        __slots__ = ("value",)

        _root: PartsInParts
        _parent: PartsInParts.Inner
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
{"classes":{"PartsInParts":"parts_in_parts","PartsInParts.Slot":"parts_in_parts::slot",
"PartsInParts.Part":"parts_in_parts::part","PartsInParts.Inner":"parts_in_parts::inner",
"PartsInParts.Text":"parts_in_parts::text"},
"spec":{"id":"parts_in_parts","file":"spec.ksy",
"digest":"0f56b85ca22e10c6f6792226693840040a119ce6329cb56f3d2cf3526cb8c5bc","types":[
{"path":"parts_in_parts","parent":"any record","endian":"le","fields":[
{"id":"part","type":"parts_in_parts::part","stored":{"is":"Record","path":"parts_in_parts::part"},
"offset":0}],"instances":[
{"id":"parts","type":"parts_in_parts::inner[]","stored":{"is":"Record",
"path":"parts_in_parts::inner"},"repeat":{},"pos":0,"io":["get",["get","part","slot"],"_io"]}]},
{"path":"parts_in_parts::slot","parent":"parts_in_parts::part","endian":"le","size":0},
{"path":"parts_in_parts::part","parent":"any record","endian":"le","fields":[
{"id":"len","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1},
{"id":"slot","type":"parts_in_parts::slot","stored":{"is":"Record","path":"parts_in_parts::slot",
"extent":{"size":"len"}},"offset":1}],"edges":[{"is":"Length","field":"len","of":"slot",
"at_least":true}]},
{"path":"parts_in_parts::inner","parent":"parts_in_parts","endian":"le","fields":[
{"id":"part","type":"parts_in_parts::part","stored":{"is":"Record","path":"parts_in_parts::part"},
"offset":0}],"instances":[
{"id":"text","type":"parts_in_parts::text","stored":{"is":"Record","path":"parts_in_parts::text"},
"size":1,"pos":0,"io":["get",["get","part","slot"],"_io"]}]},
{"path":"parts_in_parts::text","parent":"parts_in_parts::inner","endian":"le","size":1,"fields":[
{"id":"value","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"size":1}]}]}}
"""
