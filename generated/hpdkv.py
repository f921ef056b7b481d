# Made by `quire gen` 0.1.0 from hpdkv.ksy (sha256 99ce6ef774a4). Do not edit.
"""HPΔKV residual of a quantised tensor."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from numpy.typing import ArrayLike, NDArray

from quire.kernels.engine.payload import Encoded, Packable
from quire.kernels.engine.pipeline import Stage, no_case
from quire.runtime import (
    BitRun,
    Block,
    Bytes,
    Fixed,
    LateEnum,
    Members,
    Struct,
    Writer,
    array_size,
    computed,
    copied,
    expect_at_least,
    expect_equal,
    expect_few,
    expect_member,
    put_array,
    quotient,
    view_array,
)
from quire.runtime.direct import new, unpack_u4le

__all__ = ["Hpdkv"]


class Hpdkv(Struct):
    """What is missing between the weights of a model and their 4-bit reconstruction.

    One tensor of float16 or bfloat16: dense, or the values of largest magnitude with their places;
    optionally compressed.

    A blob has no length of its own: the payload goes on to the end of the stream.

    See https://github.com/WorldExplored/bitsandbytes docs/source/formats/hpdkv.md

    Attributes:
        version: A reader must refuse versions that it does not know ("Compatibility Guarantees").
        dtype: Type of the values. The original program writes float16 only, and takes bfloat16 bits
            for float16.
        num_shape: Rank of the tensor; 0 is a single element.
        has_indices: The tensor is sparse ("Flags", bit 0).
        is_compressed: The values are one zlib stream ("Flags", bit 1). The indices never are.
        reserved: For other codecs, one day; with any of them set the payload could be anything.
        shape: Elements in each dimension, the outermost first; zero is legal. Arrays of numpy have
            64 dimensions at most.
        padding: Zeros up to a multiple of 16 bytes. They precede the index block, so only a dense
            payload is aligned.
        values: The tensor; of a sparse one the values that are stored, and zeros elsewhere.
    """

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "magic",
        "version",
        "dtype",
        "num_shape",
        "has_indices",
        "is_compressed",
        "reserved",
        "shape",
        "padding",
        "values",
    )

    _root: Hpdkv
    magic: bytes
    version: int
    dtype: Hpdkv.ValueType | int
    num_shape: int
    has_indices: bool
    is_compressed: bool
    reserved: int
    shape: list[int]
    padding: bytes
    index_block: Hpdkv.IndexBlock
    values: Encoded

    _is_top: ClassVar[bool] = True
    _goes_by_place: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = (
        "has_indices",
        "magic",
        "version",
        "reserved",
        "num_shape",
    )
    _BLOCK_0: ClassVar[Block] = Block(("version", "u1"), ("dtype", "u1"), ("num_shape", "u1"))
    _BITS_0: ClassVar[BitRun] = BitRun("le", ("has_indices", "flag"), ("is_compressed", "flag"))
    _FIXED_0: ClassVar[Fixed] = Fixed(
        ("magic", b"HPDV", "/seq/0"), ("version", "u1"), ("dtype", "u1"), ("num_shape", "u1")
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            magic: bytes
            version: int
            dtype: Required[Hpdkv.ValueType | int]
            num_shape: int
            has_indices: bool
            is_compressed: bool
            reserved: int
            shape: Required[Iterable[int]]
            padding: bytes
            index_block: Hpdkv.IndexBlock | Hpdkv.IndexBlock._Fields
            values: Required[Packable]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 7
        if stop > end:
            buf, end = self._FIXED_0.reach(self, pos)
        stored_magic, self.version, self.dtype, self.num_shape = _unpack_Hpdkv_FIXED_0(buf, pos)
        if stored_magic != b"HPDV":
            self._look_at(pos).contents(b"HPDV", "magic", "/seq/0")
        self.magic = b"HPDV"
        self.dtype = _members_Hpdkv_ValueType[self.dtype]
        pos = stop
        if self.version != 1:
            io = self._io_at(pos)
            expect_equal("version", self.version, 1, io, 3, place="/seq/1")
        if type(self.dtype) is int:
            io = self._io_at(pos)
            expect_member("dtype", self.dtype, Hpdkv.ValueType, io, 2, place="/seq/2")
        stop = pos + 1
        if stop > end:
            buf, end = self._BITS_0.reach(self, pos)
        bits = buf[pos] & 0x3
        pos = stop
        self.has_indices = bits & 0x1 != 0
        self.is_compressed = bits & 0x2 != 0
        start = pos - 1
        self.reserved = buf[pos - 1] >> 2
        if self.reserved != 0:
            io = self._io_at(pos)
            expect_equal("reserved", self.reserved, 0, io, io._pos - start, place="/seq/6")
        io = self._io_at(pos)
        count = io.count(self.num_shape, "shape", 4, limit=0x40)
        pos = io._pos
        self.shape = []
        for _ in range(count):
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "shape", pos)
            self.shape.append(unpack_u4le(buf, pos)[0])
            pos = stop
        self._io_at(pos)
        stop = pos + ((16 - self._pos_at(pos)) % 16)
        if not pos <= stop <= end:
            buf, end = self._reach(stop - pos, "padding", pos)
        self.padding = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        if self.has_indices:
            self.index_block = child = new(Hpdkv.IndexBlock)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
        io = self._io_at(pos)
        self.values = Encoded.read(io, io.left(), self._values_stages(), self, "values")
        return io._pos

    def _values_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `values` into an array."""
        match self.storage:
            case Hpdkv.Storage.dense:
                return (Stage("raw", shape=tuple(self.shape), dtype=self._values_dtype()),)
            case Hpdkv.Storage.sparse:
                return (
                    Stage(
                        "sparse_scatter",
                        shape=tuple(self.shape),
                        dtype=self._values_dtype(),
                        indices=self.index_block.indices,
                    ),
                )
            case Hpdkv.Storage.dense_compressed:
                return (
                    Stage("zlib"),
                    Stage("raw", shape=tuple(self.shape), dtype=self._values_dtype()),
                )
            case Hpdkv.Storage.sparse_compressed:
                return (
                    Stage("zlib"),
                    Stage(
                        "sparse_scatter",
                        shape=tuple(self.shape),
                        dtype=self._values_dtype(),
                        indices=self.index_block.indices,
                    ),
                )
            case other:
                raise no_case(
                    self,
                    "values",
                    other,
                    (
                        Hpdkv.Storage.dense,
                        Hpdkv.Storage.sparse,
                        Hpdkv.Storage.dense_compressed,
                        Hpdkv.Storage.sparse_compressed,
                    ),
                )

    @staticmethod
    @cache
    def _values_dtypes() -> dict[object, str]:
        """Dtypes that the array of `values` may have, by what tells them."""
        return {Hpdkv.ValueType.float16: "float16", Hpdkv.ValueType.bfloat16: "bfloat16"}

    def _values_dtype(self) -> str:
        """Dtype of the array of `values`."""
        dtypes = self._values_dtypes()
        if self.dtype not in dtypes:
            raise no_case(self, "values", self.dtype, tuple(dtypes), "dtype")
        return dtypes[self.dtype]

    def _derive(self) -> None:
        self._set_flag("has_indices", hasattr(self, "index_block"), True, False)
        self._set_derived("magic", b"HPDV", "the format")
        self._set_derived("version", 1, "the format")
        self._set_derived("reserved", 0, "the format")
        self._set_default("is_compressed", False)
        self._set_default("padding", b"")
        if self.has_indices:
            self._make("index_block", Hpdkv.IndexBlock)
        self.values = Encoded.of(self.values, self._values_stages(), self, "values")
        self._set_derived("num_shape", len(self.shape), "shape")

    def _check(self) -> None:
        expect_member("dtype", self.dtype, Hpdkv.ValueType, place="/seq/2")

    def _write__seq(self, io: Writer) -> None:
        io.put(self.magic)
        self._BLOCK_0.write(io, self.version, self.dtype, self.num_shape)
        self._BITS_0.write(io, self.has_indices, self.is_compressed)
        io.bits_le(6, self.reserved, "reserved")
        expect_few("shape", self.shape, limit=0x40)
        for shape_item in self.shape:
            io.u4le(shape_item, "shape")
        io.put_filled(self.padding, (16 - io.pos()) % 16, "padding", 0, of=self)
        if self.has_indices:
            self._write_child(io, "index_block", self.index_block, Hpdkv.IndexBlock)
        elif hasattr(self, "index_block"):
            self._leave_out("index_block")
        self.values.write(io)

    @computed
    def storage(self) -> Hpdkv.Storage | int:
        """Both flags."""
        return _members_Hpdkv_Storage[int(self.is_compressed) * 2 + int(self.has_indices)]

    class ValueType(LateEnum):
        """Values of `value_type`."""

        float16 = 0
        bfloat16 = 1

    class Storage(LateEnum):
        """Values of `storage`."""

        dense = 0
        sparse = 1
        dense_compressed = 2
        sparse_compressed = 3

    class IndexBlock(Struct):
        """Where the values of a sparse tensor stand.

        Attributes:
            num_indices: Number of values that are stored; no more than the tensor has.
            indices: Place of each value in the flattened tensor (C order), in any order. The
                original sorts by falling magnitude.
        """

        __slots__ = ("num_indices", "indices")

        _root: Hpdkv
        _parent: Hpdkv
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
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "num_indices", pos)
            self.num_indices = unpack_u4le(buf, pos)[0]
            pos = stop
            if not self.num_indices >= 1:
                io = self._io_at(pos)
                expect_at_least(
                    "num_indices", self.num_indices, 1, io, 4, place="/types/index_block/seq/0"
                )
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

        def _check(self) -> None:
            expect_at_least("num_indices", self.num_indices, 1, place="/types/index_block/seq/0")

        def _write__seq(self, io: Writer) -> None:
            io.u4le(self.num_indices, "num_indices")
            put_array(io, self.indices, "<u4", [self.num_indices], "indices")


