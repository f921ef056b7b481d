"""Every block of code on every page is run; of what cannot be, the reason is known."""

from __future__ import annotations

import ast
import json
import subprocess
import tomllib
from pathlib import Path

import jinja2
import pytest
import yaml

from tests.docs.page import Code, code_blocks, is_file
from tests.docs.test_pages import PAGES, ROOT, name

RUN = ("pycon", "console")

NOT_RUN = {
    "README.md": "two blocks: `make`, and what tests/docs/test_readme.py runs",
    "docs/explanation/stages.md": "parts of the spec and of the templates that the page is about",
    "docs/how-to/add-a-codec.md": "a pyproject.toml: installing it would change this environment",
    "docs/how-to/add-to-a-spec.md": "a folder of public specs, which are not here",
    "docs/how-to/fuzz-your-parser.md": "fuzzers, which are not installed: clang, AFL++, atheris",
    "docs/how-to/look-at-a-file.md": "a server, which runs until somebody stops it",
    "docs/how-to/set-up-an-editor.md": "installing, and settings of editors",
    "docs/reference/codecs.md": "logging: it would change that of these tests",
    "docs/reference/command.md": "a table that differs between machines, settings of editors",
    "docs/reference/errors.md": "wrong specs, which tests/docs/test_errors_page.py compiles",
    "docs/reference/formats/cdd.md": "a bucket that is not there",
    "docs/reference/formats/finalfusion.md": "needs a GPU",
    "docs/reference/formats/tier_store.md": "formulas",
    "docs/reference/language.md": "parts of specs, which tests/docs/test_every_key.py parses",
}
"""Pages with blocks that are not run, and why."""


def not_run(page: Path) -> list[Code]:
    """The blocks that are neither run nor files for those that are."""
    return [each for each in code_blocks(page) if each.language not in RUN and not is_file(each)]


def test_pages_with_blocks_that_are_not_run_are_those_that_say_why() -> None:
    assert {name(page) for page in PAGES if not_run(page)} == set(NOT_RUN)


def read(code: Code) -> None:
    """Read a block as its language does; raise what that raises."""
    match code.language:
        case "yaml":
            yaml.compose(code.text)
        case "json":
            json.loads(code.text)
        case "toml":
            tomllib.loads(code.text)
        case "python" | "py":
            ast.parse(code.text)
        case "sh":
            subprocess.run(["bash", "-n"], input=code.text, text=True, check=True)  # noqa: S607  # any bash
        case "jinja":
            jinja2.Environment(autoescape=True).parse(code.text)
        case "text" | "lua":  # nobody here reads Lua
            assert code.text
        case _:
            raise ValueError(f"a block of `{code.language}`, which nobody reads")


@pytest.mark.parametrize("page", [ROOT / each for each in NOT_RUN], ids=name)
def test_what_is_not_run_is_right_in_its_language(page: Path) -> None:
    for code in not_run(page):
        if page.name == "errors.md":
            continue  # what is wrong with some is that they are no YAML
        read(code)
