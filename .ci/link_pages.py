"""Lay the pages of the documentation out in build/pages, where mkdocs looks for them.

They stand in several folders, as their readers in a checkout want them, and link to specs and
tests, too. So build/pages has what can be reached from the README, at the paths of the checkout:
every page, every picture, every file that a page links to. Made anew on every run.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from link_tree import link

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "build" / "pages"

_FENCE = re.compile(r"^( *)```.*?^\1```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\((?P<target>[^)\s]+)\)")


def linked(page: Path) -> list[Path]:
    """The files of the checkout that a page links to, or shows."""
    prose = _FENCE.sub("", page.read_text(encoding="utf-8"))
    targets = (match["target"].partition("#")[0] for match in _LINK.finditer(prose))
    return [(page.parent / each).resolve() for each in targets if each and "://" not in each]


def reached(start: Path) -> set[Path]:
    """All files that a reader who begins with a page can come to."""
    seen: set[Path] = set()
    waiting = [start]
    while waiting:
        file = waiting.pop()
        if file in seen or not file.is_file():
            continue  # what is missing is for mkdocs to say
        seen.add(file)
        if file.suffix == ".md":
            waiting += linked(file)
    return seen


def main() -> None:
    """Make build/pages."""
    shutil.rmtree(PAGES, ignore_errors=True)
    for file in sorted(reached(ROOT / "README.md")):
        target = PAGES / file.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        link(file, target)


if __name__ == "__main__":
    main()
