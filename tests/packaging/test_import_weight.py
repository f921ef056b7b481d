"""What a user imports to look at a file loads nothing heavy."""

import subprocess
import sys
from pathlib import Path

import pytest

GENERATED = Path(__file__).parents[2] / "generated"
HEAVY = "{'numba', 'llvmlite', 'torch', 'cupy', 'triton'}"


@pytest.mark.parametrize(
    "statement",
    [
        "import quire",
        *(f"import quire.generated.{path.stem}" for path in sorted(GENERATED.glob("[!_]*.py"))),
    ],
)
def test_import_loads_nothing_heavy(statement: str) -> None:
    assert heavy_modules_after(statement) == ""


@pytest.mark.parametrize("name", ["arrays", "cvc", "tiers", "testing", "datasets", "runtime"])
def test_a_package_is_there_without_an_import_of_its_own(name: str) -> None:
    program = f"import sys, quire\nassert 'quire.{name}' not in sys.modules\n"
    program += f"assert quire.{name} is sys.modules['quire.{name}']"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_help_loads_nothing_heavy() -> None:
    program = "import contextlib, quire.cli.main\n"
    program += "with contextlib.suppress(SystemExit): quire.cli.main.main(['--help'])"
    assert heavy_modules_after(program) == ""


def test_a_spec_without_arrays_is_compiled_and_read_without_numpy(tmp_path: Path) -> None:
    spec = tmp_path / "pair.ksy"
    spec.write_text("meta: {id: pair}\nseq: [{id: a, type: u1}, {id: b, size: a}]\n")
    program = f"import sys, quire\nPair = quire.compile({str(spec)!r}).Pair\n"
    program += "assert Pair.from_bytes(b'\\2ab').b == b'ab'\nassert 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True)


def heavy_modules_after(program: str) -> str:
    """The heavy modules that a fresh interpreter has loaded after the program."""
    program += f"\nimport sys; print(*({HEAVY} & sys.modules.keys()), file=sys.stderr)"
    command = [sys.executable, "-c", program]
    return subprocess.run(command, check=True, capture_output=True, text=True).stderr.strip()
