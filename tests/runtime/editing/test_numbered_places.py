"""An instance at the place of another one, which a number chooses: that one tells its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quire
from tests.runtime.writing.test_building import compiled

OBJECT = """
seq:
  - {id: head, type: head}
types:
  head:
    seq:
      - {id: ofs_sections, type: u1}
      - {id: num_sections, type: u1}
      - {id: names_at, type: u1}
    instances:
      sections: {pos: ofs_sections, type: section, repeat: expr, repeat-expr: num_sections}
      names:
        pos: sections[names_at].ofs_body
        size: sections[names_at].len_body
        type: texts
  section:
    seq:
      - {id: ofs_body, type: u1}
      - {id: len_body, type: u1}
    instances:
      body: {pos: ofs_body, size: len_body, io: _root._io}
  texts: {seq: [{id: all, type: strz, encoding: ASCII, repeat: eos}]}
"""
BODIES = [b"one", b"a\0b\0", b"three"]


def made(bodies: list[bytes]) -> bytes:
    """The object, whose second section has the names."""
    table, at = b"", 3
    for body in bodies:
        table += bytes([at, len(body)])
        at += len(body)
    return bytes([at, len(bodies), 1]) + b"".join(bodies) + table


@pytest.mark.parametrize("looks", [(), ("names", "sections"), ("sections", "names")])
@pytest.mark.parametrize(
    ("edit", "bodies"),
    [
        (lambda head: setattr(head.sections[0], "body", b"longer"), [b"longer", *BODIES[1:]]),
        (lambda head: setattr(head.sections[0], "body", b"1"), [b"1", *BODIES[1:]]),
        (
            lambda head: setattr(head.sections[1], "body", b"long\0er\0"),
            [BODIES[0], b"long\0er\0", BODIES[2]],
        ),
        (lambda head: head.names.all.__setitem__(0, "x"), [BODIES[0], b"x\0b\0", BODIES[2]]),
    ],
)
def test_both_follow_what_has_another_size(
    tmp_path: Path, edit: Callable[[Any], object], bodies: list[bytes], looks: tuple[str, ...]
) -> None:
    record = compiled(tmp_path, OBJECT).from_bytes(made(BODIES))
    for name in looks:
        found = getattr(record.head, name)
        assert [each.body for each in found] if name == "sections" else found.all
    edit(record.head)
    assert record.to_bytes() == record.to_bytes() == made(bodies)
    texts = bodies[1].decode().split("\0")[:-1]
    assert record.head.names.all == texts


def test_both_grow_and_shrink_in_one_edit(tmp_path: Path) -> None:
    record = compiled(tmp_path, OBJECT).from_bytes(made(BODIES))
    record.head.names.all[1] = "c"
    record.head.sections[0].body = b"longer"
    record.head.sections[2].body = b"3"
    assert record.to_bytes() == record.to_bytes() == made([b"longer", b"a\0c\0", b"3"])


def test_what_no_field_is_told_of_is_refused_where_nothing_else_stands_there(
    tmp_path: Path,
) -> None:
    longer = OBJECT.replace("len_body\n        type: texts", "len_body + 1\n        type: texts")
    record = compiled(tmp_path, longer).from_bytes(made([b"one", b"a\0b", b"\0hree"]))
    assert record.head.names.all == ["a", "b"]
    record.head.sections[0].body = b"longer"
    told = r"head.names: .* no field can be told where it is now: keep the size of .*\[0\].body"
    with pytest.raises(quire.FormatError, match=told):
        record.to_bytes()
