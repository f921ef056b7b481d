"""What is no group of arrays is not written; what is no store of groups is not read as one."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire.cdd import (
    DataReader,
    DataWriter,
    GroupedReader,
    GroupedWriter,
    MemoryBackend,
)
from quire.runtime import ChecksumError, EncodingError, FormatError, LimitError, NestingError
from tests.formats.cdd.groups import ROWS, WHOLE, assert_same_group, rows, written
from tests.formats.cdd.layout import D, Layout, U, chunk, file
from tests.formats.cdd.payloads import Array
from tests.formats.cdd.stores import NAMES, assert_same, name_of

each_layout = pytest.mark.parametrize("layout", [D, U], ids=str)


def _label(value: Any) -> str | None:
    """The name of a case: what is said of it, as others are long, or of no order."""
    return value if isinstance(value, str) and " " in value else None


# -- what the caller gets wrong ------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ([], "expected 1 to 1000 texts, found 0"),
        ("price", "expected a list of texts, found 'price'"),
        (["a", 1], "expected texts, found 1"),
        (["a", "b", "a"], "expected distinct texts, found 'a' twice"),
        ([str(i) for i in range(1001)], "found 1001"),
        ({"a", "b"}, "expected a list of texts"),
        (["\ud800"], "surrogates not allowed"),
    ],
    ids=_label,
)
def test_what_are_no_names_is_refused_and_no_file_made(
    names: Any, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "store.cdd"
    with pytest.raises(ValueError, match=said):
        GroupedWriter(path, names)
    assert not path.exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"user_metadata": {"groups": 1}}, "the key 'groups' is taken"),
        ({"user_metadata": b"notes"}, "expected a dict of JSON, found b'notes'"),
        ({"user_metadata": {1: 2}}, "expected a dict of JSON"),
        ({"user_metadata": {"a": {1, 2}}}, "what JSON can hold"),
        ({"user_metadata": {"a": float("nan")}}, "what JSON can hold"),
        ({"user_metadata": {"a": "x" * (1 << 20)}}, "at most 1048576 bytes of JSON"),
        ({"types": {"prices": "raw"}}, r"types: expected \('price', 'size', 'time'\)"),
        ({"types": {"price": "lz4"}}, "types: price: expected auto, raw, zstd"),
        ({"capacity": 3}, "capacity: expected at least 4 for 3 names, found 3"),
        ({"layout": "zarr"}, "layout: expected cdd or cryptodd"),
        ({"durability": "some"}, "durability: expected none"),
    ],
    ids=_label,
)
def test_impossible_options_are_refused_and_no_file_made(
    options: dict[str, Any], said: str, tmp_path: Path
) -> None:
    path = tmp_path / "store.cdd"
    with pytest.raises(ValueError, match=said):
        GroupedWriter(path, NAMES, **options)
    assert not path.exists()


def _nested(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


def test_metadata_nest_as_deep_as_they_are_read_again(tmp_path: Path) -> None:
    path, metadata = tmp_path / "store.cdd", {"a": _nested(127)}
    with GroupedWriter(path, NAMES, user_metadata=metadata):
        pass
    with DataReader(path) as reader:
        assert json.loads(reader.user_metadata)["a"] == metadata["a"]

    deeper = tmp_path / "deeper.cdd"
    with pytest.raises(NestingError, match="user_metadata: expected at most 128 lists"):
        GroupedWriter(deeper, NAMES, user_metadata={"a": _nested(128)})
    assert not deeper.exists()


def test_a_store_that_is_not_there_has_no_names(tmp_path: Path) -> None:
    path = tmp_path / "store.cdd"
    with pytest.raises(FileNotFoundError, match=r"give the names of its arrays .*store\.cdd"):
        GroupedWriter(path)
    assert not path.exists()


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "one is missing": ({"price": [1.0]}, r"arrays: expected \('price', 'size', 'book'\)"),
    "one more": ({**WHOLE, "time": [1.0]}, r"found \('price', 'size', 'book', 'time'\)"),
    "other rows": ({**WHOLE, "size": WHOLE["size"][1:]}, "size: expected 103 rows as of price"),
    "no axis": ({**WHOLE, "book": np.float32(1)}, "book: expected an array with rows"),
    "other dtype": (
        {**WHOLE, "price": WHOLE["price"].astype(float)},
        r"price: expected float32 \('rows',\) as in the groups before, found float64 \(103,\)",
    ),
    "other row": (
        {**WHOLE, "size": WHOLE["size"][:, :2]},
        r"size: expected int16 \('rows', 3\) as in the groups before, found int16 \(103, 2\)",
    ),
}


@each_layout
@pytest.mark.parametrize("what", WRONG)
def test_arrays_that_do_not_fit_are_not_written(layout: Layout, what: str) -> None:
    arrays, said = WRONG[what]
    backend = written(layout, WHOLE)
    before = backend.getvalue()
    with GroupedWriter(backend) as writer:
        with pytest.raises(ValueError, match=said):
            writer.append(arrays)
        assert backend.getvalue() == before
        assert writer.append(rows(slice(4))) == range(11, 12)
        with pytest.raises(ValueError, match=said):
            writer.append(arrays)


@each_layout
def test_what_cannot_be_stored_is_not_taken_for_what_was(layout: Layout) -> None:
    with GroupedWriter(backend := MemoryBackend(), ["a", "b"], layout=name_of(layout)) as writer:
        with pytest.raises(EncodingError, match=r"expected float16, .* found <U4"):
            writer.append({"a": [1.0], "b": ["text"]})
        with pytest.raises(ValueError, match="level: expected"):
            writer.append({"a": [1.0], "b": [1]}, 23)
        with pytest.raises(ValueError, match="workers: expected"):
            writer.append({"a": [1.0], "b": [1]}, workers=0)
        assert DataReader(backend).num_chunks == writer.num_groups == 0
        writer.append({"a": [7], "b": [1]})
    assert_same(GroupedReader(backend)["a"][:], np.array([7]))


def test_types_of_the_other_layout_are_refused_when_they_are_needed() -> None:
    with GroupedWriter(MemoryBackend(), ["a"], types={"a": "temporal_1d_f32"}) as writer:
        with pytest.raises(ValueError, match="type: expected auto, raw, zstd, okx_f16"):
            writer.append({"a": WHOLE["price"]})
        assert writer.num_groups == 0


def test_names_and_groups_that_there_are_not_are_refused() -> None:
    with GroupedReader(written(D, WHOLE)) as reader:
        with pytest.raises(KeyError, match="expected one of price, size, book, found 'time'"):
            _ = reader["time"]
        for number in 11, -12:
            with pytest.raises(IndexError, match="a group from 0 to 10"):
                reader.get_group(number)
        for wanted in 103, [0, -104]:
            with pytest.raises(IndexError):
                _ = reader.rows[wanted]


# -- stores of others ----------------------------------------------------------------------


@each_layout
def test_names_are_given_where_the_store_tells_none(layout: Layout) -> None:
    parts = [rows(slice(0, 50)), rows(slice(50, None))]
    chunks = [chunk(layout, a, 2 if layout is U else 1) for part in parts for a in part.values()]
    for notes, found in (b"", {}), (b'{"pair":"BTC"}', {"pair": "BTC"}), (b"notes", {}):
        backend = MemoryBackend(file(layout, chunks, user_metadata=notes))
        with pytest.raises(FormatError, match="user_metadata"):
            GroupedReader(backend)
        with GroupedReader(backend, names=list(WHOLE)) as reader:
            assert_same_group(reader.rows[:], WHOLE)
            assert reader.user_metadata == found
    for names in [], ["a", "a"]:
        with pytest.raises(ValueError, match="names"):
            GroupedReader(backend, names=names)


def test_names_that_are_given_must_be_those_of_the_store() -> None:
    backend = written(D, WHOLE)
    assert GroupedReader(backend, names=tuple(WHOLE)).num_groups == 11
    with pytest.raises(ValueError, match=r"names: the store has \('price'"):
        GroupedReader(backend, names=["a", "b", "c"])


@each_layout
def test_a_store_that_is_not_of_groups_is_not_gone_on_with(layout: Layout) -> None:
    with DataWriter(backend := MemoryBackend(), layout=name_of(layout)) as writer:
        writer.append_chunk(WHOLE["price"])
    before = backend.getvalue()
    for names in None, ["price"]:
        with pytest.raises(FormatError, match="user_metadata: expected the names"):
            GroupedWriter(backend, names)
    assert backend.getvalue() == before


@each_layout
def test_a_group_that_is_not_complete_is_not_read_and_not_gone_on_with(layout: Layout) -> None:
    backend = written(layout, WHOLE)
    with DataWriter(backend, mixed=True) as writer:
        writer.append_chunk(WHOLE["price"])
        writer.append_chunk(WHOLE["size"])
    before = backend.getvalue()
    with GroupedReader(backend) as reader:
        assert (reader.num_groups, reader.num_rows) == (11, ROWS)
        assert_same_group(reader.rows[:], WHOLE)
        assert "expected a multiple of 3, as there are 3 names, found 35" in str(reader.unfinished)
        assert reader.verify() == ["2 chunks at the end are no whole group"]
    with pytest.raises(FormatError, match="chunks: expected a multiple of 3"):
        GroupedWriter(backend)
    assert backend.getvalue() == before


# -- hostile bytes -------------------------------------------------------------------------

METADATA: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "user_metadata"),
    "no JSON": (b"price, size", "user_metadata"),
    "no text": (b'{"groups":["\xff"]}', "user_metadata"),
    "another encoding": ('{"groups":["a"]}'.encode("utf-16"), "user_metadata"),
    "no object": (b'["groups"]', "user_metadata"),
    "a number": (b"7", "user_metadata"),
    "a long number": (b"7" * 10000, "user_metadata"),
    "nested deeply": (b'{"groups":' + b"[" * 100000, "user_metadata"),
    "many names": (json.dumps({"groups": list(map(str, range(10**6)))}).encode(), "user_metadata"),
    "no names": (b'{"names":["a"]}', "user_metadata.groups"),
    "names of nothing": (b'{"groups":[]}', "user_metadata.groups"),
    "null": (b'{"groups":null}', "user_metadata.groups"),
    "one name": (b'{"groups":"price"}', "user_metadata.groups"),
    "an object": (b'{"groups":{"a":1}}', "user_metadata.groups"),
    "numbers": (b'{"groups":["a",1]}', "user_metadata.groups"),
    "a list": (b'{"groups":[["a"]]}', "user_metadata.groups"),
    "twice": (b'{"groups":["a","b","a"]}', "user_metadata.groups"),
    "1001 names": (
        json.dumps({"groups": list(map(str, range(1001)))}).encode(),
        "user_metadata.groups",
    ),
    "a long name twice": (
        json.dumps({"groups": ["x" * 9999] * 2}).encode(),
        "user_metadata.groups",
    ),
}


@each_layout
@pytest.mark.parametrize("what", METADATA)
def test_metadata_that_tell_no_names_are_refused(layout: Layout, what: str) -> None:
    data, path = METADATA[what]
    backend = MemoryBackend(file(layout, [], user_metadata=data))
    for open_it in (lambda: GroupedReader(backend), lambda: GroupedWriter(backend, ["a"])):
        with pytest.raises(FormatError) as caught:
            open_it()
        assert (caught.value.path, caught.value.format) == (path, name_of(layout))
        assert len(str(caught.value)) < 400


def test_memory_is_not_taken_for_metadata_that_nobody_wrote() -> None:
    backend = MemoryBackend(file(D, [], user_metadata=b"[" + b"[]," * (10 << 20) + b"0]"))
    tracemalloc.start()
    with pytest.raises(LimitError, match="at most 1048576 bytes"):
        GroupedReader(backend)
    assert tracemalloc.get_traced_memory()[1] < 160 << 20  # what the metadata are themselves
    tracemalloc.stop()


PRICE, SIZE = WHOLE["price"][:6], WHOLE["size"][:6]

MISFITS: dict[str, tuple[list[Array], int]] = {
    "other rows": ([PRICE, SIZE, PRICE, SIZE[1:]], 3),
    "other rows in the first group": ([PRICE[1:], SIZE, PRICE, SIZE], 1),
    "other dtype": ([PRICE, SIZE, PRICE.astype(float), SIZE], 2),
    "other row": ([PRICE, SIZE, PRICE, SIZE[:, :2]], 3),
    "other axes": ([PRICE, SIZE, SIZE, SIZE], 2),
    "no axis": ([PRICE, SIZE, PRICE, np.array(7, np.int16)], 3),
    "no axis at all": ([np.array(1.0), np.array(2.0)], 0),
    "no axis in the first": ([np.array(1.0), SIZE], 1),
}


@each_layout
@pytest.mark.parametrize("what", MISFITS)
def test_chunks_that_do_not_fit_are_refused(layout: Layout, what: str) -> None:
    arrays, wrong = MISFITS[what]
    chunks = [chunk(layout, array, 1 if layout is U else 0) for array in arrays]
    data = file(layout, chunks, user_metadata=b'{"groups":["price","size"]}')
    for read_it in (
        lambda reader: reader.rows,
        lambda reader: reader["price" if wrong % 2 == 0 else "size"],
        lambda reader: reader.get_group(wrong // 2),
        lambda reader: reader.group_info(wrong // 2),
        lambda reader: list(reader.iter_groups()),
        lambda reader: reader.verify(),
    ):
        reader = GroupedReader(MemoryBackend(data))
        with pytest.raises(FormatError) as caught:
            read_it(reader)
        assert caught.value.format == reader.layout
        assert caught.value.path in {f"chunks[{wrong}]", "chunks[0]"}
        assert caught.value.offset is not None
    if wrong > 1:
        assert_same_group(reader.get_group(0), {"price": PRICE, "size": SIZE})


@each_layout
def test_only_the_arrays_that_are_wanted_are_decoded(layout: Layout) -> None:
    backend = written(layout, WHOLE, types={"size": "raw"})
    data = bytearray(backend.getvalue())
    info = DataReader(backend).chunk_info(4)
    data[info.offset + info.size - 1] ^= 1
    with GroupedReader(MemoryBackend(data)) as reader:
        assert_same(reader["price"][:], WHOLE["price"])
        assert_same_group(reader.rows[20:], rows(slice(20, None)))
        for read_it in (
            lambda: reader.rows[5:12],
            lambda: reader["size"][19],
            lambda: reader.get_group(1),
        ):
            with pytest.raises(ChecksumError, match=r"chunks\[4\]"):
                read_it()
    with GroupedReader(MemoryBackend(data), verify_hashes=False) as reader:
        assert len(reader.rows[:]["size"]) == ROWS
