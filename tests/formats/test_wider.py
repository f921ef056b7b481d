"""A field of another size in a spec breaks no face: none has a layout of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.formats.wider import FIELDS, write_wider
from tests.formats.wider_faces import USES


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The modules of all specs with wider fields."""
    folder = tmp_path_factory.mktemp("wider")
    write_wider(folder)
    return folder / "modules"


@pytest.mark.parametrize("name", USES)
def test_a_field_of_another_size_in_a_spec_breaks_no_face(
    name: str, modules: Path, tmp_path: Path
) -> None:
    program = [sys.executable, "-m", "tests.formats.wider_faces", str(modules), name]
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [*program, str(tmp_path)], cwd=root, capture_output=True, text=True, check=False
    )
    assert not done.returncode, done.stderr


def test_all_of_the_modules_are_others(modules: Path) -> None:
    shipped = Path(__file__).parents[2] / "generated"
    for name in FIELDS:
        assert (modules / f"{name}.py").read_text() != (shipped / f"{name}.py").read_text()
