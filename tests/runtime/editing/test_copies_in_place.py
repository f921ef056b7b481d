"""Copies of records that are put where these were."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest

from tests.runtime.writing.test_building import compiled

FRAMED = """
seq: [{id: box, size: 4, type: box}, {id: rest, size-eos: true}]
instances:
  within: {io: box._io, pos: box.ofs, size: 1}
types:
  box:
    seq: [{id: ofs, type: u1}, {id: x, type: u1}, {id: text, size: 2}]
    instances:
      there: {pos: ofs, size: 2}
"""


def pickled(record: Any) -> Any:
    return pickle.loads(pickle.dumps(record))  # noqa: S301  # our own


@pytest.mark.parametrize("process", ["", "process: xor(3), "])
@pytest.mark.parametrize("looked", [False, True])
@pytest.mark.parametrize("between", [False, True])
@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
def test_a_copy_in_the_place_of_a_record_in_its_own_stream_is_edited_as_that(
    copied: Any, between: Any, looked: Any, process: str, tmp_path: Path
) -> None:
    def stored(*box: int) -> bytes:
        return bytes(each ^ (3 if process else 0) for each in box) + b"rest"

    kind = compiled(tmp_path, FRAMED.replace("size: 4, ", f"size: 4, {process}"))
    record = kind.from_bytes(stored(2, 1, 65, 66))
    if looked:
        assert (record.box.there, record.within) == (b"AB", b"A")
    record.box = copied(record.box)
    if between:
        assert record.to_bytes() == stored(2, 1, 65, 66)
    record.box.ofs = 1
    assert record.to_bytes() == stored(1, 1, 65, 66)
    assert (record.box.there, record.within) == (b"\1A", b"\1")
