"""Where the fields of a record began when its file was read, and where they begin in another one.

It is asked where bytes of fields have changed, so that these do not tell what has moved.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

from quire.runtime.editing.comparing.columns import own_fields
from quire.runtime.errors import EXPLAINED, join_path
from quire.runtime.writing.pieces import Pieces

if TYPE_CHECKING:
    from quire.runtime.editing.instances.views import Stood
    from quire.runtime.editing.revision import Revision


class FieldEdges:
    """Those of a file that is written.

    Args:
        revision: What was changed of it.
        top: The record of the stream that is written.
        stood: Tells where the records of the stream were.
    """

    def __init__(
        self, revision: Revision | None, top: Any, stood: Callable[[], Iterable[Stood]]
    ) -> None:
        self._revision = revision
        self._is_file = revision is not None and revision.record is top
        self._stood = stood
        self._known: dict[int, list[tuple[int, int]]] = {}
        self._whole: Any = None  # the file that was made, as far as it can be read

    def around(self, at: int, made: Pieces) -> list[tuple[int, int]]:
        """Those of the smallest record that had a byte; none, if nobody can tell.

        Args:
            at: The byte.
            made: What fields have put there.
        """
        if not self._is_file:
            return []
        twin = self._smallest(at)
        if id(twin) not in self._known:
            self._known[id(twin)] = []
            record = None if twin is None else self._spans[id(twin)][0]
            with suppress(*EXPLAINED, OSError):
                self._known[id(twin)] = self._edges(record, twin, made)
        return self._known[id(twin)]

    @cached_property
    def _spans(self) -> dict[int, tuple[Any, Any, tuple[int, int]]]:
        """The records, with what was read in their places and where, by the `id` of that."""
        return {id(twin): (record, twin, span) for record, twin, span in self._stood()}

    @cached_property
    def _starts(self) -> list[tuple[int, int, Any]]:
        """Where each of them began, from the first on; those that hold others come before them."""
        all_of_them = self._spans.values()
        return sorted(
            ((start, -end, twin) for _, twin, (start, end) in all_of_them), key=_first_two
        )

    def _smallest(self, at: int) -> Any:
        """What was read as the smallest record that had a byte."""
        i = bisect_right(self._starts, at, key=_first) - 1
        twin = self._starts[i][2] if i >= 0 else None
        while twin is not None:
            known = self._spans.get(id(twin))
            if known is not None and known[0] is not None and known[2][1] > at:
                return twin
            twin = twin._holder
        return None

    def _edges(self, record: Any, twin: Any, made: Pieces) -> list[tuple[int, int]]:
        if record is None or self._revision is None:
            return []
        if self._whole is None:
            self._whole = self._revision.source.read(made.getvalue())
        found: dict[int, int] = {}
        for name in own_fields(type(record)):
            with suppress(ValueError, AttributeError):  # it is not there, or has no place
                was, now = twin.span_of(name), self._whole.span_of(join_path(record._path(), name))
                found.setdefault(was.end, now.end)
                found[was.start] = now.start
        return sorted(found.items())


def _first(some: tuple[int, int, Any]) -> int:
    return some[0]


def _first_two(some: tuple[int, int, Any]) -> tuple[int, int]:
    return some[:2]
