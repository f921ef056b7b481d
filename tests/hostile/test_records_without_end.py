"""Records that lead back to themselves, and records in records in records: an end, or an error."""

from __future__ import annotations

import struct
import sys
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.runtime import NestingError

Compiled = Any


@pytest.fixture
def compiled(tmp_path: Path) -> Any:
    """`compiled(text)`: the class of a spec whose id is `q`."""

    def make(text: str) -> Any:
        path = tmp_path / "q.ksy"
        path.write_text("meta: {id: q, endian: le, encoding: ASCII}\n" + text)
        return quire.compile(path).Q

    return make


WINDOWS = """
seq: [{id: a, type: t, size-eos: true}]
types:
  t:
    seq:
      - {id: x, type: u1}
      - {id: n, type: t, size-eos: true, if: not _io.eof}
"""


@pytest.mark.parametrize("depth", [24, 60])
def test_streams_in_streams_are_written_in_time_that_grows_with_their_depth(
    compiled: Compiled, depth: int
) -> None:
    record = compiled(WINDOWS).from_bytes(bytes(range(depth)))  # each twice: 2 to the power of 24
    assert record.to_bytes() == bytes(range(depth))
    deepest = record.a
    while hasattr(deepest, "n"):
        deepest = deepest.n
    deepest.x = 99
    assert record.to_bytes() == bytes([*range(depth - 1), 99])


NODES = """
seq: [{id: num, type: u1}]
instances: {first: {pos: 1, type: node}}
types:
  node:
    seq:
      - {id: ofs_left, type: u1}
      - {id: ofs_right, type: u1}
    instances:
      left: {pos: ofs_left, type: node, if: ofs_left != 0}
      right: {pos: ofs_right, type: node, if: ofs_right != 0}
"""


def test_a_tree_that_leads_back_to_itself_is_refused_by_who_goes_all_the_way(
    compiled: Compiled,
) -> None:
    record = compiled(NODES).from_bytes(bytes([0, 3, 0, 0, 1]))  # 1 to 3 to 1
    assert record.first.left.right.left.ofs_right == 1
    assert record.to_bytes() == bytes([0, 3, 0, 0, 1])  # nothing was edited, so none is followed
    record.num = 1
    assert record.to_bytes() == bytes([1, 3, 0, 0, 1])  # nor where nothing moves
    with pytest.raises(NestingError, match="instances in instances"):
        compiled(NODES).from_bytes(bytes([0, 3, 0, 0, 1]))._fetch_instances()


def test_nodes_that_several_others_hold_are_written_as_they_were(compiled: Compiled) -> None:
    data = bytes([0, 3, 3, 5, 5, 0, 0, 7])
    record = compiled(NODES).from_bytes(data)
    assert record.first.left.right.ofs_left == record.first.right.left.ofs_left == 0
    assert record.to_bytes() == data


def test_a_long_chain_of_nodes_is_no_nesting(compiled: Compiled) -> None:
    kind = compiled(
        """
seq: [{id: a, type: u1}]
instances: {first: {pos: 1, type: node}}
types:
  node:
    seq: [{id: ofs_next, type: u2}]
    instances: {next: {pos: ofs_next, type: node, if: ofs_next != 0}}
"""
    )
    ends = [*range(3, 1200, 2), 0]
    data = b"\0" + struct.pack(f"<{len(ends)}H", *ends)
    record = kind.from_bytes(data)
    record._fetch_instances()
    assert record.to_bytes() == data


def test_a_tree_of_few_bytes_with_very_many_branches_is_refused(compiled: Compiled) -> None:
    # Each of 40 nodes holds the next one twice: 2 to the power of 40 ways lead to the last.
    nodes = [(3 + 2 * i,) * 2 for i in range(40)]
    data = b"\0" + bytes(sum(nodes, ())) + b"\0\0"
    record = compiled(NODES).from_bytes(data)
    assert record.to_bytes() == data
    record.num = 1
    assert record.to_bytes() == b"\1" + data[1:]


@pytest.mark.parametrize("depth", [10, 200, 300])
def test_records_nested_deep_are_compared_shown_and_written(compiled: Compiled, depth: int) -> None:
    kind = compiled("seq: [{id: n, type: u1}, {id: c, type: q, if: n != 0}]\n")
    data = b"\1" * depth + b"\0"
    record, same = kind.from_bytes(data), kind.from_bytes(data)
    assert record == same
    deepest = same
    while hasattr(deepest, "c"):
        deepest = deepest.c
    deepest.n = 2
    assert record != same
    assert repr(record).startswith("Q(n=1, c=Q(n=1, c=")
    assert record.to_bytes() == data


few_calls_in_c = pytest.mark.skipif(
    (3, 12) <= sys.version_info < (3, 12, 3),
    reason="CPython before 3.12.3 has a limit of its own, 1,500, for calls through C",
)


@pytest.mark.parametrize("depth", [150, 300, pytest.param(900, marks=few_calls_in_c)])
def test_what_can_be_read_can_grow_however_deep_it_is(compiled: Compiled, depth: int) -> None:
    kind = compiled(
        "seq: [{id: len, type: u2}, {id: more, type: u1}, "
        "{id: rest, size: len, type: {switch-on: more, cases: {1: q, 0: leaf}}}]\n"
        "types: {leaf: {seq: [{id: data, size-eos: true}]}}\n"
    )

    def stored(data: bytes) -> bytes:
        for level in range(depth):
            data = bytes((*len(data).to_bytes(2, "little"), level > 0)) + data
        return data

    record = deepest = kind.from_bytes(stored(b"ab"))
    while deepest.more:
        deepest = deepest.rest
    deepest.rest.data = b"longer"
    limit = sys.getrecursionlimit()
    assert record.to_bytes() == stored(b"longer")
    assert sys.getrecursionlimit() == limit


def test_records_nested_too_deep_are_refused_when_they_are_read(compiled: Compiled) -> None:
    kind = compiled("seq: [{id: n, type: u1}, {id: c, type: q, if: n != 0}]\n")
    with pytest.raises(NestingError, match="q: expected less nesting"):
        kind.from_bytes(b"\1" * 5000)


@pytest.mark.parametrize("where", ["", "io: _root._io, "])
def test_records_without_end_at_a_position_are_an_error_of_the_format(
    compiled: Compiled, where: str
) -> None:
    record = compiled(
        "seq: [{id: head, type: head}]\n"
        "types:\n"
        "  head:\n"
        "    seq: [{id: ofs, type: u1}]\n"
        f"    instances: {{area: {{{where}pos: ofs, type: area}}}}\n"
        "  area: {seq: [{id: area, type: area}]}\n"
    ).from_bytes(b"\0")
    for _ in range(2):
        with pytest.raises(NestingError, match="expected less nesting") as caught:
            _ = record.head.area
        assert caught.value.path == "head.area"
    record.head.ofs = 0
    assert record.to_bytes() == b"\0"
