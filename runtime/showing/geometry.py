"""Where fields stand, found when somebody asks: nothing of it is kept while a file is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from quire.runtime.struct import Struct


class Span(NamedTuple):
    """Where something stands: `data[slice(*span)]` are its bytes.

    Attributes:
        start: Its first byte.
        end: The byte after it.
    """

    start: int
    end: int

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return self.end - self.start


class FindsSpan(Protocol):
    """How `span_of` is called."""

    def __call__(self, field: str = "", index: int | None = None, /) -> Span: ...


class FindsOffset(Protocol):
    """How `offset_of` is called."""

    def __call__(self, field: str = "", index: int | None = None, /) -> int: ...


class SpanOf:
    """Tells where a field stands: of a record in its file, of a class in every record.

    Of a record it is where it was when the file was read: edits move nothing before they are
    written. What was built, or read from a part of a file, is looked for in the bytes that it makes
    now. The file is read again for that, unless all before the field takes the same bytes always.

    A field of bits has the bytes that it has bits in.

    Args:
        field: Its name, or a path (`entries[3].name`); "" for the record itself.
        index: Of an element: of a list, a table, or an array (whose rows these are).

    Raises:
        AttributeError: there is no such field.
        IndexError: there is no such element.
        ValueError: it is not there, has no place of its own, or nothing tells.
    """

    def __get__(self, record: Struct | None, owner: type[Struct]) -> FindsSpan:
        """The function."""
        from quire.runtime.structure import positions  # which most never ask for

        of: Any = owner if record is None else record
        find = positions.span_in_type if record is None else positions.span_in_file

        def span_of(field: str = "", index: int | None = None, /) -> Span:
            return Span(*find(of, field, index))

        span_of.__doc__ = type(self).__doc__
        return span_of


class OffsetOf:
    """Tells where a field begins; see `span_of`."""

    def __get__(self, record: Struct | None, owner: type[Struct]) -> FindsOffset:
        """The function."""
        from quire.runtime.structure import positions  # the same

        def offset_of(field: str = "", index: int | None = None, /) -> int:
            if record is None:
                return positions.offset_in_type(owner, field, index)
            return positions.span_in_file(record, field, index)[0]

        offset_of.__doc__ = type(self).__doc__
        return offset_of
