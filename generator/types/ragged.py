"""Whether types of other specs may end within a byte, where the next field of bits goes on."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.resolve.scopes import Names
from quire.generator.syntax import tree as syntax
from quire.generator.syntax.primitives import bit_type


def is_ragged(names: Names, own: str) -> bool:
    """Whether some type of the specs that one imports may end within a byte."""
    others = [found for path, found in names.types.items() if path[0] != own]
    if any(other.path[0] in names.opaque for other in others):
        return True  # nobody here knows how a type of somebody else's ends
    return any(bits % 8 for other in others for bits in _runs(other.syntax.seq))


def _runs(seq: tuple[syntax.Field, ...]) -> Iterator[int]:
    """How many bits stand together; one more where a field may be there or not."""
    bits = 0
    for field in seq:
        width = max(map(_width, _types(field)), default=0)
        if not width:
            yield bits
            bits = 0
        elif field.condition or field.repeat or isinstance(field.type, syntax.Switch):
            yield 1
        else:
            bits += width
    yield bits


def _types(field: syntax.Field) -> Iterator[syntax.TypeRef]:
    if isinstance(field.type, syntax.Switch):
        yield from (each for _, each in field.type.cases if isinstance(each, syntax.TypeRef))
    elif field.type is not None:
        yield field.type


def _width(ref: syntax.TypeRef) -> int:
    found = bit_type(ref.text)
    return 0 if found is None else found.width
