"""Kaitai's way of writing: the contract of `--read-write`, as kaitaistruct 0.11 has it.

The user fills in every field, calls `_check` on each object after its last change, and `_write`
with a stream of the final size. Quire's own way, which derives what can be derived, is that of
`quire.runtime.struct`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import wraps
from io import BytesIO
from typing import Any, ClassVar, Never, TypeVar, cast

from kaitaistruct import ConsistencyError, KaitaiStream, ReadWriteKaitaiStruct

from quire.runtime.errors import FormatError
from quire.runtime.reading import checks
from quire.runtime.reading.instance import NONE, instance
from quire.runtime.record import Record
from quire.runtime.values.units import find_unit

T = TypeVar("T")
C = TypeVar("C", bound=Callable[..., None])

_OWN = frozenset(
    (
        "_at",
        "_auto_read",
        "_begins",
        "_computed",
        "_extent",
        "_fields",
        "_forgettable",
        "_holder",
        "_instances",
        "_is_apart",
        "_is_told",
        "_is_top",
        "_kept",
        "_moved",
        "_name",
        "_note_extent",
        "_outer",
        "_params",
        "_peek",
        "_peek_rest",
        "_peek_until",
        "_source",
        "_written",
    )
)
"""What quire keeps in a record and Kaitai does not: programs that list the members of an object
do not see it."""


class ReadWriteStruct(Record, ReadWriteKaitaiStruct):  # type: ignore[misc]  # has no types
    """A record as `--read-write` makes it."""

    _auto_read = False
    _written: ClassVar[tuple[str, ...]] = ()
    """The instances that stand in the file, and so are written."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        members = cls.__dict__.items()
        own = (name for name, value in members if isinstance(value, written))
        cls._written = (*cls._written, *own)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        for name in self._written:
            setattr(self, f"_should_write_{name}", False)
            object.__setattr__(self, f"{name}__enabled", True)
        super().__init__(*args, **kwargs)
        self._dirty = True

    def __dir__(self) -> list[str]:
        return [name for name in super().__dir__() if name not in _OWN and name[:4] != "_at_"]

    def _locate(self, error: FormatError) -> FormatError:
        """Complete an error, whose text is that of Kaitai's."""
        return super()._locate(error).as_kaitais()

    def _locate_later(self, error: FormatError) -> None:
        self._locate(error)

    def _kept(self, name: str) -> Any:
        return getattr(self, f"_m_{name}", NONE)

    def _begin(self, source: Any) -> None:
        self._source = source
        super()._begin(source)

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self._source = self._io  # the file that it was made of is not copied

    def _write(self, io: Any = None) -> None:
        """Write the whole record; without a stream, to the one that it was made of."""
        ReadWriteKaitaiStruct._write(self, self._source if io is None else io)

    def _write__seq(self, io: Any = None) -> None:
        """Begin to write; what is generated goes on with the fields."""
        ReadWriteKaitaiStruct._write__seq(self, io)
        for name in self._written:
            setattr(self, f"_should_write_{name}", vars(self)[f"{name}__enabled"])


class _Cached(instance[T]):
    """An instance whose value is kept as `_m_…` alone, as Kaitai does; None is not kept."""

    def __get__(self, record: Any, owner: type[Any] | None = None) -> Any:
        """The value that is there, or the computed one."""
        if record is None:
            return self._of_class(owner)
        value = record._kept(self._name)
        return self._looked_at(record) if value is NONE else value

    def _keep(self, record: Any, value: T | None) -> None:
        setattr(record, self._slot, value)

    def _keep_none(self, record: Any) -> None:
        pass

    def __delete__(self, record: Any) -> None:
        delattr(record, self._slot)


class computed(_Cached[T]):  # noqa: N801  # a decorator, like `property`
    """An instance that is the value of an expression: it can be forgotten, but not set."""

    def __set__(self, record: Any, value: Never) -> None:
        message = f"{self._name!r} is computed from other fields"
        raise AttributeError(message, name=self._name, obj=record)


