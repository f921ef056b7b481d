# Made by `quire gen` 0.1.0 from bmp.ksy (sha256 d9bb1a5c1f08). Do not edit.
"""BMP image (Windows bitmap)."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypedDict, Unpack

from numpy.typing import ArrayLike, NDArray

from quire.kernels.engine.payload import Encoded, Packable
from quire.kernels.engine.pipeline import Stage, no_case
from quire.runtime import (
    Block,
    Bytes,
    Fixed,
    LateEnum,
    Marks,
    Members,
    Struct,
    Sum,
    Writer,
    axis_of,
    bounded,
    computed,
    copied,
    expect_any_of,
    expect_at_least,
    expect_at_most,
    expect_count,
    expect_equal,
    expect_that,
    instance,
    put_array,
    quick,
    shift_left,
    view_array,
)
from quire.runtime.direct import new, unpack_s4le, unpack_u2le, unpack_u4le

__all__ = ["Bmp"]


class Bmp(Struct):
    """An image of rows of pixels, as Windows has it in its memory.

    `bits` and masks say what a pixel is; indices go by `palette`.

    See https://learn.microsoft.com/windows/win32/gdi/bitmap-storage Bitmap Storage

    See https://learn.microsoft.com/windows/win32/api/wingdi/ns-wingdi-bitmapv5header BITMAPV5HEADER

    See https://learn.microsoft.com/windows/win32/gdi/bitmap-compression Bitmap Compression

    Attributes:
        len_file: Many programs do not mind what stands here.
        len_header: It tells which kind of header this is.
        height: Below zero, where the first row that is stored is the uppermost.
        bits: Of a pixel.
        len_image: Of `pixels` it may be 0.
        num_colors: Entries of the palette; 0 is as many as there are indices.
        os2: Units, recording and halftoning of OS/2.
        palette: Blue, green and red of each index, and a byte that is not used (in files with a
            header of 12 bytes there is none).
        pixels: Rows from the top, columns, channels. An index, or red, green and blue, and what
            else there is.
        runs: The same, of compressed indices.
        rest: Pixels that are stored in another way; a profile; nothing.
    """

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "magic",
        "len_file",
        "reserved",
        "ofs_pixels",
        "len_header",
        "num_planes",
        "bits",
        "gap",
        "rest",
        "_marks",
    )

    _root: Bmp
    magic: bytes
    len_file: int
    reserved: int
    ofs_pixels: int
    len_header: int
    width: int
    height: int
    num_planes: int
    bits: int
    compression: Bmp.Compression | int
    len_image: int
    x_pixels_per_meter: int
    y_pixels_per_meter: int
    num_colors: int
    num_important: int
    red_mask: int
    green_mask: int
    blue_mask: int
    alpha_mask: int
    os2: bytes
    color_space: Bmp.ColorSpace
    profile_place: Bmp.ProfilePlace
    palette: NDArray[Any]
    gap: bytes
    pixels: Encoded
    runs: Encoded
    rest: bytes

    _is_top: ClassVar[bool] = True
    _placed: ClassVar[tuple[str, ...]] = ("profile",)
    _places: ClassVar[bool] = True
    _goes_by_place: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = (
        "magic",
        "num_planes",
        "len_file",
        "height",
        "width",
        "ofs_pixels",
        "len_image",
    )
    _BLOCK_0: ClassVar[Block] = Block(
        ("len_file", "u4le"), ("reserved", "u4le"), ("ofs_pixels", "u4le"), ("len_header", "u4le")
    )
    _BLOCK_1: ClassVar[Block] = Block(("num_planes", "u2le"), ("bits", "u2le"))
    _FIXED_0: ClassVar[Fixed] = Fixed(
        ("compression", "u4le"),
        ("len_image", "u4le"),
        ("x_pixels_per_meter", "s4le"),
        ("y_pixels_per_meter", "s4le"),
        ("num_colors", "u4le"),
        ("num_important", "u4le"),
    )
    _FIXED_1: ClassVar[Fixed] = Fixed(
        ("red_mask", "u4le"), ("green_mask", "u4le"), ("blue_mask", "u4le")
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            magic: bytes
            len_file: int
            reserved: int
            ofs_pixels: int
            len_header: int
            width: int
            height: int
            num_planes: int
            bits: int
            compression: Bmp.Compression | int
            len_image: int
            x_pixels_per_meter: int
            y_pixels_per_meter: int
            num_colors: int
            num_important: int
            red_mask: int
            green_mask: int
            blue_mask: int
            alpha_mask: int
            os2: bytes
            color_space: Bmp.ColorSpace | Bmp.ColorSpace._Fields
            profile_place: Bmp.ProfilePlace | Bmp.ProfilePlace._Fields
            palette: ArrayLike
            gap: bytes
            pixels: Packable
            runs: Packable
            rest: bytes
            profile: bytes

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        mark_0 = pos
        stop = pos + 2
        if stop > end or buf[pos:stop] != b"BM":
            self._look_at(pos).contents(b"BM", "magic", "/seq/0")
        self.magic = b"BM"
        pos = stop
        mark_1 = pos
        stop = pos + 16
        if stop > end:
            buf, end = self._BLOCK_0.reach(self, pos)
        self.len_file, self.reserved, self.ofs_pixels, self.len_header = _unpack_Bmp_0(buf, pos)
        pos = stop
        if self.len_header not in (12, 40, 52, 56, 64, 108, 124):
            io = self._io_at(pos)
            expect_any_of(
                "len_header", self.len_header, (12, 40, 52, 56, 64, 108, 124), io, 4, place="/seq/4"
            )
        if self.len_header == 12:
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "width", pos)
            self.width = unpack_u2le(buf, pos)[0]
            pos = stop
            if not self.width >= 1:
                io = self._io_at(pos)
                expect_at_least("width", self.width, 1, io, 2, place="/seq/5")
            if not self.width <= 0x7FFFFFFF:
                io = self._io_at(pos)
                expect_at_most("width", self.width, 0x7FFFFFFF, io, 2, place="/seq/5")
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "height", pos)
            self.height = unpack_u2le(buf, pos)[0]
            pos = stop
            if self.height == 0:
                io = self._io_at(pos)
                expect_that(
                    "height", self.height, self.height != 0, "_ != 0", io, 2, place="/seq/6"
                )
        else:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "width", pos)
            self.width = unpack_u4le(buf, pos)[0]
            pos = stop
            if not self.width >= 1:
                io = self._io_at(pos)
                expect_at_least("width", self.width, 1, io, 4, place="/seq/5")
            if not self.width <= 0x7FFFFFFF:
                io = self._io_at(pos)
                expect_at_most("width", self.width, 0x7FFFFFFF, io, 4, place="/seq/5")
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "height", pos)
            self.height = unpack_s4le(buf, pos)[0]
            pos = stop
            if self.height == 0:
                io = self._io_at(pos)
                expect_that(
                    "height", self.height, self.height != 0, "_ != 0", io, 4, place="/seq/6"
                )
        stop = pos + 4
        if stop > end:
            buf, end = self._BLOCK_1.reach(self, pos)
        self.num_planes, self.bits = _unpack_Bmp_1(buf, pos)
        pos = stop
        if self.num_planes != 1:
            io = self._io_at(pos)
            expect_equal("num_planes", self.num_planes, 1, io, 4, place="/seq/7")
        if self.len_header != 12:
            stop = pos + 24
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            (
                self.compression,
                self.len_image,
                self.x_pixels_per_meter,
                self.y_pixels_per_meter,
                self.num_colors,
                self.num_important,
            ) = _unpack_Bmp_FIXED_0(buf, pos)
            self.compression = _members_Bmp_Compression[self.compression]
            pos = stop
        if self.has_masks:
            stop = pos + 12
            if stop > end:
                buf, end = self._FIXED_1.reach(self, pos)
            self.red_mask, self.green_mask, self.blue_mask = _unpack_Bmp_FIXED_1(buf, pos)
            pos = stop
        if self.has_alpha_mask:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "alpha_mask", pos)
            self.alpha_mask = unpack_u4le(buf, pos)[0]
            pos = stop
        if self.len_header == 64:
            stop = pos + 24
            if stop > end:
                buf, end = self._reach(stop - pos, "os2", pos)
            self.os2 = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
        if self.len_header >= 108:
            self.color_space = child = new(Bmp.ColorSpace)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
        if self.len_header == 124:
            self.profile_place = child = new(Bmp.ProfilePlace)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
        if self.num_entries != 0:
            io = self._io_at(pos)
            self.palette = view_array(
                io.take(self.num_entries * (3 if self.len_header == 12 else 4), "palette"),
                "u1",
                [self.num_entries, 3 if self.len_header == 12 else 4],
                "palette",
                io,
            )
            pos = io._pos
        stop = pos + (
            self.ofs_pixels
            - (14 + self.len_all + self.num_entries * (3 if self.len_header == 12 else 4))
        )
        if not pos <= stop <= end:
            buf, end = self._reach(stop - pos, "gap", pos)
        self.gap = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        if self.is_plain:
            io = self._io_at(pos)
            self.pixels = Encoded.read(
                io, self.len_row * self.num_rows, self._pixels_stages(), self, "pixels"
            )
            pos = io._pos
        if self.is_packed:
            io = self._io_at(pos)
            self.runs = Encoded.read(io, self.len_image, self._runs_stages(), self, "runs")
            pos = io._pos
        if type(buf) is bytearray:
            buf, end = self._reach_rest(buf, pos, end)
        self.rest = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
        pos = max(pos, end)
        self._marks = (mark_0, mark_1)
        return pos

    def _pixels_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `pixels` into an array."""
        return (
            Stage(
                "bmp_rows",
                shape=(self.num_rows, self.width, self.num_channels),
                dtype=self._pixels_dtype(),
                bits=self.bits,
                red=self.red,
                green=self.green,
                blue=self.blue,
                alpha=self.alpha,
                top_down=self.height < 0,
            ),
        )

    @staticmethod
    @cache
    def _pixels_dtypes() -> dict[object, str]:
        """Dtypes that the array of `pixels` may have, by what tells them."""
        return {1: "uint8", 2: "uint16", 4: "uint32"}

    def _pixels_dtype(self) -> str:
        """Dtype of the array of `pixels`."""
        dtypes = self._pixels_dtypes()
        if self.len_sample not in dtypes:
            raise no_case(self, "pixels", self.len_sample, tuple(dtypes), "dtype")
        return dtypes[self.len_sample]

    def _runs_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `runs` into an array."""
        return (
            Stage("bmp_runs", shape=(self.num_rows, self.width, 1), dtype="uint8", bits=self.bits),
        )

    def _sums(self, at: Marks) -> Iterator[Sum]:
        yield Sum("len_file", at.marks[1], "length", None, "u4le", (at.span(None, None),))

    def _derive(self) -> None:
        self._set_derived("magic", b"BM", "the format")
        self._set_derived("num_planes", 1, "the format")
        self._set_default("len_file", 0)
        self._set_default("reserved", 0)
        self._set_default("len_header", 40)
        self._set_default("bits", 24)
        if not self.is_core:
            self._set_default("compression", Bmp.Compression.none)
            self._set_default("x_pixels_per_meter", 0)
            self._set_default("y_pixels_per_meter", 0)
            self._set_default("num_colors", 0)
            self._set_default("num_important", 0)
        if self.has_alpha_mask:
            self._set_default("alpha_mask", 0)
        if self.len_header == 64:
            self._set_default(
                "os2",
                b"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00",
            )
        self._set_default("gap", bytes([]))
        self._set_default("rest", bytes([]))
        if self.is_plain and not self.height < 0:
            self._set_derived("height", axis_of(self.pixels, 0, 3, "pixels"), "pixels")
        if self.is_plain:
            self._set_derived("width", axis_of(self.pixels, 1, 3, "pixels"), "pixels")
        if self.is_packed and not self.height < 0:
            self._set_derived("height", axis_of(self.runs, 0, 3, "runs"), "runs")
        if self.is_packed:
            self._set_derived("width", axis_of(self.runs, 1, 3, "runs"), "runs")
        if self.len_header >= 108:
            self._make("color_space", Bmp.ColorSpace)
        if self.len_header == 124:
            self._make("profile_place", Bmp.ProfilePlace)
        if self.is_plain:
            self.pixels = Encoded.of(self.pixels, self._pixels_stages(), self, "pixels")
        if self.is_packed:
            self.runs = Encoded.of(self.runs, self._runs_stages(), self, "runs")
        self._set_derived(
            "ofs_pixels",
            len(self.gap) + (14 + self.len_all + self.num_entries * self.len_entry),
            "gap",
        )
        if self.is_packed:
            self._set_derived("len_image", self.runs.stored_size, "runs")
        if not self.is_core:
            self._set_default("len_image", self.len_row * self.num_rows)
        if self.has_masks:
            self._set_default("red_mask", 0x7C00 if self.bits == 16 else 0xFF0000)
            self._set_default("green_mask", 0x3E0 if self.bits == 16 else 0xFF00)
            self._set_default("blue_mask", 0x1F if self.bits == 16 else 0xFF)
        if self._is_there("profile") and (
            self.len_header == 124
            and (
                self.color_space.kind == Bmp.Space.embedded
                or self.color_space.kind == Bmp.Space.linked
            )
        ):
            self._set_derived("length", len(self.profile), "profile", holder=self.profile_place)
            self._set_default("offset", 0, holder=self.profile_place)

    def _check(self) -> None:
        expect_any_of("len_header", self.len_header, (12, 40, 52, 56, 64, 108, 124), place="/seq/4")
        expect_at_least("width", self.width, 1, place="/seq/5")
        expect_at_most("width", self.width, 0x7FFFFFFF, place="/seq/5")
        expect_that("height", self.height, self.height != 0, "_ != 0", place="/seq/6")

    def _write__seq(self, io: Writer) -> None:
        mark_0 = io.pos()
        io.put(self.magic)
        mark_1 = io.pos()
        self._BLOCK_0.write(io, self.len_file, self.reserved, self.ofs_pixels, self.len_header)
        if self.is_core:
            io.u2le(self.width, "width")
            io.u2le(self.height, "height")
        else:
            io.u4le(self.width, "width")
            io.s4le(self.height, "height")
        self._BLOCK_1.write(io, self.num_planes, self.bits)
        if not self.is_core:
            io.u4le(self.compression, "compression")
            io.u4le(self.len_image, "len_image")
            io.s4le(self.x_pixels_per_meter, "x_pixels_per_meter")
            io.s4le(self.y_pixels_per_meter, "y_pixels_per_meter")
            io.u4le(self.num_colors, "num_colors")
            io.u4le(self.num_important, "num_important")
        else:
            if hasattr(self, "compression"):
                self._leave_out("compression")
            if hasattr(self, "len_image"):
                self._leave_out("len_image")
            if hasattr(self, "x_pixels_per_meter"):
                self._leave_out("x_pixels_per_meter")
            if hasattr(self, "y_pixels_per_meter"):
                self._leave_out("y_pixels_per_meter")
            if hasattr(self, "num_colors"):
                self._leave_out("num_colors")
            if hasattr(self, "num_important"):
                self._leave_out("num_important")
        if self.has_masks:
            io.u4le(self.red_mask, "red_mask")
            io.u4le(self.green_mask, "green_mask")
            io.u4le(self.blue_mask, "blue_mask")
        else:
            if hasattr(self, "red_mask"):
                self._leave_out("red_mask")
            if hasattr(self, "green_mask"):
                self._leave_out("green_mask")
            if hasattr(self, "blue_mask"):
                self._leave_out("blue_mask")
        if self.has_alpha_mask:
            io.u4le(self.alpha_mask, "alpha_mask")
        elif hasattr(self, "alpha_mask"):
            self._leave_out("alpha_mask")
        if self.len_header == 64:
            io.put_sized(self.os2, 24, "os2")
        elif hasattr(self, "os2"):
            self._leave_out("os2")
        if self.len_header >= 108:
            self._write_child(io, "color_space", self.color_space, Bmp.ColorSpace)
        elif hasattr(self, "color_space"):
            self._leave_out("color_space")
        if self.len_header == 124:
            self._write_child(io, "profile_place", self.profile_place, Bmp.ProfilePlace)
        elif hasattr(self, "profile_place"):
            self._leave_out("profile_place")
        if self.num_entries != 0:
            put_array(
                io,
                self.palette,
                "u1",
                [self.num_entries, self.len_entry],
                "palette",
                size=self.num_entries * self.len_entry,
            )
        elif hasattr(self, "palette"):
            self._leave_out("palette")
        io.put_sized(
            self.gap,
            self.ofs_pixels - (14 + self.len_all + self.num_entries * self.len_entry),
            "gap",
        )
        if self.is_plain:
            self.pixels.write(io, size=self.len_row * self.num_rows)
        elif hasattr(self, "pixels"):
            self._leave_out("pixels")
        if self.is_packed:
            self.runs.write(io)
        elif hasattr(self, "runs"):
            self._leave_out("runs")
        io.put(self.rest)
        io.owe(self, (mark_0, mark_1))
        self._place(io, "profile")

    @quick
    def is_core(self) -> bool:
        """Whether it is the header of OS/2 1.x and Windows 2."""
        return self.len_header == 12

    @computed
    def coding(self) -> Bmp.Compression | int:
        """Instance `coding`."""
        return Bmp.Compression.none if self.is_core else self.compression

    @computed
    def has_bitfields(self) -> bool:
        """Instance `has_bitfields`."""
        return self.len_header != 64 and (
            self.coding == Bmp.Compression.bitfields
            or self.coding == Bmp.Compression.alpha_bitfields
        )

    @computed
    def has_masks(self) -> bool:
        """Instance `has_masks`."""
        return (
            self.len_header > 64
            or self.len_header in {52, 56}
            or (self.len_header == 40 and self.has_bitfields)
        )

    @computed
    def has_alpha_mask(self) -> bool:
        """Instance `has_alpha_mask`."""
        return (
            self.len_header > 64
            or self.len_header == 56
            or (self.len_header == 40 and self.coding == Bmp.Compression.alpha_bitfields)
        )

    @computed
    def len_all(self) -> int:
        """With the masks that stand after a header of 40 bytes."""
        return self.len_header + (
            0 if self.len_header != 40 or not self.has_masks else 16 if self.has_alpha_mask else 12
        )

    @computed
    def num_entries(self) -> int:
        """Instance `num_entries`."""
        return (
            self.num_colors
            if not self.is_core and self.num_colors != 0
            else shift_left(1, self.bits)
            if self.bits <= 8 and self.bits != 0
            else 0
        )

    @quick
    def len_entry(self) -> int:
        """Instance `len_entry`."""
        return 3 if self.len_header == 12 else 4

    @computed
    def num_rows(self) -> int:
        """Instance `num_rows`."""
        return -self.height if self.height < 0 else self.height

    @computed
    def len_row(self) -> int:
        """Instance `len_row`."""
        return bounded((self.width * self.bits + 31) // 32 * 4)

    @computed
    def is_plain(self) -> bool:
        """Instance `is_plain`."""
        return (self.coding == Bmp.Compression.none and self.bits in {1, 2, 4, 8, 16, 24, 32}) or (
            self.has_bitfields and self.bits in {16, 32}
        )

    @computed
    def is_known(self) -> bool:
        """Whether pixels of so many bits are stored in this way."""
        value = (
            self.bits in {1, 2, 4, 8, 16, 24, 32}
            if self.coding == Bmp.Compression.none
            else self.is_packed
            if self.coding == Bmp.Compression.rle8 or self.coding == Bmp.Compression.rle4
            else self.bits in {16, 32}
            if self.has_bitfields
            else self.bits in {1, 24}
            if self.len_header == 64
            else self.bits == 0
        )
        expect_equal("is_known", value, True, place="/instances/is_known")
        return value

    @computed
    def is_named(self) -> bool:
        """Whether there is an index for each entry of the palette."""
        value = self.is_core or self.bits > 8 or self.num_colors <= shift_left(1, self.bits)
        expect_equal("is_named", value, True, place="/instances/is_named")
        return value

    @computed
    def is_packed(self) -> bool:
        """Instance `is_packed`."""
        return self.height > 0 and (
            (self.coding == Bmp.Compression.rle8 and self.bits == 8)
            or (self.coding == Bmp.Compression.rle4 and self.bits == 4)
        )

    @computed
    def red(self) -> int:
        """The bits of a pixel that are red."""
        return (
            0
            if self.bits <= 8
            else self.red_mask
            if self.has_bitfields
            else 0x7C00
            if self.bits == 16
            else 0xFF0000
        )

    @computed
    def green(self) -> int:
        """Instance `green`."""
        return (
            0
            if self.bits <= 8
            else self.green_mask
            if self.has_bitfields
            else 0x3E0
            if self.bits == 16
            else 0xFF00
        )

    @computed
    def blue(self) -> int:
        """Instance `blue`."""
        return (
            0
            if self.bits <= 8
            else self.blue_mask
            if self.has_bitfields
            else 0x1F
            if self.bits == 16
            else 0xFF
        )

    @computed
    def alpha(self) -> int:
        """Of 32 bits without masks, those that are not used; some programs have alpha there."""
        return (
            0
            if self.bits <= 8
            else (0xFF000000 if self.bits == 32 else 0)
            if not self.has_bitfields
            else self.alpha_mask
            if self.has_alpha_mask
            else 0
        )

    @computed
    def num_channels(self) -> int:
        """Instance `num_channels`."""
        return 1 if self.bits <= 8 else 3 if self.alpha == 0 else 4

    @computed
    def max_red(self) -> int:
        """What red is at most."""
        return 0 if self.red == 0 else self.red // (self.red & -self.red)

    @computed
    def max_green(self) -> int:
        """Instance `max_green`."""
        return 0 if self.green == 0 else self.green // (self.green & -self.green)

    @computed
    def max_blue(self) -> int:
        """Instance `max_blue`."""
        return 0 if self.blue == 0 else self.blue // (self.blue & -self.blue)

    @computed
    def max_alpha(self) -> int:
        """Instance `max_alpha`."""
        return 0 if self.alpha == 0 else self.alpha // (self.alpha & -self.alpha)

    @computed
    def max_sample(self) -> int:
        """Instance `max_sample`."""
        return self.max_red | self.max_green | self.max_blue | self.max_alpha

    @computed
    def len_sample(self) -> int:
        """Instance `len_sample`."""
        return 4 if self.max_sample > 0xFFFF else 2 if self.max_sample > 0xFF else 1

    @computed
    def has_profile(self) -> bool:
        """Instance `has_profile`."""
        return self.len_header == 124 and (
            self.color_space.kind == Bmp.Space.embedded or self.color_space.kind == Bmp.Space.linked
        )

    @instance
    def profile(self) -> bytes:
        """Of ICC, or the name of a file with it; empty where there is none."""
        return self._peek(
            self,
            "profile",
            14 + self.profile_place.offset if self.has_profile else 0,
            self.profile_place.length if self.has_profile else 0,
        )

    def _position_profile(self) -> int:
        return 14 + self.profile_place.offset if self.has_profile else 0

    def _found_profile(self, position: int) -> None:
        if self.len_header == 124 and (
            self.color_space.kind == Bmp.Space.embedded or self.color_space.kind == Bmp.Space.linked
        ):
            self._set_derived("offset", position - 14, "profile", holder=self.profile_place)

    def _put_profile(self, io: Writer) -> None:
        io.put_sized(self.profile, self.profile_place.length if self.has_profile else 0, "profile")

    class Compression(LateEnum):
        """Values of `compression`."""

        none = 0
        rle8 = 1
        rle4 = 2
        bitfields = 3
        jpeg = 4
        png = 5
        alpha_bitfields = 6

    class Space(LateEnum):
        """Values of `space`."""

        calibrated = 0
        srgb = 1934772034
        windows = 1466527264
        linked = 1279872587
        embedded = 1296188740

    class Intent(LateEnum):
        """Values of `intent`."""

        saturation = 1
        relative = 2
        perceptual = 4
        absolute = 8

    class ColorSpace(Struct):
        """Type `color_space`.

        Attributes:
            endpoints: X, Y and Z of red, of green, of blue, in units of 2^-30.
            gamma: Of red, green, blue, in units of 1/65536.
        """

        __slots__ = ("kind", "endpoints", "gamma")

        _root: Bmp
        _parent: Bmp
        kind: Bmp.Space | int
        endpoints: list[int]
        gamma: list[int]

        SIZE: ClassVar[int] = 52

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                kind: Bmp.Space | int
                endpoints: Iterable[int]
                gamma: Iterable[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "kind", pos)
            self.kind = _members_Bmp_Space[unpack_u4le(buf, pos)[0]]
            pos = stop
            count = 9
            if not 0 <= count * 4 <= end - pos:
                count = self._io_at(pos).count(count, "endpoints", 4)
            self.endpoints = []
            for _ in range(count):
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "endpoints", pos)
                self.endpoints.append(unpack_u4le(buf, pos)[0])
                pos = stop
            count = 3
            if not 0 <= count * 4 <= end - pos:
                count = self._io_at(pos).count(count, "gamma", 4)
            self.gamma = []
            for _ in range(count):
                stop = pos + 4
                if stop > end:
                    buf, end = self._reach(stop - pos, "gamma", pos)
                self.gamma.append(unpack_u4le(buf, pos)[0])
                pos = stop
            return pos

        def _derive(self) -> None:
            self._set_default("kind", Bmp.Space.srgb)
            self._set_default("endpoints", [0, 0, 0, 0, 0, 0, 0, 0, 0])
            self._set_default("gamma", [0, 0, 0])

        def _check(self) -> None:
            expect_count("endpoints", self.endpoints, 9)
            expect_count("gamma", self.gamma, 3)

        def _write__seq(self, io: Writer) -> None:
            io.u4le(self.kind, "kind")
            for endpoint in self.endpoints:
                io.u4le(endpoint, "endpoints")
            for gamma_item in self.gamma:
                io.u4le(gamma_item, "gamma")

    class ProfilePlace(Struct):
        """Type `profile_place`.

        Attributes:
            offset: Counted from where the header begins.
        """

        __slots__ = ("intent", "offset", "length", "reserved")

        _root: Bmp
        _parent: Bmp
        intent: Bmp.Intent | int
        offset: int
        length: int
        reserved: int

        SIZE: ClassVar[int] = 16
        _derived: ClassVar[tuple[str, ...]] = ("length", "offset")
        _BLOCK_0: ClassVar[Block] = Block(
            ("intent", "u4le"), ("offset", "u4le"), ("length", "u4le"), ("reserved", "u4le")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                intent: Bmp.Intent | int
                offset: int
                length: int
                reserved: int

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 16
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.intent, self.offset, self.length, self.reserved = _unpack_Bmp_ProfilePlace_0(
                buf, pos
            )
            pos = stop
            self.intent = _members_Bmp_Intent[self.intent]
            return pos

        def _derive(self) -> None:
            self._set_default("intent", Bmp.Intent.relative)
            self._set_default("offset", 0)
            self._set_default("length", 0)
            self._set_default("reserved", 0)

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.intent, self.offset, self.length, self.reserved)


# What methods look up, at the price of a name.
_members_Bmp_Compression = Members(lambda: Bmp.Compression)
_members_Bmp_Intent = Members(lambda: Bmp.Intent)
_members_Bmp_Space = Members(lambda: Bmp.Space)
_unpack_Bmp_0 = Bmp._BLOCK_0.unpack
_unpack_Bmp_1 = Bmp._BLOCK_1.unpack
_unpack_Bmp_FIXED_0 = Bmp._FIXED_0.unpack
_unpack_Bmp_FIXED_1 = Bmp._FIXED_1.unpack
_unpack_Bmp_ProfilePlace_0 = Bmp.ProfilePlace._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Bmp":"bmp","Bmp.ColorSpace":"bmp::color_space",
"Bmp.ProfilePlace":"bmp::profile_place"},
"spec":{"id":"bmp","title":"BMP image (Windows bitmap)","file":"bmp.ksy",
"digest":"d9bb1a5c1f08358c990b27b69816b7a95ef3eaa7067dca37afb5251f107aeffa","types":[
{"path":"bmp","parent":"any record","endian":"le","fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":2}},"offset":0,"size":2,
"contents":{"hex":"424d"}},
{"id":"len_file","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":2,"size":4,"checksum":{"algorithm":"length","parts":[{}]},"doc":"Many programs do not mind
 what stands here."},
{"id":"reserved","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":6,"size":4,"default":0},
{"id":"ofs_pixels","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":10,"size":4},
{"id":"len_header","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":14,"size":4,"valid":[{"kind":"any_of","args":[12,40,52,56,64,108,124]}],"default":40,
"usual":["list",40,12,108,124],"doc":"It tells which kind of header this is."},
{"id":"width","type":"int","stored":{"is":"Switch","on":"is_core","cases":[{"key":true,
"stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"}},{"key":false,
"stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"}}]},"offset":18,
"valid":[{"kind":"at_least","args":[1]},{"kind":"at_most","args":[{"int":"0x7fffffff"}]}],
"usual":["list",1,2,3,5,8]},
{"id":"height","type":"int","stored":{"is":"Switch","on":"is_core","cases":[{"key":true,
"stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"}},{"key":false,
"stored":{"is":"Number","kind":"signed","size":4,"endian":"le"}}]},"valid":[{"kind":"that",
"args":[["ne","_",0]]}],"usual":["list",1,2,["if","is_core",4,["neg",3]]],"doc":"Below zero, where
 the first row that is stored is the uppermost."},
{"id":"num_planes","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"size":2,"valid":[{"kind":"equal","args":[1]}]},
{"id":"bits","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"size":2,"default":24,"usual":["list",1,4,8,16,24,32],"doc":"Of a pixel."},
{"id":"compression","type":"enum bmp::compression","stored":{"is":"Number","kind":"unsigned",
"size":4,"endian":"le","enum":"bmp::compression"},"size":4,"condition":["not","is_core"],
"default":["enum","bmp::compression","none"]},
{"id":"len_image","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"size":4,"condition":["not","is_core"],"default":["mul","len_row","num_rows"],"doc":"Of `pixels` it
 may be 0."},
{"id":"x_pixels_per_meter","type":"int","stored":{"is":"Number","kind":"signed","size":4,
"endian":"le"},"size":4,"condition":["not","is_core"],"default":0},
{"id":"y_pixels_per_meter","type":"int","stored":{"is":"Number","kind":"signed","size":4,
"endian":"le"},"size":4,"condition":["not","is_core"],"default":0},
{"id":"num_colors","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"size":4,"condition":["not","is_core"],"default":0,"doc":"Entries of the palette; 0 is as many as
 there are indices."},
{"id":"num_important","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"le"},"size":4,"condition":["not","is_core"],"default":0},
{"id":"red_mask","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"size":4,"condition":"has_masks","default":["if",["eq","bits",16],{"int":"0x7c00"},
{"int":"0xff0000"}]},
{"id":"green_mask","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"size":4,"condition":"has_masks","default":["if",["eq","bits",16],{"int":"0x3e0"},
{"int":"0xff00"}]},
{"id":"blue_mask","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"size":4,"condition":"has_masks","default":["if",["eq","bits",16],{"int":"0x1f"},{"int":"0xff"}]},
{"id":"alpha_mask","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"size":4,"condition":"has_alpha_mask","default":0},
{"id":"os2","type":"bytes","stored":{"is":"Bytes","extent":{"size":24}},"size":24,"condition":["eq",
"len_header",64],"default":{"hex":"000000000000000000000000000000000000000000000000"},"doc":"Units,
 recording and halftoning of OS/2."},
{"id":"color_space","type":"bmp::color_space","stored":{"is":"Record","path":"bmp::color_space"},
"size":52,"condition":["ge","len_header",108]},
{"id":"profile_place","type":"bmp::profile_place","stored":{"is":"Record",
"path":"bmp::profile_place"},"size":16,"condition":["eq","len_header",124]},
{"id":"palette","type":"array u1","stored":{"is":"Bytes","extent":{"size":["mul","num_entries",
"len_entry"]}},"condition":["ne","num_entries",0],"array":{"dtype":"u1","shape":["list",
"num_entries","len_entry"]},"doc":"Blue, green and red of each index, and a byte that is not used
 (in files with a header of 12 bytes there is none)."},
{"id":"gap","type":"bytes","stored":{"is":"Bytes","extent":{"size":["sub","ofs_pixels",["add",
["add",14,"len_all"],["mul","num_entries","len_entry"]]]}},"default":["as<bytes>",["list"]]},
{"id":"pixels","type":"payload","stored":{"is":"Bytes","extent":{"size":["mul","len_row",
"num_rows"]}},"condition":"is_plain","array":{"dtype":{"on":"len_sample","cases":[[1,"uint8"],[2,
"uint16"],[4,"uint32"]]},"shape":["list","num_rows","width","num_channels"]},
"codec":{"cases":[[null,[{"is":"Stage","codec":"bmp_rows","args":[["shape",["list","num_rows",
"width","num_channels"]],["dtype",["dtype_of",["text","pixels"]]],["bits","bits"],["red","red"],
["green","green"],["blue","blue"],["alpha","alpha"],["top_down",["lt","height",0]]]}]]]},
"doc":"Rows from the top, columns, channels. An index, or red, green and blue, and what else there
 is."},
{"id":"runs","type":"payload","stored":{"is":"Bytes","extent":{"size":"len_image"}},
"condition":"is_packed","array":{"dtype":"u1","shape":["list","num_rows","width",1]},
"codec":{"cases":[[null,[{"is":"Stage","codec":"bmp_runs","args":[["shape",["list","num_rows",
"width",1]],["dtype",["text","uint8"]],["bits","bits"]]}]]]},"doc":"The same, of compressed
 indices."},
{"id":"rest","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"default":["as<bytes>",
["list"]],"doc":"Pixels that are stored in another way; a profile; nothing."}],"instances":[
{"id":"is_core","type":"bool","value":["eq","len_header",12],"doc":"Whether it is the header of
 OS/2 1.x and Windows 2."},
{"id":"coding","type":"enum bmp::compression","value":["if","is_core",["enum","bmp::compression",
"none"],"compression"]},
{"id":"has_bitfields","type":"bool","value":["and",["ne","len_header",64],["or",["eq","coding",
["enum","bmp::compression","bitfields"]],["eq","coding",["enum","bmp::compression",
"alpha_bitfields"]]]]},
{"id":"has_masks","type":"bool","value":["or",["or",["or",["gt","len_header",64],["eq","len_header",
52]],["eq","len_header",56]],["and",["eq","len_header",40],"has_bitfields"]]},
{"id":"has_alpha_mask","type":"bool","value":["or",["or",["gt","len_header",64],["eq","len_header",
56]],["and",["eq","len_header",40],["eq","coding",["enum","bmp::compression","alpha_bitfields"]]]]},
{"id":"len_all","type":"int","value":["add","len_header",["if",["or",["ne","len_header",40],["not",
"has_masks"]],0,["if","has_alpha_mask",16,12]]],"doc":"With the masks that stand after a header of
 40 bytes."},
{"id":"num_entries","type":"int","value":["if",["and",["not","is_core"],["ne","num_colors",0]],
"num_colors",["if",["and",["le","bits",8],["ne","bits",0]],["bit_shl",1,"bits"],0]]},
{"id":"len_entry","type":"int","value":["if","is_core",3,4]},
{"id":"num_rows","type":"int","value":["if",["lt","height",0],["neg","height"],"height"]},
{"id":"len_row","type":"int","value":["mul",["floordiv",["add",["mul","width","bits"],31],32],4]},
{"id":"is_plain","type":"bool","value":["or",["and",["eq","coding",["enum","bmp::compression",
"none"]],["or",["or",["or",["or",["or",["or",["eq","bits",1],["eq","bits",2]],["eq","bits",4]],
["eq","bits",8]],["eq","bits",16]],["eq","bits",24]],["eq","bits",32]]],["and","has_bitfields",
["or",["eq","bits",16],["eq","bits",32]]]]},
{"id":"is_known","type":"bool","value":["if",["eq","coding",["enum","bmp::compression","none"]],
["or",["or",["or",["or",["or",["or",["eq","bits",1],["eq","bits",2]],["eq","bits",4]],["eq","bits",
8]],["eq","bits",16]],["eq","bits",24]],["eq","bits",32]],["if",["or",["eq","coding",["enum",
"bmp::compression","rle8"]],["eq","coding",["enum","bmp::compression","rle4"]]],"is_packed",["if",
"has_bitfields",["or",["eq","bits",16],["eq","bits",32]],["if",["eq","len_header",64],["or",["eq",
"bits",1],["eq","bits",24]],["eq","bits",0]]]]],"valid":[{"kind":"equal","args":[true]}],
"doc":"Whether pixels of so many bits are stored in this way."},
{"id":"is_named","type":"bool","value":["or",["or","is_core",["gt","bits",8]],["le","num_colors",
["bit_shl",1,"bits"]]],"valid":[{"kind":"equal","args":[true]}],"doc":"Whether there is an index
 for each entry of the palette."},
{"id":"is_packed","type":"bool","value":["and",["gt","height",0],["or",["and",["eq","coding",
["enum","bmp::compression","rle8"]],["eq","bits",8]],["and",["eq","coding",["enum",
"bmp::compression","rle4"]],["eq","bits",4]]]]},
{"id":"red","type":"int","value":["if",["le","bits",8],0,["if","has_bitfields","red_mask",["if",
["eq","bits",16],{"int":"0x7c00"},{"int":"0xff0000"}]]],"doc":"The bits of a pixel that are red."},
{"id":"green","type":"int","value":["if",["le","bits",8],0,["if","has_bitfields","green_mask",["if",
["eq","bits",16],{"int":"0x3e0"},{"int":"0xff00"}]]]},
{"id":"blue","type":"int","value":["if",["le","bits",8],0,["if","has_bitfields","blue_mask",["if",
["eq","bits",16],{"int":"0x1f"},{"int":"0xff"}]]]},
{"id":"alpha","type":"int","value":["if",["le","bits",8],0,["if",["not","has_bitfields"],["if",
["eq","bits",32],{"int":"0xff000000"},0],["if","has_alpha_mask","alpha_mask",0]]],"doc":"Of 32 bits
 without masks, those that are not used; some programs have alpha there."},
{"id":"num_channels","type":"int","value":["if",["le","bits",8],1,["if",["eq","alpha",0],3,4]]},
{"id":"max_red","type":"int","value":["if",["eq","red",0],0,["floordiv","red",["bit_and","red",
["neg","red"]]]],"doc":"What red is at most."},
{"id":"max_green","type":"int","value":["if",["eq","green",0],0,["floordiv","green",["bit_and",
"green",["neg","green"]]]]},
{"id":"max_blue","type":"int","value":["if",["eq","blue",0],0,["floordiv","blue",["bit_and","blue",
["neg","blue"]]]]},
{"id":"max_alpha","type":"int","value":["if",["eq","alpha",0],0,["floordiv","alpha",["bit_and",
"alpha",["neg","alpha"]]]]},
{"id":"max_sample","type":"int","value":["bit_or",["bit_or",["bit_or","max_red","max_green"],
"max_blue"],"max_alpha"]},
{"id":"len_sample","type":"int","value":["if",["gt","max_sample",{"int":"0xffff"}],4,["if",["gt",
"max_sample",{"int":"0xff"}],2,1]]},
{"id":"has_profile","type":"bool","value":["and",["eq","len_header",124],["or",["eq",["get",
"color_space","kind"],["enum","bmp::space","embedded"]],["eq",["get","color_space","kind"],["enum",
"bmp::space","linked"]]]]},
{"id":"profile","type":"bytes","stored":{"is":"Bytes","extent":{"size":["if","has_profile",["get",
"profile_place","length"],0]}},"pos":["if","has_profile",["add",14,["get","profile_place",
"offset"]],0],"doc":"Of ICC, or the name of a file with it; empty where there is none."}],
"edges":[{"is":"Axis","field":"height","of":"pixels","condition":["and","is_plain",["not",["lt",
"height",0]]],"axis":0},{"is":"Axis","field":"width","of":"pixels","condition":"is_plain","axis":1},
{"is":"Axis","field":"height","of":"runs","condition":["and","is_packed",["not",["lt","height",0]]],
"axis":0},{"is":"Axis","field":"width","of":"runs","condition":"is_packed","axis":1},{"is":"Length",
"field":"ofs_pixels","of":"gap","steps":[["add",["add",["add",14,"len_all"],["mul","num_entries",
"len_entry"]]]]},{"is":"Length","field":"len_image","of":"runs","condition":"is_packed"},
{"is":"Length","field":["get","profile_place","length"],"of":"profile","condition":["and",["eq",
"len_header",124],["or",["eq",["get","color_space","kind"],["enum","bmp::space","embedded"]],["eq",
["get","color_space","kind"],["enum","bmp::space","linked"]]]]},{"is":"Position","field":["get",
"profile_place","offset"],"of":"profile","condition":["and",["eq","len_header",124],["or",["eq",
["get","color_space","kind"],["enum","bmp::space","embedded"]],["eq",["get","color_space","kind"],
["enum","bmp::space","linked"]]]],"steps":[["subtract",14]]}],"doc":"An image of rows of pixels, as
 Windows has it in its memory. `bits` and masks say what a pixel is; indices go by
 `palette`.\n\n\nSee https://learn.microsoft.com/windows/win32/gdi/bitmap-storage Bitmap
 Storage\n\nSee https://learn.microsoft.com/windows/win32/api/wingdi/ns-wingdi-bitmapv5header
 BITMAPV5HEADER\n\nSee https://learn.microsoft.com/windows/win32/gdi/bitmap-compression Bitmap
 Compression"},
{"path":"bmp::color_space","parent":"bmp","endian":"le","size":52,"fields":[
{"id":"kind","type":"enum bmp::space","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"le","enum":"bmp::space"},"offset":0,"size":4,"default":["enum","bmp::space","srgb"]},
{"id":"endpoints","type":"int[]","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":4,"size":36,"repeat":{"count":9},"default":["list",0,0,0,0,0,0,0,0,0],"doc":"X, Y and Z of
 red, of green, of blue, in units of 2^-30."},
{"id":"gamma","type":"int[]","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":40,"size":12,"repeat":{"count":3},"default":["list",0,0,0],"doc":"Of red, green, blue, in
 units of 1/65536."}]},
{"path":"bmp::profile_place","parent":"bmp","endian":"le","size":16,"fields":[
{"id":"intent","type":"enum bmp::intent","stored":{"is":"Number","kind":"unsigned","size":4,
"endian":"le","enum":"bmp::intent"},"offset":0,"size":4,"default":["enum","bmp::intent",
"relative"]},
{"id":"offset","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":4,"size":4,"default":0,"doc":"Counted from where the header begins."},
{"id":"length","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":8,"size":4,"default":0},
{"id":"reserved","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":12,"size":4,"default":0}]}],"enums":[
{"path":"bmp::compression","members":[{"id":"none","value":0},{"id":"rle8","value":1},{"id":"rle4",
"value":2},{"id":"bitfields","value":3},{"id":"jpeg","value":4},{"id":"png","value":5},
{"id":"alpha_bitfields","value":6}]},
{"path":"bmp::space","members":[{"id":"calibrated","value":0},{"id":"srgb","value":1934772034},
{"id":"windows","value":1466527264},{"id":"linked","value":1279872587},{"id":"embedded",
"value":1296188740}]},
{"path":"bmp::intent","members":[{"id":"saturation","value":1},{"id":"relative","value":2},
{"id":"perceptual","value":4},{"id":"absolute","value":8}]}]}}
"""
