"""Instances of which each is found by the one before: all of a long list may have to be read."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from tests.runtime.writing.test_building import compiled

TABLE = """
seq:
  - {id: num_entries, type: u2}
  - {id: base, type: u4}
  - {id: entries, type: entry(_index), repeat: expr, repeat-expr: num_entries}
types:
  entry:
    params: [{id: i, type: s4}]
    seq:
      - {id: len_body, type: u1}
      - {id: len_name, type: u1}
      - {id: name, size: len_name}
    instances:
      before: {value: "_root.entries[i - 1].as<entry>"}
      start: {value: "(i == 0 ? _root.base : before.start.as<u4> + before.len_body).as<u4>"}
      body: {pos: start, size: len_body, io: _root._io}
"""

COUNT = 700
"""So many calls in calls, times two, are more than Python allows."""


def table(names: list[bytes], bodies: list[bytes]) -> bytes:
    """The file of these entries."""
    both = zip(bodies, names, strict=True)
    entries = b"".join(struct.pack("BB", len(body), len(name)) + name for body, name in both)
    return struct.pack("<HI", len(names), 6 + len(entries)) + entries + b"".join(bodies)


@pytest.mark.parametrize("has_looked", [False, True])
@pytest.mark.parametrize(("name", "value"), [("name", b"longer"), ("body", b"longer, too")])
def test_what_was_read_from_the_first_on_can_be_edited_at_the_end(
    tmp_path: Path, name: str, value: bytes, *, has_looked: bool
) -> None:
    names, bodies = [b"abc"] * COUNT, [b"%04d" % i for i in range(COUNT)]
    record = compiled(tmp_path, TABLE).from_bytes(table(names, bodies))
    if has_looked:
        assert [each.body for each in record.entries] == bodies
    setattr(record.entries[-2], name, value)
    {"name": names, "body": bodies}[name][-2] = value
    assert record.to_bytes() == table(names, bodies)
