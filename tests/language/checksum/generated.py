# Made by `quire gen` 0 from spec.ksy (sha256 e05b9385cb39). Do not edit.
"""checksum."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.kernels.engine.payload import Encoded, Packable
from quire.kernels.engine.pipeline import Stage
from quire.runtime import Block, Bytes, Struct, Writer
from quire.runtime.direct import unpack_u4le

__all__ = ["Checksum"]


class Checksum(Struct):
    """Type `checksum`."""

    __slots__ = ("_start", "_end", "_stop", "flags", "crc", "payload", "behind")

    _root: Checksum
    flags: int
    crc: int
    payload: Encoded
    behind: Encoded
    crc_behind: int

    _is_top: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("flags", "crc", "crc_behind")
    _BLOCK_0: ClassVar[Block] = Block(("flags", "u1"), ("crc", "u4le"))

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            flags: int
            crc: int
            payload: Required[Packable]
            behind: Required[Packable]
            crc_behind: int

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 5
        if stop > end:
            buf, end = self._BLOCK_0.reach(self, pos)
        self.flags, self.crc = _unpack_Checksum_0(buf, pos)
        pos = stop
        io = self._io_at(pos)
        self.payload = Encoded.read(io, 4, self._payload_stages(), self, "payload")
        pos = io._pos
        self.payload.guard_with("crc32", self.crc)
        io = self._io_at(pos)
        self.behind = Encoded.read(io, 2, self._behind_stages(), self, "behind")
        pos = io._pos
        if self.flags == 1:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "crc_behind", pos)
            self.crc_behind = unpack_u4le(buf, pos)[0]
            pos = stop
            self.behind.guard_with("crc32", self.crc_behind)
        return pos

    def _payload_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `payload` into an array."""
        return (Stage("fp16", shape=(2,)),)

    def _behind_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `behind` into an array."""
        return (Stage("fp16", shape=(1,)),)

    def _derive(self) -> None:
        self._set_flag("flags", hasattr(self, "crc_behind"), 1)
        self.payload = Encoded.of(self.payload, self._payload_stages(), self, "payload")
        self.behind = Encoded.of(self.behind, self._behind_stages(), self, "behind")
        self._set_derived("crc", self.payload.digest("crc32"), "payload")
        if self.flags == 1:
            self._set_derived("crc_behind", self.behind.digest("crc32"), "behind")

    def _write__seq(self, io: Writer) -> None:
        self._BLOCK_0.write(io, self.flags, self.crc)
        self.payload.write(io, size=4)
        self.behind.write(io, size=2)
        if self.flags == 1:
            io.u4le(self.crc_behind, "crc_behind")
        elif hasattr(self, "crc_behind"):
            self._leave_out("crc_behind")


# What methods look up, at the price of a name.
_unpack_Checksum_0 = Checksum._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Checksum":"checksum"},
"spec":{"id":"checksum","file":"spec.ksy",
"digest":"e05b9385cb39c4f3fe02c225fe45b891608b0e6529aacc49a6898f43ffc9dc93","types":[
{"path":"checksum","parent":"any record","endian":"le","fields":[
{"id":"flags","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1},
{"id":"crc","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":1,"size":4,"checksum":{"algorithm":"crc32","over":"payload"}},
{"id":"payload","type":"payload","stored":{"is":"Bytes","extent":{"size":4}},"offset":5,"size":4,
"array":{"dtype":"<f4","shape":["list",2]},"codec":{"cases":[[null,[{"is":"Stage","codec":"fp16",
"args":[["shape",["list",2]]]}]]]}},
{"id":"behind","type":"payload","stored":{"is":"Bytes","extent":{"size":2}},"offset":9,"size":2,
"array":{"dtype":"<f4","shape":["list",1]},"codec":{"cases":[[null,[{"is":"Stage","codec":"fp16",
"args":[["shape",["list",1]]]}]]]}},
{"id":"crc_behind","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":11,"size":4,"condition":["eq","flags",1],"checksum":{"algorithm":"crc32",
"over":"behind"}}],"edges":[{"is":"Flag","field":"flags","of":"crc_behind","yes":1},{"is":"Digest",
"field":"crc","of":"payload","algorithm":"crc32"},{"is":"Digest","field":"crc_behind","of":"behind",
"condition":["eq","flags",1],"algorithm":"crc32"}]}]}}
"""
