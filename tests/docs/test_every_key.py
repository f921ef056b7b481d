"""The page of the language has every key: in a table, and in an example that is legal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from quire.generator.diagnostics import Problems
from quire.generator.pipeline import Options, plan_specs
from quire.generator.source import Source
from quire.generator.syntax import keys
from quire.generator.syntax.key_tables import renew
from quire.generator.syntax.load import load_text
from quire.generator.syntax.parse import parse_spec
from tests.docs.page import Code, code_blocks

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "language.md"

PLACES: list[tuple[str, keys.Place]] = [
    ("Types", keys.TYPE),
    ("`meta`", keys.META),
    ("Fields", keys.FIELD),
    ("`params`", keys.PARAM),
    ("`valid`", keys.VALID),
    ("`switch-on`", keys.SWITCH),
    ("Instances", keys.INSTANCE),
    ("Enums", keys.ENUM_LABEL),
    ("`-array`", keys.ARRAY),
    ("`-document`", keys.DOCUMENT | keys.SCHEMA),
    ("`-checksum`", keys.CHECKSUM),
    ("`-sync`", keys.SYNC),
    ("Twins", keys.TWINS),
]
"""The heading under which the keys of a place stand."""


def section(heading: str) -> str:
    """The text below a heading, up to the next one of its level or above."""
    text = PAGE.read_text(encoding="utf-8")
    start = re.search(rf"^(##+) {re.escape(heading)}$", text, re.MULTILINE)
    assert start, heading
    level = len(start[1])
    end = re.search(rf"^##{{1,{level - 1}}} ", text[start.end() :], re.MULTILINE)
    return text[start.end() :][: end.start() if end else None]


def rows(text: str) -> set[str]:
    """The keys that rows of tables begin with."""
    return set(re.findall(r"^\| \[?`([\w-]+)`", text, re.MULTILINE))


def examples(text: str = "") -> list[Code]:
    """The YAML blocks of the page; those of a part of it if a text is given."""
    blocks = [code for code in code_blocks(PAGE) if code.language == "yaml"]
    return [code for code in blocks if not text or code.text in text]


def parsed(code: Code) -> Any:
    """What a block says, every value as text."""
    return yaml.load(code.text, yaml.BaseLoader)  # noqa: S506  # it makes nothing but texts


def words(node: Any) -> Iterator[str]:
    """All keys of a tree of YAML."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield str(key)
            yield from words(value)
    elif isinstance(node, list):
        for item in node:
            yield from words(item)


def file_name(code: Code) -> str:
    """The name of the file that a block is, or ""."""
    found = re.match(r"# (\S+\.ksy)\n", code.text)
    return found[1] if found else ""


def test_the_tables_are_those_of_the_compiler() -> None:
    page = PAGE.read_text(encoding="utf-8")
    tables = re.findall("<!-- keys of ([A-Z_]+): begin", page)
    made_of_others = {"DOCS", "BYTES", "TEXT", "INTEGER", "VALUE_INSTANCE", "EXTENSIONS"}
    places = {name for name, words in vars(keys).items() if name.isupper() and words}
    assert set(tables) == places - made_of_others - {"OF_SEQ", "OF_STORED"}
    assert renew(page) == page


@pytest.mark.parametrize(("heading", "wanted"), PLACES, ids=[heading for heading, _ in PLACES])
def test_the_keys_of_a_place_are_in_its_table(heading: str, wanted: keys.Place) -> None:
    assert wanted.keys() <= rows(section(heading))


@pytest.mark.parametrize(("heading", "wanted"), PLACES, ids=[heading for heading, _ in PLACES])
def test_the_keys_of_a_place_are_in_its_examples(heading: str, wanted: keys.Place) -> None:
    found = {word for code in examples(section(heading)) for word in words(parsed(code))}
    assert wanted.keys() <= found


@pytest.mark.parametrize("key", sorted(keys.OWN))
def test_a_key_of_our_own_is_in_the_table_and_in_an_example(key: str) -> None:
    assert key in rows(section("What quire adds"))
    heading = "`-default` and `-derive`" if key in ("-default", "-derive") else f"`{key}`"
    assert any(key in words(parsed(code)) for code in examples(section(heading)))


@pytest.mark.parametrize(
    "code", [code for code in examples() if not file_name(code)], ids=lambda code: str(code.line)
)
def test_a_fragment_is_legal_where_it_belongs(code: Code) -> None:
    tree, text = parsed(code), code.text
    if not isinstance(tree, list) and not tree.keys() <= keys.TYPE.keys():
        text = "- size: 1\n" + "".join(f"  {line}" for line in text.splitlines(keepends=True))
    if isinstance(tree, list) or text != code.text:
        text = "seq:\n" + "".join(f"  {line}" for line in text.splitlines(keepends=True))
    if "meta:" not in text:
        text = f"meta: {{id: fragment}}\n{text}"
    problems = Problems()
    node = load_text(Source("fragment.ksy", text), problems)
    assert node is not None, problems.text()
    parse_spec(node, problems)
    found = [problem for problem in problems.sorted() if "`-type`" not in problem.message]
    assert not found, problems.text()


def test_complete_specs_are_compiled_without_a_warning(tmp_path: Path) -> None:
    written = [tmp_path / file_name(code) for code in examples() if file_name(code)]
    for code in examples():
        if name := file_name(code):
            (tmp_path / name).write_text(code.text, encoding="utf-8")
    problems = Problems()
    assert len(plan_specs(written, problems, Options((tmp_path,)))) == len(written)
    assert not problems.sorted(), problems.text()
