"""Scans as functions: run by Python where there is little to do, else compiled by Numba."""

from __future__ import annotations

import hashlib
import linecache
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from quire.columns.scan.deriving import scan_of
from quire.columns.scan.emit import NATIVE, PLAIN, source_of
from quire.columns.scan.inverse import inverse_of
from quire.columns.scan.layout import Layout
from quire.runtime import structure as s
from quire.runtime.structure.lookup import type_and_spec

SMALL = 1 << 18
"""Bytes of which Python reads the columns in a fifth of a second: nothing is compiled for them."""


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
    find, scan = plain["find"], plain["scan"]
    if native:
        from quire.columns.running.machine import machine_scan  # it takes time

        scan = machine_scan(plain["__doc__"], source_of(made, NATIVE))
    return Loaded(made.field, made.layout, find, scan, is_native=native)


def _module(text: str) -> dict[str, Any]:
    """What the text of a module defines; tracebacks show its lines."""
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    filename = f"<scan {digest}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    module: dict[str, Any] = {"__name__": f"quire.columns.scan_{digest}"}
    exec(compile(text, filename, "exec"), module)  # noqa: S102  # the text is our own
    return module
