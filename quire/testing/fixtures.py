"""Valid files and broken ones for a whole spec, with what each of them is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from random import Random

from quire.runtime.errors import FormatError
from quire.runtime.record import Record
from quire.runtime.structure.lookup import type_and_spec
from quire.testing.breaking import Broken, Verdicts, broken
from quire.testing.choices import Choices
from quire.testing.generating import generated_bytes
from quire.testing.plan.branches import branches_of
from quire.testing.stored.window import Unsure, Wrong

PATIENCE = 400
"""Files that are made without a new branch before the search for one ends."""


@dataclass(frozen=True)
class Valid:
    """A valid file.

    Attributes:
        data: Its bytes.
        validates: Whether it also keeps the rules that reading leaves for later.
    """

    data: bytes
    validates: bool


@dataclass
class Fixtures:
    """Makes files of a spec.

    Args:
        kind: The class of the files.
        seed: What decides which ones.
        depth: Branches of the spec that are looked at together; 0 for none.
        evil: Whether values at which parsers break are among those of valid files.
        larger: How many times as many bytes they have where nothing says how many.

    Attributes:
        taken: The branches that the valid files take.
    """

    kind: type[Record]
    seed: int
    depth: int = 0
    evil: bool = False
    larger: int = 1
    taken: set[tuple[str, ...]] = field(default_factory=set)

    def valid(self, number: int) -> list[Valid]:
        """So many valid files, no two the same; more, if it takes more to take all branches.

        Raises:
            Refused: no valid file was found.
        """
        verdicts = Verdicts(self.kind)
        found: dict[bytes, Valid] = {}
        in_vain = 0
        for each in count():
            draw = Choices(random=self._random(each), evil=self.evil, larger=self.larger)
            data = generated_bytes(self.kind, draw)
            new = self._branches(verdicts, data) - self.taken
            in_vain = 0 if new else in_vain + 1
            if data not in found and (new or len(found) < number):
                found[data] = Valid(data, self._validates(data))
                self.taken |= new
            if in_vain > PATIENCE or (not self.depth and len(found) == number):
                break
        return list(found.values())

    def _random(self, number: int) -> Random:
        return Random(f"{self.seed} {number}")  # noqa: S311  # no secret

    def _validates(self, data: bytes) -> bool:
        try:
            self.kind.from_bytes(data).validate()  # type: ignore[attr-defined]  # all classes have it
        except FormatError:
            return False
        return True

    def _branches(self, verdicts: Verdicts, data: bytes) -> set[tuple[str, ...]]:
        if not self.depth:
            return set()
        try:
            found = verdicts.read(data).branches
        except (Wrong, Unsure):
            return set()
        return {way[-self.depth :] for way in found}

    def not_taken(self) -> list[str]:
        """The branches of the spec that no file takes."""
        taken = {way[-1] for way in self.taken}
        return [each for each in branches_of(type_and_spec(self.kind)[1]) if each not in taken]

    def broken(self, bases: list[Valid], number: int) -> Iterator[tuple[int, Broken]]:
        """Broken files, each with the number of the valid one that it is made of.

        So many; with branches, one for each way of each field to be wrong, whatever their number.
        """
        if not self.depth:
            each = -(-number // max(len(bases), 1))
            made = ((i, bad) for i, bad in self._all(bases, each))
            yield from (one for one, _ in zip(made, range(number), strict=False))
            return
        seen = set()
        for i, bad in self._all(bases, None):
            sign = _pattern(bad.changed), bad.error, _pattern(bad.path), _pattern(bad.what)
            if sign not in seen:
                seen.add(sign)
                yield i, bad

    def _all(self, bases: list[Valid], most: int | None) -> Iterator[tuple[int, Broken]]:
        for i, base in enumerate(bases):
            try:
                for bad in broken(self.kind, base.data, seed=self.seed + i, most=most):
                    yield i, bad
            except Unsure:
                continue


_pattern: Callable[[str], str] = lambda path: re.sub(r"\d+", "0", path)  # noqa: E731  # a word
