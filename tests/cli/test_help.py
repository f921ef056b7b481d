"""Help and version: complete, and without loading what they do not need."""

from __future__ import annotations

import subprocess
import sys

import pytest

from quire import __version__
from quire.cli.main import COMMANDS
from tests.cli.conftest import Quire


def test_help_lists_every_command(quire: Quire) -> None:
    done = quire("--help")
    assert done.status == 0
    assert all(name in done.out for name in COMMANDS)


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_has_help(quire: Quire, command: str) -> None:
    done = quire(command, "-h")
    assert done.status == 0
    assert done.out.startswith("Usage: main ") or done.out.startswith("Usage: quire ")


def test_version_is_that_of_the_package(quire: Quire) -> None:
    assert quire("--version").out == f"quire, version {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "absent"),
    [
        (
            ["--help"],
            ["numba", "yaml", "jinja2", "quire.generator", "quire.kernels", "quire.runtime"],
        ),
        (["gen", "--help"], ["numba", "quire.kernels.engine.payload"]),
        (["check", "--help"], ["numba", "quire.kernels.engine.payload"]),
        (["dump", "--help"], ["numba", "quire.generator"]),
        (["verify", "--help"], ["numba", "quire.generator"]),
        (["decode", "--help"], ["numba", "quire.generator"]),
        (["codecs"], ["llvmlite", "quire.generator"]),
    ],
)
def test_a_command_loads_only_what_it_needs(arguments: list[str], absent: list[str]) -> None:
    program = (
        "import contextlib, sys\nfrom quire.cli.main import main\n"
        f"with contextlib.suppress(SystemExit): main({arguments})\n"
        f"print(*[name for name in {absent} if name in sys.modules], file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert done.stderr.split() == []


def test_the_command_is_installed() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "quire.cli.main", "--version"],
        check=True,
        capture_output=True,
        text=True,
    )
    assert __version__ in done.stdout
