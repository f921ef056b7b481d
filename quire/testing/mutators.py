"""Files like others, for the searches of libFuzzer and AFL++: most of them are valid again."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from random import Random
from typing import Any

from quire.runtime.errors import FormatError
from quire.runtime.record import Record
from quire.testing.breaking import broken
from quire.testing.choices import AS_THEY_ARE
from quire.testing.following import choices_of, repaired
from quire.testing.fuzzing.mutating import MOST, Mutator
from quire.testing.fuzzing.words import words_of
from quire.testing.generating import generated_bytes
from quire.testing.stored.stream import Refused
from quire.testing.stored.window import Unsure

BROKEN = 0.15
"""How many files are broken on purpose, of those whose parts are known."""

BREAKABLE = 1 << 12
"""Bytes of the files that are: all ways to break one are looked at."""

TRIES = 20
"""How many choices are looked at for a file that is another one and small enough."""

_NO_CHOICES = (ValueError, Unsure)


class FileMutator:
    """Changes files of a spec: in what is chosen about them, so that the rest follows.

    It is what `atheris.Setup(…, custom_mutator=)` takes.

    Args:
        kind: A class that quire has generated, of a type without parameters.
        seed: What decides how.
    """

    def __init__(self, kind: type[Record], seed: int = 0) -> None:
        self._kind, self._random = kind, Random(seed)  # noqa: S311  # no secret
        self._bytes = Mutator(self._random, words_of(kind))
        self._known = lru_cache(maxsize=256)(self._chosen)

    def __call__(self, data: bytes, max_size: int, seed: int) -> bytes:
        """A file like another one, as libFuzzer asks for it: the same seed gives the same."""
        self._random.seed(seed)
        return self.changed(bytes(data), most=max_size)

    def changed(self, data: bytes, other: bytes = b"", most: int = MOST) -> bytes:
        """A file like another one: mostly valid, sometimes broken in one place.

        Args:
            data: The file; if it is not valid, its bytes are changed.
            other: One of which it may get parts.
            most: Bytes that it may have.
        """
        choices = self._known(bytes(data))
        if choices is None:
            return self._bytes.changed(data, other)[:most]
        made = None
        if len(data) <= BREAKABLE and self._random.random() < BROKEN:
            seed = self._random.randrange(1 << 32)
            made = next((bad.data for bad in broken(self._kind, data, seed=seed, most=1)), None)
        made = made or self._like(data, choices, self._known(bytes(other)) or b"", most)
        return made if len(made) <= most else self._bytes.changed(data)[:most]

    def repaired(self, data: bytes) -> bytes:
        """A file whose checksums, lengths and positions are right, if the rest of it is valid."""
        try:
            return repaired(self._kind, data)
        except _NO_CHOICES:
            return data

    def smaller(self, data: bytes) -> Smaller:
        """What makes a valid file smaller, step by step."""
        return Smaller(self._kind, data, self._known(data))

    def _chosen(self, data: bytes) -> bytes | None:
        """The choices of a file, without what they begin with; None if it is not valid."""
        try:
            return choices_of(self._kind, data).removeprefix(AS_THEY_ARE)
        except _NO_CHOICES:
            return None

    def _like(self, data: bytes, choices: bytes, other: bytes, most: int) -> bytes:
        readable = b""
        for _ in range(TRIES):
            new = AS_THEY_ARE + self._bytes.changed(choices, other)
            with suppress(FormatError, Refused):
                made = generated_bytes(self._kind, new)
                if made != data and len(made) <= most:
                    readable = made
                    record: Any = self._kind.from_bytes(made)
                    record.validate()
                    return made
        return readable or self._bytes.changed(data)


class Smaller:
    """Steps to a smaller file: at each, some choices are left out, and somebody says if it will do.

    Args:
        kind: The class of the file.
        data: The file.
        choices: Those of it; None if it is not valid: then there is no step.

    Attributes:
        data: The smallest file so far.
    """

    def __init__(self, kind: type[Record], data: bytes, choices: bytes | None) -> None:
        self.data = data
        self._kind, self._choices = kind, choices or b""
        self._size, self._at = len(self._choices) // 2, 0
        self._next = self._choices, data

    @property
    def is_done(self) -> bool:
        """Whether no step is left."""
        return not self._size

    def step(self) -> bytes:
        """A file that is no larger; it may be the same one."""
        without = self._choices[: self._at] + self._choices[self._at + self._size :]
        self._next = self._choices, self.data
        with suppress(Refused):
            made = generated_bytes(self._kind, AS_THEY_ARE + without)
            if len(made) < len(self.data):
                self._next = without, made
        return self._next[1]

    def told(self, *, will_do: bool) -> None:
        """Go on with the file of the last step, if it will do, or with the one before."""
        is_smaller = len(self._next[1]) < len(self.data)
        if will_do and is_smaller:
            self._choices, self.data = self._next
        else:
            self._at += self._size
        if self._at >= len(self._choices):
            self._size, self._at = min(self._size, len(self._choices)) // 2, 0
