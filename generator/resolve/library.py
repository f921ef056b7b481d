"""Stage 3, before names: the specs of a run, each read once, and what they import."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from quire.generator.diagnostics import Problems
from quire.generator.source import Source, Span
from quire.generator.syntax import load as nodes
from quire.generator.syntax.kept import Kept
from quire.generator.syntax.load import Scalar, load, load_text
from quire.generator.syntax.overlay import OVERLAY, overlaid, overlaid_spec
from quire.generator.syntax.parse import parse_spec
from quire.generator.syntax.tree import Spec
from quire.runtime.frozen import Frozen


class Unit(Frozen):
    """A spec that was read: its file, its syntax, and the files that it imports.

    `name` is that of the file, with those of overlays after it; `places` has where each of the
    imports that were found stands.
    """

    path: Path
    name: str
    digest: str
    spec: Spec
    imports: tuple[Path, ...]
    places: tuple[Span, ...]

    @property
    def id(self) -> str:
        """`meta/id`."""
        return self.spec.root.id


class Library:
    """The specs of a run.

    Args:
        folders: Where imports that begin with `/` are looked for, in this order; then come the
            folders of the environment variable `KSPATH`.
        overlays: What adds keys to specs, wherever these are imported.
        texts: Texts that are taken in the place of files, by the resolved paths of these.
        kept: What is kept of these texts for the next ones, by the same paths.
    """

    def __init__(
        self,
        folders: Sequence[Path] = (),
        overlays: Sequence[Path] = (),
        texts: Mapping[Path, str] = MappingProxyType({}),
        kept: dict[Path, Kept] | None = None,
    ) -> None:
        listed = os.environ.get("KSPATH", "").split(os.pathsep)
        self._folders = (*folders, *(Path(folder) for folder in listed if folder))
        self._units: dict[Path, Unit | None] = {}
        self._problems: dict[Path, Problems] = {}
        self._closures: dict[Path, tuple[Path, ...]] = {}
        self._overlays = overlays
        self._texts = texts
        self._kept = kept if kept is not None else {}
        self._fitting: set[Path] = set()

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

    def without_spec(self) -> Problems:
        """What is wrong with overlays that were read with no spec: none that was read is theirs."""
        found = Problems()
        for file in self._overlays:
            node = self._load(file, found) if file not in self._fitting else None
            if node is None:
                continue
            if (name := overlaid_spec(node)) is None:
                advice = "`meta: {-overlay: name.ksy}` says which spec it is for"
                found.error("Q203", f"an overlay needs `{OVERLAY}`", node.span, help=advice)
            else:
                message = f"no spec that is compiled is called `{Path(name.text).name}`"
                found.error("Q308", message, name.span)
        return found

    def forget(self, file: Path) -> None:
        """Read a file anew when it is asked for next: it was changed."""
        key = _key(file)
        self._units.pop(key, None)
        self._problems.pop(key, None)
        self._closures.clear()

    def _read(self, path: Path, problems: Problems) -> Unit | None:
        node = self._load(path, problems)
        if node is None:
            return None
        base, overlays = path, list[tuple[Path, nodes.Mapping]]()
        if (name := overlaid_spec(node)) is not None:
            found = self._file(path, name.text.removesuffix(".ksy"), name.span, problems)
            spec = None if found is None else self._load(found, problems)
            if found is None or spec is None:
                return None
            overlays.append((path, node))
            base, node = found, spec
        overlays += (each for each in self._on(base) if each[0] != path)
        for _, overlay in overlays:
            node = overlaid(node, overlay, problems)
        try:
            syntax = parse_spec(node, problems, self._kept.get(_key(base)))
        except RecursionError:
            problems.error("Q105", "the spec is nested too deep", node.span)
            return None
        imports = [
            (file, each.span)
            for each in syntax.imports()
            if (file := self._file(base, each.path, each.span, problems)) is not None
        ]
        texts = [each.span.source.text for each in (node, *(node for _, node in overlays))]
        return Unit(
            path,
            " with ".join(each.name for each in (base, *(file for file, _ in overlays))),
            hashlib.sha256("\0".join(texts).encode()).hexdigest(),
            syntax,
            tuple(file for file, _ in imports),
            tuple(span for _, span in imports),
        )

    def _load(self, path: Path, problems: Problems) -> nodes.Mapping | None:
        key = _key(path)
        if key not in self._texts:
            return load(path, problems)
        return load_text(Source(str(path), self._texts[key]), problems, self._kept.get(key))

    def _on(self, spec: Path) -> Iterator[tuple[Path, nodes.Mapping]]:
        """The overlays of a spec: those that name a file called like it."""
        for file in self._overlays:
            node = self._load(file, Problems())  # what is wrong is said of those that fit nothing
            name = None if node is None else overlaid_spec(node)
            if node is not None and name is not None and _stem(name) == spec.stem:
                self._fitting.add(file)
                yield file, node

    def _file(self, importer: Path, told: str, span: Span, problems: Problems) -> Path | None:
        """The file of an import: beside the one that imports it, or in one of the folders."""
        absolute = told.startswith("/")
        name = told.lstrip("/") + ".ksy"
        places = [folder / name for folder in (self._folders if absolute else (importer.parent,))]
        for place in places:
            if place.is_file() or _key(place) in self._texts:
                return place
        tried = ", ".join(f"`{place}`" for place in places)
        help_text = f"there is no {tried}" if places else "name a folder for imports with `-I`"
        problems.error("Q305", f"import of `{told}` is not found", span, help=help_text)
        return None


def _stem(name: Scalar) -> str:
    return Path(name.text).name.removesuffix(".ksy")


def _key(file: Path) -> Path:
    """A file by whatever name it is called."""
    return file.resolve()
