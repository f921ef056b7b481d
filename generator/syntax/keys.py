"""The legal keys, place by place: the words of the language in one table."""

from __future__ import annotations

META = frozenset(
    [
        "id",
        "title",
        "application",
        "file-extension",
        "xref",
        "license",
        "tags",
        "ks-version",
        "ks-debug",
        "ks-opaque-types",
        "ks-zero-copy-substream",
        "imports",
        "encoding",
        "endian",
        "bit-endian",
    ]
)
TYPE = frozenset(
    ["meta", "doc", "doc-ref", "to-string", "params", "seq", "types", "instances", "enums"]
)
ATTRIBUTE = frozenset(
    [
        "id",
        "doc",
        "doc-ref",
        "type",
        "if",
        "terminator",
        "consume",
        "include",
        "eos-error",
        "valid",
        "repeat",
        "repeat-expr",
        "repeat-until",
    ]
)
"""What every field may have, whatever its type."""
STORED = frozenset(["contents", "size", "size-eos", "pad-right", "parent", "process"])
"""What fields of bytes, of a type of the spec and of a chosen type may have besides."""
TEXT = frozenset(["size", "size-eos", "pad-right", "encoding"])
"""What text may have besides."""
FIELD = ATTRIBUTE | STORED | TEXT | {"enum"}
INSTANCE = FIELD | {"pos", "io", "value"}
VALUE_INSTANCE = frozenset(["value", "enum", "if", "doc", "doc-ref"])
PARAM = frozenset(["id", "type", "enum", "doc", "doc-ref"])
SWITCH = frozenset(("switch-on", "cases"))
VALID = frozenset(["eq", "min", "max", "any-of", "expr", "in-enum"])
ENUM_LABEL = frozenset(["id", "doc", "doc-ref"])

TWINS = frozenset(["-type", "-size", "-repeat-expr", "-if", "-value"])
"""Plain keys in a form for quire alone, which then goes before the plain one."""

EXTENSIONS = TWINS | frozenset(
    ["-array", "-codec", "-document", "-checksum", "-fill", "-default", "-derive", "-limit"]
)
"""quire's own keys of a field; every other key that begins with `-` is ignored, as in Kaitai."""

ARRAY = frozenset(["dtype", "shape", "order"])
DOCUMENT = frozenset(["format", "compact", "sort-keys", "fields"])
SCHEMA = frozenset(
    ["type", "id", "fields", "items", "keys", "if", "optional", "default", "valid", "doc"]
)
CHECKSUM = frozenset(["algorithm", "over", "decoded", "if"])

SCHEMA_TYPES = ("int", "float", "bool", "str", "any")
DOCUMENT_FORMATS = ("json",)
CHECKSUMS = ("crc32", "blake3")

NOT_COMPILED = {"-type": "field"}
"""Words that are understood but that no later stage has code for yet, and where they stand."""
