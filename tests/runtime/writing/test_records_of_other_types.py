"""Records of another type than their place takes, and tags that several values have."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire

SPEC = """
meta: {id: kinds, endian: le}
seq:
  - {id: tag, type: u1}
  - {id: body, type: {switch-on: tag, cases: {1: one, 2: two, _: one}}}
  - {id: len_sized, type: u1}
  - {id: sized, size: len_sized, type: {switch-on: tag, cases: {1: one, _: two}}}
  - {id: tail, type: one}
types:
  one: {seq: [{id: x, type: u1}]}
  two: {seq: [{id: y, type: u2}]}
"""


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of the spec."""
    path = tmp_path_factory.mktemp("kinds") / "kinds.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return quire.compile(path).Kinds


def test_a_tag_of_all_other_values_is_written_as_it_was(kinds: Any) -> None:
    data = b"\5\7\2\1\0\4"
    assert kinds.from_bytes(data).to_bytes() == data


def test_a_dict_is_of_the_rest_where_no_case_has_the_tag(kinds: Any) -> None:
    built = kinds.build(tag=5, body={"x": 7}, sized={"y": 1}, tail={"x": 4})
    assert built.to_bytes() == b"\5\7\2\1\0\4"


@pytest.mark.parametrize(("place", "known"), [("body", "One"), ("sized", "Two"), ("tail", "One")])
def test_a_record_of_another_type_is_refused(kinds: Any, place: str, known: str) -> None:
    fields = {"body": {"x": 7}, "sized": {"y": 1}, "tail": {"x": 4}}
    other = kinds.build(tag=5, **fields)
    with pytest.raises(TypeError, match=rf"{place}: expected a record of Kinds.{known}, found"):
        kinds.build(**{"tag": 5, **fields, place: other}).to_bytes()


def test_a_record_of_the_type_compiled_again_is_taken(kinds: Any, tmp_path: Path) -> None:
    path = tmp_path / "kinds.ksy"
    path.write_text(SPEC, encoding="utf-8")
    tail = quire.compile(path).Kinds.One.build(x=4)
    built = kinds.build(tag=5, body={"x": 7}, sized={"y": 1}, tail=tail)
    assert built.to_bytes() == b"\5\7\2\1\0\4"


@pytest.mark.parametrize("again", [copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])  # noqa: S301  # made here
def test_a_record_that_was_built_and_written_is_copied(
    again: Callable[[Any], Any], tmp_path: Path
) -> None:
    path = tmp_path / "coded.ksy"
    path.write_text(
        "meta: {id: coded, endian: le}\n"
        "seq: [{id: q, size: 3,"
        " -array: {dtype: f4, shape: [3]}, -codec: [{affine_u8: {scale: 0.5, min: 0.0}}]}]",
        encoding="utf-8",
    )
    built = quire.compile(path).Coded.build(q=np.array([0.5, 1, 2], np.float32))
    assert built.to_bytes() == b"\1\2\4"
    assert again(built).to_bytes() == b"\1\2\4"
