"""Modules of the Construct target, written and imported."""

from __future__ import annotations

import importlib
import itertools
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from quire.compiler import compile_texts
from quire.generator.diagnostics import Problems
from quire.generator.pipeline import Options

_numbers = itertools.count()
Made = Callable[..., ModuleType]


@pytest.fixture
def construct_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Made]:
    """Compiles the text of a spec for Construct; other specs beside it are `others`."""
    package = f"constructs_{next(_numbers)}"

    def made(text: str, **others: str) -> ModuleType:
        for name, spec in {**others, "main": text}.items():
            (tmp_path / f"{name}.ksy").write_text(spec, encoding="utf-8")
        problems = Problems()
        modules = compile_texts(
            [tmp_path / "main.ksy"], problems, Options(), package, target="construct"
        )
        assert not problems.failed, problems.text()
        (tmp_path / package).mkdir()
        for module in modules:
            (tmp_path / package / f"{module.name}.py").write_text(module.text, encoding="utf-8")
        monkeypatch.syspath_prepend(str(tmp_path))
        return importlib.import_module(f"{package}.{modules[0].name}")

    yield made
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        del sys.modules[name]
