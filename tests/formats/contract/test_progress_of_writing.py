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
    pack_cvc,
    pack_cvc_columns,
    pack_cvc_sections,
    pack_cvc_sections_columnar,
)
from quire.hpdkv import save_bundle
from quire.progress import Bar, InOrder
from quire.tiers import TieredStore

Array = npt.NDArray[np.float32]
Write = Callable[..., object]

ROWS = 100


def _rows() -> Array:
    return np.arange(ROWS * 3, dtype=np.float32).reshape(ROWS, 3)


def _tensors() -> dict[str, Array]:
    return {f"t{number}": row for number, row in enumerate(_rows())}


def _some_at_a_time() -> Iterator[Array]:
    return (_rows()[start : start + 7] for start in range(0, ROWS, 7))


def _append(path: Path, **options: Any) -> None:
    with DataWriter(path) as writer:
        writer.append(_rows(), target_bytes=1 << 20, **options)


def _put(path: Path, **options: Any) -> None:
    with TieredStore(path, durable=False) as store:
        store.put_many(_tensors(), **options)


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
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal, now = Terminal(), iter([0.0, 2.0])
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(time, "monotonic", lambda: next(now, 9.0))
    with Bar("packing", total) as bar:
        bar.advance(20)
        bar.advance(5)
    shown = terminal.getvalue()
    assert "packing" in shown
    assert ("%" in shown) == (total > 0)
