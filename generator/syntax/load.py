"""Stage 1: YAML text to nodes that know where they stand.

Scalars follow YAML 1.2's core schema (`yes` and `010` are not a boolean and an octal), and
integers keep their text, since a spec may hold any up to 2**64 - 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple, cast

import yaml

from quire.generator.diagnostics import Problems
from quire.generator.source import Source, Span, YamlPath
from quire.runtime.frozen import Frozen

Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

MAX_NODES = 100_000
"""Aliases can make a short text a huge tree; no spec is near this."""

MAX_DEPTH = 150
"""Nesting of lists and mappings, which are read by functions that call themselves."""

_TOO_DEEP = f"is nested deeper than {MAX_DEPTH} levels"

_LIBYAML_TOO_DEEP = "exceeded maximum nesting depth"
"""libyaml 0.2.6 has a limit of its own, and may tell it first since it reads ahead in a line."""

ScalarKind = Literal["str", "int", "float", "bool", "null"]

_KINDS = re.compile(
    r"(?P<int>[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)"
    r"|(?P<float>[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?)"
    r"|(?P<bool>true|True|TRUE|false|False|FALSE)"
    r"|(?P<null>~|null|Null|NULL|)"
)
_QUOTED = ("'", '"', "|", ">")
_MERGE = "tag:yaml.org,2002:merge"


class Scalar(Frozen):
    """A value: its text, and what kind YAML 1.2 takes it for.

    `exact` tells that the text stands in the file letter by letter at the span, so that a
    place inside it can be shown.
    """

    text: str
    kind: ScalarKind
    span: Span
    exact: bool


class Mapping(Frozen):
    """Keys and values in order; keys are unique. `values` has them by the texts of the keys."""

    items: tuple[tuple[Scalar, Node], ...]
    span: Span
    values: dict[str, Node]

    def get(self, key: str) -> Node | None:
        """The value of a key, or None."""
        return self.values.get(key)


def mapping(items: tuple[tuple[Scalar, Node], ...], span: Span) -> Mapping:
    """Some keys and their values."""
    return Mapping(items, span, {key.text: value for key, value in items})


class Sequence(Frozen):
    """Nodes in order."""

    items: tuple[Node, ...]
    span: Span


Node = Scalar | Mapping | Sequence


def load(path: Path, problems: Problems) -> Mapping | None:
    """Read a spec file; None, with the problem noted, if it is no YAML mapping."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        problems.error(
            "Q101", f"`{path}` cannot be read: {error}", Span(Source(str(path), ""), 1, 1, 1)
        )
        return None
    return load_text(Source(str(path), text), problems)


