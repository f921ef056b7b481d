"""Which formats quire knows by name, by the first bytes of a file, and by its extension."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any


@dataclass(frozen=True, slots=True)
class Format:
    """A format: where its generated class and its API are.

    Attributes:
        name: `meta/id` of its spec.
        magic: First bytes of its files.
        extension: With the dot.
        record: Name of the class in the generated module.
        face: The module with what its users expect.
    """

    name: str
    magic: bytes
    extension: str
    record: str
    face: str

    def record_class(self) -> Any:
        """The generated class."""
        return getattr(importlib.import_module(f"quire.generated.{self.name}"), self.record)

    def api(self) -> ModuleType:
        """The module of `face`."""
        return importlib.import_module(self.face)


FORMATS = (Format("cvc", b"CVCF", ".cvc", "Cvc", "quire.cvc"),)


def find_format(path: Path) -> Format | None:
    """The format of a file, by its first bytes, else by its extension; None if none fits."""
    with path.open("rb") as file:
        start = file.read(16)
    by_magic = next((known for known in FORMATS if start.startswith(known.magic)), None)
    return by_magic or next((known for known in FORMATS if known.extension == path.suffix), None)
