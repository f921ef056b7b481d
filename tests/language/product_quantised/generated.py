# Made by `quire gen` 0 from spec.ksy (sha256 ad40f361529e). Do not edit.
"""product_quantised."""

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
    Struct,
    Writer,
    array_size,
    axis_of,
    put_array,
    quotient,
    view_array,
)

__all__ = ["ProductQuantised"]


class ProductQuantised(Struct):
    """Type `product_quantised`."""

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "use_norms",
        "use_projection",
        "rows",
        "codebooks",
        "plain",
        "vectors",
    )

    _root: ProductQuantised
    use_norms: int
    use_projection: int
    rows: int
    projection: NDArray[Any]
    codebooks: NDArray[Any]
    norms: NDArray[Any]
    plain: Encoded
    vectors: Encoded

    _is_top: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("use_projection", "use_norms", "rows")
    _BLOCK_0: ClassVar[Block] = Block(
        ("use_norms", "u1"), ("use_projection", "u1"), ("rows", "u2le")
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            use_norms: int
            use_projection: int
            rows: int
            projection: ArrayLike
            codebooks: Required[ArrayLike]
            norms: ArrayLike
            plain: Required[Packable]
            vectors: Required[Packable]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 4
        if stop > end:
            buf, end = self._BLOCK_0.reach(self, pos)
        self.use_norms, self.use_projection, self.rows = _unpack_ProductQuantised_0(buf, pos)
        pos = stop
        if self.use_projection != 0:
            io = self._io_at(pos)
            self.projection = view_array(io.take(64, "projection"), "<f4", [4, 4], "projection", io)
            pos = io._pos
        io = self._io_at(pos)
        self.codebooks = view_array(io.take(48, "codebooks"), "<f4", [2, 3, 2], "codebooks", io)
        pos = io._pos
        if self.use_norms != 0:
            io = self._io_at(pos)
            self.norms = view_array(
                io.take(self.rows * 4, "norms"), "<f4", [self.rows], "norms", io
            )
            pos = io._pos
        io = self._io_at(pos)
        self.plain = Encoded.read(io, self.rows * 2, self._plain_stages(), self, "plain")
        self.vectors = Encoded.read(io, self.rows * 2, self._vectors_stages(), self, "vectors")
        return io._pos

    def _plain_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `plain` into an array."""
        return (Stage("pq", shape=(self.rows, 4), codebooks=self.codebooks),)

    def _vectors_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `vectors` into an array."""
        return (
            Stage(
                "pq",
                shape=(self.rows, 4),
                codebooks=self.codebooks,
                projection=getattr(self, "projection", None),
                norms=getattr(self, "norms", None),
            ),
        )

    def _derive(self) -> None:
        self._set_flag("use_projection", hasattr(self, "projection"), 1, 0)
        self._set_flag("use_norms", hasattr(self, "norms"), 1, 0)
        self._set_derived("rows", axis_of(self.plain, 0, 2, "plain"), "plain")
        self._set_derived("rows", axis_of(self.vectors, 0, 2, "vectors"), "vectors")
        self.plain = Encoded.of(self.plain, self._plain_stages(), self, "plain")
        self.vectors = Encoded.of(self.vectors, self._vectors_stages(), self, "vectors")
        if self.use_norms != 0:
            self._set_derived(
                "rows", quotient(array_size(self.norms, "<f4", "norms"), 4, "norms"), "norms"
            )
        self._set_derived("rows", quotient(self.plain.stored_size, 2, "plain"), "plain")
        self._set_derived("rows", quotient(self.vectors.stored_size, 2, "vectors"), "vectors")

    def _write__seq(self, io: Writer) -> None:
        self._BLOCK_0.write(io, self.use_norms, self.use_projection, self.rows)
        if self.use_projection != 0:
            put_array(io, self.projection, "<f4", [4, 4], "projection")
        elif hasattr(self, "projection"):
            self._leave_out("projection")
        put_array(io, self.codebooks, "<f4", [2, 3, 2], "codebooks")
        if self.use_norms != 0:
            put_array(io, self.norms, "<f4", [self.rows], "norms")
        elif hasattr(self, "norms"):
            self._leave_out("norms")
        self.plain.write(io)
        self.vectors.write(io)


# What methods look up, at the price of a name.
_unpack_ProductQuantised_0 = ProductQuantised._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"ProductQuantised":"product_quantised"},
"spec":{"id":"product_quantised","file":"spec.ksy",
"digest":"ad40f361529e54f079bf31dd25260c09d06ad5a12c14007f5740de9adb80084f","types":[
{"path":"product_quantised","parent":"any record","endian":"le","fields":[
{"id":"use_norms","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"size":1},
{"id":"use_projection","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":1,
"size":1},
{"id":"rows","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":2,"size":2},
{"id":"projection","type":"array f4","stored":{"is":"Bytes","extent":{"size":64}},"offset":4,
"size":64,"condition":["ne","use_projection",0],"array":{"dtype":"<f4","shape":["list",4,4]}},
{"id":"codebooks","type":"array f4","stored":{"is":"Bytes","extent":{"size":48}},"size":48,
"array":{"dtype":"<f4","shape":["list",2,3,2]}},
{"id":"norms","type":"array f4","stored":{"is":"Bytes","extent":{"size":["mul","rows",4]}},
"condition":["ne","use_norms",0],"array":{"dtype":"<f4","shape":["list","rows"]}},
{"id":"plain","type":"payload","stored":{"is":"Bytes","extent":{"size":["mul","rows",2]}},
"array":{"dtype":"<f4","shape":["list","rows",4]},"codec":{"cases":[[null,[{"is":"Stage",
"codec":"pq","args":[["shape",["list","rows",4]],["codebooks","codebooks"]]}]]]}},
{"id":"vectors","type":"payload","stored":{"is":"Bytes","extent":{"size":["mul","rows",2]}},
"array":{"dtype":"<f4","shape":["list","rows",4]},"codec":{"cases":[[null,[{"is":"Stage",
"codec":"pq","args":[["shape",["list","rows",4]],["codebooks","codebooks"],["projection",["or_none",
"projection"]],["norms",["or_none","norms"]]]}]]]}}],"edges":[{"is":"Flag","field":"use_projection",
"of":"projection","yes":1,"no":0},{"is":"Flag","field":"use_norms","of":"norms","yes":1,"no":0},
{"is":"Axis","field":"rows","of":"plain","axis":0},{"is":"Axis","field":"rows","of":"vectors",
"axis":0},{"is":"Length","field":"rows","of":"norms","condition":["ne","use_norms",0],
"steps":[["divide",4]]},{"is":"Length","field":"rows","of":"plain","steps":[["divide",2]]},
{"is":"Length","field":"rows","of":"vectors","steps":[["divide",2]]}]}]}}
"""
