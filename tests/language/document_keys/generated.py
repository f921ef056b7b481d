# Made by `quire gen` 0 from spec.ksy (sha256 bb84acadd6a1). Do not edit.
"""document_keys."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import Bytes, Document, Keys, Struct, Writer, copied
from quire.runtime.direct import unpack_u1

__all__ = ["DocumentKeys"]


class DocumentKeys(Struct):
    """Type `document_keys`."""

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "len_header",
        "header",
        "first",
        "second",
        "_stored_header",
    )

    _root: DocumentKeys
    _stored_header: bytes
    len_header: int
    header: DocumentKeys.Header
    first: bytes
    second: bytes

    _is_top: ClassVar[bool] = True
    _looks_up: ClassVar[tuple[str, ...]] = ("_root",)
    _goes_by_place: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("len_header",)

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            len_header: int
            header: Required[DocumentKeys.Header | Mapping[str, Any]]
            first: Required[bytes]
            second: Required[bytes]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "len_header", pos)
        self.len_header = unpack_u1(buf, pos)[0]
        pos = stop
        io = self._io_at(pos)
        self._stored_header = io.take_bytes(self.len_header, "header")
        self.header = DocumentKeys.Header.parse(
            self._stored_header, self._root, "header", io.offset(len(self._stored_header))
        )
        pos = io._pos
        stop = pos + self.header.parts[0].size
        if not pos <= stop <= end:
            buf, end = self._reach(stop - pos, "first", pos)
        self.first = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        pos = stop
        stop = pos + self.header.parts[1].size
        if not pos <= stop <= end:
            buf, end = self._reach(stop - pos, "second", pos)
        self.second = buf[pos:stop] if type(buf) is bytes else copied(buf[pos:stop])
        return stop

    def _derive(self) -> None:
        self.header = DocumentKeys.Header.of(self.header, self._root, "header")
        self._stored_header = self.header.dump("header", compact=True)
        self._set_derived("len_header", len(self._stored_header), "header")

    def _write__seq(self, io: Writer) -> None:
        io.u1(self.len_header, "len_header")
        io.put(self._stored_header)
        io.put_sized(self.first, self.header.parts[0].size, "first")
        io.put_sized(self.second, self.header.parts[1].size, "second")

    class Header(Document):
        """Document `header`.

        Attributes:
            parts: By the names of the columns.
        """

        __slots__ = ("columns", "parts")

        _root: DocumentKeys
        columns: list[DocumentKeys.Column]
        parts: list[DocumentKeys.Part]

        def _load(self, keys: Keys) -> None:
            self.columns = keys.objects("columns", DocumentKeys.Column, self)
            self.parts = keys.named_objects(
                "parts", [each.name for each in self.columns], DocumentKeys.Part, self
            )

    class Column(Document):
        """Document `column`."""

        __slots__ = ("name",)

        _root: DocumentKeys
        _parent: DocumentKeys.Header
        name: str

        def _load(self, keys: Keys) -> None:
            self.name = keys.text("name")

    class Part(Document):
        """Document `part`."""

        __slots__ = ("size",)

        _root: DocumentKeys
        _parent: DocumentKeys.Header
        size: int

        def _load(self, keys: Keys) -> None:
            self.size = keys.integer("size")
            keys.expect_at_least("size", self.size, 1)


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"DocumentKeys":"document_keys"},
"spec":{"id":"document_keys","file":"spec.ksy",
"digest":"bb84acadd6a114ce299a69683d477310c3cbea77eb431adc23bc8fadcc857bc6","types":[
{"path":"document_keys","parent":"any record","endian":"le","fields":[
{"id":"len_header","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"offset":0,
"size":1},
{"id":"header","type":"document_keys::header","stored":{"is":"Text","encoding":"utf-8",
"extent":{"size":"len_header"}},"offset":1,"document":{"path":"document_keys::header",
"compact":true}},
{"id":"first","type":"bytes","stored":{"is":"Bytes","extent":{"size":["get",["item",["get","header",
"parts"],0],"size"],"to_end":true}}},
{"id":"second","type":"bytes","stored":{"is":"Bytes","extent":{"size":["get",["item",["get",
"header","parts"],1],"size"],"to_end":true}}}],"edges":[{"is":"Length","field":"len_header",
"of":"header"}]}],"documents":[
{"path":"document_keys::header","keys":[
{"name":"columns","type":"document_keys::column[]"},
{"name":"parts","type":"document_keys::part[]","doc":"By the names of the columns.","names":["map",
"columns",["get","_","name"]]}]},
{"path":"document_keys::column","keys":[
{"name":"name","type":"str"}]},
{"path":"document_keys::part","keys":[
{"name":"size","type":"int","valid":[{"kind":"at_least","args":[1]}]}]}]}}
"""
