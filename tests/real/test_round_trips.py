"""Real files of public specs come back as they were, looked at or not.

Neither is here: `python -m benchmarks.real.collect --files FILES` collects the files of about a
hundred specs, and SPECS is a folder of public ones. Then

    pytest -m real tests/real --specs SPECS --files FILES
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import quire
from benchmarks.real.one_spec import TooLong, at_most
from quire.runtime.record import Record

MEMBERS = 100_000
"""Members that are looked at: some specs describe trees without end."""

SECONDS = 120


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test a file, if there are any."""
    specs, files = (metafunc.config.getoption(name) for name in ("--specs", "--files"))
    cases = sorted(_cases(Path(specs), Path(files))) if specs and files else []
    names = [f"{spec.stem}/{path.name}" for spec, path in cases]
    metafunc.parametrize(("spec", "path"), cases, ids=names)


def _cases(specs: Path, files: Path) -> Iterator[tuple[Path, Path]]:
    known = {path.stem: path for path in sorted(specs.rglob("*.ksy"), reverse=True)}
    for path in files.glob("files/*/*"):
        if path.is_file() and path.parent.name in known:
            yield known[path.parent.name], path


@cache
def _kind(spec: Path, specs: str) -> Any:
    """The class of a spec."""
    module = quire.compile(spec, imports=[specs])
    return getattr(module, "".join(part.capitalize() for part in spec.stem.split("_")))


@pytest.mark.real
@pytest.mark.parametrize("looked", [False, True])
def test_a_file_that_nobody_edited_comes_back(
    spec: Path, path: Path, request: pytest.FixtureRequest, *, looked: bool
) -> None:
    kind, data = _kind(spec, request.config.getoption("--specs")), path.read_bytes()
    try:
        record = kind.from_bytes(data)
    except Exception:  # noqa: BLE001  # there are files that no reader of the spec takes
        pytest.skip("cannot be read")
    sys.setrecursionlimit(10_000)
    try:
        with at_most(SECONDS):
            if looked:
                look(record)
            assert record.to_bytes() == data
    except TooLong:
        pytest.fail(f"takes longer than {SECONDS} s")


def look(top: Record) -> None:
    """Look at every member of a record, and of those below it."""
    pending: list[Any] = [top]
    left = MEMBERS
    while pending and left > 0:
        record = pending.pop()
        left -= len(record._fields) + len(record._instances)
        for name in (*record._fields, *record._instances):
            try:
                value = getattr(record, name, None)
            except Exception:  # noqa: BLE001, S112  # what cannot be read
                continue
            values = value if isinstance(value, list) else (value,)
            pending += [each for each in values if _is_below(each, record)]


def _is_below(value: Any, record: Record) -> bool:
    return isinstance(value, Record) and value._parent is record
