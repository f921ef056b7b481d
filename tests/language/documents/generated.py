# Made by `quire gen` 0 from spec.ksy (sha256 d3e57945db83). Do not edit.
"""documents."""

from __future__ import annotations

from quire.runtime.contract import require

__contract__ = require(25, __name__)

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Required, Self, TypedDict, Unpack

from quire.runtime import Bytes, Document, Keys, Struct, Writer, computed, expect_count
from quire.runtime.direct import unpack_u1, unpack_u2le

__all__ = ["Documents"]


class Documents(Struct):
    """Type `documents`."""

    __slots__ = (
        "_start",
        "_end",
        "_stop",
        "len_header",
        "header",
        "len_any",
        "anything",
        "planes",
        "_stored_header",
        "_stored_anything",
    )

    _root: Documents
    _stored_header: bytes
    _stored_anything: bytes
    len_header: int
    header: Documents.Header
    len_any: int
    anything: Documents.Anything
    planes: list[int]

    _is_top: ClassVar[bool] = True
    _looks_up: ClassVar[tuple[str, ...]] = ("_root",)
    _goes_by_place: ClassVar[bool] = True
    _derived: ClassVar[tuple[str, ...]] = ("len_header", "len_any")

    if TYPE_CHECKING:

        class _Fields(TypedDict, total=False):
            len_header: int
            header: Required[Documents.Header | Mapping[str, Any]]
            len_any: int
            anything: Required[Documents.Anything | Mapping[str, Any]]
            planes: Required[Iterable[int]]

        @classmethod
        def build(cls, **fields: Unpack[_Fields]) -> Self:
            """Make one of its fields; what can be derived may be left out."""

    def _read_at(self, buf: Bytes, pos: int, end: int) -> int:
        stop = pos + 2
        if stop > end:
            buf, end = self._reach(stop - pos, "len_header", pos)
        self.len_header = unpack_u2le(buf, pos)[0]
        pos = stop
        io = self._io_at(pos)
        self._stored_header = io.take_bytes(self.len_header, "header")
        self.header = Documents.Header.parse(
            self._stored_header, self._root, "header", io.offset(len(self._stored_header))
        )
        pos = io._pos
        stop = pos + 1
        if stop > end:
            buf, end = self._reach(stop - pos, "len_any", pos)
        self.len_any = unpack_u1(buf, pos)[0]
        pos = stop
        io = self._io_at(pos)
        self._stored_anything = io.take_bytes(self.len_any, "anything")
        self.anything = Documents.Anything.parse(
            self._stored_anything, self._root, "anything", io.offset(len(self._stored_anything))
        )
        pos = io._pos
        count = len(self.header.layers)
        if not 0 <= count * 1 <= end - pos:
            count = self._io_at(pos).count(count, "planes", 1)
        self.planes = []
        for _ in range(count):
            stop = pos + 1
            if stop > end:
                buf, end = self._reach(stop - pos, "planes", pos)
            self.planes.append(unpack_u1(buf, pos)[0])
            pos = stop
        return pos

    def _derive(self) -> None:
        self.header = Documents.Header.of(self.header, self._root, "header")
        self._stored_header = self.header.dump("header", compact=True)
        self.anything = Documents.Anything.of(self.anything, self._root, "anything")
        self._stored_anything = self.anything.dump("anything")
        self._set_derived("len_header", len(self._stored_header), "header")
        self._set_derived("len_any", len(self._stored_anything), "anything")

    def _check(self) -> None:
        expect_count("planes", self.planes, len(self.header.layers))

    def _write__seq(self, io: Writer) -> None:
        io.u2le(self.len_header, "len_header")
        io.put(self._stored_header)
        io.u1(self.len_any, "len_any")
        io.put(self._stored_anything)
        for plane in self.planes:
            io.u1(plane, "planes")

    @computed
    def area(self) -> int:
        """Instance `area`."""
        return math.prod(self.header.sizes)

    class Header(Document):
        """Document `header`.

        Attributes:
            title: What it is called.
            author: Who made it.
        """

        __slots__ = (
            "title",
            "version",
            "ratio",
            "ready",
            "free",
            "note",
            "unit",
            "author",
            "sizes",
            "grid",
            "layers",
            "total",
        )

        _root: Documents
        title: str
        version: int
        ratio: float
        ready: bool
        free: Any
        note: str | None
        unit: str
        author: Documents.Author
        sizes: list[int]
        grid: list[list[int]]
        layers: list[Documents.Layer]
        total: int

        def _load(self, keys: Keys) -> None:
            self.title = keys.text("title")
            self.version = keys.integer("version")
            keys.expect_at_least("version", self.version, 1)
            keys.expect_at_most("version", self.version, 3)
            self.ratio = keys.number("ratio")
            self.ready = keys.boolean("ready")
            self.free = keys.anything("free")
            self.note = keys.text("note") if "note" in keys else None
            self.unit = keys.text("unit") if "unit" in keys else "m"
            self.author = keys.object("author", Documents.Author, self)
            self.sizes = keys.integers("sizes")
            self.grid = keys.anythings("grid")
            self.layers = keys.objects("layers", Documents.Layer, self)
            self.total = keys.derived("total", keys.integer, sum(self.sizes))

    class Author(Document):
        """Who made it."""

        __slots__ = ("name", "mail")

        _root: Documents
        _parent: Documents.Header
        name: str
        mail: str | None

        def _load(self, keys: Keys) -> None:
            self.name = keys.text("name")
            self.mail = keys.text("mail") if "mail" in keys else None

    class Layer(Document):
        """Document `layer`."""

        __slots__ = ("kind", "depth", "unit")

        _root: Documents
        _parent: Documents.Header
        kind: str
        depth: int
        unit: str

        def _load(self, keys: Keys) -> None:
            self.kind = keys.text("kind")
            keys.expect_any_of("kind", self.kind, ("map", "mask"))
            if self.kind == "map":
                self.depth = keys.integer("depth")
            self.unit = keys.text("unit") if "unit" in keys else self._parent.unit

    class Anything(Document):
        """Document `anything`."""

        __slots__ = ()

        _root: Documents

        def _load(self, keys: Keys) -> None:
            pass


