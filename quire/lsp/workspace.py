"""The specs that are open in an editor, and those that they import."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from quire.generator.diagnostics import Diagnostic, Problems
from quire.generator.pipeline import Options, check_unit
from quire.generator.resolve.library import Library
from quire.generator.resolve.references import resolve
from quire.generator.resolve.scopes import Names
from quire.generator.source import Source
from quire.generator.syntax.kept import Kept
from quire.generator.syntax.load import Mapping
from quire.generator.syntax.parse import parse_spec
from quire.generator.types.members import Asked
from quire.lsp.analysis import Analysis

MOST_FOLDERS = 1000
"""Folders of a workspace that are looked through for specs that import one."""

_OTHERS = {"node_modules", "build", "dist", "venv"}
"""Folders that hold what others have made."""


class Workspace:
    """Specs by their files; the text of one that is open goes before that of its file.

    Args:
        options: How specs are compiled.
    """

    def __init__(self, options: Options) -> None:
        self.options = options
        self.folders: list[Path] = []
        self._texts: dict[Path, str] = {}
        self._kept: dict[Path, Kept] = {}
        self._library = self._new_library()
        self._found: dict[Path, tuple[Analysis | None, tuple[Diagnostic, ...]]] = {}
        self._good: dict[Path, Analysis] = {}

    @property
    def open_files(self) -> tuple[Path, ...]:
        """The files whose texts an editor has."""
        return tuple(self._texts)

    def text(self, file: Path, source: Source) -> str:
        """The text that a place is in; its `source` may be an earlier one, alike around it."""
        known = self._good.get(file)
        return (known.text if known is not None else "") or source.text

    def with_texts(self, texts: dict[Path, str]) -> Workspace:
        """The same specs, but for some texts."""
        other = Workspace(self.options)
        other.folders = self.folders
        other._texts.update(self._texts | texts)  # of the same class
        other._kept.update(self._kept)
        return other

    def put(self, file: Path, text: str) -> None:
        """Take a text in the place of what is stored."""
        self._texts[file] = text
        self._kept.setdefault(file, Kept())
        self._changed(file)

    def close(self, file: Path) -> None:
        """Take what is stored again."""
        self._texts.pop(file, None)
        self._good.pop(file, None)
        self._kept.pop(file, None)
        self._changed(file)

    def look_again(self) -> None:
        """Read all files anew: some were changed by others, or came to be."""
        self._library = self._new_library()
        self._found.clear()

    def _new_library(self) -> Library:
        return Library(self.options.imports, self.options.overlays, self._texts, self._kept)

    def importing(self, file: Path) -> tuple[Path, ...]:
        """The open files that import one, directly or through others, and the file itself."""
        return tuple(each for each in self._texts if file in self._files(each))

    def problems(self, file: Path) -> tuple[Diagnostic, ...]:
        """What is wrong with a file as it is now, by place."""
        return self._analysed(file)[1]

    def analysis(self, file: Path) -> Analysis | None:
        """What is known of a file as it is now, or was when it last was YAML."""
        return self._analysed(file)[0] or self._good.get(file)

    def kept(self, file: Path) -> Kept | None:
        """What is kept of the last text of an open file."""
        return self._kept.get(file)

    def names(self, file: Path, node: Mapping) -> Names | None:
        """What has a name in a text that an editor has not got: one with something put in."""
        # Those that it imported when it last was YAML: reading it again takes as long as all else.
        known = self._good.get(file)
        files = known.files[1:] if known is not None else self._library.closure(file)[1:]
        imported = (self._library.unit(each) for each in files)
        specs = [unit.spec for unit in imported if unit is not None]
        try:
            return resolve(parse_spec(node, Problems(), self.kept(file)), specs, Problems())
        except RecursionError:
            return None

    def around(self, file: Path) -> Iterator[Analysis]:
        """A spec, and those of the folders that may import it, directly or through others."""
        wanted, seen = {file.stem}, {file}
        yield from self._analyses((file,))
        candidates = dict.fromkeys(each for each in self._candidates(file) if each not in seen)
        for _ in candidates:  # at most so many are imported through each other
            more = [each for each in candidates if each not in seen and self._imports(each, wanted)]
            if not more:
                return
            seen.update(more)
            wanted.update(each.stem for each in more)
            yield from self._analyses(more)

    def _analyses(self, files: Iterable[Path]) -> Iterator[Analysis]:
        yield from (found for each in files if (found := self.analysis(each)) is not None)

    def _candidates(self, file: Path) -> Iterator[Path]:
        yield from self._texts
        yield from (found.resolve() for found in file.parent.glob("*.ksy"))
        for folder in self.folders:
            for path, inside, names in islice(os.walk(folder), MOST_FOLDERS):
                inside[:] = sorted({name for name in inside if name[0] not in "._"} - _OTHERS)
                specs = (Path(path, name) for name in names if name.endswith(".ksy"))
                yield from (each.resolve() for each in specs)

    def _imports(self, file: Path, wanted: set[str]) -> bool:
        """Whether a file may import one of some specs: it says so somewhere in its text."""
        text = self._texts.get(file)
        try:
            text = file.read_text(encoding="utf-8") if text is None else text
        except (OSError, UnicodeDecodeError):
            return False
        return "imports" in text and any(name in text for name in wanted)

    def _files(self, file: Path) -> tuple[Path, ...]:
        return tuple(each.resolve() for each in self._library.closure(file))

    def _changed(self, file: Path) -> None:
        for each in [each for each in self._found if each == file or file in self._files(each)]:
            del self._found[each]
        self._library.forget(file)

    def _analysed(self, file: Path) -> tuple[Analysis | None, tuple[Diagnostic, ...]]:
        if file not in self._found:
            self._found[file] = self._analyse(file)
            found = self._found[file][0]
            if found is not None:
                self._good[file] = found
        return self._found[file]

    def _analyse(self, file: Path) -> tuple[Analysis | None, tuple[Diagnostic, ...]]:
        unit = self._library.unit(file)
        problems, asked = Problems(), list[Asked]()
        problems.add(self._library.problems(file))
        model = None
        if unit is not None:
            model = check_unit(unit, self._library, self.options, problems, asked)
        own = tuple(each for each in problems.sorted() if each.span.source.name == str(file))
        if unit is None or model is None:
            return None, own
        text = self._texts.get(file, "")
        imports = tuple(zip(unit.places, unit.imports, strict=True))
        return Analysis(file, text, self._files(file), own, model, asked, imports), own
