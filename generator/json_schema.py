"""The language as a JSON Schema, for editors that complete and check specs as they are written.

`keys.py` says which keys stand where; here is a sentence about each, and the shape of its value.
The schema holds what the parser holds; what names mean, and the types of expressions, are more
than a schema can tell.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from quire.generator import keys
from quire.generator.array_types import FLOATING
from quire.generator.parse_meta import ORDERS
from quire.kernels.contract import Codec
from quire.kernels.registry import CODECS
from quire.runtime.scalars import SCALARS

# Every release of yaml-language-server knows draft-07; 2020-12 only those since 1.20, and nothing
# here needs it.
DIALECT = "http://json-schema.org/draft-07/schema#"

Shape = dict[str, Any]
"""A schema, or a part of one."""

Words = dict[str, tuple[str, Shape]]
"""The keys of a place: what each means, and the shape of its value."""

# -- shapes --------------------------------------------------------------------------------
#
# Where a value is a word or a mapping, one shape is for both (`pattern` is about texts alone,
# `properties` about mappings), instead of a choice of two: of the one an editor tells what is
# wrong, of the other that nothing matches.

_SCALAR = ["string", "number", "boolean"]
_ID = "^[a-z][a-z0-9_]*$"
_NAME_IN_DOCUMENT = "^[A-Za-z][A-Za-z0-9_]*$"
_INTEGER = "^(-?[0-9][0-9_]*|0x[0-9a-fA-F_]+|0o[0-7_]+|0b[01_]+)$"
_TYPE = r"\s*[A-Za-z_]\w*(\s*::\s*\w+)*\s*(\([\s\S]*\))?\s*"
_ROUTINE = r"\s*[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*\s*(\([\s\S]*\))?\s*"
_OTHER_TOOLS = f"^-(?!({'|'.join(sorted(key[1:] for key in keys.EXTENSIONS))})$)"
"""Keys that are ignored: not those of quire's own, which are wrong where they mean nothing."""

ANYTHING: Shape = {}
BOOLEAN: Shape = {"type": "boolean"}
BYTE: Shape = {"type": "integer", "minimum": 0, "maximum": 255}
TEXT: Shape = {"type": _SCALAR}
EXPRESSION: Shape = {"type": _SCALAR}


def _word(*words: str) -> Shape:
    return {"type": "string", "enum": list(words)}


def _text(pattern: str, *examples: str) -> Shape:
    return {"type": "string", "pattern": f"^{pattern}$", "examples": list(examples)}


def _list(item: Shape) -> Shape:
    return {"type": "array", "items": item}


def _one_or_list(item: Shape) -> Shape:
    return item | {"type": [*item["type"], "array"], "items": item}


def _named(name: str, value: Shape, ignored: str = "^-") -> Shape:
    """A mapping whose keys are up to the spec."""
    patterns = {name: value, ignored: ANYTHING}
    return {"type": "object", "patternProperties": patterns, "additionalProperties": False}


def _mapping(legal: frozenset[str], words: Words, **more: Any) -> Shape:
    """A mapping with the legal keys of a place, and any of other tools."""
    assert legal <= words.keys(), sorted(legal - words.keys())
    return {
        "type": "object",
        "properties": {key: _told(*word) for key, word in words.items() if key in legal},
        "patternProperties": {_OTHER_TOOLS: ANYTHING},
        "additionalProperties": False,
        **more,
    }


def _told(sentence: str, shape: Shape) -> Shape:
    # Draft-07 ignores whatever stands beside a `$ref`.
    return {"description": sentence} | ({"allOf": [shape]} if "$ref" in shape else shape)


def _ref(name: str) -> Shape:
    return {"$ref": f"#/definitions/{name}"}


def _chosen(value: Shape) -> Shape:
    """A value, or a choice of such values."""
    cases = {"type": "object", "additionalProperties": value}
    words: Words = {
        "switch-on": ("What decides.", EXPRESSION),
        "cases": ("What it is for each value; `_` stands for all others.", cases),
    }
    choice = _mapping(keys.SWITCH, words, required=sorted(keys.SWITCH))
    return value | choice | {"type": [value["type"], "object"]}


# -- words ---------------------------------------------------------------------------------

_UNORDERED = tuple(dict.fromkeys(name.removesuffix("le").removesuffix("be") for name in SCALARS))
_NUMBERS = tuple(dict.fromkeys((*_UNORDERED, *SCALARS)))
_DTYPES = tuple(dict.fromkeys((*_UNORDERED, *FLOATING)))
_INTEGER_TYPE = rf"^\s*({'|'.join(n for n in _NUMBERS if n[0] in 'us')}|b[0-9]+(le|be)?)\s*$"
_TEXT_TYPE = r"^\s*strz?\s*$"

NAME = _text(_ID[1:-1])
TYPE_NAME = _text(_TYPE, *_NUMBERS, "b1", "str", "strz")
PURE_TYPE = _text(rf"{_TYPE}(\[\]\s*)*", *_UNORDERED, "b1", "bool", "str", "bytes", "struct", "io")
ROUTINE = _text(_ROUTINE, "zlib", "xor(0xff)", "rol(4)", "ror(4)")
VERSION = _text(r"\d+(\.\d+){1,2}", "0.11") | {"type": ["string", "number"]}
ORDER = _text("|".join(ORDERS), *ORDERS)