# What the spec says, for `quire.plan_of`.
_PLAN = r"""
{"classes":{"Documents":"documents"},
"spec":{"id":"documents","file":"spec.ksy",
"digest":"d3e57945db8340b42b4f5e3bb09ce3d635c0ec17aecac717ccde78e11cf2146d","types":[
{"path":"documents","parent":"any record","endian":"le","fields":[
{"id":"len_header","type":"int","stored":{"is":"Number","kind":"unsigned","size":2,"endian":"le"},
"offset":0,"size":2},
{"id":"header","type":"documents::header","stored":{"is":"Text","encoding":"utf-8",
"extent":{"size":"len_header"}},"offset":2,"document":{"path":"documents::header","compact":true}},
{"id":"len_any","type":"int","stored":{"is":"Number","kind":"unsigned","size":1},"size":1},
{"id":"anything","type":"documents::anything","stored":{"is":"Text","encoding":"utf-8",
"extent":{"size":"len_any"}},"document":{"path":"documents::anything"}},
{"id":"planes","type":"int[]","stored":{"is":"Number","kind":"unsigned","size":1},
"repeat":{"count":["size",["get","header","layers"]]}}],"instances":[
{"id":"area","type":"int","value":["product",["get","header","sizes"]]}],"edges":[{"is":"Length",
"field":"len_header","of":"header"},{"is":"Length","field":"len_any","of":"anything"}]}],
"documents":[
{"path":"documents::header","keys":[
{"name":"title","type":"str","doc":"What it is called."},
{"name":"version","type":"int","valid":[{"kind":"at_least","args":[1]},{"kind":"at_most",
"args":[3]}]},
{"name":"ratio","type":"float"},
{"name":"ready","type":"bool"},
{"name":"free","type":"any"},
{"name":"note","type":"str","optional":true},
{"name":"unit","type":"str","default":["text","m"]},
{"name":"author","type":"documents::author","doc":"Who made it."},
{"name":"sizes","type":"int[]"},
{"name":"grid","type":"int[][]"},
{"name":"layers","type":"documents::layer[]"},
{"name":"total","type":"int","valid":[{"kind":"equal","args":[["sum","sizes"]]}]}]},
{"path":"documents::author","doc":"Who made it.","keys":[
{"name":"name","type":"str"},
{"name":"mail","type":"str","optional":true}]},
{"path":"documents::layer","keys":[
{"name":"kind","type":"str","valid":[{"kind":"any_of","args":[["text","map"],["text","mask"]]}]},
{"name":"depth","type":"int","condition":["eq","kind",["text","map"]]},
{"name":"unit","type":"str","default":["get","_parent","unit"]}]},
{"path":"documents::anything"}]}}
"""
