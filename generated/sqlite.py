# Made by `quire gen` 0.1.0 from sqlite.ksy (sha256 1e2aab843273). Do not edit.
"""SQLite database."""

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
    Stride,
    Struct,
    Writer,
    computed,
    copied,
    encode_text,
    expect_at_least,
    expect_at_most,
    expect_count,
    expect_equal,
    expect_member,
    expect_that,
    expect_until,
    instance,
    quotient,
)
from quire.runtime.direct import (
    decode_at,
    new,
    unpack_f8be,
    unpack_s1,
    unpack_s2be,
    unpack_s4be,
    unpack_s8be,
    unpack_u1,
    unpack_u2be,
    unpack_u4be,
)

__all__ = ["Sqlite"]


class Sqlite(Struct):
    """Tables and indices of a database: trees of pages, cells in these, records in cells.

    A writer puts back what was there, with values that were edited in their places.

    See https://www.sqlite.org/fileformat2.html Database File Format

    Attributes:
        schema: The table of tables: their kind, name, table, first page, and how they were made.
    """

    __slots__ = ("_start", "_end", "_stop", "header", "schema", "others", "_stored_schema")

    _root: Sqlite
    _stored_schema: bytes
    header: Sqlite.Header
    schema: Sqlite.Page
    others: Sqlite.Others

    _is_top: ClassVar[bool] = True
    _raw_header = Raw("header")
    _raw_schema = Raw("schema")
    _raw_others = Raw("others")
    _places: ClassVar[bool] = True
    _own_streams: ClassVar[tuple[str, ...]] = ("header", "schema", "others")
    _PARTS: ClassVar[Parts] = (
        FieldsPart("_read_part_0"),
        RecordPart("schema"),
        FieldsPart("_read_part_2"),
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            header: Required[Sqlite.Header | Sqlite.Header._Fields]
            schema: Required[Sqlite.Page | Sqlite.Page._Fields]
            others: Sqlite.Others | Sqlite.Others._Fields

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 100
        if stop > end:
            buf, end = self._reach(stop - pos, "header", pos)
        self.header = child = new(Sqlite.Header)
        child._parent, child._root = self, self._root
        child._start, child._end = pos, stop
        child._stop = child._read_at(buf, pos, stop)
        pos = stop
        stop = pos + (self.page_size - 100)
        if not pos <= stop <= end:
            buf, end = self._reach(stop - pos, "schema", pos)
        self.schema = child = new(Sqlite.Page)
        child._parent, child._root = self, self._root
        child.number = 1
        child.is_schema = 1
        child._start, child._end = pos, stop
        child._stop = child._read_at(buf, pos, stop)
        pos = stop
        if type(buf) is bytearray:
            buf, end = self._reach_rest(buf, pos, end)
        stop = pos + max(end - pos, 0)
        if not pos <= stop <= end:
            buf, end = self._reach(stop - pos, "others", pos)
        self.others = child = new(Sqlite.Others)
        child._parent, child._root = self, self._root
        child._start, child._end = pos, stop
        child._stop = child._read_at(buf, pos, stop)
        return stop

    def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 100
        if stop > end:
            buf, end = self._reach(stop - pos, "header", pos)
        self.header = child = new(Sqlite.Header)
        child._parent, child._root = self, self._root
        child._start, child._end = pos, stop
        child._stop = child._read_at(buf, pos, stop)
        return stop

    def _open_schema(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
        stop = pos + (self.page_size - 100)
        if not pos <= stop <= end:
            buf, end = self._reach(stop - pos, "schema", pos)
        self.schema = child = new(Sqlite.Page)
        child._parent, child._root = self, self._root
        child.number = 1
        child.is_schema = 1
        child._start, child._end = pos, stop
        return child, buf, pos, stop

    def _read_part_2(self, buf: Bytes, pos: int, end: int) -> int:
        if type(buf) is bytearray:
            buf, end = self._reach_rest(buf, pos, end)
        stop = pos + max(end - pos, 0)
        if not pos <= stop <= end:
            buf, end = self._reach(stop - pos, "others", pos)
        self.others = child = new(Sqlite.Others)
        child._parent, child._root = self, self._root
        child._start, child._end = pos, stop
        child._stop = child._read_at(buf, pos, stop)
        return stop

    def _derive(self) -> None:
        self._make("header", Sqlite.Header)
        self._make("others", Sqlite.Others)

    def _write__seq(self, io: Writer) -> None:
        self._expect_record("schema", self.schema, Sqlite.Page)
        self.schema.number = 1
        self.schema.is_schema = 1
        self._stored_schema = self._window(
            io, "schema", self.schema, Sqlite.Page, grows=True, in_pieces=True
        )
        if self.header.len_page != 1:
            self._set_derived(
                "len_page", len(self._stored_schema) + 100, "schema", holder=self.header
            )
        io.put_filled(
            self._window(io, "header", self.header, Sqlite.Header, size=100, in_pieces=True),
            100,
            "header",
            0,
            of=self,
        )
        io.put_filled(self._stored_schema, self.page_size - 100, "schema", 0, of=self)
        io.put(self._window(io, "others", self.others, Sqlite.Others, grows=True, in_pieces=True))

    @computed
    def page_size(self) -> int:
        """Instance `page_size`."""
        return 65536 if self.header.len_page == 1 else self.header.len_page

    @computed
    def usable(self) -> int:
        """Bytes of a page that SQLite has."""
        return self.page_size - self.header.len_reserved

    class Encoding(LateEnum):
        """Values of `encoding`."""

        none = 0
        utf8 = 1
        utf16le = 2
        utf16be = 3

    class PageKind(LateEnum):
        """Values of `page_kind`."""

        index_interior = 2
        table_interior = 5
        index_leaf = 10
        table_leaf = 13

    class Others(Struct):
        """The other pages.

        Trees lead to theirs; some are free.
        """

        __slots__ = ("_start", "_end", "_stop")

        _root: Sqlite
        _parent: Sqlite

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
        """Type `header`.

        Attributes:
            len_page: 1 for 65,536 bytes.
            write_version: 1 with a journal, 2 with a log that is written ahead.
            first_free: The first page of the list of those that are free; 0 if there is none.
            version: Of SQLite, as 3045001 for 3.45.1.
        """

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "magic",
            "len_page",
            "write_version",
            "read_version",
            "len_reserved",
            "most_of_payload",
            "least_of_payload",
            "leaf_payload",
            "num_changes",
            "num_pages",
            "first_free",
            "num_free",
            "schema_cookie",
            "schema_format",
            "cache",
            "largest_root",
            "encoding",
            "user_version",
            "is_incremental",
            "application",
            "reserved",
            "valid_for",
            "version",
        )

        _root: Sqlite
        _parent: Sqlite
        magic: bytes
        len_page: int
        write_version: int
        read_version: int
        len_reserved: int
        most_of_payload: int
        least_of_payload: int
        leaf_payload: int
        num_changes: int
        num_pages: int
        first_free: int
        num_free: int
        schema_cookie: int
        schema_format: int
        cache: int
        largest_root: int
        encoding: Sqlite.Encoding | int
        user_version: int
        is_incremental: int
        application: int
        reserved: bytes
        valid_for: int
        version: int

        SIZE: ClassVar[int] = 100
        _derived: ClassVar[tuple[str, ...]] = (
            "len_page",
            "magic",
            "most_of_payload",
            "least_of_payload",
            "leaf_payload",
        )
        _BLOCK_0: ClassVar[Block] = Block(
            ("len_page", "u2be"),
            ("write_version", "u1"),
            ("read_version", "u1"),
            ("len_reserved", "u1"),
            ("most_of_payload", "u1"),
            ("least_of_payload", "u1"),
            ("leaf_payload", "u1"),
            ("num_changes", "u4be"),
            ("num_pages", "u4be"),
            ("first_free", "u4be"),
            ("num_free", "u4be"),
            ("schema_cookie", "u4be"),
            ("schema_format", "u4be"),
            ("cache", "s4be"),
            ("largest_root", "u4be"),
            ("encoding", "u4be"),
            ("user_version", "u4be"),
            ("is_incremental", "u4be"),
            ("application", "u4be"),
            ("reserved", "20s"),
            ("valid_for", "u4be"),
            ("version", "u4be"),
        )
        _FIXED_0: ClassVar[Fixed] = Fixed(
            ("magic", b"SQLite format 3\x00", "/types/header/seq/0"),
            ("len_page", "u2be"),
            ("write_version", "u1"),
            ("read_version", "u1"),
            ("len_reserved", "u1"),
            ("most_of_payload", "u1"),
            ("least_of_payload", "u1"),
            ("leaf_payload", "u1"),
            ("num_changes", "u4be"),
            ("num_pages", "u4be"),
            ("first_free", "u4be"),
            ("num_free", "u4be"),
            ("schema_cookie", "u4be"),
            ("schema_format", "u4be"),
            ("cache", "s4be"),
            ("largest_root", "u4be"),
            ("encoding", "u4be"),
            ("user_version", "u4be"),
            ("is_incremental", "u4be"),
            ("application", "u4be"),
            ("reserved", "20s"),
            ("valid_for", "u4be"),
            ("version", "u4be"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                magic: bytes
                len_page: int
                write_version: Required[int]
                read_version: Required[int]
                len_reserved: Required[int]
                most_of_payload: int
                least_of_payload: int
                leaf_payload: int
                num_changes: Required[int]
                num_pages: Required[int]
                first_free: Required[int]
                num_free: Required[int]
                schema_cookie: Required[int]
                schema_format: Required[int]
                cache: Required[int]
                largest_root: Required[int]
                encoding: Required[Sqlite.Encoding | int]
                user_version: Required[int]
                is_incremental: Required[int]
                application: Required[int]
                reserved: Required[bytes]
                valid_for: Required[int]
                version: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 100
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            (
                stored_magic,
                self.len_page,
                self.write_version,
                self.read_version,
                self.len_reserved,
                self.most_of_payload,
                self.least_of_payload,
                self.leaf_payload,
                self.num_changes,
                self.num_pages,
                self.first_free,
                self.num_free,
                self.schema_cookie,
                self.schema_format,
                self.cache,
                self.largest_root,
                self.encoding,
                self.user_version,
                self.is_incremental,
                self.application,
                self.reserved,
                self.valid_for,
                self.version,
            ) = _unpack_Sqlite_Header_FIXED_0(buf, pos)
            if stored_magic != b"SQLite format 3\x00":
                self._look_at(pos).contents(b"SQLite format 3\x00", "magic", "/types/header/seq/0")
            self.magic = b"SQLite format 3\x00"
            self.encoding = _members_Sqlite_Encoding[self.encoding]
            pos = stop
            if not (
                self.len_page == 1
                or (self.len_page >= 512 and self.len_page & self.len_page - 1 == 0)
            ):
                io = self._io_at(pos)
                expect_that(
                    "len_page",
                    self.len_page,
                    self.len_page == 1
                    or (self.len_page >= 512 and self.len_page & self.len_page - 1 == 0),
                    "_ == 1 or _ >= 512 and (_ & _ - 1) == 0",
                    io,
                    84,
                    place="/types/header/seq/1",
                )
            if not self.len_reserved <= 32:
                io = self._io_at(pos)
                expect_at_most(
                    "len_reserved", self.len_reserved, 32, io, 80, place="/types/header/seq/4"
                )
            if self.most_of_payload != 64:
                io = self._io_at(pos)
                expect_equal(
                    "most_of_payload", self.most_of_payload, 64, io, 79, place="/types/header/seq/5"
                )
            if self.least_of_payload != 32:
                io = self._io_at(pos)
                expect_equal(
                    "least_of_payload",
                    self.least_of_payload,
                    32,
                    io,
                    78,
                    place="/types/header/seq/6",
                )
            if self.leaf_payload != 32:
                io = self._io_at(pos)
                expect_equal(
                    "leaf_payload", self.leaf_payload, 32, io, 77, place="/types/header/seq/7"
                )
            if not self.schema_format <= 4:
                io = self._io_at(pos)
                expect_at_most(
                    "schema_format", self.schema_format, 4, io, 56, place="/types/header/seq/13"
                )
            if type(self.encoding) is int:
                io = self._io_at(pos)
                expect_member(
                    "encoding", self.encoding, Sqlite.Encoding, io, 44, place="/types/header/seq/16"
                )
            return pos

        def _derive(self) -> None:
            self._set_derived("magic", b"SQLite format 3\x00", "the format")
            self._set_derived("most_of_payload", 64, "the format")
            self._set_derived("least_of_payload", 32, "the format")
            self._set_derived("leaf_payload", 32, "the format")

        def _check(self) -> None:
            expect_that(
                "len_page",
                self.len_page,
                self.len_page == 1
                or (self.len_page >= 512 and self.len_page & self.len_page - 1 == 0),
                "_ == 1 or _ >= 512 and (_ & _ - 1) == 0",
                place="/types/header/seq/1",
            )
            expect_at_most("len_reserved", self.len_reserved, 32, place="/types/header/seq/4")
            expect_at_most("schema_format", self.schema_format, 4, place="/types/header/seq/13")
            expect_member("encoding", self.encoding, Sqlite.Encoding, place="/types/header/seq/16")

        def _write__seq(self, io: Writer) -> None:
            io.put(self.magic)
            self._BLOCK_0.write(
                io,
                self.len_page,
                self.write_version,
                self.read_version,
                self.len_reserved,
                self.most_of_payload,
                self.least_of_payload,
                self.leaf_payload,
                self.num_changes,
                self.num_pages,
                self.first_free,
                self.num_free,
                self.schema_cookie,
                self.schema_format,
                self.cache,
                self.largest_root,
                self.encoding,
                self.user_version,
                self.is_incremental,
                self.application,
                self.reserved,
                self.valid_for,
                self.version,
            )

    class Varint(Struct):
        """A number in groups of seven bits, the highest first; a ninth byte has eight."""

        __slots__ = ("groups",)

        _root: Sqlite
        groups: list[int]

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                groups: Required[Iterable[int]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            self.groups = []
            i = 0
            while True:
                stop = pos + 1
                if stop > end:
                    buf, end = self._reach(stop - pos, "groups", pos)
                self.groups.append(unpack_u1(buf, pos)[0])
                pos = stop
                if self.groups[-1] < 0x80 or i == 8:
                    break
                i += 1
            return pos

        def _check(self) -> None:
            ends = [group < 0x80 or i == 8 for i, group in enumerate(self.groups)]
            expect_until("groups", ends)

        def _write__seq(self, io: Writer) -> None:
            for group in self.groups:
                io.u1(group, "groups")

        @computed
        def first(self) -> int:
            """The first three groups but the last."""
            return (
                0
                if len(self.groups) < 2
                else self.groups[0] & 0x7F
                if len(self.groups) < 3
                else (self.groups[0] & 0x7F) << 7 | self.groups[1] & 0x7F
                if len(self.groups) < 4
                else (self.groups[0] & 0x7F) << 14
                | (self.groups[1] & 0x7F) << 7
                | self.groups[2] & 0x7F
            )

        @computed
        def middle(self) -> int:
            """Instance `middle`."""
            return (
                self.first
                if len(self.groups) < 5
                else self.first << 7 | self.groups[3] & 0x7F
                if len(self.groups) < 6
                else self.first << 14 | (self.groups[3] & 0x7F) << 7 | self.groups[4] & 0x7F
                if len(self.groups) < 7
                else self.first << 21
                | (self.groups[3] & 0x7F) << 14
                | (self.groups[4] & 0x7F) << 7
                | self.groups[5] & 0x7F
            )

        @computed
        def most(self) -> int:
            """Instance `most`."""
            return (
                self.middle
                if len(self.groups) < 8
                else self.middle << 7 | self.groups[6] & 0x7F
                if len(self.groups) < 9
                else self.middle << 14 | (self.groups[6] & 0x7F) << 7 | self.groups[7] & 0x7F
            )

        @computed
        def unsigned(self) -> int:
            """Instance `unsigned`."""
            return (
                self.most << 7 | self.groups[-1]
                if len(self.groups) < 9
                else self.most << 8 | self.groups[-1]
            )

        @computed
        def value(self) -> int:
            """Instance `value`."""
            return (
                self.unsigned
                if self.unsigned < 0x8000000000000000
                else self.unsigned - 0x10000000000000000
            )

    class Page(Struct):
        """Type `page`.

        Attributes:
            number: From 1.
            is_schema: Whether it is of the table of tables.
            first_free: Where bytes that are free begin; 0 if there are none.
            ofs_cells: 0 for 65,536.
        """

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "number",
            "is_schema",
            "kind",
            "first_free",
            "num_cells",
            "ofs_cells",
            "num_fragments",
            "cells",
        )

        _root: Sqlite
        number: int
        is_schema: int
        kind: Sqlite.PageKind | int
        first_free: int
        num_cells: int
        ofs_cells: int
        num_fragments: int
        last_child: Sqlite.Child
        cells: list[Sqlite.Cell]

        _places: ClassVar[bool] = True
        _derived: ClassVar[tuple[str, ...]] = ("num_cells",)
        _BLOCK_0: ClassVar[Block] = Block(
            ("kind", "u1"),
            ("first_free", "u2be"),
            ("num_cells", "u2be"),
            ("ofs_cells", "u2be"),
            ("num_fragments", "u1"),
        )
        _PARTS: ClassVar[Parts] = (
            FieldsPart("_read_part_0"),
            ListPart("cells", "counted", ("cells",), 2, None),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                number: int
                is_schema: int
                kind: Required[Sqlite.PageKind | int]
                first_free: Required[int]
                num_cells: int
                ofs_cells: Required[int]
                num_fragments: Required[int]
                last_child: Sqlite.Child | Sqlite.Child._Fields
                cells: Required[Iterable[Sqlite.Cell | Sqlite.Cell._Fields]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def __init__(
            self,
            number: int = 0,
            is_schema: int = 0,
            _io: Any = None,
            _parent: Any = None,
            _root: Any = None,
            _name: str = "",
            _holder: Any = None,
        ) -> None:
            self.number = number
            self.is_schema = is_schema
            super().__init__(_io, _parent, _root, _name, _holder)

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 8
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.kind, self.first_free, self.num_cells, self.ofs_cells, self.num_fragments = (
                _unpack_Sqlite_Page_0(buf, pos)
            )
            pos = stop
            self.kind = _members_Sqlite_PageKind[self.kind]
            if type(self.kind) is int:
                io = self._io_at(pos)
                expect_member("kind", self.kind, Sqlite.PageKind, io, 8, place="/types/page/seq/0")
            if (
                self.kind == Sqlite.PageKind.table_interior
                or self.kind == Sqlite.PageKind.index_interior
            ):
                self.last_child = child = new(Sqlite.Child)
                child._parent, child._root = self, self._root
                child.is_schema = self.is_schema
                pos = child._read_at(buf, pos, end)
            count = self.num_cells
            if not 0 <= count * 2 <= end - pos:
                count = self._io_at(pos).count(count, "cells", 2)
            stop = pos + count * 2
            if type(buf) is bytes and stop <= end and count <= 2048:
                self.cells, pos = Sqlite.Cell._make_rows(buf, pos, count, self)
            else:
                self.cells, pos = self._rows_at(Sqlite.Cell, buf, pos, end, count, "cells")
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 8
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.kind, self.first_free, self.num_cells, self.ofs_cells, self.num_fragments = (
                _unpack_Sqlite_Page_0(buf, pos)
            )
            pos = stop
            self.kind = _members_Sqlite_PageKind[self.kind]
            if type(self.kind) is int:
                io = self._io_at(pos)
                expect_member("kind", self.kind, Sqlite.PageKind, io, 8, place="/types/page/seq/0")
            if (
                self.kind == Sqlite.PageKind.table_interior
                or self.kind == Sqlite.PageKind.index_interior
            ):
                self.last_child = child = new(Sqlite.Child)
                child._parent, child._root = self, self._root
                child.is_schema = self.is_schema
                pos = child._read_at(buf, pos, end)
            return pos

        def _count_cells(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            count = io.count(self.num_cells, "cells", 2)
            return count

        def _element_cells(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            child = new(Sqlite.Cell)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.cells.append(child)
            return pos

        def _derive(self) -> None:
            self._set_derived("num_cells", len(self.cells), "cells")

        def _check(self) -> None:
            expect_member("kind", self.kind, Sqlite.PageKind, place="/types/page/seq/0")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(
                io, self.kind, self.first_free, self.num_cells, self.ofs_cells, self.num_fragments
            )
            if self.is_interior:
                self._expect_record("last_child", self.last_child, Sqlite.Child)
                self.last_child.is_schema = self.is_schema
                self._write_child(io, "last_child", self.last_child, Sqlite.Child)
            elif hasattr(self, "last_child"):
                self._leave_out("last_child")
            self._write_rows(io, "cells", self.cells, Sqlite.Cell)

        @computed
        def is_interior(self) -> bool:
            """Instance `is_interior`."""
            return (
                self.kind == Sqlite.PageKind.table_interior
                or self.kind == Sqlite.PageKind.index_interior
            )

        @computed
        def is_table(self) -> bool:
            """Instance `is_table`."""
            return (
                self.kind == Sqlite.PageKind.table_interior
                or self.kind == Sqlite.PageKind.table_leaf
            )

    class Child(Struct):
        """Type `child`."""

        __slots__ = ("is_schema", "number")

        _root: Sqlite
        is_schema: int
        number: int

        SIZE: ClassVar[int] = 4
        _raw__m_page = Raw("_m_page")
        _placed: ClassVar[tuple[str, ...]] = ("page",)
        _places: ClassVar[bool] = True
        _looks_up: ClassVar[tuple[str, ...]] = ("_root._io", "_root.page_size")
        _fields_look_up: ClassVar[tuple[str, ...]] = ("_io", "_root._io", "_root.page_size")
        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("page",)
        _derived: ClassVar[tuple[str, ...]] = ("number",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                is_schema: int
                number: int
                page: Sqlite.Page | Sqlite.Page._Fields

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def __init__(
            self,
            is_schema: int = 0,
            _io: Any = None,
            _parent: Any = None,
            _root: Any = None,
            _name: str = "",
            _holder: Any = None,
        ) -> None:
            self.is_schema = is_schema
            super().__init__(_io, _parent, _root, _name, _holder)

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "number", pos)
            self.number = unpack_u4be(buf, pos)[0]
            pos = stop
            if not self.number >= 2:
                io = self._io_at(pos)
                expect_at_least("number", self.number, 2, io, 4, place="/types/child/seq/0")
            return pos

        def _derive(self) -> None:
            if self._is_there("page"):
                self._set_default("number", 0)

        def _check(self) -> None:
            expect_at_least("number", self.number, 2, place="/types/child/seq/0")

        def _write__seq(self, io: Writer) -> None:
            io.u4be(self.number, "number")
            self._place(io, "page", self._beside_page)

        @instance
        def page(self) -> Sqlite.Page:
            """Instance `page`."""
            there = self._root
            buf, pos, end = there._at((self.number - 1) * self._root.page_size)
            began = pos
            stop = pos + self._root.page_size
            if not pos <= stop <= end:
                buf, end = there._reach(stop - pos, "page", pos)
            child = new(Sqlite.Page)
            child._parent, child._root = self, self._root
            child._outer = there
            child._name = "page"
            child.number = self.number
            child.is_schema = self.is_schema
            child._start, child._end = pos, stop
            child._stop = child._read_at(buf, pos, stop)
            pos = stop
            value: Sqlite.Page = child
            self._at_page = there, began, pos
            return value

        def _position_page(self) -> int:
            return (self.number - 1) * self._root.page_size

        def _beside_page(self) -> Any:
            return self._root

        def _found_page(self, position: int) -> None:
            if self._root.page_size != 0:
                self._set_derived(
                    "number", quotient(position, self._root.page_size, "page") + 1, "page"
                )

        def _put_page(self, io: Writer) -> None:
            self._expect_record("page", self.page, Sqlite.Page)
            self.page.number = self.number
            self.page.is_schema = self.is_schema
            io.put_sized(
                self._window(
                    io, "page", self.page, Sqlite.Page, size=self._root.page_size, in_pieces=True
                ),
                self._root.page_size,
                "page",
            )

    class Cell(Struct):
        """Type `cell`."""

        __slots__ = ("ofs_body",)

        _root: Sqlite
        _parent: Sqlite.Page
        ofs_body: int

        SIZE: ClassVar[int] = 2
        _placed: ClassVar[tuple[str, ...]] = ("body",)
        _places: ClassVar[bool] = True
        _looks_up: ClassVar[tuple[str, ...]] = ("_parent", "_parent.number")
        _fields_look_up: ClassVar[tuple[str, ...]] = ()
        _derived: ClassVar[tuple[str, ...]] = ("ofs_body",)
        _ROW: ClassVar[Block] = Block(("ofs_body", "u2be"))
        _STRIDE: ClassVar[Stride] = Stride(("skip", 2))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                ofs_body: int
                body: Sqlite.Body | Sqlite.Body._Fields

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "ofs_body", pos)
            self.ofs_body = unpack_u2be(buf, pos)[0]
            return stop

        @classmethod
        def _make_rows(
            cls, buf: bytes, pos: int, count: int, holder: Any
        ) -> tuple[list[Self], int]:
            records: list[Self] = []
            root, stop = holder._root, pos + count * 2
            for values in _each_Sqlite_Cell_ROW(buf[pos:stop]):
                record = new(cls)
                record._parent, record._root = holder, root
                (record.ofs_body,) = values
                records.append(record)
            return records, stop

        def _derive(self) -> None:
            if self._is_there("body"):
                self._set_default("ofs_body", 0)

        def _write__seq(self, io: Writer) -> None:
            io.u2be(self.ofs_body, "ofs_body")
            self._place(io, "body")

        @instance
        def body(self) -> Sqlite.Body:
            """Instance `body`."""
            buf, pos, end = self._at(self.ofs_body - (100 if self._parent.number == 1 else 0))
            began = pos
            child = new(Sqlite.Body)
            child._parent, child._root = self, self._root
            child._name = "body"
            child.page = self._parent
            pos = child._read_at(buf, pos, end)
            value: Sqlite.Body = child
            self._at_body = self, began, pos
            return value

        def _position_body(self) -> int:
            return self.ofs_body - (100 if self._parent.number == 1 else 0)

        def _found_body(self, position: int) -> None:
            self._set_derived(
                "ofs_body", position + (100 if self._parent.number == 1 else 0), "body"
            )

        def _put_body(self, io: Writer) -> None:
            self._expect_record("body", self.body, Sqlite.Body)
            self.body.page = self._parent
            self._write_child(io, "body", self.body, Sqlite.Body)

    class Body(Struct):
        """Type `body`.

        Attributes:
            row: The number of the row.
            start: The first bytes of a record that does not fit into the page.
            rest: Where it goes on.
        """

        __slots__ = ("page",)

        _root: Sqlite
        _parent: Sqlite.Cell
        page: Sqlite.Page
        child: Sqlite.Child
        len_payload: Sqlite.Varint
        row: Sqlite.Varint
        record: Sqlite.Record
        start: bytes
        rest: Sqlite.Piece

        _raw_record = Raw("record")
        _raw__m_tree = Raw("_m_tree")
        _placed: ClassVar[tuple[str, ...]] = ("tree",)
        _places: ClassVar[bool] = True
        _looks_up: ClassVar[tuple[str, ...]] = ("_root._io", "_root.page_size", "_root.usable")
        _fields_look_up: ClassVar[tuple[str, ...]] = ("_root.usable",)
        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("record", "tree")

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                page: Sqlite.Page | Sqlite.Page._Fields
                child: Sqlite.Child | Sqlite.Child._Fields
                len_payload: Sqlite.Varint | Sqlite.Varint._Fields
                row: Sqlite.Varint | Sqlite.Varint._Fields
                record: Sqlite.Record | Sqlite.Record._Fields
                start: bytes
                rest: Sqlite.Piece | Sqlite.Piece._Fields
                tree: Sqlite.Page | Sqlite.Page._Fields

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def __init__(
            self,
            page: Any = None,
            _io: Any = None,
            _parent: Any = None,
            _root: Any = None,
            _name: str = "",
            _holder: Any = None,
        ) -> None:
            self.page = page
            super().__init__(_io, _parent, _root, _name, _holder)

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            if self.page.is_interior:
                self.child = child = new(Sqlite.Child)
                child._parent, child._root = self, self._root
                child.is_schema = self.page.is_schema
                pos = child._read_at(buf, pos, end)
            if self.has_record:
                self.len_payload = child = new(Sqlite.Varint)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            if self.page.is_table:
                self.row = child = new(Sqlite.Varint)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            if self.has_record and not self.is_long:
                stop = pos + self.len_payload.value
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "record", pos)
                self.record = child = new(Sqlite.Record)
                child._parent, child._root = self, self._root
                child._start, child._end = pos, stop
                child._stop = child._read_at(buf, pos, stop)
                pos = stop
            if self.is_long:
                stop = pos + self.len_start
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "start", pos)
                self.start = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
                self.rest = child = new(Sqlite.Piece)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            return pos

        def _derive(self) -> None:
            if self.has_record:
                self._make("len_payload", Sqlite.Varint)
            if self.page.is_table:
                self._make("row", Sqlite.Varint)
            if self.has_record and not self.is_long:
                self._make("record", Sqlite.Record)
            if self.is_long:
                self._make("rest", Sqlite.Piece)

        def _write__seq(self, io: Writer) -> None:
            if self.page.is_interior:
                self._expect_record("child", self.child, Sqlite.Child)
                self.child.is_schema = self.page.is_schema
                self._write_child(io, "child", self.child, Sqlite.Child)
            elif hasattr(self, "child"):
                self._leave_out("child")
            if self.has_record:
                self._write_child(io, "len_payload", self.len_payload, Sqlite.Varint)
            elif hasattr(self, "len_payload"):
                self._leave_out("len_payload")
            if self.page.is_table:
                self._write_child(io, "row", self.row, Sqlite.Varint)
            elif hasattr(self, "row"):
                self._leave_out("row")
            if self.has_record and not self.is_long:
                io.put_filled(
                    self._window(
                        io,
                        "record",
                        self.record,
                        Sqlite.Record,
                        size=self.len_payload.value,
                        in_pieces=True,
                    ),
                    self.len_payload.value,
                    "record",
                    0,
                    of=self,
                )
            elif hasattr(self, "record"):
                self._leave_out("record")
            if self.is_long:
                io.put_sized(self.start, self.len_start, "start")
                self._write_child(io, "rest", self.rest, Sqlite.Piece)
            else:
                if hasattr(self, "start"):
                    self._leave_out("start")
                if hasattr(self, "rest"):
                    self._leave_out("rest")
            if (
                self.page.is_schema == 1
                and self.has_record
                and not self.is_long
                and self.record.values[3].kind != 0
                and self.record.values[3].number > 0
            ):
                self._place(io, "tree", self._beside_tree)
            else:
                self._leave_out("tree")

        @computed
        def most(self) -> int:
            """Instance `most`."""
            return (
                self._root.usable - 35
                if self.page.kind == Sqlite.PageKind.table_leaf
                else (self._root.usable - 12) * 64 // 255 - 23
            )

        @computed
        def least(self) -> int:
            """Instance `least`."""
            return (self._root.usable - 12) * 32 // 255 - 23

        @instance
        def tree(self) -> Sqlite.Page | None:
            """The first page of what a row of the table of tables is about."""
            if not (
                self.page.is_schema == 1
                and self.has_record
                and not self.is_long
                and self.record.values[3].kind != 0
                and self.record.values[3].number > 0
            ):
                return None
            there = self._root
            buf, pos, end = there._at((self.record.values[3].number - 1) * self._root.page_size)
            began = pos
            stop = pos + self._root.page_size
            if not pos <= stop <= end:
                buf, end = there._reach(stop - pos, "tree", pos)
            child = new(Sqlite.Page)
            child._parent, child._root = self, self._root
            child._outer = there
            child._name = "tree"
            child.number = self.record.values[3].number
            child.is_schema = 0
            child._start, child._end = pos, stop
            child._stop = child._read_at(buf, pos, stop)
            pos = stop
            value: Sqlite.Page | None = child
            self._at_tree = there, began, pos
            return value

        def _position_tree(self) -> int:
            return (self.record.values[3].number - 1) * self._root.page_size

        def _beside_tree(self) -> Any:
            return self._root

        def _put_tree(self, io: Writer) -> None:
            this: Any = self  # whose fields of several types are looked into
            self._expect_record("tree", this.tree, Sqlite.Page)
            this.tree.number = self.record.values[3].number
            this.tree.is_schema = 0
            io.put_sized(
                self._window(
                    io, "tree", self.tree, Sqlite.Page, size=self._root.page_size, in_pieces=True
                ),
                self._root.page_size,
                "tree",
            )

        @computed
        def has_record(self) -> bool:
            """Instance `has_record`."""
            return self.page.kind != Sqlite.PageKind.table_interior

        @computed
        def filling(self) -> int:
            """Instance `filling`."""
            return (
                self.least + (self.len_payload.value - self.least) % (self._root.usable - 4)
                if self.has_record
                else 0
            )

        @computed
        def is_long(self) -> bool:
            """Instance `is_long`."""
            return self.has_record and self.len_payload.value > self.most

        @computed
        def len_start(self) -> int:
            """Instance `len_start`."""
            return self.filling if self.filling <= self.most else self.least

    class Piece(Struct):
        """Type `piece`.

        Attributes:
            number: Of the page; 0 for none.
        """

        __slots__ = ("number",)

        _root: Sqlite
        number: int

        SIZE: ClassVar[int] = 4
        _raw__m_page = Raw("_m_page")
        _placed: ClassVar[tuple[str, ...]] = ("page",)
        _places: ClassVar[bool] = True
        _looks_up: ClassVar[tuple[str, ...]] = ("_root._io", "_root.page_size", "_root.usable")
        _fields_look_up: ClassVar[tuple[str, ...]] = (
            "_io",
            "_root._io",
            "_root.page_size",
            "_root.usable",
        )
        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("page",)
        _derived: ClassVar[tuple[str, ...]] = ("number",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                number: int
                page: Sqlite.Overflow | Sqlite.Overflow._Fields

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "number", pos)
            self.number = unpack_u4be(buf, pos)[0]
            return stop

        def _derive(self) -> None:
            if self._is_there("page"):
                self._set_default("number", 1)

        def _write__seq(self, io: Writer) -> None:
            io.u4be(self.number, "number")
            if self.number != 0:
                self._place(io, "page", self._beside_page)
            else:
                self._leave_out("page")

        @instance
        def page(self) -> Sqlite.Overflow | None:
            """Instance `page`."""
            if self.number == 0:
                return None
            there = self._root
            buf, pos, end = there._at((self.number - 1) * self._root.page_size)
            began = pos
            stop = pos + self._root.usable
            if not pos <= stop <= end:
                buf, end = there._reach(stop - pos, "page", pos)
            child = new(Sqlite.Overflow)
            child._parent, child._root = self, self._root
            child._outer = there
            child._name = "page"
            child._start, child._end = pos, stop
            child._stop = child._read_at(buf, pos, stop)
            pos = stop
            value: Sqlite.Overflow | None = child
            self._at_page = there, began, pos
            return value

        def _position_page(self) -> int:
            return (self.number - 1) * self._root.page_size

        def _beside_page(self) -> Any:
            return self._root

        def _found_page(self, position: int) -> None:
            if self._root.page_size != 0:
                self._set_derived(
                    "number", quotient(position, self._root.page_size, "page") + 1, "page"
                )

        def _put_page(self, io: Writer) -> None:
            io.put_sized(
                self._window(
                    io, "page", self.page, Sqlite.Overflow, size=self._root.usable, in_pieces=True
                ),
                self._root.usable,
                "page",
            )

    class Overflow(Struct):
        """Type `overflow`.

        Attributes:
            data: Of the last page, with what is too much.
        """

        __slots__ = ("_start", "_end", "_stop", "rest", "data")

        _root: Sqlite
        _parent: Sqlite.Piece
        rest: Sqlite.Piece
        data: bytes

        _places: ClassVar[bool] = True

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                rest: Sqlite.Piece | Sqlite.Piece._Fields
                data: Required[bytes]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            self.rest = child = new(Sqlite.Piece)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.data = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            return pos

        def _derive(self) -> None:
            self._make("rest", Sqlite.Piece)

        def _write__seq(self, io: Writer) -> None:
            self._write_child(io, "rest", self.rest, Sqlite.Piece)
            io.put(self.data)

    class Record(Struct):
        """Type `record`."""

        __slots__ = ("_start", "_end", "_stop", "len_kinds", "kinds", "values")

        _root: Sqlite
        _parent: Sqlite.Body
        len_kinds: Sqlite.Varint
        kinds: Sqlite.Kinds
        values: list[Sqlite.Value]

        _raw_kinds = Raw("kinds")
        _own_streams: ClassVar[tuple[str, ...]] = ("kinds",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len_kinds: Required[Sqlite.Varint | Sqlite.Varint._Fields]
                kinds: Required[Sqlite.Kinds | Sqlite.Kinds._Fields]
                values: Required[Iterable[Sqlite.Value | Sqlite.Value._Fields]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            self.len_kinds = child = new(Sqlite.Varint)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            stop = pos + (self.len_kinds.value - len(self.len_kinds.groups))
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "kinds", pos)
            self.kinds = child = new(Sqlite.Kinds)
            child._parent, child._root = self, self._root
            child._start, child._end = pos, stop
            child._stop = child._read_at(buf, pos, stop)
            pos = stop
            count, here = len(self.kinds.all), pos
            if not 0 <= count <= 64:
                count = self._io_at(pos).count(count, "values", 0)
            self.values = []
            for i in range(count):
                child = new(Sqlite.Value)
                child._parent, child._root = self, self._root
                child.kind = self.kinds.all[i].value
                pos = child._read_at(buf, pos, end)
                self.values.append(child)
            if pos - here < count or count > 64:
                self._pay(here, pos, count, "values")
            return pos

        def _derive(self) -> None:
            self._make("len_kinds", Sqlite.Varint)
            self._make("kinds", Sqlite.Kinds)

        def _check(self) -> None:
            expect_count("values", self.values, len(self.kinds.all))

        def _write__seq(self, io: Writer) -> None:
            self._write_child(io, "len_kinds", self.len_kinds, Sqlite.Varint)
            io.put_sized(
                self._window(
                    io,
                    "kinds",
                    self.kinds,
                    Sqlite.Kinds,
                    size=self.len_kinds.value - len(self.len_kinds.groups),
                    in_pieces=True,
                ),
                self.len_kinds.value - len(self.len_kinds.groups),
                "kinds",
            )
            for i, values_item in enumerate(self.values):
                self._expect_record("values", values_item, Sqlite.Value)
                values_item.kind = self.kinds.all[i].value
                self._write_child(io, "values", values_item, Sqlite.Value)

    class Kinds(Struct):
        """Type `kinds`.

        Attributes:
            all: 0 for nothing, 1 to 6 for integers, 7 for a fraction, 8 and 9 for 0 and 1, others
                for bytes (even) and texts (odd).
        """

        __slots__ = ("_start", "_end", "_stop", "all")

        _root: Sqlite
        _parent: Sqlite.Record
        all: list[Sqlite.Varint]

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                all: Required[Iterable[Sqlite.Varint | Sqlite.Varint._Fields]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            self.all = []
            type_all = Sqlite.Varint
            while pos < end or self._goes_on(buf, pos):
                here = pos
                child = new(type_all)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
                self.all.append(child)
                if pos == here:
                    self._stands(pos, "all")
            return pos

        def _write__seq(self, io: Writer) -> None:
            for all_item in self.all:
                self._write_child(io, "all", all_item, Sqlite.Varint)

    class Value(Struct):
        """Type `value`."""

        __slots__ = ("kind",)

        _root: Sqlite
        _parent: Sqlite.Record
        kind: int
        integer: int
        integer_24: int
        integer_48: int
        fraction: float
        blob: bytes
        text: Sqlite.Text

        _raw_text = Raw("text")
        _own_streams: ClassVar[tuple[str, ...]] = ("text",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                kind: int
                integer: Required[int]
                integer_24: int
                integer_48: int
                fraction: float
                blob: bytes
                text: Sqlite.Text | Sqlite.Text._Fields

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def __init__(
            self,
            kind: int = 0,
            _io: Any = None,
            _parent: Any = None,
            _root: Any = None,
            _name: str = "",
            _holder: Any = None,
        ) -> None:
            self.kind = kind
            super().__init__(_io, _parent, _root, _name, _holder)

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            if self.kind == 1:
                stop = pos + 1
                if stop > end:
                    buf, end = self._reach(stop - pos, "integer", pos)
                self.integer = unpack_s1(buf, pos)[0]
                pos = stop
            elif self.kind == 2:
                stop = pos + 2
                if stop > end:
                    buf, end = self._reach(stop - pos, "integer", pos)
                self.integer = unpack_s2be(buf, pos)[0]
                pos = stop
            elif self.kind == 4:
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "integer", pos)
                self.integer = unpack_s4be(buf, pos)[0]
                pos = stop
            elif self.kind == 6:
                stop = pos + 8
                if stop > end:
                    buf, end = self._reach(stop - pos, "integer", pos)
                self.integer = unpack_s8be(buf, pos)[0]
                pos = stop
            if self.kind == 3:
                stop = pos + 3
                if stop > end:
                    buf, end = self._reach(stop - pos, "integer_24", pos)
                self.integer_24 = int.from_bytes(buf[pos : pos + 3], "big")
                pos = stop
            if self.kind == 5:
                stop = pos + 6
                if stop > end:
                    buf, end = self._reach(stop - pos, "integer_48", pos)
                self.integer_48 = int.from_bytes(buf[pos : pos + 6], "big")
                pos = stop
            if self.kind == 7:
                stop = pos + 8
                if stop > end:
                    buf, end = self._reach(stop - pos, "fraction", pos)
                self.fraction = unpack_f8be(buf, pos)[0]
                pos = stop
            if self.kind >= 12 and self.kind % 2 == 0:
                stop = pos + ((self.kind - 12) // 2)
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "blob", pos)
                self.blob = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
            if self.kind >= 13 and self.kind % 2 == 1:
                stop = pos + ((self.kind - 13) // 2)
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "text", pos)
                self.text = child = new(Sqlite.Text)
                child._parent, child._root = self, self._root
                child._start, child._end = pos, stop
                child._stop = child._read_at(buf, pos, stop)
                pos = stop
            return pos

        def _derive(self) -> None:
            if self.kind >= 13 and self.kind % 2 == 1:
                self._make("text", Sqlite.Text)

        def _write__seq(self, io: Writer) -> None:
            if self.kind == 1:
                io.s1(self.integer, "integer")
            elif self.kind == 2:
                io.s2be(self.integer, "integer")
            elif self.kind == 4:
                io.s4be(self.integer, "integer")
            elif self.kind == 6:
                io.s8be(self.integer, "integer")
            elif hasattr(self, "integer"):
                self._leave_out("integer", "no case fits")
            if self.kind == 3:
                io.bits_be(24, self.integer_24, "integer_24")
            elif hasattr(self, "integer_24"):
                self._leave_out("integer_24")
            if self.kind == 5:
                io.bits_be(48, self.integer_48, "integer_48")
            elif hasattr(self, "integer_48"):
                self._leave_out("integer_48")
            if self.kind == 7:
                io.f8be(self.fraction, "fraction")
            elif hasattr(self, "fraction"):
                self._leave_out("fraction")
            if self.kind >= 12 and self.kind % 2 == 0:
                io.put_sized(self.blob, (self.kind - 12) // 2, "blob")
            elif hasattr(self, "blob"):
                self._leave_out("blob")
            if self.kind >= 13 and self.kind % 2 == 1:
                io.put_sized(
                    self._window(
                        io,
                        "text",
                        self.text,
                        Sqlite.Text,
                        size=(self.kind - 13) // 2,
                        in_pieces=True,
                    ),
                    (self.kind - 13) // 2,
                    "text",
                )
            elif hasattr(self, "text"):
                self._leave_out("text")

        @computed
        def number(self) -> int:
            """The integer; 0 where there is none."""
            return (
                (self.integer_24 if self.integer_24 < 0x800000 else self.integer_24 - 0x1000000)
                if self.kind == 3
                else (
                    self.integer_48
                    if self.integer_48 < 0x800000000000
                    else self.integer_48 - 0x1000000000000
                )
                if self.kind == 5
                else 1
                if self.kind == 9
                else self.integer
                if self.kind >= 1 and self.kind <= 6
                else 0
            )

    class Text(Struct):
        """Type `text`."""

        __slots__ = ("_start", "_end", "_stop")

        _root: Sqlite
        _parent: Sqlite.Value
        utf8: str
        utf16le: str
        utf16be: str

        _looks_up: ClassVar[tuple[str, ...]] = ("_root.header.encoding",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                utf8: str
                utf16le: str
                utf16be: str

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            if int(self._root.header.encoding) < 2:
                if type(buf) is bytearray:
                    buf, end = self._reach_rest(buf, pos, end)
                self.utf8 = str(buf[pos:end], "utf-8")
                pos = max(pos, end)
            if self._root.header.encoding == Sqlite.Encoding.utf16le:
                if type(buf) is bytearray:
                    buf, end = self._reach_rest(buf, pos, end)
                self.utf16le = decode_at(buf[pos:end], "utf-16-le", "utf16le", self, pos)
                pos = max(pos, end)
            if self._root.header.encoding == Sqlite.Encoding.utf16be:
                if type(buf) is bytearray:
                    buf, end = self._reach_rest(buf, pos, end)
                self.utf16be = decode_at(buf[pos:end], "utf-16-be", "utf16be", self, pos)
                pos = max(pos, end)
            return pos

        def _write__seq(self, io: Writer) -> None:
            if int(self._root.header.encoding) < 2:
                io.put(encode_text(self.utf8, "utf-8", "utf8"))
            elif hasattr(self, "utf8"):
                self._leave_out("utf8")
            if self._root.header.encoding == Sqlite.Encoding.utf16le:
                io.put(encode_text(self.utf16le, "utf-16-le", "utf16le"))
            elif hasattr(self, "utf16le"):
                self._leave_out("utf16le")
            if self._root.header.encoding == Sqlite.Encoding.utf16be:
                io.put(encode_text(self.utf16be, "utf-16-be", "utf16be"))
            elif hasattr(self, "utf16be"):
                self._leave_out("utf16be")


# What methods look up, at the price of a name.
_each_Sqlite_Cell_ROW = Sqlite.Cell._ROW.each
_members_Sqlite_Encoding = Members(lambda: Sqlite.Encoding)
_members_Sqlite_PageKind = Members(lambda: Sqlite.PageKind)
_unpack_Sqlite_Header_FIXED_0 = Sqlite.Header._FIXED_0.unpack
_unpack_Sqlite_Page_0 = Sqlite.Page._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Sqlite":"sqlite","Sqlite.Others":"sqlite::others","Sqlite.Header":"sqlite::header",
"Sqlite.Varint":"sqlite::varint","Sqlite.Page":"sqlite::page","Sqlite.Child":"sqlite::child",
"Sqlite.Cell":"sqlite::cell","Sqlite.Body":"sqlite::body","Sqlite.Piece":"sqlite::piece",
"Sqlite.Overflow":"sqlite::overflow","Sqlite.Record":"sqlite::record",
"Sqlite.Kinds":"sqlite::kinds","Sqlite.Value":"sqlite::value","Sqlite.Text":"sqlite::text"},
"spec":{"id":"sqlite","title":"SQLite database","file":"sqlite.ksy",
"digest":"1e2aab843273c765d63e24ae4ee8b63105bd173842380e1f2d05658f398079f6","types":[
{"path":"sqlite","parent":"any record","endian":"be","fields":[
{"id":"header","type":"sqlite::header","stored":{"is":"Record","path":"sqlite::header",
"extent":{"size":100}},"offset":0,"size":100},
{"id":"schema","type":"sqlite::page","stored":{"is":"Record","path":"sqlite::page",
"args":[["number",1],["is_schema",1]],"extent":{"size":["sub","page_size",100]}},"offset":100,
"doc":"The table of tables: their kind, name, table, first page, and how they were made."},
{"id":"others","type":"sqlite::others","stored":{"is":"Record","path":"sqlite::others",
"extent":{"to_end":true}}}],"instances":[
{"id":"page_size","type":"int","value":["if",["eq",["get","header","len_page"],1],65536,["get",
"header","len_page"]]},
{"id":"usable","type":"int","value":["sub","page_size",["get","header","len_reserved"]],
"doc":"Bytes of a page that SQLite has."}],"edges":[{"is":"Length","field":["get","header",
"len_page"],"of":"schema","condition":["not",["eq",["get","header","len_page"],1]],"steps":[["add",
100]]}],"doc":"Tables and indices of a database: trees of pages, cells in these, records in
 cells.\n\nA writer puts back what was there, with values that were edited in their
 places.\n\n\nSee https://www.sqlite.org/fileformat2.html Database File Format"},
{"path":"sqlite::others","parent":"sqlite","endian":"be","size":0,"doc":"The other pages. Trees
 lead to theirs; some are free."},
{"path":"sqlite::header","parent":"sqlite","endian":"be","size":100,"fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":16}},"offset":0,"size":16,
"contents":{"hex":"53514c69746520666f726d6174203300"}},
{"id":"len_page","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":16,"size":2,"valid":[{"kind":"that","args":[["or",["eq","_",1],["and",["ge","_",512],["eq",
["bit_and","_",["sub","_",1]],0]]]]}],"usual":["list",512,1024],"doc":"1 for 65,536 bytes."},
{"id":"write_version","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":18,
"size":1,"usual":["list",1],"doc":"1 with a journal, 2 with a log that is written ahead."},
{"id":"read_version","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":19,
"size":1,"usual":["list",1]},
{"id":"len_reserved","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":20,
"size":1,"valid":[{"kind":"at_most","args":[32]}],"usual":["list",0]},
{"id":"most_of_payload","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},
"offset":21,"size":1,"valid":[{"kind":"equal","args":[64]}]},
{"id":"least_of_payload","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},
"offset":22,"size":1,"valid":[{"kind":"equal","args":[32]}]},
{"id":"leaf_payload","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":23,
"size":1,"valid":[{"kind":"equal","args":[32]}]},
{"id":"num_changes","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},
"offset":24,"size":4},
{"id":"num_pages","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},
"offset":28,"size":4,"usual":["list",1]},
{"id":"first_free","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},
"offset":32,"size":4,"usual":["list",0],"doc":"The first page of the list of those that are free; 0
 if there is none."},
{"id":"num_free","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},
"offset":36,"size":4,"usual":["list",0]},
{"id":"schema_cookie","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"be"},"offset":40,"size":4},
{"id":"schema_format","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"be"},"offset":44,"size":4,"valid":[{"kind":"at_most","args":[4]}],"usual":["list",4]},
{"id":"cache","type":"int","stored":{"is":"Number","kind":"signed","size":4,"endian":"be"},
"offset":48,"size":4},
{"id":"largest_root","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},
"offset":52,"size":4,"usual":["list",0]},
{"id":"encoding","type":"enum sqlite::encoding","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"be","enum":"sqlite::encoding"},"offset":56,"size":4,"valid":[{"kind":"member"}],
"usual":["list",["enum","sqlite::encoding","utf8"]]},
{"id":"user_version","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},
"offset":60,"size":4},
{"id":"is_incremental","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"be"},"offset":64,"size":4,"usual":["list",0]},
{"id":"application","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},
"offset":68,"size":4},
{"id":"reserved","type":"bytes","stored":{"is":"Bytes","extent":{"size":20}},"offset":72,"size":20},
{"id":"valid_for","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},
"offset":92,"size":4},
{"id":"version","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},
"offset":96,"size":4,"doc":"Of SQLite, as 3045001 for 3.45.1."}]},
{"path":"sqlite::varint","parent":"any record","endian":"be","fields":[
{"id":"groups","type":"int[]","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"repeat":{"until":["or",["lt","_",{"int":"0x80"}],["eq","_index",8]]}}],"instances":[
{"id":"first","type":"int","value":["if",["lt",["size","groups"],2],0,["if",["lt",["size","groups"],
3],["bit_and",["item","groups",0],{"int":"0x7f"}],["if",["lt",["size","groups"],4],["bit_or",
["bit_shl",["bit_and",["item","groups",0],{"int":"0x7f"}],7],["bit_and",["item","groups",1],
{"int":"0x7f"}]],["bit_or",["bit_or",["bit_shl",["bit_and",["item","groups",0],{"int":"0x7f"}],14],
["bit_shl",["bit_and",["item","groups",1],{"int":"0x7f"}],7]],["bit_and",["item","groups",2],
{"int":"0x7f"}]]]]],"doc":"The first three groups but the last."},
{"id":"middle","type":"int","value":["if",["lt",["size","groups"],5],"first",["if",["lt",["size",
"groups"],6],["bit_or",["bit_shl","first",7],["bit_and",["item","groups",3],{"int":"0x7f"}]],["if",
["lt",["size","groups"],7],["bit_or",["bit_or",["bit_shl","first",14],["bit_shl",["bit_and",["item",
"groups",3],{"int":"0x7f"}],7]],["bit_and",["item","groups",4],{"int":"0x7f"}]],["bit_or",["bit_or",
["bit_or",["bit_shl","first",21],["bit_shl",["bit_and",["item","groups",3],{"int":"0x7f"}],14]],
["bit_shl",["bit_and",["item","groups",4],{"int":"0x7f"}],7]],["bit_and",["item","groups",5],
{"int":"0x7f"}]]]]]},
{"id":"most","type":"int","value":["if",["lt",["size","groups"],8],"middle",["if",["lt",["size",
"groups"],9],["bit_or",["bit_shl","middle",7],["bit_and",["item","groups",6],{"int":"0x7f"}]],
["bit_or",["bit_or",["bit_shl","middle",14],["bit_shl",["bit_and",["item","groups",6],
{"int":"0x7f"}],7]],["bit_and",["item","groups",7],{"int":"0x7f"}]]]]},
{"id":"unsigned","type":"int","value":["if",["lt",["size","groups"],9],["bit_or",["bit_shl","most",
7],["last","groups"]],["bit_or",["bit_shl","most",8],["last","groups"]]]},
{"id":"value","type":"int","value":["if",["lt","unsigned",{"int":"0x8000000000000000"}],"unsigned",
["sub","unsigned",{"int":"0x10000000000000000"}]]}],"doc":"A number in groups of seven bits, the
 highest first; a ninth byte has eight."},
{"path":"sqlite::page","parent":"any record","endian":"be","params":[
{"id":"number","type":"int","doc":"From 1."},
{"id":"is_schema","type":"int","doc":"Whether it is of the table of tables."}],"fields":[
{"id":"kind","type":"enum sqlite::page_kind","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"sqlite::page_kind"},"offset":0,"size":1,"valid":[{"kind":"member"}],"usual":["list",["enum",
"sqlite::page_kind","table_leaf"]]},
{"id":"first_free","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":1,"size":2,"usual":["list",0],"doc":"Where bytes that are free begin; 0 if there are
 none."},
{"id":"num_cells","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":3,"size":2,"usual":["list",0]},
{"id":"ofs_cells","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":5,"size":2,"usual":["list",["get","_root","usable"]],"doc":"0 for 65,536."},
{"id":"num_fragments","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":7,
"size":1,"usual":["list",0]},
{"id":"last_child","type":"sqlite::child","stored":{"is":"Record","path":"sqlite::child",
"args":[["is_schema","is_schema"]]},"offset":8,"size":4,"condition":"is_interior"},
{"id":"cells","type":"sqlite::cell[]","stored":{"is":"Record","path":"sqlite::cell"},
"repeat":{"count":"num_cells"}}],"instances":[
{"id":"is_interior","type":"bool","value":["or",["eq","kind",["enum","sqlite::page_kind",
"table_interior"]],["eq","kind",["enum","sqlite::page_kind","index_interior"]]]},
{"id":"is_table","type":"bool","value":["or",["eq","kind",["enum","sqlite::page_kind",
"table_interior"]],["eq","kind",["enum","sqlite::page_kind","table_leaf"]]]}],
"edges":[{"is":"Count","field":"num_cells","of":"cells"}]},
{"path":"sqlite::child","parent":"any record","endian":"be","size":4,"params":[
{"id":"is_schema","type":"int"}],"fields":[
{"id":"number","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},
"offset":0,"size":4,"valid":[{"kind":"at_least","args":[2]}]}],"instances":[
{"id":"page","type":"sqlite::page","stored":{"is":"Record","path":"sqlite::page","args":[["number",
"number"],["is_schema","is_schema"]],"extent":{"size":["get","_root","page_size"]}},"pos":["mul",
["sub","number",1],["get","_root","page_size"]],"io":["get","_root","_io"]}],
"edges":[{"is":"Position","field":"number","of":"page","steps":[["divide",["get","_root",
"page_size"]],["add",1]]}]},
{"path":"sqlite::cell","parent":"sqlite::page","endian":"be","size":2,"fields":[
{"id":"ofs_body","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":0,"size":2}],"instances":[
{"id":"body","type":"sqlite::body","stored":{"is":"Record","path":"sqlite::body","args":[["page",
"_parent"]]},"pos":["sub","ofs_body",["if",["eq",["get","_parent","number"],1],100,0]]}],
"edges":[{"is":"Position","field":"ofs_body","of":"body","steps":[["add",["if",["eq",["get",
"_parent","number"],1],100,0]]]}]},
{"path":"sqlite::body","parent":"sqlite::cell","endian":"be","params":[
{"id":"page","type":"sqlite::page"}],"fields":[
{"id":"child","type":"sqlite::child","stored":{"is":"Record","path":"sqlite::child",
"args":[["is_schema",["get","page","is_schema"]]]},"offset":0,"size":4,"condition":["get","page",
"is_interior"]},
{"id":"len_payload","type":"sqlite::varint","stored":{"is":"Record","path":"sqlite::varint"},
"condition":"has_record"},
{"id":"row","type":"sqlite::varint","stored":{"is":"Record","path":"sqlite::varint"},
"condition":["get","page","is_table"],"doc":"The number of the row."},
{"id":"record","type":"sqlite::record","stored":{"is":"Record","path":"sqlite::record",
"extent":{"size":["get","len_payload","value"]}},"condition":["and","has_record",["not",
"is_long"]]},
{"id":"start","type":"bytes","stored":{"is":"Bytes","extent":{"size":"len_start"}},
"condition":"is_long","doc":"The first bytes of a record that does not fit into the page."},
{"id":"rest","type":"sqlite::piece","stored":{"is":"Record","path":"sqlite::piece"},"size":4,
"condition":"is_long","doc":"Where it goes on."}],"instances":[
{"id":"most","type":"int","value":["if",["eq",["get","page","kind"],["enum","sqlite::page_kind",
"table_leaf"]],["sub",["get","_root","usable"],35],["sub",["floordiv",["mul",["sub",["get","_root",
"usable"],12],64],255],23]]},
{"id":"least","type":"int","value":["sub",["floordiv",["mul",["sub",["get","_root","usable"],12],
32],255],23]},
{"id":"tree","type":"sqlite::page","stored":{"is":"Record","path":"sqlite::page","args":[["number",
["get",["item",["get","record","values"],3],"number"]],["is_schema",0]],"extent":{"size":["get",
"_root","page_size"]}},"condition":["and",["and",["and",["and",["eq",["get","page","is_schema"],1],
"has_record"],["not","is_long"]],["ne",["get",["item",["get","record","values"],3],"kind"],0]],
["gt",["get",["item",["get","record","values"],3],"number"],0]],"pos":["mul",["sub",["get",["item",
["get","record","values"],3],"number"],1],["get","_root","page_size"]],"io":["get","_root","_io"],
"doc":"The first page of what a row of the table of tables is about."},
{"id":"has_record","type":"bool","value":["ne",["get","page","kind"],["enum","sqlite::page_kind",
"table_interior"]]},
{"id":"filling","type":"int","value":["if","has_record",["add","least",["mod",["sub",["get",
"len_payload","value"],"least"],["sub",["get","_root","usable"],4]]],0]},
{"id":"is_long","type":"bool","value":["and","has_record",["gt",["get","len_payload","value"],
"most"]]},
{"id":"len_start","type":"int","value":["if",["le","filling","most"],"filling","least"]}]},
{"path":"sqlite::piece","parent":"any record","endian":"be","size":4,"fields":[
{"id":"number","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},
"offset":0,"size":4,"doc":"Of the page; 0 for none."}],"instances":[
{"id":"page","type":"sqlite::overflow","stored":{"is":"Record","path":"sqlite::overflow",
"extent":{"size":["get","_root","usable"]}},"condition":["ne","number",0],"pos":["mul",["sub",
"number",1],["get","_root","page_size"]],"io":["get","_root","_io"]}],"edges":[{"is":"Position",
"field":"number","of":"page","steps":[["divide",["get","_root","page_size"]],["add",1]]}]},
{"path":"sqlite::overflow","parent":"sqlite::piece","endian":"be","fields":[
{"id":"rest","type":"sqlite::piece","stored":{"is":"Record","path":"sqlite::piece"},"offset":0,
"size":4},
{"id":"data","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"offset":4,"doc":"Of
 the last page, with what is too much."}]},
{"path":"sqlite::record","parent":"sqlite::body","endian":"be","fields":[
{"id":"len_kinds","type":"sqlite::varint","stored":{"is":"Record","path":"sqlite::varint"},
"offset":0},
{"id":"kinds","type":"sqlite::kinds","stored":{"is":"Record","path":"sqlite::kinds",
"extent":{"size":["sub",["get","len_kinds","value"],["size",["get","len_kinds","groups"]]]}}},
{"id":"values","type":"sqlite::value[]","stored":{"is":"Record","path":"sqlite::value",
"args":[["kind",["get",["item",["get","kinds","all"],"_index"],"value"]]]},
"repeat":{"count":["size",["get","kinds","all"]]}}]},
{"path":"sqlite::kinds","parent":"sqlite::record","endian":"be","fields":[
{"id":"all","type":"sqlite::varint[]","stored":{"is":"Record","path":"sqlite::varint"},"offset":0,
"repeat":{},"doc":"0 for nothing, 1 to 6 for integers, 7 for a fraction, 8 and 9 for 0 and 1,
 others for bytes (even) and texts (odd)."}]},
{"path":"sqlite::value","parent":"sqlite::record","endian":"be","params":[
{"id":"kind","type":"int"}],"fields":[
{"id":"integer","type":"int","stored":{"is":"Switch","on":"kind","cases":[{"key":1,
"stored":{"is":"Number","kind":"signed","size":1}},{"key":2,"stored":{"is":"Number","kind":"signed",
"size":2,"endian":"be"}},{"key":4,"stored":{"is":"Number","kind":"signed","size":4,"endian":"be"}},
{"key":6,"stored":{"is":"Number","kind":"signed","size":8,"endian":"be"}}]},"offset":0},
{"id":"integer_24","type":"int","stored":{"is":"Bits","width":24,"endian":"be"},"condition":["eq",
"kind",3]},
{"id":"integer_48","type":"int","stored":{"is":"Bits","width":48,"endian":"be"},"condition":["eq",
"kind",5]},
{"id":"fraction","type":"float","stored":{"is":"Number","kind":"float","size":8,"endian":"be"},
"size":8,"condition":["eq","kind",7]},
{"id":"blob","type":"bytes","stored":{"is":"Bytes","extent":{"size":["floordiv",["sub","kind",12],
2]}},"condition":["and",["ge","kind",12],["eq",["mod","kind",2],0]]},
{"id":"text","type":"sqlite::text","stored":{"is":"Record","path":"sqlite::text",
"extent":{"size":["floordiv",["sub","kind",13],2]}},"condition":["and",["ge","kind",13],["eq",
["mod","kind",2],1]]}],"instances":[
{"id":"number","type":"int","value":["if",["eq","kind",3],["if",["lt","integer_24",
{"int":"0x800000"}],"integer_24",["sub","integer_24",{"int":"0x1000000"}]],["if",["eq","kind",5],
["if",["lt","integer_48",{"int":"0x800000000000"}],"integer_48",["sub","integer_48",
{"int":"0x1000000000000"}]],["if",["eq","kind",9],1,["if",["and",["ge","kind",1],["le","kind",6]],
"integer",0]]]],"doc":"The integer; 0 where there is none."}]},
{"path":"sqlite::text","parent":"sqlite::value","endian":"be","fields":[
{"id":"utf8","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"to_end":true}},
"offset":0,"condition":["lt",["to_i",["get",["get","_root","header"],"encoding"]],2]},
{"id":"utf16le","type":"str","stored":{"is":"Text","encoding":"utf-16-le","extent":{"to_end":true}},
"condition":["eq",["get",["get","_root","header"],"encoding"],["enum","sqlite::encoding",
"utf16le"]]},
{"id":"utf16be","type":"str","stored":{"is":"Text","encoding":"utf-16-be","extent":{"to_end":true}},
"condition":["eq",["get",["get","_root","header"],"encoding"],["enum","sqlite::encoding",
"utf16be"]]}]}],"enums":[
{"path":"sqlite::encoding","members":[{"id":"none","value":0},{"id":"utf8","value":1},
{"id":"utf16le","value":2},{"id":"utf16be","value":3}]},
{"path":"sqlite::page_kind","members":[{"id":"index_interior","value":2},{"id":"table_interior",
"value":5},{"id":"index_leaf","value":10},{"id":"table_leaf","value":13}]}]}}
"""
