"""What is told of a text that is being typed is what is told of it when nothing was before."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from pygls.workspace import PositionCodec

from quire.generator.pipeline import Options
from quire.lsp.completion import offers
from quire.lsp.hints import derived
from quire.lsp.hover import hover
from quire.lsp.ranges import Ranges
from quire.lsp.renaming import RenameError, found_at, renamed
from quire.lsp.symbols import symbols
from quire.lsp.workspace import Workspace
from tests.lsp.conftest import SPECS

EDITS = (
    ("type: u4", "type: u8"), ("type: ", "typ: "), ("size: ", "size: 1 + "), ("\n  ", "\n\n  "),
    ("id: num_", "id: n_"), ("enum: ", "enum: x"), ("doc: ", "doc: |\n        "), ("- id:", "-id:"),
    ("value: ", "value: ("), ("types:", "types: "), ("\n", "\n# x\n"), ("seq:", "seq: []\nseq:"),
    ("contents", "valid"), ("_root", "_parent"), ("if: ", "if: not "), ("u1", "u16"),
)  # fmt: skip  # laid out as a table
"""What stands there, and what somebody types instead."""


def told_always(specs: Workspace, file: Path, text: str, place: tuple[int, int]) -> dict[str, Any]:
    """What a server answers about any text, and about a place of it (from 0)."""
    problems = [problem.as_dict() for problem in specs.problems(file)]
    return {"problems": problems, "offers": offers(specs, file, text, *place)}


def told_of_yaml(specs: Workspace, file: Path, place: tuple[int, int]) -> dict[str, Any]:
    """What it answers about a text that is a spec, be it a wrong one."""
    analysis, told = specs.analysis(file), dict[str, Any]()
    assert analysis is not None
    line, column = place[0] + 1, place[1] + 1
    found = found_at(specs, analysis, line, column)
    told["found"] = found and [str(found.definition), *map(str, found.mentions)]
    told["hover"] = str(hover(analysis, line, column))
    told["symbols"] = symbols(analysis.names.spec.root, Ranges(PositionCodec()))
    told["hints"] = [(str(span), how) for span, how in derived(analysis)]
    try:
        told["renamed"] = found and list(map(str, renamed(specs, analysis, found, "other_name")))
    except RenameError as error:
        told["renamed"] = str(error)
    return told


@pytest.mark.parametrize("edits", [8, pytest.param(40, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ["png", "zip", "cvc"])
def test_answers_are_those_of_a_server_that_has_just_begun(
    name: str, edits: int, tmp_path: Path
) -> None:
    dice = random.Random(name)  # noqa: S311  # nothing is secret
    file = (tmp_path / f"{name}.ksy").resolve()
    good = text = (SPECS / f"{name}.ksy").read_text(encoding="utf-8")
    specs = Workspace(Options())
    answered = 0
    for _ in range(edits):
        specs.put(file, text)
        fresh = Workspace(Options())
        fresh.put(file, text)
        word = dice.choice(list(re.finditer("(?:typ|siz)e: ", text))).end() + 1
        line = text.count("\n", 0, word)
        place = line, word - (text.rfind("\n", 0, word) + 1)
        assert told_always(specs, file, text, place) == told_always(fresh, file, text, place)
        if fresh.analysis(file) is not None:  # else it answers about what was there before
            told = told_of_yaml(specs, file, place)
            assert told == told_of_yaml(fresh, file, place)
            answered += told["found"] is not None
        old, new = dice.choice(EDITS)
        places = [at.start() for at in re.finditer(re.escape(old), text)]
        at = dice.choice(places) if places else len(text)
        text = text[:at] + new + text[at + len(old) :] if dice.randrange(3) else good
    assert answered
