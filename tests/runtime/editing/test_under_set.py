"""Two instances of a new record over the same bytes, of which one was set."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from quire import ContradictionError
from tests.runtime.writing.test_building import compiled

ICONS = """
seq:
  - {id: n, type: u1}
  - {id: images, type: image, repeat: expr, repeat-expr: n}
types:
  image:
    seq: [{id: len, type: u1}, {id: at, type: u1}]
    instances:
      data: {pos: at, size: len}
      head: {pos: at, size: 2}
      is_z: {value: 'head == [0x7a, 0x7a]'}
"""

STORED = b"\2\3\5\3\x08aaabbb"


def shown(file: Any) -> list[tuple[bytes, bytes, bool]]:
    return [(each.data, each.head, each.is_z) for each in file.images]


FIRST, SECOND = (b"aaa", b"aa", False), (b"bbb", b"bb", False)
SET = b"zzzz", b"zz", True


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize("between", [False, True])
@pytest.mark.parametrize("is_other", [False, True])
def test_what_is_set_of_a_copy_is_shown_by_what_has_the_same_bytes(
    is_other: Any, between: Any, looked: Any, tmp_path: Path
) -> None:
    file = compiled(tmp_path, ICONS).from_bytes(STORED)
    of = type(file).from_bytes(STORED) if is_other else file
    if looked:
        assert shown(file) == shown(of) == [FIRST, SECOND]
    file.images.append(copy.deepcopy(of.images[0]))
    if between:
        assert file.to_bytes() == b"\3\3\7\3\x0a\3\x0daaabbbaaa"
    file.images[2].data = b"zzzz"
    for _ in range(2):
        assert file.to_bytes() == b"\3\3\7\3\x0a\4\x0daaabbbzzzz"
        assert shown(file) == [FIRST, SECOND, SET]
    file.images[2].data = b"yy"
    assert file.to_bytes() == b"\3\3\7\3\x0a\2\x0daaabbbyy"
    assert shown(file) == [FIRST, SECOND, (b"yy", b"yy", False)]


@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize("between", [False, True])
def test_so_is_what_was_set_before_the_record_was_copied(
    between: Any, looked: Any, tmp_path: Path
) -> None:
    file = compiled(tmp_path, ICONS).from_bytes(STORED)
    if looked:
        assert shown(file) == [FIRST, SECOND]
    file.images[0].data = b"zzzz"
    if between:
        assert file.to_bytes() == b"\2\4\5\3\x09zzzzbbb"
    file.images.append(copy.deepcopy(file.images[0]))
    for _ in range(2):
        assert file.to_bytes() == b"\3\4\7\3\x0b\4\x0ezzzzbbbzzzz"
        assert shown(file) == [SET, SECOND, SET]


@pytest.mark.parametrize(
    "values", [{"head": b"zz"}, {"data": b"zzz", "head": b"yy"}, {"data": b"z"}]
)
def test_what_does_not_have_all_bytes_of_the_other_one_contradicts_it(
    values: dict[str, bytes], tmp_path: Path
) -> None:
    file = compiled(tmp_path, ICONS).from_bytes(STORED)
    file.images.append(copy.deepcopy(file.images[0]))
    for name, value in values.items():
        setattr(file.images[2], name, value)
    with pytest.raises(ContradictionError, match=r"images\[2\]"):
        file.to_bytes()


def test_an_instance_that_another_field_tells_of_keeps_its_bytes(tmp_path: Path) -> None:
    spec = """
seq: [{id: n, type: u1}, {id: images, type: image, repeat: expr, repeat-expr: n}]
types:
  image:
    seq: [{id: at, type: u1}, {id: at_head, type: u1}]
    instances: {data: {pos: at, size: 3}, head: {pos: at_head, size: 2}}
"""
    file = compiled(tmp_path, spec).from_bytes(b"\1\3\3aaa")
    file.images.append(copy.deepcopy(file.images[0]))
    file.images[1].data = b"zzz"
    for _ in range(2):
        assert file.to_bytes() == b"\2\5\5\x08\x0baaazzzaa"
        assert (file.images[1].data, file.images[1].head) == (b"zzz", b"aa")
