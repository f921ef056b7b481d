"""Files that are replaced: whole or not at all, and without a change of anything else."""

from __future__ import annotations

import errno
import io
import os
import secrets
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO

from quire.storage.calls import change
from quire.storage.files import RawFile, hand_on, named, sync_folder

_FULL = (errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))
"""Errors that writing alone can meet."""


@contextmanager
def atomic_file(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file that takes its name only when it is complete and on disk.

    The bytes go to a temporary file in the same folder; when the block ends well it is synced and
    renamed over `path`, and the folder is synced too. When it fails, `path` is what it was before.
    A file that is replaced hands on its mode, and its owner where this process may do that; a link
    to it stays one. What is no file (a device, a pipe) and what is open already (`/dev/stdout`) is
    never replaced: it takes the bytes as they come.

    Raises:
        OSError: it cannot be written. A folder is an `IsADirectoryError`, a file without the
            right to write, which could be replaced all the same, a `PermissionError`.
    """
    try:
        status = Path(path).stat()
    except FileNotFoundError:
        status = None
    number = _descriptor(path)
    with _named(path):
        if number is not None:
            with os.fdopen(os.dup(number), "wb") as file:
                yield file
        elif status is not None and not stat.S_ISREG(status.st_mode):
            with Path(path).open("wb") as file:
                yield file
        else:
            with _draft(Path(os.path.realpath(path)), status) as file:
                yield file


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Make files that are not there yet, by name: all or none; the folder, too, if need be.

    A process that is killed may leave the first ones, each of them whole.

    Raises:
        FileExistsError: one is there; nothing has changed.
        OSError: they cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name in files:
        if os.path.lexists(folder / name):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(folder / name))
    made = list[Path]()
    try:
        for name, data in files.items():
            made.append(folder / name)
            with atomic_file(made[-1]) as file:
                file.write(data)
    except BaseException:  # what was made is removed, and it is raised again
        for path in made:
            path.unlink(missing_ok=True)
        raise


@contextmanager
def spool_for(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file without a name for what becomes part of `path`: beside it, if it is to be a file.

    Raises:
        OSError: there is no such folder, or no room; it names `path`.
    """
    target = Path(path)
    # Beside what is no file, such as a device, there is no place for files.
    folder = None if target.exists() and not target.is_file() else target.resolve().parent
    try:
        spool = change("open", partial(tempfile.TemporaryFile, buffering=0, dir=folder))
    except OSError as error:
        error.filename = os.fspath(path)
        raise
    raw = RawFile(os.dup(spool.fileno()), "r+b", known_as=path)
    with _named(path), spool, io.BufferedRandom(raw) as file:
        yield file


@contextmanager
def _named(path: str | os.PathLike[str]) -> Iterator[None]:
    """Let errors say which file there is no room for."""
    try:
        yield
    except OSError as error:
        if error.filename is None and error.errno in _FULL:
            error.filename = os.fspath(path)
        raise


@contextmanager
def _draft(target: Path, status: os.stat_result | None) -> Iterator[BinaryIO]:
    """A temporary file that replaces a target of that status, or one that is not there yet."""
    if status is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
    # Whole, the name of the target may leave no room for more.
    draft = target.with_name(f".{target.name[:50]}.{secrets.token_hex(4)}.part")
    mode = 0o666 if status is None else 0o600  # nobody may read what they must not read later
    try:
        with named(target, draft):
            raw = RawFile(
                draft,
                "xb",
                lambda name, flags: change("open", os.open, name, flags, mode),
                known_as=target,
            )
        with io.BufferedWriter(raw) as file:
            if status is not None:
                hand_on(status, draft)
            yield file
            with named(target):
                file.flush()
                change("fsync", os.fsync, file.fileno())
        with named(target, draft):
            change("rename", os.replace, draft, target)
    except BaseException:  # the draft is removed, and it is raised again
        draft.unlink(missing_ok=True)
        raise
    sync_folder(target.parent)


def _descriptor(path: str | os.PathLike[str]) -> int | None:
    """The number of the open file of this process that a path names, as `/dev/stdout` does."""
    name, opened = Path(path).absolute(), Path("/proc/self/fd").resolve()
    while (folder := name.parent.resolve()) != opened:
        if not name.is_symlink():
            return None
        name = folder / name.readlink()
    return int(name.name)
