"""Records in other forms: dicts, JSON, rows and tables, and records made of them."""

from __future__ import annotations

from quire.exchange.forms import from_dict, from_json, to_dict, to_json
from quire.exchange.tables import to_arrow, to_pandas
from quire.runtime.showing.exchanged import InexactError

__all__ = [
    "InexactError",
    "from_dict",
    "from_json",
    "to_arrow",
    "to_dict",
    "to_json",
    "to_pandas",
]
