"""Which formats of embeddings there are, and how files of one become files of another."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from quire.finalfusion.embeddings import Embeddings, load
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

What = TypeVar("What")
Result = TypeVar("Result")

SAMPLE = 1 << 16
"""Bytes by which a format is recognised."""

INTEGER = re.compile(rb"\d{1,18}")
NUMBER = re.compile(rb"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?|[+-]?(nan|inf(inity)?)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Loading:
    """How a file is read.

    Attributes:
        lossy: Whether bytes in words that are not UTF-8 become U+FFFD (text, word2vec, fastText).
        strict: Whether n-grams follow fastText's own rule; see `load_fasttext`.
        blanks: Whether words of a text may have white space in them; see `load_text`.
    """

    lossy: bool = False
    strict: bool = True
    blanks: bool = False


@dataclass(frozen=True, slots=True)
class EmbeddingFormat:
    """A format of embeddings.

    Attributes:
        name: Its name.
        title: What it is.
        extensions: Those of its files, with the dot. Several formats may have the same.
        load: `load(file, how, progress)` reads a file; if in one step, it tells of progress
            once.
        write: `write(file, embeddings, progress)` writes one.
        holds: Whether it can hold a word.
    """

    name: str
    title: str
    extensions: tuple[str, ...]
    load: Callable[[PathLike, Loading, Progress], Embeddings]
    write: Callable[[PathLike, Embeddings, Progress], None]
    holds: Callable[[str], bool] = bool

    def selected(self, embeddings: Embeddings) -> tuple[Embeddings, int]:
        """The embeddings of the words that the format can hold, and how many it cannot hold."""
        words = embeddings.vocab.words
        held = [word for word in words if self.holds(word)]
        if len(held) == len(words):
            return embeddings, 0
        return embeddings.select(held), len(words) - len(held)


def _at_once(
    doing: str, work: Callable[[PathLike, What], Result]
) -> Callable[[PathLike, What, Progress], Result]:
    """Work that reports progress once, when a whole file is done."""

    def told(file: PathLike, what: What, progress: Progress) -> Result:
        with telling(progress, f"{doing} {os.fspath(file)}", 1) as tell:
            made = work(file, what)
            tell(1)
        return made

    return told


FORMATS = {
    known.name: known
    for known in (
        EmbeddingFormat(
            "finalfusion",
            "finalfusion",
            (".fifu",),
            _at_once("reading", lambda file, _: load(file)),
            _at_once("writing", lambda file, embeddings: embeddings.write(file)),
            lambda _word: True,
        ),
        EmbeddingFormat(
            "word2vec",
            "word2vec, binary",
            (".w2v", ".bin"),
            _at_once("reading", lambda file, how: load_word2vec(file, how.lossy)),
            _at_once("writing", write_word2vec),
            is_unbroken,
        ),
        EmbeddingFormat(
            "fasttext",
            "a model of fastText",
            (".bin",),
            lambda file, how, told: load_fasttext(
                file, how.lossy, strict=how.strict, progress=told
            ),
            lambda file, embeddings, told: write_fasttext(file, embeddings, progress=told),
            lambda word: "\0" not in word,
        ),
        EmbeddingFormat(
            "text",
            "text as of GloVe",
            (".txt",),
            lambda file, how, told: load_text(file, how.lossy, blanks=how.blanks, progress=told),
            lambda file, embeddings, told: write_text(file, embeddings, progress=told),
            is_unbroken,
        ),
        EmbeddingFormat(
            "textdims",
            "text as of word2vec, with a first line `rows columns`",
            (".vec", ".txt"),
            lambda file, how, told: load_text_dims(
                file, how.lossy, blanks=how.blanks, progress=told
            ),
            lambda file, embeddings, told: write_text_dims(file, embeddings, progress=told),
            is_unbroken,
        ),
        EmbeddingFormat(
            "floret",
            "floret's table of rows",
            (".floret",),
            lambda file, _how, told: load_floret(file, progress=told),
            lambda file, embeddings, told: write_floret(file, embeddings, progress=told),
        ),
    )
}
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
    what = (
        f"{extension} belongs to several formats"
        if found
        else f"{extension!r} belongs to no format"
    )
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
