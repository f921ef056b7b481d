# Made by `quire gen` 0 from spec.ksy (sha256 520ce4817105). Do not edit.
"""enums."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import Block, Bytes, LateEnum, Members, Struct, Writer, computed, expect_count
from quire.runtime.direct import new, unpack_u1

__all__ = ["Enums"]


class Enums(Struct):
    """Type `enums`."""

    __slots__ = ("_start", "_end", "_stop", "known", "unknown", "wide", "negative", "listed", "zoo")

    _root: Enums
    known: Enums.Animal | int
    unknown: Enums.Animal | int
    wide: Enums.Zoo.Size | int
    negative: Enums.Level | int
    listed: list[Enums.Animal | int]
    zoo: Enums.Zoo

    SIZE: ClassVar[int] = 16
    _is_top: ClassVar[bool] = True
    _BLOCK_0: ClassVar[Block] = Block(
        ("known", "u1"), ("unknown", "u1"), ("wide", "u8le"), ("negative", "s2le")
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            known: Required[Enums.Animal | int]
            unknown: Required[Enums.Animal | int]
            wide: Required[Enums.Zoo.Size | int]
            negative: Required[Enums.Level | int]
            listed: Required[Iterable[Enums.Animal | int]]
            zoo: Required[Enums.Zoo | Enums.Zoo._Fields]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 12
        if stop > end:
            buf, end = self._BLOCK_0.reach(self, pos)
        self.known, self.unknown, self.wide, self.negative = _unpack_Enums_0(buf, pos)
        pos = stop
        self.known = _members_Enums_Animal[self.known]
        self.unknown = _members_Enums_Animal[self.unknown]
        self.wide = _members_Enums_Zoo_Size[self.wide]
        self.negative = _members_Enums_Level[self.negative]
        count = 2
        if not 0 <= count * 1 <= end - pos:
            count = self._io_at(pos).count(count, "listed", 1)
        self.listed = []
        for _ in range(count):
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "listed", pos)
            self.listed.append(_members_Enums_Animal[unpack_u1(buf, pos)[0]])
            pos = stop
        self.zoo = child = new(Enums.Zoo)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        return pos

    def _derive(self) -> None:
        self._make("zoo", Enums.Zoo)

    def _check(self) -> None:
        expect_count("listed", self.listed, 2)

    def _write__seq(self, io: Writer) -> None:
        self._BLOCK_0.write(io, self.known, self.unknown, self.wide, self.negative)
        for listed_item in self.listed:
            io.u1(listed_item, "listed")
        self._write_child(io, "zoo", self.zoo, Enums.Zoo)

    @computed
    def is_cat(self) -> bool:
        """Instance `is_cat`."""
        return self.known == Enums.Animal.cat

    @computed
    def number(self) -> int:
        """Instance `number`."""
        return int(self.known) + int(self.unknown)

    @computed
    def constant(self) -> Enums.Animal | int:
        """Instance `constant`."""
        return Enums.Animal.dog

    @computed
    def from_number(self) -> Enums.Animal | int:
        """Instance `from_number`."""
        return _members_Enums_Animal[3 + 1]

    @computed
    def no_number(self) -> Enums.Animal | int:
        """Instance `no_number`."""
        return _members_Enums_Animal[int(self.known) + 100]

    class Animal(LateEnum):
        """Values of `animal`.

        Attributes:
            dog: Says woof.
        """

        dog = 4
        cat = 7
        none = 0

    class Level(LateEnum):
        """Values of `level`."""

        low = -2
        high = 2

    class Zoo(Struct):
        """Type `zoo`."""

        __slots__ = ("own", "outer")

        _root: Enums
        _parent: Enums
        own: Enums.Zoo.Size | int
        outer: Enums.Animal | int

        SIZE: ClassVar[int] = 2
        _BLOCK_0: ClassVar[Block] = Block(("own", "u1"), ("outer", "u1"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                own: Required[Enums.Zoo.Size | int]
                outer: Required[Enums.Animal | int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 2
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.own, self.outer = _unpack_Enums_Zoo_0(buf, pos)
            pos = stop
            self.own = _members_Enums_Zoo_Size[self.own]
            self.outer = _members_Enums_Animal[self.outer]
            return pos

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.own, self.outer)

        @computed
        def is_small(self) -> bool:
            """Instance `is_small`."""
            return self.own == Enums.Zoo.Size.small

        class Size(LateEnum):
            """Values of `size`.

            Attributes:
                small: Fits a pocket.
            """

            small = 0
            huge = 18446744073709551615


# What methods look up, at the price of a name.
_members_Enums_Animal = Members(lambda: Enums.Animal)
_members_Enums_Level = Members(lambda: Enums.Level)
_members_Enums_Zoo_Size = Members(lambda: Enums.Zoo.Size)
_unpack_Enums_0 = Enums._BLOCK_0.unpack
_unpack_Enums_Zoo_0 = Enums.Zoo._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Enums":"enums","Enums.Zoo":"enums::zoo"},
"spec":{"id":"enums","file":"spec.ksy",
"digest":"520ce4817105820b9a2fee844a3b9a1118926d0f4f4a2e4fb7e67e6ca3c95f8e","types":[
{"path":"enums","parent":"any record","endian":"le","size":16,"fields":[
{"id":"known","type":"enum enums::animal","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"enums::animal"},"offset":0,"size":1},
{"id":"unknown","type":"enum enums::animal","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"enums::animal"},"offset":1,"size":1},
{"id":"wide","type":"enum enums::zoo::size","stored":{"is":"Number","kind":"unsigned","size":8,
"endian":"le","enum":"enums::zoo::size"},"offset":2,"size":8},
{"id":"negative","type":"enum enums::level","stored":{"is":"Number","kind":"signed","size":2,
"endian":"le","enum":"enums::level"},"offset":10,"size":2},
{"id":"listed","type":"enum enums::animal[]","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"enums::animal"},"offset":12,"size":2,"repeat":{"count":2}},
{"id":"zoo","type":"enums::zoo","stored":{"is":"Record","path":"enums::zoo"},"offset":14,"size":2}],
"instances":[
{"id":"is_cat","type":"bool","value":["eq","known",["enum","enums::animal","cat"]]},
{"id":"number","type":"int","value":["add",["to_i","known"],["to_i","unknown"]]},
{"id":"constant","type":"enum enums::animal","value":["enum","enums::animal","dog"]},
{"id":"from_number","type":"enum enums::animal","value":["add",3,1],"enum":"enums::animal"},
{"id":"no_number","type":"enum enums::animal","value":["add",["to_i","known"],100],
"enum":"enums::animal"}]},
{"path":"enums::zoo","parent":"enums","endian":"le","size":2,"fields":[
{"id":"own","type":"enum enums::zoo::size","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"enums::zoo::size"},"offset":0,"size":1},
{"id":"outer","type":"enum enums::animal","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"enums::animal"},"offset":1,"size":1}],"instances":[
{"id":"is_small","type":"bool","value":["eq","own",["enum","enums::zoo::size","small"]]}]}],
"enums":[
{"path":"enums::animal","members":[{"id":"dog","value":4,"doc":"Says woof."},{"id":"cat","value":7},
{"id":"none","value":0}]},
{"path":"enums::level","members":[{"id":"low","value":-2},{"id":"high","value":2}]},
{"path":"enums::zoo::size","members":[{"id":"small","value":0,"doc":"Fits a pocket."},{"id":"huge",
"value":18446744073709551615}]}]}}
"""
