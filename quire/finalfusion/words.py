"""Words of other formats: bytes of a file as a vocabulary, and back."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from quire.finalfusion.vocab import Vocab
from quire.kernels.services.strings import first_invalid
from quire.kernels.services.tables.parts import Parts
from quire.runtime import FormatError
from quire.runtime.python_errors import bad_text

Kind = TypeVar("Kind", bound=Vocab)

WHITE_SPACE = re.compile(r"[ \t-\r]")


@dataclass(frozen=True, slots=True)
class Words:
    """Words as they stand in a file.

    Attributes:
        stored: Their bytes, copied out of it.
        offsets: (n,) int64: where each begins in it.
        format: Its format.
        path: That of a word in errors, with `{}` for its number.
        first: The number of the first.
    """

    stored: Parts
    offsets: npt.NDArray[np.int64]
    format: str
    path: str
    first: int = 0

    def vocab(self, make: Callable[[Sequence[str]], Kind], *, lossy: bool) -> Kind:
        """A vocabulary of the words, which `make` makes of texts.

        Where `lossy` is set, bytes that are not UTF-8 become U+FFFD.
        """
        texts = self._texts(lossy=lossy)
        try:
            return make(texts)
        except FormatError as error:
            number = _second(texts)
            raise self.wrong(number, "each word once", repr(texts[number])) from error

    def wrong(self, number: int, expected: str, found: object) -> FormatError:
        """The error for a word."""
        path, offset = self._place(number)
        return FormatError(path, expected, found, offset=offset, format=self.format)

    def _place(self, number: int) -> tuple[str, int]:
        return self.path.format(self.first + number), int(self.offsets[number])

    def _texts(self, *, lossy: bool) -> Sequence[str]:
        stored = self.stored
        wrong = first_invalid(stored.buffer, stored.starts, stored.lengths)
        if wrong is None:
            return Parts(stored.buffer, stored.starts, stored.lengths, "utf-8")
        if lossy:
            return [word.decode("utf-8", "replace") for word in stored]
        word = stored[wrong[0]]
        try:
            word.decode()
        except UnicodeDecodeError as error:
            failure = bad_text(word, error, "utf-8", *self._place(wrong[0]))
            raise failure.locate(self.format, "") from None
        raise AssertionError  # it is not UTF-8


def unbroken(words: Sequence[str], first: int, format: str) -> list[bytes]:
    """Words as they are stored where white space ends them.

    A FormatError, with the number of the word counted from `first`, if one is empty or has white
    space in it (ASCII's alone counts).
    """
    stored = []
    for number, word in enumerate(words, first):
        if not is_unbroken(word):
            expected = "a word that is not empty and has no white space"
            raise FormatError(f"words[{number}]", expected, repr(word), format=format)
        stored.append(word.encode())
    return stored


def is_unbroken(word: str) -> bool:
    """Whether white space may end a word: it is not empty, and has none of ASCII's in it."""
    return bool(word) and WHITE_SPACE.search(word) is None


def expect_words(count: int, format: str) -> None:
    """Refuse to write a file without words, as floret's vocabularies would give."""
    if not count:
        raise FormatError("words", "at least one known word", "none", format=format)


def _second(texts: Sequence[str]) -> int:
    """The number of the first text that stands before."""
    seen: set[str] = set()
    for number, text in enumerate(texts):
        if text in seen:
            return number
        seen.add(text)
    raise AssertionError  # one stands twice
