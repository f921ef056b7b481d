# Made by `quire gen` 0 from spec.ksy (sha256 adcef96aef24). Do not edit.
"""scattered."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from numpy.typing import ArrayLike, NDArray

from quire.kernels.engine.payload import Encoded, Packable
from quire.kernels.engine.pipeline import Stage, no_case
from quire.runtime import (
    Bytes,
    LateEnum,
    Members,
    Struct,
    Writer,
    array_size,
    put_array,
    quotient,
    view_array,
)
from quire.runtime.direct import new, unpack_u1, unpack_u2le

__all__ = ["Scattered"]


class Scattered(Struct):
    """Type `scattered`."""

    __slots__ = ("_start", "_end", "_stop", "places", "few", "len_packed", "packed", "kind", "rest")

    _root: Scattered
    places: Scattered.Places
    few: Encoded
    len_packed: int
    packed: Encoded
    kind: Scattered.Kind | int
    rest: Encoded

    _is_top: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("len_packed",)

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            places: Required[Scattered.Places | Scattered.Places._Fields]
            few: Required[Packable]
            len_packed: int
            packed: Required[Packable]
            kind: Required[Scattered.Kind | int]
            rest: Required[Packable]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        self.places = child = new(Scattered.Places)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        io = self._io_at(pos)
        self.few = Encoded.read(io, self.places.num_indices * 2, self._few_stages(), self, "few")
        pos = io._pos
        stop = pos + 2
        if stop > end:
            buf, end = self._reach(stop - pos, "len_packed", pos)
        self.len_packed = unpack_u2le(buf, pos)[0]
        pos = stop
        io = self._io_at(pos)
        self.packed = Encoded.read(io, self.len_packed, self._packed_stages(), self, "packed")
        pos = io._pos
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "kind", pos)
        self.kind = _members_Scattered_Kind[unpack_u1(buf, pos)[0]]
        pos = stop
        io = self._io_at(pos)
        self.rest = Encoded.read(io, io.left(), self._rest_stages(), self, "rest")
        return io._pos

    def _few_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `few` into an array."""
        return (Stage("sparse_scatter", shape=(2, 3), dtype="int16", indices=self.places.indices),)

    def _packed_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `packed` into an array."""
        return (
            Stage("zlib", level=0),
            Stage("sparse_scatter", shape=(8,), dtype="uint8", indices=self.places.indices),
        )

    def _rest_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `rest` into an array."""
        match self.kind:
            case Scattered.Kind.plain:
                return (Stage("raw", shape=(4,), dtype="float16"),)
            case Scattered.Kind.packed:
                return (Stage("zlib"), Stage("raw", shape=(4,), dtype="float16"))
            case Scattered.Kind.sparse:
                return (
                    Stage(
                        "sparse_scatter", shape=(4,), dtype="float16", indices=self.places.indices
                    ),
                )
            case other:
                raise no_case(
                    self,
                    "rest",
                    other,
                    (Scattered.Kind.plain, Scattered.Kind.packed, Scattered.Kind.sparse),
                )

    def _derive(self) -> None:
        self._make("places", Scattered.Places)
        self.few = Encoded.of(self.few, self._few_stages(), self, "few")
        self.packed = Encoded.of(self.packed, self._packed_stages(), self, "packed")
        self.rest = Encoded.of(self.rest, self._rest_stages(), self, "rest")
        self._set_derived(
            "num_indices", quotient(self.few.stored_size, 2, "few"), "few", holder=self.places
        )
        self._set_derived("len_packed", self.packed.stored_size, "packed")

    def _write__seq(self, io: Writer) -> None:
        self._write_child(io, "places", self.places, Scattered.Places)
        self.few.write(io)
        io.u2le(self.len_packed, "len_packed")
        self.packed.write(io)
        io.u1(self.kind, "kind")
        self.rest.write(io)

    class Kind(LateEnum):
        """Values of `kind`."""

        plain = 0
        packed = 1
        sparse = 2

    class Places(Struct):
        """Type `places`."""

        __slots__ = ("num_indices", "indices")

        _root: Scattered
        _parent: Scattered
        num_indices: int
        indices: NDArray[Any]

        _derived: ClassVar[tuple[str, ...]] = ("num_indices",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_indices: int
                indices: Required[ArrayLike]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "num_indices", pos)
            self.num_indices = unpack_u2le(buf, pos)[0]
            pos = stop
            io = self._io_at(pos)
            self.indices = view_array(
                io.take(self.num_indices * 4, "indices"), "<u4", [self.num_indices], "indices", io
            )
            return io._pos

        def _derive(self) -> None:
            self._set_derived(
                "num_indices",
                quotient(array_size(self.indices, "<u4", "indices"), 4, "indices"),
                "indices",
            )

        def _write__seq(self, io: Writer) -> None:
            io.u2le(self.num_indices, "num_indices")
            put_array(io, self.indices, "<u4", [self.num_indices], "indices")


