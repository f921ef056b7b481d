"""Choices: what is left to decide about a file, as bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Protocol, TypeVar

from quire.kernels.engine.given import whole_number

if TYPE_CHECKING:
    from quire.testing.plan.expressions import Frame

T = TypeVar("T")

LARGEST = 1 << 16
"""Bytes that a file that is made may have, if its choices are not of a larger one."""

AS_THEY_ARE = b"\xffas they are\n"
"""What choices begin with that have the values of a file: see `choices_of`."""

_AS_IT_IS = 0x80
"""What is before such a value; what is less is before other choices."""

TRIES = 64
"""How often choices in a file may lead nowhere, before another one is begun."""

WASTED = 4
"""How many times as many bytes as a file may have choices may take before another one is begun."""

_FEW = sorted(byte & (1 if byte < 0x40 else 7) for byte in range(0xF8))
"""The counts that bytes are, none and one more often; a smaller byte is no larger count."""


_AHEAD = 256
"""Random bytes that are taken at once."""


class Source(Protocol):
    """What decides: a `Random`, for one."""

    def randbytes(self, n: int, /) -> bytes:
        """So many bytes."""


class Choices:
    """Decisions, taken one after another out of bytes.

    The same bytes decide the same. After their end all decisions are the simplest one (zeros), or
    those of another source.

    Args:
        data: The decisions.
        random: Where those come from that are missing.
        evil: Whether some values are those at which parsers break: bounds, odd floats, long texts.
        larger: How many times as many bytes and samples there are where nothing says how many.

    Raises:
        ValueError: `larger` is less than 1.
        TypeError: it is no whole number, or the choices are no bytes.
        TypeError: the data are no bytes.

    Attributes:
        evil: The same.
        larger: The same.
        has_values: Whether values stand among them as they are in a file.
        is_plain: Whether these are no such choices, and no evil ones.
        largest: Bytes that a file of them may have.
        count_made: How many bytes of decisions there were so far.
        is_settling: Whether a number is decided that can wait for others.
        is_careful: Whether what leads nowhere is taken back, and tried again with other choices. It
            seldom is, and takes time: files are begun without, and those again that need it.
        is_grouped: Whether somebody wants to know which decisions are those of one element.
        remembered: The records with the names of computed values that were kept in them.
        frames: The records that were begun since somebody asked.
    """

    def __init__(
        self,
        data: bytes = b"",
        random: Source | None = None,
        *,
        evil: bool = False,
        larger: int = 1,
    ) -> None:
        if not isinstance(data, bytes | bytearray):
            message = f"choices: expected bytes, found {type(data).__name__}"
            raise TypeError(message)
        whole_number(larger, "larger", least=1)
        self._data, self._random, self.evil = bytearray(data), random, evil
        self.larger = larger
        self.has_values = data.startswith(AS_THEY_ARE)
        self.is_plain = not (self.has_values or evil)
        self.count_made = len(AS_THEY_ARE) if self.has_values else 0
        self.largest = max(LARGEST, 4 * len(data)) if self.has_values else LARGEST
        self.is_settling = False
        self.is_grouped = hasattr(random, "together")
        self._ahead = _AHEAD if isinstance(random, Random) else 0
        self._tries = self._began = 0
        self.is_careful = self.is_grouped
        self.remembered: list[tuple[Frame, str]] = []
        self.frames: list[Frame] = []

    @property
    def made(self) -> bytes:
        """The bytes of all decisions so far: the choices that decide the same again."""
        return bytes(self._data[: self.count_made])

    @property
    def is_spent(self) -> bool:
        """Whether all that is left to decide is the simplest."""
        return self._random is None and self.count_made >= len(self._data)

    def together(self, make: Callable[[], T]) -> T:
        """Make an element of a list: its decisions may be left out together."""
        made: T = self._random.together(make) if self.is_grouped else make()  # type: ignore[union-attr]  # it has it
        return made

    def again(self) -> bool:
        """Whether to go on after choices that led nowhere; not for ever."""
        self._tries += 1
        return self._tries < TRIES and self.count_made - self._began < WASTED * self.largest

    def afresh(self, *, is_careful: bool = False) -> None:
        """Begin another file."""
        self._tries, self._began = 0, self.count_made
        self.remembered, self.is_careful = [], is_careful or self.is_grouped

    def back(self) -> None:
        """Begin the same file again, carefully."""
        self.count_made = self._began
        self.remembered, self.is_careful = [], True

    def forget(self) -> None:
        """Compute values anew that were kept: one that they depend on was only tried."""
        for frame, name in self.remembered:
            frame.pop(name, None)
            frame.remembered = 0
        self.remembered = []

    def drop(self) -> None:
        """Empty the records, which lead to each other: else only a collection frees them."""
        for frame in self.frames:
            frame.clear()
        self.frames = []

    def take(self, count: int) -> bytes:
        """So many bytes."""
        begin = self.count_made
        self.count_made = end = begin + count
        if end > len(self._data):
            self._append(end - len(self._data))
        return bytes(self._data[begin:end])

    def _append(self, missing: int) -> None:
        """More decisions, after those that there are."""
        more = max(missing, self._ahead)
        self._data += self._random.randbytes(more) if self._random else bytes(more)

    def as_there(self, data: bytes) -> None:
        """Decisions that are as they are in a file."""
        self._data[self.count_made :] = data
        self.count_made += len(data)

    def value(self, size: int | None, there: Callable[[], bytes]) -> bytes | None:  # noqa: ARG002  # choices that follow a file ask it
        """A value as it is in a file, if that is what comes, and not more than a file may have.

        Args:
            size: How many bytes it takes, if that is known.
            there: What it is in the file that choices are made of.
        """
        if not self.has_values or self.byte() < _AS_IT_IS:
            return None
        if size is None:
            size = min(int.from_bytes(self.take(4), "big"), self.largest)
        return self.take(size) if size <= self.largest else None

    def count(self, there: Callable[[], int]) -> int | None:
        """A number that no field has, if it comes: how many elements, how many bytes."""
        found = self.value(4, lambda: there().to_bytes(4, "big"))
        return None if found is None else int.from_bytes(found, "big")

    def is_evil(self) -> bool:
        """Whether a value is an evil one, of those that may be: one of 128."""
        return self.byte() >= 0xFE

    def byte(self) -> int:
        """0 to 255."""
        pos = self.count_made
        try:
            found = self._data[pos]
        except IndexError:
            self._append(1)
            found = self._data[pos]
        self.count_made = pos + 1
        return found

    def below(self, end: int) -> int:
        """0 to `end - 1`; all about as often."""
        if end <= 1:
            return 0
        if end <= 256:  # as `byte`, at once
            pos = self.count_made
            if pos < len(self._data):
                self.count_made = pos + 1
                return self._data[pos] % end
            return self.byte() % end
        return int.from_bytes(self.take(((end - 1).bit_length() + 7) // 8), "big") % end

    def one_of(self, values: Sequence[T]) -> T:
        """One of some values; the first is the simplest."""
        pos, end = self.count_made, len(values)
        if 1 < end <= 256 and pos < len(self._data):  # as `below`, at once
            self.count_made = pos + 1
            return values[self._data[pos] % end]
        return values[self.below(end)]

    def few(self, most: int) -> int:
        """A count up to `most`, small ones more often."""
        first = self.byte()
        if first < len(_FEW):
            return min(_FEW[first], most)
        return self.below(min(most, 64) + 1)

    def length(self, most: int = LARGEST) -> int:
        """How many bytes there are, up to `most`, where nothing says it."""
        return min(self.few(64) * self.larger, most)
