"""Whole files read by the plan of their spec."""

from __future__ import annotations

from quire.testing.plan.spec_plan import SpecPlan
from quire.testing.reading.found import Reading
from quire.testing.reading.notes import Notes
from quire.testing.reading.records import MOST, TypeScan
from quire.testing.stored.window import Window


class FileScan:
    """Reads whole files by the plan of their spec.

    Args:
        plan: The spec.
        path: The type that a file is.
        most: Elements of a list, above which nobody can tell.
    """

    def __init__(self, plan: SpecPlan, path: str, most: int = MOST) -> None:
        self._plan, self._path = plan, path
        self._notes = Notes(plan, most)
        self._types: dict[str, TypeScan] = {}

    def _type(self, path: str) -> TypeScan:
        """What reads a type."""
        if path not in self._types:
            self._types[path] = TypeScan(self._plan.having(path), path, self._notes, self._type)
        return self._types[path]

    def read(self, data: bytes) -> Reading:
        """Read a file.

        Raises:
            Wrong: it breaks a rule.
            Unsure: the plan does not tell.
        """
        reading = self._notes.begin()
        window = Window(data, 0, len(data), in_file=True)
        reading.top = self._type(self._path).read(window, "", None, None, {})
        return reading