def load_text(source: Source, problems: Problems) -> Mapping | None:
    """The same for text in memory."""
    start = Span(source, 1, 1, 1)
    try:
        document = _document(source.text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Span(source, mark.line + 1, mark.column + 1, 1) if mark else start
        if error.problem == _LIBYAML_TOO_DEEP:
            problems.error("Q102", f"the YAML {_TOO_DEEP}", place)
            return None
        tab = "\t" in source.line(place.line)
        advice = "indent with blanks, not tabs" if tab else ""
        if str(error.problem).startswith("mapping values are not allowed") and not tab:
            advice = "a `: ` inside of a text begins a mapping: put the text into quotes"
        problems.error("Q102", f"the YAML is broken: {error.problem}", place, help=advice)
        return None
    except yaml.YAMLError as error:
        problems.error("Q102", f"the YAML is broken: {error}", start)
        return None
    except _Refused as error:
        problems.error("Q102", f"the YAML {error}", _span(source, error.event, ()))
        return None
    if not document.events or not isinstance(document.events[0], yaml.MappingStartEvent):
        problems.error("Q104", "a spec is a mapping with `meta` and `seq`", start)
        return None
    try:
        node = _Converter(source, problems, document).convert(0, ())
    except RecursionError:
        problems.error("Q102", "an alias of the YAML contains itself", start)
        return None
    except _TooMany:
        problems.error("Q102", f"the YAML has more than {MAX_NODES} nodes", start)
        return None
    return node if isinstance(node, Mapping) else None


class _Refused(Exception):  # never leaves this file
    """What an event shows of the YAML that a spec may not have."""

    def __init__(self, event: yaml.Event, what: str) -> None:
        super().__init__(what)
        self.event = event


class _Document(NamedTuple):
    """The one document of a file, as libyaml tells it.

    Attributes:
        events: Scalars, aliases, beginnings and ends of collections.
        behind: For each event, where what it begins is over; 0 for the end of a collection.
        anchors: Which event has which anchor.
    """

    events: list[yaml.NodeEvent | yaml.CollectionEndEvent]
    behind: list[int]
    anchors: dict[str, int]


def _document(text: str) -> _Document:
    """Read a document, or nothing.

    Raises:
        yaml.YAMLError: it is no YAML.
        _Refused: it is, but not as a spec may have it.
    """
    found = _Document([], [], {})
    events, behind, anchors = found
    open_: list[int] = []
    for event in yaml.parse(text, Loader=Loader):
        number = len(events)
        if isinstance(event, yaml.NodeEvent):
            if event.anchor is not None:
                _note_anchor(event, event.anchor, number, anchors)
            if isinstance(event, yaml.CollectionStartEvent):
                open_.append(number)
                if len(open_) > MAX_DEPTH:
                    raise _Refused(event, _TOO_DEEP)
            behind.append(number + 1)
        elif isinstance(event, yaml.CollectionEndEvent):
            behind[open_.pop()] = number + 1
            behind.append(0)
        else:
            if isinstance(event, yaml.DocumentStartEvent) and events:
                raise _Refused(event, "has more than one document")
            continue
        events.append(event)
    return found


def _note_anchor(event: yaml.NodeEvent, name: str, at: int, anchors: dict[str, int]) -> None:
    """Note what an anchor stands for, or see whether there is one that an alias means."""
    if isinstance(event, yaml.AliasEvent):
        if name not in anchors:
            raise _Refused(event, f"has no anchor `{name}` before this")
    elif anchors.setdefault(name, at) != at:
        raise _Refused(event, f"has the anchor `{name}` twice")


class _TooMany(Exception):  # never leaves this file
    """More nodes than `MAX_NODES`."""


class _Converter:
    """What libyaml tells, to nodes; events are named by their numbers."""

    def __init__(self, source: Source, problems: Problems, document: _Document) -> None:
        self._source = source
        self._problems = problems
        self._events, self._behind, self._anchors = document
        self._count = 0

    def convert(self, at: int, path: YamlPath) -> Node:
        at = self._meant(at)
        self._count_one()
        event = self._events[at]
        span = _span(self._source, event, path)
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event, span)
        if isinstance(event, yaml.MappingStartEvent):
            return mapping(self._items(at, path), span)
        items = enumerate(self._within(at))
        return Sequence(tuple(self.convert(item, (*path, i)) for i, item in items), span)

    def _meant(self, at: int) -> int:
        """Where that stands which an alias means."""
        event = self._events[at]
        return self._anchors[event.anchor or ""] if isinstance(event, yaml.AliasEvent) else at

    def _within(self, at: int) -> Iterator[int]:
        """Where the elements of a list begin, or the keys and the values of a mapping."""
        at += 1
        while self._behind[at]:
            yield at
            at = self._behind[at]

    def _count_one(self) -> None:
        self._count += 1
        if self._count > MAX_NODES:
            raise _TooMany

    def _items(self, at: int, path: YamlPath) -> tuple[tuple[Scalar, Node], ...]:
        items: dict[str, tuple[Scalar, Node]] = {}
        merged: dict[str, tuple[Scalar, Node]] = {}
        within = self._within(at)
        for key_at, value_at in zip(within, within, strict=True):
            event = self._events[self._meant(key_at)]
            if not isinstance(event, yaml.ScalarEvent):
                self._problems.error(
                    "Q104", "a key is a plain word", _span(self._source, event, path)
                )
                continue
            if event.tag == _MERGE or (event.value == "<<" and event.implicit[0]):
                merged = self._merged(value_at, path) | merged
                continue
            key = self._scalar(event, _span(self._source, event, (*path, event.value)))
            if key.text in items:
                first = items[key.text][0].span
                self._problems.error(
                    "Q103",
                    f"key `{key.text}` stands twice",
                    key.span,
                    help=f"the first is at {first}",
                )
                continue
            items[key.text] = (key, self.convert(value_at, key.span.path))
        return tuple((merged | items).values())

    def _merged(self, at: int, path: YamlPath) -> dict[str, tuple[Scalar, Node]]:
        """The items of a mapping, or of several, that `<<` brings in; the first ones win."""
        found: dict[str, tuple[Scalar, Node]] = {}
        at = self._meant(at)
        is_list = isinstance(self._events[at], yaml.SequenceStartEvent)
        for part in self._within(at) if is_list else [at]:
            self._count_one()
            mapping = self._meant(part)
            event = self._events[mapping]
            if not isinstance(event, yaml.MappingStartEvent):
                self._problems.error(
                    "Q104", "`<<` takes mappings", _span(self._source, event, path)
                )
                continue
            found = {key.text: (key, value) for key, value in self._items(mapping, path)} | found
        return found

    def _scalar(self, event: yaml.ScalarEvent, span: Span) -> Scalar:
        text = event.value
        found = None if event.style in _QUOTED else _KINDS.fullmatch(text)
        kind = cast("ScalarKind", found.lastgroup if found else "str")
        line = self._source.line(span.line)
        exact = line.startswith(text, span.column - 1)
        return Scalar(text, kind, span, exact)


def _span(source: Source, event: yaml.Event, path: YamlPath) -> Span:
    start, end = event.start_mark, event.end_mark
    assert start is not None
    assert end is not None
    length, quoted = 1, False
    if isinstance(event, yaml.ScalarEvent):
        quoted = event.style in ("'", '"')
        if start.line == end.line:
            length = max(end.column - start.column - 2 * quoted, 1)
    return Span(source, start.line + 1, start.column + 1 + quoted, length, path)
