"""Which formats of embeddings there are, and how files of one become files of another."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from quire.finalfusion.embeddings import Embeddings, load, save_finalfusion
from quire.finalfusion.fasttext import load_fasttext, write_fasttext
from quire.finalfusion.floret import load_floret, write_floret
from quire.finalfusion.text import load_text, load_text_dims, write_text, write_text_dims
from quire.finalfusion.unpacking import beginning
from quire.finalfusion.word2vec import load_word2vec, write_word2vec
from quire.finalfusion.words import is_unbroken
from quire.generated._formats import FORMATS as RECOGNISED
from quire.kernels.engine.given import expect_one_of
from quire.progress import Progress, telling
from quire.runtime import FormatError
from quire.sources import PathLike

Result = TypeVar("Result")

SAMPLE = 1 << 16
"""Bytes by which a format is recognised."""

INTEGER = re.compile(rb"\d{1,18}")
NUMBER = re.compile(rb"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?|[+-]?(nan|inf(inity)?)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Loading:
    """How a file is read.

    Attributes:
        lossy, strict, blanks: As of `convert`.
    """

    lossy: bool = False
    strict: bool = True
    blanks: bool = False


@dataclass(frozen=True, slots=True)
class EmbeddingFormat:
    """A format of embeddings.

    Attributes:
        name: Its name.
        extensions: Those of its files, with the dot. Several formats may have the same.
        reads: What reads a file of it.
        writes: What writes one.
        takes: What of `Loading` it is read by.
        holds: Whether it can hold a word.
        in_steps: Whether it tells of progress itself; else it is told of once, at the end.
    """

    name: str
    extensions: tuple[str, ...]
    reads: Callable[..., Embeddings]
    writes: Callable[..., None]
    takes: tuple[str, ...] = ()
    holds: Callable[[str], bool] = bool
    in_steps: bool = True

    def load(self, file: PathLike, how: Loading, progress: Progress) -> Embeddings:
        """Read a file."""
        taken = {name: getattr(how, name) for name in self.takes}
        return self._told("reading", progress, self.reads, file, **taken)

    def write(self, file: PathLike, embeddings: Embeddings, progress: Progress) -> None:
        """Write a file."""
        self._told("writing", progress, self.writes, file, embeddings)

    def _told(
        self, doing: str, progress: Progress, work: Callable[..., Result], *given: Any, **taken: Any
    ) -> Result:
        if self.in_steps:
            return work(*given, **taken, progress=progress)
        with telling(progress, f"{doing} {os.fspath(given[0])}", 1) as tell:
            made = work(*given, **taken)
            tell(1)
        return made

    def selected(self, embeddings: Embeddings) -> tuple[Embeddings, int]:
        """The embeddings of the words that the format can hold, and how many it cannot hold."""
        words = embeddings.vocab.words
        held = [word for word in words if self.holds(word)]
        if len(held) == len(words):
            return embeddings, 0
        return embeddings.select(held), len(words) - len(held)


_ALL = (
    EmbeddingFormat(
        "finalfusion", (".fifu",), load, save_finalfusion, holds=lambda _: True, in_steps=False
    ),
    EmbeddingFormat(
        "word2vec",
        (".w2v", ".bin"),
        load_word2vec,
        write_word2vec,
        ("lossy",),
        is_unbroken,
        in_steps=False,
    ),
    EmbeddingFormat(
        "fasttext",
        (".bin",),
        load_fasttext,
        write_fasttext,
        ("lossy", "strict"),
        lambda word: "\0" not in word,
    ),
    EmbeddingFormat("text", (".txt",), load_text, write_text, ("lossy", "blanks"), is_unbroken),
    EmbeddingFormat(
        "textdims",
        (".vec", ".txt"),
        load_text_dims,
        write_text_dims,
        ("lossy", "blanks"),
        is_unbroken,
    ),
    EmbeddingFormat("floret", (".floret",), load_floret, write_floret),
)
FORMATS = {known.name: known for known in _ALL}
"""The formats, by name."""


def convert(
    source: PathLike,
    target: PathLike,
    *,
    source_format: str | None = None,
    target_format: str | None = None,
    lossy: bool = False,
    strict: bool = True,
    blanks: bool = False,
    skip: bool = False,
    progress: Progress = None,
) -> Embeddings:
    """Read embeddings of one format and write them in another.

    Args:
        source: The file to read.
        target: The file to write; it appears whole or not at all.
        source_format: A name of `FORMATS`; by default it is found from the content.
        target_format: The same; by default it is found from the extension.
        lossy: Whether bytes in words that are not UTF-8 become U+FFFD (text, word2vec, fastText).
        strict: Whether n-grams follow fastText's own rule; see `load_fasttext`.
        blanks: Whether words of a text may have white space in them; see `load_text`.
        skip: Whether words that the format of `target` cannot hold are left out.
        progress: Called with (words done, words in all) for reading, then for writing; with
            (1, 1) where a format is read or written in one step.

    Returns:
        What was converted.

    Raises:
        quire.FormatError: `source` is of no known format or is bad, or the format of `target`
            cannot hold what is in it.
        ValueError: no format has the name or the extension, or several have the extension.
    """
    writer = named(target_format) if target_format else by_extension(target)
    reader = named(source_format) if source_format else find(source)
    if reader is None:
        raise FormatError("", f"one of the formats {', '.join(FORMATS)}", "something else")
    embeddings = reader.load(source, Loading(lossy, strict, blanks), progress)
    if skip:
        embeddings, _ = writer.selected(embeddings)
    writer.write(target, embeddings, progress)
    return embeddings


def named(name: str) -> EmbeddingFormat:
    """The format of a name."""
    expect_one_of(name, FORMATS, "format")
    return FORMATS[name]


def by_extension(path: PathLike) -> EmbeddingFormat:
    """The format of a file's extension; a ValueError if none has it, or several do."""
    extension = Path(path).suffix.lower()
    found = [known for known in FORMATS.values() if extension in known.extensions]
    if len(found) == 1:
        return found[0]
    names = ", ".join(known.name for known in found or FORMATS.values())
    several, none = f"{extension} belongs to several formats", f"{extension!r} belongs to no format"
    what = several if found else none
    raise ValueError(f"{os.fspath(path)}: the extension {what}; name one of {names}")


