"""Arrays with the same rows, for the tests of stores of groups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from quire.cdd import GroupedWriter, MemoryBackend
from tests.formats.cdd.layout import Layout
from tests.formats.cdd.payloads import Array
from tests.formats.cdd.stores import assert_same, name_of

ROWS = 103
WHOLE: dict[str, Array] = {
    "price": np.linspace(1, 9, ROWS, dtype=np.float32),
    "size": np.arange(3 * ROWS, dtype=np.int16).reshape(ROWS, 3),
    "book": np.arange(ROWS * 20, dtype=np.float32).reshape(ROWS, 5, 4),
}
BYTES = 10 * 5 * 4 * 4
"""Of ten rows of the largest of them."""


def written(layout: Layout, *parts: Mapping[str, Array], **options: Any) -> MemoryBackend:
    backend = MemoryBackend()
    with GroupedWriter(backend, list(WHOLE), layout=name_of(layout), **options) as writer:
        for part in parts:
            writer.append(part, target_bytes=BYTES)
    return backend


def rows(wanted: Any) -> dict[str, Array]:
    return {name: array[wanted] for name, array in WHOLE.items()}


def assert_same_group(found: Mapping[str, Array], expected: Mapping[str, Array]) -> None:
    assert list(found) == list(expected)
    for name, array in expected.items():
        assert_same(found[name], array)
