"""Many processes write; one commit shows all of it, whoever was killed before."""

from __future__ import annotations

import errno
import json
import os
import pickle
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.cdd import DataReader, GroupedReader
from quire.cdd.joining import join
from quire.datasets import PartWriter, writing
from quire.datasets.manifest import NAME, Manifest, Written
from quire.storage.locks import StoreLocked
from tests.datasets.test_arrays import rows_of

ROWS = np.arange(4000, dtype=np.float32).reshape(1000, 4)
OPTIONS = {"compression": "lossless"}


def block(number: int) -> Any:
    """A tenth of the rows."""
    return ROWS[number * 100 : number * 100 + 100]


def write(writer: PartWriter, number: int) -> Written:
    """What another process does."""
    return writer.write(number, block(number))


def write_or_die(writer: PartWriter, number: int) -> Written:
    """Die in the middle of one of them."""
    if number == 6:
        (writer.folder / f".{writer.job}-00000006.cvc.0000.part").write_bytes(b"half")
        os.kill(os.getpid(), signal.SIGKILL)
    return writer.write(number, block(number))


def beginning(format: str, path: Path) -> PartWriter:
    """A writer of either format."""
    return PartWriter.begin(path, format, **(OPTIONS if format == "cvc" else {}))


@pytest.mark.parametrize("format", ["cvc", "cdd"])
def test_what_several_processes_write_is_there_after_one_commit(
    tmp_path: Path, format: str
) -> None:
    path = tmp_path / "rows"
    writer = pickle.loads(pickle.dumps(beginning(format, path)))  # noqa: S301  # our own
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        written = list(pool.map(write, [writer] * 10, range(10)))
    with pytest.raises((FileNotFoundError, ValueError)):
        quire.parts(path)
    random.Random(1).shuffle(written)  # noqa: S311  # any order
    writer.commit(written)
    assert rows_of(quire.parts(path)).tobytes() == ROWS.tobytes()
    assert rows_of(quire.parts(path, rows_per_part=33)).tobytes() == ROWS.tobytes()
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize("format", ["cvc", "cdd"])
def test_a_killed_process_leaves_nothing(tmp_path: Path, format: str) -> None:
    path = tmp_path / "rows"
    writer = beginning(format, path)
    with (
        ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool,
        pytest.raises(BrokenProcessPool),
    ):
        list(pool.map(write_or_die, [writer] * 10, range(10)))
    with pytest.raises((FileNotFoundError, ValueError)):
        quire.parts(path)
    writer.abort()
    assert [each for each in tmp_path.rglob("*") if each.is_file()] == []


@pytest.mark.parametrize("format", ["cvc", "cdd"])
@pytest.mark.parametrize("end", ["commit", "abort"])
def test_a_file_that_comes_after_the_end_is_removed(tmp_path: Path, format: str, end: str) -> None:
    path = tmp_path / "rows"
    writer = beginning(format, path)
    written = [writer.write(0, block(0))]
    if end == "commit":
        writer.commit(written)
    else:
        writer.abort()
    before = sorted(each for each in tmp_path.rglob("*") if each.is_file())
    with pytest.raises(FileNotFoundError):
        writer.write(1, block(1))
    assert sorted(each for each in tmp_path.rglob("*") if each.is_file()) == before


def test_a_commit_adds_to_what_there_is_and_can_be_done_again(tmp_path: Path) -> None:
    for number in range(3):
        writer = PartWriter.begin(tmp_path / "rows", **OPTIONS)
        written = [writer.write(0, block(number))]
        writer.commit(written)
        writer.commit(written)
    assert rows_of(quire.parts(tmp_path / "rows")).tobytes() == ROWS[:300].tobytes()


def test_a_task_that_was_run_twice_counts_once(tmp_path: Path) -> None:
    writer = PartWriter.begin(tmp_path / "rows", **OPTIONS)
    writer.write(1, block(5))  # nobody got to know
    writer.commit([writer.write(0, block(0)), writer.write(1, block(1)), writer.write(1, block(1))])
    assert rows_of(quire.parts(tmp_path / "rows")).tobytes() == ROWS[:200].tobytes()
    assert len(list((tmp_path / "rows" / "parts").iterdir())) == 2


