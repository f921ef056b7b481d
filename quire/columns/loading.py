"""Scans as functions: run by Python where there is little to do, else compiled by Numba."""

from __future__ import annotations

import hashlib
import linecache
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from quire.columns.deriving import scan_of
from quire.columns.emit import NATIVE, PLAIN, source_of
from quire.columns.inverse import inverse_of
from quire.columns.layout import Layout
from quire.generator.targets.python.kept import kept
from quire.runtime import structure as s
from quire.runtime.structure.lookup import type_and_spec
from quire.storage.atomic import atomic_file

SMALL = 1 << 18
"""Bytes of which Python reads the columns in the time that Numba takes to be loaded."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A scan that can be run.

    Attributes:
        field: The field that is the list.
        layout: What it fills.
        find: Goes to where the list begins; Python runs it.
        scan: Goes over the rows.
        is_native: Whether that is compiled, and takes addresses.
    """

    field: s.Field
    layout: Layout
    find: Callable[[Any], int]
    scan: Callable[[Any], int]
    is_native: bool


@lru_cache(maxsize=64)
def loaded(
    kind: type[Any],
    path: str,
    *,
    wide: bool,
    native: bool,
    writes: bool = False,
    raw: tuple[str, ...] = (),
) -> Loaded:
    """The scan of a list of a class, or its inverse; what is compiled is kept on disk.

    Fields of the rows that are in `raw` are read as the bytes that are stored.

    Raises:
        NoColumnsError: the list has no columns.
    """
    type_, spec = type_and_spec(kind)
    if writes:
        made = inverse_of(type_, spec, path, wide=wide)
    else:
        made = scan_of(type_, spec, path, wide=wide, raw=raw)
    plain = _module(source_of(made, PLAIN))
    if not native:
        return Loaded(made.field, made.layout, plain.find, plain.scan, is_native=False)
    compiled = _module(source_of(made, NATIVE), keep=True)
    return Loaded(made.field, made.layout, plain.find, compiled.scan, is_native=True)


@cache
def _words() -> str:
    """The text of what compiled scans use: with another one, they are others."""
    return Path(__file__).with_name("native.py").read_text(encoding="utf-8")


def _module(text: str, *, keep: bool = False) -> ModuleType:
    """The module of a text; it has a file if what is made of it is to be kept."""
    digest = hashlib.sha256(f"{_words()}{text}".encode()).hexdigest()[:16]
    name = f"quire.columns.scan_{digest}"
    file = _file(f"quire_scan_{digest}.py", text) if keep else None
    filename = f"<{name}>" if file is None else str(file)
    module = ModuleType(name, None)
    module.__file__ = filename
    sys.modules[name] = module  # what Numba has kept looks for it there
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    exec(compile(text, filename, "exec"), module.__dict__)  # noqa: S102  # the text is our own
    return module


def _file(name: str, text: str) -> Path | None:
    """A file with a text in the user's own folder; None if there is no such folder."""
    store = kept()
    if store is None:
        return None
    path = Path(store.directory) / name
    try:
        if path.read_text(encoding="utf-8") == text:
            return path
    except (OSError, ValueError):
        pass
    try:
        with atomic_file(path) as file:
            file.write(text.encode())
    except OSError:
        return None
    return path
