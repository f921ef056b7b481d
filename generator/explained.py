"""What each code of a diagnostic means: for `quire explain`, and for the reference of errors."""

from __future__ import annotations

import re
import sys
from importlib.resources import files
from pathlib import Path

from quire.runtime.frozen import Frozen

_SECTION = re.compile(r"^### (Q\d+): (.+)\n\n((?:.*\n)*?)(?=^### |\Z)", re.MULTILINE)
_LINK = re.compile(r"\[([^]]+)\]\([^)]*\)")
_MADE = re.compile(
    r"(<!-- codes: begin, [^\n]* generator/explained.md -->\n).*?(<!-- codes: end -->)", re.DOTALL
)


class Section(Frozen):
    """What a code means: in a line, and at length with an example."""

    title: str
    body: str

    @property
    def text(self) -> str:
        """All of it as plain text."""
        return _LINK.sub(r"\1", f"{self.title}\n\n{self.body}").strip()


def explained() -> dict[str, Section]:
    """The codes, in their order."""
    found = _SECTION.findall(_source())
    return {code: Section(title, body.strip()) for code, title, body in found}


def _source() -> str:
    return files("quire.generator").joinpath("explained.md").read_text(encoding="utf-8")


def main() -> None:
    """Renew the sections of the page that is named on the command line."""
    path = Path(sys.argv[1])
    page, made = path.read_text(encoding="utf-8"), f"\n{_source()}\n"
    path.write_text(_MADE.sub(lambda found: f"{found[1]}{made}{found[2]}", page), encoding="utf-8")


if __name__ == "__main__":
    main()
