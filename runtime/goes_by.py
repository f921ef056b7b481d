"""Which instances that are read fields go by: a change of other fields may show in these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from inspect import getattr_static
from types import CodeType
from typing import Any

_WAYS = ("_derive", "_write__seq", "_check", "_sums")
"""What a writer runs of a record: what follows from fields, whether they are there, what fits."""


def gone_by(kinds: Iterable[Any]) -> set[str]:
    """The instances of some types that are read, and that records go by, as far as names tell."""
    named, read, computed = set[str](), set[str](), dict[str, set[str]]()
    for kind in {*kinds}:
        names = _names(kind)
        named |= names.own
        read |= names.read
        for name, those in names.computed.items():
            computed.setdefault(name, set()).update(those)
    pending = named
    while pending:
        pending = {each for name in pending for each in computed.pop(name, ())} - named
        named |= pending
    return read & named


class _Names:
    """The names in what is generated of a type.

    Attributes:
        read: Its instances that are read.
        own: The names in what a writer runs of it.
        computed: Those in the expressions of its computed instances.
    """

    def __init__(self, kind: Any) -> None:
        self.read = {*kind._instances} - {*kind._computed}
        ways = (getattr(kind, name, None) for name in _WAYS)
        self.own = {name for way in ways if way is not None for name in _in(way.__code__)}
        self.computed = {
            name: {*_in(getattr_static(kind, name).fget.__code__)} for name in kind._computed
        }


@cache
def _names(kind: Any) -> _Names:
    return _Names(kind)


def _in(code: CodeType) -> Iterator[str]:
    """The names in a function, and in those within it."""
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _in(each)
