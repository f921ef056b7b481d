# Made by `quire gen` 0 from spec.ksy (sha256 19dc586efb29). Do not edit.
"""packed_integers."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.kernels.engine.payload import Encoded, Packable
from quire.kernels.engine.pipeline import Stage
from quire.runtime import Block, Bytes, Struct, Writer, axis_of, quotient

__all__ = ["PackedIntegers"]


class PackedIntegers(Struct):
    """Measurements as small integers with a scale and an offset, as weather data is packed."""

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "rows",
        "scale",
        "offset",
        "temperatures",
        "depths",
        "levels",
    )

    _root: PackedIntegers
    rows: int
    scale: float
    offset: float
    temperatures: Encoded
    depths: Encoded
    levels: Encoded

    _is_top: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("rows",)
    _BLOCK_0: ClassVar[Block] = Block(("rows", "u1"), ("scale", "f4le"), ("offset", "f4le"))

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            rows: int
            scale: Required[float]
            offset: Required[float]
            temperatures: Required[Packable]
            depths: Required[Packable]
            levels: Required[Packable]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 9
        if stop > end:
            buf, end = self._BLOCK_0.reach(self, pos)
        self.rows, self.scale, self.offset = _unpack_PackedIntegers_0(buf, pos)
        pos = stop
        io = self._io_at(pos)
        self.temperatures = Encoded.read(
            io, self.rows * 2 * 2, self._temperatures_stages(), self, "temperatures"
        )
        self.depths = Encoded.read(io, 4, self._depths_stages(), self, "depths")
        self.levels = Encoded.read(io, 2, self._levels_stages(), self, "levels")
        return io._pos

    def _temperatures_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `temperatures` into an array."""
        return (
            Stage(
                "affine_int",
                shape=(self.rows, 2),
                stored="int16",
                scale=self.scale,
                offset=self.offset,
            ),
        )

    def _depths_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `depths` into an array."""
        return (Stage("affine_int", shape=(2,), stored="uint16", scale=0.25, offset=0),)

    def _levels_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `levels` into an array."""
        return (Stage("affine_int", shape=(2,), stored="int8", scale=1, offset=-1.5),)

    def _derive(self) -> None:
        self._set_derived("rows", axis_of(self.temperatures, 0, 2, "temperatures"), "temperatures")
        self.temperatures = Encoded.of(
            self.temperatures, self._temperatures_stages(), self, "temperatures"
        )
        self.depths = Encoded.of(self.depths, self._depths_stages(), self, "depths")
        self.levels = Encoded.of(self.levels, self._levels_stages(), self, "levels")
        self._set_derived(
            "rows",
            quotient(quotient(self.temperatures.stored_size, 2, "temperatures"), 2, "temperatures"),
            "temperatures",
        )

    def _write__seq(self, io: Writer) -> None:
        self._BLOCK_0.write(io, self.rows, self.scale, self.offset)
        self.temperatures.write(io)
        self.depths.write(io, size=4)
        self.levels.write(io, size=2)


# What methods look up, at the price of a name.
_unpack_PackedIntegers_0 = PackedIntegers._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"PackedIntegers":"packed_integers"},
"spec":{"id":"packed_integers","file":"spec.ksy",
"digest":"19dc586efb29b3256f4d5a6baee0eee6671c0df2a9b93bcf51728d49f84ad7a6","types":[
{"path":"packed_integers","parent":"any record","endian":"le","fields":[
{"id":"rows","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1},
{"id":"scale","type":"float","stored":{"is":"Number","kind":"float","size":4,"endian":"le"},
"offset":1,"size":4},
{"id":"offset","type":"float","stored":{"is":"Number","kind":"float","size":4,"endian":"le"},
"offset":5,"size":4},
{"id":"temperatures","type":"payload","stored":{"is":"Bytes","extent":{"size":["mul",["mul","rows",
2],2]}},"offset":9,"array":{"dtype":"<f4","shape":["list","rows",2]},"codec":{"cases":[[null,
[{"is":"Stage","codec":"affine_int","args":[["shape",["list","rows",2]],["stored",["text","int16"]],
["scale","scale"],["offset","offset"]]}]]]}},
{"id":"depths","type":"payload","stored":{"is":"Bytes","extent":{"size":4}},"size":4,
"array":{"dtype":"<f4","shape":["list",2]},"codec":{"cases":[[null,[{"is":"Stage",
"codec":"affine_int","args":[["shape",["list",2]],["stored",["text","uint16"]],["scale",0.25],
["offset",0]]}]]]}},
{"id":"levels","type":"payload","stored":{"is":"Bytes","extent":{"size":2}},"size":2,
"array":{"dtype":"<f4","shape":["list",2]},"codec":{"cases":[[null,[{"is":"Stage",
"codec":"affine_int","args":[["shape",["list",2]],["stored",["text","int8"]],["scale",1],["offset",
["neg",1.5]]]}]]]}}],"edges":[{"is":"Axis","field":"rows","of":"temperatures","axis":0},
{"is":"Length","field":"rows","of":"temperatures","steps":[["divide",2],["divide",2]]}],
"doc":"Measurements as small integers with a scale and an offset, as weather data is packed."}]}}
"""
