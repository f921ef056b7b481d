"""Types of other specs that end or begin within a byte, where bits go on."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.diagnostics import Problems
from quire.generator.resolve.scopes import Names
from quire.generator.syntax import tree as syntax
from quire.generator.syntax.primitives import bit_type
from quire.generator.types import model as m


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


def refuse_split_bytes(names: Names, typed: m.TypedType, problems: Problems) -> None:
    """Report types of other specs that begin with bits where a byte has begun.

    Their modules are read by position and cannot know who imports them.
    """
    left: int | None = 0  # of the last byte; None if only a file tells
    for field in typed.seq:
        kinds = _storages(field.storage)
        width = max((kind.width for kind in kinds if isinstance(kind, m.Bits)), default=0)
        if width and (field.condition or field.syntax.repeat or len(kinds) > 1):
            left = None
        elif width:
            left = None if left is None else (left - width) % 8
        elif not any(isinstance(kind, m.User) for kind in kinds) or _has_window(field.syntax):
            left = 0
        else:
            if left and any(_goes_on(names, kind) for kind in kinds):
                message = "a type of another spec that begins with bits, within a byte,"
                span = field.syntax.given.get("type", field.syntax.span)
                problems.error("Q901", f"{message} is understood, but not compiled yet", span)
            ends = (isinstance(kind, m.User) and kind.foreign and not kind.ragged for kind in kinds)
            left = 0 if left == 0 and all(ends) else None


def _storages(storage: m.Storage | None) -> tuple[m.Storage | None, ...]:
    return tuple(kind for _, kind in storage.cases) if isinstance(storage, m.Choice) else (storage,)


def _has_window(field: syntax.Field) -> bool:
    """Whether a record stands in a stream of its own."""
    ends = field.size is not None or field.terminator is not None or field.process is not None
    return ends or field.size_eos


def _goes_on(names: Names, kind: m.Storage | None) -> bool:
    """Whether something is a type of another spec that begins with bits."""
    if not isinstance(kind, m.User) or not kind.foreign or kind.opaque:
        return False
    for field in names.types[kind.path].syntax.seq:
        if any(map(_width, _types(field))):
            return True
        if field.condition is None:
            return False
    return False
