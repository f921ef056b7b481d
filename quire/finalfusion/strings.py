"""Words, or n-grams, and the number of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from quire.kernels.engine.given import expect_list
from quire.kernels.services.strings import StringIndex
from quire.kernels.services.tables.parts import Parts
from quire.runtime import FormatError


class Strings(Mapping[str, int]):
    """From string to number. The strings are made when they are asked for.

    All are different, and text: else a FormatError, which calls them what they are. Those of a
    file are taken as they stand there, others copied.

    Attributes:
        sequence: The strings, by number.
        index: From UTF-8 to number.
    """

    def __init__(self, strings: Sequence[str], what: str) -> None:
        self._what = what
        self.sequence = strings if isinstance(strings, Parts) else _stored(strings, what)
        parts = self.sequence
        self.index = StringIndex(parts.buffer, parts.starts, parts.lengths)
        self.number_of = self.index.find_text
        """The number of a string; -1 if it is not there."""
        if (again := self.index.duplicate) is not None:
            raise FormatError(f"{what}[{again}]", "each one once", repr(parts[again]))

    def __reduce__(self) -> tuple[type[Strings], tuple[Parts, str]]:
        return Strings, (self.sequence, self._what)  # another process hashes with another key

    def __getitem__(self, string: object) -> int:
        number = self.number_of(string) if isinstance(string, str) else -1
        if number < 0:
            raise KeyError(string)
        return number

    def __iter__(self) -> Iterator[str]:
        return iter(self.sequence)

    def __len__(self) -> int:
        return len(self.sequence)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Strings):
            return len(self) == len(other) and self.sequence == other.sequence
        return super().__eq__(other)

    __hash__ = None  # type: ignore[assignment]  # compared by value

    def __repr__(self) -> str:
        shown = [f"{string!r}: {number}" for number, string in enumerate(self.sequence[:3])]
        return "{" + ", ".join([*shown, *["..."] * (len(self) > 3)]) + "}"

    def numbers_of(self, strings: Sequence[str]) -> Any:
        """The numbers of many strings: (n,) int64, -1 for those that are not there."""
        parts = _stored(strings, "words", "surrogatepass")  # what is no UTF-8 is not there
        return self.index.find_many(parts.buffer, parts.starts, parts.lengths)


def has_utf8(string: str) -> bool:
    """Whether a string could be in a file: one with surrogates could not."""
    return string.isascii() or string.encode(errors="ignore").decode() == string


def _stored(strings: Sequence[str], what: str, errors: str = "strict") -> Parts:
    """Strings as one piece of UTF-8, with a byte in between: so they are quickly made again."""
    expect_list(strings, what, "strings")
    encoded = []
    for number, string in enumerate(strings):
        try:
            encoded.append(string.encode(errors=errors))
        except (AttributeError, UnicodeEncodeError):
            raise FormatError(f"{what}[{number}]", "text in UTF-8", repr(string)) from None
    lengths = np.fromiter(map(len, encoded), np.int64, len(encoded))
    starts = np.cumsum(lengths + 1) - (lengths + 1)
    buffer = np.frombuffer(b"\0".join(encoded), np.uint8)
    return Parts(buffer, starts, lengths.astype(np.int32), "utf-8")
