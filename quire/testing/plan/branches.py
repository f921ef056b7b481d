"""The branches of a spec: what files have to be there for all of it to be read."""

from __future__ import annotations

from collections.abc import Iterator

from quire.runtime import structure as s
from quire.runtime.structure.expressions import expression_text


def there(type_: str, field: s.Field, *, holds: bool) -> str:
    """An `if` that holds, or does not."""
    return f"{type_}.{field.id}: {'there' if holds else 'not there'}"


def case(type_: str, field: s.Field, key: s.Expr | None, *, found: bool = True) -> str:
    """A case of a switch; the one without a key; or none of them."""
    which = "case else" if key is None else f"case {expression_text(key)}"
    return f"{type_}.{field.id}: {which if found else 'no case'}"


def times(type_: str, field: s.Field, number: int) -> str:
    """A list of no element, of one, or of several."""
    return f"{type_}.{field.id}: {('none', 'one', 'several')[min(number, 2)]}"


def member(type_: str, field: s.Field, label: str) -> str:
    """A member of an enum."""
    return f"{type_}.{field.id}: {label}"


def branches_of(spec: s.Spec) -> Iterator[str]:
    """All branches that a spec has, whether there are files that take them or not."""
    labels = {enum.path: [each.id for each in enum.members] for enum in spec.enums}
    for type_ in spec.types:
        for field in type_.fields:
            yield from _of_field(type_.path, field, labels)


def _of_field(type_: str, field: s.Field, labels: dict[str, list[str]]) -> Iterator[str]:
    stored = field.stored
    if field.condition is not None:
        yield there(type_, field, holds=True)
        yield there(type_, field, holds=False)
    if field.repeat is not None:
        for number in range(0 if field.repeat.until is None else 1, 3):
            yield times(type_, field, number)
    if isinstance(stored, s.Switch):
        for each in stored.cases:
            yield case(type_, field, each.key)
    if isinstance(stored, s.Number | s.Bits):
        for label in labels.get(stored.enum, ()):
            yield member(type_, field, label)
