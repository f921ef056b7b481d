"""A generated module that does not fit the quire that is there is refused, before it does harm."""

import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from quire import runtime
from quire.kernels.engine import payload, pipeline
from quire.kernels.services import columns
from quire.runtime import contract
from quire.runtime.writing import read_write
from tests.conftest import Golden

HERE = Path(__file__).parent
MODULE = HERE.parents[1] / "generated" / "word2vec.py"


def made_for(number: int, folder: Path, *, uses_what_is_gone: bool = False) -> str:
    """What Python says of the import of a module that was made for a contract."""
    text = MODULE.read_text(encoding="utf-8")
    text, found = re.subn(r"require\(\d+, ", f"require({number}, ", text)
    assert found == 1
    if uses_what_is_gone:
        text, found = re.subn(r"^    Struct,$", "    Gone,\n    Struct,", text, flags=re.MULTILINE)
        assert found == 1
    (folder / "word2vec.py").write_text(text, encoding="utf-8")
    command = [sys.executable, "-c", "import word2vec"]
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
    return done.stderr.strip().rpartition("\n")[2]


def test_modules_of_all_contracts_that_are_kept_are_imported(tmp_path: Path) -> None:
    for number in range(contract.OLDEST, contract.CURRENT + 1):
        assert made_for(number, tmp_path) == ""


@pytest.mark.parametrize("uses_what_is_gone", [False, True])
def test_a_module_of_an_older_quire_is_to_be_made_again(
    tmp_path: Path, *, uses_what_is_gone: bool
) -> None:
    said = made_for(contract.OLDEST - 1, tmp_path, uses_what_is_gone=uses_what_is_gone)
    assert said.startswith("ImportError: `word2vec` was made by a quire that is older than this")
    assert "make it again with `quire gen`" in said


@pytest.mark.parametrize("uses_what_is_gone", [False, True])
def test_a_module_of_a_newer_quire_needs_that(tmp_path: Path, *, uses_what_is_gone: bool) -> None:
    said = made_for(contract.CURRENT + 1, tmp_path, uses_what_is_gone=uses_what_is_gone)
    assert said.startswith("ImportError: `word2vec` was made by a quire that is newer than this")
    assert "install that or a later one" in said


def test_what_generated_modules_use_is_as_the_contract_has_it(golden: Golden) -> None:
    # When lines go or change, OLDEST rises to a new CURRENT; when lines come, or parameters that
    # may be left out, CURRENT rises alone.
    # Between two releases once is enough.
    lines = [f"contract {contract.OLDEST} to {contract.CURRENT}"]
    for module in (runtime, read_write, payload, pipeline, columns):
        lines += [f"{module.__name__}: {line}" for line in _offered(module)]
    golden(HERE / "contract.txt", "\n".join(lines) + "\n")


def _offered(module: ModuleType) -> Iterator[str]:
    """The names of a module that others may use, with the parameters of what can be called."""
    own = [key for key, value in vars(module).items() if _home(value) == module.__name__]
    for name in sorted(getattr(module, "__all__", own)):
        value = getattr(module, name)
        if inspect.isclass(value):
            # Classes of records call what records keep to themselves.
            within = issubclass(value, runtime.Struct)
            members = _members(value)
            shown = [key for key in members if within or key[0] != "_" or key == "__init__"]
            yield name
            for member in sorted(key for key in shown if key[:2] != "__" or key == "__init__"):
                yield f"{name}.{member}{_parameters(members[member])}"
        elif not name.startswith("_"):
            yield f"{name}{_parameters(value)}"


def _members(kind: type) -> dict[str, object]:
    """What a class has, and what payloads and readers have of those they are put together from."""
    found: dict[str, object] = {}
    for base in reversed(kind.__mro__):
        if base is kind or base.__module__.startswith(_PARTS):
            found |= vars(base)
    return found


_PARTS = ("quire.kernels.engine.", "quire.runtime.stream", "quire.runtime.writing.writing")
"""Modules of classes that others are put together from."""


def _home(value: object) -> str:
    """The module of a class or a function."""
    return value.__module__ if inspect.isclass(value) or inspect.isfunction(value) else ""


def _parameters(what: object) -> str:
    what = getattr(what, "__func__", what)
    if not inspect.isfunction(what):
        return ""
    return f"({', '.join(inspect.signature(what).parameters)})"
