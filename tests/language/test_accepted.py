"""What the compiler writes is accepted by formatter, linter and type checker as it is."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.cases import CASES, generated, spec_of


@pytest.fixture(scope="module")
def tree(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package as a wheel has it, and beside it the module of every case."""
    tree = tmp_path_factory.mktemp("tree")
    package, modules = tree / "quire", tree / "generated"
    package.mkdir()
    modules.mkdir()
    config = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    folders = config["tool"]["setuptools"]["package-dir"]
    links = {path.name: path for path in (root / "quire").iterdir()}
    links |= {name.removeprefix("quire."): root / folder for name, folder in folders.items()}
    for name, target in links.items():
        (package / name).symlink_to(target)
    (modules / "__init__.py").write_text('"""Modules of the cases."""\n', encoding="utf-8")
    for case in CASES:
        (modules / f"{case}.py").write_text(generated(spec_of(case)), encoding="utf-8")
    return tree


def run(tree: Path, *command: str | Path) -> str:
    """What a tool says of the modules; "" if it has nothing to say."""
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=tree, check=False, capture_output=True, text=True
    )
    return "" if done.returncode == 0 else done.stdout + done.stderr


def test_the_formatter_would_change_nothing(tree: Path, root: Path) -> None:
    config = root / "pyproject.toml"
    assert run(tree, "ruff", "format", "--config", config, "--diff", "generated") == ""


def test_the_linter_has_nothing_to_say(tree: Path, root: Path) -> None:
    config = root / "pyproject.toml"
    # A spec decides how many cases its switches have, and which flags its types take.
    options: list[str | Path] = [
        "--config",
        config,
        "--ignore",
        "FBT,C901,PLR0912,PLR1714,SIM114",
        "--output-format",
        "concise",
    ]
    said = run(tree, "ruff", "check", *options, "generated")
    assert said == ""


@pytest.mark.slow
def test_the_type_checker_has_nothing_to_say(tree: Path, root: Path) -> None:
    (tree / "mypy.ini").write_text(
        "[mypy]\nstrict = true\npython_version = 3.11\n"
        "enable_error_code = ignore-without-code, redundant-expr, truthy-bool\n"
        "[mypy-kaitaistruct.*,numba.*,llvmlite.*,triton.*,cupy.*,nanoarrow.*,pyarrow.*,gensim.*]\n"
        "ignore_missing_imports = true\n"
        "[mypy-torch.*]\nfollow_imports = skip\n",
        encoding="utf-8",
    )
    cache = root / ".mypy_cache" / "cases"
    said = run(tree, "mypy", "--config-file", "mypy.ini", "--cache-dir", cache, "generated")
    assert said == ""
