"""The errors that a reader or writer of a format raises.

Whatever bytes come in, a reader returns a value or raises a subclass of
`FormatError`; what a *caller* does wrong (an array that cannot be encoded, a
backend that is not installed) is not the file's fault and has types of its own.

Where Kaitai's runtime, or Python itself, has an exception for what happened, the
error is of that type too, and is called so: code that was written for the parsers
of Kaitai's compiler catches it as before.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any, Self

import kaitaistruct as ks
from kaitaistruct import KaitaiStructError

_LEFT = frozenset(("io", "_innermost"))
"""What an error leaves behind when it is pickled."""


class FormatError(KaitaiStructError):  # type: ignore[misc]  # kaitaistruct has no types
    """A file, or a value to be written, breaks the rules of its format.

    Attributes:
        format: Name of the format (`meta/id` of its spec), or "" while unknown.
        path: Where in the tree, for example ``chunks[3].payload``; as the tree is when it is first
            asked for.
        offset: Byte offset from the start of the file, or None where there is none.
        expected: What the format asks for; "" where `found` says it all.
        found: What was there instead.
        src_path: Where the spec asks for it (``/types/chunk/seq/0``), or None.
    """

    args: tuple[Any, ...]
    located = False
    said: str | None = None  # what happened, in the words of whoever found it
    kaitais: str | None = None
    _is_of_list: bool = False  # of the count of a list, of which no element was read
    _record: Any = None  # whose place is not known yet
    _innermost: Any = None  # that was being read
    _seen_from: Any = (
        None  # the traceback as it was there; later it has those who asked for it, too
    )
    _tell: Callable[[], FormatError] | None = None  # what it was; see `told_later`
    _placing: Callable[[Callable[[], None]], None] | None = None  # see `placed_by`

    def __init__(
        self,
        path: str,
        expected: object,
        found: object,
        *,
        offset: int | None = None,
        format: str = "",
        place: str | None = None,
    ) -> None:
        self._format = format
        self._path = path
        self.offset = offset
        self.expected = str(expected)
        self.found = str(found)
        self.src_path = place
        Exception.__init__(self)

    def __getattr__(self, name: str) -> Any:
        """What one that is told later does not know yet."""
        if self._tell is None:
            message = f"{type(self).__name__!r} object has no attribute {name!r}"
            raise AttributeError(message, name=name, obj=self)
        self.settle()
        return getattr(self, name)

    @property
    def format(self) -> str:
        """Name of the format."""
        self.settle()
        return self._format

    @format.setter  # noqa: A003  # the name is public
    def format(self, format: str) -> None:
        self._format = format

    @property
    def path(self) -> str:
        """Where in the tree."""
        self.settle()
        return self._path

    @path.setter
    def path(self, path: str) -> None:
        self._path = path

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors travel between processes, whatever their constructors take."""
        return rebuilt, (type(self), self._state())

    def _state(self) -> dict[str, Any]:
        """What travels: not the file."""
        self.settle()
        return {name: value for name, value in self.__dict__.items() if name not in _LEFT}

    def locate(self, format: str, prefix: str) -> Self:
        """Complete the path with that of the enclosing record, once; return the error."""
        if not self.located:
            self.located = True
            self.format = format
            self.path = join_path(prefix, self.path)
        return self

    def locate_later(self, record: Any) -> Self:
        """Complete the path with that of a record, when it is asked for; return the error.

        Most errors of instances are caught, and nobody looks where they were.
        """
        self.located, self._record, self._seen_from = True, record, self.__traceback__
        return self

    def settle(self) -> None:
        """Find out what it was, and where its record stands, if that is not known yet."""
        if (placing := self._placing) is not None:
            placing(self._settle)
            self._placing = None
        else:
            self._settle()

    def _settle(self) -> None:
        if (tell := self._tell) is not None:  # several threads that ask at once are all told
            self.__dict__.update(tell().__dict__)
            self._tell = None
        if self._record is not None:
            record = self._record._read_in(self._seen_from)
            self._record = self._seen_from = None
            self._innermost = record
            self._format = record._top()._format_name()
            self._path = join_path(record._path(), self._path)

    def placed_by(self, placing: Callable[[Callable[[], None]], None]) -> None:
        """Have its place found while a list stands where it grew, which is gone by then."""
        self._placing = placing

    @property
    def partial(self) -> Any:
        """The record of the whole file, as far as it was read.

        None, if the error comes of no reading, or was pickled.
        """
        self.settle()
        if self._innermost is None:
            return None
        if self._is_of_list:  # which is looked at when somebody asks
            self._innermost = self._innermost._read_patiently()
            self._is_of_list = False
        return self._innermost._top()

    @property
    def unfinished(self) -> Any:
        """The innermost record that was being read, which no list has that it is an element of.

        It may be `partial` itself, and is within it, or would have been.
        """
        return None if self.partial is None else self._innermost

    def alone(self) -> Self:
        """The same error without the file, and without what led there: it takes little memory."""
        make, args = self.__reduce__()
        found: Self = make(*args)
        return found

    def as_kaitais(self) -> Self:
        """Take the text that Kaitai's own error has, now, for good; return the error.

        What Kaitai's runtime knows no error for keeps its own.
        """
        self.settle()
        if self.kaitais is None and (text := self._kaitais()) is not None:
            self.kaitais = text
            self.args = self.args or (text,)
        return self

    def _kaitais(self) -> str | None:
        return self.said

    def __str__(self) -> str:
        expected = f"expected {self.expected}, found " if self.expected else ""
        return self._text(expected + self.found)

    def _text(self, what: str) -> str:
        """What happened, with the place in front."""
        if self.kaitais is not None:
            return self.kaitais
        where = f"at byte {self.offset}" if self.offset is not None else ""
        place = " ".join(part for part in (self.path, where) if part)
        return ": ".join(part for part in (self.format, place, what) if part)

    def as_dict(self) -> dict[str, Any]:
        """The error as data, for programs."""
        return {
            "error": type(self).__name__,
            "format": self.format,
            "path": self.path,
            "offset": self.offset,
            "expected": self.expected,
            "found": self.found,
        }


