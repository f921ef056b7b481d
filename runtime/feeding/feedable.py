"""Whether a type can be read from a file that comes in pieces, of which only the last are kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from quire.runtime.feeding.fed import lists_of
from quire.runtime.reading.by_position import ByPosition
from quire.runtime.structure import stored
from quire.runtime.structure.carried import read_carried
from quire.runtime.structure.expressions import Expr, expression_text, names_in
from quire.runtime.structure.lookup import type_and_spec
from quire.runtime.structure.node import Node
from quire.runtime.structure.tree import Checksum, Covered, Field, Spec, Type

_NO_EXPRESSIONS = frozenset((
    "algorithm", "codec", "default", "derive", "doc", "encoding", "end", "endian", "enum", "id",
    "instance", "kind", "order", "over", "path", "routine", "start", "type", "usual", "word",
))  # fmt: skip  # laid out as a table
"""Attributes of a plan that are texts, or that no reader looks at."""

_ABOVE = frozenset(("_parent", "_root"))


class Feedable(NamedTuple):
    """What reading piece by piece has to know of a type.

    Attributes:
        looks_ahead: Whether anything in the file depends on whether the file goes on.
        looks_back: Whether anything is looked for in the stream after it was read.
    """

    looks_ahead: bool
    looks_back: bool


def expect_feedable(kind: Any, params: tuple[Any, ...]) -> Feedable:
    """Make sure that a type can be fed.

    Raises:
        TypeError: it cannot, or has other parameters.
    """
    if len(params) != len(kind._params):
        listed = ", ".join(kind._params) or "none"
        message = f"{kind.__qualname__} takes the parameters {listed}; {len(params)} were given"
        raise TypeError(message)
    if not kind._is_top:
        raise _refusal(kind, "it is a type within a spec: feed the class of the whole file")
    if kind._read_at is ByPosition._read_at:
        way = "without --no-auto-read and `ks-debug`"
        raise _refusal(kind, f"its module cannot read in pieces: make it again {way}")
    checked = _Checked(kind)
    for reason in checked.reasons():
        raise _refusal(kind, f"{reason}; read the whole file with `from_file` or `from_io`")
    return Feedable(checked.looks_ahead, checked.looks_back)


def _refusal(kind: Any, reason: str) -> TypeError:
    return TypeError(f"{kind.__qualname__} cannot be fed: {reason}")


class _Checked:
    """A type whose plan is gone through.

    Attributes:
        looks_ahead: Whether a field asks whether its stream goes on.
        looks_back: Whether something is there that is read, or checked, later.
    """

    def __init__(self, kind: Any) -> None:
        self._kind = kind
        self.looks_ahead = self.looks_back = False
        self._root, self._spec = type_and_spec(kind)
        self._specs = {self._spec.id: self._spec}
        self._lists = [part.field for part in lists_of(kind)]
        names = [field.id for field in self._root.fields]
        # What stands behind the last list may wait for the end.
        self._behind = frozenset(names[names.index(self._lists[-1]) :] if self._lists else ())

    def reasons(self) -> Iterator[str]:
        """What is in the way, one thing after another."""
        if self._root.size == 0:
            yield "it has no fields in `seq`, one after another: all it has is found by position"
        types = {self._root.path: self._root}
        pending = [self._root]
        while pending:  # the types whose records stand in the file itself
            for field in pending.pop().fields:
                for record in _records(field.stored):
                    if record.opaque or (found := self._type(record.path)) is None:
                        yield f"`{record.path}` is opaque: quire does not know what it reads"
                    elif record.extent is None and record.path not in types:
                        types[record.path] = found
                        pending.append(found)
        for type_ in types.values():
            yield from self._in_file(type_)
        for type_ in self._spec.types:
            yield from self._elsewhere(type_)
        yield from self._lists_asked_for()

    def _type(self, path: str) -> Type | None:
        """The plan of a type, which may be of a spec that is imported."""
        name = path.partition("::")[0]
        if name not in self._specs and (spec := _imported(self._kind, name)) is not None:
            self._specs[name] = spec
        known = self._specs.get(name)
        return None if known is None else known.type(path)

    # -- what stands in the file ---------------------------------------------------------------

    def _in_file(self, type_: Type) -> Iterator[str]:
        for field in type_.fields:
            name = _named(type_, field)
            if type_ is self._root and field.id in self._lists:
                if may_be_none(field):
                    yield f"the last element of {name} may be empty, if no case fits it"
            else:
                yield from self._as_a_whole(type_, field, name)
            for expr in _expressions(field):
                yield from _sizes(expr, name)
                self.looks_ahead |= any(_streams(expr, "eof"))
            if not self._is_kept(type_, field.checksum):
                yield f"{name} is a checksum over bytes outside its record"
        for instance in type_.instances:
            name = _named(type_, instance)
            if instance.stored is not None and not _is_within(type_, instance):
                yield f"{name} is read at a position of the file"
            for expr in _expressions(instance):
                yield from _sizes(expr, name)
                if any(_streams(expr, "eof")):
                    yield f"{name} needs the end of the file when you access it"
        self.looks_ahead |= any(_may_end_early(field.stored) for field in type_.fields)
        self.looks_back |= bool(type_ is not self._root and type_.instances)
        self.looks_back |= any(map(_is_late, type_.fields))

    def _as_a_whole(self, type_: Type, field: Field, name: str) -> Iterator[str]:
        """What is in the way of a field that is read as a whole."""
        repeat = field.repeat
        to_end = _goes_to_end(field) or (repeat is not None and repeat.sync is not None)
        if to_end and not (type_ is self._root and field.id in self._behind):
            yield f"{name} goes to the end of the file"
        self.looks_ahead |= to_end

    def _is_kept(self, type_: Type, checksum: Checksum | None) -> bool:
        """Whether a checksum, if there is one, is over bytes that stay with its record."""
        parts = () if checksum is None else checksum.parts
        stretches = [part for part in parts if _is_stretch(part)]
        if type_ is self._root and self._lists:
            return not stretches
        return all(part.start and part.end for part in stretches)

    def _elsewhere(self, type_: Type) -> Iterator[str]:
        """What records in streams of their own ask of the file."""
        for member in (*type_.fields, *type_.instances):
            name = _named(type_, member)
            if member.io is not None and not _is_within(type_, member):
                yield f"{name} is read from another stream"
            for expr in _expressions(member):
                for stream in (*_streams(expr, "size"), *_streams(expr, "eof")):
                    if stream[0] in _ABOVE:
                        yield f"{name} needs the end of the file (`{'.'.join(stream)}`)"

    # -- what is handed out --------------------------------------------------------------------

    def _lists_asked_for(self) -> Iterator[str]:
        """What depends on elements of a list that were handed out."""
        asked = {name: f"`{name}`, whose elements are handed out" for name in self._lists}
        instances = [each for type_ in self._spec.types for each in type_.instances]
        while more := {
            each.id: f"`{each.id}`, which depends on {asked[found[0]]}"
            for each in instances
            if (found := sorted(asked_names(each) & {*asked})) and each.id not in asked
        }:
            asked |= more
        for type_ in self._spec.types:
            for field in type_.fields:
                if found := sorted(asked_names(field) & {*asked}):
                    yield f"{_named(type_, field)} depends on {asked[found[0]]}"


def _named(type_: Type, field: Field) -> str:
    return f"`{type_.path}::{field.id}`"


def _imported(kind: Any, name: str) -> Spec | None:
    """The plan of a spec whose module that of a type imports."""
    for each in kind._read_at.__globals__.values():
        text = getattr(each, "_PLAN", None)
        if isinstance(text, str) and (found := read_carried(text)[1]).id == name:
            return found
    return None


def _records(of: stored.Stored | None) -> Iterator[stored.Record]:
    """The records that a field may be."""
    if isinstance(of, stored.Switch):
        for case in of.cases:
            yield from _records(case.stored)
    elif isinstance(of, stored.Record):
        yield of


def _extents(of: stored.Stored | None) -> Iterator[stored.Extent]:
    if isinstance(of, stored.Switch):
        for case in of.cases:
            yield from _extents(case.stored)
    elif isinstance(extent := getattr(of, "extent", None), stored.Extent):
        yield extent


def _goes_to_end(field: Field) -> bool:
    repeat = field.repeat
    to_end = repeat is not None and repeat.count is None and repeat.until is None
    return to_end or any(extent.to_end for extent in _extents(field.stored))


def _may_end_early(of: stored.Stored | None) -> bool:
    """Whether the end of the file may stand for what ends a value."""
    return any(extent.terminator and not extent.eos_error for extent in _extents(of))


def may_be_none(field: Field) -> bool:
    """Whether a list ends with an element that it may not have."""
    if field.repeat is None or field.repeat.until is None:
        return False
    cases = field.stored.cases if isinstance(field.stored, stored.Switch) else ()
    return bool(cases) and all(case.key is not None for case in cases)


def _is_late(field: Field) -> bool:
    """Whether a part of what a field is may be read later, from the stream that it is in."""
    in_streams = any(record.extent is not None for record in _records(field.stored))
    told = (field.array, field.codec, field.checksum)
    return in_streams or any(each is not None for each in told)


def _is_within(type_: Type, instance: Field) -> bool:
    """Whether an instance is in the stream of a field of its record."""
    match instance.io:
        case ("get", str(name), "_io"):
            fields = {field.id: field for field in type_.fields}
            return name in fields and any(_extents(fields[name].stored))
    return False


def _is_stretch(part: Covered) -> bool:
    return not part.instance and part.value is None


def _expressions(of: Any, name: str = "") -> Iterator[Expr]:
    """The expressions of a part of a plan that a reader looks at."""
    if isinstance(of, Node):
        for each, value in vars(of).items():
            yield from _expressions(value, each)
    elif isinstance(of, tuple) and of and isinstance(of[0], Node | tuple):
        for part in of:
            yield from _expressions(part)
    elif isinstance(of, str | tuple) and of and name not in _NO_EXPRESSIONS:
        yield of


def asked_names(field: Field) -> set[str]:
    """All names in the expressions of a field."""
    paths = (path for expr in _expressions(field) for path in names_in(expr))
    return {name for path in paths for name in path}


def _streams(expr: Expr, question: str) -> Iterator[tuple[str, ...]]:
    """The streams that an expression asks for their `size`, or whether they are at their end."""
    if not isinstance(expr, tuple):
        return
    if len(expr) == 2 and expr[0] == question:  # an operation and what it is of
        yield from (path for path in names_in(expr[1]) if path[-1] == "_io")
    for operand in expr:
        yield from _streams(operand, question)


def _sizes(expr: Expr, name: str) -> Iterator[str]:
    """Whether an expression asks for the size of the file."""
    for stream in _streams(expr, "size"):
        if stream == ("_io",) or stream[0] in _ABOVE:
            yield f"{name} asks for the size of the file (`{expression_text(expr)}`)"
