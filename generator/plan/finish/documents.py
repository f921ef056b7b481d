"""Objects of documents as programs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import groupby, takewhile

from quire.generator.plan import operations as p
from quire.generator.plan import program as g
from quire.generator.plan.finish.context import Context, truth
from quire.generator.plan.finish.joined import joined
from quire.generator.plan.finish.reading import guard, one
from quire.generator.types import model as m

Tests = tuple[m.Expr, ...]
"""What has to hold for a key to be there."""

_KINDS = {"int": "integer", "float": "number", "bool": "boolean", "str": "text", "any": "anything"}


def load_ops(document: p.DocumentClass, at: Context) -> Iterator[g.Statement]:
    """What takes every key, after those that it depends on."""
    keys = sorted(document.keys, key=lambda key: document.taken.index(key.name))
    yield from _tested([(_conjuncts(key.condition), key) for key in keys], at)


def _conjuncts(test: m.Expr | None) -> Tests:
    if isinstance(test, m.Op) and test.name == "and":
        return tuple(each for part in test.args for each in _conjuncts(part))
    return () if test is None else (test,)


def _tested(keys: list[tuple[Tests, p.Key]], at: Context) -> Iterator[g.Statement]:
    """What takes keys of which something holds; what neighbours share is asked once."""
    for first, several in groupby(keys, key=lambda each: each[0][:1]):
        group = list(several)
        if not first:
            yield from (statement for _, key in group for statement in _take(key, at))
            continue
        levels = zip(*(tests for tests, _ in group), strict=False)
        shared = [level[0] for level in takewhile(lambda level: len({*level}) == 1, levels)]
        inner = _tested([(tests[len(shared) :], key) for tests, key in group], at)
        whole = reduce(lambda left, right: truth("and", left, right), shared)
        yield one(at.expr(whole), tuple(inner))


def key_of(key: p.Key) -> g.Key:
    """The attribute of a key."""
    return g.Key(key.type, g.NOWHERE, key.name)


def _take(key: p.Key, at: Context) -> Iterator[g.Statement]:
    yield g.Assign(key_of(key), _value(key, at))
    checks = tuple(guard(rule, at, by_keys=True) for rule in key.guards)
    if key.optional and checks:
        checks = (one(g.IsThere(key_of(key)), checks),)
    yield from checks


def _value(key: p.Key, at: Context) -> g.Made:
    kind, args = _kind(key, at)
    if key.derived is not None:
        return g.DeriveKey(kind, key.name, at.expr(key.derived))
    if key.default is None and not key.optional:
        return g.TakeKey(kind, key.name, args)
    default = None if key.default is None else at.expr(key.default)
    return g.TakeKeyOr(kind, key.name, args, default)


def _kind(key: p.Key, at: Context) -> tuple[str, tuple[g.Made, ...]]:
    """What a key is taken as, and what that takes."""
    if key.kind == "object" and key.path is not None:
        return "object", (g.ClassOf(key.path), g.variable("self"))
    if key.kind != "list" or key.item is None:
        return _KINDS[key.kind], ()
    if key.item.kind != "object" or key.item.path is None:
        return _KINDS.get(key.item.kind, "anything") + "s", ()
    each = (g.ClassOf(key.item.path), g.variable("self"))
    return ("objects", each) if key.keys is None else ("named_objects", (at.expr(key.keys), *each))


def document(of: p.DocumentClass) -> g.Document:
    """The class of an object of a document."""
    return g.Document(
        of.path[-1],
        g.Doc(
            of.doc,
            f"Document `{of.path[-1]}`",
            tuple((key_of(key), key.doc) for key in of.keys if key.doc),
        ),
        tuple(map(key_of, of.keys)),
        g.ClassOf(of.root),
        None if of.parent is None else g.ClassOf(of.parent),
        tuple((key_of(key), g.Annotation(key.type, key.optional)) for key in of.keys),
        (g.Load(joined(tuple(load_ops(of, Context())))),),
    )
