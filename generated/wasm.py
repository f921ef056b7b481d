# Made by `quire gen` 0.1.0 from wasm.ksy (sha256 771b4587db39). Do not edit.
"""WebAssembly module."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

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
    Tagged,
    Types,
    Writer,
    computed,
    copied,
    encode_text,
    encoded,
    ends_of,
    expect_at_most,
    expect_count,
    expect_equal,
    expect_member,
    expect_that,
    expect_until,
    len_varint,
)
from quire.runtime.direct import new, unpack_f4le, unpack_f8le, unpack_s8le, unpack_u1, unpack_u8le

__all__ = ["Wasm"]


class Wasm(Struct):
    """Programs for a virtual machine: sections of types, functions, memories and others.

    Numbers are in groups of seven bits. The code of a function is bytes.

    See https://webassembly.github.io/spec/core/binary/ WebAssembly, Binary Format

    Attributes:
        sections: In the order of their kinds as far as the program goes, each kind once; custom
            ones anywhere.
    """

    __slots__ = ("_start", "_end", "_stop", "magic", "version", "sections")

    _root: Wasm
    magic: bytes
    version: int
    sections: list[Wasm.Section]

    _is_top: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("magic", "version")
    _PARTS: ClassVar[Parts] = (
        FieldsPart("_read_part_0"),
        ListPart("sections", "end", ("sections",), 0, None),
    )
    _FIXED_0: ClassVar[Fixed] = Fixed(("magic", b"\x00asm", "/seq/0"), ("version", "u4le"))

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            magic: bytes
            version: int
            sections: Required[Iterable[Wasm.Section | Wasm.Section._Fields]]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 8
        if stop > end:
            buf, end = self._FIXED_0.reach(self, pos)
        stored_magic, self.version = _unpack_Wasm_FIXED_0(buf, pos)
        if stored_magic != b"\x00asm":
            self._look_at(pos).contents(b"\x00asm", "magic", "/seq/0")
        self.magic = b"\x00asm"
        pos = stop
        if self.version != 1:
            io = self._io_at(pos)
            expect_equal("version", self.version, 1, io, 4, place="/seq/1")
        self.sections = []
        i = 0
        while pos < end or self._goes_on(buf, pos):
            child = new(Wasm.Section)
            child._parent, child._root = self, self._root
            child.behind = 0 if i == 0 else self.sections[i - 1].goes_on
            pos = child._read_at(buf, pos, end)
            self.sections.append(child)
            i += 1
        return pos

    def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 8
        if stop > end:
            buf, end = self._FIXED_0.reach(self, pos)
        stored_magic, self.version = _unpack_Wasm_FIXED_0(buf, pos)
        if stored_magic != b"\x00asm":
            self._look_at(pos).contents(b"\x00asm", "magic", "/seq/0")
        self.magic = b"\x00asm"
        pos = stop
        if self.version != 1:
            io = self._io_at(pos)
            expect_equal("version", self.version, 1, io, 4, place="/seq/1")
        return pos

    def _element_sections(self, buf: Bytes, pos: int, end: int, i: int) -> int:
        child = new(Wasm.Section)
        child._parent, child._root = self, self._root
        child.behind = 0 if i == 0 else self.sections[i - 1].goes_on
        pos = child._read_at(buf, pos, end)
        self.sections.append(child)
        return pos

    def _open_sections(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
        child = new(Wasm.Section)
        child._parent, child._root = self, self._root
        child.behind = 0 if i == 0 else self.sections[i - 1].goes_on
        return child, buf, pos, end

    def _derive(self) -> None:
        self._set_derived("magic", b"\x00asm", "the format")
        self._set_derived("version", 1, "the format")

    def _write__seq(self, io: Writer) -> None:
        io.put(self.magic)
        io.u4le(self.version, "version")
        for i, section in enumerate(self.sections):
            self._expect_record("sections", section, Wasm.Section)
            section.behind = 0 if i == 0 else self.sections[i - 1].goes_on
            self._write_child(io, "sections", section, Wasm.Section)

    @computed
    def is_whole(self) -> bool:
        """Whether there are as many bodies of functions as types of these."""
        this: Any = self  # whose fields of several types are looked into
        value: bool = sum(
            each.body.num_types.value
            for each in [each for each in this.sections if each.kind == Wasm.Kind.functions]
        ) == sum(
            each.body.num_functions.value
            for each in [each for each in this.sections if each.kind == Wasm.Kind.code]
        )
        expect_equal("is_whole", value, True, place="/instances/is_whole")
        return value

    @computed
    def is_counted(self) -> bool:
        """Whether there are as many segments of data as are told ahead."""
        this: Any = self  # whose fields of several types are looked into
        value: bool = len(
            [each for each in self.sections if each.kind == Wasm.Kind.data_count]
        ) == 0 or sum(
            each.body.num_segments.value
            for each in [each for each in this.sections if each.kind == Wasm.Kind.data_count]
        ) == sum(
            each.body.num_segments.value
            for each in [each for each in this.sections if each.kind == Wasm.Kind.data]
        )
        expect_equal("is_counted", value, True, place="/instances/is_counted")
        return value

    class Kind(LateEnum):
        """Values of `kind`."""

        custom = 0
        types = 1
        imports = 2
        functions = 3
        tables = 4
        memories = 5
        globals = 6
        exports = 7
        start = 8
        elements = 9
        code = 10
        data = 11
        data_count = 12
        tags = 13

    class External(LateEnum):
        """Values of `external`."""

        function = 0
        table = 1
        memory = 2
        global_ = 3
        tag = 4

    class Value(LateEnum):
        """Values of `value`."""

        with_value = 64
        exception_reference = 105
        array_reference = 106
        structure_reference = 107
        small_reference = 108
        comparable_reference = 109
        any_reference = 110
        external_reference = 111
        function_reference = 112
        no_reference = 113
        no_external_reference = 114
        no_function_reference = 115
        no_exception_reference = 116
        v128 = 123
        f64 = 124
        f32 = 125
        i64 = 126
        i32 = 127

    class Opcode(LateEnum):
        """Values of `opcode`."""

        end = 11
        global_get = 35
        i32_const = 65
        i64_const = 66
        f32_const = 67
        f64_const = 68
        i32_add = 106
        i32_sub = 107
        i32_mul = 108
        i64_add = 124
        i64_sub = 125
        i64_mul = 126
        ref_null = 208
        ref_func = 210
        v128 = 253

    class Number(Struct):
        """Type `number`."""

        __slots__ = ("_start", "_end", "_stop", "value")

        _root: Wasm
        value: int

        SIZE: ClassVar[int] = 8
        _derived: ClassVar[tuple[str, ...]] = ("value",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                value: int

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 8
            if stop > end:
                buf, end = self._reach(stop - pos, "value", pos)
            self.value = unpack_u8le(buf, pos)[0]
            pos = stop
            if not self.value <= 0xFFFFFFFF:
                io = self._io_at(pos)
                expect_at_most("value", self.value, 0xFFFFFFFF, io, 8, place="/types/number/seq/0")
            return pos

        def _check(self) -> None:
            expect_at_most("value", self.value, 0xFFFFFFFF, place="/types/number/seq/0")

        def _write__seq(self, io: Writer) -> None:
            io.u8le(self.value, "value")

    class Wide(Struct):
        """A number of 64 bits."""

        __slots__ = ("_start", "_end", "_stop", "value")

        _root: Wasm
        _parent: Wasm.Limits
        value: int

        SIZE: ClassVar[int] = 8

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                value: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 8
            if stop > end:
                buf, end = self._reach(stop - pos, "value", pos)
            self.value = unpack_u8le(buf, pos)[0]
            return stop

        def _write__seq(self, io: Writer) -> None:
            io.u8le(self.value, "value")

    class Signed(Struct):
        """Type `signed`.

        Attributes:
            value: Of `ref_null`, what is referred to, -12 to -23 for one that is known to all, or
                the number of a type.
        """

        __slots__ = ("_start", "_end", "_stop", "value")

        _root: Wasm
        _parent: Wasm.Instruction
        value: int

        SIZE: ClassVar[int] = 8
        _looks_up: ClassVar[tuple[str, ...]] = ("_parent.opcode",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                value: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 8
            if stop > end:
                buf, end = self._reach(stop - pos, "value", pos)
            self.value = unpack_s8le(buf, pos)[0]
            pos = stop
            if not (
                self.value >= self.least
                and self.value <= self.most
                and (not self.is_reference or self.value < -11 or self.value >= 0)
            ):
                io = self._io_at(pos)
                expect_that(
                    "value",
                    self.value,
                    self.value >= self.least
                    and self.value <= self.most
                    and (not self.is_reference or self.value < -11 or self.value >= 0),
                    "_ >= least and _ <= most and (not is_reference or _ < -11 or _ >= 0)",
                    io,
                    8,
                    place="/types/signed/seq/0",
                )
            return pos

        def _check(self) -> None:
            expect_that(
                "value",
                self.value,
                self.value >= self.least
                and self.value <= self.most
                and (not self.is_reference or self.value < -11 or self.value >= 0),
                "_ >= least and _ <= most and (not is_reference or _ < -11 or _ >= 0)",
                place="/types/signed/seq/0",
            )

        def _write__seq(self, io: Writer) -> None:
            io.s8le(self.value, "value")

        @computed
        def is_reference(self) -> bool:
            """Instance `is_reference`."""
            value: bool = self._parent.opcode == Wasm.Opcode.ref_null
            return value

        @computed
        def least(self) -> int:
            """Instance `least`."""
            value: int = (
                -23
                if self.is_reference
                else -0x80000000
                if self._parent.opcode == Wasm.Opcode.i32_const
                else -0x8000000000000000
            )
            return value

        @computed
        def most(self) -> int:
            """Instance `most`."""
            value: int = (
                0xFFFFFFFF
                if self.is_reference
                else 0x7FFFFFFF
                if self._parent.opcode == Wasm.Opcode.i32_const
                else 0x7FFFFFFFFFFFFFFF
            )
            return value

    class Name(Struct):
        """Type `name`."""

        __slots__ = ("len_text", "text", "_raw_len_text", "_raw__raw_len_text")

        _root: Wasm
        len_text: Wasm.Number
        text: str

        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("len_text",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len_text: Wasm.Number | Wasm.Number._Fields
                text: Required[str]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "len_text")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "len_text", pos)
            self._raw__raw_len_text = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            io = self._io_at(pos)
            self._raw_len_text = Tagged("uleb128").read(self._raw__raw_len_text, "len_text", io)
            self.len_text = Wasm.Number(
                io.window(None, self._raw_len_text), self, self._root, "len_text"
            )
            pos = io._pos
            stop = pos + self.len_text.value
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "text", pos)
            self.text = str(buf[pos:stop], "utf-8")
            return stop

        def _derive(self) -> None:
            self._make("len_text", Wasm.Number)
            self._set_derived(
                "value", len(encode_text(self.text, "utf-8", "text")), "text", holder=self.len_text
            )

        def _write__seq(self, io: Writer) -> None:
            io.put(
                encoded(
                    Tagged("uleb128"),
                    self._window(io, "len_text", self.len_text, Wasm.Number, grows=True),
                    self,
                    "_raw__raw_len_text",
                )
            )
            io.put_sized(encode_text(self.text, "utf-8", "text"), self.len_text.value, "text")

    class Section(Struct):
        """Type `section`.

        Attributes:
            behind: The rank of the last section that is no custom one; 0 if there was none.
        """

        __slots__ = (
            "behind",
            "kind",
            "len_body",
            "body",
            "_stored_body",
            "_raw_len_body",
            "_raw__raw_len_body",
        )

        _root: Wasm
        _parent: Wasm
        _stored_body: bytes
        behind: int
        kind: Wasm.Kind | int
        len_body: Wasm.Number
        body: (
            Wasm.Custom
            | Wasm.Types
            | Wasm.Imports
            | Wasm.Functions
            | Wasm.Tables
            | Wasm.Memories
            | Wasm.Globals
            | Wasm.Exports
            | Wasm.Start
            | Wasm.Elements
            | Wasm.Code
            | Wasm.Data
            | Wasm.DataCount
            | Wasm.Tags
            | bytes
        )

        _raw_body = Raw("body")
        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("len_body", "body")
        _derived: ClassVar[tuple[str, ...]] = ("kind",)
        _PARTS: ClassVar[Parts] = (FieldsPart("_read_part_0"), RecordPart("body"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                behind: int
                kind: Wasm.Kind | int
                len_body: Wasm.Number | Wasm.Number._Fields
                body: Required[Any]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def __init__(
            self,
            behind: int = 0,
            _io: Any = None,
            _parent: Any = None,
            _root: Any = None,
            _name: str = "",
            _holder: Any = None,
        ) -> None:
            self.behind = behind
            super().__init__(_io, _parent, _root, _name, _holder)

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "kind", pos)
            self.kind = _members_Wasm_Kind[unpack_u1(buf, pos)[0]]
            pos = stop
            if not (
                int(self.kind) <= 13 and (self.kind == Wasm.Kind.custom or self.rank > self.behind)
            ):
                io = self._io_at(pos)
                expect_that(
                    "kind",
                    self.kind,
                    int(self.kind) <= 13
                    and (self.kind == Wasm.Kind.custom or self.rank > self.behind),
                    "_.to_i <= 13 and (_ == kind::custom or rank > behind)",
                    io,
                    1,
                    place="/types/section/seq/0",
                )
            io = self._io_at(pos)
            size = len_varint(io, "len_body")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "len_body", pos)
            self._raw__raw_len_body = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            io = self._io_at(pos)
            self._raw_len_body = Tagged("uleb128").read(self._raw__raw_len_body, "len_body", io)
            self.len_body = Wasm.Number(
                io.window(None, self._raw_len_body), self, self._root, "len_body"
            )
            pos = io._pos
            kind = _types_Wasm_Section_body[self.kind]
            if kind is not None:
                stop = pos + self.len_body.value
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "body", pos)
                this.body = child = new(kind)
                child._read_apart(self, buf, pos, stop)
                pos = stop
            else:
                stop = pos + self.len_body.value
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "body", pos)
                self.body = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "kind", pos)
            self.kind = _members_Wasm_Kind[unpack_u1(buf, pos)[0]]
            pos = stop
            if not (
                int(self.kind) <= 13 and (self.kind == Wasm.Kind.custom or self.rank > self.behind)
            ):
                io = self._io_at(pos)
                expect_that(
                    "kind",
                    self.kind,
                    int(self.kind) <= 13
                    and (self.kind == Wasm.Kind.custom or self.rank > self.behind),
                    "_.to_i <= 13 and (_ == kind::custom or rank > behind)",
                    io,
                    1,
                    place="/types/section/seq/0",
                )
            io = self._io_at(pos)
            size = len_varint(io, "len_body")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "len_body", pos)
            self._raw__raw_len_body = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            io = self._io_at(pos)
            self._raw_len_body = Tagged("uleb128").read(self._raw__raw_len_body, "len_body", io)
            self.len_body = Wasm.Number(
                io.window(None, self._raw_len_body), self, self._root, "len_body"
            )
            return io._pos

        def _open_body(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
            this: Any = self  # whose fields of several types are looked into
            kind = _types_Wasm_Section_body[self.kind]
            if kind is not None:
                stop = pos + self.len_body.value
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "body", pos)
                this.body = child = new(kind)
                child._parent, child._root = self, self._root
                child._start, child._end = pos, stop
                return child, buf, pos, stop
            stop = pos + self.len_body.value
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "body", pos)
            self.body = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            return None, buf, pos, end

        def _derive(self) -> None:
            self._set_tag(
                "body",
                "kind",
                (
                    (Wasm.Custom, Wasm.Kind.custom),
                    (Wasm.Types, Wasm.Kind.types),
                    (Wasm.Imports, Wasm.Kind.imports),
                    (Wasm.Functions, Wasm.Kind.functions),
                    (Wasm.Tables, Wasm.Kind.tables),
                    (Wasm.Memories, Wasm.Kind.memories),
                    (Wasm.Globals, Wasm.Kind.globals),
                    (Wasm.Exports, Wasm.Kind.exports),
                    (Wasm.Start, Wasm.Kind.start),
                    (Wasm.Elements, Wasm.Kind.elements),
                    (Wasm.Code, Wasm.Kind.code),
                    (Wasm.Data, Wasm.Kind.data),
                    (Wasm.DataCount, Wasm.Kind.data_count),
                    (Wasm.Tags, Wasm.Kind.tags),
                ),
            )
            self._make("len_body", Wasm.Number)

        def _check(self) -> None:
            expect_that(
                "kind",
                self.kind,
                int(self.kind) <= 13 and (self.kind == Wasm.Kind.custom or self.rank > self.behind),
                "_.to_i <= 13 and (_ == kind::custom or rank > behind)",
                place="/types/section/seq/0",
            )

        def _write__seq(self, io: Writer) -> None:
            this: Any = self  # whose fields of several types are looked into
            if self.kind == Wasm.Kind.custom:
                self._stored_body = self._window(
                    io, "body", self.body, Wasm.Custom, grows=True, in_pieces=True
                )
                self._set_window("value", len(self._stored_body), "body", holder=self.len_body)
            elif self.kind == Wasm.Kind.types:
                self._stored_body = self._window(
                    io, "body", self.body, Wasm.Types, grows=True, in_pieces=True
                )
                self._set_window("value", len(self._stored_body), "body", holder=self.len_body)
            elif self.kind == Wasm.Kind.imports:
                self._stored_body = self._window(
                    io, "body", self.body, Wasm.Imports, grows=True, in_pieces=True
                )
                self._set_window("value", len(self._stored_body), "body", holder=self.len_body)
            elif self.kind == Wasm.Kind.functions:
                self._stored_body = self._window(
                    io, "body", self.body, Wasm.Functions, grows=True, in_pieces=True
                )
                self._set_window("value", len(self._stored_body), "body", holder=self.len_body)
            elif self.kind == Wasm.Kind.tables:
                self._stored_body = self._window(
                    io, "body", self.body, Wasm.Tables, grows=True, in_pieces=True
                )
                self._set_window("value", len(self._stored_body), "body", holder=self.len_body)
            elif self.kind == Wasm.Kind.memories:
                self._stored_body = self._window(
                    io, "body", self.body, Wasm.Memories, grows=True, in_pieces=True
                )
                self._set_window("value", len(self._stored_body), "body", holder=self.len_body)
            elif self.kind == Wasm.Kind.globals:
                self._stored_body = self._window(
                    io, "body", self.body, Wasm.Globals, grows=True, in_pieces=True
                )
                self._set_window("value", len(self._stored_body), "body", holder=self.len_body)
            elif self.kind == Wasm.Kind.exports:
                self._stored_body = self._window(
                    io, "body", self.body, Wasm.Exports, grows=True, in_pieces=True
                )
                self._set_window("value", len(self._stored_body), "body", holder=self.len_body)
            elif self.kind == Wasm.Kind.start:
                self._stored_body = self._window(
                    io, "body", self.body, Wasm.Start, grows=True, in_pieces=True
                )
                self._set_window("value", len(self._stored_body), "body", holder=self.len_body)
            elif self.kind == Wasm.Kind.elements:
                self._stored_body = self._window(
                    io, "body", self.body, Wasm.Elements, grows=True, in_pieces=True
                )
                self._set_window("value", len(self._stored_body), "body", holder=self.len_body)
            elif self.kind == Wasm.Kind.code:
                self._stored_body = self._window(
                    io, "body", self.body, Wasm.Code, grows=True, in_pieces=True
                )
                self._set_window("value", len(self._stored_body), "body", holder=self.len_body)
            elif self.kind == Wasm.Kind.data:
                self._stored_body = self._window(
                    io, "body", self.body, Wasm.Data, grows=True, in_pieces=True
                )
                self._set_window("value", len(self._stored_body), "body", holder=self.len_body)
            elif self.kind == Wasm.Kind.data_count:
                self._stored_body = self._window(
                    io, "body", self.body, Wasm.DataCount, grows=True, in_pieces=True
                )
                self._set_window("value", len(self._stored_body), "body", holder=self.len_body)
            elif self.kind == Wasm.Kind.tags:
                self._stored_body = self._window(
                    io, "body", self.body, Wasm.Tags, grows=True, in_pieces=True
                )
                self._set_window("value", len(self._stored_body), "body", holder=self.len_body)
            else:
                self._stored_body = this.body
                self._set_derived("value", len(self._stored_body), "body", holder=self.len_body)
            io.u1(self.kind, "kind")
            io.put(
                encoded(
                    Tagged("uleb128"),
                    self._window(io, "len_body", self.len_body, Wasm.Number, grows=True),
                    self,
                    "_raw__raw_len_body",
                )
            )
            io.put_sized(self._stored_body, self.len_body.value, "body")

        @computed
        def rank(self) -> int:
            """What the order of sections goes by."""
            return (
                11
                if self.kind == Wasm.Kind.tags
                else 19
                if self.kind == Wasm.Kind.data_count
                else int(self.kind) * 2
            )

        @computed
        def goes_on(self) -> int:
            """The rank that those behind this one come after."""
            return self.behind if self.kind == Wasm.Kind.custom else self.rank

        @staticmethod
        def _body_types() -> dict[object, type[Any]]:
            """Types that `body` may have, by what tells them."""
            return {
                Wasm.Kind.custom: Wasm.Custom,
                Wasm.Kind.types: Wasm.Types,
                Wasm.Kind.imports: Wasm.Imports,
                Wasm.Kind.functions: Wasm.Functions,
                Wasm.Kind.tables: Wasm.Tables,
                Wasm.Kind.memories: Wasm.Memories,
                Wasm.Kind.globals: Wasm.Globals,
                Wasm.Kind.exports: Wasm.Exports,
                Wasm.Kind.start: Wasm.Start,
                Wasm.Kind.elements: Wasm.Elements,
                Wasm.Kind.code: Wasm.Code,
                Wasm.Kind.data: Wasm.Data,
                Wasm.Kind.data_count: Wasm.DataCount,
                Wasm.Kind.tags: Wasm.Tags,
            }

    class Custom(Struct):
        """What the program does not need, like the names of functions."""

        __slots__ = ("_start", "_end", "_stop", "name", "data")

        _root: Wasm
        _parent: Wasm.Section
        name: Wasm.Name
        data: bytes

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                name: Required[Wasm.Name | Wasm.Name._Fields]
                data: Required[bytes]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            self.name = child = new(Wasm.Name)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.data = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            return pos

        def _derive(self) -> None:
            self._make("name", Wasm.Name)

        def _write__seq(self, io: Writer) -> None:
            self._write_child(io, "name", self.name, Wasm.Name)
            io.put(self.data)

    class Types(Struct):
        """Type `types`."""

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "num_types",
            "types",
            "_unnamed2",
            "_raw_num_types",
            "_raw__raw_num_types",
        )

        _root: Wasm
        _parent: Wasm.Section
        num_types: Wasm.Number
        types: list[Wasm.FunctionType]
        _unnamed2: bytes

        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("num_types",)
        _once: ClassVar[tuple[str, ...]] = ("types",)
        _derived: ClassVar[tuple[str, ...]] = ("_unnamed2",)
        _PARTS: ClassVar[Parts] = (
            FieldsPart("_read_part_0"),
            ListPart("types", "counted", ("types",), 1, None),
            FieldsPart("_read_part_2"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_types: Wasm.Number | Wasm.Number._Fields
                types: Required[Iterable[Wasm.FunctionType | Wasm.FunctionType._Fields]]
                _unnamed2: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "num_types")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_types", pos)
            self._raw__raw_num_types = (
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            )
            pos = stop
            io = self._io_at(pos)
            self._raw_num_types = Tagged("uleb128").read(self._raw__raw_num_types, "num_types", io)
            self.num_types = Wasm.Number(
                io.window(None, self._raw_num_types), self, self._root, "num_types"
            )
            pos = io._pos
            count = self.num_types.value
            if not 0 <= count * 1 <= end - pos:
                count = self._io_at(pos).count(count, "types", 1)
            if count >= 64:
                self.types, pos = self._once_at(
                    Wasm.FunctionType, buf, pos, end, count, "types", by_ways=True
                )
            else:
                self.types = []
                type_types = Wasm.FunctionType
                for _ in range(count):
                    child = new(type_types)
                    child._parent, child._root = self, self._root
                    pos = child._read_at(buf, pos, end)
                    self.types.append(child)
            start = pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self._unnamed2 = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            if self._unnamed2 != bytes([]):
                io = self._io_at(pos)
                expect_equal(
                    "_unnamed2",
                    self._unnamed2,
                    bytes([]),
                    io,
                    io._pos - start,
                    place="/types/types/seq/2",
                )
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "num_types")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_types", pos)
            self._raw__raw_num_types = (
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            )
            pos = stop
            io = self._io_at(pos)
            self._raw_num_types = Tagged("uleb128").read(self._raw__raw_num_types, "num_types", io)
            self.num_types = Wasm.Number(
                io.window(None, self._raw_num_types), self, self._root, "num_types"
            )
            return io._pos

        def _count_types(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            count = io.count(self.num_types.value, "types", 1)
            return count

        def _element_types(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            child = new(Wasm.FunctionType)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.types.append(child)
            return pos

        def _read_part_2(self, buf: Bytes, pos: int, end: int) -> int:
            start = pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self._unnamed2 = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            if self._unnamed2 != bytes([]):
                io = self._io_at(pos)
                expect_equal(
                    "_unnamed2",
                    self._unnamed2,
                    bytes([]),
                    io,
                    io._pos - start,
                    place="/types/types/seq/2",
                )
            return pos

        def _derive(self) -> None:
            self._set_derived("_unnamed2", bytes([]), "the format")
            self._make("num_types", Wasm.Number)
            self._set_derived("value", len(self.types), "types", holder=self.num_types)

        def _check(self) -> None:
            expect_count("types", self.types, self.num_types.value)

        def _write__seq(self, io: Writer) -> None:
            io.put(
                encoded(
                    Tagged("uleb128"),
                    self._window(io, "num_types", self.num_types, Wasm.Number, grows=True),
                    self,
                    "_raw__raw_num_types",
                )
            )
            for types_item in self._seen_in(self.types, io):
                self._write_child(io, "types", types_item, Wasm.FunctionType)
            io.put(self._unnamed2)

    class FunctionType(Struct):
        """Type `function_type`."""

        __slots__ = (
            "form",
            "num_params",
            "params",
            "num_results",
            "results",
            "_raw_num_params",
            "_raw__raw_num_params",
            "_raw_num_results",
            "_raw__raw_num_results",
        )

        _root: Wasm
        _parent: Wasm.Types
        form: int
        num_params: Wasm.Number
        params: list[Wasm.Value | int]
        num_results: Wasm.Number
        results: list[Wasm.Value | int]

        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("num_params", "num_results")
        _derived: ClassVar[tuple[str, ...]] = ("form",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                form: int
                num_params: Wasm.Number | Wasm.Number._Fields
                params: Required[Iterable[Wasm.Value | int]]
                num_results: Wasm.Number | Wasm.Number._Fields
                results: Required[Iterable[Wasm.Value | int]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "form", pos)
            self.form = unpack_u1(buf, pos)[0]
            pos = stop
            if self.form != 0x60:
                io = self._io_at(pos)
                expect_equal("form", self.form, 0x60, io, 1, place="/types/function_type/seq/0")
            io = self._io_at(pos)
            size = len_varint(io, "num_params")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_params", pos)
            self._raw__raw_num_params = (
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            )
            pos = stop
            io = self._io_at(pos)
            self._raw_num_params = Tagged("uleb128").read(
                self._raw__raw_num_params, "num_params", io
            )
            self.num_params = Wasm.Number(
                io.window(None, self._raw_num_params), self, self._root, "num_params"
            )
            pos = io._pos
            count = self.num_params.value
            if not 0 <= count * 1 <= end - pos:
                count = self._io_at(pos).count(count, "params", 1)
            self.params = []
            for _ in range(count):
                stop = pos + 1
                if stop > end:
                    buf, end = self._reach(stop - pos, "params", pos)
                self.params.append(_members_Wasm_Value[unpack_u1(buf, pos)[0]])
                pos = stop
                if type(self.params[-1]) is int:
                    io = self._io_at(pos)
                    expect_member(
                        "params",
                        self.params[-1],
                        Wasm.Value,
                        io,
                        1,
                        place="/types/function_type/seq/2",
                    )
            io = self._io_at(pos)
            size = len_varint(io, "num_results")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_results", pos)
            self._raw__raw_num_results = (
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            )
            pos = stop
            io = self._io_at(pos)
            self._raw_num_results = Tagged("uleb128").read(
                self._raw__raw_num_results, "num_results", io
            )
            self.num_results = Wasm.Number(
                io.window(None, self._raw_num_results), self, self._root, "num_results"
            )
            pos = io._pos
            count = self.num_results.value
            if not 0 <= count * 1 <= end - pos:
                count = self._io_at(pos).count(count, "results", 1)
            self.results = []
            for _ in range(count):
                stop = pos + 1
                if stop > end:
                    buf, end = self._reach(stop - pos, "results", pos)
                self.results.append(_members_Wasm_Value[unpack_u1(buf, pos)[0]])
                pos = stop
                if type(self.results[-1]) is int:
                    io = self._io_at(pos)
                    expect_member(
                        "results",
                        self.results[-1],
                        Wasm.Value,
                        io,
                        1,
                        place="/types/function_type/seq/4",
                    )
            return pos

        def _derive(self) -> None:
            self._set_derived("form", 0x60, "the format")
            self._make("num_params", Wasm.Number)
            self._make("num_results", Wasm.Number)
            self._set_derived("value", len(self.params), "params", holder=self.num_params)
            self._set_derived("value", len(self.results), "results", holder=self.num_results)

        def _check(self) -> None:
            expect_count("params", self.params, self.num_params.value)
            for param in self.params:
                expect_member("params", param, Wasm.Value, place="/types/function_type/seq/2")
            expect_count("results", self.results, self.num_results.value)
            for result in self.results:
                expect_member("results", result, Wasm.Value, place="/types/function_type/seq/4")

        def _write__seq(self, io: Writer) -> None:
            io.u1(self.form, "form")
            io.put(
                encoded(
                    Tagged("uleb128"),
                    self._window(io, "num_params", self.num_params, Wasm.Number, grows=True),
                    self,
                    "_raw__raw_num_params",
                )
            )
            for param in self.params:
                io.u1(param, "params")
            io.put(
                encoded(
                    Tagged("uleb128"),
                    self._window(io, "num_results", self.num_results, Wasm.Number, grows=True),
                    self,
                    "_raw__raw_num_results",
                )
            )
            for result in self.results:
                io.u1(result, "results")

    class Imports(Struct):
        """Type `imports`."""

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "num_imports",
            "imports",
            "_unnamed2",
            "_raw_num_imports",
            "_raw__raw_num_imports",
        )

        _root: Wasm
        _parent: Wasm.Section
        num_imports: Wasm.Number
        imports: list[Wasm.Import]
        _unnamed2: bytes

        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("num_imports",)
        _once: ClassVar[tuple[str, ...]] = ("imports",)
        _derived: ClassVar[tuple[str, ...]] = ("_unnamed2",)
        _PARTS: ClassVar[Parts] = (
            FieldsPart("_read_part_0"),
            ListPart("imports", "counted", ("imports",), 1, None),
            FieldsPart("_read_part_2"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_imports: Wasm.Number | Wasm.Number._Fields
                imports: Required[Iterable[Wasm.Import | Wasm.Import._Fields]]
                _unnamed2: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "num_imports")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_imports", pos)
            self._raw__raw_num_imports = (
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            )
            pos = stop
            io = self._io_at(pos)
            self._raw_num_imports = Tagged("uleb128").read(
                self._raw__raw_num_imports, "num_imports", io
            )
            self.num_imports = Wasm.Number(
                io.window(None, self._raw_num_imports), self, self._root, "num_imports"
            )
            pos = io._pos
            count = self.num_imports.value
            if not 0 <= count * 1 <= end - pos:
                count = self._io_at(pos).count(count, "imports", 1)
            if count >= 64:
                self.imports, pos = self._once_at(
                    Wasm.Import, buf, pos, end, count, "imports", by_ways=True
                )
            else:
                self.imports = []
                type_imports = Wasm.Import
                for _ in range(count):
                    child = new(type_imports)
                    child._parent, child._root = self, self._root
                    pos = child._read_at(buf, pos, end)
                    self.imports.append(child)
            start = pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self._unnamed2 = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            if self._unnamed2 != bytes([]):
                io = self._io_at(pos)
                expect_equal(
                    "_unnamed2",
                    self._unnamed2,
                    bytes([]),
                    io,
                    io._pos - start,
                    place="/types/imports/seq/2",
                )
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "num_imports")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_imports", pos)
            self._raw__raw_num_imports = (
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            )
            pos = stop
            io = self._io_at(pos)
            self._raw_num_imports = Tagged("uleb128").read(
                self._raw__raw_num_imports, "num_imports", io
            )
            self.num_imports = Wasm.Number(
                io.window(None, self._raw_num_imports), self, self._root, "num_imports"
            )
            return io._pos

        def _count_imports(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            count = io.count(self.num_imports.value, "imports", 1)
            return count

        def _element_imports(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            child = new(Wasm.Import)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.imports.append(child)
            return pos

        def _read_part_2(self, buf: Bytes, pos: int, end: int) -> int:
            start = pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self._unnamed2 = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            if self._unnamed2 != bytes([]):
                io = self._io_at(pos)
                expect_equal(
                    "_unnamed2",
                    self._unnamed2,
                    bytes([]),
                    io,
                    io._pos - start,
                    place="/types/imports/seq/2",
                )
            return pos

        def _derive(self) -> None:
            self._set_derived("_unnamed2", bytes([]), "the format")
            self._make("num_imports", Wasm.Number)
            self._set_derived("value", len(self.imports), "imports", holder=self.num_imports)

        def _check(self) -> None:
            expect_count("imports", self.imports, self.num_imports.value)

        def _write__seq(self, io: Writer) -> None:
            io.put(
                encoded(
                    Tagged("uleb128"),
                    self._window(io, "num_imports", self.num_imports, Wasm.Number, grows=True),
                    self,
                    "_raw__raw_num_imports",
                )
            )
            for import_ in self._seen_in(self.imports, io):
                self._write_child(io, "imports", import_, Wasm.Import)
            io.put(self._unnamed2)

    class Import(Struct):
        """Type `import`."""

        __slots__ = ("module", "name", "kind")

        _root: Wasm
        _parent: Wasm.Imports
        module: Wasm.Name
        name: Wasm.Name
        kind: Wasm.External | int
        what: Wasm.Index | Wasm.TableType | Wasm.Limits | Wasm.GlobalType | Wasm.Tag

        _derived: ClassVar[tuple[str, ...]] = ("kind",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                module: Required[Wasm.Name | Wasm.Name._Fields]
                name: Required[Wasm.Name | Wasm.Name._Fields]
                kind: Wasm.External | int
                what: Required[Any]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            self.module = child = new(Wasm.Name)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.name = child = new(Wasm.Name)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "kind", pos)
            self.kind = _members_Wasm_External[unpack_u1(buf, pos)[0]]
            pos = stop
            if type(self.kind) is int:
                io = self._io_at(pos)
                expect_member("kind", self.kind, Wasm.External, io, 1, place="/types/import/seq/2")
            kind = _types_Wasm_Import_what[self.kind]
            if kind is not None:
                this.what = child = new(kind)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            return pos

        def _derive(self) -> None:
            self._set_tag(
                "what",
                "kind",
                (
                    (Wasm.Index, Wasm.External.function),
                    (Wasm.TableType, Wasm.External.table),
                    (Wasm.Limits, Wasm.External.memory),
                    (Wasm.GlobalType, Wasm.External.global_),
                    (Wasm.Tag, Wasm.External.tag),
                ),
            )
            self._make("module", Wasm.Name)
            self._make("name", Wasm.Name)

        def _check(self) -> None:
            expect_member("kind", self.kind, Wasm.External, place="/types/import/seq/2")

        def _write__seq(self, io: Writer) -> None:
            self._write_child(io, "module", self.module, Wasm.Name)
            self._write_child(io, "name", self.name, Wasm.Name)
            io.u1(self.kind, "kind")
            if self.kind == Wasm.External.function:
                self._write_child(io, "what", self.what, Wasm.Index)
            elif self.kind == Wasm.External.table:
                self._write_child(io, "what", self.what, Wasm.TableType)
            elif self.kind == Wasm.External.memory:
                self._write_child(io, "what", self.what, Wasm.Limits)
            elif self.kind == Wasm.External.global_:
                self._write_child(io, "what", self.what, Wasm.GlobalType)
            elif self.kind == Wasm.External.tag:
                self._write_child(io, "what", self.what, Wasm.Tag)
            elif hasattr(self, "what"):
                self._leave_out("what", "no case fits")

        @staticmethod
        def _what_types() -> dict[object, type[Any]]:
            """Types that `what` may have, by what tells them."""
            return {
                Wasm.External.function: Wasm.Index,
                Wasm.External.table: Wasm.TableType,
                Wasm.External.memory: Wasm.Limits,
                Wasm.External.global_: Wasm.GlobalType,
                Wasm.External.tag: Wasm.Tag,
            }

    class Index(Struct):
        """Type `index`."""

        __slots__ = ("index", "_raw_index", "_raw__raw_index")

        _root: Wasm
        index: Wasm.Number

        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("index",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                index: Wasm.Number | Wasm.Number._Fields

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "index")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "index", pos)
            self._raw__raw_index = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            io = self._io_at(pos)
            self._raw_index = Tagged("uleb128").read(self._raw__raw_index, "index", io)
            self.index = Wasm.Number(io.window(None, self._raw_index), self, self._root, "index")
            return io._pos

        def _derive(self) -> None:
            self._make("index", Wasm.Number)

        def _write__seq(self, io: Writer) -> None:
            io.put(
                encoded(
                    Tagged("uleb128"),
                    self._window(io, "index", self.index, Wasm.Number, grows=True),
                    self,
                    "_raw__raw_index",
                )
            )

    class Limits(Struct):
        """Type `limits`.

        Attributes:
            flags: 1 for a maximum, 2 for shared (with a maximum), 4 for addresses of 64 bits, 8 for
                pages of another size.
            min: In pages of 65,536 bytes; of a table, in elements.
            page: As a power of two.
        """

        __slots__ = (
            "flags",
            "min",
            "_raw_min",
            "_raw__raw_min",
            "_raw_max",
            "_raw__raw_max",
            "_raw_page",
            "_raw__raw_page",
        )

        _root: Wasm
        flags: int
        min: Wasm.Wide
        max: Wasm.Wide
        page: Wasm.Number

        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("min", "max", "page")

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                flags: Required[int]
                min: Required[Wasm.Wide | Wasm.Wide._Fields]
                max: Wasm.Wide | Wasm.Wide._Fields
                page: Wasm.Number | Wasm.Number._Fields

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "flags", pos)
            self.flags = unpack_u1(buf, pos)[0]
            pos = stop
            if not (self.flags <= 15 and self.flags & 3 != 2):
                io = self._io_at(pos)
                expect_that(
                    "flags",
                    self.flags,
                    self.flags <= 15 and self.flags & 3 != 2,
                    "_ <= 15 and _ & 3 != 2",
                    io,
                    1,
                    place="/types/limits/seq/0",
                )
            io = self._io_at(pos)
            size = len_varint(io, "min")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "min", pos)
            self._raw__raw_min = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            io = self._io_at(pos)
            self._raw_min = Tagged("uleb128").read(self._raw__raw_min, "min", io)
            self.min = Wasm.Wide(io.window(None, self._raw_min), self, self._root, "min")
            pos = io._pos
            if self.flags & 1 != 0:
                io = self._io_at(pos)
                size = len_varint(io, "max")
                pos = io._pos
                stop = pos + size
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "max", pos)
                self._raw__raw_max = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
                io = self._io_at(pos)
                self._raw_max = Tagged("uleb128").read(self._raw__raw_max, "max", io)
                self.max = Wasm.Wide(io.window(None, self._raw_max), self, self._root, "max")
                pos = io._pos
            if self.flags & 8 != 0:
                io = self._io_at(pos)
                size = len_varint(io, "page")
                pos = io._pos
                stop = pos + size
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "page", pos)
                self._raw__raw_page = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
                io = self._io_at(pos)
                self._raw_page = Tagged("uleb128").read(self._raw__raw_page, "page", io)
                self.page = Wasm.Number(io.window(None, self._raw_page), self, self._root, "page")
                pos = io._pos
            return pos

        def _derive(self) -> None:
            self._make("min", Wasm.Wide)
            if self.flags & 1 != 0:
                self._make("max", Wasm.Wide)
            if self.flags & 8 != 0:
                self._make("page", Wasm.Number)

        def _check(self) -> None:
            expect_that(
                "flags",
                self.flags,
                self.flags <= 15 and self.flags & 3 != 2,
                "_ <= 15 and _ & 3 != 2",
                place="/types/limits/seq/0",
            )

        def _write__seq(self, io: Writer) -> None:
            io.u1(self.flags, "flags")
            io.put(
                encoded(
                    Tagged("uleb128"),
                    self._window(io, "min", self.min, Wasm.Wide, grows=True),
                    self,
                    "_raw__raw_min",
                )
            )
            if self.flags & 1 != 0:
                io.put(
                    encoded(
                        Tagged("uleb128"),
                        self._window(io, "max", self.max, Wasm.Wide, grows=True),
                        self,
                        "_raw__raw_max",
                    )
                )
            elif hasattr(self, "max"):
                self._leave_out("max")
            if self.flags & 8 != 0:
                io.put(
                    encoded(
                        Tagged("uleb128"),
                        self._window(io, "page", self.page, Wasm.Number, grows=True),
                        self,
                        "_raw__raw_page",
                    )
                )
            elif hasattr(self, "page"):
                self._leave_out("page")

    class TableType(Struct):
        """Type `table_type`."""

        __slots__ = ("kind", "limits")

        _root: Wasm
        _parent: Wasm.Import
        kind: Wasm.Value | int
        limits: Wasm.Limits

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                kind: Required[Wasm.Value | int]
                limits: Required[Wasm.Limits | Wasm.Limits._Fields]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "kind", pos)
            self.kind = _members_Wasm_Value[unpack_u1(buf, pos)[0]]
            pos = stop
            if not (int(self.kind) >= 0x69 and int(self.kind) <= 0x74):
                io = self._io_at(pos)
                expect_that(
                    "kind",
                    self.kind,
                    int(self.kind) >= 0x69 and int(self.kind) <= 0x74,
                    "_.to_i >= 0x69 and _.to_i <= 0x74",
                    io,
                    1,
                    place="/types/table_type/seq/0",
                )
            self.limits = child = new(Wasm.Limits)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            return pos

        def _derive(self) -> None:
            self._make("limits", Wasm.Limits)

        def _check(self) -> None:
            expect_that(
                "kind",
                self.kind,
                int(self.kind) >= 0x69 and int(self.kind) <= 0x74,
                "_.to_i >= 0x69 and _.to_i <= 0x74",
                place="/types/table_type/seq/0",
            )

        def _write__seq(self, io: Writer) -> None:
            io.u1(self.kind, "kind")
            self._write_child(io, "limits", self.limits, Wasm.Limits)

    class GlobalType(Struct):
        """Type `global_type`."""

        __slots__ = ("kind", "is_mutable")

        _root: Wasm
        kind: Wasm.Value | int
        is_mutable: int

        SIZE: ClassVar[int] = 2
        _BLOCK_0: ClassVar[Block] = Block(("kind", "u1"), ("is_mutable", "u1"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                kind: Required[Wasm.Value | int]
                is_mutable: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 2
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.kind, self.is_mutable = _unpack_Wasm_GlobalType_0(buf, pos)
            pos = stop
            self.kind = _members_Wasm_Value[self.kind]
            if type(self.kind) is int:
                io = self._io_at(pos)
                expect_member(
                    "kind", self.kind, Wasm.Value, io, 2, place="/types/global_type/seq/0"
                )
            if not self.is_mutable <= 1:
                io = self._io_at(pos)
                expect_at_most(
                    "is_mutable", self.is_mutable, 1, io, 1, place="/types/global_type/seq/1"
                )
            return pos

        def _check(self) -> None:
            expect_member("kind", self.kind, Wasm.Value, place="/types/global_type/seq/0")
            expect_at_most("is_mutable", self.is_mutable, 1, place="/types/global_type/seq/1")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.kind, self.is_mutable)

    class Tag(Struct):
        """Type `tag`.

        Attributes:
            type: Its number among the types.
        """

        __slots__ = ("attribute", "type", "_raw_type", "_raw__raw_type")

        _root: Wasm
        attribute: int
        type: Wasm.Number

        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("type",)
        _derived: ClassVar[tuple[str, ...]] = ("attribute",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                attribute: int
                type: Wasm.Number | Wasm.Number._Fields

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "attribute", pos)
            self.attribute = unpack_u1(buf, pos)[0]
            pos = stop
            if self.attribute != 0:
                io = self._io_at(pos)
                expect_equal("attribute", self.attribute, 0, io, 1, place="/types/tag/seq/0")
            io = self._io_at(pos)
            size = len_varint(io, "type")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "type", pos)
            self._raw__raw_type = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            io = self._io_at(pos)
            self._raw_type = Tagged("uleb128").read(self._raw__raw_type, "type", io)
            self.type = Wasm.Number(io.window(None, self._raw_type), self, self._root, "type")
            return io._pos

        def _derive(self) -> None:
            self._set_derived("attribute", 0, "the format")
            self._make("type", Wasm.Number)

        def _write__seq(self, io: Writer) -> None:
            io.u1(self.attribute, "attribute")
            io.put(
                encoded(
                    Tagged("uleb128"),
                    self._window(io, "type", self.type, Wasm.Number, grows=True),
                    self,
                    "_raw__raw_type",
                )
            )

    class Functions(Struct):
        """Their types; `code` has the same number of bodies."""

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "num_types",
            "types",
            "_unnamed2",
            "_raw_num_types",
            "_raw__raw_num_types",
        )

        _root: Wasm
        _parent: Wasm.Section
        num_types: Wasm.Number
        types: list[Wasm.Index]
        _unnamed2: bytes

        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("num_types",)
        _once: ClassVar[tuple[str, ...]] = ("types",)
        _derived: ClassVar[tuple[str, ...]] = ("_unnamed2",)
        _PARTS: ClassVar[Parts] = (
            FieldsPart("_read_part_0"),
            ListPart("types", "counted", ("types",), 0, None),
            FieldsPart("_read_part_2"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_types: Wasm.Number | Wasm.Number._Fields
                types: Required[Iterable[Wasm.Index | Wasm.Index._Fields]]
                _unnamed2: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "num_types")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_types", pos)
            self._raw__raw_num_types = (
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            )
            pos = stop
            io = self._io_at(pos)
            self._raw_num_types = Tagged("uleb128").read(self._raw__raw_num_types, "num_types", io)
            self.num_types = Wasm.Number(
                io.window(None, self._raw_num_types), self, self._root, "num_types"
            )
            pos = io._pos
            count, here = self.num_types.value, pos
            if not 0 <= count <= 64:
                count = self._io_at(pos).count(count, "types", 0)
            if count >= 64:
                self.types, pos = self._once_at(
                    Wasm.Index, buf, pos, end, count, "types", by_ways=True
                )
            else:
                self.types = []
                type_types = Wasm.Index
                for _ in range(count):
                    child = new(type_types)
                    child._parent, child._root = self, self._root
                    pos = child._read_at(buf, pos, end)
                    self.types.append(child)
            if pos - here < count or count > 64:
                self._pay(here, pos, count, "types")
            start = pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self._unnamed2 = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            if self._unnamed2 != bytes([]):
                io = self._io_at(pos)
                expect_equal(
                    "_unnamed2",
                    self._unnamed2,
                    bytes([]),
                    io,
                    io._pos - start,
                    place="/types/functions/seq/2",
                )
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "num_types")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_types", pos)
            self._raw__raw_num_types = (
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            )
            pos = stop
            io = self._io_at(pos)
            self._raw_num_types = Tagged("uleb128").read(self._raw__raw_num_types, "num_types", io)
            self.num_types = Wasm.Number(
                io.window(None, self._raw_num_types), self, self._root, "num_types"
            )
            return io._pos

        def _count_types(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            count = io.count(self.num_types.value, "types", 0)
            return count

        def _element_types(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            child = new(Wasm.Index)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.types.append(child)
            return pos

        def _read_part_2(self, buf: Bytes, pos: int, end: int) -> int:
            start = pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self._unnamed2 = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            if self._unnamed2 != bytes([]):
                io = self._io_at(pos)
                expect_equal(
                    "_unnamed2",
                    self._unnamed2,
                    bytes([]),
                    io,
                    io._pos - start,
                    place="/types/functions/seq/2",
                )
            return pos

        def _derive(self) -> None:
            self._set_derived("_unnamed2", bytes([]), "the format")
            self._make("num_types", Wasm.Number)
            self._set_derived("value", len(self.types), "types", holder=self.num_types)

        def _check(self) -> None:
            expect_count("types", self.types, self.num_types.value)

        def _write__seq(self, io: Writer) -> None:
            io.put(
                encoded(
                    Tagged("uleb128"),
                    self._window(io, "num_types", self.num_types, Wasm.Number, grows=True),
                    self,
                    "_raw__raw_num_types",
                )
            )
            for types_item in self._seen_in(self.types, io):
                self._write_child(io, "types", types_item, Wasm.Index)
            io.put(self._unnamed2)

    class Tables(Struct):
        """Type `tables`."""

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "num_tables",
            "tables",
            "_unnamed2",
            "_raw_num_tables",
            "_raw__raw_num_tables",
        )

        _root: Wasm
        _parent: Wasm.Section
        num_tables: Wasm.Number
        tables: list[Wasm.Table]
        _unnamed2: bytes

        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("num_tables",)
        _once: ClassVar[tuple[str, ...]] = ("tables",)
        _derived: ClassVar[tuple[str, ...]] = ("_unnamed2",)
        _PARTS: ClassVar[Parts] = (
            FieldsPart("_read_part_0"),
            ListPart("tables", "counted", ("tables",), 2, None),
            FieldsPart("_read_part_2"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_tables: Wasm.Number | Wasm.Number._Fields
                tables: Required[Iterable[Wasm.Table | Wasm.Table._Fields]]
                _unnamed2: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "num_tables")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_tables", pos)
            self._raw__raw_num_tables = (
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            )
            pos = stop
            io = self._io_at(pos)
            self._raw_num_tables = Tagged("uleb128").read(
                self._raw__raw_num_tables, "num_tables", io
            )
            self.num_tables = Wasm.Number(
                io.window(None, self._raw_num_tables), self, self._root, "num_tables"
            )
            pos = io._pos
            count = self.num_tables.value
            if not 0 <= count * 2 <= end - pos:
                count = self._io_at(pos).count(count, "tables", 2)
            if count >= 64:
                self.tables, pos = self._once_at(
                    Wasm.Table, buf, pos, end, count, "tables", by_ways=True
                )
            else:
                self.tables = []
                type_tables = Wasm.Table
                for _ in range(count):
                    child = new(type_tables)
                    child._parent, child._root = self, self._root
                    pos = child._read_at(buf, pos, end)
                    self.tables.append(child)
            start = pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self._unnamed2 = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            if self._unnamed2 != bytes([]):
                io = self._io_at(pos)
                expect_equal(
                    "_unnamed2",
                    self._unnamed2,
                    bytes([]),
                    io,
                    io._pos - start,
                    place="/types/tables/seq/2",
                )
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "num_tables")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_tables", pos)
            self._raw__raw_num_tables = (
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            )
            pos = stop
            io = self._io_at(pos)
            self._raw_num_tables = Tagged("uleb128").read(
                self._raw__raw_num_tables, "num_tables", io
            )
            self.num_tables = Wasm.Number(
                io.window(None, self._raw_num_tables), self, self._root, "num_tables"
            )
            return io._pos

        def _count_tables(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            count = io.count(self.num_tables.value, "tables", 2)
            return count

        def _element_tables(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            child = new(Wasm.Table)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.tables.append(child)
            return pos

        def _open_tables(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
            child = new(Wasm.Table)
            child._parent, child._root = self, self._root
            return child, buf, pos, end

        def _read_part_2(self, buf: Bytes, pos: int, end: int) -> int:
            start = pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self._unnamed2 = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            if self._unnamed2 != bytes([]):
                io = self._io_at(pos)
                expect_equal(
                    "_unnamed2",
                    self._unnamed2,
                    bytes([]),
                    io,
                    io._pos - start,
                    place="/types/tables/seq/2",
                )
            return pos

        def _derive(self) -> None:
            self._set_derived("_unnamed2", bytes([]), "the format")
            self._make("num_tables", Wasm.Number)
            self._set_derived("value", len(self.tables), "tables", holder=self.num_tables)

        def _check(self) -> None:
            expect_count("tables", self.tables, self.num_tables.value)

        def _write__seq(self, io: Writer) -> None:
            io.put(
                encoded(
                    Tagged("uleb128"),
                    self._window(io, "num_tables", self.num_tables, Wasm.Number, grows=True),
                    self,
                    "_raw__raw_num_tables",
                )
            )
            for table in self._seen_in(self.tables, io):
                self._write_child(io, "tables", table, Wasm.Table)
            io.put(self._unnamed2)

    class Table(Struct):
        """Type `table`.

        Attributes:
            value: What all elements are at first.
        """

        __slots__ = ("kind", "limits")

        _root: Wasm
        _parent: Wasm.Tables
        kind: Wasm.Value | int
        zero: int
        kind_of_value: Wasm.Value | int
        limits: Wasm.Limits
        value: Wasm.Expression

        _derived: ClassVar[tuple[str, ...]] = ("zero",)
        _PARTS: ClassVar[Parts] = (FieldsPart("_read_part_0"), RecordPart("value"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                kind: Required[Wasm.Value | int]
                zero: int
                kind_of_value: Wasm.Value | int
                limits: Required[Wasm.Limits | Wasm.Limits._Fields]
                value: Wasm.Expression | Wasm.Expression._Fields

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "kind", pos)
            self.kind = _members_Wasm_Value[unpack_u1(buf, pos)[0]]
            pos = stop
            if not (
                self.kind == Wasm.Value.with_value
                or (int(self.kind) >= 0x69 and int(self.kind) <= 0x74)
            ):
                io = self._io_at(pos)
                expect_that(
                    "kind",
                    self.kind,
                    self.kind == Wasm.Value.with_value
                    or (int(self.kind) >= 0x69 and int(self.kind) <= 0x74),
                    "_ == value::with_value or _.to_i >= 0x69 and _.to_i <= 0x74",
                    io,
                    1,
                    place="/types/table/seq/0",
                )
            if self.kind == Wasm.Value.with_value:
                stop = pos + 1
                if stop > end:
                    buf, end = self._reach(stop - pos, "zero", pos)
                self.zero = unpack_u1(buf, pos)[0]
                pos = stop
                if self.zero != 0:
                    io = self._io_at(pos)
                    expect_equal("zero", self.zero, 0, io, 1, place="/types/table/seq/1")
                stop = pos + 1
                if stop > end:
                    buf, end = self._reach(stop - pos, "kind_of_value", pos)
                self.kind_of_value = _members_Wasm_Value[unpack_u1(buf, pos)[0]]
                pos = stop
                if not (int(self.kind_of_value) >= 0x69 and int(self.kind_of_value) <= 0x74):
                    io = self._io_at(pos)
                    expect_that(
                        "kind_of_value",
                        self.kind_of_value,
                        int(self.kind_of_value) >= 0x69 and int(self.kind_of_value) <= 0x74,
                        "_.to_i >= 0x69 and _.to_i <= 0x74",
                        io,
                        1,
                        place="/types/table/seq/2",
                    )
            self.limits = child = new(Wasm.Limits)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            if self.kind == Wasm.Value.with_value:
                self.value = child = new(Wasm.Expression)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "kind", pos)
            self.kind = _members_Wasm_Value[unpack_u1(buf, pos)[0]]
            pos = stop
            if not (
                self.kind == Wasm.Value.with_value
                or (int(self.kind) >= 0x69 and int(self.kind) <= 0x74)
            ):
                io = self._io_at(pos)
                expect_that(
                    "kind",
                    self.kind,
                    self.kind == Wasm.Value.with_value
                    or (int(self.kind) >= 0x69 and int(self.kind) <= 0x74),
                    "_ == value::with_value or _.to_i >= 0x69 and _.to_i <= 0x74",
                    io,
                    1,
                    place="/types/table/seq/0",
                )
            if self.kind == Wasm.Value.with_value:
                stop = pos + 1
                if stop > end:
                    buf, end = self._reach(stop - pos, "zero", pos)
                self.zero = unpack_u1(buf, pos)[0]
                pos = stop
                if self.zero != 0:
                    io = self._io_at(pos)
                    expect_equal("zero", self.zero, 0, io, 1, place="/types/table/seq/1")
                stop = pos + 1
                if stop > end:
                    buf, end = self._reach(stop - pos, "kind_of_value", pos)
                self.kind_of_value = _members_Wasm_Value[unpack_u1(buf, pos)[0]]
                pos = stop
                if not (int(self.kind_of_value) >= 0x69 and int(self.kind_of_value) <= 0x74):
                    io = self._io_at(pos)
                    expect_that(
                        "kind_of_value",
                        self.kind_of_value,
                        int(self.kind_of_value) >= 0x69 and int(self.kind_of_value) <= 0x74,
                        "_.to_i >= 0x69 and _.to_i <= 0x74",
                        io,
                        1,
                        place="/types/table/seq/2",
                    )
            self.limits = child = new(Wasm.Limits)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            return pos

        def _open_value(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
            if self.kind == Wasm.Value.with_value:
                self.value = child = new(Wasm.Expression)
                child._parent, child._root = self, self._root
                return child, buf, pos, end
            return None, buf, pos, end

        def _derive(self) -> None:
            if self.has_value:
                self._set_derived("zero", 0, "the format")
            self._make("limits", Wasm.Limits)
            if self.has_value:
                self._make("value", Wasm.Expression)

        def _check(self) -> None:
            expect_that(
                "kind",
                self.kind,
                self.kind == Wasm.Value.with_value
                or (int(self.kind) >= 0x69 and int(self.kind) <= 0x74),
                "_ == value::with_value or _.to_i >= 0x69 and _.to_i <= 0x74",
                place="/types/table/seq/0",
            )
            if self.has_value:
                expect_that(
                    "kind_of_value",
                    self.kind_of_value,
                    int(self.kind_of_value) >= 0x69 and int(self.kind_of_value) <= 0x74,
                    "_.to_i >= 0x69 and _.to_i <= 0x74",
                    place="/types/table/seq/2",
                )

        def _write__seq(self, io: Writer) -> None:
            io.u1(self.kind, "kind")
            if self.has_value:
                io.u1(self.zero, "zero")
                io.u1(self.kind_of_value, "kind_of_value")
            else:
                if hasattr(self, "zero"):
                    self._leave_out("zero")
                if hasattr(self, "kind_of_value"):
                    self._leave_out("kind_of_value")
            self._write_child(io, "limits", self.limits, Wasm.Limits)
            if self.has_value:
                self._write_child(io, "value", self.value, Wasm.Expression)
            elif hasattr(self, "value"):
                self._leave_out("value")

        @computed
        def has_value(self) -> bool:
            """Instance `has_value`."""
            return self.kind == Wasm.Value.with_value

    class Memories(Struct):
        """Type `memories`."""

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "num_memories",
            "memories",
            "_unnamed2",
            "_raw_num_memories",
            "_raw__raw_num_memories",
        )

        _root: Wasm
        _parent: Wasm.Section
        num_memories: Wasm.Number
        memories: list[Wasm.Limits]
        _unnamed2: bytes

        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("num_memories",)
        _once: ClassVar[tuple[str, ...]] = ("memories",)
        _derived: ClassVar[tuple[str, ...]] = ("_unnamed2",)
        _PARTS: ClassVar[Parts] = (
            FieldsPart("_read_part_0"),
            ListPart("memories", "counted", ("memories",), 1, None),
            FieldsPart("_read_part_2"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_memories: Wasm.Number | Wasm.Number._Fields
                memories: Required[Iterable[Wasm.Limits | Wasm.Limits._Fields]]
                _unnamed2: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "num_memories")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_memories", pos)
            self._raw__raw_num_memories = (
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            )
            pos = stop
            io = self._io_at(pos)
            self._raw_num_memories = Tagged("uleb128").read(
                self._raw__raw_num_memories, "num_memories", io
            )
            self.num_memories = Wasm.Number(
                io.window(None, self._raw_num_memories), self, self._root, "num_memories"
            )
            pos = io._pos
            count = self.num_memories.value
            if not 0 <= count * 1 <= end - pos:
                count = self._io_at(pos).count(count, "memories", 1)
            if count >= 64:
                self.memories, pos = self._once_at(
                    Wasm.Limits, buf, pos, end, count, "memories", by_ways=True
                )
            else:
                self.memories = []
                type_memories = Wasm.Limits
                for _ in range(count):
                    child = new(type_memories)
                    child._parent, child._root = self, self._root
                    pos = child._read_at(buf, pos, end)
                    self.memories.append(child)
            start = pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self._unnamed2 = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            if self._unnamed2 != bytes([]):
                io = self._io_at(pos)
                expect_equal(
                    "_unnamed2",
                    self._unnamed2,
                    bytes([]),
                    io,
                    io._pos - start,
                    place="/types/memories/seq/2",
                )
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "num_memories")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_memories", pos)
            self._raw__raw_num_memories = (
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            )
            pos = stop
            io = self._io_at(pos)
            self._raw_num_memories = Tagged("uleb128").read(
                self._raw__raw_num_memories, "num_memories", io
            )
            self.num_memories = Wasm.Number(
                io.window(None, self._raw_num_memories), self, self._root, "num_memories"
            )
            return io._pos

        def _count_memories(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            count = io.count(self.num_memories.value, "memories", 1)
            return count

        def _element_memories(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            child = new(Wasm.Limits)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.memories.append(child)
            return pos

        def _read_part_2(self, buf: Bytes, pos: int, end: int) -> int:
            start = pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self._unnamed2 = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            if self._unnamed2 != bytes([]):
                io = self._io_at(pos)
                expect_equal(
                    "_unnamed2",
                    self._unnamed2,
                    bytes([]),
                    io,
                    io._pos - start,
                    place="/types/memories/seq/2",
                )
            return pos

        def _derive(self) -> None:
            self._set_derived("_unnamed2", bytes([]), "the format")
            self._make("num_memories", Wasm.Number)
            self._set_derived("value", len(self.memories), "memories", holder=self.num_memories)

        def _check(self) -> None:
            expect_count("memories", self.memories, self.num_memories.value)

        def _write__seq(self, io: Writer) -> None:
            io.put(
                encoded(
                    Tagged("uleb128"),
                    self._window(io, "num_memories", self.num_memories, Wasm.Number, grows=True),
                    self,
                    "_raw__raw_num_memories",
                )
            )
            for memory in self._seen_in(self.memories, io):
                self._write_child(io, "memories", memory, Wasm.Limits)
            io.put(self._unnamed2)

    class Globals(Struct):
        """Type `globals`."""

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "num_globals",
            "globals",
            "_unnamed2",
            "_raw_num_globals",
            "_raw__raw_num_globals",
        )

        _root: Wasm
        _parent: Wasm.Section
        num_globals: Wasm.Number
        globals: list[Wasm.Global]
        _unnamed2: bytes

        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("num_globals",)
        _once: ClassVar[tuple[str, ...]] = ("globals",)
        _derived: ClassVar[tuple[str, ...]] = ("_unnamed2",)
        _PARTS: ClassVar[Parts] = (
            FieldsPart("_read_part_0"),
            ListPart("globals", "counted", ("globals",), 2, None),
            FieldsPart("_read_part_2"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_globals: Wasm.Number | Wasm.Number._Fields
                globals: Required[Iterable[Wasm.Global | Wasm.Global._Fields]]
                _unnamed2: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "num_globals")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_globals", pos)
            self._raw__raw_num_globals = (
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            )
            pos = stop
            io = self._io_at(pos)
            self._raw_num_globals = Tagged("uleb128").read(
                self._raw__raw_num_globals, "num_globals", io
            )
            self.num_globals = Wasm.Number(
                io.window(None, self._raw_num_globals), self, self._root, "num_globals"
            )
            pos = io._pos
            count = self.num_globals.value
            if not 0 <= count * 2 <= end - pos:
                count = self._io_at(pos).count(count, "globals", 2)
            if count >= 64:
                self.globals, pos = self._once_at(
                    Wasm.Global, buf, pos, end, count, "globals", by_ways=True
                )
            else:
                self.globals = []
                type_globals = Wasm.Global
                for _ in range(count):
                    child = new(type_globals)
                    child._parent, child._root = self, self._root
                    pos = child._read_at(buf, pos, end)
                    self.globals.append(child)
            start = pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self._unnamed2 = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            if self._unnamed2 != bytes([]):
                io = self._io_at(pos)
                expect_equal(
                    "_unnamed2",
                    self._unnamed2,
                    bytes([]),
                    io,
                    io._pos - start,
                    place="/types/globals/seq/2",
                )
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "num_globals")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_globals", pos)
            self._raw__raw_num_globals = (
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            )
            pos = stop
            io = self._io_at(pos)
            self._raw_num_globals = Tagged("uleb128").read(
                self._raw__raw_num_globals, "num_globals", io
            )
            self.num_globals = Wasm.Number(
                io.window(None, self._raw_num_globals), self, self._root, "num_globals"
            )
            return io._pos

        def _count_globals(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            count = io.count(self.num_globals.value, "globals", 2)
            return count

        def _element_globals(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            child = new(Wasm.Global)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.globals.append(child)
            return pos

        def _open_globals(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
            child = new(Wasm.Global)
            child._parent, child._root = self, self._root
            return child, buf, pos, end

        def _read_part_2(self, buf: Bytes, pos: int, end: int) -> int:
            start = pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self._unnamed2 = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            if self._unnamed2 != bytes([]):
                io = self._io_at(pos)
                expect_equal(
                    "_unnamed2",
                    self._unnamed2,
                    bytes([]),
                    io,
                    io._pos - start,
                    place="/types/globals/seq/2",
                )
            return pos

        def _derive(self) -> None:
            self._set_derived("_unnamed2", bytes([]), "the format")
            self._make("num_globals", Wasm.Number)
            self._set_derived("value", len(self.globals), "globals", holder=self.num_globals)

        def _check(self) -> None:
            expect_count("globals", self.globals, self.num_globals.value)

        def _write__seq(self, io: Writer) -> None:
            io.put(
                encoded(
                    Tagged("uleb128"),
                    self._window(io, "num_globals", self.num_globals, Wasm.Number, grows=True),
                    self,
                    "_raw__raw_num_globals",
                )
            )
            for global_ in self._seen_in(self.globals, io):
                self._write_child(io, "globals", global_, Wasm.Global)
            io.put(self._unnamed2)

    class Global(Struct):
        """Type `global`."""

        __slots__ = ("type", "value")

        _root: Wasm
        _parent: Wasm.Globals
        type: Wasm.GlobalType
        value: Wasm.Expression

        _PARTS: ClassVar[Parts] = (FieldsPart("_read_part_0"), RecordPart("value"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                type: Required[Wasm.GlobalType | Wasm.GlobalType._Fields]
                value: Required[Wasm.Expression | Wasm.Expression._Fields]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            self.type = child = new(Wasm.GlobalType)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.value = child = new(Wasm.Expression)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            self.type = child = new(Wasm.GlobalType)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            return pos

        def _open_value(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
            self.value = child = new(Wasm.Expression)
            child._parent, child._root = self, self._root
            return child, buf, pos, end

        def _derive(self) -> None:
            self._make("type", Wasm.GlobalType)
            self._make("value", Wasm.Expression)

        def _write__seq(self, io: Writer) -> None:
            self._write_child(io, "type", self.type, Wasm.GlobalType)
            self._write_child(io, "value", self.value, Wasm.Expression)

    class Exports(Struct):
        """Type `exports`."""

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "num_exports",
            "exports",
            "_unnamed2",
            "_raw_num_exports",
            "_raw__raw_num_exports",
        )

        _root: Wasm
        _parent: Wasm.Section
        num_exports: Wasm.Number
        exports: list[Wasm.Export]
        _unnamed2: bytes

        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("num_exports",)
        _once: ClassVar[tuple[str, ...]] = ("exports",)
        _derived: ClassVar[tuple[str, ...]] = ("_unnamed2",)
        _PARTS: ClassVar[Parts] = (
            FieldsPart("_read_part_0"),
            ListPart("exports", "counted", ("exports",), 1, None),
            FieldsPart("_read_part_2"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_exports: Wasm.Number | Wasm.Number._Fields
                exports: Required[Iterable[Wasm.Export | Wasm.Export._Fields]]
                _unnamed2: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "num_exports")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_exports", pos)
            self._raw__raw_num_exports = (
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            )
            pos = stop
            io = self._io_at(pos)
            self._raw_num_exports = Tagged("uleb128").read(
                self._raw__raw_num_exports, "num_exports", io
            )
            self.num_exports = Wasm.Number(
                io.window(None, self._raw_num_exports), self, self._root, "num_exports"
            )
            pos = io._pos
            count = self.num_exports.value
            if not 0 <= count * 1 <= end - pos:
                count = self._io_at(pos).count(count, "exports", 1)
            if count >= 64:
                self.exports, pos = self._once_at(
                    Wasm.Export, buf, pos, end, count, "exports", by_ways=True
                )
            else:
                self.exports = []
                type_exports = Wasm.Export
                for _ in range(count):
                    child = new(type_exports)
                    child._parent, child._root = self, self._root
                    pos = child._read_at(buf, pos, end)
                    self.exports.append(child)
            start = pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self._unnamed2 = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            if self._unnamed2 != bytes([]):
                io = self._io_at(pos)
                expect_equal(
                    "_unnamed2",
                    self._unnamed2,
                    bytes([]),
                    io,
                    io._pos - start,
                    place="/types/exports/seq/2",
                )
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "num_exports")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_exports", pos)
            self._raw__raw_num_exports = (
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            )
            pos = stop
            io = self._io_at(pos)
            self._raw_num_exports = Tagged("uleb128").read(
                self._raw__raw_num_exports, "num_exports", io
            )
            self.num_exports = Wasm.Number(
                io.window(None, self._raw_num_exports), self, self._root, "num_exports"
            )
            return io._pos

        def _count_exports(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            count = io.count(self.num_exports.value, "exports", 1)
            return count

        def _element_exports(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            child = new(Wasm.Export)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.exports.append(child)
            return pos

        def _read_part_2(self, buf: Bytes, pos: int, end: int) -> int:
            start = pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self._unnamed2 = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            if self._unnamed2 != bytes([]):
                io = self._io_at(pos)
                expect_equal(
                    "_unnamed2",
                    self._unnamed2,
                    bytes([]),
                    io,
                    io._pos - start,
                    place="/types/exports/seq/2",
                )
            return pos

        def _derive(self) -> None:
            self._set_derived("_unnamed2", bytes([]), "the format")
            self._make("num_exports", Wasm.Number)
            self._set_derived("value", len(self.exports), "exports", holder=self.num_exports)

        def _check(self) -> None:
            expect_count("exports", self.exports, self.num_exports.value)

        def _write__seq(self, io: Writer) -> None:
            io.put(
                encoded(
                    Tagged("uleb128"),
                    self._window(io, "num_exports", self.num_exports, Wasm.Number, grows=True),
                    self,
                    "_raw__raw_num_exports",
                )
            )
            for export in self._seen_in(self.exports, io):
                self._write_child(io, "exports", export, Wasm.Export)
            io.put(self._unnamed2)

    class Export(Struct):
        """Type `export`.

        Attributes:
            index: Among all of the kind, those that are imported first.
        """

        __slots__ = ("name", "kind", "index", "_raw_index", "_raw__raw_index")

        _root: Wasm
        _parent: Wasm.Exports
        name: Wasm.Name
        kind: Wasm.External | int
        index: Wasm.Number

        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("index",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                name: Required[Wasm.Name | Wasm.Name._Fields]
                kind: Required[Wasm.External | int]
                index: Wasm.Number | Wasm.Number._Fields

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            self.name = child = new(Wasm.Name)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "kind", pos)
            self.kind = _members_Wasm_External[unpack_u1(buf, pos)[0]]
            pos = stop
            if type(self.kind) is int:
                io = self._io_at(pos)
                expect_member("kind", self.kind, Wasm.External, io, 1, place="/types/export/seq/1")
            io = self._io_at(pos)
            size = len_varint(io, "index")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "index", pos)
            self._raw__raw_index = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            io = self._io_at(pos)
            self._raw_index = Tagged("uleb128").read(self._raw__raw_index, "index", io)
            self.index = Wasm.Number(io.window(None, self._raw_index), self, self._root, "index")
            return io._pos

        def _derive(self) -> None:
            self._make("name", Wasm.Name)
            self._make("index", Wasm.Number)

        def _check(self) -> None:
            expect_member("kind", self.kind, Wasm.External, place="/types/export/seq/1")

        def _write__seq(self, io: Writer) -> None:
            self._write_child(io, "name", self.name, Wasm.Name)
            io.u1(self.kind, "kind")
            io.put(
                encoded(
                    Tagged("uleb128"),
                    self._window(io, "index", self.index, Wasm.Number, grows=True),
                    self,
                    "_raw__raw_index",
                )
            )

    class Start(Struct):
        """Type `start`."""

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "function",
            "_unnamed1",
            "_raw_function",
            "_raw__raw_function",
        )

        _root: Wasm
        _parent: Wasm.Section
        function: Wasm.Number
        _unnamed1: bytes

        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("function",)
        _derived: ClassVar[tuple[str, ...]] = ("_unnamed1",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                function: Wasm.Number | Wasm.Number._Fields
                _unnamed1: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "function")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "function", pos)
            self._raw__raw_function = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            io = self._io_at(pos)
            self._raw_function = Tagged("uleb128").read(self._raw__raw_function, "function", io)
            self.function = Wasm.Number(
                io.window(None, self._raw_function), self, self._root, "function"
            )
            pos = io._pos
            start = pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self._unnamed1 = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            if self._unnamed1 != bytes([]):
                io = self._io_at(pos)
                expect_equal(
                    "_unnamed1",
                    self._unnamed1,
                    bytes([]),
                    io,
                    io._pos - start,
                    place="/types/start/seq/1",
                )
            return pos

        def _derive(self) -> None:
            self._set_derived("_unnamed1", bytes([]), "the format")
            self._make("function", Wasm.Number)

        def _write__seq(self, io: Writer) -> None:
            io.put(
                encoded(
                    Tagged("uleb128"),
                    self._window(io, "function", self.function, Wasm.Number, grows=True),
                    self,
                    "_raw__raw_function",
                )
            )
            io.put(self._unnamed1)

    class Elements(Struct):
        """Type `elements`."""

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "num_segments",
            "segments",
            "_unnamed2",
            "_raw_num_segments",
            "_raw__raw_num_segments",
        )

        _root: Wasm
        _parent: Wasm.Section
        num_segments: Wasm.Number
        segments: list[Wasm.ElementSegment]
        _unnamed2: bytes

        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("num_segments",)
        _once: ClassVar[tuple[str, ...]] = ("segments",)
        _derived: ClassVar[tuple[str, ...]] = ("_unnamed2",)
        _PARTS: ClassVar[Parts] = (
            FieldsPart("_read_part_0"),
            ListPart("segments", "counted", ("segments",), 1, None),
            FieldsPart("_read_part_2"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_segments: Wasm.Number | Wasm.Number._Fields
                segments: Required[Iterable[Wasm.ElementSegment | Wasm.ElementSegment._Fields]]
                _unnamed2: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "num_segments")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_segments", pos)
            self._raw__raw_num_segments = (
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            )
            pos = stop
            io = self._io_at(pos)
            self._raw_num_segments = Tagged("uleb128").read(
                self._raw__raw_num_segments, "num_segments", io
            )
            self.num_segments = Wasm.Number(
                io.window(None, self._raw_num_segments), self, self._root, "num_segments"
            )
            pos = io._pos
            count = self.num_segments.value
            if not 0 <= count * 1 <= end - pos:
                count = self._io_at(pos).count(count, "segments", 1)
            if count >= 64:
                self.segments, pos = self._once_at(
                    Wasm.ElementSegment, buf, pos, end, count, "segments", by_ways=True
                )
            else:
                self.segments = []
                type_segments = Wasm.ElementSegment
                for _ in range(count):
                    child = new(type_segments)
                    child._parent, child._root = self, self._root
                    pos = child._read_at(buf, pos, end)
                    self.segments.append(child)
            start = pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self._unnamed2 = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            if self._unnamed2 != bytes([]):
                io = self._io_at(pos)
                expect_equal(
                    "_unnamed2",
                    self._unnamed2,
                    bytes([]),
                    io,
                    io._pos - start,
                    place="/types/elements/seq/2",
                )
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "num_segments")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_segments", pos)
            self._raw__raw_num_segments = (
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            )
            pos = stop
            io = self._io_at(pos)
            self._raw_num_segments = Tagged("uleb128").read(
                self._raw__raw_num_segments, "num_segments", io
            )
            self.num_segments = Wasm.Number(
                io.window(None, self._raw_num_segments), self, self._root, "num_segments"
            )
            return io._pos

        def _count_segments(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            count = io.count(self.num_segments.value, "segments", 1)
            return count

        def _element_segments(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            child = new(Wasm.ElementSegment)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.segments.append(child)
            return pos

        def _open_segments(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
            child = new(Wasm.ElementSegment)
            child._parent, child._root = self, self._root
            return child, buf, pos, end

        def _read_part_2(self, buf: Bytes, pos: int, end: int) -> int:
            start = pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self._unnamed2 = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            if self._unnamed2 != bytes([]):
                io = self._io_at(pos)
                expect_equal(
                    "_unnamed2",
                    self._unnamed2,
                    bytes([]),
                    io,
                    io._pos - start,
                    place="/types/elements/seq/2",
                )
            return pos

        def _derive(self) -> None:
            self._set_derived("_unnamed2", bytes([]), "the format")
            self._make("num_segments", Wasm.Number)
            self._set_derived("value", len(self.segments), "segments", holder=self.num_segments)

        def _check(self) -> None:
            expect_count("segments", self.segments, self.num_segments.value)

        def _write__seq(self, io: Writer) -> None:
            io.put(
                encoded(
                    Tagged("uleb128"),
                    self._window(io, "num_segments", self.num_segments, Wasm.Number, grows=True),
                    self,
                    "_raw__raw_num_segments",
                )
            )
            for segment in self._seen_in(self.segments, io):
                self._write_child(io, "segments", segment, Wasm.ElementSegment)
            io.put(self._unnamed2)

    class ElementSegment(Struct):
        """Elements of a table.

        Attributes:
            flags: 1 where nothing is put into a table by itself, 2 where the table is told (or,
                with 1, nothing is put ever), 4 where elements are expressions.
            kind: 0 for functions; with expressions, a type of references.
        """

        __slots__ = (
            "flags",
            "num_elements",
            "_raw_table",
            "_raw__raw_table",
            "_raw_num_elements",
            "_raw__raw_num_elements",
        )

        _root: Wasm
        _parent: Wasm.Elements
        flags: int
        table: Wasm.Number
        offset: Wasm.Expression
        kind: int
        num_elements: Wasm.Number
        functions: list[Wasm.Index]
        values: list[Wasm.Expression]

        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("table", "num_elements")
        _once: ClassVar[tuple[str, ...]] = ("functions", "values")
        _PARTS: ClassVar[Parts] = (
            FieldsPart("_read_part_0"),
            RecordPart("offset"),
            FieldsPart("_read_part_2"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                flags: Required[int]
                table: Wasm.Number | Wasm.Number._Fields
                offset: Wasm.Expression | Wasm.Expression._Fields
                kind: int
                num_elements: Wasm.Number | Wasm.Number._Fields
                functions: Iterable[Wasm.Index | Wasm.Index._Fields]
                values: Iterable[Wasm.Expression | Wasm.Expression._Fields]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "flags", pos)
            self.flags = unpack_u1(buf, pos)[0]
            pos = stop
            if not self.flags <= 7:
                io = self._io_at(pos)
                expect_at_most("flags", self.flags, 7, io, 1, place="/types/element_segment/seq/0")
            if self.flags & 3 == 2:
                io = self._io_at(pos)
                size = len_varint(io, "table")
                pos = io._pos
                stop = pos + size
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "table", pos)
                self._raw__raw_table = (
                    buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                )
                pos = stop
                io = self._io_at(pos)
                self._raw_table = Tagged("uleb128").read(self._raw__raw_table, "table", io)
                self.table = Wasm.Number(
                    io.window(None, self._raw_table), self, self._root, "table"
                )
                pos = io._pos
            if self.flags & 1 == 0:
                self.offset = child = new(Wasm.Expression)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            if self.flags & 3 != 0:
                stop = pos + 1
                if stop > end:
                    buf, end = self._reach(stop - pos, "kind", pos)
                self.kind = unpack_u1(buf, pos)[0]
                pos = stop
                if not (
                    self.kind == 0
                    if self.flags & 4 == 0
                    else self.kind >= 0x69 and self.kind <= 0x74
                ):
                    io = self._io_at(pos)
                    expect_that(
                        "kind",
                        self.kind,
                        self.kind == 0
                        if self.flags & 4 == 0
                        else self.kind >= 0x69 and self.kind <= 0x74,
                        "flags & 4 == 0 ? _ == 0 : _ >= 0x69 and _ <= 0x74",
                        io,
                        1,
                        place="/types/element_segment/seq/3",
                    )
            io = self._io_at(pos)
            size = len_varint(io, "num_elements")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_elements", pos)
            self._raw__raw_num_elements = (
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            )
            pos = stop
            io = self._io_at(pos)
            self._raw_num_elements = Tagged("uleb128").read(
                self._raw__raw_num_elements, "num_elements", io
            )
            self.num_elements = Wasm.Number(
                io.window(None, self._raw_num_elements), self, self._root, "num_elements"
            )
            pos = io._pos
            if self.flags & 4 == 0:
                count, here = self.num_elements.value, pos
                if not 0 <= count <= 64:
                    count = self._io_at(pos).count(count, "functions", 0)
                if count >= 64:
                    self.functions, pos = self._once_at(
                        Wasm.Index, buf, pos, end, count, "functions", by_ways=True
                    )
                else:
                    self.functions = []
                    type_functions = Wasm.Index
                    for _ in range(count):
                        child = new(type_functions)
                        child._parent, child._root = self, self._root
                        pos = child._read_at(buf, pos, end)
                        self.functions.append(child)
                if pos - here < count or count > 64:
                    self._pay(here, pos, count, "functions")
            else:
                count, here = self.num_elements.value, pos
                if not 0 <= count <= 64:
                    count = self._io_at(pos).count(count, "values", 0)
                if count >= 64:
                    self.values, pos = self._once_at(
                        Wasm.Expression, buf, pos, end, count, "values", by_ways=True
                    )
                else:
                    self.values = []
                    type_values = Wasm.Expression
                    for _ in range(count):
                        child = new(type_values)
                        child._parent, child._root = self, self._root
                        pos = child._read_at(buf, pos, end)
                        self.values.append(child)
                if pos - here < count or count > 64:
                    self._pay(here, pos, count, "values")
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "flags", pos)
            self.flags = unpack_u1(buf, pos)[0]
            pos = stop
            if not self.flags <= 7:
                io = self._io_at(pos)
                expect_at_most("flags", self.flags, 7, io, 1, place="/types/element_segment/seq/0")
            if self.flags & 3 == 2:
                io = self._io_at(pos)
                size = len_varint(io, "table")
                pos = io._pos
                stop = pos + size
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "table", pos)
                self._raw__raw_table = (
                    buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                )
                pos = stop
                io = self._io_at(pos)
                self._raw_table = Tagged("uleb128").read(self._raw__raw_table, "table", io)
                self.table = Wasm.Number(
                    io.window(None, self._raw_table), self, self._root, "table"
                )
                pos = io._pos
            return pos

        def _open_offset(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
            if self.flags & 1 == 0:
                self.offset = child = new(Wasm.Expression)
                child._parent, child._root = self, self._root
                return child, buf, pos, end
            return None, buf, pos, end

        def _read_part_2(self, buf: Bytes, pos: int, end: int) -> int:
            if self.flags & 3 != 0:
                stop = pos + 1
                if stop > end:
                    buf, end = self._reach(stop - pos, "kind", pos)
                self.kind = unpack_u1(buf, pos)[0]
                pos = stop
                if not (
                    self.kind == 0
                    if self.flags & 4 == 0
                    else self.kind >= 0x69 and self.kind <= 0x74
                ):
                    io = self._io_at(pos)
                    expect_that(
                        "kind",
                        self.kind,
                        self.kind == 0
                        if self.flags & 4 == 0
                        else self.kind >= 0x69 and self.kind <= 0x74,
                        "flags & 4 == 0 ? _ == 0 : _ >= 0x69 and _ <= 0x74",
                        io,
                        1,
                        place="/types/element_segment/seq/3",
                    )
            io = self._io_at(pos)
            size = len_varint(io, "num_elements")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_elements", pos)
            self._raw__raw_num_elements = (
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            )
            pos = stop
            io = self._io_at(pos)
            self._raw_num_elements = Tagged("uleb128").read(
                self._raw__raw_num_elements, "num_elements", io
            )
            self.num_elements = Wasm.Number(
                io.window(None, self._raw_num_elements), self, self._root, "num_elements"
            )
            pos = io._pos
            if self.flags & 4 == 0:
                count, here = self.num_elements.value, pos
                if not 0 <= count <= 64:
                    count = self._io_at(pos).count(count, "functions", 0)
                if count >= 64:
                    self.functions, pos = self._once_at(
                        Wasm.Index, buf, pos, end, count, "functions", by_ways=True
                    )
                else:
                    self.functions = []
                    type_functions = Wasm.Index
                    for _ in range(count):
                        child = new(type_functions)
                        child._parent, child._root = self, self._root
                        pos = child._read_at(buf, pos, end)
                        self.functions.append(child)
                if pos - here < count or count > 64:
                    self._pay(here, pos, count, "functions")
            else:
                count, here = self.num_elements.value, pos
                if not 0 <= count <= 64:
                    count = self._io_at(pos).count(count, "values", 0)
                if count >= 64:
                    self.values, pos = self._once_at(
                        Wasm.Expression, buf, pos, end, count, "values", by_ways=True
                    )
                else:
                    self.values = []
                    type_values = Wasm.Expression
                    for _ in range(count):
                        child = new(type_values)
                        child._parent, child._root = self, self._root
                        pos = child._read_at(buf, pos, end)
                        self.values.append(child)
                if pos - here < count or count > 64:
                    self._pay(here, pos, count, "values")
            return pos

        def _derive(self) -> None:
            if self.flags & 3 == 2:
                self._make("table", Wasm.Number)
            if self.flags & 1 == 0:
                self._make("offset", Wasm.Expression)
            self._make("num_elements", Wasm.Number)
            if self.flags & 4 == 0:
                self._set_derived(
                    "value", len(self.functions), "functions", holder=self.num_elements
                )
            else:
                self._set_derived("value", len(self.values), "values", holder=self.num_elements)

        def _check(self) -> None:
            expect_at_most("flags", self.flags, 7, place="/types/element_segment/seq/0")
            if self.flags & 3 != 0:
                expect_that(
                    "kind",
                    self.kind,
                    self.kind == 0
                    if self.flags & 4 == 0
                    else self.kind >= 0x69 and self.kind <= 0x74,
                    "flags & 4 == 0 ? _ == 0 : _ >= 0x69 and _ <= 0x74",
                    place="/types/element_segment/seq/3",
                )
            if self.flags & 4 == 0:
                expect_count("functions", self.functions, self.num_elements.value)
            else:
                expect_count("values", self.values, self.num_elements.value)

        def _write__seq(self, io: Writer) -> None:
            io.u1(self.flags, "flags")
            if self.flags & 3 == 2:
                io.put(
                    encoded(
                        Tagged("uleb128"),
                        self._window(io, "table", self.table, Wasm.Number, grows=True),
                        self,
                        "_raw__raw_table",
                    )
                )
            elif hasattr(self, "table"):
                self._leave_out("table")
            if self.flags & 1 == 0:
                self._write_child(io, "offset", self.offset, Wasm.Expression)
            elif hasattr(self, "offset"):
                self._leave_out("offset")
            if self.flags & 3 != 0:
                io.u1(self.kind, "kind")
            elif hasattr(self, "kind"):
                self._leave_out("kind")
            io.put(
                encoded(
                    Tagged("uleb128"),
                    self._window(io, "num_elements", self.num_elements, Wasm.Number, grows=True),
                    self,
                    "_raw__raw_num_elements",
                )
            )
            if self.flags & 4 == 0:
                for function in self._seen_in(self.functions, io):
                    self._write_child(io, "functions", function, Wasm.Index)
                if hasattr(self, "values"):
                    self._leave_out("values")
            else:
                if hasattr(self, "functions"):
                    self._leave_out("functions")
                for values_item in self._seen_in(self.values, io):
                    self._write_child(io, "values", values_item, Wasm.Expression)

    class Code(Struct):
        """Type `code`."""

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "num_functions",
            "functions",
            "_unnamed2",
            "_raw_num_functions",
            "_raw__raw_num_functions",
        )

        _root: Wasm
        _parent: Wasm.Section
        num_functions: Wasm.Number
        functions: list[Wasm.Function]
        _unnamed2: bytes

        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("num_functions",)
        _once: ClassVar[tuple[str, ...]] = ("functions",)
        _derived: ClassVar[tuple[str, ...]] = ("_unnamed2",)
        _PARTS: ClassVar[Parts] = (
            FieldsPart("_read_part_0"),
            ListPart("functions", "counted", ("functions",), 0, None),
            FieldsPart("_read_part_2"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_functions: Wasm.Number | Wasm.Number._Fields
                functions: Required[Iterable[Wasm.Function | Wasm.Function._Fields]]
                _unnamed2: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "num_functions")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_functions", pos)
            self._raw__raw_num_functions = (
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            )
            pos = stop
            io = self._io_at(pos)
            self._raw_num_functions = Tagged("uleb128").read(
                self._raw__raw_num_functions, "num_functions", io
            )
            self.num_functions = Wasm.Number(
                io.window(None, self._raw_num_functions), self, self._root, "num_functions"
            )
            pos = io._pos
            count, here = self.num_functions.value, pos
            if not 0 <= count <= 64:
                count = self._io_at(pos).count(count, "functions", 0)
            if count >= 64:
                self.functions, pos = self._once_at(
                    Wasm.Function, buf, pos, end, count, "functions", by_ways=True
                )
            else:
                self.functions = []
                type_functions = Wasm.Function
                for _ in range(count):
                    child = new(type_functions)
                    child._parent, child._root = self, self._root
                    pos = child._read_at(buf, pos, end)
                    self.functions.append(child)
            if pos - here < count or count > 64:
                self._pay(here, pos, count, "functions")
            start = pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self._unnamed2 = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            if self._unnamed2 != bytes([]):
                io = self._io_at(pos)
                expect_equal(
                    "_unnamed2",
                    self._unnamed2,
                    bytes([]),
                    io,
                    io._pos - start,
                    place="/types/code/seq/2",
                )
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "num_functions")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_functions", pos)
            self._raw__raw_num_functions = (
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            )
            pos = stop
            io = self._io_at(pos)
            self._raw_num_functions = Tagged("uleb128").read(
                self._raw__raw_num_functions, "num_functions", io
            )
            self.num_functions = Wasm.Number(
                io.window(None, self._raw_num_functions), self, self._root, "num_functions"
            )
            return io._pos

        def _count_functions(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            count = io.count(self.num_functions.value, "functions", 0)
            return count

        def _element_functions(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            child = new(Wasm.Function)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.functions.append(child)
            return pos

        def _open_functions(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
            child = new(Wasm.Function)
            child._parent, child._root = self, self._root
            return child, buf, pos, end

        def _read_part_2(self, buf: Bytes, pos: int, end: int) -> int:
            start = pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self._unnamed2 = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            if self._unnamed2 != bytes([]):
                io = self._io_at(pos)
                expect_equal(
                    "_unnamed2",
                    self._unnamed2,
                    bytes([]),
                    io,
                    io._pos - start,
                    place="/types/code/seq/2",
                )
            return pos

        def _derive(self) -> None:
            self._set_derived("_unnamed2", bytes([]), "the format")
            self._make("num_functions", Wasm.Number)
            self._set_derived("value", len(self.functions), "functions", holder=self.num_functions)

        def _check(self) -> None:
            expect_count("functions", self.functions, self.num_functions.value)

        def _write__seq(self, io: Writer) -> None:
            io.put(
                encoded(
                    Tagged("uleb128"),
                    self._window(io, "num_functions", self.num_functions, Wasm.Number, grows=True),
                    self,
                    "_raw__raw_num_functions",
                )
            )
            for function in self._seen_in(self.functions, io):
                self._write_child(io, "functions", function, Wasm.Function)
            io.put(self._unnamed2)

    class Function(Struct):
        """Type `function`."""

        __slots__ = ("len_body", "body", "_stored_body", "_raw_len_body", "_raw__raw_len_body")

        _root: Wasm
        _parent: Wasm.Code
        _stored_body: bytes
        len_body: Wasm.Number
        body: Wasm.Body

        _raw_body = Raw("body")
        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("len_body", "body")
        _PARTS: ClassVar[Parts] = (FieldsPart("_read_part_0"), RecordPart("body"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len_body: Wasm.Number | Wasm.Number._Fields
                body: Required[Wasm.Body | Wasm.Body._Fields]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "len_body")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "len_body", pos)
            self._raw__raw_len_body = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            io = self._io_at(pos)
            self._raw_len_body = Tagged("uleb128").read(self._raw__raw_len_body, "len_body", io)
            self.len_body = Wasm.Number(
                io.window(None, self._raw_len_body), self, self._root, "len_body"
            )
            pos = io._pos
            stop = pos + self.len_body.value
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "body", pos)
            self.body = child = new(Wasm.Body)
            child._parent, child._root = self, self._root
            child._start, child._end = pos, stop
            child._stop = child._read_at(buf, pos, stop)
            return stop

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "len_body")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "len_body", pos)
            self._raw__raw_len_body = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            io = self._io_at(pos)
            self._raw_len_body = Tagged("uleb128").read(self._raw__raw_len_body, "len_body", io)
            self.len_body = Wasm.Number(
                io.window(None, self._raw_len_body), self, self._root, "len_body"
            )
            return io._pos

        def _open_body(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
            stop = pos + self.len_body.value
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "body", pos)
            self.body = child = new(Wasm.Body)
            child._parent, child._root = self, self._root
            child._start, child._end = pos, stop
            return child, buf, pos, stop

        def _derive(self) -> None:
            self._make("len_body", Wasm.Number)
            self._make("body", Wasm.Body)

        def _write__seq(self, io: Writer) -> None:
            self._stored_body = self._window(
                io, "body", self.body, Wasm.Body, grows=True, in_pieces=True
            )
            self._set_window("value", len(self._stored_body), "body", holder=self.len_body)
            io.put(
                encoded(
                    Tagged("uleb128"),
                    self._window(io, "len_body", self.len_body, Wasm.Number, grows=True),
                    self,
                    "_raw__raw_len_body",
                )
            )
            io.put_sized(self._stored_body, self.len_body.value, "body")

    class Body(Struct):
        """Type `body`.

        Attributes:
            code: Instructions up to the last `end`, 0x0b.
        """

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "num_locals",
            "locals",
            "code",
            "_raw_num_locals",
            "_raw__raw_num_locals",
        )

        _root: Wasm
        _parent: Wasm.Function
        num_locals: Wasm.Number
        locals: list[Wasm.Local]
        code: bytes

        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("num_locals",)
        _once: ClassVar[tuple[str, ...]] = ("locals",)
        _PARTS: ClassVar[Parts] = (
            FieldsPart("_read_part_0"),
            ListPart("locals", "counted", ("locals",), 1, None),
            FieldsPart("_read_part_2"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_locals: Wasm.Number | Wasm.Number._Fields
                locals: Required[Iterable[Wasm.Local | Wasm.Local._Fields]]
                code: Required[bytes]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "num_locals")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_locals", pos)
            self._raw__raw_num_locals = (
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            )
            pos = stop
            io = self._io_at(pos)
            self._raw_num_locals = Tagged("uleb128").read(
                self._raw__raw_num_locals, "num_locals", io
            )
            self.num_locals = Wasm.Number(
                io.window(None, self._raw_num_locals), self, self._root, "num_locals"
            )
            pos = io._pos
            count = self.num_locals.value
            if not 0 <= count * 1 <= end - pos:
                count = self._io_at(pos).count(count, "locals", 1)
            if count >= 64:
                self.locals, pos = self._once_at(
                    Wasm.Local, buf, pos, end, count, "locals", by_ways=True
                )
            else:
                self.locals = []
                type_locals = Wasm.Local
                for _ in range(count):
                    child = new(type_locals)
                    child._parent, child._root = self, self._root
                    pos = child._read_at(buf, pos, end)
                    self.locals.append(child)
            start = pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.code = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            if not (len(self.code) > 0 and self.code[-1] == 0x0B):
                io = self._io_at(pos)
                expect_that(
                    "code",
                    self.code,
                    len(self.code) > 0 and self.code[-1] == 0x0B,
                    "_.size > 0 and _.last == 0x0b",
                    io,
                    io._pos - start,
                    place="/types/body/seq/2",
                )
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "num_locals")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_locals", pos)
            self._raw__raw_num_locals = (
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            )
            pos = stop
            io = self._io_at(pos)
            self._raw_num_locals = Tagged("uleb128").read(
                self._raw__raw_num_locals, "num_locals", io
            )
            self.num_locals = Wasm.Number(
                io.window(None, self._raw_num_locals), self, self._root, "num_locals"
            )
            return io._pos

        def _count_locals(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            count = io.count(self.num_locals.value, "locals", 1)
            return count

        def _element_locals(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            child = new(Wasm.Local)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.locals.append(child)
            return pos

        def _read_part_2(self, buf: Bytes, pos: int, end: int) -> int:
            start = pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.code = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            if not (len(self.code) > 0 and self.code[-1] == 0x0B):
                io = self._io_at(pos)
                expect_that(
                    "code",
                    self.code,
                    len(self.code) > 0 and self.code[-1] == 0x0B,
                    "_.size > 0 and _.last == 0x0b",
                    io,
                    io._pos - start,
                    place="/types/body/seq/2",
                )
            return pos

        def _derive(self) -> None:
            self._make("num_locals", Wasm.Number)
            self._set_derived("value", len(self.locals), "locals", holder=self.num_locals)

        def _check(self) -> None:
            expect_count("locals", self.locals, self.num_locals.value)
            expect_that(
                "code",
                self.code,
                len(self.code) > 0 and self.code[-1] == 0x0B,
                "_.size > 0 and _.last == 0x0b",
                place="/types/body/seq/2",
            )

        def _write__seq(self, io: Writer) -> None:
            io.put(
                encoded(
                    Tagged("uleb128"),
                    self._window(io, "num_locals", self.num_locals, Wasm.Number, grows=True),
                    self,
                    "_raw__raw_num_locals",
                )
            )
            for local in self._seen_in(self.locals, io):
                self._write_child(io, "locals", local, Wasm.Local)
            io.put(self.code)

    class Local(Struct):
        """Type `local`."""

        __slots__ = ("count", "kind", "_raw_count", "_raw__raw_count")

        _root: Wasm
        _parent: Wasm.Body
        count: Wasm.Number
        kind: Wasm.Value | int

        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("count",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                count: Wasm.Number | Wasm.Number._Fields
                kind: Required[Wasm.Value | int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "count")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "count", pos)
            self._raw__raw_count = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            io = self._io_at(pos)
            self._raw_count = Tagged("uleb128").read(self._raw__raw_count, "count", io)
            self.count = Wasm.Number(io.window(None, self._raw_count), self, self._root, "count")
            pos = io._pos
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "kind", pos)
            self.kind = _members_Wasm_Value[unpack_u1(buf, pos)[0]]
            pos = stop
            if type(self.kind) is int:
                io = self._io_at(pos)
                expect_member("kind", self.kind, Wasm.Value, io, 1, place="/types/local/seq/1")
            return pos

        def _derive(self) -> None:
            self._make("count", Wasm.Number)

        def _check(self) -> None:
            expect_member("kind", self.kind, Wasm.Value, place="/types/local/seq/1")

        def _write__seq(self, io: Writer) -> None:
            io.put(
                encoded(
                    Tagged("uleb128"),
                    self._window(io, "count", self.count, Wasm.Number, grows=True),
                    self,
                    "_raw__raw_count",
                )
            )
            io.u1(self.kind, "kind")

    class Data(Struct):
        """Type `data`."""

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "num_segments",
            "segments",
            "_unnamed2",
            "_raw_num_segments",
            "_raw__raw_num_segments",
        )

        _root: Wasm
        _parent: Wasm.Section
        num_segments: Wasm.Number
        segments: list[Wasm.DataSegment]
        _unnamed2: bytes

        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("num_segments",)
        _once: ClassVar[tuple[str, ...]] = ("segments",)
        _derived: ClassVar[tuple[str, ...]] = ("_unnamed2",)
        _PARTS: ClassVar[Parts] = (
            FieldsPart("_read_part_0"),
            ListPart("segments", "counted", ("segments",), 1, None),
            FieldsPart("_read_part_2"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_segments: Wasm.Number | Wasm.Number._Fields
                segments: Required[Iterable[Wasm.DataSegment | Wasm.DataSegment._Fields]]
                _unnamed2: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "num_segments")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_segments", pos)
            self._raw__raw_num_segments = (
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            )
            pos = stop
            io = self._io_at(pos)
            self._raw_num_segments = Tagged("uleb128").read(
                self._raw__raw_num_segments, "num_segments", io
            )
            self.num_segments = Wasm.Number(
                io.window(None, self._raw_num_segments), self, self._root, "num_segments"
            )
            pos = io._pos
            count = self.num_segments.value
            if not 0 <= count * 1 <= end - pos:
                count = self._io_at(pos).count(count, "segments", 1)
            if count >= 64:
                self.segments, pos = self._once_at(
                    Wasm.DataSegment, buf, pos, end, count, "segments", by_ways=True
                )
            else:
                self.segments = []
                type_segments = Wasm.DataSegment
                for _ in range(count):
                    child = new(type_segments)
                    child._parent, child._root = self, self._root
                    pos = child._read_at(buf, pos, end)
                    self.segments.append(child)
            start = pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self._unnamed2 = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            if self._unnamed2 != bytes([]):
                io = self._io_at(pos)
                expect_equal(
                    "_unnamed2",
                    self._unnamed2,
                    bytes([]),
                    io,
                    io._pos - start,
                    place="/types/data/seq/2",
                )
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "num_segments")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_segments", pos)
            self._raw__raw_num_segments = (
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            )
            pos = stop
            io = self._io_at(pos)
            self._raw_num_segments = Tagged("uleb128").read(
                self._raw__raw_num_segments, "num_segments", io
            )
            self.num_segments = Wasm.Number(
                io.window(None, self._raw_num_segments), self, self._root, "num_segments"
            )
            return io._pos

        def _count_segments(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            count = io.count(self.num_segments.value, "segments", 1)
            return count

        def _element_segments(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            child = new(Wasm.DataSegment)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.segments.append(child)
            return pos

        def _open_segments(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
            child = new(Wasm.DataSegment)
            child._parent, child._root = self, self._root
            return child, buf, pos, end

        def _read_part_2(self, buf: Bytes, pos: int, end: int) -> int:
            start = pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self._unnamed2 = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            if self._unnamed2 != bytes([]):
                io = self._io_at(pos)
                expect_equal(
                    "_unnamed2",
                    self._unnamed2,
                    bytes([]),
                    io,
                    io._pos - start,
                    place="/types/data/seq/2",
                )
            return pos

        def _derive(self) -> None:
            self._set_derived("_unnamed2", bytes([]), "the format")
            self._make("num_segments", Wasm.Number)
            self._set_derived("value", len(self.segments), "segments", holder=self.num_segments)

        def _check(self) -> None:
            expect_count("segments", self.segments, self.num_segments.value)

        def _write__seq(self, io: Writer) -> None:
            io.put(
                encoded(
                    Tagged("uleb128"),
                    self._window(io, "num_segments", self.num_segments, Wasm.Number, grows=True),
                    self,
                    "_raw__raw_num_segments",
                )
            )
            for segment in self._seen_in(self.segments, io):
                self._write_child(io, "segments", segment, Wasm.DataSegment)
            io.put(self._unnamed2)

    class DataSegment(Struct):
        """Bytes of a memory.

        Attributes:
            flags: 1 where nothing is put into a memory by itself, 2 where the memory is told.
        """

        __slots__ = (
            "flags",
            "len_data",
            "data",
            "_raw_memory",
            "_raw__raw_memory",
            "_raw_len_data",
            "_raw__raw_len_data",
        )

        _root: Wasm
        _parent: Wasm.Data
        flags: int
        memory: Wasm.Number
        offset: Wasm.Expression
        len_data: Wasm.Number
        data: bytes

        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("memory", "len_data")
        _PARTS: ClassVar[Parts] = (
            FieldsPart("_read_part_0"),
            RecordPart("offset"),
            FieldsPart("_read_part_2"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                flags: Required[int]
                memory: Wasm.Number | Wasm.Number._Fields
                offset: Wasm.Expression | Wasm.Expression._Fields
                len_data: Wasm.Number | Wasm.Number._Fields
                data: Required[bytes]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "flags", pos)
            self.flags = unpack_u1(buf, pos)[0]
            pos = stop
            if not self.flags <= 2:
                io = self._io_at(pos)
                expect_at_most("flags", self.flags, 2, io, 1, place="/types/data_segment/seq/0")
            if self.flags == 2:
                io = self._io_at(pos)
                size = len_varint(io, "memory")
                pos = io._pos
                stop = pos + size
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "memory", pos)
                self._raw__raw_memory = (
                    buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                )
                pos = stop
                io = self._io_at(pos)
                self._raw_memory = Tagged("uleb128").read(self._raw__raw_memory, "memory", io)
                self.memory = Wasm.Number(
                    io.window(None, self._raw_memory), self, self._root, "memory"
                )
                pos = io._pos
            if self.flags != 1:
                self.offset = child = new(Wasm.Expression)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            io = self._io_at(pos)
            size = len_varint(io, "len_data")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "len_data", pos)
            self._raw__raw_len_data = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            io = self._io_at(pos)
            self._raw_len_data = Tagged("uleb128").read(self._raw__raw_len_data, "len_data", io)
            self.len_data = Wasm.Number(
                io.window(None, self._raw_len_data), self, self._root, "len_data"
            )
            pos = io._pos
            stop = pos + self.len_data.value
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "data", pos)
            self.data = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            return stop

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "flags", pos)
            self.flags = unpack_u1(buf, pos)[0]
            pos = stop
            if not self.flags <= 2:
                io = self._io_at(pos)
                expect_at_most("flags", self.flags, 2, io, 1, place="/types/data_segment/seq/0")
            if self.flags == 2:
                io = self._io_at(pos)
                size = len_varint(io, "memory")
                pos = io._pos
                stop = pos + size
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "memory", pos)
                self._raw__raw_memory = (
                    buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                )
                pos = stop
                io = self._io_at(pos)
                self._raw_memory = Tagged("uleb128").read(self._raw__raw_memory, "memory", io)
                self.memory = Wasm.Number(
                    io.window(None, self._raw_memory), self, self._root, "memory"
                )
                pos = io._pos
            return pos

        def _open_offset(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
            if self.flags != 1:
                self.offset = child = new(Wasm.Expression)
                child._parent, child._root = self, self._root
                return child, buf, pos, end
            return None, buf, pos, end

        def _read_part_2(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "len_data")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "len_data", pos)
            self._raw__raw_len_data = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            io = self._io_at(pos)
            self._raw_len_data = Tagged("uleb128").read(self._raw__raw_len_data, "len_data", io)
            self.len_data = Wasm.Number(
                io.window(None, self._raw_len_data), self, self._root, "len_data"
            )
            pos = io._pos
            stop = pos + self.len_data.value
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "data", pos)
            self.data = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            return stop

        def _derive(self) -> None:
            if self.flags == 2:
                self._make("memory", Wasm.Number)
            if self.flags != 1:
                self._make("offset", Wasm.Expression)
            self._make("len_data", Wasm.Number)
            self._set_derived("value", len(self.data), "data", holder=self.len_data)

        def _check(self) -> None:
            expect_at_most("flags", self.flags, 2, place="/types/data_segment/seq/0")

        def _write__seq(self, io: Writer) -> None:
            io.u1(self.flags, "flags")
            if self.flags == 2:
                io.put(
                    encoded(
                        Tagged("uleb128"),
                        self._window(io, "memory", self.memory, Wasm.Number, grows=True),
                        self,
                        "_raw__raw_memory",
                    )
                )
            elif hasattr(self, "memory"):
                self._leave_out("memory")
            if self.flags != 1:
                self._write_child(io, "offset", self.offset, Wasm.Expression)
            elif hasattr(self, "offset"):
                self._leave_out("offset")
            io.put(
                encoded(
                    Tagged("uleb128"),
                    self._window(io, "len_data", self.len_data, Wasm.Number, grows=True),
                    self,
                    "_raw__raw_len_data",
                )
            )
            io.put_sized(self.data, self.len_data.value, "data")

    class DataCount(Struct):
        """Type `data_count`."""

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "num_segments",
            "_unnamed1",
            "_raw_num_segments",
            "_raw__raw_num_segments",
        )

        _root: Wasm
        _parent: Wasm.Section
        num_segments: Wasm.Number
        _unnamed1: bytes

        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("num_segments",)
        _derived: ClassVar[tuple[str, ...]] = ("_unnamed1",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_segments: Wasm.Number | Wasm.Number._Fields
                _unnamed1: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "num_segments")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_segments", pos)
            self._raw__raw_num_segments = (
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            )
            pos = stop
            io = self._io_at(pos)
            self._raw_num_segments = Tagged("uleb128").read(
                self._raw__raw_num_segments, "num_segments", io
            )
            self.num_segments = Wasm.Number(
                io.window(None, self._raw_num_segments), self, self._root, "num_segments"
            )
            pos = io._pos
            start = pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self._unnamed1 = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            if self._unnamed1 != bytes([]):
                io = self._io_at(pos)
                expect_equal(
                    "_unnamed1",
                    self._unnamed1,
                    bytes([]),
                    io,
                    io._pos - start,
                    place="/types/data_count/seq/1",
                )
            return pos

        def _derive(self) -> None:
            self._set_derived("_unnamed1", bytes([]), "the format")
            self._make("num_segments", Wasm.Number)

        def _write__seq(self, io: Writer) -> None:
            io.put(
                encoded(
                    Tagged("uleb128"),
                    self._window(io, "num_segments", self.num_segments, Wasm.Number, grows=True),
                    self,
                    "_raw__raw_num_segments",
                )
            )
            io.put(self._unnamed1)

    class Tags(Struct):
        """Type `tags`."""

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "num_tags",
            "tags",
            "_unnamed2",
            "_raw_num_tags",
            "_raw__raw_num_tags",
        )

        _root: Wasm
        _parent: Wasm.Section
        num_tags: Wasm.Number
        tags: list[Wasm.Tag]
        _unnamed2: bytes

        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("num_tags",)
        _once: ClassVar[tuple[str, ...]] = ("tags",)
        _derived: ClassVar[tuple[str, ...]] = ("_unnamed2",)
        _PARTS: ClassVar[Parts] = (
            FieldsPart("_read_part_0"),
            ListPart("tags", "counted", ("tags",), 1, None),
            FieldsPart("_read_part_2"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_tags: Wasm.Number | Wasm.Number._Fields
                tags: Required[Iterable[Wasm.Tag | Wasm.Tag._Fields]]
                _unnamed2: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "num_tags")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_tags", pos)
            self._raw__raw_num_tags = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            io = self._io_at(pos)
            self._raw_num_tags = Tagged("uleb128").read(self._raw__raw_num_tags, "num_tags", io)
            self.num_tags = Wasm.Number(
                io.window(None, self._raw_num_tags), self, self._root, "num_tags"
            )
            pos = io._pos
            count = self.num_tags.value
            if not 0 <= count * 1 <= end - pos:
                count = self._io_at(pos).count(count, "tags", 1)
            if count >= 64:
                self.tags, pos = self._once_at(Wasm.Tag, buf, pos, end, count, "tags", by_ways=True)
            else:
                self.tags = []
                type_tags = Wasm.Tag
                for _ in range(count):
                    child = new(type_tags)
                    child._parent, child._root = self, self._root
                    pos = child._read_at(buf, pos, end)
                    self.tags.append(child)
            start = pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self._unnamed2 = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            if self._unnamed2 != bytes([]):
                io = self._io_at(pos)
                expect_equal(
                    "_unnamed2",
                    self._unnamed2,
                    bytes([]),
                    io,
                    io._pos - start,
                    place="/types/tags/seq/2",
                )
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            size = len_varint(io, "num_tags")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "num_tags", pos)
            self._raw__raw_num_tags = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            io = self._io_at(pos)
            self._raw_num_tags = Tagged("uleb128").read(self._raw__raw_num_tags, "num_tags", io)
            self.num_tags = Wasm.Number(
                io.window(None, self._raw_num_tags), self, self._root, "num_tags"
            )
            return io._pos

        def _count_tags(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            count = io.count(self.num_tags.value, "tags", 1)
            return count

        def _element_tags(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            child = new(Wasm.Tag)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.tags.append(child)
            return pos

        def _read_part_2(self, buf: Bytes, pos: int, end: int) -> int:
            start = pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self._unnamed2 = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            if self._unnamed2 != bytes([]):
                io = self._io_at(pos)
                expect_equal(
                    "_unnamed2",
                    self._unnamed2,
                    bytes([]),
                    io,
                    io._pos - start,
                    place="/types/tags/seq/2",
                )
            return pos

        def _derive(self) -> None:
            self._set_derived("_unnamed2", bytes([]), "the format")
            self._make("num_tags", Wasm.Number)
            self._set_derived("value", len(self.tags), "tags", holder=self.num_tags)

        def _check(self) -> None:
            expect_count("tags", self.tags, self.num_tags.value)

        def _write__seq(self, io: Writer) -> None:
            io.put(
                encoded(
                    Tagged("uleb128"),
                    self._window(io, "num_tags", self.num_tags, Wasm.Number, grows=True),
                    self,
                    "_raw__raw_num_tags",
                )
            )
            for tag in self._seen_in(self.tags, io):
                self._write_child(io, "tags", tag, Wasm.Tag)
            io.put(self._unnamed2)

    class Expression(Struct):
        """Instructions that make a constant, up to `end`."""

        __slots__ = ("instructions",)

        _root: Wasm
        instructions: list[Wasm.Instruction]

        _once: ClassVar[tuple[str, ...]] = ("instructions",)
        _PARTS: ClassVar[Parts] = (ListPart("instructions", "until", ("instructions",), 0, None),)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                instructions: Required[Iterable[Wasm.Instruction | Wasm.Instruction._Fields]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            if end - pos >= 16384:
                self.instructions, pos = self._once_at(
                    Wasm.Instruction,
                    buf,
                    pos,
                    end,
                    -1,
                    "instructions",
                    by_ways=True,
                    until=lambda pos: self.instructions[-1].opcode == Wasm.Opcode.end,
                )
            else:
                self.instructions = []
                type_instructions = Wasm.Instruction
                while True:
                    child = new(type_instructions)
                    child._parent, child._root = self, self._root
                    pos = child._read_at(buf, pos, end)
                    self.instructions.append(child)
                    if self.instructions[-1].opcode == Wasm.Opcode.end:
                        break
            return pos

        def _element_instructions(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            child = new(Wasm.Instruction)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.instructions.append(child)
            return pos

        def _is_last_instructions(self, buf: Bytes, pos: int, end: int, i: int) -> object:
            return self.instructions[-1].opcode == Wasm.Opcode.end

        def _check(self) -> None:
            ends = ends_of(
                self.instructions, lambda instruction: instruction.opcode == Wasm.Opcode.end
            )
            expect_until("instructions", ends)

        def _write__seq(self, io: Writer) -> None:
            for instruction in self._seen_in(self.instructions, io):
                self._write_child(io, "instructions", instruction, Wasm.Instruction)

    class Instruction(Struct):
        """Type `instruction`."""

        __slots__ = ("opcode", "_raw_signed", "_raw__raw_signed", "_raw_index", "_raw__raw_index")

        _root: Wasm
        _parent: Wasm.Expression
        opcode: Wasm.Opcode | int
        signed: Wasm.Signed
        index: Wasm.Number
        single: float
        double: float
        lanes: Wasm.Lanes

        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("signed", "index")

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                opcode: Required[Wasm.Opcode | int]
                signed: Wasm.Signed | Wasm.Signed._Fields
                index: Wasm.Number | Wasm.Number._Fields
                single: float
                double: float
                lanes: Wasm.Lanes | Wasm.Lanes._Fields

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "opcode", pos)
            self.opcode = _members_Wasm_Opcode[unpack_u1(buf, pos)[0]]
            pos = stop
            if type(self.opcode) is int:
                io = self._io_at(pos)
                expect_member(
                    "opcode", self.opcode, Wasm.Opcode, io, 1, place="/types/instruction/seq/0"
                )
            if (
                self.opcode == Wasm.Opcode.i32_const
                or self.opcode == Wasm.Opcode.i64_const
                or self.opcode == Wasm.Opcode.ref_null
            ):
                io = self._io_at(pos)
                size = len_varint(io, "signed")
                pos = io._pos
                stop = pos + size
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "signed", pos)
                self._raw__raw_signed = (
                    buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                )
                pos = stop
                io = self._io_at(pos)
                self._raw_signed = Tagged("sleb128").read(self._raw__raw_signed, "signed", io)
                self.signed = Wasm.Signed(
                    io.window(None, self._raw_signed), self, self._root, "signed"
                )
                pos = io._pos
            if self.opcode == Wasm.Opcode.global_get or self.opcode == Wasm.Opcode.ref_func:
                io = self._io_at(pos)
                size = len_varint(io, "index")
                pos = io._pos
                stop = pos + size
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "index", pos)
                self._raw__raw_index = (
                    buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                )
                pos = stop
                io = self._io_at(pos)
                self._raw_index = Tagged("uleb128").read(self._raw__raw_index, "index", io)
                self.index = Wasm.Number(
                    io.window(None, self._raw_index), self, self._root, "index"
                )
                pos = io._pos
            if self.opcode == Wasm.Opcode.f32_const:
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "single", pos)
                self.single = unpack_f4le(buf, pos)[0]
                pos = stop
            if self.opcode == Wasm.Opcode.f64_const:
                stop = pos + 8
                if stop > end:
                    buf, end = self._reach(stop - pos, "double", pos)
                self.double = unpack_f8le(buf, pos)[0]
                pos = stop
            if self.opcode == Wasm.Opcode.v128:
                self.lanes = child = new(Wasm.Lanes)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            return pos

        def _derive(self) -> None:
            if self.is_signed:
                self._make("signed", Wasm.Signed)
            if self.is_index:
                self._make("index", Wasm.Number)
            if self.opcode == Wasm.Opcode.v128:
                self._make("lanes", Wasm.Lanes)

        def _check(self) -> None:
            expect_member("opcode", self.opcode, Wasm.Opcode, place="/types/instruction/seq/0")

        def _write__seq(self, io: Writer) -> None:
            io.u1(self.opcode, "opcode")
            if self.is_signed:
                io.put(
                    encoded(
                        Tagged("sleb128"),
                        self._window(io, "signed", self.signed, Wasm.Signed, grows=True),
                        self,
                        "_raw__raw_signed",
                    )
                )
            elif hasattr(self, "signed"):
                self._leave_out("signed")
            if self.is_index:
                io.put(
                    encoded(
                        Tagged("uleb128"),
                        self._window(io, "index", self.index, Wasm.Number, grows=True),
                        self,
                        "_raw__raw_index",
                    )
                )
            elif hasattr(self, "index"):
                self._leave_out("index")
            if self.opcode == Wasm.Opcode.f32_const:
                io.f4le(self.single, "single")
            elif hasattr(self, "single"):
                self._leave_out("single")
            if self.opcode == Wasm.Opcode.f64_const:
                io.f8le(self.double, "double")
            elif hasattr(self, "double"):
                self._leave_out("double")
            if self.opcode == Wasm.Opcode.v128:
                self._write_child(io, "lanes", self.lanes, Wasm.Lanes)
            elif hasattr(self, "lanes"):
                self._leave_out("lanes")

        @computed
        def is_signed(self) -> bool:
            """Instance `is_signed`."""
            return (
                self.opcode == Wasm.Opcode.i32_const
                or self.opcode == Wasm.Opcode.i64_const
                or self.opcode == Wasm.Opcode.ref_null
            )

        @computed
        def is_index(self) -> bool:
            """Instance `is_index`."""
            return self.opcode == Wasm.Opcode.global_get or self.opcode == Wasm.Opcode.ref_func

    class Lanes(Struct):
        """Type `lanes`."""

        __slots__ = ("opcode", "value")

        _root: Wasm
        _parent: Wasm.Instruction
        opcode: int
        value: bytes

        SIZE: ClassVar[int] = 17
        _derived: ClassVar[tuple[str, ...]] = ("opcode",)
        _BLOCK_0: ClassVar[Block] = Block(("opcode", "u1"), ("value", "16s"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                opcode: int
                value: Required[bytes]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 17
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.opcode, self.value = _unpack_Wasm_Lanes_0(buf, pos)
            pos = stop
            if self.opcode != 12:
                io = self._io_at(pos)
                expect_equal("opcode", self.opcode, 12, io, 17, place="/types/lanes/seq/0")
            return pos

        def _derive(self) -> None:
            self._set_derived("opcode", 12, "the format")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.opcode, self.value)


# What methods look up, at the price of a name.
_members_Wasm_External = Members(lambda: Wasm.External)
_members_Wasm_Kind = Members(lambda: Wasm.Kind)
_members_Wasm_Opcode = Members(lambda: Wasm.Opcode)
_members_Wasm_Value = Members(lambda: Wasm.Value)
_types_Wasm_Import_what = Types(Wasm.Import._what_types)
_types_Wasm_Section_body = Types(Wasm.Section._body_types)
_unpack_Wasm_FIXED_0 = Wasm._FIXED_0.unpack
_unpack_Wasm_GlobalType_0 = Wasm.GlobalType._BLOCK_0.unpack
_unpack_Wasm_Lanes_0 = Wasm.Lanes._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Wasm":"wasm","Wasm.Number":"wasm::number","Wasm.Wide":"wasm::wide",
"Wasm.Signed":"wasm::signed","Wasm.Name":"wasm::name","Wasm.Section":"wasm::section",
"Wasm.Custom":"wasm::custom","Wasm.Types":"wasm::types","Wasm.FunctionType":"wasm::function_type",
"Wasm.Imports":"wasm::imports","Wasm.Import":"wasm::import","Wasm.Index":"wasm::index",
"Wasm.Limits":"wasm::limits","Wasm.TableType":"wasm::table_type",
"Wasm.GlobalType":"wasm::global_type","Wasm.Tag":"wasm::tag","Wasm.Functions":"wasm::functions",
"Wasm.Tables":"wasm::tables","Wasm.Table":"wasm::table","Wasm.Memories":"wasm::memories",
"Wasm.Globals":"wasm::globals","Wasm.Global":"wasm::global","Wasm.Exports":"wasm::exports",
"Wasm.Export":"wasm::export","Wasm.Start":"wasm::start","Wasm.Elements":"wasm::elements",
"Wasm.ElementSegment":"wasm::element_segment","Wasm.Code":"wasm::code",
"Wasm.Function":"wasm::function","Wasm.Body":"wasm::body","Wasm.Local":"wasm::local",
"Wasm.Data":"wasm::data","Wasm.DataSegment":"wasm::data_segment",
"Wasm.DataCount":"wasm::data_count","Wasm.Tags":"wasm::tags","Wasm.Expression":"wasm::expression",
"Wasm.Instruction":"wasm::instruction","Wasm.Lanes":"wasm::lanes"},
"spec":{"id":"wasm","title":"WebAssembly module","file":"wasm.ksy",
"digest":"771b4587db39127b7cf373155ced18bb6cb1f962ee683da8e5eb88f4a249d6c5","types":[
{"path":"wasm","parent":"any record","endian":"le","fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"offset":0,"size":4,
"contents":{"hex":"0061736d"}},
{"id":"version","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":4,"size":4,"valid":[{"kind":"equal","args":[1]}]},
{"id":"sections","type":"wasm::section[]","stored":{"is":"Record","path":"wasm::section",
"args":[["behind",["if",["eq","_index",0],0,["get",["item","sections",["sub","_index",1]],
"goes_on"]]]]},"offset":8,"repeat":{},"doc":"In the order of their kinds as far as the program goes,
 each kind once; custom ones anywhere."}],"instances":[
{"id":"is_whole","type":"bool","value":["eq",["sum",["map",["where","sections",["eq",["get","_",
"kind"],["enum","wasm::kind","functions"]]],["get",["get",["get","_","body"],"num_types"],
"value"]]],["sum",["map",["where","sections",["eq",["get","_","kind"],["enum","wasm::kind",
"code"]]],["get",["get",["get","_","body"],"num_functions"],"value"]]]],"valid":[{"kind":"equal",
"args":[true]}],"doc":"Whether there are as many bodies of functions as types of these."},
{"id":"is_counted","type":"bool","value":["or",["eq",["size",["where","sections",["eq",["get","_",
"kind"],["enum","wasm::kind","data_count"]]]],0],["eq",["sum",["map",["where","sections",["eq",
["get","_","kind"],["enum","wasm::kind","data_count"]]],["get",["get",["get","_","body"],
"num_segments"],"value"]]],["sum",["map",["where","sections",["eq",["get","_","kind"],["enum",
"wasm::kind","data"]]],["get",["get",["get","_","body"],"num_segments"],"value"]]]]],
"valid":[{"kind":"equal","args":[true]}],"doc":"Whether there are as many segments of data as are
 told ahead."}],"doc":"Programs for a virtual machine: sections of types, functions, memories and
 others.\n\nNumbers are in groups of seven bits. The code of a function is bytes.\n\n\nSee
 https://webassembly.github.io/spec/core/binary/ WebAssembly, Binary Format"},
{"path":"wasm::number","parent":"any record","endian":"le","size":8,"fields":[
{"id":"value","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":0,"size":8,"valid":[{"kind":"at_most","args":[{"int":"0xffffffff"}]}],"usual":["list",
0]}]},
{"path":"wasm::wide","parent":"wasm::limits","endian":"le","size":8,"fields":[
{"id":"value","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":0,"size":8,"usual":["list",0]}],"doc":"A number of 64 bits."},
{"path":"wasm::signed","parent":"wasm::instruction","endian":"le","size":8,"fields":[
{"id":"value","type":"int","stored":{"is":"Number","kind":"signed","size":8,"endian":"le"},
"offset":0,"size":8,"valid":[{"kind":"that","args":[["and",["and",["ge","_","least"],["le","_",
"most"]],["or",["or",["not","is_reference"],["lt","_",["neg",11]]],["ge","_",0]]]]}],
"usual":["list",["if","is_reference",["neg",16],1000],["if","is_reference",["neg",17],["neg",1]]],
"doc":"Of `ref_null`, what is referred to, -12 to -23 for one that is known to all, or the number
 of a type."}],"instances":[
{"id":"is_reference","type":"bool","value":["eq",["get","_parent","opcode"],["enum","wasm::opcode",
"ref_null"]]},
{"id":"least","type":"int","value":["if","is_reference",["neg",23],["if",["eq",["get","_parent",
"opcode"],["enum","wasm::opcode","i32_const"]],["neg",{"int":"0x80000000"}],["neg",
{"int":"0x8000000000000000"}]]]},
{"id":"most","type":"int","value":["if","is_reference",{"int":"0xffffffff"},["if",["eq",["get",
"_parent","opcode"],["enum","wasm::opcode","i32_const"]],{"int":"0x7fffffff"},
{"int":"0x7fffffffffffffff"}]]}]},
{"path":"wasm::name","parent":"any record","endian":"le","fields":[
{"id":"len_text","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}},"offset":0},
{"id":"text","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":["get",
"len_text","value"]}}}],"edges":[{"is":"Length","field":["get","len_text","value"],"of":"text"}]},
{"path":"wasm::section","parent":"wasm","endian":"le","params":[
{"id":"behind","type":"int","doc":"The rank of the last section that is no custom one; 0 if there
 was none."}],"fields":[
{"id":"kind","type":"enum wasm::kind","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"wasm::kind"},"offset":0,"size":1,"valid":[{"kind":"that","args":[["and",["le",["to_i","_"],
13],["or",["eq","_",["enum","wasm::kind","custom"]],["gt","rank","behind"]]]]}],"usual":["if",["eq",
["size",["get","_root","sections"]],0],["list",["enum","wasm::kind","types"]],["if",["eq",["size",
["get","_root","sections"]],1],["list",["enum","wasm::kind","imports"]],["if",["eq",["size",["get",
"_root","sections"]],2],["list",["enum","wasm::kind","memories"]],["if",["eq",["size",["get",
"_root","sections"]],3],["list",["enum","wasm::kind","globals"]],["list",["enum","wasm::kind",
"custom"]]]]]]},
{"id":"len_body","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}},"offset":1},
{"id":"body","type":"mixed","stored":{"is":"Switch","on":"kind","cases":[{"key":["enum",
"wasm::kind","custom"],"stored":{"is":"Record","path":"wasm::custom","extent":{"size":["get",
"len_body","value"]}}},{"key":["enum","wasm::kind","types"],"stored":{"is":"Record",
"path":"wasm::types","extent":{"size":["get","len_body","value"]}}},{"key":["enum","wasm::kind",
"imports"],"stored":{"is":"Record","path":"wasm::imports","extent":{"size":["get","len_body",
"value"]}}},{"key":["enum","wasm::kind","functions"],"stored":{"is":"Record",
"path":"wasm::functions","extent":{"size":["get","len_body","value"]}}},{"key":["enum","wasm::kind",
"tables"],"stored":{"is":"Record","path":"wasm::tables","extent":{"size":["get","len_body",
"value"]}}},{"key":["enum","wasm::kind","memories"],"stored":{"is":"Record","path":"wasm::memories",
"extent":{"size":["get","len_body","value"]}}},{"key":["enum","wasm::kind","globals"],
"stored":{"is":"Record","path":"wasm::globals","extent":{"size":["get","len_body","value"]}}},
{"key":["enum","wasm::kind","exports"],"stored":{"is":"Record","path":"wasm::exports",
"extent":{"size":["get","len_body","value"]}}},{"key":["enum","wasm::kind","start"],
"stored":{"is":"Record","path":"wasm::start","extent":{"size":["get","len_body","value"]}}},
{"key":["enum","wasm::kind","elements"],"stored":{"is":"Record","path":"wasm::elements",
"extent":{"size":["get","len_body","value"]}}},{"key":["enum","wasm::kind","code"],
"stored":{"is":"Record","path":"wasm::code","extent":{"size":["get","len_body","value"]}}},
{"key":["enum","wasm::kind","data"],"stored":{"is":"Record","path":"wasm::data",
"extent":{"size":["get","len_body","value"]}}},{"key":["enum","wasm::kind","data_count"],
"stored":{"is":"Record","path":"wasm::data_count","extent":{"size":["get","len_body","value"]}}},
{"key":["enum","wasm::kind","tags"],"stored":{"is":"Record","path":"wasm::tags",
"extent":{"size":["get","len_body","value"]}}},{"stored":{"is":"Bytes","extent":{"size":["get",
"len_body","value"]}}}]}}],"instances":[
{"id":"rank","type":"int","value":["if",["eq","kind",["enum","wasm::kind","tags"]],11,["if",["eq",
"kind",["enum","wasm::kind","data_count"]],19,["mul",["to_i","kind"],2]]],"doc":"What the order of
 sections goes by."},
{"id":"goes_on","type":"int","value":["if",["eq","kind",["enum","wasm::kind","custom"]],"behind",
"rank"],"doc":"The rank that those behind this one come after."}],"edges":[{"is":"Tag",
"field":"kind","of":"body","cases":[["wasm::custom",["enum","wasm::kind","custom"]],["wasm::types",
["enum","wasm::kind","types"]],["wasm::imports",["enum","wasm::kind","imports"]],["wasm::functions",
["enum","wasm::kind","functions"]],["wasm::tables",["enum","wasm::kind","tables"]],
["wasm::memories",["enum","wasm::kind","memories"]],["wasm::globals",["enum","wasm::kind",
"globals"]],["wasm::exports",["enum","wasm::kind","exports"]],["wasm::start",["enum","wasm::kind",
"start"]],["wasm::elements",["enum","wasm::kind","elements"]],["wasm::code",["enum","wasm::kind",
"code"]],["wasm::data",["enum","wasm::kind","data"]],["wasm::data_count",["enum","wasm::kind",
"data_count"]],["wasm::tags",["enum","wasm::kind","tags"]]]},{"is":"Length","field":["get",
"len_body","value"],"of":"body","at_least":true}]},
{"path":"wasm::custom","parent":"wasm::section","endian":"le","fields":[
{"id":"name","type":"wasm::name","stored":{"is":"Record","path":"wasm::name"},"offset":0},
{"id":"data","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}}}],"doc":"What the
 program does not need, like the names of functions."},
{"path":"wasm::types","parent":"wasm::section","endian":"le","fields":[
{"id":"num_types","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}},"offset":0},
{"id":"types","type":"wasm::function_type[]","stored":{"is":"Record","path":"wasm::function_type"},
"repeat":{"count":["get","num_types","value"]}},
{"id":"_unnamed2","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},
"valid":[{"kind":"equal","args":[["as<bytes>",["list"]]]}]}],"edges":[{"is":"Count","field":["get",
"num_types","value"],"of":"types"}]},
{"path":"wasm::function_type","parent":"wasm::types","endian":"le","fields":[
{"id":"form","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1,
"valid":[{"kind":"equal","args":[{"int":"0x60"}]}]},
{"id":"num_params","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}},"offset":1},
{"id":"params","type":"enum wasm::value[]","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"wasm::value"},"repeat":{"count":["get","num_params","value"]},"valid":[{"kind":"member"}],
"usual":["list",["enum","wasm::value","i32"],["enum","wasm::value","f64"]]},
{"id":"num_results","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}}},
{"id":"results","type":"enum wasm::value[]","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"wasm::value"},"repeat":{"count":["get","num_results","value"]},"valid":[{"kind":"member"}],
"usual":["list",["enum","wasm::value","i32"],["enum","wasm::value","f64"]]}],"edges":[{"is":"Count",
"field":["get","num_params","value"],"of":"params"},{"is":"Count","field":["get","num_results",
"value"],"of":"results"}]},
{"path":"wasm::imports","parent":"wasm::section","endian":"le","fields":[
{"id":"num_imports","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}},"offset":0},
{"id":"imports","type":"wasm::import[]","stored":{"is":"Record","path":"wasm::import"},
"repeat":{"count":["get","num_imports","value"]}},
{"id":"_unnamed2","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},
"valid":[{"kind":"equal","args":[["as<bytes>",["list"]]]}]}],"edges":[{"is":"Count","field":["get",
"num_imports","value"],"of":"imports"}]},
{"path":"wasm::import","parent":"wasm::imports","endian":"le","fields":[
{"id":"module","type":"wasm::name","stored":{"is":"Record","path":"wasm::name"},"offset":0},
{"id":"name","type":"wasm::name","stored":{"is":"Record","path":"wasm::name"}},
{"id":"kind","type":"enum wasm::external","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"wasm::external"},"size":1,"valid":[{"kind":"member"}],"usual":["list",["enum",
"wasm::external","global"]]},
{"id":"what","type":"any record","stored":{"is":"Switch","on":"kind","cases":[{"key":["enum",
"wasm::external","function"],"stored":{"is":"Record","path":"wasm::index"}},{"key":["enum",
"wasm::external","table"],"stored":{"is":"Record","path":"wasm::table_type"}},{"key":["enum",
"wasm::external","memory"],"stored":{"is":"Record","path":"wasm::limits"}},{"key":["enum",
"wasm::external","global"],"stored":{"is":"Record","path":"wasm::global_type"}},{"key":["enum",
"wasm::external","tag"],"stored":{"is":"Record","path":"wasm::tag"}}]}}],"edges":[{"is":"Tag",
"field":"kind","of":"what","cases":[["wasm::index",["enum","wasm::external","function"]],
["wasm::table_type",["enum","wasm::external","table"]],["wasm::limits",["enum","wasm::external",
"memory"]],["wasm::global_type",["enum","wasm::external","global"]],["wasm::tag",["enum",
"wasm::external","tag"]]]}]},
{"path":"wasm::index","parent":"any record","endian":"le","fields":[
{"id":"index","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}},"offset":0}]},
{"path":"wasm::limits","parent":"any record","endian":"le","fields":[
{"id":"flags","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1,
"valid":[{"kind":"that","args":[["and",["le","_",15],["ne",["bit_and","_",3],2]]]}],"usual":["list",
0],"doc":"1 for a maximum, 2 for shared (with a maximum), 4 for addresses of 64 bits, 8 for pages
 of another size."},
{"id":"min","type":"wasm::wide","stored":{"is":"Record","path":"wasm::wide",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}},"offset":1,"doc":"In pages
 of 65,536 bytes; of a table, in elements."},
{"id":"max","type":"wasm::wide","stored":{"is":"Record","path":"wasm::wide",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}},"condition":["ne",
["bit_and","flags",1],0]},
{"id":"page","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}},"condition":["ne",
["bit_and","flags",8],0],"doc":"As a power of two."}]},
{"path":"wasm::table_type","parent":"wasm::import","endian":"le","fields":[
{"id":"kind","type":"enum wasm::value","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"wasm::value"},"offset":0,"size":1,"valid":[{"kind":"that","args":[["and",["ge",["to_i","_"],
{"int":"0x69"}],["le",["to_i","_"],{"int":"0x74"}]]]}],"usual":["list",["enum","wasm::value",
"function_reference"]]},
{"id":"limits","type":"wasm::limits","stored":{"is":"Record","path":"wasm::limits"},"offset":1}]},
{"path":"wasm::global_type","parent":"any record","endian":"le","size":2,"fields":[
{"id":"kind","type":"enum wasm::value","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"wasm::value"},"offset":0,"size":1,"valid":[{"kind":"member"}],"usual":["list",["enum",
"wasm::value","i32"]]},
{"id":"is_mutable","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":1,
"size":1,"valid":[{"kind":"at_most","args":[1]}],"usual":["list",0]}]},
{"path":"wasm::tag","parent":"any record","endian":"le","fields":[
{"id":"attribute","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"size":1,"valid":[{"kind":"equal","args":[0]}]},
{"id":"type","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}},"offset":1,"doc":"Its
 number among the types."}]},
{"path":"wasm::functions","parent":"wasm::section","endian":"le","fields":[
{"id":"num_types","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}},"offset":0},
{"id":"types","type":"wasm::index[]","stored":{"is":"Record","path":"wasm::index"},
"repeat":{"count":["get","num_types","value"]}},
{"id":"_unnamed2","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},
"valid":[{"kind":"equal","args":[["as<bytes>",["list"]]]}]}],"edges":[{"is":"Count","field":["get",
"num_types","value"],"of":"types"}],"doc":"Their types; `code` has the same number of bodies."},
{"path":"wasm::tables","parent":"wasm::section","endian":"le","fields":[
{"id":"num_tables","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}},"offset":0},
{"id":"tables","type":"wasm::table[]","stored":{"is":"Record","path":"wasm::table"},
"repeat":{"count":["get","num_tables","value"]}},
{"id":"_unnamed2","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},
"valid":[{"kind":"equal","args":[["as<bytes>",["list"]]]}]}],"edges":[{"is":"Count","field":["get",
"num_tables","value"],"of":"tables"}]},
{"path":"wasm::table","parent":"wasm::tables","endian":"le","fields":[
{"id":"kind","type":"enum wasm::value","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"wasm::value"},"offset":0,"size":1,"valid":[{"kind":"that","args":[["or",["eq","_",["enum",
"wasm::value","with_value"]],["and",["ge",["to_i","_"],{"int":"0x69"}],["le",["to_i","_"],
{"int":"0x74"}]]]]}],"usual":["list",["enum","wasm::value","function_reference"]]},
{"id":"zero","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":1,"size":1,
"condition":"has_value","valid":[{"kind":"equal","args":[0]}]},
{"id":"kind_of_value","type":"enum wasm::value","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"wasm::value"},"size":1,"condition":"has_value","valid":[{"kind":"that","args":[["and",["ge",
["to_i","_"],{"int":"0x69"}],["le",["to_i","_"],{"int":"0x74"}]]]}]},
{"id":"limits","type":"wasm::limits","stored":{"is":"Record","path":"wasm::limits"}},
{"id":"value","type":"wasm::expression","stored":{"is":"Record","path":"wasm::expression"},
"condition":"has_value","doc":"What all elements are at first."}],"instances":[
{"id":"has_value","type":"bool","value":["eq","kind",["enum","wasm::value","with_value"]]}]},
{"path":"wasm::memories","parent":"wasm::section","endian":"le","fields":[
{"id":"num_memories","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}},"offset":0},
{"id":"memories","type":"wasm::limits[]","stored":{"is":"Record","path":"wasm::limits"},
"repeat":{"count":["get","num_memories","value"]}},
{"id":"_unnamed2","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},
"valid":[{"kind":"equal","args":[["as<bytes>",["list"]]]}]}],"edges":[{"is":"Count","field":["get",
"num_memories","value"],"of":"memories"}]},
{"path":"wasm::globals","parent":"wasm::section","endian":"le","fields":[
{"id":"num_globals","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}},"offset":0},
{"id":"globals","type":"wasm::global[]","stored":{"is":"Record","path":"wasm::global"},
"repeat":{"count":["get","num_globals","value"]}},
{"id":"_unnamed2","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},
"valid":[{"kind":"equal","args":[["as<bytes>",["list"]]]}]}],"edges":[{"is":"Count","field":["get",
"num_globals","value"],"of":"globals"}]},
{"path":"wasm::global","parent":"wasm::globals","endian":"le","fields":[
{"id":"type","type":"wasm::global_type","stored":{"is":"Record","path":"wasm::global_type"},
"offset":0,"size":2},
{"id":"value","type":"wasm::expression","stored":{"is":"Record","path":"wasm::expression"},
"offset":2}]},
{"path":"wasm::exports","parent":"wasm::section","endian":"le","fields":[
{"id":"num_exports","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}},"offset":0},
{"id":"exports","type":"wasm::export[]","stored":{"is":"Record","path":"wasm::export"},
"repeat":{"count":["get","num_exports","value"]}},
{"id":"_unnamed2","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},
"valid":[{"kind":"equal","args":[["as<bytes>",["list"]]]}]}],"edges":[{"is":"Count","field":["get",
"num_exports","value"],"of":"exports"}]},
{"path":"wasm::export","parent":"wasm::exports","endian":"le","fields":[
{"id":"name","type":"wasm::name","stored":{"is":"Record","path":"wasm::name"},"offset":0},
{"id":"kind","type":"enum wasm::external","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"wasm::external"},"size":1,"valid":[{"kind":"member"}]},
{"id":"index","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}},"doc":"Among all of the
 kind, those that are imported first."}]},
{"path":"wasm::start","parent":"wasm::section","endian":"le","fields":[
{"id":"function","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}},"offset":0},
{"id":"_unnamed1","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},
"valid":[{"kind":"equal","args":[["as<bytes>",["list"]]]}]}]},
{"path":"wasm::elements","parent":"wasm::section","endian":"le","fields":[
{"id":"num_segments","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}},"offset":0},
{"id":"segments","type":"wasm::element_segment[]","stored":{"is":"Record",
"path":"wasm::element_segment"},"repeat":{"count":["get","num_segments","value"]}},
{"id":"_unnamed2","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},
"valid":[{"kind":"equal","args":[["as<bytes>",["list"]]]}]}],"edges":[{"is":"Count","field":["get",
"num_segments","value"],"of":"segments"}]},
{"path":"wasm::element_segment","parent":"wasm::elements","endian":"le","fields":[
{"id":"flags","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1,
"valid":[{"kind":"at_most","args":[7]}],"doc":"1 where nothing is put into a table by itself, 2
 where the table is told (or, with 1, nothing is put ever), 4 where elements are expressions."},
{"id":"table","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}},"offset":1,
"condition":["eq",["bit_and","flags",3],2]},
{"id":"offset","type":"wasm::expression","stored":{"is":"Record","path":"wasm::expression"},
"condition":["eq",["bit_and","flags",1],0]},
{"id":"kind","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1,
"condition":["ne",["bit_and","flags",3],0],"valid":[{"kind":"that","args":[["if",["eq",["bit_and",
"flags",4],0],["eq","_",0],["and",["ge","_",{"int":"0x69"}],["le","_",{"int":"0x74"}]]]]}],
"usual":["list",["if",["eq",["bit_and","flags",4],0],0,{"int":"0x70"}]],"doc":"0 for functions;
 with expressions, a type of references."},
{"id":"num_elements","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}}},
{"id":"functions","type":"wasm::index[]","stored":{"is":"Record","path":"wasm::index"},
"repeat":{"count":["get","num_elements","value"]},"condition":["eq",["bit_and","flags",4],0]},
{"id":"values","type":"wasm::expression[]","stored":{"is":"Record","path":"wasm::expression"},
"repeat":{"count":["get","num_elements","value"]},"condition":["ne",["bit_and","flags",4],0]}],
"edges":[{"is":"Count","field":["get","num_elements","value"],"of":"functions","condition":["eq",
["bit_and","flags",4],0]},{"is":"Count","field":["get","num_elements","value"],"of":"values",
"condition":["ne",["bit_and","flags",4],0]}],"doc":"Elements of a table."},
{"path":"wasm::code","parent":"wasm::section","endian":"le","fields":[
{"id":"num_functions","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}},"offset":0},
{"id":"functions","type":"wasm::function[]","stored":{"is":"Record","path":"wasm::function"},
"repeat":{"count":["get","num_functions","value"]}},
{"id":"_unnamed2","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},
"valid":[{"kind":"equal","args":[["as<bytes>",["list"]]]}]}],"edges":[{"is":"Count","field":["get",
"num_functions","value"],"of":"functions"}]},
{"path":"wasm::function","parent":"wasm::code","endian":"le","fields":[
{"id":"len_body","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}},"offset":0},
{"id":"body","type":"wasm::body","stored":{"is":"Record","path":"wasm::body",
"extent":{"size":["get","len_body","value"]}}}],"edges":[{"is":"Length","field":["get","len_body",
"value"],"of":"body","at_least":true}]},
{"path":"wasm::body","parent":"wasm::function","endian":"le","fields":[
{"id":"num_locals","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}},"offset":0},
{"id":"locals","type":"wasm::local[]","stored":{"is":"Record","path":"wasm::local"},
"repeat":{"count":["get","num_locals","value"]}},
{"id":"code","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},
"valid":[{"kind":"that","args":[["and",["gt",["length","_"],0],["eq",["last","_"],
{"int":"0x0b"}]]]}],"usual":["list",["as<bytes>",["list",{"int":"0x0b"}]]],"doc":"Instructions up
 to the last `end`, 0x0b."}],"edges":[{"is":"Count","field":["get","num_locals","value"],
"of":"locals"}]},
{"path":"wasm::local","parent":"wasm::body","endian":"le","fields":[
{"id":"count","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}},"offset":0},
{"id":"kind","type":"enum wasm::value","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"wasm::value"},"size":1,"valid":[{"kind":"member"}]}]},
{"path":"wasm::data","parent":"wasm::section","endian":"le","fields":[
{"id":"num_segments","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}},"offset":0},
{"id":"segments","type":"wasm::data_segment[]","stored":{"is":"Record","path":"wasm::data_segment"},
"repeat":{"count":["get","num_segments","value"]}},
{"id":"_unnamed2","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},
"valid":[{"kind":"equal","args":[["as<bytes>",["list"]]]}]}],"edges":[{"is":"Count","field":["get",
"num_segments","value"],"of":"segments"}]},
{"path":"wasm::data_segment","parent":"wasm::data","endian":"le","fields":[
{"id":"flags","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1,
"valid":[{"kind":"at_most","args":[2]}],"doc":"1 where nothing is put into a memory by itself, 2
 where the memory is told."},
{"id":"memory","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}},"offset":1,
"condition":["eq","flags",2]},
{"id":"offset","type":"wasm::expression","stored":{"is":"Record","path":"wasm::expression"},
"condition":["ne","flags",1]},
{"id":"len_data","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}}},
{"id":"data","type":"bytes","stored":{"is":"Bytes","extent":{"size":["get","len_data","value"]}}}],
"edges":[{"is":"Length","field":["get","len_data","value"],"of":"data"}],"doc":"Bytes of a
 memory."},
{"path":"wasm::data_count","parent":"wasm::section","endian":"le","fields":[
{"id":"num_segments","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}},"offset":0},
{"id":"_unnamed1","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},
"valid":[{"kind":"equal","args":[["as<bytes>",["list"]]]}]}]},
{"path":"wasm::tags","parent":"wasm::section","endian":"le","fields":[
{"id":"num_tags","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}},"offset":0},
{"id":"tags","type":"wasm::tag[]","stored":{"is":"Record","path":"wasm::tag"},
"repeat":{"count":["get","num_tags","value"]}},
{"id":"_unnamed2","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},
"valid":[{"kind":"equal","args":[["as<bytes>",["list"]]]}]}],"edges":[{"is":"Count","field":["get",
"num_tags","value"],"of":"tags"}]},
{"path":"wasm::expression","parent":"any record","endian":"le","fields":[
{"id":"instructions","type":"wasm::instruction[]","stored":{"is":"Record",
"path":"wasm::instruction"},"offset":0,"repeat":{"until":["eq",["get","_","opcode"],["enum",
"wasm::opcode","end"]]}}],"doc":"Instructions that make a constant, up to `end`."},
{"path":"wasm::instruction","parent":"wasm::expression","endian":"le","fields":[
{"id":"opcode","type":"enum wasm::opcode","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"wasm::opcode"},"offset":0,"size":1,"valid":[{"kind":"member"}],"usual":["if",["eq",["size",
["get","_parent","instructions"]],0],["list",["enum","wasm::opcode","i32_const"]],["list",["enum",
"wasm::opcode","end"]]]},
{"id":"signed","type":"wasm::signed","stored":{"is":"Record","path":"wasm::signed",
"extent":{"size":["len_varint","_io"],"process":{"routine":"sleb128"}}},"offset":1,
"condition":"is_signed"},
{"id":"index","type":"wasm::number","stored":{"is":"Record","path":"wasm::number",
"extent":{"size":["len_varint","_io"],"process":{"routine":"uleb128"}}},"condition":"is_index"},
{"id":"single","type":"float","stored":{"is":"Number","kind":"float","size":4,"endian":"le"},
"size":4,"condition":["eq","opcode",["enum","wasm::opcode","f32_const"]]},
{"id":"double","type":"float","stored":{"is":"Number","kind":"float","size":8,"endian":"le"},
"size":8,"condition":["eq","opcode",["enum","wasm::opcode","f64_const"]]},
{"id":"lanes","type":"wasm::lanes","stored":{"is":"Record","path":"wasm::lanes"},"size":17,
"condition":["eq","opcode",["enum","wasm::opcode","v128"]]}],"instances":[
{"id":"is_signed","type":"bool","value":["or",["or",["eq","opcode",["enum","wasm::opcode",
"i32_const"]],["eq","opcode",["enum","wasm::opcode","i64_const"]]],["eq","opcode",["enum",
"wasm::opcode","ref_null"]]]},
{"id":"is_index","type":"bool","value":["or",["eq","opcode",["enum","wasm::opcode","global_get"]],
["eq","opcode",["enum","wasm::opcode","ref_func"]]]}]},
{"path":"wasm::lanes","parent":"wasm::instruction","endian":"le","size":17,"fields":[
{"id":"opcode","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1,
"valid":[{"kind":"equal","args":[12]}]},
{"id":"value","type":"bytes","stored":{"is":"Bytes","extent":{"size":16}},"offset":1,"size":16}]}],
"enums":[
{"path":"wasm::kind","members":[{"id":"custom","value":0},{"id":"types","value":1},{"id":"imports",
"value":2},{"id":"functions","value":3},{"id":"tables","value":4},{"id":"memories","value":5},
{"id":"globals","value":6},{"id":"exports","value":7},{"id":"start","value":8},{"id":"elements",
"value":9},{"id":"code","value":10},{"id":"data","value":11},{"id":"data_count","value":12},
{"id":"tags","value":13}]},
{"path":"wasm::external","members":[{"id":"function","value":0},{"id":"table","value":1},
{"id":"memory","value":2},{"id":"global","value":3},{"id":"tag","value":4}]},
{"path":"wasm::value","members":[{"id":"with_value","value":64},{"id":"exception_reference",
"value":105},{"id":"array_reference","value":106},{"id":"structure_reference","value":107},
{"id":"small_reference","value":108},{"id":"comparable_reference","value":109},
{"id":"any_reference","value":110},{"id":"external_reference","value":111},
{"id":"function_reference","value":112},{"id":"no_reference","value":113},
{"id":"no_external_reference","value":114},{"id":"no_function_reference","value":115},
{"id":"no_exception_reference","value":116},{"id":"v128","value":123},{"id":"f64","value":124},
{"id":"f32","value":125},{"id":"i64","value":126},{"id":"i32","value":127}]},
{"path":"wasm::opcode","members":[{"id":"end","value":11},{"id":"global_get","value":35},
{"id":"i32_const","value":65},{"id":"i64_const","value":66},{"id":"f32_const","value":67},
{"id":"f64_const","value":68},{"id":"i32_add","value":106},{"id":"i32_sub","value":107},
{"id":"i32_mul","value":108},{"id":"i64_add","value":124},{"id":"i64_sub","value":125},
{"id":"i64_mul","value":126},{"id":"ref_null","value":208},{"id":"ref_func","value":210},
{"id":"v128","value":253}]}]}}
"""