class written(_Cached[T]):  # noqa: N801  # a decorator, like `property`
    """An instance that stands in the file: it can be set, and is written when first asked for.

    It is None while `…__enabled` is false.
    """

    def __get__(self, record: Any, owner: type[Any] | None = None) -> Any:
        """The value that was set or read before, or what is read now."""
        if record is None:
            return self._of_class(owner)
        members = vars(record)
        if members[f"_should_write_{self._name}"]:
            self._write(record)
        if self._slot not in members and not members[f"{self._name}__enabled"]:
            return None
        return super().__get__(record, owner)

    def _write(self, record: Any) -> None:
        try:
            getattr(record, f"_write_{self._name}")()
        except BaseException:  # raised again: it is asked the next time too
            # An `AttributeError` would be taken for a missing member, and the member asked again.
            vars(record)[f"_should_write_{self._name}"] = True
            raise

    def _forget(self, record: Any) -> None:
        """Keep what was read before a check failed, for `_check` to look at, as Kaitai does."""

    def __set__(self, record: Any, value: Any) -> None:
        record._dirty = True
        setattr(record, self._slot, value)


# -- `valid` -----------------------------------------------------------------------------------


def _in_kaitais_words(check: C) -> C:
    """A check whose error has the text of Kaitai's, as it is where the stream stands now."""

    @wraps(check)
    def checked(*args: Any, **kwargs: Any) -> None:
        try:
            check(*args, **kwargs)
        except FormatError as error:
            raise error.as_kaitais() from None

    return cast("C", checked)


expect_any_of = _in_kaitais_words(checks.expect_any_of)
expect_at_least = _in_kaitais_words(checks.expect_at_least)
expect_at_most = _in_kaitais_words(checks.expect_at_most)
expect_equal = _in_kaitais_words(checks.expect_equal)
expect_member = _in_kaitais_words(checks.expect_member)
expect_that = _in_kaitais_words(checks.expect_that)


# -- consistency -------------------------------------------------------------------------------


def consistent(field: str, expected: Any, actual: Any) -> None:
    """Check that two values agree.

    Raises:
        ConsistencyError: they do not.
    """
    if expected != actual:
        raise ConsistencyError(field, expected, actual)


def consistent_child(field: str, child: Any, parent: Any, root: Any) -> None:
    """Check whom a nested record says that it belongs to."""
    if child._root is not root:
        raise ConsistencyError(field, root, child._root)
    if child._parent is not parent:
        raise ConsistencyError(field, parent, child._parent)


def consistent_param(field: str, expected: Any, actual: Any) -> None:
    """Check a parameter of a nested record; one that is a record has to be the same one."""
    if isinstance(expected, Record):
        if expected is not actual:
            raise ConsistencyError(field, expected, actual)
    else:
        consistent(field, expected, actual)


def consistent_start(field: str, elements: list[Any]) -> None:
    """Check that a repeat has an element that ends it."""
    if not elements:
        raise ConsistencyError(field, 0, 0)


def consistent_until(field: str, holds: bool, i: int, elements: list[Any]) -> None:
    """Check that `repeat-until` holds for the last element alone."""
    last = i == len(elements) - 1
    if holds != last:
        raise ConsistencyError(field, last, holds)


def consistent_room(field: str, io: KaitaiStream) -> None:
    """Check that there is room for another element up to the end of the stream."""
    if io.is_eof():
        raise ConsistencyError(field, 0, io.size() - io.pos())


def consistent_end(field: str, io: KaitaiStream) -> None:
    """Check that the stream ends where a field that takes all of it ends."""
    if not io.is_eof():
        raise ConsistencyError(field, 0, io.size() - io.pos())


