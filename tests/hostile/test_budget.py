"""One budget for a whole file: elements without bytes, and bytes that are decoded."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.kernels.engine.payload import Encoded
from quire.kernels.engine.pipeline import Stage
from quire.runtime import LimitError
from tests.hostile.conftest import Alone

Compiled = Any

MOST = 64 << 20


@pytest.fixture
def compiled(tmp_path: Path) -> Any:
    """`compiled(text)`: the class of a spec whose id is `q`."""

    def make(text: str) -> Any:
        path = tmp_path / "q.ksy"
        path.write_text("meta: {id: q, endian: le, encoding: ASCII}\n" + text)
        return quire.compile(path).Q

    return make


NESTED_EMPTIES = """
seq:
  - {id: num, type: u4}
  - {id: outer, type: inner, repeat: expr, repeat-expr: num}
types:
  inner:
    seq: [{id: rows, type: nothing, repeat: expr, repeat-expr: _root.num}]
  nothing: {seq: []}
"""


def test_empty_elements_are_counted_over_the_whole_file(alone: Alone, tmp_path: Path) -> None:
    path = tmp_path / "q.ksy"
    path.write_text("meta: {id: q, endian: le}\n" + NESTED_EMPTIES)
    found = alone(
        """
        import quire, struct, sys
        kind = quire.compile(sys.argv[1]).Q
        before = peak()
        for count in (2000, 1 << 18, (1 << 32) - 1):
            try:
                kind.from_bytes(struct.pack("<I", count))
            except quire.LimitError as error:
                print(error.path.partition("[")[0])
        print(peak() - before < 100)
        """,
        path,
    )
    assert found.split() == ["outer", "outer", "outer", "True"]


def test_a_few_hundred_empty_elements_in_each_of_as_many_are_read(compiled: Compiled) -> None:
    record = compiled(NESTED_EMPTIES).from_bytes(struct.pack("<I", 500))
    assert [len(inner.rows) for inner in record.outer] == [500] * 500


def test_elements_that_take_bytes_are_not_counted(compiled: Compiled) -> None:
    # As far as the compiler knows, each row may be empty; there are more than may be of those.
    kind = compiled(
        """
seq:
  - {id: tables, type: table, repeat: eos}
types:
  table:
    seq:
      - {id: num, type: u2}
      - {id: flag, type: u1}
      - {id: rows, type: row, size: flag, repeat: expr, repeat-expr: num}
    instances:
      again: {pos: 3, type: row, repeat: expr, repeat-expr: num}
  row:
    seq: [{id: a, type: u1, if: _io.size > 0}]
"""
    )
    table = struct.pack("<HB", 0xFFFF, 1) + bytes(0xFFFF)
    record = kind.from_bytes(table * 5)
    assert sum(len(each.rows) for each in record.tables) == 5 * 0xFFFF
    assert sum(len(each.again) for each in record.tables) == 5 * 0xFFFF


def test_repeats_that_end_by_a_condition_count_what_is_empty(compiled: Compiled) -> None:
    kind = compiled(
        """
seq:
  - {id: outer, type: inner, repeat: until, repeat-until: _index == 99999999}
types:
  inner:
    seq: [{id: rows, size: 0, repeat: until, repeat-until: _index == 9}]
"""
    )
    with pytest.raises(LimitError, match=r"outer\[\d+\]\.rows at byte 0: expected fewer elements"):
        kind.from_bytes(b"")


def test_bytes_that_instances_read_again_pay_for_no_elements(compiled: Compiled) -> None:
    kind = compiled(
        "seq: [{id: e, type: e, repeat: until, repeat-until: _.v == 1}]\n"
        "types: {e: {instances: {v: {pos: 0, type: u1}}}}\n"
    )
    with pytest.raises(LimitError, match="fewer elements that take no bytes"):
        kind.from_bytes(b"\0")


def _bomb(data: bytes, times: int) -> bytes:
    for _ in range(times):
        data = zlib.compress(data, 9)
    return data


INFLATED = """
seq:
  - {id: parts, type: part, repeat: eos}
types:
  part:
    seq:
      - {id: len, type: u4}
      - {id: body, size: len, process: zlib}
