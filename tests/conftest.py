"""What every folder of tests may use."""

import fcntl
import gc
import os
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

from quire.runtime.editing.comparing.unedited import Source

Golden = Callable[[Path, str], None]
MadeOnce = Callable[[str, Callable[[Path], object]], Path]

# Each run draws others; no test asserts a time, and a machine may be busy.
settings.register_profile("quire", max_examples=50, deadline=None)
settings.load_profile("quire")

# Hypothesis draws constants out of the modules that are loaded just then, too: what is drawn
# would depend on which tests ran before.
providers._get_local_constants = Constants


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the one way to change a golden file, and where real files are."""
    parser.addoption("--update-golden", action="store_true", help="write golden files anew")
    parser.addoption("--specs", help="a folder of public specs, for tests/real")
    parser.addoption("--files", help="what `python -m benchmarks.real.collect` has collected")


def pytest_collection_finish() -> None:
    """Take the tests themselves, a million objects, out of what is collected and counted."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which tests were left out, and why: what the machine lacks, mostly."""
    skipped = terminalreporter.stats.get("skipped", [])
    # Where it stands, and the reason.
    reasons = Counter(str(each.longrepr[2]).removeprefix("Skipped: ") for each in skipped)
    if reasons:
        terminalreporter.section("tests that were left out")
    for reason, count in reasons.most_common():
        terminalreporter.line(f"{count:5}  {reason}")


@pytest.fixture(scope="session")
def root(request: pytest.FixtureRequest) -> Path:
    """The checkout."""
    return request.config.rootpath


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """`golden(path, text)`: the text is what the file holds; --update-golden writes it there."""

    def compare(path: Path, text: str) -> None:
        if request.config.getoption("--update-golden"):
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8"), f"{path}: see --update-golden"

    return compare


@pytest.fixture(scope="session")
def folder_of_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of a run of the tests share, empty when it begins."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "of_run"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def made_once(folder_of_run: Path) -> MadeOnce:
    """`made_once(name, make)`: a folder that `make` fills, for the first process that asks."""

    def made(name: str, make: Callable[[Path], object]) -> Path:
        folder = folder_of_run / name
        with folder.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            done = folder.with_suffix(".done")
            if not done.exists():
                folder.mkdir()
                make(folder)
                done.touch()
        return folder

    return made


@pytest.fixture(scope="session", autouse=True)
def _nothing_compiled_before(folder_of_run: Path) -> Iterator[None]:
    """What tests compile is kept apart from what their user compiled, for all processes of a run.

    The caches of Numba and Triton do not notice every change, either.
    """
    cache = folder_of_run / "cache"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(cache))
        patch.setenv("NUMBA_CACHE_DIR", str(cache / "numba"))
        patch.setenv("TRITON_CACHE_DIR", str(cache / "triton"))
        yield


@pytest.fixture
def made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is known to be unedited, so all of a record is made anew when it is written."""
    monkeypatch.setattr(Source, "of", lambda _: None)
