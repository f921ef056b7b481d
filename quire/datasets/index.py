"""Where parts of lists begin, kept beside a file, so that nobody has to go over it again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from quire.datasets.cuts import Cuts
from quire.datasets.files import File
from quire.datasets.kinds import Kind
from quire.remote import file_system
from quire.storage.atomic import atomic_file

SUFFIX = ".parts.json"
"""What the name of an index has behind that of its file."""

_VERSION = 1
_ARRAYS = ("rows", "offsets", "elements")


def write_index(file: File, kind: Kind, path: str, cuts: Cuts) -> str:
    """Keep cuts beside a file; gives the name of the index.

    Args:
        file: The file.
        kind: The class that reads it.
        path: The list whose parts these are.
        cuts: Where the parts begin.

    Raises:
        OSError: it cannot be written.
    """
    told = _about(file, kind, path) | {name: getattr(cuts, name).tolist() for name in _ARRAYS}
    data = json.dumps(told, separators=(",", ":")).encode()
    name = f"{file.name}{SUFFIX}"
    if file.is_remote:
        system, there = file_system(name, file.options or {})
        system.pipe_file(there, data)
        return name
    with atomic_file(name) as target:
        target.write(data)
    return name


def indexed(file: File, kind: Kind, path: str, rows: int) -> Cuts | None:
    """Cuts that are kept beside a file, if they are of this list and of the file as it is.

    Args:
        file: The file.
        kind: The class that reads it.
        path: The list.
        rows: Of a part, at least; parts begin where the index has something.

    Returns:
        Cuts; None if there is no such index, or it is not fine enough.
    """
    told = _kept(file)
    if not isinstance(told, dict):
        return None
    if any(told.get(name) != value for name, value in _about(file, kind, path).items()):
        return None
    found = _arrays(told, file.size)
    if found is None:
        return None
    step = int((found.rows[1:] - found.rows[:-1]).max(initial=0))
    return None if step > rows else found.among_these(rows)


def _about(file: File, kind: Kind, path: str) -> dict[str, Any]:
    """What an index is of."""
    spec = kind.digest or f"{kind.module}:{kind.name}"
    stamp = None if file.stamp is None else str(file.stamp)
    told: dict[str, Any] = {"version": _VERSION, "size": file.size, "stamp": stamp}
    return told | {"spec": spec, "path": path}


def _kept(file: File) -> Any:
    """What an index says; None if there is none, or nothing can be made of it."""
    name = f"{file.name}{SUFFIX}"
    try:
        if file.is_remote:
            system, path = file_system(name, file.options or {})
            return json.loads(system.cat_file(path))
        return json.loads(Path(name).read_bytes())
    except (OSError, ValueError, RecursionError):
        return None


def _arrays(told: Mapping[str, Any], size: int) -> Cuts | None:
    """The cuts of an index; None if they make no sense."""
    found = []
    for name in _ARRAYS:
        values = told.get(name)
        if not isinstance(values, list) or not all(type(value) is int for value in values):
            return None
        try:
            array = np.array(values, np.int64)
        except OverflowError:
            return None
        if len(array) < 2 or array[0] < 0 or (array[1:] < array[:-1]).any():
            return None
        found.append(array)
    rows, offsets, elements = found
    fit = len(rows) == len(offsets) == len(elements) and rows[0] == 0 and offsets[-1] <= size
    return Cuts(rows, offsets, elements) if fit else None
