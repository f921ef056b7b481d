# Made by `quire gen` 0 from spec.ksy (sha256 61cae8689ac1). Do not edit.
"""codec."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.kernels.engine.payload import Encoded, Packable
from quire.kernels.engine.pipeline import Stage
from quire.runtime import Block, Bytes, Struct, Writer, axis_of, encode_text, quotient
from quire.runtime.direct import unpack_u2le

__all__ = ["Codec"]


class Codec(Struct):
    """Type `codec`."""

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "rows",
        "scale",
        "halves",
        "len_codes",
        "codes",
        "scheme",
        "chosen",
    )

    _root: Codec
    rows: int
    scale: float
    halves: Encoded
    len_codes: int
    codes: Encoded
    scheme: str
    chosen: Encoded

    _is_top: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("rows", "len_codes")
    _BLOCK_0: ClassVar[Block] = Block(("rows", "u1"), ("scale", "f4le"))

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            rows: int
            scale: Required[float]
            halves: Required[Packable]
            len_codes: int
            codes: Required[Packable]
            scheme: Required[str]
            chosen: Required[Packable]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 5
        if stop > end:
            buf, end = self._BLOCK_0.reach(self, pos)
        self.rows, self.scale = _unpack_Codec_0(buf, pos)
        pos = stop
        io = self._io_at(pos)
        self.halves = Encoded.read(io, self.rows * 2 * 2, self._halves_stages(), self, "halves")
        pos = io._pos
        stop = pos + 2
        if stop > end:
            buf, end = self._reach(stop - pos, "len_codes", pos)
        self.len_codes = unpack_u2le(buf, pos)[0]
        pos = stop
        io = self._io_at(pos)
        self.codes = Encoded.read(io, self.len_codes, self._codes_stages(), self, "codes")
        pos = io._pos
        stop = pos + 2
        if stop > end:
            buf, end = self._reach(stop - pos, "scheme", pos)
        self.scheme = str(buf[pos:stop], "ascii")
        pos = stop
        io = self._io_at(pos)
        self.chosen = Encoded.read(io, 2, self._chosen_stages(), self, "chosen")
        return io._pos

    def _halves_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `halves` into an array."""
        return (Stage("fp16", shape=(self.rows, 2)),)

    def _codes_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `codes` into an array."""
        return (Stage("affine_u8", shape=(3,), scale=self.scale, min=-1),)

    def _chosen_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `chosen` into an array."""
        match self.scheme:
            case "u8":
                return (
                    Stage("affine_u8", shape=(2 if self.rows == 2 else 1,), scale=0.5, min=0.0),
                )
            case _:
                return (Stage("fp16", shape=(2 if self.rows == 2 else 1,)),)

    def _derive(self) -> None:
        self._set_derived("rows", axis_of(self.halves, 0, 2, "halves"), "halves")
        self.halves = Encoded.of(self.halves, self._halves_stages(), self, "halves")
        self.codes = Encoded.of(self.codes, self._codes_stages(), self, "codes")
        self.chosen = Encoded.of(self.chosen, self._chosen_stages(), self, "chosen")
        self._set_derived(
            "rows", quotient(quotient(self.halves.stored_size, 2, "halves"), 2, "halves"), "halves"
        )
        self._set_derived("len_codes", self.codes.stored_size, "codes")

    def _write__seq(self, io: Writer) -> None:
        self._BLOCK_0.write(io, self.rows, self.scale)
        self.halves.write(io)
        io.u2le(self.len_codes, "len_codes")
        self.codes.write(io)
        io.put_sized(encode_text(self.scheme, "ascii", "scheme"), 2, "scheme")
        self.chosen.write(io, size=2)


# What methods look up, at the price of a name.
_unpack_Codec_0 = Codec._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Codec":"codec"},
"spec":{"id":"codec","file":"spec.ksy",
"digest":"61cae8689ac1f7aa6b03ab0bf9349b7caa75f6f72551194f82de43e557e4a88d","types":[
{"path":"codec","parent":"any record","endian":"le","fields":[
{"id":"rows","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1},
{"id":"scale","type":"float","stored":{"is":"Number","kind":"float","size":4,"endian":"le"},
"offset":1,"size":4},
{"id":"halves","type":"payload","stored":{"is":"Bytes","extent":{"size":["mul",["mul","rows",2],
2]}},"offset":5,"array":{"dtype":"<f4","shape":["list","rows",2]},"codec":{"cases":[[null,
[{"is":"Stage","codec":"fp16","args":[["shape",["list","rows",2]]]}]]]}},
{"id":"len_codes","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"size":2},
{"id":"codes","type":"payload","stored":{"is":"Bytes","extent":{"size":"len_codes"}},
"array":{"dtype":"<f4","shape":["list",3]},"codec":{"cases":[[null,[{"is":"Stage",
"codec":"affine_u8","args":[["shape",["list",3]],["scale","scale"],["min",["neg",1]]]}]]]}},
{"id":"scheme","type":"str","stored":{"is":"Text","encoding":"ascii","extent":{"size":2}},"size":2},
{"id":"chosen","type":"payload","stored":{"is":"Bytes","extent":{"size":2}},"size":2,
"array":{"dtype":"<f4","shape":["list",["if",["eq","rows",2],2,1]]},"codec":{"on":"scheme",
"cases":[[["text","u8"],[{"is":"Stage","codec":"affine_u8","args":[["shape",["list",["if",["eq",
"rows",2],2,1]]],["scale",0.5],["min",0.0]]}]],[null,[{"is":"Stage","codec":"fp16","args":[["shape",
["list",["if",["eq","rows",2],2,1]]]]}]]]}}],"edges":[{"is":"Axis","field":"rows","of":"halves",
"axis":0},{"is":"Length","field":"rows","of":"halves","steps":[["divide",2],["divide",2]]},
{"is":"Length","field":"len_codes","of":"codes"}]}]}}
"""
