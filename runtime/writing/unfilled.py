"""Padding of which a spec does not say what it is made of: it has to be given, or said."""

from __future__ import annotations

import re
from typing import Any

from quire.runtime import structure as s
from quire.runtime.errors import FormatError
from quire.runtime.paths import attribute
from quire.runtime.structure.lookup import type_and_spec


def unfilled(record: Any, error: FormatError) -> FormatError:
    """The error of padding of a wrong size, with the key by which a writer fills it.

    Padding are bytes whose size is a remainder (`len_body % 2`), which follows from something else.
    """
    if type(error) is not FormatError or error.located or not _is_size(error):
        return error
    try:
        type_, _ = type_and_spec(type(record))
    except TypeError:  # it carries no plan
        return error
    for field in type_.fields:
        if attribute(field.id) == error.path and _is_remainder(field.stored):
            key = "if it is padding, `-fill: 0` in the spec or an overlay has a writer fill it"
            error.expected = f"{error.expected} ({key})"
    return error


def _is_size(error: FormatError) -> bool:
    return all(re.fullmatch(r"\d+ bytes", text) for text in (error.expected, error.found))


def _is_remainder(stored: s.Stored | None) -> bool:
    size = stored.extent.size if isinstance(stored, s.Bytes | s.Text) else None
    return isinstance(size, tuple) and size[0] == "mod"
