"""Named columns: what they decode to, what packing writes, and how damage is refused."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from quire import FormatError
from quire.cvc import (
    get_cvc_info,
    load_cvc,
    load_cvc_columns,
    open_cvc_columns,
    open_file,
    pack_cvc,
    pack_cvc_columns,
    pack_cvc_sections_columnar,
)
from quire.generated.cvc import Cvc
from tests.formats.cvc.columnar import (
    COLUMNAR,
    PAYLOADS,
    VALUES,
    assert_same_columns,
    columnar,
    read_by_hand,
)
from tests.formats.cvc.layout import v2
from tests.formats.cvc.samples import FOLDER, Sample

COLUMNS = Sample("v2_columns")
SECTIONS = Sample("v2_columns_sections")

Arrays = dict[str, npt.NDArray[Any]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The small file with columns."""
    path = tmp_path / "columns.cvc"
    path.write_bytes(columnar())
    return path


def saved(kind: str) -> Arrays:
    """The arrays of `v2_columns`: what was packed (`input`) or what it decodes to (`expected`)."""
    return {each["name"]: np.load(FOLDER / each[kind]) for each in COLUMNS.facts["columns"]}


def saved_sections(kind: str) -> Arrays:
    """The arrays of `v2_columns_sections`; the ids as the integers that they are."""
    found = {name: np.load(FOLDER / f"{SECTIONS}.{name}.{kind}.npy") for name in ("vec", "id")}
    return {**found, "id": found["id"].astype(np.int32)}


# -- the vectors -----------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", ["auto", "numba", "reference"])
def test_columns_decode_to_what_was_packed_in_their_own_dtypes(backend: str) -> None:
    floats = ["text", "imäge"]  # those that are not copied
    names = floats if backend == "numba" else list(saved("expected"))
    found = load_cvc_columns(COLUMNS.path, names, backend=backend)
    expected = saved("expected")
    assert_same_columns(found, {name: expected[name] for name in names})


def test_a_section_of_columns_is_what_the_original_gives() -> None:
    assert_same_columns(load_cvc_columns(SECTIONS.path, ["vec", "id"]), saved_sections("expected"))
    found = load_cvc_columns(SECTIONS.path, ["vec", "id"], section_key="src", section_value="s1")
    assert_same_columns(found, saved_sections("s1.expected"))


def test_packing_the_columns_gives_the_same_bytes(tmp_path: Path) -> None:
    schemes = {each["name"]: each["compression"] for each in COLUMNS.facts["header"]["columns"]}
    pack_cvc_columns(saved("input"), tmp_path / "a.cvc", schemes, chunk_size=20)
    assert (tmp_path / "a.cvc").read_bytes() == COLUMNS.path.read_bytes()


def test_packing_sections_of_columns_gives_the_same_bytes(tmp_path: Path) -> None:
    data = saved_sections("input")
    sections = [
        ({name: array[start:stop] for name, array in data.items()}, {"src": source})
        for start, stop, source in ((0, 7, "s0"), (7, 50, "s1"))
    ]
    pack_cvc_sections_columnar(sections, tmp_path / "a.cvc", {"vec": "int8"}, chunk_size=20)
    assert (tmp_path / "a.cvc").read_bytes() == SECTIONS.path.read_bytes()


@pytest.mark.parametrize("sample", [COLUMNS, SECTIONS], ids=str)
def test_a_file_with_columns_verifies_and_is_written_back_as_it_was(sample: Sample) -> None:
    with open_file(sample.path) as reader:
        assert reader.verify() == []
    assert Cvc.from_file(sample.path).to_bytes() == sample.path.read_bytes()


@pytest.mark.parametrize("sample", [COLUMNS, SECTIONS], ids=str)
def test_the_info_is_what_the_facts_say(sample: Sample) -> None:
    info, header = get_cvc_info(sample.path), sample.facts["header"]
    assert info["columns"] == header["columns"]
    assert info["sections"] == header.get("sections", [])
    assert [chunk["rows"] for chunk in info["chunks"]] == [20, 20, 10]
    assert info["file_size"] == sample.facts["size"]
    assert (info["format_type"], info["num_vectors"], info["num_chunks"]) == ("columnar", 50, 3)


# -- reading ---------------------------------------------------------------------------------------


def test_columns_are_found_by_their_offsets(path: Path) -> None:
    assert_same_columns(load_cvc_columns(path), VALUES)
    header, by_hand = read_by_hand(path.read_bytes())
    assert header == COLUMNAR
    assert_same_columns(VALUES, by_hand)


def test_columns_come_in_the_order_asked(path: Path) -> None:
    assert list(load_cvc_columns(path, ["id", "vec"])) == ["id", "vec"]
    assert load_cvc_columns(path, []) == {}


@pytest.mark.parametrize("rows", [slice(1, 3), slice(2, 2), slice(-1, None), slice(2, 0)])
def test_rows_of_columns_are_those_of_the_whole(rows: slice, path: Path) -> None:
    found = load_cvc_columns(path, rows=rows)
    assert_same_columns(found, {name: array[rows] for name, array in VALUES.items()})


def test_integers_become_float32_when_asked(path: Path) -> None:
    found = load_cvc_columns(path, ["id"], as_float32=True)["id"]
    assert found.dtype == np.float32
    assert found.tolist() == VALUES["id"].astype(np.float32).tolist()


def test_a_column_that_is_not_there_is_the_callers_error(path: Path) -> None:
    with pytest.raises(ValueError, match="columns: expected vec, code or id, found 'x'"):
        load_cvc_columns(path, ["x"])


def test_a_section_that_is_not_there_is_the_callers_error(path: Path) -> None:
    with pytest.raises(ValueError, match="no section has src='s1'"):
        load_cvc_columns(path, section_key="src", section_value="s1")


