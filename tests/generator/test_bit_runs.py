"""Neighbouring fields of bits become one run, and nobody can tell by what is read and written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quire
from quire.generator.diagnostics import Problems
from quire.generator.pipeline import Options, plan_specs
from quire.generator.plan import operations as p
from quire.runtime.showing.dump import dump
from tests.cases import outcome, plan_of


def spec_of(folder: Path, body: str, meta: str = "") -> Path:
    spec = folder / "runs.ksy"
    spec.write_text(f"meta: {{id: runs, endian: le{meta}}}\n{body}", encoding="utf-8")
    return spec


def names(ops: tuple[p.Op, ...]) -> list[list[str]]:
    found = [[field.name for field in op.fields] for op in ops if isinstance(op, p.BitRun)]
    return found + [run for op in ops for body in p.bodies(op) for run in names(body)]


def runs(folder: Path, seq: str, meta: str = "") -> list[list[str]]:
    """The fields of each run of a spec with these fields."""
    root = plan_of(spec_of(folder, f"seq:\n{seq}", meta)).root
    assert names(root.read) == names(root.write)
    return names(root.read)


# -- what a run is ---------------------------------------------------------------------------------


def test_bits_of_one_order_are_a_run(tmp_path: Path) -> None:
    seq = """
  - {id: a, type: b1}
  - {id: b, type: b7}
  - {type: b3}
  - {id: c, type: b4le}
  - {id: d, type: b4le}
  - {id: number, type: u1}
  - {id: e, type: b8}
  - {id: f, type: b200}
"""
    assert runs(tmp_path, seq) == [["a", "b", "_unnamed2"], ["c", "d"], ["e", "f"]]


def test_what_is_not_plain_bits_ends_a_run(tmp_path: Path) -> None:
    seq = """
  - {id: a, type: b1}
  - {id: sometimes, type: b1, if: a}
  - {id: b, type: b1}
  - {id: often, type: b1, repeat: expr, repeat-expr: 2}
  - {id: c, type: b1}
  - {id: nothing, size: 0}
  - {id: d, type: b1}
  - {id: e, type: b2}
"""
    assert runs(tmp_path, seq) == [["d", "e"]]


def test_a_field_with_a_check_stands_alone(tmp_path: Path) -> None:
    seq = """
  - {id: a, type: b4}
  - {id: b, type: b4}
  - {id: c, type: b4, valid: 3}
  - {id: d, type: b4}
  - {id: e, type: b4, enum: e, valid: {in-enum: true}}
  - {id: f, type: b4}
  - {id: g, type: b8}
enums: {e: {1: one}}
"""
    assert runs(tmp_path, seq) == [["a", "b"], ["f", "g"]]


def test_what_a_run_holds_is_derived(tmp_path: Path) -> None:
    seq = """
  - {id: version, type: b4, -default: 4}
  - {id: len_text, type: b12}
  - {type: b1}
  - {id: has_tail, type: b1}
  - {id: kind, type: b6, enum: kind, -default: "kind::plain"}
  - {id: text, size: len_text}
  - {id: tail, type: u1, if: has_tail}
