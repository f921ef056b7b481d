"""Broken files of every format have a tree, in which the error stands where it is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from quire.generator.pipeline import Options
from quire.runtime.errors import FormatError
from quire.testing import broken, generated_bytes
from quire.view.page import View, page, view_of
from quire.view.spec_text import SpecText
from tests.testing.bases import FORMATS, kind_of

NO_SPEC = SpecText(None, Options())


def view(kind: Any, data: bytes) -> View | None:
    """What is seen of bytes; None, if not even the first field could be begun."""
    try:
        return view_of(kind, data, "file", "", NO_SPEC)
    except FormatError:
        return None


def told(line: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A line, and all below it."""
    yield line
    for child in line.get("c", ()):
        yield from told(child)


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_that_is_broken_on_purpose_shows_its_error(name: str) -> None:
    kind, shown = kind_of(name), 0
    for each in broken(kind, seed=5, most=20):
        if (found := view(kind, each.data)) is None:
            continue
        assert (found.tree.error is not None) == (each.by == "read"), each.what
        shown += any("e" in line for line in told(found.lines))
        if found.tree.error is None:
            continue
        text = "".join(page(found))
        data = text.split('id="data">', 1)[1].split("</script>", 1)[0]
        assert json.loads(data)["error"]["text"] == str(found.tree.error)
    assert shown > 0


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_that_is_cut_off_anywhere_has_a_tree_of_what_is_there(name: str) -> None:
    kind = kind_of(name)
    data = generated_bytes(kind, seed=3)
    whole = sum(1 for _ in told(view_of(kind, data, "file", "", NO_SPEC).lines))
    for size in range(0, len(data), max(1, len(data) // 30)):
        if (found := view(kind, data[:size])) is not None:
            lines = list(told(found.lines))
            assert len(lines) <= whole + 40
            places = [line["p"] for line in lines if "p" in line and line["p"][0] == 0]
            assert all(0 <= start <= end <= size for _, start, end, *_ in places)
