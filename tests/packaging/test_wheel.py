"""The wheel brings `quire` alone, whole, and works away from the checkout."""

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile


def test_every_package_has_an_init_file(root: Path, folders: dict[str, str]) -> None:
    # The finder of an editable installation does not see a mapped folder without one, and
    # import-linter passes over what is below it.
    with_python = {path.parent for name in folders.values() for path in (root / name).rglob("*.py")}
    assert not [str(folder) for folder in with_python if not (folder / "__init__.py").is_file()]


def test_wheel_has_no_other_top_level_name(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        tops = {name.split("/")[0] for name in archive.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"quire"}


def test_wheel_has_every_file_of_the_folders(
    wheel: Path, root: Path, folders: dict[str, str]
) -> None:
    expected = {
        f"{package.replace('.', '/')}/{path.relative_to(root / folder).as_posix()}"
        for package, folder in folders.items()
        for path in (root / folder).rglob("*")
        # The README of a folder speaks to those who work on it.
        if path.is_file()
        and "__pycache__" not in path.parts
        and (path.suffix != ".md" or path.name == "explained.md")
    }
    with ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if name.startswith("quire/")}
    assert names == expected


def test_installed_wheel_works_from_any_directory(wheel: Path, tmp_path: Path) -> None:
    environment = tmp_path / "environment"
    venv.create(environment)
    bin_dir = environment / ("Scripts" if os.name == "nt" else "bin")
    python = bin_dir / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-index", str(wheel)], check=True)

    # Dependencies come from this environment. PYTHONPATH runs no .pth file, so that the
    # editable installation of the checkout stays invisible.
    env = {**os.environ, "PYTHONPATH": sysconfig.get_path("purelib")}
    program = "import quire.generated.cvc as module; print(module.__file__)"
    done = subprocess.run(
        [python, "-c", program],
        cwd=tmp_path,
        env=env,
        check=True,
        capture_output=True,
        text=True,
    )
    assert Path(done.stdout.strip()).is_relative_to(environment)
    subprocess.run(
        [bin_dir / "quire", "--help"], cwd=tmp_path, env=env, check=True, capture_output=True
    )
