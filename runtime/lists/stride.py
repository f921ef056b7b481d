"""How to get from one record of a list to the next, without making any."""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Sequence
from typing import NamedTuple

from quire.runtime.direct import find_at
from quire.runtime.stream import Bytes
from quire.runtime.values.scalars import SCALARS, UNPACK

EVERY = 32
"""The place of one record of so many is noted: from there it is a short way to the others."""

FIRST = 4096
"""Records after which it is asked how many there will be."""

MANY = 3_000_000
"""Records that pay for loading the compiler: Python takes some 80 ns to walk over one."""

SOME = 50_000
"""The same, where something else has loaded it."""

Step = tuple[str, int | str]


class Found(NamedTuple):
    """Records that were found.

    Attributes:
        stop: Where the last one ends.
        number: How many there are.
        places: Where every `EVERY`th begins; none, if they all take as many bytes.
    """

    stop: int
    number: int
    places: Sequence[int]


class Stride:
    """What a scan does with each record, step by step.

    A step is one of
        ("skip", n): go on after so many bytes,
        ("length", "u2le"): keep a number without a sign, and go on after it,
        ("sized", i): go on after as many bytes as the number says that step `i` kept,
        ("ended", byte): go on after the next byte of this value.

    Args:
        steps: Of a record.

    Attributes:
        is_sure: Whether no record that was found can be wrong: none has a text.
        least: The fewest bytes that a record takes.
        is_fixed: Whether all take as many.
        each: How many that are, if none can be wrong; else 0.
    """

    def __init__(self, *steps: Step, is_sure: bool = True) -> None:
        self.steps, self.is_sure = steps, is_sure
        self.least = sum(map(_least, steps))
        kinds = [kind for kind, _ in steps]
        self.is_fixed = kinds.count("skip") == len(kinds)
        self.each = self.least if self.is_fixed and is_sure else 0
        told = kinds.count("sized") == kinds.count("length") == 1 and "ended" not in kinds
        self._unpack = _padded(steps).unpack_from if told else None

    def find(self, buf: Bytes, pos: int, end: int, count: int) -> Found | None:
        """Find records that begin at a position.

        Args:
            buf: The bytes that they stand in.
            pos: Where the first one begins.
            end: Where their stream ends.
            count: How many there are; negative for as many as there are up to the end.

        Returns:
            What was found; None if they do not fit.
        """
        if not self.least:
            return None
        if self.is_fixed:
            number = (end - pos) // self.least if count < 0 else count
            stop = pos + number * self.least
            return None if stop > end or (count < 0 and stop != end) else Found(stop, number, ())
        places, here, seen = array("q"), pos, 0
        try:
            while seen != count and here < end:
                left = count - seen if count >= 0 else (end - here) * seen // max(here - pos, 1)
                if seen == FIRST and left > (SOME if "numba" in sys.modules else MANY):
                    here, number = self._hurry(buf, here, end, count - seen, places)
                else:
                    places.append(here)
                    number = EVERY if count < 0 else min(left, EVERY)
                    here, number = self.skip(buf, here, end, number)
                seen += number
        except struct.error:  # the last one is cut
            return None
        return None if here > end or seen < count else Found(here, seen, places)

    def skip(self, buf: Bytes, pos: int, end: int, number: int) -> tuple[int, int]:
        """Go on after so many records, one at least, or fewer up to the end.

        Returns:
            Where that is (past the end, if the last one does not fit), and how many they were.

        Raises:
            struct.error: one is cut.
        """
        unpack, least, seen = self._unpack, self.least, 0
        if unpack is not None:  # one number tells all
            for seen in range(1, number + 1):  # noqa: B007  # it is given back
                pos += unpack(buf, pos)[0] + least
                if pos >= end:
                    break
            return pos, seen
        while seen < number and pos < end:
            pos = self._behind(buf, pos, end)
            seen += 1
        return pos, seen

    def _behind(self, buf: Bytes, pos: int, end: int) -> int:
        kept: dict[object, int] = {}
        for i, (kind, what) in enumerate(self.steps):
            if kind == "length":
                kept[i] = UNPACK[str(what)](buf, pos)[0]
                pos += SCALARS[str(what)].size
            elif kind == "ended":
                found = find_at(buf, bytes([int(what)]), pos, end)
                if found < 0:
                    return end + 1
                pos = found + 1
            else:
                pos += kept[what] if kind == "sized" else int(what)
        return pos

    def _hurry(
        self, buf: Bytes, pos: int, end: int, count: int, places: array[int]
    ) -> tuple[int, int]:
        """Go on after so many records, or all up to the end, by compiled code."""
        from quire.kernels.services.tables.strides import marked  # it loads the compiler

        stop, number, found = marked(buf, pos, end, self.steps, count, EVERY)
        places.frombytes(found)
        return stop, number


def _least(step: Step) -> int:
    kind, what = step
    if kind == "length":
        return SCALARS[str(what)].size
    return int(what) if kind == "skip" else int(kind == "ended")


def _padded(steps: tuple[Step, ...]) -> struct.Struct:
    """What unpacks the only length of a record, up to which all bytes are skipped."""
    order, codes = "<", []
    for kind, what in steps:
        if kind == "sized":
            break
        if kind == "skip":
            codes.append(f"{what}x")
        else:
            order, code = SCALARS[str(what)].order, SCALARS[str(what)].code
            codes.append(code)
    return struct.Struct(order + "".join(codes))
