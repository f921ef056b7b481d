"""Modules in the place of those of Kaitai's compiler."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import quire

Compile = Callable[..., Any]


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Compile:
    """`compiled(text, …)`: the class of a spec; what `quire.compile` takes besides."""

    @cache
    def compile_text(text: str, **options: Any) -> Any:
        path = tmp_path_factory.mktemp("specs") / "spec.ksy"
        path.write_text(text, encoding="utf-8")
        module = quire.compile(path, **options)
        return getattr(module, module.__all__[0])

    return compile_text
