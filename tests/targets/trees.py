"""Trees of `dump_tree`, beside what Construct has parsed."""

from __future__ import annotations

import re
from typing import Any

import construct


def difference(want: Any, got: Any, path: str = "") -> str | None:
    """Where a tree of `dump_tree` and what Construct has parsed differ first."""
    if isinstance(want, dict) and "fields" in want:
        if not isinstance(got, construct.Container):
            return f"{path}: expected a record, found {got!r}"
        members = {**want["fields"], **want.get("instances", {})}
        # An underscore keeps names of Python apart in quire's classes.
        each = ((name, got.get(name, got.get(name.rstrip("_")))) for name in members)
        found = (difference(members[name], value, f"{path}/{name}") for name, value in each)
        return next(filter(None, found), None)
    if isinstance(want, list):
        if not isinstance(got, list) or len(want) != len(got):
            return f"{path}: expected {len(want)} elements, found {got!r}"
        pairs = enumerate(zip(want, got, strict=True))
        found = (difference(one, other, f"{path}/{i}") for i, (one, other) in pairs)
        return next(filter(None, found), None)
    return None if _same(want, got) else f"{path}: expected {want!r}, found {got!r}"


def _same(want: Any, got: Any) -> bool:
    if not isinstance(want, dict):
        return bool(want == got) and isinstance(want, bool) == isinstance(got, bool)
    if "hex" in want:
        return bool(bytes.fromhex(want["hex"]) == got)
    if "enum" in want:
        return bool(want["value"] == int(got) if not isinstance(got, str) else want["name"] == got)
    if "float" in want:
        return bool(str(got) == want["float"])
    if "stream" in want:
        return bool(construct.stream_size(got) == want["stream"])
    return "ref" in want or "truncated" in want  # the record stands elsewhere, or is too deep


def shown(found: construct.Container) -> str:
    """A tree as text, without the streams that its records were read from."""
    return re.sub(r"<_io[^>]*>|<construct[^>]*>", "", str(found))
