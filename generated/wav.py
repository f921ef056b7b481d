# Made by `quire gen` 0.1.0 from wav.ksy (sha256 276b6471b416). Do not edit.
"""RIFF/WAVE sound."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import repeat
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
    Stride,
    Struct,
    Types,
    Writer,
    bounded,
    computed,
    copied,
    encode_text,
    expect_at_least,
    expect_at_most,
    expect_count,
    expect_equal,
    first_of,
    trim,
)
from quire.runtime.direct import decode_at, new, unpack_s2le, unpack_u4le

__all__ = ["Wav"]


class Wav(Struct):
    """Sound as samples, in chunks of RIFF.

    `format` says what a sample is, `data` has them; other chunks have names, marks, loops, or what
    only one program knows.

    See IBM and Microsoft, Multimedia Programming Interface and Data Specifications 1.0, August 1991

    See https://learn.microsoft.com/windows/win32/api/mmreg/ns-mmreg-waveformatextensible
    WAVEFORMATEXTENSIBLE

    See https://tech.ebu.ch/docs/tech/tech3285.pdf EBU Tech 3285, Broadcast Wave
    """

    __slots__ = ("_start", "_end", "_stop", "magic", "len_form", "form", "_stored_form")

    _root: Wav
    _stored_form: bytes
    magic: bytes
    len_form: int
    form: Wav.Form

    _is_top: ClassVar[bool] = True
    _raw_form = Raw("form")
    _places: ClassVar[bool] = True
    _own_streams: ClassVar[tuple[str, ...]] = ("form",)
    _derived: ClassVar[tuple[str, ...]] = ("magic", "len_form")
    _PARTS: ClassVar[Parts] = (FieldsPart("_read_part_0"), RecordPart("form"))
    _FIXED_0: ClassVar[Fixed] = Fixed(("magic", b"RIFF", "/seq/0"), ("len_form", "u4le"))

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            magic: bytes
            len_form: int
            form: Required[Wav.Form | Wav.Form._Fields]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 8
        if stop > end:
            buf, end = self._FIXED_0.reach(self, pos)
        stored_magic, self.len_form = _unpack_Wav_FIXED_0(buf, pos)
        if stored_magic != b"RIFF":
            self._look_at(pos).contents(b"RIFF", "magic", "/seq/0")
        self.magic = b"RIFF"
        pos = stop
        stop = pos + self.len_form
        if stop > end:
            buf, end = self._reach(stop - pos, "form", pos)
        self.form = child = new(Wav.Form)
        child._parent, child._root = self, self._root
        child._start, child._end = pos, stop
        child._stop = child._read_at(buf, pos, stop)
        return stop

    def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 8
        if stop > end:
            buf, end = self._FIXED_0.reach(self, pos)
        stored_magic, self.len_form = _unpack_Wav_FIXED_0(buf, pos)
        if stored_magic != b"RIFF":
            self._look_at(pos).contents(b"RIFF", "magic", "/seq/0")
        self.magic = b"RIFF"
        return stop

    def _open_form(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
        stop = pos + self.len_form
        if stop > end:
            buf, end = self._reach(stop - pos, "form", pos)
        self.form = child = new(Wav.Form)
        child._parent, child._root = self, self._root
        child._start, child._end = pos, stop
        return child, buf, pos, stop

    def _derive(self) -> None:
        self._set_derived("magic", b"RIFF", "the format")
        self._make("form", Wav.Form)

    def _write__seq(self, io: Writer) -> None:
        self._stored_form = self._window(
            io, "form", self.form, Wav.Form, grows=True, in_pieces=True
        )
        self._set_window("len_form", len(self._stored_form), "form")
        io.put(self.magic)
        io.u4le(self.len_form, "len_form")
        io.put_sized(self._stored_form, self.len_form, "form")

    @computed
    def format(self) -> Wav.Format:
        """What a sample is."""
        this: Any = self  # whose fields of several types are looked into
        value: Wav.Format = first_of(each for each in this.form.chunks if each.id == "fmt ").body
        return value

    @computed
    def data(self) -> Wav.Data:
        """The samples."""
        this: Any = self  # whose fields of several types are looked into
        value: Wav.Data = first_of(each for each in this.form.chunks if each.id == "data").body
        return value

    class Tag(LateEnum):
        """Values of `tag`."""

        pcm = 1
        ms_adpcm = 2
        ieee_float = 3
        a_law = 6
        mu_law = 7
        ima_adpcm = 17
        gsm_610 = 49
        g721_adpcm = 64
        mpeg = 80
        mp3 = 85
        extensible = 65534

    class Sample(LateEnum):
        """Values of `sample`."""

        uint8 = 257
        int16 = 258
        int24 = 259
        int32 = 260
        int64 = 264
        float32 = 772
        float64 = 776

    class Form(Struct):
        """Type `form`."""

        __slots__ = ("_start", "_end", "_stop", "kind", "chunks")

        _root: Wav
        _parent: Wav
        kind: bytes
        chunks: list[Wav.Chunk]

        _places: ClassVar[bool] = True
        _derived: ClassVar[tuple[str, ...]] = ("kind",)
        _PARTS: ClassVar[Parts] = (
            FieldsPart("_read_part_0"),
            ListPart("chunks", "end", ("chunks",), 0, None),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                kind: bytes
                chunks: Required[Iterable[Wav.Chunk | Wav.Chunk._Fields]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end or buf[pos:stop] != b"WAVE":
                self._look_at(pos).contents(b"WAVE", "kind", "/types/form/seq/0")
            self.kind = b"WAVE"
            pos = stop
            self.chunks = []
            type_chunks = Wav.Chunk
            while pos < end or self._goes_on(buf, pos):
                child = new(type_chunks)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
                self.chunks.append(child)
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end or buf[pos:stop] != b"WAVE":
                self._look_at(pos).contents(b"WAVE", "kind", "/types/form/seq/0")
            self.kind = b"WAVE"
            return stop

        def _element_chunks(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            child = new(Wav.Chunk)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.chunks.append(child)
            return pos

        def _open_chunks(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
            child = new(Wav.Chunk)
            child._parent, child._root = self, self._root
            return child, buf, pos, end

        def _derive(self) -> None:
            self._set_derived("kind", b"WAVE", "the format")

        def _write__seq(self, io: Writer) -> None:
            io.put(self.kind)
            for chunk in self.chunks:
                self._write_child(io, "chunks", chunk, Wav.Chunk)

    class Chunk(Struct):
        """Type `chunk`.

        Attributes:
            padding: Chunks begin at even offsets. Some programs leave it out at the end of the
                file.
        """

        __slots__ = ("id", "len_body", "body", "padding", "_stored_body")

        _root: Wav
        _parent: Wav.Form
        _stored_body: bytes
        id: str
        len_body: int
        body: (
            Wav.Format
            | Wav.Data
            | Wav.Fact
            | Wav.Cue
            | Wav.Playlist
            | Wav.List
            | Wav.Instrument
            | Wav.Sampler
            | Wav.Broadcast
            | Wav.Xml
            | bytes
        )
        padding: bytes

        _raw_body = Raw("body")
        _places: ClassVar[bool] = True
        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("body",)
        _derived: ClassVar[tuple[str, ...]] = ("id", "len_body")
        _PARTS: ClassVar[Parts] = (
            FieldsPart("_read_part_0"),
            RecordPart("body"),
            FieldsPart("_read_part_2"),
        )
        _FIXED_0: ClassVar[Fixed] = Fixed(("id", "4s", "iso8859-1"), ("len_body", "u4le"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                id: str
                len_body: int
                body: Required[Any]
                padding: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            stop = pos + 8
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            stored_id, self.len_body = _unpack_Wav_Chunk_FIXED_0(buf, pos)
            self.id = decode_at(stored_id, "iso8859-1", "id", self, pos)
            pos = stop
            kind = _types_Wav_Chunk_body[self.id]
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
            stop = pos + (0 if (pos >= end and not self._goes_on(buf, pos)) else self.len_body % 2)
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "padding", pos)
            self.padding = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            return stop

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 8
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            stored_id, self.len_body = _unpack_Wav_Chunk_FIXED_0(buf, pos)
            self.id = decode_at(stored_id, "iso8859-1", "id", self, pos)
            return stop

        def _open_body(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
            this: Any = self  # whose fields of several types are looked into
            kind = _types_Wav_Chunk_body[self.id]
            if kind is not None:
                stop = pos + self.len_body
                if stop > end:
                    buf, end = self._reach(stop - pos, "body", pos)
                this.body = child = new(kind)
                child._parent, child._root = self, self._root
                child._start, child._end = pos, stop
                return child, buf, pos, stop
            stop = pos + self.len_body
            if stop > end:
                buf, end = self._reach(stop - pos, "body", pos)
            self.body = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            return None, buf, pos, end

        def _read_part_2(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + (0 if (pos >= end and not self._goes_on(buf, pos)) else self.len_body % 2)
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "padding", pos)
            self.padding = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            return stop

        def _derive(self) -> None:
            self._set_tag(
                "body",
                "id",
                (
                    (Wav.Format, "fmt "),
                    (Wav.Data, "data"),
                    (Wav.Fact, "fact"),
                    (Wav.Cue, "cue "),
                    (Wav.Playlist, "plst"),
                    (Wav.List, "LIST"),
                    (Wav.Instrument, "inst"),
                    (Wav.Sampler, "smpl"),
                    (Wav.Broadcast, "bext"),
                    (Wav.Xml, "iXML"),
                    (Wav.Xml, "axml"),
                    (Wav.Xml, "_PMX"),
                ),
            )
            self._set_default("padding", b"")

        def _write__seq(self, io: Writer) -> None:
            this: Any = self  # whose fields of several types are looked into
            if self.id == "fmt ":
                self._stored_body = self._window(
                    io, "body", self.body, Wav.Format, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.id == "data":
                self._stored_body = self._window(
                    io, "body", self.body, Wav.Data, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.id == "fact":
                self._stored_body = self._window(
                    io, "body", self.body, Wav.Fact, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.id == "cue ":
                self._stored_body = self._window(
                    io, "body", self.body, Wav.Cue, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.id == "plst":
                self._stored_body = self._window(
                    io, "body", self.body, Wav.Playlist, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.id == "LIST":
                self._stored_body = self._window(
                    io, "body", self.body, Wav.List, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.id == "inst":
                self._stored_body = self._window(
                    io, "body", self.body, Wav.Instrument, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.id == "smpl":
                self._stored_body = self._window(
                    io, "body", self.body, Wav.Sampler, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.id == "bext":
                self._stored_body = self._window(
                    io, "body", self.body, Wav.Broadcast, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.id in ("iXML", "axml", "_PMX"):
                self._stored_body = self._window(
                    io, "body", self.body, Wav.Xml, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            else:
                self._stored_body = this.body
                self._set_derived("len_body", len(self._stored_body), "body")
            io.put_sized(encode_text(self.id, "iso8859-1", "id"), 4, "id")
            io.u4le(self.len_body, "len_body")
            if self.id in ("cue ", "plst", "inst", "smpl"):
                io.put_filled(self._stored_body, self.len_body, "body", 0, of=self)
            else:
                io.put_sized(self._stored_body, self.len_body, "body")
            io.put_filled(
                self.padding, 0 if io.is_eof() else self.len_body % 2, "padding", 0, of=self
            )

        @staticmethod
        def _body_types() -> dict[object, type[Any]]:
            """Types that `body` may have, by what tells them."""
            return {
                "fmt ": Wav.Format,
                "data": Wav.Data,
                "fact": Wav.Fact,
                "cue ": Wav.Cue,
                "plst": Wav.Playlist,
                "LIST": Wav.List,
                "inst": Wav.Instrument,
                "smpl": Wav.Sampler,
                "bext": Wav.Broadcast,
                "iXML": Wav.Xml,
                "axml": Wav.Xml,
                "_PMX": Wav.Xml,
            }

    class Format(Struct):
        """Type `format`.

        Attributes:
            sample_rate: Frames a second; a frame is a sample of each channel.
            len_frame: Bytes of a frame; of packed sound, of a block.
            bits: Bits of a sample. It takes whole bytes.
            rest: What a coding of its own has to tell, with its length in two bytes before.
        """

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "tag",
            "num_channels",
            "sample_rate",
            "bytes_per_second",
            "len_frame",
            "bits",
            "rest",
        )

        _root: Wav
        _parent: Wav.Chunk
        tag: Wav.Tag | int
        num_channels: int
        sample_rate: int
        bytes_per_second: int
        len_frame: int
        bits: int
        extension: Wav.Extension
        rest: bytes

        _BLOCK_0: ClassVar[Block] = Block(
            ("tag", "u2le"),
            ("num_channels", "u2le"),
            ("sample_rate", "u4le"),
            ("bytes_per_second", "u4le"),
            ("len_frame", "u2le"),
            ("bits", "u2le"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                tag: Required[Wav.Tag | int]
                num_channels: Required[int]
                sample_rate: Required[int]
                bytes_per_second: int
                len_frame: int
                bits: Required[int]
                extension: Wav.Extension | Wav.Extension._Fields
                rest: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 16
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            (
                self.tag,
                self.num_channels,
                self.sample_rate,
                self.bytes_per_second,
                self.len_frame,
                self.bits,
            ) = _unpack_Wav_Format_0(buf, pos)
            pos = stop
            self.tag = _members_Wav_Tag[self.tag]
            if not self.num_channels >= 1:
                io = self._io_at(pos)
                expect_at_least(
                    "num_channels", self.num_channels, 1, io, 14, place="/types/format/seq/1"
                )
            if not self.len_frame >= 1:
                io = self._io_at(pos)
                expect_at_least("len_frame", self.len_frame, 1, io, 4, place="/types/format/seq/4")
            if self.tag == Wav.Tag.extensible:
                self.extension = child = new(Wav.Extension)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.rest = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            return pos

        def _derive(self) -> None:
            self._set_default("rest", bytes([]))
            if self.tag == Wav.Tag.extensible:
                self._make("extension", Wav.Extension)
            self._set_default(
                "bytes_per_second", self.sample_rate * self.num_channels * ((self.bits + 7) // 8)
            )
            self._set_default("len_frame", self.num_channels * ((self.bits + 7) // 8))

        def _check(self) -> None:
            expect_at_least("num_channels", self.num_channels, 1, place="/types/format/seq/1")
            expect_at_least("len_frame", self.len_frame, 1, place="/types/format/seq/4")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(
                io,
                self.tag,
                self.num_channels,
                self.sample_rate,
                self.bytes_per_second,
                self.len_frame,
                self.bits,
            )
            if self.tag == Wav.Tag.extensible:
                self._write_child(io, "extension", self.extension, Wav.Extension)
            elif hasattr(self, "extension"):
                self._leave_out("extension")
            io.put(self.rest)

        @computed
        def coding(self) -> Wav.Tag | int:
            """How samples are stored."""
            return self.extension.tag if self.tag == Wav.Tag.extensible else self.tag

        @computed
        def rate(self) -> int:
            """The same, of sound that can be heard."""
            value = self.sample_rate
            expect_at_least("rate", value, 1, place="/types/format/instances/rate")
            expect_at_most("rate", value, 0x7FFFFFFF, place="/types/format/instances/rate")
            return value

        @computed
        def is_consistent(self) -> bool:
            """Whether the numbers go together."""
            value = (
                self.bits >= 1 and self.bits <= 64 and self.is_whole
                if self.coding == Wav.Tag.pcm
                else self.bits in {32, 64} and self.is_whole
                if self.coding == Wav.Tag.ieee_float
                else self.bits == 8 and self.is_whole
                if self.coding == Wav.Tag.a_law or self.coding == Wav.Tag.mu_law
                else True
            )
            expect_equal(
                "is_consistent", value, True, place="/types/format/instances/is_consistent"
            )
            return value

        @computed
        def is_whole(self) -> bool:
            """Whether a frame is its samples, in whole bytes."""
            return bounded(self.len_frame == self.num_channels * ((self.bits + 7) // 8))

        @computed
        def len_sample(self) -> int:
            """Instance `len_sample`."""
            return self.len_frame // self.num_channels

        @computed
        def sample(self) -> Wav.Sample | int:
            """The coding and the bytes of a sample."""
            return _members_Wav_Sample[int(self.coding) << 8 | self.len_sample]

        @computed
        def is_plain(self) -> bool:
            """Whether samples are stored as they are."""
            return (
                (self.coding == Wav.Tag.pcm and (self.len_sample <= 4 or self.len_sample == 8))
                or (self.coding == Wav.Tag.ieee_float and self.len_sample in {4, 8})
            ) and self.len_frame % self.num_channels == 0

    class Extension(Struct):
        """Type `extension`.

        Attributes:
            channel_mask: Which loudspeaker each channel is for, from the lowest bit on; 0 if
                nothing is said.
            guid: The rest of the GUID that begins with the tag.
        """

        __slots__ = ("len_extension", "valid_bits", "channel_mask", "tag", "guid")

        _root: Wav
        _parent: Wav.Format
        len_extension: int
        valid_bits: int
        channel_mask: int
        tag: Wav.Tag | int
        guid: bytes

        SIZE: ClassVar[int] = 24
        _looks_up: ClassVar[tuple[str, ...]] = ("_parent.bits",)
        _BLOCK_0: ClassVar[Block] = Block(
            ("len_extension", "u2le"),
            ("valid_bits", "u2le"),
            ("channel_mask", "u4le"),
            ("tag", "u2le"),
            ("guid", "14s"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len_extension: int
                valid_bits: int
                channel_mask: int
                tag: Required[Wav.Tag | int]
                guid: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 24
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.len_extension, self.valid_bits, self.channel_mask, self.tag, self.guid = (
                _unpack_Wav_Extension_0(buf, pos)
            )
            pos = stop
            self.tag = _members_Wav_Tag[self.tag]
            if not self.len_extension >= 22:
                io = self._io_at(pos)
                expect_at_least(
                    "len_extension", self.len_extension, 22, io, 24, place="/types/extension/seq/0"
                )
            return pos

        def _derive(self) -> None:
            self._set_default("len_extension", 22)
            self._set_default("channel_mask", 0)
            self._set_default("guid", b"\x00\x00\x00\x00\x10\x00\x80\x00\x00\xaa\x008\x9bq")
            self._set_default("valid_bits", self._parent.bits)

        def _check(self) -> None:
            expect_at_least("len_extension", self.len_extension, 22, place="/types/extension/seq/0")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(
                io, self.len_extension, self.valid_bits, self.channel_mask, self.tag, self.guid
            )

    class Data(Struct):
        """Type `data`.

        Attributes:
            samples: A row for each frame, a column for each channel. Of 8 bits they are unsigned,
                128 in the middle.
            packed: What another coding makes of them.
        """

        __slots__ = ("_start", "_end", "_stop")

        _root: Wav
        _parent: Wav.Chunk
        samples: Encoded
        packed: bytes

        _looks_up: ClassVar[tuple[str, ...]] = ("_root.form.chunks",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                samples: Packable
                packed: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            if self.format.is_plain:
                io = self._io_at(pos)
                self.samples = Encoded.read(io, io.left(), self._samples_stages(), self, "samples")
                pos = io._pos
            else:
                if type(buf) is bytearray:
                    buf, end = self._reach_rest(buf, pos, end)
                self.packed = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
                pos = max(pos, end)
            return pos

        def _samples_stages(self) -> tuple[Stage, ...]:
            """What turns the stored bytes of `samples` into an array."""
            match self.format.len_sample:
                case 3:
                    return (
                        Stage(
                            "short_int",
                            shape=(-1, self.format.num_channels),
                            dtype=self._samples_dtype(),
                            width=3,
                        ),
                    )
                case _:
                    return (
                        Stage(
                            "raw", shape=(-1, self.format.num_channels), dtype=self._samples_dtype()
                        ),
                    )

        @staticmethod
        @cache
        def _samples_dtypes() -> dict[object, str]:
            """Dtypes that the array of `samples` may have, by what tells them."""
            return {
                Wav.Sample.uint8: "uint8",
                Wav.Sample.int16: "int16",
                Wav.Sample.int24: "int32",
                Wav.Sample.int32: "int32",
                Wav.Sample.int64: "int64",
                Wav.Sample.float32: "float32",
                Wav.Sample.float64: "float64",
            }

        def _samples_dtype(self) -> str:
            """Dtype of the array of `samples`."""
            dtypes = self._samples_dtypes()
            if self.format.sample not in dtypes:
                raise no_case(self, "samples", self.format.sample, tuple(dtypes), "dtype")
            return dtypes[self.format.sample]

        def _derive(self) -> None:
            if self.format.is_plain:
                self.samples = Encoded.of(self.samples, self._samples_stages(), self, "samples")

        def _write__seq(self, io: Writer) -> None:
            if self.format.is_plain:
                self.samples.write(io)
                if hasattr(self, "packed"):
                    self._leave_out("packed")
            else:
                if hasattr(self, "samples"):
                    self._leave_out("samples")
                io.put(self.packed)

        @computed
        def format(self) -> Wav.Format:
            """Instance `format`."""
            this: Any = self  # whose fields of several types are looked into
            value: Wav.Format = first_of(
                each for each in this._root.form.chunks if each.id == "fmt "
            ).body
            return value

    class Fact(Struct):
        """Type `fact`.

        Attributes:
            num_frames: How many frames `data` has, for codings that do not tell it. It does not
                follow an edit.
        """

        __slots__ = ("_start", "_end", "_stop", "num_frames", "rest")

        _root: Wav
        _parent: Wav.Chunk
        num_frames: int
        rest: bytes

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_frames: Required[int]
                rest: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "num_frames", pos)
            self.num_frames = unpack_u4le(buf, pos)[0]
            pos = stop
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.rest = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            return pos

        def _derive(self) -> None:
            self._set_default("rest", bytes([]))

        def _write__seq(self, io: Writer) -> None:
            io.u4le(self.num_frames, "num_frames")
            io.put(self.rest)

    class Cue(Struct):
        """Type `cue`."""

        __slots__ = ("_start", "_end", "_stop", "num_points", "points")

        _root: Wav
        _parent: Wav.Chunk
        num_points: int
        points: list[Wav.CuePoint]

        _derived: ClassVar[tuple[str, ...]] = ("num_points",)
        _PARTS: ClassVar[Parts] = (
            FieldsPart("_read_part_0"),
            ListPart("points", "counted", ("points",), 24, None),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_points: int
                points: Required[Iterable[Wav.CuePoint | Wav.CuePoint._Fields]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "num_points", pos)
            self.num_points = unpack_u4le(buf, pos)[0]
            pos = stop
            count = self.num_points
            if not 0 <= count * 24 <= end - pos:
                count = self._io_at(pos).count(count, "points", 24)
            self.points, pos = self._rows_at(Wav.CuePoint, buf, pos, end, count, "points")
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "num_points", pos)
            self.num_points = unpack_u4le(buf, pos)[0]
            return stop

        def _count_points(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            count = io.count(self.num_points, "points", 24)
            return count

        def _element_points(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            child = new(Wav.CuePoint)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.points.append(child)
            return pos

        def _derive(self) -> None:
            self._set_derived("num_points", len(self.points), "points")

        def _write__seq(self, io: Writer) -> None:
            io.u4le(self.num_points, "num_points")
            self._write_rows(io, "points", self.points, Wav.CuePoint)

    class CuePoint(Struct):
        """Type `cue_point`.

        Attributes:
            position: Among the frames, in the order of play.
        """

        __slots__ = ("id", "position", "chunk", "ofs_chunk", "ofs_block", "frame")

        _root: Wav
        _parent: Wav.Cue
        id: int
        position: int
        chunk: str
        ofs_chunk: int
        ofs_block: int
        frame: int

        SIZE: ClassVar[int] = 24
        _BLOCK_0: ClassVar[Block] = Block(("id", "u4le"), ("position", "u4le"))
        _BLOCK_1: ClassVar[Block] = Block(
            ("ofs_chunk", "u4le"), ("ofs_block", "u4le"), ("frame", "u4le")
        )
        _STRIDE: ClassVar[Stride] = Stride(("skip", 24), is_sure=False)
        _FIXED_0: ClassVar[Fixed] = Fixed(
            ("id", "u4le"),
            ("position", "u4le"),
            ("chunk", "4s", "ascii"),
            ("ofs_chunk", "u4le"),
            ("ofs_block", "u4le"),
            ("frame", "u4le"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                id: Required[int]
                position: Required[int]
                chunk: str
                ofs_chunk: int
                ofs_block: int
                frame: int

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 24
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            self.id, self.position, stored_chunk, self.ofs_chunk, self.ofs_block, self.frame = (
                _unpack_Wav_CuePoint_FIXED_0(buf, pos)
            )
            self.chunk = stored_chunk.decode("ascii")
            return stop

        @classmethod
        def _make_rows(
            cls, buf: bytes, pos: int, count: int, holder: Any
        ) -> tuple[list[Self], int]:
            records, root = [*map(new, repeat(cls, count))], holder._root
            unpack_0 = cls._BLOCK_0.unpack
            unpack_1 = cls._BLOCK_1.unpack
            for record in records:
                record._parent, record._root = holder, root
                record.id, record.position = unpack_0(buf, pos)
                pos += 8
                stop = pos + 4
                record.chunk = buf[pos:stop].decode("ascii")
                pos = stop
                record.ofs_chunk, record.ofs_block, record.frame = unpack_1(buf, pos)
                pos += 12
            return records, pos

        def _derive(self) -> None:
            self._set_default("chunk", "data")
            self._set_default("ofs_chunk", 0)
            self._set_default("ofs_block", 0)
            self._set_default("frame", self.position)

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.id, self.position)
            io.put_sized(encode_text(self.chunk, "ascii", "chunk"), 4, "chunk")
            self._BLOCK_1.write(io, self.ofs_chunk, self.ofs_block, self.frame)

    class Playlist(Struct):
        """Type `playlist`."""

        __slots__ = ("_start", "_end", "_stop", "num_segments", "segments")

        _root: Wav
        _parent: Wav.Chunk
        num_segments: int
        segments: list[Wav.Segment]

        _derived: ClassVar[tuple[str, ...]] = ("num_segments",)
        _PARTS: ClassVar[Parts] = (
            FieldsPart("_read_part_0"),
            ListPart("segments", "counted", ("segments",), 12, None),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_segments: int
                segments: Required[Iterable[Wav.Segment | Wav.Segment._Fields]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "num_segments", pos)
            self.num_segments = unpack_u4le(buf, pos)[0]
            pos = stop
            count = self.num_segments
            if not 0 <= count * 12 <= end - pos:
                count = self._io_at(pos).count(count, "segments", 12)
            stop = pos + count * 12
            if type(buf) is bytes and stop <= end and count <= 341:
                self.segments, pos = Wav.Segment._make_rows(buf, pos, count, self)
            else:
                self.segments, pos = self._rows_at(Wav.Segment, buf, pos, end, count, "segments")
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "num_segments", pos)
            self.num_segments = unpack_u4le(buf, pos)[0]
            return stop

        def _count_segments(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            count = io.count(self.num_segments, "segments", 12)
            return count

        def _element_segments(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            child = new(Wav.Segment)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.segments.append(child)
            return pos

        def _derive(self) -> None:
            self._set_derived("num_segments", len(self.segments), "segments")

        def _write__seq(self, io: Writer) -> None:
            io.u4le(self.num_segments, "num_segments")
            self._write_rows(io, "segments", self.segments, Wav.Segment)

    class Segment(Struct):
        """Type `segment`."""

        __slots__ = ("cue_point", "num_frames", "num_loops")

        _root: Wav
        _parent: Wav.Playlist
        cue_point: int
        num_frames: int
        num_loops: int

        SIZE: ClassVar[int] = 12
        _BLOCK_0: ClassVar[Block] = Block(
            ("cue_point", "u4le"), ("num_frames", "u4le"), ("num_loops", "u4le")
        )
        _STRIDE: ClassVar[Stride] = Stride(("skip", 12))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                cue_point: Required[int]
                num_frames: Required[int]
                num_loops: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 12
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.cue_point, self.num_frames, self.num_loops = _unpack_Wav_Segment_0(buf, pos)
            return stop

        @classmethod
        def _make_rows(
            cls, buf: bytes, pos: int, count: int, holder: Any
        ) -> tuple[list[Self], int]:
            records: list[Self] = []
            root, stop = holder._root, pos + count * 12
            for values in _each_Wav_Segment_0(buf[pos:stop]):
                record = new(cls)
                record._parent, record._root = holder, root
                record.cue_point, record.num_frames, record.num_loops = values
                records.append(record)
            return records, stop

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.cue_point, self.num_frames, self.num_loops)

        @classmethod
        def _packed(cls, rows: Sequence[Self]) -> list[bytes | bytearray]:
            pack, size, pos = cls._BLOCK_0.pack_into, cls._BLOCK_0.size, 0
            packed = bytearray(size * len(rows))
            for row in rows:
                pack(packed, pos, row.cue_point, row.num_frames, row.num_loops)
                pos += size
            return [packed]

    class List(Struct):
        """Type `list`."""

        __slots__ = ("_start", "_end", "_stop", "kind", "items")

        _root: Wav
        _parent: Wav.Chunk
        kind: str
        items: Wav.Info | Wav.Labels | bytes

        _raw_items = Raw("items")
        _places: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("items",)
        _derived: ClassVar[tuple[str, ...]] = ("kind",)
        _PARTS: ClassVar[Parts] = (FieldsPart("_read_part_0"), RecordPart("items"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                kind: str
                items: Required[Any]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "kind", pos)
            self.kind = decode_at(buf[pos:stop], "iso8859-1", "kind", self, pos)
            pos = stop
            if self.kind == "INFO":
                if type(buf) is bytearray:
                    buf, end = self._reach_rest(buf, pos, end)
                stop = pos + max(end - pos, 0)
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "items", pos)
                this.items = child = new(Wav.Info)
                child._parent, child._root = self, self._root
                child._start, child._end = pos, stop
                child._stop = child._read_at(buf, pos, stop)
                pos = stop
            elif self.kind == "adtl":
                if type(buf) is bytearray:
                    buf, end = self._reach_rest(buf, pos, end)
                stop = pos + max(end - pos, 0)
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "items", pos)
                this.items = child = new(Wav.Labels)
                child._parent, child._root = self, self._root
                child._start, child._end = pos, stop
                child._stop = child._read_at(buf, pos, stop)
                pos = stop
            else:
                if type(buf) is bytearray:
                    buf, end = self._reach_rest(buf, pos, end)
                self.items = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
                pos = max(pos, end)
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "kind", pos)
            self.kind = decode_at(buf[pos:stop], "iso8859-1", "kind", self, pos)
            return stop

        def _open_items(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
            this: Any = self  # whose fields of several types are looked into
            if self.kind == "INFO":
                if type(buf) is bytearray:
                    buf, end = self._reach_rest(buf, pos, end)
                stop = pos + max(end - pos, 0)
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "items", pos)
                this.items = child = new(Wav.Info)
                child._parent, child._root = self, self._root
                child._start, child._end = pos, stop
                return child, buf, pos, stop
            if self.kind == "adtl":
                if type(buf) is bytearray:
                    buf, end = self._reach_rest(buf, pos, end)
                stop = pos + max(end - pos, 0)
                if not pos <= stop <= end:
                    buf, end = self._reach(stop - pos, "items", pos)
                this.items = child = new(Wav.Labels)
                child._parent, child._root = self, self._root
                child._start, child._end = pos, stop
                return child, buf, pos, stop
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.items = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            return None, buf, pos, end

        def _derive(self) -> None:
            self._set_tag("items", "kind", ((Wav.Info, "INFO"), (Wav.Labels, "adtl")))

        def _write__seq(self, io: Writer) -> None:
            this: Any = self  # whose fields of several types are looked into
            io.put_sized(encode_text(self.kind, "iso8859-1", "kind"), 4, "kind")
            if self.kind == "INFO":
                io.put(self._window(io, "items", self.items, Wav.Info, grows=True, in_pieces=True))
            elif self.kind == "adtl":
                io.put(
                    self._window(io, "items", self.items, Wav.Labels, grows=True, in_pieces=True)
                )
            else:
                io.put(this.items)

    class Info(Struct):
        """Type `info`."""

        __slots__ = ("_start", "_end", "_stop", "texts")

        _root: Wav
        _parent: Wav.List
        texts: list[Wav.InfoText]

        _places: ClassVar[bool] = True
        _once: ClassVar[tuple[str, ...]] = ("texts",)
        _PARTS: ClassVar[Parts] = (ListPart("texts", "end", ("texts",), 0, None),)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                texts: Required[Iterable[Wav.InfoText | Wav.InfoText._Fields]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            if end - pos >= 16384:
                self.texts, pos = self._once_at(
                    Wav.InfoText, buf, pos, end, -1, "texts", by_ways=True
                )
            else:
                self.texts = []
                type_texts = Wav.InfoText
                while pos < end or self._goes_on(buf, pos):
                    child = new(type_texts)
                    child._parent, child._root = self, self._root
                    pos = child._read_at(buf, pos, end)
                    self.texts.append(child)
            return pos

        def _element_texts(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            child = new(Wav.InfoText)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.texts.append(child)
            return pos

        def _write__seq(self, io: Writer) -> None:
            for text in self._seen_in(self.texts, io):
                self._write_child(io, "texts", text, Wav.InfoText)

    class InfoText(Struct):
        """Type `info_text`.

        Attributes:
            id: What it is, `INAM` (title), `IART` (artist), `ICMT` (comment), `ISFT` (software), …
        """

        __slots__ = ("id", "len_text", "text", "padding")

        _root: Wav
        _parent: Wav.Info
        id: str
        len_text: int
        text: str
        padding: bytes

        _places: ClassVar[bool] = True
        _goes_by_place: ClassVar[bool] = True
        _derived: ClassVar[tuple[str, ...]] = ("len_text",)
        _FIXED_0: ClassVar[Fixed] = Fixed(("id", "4s", "ascii"), ("len_text", "u4le"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                id: Required[str]
                len_text: int
                text: Required[str]
                padding: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 8
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            stored_id, self.len_text = _unpack_Wav_InfoText_FIXED_0(buf, pos)
            self.id = stored_id.decode("ascii")
            pos = stop
            stop = pos + self.len_text
            if stop > end:
                buf, end = self._reach(stop - pos, "text", pos)
            self.text = decode_at(
                trim(
                    buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop]),
                    None,
                    b"\x00",
                    include=False,
                ),
                "iso8859-1",
                "text",
                self,
                pos,
            )
            pos = stop
            stop = pos + (0 if (pos >= end and not self._goes_on(buf, pos)) else self.len_text % 2)
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "padding", pos)
            self.padding = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            return stop

        def _derive(self) -> None:
            self._set_default("padding", b"")
            self._set_ended("len_text", self._least_len_text_by_text, "text")

        def _least_len_text_by_text(self) -> int:
            return len(encode_text(self.text, "iso8859-1", "text")) + 1

        def _write__seq(self, io: Writer) -> None:
            io.put_sized(encode_text(self.id, "ascii", "id"), 4, "id")
            io.u4le(self.len_text, "len_text")
            io.put_trimmed(
                encode_text(self.text, "iso8859-1", "text"),
                self.len_text,
                "text",
                None,
                b"\x00",
                include=False,
            )
            io.put_filled(
                self.padding, 0 if io.is_eof() else self.len_text % 2, "padding", 0, of=self
            )

    class Labels(Struct):
        """Type `labels`."""

        __slots__ = ("_start", "_end", "_stop", "items")

        _root: Wav
        _parent: Wav.List
        items: list[Wav.Label]

        _places: ClassVar[bool] = True
        _once: ClassVar[tuple[str, ...]] = ("items",)
        _PARTS: ClassVar[Parts] = (ListPart("items", "end", ("items",), 0, None),)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                items: Required[Iterable[Wav.Label | Wav.Label._Fields]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            if end - pos >= 16384:
                self.items, pos = self._once_at(Wav.Label, buf, pos, end, -1, "items", by_ways=True)
            else:
                self.items = []
                type_items = Wav.Label
                while pos < end or self._goes_on(buf, pos):
                    child = new(type_items)
                    child._parent, child._root = self, self._root
                    pos = child._read_at(buf, pos, end)
                    self.items.append(child)
            return pos

        def _element_items(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            child = new(Wav.Label)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.items.append(child)
            return pos

        def _write__seq(self, io: Writer) -> None:
            for items_item in self._seen_in(self.items, io):
                self._write_child(io, "items", items_item, Wav.Label)

    class Label(Struct):
        """Type `label`."""

        __slots__ = ("id", "len_body", "body", "padding", "_stored_body")

        _root: Wav
        _parent: Wav.Labels
        _stored_body: bytes
        id: str
        len_body: int
        body: Wav.TextOfCue | Wav.TextOfSegment | bytes
        padding: bytes

        _raw_body = Raw("body")
        _places: ClassVar[bool] = True
        _goes_by_place: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("body",)
        _derived: ClassVar[tuple[str, ...]] = ("id", "len_body")
        _FIXED_0: ClassVar[Fixed] = Fixed(("id", "4s", "ascii"), ("len_body", "u4le"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                id: str
                len_body: int
                body: Required[Any]
                padding: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            stop = pos + 8
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            stored_id, self.len_body = _unpack_Wav_Label_FIXED_0(buf, pos)
            self.id = stored_id.decode("ascii")
            pos = stop
            if self.id in ("labl", "note"):
                stop = pos + self.len_body
                if stop > end:
                    buf, end = self._reach(stop - pos, "body", pos)
                this.body = child = new(Wav.TextOfCue)
                child._parent, child._root = self, self._root
                child._start, child._end = pos, stop
                child._stop = child._read_at(buf, pos, stop)
                pos = stop
            elif self.id == "ltxt":
                stop = pos + self.len_body
                if stop > end:
                    buf, end = self._reach(stop - pos, "body", pos)
                this.body = child = new(Wav.TextOfSegment)
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
            stop = pos + (0 if (pos >= end and not self._goes_on(buf, pos)) else self.len_body % 2)
            if not pos <= stop <= end:
                buf, end = self._reach(stop - pos, "padding", pos)
            self.padding = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            return stop

        def _derive(self) -> None:
            self._set_tag(
                "body",
                "id",
                ((Wav.TextOfCue, "labl"), (Wav.TextOfCue, "note"), (Wav.TextOfSegment, "ltxt")),
            )
            self._set_default("padding", b"")

        def _write__seq(self, io: Writer) -> None:
            this: Any = self  # whose fields of several types are looked into
            if self.id in ("labl", "note"):
                self._stored_body = self._window(
                    io, "body", self.body, Wav.TextOfCue, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.id == "ltxt":
                self._stored_body = self._window(
                    io, "body", self.body, Wav.TextOfSegment, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            else:
                self._stored_body = this.body
                self._set_derived("len_body", len(self._stored_body), "body")
            io.put_sized(encode_text(self.id, "ascii", "id"), 4, "id")
            io.u4le(self.len_body, "len_body")
            if self.id in ("labl", "note", "ltxt"):
                io.put_filled(self._stored_body, self.len_body, "body", 0, of=self)
            else:
                io.put_sized(self._stored_body, self.len_body, "body")
            io.put_filled(
                self.padding, 0 if io.is_eof() else self.len_body % 2, "padding", 0, of=self
            )

    class TextOfCue(Struct):
        """Type `text_of_cue`."""

        __slots__ = ("_start", "_end", "_stop", "cue_point", "text")

        _root: Wav
        _parent: Wav.Label
        cue_point: int
        text: str

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                cue_point: Required[int]
                text: Required[str]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "cue_point", pos)
            self.cue_point = unpack_u4le(buf, pos)[0]
            pos = stop
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.text = decode_at(
                trim(
                    buf[pos:end] if type(buf) is bytes else copied(buf[pos:end]),
                    None,
                    b"\x00",
                    include=False,
                ),
                "iso8859-1",
                "text",
                self,
                pos,
            )
            pos = max(pos, end)
            return pos

        def _write__seq(self, io: Writer) -> None:
            io.u4le(self.cue_point, "cue_point")
            io.put_to_end(
                encode_text(self.text, "iso8859-1", "text"), "text", None, b"\x00", include=False
            )

    class TextOfSegment(Struct):
        """Type `text_of_segment`."""

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "cue_point",
            "num_frames",
            "purpose",
            "country",
            "language",
            "dialect",
            "code_page",
            "text",
        )

        _root: Wav
        _parent: Wav.Label
        cue_point: int
        num_frames: int
        purpose: str
        country: int
        language: int
        dialect: int
        code_page: int
        text: str

        _BLOCK_0: ClassVar[Block] = Block(("cue_point", "u4le"), ("num_frames", "u4le"))
        _BLOCK_1: ClassVar[Block] = Block(
            ("country", "u2le"), ("language", "u2le"), ("dialect", "u2le"), ("code_page", "u2le")
        )
        _FIXED_0: ClassVar[Fixed] = Fixed(
            ("cue_point", "u4le"),
            ("num_frames", "u4le"),
            ("purpose", "4s", "iso8859-1"),
            ("country", "u2le"),
            ("language", "u2le"),
            ("dialect", "u2le"),
            ("code_page", "u2le"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                cue_point: Required[int]
                num_frames: Required[int]
                purpose: Required[str]
                country: Required[int]
                language: Required[int]
                dialect: Required[int]
                code_page: Required[int]
                text: Required[str]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 20
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            (
                self.cue_point,
                self.num_frames,
                stored_purpose,
                self.country,
                self.language,
                self.dialect,
                self.code_page,
            ) = _unpack_Wav_TextOfSegment_FIXED_0(buf, pos)
            self.purpose = decode_at(stored_purpose, "iso8859-1", "purpose", self, pos + 8)
            pos = stop
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.text = decode_at(
                trim(
                    buf[pos:end] if type(buf) is bytes else copied(buf[pos:end]),
                    None,
                    b"\x00",
                    include=False,
                ),
                "iso8859-1",
                "text",
                self,
                pos,
            )
            pos = max(pos, end)
            return pos

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.cue_point, self.num_frames)
            io.put_sized(encode_text(self.purpose, "iso8859-1", "purpose"), 4, "purpose")
            self._BLOCK_1.write(io, self.country, self.language, self.dialect, self.code_page)
            io.put_to_end(
                encode_text(self.text, "iso8859-1", "text"), "text", None, b"\x00", include=False
            )

    class Instrument(Struct):
        """Type `instrument`."""

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "unshifted_note",
            "fine_tune",
            "gain",
            "low_note",
            "high_note",
            "low_velocity",
            "high_velocity",
        )

        _root: Wav
        _parent: Wav.Chunk
        unshifted_note: int
        fine_tune: int
        gain: int
        low_note: int
        high_note: int
        low_velocity: int
        high_velocity: int

        SIZE: ClassVar[int] = 7
        _BLOCK_0: ClassVar[Block] = Block(
            ("unshifted_note", "u1"),
            ("fine_tune", "s1"),
            ("gain", "s1"),
            ("low_note", "u1"),
            ("high_note", "u1"),
            ("low_velocity", "u1"),
            ("high_velocity", "u1"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                unshifted_note: Required[int]
                fine_tune: Required[int]
                gain: Required[int]
                low_note: Required[int]
                high_note: Required[int]
                low_velocity: Required[int]
                high_velocity: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 7
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            (
                self.unshifted_note,
                self.fine_tune,
                self.gain,
                self.low_note,
                self.high_note,
                self.low_velocity,
                self.high_velocity,
            ) = _unpack_Wav_Instrument_0(buf, pos)
            return stop

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(
                io,
                self.unshifted_note,
                self.fine_tune,
                self.gain,
                self.low_note,
                self.high_note,
                self.low_velocity,
                self.high_velocity,
            )

    class Sampler(Struct):
        """Type `sampler`.

        Attributes:
            sample_period: In nanoseconds.
        """

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "manufacturer",
            "product",
            "sample_period",
            "unity_note",
            "pitch_fraction",
            "smpte_format",
            "smpte_offset",
            "num_loops",
            "len_specific",
            "loops",
            "specific",
        )

        _root: Wav
        _parent: Wav.Chunk
        manufacturer: int
        product: int
        sample_period: int
        unity_note: int
        pitch_fraction: int
        smpte_format: int
        smpte_offset: int
        num_loops: int
        len_specific: int
        loops: list[Wav.SampleLoop]
        specific: bytes

        _derived: ClassVar[tuple[str, ...]] = ("num_loops", "len_specific")
        _BLOCK_0: ClassVar[Block] = Block(
            ("manufacturer", "u4le"),
            ("product", "u4le"),
            ("sample_period", "u4le"),
            ("unity_note", "u4le"),
            ("pitch_fraction", "u4le"),
            ("smpte_format", "u4le"),
            ("smpte_offset", "u4le"),
            ("num_loops", "u4le"),
            ("len_specific", "u4le"),
        )
        _PARTS: ClassVar[Parts] = (
            FieldsPart("_read_part_0"),
            ListPart("loops", "counted", ("loops",), 24, None),
            FieldsPart("_read_part_2"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                manufacturer: Required[int]
                product: Required[int]
                sample_period: Required[int]
                unity_note: Required[int]
                pitch_fraction: Required[int]
                smpte_format: Required[int]
                smpte_offset: Required[int]
                num_loops: int
                len_specific: int
                loops: Required[Iterable[Wav.SampleLoop | Wav.SampleLoop._Fields]]
                specific: Required[bytes]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 36
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            (
                self.manufacturer,
                self.product,
                self.sample_period,
                self.unity_note,
                self.pitch_fraction,
                self.smpte_format,
                self.smpte_offset,
                self.num_loops,
                self.len_specific,
            ) = _unpack_Wav_Sampler_0(buf, pos)
            pos = stop
            count = self.num_loops
            if not 0 <= count * 24 <= end - pos:
                count = self._io_at(pos).count(count, "loops", 24)
            stop = pos + count * 24
            if type(buf) is bytes and stop <= end and count <= 170:
                self.loops, pos = Wav.SampleLoop._make_rows(buf, pos, count, self)
            else:
                self.loops, pos = self._rows_at(Wav.SampleLoop, buf, pos, end, count, "loops")
            stop = pos + self.len_specific
            if stop > end:
                buf, end = self._reach(stop - pos, "specific", pos)
            self.specific = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            return stop

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 36
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            (
                self.manufacturer,
                self.product,
                self.sample_period,
                self.unity_note,
                self.pitch_fraction,
                self.smpte_format,
                self.smpte_offset,
                self.num_loops,
                self.len_specific,
            ) = _unpack_Wav_Sampler_0(buf, pos)
            return stop

        def _count_loops(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            count = io.count(self.num_loops, "loops", 24)
            return count

        def _element_loops(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            child = new(Wav.SampleLoop)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.loops.append(child)
            return pos

        def _read_part_2(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + self.len_specific
            if stop > end:
                buf, end = self._reach(stop - pos, "specific", pos)
            self.specific = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            return stop

        def _derive(self) -> None:
            self._set_derived("num_loops", len(self.loops), "loops")
            self._set_derived("len_specific", len(self.specific), "specific")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(
                io,
                self.manufacturer,
                self.product,
                self.sample_period,
                self.unity_note,
                self.pitch_fraction,
                self.smpte_format,
                self.smpte_offset,
                self.num_loops,
                self.len_specific,
            )
            self._write_rows(io, "loops", self.loops, Wav.SampleLoop)
            io.put_sized(self.specific, self.len_specific, "specific")

    class SampleLoop(Struct):
        """Type `sample_loop`."""

        __slots__ = ("cue_point", "kind", "start", "end", "fraction", "num_plays")

        _root: Wav
        _parent: Wav.Sampler
        cue_point: int
        kind: int
        start: int
        end: int
        fraction: int
        num_plays: int

        SIZE: ClassVar[int] = 24
        _BLOCK_0: ClassVar[Block] = Block(
            ("cue_point", "u4le"),
            ("kind", "u4le"),
            ("start", "u4le"),
            ("end", "u4le"),
            ("fraction", "u4le"),
            ("num_plays", "u4le"),
        )
        _STRIDE: ClassVar[Stride] = Stride(("skip", 24))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                cue_point: Required[int]
                kind: Required[int]
                start: Required[int]
                end: Required[int]
                fraction: Required[int]
                num_plays: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 24
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.cue_point, self.kind, self.start, self.end, self.fraction, self.num_plays = (
                _unpack_Wav_SampleLoop_0(buf, pos)
            )
            return stop

        @classmethod
        def _make_rows(
            cls, buf: bytes, pos: int, count: int, holder: Any
        ) -> tuple[list[Self], int]:
            records: list[Self] = []
            root, stop = holder._root, pos + count * 24
            for values in _each_Wav_SampleLoop_0(buf[pos:stop]):
                record = new(cls)
                record._parent, record._root = holder, root
                (
                    record.cue_point,
                    record.kind,
                    record.start,
                    record.end,
                    record.fraction,
                    record.num_plays,
                ) = values
                records.append(record)
            return records, stop

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(
                io, self.cue_point, self.kind, self.start, self.end, self.fraction, self.num_plays
            )

        @classmethod
        def _packed(cls, rows: Sequence[Self]) -> list[bytes | bytearray]:
            pack, size, pos = cls._BLOCK_0.pack_into, cls._BLOCK_0.size, 0
            packed = bytearray(size * len(rows))
            for row in rows:
                pack(
                    packed,
                    pos,
                    row.cue_point,
                    row.kind,
                    row.start,
                    row.end,
                    row.fraction,
                    row.num_plays,
                )
                pos += size
            return [packed]

    class Broadcast(Struct):
        """Type `broadcast`.

        Attributes:
            time_reference: The first frame, counted since midnight.
        """

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "description",
            "originator",
            "originator_reference",
            "date",
            "time",
            "time_reference",
            "version",
            "umid",
            "loudness",
            "reserved",
            "coding_history",
        )

        _root: Wav
        _parent: Wav.Chunk
        description: str
        originator: str
        originator_reference: str
        date: str
        time: str
        time_reference: int
        version: int
        umid: bytes
        loudness: list[int]
        reserved: bytes
        coding_history: str

        _BLOCK_0: ClassVar[Block] = Block(
            ("time_reference", "u8le"), ("version", "u2le"), ("umid", "64s")
        )
        _FIXED_0: ClassVar[Fixed] = Fixed(
            ("date", "10s", "iso8859-1"),
            ("time", "8s", "iso8859-1"),
            ("time_reference", "u8le"),
            ("version", "u2le"),
            ("umid", "64s"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                description: Required[str]
                originator: Required[str]
                originator_reference: Required[str]
                date: Required[str]
                time: Required[str]
                time_reference: Required[int]
                version: Required[int]
                umid: Required[bytes]
                loudness: Required[Iterable[int]]
                reserved: bytes
                coding_history: Required[str]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 256
            if stop > end:
                buf, end = self._reach(stop - pos, "description", pos)
            self.description = decode_at(
                trim(
                    buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop]),
                    None,
                    b"\x00",
                    include=False,
                ),
                "iso8859-1",
                "description",
                self,
                pos,
            )
            pos = stop
            stop = pos + 32
            if stop > end:
                buf, end = self._reach(stop - pos, "originator", pos)
            self.originator = decode_at(
                trim(
                    buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop]),
                    None,
                    b"\x00",
                    include=False,
                ),
                "iso8859-1",
                "originator",
                self,
                pos,
            )
            pos = stop
            stop = pos + 32
            if stop > end:
                buf, end = self._reach(stop - pos, "originator_reference", pos)
            self.originator_reference = decode_at(
                trim(
                    buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop]),
                    None,
                    b"\x00",
                    include=False,
                ),
                "iso8859-1",
                "originator_reference",
                self,
                pos,
            )
            pos = stop
            stop = pos + 92
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            stored_date, stored_time, self.time_reference, self.version, self.umid = (
                _unpack_Wav_Broadcast_FIXED_0(buf, pos)
            )
            self.date = decode_at(stored_date, "iso8859-1", "date", self, pos)
            self.time = decode_at(stored_time, "iso8859-1", "time", self, pos + 10)
            pos = stop
            count = 5
            if not 0 <= count * 2 <= end - pos:
                count = self._io_at(pos).count(count, "loudness", 2)
            self.loudness = []
            for _ in range(count):
                stop = pos + 2
                if stop > end:
                    buf, end = self._reach(stop - pos, "loudness", pos)
                self.loudness.append(unpack_s2le(buf, pos)[0])
                pos = stop
            stop = pos + 180
            if stop > end:
                buf, end = self._reach(stop - pos, "reserved", pos)
            self.reserved = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.coding_history = decode_at(buf[pos:end], "iso8859-1", "coding_history", self, pos)
            pos = max(pos, end)
            return pos

        def _derive(self) -> None:
            self._set_default("reserved", b"")

        def _check(self) -> None:
            expect_count("loudness", self.loudness, 5)

        def _write__seq(self, io: Writer) -> None:
            io.put_trimmed(
                encode_text(self.description, "iso8859-1", "description"),
                256,
                "description",
                None,
                b"\x00",
                include=False,
            )
            io.put_trimmed(
                encode_text(self.originator, "iso8859-1", "originator"),
                32,
                "originator",
                None,
                b"\x00",
                include=False,
            )
            io.put_trimmed(
                encode_text(self.originator_reference, "iso8859-1", "originator_reference"),
                32,
                "originator_reference",
                None,
                b"\x00",
                include=False,
            )
            io.put_sized(encode_text(self.date, "iso8859-1", "date"), 10, "date")
            io.put_sized(encode_text(self.time, "iso8859-1", "time"), 8, "time")
            self._BLOCK_0.write(io, self.time_reference, self.version, self.umid)
            for loudnes in self.loudness:
                io.s2le(loudnes, "loudness")
            io.put_filled(self.reserved, 180, "reserved", 0, of=self)
            io.put(encode_text(self.coding_history, "iso8859-1", "coding_history"))

    class Xml(Struct):
        """Type `xml`."""

        __slots__ = ("_start", "_end", "_stop", "text")

        _root: Wav
        _parent: Wav.Chunk
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
            self.text = str(buf[pos:end], "utf-8")
            pos = max(pos, end)
            return pos

        def _write__seq(self, io: Writer) -> None:
            io.put(encode_text(self.text, "utf-8", "text"))


# What methods look up, at the price of a name.
_each_Wav_SampleLoop_0 = Wav.SampleLoop._BLOCK_0.each
_each_Wav_Segment_0 = Wav.Segment._BLOCK_0.each
_members_Wav_Sample = Members(lambda: Wav.Sample)
_members_Wav_Tag = Members(lambda: Wav.Tag)
_types_Wav_Chunk_body = Types(Wav.Chunk._body_types)
_unpack_Wav_Broadcast_FIXED_0 = Wav.Broadcast._FIXED_0.unpack
_unpack_Wav_Chunk_FIXED_0 = Wav.Chunk._FIXED_0.unpack
_unpack_Wav_CuePoint_FIXED_0 = Wav.CuePoint._FIXED_0.unpack
_unpack_Wav_Extension_0 = Wav.Extension._BLOCK_0.unpack
_unpack_Wav_FIXED_0 = Wav._FIXED_0.unpack
_unpack_Wav_Format_0 = Wav.Format._BLOCK_0.unpack
_unpack_Wav_InfoText_FIXED_0 = Wav.InfoText._FIXED_0.unpack
_unpack_Wav_Instrument_0 = Wav.Instrument._BLOCK_0.unpack
_unpack_Wav_Label_FIXED_0 = Wav.Label._FIXED_0.unpack
_unpack_Wav_SampleLoop_0 = Wav.SampleLoop._BLOCK_0.unpack
_unpack_Wav_Sampler_0 = Wav.Sampler._BLOCK_0.unpack
_unpack_Wav_Segment_0 = Wav.Segment._BLOCK_0.unpack
_unpack_Wav_TextOfSegment_FIXED_0 = Wav.TextOfSegment._FIXED_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Wav":"wav","Wav.Form":"wav::form","Wav.Chunk":"wav::chunk","Wav.Format":"wav::format",
"Wav.Extension":"wav::extension","Wav.Data":"wav::data","Wav.Fact":"wav::fact","Wav.Cue":"wav::cue",
"Wav.CuePoint":"wav::cue_point","Wav.Playlist":"wav::playlist","Wav.Segment":"wav::segment",
"Wav.List":"wav::list","Wav.Info":"wav::info","Wav.InfoText":"wav::info_text",
"Wav.Labels":"wav::labels","Wav.Label":"wav::label","Wav.TextOfCue":"wav::text_of_cue",
"Wav.TextOfSegment":"wav::text_of_segment","Wav.Instrument":"wav::instrument",
"Wav.Sampler":"wav::sampler","Wav.SampleLoop":"wav::sample_loop","Wav.Broadcast":"wav::broadcast",
"Wav.Xml":"wav::xml"},
"spec":{"id":"wav","title":"RIFF/WAVE sound","file":"wav.ksy",
"digest":"276b6471b416598f4759686e29763567afa59e1ccf04029ef44efe8ea19a58ca","types":[
{"path":"wav","parent":"any record","endian":"le","fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"offset":0,"size":4,
"contents":{"hex":"52494646"}},
{"id":"len_form","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":4,"size":4},
{"id":"form","type":"wav::form","stored":{"is":"Record","path":"wav::form",
"extent":{"size":"len_form"}},"offset":8}],"instances":[
{"id":"format","type":"wav::format","value":["get",["first",["where",["get","form","chunks"],["eq",
["get","_","id"],["text","fmt "]]]],"body"],"doc":"What a sample is."},
{"id":"data","type":"wav::data","value":["get",["first",["where",["get","form","chunks"],["eq",
["get","_","id"],["text","data"]]]],"body"],"doc":"The samples."}],"edges":[{"is":"Length",
"field":"len_form","of":"form","at_least":true}],"doc":"Sound as samples, in chunks of RIFF.
 `format` says what a sample is, `data` has them; other chunks have names, marks, loops,\nor what
 only one program knows.\n\n\nSee IBM and Microsoft, Multimedia Programming Interface and Data
 Specifications 1.0, August 1991\n\nSee
 https://learn.microsoft.com/windows/win32/api/mmreg/ns-mmreg-waveformatextensible
 WAVEFORMATEXTENSIBLE\n\nSee https://tech.ebu.ch/docs/tech/tech3285.pdf EBU Tech 3285, Broadcast
 Wave"},
{"path":"wav::form","parent":"wav","endian":"le","fields":[
{"id":"kind","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"offset":0,"size":4,
"contents":{"hex":"57415645"}},
{"id":"chunks","type":"wav::chunk[]","stored":{"is":"Record","path":"wav::chunk"},"offset":4,
"repeat":{}}]},
{"path":"wav::chunk","parent":"wav::form","endian":"le","fields":[
{"id":"id","type":"str","stored":{"is":"Text","encoding":"iso8859-1","extent":{"size":4}},
"offset":0,"size":4},
{"id":"len_body","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":4,"size":4},
{"id":"body","type":"mixed","stored":{"is":"Switch","on":"id","cases":[{"key":["text","fmt "],
"stored":{"is":"Record","path":"wav::format","extent":{"size":"len_body"}}},{"key":["text","data"],
"stored":{"is":"Record","path":"wav::data","extent":{"size":"len_body"}}},{"key":["text","fact"],
"stored":{"is":"Record","path":"wav::fact","extent":{"size":"len_body"}}},{"key":["text","cue "],
"stored":{"is":"Record","path":"wav::cue","extent":{"size":"len_body"}}},{"key":["text","plst"],
"stored":{"is":"Record","path":"wav::playlist","extent":{"size":"len_body"}}},{"key":["text",
"LIST"],"stored":{"is":"Record","path":"wav::list","extent":{"size":"len_body"}}},{"key":["text",
"inst"],"stored":{"is":"Record","path":"wav::instrument","extent":{"size":"len_body"}}},
{"key":["text","smpl"],"stored":{"is":"Record","path":"wav::sampler","extent":{"size":"len_body"}}},
{"key":["text","bext"],"stored":{"is":"Record","path":"wav::broadcast",
"extent":{"size":"len_body"}}},{"key":["text","iXML"],"stored":{"is":"Record","path":"wav::xml",
"extent":{"size":"len_body"}}},{"key":["text","axml"],"stored":{"is":"Record","path":"wav::xml",
"extent":{"size":"len_body"}}},{"key":["text","_PMX"],"stored":{"is":"Record","path":"wav::xml",
"extent":{"size":"len_body"}}},{"stored":{"is":"Bytes","extent":{"size":"len_body"}}}]},"offset":8},
{"id":"padding","type":"bytes","stored":{"is":"Bytes","extent":{"size":["if",["eof","_io"],0,["mod",
"len_body",2]],"fill":0}},"doc":"Chunks begin at even offsets. Some programs leave it out at the
 end of the file."}],"edges":[{"is":"Tag","field":"id","of":"body","cases":[["wav::format",["text",
"fmt "]],["wav::data",["text","data"]],["wav::fact",["text","fact"]],["wav::cue",["text","cue "]],
["wav::playlist",["text","plst"]],["wav::list",["text","LIST"]],["wav::instrument",["text","inst"]],
["wav::sampler",["text","smpl"]],["wav::broadcast",["text","bext"]],["wav::xml",["text","iXML"]],
["wav::xml",["text","axml"]],["wav::xml",["text","_PMX"]]]},{"is":"Length","field":"len_body",
"of":"body","at_least":true}]},
{"path":"wav::format","parent":"wav::chunk","endian":"le","fields":[
{"id":"tag","type":"enum wav::tag","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le",
"enum":"wav::tag"},"offset":0,"size":2,"usual":["list",["enum","wav::tag","pcm"]]},
{"id":"num_channels","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":2,"size":2,"valid":[{"kind":"at_least","args":[1]}],"usual":["list",1,2]},
{"id":"sample_rate","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":4,"size":4,"usual":["list",44100,48000,8000],"doc":"Frames a second; a frame is a sample
 of each channel."},
{"id":"bytes_per_second","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"le"},"offset":8,"size":4,"default":["mul",["mul","sample_rate","num_channels"],
["floordiv",["add","bits",7],8]]},
{"id":"len_frame","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":12,"size":2,"valid":[{"kind":"at_least","args":[1]}],"default":["mul","num_channels",
["floordiv",["add","bits",7],8]],"doc":"Bytes of a frame; of packed sound, of a block."},
{"id":"bits","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":14,"size":2,"usual":["list",8,16,24,32],"doc":"Bits of a sample. It takes whole bytes."},
{"id":"extension","type":"wav::extension","stored":{"is":"Record","path":"wav::extension"},
"offset":16,"size":24,"condition":["eq","tag",["enum","wav::tag","extensible"]]},
{"id":"rest","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"default":["as<bytes>",
["list"]],"doc":"What a coding of its own has to tell, with its length in two bytes before."}],
"instances":[
{"id":"coding","type":"enum wav::tag","value":["if",["eq","tag",["enum","wav::tag","extensible"]],
["get","extension","tag"],"tag"],"doc":"How samples are stored."},
{"id":"rate","type":"int","value":"sample_rate","valid":[{"kind":"at_least","args":[1]},
{"kind":"at_most","args":[{"int":"0x7fffffff"}]}],"doc":"The same, of sound that can be heard."},
{"id":"is_consistent","type":"bool","value":["if",["eq","coding",["enum","wav::tag","pcm"]],["and",
["and",["ge","bits",1],["le","bits",64]],"is_whole"],["if",["eq","coding",["enum","wav::tag",
"ieee_float"]],["and",["or",["eq","bits",32],["eq","bits",64]],"is_whole"],["if",["or",["eq",
"coding",["enum","wav::tag","a_law"]],["eq","coding",["enum","wav::tag","mu_law"]]],["and",["eq",
"bits",8],"is_whole"],true]]],"valid":[{"kind":"equal","args":[true]}],"doc":"Whether the numbers
 go together."},
{"id":"is_whole","type":"bool","value":["eq","len_frame",["mul","num_channels",["floordiv",["add",
"bits",7],8]]],"doc":"Whether a frame is its samples, in whole bytes."},
{"id":"len_sample","type":"int","value":["floordiv","len_frame","num_channels"]},
{"id":"sample","type":"enum wav::sample","value":["bit_or",["bit_shl",["to_i","coding"],8],
"len_sample"],"enum":"wav::sample","doc":"The coding and the bytes of a sample."},
{"id":"is_plain","type":"bool","value":["and",["or",["and",["eq","coding",["enum","wav::tag",
"pcm"]],["or",["le","len_sample",4],["eq","len_sample",8]]],["and",["eq","coding",["enum",
"wav::tag","ieee_float"]],["or",["eq","len_sample",4],["eq","len_sample",8]]]],["eq",["mod",
"len_frame","num_channels"],0]],"doc":"Whether samples are stored as they are."}]},
{"path":"wav::extension","parent":"wav::format","endian":"le","size":24,"fields":[
{"id":"len_extension","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"le"},"offset":0,"size":2,"valid":[{"kind":"at_least","args":[22]}],"default":22},
{"id":"valid_bits","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":2,"size":2,"default":["get","_parent","bits"]},
{"id":"channel_mask","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":4,"size":4,"default":0,"doc":"Which loudspeaker each channel is for, from the lowest bit
 on; 0 if nothing is said."},
{"id":"tag","type":"enum wav::tag","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le",
"enum":"wav::tag"},"offset":8,"size":2},
{"id":"guid","type":"bytes","stored":{"is":"Bytes","extent":{"size":14}},"offset":10,"size":14,
"default":{"hex":"000000001000800000aa00389b71"},"doc":"The rest of the GUID that begins with the
 tag."}]},
{"path":"wav::data","parent":"wav::chunk","endian":"le","fields":[
{"id":"samples","type":"payload","stored":{"is":"Bytes","extent":{"to_end":true}},"offset":0,
"condition":["get","format","is_plain"],"array":{"dtype":{"on":["get","format","sample"],
"cases":[[["enum","wav::sample","uint8"],"uint8"],[["enum","wav::sample","int16"],"int16"],[["enum",
"wav::sample","int24"],"int32"],[["enum","wav::sample","int32"],"int32"],[["enum","wav::sample",
"int64"],"int64"],[["enum","wav::sample","float32"],"float32"],[["enum","wav::sample","float64"],
"float64"]]},"shape":["list",["neg",1],["get","format","num_channels"]]},"codec":{"on":["get",
"format","len_sample"],"cases":[[3,[{"is":"Stage","codec":"short_int","args":[["shape",["list",
["neg",1],["get","format","num_channels"]]],["dtype",["dtype_of",["text","samples"]]],["width",
3]]}]],[null,[{"is":"Stage","codec":"raw","args":[["shape",["list",["neg",1],["get","format",
"num_channels"]]],["dtype",["dtype_of",["text","samples"]]]]}]]]},"doc":"A row for each frame, a
 column for each channel. Of 8 bits they are unsigned, 128 in the middle."},
{"id":"packed","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"condition":["not",
["get","format","is_plain"]],"doc":"What another coding makes of them."}],"instances":[
{"id":"format","type":"wav::format","value":["get",["first",["where",["get",["get","_root","form"],
"chunks"],["eq",["get","_","id"],["text","fmt "]]]],"body"]}]},
{"path":"wav::fact","parent":"wav::chunk","endian":"le","fields":[
{"id":"num_frames","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":0,"size":4,"doc":"How many frames `data` has, for codings that do not tell it. It does not
 follow an edit."},
{"id":"rest","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"offset":4,
"default":["as<bytes>",["list"]]}]},
{"path":"wav::cue","parent":"wav::chunk","endian":"le","fields":[
{"id":"num_points","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":0,"size":4},
{"id":"points","type":"wav::cue_point[]","stored":{"is":"Record","path":"wav::cue_point"},
"offset":4,"repeat":{"count":"num_points"}}],"edges":[{"is":"Count","field":"num_points",
"of":"points"}]},
{"path":"wav::cue_point","parent":"wav::cue","endian":"le","size":24,"fields":[
{"id":"id","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":0,"size":4},
{"id":"position","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":4,"size":4,"doc":"Among the frames, in the order of play."},
{"id":"chunk","type":"str","stored":{"is":"Text","encoding":"ascii","extent":{"size":4}},"offset":8,
"size":4,"default":["text","data"]},
{"id":"ofs_chunk","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":12,"size":4,"default":0},
{"id":"ofs_block","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":16,"size":4,"default":0},
{"id":"frame","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":20,"size":4,"default":"position"}]},
{"path":"wav::playlist","parent":"wav::chunk","endian":"le","fields":[
{"id":"num_segments","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":0,"size":4},
{"id":"segments","type":"wav::segment[]","stored":{"is":"Record","path":"wav::segment"},"offset":4,
"repeat":{"count":"num_segments"}}],"edges":[{"is":"Count","field":"num_segments",
"of":"segments"}]},
{"path":"wav::segment","parent":"wav::playlist","endian":"le","size":12,"fields":[
{"id":"cue_point","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":0,"size":4},
{"id":"num_frames","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":4,"size":4},
{"id":"num_loops","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":8,"size":4}]},
{"path":"wav::list","parent":"wav::chunk","endian":"le","fields":[
{"id":"kind","type":"str","stored":{"is":"Text","encoding":"iso8859-1","extent":{"size":4}},
"offset":0,"size":4},
{"id":"items","type":"mixed","stored":{"is":"Switch","on":"kind","cases":[{"key":["text","INFO"],
"stored":{"is":"Record","path":"wav::info","extent":{"to_end":true}}},{"key":["text","adtl"],
"stored":{"is":"Record","path":"wav::labels","extent":{"to_end":true}}},{"stored":{"is":"Bytes",
"extent":{"to_end":true}}}]},"offset":4}],"edges":[{"is":"Tag","field":"kind","of":"items",
"cases":[["wav::info",["text","INFO"]],["wav::labels",["text","adtl"]]]}]},
{"path":"wav::info","parent":"wav::list","endian":"le","fields":[
{"id":"texts","type":"wav::info_text[]","stored":{"is":"Record","path":"wav::info_text"},"offset":0,
"repeat":{}}]},
{"path":"wav::info_text","parent":"wav::info","endian":"le","fields":[
{"id":"id","type":"str","stored":{"is":"Text","encoding":"ascii","extent":{"size":4}},"offset":0,
"size":4,"doc":"What it is, `INAM` (title), `IART` (artist), `ICMT` (comment), `ISFT` (software),
 \u2026"},
{"id":"len_text","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":4,"size":4},
{"id":"text","type":"str","stored":{"is":"Text","encoding":"iso8859-1","extent":{"size":"len_text",
"terminator":{"hex":"00"}}},"offset":8},
{"id":"padding","type":"bytes","stored":{"is":"Bytes","extent":{"size":["if",["eof","_io"],0,["mod",
"len_text",2]],"fill":0}}}],"edges":[{"is":"Length","field":"len_text","of":"text",
"at_least":true}]},
{"path":"wav::labels","parent":"wav::list","endian":"le","fields":[
{"id":"items","type":"wav::label[]","stored":{"is":"Record","path":"wav::label"},"offset":0,
"repeat":{}}]},
{"path":"wav::label","parent":"wav::labels","endian":"le","fields":[
{"id":"id","type":"str","stored":{"is":"Text","encoding":"ascii","extent":{"size":4}},"offset":0,
"size":4},
{"id":"len_body","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":4,"size":4},
{"id":"body","type":"mixed","stored":{"is":"Switch","on":"id","cases":[{"key":["text","labl"],
"stored":{"is":"Record","path":"wav::text_of_cue","extent":{"size":"len_body"}}},{"key":["text",
"note"],"stored":{"is":"Record","path":"wav::text_of_cue","extent":{"size":"len_body"}}},
{"key":["text","ltxt"],"stored":{"is":"Record","path":"wav::text_of_segment",
"extent":{"size":"len_body"}}},{"stored":{"is":"Bytes","extent":{"size":"len_body"}}}]},"offset":8},
{"id":"padding","type":"bytes","stored":{"is":"Bytes","extent":{"size":["if",["eof","_io"],0,["mod",
"len_body",2]],"fill":0}}}],"edges":[{"is":"Tag","field":"id","of":"body",
"cases":[["wav::text_of_cue",["text","labl"]],["wav::text_of_cue",["text","note"]],
["wav::text_of_segment",["text","ltxt"]]]},{"is":"Length","field":"len_body","of":"body",
"at_least":true}]},
{"path":"wav::text_of_cue","parent":"wav::label","endian":"le","fields":[
{"id":"cue_point","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":0,"size":4},
{"id":"text","type":"str","stored":{"is":"Text","encoding":"iso8859-1","extent":{"to_end":true,
"terminator":{"hex":"00"}}},"offset":4}]},
{"path":"wav::text_of_segment","parent":"wav::label","endian":"le","fields":[
{"id":"cue_point","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":0,"size":4},
{"id":"num_frames","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":4,"size":4},
{"id":"purpose","type":"str","stored":{"is":"Text","encoding":"iso8859-1","extent":{"size":4}},
"offset":8,"size":4},
{"id":"country","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":12,"size":2},
{"id":"language","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":14,"size":2},
{"id":"dialect","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":16,"size":2},
{"id":"code_page","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":18,"size":2},
{"id":"text","type":"str","stored":{"is":"Text","encoding":"iso8859-1","extent":{"to_end":true,
"terminator":{"hex":"00"}}},"offset":20}]},
{"path":"wav::instrument","parent":"wav::chunk","endian":"le","size":7,"fields":[
{"id":"unshifted_note","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"size":1},
{"id":"fine_tune","type":"int","stored":{"is":"Number","kind":"signed","size":1},"offset":1,
"size":1},
{"id":"gain","type":"int","stored":{"is":"Number","kind":"signed","size":1},"offset":2,"size":1},
{"id":"low_note","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":3,
"size":1},
{"id":"high_note","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":4,
"size":1},
{"id":"low_velocity","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":5,
"size":1},
{"id":"high_velocity","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":6,
"size":1}]},
{"path":"wav::sampler","parent":"wav::chunk","endian":"le","fields":[
{"id":"manufacturer","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":0,"size":4},
{"id":"product","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":4,"size":4},
{"id":"sample_period","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"le"},"offset":8,"size":4,"doc":"In nanoseconds."},
{"id":"unity_note","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":12,"size":4},
{"id":"pitch_fraction","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"le"},"offset":16,"size":4},
{"id":"smpte_format","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":20,"size":4},
{"id":"smpte_offset","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":24,"size":4},
{"id":"num_loops","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":28,"size":4},
{"id":"len_specific","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":32,"size":4},
{"id":"loops","type":"wav::sample_loop[]","stored":{"is":"Record","path":"wav::sample_loop"},
"offset":36,"repeat":{"count":"num_loops"}},
{"id":"specific","type":"bytes","stored":{"is":"Bytes","extent":{"size":"len_specific"}}}],
"edges":[{"is":"Count","field":"num_loops","of":"loops"},{"is":"Length","field":"len_specific",
"of":"specific"}]},
{"path":"wav::sample_loop","parent":"wav::sampler","endian":"le","size":24,"fields":[
{"id":"cue_point","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":0,"size":4},
{"id":"kind","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":4,"size":4},
{"id":"start","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":8,"size":4},
{"id":"end","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":12,"size":4},
{"id":"fraction","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":16,"size":4},
{"id":"num_plays","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":20,"size":4}]},
{"path":"wav::broadcast","parent":"wav::chunk","endian":"le","fields":[
{"id":"description","type":"str","stored":{"is":"Text","encoding":"iso8859-1","extent":{"size":256,
"terminator":{"hex":"00"}}},"offset":0,"size":256},
{"id":"originator","type":"str","stored":{"is":"Text","encoding":"iso8859-1","extent":{"size":32,
"terminator":{"hex":"00"}}},"offset":256,"size":32},
{"id":"originator_reference","type":"str","stored":{"is":"Text","encoding":"iso8859-1",
"extent":{"size":32,"terminator":{"hex":"00"}}},"offset":288,"size":32},
{"id":"date","type":"str","stored":{"is":"Text","encoding":"iso8859-1","extent":{"size":10}},
"offset":320,"size":10},
{"id":"time","type":"str","stored":{"is":"Text","encoding":"iso8859-1","extent":{"size":8}},
"offset":330,"size":8},
{"id":"time_reference","type":"int","stored":{"is":"Number","kind":"unsigned","size":8,
"endian":"le"},"offset":338,"size":8,"doc":"The first frame, counted since midnight."},
{"id":"version","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":346,"size":2},
{"id":"umid","type":"bytes","stored":{"is":"Bytes","extent":{"size":64}},"offset":348,"size":64},
{"id":"loudness","type":"int[]","stored":{"is":"Number","kind":"signed","size":2,"endian":"le"},
"offset":412,"size":10,"repeat":{"count":5}},
{"id":"reserved","type":"bytes","stored":{"is":"Bytes","extent":{"size":180,"fill":0}},"offset":422,
"size":180},
{"id":"coding_history","type":"str","stored":{"is":"Text","encoding":"iso8859-1",
"extent":{"to_end":true}},"offset":602}]},
{"path":"wav::xml","parent":"wav::chunk","endian":"le","fields":[
{"id":"text","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"to_end":true}},
"offset":0}]}],"enums":[
{"path":"wav::tag","members":[{"id":"pcm","value":1},{"id":"ms_adpcm","value":2},{"id":"ieee_float",
"value":3},{"id":"a_law","value":6},{"id":"mu_law","value":7},{"id":"ima_adpcm","value":17},
{"id":"gsm_610","value":49},{"id":"g721_adpcm","value":64},{"id":"mpeg","value":80},{"id":"mp3",
"value":85},{"id":"extensible","value":65534}]},
{"path":"wav::sample","members":[{"id":"uint8","value":257},{"id":"int16","value":258},
{"id":"int24","value":259},{"id":"int32","value":260},{"id":"int64","value":264},{"id":"float32",
"value":772},{"id":"float64","value":776}]}]}}
"""
