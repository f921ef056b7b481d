"""Ranges of rows: those that a caller names, and sections, which have metadata.

A section may share a chunk with others, or span several.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from quire.cvc.arguments import kept_by_json
from quire.cvc.opening import wrong_header
from quire.generated.cvc import Cvc
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


def sections_of(file: Cvc) -> list[Section]:
    """The sections that the header lists."""
    found = []
    for index, info in enumerate(file.header.sections or ()):
        if info.end_index > file.header.num_vectors:
            path = f"header.sections[{index}].end_index"
            expected = f"at most {file.header.num_vectors}"
            raise wrong_header(file, path, expected, info.end_index)
        found.append(Section(index, info.start_index, info.end_index, info.metadata))
    return found


def sections_info(sections: Sequence[Section]) -> list[dict[str, Any]]:
    """Sections as plain data."""
    return [
        {
            "start_index": section.start,
            "end_index": section.stop,
            "num_vectors": section.rows,
            "metadata": section.metadata,
        }
        for section in sections
    ]


def matching(sections: Sequence[Section], key: str, value: Any) -> list[tuple[int, int]]:
    """The rows of the sections whose metadata has this value under this key, in their order."""
    found = [(each.start, each.stop) for each in sections if has_value(each.metadata, key, value)]
    if not found:
        raise ValueError(f"section_key: no section has {key}={value!r}")
    return found


def refuse_lone_value(name: str, key: str | None, value: Any) -> None:
    """Refuse a value of metadata without the key that it stands under: it would choose nothing."""
    if key is not None:
        expect_a(str, key, f"{name}_key")
    elif value is not None:
        raise ValueError(f"{name}_value: expected {name}_key with it, the key of the value")


def has_value(metadata: Any, key: str, value: Any) -> bool:
    """Whether metadata has a value under a key."""
    return isinstance(metadata, dict) and key in metadata and bool(metadata[key] == value)


def section_entries(
    rows: Iterable[int], sections: Sequence[tuple[Any, Any]]
) -> list[dict[str, Any]]:
    """The header's list of sections, one after another, by their rows; metadata come second."""
    entries, start = [], 0
    for count, (_, metadata) in zip(rows, sections, strict=True):
        stop, kept = start + count, kept_by_json(metadata, "sections")
        entries.append(
            {"start_index": start, "end_index": stop, "num_vectors": count, "metadata": kept}
        )
        start = stop
    return entries


def add_to_chunks(
    chunks: Sequence[dict[str, Any]], entries: Sequence[dict[str, Any]], *, empty: bool
) -> None:
    """Tell each chunk of a header which sections it shares rows with.

    The sections are those of `section_entries`. Where `empty` is set, a chunk without any gets an
    empty list.
    """
    first, start = 0, 0
    for info in chunks:
        stop = start + info["rows"]
        while first < len(entries) and entries[first]["end_index"] <= start:
            first += 1
        shared = list(_shared(entries, first, start, stop))
        if shared or empty:
            info["sections"] = shared
        start = stop


def _shared(
    entries: Sequence[dict[str, Any]], first: int, start: int, stop: int
) -> Iterator[dict[str, Any]]:
    for entry in entries[first:]:
        begin, end = entry["start_index"], entry["end_index"]
        if begin >= stop:
            return
        if end > start:
            yield {
                "metadata": entry["metadata"],
                "start_in_chunk": max(start, begin) - start,
                "end_in_chunk": min(stop, end) - start,
                "section_start": begin,
                "section_end": end,
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
