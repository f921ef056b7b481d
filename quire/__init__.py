"""quire: declare a binary layout once; read it, write it, check it."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING

# In a checkout the other packages lie beside this folder, in a wheel inside it.
if not (Path(__file__).parent / "runtime").is_dir():
    __path__.append(str(Path(__file__).parents[1]))

if TYPE_CHECKING:
    from quire import (
        arrays,
        cdd,
        columns,
        cvc,
        datasets,
        finalfusion,
        hpdkv,
        runtime,
        testing,
        tiers,
    )
    from quire.datasets.planning import parts
    from quire.generator.diagnostics import SpecError
    from quire.importing import compile_spec as compile  # noqa: A004  # the word for it
    from quire.opening import load
    from quire.opening import open_file as open  # noqa: A004  # the same
    from quire.runtime.errors import (
        BackendUnavailable,
        ChecksumError,
        ContradictionError,
        EncodingError,
        EndOfStreamError,
        FileChangedError,
        FormatError,
        LimitError,
        NestingError,
        NoTerminatorFoundError,
        TruncatedError,
        UndecidedEndiannessError,
        UnreachableError,
        ValidationExprError,
        ValidationFailedError,
        ValidationGreaterThanError,
        ValidationLessThanError,
        ValidationNotAnyOfError,
        ValidationNotEqualError,
        ValidationNotInEnumError,
    )
    from quire.runtime.reading.budget import limits
    from quire.runtime.showing.exchanged import InexactError
    from quire.runtime.structure.lookup import plan_of

    __version__: str

__all__ = [
    "BackendUnavailable",
    "ChecksumError",
    "ContradictionError",
    "EncodingError",
    "EndOfStreamError",
    "FileChangedError",
    "FormatError",
    "InexactError",
    "LimitError",
    "NestingError",
    "NoTerminatorFoundError",
    "SpecError",
    "TruncatedError",
    "UndecidedEndiannessError",
    "UnreachableError",
    "ValidationExprError",
    "ValidationFailedError",
    "ValidationGreaterThanError",
    "ValidationLessThanError",
    "ValidationNotAnyOfError",
    "ValidationNotEqualError",
    "ValidationNotInEnumError",
    "__version__",
    "arrays",
    "cdd",
    "columns",
    "compile",
    "cvc",
    "datasets",
    "finalfusion",
    "hpdkv",
    "limits",
    "load",
    "open",
    "parts",
    "plan_of",
    "runtime",
    "testing",
    "tiers",
]

_ELSEWHERE = {
    "InexactError": ("quire.runtime.showing.exchanged", "InexactError"),
    "SpecError": ("quire.generator.diagnostics", "SpecError"),
    "compile": ("quire.importing", "compile_spec"),
    "limits": ("quire.runtime.reading.budget", "limits"),
    "load": ("quire.opening", "load"),
    "open": ("quire.opening", "open_file"),
    "parts": ("quire.datasets.planning", "parts"),
    "plan_of": ("quire.runtime.structure.lookup", "plan_of"),
}
"""The module of what is not among the errors, and its name there."""

_MODULES = {
    "arrays", "cdd", "columns", "cvc", "datasets", "finalfusion", "hpdkv", "runtime", "testing",
    "tiers",
}  # fmt: skip  # one a line says no more


def __getattr__(name: str) -> object:
    """What the package offers is loaded when it is first used: `quire --help` needs none of it."""
    if name not in __all__:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    if name in _MODULES:
        return importlib.import_module(f"quire.{name}")
    if name == "__version__":
        return globals().setdefault(name, importlib.import_module("quire.version").version())
    module, there = _ELSEWHERE.get(name, ("quire.runtime.errors", name))
    return globals().setdefault(name, getattr(importlib.import_module(module), there))


def __dir__() -> list[str]:
    return __all__
