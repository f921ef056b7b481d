"""The list of the files that are one collection: what is not on it is not there."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from quire.runtime.errors import FormatError

NAME = "parts.json"
"""What the list is called, in the folder of a collection."""

FOLDER = "parts"
"""The folder in that where its files are."""

_VERSION = 1
_MOST = (1 << 63) - 1
_KINDS: dict[type[Any], str] = {dict: "an object", list: "a list", str: "a text", int: "a number"}


@dataclass(frozen=True, slots=True)
class Written:
    """A file that a writer has made.

    Attributes:
        number: Its place among those of the same job.
        name: What it is called; "" of no rows, for which there is no file.
        rows: How many it has.
        size: Its bytes.
        kind: What its rows are like, in words: all of a collection are alike.
    """

    number: int
    name: str
    rows: int
    size: int
    kind: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """The files of a collection, in the order of their rows.

    Attributes:
        format: The format of each.
        kind: What their rows are like.
        files: The files.
    """

    format: str
    kind: str
    files: tuple[Written, ...]

    def to_bytes(self) -> bytes:
        """The list as JSON."""
        files = [
            {name: value for name, value in asdict(each).items() if name != "kind"}
            for each in self.files
        ]
        told = {"version": _VERSION, "format": self.format, "kind": self.kind, "files": files}
        return json.dumps(told, separators=(",", ":")).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> Manifest:
        """Read a list.

        Raises:
            FormatError: it is none.
        """
        try:
            told = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise _wrong("", "JSON", error) from None
        found = _expect(told, "", dict)
        version = _expect(found.get("version"), "version", int)
        if version != _VERSION:
            raise _wrong("version", _VERSION, version)
        of = _expect(found.get("format"), "format", str)
        kind = _expect(found.get("kind"), "kind", str)
        files = _expect(found.get("files"), "files", list)
        return cls(of, kind, tuple(_file(each, i, kind) for i, each in enumerate(files)))

    def with_files(self, more: Iterable[Written]) -> Manifest:
        """The list with more files behind; those that it has already come once.

        Raises:
            ValueError: they are of other rows.
        """
        known = {each.name for each in self.files}
        added = [each for each in more if each.name and each.name not in known]
        for each in added:
            if each.kind != self.kind:
                message = f"{each.name} does not fit: expected {self.kind}, found {each.kind}"
                raise ValueError(message)
        return Manifest(self.format, self.kind, (*self.files, *added))


def _file(told: Any, number: int, kind: str) -> Written:
    path = f"files[{number}]"
    found: Mapping[str, Any] = _expect(told, path, dict)
    name = _expect(found.get("name"), f"{path}.name", str)
    if not name or name.startswith(".") or any(each in name for each in "/\\:\0"):
        raise _wrong(f"{path}.name", "the name of a file in the folder", repr(name))
    numbers = []
    for each in ("number", "rows", "size"):
        value = _expect(found.get(each), f"{path}.{each}", int)
        if not 0 <= value <= _MOST:
            raise _wrong(f"{path}.{each}", "a number of 63 bits", value)
        numbers.append(value)
    return Written(numbers[0], name, numbers[1], numbers[2], kind)


def _expect(value: Any, path: str, kind: type[Any]) -> Any:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise _wrong(path, _KINDS[kind], value)
    return value


def _wrong(path: str, expected: object, found: object) -> FormatError:
    shown = repr(found) if not isinstance(found, str | Exception) else str(found)
    return FormatError(path, expected, shown[:80], format=NAME)
