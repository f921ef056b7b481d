"""Finished plans: the invariants of programs, and how they are printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.generator.diagnostics import Problems
from quire.generator.pipeline import Options, plan_spec
from quire.generator.plan import program as g
from quire.generator.plan.finish.classes import finish
from quire.generator.plan.finish.verify import verify
from quire.generator.plan.program_text import program_text
from quire.runtime.frozen import replace
from tests.cases import CASES, spec_of


def program(spec: Path, *, read_write: bool = False) -> g.Module | None:
    plan = plan_spec(spec, Problems(), Options(read_write=read_write))
    return None if plan is None else finish(plan)


@pytest.mark.parametrize("read_write", [False, True], ids=["read", "read-write"])
@pytest.mark.parametrize("case", CASES)
def test_programs_keep_their_invariants_and_can_be_printed(case: str, *, read_write: bool) -> None:
    found = program(spec_of(case), read_write=read_write)
    if found is None:
        return  # what `--read-write` does not take
    verify(found)
    text = program_text(found)
    assert text.count("\n  Read") >= 1
    assert "object at" not in text


def with_body(*body: g.Statement) -> g.Module:
    """A module whose class does nothing but that."""
    module = program(spec_of(CASES[0]))
    assert module is not None
    return replace(module, root=replace(module.root, methods=(g.Check(body),)))


COUNT = g.Count(g.slot("n"), "rows", 1, limit=None, partial=False)
ITEM = g.ForEach(g.element("rows"), g.slot("rows"), indexed=False, body=(g.Put(g.element("rows")),))


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ((g.Put(g.variable("_io")),), "nothing gives `_io`"),
        ((g.Put(g.variable("count")), COUNT), "`count`"),
        ((g.Put(g.element("rows")),), "no loop is over `rows`"),
        ((ITEM, g.Put(g.variable("i"))), "nothing gives `i`"),
        ((g.If(()),), "without a condition"),
        ((g.If((g.Arm(g.slot("a"), ()),)),), "a condition of nothing"),
    ],
    ids=["a word of specs", "too late", "no loop", "no index", "no arm", "no body"],
)
def test_a_program_that_breaks_one_is_refused(body: tuple[g.Statement, ...], message: str) -> None:
    module = with_body(*body)
    with pytest.raises(AssertionError, match=message):
        verify(module)


def test_a_program_that_keeps_them_is_taken() -> None:
    verify(with_body(ITEM, COUNT, g.Put(g.variable("count"))))
