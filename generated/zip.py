# Made by `quire gen` 0.1.0 from zip.ksy (sha256 9e64ea7053fc). Do not edit.
"""ZIP archive."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from quire.kernels.engine.payload import Encoded, Packable
from quire.kernels.engine.pipeline import Stage, no_case
from quire.runtime import (
    BitRun,
    Block,
    Bytes,
    Fixed,
    LateEnum,
    Marks,
    Members,
    Raw,
    Struct,
    Sum,
    Types,
    WithTypes,
    Writer,
    axis_of,
    computed,
    copied,
    encode_text,
    has_at,
    instance,
    last_index_of,
    payload_bytes,
    size_of,
    size_put,
)
from quire.runtime.direct import new, unpack_s4le, unpack_u1, unpack_u2le, unpack_u4le, unpack_u8le

__all__ = ["Zip"]


class Zip(Struct):
    """Files with their names.

    The directory after them says what there is, and where. It is found from the end of the file, so
    other bytes may stand in front, such as a program that unpacks them.

    See https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT APPNOTE 6.3.10

    See https://libzip.org/specifications/extrafld.txt Info-ZIP, extra fields
    """

    __slots__ = ("_start", "_end", "_stop")

    _root: Zip

    SIZE: ClassVar[int] = 0
    _is_top: ClassVar[bool] = True
    _placed: ClassVar[tuple[str, ...]] = ("end", "locator", "wide_end")
    _places: ClassVar[bool] = True
    _fields_look_up: ClassVar[tuple[str, ...]] = ("_io",)
    _goes_by_place: ClassVar[bool] = True

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            end: Zip.End | Zip.End._Fields
            is_wide: bool
            locator: Zip.Locator | Zip.Locator._Fields
            wide_end: Zip.WideEnd | Zip.WideEnd._Fields
            start: int

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        self._io_at(pos)
        return pos

    def _derive(self) -> None:
        if self.is_wide:
            self._make("locator", Zip.Locator)
            self._make("wide_end", Zip.WideEnd)

    def _write__seq(self, io: Writer) -> None:
        self._place(io, "end")
        if self.is_wide:
            self._place(io, "locator")
        else:
            self._leave_out("locator")
        if self.is_wide:
            self._place(io, "wide_end")
        else:
            self._leave_out("wide_end")

    @computed
    def ofs_end(self) -> int:
        """Where the end record stands."""
        return last_index_of(self._io, b"PK\x05\x06")

    @instance
    def end(self) -> Zip.End:
        """Instance `end`."""
        buf, pos, end = self._at(self.ofs_end)
        began = pos
        child = new(Zip.End)
        child._parent, child._root = self, self._root
        child._name = "end"
        pos = child._read_at(buf, pos, end)
        value: Zip.End = child
        self._at_end = self, began, pos
        return value

    def _position_end(self) -> int:
        return self.ofs_end

    def _before_end_end(self) -> int:
        return size_put(self, "end")

    def _put_end(self, io: Writer) -> None:
        self._write_child(io, "end", self.end, Zip.End)

    @instance
    def is_wide(self) -> bool:
        """Whether the records of ZIP64 are there, with need or without."""
        if self._io is None:
            return len(self.end.entries) >= 0xFFFF
        return self.end.ofs_directory == 0xFFFFFFFF or has_at(
            self._io, self.ofs_end - 20, b"PK\x06\x07"
        )

    @instance
    def locator(self) -> Zip.Locator | None:
        """Instance `locator`."""
        if not self.is_wide:
            return None
        buf, pos, end = self._at(self.ofs_end - 20)
        began = pos
        child = new(Zip.Locator)
        child._parent, child._root = self, self._root
        child._name = "locator"
        pos = child._read_at(buf, pos, end)
        value: Zip.Locator | None = child
        self._at_locator = self, began, pos
        return value

    def _position_locator(self) -> int:
        return self.ofs_end - 20

    def _before_end_locator(self) -> int:
        return size_put(self, "end") + 20

    def _put_locator(self, io: Writer) -> None:
        self._write_child(io, "locator", self.locator, Zip.Locator)

    @instance
    def wide_end(self) -> Zip.WideEnd | None:
        """Instance `wide_end`."""
        if not self.is_wide:
            return None
        buf, pos, end = self._at(self.ofs_end - 76)
        began = pos
        child = new(Zip.WideEnd)
        child._parent, child._root = self, self._root
        child._name = "wide_end"
        pos = child._read_at(buf, pos, end)
        value: Zip.WideEnd | None = child
        self._at_wide_end = self, began, pos
        return value

    def _position_wide_end(self) -> int:
        return self.ofs_end - 76

    def _before_end_wide_end(self) -> int:
        return size_put(self, "end") + 76

    def _put_wide_end(self, io: Writer) -> None:
        self._write_child(io, "wide_end", self.wide_end, Zip.WideEnd)

    @instance
    def start(self) -> int:
        """Where the archive begins, after what stands in front of it."""
        this: Any = self  # whose fields of several types are looked into
        if self._io is None:
            return 0
        value: int = (
            self.ofs_end - 76 - this.wide_end.len_directory - this.wide_end.ofs_directory
            if self.is_wide
            else self.ofs_end - self.end.len_directory - self.end.ofs_directory
        )
        return value

    @computed
    def entries(self) -> list[Zip.Entry]:
        """What there is, in the order of the directory."""
        return self.end.entries

    class System(LateEnum):
        """Values of `system`."""

        dos = 0
        amiga = 1
        vms = 2
        unix = 3
        macintosh = 7
        ntfs = 10
        mvs = 11
        vfat = 14
        darwin = 19

    class Method(LateEnum):
        """Values of `method`."""

        stored = 0
        shrunk = 1
        imploded = 6
        deflated = 8
        deflate64 = 9
        bzip2 = 12
        lzma = 14
        zstd = 93
        xz = 95
        ppmd = 98
        aes = 99

    class ExtraId(LateEnum):
        """Values of `extra_id`."""

        wide = 1
        ntfs = 10
        times = 21589
        old_unix = 22613
        unicode_comment = 25461
        unicode_path = 28789
        old_owner = 30805
        owner = 30837
        aes = 39169
        jar = 51966

    class End(Struct):
        """Type `end`.

        Attributes:
            rest: What some programs put after it.
        """

        __slots__ = (
            "magic",
            "disk",
            "directory_disk",
            "num_entries_here",
            "num_entries",
            "len_directory",
            "ofs_directory",
            "len_comment",
            "comment",
            "rest",
            "_marks",
        )

        _root: Zip
        _parent: Zip
        _now_entries: list[Zip.Entry]
        magic: bytes
        disk: int
        directory_disk: int
        num_entries_here: int
        num_entries: int
        len_directory: int
        ofs_directory: int
        len_comment: int
        comment: bytes
        rest: bytes

        _placed: ClassVar[tuple[str, ...]] = ("entries",)
        _places: ClassVar[bool] = True
        _looks_up: ClassVar[tuple[str, ...]] = (
            "_root._io",
            "_root.is_wide",
            "_root.start",
            "_root.wide_end.num_entries",
            "_root.wide_end.ofs_directory",
        )
        _fields_look_up: ClassVar[tuple[str, ...]] = (
            "_io",
            "_root._io",
            "_root.is_wide",
            "_root.start",
            "_root.wide_end.num_entries",
            "_root.wide_end.ofs_directory",
        )
        _goes_by_place: ClassVar[bool] = True
        _derived: ClassVar[tuple[str, ...]] = (
            "magic",
            "len_directory",
            "len_comment",
            "num_entries",
            "num_entries_here",
            "ofs_directory",
        )
        _BLOCK_0: ClassVar[Block] = Block(
            ("disk", "u2le"),
            ("directory_disk", "u2le"),
            ("num_entries_here", "u2le"),
            ("num_entries", "u2le"),
            ("len_directory", "u4le"),
            ("ofs_directory", "u4le"),
            ("len_comment", "u2le"),
        )
        _FIXED_0: ClassVar[Fixed] = Fixed(
            ("magic", b"PK\x05\x06", "/types/end/seq/0"),
            ("disk", "u2le"),
            ("directory_disk", "u2le"),
            ("num_entries_here", "u2le"),
            ("num_entries", "u2le"),
            ("len_directory", "u4le"),
            ("ofs_directory", "u4le"),
            ("len_comment", "u2le"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                magic: bytes
                disk: int
                directory_disk: int
                num_entries_here: int
                num_entries: int
                len_directory: int
                ofs_directory: int
                len_comment: int
                comment: bytes
                rest: bytes
                entries: Iterable[Zip.Entry | Zip.Entry._Fields]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            mark_0 = pos
            stop = pos + 22
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            (
                stored_magic,
                self.disk,
                self.directory_disk,
                self.num_entries_here,
                self.num_entries,
                self.len_directory,
                self.ofs_directory,
                self.len_comment,
            ) = _unpack_Zip_End_FIXED_0(buf, pos)
            if stored_magic != b"PK\x05\x06":
                self._look_at(pos).contents(b"PK\x05\x06", "magic", "/types/end/seq/0")
            self.magic = b"PK\x05\x06"
            pos = stop
            mark_1 = pos - 10
            stop = pos + self.len_comment
            if stop > end:
                buf, end = self._reach(stop - pos, "comment", pos)
            self.comment = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.rest = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            self._marks = (mark_0, mark_1)
            self._io_at(pos)
            return pos

        def _sums(self, at: Marks) -> Iterator[Sum]:
            yield Sum(
                "len_directory",
                at.marks[1],
                "length",
                None,
                "u4le",
                (at.instance("entries"),),
                is_verified=self.len_directory != 0xFFFFFFFF,
            )

        def _derive(self) -> None:
            self._set_derived("magic", b"PK\x05\x06", "the format")
            self._set_default("disk", 0)
            self._set_default("directory_disk", 0)
            self._set_default("num_entries_here", 0)
            self._set_default("len_directory", 0)
            self._set_default("comment", bytes([]))
            self._set_default("rest", bytes([]))
            self._set_derived("len_comment", len(self.comment), "comment")
            self._set_default("num_entries", 0xFFFF if self._root.is_wide else 0)
            self._set_derived(
                "num_entries",
                0xFFFF
                if (self.num_entries == 0xFFFF and self._root.is_wide)
                or len(self.entries) >= 0xFFFF
                else len(self.entries),
                "the format",
            )
            self._set_derived("num_entries_here", self.num_entries, "the format")
            if self._is_there("entries"):
                self._set_default("ofs_directory", 0)

        def _write__seq(self, io: Writer) -> None:
            mark_0 = io.pos()
            io.put(self.magic)
            self._BLOCK_0.write(
                io,
                self.disk,
                self.directory_disk,
                self.num_entries_here,
                self.num_entries,
                self.len_directory,
                self.ofs_directory,
                self.len_comment,
            )
            mark_1 = io.pos() - 10
            io.put_sized(self.comment, self.len_comment, "comment")
            io.put(self.rest)
            io.owe(self, (mark_0, mark_1))
            self._place(io, "entries", self._beside_entries)

        @instance
        def entries(self) -> list[Zip.Entry]:
            """Instance `entries`."""
            this: Any = self  # whose fields of several types are looked into
            io = self._root._io
            with self._moved(
                "entries",
                io,
                (
                    this._root.wide_end.ofs_directory
                    if self.ofs_directory == 0xFFFFFFFF
                    else self.ofs_directory
                )
                + self._root.start,
            ):
                count = io.count(
                    this._root.wide_end.num_entries
                    if self.num_entries == 0xFFFF and self._root.is_wide
                    else self.num_entries,
                    "entries",
                    40,
                )
                self._now_entries = []
                for _ in range(count):
                    self._now_entries.append(Zip.Entry(io, self, self._root, "entries"))
            return self._now_entries

        def _position_entries(self) -> int:
            this: Any = self  # whose fields of several types are looked into
            return (
                this._root.wide_end.ofs_directory
                if self.ofs_directory == 0xFFFFFFFF
                else self.ofs_directory
            ) + self._root.start

        def _beside_entries(self) -> Any:
            return self._root

        def _found_entries(self, position: int) -> None:
            if self.ofs_directory != 0xFFFFFFFF:
                self._set_derived("ofs_directory", position - self._root.start, "entries")

        def _put_entries(self, io: Writer) -> None:
            for entry in self.entries:
                self._write_child(io, "entries", entry, Zip.Entry)

    class Locator(Struct):
        """Type `locator`."""

        __slots__ = ("magic", "disk", "ofs_wide_end", "num_disks")

        _root: Zip
        _parent: Zip
        magic: bytes
        disk: int
        ofs_wide_end: int
        num_disks: int

        SIZE: ClassVar[int] = 20
        _places: ClassVar[bool] = True
        _looks_up: ClassVar[tuple[str, ...]] = (
            "_root.wide_end.len_directory",
            "_root.wide_end.ofs_directory",
        )
        _derived: ClassVar[tuple[str, ...]] = ("magic", "ofs_wide_end")
        _BLOCK_0: ClassVar[Block] = Block(
            ("disk", "u4le"), ("ofs_wide_end", "u8le"), ("num_disks", "u4le")
        )
        _FIXED_0: ClassVar[Fixed] = Fixed(
            ("magic", b"PK\x06\x07", "/types/locator/seq/0"),
            ("disk", "u4le"),
            ("ofs_wide_end", "u8le"),
            ("num_disks", "u4le"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                magic: bytes
                disk: int
                ofs_wide_end: int
                num_disks: int

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 20
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            stored_magic, self.disk, self.ofs_wide_end, self.num_disks = (
                _unpack_Zip_Locator_FIXED_0(buf, pos)
            )
            if stored_magic != b"PK\x06\x07":
                self._look_at(pos).contents(b"PK\x06\x07", "magic", "/types/locator/seq/0")
            self.magic = b"PK\x06\x07"
            return stop

        def _derive(self) -> None:
            this: Any = self  # whose fields of several types are looked into
            self._set_derived("magic", b"PK\x06\x07", "the format")
            self._set_default("disk", 0)
            self._set_default("num_disks", 1)
            self._set_derived(
                "ofs_wide_end",
                this._root.wide_end.ofs_directory + this._root.wide_end.len_directory,
                "the format",
            )

        def _write__seq(self, io: Writer) -> None:
            io.put(self.magic)
            self._BLOCK_0.write(io, self.disk, self.ofs_wide_end, self.num_disks)

    class WideEnd(Struct):
        """Type `wide_end`."""

        __slots__ = (
            "magic",
            "len_rest",
            "made_by",
            "needed",
            "disk",
            "directory_disk",
            "num_entries_here",
            "num_entries",
            "len_directory",
            "ofs_directory",
        )

        _root: Zip
        _parent: Zip
        magic: bytes
        len_rest: int
        made_by: int
        needed: int
        disk: int
        directory_disk: int
        num_entries_here: int
        num_entries: int
        len_directory: int
        ofs_directory: int

        SIZE: ClassVar[int] = 56
        _places: ClassVar[bool] = True
        _looks_up: ClassVar[tuple[str, ...]] = (
            "_root.end.entries",
            "_root.end.len_directory",
            "_root.end.ofs_directory",
        )
        _derived: ClassVar[tuple[str, ...]] = (
            "magic",
            "num_entries_here",
            "num_entries",
            "len_directory",
            "ofs_directory",
        )
        _BLOCK_0: ClassVar[Block] = Block(
            ("len_rest", "u8le"),
            ("made_by", "u2le"),
            ("needed", "u2le"),
            ("disk", "u4le"),
            ("directory_disk", "u4le"),
            ("num_entries_here", "u8le"),
            ("num_entries", "u8le"),
            ("len_directory", "u8le"),
            ("ofs_directory", "u8le"),
        )
        _FIXED_0: ClassVar[Fixed] = Fixed(
            ("magic", b"PK\x06\x06", "/types/wide_end/seq/0"),
            ("len_rest", "u8le"),
            ("made_by", "u2le"),
            ("needed", "u2le"),
            ("disk", "u4le"),
            ("directory_disk", "u4le"),
            ("num_entries_here", "u8le"),
            ("num_entries", "u8le"),
            ("len_directory", "u8le"),
            ("ofs_directory", "u8le"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                magic: bytes
                len_rest: int
                made_by: int
                needed: int
                disk: int
                directory_disk: int
                num_entries_here: int
                num_entries: int
                len_directory: int
                ofs_directory: int

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 56
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            (
                stored_magic,
                self.len_rest,
                self.made_by,
                self.needed,
                self.disk,
                self.directory_disk,
                self.num_entries_here,
                self.num_entries,
                self.len_directory,
                self.ofs_directory,
            ) = _unpack_Zip_WideEnd_FIXED_0(buf, pos)
            if stored_magic != b"PK\x06\x06":
                self._look_at(pos).contents(b"PK\x06\x06", "magic", "/types/wide_end/seq/0")
            self.magic = b"PK\x06\x06"
            return stop

        def _derive(self) -> None:
            self._set_derived("magic", b"PK\x06\x06", "the format")
            self._set_default("len_rest", 44)
            self._set_default("made_by", 45)
            self._set_default("needed", 45)
            self._set_default("disk", 0)
            self._set_default("directory_disk", 0)
            self._set_derived("num_entries_here", len(self._root.end.entries), "the format")
            self._set_derived("num_entries", len(self._root.end.entries), "the format")
            self._set_derived(
                "len_directory",
                self.len_directory
                if self._root.end.len_directory == 0xFFFFFFFF
                else self._root.end.len_directory,
                "the format",
            )
            self._set_derived(
                "ofs_directory",
                self.ofs_directory
                if self._root.end.ofs_directory == 0xFFFFFFFF
                else self._root.end.ofs_directory,
                "the format",
            )

        def _write__seq(self, io: Writer) -> None:
            io.put(self.magic)
            self._BLOCK_0.write(
                io,
                self.len_rest,
                self.made_by,
                self.needed,
                self.disk,
                self.directory_disk,
                self.num_entries_here,
                self.num_entries,
                self.len_directory,
                self.ofs_directory,
            )

    class Entry(Struct):
        """Type `entry`.

        Attributes:
            made_by: The version of the format, times ten.
            system: What `external` means.
            has_descriptor: Whether sum and sizes stand after the data.
            is_utf8: Whether name and comment are UTF-8; otherwise they are code page 437, or what
                somebody took for it.
            year: Since 1980.
            external: On Unix, the mode in the upper half.
            name: With `/` between folders; one at the end makes it a folder.
        """

        __slots__ = (
            "magic",
            "made_by",
            "system",
            "needed",
            "is_encrypted",
            "effort",
            "has_descriptor",
            "flags",
            "is_utf8",
            "more_flags",
            "method",
            "half_second",
            "minute",
            "hour",
            "day",
            "month",
            "year",
            "crc",
            "len_packed",
            "len_data",
            "len_name",
            "len_extra",
            "len_comment",
            "disk",
            "internal",
            "external",
            "ofs_local",
            "name",
            "extra",
            "comment",
            "_stored_extra",
            "_marks",
        )

        _root: Zip
        _parent: Zip.End
        _stored_extra: bytes
        magic: bytes
        made_by: int
        system: Zip.System | int
        needed: int
        is_encrypted: bool
        effort: int
        has_descriptor: bool
        flags: int
        is_utf8: bool
        more_flags: int
        method: Zip.Method | int
        half_second: int
        minute: int
        hour: int
        day: int
        month: int
        year: int
        crc: int
        len_packed: int
        len_data: int
        len_name: int
        len_extra: int
        len_comment: int
        disk: int
        internal: int
        external: int
        ofs_local: int
        name: bytes
        extra: Zip.Extra
        comment: bytes

        _raw_extra = Raw("extra")
        _placed: ClassVar[tuple[str, ...]] = ("local",)
        _places: ClassVar[bool] = True
        _looks_up: ClassVar[tuple[str, ...]] = ("_root._io", "_root.start")
        _fields_look_up: ClassVar[tuple[str, ...]] = ("_io", "_root._io", "_root.start")
        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("extra",)
        _derived: ClassVar[tuple[str, ...]] = (
            "magic",
            "crc",
            "len_name",
            "len_comment",
            "len_extra",
            "ofs_local",
            "len_data",
            "len_packed",
        )
        _BLOCK_0: ClassVar[Block] = Block(("made_by", "u1"), ("system", "u1"), ("needed", "u2le"))
        _BLOCK_1: ClassVar[Block] = Block(
            ("crc", "u4le"),
            ("len_packed", "u4le"),
            ("len_data", "u4le"),
            ("len_name", "u2le"),
            ("len_extra", "u2le"),
            ("len_comment", "u2le"),
            ("disk", "u2le"),
            ("internal", "u2le"),
            ("external", "u4le"),
            ("ofs_local", "u4le"),
        )
        _BITS_0: ClassVar[BitRun] = BitRun(
            "le",
            ("is_encrypted", "flag"),
            ("effort", "b2"),
            ("has_descriptor", "flag"),
            ("flags", "b7"),
            ("is_utf8", "flag"),
            ("more_flags", "b4"),
        )
        _BITS_1: ClassVar[BitRun] = BitRun(
            "le",
            ("half_second", "b5"),
            ("minute", "b6"),
            ("hour", "b5"),
            ("day", "b5"),
            ("month", "b4"),
            ("year", "b7"),
        )
        _FIXED_0: ClassVar[Fixed] = Fixed(
            ("magic", b"PK\x01\x02", "/types/entry/seq/0"),
            ("made_by", "u1"),
            ("system", "u1"),
            ("needed", "u2le"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                magic: bytes
                made_by: int
                system: Zip.System | int
                needed: int
                is_encrypted: bool
                effort: int
                has_descriptor: bool
                flags: int
                is_utf8: bool
                more_flags: int
                method: Zip.Method | int
                half_second: int
                minute: int
                hour: int
                day: int
                month: int
                year: int
                crc: int
                len_packed: int
                len_data: int
                len_name: int
                len_extra: int
                len_comment: int
                disk: int
                internal: int
                external: int
                ofs_local: int
                name: Required[bytes]
                extra: Zip.Extra | Zip.Extra._Fields
                comment: bytes
                local: Zip.Local | Zip.Local._Fields

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            mark_0 = pos
            stop = pos + 8
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            stored_magic, self.made_by, self.system, self.needed = _unpack_Zip_Entry_FIXED_0(
                buf, pos
            )
            if stored_magic != b"PK\x01\x02":
                self._look_at(pos).contents(b"PK\x01\x02", "magic", "/types/entry/seq/0")
            self.magic = b"PK\x01\x02"
            self.system = _members_Zip_System[self.system]
            pos = stop
            stop = pos + 2
            if stop > end:
                buf, end = self._BITS_0.reach(self, pos)
            bits = unpack_u2le(buf, pos)[0]
            pos = stop
            self.is_encrypted = bits & 0x1 != 0
            self.effort = bits >> 1 & 0x3
            self.has_descriptor = bits & 0x8 != 0
            self.flags = bits >> 4 & 0x7F
            self.is_utf8 = bits & 0x800 != 0
            self.more_flags = bits >> 12
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "method", pos)
            self.method = _members_Zip_Method[unpack_u2le(buf, pos)[0]]
            pos = stop
            stop = pos + 4
            if stop > end:
                buf, end = self._BITS_1.reach(self, pos)
            bits = unpack_u4le(buf, pos)[0]
            pos = stop
            self.half_second = bits & 0x1F
            self.minute = bits >> 5 & 0x3F
            self.hour = bits >> 11 & 0x1F
            self.day = bits >> 16 & 0x1F
            self.month = bits >> 21 & 0xF
            self.year = bits >> 25
            mark_1 = pos
            stop = pos + 30
            if stop > end:
                buf, end = self._BLOCK_1.reach(self, pos)
            (
                self.crc,
                self.len_packed,
                self.len_data,
                self.len_name,
                self.len_extra,
                self.len_comment,
                self.disk,
                self.internal,
                self.external,
                self.ofs_local,
            ) = _unpack_Zip_Entry_1(buf, pos)
            pos = stop
            stop = pos + self.len_name
            if stop > end:
                buf, end = self._reach(stop - pos, "name", pos)
            self.name = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            stop = pos + self.len_extra
            if stop > end:
                buf, end = self._reach(stop - pos, "extra", pos)
            self.extra = child = new(Zip.Extra)
            child._parent, child._root = self, self._root
            child._start, child._end = pos, stop
            child._stop = child._read_at(buf, pos, stop)
            pos = stop
            stop = pos + self.len_comment
            if stop > end:
                buf, end = self._reach(stop - pos, "comment", pos)
            self.comment = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            self._marks = (mark_0, mark_1)
            self._io_at(pos)
            return pos

        def _sums(self, at: Marks) -> Iterator[Sum]:
            yield Sum(
                "crc",
                at.marks[1],
                "crc32",
                None,
                "u4le",
                (payload_bytes(self.local, "data", True),),
                is_verified=self.local.is_plain,
            )

        def _derive(self) -> None:
            self._set_derived("magic", b"PK\x01\x02", "the format")
            self._set_default("made_by", 20)
            self._set_default("system", Zip.System.unix)
            self._set_default("needed", 20)
            self._set_default("is_encrypted", False)
            self._set_default("effort", 0)
            self._set_default("has_descriptor", False)
            self._set_default("flags", 0)
            self._set_default("is_utf8", True)
            self._set_default("more_flags", 0)
            self._set_default("method", Zip.Method.deflated)
            self._set_default("half_second", 0)
            self._set_default("minute", 0)
            self._set_default("hour", 0)
            self._set_default("day", 1)
            self._set_default("month", 1)
            self._set_default("year", 0)
            self._set_default("crc", 0)
            self._set_default("len_packed", 0)
            self._set_default("len_data", 0)
            self._set_default("disk", 0)
            self._set_default("internal", 0)
            self._set_default("external", 0)
            self._set_default("comment", bytes([]))
            self._make("extra", Zip.Extra)
            self._set_derived("len_name", len(self.name), "name")
            self._set_derived("len_comment", len(self.comment), "comment")
            if self._is_there("local"):
                self._set_default("ofs_local", 0)

        def _write__seq(self, io: Writer) -> None:
            self._stored_extra = self._window(
                io, "extra", self.extra, Zip.Extra, grows=True, in_pieces=True
            )
            self._set_window("len_extra", len(self._stored_extra), "extra")
            mark_0 = io.pos()
            io.put(self.magic)
            self._BLOCK_0.write(io, self.made_by, self.system, self.needed)
            self._BITS_0.write(
                io,
                self.is_encrypted,
                self.effort,
                self.has_descriptor,
                self.flags,
                self.is_utf8,
                self.more_flags,
            )
            io.u2le(self.method, "method")
            self._BITS_1.write(
                io, self.half_second, self.minute, self.hour, self.day, self.month, self.year
            )
            mark_1 = io.pos()
            self._BLOCK_1.write(
                io,
                self.crc,
                self.len_packed,
                self.len_data,
                self.len_name,
                self.len_extra,
                self.len_comment,
                self.disk,
                self.internal,
                self.external,
                self.ofs_local,
            )
            io.put_sized(self.name, self.len_name, "name")
            io.put_sized(self._stored_extra, self.len_extra, "extra")
            io.put_sized(self.comment, self.len_comment, "comment")
            io.owe(self, (mark_0, mark_1))
            self._place(io, "local", self._beside_local)

        @computed
        def path(self) -> str:
            """The name as text."""
            return self.name.decode("utf-8") if self.is_utf8 else self.name.decode("cp437")

        @computed
        def wide(self) -> list[Zip.Field]:
            """The field with numbers that are too large for theirs, which are 0xffffffff then."""
            return [each for each in self.extra.fields if each.id == Zip.ExtraId.wide]

        @computed
        def size_data(self) -> int:
            """Instance `size_data`."""
            this: Any = self  # whose fields of several types are looked into
            value: int = (
                this.wide[0].body.numbers[0] if self.len_data == 0xFFFFFFFF else self.len_data
            )
            return value

        @computed
        def size_packed(self) -> int:
            """Instance `size_packed`."""
            this: Any = self  # whose fields of several types are looked into
            value: int = (
                this.wide[0].body.numbers[1 if self.len_data == 0xFFFFFFFF else 0]
                if self.len_packed == 0xFFFFFFFF
                else self.len_packed
            )
            return value

        @instance
        def local(self) -> Zip.Local:
            """Instance `local`."""
            this: Any = self  # whose fields of several types are looked into
            there = self._root
            buf, pos, end = there._at(
                (
                    this.wide[0].body.numbers[
                        (1 if self.len_data == 0xFFFFFFFF else 0)
                        + (1 if self.len_packed == 0xFFFFFFFF else 0)
                    ]
                    if self.ofs_local == 0xFFFFFFFF
                    else self.ofs_local
                )
                + self._root.start
            )
            began = pos
            child = new(Zip.Local)
            child._parent, child._root = self, self._root
            child._outer = there
            child._name = "local"
            pos = child._read_at(buf, pos, end)
            value: Zip.Local = child
            self._at_local = there, began, pos
            return value

        def _position_local(self) -> int:
            this: Any = self  # whose fields of several types are looked into
            return (
                this.wide[0].body.numbers[
                    (1 if self.len_data == 0xFFFFFFFF else 0)
                    + (1 if self.len_packed == 0xFFFFFFFF else 0)
                ]
                if self.ofs_local == 0xFFFFFFFF
                else self.ofs_local
            ) + self._root.start

        def _beside_local(self) -> Any:
            return self._root

        def _found_local(self, position: int) -> None:
            if self.ofs_local != 0xFFFFFFFF:
                self._set_derived("ofs_local", position - self._root.start, "local")

        def _put_local(self, io: Writer) -> None:
            self._write_child(io, "local", self.local, Zip.Local)

    class Local(Struct):
        """What stands with the data; the directory has the same, and more.

        Attributes:
            extra: Fields as in the directory, or what aligns the data. With sizes among them, they
                are `fields`.
            packed: Data that is encrypted, or compressed in another way.
        """

        __slots__ = (
            "magic",
            "needed",
            "is_encrypted",
            "effort",
            "has_descriptor",
            "flags",
            "is_utf8",
            "more_flags",
            "method",
            "half_second",
            "minute",
            "hour",
            "day",
            "month",
            "year",
            "crc",
            "len_packed",
            "len_data",
            "len_name",
            "len_extra",
            "name",
            "extra",
            "_stored_extra",
        )

        _root: Zip
        _parent: Zip.Entry
        _stored_extra: bytes
        magic: bytes
        needed: int
        is_encrypted: bool
        effort: int
        has_descriptor: bool
        flags: int
        is_utf8: bool
        more_flags: int
        method: Zip.Method | int
        half_second: int
        minute: int
        hour: int
        day: int
        month: int
        year: int
        crc: int
        len_packed: int
        len_data: int
        len_name: int
        len_extra: int
        name: bytes
        extra: Zip.LocalExtra | bytes
        data: Encoded
        packed: bytes
        descriptor: Zip.Descriptor

        _raw_extra = Raw("extra")
        _places: ClassVar[bool] = True
        _looks_up: ClassVar[tuple[str, ...]] = (
            "_parent",
            "_parent.crc",
            "_parent.day",
            "_parent.effort",
            "_parent.flags",
            "_parent.half_second",
            "_parent.has_descriptor",
            "_parent.hour",
            "_parent.is_encrypted",
            "_parent.is_utf8",
            "_parent.len_data",
            "_parent.len_packed",
            "_parent.method",
            "_parent.minute",
            "_parent.month",
            "_parent.more_flags",
            "_parent.name",
            "_parent.needed",
            "_parent.size_data",
            "_parent.size_packed",
            "_parent.year",
        )
        _own_streams: ClassVar[tuple[str, ...]] = ("extra",)
        _derived: ClassVar[tuple[str, ...]] = (
            "has_descriptor",
            "magic",
            "method",
            "crc",
            "len_packed",
            "len_data",
            "name",
            "len_name",
            "len_extra",
        )
        _BLOCK_0: ClassVar[Block] = Block(
            ("crc", "u4le"),
            ("len_packed", "u4le"),
            ("len_data", "u4le"),
            ("len_name", "u2le"),
            ("len_extra", "u2le"),
        )
        _BITS_0: ClassVar[BitRun] = BitRun(
            "le",
            ("is_encrypted", "flag"),
            ("effort", "b2"),
            ("has_descriptor", "flag"),
            ("flags", "b7"),
            ("is_utf8", "flag"),
            ("more_flags", "b4"),
        )
        _BITS_1: ClassVar[BitRun] = BitRun(
            "le",
            ("half_second", "b5"),
            ("minute", "b6"),
            ("hour", "b5"),
            ("day", "b5"),
            ("month", "b4"),
            ("year", "b7"),
        )
        _FIXED_0: ClassVar[Fixed] = Fixed(
            ("magic", b"PK\x03\x04", "/types/local/seq/0"), ("needed", "u2le")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                magic: bytes
                needed: int
                is_encrypted: bool
                effort: int
                has_descriptor: bool
                flags: int
                is_utf8: bool
                more_flags: int
                method: Zip.Method | int
                half_second: int
                minute: int
                hour: int
                day: int
                month: int
                year: int
                crc: int
                len_packed: int
                len_data: int
                len_name: int
                len_extra: int
                name: bytes
                extra: Any
                data: Packable
                packed: bytes
                descriptor: Zip.Descriptor | Zip.Descriptor._Fields

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            stop = pos + 6
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            stored_magic, self.needed = _unpack_Zip_Local_FIXED_0(buf, pos)
            if stored_magic != b"PK\x03\x04":
                self._look_at(pos).contents(b"PK\x03\x04", "magic", "/types/local/seq/0")
            self.magic = b"PK\x03\x04"
            pos = stop
            stop = pos + 2
            if stop > end:
                buf, end = self._BITS_0.reach(self, pos)
            bits = unpack_u2le(buf, pos)[0]
            pos = stop
            self.is_encrypted = bits & 0x1 != 0
            self.effort = bits >> 1 & 0x3
            self.has_descriptor = bits & 0x8 != 0
            self.flags = bits >> 4 & 0x7F
            self.is_utf8 = bits & 0x800 != 0
            self.more_flags = bits >> 12
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "method", pos)
            self.method = _members_Zip_Method[unpack_u2le(buf, pos)[0]]
            pos = stop
            stop = pos + 4
            if stop > end:
                buf, end = self._BITS_1.reach(self, pos)
            bits = unpack_u4le(buf, pos)[0]
            pos = stop
            self.half_second = bits & 0x1F
            self.minute = bits >> 5 & 0x3F
            self.hour = bits >> 11 & 0x1F
            self.day = bits >> 16 & 0x1F
            self.month = bits >> 21 & 0xF
            self.year = bits >> 25
            stop = pos + 16
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.crc, self.len_packed, self.len_data, self.len_name, self.len_extra = (
                _unpack_Zip_Local_0(buf, pos)
            )
            pos = stop
            stop = pos + self.len_name
            if stop > end:
                buf, end = self._reach(stop - pos, "name", pos)
            self.name = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            if self.len_packed == 0xFFFFFFFF:
                stop = pos + self.len_extra
                if stop > end:
                    buf, end = self._reach(stop - pos, "extra", pos)
                this.extra = child = new(Zip.LocalExtra)
                child._parent, child._root = self, self._root
                child._start, child._end = pos, stop
                child._stop = child._read_at(buf, pos, stop)
                pos = stop
            else:
                stop = pos + self.len_extra
                if stop > end:
                    buf, end = self._reach(stop - pos, "extra", pos)
                self.extra = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
            if self.is_plain:
                io = self._io_at(pos)
                self.data = Encoded.read(
                    io,
                    self._parent.size_packed
                    if self._parent.len_packed == 0xFFFFFFFF
                    else self._parent.len_packed,
                    self._data_stages(),
                    self,
                    "data",
                )
                pos = io._pos
            else:
                stop = pos + (
                    self._parent.size_packed
                    if self._parent.len_packed == 0xFFFFFFFF
                    else self._parent.len_packed
                )
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "packed", pos)
                self.packed = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
            if self.has_descriptor:
                self.descriptor = child = new(Zip.Descriptor)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            self._io_at(pos)
            return pos

        def _data_stages(self) -> tuple[Stage, ...]:
            """What turns the stored bytes of `data` into an array."""
            match self._parent.method:
                case Zip.Method.stored:
                    return (
                        Stage(
                            "raw",
                            shape=(
                                self._parent.size_data
                                if self._parent.len_data == 0xFFFFFFFF
                                else self._parent.len_data,
                            ),
                            dtype="uint8",
                        ),
                    )
                case Zip.Method.deflated:
                    return (
                        Stage("deflate"),
                        Stage(
                            "raw",
                            shape=(
                                self._parent.size_data
                                if self._parent.len_data == 0xFFFFFFFF
                                else self._parent.len_data,
                            ),
                            dtype="uint8",
                        ),
                    )
                case other:
                    raise no_case(self, "data", other, (Zip.Method.stored, Zip.Method.deflated))

        def _derive(self) -> None:
            self._set_flag("has_descriptor", hasattr(self, "descriptor"), True, False)
            self._set_derived("magic", b"PK\x03\x04", "the format")
            self._set_default("crc", 0)
            self._set_default("len_packed", 0)
            self._set_default("len_data", 0)
            self._set_default("extra", bytes([]))
            if self.is_plain and self._parent.len_data != 0xFFFFFFFF:
                self._set_derived(
                    "len_data", axis_of(self.data, 0, 1, "data"), "data", holder=self._parent
                )
            if self.is_plain:
                self.data = Encoded.of(self.data, self._data_stages(), self, "data")
            if self.is_plain and self._parent.len_packed != 0xFFFFFFFF:
                self._set_derived("len_packed", self.data.stored_size, "data", holder=self._parent)
            if not self.is_plain and self._parent.len_packed != 0xFFFFFFFF:
                self._set_derived("len_packed", len(self.packed), "packed", holder=self._parent)
            self._set_default("needed", self._parent.needed)
            self._set_default("is_encrypted", self._parent.is_encrypted)
            self._set_default("effort", self._parent.effort)
            self._set_default("has_descriptor", self._parent.has_descriptor)
            if self.has_descriptor:
                self._make("descriptor", Zip.Descriptor)
            self._set_default("flags", self._parent.flags)
            self._set_default("is_utf8", self._parent.is_utf8)
            self._set_default("more_flags", self._parent.more_flags)
            self._set_derived("method", self._parent.method, "the format")
            self._set_default("half_second", self._parent.half_second)
            self._set_default("minute", self._parent.minute)
            self._set_default("hour", self._parent.hour)
            self._set_default("day", self._parent.day)
            self._set_default("month", self._parent.month)
            self._set_default("year", self._parent.year)
            self._set_derived(
                "crc", self.crc if self.has_descriptor else self._parent.crc, "the format"
            )
            self._set_derived(
                "len_packed",
                self.len_packed
                if self.has_descriptor
                or self.len_packed == 0xFFFFFFFF
                or self._parent.len_packed == 0xFFFFFFFF
                else self._parent.len_packed,
                "the format",
            )
            self._choose("extra", self.len_packed == 0xFFFFFFFF, ((Zip.LocalExtra, True),))
            self._set_derived(
                "len_data",
                self.len_data
                if self.has_descriptor
                or self.len_data == 0xFFFFFFFF
                or self._parent.len_data == 0xFFFFFFFF
                else self._parent.len_data,
                "the format",
            )
            self._set_derived("name", self._parent.name, "the format")
            self._set_derived("len_name", len(self.name), "name")

        def _write__seq(self, io: Writer) -> None:
            this: Any = self  # whose fields of several types are looked into
            if self.len_packed == 0xFFFFFFFF:
                self._stored_extra = self._window(
                    io, "extra", self.extra, Zip.LocalExtra, grows=True, in_pieces=True
                )
                self._set_window("len_extra", len(self._stored_extra), "extra")
            else:
                self._stored_extra = this.extra
                self._set_derived("len_extra", len(self._stored_extra), "extra")
            io.put(self.magic)
            io.u2le(self.needed, "needed")
            self._BITS_0.write(
                io,
                self.is_encrypted,
                self.effort,
                self.has_descriptor,
                self.flags,
                self.is_utf8,
                self.more_flags,
            )
            io.u2le(self.method, "method")
            self._BITS_1.write(
                io, self.half_second, self.minute, self.hour, self.day, self.month, self.year
            )
            self._BLOCK_0.write(
                io, self.crc, self.len_packed, self.len_data, self.len_name, self.len_extra
            )
            io.put_sized(self.name, self.len_name, "name")
            io.put_sized(self._stored_extra, self.len_extra, "extra")
            if self.is_plain:
                self.data.write(
                    io,
                    size=self._parent.size_packed
                    if self._parent.len_packed == 0xFFFFFFFF
                    else self._parent.len_packed,
                )
                if hasattr(self, "packed"):
                    self._leave_out("packed")
            else:
                if hasattr(self, "data"):
                    self._leave_out("data")
                io.put_sized(
                    self.packed,
                    self._parent.size_packed
                    if self._parent.len_packed == 0xFFFFFFFF
                    else self._parent.len_packed,
                    "packed",
                )
            if self.has_descriptor:
                self._write_child(io, "descriptor", self.descriptor, Zip.Descriptor)
            elif hasattr(self, "descriptor"):
                self._leave_out("descriptor")

        @computed
        def is_plain(self) -> bool:
            """Instance `is_plain`."""
            value: bool = not self._parent.is_encrypted and (
                self._parent.method == Zip.Method.stored
                or self._parent.method == Zip.Method.deflated
            )
            return value

        @computed
        def is_wide(self) -> bool:
            """Whether the descriptor has sizes of eight bytes."""
            this: Any = self  # whose fields of several types are looked into
            value: bool = self.len_packed == 0xFFFFFFFF or (
                self.len_extra >= 4 and this.extra[0] == 1 and this.extra[1] == 0
            )
            return value

    class Descriptor(Struct):
        """Type `descriptor`.

        Attributes:
            mark: That this is one; some programs leave it out, so it is the sum.
        """

        __slots__ = ("mark",)

        _root: Zip
        _parent: Zip.Local
        mark: int
        crc: int
        len_packed: int
        len_data: int

        _places: ClassVar[bool] = True
        _looks_up: ClassVar[tuple[str, ...]] = ("_parent._parent", "_parent.is_wide")
        _derived: ClassVar[tuple[str, ...]] = ("mark", "crc", "len_packed", "len_data")

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                mark: int
                crc: int
                len_packed: int
                len_data: int

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "mark", pos)
            self.mark = unpack_u4le(buf, pos)[0]
            pos = stop
            if self.mark == 0x08074B50:
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "crc", pos)
                self.crc = unpack_u4le(buf, pos)[0]
                pos = stop
            io = self._io_at(pos)
            if self._parent.is_wide:
                self.len_packed = io.u8le("len_packed")
                self.len_data = io.u8le("len_data")
            else:
                self.len_packed = io.u4le("len_packed")
                self.len_data = io.u4le("len_data")
            pos = io._pos
            self._io_at(pos)
            return pos

        def _derive(self) -> None:
            self._set_default("mark", 0x08074B50)
            self._set_derived(
                "mark", self.mark if self.mark == 0x08074B50 else self.entry.crc, "the format"
            )
            if self.mark == 0x08074B50:
                self._set_derived("crc", self.entry.crc, "the format")
            self._set_derived(
                "len_packed",
                self.entry.size_packed
                if self.entry.len_packed == 0xFFFFFFFF
                else self.entry.len_packed,
                "the format",
            )
            self._set_derived(
                "len_data",
                self.entry.size_data if self.entry.len_data == 0xFFFFFFFF else self.entry.len_data,
                "the format",
            )

        def _write__seq(self, io: Writer) -> None:
            io.u4le(self.mark, "mark")
            if self.mark == 0x08074B50:
                io.u4le(self.crc, "crc")
            elif hasattr(self, "crc"):
                self._leave_out("crc")
            if self._parent.is_wide:
                io.u8le(self.len_packed, "len_packed")
                io.u8le(self.len_data, "len_data")
            else:
                io.u4le(self.len_packed, "len_packed")
                io.u4le(self.len_data, "len_data")

        @computed
        def entry(self) -> Zip.Entry:
            """Instance `entry`."""
            value: Zip.Entry = self._parent._parent
            return value

    class Extra(Struct):
        """Type `extra`."""

        __slots__ = ("_start", "_end", "_stop", "fields")

        _root: Zip
        _parent: Zip.Entry
        fields: list[Zip.Field]

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                fields: Iterable[Zip.Field | Zip.Field._Fields]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            self.fields = []
            type_fields = Zip.Field
            while pos < end or self._goes_on(buf, pos):
                child = new(type_fields)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
                self.fields.append(child)
            return pos

        def _derive(self) -> None:
            self._set_default("fields", [])

        def _write__seq(self, io: Writer) -> None:
            for field in self.fields:
                self._write_child(io, "fields", field, Zip.Field)

    class Field(Struct):
        """Type `field`."""

        __slots__ = ("id", "len_body", "body", "_stored_body")

        _root: Zip
        _parent: Zip.Extra
        _stored_body: bytes
        id: Zip.ExtraId | int
        len_body: int
        body: Zip.Wide | Zip.Times | Zip.Owner | Zip.UnicodeText | bytes

        _raw_body = Raw("body")
        _own_streams: ClassVar[tuple[str, ...]] = ("body",)
        _derived: ClassVar[tuple[str, ...]] = ("id", "len_body")
        _BLOCK_0: ClassVar[Block] = Block(("id", "u2le"), ("len_body", "u2le"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                id: Zip.ExtraId | int
                len_body: int
                body: Required[Any]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            stop = pos + 4
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.id, self.len_body = _unpack_Zip_Field_0(buf, pos)
            pos = stop
            self.id, kind = _with_types_Zip_Field_body[self.id]
            if kind is not None:
                stop = pos + self.len_body
                if stop > end:
                    buf, end = self._reach(stop - pos, "body", pos)
                this.body = child = new(kind)
                child._read_apart(self, buf, pos, stop)
                pos = stop
            else:
                stop = pos + self.len_body
                if stop > end:
                    buf, end = self._reach(stop - pos, "body", pos)
                self.body = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
            return pos

        def _derive(self) -> None:
            self._set_tag(
                "body",
                "id",
                (
                    (Zip.Wide, Zip.ExtraId.wide),
                    (Zip.Times, Zip.ExtraId.times),
                    (Zip.Owner, Zip.ExtraId.owner),
                    (Zip.UnicodeText, Zip.ExtraId.unicode_path),
                    (Zip.UnicodeText, Zip.ExtraId.unicode_comment),
                ),
            )

        def _write__seq(self, io: Writer) -> None:
            this: Any = self  # whose fields of several types are looked into
            if self.id == Zip.ExtraId.wide:
                self._stored_body = self._window(
                    io, "body", self.body, Zip.Wide, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.id == Zip.ExtraId.times:
                self._stored_body = self._window(
                    io, "body", self.body, Zip.Times, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.id == Zip.ExtraId.owner:
                self._stored_body = self._window(
                    io, "body", self.body, Zip.Owner, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.id in (Zip.ExtraId.unicode_path, Zip.ExtraId.unicode_comment):
                self._stored_body = self._window(
                    io, "body", self.body, Zip.UnicodeText, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            else:
                self._stored_body = this.body
                self._set_derived("len_body", len(self._stored_body), "body")
            self._BLOCK_0.write(io, self.id, self.len_body)
            if self.id == Zip.ExtraId.owner:
                io.put_filled(self._stored_body, self.len_body, "body", 0, of=self)
            else:
                io.put_sized(self._stored_body, self.len_body, "body")

        @staticmethod
        def _body_types() -> dict[object, type[Any]]:
            """Types that `body` may have, by what tells them."""
            return {
                Zip.ExtraId.wide: Zip.Wide,
                Zip.ExtraId.times: Zip.Times,
                Zip.ExtraId.owner: Zip.Owner,
                Zip.ExtraId.unicode_path: Zip.UnicodeText,
                Zip.ExtraId.unicode_comment: Zip.UnicodeText,
            }

    class Wide(Struct):
        """Type `wide`."""

        __slots__ = ("_start", "_end", "_stop", "numbers", "disk")

        _root: Zip
        _parent: Zip.Field
        numbers: list[int]
        disk: bytes

        _goes_by_place: ClassVar[bool] = True

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                numbers: Required[Iterable[int]]
                disk: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            count = size_of(self) // 8
            if not 0 <= count * 8 <= end - pos:
                count = self._io_at(pos).count(count, "numbers", 8)
            self.numbers = []
            for _ in range(count):
                stop = pos + 8
                if stop > end:
                    buf, end = self._reach(stop - pos, "numbers", pos)
                self.numbers.append(unpack_u8le(buf, pos)[0])
                pos = stop
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.disk = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            return pos

        def _derive(self) -> None:
            self._set_default("disk", bytes([]))

        def _write__seq(self, io: Writer) -> None:
            for number in self.numbers:
                io.u8le(number, "numbers")
            io.put(self.disk)

    class LocalExtra(Struct):
        """Type `local_extra`."""

        __slots__ = ("_start", "_end", "_stop", "fields")

        _root: Zip
        _parent: Zip.Local
        fields: list[Zip.LocalField]

        _places: ClassVar[bool] = True

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                fields: Required[Iterable[Zip.LocalField | Zip.LocalField._Fields]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            self.fields = []
            type_fields = Zip.LocalField
            while pos < end or self._goes_on(buf, pos):
                child = new(type_fields)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
                self.fields.append(child)
            return pos

        def _write__seq(self, io: Writer) -> None:
            for field in self.fields:
                self._write_child(io, "fields", field, Zip.LocalField)

    class LocalField(Struct):
        """Type `local_field`."""

        __slots__ = ("id", "len_body", "body", "_stored_body")

        _root: Zip
        _parent: Zip.LocalExtra
        _stored_body: bytes
        id: Zip.ExtraId | int
        len_body: int
        body: Zip.LocalWide | bytes

        _raw_body = Raw("body")
        _places: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("body",)
        _derived: ClassVar[tuple[str, ...]] = ("id", "len_body")
        _BLOCK_0: ClassVar[Block] = Block(("id", "u2le"), ("len_body", "u2le"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                id: Zip.ExtraId | int
                len_body: int
                body: Required[Any]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            stop = pos + 4
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.id, self.len_body = _unpack_Zip_LocalField_0(buf, pos)
            pos = stop
            self.id = _members_Zip_ExtraId[self.id]
            if self.id == Zip.ExtraId.wide:
                stop = pos + self.len_body
                if stop > end:
                    buf, end = self._reach(stop - pos, "body", pos)
                this.body = child = new(Zip.LocalWide)
                child._parent, child._root = self, self._root
                child._start, child._end = pos, stop
                child._stop = child._read_at(buf, pos, stop)
                pos = stop
            else:
                stop = pos + self.len_body
                if stop > end:
                    buf, end = self._reach(stop - pos, "body", pos)
                self.body = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
            return pos

        def _derive(self) -> None:
            self._set_tag("body", "id", ((Zip.LocalWide, Zip.ExtraId.wide),))

        def _write__seq(self, io: Writer) -> None:
            this: Any = self  # whose fields of several types are looked into
            if self.id == Zip.ExtraId.wide:
                self._stored_body = self._window(
                    io, "body", self.body, Zip.LocalWide, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            else:
                self._stored_body = this.body
                self._set_derived("len_body", len(self._stored_body), "body")
            self._BLOCK_0.write(io, self.id, self.len_body)
            io.put_sized(self._stored_body, self.len_body, "body")

    class LocalWide(Struct):
        """Type `local_wide`."""

        __slots__ = ("_start", "_end", "_stop", "len_data", "len_packed", "rest")

        _root: Zip
        _parent: Zip.LocalField
        len_data: int
        len_packed: int
        rest: bytes

        _places: ClassVar[bool] = True
        _looks_up: ClassVar[tuple[str, ...]] = ("_parent._parent._parent", "_root")
        _derived: ClassVar[tuple[str, ...]] = ("len_data", "len_packed")
        _BLOCK_0: ClassVar[Block] = Block(("len_data", "u8le"), ("len_packed", "u8le"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len_data: int
                len_packed: int
                rest: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 16
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.len_data, self.len_packed = _unpack_Zip_LocalWide_0(buf, pos)
            pos = stop
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.rest = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            self._io_at(pos)
            return pos

        def _derive(self) -> None:
            self._set_default("rest", bytes([]))
            self._set_derived(
                "len_data",
                self.len_data
                if self.local.has_descriptor
                else self.entry.size_data
                if self.entry.len_data == 0xFFFFFFFF
                else self.entry.len_data,
                "the format",
            )
            self._set_derived(
                "len_packed",
                self.len_packed
                if self.local.has_descriptor
                else self.entry.size_packed
                if self.entry.len_packed == 0xFFFFFFFF
                else self.entry.len_packed,
                "the format",
            )

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.len_data, self.len_packed)
            io.put(self.rest)

        @computed
        def local(self) -> Zip.Local:
            """Instance `local`."""
            value: Zip.Local = self._parent._parent._parent
            return value

        @computed
        def entry(self) -> Zip.Entry:
            """Instance `entry`."""
            return self.local._parent

    class Times(Struct):
        """In seconds since 1970; the directory has the first alone."""

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "modified_is_there",
            "accessed_is_there",
            "created_is_there",
            "reserved",
            "times",
        )

        _root: Zip
        _parent: Zip.Field
        modified_is_there: bool
        accessed_is_there: bool
        created_is_there: bool
        reserved: int
        times: list[int]

        _BITS_0: ClassVar[BitRun] = BitRun(
            "le",
            ("modified_is_there", "flag"),
            ("accessed_is_there", "flag"),
            ("created_is_there", "flag"),
            ("reserved", "b5"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                modified_is_there: Required[bool]
                accessed_is_there: Required[bool]
                created_is_there: Required[bool]
                reserved: int
                times: Required[Iterable[int]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._BITS_0.reach(self, pos)
            bits = buf[pos]
            pos = stop
            self.modified_is_there = bits & 0x1 != 0
            self.accessed_is_there = bits & 0x2 != 0
            self.created_is_there = bits & 0x4 != 0
            self.reserved = bits >> 3
            self.times = []
            while pos < end or self._goes_on(buf, pos):
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "times", pos)
                self.times.append(unpack_s4le(buf, pos)[0])
                pos = stop
            return pos

        def _derive(self) -> None:
            self._set_default("reserved", 0)

        def _write__seq(self, io: Writer) -> None:
            self._BITS_0.write(
                io,
                self.modified_is_there,
                self.accessed_is_there,
                self.created_is_there,
                self.reserved,
            )
            for time in self.times:
                io.s4le(time, "times")

    class Owner(Struct):
        """Type `owner`."""

        __slots__ = ("_start", "_end", "_stop", "version", "len_user", "user", "len_group", "group")

        _root: Zip
        _parent: Zip.Field
        version: int
        len_user: int
        user: bytes
        len_group: int
        group: bytes

        _derived: ClassVar[tuple[str, ...]] = ("len_user", "len_group")
        _BLOCK_0: ClassVar[Block] = Block(("version", "u1"), ("len_user", "u1"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                version: int
                len_user: int
                user: Required[bytes]
                len_group: int
                group: Required[bytes]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 2
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.version, self.len_user = _unpack_Zip_Owner_0(buf, pos)
            pos = stop
            stop = pos + self.len_user
            if stop > end:
                buf, end = self._reach(stop - pos, "user", pos)
            self.user = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "len_group", pos)
            self.len_group = unpack_u1(buf, pos)[0]
            pos = stop
            stop = pos + self.len_group
            if stop > end:
                buf, end = self._reach(stop - pos, "group", pos)
            self.group = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            return stop

        def _derive(self) -> None:
            self._set_default("version", 1)
            self._set_derived("len_user", len(self.user), "user")
            self._set_derived("len_group", len(self.group), "group")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.version, self.len_user)
            io.put_sized(self.user, self.len_user, "user")
            io.u1(self.len_group, "len_group")
            io.put_sized(self.group, self.len_group, "group")

    class UnicodeText(Struct):
        """Type `unicode_text`.

        Attributes:
            crc_of_other: Of the name or comment that this stands for.
        """

        __slots__ = ("_start", "_end", "_stop", "version", "crc_of_other", "text")

        _root: Zip
        _parent: Zip.Field
        version: int
        crc_of_other: int
        text: str

        _BLOCK_0: ClassVar[Block] = Block(("version", "u1"), ("crc_of_other", "u4le"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                version: int
                crc_of_other: Required[int]
                text: Required[str]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 5
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.version, self.crc_of_other = _unpack_Zip_UnicodeText_0(buf, pos)
            pos = stop
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.text = str(buf[pos:end], "utf-8")
            pos = max(pos, end)
            return pos

        def _derive(self) -> None:
            self._set_default("version", 1)

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.version, self.crc_of_other)
            io.put(encode_text(self.text, "utf-8", "text"))


# What methods look up, at the price of a name.
_members_Zip_ExtraId = Members(lambda: Zip.ExtraId)
_members_Zip_Method = Members(lambda: Zip.Method)
_members_Zip_System = Members(lambda: Zip.System)
_types_Zip_Field_body = Types(Zip.Field._body_types)
_unpack_Zip_End_FIXED_0 = Zip.End._FIXED_0.unpack
_unpack_Zip_Entry_1 = Zip.Entry._BLOCK_1.unpack
_unpack_Zip_Entry_FIXED_0 = Zip.Entry._FIXED_0.unpack
_unpack_Zip_Field_0 = Zip.Field._BLOCK_0.unpack
_unpack_Zip_LocalField_0 = Zip.LocalField._BLOCK_0.unpack
_unpack_Zip_LocalWide_0 = Zip.LocalWide._BLOCK_0.unpack
_unpack_Zip_Local_0 = Zip.Local._BLOCK_0.unpack
_unpack_Zip_Local_FIXED_0 = Zip.Local._FIXED_0.unpack
_unpack_Zip_Locator_FIXED_0 = Zip.Locator._FIXED_0.unpack
_unpack_Zip_Owner_0 = Zip.Owner._BLOCK_0.unpack
_unpack_Zip_UnicodeText_0 = Zip.UnicodeText._BLOCK_0.unpack
_unpack_Zip_WideEnd_FIXED_0 = Zip.WideEnd._FIXED_0.unpack
_with_types_Zip_Field_body = WithTypes(_members_Zip_ExtraId, _types_Zip_Field_body)


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Zip":"zip","Zip.End":"zip::end","Zip.Locator":"zip::locator",
"Zip.WideEnd":"zip::wide_end","Zip.Entry":"zip::entry","Zip.Local":"zip::local",
"Zip.Descriptor":"zip::descriptor","Zip.Extra":"zip::extra","Zip.Field":"zip::field",
"Zip.Wide":"zip::wide","Zip.LocalExtra":"zip::local_extra","Zip.LocalField":"zip::local_field",
"Zip.LocalWide":"zip::local_wide","Zip.Times":"zip::times","Zip.Owner":"zip::owner",
"Zip.UnicodeText":"zip::unicode_text"},
"spec":{"id":"zip","title":"ZIP archive","file":"zip.ksy",
"digest":"9e64ea7053fcd2e27bf10471312fa6ed8c75d082d140c2b8c09281effda94bf6","types":[
{"path":"zip","parent":"any record","endian":"le","size":0,"instances":[
{"id":"ofs_end","type":"int","value":["last_index_of","_io",{"hex":"504b0506"}],"doc":"Where the
 end record stands."},
{"id":"end","type":"zip::end","stored":{"is":"Record","path":"zip::end"},"pos":"ofs_end"},
{"id":"is_wide","type":"bool","value":["or",["eq",["get","end","ofs_directory"],
{"int":"0xffffffff"}],["has_at","_io",["sub","ofs_end",20],{"hex":"504b0607"}]],"default":["ge",
["size",["get","end","entries"]],{"int":"0xffff"}],"doc":"Whether the records of ZIP64 are there,
 with need or without."},
{"id":"locator","type":"zip::locator","stored":{"is":"Record","path":"zip::locator"},"size":20,
"condition":"is_wide","pos":["sub","ofs_end",20]},
{"id":"wide_end","type":"zip::wide_end","stored":{"is":"Record","path":"zip::wide_end"},"size":56,
"condition":"is_wide","pos":["sub","ofs_end",76]},
{"id":"start","type":"int","value":["if","is_wide",["sub",["sub",["sub","ofs_end",76],["get",
"wide_end","len_directory"]],["get","wide_end","ofs_directory"]],["sub",["sub","ofs_end",["get",
"end","len_directory"]],["get","end","ofs_directory"]]],"default":0,"doc":"Where the archive begins,
 after what stands in front of it."},
{"id":"entries","type":"zip::entry[]","value":["get","end","entries"],"doc":"What there is, in the
 order of the directory."}],"doc":"Files with their names. The directory after them says what there
 is, and where. It is found from the end of the file, so other\nbytes may stand in front, such as a
 program that unpacks them.\n\n\nSee https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 APPNOTE 6.3.10\n\nSee https://libzip.org/specifications/extrafld.txt Info-ZIP, extra fields"},
{"path":"zip::end","parent":"zip","endian":"le","fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"offset":0,"size":4,
"contents":{"hex":"504b0506"}},
{"id":"disk","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":4,"size":2,"default":0},
{"id":"directory_disk","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"le"},"offset":6,"size":2,"default":0},
{"id":"num_entries_here","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"le"},"offset":8,"size":2,"default":0,"derive":"num_entries"},
{"id":"num_entries","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":10,"size":2,"default":["if",["get","_root","is_wide"],{"int":"0xffff"},0],"derive":["if",
["or",["and",["eq","num_entries",{"int":"0xffff"}],["get","_root","is_wide"]],["ge",["size",
"entries"],{"int":"0xffff"}]],{"int":"0xffff"},["size","entries"]]},
{"id":"len_directory","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"le"},"offset":12,"size":4,"checksum":{"algorithm":"length","condition":["ne",
"len_directory",{"int":"0xffffffff"}],"parts":[{"instance":"entries"}]}},
{"id":"ofs_directory","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"le"},"offset":16,"size":4},
{"id":"len_comment","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":20,"size":2},
{"id":"comment","type":"bytes","stored":{"is":"Bytes","extent":{"size":"len_comment"}},"offset":22,
"default":["as<bytes>",["list"]]},
{"id":"rest","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"default":["as<bytes>",
["list"]],"doc":"What some programs put after it."}],"instances":[
{"id":"entries","type":"zip::entry[]","stored":{"is":"Record","path":"zip::entry"},
"repeat":{"count":["if",["and",["eq","num_entries",{"int":"0xffff"}],["get","_root","is_wide"]],
["get",["get","_root","wide_end"],"num_entries"],"num_entries"]},"pos":["add",["if",["eq",
"ofs_directory",{"int":"0xffffffff"}],["get",["get","_root","wide_end"],"ofs_directory"],
"ofs_directory"],["get","_root","start"]],"io":["get","_root","_io"]}],"edges":[{"is":"Length",
"field":"len_comment","of":"comment"},{"is":"Position","field":"ofs_directory","of":"entries",
"condition":["not",["eq","ofs_directory",{"int":"0xffffffff"}]],"steps":[["subtract",["get","_root",
"start"]]]}]},
{"path":"zip::locator","parent":"zip","endian":"le","size":20,"fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"offset":0,"size":4,
"contents":{"hex":"504b0607"}},
{"id":"disk","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":4,"size":4,"default":0},
{"id":"ofs_wide_end","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":8,"size":8,"derive":["add",["get",["get","_root","wide_end"],"ofs_directory"],["get",
["get","_root","wide_end"],"len_directory"]]},
{"id":"num_disks","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":16,"size":4,"default":1}]},
{"path":"zip::wide_end","parent":"zip","endian":"le","size":56,"fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"offset":0,"size":4,
"contents":{"hex":"504b0606"}},
{"id":"len_rest","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":4,"size":8,"default":44},
{"id":"made_by","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":12,"size":2,"default":45},
{"id":"needed","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":14,"size":2,"default":45},
{"id":"disk","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":16,"size":4,"default":0},
{"id":"directory_disk","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"le"},"offset":20,"size":4,"default":0},
{"id":"num_entries_here","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,
"endian":"le"},"offset":24,"size":8,"derive":["size",["get",["get","_root","end"],"entries"]]},
{"id":"num_entries","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":32,"size":8,"derive":["size",["get",["get","_root","end"],"entries"]]},
{"id":"len_directory","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,
"endian":"le"},"offset":40,"size":8,"derive":["if",["eq",["get",["get","_root","end"],
"len_directory"],{"int":"0xffffffff"}],"len_directory",["get",["get","_root","end"],
"len_directory"]]},
{"id":"ofs_directory","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,
"endian":"le"},"offset":48,"size":8,"derive":["if",["eq",["get",["get","_root","end"],
"ofs_directory"],{"int":"0xffffffff"}],"ofs_directory",["get",["get","_root","end"],
"ofs_directory"]]}]},
{"path":"zip::entry","parent":"zip::end","endian":"le","fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"offset":0,"size":4,
"contents":{"hex":"504b0102"}},
{"id":"made_by","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":4,
"size":1,"default":20,"doc":"The version of the format, times ten."},
{"id":"system","type":"enum zip::system","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"zip::system"},"offset":5,"size":1,"default":["enum","zip::system","unix"],"doc":"What
 `external` means."},
{"id":"needed","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":6,"size":2,"default":20},
{"id":"is_encrypted","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},
"offset":8,"default":false},
{"id":"effort","type":"int","stored":{"is":"Bits","width":2,"endian":"le"},"offset":8,"bit":1,
"default":0},
{"id":"has_descriptor","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},
"offset":8,"bit":3,"default":false,"doc":"Whether sum and sizes stand after the data."},
{"id":"flags","type":"int","stored":{"is":"Bits","width":7,"endian":"le"},"offset":8,"bit":4,
"default":0},
{"id":"is_utf8","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},"offset":9,
"bit":3,"default":true,"doc":"Whether name and comment are UTF-8; otherwise they are code page 437,
 or what somebody took for it."},
{"id":"more_flags","type":"int","stored":{"is":"Bits","width":4,"endian":"le"},"offset":9,"bit":4,
"default":0},
{"id":"method","type":"enum zip::method","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"le","enum":"zip::method"},"offset":10,"size":2,"default":["enum","zip::method",
"deflated"]},
{"id":"half_second","type":"int","stored":{"is":"Bits","width":5,"endian":"le"},"offset":12,
"default":0},
{"id":"minute","type":"int","stored":{"is":"Bits","width":6,"endian":"le"},"offset":12,"bit":5,
"default":0},
{"id":"hour","type":"int","stored":{"is":"Bits","width":5,"endian":"le"},"offset":13,"bit":3,
"default":0},
{"id":"day","type":"int","stored":{"is":"Bits","width":5,"endian":"le"},"offset":14,"default":1},
{"id":"month","type":"int","stored":{"is":"Bits","width":4,"endian":"le"},"offset":14,"bit":5,
"default":1},
{"id":"year","type":"int","stored":{"is":"Bits","width":7,"endian":"le"},"offset":15,"bit":1,
"default":0,"doc":"Since 1980."},
{"id":"crc","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":16,"size":4,"checksum":{"algorithm":"crc32","decoded":true,"condition":["get","local",
"is_plain"],"parts":[{"value":["get","local","data"]}]}},
{"id":"len_packed","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":20,"size":4,"default":0},
{"id":"len_data","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":24,"size":4,"default":0},
{"id":"len_name","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":28,"size":2},
{"id":"len_extra","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":30,"size":2},
{"id":"len_comment","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":32,"size":2},
{"id":"disk","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":34,"size":2,"default":0},
{"id":"internal","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":36,"size":2,"default":0},
{"id":"external","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":38,"size":4,"default":0,"doc":"On Unix, the mode in the upper half."},
{"id":"ofs_local","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":42,"size":4},
{"id":"name","type":"bytes","stored":{"is":"Bytes","extent":{"size":"len_name"}},"offset":46,
"doc":"With `/` between folders; one at the end makes it a folder."},
{"id":"extra","type":"zip::extra","stored":{"is":"Record","path":"zip::extra",
"extent":{"size":"len_extra"}}},
{"id":"comment","type":"bytes","stored":{"is":"Bytes","extent":{"size":"len_comment"}},
"default":["as<bytes>",["list"]]}],"instances":[
{"id":"path","type":"str","value":["if","is_utf8",["to_s","name",["text","utf-8"]],["to_s","name",
["text","cp437"]]],"doc":"The name as text."},
{"id":"wide","type":"zip::field[]","value":["where",["get","extra","fields"],["eq",["get","_","id"],
["enum","zip::extra_id","wide"]]],"doc":"The field with numbers that are too large for theirs,
 which are 0xffffffff then."},
{"id":"size_data","type":"int","value":["if",["eq","len_data",{"int":"0xffffffff"}],["item",["get",
["get",["item","wide",0],"body"],"numbers"],0],"len_data"]},
{"id":"size_packed","type":"int","value":["if",["eq","len_packed",{"int":"0xffffffff"}],["item",
["get",["get",["item","wide",0],"body"],"numbers"],["if",["eq","len_data",{"int":"0xffffffff"}],1,
0]],"len_packed"]},
{"id":"local","type":"zip::local","stored":{"is":"Record","path":"zip::local"},"pos":["add",["if",
["eq","ofs_local",{"int":"0xffffffff"}],["item",["get",["get",["item","wide",0],"body"],"numbers"],
["add",["if",["eq","len_data",{"int":"0xffffffff"}],1,0],["if",["eq","len_packed",
{"int":"0xffffffff"}],1,0]]],"ofs_local"],["get","_root","start"]],"io":["get","_root","_io"]}],
"edges":[{"is":"Length","field":"len_name","of":"name"},{"is":"Length","field":"len_comment",
"of":"comment"},{"is":"Length","field":"len_extra","of":"extra","at_least":true},{"is":"Position",
"field":"ofs_local","of":"local","condition":["not",["eq","ofs_local",{"int":"0xffffffff"}]],
"steps":[["subtract",["get","_root","start"]]]}]},
{"path":"zip::local","parent":"zip::entry","endian":"le","fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"offset":0,"size":4,
"contents":{"hex":"504b0304"}},
{"id":"needed","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":4,"size":2,"default":["get","_parent","needed"]},
{"id":"is_encrypted","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},
"offset":6,"default":["get","_parent","is_encrypted"]},
{"id":"effort","type":"int","stored":{"is":"Bits","width":2,"endian":"le"},"offset":6,"bit":1,
"default":["get","_parent","effort"]},
{"id":"has_descriptor","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},
"offset":6,"bit":3,"default":["get","_parent","has_descriptor"]},
{"id":"flags","type":"int","stored":{"is":"Bits","width":7,"endian":"le"},"offset":6,"bit":4,
"default":["get","_parent","flags"]},
{"id":"is_utf8","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},"offset":7,
"bit":3,"default":["get","_parent","is_utf8"]},
{"id":"more_flags","type":"int","stored":{"is":"Bits","width":4,"endian":"le"},"offset":7,"bit":4,
"default":["get","_parent","more_flags"]},
{"id":"method","type":"enum zip::method","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"le","enum":"zip::method"},"offset":8,"size":2,"derive":["get","_parent","method"]},
{"id":"half_second","type":"int","stored":{"is":"Bits","width":5,"endian":"le"},"offset":10,
"default":["get","_parent","half_second"]},
{"id":"minute","type":"int","stored":{"is":"Bits","width":6,"endian":"le"},"offset":10,"bit":5,
"default":["get","_parent","minute"]},
{"id":"hour","type":"int","stored":{"is":"Bits","width":5,"endian":"le"},"offset":11,"bit":3,
"default":["get","_parent","hour"]},
{"id":"day","type":"int","stored":{"is":"Bits","width":5,"endian":"le"},"offset":12,
"default":["get","_parent","day"]},
{"id":"month","type":"int","stored":{"is":"Bits","width":4,"endian":"le"},"offset":12,"bit":5,
"default":["get","_parent","month"]},
{"id":"year","type":"int","stored":{"is":"Bits","width":7,"endian":"le"},"offset":13,"bit":1,
"default":["get","_parent","year"]},
{"id":"crc","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":14,"size":4,"default":0,"derive":["if","has_descriptor","crc",["get","_parent","crc"]]},
{"id":"len_packed","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":18,"size":4,"default":0,"derive":["if",["or",["or","has_descriptor",["eq","len_packed",
{"int":"0xffffffff"}]],["eq",["get","_parent","len_packed"],{"int":"0xffffffff"}]],"len_packed",
["get","_parent","len_packed"]]},
{"id":"len_data","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":22,"size":4,"default":0,"derive":["if",["or",["or","has_descriptor",["eq","len_data",
{"int":"0xffffffff"}]],["eq",["get","_parent","len_data"],{"int":"0xffffffff"}]],"len_data",["get",
"_parent","len_data"]]},
{"id":"len_name","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":26,"size":2},
{"id":"len_extra","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":28,"size":2},
{"id":"name","type":"bytes","stored":{"is":"Bytes","extent":{"size":"len_name"}},"offset":30,
"derive":["get","_parent","name"]},
{"id":"extra","type":"mixed","stored":{"is":"Switch","on":["eq","len_packed",{"int":"0xffffffff"}],
"cases":[{"key":true,"stored":{"is":"Record","path":"zip::local_extra",
"extent":{"size":"len_extra"}}},{"stored":{"is":"Bytes","extent":{"size":"len_extra"}}}]},
"default":["as<bytes>",["list"]],"doc":"Fields as in the directory, or what aligns the data. With
 sizes among them, they are `fields`."},
{"id":"data","type":"payload","stored":{"is":"Bytes","extent":{"size":["if",["eq",["get","_parent",
"len_packed"],{"int":"0xffffffff"}],["get","_parent","size_packed"],["get","_parent",
"len_packed"]]}},"condition":"is_plain","array":{"dtype":"u1","shape":["list",["if",["eq",["get",
"_parent","len_data"],{"int":"0xffffffff"}],["get","_parent","size_data"],["get","_parent",
"len_data"]]]},"codec":{"on":["get","_parent","method"],"cases":[[["enum","zip::method","stored"],
[{"is":"Stage","codec":"raw","args":[["shape",["list",["if",["eq",["get","_parent","len_data"],
{"int":"0xffffffff"}],["get","_parent","size_data"],["get","_parent","len_data"]]]],["dtype",
["text","uint8"]]]}]],[["enum","zip::method","deflated"],[{"is":"Stage","codec":"deflate"},
{"is":"Stage","codec":"raw","args":[["shape",["list",["if",["eq",["get","_parent","len_data"],
{"int":"0xffffffff"}],["get","_parent","size_data"],["get","_parent","len_data"]]]],["dtype",
["text","uint8"]]]}]]]}},
{"id":"packed","type":"bytes","stored":{"is":"Bytes","extent":{"size":["if",["eq",["get","_parent",
"len_packed"],{"int":"0xffffffff"}],["get","_parent","size_packed"],["get","_parent",
"len_packed"]]}},"condition":["not","is_plain"],"doc":"Data that is encrypted, or compressed in
 another way."},
{"id":"descriptor","type":"zip::descriptor","stored":{"is":"Record","path":"zip::descriptor"},
"condition":"has_descriptor"}],"instances":[
{"id":"is_plain","type":"bool","value":["and",["not",["get","_parent","is_encrypted"]],["or",["eq",
["get","_parent","method"],["enum","zip::method","stored"]],["eq",["get","_parent","method"],
["enum","zip::method","deflated"]]]]},
{"id":"is_wide","type":"bool","value":["or",["eq","len_packed",{"int":"0xffffffff"}],["and",["and",
["ge","len_extra",4],["eq",["item","extra",0],1]],["eq",["item","extra",1],0]]],"doc":"Whether the
 descriptor has sizes of eight bytes."}],"edges":[{"is":"Flag","field":"has_descriptor",
"of":"descriptor","yes":true,"no":false},{"is":"Axis","field":["get","_parent","len_data"],
"of":"data","condition":["and","is_plain",["not",["eq",["get","_parent","len_data"],
{"int":"0xffffffff"}]]],"axis":0},{"is":"Length","field":["get","_parent","len_packed"],"of":"data",
"condition":["and","is_plain",["not",["eq",["get","_parent","len_packed"],{"int":"0xffffffff"}]]]},
{"is":"Length","field":["get","_parent","len_packed"],"of":"packed","condition":["and",["not",
"is_plain"],["not",["eq",["get","_parent","len_packed"],{"int":"0xffffffff"}]]]},{"is":"Length",
"field":"len_name","of":"name"},{"is":"Length","field":"len_extra","of":"extra","at_least":true}],
"doc":"What stands with the data; the directory has the same, and more."},
{"path":"zip::descriptor","parent":"zip::local","endian":"le","fields":[
{"id":"mark","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":0,"size":4,"default":{"int":"0x08074b50"},"derive":["if",["eq","mark",
{"int":"0x08074b50"}],"mark",["get","entry","crc"]],"doc":"That this is one; some programs leave it
 out, so it is the sum."},
{"id":"crc","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":4,"size":4,"condition":["eq","mark",{"int":"0x08074b50"}],"derive":["get","entry","crc"]},
{"id":"len_packed","type":"int","stored":{"is":"Switch","on":["get","_parent","is_wide"],
"cases":[{"key":true,"stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"}},
{"key":false,"stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"}}]},"derive":["if",
["eq",["get","entry","len_packed"],{"int":"0xffffffff"}],["get","entry","size_packed"],["get",
"entry","len_packed"]]},
{"id":"len_data","type":"int","stored":{"is":"Switch","on":["get","_parent","is_wide"],
"cases":[{"key":true,"stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"}},
{"key":false,"stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"}}]},"derive":["if",
["eq",["get","entry","len_data"],{"int":"0xffffffff"}],["get","entry","size_data"],["get","entry",
"len_data"]]}],"instances":[
{"id":"entry","type":"zip::entry","value":["get","_parent","_parent"]}]},
{"path":"zip::extra","parent":"zip::entry","endian":"le","fields":[
{"id":"fields","type":"zip::field[]","stored":{"is":"Record","path":"zip::field"},"offset":0,
"repeat":{},"default":["list"]}]},
{"path":"zip::field","parent":"zip::extra","endian":"le","fields":[
{"id":"id","type":"enum zip::extra_id","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"le","enum":"zip::extra_id"},"offset":0,"size":2},
{"id":"len_body","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":2,"size":2},
{"id":"body","type":"mixed","stored":{"is":"Switch","on":"id","cases":[{"key":["enum",
"zip::extra_id","wide"],"stored":{"is":"Record","path":"zip::wide","extent":{"size":"len_body"}}},
{"key":["enum","zip::extra_id","times"],"stored":{"is":"Record","path":"zip::times",
"extent":{"size":"len_body"}}},{"key":["enum","zip::extra_id","owner"],"stored":{"is":"Record",
"path":"zip::owner","extent":{"size":"len_body"}}},{"key":["enum","zip::extra_id","unicode_path"],
"stored":{"is":"Record","path":"zip::unicode_text","extent":{"size":"len_body"}}},{"key":["enum",
"zip::extra_id","unicode_comment"],"stored":{"is":"Record","path":"zip::unicode_text",
"extent":{"size":"len_body"}}},{"stored":{"is":"Bytes","extent":{"size":"len_body"}}}]},
"offset":4}],"edges":[{"is":"Tag","field":"id","of":"body","cases":[["zip::wide",["enum",
"zip::extra_id","wide"]],["zip::times",["enum","zip::extra_id","times"]],["zip::owner",["enum",
"zip::extra_id","owner"]],["zip::unicode_text",["enum","zip::extra_id","unicode_path"]],
["zip::unicode_text",["enum","zip::extra_id","unicode_comment"]]]},{"is":"Length",
"field":"len_body","of":"body","at_least":true}]},
{"path":"zip::wide","parent":"zip::field","endian":"le","fields":[
{"id":"numbers","type":"int[]","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":0,"repeat":{"count":["floordiv",["size","_io"],8]}},
{"id":"disk","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"default":["as<bytes>",
["list"]]}]},
{"path":"zip::local_extra","parent":"zip::local","endian":"le","fields":[
{"id":"fields","type":"zip::local_field[]","stored":{"is":"Record","path":"zip::local_field"},
"offset":0,"repeat":{}}]},
{"path":"zip::local_field","parent":"zip::local_extra","endian":"le","fields":[
{"id":"id","type":"enum zip::extra_id","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"le","enum":"zip::extra_id"},"offset":0,"size":2},
{"id":"len_body","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":2,"size":2},
{"id":"body","type":"mixed","stored":{"is":"Switch","on":"id","cases":[{"key":["enum",
"zip::extra_id","wide"],"stored":{"is":"Record","path":"zip::local_wide",
"extent":{"size":"len_body"}}},{"stored":{"is":"Bytes","extent":{"size":"len_body"}}}]},
"offset":4}],"edges":[{"is":"Tag","field":"id","of":"body","cases":[["zip::local_wide",["enum",
"zip::extra_id","wide"]]]},{"is":"Length","field":"len_body","of":"body","at_least":true}]},
{"path":"zip::local_wide","parent":"zip::local_field","endian":"le","fields":[
{"id":"len_data","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":0,"size":8,"derive":["if",["get","local","has_descriptor"],"len_data",["if",["eq",["get",
"entry","len_data"],{"int":"0xffffffff"}],["get","entry","size_data"],["get","entry","len_data"]]]},
{"id":"len_packed","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":8,"size":8,"derive":["if",["get","local","has_descriptor"],"len_packed",["if",["eq",["get",
"entry","len_packed"],{"int":"0xffffffff"}],["get","entry","size_packed"],["get","entry",
"len_packed"]]]},
{"id":"rest","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"offset":16,
"default":["as<bytes>",["list"]]}],"instances":[
{"id":"local","type":"zip::local","value":["get",["get","_parent","_parent"],"_parent"]},
{"id":"entry","type":"zip::entry","value":["get","local","_parent"]}]},
{"path":"zip::times","parent":"zip::field","endian":"le","fields":[
{"id":"modified_is_there","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},
"offset":0},
{"id":"accessed_is_there","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},
"offset":0,"bit":1},
{"id":"created_is_there","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},
"offset":0,"bit":2},
{"id":"reserved","type":"int","stored":{"is":"Bits","width":5,"endian":"le"},"offset":0,"bit":3,
"default":0},
{"id":"times","type":"int[]","stored":{"is":"Number","kind":"signed","size":4,"endian":"le"},
"offset":1,"repeat":{}}],"doc":"In seconds since 1970; the directory has the first alone."},
{"path":"zip::owner","parent":"zip::field","endian":"le","fields":[
{"id":"version","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"size":1,"default":1},
{"id":"len_user","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":1,
"size":1},
{"id":"user","type":"bytes","stored":{"is":"Bytes","extent":{"size":"len_user"}},"offset":2},
{"id":"len_group","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1},
{"id":"group","type":"bytes","stored":{"is":"Bytes","extent":{"size":"len_group"}}}],
"edges":[{"is":"Length","field":"len_user","of":"user"},{"is":"Length","field":"len_group",
"of":"group"}]},
{"path":"zip::unicode_text","parent":"zip::field","endian":"le","fields":[
{"id":"version","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"size":1,"default":1},
{"id":"crc_of_other","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":1,"size":4,"doc":"Of the name or comment that this stands for."},
{"id":"text","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"to_end":true}},
"offset":5}]}],"enums":[
{"path":"zip::system","members":[{"id":"dos","value":0},{"id":"amiga","value":1},{"id":"vms",
"value":2},{"id":"unix","value":3},{"id":"macintosh","value":7},{"id":"ntfs","value":10},
{"id":"mvs","value":11},{"id":"vfat","value":14},{"id":"darwin","value":19}]},
{"path":"zip::method","members":[{"id":"stored","value":0},{"id":"shrunk","value":1},
{"id":"imploded","value":6},{"id":"deflated","value":8},{"id":"deflate64","value":9},{"id":"bzip2",
"value":12},{"id":"lzma","value":14},{"id":"zstd","value":93},{"id":"xz","value":95},{"id":"ppmd",
"value":98},{"id":"aes","value":99}]},
{"path":"zip::extra_id","members":[{"id":"wide","value":1},{"id":"ntfs","value":10},{"id":"times",
"value":21589},{"id":"old_unix","value":22613},{"id":"unicode_comment","value":25461},
{"id":"unicode_path","value":28789},{"id":"old_owner","value":30805},{"id":"owner","value":30837},
{"id":"aes","value":39169},{"id":"jar","value":51966}]}]}}
"""
