"""Stage 3, the vocabulary: what has a name, and what a name means where it stands.

Definitions refer to each other by path (`("cvc", "chunk")`), never by object, so that types may
contain each other and everything stays frozen.
"""

from __future__ import annotations

from quire.generator.source import Span
from quire.generator.syntax import tree as syntax
from quire.runtime.frozen import Frozen

Path = tuple[str, ...]


def beside_type(identifier: str) -> str:
    """What an enum is called where a type has its name: the class of `kind` is `KindEnum`."""
    return f"{identifier} enum"


class EnumDef(Frozen):
    """An enum of a type."""

    path: Path
    syntax: syntax.Enum


class DocumentDef(Frozen):
    """An object of a document: its path is that of its class."""

    path: Path
    parent: Path | None
    root: Path
    schema: syntax.Schema


class TypeDef(Frozen):
    """A type of a spec, with what it inherits made explicit.

    `endian` is the byte order of its numbers: `le`, `be`, or `chosen` when the type is read; then
    `chooser` is the type whose `meta` says how.
    """

    path: Path
    syntax: syntax.Type
    endian: str | None
    bit_endian: str
    encoding: str | None
    chooser: Path | None = None


class Use(Frozen):
    """A field whose type is a type of the spec, and the type that has the field."""

    owner: Path
    field: syntax.Field


class Target(Frozen):
    """Something that a spec may name.

    Attributes:
        kind: A `type`, an `enum`, a `label` of one, a `member` of a type, or a `key` of a document.
        path: Of the type, the enum or the document.
        name: Of the label, the member or the key.
    """

    kind: str
    path: Path
    name: str = ""


class Mention(Frozen):
    """A name where something is meant by it.

    Attributes:
        span: Where it stands; `exact` tells that it stands there letter by letter.
        target: What it means; None for the words of the language, and for what is not there.
    """

    span: Span
    exact: bool
    target: Target | None


def mention(span: Span, name: str, target: Target | None, *, last: bool = False) -> Mention:
    """A name that stands somewhere in a span: the first time, or the last."""
    found = span.find(name, last=last)
    return Mention(found or span, found is not None, target)


class Names(Frozen):
    """Everything that has a name, by path, in a spec and in those that it imports.

    Attributes:
        spec: The spec that is compiled.
        root: The path of its own type.
        types, enums, documents: By their paths, of the imported specs too.
        uses: Where types are used, by the path of the type.
        opaque: The specs whose unknown types are classes that somebody else provides.
    """

    spec: syntax.Spec
    root: Path
    types: dict[Path, TypeDef]
    enums: dict[Path, EnumDef]
    documents: dict[Path, DocumentDef]
    uses: dict[Path, tuple[Use, ...]]
    opaque: frozenset[str]

    def find_type(self, scope: Path, name: Path) -> Path | None:
        """The type that a name means in a scope: the nearest one outward, then whole specs.

        A name of several parts is looked up part by part. An opaque type is its own path, which
        is none of `types`.
        """
        found = self._named(scope, name)
        return name if found is None and scope[0] in self.opaque else found

    def _named(self, scope: Path, name: Path) -> Path | None:
        first, rest = name[0], name[1:]
        around = (scope[:depth] for depth in range(len(scope), 0, -1))
        candidates = (path for at in around for path in ((*at, first), at) if path[-1] == first)
        for path in (*candidates, (first,)):
            if path in self.types:
                found = self._named(path, rest) if rest else path
                if found is not None:
                    return found
        return None

    def find_enum(self, scope: Path, name: Path) -> Path | None:
        """The enum that a name means in a scope."""
        if len(name) > 1:
            owner = self._named(scope, name[:-1])
            return self.find_enum(owner, name[-1:]) if owner is not None else None
        around = (
            (*scope[:depth], called)
            for depth in range(len(scope), 0, -1)
            for called in (name[0], beside_type(name[0]))
        )
        return next((path for path in around if path in self.enums), None)
