# Made by `quire gen` 0 from spec.ksy (sha256 254ec3646287). Do not edit.
"""pipeline."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.kernels.engine.payload import Encoded, Packable
from quire.kernels.engine.pipeline import Stage, no_case
from quire.runtime import (
    Block,
    Bytes,
    LateEnum,
    Members,
    Struct,
    Writer,
    computed,
    expect_few,
    expect_until,
)
from quire.runtime.direct import unpack_u2le

__all__ = ["Pipeline"]


class Pipeline(Struct):
    """Type `pipeline`."""

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "plain",
        "len_words",
        "words",
        "len_padded",
        "padded",
        "len_rows",
        "rows",
        "shape",
        "dtype",
        "scheme",
        "len_chosen",
        "chosen",
    )

    _root: Pipeline
    plain: Encoded
    len_words: int
    words: Encoded
    len_padded: int
    padded: Encoded
    len_rows: int
    rows: Encoded
    shape: list[int]
    dtype: Pipeline.Dtype | int
    scheme: Pipeline.Scheme | int
    len_chosen: int
    chosen: Encoded

    _is_top: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("len_words", "len_padded", "len_rows", "len_chosen")
    _BLOCK_0: ClassVar[Block] = Block(("dtype", "u1"), ("scheme", "u1"), ("len_chosen", "u2le"))

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            plain: Required[Packable]
            len_words: int
            words: Required[Packable]
            len_padded: int
            padded: Required[Packable]
            len_rows: int
            rows: Required[Packable]
            shape: Required[Iterable[int]]
            dtype: Required[Pipeline.Dtype | int]
            scheme: Required[Pipeline.Scheme | int]
            len_chosen: int
            chosen: Required[Packable]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        io = self._io_at(pos)
        self.plain = Encoded.read(io, 4, self._plain_stages(), self, "plain")
        pos = io._pos
        stop = pos + 2
        if stop > end:
            buf, end = self._reach(stop - pos, "len_words", pos)
        self.len_words = unpack_u2le(buf, pos)[0]
        pos = stop
        io = self._io_at(pos)
        self.words = Encoded.read(io, self.len_words, self._words_stages(), self, "words")
        pos = io._pos
        stop = pos + 2
        if stop > end:
            buf, end = self._reach(stop - pos, "len_padded", pos)
        self.len_padded = unpack_u2le(buf, pos)[0]
        pos = stop
        io = self._io_at(pos)
        self.padded = Encoded.read(io, self.len_padded, self._padded_stages(), self, "padded")
        pos = io._pos
        stop = pos + 2
        if stop > end:
            buf, end = self._reach(stop - pos, "len_rows", pos)
        self.len_rows = unpack_u2le(buf, pos)[0]
        pos = stop
        io = self._io_at(pos)
        self.rows = Encoded.read(io, self.len_rows, self._rows_stages(), self, "rows")
        pos = io._pos
        self.shape = []
        io = self._io_at(pos)
        for _ in io.turns("shape", limit=0x9):
            self.shape.append(io.u2le("shape"))
            if self.shape[-1] == 0:
                break
        pos = io._pos
        stop = pos + 4
        if stop > end:
            buf, end = self._BLOCK_0.reach(self, pos)
        self.dtype, self.scheme, self.len_chosen = _unpack_Pipeline_0(buf, pos)
        pos = stop
        self.dtype = _members_Pipeline_Dtype[self.dtype]
        self.scheme = _members_Pipeline_Scheme[self.scheme]
        io = self._io_at(pos)
        self.chosen = Encoded.read(io, self.len_chosen, self._chosen_stages(), self, "chosen")
        return io._pos

    def _plain_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `plain` into an array."""
        return (Stage("raw", shape=(2,), dtype="int16"),)

    def _words_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `words` into an array."""
        return (Stage("zstd", level=3), Stage("raw", shape=(2,), dtype="uint32"))

    def _padded_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `padded` into an array."""
        return (Stage("lz4", padded=True), Stage("raw", shape=(4,), dtype="uint8"))

    def _rows_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `rows` into an array."""
        return (
            Stage("zstd"),
            Stage(
                "xor_delta", shape=(2, 2), dtype="float32", stored="float16", width=2, planes=True
            ),
        )

    def _chosen_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `chosen` into an array."""
        match self.scheme:
            case Pipeline.Scheme.stored | Pipeline.Scheme.copied:
                return (Stage("raw", shape=tuple(self.dimensions), dtype=self._chosen_dtype()),)
            case Pipeline.Scheme.small | Pipeline.Scheme.smaller:
                return (
                    Stage("zstd"),
                    Stage("raw", shape=tuple(self.dimensions), dtype=self._chosen_dtype()),
                )
            case Pipeline.Scheme.fast:
                return (
                    Stage("lz4"),
                    Stage("raw", shape=tuple(self.dimensions), dtype=self._chosen_dtype()),
                )
            case other:
                raise no_case(
                    self,
                    "chosen",
                    other,
                    (
                        Pipeline.Scheme.stored,
                        Pipeline.Scheme.copied,
                        Pipeline.Scheme.small,
                        Pipeline.Scheme.smaller,
                        Pipeline.Scheme.fast,
                    ),
                )

    @staticmethod
    @cache
    def _chosen_dtypes() -> dict[object, str]:
        """Dtypes that the array of `chosen` may have, by what tells them."""
        return {
            Pipeline.Dtype.half: "float16",
            Pipeline.Dtype.short: "int16",
            Pipeline.Dtype.offset: "uint64",
            Pipeline.Dtype.position: "uint64",
            Pipeline.Dtype.brain: "bfloat16",
        }

    def _chosen_dtype(self) -> str:
        """Dtype of the array of `chosen`."""
        dtypes = self._chosen_dtypes()
        if self.dtype not in dtypes:
            raise no_case(self, "chosen", self.dtype, tuple(dtypes), "dtype")
        return dtypes[self.dtype]

    def _derive(self) -> None:
        self.plain = Encoded.of(self.plain, self._plain_stages(), self, "plain")
        self.words = Encoded.of(self.words, self._words_stages(), self, "words")
        self.padded = Encoded.of(self.padded, self._padded_stages(), self, "padded")
        self.rows = Encoded.of(self.rows, self._rows_stages(), self, "rows")
        self.chosen = Encoded.of(self.chosen, self._chosen_stages(), self, "chosen")
        self._set_derived("len_words", self.words.stored_size, "words")
        self._set_derived("len_padded", self.padded.stored_size, "padded")
        self._set_derived("len_rows", self.rows.stored_size, "rows")
        self._set_derived("len_chosen", self.chosen.stored_size, "chosen")

    def _check(self) -> None:
        ends = [shape_item == 0 for shape_item in self.shape]
        expect_until("shape", ends)

    def _write__seq(self, io: Writer) -> None:
        self.plain.write(io, size=4)
        io.u2le(self.len_words, "len_words")
        self.words.write(io)
        io.u2le(self.len_padded, "len_padded")
        self.padded.write(io)
        io.u2le(self.len_rows, "len_rows")
        self.rows.write(io)
        expect_few("shape", self.shape, limit=0x9)
        for shape_item in self.shape:
            io.u2le(shape_item, "shape")
        self._BLOCK_0.write(io, self.dtype, self.scheme, self.len_chosen)
        self.chosen.write(io)

    @computed
    def dimensions(self) -> list[int]:
        """Instance `dimensions`."""
        return self.shape[: len(self.shape) - 1]

    class Dtype(LateEnum):
        """Values of `dtype`."""

        half = 1
        short = 2
        offset = 3
        position = 4
        brain = 5

    class Scheme(LateEnum):
        """Values of `scheme`."""

        stored = 0
        copied = 1
        small = 2
        smaller = 3
        fast = 4


