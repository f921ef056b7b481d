"""Stage 4: members and methods of values that are no records."""

from __future__ import annotations

from quire.generator.types.model import BOOL, BYTES, INT, STR, ListType, Type
from quire.generator.types.relations import kind_of

MEMBERS: dict[tuple[str, str], tuple[str, Type]] = {
    ("int", "to_s"): ("to_s", STR),
    ("float", "to_i"): ("to_i", INT),
    ("bool", "to_i"): ("to_i", INT),
    ("enum", "to_i"): ("to_i", INT),
    ("str", "length"): ("length", INT),
    ("str", "reverse"): ("reverse", STR),
    ("str", "to_i"): ("to_i", INT),
    ("bytes", "length"): ("length", INT),
    ("bytes", "size"): ("length", INT),
    ("bytes", "first"): ("first", INT),
    ("bytes", "last"): ("last", INT),
    ("bytes", "min"): ("min", INT),
    ("bytes", "max"): ("max", INT),
    ("stream", "size"): ("stream_size", INT),
    ("stream", "pos"): ("stream_pos", INT),
    ("stream", "eof"): ("stream_eof", BOOL),
    ("list", "size"): ("length", INT),
}
"""Members of values that are no records: (kind, name) to (operator, type)."""

ELEMENTS = {"first": "first", "last": "last", "min": "min", "max": "max"}
OWN = ("sum", "product", "joined", "reverse", "sort", "distinct")
"""Of lists, in keys that begin with `-`."""

NUMERIC = ("sum", "product", "sort")
"""Of lists of numbers, in keys that begin with `-`."""

METHODS: dict[tuple[str, str], tuple[str, tuple[Type, ...], Type]] = {
    ("str", "substring"): ("substring", (INT, INT), STR),
    ("str", "to_i"): ("to_i_base", (INT,), INT),
    ("str", "to_b"): ("to_b", (STR,), BYTES),
    ("bytes", "to_s"): ("decode", (STR,), STR),
    ("bytes", "index_of"): ("index_of", (INT,), INT),
    ("stream", "last_index_of"): ("last_index", (BYTES,), INT),
    ("stream", "has_at"): ("has_at", (INT, BYTES), BOOL),
}
"""Methods with arguments: (kind, name) to (operator, arguments, type)."""


def members_of(type_: Type, *, extension: bool) -> dict[str, str]:
    """What a value that is no record has: names, each with what it gives in a word or two.

    Args:
        type_: The type of the value.
        extension: Whether it stands in a key of quire's own.
    """
    kind = kind_of(type_)
    found = {name: str(given) for (of, name), (_, given) in MEMBERS.items() if of == kind}
    found |= {
        f"{name}({', '.join(map(str, wanted))})": str(given)
        for (of, name), (_, wanted, given) in METHODS.items()
        if of == kind and (extension or kind != "stream")
    }
    if isinstance(type_, ListType):
        found |= dict.fromkeys(ELEMENTS, str(type_.of))
        if extension:
            found |= dict.fromkeys(OWN, "") | {"map(_)": "a list", "where(_)": str(type_)}
    return found
