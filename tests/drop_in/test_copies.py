"""Records, with all that they hold, are copied and pickled: by value, or by the path of a file."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quire.kernels.engine.payload import Encoded
from quire.runtime import Reader
from quire.runtime.reading import source
from tests.drop_in.conftest import Compile

SPEC = """
meta: {id: whole, endian: le, encoding: UTF-8}
seq:
  - {id: num_rows, type: u1}
  - {id: rows, type: row, repeat: expr, repeat-expr: num_rows}
  - {id: body, type: body, size: 3}
  - {id: hidden, size: 2, process: xor(255)}
instances:
  tail: {pos: _io.size - 2, size: 2}
  sum: {value: 'rows[0].a + rows[1].a'}
types:
  row: {seq: [{id: a, type: u2}, {id: b, type: u1}]}
  body:
    seq: [{id: name, type: str, size: 2}, {id: flag, type: u1, enum: flag}]
    instances: {start: {pos: 0, size: 1, type: letter}, top: {io: _root._io, pos: 0, type: u1}}
    types: {letter: {seq: [{id: x, type: u1}]}}
enums: {flag: {1: set}}
"""
DATA = b"\x02\x01\x00\x05\x02\x00\x06ab\x01\xf0\x0fzz"

both = pytest.mark.parametrize("read_write", [False, True], ids=["read", "read_write"])
copies = pytest.mark.parametrize(
    "again",
    [copy.deepcopy, *(lambda x, p=p: pickle.loads(pickle.dumps(x, p)) for p in (2, 3, 4, 5))],  # noqa: S301  # made here
    ids=["deepcopy", "2", "3", "4", "5"],
)
Again = Callable[[Any], Any]


def read(kind: Any, data: Any = DATA) -> Any:
    record = kind.from_bytes(data) if isinstance(data, bytes) else kind.from_file(data)
    if not hasattr(record, "rows"):
        record._read()
    return record


@both
@copies
def test_a_record_is_the_same_again(compiled: Compile, again: Again, *, read_write: bool) -> None:
    record = read(compiled(SPEC, read_write=read_write))
    assert record.body.start.x == ord("a")
    found = again(record)
    assert type(found) is type(record)
    assert found is not record
    assert found == record
    assert [(row.a, row.b) for row in found.rows] == [(1, 5), (2, 6)]
    assert found.body._parent is found
    assert found.rows[1]._root is found
    assert found.body.flag is record.body.flag
    assert (found._raw_body, found._raw_hidden) == (b"ab\x01", b"\xf0\x0f")
    assert found._io.pos() == record._io.pos() == 12
    if not read_write:
        assert found.to_bytes() == DATA


@both
@copies
def test_instances_are_read_from_the_copy(
    compiled: Compile, again: Again, *, read_write: bool
) -> None:
    record = read(compiled(SPEC, read_write=read_write))
    _ = record.sum
    found = again(record)
    record._io.close()
    assert (found.tail, found.sum, found.body.start.x, found.body.top) == (b"zz", 3, 97, 2)
    with pytest.raises(ValueError, match="closed"):
        _ = record.tail


@both
def test_a_deep_copy_is_changed_alone(compiled: Compile, *, read_write: bool) -> None:
    record = read(compiled(SPEC, read_write=read_write))
    found = copy.deepcopy(record)
    found.rows[0].a, found.body.name, found.tail = 9, "xy", b"!!"
    found.rows.append(found.rows[0])
    assert (record.rows[0].a, record.body.name, record.tail, len(record.rows)) == (
        1,
        "ab",
        b"zz",
        2,
    )


def test_a_copy_is_written_as_it_was_changed(compiled: Compile) -> None:
    record = read(compiled(SPEC))
    assert record.tail == b"zz"
    found = copy.deepcopy(record)
    found.tail, found.rows[0].b = b"!!", 7
    assert found.to_bytes() == b"\x02\x01\x00\x07\x02\x00\x06ab\x01\xf0\x0f!!"
    assert record.to_bytes() == DATA


def test_a_shallow_copy_has_the_same_members(compiled: Compile) -> None:
    record = read(compiled(SPEC))
    assert record.tail == b"zz"
    found = copy.copy(record)
    found.num_rows, found.rows = 1, record.rows[:1]
    assert (found.body is record.body, record.num_rows) == (True, 2)
    assert found.to_bytes() == b"\x01\x01\x00\x05ab\x01\xf0\x0fzz"
    assert record.to_bytes() == DATA


@copies
def test_a_mapped_file_is_pickled_by_its_path(
    compiled: Compile, again: Again, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "READ_WHOLE", 0)  # it is mapped
    path = tmp_path / "data.bin"
    path.write_bytes(DATA + bytes(1 << 20))
    record = read(compiled(SPEC), path)
    assert len(pickle.dumps(record)) < 5_000
    found = again(record)
    record.close()
    assert (found.body.top, found.tail, found.body.start.x) == (2, b"\0\0", 97)
    found.close()


@pytest.mark.parametrize("change", ["size", "time", "gone"])
def test_a_file_that_was_changed_is_not_read_again(
    change: str, compiled: Compile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "READ_WHOLE", 0)  # it is mapped
    path = tmp_path / "data.bin"
    path.write_bytes(DATA)
    pickled = pickle.dumps(read(compiled(SPEC), path))
    if change == "size":
        path.write_bytes(DATA + b"!")
    elif change == "time":
        os.utime(path, ns=(1, 1))
    else:
        path.unlink()
    error = FileNotFoundError if change == "gone" else ValueError
    with pytest.raises(error, match=r"data\.bin"):
        pickle.loads(pickled)  # noqa: S301  # made here


def test_a_list_of_rows_is_pickled_alone(compiled: Compile) -> None:
    rows = read(compiled(SPEC)).rows
    found = pickle.loads(pickle.dumps(rows))  # noqa: S301  # made here
    assert found == rows
    assert found[0]._holder.rows is found or found[0]._holder.rows == found


@copies
def test_streams_within_one_are_closed_with_it(compiled: Compile, again: Again) -> None:
    found = again(read(compiled(SPEC)))
    found.close()
    with pytest.raises(ValueError, match="closed"):
        _ = found.body.start
    closed = again(found)
    with pytest.raises(ValueError, match="closed"):
        _ = closed.tail


def test_a_copy_of_bytes_that_may_change_is_of_those_now(compiled: Compile) -> None:
    data = bytearray(DATA)
    record = compiled(SPEC).from_bytes(data)
    found = copy.deepcopy(record)
    data[-2:] = b"!!"
    assert (found.tail, record.tail) == (b"zz", b"!!")


@copies
def test_readers_go_on_where_they_stood(again: Again) -> None:
    io = Reader(b"abcdef")
    io.seek(1)
    within = io.substream(4, "x")
    assert within.bits_be(4, "y") == 6
    found = again(within)
    assert (found.pos(), found.size(), found.offset(), found.bits_left) == (1, 4, 2, 4)
    assert (found.bits_be(4, "z"), bytes(found.rest("rest"))) == (2, b"cde")
    assert (within.bits_be(4, "z"), within.u1("next")) == (2, ord("c"))


@copies
def test_a_table_is_copied_alone(again: Again) -> None:
    from tests.cases import compiled as case
    from tests.cases import data_of

    table = next(
        value
        for value in vars(case("table").from_bytes(data_of("table"))).values()
        if type(value).__name__ == "Columns"
    )
    found = again(table)
    assert found == table
    assert [repr(row) for row in found] == [repr(row) for row in table]
    for name in table.names:
        column, expected = again(table.column(name)), table.column(name)
        assert np.array_equal(list(column), list(expected))


@copies
@pytest.mark.parametrize("case", ["codec", "checksum", "documents", "array"])
def test_payloads_and_documents_are_copied(case: str, again: Again, tmp_path: Path) -> None:
    from tests.cases import compiled as kind_of
    from tests.cases import data_of

    kind, data = kind_of(case), data_of(case)
    path = tmp_path / "data.bin"
    path.write_bytes(data)
    for record in (kind.from_bytes(data), kind.from_file(path)):
        found = again(record)
        assert found == record
        assert found.to_bytes() == data
        for name, value in vars(record).items():
            if isinstance(value, Encoded):
                assert np.array_equal(again(value).decode(), value.decode())
                assert getattr(found, name)._owner() is found
        record.close()
        assert found.to_bytes() == data


def test_another_process_reads_the_same_file(tmp_path: Path) -> None:
    from tests.cases import data_of, generated, spec_of

    (tmp_path / "pairs.py").write_text(generated(spec_of("substreams")), encoding="utf-8")
    (tmp_path / "data.bin").write_bytes(data_of("substreams"))
    code = """
