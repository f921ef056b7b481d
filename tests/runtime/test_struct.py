"""Records: read, built from values, compared, shown, and where they are in their file."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kaitaistruct import KaitaiStream, KaitaiStruct

import quire
from quire import ContradictionError, FormatError, TruncatedError

SPEC = """\
meta: {id: tree, endian: le, encoding: ASCII}
seq:
  - {id: magic, contents: TR}
  - {id: version, type: u1, valid: 2}
  - {id: len_name, type: u1}
  - {id: name, type: str, size: len_name}
  - {id: num_nodes, type: u1}
  - {id: nodes, type: node, repeat: expr, repeat-expr: num_nodes}
  - {id: kind, type: u1, enum: kind}
  - {id: grid, size: 4, -array: {dtype: u2, shape: [2]}}
  - {id: note, type: u1, if: kind == kind::noted}
types:
  node:
    seq:
      - {id: value, type: u1, valid: {max: 9}}
      - {id: leaf, type: leaf, if: value > 0}
  leaf:
    seq:
      - {id: weight, type: s2, valid: {min: 0}}
    instances:
      beyond: {pos: 100, type: u1}
enums:
  kind: {0: plain, 1: noted}
"""
DATA = b"TR\x02\x02ab\x02\x00\x01\x05\x00\x01\x01\x00\x02\x00\x07"


@pytest.fixture(scope="module")
def kind(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class of the spec."""
    path = tmp_path_factory.mktemp("tree") / "tree.ksy"
    path.write_text(SPEC, encoding="utf-8")
    return quire.compile(path).Tree


def given() -> dict[str, Any]:
    """What has to be given to build DATA."""
    return {
        "name": "ab",
        "nodes": [{"value": 0}, {"value": 1, "leaf": {"weight": 5}}],
        "kind": 1,
        "grid": np.array([1, 2], "<u2"),
        "note": 7,
    }


def test_a_record_is_read_from_bytes_a_file_and_a_stream(kind: Any, tmp_path: Path) -> None:
    path = tmp_path / "x.tree"
    path.write_bytes(DATA)
    record = kind.from_bytes(DATA)
    with kind.from_file(path) as mapped:
        assert mapped == record
    assert kind.from_io(BytesIO(DATA)) == record
    assert kind(KaitaiStream(BytesIO(DATA))) == record
    assert isinstance(record, KaitaiStruct)


def test_a_file_that_is_refused_is_closed(kind: Any, tmp_path: Path) -> None:
    path = tmp_path / "x.tree"
    path.write_bytes(DATA[:5])
    with pytest.raises(TruncatedError):
        kind.from_file(path)
    path.write_bytes(DATA)


def test_whatever_can_be_derived_may_be_left_out(kind: Any) -> None:
    assert kind.build(**given()).to_bytes() == DATA


def test_records_arrays_and_members_may_be_given_as_they_are(kind: Any) -> None:
    node = kind.Node.build(value=0)
    record = kind.build(
        **given()
        | {
            "nodes": (node, {"value": 1, "leaf": kind.Leaf.build(weight=5)}),
            "kind": kind.Kind.noted,
        }
    )
    assert record.to_bytes() == DATA


def test_values_that_agree_may_be_given(kind: Any) -> None:
    whole = {**given(), "magic": b"TR", "version": 2, "len_name": 2, "num_nodes": 2}
    assert kind.build(**whole).to_bytes() == DATA


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("len_name", 3, "tree: len_name: given 3, but name makes it 2"),
        ("num_nodes", 1, "tree: num_nodes: given 1, but nodes makes it 2"),
        ("version", 3, "tree: version: given 3, but the format makes it 2"),
        ("magic", b"XX", "tree: magic: given b'XX', but the format makes it b'TR'"),
    ],
)
def test_a_value_that_disagrees_names_both_sides(
    kind: Any, name: str, value: object, message: str
) -> None:
    with pytest.raises(ContradictionError) as caught:
        kind.build(**given(), **{name: value}).to_bytes()
    assert str(caught.value) == message


def test_a_field_that_does_not_exist_is_the_callers_mistake(kind: Any) -> None:
    with pytest.raises(TypeError, match="Tree has no field 'nmae'; it has magic, version"):
        kind.build(nmae="x")
    with pytest.raises(TypeError, match=r"Tree\.Leaf has no field 'wieght'"):
        kind.build(**{**given(), "nodes": [{"value": 1, "leaf": {"wieght": 3}}]})


@pytest.mark.parametrize("name", ["name", "nodes", "kind", "grid", "note"])
def test_a_value_that_is_missing_is_named(kind: Any, name: str) -> None:
    fields = {key: value for key, value in given().items() if key != name}
    with pytest.raises(FormatError) as caught:
        kind.build(**fields).to_bytes()
    assert caught.value.path == name
    assert caught.value.found == "none given"


