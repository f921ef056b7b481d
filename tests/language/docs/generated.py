# Made by `quire gen` 0 from spec.ksy (sha256 cbb0e90ef5dc). Do not edit.
r'''Title with "quotes", a back\slash and """three""".'''

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import Block, Bytes, LateEnum, Struct, Writer, quick
from quire.runtime.direct import new, unpack_u1

__all__ = ["Docs"]


class Docs(Struct):
    r'''First sentence ends here.

    The second has a C:\\new\\table path, \N and \x41, and 'single' quotes.

    A paragraph with """triple quotes""" and non-ASCII: naïve café, 日本語, Ω.

    - a list - of two

    See https://example.org/spec

    Attributes:
        a: Ends with a quote"
        b: Ends with a backslash\
        c: Several lines, one sentence. And """another""". A second paragraph. See section 2
        d: A very long description of a field that does not fit on one line of the docstring, so
            that it has to be wrapped somewhere.
    '''

    __slots__ = ("_start", "_end", "_stop", "a", "b", "c", "d")

    _root: Docs
    a: int
    b: int
    c: int
    d: Docs.Inner

    SIZE: ClassVar[int] = 4
    _is_top: ClassVar[bool] = True
    _BLOCK_0: ClassVar[Block] = Block(("a", "u1"), ("b", "u1"), ("c", "u1"))

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            a: Required[int]
            b: Required[int]
            c: Required[int]
            d: Required[Docs.Inner | Docs.Inner._Fields]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 3
        if stop > end:
            buf, end = self._BLOCK_0.reach(self, pos)
        self.a, self.b, self.c = _unpack_Docs_0(buf, pos)
        pos = stop
        self.d = child = new(Docs.Inner)
        child._parent, child._root = self, self._root
        pos = child._read_at(buf, pos, end)
        return pos

    def _derive(self) -> None:
        self._make("d", Docs.Inner)

    def _write__seq(self, io: Writer) -> None:
        self._BLOCK_0.write(io, self.a, self.b, self.c)
        self._write_child(io, "d", self.d, Docs.Inner)

    class Mark(LateEnum):
        r"""Values of `mark`.

        Attributes:
            one: Says "one" \\ uno.
        """

        one = 1

    class Inner(Struct):
        """Ends with "quotes"."""

        __slots__ = ("a",)

        _root: Docs
        _parent: Docs
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

        @quick
        def twice(self) -> int:
            '''""".'''
            return self.a * 2

    class Plain(Struct):
        """Type `plain`."""

        __slots__ = ()

        _root: Docs

        SIZE: ClassVar[int] = 0

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                pass

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            return pos

        def _write__seq(self, io: Writer) -> None:
            pass


# What methods look up, at the price of a name.
_unpack_Docs_0 = Docs._BLOCK_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Docs":"docs","Docs.Inner":"docs::inner","Docs.Plain":"docs::plain"},
"spec":{"id":"docs","title":"Title with \"quotes\", a back\\slash and \"\"\"three\"\"\"",
"file":"spec.ksy","digest":"cbb0e90ef5dc5e6b7e849b21cbf8ff46f2f61c06e57e64a4222d0d77639e5617",
"types":[
{"path":"docs","parent":"any record","endian":"le","size":4,"fields":[
{"id":"a","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1,
"doc":"Ends with a quote\""},
{"id":"b","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":1,"size":1,
"doc":"Ends with a backslash\\"},
{"id":"c","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":2,"size":1,
"doc":"Several lines,\none sentence. And \"\"\"another\"\"\".\n\nA second paragraph.\n\n\nSee
 section 2"},
{"id":"d","type":"docs::inner","stored":{"is":"Record","path":"docs::inner"},"offset":3,"size":1,
"doc":"A very long description of a field that does not fit on one line of the docstring, so that
 it has to be wrapped somewhere."}],"doc":"First sentence ends here. The second has a
 C:\\\\new\\\\table path, \\N and \\x41, and 'single' quotes.\n\nA paragraph with \"\"\"triple
 quotes\"\"\" and non-ASCII: na\u00efve caf\u00e9, \u65e5\u672c\u8a9e, \u03a9.\n\n- a list\n- of
 two\n\n\nSee https://example.org/spec"},
{"path":"docs::inner","parent":"docs","endian":"le","size":1,"fields":[
{"id":"a","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,"size":1}],
"instances":[
{"id":"twice","type":"int","value":["mul","a",2],"doc":"\"\"\""}],"doc":"Ends with \"quotes\""},
{"path":"docs::plain","parent":"any record","endian":"le","size":0}],"enums":[
{"path":"docs::mark","members":[{"id":"one","value":1,"doc":"Says \"one\" \\\\ uno."}]}]}}
"""
