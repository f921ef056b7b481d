"""In which order the keys of a document are taken: each after those that it depends on.

JSON has no order of keys, so a schema may name them in any.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter

from quire.generator.diagnostics import Problems
from quire.generator.resolve.scopes import Path
from quire.generator.types import model as m

Documents = Mapping[Path, m.TypedDocument]
"""All objects of the documents of a spec."""


def taken(document: m.TypedDocument, documents: Documents) -> tuple[str, ...]:
    """The names of the keys in that order; what follows from others comes last, if it can."""
    needs = _needs(document, documents)
    pending = [key.name for key in sorted(document.keys, key=_is_derived)]
    found: dict[str, None] = {}
    while pending:  # of a circle, which `check_circles` has told of, any is first
        ready = (name for name in pending if found.keys() >= needs[name])
        pending.remove(name := next(ready, pending[0]))
        found[name] = None
    return tuple(found)


def _is_derived(key: m.TypedSchema) -> bool:
    return key.valid is not None and key.valid.eq is not None


def check_circles(documents: Documents, problems: Problems) -> None:
    """Refuse keys that depend on themselves, also by way of others."""
    for document in documents.values():
        try:
            TopologicalSorter(_needs(document, documents)).prepare()
        except CycleError as error:
            circle = error.args[1][::-1]  # each after what depends on it
            told = " depends on ".join(f"`{name}`" for name in circle)
            span = next(key.span for key in document.keys if key.name == circle[0])
            problems.error("Q307", f"a key depends on itself: {told}", span)


def _needs(document: m.TypedDocument, documents: Documents) -> dict[str, set[str]]:
    """Which keys have to be there before each key can be taken."""
    path, needs = document.definition.path, {}
    for key in document.keys:
        before = _named(path, (*_to_take(key), *_below(key, documents)))
        rules = _named(path, _rules(key)) - {key.name}  # they come after their key
        needs[key.name] = before | rules
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
