"""What is noted of a file while it is read by its plan."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from quire.testing.plan.least import Least
from quire.testing.plan.spec_plan import SpecPlan
from quire.testing.reading.found import Found, Reading, Scan
from quire.testing.stored.window import Unsure, Wrong


class Notes:
    """What was found in a file, and what is wrong with it and said later.

    Args:
        plan: The spec.
        most: Elements of a list, above which nobody can tell.

    Attributes:
        reading: What was found.
        labels: The names of the numbers of enums.
        least: Tells how many bytes fields take at least.
    """

    def __init__(self, plan: SpecPlan, most: int) -> None:
        self.most = most
        self.reading = Reading()
        self._later: list[Wrong] | None = None
        self.labels = {
            (enum.path, each.value): each.id for enum in plan.spec.enums for each in enum.members
        }
        self.least = Least(plan)

    @contextmanager
    def table(self) -> Iterator[None]:
        """While a table is read: texts in it are looked at once all of it is there.

        Raises:
            Unsure: it is wrong twice.
        """
        around, self._later = self._later, []
        try:
            yield
            later = self._later
        except Wrong:
            if self._later:
                raise Unsure("wrong twice") from None
            raise
        finally:
            self._later = around
        for wrong in later:
            self.raise_later(wrong)

    def raise_later(self, wrong: Wrong) -> None:
        """Raise what is wrong, once the table around is there."""
        if self._later is None:
            raise wrong
        self._later.append(wrong)

    def take(self, scan: Scan, branch: str) -> None:
        """Remember a branch of the spec, with those that led to the record that it is in."""
        way, around = [branch], scan["_parent"]
        while around is not None:
            if around.led_by:
                way.append(around.led_by)
            around = around["_parent"]
        self.reading.branches.add(tuple(reversed(way)))

    def note(self, found: Found) -> None:
        """Remember a value."""
        self.reading.found.append(found)

    def begin(self) -> Reading:
        """Forget what was noted, for another file."""
        self.reading, self._later = Reading(), None
        return self.reading
