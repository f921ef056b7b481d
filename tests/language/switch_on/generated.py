# Made by `quire gen` 0 from spec.ksy (sha256 ac698a905e67). Do not edit.
"""switch_on."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import (
    Block,
    Bytes,
    FieldsPart,
    LateEnum,
    ListPart,
    Members,
    Parts,
    Raw,
    Struct,
    Writer,
    computed,
    copied,
    encode_text,
    expect_count,
    expect_until,
)
from quire.runtime.direct import new, unpack_u1, unpack_u4le

__all__ = ["SwitchOn"]


class SwitchOn(Struct):
    """Type `switch_on`."""

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "kind",
        "with_default",
        "len_body",
        "sized",
        "sized_other",
        "word",
        "shape",
        "in_turn",
        "to_zero",
        "pairs",
        "_stored_sized",
    )

    _root: SwitchOn
    _stored_sized: bytes
    kind: int
    with_default: SwitchOn.Small | SwitchOn.Large | SwitchOn.Other
    without_default: SwitchOn.Large | int
    nothing: SwitchOn.Small
    len_body: int
    sized: SwitchOn.Small | bytes
    sized_other: SwitchOn.Small | bytes
    word: str
    by_text: SwitchOn.Small | SwitchOn.Large
    shape: SwitchOn.Shape | int
    by_enum: SwitchOn.Small | SwitchOn.Large
    in_turn: list[SwitchOn.Small | SwitchOn.Large]
    to_zero: list[SwitchOn.Small | SwitchOn.Large]
    pairs: list[SwitchOn.Pair]

    _is_top: ClassVar[bool] = True
    _raw_sized = Raw("sized")
    _raw_sized_other = Raw("sized_other")
    _own_streams: ClassVar[tuple[str, ...]] = ("sized", "sized_other")
    _derived: ClassVar[tuple[str, ...]] = ("kind", "word", "shape", "len_body")
    _PARTS: ClassVar[Parts] = (
        FieldsPart("_read_part_0"),
        ListPart("in_turn", "counted", ("in_turn",), 0, None),
        ListPart("to_zero", "until", ("to_zero",), 0, None),
        ListPart("pairs", "until", ("pairs",), 0, None),
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            kind: int
            with_default: Required[Any]
            without_default: Required[Any]
            nothing: Required[SwitchOn.Small | SwitchOn.Small._Fields]
            len_body: int
            sized: Required[Any]
            sized_other: Required[Any]
            word: str
            by_text: Required[Any]
            shape: SwitchOn.Shape | int
            by_enum: Required[Any]
            in_turn: Required[Iterable[Any]]
            to_zero: Required[Iterable[Any]]
            pairs: Required[Iterable[SwitchOn.Pair | SwitchOn.Pair._Fields]]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        this: Any = self  # whose fields of several types are looked into
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "kind", pos)
        self.kind = unpack_u1(buf, pos)[0]
        pos = stop
        if self.kind == 1:
            this.with_default = child = new(SwitchOn.Small)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
        elif self.kind == 2:
            this.with_default = child = new(SwitchOn.Large)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
        else:
            this.with_default = child = new(SwitchOn.Other)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
        if self.kind == 7:
            this.without_default = child = new(SwitchOn.Large)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
        elif self.kind == 2:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "without_default", pos)
            self.without_default = unpack_u1(buf, pos)[0]
            pos = stop
        if self.kind == 9:
            self.nothing = child = new(SwitchOn.Small)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "len_body", pos)
        self.len_body = unpack_u1(buf, pos)[0]
        pos = stop
        if self.kind == 2:
            stop = pos + self.len_body
            if stop > end:
                buf, end = self._reach(stop - pos, "sized", pos)
            this.sized = child = new(SwitchOn.Small)
            child._parent, child._root = self, self._root
            child._start, child._end = pos, stop
            child._stop = child._read_at(buf, pos, stop)
            pos = stop
        else:
            stop = pos + self.len_body
            if stop > end:
                buf, end = self._reach(stop - pos, "sized", pos)
            self.sized = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
        if self.kind == 1:
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "sized_other", pos)
            this.sized_other = child = new(SwitchOn.Small)
            child._parent, child._root = self, self._root
            child._start, child._end = pos, stop
            child._stop = child._read_at(buf, pos, stop)
            pos = stop
        else:
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "sized_other", pos)
            self.sized_other = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
        stop = pos + 2
        if stop > end:
            buf, end = self._reach(stop - pos, "word", pos)
        self.word = str(buf[pos:stop], "ascii")
        pos = stop
        if self.word == "lo":
            this.by_text = child = new(SwitchOn.Small)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
        elif self.word == "hi":
            this.by_text = child = new(SwitchOn.Large)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "shape", pos)
        self.shape = _members_SwitchOn_Shape[unpack_u1(buf, pos)[0]]
        pos = stop
        if self.shape == SwitchOn.Shape.dot:
            this.by_enum = child = new(SwitchOn.Small)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
        elif self.shape == SwitchOn.Shape.line:
            this.by_enum = child = new(SwitchOn.Large)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
        count, here = 2, pos
        if not 0 <= count <= 64:
            count = self._io_at(pos).count(count, "in_turn", 0)
        self.in_turn = []
        for i in range(count):
            on_in_turn = i
            if on_in_turn == 0:
                child = new(SwitchOn.Small)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
                self.in_turn.append(child)
            elif on_in_turn == 1:
                child = new(SwitchOn.Large)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
                self.in_turn.append(child)
        if pos - here < count or count > 64:
            self._pay(here, pos, count, "in_turn")
        self.to_zero = []
        i = 0
        while True:
            here = pos
            on_to_zero = i
            if on_to_zero == 0:
                child = new(SwitchOn.Small)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
                self.to_zero.append(child)
            elif on_to_zero == 1:
                child = new(SwitchOn.Large)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
                self.to_zero.append(child)
            if this.to_zero[-1].a == 0:
                break
            if pos == here:
                self._claim(pos, "to_zero")
            i += 1
        self.pairs = []
        type_pairs = SwitchOn.Pair
        while True:
            child = new(type_pairs)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.pairs.append(child)
            if this.pairs[-1].second.a == 0:
                break
        return pos

    def _read_part_0(self, buf: Bytes, pos: int, end: int) -> int:
        this: Any = self  # whose fields of several types are looked into
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "kind", pos)
        self.kind = unpack_u1(buf, pos)[0]
        pos = stop
        if self.kind == 1:
            this.with_default = child = new(SwitchOn.Small)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
        elif self.kind == 2:
            this.with_default = child = new(SwitchOn.Large)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
        else:
            this.with_default = child = new(SwitchOn.Other)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
        if self.kind == 7:
            this.without_default = child = new(SwitchOn.Large)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
        elif self.kind == 2:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "without_default", pos)
            self.without_default = unpack_u1(buf, pos)[0]
            pos = stop
        if self.kind == 9:
            self.nothing = child = new(SwitchOn.Small)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "len_body", pos)
        self.len_body = unpack_u1(buf, pos)[0]
        pos = stop
        if self.kind == 2:
            stop = pos + self.len_body
            if stop > end:
                buf, end = self._reach(stop - pos, "sized", pos)
            this.sized = child = new(SwitchOn.Small)
            child._parent, child._root = self, self._root
            child._start, child._end = pos, stop
            child._stop = child._read_at(buf, pos, stop)
            pos = stop
        else:
            stop = pos + self.len_body
            if stop > end:
                buf, end = self._reach(stop - pos, "sized", pos)
            self.sized = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
        if self.kind == 1:
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "sized_other", pos)
            this.sized_other = child = new(SwitchOn.Small)
            child._parent, child._root = self, self._root
            child._start, child._end = pos, stop
            child._stop = child._read_at(buf, pos, stop)
            pos = stop
        else:
            stop = pos + 2
            if stop > end:
                buf, end = self._reach(stop - pos, "sized_other", pos)
            self.sized_other = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop
        stop = pos + 2
        if stop > end:
            buf, end = self._reach(stop - pos, "word", pos)
        self.word = str(buf[pos:stop], "ascii")
        pos = stop
        if self.word == "lo":
            this.by_text = child = new(SwitchOn.Small)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
        elif self.word == "hi":
            this.by_text = child = new(SwitchOn.Large)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "shape", pos)
        self.shape = _members_SwitchOn_Shape[unpack_u1(buf, pos)[0]]
        pos = stop
        if self.shape == SwitchOn.Shape.dot:
            this.by_enum = child = new(SwitchOn.Small)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
        elif self.shape == SwitchOn.Shape.line:
            this.by_enum = child = new(SwitchOn.Large)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
        return pos

    def _count_in_turn(self, buf: Bytes, pos: int, end: int) -> int:
        io = self._io_at(pos)
        count = io.count(2, "in_turn", 0)
        return count

    def _element_in_turn(self, buf: Bytes, pos: int, end: int, i: int) -> int:
        on_in_turn = i
        if on_in_turn == 0:
            child = new(SwitchOn.Small)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.in_turn.append(child)
        elif on_in_turn == 1:
            child = new(SwitchOn.Large)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.in_turn.append(child)
        return pos

    def _element_to_zero(self, buf: Bytes, pos: int, end: int, i: int) -> int:
        on_to_zero = i
        if on_to_zero == 0:
            child = new(SwitchOn.Small)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.to_zero.append(child)
        elif on_to_zero == 1:
            child = new(SwitchOn.Large)
            child._parent, child._root = self, self._root
            pos = child._read_at(buf, pos, end)
            self.to_zero.append(child)
        return pos

    def _is_last_to_zero(self, buf: Bytes, pos: int, end: int, i: int) -> object:
        this: Any = self  # whose fields of several types are looked into
        return this.to_zero[-1].a == 0

    def _element_pairs(self, buf: Bytes, pos: int, end: int, i: int) -> int:
        child = new(SwitchOn.Pair)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        self.pairs.append(child)
        return pos

    def _is_last_pairs(self, buf: Bytes, pos: int, end: int, i: int) -> object:
        this: Any = self  # whose fields of several types are looked into
        return this.pairs[-1].second.a == 0

    def _derive(self) -> None:
        self._set_tag(
            "with_default",
            "kind",
            ((SwitchOn.Small, 1), (SwitchOn.Large, 2), (SwitchOn.Other, ...)),
        )
        self._set_tag("without_default", "kind", ((SwitchOn.Large, 7),))
        self._set_tag("nothing", "kind", ((SwitchOn.Small, 9),))
        self._set_tag("sized", "kind", ((SwitchOn.Small, 2),))
        self._set_tag("sized_other", "kind", ((SwitchOn.Small, 1),))
        self._set_tag("by_text", "word", ((SwitchOn.Small, "lo"), (SwitchOn.Large, "hi")))
        self._set_tag(
            "by_enum",
            "shape",
            ((SwitchOn.Small, SwitchOn.Shape.dot), (SwitchOn.Large, SwitchOn.Shape.line)),
        )
        self._choose("in_turn", None, ((SwitchOn.Small, 0), (SwitchOn.Large, 1)))
        self._choose("to_zero", None, ((SwitchOn.Small, 0), (SwitchOn.Large, 1)))

    def _check(self) -> None:
        this: Any = self  # whose fields of several types are looked into
        expect_count("in_turn", self.in_turn, 2)
        ends = [to_zero_item.a == 0 for to_zero_item in this.to_zero]
        expect_until("to_zero", ends)
        ends = [pair.second.a == 0 for pair in this.pairs]
        expect_until("pairs", ends)

    def _write__seq(self, io: Writer) -> None:
        this: Any = self  # whose fields of several types are looked into
        if self.kind == 2:
            self._stored_sized = self._window(
                io, "sized", self.sized, SwitchOn.Small, grows=True, in_pieces=True
            )
            self._set_window("len_body", len(self._stored_sized), "sized")
        else:
            self._stored_sized = this.sized
            self._set_derived("len_body", len(self._stored_sized), "sized")
        io.u1(self.kind, "kind")
        if self.kind == 1:
            self._write_child(io, "with_default", self.with_default, SwitchOn.Small)
        elif self.kind == 2:
            self._write_child(io, "with_default", self.with_default, SwitchOn.Large)
        else:
            self._write_child(io, "with_default", self.with_default, SwitchOn.Other)
        if self.kind == 7:
            self._write_child(io, "without_default", self.without_default, SwitchOn.Large)
        elif self.kind == 2:
            io.u1(this.without_default, "without_default")
        elif hasattr(self, "without_default"):
            self._leave_out("without_default", "no case fits")
        if self.kind == 9:
            self._write_child(io, "nothing", self.nothing, SwitchOn.Small)
        elif hasattr(self, "nothing"):
            self._leave_out("nothing", "no case fits")
        io.u1(self.len_body, "len_body")
        if self.kind == 2:
            io.put_filled(self._stored_sized, self.len_body, "sized", 0, of=self)
        else:
            io.put_sized(self._stored_sized, self.len_body, "sized")
        if self.kind == 1:
            io.put_filled(
                self._window(
                    io, "sized_other", self.sized_other, SwitchOn.Small, size=2, in_pieces=True
                ),
                2,
                "sized_other",
                0,
                of=self,
            )
        else:
            io.put_sized(this.sized_other, 2, "sized_other")
        io.put_sized(encode_text(self.word, "ascii", "word"), 2, "word")
        if self.word == "lo":
            self._write_child(io, "by_text", self.by_text, SwitchOn.Small)
        elif self.word == "hi":
            self._write_child(io, "by_text", self.by_text, SwitchOn.Large)
        elif hasattr(self, "by_text"):
            self._leave_out("by_text", "no case fits")
        io.u1(self.shape, "shape")
        if self.shape == SwitchOn.Shape.dot:
            self._write_child(io, "by_enum", self.by_enum, SwitchOn.Small)
        elif self.shape == SwitchOn.Shape.line:
            self._write_child(io, "by_enum", self.by_enum, SwitchOn.Large)
        elif hasattr(self, "by_enum"):
            self._leave_out("by_enum", "no case fits")
        for i, in_turn_item in enumerate(this.in_turn):
            on_in_turn = i
            if on_in_turn == 0:
                self._write_child(io, "in_turn", in_turn_item, SwitchOn.Small)
            elif on_in_turn == 1:
                self._write_child(io, "in_turn", in_turn_item, SwitchOn.Large)
            else:
                raise self._no_case("in_turn", in_turn_item)
        for i, to_zero_item in enumerate(this.to_zero):
            on_to_zero = i
            if on_to_zero == 0:
                self._write_child(io, "to_zero", to_zero_item, SwitchOn.Small)
            elif on_to_zero == 1:
                self._write_child(io, "to_zero", to_zero_item, SwitchOn.Large)
            else:
                raise self._no_case("to_zero", to_zero_item)
        for pair in self.pairs:
            self._write_child(io, "pairs", pair, SwitchOn.Pair)

    @computed
    def of_default(self) -> int:
        """Instance `of_default`."""
        this: Any = self  # whose fields of several types are looked into
        value: int = this.with_default.b
        return value

    @computed
    def of_last(self) -> int:
        """Instance `of_last`."""
        this: Any = self  # whose fields of several types are looked into
        value: int = this.in_turn[-1].b
        return value

    @computed
    def of_one(self) -> int:
        """Instance `of_one`."""
        this: Any = self  # whose fields of several types are looked into
        value: int = (this.with_default if self.kind == 2 else this.by_text).b
        return value

    @computed
    def whole(self) -> SwitchOn.Small | SwitchOn.Large | SwitchOn.Other:
        """Instance `whole`."""
        return self.with_default

    @computed
    def seconds(self) -> int:
        """Instance `seconds`."""
        this: Any = self  # whose fields of several types are looked into
        value: int = sum(each.second.a for each in this.pairs)
        return value

    class Shape(LateEnum):
        """Values of `shape`."""

        dot = 0
        line = 1

    class Pair(Struct):
        """Type `pair`."""

        __slots__ = ("first",)

        _root: SwitchOn
        _parent: SwitchOn
        first: int
        second: SwitchOn.Small | SwitchOn.Large

        _derived: ClassVar[tuple[str, ...]] = ("first",)

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                first: int
                second: Required[Any]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            this: Any = self  # whose fields of several types are looked into
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "first", pos)
            self.first = unpack_u1(buf, pos)[0]
            pos = stop
            if self.first == 1:
                this.second = child = new(SwitchOn.Small)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            elif self.first == 2:
                this.second = child = new(SwitchOn.Large)
                child._parent, child._root = self, self._root
                pos = child._read_at(buf, pos, end)
            return pos

        def _derive(self) -> None:
            self._set_tag("second", "first", ((SwitchOn.Small, 1), (SwitchOn.Large, 2)))

        def _write__seq(self, io: Writer) -> None:
            io.u1(self.first, "first")
            if self.first == 1:
                self._write_child(io, "second", self.second, SwitchOn.Small)
            elif self.first == 2:
                self._write_child(io, "second", self.second, SwitchOn.Large)
            elif hasattr(self, "second"):
                self._leave_out("second", "no case fits")

    class Small(Struct):
        """Type `small`."""

        __slots__ = ("_start", "_end", "_stop", "a")

        _root: SwitchOn
        a: int

        SIZE: ClassVar[int] = 1

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                a: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "a", pos)
            self.a = unpack_u1(buf, pos)[0]
            return stop

        def _write__seq(self, io: Writer) -> None:
            io.u1(self.a, "a")

    class Large(Struct):
        """Type `large`."""

        __slots__ = ("a", "b")

        _root: SwitchOn
        a: int
        b: int

        SIZE: ClassVar[int] = 3
        _BLOCK_0: ClassVar[Block] = Block(("a", "u1"), ("b", "u2le"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                a: Required[int]
                b: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 3
            if stop > end:
                buf, end = self._BLOCK_0.reach(self, pos)
            self.a, self.b = _unpack_SwitchOn_Large_0(buf, pos)
            return stop

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.a, self.b)

    class Other(Struct):
        """Type `other`."""

        __slots__ = ("c",)

        _root: SwitchOn
        _parent: SwitchOn
        c: int

        SIZE: ClassVar[int] = 4

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                c: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 4
            if stop > end:
                buf, end = self._reach(stop - pos, "c", pos)
            self.c = unpack_u4le(buf, pos)[0]
            return stop

        def _write__seq(self, io: Writer) -> None:
            io.u4le(self.c, "c")


# What methods look up, at the price of a name.
_members_SwitchOn_Shape = Members(lambda: SwitchOn.Shape)
_unpack_SwitchOn_Large_0 = SwitchOn.Large._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"SwitchOn":"switch_on","SwitchOn.Pair":"switch_on::pair",
"SwitchOn.Small":"switch_on::small","SwitchOn.Large":"switch_on::large",
"SwitchOn.Other":"switch_on::other"},
"spec":{"id":"switch_on","file":"spec.ksy",
"digest":"ac698a905e67af85c4f3b6b3eb5438f063fadcad51a6cd554e3501838c715fcf","types":[
{"path":"switch_on","parent":"any record","endian":"le","fields":[
{"id":"kind","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1},
{"id":"with_default","type":"any record","stored":{"is":"Switch","on":"kind","cases":[{"key":1,
"stored":{"is":"Record","path":"switch_on::small"}},{"key":2,"stored":{"is":"Record",
"path":"switch_on::large"}},{"stored":{"is":"Record","path":"switch_on::other"}}]},"offset":1},
{"id":"without_default","type":"mixed","stored":{"is":"Switch","on":"kind","cases":[{"key":7,
"stored":{"is":"Record","path":"switch_on::large"}},{"key":2,"stored":{"is":"Number",
"kind":"unsigned","size":1}}]}},
{"id":"nothing","type":"switch_on::small","stored":{"is":"Switch","on":"kind","cases":[{"key":9,
"stored":{"is":"Record","path":"switch_on::small"}}]}},
{"id":"len_body","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1},
{"id":"sized","type":"mixed","stored":{"is":"Switch","on":"kind","cases":[{"key":2,
"stored":{"is":"Record","path":"switch_on::small","extent":{"size":"len_body"}}},
{"stored":{"is":"Bytes","extent":{"size":"len_body"}}}]}},
{"id":"sized_other","type":"mixed","stored":{"is":"Switch","on":"kind","cases":[{"key":1,
"stored":{"is":"Record","path":"switch_on::small","extent":{"size":2}}},{"stored":{"is":"Bytes",
"extent":{"size":2}}}]},"size":2},
{"id":"word","type":"str","stored":{"is":"Text","encoding":"ascii","extent":{"size":2}},"size":2},
{"id":"by_text","type":"any record","stored":{"is":"Switch","on":"word","cases":[{"key":["text",
"lo"],"stored":{"is":"Record","path":"switch_on::small"}},{"key":["text","hi"],
"stored":{"is":"Record","path":"switch_on::large"}}]}},
{"id":"shape","type":"enum switch_on::shape","stored":{"is":"Number","kind":"unsigned","size":1,
"enum":"switch_on::shape"},"size":1},
{"id":"by_enum","type":"any record","stored":{"is":"Switch","on":"shape","cases":[{"key":["enum",
"switch_on::shape","dot"],"stored":{"is":"Record","path":"switch_on::small"}},{"key":["enum",
"switch_on::shape","line"],"stored":{"is":"Record","path":"switch_on::large"}}]}},
{"id":"in_turn","type":"any record[]","stored":{"is":"Switch","on":"_index","cases":[{"key":0,
"stored":{"is":"Record","path":"switch_on::small"}},{"key":1,"stored":{"is":"Record",
"path":"switch_on::large"}}]},"repeat":{"count":2}},
{"id":"to_zero","type":"any record[]","stored":{"is":"Switch","on":"_index","cases":[{"key":0,
"stored":{"is":"Record","path":"switch_on::small"}},{"key":1,"stored":{"is":"Record",
"path":"switch_on::large"}}]},"repeat":{"until":["eq",["get","_","a"],0]}},
{"id":"pairs","type":"switch_on::pair[]","stored":{"is":"Record","path":"switch_on::pair"},
"repeat":{"until":["eq",["get",["get","_","second"],"a"],0]}}],"instances":[
{"id":"of_default","type":"int","value":["get","with_default","b"]},
{"id":"of_last","type":"int","value":["get",["last","in_turn"],"b"]},
{"id":"of_one","type":"int","value":["get",["if",["eq","kind",2],"with_default","by_text"],"b"]},
{"id":"whole","type":"any record","value":"with_default"},
{"id":"seconds","type":"int","value":["sum",["map","pairs",["get",["get","_","second"],"a"]]]}],
"edges":[{"is":"Tag","field":"kind","of":"with_default","cases":[["switch_on::small",1],
["switch_on::large",2],["switch_on::other",null]]},{"is":"Tag","field":"kind",
"of":"without_default","cases":[["switch_on::large",7]]},{"is":"Tag","field":"kind","of":"nothing",
"cases":[["switch_on::small",9]]},{"is":"Tag","field":"kind","of":"sized",
"cases":[["switch_on::small",2]]},{"is":"Tag","field":"kind","of":"sized_other",
"cases":[["switch_on::small",1]]},{"is":"Tag","field":"word","of":"by_text",
"cases":[["switch_on::small",["text","lo"]],["switch_on::large",["text","hi"]]]},{"is":"Tag",
"field":"shape","of":"by_enum","cases":[["switch_on::small",["enum","switch_on::shape","dot"]],
["switch_on::large",["enum","switch_on::shape","line"]]]},{"is":"Length","field":"len_body",
"of":"sized","at_least":true}]},
{"path":"switch_on::pair","parent":"switch_on","endian":"le","fields":[
{"id":"first","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1},
{"id":"second","type":"any record","stored":{"is":"Switch","on":"first","cases":[{"key":1,
"stored":{"is":"Record","path":"switch_on::small"}},{"key":2,"stored":{"is":"Record",
"path":"switch_on::large"}}]},"offset":1}],"edges":[{"is":"Tag","field":"first","of":"second",
"cases":[["switch_on::small",1],["switch_on::large",2]]}]},
{"path":"switch_on::small","parent":"any record","endian":"le","size":1,"fields":[
{"id":"a","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1}]},
{"path":"switch_on::large","parent":"any record","endian":"le","size":3,"fields":[
{"id":"a","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1},
{"id":"b","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},"offset":1,
"size":2}]},
{"path":"switch_on::other","parent":"switch_on","endian":"le","size":4,"fields":[
{"id":"c","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},"offset":0,
"size":4}]}],"enums":[
{"path":"switch_on::shape","members":[{"id":"dot","value":0},{"id":"line","value":1}]}]}}
"""
