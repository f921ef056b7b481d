# Made by `quire gen` 0 from spec.ksy (sha256 6d0b71e7a47e). Do not edit.
"""hashed."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.kernels.engine.payload import Encoded, Packable
from quire.kernels.engine.pipeline import Stage
from quire.runtime import Block, Bytes, Struct, Writer, copied
from quire.runtime.direct import unpack_u1

__all__ = ["Hashed"]


class Hashed(Struct):
    """Type `hashed`."""

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "flags",
        "hash",
        "halves",
        "len_words",
        "words",
        "hash_words",
        "pair",
        "hash_pair",
        "last",
    )

    _root: Hashed
    flags: int
    hash: bytes
    halves: Encoded
    len_words: int
    words: Encoded
    hash_words: bytes
    pair: Encoded
    hash_pair: bytes
    hash_last: bytes
    last: Encoded

    _is_top: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = (
        "len_words",
        "hash",
        "hash_words",
        "hash_pair",
        "hash_last",
    )
    _BLOCK_0: ClassVar[Block] = Block(("flags", "u1"), ("hash", "8s"))

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            flags: Required[int]
            hash: bytes
            halves: Required[Packable]
            len_words: int
            words: Required[Packable]
            hash_words: bytes
            pair: Required[Packable]
            hash_pair: bytes
            hash_last: bytes
            last: Required[Packable]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 9
        if stop > end:
            buf, end = self._BLOCK_0.reach(self, pos)
        self.flags, self.hash = _unpack_Hashed_0(buf, pos)
        pos = stop
        io = self._io_at(pos)
        self.halves = Encoded.read(io, 4, self._halves_stages(), self, "halves")
        pos = io._pos
        if self.flags & 2 == 0:
            self.halves.guard_with("blake3", self.hash, decoded=self.flags & 1 == 1)
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "len_words", pos)
        self.len_words = unpack_u1(buf, pos)[0]
        pos = stop
        io = self._io_at(pos)
        self.words = Encoded.read(io, self.len_words, self._words_stages(), self, "words")
        pos = io._pos
        stop = pos + 32
        if stop > end:
            buf, end = self._reach(stop - pos, "hash_words", pos)
        self.hash_words = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        self.words.guard_with("blake3", self.hash_words)
        io = self._io_at(pos)
        self.pair = Encoded.read(io, 4, self._pair_stages(), self, "pair")
        pos = io._pos
        stop = pos + (2 * 2)
        if not pos <= stop <= end:
            buf, end = self._reach(stop - pos, "hash_pair", pos)
        self.hash_pair = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        self.pair.guard_with("blake3", self.hash_pair, decoded=True)
        if self.flags & 4 != 0:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "hash_last", pos)
            self.hash_last = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
        io = self._io_at(pos)
        self.last = Encoded.read(io, 1, self._last_stages(), self, "last")
        pos = io._pos
        if self.flags & 4 != 0:
            self.last.guard_with("blake3", self.hash_last)
        return pos

    def _halves_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `halves` into an array."""
        return (Stage("fp16", shape=(2,)),)

    def _words_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `words` into an array."""
        return (Stage("zstd"), Stage("raw", shape=(3,), dtype="uint16"))

    def _pair_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `pair` into an array."""
        return (Stage("raw", shape=(2,), dtype="uint16"),)

    def _last_stages(self) -> tuple[Stage, ...]:
        """What turns the stored bytes of `last` into an array."""
        return (Stage("raw", shape=(1,), dtype="uint8"),)

    def _derive(self) -> None:
        self.halves = Encoded.of(self.halves, self._halves_stages(), self, "halves")
        self.words = Encoded.of(self.words, self._words_stages(), self, "words")
        self.pair = Encoded.of(self.pair, self._pair_stages(), self, "pair")
        self.last = Encoded.of(self.last, self._last_stages(), self, "last")
        self._set_derived("len_words", self.words.stored_size, "words")
        self._set_derived(
            "hash", self.halves.digest("blake3", 8, decoded=self.flags & 1 == 1), "halves"
        )
        self._set_derived("hash_words", self.words.digest("blake3", 32), "words")
        self._set_derived("hash_pair", self.pair.digest("blake3", 4, decoded=True), "pair")
        if self.flags & 4 != 0:
            self._set_derived("hash_last", self.last.digest("blake3", 4), "last")

    def _write__seq(self, io: Writer) -> None:
        self._BLOCK_0.write(io, self.flags, self.hash)
        self.halves.write(io, size=4)
        io.u1(self.len_words, "len_words")
        self.words.write(io)
        io.put_sized(self.hash_words, 32, "hash_words")
        self.pair.write(io, size=4)
        io.put_sized(self.hash_pair, 2 * 2, "hash_pair")
        if self.flags & 4 != 0:
            io.put_sized(self.hash_last, 4, "hash_last")
        elif hasattr(self, "hash_last"):
            self._leave_out("hash_last")
        self.last.write(io, size=1)


