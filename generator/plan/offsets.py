"""The structural plan, places: sizes that are constant, and offsets that are fixed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from quire.runtime import structure as s
from quire.runtime.frozen import replace


def placed(types: Iterable[s.Type]) -> tuple[s.Type, ...]:
    """Types whose fields say where they stand and what they take, where that is always so."""
    places = _Places({type_.path: type_ for type_ in types})
    return tuple(places.placed(type_) for type_ in types)


class _Places:
    """The places of the fields of some types, in bits.

    A record does not begin a byte of its own: where bits lead up to it, they may go on in it.
    """

    def __init__(self, types: dict[str, s.Type]) -> None:
        self._types = types
        self._sizes: dict[str, int | None] = {}
        self._measure()

    def _measure(self) -> None:
        """Find what the records of each type take: those first that others hold.

        It is not recursive, for types may hold each other deeper than Python goes. One that holds
        itself has no size.
        """
        asked = set[str]()
        pending = list(self._types)
        while pending:
            path = pending[-1]
            if path in asked:
                pending.pop()
                if path not in self._sizes:
                    self._sizes[path] = self._size(self._types[path])
                continue
            asked.add(path)
            held = (each for field in self._types[path].fields for each in _held(field.stored))
            pending += (each for each in held if each in self._types and each not in asked)

    def placed(self, type_: s.Type) -> s.Type:
        fields = tuple(self._fields(type_))
        instances = tuple(
            replace(field, size=_bytes(self._bits(field))) for field in type_.instances
        )
        size = _bytes(self._sizes[type_.path])
        return replace(type_, fields=fields, instances=instances, size=size)

    def _fields(self, type_: s.Type) -> Iterator[s.Field]:
        """The fields of a type, one by one after each other."""
        for field, start, bits in self._walk(type_):
            size = None if isinstance(field.stored, s.Bits) else _bytes(bits)
            if start is None:
                yield replace(field, size=size)
            else:
                yield replace(field, offset=start // 8, bit=start % 8, size=size)

    def _walk(self, type_: s.Type) -> Iterator[tuple[s.Field, int | None, int | None]]:
        """The fields of a type, each with where it begins and what it takes."""
        at: int | None = 0
        for field in type_.fields:
            start = None if at is None else _start(field.stored, at)
            bits = self._bits(field)
            yield field, start, bits
            at = _behind(field, start, bits)

    def _size(self, type_: s.Type) -> int | None:
        """What a record takes; None if that differs."""
        end: int | None = 0
        for field, start, bits in self._walk(type_):
            end = _behind(field, start, bits)
        return end

    def _bits(self, field: s.Field) -> int | None:
        """What a field takes, with all its elements."""
        bits = self._stored(field.stored)
        if field.repeat is None or bits is None:
            return bits
        count = field.repeat.count
        ends_bytes = bits % 8 == 0 or isinstance(field.stored, s.Bits)
        return bits * count if isinstance(count, int) and ends_bytes else None

    def _stored(self, stored: s.Stored | None) -> int | None:
        if isinstance(stored, s.Number):
            return stored.size * 8
        if isinstance(stored, s.Bits):
            return stored.width
        if isinstance(stored, s.Switch):
            return self._chosen(stored)
        if (extent := _extent(stored)) is not None:
            return extent.size * 8 if isinstance(extent.size, int) else None
        return self._sizes.get(stored.path) if isinstance(stored, s.Record) else None

    def _chosen(self, stored: s.Switch) -> int | None:
        """What a switch takes, if that is the same whatever the case is."""
        if all(case.key is not None for case in stored.cases):
            return None
        sizes = {self._stored(case.stored) for case in stored.cases}
        return sizes.pop() if len(sizes) == 1 else None


def _held(stored: s.Stored | None) -> Iterator[str]:
    """The types whose records take as much of a field as they are long."""
    if isinstance(stored, s.Switch):
        for case in stored.cases:
            yield from _held(case.stored)
    elif isinstance(stored, s.Record) and stored.extent is None:
        yield stored.path


def _start(stored: s.Stored | None, at: int) -> int | None:
    """Where a field begins that comes next; None if that depends on what a record begins with."""
    if isinstance(stored, s.Bits):
        return at
    own = isinstance(stored, s.Number) or _extent(stored) is not None
    return -(-at // 8) * 8 if own or at % 8 == 0 else None


def _extent(stored: s.Stored | None) -> s.Extent | None:
    return stored.extent if isinstance(stored, s.Bytes | s.Text | s.Record) else None


def _behind(field: s.Field, start: int | None, bits: int | None) -> int | None:
    """Where what is after a field begins."""
    if start is None or bits is None or field.condition is not None:
        return None
    return start + bits


def _bytes(bits: int | None) -> int | None:
    """Bits as bytes, if they are whole ones."""
    return None if bits is None or bits % 8 else bits // 8
