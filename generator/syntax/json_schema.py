"""The language as a JSON Schema, for editors that complete and check specs as they are written.

`keys.py` says which keys stand where; here is a sentence about each, and the shape of its value.
The schema holds what the parser holds; what names mean, and the types of expressions, are more
than a schema can tell.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from quire.generator.syntax import keys
from quire.generator.syntax.parse_meta import ORDERS
from quire.generator.syntax.primitives import FLOATING
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

ANYTHING: Shape = {}
BOOLEAN: Shape = {"type": "boolean"}
BYTE: Shape = {"type": "integer", "minimum": 0, "maximum": 255}
STRING: Shape = {"type": "string"}
TEXT: Shape = {"type": ["string", "number"]}
SCALAR: Shape = {"type": ["string", "number", "boolean"]}
EXPRESSION = SCALAR

_OTHER_TOOLS = f"^-(?!({'|'.join(sorted(key[1:] for key in keys.EXTENSIONS))})$)"
"""Keys that are ignored. Those of quire's own are not, where they mean nothing."""


def _word(*words: str) -> Shape:
    return {"type": "string", "enum": list(words)}


def _text(pattern: str) -> Shape:
    return {"type": "string", "pattern": f"^({pattern})$"}


def _offered(*words: str) -> Shape:
    """Words that an editor offers; others are as good."""
    return {"anyOf": [{"enum": list(words)}, ANYTHING]}


def _list(item: Shape) -> Shape:
    return {"type": "array", "items": item}


def _or_list(item: Shape) -> Shape:
    return {"type": [*_types(item), "array"], "items": item}


def _or_mapping(value: Shape, mapping: Shape) -> Shape:
    """A single shape: of a choice between two, editors say only that neither fits."""
    words = {"anyOf": [{"enum": value["enum"]}, {"type": "object"}]} if "enum" in value else {}
    plain = {key: part for key, part in value.items() if key != "enum"}
    return {**plain, **words, **mapping, "type": [*_types(value), "object"]}


def _types(shape: Shape) -> list[str]:
    types: str | list[str] = shape["type"]
    return [types] if isinstance(types, str) else types


def _named(name: str, value: Shape, ignored: str = "^-") -> Shape:
    """A mapping whose keys are up to the spec."""
    patterns = {f"^({name})$": value, ignored: ANYTHING}
    return {"type": "object", "patternProperties": patterns, "additionalProperties": False}


def _mapping(legal: frozenset[str], words: Words, **more: Any) -> Shape:
    """A mapping with the keys that are legal at a place, and any of other tools."""
    assert legal <= words.keys(), f"not described: {sorted(legal - words.keys())}"
    return {
        "type": "object",
        "properties": {key: _told(*word) for key, word in words.items() if key in legal},
        "patternProperties": {_OTHER_TOOLS: ANYTHING},
        "additionalProperties": False,
        **more,
    }


def _told(sentence: str, shape: Shape) -> Shape:
    # Draft-07 ignores whatever stands beside a `$ref`.
    return {"description": sentence, **({"allOf": [shape]} if "$ref" in shape else shape)}


def _ref(name: str) -> Shape:
    return {"$ref": f"#/definitions/{name}"}


def _chosen(value: Shape) -> Shape:
    """A value, or a choice of such values."""
    cases = {"type": "object", "additionalProperties": value}
    words: Words = {
        "switch-on": ("What decides.", EXPRESSION),
        "cases": ("What it is for each value; `_` stands for all others.", cases),
    }
    return _or_mapping(value, _mapping(keys.SWITCH, words, required=list(words)))


# -- names and types -----------------------------------------------------------------------

_ID = "[a-z][a-z0-9_]*"
_NAME_IN_DOCUMENT = "[A-Za-z][A-Za-z0-9_]*"
_LABELLED = "-?[0-9][0-9_]*|0x[0-9a-fA-F_]+|0o[0-7_]+|0b[01_]+"
_ARGUMENTS = r"\s*(\([\s\S]*\))?\s*"
_TYPE = rf"\s*[A-Za-z_]\w*(\s*::\s*\w+)*{_ARGUMENTS}"

_PLAIN = tuple(dict.fromkeys(name.removesuffix("le").removesuffix("be") for name in SCALARS))
_NUMBERS = tuple(dict.fromkeys((*_PLAIN, *SCALARS)))
_DTYPES = tuple(dict.fromkeys((*_PLAIN, *FLOATING)))
_INTEGERS = "|".join(name for name in _NUMBERS if name[0] in "us") + "|b[0-9]+(le|be)?"

