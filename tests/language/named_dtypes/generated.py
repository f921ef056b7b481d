# Made by `quire gen` 0 from spec.ksy (sha256 666d2e5f3529). Do not edit.
"""named_dtypes."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from numpy.typing import ArrayLike, NDArray

from quire.runtime import Bytes, Struct, Writer, encode_text, put_array, view_array
from quire.runtime.direct import find_at, unpack_u1

__all__ = ["NamedDtypes"]


class NamedDtypes(Struct):
    """Type `named_dtypes`."""

    __slots__ = ("_start", "_end", "_stop", "kind", "chosen", "brain", "dtype", "order", "named")

    _root: NamedDtypes
    kind: int
    chosen: NDArray[Any]
    brain: NDArray[Any]
    dtype: str
    order: str
    named: NDArray[Any]

    _is_top: ClassVar[bool] = True

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            kind: Required[int]
            chosen: Required[ArrayLike]
            brain: Required[ArrayLike]
            dtype: Required[str]
            order: Required[str]
            named: Required[ArrayLike]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "kind", pos)
        self.kind = unpack_u1(buf, pos)[0]
        pos = stop
        io = self._io_at(pos)
        self.chosen = view_array(
            io.take(4, "chosen"),
            "bool"
            if self.kind == 1
            else "float8_e5m2"
            if self.kind == 2
            else "bfloat16"
            if self.kind == 3
            else ">i2",
            [-1],
            "chosen",
            io,
        )
        self.brain = view_array(io.take(2, "brain"), "bfloat16", [1], "brain", io)
        pos = io._pos
        stop = find_at(buf, b"\x00", pos, end)
        if stop < 0:
            buf, end, stop = self._find(b"\x00", "dtype", pos)
        self.dtype = str(buf[pos:stop], "ascii")
        pos = stop + 1
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "order", pos)
        self.order = str(buf[pos:stop], "ascii")
        pos = stop
        io = self._io_at(pos)
        self.named = view_array(
            io.take(8, "named"), self.dtype, [2, 2], "named", io, order=self.order
        )
        return io._pos

    def _write__seq(self, io: Writer) -> None:
        io.u1(self.kind, "kind")
        put_array(
            io,
            self.chosen,
            "bool"
            if self.kind == 1
            else "float8_e5m2"
            if self.kind == 2
            else "bfloat16"
            if self.kind == 3
            else ">i2",
            [-1],
            "chosen",
        )
        put_array(io, self.brain, "bfloat16", [1], "brain")
        io.put_terminated(
            encode_text(self.dtype, "ascii", "dtype"), b"\x00", "dtype", include=False, consume=True
        )
        io.put_sized(encode_text(self.order, "ascii", "order"), 1, "order")
        put_array(io, self.named, self.dtype, [2, 2], "named", order=self.order)


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"NamedDtypes":"named_dtypes"},
"spec":{"id":"named_dtypes","file":"spec.ksy",
"digest":"666d2e5f3529fae9c749ed0b9ad4b03ddf9d11a247fb94714b41b34a863f9f5e","types":[
{"path":"named_dtypes","parent":"any record","endian":"le","fields":[
{"id":"kind","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1},
{"id":"chosen","type":"array ","stored":{"is":"Bytes","extent":{"size":4}},"offset":1,"size":4,
"array":{"dtype":{"is":"Computed","name":["if",["eq","kind",1],["text","bool"],["if",["eq","kind",
2],["text","float8_e5m2"],["if",["eq","kind",3],["text","bfloat16"],["text",">i2"]]]]},
"shape":["list",["neg",1]]}},
{"id":"brain","type":"array bf2","stored":{"is":"Bytes","extent":{"size":2}},"offset":5,"size":2,
"array":{"dtype":"bfloat16","shape":["list",1]}},
{"id":"dtype","type":"str","stored":{"is":"Text","encoding":"ascii",
"extent":{"terminator":{"hex":"00"}}},"offset":7},
{"id":"order","type":"str","stored":{"is":"Text","encoding":"ascii","extent":{"size":1}},"size":1},
{"id":"named","type":"array ","stored":{"is":"Bytes","extent":{"size":8}},"size":8,
"array":{"dtype":{"is":"Computed","name":"dtype"},"shape":["list",2,2],"order":{"is":"Computed",
"name":"order"}}}]}]}}
"""
