"""A model of what a disk keeps when the system fails: what was waited for, and little else."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.formats.tiers.directories import Spoiled


@dataclass(eq=False)
class Inode:
    """The bytes of a file: as programs see them, and those that are on the disk."""

    data: bytearray = field(default_factory=bytearray)
    kept: bytes = b""


class Disk:
    """Names and bytes of the files of a folder: what programs see, and what is on the disk."""

    def __init__(self) -> None:
        self.names: dict[str, Inode] = {}
        self.kept: dict[str, Inode] = {}

    def write(self, name: str, data: bytes) -> None:
        """Add bytes at the end."""
        self.names[name].data += data

    def cut(self, name: str, size: int) -> None:
        """Cut off what is beyond a size."""
        del self.names[name].data[size:]

    def sync(self, name: str) -> None:
        """Wait for the bytes of a file, or for the names in a folder."""
        if (inode := self.names.get(name)) is not None:
            inode.kept = bytes(inode.data)
            return
        within = "" if name == "." else name
        self.kept = {path: inode for path, inode in self.kept.items() if not _is_in(path, within)}
        self.kept |= {path: inode for path, inode in self.names.items() if _is_in(path, within)}

    def after_failures(self) -> Iterator[dict[str, bytes]]:
        """What there may be after the system failed now.

        Names that nobody has waited for are lost, or they are not, but the bytes are.
        """
        for names in (self.kept, self.names):
            yield {name: inode.kept for name, inode in names.items()}


class Recorded(Spoiled):
    """A folder whose changes are made to a model, too.

    Args:
        path: The folder.
        told: Called after each change.
    """

    def __init__(self, path: Path, told: Callable[[Disk], None]) -> None:
        super().__init__(path)
        self.disk = Disk()
        self.told = told

    def spoil(self, step: str, call: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """Make it to the model, too."""
        found = None if step == "fsync" else call(*args)
        names = self.disk.names
        if step == "open":
            name = self._name(args[0])
            names.setdefault(name, Inode())
            if args[1] & os.O_TRUNC:
                self.disk.cut(name, 0)
        elif step == "write":
            self.disk.write(self._name(args[0]), bytes(args[1]))
        elif step == "truncate":
            self.disk.cut(self._name(args[0]), args[1])
        elif step == "fsync":
            self.disk.sync(self._name(args[0]))
        elif step == "rename":
            names[self._name(args[1])] = names.pop(self._name(args[0]))
        elif step == "unlink":
            del names[self._name(args[0])]
        self.told(self.disk)
        return found

    def _name(self, place: Path | int) -> str:
        path = Path(f"/proc/self/fd/{place}").readlink() if isinstance(place, int) else place
        return os.path.relpath(path, self.path)


def _is_in(path: str, folder: str) -> bool:
    return path.rpartition("/")[0] == folder
