"""Opening a file of any layout, once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quire.cvc.columns import ColumnsReader
from quire.cvc.opening import COLUMNS, open_layout
from quire.cvc.reader import CvcReader
from quire.sources import Given, Source


def open_file(
    source: Given | Source, *, verify: bool = True, storage_options: Mapping[str, Any] | None = None
) -> CvcReader | ColumnsReader:
    """Open a file of any layout, as the command does; arguments are those of `quire.open`.

    Raises:
        FormatError: it is no CVC file, is cut off, or contradicts itself.
    """
    source = Source.of(source, storage_options)
    file = open_layout(source, columns=None)
    if file.format_version == COLUMNS:
        return ColumnsReader(source, verify=verify, file=file)
    return CvcReader(source, verify=verify, file=file)
