"""What `valid` says of the columns of a table, checked for all records at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from quire.runtime.reading.checks import (
    expect_any_of,
    expect_at_least,
    expect_at_most,
    expect_equal,
    expect_member,
)

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class TableRule:
    """A rule that every number of a column keeps.

    Attributes:
        check: What refuses one number that breaks it.
        args: What it is compared with.
        place: Where the spec has the field.
    """

    check: Callable[..., None]
    args: tuple[Any, ...]
    place: str

    def first_broken(self, column: Array) -> int | None:
        """The first row that breaks it; None if none does."""
        if column.dtype.kind == "f":
            column = column.astype(np.float64)  # as a number of Python is
        rows = np.flatnonzero(_BREAK[self.check](column, *self.args))
        return int(rows[0]) if len(rows) else None


def _others(column: Array, known: Iterable[Any]) -> Array:
    """Which numbers are none of some others."""
    others = np.ones(column.shape, np.bool_)
    for each in known:
        others &= column != each
    return others


_BREAK: dict[Callable[..., None], Callable[[Array, Any], Array]] = {
    expect_equal: lambda column, wanted: column != wanted,
    expect_at_least: lambda column, least: ~(column >= least),
    expect_at_most: lambda column, most: ~(column <= most),
    expect_any_of: _others,
    expect_member: lambda column, kind: _others(column, kind._value2member_map_),
}
