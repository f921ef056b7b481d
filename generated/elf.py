# Made by `quire gen` 0.1.0 from elf.ksy (sha256 7f7964119ed2). Do not edit.
"""ELF program, library or object."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import (
    BitRun,
    Block,
    Bytes,
    Fixed,
    LateEnum,
    Members,
    Raw,
    Struct,
    Types,
    Writer,
    computed,
    copied,
    encode_text,
    expect_equal,
    expect_member,
    expect_that,
    instance,
    undecided,
)
from quire.runtime.direct import decode_peeked, new, unpack_u4be, unpack_u4le

__all__ = ["Elf"]


class Elf(Struct):
    """Programs and what they are made of, of 32 or 64 bits, in either byte order.

    Segments are what a system loads, sections what a linker works with; both are over the same
    bytes.

    See https://gabi.xinuos.com/ System V ABI, Object Files

    Attributes:
        width: Of addresses, and of positions in the file.
        system: 0 for System V, 3 for Linux.
    """

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "magic",
        "width",
        "byte_order",
        "version",
        "system",
        "system_version",
        "padding",
        "header",
    )

    _root: Elf
    magic: bytes
    width: Elf.Width | int
    byte_order: Elf.ByteOrder | int
    version: int
    system: int
    system_version: int
    padding: bytes
    header: Elf.Header

    _is_top: ClassVar[bool] = True
    _places: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("magic", "version")
    _BLOCK_0: ClassVar[Block] = Block(
        ("width", "u1"),
        ("byte_order", "u1"),
        ("version", "u1"),
        ("system", "u1"),
        ("system_version", "u1"),
    )
    _FIXED_0: ClassVar[Fixed] = Fixed(
        ("magic", b"\x7fELF", "/seq/0"),
        ("width", "u1"),
        ("byte_order", "u1"),
        ("version", "u1"),
        ("system", "u1"),
        ("system_version", "u1"),
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            magic: bytes
            width: Elf.Width | int
            byte_order: Elf.ByteOrder | int
            version: int
            system: int
            system_version: int
            padding: bytes
            header: Elf.Header | Elf.Header._Fields

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 9
        if stop > end:
            buf, end = self._FIXED_0.reach(self, pos)
        (
            stored_magic,
            self.width,
            self.byte_order,
            self.version,
            self.system,
            self.system_version,
        ) = _unpack_Elf_FIXED_0(buf, pos)
        if stored_magic != b"\x7fELF":
            self._look_at(pos).contents(b"\x7fELF", "magic", "/seq/0")
        self.magic = b"\x7fELF"
        self.width = _members_Elf_Width[self.width]
        self.byte_order = _members_Elf_ByteOrder[self.byte_order]
        pos = stop
        if type(self.width) is int:
            io = self._io_at(pos)
            expect_member("width", self.width, Elf.Width, io, 5, place="/seq/1")
        if type(self.byte_order) is int:
            io = self._io_at(pos)
            expect_member("byte_order", self.byte_order, Elf.ByteOrder, io, 4, place="/seq/2")
        if self.version != 1:
            io = self._io_at(pos)
            expect_equal("version", self.version, 1, io, 3, place="/seq/3")
        stop = pos + 7
        if stop > end:
            buf, end = self._reach(stop - pos, "padding", pos)
        self.padding = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        self.header = child = new(Elf.Header)
        child._parent, child._root = self, self._root
        child._is_le = None
        pos = child._read_at(buf, pos, end)
        return pos

    def _derive(self) -> None:
        self._set_derived("magic", b"\x7fELF", "the format")
        self._set_derived("version", 1, "the format")
        self._set_default("width", Elf.Width.bits_64)
        self._set_default("byte_order", Elf.ByteOrder.little)
        self._set_default("system", 0)
        self._set_default("system_version", 0)
        self._set_default("padding", b"")
        self._make("header", Elf.Header)

    def _check(self) -> None:
        expect_member("width", self.width, Elf.Width, place="/seq/1")
        expect_member("byte_order", self.byte_order, Elf.ByteOrder, place="/seq/2")

    def _write__seq(self, io: Writer) -> None:
        io.put(self.magic)
        self._BLOCK_0.write(
            io, self.width, self.byte_order, self.version, self.system, self.system_version
        )
        io.put_filled(self.padding, 7, "padding", 0, of=self)
        self._write_child(io, "header", self.header, Elf.Header)

    class Width(LateEnum):
        """Values of `width`."""

        bits_32 = 1
        bits_64 = 2

    class ByteOrder(LateEnum):
        """Values of `byte_order`."""

        little = 1
        big = 2

    class Kind(LateEnum):
        """Values of `kind`."""

        none = 0
        object = 1
        program = 2
        shared = 3
        core = 4

    class Machine(LateEnum):
        """Values of `machine`."""

        none = 0
        sparc = 2
        x86 = 3
        mips = 8
        powerpc = 20
        powerpc_64 = 21
        s390 = 22
        arm = 40
        sparc_64 = 43
        x86_64 = 62
        arm_64 = 183
        riscv = 243
        bpf = 247
        loongarch = 258

    class SegmentKind(LateEnum):
        """Values of `segment_kind`."""

        none = 0
        load = 1
        dynamic = 2
        interpreter = 3
        note = 4
        segments = 6
        thread_local = 7
        frame_index = 1685382480
        stack = 1685382481
        read_only_later = 1685382482
        property = 1685382483

    class SectionKind(LateEnum):
        """Values of `section_kind`."""

        none = 0
        program = 1
        symbols = 2
        strings = 3
        relocations_with_sums = 4
        hash = 5
        dynamic = 6
        note = 7
        no_bits = 8
        relocations = 9
        dynamic_symbols = 11
        first_calls = 14
        last_calls = 15
        early_calls = 16
        group = 17
        wide_numbers = 18
        gnu_hash = 1879048182
        versions_defined = 1879048189
        versions_needed = 1879048190
        versions = 1879048191

    class Header(Struct):
        """Type `header`.

        Attributes:
            entry: The address that a program begins at.
            names: The number of the section that has the names of sections.
        """

        __slots__ = (
            "kind",
            "machine",
            "version",
            "flags",
            "len_header",
            "len_segments",
            "num_segments",
            "len_sections",
            "num_sections",
            "names",
            "_is_le",
        )

        _root: Elf
        _parent: Elf
        _is_le: bool | None
        kind: Elf.Kind | int
        machine: Elf.Machine | int
        version: int
        entry: int
        ofs_segments: int
        ofs_sections: int
        flags: int
        len_header: int
        len_segments: int
        num_segments: int
        len_sections: int
        num_sections: int
        names: int

        _raw__m_segments = Raw("_m_segments")
        _raw__m_sections = Raw("_m_sections")
        _placed: ClassVar[tuple[str, ...]] = ("segments", "sections", "first")
        _places: ClassVar[bool] = True
        _looks_up: ClassVar[tuple[str, ...]] = ("_root._io", "_root.byte_order", "_root.width")
        _fields_look_up: ClassVar[tuple[str, ...]] = ("_root.byte_order", "_root.width")
        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("segments", "sections")
        _derived: ClassVar[tuple[str, ...]] = (
            "version",
            "num_segments",
            "num_sections",
            "ofs_segments",
            "ofs_sections",
        )
        _BLOCK_LE_0: ClassVar[Block] = Block(
            ("kind", "u2le"), ("machine", "u2le"), ("version", "u4le")
        )
        _BLOCK_LE_1: ClassVar[Block] = Block(
            ("flags", "u4le"),
            ("len_header", "u2le"),
            ("len_segments", "u2le"),
            ("num_segments", "u2le"),
            ("len_sections", "u2le"),
            ("num_sections", "u2le"),
            ("names", "u2le"),
        )
        _BLOCK_BE_0: ClassVar[Block] = Block(
            ("kind", "u2be"), ("machine", "u2be"), ("version", "u4be")
        )
        _BLOCK_BE_1: ClassVar[Block] = Block(
            ("flags", "u4be"),
            ("len_header", "u2be"),
            ("len_segments", "u2be"),
            ("num_segments", "u2be"),
            ("len_sections", "u2be"),
            ("num_sections", "u2be"),
            ("names", "u2be"),
        )
        _FIXED_0: ClassVar[Fixed] = Fixed(
            ("entry", "u4le"), ("ofs_segments", "u4le"), ("ofs_sections", "u4le")
        )
        _FIXED_1: ClassVar[Fixed] = Fixed(
            ("entry", "u8le"), ("ofs_segments", "u8le"), ("ofs_sections", "u8le")
        )
        _FIXED_2: ClassVar[Fixed] = Fixed(
            ("entry", "u4be"), ("ofs_segments", "u4be"), ("ofs_sections", "u4be")
        )
        _FIXED_3: ClassVar[Fixed] = Fixed(
            ("entry", "u8be"), ("ofs_segments", "u8be"), ("ofs_sections", "u8be")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                kind: Elf.Kind | int
                machine: Elf.Machine | int
                version: int
                entry: int
                ofs_segments: int
                ofs_sections: int
                flags: int
                len_header: int
                len_segments: int
                num_segments: int
                len_sections: int
                num_sections: int
                names: int
                segments: Iterable[Elf.Header.Segment | Elf.Header.Segment._Fields]
                sections: Iterable[Elf.Header.Section | Elf.Header.Section._Fields]
                is_wide: bool
                first: Elf.Header.Section | Elf.Header.Section._Fields

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
            if self._root.byte_order == Elf.ByteOrder.little:
                self._is_le = True
            elif self._root.byte_order == Elf.ByteOrder.big:
                self._is_le = False
            else:
                raise undecided("/types/header", self._io)
            return self._read_le(buf, pos, end) if self._is_le else self._read_be(buf, pos, end)

        def _read_le(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 8
            if stop > end:
                buf, end = self._BLOCK_LE_0.reach(self, pos)
            self.kind, self.machine, self.version = _unpack_Elf_Header_LE_0(buf, pos)
            pos = stop
            self.kind = _members_Elf_Kind[self.kind]
            self.machine = _members_Elf_Machine[self.machine]
            if self.version != 1:
                io = self._io_at(pos)
                expect_equal("version", self.version, 1, io, 4, place="/types/header/seq/2")
            if self._root.width == Elf.Width.bits_32:
                stop = pos + 12
                if stop > end:
                    buf, end = self._FIXED_0.reach(self, pos)
                self.entry, self.ofs_segments, self.ofs_sections = _unpack_Elf_Header_FIXED_0(
                    buf, pos
                )
                pos = stop
            elif self._root.width == Elf.Width.bits_64:
                stop = pos + 24
                if stop > end:
                    buf, end = self._FIXED_1.reach(self, pos)
                self.entry, self.ofs_segments, self.ofs_sections = _unpack_Elf_Header_FIXED_1(
                    buf, pos
                )
                pos = stop
            stop = pos + 16
            if stop > end:
                buf, end = self._BLOCK_LE_1.reach(self, pos)
            (
                self.flags,
                self.len_header,
                self.len_segments,
                self.num_segments,
                self.len_sections,
                self.num_sections,
                self.names,
            ) = _unpack_Elf_Header_LE_1(buf, pos)
            return stop

        def _read_be(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 8
            if stop > end:
                buf, end = self._BLOCK_BE_0.reach(self, pos)
            self.kind, self.machine, self.version = _unpack_Elf_Header_BE_0(buf, pos)
            pos = stop
            self.kind = _members_Elf_Kind[self.kind]
            self.machine = _members_Elf_Machine[self.machine]
            if self.version != 1:
                io = self._io_at(pos)
                expect_equal("version", self.version, 1, io, 4, place="/types/header/seq/2")
            if self._root.width == Elf.Width.bits_32:
                stop = pos + 12
                if stop > end:
                    buf, end = self._FIXED_2.reach(self, pos)
                self.entry, self.ofs_segments, self.ofs_sections = _unpack_Elf_Header_FIXED_2(
                    buf, pos
                )
                pos = stop
            elif self._root.width == Elf.Width.bits_64:
                stop = pos + 24
                if stop > end:
                    buf, end = self._FIXED_3.reach(self, pos)
                self.entry, self.ofs_segments, self.ofs_sections = _unpack_Elf_Header_FIXED_3(
                    buf, pos
                )
                pos = stop
            stop = pos + 16
            if stop > end:
                buf, end = self._BLOCK_BE_1.reach(self, pos)
            (
                self.flags,
                self.len_header,
                self.len_segments,
                self.num_segments,
                self.len_sections,
                self.num_sections,
                self.names,
            ) = _unpack_Elf_Header_BE_1(buf, pos)
            return stop

        def _derive(self) -> None:
            self._set_derived("version", 1, "the format")
            self._set_default("kind", Elf.Kind.program)
            self._set_default("machine", Elf.Machine.x86_64)
            self._set_default("entry", 0)
            self._set_default("ofs_segments", 0)
            self._set_default("ofs_sections", 0)
            self._set_default("flags", 0)
            self._set_default("num_segments", 0)
            self._set_default("num_sections", 0)
            self._set_default("names", 0)
            self._set_default("len_header", 52 if self._root.width == Elf.Width.bits_32 else 64)
            self._set_default("len_segments", 32 if self._root.width == Elf.Width.bits_32 else 56)
            self._set_default("len_sections", 40 if self._root.width == Elf.Width.bits_32 else 64)
            if self._is_there("segments"):
                self._set_derived("num_segments", len(self.segments), "segments")
            if self._is_there("sections") and (not self.is_wide or self.num_sections != 0):
                self._set_derived("num_sections", len(self.sections), "sections")
            if self._is_there("segments"):
                self._set_default("ofs_segments", 0)
            if self._is_there("sections"):
                self._set_default("ofs_sections", 0)
            if self._is_there("first"):
                self._set_default("ofs_sections", 0)

        def _write__seq(self, io: Writer) -> None:
            if self._root.byte_order == Elf.ByteOrder.little:
                self._is_le = True
            elif self._root.byte_order == Elf.ByteOrder.big:
                self._is_le = False
            else:
                raise undecided("/types/header", io)
            if self._is_le:
                self._BLOCK_LE_0.write(io, self.kind, self.machine, self.version)
                if self._root.width == Elf.Width.bits_32:
                    io.u4le(self.entry, "entry")
                    io.u4le(self.ofs_segments, "ofs_segments")
                    io.u4le(self.ofs_sections, "ofs_sections")
                elif self._root.width == Elf.Width.bits_64:
                    io.u8le(self.entry, "entry")
                    io.u8le(self.ofs_segments, "ofs_segments")
                    io.u8le(self.ofs_sections, "ofs_sections")
                else:
                    if hasattr(self, "entry"):
                        self._leave_out("entry", "no case fits")
                    if hasattr(self, "ofs_segments"):
                        self._leave_out("ofs_segments", "no case fits")
                    if hasattr(self, "ofs_sections"):
                        self._leave_out("ofs_sections", "no case fits")
                self._BLOCK_LE_1.write(
                    io,
                    self.flags,
                    self.len_header,
                    self.len_segments,
                    self.num_segments,
                    self.len_sections,
                    self.num_sections,
                    self.names,
                )
            else:
                self._BLOCK_BE_0.write(io, self.kind, self.machine, self.version)
                if self._root.width == Elf.Width.bits_32:
                    io.u4be(self.entry, "entry")
                    io.u4be(self.ofs_segments, "ofs_segments")
                    io.u4be(self.ofs_sections, "ofs_sections")
                elif self._root.width == Elf.Width.bits_64:
                    io.u8be(self.entry, "entry")
                    io.u8be(self.ofs_segments, "ofs_segments")
                    io.u8be(self.ofs_sections, "ofs_sections")
                else:
                    if hasattr(self, "entry"):
                        self._leave_out("entry", "no case fits")
                    if hasattr(self, "ofs_segments"):
                        self._leave_out("ofs_segments", "no case fits")
                    if hasattr(self, "ofs_sections"):
                        self._leave_out("ofs_sections", "no case fits")
                self._BLOCK_BE_1.write(
                    io,
                    self.flags,
                    self.len_header,
                    self.len_segments,
                    self.num_segments,
                    self.len_sections,
                    self.num_sections,
                    self.names,
                )
            self._place(io, "segments", self._beside_segments)
            self._place(io, "sections", self._beside_sections)
            if self.is_wide:
                self._place(io, "first", self._beside_first)
            else:
                self._leave_out("first")

        @instance
        def segments(self) -> list[Elf.Header.Segment]:
            """Instance `segments`."""
            there = self._root
            buf, pos, end = there._at(self.ofs_segments)
            began = pos
            count, here = self.num_segments, pos
            if not 0 <= count <= 64:
                count = there._io_at(pos).count(count, "segments", 0)
            values: list[Elf.Header.Segment] = []
            for _ in range(count):
                stop = pos + self.len_segments
                if stop > end:
                    buf, end = there._reach(stop - pos, "segments", pos)
                child = new(Elf.Header.Segment)
                child._parent, child._root = self, self._root
                child._outer = there
                child._name = "segments"
                child._is_le = self._is_le
                child._start, child._end = pos, stop
                child._stop = child._read_at(buf, pos, stop)
                pos = stop
                values.append(child)
            if pos - here < count or count > 64:
                there._pay(here, pos, count, "segments")
            self._at_segments = there, began, pos
            return values

        def _position_segments(self) -> int:
            return self.ofs_segments

        def _beside_segments(self) -> Any:
            return self._root

        def _alignment_segments(self) -> int:
            return 8

        def _found_segments(self, position: int) -> None:
            self._set_derived("ofs_segments", position, "segments")

        def _put_segments(self, io: Writer) -> None:
            for segment in self.segments:
                self._expect_record("segments", segment, Elf.Header.Segment)
                segment._is_le = self._is_le
                io.put_sized(
                    self._window(
                        io,
                        "segments",
                        segment,
                        Elf.Header.Segment,
                        size=self.len_segments,
                        in_pieces=True,
                    ),
                    self.len_segments,
                    "segments",
                )

        @computed
        def names_section(self) -> int:
            """The number of the section that has the names."""
            this: Any = self  # whose fields of several types are looked into
            value: int = this.first.link if self.is_wide and self.names == 0xFFFF else self.names
            return value

        @instance
        def sections(self) -> list[Elf.Header.Section]:
            """The first one is nothing, but for numbers that the header has no room for."""
            this: Any = self  # whose fields of several types are looked into
            there = self._root
            buf, pos, end = there._at(self.ofs_sections)
            began = pos
            count, here = (
                this.first.len_body
                if self.is_wide and self.num_sections == 0
                else self.num_sections,
                pos,
            )
            if not 0 <= count <= 64:
                count = there._io_at(pos).count(count, "sections", 0)
            values: list[Elf.Header.Section] = []
            for _ in range(count):
                stop = pos + self.len_sections
                if stop > end:
                    buf, end = there._reach(stop - pos, "sections", pos)
                child = new(Elf.Header.Section)
                child._parent, child._root = self, self._root
                child._outer = there
                child._name = "sections"
                child._is_le = self._is_le
                child._start, child._end = pos, stop
                child._stop = child._read_at(buf, pos, stop)
                pos = stop
                values.append(child)
            if pos - here < count or count > 64:
                there._pay(here, pos, count, "sections")
            self._at_sections = there, began, pos
            return values

        def _position_sections(self) -> int:
            return self.ofs_sections

        def _beside_sections(self) -> Any:
            return self._root

        def _alignment_sections(self) -> int:
            return 8

        def _found_sections(self, position: int) -> None:
            self._set_derived("ofs_sections", position, "sections")

        def _put_sections(self, io: Writer) -> None:
            for section in self.sections:
                self._expect_record("sections", section, Elf.Header.Section)
                section._is_le = self._is_le
                io.put_sized(
                    self._window(
                        io,
                        "sections",
                        section,
                        Elf.Header.Section,
                        size=self.len_sections,
                        in_pieces=True,
                    ),
                    self.len_sections,
                    "sections",
                )

        @instance
        def is_wide(self) -> bool:
            """Instance `is_wide`."""
            if self._io is None:
                return False
            return self.ofs_sections != 0 and (self.num_sections == 0 or self.names == 0xFFFF)

        @instance
        def first(self) -> Elf.Header.Section | None:
            """Instance `first`."""
            if not self.is_wide:
                return None
            there = self._root
            buf, pos, end = there._at(self.ofs_sections)
            began = pos
            child = new(Elf.Header.Section)
            child._parent, child._root = self, self._root
            child._outer = there
            child._name = "first"
            child._is_le = self._is_le
            pos = child._read_at(buf, pos, end)
            value: Elf.Header.Section | None = child
            self._at_first = there, began, pos
            return value

        def _position_first(self) -> int:
            return self.ofs_sections

        def _beside_first(self) -> Any:
            return self._root

        def _found_first(self, position: int) -> None:
            self._set_derived("ofs_sections", position, "first")

        def _put_first(self, io: Writer) -> None:
            this: Any = self  # whose fields of several types are looked into
            self._expect_record("first", this.first, Elf.Header.Section)
            this.first._is_le = self._is_le
            self._write_child(io, "first", self.first, Elf.Header.Section)

        class Segment(Struct):
            """Type `segment`.

            Attributes:
                flags_64: 1 for what runs, 2 for what is written, 4 for what is read.
                len_memory: At least what is in the file; the rest are zeros.
            """

            __slots__ = ("_start", "_end", "_stop", "kind", "_is_le")

            _root: Elf
            _parent: Elf.Header
            _is_le: bool | None
            kind: Elf.SegmentKind | int
            flags_64: int
            ofs_body: int
            address: int
            physical_address: int
            len_body: int
            len_memory: int
            flags_32: int
            align: int

            _placed: ClassVar[tuple[str, ...]] = ("body",)
            _places: ClassVar[bool] = True
            _looks_up: ClassVar[tuple[str, ...]] = ("_root._io", "_root.width")
            _fields_look_up: ClassVar[tuple[str, ...]] = ("_io", "_root._io", "_root.width")
            _goes_by_place: ClassVar[bool] = True
            _derived: ClassVar[tuple[str, ...]] = ("len_body", "ofs_body")
            _FIXED_0: ClassVar[Fixed] = Fixed(
                ("ofs_body", "u4le"),
                ("address", "u4le"),
                ("physical_address", "u4le"),
                ("len_body", "u4le"),
                ("len_memory", "u4le"),
                ("flags_32", "u4le"),
                ("align", "u4le"),
            )
            _FIXED_1: ClassVar[Fixed] = Fixed(
                ("ofs_body", "u8le"),
                ("address", "u8le"),
                ("physical_address", "u8le"),
                ("len_body", "u8le"),
                ("len_memory", "u8le"),
                ("align", "u8le"),
            )
            _FIXED_2: ClassVar[Fixed] = Fixed(
                ("ofs_body", "u4be"),
                ("address", "u4be"),
                ("physical_address", "u4be"),
                ("len_body", "u4be"),
                ("len_memory", "u4be"),
                ("flags_32", "u4be"),
                ("align", "u4be"),
            )
            _FIXED_3: ClassVar[Fixed] = Fixed(
                ("ofs_body", "u8be"),
                ("address", "u8be"),
                ("physical_address", "u8be"),
                ("len_body", "u8be"),
                ("len_memory", "u8be"),
                ("align", "u8be"),
            )

            if TYPE_CHECKING:

                class _Fields(TypedDict, total=False):
                    kind: Required[Elf.SegmentKind | int]
                    flags_64: int
                    ofs_body: int
                    address: int
                    physical_address: int
                    len_body: int
                    len_memory: int
                    flags_32: int
                    align: int
                    body: bytes

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
                    raise undecided("/types/header/types/segment", self._io)
                return self._read_le(buf, pos, end) if self._is_le else self._read_be(buf, pos, end)

            def _read_le(self, buf: Bytes, pos: int, end: int) -> int:
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "kind", pos)
                self.kind = _members_Elf_SegmentKind[unpack_u4le(buf, pos)[0]]
                pos = stop
                if self._root.width == Elf.Width.bits_64:
                    stop = pos + 4
                    if stop > end:
                        buf, end = self._reach(stop - pos, "flags_64", pos)
                    self.flags_64 = unpack_u4le(buf, pos)[0]
                    pos = stop
                if self._root.width == Elf.Width.bits_32:
                    stop = pos + 28
                    if stop > end:
                        buf, end = self._FIXED_0.reach(self, pos)
                    (
                        self.ofs_body,
                        self.address,
                        self.physical_address,
                        self.len_body,
                        self.len_memory,
                        self.flags_32,
                        self.align,
                    ) = _unpack_Elf_Header_Segment_FIXED_0(buf, pos)
                    pos = stop
                elif self._root.width == Elf.Width.bits_64:
                    stop = pos + 48
                    if stop > end:
                        buf, end = self._FIXED_1.reach(self, pos)
                    (
                        self.ofs_body,
                        self.address,
                        self.physical_address,
                        self.len_body,
                        self.len_memory,
                        self.align,
                    ) = _unpack_Elf_Header_Segment_FIXED_1(buf, pos)
                    pos = stop
                return pos

            def _read_be(self, buf: Bytes, pos: int, end: int) -> int:
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "kind", pos)
                self.kind = _members_Elf_SegmentKind[unpack_u4be(buf, pos)[0]]
                pos = stop
                if self._root.width == Elf.Width.bits_64:
                    stop = pos + 4
                    if stop > end:
                        buf, end = self._reach(stop - pos, "flags_64", pos)
                    self.flags_64 = unpack_u4be(buf, pos)[0]
                    pos = stop
                if self._root.width == Elf.Width.bits_32:
                    stop = pos + 28
                    if stop > end:
                        buf, end = self._FIXED_2.reach(self, pos)
                    (
                        self.ofs_body,
                        self.address,
                        self.physical_address,
                        self.len_body,
                        self.len_memory,
                        self.flags_32,
                        self.align,
                    ) = _unpack_Elf_Header_Segment_FIXED_2(buf, pos)
                    pos = stop
                elif self._root.width == Elf.Width.bits_64:
                    stop = pos + 48
                    if stop > end:
                        buf, end = self._FIXED_3.reach(self, pos)
                    (
                        self.ofs_body,
                        self.address,
                        self.physical_address,
                        self.len_body,
                        self.len_memory,
                        self.align,
                    ) = _unpack_Elf_Header_Segment_FIXED_3(buf, pos)
                    pos = stop
                return pos

            def _derive(self) -> None:
                if self._root.width == Elf.Width.bits_64:
                    self._set_default("flags_64", 5)
                self._set_default("ofs_body", 0)
                self._set_default("address", 0)
                self._set_default("physical_address", 0)
                self._set_default("len_body", 0)
                if self._root.width == Elf.Width.bits_32:
                    self._set_default("flags_32", 5)
                self._set_default("align", 1)
                self._set_default("len_memory", len(self.body))
                if self._is_there("body"):
                    self._set_derived("len_body", len(self.body), "body")
                    self._set_default("ofs_body", 0)

            def _write__seq(self, io: Writer) -> None:
                if self._is_le is None:
                    raise undecided("/types/header/types/segment", io)
                if self._is_le:
                    io.u4le(self.kind, "kind")
                    if self._root.width == Elf.Width.bits_64:
                        io.u4le(self.flags_64, "flags_64")
                    elif hasattr(self, "flags_64"):
                        self._leave_out("flags_64")
                    if self._root.width == Elf.Width.bits_32:
                        io.u4le(self.ofs_body, "ofs_body")
                        io.u4le(self.address, "address")
                        io.u4le(self.physical_address, "physical_address")
                        io.u4le(self.len_body, "len_body")
                        io.u4le(self.len_memory, "len_memory")
                        io.u4le(self.flags_32, "flags_32")
                    else:
                        if self._root.width == Elf.Width.bits_64:
                            io.u8le(self.ofs_body, "ofs_body")
                            io.u8le(self.address, "address")
                            io.u8le(self.physical_address, "physical_address")
                            io.u8le(self.len_body, "len_body")
                            io.u8le(self.len_memory, "len_memory")
                        else:
                            if hasattr(self, "ofs_body"):
                                self._leave_out("ofs_body", "no case fits")
                            if hasattr(self, "address"):
                                self._leave_out("address", "no case fits")
                            if hasattr(self, "physical_address"):
                                self._leave_out("physical_address", "no case fits")
                            if hasattr(self, "len_body"):
                                self._leave_out("len_body", "no case fits")
                            if hasattr(self, "len_memory"):
                                self._leave_out("len_memory", "no case fits")
                        if hasattr(self, "flags_32"):
                            self._leave_out("flags_32")
                    if self._root.width == Elf.Width.bits_32:
                        io.u4le(self.align, "align")
                    elif self._root.width == Elf.Width.bits_64:
                        io.u8le(self.align, "align")
                    elif hasattr(self, "align"):
                        self._leave_out("align", "no case fits")
                else:
                    io.u4be(self.kind, "kind")
                    if self._root.width == Elf.Width.bits_64:
                        io.u4be(self.flags_64, "flags_64")
                    elif hasattr(self, "flags_64"):
                        self._leave_out("flags_64")
                    if self._root.width == Elf.Width.bits_32:
                        io.u4be(self.ofs_body, "ofs_body")
                        io.u4be(self.address, "address")
                        io.u4be(self.physical_address, "physical_address")
                        io.u4be(self.len_body, "len_body")
                        io.u4be(self.len_memory, "len_memory")
                        io.u4be(self.flags_32, "flags_32")
                    else:
                        if self._root.width == Elf.Width.bits_64:
                            io.u8be(self.ofs_body, "ofs_body")
                            io.u8be(self.address, "address")
                            io.u8be(self.physical_address, "physical_address")
                            io.u8be(self.len_body, "len_body")
                            io.u8be(self.len_memory, "len_memory")
                        else:
                            if hasattr(self, "ofs_body"):
                                self._leave_out("ofs_body", "no case fits")
                            if hasattr(self, "address"):
                                self._leave_out("address", "no case fits")
                            if hasattr(self, "physical_address"):
                                self._leave_out("physical_address", "no case fits")
                            if hasattr(self, "len_body"):
                                self._leave_out("len_body", "no case fits")
                            if hasattr(self, "len_memory"):
                                self._leave_out("len_memory", "no case fits")
                        if hasattr(self, "flags_32"):
                            self._leave_out("flags_32")
                    if self._root.width == Elf.Width.bits_32:
                        io.u4be(self.align, "align")
                    elif self._root.width == Elf.Width.bits_64:
                        io.u8be(self.align, "align")
                    elif hasattr(self, "align"):
                        self._leave_out("align", "no case fits")
                self._place(io, "body", self._beside_body)

            @instance
            def body(self) -> bytes:
                """Instance `body`."""
                return self._root._peek(self, "body", self.ofs_body, self.len_body)

            def _position_body(self) -> int:
                return self.ofs_body

            def _beside_body(self) -> Any:
                return self._root

            def _found_body(self, position: int) -> None:
                self._set_derived("ofs_body", position, "body")

            def _put_body(self, io: Writer) -> None:
                io.put_sized(self.body, self.len_body, "body")

        class Section(Struct):
            """Type `section`.

            Attributes:
                ofs_name: In the section that has the names.
                flags: 1 for what is written, 2 for what is in memory, 4 for what runs.
                link: The number of another section, of texts for one.
            """

            __slots__ = (
                "_start",
                "_end",
                "_stop",
                "ofs_name",
                "kind",
                "link",
                "info",
                "_stored_body",
                "_is_le",
            )

            _root: Elf
            _parent: Elf.Header
            _is_le: bool | None
            _stored_body: bytes
            ofs_name: int
            kind: Elf.SectionKind | int
            flags: int
            address: int
            ofs_body: int
            len_body: int
            link: int
            info: int
            align: int
            len_entry: int

            _raw__m_body = Raw("_m_body")
            _placed: ClassVar[tuple[str, ...]] = ("body", "name")
            _places: ClassVar[bool] = True
            _looks_up: ClassVar[tuple[str, ...]] = (
                "_parent.sections",
                "_root._io",
                "_root.header.names_section",
                "_root.header.sections",
                "_root.width",
            )
            _fields_look_up: ClassVar[tuple[str, ...]] = ("_io", "_root._io", "_root.width")
            _goes_by_place: ClassVar[bool] = True
            _own_streams: ClassVar[tuple[str, ...]] = ("body",)
            _derived: ClassVar[tuple[str, ...]] = ("len_body", "ofs_body", "ofs_name")
            _BLOCK_LE_0: ClassVar[Block] = Block(("ofs_name", "u4le"), ("kind", "u4le"))
            _BLOCK_LE_1: ClassVar[Block] = Block(("link", "u4le"), ("info", "u4le"))
            _BLOCK_BE_0: ClassVar[Block] = Block(("ofs_name", "u4be"), ("kind", "u4be"))
            _BLOCK_BE_1: ClassVar[Block] = Block(("link", "u4be"), ("info", "u4be"))
            _FIXED_0: ClassVar[Fixed] = Fixed(
                ("flags", "u4le"), ("address", "u4le"), ("ofs_body", "u4le"), ("len_body", "u4le")
            )
            _FIXED_1: ClassVar[Fixed] = Fixed(
                ("flags", "u8le"), ("address", "u8le"), ("ofs_body", "u8le"), ("len_body", "u8le")
            )
            _FIXED_2: ClassVar[Fixed] = Fixed(("align", "u4le"), ("len_entry", "u4le"))
            _FIXED_3: ClassVar[Fixed] = Fixed(("align", "u8le"), ("len_entry", "u8le"))
            _FIXED_4: ClassVar[Fixed] = Fixed(
                ("flags", "u4be"), ("address", "u4be"), ("ofs_body", "u4be"), ("len_body", "u4be")
            )
            _FIXED_5: ClassVar[Fixed] = Fixed(
                ("flags", "u8be"), ("address", "u8be"), ("ofs_body", "u8be"), ("len_body", "u8be")
            )
            _FIXED_6: ClassVar[Fixed] = Fixed(("align", "u4be"), ("len_entry", "u4be"))
            _FIXED_7: ClassVar[Fixed] = Fixed(("align", "u8be"), ("len_entry", "u8be"))

            if TYPE_CHECKING:

                class _Fields(TypedDict, total=False):
                    ofs_name: int
                    kind: Required[Elf.SectionKind | int]
                    flags: int
                    address: int
                    ofs_body: int
                    len_body: int
                    link: int
                    info: int
                    align: int
                    len_entry: int
                    body: Any
                    name: str

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
                    raise undecided("/types/header/types/section", self._io)
                return self._read_le(buf, pos, end) if self._is_le else self._read_be(buf, pos, end)

            def _read_le(self, buf: Bytes, pos: int, end: int) -> int:
                stop = pos + 8
                if stop > end:
                    buf, end = self._BLOCK_LE_0.reach(self, pos)
                self.ofs_name, self.kind = _unpack_Elf_Header_Section_LE_0(buf, pos)
                pos = stop
                self.kind = _members_Elf_SectionKind[self.kind]
                if self._root.width == Elf.Width.bits_32:
                    stop = pos + 16
                    if stop > end:
                        buf, end = self._FIXED_0.reach(self, pos)
                    self.flags, self.address, self.ofs_body, self.len_body = (
                        _unpack_Elf_Header_Section_FIXED_0(buf, pos)
                    )
                    pos = stop
                elif self._root.width == Elf.Width.bits_64:
                    stop = pos + 32
                    if stop > end:
                        buf, end = self._FIXED_1.reach(self, pos)
                    self.flags, self.address, self.ofs_body, self.len_body = (
                        _unpack_Elf_Header_Section_FIXED_1(buf, pos)
                    )
                    pos = stop
                stop = pos + 8
                if stop > end:
                    buf, end = self._BLOCK_LE_1.reach(self, pos)
                self.link, self.info = _unpack_Elf_Header_Section_LE_1(buf, pos)
                pos = stop
                if self._root.width == Elf.Width.bits_32:
                    stop = pos + 8
                    if stop > end:
                        buf, end = self._FIXED_2.reach(self, pos)
                    self.align, self.len_entry = _unpack_Elf_Header_Section_FIXED_2(buf, pos)
                    pos = stop
                    if not (self.len_record == 0 or self.len_entry == self.len_record):
                        io = self._io_at(pos)
                        expect_that(
                            "len_entry",
                            self.len_entry,
                            self.len_record == 0 or self.len_entry == self.len_record,
                            "len_record == 0 or _ == len_record",
                            io,
                            4,
                            place="/types/header/types/section/seq/9",
                        )
                elif self._root.width == Elf.Width.bits_64:
                    stop = pos + 16
                    if stop > end:
                        buf, end = self._FIXED_3.reach(self, pos)
                    self.align, self.len_entry = _unpack_Elf_Header_Section_FIXED_3(buf, pos)
                    pos = stop
                    if not (self.len_record == 0 or self.len_entry == self.len_record):
                        io = self._io_at(pos)
                        expect_that(
                            "len_entry",
                            self.len_entry,
                            self.len_record == 0 or self.len_entry == self.len_record,
                            "len_record == 0 or _ == len_record",
                            io,
                            8,
                            place="/types/header/types/section/seq/9",
                        )
                return pos

            def _read_be(self, buf: Bytes, pos: int, end: int) -> int:
                stop = pos + 8
                if stop > end:
                    buf, end = self._BLOCK_BE_0.reach(self, pos)
                self.ofs_name, self.kind = _unpack_Elf_Header_Section_BE_0(buf, pos)
                pos = stop
                self.kind = _members_Elf_SectionKind[self.kind]
                if self._root.width == Elf.Width.bits_32:
                    stop = pos + 16
                    if stop > end:
                        buf, end = self._FIXED_4.reach(self, pos)
                    self.flags, self.address, self.ofs_body, self.len_body = (
                        _unpack_Elf_Header_Section_FIXED_4(buf, pos)
                    )
                    pos = stop
                elif self._root.width == Elf.Width.bits_64:
                    stop = pos + 32
                    if stop > end:
                        buf, end = self._FIXED_5.reach(self, pos)
                    self.flags, self.address, self.ofs_body, self.len_body = (
                        _unpack_Elf_Header_Section_FIXED_5(buf, pos)
                    )
                    pos = stop
                stop = pos + 8
                if stop > end:
                    buf, end = self._BLOCK_BE_1.reach(self, pos)
                self.link, self.info = _unpack_Elf_Header_Section_BE_1(buf, pos)
                pos = stop
                if self._root.width == Elf.Width.bits_32:
                    stop = pos + 8
                    if stop > end:
                        buf, end = self._FIXED_6.reach(self, pos)
                    self.align, self.len_entry = _unpack_Elf_Header_Section_FIXED_6(buf, pos)
                    pos = stop
                    if not (self.len_record == 0 or self.len_entry == self.len_record):
                        io = self._io_at(pos)
                        expect_that(
                            "len_entry",
                            self.len_entry,
                            self.len_record == 0 or self.len_entry == self.len_record,
                            "len_record == 0 or _ == len_record",
                            io,
                            4,
                            place="/types/header/types/section/seq/9",
                        )
                elif self._root.width == Elf.Width.bits_64:
                    stop = pos + 16
                    if stop > end:
                        buf, end = self._FIXED_7.reach(self, pos)
                    self.align, self.len_entry = _unpack_Elf_Header_Section_FIXED_7(buf, pos)
                    pos = stop
                    if not (self.len_record == 0 or self.len_entry == self.len_record):
                        io = self._io_at(pos)
                        expect_that(
                            "len_entry",
                            self.len_entry,
                            self.len_record == 0 or self.len_entry == self.len_record,
                            "len_record == 0 or _ == len_record",
                            io,
                            8,
                            place="/types/header/types/section/seq/9",
                        )
                return pos

            def _derive(self) -> None:
                self._set_default("ofs_name", 0)
                self._set_default("flags", 0)
                self._set_default("address", 0)
                self._set_default("ofs_body", 0)
                self._set_default("len_body", 0)
                self._set_default("link", 0)
                self._set_default("info", 0)
                self._set_default("align", 1)
                self._set_default("len_entry", self.len_record)
                if self._is_there("body"):
                    self._set_default("len_body", 0)
                    self._set_default("len_body", 0)
                    self._set_default("len_body", 0)
                    self._set_default("len_body", 0)
                    self._set_default("len_body", 0)
                    self._set_default("len_body", 0)
                    self._set_default("len_body", 0)
                    self._set_default("len_body", 0)
                    self._set_default("ofs_body", 0)
                if self._is_there("name"):
                    self._set_default("ofs_name", 0)

            def _check(self) -> None:
                expect_that(
                    "len_entry",
                    self.len_entry,
                    self.len_record == 0 or self.len_entry == self.len_record,
                    "len_record == 0 or _ == len_record",
                    place="/types/header/types/section/seq/9",
                )

            def _write__seq(self, io: Writer) -> None:
                if self._is_le is None:
                    raise undecided("/types/header/types/section", io)
                if self._is_le:
                    self._BLOCK_LE_0.write(io, self.ofs_name, self.kind)
                    if self._root.width == Elf.Width.bits_32:
                        io.u4le(self.flags, "flags")
                        io.u4le(self.address, "address")
                        io.u4le(self.ofs_body, "ofs_body")
                        io.u4le(self.len_body, "len_body")
                    elif self._root.width == Elf.Width.bits_64:
                        io.u8le(self.flags, "flags")
                        io.u8le(self.address, "address")
                        io.u8le(self.ofs_body, "ofs_body")
                        io.u8le(self.len_body, "len_body")
                    else:
                        if hasattr(self, "flags"):
                            self._leave_out("flags", "no case fits")
                        if hasattr(self, "address"):
                            self._leave_out("address", "no case fits")
                        if hasattr(self, "ofs_body"):
                            self._leave_out("ofs_body", "no case fits")
                        if hasattr(self, "len_body"):
                            self._leave_out("len_body", "no case fits")
                    self._BLOCK_LE_1.write(io, self.link, self.info)
                    if self._root.width == Elf.Width.bits_32:
                        io.u4le(self.align, "align")
                        io.u4le(self.len_entry, "len_entry")
                    elif self._root.width == Elf.Width.bits_64:
                        io.u8le(self.align, "align")
                        io.u8le(self.len_entry, "len_entry")
                    else:
                        if hasattr(self, "align"):
                            self._leave_out("align", "no case fits")
                        if hasattr(self, "len_entry"):
                            self._leave_out("len_entry", "no case fits")
                else:
                    self._BLOCK_BE_0.write(io, self.ofs_name, self.kind)
                    if self._root.width == Elf.Width.bits_32:
                        io.u4be(self.flags, "flags")
                        io.u4be(self.address, "address")
                        io.u4be(self.ofs_body, "ofs_body")
                        io.u4be(self.len_body, "len_body")
                    elif self._root.width == Elf.Width.bits_64:
                        io.u8be(self.flags, "flags")
                        io.u8be(self.address, "address")
                        io.u8be(self.ofs_body, "ofs_body")
                        io.u8be(self.len_body, "len_body")
                    else:
                        if hasattr(self, "flags"):
                            self._leave_out("flags", "no case fits")
                        if hasattr(self, "address"):
                            self._leave_out("address", "no case fits")
                        if hasattr(self, "ofs_body"):
                            self._leave_out("ofs_body", "no case fits")
                        if hasattr(self, "len_body"):
                            self._leave_out("len_body", "no case fits")
                    self._BLOCK_BE_1.write(io, self.link, self.info)
                    if self._root.width == Elf.Width.bits_32:
                        io.u4be(self.align, "align")
                        io.u4be(self.len_entry, "len_entry")
                    elif self._root.width == Elf.Width.bits_64:
                        io.u8be(self.align, "align")
                        io.u8be(self.len_entry, "len_entry")
                    else:
                        if hasattr(self, "align"):
                            self._leave_out("align", "no case fits")
                        if hasattr(self, "len_entry"):
                            self._leave_out("len_entry", "no case fits")
                if self.is_stored:
                    self._place(io, "body", self._beside_body)
                else:
                    self._leave_out("body")
                if self._root.header.names_section != 0:
                    self._place(io, "name", self._beside_name)
                else:
                    self._leave_out("name")

            @computed
            def has_symbols(self) -> bool:
                """Instance `has_symbols`."""
                return (
                    self.kind == Elf.SectionKind.symbols
                    or self.kind == Elf.SectionKind.dynamic_symbols
                )

            @computed
            def len_record(self) -> int:
                """Bytes of an entry, where entries are records that do not tell."""
                return (
                    (16 if self._root.width == Elf.Width.bits_32 else 24)
                    if self.has_symbols
                    else (8 if self._root.width == Elf.Width.bits_32 else 16)
                    if self.kind == Elf.SectionKind.relocations
                    else (12 if self._root.width == Elf.Width.bits_32 else 24)
                    if self.kind == Elf.SectionKind.relocations_with_sums
                    else 0
                )

            @computed
            def is_linked(self) -> bool:
                """Whether texts of symbols and dynamic entries are in a section that is there."""
                value: bool = (not self.has_symbols and self.kind != Elf.SectionKind.dynamic) or (
                    self.link < len(self._parent.sections)
                    and self._parent.sections[self.link].kind == Elf.SectionKind.strings
                )
                expect_equal(
                    "is_linked",
                    value,
                    True,
                    place="/types/header/types/section/instances/is_linked",
                )
                return value

            @computed
            def is_stored(self) -> bool:
                """Instance `is_stored`."""
                return self.kind != Elf.SectionKind.none and self.kind != Elf.SectionKind.no_bits

            @instance
            def body(
                self,
            ) -> (
                Elf.Header.Symbols
                | Elf.Header.Strings
                | Elf.Header.Dynamic
                | Elf.Header.Relocations
                | Elf.Header.RelocationsWithSums
                | Elf.Header.Notes
                | bytes
                | None
            ):
                """Instance `body`."""
                if not self.is_stored:
                    return None
                there = self._root
                buf, pos, end = there._at(self.ofs_body)
                began = pos
                kind = _types_Elf_Header_Section_body[self.kind]
                if kind is not None:
                    stop = pos + self.len_body
                    if stop > end:
                        buf, end = there._reach(stop - pos, "body", pos)
                    child = new(kind)
                    child._parent, child._root = self, self._root
                    child._outer = there
                    child._name = "body"
                    child._is_le = self._is_le
                    child._start, child._end = pos, stop
                    child._stop = child._read_at(buf, pos, stop)
                    pos = stop
                    value: (
                        Elf.Header.Symbols
                        | Elf.Header.Strings
                        | Elf.Header.Dynamic
                        | Elf.Header.Relocations
                        | Elf.Header.RelocationsWithSums
                        | Elf.Header.Notes
                        | bytes
                        | None
                    ) = child
                else:
                    stop = pos + self.len_body
                    if stop > end:
                        buf, end = there._reach(stop - pos, "body", pos)
                    value = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                    pos = stop
                self._at_body = there, began, pos
                return value

            def _position_body(self) -> int:
                return self.ofs_body

            def _beside_body(self) -> Any:
                return self._root

            def _alignment_body(self) -> int:
                return 1 if self.align == 0 else self.align

            def _found_body(self, position: int) -> None:
                self._set_derived("ofs_body", position, "body")

            def _put_body(self, io: Writer) -> None:
                this: Any = self  # whose fields of several types are looked into
                if self.kind in (Elf.SectionKind.symbols, Elf.SectionKind.dynamic_symbols):
                    self._expect_record("body", this.body, Elf.Header.Symbols)
                    this.body._is_le = self._is_le
                    self._stored_body = self._window(
                        io, "body", self.body, Elf.Header.Symbols, grows=True, in_pieces=True
                    )
                    self._set_window("len_body", len(self._stored_body), "body")
                elif self.kind == Elf.SectionKind.strings:
                    self._expect_record("body", this.body, Elf.Header.Strings)
                    this.body._is_le = self._is_le
                    self._stored_body = self._window(
                        io, "body", self.body, Elf.Header.Strings, grows=True, in_pieces=True
                    )
                    self._set_window("len_body", len(self._stored_body), "body")
                elif self.kind == Elf.SectionKind.dynamic:
                    self._expect_record("body", this.body, Elf.Header.Dynamic)
                    this.body._is_le = self._is_le
                    self._stored_body = self._window(
                        io, "body", self.body, Elf.Header.Dynamic, grows=True, in_pieces=True
                    )
                    self._set_window("len_body", len(self._stored_body), "body")
                elif self.kind == Elf.SectionKind.relocations:
                    self._expect_record("body", this.body, Elf.Header.Relocations)
                    this.body._is_le = self._is_le
                    self._stored_body = self._window(
                        io, "body", self.body, Elf.Header.Relocations, grows=True, in_pieces=True
                    )
                    self._set_window("len_body", len(self._stored_body), "body")
                elif self.kind == Elf.SectionKind.relocations_with_sums:
                    self._expect_record("body", this.body, Elf.Header.RelocationsWithSums)
                    this.body._is_le = self._is_le
                    self._stored_body = self._window(
                        io,
                        "body",
                        self.body,
                        Elf.Header.RelocationsWithSums,
                        grows=True,
                        in_pieces=True,
                    )
                    self._set_window("len_body", len(self._stored_body), "body")
                elif self.kind == Elf.SectionKind.note:
                    self._expect_record("body", this.body, Elf.Header.Notes)
                    this.body._is_le = self._is_le
                    self._stored_body = self._window(
                        io, "body", self.body, Elf.Header.Notes, grows=True, in_pieces=True
                    )
                    self._set_window("len_body", len(self._stored_body), "body")
                else:
                    self._stored_body = this.body
                    self._set_derived("len_body", len(self._stored_body), "body")
                io.put_sized(self._stored_body, self.len_body, "body")

            @instance
            def name(self) -> str | None:
                """Instance `name`."""
                this: Any = self  # whose fields of several types are looked into
                if self._root.header.names_section == 0:
                    return None
                return decode_peeked(
                    this._root.header.sections[self._root.header.names_section].body._peek_until(
                        self, "name", self.ofs_name, b"\x00"
                    ),
                    "utf-8",
                    "name",
                    self,
                )

            def _position_name(self) -> int:
                return self.ofs_name

            def _beside_name(self) -> Any:
                this: Any = self  # whose fields of several types are looked into
                return this._root.header.sections[self._root.header.names_section].body

            def _found_name(self, position: int) -> None:
                self._set_derived("ofs_name", position, "name")

            def _put_name(self, io: Writer) -> None:
                this: Any = self  # whose fields of several types are looked into
                io.put_terminated(
                    encode_text(this.name, "utf-8", "name"),
                    b"\x00",
                    "name",
                    include=False,
                    consume=True,
                )

            @staticmethod
            def _body_types() -> dict[object, type[Any]]:
                """Types that `body` may have, by what tells them."""
                return {
                    Elf.SectionKind.symbols: Elf.Header.Symbols,
                    Elf.SectionKind.dynamic_symbols: Elf.Header.Symbols,
                    Elf.SectionKind.strings: Elf.Header.Strings,
                    Elf.SectionKind.dynamic: Elf.Header.Dynamic,
                    Elf.SectionKind.relocations: Elf.Header.Relocations,
                    Elf.SectionKind.relocations_with_sums: Elf.Header.RelocationsWithSums,
                    Elf.SectionKind.note: Elf.Header.Notes,
                }

        class Strings(Struct):
            """Texts with a zero behind each; others name them by where they begin."""

            __slots__ = ("_start", "_end", "_stop", "all", "_is_le")

            _root: Elf
            _parent: Elf.Header.Section
            _is_le: bool | None
            all: bytes

            if TYPE_CHECKING:

                class _Fields(TypedDict, total=False):
                    all: Required[bytes]

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
                    raise undecided("/types/header/types/strings", self._io)
                return self._read_le(buf, pos, end) if self._is_le else self._read_be(buf, pos, end)

            def _read_le(self, buf: Bytes, pos: int, end: int) -> int:
                if type(buf) is bytearray:
                    buf, end = self._reach_rest(buf, pos, end)
                self.all = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
                pos = max(pos, end)
                return pos

            def _read_be(self, buf: Bytes, pos: int, end: int) -> int:
                if type(buf) is bytearray:
                    buf, end = self._reach_rest(buf, pos, end)
                self.all = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
                pos = max(pos, end)
                return pos

            def _write__seq(self, io: Writer) -> None:
                if self._is_le is None:
                    raise undecided("/types/header/types/strings", io)
                io.put(self.all)

        class Symbols(Struct):
            """Type `symbols`."""

            __slots__ = ("_start", "_end", "_stop", "all", "_is_le")

            _root: Elf
            _parent: Elf.Header.Section
            _is_le: bool | None
            all: list[Elf.Header.Symbol]

            if TYPE_CHECKING:

                class _Fields(TypedDict, total=False):
                    all: Required[Iterable[Elf.Header.Symbol | Elf.Header.Symbol._Fields]]

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
                    raise undecided("/types/header/types/symbols", self._io)
                return self._read_le(buf, pos, end) if self._is_le else self._read_be(buf, pos, end)

            def _read_le(self, buf: Bytes, pos: int, end: int) -> int:
                self.all = []
                while pos < end or self._goes_on(buf, pos):
                    child = new(Elf.Header.Symbol)
                    child._parent, child._root = self, self._root
                    child._is_le = self._is_le
                    pos = child._read_at(buf, pos, end)
                    self.all.append(child)
                return pos

            def _read_be(self, buf: Bytes, pos: int, end: int) -> int:
                self.all = []
                while pos < end or self._goes_on(buf, pos):
                    child = new(Elf.Header.Symbol)
                    child._parent, child._root = self, self._root
                    child._is_le = self._is_le
                    pos = child._read_at(buf, pos, end)
                    self.all.append(child)
                return pos

            def _write__seq(self, io: Writer) -> None:
                if self._is_le is None:
                    raise undecided("/types/header/types/symbols", io)
                for all_item in self.all:
                    self._expect_record("all", all_item, Elf.Header.Symbol)
                    all_item._is_le = self._is_le
                    self._write_child(io, "all", all_item, Elf.Header.Symbol)

        class Symbol(Struct):
            """Type `symbol`.

            Attributes:
                ofs_name: In the section that `link` names.
                binding: 0 for local, 1 for global, 2 for weak.
                kind: 1 for data, 2 for a function, 3 for a section, 4 for a file.
                section: The number of the section that it is in; 0 for none.
            """

            __slots__ = ("ofs_name", "binding", "kind", "visibility", "section", "_is_le")

            _root: Elf
            _parent: Elf.Header.Symbols
            _is_le: bool | None
            ofs_name: int
            value_32: int
            size_32: int
            binding: int
            kind: int
            visibility: int
            section: int
            value_64: int
            size_64: int

            _looks_up: ClassVar[tuple[str, ...]] = ("_root.width",)
            _BLOCK_LE_0: ClassVar[Block] = Block(("visibility", "u1"), ("section", "u2le"))
            _BLOCK_BE_0: ClassVar[Block] = Block(("visibility", "u1"), ("section", "u2be"))
            _BITS_0: ClassVar[BitRun] = BitRun("be", ("binding", "b4"), ("kind", "b4"))
            _FIXED_0: ClassVar[Fixed] = Fixed(("value_32", "u4le"), ("size_32", "u4le"))
            _FIXED_1: ClassVar[Fixed] = Fixed(("value_64", "u8le"), ("size_64", "u8le"))
            _FIXED_2: ClassVar[Fixed] = Fixed(("value_32", "u4be"), ("size_32", "u4be"))
            _FIXED_3: ClassVar[Fixed] = Fixed(("value_64", "u8be"), ("size_64", "u8be"))

            if TYPE_CHECKING:

                class _Fields(TypedDict, total=False):
                    ofs_name: Required[int]
                    value_32: int
                    size_32: int
                    binding: Required[int]
                    kind: Required[int]
                    visibility: int
                    section: Required[int]
                    value_64: int
                    size_64: int

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
                    raise undecided("/types/header/types/symbol", self._io)
                return self._read_le(buf, pos, end) if self._is_le else self._read_be(buf, pos, end)

            def _read_le(self, buf: Bytes, pos: int, end: int) -> int:
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "ofs_name", pos)
                self.ofs_name = unpack_u4le(buf, pos)[0]
                pos = stop
                if self._root.width == Elf.Width.bits_32:
                    stop = pos + 8
                    if stop > end:
                        buf, end = self._FIXED_0.reach(self, pos)
                    self.value_32, self.size_32 = _unpack_Elf_Header_Symbol_FIXED_0(buf, pos)
                    pos = stop
                stop = pos + 1
                if stop > end:
                    buf, end = self._BITS_0.reach(self, pos)
                bits = buf[pos]
                pos = stop
                self.binding = bits >> 4
                self.kind = bits & 0xF
                stop = pos + 3
                if stop > end:
                    buf, end = self._BLOCK_LE_0.reach(self, pos)
                self.visibility, self.section = _unpack_Elf_Header_Symbol_LE_0(buf, pos)
                pos = stop
                if self._root.width == Elf.Width.bits_64:
                    stop = pos + 16
                    if stop > end:
                        buf, end = self._FIXED_1.reach(self, pos)
                    self.value_64, self.size_64 = _unpack_Elf_Header_Symbol_FIXED_1(buf, pos)
                    pos = stop
                return pos

            def _read_be(self, buf: Bytes, pos: int, end: int) -> int:
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "ofs_name", pos)
                self.ofs_name = unpack_u4be(buf, pos)[0]
                pos = stop
                if self._root.width == Elf.Width.bits_32:
                    stop = pos + 8
                    if stop > end:
                        buf, end = self._FIXED_2.reach(self, pos)
                    self.value_32, self.size_32 = _unpack_Elf_Header_Symbol_FIXED_2(buf, pos)
                    pos = stop
                stop = pos + 1
                if stop > end:
                    buf, end = self._BITS_0.reach(self, pos)
                bits = buf[pos]
                pos = stop
                self.binding = bits >> 4
                self.kind = bits & 0xF
                stop = pos + 3
                if stop > end:
                    buf, end = self._BLOCK_BE_0.reach(self, pos)
                self.visibility, self.section = _unpack_Elf_Header_Symbol_BE_0(buf, pos)
                pos = stop
                if self._root.width == Elf.Width.bits_64:
                    stop = pos + 16
                    if stop > end:
                        buf, end = self._FIXED_3.reach(self, pos)
                    self.value_64, self.size_64 = _unpack_Elf_Header_Symbol_FIXED_3(buf, pos)
                    pos = stop
                return pos

            def _derive(self) -> None:
                self._set_default("visibility", 0)

            def _write__seq(self, io: Writer) -> None:
                if self._is_le is None:
                    raise undecided("/types/header/types/symbol", io)
                if self._is_le:
                    io.u4le(self.ofs_name, "ofs_name")
                    if self._root.width == Elf.Width.bits_32:
                        io.u4le(self.value_32, "value_32")
                        io.u4le(self.size_32, "size_32")
                    else:
                        if hasattr(self, "value_32"):
                            self._leave_out("value_32")
                        if hasattr(self, "size_32"):
                            self._leave_out("size_32")
                    self._BITS_0.write(io, self.binding, self.kind)
                    self._BLOCK_LE_0.write(io, self.visibility, self.section)
                    if self._root.width == Elf.Width.bits_64:
                        io.u8le(self.value_64, "value_64")
                        io.u8le(self.size_64, "size_64")
                    else:
                        if hasattr(self, "value_64"):
                            self._leave_out("value_64")
                        if hasattr(self, "size_64"):
                            self._leave_out("size_64")
                else:
                    io.u4be(self.ofs_name, "ofs_name")
                    if self._root.width == Elf.Width.bits_32:
                        io.u4be(self.value_32, "value_32")
                        io.u4be(self.size_32, "size_32")
                    else:
                        if hasattr(self, "value_32"):
                            self._leave_out("value_32")
                        if hasattr(self, "size_32"):
                            self._leave_out("size_32")
                    self._BITS_0.write(io, self.binding, self.kind)
                    self._BLOCK_BE_0.write(io, self.visibility, self.section)
                    if self._root.width == Elf.Width.bits_64:
                        io.u8be(self.value_64, "value_64")
                        io.u8be(self.size_64, "size_64")
                    else:
                        if hasattr(self, "value_64"):
                            self._leave_out("value_64")
                        if hasattr(self, "size_64"):
                            self._leave_out("size_64")

        class Dynamic(Struct):
            """Type `dynamic`."""

            __slots__ = ("_start", "_end", "_stop", "all", "_is_le")

            _root: Elf
            _parent: Elf.Header.Section
            _is_le: bool | None
            all: list[Elf.Header.Entry]

            if TYPE_CHECKING:

                class _Fields(TypedDict, total=False):
                    all: Required[Iterable[Elf.Header.Entry | Elf.Header.Entry._Fields]]

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
                    raise undecided("/types/header/types/dynamic", self._io)
                return self._read_le(buf, pos, end) if self._is_le else self._read_be(buf, pos, end)

            def _read_le(self, buf: Bytes, pos: int, end: int) -> int:
                self.all = []
                while pos < end or self._goes_on(buf, pos):
                    here = pos
                    child = new(Elf.Header.Entry)
                    child._parent, child._root = self, self._root
                    child._is_le = self._is_le
                    pos = child._read_at(buf, pos, end)
                    self.all.append(child)
                    if pos == here:
                        self._stands(pos, "all")
                return pos

            def _read_be(self, buf: Bytes, pos: int, end: int) -> int:
                self.all = []
                while pos < end or self._goes_on(buf, pos):
                    here = pos
                    child = new(Elf.Header.Entry)
                    child._parent, child._root = self, self._root
                    child._is_le = self._is_le
                    pos = child._read_at(buf, pos, end)
                    self.all.append(child)
                    if pos == here:
                        self._stands(pos, "all")
                return pos

            def _write__seq(self, io: Writer) -> None:
                if self._is_le is None:
                    raise undecided("/types/header/types/dynamic", io)
                for all_item in self.all:
                    self._expect_record("all", all_item, Elf.Header.Entry)
                    all_item._is_le = self._is_le
                    self._write_child(io, "all", all_item, Elf.Header.Entry)

        class Entry(Struct):
            """Type `entry`.

            Attributes:
                tag: 0 for the last, 1 for a library that is needed.
            """

            __slots__ = ("_is_le",)

            _root: Elf
            _parent: Elf.Header.Dynamic
            _is_le: bool | None
            tag: int
            value: int

            _looks_up: ClassVar[tuple[str, ...]] = ("_root.width",)
            _FIXED_0: ClassVar[Fixed] = Fixed(("tag", "s4le"), ("value", "u4le"))
            _FIXED_1: ClassVar[Fixed] = Fixed(("tag", "s8le"), ("value", "u8le"))
            _FIXED_2: ClassVar[Fixed] = Fixed(("tag", "s4be"), ("value", "u4be"))
            _FIXED_3: ClassVar[Fixed] = Fixed(("tag", "s8be"), ("value", "u8be"))

            if TYPE_CHECKING:

                class _Fields(TypedDict, total=False):
                    tag: Required[int]
                    value: Required[int]

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
                    raise undecided("/types/header/types/entry", self._io)
                return self._read_le(buf, pos, end) if self._is_le else self._read_be(buf, pos, end)

            def _read_le(self, buf: Bytes, pos: int, end: int) -> int:
                if self._root.width == Elf.Width.bits_32:
                    stop = pos + 8
                    if stop > end:
                        buf, end = self._FIXED_0.reach(self, pos)
                    self.tag, self.value = _unpack_Elf_Header_Entry_FIXED_0(buf, pos)
                    pos = stop
                elif self._root.width == Elf.Width.bits_64:
                    stop = pos + 16
                    if stop > end:
                        buf, end = self._FIXED_1.reach(self, pos)
                    self.tag, self.value = _unpack_Elf_Header_Entry_FIXED_1(buf, pos)
                    pos = stop
                return pos

            def _read_be(self, buf: Bytes, pos: int, end: int) -> int:
                if self._root.width == Elf.Width.bits_32:
                    stop = pos + 8
                    if stop > end:
                        buf, end = self._FIXED_2.reach(self, pos)
                    self.tag, self.value = _unpack_Elf_Header_Entry_FIXED_2(buf, pos)
                    pos = stop
                elif self._root.width == Elf.Width.bits_64:
                    stop = pos + 16
                    if stop > end:
                        buf, end = self._FIXED_3.reach(self, pos)
                    self.tag, self.value = _unpack_Elf_Header_Entry_FIXED_3(buf, pos)
                    pos = stop
                return pos

            def _write__seq(self, io: Writer) -> None:
                if self._is_le is None:
                    raise undecided("/types/header/types/entry", io)
                if self._is_le:
                    if self._root.width == Elf.Width.bits_32:
                        io.s4le(self.tag, "tag")
                        io.u4le(self.value, "value")
                    elif self._root.width == Elf.Width.bits_64:
                        io.s8le(self.tag, "tag")
                        io.u8le(self.value, "value")
                    else:
                        if hasattr(self, "tag"):
                            self._leave_out("tag", "no case fits")
                        if hasattr(self, "value"):
                            self._leave_out("value", "no case fits")
                elif self._root.width == Elf.Width.bits_32:
                    io.s4be(self.tag, "tag")
                    io.u4be(self.value, "value")
                elif self._root.width == Elf.Width.bits_64:
                    io.s8be(self.tag, "tag")
                    io.u8be(self.value, "value")
                else:
                    if hasattr(self, "tag"):
                        self._leave_out("tag", "no case fits")
                    if hasattr(self, "value"):
                        self._leave_out("value", "no case fits")

        class Relocations(Struct):
            """Type `relocations`."""

            __slots__ = ("_start", "_end", "_stop", "all", "_is_le")

            _root: Elf
            _parent: Elf.Header.Section
            _is_le: bool | None
            all: list[Elf.Header.Relocation]

            if TYPE_CHECKING:

                class _Fields(TypedDict, total=False):
                    all: Required[Iterable[Elf.Header.Relocation | Elf.Header.Relocation._Fields]]

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
                    raise undecided("/types/header/types/relocations", self._io)
                return self._read_le(buf, pos, end) if self._is_le else self._read_be(buf, pos, end)

            def _read_le(self, buf: Bytes, pos: int, end: int) -> int:
                self.all = []
                while pos < end or self._goes_on(buf, pos):
                    here = pos
                    child = new(Elf.Header.Relocation)
                    child._parent, child._root = self, self._root
                    child._is_le = self._is_le
                    pos = child._read_at(buf, pos, end)
                    self.all.append(child)
                    if pos == here:
                        self._stands(pos, "all")
                return pos

            def _read_be(self, buf: Bytes, pos: int, end: int) -> int:
                self.all = []
                while pos < end or self._goes_on(buf, pos):
                    here = pos
                    child = new(Elf.Header.Relocation)
                    child._parent, child._root = self, self._root
                    child._is_le = self._is_le
                    pos = child._read_at(buf, pos, end)
                    self.all.append(child)
                    if pos == here:
                        self._stands(pos, "all")
                return pos

            def _write__seq(self, io: Writer) -> None:
                if self._is_le is None:
                    raise undecided("/types/header/types/relocations", io)
                for all_item in self.all:
                    self._expect_record("all", all_item, Elf.Header.Relocation)
                    all_item._is_le = self._is_le
                    self._write_child(io, "all", all_item, Elf.Header.Relocation)

        class Relocation(Struct):
            """Type `relocation`.

            Attributes:
                info: A symbol and a kind, as the machine has them.
            """

            __slots__ = ("_is_le",)

            _root: Elf
            _parent: Elf.Header.Relocations
            _is_le: bool | None
            offset: int
            info: int

            _looks_up: ClassVar[tuple[str, ...]] = ("_root.width",)
            _FIXED_0: ClassVar[Fixed] = Fixed(("offset", "u4le"), ("info", "u4le"))
            _FIXED_1: ClassVar[Fixed] = Fixed(("offset", "u8le"), ("info", "u8le"))
            _FIXED_2: ClassVar[Fixed] = Fixed(("offset", "u4be"), ("info", "u4be"))
            _FIXED_3: ClassVar[Fixed] = Fixed(("offset", "u8be"), ("info", "u8be"))

            if TYPE_CHECKING:

                class _Fields(TypedDict, total=False):
                    offset: Required[int]
                    info: Required[int]

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
                    raise undecided("/types/header/types/relocation", self._io)
                return self._read_le(buf, pos, end) if self._is_le else self._read_be(buf, pos, end)

            def _read_le(self, buf: Bytes, pos: int, end: int) -> int:
                if self._root.width == Elf.Width.bits_32:
                    stop = pos + 8
                    if stop > end:
                        buf, end = self._FIXED_0.reach(self, pos)
                    self.offset, self.info = _unpack_Elf_Header_Relocation_FIXED_0(buf, pos)
                    pos = stop
                elif self._root.width == Elf.Width.bits_64:
                    stop = pos + 16
                    if stop > end:
                        buf, end = self._FIXED_1.reach(self, pos)
                    self.offset, self.info = _unpack_Elf_Header_Relocation_FIXED_1(buf, pos)
                    pos = stop
                return pos

            def _read_be(self, buf: Bytes, pos: int, end: int) -> int:
                if self._root.width == Elf.Width.bits_32:
                    stop = pos + 8
                    if stop > end:
                        buf, end = self._FIXED_2.reach(self, pos)
                    self.offset, self.info = _unpack_Elf_Header_Relocation_FIXED_2(buf, pos)
                    pos = stop
                elif self._root.width == Elf.Width.bits_64:
                    stop = pos + 16
                    if stop > end:
                        buf, end = self._FIXED_3.reach(self, pos)
                    self.offset, self.info = _unpack_Elf_Header_Relocation_FIXED_3(buf, pos)
                    pos = stop
                return pos

            def _write__seq(self, io: Writer) -> None:
                if self._is_le is None:
                    raise undecided("/types/header/types/relocation", io)
                if self._is_le:
                    if self._root.width == Elf.Width.bits_32:
                        io.u4le(self.offset, "offset")
                        io.u4le(self.info, "info")
                    elif self._root.width == Elf.Width.bits_64:
                        io.u8le(self.offset, "offset")
                        io.u8le(self.info, "info")
                    else:
                        if hasattr(self, "offset"):
                            self._leave_out("offset", "no case fits")
                        if hasattr(self, "info"):
                            self._leave_out("info", "no case fits")
                elif self._root.width == Elf.Width.bits_32:
                    io.u4be(self.offset, "offset")
                    io.u4be(self.info, "info")
                elif self._root.width == Elf.Width.bits_64:
                    io.u8be(self.offset, "offset")
                    io.u8be(self.info, "info")
                else:
                    if hasattr(self, "offset"):
                        self._leave_out("offset", "no case fits")
                    if hasattr(self, "info"):
                        self._leave_out("info", "no case fits")

        class RelocationsWithSums(Struct):
            """Type `relocations_with_sums`."""

            __slots__ = ("_start", "_end", "_stop", "all", "_is_le")

            _root: Elf
            _parent: Elf.Header.Section
            _is_le: bool | None
            all: list[Elf.Header.RelocationWithSum]

            if TYPE_CHECKING:

                class _Fields(TypedDict, total=False):
                    all: Required[
                        Iterable[
                            Elf.Header.RelocationWithSum | Elf.Header.RelocationWithSum._Fields
                        ]
                    ]

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
                    raise undecided("/types/header/types/relocations_with_sums", self._io)
                return self._read_le(buf, pos, end) if self._is_le else self._read_be(buf, pos, end)

            def _read_le(self, buf: Bytes, pos: int, end: int) -> int:
                self.all = []
                while pos < end or self._goes_on(buf, pos):
                    here = pos
                    child = new(Elf.Header.RelocationWithSum)
                    child._parent, child._root = self, self._root
                    child._is_le = self._is_le
                    pos = child._read_at(buf, pos, end)
                    self.all.append(child)
                    if pos == here:
                        self._stands(pos, "all")
                return pos

            def _read_be(self, buf: Bytes, pos: int, end: int) -> int:
                self.all = []
                while pos < end or self._goes_on(buf, pos):
                    here = pos
                    child = new(Elf.Header.RelocationWithSum)
                    child._parent, child._root = self, self._root
                    child._is_le = self._is_le
                    pos = child._read_at(buf, pos, end)
                    self.all.append(child)
                    if pos == here:
                        self._stands(pos, "all")
                return pos

            def _write__seq(self, io: Writer) -> None:
                if self._is_le is None:
                    raise undecided("/types/header/types/relocations_with_sums", io)
                for all_item in self.all:
                    self._expect_record("all", all_item, Elf.Header.RelocationWithSum)
                    all_item._is_le = self._is_le
                    self._write_child(io, "all", all_item, Elf.Header.RelocationWithSum)

        class RelocationWithSum(Struct):
            """Type `relocation_with_sum`."""

            __slots__ = ("_is_le",)

            _root: Elf
            _parent: Elf.Header.RelocationsWithSums
            _is_le: bool | None
            offset: int
            info: int
            sum: int

            _looks_up: ClassVar[tuple[str, ...]] = ("_root.width",)
            _FIXED_0: ClassVar[Fixed] = Fixed(("offset", "u4le"), ("info", "u4le"), ("sum", "s4le"))
            _FIXED_1: ClassVar[Fixed] = Fixed(("offset", "u8le"), ("info", "u8le"), ("sum", "s8le"))
            _FIXED_2: ClassVar[Fixed] = Fixed(("offset", "u4be"), ("info", "u4be"), ("sum", "s4be"))
            _FIXED_3: ClassVar[Fixed] = Fixed(("offset", "u8be"), ("info", "u8be"), ("sum", "s8be"))

            if TYPE_CHECKING:

                class _Fields(TypedDict, total=False):
                    offset: Required[int]
                    info: Required[int]
                    sum: Required[int]

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
                    raise undecided("/types/header/types/relocation_with_sum", self._io)
                return self._read_le(buf, pos, end) if self._is_le else self._read_be(buf, pos, end)

            def _read_le(self, buf: Bytes, pos: int, end: int) -> int:
                if self._root.width == Elf.Width.bits_32:
                    stop = pos + 12
                    if stop > end:
                        buf, end = self._FIXED_0.reach(self, pos)
                    self.offset, self.info, self.sum = _unpack_Elf_Header_RelocationWithSum_FIXED_0(
                        buf, pos
                    )
                    pos = stop
                elif self._root.width == Elf.Width.bits_64:
                    stop = pos + 24
                    if stop > end:
                        buf, end = self._FIXED_1.reach(self, pos)
                    self.offset, self.info, self.sum = _unpack_Elf_Header_RelocationWithSum_FIXED_1(
                        buf, pos
                    )
                    pos = stop
                return pos

            def _read_be(self, buf: Bytes, pos: int, end: int) -> int:
                if self._root.width == Elf.Width.bits_32:
                    stop = pos + 12
                    if stop > end:
                        buf, end = self._FIXED_2.reach(self, pos)
                    self.offset, self.info, self.sum = _unpack_Elf_Header_RelocationWithSum_FIXED_2(
                        buf, pos
                    )
                    pos = stop
                elif self._root.width == Elf.Width.bits_64:
                    stop = pos + 24
                    if stop > end:
                        buf, end = self._FIXED_3.reach(self, pos)
                    self.offset, self.info, self.sum = _unpack_Elf_Header_RelocationWithSum_FIXED_3(
                        buf, pos
                    )
                    pos = stop
                return pos

            def _write__seq(self, io: Writer) -> None:
                if self._is_le is None:
                    raise undecided("/types/header/types/relocation_with_sum", io)
                if self._is_le:
                    if self._root.width == Elf.Width.bits_32:
                        io.u4le(self.offset, "offset")
                        io.u4le(self.info, "info")
                        io.s4le(self.sum, "sum")
                    elif self._root.width == Elf.Width.bits_64:
                        io.u8le(self.offset, "offset")
                        io.u8le(self.info, "info")
                        io.s8le(self.sum, "sum")
                    else:
                        if hasattr(self, "offset"):
                            self._leave_out("offset", "no case fits")
                        if hasattr(self, "info"):
                            self._leave_out("info", "no case fits")
                        if hasattr(self, "sum"):
                            self._leave_out("sum", "no case fits")
                elif self._root.width == Elf.Width.bits_32:
                    io.u4be(self.offset, "offset")
                    io.u4be(self.info, "info")
                    io.s4be(self.sum, "sum")
                elif self._root.width == Elf.Width.bits_64:
                    io.u8be(self.offset, "offset")
                    io.u8be(self.info, "info")
                    io.s8be(self.sum, "sum")
                else:
                    if hasattr(self, "offset"):
                        self._leave_out("offset", "no case fits")
                    if hasattr(self, "info"):
                        self._leave_out("info", "no case fits")
                    if hasattr(self, "sum"):
                        self._leave_out("sum", "no case fits")

        class Notes(Struct):
            """Type `notes`."""

            __slots__ = ("_start", "_end", "_stop", "all", "_is_le")

            _root: Elf
            _parent: Elf.Header.Section
            _is_le: bool | None
            all: list[Elf.Header.Note]

            if TYPE_CHECKING:

                class _Fields(TypedDict, total=False):
                    all: Required[Iterable[Elf.Header.Note | Elf.Header.Note._Fields]]

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
                    raise undecided("/types/header/types/notes", self._io)
                return self._read_le(buf, pos, end) if self._is_le else self._read_be(buf, pos, end)

            def _read_le(self, buf: Bytes, pos: int, end: int) -> int:
                self.all = []
                while pos < end or self._goes_on(buf, pos):
                    child = new(Elf.Header.Note)
                    child._parent, child._root = self, self._root
                    child._is_le = self._is_le
                    pos = child._read_at(buf, pos, end)
                    self.all.append(child)
                return pos

            def _read_be(self, buf: Bytes, pos: int, end: int) -> int:
                self.all = []
                while pos < end or self._goes_on(buf, pos):
                    child = new(Elf.Header.Note)
                    child._parent, child._root = self, self._root
                    child._is_le = self._is_le
                    pos = child._read_at(buf, pos, end)
                    self.all.append(child)
                return pos

            def _write__seq(self, io: Writer) -> None:
                if self._is_le is None:
                    raise undecided("/types/header/types/notes", io)
                for all_item in self.all:
                    self._expect_record("all", all_item, Elf.Header.Note)
                    all_item._is_le = self._is_le
                    self._write_child(io, "all", all_item, Elf.Header.Note)

        class Note(Struct):
            """Type `note`."""

            __slots__ = (
                "len_name",
                "len_body",
                "kind",
                "name",
                "padding",
                "body",
                "padding_behind",
                "_is_le",
            )

            _root: Elf
            _parent: Elf.Header.Notes
            _is_le: bool | None
            len_name: int
            len_body: int
            kind: int
            name: bytes
            padding: bytes
            body: bytes
            padding_behind: bytes

            _derived: ClassVar[tuple[str, ...]] = ("len_name", "len_body")
            _BLOCK_LE_0: ClassVar[Block] = Block(
                ("len_name", "u4le"), ("len_body", "u4le"), ("kind", "u4le")
            )
            _BLOCK_BE_0: ClassVar[Block] = Block(
                ("len_name", "u4be"), ("len_body", "u4be"), ("kind", "u4be")
            )

            if TYPE_CHECKING:

                class _Fields(TypedDict, total=False):
                    len_name: int
                    len_body: int
                    kind: Required[int]
                    name: Required[bytes]
                    padding: bytes
                    body: Required[bytes]
                    padding_behind: bytes

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
                    raise undecided("/types/header/types/note", self._io)
                return self._read_le(buf, pos, end) if self._is_le else self._read_be(buf, pos, end)

            def _read_le(self, buf: Bytes, pos: int, end: int) -> int:
                stop = pos + 12
                if stop > end:
                    buf, end = self._BLOCK_LE_0.reach(self, pos)
                self.len_name, self.len_body, self.kind = _unpack_Elf_Header_Note_LE_0(buf, pos)
                pos = stop
                stop = pos + self.len_name
                if stop > end:
                    buf, end = self._reach(stop - pos, "name", pos)
                self.name = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
                stop = pos + (-self.len_name % 4)
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "padding", pos)
                self.padding = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
                stop = pos + self.len_body
                if stop > end:
                    buf, end = self._reach(stop - pos, "body", pos)
                self.body = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
                stop = pos + (-self.len_body % 4)
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "padding_behind", pos)
                self.padding_behind = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                return stop

            def _read_be(self, buf: Bytes, pos: int, end: int) -> int:
                stop = pos + 12
                if stop > end:
                    buf, end = self._BLOCK_BE_0.reach(self, pos)
                self.len_name, self.len_body, self.kind = _unpack_Elf_Header_Note_BE_0(buf, pos)
                pos = stop
                stop = pos + self.len_name
                if stop > end:
                    buf, end = self._reach(stop - pos, "name", pos)
                self.name = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
                stop = pos + (-self.len_name % 4)
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "padding", pos)
                self.padding = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
                stop = pos + self.len_body
                if stop > end:
                    buf, end = self._reach(stop - pos, "body", pos)
                self.body = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
                stop = pos + (-self.len_body % 4)
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "padding_behind", pos)
                self.padding_behind = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                return stop

            def _derive(self) -> None:
                self._set_default("padding", b"")
                self._set_default("padding_behind", b"")
                self._set_derived("len_name", len(self.name), "name")
                self._set_derived("len_body", len(self.body), "body")

            def _write__seq(self, io: Writer) -> None:
                if self._is_le is None:
                    raise undecided("/types/header/types/note", io)
                if self._is_le:
                    self._BLOCK_LE_0.write(io, self.len_name, self.len_body, self.kind)
                    io.put_sized(self.name, self.len_name, "name")
                    io.put_filled(self.padding, -self.len_name % 4, "padding", 0, of=self)
                    io.put_sized(self.body, self.len_body, "body")
                    io.put_filled(
                        self.padding_behind, -self.len_body % 4, "padding_behind", 0, of=self
                    )
                else:
                    self._BLOCK_BE_0.write(io, self.len_name, self.len_body, self.kind)
                    io.put_sized(self.name, self.len_name, "name")
                    io.put_filled(self.padding, -self.len_name % 4, "padding", 0, of=self)
                    io.put_sized(self.body, self.len_body, "body")
                    io.put_filled(
                        self.padding_behind, -self.len_body % 4, "padding_behind", 0, of=self
                    )


# What methods look up, at the price of a name.
_members_Elf_ByteOrder = Members(lambda: Elf.ByteOrder)
_members_Elf_Kind = Members(lambda: Elf.Kind)
_members_Elf_Machine = Members(lambda: Elf.Machine)
_members_Elf_SectionKind = Members(lambda: Elf.SectionKind)
_members_Elf_SegmentKind = Members(lambda: Elf.SegmentKind)
_members_Elf_Width = Members(lambda: Elf.Width)
_types_Elf_Header_Section_body = Types(Elf.Header.Section._body_types)
_unpack_Elf_FIXED_0 = Elf._FIXED_0.unpack
_unpack_Elf_Header_BE_0 = Elf.Header._BLOCK_BE_0.unpack
_unpack_Elf_Header_BE_1 = Elf.Header._BLOCK_BE_1.unpack
_unpack_Elf_Header_Entry_FIXED_0 = Elf.Header.Entry._FIXED_0.unpack
_unpack_Elf_Header_Entry_FIXED_1 = Elf.Header.Entry._FIXED_1.unpack
_unpack_Elf_Header_Entry_FIXED_2 = Elf.Header.Entry._FIXED_2.unpack
_unpack_Elf_Header_Entry_FIXED_3 = Elf.Header.Entry._FIXED_3.unpack
_unpack_Elf_Header_FIXED_0 = Elf.Header._FIXED_0.unpack
_unpack_Elf_Header_FIXED_1 = Elf.Header._FIXED_1.unpack
_unpack_Elf_Header_FIXED_2 = Elf.Header._FIXED_2.unpack
_unpack_Elf_Header_FIXED_3 = Elf.Header._FIXED_3.unpack
_unpack_Elf_Header_LE_0 = Elf.Header._BLOCK_LE_0.unpack
_unpack_Elf_Header_LE_1 = Elf.Header._BLOCK_LE_1.unpack
_unpack_Elf_Header_Note_BE_0 = Elf.Header.Note._BLOCK_BE_0.unpack
_unpack_Elf_Header_Note_LE_0 = Elf.Header.Note._BLOCK_LE_0.unpack
_unpack_Elf_Header_RelocationWithSum_FIXED_0 = Elf.Header.RelocationWithSum._FIXED_0.unpack
_unpack_Elf_Header_RelocationWithSum_FIXED_1 = Elf.Header.RelocationWithSum._FIXED_1.unpack
_unpack_Elf_Header_RelocationWithSum_FIXED_2 = Elf.Header.RelocationWithSum._FIXED_2.unpack
_unpack_Elf_Header_RelocationWithSum_FIXED_3 = Elf.Header.RelocationWithSum._FIXED_3.unpack
_unpack_Elf_Header_Relocation_FIXED_0 = Elf.Header.Relocation._FIXED_0.unpack
_unpack_Elf_Header_Relocation_FIXED_1 = Elf.Header.Relocation._FIXED_1.unpack
_unpack_Elf_Header_Relocation_FIXED_2 = Elf.Header.Relocation._FIXED_2.unpack
_unpack_Elf_Header_Relocation_FIXED_3 = Elf.Header.Relocation._FIXED_3.unpack
_unpack_Elf_Header_Section_BE_0 = Elf.Header.Section._BLOCK_BE_0.unpack
_unpack_Elf_Header_Section_BE_1 = Elf.Header.Section._BLOCK_BE_1.unpack
_unpack_Elf_Header_Section_FIXED_0 = Elf.Header.Section._FIXED_0.unpack
_unpack_Elf_Header_Section_FIXED_1 = Elf.Header.Section._FIXED_1.unpack
_unpack_Elf_Header_Section_FIXED_2 = Elf.Header.Section._FIXED_2.unpack
_unpack_Elf_Header_Section_FIXED_3 = Elf.Header.Section._FIXED_3.unpack
_unpack_Elf_Header_Section_FIXED_4 = Elf.Header.Section._FIXED_4.unpack
_unpack_Elf_Header_Section_FIXED_5 = Elf.Header.Section._FIXED_5.unpack
_unpack_Elf_Header_Section_FIXED_6 = Elf.Header.Section._FIXED_6.unpack
_unpack_Elf_Header_Section_FIXED_7 = Elf.Header.Section._FIXED_7.unpack
_unpack_Elf_Header_Section_LE_0 = Elf.Header.Section._BLOCK_LE_0.unpack
_unpack_Elf_Header_Section_LE_1 = Elf.Header.Section._BLOCK_LE_1.unpack
_unpack_Elf_Header_Segment_FIXED_0 = Elf.Header.Segment._FIXED_0.unpack
_unpack_Elf_Header_Segment_FIXED_1 = Elf.Header.Segment._FIXED_1.unpack
_unpack_Elf_Header_Segment_FIXED_2 = Elf.Header.Segment._FIXED_2.unpack
_unpack_Elf_Header_Segment_FIXED_3 = Elf.Header.Segment._FIXED_3.unpack
_unpack_Elf_Header_Symbol_BE_0 = Elf.Header.Symbol._BLOCK_BE_0.unpack
_unpack_Elf_Header_Symbol_FIXED_0 = Elf.Header.Symbol._FIXED_0.unpack
_unpack_Elf_Header_Symbol_FIXED_1 = Elf.Header.Symbol._FIXED_1.unpack
_unpack_Elf_Header_Symbol_FIXED_2 = Elf.Header.Symbol._FIXED_2.unpack
_unpack_Elf_Header_Symbol_FIXED_3 = Elf.Header.Symbol._FIXED_3.unpack
_unpack_Elf_Header_Symbol_LE_0 = Elf.Header.Symbol._BLOCK_LE_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Elf":"elf","Elf.Header":"elf::header","Elf.Header.Segment":"elf::header::segment",
"Elf.Header.Section":"elf::header::section","Elf.Header.Strings":"elf::header::strings",
"Elf.Header.Symbols":"elf::header::symbols","Elf.Header.Symbol":"elf::header::symbol",
"Elf.Header.Dynamic":"elf::header::dynamic","Elf.Header.Entry":"elf::header::entry",
"Elf.Header.Relocations":"elf::header::relocations",
"Elf.Header.Relocation":"elf::header::relocation",
"Elf.Header.RelocationsWithSums":"elf::header::relocations_with_sums",
"Elf.Header.RelocationWithSum":"elf::header::relocation_with_sum",
"Elf.Header.Notes":"elf::header::notes","Elf.Header.Note":"elf::header::note"},
"spec":{"id":"elf","title":"ELF program, library or object","file":"elf.ksy",
"digest":"7f7964119ed258dd48a03837bf0d1ec7ef05115dac0e38bc2e7ee2b0c88c660d","types":[
{"path":"elf","parent":"any record","endian":"le","fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"offset":0,"size":4,
"contents":{"hex":"7f454c46"}},
{"id":"width","type":"enum elf::width","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"elf::width"},"offset":4,"size":1,"valid":[{"kind":"member"}],"default":["enum","elf::width",
"bits_64"],"doc":"Of addresses, and of positions in the file."},
{"id":"byte_order","type":"enum elf::byte_order","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"elf::byte_order"},"offset":5,"size":1,"valid":[{"kind":"member"}],"default":["enum",
"elf::byte_order","little"]},
{"id":"version","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":6,
"size":1,"valid":[{"kind":"equal","args":[1]}]},
{"id":"system","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":7,"size":1,
"default":0,"usual":["list",0,3],"doc":"0 for System V, 3 for Linux."},
{"id":"system_version","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":8,
"size":1,"default":0,"usual":["list",0]},
{"id":"padding","type":"bytes","stored":{"is":"Bytes","extent":{"size":7,"fill":0}},"offset":9,
"size":7},
{"id":"header","type":"elf::header","stored":{"is":"Record","path":"elf::header"},"offset":16}],
"doc":"Programs and what they are made of, of 32 or 64 bits, in either byte order.\n\nSegments are
 what a system loads, sections what a linker works with; both are over the same bytes.\n\n\nSee
 https://gabi.xinuos.com/ System V ABI, Object Files"},
{"path":"elf::header","parent":"elf","endian":{"on":["get","_root","byte_order"],"cases":[[["enum",
"elf::byte_order","little"],"le"],[["enum","elf::byte_order","big"],"be"]]},"fields":[
{"id":"kind","type":"enum elf::kind","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"chosen","enum":"elf::kind"},"offset":0,"size":2,"default":["enum","elf::kind","program"],
"usual":["list",["enum","elf::kind","object"],["enum","elf::kind","program"],["enum","elf::kind",
"shared"]]},
{"id":"machine","type":"enum elf::machine","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"chosen","enum":"elf::machine"},"offset":2,"size":2,"default":["enum","elf::machine",
"x86_64"],"usual":["list",["enum","elf::machine","x86_64"],["enum","elf::machine","arm_64"]]},
{"id":"version","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"chosen"},
"offset":4,"size":4,"valid":[{"kind":"equal","args":[1]}]},
{"id":"entry","type":"int","stored":{"is":"Switch","on":["get","_root","width"],
"cases":[{"key":["enum","elf::width","bits_32"],"stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"}},{"key":["enum","elf::width","bits_64"],"stored":{"is":"Number",
"kind":"unsigned","size":8,"endian":"chosen"}}]},"offset":8,"default":0,"doc":"The address that a
 program begins at."},
{"id":"ofs_segments","type":"int","stored":{"is":"Switch","on":["get","_root","width"],
"cases":[{"key":["enum","elf::width","bits_32"],"stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"}},{"key":["enum","elf::width","bits_64"],"stored":{"is":"Number",
"kind":"unsigned","size":8,"endian":"chosen"}}]},"default":0},
{"id":"ofs_sections","type":"int","stored":{"is":"Switch","on":["get","_root","width"],
"cases":[{"key":["enum","elf::width","bits_32"],"stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"}},{"key":["enum","elf::width","bits_64"],"stored":{"is":"Number",
"kind":"unsigned","size":8,"endian":"chosen"}}]},"default":0},
{"id":"flags","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"chosen"},
"size":4,"default":0,"usual":["list",0]},
{"id":"len_header","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"chosen"},"size":2,"default":["if",["eq",["get","_root","width"],["enum","elf::width",
"bits_32"]],52,64],"usual":["list",["if",["eq",["get","_root","width"],["enum","elf::width",
"bits_32"]],52,64]]},
{"id":"len_segments","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"chosen"},"size":2,"default":["if",["eq",["get","_root","width"],["enum","elf::width",
"bits_32"]],32,56],"usual":["list",["if",["eq",["get","_root","width"],["enum","elf::width",
"bits_32"]],32,56]]},
{"id":"num_segments","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"chosen"},"size":2,"default":0,"usual":["list",0,1,2]},
{"id":"len_sections","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"chosen"},"size":2,"default":["if",["eq",["get","_root","width"],["enum","elf::width",
"bits_32"]],40,64],"usual":["list",["if",["eq",["get","_root","width"],["enum","elf::width",
"bits_32"]],40,64]]},
{"id":"num_sections","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"chosen"},"size":2,"default":0,"usual":["list",1,2,3]},
{"id":"names","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"chosen"},
"size":2,"default":0,"usual":["list",0],"doc":"The number of the section that has the names of
 sections."}],"instances":[
{"id":"segments","type":"elf::header::segment[]","stored":{"is":"Record",
"path":"elf::header::segment","extent":{"size":"len_segments"}},"repeat":{"count":"num_segments"},
"pos":"ofs_segments","io":["get","_root","_io"]},
{"id":"names_section","type":"int","value":["if",["and","is_wide",["eq","names",{"int":"0xffff"}]],
["get","first","link"],"names"],"doc":"The number of the section that has the names."},
{"id":"sections","type":"elf::header::section[]","stored":{"is":"Record",
"path":"elf::header::section","extent":{"size":"len_sections"}},"repeat":{"count":["if",["and",
"is_wide",["eq","num_sections",0]],["get","first","len_body"],"num_sections"]},"pos":"ofs_sections",
"io":["get","_root","_io"],"doc":"The first one is nothing, but for numbers that the header has no
 room for."},
{"id":"is_wide","type":"bool","value":["and",["ne","ofs_sections",0],["or",["eq","num_sections",0],
["eq","names",{"int":"0xffff"}]]],"default":false},
{"id":"first","type":"elf::header::section","stored":{"is":"Record","path":"elf::header::section"},
"condition":"is_wide","pos":"ofs_sections","io":["get","_root","_io"]}],"edges":[{"is":"Count",
"field":"num_segments","of":"segments"},{"is":"Count","field":"num_sections","of":"sections",
"condition":["or",["not","is_wide"],["not",["eq","num_sections",0]]]},{"is":"Position",
"field":"ofs_segments","of":"segments"},{"is":"Position","field":"ofs_sections","of":"sections"},
{"is":"Position","field":"ofs_sections","of":"first"}]},
{"path":"elf::header::segment","parent":"elf::header","fields":[
{"id":"kind","type":"enum elf::segment_kind","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen","enum":"elf::segment_kind"},"offset":0,"size":4,"usual":["list",["enum",
"elf::segment_kind","load"]]},
{"id":"flags_64","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"chosen"},
"offset":4,"size":4,"condition":["eq",["get","_root","width"],["enum","elf::width","bits_64"]],
"default":5,"doc":"1 for what runs, 2 for what is written, 4 for what is read."},
{"id":"ofs_body","type":"int","stored":{"is":"Switch","on":["get","_root","width"],
"cases":[{"key":["enum","elf::width","bits_32"],"stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"}},{"key":["enum","elf::width","bits_64"],"stored":{"is":"Number",
"kind":"unsigned","size":8,"endian":"chosen"}}]},"default":0},
{"id":"address","type":"int","stored":{"is":"Switch","on":["get","_root","width"],
"cases":[{"key":["enum","elf::width","bits_32"],"stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"}},{"key":["enum","elf::width","bits_64"],"stored":{"is":"Number",
"kind":"unsigned","size":8,"endian":"chosen"}}]},"default":0},
{"id":"physical_address","type":"int","stored":{"is":"Switch","on":["get","_root","width"],
"cases":[{"key":["enum","elf::width","bits_32"],"stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"}},{"key":["enum","elf::width","bits_64"],"stored":{"is":"Number",
"kind":"unsigned","size":8,"endian":"chosen"}}]},"default":0},
{"id":"len_body","type":"int","stored":{"is":"Switch","on":["get","_root","width"],
"cases":[{"key":["enum","elf::width","bits_32"],"stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"}},{"key":["enum","elf::width","bits_64"],"stored":{"is":"Number",
"kind":"unsigned","size":8,"endian":"chosen"}}]},"default":0},
{"id":"len_memory","type":"int","stored":{"is":"Switch","on":["get","_root","width"],
"cases":[{"key":["enum","elf::width","bits_32"],"stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"}},{"key":["enum","elf::width","bits_64"],"stored":{"is":"Number",
"kind":"unsigned","size":8,"endian":"chosen"}}]},"default":["length","body"],"usual":["list",
"len_body",["add","len_body",{"int":"0x1000"}]],"doc":"At least what is in the file; the rest are
 zeros."},
{"id":"flags_32","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"chosen"},
"size":4,"condition":["eq",["get","_root","width"],["enum","elf::width","bits_32"]],"default":5},
{"id":"align","type":"int","stored":{"is":"Switch","on":["get","_root","width"],
"cases":[{"key":["enum","elf::width","bits_32"],"stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"}},{"key":["enum","elf::width","bits_64"],"stored":{"is":"Number",
"kind":"unsigned","size":8,"endian":"chosen"}}]},"default":1,"usual":["list",1]}],"instances":[
{"id":"body","type":"bytes","stored":{"is":"Bytes","extent":{"size":"len_body"}},"pos":"ofs_body",
"io":["get","_root","_io"]}],"edges":[{"is":"Length","field":"len_body","of":"body"},
{"is":"Position","field":"ofs_body","of":"body"}]},
{"path":"elf::header::section","parent":"elf::header","fields":[
{"id":"ofs_name","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"chosen"},
"offset":0,"size":4,"default":0,"doc":"In the section that has the names."},
{"id":"kind","type":"enum elf::section_kind","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen","enum":"elf::section_kind"},"offset":4,"size":4,"usual":["list",["if",["eq",
["size",["get","_parent","sections"]],0],["enum","elf::section_kind","none"],["enum",
"elf::section_kind","program"]]]},
{"id":"flags","type":"int","stored":{"is":"Switch","on":["get","_root","width"],
"cases":[{"key":["enum","elf::width","bits_32"],"stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"}},{"key":["enum","elf::width","bits_64"],"stored":{"is":"Number",
"kind":"unsigned","size":8,"endian":"chosen"}}]},"offset":8,"default":0,"usual":["list",0],"doc":"1
 for what is written, 2 for what is in memory, 4 for what runs."},
{"id":"address","type":"int","stored":{"is":"Switch","on":["get","_root","width"],
"cases":[{"key":["enum","elf::width","bits_32"],"stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"}},{"key":["enum","elf::width","bits_64"],"stored":{"is":"Number",
"kind":"unsigned","size":8,"endian":"chosen"}}]},"default":0},
{"id":"ofs_body","type":"int","stored":{"is":"Switch","on":["get","_root","width"],
"cases":[{"key":["enum","elf::width","bits_32"],"stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"}},{"key":["enum","elf::width","bits_64"],"stored":{"is":"Number",
"kind":"unsigned","size":8,"endian":"chosen"}}]},"default":0},
{"id":"len_body","type":"int","stored":{"is":"Switch","on":["get","_root","width"],
"cases":[{"key":["enum","elf::width","bits_32"],"stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"}},{"key":["enum","elf::width","bits_64"],"stored":{"is":"Number",
"kind":"unsigned","size":8,"endian":"chosen"}}]},"default":0},
{"id":"link","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"chosen"},
"size":4,"default":0,"usual":["list",0],"doc":"The number of another section, of texts for one."},
{"id":"info","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"chosen"},
"size":4,"default":0,"usual":["list",0]},
{"id":"align","type":"int","stored":{"is":"Switch","on":["get","_root","width"],
"cases":[{"key":["enum","elf::width","bits_32"],"stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"}},{"key":["enum","elf::width","bits_64"],"stored":{"is":"Number",
"kind":"unsigned","size":8,"endian":"chosen"}}]},"default":1,"usual":["list",1]},
{"id":"len_entry","type":"int","stored":{"is":"Switch","on":["get","_root","width"],
"cases":[{"key":["enum","elf::width","bits_32"],"stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"}},{"key":["enum","elf::width","bits_64"],"stored":{"is":"Number",
"kind":"unsigned","size":8,"endian":"chosen"}}]},"valid":[{"kind":"that","args":[["or",["eq",
"len_record",0],["eq","_","len_record"]]]}],"default":"len_record","usual":["list","len_record"]}],
"instances":[
{"id":"has_symbols","type":"bool","value":["or",["eq","kind",["enum","elf::section_kind",
"symbols"]],["eq","kind",["enum","elf::section_kind","dynamic_symbols"]]]},
{"id":"len_record","type":"int","value":["if","has_symbols",["if",["eq",["get","_root","width"],
["enum","elf::width","bits_32"]],16,24],["if",["eq","kind",["enum","elf::section_kind",
"relocations"]],["if",["eq",["get","_root","width"],["enum","elf::width","bits_32"]],8,16],["if",
["eq","kind",["enum","elf::section_kind","relocations_with_sums"]],["if",["eq",["get","_root",
"width"],["enum","elf::width","bits_32"]],12,24],0]]],"doc":"Bytes of an entry, where entries are
 records that do not tell."},
{"id":"is_linked","type":"bool","value":["or",["and",["not","has_symbols"],["ne","kind",["enum",
"elf::section_kind","dynamic"]]],["and",["lt","link",["size",["get","_parent","sections"]]],["eq",
["get",["item",["get","_parent","sections"],"link"],"kind"],["enum","elf::section_kind",
"strings"]]]],"valid":[{"kind":"equal","args":[true]}],"doc":"Whether texts of symbols and dynamic
 entries are in a section that is there."},
{"id":"is_stored","type":"bool","value":["and",["ne","kind",["enum","elf::section_kind","none"]],
["ne","kind",["enum","elf::section_kind","no_bits"]]]},
{"id":"body","type":"mixed","stored":{"is":"Switch","on":"kind","cases":[{"key":["enum",
"elf::section_kind","symbols"],"stored":{"is":"Record","path":"elf::header::symbols",
"extent":{"size":"len_body"}}},{"key":["enum","elf::section_kind","dynamic_symbols"],
"stored":{"is":"Record","path":"elf::header::symbols","extent":{"size":"len_body"}}},{"key":["enum",
"elf::section_kind","strings"],"stored":{"is":"Record","path":"elf::header::strings",
"extent":{"size":"len_body"}}},{"key":["enum","elf::section_kind","dynamic"],
"stored":{"is":"Record","path":"elf::header::dynamic","extent":{"size":"len_body"}}},{"key":["enum",
"elf::section_kind","relocations"],"stored":{"is":"Record","path":"elf::header::relocations",
"extent":{"size":"len_body"}}},{"key":["enum","elf::section_kind","relocations_with_sums"],
"stored":{"is":"Record","path":"elf::header::relocations_with_sums","extent":{"size":"len_body"}}},
{"key":["enum","elf::section_kind","note"],"stored":{"is":"Record","path":"elf::header::notes",
"extent":{"size":"len_body"}}},{"stored":{"is":"Bytes","extent":{"size":"len_body"}}}]},
"condition":"is_stored","pos":"ofs_body","io":["get","_root","_io"]},
{"id":"name","type":"str","stored":{"is":"Text","encoding":"utf-8",
"extent":{"terminator":{"hex":"00"}}},"condition":["ne",["get",["get","_root","header"],
"names_section"],0],"pos":"ofs_name","io":["get",["get",["item",["get",["get","_root","header"],
"sections"],["get",["get","_root","header"],"names_section"]],"body"],"_io"]}],
"edges":[{"is":"Position","field":"ofs_body","of":"body"},{"is":"Position","field":"ofs_name",
"of":"name"},{"is":"Length","field":"len_body","of":"body","at_least":true}]},
{"path":"elf::header::strings","parent":"elf::header::section","fields":[
{"id":"all","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"offset":0}],
"doc":"Texts with a zero behind each; others name them by where they begin."},
{"path":"elf::header::symbols","parent":"elf::header::section","fields":[
{"id":"all","type":"elf::header::symbol[]","stored":{"is":"Record","path":"elf::header::symbol"},
"offset":0,"repeat":{}}]},
{"path":"elf::header::symbol","parent":"elf::header::symbols","fields":[
{"id":"ofs_name","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"chosen"},
"offset":0,"size":4,"doc":"In the section that `link` names."},
{"id":"value_32","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"chosen"},
"offset":4,"size":4,"condition":["eq",["get","_root","width"],["enum","elf::width","bits_32"]]},
{"id":"size_32","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"chosen"},
"size":4,"condition":["eq",["get","_root","width"],["enum","elf::width","bits_32"]]},
{"id":"binding","type":"int","stored":{"is":"Bits","width":4,"endian":"be"},"doc":"0 for local, 1
 for global, 2 for weak."},
{"id":"kind","type":"int","stored":{"is":"Bits","width":4,"endian":"be"},"doc":"1 for data, 2 for a
 function, 3 for a section, 4 for a file."},
{"id":"visibility","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1,
"default":0},
{"id":"section","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"chosen"},
"size":2,"doc":"The number of the section that it is in; 0 for none."},
{"id":"value_64","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"chosen"},
"size":8,"condition":["eq",["get","_root","width"],["enum","elf::width","bits_64"]]},
{"id":"size_64","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"chosen"},
"size":8,"condition":["eq",["get","_root","width"],["enum","elf::width","bits_64"]]}]},
{"path":"elf::header::dynamic","parent":"elf::header::section","fields":[
{"id":"all","type":"elf::header::entry[]","stored":{"is":"Record","path":"elf::header::entry"},
"offset":0,"repeat":{}}]},
{"path":"elf::header::entry","parent":"elf::header::dynamic","fields":[
{"id":"tag","type":"int","stored":{"is":"Switch","on":["get","_root","width"],
"cases":[{"key":["enum","elf::width","bits_32"],"stored":{"is":"Number","kind":"signed","size":4,
"endian":"chosen"}},{"key":["enum","elf::width","bits_64"],"stored":{"is":"Number","kind":"signed",
"size":8,"endian":"chosen"}}]},"offset":0,"doc":"0 for the last, 1 for a library that is needed."},
{"id":"value","type":"int","stored":{"is":"Switch","on":["get","_root","width"],
"cases":[{"key":["enum","elf::width","bits_32"],"stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"}},{"key":["enum","elf::width","bits_64"],"stored":{"is":"Number",
"kind":"unsigned","size":8,"endian":"chosen"}}]}}]},
{"path":"elf::header::relocations","parent":"elf::header::section","fields":[
{"id":"all","type":"elf::header::relocation[]","stored":{"is":"Record",
"path":"elf::header::relocation"},"offset":0,"repeat":{}}]},
{"path":"elf::header::relocation","parent":"elf::header::relocations","fields":[
{"id":"offset","type":"int","stored":{"is":"Switch","on":["get","_root","width"],
"cases":[{"key":["enum","elf::width","bits_32"],"stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"}},{"key":["enum","elf::width","bits_64"],"stored":{"is":"Number",
"kind":"unsigned","size":8,"endian":"chosen"}}]},"offset":0},
{"id":"info","type":"int","stored":{"is":"Switch","on":["get","_root","width"],
"cases":[{"key":["enum","elf::width","bits_32"],"stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"}},{"key":["enum","elf::width","bits_64"],"stored":{"is":"Number",
"kind":"unsigned","size":8,"endian":"chosen"}}]},"doc":"A symbol and a kind, as the machine has
 them."}]},
{"path":"elf::header::relocations_with_sums","parent":"elf::header::section","fields":[
{"id":"all","type":"elf::header::relocation_with_sum[]","stored":{"is":"Record",
"path":"elf::header::relocation_with_sum"},"offset":0,"repeat":{}}]},
{"path":"elf::header::relocation_with_sum","parent":"elf::header::relocations_with_sums","fields":[
{"id":"offset","type":"int","stored":{"is":"Switch","on":["get","_root","width"],
"cases":[{"key":["enum","elf::width","bits_32"],"stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"}},{"key":["enum","elf::width","bits_64"],"stored":{"is":"Number",
"kind":"unsigned","size":8,"endian":"chosen"}}]},"offset":0},
{"id":"info","type":"int","stored":{"is":"Switch","on":["get","_root","width"],
"cases":[{"key":["enum","elf::width","bits_32"],"stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"}},{"key":["enum","elf::width","bits_64"],"stored":{"is":"Number",
"kind":"unsigned","size":8,"endian":"chosen"}}]}},
{"id":"sum","type":"int","stored":{"is":"Switch","on":["get","_root","width"],
"cases":[{"key":["enum","elf::width","bits_32"],"stored":{"is":"Number","kind":"signed","size":4,
"endian":"chosen"}},{"key":["enum","elf::width","bits_64"],"stored":{"is":"Number","kind":"signed",
"size":8,"endian":"chosen"}}]}}]},
{"path":"elf::header::notes","parent":"elf::header::section","fields":[
{"id":"all","type":"elf::header::note[]","stored":{"is":"Record","path":"elf::header::note"},
"offset":0,"repeat":{}}]},
{"path":"elf::header::note","parent":"elf::header::notes","fields":[
{"id":"len_name","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"chosen"},
"offset":0,"size":4},
{"id":"len_body","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"chosen"},
"offset":4,"size":4},
{"id":"kind","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"chosen"},
"offset":8,"size":4},
{"id":"name","type":"bytes","stored":{"is":"Bytes","extent":{"size":"len_name"}},"offset":12},
{"id":"padding","type":"bytes","stored":{"is":"Bytes","extent":{"size":["mod",["neg","len_name"],4],
"fill":0}}},
{"id":"body","type":"bytes","stored":{"is":"Bytes","extent":{"size":"len_body"}}},
{"id":"padding_behind","type":"bytes","stored":{"is":"Bytes","extent":{"size":["mod",["neg",
"len_body"],4],"fill":0}}}],"edges":[{"is":"Length","field":"len_name","of":"name"},{"is":"Length",
"field":"len_body","of":"body"}]}],"enums":[
{"path":"elf::width","members":[{"id":"bits_32","value":1},{"id":"bits_64","value":2}]},
{"path":"elf::byte_order","members":[{"id":"little","value":1},{"id":"big","value":2}]},
{"path":"elf::kind","members":[{"id":"none","value":0},{"id":"object","value":1},{"id":"program",
"value":2},{"id":"shared","value":3},{"id":"core","value":4}]},
{"path":"elf::machine","members":[{"id":"none","value":0},{"id":"sparc","value":2},{"id":"x86",
"value":3},{"id":"mips","value":8},{"id":"powerpc","value":20},{"id":"powerpc_64","value":21},
{"id":"s390","value":22},{"id":"arm","value":40},{"id":"sparc_64","value":43},{"id":"x86_64",
"value":62},{"id":"arm_64","value":183},{"id":"riscv","value":243},{"id":"bpf","value":247},
{"id":"loongarch","value":258}]},
{"path":"elf::segment_kind","members":[{"id":"none","value":0},{"id":"load","value":1},
{"id":"dynamic","value":2},{"id":"interpreter","value":3},{"id":"note","value":4},{"id":"segments",
"value":6},{"id":"thread_local","value":7},{"id":"frame_index","value":1685382480},{"id":"stack",
"value":1685382481},{"id":"read_only_later","value":1685382482},{"id":"property",
"value":1685382483}]},
{"path":"elf::section_kind","members":[{"id":"none","value":0},{"id":"program","value":1},
{"id":"symbols","value":2},{"id":"strings","value":3},{"id":"relocations_with_sums","value":4},
{"id":"hash","value":5},{"id":"dynamic","value":6},{"id":"note","value":7},{"id":"no_bits",
"value":8},{"id":"relocations","value":9},{"id":"dynamic_symbols","value":11},{"id":"first_calls",
"value":14},{"id":"last_calls","value":15},{"id":"early_calls","value":16},{"id":"group",
"value":17},{"id":"wide_numbers","value":18},{"id":"gnu_hash","value":1879048182},
{"id":"versions_defined","value":1879048189},{"id":"versions_needed","value":1879048190},
{"id":"versions","value":1879048191}]}]}}
"""
