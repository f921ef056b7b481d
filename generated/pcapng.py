# Made by `quire gen` 0.1.0 from pcapng.ksy (sha256 32da609c1335). Do not edit.
"""Packet capture (pcapng)."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import (
    Block,
    Bytes,
    LateEnum,
    ListPart,
    Marks,
    Members,
    Opened,
    Parts,
    Raw,
    Struct,
    Sum,
    Types,
    Writer,
    computed,
    copied,
    encode_text,
    expect_equal,
    expect_that,
    has_at,
    instance,
    quick,
    size_of,
    undecided,
)
from quire.runtime.direct import new, unpack_u4be, unpack_u4le

__all__ = ["Pcapng"]


class Pcapng(Struct):
    """Packets as they were seen on one or more interfaces of a network.

    They stand in blocks, with what is known of them. Numbers are in either byte order.

    See https://datatracker.ietf.org/doc/draft-ietf-opsawg-pcapng/ PCAP Now Generic

    Attributes:
        blocks: The first one is a header of a section.
    """

    __slots__ = ("_start", "_end", "_stop", "blocks")

    _root: Pcapng
    blocks: list[Pcapng.Block]

    _is_top: ClassVar[bool] = True
    _placed: ClassVar[tuple[str, ...]] = ("mark",)
    _places: ClassVar[bool] = True
    _fields_look_up: ClassVar[tuple[str, ...]] = ("_io",)
    _goes_by_place: ClassVar[bool] = True
    _PARTS: ClassVar[Parts] = (ListPart("blocks", "end", ("blocks",), 0, None),)

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            blocks: Required[Iterable[Pcapng.Block | Pcapng.Block._Fields]]
            mark: bytes
            byte_order: int

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        self.blocks = []
        i = 0
        while pos < end or self._goes_on(buf, pos):
            child = new(Pcapng.Block)
            child._parent, child._root = self, self._root
            child.told = self.byte_order if i == 0 else self.blocks[i - 1].order
            child._is_le = None
            pos = child._read_at(buf, pos, end)
            self.blocks.append(child)
            i += 1
        return pos

    def _element_blocks(self, buf: Bytes, pos: int, end: int, i: int) -> int:
        child = new(Pcapng.Block)
        child._parent, child._root = self, self._root
        child.told = self.byte_order if i == 0 else self.blocks[i - 1].order
        child._is_le = None
        pos = child._read_at(buf, pos, end)
        self.blocks.append(child)
        return pos

    def _open_blocks(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
        child = new(Pcapng.Block)
        child._parent, child._root = self, self._root
        child.told = self.byte_order if i == 0 else self.blocks[i - 1].order
        child._is_le = None
        return child, buf, pos, end

    def _write__seq(self, io: Writer) -> None:
        for i, block in enumerate(self.blocks):
            self._expect_record("blocks", block, Pcapng.Block)
            block.told = self.byte_order if i == 0 else self.blocks[i - 1].order
            self._write_child(io, "blocks", block, Pcapng.Block)
        self._place(io, "mark")

    @instance
    def mark(self) -> bytes:
        """Instance `mark`."""
        return self._peek(self, "mark", 8, 4)

    def _position_mark(self) -> int:
        return 8

    def _put_mark(self, io: Writer) -> None:
        io.put_sized(self.mark, 4, "mark")

    @computed
    def starts(self) -> int:
        """The kind of the first block."""
        value = 0 if len(self.blocks) == 0 else int(self.blocks[0].kind)
        expect_equal("starts", value, 0x0A0D0D0A, place="/instances/starts")
        return value

    @computed
    def len_counted(self) -> int:
        """Bytes of all sections, where somebody counted them."""
        this: Any = self  # whose fields of several types are looked into
        value: int = (
            size_of(self)
            if len(
                [
                    each
                    for each in this.blocks
                    if each.kind == Pcapng.Kind.section and each.body.len_section == -1
                ]
            )
            != 0
            else sum(
                each.len_block + each.body.len_section
                for each in [each for each in this.blocks if each.kind == Pcapng.Kind.section]
            )
        )
        expect_equal("len_counted", value, size_of(self), place="/instances/len_counted")
        return value

    @computed
    def num_interfaces(self) -> int:
        """Of all sections."""
        return len([each for each in self.blocks if each.kind == Pcapng.Kind.interface])

    @computed
    def num_astray(self) -> int:
        """Packets and statistics of interfaces that no section has."""
        this: Any = self  # whose fields of several types are looked into
        value: int = len(
            [
                each
                for each in this.blocks
                if each.kind == Pcapng.Kind.packet and each.body.interface >= self.num_interfaces
            ]
        ) + len(
            [
                each
                for each in this.blocks
                if each.kind == Pcapng.Kind.statistics
                and each.body.interface >= self.num_interfaces
            ]
        )
        expect_equal("num_astray", value, 0, place="/instances/num_astray")
        return value

    @instance
    def byte_order(self) -> int:
        """That of the first section; 1 where the lowest byte of a number comes first."""
        if self._io is None:
            return 1
        return 2 if self.mark == b"\x1a+<M" else 1

    class Kind(LateEnum):
        """Values of `kind`."""

        section = 168627466
        interface = 1
        old_packet = 2
        simple_packet = 3
        names = 4
        statistics = 5
        packet = 6
        journal = 9
        secrets = 10
        custom = 2989
        custom_not_copied = 1073744813

    class Block(Struct):
        """Type `block`.

        Attributes:
            told: The byte order of the block before.
            len_block: Bytes of the whole block.
            len_again: The same as in front of the body, so that one can read backwards.
        """

        __slots__ = (
            "told",
            "kind",
            "len_block",
            "body",
            "len_again",
            "_stored_body",
            "_marks",
            "_is_le",
        )

        _root: Pcapng
        _parent: Pcapng
        _is_le: bool | None
        _stored_body: bytes
        told: int
        kind: Pcapng.Kind | int
        len_block: int
        body: (
            Pcapng.Block.Section
            | Pcapng.Block.Interface
            | Pcapng.Block.Packet
            | Pcapng.Block.SimplePacket
            | Pcapng.Block.Names
            | Pcapng.Block.Statistics
            | bytes
        )
        len_again: int

        _raw_body = Raw("body")
        _places: ClassVar[bool] = True
        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("body",)
        _derived: ClassVar[tuple[str, ...]] = ("kind", "len_again", "len_block")
        _BLOCK_LE_0: ClassVar[Block] = Block(("kind", "u4le"), ("len_block", "u4le"))
        _BLOCK_BE_0: ClassVar[Block] = Block(("kind", "u4be"), ("len_block", "u4be"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                told: int
                kind: Pcapng.Kind | int
                len_block: int
                body: Required[Any]
                len_again: int
                order: int

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def __init__(
            self,
            told: int = 0,
            _io: Any = None,
            _parent: Any = None,
            _root: Any = None,
            _is_le: bool | None = None,
            _name: str = "",
            _holder: Any = None,
        ) -> None:
            self.told = told
            self._is_le = _is_le
            super().__init__(_io, _parent, _root, _name, _holder)

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            self._keep_found(
                "order",
                self.told
                if not self._has_at(buf, pos, end, b"\n\r\r\n")
                else 2
                if self._has_at(buf, pos + 8, end, b"\x1a+<M")
                else 1,
                pos,
            )
            if self.order == 1:
                self._is_le = True
            else:
                self._is_le = False
            return self._read_le(buf, pos, end) if self._is_le else self._read_be(buf, pos, end)

        def _read_le(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            mark_0 = pos
            mark_1 = pos
            stop = pos + 8
            if stop > end:
                buf, end = self._BLOCK_LE_0.reach(self, pos)
            self.kind, self.len_block = _unpack_Pcapng_Block_LE_0(buf, pos)
            pos = stop
            self.kind = _members_Pcapng_Kind[self.kind]
            if not (self.kind == Pcapng.Kind.section or self.order == self.told):
                io = self._io_at(pos)
                expect_that(
                    "kind",
                    self.kind,
                    self.kind == Pcapng.Kind.section or self.order == self.told,
                    "_ == kind::section or order == told",
                    io,
                    8,
                    place="/types/block/seq/0",
                )
            kind = _types_Pcapng_Block_body[self.kind]
            if kind is not None:
                stop = pos + (self.len_block - 12)
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "body", pos)
                this.body = child = new(kind)
                child._parent, child._root = self, self._root
                child._is_le = self._is_le
                child._start, child._end = pos, stop
                child._stop = child._read_at(buf, pos, stop)
                pos = stop
            else:
                stop = pos + (self.len_block - 12)
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "body", pos)
                self.body = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
            mark_2 = pos
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "len_again", pos)
            self.len_again = unpack_u4le(buf, pos)[0]
            pos = stop
            mark_3 = pos
            self._marks = (mark_0, mark_1, mark_2, mark_3)
            return pos

        def _read_be(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            mark_0 = pos
            mark_1 = pos
            stop = pos + 8
            if stop > end:
                buf, end = self._BLOCK_BE_0.reach(self, pos)
            self.kind, self.len_block = _unpack_Pcapng_Block_BE_0(buf, pos)
            pos = stop
            self.kind = _members_Pcapng_Kind[self.kind]
            if not (self.kind == Pcapng.Kind.section or self.order == self.told):
                io = self._io_at(pos)
                expect_that(
                    "kind",
                    self.kind,
                    self.kind == Pcapng.Kind.section or self.order == self.told,
                    "_ == kind::section or order == told",
                    io,
                    8,
                    place="/types/block/seq/0",
                )
            kind = _types_Pcapng_Block_body[self.kind]
            if kind is not None:
                stop = pos + (self.len_block - 12)
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "body", pos)
                this.body = child = new(kind)
                child._parent, child._root = self, self._root
                child._is_le = self._is_le
                child._start, child._end = pos, stop
                child._stop = child._read_at(buf, pos, stop)
                pos = stop
            else:
                stop = pos + (self.len_block - 12)
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "body", pos)
                self.body = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
            mark_2 = pos
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "len_again", pos)
            self.len_again = unpack_u4be(buf, pos)[0]
            pos = stop
            mark_3 = pos
            self._marks = (mark_0, mark_1, mark_2, mark_3)
            return pos

        def _sums(self, at: Marks) -> Iterator[Sum]:
            yield Sum(
                "len_again",
                at.marks[2],
                "length",
                None,
                "u4" + ("le" if self._is_le else "be"),
                (at.span(1, 3),),
            )

        def _derive(self) -> None:
            self._set_tag(
                "body",
                "kind",
                (
                    (Pcapng.Block.Section, Pcapng.Kind.section),
                    (Pcapng.Block.Interface, Pcapng.Kind.interface),
                    (Pcapng.Block.Packet, Pcapng.Kind.packet),
                    (Pcapng.Block.SimplePacket, Pcapng.Kind.simple_packet),
                    (Pcapng.Block.Names, Pcapng.Kind.names),
                    (Pcapng.Block.Statistics, Pcapng.Kind.statistics),
                ),
            )
            self._set_default("len_again", 0)

        def _check(self) -> None:
            expect_that(
                "kind",
                self.kind,
                self.kind == Pcapng.Kind.section or self.order == self.told,
                "_ == kind::section or order == told",
                place="/types/block/seq/0",
            )

        def _write__seq(self, io: Writer) -> None:
            this: Any = self  # whose fields of several types are looked into
            if self.order == 1:
                self._is_le = True
            else:
                self._is_le = False
            if self.kind == Pcapng.Kind.section:
                self._expect_record("body", this.body, Pcapng.Block.Section)
                this.body._is_le = self._is_le
                self._stored_body = self._window(
                    io, "body", self.body, Pcapng.Block.Section, grows=True, in_pieces=True
                )
            elif self.kind == Pcapng.Kind.interface:
                self._expect_record("body", this.body, Pcapng.Block.Interface)
                this.body._is_le = self._is_le
                self._stored_body = self._window(
                    io, "body", self.body, Pcapng.Block.Interface, grows=True, in_pieces=True
                )
            elif self.kind == Pcapng.Kind.packet:
                self._expect_record("body", this.body, Pcapng.Block.Packet)
                this.body._is_le = self._is_le
                self._stored_body = self._window(
                    io, "body", self.body, Pcapng.Block.Packet, grows=True, in_pieces=True
                )
            elif self.kind == Pcapng.Kind.simple_packet:
                self._expect_record("body", this.body, Pcapng.Block.SimplePacket)
                this.body._is_le = self._is_le
                self._stored_body = self._window(
                    io, "body", self.body, Pcapng.Block.SimplePacket, grows=True, in_pieces=True
                )
            elif self.kind == Pcapng.Kind.names:
                self._expect_record("body", this.body, Pcapng.Block.Names)
                this.body._is_le = self._is_le
                self._stored_body = self._window(
                    io, "body", self.body, Pcapng.Block.Names, grows=True, in_pieces=True
                )
            elif self.kind == Pcapng.Kind.statistics:
                self._expect_record("body", this.body, Pcapng.Block.Statistics)
                this.body._is_le = self._is_le
                self._stored_body = self._window(
                    io, "body", self.body, Pcapng.Block.Statistics, grows=True, in_pieces=True
                )
            else:
                self._stored_body = this.body
            self._set_derived("len_block", len(self._stored_body) + 12, "body")
            if self._is_le:
                mark_0 = io.pos()
                mark_1 = io.pos()
                self._BLOCK_LE_0.write(io, self.kind, self.len_block)
                io.put_sized(self._stored_body, self.len_block - 12, "body")
                mark_2 = io.pos()
                io.u4le(self.len_again, "len_again")
                mark_3 = io.pos()
                io.owe(self, (mark_0, mark_1, mark_2, mark_3))
            else:
                mark_0 = io.pos()
                mark_1 = io.pos()
                self._BLOCK_BE_0.write(io, self.kind, self.len_block)
                io.put_sized(self._stored_body, self.len_block - 12, "body")
                mark_2 = io.pos()
                io.u4be(self.len_again, "len_again")
                mark_3 = io.pos()
                io.owe(self, (mark_0, mark_1, mark_2, mark_3))

        @instance
        def order(self) -> int:
            """What the header of a section tells, for itself and the blocks up to the next one."""
            if self._io is None:
                return self.told
            return (
                self.told
                if not has_at(self._io, self._io.pos(), b"\n\r\r\n")
                else 2
                if has_at(self._io, self._io.pos() + 8, b"\x1a+<M")
                else 1
            )

        @computed
        def spare(self) -> int:
            """What is too much; blocks are multiples of four bytes."""
            value = self.len_block % 4
            expect_equal("spare", value, 0, place="/types/block/instances/spare")
            return value

        @staticmethod
        def _body_types() -> dict[object, type[Any]]:
            """Types that `body` may have, by what tells them."""
            return {
                Pcapng.Kind.section: Pcapng.Block.Section,
                Pcapng.Kind.interface: Pcapng.Block.Interface,
                Pcapng.Kind.packet: Pcapng.Block.Packet,
                Pcapng.Kind.simple_packet: Pcapng.Block.SimplePacket,
                Pcapng.Kind.names: Pcapng.Block.Names,
                Pcapng.Kind.statistics: Pcapng.Block.Statistics,
            }

        class Section(Struct):
            """What begins a section, a file in the file.

            Attributes:
                len_section: Bytes of the blocks that follow; -1 if nobody counted. It does not
                    follow edits.
            """

            __slots__ = (
                "_start",
                "_end",
                "_stop",
                "mark",
                "major",
                "minor",
                "len_section",
                "options",
                "_is_le",
            )

            _root: Pcapng
            _parent: Pcapng.Block
            _is_le: bool | None
            mark: int
            major: int
            minor: int
            len_section: int
            options: list[Pcapng.Block.Option]

            _derived: ClassVar[tuple[str, ...]] = ("mark", "major")
            _BLOCK_LE_0: ClassVar[Block] = Block(
                ("mark", "u4le"), ("major", "u2le"), ("minor", "u2le"), ("len_section", "s8le")
            )
            _BLOCK_BE_0: ClassVar[Block] = Block(
                ("mark", "u4be"), ("major", "u2be"), ("minor", "u2be"), ("len_section", "s8be")
            )

            if TYPE_CHECKING:

                class _Fields(TypedDict, total=False):
                    mark: int
                    major: int
                    minor: int
                    len_section: int
                    options: Iterable[Pcapng.Block.Option | Pcapng.Block.Option._Fields]

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
                    raise undecided("/types/block/types/section", self._io)
                return self._read_le(buf, pos, end) if self._is_le else self._read_be(buf, pos, end)

            def _read_le(self, buf: Bytes, pos: int, end: int) -> int:
                stop = pos + 16
                if stop > end:
                    buf, end = self._BLOCK_LE_0.reach(self, pos)
                self.mark, self.major, self.minor, self.len_section = (
                    _unpack_Pcapng_Block_Section_LE_0(buf, pos)
                )
                pos = stop
                if self.mark != 0x1A2B3C4D:
                    io = self._io_at(pos)
                    expect_equal(
                        "mark",
                        self.mark,
                        0x1A2B3C4D,
                        io,
                        16,
                        place="/types/block/types/section/seq/0",
                    )
                if self.major != 1:
                    io = self._io_at(pos)
                    expect_equal(
                        "major", self.major, 1, io, 12, place="/types/block/types/section/seq/1"
                    )
                self.options = []
                while pos < end or self._goes_on(buf, pos):
                    child = new(Pcapng.Block.Option)
                    child._parent, child._root = self, self._root
                    child._is_le = self._is_le
                    pos = child._read_at(buf, pos, end)
                    self.options.append(child)
                return pos

            def _read_be(self, buf: Bytes, pos: int, end: int) -> int:
                stop = pos + 16
                if stop > end:
                    buf, end = self._BLOCK_BE_0.reach(self, pos)
                self.mark, self.major, self.minor, self.len_section = (
                    _unpack_Pcapng_Block_Section_BE_0(buf, pos)
                )
                pos = stop
                if self.mark != 0x1A2B3C4D:
                    io = self._io_at(pos)
                    expect_equal(
                        "mark",
                        self.mark,
                        0x1A2B3C4D,
                        io,
                        16,
                        place="/types/block/types/section/seq/0",
                    )
                if self.major != 1:
                    io = self._io_at(pos)
                    expect_equal(
                        "major", self.major, 1, io, 12, place="/types/block/types/section/seq/1"
                    )
                self.options = []
                while pos < end or self._goes_on(buf, pos):
                    child = new(Pcapng.Block.Option)
                    child._parent, child._root = self, self._root
                    child._is_le = self._is_le
                    pos = child._read_at(buf, pos, end)
                    self.options.append(child)
                return pos

            def _derive(self) -> None:
                self._set_derived("mark", 0x1A2B3C4D, "the format")
                self._set_derived("major", 1, "the format")
                self._set_default("minor", 0)
                self._set_default("len_section", -1)
                self._set_default("options", [])

            def _write__seq(self, io: Writer) -> None:
                if self._is_le is None:
                    raise undecided("/types/block/types/section", io)
                if self._is_le:
                    self._BLOCK_LE_0.write(io, self.mark, self.major, self.minor, self.len_section)
                    for option in self.options:
                        self._expect_record("options", option, Pcapng.Block.Option)
                        option._is_le = self._is_le
                        self._write_child(io, "options", option, Pcapng.Block.Option)
                else:
                    self._BLOCK_BE_0.write(io, self.mark, self.major, self.minor, self.len_section)
                    for option in self.options:
                        self._expect_record("options", option, Pcapng.Block.Option)
                        option._is_le = self._is_le
                        self._write_child(io, "options", option, Pcapng.Block.Option)

            @computed
            def unread(self) -> int:
                """Ends of options that are not the last one; nobody reads on."""
                value = len(
                    [each for each in self.options[: len(self.options) - 1] if each.code == 0]
                )
                expect_equal(
                    "unread", value, 0, place="/types/block/types/section/instances/unread"
                )
                return value

        class Interface(Struct):
            """Where packets were seen; packets name it by its number in the section.

            Attributes:
                len_snap: Bytes of a packet that are kept at most; 0 if there is no such limit.
            """

            __slots__ = (
                "_start",
                "_end",
                "_stop",
                "link_type",
                "reserved",
                "len_snap",
                "options",
                "_is_le",
            )

            _root: Pcapng
            _parent: Pcapng.Block
            _is_le: bool | None
            link_type: int
            reserved: int
            len_snap: int
            options: list[Pcapng.Block.Option]

            _BLOCK_LE_0: ClassVar[Block] = Block(
                ("link_type", "u2le"), ("reserved", "u2le"), ("len_snap", "u4le")
            )
            _BLOCK_BE_0: ClassVar[Block] = Block(
                ("link_type", "u2be"), ("reserved", "u2be"), ("len_snap", "u4be")
            )

            if TYPE_CHECKING:

                class _Fields(TypedDict, total=False):
                    link_type: int
                    reserved: int
                    len_snap: int
                    options: Iterable[Pcapng.Block.Option | Pcapng.Block.Option._Fields]

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
                    raise undecided("/types/block/types/interface", self._io)
                return self._read_le(buf, pos, end) if self._is_le else self._read_be(buf, pos, end)

            def _read_le(self, buf: Bytes, pos: int, end: int) -> int:
                stop = pos + 8
                if stop > end:
                    buf, end = self._BLOCK_LE_0.reach(self, pos)
                self.link_type, self.reserved, self.len_snap = _unpack_Pcapng_Block_Interface_LE_0(
                    buf, pos
                )
                pos = stop
                self.options = []
                while pos < end or self._goes_on(buf, pos):
                    child = new(Pcapng.Block.Option)
                    child._parent, child._root = self, self._root
                    child._is_le = self._is_le
                    pos = child._read_at(buf, pos, end)
                    self.options.append(child)
                return pos

            def _read_be(self, buf: Bytes, pos: int, end: int) -> int:
                stop = pos + 8
                if stop > end:
                    buf, end = self._BLOCK_BE_0.reach(self, pos)
                self.link_type, self.reserved, self.len_snap = _unpack_Pcapng_Block_Interface_BE_0(
                    buf, pos
                )
                pos = stop
                self.options = []
                while pos < end or self._goes_on(buf, pos):
                    child = new(Pcapng.Block.Option)
                    child._parent, child._root = self, self._root
                    child._is_le = self._is_le
                    pos = child._read_at(buf, pos, end)
                    self.options.append(child)
                return pos

            def _derive(self) -> None:
                self._set_default("link_type", 1)
                self._set_default("reserved", 0)
                self._set_default("len_snap", 262144)
                self._set_default("options", [])

            def _write__seq(self, io: Writer) -> None:
                if self._is_le is None:
                    raise undecided("/types/block/types/interface", io)
                if self._is_le:
                    self._BLOCK_LE_0.write(io, self.link_type, self.reserved, self.len_snap)
                    for option in self.options:
                        self._expect_record("options", option, Pcapng.Block.Option)
                        option._is_le = self._is_le
                        self._write_child(io, "options", option, Pcapng.Block.Option)
                else:
                    self._BLOCK_BE_0.write(io, self.link_type, self.reserved, self.len_snap)
                    for option in self.options:
                        self._expect_record("options", option, Pcapng.Block.Option)
                        option._is_le = self._is_le
                        self._write_child(io, "options", option, Pcapng.Block.Option)

            @computed
            def unread(self) -> int:
                """Ends of options that are not the last one; nobody reads on."""
                value = len(
                    [each for each in self.options[: len(self.options) - 1] if each.code == 0]
                )
                expect_equal(
                    "unread", value, 0, place="/types/block/types/interface/instances/unread"
                )
                return value

        class Packet(Struct):
            """Type `packet`.

            Attributes:
                len_original: Bytes that the packet had.
            """

            __slots__ = (
                "_start",
                "_end",
                "_stop",
                "interface",
                "time_high",
                "time_low",
                "len_data",
                "len_original",
                "data",
                "padding",
                "options",
                "_is_le",
            )

            _root: Pcapng
            _parent: Pcapng.Block
            _is_le: bool | None
            interface: int
            time_high: int
            time_low: int
            len_data: int
            len_original: int
            data: bytes
            padding: bytes
            options: list[Pcapng.Block.Option]

            _derived: ClassVar[tuple[str, ...]] = ("len_data", "len_original")
            _BLOCK_LE_0: ClassVar[Block] = Block(
                ("interface", "u4le"),
                ("time_high", "u4le"),
                ("time_low", "u4le"),
                ("len_data", "u4le"),
                ("len_original", "u4le"),
            )
            _BLOCK_BE_0: ClassVar[Block] = Block(
                ("interface", "u4be"),
                ("time_high", "u4be"),
                ("time_low", "u4be"),
                ("len_data", "u4be"),
                ("len_original", "u4be"),
            )

            if TYPE_CHECKING:

                class _Fields(TypedDict, total=False):
                    interface: int
                    time_high: int
                    time_low: int
                    len_data: int
                    len_original: int
                    data: Required[bytes]
                    padding: bytes
                    options: Iterable[Pcapng.Block.Option | Pcapng.Block.Option._Fields]

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
                    raise undecided("/types/block/types/packet", self._io)
                return self._read_le(buf, pos, end) if self._is_le else self._read_be(buf, pos, end)

            def _read_le(self, buf: Bytes, pos: int, end: int) -> int:
                stop = pos + 20
                if stop > end:
                    buf, end = self._BLOCK_LE_0.reach(self, pos)
                self.interface, self.time_high, self.time_low, self.len_data, self.len_original = (
                    _unpack_Pcapng_Block_Packet_LE_0(buf, pos)
                )
                pos = stop
                stop = pos + self.len_data
                if stop > end:
                    buf, end = self._reach(stop - pos, "data", pos)
                self.data = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
                stop = pos + ((4 - self.len_data % 4) % 4)
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "padding", pos)
                self.padding = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
                self.options = []
                while pos < end or self._goes_on(buf, pos):
                    child = new(Pcapng.Block.Option)
                    child._parent, child._root = self, self._root
                    child._is_le = self._is_le
                    pos = child._read_at(buf, pos, end)
                    self.options.append(child)
                return pos

            def _read_be(self, buf: Bytes, pos: int, end: int) -> int:
                stop = pos + 20
                if stop > end:
                    buf, end = self._BLOCK_BE_0.reach(self, pos)
                self.interface, self.time_high, self.time_low, self.len_data, self.len_original = (
                    _unpack_Pcapng_Block_Packet_BE_0(buf, pos)
                )
                pos = stop
                stop = pos + self.len_data
                if stop > end:
                    buf, end = self._reach(stop - pos, "data", pos)
                self.data = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
                stop = pos + ((4 - self.len_data % 4) % 4)
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "padding", pos)
                self.padding = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
                self.options = []
                while pos < end or self._goes_on(buf, pos):
                    child = new(Pcapng.Block.Option)
                    child._parent, child._root = self, self._root
                    child._is_le = self._is_le
                    pos = child._read_at(buf, pos, end)
                    self.options.append(child)
                return pos

            def _derive(self) -> None:
                self._set_default("interface", 0)
                self._set_default("time_high", 0)
                self._set_default("time_low", 0)
                self._set_default("options", [])
                self._set_default("padding", b"")
                self._set_derived("len_data", len(self.data), "data")
                self._set_default("len_original", self.len_data)
                self._set_derived(
                    "len_original", max([self.len_original, self.len_data]), "the format"
                )

            def _write__seq(self, io: Writer) -> None:
                if self._is_le is None:
                    raise undecided("/types/block/types/packet", io)
                if self._is_le:
                    self._BLOCK_LE_0.write(
                        io,
                        self.interface,
                        self.time_high,
                        self.time_low,
                        self.len_data,
                        self.len_original,
                    )
                    io.put_sized(self.data, self.len_data, "data")
                    io.put_filled(self.padding, (4 - self.len_data % 4) % 4, "padding", 0, of=self)
                    for option in self.options:
                        self._expect_record("options", option, Pcapng.Block.Option)
                        option._is_le = self._is_le
                        self._write_child(io, "options", option, Pcapng.Block.Option)
                else:
                    self._BLOCK_BE_0.write(
                        io,
                        self.interface,
                        self.time_high,
                        self.time_low,
                        self.len_data,
                        self.len_original,
                    )
                    io.put_sized(self.data, self.len_data, "data")
                    io.put_filled(self.padding, (4 - self.len_data % 4) % 4, "padding", 0, of=self)
                    for option in self.options:
                        self._expect_record("options", option, Pcapng.Block.Option)
                        option._is_le = self._is_le
                        self._write_child(io, "options", option, Pcapng.Block.Option)

            @computed
            def unread(self) -> int:
                """Ends of options that are not the last one; nobody reads on."""
                value = len(
                    [each for each in self.options[: len(self.options) - 1] if each.code == 0]
                )
                expect_equal("unread", value, 0, place="/types/block/types/packet/instances/unread")
                return value

            @quick
            def time(self) -> int:
                """Since 1970, in microseconds unless an option of the interface says otherwise."""
                return (self.time_high << 32) + self.time_low

        class SimplePacket(Struct):
            """A packet of the first interface, without a time.

            Attributes:
                data: What was kept of it, with zeros up to a multiple of four.
            """

            __slots__ = ("_start", "_end", "_stop", "len_original", "data", "_is_le")

            _root: Pcapng
            _parent: Pcapng.Block
            _is_le: bool | None
            len_original: int
            data: bytes

            if TYPE_CHECKING:

                class _Fields(TypedDict, total=False):
                    len_original: Required[int]
                    data: Required[bytes]

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
                    raise undecided("/types/block/types/simple_packet", self._io)
                return self._read_le(buf, pos, end) if self._is_le else self._read_be(buf, pos, end)

            def _read_le(self, buf: Bytes, pos: int, end: int) -> int:
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "len_original", pos)
                self.len_original = unpack_u4le(buf, pos)[0]
                pos = stop
                if type(buf) is bytearray:
                    buf, end = self._reach_rest(buf, pos, end)
                self.data = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
                pos = max(pos, end)
                return pos

            def _read_be(self, buf: Bytes, pos: int, end: int) -> int:
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "len_original", pos)
                self.len_original = unpack_u4be(buf, pos)[0]
                pos = stop
                if type(buf) is bytearray:
                    buf, end = self._reach_rest(buf, pos, end)
                self.data = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
                pos = max(pos, end)
                return pos

            def _write__seq(self, io: Writer) -> None:
                if self._is_le is None:
                    raise undecided("/types/block/types/simple_packet", io)
                if self._is_le:
                    io.u4le(self.len_original, "len_original")
                    io.put(self.data)
                else:
                    io.u4be(self.len_original, "len_original")
                    io.put(self.data)

        class Names(Struct):
            """Names of addresses."""

            __slots__ = ("_start", "_end", "_stop", "records", "options", "_is_le")

            _root: Pcapng
            _parent: Pcapng.Block
            _is_le: bool | None
            records: list[Pcapng.Block.NameRecord]
            options: list[Pcapng.Block.Option]

            _goes_by_place: ClassVar[bool] = True

            if TYPE_CHECKING:

                class _Fields(TypedDict, total=False):
                    records: Required[
                        Iterable[Pcapng.Block.NameRecord | Pcapng.Block.NameRecord._Fields]
                    ]
                    options: Iterable[Pcapng.Block.Option | Pcapng.Block.Option._Fields]

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
                    raise undecided("/types/block/types/names", self._io)
                return self._read_le(buf, pos, end) if self._is_le else self._read_be(buf, pos, end)

            def _read_le(self, buf: Bytes, pos: int, end: int) -> int:
                self.records = []
                while True:
                    child = new(Pcapng.Block.NameRecord)
                    child._parent, child._root = self, self._root
                    child._is_le = self._is_le
                    pos = child._read_at(buf, pos, end)
                    self.records.append(child)
                    if self.records[-1].kind == 0 or (pos >= end and not self._goes_on(buf, pos)):
                        break
                self.options = []
                while pos < end or self._goes_on(buf, pos):
                    child = new(Pcapng.Block.Option)
                    child._parent, child._root = self, self._root
                    child._is_le = self._is_le
                    pos = child._read_at(buf, pos, end)
                    self.options.append(child)
                return pos

            def _read_be(self, buf: Bytes, pos: int, end: int) -> int:
                self.records = []
                while True:
                    child = new(Pcapng.Block.NameRecord)
                    child._parent, child._root = self, self._root
                    child._is_le = self._is_le
                    pos = child._read_at(buf, pos, end)
                    self.records.append(child)
                    if self.records[-1].kind == 0 or (pos >= end and not self._goes_on(buf, pos)):
                        break
                self.options = []
                while pos < end or self._goes_on(buf, pos):
                    child = new(Pcapng.Block.Option)
                    child._parent, child._root = self, self._root
                    child._is_le = self._is_le
                    pos = child._read_at(buf, pos, end)
                    self.options.append(child)
                return pos

            def _derive(self) -> None:
                self._set_default("options", [])

            def _write__seq(self, io: Writer) -> None:
                if self._is_le is None:
                    raise undecided("/types/block/types/names", io)
                for record in self.records:
                    self._expect_record("records", record, Pcapng.Block.NameRecord)
                    record._is_le = self._is_le
                    self._write_child(io, "records", record, Pcapng.Block.NameRecord)
                for option in self.options:
                    self._expect_record("options", option, Pcapng.Block.Option)
                    option._is_le = self._is_le
                    self._write_child(io, "options", option, Pcapng.Block.Option)

            @computed
            def unread(self) -> int:
                """Ends of options that are not the last one; nobody reads on."""
                value = len(
                    [each for each in self.options[: len(self.options) - 1] if each.code == 0]
                )
                expect_equal("unread", value, 0, place="/types/block/types/names/instances/unread")
                return value

        class NameRecord(Struct):
            """Type `name_record`.

            Attributes:
                kind: 1 for IPv4, 2 for IPv6, 0 for the end.
                body: An address, then names, each with a zero behind it.
            """

            __slots__ = ("kind", "len_body", "body", "padding", "_is_le")

            _root: Pcapng
            _parent: Pcapng.Block.Names
            _is_le: bool | None
            kind: int
            len_body: int
            body: bytes
            padding: bytes

            _derived: ClassVar[tuple[str, ...]] = ("len_body",)
            _BLOCK_LE_0: ClassVar[Block] = Block(("kind", "u2le"), ("len_body", "u2le"))
            _BLOCK_BE_0: ClassVar[Block] = Block(("kind", "u2be"), ("len_body", "u2be"))

            if TYPE_CHECKING:

                class _Fields(TypedDict, total=False):
                    kind: Required[int]
                    len_body: int
                    body: Required[bytes]
                    padding: bytes

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
                    raise undecided("/types/block/types/name_record", self._io)
                return self._read_le(buf, pos, end) if self._is_le else self._read_be(buf, pos, end)

            def _read_le(self, buf: Bytes, pos: int, end: int) -> int:
                stop = pos + 4
                if stop > end:
                    buf, end = self._BLOCK_LE_0.reach(self, pos)
                self.kind, self.len_body = _unpack_Pcapng_Block_NameRecord_LE_0(buf, pos)
                pos = stop
                stop = pos + self.len_body
                if stop > end:
                    buf, end = self._reach(stop - pos, "body", pos)
                self.body = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
                stop = pos + ((4 - self.len_body % 4) % 4)
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "padding", pos)
                self.padding = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                return stop

            def _read_be(self, buf: Bytes, pos: int, end: int) -> int:
                stop = pos + 4
                if stop > end:
                    buf, end = self._BLOCK_BE_0.reach(self, pos)
                self.kind, self.len_body = _unpack_Pcapng_Block_NameRecord_BE_0(buf, pos)
                pos = stop
                stop = pos + self.len_body
                if stop > end:
                    buf, end = self._reach(stop - pos, "body", pos)
                self.body = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
                stop = pos + ((4 - self.len_body % 4) % 4)
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "padding", pos)
                self.padding = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                return stop

            def _derive(self) -> None:
                self._set_default("padding", b"")
                self._set_derived("len_body", len(self.body), "body")

            def _write__seq(self, io: Writer) -> None:
                if self._is_le is None:
                    raise undecided("/types/block/types/name_record", io)
                if self._is_le:
                    self._BLOCK_LE_0.write(io, self.kind, self.len_body)
                    io.put_sized(self.body, self.len_body, "body")
                    io.put_filled(self.padding, (4 - self.len_body % 4) % 4, "padding", 0, of=self)
                else:
                    self._BLOCK_BE_0.write(io, self.kind, self.len_body)
                    io.put_sized(self.body, self.len_body, "body")
                    io.put_filled(self.padding, (4 - self.len_body % 4) % 4, "padding", 0, of=self)

        class Statistics(Struct):
            """Type `statistics`."""

            __slots__ = (
                "_start",
                "_end",
                "_stop",
                "interface",
                "time_high",
                "time_low",
                "options",
                "_is_le",
            )

            _root: Pcapng
            _parent: Pcapng.Block
            _is_le: bool | None
            interface: int
            time_high: int
            time_low: int
            options: list[Pcapng.Block.Option]

            _BLOCK_LE_0: ClassVar[Block] = Block(
                ("interface", "u4le"), ("time_high", "u4le"), ("time_low", "u4le")
            )
            _BLOCK_BE_0: ClassVar[Block] = Block(
                ("interface", "u4be"), ("time_high", "u4be"), ("time_low", "u4be")
            )

            if TYPE_CHECKING:

                class _Fields(TypedDict, total=False):
                    interface: int
                    time_high: int
                    time_low: int
                    options: Iterable[Pcapng.Block.Option | Pcapng.Block.Option._Fields]

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
                    raise undecided("/types/block/types/statistics", self._io)
                return self._read_le(buf, pos, end) if self._is_le else self._read_be(buf, pos, end)

            def _read_le(self, buf: Bytes, pos: int, end: int) -> int:
                stop = pos + 12
                if stop > end:
                    buf, end = self._BLOCK_LE_0.reach(self, pos)
                self.interface, self.time_high, self.time_low = (
                    _unpack_Pcapng_Block_Statistics_LE_0(buf, pos)
                )
                pos = stop
                self.options = []
                while pos < end or self._goes_on(buf, pos):
                    child = new(Pcapng.Block.Option)
                    child._parent, child._root = self, self._root
                    child._is_le = self._is_le
                    pos = child._read_at(buf, pos, end)
                    self.options.append(child)
                return pos

            def _read_be(self, buf: Bytes, pos: int, end: int) -> int:
                stop = pos + 12
                if stop > end:
                    buf, end = self._BLOCK_BE_0.reach(self, pos)
                self.interface, self.time_high, self.time_low = (
                    _unpack_Pcapng_Block_Statistics_BE_0(buf, pos)
                )
                pos = stop
                self.options = []
                while pos < end or self._goes_on(buf, pos):
                    child = new(Pcapng.Block.Option)
                    child._parent, child._root = self, self._root
                    child._is_le = self._is_le
                    pos = child._read_at(buf, pos, end)
                    self.options.append(child)
                return pos

            def _derive(self) -> None:
                self._set_default("interface", 0)
                self._set_default("time_high", 0)
                self._set_default("time_low", 0)
                self._set_default("options", [])

            def _write__seq(self, io: Writer) -> None:
                if self._is_le is None:
                    raise undecided("/types/block/types/statistics", io)
                if self._is_le:
                    self._BLOCK_LE_0.write(io, self.interface, self.time_high, self.time_low)
                    for option in self.options:
                        self._expect_record("options", option, Pcapng.Block.Option)
                        option._is_le = self._is_le
                        self._write_child(io, "options", option, Pcapng.Block.Option)
                else:
                    self._BLOCK_BE_0.write(io, self.interface, self.time_high, self.time_low)
                    for option in self.options:
                        self._expect_record("options", option, Pcapng.Block.Option)
                        option._is_le = self._is_le
                        self._write_child(io, "options", option, Pcapng.Block.Option)

            @computed
            def unread(self) -> int:
                """Ends of options that are not the last one; nobody reads on."""
                value = len(
                    [each for each in self.options[: len(self.options) - 1] if each.code == 0]
                )
                expect_equal(
                    "unread", value, 0, place="/types/block/types/statistics/instances/unread"
                )
                return value

        class Option(Struct):
            """Type `option`.

            Attributes:
                code: 0 for the end, 1 for a comment; others go by the block.
            """

            __slots__ = ("code", "len_body", "body", "padding", "_stored_body", "_is_le")

            _root: Pcapng
            _is_le: bool | None
            _stored_body: bytes
            code: int
            len_body: int
            body: Pcapng.Block.Comment | bytes
            padding: bytes

            _raw_body = Raw("body")
            _own_streams: ClassVar[tuple[str, ...]] = ("body",)
            _derived: ClassVar[tuple[str, ...]] = ("code", "len_body")
            _BLOCK_LE_0: ClassVar[Block] = Block(("code", "u2le"), ("len_body", "u2le"))
            _BLOCK_BE_0: ClassVar[Block] = Block(("code", "u2be"), ("len_body", "u2be"))

            if TYPE_CHECKING:

                class _Fields(TypedDict, total=False):
                    code: int
                    len_body: int
                    body: Required[Any]
                    padding: bytes

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
                    raise undecided("/types/block/types/option", self._io)
                return self._read_le(buf, pos, end) if self._is_le else self._read_be(buf, pos, end)

            def _read_le(self, buf: Bytes, pos: int, end: int) -> int:
                this: Any = self  # whose fields of several types are looked into
                stop = pos + 4
                if stop > end:
                    buf, end = self._BLOCK_LE_0.reach(self, pos)
                self.code, self.len_body = _unpack_Pcapng_Block_Option_LE_0(buf, pos)
                pos = stop
                if self.code == 1:
                    stop = pos + self.len_body
                    if stop > end:
                        buf, end = self._reach(stop - pos, "body", pos)
                    this.body = child = new(Pcapng.Block.Comment)
                    child._parent, child._root = self, self._root
                    child._is_le = self._is_le
                    child._start, child._end = pos, stop
                    child._stop = child._read_at(buf, pos, stop)
                    pos = stop
                else:
                    stop = pos + self.len_body
                    if stop > end:
                        buf, end = self._reach(stop - pos, "body", pos)
                    self.body = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                    pos = stop
                stop = pos + ((4 - self.len_body % 4) % 4)
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "padding", pos)
                self.padding = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                return stop

            def _read_be(self, buf: Bytes, pos: int, end: int) -> int:
                this: Any = self  # whose fields of several types are looked into
                stop = pos + 4
                if stop > end:
                    buf, end = self._BLOCK_BE_0.reach(self, pos)
                self.code, self.len_body = _unpack_Pcapng_Block_Option_BE_0(buf, pos)
                pos = stop
                if self.code == 1:
                    stop = pos + self.len_body
                    if stop > end:
                        buf, end = self._reach(stop - pos, "body", pos)
                    this.body = child = new(Pcapng.Block.Comment)
                    child._parent, child._root = self, self._root
                    child._is_le = self._is_le
                    child._start, child._end = pos, stop
                    child._stop = child._read_at(buf, pos, stop)
                    pos = stop
                else:
                    stop = pos + self.len_body
                    if stop > end:
                        buf, end = self._reach(stop - pos, "body", pos)
                    self.body = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                    pos = stop
                stop = pos + ((4 - self.len_body % 4) % 4)
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "padding", pos)
                self.padding = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                return stop

            def _derive(self) -> None:
                self._set_tag("body", "code", ((Pcapng.Block.Comment, 1),))
                self._set_default("padding", b"")

            def _write__seq(self, io: Writer) -> None:
                this: Any = self  # whose fields of several types are looked into
                if self._is_le is None:
                    raise undecided("/types/block/types/option", io)
                if self.code == 1:
                    self._expect_record("body", this.body, Pcapng.Block.Comment)
                    this.body._is_le = self._is_le
                    self._stored_body = self._window(
                        io, "body", self.body, Pcapng.Block.Comment, grows=True, in_pieces=True
                    )
                    self._set_window("len_body", len(self._stored_body), "body")
                else:
                    self._stored_body = this.body
                    self._set_derived("len_body", len(self._stored_body), "body")
                if self._is_le:
                    self._BLOCK_LE_0.write(io, self.code, self.len_body)
                    io.put_sized(self._stored_body, self.len_body, "body")
                    io.put_filled(self.padding, (4 - self.len_body % 4) % 4, "padding", 0, of=self)
                else:
                    self._BLOCK_BE_0.write(io, self.code, self.len_body)
                    io.put_sized(self._stored_body, self.len_body, "body")
                    io.put_filled(self.padding, (4 - self.len_body % 4) % 4, "padding", 0, of=self)

        class Comment(Struct):
            """Type `comment`."""

            __slots__ = ("_start", "_end", "_stop", "text", "_is_le")

            _root: Pcapng
            _parent: Pcapng.Block.Option
            _is_le: bool | None
            text: str

            if TYPE_CHECKING:

                class _Fields(TypedDict, total=False):
                    text: Required[str]

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
                    raise undecided("/types/block/types/comment", self._io)
                return self._read_le(buf, pos, end) if self._is_le else self._read_be(buf, pos, end)

            def _read_le(self, buf: Bytes, pos: int, end: int) -> int:
                if type(buf) is bytearray:
                    buf, end = self._reach_rest(buf, pos, end)
                self.text = str(buf[pos:end], "utf-8")
                pos = max(pos, end)
                return pos

            def _read_be(self, buf: Bytes, pos: int, end: int) -> int:
                if type(buf) is bytearray:
                    buf, end = self._reach_rest(buf, pos, end)
                self.text = str(buf[pos:end], "utf-8")
                pos = max(pos, end)
                return pos

            def _write__seq(self, io: Writer) -> None:
                if self._is_le is None:
                    raise undecided("/types/block/types/comment", io)
                io.put(encode_text(self.text, "utf-8", "text"))


# What methods look up, at the price of a name.
_members_Pcapng_Kind = Members(lambda: Pcapng.Kind)
_types_Pcapng_Block_body = Types(Pcapng.Block._body_types)
_unpack_Pcapng_Block_BE_0 = Pcapng.Block._BLOCK_BE_0.unpack
_unpack_Pcapng_Block_Interface_BE_0 = Pcapng.Block.Interface._BLOCK_BE_0.unpack
_unpack_Pcapng_Block_Interface_LE_0 = Pcapng.Block.Interface._BLOCK_LE_0.unpack
_unpack_Pcapng_Block_LE_0 = Pcapng.Block._BLOCK_LE_0.unpack
_unpack_Pcapng_Block_NameRecord_BE_0 = Pcapng.Block.NameRecord._BLOCK_BE_0.unpack
_unpack_Pcapng_Block_NameRecord_LE_0 = Pcapng.Block.NameRecord._BLOCK_LE_0.unpack
_unpack_Pcapng_Block_Option_BE_0 = Pcapng.Block.Option._BLOCK_BE_0.unpack
_unpack_Pcapng_Block_Option_LE_0 = Pcapng.Block.Option._BLOCK_LE_0.unpack
_unpack_Pcapng_Block_Packet_BE_0 = Pcapng.Block.Packet._BLOCK_BE_0.unpack
_unpack_Pcapng_Block_Packet_LE_0 = Pcapng.Block.Packet._BLOCK_LE_0.unpack
_unpack_Pcapng_Block_Section_BE_0 = Pcapng.Block.Section._BLOCK_BE_0.unpack
_unpack_Pcapng_Block_Section_LE_0 = Pcapng.Block.Section._BLOCK_LE_0.unpack
_unpack_Pcapng_Block_Statistics_BE_0 = Pcapng.Block.Statistics._BLOCK_BE_0.unpack
_unpack_Pcapng_Block_Statistics_LE_0 = Pcapng.Block.Statistics._BLOCK_LE_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Pcapng":"pcapng","Pcapng.Block":"pcapng::block",
"Pcapng.Block.Section":"pcapng::block::section","Pcapng.Block.Interface":"pcapng::block::interface",
"Pcapng.Block.Packet":"pcapng::block::packet",
"Pcapng.Block.SimplePacket":"pcapng::block::simple_packet",
"Pcapng.Block.Names":"pcapng::block::names","Pcapng.Block.NameRecord":"pcapng::block::name_record",
"Pcapng.Block.Statistics":"pcapng::block::statistics","Pcapng.Block.Option":"pcapng::block::option",
"Pcapng.Block.Comment":"pcapng::block::comment"},
"spec":{"id":"pcapng","title":"Packet capture (pcapng)","file":"pcapng.ksy",
"digest":"32da609c1335a79ed2b9a1276712a618789d31643ee51478137be197136b9113","types":[
{"path":"pcapng","parent":"any record","endian":"be","fields":[
{"id":"blocks","type":"pcapng::block[]","stored":{"is":"Record","path":"pcapng::block",
"args":[["told",["if",["eq","_index",0],"byte_order",["get",["item","blocks",["sub","_index",1]],
"order"]]]]},"offset":0,"repeat":{},"doc":"The first one is a header of a section."}],"instances":[
{"id":"mark","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"size":4,"pos":8},
{"id":"starts","type":"int","value":["if",["eq",["size","blocks"],0],0,["to_i",["get",["item",
"blocks",0],"kind"]]],"valid":[{"kind":"equal","args":[{"int":"0x0a0d0d0a"}]}],"doc":"The kind of
 the first block."},
{"id":"len_counted","type":"int","value":["if",["ne",["size",["where","blocks",["and",["eq",["get",
"_","kind"],["enum","pcapng::kind","section"]],["eq",["get",["get","_","body"],"len_section"],
["neg",1]]]]],0],["size","_io"],["sum",["map",["where","blocks",["eq",["get","_","kind"],["enum",
"pcapng::kind","section"]]],["add",["get","_","len_block"],["get",["get","_","body"],
"len_section"]]]]],"valid":[{"kind":"equal","args":[["size","_io"]]}],"doc":"Bytes of all sections,
 where somebody counted them."},
{"id":"num_interfaces","type":"int","value":["size",["where","blocks",["eq",["get","_","kind"],
["enum","pcapng::kind","interface"]]]],"doc":"Of all sections."},
{"id":"num_astray","type":"int","value":["add",["size",["where","blocks",["and",["eq",["get","_",
"kind"],["enum","pcapng::kind","packet"]],["ge",["get",["get","_","body"],"interface"],
"num_interfaces"]]]],["size",["where","blocks",["and",["eq",["get","_","kind"],["enum",
"pcapng::kind","statistics"]],["ge",["get",["get","_","body"],"interface"],"num_interfaces"]]]]],
"valid":[{"kind":"equal","args":[0]}],"doc":"Packets and statistics of interfaces that no section
 has."},
{"id":"byte_order","type":"int","value":["if",["eq","mark",{"hex":"1a2b3c4d"}],2,1],"default":1,
"doc":"That of the first section; 1 where the lowest byte of a number comes first."}],
"doc":"Packets as they were seen on one or more interfaces of a network.\n\nThey stand in blocks,
 with what is known of them. Numbers are in either byte order.\n\n\nSee
 https://datatracker.ietf.org/doc/draft-ietf-opsawg-pcapng/ PCAP Now Generic"},
{"path":"pcapng::block","parent":"pcapng","endian":{"on":"order","cases":[[1,"le"],[null,"be"]]},
"params":[
{"id":"told","type":"int","doc":"The byte order of the block before."}],"fields":[
{"id":"kind","type":"enum pcapng::kind","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen","enum":"pcapng::kind"},"offset":0,"size":4,"valid":[{"kind":"that","args":[["or",
["eq","_",["enum","pcapng::kind","section"]],["eq","order","told"]]]}],"usual":["if",["eq",["size",
["get","_parent","blocks"]],0],["list",["enum","pcapng::kind","section"]],["if",["eq",["size",
["get","_parent","blocks"]],1],["list",["enum","pcapng::kind","interface"]],["list",["enum",
"pcapng::kind","packet"],["enum","pcapng::kind","packet"],["enum","pcapng::kind","statistics"],
["enum","pcapng::kind","names"]]]]},
{"id":"len_block","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"},"offset":4,"size":4,"doc":"Bytes of the whole block."},
{"id":"body","type":"mixed","stored":{"is":"Switch","on":"kind","cases":[{"key":["enum",
"pcapng::kind","section"],"stored":{"is":"Record","path":"pcapng::block::section",
"extent":{"size":["sub","len_block",12]}}},{"key":["enum","pcapng::kind","interface"],
"stored":{"is":"Record","path":"pcapng::block::interface","extent":{"size":["sub","len_block",
12]}}},{"key":["enum","pcapng::kind","packet"],"stored":{"is":"Record",
"path":"pcapng::block::packet","extent":{"size":["sub","len_block",12]}}},{"key":["enum",
"pcapng::kind","simple_packet"],"stored":{"is":"Record","path":"pcapng::block::simple_packet",
"extent":{"size":["sub","len_block",12]}}},{"key":["enum","pcapng::kind","names"],
"stored":{"is":"Record","path":"pcapng::block::names","extent":{"size":["sub","len_block",12]}}},
{"key":["enum","pcapng::kind","statistics"],"stored":{"is":"Record",
"path":"pcapng::block::statistics","extent":{"size":["sub","len_block",12]}}},
{"stored":{"is":"Bytes","extent":{"size":["sub","len_block",12]}}}]},"offset":8},
{"id":"len_again","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"},"size":4,"checksum":{"algorithm":"length","parts":[{"start":"kind",
"end":"len_again"}]},"doc":"The same as in front of the body, so that one can read backwards."}],
"instances":[
{"id":"order","type":"int","value":["if",["not",["has_at","_io",["pos","_io"],{"hex":"0a0d0d0a"}]],
"told",["if",["has_at","_io",["add",["pos","_io"],8],{"hex":"1a2b3c4d"}],2,1]],"default":"told",
"doc":"What the header of a section tells, for itself and the blocks up to the next one."},
{"id":"spare","type":"int","value":["mod","len_block",4],"valid":[{"kind":"equal","args":[0]}],
"doc":"What is too much; blocks are multiples of four bytes."}],"edges":[{"is":"Tag","field":"kind",
"of":"body","cases":[["pcapng::block::section",["enum","pcapng::kind","section"]],
["pcapng::block::interface",["enum","pcapng::kind","interface"]],["pcapng::block::packet",["enum",
"pcapng::kind","packet"]],["pcapng::block::simple_packet",["enum","pcapng::kind","simple_packet"]],
["pcapng::block::names",["enum","pcapng::kind","names"]],["pcapng::block::statistics",["enum",
"pcapng::kind","statistics"]]]},{"is":"Length","field":"len_block","of":"body","steps":[["add",
12]]}]},
{"path":"pcapng::block::section","parent":"pcapng::block","fields":[
{"id":"mark","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"chosen"},
"offset":0,"size":4,"valid":[{"kind":"equal","args":[{"int":"0x1a2b3c4d"}]}]},
{"id":"major","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"chosen"},
"offset":4,"size":2,"valid":[{"kind":"equal","args":[1]}]},
{"id":"minor","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"chosen"},
"offset":6,"size":2,"default":0,"usual":["list",0]},
{"id":"len_section","type":"int","stored":{"is":"Number","kind":"signed","size":8,
"endian":"chosen"},"offset":8,"size":8,"default":["neg",1],"usual":["list",["neg",1]],"doc":"Bytes
 of the blocks that follow; -1 if nobody counted. It does not follow edits."},
{"id":"options","type":"pcapng::block::option[]","stored":{"is":"Record",
"path":"pcapng::block::option"},"offset":16,"repeat":{},"default":["list"]}],"instances":[
{"id":"unread","type":"int","value":["size",["where",["slice","options",0,["sub",["size","options"],
1]],["eq",["get","_","code"],0]]],"valid":[{"kind":"equal","args":[0]}],"doc":"Ends of options that
 are not the last one; nobody reads on."}],"doc":"What begins a section, a file in the file."},
{"path":"pcapng::block::interface","parent":"pcapng::block","fields":[
{"id":"link_type","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"chosen"},"offset":0,"size":2,"default":1,"usual":["list",1,101]},
{"id":"reserved","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"chosen"},
"offset":2,"size":2,"default":0,"usual":["list",0]},
{"id":"len_snap","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"chosen"},
"offset":4,"size":4,"default":262144,"usual":["list",0,65535],"doc":"Bytes of a packet that are
 kept at most; 0 if there is no such limit."},
{"id":"options","type":"pcapng::block::option[]","stored":{"is":"Record",
"path":"pcapng::block::option"},"offset":8,"repeat":{},"default":["list"]}],"instances":[
{"id":"unread","type":"int","value":["size",["where",["slice","options",0,["sub",["size","options"],
1]],["eq",["get","_","code"],0]]],"valid":[{"kind":"equal","args":[0]}],"doc":"Ends of options that
 are not the last one; nobody reads on."}],"doc":"Where packets were seen; packets name it by its
 number in the section."},
{"path":"pcapng::block::packet","parent":"pcapng::block","fields":[
{"id":"interface","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"},"offset":0,"size":4,"default":0,"usual":["list",0]},
{"id":"time_high","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"},"offset":4,"size":4,"default":0},
{"id":"time_low","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"chosen"},
"offset":8,"size":4,"default":0},
{"id":"len_data","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"chosen"},
"offset":12,"size":4},
{"id":"len_original","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"},"offset":16,"size":4,"default":"len_data","derive":["max",["list","len_original",
"len_data"]],"usual":["list","len_data"],"doc":"Bytes that the packet had."},
{"id":"data","type":"bytes","stored":{"is":"Bytes","extent":{"size":"len_data"}},"offset":20},
{"id":"padding","type":"bytes","stored":{"is":"Bytes","extent":{"size":["mod",["sub",4,["mod",
"len_data",4]],4],"fill":0}}},
{"id":"options","type":"pcapng::block::option[]","stored":{"is":"Record",
"path":"pcapng::block::option"},"repeat":{},"default":["list"]}],"instances":[
{"id":"unread","type":"int","value":["size",["where",["slice","options",0,["sub",["size","options"],
1]],["eq",["get","_","code"],0]]],"valid":[{"kind":"equal","args":[0]}],"doc":"Ends of options that
 are not the last one; nobody reads on."},
{"id":"time","type":"int","value":["add",["bit_shl","time_high",32],"time_low"],"doc":"Since 1970,
 in microseconds unless an option of the interface says otherwise."}],"edges":[{"is":"Length",
"field":"len_data","of":"data"}]},
{"path":"pcapng::block::simple_packet","parent":"pcapng::block","fields":[
{"id":"len_original","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"},"offset":0,"size":4,"usual":["list",["sub",["size","_io"],4]]},
{"id":"data","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"offset":4,
"usual":["list",["as<bytes>",["list",1,2,3,4]],["as<bytes>",["list"]]],"doc":"What was kept of it,
 with zeros up to a multiple of four."}],"doc":"A packet of the first interface, without a time."},
{"path":"pcapng::block::names","parent":"pcapng::block","fields":[
{"id":"records","type":"pcapng::block::name_record[]","stored":{"is":"Record",
"path":"pcapng::block::name_record"},"offset":0,"repeat":{"until":["or",["eq",["get","_","kind"],0],
["eof","_io"]]}},
{"id":"options","type":"pcapng::block::option[]","stored":{"is":"Record",
"path":"pcapng::block::option"},"repeat":{},"default":["list"]}],"instances":[
{"id":"unread","type":"int","value":["size",["where",["slice","options",0,["sub",["size","options"],
1]],["eq",["get","_","code"],0]]],"valid":[{"kind":"equal","args":[0]}],"doc":"Ends of options that
 are not the last one; nobody reads on."}],"doc":"Names of addresses."},
{"path":"pcapng::block::name_record","parent":"pcapng::block::names","fields":[
{"id":"kind","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"chosen"},
"offset":0,"size":2,"usual":["list",0],"doc":"1 for IPv4, 2 for IPv6, 0 for the end."},
{"id":"len_body","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"chosen"},
"offset":2,"size":2,"usual":["list",["if",["eq","kind",0],0,8]]},
{"id":"body","type":"bytes","stored":{"is":"Bytes","extent":{"size":"len_body"}},"offset":4,
"doc":"An address, then names, each with a zero behind it."},
{"id":"padding","type":"bytes","stored":{"is":"Bytes","extent":{"size":["mod",["sub",4,["mod",
"len_body",4]],4],"fill":0}}}],"edges":[{"is":"Length","field":"len_body","of":"body"}]},
{"path":"pcapng::block::statistics","parent":"pcapng::block","fields":[
{"id":"interface","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"},"offset":0,"size":4,"default":0,"usual":["list",0]},
{"id":"time_high","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"chosen"},"offset":4,"size":4,"default":0},
{"id":"time_low","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"chosen"},
"offset":8,"size":4,"default":0},
{"id":"options","type":"pcapng::block::option[]","stored":{"is":"Record",
"path":"pcapng::block::option"},"offset":12,"repeat":{},"default":["list"]}],"instances":[
{"id":"unread","type":"int","value":["size",["where",["slice","options",0,["sub",["size","options"],
1]],["eq",["get","_","code"],0]]],"valid":[{"kind":"equal","args":[0]}],"doc":"Ends of options that
 are not the last one; nobody reads on."}]},
{"path":"pcapng::block::option","parent":"any record","fields":[
{"id":"code","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"chosen"},
"offset":0,"size":2,"usual":["list",1],"doc":"0 for the end, 1 for a comment; others go by the
 block."},
{"id":"len_body","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"chosen"},
"offset":2,"size":2},
{"id":"body","type":"mixed","stored":{"is":"Switch","on":"code","cases":[{"key":1,
"stored":{"is":"Record","path":"pcapng::block::comment","extent":{"size":"len_body"}}},
{"stored":{"is":"Bytes","extent":{"size":"len_body"}}}]},"offset":4},
{"id":"padding","type":"bytes","stored":{"is":"Bytes","extent":{"size":["mod",["sub",4,["mod",
"len_body",4]],4],"fill":0}}}],"edges":[{"is":"Tag","field":"code","of":"body",
"cases":[["pcapng::block::comment",1]]},{"is":"Length","field":"len_body","of":"body",
"at_least":true}]},
{"path":"pcapng::block::comment","parent":"pcapng::block::option","fields":[
{"id":"text","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"to_end":true}},
"offset":0}]}],"enums":[
{"path":"pcapng::kind","members":[{"id":"section","value":168627466},{"id":"interface","value":1},
{"id":"old_packet","value":2},{"id":"simple_packet","value":3},{"id":"names","value":4},
{"id":"statistics","value":5},{"id":"packet","value":6},{"id":"journal","value":9},{"id":"secrets",
"value":10},{"id":"custom","value":2989},{"id":"custom_not_copied","value":1073744813}]}]}}
"""
