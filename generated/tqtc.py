# Made by `quire gen` 0.1.0 from tqtc.ksy (sha256 72ce5783de43). Do not edit.
"""TQTC segment of quantised frames."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from numpy.typing import ArrayLike, NDArray

from quire.kernels.engine.payload import Encoded, Packable
from quire.kernels.engine.pipeline import Stage
from quire.runtime import (
    Block,
    Bytes,
    Fixed,
    Struct,
    Writer,
    array_size,
    axis_of,
    copied,
    expect_at_least,
    expect_at_most,
    expect_equal,
    expect_that,
    put_array,
    quotient,
    view_array,
)
from quire.runtime.direct import unpack_u4le

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
        "_start",
        "_end",
        "_stop",
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
    _goes_by_place: ClassVar[bool] = True
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
    _FIXED_0: ClassVar[Fixed] = Fixed(
        ("magic", b"TQTC", "/seq/0"),
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

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 22
        if stop > end:
            buf, end = self._FIXED_0.reach(self, pos)
        (
            stored_magic,
            self.version,
            self.num_bits,
            self.group_size,
            self.num_values,
            self.num_frames,
            self.num_scales,
        ) = _unpack_Tqtc_FIXED_0(buf, pos)
        if stored_magic != b"TQTC":
            self._look_at(pos).contents(b"TQTC", "magic", "/seq/0")
        self.magic = b"TQTC"
        pos = stop
        if self.version != 1:
            io = self._io_at(pos)
            expect_equal("version", self.version, 1, io, 18, place="/seq/1")
        if not self.num_bits >= 1:
            io = self._io_at(pos)
            expect_at_least("num_bits", self.num_bits, 1, io, 17, place="/seq/2")
        if not self.num_bits <= 8:
            io = self._io_at(pos)
            expect_at_most("num_bits", self.num_bits, 8, io, 17, place="/seq/2")
        if not self.group_size >= 1:
            io = self._io_at(pos)
            expect_at_least("group_size", self.group_size, 1, io, 16, place="/seq/3")
        if self.num_scales != (self.num_values + self.group_size - 1) // self.group_size:
            io = self._io_at(pos)
            expect_equal(
                "num_scales",
                self.num_scales,
                (self.num_values + self.group_size - 1) // self.group_size,
                io,
                4,
                place="/seq/6",
            )
        io = self._io_at(pos)
        self.scales = view_array(
            io.take(2 * self.num_scales, "scales"), "<f2", [self.num_scales], "scales", io
        )
        pos = io._pos
        stop = pos + 4
        if stop > end:
            buf, end = self._reach(stop - pos, "len_frames", pos)
        self.len_frames = unpack_u4le(buf, pos)[0]
        pos = stop
        if self.len_frames != self.num_frames * ((self.num_values * self.num_bits + 7) // 8):
            io = self._io_at(pos)
            expect_equal(
                "len_frames",
                self.len_frames,
                self.num_frames * ((self.num_values * self.num_bits + 7) // 8),
                io,
                4,
                place="/seq/8",
            )
        io = self._io_at(pos)
        self.frames = Encoded.read(io, self.len_frames, self._frames_stages(), self, "frames")
        pos = io._pos
        start = pos
        stop = pos + 0
        if stop > end:
            buf, end = self._reach(stop - pos, "end", pos)
        self.end = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        io = self._io_at(pos)
        expect_that("end", self.end, io.is_eof(), "_io.eof", io, io._pos - start, place="/seq/10")
        return pos

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


# What methods look up, at the price of a name.
_unpack_Tqtc_FIXED_0 = Tqtc._FIXED_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Tqtc":"tqtc"},
"spec":{"id":"tqtc","title":"TQTC segment of quantised frames","file":"tqtc.ksy",
"digest":"72ce5783de438bd31b85c755b3d7100a931c6d9e97de4aca015d7761a3a7a7fd","types":[
{"path":"tqtc","parent":"any record","endian":"le","fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"offset":0,"size":4,
"contents":{"hex":"54515443"}},
{"id":"version","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":4,
"size":1,"valid":[{"kind":"equal","args":[1]}]},
{"id":"num_bits","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":5,
"size":1,"valid":[{"kind":"at_least","args":[1]},{"kind":"at_most","args":[8]}],"doc":"Width of a
 code. 8, 7, 5 and 3 are the widths of the tiers."},
{"id":"group_size","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":6,"size":4,"valid":[{"kind":"at_least","args":[1]}],"default":64,"doc":"Values that share
 a scale; the last group of a frame may be shorter."},
{"id":"num_values","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":10,"size":4,"doc":"Values in a frame."},
{"id":"num_frames","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":14,"size":4},
{"id":"num_scales","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":18,"size":4,"valid":[{"kind":"equal","args":[["floordiv",["sub",["add","num_values",
"group_size"],1],"group_size"]]}]},
{"id":"scales","type":"array f2","stored":{"is":"Bytes","extent":{"size":["mul",2,"num_scales"]}},
"offset":22,"array":{"dtype":"<f2","shape":["list","num_scales"]},"doc":"Steps of the groups."},
{"id":"len_frames","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"size":4,"valid":[{"kind":"equal","args":[["mul","num_frames",["floordiv",["add",["mul",
"num_values","num_bits"],7],8]]]}],"doc":"Length of the codes in bytes. Each frame begins on a
 byte."},
{"id":"frames","type":"payload","stored":{"is":"Bytes","extent":{"size":"len_frames"}},
"array":{"dtype":"<f4","shape":["list","num_frames","num_values"]},"codec":{"cases":[[null,
[{"is":"Stage","codec":"group_quant","args":[["shape",["list","num_frames","num_values"]],["bits",
"num_bits"],["scales","scales"],["group_size","group_size"]]}]]]},"doc":"Codes, least significant
 bit first; they run on across groups. Value = (code - (2^(bits - 1) - 1)) * scale of its\ngroup,
 at 8 bits too."},
{"id":"end","type":"bytes","stored":{"is":"Bytes","extent":{"size":0}},"size":0,
"valid":[{"kind":"that","args":[["eof","_io"]]}],"doc":"Nothing may follow."}],
"edges":[{"is":"Axis","field":"num_frames","of":"frames","axis":0},{"is":"Axis",
"field":"num_values","of":"frames","axis":1},{"is":"Length","field":"num_scales","of":"scales",
"steps":[["divide",2]]},{"is":"Length","field":"len_frames","of":"frames"}],"doc":"Frames of one
 tensor over time, quantised symmetrically in groups. The scales are those of the first frame; all
 frames\nshare them.\n\n\nSee ADR-017, Temporal Tensor Compression, segment format"}]}}
"""
