"""The catalogue of a folder as a file: read, followed as it grows, and written."""

from __future__ import annotations

import os
from collections import Counter

from quire.generated.tier_catalogue import TierCatalogue
from quire.runtime.errors import FormatError
from quire.storage.folder import Folder
from quire.tiers.store import catalogue
from quire.tiers.store.catalogue import START_BYTES
from quire.tiers.store.layout import Changes
from quire.tiers.store.meta import Key, TensorMeta

CATALOGUE = "catalogue"

OUTDATED = 4096
"""Frames below which the catalogue is not written anew, however few of them count."""

_GENERATIONS = 1 << 64


class Log:
    """What the catalogue of a folder says, and where its frames end.

    Attributes:
        tensors: What is known of each tensor, in the order of the frames.
        next_number: No file has this number or a higher one, or ever had.
    """

    def __init__(self, folder: Folder) -> None:
        self.tensors: dict[Key, TensorMeta] = {}
        self.next_number = 1
        self._folder = folder
        self._generation, self._frames, self._end = -1, 0, 0
        self._unsure = False

    def refresh(self) -> Changes:
        """Read what a writer has added, or the whole where it was written anew."""
        changes: dict[Key, TensorMeta | None] = {}
        while True:
            start = self._start()
            try:
                changes.update(self._read(start))
            except FormatError:
                if self._start().generation == start.generation:
                    raise
            if self._start().generation == start.generation:  # it was that one all the time
                return changes

    def _read(self, start: TierCatalogue) -> Changes:
        is_new = start.generation != self._generation
        at = START_BYTES if is_new else self._end
        part = catalogue.read(self._folder.read(CATALOGUE, start=at), at)
        gone = dict[Key, None]()
        if is_new:
            tensors = catalogue.applied({}, part.changes)
            _check_numbers(tensors)
            gone = dict.fromkeys(self.tensors.keys() - part.changes.keys())
            self.tensors, self._generation, self._frames = tensors, start.generation, 0
        else:
            catalogue.applied(self.tensors, part.changes)
        self._frames, self._end = self._frames + part.frames, part.end
        self.next_number = max(self.next_number, start.next_number, part.next_number)
        return {**gone, **part.changes}

    def append(self, changes: Changes) -> None:
        """Commit changes.

        After a failure readers may see them until the next commit, which takes them back.
        """
        if self._unsure:
            self._rewrite(catalogue.applied(dict(self.tensors), changes))
            return
        frames = b"".join(catalogue.frame(key, meta) for key, meta in changes.items())
        self._unsure = True
        self._folder.append(CATALOGUE, frames)
        self._unsure = False
        self._frames, self._end = self._frames + len(changes), self._end + len(frames)
        catalogue.applied(self.tensors, changes)

    def settle(self) -> None:
        """Take back what could not be made durable."""
        if self._unsure:
            self._rewrite(self.tensors)

    def cut_off(self) -> None:
        """Take away what a writer that died has left after the last whole frame."""
        if (self._folder.path / CATALOGUE).stat().st_size > self._end:
            self._folder.truncate(CATALOGUE, self._end)

    def compact(self) -> None:
        """Write the catalogue anew if most of it is outdated."""
        if self._frames >= OUTDATED + 4 * len(self.tensors):
            self._rewrite(self.tensors)

    def _start(self) -> TierCatalogue:
        return catalogue.start_of(self._folder.read(CATALOGUE, START_BYTES))

    def _rewrite(self, tensors: dict[Key, TensorMeta]) -> None:
        self.write(tensors, (self._start().generation + 1) % _GENERATIONS)

    def write(self, tensors: dict[Key, TensorMeta], generation: int | None = None) -> None:
        """Write the whole; where it follows no catalogue that can be read, of any generation."""
        if generation is None:
            generation = int.from_bytes(os.urandom(7))  # readers may know another catalogue
        start = catalogue.start(generation, self.next_number)
        frames = b"".join(catalogue.frame(key, meta) for key, meta in tensors.items())
        self._unsure = True
        self._folder.replace(CATALOGUE, start, frames)
        self._unsure = False
        self.tensors, self._generation, self._frames = tensors, generation, len(tensors)
        self._end = START_BYTES + len(frames)


def _check_numbers(tensors: dict[Key, TensorMeta]) -> None:
    """Refuse a file that two tensors have: if one is dropped, the other loses it, too."""
    for field in ("data", "recipe"):
        counts = Counter(getattr(meta, field) for meta in tensors.values())
        del counts[0]
        for number, times in counts.most_common(1):
            if times > 1:
                found = f"number {number} of {times} tensors"
                expected = f"a {field} file for each (`quire.tiers.repair` finds out whose it is)"
                raise FormatError("frames", expected, found, format="tier_catalogue")
