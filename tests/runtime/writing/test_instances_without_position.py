"""Instances without a position: those that take no bytes say other fields in other words."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest

import quire

SPEC = """
meta: {id: flagged}
seq:
  - {id: flags, type: u1}
  - {id: tail, type: u1}
instances:
  bits: {type: bits(flags)}
  some: {type: bits(tail), if: flags != 0}
  loose: {type: u1}
types:
  bits:
    params: [{id: value, type: u1}]
    instances: {first: {value: value & 1}}
"""
LOST = r"what other fields make it, as it takes no bytes: change these, found an edit"


@pytest.fixture
def flagged(tmp_path: Path) -> Any:
    (tmp_path / "flagged.ksy").write_text(SPEC)
    return quire.compile(tmp_path / "flagged.ksy").Flagged.from_bytes(b"\1\2\3")


def test_one_that_was_looked_at_does_not_forbid_an_edit(flagged: Any) -> None:
    assert flagged.bits.first == 1
    flagged.tail = 5
    assert flagged.to_bytes() == b"\1\5\3"
    assert flagged.bits.first == 1


def test_one_follows_the_fields_that_it_is_made_of(flagged: Any) -> None:
    assert (flagged.bits.first, flagged.some.first) == (1, 0)
    flagged.flags = 0
    assert flagged.to_bytes() == b"\0\2\3"
    assert (flagged.bits.first, flagged.some) == (0, None)


def test_one_that_was_edited_is_refused(flagged: Any) -> None:
    flagged.bits.value = 2
    with pytest.raises(quire.FormatError, match=f"flagged: bits: expected {LOST}"):
        flagged.to_bytes()
    flagged.flags = 2
    assert flagged.to_bytes() == b"\2\2\3"


@pytest.mark.parametrize("is_written", [False, True])
@pytest.mark.parametrize("flags", [1, 6])
def test_one_that_was_looked_at_between_two_edits_follows_the_last(
    flagged: Any, flags: int, is_written: Any
) -> None:
    flagged.flags = 5
    assert not is_written or flagged.to_bytes() == b"\5\2\3"
    assert flagged.bits.value == 5
    flagged.flags = flags
    copied = pickle.loads(pickle.dumps(flagged))  # noqa: S301  # our own
    for record in (flagged, copied, copy.deepcopy(flagged)):
        assert record.to_bytes() == bytes([flags, 2, 3])
        assert record.bits.value == flags
    flagged.bits.value = 9
    with pytest.raises(quire.FormatError, match=LOST):
        flagged.to_bytes()


def test_one_that_takes_bytes_forbids_an_edit(flagged: Any) -> None:
    assert flagged.loose == 3
    assert flagged.to_bytes() == b"\1\2\3"
    flagged.tail = 5
    with pytest.raises(quire.FormatError, match="loose: expected an instance with `pos`"):
        flagged.to_bytes()
