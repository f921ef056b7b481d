# Made by `quire gen` 0 from spec.ksy (sha256 9cd4b4b327df). Do not edit.
"""texts_of_values."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import Bytes, Fixed, Struct, Tagged, Writer, copied, encode_text, encoded
from quire.runtime.direct import unpack_s8le, unpack_u1

__all__ = ["TextsOfValues"]


class TextsOfValues(Struct):
    """Type `texts_of_values`."""

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "len_json",
        "json",
        "len_literal",
        "literal",
        "bare",
        "_stored_json",
        "_stored_literal",
        "_raw_json",
        "_raw__raw_json",
        "_raw_literal",
        "_raw__raw_literal",
        "_raw_bare",
    )

    _root: TextsOfValues
    _stored_json: bytes
    _stored_literal: bytes
    len_json: int
    json: TextsOfValues.Pair
    len_literal: int
    literal: TextsOfValues.Numbers
    bare: bytes

    _is_top: ClassVar[bool] = True
    _own_streams: ClassVar[tuple[str, ...]] = ("json", "literal")
    _derived: ClassVar[tuple[str, ...]] = ("len_json", "len_literal")

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            len_json: int
            json: Required[TextsOfValues.Pair | TextsOfValues.Pair._Fields]
            len_literal: int
            literal: Required[TextsOfValues.Numbers | TextsOfValues.Numbers._Fields]
            bare: Required[bytes]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "len_json", pos)
        self.len_json = unpack_u1(buf, pos)[0]
        pos = stop
        stop = pos + self.len_json
        if stop > end:
            buf, end = self._reach(stop - pos, "json", pos)
        self._raw__raw_json = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        io = self._io_at(pos)
        self._raw_json = Tagged("json", 4, 1, "b a", "raw").read(self._raw__raw_json, "json", io)
        self.json = TextsOfValues.Pair(io.window(None, self._raw_json), self, self._root, "json")
        pos = io._pos
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "len_literal", pos)
        self.len_literal = unpack_u1(buf, pos)[0]
        pos = stop
        stop = pos + self.len_literal
        if stop > end:
            buf, end = self._reach(stop - pos, "literal", pos)
        self._raw__raw_literal = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        io = self._io_at(pos)
        self._raw_literal = Tagged("literal").read(self._raw__raw_literal, "literal", io)
        self.literal = TextsOfValues.Numbers(
            io.window(None, self._raw_literal), self, self._root, "literal"
        )
        pos = io._pos
        if type(buf) is bytearray:
            buf, end = self._reach_rest(buf, pos, end)
        self._raw_bare = buf[pos:end] if type(buf) is bytes else copied(buf[pos:end])
        pos = max(pos, end)
        io = self._io_at(pos)
        self.bare = Tagged("json").read(self._raw_bare, "bare", io)
        return io._pos

    def _derive(self) -> None:
        self._make("json", TextsOfValues.Pair)
        self._make("literal", TextsOfValues.Numbers)

    def _write__seq(self, io: Writer) -> None:
        self._stored_json = encoded(
            Tagged("json", 4, 1, "b a", "raw"),
            self._window(io, "json", self.json, TextsOfValues.Pair, grows=True),
            self,
            "_raw__raw_json",
        )
        self._set_window("len_json", len(self._stored_json), "json")
        self._stored_literal = encoded(
            Tagged("literal"),
            self._window(io, "literal", self.literal, TextsOfValues.Numbers, grows=True),
            self,
            "_raw__raw_literal",
        )
        self._set_window("len_literal", len(self._stored_literal), "literal")
        io.u1(self.len_json, "len_json")
        io.put_sized(self._stored_json, self.len_json, "json")
        io.u1(self.len_literal, "len_literal")
        io.put_sized(self._stored_literal, self.len_literal, "literal")
        io.put(encoded(Tagged("json"), self.bare, self, "_raw_bare"))

    class Pair(Struct):
        """Type `pair`."""

        __slots__ = (
            "_start",
            "_end",
            "_stop",
            "_unnamed0",
            "b",
            "_unnamed2",
            "len_a",
            "a",
            "_unnamed5",
            "len_raw",
            "raw",
        )

        _root: TextsOfValues
        _parent: TextsOfValues
        _unnamed0: bytes
        b: int
        _unnamed2: bytes
        len_a: int
        a: str
        _unnamed5: bytes
        len_raw: int
        raw: str

        _derived: ClassVar[tuple[str, ...]] = (
            "_unnamed0",
            "_unnamed2",
            "_unnamed5",
            "len_a",
            "len_raw",
        )
        _FIXED_0: ClassVar[Fixed] = Fixed(
            ("_unnamed0", b"\x08\x03\x00\x00\x00\x01\x00\x00\x00b\x03", "/types/pair/seq/0"),
            ("b", "s8le"),
            ("_unnamed2", b"\x01\x00\x00\x00a\x05", "/types/pair/seq/2"),
            ("len_a", "u4le"),
        )
        _FIXED_1: ClassVar[Fixed] = Fixed(
            ("_unnamed5", b"\x03\x00\x00\x00raw\x05", "/types/pair/seq/5"), ("len_raw", "u4le")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                _unnamed0: bytes
                b: Required[int]
                _unnamed2: bytes
                len_a: int
                a: Required[str]
                _unnamed5: bytes
                len_raw: int
                raw: Required[str]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 29
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            stored__unnamed0, self.b, stored__unnamed2, self.len_a = (
                _unpack_TextsOfValues_Pair_FIXED_0(buf, pos)
            )
            if stored__unnamed0 != b"\x08\x03\x00\x00\x00\x01\x00\x00\x00b\x03":
                self._look_at(pos).contents(
                    b"\x08\x03\x00\x00\x00\x01\x00\x00\x00b\x03", "_unnamed0", "/types/pair/seq/0"
                )
            self._unnamed0 = b"\x08\x03\x00\x00\x00\x01\x00\x00\x00b\x03"
            if stored__unnamed2 != b"\x01\x00\x00\x00a\x05":
                self._look_at(pos + 19).contents(
                    b"\x01\x00\x00\x00a\x05", "_unnamed2", "/types/pair/seq/2"
                )
            self._unnamed2 = b"\x01\x00\x00\x00a\x05"
            pos = stop
            stop = pos + self.len_a
            if stop > end:
                buf, end = self._reach(stop - pos, "a", pos)
            self.a = str(buf[pos:stop], "utf-8")
            pos = stop
            stop = pos + 12
            if stop > end:
                buf, end = self._FIXED_1.reach(self, pos)
            stored__unnamed5, self.len_raw = _unpack_TextsOfValues_Pair_FIXED_1(buf, pos)
            if stored__unnamed5 != b"\x03\x00\x00\x00raw\x05":
                self._look_at(pos).contents(
                    b"\x03\x00\x00\x00raw\x05", "_unnamed5", "/types/pair/seq/5"
                )
            self._unnamed5 = b"\x03\x00\x00\x00raw\x05"
            pos = stop
            stop = pos + self.len_raw
            if stop > end:
                buf, end = self._reach(stop - pos, "raw", pos)
            self.raw = str(buf[pos:stop], "utf-8")
            return stop

        def _derive(self) -> None:
            self._set_derived(
                "_unnamed0", b"\x08\x03\x00\x00\x00\x01\x00\x00\x00b\x03", "the format"
            )
            self._set_derived("_unnamed2", b"\x01\x00\x00\x00a\x05", "the format")
            self._set_derived("_unnamed5", b"\x03\x00\x00\x00raw\x05", "the format")
            self._set_derived("len_a", len(encode_text(self.a, "utf-8", "a")), "a")
            self._set_derived("len_raw", len(encode_text(self.raw, "utf-8", "raw")), "raw")

        def _write__seq(self, io: Writer) -> None:
            io.put(self._unnamed0)
            io.s8le(self.b, "b")
            io.put(self._unnamed2)
            io.u4le(self.len_a, "len_a")
            io.put_sized(encode_text(self.a, "utf-8", "a"), self.len_a, "a")
            io.put(self._unnamed5)
            io.u4le(self.len_raw, "len_raw")
            io.put_sized(encode_text(self.raw, "utf-8", "raw"), self.len_raw, "raw")

    class Numbers(Struct):
        """Type `numbers`."""

        __slots__ = ("_start", "_end", "_stop", "_unnamed0", "num_numbers", "numbers")

        _root: TextsOfValues
        _parent: TextsOfValues
        _unnamed0: bytes
        num_numbers: int
        numbers: list[int]

        _derived: ClassVar[tuple[str, ...]] = ("_unnamed0", "num_numbers")
        _FIXED_0: ClassVar[Fixed] = Fixed(
            ("_unnamed0", b"\x06", "/types/numbers/seq/0"), ("num_numbers", "u4le")
        )

        if TYPE_CHECKING:

            class _Fields(TypedDict, total=False):
                _unnamed0: bytes
                num_numbers: int
                numbers: Required[Iterable[int]]

            @classmethod
            def build(cls, **fields: Unpack[_Fields]) -> Self:
                """Make one of its fields; what can be derived may be left out."""

        def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
            stop = pos + 5
            if stop > end:
                buf, end = self._FIXED_0.reach(self, pos)
            stored__unnamed0, self.num_numbers = _unpack_TextsOfValues_Numbers_FIXED_0(buf, pos)
            if stored__unnamed0 != b"\x06":
                self._look_at(pos).contents(b"\x06", "_unnamed0", "/types/numbers/seq/0")
            self._unnamed0 = b"\x06"
            pos = stop
            count = self.num_numbers
            if not 0 <= count * 8 <= end - pos:
                count = self._io_at(pos).count(count, "numbers", 8)
            self.numbers = []
            for _ in range(count):
                stop = pos + 8
                if stop > end:
                    buf, end = self._reach(stop - pos, "numbers", pos)
                self.numbers.append(unpack_s8le(buf, pos)[0])
                pos = stop
            return pos

        def _derive(self) -> None:
            self._set_derived("_unnamed0", b"\x06", "the format")
            self._set_derived("num_numbers", len(self.numbers), "numbers")

        def _write__seq(self, io: Writer) -> None:
            io.put(self._unnamed0)
            io.u4le(self.num_numbers, "num_numbers")
            for number in self.numbers:
                io.s8le(number, "numbers")


# What methods look up, at the price of a name.
_unpack_TextsOfValues_Numbers_FIXED_0 = TextsOfValues.Numbers._FIXED_0.unpack
_unpack_TextsOfValues_Pair_FIXED_0 = TextsOfValues.Pair._FIXED_0.unpack
_unpack_TextsOfValues_Pair_FIXED_1 = TextsOfValues.Pair._FIXED_1.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"TextsOfValues":"texts_of_values","TextsOfValues.Pair":"texts_of_values::pair",
"TextsOfValues.Numbers":"texts_of_values::numbers"},
"spec":{"id":"texts_of_values","file":"spec.ksy",
"digest":"9cd4b4b327df43acca050e66b1ac84e2354d2f69433630d7f7ce2d164b0dabb0","types":[
{"path":"texts_of_values","parent":"any record","endian":"le","fields":[
{"id":"len_json","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"size":1},
{"id":"json","type":"texts_of_values::pair","stored":{"is":"Record","path":"texts_of_values::pair",
"extent":{"size":"len_json","process":{"routine":"json","args":[4,1,["text","b a"],["text",
"raw"]]}}},"offset":1},
{"id":"len_literal","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1},
{"id":"literal","type":"texts_of_values::numbers","stored":{"is":"Record",
"path":"texts_of_values::numbers","extent":{"size":"len_literal","process":{"routine":"literal"}}}},
{"id":"bare","type":"bytes","stored":{"is":"Bytes","extent":{"to_end":true,
"process":{"routine":"json"}}}}],"edges":[{"is":"Length","field":"len_json","of":"json",
"at_least":true},{"is":"Length","field":"len_literal","of":"literal","at_least":true}]},
{"path":"texts_of_values::pair","parent":"texts_of_values","endian":"le","fields":[
{"id":"_unnamed0","type":"bytes","stored":{"is":"Bytes","extent":{"size":11}},"offset":0,"size":11,
"contents":{"hex":"0803000000010000006203"}},
{"id":"b","type":"int","stored":{"is":"Number","kind":"signed","size":8,"endian":"le"},"offset":11,
"size":8},
{"id":"_unnamed2","type":"bytes","stored":{"is":"Bytes","extent":{"size":6}},"offset":19,"size":6,
"contents":{"hex":"010000006105"}},
{"id":"len_a","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":25,"size":4},
{"id":"a","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":"len_a"}},
"offset":29},
{"id":"_unnamed5","type":"bytes","stored":{"is":"Bytes","extent":{"size":8}},"size":8,
"contents":{"hex":"0300000072617705"}},
{"id":"len_raw","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"size":4},
{"id":"raw","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":"len_raw"}}}],
"edges":[{"is":"Length","field":"len_a","of":"a"},{"is":"Length","field":"len_raw","of":"raw"}]},
{"path":"texts_of_values::numbers","parent":"texts_of_values","endian":"le","fields":[
{"id":"_unnamed0","type":"bytes","stored":{"is":"Bytes","extent":{"size":1}},"offset":0,"size":1,
"contents":{"hex":"06"}},
{"id":"num_numbers","type":"int","stored":{"is":"Number","kind":"unsigned","size":4,"endian":"le"},
"offset":1,"size":4},
{"id":"numbers","type":"int[]","stored":{"is":"Number","kind":"signed","size":8,"endian":"le"},
"offset":5,"repeat":{"count":"num_numbers"}}],"edges":[{"is":"Count","field":"num_numbers",
"of":"numbers"}]}]}}
"""
