"""Long lists of records with records in them, which were walked over and edited."""

from __future__ import annotations

import copy
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.runtime.lists.rows import Rows
from quire.runtime.writing.writing import Writing

COUNT = 3000
SPEC = """
meta: {id: mesh, endian: le}
seq: [{id: count, type: u4}, {id: faces, type: face, repeat: expr, repeat-expr: count}]
types:
  face:
    seq:
      - {id: normal, type: point}
      - {id: corners, type: point, repeat: expr, repeat-expr: 3}
      - {id: mark, type: u2}
    instances: {double: {value: mark * 2}}
  point: {seq: [{id: x, type: f4}, {id: y, type: f4}]}
"""
FORM = struct.Struct("<8fH")
Face = list[Any]


def stored(faces: list[Face]) -> bytes:
    return struct.pack("<I", len(faces)) + b"".join(FORM.pack(*face) for face in faces)


@pytest.fixture
def kind(tmp_path: Path) -> Any:
    (tmp_path / "mesh.ksy").write_text(SPEC, "utf-8")
    return quire.compile(tmp_path / "mesh.ksy").Mesh


@pytest.fixture
def faces() -> list[Face]:
    return [[*(n + k / 4 for k in range(8)), n] for n in range(COUNT)]


def walk(record: Any) -> None:
    for face in record.faces:
        assert face.double == 2 * face.mark
        assert face.normal.x == face.mark
        assert len(face.corners) == 3


def mark(record: Any, faces: list[Face]) -> None:
    record.faces[5].mark = faces[5][8] = 7


def turn(record: Any, faces: list[Face]) -> None:
    record.faces[2000].normal.y = faces[2000][1] = -0.0


def reshape(record: Any, faces: list[Face]) -> None:
    record.faces[-1].corners[2].x = faces[-1][6] = 2.5
    record.faces[0].corners[0], record.faces[0].corners[1] = (
        record.faces[0].corners[1],
        record.faces[0].corners[0],
    )
    faces[0][2:6] = [*faces[0][4:6], *faces[0][2:4]]


def take_out(record: Any, faces: list[Face]) -> None:
    del record.faces[100:1100:7], faces[100:1100:7]


def put_in(record: Any, faces: list[Face]) -> None:
    points = [{"x": 1, "y": 2}] * 3
    record.faces.insert(9, {"normal": {"x": 3, "y": 4}, "corners": points, "mark": 5})
    faces.insert(9, [3, 4, 1, 2, 1, 2, 1, 2, 5])
    record.faces.append(copy.deepcopy(record.faces[4]))
    faces.append([*faces[4]])


def borrow(record: Any, faces: list[Face]) -> None:
    record.faces[3].normal = copy.deepcopy(record.faces[4].normal)
    faces[3][:2] = faces[4][:2]


EDITS = [mark, turn, reshape, take_out, put_in, borrow]


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_is_written_whether_all_was_looked_at_or_not(
    kind: Any, faces: list[Face], edit: Callable[[Any, list[Face]], None]
) -> None:
    seen, unseen = (kind.from_bytes(stored(faces)) for _ in range(2))
    walk(seen)
    edit(unseen, [[*face] for face in faces])
    edit(seen, faces)
    for _ in range(2):
        assert seen.to_bytes() == stored(faces)
        assert unseen.to_bytes() == stored(faces)
        walk_again = kind.from_bytes(stored(faces))
        assert seen == walk_again
    mark(seen, faces)
    assert seen.to_bytes() == stored(faces)


@pytest.mark.parametrize("value", [70_000, "a", None])
def test_what_cannot_be_stored_is_refused_and_all_stays(
    kind: Any, faces: list[Face], value: Any
) -> None:
    record = kind.from_bytes(stored(faces))
    walk(record)
    record.faces[7].mark = value
    with pytest.raises(quire.FormatError, match=r"faces\[7\]\.mark"):
        record.to_bytes()
    record.faces[7].mark = 9
    faces[7][8] = 9
    assert record.to_bytes() == stored(faces)


def test_those_that_nobody_edited_are_not_written_one_by_one(
    kind: Any, faces: list[Face], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = kind.from_bytes(stored(faces))
    walk(record)
    mark(record, faces)
    made: list[int] = []
    written: list[Any] = []
    monkeypatch.setattr(kind.Face, "_write_all", _counted(kind.Face._write_all, written))
    monkeypatch.setattr(Rows, "make", _ranges(Rows.make, made))
    assert record.to_bytes() == stored(faces)
    assert len(written) < 8
    assert sum(made) < 2 * COUNT  # they are compared once


def _counted(method: Any, found: list[Any]) -> Any:
    def counting(self: Writing, *args: Any) -> None:
        found.append(self)
        method(self, *args)

    return counting


def _ranges(method: Any, found: list[int]) -> Any:
    def counting(self: Rows, start: int, stop: int) -> list[Any]:
        found.append(stop - start)
        made: list[Any] = method(self, start, stop)
        return made

    return counting