EXPRESSIONS = _or_list(EXPRESSION)
NAME = _text(_ID)
LABEL = NAME | {"type": ["string", "boolean"]}  # `true` is a label too
TYPE_NAME = _text(_TYPE) | _offered(*_NUMBERS, "b1", "str", "strz")
PURE_TYPE = _text(rf"{_TYPE}(\[\]\s*)*") | _offered(*_PLAIN, "b1", "bool", "str", "bytes", "struct")
ROUTINE = _text(rf"\s*{_ID}(\.{_ID})*{_ARGUMENTS}") | _offered("zlib", "xor(0xff)", "rol(4)")
DTYPE = _word(*(name + order for name in _DTYPES for order in ("", *ORDERS)))
ENCODING = TEXT | _offered("ASCII", "UTF-8", "UTF-16LE", "UTF-16BE", "ISO-8859-1")
VERSION = TEXT | {"pattern": r"^\d+(\.\d+){1,2}$"}
KIND = _word(*keys.SCHEMA_TYPES)
LABELS = _named(_LABELLED, _ref("label"), ignored="^-(?![0-9]+$)")
CONTENTS: Shape = {
    "type": ["string", "array"],
    "items": {"type": ["string", "integer"], "minimum": -128, "maximum": 255},
}

# -- Kaitai's keys -------------------------------------------------------------------------

DOCS: Words = {
    "doc": ("What it is, in Markdown.", SCALAR),
    "doc-ref": ("Where more is said of it: a URL, a text, or a list of such.", _or_list(STRING)),
}

META: Words = {
    "id": ("The name of the spec, and of the module that is made from it.", NAME),
    "title": ("What the format is called.", ANYTHING),
    "application": ("The programs that use the format.", ANYTHING),
    "file-extension": ("The extensions of such files.", ANYTHING),
    "xref": ("What the format is called in other catalogues.", ANYTHING),
    "license": ("The licence of the spec, as SPDX writes it.", ANYTHING),
    "tags": ("What the format is for.", ANYTHING),
    "ks-version": ("The version of Kaitai Struct that the spec needs; in quotes.", VERSION),
    "ks-debug": ("Whether records tell where each field was, and are read when asked.", BOOLEAN),
    "ks-opaque-types": ("Whether types that no spec declares are classes of your own.", BOOLEAN),
    "ks-zero-copy-substream": ("Without effect in Python.", BOOLEAN),
    "imports": ("Specs whose types are used here: paths without `.ksy`.", _or_list(STRING)),
    "encoding": ("The encoding of texts that name none.", ENCODING),
    "endian": (
        "The byte order of numbers that name none, or what decides it.",
        _chosen(_word(*ORDERS)),
    ),
    "bit-endian": ("The order of bits of types that name none.", _word(*ORDERS)),
}

TYPE: Words = {
    "meta": ("What holds for the type, and for those inside it.", _ref("meta")),
    **DOCS,
    "params": ("What is handed to the type where it is used.", _list(_ref("param"))),
    "seq": ("The fields, in the order in which they are stored.", _list(_ref("entry"))),
    "instances": ("What is computed or read when asked for.", _named(_ID, _ref("instance"))),
    "types": ("Types by their names.", _named(_ID, _ref("type"))),
    "enums": ("Names for integers: enum by enum, value by value.", _named(_ID, LABELS)),
    "to-string": ("The text that `str()` gives.", EXPRESSION),
}

PARAM: Words = {
    "id": ("The name of the param.", NAME),
    "type": ("The type of the value, without byte order; bytes if left out.", PURE_TYPE),
    "enum": ("The enum that the integer is a value of.", STRING),
    **DOCS,
}

ENUM_LABEL: Words = {"id": ("The name of the value.", NAME), **DOCS}

VALID: Words = {
    "eq": ("What the value is.", EXPRESSION),
    "min": ("The least that the value may be.", EXPRESSION),
    "max": ("The most that the value may be.", EXPRESSION),
    "any-of": ("The values that are allowed.", EXPRESSIONS),
    "in-enum": ("The value has a name in its enum.", {"const": True}),
    "expr": ("What holds for the value, which is `_`.", EXPRESSION),
}

# -- quire's keys --------------------------------------------------------------------------

