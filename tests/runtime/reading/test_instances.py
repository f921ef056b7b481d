"""Instances: computed or read once, kept where Python finds them, forgotten and set."""

from __future__ import annotations

import copy
import gc
import pickle
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import quire
from quire.runtime import Struct

SPEC = """
meta: {id: lazily, endian: le}
seq:
  - {id: a, type: u1}
  - {id: rest, size: 3}
types:
  waiting:
    seq: [{id: a, type: u1}, {id: grown, type: grown}]
    instances:
      again: {pos: 1, type: grown}
      beyond: {pos: 3, type: u4}
  grown:
    seq: [{id: all, type: u1, repeat: until, repeat-until: enough == true}]
    instances:
      enough: {value: true, if: all.size > 2}
instances:
  sum: {value: 1000 + a.to_s.to_i}
  no_sum: {value: 1000 + a.to_s.to_i, if: a == 9}
  behind: {pos: 1, type: u2}
  not_behind: {pos: 1, type: u2, if: a == 9}
"""
EARLY = """
meta: {id: early, endian: le}
seq:
  - {id: child, type: child, size: 3}
  - {id: tail, size: child.far % 2}
types:
  child:
    seq: [{id: b, type: u1}]
    instances:
      far: {pos: 2, type: u1}
      none: {pos: 0, type: u1, if: b == 200}
      no_sum: {value: b, if: b.to_s == "200"}
"""
"""An instance is read, and so a stream is made, before the fields of the file were read."""
DATA = b"\x01\x02\x03\x04"
FOUND = {"sum": 1001, "no_sum": None, "behind": 0x0302, "not_behind": None}


