# Made by `quire gen` 0 from spec.ksy (sha256 27e052dfa1ff). Do not edit.
"""strings."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import Bytes, Fixed, Struct, Writer, copied, decode_text, encode_text, trim
from quire.runtime.direct import decode_at, find_at, unpack_u1

__all__ = ["Strings"]


class Strings(Struct):
    """Type `strings`."""

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "len_name",
        "name",
        "zero_ended",
        "latin",
        "wide",
        "padded",
        "field",
        "line",
        "kept",
        "raw",
        "raw_padded",
        "rest",
    )

    _root: Strings
    len_name: int
    name: str
    zero_ended: str
    latin: str
    wide: str
    padded: str
    field: str
    line: str
    kept: str
    raw: bytes
    raw_padded: bytes
    rest: str

    _is_top: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("len_name",)
    _FIXED_0: ClassVar[Fixed] = Fixed(("wide", "6s", "utf-16-le"), ("padded", "6s", ""))

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            len_name: int
            name: Required[str]
            zero_ended: Required[str]
            latin: Required[str]
            wide: Required[str]
            padded: Required[str]
            field: Required[str]
            line: Required[str]
            kept: Required[str]
            raw: Required[bytes]
            raw_padded: Required[bytes]
            rest: Required[str]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "len_name", pos)
        self.len_name = unpack_u1(buf, pos)[0]
        pos = stop
        stop = pos + self.len_name
        if stop > end:
            buf, end = self._reach(stop - pos, "name", pos)
        self.name = str(buf[pos:stop], "utf-8")
        pos = stop
        stop = find_at(buf, b"\x00", pos, end)
        if stop < 0:
            buf, end, stop = self._find(b"\x00", "zero_ended", pos)
        self.zero_ended = str(buf[pos:stop], "utf-8")
        pos = stop + 1
        stop = find_at(buf, b"\x00", pos, end)
        if stop < 0:
            buf, end, stop = self._find(b"\x00", "latin", pos)
        self.latin = decode_at(buf[pos:stop], "iso8859-1", "latin", self, pos)
        pos = stop + 1
        stop = pos + 12
        if stop > end:
            buf, end = self._FIXED_0.reach(self, pos)
        stored_wide, stored_padded = _unpack_Strings_FIXED_0(buf, pos)
        self.wide = decode_at(stored_wide, "utf-16-le", "wide", self, pos)
        self.padded = decode_at(
            trim(stored_padded, 32, None, include=False), "utf-8", "padded", self, pos + 6
        )
        pos = stop
        stop = pos + 5
        if stop > end:
            buf, end = self._reach(stop - pos, "field", pos)
        self.field = str(
            trim(
                buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop]),
                None,
                b"\x00",
                include=False,
            ),
            "utf-8",
        )
        pos = stop
        stop = find_at(buf, b"\n", pos, end)
        if stop < 0:
            buf, end, stop = self._find(b"\n", "line", pos)
        self.line = str(buf[pos:stop], "utf-8")
        pos = stop + 1
        io = self._io_at(pos)
        self.kept = decode_text(
            io.until(b"\n", "kept", include=True, consume=True, eos_error=True), "utf-8", "kept", io
        )
        pos = io._pos
        stop = find_at(buf, b";", pos, end)
        if stop < 0:
            buf, end, stop = self._find(b";", "raw", pos)
        self.raw = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop + 1
        stop = pos + 4
        if stop > end:
            buf, end = self._reach(stop - pos, "raw_padded", pos)
        self.raw_padded = trim(
            buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop]), 255, None, include=False
        )
        pos = stop
        if type(buf) is bytearray:
            buf, end = self._reach_rest(buf, pos, end)
        self.rest = str(buf[pos:end], "utf-8")
        pos = max(pos, end)
        return pos

    def _derive(self) -> None:
        self._set_derived("len_name", len(encode_text(self.name, "utf-8", "name")), "name")

    def _write__seq(self, io: Writer) -> None:
        io.u1(self.len_name, "len_name")
        io.put_sized(encode_text(self.name, "utf-8", "name"), self.len_name, "name")
        io.put_terminated(
            encode_text(self.zero_ended, "utf-8", "zero_ended"),
            b"\x00",
            "zero_ended",
            include=False,
            consume=True,
        )
        io.put_terminated(
            encode_text(self.latin, "iso8859-1", "latin"),
            b"\x00",
            "latin",
            include=False,
            consume=True,
        )
        io.put_sized(encode_text(self.wide, "utf-16-le", "wide"), 6, "wide")
        io.put_trimmed(
            encode_text(self.padded, "utf-8", "padded"), 6, "padded", 32, None, include=False
        )
        io.put_trimmed(
            encode_text(self.field, "utf-8", "field"), 5, "field", None, b"\x00", include=False
        )
        io.put_terminated(
            encode_text(self.line, "utf-8", "line"), b"\n", "line", include=False, consume=True
        )
        io.put_terminated(
            encode_text(self.kept, "utf-8", "kept"), b"\n", "kept", include=True, consume=True
        )
        io.put_terminated(self.raw, b";", "raw", include=False, consume=True)
        io.put_trimmed(self.raw_padded, 4, "raw_padded", 255, None, include=False)
        io.put(encode_text(self.rest, "utf-8", "rest"))


# What methods look up, at the price of a name.
_unpack_Strings_FIXED_0 = Strings._FIXED_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Strings":"strings"},
"spec":{"id":"strings","file":"spec.ksy",
"digest":"27e052dfa1ff13a05a0e7bac781ba5d74cc0e00d719b424230275b19f26062e4","types":[
{"path":"strings","parent":"any record","fields":[
{"id":"len_name","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"size":1},
{"id":"name","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":"len_name"}},
"offset":1},
{"id":"zero_ended","type":"str","stored":{"is":"Text","encoding":"utf-8",
"extent":{"terminator":{"hex":"00"}}}},
{"id":"latin","type":"str","stored":{"is":"Text","encoding":"iso8859-1",
"extent":{"terminator":{"hex":"00"}}}},
{"id":"wide","type":"str","stored":{"is":"Text","encoding":"utf-16-le","extent":{"size":6}},
"size":6},
{"id":"padded","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":6,"pad":32}},
"size":6},
{"id":"field","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"size":5,
"terminator":{"hex":"00"}}},"size":5},
{"id":"line","type":"str","stored":{"is":"Text","encoding":"utf-8",
"extent":{"terminator":{"hex":"0a"}}}},
{"id":"kept","type":"str","stored":{"is":"Text","encoding":"utf-8",
"extent":{"terminator":{"hex":"0a"},"include":true}}},
{"id":"raw","type":"bytes","stored":{"is":"Bytes","extent":{"terminator":{"hex":"3b"}}}},
{"id":"raw_padded","type":"bytes","stored":{"is":"Bytes","extent":{"size":4,"pad":255}},"size":4},
{"id":"rest","type":"str","stored":{"is":"Text","encoding":"utf-8","extent":{"to_end":true}}}],
"edges":[{"is":"Length","field":"len_name","of":"name"}]}]}}
"""
