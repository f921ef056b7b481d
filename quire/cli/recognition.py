"""How files of the specs are recognised: `make gen` makes `generated/_formats.py` of this."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from quire.generator.targets.python.format import formatted
from quire.starts import signature
from quire.storage.atomic import atomic_file

HEAD = '''"""How files of each spec are recognised, made by `make gen`. Do not edit."""

FORMATS: dict[str, tuple[str, tuple[tuple[tuple[int, bytes], ...], ...], tuple[str, ...]]] = '''

BEGINS = {"zip": ("local", "end")}
"""Types that files begin with, of specs that read them from their end."""


def main(paths: Sequence[str]) -> None:
    """Write the table of the specs that name an extension.

    Args:
        paths: The file to write, and the specs.
    """
    target, *specs = map(Path, paths)
    found = [signature(path, BEGINS.get(path.stem, ())) for path in specs]
    rows = {
        each.name: (each.title, each.starts, each.extensions) for each in found if each.extensions
    }
    with atomic_file(target) as file:
        file.write(formatted(f"{HEAD}{rows}\n").encode())


if __name__ == "__main__":
    main(sys.argv[1:])
