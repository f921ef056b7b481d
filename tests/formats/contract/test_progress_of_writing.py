"""Whatever writes many rows, or many arrays, tells how far it has come."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import quire
from quire.cdd import DataWriter, save_rows
from quire.cvc import (
    load_cvc,
    open_cvc_columns,
    pack_cvc,
    pack_cvc_columns,
    pack_cvc_sections,
    pack_cvc_sections_columnar,
)
from quire.finalfusion import (
    Embeddings,
    FastTextIndexer,
    FastTextVocab,
    FloretIndexer,
    FloretVocab,
    SimpleVocab,
    convert,
    load_fasttext,
    load_floret,
    load_text,
    load_text_dims,
    write_fasttext,
    write_floret,
    write_text,
    write_text_dims,
)
from quire.hpdkv import Bundle, save_bundle
from quire.progress import Bar, InOrder, telling
from quire.tiers import TieredStore

Array = npt.NDArray[np.float32]
Write = Callable[..., object]

ROWS = 100


def _rows() -> Array:
    return np.arange(ROWS * 3, dtype=np.float32).reshape(ROWS, 3)


def _tensors() -> dict[str, Array]:
    return {f"t{number}": row for number, row in enumerate(_rows())}


def _words() -> Embeddings:
    vocab = SimpleVocab([f"w{number}" for number in range(ROWS)])
    return Embeddings(_rows() + 1, vocab)


def _ngrams() -> Embeddings:
    """As a model of fastText has them: rows of words, then of buckets."""
    vocab = FastTextVocab([f"w{number}" for number in range(ROWS)], FastTextIndexer(20))
    return Embeddings(np.ones((ROWS + 20, 3), np.float32), vocab)


def _table() -> Embeddings:
    return Embeddings(_rows(), FloretVocab(FloretIndexer(ROWS, 2, 3)))


def _some_at_a_time() -> Iterator[Array]:
    return (_rows()[start : start + 7] for start in range(0, ROWS, 7))


def _append(path: Path, **options: Any) -> None:
    with DataWriter(path) as writer:
        writer.append(_rows(), target_bytes=1 << 20, **options)


def _put(path: Path, **options: Any) -> None:
    with TieredStore(path, durable=False) as store:
        store.put_many(_tensors(), **options)


class Terminal(io.StringIO):
    """Somebody looks at it."""

    def isatty(self) -> bool:
        """It is one."""
        return True


KNOWN: dict[str, Write] = {
    "cvc": lambda path, **told: pack_cvc(_rows(), path, chunk_size=30, **told),
    "cvc fitted": lambda path, **told: pack_cvc(_rows(), path, "int8", 30, **told),
    "cvc aligned": lambda path, **told: pack_cvc(
        _rows(), path, "lossless", 30, mmap_optimized=True, **told
    ),
    "sections": lambda path, **told: pack_cvc_sections(
        [(_rows()[:60], "a"), (_rows()[60:], "b")], path, chunk_size=30, **told
    ),
    "columns": lambda path, **told: pack_cvc_columns(
        {"a": _rows(), "b": _rows()[:, 0]}, path, chunk_size=30, **told
    ),
    "sections of columns": lambda path, **told: pack_cvc_sections_columnar(
        [({"a": _rows()}, "a")], path, chunk_size=30, **told
    ),
    "appended": _append,
    "store": lambda path, **told: save_rows(path, _rows(), **told),
    "bundle": lambda path, **told: save_bundle(path, _tensors(), **told),
    "tiers": _put,
    "text": lambda path, **told: write_text(path, _words(), **told),
    "textdims": lambda path, **told: write_text_dims(path, _words(), **told),
    "fasttext": lambda path, **told: write_fasttext(path, _ngrams(), **told),
    "floret": lambda path, **told: write_floret(path, _table(), **told),
}

UNKNOWN: dict[str, Write] = {
    "cvc": lambda path, **told: pack_cvc(_some_at_a_time(), path, chunk_size=30, **told),
    "bundle": lambda path, **told: save_bundle(path, iter(_tensors().items()), **told),
}


@pytest.mark.parametrize("name", KNOWN)
def test_what_is_written_is_told_in_order_up_to_the_end(name: str, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    KNOWN[name](tmp_path / "told", progress=lambda done, total: told.append((done, total)))
    assert told == sorted(set(told))
    assert told[-1] == (ROWS, ROWS)


LOADED: dict[str, tuple[Write, Write]] = {
    "text": (KNOWN["text"], load_text),
    "textdims": (KNOWN["textdims"], load_text_dims),
    "fasttext": (KNOWN["fasttext"], load_fasttext),
    "floret": (KNOWN["floret"], load_floret),
}


@pytest.mark.parametrize("name", LOADED)
def test_lines_and_words_that_are_read_are_told_up_to_the_end(name: str, tmp_path: Path) -> None:
    write, load = LOADED[name]
    write(tmp_path / "told")
    told: list[tuple[int, int]] = []
    load(tmp_path / "told", progress=lambda done, total: told.append((done, total)))
    assert told == sorted(set(told))
    assert told[-1] == (ROWS, ROWS)
    with pytest.raises(TypeError, match="progress"):
        load(tmp_path / "told", progress="yes")


def test_converting_tells_of_reading_and_then_of_writing(tmp_path: Path) -> None:
    write_text(tmp_path / "a.txt", _words())
    told: list[tuple[int, int]] = []

    def note(done: int, total: int) -> None:
        told.append((done, total))

    convert(tmp_path / "a.txt", tmp_path / "b.vec", target_format="textdims", progress=note)
    assert told == [(ROWS, ROWS), (ROWS, ROWS)]
    told.clear()
    convert(tmp_path / "b.vec", tmp_path / "c.fifu", progress=note)
    assert told == [(ROWS, ROWS), (1, 1)]


def _told_of(file: Any) -> list[tuple[int, int]]:
    """What is told when something is checked."""
    told: list[tuple[int, int]] = []
    file.verify(progress=lambda done, total: told.append((done, total)))
    return told


def test_checking_many_arrays_is_told_up_to_the_end(tmp_path: Path) -> None:
    for name in ("bundle", "tiers", "columns"):
        KNOWN[name](tmp_path / name)
    with (
        Bundle(tmp_path / "bundle") as bundle,
        TieredStore(tmp_path / "tiers", mode="r") as store,
        open_cvc_columns(tmp_path / "columns") as columns,
    ):
        for file, parts in ((bundle, ROWS), (store, ROWS), (columns, 4)):
            assert _told_of(file) == [(done, parts) for done in range(1, parts + 1)]


def test_what_is_one_piece_of_work_tells_a_terminal_the_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setattr("quire.progress.PATIENCE", 0)
    monkeypatch.setattr("quire.progress.EVERY", 0.01)
    with telling(True, "reading rows", 1) as tell:  # noqa: FBT003  # as users give it
        while "reading rows, 0 s" not in shown.getvalue():
            time.sleep(0.01)
        tell(1)
    assert shown.getvalue().endswith("\r\x1b[K")


@pytest.mark.parametrize("name", UNKNOWN)
def test_of_what_an_iterator_gives_nobody_knows_how_much_there_is(
    name: str, tmp_path: Path
) -> None:
    told: list[tuple[int, int]] = []
    UNKNOWN[name](tmp_path / "told", progress=lambda done, total: told.append((done, total)))
    assert told == sorted(set(told))
    assert told[-1] == (ROWS, 0)


@pytest.mark.parametrize("name", sorted(KNOWN.keys() - {"tiers"}))
def test_who_is_told_or_not_makes_no_difference(name: str, tmp_path: Path) -> None:
    KNOWN[name](tmp_path / "told", progress=lambda _done, _total: None)
    KNOWN[name](tmp_path / "silent")
    assert (tmp_path / "told").read_bytes() == (tmp_path / "silent").read_bytes()


@pytest.mark.parametrize("name", KNOWN)
def test_progress_that_is_no_function_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="progress"):
        KNOWN[name](tmp_path / "refused", progress="yes")


def test_a_chunk_is_told_of_when_the_next_one_begins(tmp_path: Path) -> None:
    """Not before: who stops at the first one finds no file, and that of before as it was."""

    def stop(done: int, _total: int) -> None:
        assert done == 30
        raise KeyboardInterrupt

    path = tmp_path / "rows.cvc"
    pack_cvc(_rows()[:5], path)
    with pytest.raises(KeyboardInterrupt):
        pack_cvc(_rows(), path, chunk_size=30, progress=stop)
    assert len(load_cvc(path)) == 5
    assert [each.name for each in tmp_path.iterdir()] == ["rows.cvc"]


def test_rows_that_were_committed_stay_when_who_is_told_stops_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quire.cdd.writer.TOGETHER_BYTES", 12 * 10)

    def stop(done: int, _total: int) -> None:
        if done >= 20:
            raise KeyboardInterrupt

    with DataWriter(tmp_path / "rows.cdd") as writer:
        with pytest.raises(KeyboardInterrupt):
            writer.append(_rows(), target_bytes=12 * 5, progress=stop)
        assert writer.num_chunks == 4
        writer.append(_rows()[20:])
    assert np.array_equal(quire.load(tmp_path / "rows.cdd"), _rows())


def test_parts_that_are_asked_for_again_are_told_of_once() -> None:
    told: list[int] = []
    parts = InOrder(told.append, [3, 4, 5])
    for index in (0, 1, 0, 1, 2, 2, 3):
        parts.reached(index)
    assert told == [3, 4, 5]


@pytest.mark.parametrize("total", [0, 50])
def test_a_bar_says_how_much_is_done_also_when_nobody_knows_how_much_there_is(
    total: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal, now = Terminal(), iter([0.0, 2.0])
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(time, "monotonic", lambda: next(now, 9.0))
    with Bar("packing", total) as bar:
        bar.advance(20)
        bar.advance(5)
    shown = terminal.getvalue()
    assert "packing" in shown
    assert ("%" in shown) == (total > 0)
