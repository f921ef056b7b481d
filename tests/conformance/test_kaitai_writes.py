"""What `--read-write` writes, against what parsers of Kaitai's own compiler write."""

from __future__ import annotations

import importlib
import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from kaitaistruct import ConsistencyNotCheckedError, KaitaiStream, ReadWriteKaitaiStruct

from tests.conformance.conftest import FOLDERS, CompileAll

HERE = Path(__file__).parent
ALONE = {"str_encodings_escaping_to_s": "LookupError"}
"""What cannot be written: an instance of it cannot be read, since Python has no such encoding."""


def case_of(folder: str, name: str) -> Any:
    return json.loads((HERE / folder / "expected" / f"{name}.json").read_text("utf-8"))


CASES = [
    pytest.param(folder, path.stem, id=f"{folder}-{path.stem}")
    for folder in FOLDERS
    for path in sorted((HERE / folder / "expected").glob("*.json"))
    if "written" in case_of(folder, path.stem)
]
WRITTEN = [case for case in CASES if case.values[1] not in ALONE]


@pytest.fixture(scope="module")
def packages(compile_all: CompileAll) -> dict[str, str]:
    """The packages that the specs of the folders were compiled to."""
    return compile_all(read_write=True)


def read(folder: str, name: str, package: str) -> tuple[Any, Any]:
    """The record of a case, and its case."""
    case = case_of(folder, name)
    kind = getattr(importlib.import_module(f"{package}.{case['module']}"), case["class"])
    data = (HERE / folder / case["sample"]).read_bytes()
    record = kind(*case.get("args", []), KaitaiStream(BytesIO(data)))
    record._read()
    return record, case


def members(record: Any) -> dict[str, Any]:
    """The members that Kaitai's programs see when they list those of an object."""
    hidden = ("_io", "_debug", "_dirty", "SEQ_FIELDS")
    found = {}
    for name in dir(record):
        if name.startswith(("__", "_raw_", "_m_", "_should_write")) or name in hidden:
            continue
        if not name.endswith(("__outer_size", "__inner_size", "__enabled")):
            found[name] = getattr(record, name)
    return {
        name: value
        for name, value in found.items()
        if not callable(value) or isinstance(value, ReadWriteKaitaiStruct)
    }


def check(value: Any, seen: set[int]) -> None:
    """Look at a record and at all that it leads to, and check each."""
    for each in value if isinstance(value, list) else (value,):
        if isinstance(each, ReadWriteKaitaiStruct) and id(each) not in seen:
            seen.add(id(each))
            for member in members(each).values():
                check(member, seen)
            each._check()


@pytest.mark.parametrize(("folder", "name"), WRITTEN)
def test_what_was_read_is_written(folder: str, name: str, packages: dict[str, str]) -> None:
    record, case = read(folder, name, packages[folder])
    check(record, set())
    original = (HERE / folder / case["sample"]).read_bytes()
    output = BytesIO(bytes(len(original)))
    record._write(KaitaiStream(output))
    expected = case["written"]
    if "error" in expected:  # Kaitai's compiler cannot
        again = type(record)(KaitaiStream(output))
        again._io.seek(0)
        again._read()
        assert again == record
    else:
        hexed = original.hex() if expected == "identical" else expected["hex"]
        assert output.getvalue().hex() == hexed


@pytest.mark.parametrize("name", sorted(ALONE))
def test_what_cannot_be_written_says_why(name: str, packages: dict[str, str]) -> None:
    record, _ = read("kaitai", name, packages["kaitai"])
    with pytest.raises(LookupError, match="unknown encoding"):
        check(record, set())


@pytest.mark.parametrize(("folder", "name"), WRITTEN)
def test_nothing_shows_but_what_kaitai_has(
    folder: str, name: str, packages: dict[str, str]
) -> None:
    record, _ = read(folder, name, packages[folder])
    own = {"_parent", "_root", "SIZE", *record._fields, *record._instances}  # a constant of a type
    own |= {"_is_le"} if hasattr(record, "_is_le") else set()
    assert set(members(record)) <= own


@pytest.mark.parametrize(("folder", "name"), WRITTEN[::10])
def test_what_was_changed_must_be_checked(folder: str, name: str, packages: dict[str, str]) -> None:
    record, _ = read(folder, name, packages[folder])
    record._parent = record._parent
    with pytest.raises(ConsistencyNotCheckedError):
        record._write(KaitaiStream(BytesIO(bytes(100))))


def test_no_case_is_missing() -> None:
    counts = [sum(case.values[0] == folder for case in CASES) for folder in FOLDERS]
    assert counts == [142, 138]
