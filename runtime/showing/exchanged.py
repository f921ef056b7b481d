"""What records offer to those who have values in other forms; it is loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Self


class InexactError(ValueError):
    """Values do not describe the whole file: a file that is made of them would be different.

    Attributes:
        path: What they do not describe, for example `chunks[3].body`; "" if no field has it.
        reason: Why not.
    """

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(path, reason)
        self.path, self.reason = path, reason

    @property
    def said(self) -> str:
        """What is not said, without advice."""
        what = f"`{self.path}`" if self.path else "all of the file"
        return f"values cannot hold {what}: {self.reason}"

    def __str__(self) -> str:
        return f"{self.said}; with exact=False it is left out"


class Exchanged:
    """Records as dicts, JSON and tables of Arrow, and made of dicts and JSON."""

    __slots__ = ()

    def to_dict(self, *, exact: bool = True) -> dict[str, Any]:
        """The values of the fields as a dict, of which `from_dict` makes the same bytes again.

        Records become dicts, arrays copies, payloads their stored bytes; enums, texts, bytes and
        numbers stay. Instances that a writer writes are among the fields.

        Args:
            exact: Whether the values must describe the whole file. If False, the rest of the file
                is left out, and payloads are decoded arrays.

        Raises:
            InexactError: the values do not describe the whole file; the text names what is missing.
            FormatError: an instance that is read now is wrong.
        """
        found: dict[str, Any] = import_module("quire.exchange").to_dict(self, exact=exact)
        return found

    def to_json(self, *, exact: bool = True, indent: int | None = None) -> str:
        """The same as JSON: enums by name, bytes as `{"$hex": "00ff"}`.

        Args:
            exact: As of `to_dict`.
            indent: Blanks for each level; None puts all into one line.

        Raises:
            InexactError: as of `to_dict`.
            FormatError: an instance that is read now is wrong.
            TypeError, ValueError: `indent` is no whole number, or below 0.
        """
        text: str = import_module("quire.exchange").to_json(self, exact=exact, indent=indent)
        return text

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Make a record of what `to_dict` gives; what can be derived may be left out.

        Enums may be given by name.

        Raises:
            TypeError: there is no such field, or a value is of no type that the field takes.
        """
        made: Self = import_module("quire.exchange").from_dict(cls, values)
        return made

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Make a record of what `to_json` gives; what can be derived may be left out.

        Raises:
            FormatError: the text is not JSON, or not an object.
            TypeError: there is no such field, or a value has a type that the field does not take.
        """
        made: Self = import_module("quire.exchange").from_json(cls, text)
        return made

    def to_arrow(self, path: str) -> Any:
        """A list of records as a `pyarrow.Table`: a column for each field of theirs.

        Args:
            path: The field that is the list, behind those that lead to it: `body.rows`.

        Raises:
            ValueError: no list of records is there, or Arrow has no type for what is in it.
            BackendUnavailable: pyarrow is not installed.
            FormatError: something that is read now is wrong.
        """
        return import_module("quire.exchange").to_arrow(self, path)

    def to_pandas(self, path: str) -> Any:
        """A list of records as a `pandas.DataFrame`; see `to_arrow`.

        Raises:
            ValueError: no list of records is there, or pandas has no type for what is in it.
            BackendUnavailable: pyarrow or pandas is not installed.
            FormatError: something that is read now is wrong.
        """
        return import_module("quire.exchange").to_pandas(self, path)
