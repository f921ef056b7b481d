"""Zip files are edited by the public spec and an overlay, and other programs read them.

    pytest -m real tests/real --specs SPECS --files FILES

as `test_round_trips.py` tells.
"""

from __future__ import annotations

import copy
import io
import shutil
import subprocess
import zipfile
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import quire

OVERLAY = Path(__file__).parents[2] / "examples" / "overlays" / "zip.quire.yaml"
LOCAL, ENTRY = 0x0403, 0x0201
MOST = 16 << 20
"""Bytes of a file, at most: each is written several times."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test a file and edit, if there are any."""
    files = metafunc.config.getoption("--files")
    if "path" in metafunc.fixturenames:
        found = sorted(Path(files).glob("files/zip/*")) if files else []
        metafunc.parametrize("path", found, ids=lambda path: path.name)


@cache
def _kind(specs: str) -> Any:
    spec = next(Path(specs).rglob("zip.ksy"))
    return quire.compile(spec, imports=[specs], overlays=[OVERLAY]).Zip


def deflated(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


def sections(record: Any, kind: int) -> list[Any]:
    return [each for each in record.sections if each.section_type == kind]


def rename(record: Any, members: dict[str, bytes]) -> None:
    header = sections(record, LOCAL)[0].body.header
    members[f"{header.file_name}.renamed"] = members.pop(header.file_name)
    header.file_name += ".renamed"


def replace(record: Any, members: dict[str, bytes]) -> None:
    local = sections(record, LOCAL)[-1].body
    data = b"replaced, " * 99
    is_deflated = local.header.compression_method.name == "deflated"
    local.body = deflated(data) if is_deflated else data
    members[local.header.file_name] = data


def remove(record: Any, members: dict[str, bytes]) -> None:
    local, entry = (sections(record, kind)[0] for kind in (LOCAL, ENTRY))
    del members[local.body.header.file_name]
    for gone in (
        local,
        next(e for e in [entry] if e.body.file_name == local.body.header.file_name),
    ):
        record.sections.remove(gone)


def add(record: Any, members: dict[str, bytes]) -> None:
    local, entry = (copy.deepcopy(sections(record, kind)[0]) for kind in (LOCAL, ENTRY))
    method = type(local.body.header.compression_method)
    local.body.header.file_name, local.body.header.compression_method = "added", method["none"]
    local.body.body, entry.body.local_header = b"what was added", local
    members["added"] = b"what was added"
    record.sections.insert(0, local)
    at = next(i for i, each in enumerate(record.sections) if each.section_type == ENTRY)
    record.sections.insert(at, entry)


EDITS = rename, replace, remove, add


@pytest.mark.real
@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_file_is_read_by_others(
    path: Path,
    edit: Callable[[Any, dict[str, bytes]], None],
    request: pytest.FixtureRequest,
    tmp_path: Path,
) -> None:
    if path.stat().st_size > MOST:
        pytest.skip("too large")
    with zipfile.ZipFile(path) as file:
        members = {each.filename: file.read(each) for each in file.infolist()}
    try:
        record = _kind(request.config.getoption("--specs")).from_file(path)
    except quire.FormatError:
        pytest.skip("cannot be read by the spec")
    if not members:
        pytest.skip("is empty")
    if any(each.body.header.flags.has_data_descriptor for each in sections(record, LOCAL)):
        pytest.skip("has descriptors, of which the spec does not know the length")
    edit(record, members)
    data = record.to_bytes()
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        assert file.testzip() is None
        assert {each.filename: file.read(each) for each in file.infolist()} == members
    if unzip := shutil.which("unzip"):
        (tmp_path / "edited.zip").write_bytes(data)
        done = subprocess.run([unzip, "-tqq", "edited.zip"], cwd=tmp_path, check=False)
        assert done.returncode == 0 or not members


@pytest.mark.real
def test_a_file_that_is_built_of_nothing_is_read_by_others(
    request: pytest.FixtureRequest,
) -> None:
    if not (specs := request.config.getoption("--specs")):
        pytest.skip("no specs are given")
    kind = _kind(specs)
    plain: dict[str, Any] = {"version": 20, "compression_method": 0, "extra": {"entries": []}}
    flags = dict.fromkeys(kind.LocalFileHeader.GpFlags._fields, 0)
    time: dict[str, Any] = {
        "time": {"second_div_2": 0, "minute": 0, "hour": 0},
        "date": {"day": 1, "month": 1},
    }
    time["date"]["year_minus_1980"] = 40
    members = {"a.txt": b"alpha", "b/c.txt": b"gamma" * 99}
    local = [
        kind.PkSection.build(
            body={
                "header": {**plain, "flags": flags, "file_mod_time": time, "file_name": name},
                "body": body,
            }
        )
        for name, body in members.items()
    ]
    entry: dict[str, Any] = {"version_made_by": 20, "version_needed_to_extract": 20, "flags": 0}
    entry |= {"file_mod_time": time, "extra": {"entries": []}}
    data = kind.build(
        sections=[
            *local,
            *({"body": {**entry, "local_header": each}} for each in local),
            {"section_type": 0x0605, "body": {}},
        ]
    ).to_bytes()
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        assert file.testzip() is None
        assert {each.filename: file.read(each) for each in file.infolist()} == members
