"""Stage 1: YAML text to nodes that know where they stand.

Scalars follow YAML 1.2's core schema (`yes` and `010` are not a boolean and an octal), and
integers keep their text, since a spec may hold any up to 2**64 - 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

import yaml
from yaml import AliasEvent, CollectionStartEvent, MappingStartEvent, NodeEvent, ScalarEvent

from quire.generator.diagnostics import Code, Problems
from quire.generator.source import Source, Span, YamlPath
from quire.generator.syntax.kept import Kept, Place
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
_QUOTES = frozenset("'\"")
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


def load_text(source: Source, problems: Problems, kept: Kept | None = None) -> Mapping | None:
    """The same for text in memory; of parts that are kept of one before, no nodes are made."""
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
    if not document.events or not isinstance(document.events[0], MappingStartEvent):
        problems.error("Q104", "a spec is a mapping with `meta` and `seq`", start)
        return None
    try:
        node = _Converter(source, problems, document, kept).convert(0, ())
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

    events: list[NodeEvent | yaml.CollectionEndEvent]
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
    parser = Loader(text)
    # One by one, as `yaml.parse` does; its generator takes as long as the parser itself.
    while (event := parser.get_event()) is not None:
        number = len(events)
        if isinstance(event, NodeEvent):
            if event.anchor is not None:
                _note_anchor(event, event.anchor, number, anchors)
            if isinstance(event, CollectionStartEvent):
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


def _note_anchor(event: NodeEvent, name: str, at: int, anchors: dict[str, int]) -> None:
    """Note what an anchor stands for, or see whether there is one that an alias means."""
    if isinstance(event, AliasEvent):
        if name not in anchors:
            raise _Refused(event, f"has no anchor `{name}` before this")
    elif anchors.setdefault(name, at) != at:
        raise _Refused(event, f"has the anchor `{name}` twice")


class _TooMany(Exception):  # never leaves this file
    """More nodes than `MAX_NODES`."""


class _Converter:
    """What libyaml tells, to nodes; events are named by their numbers."""

    def __init__(
        self, source: Source, problems: Problems, document: _Document, kept: Kept | None
    ) -> None:
        self._source = source
        self._lines = source.lines
        self._problems = problems
        self._events, self._behind, self._anchors = document
        self._count = 0
        self._foreign = 0
        """How much was met that lines do not tell by themselves: aliases, and what is wrong."""
        self._kept = kept if "%TAG" not in source.text else None
        if self._kept is not None:
            self._kept.begin()
            self._whole_lines = source.text.splitlines(keepends=True)

    def _error(self, code: Code, message: str, span: Span, help: str = "") -> None:
        self._foreign += 1
        self._problems.error(code, message, span, help=help)

    def convert(self, at: int, path: YamlPath) -> Node:
        at, event = self._meant(at)
        self._add(1)
        if isinstance(event, ScalarEvent):
            return self._scalar(event, path)
        span = _span(self._source, event, path)
        if isinstance(event, MappingStartEvent):
            return mapping(self._items(at, path), span)
        items = enumerate(self._within(at))
        return Sequence(tuple([self.convert(item, (*path, i)) for i, item in items]), span)

    def _meant(self, at: int) -> tuple[int, yaml.Event]:
        """An event, or that which an alias means."""
        event = self._events[at]
        if isinstance(event, AliasEvent):
            self._foreign += 1
            at = self._anchors[event.anchor or ""]
        return at, self._events[at]

    def _within(self, at: int) -> Iterator[int]:
        """Where the elements of a list begin, or the keys and the values of a mapping."""
        at += 1
        while self._behind[at]:
            yield at
            at = self._behind[at]

    def _items(self, at: int, path: YamlPath) -> tuple[tuple[Scalar, Node], ...]:
        items: dict[str, tuple[Scalar, Node]] = {}
        merged: dict[str, tuple[Scalar, Node]] = {}
        within = self._within(at)
        for key_at, value_at in zip(within, within, strict=True):
            _, event = self._meant(key_at)
            if not isinstance(event, ScalarEvent):
                self._error("Q104", "a key is a plain word", _span(self._source, event, path))
                continue
            text = event.value
            if event.tag == _MERGE or (text == "<<" and event.implicit[0]):
                merged = self._merged(value_at, path) | merged
                continue
            below = (*path, text)
            if text in items:
                first = items[text][0].span
                here = _span(self._source, event, below)
                help_text = f"the first is at {first}"
                self._error("Q103", f"key `{text}` stands twice", here, help_text)
                continue
            items[text] = self._item(event, value_at, below)
        return tuple((merged | items).values() if merged else items.values())

    def _item(self, event: ScalarEvent, at: int, path: YamlPath) -> tuple[Scalar, Node]:
        """A key and its value."""
        value, kept = self._events[at], self._kept
        if kept is None or not isinstance(value, CollectionStartEvent) or value.flow_style:
            return self._scalar(event, path), self.convert(at, path)
        line, column = _start(event)
        end, _ = _start(self._events[self._behind[at] - 1])  # there stands what comes next
        place = Place(path, line, column, tuple(self._whole_lines[line : end + 1]))
        if (known := kept.find(place)) is not None:
            self._add(known.nodes)
            return known.key, known.value
        parts, count, foreign = kept.parts, self._count, self._foreign
        found = self._scalar(event, path), self.convert(at, path)
        if foreign == self._foreign:
            kept.keep(place, *found, self._count - count, parts)
        return found

    def _merged(self, at: int, path: YamlPath) -> dict[str, tuple[Scalar, Node]]:
        """The items of a mapping, or of several, that `<<` brings in; the first ones win."""
        found: dict[str, tuple[Scalar, Node]] = {}
        at, event = self._meant(at)
        is_list = isinstance(event, yaml.SequenceStartEvent)
        for part in self._within(at) if is_list else [at]:
            self._add(1)
            mapping, event = self._meant(part)
            if not isinstance(event, MappingStartEvent):
                self._error("Q104", "`<<` takes mappings", _span(self._source, event, path))
                continue
            found = {key.text: (key, value) for key, value in self._items(mapping, path)} | found
        return found

    def _add(self, count: int) -> None:
        self._count += count
        if self._count > MAX_NODES:
            raise _TooMany

    def _scalar(self, event: ScalarEvent, path: YamlPath) -> Scalar:
        text, kind = event.value, None
        if not event.style:
            found = _KINDS.fullmatch(text)
            kind = found.lastgroup if found else None
        span = _span(self._source, event, path)
        number = span.line - 1
        line = self._lines[number] if number < len(self._lines) else ""
        exact = line.startswith(text, span.column - 1)
        return Scalar(text, kind or "str", span, exact)  # type: ignore[arg-type]  # groups are kinds


def _span(source: Source, event: yaml.Event, path: YamlPath) -> Span:
    line, column = _start(event)
    end, length, quotes = event.end_mark, 1, 0
    if isinstance(event, ScalarEvent):
        quotes = 1 if event.style in _QUOTES else 0
        if end is not None and end.line == line:
            length = end.column - column - 2 * quotes or 1
    return Span(source, line + 1, column + 1 + quotes, length, path)


def _start(event: yaml.Event) -> tuple[int, int]:
    """The line and the column where something begins, both from 0."""
    mark = event.start_mark
    assert mark is not None
    return mark.line, mark.column
