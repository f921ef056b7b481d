"""Files that are broken on purpose, each with what is wrong and with the error that has to come."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from quire.kernels.engine.given import given_bytes
from quire.runtime import structure as s
from quire.runtime.record import Record
from quire.runtime.structure.lookup import type_and_spec
from quire.testing.generating import generated_bytes, maker_of
from quire.testing.reading.checking import BadSum, Check
from quire.testing.reading.file_scan import FileScan
from quire.testing.reading.found import Found, Reading, Scan
from quire.testing.stored.scalars import Scalar
from quire.testing.stored.stream import Refused
from quire.testing.stored.window import Unsure, Wrong
from quire.testing.ways import ways_of

SUMS = 16
"""Checksums of a file that are made right again."""


@dataclass(frozen=True)
class Broken:
    """A file that breaks a rule of its spec.

    Attributes:
        data: Its bytes.
        what: What is wrong with it.
        changed: The path of the field that was changed.
        error: The name of the error that a reader has to raise.
        path: Where that is in the tree.
        offset: Where it is in the file; None where there is none.
        by: What has to raise it: `read`, or `validate`, which checks what reading leaves for later.
    """

    data: bytes
    what: str
    changed: str
    error: str
    path: str
    offset: int | None
    by: str


class Verdicts:
    """What the plan of a spec says of files.

    Args:
        kind: The class of the files.
    """

    def __init__(self, kind: type[Record]) -> None:
        self._scan = FileScan(maker_of(kind), type_and_spec(kind)[0].path)

    def read(self, data: bytes) -> Reading:
        """A file, read by the plan.

        Raises:
            Wrong: it breaks a rule.
            Unsure: the plan does not tell.
        """
        return self._scan.read(data)

    def of(self, data: bytes) -> tuple[Wrong | None, str]:
        """What is wrong with a file, and who finds it; None if nothing is.

        Raises:
            Unsure: the plan does not tell.
        """
        try:
            reading = self.read(data)
        except Wrong as wrong:
            return wrong, "read"
        try:
            Check().all(reading.top)
        except Wrong as wrong:
            return wrong, "validate"
        return None, ""


class Breaker:
    """Breaks one valid file in every way in which its fields can be wrong.

    Args:
        kind: Its class.
        data: The file.

    Raises:
        ValueError: it is not valid.
        Unsure: the plan does not tell.
    """

    def __init__(self, kind: type[Record], data: bytes) -> None:
        self._verdicts = Verdicts(kind)
        self._data = data
        self._found = [each for each in self._whole().found if each.window.in_file]

    def _whole(self) -> Reading:
        try:
            reading = self._verdicts.read(self._data)
        except Wrong as wrong:
            message = f"the file is not valid: {wrong.path} at byte {wrong.offset}: {wrong.error}"
            raise ValueError(message) from None
        with suppress(Wrong, Unsure):  # instances are read, as far as there are
            Check().all(reading.top)
        return reading

    @cached_property
    def _numbers(self) -> dict[tuple[int, str], Found]:
        """Where numbers are, by record and name."""
        return {
            (id(each.scan), each.field.id): each
            for each in self._found
            if isinstance(each.stored, s.Number) and each.field.repeat is None
        }

    def changed(self) -> Iterator[tuple[str, str, bytes]]:
        """Files with one change, each with what it is and the path of its field; not all broken."""
        for found in self._found:
            yield from self._cut(found)
            for way in ways_of(found):
                for what, new in way(found, self._data):
                    yield what, found.path, self._with(found, new)

    def _cut(self, found: Found) -> Iterator[tuple[str, str, bytes]]:
        ends = {
            "cut before": found.begin - 1, "cut at": found.begin, "cut in": found.begin + 1,
            "cut before the end of": found.end - 1, "cut behind": found.end,
        }  # fmt: skip  # laid out as a table
        for what, end in ends.items():
            if what == "cut in" and end >= found.end:
                continue
            if 0 <= end < len(self._data):
                yield what, found.path, self._data[:end]

    def _with(self, found: Found, new: bytes) -> bytes:
        """The file with other bytes in the place of a value; lengths of it are right again."""
        more = len(new) - (found.end - found.begin)
        data = bytearray(self._data)
        if more:
            for number in self._lengths(found):
                with suppress(Refused):
                    data[number.begin : number.end] = _added(number, more)
        begin = found.begin
        data[begin : found.end] = new
        return bytes(data)

    def _lengths(self, found: Found) -> Iterator[Found]:
        """The numbers in front of a value that tell how long it is, or what it is in."""
        scan: Any = found.scan
        name = found.field.id
        while isinstance(scan, Scan):
            for edge in scan.type.plan.edges:
                if isinstance(edge, s.Length) and edge.of == name and isinstance(edge.field, str):
                    number = self._numbers.get((id(scan), edge.field))
                    if number is not None and number.end <= found.begin:
                        yield number
            name = scan.path.rpartition(".")[2].partition("[")[0]
            scan = scan["_parent"]

    def broken(self, data: bytes, what: str, path: str) -> Iterator[Broken]:
        """A changed file, if it is broken: as it is, and with right checksums."""
        summed = ""
        for _ in range(SUMS):
            try:
                wrong, by = self._verdicts.of(data)
            except Unsure:
                return
            if wrong is None:
                return
            place = wrong.error, wrong.path, wrong.offset
            yield Broken(data, what + summed, path, *place, by)
            if not isinstance(wrong, BadSum):
                return
            begin, end = wrong.place
            data = data[:begin] + wrong.right + data[end:]
            summed = ", sums made right"


def _added(number: Found, more: int) -> bytes:
    """A number that is more by so much, as it is stored."""
    stored: Any = number.stored
    return Scalar(stored).pack(int(number.value) + more, number.scan)


def broken(
    kind: type[Record], data: bytes | None = None, *, seed: int = 0, most: int | None = None
) -> Iterator[Broken]:
    """Files that are broken on purpose.

    What has to come of them is told by the plan of the spec and by the places of the fields, not
    by a reader.

    Args:
        kind: The class of the files.
        data: A valid file; else one is generated.
        seed: What decides which one, and the order.
        most: How many there are at most; else there are all, in the order of the file.

    Raises:
        ValueError: the file is not valid.
        Unsure: the plan does not tell whether it is.
        Refused: no valid file was found.
        TypeError: quire has not made the class, or its module carries no plan; or `data` are no
            bytes.
    """
    if data is not None:
        data = bytes(given_bytes(data, "data"))
    breaker = Breaker(kind, generated_bytes(kind, seed=seed) if data is None else data)
    changed: Any = breaker.changed()
    if most is not None:
        changed = list(changed)
        Random(seed).shuffle(changed)  # noqa: S311  # no secret
    number = 0
    seen: set[bytes] = set()
    for what, path, bad in changed:
        for each in breaker.broken(bad, what, path):
            if each.data in seen:
                continue
            seen.add(each.data)
            yield each
            number += 1
            if number == most:
                return
