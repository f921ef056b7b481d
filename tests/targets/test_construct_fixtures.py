"""Construct finds the same in files that are made of specs, valid ones and broken ones."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import construct
import pytest

import quire
from quire.compiler import compile_texts
from quire.generator.diagnostics import Problems
from quire.testing import broken, generated_bytes
from tests.targets.agreement import REFUSALS, difference
from tests.targets.test_construct_formats import BEYOND
from tests.testing.bases import FORMATS, kind_of

SPECS = Path(__file__).resolve().parents[2] / "specs"
PACKAGE = "constructs_of_fixtures"

LATE = {
    "elf": "what is in `sections` depends on `sections`, which is still being read then",
    "gguf": "where `tensors` stand depends on `area`, which is read later",
    "wav": "what `form` holds depends on `form`, which is still being read then",
}
"""Formats with an instance that depends on what is read later, of which the command warns."""

DECODED = "what stored bytes decode to, or a document says"
COMPUTED = "a rule of what is computed"
SUMS = "sums over what is decoded, over parts of records, or of the algorithm `length`"
UNSEEN = {
    "arrow": {"ValidationNotEqualError": COMPUTED, "ChecksumError": SUMS},
    "bmp": {"ValidationNotEqualError": COMPUTED, "ChecksumError": SUMS, "FormatError": DECODED},
    "cdd": {"ChecksumError": SUMS, "FormatError": DECODED},
    "cryptodd": {"FormatError": DECODED},
    "cvc": {"FormatError": DECODED},
    "fasttext": {"ValueError": DECODED},
    "hpdkv": {"FormatError": DECODED},
    "hpdkv_bundle": {"FormatError": DECODED},
    "pcap": {"ChecksumError": SUMS},
    "tier_catalogue": {"ChecksumError": SUMS},
    "tiers": {"FormatError": DECODED},
}
"""Errors that Construct does not find, and why."""

NAMES = [name for name in FORMATS if "." not in name and name not in {*BEYOND, *LATE}]


@pytest.fixture(scope="module", autouse=True)
def _modules(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("constructs")
    (folder / PACKAGE).mkdir()
    problems = Problems()
    specs = [SPECS / f"{name}.ksy" for name in NAMES]
    for module in compile_texts(specs, problems, package=PACKAGE, target="construct"):
        (folder / PACKAGE / f"{module.name}.py").write_text(module.text, encoding="utf-8")
    assert not problems.failed, problems.text()
    sys.path.insert(0, str(folder))
    yield
    sys.path.remove(str(folder))


def refusal(kind: Any, data: bytes) -> str:
    """The error of a file; none if it is taken."""
    try:
        kind.from_bytes(data).validate()
    except quire.FormatError as error:
        return type(error).__name__
    return ""


def expect_agreement(name: str, data: bytes) -> None:
    kind, refused = kind_of(name), refusal(kind_of(name), data)
    schema = importlib.import_module(f"{PACKAGE}.{name}")._schema
    try:
        found = schema.parse(data)
    except (construct.ConstructError, *REFUSALS):
        found = None
    if found is None or refused:
        agreed = bool(refused) and (found is None or refused in UNSEEN.get(name, ()))
        assert agreed, f"{refused}, {found}: {data.hex()}"
    else:
        assert difference(kind.from_bytes(data), found) is None, data.hex()


def take(name: str, files: int, of_each: int) -> None:
    for seed in range(files):
        data = generated_bytes(kind_of(name), seed=seed)
        expect_agreement(name, data)
        for each in broken(kind_of(name), data, seed=seed, most=of_each):
            expect_agreement(name, each.data)


@pytest.mark.parametrize("name", LATE)
def test_what_is_read_too_late_is_warned_of(name: str) -> None:
    problems = Problems()
    compile_texts([SPECS / f"{name}.ksy"], problems, package=PACKAGE, target="construct")
    assert "Q903" in problems.text()


@pytest.mark.parametrize("name", NAMES)
def test_both_find_the_same_or_refuse(name: str) -> None:
    take(name, 3, 25)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_both_find_the_same_or_refuse_in_many_files(name: str) -> None:
    take(name, 100, 100)
