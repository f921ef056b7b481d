"""A change after which what stands at a position cannot be read any more is refused."""

from pathlib import Path
from typing import Any

import pytest

import quire
from quire import FormatError

SPEC = """
meta: {id: book, endian: le, encoding: ASCII}
seq:
  - {id: base, type: u1}
  - {id: len_page, type: u1}
  - {id: pages, type: page, repeat: expr, repeat-expr: 2}
  - {id: words, size-eos: true}
instances:
  start: {value: base + 0}
types:
  page:
    seq: [{id: ofs_text, type: u1}, {id: kind, type: u1}]
    instances:
      text:
        pos: _root.start + ofs_text
        size: _root.len_page
        type: {switch-on: kind, cases: {1: sentence}}
        if: kind != 9
  sentence: {seq: [{id: begin, contents: "("}, {id: rest, size-eos: true}]}
"""
STORED = b"\6\3\0\1\3\2(abcdefgh"
CHANGES = {
    # What is set, and which instance cannot be read then.
    "pages.0.ofs_text": (1, 0),  # no sentence begins there
    "pages.1.ofs_text": (7, 1),
    "pages.0.kind": (2, None),
    "pages.1.kind": (1, 1),
    "base": (20, 0),  # by an instance that is computed of it
    "len_page": (9, 1),
}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("specs") / "book.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return quire.compile(path).Book


def edit(record: Any, path: str, value: Any) -> None:
    *way, name = path.split(".")
    for step in way:
        record = record[int(step)] if step.isdigit() else getattr(record, step)
    setattr(record, name, value)


@pytest.mark.parametrize("path", CHANGES)
def test_a_change_is_refused_that_leads_nowhere(book: Any, path: str) -> None:
    value, wrong = CHANGES[path]
    record = book.from_bytes(STORED)
    edit(record, path, value)
    if wrong is None:
        assert book.from_bytes(record.to_bytes()).pages[0].text == b"(ab"
        return
    refused = rf"book: pages\[{wrong}\]\.text: expected a change after which it can still be read"
    with pytest.raises(FormatError, match=refused):
        record.to_bytes()


def test_a_change_that_leads_elsewhere_or_to_nothing_is_written(book: Any) -> None:
    record = book.from_bytes(STORED)
    record.pages[1].ofs_text = 5
    assert book.from_bytes(record.to_bytes()).pages[1].text == b"efg"
    record.pages[0].kind, record.pages[0].ofs_text = 9, 200
    assert book.from_bytes(record.to_bytes()).pages[0].text is None


def test_what_could_not_be_read_before_is_no_reason(book: Any) -> None:
    record = book.from_bytes(STORED.replace(b"(", b"["))
    record.pages[0].ofs_text = 1
    assert record.to_bytes()[2:3] == b"\1"


def test_a_change_of_something_else_reads_no_instance(tmp_path: Path) -> None:
    endless = """
meta: {id: ring, endian: le}
seq: [{id: size, type: u1}, {id: other, type: u1}]
instances: {next: {pos: size, type: ring}, broken: {pos: 90, type: u1}}
"""
    (tmp_path / "ring.ksy").write_text(endless, encoding="utf-8")
    kind = quire.compile(tmp_path / "ring.ksy").Ring
    record = kind.from_bytes(b"\0\7")
    record.other = 8
    assert record.to_bytes() == b"\0\x08"


ROWS = """
meta: {id: table, endian: le}
seq: [{id: ofs_rows, type: u1}]
instances:
  rows: {pos: ofs_rows, type: row, repeat: expr, repeat-expr: 2}
types:
  row:
    seq: [{id: ofs_name, type: u1}]
    instances:
      name: {pos: ofs_name, type: u1}
"""


def test_a_list_is_refused_if_what_an_element_leads_to_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "table.ksy").write_text(ROWS, encoding="utf-8")
    record = quire.compile(tmp_path / "table.ksy").Table.from_bytes(b"\1\0\1\2\3\x28")
    record.ofs_rows = 3
    assert record.to_bytes() == b"\3\0\1\2\3\x28"
    record.ofs_rows = 4  # the second name is at 40
    refused = r"table: rows: expected a change after which .*rows\[1\]\.name"
    with pytest.raises(FormatError, match=refused):
        record.to_bytes()