enums: {kind: {3: plain}}
"""
    assert len(runs(tmp_path, seq)[0]) == 5
    kind = quire.compile(spec_of(tmp_path, f"seq:\n{seq}")).Runs
    assert kind.build(text=b"ab", tail=7).to_bytes() == b"\x40\x02\x43ab\x07"
    assert kind.build(text=b"ab").to_bytes() == b"\x40\x02\x03ab"
    with pytest.raises(quire.ContradictionError, match="len_text: given 3"):
        kind.build(len_text=3, text=b"ab").to_bytes()
    with pytest.raises(quire.FormatError, match=r"len_text at byte 0: .*\(b12\), found 4096"):
        kind.build(text=bytes(4096)).to_bytes()


def test_objects_that_can_be_looked_at_half_read_have_no_runs(tmp_path: Path) -> None:
    seq = "  - {id: a, type: b1}\n  - {id: b, type: b7}\n"
    assert runs(tmp_path, seq) == [["a", "b"]]
    assert runs(tmp_path, seq, ", ks-debug: true") == []
    for options in (Options(auto_read=False), Options(read_write=True)):
        problems = Problems()
        (plan,) = plan_specs([spec_of(tmp_path, f"seq:\n{seq}")], problems, options)
        assert names(plan.root.read) == names(plan.root.write) == []


def test_both_byte_orders_share_their_runs(tmp_path: Path) -> None:
    spec = tmp_path / "ordered.ksy"
    spec.write_text(
        "meta: {id: ordered}\nseq: [{id: order, type: u1}, {id: body, type: body(order)}]\n"
        "types:\n  body:\n    params: [{id: order, type: u1}]\n"
        "    meta: {endian: {switch-on: order, cases: {1: le, 2: be}}}\n"
        "    seq:\n      - {id: a, type: u2}\n      - {id: b, type: b3}\n"
        "      - {id: c, type: b5}\n      - {id: d, type: u2}\n",
        encoding="utf-8",
    )
    kind = quire.compile(spec).Ordered
    assert [name for name in vars(kind.Body) if name.startswith("_BITS")] == ["_BITS_0"]
    for data in (b"\1\2\0\x65\2\0", b"\2\0\2\x65\0\2"):
        body = kind.from_bytes(data).body
        assert (body.a, body.b, body.c, body.d) == (2, 3, 5, 2)
        assert kind.from_bytes(data).to_bytes() == data


# -- what a run does -------------------------------------------------------------------------------


def both(folder: Path, before: int, fields: list[tuple[str, str]]) -> tuple[Any, Any]:
    """A type of these fields that has a run, and one that reads them one by one.

    They stand in a record that begins after some bits of its holder, if there are any.
    """
    found = []
    for alone in ("", ", if: true"):
        seq = "".join(f"      - {{id: {name}, type: {kind}{alone}}}\n" for name, kind in fields)
        first = f"{{id: before, type: b{before}}}, " if before else ""
        body = f"seq: [{first}{{id: body, type: body}}]\ntypes:\n  body:\n    seq:\n{seq}"
        spec = spec_of(folder, body)
        assert bool(names(plan_of(spec).root.records[0].read)) == (not alone)
        found.append(quire.compile(spec).Runs)
    return found[0], found[1]


def shown(found: Any) -> Any:
    """A record as data, or an error as it is told, by either class."""
    if isinstance(found, quire.FormatError):
        return (type(found), *found.as_dict().items(), str(found))
    return dump(found), found._io.pos(), found._io.is_eof()


def assert_same(fused: Any, single: Any, data: bytes) -> None:
    """Reading is the same for either class at every length, and so is writing what was read."""
    for size in range(len(data) + 1):
        assert shown(outcome(fused, data[:size])) == shown(outcome(single, data[:size]))
    assert fused.from_bytes(data).to_bytes() == single.from_bytes(data).to_bytes()


@settings(max_examples=30, deadline=None)
@given(
    before=st.integers(0, 9),
    order=st.sampled_from(["be", "le"]),
    widths=st.lists(st.integers(1, 40), min_size=2, max_size=8),
    data=st.data(),
)
def test_a_run_reads_as_its_fields_do(
    tmp_path_factory: pytest.TempPathFactory,
    before: int,
    order: str,
    widths: list[int],
    data: st.DataObject,
) -> None:
    folder = tmp_path_factory.mktemp("runs")
    fields = [(f"f{i}", f"b{width}{order}") for i, width in enumerate(widths)]
    size = (before + sum(widths) + 7) // 8
    stored = data.draw(st.binary(min_size=size, max_size=size))
    assert_same(*both(folder, before, fields), stored)


def test_a_run_is_cut_where_its_field_is(tmp_path: Path) -> None:
    seq = "seq: [{id: a, type: b4}, {id: b, type: b12}, {id: c, type: b1}, {id: d, type: b15}]"
    kind = quire.compile(spec_of(tmp_path, seq)).Runs
    for size, name, offset, wanted, left in (
        (0, "a", 0, 1, 0),
        (1, "b", 1, 1, 0),
        (2, "c", 2, 1, 0),
        (3, "d", 3, 1, 0),
    ):
        with pytest.raises(quire.TruncatedError) as caught:
            kind.from_bytes(bytes(size))
        error = caught.value
        assert (error.path, error.offset, error.bytes_needed, error.bytes_available) == (
            name,
            offset,
            wanted,
            left,
        )


def test_a_check_comes_before_what_is_cut_behind_it(tmp_path: Path) -> None:
    seq = "seq: [{id: a, type: b4}, {id: b, type: b4, valid: 1}, {id: c, type: b4}]"
    kind = quire.compile(spec_of(tmp_path, seq)).Runs
    with pytest.raises(quire.ValidationNotEqualError, match="b at byte 0: expected 1, found 2"):
        kind.from_bytes(b"\x12")


def test_a_value_that_is_missing_or_wrong_is_told_by_name(tmp_path: Path) -> None:
    seq = "seq: [{id: class, type: b4}, {id: b, type: b11}, {id: is_last, type: b1}]"
    kind = quire.compile(spec_of(tmp_path, seq)).Runs
    assert kind.build(class_=1, b=2, is_last=True).to_bytes() == b"\x10\x05"
    with pytest.raises(quire.FormatError, match=r"^runs: b: expected a value"):
        kind.build(class_=1, is_last=True).to_bytes()
    with pytest.raises(quire.FormatError, match=r"^runs: class at byte 0: .* \(b4\), found 16$"):
        kind.build(class_=16, b=2, is_last=True).to_bytes()
    with pytest.raises(quire.FormatError, match=r"is_last: expected a boolean, found None"):
        kind.build(class_=1, b=2, is_last=None).to_bytes()
