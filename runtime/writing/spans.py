"""Where records are in what was written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


class Spans(dict[int, tuple[int, int]]):
    """From where to where records are, by their `id`.

    Those of a list that were packed together are noted as a run, and only told apart when somebody
    asks for one of them.
    """

    def __init__(self) -> None:
        self._runs: list[tuple[int, Any, Sequence[Any]]] = []
        self._is_asked = False

    def note_run(self, start: int, kind: Any, rows: Sequence[Any]) -> None:
        """Note records of a type that stand one after the other."""
        self._runs.append((start, kind, rows))
        if self._is_asked:
            self._tell_apart()

    def add(self, other: Spans) -> None:
        """Note all that another one has noted."""
        self.update(other)
        self._runs += other._runs
        if self._is_asked:
            self._tell_apart()

    def cut(self, end: int, now: int) -> None:
        """Have all that end where the last bytes were taken back end in front of these."""
        for key, (start, stop) in [*self.items()]:
            if stop == end:
                self[key] = start, now

    def by_id(self) -> Callable[[int], tuple[int, int] | None]:
        """What tells where a record is, by its `id`; from now on runs are told apart at once."""
        self._is_asked = True
        self._tell_apart()
        return self.get

    def of(self, record: Any) -> tuple[int, int] | None:
        """Where a record is; None if it is not among them."""
        if self._runs:
            self._tell_apart()
        return self.get(id(record))

    def _tell_apart(self) -> None:
        for start, kind, rows in self._runs:
            pos = start
            for row in rows:
                size = sum(map(len, kind._packed((row,))))
                self[id(row)] = pos, pos + size
                pos += size
        self._runs.clear()
