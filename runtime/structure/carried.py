"""Structural plans as generated modules carry them: JSON, a line for each field."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from quire.runtime.structure import edges, stored, tree
from quire.runtime.structure.expressions import Written
from quire.runtime.structure.node import Node

_WIDTH = 100
_TOLD = {
    kind.__name__: kind
    for kind in (
        *(
            stored.Number,
            stored.Bits,
            stored.Bytes,
            stored.Text,
            stored.Record,
            stored.Switch,
            tree.Stage,
            tree.Computed,
        ),
        *(edges.Length, edges.ElementLength, edges.Count, edges.Axis, edges.Position),
        *(edges.Tag, edges.Flag, edges.Digest),
    )
}
"""What stands where several things may: it says what it `is`."""

_PARTS: dict[str, type[Node]] = {
    "spec": tree.Spec,
    "types": tree.Type,
    "params": tree.Param,
    "fields": tree.Field,
    "instances": tree.Field,
    "enums": tree.Enum,
    "members": tree.Member,
    "documents": tree.Document,
    "keys": tree.Key,
    "endian": tree.Choice,
    "dtype": tree.Choice,
    "extent": stored.Extent,
    "process": stored.Process,
    "cases": stored.Case,
    "repeat": tree.Repeat,
    "valid": tree.Rule,
    "array": tree.Array,
    "codec": tree.Pipeline,
    "checksum": tree.Checksum,
    "parts": tree.Covered,
    "document": tree.Object,
}
"""What the others are, by the attributes that they are."""

_LISTED = frozenset(
    ("types", "params", "fields", "instances", "enums", "documents", "keys"),
)
"""The attributes whose parts begin a line."""

_PLAIN = frozenset([str, int, bool, type(None)])
"""What JSON has as it is."""

_json = json.JSONEncoder(separators=(",", ":")).encode


def carried(spec: tree.Spec, classes: Mapping[str, str]) -> str:
    """A plan as text in lines, none of which is long; without its line breaks it is JSON.

    Args:
        spec: The plan.
        classes: The paths of its types, by the qualified names of their classes.
    """
    text = f'{{"classes":{_json(dict(classes))},\n"spec":{_node_text(spec)}}}'
    return "\n".join(piece for line in text.split("\n") for piece in _cut(line))


def _node_text(node: Node) -> str:
    if _LISTED.isdisjoint(node._names):
        return _json(_data(node))
    facts = (f'"{name}":{_fact(name, fact)}' for name, fact in node.facts())
    return f"{{{','.join(facts)}}}"


def _fact(name: str, fact: Any) -> str:
    if name in _LISTED:
        parts = ",".join(f"\n{_node_text(part)}" for part in fact)
        return f"[{parts}]"
    return _json(_data(fact))


def _cut(line: str) -> list[str]:
    """A line in pieces, after commas and before spaces where there are some."""
    pieces, start = [], 0
    while len(line) - start > _WIDTH:
        end = start + _WIDTH
        at = max(line.rfind(",", start, end) + 1, line.rfind(" ", start + 1, end))
        at = at if at > start else end
        pieces.append(line[start:at])
        start = at
    return [*pieces, line[start:]]


def _data(value: Any) -> Any:
    """A part of a plan as JSON has it; what is as usual is left out."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Node):
        name = type(value).__name__
        facts = {name: _data(fact) for name, fact in value.facts()}
        return {"is": name, **facts} if name in _TOLD else facts
    if isinstance(value, tuple):
        return [_data(part) for part in value]
    if isinstance(value, bytes):
        return {"hex": value.hex()}
    return {"int": value.text} if isinstance(value, Written) else value


@lru_cache(maxsize=64)
def read_carried(text: str) -> tuple[dict[str, tree.Type], tree.Spec]:
    """The types of a plan by the qualified names of their classes, and the whole plan.

    Raises:
        ValueError: the text is none that this version of quire writes.
    """
    try:
        found = json.loads(text.replace("\n", ""))
        spec = _part("spec", found["spec"])
        paths = {type_.path: type_ for type_ in spec.types}
        types = {name: paths[path] for name, path in found["classes"].items()}
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        message = f"another version of quire made the plan that the module carries ({error!r})"
        raise ValueError(message) from error
    return types, spec


def _part(name: str, data: Any) -> Any:
    """What some JSON stands for that is the attribute of this name, or a part of it."""
    if isinstance(data, list):
        return tuple([_part(name, part) for part in data])
    if not isinstance(data, dict):
        return data
    if "hex" in data:
        return bytes.fromhex(data["hex"])
    if "int" in data:
        return Written(data["int"])
    kind = _TOLD[data.pop("is")] if "is" in data else _PARTS[name]
    return kind(**{name: _part(name, part) for name, part in data.items()})
