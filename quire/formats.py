"""Which formats quire knows by name, by the first bytes of a file, and by its extension."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from quire.generated import _formats


@dataclass(frozen=True, slots=True)
class Face:
    """What a format has besides its generated module.

    Attributes:
        module: The module with `open_file`, whose result has `shape`, `dtype`, `blocks` (of
            rows, in order) and `verify`; `verify` alone if it holds several arrays.
        packs: Whether an array alone makes a file, as `quire encode` does it.
        tree: Name of a class in that module with `from_file`, whose result `quire dump` prints,
            where the generated class sees a part of a file only; "" if it sees all.
    """

    module: str
    packs: bool = False
    tree: str = ""


FACES = {
    "cvc": Face("quire.cvc", packs=True),
    "finalfusion": Face("quire.finalfusion.file"),
    "cdd": Face("quire.cdd.file", tree="Tree"),
    "cryptodd": Face("quire.cdd.file", tree="Tree"),
    "hpdkv": Face("quire.hpdkv.file"),
    "hpdkv_bundle": Face("quire.hpdkv.bundle_file"),
    "tiers": Face("quire.tiers.file.tensor_file", packs=True),
    "tqtc": Face("quire.tiers.segments.file"),
}
"""By the `meta/id` of the spec; other formats are records alone."""

_NONE = Face("")


@dataclass(frozen=True, slots=True)
class Format:
    """A format: where its generated class and its API are.

    Attributes:
        name: `meta/id` of its spec.
        starts: What its files may begin with; none if nothing tells them from others.
        extensions: With their dots, the usual one first.
    """

    name: str
    starts: tuple[bytes, ...]
    extensions: tuple[str, ...]

    @property
    def face(self) -> str:
        """The module of its face; "" if there is none."""
        return FACES.get(self.name, _NONE).module

    @property
    def packs(self) -> bool:
        """See `Face`."""
        return FACES.get(self.name, _NONE).packs

    def record_class(self) -> Any:
        """The class that reads a file to its tree: the generated one, unless there is a `tree`."""
        if tree := FACES.get(self.name, _NONE).tree:
            return getattr(self.api(), tree)
        module = importlib.import_module(f"quire.generated.{self.name}")
        return getattr(module, module.__all__[0])

    def api(self) -> ModuleType:
        """The module of `face`."""
        return importlib.import_module(self.face)


FORMATS = tuple(Format(name, *row) for name, row in _formats.FORMATS.items())


def find_format(path: Path) -> Format | None:
    """The format of a file, by its first bytes, else by its usual extension; None if none fits."""
    with path.open("rb") as file:
        start = file.read(16)
    for known in FORMATS:
        if start.startswith(known.starts):
            return known
    return next((known for known in FORMATS if path.suffix == known.extensions[0]), None)