def find(path: PathLike) -> EmbeddingFormat | None:
    """The format of a file, by its content; None if it is none of `FORMATS`."""
    name = _name_of(beginning(path, SAMPLE))
    return None if name is None else FORMATS[name]


def _name_of(sample: bytes) -> str | None:
    """The format of a file that begins so."""
    for name, (_, starts, _) in RECOGNISED.items():
        for start in starts if name in FORMATS else ():
            if all(sample.startswith(piece, at) for at, piece in start):
                return name
    cut = len(sample) == SAMPLE
    fields, rest = _line(sample, cut=cut)
    if len(fields) == 2 and _all(INTEGER, fields):
        values = _line(rest, cut=cut)[0][1:]
        return "textdims" if not rest or _are_values(values, int(fields[1])) else "word2vec"
    if len(fields) > 1 and _all(NUMBER, fields[1:]):
        return "text"
    return "floret" if len(fields) == 8 and _all(INTEGER, fields[:6]) else None


def _are_values(fields: list[bytes], columns: int) -> bool:
    """Whether what stands after a word is the text of a vector, and not its bytes.

    Bytes may look like one number and the end of a line, but hardly like two.
    """
    return len(fields) >= min(columns, 2) and _all(NUMBER, fields)


def _line(sample: bytes, *, cut: bool) -> tuple[list[bytes], bytes]:
    """The fields of the first line, and what follows the line.

    The last field is left out if the sample was cut before the line ended: it may be cut, too.
    """
    line, end, rest = sample.partition(b"\n")
    fields = line.split()
    return fields[:-1] if cut and not end else fields, rest


def _all(pattern: re.Pattern[bytes], fields: list[bytes]) -> bool:
    return all(map(pattern.fullmatch, fields))
