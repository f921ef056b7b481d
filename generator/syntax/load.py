"""Stage 1: YAML text to nodes that know where they stand.

Scalars follow YAML 1.2's core schema (`yes` and `010` are not a boolean and an octal), and
integers keep their text, since a spec may hold any up to 2**64 - 1.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import yaml

from quire.generator.diagnostics import Problems
from quire.generator.source import Source, Span, YamlPath

Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

MAX_NODES = 100_000
"""Aliases can make a short text a huge tree; no spec is near this."""

MAX_DEPTH = 150
"""Nesting of lists and mappings; libyaml's composer would overflow the stack of the process."""

ScalarKind = Literal["str", "int", "float", "bool", "null"]

_KINDS: tuple[tuple[ScalarKind, re.Pattern[str]], ...] = (
    ("int", re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")),
    ("float", re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")),
    ("bool", re.compile(r"true|True|TRUE|false|False|FALSE")),
    ("null", re.compile(r"~|null|Null|NULL|")),
)


@dataclass(frozen=True, slots=True)
class Scalar:
    """A value: its text, and what kind YAML 1.2 takes it for.

    `exact` tells that the text stands in the file letter by letter at the span, so that a
    place inside it can be shown.
    """

    text: str
    kind: ScalarKind
    span: Span
    exact: bool


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and values in order; keys are unique."""

    items: tuple[tuple[Scalar, Node], ...]
    span: Span

    def get(self, key: str) -> Node | None:
        """The value of a key, or None."""
        return next((value for name, value in self.items if name.text == key), None)


@dataclass(frozen=True, slots=True)
class Sequence:
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
        if (place := _too_deep(source)) is not None:
            problems.error("Q102", f"the YAML is nested deeper than {MAX_DEPTH} levels", place)
            return None
        root = yaml.compose(source.text, Loader=Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Span(source, mark.line + 1, mark.column + 1, 1) if mark else start
        tab = "\t" in source.line(place.line)
        advice = "indent with blanks, not tabs" if tab else ""
        if str(error.problem).startswith("mapping values are not allowed") and not tab:
            advice = "a `: ` inside of a text begins a mapping: put the text into quotes"
        problems.error("Q102", f"the YAML is broken: {error.problem}", place, help=advice)
        return None
    except yaml.YAMLError as error:
        problems.error("Q102", f"the YAML is broken: {error}", start)
        return None
    if not isinstance(root, yaml.MappingNode):
        problems.error("Q104", "a spec is a mapping with `meta` and `seq`", start)
        return None
    try:
        node = _Converter(source, problems).convert(root, ())
    except RecursionError:
        problems.error("Q102", "an alias of the YAML stands in what it stands for", start)
        return None
    except _TooMany:
        problems.error("Q102", f"the YAML has more than {MAX_NODES} nodes", start)
        return None
    return node if isinstance(node, Mapping) else None


def _too_deep(source: Source) -> Span | None:
    """Where a list or a mapping begins that is nested too deep."""
    depth = 0
    for event in yaml.parse(source.text, Loader=Loader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > MAX_DEPTH and event.start_mark is not None:
                return Span(source, event.start_mark.line + 1, event.start_mark.column + 1, 1)
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
    return None


class _TooMany(Exception):  # never leaves this file
    """More nodes than `MAX_NODES`."""


class _Converter:
    """libyaml's nodes to ours."""

    def __init__(self, source: Source, problems: Problems) -> None:
        self._source = source
        self._problems = problems
        self._count = 0

    def convert(self, node: yaml.Node, path: YamlPath) -> Node:
        self._count_one()
        span = self._span(node, path)
        if isinstance(node, yaml.MappingNode):
            return Mapping(self._items(node, path), span)
        if isinstance(node, yaml.SequenceNode):
            return Sequence(
                tuple(self.convert(item, (*path, i)) for i, item in enumerate(node.value)), span
            )
        assert isinstance(node, yaml.ScalarNode)
        return self._scalar(node, span)

    def _count_one(self) -> None:
        self._count += 1
        if self._count > MAX_NODES:
            raise _TooMany

    def _items(self, node: yaml.MappingNode, path: YamlPath) -> tuple[tuple[Scalar, Node], ...]:
        items: dict[str, tuple[Scalar, Node]] = {}
        merged: dict[str, tuple[Scalar, Node]] = {}
        for key_node, value_node in node.value:
            if key_node.tag == "tag:yaml.org,2002:merge":
                merged = self._merged(value_node, path) | merged
                continue
            if not isinstance(key_node, yaml.ScalarNode):
                self._problems.error("Q104", "a key is a plain word", self._span(key_node, path))
                continue
            key = self._scalar(key_node, self._span(key_node, (*path, key_node.value)))
            if key.text in items:
                first = items[key.text][0].span
                self._problems.error(
                    "Q103",
                    f"key `{key.text}` stands twice",
                    key.span,
                    help=f"the first is at {first}",
                )
                continue
            items[key.text] = (key, self.convert(value_node, key.span.path))
        return tuple((merged | items).values())

    def _merged(self, node: yaml.Node, path: YamlPath) -> dict[str, tuple[Scalar, Node]]:
        """The items of a mapping, or of several, that `<<` brings in; the first ones win."""
        found: dict[str, tuple[Scalar, Node]] = {}
        for part in node.value if isinstance(node, yaml.SequenceNode) else [node]:
            self._count_one()
            if not isinstance(part, yaml.MappingNode):
                self._problems.error("Q104", "`<<` takes mappings", self._span(part, path))
                continue
            found = {key.text: (key, value) for key, value in self._items(part, path)} | found
        return found

    def _scalar(self, node: yaml.ScalarNode, span: Span) -> Scalar:
        kind: ScalarKind = "str"
        if node.style not in ("'", '"', "|", ">"):
            matches = (known for known, pattern in _KINDS if pattern.fullmatch(node.value))
            kind = next(matches, kind)
        line = self._source.line(span.line)
        exact = line[span.column - 1 : span.column - 1 + len(node.value)] == node.value
        return Scalar(node.value, kind, span, exact)

    def _span(self, node: yaml.Node, path: YamlPath) -> Span:
        start, end = node.start_mark, node.end_mark
        quoted = isinstance(node, yaml.ScalarNode) and node.style in ("'", '"')
        column = start.column + 1 + quoted
        if isinstance(node, yaml.ScalarNode) and start.line == end.line:
            length = end.column - start.column - 2 * quoted
        else:
            length = 1
        return Span(self._source, start.line + 1, column, max(length, 1), path)
