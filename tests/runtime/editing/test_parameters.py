"""Parameters of records that were read: they are what the record around passes, or an error."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest

import quire
from tests.runtime.writing.test_building import compiled

SPEC = """
meta: {id: par, endian: le}
seq:
  - {id: num, type: u1}
  - {id: body, type: body(num)}
  - {id: tail, type: u1}
types:
  body:
    params: [{id: len_data, type: u1}]
    seq: [{id: data, size: len_data}]
"""

STORED = b"\x03abcX"
GIVEN = "given 2, but the record around it passes 3"


@pytest.fixture
def par(tmp_path: Path) -> Any:
    path = tmp_path / "par.ksy"
    path.write_text(SPEC)
    return quire.compile(path).Par


def test_a_parameter_that_was_set_is_refused(par: Any) -> None:
    record = par.from_bytes(STORED)
    record.body.len_data = 2
    for _ in range(2):  # the first refusal has not changed it
        with pytest.raises(quire.FormatError, match=f"par: body.len_data: {GIVEN}"):
            record.to_bytes()
    assert record.body.len_data == 2
    record.tail = 0
    with pytest.raises(quire.FormatError, match=GIVEN):
        record.to_bytes()
    record.body.len_data = 3
    assert record.to_bytes() == b"\x03abc\0"


def test_a_parameter_may_be_set_to_what_is_passed(par: Any) -> None:
    record = par.from_bytes(STORED)
    record.num, record.body.data, record.body.len_data = 2, b"ab", 2
    assert record.to_bytes() == b"\x02abX"


def test_what_a_writer_has_passed_was_set_by_nobody(par: Any) -> None:
    record = par.from_bytes(STORED)
    record.num, record.body.data = 4, b"abcd"
    assert record.to_bytes() == b"\x04abcdX"
    record.num, record.body.data = 1, b"a"
    assert record.to_bytes() == b"\x01aX"
    record.num = 2
    with pytest.raises(quire.FormatError, match="expected 2 bytes"):
        record.to_bytes()
    record.num, record.body.data = 3, b"xyz"
    assert record.to_bytes() == b"\x03xyzX"


def test_a_record_of_another_file_is_passed_what_is_due_here(par: Any) -> None:
    record, other = par.from_bytes(STORED), par.from_bytes(b"\x01aX")
    record.num, record.body = 1, other.body
    assert record.to_bytes() == b"\x01aX"


def _deep(record: Any) -> Any:
    return copy.deepcopy(record.body)


def _shallow(record: Any) -> Any:
    return copy.copy(record.body)


def _pickled(record: Any) -> Any:
    return pickle.loads(pickle.dumps(record.body))  # noqa: S301  # our own


def _in_a_copy(record: Any) -> Any:
    return copy.deepcopy(record).body


def _of_another_file(record: Any) -> Any:
    return type(record).from_bytes(STORED).body


def _of_another_file_that_was_written(record: Any) -> Any:
    other = type(record).from_bytes(b"\2abX")
    other.num, other.body.data = 3, b"abc"
    assert other.to_bytes() == STORED
    return other.body


def _built(record: Any) -> Any:
    return type(record).Body.build(data=b"abc")


BROUGHT = [
    _deep,
    _shallow,
    _pickled,
    _in_a_copy,
    _of_another_file,
    _of_another_file_that_was_written,
    _built,
]


@pytest.mark.parametrize("bring", BROUGHT)
@pytest.mark.parametrize("is_built", [False, True])
@pytest.mark.parametrize("is_written", [False, True])
def test_a_parameter_that_was_set_in_a_record_of_elsewhere_is_refused(
    par: Any, bring: Any, *, is_built: bool, is_written: bool
) -> None:
    record = par.from_bytes(STORED)
    body = bring(record)
    if is_built:
        record = par.build(num=3, body=body, tail=88)
    else:
        record.body = body
    if is_written:
        assert record.to_bytes() == STORED
    body.len_data = 2
    for _ in range(2):
        with pytest.raises(quire.FormatError, match=f"par: body.len_data: {GIVEN}"):
            record.to_bytes()
    record.num, body.data = 2, b"ab"
    assert record.to_bytes() == b"\2abX"
    record.num, body.data = 1, b"a"  # now it is what the writer has passed
    assert record.to_bytes() == b"\1aX"


@pytest.mark.parametrize("bring", BROUGHT)
def test_a_record_of_elsewhere_is_passed_what_is_due_here(par: Any, bring: Any) -> None:
    record = par.from_bytes(b"\x01aX")
    record.num, record.body = 3, bring(par.from_bytes(STORED))
    assert record.to_bytes() == STORED
    other = par.from_bytes(b"\x01aX")
    record.body.data, other.num, other.body = b"ab", 2, record.body
    assert other.to_bytes() == b"\2abX"


def test_a_parameter_of_a_record_in_one_of_elsewhere_is_refused(tmp_path: Path) -> None:
    kind = compiled(tmp_path, IN_LISTS)
    record, stored = kind.from_bytes(b"\2\1aa\2bbcc"), b"\2\1aa\2bbcc"
    record.rows.append(copy.deepcopy(record.rows[1]))
    record.rows[2].cells[1].size = 1
    with pytest.raises(quire.FormatError, match=r"rows\[2\].cells\[1\].size: given 1, .* passes 2"):
        record.to_bytes()
    record.rows[2].cells[1].size = 2
    assert record.to_bytes() == b"\3" + stored[1:] + b"\2bbcc"
    built = kind.build(rows=[record.rows[1]])
    built.rows[0].cells[0].size = 3
    with pytest.raises(quire.FormatError, match=r"rows\[0\].cells\[0\].size: given 3, .* passes 2"):
        built.to_bytes()


IN_LISTS = """
seq:
  - {id: count, type: u1}
  - {id: rows, type: row, repeat: expr, repeat-expr: count}
