"""Data as JSON."""

from __future__ import annotations

import json
import math
from typing import Any


def _finite(data: Any) -> Any:
    """Data with texts for the numbers that JSON does not have."""
    if isinstance(data, float) and not math.isfinite(data):
        return str(data)
    if isinstance(data, dict):
        return {name: _finite(value) for name, value in data.items()}
    return [_finite(value) for value in data] if isinstance(data, list) else data


def text_of(data: Any, pad: str = "") -> str:
    """Data as JSON, whose lines but the first are indented."""
    return json.dumps(_finite(data), indent=2).replace("\n", f"\n{pad}")
