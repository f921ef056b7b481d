"""Modules in the place of those of Kaitai's compiler."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import quire

Compile = Callable[..., Any]


@pytest.fixture
def compiled(tmp_path: Path) -> Compile:
    """`compiled(text, …)`: the class of a spec; what `quire.compile` takes besides."""

    def compile_text(text: str, **options: Any) -> Any:
        path = tmp_path / "spec.ksy"
        path.write_text(text, encoding="utf-8")
        module = quire.compile(path, **options)
        return getattr(module, module.__all__[0])

    return compile_text
