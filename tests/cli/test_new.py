"""`quire new`: a format to begin with."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from quire.cli.main import main


@pytest.mark.parametrize(
    "name",
    [
        "shot",
        "entry",
        "class",
        pytest.param("a", marks=pytest.mark.slow),
        pytest.param("log_2", marks=pytest.mark.slow),
        pytest.param("kinds", marks=pytest.mark.slow),
    ],
)
def test_what_is_made_passes_its_own_tests(name: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["new", name, "-o", str(tmp_path / "formats")])
    assert done.exit_code == 0, done.output
    folder = tmp_path / "formats" / name
    made = sorted(each.name for each in folder.iterdir())
    assert made == sorted([f"{name}.ksy", f"sample.{name}", f"test_{name}.py"])
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "."]
    tested = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert tested.returncode == 0, tested.stdout
    checked = CliRunner().invoke(main, ["check", str(folder / f"{name}.ksy")])
    assert (checked.exit_code, checked.output) == (0, "")


def test_its_tests_fail_when_the_spec_is_wrong(tmp_path: Path) -> None:
    CliRunner().invoke(main, ["new", "shot", "-o", str(tmp_path)])
    spec = tmp_path / "shot" / "shot.ksy"
    spec.write_text(spec.read_text(encoding="utf-8").replace("type: s4", "type: s4be"))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "."]
    tested = subprocess.run(command, cwd=spec.parent, capture_output=True, check=False)
    assert tested.returncode == 1


def test_nothing_that_is_there_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "shot").mkdir()
    (tmp_path / "shot" / "shot.ksy").write_text("mine")
    done = CliRunner().invoke(main, ["new", "shot", "-o", str(tmp_path)])
    assert done.exit_code == 2
    assert "exists; choose another name" in done.output
    assert [each.name for each in (tmp_path / "shot").iterdir()] == ["shot.ksy"]


@pytest.mark.parametrize("name", ["Shot", "../shot", "2a", "", "a.b"])
def test_a_name_that_is_none_makes_nothing(name: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["new", "-o", str(tmp_path), "--", name])
    assert done.exit_code == 2
    assert list(tmp_path.iterdir()) == []