# What methods look up, at the price of a name.
_members_Hpdkv_Storage = Members(lambda: Hpdkv.Storage)
_members_Hpdkv_ValueType = Members(lambda: Hpdkv.ValueType)
_unpack_Hpdkv_FIXED_0 = Hpdkv._FIXED_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Hpdkv":"hpdkv","Hpdkv.IndexBlock":"hpdkv::index_block"},
"spec":{"id":"hpdkv","title":"HP\u0394KV residual of a quantised tensor","file":"hpdkv.ksy",
"digest":"99ce6ef774a464bd66b6ea9d0e287c3dd6f16a44e1c2c5d336d2fcab5f4b0ee3","types":[
{"path":"hpdkv","parent":"any record","endian":"le","fields":[
{"id":"magic","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"offset":0,"size":4,
"contents":{"hex":"48504456"}},
{"id":"version","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":4,
"size":1,"valid":[{"kind":"equal","args":[1]}],"doc":"A reader must refuse versions that it does
 not know (\"Compatibility Guarantees\")."},
{"id":"dtype","type":"enum hpdkv::value_type","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"hpdkv::value_type"},"offset":5,"size":1,"valid":[{"kind":"member"}],"doc":"Type of the
 values. The original program writes float16 only, and takes bfloat16 bits for float16."},
{"id":"num_shape","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":6,
"size":1,"doc":"Rank of the tensor; 0 is a single element."},
{"id":"has_indices","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},
"offset":7,"doc":"The tensor is sparse (\"Flags\", bit 0)."},
{"id":"is_compressed","type":"bool","stored":{"is":"Bits","width":1,"endian":"le","flag":true},
"offset":7,"bit":1,"default":false,"doc":"The values are one zlib stream (\"Flags\", bit 1). The
 indices never are."},
{"id":"reserved","type":"int","stored":{"is":"Bits","width":6,"endian":"le"},"offset":7,"bit":2,
"valid":[{"kind":"equal","args":[0]}],"doc":"For other codecs, one day; with any of them set the
 payload could be anything."},
{"id":"shape","type":"int[]","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":8,"repeat":{"count":"num_shape","limit":64},"doc":"Elements in each dimension, the
 outermost first; zero is legal. Arrays of numpy have 64 dimensions at most."},
{"id":"padding","type":"bytes","stored":{"is":"Bytes","extent":{"size":["mod",["sub",16,["pos",
"_io"]],16],"fill":0}},"doc":"Zeros up to a multiple of 16 bytes. They precede the index block, so
 only a dense payload is aligned."},
{"id":"index_block","type":"hpdkv::index_block","stored":{"is":"Record",
"path":"hpdkv::index_block"},"condition":"has_indices"},
{"id":"values","type":"payload","stored":{"is":"Bytes","extent":{"to_end":true}},
"array":{"dtype":{"on":"dtype","cases":[[["enum","hpdkv::value_type","float16"],"float16"],[["enum",
"hpdkv::value_type","bfloat16"],"bfloat16"]]},"shape":"shape"},"codec":{"on":"storage",
"cases":[[["enum","hpdkv::storage","dense"],[{"is":"Stage","codec":"raw","args":[["shape","shape"],
["dtype",["dtype_of",["text","values"]]]]}]],[["enum","hpdkv::storage","sparse"],[{"is":"Stage",
"codec":"sparse_scatter","args":[["shape","shape"],["dtype",["dtype_of",["text","values"]]],
["indices",["get","index_block","indices"]]]}]],[["enum","hpdkv::storage","dense_compressed"],
[{"is":"Stage","codec":"zlib"},{"is":"Stage","codec":"raw","args":[["shape","shape"],["dtype",
["dtype_of",["text","values"]]]]}]],[["enum","hpdkv::storage","sparse_compressed"],[{"is":"Stage",
"codec":"zlib"},{"is":"Stage","codec":"sparse_scatter","args":[["shape","shape"],["dtype",
["dtype_of",["text","values"]]],["indices",["get","index_block","indices"]]]}]]]},"doc":"The
 tensor; of a sparse one the values that are stored, and zeros elsewhere."}],"instances":[
{"id":"storage","type":"enum hpdkv::storage","value":["add",["mul",["to_i","is_compressed"],2],
["to_i","has_indices"]],"enum":"hpdkv::storage","doc":"Both flags."}],"edges":[{"is":"Flag",
"field":"has_indices","of":"index_block","yes":true,"no":false},{"is":"Count","field":"num_shape",
"of":"shape"}],"doc":"What is missing between the weights of a model and their 4-bit
 reconstruction.\n\nOne tensor of float16 or bfloat16: dense, or the values of largest magnitude
 with their places; optionally compressed.\n\nA blob has no length of its own: the payload goes on
 to the end of the stream.\n\n\nSee https://github.com/WorldExplored/bitsandbytes
 docs/source/formats/hpdkv.md"},
{"path":"hpdkv::index_block","parent":"hpdkv","endian":"le","fields":[
{"id":"num_indices","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":0,"size":4,"valid":[{"kind":"at_least","args":[1]}],"doc":"Number of values that are
 stored; no more than the tensor has."},
{"id":"indices","type":"array u4","stored":{"is":"Bytes","extent":{"size":["mul","num_indices",4]}},
"offset":4,"array":{"dtype":"<u4","shape":["list","num_indices"]},"doc":"Place of each value in the
 flattened tensor (C order), in any order. The original sorts by falling magnitude."}],
"edges":[{"is":"Length","field":"num_indices","of":"indices","steps":[["divide",4]]}],"doc":"Where
 the values of a sparse tensor stand."}],"enums":[
{"path":"hpdkv::value_type","members":[{"id":"float16","value":0},{"id":"bfloat16","value":1}]},
{"path":"hpdkv::storage","members":[{"id":"dense","value":0},{"id":"sparse","value":1},
{"id":"dense_compressed","value":2},{"id":"sparse_compressed","value":3}]}]}}
"""
