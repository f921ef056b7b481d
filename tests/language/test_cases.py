"""Every case is a folder: a spec, its bytes, what they mean, and what the compiler makes of it.

`spec.ksy` and `data.txt` (hex, with comments) are the input. `expected.json` is the tree that
the bytes stand for, `values.json` (optional) has instances and the contents of arrays by their
path; both were written from the bytes by hand. `plan.txt`, `structure.txt` and `generated.py` are
golden files: `pytest --update-golden` writes them.
"""

import json
from pathlib import Path

import pytest

import quire
from quire.generator.plan.text import plan_text
from quire.runtime.showing.dump import dump
from tests.cases import (
    CASES,
    LANGUAGE,
    assert_complete,
    compiled,
    data_of,
    generated,
    outcome,
    plan_of,
    spec_of,
    value_at,
)
from tests.conftest import Golden

WITH_VALUES = tuple(case for case in CASES if (LANGUAGE / case / "values.json").exists())


@pytest.mark.parametrize("case", CASES)
def test_the_plan_is_the_golden_one(case: str, golden: Golden) -> None:
    golden(LANGUAGE / case / "plan.txt", plan_text(plan_of(spec_of(case))) + "\n")


@pytest.mark.parametrize("case", CASES)
def test_the_structure_is_the_golden_one(case: str, golden: Golden) -> None:
    golden(LANGUAGE / case / "structure.txt", f"{plan_of(spec_of(case)).structure}\n")


@pytest.mark.parametrize("case", CASES)
def test_the_module_is_the_golden_one(case: str, golden: Golden) -> None:
    golden(LANGUAGE / case / "generated.py", generated(spec_of(case)))


@pytest.mark.parametrize("case", CASES)
def test_reading_gives_what_the_bytes_mean(case: str) -> None:
    expected = json.loads((LANGUAGE / case / "expected.json").read_text(encoding="utf-8"))
    assert dump(compiled(case).from_bytes(data_of(case))) == expected


@pytest.mark.parametrize("case", WITH_VALUES)
def test_instances_and_arrays_have_their_values(case: str) -> None:
    expected = json.loads((LANGUAGE / case / "values.json").read_text(encoding="utf-8"))
    record = compiled(case).from_bytes(data_of(case))
    assert {path: value_at(record, path) for path in expected} == expected


@pytest.mark.parametrize("case", CASES)
def test_reading_takes_all_bytes(case: str) -> None:
    io = compiled(case).from_bytes(data_of(case))._io
    # Instances lie behind the fields.
    assert io.is_eof() or case == "instances"


@pytest.mark.parametrize("case", [case for case in CASES if case != "instances"])
def test_writing_gives_the_same_bytes(case: str) -> None:
    assert compiled(case).from_bytes(data_of(case)).to_bytes() == data_of(case)


@pytest.mark.parametrize("case", CASES)
def test_a_mapped_file_reads_as_its_bytes_do(case: str, tmp_path: Path) -> None:
    path = tmp_path / "data.bin"
    path.write_bytes(data_of(case))
    kind = compiled(case)
    with kind.from_file(path) as record:
        assert record == kind.from_bytes(data_of(case))


@pytest.mark.parametrize("case", CASES)
def test_a_file_that_ends_early_is_refused_or_has_other_values(case: str) -> None:
    kind, data = compiled(case), data_of(case)
    whole = kind.from_bytes(data)
    for size in range(whole._io.pos()):
        found = outcome(kind, data[:size])
        if isinstance(found, quire.FormatError):
            assert_complete(found, size)
        else:
            assert dump(found) != dump(whole)
