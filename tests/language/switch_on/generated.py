# Made by `quire gen` 0 from spec.ksy (sha256 e3cbe245525c). Do not edit.
"""switch_on."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(2, __name__)

from collections.abc import Iterable
from enum import IntEnum
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import Block, Raw, Struct, Writer, encode_text, enum_or_int, expect_count

__all__ = ["SwitchOn"]


class SwitchOn(Struct):
    """Type `switch_on`."""

    __slots__ = (
        "kind",
        "with_default",
        "without_default",
        "nothing",
        "len_body",
        "sized",
        "sized_other",
        "word",
        "by_text",
        "shape",
        "by_enum",
        "in_turn",
        "_stored_sized",
    )

    _root: SwitchOn
    _stored_sized: bytes
    kind: int
    with_default: Any
    without_default: Any
    nothing: SwitchOn.Small
    len_body: int
    sized: Any
    sized_other: Any
    word: str
    by_text: Any
    shape: SwitchOn.Shape | int
    by_enum: Any
    in_turn: list[Any]

    _is_top: ClassVar[bool] = True
    _raw_sized = Raw("sized")
    _raw_sized_other = Raw("sized_other")
    _derived: ClassVar[tuple[str, ...]] = ("kind", "word", "shape", "len_body")

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

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read(self) -> None:
        io = self._io
        self.kind = io.u1("kind")
        if self.kind == 1:
            self.with_default = SwitchOn.Small(io, self, self._root, "with_default")
        elif self.kind == 2:
            self.with_default = SwitchOn.Large(io, self, self._root, "with_default")
        else:
            self.with_default = SwitchOn.Other(io, self, self._root, "with_default")
        if self.kind == 7:
            self.without_default = SwitchOn.Large(io, self, self._root, "without_default")
        elif self.kind == 2:
            self.without_default = io.u1("without_default")
        if self.kind == 9:
            self.nothing = SwitchOn.Small(io, self, self._root, "nothing")
        self.len_body = io.u1("len_body")
        if self.kind == 2:
            self.sized = SwitchOn.Small(
                io.substream(self.len_body, "sized"), self, self._root, "sized"
            )
        else:
            self.sized = io.take_bytes(self.len_body, "sized")
        if self.kind == 1:
            self.sized_other = SwitchOn.Small(
                io.substream(2, "sized_other"), self, self._root, "sized_other"
            )
        else:
            self.sized_other = io.take_bytes(2, "sized_other")
        self.word = io.text(2, "ascii", "word")
        if self.word == "lo":
            self.by_text = SwitchOn.Small(io, self, self._root, "by_text")
        elif self.word == "hi":
            self.by_text = SwitchOn.Large(io, self, self._root, "by_text")
        self.shape = enum_or_int(SwitchOn.Shape, io.u1("shape"))
        if self.shape == SwitchOn.Shape.dot:
            self.by_enum = SwitchOn.Small(io, self, self._root, "by_enum")
        elif self.shape == SwitchOn.Shape.line:
            self.by_enum = SwitchOn.Large(io, self, self._root, "by_enum")
        count = io.count(2, "in_turn", 0)
        self.in_turn = []
        for i in range(count):
            on_in_turn = i
            if on_in_turn == 0:
                self.in_turn.append(SwitchOn.Small(io, self, self._root, "in_turn"))
            elif on_in_turn == 1:
                self.in_turn.append(SwitchOn.Large(io, self, self._root, "in_turn"))

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

    def _check(self) -> None:
        expect_count("in_turn", self.in_turn, 2)

    def _write__seq(self, io: Writer) -> None:
        if self.kind == 2:
            self._stored_sized = self._window(io, "sized", self.sized, SwitchOn.Small, grows=True)
            self._set_window("len_body", len(self._stored_sized), "sized")
        else:
            self._stored_sized = self.sized
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
            io.u1(self.without_default, "without_default")
        elif hasattr(self, "without_default"):
            self._leave_out("without_default", "no case fits")
        if self.kind == 9:
            self._write_child(io, "nothing", self.nothing, SwitchOn.Small)
        elif hasattr(self, "nothing"):
            self._leave_out("nothing", "no case fits")
        io.u1(self.len_body, "len_body")
        if self.kind == 2:
            io.put_filled(self._stored_sized, self.len_body, "sized", 0)
        else:
            io.put_sized(self._stored_sized, self.len_body, "sized")
        if self.kind == 1:
            io.put_filled(
                self._window(io, "sized_other", self.sized_other, SwitchOn.Small, size=2),
                2,
                "sized_other",
                0,
            )
        else:
            io.put_sized(self.sized_other, 2, "sized_other")
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
        for i, in_turn_item in enumerate(self.in_turn):
            on_in_turn = i
            if on_in_turn == 0:
                self._write_child(io, "in_turn", in_turn_item, SwitchOn.Small)
            elif on_in_turn == 1:
                self._write_child(io, "in_turn", in_turn_item, SwitchOn.Large)
            else:
                raise self._no_case("in_turn", in_turn_item)

    class Shape(IntEnum):
        """Values of `shape`."""

        dot = 0
        line = 1

    class Small(Struct):
        """Type `small`."""

        __slots__ = ("a",)

        _root: SwitchOn
        _parent: SwitchOn
        a: int

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                a: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read(self) -> None:
            io = self._io
            self.a = io.u1("a")

        def _write__seq(self, io: Writer) -> None:
            io.u1(self.a, "a")

    class Large(Struct):
        """Type `large`."""

        __slots__ = ("a", "b")

        _root: SwitchOn
        _parent: SwitchOn
        a: int
        b: int

        _BLOCK_0: ClassVar[Block] = Block(("a", "u1"), ("b", "u2le"))

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                a: Required[int]
                b: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read(self) -> None:
            io = self._io
            self.a, self.b = self._BLOCK_0.read(io)

        def _write__seq(self, io: Writer) -> None:
            self._BLOCK_0.write(io, self.a, self.b)

    class Other(Struct):
        """Type `other`."""

        __slots__ = ("c",)

        _root: SwitchOn
        _parent: SwitchOn
        c: int

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                c: Required[int]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read(self) -> None:
            io = self._io
            self.c = io.u4le("c")

        def _write__seq(self, io: Writer) -> None:
            io.u4le(self.c, "c")


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"SwitchOn":"switch_on","SwitchOn.Small":"switch_on::small",
"SwitchOn.Large":"switch_on::large","SwitchOn.Other":"switch_on::other"},
"spec":{"id":"switch_on","file":"spec.ksy",
"digest":"e3cbe245525cc68177344ffb672ad37cf6c01b69880fab3e42c91491a62a2abe","types":[
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
"path":"switch_on::large"}}]},"repeat":{"count":2}}],"edges":[{"is":"Tag","field":"kind",
"of":"with_default","cases":[["switch_on::small",1],["switch_on::large",2],["switch_on::other",
null]]},{"is":"Tag","field":"kind","of":"without_default","cases":[["switch_on::large",7]]},
{"is":"Tag","field":"kind","of":"nothing","cases":[["switch_on::small",9]]},{"is":"Tag",
"field":"kind","of":"sized","cases":[["switch_on::small",2]]},{"is":"Tag","field":"kind",
"of":"sized_other","cases":[["switch_on::small",1]]},{"is":"Tag","field":"word","of":"by_text",
"cases":[["switch_on::small",["text","lo"]],["switch_on::large",["text","hi"]]]},{"is":"Tag",
"field":"shape","of":"by_enum","cases":[["switch_on::small",["enum","switch_on::shape","dot"]],
["switch_on::large",["enum","switch_on::shape","line"]]]},{"is":"Length","field":"len_body",
"of":"sized","at_least":true}]},
{"path":"switch_on::small","parent":"switch_on","endian":"le","size":1,"fields":[
{"id":"a","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1}]},
{"path":"switch_on::large","parent":"switch_on","endian":"le","size":3,"fields":[
{"id":"a","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1},
{"id":"b","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},"offset":1,
"size":2}]},
{"path":"switch_on::other","parent":"switch_on","endian":"le","size":4,"fields":[
{"id":"c","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},"offset":0,
"size":4}]}],"enums":[
{"path":"switch_on::shape","members":[{"id":"dot","value":0},{"id":"line","value":1}]}]}}
"""
