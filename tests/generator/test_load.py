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


def test_a_key_may_be_an_alias() -> None:
    assert [key.text for key, _ in loaded("a: &x word\n*x : 1\n").items] == ["a", "word"]


def test_merged_mappings_give_what_is_not_there_and_the_first_goes_before() -> None:
    text = "a: &x {b: 1, c: 2}\nd: &y {c: 3, e: 4}\nf: {b: 5, <<: [*x, *y]}\n"
    merged = loaded(text).get("f")
    assert isinstance(merged, Mapping)
    values = {key.text: value for key, value in merged.items}
    found = {name: value.text for name, value in values.items() if isinstance(value, Scalar)}
    assert found == {"b": "5", "c": "2", "e": "4"}


@pytest.mark.parametrize("text", ["a: &x {'<<': 1}\n", 'a: {"<<": 1}\n'])
def test_a_quoted_merge_is_a_key(text: str) -> None:
    node = loaded(text).get("a")
    assert isinstance(node, Mapping)
    assert [key.text for key, _ in node.items] == ["<<"]


@pytest.mark.parametrize(
    ("text", "said", "line"),
    [
        ("a: *x\n", "the YAML has no anchor `x` before this", 1),
        ("a: *x\nb: &x 1\n", "the YAML has no anchor `x` before this", 1),
        ("a: &x 1\nb: &x 2\n", "the YAML has the anchor `x` twice", 2),
        ("a: 1\n---\nb: 2\n", "the YAML has more than one document", 2),
        ("a: &x [*x]\n", "an alias of the YAML contains itself", 1),
        ("a: &x\n  <<: *x\n", "an alias of the YAML contains itself", 1),
        ("[a]: 1\n", "a key is a plain word", 1),
        ("a: 1\n<<: 2\n", "`<<` takes mappings", 2),
        ("", "a spec is a mapping with `meta` and `seq`", 1),
        ("- a\n", "a spec is a mapping with `meta` and `seq`", 1),
    ],
)
def test_what_a_spec_may_not_have_is_refused_where_it_stands(
    text: str, said: str, line: int
) -> None:
    problems = Problems()
    load_text(Source("x.ksy", text), problems)
    (problem,) = problems.sorted()
    assert (problem.message, problem.span.line) == (said, line)


@pytest.mark.parametrize(
    "text",
    [
        "a: " + "[" * 5000,
        "a: " + "{b: " * 5000,
        "a:\n" + "- " * 5000,
        "a: " + "[\n" * 5000,
        "".join(" " * depth + "a:\n" for depth in range(2000)),
    ],
)
def test_nesting_is_refused_alike_whether_libyaml_or_quire_sees_it_first(text: str) -> None:
    problems = Problems()
    assert load_text(Source("x.ksy", text), problems) is None
    (problem,) = problems.sorted()
    assert problem.message == "the YAML is nested deeper than 150 levels"
