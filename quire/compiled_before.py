"""Modules of specs that were compiled before, found again without the compiler.

They are kept in `$XDG_CACHE_HOME/quire/specs` (`~/.cache` if that is not set): a file for all
specs of a name, with a digest of what the last one was made of. The spec, its options, the files of
the compiler and Python have to be the same. A spec that needs other files, or codecs, which
installed packages may add, is compiled each time.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import stat
import sys
from contextlib import suppress
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType
from typing import NamedTuple

import quire.generator

ELSEWHERE = (b"imports", b"-overlay", b"codec")
"""What is in the text of a spec that may not be all there is to its module."""


class Made(NamedTuple):
    """A module in memory: its name, its text, and what Python compiled of that."""

    name: str
    text: str
    code: CodeType


class Before(NamedTuple):
    """Where the module of a spec is kept, and the digest of what it is made of."""

    file: Path
    made_of: bytes

    @classmethod
    def of(cls, spec: Path, options: str) -> Before | None:
        """Of a spec compiled with some options; None if it is compiled each time."""
        folder = _folder()
        try:
            text = spec.read_bytes()
        except OSError:
            return None  # the compiler says so
        if folder is None or any(word in text for word in ELSEWHERE):
            return None
        made_with = (
            quire.__version__,
            MAGIC_NUMBER.hex(),
            sys.flags.optimize,
            spec,
            options,
            *_compiler(),
        )
        digest = hashlib.sha256(repr(made_with).encode() + b"\n" + text)
        return cls(folder / f"{spec.stem}.made", digest.digest())

    def found(self) -> Made | None:
        """The module, if it was made of the same; what is damaged is none."""
        try:
            stored = self.file.read_bytes()
        except OSError:
            return None
        begin = 2 * len(self.made_of)
        whole, module = stored[:begin], stored[begin:]
        if whole != self.made_of + hashlib.sha256(module).digest():
            return None
        return Made(*marshal.loads(module))  # noqa: S302  # from a folder of the user's own

    def keep(self, made: Made) -> None:
        """Keep the module, if there is room; a reader sees the one before, or all of it."""
        part = self.file.with_name(f"{self.file.stem}.{os.getpid()}.part")
        with suppress(OSError, ValueError):  # nested too deep to be kept
            stored = marshal.dumps(tuple(made))
            part.write_bytes(self.made_of + hashlib.sha256(stored).digest() + stored)
            part.replace(self.file)


def _folder() -> Path | None:
    """A folder that nobody else writes to: what is in it is run."""
    try:
        base = Path(os.environ.get("XDG_CACHE_HOME", ""))
        if not base.is_absolute():  # which is to be ignored
            base = Path.home().resolve(strict=True) / ".cache"  # no home is made
        place = base / "quire" / "specs"
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = place.stat()
    except (OSError, RuntimeError):  # no room, or no home
        return None
    others_write = found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    mine = not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not others_write)
    return place if mine else None


def _compiler() -> list[tuple[str, int, int]]:
    """The files of the compiler, with sizes and times: it may be a checkout that is worked on."""
    found = []
    for folder, _, names in os.walk(quire.generator.__path__[0]):
        for name in names:
            if name.endswith((".py", ".j2")):
                file = Path(folder, name).stat()
                found.append((f"{folder}/{name}", file.st_size, file.st_mtime_ns))
    return sorted(found)
