# Made by `quire gen` 0.1.0 from midi.ksy (sha256 b5e0ca8f527f). Do not edit.
"""MIDI file (standard MIDI file)."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import (
    BitRun,
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
    expect_at_least,
    expect_at_most,
    expect_count,
    expect_equal,
    expect_that,
    len_varint,
    quick,
)
from quire.runtime.direct import decode_at, new, unpack_u1, unpack_u2be, unpack_u8le

__all__ = ["Midi"]


class Midi(Struct):
    """Tracks of events, each so many ticks after the one before: notes, controllers, texts, tempos.

    An event that does not state its kind and channel is of those of the event before.

    See https://midi.org/standard-midi-files-specification Standard MIDI Files 1.0
    """

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "magic",
        "len_header",
        "header",
        "tracks",
        "_stored_header",
    )

    _root: Midi
    _stored_header: bytes
    magic: bytes
    len_header: int
    header: Midi.Header
    tracks: list[Midi.Track]

    _is_top: ClassVar[bool] = True
    _raw_header = Raw("header")
    _own_streams: ClassVar[tuple[str, ...]] = ("header",)
    _derived: ClassVar[tuple[str, ...]] = ("magic", "len_header")
    _PARTS: ClassVar[Parts] = (
        FieldsPart("_read_part_0"),
        ListPart("tracks", "counted", ("tracks",), 8, None),
    )
    _FIXED_0: ClassVar[Fixed] = Fixed(("magic", b"MThd", "/seq/0"), ("len_header", "u4be"))

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            magic: bytes
            len_header: int
            header: Midi.Header | Midi.Header._Fields
            tracks: Required[Iterable[Midi.Track | Midi.Track._Fields]]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 8
        if stop > end:
            buf, end = self._FIXED_0.reach(self, pos)
        stored_magic, self.len_header = _unpack_Midi_FIXED_0(buf, pos)
        if stored_magic != b"MThd":
            self._look_at(pos).contents(b"MThd", "magic", "/seq/0")
        self.magic = b"MThd"
        pos = stop
        stop = pos + self.len_header
        if stop > end:
            buf, end = self._reach(stop - pos, "header", pos)
        self.header = child = new(Midi.Header)
        child._parent, child._root = self, self._root
        child._start, child._end = pos, stop
        child._stop = child._read_at(buf, pos, stop)
        pos = stop
        count = self.header.num_tracks
        if not 0 <= count * 8 <= end - pos:
            count = self._io_at(pos).count(count, "tracks", 8)
        self.tracks, pos = self._once_at(Midi.Track, buf, pos, end, count, "tracks", by_ways=True)
        return pos

    def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 8
        if stop > end:
            buf, end = self._FIXED_0.reach(self, pos)
        stored_magic, self.len_header = _unpack_Midi_FIXED_0(buf, pos)
        if stored_magic != b"MThd":
            self._look_at(pos).contents(b"MThd", "magic", "/seq/0")
        self.magic = b"MThd"
        pos = stop
        stop = pos + self.len_header
        if stop > end:
            buf, end = self._reach(stop - pos, "header", pos)
        self.header = child = new(Midi.Header)
        child._parent, child._root = self, self._root
        child._start, child._end = pos, stop
        child._stop = child._read_at(buf, pos, stop)
        return stop

    def _count_tracks(self, buf: Bytes, pos: int, end: int) -> int:
        io = self._io_at(pos)
        count = io.count(self.header.num_tracks, "tracks", 8)
        return count

    def _element_tracks(self, buf: Bytes, pos: int, end: int, i: int) -> int:
        child = new(Midi.Track)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        self.tracks.append(child)
        return pos

    def _open_tracks(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
        child = new(Midi.Track)
        child._parent, child._root = self, self._root
        return child, buf, pos, end

    def _derive(self) -> None:
        self._set_derived("magic", b"MThd", "the format")
        self._make("header", Midi.Header)
        self._set_derived("num_tracks", len(self.tracks), "tracks", holder=self.header)

    def _check(self) -> None:
        expect_count("tracks", self.tracks, self.header.num_tracks)

    def _write__seq(self, io: Writer) -> None:
        self._stored_header = self._window(
            io, "header", self.header, Midi.Header, grows=True, in_pieces=True
        )
        self._set_window("len_header", len(self._stored_header), "header")
        io.put(self.magic)
        io.u4be(self.len_header, "len_header")
        io.put_sized(self._stored_header, self.len_header, "header")
        for track in self._seen_in(self.tracks, io):
            self._write_child(io, "tracks", track, Midi.Track)

    class Kind(LateEnum):
        """Values of `kind`."""

        note_off = 0
        note_on = 1
        pressure = 2
        controller = 3
        program = 4
        channel_pressure = 5
        pitch_bend = 6
        system = 7

    class MetaKind(LateEnum):
        """Values of `meta_kind`."""

        sequence_number = 0
        text = 1
        copyright = 2
        track_name = 3
        instrument = 4
        lyric = 5
        marker = 6
        cue_point = 7
        program_name = 8
        device_name = 9
        channel_prefix = 32
        port = 33
        end_of_track = 47
        tempo = 81
        smpte_offset = 84
        time_signature = 88
        key_signature = 89
        of_maker = 127

    class Header(Struct):
        """Type `header`.

        Attributes:
            format: 0 for one track, 1 for tracks that sound together, 2 for tracks that are songs
                of their own.
            division: Ticks of a quarter note; with the highest bit set, frames of a second and
                ticks of these.
            rest: What a later standard adds.
        """

        __slots__ = ("_start", "_end", "_stop", "format", "num_tracks", "division", "rest")

        _root: Midi
        _parent: Midi
        format: int
        num_tracks: int
        division: int
        rest: bytes

        _derived: ClassVar[tuple[str, ...]] = ("num_tracks",)
        _BLOCK_0: ClassVar[Block] = Block(
            ("format", "u2be"), ("num_tracks", "u2be"), ("division", "u2be")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                format: int
                num_tracks: int
                division: int
                rest: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 6
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.format, self.num_tracks, self.division = _unpack_Midi_Header_0(buf, pos)
            pos = stop
            if not self.format <= 2:
                io = self._io_at(pos)
                expect_at_most("format", self.format, 2, io, 6, place="/types/header/seq/0")
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.rest = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            return pos

        def _derive(self) -> None:
            self._set_default("format", 1)
            self._set_default("division", 480)
            self._set_default("rest", bytes([]))

        def _check(self) -> None:
            expect_at_most("format", self.format, 2, place="/types/header/seq/0")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.format, self.num_tracks, self.division)
            io.put(self.rest)

    class Track(Struct):
        """Type `track`."""

        __slots__ = ("magic", "len_events", "events", "_stored_events")

        _root: Midi
        _parent: Midi
        _stored_events: bytes
        magic: bytes
        len_events: int
        events: Midi.Events

        _raw_events = Raw("events")
        _own_streams: ClassVar[tuple[str, ...]] = ("events",)
        _derived: ClassVar[tuple[str, ...]] = ("magic", "len_events")
        _PARTS: ClassVar[Parts] = (FieldsPart("_read_part_0"), RecordPart("events"))
        _FIXED_0: ClassVar[Fixed] = Fixed(
            ("magic", b"MTrk", "/types/track/seq/0"), ("len_events", "u4be")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                magic: bytes
                len_events: int
                events: Required[Midi.Events | Midi.Events._Fields]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 8
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            stored_magic, self.len_events = _unpack_Midi_Track_FIXED_0(buf, pos)
            if stored_magic != b"MTrk":
                self._look_at(pos).contents(b"MTrk", "magic", "/types/track/seq/0")
            self.magic = b"MTrk"
            pos = stop
            stop = pos + self.len_events
            if stop > end:
                buf, end = self._reach(stop - pos, "events", pos)
            self.events = child = new(Midi.Events)
            child._parent, child._root = self, self._root
            child._start, child._end = pos, stop
            child._stop = child._read_at(buf, pos, stop)
            return stop

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 8
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            stored_magic, self.len_events = _unpack_Midi_Track_FIXED_0(buf, pos)
            if stored_magic != b"MTrk":
                self._look_at(pos).contents(b"MTrk", "magic", "/types/track/seq/0")
            self.magic = b"MTrk"
            return stop

        def _open_events(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
            stop = pos + self.len_events
            if stop > end:
                buf, end = self._reach(stop - pos, "events", pos)
            self.events = child = new(Midi.Events)
            child._parent, child._root = self, self._root
            child._start, child._end = pos, stop
            return child, buf, pos, stop

        def _derive(self) -> None:
            self._set_derived("magic", b"MTrk", "the format")
            self._make("events", Midi.Events)

        def _write__seq(self, io: Writer) -> None:
            self._stored_events = self._window(
                io, "events", self.events, Midi.Events, grows=True, in_pieces=True
            )
            self._set_window("len_events", len(self._stored_events), "events")
            io.put(self.magic)
            io.u4be(self.len_events, "len_events")
            io.put_sized(self._stored_events, self.len_events, "events")

    class Events(Struct):
        """Type `events`."""

        __slots__ = ("_start", "_end", "_stop", "all")

        _root: Midi
        _parent: Midi.Track
        all: list[Midi.Event]

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                all: Required[Iterable[Midi.Event | Midi.Event._Fields]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            self.all = []
            io = self._io_at(pos)
            for i in io.turns("all", to_end=True):
                self.all.append(
                    Midi.Event(
                        0 if i == 0 else self.all[i - 1].goes_on, io, self, self._root, "all"
                    )
                )
            return io._pos

        def _write__seq(self, io: Writer) -> None:
            for i, all_item in enumerate(self.all):
                self._expect_record("all", all_item, Midi.Event)
                all_item.running = 0 if i == 0 else self.all[i - 1].goes_on
                self._write_child(io, "all", all_item, Midi.Event)

    class Event(Struct):
        """Type `event`.

        Attributes:
            running: The status of the last event of a channel; 0 if there was none.
            delta: Ticks since the event before.
            channel: From 0; of what goes to the whole system, 15 for a meta event, 0 and 7 for data
                of some maker.
        """

        __slots__ = ("running", "delta", "is_stated", "_raw_delta", "_raw__raw_delta")

        _root: Midi
        _parent: Midi.Events
        running: int
        delta: Midi.Quantity
        is_stated: bool
        kind: Midi.Kind | int
        channel: int
        _unnamed4: bool
        body: (
            Midi.Note
            | Midi.Pressure
            | Midi.Controller
            | Midi.Program
            | Midi.ChannelPressure
            | Midi.PitchBend
            | Midi.Data
            | Midi.Meta
        )

        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("delta",)
        _derived: ClassVar[tuple[str, ...]] = ("is_stated", "_unnamed4")

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                running: int
                delta: Midi.Quantity | Midi.Quantity._Fields
                is_stated: bool
                kind: Midi.Kind | int
                channel: int
                _unnamed4: bool
                body: Required[Any]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def __init__(
            self,
            running: int = 0,
            _io: Any = None,
            _parent: Any = None,
            _root: Any = None,
            _name: str = "",
            _holder: Any = None,
        ) -> None:
            self.running = running
            super().__init__(_io, _parent, _root, _name, _holder)

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            io = self._io_at(pos)
            self._raw__raw_delta = io.take_bytes(len_varint(io, "delta"), "delta")
            self._raw_delta = Tagged("vlq").read(self._raw__raw_delta, "delta", io)
            self.delta = Midi.Quantity(io.window(None, self._raw_delta), self, self._root, "delta")
            start = io._pos - (io.bits_left > 0)
            self.is_stated = io.bits_be(1, "is_stated") == 1
            pos = io._pos
            if not (self.running != 0 or self.is_stated):
                io = self._io_at(pos)
                expect_that(
                    "is_stated",
                    self.is_stated,
                    self.running != 0 or self.is_stated,
                    "running != 0 or _",
                    io,
                    io._pos - start,
                    place="/types/event/seq/1",
                )
            if self.is_stated:
                io = self._io_at(pos)
                self.kind = _members_Midi_Kind[io.bits_be(3, "kind")]
                start = io._pos - (io.bits_left > 0)
                self.channel = io.bits_be(4, "channel")
                pos = io._pos
                if not (self.kind != Midi.Kind.system or self.channel in {0, 7, 15}):
                    io = self._io_at(pos)
                    expect_that(
                        "channel",
                        self.channel,
                        self.kind != Midi.Kind.system or self.channel in {0, 7, 15},
                        "kind != kind::system or _ == 0 or _ == 7 or _ == 15",
                        io,
                        io._pos - start,
                        place="/types/event/seq/3",
                    )
            if self.is_stated and self.kind != Midi.Kind.system:
                io = self._io_at(pos)
                start = io._pos - (io.bits_left > 0)
                self._unnamed4 = io.bits_be(1, "_unnamed4") == 1
                pos = io._pos
                if self._unnamed4:
                    io = self._io_at(pos)
                    expect_equal(
                        "_unnamed4",
                        self._unnamed4,
                        False,
                        io,
                        io._pos - start,
                        place="/types/event/seq/4",
                    )
            on_body = 0x10 if self.status == 0xFF else self.status >> 4
            if on_body in (0x8, 0x9):
                this.body = child = new(Midi.Note)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            elif on_body == 0xA:
                this.body = child = new(Midi.Pressure)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            elif on_body == 0xB:
                this.body = child = new(Midi.Controller)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            elif on_body == 0xC:
                this.body = child = new(Midi.Program)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            elif on_body == 0xD:
                this.body = child = new(Midi.ChannelPressure)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            elif on_body == 0xE:
                this.body = child = new(Midi.PitchBend)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            elif on_body == 0xF:
                this.body = child = new(Midi.Data)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            elif on_body == 0x10:
                this.body = child = new(Midi.Meta)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            return pos

        def _derive(self) -> None:
            self._set_flag(
                "is_stated", hasattr(self, "kind") or hasattr(self, "channel"), True, False
            )
            if self.is_stated and self.kind != Midi.Kind.system:
                self._set_derived("_unnamed4", False, "the format")
            self._choose(
                "body",
                0x10 if self.status == 0xFF else self.status >> 4,
                (
                    (Midi.Note, 0x8),
                    (Midi.Note, 0x9),
                    (Midi.Pressure, 0xA),
                    (Midi.Controller, 0xB),
                    (Midi.Program, 0xC),
                    (Midi.ChannelPressure, 0xD),
                    (Midi.PitchBend, 0xE),
                    (Midi.Data, 0xF),
                    (Midi.Meta, 0x10),
                ),
            )
            self._make("delta", Midi.Quantity)
            if self.is_stated and self.kind != Midi.Kind.system:
                self._set_default("_unnamed4", False)

        def _check(self) -> None:
            expect_that(
                "is_stated",
                self.is_stated,
                self.running != 0 or self.is_stated,
                "running != 0 or _",
                place="/types/event/seq/1",
            )
            if self.is_stated:
                expect_that(
                    "channel",
                    self.channel,
                    self.kind != Midi.Kind.system or self.channel in {0, 7, 15},
                    "kind != kind::system or _ == 0 or _ == 7 or _ == 15",
                    place="/types/event/seq/3",
                )

        def _write__seq(self, io: Writer) -> None:
            io.put(
                encoded(
                    Tagged("vlq"),
                    self._window(io, "delta", self.delta, Midi.Quantity, grows=True),
                    self,
                    "_raw__raw_delta",
                )
            )
            io.bits_be(1, int(self.is_stated), "is_stated")
            if self.is_stated:
                io.bits_be(3, self.kind, "kind")
                io.bits_be(4, self.channel, "channel")
            else:
                if hasattr(self, "kind"):
                    self._leave_out("kind")
                if hasattr(self, "channel"):
                    self._leave_out("channel")
            if self.is_stated and self.kind != Midi.Kind.system:
                io.bits_be(1, int(self._unnamed4), "_unnamed4")
            elif hasattr(self, "_unnamed4"):
                self._leave_out("_unnamed4")
            on_body = 0x10 if self.status == 0xFF else self.status >> 4
            if on_body in (0x8, 0x9):
                self._write_child(io, "body", self.body, Midi.Note)
            elif on_body == 0xA:
                self._write_child(io, "body", self.body, Midi.Pressure)
            elif on_body == 0xB:
                self._write_child(io, "body", self.body, Midi.Controller)
            elif on_body == 0xC:
                self._write_child(io, "body", self.body, Midi.Program)
            elif on_body == 0xD:
                self._write_child(io, "body", self.body, Midi.ChannelPressure)
            elif on_body == 0xE:
                self._write_child(io, "body", self.body, Midi.PitchBend)
            elif on_body == 0xF:
                self._write_child(io, "body", self.body, Midi.Data)
            elif on_body == 0x10:
                self._write_child(io, "body", self.body, Midi.Meta)
            elif hasattr(self, "body"):
                self._leave_out("body", "no case fits")

        @computed
        def status(self) -> int:
            """Kind and channel as one number, stated or not."""
            return 0x80 | int(self.kind) << 4 | self.channel if self.is_stated else self.running

        @computed
        def goes_on(self) -> int:
            """The status of an event behind this one that states none."""
            return self.running if self.status >= 0xF0 else self.status

    class Quantity(Struct):
        """A number in groups of seven bits, the highest first."""

        __slots__ = ("_start", "_end", "_stop", "value")

        _root: Midi
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
            if not self.value <= 0xFFFFFFF:
                io = self._io_at(pos)
                expect_at_most("value", self.value, 0xFFFFFFF, io, 8, place="/types/quantity/seq/0")
            return pos

        def _check(self) -> None:
            expect_at_most("value", self.value, 0xFFFFFFF, place="/types/quantity/seq/0")

        def _write__seq(self, io: Writer) -> None:
            io.u8le(self.value, "value")

    class Note(Struct):
        """Type `note`.

        Attributes:
            key: 60 is the middle C.
            velocity: A note that is switched on with velocity 0 is switched off.
        """

        __slots__ = ("key", "velocity")

        _root: Midi
        _parent: Midi.Event
        key: int
        velocity: int

        SIZE: ClassVar[int] = 2

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                key: Required[int]
                velocity: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            self.key = io.bits_be(7, "key")
            pos = io._pos
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "velocity", pos)
            self.velocity = unpack_u1(buf, pos)[0]
            pos = stop
            if not self.velocity <= 127:
                io = self._io_at(pos)
                expect_at_most("velocity", self.velocity, 127, io, 1, place="/types/note/seq/1")
            return pos

        def _check(self) -> None:
            expect_at_most("velocity", self.velocity, 127, place="/types/note/seq/1")

        def _write__seq(self, io: Writer) -> None:
            io.bits_be(7, self.key, "key")
            io.u1(self.velocity, "velocity")

    class Pressure(Struct):
        """Type `pressure`."""

        __slots__ = ("key", "pressure")

        _root: Midi
        _parent: Midi.Event
        key: int
        pressure: int

        SIZE: ClassVar[int] = 2

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                key: Required[int]
                pressure: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            self.key = io.bits_be(7, "key")
            pos = io._pos
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "pressure", pos)
            self.pressure = unpack_u1(buf, pos)[0]
            pos = stop
            if not self.pressure <= 127:
                io = self._io_at(pos)
                expect_at_most("pressure", self.pressure, 127, io, 1, place="/types/pressure/seq/1")
            return pos

        def _check(self) -> None:
            expect_at_most("pressure", self.pressure, 127, place="/types/pressure/seq/1")

        def _write__seq(self, io: Writer) -> None:
            io.bits_be(7, self.key, "key")
            io.u1(self.pressure, "pressure")

    class Controller(Struct):
        """Type `controller`."""

        __slots__ = ("number", "value")

        _root: Midi
        _parent: Midi.Event
        number: int
        value: int

        SIZE: ClassVar[int] = 2

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                number: Required[int]
                value: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            self.number = io.bits_be(7, "number")
            pos = io._pos
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "value", pos)
            self.value = unpack_u1(buf, pos)[0]
            pos = stop
            if not self.value <= 127:
                io = self._io_at(pos)
                expect_at_most("value", self.value, 127, io, 1, place="/types/controller/seq/1")
            return pos

        def _check(self) -> None:
            expect_at_most("value", self.value, 127, place="/types/controller/seq/1")

        def _write__seq(self, io: Writer) -> None:
            io.bits_be(7, self.number, "number")
            io.u1(self.value, "value")

    class Program(Struct):
        """Type `program`."""

        __slots__ = ("number",)

        _root: Midi
        _parent: Midi.Event
        number: int

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                number: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            self.number = io.bits_be(7, "number")
            return io._pos

        def _write__seq(self, io: Writer) -> None:
            io.bits_be(7, self.number, "number")

    class ChannelPressure(Struct):
        """Type `channel_pressure`."""

        __slots__ = ("pressure",)

        _root: Midi
        _parent: Midi.Event
        pressure: int

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                pressure: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            self.pressure = io.bits_be(7, "pressure")
            return io._pos

        def _write__seq(self, io: Writer) -> None:
            io.bits_be(7, self.pressure, "pressure")

    class PitchBend(Struct):
        """Type `pitch_bend`."""

        __slots__ = ("low", "high")

        _root: Midi
        _parent: Midi.Event
        low: int
        high: int

        SIZE: ClassVar[int] = 2

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                low: Required[int]
                high: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            self.low = io.bits_be(7, "low")
            pos = io._pos
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "high", pos)
            self.high = unpack_u1(buf, pos)[0]
            pos = stop
            if not self.high <= 127:
                io = self._io_at(pos)
                expect_at_most("high", self.high, 127, io, 1, place="/types/pitch_bend/seq/1")
            return pos

        def _check(self) -> None:
            expect_at_most("high", self.high, 127, place="/types/pitch_bend/seq/1")

        def _write__seq(self, io: Writer) -> None:
            io.bits_be(7, self.low, "low")
            io.u1(self.high, "high")

        @quick
        def pitch(self) -> int:
            """0 where nothing is bent."""
            return (self.high << 7) + self.low - 8192

    class Data(Struct):
        """What a maker of instruments agreed upon with them."""

        __slots__ = ("len_body", "body", "_raw_len_body", "_raw__raw_len_body")

        _root: Midi
        _parent: Midi.Event
        len_body: Midi.Quantity
        body: bytes

        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("len_body",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len_body: Midi.Quantity | Midi.Quantity._Fields
                body: Required[bytes]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            self._raw__raw_len_body = io.take_bytes(len_varint(io, "len_body"), "len_body")
            self._raw_len_body = Tagged("vlq").read(self._raw__raw_len_body, "len_body", io)
            self.len_body = Midi.Quantity(
                io.window(None, self._raw_len_body), self, self._root, "len_body"
            )
            pos = io._pos
            stop = pos + self.len_body.value
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "body", pos)
            self.body = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            return stop

        def _derive(self) -> None:
            self._make("len_body", Midi.Quantity)
            self._set_derived("value", len(self.body), "body", holder=self.len_body)

        def _write__seq(self, io: Writer) -> None:
            io.put(
                encoded(
                    Tagged("vlq"),
                    self._window(io, "len_body", self.len_body, Midi.Quantity, grows=True),
                    self,
                    "_raw__raw_len_body",
                )
            )
            io.put_sized(self.body, self.len_body.value, "body")

    class Meta(Struct):
        """Type `meta`."""

        __slots__ = (
            "kind",
            "len_body",
            "body",
            "_stored_body",
            "_raw_len_body",
            "_raw__raw_len_body",
        )

        _root: Midi
        _parent: Midi.Event
        _stored_body: bytes
        kind: Midi.MetaKind | int
        len_body: Midi.Quantity
        body: (
            Midi.SequenceNumber
            | Midi.Text
            | Midi.Number
            | Midi.Tempo
            | Midi.SmpteOffset
            | Midi.TimeSignature
            | Midi.KeySignature
            | bytes
        )

        _raw_body = Raw("body")
        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("len_body", "body")
        _derived: ClassVar[tuple[str, ...]] = ("kind",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                kind: Midi.MetaKind | int
                len_body: Midi.Quantity | Midi.Quantity._Fields
                body: Required[Any]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "kind", pos)
            self.kind = _members_Midi_MetaKind[unpack_u1(buf, pos)[0]]
            pos = stop
            io = self._io_at(pos)
            size = len_varint(io, "len_body")
            pos = io._pos
            stop = pos + size
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "len_body", pos)
            self._raw__raw_len_body = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            io = self._io_at(pos)
            self._raw_len_body = Tagged("vlq").read(self._raw__raw_len_body, "len_body", io)
            self.len_body = Midi.Quantity(
                io.window(None, self._raw_len_body), self, self._root, "len_body"
            )
            pos = io._pos
            kind = _types_Midi_Meta_body[self.kind]
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

        def _derive(self) -> None:
            self._set_tag(
                "body",
                "kind",
                (
                    (Midi.SequenceNumber, Midi.MetaKind.sequence_number),
                    (Midi.Text, Midi.MetaKind.text),
                    (Midi.Text, Midi.MetaKind.copyright),
                    (Midi.Text, Midi.MetaKind.track_name),
                    (Midi.Text, Midi.MetaKind.instrument),
                    (Midi.Text, Midi.MetaKind.lyric),
                    (Midi.Text, Midi.MetaKind.marker),
                    (Midi.Text, Midi.MetaKind.cue_point),
                    (Midi.Text, Midi.MetaKind.program_name),
                    (Midi.Text, Midi.MetaKind.device_name),
                    (Midi.Number, Midi.MetaKind.channel_prefix),
                    (Midi.Number, Midi.MetaKind.port),
                    (Midi.Tempo, Midi.MetaKind.tempo),
                    (Midi.SmpteOffset, Midi.MetaKind.smpte_offset),
                    (Midi.TimeSignature, Midi.MetaKind.time_signature),
                    (Midi.KeySignature, Midi.MetaKind.key_signature),
                ),
            )
            self._make("len_body", Midi.Quantity)

        def _write__seq(self, io: Writer) -> None:
            this: Any = self  # whose fields of several types are looked into
            if self.kind == Midi.MetaKind.sequence_number:
                self._stored_body = self._window(
                    io, "body", self.body, Midi.SequenceNumber, grows=True, in_pieces=True
                )
                self._set_window("value", len(self._stored_body), "body", holder=self.len_body)
            elif self.kind in (
                Midi.MetaKind.text,
                Midi.MetaKind.copyright,
                Midi.MetaKind.track_name,
                Midi.MetaKind.instrument,
                Midi.MetaKind.lyric,
                Midi.MetaKind.marker,
                Midi.MetaKind.cue_point,
                Midi.MetaKind.program_name,
                Midi.MetaKind.device_name,
            ):
                self._stored_body = self._window(
                    io, "body", self.body, Midi.Text, grows=True, in_pieces=True
                )
                self._set_window("value", len(self._stored_body), "body", holder=self.len_body)
            elif self.kind in (Midi.MetaKind.channel_prefix, Midi.MetaKind.port):
                self._stored_body = self._window(
                    io, "body", self.body, Midi.Number, grows=True, in_pieces=True
                )
                self._set_window("value", len(self._stored_body), "body", holder=self.len_body)
            elif self.kind == Midi.MetaKind.tempo:
                self._stored_body = self._window(
                    io, "body", self.body, Midi.Tempo, grows=True, in_pieces=True
                )
                self._set_window("value", len(self._stored_body), "body", holder=self.len_body)
            elif self.kind == Midi.MetaKind.smpte_offset:
                self._stored_body = self._window(
                    io, "body", self.body, Midi.SmpteOffset, grows=True, in_pieces=True
                )
                self._set_window("value", len(self._stored_body), "body", holder=self.len_body)
            elif self.kind == Midi.MetaKind.time_signature:
                self._stored_body = self._window(
                    io, "body", self.body, Midi.TimeSignature, grows=True, in_pieces=True
                )
                self._set_window("value", len(self._stored_body), "body", holder=self.len_body)
            elif self.kind == Midi.MetaKind.key_signature:
                self._stored_body = self._window(
                    io, "body", self.body, Midi.KeySignature, grows=True, in_pieces=True
                )
                self._set_window("value", len(self._stored_body), "body", holder=self.len_body)
            else:
                self._stored_body = this.body
                self._set_derived("value", len(self._stored_body), "body", holder=self.len_body)
            io.u1(self.kind, "kind")
            io.put(
                encoded(
                    Tagged("vlq"),
                    self._window(io, "len_body", self.len_body, Midi.Quantity, grows=True),
                    self,
                    "_raw__raw_len_body",
                )
            )
            if self.kind in (
                Midi.MetaKind.sequence_number,
                Midi.MetaKind.channel_prefix,
                Midi.MetaKind.port,
                Midi.MetaKind.tempo,
                Midi.MetaKind.smpte_offset,
                Midi.MetaKind.time_signature,
                Midi.MetaKind.key_signature,
            ):
                io.put_filled(self._stored_body, self.len_body.value, "body", 0, of=self)
            else:
                io.put_sized(self._stored_body, self.len_body.value, "body")

        @staticmethod
        def _body_types() -> dict[object, type[Any]]:
            """Types that `body` may have, by what tells them."""
            return {
                Midi.MetaKind.sequence_number: Midi.SequenceNumber,
                Midi.MetaKind.text: Midi.Text,
                Midi.MetaKind.copyright: Midi.Text,
                Midi.MetaKind.track_name: Midi.Text,
                Midi.MetaKind.instrument: Midi.Text,
                Midi.MetaKind.lyric: Midi.Text,
                Midi.MetaKind.marker: Midi.Text,
                Midi.MetaKind.cue_point: Midi.Text,
                Midi.MetaKind.program_name: Midi.Text,
                Midi.MetaKind.device_name: Midi.Text,
                Midi.MetaKind.channel_prefix: Midi.Number,
                Midi.MetaKind.port: Midi.Number,
                Midi.MetaKind.tempo: Midi.Tempo,
                Midi.MetaKind.smpte_offset: Midi.SmpteOffset,
                Midi.MetaKind.time_signature: Midi.TimeSignature,
                Midi.MetaKind.key_signature: Midi.KeySignature,
            }

    class SequenceNumber(Struct):
        """Type `sequence_number`."""

        __slots__ = ("_start", "_end", "_stop", "number")

        _root: Midi
        _parent: Midi.Meta
        number: int

        SIZE: ClassVar[int] = 2

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                number: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "number", pos)
            self.number = unpack_u2be(buf, pos)[0]
            return stop

        def _write__seq(self, io: Writer) -> None:
            io.u2be(self.number, "number")

    class Text(Struct):
        """Type `text`."""

        __slots__ = ("_start", "_end", "_stop", "text")

        _root: Midi
        _parent: Midi.Meta
        text: str

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                text: Required[str]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.text = decode_at(buf[pos:end], "iso8859-1", "text", self, pos)
            pos = max(pos, end)
            return pos

        def _write__seq(self, io: Writer) -> None:
            io.put(encode_text(self.text, "iso8859-1", "text"))

    class Number(Struct):
        """Type `number`."""

        __slots__ = ("_start", "_end", "_stop", "number")

        _root: Midi
        _parent: Midi.Meta
        number: int

        SIZE: ClassVar[int] = 1

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                number: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "number", pos)
            self.number = unpack_u1(buf, pos)[0]
            return stop

        def _write__seq(self, io: Writer) -> None:
            io.u1(self.number, "number")

    class Tempo(Struct):
        """Type `tempo`.

        Attributes:
            tempo: Microseconds of a quarter note.
        """

        __slots__ = ("_start", "_end", "_stop", "tempo")

        _root: Midi
        _parent: Midi.Meta
        tempo: int

        SIZE: ClassVar[int] = 3

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                tempo: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 3
            if stop > end:
                buf, end = self._reach(stop - pos, "tempo", pos)
            self.tempo = int.from_bytes(buf[pos : pos + 3], "big")
            return stop

        def _write__seq(self, io: Writer) -> None:
            io.bits_be(24, self.tempo, "tempo")

    class SmpteOffset(Struct):
        """Type `smpte_offset`.

        Attributes:
            rate: 24, 25, 29.97 or 30 frames of a second.
        """

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "_unnamed0",
            "rate",
            "hours",
            "minutes",
            "seconds",
            "frames",
            "hundredths",
        )

        _root: Midi
        _parent: Midi.Meta
        _unnamed0: bool
        rate: int
        hours: int
        minutes: int
        seconds: int
        frames: int
        hundredths: int

        SIZE: ClassVar[int] = 5
        _derived: ClassVar[tuple[str, ...]] = ("_unnamed0",)
        _BLOCK_0: ClassVar[Block] = Block(
            ("minutes", "u1"), ("seconds", "u1"), ("frames", "u1"), ("hundredths", "u1")
        )
        _BITS_0: ClassVar[BitRun] = BitRun("be", ("rate", "b2"), ("hours", "b5"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                _unnamed0: bool
                rate: Required[int]
                hours: Required[int]
                minutes: Required[int]
                seconds: Required[int]
                frames: Required[int]
                hundredths: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            start = pos
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "_unnamed0", pos)
            self._unnamed0 = buf[pos] >> 7 == 1
            pos = stop
            if self._unnamed0:
                io = self._io_at(pos)
                expect_equal(
                    "_unnamed0",
                    self._unnamed0,
                    False,
                    io,
                    io._pos - start,
                    place="/types/smpte_offset/seq/0",
                )
            bits = buf[pos - 1] & 0x7F
            self.rate = bits >> 5
            self.hours = bits & 0x1F
            stop = pos + 4
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.minutes, self.seconds, self.frames, self.hundredths = _unpack_Midi_SmpteOffset_0(
                buf, pos
            )
            pos = stop
            if not self.minutes <= 59:
                io = self._io_at(pos)
                expect_at_most(
                    "minutes", self.minutes, 59, io, 4, place="/types/smpte_offset/seq/3"
                )
            if not self.seconds <= 59:
                io = self._io_at(pos)
                expect_at_most(
                    "seconds", self.seconds, 59, io, 3, place="/types/smpte_offset/seq/4"
                )
            if not self.hundredths <= 99:
                io = self._io_at(pos)
                expect_at_most(
                    "hundredths", self.hundredths, 99, io, 1, place="/types/smpte_offset/seq/6"
                )
            return pos

        def _derive(self) -> None:
            self._set_derived("_unnamed0", False, "the format")
            self._set_default("_unnamed0", False)

        def _check(self) -> None:
            expect_at_most("minutes", self.minutes, 59, place="/types/smpte_offset/seq/3")
            expect_at_most("seconds", self.seconds, 59, place="/types/smpte_offset/seq/4")
            expect_at_most("hundredths", self.hundredths, 99, place="/types/smpte_offset/seq/6")

        def _write__seq(self, io: Writer) -> None:
            io.bits_be(1, int(self._unnamed0), "_unnamed0")
            self._BITS_0.write(io, self.rate, self.hours)
            self._BLOCK_0.write(io, self.minutes, self.seconds, self.frames, self.hundredths)

    class TimeSignature(Struct):
        """Type `time_signature`.

        Attributes:
            denominator: As a power of two.
            clocks: Of a tick of the metronome.
            notes: 32nd notes of a quarter note.
        """

        __slots__ = ("_start", "_end", "_stop", "numerator", "denominator", "clocks", "notes")

        _root: Midi
        _parent: Midi.Meta
        numerator: int
        denominator: int
        clocks: int
        notes: int

        SIZE: ClassVar[int] = 4
        _BLOCK_0: ClassVar[Block] = Block(
            ("numerator", "u1"), ("denominator", "u1"), ("clocks", "u1"), ("notes", "u1")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                numerator: Required[int]
                denominator: Required[int]
                clocks: int
                notes: int

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.numerator, self.denominator, self.clocks, self.notes = (
                _unpack_Midi_TimeSignature_0(buf, pos)
            )
            pos = stop
            if not self.denominator <= 63:
                io = self._io_at(pos)
                expect_at_most(
                    "denominator", self.denominator, 63, io, 3, place="/types/time_signature/seq/1"
                )
            return pos

        def _derive(self) -> None:
            self._set_default("clocks", 24)
            self._set_default("notes", 8)

        def _check(self) -> None:
            expect_at_most("denominator", self.denominator, 63, place="/types/time_signature/seq/1")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.numerator, self.denominator, self.clocks, self.notes)

    class KeySignature(Struct):
        """Type `key_signature`.

        Attributes:
            sharps: Flats are below 0.
        """

        __slots__ = ("_start", "_end", "_stop", "sharps", "is_minor")

        _root: Midi
        _parent: Midi.Meta
        sharps: int
        is_minor: int

        SIZE: ClassVar[int] = 2
        _BLOCK_0: ClassVar[Block] = Block(("sharps", "s1"), ("is_minor", "u1"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                sharps: Required[int]
                is_minor: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 2
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.sharps, self.is_minor = _unpack_Midi_KeySignature_0(buf, pos)
            pos = stop
            if not self.sharps >= -7:
                io = self._io_at(pos)
                expect_at_least(
                    "sharps", self.sharps, -7, io, 2, place="/types/key_signature/seq/0"
                )
            if not self.sharps <= 7:
                io = self._io_at(pos)
                expect_at_most("sharps", self.sharps, 7, io, 2, place="/types/key_signature/seq/0")
            if not self.is_minor <= 1:
                io = self._io_at(pos)
                expect_at_most(
                    "is_minor", self.is_minor, 1, io, 1, place="/types/key_signature/seq/1"
                )
            return pos

        def _check(self) -> None:
            expect_at_least("sharps", self.sharps, -7, place="/types/key_signature/seq/0")
            expect_at_most("sharps", self.sharps, 7, place="/types/key_signature/seq/0")
            expect_at_most("is_minor", self.is_minor, 1, place="/types/key_signature/seq/1")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.sharps, self.is_minor)


# What methods look up, at the price of a name.
_members_Midi_Kind = Members(lambda: Midi.Kind)
_members_Midi_MetaKind = Members(lambda: Midi.MetaKind)
_types_Midi_Meta_body = Types(Midi.Meta._body_types)
_unpack_Midi_FIXED_0 = Midi._FIXED_0.unpack
_unpack_Midi_Header_0 = Midi.Header._BLOCK_0.unpack
_unpack_Midi_KeySignature_0 = Midi.KeySignature._BLOCK_0.unpack
_unpack_Midi_SmpteOffset_0 = Midi.SmpteOffset._BLOCK_0.unpack
_unpack_Midi_TimeSignature_0 = Midi.TimeSignature._BLOCK_0.unpack
_unpack_Midi_Track_FIXED_0 = Midi.Track._FIXED_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Midi":"midi","Midi.Header":"midi::header","Midi.Track":"midi::track",
"Midi.Events":"midi::events","Midi.Event":"midi::event","Midi.Quantity":"midi::quantity",
"Midi.Note":"midi::note","Midi.Pressure":"midi::pressure","Midi.Controller":"midi::controller",
"Midi.Program":"midi::program","Midi.ChannelPressure":"midi::channel_pressure",
"Midi.PitchBend":"midi::pitch_bend","Midi.Data":"midi::data","Midi.Meta":"midi::meta",
"Midi.SequenceNumber":"midi::sequence_number","Midi.Text":"midi::text","Midi.Number":"midi::number",
"Midi.Tempo":"midi::tempo","Midi.SmpteOffset":"midi::smpte_offset",
"Midi.TimeSignature":"midi::time_signature","Midi.KeySignature":"midi::key_signature"},
"spec":{"id":"midi","title":"MIDI file (standard MIDI file)","file":"midi.ksy",
"digest":"b5e0ca8f527f24b67c8763cfbcc620e10584149763e67b88fa47388f7d84ceb4","types":[
{"path":"midi","parent":"any record","endian":"be","fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"offset":0,"size":4,
"contents":{"hex":"4d546864"}},
{"id":"len_header","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},
"offset":4,"size":4},
{"id":"header","type":"midi::header","stored":{"is":"Record","path":"midi::header",
"extent":{"size":"len_header"}},"offset":8},
{"id":"tracks","type":"midi::track[]","stored":{"is":"Record","path":"midi::track"},
"repeat":{"count":["get","header","num_tracks"]}}],"edges":[{"is":"Count","field":["get","header",
"num_tracks"],"of":"tracks"},{"is":"Length","field":"len_header","of":"header","at_least":true}],
"doc":"Tracks of events, each so many ticks after the one before: notes, controllers, texts,
 tempos.\n\nAn event that does not state its kind and channel is of those of the event
 before.\n\n\nSee https://midi.org/standard-midi-files-specification Standard MIDI Files 1.0"},
{"path":"midi::header","parent":"midi","endian":"be","fields":[
{"id":"format","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":0,"size":2,"valid":[{"kind":"at_most","args":[2]}],"default":1,"usual":["list",1],"doc":"0
 for one track, 1 for tracks that sound together, 2 for tracks that are songs of their own."},
{"id":"num_tracks","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":2,"size":2,"usual":["list",1,2]},
{"id":"division","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":4,"size":2,"default":480,"usual":["list",96,480,960],"doc":"Ticks of a quarter note; with
 the highest bit set, frames of a second and ticks of these."},
{"id":"rest","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"offset":6,
"default":["as<bytes>",["list"]],"usual":["list",["as<bytes>",["list"]]],"doc":"What a later
 standard adds."}]},
{"path":"midi::track","parent":"midi","endian":"be","fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"offset":0,"size":4,
"contents":{"hex":"4d54726b"}},
{"id":"len_events","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},
"offset":4,"size":4},
{"id":"events","type":"midi::events","stored":{"is":"Record","path":"midi::events",
"extent":{"size":"len_events"}},"offset":8}],"edges":[{"is":"Length","field":"len_events",
"of":"events","at_least":true}]},
{"path":"midi::events","parent":"midi::track","endian":"be","fields":[
{"id":"all","type":"midi::event[]","stored":{"is":"Record","path":"midi::event","args":[["running",
["if",["eq","_index",0],0,["get",["item","all",["sub","_index",1]],"goes_on"]]]]},"offset":0,
"repeat":{}}]},
{"path":"midi::event","parent":"midi::events","endian":"be","params":[
{"id":"running","type":"int","doc":"The status of the last event of a channel; 0 if there was
 none."}],"fields":[
{"id":"delta","type":"midi::quantity","stored":{"is":"Record","path":"midi::quantity",
"extent":{"size":["len_varint","_io"],"process":{"routine":"vlq"}}},"offset":0,"doc":"Ticks since
 the event before."},
{"id":"is_stated","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},
"valid":[{"kind":"that","args":[["or",["ne","running",0],"_"]]}],"usual":["list",true]},
{"id":"kind","type":"enum midi::kind","stored":{"is":"Bits","width":3,"endian":"be",
"enum":"midi::kind"},"condition":"is_stated","usual":["list",["enum","midi::kind","note_on"],
["enum","midi::kind","note_off"],["enum","midi::kind","program"],["enum","midi::kind","system"]]},
{"id":"channel","type":"int","stored":{"is":"Bits","width":4,"endian":"be"},"condition":"is_stated",
"valid":[{"kind":"that","args":[["or",["or",["or",["ne","kind",["enum","midi::kind","system"]],
["eq","_",0]],["eq","_",7]],["eq","_",15]]]}],"usual":["list",["if",["eq","kind",["enum",
"midi::kind","system"]],15,0]],"doc":"From 0; of what goes to the whole system, 15 for a meta event,
 0 and 7 for data of some maker."},
{"id":"_unnamed4","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},
"condition":["and","is_stated",["ne","kind",["enum","midi::kind","system"]]],
"valid":[{"kind":"equal","args":[false]}]},
{"id":"body","type":"any record","stored":{"is":"Switch","on":["if",["eq","status",{"int":"0xff"}],
{"int":"0x10"},["bit_shr","status",4]],"cases":[{"key":{"int":"0x8"},"stored":{"is":"Record",
"path":"midi::note"}},{"key":{"int":"0x9"},"stored":{"is":"Record","path":"midi::note"}},
{"key":{"int":"0xa"},"stored":{"is":"Record","path":"midi::pressure"}},{"key":{"int":"0xb"},
"stored":{"is":"Record","path":"midi::controller"}},{"key":{"int":"0xc"},"stored":{"is":"Record",
"path":"midi::program"}},{"key":{"int":"0xd"},"stored":{"is":"Record",
"path":"midi::channel_pressure"}},{"key":{"int":"0xe"},"stored":{"is":"Record",
"path":"midi::pitch_bend"}},{"key":{"int":"0xf"},"stored":{"is":"Record","path":"midi::data"}},
{"key":{"int":"0x10"},"stored":{"is":"Record","path":"midi::meta"}}]}}],"instances":[
{"id":"status","type":"int","value":["if","is_stated",["bit_or",["bit_or",{"int":"0x80"},["bit_shl",
["to_i","kind"],4]],"channel"],"running"],"doc":"Kind and channel as one number, stated or not."},
{"id":"goes_on","type":"int","value":["if",["ge","status",{"int":"0xf0"}],"running","status"],
"doc":"The status of an event behind this one that states none."}],"edges":[{"is":"Flag",
"field":"is_stated","of":"kind","yes":true,"no":false},{"is":"Flag","field":"is_stated",
"of":"channel","yes":true,"no":false}]},
{"path":"midi::quantity","parent":"any record","endian":"be","size":8,"fields":[
{"id":"value","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,"endian":"le"},
"offset":0,"size":8,"valid":[{"kind":"at_most","args":[{"int":"0xfffffff"}]}],"usual":["list",0,120,
480]}],"doc":"A number in groups of seven bits, the highest first."},
{"path":"midi::note","parent":"midi::event","endian":"be","size":2,"fields":[
{"id":"key","type":"int","stored":{"is":"Bits","width":7,"endian":"be"},"offset":0,"doc":"60 is the
 middle C."},
{"id":"velocity","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":1,
"size":1,"valid":[{"kind":"at_most","args":[127]}],"doc":"A note that is switched on with velocity
 0 is switched off."}]},
{"path":"midi::pressure","parent":"midi::event","endian":"be","size":2,"fields":[
{"id":"key","type":"int","stored":{"is":"Bits","width":7,"endian":"be"},"offset":0},
{"id":"pressure","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":1,
"size":1,"valid":[{"kind":"at_most","args":[127]}]}]},
{"path":"midi::controller","parent":"midi::event","endian":"be","size":2,"fields":[
{"id":"number","type":"int","stored":{"is":"Bits","width":7,"endian":"be"},"offset":0},
{"id":"value","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":1,"size":1,
"valid":[{"kind":"at_most","args":[127]}]}]},
{"path":"midi::program","parent":"midi::event","endian":"be","fields":[
{"id":"number","type":"int","stored":{"is":"Bits","width":7,"endian":"be"},"offset":0}]},
{"path":"midi::channel_pressure","parent":"midi::event","endian":"be","fields":[
{"id":"pressure","type":"int","stored":{"is":"Bits","width":7,"endian":"be"},"offset":0}]},
{"path":"midi::pitch_bend","parent":"midi::event","endian":"be","size":2,"fields":[
{"id":"low","type":"int","stored":{"is":"Bits","width":7,"endian":"be"},"offset":0},
{"id":"high","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":1,"size":1,
"valid":[{"kind":"at_most","args":[127]}]}],"instances":[
{"id":"pitch","type":"int","value":["sub",["add",["bit_shl","high",7],"low"],8192],"doc":"0 where
 nothing is bent."}]},
{"path":"midi::data","parent":"midi::event","endian":"be","fields":[
{"id":"len_body","type":"midi::quantity","stored":{"is":"Record","path":"midi::quantity",
"extent":{"size":["len_varint","_io"],"process":{"routine":"vlq"}}},"offset":0},
{"id":"body","type":"bytes","stored":{"is":"Bytes","extent":{"size":["get","len_body","value"]}}}],
"edges":[{"is":"Length","field":["get","len_body","value"],"of":"body"}],"doc":"What a maker of
 instruments agreed upon with them."},
{"path":"midi::meta","parent":"midi::event","endian":"be","fields":[
{"id":"kind","type":"enum midi::meta_kind","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"midi::meta_kind"},"offset":0,"size":1,"usual":["list",["enum","midi::meta_kind",
"track_name"],["enum","midi::meta_kind","tempo"],["enum","midi::meta_kind","time_signature"]]},
{"id":"len_body","type":"midi::quantity","stored":{"is":"Record","path":"midi::quantity",
"extent":{"size":["len_varint","_io"],"process":{"routine":"vlq"}}},"offset":1},
{"id":"body","type":"mixed","stored":{"is":"Switch","on":"kind","cases":[{"key":["enum",
"midi::meta_kind","sequence_number"],"stored":{"is":"Record","path":"midi::sequence_number",
"extent":{"size":["get","len_body","value"]}}},{"key":["enum","midi::meta_kind","text"],
"stored":{"is":"Record","path":"midi::text","extent":{"size":["get","len_body","value"]}}},
{"key":["enum","midi::meta_kind","copyright"],"stored":{"is":"Record","path":"midi::text",
"extent":{"size":["get","len_body","value"]}}},{"key":["enum","midi::meta_kind","track_name"],
"stored":{"is":"Record","path":"midi::text","extent":{"size":["get","len_body","value"]}}},
{"key":["enum","midi::meta_kind","instrument"],"stored":{"is":"Record","path":"midi::text",
"extent":{"size":["get","len_body","value"]}}},{"key":["enum","midi::meta_kind","lyric"],
"stored":{"is":"Record","path":"midi::text","extent":{"size":["get","len_body","value"]}}},
{"key":["enum","midi::meta_kind","marker"],"stored":{"is":"Record","path":"midi::text",
"extent":{"size":["get","len_body","value"]}}},{"key":["enum","midi::meta_kind","cue_point"],
"stored":{"is":"Record","path":"midi::text","extent":{"size":["get","len_body","value"]}}},
{"key":["enum","midi::meta_kind","program_name"],"stored":{"is":"Record","path":"midi::text",
"extent":{"size":["get","len_body","value"]}}},{"key":["enum","midi::meta_kind","device_name"],
"stored":{"is":"Record","path":"midi::text","extent":{"size":["get","len_body","value"]}}},
{"key":["enum","midi::meta_kind","channel_prefix"],"stored":{"is":"Record","path":"midi::number",
"extent":{"size":["get","len_body","value"]}}},{"key":["enum","midi::meta_kind","port"],
"stored":{"is":"Record","path":"midi::number","extent":{"size":["get","len_body","value"]}}},
{"key":["enum","midi::meta_kind","tempo"],"stored":{"is":"Record","path":"midi::tempo",
"extent":{"size":["get","len_body","value"]}}},{"key":["enum","midi::meta_kind","smpte_offset"],
"stored":{"is":"Record","path":"midi::smpte_offset","extent":{"size":["get","len_body","value"]}}},
{"key":["enum","midi::meta_kind","time_signature"],"stored":{"is":"Record",
"path":"midi::time_signature","extent":{"size":["get","len_body","value"]}}},{"key":["enum",
"midi::meta_kind","key_signature"],"stored":{"is":"Record","path":"midi::key_signature",
"extent":{"size":["get","len_body","value"]}}},{"stored":{"is":"Bytes","extent":{"size":["get",
"len_body","value"]}}}]}}],"edges":[{"is":"Tag","field":"kind","of":"body",
"cases":[["midi::sequence_number",["enum","midi::meta_kind","sequence_number"]],["midi::text",
["enum","midi::meta_kind","text"]],["midi::text",["enum","midi::meta_kind","copyright"]],
["midi::text",["enum","midi::meta_kind","track_name"]],["midi::text",["enum","midi::meta_kind",
"instrument"]],["midi::text",["enum","midi::meta_kind","lyric"]],["midi::text",["enum",
"midi::meta_kind","marker"]],["midi::text",["enum","midi::meta_kind","cue_point"]],["midi::text",
["enum","midi::meta_kind","program_name"]],["midi::text",["enum","midi::meta_kind","device_name"]],
["midi::number",["enum","midi::meta_kind","channel_prefix"]],["midi::number",["enum",
"midi::meta_kind","port"]],["midi::tempo",["enum","midi::meta_kind","tempo"]],["midi::smpte_offset",
["enum","midi::meta_kind","smpte_offset"]],["midi::time_signature",["enum","midi::meta_kind",
"time_signature"]],["midi::key_signature",["enum","midi::meta_kind","key_signature"]]]},
{"is":"Length","field":["get","len_body","value"],"of":"body","at_least":true}]},
{"path":"midi::sequence_number","parent":"midi::meta","endian":"be","size":2,"fields":[
{"id":"number","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":0,"size":2}]},
{"path":"midi::text","parent":"midi::meta","endian":"be","fields":[
{"id":"text","type":"str","stored":{"is":"Text","encoding":"iso8859-1","extent":{"to_end":true}},
"offset":0}]},
{"path":"midi::number","parent":"midi::meta","endian":"be","size":1,"fields":[
{"id":"number","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"size":1}]},
{"path":"midi::tempo","parent":"midi::meta","endian":"be","size":3,"fields":[
{"id":"tempo","type":"int","stored":{"is":"Bits","width":24,"endian":"be"},"offset":0,
"usual":["list",500000],"doc":"Microseconds of a quarter note."}]},
{"path":"midi::smpte_offset","parent":"midi::meta","endian":"be","size":5,"fields":[
{"id":"_unnamed0","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},
"offset":0,"valid":[{"kind":"equal","args":[false]}]},
{"id":"rate","type":"int","stored":{"is":"Bits","width":2,"endian":"be"},"offset":0,"bit":1,
"doc":"24, 25, 29.97 or 30 frames of a second."},
{"id":"hours","type":"int","stored":{"is":"Bits","width":5,"endian":"be"},"offset":0,"bit":3},
{"id":"minutes","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":1,
"size":1,"valid":[{"kind":"at_most","args":[59]}]},
{"id":"seconds","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":2,
"size":1,"valid":[{"kind":"at_most","args":[59]}]},
{"id":"frames","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":3,
"size":1},
{"id":"hundredths","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":4,
"size":1,"valid":[{"kind":"at_most","args":[99]}]}]},
{"path":"midi::time_signature","parent":"midi::meta","endian":"be","size":4,"fields":[
{"id":"numerator","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"size":1,"usual":["list",4,3]},
{"id":"denominator","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":1,
"size":1,"valid":[{"kind":"at_most","args":[63]}],"usual":["list",2],"doc":"As a power of two."},
{"id":"clocks","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":2,"size":1,
"default":24,"usual":["list",24],"doc":"Of a tick of the metronome."},
{"id":"notes","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":3,"size":1,
"default":8,"usual":["list",8],"doc":"32nd notes of a quarter note."}]},
{"path":"midi::key_signature","parent":"midi::meta","endian":"be","size":2,"fields":[
{"id":"sharps","type":"int","stored":{"is":"Number","kind":"signed","size":1},"offset":0,"size":1,
"valid":[{"kind":"at_least","args":[["neg",7]]},{"kind":"at_most","args":[7]}],"doc":"Flats are
 below 0."},
{"id":"is_minor","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":1,
"size":1,"valid":[{"kind":"at_most","args":[1]}]}]}],"enums":[
{"path":"midi::kind","members":[{"id":"note_off","value":0},{"id":"note_on","value":1},
{"id":"pressure","value":2},{"id":"controller","value":3},{"id":"program","value":4},
{"id":"channel_pressure","value":5},{"id":"pitch_bend","value":6},{"id":"system","value":7}]},
{"path":"midi::meta_kind","members":[{"id":"sequence_number","value":0},{"id":"text","value":1},
{"id":"copyright","value":2},{"id":"track_name","value":3},{"id":"instrument","value":4},
{"id":"lyric","value":5},{"id":"marker","value":6},{"id":"cue_point","value":7},
{"id":"program_name","value":8},{"id":"device_name","value":9},{"id":"channel_prefix","value":32},
{"id":"port","value":33},{"id":"end_of_track","value":47},{"id":"tempo","value":81},
{"id":"smpte_offset","value":84},{"id":"time_signature","value":88},{"id":"key_signature",
"value":89},{"id":"of_maker","value":127}]}]}}
"""
