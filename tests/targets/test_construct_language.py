"""The cases of `tests/language`, as Construct reads them."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from quire.compiler import compile_texts
from quire.generator.diagnostics import Problems
from tests.cases import CASES, compiled, data_of, spec_of
from tests.targets.agreement import difference

DIFFERENT = {
    "nested_types": "an instance depends on a field that is read later",
    "texts_of_values": "a text as its parts is refused",
}
"""Cases that Construct reads otherwise, or not at all, and why."""


@pytest.mark.parametrize("case", [case for case in CASES if case not in DIFFERENT])
def test_construct_reads_what_quire_reads(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    problems, package = Problems(), f"constructs_of_{case}"
    (tmp_path / package).mkdir()
    modules = compile_texts([spec_of(case)], problems, package=package, target="construct")
    assert not problems.failed, problems.text()
    for module in modules:
        (tmp_path / package / f"{module.name}.py").write_text(module.text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    schema = importlib.import_module(f"{package}.{modules[0].name}")._schema
    data = data_of(case)
    assert difference(compiled(case).from_bytes(data), schema.parse(data)) is None
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        del sys.modules[name]
