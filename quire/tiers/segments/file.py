"""A file of one segment as an array: a frame a row."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from quire.arrays import ArrayFile
from quire.generated.tqtc import Tqtc
from quire.sources import Given, Source
from quire.storage.failing import if_it_fails
from quire.tiers.blocks.numbers import Floats
from quire.tiers.segments.checks import noncanonical_parts, refuse_noncanonical
from quire.tiers.segments.scales import ScaleDecoding, widened


class SegmentFile(ArrayFile):
    """An open file, float32 (num_frames, num_values); see `ArrayFile`.

    Args:
        source: The file: see `quire.open`. One at a path is mapped, not read.
        verify: It has no checksum that could be left out.
        scale_decoding: "exact" takes scales for what they are; "ruvector" gives subnormal ones half
            their value, as that program does.
        strict: Refuse what no encoder writes, though it has a meaning: all codes are looked at.

    Raises:
        FormatError: it is damaged.
        ValueError: there is no such `scale_decoding`.
    """

    def __init__(
        self,
        source: Given | Source,
        *,
        verify: bool = True,
        scale_decoding: ScaleDecoding = "exact",
        strict: bool = False,
    ) -> None:
        super().__init__(source, verify=verify)
        self._told = {"scale_decoding": scale_decoding, "strict": strict}
        self._record = self.source.read(Tqtc)
        with if_it_fails(self.close):
            steps = widened(self._record.scales, scale_decoding)
            if strict:
                refuse_noncanonical(self._record)
        self._frames = self._record.frames.recoded(scales=steps)

    def __reduce__(self) -> tuple[Any, tuple[Source]]:
        again, given = super().__reduce__()
        return partial(again, **self._told), given

    def _close(self) -> None:
        self._record.close()

    @property
    def shape(self) -> tuple[int, ...]:
        """(num_frames, num_values)."""
        return self._frames.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """float32."""
        return self._frames.dtype

    def _decode(self, start: int, stop: int, out: Floats | None, **options: Any) -> Any:
        options.pop("workers", None)  # one frame after another
        rows = None if (start, stop) == (0, len(self)) else slice(start, stop)
        return self._frames.decode(out, rows=rows, **options)

    def _fetch(self, parts: list[slice]) -> None:
        self._frames.fetch(parts)

    def _checked(self) -> list[str]:
        """Notes are on what no encoder writes, but has a meaning."""
        self._record.validate()
        return [str(odd) for odd in noncanonical_parts(self._record)]


def open_segment(
    source: Given | Source,
    *,
    verify: bool = True,
    scale_decoding: ScaleDecoding = "exact",
    strict: bool = False,
    storage_options: Mapping[str, Any] | None = None,
) -> SegmentFile:
    """Open a file of one segment, whose frames are decoded when they are asked for.

    Arguments are those of `quire.open` and of `SegmentFile`.
    """
    found = Source.of(source, storage_options)
    return SegmentFile(found, verify=verify, scale_decoding=scale_decoding, strict=strict)
