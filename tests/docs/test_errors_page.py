"""The page of errors has every code, and every example gives the code that it stands under."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quire.generator.diagnostics import CODES, Problems
from quire.generator.pipeline import Options, plan_spec
from quire.runtime import errors
from tests.docs.page import headings

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "errors.md"
SECTION = re.compile(r"^### (?P<code>Q\d+): .*?$(?P<body>.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)
EXAMPLE = re.compile(r"^```yaml\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)

EXAMPLES = [
    (section["code"], example["text"])
    for section in SECTION.finditer(PAGE.read_text(encoding="utf-8"))
    for example in EXAMPLE.finditer(section["body"])
]


def test_every_code_has_a_heading() -> None:
    found = [heading.partition(":")[0] for heading in headings(PAGE)]
    assert [code for code in found if re.fullmatch(r"Q\d+", code)] == list(CODES)


@pytest.mark.parametrize(("code", "spec"), EXAMPLES, ids=[code for code, _ in EXAMPLES])
def test_an_example_gives_its_code_and_no_other(code: str, spec: str, tmp_path: Path) -> None:
    path = tmp_path / "example.ksy"
    path.write_text(spec, encoding="utf-8")
    problems = Problems()
    plan_spec(path, problems, Options(allow=frozenset()))
    assert {problem.code for problem in problems.sorted()} == {code}


def test_every_exception_has_a_heading() -> None:
    known = {
        value.__name__
        for value in vars(errors).values()
        if isinstance(value, type)
        and issubclass(value, Exception)
        and value.__module__ == errors.__name__
    }
    found = {heading.strip("`") for heading in headings(PAGE)}
    assert known <= found
