"""The shapes of values in a spec, as parts of a JSON Schema; their names are ours."""

from __future__ import annotations

from typing import Any

from quire.generator.syntax.primitives import FLOATING, OTHER_DTYPES
from quire.runtime.values.scalars import SCALARS

Shape = dict[str, Any]
"""A schema, or a part of one."""


# -- how shapes are made -------------------------------------------------------------------


def word(*words: str) -> Shape:
    """One of some words."""
    return {"type": "string", "enum": list(words)}


def text(pattern: str) -> Shape:
    """A text of some pattern."""
    return {"type": "string", "pattern": f"^({pattern})$"}


def offered(*words: str) -> Shape:
    """Words that an editor offers; others are as good."""
    return {"anyOf": [{"enum": list(words)}, ANYTHING]}


def list_of(item: Shape) -> Shape:
    """A list of something."""
    return {"type": "array", "items": item}


def or_list(item: Shape) -> Shape:
    """Something, or a list of it."""
    return {"type": [*_types(item), "array"], "items": item}


def or_mapping(value: Shape, mapping: Shape) -> Shape:
    """A single shape: of a choice between two, editors say only that neither fits."""
    words = {"anyOf": [{"enum": value["enum"]}, {"type": "object"}]} if "enum" in value else {}
    plain = {key: part for key, part in value.items() if key != "enum"}
    return {**plain, **words, **mapping, "type": [*_types(value), "object"]}


def _types(shape: Shape) -> list[str]:
    types: str | list[str] = shape["type"]
    return [types] if isinstance(types, str) else types


def named(name: str, value: Shape, ignored: str = "^-") -> Shape:
    """A mapping whose keys are up to the spec."""
    patterns = {f"^({name})$": value, ignored: ANYTHING}
    return {"type": "object", "patternProperties": patterns, "additionalProperties": False}


def ref(name: str) -> Shape:
    """A shape that the whole schema defines."""
    return {"$ref": f"#/definitions/{name}"}


# -- values --------------------------------------------------------------------------------

ANYTHING: Shape = {}
BOOLEAN: Shape = {"type": "boolean"}
BYTE: Shape = {"type": "integer", "minimum": 0, "maximum": 255}
BASE: Shape = {"type": "integer", "minimum": 2, "maximum": 16}
STRING: Shape = {"type": "string"}
TEXT: Shape = {"type": ["string", "number"]}
SCALAR: Shape = {"type": ["string", "number", "boolean"]}
TRUE: Shape = {"const": True}
EXPRESSION = SCALAR
EXPRESSIONS = or_list(EXPRESSION)

# -- names and types -----------------------------------------------------------------------

ID = "[a-z][a-z0-9_]*"
NAME_IN_DOCUMENT = "[A-Za-z][A-Za-z0-9_]*"
_LABELLED = "-?[0-9][0-9_]*|0x[0-9a-fA-F_]+|0o[0-7_]+|0b[01_]+"
_ARGUMENTS = r"\s*(\([\s\S]*\))?\s*"
_TYPE = rf"\s*[A-Za-z_]\w*(\s*::\s*\w+)*{_ARGUMENTS}"

_PLAIN = tuple(dict.fromkeys(name.removesuffix("le").removesuffix("be") for name in SCALARS))
_NUMBERS = tuple(dict.fromkeys((*_PLAIN, *SCALARS)))
_DTYPES = tuple(dict.fromkeys((*_PLAIN, *FLOATING)))
INTEGERS = "|".join(name for name in _NUMBERS if name[0] in "us") + "|b[0-9]+(le|be)?"

NAME = text(ID)
LABEL = NAME | {"type": ["string", "boolean"]}  # `true` is a label too
TYPE_NAME = text(_TYPE) | offered(*_NUMBERS, "b1", "str", "strz")
PURE_TYPE = text(rf"{_TYPE}(\[\]\s*)*") | offered(*_PLAIN, "b1", "bool", "str", "bytes", "struct")
ROUTINE = text(rf"\s*{ID}(\.{ID})*{_ARGUMENTS}") | offered("zlib", "xor(0xff)", "rol(4)")
ORDER = word("le", "be")
DTYPE = word(*(name + order for name in _DTYPES for order in ("", "le", "be")), *OTHER_DTYPES)
ENCODING = TEXT | offered("ASCII", "UTF-8", "UTF-16LE", "UTF-16BE", "ISO-8859-1")
VERSION = TEXT | {"pattern": r"^\d+(\.\d+){1,2}$"}
KIND = word("int", "float", "bool", "str", "any")
LABELS = named(_LABELLED, ref("label"), ignored="^-(?![0-9]+$)")
SCHEMAS = named(NAME_IN_DOCUMENT, ref("schema"))
CONTENTS: Shape = {
    "type": ["string", "array"],
    "items": {"type": ["string", "integer"], "minimum": -128, "maximum": 255},
}
