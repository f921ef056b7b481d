"""The inputs that have run a line that none before has run, kept in a folder for the next time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from quire.storage.atomic import atomic_file


@dataclass(frozen=True)
class Entry:
    """An input.

    Attributes:
        data: Its bytes.
        choices: Those that have made it; None if it was not made of choices.
    """

    data: bytes
    choices: bytes | None = None


class Corpus:
    """The inputs of a target.

    Args:
        folder: Where they are kept; None for nowhere.
        random: What decides which is next.
    """

    def __init__(self, folder: Path | None, random: Random) -> None:
        self._folder, self._random = folder, random
        self.entries: list[Entry] = []
        self._names: set[str] = set()

    def of_others(self) -> Iterator[Entry]:
        """Those of the folder that are not known here: of the last time, or of another process."""
        paths = [] if self._folder is None else sorted(self._folder.glob("*"))
        for path in paths:
            if path.stem not in self._names and path.suffix != ".choices":
                self._names.add(path.stem)
                choices = path.with_suffix(".choices")
                made_of = choices.read_bytes() if choices.is_file() else None
                yield Entry(path.read_bytes(), made_of)

    def keep(self, entry: Entry) -> None:
        """Take an input in."""
        self.entries.append(entry)
        name = hashlib.sha256(entry.data).hexdigest()[:16]
        if self._folder is None or name in self._names:
            return
        self._names.add(name)
        self._folder.mkdir(parents=True, exist_ok=True)
        if entry.choices is not None:
            with atomic_file(self._folder / f"{name}.choices") as file:
                file.write(entry.choices)
        with atomic_file(self._folder / f"{name}.bin") as file:
            file.write(entry.data)

    def next(self) -> Entry:
        """One to change: new ones more often."""
        last = len(self.entries)
        if self._random.random() < 0.5:
            return self.entries[self._random.randrange(max(last - 20, 0), last)]
        return self._random.choice(self.entries)
