"""Stage 3, before names: the specs of a run, each read once, and what they import."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

from quire.generator.diagnostics import Problems
from quire.generator.syntax.load import load
from quire.generator.syntax.parse import parse_spec
from quire.generator.syntax.tree import Import, Spec
from quire.runtime.frozen import Frozen


class Unit(Frozen):
    """A spec that was read: its file, its syntax, and the files that it imports."""

    path: Path
    digest: str
    spec: Spec
    imports: tuple[Path, ...]

    @property
    def id(self) -> str:
        """`meta/id`."""
        return self.spec.root.id


class Library:
    """The specs of a run.

    Args:
        folders: Where imports that begin with `/` are looked for, in this order; then come the
            folders of the environment variable `KSPATH`.
    """

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        listed = os.environ.get("KSPATH", "").split(os.pathsep)
        self._folders = (*folders, *(Path(folder) for folder in listed if folder))
        self._units: dict[Path, Unit | None] = {}
        self._problems: dict[Path, Problems] = {}
        self._closures: dict[Path, tuple[Path, ...]] = {}

    def unit(self, file: Path) -> Unit | None:
        """The spec of a file; None if it cannot be read."""
        key = _key(file)
        if key not in self._units:
            self._problems[key] = Problems()
            self._units[key] = self._read(file, self._problems[key])
        return self._units[key]

    def problems(self, file: Path) -> Problems:
        """What is wrong with the text of a file, and with its imports."""
        self.unit(file)
        return self._problems[_key(file)]

    def closure(self, file: Path) -> tuple[Path, ...]:
        """A file, then all that it imports, directly or through others; each once."""
        key = _key(file)
        if key not in self._closures:
            found, pending = {key: file}, [file]
            while pending:
                unit = self.unit(pending.pop(0))
                for path in unit.imports if unit is not None else ():
                    if _key(path) not in found:
                        found[_key(path)] = path
                        pending.append(path)
            self._closures[key] = tuple(found.values())
        return self._closures[key]

    def _read(self, path: Path, problems: Problems) -> Unit | None:
        node = load(path, problems)
        if node is None:
            return None
        try:
            spec = parse_spec(node, problems)
        except RecursionError:
            problems.error("Q105", "the spec is nested too deep", node.span)
            return None
        found = [self._find(path, entry, problems) for entry in spec.imports()]
        digest = hashlib.sha256(node.span.source.text.encode()).hexdigest()
        return Unit(path, digest, spec, tuple(file for file in found if file is not None))

    def _find(self, importer: Path, entry: Import, problems: Problems) -> Path | None:
        """The file of an import: beside the one that imports it, or in one of the folders."""
        absolute = entry.path.startswith("/")
        name = entry.path.lstrip("/") + ".ksy"
        places = [folder / name for folder in (self._folders if absolute else (importer.parent,))]
        for place in places:
            if place.is_file():
                return place
        tried = ", ".join(f"`{place}`" for place in places)
        help_text = f"there is no {tried}" if places else "name a folder for imports with `-I`"
        problems.error("Q305", f"import of `{entry.path}` is not found", entry.span, help=help_text)
        return None


def _key(file: Path) -> Path:
    """A file by whatever name it is called."""
    return file.resolve()
