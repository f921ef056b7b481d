"""Reading a file for a listing: part by part if it is large and its type lets that be."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from quire.listing.growing import GrowingTree
from quire.listing.parts import PartsReader
from quire.runtime.feeding.best_effort import Partly, read_partly
from quire.runtime.feeding.part_types import parted
from quire.runtime.reading.source import READ_FAST, contents
from quire.runtime.record import Record
from quire.view.places import Fields, NoPlaces
from quire.view.streams import Streams
from quire.view.tree import Tree


def tree_of(
    kind: type[Any],
    path: Path,
    *,
    places: bool,
    passed: Callable[[int], object] = lambda _pos: None,
    small: int = READ_FAST,
) -> Tree:
    """The tree of a file, to be gone through once; it ends where the file cannot be read further.

    Args:
        kind: The class of the file, or what reads it as dicts and lists.
        path: The file.
        places: Whether somebody asks where fields stand.
        passed: Is told how many bytes were read so far, if they are read part by part.
        small: Bytes of a file that is read at once, since that takes no time.

    Raises:
        FormatError: not even the first field could be begun.
    """
    if not issubclass(kind, Record):
        data = kind.from_file(path)
        return Tree(Partly(data), Streams(b""), "", NoPlaces(), sums=False)
    fields = Fields() if places else NoPlaces()
    if path.stat().st_size > small and kind in (known := parted(kind)).kinds:
        data = contents(path, mmap=True)
        return GrowingTree(PartsReader(kind, known, data, passed), Streams(data), "", fields)
    data = contents(path)
    return Tree(read_partly(kind, data), Streams(data), "", fields, sums=False)
