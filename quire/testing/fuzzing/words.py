"""The bytes that files of a spec often have in them: a dictionary for fuzzers."""

from __future__ import annotations

from collections.abc import Iterator

from quire.runtime import structure as s
from quire.runtime.record import Record
from quire.runtime.structure.lookup import type_and_spec
from quire.testing.generating import maker_of

_USUAL = [b"\0", b"\xff", b"\x7f", b"\x80", b"\xff" * 4, b"\0" * 4, b"\xff" * 8, b"\1\0\0\0"]


def words_of(kind: type[Record]) -> list[bytes]:
    """Magics, terminators, members of enums, and what the spec compares with."""
    _, spec = type_and_spec(kind)
    mined = maker_of(kind).mined.constants
    found = {*_USUAL, *_of_spec(spec)}
    for values in mined.values():
        for value in values:
            found.update(_stored(value))
    return sorted(found)


def _of_spec(spec: s.Spec) -> Iterator[bytes]:
    for type_ in spec.types:
        for field in (*type_.fields, *type_.instances):
            if field.contents:
                yield field.contents
    for enum in spec.enums:
        for member in enum.members:
            yield from _stored(member.value)
    for document in spec.documents:
        for key in document.keys:
            yield f'"{key.name}": '.encode()


def _stored(value: object) -> Iterator[bytes]:
    if isinstance(value, bytes):
        yield value
    elif isinstance(value, str):
        yield value.encode()
    elif isinstance(value, int) and 0 <= value < 1 << 64:
        size = next(size for size in (1, 2, 4, 8) if value < 1 << 8 * size)
        yield value.to_bytes(size, "little")
        yield value.to_bytes(size, "big")