# What methods look up, at the price of a name.
_members_Scattered_Kind = Members(lambda: Scattered.Kind)


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Scattered":"scattered","Scattered.Places":"scattered::places"},
"spec":{"id":"scattered","file":"spec.ksy",
"digest":"adcef96aef242a5e2849757ecc24f8bf68114aa1035480096bbefc85b4f4a34e","types":[
{"path":"scattered","parent":"any record","endian":"le","fields":[
{"id":"places","type":"scattered::places","stored":{"is":"Record","path":"scattered::places"},
"offset":0},
{"id":"few","type":"payload","stored":{"is":"Bytes","extent":{"size":["mul",["get","places",
"num_indices"],2]}},"array":{"dtype":"<i2","shape":["list",2,3]},"codec":{"cases":[[null,
[{"is":"Stage","codec":"sparse_scatter","args":[["shape",["list",2,3]],["dtype",["text","int16"]],
["indices",["get","places","indices"]]]}]]]}},
{"id":"len_packed","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"size":2},
{"id":"packed","type":"payload","stored":{"is":"Bytes","extent":{"size":"len_packed"}},
"array":{"dtype":"u1","shape":["list",8]},"codec":{"cases":[[null,[{"is":"Stage","codec":"zlib",
"args":[["level",0]]},{"is":"Stage","codec":"sparse_scatter","args":[["shape",["list",8]],["dtype",
["text","uint8"]],["indices",["get","places","indices"]]]}]]]}},
{"id":"kind","type":"enum scattered::kind","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"scattered::kind"},"size":1},
{"id":"rest","type":"payload","stored":{"is":"Bytes","extent":{"to_end":true}},
"array":{"dtype":"<f2","shape":["list",4]},"codec":{"on":"kind","cases":[[["enum","scattered::kind",
"plain"],[{"is":"Stage","codec":"raw","args":[["shape",["list",4]],["dtype",["text","float16"]]]}]],
[["enum","scattered::kind","packed"],[{"is":"Stage","codec":"zlib"},{"is":"Stage","codec":"raw",
"args":[["shape",["list",4]],["dtype",["text","float16"]]]}]],[["enum","scattered::kind","sparse"],
[{"is":"Stage","codec":"sparse_scatter","args":[["shape",["list",4]],["dtype",["text","float16"]],
["indices",["get","places","indices"]]]}]]]}}],"edges":[{"is":"Length","field":["get","places",
"num_indices"],"of":"few","steps":[["divide",2]]},{"is":"Length","field":"len_packed",
"of":"packed"}]},
{"path":"scattered::places","parent":"scattered","endian":"le","fields":[
{"id":"num_indices","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":0,"size":2},
{"id":"indices","type":"array u4","stored":{"is":"Bytes","extent":{"size":["mul","num_indices",4]}},
"offset":2,"array":{"dtype":"<u4","shape":["list","num_indices"]}}],"edges":[{"is":"Length",
"field":"num_indices","of":"indices","steps":[["divide",4]]}]}],"enums":[
{"path":"scattered::kind","members":[{"id":"plain","value":0},{"id":"packed","value":1},
{"id":"sparse","value":2}]}]}}
"""
