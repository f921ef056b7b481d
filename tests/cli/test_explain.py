"""`quire explain`: the reference of errors, code by code."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from quire.cli.main import main
from quire.generator.diagnostics import CODES
from quire.generator.explained import explained

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "errors.md"


@pytest.mark.parametrize("code", CODES)
def test_each_code_is_explained_as_in_the_reference(code: str) -> None:
    done = CliRunner().invoke(main, ["explain", code])
    assert done.exit_code == 0
    title = done.output.splitlines()[0]
    assert title.startswith(f"{code}: ")
    section = explained()[code]
    assert f"### {code}: {section.title}\n\n{section.body}\n" in PAGE.read_text(encoding="utf-8")
    assert len(section.body) > len("one line")


def test_what_is_printed_has_no_links() -> None:
    for section in explained().values():
        assert "](" not in section.text


def test_all_codes_are_listed_without_one() -> None:
    done = CliRunner().invoke(main, ["explain"])
    assert [line.partition(":")[0] for line in done.output.splitlines()] == list(CODES)


def test_several_codes_in_lower_case_are_taken() -> None:
    done = CliRunner().invoke(main, ["explain", "q305", "q101"])
    assert done.output.startswith("Q305: ")
    assert "\n\nQ101: " in done.output


def test_an_unknown_code_is_wrong_usage() -> None:
    done = CliRunner().invoke(main, ["explain", "Q3O2"])
    assert done.exit_code == 2
    assert "`Q3O2` is not a code of an error" in done.output
