# Made by `quire gen` 0.1.0 from png.ksy (sha256 28a45822e946). Do not edit.
"""PNG image."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from numpy.typing import ArrayLike, NDArray

from quire.kernels.engine.payload import Encoded, Packable
from quire.kernels.engine.pipeline import Stage
from quire.runtime import (
    Block,
    Bytes,
    FieldsPart,
    LateEnum,
    ListPart,
    Marks,
    Members,
    Parts,
    Raw,
    Struct,
    Sum,
    Writer,
    assembled,
    computed,
    copied,
    deflate,
    encode_text,
    expect_any_of,
    expect_at_least,
    expect_at_most,
    expect_equal,
    expect_member,
    expect_until,
    inflate,
    put_array,
    put_pieces,
    view_array,
)
from quire.runtime.direct import decode_at, find_at, new, unpack_u1, unpack_u2be, unpack_u4be

__all__ = ["Png"]


class Png(Struct):
    """An image without loss, in chunks.

    `header` says what a pixel is, `image` has the pixels; other chunks have colours, texts, times,
    and what only one program knows.

    See https://www.w3.org/TR/png-3/ Portable Network Graphics (PNG) Specification, Third Edition;
    ISO/IEC 15948
    """

    __slots__ = ("_start", "_end", "_stop", "magic", "chunks")

    _root: Png
    magic: bytes
    chunks: list[Png.Chunk]

    _is_top: ClassVar[bool] = True
    _places: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("magic",)
    _PARTS: ClassVar[Parts] = (
        FieldsPart("_read_part_0"),
        ListPart("chunks", "until", ("chunks",), 0, None),
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            magic: bytes
            chunks: Required[Iterable[Png.Chunk | Png.Chunk._Fields]]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 8
        if stop > end or buf[pos:stop] != b"\x89PNG\r\n\x1a\n":
            self._look_at(pos).contents(b"\x89PNG\r\n\x1a\n", "magic", "/seq/0")
        self.magic = b"\x89PNG\r\n\x1a\n"
        pos = stop
        self.chunks = []
        type_chunks = Png.Chunk
        while True:
            child = new(type_chunks)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.chunks.append(child)
            if self.chunks[-1].kind == "IEND":
                break
        return pos

    def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 8
        if stop > end or buf[pos:stop] != b"\x89PNG\r\n\x1a\n":
            self._look_at(pos).contents(b"\x89PNG\r\n\x1a\n", "magic", "/seq/0")
        self.magic = b"\x89PNG\r\n\x1a\n"
        return stop

    def _element_chunks(self, buf: Bytes, pos: int, end: int, i: int) -> int:
        child = new(Png.Chunk)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        self.chunks.append(child)
        return pos

    def _is_last_chunks(self, buf: Bytes, pos: int, end: int, i: int) -> object:
        return self.chunks[-1].kind == "IEND"

    def _image_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `image` into an array."""
        return (
            Stage("zlib"),
            Stage(
                "png_rows",
                shape=(self.header.height, self.header.width, self.header.num_channels),
                dtype=self._image_dtype(),
                bits=self.header.bits,
                interlaced=self.header.interlace == Png.Interlace.adam7,
            ),
        )

    @staticmethod
    @cache
    def _image_dtypes() -> dict[object, str]:
        """Dtypes that the array of `image` may have, by what tells them."""
        return {16: "uint16"}

    def _image_dtype(self) -> str:
        """Dtype of the array of `image`."""
        return self._image_dtypes().get(self.header.bits, "uint8")

    def _derive(self) -> None:
        self._set_derived("magic", b"\x89PNG\r\n\x1a\n", "the format")
        for chunk in self.chunks:
            self._derive_child("chunks", chunk)

    def _check(self) -> None:
        ends = [chunk.kind == "IEND" for chunk in self.chunks]
        expect_until("chunks", ends)

    def _write__seq(self, io: Writer) -> None:
        io.put(self.magic)
        for chunk in self.chunks:
            self._write_child(io, "chunks", chunk, Png.Chunk)

    @computed
    def is_begun(self) -> bool:
        """Whether the header is there, where it has to be."""
        value = self.chunks[0].kind == "IHDR"
        expect_equal("is_begun", value, True, place="/instances/is_begun")
        return value

    @computed
    def num_pieces(self) -> int:
        """Chunks with pixels."""
        value = len([each for each in self.chunks if each.kind == "IDAT"])
        expect_at_least("num_pieces", value, 1, place="/instances/num_pieces")
        return value

    @computed
    def header(self) -> Png.Header:
        """What a pixel is."""
        this: Any = self  # whose fields of several types are looked into
        value: Png.Header = this.chunks[0].body
        return value

    @assembled
    def image(self) -> Encoded:
        """The pixels: rows, columns, channels.

        With a palette they are indices into it. They stand in the chunks `IDAT`, to which an array
        goes that is set.
        """
        this: Any = self  # whose fields of several types are looked into
        return Encoded.assembled(
            b"".join(each.body for each in [each for each in this.chunks if each.kind == "IDAT"]),
            self._image_stages(),
            self,
            "image",
        )

    def _put_image(self, value: Packable) -> None:
        """Give an array to the fields of whose bytes `image` is made."""
        made = Encoded.of(value, self._image_stages(), self, "image")
        put_pieces(
            [each for each in self.chunks if each.kind == "IDAT"], "body", made.stored, "image"
        )

    class Color(LateEnum):
        """Values of `color`."""

        grey = 0
        rgb = 2
        palette = 3
        grey_alpha = 4
        rgb_alpha = 6

    class Interlace(LateEnum):
        """Values of `interlace`."""

        none = 0
        adam7 = 1

    class Intent(LateEnum):
        """Values of `intent`."""

        perceptual = 0
        relative = 1
        saturation = 2
        absolute = 3

    class Unit(LateEnum):
        """Values of `unit`."""

        unknown = 0
        meter = 1

    class Dispose(LateEnum):
        """Values of `dispose`."""

        none = 0
        background = 1
        previous = 2

    class Blend(LateEnum):
        """Values of `blend`."""

        source = 0
        over = 1

    class Chunk(Struct):
        """Type `chunk`."""

        __slots__ = ("len_body", "kind", "body", "crc", "_stored_body", "_marks")

        _root: Png
        _parent: Png
        _stored_body: bytes
        len_body: int
        kind: str
        body: (
            Png.Header
            | Png.Palette
            | Png.Transparency
            | Png.Chromaticities
            | Png.Gamma
            | Png.Profile
            | Png.SignificantBits
            | Png.Srgb
            | Png.CodingPoints
            | Png.MasteringDisplay
            | Png.LightLevel
            | Png.Text
            | Png.CompressedText
            | Png.InternationalText
            | Png.Background
            | Png.Histogram
            | Png.PixelSize
            | Png.SuggestedPalette
            | Png.Time
            | Png.Animation
            | Png.Frame
            | Png.FrameData
            | bytes
        )
        crc: int

        _raw_body = Raw("body")
        _places: ClassVar[bool] = True
        _stands_alone: ClassVar[bool] = True
        _own_streams: ClassVar[tuple[str, ...]] = ("body",)
        _derived: ClassVar[tuple[str, ...]] = ("kind", "crc", "len_body")

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len_body: int
                kind: str
                body: Required[Any]
                crc: int

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            mark_0 = pos
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "len_body", pos)
            self.len_body = unpack_u4be(buf, pos)[0]
            pos = stop
            mark_1 = pos
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "kind", pos)
            self.kind = str(buf[pos:stop], "ascii")
            pos = stop
            if self.kind == "IHDR":
                io = self._io_at(pos)
                self.body = Png.Header(
                    io.substream(self.len_body, "body", limit=0x7FFFFFFF), self, self._root, "body"
                )
                pos = io._pos
            elif self.kind == "PLTE":
                io = self._io_at(pos)
                self.body = Png.Palette(
                    io.substream(self.len_body, "body", limit=0x7FFFFFFF), self, self._root, "body"
                )
                pos = io._pos
            elif self.kind == "tRNS":
                io = self._io_at(pos)
                self.body = Png.Transparency(
                    io.substream(self.len_body, "body", limit=0x7FFFFFFF), self, self._root, "body"
                )
                pos = io._pos
            elif self.kind == "cHRM":
                io = self._io_at(pos)
                self.body = Png.Chromaticities(
                    io.substream(self.len_body, "body", limit=0x7FFFFFFF), self, self._root, "body"
                )
                pos = io._pos
            elif self.kind == "gAMA":
                io = self._io_at(pos)
                self.body = Png.Gamma(
                    io.substream(self.len_body, "body", limit=0x7FFFFFFF), self, self._root, "body"
                )
                pos = io._pos
            elif self.kind == "iCCP":
                io = self._io_at(pos)
                self.body = Png.Profile(
                    io.substream(self.len_body, "body", limit=0x7FFFFFFF), self, self._root, "body"
                )
                pos = io._pos
            elif self.kind == "sBIT":
                io = self._io_at(pos)
                self.body = Png.SignificantBits(
                    io.substream(self.len_body, "body", limit=0x7FFFFFFF), self, self._root, "body"
                )
                pos = io._pos
            elif self.kind == "sRGB":
                io = self._io_at(pos)
                self.body = Png.Srgb(
                    io.substream(self.len_body, "body", limit=0x7FFFFFFF), self, self._root, "body"
                )
                pos = io._pos
            elif self.kind == "cICP":
                io = self._io_at(pos)
                self.body = Png.CodingPoints(
                    io.substream(self.len_body, "body", limit=0x7FFFFFFF), self, self._root, "body"
                )
                pos = io._pos
            elif self.kind == "mDCV":
                io = self._io_at(pos)
                self.body = Png.MasteringDisplay(
                    io.substream(self.len_body, "body", limit=0x7FFFFFFF), self, self._root, "body"
                )
                pos = io._pos
            elif self.kind == "cLLI":
                io = self._io_at(pos)
                self.body = Png.LightLevel(
                    io.substream(self.len_body, "body", limit=0x7FFFFFFF), self, self._root, "body"
                )
                pos = io._pos
            elif self.kind == "tEXt":
                io = self._io_at(pos)
                self.body = Png.Text(
                    io.substream(self.len_body, "body", limit=0x7FFFFFFF), self, self._root, "body"
                )
                pos = io._pos
            elif self.kind == "zTXt":
                io = self._io_at(pos)
                self.body = Png.CompressedText(
                    io.substream(self.len_body, "body", limit=0x7FFFFFFF), self, self._root, "body"
                )
                pos = io._pos
            elif self.kind == "iTXt":
                io = self._io_at(pos)
                self.body = Png.InternationalText(
                    io.substream(self.len_body, "body", limit=0x7FFFFFFF), self, self._root, "body"
                )
                pos = io._pos
            elif self.kind == "bKGD":
                io = self._io_at(pos)
                self.body = Png.Background(
                    io.substream(self.len_body, "body", limit=0x7FFFFFFF), self, self._root, "body"
                )
                pos = io._pos
            elif self.kind == "hIST":
                io = self._io_at(pos)
                self.body = Png.Histogram(
                    io.substream(self.len_body, "body", limit=0x7FFFFFFF), self, self._root, "body"
                )
                pos = io._pos
            elif self.kind == "pHYs":
                io = self._io_at(pos)
                self.body = Png.PixelSize(
                    io.substream(self.len_body, "body", limit=0x7FFFFFFF), self, self._root, "body"
                )
                pos = io._pos
            elif self.kind == "sPLT":
                io = self._io_at(pos)
                self.body = Png.SuggestedPalette(
                    io.substream(self.len_body, "body", limit=0x7FFFFFFF), self, self._root, "body"
                )
                pos = io._pos
            elif self.kind == "tIME":
                io = self._io_at(pos)
                self.body = Png.Time(
                    io.substream(self.len_body, "body", limit=0x7FFFFFFF), self, self._root, "body"
                )
                pos = io._pos
            elif self.kind == "acTL":
                io = self._io_at(pos)
                self.body = Png.Animation(
                    io.substream(self.len_body, "body", limit=0x7FFFFFFF), self, self._root, "body"
                )
                pos = io._pos
            elif self.kind == "fcTL":
                io = self._io_at(pos)
                self.body = Png.Frame(
                    io.substream(self.len_body, "body", limit=0x7FFFFFFF), self, self._root, "body"
                )
                pos = io._pos
            elif self.kind == "fdAT":
                io = self._io_at(pos)
                self.body = Png.FrameData(
                    io.substream(self.len_body, "body", limit=0x7FFFFFFF), self, self._root, "body"
                )
                pos = io._pos
            else:
                io = self._io_at(pos)
                self.body = io.take_bytes(self.len_body, "body", limit=0x7FFFFFFF)
                pos = io._pos
            mark_2 = pos
            mark_3 = pos
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "crc", pos)
            self.crc = unpack_u4be(buf, pos)[0]
            pos = stop
            self._marks = (mark_0, mark_1, mark_2, mark_3)
            return pos

        def _sums(self, at: Marks) -> Iterator[Sum]:
            yield Sum("crc", at.marks[3], "crc32", None, "u4be", (at.span(1, 2),))

        def _derive(self) -> None:
            self._set_tag(
                "body",
                "kind",
                (
                    (Png.Header, "IHDR"),
                    (Png.Palette, "PLTE"),
                    (Png.Transparency, "tRNS"),
                    (Png.Chromaticities, "cHRM"),
                    (Png.Gamma, "gAMA"),
                    (Png.Profile, "iCCP"),
                    (Png.SignificantBits, "sBIT"),
                    (Png.Srgb, "sRGB"),
                    (Png.CodingPoints, "cICP"),
                    (Png.MasteringDisplay, "mDCV"),
                    (Png.LightLevel, "cLLI"),
                    (Png.Text, "tEXt"),
                    (Png.CompressedText, "zTXt"),
                    (Png.InternationalText, "iTXt"),
                    (Png.Background, "bKGD"),
                    (Png.Histogram, "hIST"),
                    (Png.PixelSize, "pHYs"),
                    (Png.SuggestedPalette, "sPLT"),
                    (Png.Time, "tIME"),
                    (Png.Animation, "acTL"),
                    (Png.Frame, "fcTL"),
                    (Png.FrameData, "fdAT"),
                ),
            )
            self._set_default("crc", 0)

        def _write__seq(self, io: Writer) -> None:
            this: Any = self  # whose fields of several types are looked into
            if self.kind == "IHDR":
                self._stored_body = self._window(
                    io, "body", self.body, Png.Header, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.kind == "PLTE":
                self._stored_body = self._window(
                    io, "body", self.body, Png.Palette, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.kind == "tRNS":
                self._stored_body = self._window(
                    io, "body", self.body, Png.Transparency, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.kind == "cHRM":
                self._stored_body = self._window(
                    io, "body", self.body, Png.Chromaticities, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.kind == "gAMA":
                self._stored_body = self._window(
                    io, "body", self.body, Png.Gamma, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.kind == "iCCP":
                self._stored_body = self._window(
                    io, "body", self.body, Png.Profile, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.kind == "sBIT":
                self._stored_body = self._window(
                    io, "body", self.body, Png.SignificantBits, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.kind == "sRGB":
                self._stored_body = self._window(
                    io, "body", self.body, Png.Srgb, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.kind == "cICP":
                self._stored_body = self._window(
                    io, "body", self.body, Png.CodingPoints, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.kind == "mDCV":
                self._stored_body = self._window(
                    io, "body", self.body, Png.MasteringDisplay, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.kind == "cLLI":
                self._stored_body = self._window(
                    io, "body", self.body, Png.LightLevel, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.kind == "tEXt":
                self._stored_body = self._window(
                    io, "body", self.body, Png.Text, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.kind == "zTXt":
                self._stored_body = self._window(
                    io, "body", self.body, Png.CompressedText, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.kind == "iTXt":
                self._stored_body = self._window(
                    io, "body", self.body, Png.InternationalText, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.kind == "bKGD":
                self._stored_body = self._window(
                    io, "body", self.body, Png.Background, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.kind == "hIST":
                self._stored_body = self._window(
                    io, "body", self.body, Png.Histogram, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.kind == "pHYs":
                self._stored_body = self._window(
                    io, "body", self.body, Png.PixelSize, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.kind == "sPLT":
                self._stored_body = self._window(
                    io, "body", self.body, Png.SuggestedPalette, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.kind == "tIME":
                self._stored_body = self._window(
                    io, "body", self.body, Png.Time, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.kind == "acTL":
                self._stored_body = self._window(
                    io, "body", self.body, Png.Animation, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.kind == "fcTL":
                self._stored_body = self._window(
                    io, "body", self.body, Png.Frame, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            elif self.kind == "fdAT":
                self._stored_body = self._window(
                    io, "body", self.body, Png.FrameData, grows=True, in_pieces=True
                )
                self._set_window("len_body", len(self._stored_body), "body")
            else:
                self._stored_body = this.body
                self._set_derived("len_body", len(self._stored_body), "body")
            mark_0 = io.pos()
            io.u4be(self.len_body, "len_body")
            mark_1 = io.pos()
            io.put_sized(encode_text(self.kind, "ascii", "kind"), 4, "kind")
            if self.kind in (
                "IHDR",
                "cHRM",
                "gAMA",
                "sRGB",
                "cICP",
                "mDCV",
                "cLLI",
                "pHYs",
                "tIME",
                "acTL",
                "fcTL",
            ):
                io.put_filled(
                    self._stored_body, self.len_body, "body", 0, limit=0x7FFFFFFF, of=self
                )
            else:
                io.put_sized(self._stored_body, self.len_body, "body", limit=0x7FFFFFFF)
            mark_2 = io.pos()
            mark_3 = io.pos()
            io.u4be(self.crc, "crc")
            io.owe(self, (mark_0, mark_1, mark_2, mark_3))

    class Header(Struct):
        """Type `header`.

        Attributes:
            bits: Of a sample, or of an index.
        """

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "width",
            "height",
            "bits",
            "color",
            "compression",
            "filter",
            "interlace",
        )

        _root: Png
        _parent: Png.Chunk
        width: int
        height: int
        bits: int
        color: Png.Color | int
        compression: int
        filter: int
        interlace: Png.Interlace | int

        SIZE: ClassVar[int] = 13
        _derived: ClassVar[tuple[str, ...]] = ("compression", "filter")
        _BLOCK_0: ClassVar[Block] = Block(
            ("width", "u4be"),
            ("height", "u4be"),
            ("bits", "u1"),
            ("color", "u1"),
            ("compression", "u1"),
            ("filter", "u1"),
            ("interlace", "u1"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                width: Required[int]
                height: Required[int]
                bits: int
                color: Required[Png.Color | int]
                compression: int
                filter: int
                interlace: Png.Interlace | int

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 13
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            (
                self.width,
                self.height,
                self.bits,
                self.color,
                self.compression,
                self.filter,
                self.interlace,
            ) = _unpack_Png_Header_0(buf, pos)
            pos = stop
            self.color = _members_Png_Color[self.color]
            self.interlace = _members_Png_Interlace[self.interlace]
            if not self.width >= 1:
                io = self._io_at(pos)
                expect_at_least("width", self.width, 1, io, 13, place="/types/header/seq/0")
            if not self.width <= 0x7FFFFFFF:
                io = self._io_at(pos)
                expect_at_most("width", self.width, 0x7FFFFFFF, io, 13, place="/types/header/seq/0")
            if not self.height >= 1:
                io = self._io_at(pos)
                expect_at_least("height", self.height, 1, io, 9, place="/types/header/seq/1")
            if not self.height <= 0x7FFFFFFF:
                io = self._io_at(pos)
                expect_at_most(
                    "height", self.height, 0x7FFFFFFF, io, 9, place="/types/header/seq/1"
                )
            if self.bits not in (1, 2, 4, 8, 16):
                io = self._io_at(pos)
                expect_any_of(
                    "bits", self.bits, (1, 2, 4, 8, 16), io, 5, place="/types/header/seq/2"
                )
            if type(self.color) is int:
                io = self._io_at(pos)
                expect_member("color", self.color, Png.Color, io, 4, place="/types/header/seq/3")
            if self.compression != 0:
                io = self._io_at(pos)
                expect_equal("compression", self.compression, 0, io, 3, place="/types/header/seq/4")
            if self.filter != 0:
                io = self._io_at(pos)
                expect_equal("filter", self.filter, 0, io, 2, place="/types/header/seq/5")
            if type(self.interlace) is int:
                io = self._io_at(pos)
                expect_member(
                    "interlace", self.interlace, Png.Interlace, io, 1, place="/types/header/seq/6"
                )
            return pos

        def _derive(self) -> None:
            self._set_derived("compression", 0, "the format")
            self._set_derived("filter", 0, "the format")
            self._set_default("bits", 8)
            self._set_default("interlace", Png.Interlace.none)

        def _check(self) -> None:
            expect_at_least("width", self.width, 1, place="/types/header/seq/0")
            expect_at_most("width", self.width, 0x7FFFFFFF, place="/types/header/seq/0")
            expect_at_least("height", self.height, 1, place="/types/header/seq/1")
            expect_at_most("height", self.height, 0x7FFFFFFF, place="/types/header/seq/1")
            expect_any_of("bits", self.bits, (1, 2, 4, 8, 16), place="/types/header/seq/2")
            expect_member("color", self.color, Png.Color, place="/types/header/seq/3")
            expect_member("interlace", self.interlace, Png.Interlace, place="/types/header/seq/6")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(
                io,
                self.width,
                self.height,
                self.bits,
                self.color,
                self.compression,
                self.filter,
                self.interlace,
            )

        @staticmethod
        @cache
        def _num_channels_values() -> dict[object, int]:
            """Values that `num_channels` may have, by what tells them."""
            return {Png.Color.rgb: 3, Png.Color.rgb_alpha: 4, Png.Color.grey_alpha: 2}

        @computed
        def num_channels(self) -> int:
            """Instance `num_channels`."""
            return self._num_channels_values().get(self.color, 1)

    class Palette(Struct):
        """Type `palette`.

        Attributes:
            colors: Red, green and blue of each index.
        """

        __slots__ = ("_start", "_end", "_stop", "colors")

        _root: Png
        _parent: Png.Chunk
        colors: NDArray[Any]

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                colors: Required[ArrayLike]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            self.colors = view_array(io.rest("colors"), "u1", [-1, 3], "colors", io)
            return io._pos

        def _write__seq(self, io: Writer) -> None:
            put_array(io, self.colors, "u1", [-1, 3], "colors")

    class Transparency(Struct):
        """Type `transparency`.

        Attributes:
            alphas: Of the first indices; others are opaque.
            samples: The one colour that is transparent.
        """

        __slots__ = ("_start", "_end", "_stop")

        _root: Png
        _parent: Png.Chunk
        alphas: bytes
        samples: list[int]

        _looks_up: ClassVar[tuple[str, ...]] = ("_root.header.color",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                alphas: bytes
                samples: Iterable[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            if self._root.header.color == Png.Color.palette:
                if type(buf) is bytearray:
                    buf, end = self._reach_rest(buf, pos, end)
                self.alphas = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
                pos = max(pos, end)
            else:
                self.samples = []
                while pos < end or self._goes_on(buf, pos):
                    stop = pos + 2
                    if stop > end:
                        buf, end = self._reach(stop - pos, "samples", pos)
                    self.samples.append(unpack_u2be(buf, pos)[0])
                    pos = stop
            return pos

        def _write__seq(self, io: Writer) -> None:
            if self._root.header.color == Png.Color.palette:
                io.put(self.alphas)
                if hasattr(self, "samples"):
                    self._leave_out("samples")
            else:
                if hasattr(self, "alphas"):
                    self._leave_out("alphas")
                for sample in self.samples:
                    io.u2be(sample, "samples")

    class Chromaticities(Struct):
        """Type `chromaticities`."""

        __slots__ = ("_start", "_end", "_stop", "white", "red", "green", "blue")

        _root: Png
        _parent: Png.Chunk
        white: Png.Point
        red: Png.Point
        green: Png.Point
        blue: Png.Point

        SIZE: ClassVar[int] = 32

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                white: Required[Png.Point | Png.Point._Fields]
                red: Required[Png.Point | Png.Point._Fields]
                green: Required[Png.Point | Png.Point._Fields]
                blue: Required[Png.Point | Png.Point._Fields]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            self.white = child = new(Png.Point)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.red = child = new(Png.Point)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.green = child = new(Png.Point)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.blue = child = new(Png.Point)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            return pos

        def _derive(self) -> None:
            self._make("white", Png.Point)
            self._make("red", Png.Point)
            self._make("green", Png.Point)
            self._make("blue", Png.Point)

        def _write__seq(self, io: Writer) -> None:
            self._write_child(io, "white", self.white, Png.Point)
            self._write_child(io, "red", self.red, Png.Point)
            self._write_child(io, "green", self.green, Png.Point)
            self._write_child(io, "blue", self.blue, Png.Point)

    class Point(Struct):
        """In units of 1/100000."""

        __slots__ = ("x", "y")

        _root: Png
        _parent: Png.Chromaticities
        x: int
        y: int

        SIZE: ClassVar[int] = 8
        _BLOCK_0: ClassVar[Block] = Block(("x", "u4be"), ("y", "u4be"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                x: Required[int]
                y: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 8
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.x, self.y = _unpack_Png_Point_0(buf, pos)
            return stop

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.x, self.y)

    class Gamma(Struct):
        """Type `gamma`.

        Attributes:
            gamma: In units of 1/100000.
        """

        __slots__ = ("_start", "_end", "_stop", "gamma")

        _root: Png
        _parent: Png.Chunk
        gamma: int

        SIZE: ClassVar[int] = 4

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                gamma: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "gamma", pos)
            self.gamma = unpack_u4be(buf, pos)[0]
            return stop

        def _write__seq(self, io: Writer) -> None:
            io.u4be(self.gamma, "gamma")

    class Profile(Struct):
        """Type `profile`.

        Attributes:
            profile: Of ICC.
        """

        __slots__ = ("_start", "_end", "_stop", "name", "compression", "profile", "_raw_profile")

        _root: Png
        _parent: Png.Chunk
        name: str
        compression: int
        profile: bytes

        _derived: ClassVar[tuple[str, ...]] = ("compression",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                name: Required[str]
                compression: int
                profile: Required[bytes]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = find_at(buf, b"\x00", pos, end)
            if stop < 0:
                buf, end, stop = self._find(b"\x00", "name", pos)
            self.name = decode_at(buf[pos:stop], "iso8859-1", "name", self, pos)
            pos = stop + 1
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "compression", pos)
            self.compression = unpack_u1(buf, pos)[0]
            pos = stop
            if self.compression != 0:
                io = self._io_at(pos)
                expect_equal(
                    "compression", self.compression, 0, io, 1, place="/types/profile/seq/1"
                )
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self._raw_profile = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            io = self._io_at(pos)
            self.profile = inflate(self._raw_profile, "profile", io)
            return io._pos

        def _derive(self) -> None:
            self._set_derived("compression", 0, "the format")

        def _write__seq(self, io: Writer) -> None:
            io.put_terminated(
                encode_text(self.name, "iso8859-1", "name"),
                b"\x00",
                "name",
                include=False,
                consume=True,
            )
            io.u1(self.compression, "compression")
            io.put(deflate(self.profile, self, "_raw_profile"))

    class SignificantBits(Struct):
        """Type `significant_bits`.

        Attributes:
            bits: Of each channel.
        """

        __slots__ = ("_start", "_end", "_stop", "bits")

        _root: Png
        _parent: Png.Chunk
        bits: list[int]

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                bits: Required[Iterable[int]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            self.bits = []
            while pos < end or self._goes_on(buf, pos):
                stop = pos + 1
                if stop > end:
                    buf, end = self._reach(stop - pos, "bits", pos)
                self.bits.append(unpack_u1(buf, pos)[0])
                pos = stop
            return pos

        def _write__seq(self, io: Writer) -> None:
            for bit in self.bits:
                io.u1(bit, "bits")

    class Srgb(Struct):
        """Type `srgb`."""

        __slots__ = ("_start", "_end", "_stop", "intent")

        _root: Png
        _parent: Png.Chunk
        intent: Png.Intent | int

        SIZE: ClassVar[int] = 1

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                intent: Required[Png.Intent | int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "intent", pos)
            self.intent = _members_Png_Intent[unpack_u1(buf, pos)[0]]
            return stop

        def _write__seq(self, io: Writer) -> None:
            io.u1(self.intent, "intent")

    class CodingPoints(Struct):
        """Type `coding_points`."""

        __slots__ = ("_start", "_end", "_stop", "primaries", "transfer", "matrix", "full_range")

        _root: Png
        _parent: Png.Chunk
        primaries: int
        transfer: int
        matrix: int
        full_range: int

        SIZE: ClassVar[int] = 4
        _BLOCK_0: ClassVar[Block] = Block(
            ("primaries", "u1"), ("transfer", "u1"), ("matrix", "u1"), ("full_range", "u1")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                primaries: Required[int]
                transfer: Required[int]
                matrix: Required[int]
                full_range: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.primaries, self.transfer, self.matrix, self.full_range = (
                _unpack_Png_CodingPoints_0(buf, pos)
            )
            return stop

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.primaries, self.transfer, self.matrix, self.full_range)

    class MasteringDisplay(Struct):
        """Type `mastering_display`."""

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "red",
            "green",
            "blue",
            "white",
            "max_luminance",
            "min_luminance",
        )

        _root: Png
        _parent: Png.Chunk
        red: Png.ShortPoint
        green: Png.ShortPoint
        blue: Png.ShortPoint
        white: Png.ShortPoint
        max_luminance: int
        min_luminance: int

        SIZE: ClassVar[int] = 24
        _BLOCK_0: ClassVar[Block] = Block(("max_luminance", "u4be"), ("min_luminance", "u4be"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                red: Required[Png.ShortPoint | Png.ShortPoint._Fields]
                green: Required[Png.ShortPoint | Png.ShortPoint._Fields]
                blue: Required[Png.ShortPoint | Png.ShortPoint._Fields]
                white: Required[Png.ShortPoint | Png.ShortPoint._Fields]
                max_luminance: Required[int]
                min_luminance: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            self.red = child = new(Png.ShortPoint)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.green = child = new(Png.ShortPoint)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.blue = child = new(Png.ShortPoint)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.white = child = new(Png.ShortPoint)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            stop = pos + 8
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.max_luminance, self.min_luminance = _unpack_Png_MasteringDisplay_0(buf, pos)
            return stop

        def _derive(self) -> None:
            self._make("red", Png.ShortPoint)
            self._make("green", Png.ShortPoint)
            self._make("blue", Png.ShortPoint)
            self._make("white", Png.ShortPoint)

        def _write__seq(self, io: Writer) -> None:
            self._write_child(io, "red", self.red, Png.ShortPoint)
            self._write_child(io, "green", self.green, Png.ShortPoint)
            self._write_child(io, "blue", self.blue, Png.ShortPoint)
            self._write_child(io, "white", self.white, Png.ShortPoint)
            self._BLOCK_0.write(io, self.max_luminance, self.min_luminance)

    class ShortPoint(Struct):
        """In units of 0.00002."""

        __slots__ = ("x", "y")

        _root: Png
        _parent: Png.MasteringDisplay
        x: int
        y: int

        SIZE: ClassVar[int] = 4
        _BLOCK_0: ClassVar[Block] = Block(("x", "u2be"), ("y", "u2be"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                x: Required[int]
                y: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.x, self.y = _unpack_Png_ShortPoint_0(buf, pos)
            return stop

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.x, self.y)

    class LightLevel(Struct):
        """Type `light_level`."""

        __slots__ = ("_start", "_end", "_stop", "max_content", "max_frame_average")

        _root: Png
        _parent: Png.Chunk
        max_content: int
        max_frame_average: int

        SIZE: ClassVar[int] = 8
        _BLOCK_0: ClassVar[Block] = Block(("max_content", "u4be"), ("max_frame_average", "u4be"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                max_content: Required[int]
                max_frame_average: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 8
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.max_content, self.max_frame_average = _unpack_Png_LightLevel_0(buf, pos)
            return stop

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.max_content, self.max_frame_average)

    class Text(Struct):
        """Type `text`."""

        __slots__ = ("_start", "_end", "_stop", "keyword", "text")

        _root: Png
        _parent: Png.Chunk
        keyword: str
        text: str

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                keyword: Required[str]
                text: Required[str]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = find_at(buf, b"\x00", pos, end)
            if stop < 0:
                buf, end, stop = self._find(b"\x00", "keyword", pos)
            self.keyword = decode_at(buf[pos:stop], "iso8859-1", "keyword", self, pos)
            pos = stop + 1
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.text = decode_at(buf[pos:end], "iso8859-1", "text", self, pos)
            pos = max(pos, end)
            return pos

        def _write__seq(self, io: Writer) -> None:
            io.put_terminated(
                encode_text(self.keyword, "iso8859-1", "keyword"),
                b"\x00",
                "keyword",
                include=False,
                consume=True,
            )
            io.put(encode_text(self.text, "iso8859-1", "text"))

    class CompressedText(Struct):
        """Type `compressed_text`."""

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "keyword",
            "compression",
            "content",
            "_raw_content",
            "_raw__raw_content",
        )

        _root: Png
        _parent: Png.Chunk
        keyword: str
        compression: int
        content: Png.LatinText

        _own_streams: ClassVar[tuple[str, ...]] = ("content",)
        _derived: ClassVar[tuple[str, ...]] = ("compression",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                keyword: Required[str]
                compression: int
                content: Required[Png.LatinText | Png.LatinText._Fields]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = find_at(buf, b"\x00", pos, end)
            if stop < 0:
                buf, end, stop = self._find(b"\x00", "keyword", pos)
            self.keyword = decode_at(buf[pos:stop], "iso8859-1", "keyword", self, pos)
            pos = stop + 1
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "compression", pos)
            self.compression = unpack_u1(buf, pos)[0]
            pos = stop
            if self.compression != 0:
                io = self._io_at(pos)
                expect_equal(
                    "compression", self.compression, 0, io, 1, place="/types/compressed_text/seq/1"
                )
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self._raw__raw_content = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            io = self._io_at(pos)
            self._raw_content = inflate(self._raw__raw_content, "content", io)
            self.content = Png.LatinText(
                io.window(None, self._raw_content), self, self._root, "content"
            )
            return io._pos

        def _derive(self) -> None:
            self._set_derived("compression", 0, "the format")
            self._make("content", Png.LatinText)

        def _write__seq(self, io: Writer) -> None:
            io.put_terminated(
                encode_text(self.keyword, "iso8859-1", "keyword"),
                b"\x00",
                "keyword",
                include=False,
                consume=True,
            )
            io.u1(self.compression, "compression")
            io.put(
                deflate(
                    self._window(io, "content", self.content, Png.LatinText, grows=True),
                    self,
                    "_raw__raw_content",
                )
            )

    class LatinText(Struct):
        """Type `latin_text`."""

        __slots__ = ("_start", "_end", "_stop", "text")

        _root: Png
        _parent: Png.CompressedText
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

    class InternationalText(Struct):
        """Type `international_text`."""

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "keyword",
            "is_compressed",
            "compression",
            "language",
            "translated_keyword",
            "_raw_content",
            "_raw__raw_content",
        )

        _root: Png
        _parent: Png.Chunk
        keyword: str
        is_compressed: int
        compression: int
        language: str
        translated_keyword: str
        text: str
        content: Png.UnicodeText

        _own_streams: ClassVar[tuple[str, ...]] = ("content",)
        _derived: ClassVar[tuple[str, ...]] = ("is_compressed",)
        _BLOCK_0: ClassVar[Block] = Block(("is_compressed", "u1"), ("compression", "u1"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                keyword: Required[str]
                is_compressed: int
                compression: int
                language: str
                translated_keyword: str
                text: str
                content: Png.UnicodeText | Png.UnicodeText._Fields

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = find_at(buf, b"\x00", pos, end)
            if stop < 0:
                buf, end, stop = self._find(b"\x00", "keyword", pos)
            self.keyword = decode_at(buf[pos:stop], "iso8859-1", "keyword", self, pos)
            pos = stop + 1
            stop = pos + 2
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.is_compressed, self.compression = _unpack_Png_InternationalText_0(buf, pos)
            pos = stop
            if not self.is_compressed <= 1:
                io = self._io_at(pos)
                expect_at_most(
                    "is_compressed",
                    self.is_compressed,
                    1,
                    io,
                    2,
                    place="/types/international_text/seq/1",
                )
            stop = find_at(buf, b"\x00", pos, end)
            if stop < 0:
                buf, end, stop = self._find(b"\x00", "language", pos)
            self.language = str(buf[pos:stop], "ascii")
            pos = stop + 1
            stop = find_at(buf, b"\x00", pos, end)
            if stop < 0:
                buf, end, stop = self._find(b"\x00", "translated_keyword", pos)
            self.translated_keyword = str(buf[pos:stop], "utf-8")
            pos = stop + 1
            if self.is_compressed == 0:
                if type(buf) is bytearray:
                    buf, end = self._reach_rest(buf, pos, end)
                self.text = str(buf[pos:end], "utf-8")
                pos = max(pos, end)
            if self.is_compressed == 1:
                if type(buf) is bytearray:
                    buf, end = self._reach_rest(buf, pos, end)
                self._raw__raw_content = (
                    buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
                )
                pos = max(pos, end)
                io = self._io_at(pos)
                self._raw_content = inflate(self._raw__raw_content, "content", io)
                self.content = Png.UnicodeText(
                    io.window(None, self._raw_content), self, self._root, "content"
                )
                pos = io._pos
            return pos

        def _derive(self) -> None:
            self._set_flag("is_compressed", hasattr(self, "content"), 1)
            self._set_default("is_compressed", 0)
            self._set_default("compression", 0)
            self._set_default("language", "")
            self._set_default("translated_keyword", "")
            if self.is_compressed == 1:
                self._make("content", Png.UnicodeText)

        def _check(self) -> None:
            expect_at_most(
                "is_compressed", self.is_compressed, 1, place="/types/international_text/seq/1"
            )

        def _write__seq(self, io: Writer) -> None:
            io.put_terminated(
                encode_text(self.keyword, "iso8859-1", "keyword"),
                b"\x00",
                "keyword",
                include=False,
                consume=True,
            )
            self._BLOCK_0.write(io, self.is_compressed, self.compression)
            io.put_terminated(
                encode_text(self.language, "ascii", "language"),
                b"\x00",
                "language",
                include=False,
                consume=True,
            )
            io.put_terminated(
                encode_text(self.translated_keyword, "utf-8", "translated_keyword"),
                b"\x00",
                "translated_keyword",
                include=False,
                consume=True,
            )
            if self.is_compressed == 0:
                io.put(encode_text(self.text, "utf-8", "text"))
            elif hasattr(self, "text"):
                self._leave_out("text")
            if self.is_compressed == 1:
                io.put(
                    deflate(
                        self._window(io, "content", self.content, Png.UnicodeText, grows=True),
                        self,
                        "_raw__raw_content",
                    )
                )
            elif hasattr(self, "content"):
                self._leave_out("content")

    class UnicodeText(Struct):
        """Type `unicode_text`."""

        __slots__ = ("_start", "_end", "_stop", "text")

        _root: Png
        _parent: Png.InternationalText
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

    class Background(Struct):
        """Type `background`."""

        __slots__ = ("_start", "_end", "_stop")

        _root: Png
        _parent: Png.Chunk
        index: int
        samples: list[int]

        _looks_up: ClassVar[tuple[str, ...]] = ("_root.header.color",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                index: int
                samples: Iterable[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            if self._root.header.color == Png.Color.palette:
                stop = pos + 1
                if stop > end:
                    buf, end = self._reach(stop - pos, "index", pos)
                self.index = unpack_u1(buf, pos)[0]
                pos = stop
            else:
                self.samples = []
                while pos < end or self._goes_on(buf, pos):
                    stop = pos + 2
                    if stop > end:
                        buf, end = self._reach(stop - pos, "samples", pos)
                    self.samples.append(unpack_u2be(buf, pos)[0])
                    pos = stop
            return pos

        def _write__seq(self, io: Writer) -> None:
            if self._root.header.color == Png.Color.palette:
                io.u1(self.index, "index")
                if hasattr(self, "samples"):
                    self._leave_out("samples")
            else:
                if hasattr(self, "index"):
                    self._leave_out("index")
                for sample in self.samples:
                    io.u2be(sample, "samples")

    class Histogram(Struct):
        """Type `histogram`."""

        __slots__ = ("_start", "_end", "_stop", "frequencies")

        _root: Png
        _parent: Png.Chunk
        frequencies: list[int]

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                frequencies: Required[Iterable[int]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            self.frequencies = []
            while pos < end or self._goes_on(buf, pos):
                stop = pos + 2
                if stop > end:
                    buf, end = self._reach(stop - pos, "frequencies", pos)
                self.frequencies.append(unpack_u2be(buf, pos)[0])
                pos = stop
            return pos

        def _write__seq(self, io: Writer) -> None:
            for frequency in self.frequencies:
                io.u2be(frequency, "frequencies")

    class PixelSize(Struct):
        """Type `pixel_size`.

        Attributes:
            x: Pixels in a unit.
        """

        __slots__ = ("_start", "_end", "_stop", "x", "y", "unit")

        _root: Png
        _parent: Png.Chunk
        x: int
        y: int
        unit: Png.Unit | int

        SIZE: ClassVar[int] = 9
        _BLOCK_0: ClassVar[Block] = Block(("x", "u4be"), ("y", "u4be"), ("unit", "u1"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                x: Required[int]
                y: Required[int]
                unit: Required[Png.Unit | int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 9
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.x, self.y, self.unit = _unpack_Png_PixelSize_0(buf, pos)
            pos = stop
            self.unit = _members_Png_Unit[self.unit]
            return pos

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.x, self.y, self.unit)

    class SuggestedPalette(Struct):
        """Type `suggested_palette`.

        Attributes:
            entries: Red, green, blue, alpha (of so many bits each), and a frequency of 16 bits.
        """

        __slots__ = ("_start", "_end", "_stop", "name", "bits", "entries")

        _root: Png
        _parent: Png.Chunk
        name: str
        bits: int
        entries: bytes

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                name: Required[str]
                bits: Required[int]
                entries: Required[bytes]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = find_at(buf, b"\x00", pos, end)
            if stop < 0:
                buf, end, stop = self._find(b"\x00", "name", pos)
            self.name = decode_at(buf[pos:stop], "iso8859-1", "name", self, pos)
            pos = stop + 1
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "bits", pos)
            self.bits = unpack_u1(buf, pos)[0]
            pos = stop
            if self.bits not in (8, 16):
                io = self._io_at(pos)
                expect_any_of(
                    "bits", self.bits, (8, 16), io, 1, place="/types/suggested_palette/seq/1"
                )
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.entries = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            return pos

        def _check(self) -> None:
            expect_any_of("bits", self.bits, (8, 16), place="/types/suggested_palette/seq/1")

        def _write__seq(self, io: Writer) -> None:
            io.put_terminated(
                encode_text(self.name, "iso8859-1", "name"),
                b"\x00",
                "name",
                include=False,
                consume=True,
            )
            io.u1(self.bits, "bits")
            io.put(self.entries)

    class Time(Struct):
        """The last change, in UTC."""

        __slots__ = ("_start", "_end", "_stop", "year", "month", "day", "hour", "minute", "second")

        _root: Png
        _parent: Png.Chunk
        year: int
        month: int
        day: int
        hour: int
        minute: int
        second: int

        SIZE: ClassVar[int] = 7
        _BLOCK_0: ClassVar[Block] = Block(
            ("year", "u2be"),
            ("month", "u1"),
            ("day", "u1"),
            ("hour", "u1"),
            ("minute", "u1"),
            ("second", "u1"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                year: Required[int]
                month: Required[int]
                day: Required[int]
                hour: Required[int]
                minute: Required[int]
                second: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 7
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.year, self.month, self.day, self.hour, self.minute, self.second = (
                _unpack_Png_Time_0(buf, pos)
            )
            return stop

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(
                io, self.year, self.month, self.day, self.hour, self.minute, self.second
            )

    class Animation(Struct):
        """Type `animation`."""

        __slots__ = ("_start", "_end", "_stop", "num_frames", "num_plays")

        _root: Png
        _parent: Png.Chunk
        num_frames: int
        num_plays: int

        SIZE: ClassVar[int] = 8
        _BLOCK_0: ClassVar[Block] = Block(("num_frames", "u4be"), ("num_plays", "u4be"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_frames: Required[int]
                num_plays: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 8
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.num_frames, self.num_plays = _unpack_Png_Animation_0(buf, pos)
            return stop

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.num_frames, self.num_plays)

    class Frame(Struct):
        """Type `frame`.

        Attributes:
            delay_unit: 1/x seconds; 0 is 100.
        """

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "number",
            "width",
            "height",
            "left",
            "top",
            "delay",
            "delay_unit",
            "dispose",
            "blend",
        )

        _root: Png
        _parent: Png.Chunk
        number: int
        width: int
        height: int
        left: int
        top: int
        delay: int
        delay_unit: int
        dispose: Png.Dispose | int
        blend: Png.Blend | int

        SIZE: ClassVar[int] = 26
        _BLOCK_0: ClassVar[Block] = Block(
            ("number", "u4be"),
            ("width", "u4be"),
            ("height", "u4be"),
            ("left", "u4be"),
            ("top", "u4be"),
            ("delay", "u2be"),
            ("delay_unit", "u2be"),
            ("dispose", "u1"),
            ("blend", "u1"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                number: Required[int]
                width: Required[int]
                height: Required[int]
                left: Required[int]
                top: Required[int]
                delay: Required[int]
                delay_unit: Required[int]
                dispose: Required[Png.Dispose | int]
                blend: Required[Png.Blend | int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 26
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            (
                self.number,
                self.width,
                self.height,
                self.left,
                self.top,
                self.delay,
                self.delay_unit,
                self.dispose,
                self.blend,
            ) = _unpack_Png_Frame_0(buf, pos)
            pos = stop
            self.dispose = _members_Png_Dispose[self.dispose]
            self.blend = _members_Png_Blend[self.blend]
            return pos

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(
                io,
                self.number,
                self.width,
                self.height,
                self.left,
                self.top,
                self.delay,
                self.delay_unit,
                self.dispose,
                self.blend,
            )

    class FrameData(Struct):
        """Type `frame_data`."""

        __slots__ = ("_start", "_end", "_stop", "number", "data")

        _root: Png
        _parent: Png.Chunk
        number: int
        data: bytes

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                number: Required[int]
                data: Required[bytes]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "number", pos)
            self.number = unpack_u4be(buf, pos)[0]
            pos = stop
            if type(buf) is bytearray:
                buf, end = self._reach_rest(buf, pos, end)
            self.data = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
            pos = max(pos, end)
            return pos

        def _write__seq(self, io: Writer) -> None:
            io.u4be(self.number, "number")
            io.put(self.data)


# What methods look up, at the price of a name.
_members_Png_Blend = Members(lambda: Png.Blend)
_members_Png_Color = Members(lambda: Png.Color)
_members_Png_Dispose = Members(lambda: Png.Dispose)
_members_Png_Intent = Members(lambda: Png.Intent)
_members_Png_Interlace = Members(lambda: Png.Interlace)
_members_Png_Unit = Members(lambda: Png.Unit)
_unpack_Png_Animation_0 = Png.Animation._BLOCK_0.unpack
_unpack_Png_CodingPoints_0 = Png.CodingPoints._BLOCK_0.unpack
_unpack_Png_Frame_0 = Png.Frame._BLOCK_0.unpack
_unpack_Png_Header_0 = Png.Header._BLOCK_0.unpack
_unpack_Png_InternationalText_0 = Png.InternationalText._BLOCK_0.unpack
_unpack_Png_LightLevel_0 = Png.LightLevel._BLOCK_0.unpack
_unpack_Png_MasteringDisplay_0 = Png.MasteringDisplay._BLOCK_0.unpack
_unpack_Png_PixelSize_0 = Png.PixelSize._BLOCK_0.unpack
_unpack_Png_Point_0 = Png.Point._BLOCK_0.unpack
_unpack_Png_ShortPoint_0 = Png.ShortPoint._BLOCK_0.unpack
_unpack_Png_Time_0 = Png.Time._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Png":"png","Png.Chunk":"png::chunk","Png.Header":"png::header",
"Png.Palette":"png::palette","Png.Transparency":"png::transparency",
"Png.Chromaticities":"png::chromaticities","Png.Point":"png::point","Png.Gamma":"png::gamma",
"Png.Profile":"png::profile","Png.SignificantBits":"png::significant_bits","Png.Srgb":"png::srgb",
"Png.CodingPoints":"png::coding_points","Png.MasteringDisplay":"png::mastering_display",
"Png.ShortPoint":"png::short_point","Png.LightLevel":"png::light_level","Png.Text":"png::text",
"Png.CompressedText":"png::compressed_text","Png.LatinText":"png::latin_text",
"Png.InternationalText":"png::international_text","Png.UnicodeText":"png::unicode_text",
"Png.Background":"png::background","Png.Histogram":"png::histogram",
"Png.PixelSize":"png::pixel_size","Png.SuggestedPalette":"png::suggested_palette",
"Png.Time":"png::time","Png.Animation":"png::animation","Png.Frame":"png::frame",
"Png.FrameData":"png::frame_data"},
"spec":{"id":"png","title":"PNG image","file":"png.ksy",
"digest":"28a45822e946137062c2694b3d3b4dea259d409f88a1f484ed4dc3ee34ed7d56","types":[
{"path":"png","parent":"any record","endian":"be","fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":8}},"offset":0,"size":8,
"contents":{"hex":"89504e470d0a1a0a"}},
{"id":"chunks","type":"png::chunk[]","stored":{"is":"Record","path":"png::chunk"},"offset":8,
"repeat":{"until":["eq",["get","_","kind"],["text","IEND"]]}}],"instances":[
{"id":"is_begun","type":"bool","value":["eq",["get",["item","chunks",0],"kind"],["text","IHDR"]],
"valid":[{"kind":"equal","args":[true]}],"doc":"Whether the header is there, where it has to be."},
{"id":"num_pieces","type":"int","value":["size",["where","chunks",["eq",["get","_","kind"],["text",
"IDAT"]]]],"valid":[{"kind":"at_least","args":[1]}],"doc":"Chunks with pixels."},
{"id":"header","type":"png::header","value":["get",["item","chunks",0],"body"],"doc":"What a pixel
 is."},
{"id":"image","type":"payload","value":["joined",["map",["where","chunks",["eq",["get","_","kind"],
["text","IDAT"]]],["get","_","body"]]],"array":{"dtype":{"on":["get","header","bits"],"cases":[[16,
"uint16"],[null,"uint8"]]},"shape":["list",["get","header","height"],["get","header","width"],
["get","header","num_channels"]]},"codec":{"cases":[[null,[{"is":"Stage","codec":"zlib"},
{"is":"Stage","codec":"png_rows","args":[["shape",["list",["get","header","height"],["get","header",
"width"],["get","header","num_channels"]]],["dtype",["dtype_of",["text","image"]]],["bits",["get",
"header","bits"]],["interlaced",["eq",["get","header","interlace"],["enum","png::interlace",
"adam7"]]]]}]]]},"doc":"The pixels: rows, columns, channels. With a palette they are indices into
 it. They stand in the chunks `IDAT`, to which\nan array goes that is set."}],"doc":"An image
 without loss, in chunks. `header` says what a pixel is, `image` has the pixels; other chunks have
 colours, texts,\ntimes, and what only one program knows.\n\n\nSee https://www.w3.org/TR/png-3/
 Portable Network Graphics (PNG) Specification, Third Edition; ISO/IEC 15948"},
{"path":"png::chunk","parent":"png","endian":"be","fields":[
{"id":"len_body","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},
"offset":0,"size":4},
{"id":"kind","type":"str","stored":{"is":"Text","encoding":"ascii","extent":{"size":4}},"offset":4,
"size":4,"usual":["if",["eq",["size",["get","_root","chunks"]],0],["list",["text","IHDR"]],["if",
["ne",["size",["where",["get","_root","chunks"],["eq",["get","_","kind"],["text","IDAT"]]]],0],
["if",["eq",["get",["last",["get","_root","chunks"]],"kind"],["text","IDAT"]],["list",["text",
"IEND"],["text","tIME"],["text","iTXt"]],["list",["text","IEND"],["text","tEXt"],["text","zTXt"]]],
["if",["and",["eq",["get",["get","_root","header"],"color"],["enum","png::color","palette"]],["eq",
["size",["where",["get","_root","chunks"],["eq",["get","_","kind"],["text","PLTE"]]]],0]],["list",
["text","PLTE"]],["if",["eq",["get",["last",["get","_root","chunks"]],"kind"],["text","IHDR"]],
["list",["text","IDAT"],["text","gAMA"],["text","sRGB"],["text","pHYs"]],["list",["text","IDAT"],
["text","IDAT"],["text","tEXt"],["text","zTXt"],["text","iTXt"]]]]]]},
{"id":"body","type":"mixed","stored":{"is":"Switch","on":"kind","cases":[{"key":["text","IHDR"],
"stored":{"is":"Record","path":"png::header","extent":{"size":"len_body","limit":2147483647}}},
{"key":["text","PLTE"],"stored":{"is":"Record","path":"png::palette","extent":{"size":"len_body",
"limit":2147483647}}},{"key":["text","tRNS"],"stored":{"is":"Record","path":"png::transparency",
"extent":{"size":"len_body","limit":2147483647}}},{"key":["text","cHRM"],"stored":{"is":"Record",
"path":"png::chromaticities","extent":{"size":"len_body","limit":2147483647}}},{"key":["text",
"gAMA"],"stored":{"is":"Record","path":"png::gamma","extent":{"size":"len_body",
"limit":2147483647}}},{"key":["text","iCCP"],"stored":{"is":"Record","path":"png::profile",
"extent":{"size":"len_body","limit":2147483647}}},{"key":["text","sBIT"],"stored":{"is":"Record",
"path":"png::significant_bits","extent":{"size":"len_body","limit":2147483647}}},{"key":["text",
"sRGB"],"stored":{"is":"Record","path":"png::srgb","extent":{"size":"len_body",
"limit":2147483647}}},{"key":["text","cICP"],"stored":{"is":"Record","path":"png::coding_points",
"extent":{"size":"len_body","limit":2147483647}}},{"key":["text","mDCV"],"stored":{"is":"Record",
"path":"png::mastering_display","extent":{"size":"len_body","limit":2147483647}}},{"key":["text",
"cLLI"],"stored":{"is":"Record","path":"png::light_level","extent":{"size":"len_body",
"limit":2147483647}}},{"key":["text","tEXt"],"stored":{"is":"Record","path":"png::text",
"extent":{"size":"len_body","limit":2147483647}}},{"key":["text","zTXt"],"stored":{"is":"Record",
"path":"png::compressed_text","extent":{"size":"len_body","limit":2147483647}}},{"key":["text",
"iTXt"],"stored":{"is":"Record","path":"png::international_text","extent":{"size":"len_body",
"limit":2147483647}}},{"key":["text","bKGD"],"stored":{"is":"Record","path":"png::background",
"extent":{"size":"len_body","limit":2147483647}}},{"key":["text","hIST"],"stored":{"is":"Record",
"path":"png::histogram","extent":{"size":"len_body","limit":2147483647}}},{"key":["text","pHYs"],
"stored":{"is":"Record","path":"png::pixel_size","extent":{"size":"len_body","limit":2147483647}}},
{"key":["text","sPLT"],"stored":{"is":"Record","path":"png::suggested_palette",
"extent":{"size":"len_body","limit":2147483647}}},{"key":["text","tIME"],"stored":{"is":"Record",
"path":"png::time","extent":{"size":"len_body","limit":2147483647}}},{"key":["text","acTL"],
"stored":{"is":"Record","path":"png::animation","extent":{"size":"len_body","limit":2147483647}}},
{"key":["text","fcTL"],"stored":{"is":"Record","path":"png::frame","extent":{"size":"len_body",
"limit":2147483647}}},{"key":["text","fdAT"],"stored":{"is":"Record","path":"png::frame_data",
"extent":{"size":"len_body","limit":2147483647}}},{"stored":{"is":"Bytes",
"extent":{"size":"len_body"}}}]},"offset":8,"usual":["list",["as<bytes>",["list"]]]},
{"id":"crc","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},"size":4,
"checksum":{"algorithm":"crc32","parts":[{"start":"kind","end":"body"}]}}],"edges":[{"is":"Tag",
"field":"kind","of":"body","cases":[["png::header",["text","IHDR"]],["png::palette",["text",
"PLTE"]],["png::transparency",["text","tRNS"]],["png::chromaticities",["text","cHRM"]],
["png::gamma",["text","gAMA"]],["png::profile",["text","iCCP"]],["png::significant_bits",["text",
"sBIT"]],["png::srgb",["text","sRGB"]],["png::coding_points",["text","cICP"]],
["png::mastering_display",["text","mDCV"]],["png::light_level",["text","cLLI"]],["png::text",
["text","tEXt"]],["png::compressed_text",["text","zTXt"]],["png::international_text",["text",
"iTXt"]],["png::background",["text","bKGD"]],["png::histogram",["text","hIST"]],["png::pixel_size",
["text","pHYs"]],["png::suggested_palette",["text","sPLT"]],["png::time",["text","tIME"]],
["png::animation",["text","acTL"]],["png::frame",["text","fcTL"]],["png::frame_data",["text",
"fdAT"]]]},{"is":"Length","field":"len_body","of":"body","at_least":true}]},
{"path":"png::header","parent":"png::chunk","endian":"be","size":13,"fields":[
{"id":"width","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},
"offset":0,"size":4,"valid":[{"kind":"at_least","args":[1]},{"kind":"at_most",
"args":[{"int":"0x7fffffff"}]}],"usual":["list",1,4,7,8]},
{"id":"height","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},
"offset":4,"size":4,"valid":[{"kind":"at_least","args":[1]},{"kind":"at_most",
"args":[{"int":"0x7fffffff"}]}],"usual":["list",1,3,5,8]},
{"id":"bits","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":8,"size":1,
"valid":[{"kind":"any_of","args":[1,2,4,8,16]}],"default":8,"usual":["list",8,8,8,1,2,4,16],
"doc":"Of a sample, or of an index."},
{"id":"color","type":"enum png::color","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"png::color"},"offset":9,"size":1,"valid":[{"kind":"member"}],"usual":["list",["enum",
"png::color","grey"],["if",["lt","bits",8],["enum","png::color","grey"],["enum","png::color",
"rgb"]],["if",["or",["eq","bits",4],["eq","bits",8]],["enum","png::color","palette"],["enum",
"png::color","grey"]],["if",["lt","bits",8],["enum","png::color","grey"],["enum","png::color",
"grey_alpha"]],["if",["lt","bits",8],["enum","png::color","grey"],["enum","png::color",
"rgb_alpha"]]]},
{"id":"compression","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":10,
"size":1,"valid":[{"kind":"equal","args":[0]}]},
{"id":"filter","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":11,
"size":1,"valid":[{"kind":"equal","args":[0]}]},
{"id":"interlace","type":"enum png::interlace","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"png::interlace"},"offset":12,"size":1,"valid":[{"kind":"member"}],"default":["enum",
"png::interlace","none"],"usual":["list",["enum","png::interlace","none"],["enum","png::interlace",
"none"],["enum","png::interlace","adam7"]]}],"instances":[
{"id":"num_channels","type":"int","value":["if",["eq","color",["enum","png::color","rgb"]],3,["if",
["eq","color",["enum","png::color","rgb_alpha"]],4,["if",["eq","color",["enum","png::color",
"grey_alpha"]],2,1]]]}]},
{"path":"png::palette","parent":"png::chunk","endian":"be","fields":[
{"id":"colors","type":"array u1","stored":{"is":"Bytes","extent":{"to_end":true}},"offset":0,
"array":{"dtype":"u1","shape":["list",["neg",1],3]},"doc":"Red, green and blue of each index."}]},
{"path":"png::transparency","parent":"png::chunk","endian":"be","fields":[
{"id":"alphas","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"offset":0,
"condition":["eq",["get",["get","_root","header"],"color"],["enum","png::color","palette"]],
"doc":"Of the first indices; others are opaque."},
{"id":"samples","type":"int[]","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"repeat":{},"condition":["ne",["get",["get","_root","header"],"color"],["enum","png::color",
"palette"]],"doc":"The one colour that is transparent."}]},
{"path":"png::chromaticities","parent":"png::chunk","endian":"be","size":32,"fields":[
{"id":"white","type":"png::point","stored":{"is":"Record","path":"png::point"},"offset":0,"size":8},
{"id":"red","type":"png::point","stored":{"is":"Record","path":"png::point"},"offset":8,"size":8},
{"id":"green","type":"png::point","stored":{"is":"Record","path":"png::point"},"offset":16,
"size":8},
{"id":"blue","type":"png::point","stored":{"is":"Record","path":"png::point"},"offset":24,
"size":8}]},
{"path":"png::point","parent":"png::chromaticities","endian":"be","size":8,"fields":[
{"id":"x","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},"offset":0,
"size":4},
{"id":"y","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},"offset":4,
"size":4}],"doc":"In units of 1/100000."},
{"path":"png::gamma","parent":"png::chunk","endian":"be","size":4,"fields":[
{"id":"gamma","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},
"offset":0,"size":4,"usual":["list",45455,100000],"doc":"In units of 1/100000."}]},
{"path":"png::profile","parent":"png::chunk","endian":"be","fields":[
{"id":"name","type":"str","stored":{"is":"Text","encoding":"iso8859-1",
"extent":{"terminator":{"hex":"00"}}},"offset":0},
{"id":"compression","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1,
"valid":[{"kind":"equal","args":[0]}]},
{"id":"profile","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true,
"process":{"routine":"zlib"}}},"doc":"Of ICC."}]},
{"path":"png::significant_bits","parent":"png::chunk","endian":"be","fields":[
{"id":"bits","type":"int[]","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"repeat":{},"doc":"Of each channel."}]},
{"path":"png::srgb","parent":"png::chunk","endian":"be","size":1,"fields":[
{"id":"intent","type":"enum png::intent","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"png::intent"},"offset":0,"size":1,"usual":["list",["enum","png::intent","perceptual"],
["enum","png::intent","relative"]]}]},
{"path":"png::coding_points","parent":"png::chunk","endian":"be","size":4,"fields":[
{"id":"primaries","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"size":1},
{"id":"transfer","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":1,
"size":1},
{"id":"matrix","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":2,
"size":1},
{"id":"full_range","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":3,
"size":1}]},
{"path":"png::mastering_display","parent":"png::chunk","endian":"be","size":24,"fields":[
{"id":"red","type":"png::short_point","stored":{"is":"Record","path":"png::short_point"},"offset":0,
"size":4},
{"id":"green","type":"png::short_point","stored":{"is":"Record","path":"png::short_point"},
"offset":4,"size":4},
{"id":"blue","type":"png::short_point","stored":{"is":"Record","path":"png::short_point"},
"offset":8,"size":4},
{"id":"white","type":"png::short_point","stored":{"is":"Record","path":"png::short_point"},
"offset":12,"size":4},
{"id":"max_luminance","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"be"},"offset":16,"size":4},
{"id":"min_luminance","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"be"},"offset":20,"size":4}]},
{"path":"png::short_point","parent":"png::mastering_display","endian":"be","size":4,"fields":[
{"id":"x","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},"offset":0,
"size":2},
{"id":"y","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},"offset":2,
"size":2}],"doc":"In units of 0.00002."},
{"path":"png::light_level","parent":"png::chunk","endian":"be","size":8,"fields":[
{"id":"max_content","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},
"offset":0,"size":4},
{"id":"max_frame_average","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"be"},"offset":4,"size":4}]},
{"path":"png::text","parent":"png::chunk","endian":"be","fields":[
{"id":"keyword","type":"str","stored":{"is":"Text","encoding":"iso8859-1",
"extent":{"terminator":{"hex":"00"}}},"offset":0,"usual":["list",["text","Title"],["text","Author"],
["text","Comment"]]},
{"id":"text","type":"str","stored":{"is":"Text","encoding":"iso8859-1","extent":{"to_end":true}}}]},
{"path":"png::compressed_text","parent":"png::chunk","endian":"be","fields":[
{"id":"keyword","type":"str","stored":{"is":"Text","encoding":"iso8859-1",
"extent":{"terminator":{"hex":"00"}}},"offset":0,"usual":["list",["text","Title"],["text","Author"],
["text","Comment"]]},
{"id":"compression","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1,
"valid":[{"kind":"equal","args":[0]}]},
{"id":"content","type":"png::latin_text","stored":{"is":"Record","path":"png::latin_text",
"extent":{"to_end":true,"process":{"routine":"zlib"}}}}]},
{"path":"png::latin_text","parent":"png::compressed_text","endian":"be","fields":[
{"id":"text","type":"str","stored":{"is":"Text","encoding":"iso8859-1","extent":{"to_end":true}},
"offset":0}]},
{"path":"png::international_text","parent":"png::chunk","endian":"be","fields":[
{"id":"keyword","type":"str","stored":{"is":"Text","encoding":"iso8859-1",
"extent":{"terminator":{"hex":"00"}}},"offset":0,"usual":["list",["text","Title"],["text","Author"],
["text","Comment"]]},
{"id":"is_compressed","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1,
"valid":[{"kind":"at_most","args":[1]}],"default":0},
{"id":"compression","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1,
"default":0},
{"id":"language","type":"str","stored":{"is":"Text","encoding":"ascii",
"extent":{"terminator":{"hex":"00"}}},"default":["text",""]},
{"id":"translated_keyword","type":"str","stored":{"is":"Text","encoding":"utf-8",
"extent":{"terminator":{"hex":"00"}}},"default":["text",""]},
{"id":"text","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"to_end":true}},
"condition":["eq","is_compressed",0]},
{"id":"content","type":"png::unicode_text","stored":{"is":"Record","path":"png::unicode_text",
"extent":{"to_end":true,"process":{"routine":"zlib"}}},"condition":["eq","is_compressed",1]}],
"edges":[{"is":"Flag","field":"is_compressed","of":"content","yes":1}]},
{"path":"png::unicode_text","parent":"png::international_text","endian":"be","fields":[
{"id":"text","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"to_end":true}},
"offset":0}]},
{"path":"png::background","parent":"png::chunk","endian":"be","fields":[
{"id":"index","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1,
"condition":["eq",["get",["get","_root","header"],"color"],["enum","png::color","palette"]]},
{"id":"samples","type":"int[]","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"repeat":{},"condition":["ne",["get",["get","_root","header"],"color"],["enum","png::color",
"palette"]]}]},
{"path":"png::histogram","parent":"png::chunk","endian":"be","fields":[
{"id":"frequencies","type":"int[]","stored":{"is":"Number","kind":"unsigned","size":2,
"endian":"be"},"offset":0,"repeat":{}}]},
{"path":"png::pixel_size","parent":"png::chunk","endian":"be","size":9,"fields":[
{"id":"x","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},"offset":0,
"size":4,"doc":"Pixels in a unit."},
{"id":"y","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},"offset":4,
"size":4},
{"id":"unit","type":"enum png::unit","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"png::unit"},"offset":8,"size":1,"usual":["list",["enum","png::unit","meter"],["enum",
"png::unit","unknown"]]}]},
{"path":"png::suggested_palette","parent":"png::chunk","endian":"be","fields":[
{"id":"name","type":"str","stored":{"is":"Text","encoding":"iso8859-1",
"extent":{"terminator":{"hex":"00"}}},"offset":0},
{"id":"bits","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1,
"valid":[{"kind":"any_of","args":[8,16]}]},
{"id":"entries","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"doc":"Red, green,
 blue, alpha (of so many bits each), and a frequency of 16 bits."}]},
{"path":"png::time","parent":"png::chunk","endian":"be","size":7,"fields":[
{"id":"year","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":0,"size":2,"usual":["list",1996,2026]},
{"id":"month","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":2,"size":1,
"usual":["list",1,12]},
{"id":"day","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":3,"size":1,
"usual":["list",1,28]},
{"id":"hour","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":4,"size":1,
"usual":["list",0,23]},
{"id":"minute","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":5,"size":1,
"usual":["list",0,59]},
{"id":"second","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":6,"size":1,
"usual":["list",0,59]}],"doc":"The last change, in UTC."},
{"path":"png::animation","parent":"png::chunk","endian":"be","size":8,"fields":[
{"id":"num_frames","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},
"offset":0,"size":4},
{"id":"num_plays","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},
"offset":4,"size":4}]},
{"path":"png::frame","parent":"png::chunk","endian":"be","size":26,"fields":[
{"id":"number","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},
"offset":0,"size":4},
{"id":"width","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},
"offset":4,"size":4},
{"id":"height","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},
"offset":8,"size":4},
{"id":"left","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},
"offset":12,"size":4},
{"id":"top","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},
"offset":16,"size":4},
{"id":"delay","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":20,"size":2},
{"id":"delay_unit","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"be"},
"offset":22,"size":2,"doc":"1/x seconds; 0 is 100."},
{"id":"dispose","type":"enum png::dispose","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"png::dispose"},"offset":24,"size":1},
{"id":"blend","type":"enum png::blend","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"png::blend"},"offset":25,"size":1}]},
{"path":"png::frame_data","parent":"png::chunk","endian":"be","fields":[
{"id":"number","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"be"},
"offset":0,"size":4},
{"id":"data","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"offset":4}]}],
"enums":[
{"path":"png::color","members":[{"id":"grey","value":0},{"id":"rgb","value":2},{"id":"palette",
"value":3},{"id":"grey_alpha","value":4},{"id":"rgb_alpha","value":6}]},
{"path":"png::interlace","members":[{"id":"none","value":0},{"id":"adam7","value":1}]},
{"path":"png::intent","members":[{"id":"perceptual","value":0},{"id":"relative","value":1},
{"id":"saturation","value":2},{"id":"absolute","value":3}]},
{"path":"png::unit","members":[{"id":"unknown","value":0},{"id":"meter","value":1}]},
{"path":"png::dispose","members":[{"id":"none","value":0},{"id":"background","value":1},
{"id":"previous","value":2}]},
{"path":"png::blend","members":[{"id":"source","value":0},{"id":"over","value":1}]}]}}
"""
