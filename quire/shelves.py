"""Specs that are found beside those of quire: in folders, and in installed packages."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from quire.starts import Signature, signature

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "quire.formats"
"""Entry points that name a package in whose folder specs are."""


class Shelf(NamedTuple):
    """The specs of a folder.

    Attributes:
        specs: Signatures and files.
        troubles: What cannot be read, and why.
    """

    specs: list[tuple[Signature, Path]]
    troubles: list[str]


def of_variable(name: str) -> Iterator[Shelf]:
    """The folders that an environment variable lists, in their order."""
    for folder in os.environ.get(name, "").split(os.pathsep):
        if folder:
            yield _shelf(Path(folder), name)


def of_packages() -> Iterator[Shelf]:
    """The folders of installed packages that offer specs."""
    from importlib.metadata import entry_points  # takes 20 ms

    for point in sorted(entry_points(group=GROUP)):
        folder = _folder(point)
        told = f"the package of the entry point `{point.name}`"
        yield (
            Shelf([], [f"{told} is not there: {point.value}"])
            if folder is None
            else _shelf(folder, told)
        )


def _folder(point: EntryPoint) -> Path | None:
    """Where a package is; of those around it, the code runs."""
    try:
        found = importlib.util.find_spec(point.value)
    except Exception:  # noqa: BLE001  # whatever a module of somebody else raises
        return None
    places = None if found is None else found.submodule_search_locations
    return Path(next(iter(places))) if places else None


def _shelf(folder: Path, told: str) -> Shelf:
    shelf = Shelf([], [])
    if not folder.is_dir():
        shelf.troubles.append(f"{told}: there is no folder {folder}")
    for path in sorted(path for path in folder.rglob("*.ksy") if path.is_file()):  # no pipe
        try:
            shelf.specs.append((signature(path), path))
        except (OSError, ValueError) as error:
            shelf.troubles.append(str(error))
    return shelf
