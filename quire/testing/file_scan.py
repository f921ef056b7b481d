"""Whole files read by the plan of their spec."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from quire.testing.found import Found, Reading, Scan
from quire.testing.least import Least
from quire.testing.maker import Maker
from quire.testing.reading import MOST, TypeScan
from quire.testing.window import Unsure, Window, Wrong


class FileScan:
    """Reads whole files by the plan of their spec.

    Args:
        maker: What knows the spec.
        path: The type that a file is.
        most: Elements of a list, above which nobody can tell.
    """

    def __init__(self, maker: Maker, path: str, most: int = MOST) -> None:
        self._maker, self._path, self.most = maker, path, most
        self._types: dict[str, TypeScan] = {}
        self.reading = Reading()
        self._later: list[Wrong] | None = None
        self.labels = {
            (enum.path, each.value): each.id for enum in maker.spec.enums for each in enum.members
        }
        self.least = Least(maker)
        self.documents = maker.spec.documents

    def type(self, path: str) -> TypeScan:
        """What reads a type."""
        if path not in self._types:
            self._types[path] = TypeScan(self._maker, path, self)
        return self._types[path]

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

    def read(self, data: bytes) -> Reading:
        """Read a file.

        Raises:
            Wrong: it breaks a rule.
            Unsure: the plan does not tell.
        """
        self.reading, self._later = Reading(), None
        window = Window(data, 0, len(data), in_file=True)
        self.reading.top = self.type(self._path).read(window, "", None, None, {})
        return self.reading