def test_a_value_that_is_missing_further_down_is_named_with_its_path(kind: Any) -> None:
    with pytest.raises(FormatError) as caught:
        kind.build(**given() | {"nodes": [{"value": 0}, {"value": 1, "leaf": {}}]}).to_bytes()
    assert caught.value.path == "nodes[1].leaf.weight"


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"kind": 256}, "kind"),
        ({"nodes": [{"value": 10, "leaf": {"weight": 1}}]}, "nodes[0].value"),
        ({"nodes": [{"value": 0}, {"value": 1, "leaf": {"weight": -1}}]}, "nodes[1].leaf.weight"),
        (
            {"nodes": [{"value": 0}, {"value": 1, "leaf": {"weight": 40_000}}]},
            "nodes[1].leaf.weight",
        ),
        ({"name": "x" * 256}, "len_name"),
        ({"name": "é"}, "name"),
        ({"grid": np.array([1, 2, 3], "<u2")}, "grid"),
        ({"grid": np.array([1.5, 2.5])}, "grid"),
    ],
)
def test_a_value_that_cannot_stand_there_is_refused_with_its_path(
    kind: Any, change: dict[str, Any], path: str
) -> None:
    with pytest.raises(FormatError) as caught:
        kind.build(**given() | change).to_bytes()
    assert caught.value.path == path
    assert caught.value.format == "tree"


@pytest.mark.parametrize(
    ("offset", "byte", "path"),
    [
        (0, 0, "magic"),
        (2, 3, "version"),
        (8, 10, "nodes[1].value"),
        (10, 0xFF, "nodes[1].leaf.weight"),
    ],
)
def test_a_wrong_byte_is_refused_with_path_and_offset(
    kind: Any, offset: int, byte: int, path: str
) -> None:
    data = bytearray(DATA)
    data[offset] = byte
    with pytest.raises(FormatError) as caught:
        kind.from_bytes(data)
    assert caught.value.path == path
    assert caught.value.offset == (9 if offset == 10 else offset)
    assert caught.value.format == "tree"
    assert caught.value.expected
    assert caught.value.found


def test_an_error_of_an_instance_has_the_path_of_its_record(kind: Any) -> None:
    record = kind.from_bytes(DATA)
    with pytest.raises(TruncatedError) as caught:
        _ = record.nodes[1].leaf.beyond
    assert str(caught.value) == (
        "tree: nodes[1].leaf.beyond at byte 100: requested 1 bytes, but only 0 bytes available"
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [("name", 3), ("nodes", [3]), ("nodes", 3), ("note", None), ("len_name", "2")],
)
def test_a_value_of_the_wrong_kind_is_named(kind: Any, name: str, value: object) -> None:
    with pytest.raises((FormatError, TypeError), match=name):
        kind.build(**given() | {name: value}).to_bytes()


def test_a_list_may_be_given_for_an_array(kind: Any) -> None:
    assert kind.build(**given() | {"grid": [1, 2]}).to_bytes() == DATA


def test_a_number_that_an_enum_names_may_be_given(tmp_path: Path) -> None:
    path = tmp_path / "named.ksy"
    path.write_text(
        "meta: {id: named}\nenums: {kind: {1: one}}\n"
        "seq: [{id: kind, type: u1, enum: kind, valid: {in-enum: true}}]\n",
        encoding="utf-8",
    )
    kind = quire.compile(path).Named
    assert kind.build(kind=kind.Kind.one).to_bytes() == b"\x01"
    assert kind.build(kind=1).to_bytes() == b"\x01"
    with pytest.raises(FormatError):
        kind.build(kind=2).to_bytes()


def test_a_field_whose_condition_does_not_hold_is_not_there(kind: Any) -> None:
    record = kind.from_bytes(DATA[:11] + b"\x00" + DATA[12:-1])
    assert not hasattr(record, "note")
    assert not hasattr(record.nodes[0], "leaf")
    assert record.to_bytes() == DATA[:11] + b"\x00" + DATA[12:-1]


def test_records_are_equal_when_their_fields_are(kind: Any) -> None:
    one, two = kind.from_bytes(DATA), kind.from_bytes(DATA)
    assert one == two
    two.nodes[1].leaf.weight = 6
    assert one != two
    assert one != DATA
    assert one.nodes[0] != one.nodes[1]


def test_arrays_count_when_records_are_compared(kind: Any) -> None:
    one, two = kind.from_bytes(DATA), kind.from_bytes(DATA)
    two.grid = np.array([1, 3], "<u2")
    assert one != two


def test_records_may_be_keys_by_identity(kind: Any) -> None:
    one, two = kind.from_bytes(DATA), kind.from_bytes(DATA)
    assert len({one: 1, two: 2}) == 2


def test_a_record_is_shown_short(kind: Any) -> None:
    shown = repr(kind.from_bytes(DATA))
    assert shown.startswith("Tree(magic=b'TR', version=2, len_name=2, name='ab'")
    assert "grid=<uint16 (2,)>" in shown
    assert len(repr(kind.build(nodes=[{"value": 0}] * 1000))) < 200
    assert repr(kind.build()) == "Tree()"


def test_a_record_that_was_changed_derives_anew(kind: Any) -> None:
    record = kind.from_bytes(DATA)
    record.name = "longer"
    record.nodes.append(kind.Node.build(value=0))
    again = kind.from_bytes(record.to_bytes())
    assert (again.len_name, again.name, again.num_nodes) == (6, "longer", 3)


def test_writing_twice_gives_the_same(kind: Any) -> None:
    record = kind.build(**given())
    assert record.to_bytes() == record.to_bytes() == DATA


def test_a_file_appears_whole_or_not_at_all(kind: Any, tmp_path: Path) -> None:
    path = tmp_path / "x.tree"
    kind.build(**given()).to_file(path)
    assert path.read_bytes() == DATA
    with pytest.raises(FormatError):
        kind.build(**given() | {"grid": np.array([1], "<u2")}).to_file(path)
    assert path.read_bytes() == DATA
    assert len(list(tmp_path.iterdir())) == 1
