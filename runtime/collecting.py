"""The garbage collector, which has nothing to find while very many objects are made."""

from __future__ import annotations

import gc


class not_collecting:  # noqa: N801  # read as a statement; a generator would take three times as long
    """Make many objects that are no garbage: collections in between would find nothing."""

    __slots__ = ("_collecting",)

    def __enter__(self) -> None:
        self._collecting = gc.isenabled()
        gc.disable()

    def __exit__(self, *_: object) -> None:
        if self._collecting:
            gc.enable()
