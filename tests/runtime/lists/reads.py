"""Which records of lists are read."""

from __future__ import annotations

from typing import Any

import pytest

from quire.runtime.lists import read_once
from quire.runtime.lists.read_beside import Reading


def counted(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The types of the records of lists that are read one by one from now on."""
    found: list[Any] = []
    new = vars(read_once)["new"]

    def counting(kind: Any) -> Any:
        found.append(kind)
        return new(kind)

    monkeypatch.setattr(read_once, "new", counting)
    return found


def read_back(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Where records of long lists are read once more, as the file that was written is read back."""
    found: list[int] = []
    one = Reading._one

    def noted(there: Reading, pos: int) -> Any:
        found.append(pos)
        return one(there, pos)

    monkeypatch.setattr(Reading, "_one", noted)
    return found
