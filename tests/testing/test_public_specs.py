"""Specs that others wrote get valid files: those of Kaitai's tests, and a folder of public ones.

pytest -m real tests/testing/test_public_specs.py --specs SPECS
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.testing import Refused, generate

KAITAI = Path(__file__).parents[1] / "conformance" / "kaitai" / "specs"

NOT_MADE = {
    "dcmp_2": "has a parameter that is a record",
    "eos_exception_sized": "no file of it can be read",
    "instance_io_user_earlier": "records that are looked at ahead",
    "opaque_with_param": "a class of somebody else",
    "params_def_array_usertype_imported": "has a parameter that is a list",
    "params_def_usertype_imported": "has a parameter that is a record",
    "process_term_struct": "a routine of somebody else",
    "type_ternary_opaque": "a class of somebody else",
    "valid_fail_repeat_inst": "a list that is looked at ahead",
}
"""Specs without a file, and why."""


def _made(path: Path, folder: str) -> list[bytes]:
    """The files of some seeds; not each leads to one in a spec where choices seldom fit."""
    module = quire.compile(path, imports=[folder])
    kind: Any = getattr(module, "".join(part.capitalize() for part in path.stem.split("_")))
    made = []
    for seed in range(6):
        with suppress(Refused):  # the caller asks how many there are
            made.append(generate(kind, seed=seed).to_bytes())
    return made


@pytest.mark.parametrize("path", sorted(KAITAI.glob("*.ksy")), ids=lambda path: path.stem)
def test_specs_of_kaitai_get_files(path: Path) -> None:
    if path.stem in NOT_MADE:
        pytest.xfail(NOT_MADE[path.stem])  # each with its reason
    folder = KAITAI / "ks_path" if "imports_abs" in path.stem else KAITAI
    assert _made(path, str(folder))


@pytest.mark.real
def test_public_specs_get_files(request: pytest.FixtureRequest) -> None:
    given = request.config.getoption("--specs")
    if not given:
        pytest.skip("no folder of specs")
    paths = sorted(Path(given).rglob("*.ksy"))
    refused = [path.stem for path in paths if path.stem not in NOT_MADE and not _made(path, given)]
    assert not refused
