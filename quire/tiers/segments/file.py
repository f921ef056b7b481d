"""A file of one segment as an array: a frame a row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from quire.arrays import ArrayFile
from quire.generated.tqtc import Tqtc
from quire.progress import Progress, telling
from quire.sources import Given, Source
from quire.tiers.segments.checks import noncanonical_parts
from quire.tiers.segments.scales import Floats

__all__ = ["SegmentFile", "open_file", "open_segment"]


class SegmentFile(ArrayFile):
    """An open file, float32 (num_frames, num_values); see `ArrayFile`.

    Args:
        source: The file: see `quire.open`. One at a path is mapped, not read.
        verify: It has no checksum that could be left out.

    Raises:
        FormatError: it is damaged.
    """

    def __init__(self, source: Given | Source, *, verify: bool = True) -> None:
        super().__init__(source, verify=verify)
        self._record = self.source.read(Tqtc)

    def _close(self) -> None:
        self._record.close()

    @property
    def shape(self) -> tuple[int, ...]:
        """(num_frames, num_values)."""
        return self._record.frames.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """float32."""
        return self._record.frames.dtype

    def _decode(self, start: int, stop: int, out: Floats | None, **options: Any) -> Any:
        options.pop("workers", None)  # one frame after another
        return self._record.frames.decode(out, rows=slice(start, stop), **options)

    def _fetch(self, parts: list[slice]) -> None:
        self._record.frames.fetch(parts)

    def verify(self, *, progress: Progress = None) -> list[str]:
        """Check everything; notes on what no encoder writes, but has a meaning.

        Args:
            progress: Told once, of the file as one.

        Raises:
            FormatError: something is damaged.
        """
        with telling(progress, f"checking {self.source.name}", 1) as tell:
            self._record.validate()
            notes = [str(odd) for odd in noncanonical_parts(self._record)]
            tell(1)
        return notes


def open_segment(
    source: Given | Source,
    *,
    verify: bool = True,
    storage_options: Mapping[str, Any] | None = None,
) -> SegmentFile:
    """Open a file of one segment, whose frames are decoded when they are asked for.

    Arguments are those of `quire.open`.
    """
    return SegmentFile(Source.of(source, storage_options), verify=verify)


open_file = open_segment
"""What the command calls."""
