# Made by `quire gen` 0 from spec.ksy (sha256 c186f2ac29ea). Do not edit.
"""array."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from typing import Any, ClassVar

from numpy.typing import NDArray

from quire.runtime import Block, Bytes, Struct, Writer, axis_of, put_array, view_array

__all__ = ["Array"]


class Array(Struct):
    """Type `array`."""

    _root: Array
    rows: int
    columns: int
    grid: NDArray[Any]
    big: NDArray[Any]
    by_column: NDArray[Any]
    halves: NDArray[Any]
    plane: NDArray[Any]
    nothing: NDArray[Any]

    _is_top: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("rows", "columns")
    _BLOCK_0: ClassVar[Block] = Block(("rows", "u1"), ("columns", "u1"))

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 2
        if stop > end:
            buf, end = self._BLOCK_0.reach(self, pos)
        self.rows, self.columns = _unpack_Array_0(buf, pos)
        pos = stop
        io = self._io_at(pos)
        self.grid = view_array(
            io.take(self.rows * self.columns * 2, "grid"),
            "<i2",
            [self.rows, self.columns],
            "grid",
            io,
        )
        self.big = view_array(io.take(8, "big"), ">u4", [2], "big", io)
        self.by_column = view_array(
            io.take(6, "by_column"), "u1", [2, 3], "by_column", io, order="F"
        )
        self.halves = view_array(io.take(4, "halves"), "<f2", [2], "halves", io)
        self.plane = view_array(io.take(4, "plane"), "u1", [2, 2], "plane", io)
        self.nothing = view_array(io.take(0, "nothing"), "<f8", [0, 4], "nothing", io)
        return io._pos

    def _derive(self) -> None:
        self._set_derived("rows", axis_of(self.grid, 0, 2, "grid"), "grid")
        self._set_derived("columns", axis_of(self.grid, 1, 2, "grid"), "grid")

    def _write__seq(self, io: Writer) -> None:
        self._BLOCK_0.write(io, self.rows, self.columns)
        put_array(
            io,
            self.grid,
            "<i2",
            [self.rows, self.columns],
            "grid",
            size=self.rows * self.columns * 2,
        )
        put_array(io, self.big, ">u4", [2], "big")
        put_array(io, self.by_column, "u1", [2, 3], "by_column", order="F")
        put_array(io, self.halves, "<f2", [2], "halves")
        put_array(io, self.plane, "u1", [2, 2], "plane")
        put_array(io, self.nothing, "<f8", [0, 4], "nothing")


# What methods look up, at the price of a name.
_unpack_Array_0 = Array._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Array":"array"},
"spec":{"id":"array","file":"spec.ksy",
"digest":"c186f2ac29eaa01ae6143e75c66971f05581ec9e8991dcb1731160017c7ef037","types":[
{"path":"array","parent":"any record","endian":"le","fields":[
{"id":"rows","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1},
{"id":"columns","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":1,
"size":1},
{"id":"grid","type":"array s2","stored":{"is":"Bytes","extent":{"size":["mul",["mul","rows",
"columns"],2]}},"offset":2,"array":{"dtype":"<i2","shape":["list","rows","columns"]}},
{"id":"big","type":"array u4be","stored":{"is":"Bytes","extent":{"size":8}},"size":8,
"array":{"dtype":">u4","shape":["list",2]}},
{"id":"by_column","type":"array u1","stored":{"is":"Bytes","extent":{"size":6}},"size":6,
"array":{"dtype":"u1","shape":["list",2,3],"order":"F"}},
{"id":"halves","type":"array f2","stored":{"is":"Bytes","extent":{"size":4}},"size":4,
"array":{"dtype":"<f2","shape":["list",2]}},
{"id":"plane","type":"array u1","stored":{"is":"Bytes","extent":{"size":4}},"size":4,
"array":{"dtype":"u1","shape":["list",2,2]}},
{"id":"nothing","type":"array f8","stored":{"is":"Bytes","extent":{"size":0}},"size":0,
"array":{"dtype":"<f8","shape":["list",0,4]}}],"edges":[{"is":"Axis","field":"rows","of":"grid",
"axis":0},{"is":"Axis","field":"columns","of":"grid","axis":1}]}]}}
"""
