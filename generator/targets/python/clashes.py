"""Names of a spec that would be one name in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from quire.generator.diagnostics import Problems
from quire.generator.resolve.references import enum_name
from quire.generator.source import Span
from quire.generator.syntax import tree as syntax
from quire.generator.targets.python.names import attribute, class_name, label_name

_OF_CONSTRUCTORS = ("self", "super")


def refuse_clashes(spec: syntax.Spec, problems: Problems) -> None:
    """Note what Python would know by one name: members, classes and labels of each type."""
    for written in _types(spec.root):
        _members(written, problems)
        _classes(written, problems)
        for enum in written.enums:
            _labels(enum, problems)


def _types(written: syntax.Type) -> Iterator[syntax.Type]:
    yield written
    for nested in written.types:
        yield from _types(nested)


def _members(written: syntax.Type, problems: Problems) -> None:
    """Params, fields and instances are attributes; Python's keywords get an underscore."""
    for param in written.params:
        if param.id in _OF_CONSTRUCTORS:
            message = f"a param cannot be called `{param.id}`: constructors in Python use it"
            problems.error("Q204", message, param.given.get("id", param.span))
    members = (
        (member.id, member.given.get("id", member.span)) for member in syntax.members(written)
    )
    for identifier, span, first in _alike(members, attribute):
        message = f"`{identifier}` is called like another member, in Python"
        problems.error("Q205", message, span, help=f"the first is `{first[0]}`, at {first[1]}")


def _classes(written: syntax.Type, problems: Problems) -> None:
    """Types, enums and documents become classes."""
    for identifier, span, (other, place) in _alike(_classes_of(written), class_name, same=True):
        message = f"class `{class_name(identifier)}` would stand twice in `{written.id}`"
        problems.error("Q207", message, span, help=f"the first is `{other}`, at {place}")


def _classes_of(written: syntax.Type) -> Iterator[tuple[str, Span]]:
    for nested in written.types:
        yield nested.id, nested.key
    for enum in written.enums:
        yield enum_name(written, enum), enum.span
    for field in written.seq:
        if field.document is not None:
            for schema in _objects(field.document.schema):
                yield schema.class_id, schema.span


def _objects(schema: syntax.Schema) -> Iterator[syntax.Schema]:
    """The schemas of a document that are objects."""
    if schema.kind == "object":
        yield schema
    for inner in (*(schema.fields or ()), *((schema.item,) if schema.item is not None else ())):
        yield from _objects(inner)


def _labels(enum: syntax.Enum, problems: Problems) -> None:
    """Labels are members of an `IntEnum`."""
    labels = ((label.id, label.span) for label in enum.labels if label.id)
    for identifier, span, (other, place) in _alike(labels, label_name):
        message = f"`{identifier}` is called like another label of `{enum.id}`, in Python"
        problems.error("Q205", message, span, help=f"the first is `{other}`, at {place}")


def _alike(
    named: Iterable[tuple[str, Span]], name: Callable[[str], str], *, same: bool = False
) -> Iterator[tuple[str, Span, tuple[str, Span]]]:
    """Those whose name in Python an earlier one has; `same` identifiers only where asked for."""
    first: dict[str, tuple[str, Span]] = {}
    for identifier, span in named:
        before = first.setdefault(name(identifier), (identifier, span))
        if before[1] is not span and (same or before[0] != identifier):
            yield identifier, span, before
