"""Two instances of a record that one field tells of: an image, and the first bytes of it."""

from __future__ import annotations

import copy
import struct
from pathlib import Path
from typing import Any

import pytest

import quire

SPEC = """
meta: {{id: icons, endian: le}}
seq:
  - {{id: num_icons, type: u1}}
  - {{id: icons, type: icon, repeat: expr, repeat-expr: num_icons}}
types:
  icon:
    seq: [{{id: pos_body, type: u1}}, {{id: len_body, type: u1}}]
    instances:
      {first}
      {second}
"""
BODY, MAGIC, TAIL = (
    "body: {pos: pos_body, size: len_body}",
    "magic: {pos: pos_body, size: 2}",
    "tail: {pos: pos_body + 2, size: len_body - 2}",
)
PAIRS = [(BODY, MAGIC), (MAGIC, BODY), (BODY, TAIL), (MAGIC, TAIL)]
BODIES = [b"PNGabc", b"BMxyz"]


def file_of(*bodies: bytes) -> bytes:
    """A file with some bodies, one after the other."""
    data, pos = struct.pack("B", len(bodies)), 1 + 2 * len(bodies)
    for body in bodies:
        data, pos = data + struct.pack("BB", pos, len(body)), pos + len(body)
    return data + b"".join(bodies)


@pytest.fixture(params=PAIRS, ids=lambda pair: " ".join(each.split(":")[0] for each in pair))
def kind(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    first, second = request.param
    path = tmp_path / "icons.ksy"
    path.write_text(SPEC.format(first=first, second=second))
    return quire.compile(path).Icons


def told(body: bytes) -> dict[str, bytes]:
    """What there is of a body."""
    return {"body": body, "magic": body[:2], "tail": body[2:]}


def test_a_copy_of_such_a_record_is_put_into_the_file(kind: Any) -> None:
    file = kind.from_bytes(file_of(*BODIES))
    file.icons.append(copy.deepcopy(file.icons[0]))
    assert file.to_bytes() == file_of(*BODIES, BODIES[0])
    assert file.to_bytes() == file_of(*BODIES, BODIES[0])
    file.icons.insert(0, kind.from_bytes(file_of(*BODIES)).icons[1])
    assert file.to_bytes() == file_of(*BODIES, BODIES[0], BODIES[1])[:1] + file.to_bytes()[1:]
    again = kind.from_bytes(file.to_bytes())
    for icon, body in zip(again.icons, (BODIES[1], *BODIES, BODIES[0]), strict=True):
        for name in kind.Icon._instances:
            assert getattr(icon, name) == told(body)[name]


def test_such_records_are_built_if_what_is_given_agrees(kind: Any) -> None:
    names = kind.Icon._instances
    icons = [
        {"len_body": len(body)} | {name: told(body)[name] for name in names} for body in BODIES
    ]
    assert kind.build(icons=icons).to_bytes() == file_of(*BODIES)


def test_what_does_not_agree_is_refused(kind: Any) -> None:
    if {*kind.Icon._instances} == {"magic", "tail"}:
        pytest.skip("they share no bytes")
    icon: dict[str, Any] = {"len_body": 6} | {
        name: told(b"PNGabc")[name] for name in kind.Icon._instances
    }
    other = next(name for name in icon if name in ("magic", "tail"))
    icon[other] = icon[other][::-1]
    with pytest.raises(quire.FormatError, match=r"icons\[0\].*given other bytes, but other fields"):
        kind.build(icons=[icon]).to_bytes()


def test_what_begins_in_front_of_what_was_placed_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "icons.ksy"
    path.write_text(SPEC.format(first=TAIL, second=BODY))
    icons = [{"len_body": 6, "body": b"PNGabc", "tail": b"Gabc"}]
    with pytest.raises(quire.FormatError, match=r"icons\[0\].body: given other bytes"):
        quire.compile(path).Icons.build(icons=icons).to_bytes()
