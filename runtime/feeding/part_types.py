"""Which records can be read part by part, without keeping the elements of their lists."""

from __future__ import annotations

from typing import Any, NamedTuple

from quire.runtime.feeding.fed import lists_of
from quire.runtime.feeding.feedable import asked_names, may_be_none
from quire.runtime.reading.by_position import ByPosition
from quire.runtime.structure.lookup import class_at, type_and_spec
from quire.runtime.structure.tree import Type


class Parted(NamedTuple):
    """What is known of the types of a file.

    Attributes:
        kinds: Those whose records can be read part by part.
        by_stream: Whether what is read may depend on where its stream ends, or what stands there.
    """

    kinds: frozenset[Any]
    by_stream: bool


def parted(kind: Any) -> Parted:
    """The types of a file that is all there whose lists nobody asks for later.

    There are none if that of the file itself is none of them.
    """
    if kind._params or not (kind._is_top and kind._auto_read and hasattr(kind, "_PARTS")):
        return Parted(frozenset(), by_stream=False)
    spec = type_and_spec(kind)[1]
    members = [each for type_ in spec.types for each in (*type_.fields, *type_.instances)]
    asked = frozenset[str]().union(*map(asked_names, members))
    found = {class_at(kind, type_.path): type_ for type_ in spec.types}
    kinds = {each for each, type_ in found.items() if each and _lets_go(each, type_, asked)}
    return Parted(frozenset(kinds if kind in kinds else ()), "_io" in asked)


def _lets_go(kind: Any, type_: Type, asked: frozenset[str]) -> bool:
    """Whether the elements of the lists of a type may go as soon as they were read."""
    if not hasattr(kind, "_PARTS") or kind._read_at is ByPosition._read_at:
        return False
    lists = lists_of(kind)
    names = {part.field for part in lists}
    return (
        asked.isdisjoint(names)
        and all(part.sync is None for part in lists)
        and not any(field.id in names and may_be_none(field) for field in type_.fields)
    )