"""


def test_inflated_fields_share_one_budget(compiled: Compiled) -> None:
    kind = compiled(INFLATED)
    packed = _bomb(bytes(20 << 20), 1)
    part = struct.pack("<I", len(packed)) + packed
    assert len(kind.from_bytes(part * 3).parts[2].body) == 20 << 20
    with pytest.raises(LimitError, match=r"parts\[3\].body .* at most 4194304 decoded bytes"):
        kind.from_bytes(part * 4)
    with quire.limits(max_decoded=80 << 20):
        assert len(kind.from_bytes(part * 4).parts) == 4


def test_bombs_in_bombs_share_it_too(compiled: Compiled) -> None:
    kind = compiled(
        """
seq:
  - {id: a, size-eos: true, type: inner, process: zlib}
types:
  inner:
    seq: [{id: b, type: leaf, size-eos: true, process: zlib}]
  leaf:
    seq: [{id: c, size-eos: true, process: zlib}]
"""
    )
    assert kind.from_bytes(_bomb(b"abc", 3)).a.b.c == b"abc"
    with pytest.raises(LimitError, match=r"a.b.c: .*quire.limits"):
        kind.from_bytes(_bomb(bytes(MOST), 3))


def test_files_that_are_larger_may_become_larger(compiled: Compiled) -> None:
    kind = compiled(INFLATED)
    packed = _bomb(bytes(66 << 20), 1)
    stored = zlib.compress(np.random.default_rng(1).bytes(1 << 18))
    data = struct.pack("<I", len(stored)) + stored + struct.pack("<I", len(packed)) + packed
    assert 256 * len(data) > 66 << 20
    assert len(kind.from_bytes(data).parts[1].body) == 66 << 20


def test_a_limit_of_the_spec_holds_besides(compiled: Compiled) -> None:
    kind = compiled("seq: [{id: a, size-eos: true, process: zlib, -limit: 100}]\n")
    with pytest.raises(LimitError, match="a at byte 0: expected at most 100 bytes inflated"):
        kind.from_bytes(zlib.compress(bytes(101)))
    assert kind.from_bytes(zlib.compress(bytes(100))).a == bytes(100)


@pytest.mark.parametrize("packing", ["zlib", "zstd", "lz4"])
def test_what_a_payload_may_become_is_bounded_before_there_is_memory(packing: str) -> None:
    stages = (Stage(packing), Stage("raw", shape=(1000,), dtype="uint8"))
    payload = Encoded(stages, stored=Encoded(stages, array=np.zeros(1000, np.uint8)).stored)
    for look in (payload.decode, payload.verify, payload.piece):
        with (
            quire.limits(max_decoded=999),
            pytest.raises(LimitError, match=r"payload: .* at most 999 .* found 1000"),
        ):
            look()
    with quire.limits(max_decoded=999):
        assert payload.decode(np.ones(1000, np.uint8)).sum() == 0


def test_a_payload_may_become_64_mib_without_being_asked() -> None:
    def payload(size: int) -> Encoded:
        stages = (Stage("zlib"), Stage("raw", shape=(size,), dtype="uint8"))
        return Encoded(stages, stored=zlib.compress(bytes(size)))

    assert payload(MOST).decode().size == MOST
    with pytest.raises(LimitError, match=r"payload: .* at most 67108864 .* found 67108865"):
        payload(MOST + 1).decode()


def test_limits_are_those_of_the_innermost_with_and_end_with_it(compiled: Compiled) -> None:
    kind = compiled(INFLATED)
    packed = _bomb(bytes(1000), 1)
    data = struct.pack("<I", len(packed)) + packed
    with quire.limits(max_decoded=999):
        with quire.limits(max_decoded=1000):
            kind.from_bytes(data)
        with pytest.raises(LimitError):
            kind.from_bytes(data)
        with quire.limits(max_decoded=None):
            kind.from_bytes(data)
    kind.from_bytes(data)
    with (
        pytest.raises(ValueError, match="max_decoded: expected 0 bytes or more, found -1"),
        quire.limits(max_decoded=-1),
    ):
        pass
