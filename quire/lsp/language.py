"""The keys and the words that may stand at a place of a spec, as the tables of keys have them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from quire.generator.source import YamlPath
from quire.generator.syntax.json_schema import json_schema
from quire.generator.syntax.shapes import Shape


@cache
def _language() -> Shape:
    return json_schema()


def shape_at(path: YamlPath) -> Shape | None:
    """The shape of what stands at a path; None where the language has nothing."""
    shape: Shape | None = _language()
    for step in path:
        shape = _inside(shape, step) if shape is not None else None
    return shape


def keys_at(path: YamlPath) -> dict[str, str]:
    """The keys of the mapping at a path, each with what it means."""
    found: dict[str, str] = {}
    for part in _parts(shape_at(path)):
        for name, shape in part.get("properties", {}).items():
            if isinstance(shape, dict):
                found.setdefault(name, shape.get("description", ""))
    return found


def meaning(path: YamlPath) -> str:
    """What the key at the end of a path means, or ""."""
    return keys_at(path[:-1]).get(str(path[-1]), "") if path else ""


def words_at(path: YamlPath) -> list[str]:
    """The words that may stand at a path."""
    found: list[str] = []
    for part in _parts(shape_at(path)):
        for option in (part, *part.get("anyOf", ())):
            found += [str(word) for word in option.get("enum", ())]
        if part.get("type") == "boolean" or part.get("const") is True:
            found += ["true"] if "const" in part else ["true", "false"]
    return list(dict.fromkeys(found))


def takes_lists(path: YamlPath) -> bool:
    """Whether a list may stand at a path, and nothing else."""
    return any(part.get("type") == "array" for part in _parts(shape_at(path)))


def takes_mappings(path: YamlPath) -> bool:
    """Whether a mapping may stand at a path, and nothing else."""
    return any(part.get("type") == "object" for part in _parts(shape_at(path)))


def _parts(shape: Shape | None) -> Iterator[Shape]:
    """A shape, and those that it is put together of."""
    if shape is None:
        return
    yield shape
    if "$ref" in shape:
        name = shape["$ref"].rpartition("/")[2]
        yield from _parts(_language()["definitions"][name])
    for each in shape.get("allOf", ()):
        yield from _parts(each)


def _inside(shape: Shape, step: str | int) -> Shape | None:
    for part in _parts(shape):
        found = part.get("items") if isinstance(step, int) else _value_of(part, step)
        if isinstance(found, dict) and (found or isinstance(step, int)):
            return found
    return None


def _value_of(part: Shape, key: str) -> Any:
    """What a mapping has under a key."""
    if key in part.get("properties", {}):
        return part["properties"][key]
    for pattern, shape in part.get("patternProperties", {}).items():
        if shape and re.search(pattern, key):
            return shape
    return part.get("additionalProperties")
