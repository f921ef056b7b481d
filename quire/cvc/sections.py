"""Ranges of rows: those that a caller names, and sections, which have metadata.

A section may share a chunk with others, or span several.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

from quire.cvc.arguments import kept_by_json
from quire.cvc.chunks import Chunk
from quire.kernels.engine.given import expect_a, expect_list

Ranges = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Section:
    """A range of rows.

    Attributes:
        index: Its number.
        start, stop: Its rows in the collection.
        metadata: What its writer says of it, or None.
    """

    index: int
    start: int
    stop: int
    metadata: Any

    @property
    def rows(self) -> int:
        """Number of rows."""
        return self.stop - self.start

    def info(self) -> dict[str, Any]:
        """As the header has it."""
        return {
            "start_index": self.start,
            "end_index": self.stop,
            "num_vectors": self.rows,
            "metadata": self.metadata,
        }


def matching(
    found: Iterable[Section | Chunk], name: str, key: str, value: Any
) -> list[tuple[int, int]]:
    """The rows of sections, or chunks, whose metadata has this value under this key."""
    ranges = [
        (each.start, each.stop)
        for each in found
        if isinstance(told := each.metadata, dict) and key in told and bool(told[key] == value)
    ]
    if not ranges:
        what = "section" if name == "section" else "chunk"
        raise ValueError(f"{name}_key: no {what} has {key}={value!r}")
    return ranges


def refuse_lone_value(name: str, key: str | None, value: Any) -> None:
    """Refuse a value of metadata without the key that it stands under: it would choose nothing."""
    if key is not None:
        expect_a(str, key, f"{name}_key")
    elif value is not None:
        raise ValueError(f"{name}_value: expected {name}_key with it, the key of the value")


def given_sections(rows: Iterable[int], given: Sequence[tuple[Any, Any]]) -> list[Section]:
    """Sections, one after another, of so many rows each; their metadata come second."""
    bounds = pairwise(accumulate(rows, initial=0))
    return [
        Section(index, *bound, kept_by_json(metadata, "sections"))
        for index, (bound, (_, metadata)) in enumerate(zip(bounds, given, strict=True))
    ]


def add_sections(
    header: dict[str, Any],
    chunks: Sequence[dict[str, Any]],
    sections: Sequence[Section],
    *,
    empty: bool,
) -> None:
    """Tell a header of sections, and each of its chunks with which of them it shares rows.

    The sections are those of `given_sections`. Where `empty` is set, a chunk without any gets an
    empty list.
    """
    header["sections"] = [section.info() for section in sections]
    first, start = 0, 0
    for info in chunks:
        stop = start + info["rows"]
        while first < len(sections) and sections[first].stop <= start:
            first += 1
        shared = list(_shared(sections[first:], start, stop))
        if shared or empty:
            info["sections"] = shared
        start = stop


def _shared(sections: Sequence[Section], start: int, stop: int) -> Iterator[dict[str, Any]]:
    for section in sections:
        if section.start >= stop:
            return
        if section.stop > start:
            yield {
                "metadata": section.metadata,
                "start_in_chunk": max(start, section.start) - start,
                "end_in_chunk": min(stop, section.stop) - start,
                "section_start": section.start,
                "section_end": section.stop,
            }


def checked_ranges(ranges: Ranges, count: int) -> list[tuple[int, int]]:
    """Ranges of rows, (start, stop) each, that are all there: an IndexError if one is not."""
    expect_list(ranges, "ranges", "pairs")
    found = []
    for number, given in enumerate(ranges):
        try:
            start, stop = map(operator.index, given)
        except (TypeError, ValueError):
            message = f"ranges[{number}]: expected a pair of integers, found {given!r}"
            raise TypeError(message) from None
        if not 0 <= start <= stop <= count:
            raise IndexError(
                f"ranges[{number}]: expected (start, stop) within 0 to {count}, found"
                f" {(start, stop)}; a slice is cut off at the end and counts from there"
            )
        found.append((start, stop))
    return found


def places_of(ranges: Ranges) -> Iterator[int]:
    """Where each range begins among all their rows, one range after another."""
    return accumulate((stop - start for start, stop in ranges[:-1]), initial=0)
