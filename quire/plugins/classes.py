"""The class of the files of a spec."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def class_of(spec: Path) -> Any:
    """The class of the files of a spec.

    Raises:
        SpecError: the spec is bad.
        FileNotFoundError: there is none.
    """
    from quire.importing import compile_spec  # which takes time to import

    module = compile_spec(spec)
    return getattr(module, module.__all__[0])
