"""YAML as nodes that know their place, with scalars as YAML 1.2 takes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.generator.diagnostics import Problems
from quire.generator.source import Source
from quire.generator.syntax.load import Mapping, Scalar, load, load_text


def loaded(text: str) -> Mapping:
    """The mapping that a text is."""
    problems = Problems()
    node = load_text(Source("x.ksy", text), problems)
    assert node is not None, problems.text()
    return node


def scalar(text: str) -> Scalar:
    """The value of the key `a`."""
    node = loaded(text).get("a")
    assert isinstance(node, Scalar)
    return node


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("12", "int"),
        ("-3", "int"),
        ("+3", "int"),
        ("0x1f", "int"),
        ("0o17", "int"),
        ("010", "int"),
        ("1.5", "float"),
        ("1e3", "float"),
        (".5", "float"),
        ("1.", "float"),
        ("true", "bool"),
        ("False", "bool"),
        ("yes", "str"),
        ("off", "str"),
        ("null", "null"),
        ("~", "null"),
        ("", "null"),
        ("abc", "str"),
        ("'12'", "str"),
        ('"true"', "str"),
        ("2001-01-01", "str"),
        ("1_000", "str"),
        ("0b11", "str"),
    ],
)
def test_a_scalar_has_the_kind_of_yaml_1_2(text: str, kind: str) -> None:
    assert scalar(f"a: {text}\n").kind == kind


def test_an_integer_keeps_its_text() -> None:
    assert scalar("a: 0xffffffffffffffff\n").text == "0xffffffffffffffff"


@pytest.mark.parametrize(
    ("text", "line", "column", "length", "exact"),
    [
        ("a: word\n", 1, 4, 4, True),
        ("b: 1\na:   12\n", 2, 6, 2, True),
        ("a: 'word'\n", 1, 5, 4, True),
        ('a: "wo\\x72d"\n', 1, 5, 7, False),
        ("a: 'it''s'\n", 1, 5, 5, False),
        ("{x: 1, a: é}\n", 1, 11, 1, True),
        ("a: |\n  text\n", 1, 4, 1, False),
    ],
)
def test_a_scalar_knows_where_its_text_stands(
    text: str, line: int, column: int, length: int, *, exact: bool
) -> None:
    found = scalar(text)
    assert (found.span.line, found.span.column, found.span.length) == (line, column, length)
    assert found.exact == exact


def test_a_node_knows_its_path() -> None:
    node = loaded("seq:\n  - id: a\n    type: {switch-on: x}\n").get("seq")
    assert node is not None
    assert node.span.yaml_path == "/seq"
    assert [span.span.yaml_path for span in getattr(node, "items", ())] == ["/seq/0"]


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "x.ksy"
    path.write_bytes(b"\xef\xbb\xbfa: 1\n")
    problems = Problems()
    node = load(path, problems)
    assert node is not None
    assert [key.text for key, _ in node.items] == ["a"]
    assert node.span.column == 1


@pytest.mark.parametrize("data", [b"\xff\xfe", b"meta: {id: \xe9}\n"])
def test_a_file_that_is_not_utf_8_is_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.ksy"
    path.write_bytes(data)
    problems = Problems()
    assert load(path, problems) is None
    assert [problem.code for problem in problems.sorted()] == ["Q101"]


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    problems = Problems()
    assert load(tmp_path / "none.ksy", problems) is None
    assert [problem.code for problem in problems.sorted()] == ["Q101"]


def test_an_alias_is_what_it_stands_for() -> None:
    node = loaded("a: &x {b: 1}\nc: *x\n").get("c")
    assert isinstance(node, Mapping)
    assert node.span.yaml_path == "/c"
