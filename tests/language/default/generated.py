# Made by `quire gen` 0 from spec.ksy (sha256 9a47a31c3123). Do not edit.
"""default."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import (
    Block,
    Bytes,
    Fixed,
    LateEnum,
    Members,
    Struct,
    Writer,
    encode_text,
    instance,
    size_of,
)
from quire.runtime.direct import new, unpack_f4le

__all__ = ["Default"]


class Default(Struct):
    """Type `default`."""

    __slots__ = ("_start", "_end", "_stop", "version", "name", "base", "twice", "kind", "inner")

    _root: Default
    version: int
    name: str
    base: int
    twice: int
    kind: Default.Kind | int
    inner: Default.Inner

    SIZE: ClassVar[int] = 13
    _is_top: ClassVar[bool] = True
    _goes_by_place: ClassVar[bool] = True
    _goes_by_size: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("twice",)
    _BLOCK_0: ClassVar[Block] = Block(("base", "u1"), ("twice", "u1"), ("kind", "u1"))
    _FIXED_0: ClassVar[Fixed] = Fixed(
        ("version", "u2le"),
        ("name", "4s", "ascii"),
        ("base", "u1"),
        ("twice", "u1"),
        ("kind", "u1"),
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            version: int
            name: str
            base: Required[int]
            twice: int
            kind: Default.Kind | int
            inner: Default.Inner | Default.Inner._Fields
            built: int

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 9
        if stop > end:
            buf, end = self._FIXED_0.reach(self, pos)
        self.version, stored_name, self.base, self.twice, self.kind = _unpack_Default_FIXED_0(
            buf, pos
        )
        self.name = stored_name.decode("ascii")
        self.kind = _members_Default_Kind[self.kind]
        pos = stop
        self.inner = child = new(Default.Inner)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        return pos

    def _derive(self) -> None:
        self._set_default("version", 3)
        self._set_default("name", "none")
        self._set_default("kind", Default.Kind.usual)
        self._make("inner", Default.Inner)
        self._set_derived("twice", self.base * 2, "the format")

    def _write__seq(self, io: Writer) -> None:
        io.u2le(self.version, "version")
        io.put_sized(encode_text(self.name, "ascii", "name"), 4, "name")
        self._BLOCK_0.write(io, self.base, self.twice, self.kind)
        self._write_child(io, "inner", self.inner, Default.Inner)

    @instance
    def built(self) -> int:
        """Instance `built`."""
        if self._io is None:
            return 0
        return size_of(self)

    class Kind(LateEnum):
        """Values of `kind`."""

        rare = 0
        usual = 1

    class Inner(Struct):
        """Type `inner`."""

        __slots__ = ("scale",)

        _root: Default
        _parent: Default
        scale: float

        SIZE: ClassVar[int] = 4

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                scale: float

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "scale", pos)
            self.scale = unpack_f4le(buf, pos)[0]
            return stop

        def _derive(self) -> None:
            self._set_default("scale", 0.5)

        def _write__seq(self, io: Writer) -> None:
            io.f4le(self.scale, "scale")


# What methods look up, at the price of a name.
_members_Default_Kind = Members(lambda: Default.Kind)
_unpack_Default_FIXED_0 = Default._FIXED_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Default":"default","Default.Inner":"default::inner"},
"spec":{"id":"default","file":"spec.ksy",
"digest":"9a47a31c312352866332998c7aeb8a893fc6cbdfb9c3aaf45334ff363b116429","types":[
{"path":"default","parent":"any record","endian":"le","size":13,"fields":[
{"id":"version","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":0,"size":2,"default":3},
{"id":"name","type":"str","stored":{"is":"Text","encoding":"ascii","extent":{"size":4}},"offset":2,
"size":4,"default":["text","none"]},
{"id":"base","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":6,"size":1},
{"id":"twice","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":7,"size":1,
"derive":["mul","base",2]},
{"id":"kind","type":"enum default::kind","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"default::kind"},"offset":8,"size":1,"default":["enum","default::kind","usual"]},
{"id":"inner","type":"default::inner","stored":{"is":"Record","path":"default::inner"},"offset":9,
"size":4}],"instances":[
{"id":"built","type":"int","value":["size","_io"],"default":0}]},
{"path":"default::inner","parent":"default","endian":"le","size":4,"fields":[
{"id":"scale","type":"float","stored":{"is":"Number","kind":"float","size":4,"endian":"le"},
"offset":0,"size":4,"default":0.5}]}],"enums":[
{"path":"default::kind","members":[{"id":"rare","value":0},{"id":"usual","value":1}]}]}}
"""