ARRAY: Words = {
    "dtype": ("The type of the elements.", _chosen(DTYPE)),
    "shape": ("The length of each axis, or one expression that is the list of them.", EXPRESSIONS),
    "order": ("Whether the last axis (`C`) or the first (`F`) varies fastest.", _word("C", "F")),
}

# The arguments of codecs that are not there yet are not known either.
STAGE: Shape = {
    "type": ["string", "object"],
    **_offered(*(codec.name for codec in CODECS)),
    "minProperties": 1,
    "maxProperties": 1,
    "properties": {
        codec.name: {
            "description": codec.rule,
            "type": "object",
            "properties": {field.name: EXPRESSIONS for field in fields(codec.parameters)},
            "additionalProperties": False,
        }
        for codec in CODECS
    },
    "additionalProperties": {"type": "object", "additionalProperties": EXPRESSIONS},
}

DOCUMENT: Words = {
    "format": ("The format of the text.", _word(*keys.DOCUMENT_FORMATS)),
    "compact": ("Whether a writer leaves out the blanks.", EXPRESSION),
    "sort-keys": ("Whether a writer sorts the keys.", EXPRESSION),
    "fields": ("The keys, each with its schema.", _named(_NAME_IN_DOCUMENT, _ref("schema"))),
}

SCHEMA: Words = {
    "type": ("The type of the value.", KIND),
    "fields": ("The keys of an object, each with its schema.", DOCUMENT["fields"][1]),
    "items": ("The schema of the elements of a list.", _ref("schema")),
    "keys": ("The value is an object with these keys; of their values, a list.", EXPRESSION),
    "id": ("The name of the class of an object.", _text(_NAME_IN_DOCUMENT)),
    "doc": ("What it is.", SCALAR),
    "if": ("The key is there exactly when this holds.", EXPRESSION),
    "optional": ("Whether the key may be missing, and the value is then None.", BOOLEAN),
    "default": ("The value of a missing key.", EXPRESSION),
    "valid": ("What the value must be.", _ref("valid")),
}

CHECKSUM: Words = {
    "algorithm": ("The algorithm of the digest.", _word(*keys.CHECKSUMS)),
    "over": ("The field that the digest is of.", _or_list(STRING)),
    "decoded": ("When this holds, the digest is of the decoded array.", EXPRESSION),
    "if": ("The digest is verified only when this holds.", EXPRESSION),
}

OWN: Words = {
    "-array": (
        "The value is an array of this dtype and shape; a repeat of records, with `{}`, a table.",
        _mapping(keys.ARRAY, ARRAY),
    ),
    "-codec": ("How the value is stored: stages, in the order of decoding.", _chosen(_list(STAGE))),
    "-document": (
        "The text is a document, and expressions reach into it.",
        _mapping(keys.DOCUMENT, DOCUMENT, required=["format"]),
    ),
    "-checksum": (
        "The value is the digest of a field: verified when read, computed when written.",
        _mapping(keys.CHECKSUM, CHECKSUM, required=["over"]),
    ),
    "-fill": ("It is padding: a writer fills it with this byte.", BYTE),
    "-default": ("What a writer puts in when nothing was given.", EXPRESSION),
    "-derive": ("What a writer puts in, always.", EXPRESSION),
    "-limit": ("The most bytes or elements that a reader accepts.", EXPRESSION),
    "-type": ("`type` for quire alone; not compiled yet.", _chosen(TYPE_NAME)),
    "-size": ("`size` for quire alone.", EXPRESSION),
    "-repeat-expr": ("`repeat-expr` for quire alone.", EXPRESSION),
    "-if": ("`if` for quire alone.", EXPRESSION),
    "-value": ("`value` for quire alone.", EXPRESSION),
}

# -- fields --------------------------------------------------------------------------------