@pytest.fixture(scope="module")
def lazily(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of the spec."""
    path = tmp_path_factory.mktemp("lazily") / "lazily.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return quire.compile(path).Lazily


def calls(record: Any, name: str) -> int:
    """How many functions of Python run while an instance is looked at."""
    seen: list[FrameType] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            seen.append(frame)

    sys.setprofile(note)
    try:
        getattr(record, name)
    finally:
        sys.setprofile(None)
    return len(seen)


@pytest.mark.parametrize("name", FOUND)
def test_a_second_look_runs_no_code(lazily: Any, name: str) -> None:
    record = lazily.from_bytes(DATA)
    assert calls(record, name) > 0
    assert (calls(record, name), getattr(record, name)) == (0, FOUND[name])


def test_what_may_come_to_be_is_asked_again_while_a_file_is_read(lazily: Any) -> None:
    # Its `if` fails twice before the third element is there.
    record = lazily.Waiting.from_bytes(DATA)
    assert record.grown.all == record.again.all == [2, 3, 4]
    assert lazily.Grown.from_bytes(DATA[1:]).all == [2, 3, 4]


@pytest.mark.parametrize("name", ["none", "no_sum"])
def test_what_has_no_value_runs_no_code_again_where_a_stream_was_made_early(
    name: str, tmp_path: Path
) -> None:
    (tmp_path / "early.ksy").write_text(EARLY, encoding="utf-8")
    child = quire.compile(tmp_path / "early.ksy").Early.from_bytes(DATA).child
    assert getattr(child, name) is None
    assert calls(child, name) == 0


def test_an_error_of_an_element_of_an_instance_has_its_index(tmp_path: Path) -> None:
    spec = """
meta: {id: listed, endian: le}
seq: [{id: first, type: u1, repeat: expr, repeat-expr: 2}]
types: {one: {seq: [{id: n, type: u1}, {id: body, size: n}]}}
instances:
  ones: {pos: 2, type: one, repeat: expr, repeat-expr: 2}
"""
    (tmp_path / "listed.ksy").write_text(spec, encoding="utf-8")
    record = quire.compile(tmp_path / "listed.ksy").Listed.from_bytes(b"ab\1x\5yz")
    for _ in range(2):
        with pytest.raises(quire.TruncatedError) as caught:
            _ = record.ones
        assert (caught.value.path, caught.value.offset) == ("ones[1].body", 5)


@pytest.mark.parametrize(
    ("instance", "offset"),
    [
        ("{pos: n, type: u4}", 9),
        ("{value: 4 / (n - 9)}", None),
        ("{pos: 0, type: s1, valid: 3}", 0),
    ],
)
def test_an_error_of_an_instance_is_there_whoever_asks_for_it(
    tmp_path: Path, instance: str, offset: int | None
) -> None:
    path = tmp_path / "asked.ksy"
    path.write_text(
        "meta: {id: asked, endian: le}\n"
        "seq: [{id: n, type: u1}, {id: inner, type: inner}]\n"
        f"instances: {{far: {instance}}}\n"
        "types: {inner: {seq: [{id: x, size: _parent.far}]}}\n"
    )
    with pytest.raises(quire.FormatError) as caught:
        quire.compile(path).Asked.from_bytes(b"\x09\0\0\0")
    assert (caught.value.path, caught.value.offset) == ("far", offset)


def test_a_rule_that_cannot_be_computed_is_told_of_its_field(tmp_path: Path) -> None:
    path = tmp_path / "ruled.ksy"
    path.write_text(
        "meta: {id: ruled, encoding: ASCII}\n"
        "seq:\n"
        "  - {id: number, type: strz, valid: {expr: _.to_i > 0}}\n"
        "  - {id: other, type: strz, valid: {expr: 12 / _.to_i > 0}}\n"
        "  - {id: rest, size: 1}\n"
    )
    kind = quire.compile(path).Ruled
    for data, field in ((b"x\x001\0_", "number"), (b"1\0x\0_", "other"), (b"1\x000\0_", "other")):
        with pytest.raises(quire.FormatError) as caught:
            kind.from_bytes(data)
        assert caught.value.path == field


def test_an_instance_leaves_the_stream_where_it_is(tmp_path: Path) -> None:
    spec = """
meta: {id: left, endian: le}
seq: [{id: first, type: u1}]
types: {words: {seq: [{id: all, type: u2, repeat: eos}]}}
instances:
  far: {pos: 2, type: words}
  decoded: {pos: 2, size: 2, process: xor(1)}
  here: {type: u1}
"""
    (tmp_path / "left.ksy").write_text(spec, encoding="utf-8")
    record = quire.compile(tmp_path / "left.ksy").Left.from_bytes(b"\1\2\3\4\5\6")
    assert (record.far.all, record.decoded) == ([0x0403, 0x0605], b"\2\5")
    assert (record._io.pos(), record.here) == (1, 2)
    assert record._extent("far")[1:] == (2, 6)
    assert record._extent("decoded")[1:] == (2, 4)


def test_what_may_come_to_be_is_asked_again_in_a_record_that_is_built(lazily: Any) -> None:
    record = lazily()
    record.a = 1
    assert (record.no_sum, record.not_behind) == (None, None)
    record.a = 9
    assert record.no_sum == 1009


def test_what_fails_fails_again(lazily: Any) -> None:
    record = lazily.Waiting.from_bytes(DATA)
    for _ in range(2):
        with pytest.raises(quire.TruncatedError, match="beyond at byte 3"):
            _ = record.beyond


@pytest.mark.parametrize("name", FOUND)
def test_del_forgets(lazily: Any, name: str) -> None:
    record = lazily.from_bytes(DATA)
    with pytest.raises(AttributeError):
        delattr(record, name)
    getattr(record, name)
    setattr(record, name, 5)
    assert getattr(record, name) == 5
    delattr(record, name)
    assert getattr(record, name) == FOUND[name]


@pytest.mark.parametrize(
    "copied",
    [copy.deepcopy, lambda record: pickle.loads(pickle.dumps(record))],  # noqa: S301  # made here
)
def test_a_copy_has_what_was_looked_at_and_can_look_at_more(lazily: Any, copied: Any) -> None:
    record = lazily.from_bytes(DATA)
    assert (record.sum, record.no_sum) == (1001, None)
    other = copied(record)
    assert {name: getattr(other, name) for name in FOUND} == FOUND
    assert (calls(other, "sum"), calls(other, "no_sum")) == (0, 0)
    record.a = other.a = 2  # what was computed of it before is no edit
    assert record.to_bytes() == other.to_bytes() == b"\2" + DATA[1:]
    assert {name: getattr(other, name) for name in FOUND} == FOUND | {"sum": 1002}
    other.sum = 1003
    with pytest.raises(quire.FormatError, match="sum: given 1003"):
        other.to_bytes()


QUICK = """
meta: {id: quick, endian: le}
seq:
  - {id: a, type: u1}
  - {id: b, type: u1, if: a > 1}
instances:
  is_two: {value: a == 2}
  twice: {value: a * 2, if: is_two}
  of_b: {value: b + 1, if: a > 1}
  of_another: {value: b + 1, if: a > 2}
  close: {value: a + 1}
"""
"""Instances that take no longer than to find what was kept of them."""


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of the spec."""
    path = tmp_path_factory.mktemp("quick") / "quick.ksy"
    path.write_text(QUICK, encoding="utf-8")
    return quire.compile(path).Quick


def test_what_is_computed_at_once_is_not_kept_and_follows_edits(quick: Any) -> None:
    record = quick.from_bytes(b"\x02\x05")
    assert (record.is_two, record.twice, record.of_b) == (True, 4, 6)
    assert {*vars(record)}.isdisjoint(("is_two", "twice", "of_b", "_m_is_two"))
    record.a, record.b = 3, 7
    assert (record.is_two, record.twice, record.of_b, record.of_another) == (False, None, 8, 8)
    assert record.to_bytes() == b"\x03\x07"
    assert copy.deepcopy(record).of_b == 8


def test_what_is_computed_at_once_cannot_be_assigned(quick: Any) -> None:
    record = quick.from_bytes(b"\x02\x05")
    with pytest.raises(AttributeError, match="is_two"):
        record.is_two = False
    assert record.is_two is True
    del record.is_two  # there is nothing to forget
    assert record.is_two is True
    assert isinstance(quick.is_two, property)


def test_what_may_lack_a_field_says_of_which_file(quick: Any) -> None:
    # The condition is another one than that of the field, which may be missing where it holds.
    record = quick.from_bytes(b"\x03\x05")
    del record.b
    with pytest.raises(quire.FormatError, match="of_another: expected a record with `b`"):
        _ = record.of_another


def test_a_method_of_every_record_hides_what_is_computed_at_once_in_the_class(quick: Any) -> None:
    record = quick.from_bytes(b"\x01")
    assert record.close == 2
    assert quick.close is Struct.close


def test_programs_that_list_properties_find_them(lazily: Any) -> None:
    # As in the classes that Kaitai's compiler makes.
    record = lazily.from_bytes(DATA)
    found = [name for name in dir(lazily) if isinstance(getattr(lazily, name), property)]
    assert {*FOUND} <= {*found}
    assert not [name for name in vars(record) if name.startswith("_m_")]
    assert (record.sum, record.no_sum) == (1001, None)
    assert {name: value for name, value in vars(record).items() if name.startswith("_m_")} == {
        "_m_sum": 1001,
        "_m_no_sum": None,
    }
    assert "sum" not in vars(record)


def test_a_class_of_a_users_own_may_hide_an_instance_and_ask_for_it(lazily: Any) -> None:
    class Mine(lazily):  # type: ignore[misc]  # a class that is made while the test runs
        @property
        def sum(self) -> int:
            """A property, which Python asks before it looks into the dict."""
            return int(super().sum) + 1

    record = Mine.from_bytes(DATA)
    assert (record.sum, record.sum, record.behind, record.behind) == (1002, 1002, 0x0302, 0x0302)
    assert record.to_bytes() == DATA


def test_what_was_looked_at_is_written_as_it_was(lazily: Any, tmp_path: Path) -> None:
    record = lazily.from_bytes(DATA)
    assert {name: getattr(record, name) for name in FOUND} == FOUND
    record.behind = 0x0302  # which it is
    record.to_file(tmp_path / "same")
    assert (tmp_path / "same").read_bytes() == DATA


PEEKED = """
meta: {id: peeked, endian: le}
seq:
  - {id: head, size: 2, type: window}
  - {id: rest, size: 6}
types:
  window:
    seq: [{id: a, type: u1}, {id: b, type: u1}]
    instances:
      own: {pos: 1, type: u1}
      name: {io: _root._io, pos: a, type: strz, encoding: ASCII}
      text: {io: _root._io, pos: a, size: b, type: str, encoding: ASCII}
      beyond: {pos: 1, size: 2}
      left: {io: _root._io, pos: b, size-eos: true}
      sized: {value: _root._io.size + a}
      flags: {type: flags(b)}
  flags:
    params: [{id: value, type: u1}]
    instances:
      odd: {value: value % 2}
"""


@pytest.fixture
def peeked(tmp_path: Path) -> Any:
    """The class of a spec whose instances are plain bytes in the own stream, and in another."""
    path = tmp_path / "peeked.ksy"
    path.write_text(PEEKED, encoding="utf-8")
    return quire.compile(path).Peeked


@pytest.mark.parametrize("how", ["bytes", "file", "io"])
def test_bytes_elsewhere_are_looked_at_and_no_stream_moves(
    peeked: Any, how: str, tmp_path: Path
) -> None:
    data = b"\x03\x05..ab\x00z"
    (tmp_path / "data").write_bytes(data)
    if how == "io":
        with (tmp_path / "data").open("rb") as file:
            record = peeked.from_io(file)
    else:
        record = peeked.from_bytes(data) if how == "bytes" else peeked.from_file(tmp_path / "data")
    head = record.head
    assert (head.own, head.name, head.text, head.left) == (5, ".ab", ".ab\0z", b"b\0z")
    assert (head.sized, head.flags.odd, head.flags._parent) == (11, 1, head)
    assert (record._io.pos(), head._io.pos()) == (8, 2)
    assert (head._extent("own")[1:], head._extent("name")[1:]) == ((1, 2), (3, 7))
    assert (head._extent("own").io, head._extent("name").io) == (head._io, record._io)
    record.close()
    again = peeked.from_bytes(data)
    again.close()
    with pytest.raises(ValueError, match="the file is closed"):
        _ = again.head.name


def test_bytes_that_are_not_there_or_no_text_are_told_with_their_place(peeked: Any) -> None:
    head = peeked.from_bytes(b"\x04\x02..a\xff\x00z").head
    for _ in range(2):
        with pytest.raises(quire.TruncatedError) as caught:
            _ = head.beyond
        assert (caught.value.path, caught.value.offset) == ("head.beyond", 1)
        for name in ("name", "text"):
            with pytest.raises(quire.FormatError) as refused:
                getattr(head, name)
            assert (refused.value.path, refused.value.offset) == (f"head.{name}", 5)
    with pytest.raises(quire.FormatError, match=r"head\.name"):
        _ = peeked.from_bytes(b"\x07\x02..a\xff\x00z").head.name
    assert head._io.pos() == 2


@pytest.mark.skipif(
    sys.version_info >= (3, 13), reason="there, each object with slots and other members has a dict"
)
def test_a_look_at_an_instance_makes_no_dict_for_a_record_of_many(peeked: Any) -> None:
    # Python learns the names from the first objects of a class alone.
    records = [peeked.from_bytes(b"\x03\x05..ab\x00z") for _ in range(100)]
    for record in records:
        assert (record.head.own, record.head.sized) == (5, 11)
    assert not any(isinstance(each, dict) for each in gc.get_referents(records[-1].head))
