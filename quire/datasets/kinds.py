"""Classes of generated modules, as another process finds them again."""

from __future__ import annotations

import hashlib
import importlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from quire.runtime import Struct

Spec = type[Struct] | str | os.PathLike[str]
"""A generated class, or the path of a spec."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A generated class.

    Attributes:
        module: Its module, or the path of its spec.
        name: Its name there; "" for the class of the spec.
        digest: Of the text of the spec, so that another one is not taken for it; "" of a module.
        imports: Folders in which imports of the spec are looked for.
    """

    module: str
    name: str = ""
    digest: str = ""
    imports: tuple[str, ...] = ()

    def load(self) -> Any:
        """The class.

        Raises:
            ImportError: the module is not here.
            OSError: the spec is not here.
            ValueError: it is another one.
            SpecError: it makes no sense.
        """
        return _loaded(self)


@lru_cache(maxsize=64)
def _loaded(kind: Kind) -> Any:
    if kind.name:
        found: Any = importlib.import_module(kind.module)
        for name in kind.name.split("."):
            found = getattr(found, name)
        return found
    from quire.importing import compile_spec  # the compiler takes time to import

    if _digest(kind.module) != kind.digest:
        raise ValueError(f"{kind.module} is another spec than when the parts were planned")
    module = compile_spec(kind.module, imports=kind.imports)
    return getattr(module, module.__all__[0])


def kind_of(spec: Spec, imports: Sequence[str | os.PathLike[str]] = ()) -> Kind:
    """How a class is found again; imports of a spec are looked for in folders, too.

    Raises:
        ValueError: it was compiled in memory, where others do not find it.
        TypeError: it is neither a class nor a path.
    """
    if isinstance(spec, str | os.PathLike):
        path = str(Path(spec).absolute())
        folders = tuple(str(Path(each).absolute()) for each in imports)
        return Kind(path, digest=_digest(path), imports=folders)
    given: object = spec
    if not isinstance(given, type) or not issubclass(given, Struct):
        raise TypeError(f"spec: expected a generated class or a path, found {spec!r}")
    if spec.__module__.startswith("quire_compiled_"):
        name = spec.__qualname__
        message = f"spec: {name} was compiled in this process: give the path of its spec instead"
        raise ValueError(message)
    return Kind(spec.__module__, spec.__qualname__)


def _digest(path: str) -> str:
    return hashlib.blake2s(Path(path).read_bytes(), digest_size=8).hexdigest()
