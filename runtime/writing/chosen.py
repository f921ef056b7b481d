"""Dicts that are given for instances of several types: which records they mean."""

from __future__ import annotations

from typing import Any

from quire.runtime.errors import EXPLAINED, FormatError
from quire.runtime.reading.instance import asked_anew
from quire.runtime.writing.deriving import of_kinds
from quire.runtime.writing.giving import record_types


def chosen(record: Any, name: str, fields: dict[str, Any], kind: Any) -> Any:
    """The record that a dict means: of the type that the file says, or that has such fields alone.

    Args:
        record: The record of which an instance was set to the dict.
        name: The instance.
        fields: The dict.
        kind: What the instance may be.

    Raises:
        FormatError: no type has these fields, or several have.
    """
    kinds = [*record_types(kind)]
    if not kinds:
        return fields
    extent, said = record._extent(name), None
    try:
        said = type(asked_anew(record, name))
    except EXPLAINED:
        pass  # it was built, or its fields were set
    finally:
        record._note_extent(name, extent)
    try:
        return of_kinds(name, fields, [said] if said in kinds else kinds, kinds)
    except FormatError as error:
        raise record._locate(error) from None