# What methods look up, at the price of a name.
_members_Pipeline_Dtype = Members(lambda: Pipeline.Dtype)
_members_Pipeline_Scheme = Members(lambda: Pipeline.Scheme)
_unpack_Pipeline_0 = Pipeline._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Pipeline":"pipeline"},
"spec":{"id":"pipeline","file":"spec.ksy",
"digest":"254ec3646287c0366c43c0ac9c20b71853ab2437fbd1ba42599935378ef9629a","types":[
{"path":"pipeline","parent":"any record","endian":"le","fields":[
{"id":"plain","type":"payload","stored":{"is":"Bytes","extent":{"size":4}},"offset":0,"size":4,
"array":{"dtype":"<i2","shape":["list",2]},"codec":{"cases":[[null,[{"is":"Stage","codec":"raw",
"args":[["shape",["list",2]],["dtype",["text","int16"]]]}]]]}},
{"id":"len_words","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":4,"size":2},
{"id":"words","type":"payload","stored":{"is":"Bytes","extent":{"size":"len_words"}},"offset":6,
"array":{"dtype":"<u4","shape":["list",2]},"codec":{"cases":[[null,[{"is":"Stage","codec":"zstd",
"args":[["level",3]]},{"is":"Stage","codec":"raw","args":[["shape",["list",2]],["dtype",["text",
"uint32"]]]}]]]}},
{"id":"len_padded","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"size":2},
{"id":"padded","type":"payload","stored":{"is":"Bytes","extent":{"size":"len_padded"}},
"array":{"dtype":"u1","shape":["list",4]},"codec":{"cases":[[null,[{"is":"Stage","codec":"lz4",
"args":[["padded",true]]},{"is":"Stage","codec":"raw","args":[["shape",["list",4]],["dtype",["text",
"uint8"]]]}]]]}},
{"id":"len_rows","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"size":2},
{"id":"rows","type":"payload","stored":{"is":"Bytes","extent":{"size":"len_rows"}},
"array":{"dtype":"<f4","shape":["list",2,2]},"codec":{"cases":[[null,[{"is":"Stage","codec":"zstd"},
{"is":"Stage","codec":"xor_delta","args":[["shape",["list",2,2]],["dtype",["text","float32"]],
["stored",["text","float16"]],["width",2],["planes",true]]}]]]}},
{"id":"shape","type":"int[]","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"repeat":{"until":["eq","_",0],"limit":9}},
{"id":"dtype","type":"enum pipeline::dtype","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"pipeline::dtype"},"size":1},
{"id":"scheme","type":"enum pipeline::scheme","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"pipeline::scheme"},"size":1},
{"id":"len_chosen","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"size":2},
{"id":"chosen","type":"payload","stored":{"is":"Bytes","extent":{"size":"len_chosen"}},
"array":{"dtype":{"on":"dtype","cases":[[["enum","pipeline::dtype","half"],"float16"],[["enum",
"pipeline::dtype","short"],"int16"],[["enum","pipeline::dtype","offset"],"uint64"],[["enum",
"pipeline::dtype","position"],"uint64"],[["enum","pipeline::dtype","brain"],"bfloat16"]]},
"shape":"dimensions"},"codec":{"on":"scheme","cases":[[["enum","pipeline::scheme","stored"],
[{"is":"Stage","codec":"raw","args":[["shape","dimensions"],["dtype",["dtype_of",["text",
"chosen"]]]]}]],[["enum","pipeline::scheme","copied"],[{"is":"Stage","codec":"raw","args":[["shape",
"dimensions"],["dtype",["dtype_of",["text","chosen"]]]]}]],[["enum","pipeline::scheme","small"],
[{"is":"Stage","codec":"zstd"},{"is":"Stage","codec":"raw","args":[["shape","dimensions"],["dtype",
["dtype_of",["text","chosen"]]]]}]],[["enum","pipeline::scheme","smaller"],[{"is":"Stage",
"codec":"zstd"},{"is":"Stage","codec":"raw","args":[["shape","dimensions"],["dtype",["dtype_of",
["text","chosen"]]]]}]],[["enum","pipeline::scheme","fast"],[{"is":"Stage","codec":"lz4"},
{"is":"Stage","codec":"raw","args":[["shape","dimensions"],["dtype",["dtype_of",["text",
"chosen"]]]]}]]]}}],"instances":[
{"id":"dimensions","type":"int[]","value":["slice","shape",0,["sub",["size","shape"],1]]}],
"edges":[{"is":"Length","field":"len_words","of":"words"},{"is":"Length","field":"len_padded",
"of":"padded"},{"is":"Length","field":"len_rows","of":"rows"},{"is":"Length","field":"len_chosen",
"of":"chosen"}]}],"enums":[
{"path":"pipeline::dtype","members":[{"id":"half","value":1},{"id":"short","value":2},
{"id":"offset","value":3},{"id":"position","value":4},{"id":"brain","value":5}]},
{"path":"pipeline::scheme","members":[{"id":"stored","value":0},{"id":"copied","value":1},
{"id":"small","value":2},{"id":"smaller","value":3},{"id":"fast","value":4}]}]}}
"""