import pickle, sys, pairs
if sys.argv[1] == "dump":
    kind = getattr(pairs, pairs.__all__[0])
    pickle.dump(kind.from_file("data.bin"), open("pickled", "wb"))
else:
    print(pickle.load(open("pickled", "rb")).to_bytes().hex())
"""
    for step in ("dump", "load"):
        made = subprocess.run(  # our own code
            [sys.executable, "-c", code, step],
            cwd=tmp_path,
            check=True,
            capture_output=True,
            text=True,
        )
    assert made.stdout.strip() == data_of("substreams").hex()


def test_what_a_copy_shares_is_written_by_both(compiled: Compile) -> None:
    """A record in a stream of its own keeps what nobody describes there, wherever it goes."""
    text = """
    meta: {id: boxes}
    seq: [{id: num_boxes, type: u1}, {id: boxes, type: box, repeat: expr, repeat-expr: num_boxes}]
    types:
      box: {seq: [{id: len_body, type: u1}, {id: body, type: body, size: len_body}]}
      body: {seq: [{id: x, type: u1}]}
    """
    kind, data = compiled(text), b"\x02\x03abc\x02de"
    record = kind.from_bytes(data)
    found = copy.copy(record.boxes[0])
    assert (found.to_bytes(), record.to_bytes()) == (b"\x03abc", data)
    moved = kind.build(boxes=[record.boxes[1], {"body": record.boxes[0].body}])
    assert moved.to_bytes() == b"\x02\x02de\x03abc"