def test_columns_become_collections_of_columns_and_stores_of_groups(tmp_path: Path) -> None:
    columns = {"price": ROWS[:, 0], "book": ROWS.reshape(-1, 2, 2)}
    groups = PartWriter.begin(tmp_path / "books.cdd", "cdd")
    parts = [
        {name: each[i : i + 250] for name, each in columns.items()} for i in (0, 250, 500, 750)
    ]
    groups.commit([groups.write(i, part) for i, part in enumerate(parts)])
    with GroupedReader(tmp_path / "books.cdd") as reader:
        assert reader.num_groups == 4
        assert reader["book"][:].tobytes() == ROWS.tobytes()
        assert reader.verify() == []
    dataset = quire.parts(tmp_path / "books.cdd", rows_per_part=300)
    assert dataset.names == ("price", "book")
    assert [table["price"][0] for table in dataset] == [0, 1200, 2400, 3600]
    assert quire.parts(tmp_path / "books.cdd", "book").shape == (1000, 2, 2)
    flat = PartWriter.begin(tmp_path / "flat", compressions={"price": "none", "row": "none"})
    flat.commit([flat.write(0, {"price": ROWS[:, 0], "row": ROWS})])
    (table,) = quire.parts(tmp_path / "flat")
    assert table["row"].tolist() == ROWS.tolist()


def test_chunks_of_a_store_are_those_of_its_parts(tmp_path: Path) -> None:
    writer = PartWriter.begin(tmp_path / "rows.cdd", "cdd", type="zstd", target_bytes=800)
    writer.commit([writer.write(i, block(i)) for i in range(10)])
    with DataReader(tmp_path / "rows.cdd") as reader:
        assert {chunk.type for chunk in reader.chunks} == {"zstd"}
        assert {chunk.shape for chunk in reader.chunks} == {(50, 4)}
        assert reader.verify() == []


def test_rows_that_do_not_fit_are_refused_and_nothing_is_seen(tmp_path: Path) -> None:
    writer = PartWriter.begin(tmp_path / "rows", **OPTIONS)
    with pytest.raises(ValueError, match="does not fit: expected float32 rows of 4, found float32"):
        writer.commit([writer.write(0, ROWS), writer.write(1, ROWS[:, :2])])
    with pytest.raises(ValueError, match="expected a file with rows"):
        writer.commit([writer.write(0, ROWS[:0])])
    assert not (tmp_path / "rows" / NAME).exists()
    with pytest.raises(ValueError, match="columns of one length"):
        writer.write(0, {"a": [1, 2], "b": [1]})
    with pytest.raises(ValueError, match="format: expected cvc or cdd"):
        PartWriter.begin(tmp_path / "x", "npy")


def test_a_store_is_not_written_over(tmp_path: Path) -> None:
    writer = PartWriter.begin(tmp_path / "rows.cdd", "cdd")
    written = [writer.write(0, ROWS)]
    (tmp_path / "rows.cdd").write_bytes(b"somebody's")
    with pytest.raises(FileExistsError):
        writer.commit(written)
    with pytest.raises(FileExistsError):
        PartWriter.begin(tmp_path / "rows.cdd", "cdd")
    assert (tmp_path / "rows.cdd").read_bytes() == b"somebody's"


def test_of_two_stores_that_are_made_at_once_the_first_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "rows.cdd"
    first, second = (PartWriter.begin(path, "cdd") for _ in range(2))
    written, late = [first.write(0, ROWS)], [second.write(0, ROWS + 1)]

    def meanwhile(paths: list[Path], whole: Path) -> None:
        join(paths, whole)
        monkeypatch.setattr(writing, "join", join)
        monkeypatch.setattr(PartWriter, "_expect_new", lambda _: None)  # it has looked already
        first.commit(written)

    monkeypatch.setattr(writing, "join", meanwhile)
    with pytest.raises(FileExistsError):
        second.commit(late)
    assert np.array_equal(quire.load(path), ROWS)


def test_where_files_have_one_name_a_store_is_renamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    writer = PartWriter.begin(tmp_path / "rows.cdd", "cdd")
    writer.commit([writer.write(0, ROWS)])
    assert np.array_equal(quire.load(tmp_path / "rows.cdd"), ROWS)
    assert [each.name for each in tmp_path.iterdir()] == ["rows.cdd"]


