"""Real files match the checksums that the overlays of their specs know of.

    pytest -m real tests/real --specs SPECS --files FILES

as `test_round_trips.py` tells.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import quire
from quire.runtime.errors import ChecksumError

OVERLAYS = Path(__file__).parents[2] / "examples" / "overlays"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test a file, if there are any."""
    specs, files = (metafunc.config.getoption(name) for name in ("--specs", "--files"))
    cases = sorted(_cases(Path(specs), Path(files))) if specs and files else []
    names = [f"{overlay.stem}/{path.name}" for overlay, _, path in cases]
    metafunc.parametrize(("overlay", "spec", "path"), cases, ids=names)


def _cases(specs: Path, files: Path) -> Iterator[tuple[Path, Path, Path]]:
    for overlay in OVERLAYS.iterdir():
        name = overlay.name.partition(".")[0]
        for spec in specs.rglob(f"{name}.ksy"):
            yield from ((overlay, spec, path) for path in files.glob(f"files/{name}/*"))


@cache
def _kind(overlay: Path, spec: Path, specs: str) -> Any:
    module = quire.compile(spec, imports=[specs], overlays=[overlay])
    return getattr(module, "".join(part.capitalize() for part in spec.stem.split("_")))


@pytest.mark.real
def test_a_file_matches_its_checksums(
    overlay: Path, spec: Path, path: Path, request: pytest.FixtureRequest
) -> None:
    kind = _kind(overlay, spec, request.config.getoption("--specs"))
    try:
        record = kind.from_bytes(path.read_bytes())
    except quire.FormatError:
        pytest.skip("cannot be read")
    try:
        record.validate()
    except ChecksumError:
        raise
    except quire.FormatError:  # fonts have names and tables that the spec cannot read
        pytest.skip("cannot be read as a whole")