class EndOfStreamError(FormatError, ks.EndOfStreamError):  # type: ignore[misc]  # kaitaistruct has no types
    """The file ends before the field does.

    Args:
        path: Where.
        wanted: Bytes that the field needs.
        left: Bytes that are left.
        offset: Where the field begins in the file.
    """

    def __init__(self, path: str, wanted: int, left: int, *, offset: int | None) -> None:
        super().__init__(path, f"{wanted} bytes", left, offset=offset)
        self.bytes_needed = wanted
        self.bytes_available = left

    def _kaitais(self) -> str:
        needed, left = self.bytes_needed, self.bytes_available
        return f"requested {needed} bytes, but only {left} bytes available"

    def __str__(self) -> str:
        return self._text(self._kaitais())


TruncatedError = EndOfStreamError
"""The name that tells what it means for a file."""


class NoTerminatorFoundError(EndOfStreamError, ks.NoTerminatorFoundError):  # type: ignore[misc]  # kaitaistruct has no types
    """The file ends before the terminator of a field."""

    def __init__(self, path: str, terminator: bytes, left: int, *, offset: int | None) -> None:
        super().__init__(path, len(terminator), left, offset=offset)
        self.expected, self.found = f"a terminator {terminator!r}", "the end"
        self.term = terminator

    def _kaitais(self) -> str:
        return f"end of stream reached, but no terminator {self.term!r} found"


class LimitError(FormatError):
    """A size or a count is above what the spec allows (`-limit`)."""


class NestingError(LimitError, RecursionError):
    """Records are nested in records without end."""


class ChecksumError(FormatError):
    """Stored and computed checksum differ: the bytes are damaged."""


class ContradictionError(FormatError):
    """A value given to a writer disagrees with what the other fields make it."""

    def __str__(self) -> str:
        label = f"{self.format}: " if self.format else ""
        return f"{label}{self.path}: given {self.found}, but {self.expected}"


