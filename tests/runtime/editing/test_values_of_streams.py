"""What records compute of their streams is, after a writing, that of the file that was written."""

from __future__ import annotations

import copy
import io
import zipfile
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.generated.zip import Zip

SPEC = """
meta: {id: sized, endian: le}
seq:
  - {id: num_items, type: u1}
  - {id: items, type: item, repeat: expr, repeat-expr: num_items}
  - {id: rest, size-eos: true}
types:
  item:
    seq:
      - {id: len_body, type: u1}
      - {id: body, size: len_body, type: body}
    instances:
      size_around: {value: _root._io.size}
      all_around: {value: _io.size}
  body:
    seq:
      - {id: save, size: 0, if: ofs < 0}
      - {id: text, size-eos: true}
    instances:
      ofs: {value: _io.pos}
      end: {value: ofs + size_here}
      size_here: {value: _io.size}
instances:
  size_all: {value: _io.size}
  double: {value: 2 * size_all}
"""
FILE = b"\x02\x01a\x02bbtail"


@pytest.fixture(scope="module")
def sized(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of files that ask their streams."""
    path = tmp_path_factory.mktemp("sized") / "sized.ksy"
    path.write_text(SPEC, "utf-8")
    return quire.compile(path).Sized


def shown(record: Any) -> list[Any]:
    """All that is computed in a file."""
    of_items = [
        (each.size_around, each.all_around, each.body.ofs, each.body.end, each.body.size_here)
        for each in record.items
    ]
    return [record.size_all, record.double, *of_items]


@pytest.mark.parametrize("is_looked_at", [True, False])
def test_a_size_is_that_of_the_file_that_was_written(sized: Any, is_looked_at: bool) -> None:  # noqa: FBT001  # a case
    record = sized.from_bytes(FILE)
    if is_looked_at:
        assert shown(record) == [10, 20, (10, 10, 0, 1, 1), (10, 10, 0, 2, 2)]
    record.items[0].body.text = b"xyz"
    assert record.to_bytes() == b"\x02\x03xyz\x02bbtail"
    assert shown(record) == [12, 24, (12, 12, 0, 3, 3), (12, 12, 0, 2, 2)]
    record.items[0].body.text = b"a"
    assert record.to_bytes() == FILE
    assert shown(record) == [10, 20, (10, 10, 0, 1, 1), (10, 10, 0, 2, 2)]


def test_a_record_that_was_put_in_has_a_stream_once_it_is_written(sized: Any) -> None:
    record = sized.from_bytes(FILE)
    record.items.append(copy.deepcopy(record.items[0]))
    record.items[-1].body.text = b"ccc"
    assert record.to_bytes() == b"\x03\x01a\x02bb\x03ccctail"
    assert shown(record)[:2] == [14, 28]
    assert shown(record)[-1] == (14, 14, 0, 3, 3)


def test_a_write_that_is_refused_leaves_the_sizes_of_the_one_before(sized: Any) -> None:
    record = sized.from_bytes(FILE)
    record.rest = b""
    record.to_bytes()
    record.items[0].body.text = bytes(300)
    with pytest.raises(quire.FormatError, match="from 0 to 255"):
        record.to_bytes()
    assert (record.size_all, record.items[1].all_around) == (6, 6)


def test_a_copy_has_the_sizes_of_the_file_that_was_written(sized: Any) -> None:
    record = sized.from_bytes(FILE)
    record.rest = b""
    written = record.to_bytes()
    copied = copy.deepcopy(record)
    assert copied.size_all == 6
    assert copied.to_bytes() == written


def test_an_archive_says_where_its_end_is(tmp_path: Path) -> None:
    there = io.BytesIO()
    with zipfile.ZipFile(there, "w") as file:
        file.writestr("a.txt", "alpha")
        file.writestr("b.txt", "beta")
    archive: Any = Zip.from_bytes(there.getvalue())
    assert archive.ofs_end == there.getvalue().index(b"PK\5\6")
    archive.entries[0].local.data = b"another text"
    archive.to_file(tmp_path / "new.zip")
    assert archive.ofs_end == (tmp_path / "new.zip").read_bytes().index(b"PK\5\6")
