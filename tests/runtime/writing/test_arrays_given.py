"""Arrays that are given to writers: what they tell, what they have to agree with, what is none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire


def compiled(folder: Path, body: str) -> Any:
    """The class of a spec with this rest."""
    path = folder / "thing.ksy"
    path.write_text(f"meta: {{id: thing, endian: le}}\n{body}\n", "utf-8")
    return quire.compile(path).Thing


COUNTED = """
seq:
  - {id: len_v, type: u1}
  - {id: v, size: len_v, -array: {dtype: s2, shape: [len_v / 2]}}
"""


@pytest.mark.parametrize(
    "value",
    [
        [1, 2, 3],
        (1, 2, 3),
        np.array([1, 2, 3]),
        np.array([1, 2, 3], ">i4"),
        np.array([1, 9, 2, 9, 3, 9], np.int16)[::2],
        np.array([1.0, 2.0, 3.0]),
    ],
)
def test_an_array_tells_the_length_that_it_takes_in_the_file(value: Any, tmp_path: Path) -> None:
    assert compiled(tmp_path, COUNTED).build(v=value).to_bytes() == b"\6\1\0\2\0\3\0"


def test_what_the_dtype_cannot_hold_is_refused_with_the_right_shape(tmp_path: Path) -> None:
    thing = compiled(tmp_path, COUNTED)
    with pytest.raises(quire.FormatError, match=r"int16 \(2,\), without loss, found int64 \(2,\)"):
        thing.build(v=np.array([1, 70_000])).to_bytes()


@pytest.mark.parametrize(
    "value",
    [
        None,
        "text",
        b"bytes",
        {"a": 1},
        ["1", "2"],
        [[1], [1, 2]],
        [1j],
        iter([1]),
        np.array(["2020-01-01"], "M8[D]"),
        np.zeros(2, "i1, i1"),
        np.ma.array([1, 2], mask=[False, True]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_no_array_of_numbers_is_named(value: Any, tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=r"^thing: v: expected an array of numbers, found"):
        compiled(tmp_path, COUNTED).build(v=value).to_bytes()


SHAPED = """
seq:
  - {id: num_rows, type: u1}
  - {id: dim, type: u1}
  - {id: rows, size: num_rows * dim * 2, -array: {dtype: u2, shape: [num_rows, dim]}}
"""


@pytest.mark.parametrize("codec", ["", ", -codec: [raw]"])
def test_the_fields_of_a_shape_follow_from_the_array(codec: str, tmp_path: Path) -> None:
    thing = compiled(tmp_path, SHAPED.replace("dim]}}", f"dim]}}{codec}}}"))
    rows = np.arange(6, dtype=np.uint16).reshape(2, 3)
    data = b"\2\3" + rows.tobytes()
    assert thing.build(rows=rows).to_bytes() == data
    record = thing.from_bytes(data)
    record.rows = rows.T
    assert record.to_bytes() == b"\3\2" + rows.T.tobytes()
    with pytest.raises(quire.ContradictionError, match="num_rows: given 3, but rows makes it 2"):
        thing.build(num_rows=3, rows=rows).to_bytes()
    with pytest.raises(quire.FormatError, match=r"an array of 2 axes, found shape \[6\]"):
        thing.build(rows=rows.reshape(-1)).to_bytes()


def test_axes_are_led_back_to_the_fields_that_they_go_by(tmp_path: Path) -> None:
    thing = compiled(
        tmp_path,
        "seq: [{id: n, type: u1}, {id: k, type: u1, valid: 2},"
        " {id: v, size-eos: true, -array: {dtype: u1, shape: [2 * n + 1, k]}}]",
    )
    assert thing.build(v=np.ones((5, 2))).to_bytes() == b"\2\2" + b"\1" * 10
    with pytest.raises(quire.FormatError, match=r"uint8 \(5, 2\)"):
        thing.build(v=np.ones((5, 3))).to_bytes()
    with pytest.raises(quire.FormatError, match="v: "):
        thing.build(v=np.ones((4, 2))).to_bytes()


@pytest.mark.parametrize("codec", ["", ", -codec: [raw]"])
def test_a_size_that_the_array_does_not_take_is_refused(codec: str, tmp_path: Path) -> None:
    thing = compiled(
        tmp_path,
        "seq: [{id: n, type: u1}, {id: body, size: n},"
        f" {{id: v, size: n / 2, -array: {{dtype: u2, shape: [k]}}{codec}}}]\n"
        "instances: {k: {value: 4}}",
    )
    four = np.array([1, 2, 3, 4], np.uint16)
    assert thing.build(body=bytes(16), v=four).to_bytes()[17:] == four.tobytes()
    with pytest.raises(quire.FormatError, match="expected 10 bytes, as `size` says, found 8, as"):
        thing.build(body=bytes(20), v=four).to_bytes()


def test_records_that_tell_one_field_different_values_contradict_each_other(tmp_path: Path) -> None:
    thing = compiled(
        tmp_path,
        "seq: [{id: n, type: u1}, {id: items, type: t, repeat: eos}]\n"
        "types: {t: {seq: [{id: body, size: _root.n}]}}",
    )
    assert thing.build(items=[{"body": b"ab"}, {"body": b"cd"}]).to_bytes() == b"\2abcd"
    message = r"n: given 2 by items\[0\], but body of items\[1\] makes it 3"
    for items in ([{"body": b"ab"}, {"body": b"abc"}], iter([{"body": b"ab"}, {"body": b"abc"}])):
        with pytest.raises(quire.ContradictionError, match=message):
            thing.build(items=items).to_bytes()
    record = thing.from_bytes(b"\2abcd")
    for item in record.items:
        item.body = b"xyz"
    assert record.to_bytes() == b"\3xyzxyz"


def test_an_axis_that_goes_by_the_stream_is_that_of_the_array(tmp_path: Path) -> None:
    thing = compiled(
        tmp_path, "seq: [{id: v, size-eos: true, -array: {dtype: u2, shape: [_io.size / 6, 3]}}]"
    )
    record = thing.build(v=[[1, 2, 3]])
    assert record.to_bytes() == b"\1\0\2\0\3\0"
    record = thing.from_bytes(record.to_bytes())
    record.v = np.arange(6).reshape(2, 3)
    again = thing.from_bytes(record.to_bytes())
    assert again.v.tolist() == [[0, 1, 2], [3, 4, 5]]
    with pytest.raises(quire.FormatError, match="without loss, found int64"):
        thing.build(v=np.ones((2, 2), np.int64)).to_bytes()
