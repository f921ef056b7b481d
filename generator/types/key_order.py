"""In which order the keys of a document are taken: each after those that it goes by.

JSON has no order of keys, so a schema may name them in any.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from quire.generator.diagnostics import Problems
from quire.generator.resolve.scopes import Path
from quire.generator.types import model as m

Documents = Mapping[Path, m.TypedDocument]
"""All objects of the documents of a spec."""


def taken(document: m.TypedDocument, documents: Documents) -> tuple[str, ...]:
    """The names of the keys in that order; what follows from others comes last, if it can."""
    needs = _needs(document, documents)
    found: dict[str, None] = {}

    def take(name: str, asking: tuple[str, ...] = ()) -> None:
        if name not in asking:  # `check_circles` has told of it
            for other in needs[name]:
                take(other, (*asking, name))
            found.setdefault(name)

    for key in sorted(document.keys, key=_is_derived):
        take(key.name)
    return tuple(found)


def _is_derived(key: m.TypedSchema) -> bool:
    return key.valid is not None and key.valid.eq is not None


def check_circles(documents: Documents, problems: Problems) -> None:
    """Refuse keys that go by themselves, also by way of others."""
    for document in documents.values():
        needs = _needs(document, documents)
        for key in document.keys:
            if (way := _way_back(key.name, needs)) is not None:
                told = " goes by ".join(f"`{name}`" for name in (key.name, *way))
                problems.error("Q307", f"a key goes by itself: {told}", key.span)
                break


def _way_back(name: str, needs: Mapping[str, list[str]]) -> tuple[str, ...] | None:
    """The shortest way from a key to itself."""
    ways: list[tuple[str, ...]] = [(other,) for other in needs[name]]
    seen = {*needs[name]}
    for way in ways:
        if way[-1] == name:
            return way
        for other in needs[way[-1]]:
            if other not in seen:
                seen.add(other)
                ways.append((*way, other))
    return None


def _needs(document: m.TypedDocument, documents: Documents) -> dict[str, list[str]]:
    """Which keys have to be there before each key can be taken, in the order of the schema."""
    path, names = document.definition.path, [key.name for key in document.keys]
    needs = {}
    for key in document.keys:
        before = _named(path, (*_to_take(key), *_below(key, documents)))
        rules = _named(path, _rules(key)) - {key.name}  # they come after their key
        needs[key.name] = [name for name in names if name in before | rules]
    return needs


def _below(key: m.TypedSchema, documents: Documents) -> Iterator[m.Expr]:
    """The expressions of the objects in a key."""
    if key.item is not None:
        yield from _below(key.item, documents)
    if key.path is not None:
        for inner in documents[key.path].keys:
            yield from (*_to_take(inner), *_rules(inner), *_below(inner, documents))


def _to_take(key: m.TypedSchema) -> Iterator[m.Expr]:
    """What a key cannot be taken without."""
    equal = key.valid.eq if key.valid is not None else None
    yield from filter(None, (key.keys, key.condition, key.default, equal))


def _rules(key: m.TypedSchema) -> Iterator[m.Expr]:
    """What a key is compared with, and its elements."""
    if (valid := key.valid) is not None:
        yield from filter(None, (valid.min, valid.max, *(valid.any_of or ()), valid.expr))
    if key.item is not None:
        yield from (*_to_take(key.item), *_rules(key.item))


def _named(path: Path, exprs: Iterable[m.Expr]) -> set[str]:
    """The keys of a document that expressions name."""
    found, pending = set(), [*exprs]
    while pending:
        expr = pending.pop()
        if isinstance(expr, m.Get) and expr.of.type == m.DocumentType(path):
            found.add(expr.name)
        pending += m.parts_of(expr)
    return found - {"_parent", "_root"}
