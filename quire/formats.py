"""Which formats quire knows by name, by the first bytes of a file, and by its extension."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from quire.generated import _formats

if TYPE_CHECKING:
    from quire.starts import Start

MOST = 8192
"""How many of the first bytes of a file are looked at."""


@dataclass(frozen=True, slots=True)
class Face:
    """What a format has besides its generated module.

    Attributes:
        module: The module that opens its files.
        opens: Name of the function that does, and gives an `ArrayFile`; or a mapping of arrays that
            has `verify`, if there are several.
        packs: Whether an array alone makes a file, as `quire encode` does it.
        tree: Name of a class in that module with `from_file`, whose result `quire dump` prints,
            where the generated class sees a part of a file only; "" if it sees all.
    """

    module: str
    opens: str = ""
    packs: bool = False
    tree: str = ""


FACES = {
    "cvc": Face("quire.cvc", "open_file", packs=True),
    "finalfusion": Face("quire.finalfusion.file", "open_finalfusion", packs=True),
    "cdd": Face("quire.cdd.file", "open_cdd", packs=True, tree="Tree"),
    "cryptodd": Face("quire.cdd.file", "open_cdd", tree="Tree"),
    "hpdkv": Face("quire.hpdkv.file", "open_residuals", packs=True),
    "hpdkv_bundle": Face("quire.hpdkv.bundle", "open_bundle"),
    "tiers": Face("quire.tiers.file.tensor_file", "open_tensor", packs=True),
    "tqtc": Face("quire.tiers.segments.file", "open_segment", packs=True),
}
"""By the `meta/id` of the spec; other formats are records alone."""

_NONE = Face("")


@dataclass(frozen=True, slots=True)
class Format:
    """A format: where its generated class and its API are.

    Attributes:
        name: `meta/id` of its spec.
        title: What it is called.
        starts: What its files may begin with: bytes, and where they stand; none if nothing tells
            them from others.
        extensions: With their dots, the usual one first.
        spec: What it is compiled from when a file is read; None for those that quire has.
    """

    name: str
    title: str
    starts: tuple[Start, ...]
    extensions: tuple[str, ...]
    spec: Path | None = None

    @property
    def _face(self) -> Face:
        return _NONE if self.spec is not None else FACES.get(self.name, _NONE)

    @property
    def face(self) -> str:
        """The module of its face; "" if there is none."""
        return self._face.module

    @property
    def packs(self) -> bool:
        """Whether the command makes such files of arrays; see `Face`."""
        return self._face.packs

    def record_class(self) -> Any:
        """The class that reads a file to its tree: the generated one, unless there is a `tree`."""
        if tree := self._face.tree:
            return getattr(self.api(), tree)
        return self.generated()

    def generated(self) -> Any:
        """The generated class, of a format that quire has."""
        module = importlib.import_module(f"quire.generated.{self.name}")
        return getattr(module, module.__all__[0])

    def api(self) -> ModuleType:
        """The module of `face`."""
        return importlib.import_module(self.face)

    def open(self, source: Any, *, verify: bool = True) -> Any:
        """A file of a format that has a face, open; see `Face.opens`."""
        return getattr(self.api(), self._face.opens)(source, verify=verify)

    def begins(self, data: bytes) -> int:
        """How many of the first bytes of a file tell that it is of this format; 0 if none do."""
        most = 0
        for start in self.starts:  # loops: each file that is opened is compared with all formats
            size = 0
            for at, piece in start:
                if not data.startswith(piece, at):
                    break
                size += len(piece)
            else:
                most = max(most, size)
        return most


FORMATS = tuple(Format(name, *row) for name, row in _formats.FORMATS.items())


class SeveralFormats(Exception):
    """Nothing tells of which of several formats a file is."""

    def __init__(self, found: Sequence[Format]) -> None:
        super().__init__(" or ".join(str(each.spec or each.name) for each in found))


def find_format(path: Path) -> Format | None:
    """The format of a file at a path; see `format_of`."""
    with path.open("rb") as file:
        return format_of(file.read(MOST), path.suffix)


def format_of(start: bytes, suffix: str) -> Format | None:
    """The format of a file, by its first bytes, else by its usual extension; None if none fits.

    Formats of quire, and those of others: see `shelves`. Where several begin alike, what they have
    in common is longer or shorter, and one of them may have the extension.

    Args:
        start: The first bytes, `MOST` or all there are.
        suffix: The extension, with its dot; "" if there is none.

    Raises:
        SeveralFormats: two specs of one folder fit as well.
    """
    for shelf in shelves():
        likely = _beginning_with(start[:1]) if shelf is FORMATS else shelf
        fitting = [known for known in likely if known.begins(start)]
        if fitting:
            return _best(fitting, lambda known: (known.begins(start), suffix in known.extensions))
    for shelf in shelves():
        fitting = [known for known in shelf if suffix in known.extensions[:1]]
        if fitting:
            return _best(fitting, lambda _known: ())
    return None


@cache
def _beginning_with(first: bytes) -> Sequence[Format]:
    """Those of quire whose files may begin with this byte."""
    return [known for known in FORMATS if any(_may_begin(start, first) for start in known.starts)]


def _may_begin(start: Start, first: bytes) -> bool:
    return all(at != 0 or piece[:1] == first for at, piece in start)


def _best(fitting: Sequence[Format], score: Callable[[Format], tuple[int, ...]]) -> Format:
    """The one that fits best."""
    if len(fitting) == 1:
        return fitting[0]
    most = max(map(score, fitting))
    best = [known for known in fitting if score(known) == most]
    if len(best) > 1 and best[0].spec is not None:
        raise SeveralFormats(best)
    return best[0]


def shelves() -> Iterator[Sequence[Format]]:
    """Where formats are looked for; what comes first, counts.

    The folders of `QUIRE_PATH`, quire itself, installed packages, the folders of `KSPATH`.
    """
    if os.environ.get("QUIRE_PATH"):
        yield from _others("of_variable", "QUIRE_PATH")
    yield FORMATS
    yield from _others("of_packages")
    if os.environ.get("KSPATH"):
        yield from _others("of_variable", "KSPATH")


def troubles() -> list[str]:
    """What cannot be read of the specs that are looked for, and why."""
    from quire.shelves import of_packages, of_variable  # takes time, and most files need it not

    found = (*of_variable("QUIRE_PATH"), *of_packages(), *of_variable("KSPATH"))
    return [trouble for shelf in found for trouble in shelf.troubles]


def _others(source: str, *arguments: str) -> Iterator[Sequence[Format]]:
    look = getattr(importlib.import_module("quire.shelves"), source)  # the same
    for shelf in look(*arguments):
        yield [
            Format(found.name, found.title, found.starts, found.extensions, path)
            for found, path in shelf.specs
        ]
