# Made by `quire gen` 0.1.0 from tar.ksy (sha256 89ef21c43c1a). Do not edit.
"""Tape archive (tar)."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import (
    Block,
    Bytes,
    FieldsPart,
    Fixed,
    LateEnum,
    ListPart,
    Marks,
    Members,
    Opened,
    Parts,
    Raw,
    RecordPart,
    Struct,
    Sum,
    Writer,
    computed,
    copied,
    encode_text,
    ends_of,
    expect_equal,
    expect_until,
    instance,
    spelled,
    trim,
)
from quire.runtime.direct import decode_at, digits_at, find_at, new, unpack_u1

__all__ = ["Tar"]


class Tar(Struct):
    """Files, one after another, each behind a header of 512 bytes.

    Numbers of headers are octal text, in binary where they are too large for it. These are ustar,
    pax, and what GNU tar and the first tar write.

    See https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html pax, ustar Interchange
    Format

    See https://www.gnu.org/software/tar/manual/html_node/Standard.html GNU tar, Basic Tar Format

    Attributes:
        members: What is in the archive; the last one has no name and is a block of zeros, where
            there is one.
        rest: Another block of zeros; most programs fill up to a multiple of 10,240 bytes, some
            write no other block.
    """

    __slots__ = ("_start", "_end", "_stop", "members")

    _root: Tar
    members: list[Tar.Member]
    rest: bytes

    _is_top: ClassVar[bool] = True
    _places: ClassVar[bool] = True
    _goes_by_place: ClassVar[bool] = True
    _PARTS: ClassVar[Parts] = (
        ListPart("members", "until", ("members",), 0, None),
        FieldsPart("_read_part_1"),
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            members: Required[Iterable[Tar.Member | Tar.Member._Fields]]
            rest: bytes

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        self.members = []
        i = 0
        while True:
            child = new(Tar.Member)
            child._parent, child._root = self, self._root
            child.told = "" if i == 0 else self.members[i - 1].told_next
            pos = child._read_at(buf, pos, end)
            self.members.append(child)
            if not self.members[-1].is_there or (pos >= end and not self._goes_on(buf, pos)):
                break
            i += 1
        if not self.members[-1].is_there:
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.rest = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
        return pos

    def _element_members(self, buf: Bytes, pos: int, end: int, i: int) -> int:
        child = new(Tar.Member)
        child._parent, child._root = self, self._root
        child.told = "" if i == 0 else self.members[i - 1].told_next
        pos = child._read_at(buf, pos, end)
        self.members.append(child)
        return pos

    def _open_members(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
        child = new(Tar.Member)
        child._parent, child._root = self, self._root
        child.told = "" if i == 0 else self.members[i - 1].told_next
        return child, buf, pos, end

    def _is_last_members(self, buf: Bytes, pos: int, end: int, i: int) -> object:
        return not self.members[-1].is_there or (pos >= end and not self._goes_on(buf, pos))

    def _read_part_1(self, buf: Bytes, pos: int, end: int) -> int:
        if not self.members[-1].is_there:
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.rest = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
        return pos

    def _derive(self) -> None:
        if not self.members[-1].is_there:
            self._set_default(
                "rest",
                b"".join(
                    bytes(
                        [
                            0,
                            0,
                            0,
                            0,
                            0,
                            0,
                            0,
                            0,
                            0,
                            0,
                            0,
                            0,
                            0,
                            0,
                            0,
                            0,
                            0,
                            0,
                            0,
                            0,
                            0,
                            0,
                            0,
                            0,
                            0,
                            0,
                            0,
                            0,
                            0,
                            0,
                            0,
                            0,
                        ]
                    )
                    for each in [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
                ),
            )

    def _write__seq(self, io: Writer) -> None:
        for i, member in enumerate(self.members):
            self._expect_record("members", member, Tar.Member)
            member.told = "" if i == 0 else self.members[i - 1].told_next
            self._write_child(io, "members", member, Tar.Member)
        if not self.members[-1].is_there:
            io.put(self.rest)
        elif hasattr(self, "rest"):
            self._leave_out("rest")

    @computed
    def is_ended(self) -> bool:
        """Whether two blocks of zeros stand at the end.

        Programs read an archive without them, too.
        """
        value = not self.members[-1].is_there and len(self.rest) >= 512
        expect_equal("is_ended", value, True, place="/instances/is_ended")
        return value

    @computed
    def num_behind(self) -> int:
        """Not 0 where more than zeros stand at the end, such as another archive."""
        value = 0 if self.members[-1].is_there or len(self.rest) == 0 else max(self.rest)
        expect_equal("num_behind", value, 0, place="/instances/num_behind")
        return value

    class Kind(LateEnum):
        """Values of `kind`."""

        old_file = 0
        file = 48
        hard_link = 49
        symbolic_link = 50
        character_device = 51
        block_device = 52
        folder = 53
        pipe = 54
        contiguous_file = 55
        gnu_folder = 68
        gnu_link = 75
        gnu_name = 76
        gnu_sparse = 83
        gnu_label = 86
        pax_global = 103
        pax = 120

    class Member(Struct):
        """Type `member`.

        Attributes:
            told: How many bytes the body has, by a pax record in front; empty if there is none.
            maps: More of where the parts of a sparse file belong, whose header has four places for
                that.
            body: What the file holds.
        """

        __slots__ = ("told", "header", "_stored_body")

        _root: Tar
        _parent: Tar
        _stored_body: bytes
        told: str
        header: Tar.Header
        maps: list[Tar.SparseMap]
        body: Tar.Pax | Tar.LongName | bytes
        padding: bytes

        _raw_header = Raw("header")
        _raw_body = Raw("body")
        _places: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("header", "body")
        _once: ClassVar[tuple[str, ...]] = ("maps",)
        _PARTS: ClassVar[Parts] = (
            FieldsPart("_read_part_0"),
            RecordPart("body"),
            FieldsPart("_read_part_2"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                told: str
                header: Required[Tar.Header | Tar.Header._Fields]
                maps: Iterable[Tar.SparseMap | Tar.SparseMap._Fields]
                body: Any
                padding: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def __init__(
            self,
            told: str = "",
            _io: Any = None,
            _parent: Any = None,
            _root: Any = None,
            _name: str = "",
            _holder: Any = None,
        ) -> None:
            self.told = told
            super().__init__(_io, _parent, _root, _name, _holder)

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            stop = pos + 512
            if stop > end:
                buf, end = self._reach(stop - pos, "header", pos)
            self.header = child = new(Tar.Header)
            child._parent, child._root = self, self._root
            child._start, child._end = pos, stop
            child._stop = child._read_at(buf, pos, stop)
            pos = stop
            if (
                self.is_there
                and self.header.about.kind == Tar.Kind.gnu_sparse
                and self.header.goes_on != 0
            ):
                if end - pos >= 16384:
                    self.maps, pos = self._once_at(
                        Tar.SparseMap,
                        buf,
                        pos,
                        end,
                        -1,
                        "maps",
                        by_ways=True,
                        until=lambda pos: self.maps[-1].goes_on == 0,
                    )
                else:
                    self.maps = []
                    type_maps = Tar.SparseMap
                    while True:
                        child = new(type_maps)
                        child._parent, child._root = self, self._root
                        pos = child._read_at(buf, pos, end)
                        self.maps.append(child)
                        if self.maps[-1].goes_on == 0:
                            break
            if self.is_there:
                on_body = self.header.about.kind
                if on_body in (Tar.Kind.pax, Tar.Kind.pax_global):
                    stop = pos + self.len_body
                    if not pos <= stop <= end:
                        buf, end = self._reach(stop - pos, "body", pos)
                    this.body = child = new(Tar.Pax)
                    child._parent, child._root = self, self._root
                    child._start, child._end = pos, stop
                    child._stop = child._read_at(buf, pos, stop)
                    pos = stop
                elif on_body in (Tar.Kind.gnu_name, Tar.Kind.gnu_link):
                    stop = pos + self.len_body
                    if not pos <= stop <= end:
                        buf, end = self._reach(stop - pos, "body", pos)
                    this.body = child = new(Tar.LongName)
                    child._parent, child._root = self, self._root
                    child._start, child._end = pos, stop
                    child._stop = child._read_at(buf, pos, stop)
                    pos = stop
                else:
                    stop = pos + self.len_body
                    if not pos <= stop <= end:
                        buf, end = self._reach(stop - pos, "body", pos)
                    self.body = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                    pos = stop
                stop = pos + ((512 - self.len_body % 512) % 512)
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "padding", pos)
                self.padding = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 512
            if stop > end:
                buf, end = self._reach(stop - pos, "header", pos)
            self.header = child = new(Tar.Header)
            child._parent, child._root = self, self._root
            child._start, child._end = pos, stop
            child._stop = child._read_at(buf, pos, stop)
            pos = stop
            if (
                self.is_there
                and self.header.about.kind == Tar.Kind.gnu_sparse
                and self.header.goes_on != 0
            ):
                if end - pos >= 16384:
                    self.maps, pos = self._once_at(
                        Tar.SparseMap,
                        buf,
                        pos,
                        end,
                        -1,
                        "maps",
                        by_ways=True,
                        until=lambda pos: self.maps[-1].goes_on == 0,
                    )
                else:
                    self.maps = []
                    type_maps = Tar.SparseMap
                    while True:
                        child = new(type_maps)
                        child._parent, child._root = self, self._root
                        pos = child._read_at(buf, pos, end)
                        self.maps.append(child)
                        if self.maps[-1].goes_on == 0:
                            break
            return pos

        def _open_body(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
            this: Any = self  # whose fields of several types are looked into
            if self.is_there:
                on_body = self.header.about.kind
                if on_body in (Tar.Kind.pax, Tar.Kind.pax_global):
                    stop = pos + self.len_body
                    if not pos <= stop <= end:
                        buf, end = self._reach(stop - pos, "body", pos)
                    this.body = child = new(Tar.Pax)
                    child._parent, child._root = self, self._root
                    child._start, child._end = pos, stop
                    return child, buf, pos, stop
                if on_body in (Tar.Kind.gnu_name, Tar.Kind.gnu_link):
                    stop = pos + self.len_body
                    if not pos <= stop <= end:
                        buf, end = self._reach(stop - pos, "body", pos)
                    this.body = child = new(Tar.LongName)
                    child._parent, child._root = self, self._root
                    child._start, child._end = pos, stop
                    return child, buf, pos, stop
                stop = pos + self.len_body
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "body", pos)
                self.body = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
            return None, buf, pos, end

        def _read_part_2(self, buf: Bytes, pos: int, end: int) -> int:
            if self.is_there:
                stop = pos + ((512 - self.len_body % 512) % 512)
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "padding", pos)
                self.padding = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
            return pos

        def _derive(self) -> None:
            if self.is_there:
                self._set_tag(
                    "body",
                    "kind",
                    (
                        (Tar.Pax, Tar.Kind.pax),
                        (Tar.Pax, Tar.Kind.pax_global),
                        (Tar.LongName, Tar.Kind.gnu_name),
                        (Tar.LongName, Tar.Kind.gnu_link),
                    ),
                    holder=self.header.about,
                )
            self._make("header", Tar.Header)
            if self.is_there:
                self._set_default("padding", b"")

        def _check(self) -> None:
            if (
                self.is_there
                and self.header.about.kind == Tar.Kind.gnu_sparse
                and self.header.goes_on != 0
            ):
                ends = ends_of(self.maps, lambda maps_item: maps_item.goes_on == 0)
                expect_until("maps", ends)

        def _write__seq(self, io: Writer) -> None:
            this: Any = self  # whose fields of several types are looked into
            if self.is_there:
                on_body = self.header.about.kind
                if on_body in (Tar.Kind.pax, Tar.Kind.pax_global):
                    self._stored_body = self._window(
                        io, "body", self.body, Tar.Pax, grows=True, in_pieces=True
                    )
                elif on_body in (Tar.Kind.gnu_name, Tar.Kind.gnu_link):
                    self._stored_body = self._window(
                        io, "body", self.body, Tar.LongName, grows=True, in_pieces=True
                    )
                else:
                    self._stored_body = this.body
                if self.has_body and not self.is_told:
                    self._set_derived(
                        "len_body",
                        spelled(
                            len(self._stored_body), 8, 11, self.header.about, "len_body", wider=True
                        ),
                        "body",
                        holder=self.header.about,
                    )
            io.put_filled(
                self._window(io, "header", self.header, Tar.Header, size=512, in_pieces=True),
                512,
                "header",
                0,
                of=self,
            )
            if (
                self.is_there
                and self.header.about.kind == Tar.Kind.gnu_sparse
                and self.header.goes_on != 0
            ):
                self._write_rows(io, "maps", self.maps, Tar.SparseMap)
            elif hasattr(self, "maps"):
                self._leave_out("maps")
            if self.is_there:
                on_body = self.header.about.kind
                if on_body in (Tar.Kind.gnu_name, Tar.Kind.gnu_link):
                    io.put_filled(self._stored_body, self.len_body, "body", 0, of=self)
                else:
                    io.put_sized(self._stored_body, self.len_body, "body")
                io.put_filled(
                    self.padding, (512 - self.len_body % 512) % 512, "padding", 0, of=self
                )
            else:
                if hasattr(self, "body"):
                    self._leave_out("body")
                if hasattr(self, "padding"):
                    self._leave_out("padding")

        @computed
        def is_there(self) -> bool:
            """Instance `is_there`."""
            return self.header.name != ""

        @computed
        def has_body(self) -> bool:
            """Links, folders, devices and labels have none, whatever length they tell."""
            return (
                self.is_there
                and self.header.about.kind != Tar.Kind.gnu_label
                and (
                    int(self.header.about.kind) < int(Tar.Kind.hard_link)
                    or int(self.header.about.kind) > int(Tar.Kind.pipe)
                )
            )

        @computed
        def is_ahead(self) -> bool:
            """Whether it tells of the next file, and is none."""
            return self.is_there and (
                self.header.about.kind == Tar.Kind.pax
                or self.header.about.kind == Tar.Kind.gnu_name
                or self.header.about.kind == Tar.Kind.gnu_link
            )

        @computed
        def is_told(self) -> bool:
            """Instance `is_told`."""
            return self.told != "" and not self.is_ahead

        @computed
        def len_body(self) -> int:
            """Instance `len_body`."""
            return (
                (int(self.told) if self.has_body else 0)
                if not self.has_body or self.is_told
                else int(self.header.about.len_body, 8)
            )

        @computed
        def told_next(self) -> str:
            """What a pax record tells of the body of the next file; empty if there is none."""
            this: Any = self  # whose fields of several types are looked into
            value: str = (
                ""
                if not self.is_ahead
                else self.told
                if self.header.about.kind != Tar.Kind.pax
                or len([each for each in this.body.records if each.key == "size"]) == 0
                else [each for each in this.body.records if each.key == "size"][-1].value.decode(
                    "ascii"
                )
            )
            return value

        @computed
        def num_sizes(self) -> int:
            """Lengths that records for all files tell; they are not looked at."""
            this: Any = self  # whose fields of several types are looked into
            value: int = (
                len([each for each in this.body.records if each.key == "size"])
                if self.is_there and self.header.about.kind == Tar.Kind.pax_global
                else 0
            )
            expect_equal("num_sizes", value, 0, place="/types/member/instances/num_sizes")
            return value

    class Header(Struct):
        """Type `header`.

        Attributes:
            name: Behind the prefix and a `/`, if there is one; pax and GNU members in front may
                have a longer one.
        """

        __slots__ = ("_start", "_end", "_stop", "name")

        _root: Tar
        _parent: Tar.Member
        name: str
        about: Tar.About
        blank: int

        _placed: ClassVar[tuple[str, ...]] = ("goes_on",)
        _places: ClassVar[bool] = True
        _fields_look_up: ClassVar[tuple[str, ...]] = ("_io",)
        _goes_by_place: ClassVar[bool] = True
        _derived: ClassVar[tuple[str, ...]] = ("blank",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                name: Required[str]
                about: Tar.About | Tar.About._Fields
                blank: int
                goes_on: int

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 100
            if stop > end:
                buf, end = self._reach(stop - pos, "name", pos)
            self.name = str(
                trim(
                    buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop]),
                    None,
                    b"\x00",
                    include=False,
                ),
                "utf-8",
            )
            pos = stop
            if self.name != "":
                self.about = child = new(Tar.About)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            else:
                start = pos
                stop = pos + 412
                if stop > end:
                    buf, end = self._reach(stop - pos, "blank", pos)
                self.blank = int.from_bytes(buf[pos : pos + 412], "big")
                pos = stop
                if self.blank != 0:
                    io = self._io_at(pos)
                    expect_equal(
                        "blank", self.blank, 0, io, io._pos - start, place="/types/header/seq/2"
                    )
            return pos

        def _derive(self) -> None:
            if self.name == "":
                self._set_derived("blank", 0, "the format")
            else:
                self._make("about", Tar.About)

        def _write__seq(self, io: Writer) -> None:
            io.put_trimmed(
                encode_text(self.name, "utf-8", "name"), 100, "name", None, b"\x00", include=False
            )
            if self.name != "":
                self._write_child(io, "about", self.about, Tar.About)
                if hasattr(self, "blank"):
                    self._leave_out("blank")
            else:
                if hasattr(self, "about"):
                    self._leave_out("about")
                io.bits_be(3296, self.blank, "blank")
            self._place(io, "goes_on")

        @instance
        def goes_on(self) -> int:
            """Of a sparse file of GNU tar, whether more of its map follows."""
            value: int = unpack_u1(self._peek(self, "goes_on", 482, 1))[0]
            return value

        def _position_goes_on(self) -> int:
            return 482

        def _put_goes_on(self, io: Writer) -> None:
            io.u1(self.goes_on, "goes_on")

    class SparseMap(Struct):
        """Type `sparse_map`."""

        __slots__ = ("places", "goes_on", "blank")

        _root: Tar
        _parent: Tar.Member
        places: bytes
        goes_on: int
        blank: bytes

        SIZE: ClassVar[int] = 512
        _BLOCK_0: ClassVar[Block] = Block(("places", "504s"), ("goes_on", "u1"))
        _FIXED_0: ClassVar[Fixed] = Fixed(("places", "504s"), ("goes_on", "u1"), ("blank", "7s"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                places: Required[bytes]
                goes_on: Required[int]
                blank: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 512
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            self.places, self.goes_on, self.blank = _unpack_Tar_SparseMap_FIXED_0(buf, pos)
            return stop

        def _derive(self) -> None:
            self._set_default("blank", b"")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.places, self.goes_on)
            io.put_filled(self.blank, 7, "blank", 0, of=self)

    class About(Struct):
        """Type `about`.

        Attributes:
            len_body: Bytes of the body, in octal digits.
            time: When it was changed, in seconds since 1970, in octal digits.
            checksum: The sum of the bytes of the header, with blanks for the checksum and what ends
                it.
            target: Of a link.
            magic: `ustar` and a version; zeros in files of the first tar, which have nothing behind
                it.
            prefix: What stands before the name.
        """

        __slots__ = (
            "mode",
            "owner",
            "group",
            "len_body",
            "time",
            "checksum",
            "checksum_end",
            "kind",
            "target",
            "magic",
            "owner_name",
            "group_name",
            "major",
            "minor",
            "prefix",
            "padding",
            "_marks",
        )

        _root: Tar
        _parent: Tar.Header
        mode: str
        owner: str
        group: str
        len_body: str
        time: str
        checksum: str
        checksum_end: bytes
        kind: Tar.Kind | int
        target: str
        magic: bytes
        owner_name: str
        group_name: str
        major: str
        minor: str
        prefix: str
        padding: bytes

        SIZE: ClassVar[int] = 412
        _places: ClassVar[bool] = True
        _goes_by_place: ClassVar[bool] = True
        _derived: ClassVar[tuple[str, ...]] = ("kind", "len_body", "checksum")
        _BLOCK_0: ClassVar[Block] = Block(("checksum_end", "2s"), ("kind", "u1"))
        _FIXED_0: ClassVar[Fixed] = Fixed(
            ("mode", "8s", "base256-8"),
            ("owner", "8s", "base256-8"),
            ("group", "8s", "base256-8"),
            ("len_body", "12s", "base256-12"),
            ("time", "12s", "base256-12"),
        )
        _FIXED_1: ClassVar[Fixed] = Fixed(
            ("checksum", "6s", "utf-8"), ("checksum_end", "2s"), ("kind", "u1")
        )
        _FIXED_2: ClassVar[Fixed] = Fixed(("magic", "8s"), ("owner_name", "32s", ""))
        _FIXED_3: ClassVar[Fixed] = Fixed(
            ("major", "8s", "base256-8"), ("minor", "8s", "base256-8"), ("prefix", "155s", "")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                mode: str
                owner: str
                group: str
                len_body: str
                time: str
                checksum: str
                checksum_end: bytes
                kind: Tar.Kind | int
                target: str
                magic: bytes
                owner_name: str
                group_name: str
                major: str
                minor: str
                prefix: str
                padding: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            mark_0 = pos
            stop = pos + 48
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            stored_mode, stored_owner, stored_group, stored_len_body, stored_time = (
                _unpack_Tar_About_FIXED_0(buf, pos)
            )
            self.mode = digits_at(stored_mode, "base256-8", "mode", self, pos)
            self.owner = digits_at(stored_owner, "base256-8", "owner", self, pos + 8)
            self.group = digits_at(stored_group, "base256-8", "group", self, pos + 16)
            self.len_body = digits_at(stored_len_body, "base256-12", "len_body", self, pos + 24)
            self.time = digits_at(stored_time, "base256-12", "time", self, pos + 36)
            pos = stop
            mark_1 = pos
            stop = pos + 9
            if stop > end:
                buf, end = self._FIXED_1.reach(self, pos)
            stored_checksum, self.checksum_end, self.kind = _unpack_Tar_About_FIXED_1(buf, pos)
            self.checksum = stored_checksum.decode()
            self.kind = _members_Tar_Kind[self.kind]
            pos = stop
            mark_2 = pos - 1
            stop = pos + 100
            if stop > end:
                buf, end = self._reach(stop - pos, "target", pos)
            self.target = str(
                trim(
                    buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop]),
                    None,
                    b"\x00",
                    include=False,
                ),
                "utf-8",
            )
            pos = stop
            stop = pos + 40
            if stop > end:
                buf, end = self._FIXED_2.reach(self, pos)
            self.magic, stored_owner_name = _unpack_Tar_About_FIXED_2(buf, pos)
            self.owner_name = decode_at(
                trim(stored_owner_name, None, b"\x00", include=False),
                "utf-8",
                "owner_name",
                self,
                pos + 8,
            )
            pos = stop
            stop = pos + 32
            if stop > end:
                buf, end = self._reach(stop - pos, "group_name", pos)
            self.group_name = str(
                trim(
                    buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop]),
                    None,
                    b"\x00",
                    include=False,
                ),
                "utf-8",
            )
            pos = stop
            stop = pos + 171
            if stop > end:
                buf, end = self._FIXED_3.reach(self, pos)
            stored_major, stored_minor, stored_prefix = _unpack_Tar_About_FIXED_3(buf, pos)
            self.major = digits_at(stored_major, "base256-8", "major", self, pos)
            self.minor = digits_at(stored_minor, "base256-8", "minor", self, pos + 8)
            self.prefix = decode_at(
                trim(stored_prefix, None, b"\x00", include=False), "utf-8", "prefix", self, pos + 16
            )
            pos = stop
            stop = pos + 12
            if stop > end:
                buf, end = self._reach(stop - pos, "padding", pos)
            self.padding = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            self._marks = (mark_0, mark_1, mark_2)
            return pos

        def _sums(self, at: Marks) -> Iterator[Sum]:
            yield Sum(
                "checksum",
                at.marks[1],
                "sum32",
                6,
                "",
                (at.span(None, 1), bytes([32, 32, 32, 32, 32, 32, 32, 32]), at.span(2, None)),
                base=8,
            )

        def _derive(self) -> None:
            self._set_default("mode", "0000644")
            self._set_default("owner", "0000000")
            self._set_default("group", "0000000")
            self._set_default("len_body", "00000000000")
            self._set_default("time", "00000000000")
            self._set_default("checksum", "000000")
            self._set_default("checksum_end", bytes([0, 32]))
            self._set_default("target", "")
            self._set_default("magic", bytes([0x75, 0x73, 0x74, 0x61, 0x72, 0, 0x30, 0x30]))
            self._set_default("owner_name", "")
            self._set_default("group_name", "")
            self._set_default("major", "0000000")
            self._set_default("minor", "0000000")
            self._set_default("prefix", "")
            self._set_default("padding", b"")

        def _write__seq(self, io: Writer) -> None:
            mark_0 = io.pos()
            io.put_sized(encode_text(self.mode, "base256-8", "mode"), 8, "mode")
            io.put_sized(encode_text(self.owner, "base256-8", "owner"), 8, "owner")
            io.put_sized(encode_text(self.group, "base256-8", "group"), 8, "group")
            io.put_sized(encode_text(self.len_body, "base256-12", "len_body"), 12, "len_body")
            io.put_sized(encode_text(self.time, "base256-12", "time"), 12, "time")
            mark_1 = io.pos()
            io.put_sized(encode_text(self.checksum, "utf-8", "checksum"), 6, "checksum")
            self._BLOCK_0.write(io, self.checksum_end, self.kind)
            mark_2 = io.pos() - 1
            io.put_trimmed(
                encode_text(self.target, "utf-8", "target"),
                100,
                "target",
                None,
                b"\x00",
                include=False,
            )
            io.put_sized(self.magic, 8, "magic")
            io.put_trimmed(
                encode_text(self.owner_name, "utf-8", "owner_name"),
                32,
                "owner_name",
                None,
                b"\x00",
                include=False,
            )
            io.put_trimmed(
                encode_text(self.group_name, "utf-8", "group_name"),
                32,
                "group_name",
                None,
                b"\x00",
                include=False,
            )
            io.put_sized(encode_text(self.major, "base256-8", "major"), 8, "major")
            io.put_sized(encode_text(self.minor, "base256-8", "minor"), 8, "minor")
            io.put_trimmed(
                encode_text(self.prefix, "utf-8", "prefix"),
                155,
                "prefix",
                None,
                b"\x00",
                include=False,
            )
            io.put_filled(self.padding, 12, "padding", 0, of=self)
            io.owe(self, (mark_0, mark_1, mark_2))

    class Pax(Struct):
        """Type `pax`."""

        __slots__ = ("_start", "_end", "_stop", "records")

        _root: Tar
        _parent: Tar.Member
        records: list[Tar.PaxRecord]

        _PARTS: ClassVar[Parts] = (ListPart("records", "end", ("records",), 0, None),)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                records: Required[Iterable[Tar.PaxRecord | Tar.PaxRecord._Fields]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            self.records = []
            type_records = Tar.PaxRecord
            while pos < end or self._goes_on(buf, pos):
                child = new(type_records)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
                self.records.append(child)
            return pos

        def _element_records(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            child = new(Tar.PaxRecord)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.records.append(child)
            return pos

        def _write__seq(self, io: Writer) -> None:
            for record in self.records:
                self._write_child(io, "records", record, Tar.PaxRecord)

    class PaxRecord(Struct):
        """Type `pax_record`.

        Attributes:
            len_all: Bytes of the record with these digits, in decimal digits.
            value: Text in UTF-8, unless the key says otherwise.
        """

        __slots__ = ("len_all", "key", "value", "end")

        _root: Tar
        _parent: Tar.Pax
        len_all: str
        key: str
        value: bytes
        end: bytes

        _derived: ClassVar[tuple[str, ...]] = ("end", "len_all")

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len_all: str
                key: Required[str]
                value: Required[bytes]
                end: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = find_at(buf, b" ", pos, end)
            if stop < 0:
                buf, end, stop = self._find(b" ", "len_all", pos)
            self.len_all = str(buf[pos:stop], "ascii")
            pos = stop + 1
            stop = find_at(buf, b"=", pos, end)
            if stop < 0:
                buf, end, stop = self._find(b"=", "key", pos)
            self.key = str(buf[pos:stop], "utf-8")
            pos = stop + 1
            stop = pos + (int(self.len_all) - len(self.len_all) - len(self.key.encode("utf-8")) - 3)
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "value", pos)
            self.value = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            stop = pos + 1
            if stop > end or buf[pos:stop] != b"\n":
                self._look_at(pos).contents(b"\n", "end", "/types/pax_record/seq/3")
            self.end = b"\n"
            return stop

        def _derive(self) -> None:
            self._set_derived("end", b"\n", "the format")
            self._set_derived(
                "len_all",
                str(self.len_rest + len(str(self.len_rest + len(str(self.len_rest))))),
                "the format",
            )

        def _write__seq(self, io: Writer) -> None:
            io.put_terminated(
                encode_text(self.len_all, "ascii", "len_all"),
                b" ",
                "len_all",
                include=False,
                consume=True,
            )
            io.put_terminated(
                encode_text(self.key, "utf-8", "key"), b"=", "key", include=False, consume=True
            )
            io.put_sized(
                self.value,
                int(self.len_all) - len(self.len_all) - len(self.key.encode("utf-8")) - 3,
                "value",
            )
            io.put(self.end)

        @computed
        def len_rest(self) -> int:
            """Instance `len_rest`."""
            return len(self.key.encode("utf-8")) + len(self.value) + 3

    class LongName(Struct):
        """Type `long_name`."""

        __slots__ = ("_start", "_end", "_stop", "text")

        _root: Tar
        _parent: Tar.Member
        text: str

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                text: Required[str]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = find_at(buf, b"\x00", pos, end)
            if stop < 0:
                buf, end, stop = self._find(b"\x00", "text", pos)
            self.text = str(buf[pos:stop], "utf-8")
            return stop + 1

        def _write__seq(self, io: Writer) -> None:
            io.put_terminated(
                encode_text(self.text, "utf-8", "text"),
                b"\x00",
                "text",
                include=False,
                consume=True,
            )


# What methods look up, at the price of a name.
_members_Tar_Kind = Members(lambda: Tar.Kind)
_unpack_Tar_About_FIXED_0 = Tar.About._FIXED_0.unpack
_unpack_Tar_About_FIXED_1 = Tar.About._FIXED_1.unpack
_unpack_Tar_About_FIXED_2 = Tar.About._FIXED_2.unpack
_unpack_Tar_About_FIXED_3 = Tar.About._FIXED_3.unpack
_unpack_Tar_SparseMap_FIXED_0 = Tar.SparseMap._FIXED_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Tar":"tar","Tar.Member":"tar::member","Tar.Header":"tar::header",
"Tar.SparseMap":"tar::sparse_map","Tar.About":"tar::about","Tar.Pax":"tar::pax",
"Tar.PaxRecord":"tar::pax_record","Tar.LongName":"tar::long_name"},
"spec":{"id":"tar","title":"Tape archive (tar)","file":"tar.ksy",
"digest":"89ef21c43c1a897e11d010a552cba1d48accc0c0e47043d5f55f44603e1b7eb9","types":[
{"path":"tar","parent":"any record","endian":"le","fields":[
{"id":"members","type":"tar::member[]","stored":{"is":"Record","path":"tar::member","args":[["told",
["if",["eq","_index",0],["text",""],["get",["item","members",["sub","_index",1]],"told_next"]]]]},
"offset":0,"repeat":{"until":["or",["not",["get","_","is_there"]],["eof","_io"]]},"doc":"What is in
 the archive; the last one has no name and is a block of zeros, where there is one."},
{"id":"rest","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"condition":["not",
["get",["last","members"],"is_there"]],"default":["joined",["map",["list",0,0,0,0,0,0,0,0,0,0,0,0,0,
0,0,0],["as<bytes>",["list",0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]]]],
"doc":"Another block of zeros; most programs fill up to a multiple of 10,240 bytes, some write no
 other block."}],"instances":[
{"id":"is_ended","type":"bool","value":["and",["not",["get",["last","members"],"is_there"]],["ge",
["length","rest"],512]],"valid":[{"kind":"equal","args":[true]}],"doc":"Whether two blocks of zeros
 stand at the end. Programs read an archive without them, too."},
{"id":"num_behind","type":"int","value":["if",["or",["get",["last","members"],"is_there"],["eq",
["length","rest"],0]],0,["max","rest"]],"valid":[{"kind":"equal","args":[0]}],"doc":"Not 0 where
 more than zeros stand at the end, such as another archive."}],"doc":"Files, one after another,
 each behind a header of 512 bytes.\n\nNumbers of headers are octal text, in binary where they are
 too large for it. These are ustar, pax, and what GNU tar and the first tar write.\n\n\nSee
 https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html pax, ustar Interchange
 Format\n\nSee https://www.gnu.org/software/tar/manual/html_node/Standard.html GNU tar, Basic Tar
 Format"},
{"path":"tar::member","parent":"tar","endian":"le","params":[
{"id":"told","type":"str","doc":"How many bytes the body has, by a pax record in front; empty if
 there is none."}],"fields":[
{"id":"header","type":"tar::header","stored":{"is":"Record","path":"tar::header",
"extent":{"size":512}},"offset":0,"size":512},
{"id":"maps","type":"tar::sparse_map[]","stored":{"is":"Record","path":"tar::sparse_map"},
"offset":512,"repeat":{"until":["eq",["get","_","goes_on"],0]},"condition":["and",["and","is_there",
["eq",["get",["get","header","about"],"kind"],["enum","tar::kind","gnu_sparse"]]],["ne",["get",
"header","goes_on"],0]],"doc":"More of where the parts of a sparse file belong, whose header has
 four places for that."},
{"id":"body","type":"mixed","stored":{"is":"Switch","on":["get",["get","header","about"],"kind"],
"cases":[{"key":["enum","tar::kind","pax"],"stored":{"is":"Record","path":"tar::pax",
"extent":{"size":"len_body"}}},{"key":["enum","tar::kind","pax_global"],"stored":{"is":"Record",
"path":"tar::pax","extent":{"size":"len_body"}}},{"key":["enum","tar::kind","gnu_name"],
"stored":{"is":"Record","path":"tar::long_name","extent":{"size":"len_body"}}},{"key":["enum",
"tar::kind","gnu_link"],"stored":{"is":"Record","path":"tar::long_name",
"extent":{"size":"len_body"}}},{"stored":{"is":"Bytes","extent":{"size":"len_body"}}}]},
"condition":"is_there","doc":"What the file holds."},
{"id":"padding","type":"bytes","stored":{"is":"Bytes","extent":{"size":["mod",["sub",512,["mod",
"len_body",512]],512],"fill":0}},"condition":"is_there"}],"instances":[
{"id":"is_there","type":"bool","value":["ne",["get","header","name"],["text",""]]},
{"id":"has_body","type":"bool","value":["and",["and","is_there",["ne",["get",["get","header",
"about"],"kind"],["enum","tar::kind","gnu_label"]]],["or",["lt",["to_i",["get",["get","header",
"about"],"kind"]],["to_i",["enum","tar::kind","hard_link"]]],["gt",["to_i",["get",["get","header",
"about"],"kind"]],["to_i",["enum","tar::kind","pipe"]]]]],"doc":"Links, folders, devices and labels
 have none, whatever length they tell."},
{"id":"is_ahead","type":"bool","value":["and","is_there",["or",["or",["eq",["get",["get","header",
"about"],"kind"],["enum","tar::kind","pax"]],["eq",["get",["get","header","about"],"kind"],["enum",
"tar::kind","gnu_name"]]],["eq",["get",["get","header","about"],"kind"],["enum","tar::kind",
"gnu_link"]]]],"doc":"Whether it tells of the next file, and is none."},
{"id":"is_told","type":"bool","value":["and",["ne","told",["text",""]],["not","is_ahead"]]},
{"id":"len_body","type":"int","value":["if",["or",["not","has_body"],"is_told"],["if","has_body",
["to_i","told"],0],["to_i",["get",["get","header","about"],"len_body"],8]]},
{"id":"told_next","type":"str","value":["if",["not","is_ahead"],["text",""],["if",["or",["ne",
["get",["get","header","about"],"kind"],["enum","tar::kind","pax"]],["eq",["size",["where",["get",
"body","records"],["eq",["get","_","key"],["text","size"]]]],0]],"told",["to_s",["get",["last",
["where",["get","body","records"],["eq",["get","_","key"],["text","size"]]]],"value"],["text",
"ascii"]]]],"doc":"What a pax record tells of the body of the next file; empty if there is none."},
{"id":"num_sizes","type":"int","value":["if",["and","is_there",["eq",["get",["get","header",
"about"],"kind"],["enum","tar::kind","pax_global"]]],["size",["where",["get","body","records"],
["eq",["get","_","key"],["text","size"]]]],0],"valid":[{"kind":"equal","args":[0]}],"doc":"Lengths
 that records for all files tell; they are not looked at."}],"edges":[{"is":"Tag","field":["get",
["get","header","about"],"kind"],"of":"body","condition":"is_there","cases":[["tar::pax",["enum",
"tar::kind","pax"]],["tar::pax",["enum","tar::kind","pax_global"]],["tar::long_name",["enum",
"tar::kind","gnu_name"]],["tar::long_name",["enum","tar::kind","gnu_link"]]]},{"is":"Length",
"field":["get",["get","header","about"],"len_body"],"of":"body","condition":["and","has_body",
["not","is_told"]],"steps":[["digits",["list",8,11,1]]]}]},
{"path":"tar::header","parent":"tar::member","endian":"le","fields":[
{"id":"name","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":100,
"terminator":{"hex":"00"}}},"offset":0,"size":100,"usual":["list",["text","a.txt"],["text",
"b/c.txt"],["text",""]],"doc":"Behind the prefix and a `/`, if there is one; pax and GNU members in
 front may have a longer one."},
{"id":"about","type":"tar::about","stored":{"is":"Record","path":"tar::about"},"offset":100,
"size":412,"condition":["ne","name",["text",""]]},
{"id":"blank","type":"int","stored":{"is":"Bits","width":3296,"endian":"be"},"condition":["eq",
"name",["text",""]],"valid":[{"kind":"equal","args":[0]}]}],"instances":[
{"id":"goes_on","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1,"pos":482,
"doc":"Of a sparse file of GNU tar, whether more of its map follows."}]},
{"path":"tar::sparse_map","parent":"tar::member","endian":"le","size":512,"fields":[
{"id":"places","type":"bytes","stored":{"is":"Bytes","extent":{"size":504}},"offset":0,"size":504},
{"id":"goes_on","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":504,
"size":1},
{"id":"blank","type":"bytes","stored":{"is":"Bytes","extent":{"size":7,"fill":0}},"offset":505,
"size":7}]},
{"path":"tar::about","parent":"tar::header","endian":"le","size":412,"fields":[
{"id":"mode","type":"str","stored":{"is":"Text","encoding":"base256-8","extent":{"size":8}},
"offset":0,"size":8,"default":["text","0000644"],"usual":["list",["text","0000644"],["text",
"0000755"]]},
{"id":"owner","type":"str","stored":{"is":"Text","encoding":"base256-8","extent":{"size":8}},
"offset":8,"size":8,"default":["text","0000000"],"usual":["list",["text","0000000"],["text",
"0001750"]]},
{"id":"group","type":"str","stored":{"is":"Text","encoding":"base256-8","extent":{"size":8}},
"offset":16,"size":8,"default":["text","0000000"],"usual":["list",["text","0000000"],["text",
"0001750"]]},
{"id":"len_body","type":"str","stored":{"is":"Text","encoding":"base256-12","extent":{"size":12}},
"offset":24,"size":12,"default":["text","00000000000"],"usual":["list",["text","00000000012"],
["text","00000000005"],["text","00000000000"],["text","00000001003"]],"doc":"Bytes of the body, in
 octal digits."},
{"id":"time","type":"str","stored":{"is":"Text","encoding":"base256-12","extent":{"size":12}},
"offset":36,"size":12,"default":["text","00000000000"],"usual":["list",["text","00000000000"],
["text","14672567123"]],"doc":"When it was changed, in seconds since 1970, in octal digits."},
{"id":"checksum","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":6}},
"offset":48,"size":6,"checksum":{"algorithm":"sum32","size":6,"parts":[{"end":"checksum",
"before":true},{"value":["as<bytes>",["list",32,32,32,32,32,32,32,32]]},{"start":"checksum_end",
"behind":true}],"base":8},"doc":"The sum of the bytes of the header, with blanks for the checksum
 and what ends it."},
{"id":"checksum_end","type":"bytes","stored":{"is":"Bytes","extent":{"size":2}},"offset":54,
"size":2,"default":["as<bytes>",["list",0,32]],"usual":["list",["as<bytes>",["list",0,32]]]},
{"id":"kind","type":"enum tar::kind","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"tar::kind"},"offset":56,"size":1,"usual":["if",["eq",["to_i","len_body",8],0],["list",
["enum","tar::kind","file"],["enum","tar::kind","folder"],["enum","tar::kind","symbolic_link"]],
["list",["enum","tar::kind","file"]]]},
{"id":"target","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":100,
"terminator":{"hex":"00"}}},"offset":57,"size":100,"default":["text",""],"usual":["list",["text",
""],["text","some"]],"doc":"Of a link."},
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":8}},"offset":157,"size":8,
"default":["as<bytes>",["list",{"int":"0x75"},{"int":"0x73"},{"int":"0x74"},{"int":"0x61"},
{"int":"0x72"},0,{"int":"0x30"},{"int":"0x30"}]],"usual":["list",["as<bytes>",["list",
{"int":"0x75"},{"int":"0x73"},{"int":"0x74"},{"int":"0x61"},{"int":"0x72"},0,{"int":"0x30"},
{"int":"0x30"}]]],"doc":"`ustar` and a version; zeros in files of the first tar, which have nothing
 behind it."},
{"id":"owner_name","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":32,
"terminator":{"hex":"00"}}},"offset":165,"size":32,"default":["text",""],"usual":["list",["text",
""],["text","root"]]},
{"id":"group_name","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":32,
"terminator":{"hex":"00"}}},"offset":197,"size":32,"default":["text",""],"usual":["list",["text",
""],["text","root"]]},
{"id":"major","type":"str","stored":{"is":"Text","encoding":"base256-8","extent":{"size":8}},
"offset":229,"size":8,"default":["text","0000000"],"usual":["list",["text","0000000"]]},
{"id":"minor","type":"str","stored":{"is":"Text","encoding":"base256-8","extent":{"size":8}},
"offset":237,"size":8,"default":["text","0000000"],"usual":["list",["text","0000000"]]},
{"id":"prefix","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":155,
"terminator":{"hex":"00"}}},"offset":245,"size":155,"default":["text",""],"usual":["list",["text",
""]],"doc":"What stands before the name."},
{"id":"padding","type":"bytes","stored":{"is":"Bytes","extent":{"size":12,"fill":0}},"offset":400,
"size":12}]},
{"path":"tar::pax","parent":"tar::member","endian":"le","fields":[
{"id":"records","type":"tar::pax_record[]","stored":{"is":"Record","path":"tar::pax_record"},
"offset":0,"repeat":{}}]},
{"path":"tar::pax_record","parent":"tar::pax","endian":"le","fields":[
{"id":"len_all","type":"str","stored":{"is":"Text","encoding":"ascii",
"extent":{"terminator":{"hex":"20"}}},"offset":0,"derive":["to_s",["add","len_rest",["length",
["to_s",["add","len_rest",["length",["to_s","len_rest"]]]]]]],"usual":["list",["text","10"]],
"doc":"Bytes of the record with these digits, in decimal digits."},
{"id":"key","type":"str","stored":{"is":"Text","encoding":"utf-8",
"extent":{"terminator":{"hex":"3d"}}},"usual":["list",["text","a"],["text","b"]]},
{"id":"value","type":"bytes","stored":{"is":"Bytes","extent":{"size":["sub",["sub",["sub",["to_i",
"len_all"],["length","len_all"]],["length",["to_b","key",["text","utf-8"]]]],3]}},"doc":"Text in
 UTF-8, unless the key says otherwise."},
{"id":"end","type":"bytes","stored":{"is":"Bytes","extent":{"size":1}},"size":1,
"contents":{"hex":"0a"}}],"instances":[
{"id":"len_rest","type":"int","value":["add",["add",["length",["to_b","key",["text","utf-8"]]],
["length","value"]],3]}]},
{"path":"tar::long_name","parent":"tar::member","endian":"le","fields":[
{"id":"text","type":"str","stored":{"is":"Text","encoding":"utf-8",
"extent":{"terminator":{"hex":"00"}}},"offset":0}]}],"enums":[
{"path":"tar::kind","members":[{"id":"old_file","value":0},{"id":"file","value":48},
{"id":"hard_link","value":49},{"id":"symbolic_link","value":50},{"id":"character_device",
"value":51},{"id":"block_device","value":52},{"id":"folder","value":53},{"id":"pipe","value":54},
{"id":"contiguous_file","value":55},{"id":"gnu_folder","value":68},{"id":"gnu_link","value":75},
{"id":"gnu_name","value":76},{"id":"gnu_sparse","value":83},{"id":"gnu_label","value":86},
{"id":"pax_global","value":103},{"id":"pax","value":120}]}]}}
"""
