"""The names that an expression may go on with where the cursor is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from quire.generator.diagnostics import Problems
from quire.generator.resolve.scopes import Names, Path
from quire.generator.source import Source, Span, YamlPath
from quire.generator.syntax import expr_tree as written
from quire.generator.syntax import tree as syntax
from quire.generator.syntax.expr_parse import ExprError, parse
from quire.generator.syntax.load import Scalar
from quire.generator.types.infer import Inference
from quire.generator.types.members import Asked, Scope
from quire.generator.types.mentions import Named, mentions
from quire.generator.types.methods import members_of
from quire.generator.types.model import DocumentType, RecordType, Type
from quire.lsp.mending import HERE, closing

_LOOKED_BACK = 300
"""Characters before the cursor that are tried to begin at, where the whole makes no sense."""

_WORD = re.compile(r"[A-Za-z_(\[\"']|::")


class Offered(NamedTuple):
    """A name, what it is, and what is put in for it if that is something else."""

    name: str
    detail: str = ""
    insert: str = ""


def expected_names(names: Names, owner: Path, path: YamlPath, text: str) -> list[Offered]:
    """What may stand at the cursor of an expression.

    Args:
        names: All that has a name.
        owner: The type that the expression stands in.
        path: Where it stands.
        text: The expression, with a word where the cursor is.
    """
    inference = Inference(names, Problems())
    scope = _scope(inference, owner, path)
    for candidate in _candidates(text):
        tree = _parsed(candidate)
        if tree is None:
            continue
        asked: list[Asked] = []
        Inference(names, Problems(), asked).expr(tree, scope)
        if (found := _offered(names, asked)) is not None:
            return found
    return []


def _candidates(text: str) -> Iterator[str]:
    """Texts that may be expressions, those first that keep the most."""
    yield text
    cut = text[: text.index(HERE) + len(HERE)]
    yield cut + closing(cut)
    cut = cut[-_LOOKED_BACK:]
    for begin in _WORD.finditer(cut):
        yield cut[begin.start() :]


def _parsed(text: str) -> written.Expr | None:
    span = Span(Source("", text), 1, 1, len(text))
    try:
        return parse(Scalar(text, "str", span, exact=True))
    except ExprError:
        return None


def _scope(inference: Inference, owner: Path, path: YamlPath) -> Scope:
    """What an expression at a path may name."""
    definition = inference.names.types[owner].syntax
    yaml_path = "/" + "/".join(map(str, path))
    field = next((each for each in _fields(definition) if _stands_in(yaml_path, each)), None)
    if field is None:
        return Scope(owner)
    behind = yaml_path[len(field.place) :]
    return Scope(
        owner,
        index=field.repeat is not None,
        element=inference.element_type(owner, field)
        if behind.startswith(("/repeat-until", "/valid/expr", "/-valid/expr"))
        else None,
        extension=behind.startswith("/-"),
    )


def _fields(definition: syntax.Type) -> tuple[syntax.Field, ...]:
    return (*definition.seq, *definition.instances)


def _stands_in(yaml_path: str, field: syntax.Field) -> bool:
    return yaml_path.startswith(f"{field.place}/")


def _offered(names: Names, asked: list[Asked]) -> list[Offered] | None:
    """What may stand for the word at the cursor; None if it is nowhere in an expression."""
    for each in asked:
        node = each.node
        if isinstance(node, written.EnumLabel) and HERE in node.path[-1]:
            return _labels(names, node, each.scope.path)
        if isinstance(node, written.Cast | written.SizeOf) and HERE in node.type.path[-1]:
            return [Offered(path[-1], "a type") for path in names.types]
    for found in mentions(asked, names):
        if isinstance(found, Named) and HERE in found.span.text:
            members = _members(names, found.of, found.scope)
            return [*members, *_words(names, found.scope)] if found.bare else members
    return None


def _labels(names: Names, node: written.EnumLabel, scope: Path) -> list[Offered]:
    """The labels of an enum; the enums of a type, where that is named."""
    before = node.path[:-1]
    around = scope[:1] if node.absolute else scope
    enum = names.find_enum(around, before) if before else None
    if enum is not None:
        labels = names.enums[enum].syntax.labels
        return [Offered(each.id, str(each.value)) for each in labels]
    owner = names.find_type(around, before) if before else names.root
    enums = (path for path in names.enums if path[:-1] == owner)
    return [Offered(names.enums[path].syntax.id, "an enum") for path in enums]


def _words(names: Names, scope: Scope) -> Iterator[Offered]:
    """What may stand alone besides the members of the type: words, and enums."""
    yield from (
        Offered("_root", "the record of the whole file"),
        Offered("_parent", "the record that holds this one"),
        Offered("_io", "the stream"),
        Offered("_sizeof", "the size of the type"),
    )
    if scope.index:
        yield Offered("_index", "the number of the element, from 0")
    if scope.element is not None:
        yield Offered("_", str(scope.element))
    for path, enum in names.enums.items():
        if names.find_enum(scope.path, path[-1:]) == path:
            yield Offered(enum.syntax.id, "an enum", f"{enum.syntax.id}::")


def _members(names: Names, of: Type, scope: Scope) -> list[Offered]:
    if isinstance(of, RecordType):
        if of.path not in names.types:
            return []
        inference = Inference(names, Problems())
        found = [
            Offered(name, str(inference.member_type(of.path, name, member, member.span)))
            for name, member in inference.members(of.path).items()
            if HERE not in name
        ]
        inner = [Offered(name) for name in ("_io", "_parent", "_root", "_sizeof")]
        return found if of.path == scope.path else [*found, *inner]
    if isinstance(of, DocumentType):
        fields = names.documents[of.path].schema.fields or ()
        return [Offered(each.name, each.kind) for each in fields]
    found_members = members_of(of, extension=scope.extension)
    return [
        Offered(name.partition("(")[0], given, _call(name)) for name, given in found_members.items()
    ]


def _call(name: str) -> str:
    """What is put in for a method: its name, and what its arguments stand in."""
    return f"{name.partition('(')[0]}(" if "(" in name else name
