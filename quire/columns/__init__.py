"""Lists of records as columns, in Arrow's layout: read and written without making objects."""

from __future__ import annotations

from quire.columns.errors import NoColumnsError
from quire.columns.reading import read_columns
from quire.columns.tables.table import Lists, Pieces, Table, Union

__all__ = ["Lists", "NoColumnsError", "Pieces", "Table", "Union", "read_columns"]
