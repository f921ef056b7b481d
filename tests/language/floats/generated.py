# Made by `quire gen` 0 from spec.ksy (sha256 ab9ec165f319). Do not edit.
"""floats."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import Block, Bytes, Struct, Writer, computed
from quire.runtime.direct import unpack_f4be, unpack_f4le, unpack_f8be

__all__ = ["Floats"]


class Floats(Struct):
    """Type `floats`."""

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "single_be",
        "single_le",
        "double_be",
        "double_le",
        "infinite",
        "negative_zero",
    )

    _root: Floats
    single_be: float
    single_le: float
    double_be: float
    double_le: float
    infinite: float
    negative_zero: float

    SIZE: ClassVar[int] = 36
    _is_top: ClassVar[bool] = True
    _BLOCK_0: ClassVar[Block] = Block(
        ("double_le", "f8le"), ("infinite", "f4le"), ("negative_zero", "f8le")
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            single_be: Required[float]
            single_le: Required[float]
            double_be: Required[float]
            double_le: Required[float]
            infinite: Required[float]
            negative_zero: Required[float]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 4
        if stop > end:
            buf, end = self._reach(stop - pos, "single_be", pos)
        self.single_be = unpack_f4be(buf, pos)[0]
        pos = stop
        stop = pos + 4
        if stop > end:
            buf, end = self._reach(stop - pos, "single_le", pos)
        self.single_le = unpack_f4le(buf, pos)[0]
        pos = stop
        stop = pos + 8
        if stop > end:
            buf, end = self._reach(stop - pos, "double_be", pos)
        self.double_be = unpack_f8be(buf, pos)[0]
        pos = stop
        stop = pos + 20
        if stop > end:
            buf, end = self._BLOCK_0.reach(self, pos)
        self.double_le, self.infinite, self.negative_zero = _unpack_Floats_0(buf, pos)
        return stop

    def _write__seq(self, io: Writer) -> None:
        io.f4be(self.single_be, "single_be")
        io.f4le(self.single_le, "single_le")
        io.f8be(self.double_be, "double_be")
        self._BLOCK_0.write(io, self.double_le, self.infinite, self.negative_zero)

    @computed
    def doubled(self) -> float:
        """Instance `doubled`."""
        return self.single_be * 2

    @computed
    def cut(self) -> int:
        """Instance `cut`."""
        return int(self.double_le)


# What methods look up, at the price of a name.
_unpack_Floats_0 = Floats._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Floats":"floats"},
"spec":{"id":"floats","file":"spec.ksy",
"digest":"ab9ec165f319f90ce1b84b7af9905e974225812bf108a8c34e21430b165e5b11","types":[
{"path":"floats","parent":"any record","size":36,"fields":[
{"id":"single_be","type":"float","stored":{"is":"Number","kind":"float","size":4,"endian":"be"},
"offset":0,"size":4},
{"id":"single_le","type":"float","stored":{"is":"Number","kind":"float","size":4,"endian":"le"},
"offset":4,"size":4},
{"id":"double_be","type":"float","stored":{"is":"Number","kind":"float","size":8,"endian":"be"},
"offset":8,"size":8},
{"id":"double_le","type":"float","stored":{"is":"Number","kind":"float","size":8,"endian":"le"},
"offset":16,"size":8},
{"id":"infinite","type":"float","stored":{"is":"Number","kind":"float","size":4,"endian":"le"},
"offset":24,"size":4},
{"id":"negative_zero","type":"float","stored":{"is":"Number","kind":"float","size":8,"endian":"le"},
"offset":28,"size":8}],"instances":[
{"id":"doubled","type":"float","value":["mul","single_be",2]},
{"id":"cut","type":"int","value":["to_i","double_le"]}]}]}}
"""
