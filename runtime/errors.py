"""The errors that a reader or writer of a format raises.

Whatever bytes come in, a reader returns a value or raises a subclass of
`FormatError`; what a *caller* does wrong (an array that cannot be encoded, a
backend that is not installed) is not the file's fault and has types of its own.
"""

from __future__ import annotations

from typing import Any, Self

from kaitaistruct import EndOfStreamError, KaitaiStructError


class FormatError(KaitaiStructError):  # type: ignore[misc]  # kaitaistruct has no types
    """A file, or a value to be written, breaks the rules of its format.

    Attributes:
        format: Name of the format (`meta/id` of its spec), or "" while unknown.
        path: Where in the tree, for example ``chunks[3].payload``.
        offset: Byte offset from the start of the file, or None where there is none.
        expected: What the format asks for.
        found: What was there instead.
    """

    def __init__(
        self,
        path: str,
        expected: object,
        found: object,
        *,
        offset: int | None = None,
        format: str = "",
    ) -> None:
        self.format = format
        self.path = path
        self.offset = offset
        self.expected = str(expected)
        self.found = str(found)
        self.located = False
        self.src_path = None
        Exception.__init__(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors travel between processes, whatever their constructors take."""
        return _rebuilt, (type(self), self.__dict__)

    def locate(self, format: str, prefix: str) -> Self:
        """Complete the path with that of the enclosing record, once; return the error."""
        if not self.located:
            self.located = True
            self.format = format
            self.path = join_path(prefix, self.path)
        return self

    def __str__(self) -> str:
        where = f"at byte {self.offset}" if self.offset is not None else ""
        place = " ".join(part for part in (self.path, where) if part)
        parts = [self.format, place, f"expected {self.expected}, found {self.found}"]
        return ": ".join(part for part in parts if part)

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


class TruncatedError(FormatError, EndOfStreamError):  # type: ignore[misc]  # kaitaistruct has no types
    """The file ends before the field does.

    Args:
        path: Where.
        wanted, left: Bytes that the field needs, bytes that are left.
        offset: Where the field begins in the file.
    """

    def __init__(self, path: str, wanted: int, left: int, *, offset: int) -> None:
        super().__init__(path, f"{wanted} bytes", left, offset=offset)
        self.bytes_needed = wanted
        self.bytes_available = left


class LimitError(FormatError):
    """A size or a count is above what a reader accepts (`-limit` in the spec)."""


class ChecksumError(FormatError):
    """Stored and computed checksum differ: the bytes are damaged."""


class ContradictionError(FormatError):
    """A value given to a writer disagrees with what the other fields make it."""

    def __str__(self) -> str:
        label = f"{self.format}: " if self.format else ""
        return f"{label}{self.path}: given {self.found}, but {self.expected}"


class EncodingError(ValueError):
    """An array cannot be stored by the codec that was asked to store it."""


class BackendUnavailable(RuntimeError):
    """A device or backend asked for by name is not there; the text says what to install."""


FAILURES = (ValueError, ArithmeticError, LookupError)
"""What an expression raises that the values of a file make impossible to compute."""


def impossible(error: Exception, offset: int | None) -> FormatError:
    """The error of a file whose values a spec's expression cannot be computed from."""
    what = f"{type(error).__name__} ({error})"
    return FormatError("", "values that its expressions can be computed from", what, offset=offset)


def _rebuilt(kind: type[FormatError], state: dict[str, Any]) -> FormatError:
    error = kind.__new__(kind)
    error.__dict__.update(state)
    return error


def join_path(prefix: str, path: str) -> str:
    """`a.b` and `c` make `a.b.c`; either part may be empty, and `[i]` takes no dot."""
    if not prefix or not path or path.startswith("["):
        return prefix + path
    return f"{prefix}.{path}"
