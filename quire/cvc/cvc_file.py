"""What open files of all layouts have in common."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Unpack

from quire.cvc.opening import COLUMNS, open_layout, trailing, wrong_header
from quire.cvc.sections import Section
from quire.generated.cvc import Cvc
from quire.kernels.engine.given import expect_a
from quire.kernels.services.stretches import Stretches
from quire.opened import OpenFile, Opening
from quire.progress import Tell
from quire.runtime.collecting import not_collecting
from quire.sources import Given, Source
from quire.storage.failing import if_it_fails


class CvcFile(OpenFile):
    """An open CVC file: with columns, or with vectors alone."""

    def __init__(
        self, source: Given | Source, *, columns: bool, file: Cvc | None, **opening: Unpack[Opening]
    ) -> None:
        super().__init__(source, **opening)
        if file is None:
            file = open_layout(self._source, columns=columns)
        expect_a(Cvc, file, "file")
        self._record: Cvc = file
        self._rows = Stretches(chunk.rows for chunk in file.header.chunks)
        self.sections: list[Section] = []
        with if_it_fails(self.close):
            for index, info in enumerate(file.header.sections or ()):
                if info.end_index > self.num_vectors:
                    path = f"header.sections[{index}].end_index"
                    raise wrong_header(file, path, f"at most {self.num_vectors}", info.end_index)
                found = Section(index, info.start_index, info.end_index, info.metadata)
                self.sections.append(found)

    @property
    def header(self) -> Cvc.Header:
        """The header; `header.tree()` has the keys that quire does not know, too."""
        return self._record.header

    @property
    def format_version(self) -> int:
        """0 for the layout without a version, else its major version."""
        return self._record.format_version

    @property
    def num_vectors(self) -> int:
        """Number of rows."""
        return self.header.num_vectors

    def info(self) -> dict[str, Any]:
        """What the header says, as `get_cvc_info` tells it."""
        has_columns = self.format_version == COLUMNS
        told = ("rows", "metadata") if has_columns else ("rows", "compression", "metadata")
        with not_collecting():
            chunks = [
                {"index": index, **{name: getattr(info, name) for name in told}}
                for index, info in enumerate(self.header.chunks)
            ]
        return {
            "format_type": "columnar" if has_columns else "single",
            "format_version": self.format_version,
            **self.facts(),
            "file_size": self._source.size,
            "sections": [section.info() for section in self.sections],
            "chunks": chunks,
        }

    def facts(self) -> dict[str, Any]:
        """How many rows there are, in how many chunks, and of what kind they are."""
        return {"num_vectors": self.num_vectors, "num_chunks": len(self.header.chunks)}

    @property
    def _num_parts(self) -> int:
        return len(self.header.chunks)

    def _check(self, tell: Tell) -> list[str]:
        for index in range(self._num_parts):
            self._check_chunk(index)
            tell(1)
        return trailing(self._record)

    @abstractmethod
    def _check_chunk(self, index: int) -> None:
        """Verify what a chunk stores."""
