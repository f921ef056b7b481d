"""Rows are an array as numpy has them; readers say what they are, and can be sent and copied."""

from __future__ import annotations

import copy
import gc
import pickle
import weakref
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from quire.cdd import (
    DataReader,
    DataWriter,
    FileBackend,
    GroupedReader,
    GroupedWriter,
    MemoryBackend,
)
from quire.cdd.chunks import Loaded
from tests.formats.cdd.stores import assert_same

WHOLE = np.arange(17 * 3 * 2, dtype=np.int16).reshape(17, 3, 2)


def stored(array: np.ndarray[Any, Any], rows: int = 4) -> MemoryBackend:
    """An array in chunks of some rows."""
    with DataWriter(backend := MemoryBackend(), durability="none") as writer:
        writer.append(array, "raw", target_bytes=rows * array[:1].nbytes)
    return backend


@settings(max_examples=150, deadline=None)
@given(st.data(), arrays.array_shapes(min_dims=1, max_dims=3, min_side=1, max_side=9))
def test_any_index_means_what_it_means_to_numpy(data: Any, shape: tuple[int, ...]) -> None:
    array = np.arange(np.prod(shape), dtype=np.int32).reshape(shape)
    rows = DataReader(stored(array, 2)).rows
    whole = st.one_of(
        arrays.basic_indices(shape, allow_newaxis=True, allow_ellipsis=True),
        arrays.integer_array_indices(shape),
        arrays.arrays(bool, shape[:1]),
        arrays.arrays(bool, shape),
        st.tuples(arrays.arrays(bool, shape[:1]), *(st.integers(0, n - 1) for n in shape[1:])),
        st.tuples(st.lists(st.integers(0, shape[0] - 1), max_size=4), st.just(...)),
    )
    index = data.draw(whole)
    found, expected = rows[index], array[index]
    assert type(found) is type(expected)
    assert_same(found, expected)


WRONG = (17, -18, (0, 3), (0, 0, 0, 0), 1.5, "a", ([17],), (..., ...), [0.5], None.__class__)


@pytest.mark.parametrize("index", WRONG, ids=str)
def test_an_index_that_numpy_refuses_is_refused(index: Any) -> None:
    rows = DataReader(stored(WHOLE)).rows
    for each in (WHOLE, rows):
        with pytest.raises(IndexError):
            each[index]


def test_rows_are_an_array_to_numpy() -> None:
    rows = DataReader(stored(WHOLE)).rows
    assert_same(np.asarray(rows), WHOLE)
    assert_same(np.asarray(rows, np.float64), WHOLE.astype(np.float64))
    assert_same(np.concatenate([rows, rows]), np.concatenate([WHOLE, WHOLE]))
    assert (len(rows), rows.ndim, rows.shape) == (17, 3, (17, 3, 2))
    for found, expected in zip(rows, WHOLE, strict=True):
        assert_same(found, expected)
    with pytest.raises(ValueError, match="copy"):
        np.array(rows, copy=False)


def test_all_rows_are_decoded_chunk_by_chunk_whoever_asks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = DataReader(stored(WHOLE)).rows
    asked: list[int] = []
    load_many = rows._chunks.load_many

    def noted(numbers: Sequence[int]) -> list[Loaded]:
        asked.extend(numbers)
        return load_many(numbers)

    monkeypatch.setattr(rows._chunks, "load_many", noted)
    assert_same(np.asarray(rows), WHOLE)
    assert len(list(rows)) == 17
    assert sorted(asked) == sorted([*range(5), *range(5)])


def test_a_reader_is_a_sequence_of_chunks_and_no_array() -> None:
    reader = DataReader(stored(WHOLE))
    assert len(reader) == len(list(reader)) == 5
    for convert in (np.asarray, np.mean, np.sum):
        with pytest.raises(TypeError, match=r"`reader.rows` is the array"):
            convert(reader)
    for index in ((3, 1), [0, 1], 1.0, "a", None):
        with pytest.raises(TypeError, match="`rows` is an array"):
            reader[index]  # type: ignore[index]  # what is refused


def test_chunks_that_fit_are_selected() -> None:
    with DataWriter(backend := MemoryBackend(), mixed=True) as writer:
        for each in WHOLE[:5], WHOLE.astype(np.float64), WHOLE[5:]:
            writer.append_chunk(each)
    reader = DataReader(backend)
    with pytest.raises(ValueError, match=r"chunk 1 does not fit.*`select`"):
        _ = reader.rows
    rows = reader.select([0, 2])
    assert_same(rows[:], WHOLE)
    assert_same(rows[[16, 0, 5], 1], WHOLE[[16, 0, 5], 1])
    assert_same(reader.select([-1, 0])[:], np.concatenate([WHOLE[5:], WHOLE[:5]]))
    with pytest.raises(IndexError):
        reader.select([3])


def test_rows_fill_tensors_of_torch_too() -> None:
    torch = pytest.importorskip("torch", reason="pip install torch")
    out = torch.zeros(17, 3, 2, dtype=torch.int16)
    assert DataReader(stored(WHOLE)).rows.read(out=out) is out
    assert_same(out.numpy(), WHOLE)


NOT_FILLED: dict[str, tuple[Any, type[Exception]]] = {
    "another dtype": (np.zeros(WHOLE.shape), ValueError),
    "another shape": (np.zeros((17, 6), np.int16), ValueError),
    "another byte order": (np.zeros(WHOLE.shape, ">i2"), ValueError),
    "strides": (np.zeros((17, 3, 4), np.int16)[..., ::2], ValueError),
    "read-only": (np.broadcast_to(np.int16(0), WHOLE.shape), ValueError),
    "a list": ([[[0, 0]] * 3] * 17, TypeError),
}


