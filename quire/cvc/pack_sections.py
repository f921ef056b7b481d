"""Packing sections: arrays one after another, each with metadata of its own."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import numpy.typing as npt

from quire.cvc.arguments import (
    DEFAULT_VERSION,
    check_arguments,
    kept_by_json,
    matrix,
    section_pairs,
)
from quire.cvc.pack import pack
from quire.cvc.plan import Plan
from quire.cvc.sections import section_entries
from quire.progress import Progress, telling


def pack_cvc_sections(
    sections: Iterable[tuple[npt.ArrayLike, Any]],
    output_path: str | os.PathLike[str],
    compression: str = "fp16",
    chunk_size: int = 100_000,
    *,
    format_version: int | None = None,
    progress: Progress = None,
) -> None:
    """Write a collection of sections; chunks are cut without regard to them.

    Args:
        sections: (array, metadata) each: an array (n, dimension) of any real dtype, and a JSON
            value.
        output_path: The file, which appears whole or not at all.
        compression: As of `pack_cvc`.
        chunk_size: As of `pack_cvc`.
        format_version: As of `pack_cvc`.
        progress: Told (rows done, rows in all); True shows a bar on a terminal.

    Raises:
        ValueError: there is no section, the dimensions differ, or an argument is outside its range.
        EncodingError: as `pack_cvc`.
    """
    version = DEFAULT_VERSION if format_version is None else format_version
    check_arguments(compression, chunk_size, version, aligned=False)
    sections = section_pairs(sections)
    arrays = [matrix(array) for array, _ in sections]
    sizes = [
        (len(array), kept_by_json(metadata, "sections"))
        for array, (_, metadata) in zip(arrays, sections, strict=True)
    ]
    entries = section_entries(sizes)
    plan = Plan(compression, chunk_size, None, version, aligned=False, sections=entries)
    total = sum(map(len, arrays))
    with telling(progress, f"packing {os.fspath(output_path)}", total) as tell:
        pack(iter(arrays), plan, output_path, tell)