FIELD: Words = {
    "id": ("The name of the field.", NAME),
    **DOCS,
    "value": ("What the instance is: computed, not read.", EXPRESSION),
    "pos": ("Where it begins, in bytes from the start of the stream.", EXPRESSION),
    "io": ("The stream that it is read from.", EXPRESSION),
    "type": ("A number, text, or a type of the spec; bytes if left out.", _chosen(TYPE_NAME)),
    "contents": ("The bytes that must stand here.", CONTENTS),
    "size": ("How many bytes it takes.", EXPRESSION),
    "size-eos": ("Whether it takes all up to the end of the stream.", BOOLEAN),
    "terminator": ("The byte that ends it.", BYTE),
    "include": ("Whether the terminator belongs to the value; false by default.", BOOLEAN),
    "consume": ("Whether the terminator is skipped; true by default.", BOOLEAN),
    "eos-error": ("Whether the terminator must be there; true by default.", BOOLEAN),
    "pad-right": ("The byte that fills what the value leaves of its size.", BYTE),
    "encoding": ("The encoding of the text.", ENCODING),
    "process": ("What is done to the bytes before they are looked at.", ROUTINE),
    "enum": ("The enum that the integer is a value of.", STRING),
    "parent": ("What `_parent` is in the type; `false` for nothing.", EXPRESSION),
    "if": ("It is there exactly when this holds.", EXPRESSION),
    "repeat": ("It is a list, and this is how it ends.", _word("eos", "expr", "until")),
    "repeat-expr": ("How many elements the list has.", EXPRESSION),
    "repeat-until": ("What holds for the last element, which is `_`.", EXPRESSION),
    "valid": ("What the value must be.", _ref("valid")),
    **OWN,
}


def _refused(*names: str) -> Shape:
    return {"properties": dict.fromkeys(sorted(names), False)}


def _legal(*besides: frozenset[str]) -> Shape:
    """What every field may have, and some keys besides, but no other."""
    return _refused(*keys.FIELD - keys.ATTRIBUTE.union(*besides))


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
    "-repeat-expr": ["repeat"],
    "-if": ["if"],
    "-value": ["value"],
}
"""What a key of a field needs beside it, and what it excludes."""

_OTHER_TYPE: Shape = {"type": "string", "not": _text(rf"\s*({_INTEGERS}|strz?)\s*")}

RULES: tuple[tuple[Shape, Shape], ...] = (
    (_with("type", _text(r"\s*strz?\s*")), _legal(keys.TEXT)),
    (_with("type", _text(rf"\s*({_INTEGERS})\s*")), _legal(frozenset(["enum"]))),
    (_with("type", {"type": "object"}), _legal(keys.STORED, keys.TEXT)),
    ({"properties": {"type": _OTHER_TYPE}}, _legal(keys.STORED)),
    ({"not": {"required": ["type"]}}, _ENDED),
    (_with("type", _text(r"\s*str\s*")), _ENDED),
    (_with("repeat", {"const": "expr"}), _any("repeat-expr", "-repeat-expr")),
    (_with("repeat", {"const": "until"}), {"required": ["repeat-until"]}),
)
"""What follows for a field that is stored, from its type and its repetition."""

# -- the whole -----------------------------------------------------------------------------

_ENTRY = keys.FIELD | keys.EXTENSIONS - {"-value"}
_INSTANCE = keys.INSTANCE | {"id"}  # in vain: its name is its key
_OF_INSTANCES = keys.EXTENSIONS - {"-document", "-checksum", "-derive"}
_BY_VALUE: Shape = {
    "if": _any("value", "-value"),
    "then": _refused(*_INSTANCE - keys.VALUE_INSTANCE),
    "else": _ref("stored"),
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
    meta = {"allOf": [_ref("meta")], "required": ["id"]}
    top = TYPE | {"meta": ("What the format is, and what holds for all of it.", meta)}
    return {
        "$schema": DIALECT,
        "description": "A spec of a binary format, in the language of Kaitai Struct and quire.",
        **_mapping(keys.TYPE, top, required=["meta"]),
        "definitions": {
            "type": _mapping(keys.TYPE, TYPE),
            "meta": _mapping(keys.META, META),
            "param": _mapping(keys.PARAM, PARAM),
            "entry": _mapping(_ENTRY, FIELD, dependencies=NEEDS, allOf=[_ref("stored")]),
            "instance": _mapping(_INSTANCE | _OF_INSTANCES, FIELD, dependencies=NEEDS, **_BY_VALUE),
            "stored": {"allOf": [{"if": given, "then": follows} for given, follows in RULES]},
            "valid": _or_mapping(
                EXPRESSION, _mapping(keys.VALID, VALID, minProperties=1, dependencies=_ONE_RULE)
            ),
            "label": _or_mapping(LABEL, _mapping(keys.ENUM_LABEL, ENUM_LABEL, required=["id"])),
            "schema": _or_mapping(KIND, _mapping(keys.SCHEMA, SCHEMA, **_ONE_KIND)),
        },
    }
