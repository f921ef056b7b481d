"""What dicts and JSON say of a file makes the same file, byte for byte; or they are refused."""

from __future__ import annotations

import importlib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

import quire
from quire.runtime.struct import Struct
from quire.testing import generated_bytes
from tests.cases import CASES as LANGUAGE_CASES
from tests.cases import compiled, data_of
from tests.conformance.conftest import CompileAll, compile_all  # noqa: F401  # a fixture
from tests.conformance.test_round_trips import CASES, read
from tests.properties.drawn import specs as s
from tests.properties.test_edits_of_drawn_specs import File, cases, stored
from tests.properties.test_edits_of_drawn_specs import compiled as compiled_root

SPECS = sorted(path.stem for path in (Path(__file__).parents[2] / "specs").glob("*.ksy"))

SEEDS = 12

REFUSED = {
    "instances": "bytes",  # some of which no field takes
    "texts_of_values": "values cannot hold `literal`",  # a text that a writer makes otherwise
}
"""Language cases whose files have what no value says, and what the error has."""


@pytest.fixture(scope="module")
def packages(compile_all: CompileAll) -> dict[str, str]:  # noqa: F811  # the fixture
    """The packages of the conformance cases."""
    return compile_all()


def is_said(record: Any, data: bytes) -> bool:
    """Whether a file can be said; what says it makes the same bytes."""
    kind = type(record)
    try:
        values = Struct.to_dict(record)
    except quire.InexactError:
        with pytest.raises(quire.InexactError):
            Struct.to_json(record)
        return False
    assert kind.from_dict(values).to_bytes() == data
    text = Struct.to_json(record)
    assert kind.from_json(text).to_bytes() == data
    assert kind.from_json(text.encode()).to_bytes() == data
    return True


@pytest.mark.parametrize("name", CASES)
def test_conformance_cases_are_said_exactly_or_refused(name: str, packages: dict[str, str]) -> None:
    record, data = read(name, packages)
    is_said(record, data)


def test_so_many_conformance_cases_are_said(packages: dict[str, str]) -> None:
    # What others are refused for: bytes behind the last field, bits that no field takes, streams
    # with a rest, instances that cannot be read or stand over the bytes of others.
    said = Counter(is_said(*read(name, packages)) for name in CASES)
    assert said == {True: 146, False: 176}


LEAST = {
    "arrow": 5, "elf": 2, "finalfusion": 0, "gguf": 9, "midi": 2, "safetensors": 2, "sqlite": 0,
    "wasm": 5, "wav": 3, "word2vec": 9,
}  # fmt: skip  # laid out as a table
"""Of how many files all can be said at least, where not of all."""


@pytest.mark.parametrize("name", SPECS)
def test_generated_files_are_said_exactly_or_refused(name: str) -> None:
    module = importlib.import_module(f"quire.generated.{name}")
    kind = getattr(module, module.__all__[0])
    files = [generated_bytes(kind, seed=seed) for seed in range(SEEDS)]
    said = sum(is_said(kind.from_bytes(data), data) for data in files)
    # Of these, files come that have room left, texts or numbers that could be shorter, or
    # positions beyond their end.
    assert said >= LEAST.get(name, SEEDS)


@settings(max_examples=25, suppress_health_check=list(HealthCheck), deadline=None)
@given(case=cases(streams=False))
def test_files_of_drawn_specs_are_said_exactly(
    case: tuple[s.Record, list[File]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    root, files = case
    kind = compiled_root(root, tmp_path_factory.mktemp("drawn"))
    for file in files:
        data = stored(root, file.values)
        if data is not None:
            assert is_said(kind.from_bytes(data), data)


@pytest.mark.parametrize("case", LANGUAGE_CASES)
def test_language_cases_are_said_exactly(case: str) -> None:
    kind, data = compiled(case), data_of(case)
    if kind._params:
        return
    assert is_said(kind.from_bytes(data), data) == (case not in REFUSED)
    if case in REFUSED:
        with pytest.raises(quire.InexactError, match=REFUSED[case]):
            kind.from_bytes(data).to_dict()
