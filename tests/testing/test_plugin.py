"""Tests of others run with files of a spec."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import quire.plugins.pytest

pytest_plugins = ["pytester"]

SPEC = """
meta: {id: book, endian: le}
seq:
  - {id: magic, contents: BOOK}
  - {id: page, type: u2, valid: {max: 999}}
"""


def test_pytest_finds_it(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    name = quire.plugins.pytest.__name__
    assert project["entry-points"]["pytest11"] == {name: name}


def run(pytester: pytest.Pytester, test: str, *arguments: str) -> pytest.RunResult:
    (pytester.path / "specs").mkdir()
    (pytester.path / "specs" / "book.ksy").write_text(SPEC)
    pytester.makepyfile("import pytest\n" + test)
    return pytester.runpytest_subprocess("-p", "quire.plugins.pytest", *arguments)


def test_files_and_broken_ones_come(pytester: pytest.Pytester) -> None:
    test = """
@pytest.mark.quire_files("specs/book.ksy", n=5, broken=True)
def test_parser(quire_file):
    data = quire_file.path.read_bytes()
    assert data == quire_file.data
    page = int.from_bytes(data[4:6], "little")
    takes = data[:4] == b"BOOK" and len(data) >= 6 and page <= 999
    assert takes == quire_file.valid, quire_file.broken
"""
    done = run(pytester, test, "-v", "--strict-markers", "-W", "error")
    done.assert_outcomes(passed=10)
    done.stdout.fnmatch_lines(["*test_parser[[]Book-4]*", "*test_parser[[]Book-broken-4]*"])


def test_a_failure_says_what_is_wrong(pytester: pytest.Pytester) -> None:
    test = """
@pytest.mark.quire_files("specs/book.ksy", n=9, broken=True)
def test_parser(quire_file):
    assert quire_file.valid, quire_file.broken.what
"""
    done = run(pytester, test)
    done.assert_outcomes(passed=9, failed=9)
    done.stdout.fnmatch_lines(["*number: *"])


def test_a_class_will_do(pytester: pytest.Pytester) -> None:
    test = """
from quire.generated.wav import Wav

@pytest.mark.quire_files(Wav, n=3, seed=4)
@pytest.mark.quire_files("specs/book.ksy", n=2)
def test_parser(quire_file):
    assert quire_file.data[:4] in (b"BOOK", b"RIFF")
"""
    run(pytester, test).assert_outcomes(passed=5)


def test_files_of_nothing_are_told(pytester: pytest.Pytester) -> None:
    done = run(pytester, "def test_parser(quire_file): pass")
    done.assert_outcomes(errors=1)
    done.stdout.fnmatch_lines(['*say of what: @pytest.mark.quire_files("spec.ksy")*'])


def test_a_spec_that_is_not_there_is_told(pytester: pytest.Pytester) -> None:
    test = """
@pytest.mark.quire_files("no.ksy")
def test_parser(quire_file): pass
"""
    done = run(pytester, test)
    done.assert_outcomes(errors=1)
    done.stdout.fnmatch_lines(["*no.ksy*"])
