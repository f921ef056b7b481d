"""The language as a JSON Schema, for editors that complete and check specs as they are written.

`keys.py` says which keys stand where, what they mean, and the shapes of their values; here is what
holds between them. The schema holds what the parser holds; what names mean, and the types of
expressions, are more than a schema can tell.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import fields
from typing import Any

from quire.generator.syntax import keys
from quire.generator.syntax.keys import Key, Place
from quire.generator.syntax.shapes import (
    ANYTHING,
    EXPRESSION,
    EXPRESSIONS,
    INTEGERS,
    KIND,
    LABEL,
    Shape,
    offered,
    or_mapping,
    ref,
    text,
)
from quire.kernels.engine.registry import CODECS, codecs

# Every release of yaml-language-server knows draft-07; 2020-12 only those since 1.20, and nothing
# here needs it.
DIALECT = "http://json-schema.org/draft-07/schema#"

_OTHER_TOOLS = f"^-(?!({'|'.join(sorted(key[1:] for key in keys.EXTENSIONS))})$)"
"""Keys that are ignored. Those of quire's own are not, where they mean nothing."""


def _mapping(place: Place, **more: Any) -> Shape:
    """A mapping with the keys of a place, and any of other tools."""
    return {
        "type": "object",
        "properties": {name: _told(key) for name, key in place.items()},
        "patternProperties": {_OTHER_TOOLS: ANYTHING},
        "additionalProperties": False,
        **more,
    }


def _told(key: Key) -> Shape:
    """The shape of a key, with what it means as plain text."""
    means = re.sub(r"\[([^]]+)\]\(#[^)]*\)", r"\1", key.means)
    shape = _chosen(key.shape) if key.chosen else key.shape
    # Draft-07 ignores whatever stands beside a `$ref`.
    shape = {"allOf": [shape]} if "$ref" in shape else shape
    return {"description": f"{means[0].upper()}{means[1:]}.", **shape}


def _chosen(value: Shape) -> Shape:
    """A value, or a choice of such values."""
    cases = {"type": "object", "additionalProperties": value}
    switch = keys.SWITCH | {"cases": keys.SWITCH["cases"]._replace(shape=cases)}
    return or_mapping(value, _mapping(switch, required=list(switch)))


# The arguments of codecs that are not there yet are not known either.
STAGE: Shape = {
    "type": ["string", "object"],
    **offered(*CODECS),
    "minProperties": 1,
    "maxProperties": 1,
    "properties": {
        codec.name: {
            "description": codec.rule,
            "type": "object",
            "properties": {field.name: EXPRESSIONS for field in fields(codec)},
            "additionalProperties": False,
        }
        for codec in codecs()
    },
    "additionalProperties": {"type": "object", "additionalProperties": EXPRESSIONS},
}

# -- fields --------------------------------------------------------------------------------


def _refused(*names: str) -> Shape:
    return {"properties": dict.fromkeys(sorted(names), False)}


def _legal(*places: Place) -> Shape:
    """What a field of some kind may have, or one of several, but no other."""
    return _refused(*keys.FIELD.keys() - set().union(*places))


def _any(*names: str) -> Shape:
    """One of some keys is there, or several."""
    return {"anyOf": [{"required": [name]} for name in names]}


def _with(key: str, shape: Shape) -> Shape:
    """A key is there, and its value has a shape."""
    return {"required": [key], "properties": {key: shape}}


_SIZED = _any("size", "size-eos")
_ENDED = _any("size", "size-eos", "terminator", "contents")
_COUNTED: Shape = {"enum": ["expr", "until"]}

NEEDS: Shape = {
    "size": {"properties": {"size-eos": {"const": False}}},
    "contents": {"properties": {"valid": {"const": False}}},
    "process": _ENDED,
    "repeat-expr": _with("repeat", _COUNTED),
    "repeat-until": _with("repeat", _COUNTED),
    "-array": _refused("process"),
    "-codec": _refused("process"),
    "-document": {"allOf": [_SIZED, _with("type", {"const": "str"}), _refused("repeat")]},
    "-fill": {"allOf": [_SIZED, {"properties": {"type": {"const": "str"}}}]},
    "-size": _SIZED,
    "-encoding": {
        "required": ["encoding", "type", "size"],
        "properties": {"type": {"const": "str"}, "size": {"type": "integer"}},
    },
    "-repeat-expr": ["repeat"],
    "-if": ["if"],
    "-value": ["value"],
}
"""What a key of a field needs beside it, and what it excludes."""