class UnreachableError(FormatError):
    """A change after which an instance cannot be read that could be read before."""


class UndecidedEndiannessError(FormatError, ks.UndecidedEndiannessError):  # type: ignore[misc]  # kaitaistruct has no types
    """No case of `endian` names the value that the byte order depends on."""

    def _kaitais(self) -> str:
        return str(ks.UndecidedEndiannessError(self.src_path))


class ValidationFailedError(FormatError, ks.ValidationFailedError):  # type: ignore[misc]  # kaitaistruct has no types
    """A value breaks a rule of `valid`, or differs from `contents`.

    Attributes:
        actual: The value.
        io: The stream that it was read from, or None.
    """

    actual: Any
    io: Any

    bounds: tuple[Any, ...] = ()  # what Kaitai's own error is told besides

    def _kaitais(self) -> str:
        own: Any = type(self).__bases__[1]
        return str(own(*self.bounds, self.actual, self.io, self.src_path))


class ValidationNotEqualError(ValidationFailedError, ks.ValidationNotEqualError):  # type: ignore[misc]  # kaitaistruct has no types
    """A value is not the one that it must be."""

    def _kaitais(self) -> str:
        (self.expected,) = self.bounds  # the value itself, not what is shown of it
        return super()._kaitais()


class ValidationLessThanError(ValidationFailedError, ks.ValidationLessThanError):  # type: ignore[misc]  # kaitaistruct has no types
    """A value is less than `min`."""


class ValidationGreaterThanError(ValidationFailedError, ks.ValidationGreaterThanError):  # type: ignore[misc]  # kaitaistruct has no types
    """A value is more than `max`."""


class ValidationNotAnyOfError(ValidationFailedError, ks.ValidationNotAnyOfError):  # type: ignore[misc]  # kaitaistruct has no types
    """A value is none of `any-of`."""


class ValidationNotInEnumError(ValidationFailedError, ks.ValidationNotInEnumError):  # type: ignore[misc]  # kaitaistruct has no types
    """A value is none that its enum names."""


class ValidationExprError(ValidationFailedError, ks.ValidationExprError):  # type: ignore[misc]  # kaitaistruct has no types
    """A value for which the expression of `valid` does not hold."""


class EncodingError(ValueError):
    """An array cannot be stored by the codec that was asked to store it."""


class FileChangedError(OSError):
    """A file is no longer what it was when it was read: cut off while it was mapped, or edited."""


class BackendUnavailable(RuntimeError):
    """A device or backend asked for by name is not there; the text says what to install."""


FAILURES = (ValueError, ArithmeticError, LookupError, zlib.error)
"""What an expression raises that the values of a file make impossible to compute."""

EXPLAINED = (FormatError, *FAILURES, AttributeError, TypeError, RecursionError)
"""What may come out of reading, and means something for the file, perhaps."""


def rebuilt(kind: type[FormatError], state: dict[str, Any]) -> FormatError:
    """An error that was pickled."""
    error = kind.__new__(kind)
    error.__dict__.update(state)
    if error.kaitais is not None:
        error.args = (error.kaitais,)
    return error


class within:  # noqa: N801  # a context manager, used as those of contextlib are
    """Errors of what is read apart from its file get the place that it has there.

    Args:
        prefix: Its path.
        format: Of the file; None where that is told later.
        offset: Where it begins in the file, if offsets count from there.
    """

    __slots__ = ("_format", "_offset", "_prefix")

    def __init__(self, prefix: str, format: str | None = None, offset: int | None = None) -> None:
        self._prefix, self._format, self._offset = prefix, format, offset

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if not isinstance(error, FormatError):
            return
        error.path = join_path(self._prefix, error.path)
        if self._offset is not None:
            error.offset = self._offset + (error.offset or 0)
        if self._format is not None:
            error.format, error.located = self._format, True


def join_path(prefix: str, path: str) -> str:
    """`a.b` and `c` make `a.b.c`; either part may be empty, and `[i]` takes no dot."""
    if not prefix or not path or path.startswith("["):
        return prefix + path
    return f"{prefix}.{path}"
