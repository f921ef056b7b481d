"""What was written or given is deleted, so that it is derived: nobody has given it then."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from quire.runtime.errors import ContradictionError
from tests.runtime.writing.test_building import compiled

SUM = """
seq:
  - {id: c, type: u1, -checksum: {algorithm: sum8, over: all}}
  - {id: all, size: 2}
"""
LENGTH = """
seq:
  - {id: len, type: u1}
  - {id: all, size: len}
"""
PLACED = """
seq:
  - {id: ofs, type: u1}
  - {id: c, type: u1, -checksum: {algorithm: sum8, over: view}}
instances: {view: {pos: ofs, size: 2}}
"""
INSIDE = """
seq: [{id: some, type: one, repeat: eos}]
types:
  one:
    seq:
      - {id: c, type: u1, -checksum: {algorithm: sum8, over: all}}
      - {id: all, size: 2}
"""


def _made(cls: Any, data: bytes, *, is_read: bool) -> Any:
    if not is_read:
        return cls.build(all=data)
    record = cls.from_bytes(b"\0\0\0")
    record.all = data
    return record


@pytest.mark.parametrize("is_read", [False, True])
def test_a_checksum_is_made_anew(tmp_path: Path, *, is_read: bool) -> None:
    record = _made(compiled(tmp_path, SUM), b"\1\2", is_read=is_read)
    assert record.to_bytes() == b"\3\1\2"
    del record.c
    assert record.to_bytes() == record.to_bytes() == b"\3\1\2"
    record.all = b"\1\3"
    assert record.to_bytes() == b"\4\1\3"
    del record.c
    record.all = b"\2\3"
    assert record.to_bytes() == b"\5\2\3"


@pytest.mark.parametrize("looks", [False, True])
def test_so_is_one_that_was_given(tmp_path: Path, *, looks: bool) -> None:
    record = compiled(tmp_path, SUM).build(all=b"\1\2", c=9)
    if looks:
        with pytest.raises(ContradictionError, match="c: given 9"):
            record.to_bytes()
    del record.c
    assert record.to_bytes() == b"\3\1\2"
    record.all = b"\1\3"
    assert record.to_bytes() == b"\4\1\3"
    record.c = 0
    with pytest.raises(ContradictionError, match="c: given 0"):
        record.to_bytes()


@pytest.mark.parametrize("given", [{}, {"len": 2}])
def test_a_length_follows_again(tmp_path: Path, given: dict[str, int]) -> None:
    record = compiled(tmp_path, LENGTH).build(all=b"\1\2", **given)
    assert record.to_bytes() == b"\2\1\2"
    del record.len
    record.all = b"\1\2\3"
    assert record.to_bytes() == b"\3\1\2\3"
    record.all = b"\1"
    assert record.to_bytes() == b"\1\1"


@pytest.mark.parametrize(("given", "first"), [({}, b"\2\3\1\2"), ({"ofs": 3}, b"\3\3\0\1\2")])
def test_a_position_is_found_anew(tmp_path: Path, given: dict[str, int], first: bytes) -> None:
    record = compiled(tmp_path, PLACED).build(view=b"\1\2", **given)
    assert record.to_bytes() == first
    del record.ofs
    assert record.to_bytes() == record.to_bytes() == b"\2\3\1\2"
    del record.c
    record.view = b"\1\3"
    assert record.to_bytes() == b"\2\4\1\3"


def test_one_in_a_list_is_made_anew(tmp_path: Path) -> None:
    cls = compiled(tmp_path, INSIDE)
    for record in (cls.build(some=[{"all": b"\1\2"}]), cls.from_bytes(b"\7\0\7")):
        record.some.append({"all": b"\2\2"})
        first = record.to_bytes()[:3]
        del record.some[1].c
        assert record.to_bytes() == first + b"\4\2\2"
        record.some[1].all = b"\2\3"
        assert record.to_bytes() == first + b"\5\2\3"
