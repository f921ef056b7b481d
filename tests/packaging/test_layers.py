"""Who may import whom: the contracts in pyproject.toml hold, and each would be missed."""

import subprocess
import sys
from pathlib import Path

import pytest


def lint_imports(site: Path, root: Path) -> subprocess.CompletedProcess[str]:
    """Run import-linter on the package as it lies in a folder."""
    program = Path(sys.executable).with_name("lint-imports")
    return subprocess.run(
        [program, "--no-cache", "--config", root / "pyproject.toml"],
        cwd=site,
        check=False,
        capture_output=True,
        text=True,
    )


def test_contracts_hold(site: Path, root: Path) -> None:
    done = lint_imports(site, root)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("module", "statement", "contract"),
    [
        ("runtime/errors", "import quire.kernels.contract", "Arrows run downward"),
        ("kernels/contract/__init__", "import quire.generator", "Arrows run downward"),
        ("generated/cvc", "import quire.generator", "Arrows run downward"),
        (
            "generated/cvc",
            "import quire.kernels.engine.registry",
            "Generated code sees only payloads",
        ),
        (
            "generator/__init__",
            "import quire.kernels.engine.payload",
            "The compiler sees only the light",
        ),
        ("runtime/errors", "import numba", "Heavy modules are imported by the kernels"),
        (
            "kernels/contract/__init__",
            "def f(): import torch",
            "Heavy modules are imported by the kernels",
        ),
        (
            "kernels/contract/__init__",
            "import quire.kernels.engine.registry",
            "The rooms of the kernels",
        ),
        ("kernels/codecs/raw/reference", "import quire.kernels.engine.given", "The rooms of the"),
        ("columns/scan/values", "import quire.columns.running.native", "The rooms of columns"),
        ("testing/plan/least", "import quire.testing.making.context", "The rooms of testing"),
        ("__init__", "import torch", "`import quire` stays light"),
        ("cdd/types", "def f(): import quire.cdd.layouts", "No module of the face leads back"),
        (
            "tiers/blocks/numbers",
            "if typing.TYPE_CHECKING: import quire.tiers.blocks.array",
            "No module of the face leads back",
        ),
    ],
)
def test_a_forbidden_import_breaks_its_contract(
    site: Path, root: Path, module: str, statement: str, contract: str
) -> None:
    with (site / "quire" / f"{module}.py").open("a", encoding="utf-8") as file:
        file.write(f"\n{statement}\n")
    broken = [line for line in lint_imports(site, root).stdout.splitlines() if "BROKEN" in line]
    assert any(line.startswith(contract) for line in broken), broken