types:
  row:
    seq:
      - {id: len_cell, type: u1}
      - {id: cells, type: cell(len_cell), repeat: expr, repeat-expr: 2}
  cell:
    params: [{id: size, type: u1}]
    seq: [{id: data, size: size}]
"""


def test_a_record_with_an_instance_in_a_stream_that_is_passed_is_put_into_another_file() -> None:
    folder = Path(__file__).parents[2] / "conformance" / "own"
    kind = quire.compile(folder / "specs" / "param_kinds.ksy").ParamKinds
    data = (folder / "samples" / "param_kinds.bin").read_bytes()
    record = kind.from_bytes(data)
    built = kind.build(**{name: getattr(record, name) for name in kind._fields})
    assert built.to_bytes() == data[:-1]  # no field has the last one


def test_a_parameter_of_what_stands_at_a_position_is_refused_as_well(tmp_path: Path) -> None:
    spec = SPEC.replace("  - {id: body, type: body(num)}\n", "").replace(
        "types:", "instances:\n  body: {pos: 2, type: body(num)}\ntypes:"
    )
    (tmp_path / "par.ksy").write_text(spec)
    par = quire.compile(tmp_path / "par.ksy").Par
    record = par.from_bytes(b"\x03Xabc")
    record.body.len_data = 2
    for tail in b"XY":  # as it was, and made anew
        record.tail = tail
        with pytest.raises(quire.FormatError, match=f"par: body.len_data: {GIVEN}"):
            record.to_bytes()
    record.num, record.body.data = 2, b"ab"
    assert record.to_bytes() == b"\x02Yab"


AT_POSITIONS = """
seq: [{id: num, type: u1}, {id: tail, type: u1}]
instances:
  body: {pos: 2, type: body(num)}
  bodies: {pos: 2, type: body(num), repeat: expr, repeat-expr: 1}
types:
  body:
    params: [{id: len_data, type: u1}]
    seq: [{id: data, size: len_data}]
"""


@pytest.mark.parametrize("bring", [_deep, _shallow, _pickled, _in_a_copy, _built])
@pytest.mark.parametrize("name", ["body", "bodies"])
@pytest.mark.parametrize("is_written", [False, True])
def test_so_is_one_of_what_is_put_at_a_position(
    tmp_path: Path, bring: Any, name: str, *, is_written: bool
) -> None:
    record = compiled(tmp_path, AT_POSITIONS).from_bytes(b"\3Xabc")
    body = bring(record)
    setattr(record, name, [body] if name == "bodies" else body)
    if is_written:
        assert record.to_bytes() == b"\3Xabc"
    body.len_data = 2
    with pytest.raises(quire.FormatError, match=r"len_data: given 2, .* passes 3"):
        record.to_bytes()
    body.len_data = 3
    assert record.to_bytes() == b"\3Xabc"


OF_ANOTHER_STREAM = """
seq:
  - {id: head, size: 2, type: head}
  - {id: body, type: body(head.num)}
  - {id: rows, type: body(head.num), repeat: expr, repeat-expr: 2}
types:
  head: {seq: [{id: num, type: u1}, {id: pos, type: u1}]}
  body:
    params: [{id: num, type: u1}]
    seq: [{id: data, type: u1}]
    instances: {twice: {value: num * 2}}
instances:
  there: {pos: head.pos, type: body(head.num)}
  some: {pos: head.pos, type: body(head.num), repeat: expr, repeat-expr: 2}
"""


@pytest.mark.parametrize("looks", [(), ("there", "some")], ids=["no looks", "looks"])
def test_a_parameter_is_what_was_passed_in_the_file_that_was_written(
    tmp_path: Path, looks: tuple[str, ...]
) -> None:
    kind = compiled(tmp_path, OF_ANOTHER_STREAM)
    record = kind.from_bytes(b"\1\4abcde")
    records = [record.body, *record.rows]
    for name in looks:
        value = getattr(record, name)
        records += value if isinstance(value, list) else [value]
    for num in (7, 8, 1):
        record.head.num = num
        assert record.to_bytes() == bytes([num, 4]) + b"abcde"
        assert {each.num for each in records} == {num}
        assert {each.twice for each in records} == {2 * num}
    record.body.num = 5
    with pytest.raises(quire.FormatError, match="given 5, but the record around it passes 1"):
        record.to_bytes()


OF_ITS_FIELDS = """
seq: [{id: ofs, type: u1}, {id: rest, size-eos: true}]
instances:
  heads: {pos: ofs, type: head, repeat: expr, repeat-expr: 2}
types:
  head:
    seq: [{id: flags, type: u1}]
    instances: {told: {type: told(flags)}}
  told:
    params: [{id: flags, type: u1}]
    instances: {low: {value: flags & 1}, more: {value: flags + 2}}
"""


@pytest.mark.parametrize(
    ("edit", "expected"),
    [("ofs", b"\2\1\2\3\4"), ("rest", b"\1\4\3\2\1")],
)
def test_what_is_made_of_fields_that_show_other_bytes_is_made_of_these(
    edit: str, expected: bytes, tmp_path: Path
) -> None:
    def shown(record: Any) -> list[Any]:
        return [(each.told.flags, each.told.low, each.told.more) for each in record.heads]

    kind = compiled(tmp_path, OF_ITS_FIELDS)
    record = kind.from_bytes(b"\1\1\2\3\4")
    assert shown(record) == [(1, 1, 3), (2, 0, 4)]
    setattr(record, edit, 2 if edit == "ofs" else b"\4\3\2\1")
    for _ in range(2):
        assert record.to_bytes() == expected
        assert shown(record) == shown(kind.from_bytes(expected))
