"""What is fuzzed: a class that reads and writes files, or the compiler of specs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Protocol

import quire.runtime
from quire.runtime.errors import EncodingError, FormatError
from quire.runtime.record import Record
from quire.testing.choices import Choices
from quire.testing.following import choices_of
from quire.testing.fuzzing.grammar import WORDS, some_spec
from quire.testing.fuzzing.words import words_of
from quire.testing.generating import generated_bytes
from quire.testing.stored.stream import Refused
from quire.testing.stored.window import Unsure

SEEDS = 24

_RUNTIME = os.path.dirname(quire.runtime.__file__)  # noqa: PTH120  # names of code are texts
_GENERATOR = os.path.join(os.path.dirname(_RUNTIME), "generator")  # noqa: PTH118, PTH120  # the same
_TESTING = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120  # the same
_FACES = os.path.dirname(_TESTING)  # noqa: PTH120  # the same


class Unlike(AssertionError):
    """Something that was written is not what it has to be."""


class Target(Protocol):
    """Something that takes any bytes."""

    name: str
    words: list[bytes]
    """What such bytes often have in them."""

    @property
    def samples(self) -> Sequence[bytes]:
        """Some to begin with, beside those that are made."""

    def run(self, data: bytes) -> None:
        """Take some bytes; what is wrong with them is no error, every other exception is one."""

    def made(self, choices: Choices) -> bytes:
        """Valid bytes, by choices.

        Raises:
            Refused: they lead to none.
        """

    def choices_of(self, data: bytes) -> bytes | None:
        """The choices of which such bytes are made; None if nobody knows."""

    def counts(self, file: str) -> bool:
        """Whether lines of a file of code are to be covered."""


class RecordTarget:
    """A class that reads files: it reads, checks, writes, edits, writes and reads again.

    Args:
        name: What it is called.
        kind: The class.
    """

    samples = ()

    def __init__(self, name: str, kind: type[Record]) -> None:
        self.name, self._kind = name, kind
        self._file = _code_file(kind)
        self.words = words_of(kind)

    def run(self, data: bytes) -> None:
        """Read a file, write it, and write it with something changed."""
        try:
            record: Any = self._kind.from_bytes(data)
        except FormatError:
            return
        self._check(record)
        written = self._written(record)
        if written is not None and written != data:
            message = "a file that was not edited is not written as it was"
            raise Unlike(message)
        self._edit(self._kind.from_bytes(data), Random(data))  # noqa: S311  # no secret

    def _check(self, record: Any) -> None:
        try:
            record.validate()
        except FormatError:
            return

    def _written(self, record: Any) -> bytes | None:
        try:
            made: bytes = record.to_bytes()
        except (FormatError, EncodingError):
            return None
        return made

    def _edit(self, record: Any, random: Random) -> None:
        """Change a number or some bytes somewhere, and write; what was written is read again."""
        holders = list(_records(record))
        holder = random.choice(holders)
        fields = [(name, getattr(holder, name, None)) for name in holder._fields]
        plain = [(name, value) for name, value in fields if type(value) in (int, str, bytes, bool)]
        if not plain:
            return
        name, value = random.choice(plain)
        setattr(holder, name, _other(value, random))
        written = self._written(record)
        if written is not None:
            self._kind.from_bytes(written)  # what is written can be read

    def made(self, choices: Choices) -> bytes:
        """A valid file."""
        return generated_bytes(self._kind, choices)

    def choices_of(self, data: bytes) -> bytes | None:
        """The choices of a valid file."""
        return _choices_of(self._kind, data)

    def counts(self, file: str) -> bool:
        """Lines of the class and of the runtime."""
        return file == self._file or file.startswith(_RUNTIME)


class FaceTarget:
    """The face of a format: what its users call.

    Args:
        name: The format.
        kind: The class of its files.
        uses: What is done with a file at a path; each file gets one of them.
        folder: Where the files are written.
        samples: Files to begin with.
    """

    def __init__(
        self,
        name: str,
        kind: type[Record],
        uses: Sequence[Callable[[Path, Random], None]],
        folder: Path,
        samples: Sequence[bytes] = (),
    ) -> None:
        self.name, self._kind, self._uses = f"face-{name}", kind, uses
        self.samples = samples
        self._path = folder / f"fuzzed.{name}"
        self.words = words_of(kind)

    def run(self, data: bytes) -> None:
        """Do something with a file."""
        random = Random(data)  # noqa: S311  # no secret
        self._path.write_bytes(data)
        try:
            random.choice(self._uses)(self._path, random)
        except (FormatError, EncodingError):
            return

    def made(self, choices: Choices) -> bytes:
        """A valid file."""
        return generated_bytes(self._kind, choices)

    def choices_of(self, data: bytes) -> bytes | None:
        """The choices of a valid file."""
        return _choices_of(self._kind, data)

    def counts(self, file: str) -> bool:
        """Lines of the faces, and of what is below them."""
        return file.startswith((_FACES, _RUNTIME)) and not file.startswith((_TESTING, _GENERATOR))


class SpecTarget:
    """The compiler, whose files are specs.

    Args:
        compile: Compiles a file; a spec that is wrong is no error.
        folder: Where the specs are written to be compiled.
    """

    name = "compiler"
    samples = ()

    def __init__(self, compile: Callable[[Path], None], folder: Path) -> None:
        self._compile = compile
        self._path = folder / "fuzzed.ksy"
        self.words = WORDS

    def run(self, data: bytes) -> None:
        """Compile a spec."""
        self._path.write_bytes(data)
        self._compile(self._path)

    def made(self, choices: Choices) -> bytes:
        """A spec that is right in most of its parts."""
        return some_spec(choices)

    def choices_of(self, _: bytes) -> None:
        """Nobody knows the choices of a spec."""

    def counts(self, file: str) -> bool:
        """Lines of the compiler."""
        return file.startswith(_GENERATOR)


def _choices_of(kind: type[Record], data: bytes) -> bytes | None:
    with suppress(ValueError, Unsure):
        return choices_of(kind, data)
    return None


def seeds(target: Target) -> Iterator[tuple[bytes, bytes | None]]:
    """Files to begin with, each with the choices that make it."""
    for data in target.samples:
        yield data, target.choices_of(data)
    for seed in range(SEEDS):
        choices = Choices(random=Random(seed))  # noqa: S311  # no secret
        try:
            data = target.made(choices)
        except Refused:
            continue
        yield data, choices.made


def _code_file(kind: type[Record]) -> str:
    return str(kind._read_at.__code__.co_filename)


def _records(record: Any, most: int = 200) -> Iterator[Any]:
    """A record, and those in it."""
    pending = [record]
    while pending and most:
        here, most = pending.pop(), most - 1
        yield here
        for name in here._fields:
            value = getattr(here, name, None)
            inner = value if type(value) is list else [value]
            pending += [each for each in inner[:8] if isinstance(each, Record)]


def _other(value: Any, random: Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return random.choice([0, 1, value + 1, value - 1, 255, 65535, -1, 1 << 64])
    letters: Any = "x" if isinstance(value, str) else b"x"
    return random.choice([value + letters, value[:-1], value[:0], letters * 300])
