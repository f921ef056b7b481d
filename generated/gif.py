# Made by `quire gen` 0.1.0 from gif.ksy (sha256 5503cdb80501). Do not edit.
"""GIF image."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from numpy.typing import ArrayLike, NDArray

from quire.kernels.engine.payload import Encoded, Packable
from quire.kernels.engine.pipeline import Stage, no_case
from quire.runtime import (
    PACK,
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
    RecordPart,
    Struct,
    Types,
    WithTypes,
    Writer,
    array_size,
    axis_of,
    bounded,
    computed,
    copied,
    encode_text,
    expect_any_of,
    expect_at_least,
    expect_at_most,
    expect_equal,
    expect_member,
    expect_until,
    exponent,
    len_sub_blocks,
    put_array,
    quotient,
    shift_left,
    view_array,
)
from quire.runtime.direct import new, unpack_u1

__all__ = ["Gif"]


class Gif(Struct):
    """Images of indices into tables of colours, one after another.

    Several are an animation. What stands before an image tells how long it is shown.

    See https://www.w3.org/Graphics/GIF/spec-gif89a.txt Graphics Interchange Format, version 89a

    See https://www.w3.org/Graphics/GIF/spec-gif87.txt Graphics Interchange Format, version 87a

    Attributes:
        colors: Red, green and blue of each index, for images that have no colours of their own.
        blocks: The last is the trailer, but in files of some programs.
        rest: What other programs put after the end.
    """

    __slots__ = ("_start", "_end", "_stop", "magic", "version", "screen", "blocks", "rest")

    _root: Gif
    magic: bytes
    version: str
    screen: Gif.Screen
    colors: NDArray[Any]
    blocks: list[Gif.Block]
    rest: bytes

    _is_top: ClassVar[bool] = True
    _goes_by_place: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("magic",)
    _PARTS: ClassVar[Parts] = (
        FieldsPart("_read_part_0"),
        ListPart("blocks", "until", ("blocks",), 0, None),
        FieldsPart("_read_part_2"),
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            magic: bytes
            version: str
            screen: Required[Gif.Screen | Gif.Screen._Fields]
            colors: ArrayLike
            blocks: Required[Iterable[Gif.Block | Gif.Block._Fields]]
            rest: bytes

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 3
        if stop > end or buf[pos:stop] != b"GIF":
            self._look_at(pos).contents(b"GIF", "magic", "/seq/0")
        self.magic = b"GIF"
        pos = stop
        start = pos
        stop = pos + 3
        if stop > end:
            buf, end = self._reach(stop - pos, "version", pos)
        self.version = str(buf[pos:stop], "ascii")
        pos = stop
        if self.version not in ("87a", "89a"):
            io = self._io_at(pos)
            expect_any_of(
                "version", self.version, ("87a", "89a"), io, io._pos - start, place="/seq/1"
            )
        self.screen = child = new(Gif.Screen)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        if self.screen.has_colors:
            io = self._io_at(pos)
            self.colors = view_array(
                io.take(self.num_colors * 3, "colors"), "u1", [self.num_colors, 3], "colors", io
            )
            pos = io._pos
        self.blocks = []
        type_blocks = Gif.Block
        while True:
            child = new(type_blocks)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.blocks.append(child)
            if self.blocks[-1].kind == Gif.Kind.trailer or (
                pos >= end and not self._goes_on(buf, pos)
            ):
                break
        if type(buf) is bytearray:
            buf, end = self._reach_rest(buf, pos, end)
        self.rest = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
        pos = max(pos, end)
        return pos

    def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 3
        if stop > end or buf[pos:stop] != b"GIF":
            self._look_at(pos).contents(b"GIF", "magic", "/seq/0")
        self.magic = b"GIF"
        pos = stop
        start = pos
        stop = pos + 3
        if stop > end:
            buf, end = self._reach(stop - pos, "version", pos)
        self.version = str(buf[pos:stop], "ascii")
        pos = stop
        if self.version not in ("87a", "89a"):
            io = self._io_at(pos)
            expect_any_of(
                "version", self.version, ("87a", "89a"), io, io._pos - start, place="/seq/1"
            )
        self.screen = child = new(Gif.Screen)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        if self.screen.has_colors:
            io = self._io_at(pos)
            self.colors = view_array(
                io.take(self.num_colors * 3, "colors"), "u1", [self.num_colors, 3], "colors", io
            )
            pos = io._pos
        return pos

    def _element_blocks(self, buf: Bytes, pos: int, end: int, i: int) -> int:
        child = new(Gif.Block)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        self.blocks.append(child)
        return pos

    def _open_blocks(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
        child = new(Gif.Block)
        child._parent, child._root = self, self._root
        return child, buf, pos, end

    def _is_last_blocks(self, buf: Bytes, pos: int, end: int, i: int) -> object:
        return self.blocks[-1].kind == Gif.Kind.trailer or (
            pos >= end and not self._goes_on(buf, pos)
        )

    def _read_part_2(self, buf: Bytes, pos: int, end: int) -> int:
        if type(buf) is bytearray:
            buf, end = self._reach_rest(buf, pos, end)
        self.rest = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
        pos = max(pos, end)
        return pos

    def _derive(self) -> None:
        self._set_flag("has_colors", hasattr(self, "colors"), True, False, holder=self.screen)
        self._set_derived("magic", b"GIF", "the format")
        self._set_default("version", "89a")
        self._set_default("rest", bytes([]))
        self._make("screen", Gif.Screen)
        if self.screen.has_colors:
            self._set_derived(
                "color_bits",
                exponent(
                    quotient(array_size(self.colors, "u1", "colors"), 3, "colors"), 2, "colors"
                ),
                "colors",
                holder=self.screen,
            )

    def _check(self) -> None:
        expect_any_of("version", self.version, ("87a", "89a"), place="/seq/1")

    def _write__seq(self, io: Writer) -> None:
        io.put(self.magic)
        io.put_sized(encode_text(self.version, "ascii", "version"), 3, "version")
        self._write_child(io, "screen", self.screen, Gif.Screen)
        if self.screen.has_colors:
            put_array(io, self.colors, "u1", [self.num_colors, 3], "colors")
        elif hasattr(self, "colors"):
            self._leave_out("colors")
        for block in self.blocks:
            self._write_child(io, "blocks", block, Gif.Block)
        io.put(self.rest)

    @computed
    def is_ended(self) -> bool:
        """Whether the trailer is there."""
        value = self.blocks[-1].kind == Gif.Kind.trailer
        expect_equal("is_ended", value, True, place="/instances/is_ended")
        return value

    @computed
    def num_colors(self) -> int:
        """Instance `num_colors`."""
        return shift_left(2, self.screen.color_bits)

    @computed
    def images(self) -> list[Gif.Image]:
        """Of the blocks, those that are images."""
        this: Any = self  # whose fields of several types are looked into
        value: list[Gif.Image] = [
            each.body for each in [each for each in this.blocks if each.kind == Gif.Kind.image]
        ]
        return value

    @computed
    def controls(self) -> list[Gif.GraphicControl]:
        """How long each of them is shown, if that is told."""
        this: Any = self  # whose fields of several types are looked into
        value: list[Gif.GraphicControl] = [
            each.body
            for each in [
                each
                for each in [
                    each.body
                    for each in [each for each in this.blocks if each.kind == Gif.Kind.extension]
                ]
                if each.label == Gif.Label.graphic_control
            ]
        ]
        return value

    class Kind(LateEnum):
        """Values of `kind`."""

        extension = 33
        image = 44
        trailer = 59

    class Label(LateEnum):
        """Values of `label`."""

        plain_text = 1
        graphic_control = 249
        comment = 254
        application = 255

    class Disposal(LateEnum):
        """Values of `disposal`."""

        none = 0
        keep = 1
        background = 2
        previous = 3

    class Screen(Struct):
        """Type `screen`.

        Attributes:
            color_resolution: Bits of each primary colour, less 1, that there were once.
            color_bits: Of an index into the table, less 1.
            background: An index.
            aspect: A pixel is (aspect + 15) / 64 times as wide as high; 0 if nobody knows.
        """

        __slots__ = (
            "width",
            "height",
            "has_colors",
            "color_resolution",
            "is_sorted",
            "color_bits",
            "background",
            "aspect",
        )

        _root: Gif
        _parent: Gif
        width: int
        height: int
        has_colors: bool
        color_resolution: int
        is_sorted: bool
        color_bits: int
        background: int
        aspect: int

        SIZE: ClassVar[int] = 7
        _derived: ClassVar[tuple[str, ...]] = ("has_colors", "color_bits")
        _BLOCK_0: ClassVar[Block] = Block(("width", "u2le"), ("height", "u2le"))
        _BLOCK_1: ClassVar[Block] = Block(("background", "u1"), ("aspect", "u1"))
        _BITS_0: ClassVar[BitRun] = BitRun(
            "be",
            ("has_colors", "flag"),
            ("color_resolution", "b3"),
            ("is_sorted", "flag"),
            ("color_bits", "b3"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                width: Required[int]
                height: Required[int]
                has_colors: bool
                color_resolution: int
                is_sorted: bool
                color_bits: int
                background: int
                aspect: int

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.width, self.height = _unpack_Gif_Screen_0(buf, pos)
            pos = stop
            stop = pos + 1
            if stop > end:
                buf, end = self._BITS_0.reach(self, pos)
            bits = buf[pos]
            pos = stop
            self.has_colors = bits & 0x80 != 0
            self.color_resolution = bits >> 4 & 0x7
            self.is_sorted = bits & 0x8 != 0
            self.color_bits = bits & 0x7
            stop = pos + 2
            if stop > end:
                buf, end = self._BLOCK_1.reach(self, pos)
            self.background, self.aspect = _unpack_Gif_Screen_1(buf, pos)
            return stop

        def _derive(self) -> None:
            self._set_default("color_resolution", 7)
            self._set_default("is_sorted", False)
            self._set_default("color_bits", 0)
            self._set_default("background", 0)
            self._set_default("aspect", 0)

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.width, self.height)
            self._BITS_0.write(
                io, self.has_colors, self.color_resolution, self.is_sorted, self.color_bits
            )
            self._BLOCK_1.write(io, self.background, self.aspect)

        @computed
        def area(self) -> int:
            """Instance `area`."""
            value = bounded(self.width * self.height)
            expect_at_least("area", value, 1, place="/types/screen/instances/area")
            return value

    class Block(Struct):
        """Type `block`."""

        __slots__ = ("kind",)

        _root: Gif
        _parent: Gif
        kind: Gif.Kind | int
        body: Gif.Image | Gif.Extension | Gif.Trailer

        _derived: ClassVar[tuple[str, ...]] = ("kind",)
        _PARTS: ClassVar[Parts] = (FieldsPart("_read_part_0"), RecordPart("body"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                kind: Gif.Kind | int
                body: Required[Any]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "kind", pos)
            self.kind = _members_Gif_Kind[unpack_u1(buf, pos)[0]]
            pos = stop
            if type(self.kind) is int:
                io = self._io_at(pos)
                expect_member("kind", self.kind, Gif.Kind, io, 1, place="/types/block/seq/0")
            kind = _types_Gif_Block_body[self.kind]
            if kind is not None:
                this.body = child = new(kind)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "kind", pos)
            self.kind = _members_Gif_Kind[unpack_u1(buf, pos)[0]]
            pos = stop
            if type(self.kind) is int:
                io = self._io_at(pos)
                expect_member("kind", self.kind, Gif.Kind, io, 1, place="/types/block/seq/0")
            return pos

        def _open_body(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
            this: Any = self  # whose fields of several types are looked into
            kind = _types_Gif_Block_body[self.kind]
            if kind is not None:
                this.body = child = new(kind)
                child._parent, child._root = self, self._root
                return child, buf, pos, end
            return None, buf, pos, end

        def _derive(self) -> None:
            self._set_tag(
                "body",
                "kind",
                (
                    (Gif.Image, Gif.Kind.image),
                    (Gif.Extension, Gif.Kind.extension),
                    (Gif.Trailer, Gif.Kind.trailer),
                ),
            )

        def _check(self) -> None:
            expect_member("kind", self.kind, Gif.Kind, place="/types/block/seq/0")

        def _write__seq(self, io: Writer) -> None:
            io.u1(self.kind, "kind")
            if self.kind == Gif.Kind.image:
                self._write_child(io, "body", self.body, Gif.Image)
            elif self.kind == Gif.Kind.extension:
                self._write_child(io, "body", self.body, Gif.Extension)
            elif self.kind == Gif.Kind.trailer:
                self._write_child(io, "body", self.body, Gif.Trailer)
            elif hasattr(self, "body"):
                self._leave_out("body", "no case fits")

        @staticmethod
        def _body_types() -> dict[object, type[Any]]:
            """Types that `body` may have, by what tells them."""
            return {
                Gif.Kind.image: Gif.Image,
                Gif.Kind.extension: Gif.Extension,
                Gif.Kind.trailer: Gif.Trailer,
            }

    class Trailer(Struct):
        """Type `trailer`."""

        __slots__ = ()

        _root: Gif
        _parent: Gif.Block

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

    class Image(Struct):
        """Type `image`.

        Attributes:
            color_bits: Of an index into the table, less 1.
            colors: Red, green and blue of each index.
            bits: Of an index; 2 where there are two colours.
            pixels: Rows and columns of indices.
        """

        __slots__ = (
            "left",
            "top",
            "width",
            "height",
            "has_colors",
            "is_interlaced",
            "is_sorted",
            "reserved",
            "color_bits",
            "bits",
            "pixels",
        )

        _root: Gif
        _parent: Gif.Block
        left: int
        top: int
        width: int
        height: int
        has_colors: bool
        is_interlaced: bool
        is_sorted: bool
        reserved: int
        color_bits: int
        colors: NDArray[Any]
        bits: int
        sub_blocks: Gif.SubBlocks
        pixels: Encoded

        _looks_up: ClassVar[tuple[str, ...]] = (
            "_root.screen.color_bits",
            "_root.screen.has_colors",
            "_root.screen.height",
            "_root.screen.width",
        )
        _fields_look_up: ClassVar[tuple[str, ...]] = (
            "_root.screen.color_bits",
            "_root.screen.has_colors",
        )
        _goes_by_place: ClassVar[bool] = True
        _derived: ClassVar[tuple[str, ...]] = ("has_colors", "height", "width", "color_bits")
        _BLOCK_0: ClassVar[Block] = Block(
            ("left", "u2le"), ("top", "u2le"), ("width", "u2le"), ("height", "u2le")
        )
        _BITS_0: ClassVar[BitRun] = BitRun(
            "be",
            ("has_colors", "flag"),
            ("is_interlaced", "flag"),
            ("is_sorted", "flag"),
            ("reserved", "b2"),
            ("color_bits", "b3"),
        )
        _PARTS: ClassVar[Parts] = (
            FieldsPart("_read_part_0"),
            RecordPart("sub_blocks"),
            FieldsPart("_read_part_2"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                left: int
                top: int
                width: int
                height: int
                has_colors: bool
                is_interlaced: bool
                is_sorted: bool
                reserved: int
                color_bits: int
                colors: ArrayLike
                bits: int
                sub_blocks: Gif.SubBlocks | Gif.SubBlocks._Fields
                pixels: Required[Packable]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 8
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.left, self.top, self.width, self.height = _unpack_Gif_Image_0(buf, pos)
            pos = stop
            stop = pos + 1
            if stop > end:
                buf, end = self._BITS_0.reach(self, pos)
            bits = buf[pos]
            pos = stop
            self.has_colors = bits & 0x80 != 0
            self.is_interlaced = bits & 0x40 != 0
            self.is_sorted = bits & 0x20 != 0
            self.reserved = bits >> 3 & 0x3
            self.color_bits = bits & 0x7
            if self.has_colors:
                io = self._io_at(pos)
                self.colors = view_array(
                    io.take(self.num_colors * 3, "colors"), "u1", [self.num_colors, 3], "colors", io
                )
                pos = io._pos
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "bits", pos)
            self.bits = unpack_u1(buf, pos)[0]
            pos = stop
            if not self.bits >= 1:
                io = self._io_at(pos)
                expect_at_least("bits", self.bits, 1, io, 1, place="/types/image/seq/10")
            if not self.bits <= 8:
                io = self._io_at(pos)
                expect_at_most("bits", self.bits, 8, io, 1, place="/types/image/seq/10")
            if False:
                self.sub_blocks = child = new(Gif.SubBlocks)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            io = self._io_at(pos)
            self.pixels = Encoded.read(
                io, len_sub_blocks(io, "pixels"), self._pixels_stages(), self, "pixels"
            )
            return io._pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 8
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.left, self.top, self.width, self.height = _unpack_Gif_Image_0(buf, pos)
            pos = stop
            stop = pos + 1
            if stop > end:
                buf, end = self._BITS_0.reach(self, pos)
            bits = buf[pos]
            pos = stop
            self.has_colors = bits & 0x80 != 0
            self.is_interlaced = bits & 0x40 != 0
            self.is_sorted = bits & 0x20 != 0
            self.reserved = bits >> 3 & 0x3
            self.color_bits = bits & 0x7
            if self.has_colors:
                io = self._io_at(pos)
                self.colors = view_array(
                    io.take(self.num_colors * 3, "colors"), "u1", [self.num_colors, 3], "colors", io
                )
                pos = io._pos
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "bits", pos)
            self.bits = unpack_u1(buf, pos)[0]
            pos = stop
            if not self.bits >= 1:
                io = self._io_at(pos)
                expect_at_least("bits", self.bits, 1, io, 1, place="/types/image/seq/10")
            if not self.bits <= 8:
                io = self._io_at(pos)
                expect_at_most("bits", self.bits, 8, io, 1, place="/types/image/seq/10")
            return pos

        def _open_sub_blocks(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
            if False:
                self.sub_blocks = child = new(Gif.SubBlocks)
                child._parent, child._root = self, self._root
                return child, buf, pos, end
            return None, buf, pos, end

        def _read_part_2(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            self.pixels = Encoded.read(
                io, len_sub_blocks(io, "pixels"), self._pixels_stages(), self, "pixels"
            )
            return io._pos

        def _pixels_stages(self) -> tuple[Stage, ...]:
            """What turns the stored bytes of `pixels` into an array."""
            match self.is_interlaced:
                case False:
                    return (
                        Stage("gif_lzw", bits=self.bits),
                        Stage("raw", shape=(self.height, self.width), dtype="uint8"),
                    )
                case True:
                    return (
                        Stage("gif_lzw", bits=self.bits),
                        Stage("gif_rows", shape=(self.height, self.width), dtype="uint8"),
                    )
                case other:
                    raise no_case(self, "pixels", other, (False, True))

        def _derive(self) -> None:
            self._set_flag("has_colors", hasattr(self, "colors"), True, False)
            self._set_default("left", 0)
            self._set_default("top", 0)
            self._set_default("is_interlaced", False)
            self._set_default("is_sorted", False)
            self._set_default("reserved", 0)
            self._set_default("color_bits", 0)
            self._set_derived("height", axis_of(self.pixels, 0, 2, "pixels"), "pixels")
            self._set_derived("width", axis_of(self.pixels, 1, 2, "pixels"), "pixels")
            if False:
                self._make("sub_blocks", Gif.SubBlocks)
            if self.has_colors:
                self._set_derived(
                    "color_bits",
                    exponent(
                        quotient(array_size(self.colors, "u1", "colors"), 3, "colors"), 2, "colors"
                    ),
                    "colors",
                )
            self._set_default("bits", 2 if self.table_bits == 1 else self.table_bits)
            self.pixels = Encoded.of(self.pixels, self._pixels_stages(), self, "pixels")

        def _check(self) -> None:
            expect_at_least("bits", self.bits, 1, place="/types/image/seq/10")
            expect_at_most("bits", self.bits, 8, place="/types/image/seq/10")

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.left, self.top, self.width, self.height)
            self._BITS_0.write(
                io,
                self.has_colors,
                self.is_interlaced,
                self.is_sorted,
                self.reserved,
                self.color_bits,
            )
            if self.has_colors:
                put_array(io, self.colors, "u1", [self.num_colors, 3], "colors")
            elif hasattr(self, "colors"):
                self._leave_out("colors")
            io.u1(self.bits, "bits")
            if False:
                self._write_child(io, "sub_blocks", self.sub_blocks, Gif.SubBlocks)
            elif hasattr(self, "sub_blocks"):
                self._leave_out("sub_blocks")
            self.pixels.write(io)

        @computed
        def is_begun(self) -> bool:
            """Whether the image begins on the screen."""
            value = self.left < self._root.screen.width and self.top < self._root.screen.height
            expect_equal("is_begun", value, True, place="/types/image/instances/is_begun")
            return value

        @computed
        def right(self) -> int:
            """The first column after the image, which is on the screen and not empty."""
            value = self.left + self.width
            expect_at_least("right", value, self.left + 1, place="/types/image/instances/right")
            expect_at_most(
                "right", value, self._root.screen.width, place="/types/image/instances/right"
            )
            return value

        @computed
        def bottom(self) -> int:
            """Instance `bottom`."""
            value = self.top + self.height
            expect_at_least("bottom", value, self.top + 1, place="/types/image/instances/bottom")
            expect_at_most(
                "bottom", value, self._root.screen.height, place="/types/image/instances/bottom"
            )
            return value

        @computed
        def num_colors(self) -> int:
            """Instance `num_colors`."""
            return shift_left(2, self.color_bits)

        @computed
        def table_bits(self) -> int:
            """Of an index into the table that holds for this image; 8 if there is none."""
            return (
                self.color_bits
                if self.has_colors
                else self._root.screen.color_bits
                if self._root.screen.has_colors
                else 7
            ) + 1

    class Extension(Struct):
        """Type `extension`."""

        __slots__ = ("label", "body")

        _root: Gif
        _parent: Gif.Block
        label: Gif.Label | int
        body: Gif.PlainText | Gif.GraphicControl | Gif.Comment | Gif.Application | Gif.Unknown

        _derived: ClassVar[tuple[str, ...]] = ("label",)
        _PARTS: ClassVar[Parts] = (FieldsPart("_read_part_0"), RecordPart("body"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                label: Gif.Label | int
                body: Required[Any]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "label", pos)
            self.label, kind = _with_types_Gif_Extension_body[unpack_u1(buf, pos)[0]]
            pos = stop
            if kind is not None:
                this.body = child = new(kind)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            else:
                this.body = child = new(Gif.Unknown)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "label", pos)
            self.label = _members_Gif_Label[unpack_u1(buf, pos)[0]]
            return stop

        def _open_body(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
            this: Any = self  # whose fields of several types are looked into
            kind = _types_Gif_Extension_body[self.label]
            if kind is not None:
                this.body = child = new(kind)
                child._parent, child._root = self, self._root
                return child, buf, pos, end
            this.body = child = new(Gif.Unknown)
            child._parent, child._root = self, self._root
            return child, buf, pos, end

        def _derive(self) -> None:
            self._set_tag(
                "body",
                "label",
                (
                    (Gif.PlainText, Gif.Label.plain_text),
                    (Gif.GraphicControl, Gif.Label.graphic_control),
                    (Gif.Comment, Gif.Label.comment),
                    (Gif.Application, Gif.Label.application),
                    (Gif.Unknown, ...),
                ),
            )

        def _write__seq(self, io: Writer) -> None:
            io.u1(self.label, "label")
            if self.label == Gif.Label.plain_text:
                self._write_child(io, "body", self.body, Gif.PlainText)
            elif self.label == Gif.Label.graphic_control:
                self._write_child(io, "body", self.body, Gif.GraphicControl)
            elif self.label == Gif.Label.comment:
                self._write_child(io, "body", self.body, Gif.Comment)
            elif self.label == Gif.Label.application:
                self._write_child(io, "body", self.body, Gif.Application)
            else:
                self._write_child(io, "body", self.body, Gif.Unknown)

        @staticmethod
        def _body_types() -> dict[object, type[Any]]:
            """Types that `body` may have, by what tells them."""
            return {
                Gif.Label.plain_text: Gif.PlainText,
                Gif.Label.graphic_control: Gif.GraphicControl,
                Gif.Label.comment: Gif.Comment,
                Gif.Label.application: Gif.Application,
            }

    class GraphicControl(Struct):
        """How the image, or the text, after it is shown.

        Attributes:
            delay: In hundredths of a second.
            transparent: An index that is not shown, if `has_transparent`.
        """

        __slots__ = (
            "size",
            "reserved",
            "disposal",
            "waits_for_user",
            "has_transparent",
            "delay",
            "transparent",
            "end",
        )

        _root: Gif
        _parent: Gif.Extension
        size: bytes
        reserved: int
        disposal: Gif.Disposal | int
        waits_for_user: bool
        has_transparent: bool
        delay: int
        transparent: int
        end: bytes

        SIZE: ClassVar[int] = 6
        _derived: ClassVar[tuple[str, ...]] = ("size", "end")
        _BLOCK_0: ClassVar[Block] = Block(("delay", "u2le"), ("transparent", "u1"))
        _BITS_0: ClassVar[BitRun] = BitRun(
            "be",
            ("reserved", "b3"),
            ("disposal", "b3"),
            ("waits_for_user", "flag"),
            ("has_transparent", "flag"),
        )
        _FIXED_0: ClassVar[Fixed] = Fixed(
            ("delay", "u2le"),
            ("transparent", "u1"),
            ("end", b"\x00", "/types/graphic_control/seq/7"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                size: bytes
                reserved: int
                disposal: Gif.Disposal | int
                waits_for_user: bool
                has_transparent: bool
                delay: int
                transparent: int
                end: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end or buf[pos:stop] != b"\x04":
                self._look_at(pos).contents(b"\x04", "size", "/types/graphic_control/seq/0")
            self.size = b"\x04"
            pos = stop
            stop = pos + 1
            if stop > end:
                buf, end = self._BITS_0.reach(self, pos)
            bits = buf[pos]
            pos = stop
            self.reserved = bits >> 5
            self.disposal = _members_Gif_Disposal[bits >> 2 & 0x7]
            self.waits_for_user = bits & 0x2 != 0
            self.has_transparent = bits & 0x1 != 0
            stop = pos + 4
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            self.delay, self.transparent, stored_end = _unpack_Gif_GraphicControl_FIXED_0(buf, pos)
            if stored_end != b"\x00":
                self._look_at(pos + 3).contents(b"\x00", "end", "/types/graphic_control/seq/7")
            self.end = b"\x00"
            return stop

        def _derive(self) -> None:
            self._set_derived("size", b"\x04", "the format")
            self._set_derived("end", b"\x00", "the format")
            self._set_default("reserved", 0)
            self._set_default("disposal", Gif.Disposal.none)
            self._set_default("waits_for_user", False)
            self._set_default("has_transparent", False)
            self._set_default("delay", 0)
            self._set_default("transparent", 0)

        def _write__seq(self, io: Writer) -> None:
            io.put(self.size)
            self._BITS_0.write(
                io, self.reserved, self.disposal, self.waits_for_user, self.has_transparent
            )
            self._BLOCK_0.write(io, self.delay, self.transparent)
            io.put(self.end)

    class Comment(Struct):
        """Type `comment`.

        Attributes:
            text: In ASCII, most often.
        """

        __slots__ = ("text",)

        _root: Gif
        _parent: Gif.Extension
        sub_blocks: Gif.SubBlocks
        text: Encoded

        _goes_by_place: ClassVar[bool] = True
        _PARTS: ClassVar[Parts] = (RecordPart("sub_blocks"), FieldsPart("_read_part_1"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                sub_blocks: Gif.SubBlocks | Gif.SubBlocks._Fields
                text: Required[Packable]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            if False:
                self.sub_blocks = child = new(Gif.SubBlocks)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            io = self._io_at(pos)
            self.text = Encoded.read(
                io, len_sub_blocks(io, "text"), self._text_stages(), self, "text"
            )
            return io._pos

        def _open_sub_blocks(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
            if False:
                self.sub_blocks = child = new(Gif.SubBlocks)
                child._parent, child._root = self, self._root
                return child, buf, pos, end
            return None, buf, pos, end

        def _read_part_1(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            self.text = Encoded.read(
                io, len_sub_blocks(io, "text"), self._text_stages(), self, "text"
            )
            return io._pos

        def _text_stages(self) -> tuple[Stage, ...]:
            """What turns the stored bytes of `text` into an array."""
            return (Stage("sub_blocks"), Stage("raw", shape=(-1,), dtype="uint8"))

        def _derive(self) -> None:
            if False:
                self._make("sub_blocks", Gif.SubBlocks)
            self.text = Encoded.of(self.text, self._text_stages(), self, "text")

        def _write__seq(self, io: Writer) -> None:
            if False:
                self._write_child(io, "sub_blocks", self.sub_blocks, Gif.SubBlocks)
            elif hasattr(self, "sub_blocks"):
                self._leave_out("sub_blocks")
            self.text.write(io)

    class PlainText(Struct):
        """Type `plain_text`."""

        __slots__ = (
            "size",
            "left",
            "top",
            "width",
            "height",
            "cell_width",
            "cell_height",
            "color",
            "background",
            "text",
        )

        _root: Gif
        _parent: Gif.Extension
        size: bytes
        left: int
        top: int
        width: int
        height: int
        cell_width: int
        cell_height: int
        color: int
        background: int
        sub_blocks: Gif.SubBlocks
        text: Encoded

        _goes_by_place: ClassVar[bool] = True
        _derived: ClassVar[tuple[str, ...]] = ("size",)
        _BLOCK_0: ClassVar[Block] = Block(
            ("left", "u2le"),
            ("top", "u2le"),
            ("width", "u2le"),
            ("height", "u2le"),
            ("cell_width", "u1"),
            ("cell_height", "u1"),
            ("color", "u1"),
            ("background", "u1"),
        )
        _PARTS: ClassVar[Parts] = (
            FieldsPart("_read_part_0"),
            RecordPart("sub_blocks"),
            FieldsPart("_read_part_2"),
        )
        _FIXED_0: ClassVar[Fixed] = Fixed(
            ("size", b"\x0c", "/types/plain_text/seq/0"),
            ("left", "u2le"),
            ("top", "u2le"),
            ("width", "u2le"),
            ("height", "u2le"),
            ("cell_width", "u1"),
            ("cell_height", "u1"),
            ("color", "u1"),
            ("background", "u1"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                size: bytes
                left: Required[int]
                top: Required[int]
                width: Required[int]
                height: Required[int]
                cell_width: Required[int]
                cell_height: Required[int]
                color: Required[int]
                background: Required[int]
                sub_blocks: Gif.SubBlocks | Gif.SubBlocks._Fields
                text: Required[Packable]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 13
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            (
                stored_size,
                self.left,
                self.top,
                self.width,
                self.height,
                self.cell_width,
                self.cell_height,
                self.color,
                self.background,
            ) = _unpack_Gif_PlainText_FIXED_0(buf, pos)
            if stored_size != b"\x0c":
                self._look_at(pos).contents(b"\x0c", "size", "/types/plain_text/seq/0")
            self.size = b"\x0c"
            pos = stop
            if False:
                self.sub_blocks = child = new(Gif.SubBlocks)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            io = self._io_at(pos)
            self.text = Encoded.read(
                io, len_sub_blocks(io, "text"), self._text_stages(), self, "text"
            )
            return io._pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 13
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            (
                stored_size,
                self.left,
                self.top,
                self.width,
                self.height,
                self.cell_width,
                self.cell_height,
                self.color,
                self.background,
            ) = _unpack_Gif_PlainText_FIXED_0(buf, pos)
            if stored_size != b"\x0c":
                self._look_at(pos).contents(b"\x0c", "size", "/types/plain_text/seq/0")
            self.size = b"\x0c"
            return stop

        def _open_sub_blocks(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
            if False:
                self.sub_blocks = child = new(Gif.SubBlocks)
                child._parent, child._root = self, self._root
                return child, buf, pos, end
            return None, buf, pos, end

        def _read_part_2(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            self.text = Encoded.read(
                io, len_sub_blocks(io, "text"), self._text_stages(), self, "text"
            )
            return io._pos

        def _text_stages(self) -> tuple[Stage, ...]:
            """What turns the stored bytes of `text` into an array."""
            return (Stage("sub_blocks"), Stage("raw", shape=(-1,), dtype="uint8"))

        def _derive(self) -> None:
            self._set_derived("size", b"\x0c", "the format")
            if False:
                self._make("sub_blocks", Gif.SubBlocks)
            self.text = Encoded.of(self.text, self._text_stages(), self, "text")

        def _write__seq(self, io: Writer) -> None:
            io.put(self.size)
            self._BLOCK_0.write(
                io,
                self.left,
                self.top,
                self.width,
                self.height,
                self.cell_width,
                self.cell_height,
                self.color,
                self.background,
            )
            if False:
                self._write_child(io, "sub_blocks", self.sub_blocks, Gif.SubBlocks)
            elif hasattr(self, "sub_blocks"):
                self._leave_out("sub_blocks")
            self.text.write(io)

    class Application(Struct):
        """Type `application`."""

        __slots__ = ("size", "name", "code", "body")

        _root: Gif
        _parent: Gif.Extension
        size: bytes
        name: str
        code: str
        body: Gif.Looping | Gif.Unknown

        _derived: ClassVar[tuple[str, ...]] = ("size",)
        _PARTS: ClassVar[Parts] = (FieldsPart("_read_part_0"), RecordPart("body"))
        _FIXED_0: ClassVar[Fixed] = Fixed(
            ("size", b"\x0b", "/types/application/seq/0"),
            ("name", "8s", "ascii"),
            ("code", "3s", "ascii"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                size: bytes
                name: Required[str]
                code: Required[str]
                body: Required[Any]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            stop = pos + 12
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            stored_size, stored_name, stored_code = _unpack_Gif_Application_FIXED_0(buf, pos)
            if stored_size != b"\x0b":
                self._look_at(pos).contents(b"\x0b", "size", "/types/application/seq/0")
            self.size = b"\x0b"
            self.name = stored_name.decode("ascii")
            self.code = stored_code.decode("ascii")
            pos = stop
            on_body = self.name + self.code
            if on_body in ("NETSCAPE2.0", "ANIMEXTS1.0"):
                this.body = child = new(Gif.Looping)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            else:
                this.body = child = new(Gif.Unknown)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            return pos

        def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 12
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            stored_size, stored_name, stored_code = _unpack_Gif_Application_FIXED_0(buf, pos)
            if stored_size != b"\x0b":
                self._look_at(pos).contents(b"\x0b", "size", "/types/application/seq/0")
            self.size = b"\x0b"
            self.name = stored_name.decode("ascii")
            self.code = stored_code.decode("ascii")
            return stop

        def _open_body(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
            this: Any = self  # whose fields of several types are looked into
            on_body = self.name + self.code
            if on_body in ("NETSCAPE2.0", "ANIMEXTS1.0"):
                this.body = child = new(Gif.Looping)
                child._parent, child._root = self, self._root
                return child, buf, pos, end
            this.body = child = new(Gif.Unknown)
            child._parent, child._root = self, self._root
            return child, buf, pos, end

        def _derive(self) -> None:
            self._set_derived("size", b"\x0b", "the format")
            self._choose(
                "body",
                self.name + self.code,
                ((Gif.Looping, "NETSCAPE2.0"), (Gif.Looping, "ANIMEXTS1.0"), (Gif.Unknown, ...)),
            )

        def _write__seq(self, io: Writer) -> None:
            io.put(self.size)
            io.put_sized(encode_text(self.name, "ascii", "name"), 8, "name")
            io.put_sized(encode_text(self.code, "ascii", "code"), 3, "code")
            on_body = self.name + self.code
            if on_body in ("NETSCAPE2.0", "ANIMEXTS1.0"):
                self._write_child(io, "body", self.body, Gif.Looping)
            else:
                self._write_child(io, "body", self.body, Gif.Unknown)

    class Looping(Struct):
        """Type `looping`.

        Attributes:
            loops: How many times more an animation is shown; 0 is without end.
        """

        __slots__ = ("size", "loops", "end")

        _root: Gif
        _parent: Gif.Application
        size: bytes
        loops: int
        end: bytes

        SIZE: ClassVar[int] = 5
        _derived: ClassVar[tuple[str, ...]] = ("size", "end")
        _FIXED_0: ClassVar[Fixed] = Fixed(
            ("size", b"\x03\x01", "/types/looping/seq/0"),
            ("loops", "u2le"),
            ("end", b"\x00", "/types/looping/seq/2"),
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                size: bytes
                loops: int
                end: bytes

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 5
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            stored_size, self.loops, stored_end = _unpack_Gif_Looping_FIXED_0(buf, pos)
            if stored_size != b"\x03\x01":
                self._look_at(pos).contents(b"\x03\x01", "size", "/types/looping/seq/0")
            self.size = b"\x03\x01"
            if stored_end != b"\x00":
                self._look_at(pos + 4).contents(b"\x00", "end", "/types/looping/seq/2")
            self.end = b"\x00"
            return stop

        def _derive(self) -> None:
            self._set_derived("size", b"\x03\x01", "the format")
            self._set_derived("end", b"\x00", "the format")
            self._set_default("loops", 0)

        def _write__seq(self, io: Writer) -> None:
            io.put(self.size)
            io.u2le(self.loops, "loops")
            io.put(self.end)

    class Unknown(Struct):
        """Type `unknown`."""

        __slots__ = ("data",)

        _root: Gif
        sub_blocks: Gif.SubBlocks
        data: Encoded

        _goes_by_place: ClassVar[bool] = True
        _PARTS: ClassVar[Parts] = (RecordPart("sub_blocks"), FieldsPart("_read_part_1"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                sub_blocks: Gif.SubBlocks | Gif.SubBlocks._Fields
                data: Required[Packable]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            if False:
                self.sub_blocks = child = new(Gif.SubBlocks)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            io = self._io_at(pos)
            self.data = Encoded.read(
                io, len_sub_blocks(io, "data"), self._data_stages(), self, "data"
            )
            return io._pos

        def _open_sub_blocks(self, buf: Bytes, pos: int, end: int, i: int) -> Opened:
            if False:
                self.sub_blocks = child = new(Gif.SubBlocks)
                child._parent, child._root = self, self._root
                return child, buf, pos, end
            return None, buf, pos, end

        def _read_part_1(self, buf: Bytes, pos: int, end: int) -> int:
            io = self._io_at(pos)
            self.data = Encoded.read(
                io, len_sub_blocks(io, "data"), self._data_stages(), self, "data"
            )
            return io._pos

        def _data_stages(self) -> tuple[Stage, ...]:
            """What turns the stored bytes of `data` into an array."""
            return (Stage("sub_blocks"), Stage("raw", shape=(-1,), dtype="uint8"))

        def _derive(self) -> None:
            if False:
                self._make("sub_blocks", Gif.SubBlocks)
            self.data = Encoded.of(self.data, self._data_stages(), self, "data")

        def _write__seq(self, io: Writer) -> None:
            if False:
                self._write_child(io, "sub_blocks", self.sub_blocks, Gif.SubBlocks)
            elif hasattr(self, "sub_blocks"):
                self._leave_out("sub_blocks")
            self.data.write(io)

    class SubBlocks(Struct):
        """As other tools see them."""

        __slots__ = ("blocks",)

        _root: Gif
        blocks: list[Gif.SubBlock]

        _PARTS: ClassVar[Parts] = (ListPart("blocks", "until", ("blocks",), 0, None),)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                blocks: Required[Iterable[Gif.SubBlock | Gif.SubBlock._Fields]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            self.blocks = []
            type_blocks = Gif.SubBlock
            while True:
                child = new(type_blocks)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
                self.blocks.append(child)
                if self.blocks[-1].len_data == 0:
                    break
            return pos

        def _element_blocks(self, buf: Bytes, pos: int, end: int, i: int) -> int:
            child = new(Gif.SubBlock)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.blocks.append(child)
            return pos

        def _is_last_blocks(self, buf: Bytes, pos: int, end: int, i: int) -> object:
            return self.blocks[-1].len_data == 0

        def _derive(self) -> None:
            for block in self.blocks:
                self._derive_child("blocks", block)

        def _check(self) -> None:
            ends = [block.len_data == 0 for block in self.blocks]
            expect_until("blocks", ends)

        def _write__seq(self, io: Writer) -> None:
            self._write_rows(io, "blocks", self.blocks, Gif.SubBlock)

    class SubBlock(Struct):
        """Type `sub_block`."""

        __slots__ = ("len_data", "data")

        _root: Gif
        _parent: Gif.SubBlocks
        len_data: int
        data: bytes

        _derived: ClassVar[tuple[str, ...]] = ("len_data",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                len_data: int
                data: Required[bytes]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "len_data", pos)
            self.len_data = unpack_u1(buf, pos)[0]
            pos = stop
            stop = pos + self.len_data
            if stop > end:
                buf, end = self._reach(stop - pos, "data", pos)
            self.data = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            return stop

        def _derive(self) -> None:
            self._set_derived("len_data", len(self.data), "data")

        def _write__seq(self, io: Writer) -> None:
            io.u1(self.len_data, "len_data")
            io.put_sized(self.data, self.len_data, "data")

        @classmethod
        def _packed(cls, rows: Sequence[Self]) -> list[bytes | bytearray]:
            parts: list[bytes | bytearray] = []
            add = parts.append
            for row in rows:
                stored_data = row.data
                size_len_data = len(stored_data)
                if row.len_data != size_len_data:
                    raise ValueError
                add(PACK["u1"](size_len_data))
                add(stored_data)
            return parts


# What methods look up, at the price of a name.
_members_Gif_Disposal = Members(lambda: Gif.Disposal)
_members_Gif_Kind = Members(lambda: Gif.Kind)
_members_Gif_Label = Members(lambda: Gif.Label)
_types_Gif_Block_body = Types(Gif.Block._body_types)
_types_Gif_Extension_body = Types(Gif.Extension._body_types)
_unpack_Gif_Application_FIXED_0 = Gif.Application._FIXED_0.unpack
_unpack_Gif_GraphicControl_FIXED_0 = Gif.GraphicControl._FIXED_0.unpack
_unpack_Gif_Image_0 = Gif.Image._BLOCK_0.unpack
_unpack_Gif_Looping_FIXED_0 = Gif.Looping._FIXED_0.unpack
_unpack_Gif_PlainText_FIXED_0 = Gif.PlainText._FIXED_0.unpack
_unpack_Gif_Screen_0 = Gif.Screen._BLOCK_0.unpack
_unpack_Gif_Screen_1 = Gif.Screen._BLOCK_1.unpack
_with_types_Gif_Extension_body = WithTypes(_members_Gif_Label, _types_Gif_Extension_body)


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Gif":"gif","Gif.Screen":"gif::screen","Gif.Block":"gif::block",
"Gif.Trailer":"gif::trailer","Gif.Image":"gif::image","Gif.Extension":"gif::extension",
"Gif.GraphicControl":"gif::graphic_control","Gif.Comment":"gif::comment",
"Gif.PlainText":"gif::plain_text","Gif.Application":"gif::application","Gif.Looping":"gif::looping",
"Gif.Unknown":"gif::unknown","Gif.SubBlocks":"gif::sub_blocks","Gif.SubBlock":"gif::sub_block"},
"spec":{"id":"gif","title":"GIF image","file":"gif.ksy",
"digest":"5503cdb8050128fca13322218d16ef789f0f70ac3ae39f56580ecd61dc9d8d45","types":[
{"path":"gif","parent":"any record","endian":"le","fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":3}},"offset":0,"size":3,
"contents":{"hex":"474946"}},
{"id":"version","type":"str","stored":{"is":"Text","encoding":"ascii","extent":{"size":3}},
"offset":3,"size":3,"valid":[{"kind":"any_of","args":[["text","87a"],["text","89a"]]}],
"default":["text","89a"]},
{"id":"screen","type":"gif::screen","stored":{"is":"Record","path":"gif::screen"},"offset":6,
"size":7},
{"id":"colors","type":"array u1","stored":{"is":"Bytes","extent":{"size":["mul","num_colors",3]}},
"offset":13,"condition":["get","screen","has_colors"],"array":{"dtype":"u1","shape":["list",
"num_colors",3]},"doc":"Red, green and blue of each index, for images that have no colours of their
 own."},
{"id":"blocks","type":"gif::block[]","stored":{"is":"Record","path":"gif::block"},
"repeat":{"until":["or",["eq",["get","_","kind"],["enum","gif::kind","trailer"]],["eof","_io"]]},
"doc":"The last is the trailer, but in files of some programs."},
{"id":"rest","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"default":["as<bytes>",
["list"]],"doc":"What other programs put after the end."}],"instances":[
{"id":"is_ended","type":"bool","value":["eq",["get",["last","blocks"],"kind"],["enum","gif::kind",
"trailer"]],"valid":[{"kind":"equal","args":[true]}],"doc":"Whether the trailer is there."},
{"id":"num_colors","type":"int","value":["bit_shl",2,["get","screen","color_bits"]]},
{"id":"images","type":"gif::image[]","value":["map",["where","blocks",["eq",["get","_","kind"],
["enum","gif::kind","image"]]],["get","_","body"]],"doc":"Of the blocks, those that are images."},
{"id":"controls","type":"gif::graphic_control[]","value":["map",["where",["map",["where","blocks",
["eq",["get","_","kind"],["enum","gif::kind","extension"]]],["get","_","body"]],["eq",["get","_",
"label"],["enum","gif::label","graphic_control"]]],["get","_","body"]],"doc":"How long each of them
 is shown, if that is told."}],"edges":[{"is":"Flag","field":["get","screen","has_colors"],
"of":"colors","yes":true,"no":false},{"is":"Length","field":["get","screen","color_bits"],
"of":"colors","condition":["get","screen","has_colors"],"steps":[["divide",3],["exponent",2]]}],
"doc":"Images of indices into tables of colours, one after another. Several are an animation. What
 stands before an image tells\nhow long it is shown.\n\n\nSee
 https://www.w3.org/Graphics/GIF/spec-gif89a.txt Graphics Interchange Format, version 89a\n\nSee
 https://www.w3.org/Graphics/GIF/spec-gif87.txt Graphics Interchange Format, version 87a"},
{"path":"gif::screen","parent":"gif","endian":"le","size":7,"fields":[
{"id":"width","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":0,"size":2,"usual":["list",8,9,16]},
{"id":"height","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":2,"size":2,"usual":["list",4,5,8]},
{"id":"has_colors","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},
"offset":4,"usual":["list",true]},
{"id":"color_resolution","type":"int","stored":{"is":"Bits","width":3,"endian":"be"},"offset":4,
"bit":1,"default":7,"doc":"Bits of each primary colour, less 1, that there were once."},
{"id":"is_sorted","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},
"offset":4,"bit":4,"default":false},
{"id":"color_bits","type":"int","stored":{"is":"Bits","width":3,"endian":"be"},"offset":4,"bit":5,
"default":0,"usual":["list",1,2,3],"doc":"Of an index into the table, less 1."},
{"id":"background","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":5,
"size":1,"default":0,"doc":"An index."},
{"id":"aspect","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":6,"size":1,
"default":0,"doc":"A pixel is (aspect + 15) / 64 times as wide as high; 0 if nobody knows."}],
"instances":[
{"id":"area","type":"int","value":["mul","width","height"],"valid":[{"kind":"at_least",
"args":[1]}]}]},
{"path":"gif::block","parent":"gif","endian":"le","fields":[
{"id":"kind","type":"enum gif::kind","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"gif::kind"},"offset":0,"size":1,"valid":[{"kind":"member"}]},
{"id":"body","type":"any record","stored":{"is":"Switch","on":"kind","cases":[{"key":["enum",
"gif::kind","image"],"stored":{"is":"Record","path":"gif::image"}},{"key":["enum","gif::kind",
"extension"],"stored":{"is":"Record","path":"gif::extension"}},{"key":["enum","gif::kind",
"trailer"],"stored":{"is":"Record","path":"gif::trailer"}}]},"offset":1}],"edges":[{"is":"Tag",
"field":"kind","of":"body","cases":[["gif::image",["enum","gif::kind","image"]],["gif::extension",
["enum","gif::kind","extension"]],["gif::trailer",["enum","gif::kind","trailer"]]]}]},
{"path":"gif::trailer","parent":"gif::block","endian":"le","size":0},
{"path":"gif::image","parent":"gif::block","endian":"le","fields":[
{"id":"left","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":0,"size":2,"default":0},
{"id":"top","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":2,"size":2,"default":0},
{"id":"width","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":4,"size":2,"usual":["list",["get",["get","_root","screen"],"width"]]},
{"id":"height","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":6,"size":2,"usual":["list",["get",["get","_root","screen"],"height"]]},
{"id":"has_colors","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},
"offset":8,"usual":["list",false,false,true]},
{"id":"is_interlaced","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},
"offset":8,"bit":1,"default":false},
{"id":"is_sorted","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},
"offset":8,"bit":2,"default":false},
{"id":"reserved","type":"int","stored":{"is":"Bits","width":2,"endian":"be"},"offset":8,"bit":3,
"default":0},
{"id":"color_bits","type":"int","stored":{"is":"Bits","width":3,"endian":"be"},"offset":8,"bit":5,
"default":0,"usual":["list",1,2,3],"doc":"Of an index into the table, less 1."},
{"id":"colors","type":"array u1","stored":{"is":"Bytes","extent":{"size":["mul","num_colors",3]}},
"offset":9,"condition":"has_colors","array":{"dtype":"u1","shape":["list","num_colors",3]},
"doc":"Red, green and blue of each index."},
{"id":"bits","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1,
"valid":[{"kind":"at_least","args":[1]},{"kind":"at_most","args":[8]}],"default":["if",["eq",
"table_bits",1],2,"table_bits"],"doc":"Of an index; 2 where there are two colours."},
{"id":"sub_blocks","type":"gif::sub_blocks","stored":{"is":"Record","path":"gif::sub_blocks"},
"condition":false},
{"id":"pixels","type":"payload","stored":{"is":"Bytes","extent":{"size":["len_sub_blocks","_io"]}},
"array":{"dtype":"u1","shape":["list","height","width"]},"codec":{"on":"is_interlaced",
"cases":[[false,[{"is":"Stage","codec":"gif_lzw","args":[["bits","bits"]]},{"is":"Stage",
"codec":"raw","args":[["shape",["list","height","width"]],["dtype",["text","uint8"]]]}]],[true,
[{"is":"Stage","codec":"gif_lzw","args":[["bits","bits"]]},{"is":"Stage","codec":"gif_rows",
"args":[["shape",["list","height","width"]],["dtype",["text","uint8"]]]}]]]},"doc":"Rows and
 columns of indices."}],"instances":[
{"id":"is_begun","type":"bool","value":["and",["lt","left",["get",["get","_root","screen"],
"width"]],["lt","top",["get",["get","_root","screen"],"height"]]],"valid":[{"kind":"equal",
"args":[true]}],"doc":"Whether the image begins on the screen."},
{"id":"right","type":"int","value":["add","left","width"],"valid":[{"kind":"at_least",
"args":[["add","left",1]]},{"kind":"at_most","args":[["get",["get","_root","screen"],"width"]]}],
"doc":"The first column after the image, which is on the screen and not empty."},
{"id":"bottom","type":"int","value":["add","top","height"],"valid":[{"kind":"at_least",
"args":[["add","top",1]]},{"kind":"at_most","args":[["get",["get","_root","screen"],"height"]]}]},
{"id":"num_colors","type":"int","value":["bit_shl",2,"color_bits"]},
{"id":"table_bits","type":"int","value":["add",["if","has_colors","color_bits",["if",["get",["get",
"_root","screen"],"has_colors"],["get",["get","_root","screen"],"color_bits"],7]],1],"doc":"Of an
 index into the table that holds for this image; 8 if there is none."}],"edges":[{"is":"Flag",
"field":"has_colors","of":"colors","yes":true,"no":false},{"is":"Axis","field":"height",
"of":"pixels","axis":0},{"is":"Axis","field":"width","of":"pixels","axis":1},{"is":"Length",
"field":"color_bits","of":"colors","condition":"has_colors","steps":[["divide",3],["exponent",
2]]}]},
{"path":"gif::extension","parent":"gif::block","endian":"le","fields":[
{"id":"label","type":"enum gif::label","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"gif::label"},"offset":0,"size":1,"usual":["list",["enum","gif::label","graphic_control"],
["enum","gif::label","comment"],["enum","gif::label","application"]]},
{"id":"body","type":"any record","stored":{"is":"Switch","on":"label","cases":[{"key":["enum",
"gif::label","plain_text"],"stored":{"is":"Record","path":"gif::plain_text"}},{"key":["enum",
"gif::label","graphic_control"],"stored":{"is":"Record","path":"gif::graphic_control"}},
{"key":["enum","gif::label","comment"],"stored":{"is":"Record","path":"gif::comment"}},
{"key":["enum","gif::label","application"],"stored":{"is":"Record","path":"gif::application"}},
{"stored":{"is":"Record","path":"gif::unknown"}}]},"offset":1}],"edges":[{"is":"Tag",
"field":"label","of":"body","cases":[["gif::plain_text",["enum","gif::label","plain_text"]],
["gif::graphic_control",["enum","gif::label","graphic_control"]],["gif::comment",["enum",
"gif::label","comment"]],["gif::application",["enum","gif::label","application"]],["gif::unknown",
null]]}]},
{"path":"gif::graphic_control","parent":"gif::extension","endian":"le","size":6,"fields":[
{"id":"size","type":"bytes","stored":{"is":"Bytes","extent":{"size":1}},"offset":0,"size":1,
"contents":{"hex":"04"}},
{"id":"reserved","type":"int","stored":{"is":"Bits","width":3,"endian":"be"},"offset":1,
"default":0},
{"id":"disposal","type":"enum gif::disposal","stored":{"is":"Bits","width":3,"endian":"be",
"enum":"gif::disposal"},"offset":1,"bit":3,"default":["enum","gif::disposal","none"]},
{"id":"waits_for_user","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},
"offset":1,"bit":6,"default":false},
{"id":"has_transparent","type":"bool","stored":{"is":"Bits","width":1,"endian":"be","flag":true},
"offset":1,"bit":7,"default":false},
{"id":"delay","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":2,"size":2,"default":0,"doc":"In hundredths of a second."},
{"id":"transparent","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":4,
"size":1,"default":0,"doc":"An index that is not shown, if `has_transparent`."},
{"id":"end","type":"bytes","stored":{"is":"Bytes","extent":{"size":1}},"offset":5,"size":1,
"contents":{"hex":"00"}}],"doc":"How the image, or the text, after it is shown."},
{"path":"gif::comment","parent":"gif::extension","endian":"le","fields":[
{"id":"sub_blocks","type":"gif::sub_blocks","stored":{"is":"Record","path":"gif::sub_blocks"},
"offset":0,"condition":false},
{"id":"text","type":"payload","stored":{"is":"Bytes","extent":{"size":["len_sub_blocks","_io"]}},
"array":{"dtype":"u1","shape":["list",["neg",1]]},"codec":{"cases":[[null,[{"is":"Stage",
"codec":"sub_blocks"},{"is":"Stage","codec":"raw","args":[["shape",["list",["neg",1]]],["dtype",
["text","uint8"]]]}]]]},"doc":"In ASCII, most often."}]},
{"path":"gif::plain_text","parent":"gif::extension","endian":"le","fields":[
{"id":"size","type":"bytes","stored":{"is":"Bytes","extent":{"size":1}},"offset":0,"size":1,
"contents":{"hex":"0c"}},
{"id":"left","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":1,"size":2},
{"id":"top","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":3,"size":2},
{"id":"width","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":5,"size":2},
{"id":"height","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":7,"size":2},
{"id":"cell_width","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":9,
"size":1},
{"id":"cell_height","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":10,
"size":1},
{"id":"color","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":11,
"size":1},
{"id":"background","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":12,
"size":1},
{"id":"sub_blocks","type":"gif::sub_blocks","stored":{"is":"Record","path":"gif::sub_blocks"},
"offset":13,"condition":false},
{"id":"text","type":"payload","stored":{"is":"Bytes","extent":{"size":["len_sub_blocks","_io"]}},
"array":{"dtype":"u1","shape":["list",["neg",1]]},"codec":{"cases":[[null,[{"is":"Stage",
"codec":"sub_blocks"},{"is":"Stage","codec":"raw","args":[["shape",["list",["neg",1]]],["dtype",
["text","uint8"]]]}]]]}}]},
{"path":"gif::application","parent":"gif::extension","endian":"le","fields":[
{"id":"size","type":"bytes","stored":{"is":"Bytes","extent":{"size":1}},"offset":0,"size":1,
"contents":{"hex":"0b"}},
{"id":"name","type":"str","stored":{"is":"Text","encoding":"ascii","extent":{"size":8}},"offset":1,
"size":8},
{"id":"code","type":"str","stored":{"is":"Text","encoding":"ascii","extent":{"size":3}},"offset":9,
"size":3},
{"id":"body","type":"any record","stored":{"is":"Switch","on":["add","name","code"],
"cases":[{"key":["text","NETSCAPE2.0"],"stored":{"is":"Record","path":"gif::looping"}},
{"key":["text","ANIMEXTS1.0"],"stored":{"is":"Record","path":"gif::looping"}},
{"stored":{"is":"Record","path":"gif::unknown"}}]},"offset":12}]},
{"path":"gif::looping","parent":"gif::application","endian":"le","size":5,"fields":[
{"id":"size","type":"bytes","stored":{"is":"Bytes","extent":{"size":2}},"offset":0,"size":2,
"contents":{"hex":"0301"}},
{"id":"loops","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":2,"size":2,"default":0,"doc":"How many times more an animation is shown; 0 is without
 end."},
{"id":"end","type":"bytes","stored":{"is":"Bytes","extent":{"size":1}},"offset":4,"size":1,
"contents":{"hex":"00"}}]},
{"path":"gif::unknown","parent":"any record","endian":"le","fields":[
{"id":"sub_blocks","type":"gif::sub_blocks","stored":{"is":"Record","path":"gif::sub_blocks"},
"offset":0,"condition":false},
{"id":"data","type":"payload","stored":{"is":"Bytes","extent":{"size":["len_sub_blocks","_io"]}},
"array":{"dtype":"u1","shape":["list",["neg",1]]},"codec":{"cases":[[null,[{"is":"Stage",
"codec":"sub_blocks"},{"is":"Stage","codec":"raw","args":[["shape",["list",["neg",1]]],["dtype",
["text","uint8"]]]}]]]}}]},
{"path":"gif::sub_blocks","parent":"any record","endian":"le","fields":[
{"id":"blocks","type":"gif::sub_block[]","stored":{"is":"Record","path":"gif::sub_block"},
"offset":0,"repeat":{"until":["eq",["get","_","len_data"],0]}}],"doc":"As other tools see them."},
{"path":"gif::sub_block","parent":"gif::sub_blocks","endian":"le","fields":[
{"id":"len_data","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"size":1},
{"id":"data","type":"bytes","stored":{"is":"Bytes","extent":{"size":"len_data"}},"offset":1}],
"edges":[{"is":"Length","field":"len_data","of":"data"}]}],"enums":[
{"path":"gif::kind","members":[{"id":"extension","value":33},{"id":"image","value":44},
{"id":"trailer","value":59}]},
{"path":"gif::label","members":[{"id":"plain_text","value":1},{"id":"graphic_control","value":249},
{"id":"comment","value":254},{"id":"application","value":255}]},
{"path":"gif::disposal","members":[{"id":"none","value":0},{"id":"keep","value":1},
{"id":"background","value":2},{"id":"previous","value":3}]}]}}
"""
