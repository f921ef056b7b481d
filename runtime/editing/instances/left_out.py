"""Instances that were read and are not there any more: somebody has to have set what tells that."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

from quire.runtime.editing.comparing.unedited import is_other
from quire.runtime.editing.pairing.pairs import instance
from quire.runtime.errors import FormatError
from quire.runtime.paths import attribute
from quire.runtime.reading.instance import NONE
from quire.runtime.writing.lost_values import condition_of

if TYPE_CHECKING:
    from quire.runtime.editing.revision import Revision


def expect_meant(there: Iterable[tuple[Any, str, Any, Any]], revision: Revision) -> None:
    """Refuse that an instance is left out, if that follows from what a writing has derived.

    Args:
        there: Instances that nobody has set, each with its record, its name, what it was, and what
            it is now.
        revision: What was changed.

    Raises:
        FormatError: nobody has set any of what its `if` goes by.
    """
    for record, name, value, now in there:
        twin = revision.twin_of(record) if now is None and value is not None else None
        if twin is None or instance(twin, name) is None:
            continue
        kind: Any = type(record)  # mypy takes the hash of its objects for that of a class
        others = {each for each in _names_by(kind, name) if _is_derived(record, twin, each)}
        if others and revision.set_in.get(id(record), set()).isdisjoint(others):
            expected = f"a change after which its `if` holds, as before{condition_of(record, name)}"
            found = ", ".join(f"{each} {getattr(record, each)}" for each in sorted(others))
            error: FormatError = record._locate(FormatError(name, expected, found))
            raise error


def _is_derived(record: Any, twin: Any, name: str) -> bool:
    """Whether a field that can be derived is another one than was read."""
    now, was = (getattr(each, name, NONE) for each in (record, twin))
    return name in record._derived and is_other(now, was)


@cache
def _names_by(kind: Any, name: str) -> set[str]:
    """The own fields by which the `if` of an instance goes."""
    from quire.runtime.structure.lookup import type_and_spec  # the plan is read for it
    from quire.runtime.writing.untold import names_by

    try:
        type_, _ = type_and_spec(kind)
    except TypeError:  # it carries no plan
        return set()
    told = (each.condition for each in type_.instances if attribute(each.id) == name)
    return {attribute(each) for each in names_by(next(told, None), type_)}