def test_two_commits_take_turns(tmp_path: Path) -> None:
    from quire.storage.folder import Folder

    writer = PartWriter.begin(tmp_path / "rows", **OPTIONS)
    written = [writer.write(0, ROWS)]
    other = Folder(tmp_path / "rows")
    other.lock()
    with pytest.raises(StoreLocked):
        writer.commit(written)
    other.unlock()
    writer.commit(written)
    assert len(quire.parts(tmp_path / "rows")) == 1000


def test_a_part_that_is_missing_or_cut_off_is_not_committed(tmp_path: Path) -> None:
    writer = PartWriter.begin(tmp_path / "rows", **OPTIONS)
    first, second = writer.write(0, block(0)), writer.write(1, block(1))
    os.truncate(writer.folder / first.name, 10)
    with pytest.raises(ValueError, match=r"expected .* bytes, found 10"):
        writer.commit([first, second])
    (writer.folder / first.name).unlink()
    with pytest.raises(FileNotFoundError):
        writer.commit([first, second])


COMMITS = """
import sys, numpy as np
from quire.datasets import PartWriter, writing
rows = np.arange(4000, dtype=np.float32).reshape(1000, 4)
for number in range(200):
    writer = PartWriter.begin(sys.argv[1], compression="lossless")
    writer.commit([writer.write(i, rows[i * 100 : i * 100 + 100]) for i in range(10)])
    print(number + 1, flush=True)
"""


@pytest.mark.parametrize("seed", range(4))
def test_whenever_a_writer_is_killed_whole_commits_are_seen(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "rows"
    process = subprocess.Popen(
        [sys.executable, "-c", COMMITS, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    told = [int(process.stdout.readline()) for _ in range(2 + seed)]
    time.sleep(random.Random(seed).random() / 50)  # noqa: S311  # a moment within a commit
    process.kill()
    told += map(int, process.stdout.read().split())
    process.wait()
    process.stdout.close()
    rows = rows_of(quire.parts(path))
    commits, rest = divmod(len(rows), 1000)
    assert rest == 0
    assert told[-1] <= commits <= told[-1] + 1
    assert rows.tobytes() == np.concatenate([ROWS] * commits).tobytes()


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (lambda told: told.update(version=2), "version: expected 1"),
        (lambda told: told.update(files={}), "files: expected a list"),
        (lambda told: told["files"][0].update(name="../x"), r"files\[0\].name: expected the name"),
        (lambda told: told["files"][0].update(rows=-1), r"files\[0\].rows: expected a number"),
        (lambda told: told["files"][0].update(rows=True), r"files\[0\].rows: expected a number"),
        (lambda told: told["files"][0].pop("size"), r"files\[0\].size: expected a number"),
        (lambda told: told["files"].append(7), r"files\[1\]: expected an object"),
    ],
)
def test_a_damaged_list_is_refused(tmp_path: Path, change: Any, match: str) -> None:
    writer = PartWriter.begin(tmp_path, **OPTIONS)
    writer.commit([writer.write(0, ROWS)])
    told = json.loads((tmp_path / NAME).read_bytes())
    change(told)
    (tmp_path / NAME).write_text(json.dumps(told))
    with pytest.raises(quire.FormatError, match=match):
        quire.parts(tmp_path)


def test_a_list_that_tells_other_rows_than_there_are_is_refused(tmp_path: Path) -> None:
    writer = PartWriter.begin(tmp_path, **OPTIONS)
    written = writer.write(0, ROWS)
    writer.commit([written])
    wrong = Written(0, written.name, 900, written.size, written.kind)
    (tmp_path / NAME).write_bytes(Manifest("cvc", written.kind, (wrong,)).to_bytes())
    with pytest.raises(quire.FormatError, match="900 rows"):
        quire.parts(tmp_path).parts[0].read()
    for text in (b"", b"{", b"[" * 100_000, b"\xff"):
        (tmp_path / NAME).write_bytes(text)
        with pytest.raises(quire.FormatError, match="expected JSON"):
            quire.parts(tmp_path)
