"""The legal keys, place by place: the words of the language in one table."""

from __future__ import annotations

META = frozenset(
    "id title application file-extension xref license tags ks-version ks-debug ks-opaque-types "
    "ks-zero-copy-substream imports encoding endian bit-endian".split()
)
TYPE = frozenset("meta doc doc-ref to-string params seq types instances enums".split())
FIELD = frozenset(
    "id doc doc-ref type if terminator consume include eos-error valid repeat repeat-expr repeat-until "
    "contents size size-eos pad-right parent process encoding enum".split()
)
INSTANCE = FIELD - {"id"} | {"pos", "io", "value"}
VALUE_INSTANCE = frozenset("value enum if doc doc-ref".split())
PARAM = frozenset("id type enum doc doc-ref".split())
SWITCH = frozenset(("switch-on", "cases"))
VALID = frozenset("eq min max any-of expr in-enum".split())
ENUM_LABEL = frozenset("id doc doc-ref".split())

TWINS = frozenset("-type -size -repeat-expr -if -value".split())
"""Plain keys in a form for quire alone, which then goes before the plain one."""

EXTENSIONS = TWINS | frozenset("-array -codec -document -checksum -fill -default -derive -limit".split())
"""quire's own keys of a field; every other key that begins with `-` is ignored, as in Kaitai."""

ARRAY = frozenset("dtype shape order".split())
DOCUMENT = frozenset("format compact sort-keys fields".split())
SCHEMA = frozenset("type id fields items if optional default valid doc".split())
CHECKSUM = frozenset("algorithm over if".split())

SCHEMA_TYPES = ("int", "float", "bool", "str", "any")
DOCUMENT_FORMATS = ("json",)
CHECKSUMS = ("crc32",)

NOT_COMPILED = {
    "to-string": "type",
    "ks-debug": "meta",
    "ks-opaque-types": "meta",
    "process": "field",
    "parent": "field",
    "io": "field",
    "-type": "field",
}
"""Words that are understood but that no later stage has code for yet, and where they stand."""
