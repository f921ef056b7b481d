"""Writing apart: many processes write files, and one commit makes them a collection or a store.

Nobody sees anything before the commit, which is one rename. What a process that was killed has left
behind is on no list, and is removed by the commit, or by `abort`.
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import numpy as np

from quire.cdd import DataWriter, GroupedWriter
from quire.cdd.joining import join
from quire.columns.tables.table import Table
from quire.cvc import pack_cvc, pack_cvc_columns
from quire.datasets.manifest import FOLDER, NAME, Manifest, Written
from quire.storage.calls import change
from quire.storage.files import sync_folder
from quire.storage.folder import Folder

FORMATS = ("cvc", "cdd")

NO_LINKS = {errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK}
"""What file systems say that have no second names for files."""


@dataclass(frozen=True, slots=True)
class PartWriter:
    """Writes files that one commit makes visible; small, and pickled to whoever writes.

    A collection of CVC is a folder with a list of its files, `parts.json`; a commit adds to it. A
    store of CDD is one file, which is made at once of the chunks of all parts, as they are stored.

    Attributes:
        path: The folder of the collection, or the path of the store.
        format: "cvc" or "cdd".
        job: What the files of this writer begin with.
        options: How files are written: as `pack_cvc`, `pack_cvc_columns`, `DataWriter.append` or
            `GroupedWriter.append` take them.
    """

    path: str
    format: str
    job: str
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @classmethod
    def begin(cls, path: str | os.PathLike[str], format: str = "cvc", **options: Any) -> Self:
        """A writer with a name of its own; its folder is made.

        Raises:
            FileExistsError: there is such a store already.
            ValueError: no such format.
            OSError: the folder cannot be made.
        """
        if format not in FORMATS:
            raise ValueError(f"format: expected cvc or cdd, found {format!r}")
        made = cls(os.path.abspath(path), format, secrets.token_hex(6), options)  # noqa: PTH100  # follows no link
        made._expect_new()
        made.folder.mkdir(parents=True, exist_ok=True)
        made._mark.touch()
        return made

    @property
    def folder(self) -> Path:
        """Where the files are."""
        target = Path(self.path)
        if self.format == "cvc":
            return target / FOLDER
        return target.with_name(f".{target.name[:100]}.{self.job}")

    @property
    def _mark(self) -> Path:
        """What is there as long as files may be written."""
        return self.folder / f"{self.job}-open"

    def write(self, number: int, rows: Any) -> Written:
        """Write a file; several processes may, and the same number more than once.

        Args:
            number: The place of its rows among those of all files.
            rows: An array (rows, …), or columns: a table, or a mapping from names to arrays.

        Returns:
            What the commit has to be given.

        Raises:
            EncodingError, TypeError, ValueError: it cannot be stored so.
            FileNotFoundError: the job was committed or aborted meanwhile; the file is removed.
            OSError: it cannot be written.
        """
        given = _given(rows)
        count = len(given) if isinstance(given, np.ndarray) else _rows_of(given)
        if not count:
            return Written(number, "", 0, 0, "")
        name = f"{self.job}-{number:08}-{secrets.token_hex(4)}.{self.format}"
        target = self.folder / name
        if self.format == "cvc":
            self._write_cvc(target, given)
        else:
            self._write_cdd(target, given)
        if not self._mark.exists():  # what another thread aborts has no files when it is through
            target.unlink(missing_ok=True)
            raise FileNotFoundError(f"{self.path}: this writer was committed or aborted")
        return Written(number, name, count, target.stat().st_size, _kind_of(given))

    def _write_cvc(self, target: Path, given: Any) -> None:
        if isinstance(given, np.ndarray):
            pack_cvc(given, target, **self.options)
        else:
            pack_cvc_columns(given, target, **self.options)

    def _write_cdd(self, target: Path, given: Any) -> None:
        if isinstance(given, np.ndarray):
            with DataWriter(target, layout="cdd") as writer:
                writer.append(given, **self.options)
        else:
            with GroupedWriter(target, list(given), layout="cdd") as groups:
                groups.append(given, **self.options)

    def commit(self, written: Iterable[Written]) -> None:
        """Make files visible, in the order of their numbers: all of them at once, or none.

        Where several are of one number, since a task was run again, the first one counts. A commit
        that was cut off may be done again.

        Args:
            written: What `write` has returned, in any order.

        Raises:
            FileExistsError: there is such a store by now.
            StoreLocked: another commit is under way.
            ValueError: there are no rows, or files do not fit together.
            OSError: a file is missing, or it cannot be written.
        """
        found = _chosen(written)
        if not found:
            raise ValueError("written: expected a file with rows at least, found none")
        for each in found:
            size = (self.folder / each.name).stat().st_size
            if size != each.size:
                raise ValueError(f"{each.name}: expected {each.size} bytes, found {size}")
        if self.format == "cvc":
            self._list(found)
        else:
            self._join(found)
        self.abort()

    def _list(self, found: list[Written]) -> None:
        """Put files on the list of the collection."""
        folder = Folder(self.path)
        folder.lock()
        try:
            before = Manifest(self.format, found[0].kind, ())
            if folder.exists(NAME):
                before = Manifest.from_bytes(folder.read(NAME))
            folder.sync(FOLDER)
            folder.replace(NAME, before.with_files(found).to_bytes())
        finally:
            folder.unlock()

    def _join(self, found: list[Written]) -> None:
        """Make one store of the chunks of all files."""
        Manifest(self.format, found[0].kind, ()).with_files(found)  # whether they fit
        whole, target = self.folder / "whole.cdd", Path(self.path)
        whole.unlink(missing_ok=True)
        paths = [self.folder / each.name for each in found]
        join(paths, whole)
        self._expect_new()
        try:  # `replace` would take the place of what another has made this moment
            change("link", os.link, whole, target)
        except FileExistsError:
            self._expect_new()
            raise
        except OSError as error:
            if error.errno not in NO_LINKS:
                raise
            change("rename", os.replace, whole, target)
        sync_folder(target.parent)

    def abort(self) -> None:
        """Remove what is on no list of what this writer has written, half or whole."""
        if self.format == "cdd":
            shutil.rmtree(self.folder, ignore_errors=True)
            return
        self._mark.unlink(missing_ok=True)
        folder, listed = Folder(self.path), set[str]()
        if folder.exists(NAME):
            listed = {each.name for each in Manifest.from_bytes(folder.read(NAME)).files}
        for name in folder.names(FOLDER):
            if name.lstrip(".").startswith(f"{self.job}-") and name not in listed:
                folder.remove(f"{FOLDER}/{name}")

    def _expect_new(self) -> None:
        if self.format == "cdd" and Path(self.path).exists():
            raise FileExistsError(f"{self.path}: the file exists; name another one")


def _given(rows: Any) -> Any:
    """Rows as an array, or as columns by their names."""
    if isinstance(rows, Table):
        rows = {name: rows[name] for name in rows.names}
    if not isinstance(rows, Mapping):
        return np.asarray(rows)
    return {str(name): np.asarray(column) for name, column in rows.items()}


def _rows_of(columns: Mapping[str, Any]) -> int:
    """How many rows columns have.

    Raises:
        ValueError: there is none, or they differ.
    """
    counts = {len(column) for column in columns.values()}
    if len(counts) != 1:
        raise ValueError(f"rows: expected columns of one length, found {sorted(counts)}")
    return counts.pop()


def _kind_of(given: Any) -> str:
    """What rows are like, in words."""
    if isinstance(given, np.ndarray):
        return f"{given.dtype} rows of {_shape(given)}"
    return ", ".join(f"{name} {each.dtype} {_shape(each)}" for name, each in given.items())


def _shape(array: Any) -> str:
    return "x".join(map(str, array.shape[1:])) or "1"


def _chosen(written: Iterable[Written]) -> list[Written]:
    """One file of each number, in order, of those that have rows."""
    found: dict[int, Written] = {}
    for each in written:
        found.setdefault(each.number, each)
    return [found[number] for number in sorted(found) if found[number].name]