def test_vectors_and_columns_name_each_others_reader(path: Path, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="`load_cvc_columns` reads it"):
        load_cvc(path)
    pack_cvc(np.ones((2, 2)), tmp_path / "rows.cvc")
    with pytest.raises(FormatError, match="`load_cvc` reads it"):
        load_cvc_columns(tmp_path / "rows.cvc")


def test_a_column_of_no_dimension_takes_no_memory(path: Path) -> None:
    header = copy.deepcopy(COLUMNAR)
    header["columns"].append({"name": "no", "dimension": 0, "dtype": "int8", "compression": "none"})
    for chunk in header["chunks"]:
        chunk["columns"]["no"] = {"offset": 3, "size": 0, "compression": "none"}
    path.write_bytes(v2(header, *PAYLOADS))
    assert load_cvc_columns(path)["no"].shape == (3, 0)


# -- packing ---------------------------------------------------------------------------------------

dtypes = st.sampled_from(["float16", "float32", "float64", "int8", "uint8", "int32", "int64"])


@given(
    data=st.data(),
    rows=st.integers(0, 9),
    names=st.lists(st.text(max_size=3), min_size=1, max_size=3, unique=True),
    chunk_size=st.integers(1, 10),
)
@settings(max_examples=60, deadline=None)
def test_columns_that_are_stored_as_they_are_come_back(
    data: st.DataObject, rows: int, names: list[str], chunk_size: int, folder: Path
) -> None:
    given_arrays = {}
    for name in names:
        shape = (rows, *data.draw(st.sampled_from([(), (1,), (3,), (0,)])))
        given_arrays[name] = data.draw(arrays.arrays(data.draw(dtypes), shape))
    path = folder / "columns.cvc"
    pack_cvc_columns(given_arrays, path, dict.fromkeys(names, "none"), chunk_size)
    assert_same_columns(load_cvc_columns(path), given_arrays)
    _, by_hand = read_by_hand(path.read_bytes())
    for name, array in by_hand.items():
        assert array.tobytes() == given_arrays[name].tobytes()


@pytest.mark.parametrize("compression", ["fp16", "int8", "bfloat16", "int4"])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int32", ">f4"])
def test_what_is_compressed_is_what_vectors_alone_would_be(
    compression: str, dtype: str, tmp_path: Path
) -> None:
    values = (np.random.default_rng(3).standard_normal((50, 5)) * 9).astype(dtype)
    pack_cvc_columns({"a": values}, tmp_path / "a.cvc", {"a": compression}, 20)
    pack_cvc(values, tmp_path / "b.cvc", compression, 20, format_version=1)
    found = load_cvc_columns(tmp_path / "a.cvc")["a"]
    assert found.tobytes() == load_cvc(tmp_path / "b.cvc").tobytes()


def test_large_integers_are_rounded_once(tmp_path: Path) -> None:
    """bfloat16 has 2**25 and 2**25 + 2**18: float32 put what is above their middle on it."""
    values = np.array([2**25 + 2**17 + 1], np.int32)
    pack_cvc_columns({"a": values}, tmp_path / "a.cvc", {"a": "bfloat16"})
    assert load_cvc_columns(tmp_path / "a.cvc")["a"].tolist() == [2**25 + 2**18]


@pytest.mark.parametrize(
    ("data", "how", "word"),
    [
        ({}, {}, "no column"),
        ({"a": np.ones(3), "b": np.ones(4)}, {}, "3 and 4"),
        ({"a": np.ones((2, 2, 2))}, {}, "a: expected numbers in 1 or 2 dimensions"),
        ({"a": np.array(["x"])}, {}, "a: expected .*numbers"),
        ({"a": np.ones(3, np.complex64)}, {}, "a: expected .*numbers"),
        ({"a": np.ones(3)}, {"compressions": {"a": "lossless"}}, "found 'lossless'"),
        ({"a": np.ones(3)}, {"compressions": {"b": "fp16"}}, "found 'b'"),
        ({"a": np.ones(3)}, {"chunk_size": 0}, "chunk_size"),
        ({"a": np.array([np.nan])}, {"compressions": {"a": "int8"}}, "finite"),
    ],
)
def test_what_cannot_be_packed_is_refused_and_leaves_no_file(
    data: Arrays, how: dict[str, Any], word: str, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=word):
        pack_cvc_columns(data, tmp_path / "a.cvc", **how)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("sections", "word"),
    [
        ([], "found none"),
        ([({"a": np.ones(2)}, 1), ({"b": np.ones(2)}, 2)], "expected the columns a, found b"),
        ([({"a": np.ones((2, 2))}, 1), ({"a": np.ones((2, 3))}, 2)], "rows of one shape"),
        ([({"a": np.ones(2), "b": np.ones(3)}, 1)], "one length"),
        ([({"a": np.ones(2)}, {1, 2})], "sections: JSON cannot keep"),
    ],
)
def test_sections_that_do_not_fit_are_refused(sections: Any, word: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=word):
        pack_cvc_sections_columnar(sections, tmp_path / "a.cvc")
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_columns_is_a_mapping_by_name(tmp_path: Path) -> None:
    pack_cvc_columns({"a": np.ones((3, 2)), "b": np.arange(3)}, tmp_path / "x.cvc")
    with open_cvc_columns(tmp_path / "x.cvc") as columns:
        assert list(columns) == list(columns.keys()) == ["a", "b"]
        assert "a" in columns
        assert "c" not in columns
        assert 0 not in columns
        assert {name: column.shape for name, column in dict(columns).items()} == {
            "a": (3, 2),
            "b": (3,),
        }
