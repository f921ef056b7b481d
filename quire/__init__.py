"""quire: declare a binary layout once; read it, write it, check it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

# In a checkout the other packages lie beside this folder, in a wheel inside it.
if not (Path(__file__).parent / "runtime").is_dir():
    __path__.append(str(Path(__file__).parents[1]))

from quire.runtime import (
    BackendUnavailable,
    ChecksumError,
    ContradictionError,
    EncodingError,
    EndOfStreamError,
    FormatError,
    LimitError,
    NestingError,
    NoTerminatorFoundError,
    TruncatedError,
    UndecidedEndiannessError,
    ValidationExprError,
    ValidationFailedError,
    ValidationGreaterThanError,
    ValidationLessThanError,
    ValidationNotAnyOfError,
    ValidationNotEqualError,
    ValidationNotInEnumError,
)
from quire.runtime.budget import limits
from quire.runtime.errors import FileChangedError

if TYPE_CHECKING:
    from quire.compiler import compile_spec as compile  # noqa: A004  # the word for it
    from quire.runtime.structure.lookup import plan_of

__version__ = "0.1.0"

__all__ = [
    "BackendUnavailable",
    "ChecksumError",
    "ContradictionError",
    "EncodingError",
    "EndOfStreamError",
    "FileChangedError",
    "FormatError",
    "LimitError",
    "NestingError",
    "NoTerminatorFoundError",
    "TruncatedError",
    "UndecidedEndiannessError",
    "ValidationExprError",
    "ValidationFailedError",
    "ValidationGreaterThanError",
    "ValidationLessThanError",
    "ValidationNotAnyOfError",
    "ValidationNotEqualError",
    "ValidationNotInEnumError",
    "__version__",
    "compile",
    "limits",
    "plan_of",
]


def __getattr__(name: str) -> object:
    """`quire.compile` loads the compiler when it is first used, `quire.plan_of` what it needs."""
    if name == "compile":
        from quire.compiler import compile_spec  # the compiler takes time to import

        return compile_spec
    if name == "plan_of":
        from quire.runtime.structure.lookup import plan_of  # the vocabulary takes time to import

        return plan_of
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)
