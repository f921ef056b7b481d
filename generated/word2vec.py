# Made by `quire gen` 0.1.0 from word2vec.ksy (sha256 74dc05ffde0d). Do not edit.
"""word2vec embeddings, binary."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from numpy.typing import ArrayLike, NDArray

from quire.kernels.services.columns import Columns, TableCell, TableLayout
from quire.runtime import (
    Bytes,
    Struct,
    Writer,
    copied,
    encode_text,
    expect_count,
    expect_that,
    put_array,
    view_array,
)
from quire.runtime.direct import find_at

__all__ = ["Word2vec"]


class Word2vec(Struct):
    """Words with their vectors, as word2vec writes them with `-binary 1`.

    A line of text says how many there are. The original program and finalfusion write a line break
    after each vector, gensim none; so a word may begin with line breaks that do not belong to it.

    See https://code.google.com/archive/p/word2vec/ distance.c, word2vec.c

    Attributes:
        num_words: Number of words, in decimal digits.
        num_columns: Dimensions of a vector, in decimal digits.
        tail: The line break after the last vector, if there is one.
    """

    __slots__ = ("_start", "_end", "_stop", "num_words", "num_columns", "words", "tail")

    _root: Word2vec
    num_words: str
    num_columns: str
    words: Columns
    tail: bytes

    _is_top: ClassVar[bool] = True
    _looks_up: ClassVar[tuple[str, ...]] = ("_root",)
    _derived: ClassVar[tuple[str, ...]] = ("num_words",)

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            num_words: str
            num_columns: Required[str]
            words: Required[Columns | Mapping[str, Any] | Iterable[Any]]
            tail: bytes

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        start = pos
        stop = find_at(buf, b" ", pos, end)
        if stop < 0:
            buf, end, stop = self._find(b" ", "num_words", pos)
        self.num_words = str(buf[pos:stop], "ascii")
        pos = stop + 1
        if not int(self.num_words) >= 0:
            io = self._io_at(pos)
            expect_that(
                "num_words",
                self.num_words,
                int(self.num_words) >= 0,
                "_.to_i >= 0",
                io,
                io._pos - start,
                place="/seq/0",
            )
        start = pos
        stop = find_at(buf, b"\n", pos, end)
        if stop < 0:
            buf, end, stop = self._find(b"\n", "num_columns", pos)
        self.num_columns = str(buf[pos:stop], "ascii")
        pos = stop + 1
        if not int(self.num_columns) > 0:
            io = self._io_at(pos)
            expect_that(
                "num_columns",
                self.num_columns,
                int(self.num_columns) > 0,
                "_.to_i > 0",
                io,
                io._pos - start,
                place="/seq/1",
            )
        count = int(self.num_words)
        if not 0 <= count * 1 <= end - pos:
            count = self._io_at(pos).count(count, "words", 1)
        io = self._io_at(pos)
        self.words = Columns.read(
            io,
            count,
            Word2vec.Word(int(self.num_columns), None, self, self._root, "words"),
            "words",
        )
        pos = io._pos
        if type(buf) is bytearray:
            buf, end = self._reach_rest(buf, pos, end)
        self.tail = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
        pos = max(pos, end)
        return pos

    def _derive(self) -> None:
        self._set_default("tail", bytes([]))
        self.words = Columns.of(
            self.words,
            Word2vec.Word(int(self.num_columns), None, self, self._root, "words"),
            "words",
        )
        self._set_derived("num_words", str(len(self.words)), "the format")

    def _check(self) -> None:
        expect_that(
            "num_words", self.num_words, int(self.num_words) >= 0, "_.to_i >= 0", place="/seq/0"
        )
        expect_that(
            "num_columns", self.num_columns, int(self.num_columns) > 0, "_.to_i > 0", place="/seq/1"
        )
        expect_count("words", self.words, int(self.num_words))

    def _write__seq(self, io: Writer) -> None:
        io.put_terminated(
            encode_text(self.num_words, "ascii", "num_words"),
            b" ",
            "num_words",
            include=False,
            consume=True,
        )
        io.put_terminated(
            encode_text(self.num_columns, "ascii", "num_columns"),
            b"\n",
            "num_columns",
            include=False,
            consume=True,
        )
        self.words.write(io)
        io.put(self.tail)

    class Word(Struct):
        """Type `word`.

        Attributes:
            text: UTF-8, perhaps with line breaks in front that are not part of the word.
        """

        __slots__ = ("num_columns", "text", "vector")

        _root: Word2vec
        _parent: Word2vec
        num_columns: int
        text: bytes
        vector: NDArray[Any]

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                num_columns: int
                text: Required[bytes]
                vector: Required[ArrayLike]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def __init__(
            self,
            num_columns: int = 0,
            _io: Any = None,
            _parent: Any = None,
            _root: Any = None,
            _name: str = "",
            _holder: Any = None,
        ) -> None:
            self.num_columns = num_columns
            super().__init__(_io, _parent, _root, _name, _holder)

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = find_at(buf, b" ", pos, end)
            if stop < 0:
                buf, end, stop = self._find(b" ", "text", pos)
            self.text = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
            pos = stop + 1
            io = self._io_at(pos)
            self.vector = view_array(
                io.take(self.num_columns * 4, "vector"), "<f4", [self.num_columns], "vector", io
            )
            return io._pos

        def _table(self) -> TableLayout:
            """What a record consists of, where it is one of a table."""
            return TableLayout(
                TableCell("text", terminator=0x20),
                TableCell(
                    "vector", size=self.num_columns * 4, dtype="<f4", shape=(self.num_columns,)
                ),
            )

        def _write__seq(self, io: Writer) -> None:
            io.put_terminated(self.text, b" ", "text", include=False, consume=True)
            put_array(
                io, self.vector, "<f4", [self.num_columns], "vector", size=self.num_columns * 4
            )


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Word2vec":"word2vec","Word2vec.Word":"word2vec::word"},
"spec":{"id":"word2vec","title":"word2vec embeddings, binary","file":"word2vec.ksy",
"digest":"74dc05ffde0d72703142ef65903f8512683e73d3fda72f8ff5d3190c35b39e0c","types":[
{"path":"word2vec","parent":"any record","endian":"le","fields":[
{"id":"num_words","type":"str","stored":{"is":"Text","encoding":"ascii",
"extent":{"terminator":{"hex":"20"}}},"offset":0,"valid":[{"kind":"that","args":[["ge",["to_i","_"],
0]]}],"derive":["to_s",["size","words"]],"doc":"Number of words, in decimal digits."},
{"id":"num_columns","type":"str","stored":{"is":"Text","encoding":"ascii",
"extent":{"terminator":{"hex":"0a"}}},"valid":[{"kind":"that","args":[["gt",["to_i","_"],0]]}],
"doc":"Dimensions of a vector, in decimal digits."},
{"id":"words","type":"table","stored":{"is":"Record","path":"word2vec::word","args":[["num_columns",
["to_i","num_columns"]]]},"repeat":{"count":["to_i","num_words"],"table":true}},
{"id":"tail","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true}},"default":["as<bytes>",
["list"]],"doc":"The line break after the last vector, if there is one."}],"doc":"Words with their
 vectors, as word2vec writes them with `-binary 1`.\n\nA line of text says how many there are. The
 original program and finalfusion write a line break after each vector,\ngensim none; so a word may
 begin with line breaks that do not belong to it.\n\n\nSee
 https://code.google.com/archive/p/word2vec/ distance.c, word2vec.c"},
{"path":"word2vec::word","parent":"word2vec","endian":"le","params":[
{"id":"num_columns","type":"int"}],"fields":[
{"id":"text","type":"bytes","stored":{"is":"Bytes","extent":{"terminator":{"hex":"20"}}},"offset":0,
"usual":["list",["to_b",["add",["text","word"],["to_s",["size",["get","_parent","words"]]]],["text",
"utf-8"]]],"doc":"UTF-8, perhaps with line breaks in front that are not part of the word."},
{"id":"vector","type":"array f4","stored":{"is":"Bytes","extent":{"size":["mul","num_columns",4]}},
"array":{"dtype":"<f4","shape":["list","num_columns"]}}]}]}}
"""
