# Made by `quire gen` 0.1.0 from gguf.ksy (sha256 15e87ed1911a). Do not edit.
"""GGUF model."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

import math
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from quire.kernels.engine.payload import Encoded, Packable
from quire.kernels.engine.pipeline import Stage, no_case
from quire.runtime import (
    Block,
    Bytes,
    FieldsPart,
    Fixed,
    LateEnum,
    ListPart,
    Members,
    Opened,
    Parts,
    Raw,
    RecordPart,
    Struct,
    Writer,
    computed,
    copied,
    encode_text,
    expect_any_of,
    expect_at_most,
    expect_equal,
    expect_member,
    expect_that,
    first_of,
    instance,
)
from quire.runtime.direct import (
    new,
    unpack_f4le,
    unpack_f8le,
    unpack_s1,
    unpack_s2le,
    unpack_s4le,
    unpack_s8le,
    unpack_u1,
    unpack_u2le,
    unpack_u4le,
    unpack_u8le,
)

__all__ = ["Gguf"]


class Gguf(Struct):
    """Tensors of a model by their names, mostly quantised, with what is known of it.

    The tensors stand where their entries say, in a part of the file that begins at a multiple of
    `alignment`.

    See https://github.com/ggml-org/ggml/blob/master/docs/gguf.md GGUF

    Attributes:
        area: Where the tensors are.
    """

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "magic",
        "version",
        "num_tensors",
        "num_metadata",
        "metadata",
        "tensors",
        "padding",
        "area",
    )

    _root: Gguf
    magic: bytes
    version: int
    num_tensors: int
    num_metadata: int
    metadata: list[Gguf.Pair]
    tensors: list[Gguf.Tensor]
    padding: bytes
    area: Gguf.Area

    _is_top: ClassVar[bool] = True
    _raw_area = Raw("area")
    _places: ClassVar[bool] = True
    _goes_by_place: ClassVar[bool] = True
    _own_streams: ClassVar[tuple[str, ...]] = ("area",)
    _derived: ClassVar[tuple[str, ...]] = ("magic", "num_metadata", "num_tensors")
    _BLOCK_0: ClassVar[Block] = Block(
        ("version", "u4le"), ("num_tensors", "u8le"), ("num_metadata", "u8le")
    )
    _PARTS: ClassVar[Parts] = (
        FieldsPart("_read_part_0"),
        ListPart("metadata", "counted", ("metadata",), 12, None),
        ListPart("tensors", "counted", ("tensors",), 24, None),
        FieldsPart("_read_part_3"),
    )
    _FIXED_0: ClassVar[Fixed] = Fixed(
        ("magic", b"GGUF", "/seq/0"),
        ("version", "u4le"),
        ("num_tensors", "u8le"),
        ("num_metadata", "u8le"),
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            magic: bytes
            version: int
            num_tensors: int
            num_metadata: int
            metadata: Required[Iterable[Gguf.Pair | Gguf.Pair._Fields]]
            tensors: Required[Iterable[Gguf.Tensor | Gguf.Tensor._Fields]]
            padding: bytes
            area: Gguf.Area | Gguf.Area._Fields

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 24
        if stop > end:
            buf, end = self._FIXED_0.reach(self, pos)
        stored_magic, self.version, self.num_tensors, self.num_metadata = _unpack_Gguf_FIXED_0(
            buf, pos
        )
        if stored_magic != b"GGUF":
            self._look_at(pos).contents(b"GGUF", "magic", "/seq/0")
        self.magic = b"GGUF"
        pos = stop
        if self.version not in (2, 3):
            io = self._io_at(pos)
            expect_any_of("version", self.version, (2, 3), io, 20, place="/seq/1")
        count = self.num_metadata
        if not 0 <= count * 12 <= end - pos:
            count = self._io_at(pos).count(count, "metadata", 12)
        self.metadata = []
        type_metadata = Gguf.Pair
        for _ in range(count):
            child = new(type_metadata)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.metadata.append(child)
        count = self.num_tensors
        if not 0 <= count * 24 <= end - pos:
            count = self._io_at(pos).count(count, "tensors", 24)
        self.tensors = []
        type_tensors = Gguf.Tensor
        for _ in range(count):
            child = new(type_tensors)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.tensors.append(child)
        stop = pos + (
            0
            if self.num_tensors == 0
            else (self.alignment - self._pos_at(pos) % self.alignment) % self.alignment
        )
        if not pos <= stop <= end:
            buf, end = self._reach(stop - pos, "padding", pos)
        self.padding = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        if type(buf) is bytearray:
            buf, end = self._reach_rest(buf, pos, end)
        stop = pos + max(end - pos, 0)
        if not pos <= stop <= end:
            buf, end = self._reach(stop - pos, "area", pos)
        self.area = child = new(Gguf.Area)
        child._parent, child._root = self, self._root
        child._start, child._end = pos, stop
        child._stop = child._read_at(buf, pos, stop)
        return stop

    def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 24
        if stop > end:
            buf, end = self._FIXED_0.reach(self, pos)
        stored_magic, self.version, self.num_tensors, self.num_metadata = _unpack_Gguf_FIXED_0(
            buf, pos
        )
        if stored_magic != b"GGUF":
            self._look_at(pos).contents(b"GGUF", "magic", "/seq/0")
        self.magic = b"GGUF"
        pos = stop
        if self.version not in (2, 3):
            io = self._io_at(pos)
            expect_any_of("version", self.version, (2, 3), io, 20, place="/seq/1")
        return pos

    def _count_metadata(self, buf: Bytes, pos: int, end: int) -> int:
        io = self._io_at(pos)
        count = io.count(self.num_metadata, "metadata", 12)
        return count

    def _element_metadata(self, buf: Bytes, pos: int, end: int, i: int) -> int:
        child = new(Gguf.Pair)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        self.metadata.append(child)
        return pos

    def _open_metadata(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
        child = new(Gguf.Pair)
        child._parent, child._root = self, self._root
        return child, buf, pos, end

    def _count_tensors(self, buf: Bytes, pos: int, end: int) -> int:
        io = self._io_at(pos)
        count = io.count(self.num_tensors, "tensors", 24)
        return count

    def _element_tensors(self, buf: Bytes, pos: int, end: int, i: int) -> int:
        child = new(Gguf.Tensor)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        self.tensors.append(child)
        return pos

    def _read_part_3(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + (
            0
            if self.num_tensors == 0
            else (self.alignment - self._pos_at(pos) % self.alignment) % self.alignment
        )
        if not pos <= stop <= end:
            buf, end = self._reach(stop - pos, "padding", pos)
        self.padding = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        if type(buf) is bytearray:
            buf, end = self._reach_rest(buf, pos, end)
        stop = pos + max(end - pos, 0)
        if not pos <= stop <= end:
            buf, end = self._reach(stop - pos, "area", pos)
        self.area = child = new(Gguf.Area)
        child._parent, child._root = self, self._root
        child._start, child._end = pos, stop
        child._stop = child._read_at(buf, pos, stop)
        return stop

    def _derive(self) -> None:
        self._set_derived("magic", b"GGUF", "the format")
        self._set_default("version", 3)
        self._set_default("padding", b"")
        self._make("area", Gguf.Area)
        self._set_derived("num_metadata", len(self.metadata), "metadata")
        self._set_derived("num_tensors", len(self.tensors), "tensors")

    def _check(self) -> None:
        expect_any_of("version", self.version, (2, 3), place="/seq/1")

    def _write__seq(self, io: Writer) -> None:
        io.put(self.magic)
        self._BLOCK_0.write(io, self.version, self.num_tensors, self.num_metadata)
        for metadata_item in self.metadata:
            self._write_child(io, "metadata", metadata_item, Gguf.Pair)
        for tensor in self.tensors:
            self._write_child(io, "tensors", tensor, Gguf.Tensor)
        io.put_filled(
            self.padding,
            0
            if self.num_tensors == 0
            else (self.alignment - io.pos() % self.alignment) % self.alignment,
            "padding",
            0,
            of=self,
        )
        io.put(self._window(io, "area", self.area, Gguf.Area, grows=True, in_pieces=True))

    @computed
    def alignment(self) -> int:
        """Instance `alignment`."""
        this: Any = self  # whose fields of several types are looked into
        value: int = (
            32
            if len([each for each in self.metadata if each.is_alignment]) == 0
            else first_of(each for each in this.metadata if each.is_alignment).value
        )
        expect_that(
            "alignment",
            value,
            value > 0 and value & value - 1 == 0,
            "_ > 0 and _ & (_ - 1) == 0",
            place="/instances/alignment",
        )
        return value

    @computed
    def num_again(self) -> int:
        """Keys of metadata that stand there before; ggml refuses them."""
        value = len(self.metadata) - len(list(dict.fromkeys(each.key for each in self.metadata)))
        expect_equal("num_again", value, 0, place="/instances/num_again")
        return value

    @computed
    def num_tensors_again(self) -> int:
        """Names of tensors that stand there before; ggml refuses them."""
        value = len(self.tensors) - len(list(dict.fromkeys(each.name for each in self.tensors)))
        expect_equal("num_tensors_again", value, 0, place="/instances/num_tensors_again")
        return value

    class Kind(LateEnum):
        """Values of `kind`."""

        uint8 = 0
        int8 = 1
        uint16 = 2
        int16 = 3
        uint32 = 4
        int32 = 5
        float32 = 6
        bool = 7
        string = 8
        array = 9
        uint64 = 10
        int64 = 11
        float64 = 12

    class Element(LateEnum):
        """Values of `element`."""

        f32 = 0
        f16 = 1
        q4_0 = 2
        q4_1 = 3
        q5_0 = 6
        q5_1 = 7
        q8_0 = 8
        q2_k = 10
        q3_k = 11
        q4_k = 12
        q5_k = 13
        q6_k = 14
        iq2_xxs = 16
        iq2_xs = 17
        iq3_xxs = 18
        iq1_s = 19
        iq4_nl = 20
        iq3_s = 21
        iq2_s = 22
        iq4_xs = 23
        i8 = 24
        i16 = 25
        i32 = 26
        i64 = 27
        f64 = 28
        iq1_m = 29
        bf16 = 30
        tq1_0 = 34
        tq2_0 = 35
        mxfp4 = 39
        nvfp4 = 40
        q1_0 = 41

    class Area(Struct):
        """The part of the file that tensors stand in; their offsets count from its start."""

        __slots__ = ("_start", "_end", "_stop")

        _root: Gguf
        _parent: Gguf

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

    class Text(Struct):
        """Type `text`."""

        __slots__ = ("len_text", "text")

        _root: Gguf
        len_text: int
        text: str

        _derived: ClassVar[tuple[str, ...]] = ("len_text",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len_text: int
                text: Required[str]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 8
            if stop > end:
                buf, end = self._reach(stop - pos, "len_text", pos)
            self.len_text = unpack_u8le(buf, pos)[0]
            pos = stop
            stop = pos + self.len_text
            if stop > end:
                buf, end = self._reach(stop - pos, "text", pos)
            self.text = str(buf[pos:stop], "utf-8")
            return stop

        def _derive(self) -> None:
            self._set_derived("len_text", len(encode_text(self.text, "utf-8", "text")), "text")

        def _write__seq(self, io: Writer) -> None:
            io.u8le(self.len_text, "len_text")
            io.put_sized(encode_text(self.text, "utf-8", "text"), self.len_text, "text")

    class Pair(Struct):
        """What is known of the model by one key."""

        __slots__ = ("len_key", "key", "kind")

        _root: Gguf
        _parent: Gguf
        len_key: int
        key: str
        kind: Gguf.Kind | int
        value: int | float | Gguf.Text | Gguf.List

        _derived: ClassVar[tuple[str, ...]] = ("kind", "len_key")
        _PARTS: ClassVar[Parts] = (FieldsPart("_read_part_0"), RecordPart("value"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len_key: int
                key: Required[str]
                kind: Gguf.Kind | int
                value: Required[Any]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            stop = pos + 8
            if stop > end:
                buf, end = self._reach(stop - pos, "len_key", pos)
            self.len_key = unpack_u8le(buf, pos)[0]
            pos = stop
            stop = pos + self.len_key
            if stop > end:
                buf, end = self._reach(stop - pos, "key", pos)
            self.key = str(buf[pos:stop], "utf-8")
            pos = stop
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "kind", pos)
            self.kind = _members_Gguf_Kind[unpack_u4le(buf, pos)[0]]
            pos = stop
            if type(self.kind) is int:
                io = self._io_at(pos)
                expect_member("kind", self.kind, Gguf.Kind, io, 4, place="/types/pair/seq/2")
            if self.kind == Gguf.Kind.uint8:
                stop = pos + 1
                if stop > end:
                    buf, end = self._reach(stop - pos, "value", pos)
                self.value = unpack_u1(buf, pos)[0]
                pos = stop
            elif self.kind == Gguf.Kind.int8:
                stop = pos + 1
                if stop > end:
                    buf, end = self._reach(stop - pos, "value", pos)
                self.value = unpack_s1(buf, pos)[0]
                pos = stop
            elif self.kind == Gguf.Kind.uint16:
                stop = pos + 2
                if stop > end:
                    buf, end = self._reach(stop - pos, "value", pos)
                self.value = unpack_u2le(buf, pos)[0]
                pos = stop
            elif self.kind == Gguf.Kind.int16:
                stop = pos + 2
                if stop > end:
                    buf, end = self._reach(stop - pos, "value", pos)
                self.value = unpack_s2le(buf, pos)[0]
                pos = stop
            elif self.kind == Gguf.Kind.uint32:
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "value", pos)
                self.value = unpack_u4le(buf, pos)[0]
                pos = stop
            elif self.kind == Gguf.Kind.int32:
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "value", pos)
                self.value = unpack_s4le(buf, pos)[0]
                pos = stop
            elif self.kind == Gguf.Kind.float32:
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "value", pos)
                self.value = unpack_f4le(buf, pos)[0]
                pos = stop
            elif self.kind == Gguf.Kind.bool:
                stop = pos + 1
                if stop > end:
                    buf, end = self._reach(stop - pos, "value", pos)
                self.value = unpack_u1(buf, pos)[0]
                pos = stop
            elif self.kind == Gguf.Kind.string:
                this.value = child = new(Gguf.Text)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            elif self.kind == Gguf.Kind.array:
                this.value = child = new(Gguf.List)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            elif self.kind == Gguf.Kind.uint64:
                stop = pos + 8
                if stop > end:
                    buf, end = self._reach(stop - pos, "value", pos)
                self.value = unpack_u8le(buf, pos)[0]
                pos = stop
            elif self.kind == Gguf.Kind.int64:
                stop = pos + 8
                if stop > end:
                    buf, end = self._reach(stop - pos, "value", pos)
                self.value = unpack_s8le(buf, pos)[0]
                pos = stop
            elif self.kind == Gguf.Kind.float64:
                stop = pos + 8
                if stop > end:
                    buf, end = self._reach(stop - pos, "value", pos)
                self.value = unpack_f8le(buf, pos)[0]
                pos = stop
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 8
            if stop > end:
                buf, end = self._reach(stop - pos, "len_key", pos)
            self.len_key = unpack_u8le(buf, pos)[0]
            pos = stop
            stop = pos + self.len_key
            if stop > end:
                buf, end = self._reach(stop - pos, "key", pos)
            self.key = str(buf[pos:stop], "utf-8")
            pos = stop
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "kind", pos)
            self.kind = _members_Gguf_Kind[unpack_u4le(buf, pos)[0]]
            pos = stop
            if type(self.kind) is int:
                io = self._io_at(pos)
                expect_member("kind", self.kind, Gguf.Kind, io, 4, place="/types/pair/seq/2")
            return pos

        def _open_value(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
            this: Any = self  # whose fields of several types are looked into
            if self.kind == Gguf.Kind.uint8:
                stop = pos + 1
                if stop > end:
                    buf, end = self._reach(stop - pos, "value", pos)
                self.value = unpack_u1(buf, pos)[0]
                pos = stop
            elif self.kind == Gguf.Kind.int8:
                stop = pos + 1
                if stop > end:
                    buf, end = self._reach(stop - pos, "value", pos)
                self.value = unpack_s1(buf, pos)[0]
                pos = stop
            elif self.kind == Gguf.Kind.uint16:
                stop = pos + 2
                if stop > end:
                    buf, end = self._reach(stop - pos, "value", pos)
                self.value = unpack_u2le(buf, pos)[0]
                pos = stop
            elif self.kind == Gguf.Kind.int16:
                stop = pos + 2
                if stop > end:
                    buf, end = self._reach(stop - pos, "value", pos)
                self.value = unpack_s2le(buf, pos)[0]
                pos = stop
            elif self.kind == Gguf.Kind.uint32:
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "value", pos)
                self.value = unpack_u4le(buf, pos)[0]
                pos = stop
            elif self.kind == Gguf.Kind.int32:
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "value", pos)
                self.value = unpack_s4le(buf, pos)[0]
                pos = stop
            elif self.kind == Gguf.Kind.float32:
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "value", pos)
                self.value = unpack_f4le(buf, pos)[0]
                pos = stop
            elif self.kind == Gguf.Kind.bool:
                stop = pos + 1
                if stop > end:
                    buf, end = self._reach(stop - pos, "value", pos)
                self.value = unpack_u1(buf, pos)[0]
                pos = stop
            elif self.kind == Gguf.Kind.string:
                this.value = child = new(Gguf.Text)
                child._parent, child._root = self, self._root
                return child, buf, pos, end
            elif self.kind == Gguf.Kind.array:
                this.value = child = new(Gguf.List)
                child._parent, child._root = self, self._root
                return child, buf, pos, end
            elif self.kind == Gguf.Kind.uint64:
                stop = pos + 8
                if stop > end:
                    buf, end = self._reach(stop - pos, "value", pos)
                self.value = unpack_u8le(buf, pos)[0]
                pos = stop
            elif self.kind == Gguf.Kind.int64:
                stop = pos + 8
                if stop > end:
                    buf, end = self._reach(stop - pos, "value", pos)
                self.value = unpack_s8le(buf, pos)[0]
                pos = stop
            elif self.kind == Gguf.Kind.float64:
                stop = pos + 8
                if stop > end:
                    buf, end = self._reach(stop - pos, "value", pos)
                self.value = unpack_f8le(buf, pos)[0]
                pos = stop
            return None, buf, pos, end

        def _derive(self) -> None:
            self._set_tag(
                "value", "kind", ((Gguf.Text, Gguf.Kind.string), (Gguf.List, Gguf.Kind.array))
            )
            self._set_derived("len_key", len(encode_text(self.key, "utf-8", "key")), "key")

        def _check(self) -> None:
            expect_member("kind", self.kind, Gguf.Kind, place="/types/pair/seq/2")

        def _write__seq(self, io: Writer) -> None:
            this: Any = self  # whose fields of several types are looked into
            io.u8le(self.len_key, "len_key")
            io.put_sized(encode_text(self.key, "utf-8", "key"), self.len_key, "key")
            io.u4le(self.kind, "kind")
            if self.kind == Gguf.Kind.uint8:
                io.u1(this.value, "value")
            elif self.kind == Gguf.Kind.int8:
                io.s1(this.value, "value")
            elif self.kind == Gguf.Kind.uint16:
                io.u2le(this.value, "value")
            elif self.kind == Gguf.Kind.int16:
                io.s2le(this.value, "value")
            elif self.kind == Gguf.Kind.uint32:
                io.u4le(this.value, "value")
            elif self.kind == Gguf.Kind.int32:
                io.s4le(this.value, "value")
            elif self.kind == Gguf.Kind.float32:
                io.f4le(this.value, "value")
            elif self.kind == Gguf.Kind.bool:
                io.u1(this.value, "value")
            elif self.kind == Gguf.Kind.string:
                self._write_child(io, "value", self.value, Gguf.Text)
            elif self.kind == Gguf.Kind.array:
                self._write_child(io, "value", self.value, Gguf.List)
            elif self.kind == Gguf.Kind.uint64:
                io.u8le(this.value, "value")
            elif self.kind == Gguf.Kind.int64:
                io.s8le(this.value, "value")
            elif self.kind == Gguf.Kind.float64:
                io.f8le(this.value, "value")
            elif hasattr(self, "value"):
                self._leave_out("value", "no case fits")

        @computed
        def is_alignment(self) -> bool:
            """Whether it says where tensors may begin."""
            return self.key == "general.alignment" and self.kind == Gguf.Kind.uint32

        @computed
        def is_misnamed(self) -> bool:
            """Whether it says so in a number of a kind that nobody takes."""
            value = self.key == "general.alignment" and self.kind != Gguf.Kind.uint32
            expect_equal("is_misnamed", value, False, place="/types/pair/instances/is_misnamed")
            return value

    class List(Struct):
        """Values of one kind."""

        __slots__ = ("kind", "num_values", "values")

        _root: Gguf
        kind: Gguf.Kind | int
        num_values: int
        values: list[int | float | Gguf.Text | Gguf.List]

        _derived: ClassVar[tuple[str, ...]] = ("kind", "num_values")
        _BLOCK_0: ClassVar[Block] = Block(("kind", "u4le"), ("num_values", "u8le"))
        _PARTS: ClassVar[Parts] = (
            FieldsPart("_read_part_0"),
            ListPart("values", "counted", ("values",), 0, None),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                kind: Gguf.Kind | int
                num_values: int
                values: Required[Iterable[Any]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 12
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.kind, self.num_values = _unpack_Gguf_List_0(buf, pos)
            pos = stop
            self.kind = _members_Gguf_Kind[self.kind]
            if type(self.kind) is int:
                io = self._io_at(pos)
                expect_member("kind", self.kind, Gguf.Kind, io, 12, place="/types/list/seq/0")
            count, here = self.num_values, pos
            if not 0 <= count <= 64:
                count = self._io_at(pos).count(count, "values", 0)
            self.values = []
            for _ in range(count):
                if self.kind == Gguf.Kind.uint8:
                    stop = pos + 1
                    if stop > end:
                        buf, end = self._reach(stop - pos, "values", pos)
                    self.values.append(unpack_u1(buf, pos)[0])
                    pos = stop
                elif self.kind == Gguf.Kind.int8:
                    stop = pos + 1
                    if stop > end:
                        buf, end = self._reach(stop - pos, "values", pos)
                    self.values.append(unpack_s1(buf, pos)[0])
                    pos = stop
                elif self.kind == Gguf.Kind.uint16:
                    stop = pos + 2
                    if stop > end:
                        buf, end = self._reach(stop - pos, "values", pos)
                    self.values.append(unpack_u2le(buf, pos)[0])
                    pos = stop
                elif self.kind == Gguf.Kind.int16:
                    stop = pos + 2
                    if stop > end:
                        buf, end = self._reach(stop - pos, "values", pos)
                    self.values.append(unpack_s2le(buf, pos)[0])
                    pos = stop
                elif self.kind == Gguf.Kind.uint32:
                    stop = pos + 4
                    if stop > end:
                        buf, end = self._reach(stop - pos, "values", pos)
                    self.values.append(unpack_u4le(buf, pos)[0])
                    pos = stop
                elif self.kind == Gguf.Kind.int32:
                    stop = pos + 4
                    if stop > end:
                        buf, end = self._reach(stop - pos, "values", pos)
                    self.values.append(unpack_s4le(buf, pos)[0])
                    pos = stop
                elif self.kind == Gguf.Kind.float32:
                    stop = pos + 4
                    if stop > end:
                        buf, end = self._reach(stop - pos, "values", pos)
                    self.values.append(unpack_f4le(buf, pos)[0])
                    pos = stop
                elif self.kind == Gguf.Kind.bool:
                    stop = pos + 1
                    if stop > end:
                        buf, end = self._reach(stop - pos, "values", pos)
                    self.values.append(unpack_u1(buf, pos)[0])
                    pos = stop
                elif self.kind == Gguf.Kind.string:
                    child = new(Gguf.Text)
                    child._parent, child._root = self, self._root
                    pos = child._read_at(buf, pos, end)
                    self.values.append(child)
                elif self.kind == Gguf.Kind.array:
                    child = new(Gguf.List)
                    child._parent, child._root = self, self._root
                    pos = child._read_at(buf, pos, end)
                    self.values.append(child)
                elif self.kind == Gguf.Kind.uint64:
                    stop = pos + 8
                    if stop > end:
                        buf, end = self._reach(stop - pos, "values", pos)
                    self.values.append(unpack_u8le(buf, pos)[0])
                    pos = stop
                elif self.kind == Gguf.Kind.int64:
                    stop = pos + 8
                    if stop > end:
                        buf, end = self._reach(stop - pos, "values", pos)
                    self.values.append(unpack_s8le(buf, pos)[0])
                    pos = stop
                elif self.kind == Gguf.Kind.float64:
                    stop = pos + 8
                    if stop > end:
                        buf, end = self._reach(stop - pos, "values", pos)
                    self.values.append(unpack_f8le(buf, pos)[0])
                    pos = stop
            if pos - here < count or count > 64:
                self._pay(here, pos, count, "values")
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 12
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.kind, self.num_values = _unpack_Gguf_List_0(buf, pos)
            pos = stop
            self.kind = _members_Gguf_Kind[self.kind]
            if type(self.kind) is int:
                io = self._io_at(pos)
                expect_member("kind", self.kind, Gguf.Kind, io, 12, place="/types/list/seq/0")
            return pos

        def _count_values(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            count = io.count(self.num_values, "values", 0)
            return count

        def _element_values(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            if self.kind == Gguf.Kind.uint8:
                stop = pos + 1
                if stop > end:
                    buf, end = self._reach(stop - pos, "values", pos)
                self.values.append(unpack_u1(buf, pos)[0])
                pos = stop
            elif self.kind == Gguf.Kind.int8:
                stop = pos + 1
                if stop > end:
                    buf, end = self._reach(stop - pos, "values", pos)
                self.values.append(unpack_s1(buf, pos)[0])
                pos = stop
            elif self.kind == Gguf.Kind.uint16:
                stop = pos + 2
                if stop > end:
                    buf, end = self._reach(stop - pos, "values", pos)
                self.values.append(unpack_u2le(buf, pos)[0])
                pos = stop
            elif self.kind == Gguf.Kind.int16:
                stop = pos + 2
                if stop > end:
                    buf, end = self._reach(stop - pos, "values", pos)
                self.values.append(unpack_s2le(buf, pos)[0])
                pos = stop
            elif self.kind == Gguf.Kind.uint32:
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "values", pos)
                self.values.append(unpack_u4le(buf, pos)[0])
                pos = stop
            elif self.kind == Gguf.Kind.int32:
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "values", pos)
                self.values.append(unpack_s4le(buf, pos)[0])
                pos = stop
            elif self.kind == Gguf.Kind.float32:
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "values", pos)
                self.values.append(unpack_f4le(buf, pos)[0])
                pos = stop
            elif self.kind == Gguf.Kind.bool:
                stop = pos + 1
                if stop > end:
                    buf, end = self._reach(stop - pos, "values", pos)
                self.values.append(unpack_u1(buf, pos)[0])
                pos = stop
            elif self.kind == Gguf.Kind.string:
                child = new(Gguf.Text)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
                self.values.append(child)
            elif self.kind == Gguf.Kind.array:
                child = new(Gguf.List)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
                self.values.append(child)
            elif self.kind == Gguf.Kind.uint64:
                stop = pos + 8
                if stop > end:
                    buf, end = self._reach(stop - pos, "values", pos)
                self.values.append(unpack_u8le(buf, pos)[0])
                pos = stop
            elif self.kind == Gguf.Kind.int64:
                stop = pos + 8
                if stop > end:
                    buf, end = self._reach(stop - pos, "values", pos)
                self.values.append(unpack_s8le(buf, pos)[0])
                pos = stop
            elif self.kind == Gguf.Kind.float64:
                stop = pos + 8
                if stop > end:
                    buf, end = self._reach(stop - pos, "values", pos)
                self.values.append(unpack_f8le(buf, pos)[0])
                pos = stop
            return pos

        def _open_values(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
            if self.kind == Gguf.Kind.uint8:
                stop = pos + 1
                if stop > end:
                    buf, end = self._reach(stop - pos, "values", pos)
                self.values.append(unpack_u1(buf, pos)[0])
                pos = stop
            elif self.kind == Gguf.Kind.int8:
                stop = pos + 1
                if stop > end:
                    buf, end = self._reach(stop - pos, "values", pos)
                self.values.append(unpack_s1(buf, pos)[0])
                pos = stop
            elif self.kind == Gguf.Kind.uint16:
                stop = pos + 2
                if stop > end:
                    buf, end = self._reach(stop - pos, "values", pos)
                self.values.append(unpack_u2le(buf, pos)[0])
                pos = stop
            elif self.kind == Gguf.Kind.int16:
                stop = pos + 2
                if stop > end:
                    buf, end = self._reach(stop - pos, "values", pos)
                self.values.append(unpack_s2le(buf, pos)[0])
                pos = stop
            elif self.kind == Gguf.Kind.uint32:
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "values", pos)
                self.values.append(unpack_u4le(buf, pos)[0])
                pos = stop
            elif self.kind == Gguf.Kind.int32:
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "values", pos)
                self.values.append(unpack_s4le(buf, pos)[0])
                pos = stop
            elif self.kind == Gguf.Kind.float32:
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "values", pos)
                self.values.append(unpack_f4le(buf, pos)[0])
                pos = stop
            elif self.kind == Gguf.Kind.bool:
                stop = pos + 1
                if stop > end:
                    buf, end = self._reach(stop - pos, "values", pos)
                self.values.append(unpack_u1(buf, pos)[0])
                pos = stop
            elif self.kind == Gguf.Kind.string:
                child = new(Gguf.Text)
                child._parent, child._root = self, self._root
                return child, buf, pos, end
            elif self.kind == Gguf.Kind.array:
                child = new(Gguf.List)
                child._parent, child._root = self, self._root
                return child, buf, pos, end
            elif self.kind == Gguf.Kind.uint64:
                stop = pos + 8
                if stop > end:
                    buf, end = self._reach(stop - pos, "values", pos)
                self.values.append(unpack_u8le(buf, pos)[0])
                pos = stop
            elif self.kind == Gguf.Kind.int64:
                stop = pos + 8
                if stop > end:
                    buf, end = self._reach(stop - pos, "values", pos)
                self.values.append(unpack_s8le(buf, pos)[0])
                pos = stop
            elif self.kind == Gguf.Kind.float64:
                stop = pos + 8
                if stop > end:
                    buf, end = self._reach(stop - pos, "values", pos)
                self.values.append(unpack_f8le(buf, pos)[0])
                pos = stop
            return None, buf, pos, end

        def _derive(self) -> None:
            this: Any = self  # whose fields of several types are looked into
            self._set_tag(
                "values", "kind", ((Gguf.Text, Gguf.Kind.string), (Gguf.List, Gguf.Kind.array))
            )
            self._set_derived("num_values", len(this.values), "values")

        def _check(self) -> None:
            expect_member("kind", self.kind, Gguf.Kind, place="/types/list/seq/0")

        def _write__seq(self, io: Writer) -> None:
            this: Any = self  # whose fields of several types are looked into
            self._BLOCK_0.write(io, self.kind, self.num_values)
            for values_item in this.values:
                if self.kind == Gguf.Kind.uint8:
                    io.u1(values_item, "values")
                elif self.kind == Gguf.Kind.int8:
                    io.s1(values_item, "values")
                elif self.kind == Gguf.Kind.uint16:
                    io.u2le(values_item, "values")
                elif self.kind == Gguf.Kind.int16:
                    io.s2le(values_item, "values")
                elif self.kind == Gguf.Kind.uint32:
                    io.u4le(values_item, "values")
                elif self.kind == Gguf.Kind.int32:
                    io.s4le(values_item, "values")
                elif self.kind == Gguf.Kind.float32:
                    io.f4le(values_item, "values")
                elif self.kind == Gguf.Kind.bool:
                    io.u1(values_item, "values")
                elif self.kind == Gguf.Kind.string:
                    self._write_child(io, "values", values_item, Gguf.Text)
                elif self.kind == Gguf.Kind.array:
                    self._write_child(io, "values", values_item, Gguf.List)
                elif self.kind == Gguf.Kind.uint64:
                    io.u8le(values_item, "values")
                elif self.kind == Gguf.Kind.int64:
                    io.s8le(values_item, "values")
                elif self.kind == Gguf.Kind.float64:
                    io.f8le(values_item, "values")
                else:
                    raise self._no_case("values", values_item)

    class Tensor(Struct):
        """Where a tensor is, and what its elements are.

        Attributes:
            dimensions: The one that varies fastest first; numpy has them the other way round.
            offset: From the start of the area.
        """

        __slots__ = ("len_name", "name", "num_dimensions", "dimensions", "kind", "offset")

        _root: Gguf
        _parent: Gguf
        len_name: int
        name: str
        num_dimensions: int
        dimensions: list[int]
        kind: Gguf.Element | int
        offset: int

        _placed: ClassVar[tuple[str, ...]] = ("data",)
        _places: ClassVar[bool] = True
        _looks_up: ClassVar[tuple[str, ...]] = ("_root.alignment", "_root.area._io")
        _fields_look_up: ClassVar[tuple[str, ...]] = ()
        _goes_by_place: ClassVar[bool] = True
        _derived: ClassVar[tuple[str, ...]] = ("len_name", "num_dimensions", "offset")
        _BLOCK_0: ClassVar[Block] = Block(("kind", "u4le"), ("offset", "u8le"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len_name: int
                name: Required[str]
                num_dimensions: int
                dimensions: Required[Iterable[int]]
                kind: Required[Gguf.Element | int]
                offset: int
                data: Gguf.Data | Gguf.Data._Fields

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 8
            if stop > end:
                buf, end = self._reach(stop - pos, "len_name", pos)
            self.len_name = unpack_u8le(buf, pos)[0]
            pos = stop
            stop = pos + self.len_name
            if stop > end:
                buf, end = self._reach(stop - pos, "name", pos)
            self.name = str(buf[pos:stop], "utf-8")
            pos = stop
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "num_dimensions", pos)
            self.num_dimensions = unpack_u4le(buf, pos)[0]
            pos = stop
            if not self.num_dimensions <= 4:
                io = self._io_at(pos)
                expect_at_most(
                    "num_dimensions", self.num_dimensions, 4, io, 4, place="/types/tensor/seq/2"
                )
            count = self.num_dimensions
            if not 0 <= count * 8 <= end - pos:
                count = self._io_at(pos).count(count, "dimensions", 8)
            self.dimensions = []
            for _ in range(count):
                stop = pos + 8
                if stop > end:
                    buf, end = self._reach(stop - pos, "dimensions", pos)
                self.dimensions.append(unpack_u8le(buf, pos)[0])
                pos = stop
            stop = pos + 12
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.kind, self.offset = _unpack_Gguf_Tensor_0(buf, pos)
            pos = stop
            self.kind = _members_Gguf_Element[self.kind]
            if type(self.kind) is int:
                io = self._io_at(pos)
                expect_member("kind", self.kind, Gguf.Element, io, 12, place="/types/tensor/seq/4")
            return pos

        def _derive(self) -> None:
            self._set_derived("len_name", len(encode_text(self.name, "utf-8", "name")), "name")
            self._set_derived("num_dimensions", len(self.dimensions), "dimensions")
            if self._is_there("data"):
                self._set_default("offset", 0)

        def _check(self) -> None:
            expect_at_most("num_dimensions", self.num_dimensions, 4, place="/types/tensor/seq/2")
            expect_member("kind", self.kind, Gguf.Element, place="/types/tensor/seq/4")

        def _write__seq(self, io: Writer) -> None:
            io.u8le(self.len_name, "len_name")
            io.put_sized(encode_text(self.name, "utf-8", "name"), self.len_name, "name")
            io.u4le(self.num_dimensions, "num_dimensions")
            for dimension in self.dimensions:
                io.u8le(dimension, "dimensions")
            self._BLOCK_0.write(io, self.kind, self.offset)
            self._place(io, "data", self._beside_data)

        @computed
        def is_quantised(self) -> bool:
            """Whether elements are stored in blocks."""
            return (
                (int(self.kind) >= 2 and int(self.kind) <= 23)
                or self.kind == Gguf.Element.iq1_m
                or int(self.kind) >= 34
            )

        @computed
        def len_block(self) -> int:
            """Bytes of a block, or of an element that is stored alone."""
            return [
                4,
                2,
                18,
                20,
                0,
                0,
                22,
                24,
                34,
                0,
                84,
                110,
                144,
                176,
                210,
                0,
                66,
                74,
                98,
                50,
                18,
                110,
                82,
                136,
                1,
                2,
                4,
                8,
                8,
                56,
                2,
                0,
                0,
                0,
                54,
                66,
                0,
                0,
                0,
                17,
                36,
                18,
            ][int(self.kind)]

        @computed
        def num_block(self) -> int:
            """Elements of a block."""
            return (
                1
                if not self.is_quantised
                else 32
                if int(self.kind) < 10
                or self.kind == Gguf.Element.iq4_nl
                or self.kind == Gguf.Element.mxfp4
                else 64
                if self.kind == Gguf.Element.nvfp4
                else 128
                if self.kind == Gguf.Element.q1_0
                else 256
            )

        @computed
        def rest(self) -> int:
            """What is left of a row after its last block."""
            value = (1 if self.num_dimensions == 0 else self.dimensions[0]) % self.num_block
            expect_equal("rest", value, 0, place="/types/tensor/instances/rest")
            return value

        @instance
        def data(self) -> Gguf.Data:
            """Instance `data`."""
            there = self._root.area
            buf, pos, end = there._at(self.offset)
            began = pos
            child = new(Gguf.Data)
            child._parent, child._root = self, self._root
            child._outer = there
            child._name = "data"
            pos = child._read_at(buf, pos, end)
            value: Gguf.Data = child
            self._at_data = there, began, pos
            return value

        def _position_data(self) -> int:
            return self.offset

        def _beside_data(self) -> Any:
            return self._root.area

        def _alignment_data(self) -> int:
            return self._root.alignment

        def _found_data(self, position: int) -> None:
            self._set_derived("offset", position, "data")

        def _put_data(self, io: Writer) -> None:
            self._write_child(io, "data", self.data, Gguf.Data)

    class Data(Struct):
        """The elements of a tensor; they are there under the one name that goes with their kind.

        Attributes:
            elements: As they are.
            quantised: What blocks decode to.
            blocks: Blocks of a kind that has no codec here.
        """

        __slots__ = ()

        _root: Gguf
        _parent: Gguf.Tensor
        elements: Encoded
        quantised: Encoded
        blocks: bytes

        _looks_up: ClassVar[tuple[str, ...]] = (
            "_parent.dimensions",
            "_parent.is_quantised",
            "_parent.kind",
            "_parent.len_block",
            "_parent.num_block",
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                elements: Packable
                quantised: Packable
                blocks: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            if not self._parent.is_quantised:
                io = self._io_at(pos)
                self.elements = Encoded.read(
                    io,
                    math.prod(self._parent.dimensions) * self._parent.len_block,
                    self._elements_stages(),
                    self,
                    "elements",
                )
                pos = io._pos
            if self._parent.is_quantised and self.is_known:
                io = self._io_at(pos)
                self.quantised = Encoded.read(
                    io,
                    math.prod(self._parent.dimensions)
                    // self._parent.num_block
                    * self._parent.len_block,
                    self._quantised_stages(),
                    self,
                    "quantised",
                )
                pos = io._pos
            if self._parent.is_quantised and not self.is_known:
                stop = pos + (
                    math.prod(self._parent.dimensions)
                    // self._parent.num_block
                    * self._parent.len_block
                )
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "blocks", pos)
                self.blocks = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
            return pos

        def _elements_stages(self) -> tuple[Stage, ...]:
            """What turns the stored bytes of `elements` into an array."""
            return (
                Stage(
                    "raw", shape=tuple(self._parent.dimensions[::-1]), dtype=self._elements_dtype()
                ),
            )

        @staticmethod
        @cache
        def _elements_dtypes() -> dict[object, str]:
            """Dtypes that the array of `elements` may have, by what tells them."""
            return {
                Gguf.Element.f32: "float32",
                Gguf.Element.f16: "float16",
                Gguf.Element.bf16: "bfloat16",
                Gguf.Element.f64: "float64",
                Gguf.Element.i8: "int8",
                Gguf.Element.i16: "int16",
                Gguf.Element.i32: "int32",
                Gguf.Element.i64: "int64",
            }

        def _elements_dtype(self) -> str:
            """Dtype of the array of `elements`."""
            dtypes = self._elements_dtypes()
            if self._parent.kind not in dtypes:
                raise no_case(self, "elements", self._parent.kind, tuple(dtypes), "dtype")
            return dtypes[self._parent.kind]

        def _quantised_stages(self) -> tuple[Stage, ...]:
            """What turns the stored bytes of `quantised` into an array."""
            match self._parent.kind:
                case Gguf.Element.q4_0:
                    return (
                        Stage(
                            "ggml_blocks", shape=tuple(self._parent.dimensions[::-1]), kind="q4_0"
                        ),
                    )
                case Gguf.Element.q4_1:
                    return (
                        Stage(
                            "ggml_blocks", shape=tuple(self._parent.dimensions[::-1]), kind="q4_1"
                        ),
                    )
                case Gguf.Element.q5_0:
                    return (
                        Stage(
                            "ggml_blocks", shape=tuple(self._parent.dimensions[::-1]), kind="q5_0"
                        ),
                    )
                case Gguf.Element.q5_1:
                    return (
                        Stage(
                            "ggml_blocks", shape=tuple(self._parent.dimensions[::-1]), kind="q5_1"
                        ),
                    )
                case Gguf.Element.q8_0:
                    return (
                        Stage(
                            "ggml_blocks", shape=tuple(self._parent.dimensions[::-1]), kind="q8_0"
                        ),
                    )
                case Gguf.Element.q4_k:
                    return (
                        Stage(
                            "ggml_blocks", shape=tuple(self._parent.dimensions[::-1]), kind="q4_k"
                        ),
                    )
                case Gguf.Element.q5_k:
                    return (
                        Stage(
                            "ggml_blocks", shape=tuple(self._parent.dimensions[::-1]), kind="q5_k"
                        ),
                    )
                case Gguf.Element.q6_k:
                    return (
                        Stage(
                            "ggml_blocks", shape=tuple(self._parent.dimensions[::-1]), kind="q6_k"
                        ),
                    )
                case other:
                    raise no_case(
                        self,
                        "quantised",
                        other,
                        (
                            Gguf.Element.q4_0,
                            Gguf.Element.q4_1,
                            Gguf.Element.q5_0,
                            Gguf.Element.q5_1,
                            Gguf.Element.q8_0,
                            Gguf.Element.q4_k,
                            Gguf.Element.q5_k,
                            Gguf.Element.q6_k,
                        ),
                    )

        def _derive(self) -> None:
            if not self._parent.is_quantised:
                self.elements = Encoded.of(self.elements, self._elements_stages(), self, "elements")
            if self._parent.is_quantised and self.is_known:
                self.quantised = Encoded.of(
                    self.quantised, self._quantised_stages(), self, "quantised"
                )

        def _write__seq(self, io: Writer) -> None:
            if not self._parent.is_quantised:
                self.elements.write(
                    io, size=math.prod(self._parent.dimensions) * self._parent.len_block
                )
            elif hasattr(self, "elements"):
                self._leave_out("elements")
            if self._parent.is_quantised and self.is_known:
                self.quantised.write(
                    io,
                    size=math.prod(self._parent.dimensions)
                    // self._parent.num_block
                    * self._parent.len_block,
                )
            elif hasattr(self, "quantised"):
                self._leave_out("quantised")
            if self._parent.is_quantised and not self.is_known:
                io.put_sized(
                    self.blocks,
                    math.prod(self._parent.dimensions)
                    // self._parent.num_block
                    * self._parent.len_block,
                    "blocks",
                )
            elif hasattr(self, "blocks"):
                self._leave_out("blocks")

        @computed
        def is_known(self) -> bool:
            """Whether there is a codec."""
            value: bool = (
                int(self._parent.kind) < 9
                or self._parent.kind == Gguf.Element.q4_k
                or self._parent.kind == Gguf.Element.q5_k
                or self._parent.kind == Gguf.Element.q6_k
            )
            return value


# What methods look up, at the price of a name.
_members_Gguf_Element = Members(lambda: Gguf.Element)
_members_Gguf_Kind = Members(lambda: Gguf.Kind)
_unpack_Gguf_FIXED_0 = Gguf._FIXED_0.unpack
_unpack_Gguf_List_0 = Gguf.List._BLOCK_0.unpack
_unpack_Gguf_Tensor_0 = Gguf.Tensor._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Gguf":"gguf","Gguf.Area":"gguf::area","Gguf.Text":"gguf::text",
"Gguf.Pair":"gguf::pair","Gguf.List":"gguf::list","Gguf.Tensor":"gguf::tensor",
"Gguf.Data":"gguf::data"},
"spec":{"id":"gguf","title":"GGUF model","file":"gguf.ksy",
"digest":"15e87ed1911affc8b8c1a0680a146dede1972a0badec249e5e0681dfae8ed444","types":[
{"path":"gguf","parent":"any record","endian":"le","fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"offset":0,"size":4,
"contents":{"hex":"47475546"}},
{"id":"version","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":4,"size":4,"valid":[{"kind":"any_of","args":[2,3]}],"default":3},
{"id":"num_tensors","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":8,"size":8,"usual":["list",1,2,3]},
{"id":"num_metadata","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":16,"size":8},
{"id":"metadata","type":"gguf::pair[]","stored":{"is":"Record","path":"gguf::pair"},"offset":24,
"repeat":{"count":"num_metadata"}},
{"id":"tensors","type":"gguf::tensor[]","stored":{"is":"Record","path":"gguf::tensor"},
"repeat":{"count":"num_tensors"}},
{"id":"padding","type":"bytes","stored":{"is":"Bytes","extent":{"size":["if",["eq","num_tensors",0],
0,["mod",["sub","alignment",["mod",["pos","_io"],"alignment"]],"alignment"]],"fill":0}}},
{"id":"area","type":"gguf::area","stored":{"is":"Record","path":"gguf::area",
"extent":{"to_end":true}},"doc":"Where the tensors are."}],"instances":[
{"id":"alignment","type":"int","value":["if",["eq",["size",["where","metadata",["get","_",
"is_alignment"]]],0],32,["get",["first",["where","metadata",["get","_","is_alignment"]]],"value"]],
"valid":[{"kind":"that","args":[["and",["gt","_",0],["eq",["bit_and","_",["sub","_",1]],0]]]}]},
{"id":"num_again","type":"int","value":["sub",["size","metadata"],["size",["distinct",["map",
"metadata",["get","_","key"]]]]],"valid":[{"kind":"equal","args":[0]}],"doc":"Keys of metadata that
 stand there before; ggml refuses them."},
{"id":"num_tensors_again","type":"int","value":["sub",["size","tensors"],["size",["distinct",["map",
"tensors",["get","_","name"]]]]],"valid":[{"kind":"equal","args":[0]}],"doc":"Names of tensors that
 stand there before; ggml refuses them."}],"edges":[{"is":"Count","field":"num_metadata",
"of":"metadata"},{"is":"Count","field":"num_tensors","of":"tensors"}],"doc":"Tensors of a model by
 their names, mostly quantised, with what is known of it.\n\nThe tensors stand where their entries
 say, in a part of the file that begins at a multiple of `alignment`.\n\n\nSee
 https://github.com/ggml-org/ggml/blob/master/docs/gguf.md GGUF"},
{"path":"gguf::area","parent":"gguf","endian":"le","size":0,"doc":"The part of the file that
 tensors stand in; their offsets count from its start."},
{"path":"gguf::text","parent":"any record","endian":"le","fields":[
{"id":"len_text","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":0,"size":8},
{"id":"text","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":"len_text"}},
"offset":8}],"edges":[{"is":"Length","field":"len_text","of":"text"}]},
{"path":"gguf::pair","parent":"gguf","endian":"le","fields":[
{"id":"len_key","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":0,"size":8,"usual":["list",14]},
{"id":"key","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":"len_key"}},
"offset":8,"usual":["list",["add",["text","general.note_"],["to_s",["size",["get","_root",
"metadata"]]]]]},
{"id":"kind","type":"enum gguf::kind","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"le","enum":"gguf::kind"},"size":4,"valid":[{"kind":"member"}]},
{"id":"value","type":"mixed","stored":{"is":"Switch","on":"kind","cases":[{"key":["enum",
"gguf::kind","uint8"],"stored":{"is":"Number","kind":"unsigned","size":1}},{"key":["enum",
"gguf::kind","int8"],"stored":{"is":"Number","kind":"signed","size":1}},{"key":["enum","gguf::kind",
"uint16"],"stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"}},{"key":["enum",
"gguf::kind","int16"],"stored":{"is":"Number","kind":"signed","size":2,"endian":"le"}},
{"key":["enum","gguf::kind","uint32"],"stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"le"}},{"key":["enum","gguf::kind","int32"],"stored":{"is":"Number","kind":"signed",
"size":4,"endian":"le"}},{"key":["enum","gguf::kind","float32"],"stored":{"is":"Number",
"kind":"float","size":4,"endian":"le"}},{"key":["enum","gguf::kind","bool"],"stored":{"is":"Number",
"kind":"unsigned","size":1}},{"key":["enum","gguf::kind","string"],"stored":{"is":"Record",
"path":"gguf::text"}},{"key":["enum","gguf::kind","array"],"stored":{"is":"Record",
"path":"gguf::list"}},{"key":["enum","gguf::kind","uint64"],"stored":{"is":"Number",
"kind":"unsigned","size":8,"endian":"le"}},{"key":["enum","gguf::kind","int64"],
"stored":{"is":"Number","kind":"signed","size":8,"endian":"le"}},{"key":["enum","gguf::kind",
"float64"],"stored":{"is":"Number","kind":"float","size":8,"endian":"le"}}]}}],"instances":[
{"id":"is_alignment","type":"bool","value":["and",["eq","key",["text","general.alignment"]],["eq",
"kind",["enum","gguf::kind","uint32"]]],"doc":"Whether it says where tensors may begin."},
{"id":"is_misnamed","type":"bool","value":["and",["eq","key",["text","general.alignment"]],["ne",
"kind",["enum","gguf::kind","uint32"]]],"valid":[{"kind":"equal","args":[false]}],"doc":"Whether it
 says so in a number of a kind that nobody takes."}],"edges":[{"is":"Tag","field":"kind",
"of":"value","cases":[["gguf::text",["enum","gguf::kind","string"]],["gguf::list",["enum",
"gguf::kind","array"]]]},{"is":"Length","field":"len_key","of":"key"}],"doc":"What is known of the
 model by one key."},
{"path":"gguf::list","parent":"any record","endian":"le","fields":[
{"id":"kind","type":"enum gguf::kind","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"le","enum":"gguf::kind"},"offset":0,"size":4,"valid":[{"kind":"member"}]},
{"id":"num_values","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":4,"size":8},
{"id":"values","type":"mixed[]","stored":{"is":"Switch","on":"kind","cases":[{"key":["enum",
"gguf::kind","uint8"],"stored":{"is":"Number","kind":"unsigned","size":1}},{"key":["enum",
"gguf::kind","int8"],"stored":{"is":"Number","kind":"signed","size":1}},{"key":["enum","gguf::kind",
"uint16"],"stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"}},{"key":["enum",
"gguf::kind","int16"],"stored":{"is":"Number","kind":"signed","size":2,"endian":"le"}},
{"key":["enum","gguf::kind","uint32"],"stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"le"}},{"key":["enum","gguf::kind","int32"],"stored":{"is":"Number","kind":"signed",
"size":4,"endian":"le"}},{"key":["enum","gguf::kind","float32"],"stored":{"is":"Number",
"kind":"float","size":4,"endian":"le"}},{"key":["enum","gguf::kind","bool"],"stored":{"is":"Number",
"kind":"unsigned","size":1}},{"key":["enum","gguf::kind","string"],"stored":{"is":"Record",
"path":"gguf::text"}},{"key":["enum","gguf::kind","array"],"stored":{"is":"Record",
"path":"gguf::list"}},{"key":["enum","gguf::kind","uint64"],"stored":{"is":"Number",
"kind":"unsigned","size":8,"endian":"le"}},{"key":["enum","gguf::kind","int64"],
"stored":{"is":"Number","kind":"signed","size":8,"endian":"le"}},{"key":["enum","gguf::kind",
"float64"],"stored":{"is":"Number","kind":"float","size":8,"endian":"le"}}]},"offset":12,
"repeat":{"count":"num_values"}}],"edges":[{"is":"Tag","field":"kind","of":"values",
"cases":[["gguf::text",["enum","gguf::kind","string"]],["gguf::list",["enum","gguf::kind",
"array"]]]},{"is":"Count","field":"num_values","of":"values"}],"doc":"Values of one kind."},
{"path":"gguf::tensor","parent":"gguf","endian":"le","fields":[
{"id":"len_name","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":0,"size":8,"usual":["list",12]},
{"id":"name","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":"len_name"}},
"offset":8,"usual":["list",["add",["add",["text","blk."],["to_s",["size",["get","_root",
"tensors"]]]],["text",".weight"]]]},
{"id":"num_dimensions","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"le"},"size":4,"valid":[{"kind":"at_most","args":[4]}],"usual":["list",1,2]},
{"id":"dimensions","type":"int[]","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"repeat":{"count":"num_dimensions"},"usual":["list",256,1,2],"doc":"The one that varies fastest
 first; numpy has them the other way round."},
{"id":"kind","type":"enum gguf::element","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"le","enum":"gguf::element"},"size":4,"valid":[{"kind":"member"}]},
{"id":"offset","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"size":8,"doc":"From the start of the area."}],"instances":[
{"id":"is_quantised","type":"bool","value":["or",["or",["and",["ge",["to_i","kind"],2],["le",
["to_i","kind"],23]],["eq","kind",["enum","gguf::element","iq1_m"]]],["ge",["to_i","kind"],34]],
"doc":"Whether elements are stored in blocks."},
{"id":"len_block","type":"int","value":["item",["list",4,2,18,20,0,0,22,24,34,0,84,110,144,176,210,
0,66,74,98,50,18,110,82,136,1,2,4,8,8,56,2,0,0,0,54,66,0,0,0,17,36,18],["to_i","kind"]],
"doc":"Bytes of a block, or of an element that is stored alone."},
{"id":"num_block","type":"int","value":["if",["not","is_quantised"],1,["if",["or",["or",["lt",
["to_i","kind"],10],["eq","kind",["enum","gguf::element","iq4_nl"]]],["eq","kind",["enum",
"gguf::element","mxfp4"]]],32,["if",["eq","kind",["enum","gguf::element","nvfp4"]],64,["if",["eq",
"kind",["enum","gguf::element","q1_0"]],128,256]]]],"doc":"Elements of a block."},
{"id":"rest","type":"int","value":["mod",["if",["eq","num_dimensions",0],1,["item","dimensions",0]],
"num_block"],"valid":[{"kind":"equal","args":[0]}],"doc":"What is left of a row after its last
 block."},
{"id":"data","type":"gguf::data","stored":{"is":"Record","path":"gguf::data"},"pos":"offset",
"io":["get",["get","_root","area"],"_io"]}],"edges":[{"is":"Length","field":"len_name","of":"name"},
{"is":"Count","field":"num_dimensions","of":"dimensions"},{"is":"Position","field":"offset",
"of":"data"}],"doc":"Where a tensor is, and what its elements are."},
{"path":"gguf::data","parent":"gguf::tensor","endian":"le","fields":[
{"id":"elements","type":"payload","stored":{"is":"Bytes","extent":{"size":["mul",["product",["get",
"_parent","dimensions"]],["get","_parent","len_block"]],"to_end":true}},"offset":0,
"condition":["not",["get","_parent","is_quantised"]],"array":{"dtype":{"on":["get","_parent",
"kind"],"cases":[[["enum","gguf::element","f32"],"float32"],[["enum","gguf::element","f16"],
"float16"],[["enum","gguf::element","bf16"],"bfloat16"],[["enum","gguf::element","f64"],"float64"],
[["enum","gguf::element","i8"],"int8"],[["enum","gguf::element","i16"],"int16"],[["enum",
"gguf::element","i32"],"int32"],[["enum","gguf::element","i64"],"int64"]]},"shape":["reverse",
["get","_parent","dimensions"]]},"codec":{"cases":[[null,[{"is":"Stage","codec":"raw",
"args":[["shape",["reverse",["get","_parent","dimensions"]]],["dtype",["dtype_of",["text",
"elements"]]]]}]]]},"doc":"As they are."},
{"id":"quantised","type":"payload","stored":{"is":"Bytes","extent":{"size":["mul",["floordiv",
["product",["get","_parent","dimensions"]],["get","_parent","num_block"]],["get","_parent",
"len_block"]],"to_end":true}},"condition":["and",["get","_parent","is_quantised"],"is_known"],
"array":{"dtype":"<f4","shape":["reverse",["get","_parent","dimensions"]]},"codec":{"on":["get",
"_parent","kind"],"cases":[[["enum","gguf::element","q4_0"],[{"is":"Stage","codec":"ggml_blocks",
"args":[["shape",["reverse",["get","_parent","dimensions"]]],["kind",["text","q4_0"]]]}]],[["enum",
"gguf::element","q4_1"],[{"is":"Stage","codec":"ggml_blocks","args":[["shape",["reverse",["get",
"_parent","dimensions"]]],["kind",["text","q4_1"]]]}]],[["enum","gguf::element","q5_0"],
[{"is":"Stage","codec":"ggml_blocks","args":[["shape",["reverse",["get","_parent","dimensions"]]],
["kind",["text","q5_0"]]]}]],[["enum","gguf::element","q5_1"],[{"is":"Stage","codec":"ggml_blocks",
"args":[["shape",["reverse",["get","_parent","dimensions"]]],["kind",["text","q5_1"]]]}]],[["enum",
"gguf::element","q8_0"],[{"is":"Stage","codec":"ggml_blocks","args":[["shape",["reverse",["get",
"_parent","dimensions"]]],["kind",["text","q8_0"]]]}]],[["enum","gguf::element","q4_k"],
[{"is":"Stage","codec":"ggml_blocks","args":[["shape",["reverse",["get","_parent","dimensions"]]],
["kind",["text","q4_k"]]]}]],[["enum","gguf::element","q5_k"],[{"is":"Stage","codec":"ggml_blocks",
"args":[["shape",["reverse",["get","_parent","dimensions"]]],["kind",["text","q5_k"]]]}]],[["enum",
"gguf::element","q6_k"],[{"is":"Stage","codec":"ggml_blocks","args":[["shape",["reverse",["get",
"_parent","dimensions"]]],["kind",["text","q6_k"]]]}]]]},"doc":"What blocks decode to."},
{"id":"blocks","type":"bytes","stored":{"is":"Bytes","extent":{"size":["mul",["floordiv",["product",
["get","_parent","dimensions"]],["get","_parent","num_block"]],["get","_parent","len_block"]],
"to_end":true}},"condition":["and",["get","_parent","is_quantised"],["not","is_known"]],
"doc":"Blocks of a kind that has no codec here."}],"instances":[
{"id":"is_known","type":"bool","value":["or",["or",["or",["lt",["to_i",["get","_parent","kind"]],9],
["eq",["get","_parent","kind"],["enum","gguf::element","q4_k"]]],["eq",["get","_parent","kind"],
["enum","gguf::element","q5_k"]]],["eq",["get","_parent","kind"],["enum","gguf::element","q6_k"]]],
"doc":"Whether there is a codec."}],"doc":"The elements of a tensor; they are there under the one
 name that goes with their kind."}],"enums":[
{"path":"gguf::kind","members":[{"id":"uint8","value":0},{"id":"int8","value":1},{"id":"uint16",
"value":2},{"id":"int16","value":3},{"id":"uint32","value":4},{"id":"int32","value":5},
{"id":"float32","value":6},{"id":"bool","value":7},{"id":"string","value":8},{"id":"array",
"value":9},{"id":"uint64","value":10},{"id":"int64","value":11},{"id":"float64","value":12}]},
{"path":"gguf::element","members":[{"id":"f32","value":0},{"id":"f16","value":1},{"id":"q4_0",
"value":2},{"id":"q4_1","value":3},{"id":"q5_0","value":6},{"id":"q5_1","value":7},{"id":"q8_0",
"value":8},{"id":"q2_k","value":10},{"id":"q3_k","value":11},{"id":"q4_k","value":12},{"id":"q5_k",
"value":13},{"id":"q6_k","value":14},{"id":"iq2_xxs","value":16},{"id":"iq2_xs","value":17},
{"id":"iq3_xxs","value":18},{"id":"iq1_s","value":19},{"id":"iq4_nl","value":20},{"id":"iq3_s",
"value":21},{"id":"iq2_s","value":22},{"id":"iq4_xs","value":23},{"id":"i8","value":24},{"id":"i16",
"value":25},{"id":"i32","value":26},{"id":"i64","value":27},{"id":"f64","value":28},{"id":"iq1_m",
"value":29},{"id":"bf16","value":30},{"id":"tq1_0","value":34},{"id":"tq2_0","value":35},
{"id":"mxfp4","value":39},{"id":"nvfp4","value":40},{"id":"q1_0","value":41}]}]}}
"""
