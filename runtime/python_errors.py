"""Errors of files that are errors of Python, too: of the type that an expression raised."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import cache
from typing import Any

from quire.runtime.errors import EncodingError, FormatError, rebuilt


def impossible(
    error: Exception, offset: int | None, path: str = "", what: str = "its expressions"
) -> FormatError:
    """The error of a file whose values a spec's expression cannot be computed from.

    It is of the type of `error`, too.
    """
    kind: Any = type(error)
    found: FormatError = _both(kind)(
        path,
        f"values that {what} can be computed from",
        f"{type(error).__name__} ({error})",
        offset=offset,
    )
    found.said = str(error)
    if kind is LookupError:  # an encoding that Python does not know, whatever the bytes are
        found.expected, found.found = "", found.said
    if isinstance(error, AttributeError) and error.name:  # of another type, or read in part
        found.expected = f"a record with `{error.name}`"
        found.found = f"a {type(error.obj).__name__} without it"
    if kind is zlib.error:
        found.expected, found.found = "deflated data", found.said.rpartition(": ")[2]
    return found


def told_later(error: Exception, tell: Callable[[], FormatError]) -> FormatError:
    """An error of a file that another error means, and which is worked out when somebody asks.

    Args:
        error: The other one; what is raised is of its type, too.
        tell: What works it out.
    """
    of: Any = type(error)
    kind = _both(of)
    found: FormatError = kind.__new__(kind)
    found._tell, found.located = tell, True
    if isinstance(error, UnicodeDecodeError):
        UnicodeDecodeError.__init__(found, *error.args)  # it is one, too
    return found


def mistyped(path: str, expected: str, found: str) -> FormatError:
    """The error of a value whose type no value of its field has; it is a `TypeError`, too."""
    error: FormatError = _both(TypeError)(path, expected, found)
    return error


def unencodable(path: str, error: EncodingError) -> FormatError:
    """The error of a field whose codec cannot store its array; it is an `EncodingError`, too."""
    found: FormatError = _both(EncodingError)(path, "", str(error))
    return found


def bad_text(
    value: bytes | memoryview, error: Exception, encoding: str, field: str, offset: int | None
) -> FormatError:
    """The error of a field whose bytes, from `offset` on, are no text in its encoding."""
    if not isinstance(error, UnicodeDecodeError):
        return impossible(error, offset, field)
    wrong = f"byte 0x{value[error.start]:02x} ({error.reason})"
    start = None if offset is None else offset + error.start
    kind: Any = type(error)
    found: FormatError = _both(kind)(field, f"text in {encoding}", wrong, offset=start)
    found.said = str(error)
    UnicodeDecodeError.__init__(found, *error.args)  # it is one, too
    return found


@cache
def _both(kind: Any) -> Any:
    """The type of errors that are `FormatError` and another type of exception at once.

    It is called like the other one.
    """
    if issubclass(kind, FormatError):
        return kind
    return type(kind.__name__, (FormatError, kind), {"__reduce__": _reduce, "_other": kind})


def _reduce(error: Any) -> tuple[Any, ...]:
    return _rebuilt_both, (error._other, error._state())


def _rebuilt_both(kind: Any, state: dict[str, Any]) -> FormatError:
    return rebuilt(_both(kind), state)