# What methods look up, at the price of a name.
_unpack_Hashed_0 = Hashed._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Hashed":"hashed"},
"spec":{"id":"hashed","file":"spec.ksy",
"digest":"6d0b71e7a47e78720737d88aee3920be8d3787fcbe8cbae35751c551ca594076","types":[
{"path":"hashed","parent":"any record","endian":"le","fields":[
{"id":"flags","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1},
{"id":"hash","type":"bytes","stored":{"is":"Bytes","extent":{"size":8}},"offset":1,"size":8,
"checksum":{"algorithm":"blake3","over":"halves","size":8,"decoded":["eq",["bit_and","flags",1],1],
"condition":["eq",["bit_and","flags",2],0]}},
{"id":"halves","type":"payload","stored":{"is":"Bytes","extent":{"size":4}},"offset":9,"size":4,
"array":{"dtype":"<f4","shape":["list",2]},"codec":{"cases":[[null,[{"is":"Stage","codec":"fp16",
"args":[["shape",["list",2]]]}]]]}},
{"id":"len_words","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":13,
"size":1},
{"id":"words","type":"payload","stored":{"is":"Bytes","extent":{"size":"len_words"}},"offset":14,
"array":{"dtype":"<u2","shape":["list",3]},"codec":{"cases":[[null,[{"is":"Stage","codec":"zstd"},
{"is":"Stage","codec":"raw","args":[["shape",["list",3]],["dtype",["text","uint16"]]]}]]]}},
{"id":"hash_words","type":"bytes","stored":{"is":"Bytes","extent":{"size":32}},"size":32,
"checksum":{"algorithm":"blake3","over":"words","size":32}},
{"id":"pair","type":"payload","stored":{"is":"Bytes","extent":{"size":4}},"size":4,
"array":{"dtype":"<u2","shape":["list",2]},"codec":{"cases":[[null,[{"is":"Stage","codec":"raw",
"args":[["shape",["list",2]],["dtype",["text","uint16"]]]}]]]}},
{"id":"hash_pair","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"size":4,
"checksum":{"algorithm":"blake3","over":"pair","size":4,"decoded":true}},
{"id":"hash_last","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"size":4,
"condition":["ne",["bit_and","flags",4],0],"checksum":{"algorithm":"blake3","over":"last",
"size":4}},
{"id":"last","type":"payload","stored":{"is":"Bytes","extent":{"size":1}},"size":1,
"array":{"dtype":"u1","shape":["list",1]},"codec":{"cases":[[null,[{"is":"Stage","codec":"raw",
"args":[["shape",["list",1]],["dtype",["text","uint8"]]]}]]]}}],"edges":[{"is":"Length",
"field":"len_words","of":"words"},{"is":"Digest","field":"hash","of":"halves","algorithm":"blake3"},
{"is":"Digest","field":"hash_words","of":"words","algorithm":"blake3"},{"is":"Digest",
"field":"hash_pair","of":"pair","algorithm":"blake3"},{"is":"Digest","field":"hash_last",
"of":"last","condition":["ne",["bit_and","flags",4],0],"algorithm":"blake3"}]}]}}
"""