_OTHER_TYPE: Shape = {"type": "string", "not": text(rf"\s*({INTEGERS}|strz?)\s*")}

RULES: tuple[tuple[Shape, Shape], ...] = (
    (_with("type", text(r"\s*strz?\s*")), _legal(keys.TEXT)),
    (_with("type", text(rf"\s*({INTEGERS})\s*")), _legal(keys.INTEGER)),
    (_with("type", {"type": "object"}), _legal(keys.BYTES, keys.TEXT)),
    ({"properties": {"type": _OTHER_TYPE}}, _legal(keys.BYTES)),
    ({"not": {"required": ["type"]}}, _ENDED),
    (_with("type", text(r"\s*str\s*")), _ENDED),
    (_with("repeat", {"const": "expr"}), _any("repeat-expr", "-repeat-expr")),
    (_with("repeat", {"const": "until"}), {"required": ["repeat-until"]}),
)
"""What follows for a field that is stored, from its type and its repetition."""

# -- the whole -----------------------------------------------------------------------------


def _without(place: Place, names: Collection[str]) -> Place:
    return {name: key for name, key in place.items() if name not in names}


_ENTRY = keys.FIELD | _without(keys.EXTENSIONS, ["-value", "-valid"])
# `id` in vain: the name of an instance is its key.
_INSTANCE = keys.FIELD | keys.INSTANCE
_OF_INSTANCES = _without(keys.EXTENSIONS, keys.OF_SEQ)
_BY_VALUE: Shape = {
    "if": _any("value", "-value"),
    "then": _refused(*_INSTANCE.keys() - keys.VALUE_INSTANCE, *keys.OF_STORED),
    "else": {"allOf": [ref("stored"), _refused("-valid")]},
}
_ONE_RULE: Shape = {
    "eq": _refused("min", "max", "any-of", "in-enum", "expr"),
    **dict.fromkeys(["min", "max"], _refused("any-of", "in-enum", "expr")),
    "any-of": _refused("in-enum", "expr"),
    "in-enum": _refused("expr"),
}
_ONE_KIND: Shape = {
    "allOf": [_any("type", "fields", "items")],
    "dependencies": {"type": _refused("fields", "items"), "fields": _refused("items")},
}


def json_schema() -> Shape:
    """The schema of a spec file."""
    meta = {"allOf": [ref("meta")], "required": ["id"]}
    top = keys.TYPE | {"meta": keys.TYPE["meta"]._replace(shape=meta)}
    valid = _mapping(keys.VALID, minProperties=1, dependencies=_ONE_RULE)
    covered = or_mapping(EXPRESSION, _mapping(keys.STRETCH))
    return {
        "$schema": DIALECT,
        "description": "A spec of a binary format, in the language of Kaitai Struct and quire.",
        **_mapping(top, required=["meta"]),
        "definitions": {
            "type": _mapping(keys.TYPE),
            "meta": _mapping(keys.META),
            "param": _mapping(keys.PARAM),
            "entry": _mapping(_ENTRY, dependencies=NEEDS, allOf=[ref("stored")]),
            "instance": _mapping(_INSTANCE | _OF_INSTANCES, dependencies=NEEDS, **_BY_VALUE),
            "stored": {"allOf": [{"if": given, "then": follows} for given, follows in RULES]},
            "valid": or_mapping(EXPRESSION, valid),
            "label": or_mapping(LABEL, _mapping(keys.ENUM_LABEL, required=["id"])),
            "array": _mapping(keys.ARRAY),
            "stage": STAGE,
            "over": {
                **covered,
                "type": [*covered["type"], "array"],
                "items": ref("covered"),
            },
            "covered": covered,
            "checksum": _mapping(keys.CHECKSUM, required=["over"]),
            "document": _mapping(keys.DOCUMENT, required=["format"]),
            "sync": _mapping(keys.SYNC),
            "schema": or_mapping(KIND, _mapping(keys.SCHEMA, **_ONE_KIND)),
        },
    }
