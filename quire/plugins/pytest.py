"""A plugin of pytest: tests that run with files of a spec.

@pytest.mark.quire_files("book.ksy", n=20, broken=True)
def test_parser(quire_file):
    assert takes(quire_file.data) == quire_file.valid
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from quire.plugins.classes import class_of

if TYPE_CHECKING:
    from quire.runtime.record import Record
    from quire.testing import Broken


@dataclass(frozen=True)
class QuireFile:
    """A file of a spec.

    Attributes:
        name: What the test is called with it.
        data: Its bytes.
        broken: What is wrong with it; None if it is valid.
        folder: Where it is written if somebody asks for its path.
    """

    name: str
    data: bytes
    broken: Broken | None = None
    folder: Path | None = None

    @property
    def valid(self) -> bool:
        """Whether nothing is wrong with it."""
        return self.broken is None

    @property
    def path(self) -> Path:
        """The file, on disk."""
        path = (self.folder or Path()) / f"{self.name}.bin"
        path.write_bytes(self.data)
        return path


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known."""
    config.addinivalue_line(
        "markers",
        "quire_files(spec, n=20, broken=False, seed=0): run with files of a spec, "
        "which come as `quire_file`",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test once for each file."""
    if "quire_file" not in metafunc.fixturenames:
        return
    marks = list(metafunc.definition.iter_markers("quire_files"))
    files = [each for mark in marks for each in _of_mark(metafunc, *mark.args, **mark.kwargs)]
    if marks:
        names = [each.name for each in files]
        metafunc.parametrize("quire_file", files, ids=names, indirect=True)


@pytest.fixture
def quire_file(request: pytest.FixtureRequest, tmp_path: Path) -> QuireFile:
    """A file of the spec that the marker `quire_files` names."""
    file = getattr(request, "param", None)
    if file is None:
        pytest.fail('say of what: @pytest.mark.quire_files("spec.ksy")', pytrace=False)
    return QuireFile(file.name, file.data, file.broken, tmp_path)


def _of_mark(
    metafunc: pytest.Metafunc,
    spec: str | Path | type[Record],
    *,
    n: int = 20,
    broken: bool = False,
    seed: int = 0,
) -> Iterator[QuireFile]:
    """The files that a marker asks for.

    Args:
        metafunc: The test; a path is from where it stands.
        spec: The path of a spec, or a class that quire has generated.
        n: How many files.
        broken: Whether there are as many broken ones.
        seed: What decides which.
    """
    from quire.testing.fixtures import Fixtures  # for those who use it

    kind: Any = spec
    if isinstance(spec, str | Path):
        kind = class_of(metafunc.definition.path.parent / spec)
    fixtures = Fixtures(kind, seed)
    bases = fixtures.valid(n)
    for number, each in enumerate(bases):
        yield QuireFile(f"{kind.__name__}-{number}", each.data)
    wrong = fixtures.broken(bases, n) if broken else iter(())
    for number, (_, bad) in enumerate(wrong):
        yield QuireFile(f"{kind.__name__}-broken-{number}", bad.data, bad)
