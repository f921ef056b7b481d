"""`pq` in a spec: fields are its arrays, and what is wrong with them is told as of the file."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from tests.cases import compiled, data_of

CASE = "product_quantised"

OFFSET = 70
"""Where `vectors` begins."""


@pytest.fixture(scope="module")
def kind() -> Any:
    return compiled(CASE)


@pytest.fixture
def record(kind: Any) -> Any:
    return kind.from_bytes(data_of(CASE))


def test_a_field_that_is_not_there_is_no_argument(record: Any) -> None:
    assert record.vectors.parameters.projection is None
    assert record.vectors.parameters.norms is record.norms
    assert record.plain.parameters.norms is None


def test_a_field_that_is_there_is_one(kind: Any, record: Any) -> None:
    turn = np.eye(4, dtype=np.float32)[[1, 2, 3, 0]]
    rows = np.array([[1, 2, 8, 8], [5, 6, 0, 7], [3, 4, -1, 0]], np.float32)[:, [1, 2, 3, 0]]
    made = kind.build(
        rows=3, projection=turn, codebooks=record.codebooks, plain=record.plain, vectors=rows
    )
    back = kind.from_bytes(made.to_bytes())
    assert (back.use_projection, back.use_norms) == (1, 0)
    assert back.vectors.parameters.projection.tolist() == turn.tolist()
    assert np.asarray(back.vectors).tolist() == rows.tolist()
    assert bytes(back.vectors.stored) == bytes.fromhex("00 02 02 01 01 00")


def test_what_was_read_is_written_as_it_is(kind: Any, record: Any) -> None:
    # Decoding and encoding again would lose the codes of the row whose norm is 0.
    names = ("rows", "codebooks", "norms", "plain", "vectors")
    made = kind.build(**{name: getattr(record, name) for name in names})
    assert made.to_bytes() == data_of(CASE)
    assert made.vectors == record.vectors


def test_other_codebooks_encode_again(kind: Any, record: Any) -> None:
    other = record.codebooks[:, ::-1].copy()
    made = kind.build(
        rows=3, codebooks=other, norms=record.norms, plain=record.plain, vectors=record.vectors
    )
    back = kind.from_bytes(made.to_bytes())
    assert bytes(back.plain.stored) == bytes.fromhex("02 00 00 01 01 01")
    assert np.asarray(back.plain).tolist() == np.asarray(record.plain).tolist()


def test_integers_are_encoded_as_the_numbers_they_are(kind: Any, record: Any) -> None:
    rows = [[1, 2, 8, 8], [5, 6, 0, 7], [3, 4, 0, 7]]
    made = kind.build(
        rows=3, codebooks=record.codebooks, plain=rows, vectors=np.array(rows, np.int8)
    )
    back = kind.from_bytes(made.to_bytes())
    assert back.plain.stored == back.vectors.stored == record.plain.stored


@pytest.mark.parametrize("index", [0, 4])
def test_a_bad_code_is_told_with_its_place_in_the_file(
    kind: Any, tmp_path: Path, index: int
) -> None:
    data = bytearray(data_of(CASE))
    data[OFFSET + index] = 200
    path = tmp_path / "bad"
    path.write_bytes(data)
    good = slice(0, 2) if index else slice(1, 3)
    bad = slice(index // 2, 3)
    with kind.from_file(path) as record:
        assert record.vectors.decode(rows=good).shape == (2, 4)
        out = np.full((3, 4), 77, np.float32)
        decode = record.vectors.decode
        for action in (decode, partial(decode, out), partial(decode, rows=bad), record.validate):
            with pytest.raises(quire.FormatError, match="expected codes below 3, found 200") as e:
                action()
            assert (e.value.format, e.value.path) == (CASE, "vectors")
            assert e.value.offset == OFFSET + index
        assert (out == 77).all()


def test_an_array_of_another_dtype_is_refused(kind: Any, record: Any) -> None:
    rows = np.asarray(record.plain)
    made = kind.build(rows=3, codebooks=record.codebooks.astype(float), plain=rows, vectors=rows)
    with pytest.raises(quire.FormatError, match=r"plain\.codebooks: .*, found float64 \(2, 3, 2\)"):
        made.to_bytes()
