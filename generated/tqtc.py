# Made by `quire gen` 0.1.0 from tqtc.ksy (sha256 72ce5783de43). Do not edit.
"""TQTC segment of quantised frames."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(1, __name__)

from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from numpy.typing import ArrayLike, NDArray

from quire.kernels.binding import Encoded, Packable, Stage
from quire.runtime import (
    Block,
    Struct,
    Writer,
    array_size,
    axis_of,
    expect_at_least,
    expect_at_most,
    expect_equal,
    expect_that,
    put_array,
    quotient,
    view_array,
)

__all__ = ["Tqtc"]


class Tqtc(Struct):
    """Frames of one tensor over time, quantised symmetrically in groups.

    The scales are those of the first frame; all frames share them.

    See ADR-017, Temporal Tensor Compression, segment format

    Attributes:
        num_bits: Width of a code. 8, 7, 5 and 3 are the widths of the tiers.
        group_size: Values that share a scale; the last group of a frame may be shorter.
        num_values: Values in a frame.
        scales: Steps of the groups.
        len_frames: Length of the codes in bytes. Each frame begins on a byte.
        frames: Codes, least significant bit first; they run on across groups. Value = (code -
            (2^(bits - 1) - 1)) * scale of its group, at 8 bits too.
        end: Nothing may follow.
    """

    __slots__ = (
        "magic",
        "version",
        "num_bits",
        "group_size",
        "num_values",
        "num_frames",
        "num_scales",
        "scales",
        "len_frames",
        "frames",
        "end",
    )

    _root: Tqtc
    magic: bytes
    version: int
    num_bits: int
    group_size: int
    num_values: int
    num_frames: int
    num_scales: int
    scales: NDArray[Any]
    len_frames: int
    frames: Encoded
    end: bytes

    _is_top: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = (
        "magic",
        "version",
        "num_frames",
        "num_values",
        "num_scales",
        "len_frames",
    )
    _BLOCK_0: ClassVar[Block] = Block(
        ("version", "u1"),
        ("num_bits", "u1"),
        ("group_size", "u4le"),
        ("num_values", "u4le"),
        ("num_frames", "u4le"),
        ("num_scales", "u4le"),
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            magic: bytes
            version: int
            num_bits: Required[int]
            group_size: int
            num_values: int
            num_frames: int
            num_scales: int
            scales: Required[ArrayLike]
            len_frames: int
            frames: Required[Packable]
            end: bytes

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read(self) -> None:
        io = self._io
        self.magic = io.contents(b"TQTC", "magic", "/seq/0")
        (
            self.version,
            self.num_bits,
            self.group_size,
            self.num_values,
            self.num_frames,
            self.num_scales,
        ) = self._BLOCK_0.read(io)
        expect_equal("version", self.version, 1, io, 18, place="/seq/1")
        expect_at_least("num_bits", self.num_bits, 1, io, 17, place="/seq/2")
        expect_at_most("num_bits", self.num_bits, 8, io, 17, place="/seq/2")
        expect_at_least("group_size", self.group_size, 1, io, 16, place="/seq/3")
        expect_equal(
            "num_scales",
            self.num_scales,
            (self.num_values + self.group_size - 1) // self.group_size,
            io,
            4,
            place="/seq/6",
        )
        self.scales = view_array(
            io.take(2 * self.num_scales, "scales"), "<f2", [self.num_scales], "scales", io
        )
        self.len_frames = io.u4le("len_frames")
        expect_equal(
            "len_frames",
            self.len_frames,
            self.num_frames * ((self.num_values * self.num_bits + 7) // 8),
            io,
            4,
            place="/seq/8",
        )
        self.frames = Encoded.read(io, self.len_frames, self._frames_stages(), self, "frames")
        start = io.pos()
        self.end = io.take_bytes(0, "end")
        expect_that("end", self.end, io.is_eof(), "_io.eof", io, io.pos() - start, place="/seq/10")

    def _frames_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `frames` into an array."""
        return (
            Stage(
                "group_quant",
                shape=(self.num_frames, self.num_values),
                bits=self.num_bits,
                scales=self.scales,
                group_size=self.group_size,
            ),
        )

    def _derive(self) -> None:
        self._set_derived("magic", b"TQTC", "the format")
        self._set_derived("version", 1, "the format")
        self._set_default("group_size", 64)
        self._set_derived("num_frames", axis_of(self.frames, 0, 2, "frames"), "frames")
        self._set_derived("num_values", axis_of(self.frames, 1, 2, "frames"), "frames")
        self.frames = Encoded.of(self.frames, self._frames_stages(), self, "frames")
        self._set_default("end", b"")
        self._set_derived(
            "num_scales", quotient(array_size(self.scales, "<f2", "scales"), 2, "scales"), "scales"
        )
        self._set_derived("len_frames", self.frames.stored_size, "frames")

    def _check(self) -> None:
        expect_at_least("num_bits", self.num_bits, 1, place="/seq/2")
        expect_at_most("num_bits", self.num_bits, 8, place="/seq/2")
        expect_at_least("group_size", self.group_size, 1, place="/seq/3")
        expect_equal(
            "num_scales",
            self.num_scales,
            (self.num_values + self.group_size - 1) // self.group_size,
            place="/seq/6",
        )
        expect_equal(
            "len_frames",
            self.len_frames,
            self.num_frames * ((self.num_values * self.num_bits + 7) // 8),
            place="/seq/8",
        )

    def _write__seq(self, io: Writer) -> None:
        io.put(self.magic)
        self._BLOCK_0.write(
            io,
            self.version,
            self.num_bits,
            self.group_size,
            self.num_values,
            self.num_frames,
            self.num_scales,
        )
        put_array(io, self.scales, "<f2", [self.num_scales], "scales")
        io.u4le(self.len_frames, "len_frames")
        self.frames.write(io)
        io.put_sized(self.end, 0, "end")
