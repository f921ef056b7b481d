"""Files that one spec takes and another refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count, cycle, islice
from typing import Any

from quire.runtime.errors import FormatError
from quire.runtime.record import Record
from quire.testing.breaking import broken
from quire.testing.generating import generated_bytes
from quire.testing.stored.stream import Refused
from quire.testing.stored.window import Unsure

BROKEN = 3
"""Broken files that are made of each valid one."""


@dataclass(frozen=True)
class Difference:
    """A file about which two specs differ.

    Attributes:
        data: Its bytes.
        refused_by: 0 for the first spec, 1 for the second; the other one takes it.
        error: What that one says.
    """

    data: bytes
    refused_by: int
    error: FormatError

    def sign(self) -> tuple[int, str, str]:
        """What differences of one cause have in common."""
        path = re.sub(r"\d+", "0", self.error.path)
        return self.refused_by, type(self.error).__name__, path


def differences(
    first: type[Record], second: type[Record], *, number: int = 1000, seed: int = 0
) -> list[Difference]:
    """Files that one of two classes takes, and the other refuses: the smallest of each kind.

    Looked at are valid files of both, and files that are broken on purpose. A file is taken if it
    is read, and all of it keeps the rules.

    Args:
        first: A class that quire has generated.
        second: Another one.
        number: How many files are looked at.
        seed: What decides which ones.

    Raises:
        Refused: no valid file was found of either.
        TypeError: quire has not made a class, or a type takes parameters.
    """
    found: dict[tuple[int, str, str], Difference] = {}
    for data in islice(_files(first, second, seed), number):
        verdicts = _refusal(first, data), _refusal(second, data)
        for which, error in enumerate(verdicts):
            if error is not None and verdicts[1 - which] is None:
                one = Difference(data, which, error)
                known = found.setdefault(one.sign(), one)
                if len(data) < len(known.data):
                    found[one.sign()] = one
    return sorted(found.values(), key=lambda one: (one.refused_by, len(one.data), one.data))


def _files(first: type[Record], second: type[Record], seed: int) -> Iterator[bytes]:
    """Files of the one and of the other in turn; of one alone if there are none of the other."""
    makers = []
    for kind in (first, second):
        try:
            generated_bytes(kind, seed=seed)
        except Refused as error:
            reason = error
        else:
            makers.append(_of(kind, seed))
    if not makers:
        raise reason
    return (next(files) for files in cycle(makers))


def _of(kind: type[Record], seed: int) -> Iterator[bytes]:
    """Valid files of a class, each with some that are broken."""
    for number in count(seed):
        with suppress(Refused):
            data = generated_bytes(kind, seed=number)
            yield data
            with suppress(Unsure, ValueError):
                yield from (bad.data for bad in broken(kind, data, seed=number, most=BROKEN))


def _refusal(kind: Any, data: bytes) -> FormatError | None:
    """Why a class refuses a file."""
    try:
        kind.from_bytes(data).validate()
    except FormatError as error:
        return error
    return None
