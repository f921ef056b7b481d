"""Public methods say what they do, or have the text of the method that they override."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def modules(folder: str) -> Iterator[str]:
    """The names of the modules of a folder that can be imported here."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        if "__main__" not in name:
            yield name if folder == "quire" else f"quire.{name}"


def untold(kind: type) -> Iterator[str]:
    """The public methods and properties of a class that have no text, nor one they override."""
    for name, value in vars(kind).items():
        found = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
        full = f"{kind.__qualname__}.{name}"
        is_own = inspect.isfunction(found) and found.__qualname__ == full
        if is_own and not name.startswith("_") and not inspect.getdoc(getattr(kind, name)):
            yield f"{kind.__module__}.{full}"


def is_public(kind: object, module: str) -> bool:
    """Whether something is a public class of a module."""
    return inspect.isclass(kind) and kind.__module__ == module and not kind.__name__.startswith("_")


@pytest.mark.parametrize("folder", ["quire", "runtime", "kernels", "generator"])
def test_every_public_method_has_a_text(folder: str) -> None:
    missing: list[str] = []
    for name in modules(folder):
        try:
            module = importlib.import_module(name)
        except ImportError:  # of a package that is not installed
            continue
        for kind in vars(module).values():
            if is_public(kind, name):
                missing += untold(kind)
    assert missing == []
