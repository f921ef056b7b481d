"""Deep copies of records that stand in a file."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quire import ContradictionError
from quire.runtime.lists.lazy import is_lazy
from tests.runtime.writing.test_building import compiled

LISTED = """
seq:
  - {id: base, type: u1}
  - {id: entries, type: entry, repeat: until, repeat-until: _.len_text == 0}
types:
  entry:
    seq:
      - {id: len_text, type: u1}
      - {id: text, size: len_text}
"""

LED = """
seq:
  - {id: base, type: u1}
  - {id: count, type: u1}
  - {id: entries, type: entry, repeat: expr, repeat-expr: count}
  - {id: rest, size-eos: true}
types:
  entry:
    seq: [{id: ofs, type: u1}, {id: part, type: part}]
    instances:
      there: {pos: OFS, size: 2, io: _root._io}
  part:
    seq: [{id: len_text, type: u1}, {id: text, size: len_text}]
    instances:
      first: {pos: 2, size: 1}
"""

ALONE, AROUND = LED.replace("OFS", "ofs"), LED.replace("OFS", "ofs + _root.base")

STORED = b"\0\2\x07\1a\x07\1bXYZW"


def test_a_copy_leaves_the_rest_of_a_long_list_unmade(tmp_path: Path) -> None:
    kind = compiled(tmp_path, LISTED.replace("until, repeat-until: _.len_text == 0", "eos"))
    texts = [b"%d" % i for i in range(5000)]
    stored = b"\0" + b"".join(bytes([len(each)]) + each for each in texts)
    record = kind.from_bytes(stored)
    for i in range(20):
        record.entries.insert(0, copy.deepcopy(record.entries[7]))
        record.entries[0].text = b"new%d" % i
    assert is_lazy(record.entries)
    assert len(record.entries._made) < 50
    again = kind.from_bytes(record.to_bytes())
    new = [b"new%d" % i for i in reversed(range(20))]
    assert [each.text for each in again.entries] == [*new, *texts]


@pytest.mark.parametrize("spec", [ALONE, AROUND])
def test_what_a_copy_has_at_positions_is_what_was_there(spec: str, tmp_path: Path) -> None:
    """Also if the file was changed, and written, before somebody looks at it."""
    record = compiled(tmp_path, spec).from_bytes(STORED)
    copied = copy.deepcopy(record.entries[0])
    record.base, record.entries[0].ofs, record.rest = 1, 8, b"other"
    record.to_bytes()
    assert (copied.there, copied.part.first, copied.ofs) == (b"bX", b"\x07", 7)
    assert copied._parent is not record
    assert copied.part._parent is copied


@pytest.mark.parametrize("spec", [ALONE, AROUND])
def test_an_edit_of_a_copy_is_none_of_the_record(spec: str, tmp_path: Path) -> None:
    record = compiled(tmp_path, spec).from_bytes(STORED)
    copied = copy.deepcopy(record.entries[0])
    copied.ofs, copied.part.text = 8, b"longer"
    assert (record.entries[0].ofs, record.entries[0].part.text) == (7, b"a")
    assert record.to_bytes() == STORED


@pytest.mark.parametrize("spec", [ALONE, AROUND])
def test_a_record_and_its_file_are_copied_together(spec: str, tmp_path: Path) -> None:
    record = compiled(tmp_path, spec).from_bytes(STORED)
    entry, whole, other = copy.deepcopy([record.entries[0], record, record.entries[1]])
    assert whole.to_bytes() == STORED
    entry.part.text = whole.entries[1].part.text = other.part.text = b"more"
    assert [each.part.text for each in record.entries] == [b"a", b"b"]
    assert record.to_bytes() == STORED


def again(record: Any) -> Any:
    return copy.deepcopy(record)


def pickled(record: Any) -> Any:
    return pickle.loads(pickle.dumps(record))  # noqa: S301  # our own


@pytest.mark.parametrize("spec", [ALONE, AROUND])
@pytest.mark.parametrize("once_more", [again, pickled])
@pytest.mark.parametrize("is_edited", [False, True])
def test_a_copy_of_a_copy_has_what_was_set_of_it(
    spec: str, once_more: Callable[[Any], Any], is_edited: Any, tmp_path: Path
) -> None:
    kind = compiled(tmp_path, spec)
    record = kind.from_bytes(STORED)
    copied = copy.deepcopy(record.entries[0])
    if is_edited:
        copied.part.text = b"other"
    copied = once_more(copied)
    copied.part.len_text = 3
    record.entries.append(copied)
    with pytest.raises(ContradictionError, match=r"given 3, but text makes it [15]"):
        record.to_bytes()
    copied.part.text = b"cde"
    assert kind.from_bytes(record.to_bytes()).entries[2].part.text == b"cde"


def test_a_copied_list_is_put_into_another_file(tmp_path: Path) -> None:
    kind = compiled(tmp_path, LISTED)
    record, other = kind.from_bytes(b"\0\1a\2bc\0"), kind.from_bytes(b"\0\1d\0")
    other.entries[:1] = copy.deepcopy(record.entries[:2])
    other.entries[0].text = b"longer"
    assert other.to_bytes() == b"\0\6longer\2bc\0"
    assert record.to_bytes() == b"\0\1a\2bc\0"


def test_copies_of_what_was_written_there_are_edited(tmp_path: Path) -> None:
    """What was read where another record had been says nothing of them."""
    kind = compiled(tmp_path, LISTED)
    record, other = kind.from_bytes(b"\0\1a\2bc\0"), kind.from_bytes(b"\0\3def\0")
    record.entries[0] = copy.deepcopy(other.entries[0])
    assert record.to_bytes() == b"\0\3def\2bc\0"
    record.entries[1] = copy.deepcopy(record.entries[0])
    record.entries[1].text = b"g"
    assert record.to_bytes() == b"\0\3def\1g\0"


@pytest.mark.parametrize("spec", [ALONE, AROUND])
def test_a_copy_in_the_place_of_what_was_edited_has_the_edit(spec: str, tmp_path: Path) -> None:
    record = compiled(tmp_path, spec).from_bytes(STORED)
    record.entries[0].part.len_text = 5
    record.entries[0] = copied = copy.deepcopy(record.entries[0])
    copied.part.text = b"cd"
    with pytest.raises(ContradictionError, match="given 5, but text makes it 2"):
        record.to_bytes()
