"""A record that is built and put in the place of one that was read is written."""

from __future__ import annotations

from typing import Any

import pytest

import quire

SPEC = """
meta: {id: nested, endian: le}
seq:
  - {id: inner, type: inner}
  - {id: len_body, type: u1}
  - {id: body, type: outer, size: len_body}
  - {id: pairs, type: inner, repeat: eos}
types:
  outer: {seq: [{id: inner, type: inner}]}
  inner: {seq: [{id: value, type: u1}]}
"""

STORED = b"\1\1\2\3\4"


@pytest.fixture(scope="module")
def nested(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of the spec above."""
    path = tmp_path_factory.mktemp("spec") / "nested.ksy"
    path.write_text(SPEC, "utf-8")
    return quire.compile(path).Nested


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (lambda file, new: setattr(file, "inner", new), b"\7\1\2\3\4"),
        (lambda file, new: setattr(file.body, "inner", new), b"\1\1\7\3\4"),
        (lambda file, new: file.pairs.__setitem__(1, new), b"\1\1\2\3\7"),
    ],
    ids=["of the file", "in a stream of its own", "in a list"],
)
@pytest.mark.parametrize("is_dict", [False, True], ids=["record", "dict"])
def test_a_record_that_was_built_takes_the_place_of_one_that_was_read(
    nested: Any, edit: Any, expected: bytes, *, is_dict: bool
) -> None:
    file = nested.from_bytes(STORED)
    edit(file, {"value": 7} if is_dict else nested.Inner.build(value=7))
    assert file.to_bytes() == expected
    assert file.to_bytes() == expected