@dataclass(frozen=True, slots=True)
class Stored:
    """How the bytes of a field stand in a stream, as the spec has it.

    Attributes:
        size: How many there are.
        terminator: What ends them; inside of a size, what cuts them.
        include: Whether the terminator is part of the value.
        consume: Whether the next field stands after the terminator.
        eos_error: Whether there has to be a terminator.
        pad: The byte that fills up the size.
        to_end: Whether they go on to the end of the stream.
    """

    size: int | None = None
    terminator: bytes | None = None
    include: bool = False
    consume: bool = True
    eos_error: bool = True
    pad: int | None = None
    to_end: bool = False

    @property
    def is_ended(self) -> bool:
        """Whether the terminator is what ends the bytes, and not a size or the stream."""
        return self.size is None and not self.to_end and self.terminator is not None

    @property
    def is_padded(self) -> bool:
        """Whether padding is taken off, which is not done where it is the terminator."""
        return self.pad is not None and bytes([self.pad]) != self.terminator

    @property
    def is_trimmed(self) -> bool:
        """Whether the value may be shorter than what is stored."""
        return self.pad is not None or self.terminator is not None

    def fits(self, field: str, data: bytes) -> None:
        """Check that bytes are those that would be read back.

        Where they go on to the end of the stream, what depends on it is checked in `put`.
        """
        length = len(data)
        if self.size is not None and (length > self.size or not self.is_trimmed):
            consistent(field, self.size, length)
        at = -1
        if self.terminator is not None:
            at = find_unit(data, self.terminator)
            self._fits_terminator(field, length, at, length - len(self.terminator))
        if self.is_padded and data and data[-1] == self.pad:
            full = at < 0 if self.include else self.terminator is None or length == self.size
            if full:
                raise ConsistencyError(field, self.pad, data[-1])

    def _fits_terminator(self, field: str, length: int, at: int, last: int) -> None:
        needed = not self.is_padded and (
            length < self.size if self.size is not None else self.eos_error and not self.to_end
        )
        if not self.include:
            consistent(field, -1, at)
        elif needed and not length:
            raise ConsistencyError(field, 0, 0)
        elif needed or at >= 0:
            consistent(field, last, at)

    def put(self, field: str, data: bytes, io: KaitaiStream) -> None:
        """Write bytes, if they fit, and what belongs to them: a terminator, padding."""
        self.fits(field, data)
        if self.is_ended:
            self._put_ended(field, data, io)
            return
        size = self.size
        if self.to_end and self.is_trimmed:
            size = io.size() - io.pos()
            replace(self, size=size, to_end=False).fits(field, data)
        io.write_bytes(data)
        if size is not None and self.is_trimmed:
            rest = size - len(data)
            end = (self.terminator or b"")[: 0 if self.include else rest]
            io.write_bytes(end + bytes([self.pad or 0]) * (rest - len(end)))
        if self.to_end:
            consistent_end(field, io)

    def _put_ended(self, field: str, data: bytes, io: KaitaiStream) -> None:
        terminator = self.terminator or b""
        io.write_bytes(data)
        if self.include and not data.endswith(terminator):
            consistent_end(field, io)
        elif not self.include and (self.eos_error or not io.is_eof()):
            io.write_bytes(terminator)
        else:
            return
        if not self.consume:
            io.seek(io.pos() - len(terminator))

    def window(self, io: KaitaiStream, *, inner: int | None = None, outer: int = 0) -> Window:
        """Leave room for a record in a stream of its own, and go on after it.

        Args:
            io: Where it stands.
            inner: The size of the record's own stream, where the spec does not tell it.
            outer: How many bytes there are up to the terminator.
        """
        size = outer if self.is_ended else self.size
        if size is None:
            size = io.size() - io.pos()
        stream = KaitaiStream(BytesIO(bytearray(size if inner is None else inner)))
        start = io.pos()
        io.seek(start + size)
        behind = self.is_ended and self.consume and not self.include
        if behind and (self.eos_error or not io.is_eof()):
            io.seek(io.pos() + len(self.terminator or b""))
        return Window(self, io, start, stream)


@dataclass(frozen=True, slots=True)
class Window:
    """Room that was left for a record, and the stream that it is written to."""

    stored: Stored
    io: KaitaiStream
    start: int
    stream: KaitaiStream

    def put(self, field: str, record: Any, encode: Callable[[bytes], bytes] | None = None) -> None:
        """Write a record; its bytes come into their place after everything else was written.

        Args:
            field: The field that holds it.
            record: The record.
            encode: The routine that its bytes go through.
        """

        def write_back(parent: KaitaiStream) -> None:
            data = self.stream.to_byte_array()
            self.stored.put(f"raw({field})", data if encode is None else encode(data), parent)

        self.stream.write_back_handler = KaitaiStream.WriteBackHandler(self.start, write_back)
        self.io.add_child_stream(self.stream)
        record._write__seq(self.stream)


@contextmanager
def written_at(io: KaitaiStream, position: int) -> Iterator[None]:
    """Write at another position for a while."""
    here = io.pos()
    io.seek(position)
    yield
    io.seek(here)
