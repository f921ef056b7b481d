"""The same spec makes the same bytes: on every machine, in every folder, with every hash seed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from quire import __version__
from quire.generator.pipeline import emit_module
from quire.generator.targets.python.format import formatted
from tests.cases import CASES, plan_of, spec_of

PROGRAM = """\
import sys
from pathlib import Path
from quire.compiler import compile_texts
from quire.generator.diagnostics import Problems
from quire.generator.pipeline import plan_spec
from quire.generator.plan.text import plan_text
for name in sys.argv[1:]:
    problems = Problems()
    compiled = compile_texts([Path(name)], problems)
    sys.stdout.write(compiled[0].text if compiled else name)
    plan = plan_spec(Path(name), problems)
    sys.stdout.write(plan_text(plan) if plan else name)
"""


def test_hash_seed_and_folder_change_nothing(root: Path, tmp_path: Path) -> None:
    specs = [root / "specs" / "cvc.ksy", *(spec_of(case) for case in CASES)]

    def run(seed: str, folder: Path) -> bytes:
        command: list[str | Path] = [sys.executable, "-c", PROGRAM, *specs]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        return subprocess.run(
            command, cwd=folder, env=environment, check=True, capture_output=True
        ).stdout

    first = run("1", root)
    assert first.count(b"# Made by `quire gen`") >= 1
    assert run("2", tmp_path) == first


def test_where_a_spec_lies_does_not_show(root: Path, tmp_path: Path) -> None:
    copy = tmp_path / "elsewhere" / "cvc.ksy"
    copy.parent.mkdir()
    copy.write_bytes((root / "specs" / "cvc.ksy").read_bytes())
    here = emit_module(plan_of(root / "specs" / "cvc.ksy"), "1")
    assert emit_module(plan_of(copy), "1") == here
    assert str(tmp_path) not in here


SPECS = sorted((Path(__file__).parents[2] / "specs").glob("*.ksy"))


@pytest.mark.parametrize("spec", SPECS, ids=lambda path: path.stem)
def test_committed_modules_are_what_the_compiler_makes(spec: Path, root: Path) -> None:
    plan = plan_of(spec)
    committed = (root / "generated" / f"{plan.name}.py").read_text(encoding="utf-8")
    assert formatted(emit_module(plan, __version__, "quire.generated")) == committed
