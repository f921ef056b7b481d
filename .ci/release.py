"""What a release needs to know: that its tag is the version of the package, and what has changed.

python .ci/release.py notes [TAG]     prints the part of the changelog that tells of a release
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_VERSION = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)
_PART = re.compile(r"^## (?P<name>[^\n]+)\n(?P<text>.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def version(root: Path = ROOT) -> str:
    """The version of the package, read from its source."""
    found = _VERSION.search((root / "quire" / "__init__.py").read_text(encoding="utf-8"))
    if found is None:
        raise SystemExit("quire/__init__.py has no __version__")
    return found[1]


def notes(tag: str | None, root: Path = ROOT) -> str:
    """What the changelog says of a tag, or of what is not released yet."""
    if tag is not None and tag != f"v{version(root)}":
        raise SystemExit(f"the tag {tag} is not v{version(root)}, the version of the package")
    wanted = "Unreleased" if tag is None else tag.removeprefix("v")
    for part in _PART.finditer((root / "CHANGELOG.md").read_text(encoding="utf-8")):
        if part["name"].partition(",")[0].partition(" ")[0] == wanted and part["text"].strip():
            return part["text"].strip()
    raise SystemExit(f"CHANGELOG.md says nothing under `## {wanted}`")


if __name__ == "__main__":
    print(notes(sys.argv[2] if len(sys.argv) > 2 else None))
