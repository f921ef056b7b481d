"""What stands in something else at a position does not grow into what is behind it there."""

from __future__ import annotations

from typing import Any

import pytest

import quire

SPEC = """
meta: {id: shared, endian: le}
seq:
  - {id: whole, type: place}
  - {id: first, type: place}
  - {id: second, type: place}
types:
  place:
    seq: [{id: ofs_body, type: u1}, {id: len_body, type: u1}]
    instances:
      body: {io: _root._io, pos: ofs_body, size: len_body}
"""
STORED = bytes([6, 9, 6, 4, 12, 3]) + b"abcd..xyz"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("shared") / "shared.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return quire.compile(path).Shared


@pytest.mark.parametrize("body", [b"ABCD", b"AB", b"ABCDEF"])
def test_it_is_replaced_where_there_is_room(shared: Any, body: bytes) -> None:
    record = shared.from_bytes(STORED)
    record.first.body = body
    again = shared.from_bytes(record.to_bytes())
    assert (again.first.body, again.second.body) == (body, b"xyz")


@pytest.mark.parametrize("body", [b"ABCDEFG", b"ABCDEFGHIJKLMN"])
@pytest.mark.parametrize("looks", [(), ("second",), ("whole", "second")])
def test_it_does_not_grow_into_what_is_behind_it(
    shared: Any, body: bytes, looks: tuple[str, ...]
) -> None:
    record = shared.from_bytes(STORED)
    assert all(getattr(record, name).body for name in looks)
    record.first.body = body
    with pytest.raises(quire.FormatError, match="as both are part of something else") as caught:
        record.to_bytes()
    assert caught.value.path == "second.body"
