"""Bytes that are read as a plan says, one field after another, and what is wrong with them."""

from __future__ import annotations

from typing import Literal


class Wrong(Exception):  # no error of a reader: it is what a reader has to say
    """A file breaks a rule of its spec.

    Args:
        error: The name of the error that has to come.
        path: Where in the tree.
        offset: Where in the file; None where there is none.
    """

    def __init__(self, error: str, path: str, offset: int | None) -> None:
        super().__init__(error, path, offset)
        self.error, self.path, self.offset = error, path, offset


class Unsure(Exception):  # no error: nobody can tell from the plan
    """The plan does not tell whether a file is right."""


class Window:
    """A stream: some bytes, with a position.

    Args:
        data: All bytes that it is a part of.
        begin, end: Which part it is.
        in_file: Whether they stand in the file like this.
    """

    def __init__(self, data: bytes, begin: int, end: int, *, in_file: bool) -> None:
        self.data, self.begin, self.end, self.in_file = data, begin, end, in_file
        self.at = begin
        self.bits_left = 0
        self._order = ""

    def within(self, begin: int, end: int) -> Window:
        """A part of it, as a stream of its own."""
        return Window(self.data, begin, end, in_file=self.in_file)

    def offset(self, at: int | None = None) -> int | None:
        """Where in the file a position is, or the one where the stream stands."""
        if not self.in_file:
            return None
        return self.at if at is None else at

    # -- what expressions ask for ---------------------------------------------------------------

    def pos(self) -> int:
        """Bytes from its start."""
        return self.at - self.begin

    def size(self) -> int:
        """How many bytes it has."""
        return self.end - self.begin

    def eof(self) -> bool:
        """Whether nothing is left."""
        return self.at >= self.end and not self.bits_left

    def behind(self, pos: int) -> bytes:
        """The bytes after a position."""
        return self.data[self.begin + pos : self.end]

    def last_index_of(self, data: bytes) -> int:
        """Where some bytes are for the last time.

        Raises:
            IndexError: nowhere.
        """
        found = self.data.rfind(data, self.begin, self.end)
        if found < 0:
            raise IndexError(data)
        return found - self.begin

    def has_at(self, pos: int, data: bytes) -> bool:
        """Whether some bytes stand at a position."""
        return pos >= 0 and self.behind(pos).startswith(data)

    # -- reading --------------------------------------------------------------------------------

    def left(self) -> int:
        """How many bytes are left."""
        return max(self.end - self.at, 0)

    def align(self) -> None:
        """Leave the bits of a byte that nobody took."""
        self.bits_left = 0

    def take(self, size: int, path: str) -> bytes:
        """The next bytes.

        Raises:
            Wrong: there are fewer.
        """
        self.align()
        if size > self.left():
            raise Wrong("EndOfStreamError", path, self.offset())
        self.at += max(size, 0)
        return self.data[self.at - max(size, 0) : self.at]

    def take_bits(self, width: int, order: str, path: str) -> int:
        """The next bits.

        Raises:
            Wrong: there are fewer.
        """
        if order != self._order:
            self.align()
        self._order = order
        start = 8 * self.at - self.bits_left
        missing = max(width - self.bits_left + 7, 0) // 8
        if missing > self.left():
            raise Wrong("EndOfStreamError", path, self.offset())
        self.at += missing
        self.bits_left = 8 * self.at - start - width
        first, name = start // 8, self._name()
        number = int.from_bytes(self.data[first : self.at], name)
        shift = self.bits_left if order == "be" else start - 8 * first
        return number >> shift & ((1 << width) - 1)

    def _name(self) -> Literal["little", "big"]:
        return "big" if self._order == "be" else "little"

    def find(self, terminator: bytes) -> int:
        """Where a terminator comes next, of units as wide as itself; -1 if it does not."""
        width = len(terminator)
        for at in range(self.at, self.end - width + 1, width):
            if self.data[at : at + width] == terminator:
                return at
        return -1
