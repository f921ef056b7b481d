"""The extension of Visual Studio Code names what is there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from quire.generator.syntax import keys

FOLDER = Path(__file__).resolve().parents[2] / "editors" / "vscode"


def read(name: str) -> Any:
    """A file of the extension."""
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


def test_the_files_that_it_names_are_there() -> None:
    package = read("package.json")
    named = [package["main"]]
    named += [each["configuration"] for each in package["contributes"]["languages"]]
    named += [each["path"] for each in package["contributes"]["grammars"]]
    assert all((FOLDER / name).is_file() for name in named)


def test_a_grammar_has_the_scope_that_it_is_named_by() -> None:
    for each in read("package.json")["contributes"]["grammars"]:
        assert read(each["path"])["scopeName"] == each["scopeName"]


def test_expressions_are_coloured_behind_keys_of_the_language() -> None:
    [pattern] = read("syntaxes/expressions.tmLanguage.json")["patterns"]
    found = re.search(r"\(([a-z|-]+)\)\(:\)", pattern["begin"])
    assert found is not None
    places = (keys.TYPE, keys.FIELD, keys.INSTANCE, keys.SWITCH, keys.VALID, keys.EXTENSIONS)
    assert set(found[1].split("|")) <= set().union(*places)


def test_a_folder_that_is_not_trusted_cannot_name_a_command() -> None:
    package = read("package.json")
    settings = package["contributes"]["configuration"]["properties"]
    limited = package["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"]
    assert list(settings) == limited
