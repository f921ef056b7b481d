"""Files and payloads are let go at once, and not when the garbage collector runs."""

from __future__ import annotations

import gc
import mmap
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.kernels.engine.payload import Encoded
from quire.runtime import FormatError, dismantle, dismantled


@pytest.fixture(scope="module")
def kind(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("specs") / "held.ksy"
    path.write_text(
        """
meta: {id: held, endian: le}
seq:
  - {id: len_head, type: u1}
  - {id: head, type: head, size: len_head}
  - {id: rows, type: row, repeat: expr, repeat-expr: 2}
  - {id: body, size: 4, -array: {dtype: f4, shape: [2]}, -codec: [fp16]}
instances:
  late: {pos: 1, type: u1}
types:
  head:
    seq: [{id: a, type: u1}, {id: inner, type: leaf, size: 1}]
  leaf:
    seq: [{id: b, type: u1}]
    instances: {again: {pos: 0, type: u1}}
  row:
    seq: [{id: c, type: u1}]
"""
    )
    return quire.compile(path).Held


DATA = bytes([2, 7, 8, 5, 6]) + np.array([1, 2], "<f2").tobytes()


@pytest.fixture
def collector_off() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.fixture
def mapped(tmp_path: Path) -> Iterator[mmap.mmap]:
    path = tmp_path / "data"
    path.write_bytes(DATA)
    with path.open("rb") as file:
        found = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    yield found
    found.close()


@pytest.mark.usefixtures("collector_off")
def test_a_closed_record_lets_go_of_the_bytes_its_substreams_too(
    kind: Any, mapped: mmap.mmap
) -> None:
    record = kind.from_bytes(mapped)
    assert [row.c for row in record.rows] == [5, 6]
    inner = record.head.inner
    record.close()
    mapped.close()  # a BufferError, if somebody still had a view
    assert (record.head.a, inner.b) == (7, 8)  # what was read stays


def test_what_was_not_read_before_the_file_was_closed_is_a_clear_error(kind: Any) -> None:
    with kind.from_bytes(DATA) as record:
        inner = record.head.inner
    for look in (
        lambda: record.late,
        lambda: inner.again,
        record.body.decode,
    ):
        with pytest.raises(ValueError, match="the file is closed") as caught:
            look()
        assert not isinstance(caught.value, FormatError)


def test_closing_a_record_inside_closes_its_own_stream_alone(kind: Any) -> None:
    record = kind.from_bytes(DATA)
    record.head.close()
    assert record.late == 7
    assert record.head.inner.again == 8


def test_a_record_that_was_built_has_no_file_and_can_be_closed(kind: Any) -> None:
    kind.build(body=np.ones(2, np.float32)).close()


@pytest.mark.usefixtures("collector_off")
def test_a_payload_does_not_keep_its_record(kind: Any) -> None:
    record = kind.from_bytes(DATA)
    payload = record.body
    seen = weakref.ref(record)
    dismantle(record)
    del record
    assert seen() is None
    assert payload.decode().tolist() == [1, 2]


def test_an_error_of_a_payload_whose_record_is_gone_names_format_field_and_offset(
    kind: Any,
) -> None:
    record = kind.from_bytes(DATA)
    payload = record.body
    payload.guard_with("crc32", 1)
    dismantle(record)
    del record
    with pytest.raises(FormatError, match="held: body at byte 5: expected crc32 0x00000001"):
        payload.decode()


@pytest.mark.usefixtures("collector_off")
@pytest.mark.parametrize(
    "make",
    [
        lambda kind: kind.from_bytes(DATA),
        lambda kind: kind.build(
            head={"a": 1, "inner": {"b": 2}}, rows=[{"c": 1}] * 2, body=np.ones(2, np.float32)
        ),
    ],
)
def test_a_dismantled_tree_is_gone_at_once(kind: Any, make: Callable[[Any], Any]) -> None:
    with dismantled(make(kind)) as record:
        record.to_bytes()
        list(record.rows)
        seen = [weakref.ref(each) for each in (record, record.head, record.head.inner, record.body)]
        seen += [weakref.ref(row) for row in record.rows]
        assert isinstance(record.body, Encoded)
    del record
    assert [each() for each in seen] == [None] * 6
