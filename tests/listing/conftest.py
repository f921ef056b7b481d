"""Classes of specs that tests have as texts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import quire
from quire.listing import parts

Compile = Callable[[str], Any]


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Compile:
    """Compiles a spec; the same text once."""

    @cache
    def compile_it(text: str) -> Any:
        path = tmp_path_factory.mktemp("spec") / "spec.ksy"
        path.write_text(text, encoding="utf-8")
        module = quire.compile(path)
        return getattr(module, module.__all__[0])

    return compile_it


@pytest.fixture(params=[0, 24, 1 << 15], ids=["begun", "glimpsed", "whole"])
def small(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Elements of how many bytes are read in one go."""
    monkeypatch.setattr(parts, "SMALL", request.param)
