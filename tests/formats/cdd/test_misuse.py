"""Wrong use of writers is told, and changes nothing; whatever is an array is taken for one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire.cdd import (
    BufferedWriter,
    DataReader,
    DataWriter,
    GroupedReader,
    GroupedWriter,
    MemoryBackend,
    save_array,
    save_rows,
)
from quire.runtime import EncodingError, FormatError
from tests.formats.cdd.layout import D, Layout, U
from tests.formats.cdd.stores import assert_same, name_of

each_layout = pytest.mark.parametrize("layout", [D, U], ids=str)

ROWS = np.arange(12, dtype=np.float32).reshape(4, 3)


# -- rows that do not fit ------------------------------------------------------------------

OTHERS: dict[str, Any] = {
    "another dtype": ROWS.astype(np.float64),
    "another row": ROWS[:, :2],
    "more axes": ROWS[..., None],
    "fewer axes": ROWS[:, 0],
}


@each_layout
@pytest.mark.parametrize("what", OTHERS)
def test_rows_that_do_not_fit_those_before_are_refused(layout: Layout, what: str) -> None:
    backend = MemoryBackend()
    for _ in range(2):  # by the writer that made the store, and by the next one
        with DataWriter(backend, layout=name_of(layout)) as writer:
            writer.append_chunk(ROWS)
            before = backend.getvalue()
            for append in (writer.append_chunk, writer.append):
                with pytest.raises(EncodingError, match=r"expected float32 \('rows', 3\) as in"):
                    append(OTHERS[what])
            assert backend.getvalue() == before
            writer.append(ROWS[:1])
    assert_same(DataReader(backend).to_numpy(), np.concatenate([ROWS, ROWS[:1]] * 2))
    with DataWriter(backend, mixed=True) as writer:
        writer.append_chunk(OTHERS[what])
    assert_same(DataReader(backend)[-1], OTHERS[what])


def test_the_byte_order_of_what_is_appended_is_no_matter() -> None:
    with DataWriter(backend := MemoryBackend()) as writer:
        writer.append_chunk(ROWS.astype(">f4"))
        writer.append_chunk(ROWS)
        writer.append(ROWS.astype(">f4"))
    assert_same(DataReader(backend).to_numpy(), np.concatenate([ROWS] * 3))


def test_a_store_whose_first_chunk_cannot_be_read_is_appended_to() -> None:
    with DataWriter(backend := MemoryBackend()) as writer:
        writer.append_chunk(ROWS)
        offset = writer.reader().chunk_info(0).offset
    backend.write_at(offset + 6, b"\xff\xff")  # its dtype
    with DataWriter(backend) as writer:
        writer.append_chunk(ROWS)
    assert_same(DataReader(backend)[1], ROWS)


# -- metadata of a store that exists -------------------------------------------------------


@each_layout
def test_other_metadata_than_those_of_the_store_are_refused(layout: Layout, tmp_path: Path) -> None:
    path = tmp_path / "store.cdd"
    DataWriter(path, layout=name_of(layout), user_metadata=b"old").close()
    before = path.read_bytes()
    for other in b"new", b"":
        with pytest.raises(ValueError, match=r"exists and has other metadata.*set_user_metadata"):
            DataWriter(path, user_metadata=other)
    assert path.read_bytes() == before
    for same in b"old", None:
        with DataWriter(path, user_metadata=same) as writer:
            assert writer.user_metadata == b"old"


def test_other_metadata_than_those_of_the_groups_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "store.cdd"
    with GroupedWriter(path, ["a"], user_metadata={"x": (1, 2)}) as writer:
        writer.append({"a": ROWS})
    before = path.read_bytes()
    for names in ["a"], None:
        for other in {"x": [1]}, {}, {"x": [1, 2], "y": 0}:
            with pytest.raises(ValueError, match="user_metadata: the store has"):
                GroupedWriter(path, names, user_metadata=other)
        for same in {"x": (1, 2)}, {"x": [1, 2]}, None:
            GroupedWriter(path, names, user_metadata=same).close()
    assert path.read_bytes() == before


def test_metadata_are_compared_as_json_and_not_as_bytes() -> None:
    with DataWriter(backend := MemoryBackend(), user_metadata=b'{"x":1, "groups": ["a"]}'):
        pass
    with GroupedWriter(backend, ["a"], user_metadata={"x": 1}) as writer:
        writer.append({"a": ROWS})
    assert GroupedReader(backend).user_metadata == {"x": 1}


# -- numbers, types, arrays ----------------------------------------------------------------


@pytest.mark.parametrize("target_bytes", [0, -1])
def test_chunks_have_a_byte_at_least(target_bytes: int) -> None:
    with DataWriter(backend := MemoryBackend()) as writer:
        before = backend.getvalue()
        with pytest.raises(ValueError, match="target_bytes: expected at least 1"):
            writer.append(ROWS, target_bytes=target_bytes)
        assert backend.getvalue() == before
    with (
        GroupedWriter(MemoryBackend(), ["a"]) as groups,
        pytest.raises(ValueError, match="target_bytes"),
    ):
        groups.append({"a": ROWS}, target_bytes=target_bytes)


def test_masked_values_are_refused() -> None:
    masked = np.ma.masked_array(ROWS, ROWS > 5)
    with DataWriter(backend := MemoryBackend()) as writer:
        for append in (writer.append_chunk, writer.append):
            with pytest.raises(TypeError, match="masked"):
                append(masked)
        with pytest.raises(TypeError, match="masked"):
            writer.append_groups([[ROWS], [masked]], ["raw"])
        writer.append_chunk(np.ma.masked_array(ROWS, ROWS > 50))
    reader = DataReader(backend)
    assert reader.num_chunks == 2
    assert_same(reader.to_numpy(), np.concatenate([ROWS, ROWS]))
    with (
        GroupedWriter(MemoryBackend(), ["a"]) as groups,
        pytest.raises(TypeError, match="masked"),
    ):
        groups.append({"a": masked})


def test_tensors_of_torch_are_taken_for_arrays() -> None:
    torch = pytest.importorskip("torch", reason="pip install torch")
    held = torch.from_numpy(ROWS.copy())
    with DataWriter(backend := MemoryBackend(), mixed=True) as writer:
        writer.append_chunk(held.requires_grad_())
        writer.append(held.to(torch.bfloat16))
        writer.append_chunk(held.T)
    reader = DataReader(backend)
    assert_same(reader[0], ROWS)
    assert reader[1].dtype.name == "bfloat16"
    assert (reader[1].astype(np.float32) == ROWS).all()
    assert_same(reader[2], np.ascontiguousarray(ROWS.T))


HALVED: dict[str, Callable[[DataWriter, Any], object]] = {
    "append_chunk": lambda writer, books: writer.append_chunk(books, "generic_f16"),
    "append": lambda writer, books: writer.append(books, "generic_f16"),
}


@pytest.mark.parametrize("append", HALVED.values(), ids=HALVED)
def test_a_type_of_halves_makes_infinity_of_what_is_too_large(
    append: Callable[[DataWriter, Any], object],
) -> None:
    books = np.array([[[65504, 65519, 65520, -1e9, 1e-9]]], np.float32)
    with DataWriter(backend := MemoryBackend()) as writer:
        append(writer, books)
        with pytest.raises(EncodingError):
            append(writer, books.astype(np.float64))
    assert DataReader(backend)[0].tolist() == [[[65504, 65504, np.inf, -np.inf, 0]]]


NO_NUMBERS: dict[str, Callable[[], object]] = {
    "target_bytes": lambda: DataWriter(None).append(ROWS, target_bytes="9"),  # type: ignore[arg-type]  # what is refused
    "workers": lambda: DataWriter(None).append(ROWS, workers=1.5),  # type: ignore[arg-type]  # as above
    "capacity": lambda: DataWriter(None, capacity=5.0),  # type: ignore[arg-type]  # as above
    "user_metadata": lambda: DataWriter(None, user_metadata="text"),  # type: ignore[arg-type]  # as above
    "arrays": lambda: GroupedWriter(MemoryBackend(), ["a"]).append([ROWS]),  # type: ignore[arg-type]  # as above
}


@pytest.mark.parametrize("argument", NO_NUMBERS)
def test_arguments_of_another_kind_are_named(argument: str) -> None:
    with pytest.raises(TypeError, match=f"^{argument}: expected"):
        NO_NUMBERS[argument]()


def test_metadata_of_text_make_no_file(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="user_metadata"):
        DataWriter(tmp_path / "store.cdd", user_metadata="text")  # type: ignore[arg-type]  # as above
    assert not (tmp_path / "store.cdd").exists()
    with DataWriter(MemoryBackend()) as writer, pytest.raises(TypeError, match="user_metadata"):
        writer.set_user_metadata("text")  # type: ignore[arg-type]  # as above


def test_a_path_of_bytes_is_a_path_of_who_writes(tmp_path: Path) -> None:
    """Who reads takes bytes for those of a file, as `quire.open` does."""
    path = bytes(tmp_path / "store.cdd")
    with DataWriter(path) as writer:  # type: ignore[arg-type]  # what the system takes
        writer.append_chunk(ROWS)
    assert_same(DataReader(tmp_path / "store.cdd")[0], ROWS)
    with pytest.raises(FormatError, match="magic"):
        DataReader(path)


def test_an_array_in_a_layout_that_there_is_not_makes_no_file(tmp_path: Path) -> None:
    for save in (save_array, save_rows):
        with pytest.raises(ValueError, match="layout: expected cdd or cryptodd, found 'zip'"):
            save(tmp_path / "one.cdd", ROWS, layout="zip")  # type: ignore[arg-type]  # wrong use
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("capacity", ["10", 2.5])
def test_a_capacity_of_groups_is_a_whole_number(capacity: Any) -> None:
    with pytest.raises(TypeError, match="capacity: expected a whole number"):
        GroupedWriter(MemoryBackend(), ["price"], capacity=capacity)


def test_types_of_groups_are_told_by_name() -> None:
    with pytest.raises(TypeError, match="types: expected Mapping, found str"):
        GroupedWriter(MemoryBackend(), ["price"], types="raw")  # type: ignore[arg-type]  # wrong use
    with pytest.raises(ValueError, match=r"layout: expected cdd or cryptodd, found \[\]"):
        DataWriter(None, layout=[])  # type: ignore[arg-type]  # it cannot be hashed


@pytest.mark.parametrize(
    "row", ["x", b"x", None, object()], ids=["text", "bytes", "none", "object"]
)
def test_rows_that_no_chunk_can_hold_do_not_wait_for_one(row: Any) -> None:
    """They were taken, and `close` failed for ever."""
    backend = MemoryBackend()
    with DataWriter(backend) as writer, BufferedWriter(writer) as feed:
        with pytest.raises((EncodingError, TypeError)):
            feed.append_row([row])
        with pytest.raises(EncodingError):
            feed.append(np.array([row, row], dtype=object))
        assert feed.num_waiting == 0
        feed.append_row([1.5])
    assert DataReader(backend).to_numpy().tolist() == [[1.5]]


def test_a_type_that_is_not_for_the_rows_is_told_with_the_first() -> None:
    with DataWriter(MemoryBackend()) as writer, BufferedWriter(writer, type="okx_f32") as feed:
        with pytest.raises(EncodingError, match=r"float32 of shape \(n, 50, 3\) for okx_f32"):
            feed.append(ROWS)
        feed.append(np.zeros((2, 50, 3), np.float32))
    with DataWriter(MemoryBackend()) as writer, pytest.raises(ValueError, match="level: expected"):
        BufferedWriter(writer, level=99).append(ROWS)
