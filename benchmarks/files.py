"""Where the files of a benchmark are put."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MEMORY = Path("/dev/shm")  # noqa: S108  # only a folder made in it by tempfile is used


@contextmanager
def scratch(needed: int, *, on_disk: bool = False) -> Iterator[Path]:
    """A folder for a while: in memory if `needed` bytes are free there twice, else on disk.

    Files `on_disk` that were written just now are in the page cache, in larger pages.
    """
    roomy = not on_disk and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > 2 * needed
    with tempfile.TemporaryDirectory(prefix="quire-", dir=MEMORY if roomy else None) as folder:
        yield Path(folder)


def place(folder: Path) -> str:
    """Where a folder is, in words."""
    return "in memory" if MEMORY in folder.parents else "on disk"
