"""Records of a part that is made anew which have not changed: they are what their twins are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quire.runtime.editing.making.parts import Again, Laid, Noted
from quire.runtime.errors import FormatError

if TYPE_CHECKING:
    from quire.runtime.editing.pairing.changes import Changes
    from quire.runtime.writing.writer import Writer


class Staying:
    """What stays in a part.

    Args:
        ids: The `id` of all records that stay as they were.
        of: All records, and what was changed.
        again: What the twin makes of the part.
        start: Where that begins in its stream.
        laid: Notes where fields end.
    """

    def __init__(self, ids: set[int], of: Changes, again: Again, start: int, laid: Laid) -> None:
        self.ids = ids
        self._of, self._again, self._start, self._laid = of, again, start, laid

    def put(self, record: Any, io: Writer) -> bool:
        """Write a record as its twin was, if that stood there; whether it did.

        Raises:
            FormatError: elements that stay as they were stand elsewhere.
        """
        runs = self._of.runs
        if runs.put_in_place(record, io):
            return True
        if runs.have_moved(record, io):
            raise FormatError("", "elements of a list where they stood", "others")
        spans, known = self._again.spans, self._again.ends
        if id(record) not in self.ids or not isinstance(spans, Noted):
            return False
        twin = self._of.twin_of(record)
        start, end = (each - self._start for each in spans.get(id(twin), (-1, -1)))
        first, last = len(self._laid.ends), spans.last.get(id(twin), 0)
        if start + self._start != io.pos() or first >= last or known[last - 1] != end:
            return False  # it has moved, or ends within a byte
        if first and known[first - 1] != start:
            return False  # it begins within one
        self._laid.write_again(self._again.data.at(start, end), known[first:last])
        io.pass_over(end - start)
        if io.spans is not None:
            io.spans[id(record)] = start + self._start, end + self._start
        return True
