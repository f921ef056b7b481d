"""Python started in a checkout imports the package of the checkout, whatever is installed."""

import os
import subprocess
import sys
from pathlib import Path

from quire.version import NEXT

MODULES = [
    "runtime.struct",
    "kernels.codecs.fp16",
    "generator.pipeline",
    "generated.cvc",
    "specs",
    "cvc",
]


def files_of_modules(cwd: Path, *installed: Path) -> list[Path]:
    """Where a fresh interpreter finds the modules.

    It runs no .pth file (-S), so that the editable installation that these tests run in stays
    invisible; what quire depends on comes from the path of this process.
    """
    path = [str(folder) for folder in installed] + [entry for entry in sys.path if entry]
    program = "import sys, importlib\n"
    program += "for name in sys.argv[1:]: print(importlib.import_module('quire.' + name).__file__)"
    done = subprocess.run(
        [sys.executable, "-S", "-c", program, *MODULES],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return [Path(line) for line in done.stdout.splitlines()]


def test_in_a_checkout_all_of_the_package_is_of_the_checkout(root: Path, site: Path) -> None:
    found = files_of_modules(root, site)
    assert [path.relative_to(root).parts[0] for path in found] == [
        *("runtime", "kernels", "generator", "generated", "specs", "quire")
    ]


def test_a_checkout_needs_no_installation(root: Path) -> None:
    found = files_of_modules(root)
    assert all(path.is_relative_to(root) for path in found)


def test_elsewhere_all_of_the_package_is_what_is_installed(site: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    found = files_of_modules(elsewhere, site)
    assert all(path.is_relative_to(site / "quire") for path in found)


def version_of(cwd: Path, *installed: Path) -> str:
    """The version that a fresh interpreter tells."""
    path = [str(folder) for folder in installed] + [entry for entry in sys.path if entry]
    done = subprocess.run(
        [sys.executable, "-S", "-c", "import quire; print(quire.__version__)"],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


def test_a_wheel_tells_the_version_that_it_was_built_as(site: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    [folder] = site.glob("quire-*.dist-info")
    told = version_of(elsewhere, site)
    assert folder.name == f"quire-{told}.dist-info"
    assert told == f"{NEXT}.dev0"  # it was built without git


def test_a_checkout_tells_the_version_that_it_is_on_its_way_to(root: Path, site: Path) -> None:
    assert version_of(root, site) == version_of(root) == NEXT
