# Made by `quire gen` 0 from spec.ksy (sha256 775dfe365105). Do not edit.
"""fused_block."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(1, __name__)

from enum import IntEnum
from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import Block, Struct, Writer, enum_or_int, expect_at_least

__all__ = ["FusedBlock"]


class FusedBlock(Struct):
    """Type `fused_block`."""

    __slots__ = ("width", "kind", "height", "big", "offset", "name", "alone")

    _root: FusedBlock
    width: int
    kind: FusedBlock.Kind | int
    height: int
    big: int
    offset: int
    name: bytes
    alone: int

    _is_top: ClassVar[bool] = True
    _BLOCK_0: ClassVar[Block] = Block(("width", "u2le"), ("kind", "u1"), ("height", "u4le"))
    _BLOCK_1: ClassVar[Block] = Block(("big", "u2be"), ("offset", "s2be"), ("name", "3s"))

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            width: Required[int]
            kind: Required[FusedBlock.Kind | int]
            height: Required[int]
            big: Required[int]
            offset: Required[int]
            name: Required[bytes]
            alone: Required[int]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read(self) -> None:
        io = self._io
        self.width, self.kind, self.height = self._BLOCK_0.read(io)
        self.kind = enum_or_int(FusedBlock.Kind, self.kind)
        self.big, self.offset, self.name = self._BLOCK_1.read(io)
        expect_at_least("offset", self.offset, -3, io, 5, place="/seq/4")
        self.alone = io.u4le("alone")

    def _check(self) -> None:
        expect_at_least("offset", self.offset, -3, place="/seq/4")

    def _write__seq(self, io: Writer) -> None:
        self._BLOCK_0.write(io, self.width, self.kind, self.height)
        self._BLOCK_1.write(io, self.big, self.offset, self.name)
        io.u4le(self.alone, "alone")

    class Kind(IntEnum):
        """Values of `kind`."""

        square = 1
        round = 2
