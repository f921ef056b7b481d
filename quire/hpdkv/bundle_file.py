"""A bundle as the command looks at it: its damage. It is several tensors, and so no array."""

from __future__ import annotations

import os
from typing import Self

from quire.hpdkv.bundle import Bundle

__all__ = ["BundleFile", "open_file"]


class BundleFile:
    """An open bundle.

    Args:
        path: The file; it is mapped.

    Raises:
        FormatError: it is damaged, but for its payloads.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._bundle = Bundle(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._bundle.close()

    def verify(self) -> list[str]:
        """Check everything; there are no notes.

        Raises:
            FormatError: something is damaged.
        """
        self._bundle.verify()
        return []


def open_file(path: str | os.PathLike[str]) -> BundleFile:
    """Open a bundle."""
    return BundleFile(path)