@pytest.mark.parametrize("what", NOT_FILLED)
def test_what_cannot_be_filled_is_refused(what: str) -> None:
    out, error = NOT_FILLED[what]
    reader = DataReader(stored(WHOLE))
    for read in (lambda: reader.to_numpy(out), lambda: reader.rows.read(out=out)):
        with pytest.raises(error, match="out: expected"):
            read()
    with pytest.raises(TypeError, match="expected a slice"):
        reader.rows.read([0, 1])  # type: ignore[arg-type]  # what is refused


# -- groups --------------------------------------------------------------------------------


@pytest.fixture
def groups(tmp_path: Path) -> Path:
    """A file of two arrays."""
    path = tmp_path / "groups.cdd"
    with GroupedWriter(path, ["a", "b"], user_metadata={"of": [1]}) as writer:
        writer.append({"a": WHOLE, "b": WHOLE[:, 0]}, target_bytes=60)
    return path


def test_a_reader_of_groups_is_a_mapping(groups: Path) -> None:
    with GroupedReader(groups) as reader:
        assert isinstance(reader, Mapping)
        assert ("a" in reader, "c" in reader) == (True, False)
        assert (list(reader), len(reader), reader.num_rows) == (["a", "b"], 2, 17)
        found = dict(reader)
        assert_same(found["b"][3:], WHOLE[3:, 0])
        assert reader.get("c") is None
        assert reader == reader  # noqa: PLR0124  # it is asked for
        assert reader != found
        assert len({reader, reader}) == 1


def test_rows_of_groups_are_no_array(groups: Path) -> None:
    rows = GroupedReader(groups).rows
    assert [row["b"].tolist() for row in rows] == WHOLE[:, 0].tolist()
    assert_same(rows[3, 1]["a"], WHOLE[3, 1])
    with pytest.raises(TypeError, match="several arrays"):
        np.asarray(rows)


# -- sending, copying, letting go ----------------------------------------------------------

SEND: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda each: pickle.loads(pickle.dumps(each)),  # noqa: S301  # our own
    "deepcopy": copy.deepcopy,
}


@pytest.mark.parametrize("send", SEND.values(), ids=SEND)
@pytest.mark.parametrize("where", ["file", "relative", "memory", "writer"])
def test_readers_and_rows_are_sent_by_what_they_read(
    send: Callable[[Any], Any], where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "store.cdd").write_bytes(stored(WHOLE).getvalue())
    monkeypatch.chdir(tmp_path)
    target: Any = {
        "file": tmp_path / "store.cdd",
        "relative": "store.cdd",
        "memory": stored(WHOLE),
        "writer": FileBackend("store.cdd", "r+"),
    }[where]
    with DataReader(target) as reader:
        sent, rows = send(reader), send(reader.rows)
        monkeypatch.chdir("/")
        assert_same(sent.to_numpy(), WHOLE)
    assert_same(rows[:], WHOLE)  # it has a file of its own
    with sent:
        assert_same(sent[-1], WHOLE[16:])
    with pytest.raises(ValueError, match="closed"):
        sent.rows[:]
    with pytest.raises(ValueError, match="closed"):
        send(sent)


@pytest.mark.parametrize("send", SEND.values(), ids=SEND)
def test_readers_of_groups_are_sent(send: Callable[[Any], Any], groups: Path) -> None:
    with GroupedReader(groups) as reader:
        with send(reader) as sent:
            assert sent.user_metadata == {"of": [1]}
            assert_same(sent["b"][:], WHOLE[:, 0])
        with pytest.raises(ValueError, match="closed"):
            sent["a"][:]
        assert_same(send(reader["a"])[5], WHOLE[5])


CLOSED: dict[str, Callable[[DataReader], object]] = {
    "a chunk": lambda reader: reader[0],
    "chunks": lambda reader: reader[1:3],
    "all chunks": list,
    "what is known": lambda reader: reader.chunks,
    "rows": lambda reader: reader.rows[0],
    "all rows": lambda reader: np.asarray(reader.rows),
    "everything": lambda reader: reader.verify(1),
    "what is new": lambda reader: reader.refresh(),
}


@pytest.mark.parametrize("read", CLOSED.values(), ids=CLOSED)
@pytest.mark.parametrize("where", ["file", "memory"])
def test_a_closed_reader_is_of_no_more_use(
    read: Callable[[DataReader], object], where: str, tmp_path: Path
) -> None:
    (tmp_path / "store.cdd").write_bytes(stored(WHOLE).getvalue())
    reader = DataReader(tmp_path / "store.cdd" if where == "file" else stored(WHOLE))
    kept = reader.rows[:]
    reader.close()
    reader.close()
    with pytest.raises(ValueError, match="closed"):
        read(reader)
    assert_same(kept, WHOLE)


def open_files() -> int:
    """How many files this process has open; 0 where the system does not tell."""
    told = Path("/proc/self/fd")
    return len(list(told.iterdir())) if told.exists() else 0


def test_a_reader_that_is_dropped_lets_go_of_its_file_at_once(tmp_path: Path) -> None:
    (tmp_path / "store.cdd").write_bytes(stored(WHOLE).getvalue())
    gc.disable()
    try:
        before = open_files()
        for _ in range(3):
            reader = DataReader(tmp_path / "store.cdd")
            rows = weakref.ref(reader.rows)
            assert_same(reader.rows[[5, 0]], WHOLE[[5, 0]])
            assert len(list(reader)) == 5
            reader.verify(1)
            del reader
            assert rows() is None
        after = open_files()
    finally:
        gc.enable()
    assert before == after
