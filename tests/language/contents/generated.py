# Made by `quire gen` 0 from spec.ksy (sha256 f1827a376f0e). Do not edit.
"""contents."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from typing import TYPE_CHECKING, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import Bytes, Fixed, Struct, Writer

__all__ = ["Contents"]


class Contents(Struct):
    """Type `contents`."""

    __slots__ = ("_start", "_end", "_stop", "text", "numbers", "mixed", "_unnamed3", "last")

    _root: Contents
    text: bytes
    numbers: bytes
    mixed: bytes
    _unnamed3: bytes
    last: int

    SIZE: ClassVar[int] = 16
    _is_top: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("text", "numbers", "mixed", "_unnamed3")
    _FIXED_0: ClassVar[Fixed] = Fixed(
        ("text", b"QU'\"\\", "/seq/0"),
        ("numbers", b"\x89\r\xff\x00", "/seq/1"),
        ("mixed", b"q ire", "/seq/2"),
        ("_unnamed3", b"\x00", "/seq/3"),
        ("last", "u1"),
    )

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            text: bytes
            numbers: bytes
            mixed: bytes
            _unnamed3: bytes
            last: Required[int]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 16
        if stop > end:
            buf, end = self._FIXED_0.reach(self, pos)
        stored_text, stored_numbers, stored_mixed, stored__unnamed3, self.last = (
            _unpack_Contents_FIXED_0(buf, pos)
        )
        if stored_text != b"QU'\"\\":
            self._look_at(pos).contents(b"QU'\"\\", "text", "/seq/0")
        self.text = b"QU'\"\\"
        if stored_numbers != b"\x89\r\xff\x00":
            self._look_at(pos + 5).contents(b"\x89\r\xff\x00", "numbers", "/seq/1")
        self.numbers = b"\x89\r\xff\x00"
        if stored_mixed != b"q ire":
            self._look_at(pos + 9).contents(b"q ire", "mixed", "/seq/2")
        self.mixed = b"q ire"
        if stored__unnamed3 != b"\x00":
            self._look_at(pos + 14).contents(b"\x00", "_unnamed3", "/seq/3")
        self._unnamed3 = b"\x00"
        return stop

    def _derive(self) -> None:
        self._set_derived("text", b"QU'\"\\", "the format")
        self._set_derived("numbers", b"\x89\r\xff\x00", "the format")
        self._set_derived("mixed", b"q ire", "the format")
        self._set_derived("_unnamed3", b"\x00", "the format")

    def _write__seq(self, io: Writer) -> None:
        io.put(self.text)
        io.put(self.numbers)
        io.put(self.mixed)
        io.put(self._unnamed3)
        io.u1(self.last, "last")


# What methods look up, at the price of a name.
_unpack_Contents_FIXED_0 = Contents._FIXED_0.unpack


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Contents":"contents"},
"spec":{"id":"contents","file":"spec.ksy",
"digest":"f1827a376f0e0c140e1ac6a2ca0dbaaa789b460e4540034982e6b098ff4b07aa","types":[
{"path":"contents","parent":"any record","size":16,"fields":[
{"id":"text","type":"bytes","stored":{"is":"Bytes","extent":{"size":5}},"offset":0,"size":5,
"contents":{"hex":"515527225c"}},
{"id":"numbers","type":"bytes","stored":{"is":"Bytes","extent":{"size":4}},"offset":5,"size":4,
"contents":{"hex":"890dff00"}},
{"id":"mixed","type":"bytes","stored":{"is":"Bytes","extent":{"size":5}},"offset":9,"size":5,
"contents":{"hex":"7120697265"}},
{"id":"_unnamed3","type":"bytes","stored":{"is":"Bytes","extent":{"size":1}},"offset":14,"size":1,
"contents":{"hex":"00"}},
{"id":"last","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":15,
"size":1}]}]}}
"""
