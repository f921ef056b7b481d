"""Which records of lists are read."""

from __future__ import annotations

from typing import Any

import pytest

from quire.runtime.lists import read_once


def counted(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The types of the records of lists that are read one by one from now on."""
    found: list[Any] = []
    new = vars(read_once)["new"]

    def counting(kind: Any) -> Any:
        found.append(kind)
        return new(kind)

    monkeypatch.setattr(read_once, "new", counting)
    return found
