# Made by `quire gen` 0.1.0 from arrow.ksy (sha256 03aaa32d6a57). Do not edit.
"""Arrow IPC file (Feather)."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import (
    Block,
    Bytes,
    Fixed,
    LateEnum,
    Marks,
    Members,
    Raw,
    Struct,
    Sum,
    Writer,
    computed,
    copied,
    dividend,
    ends_of,
    expect_at_least,
    expect_at_most,
    expect_equal,
    expect_that,
    expect_until,
    instance,
    looked_at,
)
from quire.runtime.direct import new, unpack_s4le, unpack_s8le, unpack_u1, unpack_u2le, unpack_u4le

__all__ = ["Arrow"]


class Arrow(Struct):
    """Tables in batches: messages, each with what is said of it and a body of buffers.

    What is said is a FlatBuffer, of which that is read which tells where everything is.

    See https://arrow.apache.org/docs/format/Columnar.html#ipc-file-format IPC File Format

    Attributes:
        messages: A schema, dictionaries and batches; the last one is empty.
        footer: A FlatBuffer, whose first four bytes say where its table is, with the schema again,
            and where messages are.
    """

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "magic",
        "messages",
        "footer",
        "len_footer",
        "magic_again",
        "_marks",
    )

    _root: Arrow
    magic: bytes
    messages: list[Arrow.Message]
    footer: bytes
    len_footer: int
    magic_again: bytes

    _is_top: ClassVar[bool] = True
    _places: ClassVar[bool] = True
    _goes_by_place: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("magic", "magic_again", "len_footer")
    _FIXED_0: ClassVar[Fixed] = Fixed(("len_footer", "u4le"), ("magic_again", b"ARROW1", "/seq/4"))

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            magic: bytes
            messages: Required[Iterable[Arrow.Message | Arrow.Message._Fields]]
            footer: Required[bytes]
            len_footer: int
            magic_again: bytes

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        mark_0 = pos
        stop = pos + 8
        if stop > end or buf[pos:stop] != b"ARROW1\x00\x00":
            self._look_at(pos).contents(b"ARROW1\x00\x00", "magic", "/seq/0")
        self.magic = b"ARROW1\x00\x00"
        pos = stop
        self.messages, pos = self._once_at(
            Arrow.Message,
            buf,
            pos,
            end,
            -1,
            "messages",
            by_ways=True,
            until=lambda pos: self.messages[-1].len_metadata == 0,
        )
        mark_1 = pos
        start = pos
        if type(buf) is bytearray:
            buf, end = self._reach_rest(buf, pos, end)
        stop = pos + (max(end - pos, 0) - 10)
        if not pos <= stop <= end:
            buf, end = self._reach(stop - pos, "footer", pos)
        self.footer = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        if not (
            len(self.footer) > 8
            and self.footer[0] | self.footer[1] << 8 | self.footer[2] << 16 | self.footer[3] << 24
            <= len(self.footer) - 4
        ):
            io = self._io_at(pos)
            expect_that(
                "footer",
                self.footer,
                len(self.footer) > 8
                and self.footer[0]
                | self.footer[1] << 8
                | self.footer[2] << 16
                | self.footer[3] << 24
                <= len(self.footer) - 4,
                "_.size > 8 and (_[0] | _[1] << 8 | _[2] << 16 | _[3] << 24) <= _.size - 4",
                io,
                io._pos - start,
                place="/seq/2",
            )
        mark_2 = pos
        mark_3 = pos
        stop = pos + 10
        if stop > end:
            buf, end = self._FIXED_0.reach(self, pos)
        self.len_footer, stored_magic_again = _unpack_Arrow_FIXED_0(buf, pos)
        if stored_magic_again != b"ARROW1":
            self._look_at(pos + 4).contents(b"ARROW1", "magic_again", "/seq/4")
        self.magic_again = b"ARROW1"
        pos = stop
        self._marks = (mark_0, mark_1, mark_2, mark_3)
        return pos

    def _sums(self, at: Marks) -> Iterator[Sum]:
        yield Sum("len_footer", at.marks[3], "length", None, "u4le", (at.span(1, 2),))

    def _derive(self) -> None:
        self._set_derived("magic", b"ARROW1\x00\x00", "the format")
        self._set_derived("magic_again", b"ARROW1", "the format")
        self._set_default("len_footer", 0)
        for message in looked_at(self.messages):
            self._derive_child("messages", message)

    def _check(self) -> None:
        ends = ends_of(self.messages, lambda message: message.len_metadata == 0)
        expect_until("messages", ends)
        expect_that(
            "footer",
            self.footer,
            len(self.footer) > 8
            and self.footer[0] | self.footer[1] << 8 | self.footer[2] << 16 | self.footer[3] << 24
            <= len(self.footer) - 4,
            "_.size > 8 and (_[0] | _[1] << 8 | _[2] << 16 | _[3] << 24) <= _.size - 4",
            place="/seq/2",
        )

    def _write__seq(self, io: Writer) -> None:
        mark_0 = io.pos()
        io.put(self.magic)
        for message in self._seen_in(self.messages, io):
            self._write_child(io, "messages", message, Arrow.Message)
        mark_1 = io.pos()
        io.put(self.footer)
        mark_2 = io.pos()
        mark_3 = io.pos()
        io.u4le(self.len_footer, "len_footer")
        io.put(self.magic_again)
        io.owe(self, (mark_0, mark_1, mark_2, mark_3))

    class Kind(LateEnum):
        """Values of `kind`."""

        none = 0
        schema = 1
        dictionary = 2
        batch = 3

    class Message(Struct):
        """Type `message`."""

        __slots__ = ("mark", "len_metadata", "_stored_metadata")

        _root: Arrow
        _parent: Arrow
        _stored_metadata: bytes
        mark: bytes
        len_metadata: int
        metadata: Arrow.Metadata
        body: bytes

        _raw_metadata = Raw("metadata")
        _places: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("metadata",)
        _derived: ClassVar[tuple[str, ...]] = ("len_metadata", "mark")
        _FIXED_0: ClassVar[Fixed] = Fixed(
            ("mark", b"\xff\xff\xff\xff", "/types/message/seq/0"), ("len_metadata", "u4le")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                mark: bytes
                len_metadata: int
                metadata: Arrow.Metadata | Arrow.Metadata._Fields
                body: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 8
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            stored_mark, self.len_metadata = _unpack_Arrow_Message_FIXED_0(buf, pos)
            if stored_mark != b"\xff\xff\xff\xff":
                self._look_at(pos).contents(b"\xff\xff\xff\xff", "mark", "/types/message/seq/0")
            self.mark = b"\xff\xff\xff\xff"
            pos = stop
            if self.len_metadata != 0:
                stop = pos + self.len_metadata
                if stop > end:
                    buf, end = self._reach(stop - pos, "metadata", pos)
                self.metadata = child = new(Arrow.Metadata)
                child._parent, child._root = self, self._root
                child._start, child._end = pos, stop
                child._stop = child._read_at(buf, pos, stop)
                pos = stop
                stop = pos + self.metadata.len_body
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "body", pos)
                self.body = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
                pos = stop
            return pos

        def _derive(self) -> None:
            self._set_flag("len_metadata", hasattr(self, "metadata") or hasattr(self, "body"), 1, 0)
            self._set_derived("mark", b"\xff\xff\xff\xff", "the format")
            if self.len_metadata != 0:
                self._make("metadata", Arrow.Metadata)

        def _write__seq(self, io: Writer) -> None:
            if self.len_metadata != 0:
                self._stored_metadata = self._window(
                    io, "metadata", self.metadata, Arrow.Metadata, grows=True, in_pieces=True
                )
                self._set_window("len_metadata", len(self._stored_metadata), "metadata")
            io.put(self.mark)
            io.u4le(self.len_metadata, "len_metadata")
            if self.len_metadata != 0:
                io.put_sized(self._stored_metadata, self.len_metadata, "metadata")
                io.put_sized(self.body, self.metadata.len_body, "body")
            else:
                if hasattr(self, "metadata"):
                    self._leave_out("metadata")
                if hasattr(self, "body"):
                    self._leave_out("body")

    class Metadata(Struct):
        """Type `metadata`.

        Attributes:
            stored: A FlatBuffer.
        """

        __slots__ = ("_start", "_end", "_stop", "stored")

        _root: Arrow
        _parent: Arrow.Message
        stored: bytes

        _raw__m_told = Raw("_m_told")
        _placed: ClassVar[tuple[str, ...]] = ("told",)
        _places: ClassVar[bool] = True
        _looks_up: ClassVar[tuple[str, ...]] = ("_parent.body",)
        _fields_look_up: ClassVar[tuple[str, ...]] = ("_io", "_parent.body")
        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("told",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                stored: Required[bytes]
                told: Arrow.MessageTold | Arrow.MessageTold._Fields
                len_body: int

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.stored = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            return pos

        def _write__seq(self, io: Writer) -> None:
            io.put(self.stored)
            self._place(io, "told")

        @instance
        def told(self) -> Arrow.MessageTold:
            """Instance `told`."""
            buf, pos, end = self._at(0)
            began = pos
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            stop = pos + max(end - pos, 0)
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "told", pos)
            child = new(Arrow.MessageTold)
            child._parent, child._root = self, self._root
            child._name = "told"
            child._start, child._end = pos, stop
            child._stop = child._read_at(buf, pos, stop)
            pos = stop
            value: Arrow.MessageTold = child
            self._at_told = self, began, pos
            return value

        def _position_told(self) -> int:
            return 0

        def _put_told(self, io: Writer) -> None:
            io.put(
                self._window(io, "told", self.told, Arrow.MessageTold, grows=True, in_pieces=True)
            )

        @instance
        def len_body(self) -> int:
            """Instance `len_body`."""
            if self._io is None:
                return len(self._parent.body)
            return self.told.len_body

    class MessageTold(Struct):
        """What a FlatBuffer tells of a message."""

        __slots__ = ("_start", "_end", "_stop", "at")

        _root: Arrow
        _parent: Arrow.Metadata
        at: int

        SIZE: ClassVar[int] = 4
        _placed: ClassVar[tuple[str, ...]] = ("message", "kind", "ofs_header", "len_told", "batch")
        _places: ClassVar[bool] = True
        _fields_look_up: ClassVar[tuple[str, ...]] = ("_io",)
        _goes_by_place: ClassVar[bool] = True
        _derived: ClassVar[tuple[str, ...]] = ("at",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                at: int
                message: Arrow.Table | Arrow.Table._Fields
                kind: Arrow.Kind | int
                ofs_header: int
                len_told: int
                batch: Arrow.Batch | Arrow.Batch._Fields

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "at", pos)
            self.at = unpack_u4le(buf, pos)[0]
            return stop

        def _derive(self) -> None:
            if self._is_there("message"):
                self._set_default("at", 0)
            if self._is_there("kind"):
                self._set_default("at", 0)
            if self._is_there("ofs_header"):
                self._set_default("at", 0)
            if self._is_there("len_told"):
                self._set_default("at", 0)
            if self._is_there("batch"):
                self._set_default("at", 0)

        def _write__seq(self, io: Writer) -> None:
            io.u4le(self.at, "at")
            self._place(io, "message")
            self._place(io, "kind")
            self._place(io, "ofs_header")
            self._place(io, "len_told")
            if self.kind == Arrow.Kind.batch:
                self._place(io, "batch")
            else:
                self._leave_out("batch")

        @instance
        def message(self) -> Arrow.Table:
            """Instance `message`."""
            buf, pos, end = self._at(self.at)
            began = pos
            child = new(Arrow.Table)
            child._parent, child._root = self, self._root
            child._name = "message"
            child.at = self.at
            pos = child._read_at(buf, pos, end)
            value: Arrow.Table = child
            self._at_message = self, began, pos
            return value

        def _position_message(self) -> int:
            return self.at

        def _found_message(self, position: int) -> None:
            self._set_derived("at", position, "message")

        def _put_message(self, io: Writer) -> None:
            self._expect_record("message", self.message, Arrow.Table)
            self.message.at = self.at
            self._write_child(io, "message", self.message, Arrow.Table)

        @computed
        def slots(self) -> list[int]:
            """Instance `slots`."""
            return self.message.slots.all

        @instance
        def kind(self) -> Arrow.Kind | int:
            """Instance `kind`."""
            return _members_Arrow_Kind[
                unpack_u1(self._peek(self, "kind", self.at + self.slots[1], 1))[0]
            ]

        def _position_kind(self) -> int:
            return self.at + self.slots[1]

        def _found_kind(self, position: int) -> None:
            self._set_derived("at", position - self.slots[1], "kind")

        def _put_kind(self, io: Writer) -> None:
            io.u1(self.kind, "kind")

        @instance
        def ofs_header(self) -> int:
            """Instance `ofs_header`."""
            value: int = unpack_u4le(self._peek(self, "ofs_header", self.at + self.slots[2], 4))[0]
            return value

        def _position_ofs_header(self) -> int:
            return self.at + self.slots[2]

        def _found_ofs_header(self, position: int) -> None:
            self._set_derived("at", position - self.slots[2], "ofs_header")

        def _put_ofs_header(self, io: Writer) -> None:
            io.u4le(self.ofs_header, "ofs_header")

        @instance
        def len_told(self) -> int:
            """Instance `len_told`."""
            value: int = unpack_s8le(
                self._peek(
                    self, "len_told", self.at + self.slots[3] if len(self.slots) > 3 else self.at, 8
                )
            )[0]
            return value

        def _position_len_told(self) -> int:
            return self.at + self.slots[3] if len(self.slots) > 3 else self.at

        def _found_len_told(self, position: int) -> None:
            if len(self.slots) > 3:
                self._set_derived("at", position - self.slots[3], "len_told")
            if not len(self.slots) > 3:
                self._set_derived("at", position, "len_told")

        def _put_len_told(self, io: Writer) -> None:
            io.s8le(self.len_told, "len_told")

        @computed
        def len_body(self) -> int:
            """Instance `len_body`."""
            return self.len_told if len(self.slots) > 3 and self.slots[3] != 0 else 0

        @instance
        def batch(self) -> Arrow.Batch | None:
            """Instance `batch`."""
            if self.kind != Arrow.Kind.batch:
                return None
            buf, pos, end = self._at(self.at + self.slots[2] + self.ofs_header)
            began = pos
            child = new(Arrow.Batch)
            child._parent, child._root = self, self._root
            child._name = "batch"
            child.at = self.at + self.slots[2] + self.ofs_header
            pos = child._read_at(buf, pos, end)
            value: Arrow.Batch | None = child
            self._at_batch = self, began, pos
            return value

        def _position_batch(self) -> int:
            return self.at + self.slots[2] + self.ofs_header

        def _found_batch(self, position: int) -> None:
            self._set_derived("at", position - self.ofs_header - self.slots[2], "batch")

        def _put_batch(self, io: Writer) -> None:
            this: Any = self  # whose fields of several types are looked into
            self._expect_record("batch", this.batch, Arrow.Batch)
            this.batch.at = self.at + self.slots[2] + self.ofs_header
            self._write_child(io, "batch", self.batch, Arrow.Batch)

    class Table(Struct):
        """Type `table`."""

        __slots__ = ("at", "back")

        _root: Arrow
        _parent: Arrow.MessageTold
        at: int
        back: int

        SIZE: ClassVar[int] = 4
        _placed: ClassVar[tuple[str, ...]] = ("slots",)
        _places: ClassVar[bool] = True
        _fields_look_up: ClassVar[tuple[str, ...]] = ("_io",)
        _goes_by_place: ClassVar[bool] = True
        _derived: ClassVar[tuple[str, ...]] = ("back",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                at: int
                back: int
                slots: Arrow.Slots | Arrow.Slots._Fields

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def __init__(
            self,
            at: int = 0,
            _io: Any = None,
            _parent: Any = None,
            _root: Any = None,
            _name: str = "",
            _holder: Any = None,
        ) -> None:
            self.at = at
            super().__init__(_io, _parent, _root, _name, _holder)

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "back", pos)
            self.back = unpack_s4le(buf, pos)[0]
            return stop

        def _derive(self) -> None:
            if self._is_there("slots"):
                self._set_default("back", 0)

        def _write__seq(self, io: Writer) -> None:
            io.s4le(self.back, "back")
            self._place(io, "slots")

        @instance
        def slots(self) -> Arrow.Slots:
            """Instance `slots`."""
            buf, pos, end = self._at(self.at - self.back)
            began = pos
            child = new(Arrow.Slots)
            child._parent, child._root = self, self._root
            child._name = "slots"
            pos = child._read_at(buf, pos, end)
            value: Arrow.Slots = child
            self._at_slots = self, began, pos
            return value

        def _position_slots(self) -> int:
            return self.at - self.back

        def _found_slots(self, position: int) -> None:
            self._set_derived("back", self.at - position, "slots")

        def _put_slots(self, io: Writer) -> None:
            self._write_child(io, "slots", self.slots, Arrow.Slots)

    class Slots(Struct):
        """Type `slots`."""

        __slots__ = ("len_slots", "len_table", "all")

        _root: Arrow
        len_slots: int
        len_table: int
        all: list[int]

        _derived: ClassVar[tuple[str, ...]] = ("len_slots",)
        _BLOCK_0: ClassVar[Block] = Block(("len_slots", "u2le"), ("len_table", "u2le"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len_slots: int
                len_table: Required[int]
                all: Required[Iterable[int]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.len_slots, self.len_table = _unpack_Arrow_Slots_0(buf, pos)
            pos = stop
            if not self.len_slots >= 4:
                io = self._io_at(pos)
                expect_at_least("len_slots", self.len_slots, 4, io, 4, place="/types/slots/seq/0")
            count = (self.len_slots - 4) // 2
            if not 0 <= count * 2 <= end - pos:
                count = self._io_at(pos).count(count, "all", 2)
            self.all = []
            for _ in range(count):
                stop = pos + 2
                if stop > end:
                    buf, end = self._reach(stop - pos, "all", pos)
                self.all.append(unpack_u2le(buf, pos)[0])
                pos = stop
            return pos

        def _derive(self) -> None:
            self._set_derived(
                "len_slots",
                dividend(
                    self.len_slots - 4 if hasattr(self, "len_slots") else 0,
                    len(self.all),
                    2,
                    "len_slots",
                    "all",
                )
                + 4,
                "all",
            )

        def _check(self) -> None:
            expect_at_least("len_slots", self.len_slots, 4, place="/types/slots/seq/0")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.len_slots, self.len_table)
            for all_item in self.all:
                io.u2le(all_item, "all")

    class Batch(Struct):
        """Type `batch`."""

        __slots__ = ("at", "back")

        _root: Arrow
        _parent: Arrow.MessageTold
        at: int
        back: int

        SIZE: ClassVar[int] = 4
        _placed: ClassVar[tuple[str, ...]] = (
            "slots",
            "num_rows",
            "ofs_nodes",
            "nodes",
            "ofs_buffers",
            "buffers",
        )
        _places: ClassVar[bool] = True
        _fields_look_up: ClassVar[tuple[str, ...]] = ("_io",)
        _goes_by_place: ClassVar[bool] = True
        _derived: ClassVar[tuple[str, ...]] = ("back",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                at: int
                back: int
                slots: Arrow.Slots | Arrow.Slots._Fields
                num_rows: int
                ofs_nodes: int
                nodes: Arrow.Nodes | Arrow.Nodes._Fields
                ofs_buffers: int
                buffers: Arrow.Buffers | Arrow.Buffers._Fields

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def __init__(
            self,
            at: int = 0,
            _io: Any = None,
            _parent: Any = None,
            _root: Any = None,
            _name: str = "",
            _holder: Any = None,
        ) -> None:
            self.at = at
            super().__init__(_io, _parent, _root, _name, _holder)

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "back", pos)
            self.back = unpack_s4le(buf, pos)[0]
            return stop

        def _derive(self) -> None:
            if self._is_there("slots"):
                self._set_default("back", 0)

        def _write__seq(self, io: Writer) -> None:
            io.s4le(self.back, "back")
            self._place(io, "slots")
            if self.slots.all[0] != 0:
                self._place(io, "num_rows")
            else:
                self._leave_out("num_rows")
            self._place(io, "ofs_nodes")
            self._place(io, "nodes")
            self._place(io, "ofs_buffers")
            self._place(io, "buffers")

        @instance
        def slots(self) -> Arrow.Slots:
            """Instance `slots`."""
            buf, pos, end = self._at(self.at - self.back)
            began = pos
            child = new(Arrow.Slots)
            child._parent, child._root = self, self._root
            child._name = "slots"
            pos = child._read_at(buf, pos, end)
            value: Arrow.Slots = child
            self._at_slots = self, began, pos
            return value

        def _position_slots(self) -> int:
            return self.at - self.back

        def _found_slots(self, position: int) -> None:
            self._set_derived("back", self.at - position, "slots")

        def _put_slots(self, io: Writer) -> None:
            self._write_child(io, "slots", self.slots, Arrow.Slots)

        @instance
        def num_rows(self) -> int | None:
            """Instance `num_rows`."""
            if self.slots.all[0] == 0:
                return None
            value: int | None = unpack_s8le(
                self._peek(self, "num_rows", self.at + self.slots.all[0], 8)
            )[0]
            return value

        def _position_num_rows(self) -> int:
            return self.at + self.slots.all[0]

        def _put_num_rows(self, io: Writer) -> None:
            this: Any = self  # whose fields of several types are looked into
            io.s8le(this.num_rows, "num_rows")

        @instance
        def ofs_nodes(self) -> int:
            """Instance `ofs_nodes`."""
            value: int = unpack_u4le(self._peek(self, "ofs_nodes", self.at + self.slots.all[1], 4))[
                0
            ]
            return value

        def _position_ofs_nodes(self) -> int:
            return self.at + self.slots.all[1]

        def _put_ofs_nodes(self, io: Writer) -> None:
            io.u4le(self.ofs_nodes, "ofs_nodes")

        @instance
        def nodes(self) -> Arrow.Nodes:
            """Instance `nodes`."""
            buf, pos, end = self._at(self.at + self.slots.all[1] + self.ofs_nodes)
            began = pos
            child = new(Arrow.Nodes)
            child._parent, child._root = self, self._root
            child._name = "nodes"
            pos = child._read_at(buf, pos, end)
            value: Arrow.Nodes = child
            self._at_nodes = self, began, pos
            return value

        def _position_nodes(self) -> int:
            return self.at + self.slots.all[1] + self.ofs_nodes

        def _put_nodes(self, io: Writer) -> None:
            self._write_child(io, "nodes", self.nodes, Arrow.Nodes)

        @instance
        def ofs_buffers(self) -> int:
            """Instance `ofs_buffers`."""
            value: int = unpack_u4le(
                self._peek(self, "ofs_buffers", self.at + self.slots.all[2], 4)
            )[0]
            return value

        def _position_ofs_buffers(self) -> int:
            return self.at + self.slots.all[2]

        def _put_ofs_buffers(self, io: Writer) -> None:
            io.u4le(self.ofs_buffers, "ofs_buffers")

        @instance
        def buffers(self) -> Arrow.Buffers:
            """Instance `buffers`."""
            buf, pos, end = self._at(self.at + self.slots.all[2] + self.ofs_buffers)
            began = pos
            child = new(Arrow.Buffers)
            child._parent, child._root = self, self._root
            child._name = "buffers"
            pos = child._read_at(buf, pos, end)
            value: Arrow.Buffers = child
            self._at_buffers = self, began, pos
            return value

        def _position_buffers(self) -> int:
            return self.at + self.slots.all[2] + self.ofs_buffers

        def _put_buffers(self, io: Writer) -> None:
            self._write_child(io, "buffers", self.buffers, Arrow.Buffers)

        @computed
        def is_even(self) -> bool:
            """Whether the first column has as many values as there are rows."""
            value = (
                self.slots.all[0] == 0
                or len(self.nodes.all) == 0
                or self.nodes.all[0].num_values == self.num_rows
            )
            expect_equal("is_even", value, True, place="/types/batch/instances/is_even")
            return value

    class Nodes(Struct):
        """Type `nodes`."""

        __slots__ = ("num_all", "all")

        _root: Arrow
        _parent: Arrow.Batch
        num_all: int
        all: list[Arrow.Node]

        _derived: ClassVar[tuple[str, ...]] = ("num_all",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_all: int
                all: Required[Iterable[Arrow.Node | Arrow.Node._Fields]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "num_all", pos)
            self.num_all = unpack_u4le(buf, pos)[0]
            pos = stop
            count = self.num_all
            if not 0 <= count * 16 <= end - pos:
                count = self._io_at(pos).count(count, "all", 16)
            self.all = []
            type_all = Arrow.Node
            for _ in range(count):
                child = new(type_all)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
                self.all.append(child)
            return pos

        def _derive(self) -> None:
            self._set_derived("num_all", len(self.all), "all")

        def _write__seq(self, io: Writer) -> None:
            io.u4le(self.num_all, "num_all")
            for all_item in self.all:
                self._write_child(io, "all", all_item, Arrow.Node)

    class Node(Struct):
        """Type `node`."""

        __slots__ = ("num_values", "num_nulls")

        _root: Arrow
        _parent: Arrow.Nodes
        num_values: int
        num_nulls: int

        SIZE: ClassVar[int] = 16
        _BLOCK_0: ClassVar[Block] = Block(("num_values", "s8le"), ("num_nulls", "s8le"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_values: Required[int]
                num_nulls: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 16
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.num_values, self.num_nulls = _unpack_Arrow_Node_0(buf, pos)
            pos = stop
            if not self.num_values >= 0:
                io = self._io_at(pos)
                expect_at_least("num_values", self.num_values, 0, io, 16, place="/types/node/seq/0")
            if not self.num_nulls >= 0:
                io = self._io_at(pos)
                expect_at_least("num_nulls", self.num_nulls, 0, io, 8, place="/types/node/seq/1")
            if not self.num_nulls <= self.num_values:
                io = self._io_at(pos)
                expect_at_most(
                    "num_nulls", self.num_nulls, self.num_values, io, 8, place="/types/node/seq/1"
                )
            return pos

        def _check(self) -> None:
            expect_at_least("num_values", self.num_values, 0, place="/types/node/seq/0")
            expect_at_least("num_nulls", self.num_nulls, 0, place="/types/node/seq/1")
            expect_at_most("num_nulls", self.num_nulls, self.num_values, place="/types/node/seq/1")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.num_values, self.num_nulls)

    class Buffers(Struct):
        """Type `buffers`."""

        __slots__ = ("num_all", "all")

        _root: Arrow
        _parent: Arrow.Batch
        num_all: int
        all: list[Arrow.Buffer]

        _derived: ClassVar[tuple[str, ...]] = ("num_all",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_all: int
                all: Required[Iterable[Arrow.Buffer | Arrow.Buffer._Fields]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "num_all", pos)
            self.num_all = unpack_u4le(buf, pos)[0]
            pos = stop
            count = self.num_all
            if not 0 <= count * 16 <= end - pos:
                count = self._io_at(pos).count(count, "all", 16)
            self.all = []
            type_all = Arrow.Buffer
            for _ in range(count):
                child = new(type_all)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
                self.all.append(child)
            return pos

        def _derive(self) -> None:
            self._set_derived("num_all", len(self.all), "all")

        def _write__seq(self, io: Writer) -> None:
            io.u4le(self.num_all, "num_all")
            for all_item in self.all:
                self._write_child(io, "all", all_item, Arrow.Buffer)

    class Buffer(Struct):
        """Type `buffer`.

        Attributes:
            ofs_data: In the body of the message.
        """

        __slots__ = ("ofs_data", "len_data")

        _root: Arrow
        _parent: Arrow.Buffers
        ofs_data: int
        len_data: int

        SIZE: ClassVar[int] = 16
        _looks_up: ClassVar[tuple[str, ...]] = ("_parent._parent._parent.len_body",)
        _BLOCK_0: ClassVar[Block] = Block(("ofs_data", "s8le"), ("len_data", "s8le"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                ofs_data: Required[int]
                len_data: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 16
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.ofs_data, self.len_data = _unpack_Arrow_Buffer_0(buf, pos)
            pos = stop
            if not self.ofs_data >= 0:
                io = self._io_at(pos)
                expect_at_least("ofs_data", self.ofs_data, 0, io, 16, place="/types/buffer/seq/0")
            if not self.len_data >= 0:
                io = self._io_at(pos)
                expect_at_least("len_data", self.len_data, 0, io, 8, place="/types/buffer/seq/1")
            if not self.len_data <= self._parent._parent._parent.len_body - self.ofs_data:
                io = self._io_at(pos)
                expect_at_most(
                    "len_data",
                    self.len_data,
                    self._parent._parent._parent.len_body - self.ofs_data,
                    io,
                    8,
                    place="/types/buffer/seq/1",
                )
            return pos

        def _check(self) -> None:
            expect_at_least("ofs_data", self.ofs_data, 0, place="/types/buffer/seq/0")
            expect_at_least("len_data", self.len_data, 0, place="/types/buffer/seq/1")
            expect_at_most(
                "len_data",
                self.len_data,
                self._parent._parent._parent.len_body - self.ofs_data,
                place="/types/buffer/seq/1",
            )

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.ofs_data, self.len_data)


# What methods look up, at the price of a name.
_members_Arrow_Kind = Members(lambda: Arrow.Kind)
_unpack_Arrow_Buffer_0 = Arrow.Buffer._BLOCK_0.unpack
_unpack_Arrow_FIXED_0 = Arrow._FIXED_0.unpack
_unpack_Arrow_Message_FIXED_0 = Arrow.Message._FIXED_0.unpack
_unpack_Arrow_Node_0 = Arrow.Node._BLOCK_0.unpack
_unpack_Arrow_Slots_0 = Arrow.Slots._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Arrow":"arrow","Arrow.Message":"arrow::message","Arrow.Metadata":"arrow::metadata",
"Arrow.MessageTold":"arrow::message_told","Arrow.Table":"arrow::table","Arrow.Slots":"arrow::slots",
"Arrow.Batch":"arrow::batch","Arrow.Nodes":"arrow::nodes","Arrow.Node":"arrow::node",
"Arrow.Buffers":"arrow::buffers","Arrow.Buffer":"arrow::buffer"},
"spec":{"id":"arrow","title":"Arrow IPC file (Feather)","file":"arrow.ksy",
"digest":"03aaa32d6a57b9b25670934596fa73a5d474c8fe6ab96a264663745a05b8a8c7","types":[
{"path":"arrow","parent":"any record","endian":"le","fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":8}},"offset":0,"size":8,
"contents":{"hex":"4152524f57310000"}},
{"id":"messages","type":"arrow::message[]","stored":{"is":"Record","path":"arrow::message"},
"offset":8,"repeat":{"until":["eq",["get","_","len_metadata"],0]},"doc":"A schema, dictionaries and
 batches; the last one is empty."},
{"id":"footer","type":"bytes","stored":{"is":"Bytes","extent":{"size":["sub",["sub",["size","_io"],
["pos","_io"]],10]}},"valid":[{"kind":"that","args":[["and",["gt",["length","_"],8],["le",["bit_or",
["bit_or",["bit_or",["item","_",0],["bit_shl",["item","_",1],8]],["bit_shl",["item","_",2],16]],
["bit_shl",["item","_",3],24]],["sub",["length","_"],4]]]]}],"usual":["list",["if",["eq",["get",
["item","messages",0],"len_metadata"],88],["as<bytes>",["list",16,0,0,0,12,0,20,0,6,0,8,0,12,0,16,0,
12,0,0,0,0,0,4,0,56,0,0,0,40,0,0,0,4,0,0,0,1,0,0,0,8,0,0,0,0,0,0,0,96,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
0,0,0,0,0,0,0,0,8,0,8,0,0,0,4,0,8,0,0,0,4,0,0,0,1,0,0,0,20,0,0,0,16,0,20,0,8,0,6,0,7,0,12,0,0,0,16,
0,16,0,0,0,0,0,1,1,16,0,0,0,24,0,0,0,4,0,0,0,0,0,0,0,1,0,0,0,97,0,0,0,4,0,4,0,4,0,0,0]],
["as<bytes>",["list",16,0,0,0,12,0,20,0,6,0,8,0,12,0,16,0,12,0,0,0,0,0,4,0,28,0,0,0,12,0,0,0,4,0,0,
0,0,0,0,0,0,0,0,0,8,0,8,0,0,0,4,0,8,0,0,0,4,0,0,0,0,0,0,0]]]],"doc":"A FlatBuffer, whose first four
 bytes say where its table is, with the schema again, and where messages are."},
{"id":"len_footer","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"size":4,"checksum":{"algorithm":"length","parts":[{"start":"footer","end":"footer"}]}},
{"id":"magic_again","type":"bytes","stored":{"is":"Bytes","extent":{"size":6}},"size":6,
"contents":{"hex":"4152524f5731"}}],"doc":"Tables in batches: messages, each with what is said of
 it and a body of buffers.\n\nWhat is said is a FlatBuffer, of which that is read which tells where
 everything is.\n\n\nSee https://arrow.apache.org/docs/format/Columnar.html#ipc-file-format IPC
 File Format"},
{"path":"arrow::message","parent":"arrow","endian":"le","fields":[
{"id":"mark","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"offset":0,"size":4,
"contents":{"hex":"ffffffff"}},
{"id":"len_metadata","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":4,"size":4,"usual":["list",0,88]},
{"id":"metadata","type":"arrow::metadata","stored":{"is":"Record","path":"arrow::metadata",
"extent":{"size":"len_metadata"}},"offset":8,"condition":["ne","len_metadata",0]},
{"id":"body","type":"bytes","stored":{"is":"Bytes","extent":{"size":["get","metadata","len_body"]}},
"condition":["ne","len_metadata",0]}],"edges":[{"is":"Flag","field":"len_metadata","of":"metadata",
"yes":1,"no":0},{"is":"Flag","field":"len_metadata","of":"body","yes":1,"no":0},{"is":"Length",
"field":"len_metadata","of":"metadata","at_least":true}]},
{"path":"arrow::metadata","parent":"arrow::message","endian":"le","fields":[
{"id":"stored","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"offset":0,
"usual":["list",["as<bytes>",["list",20,0,0,0,0,0,0,0,0,0,10,0,14,0,6,0,5,0,8,0,10,0,0,0,0,3,4,0,16,
0,0,0,0,0,10,0,20,0,12,0,4,0,8,0,10,0,0,0,20,0,0,0,12,0,0,0,3,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,3,0,0,0,
0,0,0,0,3,0,0,0,0,0,0,0]]],"doc":"A FlatBuffer."}],"instances":[
{"id":"told","type":"arrow::message_told","stored":{"is":"Record","path":"arrow::message_told",
"extent":{"to_end":true}},"pos":0},
{"id":"len_body","type":"int","value":["get","told","len_body"],"default":["length",["get",
"_parent","body"]]}]},
{"path":"arrow::message_told","parent":"arrow::metadata","endian":"le","size":4,"fields":[
{"id":"at","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":0,"size":4}],"instances":[
{"id":"message","type":"arrow::table","stored":{"is":"Record","path":"arrow::table","args":[["at",
"at"]]},"size":4,"pos":"at"},
{"id":"slots","type":"int[]","value":["get",["get","message","slots"],"all"]},
{"id":"kind","type":"enum arrow::kind","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"arrow::kind"},"size":1,"pos":["add","at",["item","slots",1]]},
{"id":"ofs_header","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"size":4,"pos":["add","at",["item","slots",2]]},
{"id":"len_told","type":"int","stored":{"is":"Number","kind":"signed","size":8,"endian":"le"},
"size":8,"pos":["if",["gt",["size","slots"],3],["add","at",["item","slots",3]],"at"]},
{"id":"len_body","type":"int","value":["if",["and",["gt",["size","slots"],3],["ne",["item","slots",
3],0]],"len_told",0]},
{"id":"batch","type":"arrow::batch","stored":{"is":"Record","path":"arrow::batch","args":[["at",
["add",["add","at",["item","slots",2]],"ofs_header"]]]},"size":4,"condition":["eq","kind",["enum",
"arrow::kind","batch"]],"pos":["add",["add","at",["item","slots",2]],"ofs_header"]}],
"edges":[{"is":"Position","field":"at","of":"message"},{"is":"Position","field":"at","of":"kind",
"steps":[["subtract",["item","slots",1]]]},{"is":"Position","field":"at","of":"ofs_header",
"steps":[["subtract",["item","slots",2]]]},{"is":"Position","field":"at","of":"len_told",
"condition":["gt",["size","slots"],3],"steps":[["subtract",["item","slots",3]]]},{"is":"Position",
"field":"at","of":"len_told","condition":["not",["gt",["size","slots"],3]]},{"is":"Position",
"field":"at","of":"batch","steps":[["subtract","ofs_header"],["subtract",["item","slots",2]]]}],
"doc":"What a FlatBuffer tells of a message."},
{"path":"arrow::table","parent":"arrow::message_told","endian":"le","size":4,"params":[
{"id":"at","type":"int"}],"fields":[
{"id":"back","type":"int","stored":{"is":"Number","kind":"signed","size":4,"endian":"le"},
"offset":0,"size":4}],"instances":[
{"id":"slots","type":"arrow::slots","stored":{"is":"Record","path":"arrow::slots"},"pos":["sub",
"at","back"]}],"edges":[{"is":"Position","field":"back","of":"slots","steps":[["from","at"]]}]},
{"path":"arrow::slots","parent":"any record","endian":"le","fields":[
{"id":"len_slots","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":0,"size":2,"valid":[{"kind":"at_least","args":[4]}]},
{"id":"len_table","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":2,"size":2},
{"id":"all","type":"int[]","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":4,"repeat":{"count":["floordiv",["sub","len_slots",4],2]}}],"edges":[{"is":"Count",
"field":"len_slots","of":"all","steps":[["whole",["list",2,["sub","len_slots",4]]],["add",4]]}]},
{"path":"arrow::batch","parent":"arrow::message_told","endian":"le","size":4,"params":[
{"id":"at","type":"int"}],"fields":[
{"id":"back","type":"int","stored":{"is":"Number","kind":"signed","size":4,"endian":"le"},
"offset":0,"size":4}],"instances":[
{"id":"slots","type":"arrow::slots","stored":{"is":"Record","path":"arrow::slots"},"pos":["sub",
"at","back"]},
{"id":"num_rows","type":"int","stored":{"is":"Number","kind":"signed","size":8,"endian":"le"},
"size":8,"condition":["ne",["item",["get","slots","all"],0],0],"pos":["add","at",["item",["get",
"slots","all"],0]]},
{"id":"ofs_nodes","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"size":4,"pos":["add","at",["item",["get","slots","all"],1]]},
{"id":"nodes","type":"arrow::nodes","stored":{"is":"Record","path":"arrow::nodes"},"pos":["add",
["add","at",["item",["get","slots","all"],1]],"ofs_nodes"]},
{"id":"ofs_buffers","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"size":4,"pos":["add","at",["item",["get","slots","all"],2]]},
{"id":"buffers","type":"arrow::buffers","stored":{"is":"Record","path":"arrow::buffers"},
"pos":["add",["add","at",["item",["get","slots","all"],2]],"ofs_buffers"]},
{"id":"is_even","type":"bool","value":["or",["or",["eq",["item",["get","slots","all"],0],0],["eq",
["size",["get","nodes","all"]],0]],["eq",["get",["item",["get","nodes","all"],0],"num_values"],
"num_rows"]],"valid":[{"kind":"equal","args":[true]}],"doc":"Whether the first column has as many
 values as there are rows."}],"edges":[{"is":"Position","field":"back","of":"slots",
"steps":[["from","at"]]}]},
{"path":"arrow::nodes","parent":"arrow::batch","endian":"le","fields":[
{"id":"num_all","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":0,"size":4},
{"id":"all","type":"arrow::node[]","stored":{"is":"Record","path":"arrow::node"},"offset":4,
"repeat":{"count":"num_all"}}],"edges":[{"is":"Count","field":"num_all","of":"all"}]},
{"path":"arrow::node","parent":"arrow::nodes","endian":"le","size":16,"fields":[
{"id":"num_values","type":"int","stored":{"is":"Number","kind":"signed","size":8,"endian":"le"},
"offset":0,"size":8,"valid":[{"kind":"at_least","args":[0]}]},
{"id":"num_nulls","type":"int","stored":{"is":"Number","kind":"signed","size":8,"endian":"le"},
"offset":8,"size":8,"valid":[{"kind":"at_least","args":[0]},{"kind":"at_most",
"args":["num_values"]}]}]},
{"path":"arrow::buffers","parent":"arrow::batch","endian":"le","fields":[
{"id":"num_all","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":0,"size":4},
{"id":"all","type":"arrow::buffer[]","stored":{"is":"Record","path":"arrow::buffer"},"offset":4,
"repeat":{"count":"num_all"}}],"edges":[{"is":"Count","field":"num_all","of":"all"}]},
{"path":"arrow::buffer","parent":"arrow::buffers","endian":"le","size":16,"fields":[
{"id":"ofs_data","type":"int","stored":{"is":"Number","kind":"signed","size":8,"endian":"le"},
"offset":0,"size":8,"valid":[{"kind":"at_least","args":[0]}],"doc":"In the body of the message."},
{"id":"len_data","type":"int","stored":{"is":"Number","kind":"signed","size":8,"endian":"le"},
"offset":8,"size":8,"valid":[{"kind":"at_least","args":[0]},{"kind":"at_most","args":[["sub",["get",
["get",["get","_parent","_parent"],"_parent"],"len_body"],"ofs_data"]]}]}]}],"enums":[
{"path":"arrow::kind","members":[{"id":"none","value":0},{"id":"schema","value":1},
{"id":"dictionary","value":2},{"id":"batch","value":3}]}]}}
"""
