# Made by `quire gen` 0.1.0 from safetensors.ksy (sha256 3dc42a74358e). Do not edit.
"""Safetensors."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from numpy.typing import ArrayLike, NDArray

from quire.runtime import (
    Block,
    Bytes,
    FieldsPart,
    Fixed,
    ListPart,
    Opened,
    Parts,
    Raw,
    RecordPart,
    Struct,
    Tagged,
    Writer,
    array_size,
    bounded,
    computed,
    encode_text,
    encoded,
    expect_any_of,
    expect_at_least,
    expect_at_most,
    expect_equal,
    instance,
    put_array,
    quick,
    size_of,
    view_array,
)
from quire.runtime.direct import new, unpack_f8le, unpack_s8le, unpack_u1, unpack_u4le, unpack_u8le

__all__ = ["Safetensors"]


class Safetensors(Struct):
    """Tensors of a model by their names.

    A header in JSON says what there is; the tensors stand in the rest of the file, one after
    another, without a hole. `header` is what the JSON says, part by part.

    See https://github.com/huggingface/safetensors#format Safetensors

    Attributes:
        len_header: Bytes of JSON, with the blanks that make it a multiple of eight.
        area: Where the tensors are.
    """

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "len_header",
        "header",
        "area",
        "_stored_header",
        "_raw_header",
        "_raw__raw_header",
    )

    _root: Safetensors
    _stored_header: bytes
    len_header: int
    header: Safetensors.Header
    area: Safetensors.Area

    _is_top: ClassVar[bool] = True
    _raw_area = Raw("area")
    _places: ClassVar[bool] = True
    _goes_by_place: ClassVar[bool] = True
    _own_streams: ClassVar[tuple[str, ...]] = ("header", "area")
    _derived: ClassVar[tuple[str, ...]] = ("len_header",)

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            len_header: int
            header: Required[Safetensors.Header | Safetensors.Header._Fields]
            area: Safetensors.Area | Safetensors.Area._Fields

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 8
        if stop > end:
            buf, end = self._reach(stop - pos, "len_header", pos)
        self.len_header = unpack_u8le(buf, pos)[0]
        pos = stop
        io = self._io_at(pos)
        self._raw__raw_header = io.take_bytes(self.len_header, "header", limit=0x5F5E100)
        self._raw_header = Tagged("json", 8, 0, "dtype shape data_offsets").read(
            self._raw__raw_header, "header", io
        )
        self.header = Safetensors.Header(
            io.window(None, self._raw_header), self, self._root, "header"
        )
        pos = io._pos
        if type(buf) is bytearray:
            buf, end = self._reach_rest(buf, pos, end)
        stop = pos + max(end - pos, 0)
        if not pos <= stop <= end:
            buf, end = self._reach(stop - pos, "area", pos)
        self.area = child = new(Safetensors.Area)
        child._parent, child._root = self, self._root
        child._start, child._end = pos, stop
        child._stop = child._read_at(buf, pos, stop)
        return stop

    def _derive(self) -> None:
        self._make("header", Safetensors.Header)
        self._make("area", Safetensors.Area)

    def _write__seq(self, io: Writer) -> None:
        self._stored_header = encoded(
            Tagged("json", 8, 0, "dtype shape data_offsets"),
            self._window(io, "header", self.header, Safetensors.Header, grows=True),
            self,
            "_raw__raw_header",
        )
        self._set_window("len_header", len(self._stored_header), "header")
        io.u8le(self.len_header, "len_header")
        io.put_sized(self._stored_header, self.len_header, "header", limit=0x5F5E100)
        io.put(self._window(io, "area", self.area, Safetensors.Area, grows=True, in_pieces=True))

    @computed
    def stretches(self) -> list[int]:
        """Where the tensors begin and end, in the order in which they stand."""
        this: Any = self  # whose fields of several types are looked into
        value: list[int] = sorted(
            each.value.stretch
            for each in [each for each in this.header.entries if each.key != "__metadata__"]
        )
        return value

    @computed
    def begins(self) -> list[int]:
        """Instance `begins`."""
        return [each >> 64 for each in self.stretches]

    @computed
    def ends(self) -> list[int]:
        """Instance `ends`."""
        return [each % (1 << 64) for each in self.stretches]

    @computed
    def is_gapless(self) -> bool:
        """Whether each tensor begins where the one before it ends.

        The authors' program reads no other files.
        """
        value = (
            size_of(self.area) == 0
            if len(self.stretches) == 0
            else self.begins[0] == 0
            and self.ends[-1] == size_of(self.area)
            and self.begins[1 : len(self.begins)] == self.ends[: len(self.ends) - 1]
        )
        expect_equal("is_gapless", value, True, place="/instances/is_gapless")
        return value

    class Area(Struct):
        """The part of the file that tensors stand in; their offsets count from its start."""

        __slots__ = ("_start", "_end", "_stop")

        _root: Safetensors
        _parent: Safetensors

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

    class Header(Struct):
        """Type `header`."""

        __slots__ = ("_start", "_end", "_stop", "_unnamed0", "num_entries", "entries")

        _root: Safetensors
        _parent: Safetensors
        _unnamed0: bytes
        num_entries: int
        entries: list[Safetensors.Entry]

        _places: ClassVar[bool] = True
        _derived: ClassVar[tuple[str, ...]] = ("_unnamed0", "num_entries")
        _PARTS: ClassVar[Parts] = (
            FieldsPart("_read_part_0"),
            ListPart("entries", "counted", ("entries",), 9, None),
        )
        _FIXED_0: ClassVar[Fixed] = Fixed(
            ("_unnamed0", b"\x08", "/types/header/seq/0"), ("num_entries", "u4le")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                _unnamed0: bytes
                num_entries: int
                entries: Required[Iterable[Safetensors.Entry | Safetensors.Entry._Fields]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 5
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            stored__unnamed0, self.num_entries = _unpack_Safetensors_Header_FIXED_0(buf, pos)
            if stored__unnamed0 != b"\x08":
                self._look_at(pos).contents(b"\x08", "_unnamed0", "/types/header/seq/0")
            self._unnamed0 = b"\x08"
            pos = stop
            count = self.num_entries
            if not 0 <= count * 9 <= end - pos:
                count = self._io_at(pos).count(count, "entries", 9)
            self.entries = []
            type_entries = Safetensors.Entry
            for _ in range(count):
                child = new(type_entries)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
                self.entries.append(child)
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 5
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            stored__unnamed0, self.num_entries = _unpack_Safetensors_Header_FIXED_0(buf, pos)
            if stored__unnamed0 != b"\x08":
                self._look_at(pos).contents(b"\x08", "_unnamed0", "/types/header/seq/0")
            self._unnamed0 = b"\x08"
            return stop

        def _count_entries(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            count = io.count(self.num_entries, "entries", 9)
            return count

        def _element_entries(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            child = new(Safetensors.Entry)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.entries.append(child)
            return pos

        def _open_entries(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
            child = new(Safetensors.Entry)
            child._parent, child._root = self, self._root
            return child, buf, pos, end

        def _derive(self) -> None:
            self._set_derived("_unnamed0", b"\x08", "the format")
            self._set_derived("num_entries", len(self.entries), "entries")

        def _write__seq(self, io: Writer) -> None:
            io.put(self._unnamed0)
            io.u4le(self.num_entries, "num_entries")
            for entry in self.entries:
                self._write_child(io, "entries", entry, Safetensors.Entry)

    class Entry(Struct):
        """A tensor by its name, or what is known of the file.

        Attributes:
            key: The name of the tensor, or `__metadata__`.
        """

        __slots__ = ("len_key", "key", "value")

        _root: Safetensors
        _parent: Safetensors.Header
        len_key: int
        key: str
        value: Safetensors.Metadata | Safetensors.Tensor

        _places: ClassVar[bool] = True
        _derived: ClassVar[tuple[str, ...]] = ("key", "len_key")
        _PARTS: ClassVar[Parts] = (FieldsPart("_read_part_0"), RecordPart("value"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len_key: int
                key: str
                value: Required[Any]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "len_key", pos)
            self.len_key = unpack_u4le(buf, pos)[0]
            pos = stop
            stop = pos + self.len_key
            if stop > end:
                buf, end = self._reach(stop - pos, "key", pos)
            self.key = str(buf[pos:stop], "utf-8")
            pos = stop
            if self.key == "__metadata__":
                this.value = child = new(Safetensors.Metadata)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            else:
                this.value = child = new(Safetensors.Tensor)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "len_key", pos)
            self.len_key = unpack_u4le(buf, pos)[0]
            pos = stop
            stop = pos + self.len_key
            if stop > end:
                buf, end = self._reach(stop - pos, "key", pos)
            self.key = str(buf[pos:stop], "utf-8")
            return stop

        def _open_value(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
            this: Any = self  # whose fields of several types are looked into
            if self.key == "__metadata__":
                this.value = child = new(Safetensors.Metadata)
                child._parent, child._root = self, self._root
                return child, buf, pos, end
            this.value = child = new(Safetensors.Tensor)
            child._parent, child._root = self, self._root
            return child, buf, pos, end

        def _derive(self) -> None:
            self._set_tag(
                "value", "key", ((Safetensors.Metadata, "__metadata__"), (Safetensors.Tensor, ...))
            )
            self._set_derived("len_key", len(encode_text(self.key, "utf-8", "key")), "key")

        def _write__seq(self, io: Writer) -> None:
            io.u4le(self.len_key, "len_key")
            io.put_sized(encode_text(self.key, "utf-8", "key"), self.len_key, "key")
            if self.key == "__metadata__":
                self._write_child(io, "value", self.value, Safetensors.Metadata)
            else:
                self._write_child(io, "value", self.value, Safetensors.Tensor)

    class Metadata(Struct):
        """Type `metadata`."""

        __slots__ = ("_unnamed0", "num_texts", "texts")

        _root: Safetensors
        _parent: Safetensors.Entry
        _unnamed0: bytes
        num_texts: int
        texts: list[Safetensors.Text]

        _once: ClassVar[tuple[str, ...]] = ("texts",)
        _derived: ClassVar[tuple[str, ...]] = ("_unnamed0", "num_texts")
        _PARTS: ClassVar[Parts] = (
            FieldsPart("_read_part_0"),
            ListPart("texts", "counted", ("texts",), 9, None),
        )
        _FIXED_0: ClassVar[Fixed] = Fixed(
            ("_unnamed0", b"\x08", "/types/metadata/seq/0"), ("num_texts", "u4le")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                _unnamed0: bytes
                num_texts: int
                texts: Required[Iterable[Safetensors.Text | Safetensors.Text._Fields]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 5
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            stored__unnamed0, self.num_texts = _unpack_Safetensors_Metadata_FIXED_0(buf, pos)
            if stored__unnamed0 != b"\x08":
                self._look_at(pos).contents(b"\x08", "_unnamed0", "/types/metadata/seq/0")
            self._unnamed0 = b"\x08"
            pos = stop
            count = self.num_texts
            if not 0 <= count * 9 <= end - pos:
                count = self._io_at(pos).count(count, "texts", 9)
            if count >= 64:
                self.texts, pos = self._once_at(
                    Safetensors.Text, buf, pos, end, count, "texts", is_apart=True
                )
            else:
                self.texts = []
                type_texts = Safetensors.Text
                for _ in range(count):
                    child = new(type_texts)
                    child._parent, child._root = self, self._root
                    pos = child._read_at(buf, pos, end)
                    self.texts.append(child)
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 5
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            stored__unnamed0, self.num_texts = _unpack_Safetensors_Metadata_FIXED_0(buf, pos)
            if stored__unnamed0 != b"\x08":
                self._look_at(pos).contents(b"\x08", "_unnamed0", "/types/metadata/seq/0")
            self._unnamed0 = b"\x08"
            return stop

        def _count_texts(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            count = io.count(self.num_texts, "texts", 9)
            return count

        def _element_texts(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            child = new(Safetensors.Text)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.texts.append(child)
            return pos

        def _derive(self) -> None:
            self._set_derived("_unnamed0", b"\x08", "the format")
            self._set_derived("num_texts", len(self.texts), "texts")

        def _write__seq(self, io: Writer) -> None:
            io.put(self._unnamed0)
            io.u4le(self.num_texts, "num_texts")
            for text in self._seen_in(self.texts, io):
                self._write_child(io, "texts", text, Safetensors.Text)

    class Text(Struct):
        """What is known by one key."""

        __slots__ = ("len_key", "key", "_unnamed2", "len_text", "text")

        _root: Safetensors
        _parent: Safetensors.Metadata
        len_key: int
        key: str
        _unnamed2: bytes
        len_text: int
        text: str

        _derived: ClassVar[tuple[str, ...]] = ("_unnamed2", "len_key", "len_text")
        _FIXED_0: ClassVar[Fixed] = Fixed(
            ("_unnamed2", b"\x05", "/types/text/seq/2"), ("len_text", "u4le")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len_key: int
                key: Required[str]
                _unnamed2: bytes
                len_text: int
                text: Required[str]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "len_key", pos)
            self.len_key = unpack_u4le(buf, pos)[0]
            pos = stop
            stop = pos + self.len_key
            if stop > end:
                buf, end = self._reach(stop - pos, "key", pos)
            self.key = str(buf[pos:stop], "utf-8")
            pos = stop
            stop = pos + 5
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            stored__unnamed2, self.len_text = _unpack_Safetensors_Text_FIXED_0(buf, pos)
            if stored__unnamed2 != b"\x05":
                self._look_at(pos).contents(b"\x05", "_unnamed2", "/types/text/seq/2")
            self._unnamed2 = b"\x05"
            pos = stop
            stop = pos + self.len_text
            if stop > end:
                buf, end = self._reach(stop - pos, "text", pos)
            self.text = str(buf[pos:stop], "utf-8")
            return stop

        def _derive(self) -> None:
            self._set_derived("_unnamed2", b"\x05", "the format")
            self._set_derived("len_key", len(encode_text(self.key, "utf-8", "key")), "key")
            self._set_derived("len_text", len(encode_text(self.text, "utf-8", "text")), "text")

        def _write__seq(self, io: Writer) -> None:
            io.u4le(self.len_key, "len_key")
            io.put_sized(encode_text(self.key, "utf-8", "key"), self.len_key, "key")
            io.put(self._unnamed2)
            io.u4le(self.len_text, "len_text")
            io.put_sized(encode_text(self.text, "utf-8", "text"), self.len_text, "text")

    class Tensor(Struct):
        """Type `tensor`.

        Attributes:
            dtype: What the elements are. Those of `F4` and `F6` are less than a byte.
            begin: From the start of the area.
            others: Keys that the format does not have, which the authors' program passes over.
        """

        __slots__ = (
            "_unnamed0",
            "num_keys",
            "_unnamed2",
            "len_dtype",
            "dtype",
            "_unnamed5",
            "num_shape",
            "shape",
            "_unnamed8",
            "begin",
            "end",
            "others",
        )

        _root: Safetensors
        _parent: Safetensors.Entry
        _unnamed0: bytes
        num_keys: int
        _unnamed2: bytes
        len_dtype: int
        dtype: str
        _unnamed5: bytes
        num_shape: int
        shape: list[int]
        _unnamed8: bytes
        begin: int
        end: int
        others: list[Safetensors.Other]

        _placed: ClassVar[tuple[str, ...]] = ("data", "packed")
        _places: ClassVar[bool] = True
        _looks_up: ClassVar[tuple[str, ...]] = ("_root.area._io",)
        _fields_look_up: ClassVar[tuple[str, ...]] = ()
        _goes_by_place: ClassVar[bool] = True
        _once: ClassVar[tuple[str, ...]] = ("others",)
        _derived: ClassVar[tuple[str, ...]] = (
            "_unnamed0",
            "_unnamed2",
            "_unnamed5",
            "_unnamed8",
            "len_dtype",
            "num_shape",
            "num_keys",
            "end",
            "begin",
        )
        _BLOCK_0: ClassVar[Block] = Block(("begin", "s8le"), ("end", "s8le"))
        _PARTS: ClassVar[Parts] = (
            FieldsPart("_read_part_0"),
            ListPart("others", "counted", ("others",), 5, None),
        )
        _FIXED_0: ClassVar[Fixed] = Fixed(
            ("_unnamed0", b"\x08", "/types/tensor/seq/0"), ("num_keys", "u4le")
        )
        _FIXED_1: ClassVar[Fixed] = Fixed(
            ("_unnamed2", b"\x05\x00\x00\x00dtype\x05", "/types/tensor/seq/2"),
            ("len_dtype", "u4le"),
        )
        _FIXED_2: ClassVar[Fixed] = Fixed(
            ("_unnamed5", b"\x05\x00\x00\x00shape\x06", "/types/tensor/seq/5"),
            ("num_shape", "u4le"),
        )
        _FIXED_3: ClassVar[Fixed] = Fixed(
            (
                "_unnamed8",
                b"\x0c\x00\x00\x00data_offsets\x06\x02\x00\x00\x00",
                "/types/tensor/seq/8",
            ),
            ("begin", "s8le"),
            ("end", "s8le"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                _unnamed0: bytes
                num_keys: int
                _unnamed2: bytes
                len_dtype: int
                dtype: Required[str]
                _unnamed5: bytes
                num_shape: int
                shape: Required[Iterable[int]]
                _unnamed8: bytes
                begin: int
                end: int
                others: Iterable[Safetensors.Other | Safetensors.Other._Fields]
                data: ArrayLike
                packed: ArrayLike

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 5
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            stored__unnamed0, self.num_keys = _unpack_Safetensors_Tensor_FIXED_0(buf, pos)
            if stored__unnamed0 != b"\x08":
                self._look_at(pos).contents(b"\x08", "_unnamed0", "/types/tensor/seq/0")
            self._unnamed0 = b"\x08"
            pos = stop
            if not self.num_keys >= 3:
                io = self._io_at(pos)
                expect_at_least("num_keys", self.num_keys, 3, io, 4, place="/types/tensor/seq/1")
            stop = pos + 14
            if stop > end:
                buf, end = self._FIXED_1.reach(self, pos)
            stored__unnamed2, self.len_dtype = _unpack_Safetensors_Tensor_FIXED_1(buf, pos)
            if stored__unnamed2 != b"\x05\x00\x00\x00dtype\x05":
                self._look_at(pos).contents(
                    b"\x05\x00\x00\x00dtype\x05", "_unnamed2", "/types/tensor/seq/2"
                )
            self._unnamed2 = b"\x05\x00\x00\x00dtype\x05"
            pos = stop
            start = pos
            stop = pos + self.len_dtype
            if stop > end:
                buf, end = self._reach(stop - pos, "dtype", pos)
            self.dtype = str(buf[pos:stop], "utf-8")
            pos = stop
            if self.dtype not in (
                "F64",
                "F32",
                "F16",
                "BF16",
                "I64",
                "I32",
                "I16",
                "I8",
                "U64",
                "U32",
                "U16",
                "U8",
                "BOOL",
                "C64",
                "F8_E4M3",
                "F8_E5M2",
                "F8_E8M0",
                "F8_E4M3FNUZ",
                "F8_E5M2FNUZ",
                "F6_E2M3",
                "F6_E3M2",
                "F4",
            ):
                io = self._io_at(pos)
                expect_any_of(
                    "dtype",
                    self.dtype,
                    (
                        "F64",
                        "F32",
                        "F16",
                        "BF16",
                        "I64",
                        "I32",
                        "I16",
                        "I8",
                        "U64",
                        "U32",
                        "U16",
                        "U8",
                        "BOOL",
                        "C64",
                        "F8_E4M3",
                        "F8_E5M2",
                        "F8_E8M0",
                        "F8_E4M3FNUZ",
                        "F8_E5M2FNUZ",
                        "F6_E2M3",
                        "F6_E3M2",
                        "F4",
                    ),
                    io,
                    io._pos - start,
                    place="/types/tensor/seq/4",
                )
            stop = pos + 14
            if stop > end:
                buf, end = self._FIXED_2.reach(self, pos)
            stored__unnamed5, self.num_shape = _unpack_Safetensors_Tensor_FIXED_2(buf, pos)
            if stored__unnamed5 != b"\x05\x00\x00\x00shape\x06":
                self._look_at(pos).contents(
                    b"\x05\x00\x00\x00shape\x06", "_unnamed5", "/types/tensor/seq/5"
                )
            self._unnamed5 = b"\x05\x00\x00\x00shape\x06"
            pos = stop
            count = self.num_shape
            if not 0 <= count * 8 <= end - pos:
                count = self._io_at(pos).count(count, "shape", 8)
            self.shape = []
            for _ in range(count):
                stop = pos + 8
                if stop > end:
                    buf, end = self._reach(stop - pos, "shape", pos)
                self.shape.append(unpack_s8le(buf, pos)[0])
                pos = stop
                if not self.shape[-1] >= 0:
                    io = self._io_at(pos)
                    expect_at_least("shape", self.shape[-1], 0, io, 8, place="/types/tensor/seq/7")
            stop = pos + 37
            if stop > end:
                buf, end = self._FIXED_3.reach(self, pos)
            stored__unnamed8, self.begin, self.end = _unpack_Safetensors_Tensor_FIXED_3(buf, pos)
            if stored__unnamed8 != b"\x0c\x00\x00\x00data_offsets\x06\x02\x00\x00\x00":
                self._look_at(pos).contents(
                    b"\x0c\x00\x00\x00data_offsets\x06\x02\x00\x00\x00",
                    "_unnamed8",
                    "/types/tensor/seq/8",
                )
            self._unnamed8 = b"\x0c\x00\x00\x00data_offsets\x06\x02\x00\x00\x00"
            pos = stop
            if not self.begin >= 0:
                io = self._io_at(pos)
                expect_at_least("begin", self.begin, 0, io, 16, place="/types/tensor/seq/9")
            if not self.end >= self.begin:
                io = self._io_at(pos)
                expect_at_least("end", self.end, self.begin, io, 8, place="/types/tensor/seq/10")
            count = self.num_keys - 3
            if not 0 <= count * 5 <= end - pos:
                count = self._io_at(pos).count(count, "others", 5)
            if count >= 64:
                self.others, pos = self._once_at(
                    Safetensors.Other, buf, pos, end, count, "others", is_apart=True
                )
            else:
                self.others = []
                type_others = Safetensors.Other
                for _ in range(count):
                    child = new(type_others)
                    child._parent, child._root = self, self._root
                    pos = child._read_at(buf, pos, end)
                    self.others.append(child)
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 5
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            stored__unnamed0, self.num_keys = _unpack_Safetensors_Tensor_FIXED_0(buf, pos)
            if stored__unnamed0 != b"\x08":
                self._look_at(pos).contents(b"\x08", "_unnamed0", "/types/tensor/seq/0")
            self._unnamed0 = b"\x08"
            pos = stop
            if not self.num_keys >= 3:
                io = self._io_at(pos)
                expect_at_least("num_keys", self.num_keys, 3, io, 4, place="/types/tensor/seq/1")
            stop = pos + 14
            if stop > end:
                buf, end = self._FIXED_1.reach(self, pos)
            stored__unnamed2, self.len_dtype = _unpack_Safetensors_Tensor_FIXED_1(buf, pos)
            if stored__unnamed2 != b"\x05\x00\x00\x00dtype\x05":
                self._look_at(pos).contents(
                    b"\x05\x00\x00\x00dtype\x05", "_unnamed2", "/types/tensor/seq/2"
                )
            self._unnamed2 = b"\x05\x00\x00\x00dtype\x05"
            pos = stop
            start = pos
            stop = pos + self.len_dtype
            if stop > end:
                buf, end = self._reach(stop - pos, "dtype", pos)
            self.dtype = str(buf[pos:stop], "utf-8")
            pos = stop
            if self.dtype not in (
                "F64",
                "F32",
                "F16",
                "BF16",
                "I64",
                "I32",
                "I16",
                "I8",
                "U64",
                "U32",
                "U16",
                "U8",
                "BOOL",
                "C64",
                "F8_E4M3",
                "F8_E5M2",
                "F8_E8M0",
                "F8_E4M3FNUZ",
                "F8_E5M2FNUZ",
                "F6_E2M3",
                "F6_E3M2",
                "F4",
            ):
                io = self._io_at(pos)
                expect_any_of(
                    "dtype",
                    self.dtype,
                    (
                        "F64",
                        "F32",
                        "F16",
                        "BF16",
                        "I64",
                        "I32",
                        "I16",
                        "I8",
                        "U64",
                        "U32",
                        "U16",
                        "U8",
                        "BOOL",
                        "C64",
                        "F8_E4M3",
                        "F8_E5M2",
                        "F8_E8M0",
                        "F8_E4M3FNUZ",
                        "F8_E5M2FNUZ",
                        "F6_E2M3",
                        "F6_E3M2",
                        "F4",
                    ),
                    io,
                    io._pos - start,
                    place="/types/tensor/seq/4",
                )
            stop = pos + 14
            if stop > end:
                buf, end = self._FIXED_2.reach(self, pos)
            stored__unnamed5, self.num_shape = _unpack_Safetensors_Tensor_FIXED_2(buf, pos)
            if stored__unnamed5 != b"\x05\x00\x00\x00shape\x06":
                self._look_at(pos).contents(
                    b"\x05\x00\x00\x00shape\x06", "_unnamed5", "/types/tensor/seq/5"
                )
            self._unnamed5 = b"\x05\x00\x00\x00shape\x06"
            pos = stop
            count = self.num_shape
            if not 0 <= count * 8 <= end - pos:
                count = self._io_at(pos).count(count, "shape", 8)
            self.shape = []
            for _ in range(count):
                stop = pos + 8
                if stop > end:
                    buf, end = self._reach(stop - pos, "shape", pos)
                self.shape.append(unpack_s8le(buf, pos)[0])
                pos = stop
                if not self.shape[-1] >= 0:
                    io = self._io_at(pos)
                    expect_at_least("shape", self.shape[-1], 0, io, 8, place="/types/tensor/seq/7")
            stop = pos + 37
            if stop > end:
                buf, end = self._FIXED_3.reach(self, pos)
            stored__unnamed8, self.begin, self.end = _unpack_Safetensors_Tensor_FIXED_3(buf, pos)
            if stored__unnamed8 != b"\x0c\x00\x00\x00data_offsets\x06\x02\x00\x00\x00":
                self._look_at(pos).contents(
                    b"\x0c\x00\x00\x00data_offsets\x06\x02\x00\x00\x00",
                    "_unnamed8",
                    "/types/tensor/seq/8",
                )
            self._unnamed8 = b"\x0c\x00\x00\x00data_offsets\x06\x02\x00\x00\x00"
            pos = stop
            if not self.begin >= 0:
                io = self._io_at(pos)
                expect_at_least("begin", self.begin, 0, io, 16, place="/types/tensor/seq/9")
            if not self.end >= self.begin:
                io = self._io_at(pos)
                expect_at_least("end", self.end, self.begin, io, 8, place="/types/tensor/seq/10")
            return pos

        def _count_others(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            count = io.count(self.num_keys - 3, "others", 5)
            return count

        def _element_others(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            child = new(Safetensors.Other)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.others.append(child)
            return pos

        def _derive(self) -> None:
            self._set_derived("_unnamed0", b"\x08", "the format")
            self._set_derived("_unnamed2", b"\x05\x00\x00\x00dtype\x05", "the format")
            self._set_derived("_unnamed5", b"\x05\x00\x00\x00shape\x06", "the format")
            self._set_derived(
                "_unnamed8", b"\x0c\x00\x00\x00data_offsets\x06\x02\x00\x00\x00", "the format"
            )
            self._set_default("begin", 0)
            self._set_default("others", [])
            self._set_derived("len_dtype", len(encode_text(self.dtype, "utf-8", "dtype")), "dtype")
            self._set_derived("num_shape", len(self.shape), "shape")
            self._set_derived("num_keys", len(self.others) + 3, "others")
            self._set_derived(
                "end", self.begin + (math.prod(self.shape) * self.num_bits + 7) // 8, "the format"
            )
            if self._is_there("data"):
                self._set_derived(
                    "begin",
                    self.end
                    - array_size(
                        self.data,
                        "<f4"
                        if self.dtype == "F32"
                        else "bfloat16"
                        if self.dtype == "BF16"
                        else "<f2"
                        if self.dtype == "F16"
                        else "float8_e4m3fn"
                        if self.dtype == "F8_E4M3"
                        else "float8_e5m2"
                        if self.dtype == "F8_E5M2"
                        else "<f8"
                        if self.dtype == "F64"
                        else "<i8"
                        if self.dtype == "I64"
                        else "<i4"
                        if self.dtype == "I32"
                        else "<i2"
                        if self.dtype == "I16"
                        else "i1"
                        if self.dtype == "I8"
                        else "<u8"
                        if self.dtype == "U64"
                        else "<u4"
                        if self.dtype == "U32"
                        else "<u2"
                        if self.dtype == "U16"
                        else "u1"
                        if self.dtype == "U8"
                        else "bool"
                        if self.dtype == "BOOL"
                        else "complex64"
                        if self.dtype == "C64"
                        else "float8_e8m0fnu"
                        if self.dtype == "F8_E8M0"
                        else "float8_e4m3fnuz"
                        if self.dtype == "F8_E4M3FNUZ"
                        else "float8_e5m2fnuz"
                        if self.dtype == "F8_E5M2FNUZ"
                        else "",
                        "data",
                    ),
                    "data",
                )
            if self._is_there("packed"):
                self._set_derived(
                    "begin", self.end - array_size(self.packed, "u1", "packed"), "packed"
                )
            if self._is_there("data"):
                self._set_default("begin", 0)
            if self._is_there("packed"):
                self._set_default("begin", 0)

        def _check(self) -> None:
            expect_at_least("num_keys", self.num_keys, 3, place="/types/tensor/seq/1")
            expect_any_of(
                "dtype",
                self.dtype,
                (
                    "F64",
                    "F32",
                    "F16",
                    "BF16",
                    "I64",
                    "I32",
                    "I16",
                    "I8",
                    "U64",
                    "U32",
                    "U16",
                    "U8",
                    "BOOL",
                    "C64",
                    "F8_E4M3",
                    "F8_E5M2",
                    "F8_E8M0",
                    "F8_E4M3FNUZ",
                    "F8_E5M2FNUZ",
                    "F6_E2M3",
                    "F6_E3M2",
                    "F4",
                ),
                place="/types/tensor/seq/4",
            )
            for shape_item in self.shape:
                expect_at_least("shape", shape_item, 0, place="/types/tensor/seq/7")
            expect_at_least("begin", self.begin, 0, place="/types/tensor/seq/9")
            expect_at_least("end", self.end, self.begin, place="/types/tensor/seq/10")

        def _write__seq(self, io: Writer) -> None:
            io.put(self._unnamed0)
            io.u4le(self.num_keys, "num_keys")
            io.put(self._unnamed2)
            io.u4le(self.len_dtype, "len_dtype")
            io.put_sized(encode_text(self.dtype, "utf-8", "dtype"), self.len_dtype, "dtype")
            io.put(self._unnamed5)
            io.u4le(self.num_shape, "num_shape")
            for shape_item in self.shape:
                io.s8le(shape_item, "shape")
            io.put(self._unnamed8)
            self._BLOCK_0.write(io, self.begin, self.end)
            for others_item in self._seen_in(self.others, io):
                self._write_child(io, "others", others_item, Safetensors.Other)
            if not self.is_packed:
                self._place(io, "data", self._beside_data)
            else:
                self._leave_out("data")
            if self.is_packed:
                self._place(io, "packed", self._beside_packed)
            else:
                self._leave_out("packed")

        @computed
        def num_bits(self) -> int:
            """Of an element."""
            return (
                32
                if self.dtype in {"F32", "I32", "U32"}
                else 16
                if self.dtype in {"BF16", "F16", "I16", "U16"}
                else 64
                if self.dtype in {"F64", "I64", "U64", "C64"}
                else 6
                if self.dtype in {"F6_E2M3", "F6_E3M2"}
                else 4
                if self.dtype == "F4"
                else 8
            )

        @computed
        def spare_bits(self) -> int:
            """What is left of the last byte; elements fill it."""
            value = bounded(math.prod(self.shape) * self.num_bits % 8)
            expect_equal("spare_bits", value, 0, place="/types/tensor/instances/spare_bits")
            return value

        @computed
        def stretch(self) -> int:
            """Begin and end as one number, so that they are sorted together."""
            return (self.begin << 64) + self.end

        @quick
        def is_packed(self) -> bool:
            """Whether elements are less than a byte."""
            return self.dtype in {"F4", "F6_E2M3", "F6_E3M2"}

        @instance
        def data(self) -> NDArray[Any] | None:
            """The elements."""
            if self.is_packed:
                return None
            io = self._root.area._io
            with self._moved("data", io, self.begin):
                return view_array(
                    io.take(self.end - self.begin, "data"),
                    "<f4"
                    if self.dtype == "F32"
                    else "bfloat16"
                    if self.dtype == "BF16"
                    else "<f2"
                    if self.dtype == "F16"
                    else "float8_e4m3fn"
                    if self.dtype == "F8_E4M3"
                    else "float8_e5m2"
                    if self.dtype == "F8_E5M2"
                    else "<f8"
                    if self.dtype == "F64"
                    else "<i8"
                    if self.dtype == "I64"
                    else "<i4"
                    if self.dtype == "I32"
                    else "<i2"
                    if self.dtype == "I16"
                    else "i1"
                    if self.dtype == "I8"
                    else "<u8"
                    if self.dtype == "U64"
                    else "<u4"
                    if self.dtype == "U32"
                    else "<u2"
                    if self.dtype == "U16"
                    else "u1"
                    if self.dtype == "U8"
                    else "bool"
                    if self.dtype == "BOOL"
                    else "complex64"
                    if self.dtype == "C64"
                    else "float8_e8m0fnu"
                    if self.dtype == "F8_E8M0"
                    else "float8_e4m3fnuz"
                    if self.dtype == "F8_E4M3FNUZ"
                    else "float8_e5m2fnuz"
                    if self.dtype == "F8_E5M2FNUZ"
                    else "",
                    self.shape,
                    "data",
                    io,
                )

        def _position_data(self) -> int:
            return self.begin

        def _beside_data(self) -> Any:
            return self._root.area

        def _found_data(self, position: int) -> None:
            self._set_derived("begin", position, "data")

        def _put_data(self, io: Writer) -> None:
            put_array(
                io,
                self.data,
                "<f4"
                if self.dtype == "F32"
                else "bfloat16"
                if self.dtype == "BF16"
                else "<f2"
                if self.dtype == "F16"
                else "float8_e4m3fn"
                if self.dtype == "F8_E4M3"
                else "float8_e5m2"
                if self.dtype == "F8_E5M2"
                else "<f8"
                if self.dtype == "F64"
                else "<i8"
                if self.dtype == "I64"
                else "<i4"
                if self.dtype == "I32"
                else "<i2"
                if self.dtype == "I16"
                else "i1"
                if self.dtype == "I8"
                else "<u8"
                if self.dtype == "U64"
                else "<u4"
                if self.dtype == "U32"
                else "<u2"
                if self.dtype == "U16"
                else "u1"
                if self.dtype == "U8"
                else "bool"
                if self.dtype == "BOOL"
                else "complex64"
                if self.dtype == "C64"
                else "float8_e8m0fnu"
                if self.dtype == "F8_E8M0"
                else "float8_e4m3fnuz"
                if self.dtype == "F8_E4M3FNUZ"
                else "float8_e5m2fnuz"
                if self.dtype == "F8_E5M2FNUZ"
                else "",
                self.shape,
                "data",
            )

        @instance
        def packed(self) -> NDArray[Any] | None:
            """Elements that are less than a byte, one after another."""
            if not self.is_packed:
                return None
            io = self._root.area._io
            with self._moved("packed", io, self.begin):
                return view_array(
                    io.take(self.end - self.begin, "packed"), "u1", [-1], "packed", io
                )

        def _position_packed(self) -> int:
            return self.begin

        def _beside_packed(self) -> Any:
            return self._root.area

        def _found_packed(self, position: int) -> None:
            self._set_derived("begin", position, "packed")

        def _put_packed(self, io: Writer) -> None:
            put_array(io, self.packed, "u1", [-1], "packed")

    class Other(Struct):
        """A key that says nothing of where a tensor is."""

        __slots__ = ("len_key", "key", "value")

        _root: Safetensors
        len_key: int
        key: str
        value: Safetensors.Part

        _derived: ClassVar[tuple[str, ...]] = ("len_key",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len_key: int
                key: Required[str]
                value: Required[Safetensors.Part | Safetensors.Part._Fields]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "len_key", pos)
            self.len_key = unpack_u4le(buf, pos)[0]
            pos = stop
            stop = pos + self.len_key
            if stop > end:
                buf, end = self._reach(stop - pos, "key", pos)
            self.key = str(buf[pos:stop], "utf-8")
            pos = stop
            self.value = child = new(Safetensors.Part)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            return pos

        def _derive(self) -> None:
            self._make("value", Safetensors.Part)
            self._set_derived("len_key", len(encode_text(self.key, "utf-8", "key")), "key")

        def _write__seq(self, io: Writer) -> None:
            io.u4le(self.len_key, "len_key")
            io.put_sized(encode_text(self.key, "utf-8", "key"), self.len_key, "key")
            self._write_child(io, "value", self.value, Safetensors.Part)

    class Part(Struct):
        """A value of JSON."""

        __slots__ = ("kind",)

        _root: Safetensors
        kind: int
        number: int
        fraction: float
        len_text: int
        text: str
        num_numbers: int
        numbers: list[int]
        num_parts: int
        parts: list[Safetensors.Part]
        num_keys: int
        keys: list[Safetensors.Other]

        _once: ClassVar[tuple[str, ...]] = ("parts", "keys")
        _derived: ClassVar[tuple[str, ...]] = ("len_text", "num_numbers", "num_parts", "num_keys")

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                kind: Required[int]
                number: int
                fraction: float
                len_text: int
                text: str
                num_numbers: int
                numbers: Iterable[int]
                num_parts: int
                parts: Iterable[Safetensors.Part | Safetensors.Part._Fields]
                num_keys: int
                keys: Iterable[Safetensors.Other | Safetensors.Other._Fields]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "kind", pos)
            self.kind = unpack_u1(buf, pos)[0]
            pos = stop
            if not self.kind <= 9:
                io = self._io_at(pos)
                expect_at_most("kind", self.kind, 9, io, 1, place="/types/part/seq/0")
            if self.kind == 3:
                stop = pos + 8
                if stop > end:
                    buf, end = self._reach(stop - pos, "number", pos)
                self.number = unpack_s8le(buf, pos)[0]
                pos = stop
            if self.kind == 4:
                stop = pos + 8
                if stop > end:
                    buf, end = self._reach(stop - pos, "fraction", pos)
                self.fraction = unpack_f8le(buf, pos)[0]
                pos = stop
            if self.kind in {5, 9}:
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "len_text", pos)
                self.len_text = unpack_u4le(buf, pos)[0]
                pos = stop
                stop = pos + self.len_text
                if stop > end:
                    buf, end = self._reach(stop - pos, "text", pos)
                self.text = str(buf[pos:stop], "utf-8")
                pos = stop
            if self.kind == 6:
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "num_numbers", pos)
                self.num_numbers = unpack_u4le(buf, pos)[0]
                pos = stop
                count = self.num_numbers
                if not 0 <= count * 8 <= end - pos:
                    count = self._io_at(pos).count(count, "numbers", 8)
                self.numbers = []
                for _ in range(count):
                    stop = pos + 8
                    if stop > end:
                        buf, end = self._reach(stop - pos, "numbers", pos)
                    self.numbers.append(unpack_s8le(buf, pos)[0])
                    pos = stop
            if self.kind == 7:
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "num_parts", pos)
                self.num_parts = unpack_u4le(buf, pos)[0]
                pos = stop
                count = self.num_parts
                if not 0 <= count * 1 <= end - pos:
                    count = self._io_at(pos).count(count, "parts", 1)
                if count >= 64:
                    self.parts, pos = self._once_at(
                        Safetensors.Part, buf, pos, end, count, "parts", is_apart=True
                    )
                else:
                    self.parts = []
                    type_parts = Safetensors.Part
                    for _ in range(count):
                        child = new(type_parts)
                        child._parent, child._root = self, self._root
                        pos = child._read_at(buf, pos, end)
                        self.parts.append(child)
            if self.kind == 8:
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "num_keys", pos)
                self.num_keys = unpack_u4le(buf, pos)[0]
                pos = stop
                count = self.num_keys
                if not 0 <= count * 5 <= end - pos:
                    count = self._io_at(pos).count(count, "keys", 5)
                if count >= 64:
                    self.keys, pos = self._once_at(
                        Safetensors.Other, buf, pos, end, count, "keys", is_apart=True
                    )
                else:
                    self.keys = []
                    type_keys = Safetensors.Other
                    for _ in range(count):
                        child = new(type_keys)
                        child._parent, child._root = self, self._root
                        pos = child._read_at(buf, pos, end)
                        self.keys.append(child)
            return pos

        def _derive(self) -> None:
            if self.kind in {5, 9}:
                self._set_derived("len_text", len(encode_text(self.text, "utf-8", "text")), "text")
            if self.kind == 6:
                self._set_derived("num_numbers", len(self.numbers), "numbers")
            if self.kind == 7:
                self._set_derived("num_parts", len(self.parts), "parts")
            if self.kind == 8:
                self._set_derived("num_keys", len(self.keys), "keys")

        def _check(self) -> None:
            expect_at_most("kind", self.kind, 9, place="/types/part/seq/0")

        def _write__seq(self, io: Writer) -> None:
            io.u1(self.kind, "kind")
            if self.kind == 3:
                io.s8le(self.number, "number")
            elif hasattr(self, "number"):
                self._leave_out("number")
            if self.kind == 4:
                io.f8le(self.fraction, "fraction")
            elif hasattr(self, "fraction"):
                self._leave_out("fraction")
            if self.kind in {5, 9}:
                io.u4le(self.len_text, "len_text")
                io.put_sized(encode_text(self.text, "utf-8", "text"), self.len_text, "text")
            else:
                if hasattr(self, "len_text"):
                    self._leave_out("len_text")
                if hasattr(self, "text"):
                    self._leave_out("text")
            if self.kind == 6:
                io.u4le(self.num_numbers, "num_numbers")
                for number in self.numbers:
                    io.s8le(number, "numbers")
            else:
                if hasattr(self, "num_numbers"):
                    self._leave_out("num_numbers")
                if hasattr(self, "numbers"):
                    self._leave_out("numbers")
            if self.kind == 7:
                io.u4le(self.num_parts, "num_parts")
                for part in self._seen_in(self.parts, io):
                    self._write_child(io, "parts", part, Safetensors.Part)
            else:
                if hasattr(self, "num_parts"):
                    self._leave_out("num_parts")
                if hasattr(self, "parts"):
                    self._leave_out("parts")
            if self.kind == 8:
                io.u4le(self.num_keys, "num_keys")
                for key in self._seen_in(self.keys, io):
                    self._write_child(io, "keys", key, Safetensors.Other)
            else:
                if hasattr(self, "num_keys"):
                    self._leave_out("num_keys")
                if hasattr(self, "keys"):
                    self._leave_out("keys")


# What methods look up, at the price of a name.
_unpack_Safetensors_Header_FIXED_0 = Safetensors.Header._FIXED_0.unpack
_unpack_Safetensors_Metadata_FIXED_0 = Safetensors.Metadata._FIXED_0.unpack
_unpack_Safetensors_Tensor_FIXED_0 = Safetensors.Tensor._FIXED_0.unpack
_unpack_Safetensors_Tensor_FIXED_1 = Safetensors.Tensor._FIXED_1.unpack
_unpack_Safetensors_Tensor_FIXED_2 = Safetensors.Tensor._FIXED_2.unpack
_unpack_Safetensors_Tensor_FIXED_3 = Safetensors.Tensor._FIXED_3.unpack
_unpack_Safetensors_Text_FIXED_0 = Safetensors.Text._FIXED_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Safetensors":"safetensors","Safetensors.Area":"safetensors::area",
"Safetensors.Header":"safetensors::header","Safetensors.Entry":"safetensors::entry",
"Safetensors.Metadata":"safetensors::metadata","Safetensors.Text":"safetensors::text",
"Safetensors.Tensor":"safetensors::tensor","Safetensors.Other":"safetensors::other",
"Safetensors.Part":"safetensors::part"},
"spec":{"id":"safetensors","title":"Safetensors","file":"safetensors.ksy",
"digest":"3dc42a74358e20941082d1b3305e67d2c240090a2212110b6aad69a08f96b7d1","types":[
{"path":"safetensors","parent":"any record","endian":"le","fields":[
{"id":"len_header","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":0,"size":8,"doc":"Bytes of JSON, with the blanks that make it a multiple of eight."},
{"id":"header","type":"safetensors::header","stored":{"is":"Record","path":"safetensors::header",
"extent":{"size":"len_header","limit":100000000,"process":{"routine":"json","args":[8,0,["text",
"dtype shape data_offsets"]]}}},"offset":8},
{"id":"area","type":"safetensors::area","stored":{"is":"Record","path":"safetensors::area",
"extent":{"to_end":true}},"doc":"Where the tensors are."}],"instances":[
{"id":"stretches","type":"int[]","value":["sort",["map",["where",["get","header","entries"],["ne",
["get","_","key"],["text","__metadata__"]]],["get",["get","_","value"],"stretch"]]],"doc":"Where
 the tensors begin and end, in the order in which they stand."},
{"id":"begins","type":"int[]","value":["map","stretches",["bit_shr","_",64]]},
{"id":"ends","type":"int[]","value":["map","stretches",["mod","_",["bit_shl",1,64]]]},
{"id":"is_gapless","type":"bool","value":["if",["eq",["size","stretches"],0],["eq",["size",["get",
"area","_io"]],0],["and",["and",["eq",["first","begins"],0],["eq",["last","ends"],["size",["get",
"area","_io"]]]],["eq",["slice","begins",1,["size","begins"]],["slice","ends",0,["sub",["size",
"ends"],1]]]]],"valid":[{"kind":"equal","args":[true]}],"doc":"Whether each tensor begins where the
 one before it ends. The authors' program reads no other files."}],"edges":[{"is":"Length",
"field":"len_header","of":"header","at_least":true}],"doc":"Tensors of a model by their names.\n\nA
 header in JSON says what there is; the tensors stand in the rest of the file, one after another,
 without a hole. `header` is what\nthe JSON says, part by part.\n\n\nSee
 https://github.com/huggingface/safetensors#format Safetensors"},
{"path":"safetensors::area","parent":"safetensors","endian":"le","size":0,"doc":"The part of the
 file that tensors stand in; their offsets count from its start."},
{"path":"safetensors::header","parent":"safetensors","endian":"le","fields":[
{"id":"_unnamed0","type":"bytes","stored":{"is":"Bytes","extent":{"size":1}},"offset":0,"size":1,
"contents":{"hex":"08"}},
{"id":"num_entries","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":1,"size":4},
{"id":"entries","type":"safetensors::entry[]","stored":{"is":"Record","path":"safetensors::entry"},
"offset":5,"repeat":{"count":"num_entries"}}],"edges":[{"is":"Count","field":"num_entries",
"of":"entries"}]},
{"path":"safetensors::entry","parent":"safetensors::header","endian":"le","fields":[
{"id":"len_key","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":0,"size":4,"usual":["list",8,8,12]},
{"id":"key","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":"len_key"}},
"offset":4,"usual":["list",["if",["and",["eq","len_key",12],["eq",["size",["get","_parent",
"entries"]],0]],["text","__metadata__"],["add",["text","weight."],["to_s",["size",["get","_parent",
"entries"]]]]]],"doc":"The name of the tensor, or `__metadata__`."},
{"id":"value","type":"any record","stored":{"is":"Switch","on":"key","cases":[{"key":["text",
"__metadata__"],"stored":{"is":"Record","path":"safetensors::metadata"}},{"stored":{"is":"Record",
"path":"safetensors::tensor"}}]}}],"edges":[{"is":"Tag","field":"key","of":"value",
"cases":[["safetensors::metadata",["text","__metadata__"]],["safetensors::tensor",null]]},
{"is":"Length","field":"len_key","of":"key"}],"doc":"A tensor by its name, or what is known of the
 file."},
{"path":"safetensors::metadata","parent":"safetensors::entry","endian":"le","fields":[
{"id":"_unnamed0","type":"bytes","stored":{"is":"Bytes","extent":{"size":1}},"offset":0,"size":1,
"contents":{"hex":"08"}},
{"id":"num_texts","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":1,"size":4},
{"id":"texts","type":"safetensors::text[]","stored":{"is":"Record","path":"safetensors::text"},
"offset":5,"repeat":{"count":"num_texts"}}],"edges":[{"is":"Count","field":"num_texts",
"of":"texts"}]},
{"path":"safetensors::text","parent":"safetensors::metadata","endian":"le","fields":[
{"id":"len_key","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":0,"size":4},
{"id":"key","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":"len_key"}},
"offset":4,"usual":["list",["add",["text","note."],["to_s",["size",["get","_parent","texts"]]]]]},
{"id":"_unnamed2","type":"bytes","stored":{"is":"Bytes","extent":{"size":1}},"size":1,
"contents":{"hex":"05"}},
{"id":"len_text","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"size":4},
{"id":"text","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":"len_text"}}}],
"edges":[{"is":"Length","field":"len_key","of":"key"},{"is":"Length","field":"len_text",
"of":"text"}],"doc":"What is known by one key."},
{"path":"safetensors::tensor","parent":"safetensors::entry","endian":"le","fields":[
{"id":"_unnamed0","type":"bytes","stored":{"is":"Bytes","extent":{"size":1}},"offset":0,"size":1,
"contents":{"hex":"08"}},
{"id":"num_keys","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":1,"size":4,"valid":[{"kind":"at_least","args":[3]}],"usual":["list",3]},
{"id":"_unnamed2","type":"bytes","stored":{"is":"Bytes","extent":{"size":10}},"offset":5,"size":10,
"contents":{"hex":"05000000647479706505"}},
{"id":"len_dtype","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":15,"size":4},
{"id":"dtype","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":"len_dtype"}},
"offset":19,"valid":[{"kind":"any_of","args":[["text","F64"],["text","F32"],["text","F16"],["text",
"BF16"],["text","I64"],["text","I32"],["text","I16"],["text","I8"],["text","U64"],["text","U32"],
["text","U16"],["text","U8"],["text","BOOL"],["text","C64"],["text","F8_E4M3"],["text","F8_E5M2"],
["text","F8_E8M0"],["text","F8_E4M3FNUZ"],["text","F8_E5M2FNUZ"],["text","F6_E2M3"],["text",
"F6_E3M2"],["text","F4"]]}],"doc":"What the elements are. Those of `F4` and `F6` are less than a
 byte."},
{"id":"_unnamed5","type":"bytes","stored":{"is":"Bytes","extent":{"size":10}},"size":10,
"contents":{"hex":"05000000736861706506"}},
{"id":"num_shape","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"size":4,"usual":["list",1,2]},
{"id":"shape","type":"int[]","stored":{"is":"Number","kind":"signed","size":8,"endian":"le"},
"repeat":{"count":"num_shape"},"valid":[{"kind":"at_least","args":[0]}],"usual":["list",8,2]},
{"id":"_unnamed8","type":"bytes","stored":{"is":"Bytes","extent":{"size":21}},"size":21,
"contents":{"hex":"0c000000646174615f6f6666736574730602000000"}},
{"id":"begin","type":"int","stored":{"is":"Number","kind":"signed","size":8,"endian":"le"},"size":8,
"valid":[{"kind":"at_least","args":[0]}],"default":0,"doc":"From the start of the area."},
{"id":"end","type":"int","stored":{"is":"Number","kind":"signed","size":8,"endian":"le"},"size":8,
"valid":[{"kind":"at_least","args":["begin"]}],"derive":["add","begin",["floordiv",["add",["mul",
["product","shape"],"num_bits"],7],8]]},
{"id":"others","type":"safetensors::other[]","stored":{"is":"Record","path":"safetensors::other"},
"repeat":{"count":["sub","num_keys",3]},"default":["list"],"doc":"Keys that the format does not
 have, which the authors' program passes over."}],"instances":[
{"id":"num_bits","type":"int","value":["if",["or",["or",["eq","dtype",["text","F32"]],["eq","dtype",
["text","I32"]]],["eq","dtype",["text","U32"]]],32,["if",["or",["or",["or",["eq","dtype",["text",
"BF16"]],["eq","dtype",["text","F16"]]],["eq","dtype",["text","I16"]]],["eq","dtype",["text",
"U16"]]],16,["if",["or",["or",["or",["eq","dtype",["text","F64"]],["eq","dtype",["text","I64"]]],
["eq","dtype",["text","U64"]]],["eq","dtype",["text","C64"]]],64,["if",["or",["eq","dtype",["text",
"F6_E2M3"]],["eq","dtype",["text","F6_E3M2"]]],6,["if",["eq","dtype",["text","F4"]],4,8]]]]],
"doc":"Of an element."},
{"id":"spare_bits","type":"int","value":["mod",["mul",["product","shape"],"num_bits"],8],
"valid":[{"kind":"equal","args":[0]}],"doc":"What is left of the last byte; elements fill it."},
{"id":"stretch","type":"int","value":["add",["bit_shl","begin",64],"end"],"doc":"Begin and end as
 one number, so that they are sorted together."},
{"id":"is_packed","type":"bool","value":["or",["or",["eq","dtype",["text","F4"]],["eq","dtype",
["text","F6_E2M3"]]],["eq","dtype",["text","F6_E3M2"]]],"doc":"Whether elements are less than a
 byte."},
{"id":"data","type":"array ","stored":{"is":"Bytes","extent":{"size":["sub","end","begin"]}},
"condition":["not","is_packed"],"pos":"begin","io":["get",["get","_root","area"],"_io"],
"array":{"dtype":{"is":"Computed","name":["if",["eq","dtype",["text","F32"]],["text","<f4"],["if",
["eq","dtype",["text","BF16"]],["text","bfloat16"],["if",["eq","dtype",["text","F16"]],["text",
"<f2"],["if",["eq","dtype",["text","F8_E4M3"]],["text","float8_e4m3fn"],["if",["eq","dtype",["text",
"F8_E5M2"]],["text","float8_e5m2"],["if",["eq","dtype",["text","F64"]],["text","<f8"],["if",["eq",
"dtype",["text","I64"]],["text","<i8"],["if",["eq","dtype",["text","I32"]],["text","<i4"],["if",
["eq","dtype",["text","I16"]],["text","<i2"],["if",["eq","dtype",["text","I8"]],["text","i1"],["if",
["eq","dtype",["text","U64"]],["text","<u8"],["if",["eq","dtype",["text","U32"]],["text","<u4"],
["if",["eq","dtype",["text","U16"]],["text","<u2"],["if",["eq","dtype",["text","U8"]],["text","u1"],
["if",["eq","dtype",["text","BOOL"]],["text","bool"],["if",["eq","dtype",["text","C64"]],["text",
"complex64"],["if",["eq","dtype",["text","F8_E8M0"]],["text","float8_e8m0fnu"],["if",["eq","dtype",
["text","F8_E4M3FNUZ"]],["text","float8_e4m3fnuz"],["if",["eq","dtype",["text","F8_E5M2FNUZ"]],
["text","float8_e5m2fnuz"],["text",""]]]]]]]]]]]]]]]]]]]]},"shape":"shape"},"doc":"The elements."},
{"id":"packed","type":"array u1","stored":{"is":"Bytes","extent":{"size":["sub","end","begin"]}},
"condition":"is_packed","pos":"begin","io":["get",["get","_root","area"],"_io"],
"array":{"dtype":"u1","shape":["list",["neg",1]]},"doc":"Elements that are less than a byte, one
 after another."}],"edges":[{"is":"Length","field":"len_dtype","of":"dtype"},{"is":"Count",
"field":"num_shape","of":"shape"},{"is":"Count","field":"num_keys","of":"others","steps":[["add",
3]]},{"is":"Length","field":"begin","of":"data","steps":[["from","end"]]},{"is":"Length",
"field":"begin","of":"packed","steps":[["from","end"]]},{"is":"Position","field":"begin",
"of":"data"},{"is":"Position","field":"begin","of":"packed"}]},
{"path":"safetensors::other","parent":"any record","endian":"le","fields":[
{"id":"len_key","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":0,"size":4},
{"id":"key","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":"len_key"}},
"offset":4},
{"id":"value","type":"safetensors::part","stored":{"is":"Record","path":"safetensors::part"}}],
"edges":[{"is":"Length","field":"len_key","of":"key"}],"doc":"A key that says nothing of where a
 tensor is."},
{"path":"safetensors::part","parent":"any record","endian":"le","fields":[
{"id":"kind","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1,
"valid":[{"kind":"at_most","args":[9]}]},
{"id":"number","type":"int","stored":{"is":"Number","kind":"signed","size":8,"endian":"le"},
"offset":1,"size":8,"condition":["eq","kind",3]},
{"id":"fraction","type":"float","stored":{"is":"Number","kind":"float","size":8,"endian":"le"},
"size":8,"condition":["eq","kind",4]},
{"id":"len_text","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"size":4,"condition":["or",["eq","kind",5],["eq","kind",9]]},
{"id":"text","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":"len_text"}},
"condition":["or",["eq","kind",5],["eq","kind",9]]},
{"id":"num_numbers","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"size":4,"condition":["eq","kind",6]},
{"id":"numbers","type":"int[]","stored":{"is":"Number","kind":"signed","size":8,"endian":"le"},
"repeat":{"count":"num_numbers"},"condition":["eq","kind",6]},
{"id":"num_parts","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"size":4,"condition":["eq","kind",7]},
{"id":"parts","type":"safetensors::part[]","stored":{"is":"Record","path":"safetensors::part"},
"repeat":{"count":"num_parts"},"condition":["eq","kind",7]},
{"id":"num_keys","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"size":4,"condition":["eq","kind",8]},
{"id":"keys","type":"safetensors::other[]","stored":{"is":"Record","path":"safetensors::other"},
"repeat":{"count":"num_keys"},"condition":["eq","kind",8]}],"edges":[{"is":"Length",
"field":"len_text","of":"text","condition":["or",["eq","kind",5],["eq","kind",9]]},{"is":"Count",
"field":"num_numbers","of":"numbers","condition":["eq","kind",6]},{"is":"Count","field":"num_parts",
"of":"parts","condition":["eq","kind",7]},{"is":"Count","field":"num_keys","of":"keys",
"condition":["eq","kind",8]}],"doc":"A value of JSON."}]}}
"""
