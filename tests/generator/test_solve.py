"""A writer finds the field that a size or a count depends on, or says why it cannot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import quire
from quire.generator.plan.operations import records_of
from tests.cases import plan_of


def compiled(tmp_path: Path, field: str) -> tuple[Any, str]:
    """The class of a spec where `n` is the size or the count of a field, and its notes."""
    path = tmp_path / "solved.ksy"
    text = f"meta: {{id: solved}}\nseq: [{{id: n, type: s1}}, {{id: k, type: s1}}, {field}]\n"
    path.write_text(text, encoding="utf-8")
    return quire.compile(path).Solved, "\n".join(plan_of(path).root.notes)


@pytest.mark.parametrize(
    ("expression", "n"),
    [
        ("n", 6),
        ("n + 2", 4),
        ("2 + n", 4),
        ("n - 2", 8),
        ("10 - n", 4),
        ("n * 3", 2),
        ("3 * n", 2),
        ("n << 1", 3),
        ("6 << n", 0),
        ("3 << n", 1),
        ("2 + (1 << n)", 2),
        ("-n", -6),
        ("(n - 1) * 2", 4),
        ("2 * (7 - n) - 4", 2),
        ("-(n + 1) + 4", -3),
        ("n * -2", -3),
        ("(+n + 0) * 1", 6),
    ],
)
@pytest.mark.parametrize("key", ["size: '{}'", "type: u1, repeat: expr, repeat-expr: '{}'"])
def test_the_field_is_solved_for(key: str, expression: str, n: int, tmp_path: Path) -> None:
    kind, _ = compiled(tmp_path, "{id: body, " + key.format(expression) + "}")
    body = b"sixsix" if "size" in key else [1, 2, 3, 4, 5, 6]
    built = kind.build(k=0, body=body)
    read = kind.from_bytes(built.to_bytes())
    assert (read.n, read.body) == (n, body)
    with pytest.raises(quire.ContradictionError, match="n: given 99, but body makes it"):
        kind.build(n=99, k=0, body=body).to_bytes()


def test_what_does_not_divide_is_an_error(tmp_path: Path) -> None:
    kind, _ = compiled(tmp_path, "{id: body, size: n * 4}")
    with pytest.raises(quire.FormatError, match=r"body: expected a multiple of 4 .*, found 6"):
        kind.build(k=0, body=b"sixsix").to_bytes()


@pytest.mark.parametrize(("expression", "factor"), [("5 << n", 5), ("12 << n", 12), ("2 << n", 2)])
def test_what_no_shift_makes_is_an_error(expression: str, factor: int, tmp_path: Path) -> None:
    kind, _ = compiled(tmp_path, f"{{id: body, size: '{expression}'}}")
    for body in (b"sixsix", b""):
        told = rf"body: expected {factor} times a power of two .*, found {len(body)}"
        with pytest.raises(quire.FormatError, match=told):
            kind.build(k=0, body=body).to_bytes()


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        ("n % 7", "its operators cannot be undone"),
        ("n / k", "it is computed from several fields"),
        ("n & k", "it is computed from several fields"),
        ("n & ~3", "its operators cannot be undone"),
        ("n | 8", "its operators cannot be undone"),
        ("n & 8 & 7", "it is always 0"),
        ("(n & 7) | (n >> 4 << 4)", "it stands on both sides of an operator"),
        ("(n + 7) / 8", "it is rounded up"),
        ("n - k", "it is computed from several fields"),
        ("n * 0", "it is always 0"),
        ("-1 << n", "it is computed from more than numbers and a field"),
        ("n > 2 ? 3 : 4", "its operators cannot be undone"),
    ],
)
def test_what_cannot_be_solved_is_noted(expression: str, reason: str, tmp_path: Path) -> None:
    _, notes = compiled(tmp_path, f"{{id: body, size: '{expression}'}}")
    assert f"`n` must be given: the size of `body` does not tell it: {reason}" in notes


def test_a_record_that_is_edited_is_solved_for_anew(tmp_path: Path) -> None:
    kind, _ = compiled(tmp_path, "{id: body, size: n * 2 - 2}")
    record = kind.from_bytes(b"\2\0ab")
    record.body = b"abcd"
    assert record.to_bytes() == b"\3\0abcd"


@pytest.mark.parametrize("spec", ["cvc"])
def test_no_user_of_a_format_states_what_follows(spec: str) -> None:
    path = Path(__file__).parents[2] / "specs" / f"{spec}.ksy"
    notes = [n for record in records_of(plan_of(path).root).values() for n in record.notes]
    assert not [note for note in notes if "must be given" in note]


def test_the_unknown_of_several_fields_is_the_one_that_nothing_else_tells(tmp_path: Path) -> None:
    kind, notes = compiled(tmp_path, "{id: a, size: k}, {id: b, size: n - k * 2}")
    assert "`n`" not in notes
    assert kind.build(a=b"xy", b=b"z").to_bytes() == b"\5\2xyz"


def test_an_instance_that_is_not_written_is_noted(tmp_path: Path) -> None:
    path = tmp_path / "seen.ksy"
    path.write_text(
        "meta: {id: seen}\nseq: [{id: a, type: t, size: 2}]\ntypes: {t: {}}\n"
        "instances:\n"
        "  {b: {type: u1}, c: {pos: 0, io: s, type: u1}, s: {value: a._io}, d: {pos: 0, type: u1}}",
        encoding="utf-8",
    )
    notes = plan_of(path).root.notes
    assert [note for note in notes if note.startswith("write:")] == [
        "write: instance `b` is not written: it has no position of its own",
        "write: instance `c` is not written: it is in the stream of no record",
    ]


def test_a_size_that_goes_by_the_position_tells_nothing(tmp_path: Path) -> None:
    kind, notes = compiled(tmp_path, "{id: body, size: n - _io.pos}")
    assert "the size of `body` does not tell it: it depends on the stream" in notes
    assert kind.build(n=4, k=1, body=b"xy").to_bytes() == b"\4\1xy"
    with pytest.raises(
        quire.FormatError, match="n: expected a value: give one, as it cannot be derived"
    ):
        kind.build(k=1, body=b"xy").to_bytes()
