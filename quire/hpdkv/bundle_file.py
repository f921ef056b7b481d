"""A bundle as the command looks at it: several tensors, by name, and its damage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quire.hpdkv.bundle import Bundle
from quire.sources import Given, Source

__all__ = ["open_file"]


def open_file(
    source: Given | Source,
    *,
    verify: bool = True,  # noqa: ARG001  # as all have it; a bundle has no checksums
    storage_options: Mapping[str, Any] | None = None,
) -> Bundle:
    """Open a bundle; arguments are those of `quire.open`."""
    return Bundle(Source.of(source, storage_options))
