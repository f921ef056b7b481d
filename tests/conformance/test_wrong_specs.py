"""Specs that are wrong: they are refused where Kaitai's own compiler refuses them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from quire.compiler import compile_texts
from quire.generator.diagnostics import Diagnostic, Problems

HERE = Path(__file__).parent
KAITAI = json.loads((HERE / "kaitai" / "errors" / "expected.json").read_text("utf-8"))
OWN = json.loads((HERE / "own" / "wrong.json").read_text("utf-8"))

_TREES = (
    (r"IntNum\((.*)\)", r"\1"),
    (r"Str\((.*)\)", r'"\1"'),
    (r"Bool\((.*)\)", r"\1"),
    (r"Name\(identifier\((.*)\)\)", r"\1"),
    (r"EnumByLabel\(identifier\((.*?)\),identifier\((.*?)\),.*", r"\1::\2"),
)
"""How Kaitai's compiler writes the keys of `cases`, as trees, and how they stand in the spec."""


def as_written(place: str) -> str:
    """A place, with the key of a case as the spec has it."""
    start, cases, key = place.partition("/cases/")
    for tree, text in _TREES:
        if re.fullmatch(tree, key):
            key = re.sub(tree, text, key).replace('"', "'" if "'" in key else '"')
    return start + cases + key


def diagnose(path: Path) -> tuple[list[Diagnostic], bool]:
    problems = Problems()
    compile_texts([path], problems)
    return problems.sorted(), problems.failed


def assert_found(found: list[Diagnostic], problem: dict[str, Any], name: str) -> None:
    """A problem is among those that were found: in its file, at its place, as grave as it is."""
    file, at = problem.get("file", name), problem["at"]
    here = [
        p
        for p in found
        if (p.span.source.name.rpartition("/")[2], p.severity) == (file, problem["severity"])
    ]
    places = {p.span.yaml_path for p in here} | {f"line {p.span.line}" for p in here}
    assert at in places or as_written(at) in places, f"{at} is not among {sorted(places)}"


@pytest.mark.parametrize("name", KAITAI)
def test_a_spec_is_refused_where_the_suite_says(name: str) -> None:
    found, failed = diagnose(HERE / "kaitai" / "errors" / f"{name}.ksy")
    assert failed == KAITAI[name]["rejected"]
    for problem in KAITAI[name]["problems"]:
        assert_found(found, problem, f"{name}.ksy")


@pytest.mark.parametrize("name", OWN)
def test_a_spec_is_refused_where_the_official_compiler_does(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.ksy"
    path.write_text(OWN[name]["spec"], encoding="utf-8")
    found, failed = diagnose(path)
    assert failed == OWN[name]["rejected"]
    for problem in OWN[name]["problems"]:
        assert_found(found, problem, path.name)


def test_no_case_is_missing() -> None:
    assert (len(KAITAI), len(OWN)) == (77, 427)
