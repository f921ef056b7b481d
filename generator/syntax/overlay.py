"""Stage 2, before the syntax: an overlay adds keys to a spec that somebody else keeps."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.diagnostics import Problems, hint
from quire.generator.source import Span
from quire.generator.syntax import keys
from quire.generator.syntax.load import Mapping, Node, Scalar, Sequence, mapping
from quire.generator.syntax.node_reader import describe
from quire.runtime.frozen import replace

OVERLAY = "-overlay"
"""The key of `meta` that says which spec an overlay is for."""

_ABOUT = ("doc", "doc-ref", "meta")
"""What an overlay says of itself."""

_PLAIN = ("doc", "doc-ref", "valid")
"""The keys of Kaitai's that an overlay may add: they change nothing of what is read."""


def overlaid_spec(node: Mapping) -> Scalar | None:
    """The value of `-overlay`: the spec that an overlay is for; None of what is none."""
    meta = node.get("meta")
    value = meta.get(OVERLAY) if isinstance(meta, Mapping) else None
    return value if isinstance(value, Scalar) else None


def overlaid(spec: Mapping, overlay: Mapping, problems: Problems) -> Mapping:
    """A spec with the keys that an overlay adds.

    Args:
        spec: The nodes of the spec.
        overlay: Those of the overlay, which has types, fields and instances where the spec does.
        problems: Where it is noted what the spec lacks, or has already.
    """
    meta = overlay.get("meta")
    for key, _ in meta.items if isinstance(meta, Mapping) else ():
        if key.text not in (OVERLAY, "title", "license"):
            _refuse(key, problems, "`meta` of an overlay says `-overlay`, `title` and `license`")
    own = tuple((key, value) for key, value in overlay.items if key.text not in _ABOUT)
    return _type(spec, mapping(own, overlay.span), problems)


def _type(spec: Mapping, overlay: Mapping, problems: Problems) -> Mapping:
    """A type with what is added to its fields, its instances and the types in it."""
    values = dict(spec.values)
    for key, value in overlay.items:
        name = key.text
        if name not in ("seq", "types", "instances"):
            _refuse(key, problems, "an overlay has `seq`, `instances` and `types`")
        elif name == "seq":
            values[name] = _seq(spec.get(name), key, value, problems)
        else:
            values[name] = _named(spec.get(name), key, value, problems)
    return _with_values(spec, values)


def _with_values(spec: Mapping, values: dict[str, Node]) -> Mapping:
    return replace(
        spec, items=tuple((key, values[key.text]) for key, _ in spec.items), values=values
    )


def _seq(there: Node | None, key: Scalar, added: Node, problems: Problems) -> Node:
    """The fields, which an overlay names by `id`, in any order."""
    fields = there if isinstance(there, Sequence) else Sequence((), key.span)
    places = {
        id_.text: i
        for i, field in enumerate(fields.items)
        if isinstance(field, Mapping) and isinstance(id_ := field.get("id"), Scalar)
    }
    items = list(fields.items)
    for each in _mappings(added, added, "a list of fields", problems):
        id_ = each.get("id")
        if not isinstance(id_, Scalar):
            problems.error(
                "Q203",
                "a field of an overlay needs an `id`",
                each.span,
                help="it is the name of the field in the spec that gets the keys",
            )
        elif (place := places.get(id_.text)) is None:
            _lacks("field", id_.text, places, id_.span, problems)
        else:
            rest = tuple((key, value) for key, value in each.items if key.text != "id")
            items[place] = _member(items[place], mapping(rest, each.span), problems)
    return replace(fields, items=tuple(items)) if there is not None else fields


def _named(there: Node | None, key: Scalar, added: Node, problems: Problems) -> Node:
    """The types or the instances of a type, by their names."""
    known = there if isinstance(there, Mapping) else mapping((), key.span)
    values = dict(known.values)
    if not isinstance(added, Mapping):
        problems.error("Q104", f"expected a mapping of names, found {describe(added)}", added.span)
        return known
    what, inner = ("type", _type) if key.text == "types" else ("instance", _member)
    for name, value in added.items:
        found = values.get(name.text)
        if found is None:
            _lacks(what, name.text, known.values, name.span, problems)
        elif isinstance(found, Mapping):
            for each in _mappings(Sequence((value,), value.span), value, "a mapping", problems):
                values[name.text] = inner(found, each, problems)
    return _with_values(known, values)


def _member(there: Node, added: Mapping, problems: Problems) -> Node:
    """A field or an instance, with more keys."""
    if not isinstance(there, Mapping):
        return there
    items = list(there.items)
    for key, value in added.items:
        if key.text in there.values:
            problems.error(
                "Q309",
                f"`{key.text}` is in the spec already",
                key.span,
                help=f"an overlay adds keys; see {there.values[key.text].span}",
            )
        elif key.text.startswith("-") or key.text in _PLAIN:
            items.append((key, value))
        else:
            _refuse(key, problems, f"an overlay adds {_listed()} and keys that begin with `-`")
    return mapping(tuple(items), there.span)


def _listed() -> str:
    return ", ".join(f"`{name}`" for name in _PLAIN)


def _mappings(added: Node, at: Node, expected: str, problems: Problems) -> Iterator[Mapping]:
    """The elements of a list that are mappings, as they should be."""
    if not isinstance(added, Sequence):
        problems.error("Q104", f"expected {expected}, found {describe(added)}", at.span)
        return
    for each in added.items:
        if isinstance(each, Mapping):
            yield each
        else:
            problems.error("Q104", f"expected a mapping, found {describe(each)}", each.span)


def _refuse(key: Scalar, problems: Problems, advice: str) -> None:
    """Refuse a key that would change what is read; one that is a slip is told so."""
    slip = f"did you mean `-{key.text}`?" if f"-{key.text}" in keys.EXTENSIONS else advice
    problems.error("Q309", f"an overlay cannot say `{key.text}` here", key.span, help=slip)


def _lacks(
    what: str, name: str, known: dict[str, int] | dict[str, Node], span: Span, problems: Problems
) -> None:
    problems.error("Q308", f"the spec has no {what} `{name}` here", span, help=hint(name, known))
