"""Opening a file of any layout, once."""

from __future__ import annotations

import os

from quire.cvc.columns import ColumnsReader
from quire.cvc.opening import COLUMNS, open_layout
from quire.cvc.reader import CvcReader


def open_file(path: str | os.PathLike[str]) -> CvcReader | ColumnsReader:
    """Open a file of any layout, as the command does.

    Raises:
        FormatError: it is no CVC file, is cut off, or contradicts itself.
    """
    file = open_layout(path, columns=None)
    if file.format_version == COLUMNS:
        return ColumnsReader(path, file)
    return CvcReader(path, file)
