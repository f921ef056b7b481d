"""Dicts and JSON of records, and records of them."""

from __future__ import annotations

import json
import re
from typing import Any

from quire.exchange.exactness import expect_exact
from quire.exchange.json_values import JsonForm, from_json_value
from quire.exchange.plain import Plain
from quire.kernels.engine.given import whole_number
from quire.runtime.errors import FormatError
from quire.runtime.showing.exchanged import InexactError
from quire.runtime.values.json_text import parse_json

SURROGATE = re.compile("[\ud800-\udfff]")
"""What is no character, though a text of UTF-16 may hold it: JSON has an escape for it."""


def _encoder(indent: int | None) -> json.JSONEncoder:
    return json.JSONEncoder(ensure_ascii=False, allow_nan=False, indent=indent)


IN_ONE_LINE = _encoder(None)
"""Made once: there may be as many texts as rows."""


def to_dict(record: Any, *, exact: bool = True) -> dict[str, Any]:
    """See `Exchanged.to_dict`."""
    plain = Plain(record, exact=exact)
    values = plain.record(record, "")
    if exact:
        expect_exact(record, lambda: from_dict(type(record), values), plain.left_out)
    return values


def to_json(record: Any, *, exact: bool = True, indent: int | None = None) -> str:
    """See `Exchanged.to_json`."""
    if indent is not None:
        whole_number(indent, "indent", 0)
    plain, form = Plain(record, exact=exact), JsonForm()
    values = plain.value(record, "") if isinstance(record, dict) else plain.record(record, "")
    text = json_text(form.of(values), indent)
    if not exact:
        return text
    try:
        expect_exact(record, lambda: from_json(type(record), text), plain.left_out)
    except InexactError:
        if not form.has_both:
            raise
        # A list does not say the dtype of an array, nor an object the blanks of a document.
        text = json_text(JsonForm(stored=True).of(values), indent)
        expect_exact(record, lambda: from_json(type(record), text), plain.left_out)
    return text


def json_text(value: Any, indent: int | None = None) -> str:
    """Data for JSON as text that can be encoded."""
    encoder = IN_ONE_LINE if indent is None else _encoder(indent)
    text = encoder.encode(value)
    return SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def from_dict(kind: Any, values: Any) -> Any:
    """See `Exchanged.from_dict`."""
    if not isinstance(values, dict):
        message = f"{kind.__qualname__}: expected a dict, found {type(values).__name__}"
        raise TypeError(message)
    return kind._built(values, "")  # noqa: SLF001  # `build`, though a field may be called so


def from_json(kind: Any, text: str | bytes) -> Any:
    """See `Exchanged.from_json`."""
    if not isinstance(text, str | bytes):
        message = f"text: expected JSON as a text or bytes, found {type(text).__name__}"
        raise TypeError(message)
    stored = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    values = parse_json(stored, "", None)
    if not isinstance(values, dict):
        raise FormatError("", "an object", type(values).__name__, format=kind._format_name())
    return from_dict(kind, from_json_value(values, ""))
