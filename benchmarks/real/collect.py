"""Collecting real files: out of packages, from the system, and made by libraries and tools.

`python -m benchmarks.real.collect [--files DIR] [--only STEP ...]`: fills `DIR/files/<spec>/`. The
clients of the registries are run as they are configured here; what is not to be had is said and
left out.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from benchmarks.real import made, packages
from benchmarks.real.kinds import specs_of

Found = tuple[str, str, bytes]
"""Which spec, the name of the file, its bytes."""

FILES = 12
"""Files of a spec that are kept, of all sizes that were found."""

LARGEST = 6_000_000
"""Bytes of a file that is taken out of a package."""

SYSTEM = ("/usr/share", "/usr/lib", "/usr/local/share", "/usr/sbin")
SYSTEM_FILES = 20_000


def default_folder() -> Path:
    """In the user's cache."""
    cache = os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")
    return Path(cache) / "quire" / "real-files"


def main() -> None:
    """Collect what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=Path, default=default_folder(), metavar="DIR")
    parser.add_argument("--only", nargs="+", choices=STEPS, default=tuple(STEPS))
    arguments = parser.parse_args()
    candidates: dict[str, dict[str, tuple[str, bytes]]] = defaultdict(dict)
    for step in arguments.only:
        for spec, name, data in STEPS[step](arguments.files):
            digest = hashlib.sha256(data).hexdigest()
            candidates[spec].setdefault(digest, (name, data))
    for spec, found in sorted(candidates.items()):
        _keep(arguments.files / "files" / spec, found.values())
        print(f"{spec}: {min(len(found), FILES)} of {len(found)}")


def _keep(folder: Path, found: Iterable[tuple[str, bytes]]) -> None:
    """Write files of all sizes: the smallest, the largest, and some between."""
    ranked = sorted(found, key=lambda each: (len(each[1]), each[0]))
    last = len(ranked) - 1
    chosen = sorted({round(number * last / (FILES - 1)) for number in range(FILES)})
    folder.mkdir(parents=True, exist_ok=True)
    for number in chosen:
        name, data = ranked[number]
        (folder / name).write_bytes(data)


def _packaged(folder: Path) -> Iterator[Found]:
    for name, data in packages.members(folder / "packages", LARGEST):
        for spec in specs_of(name, data):
            yield spec, Path(name).name, data


def _of_system(_folder: Path) -> Iterator[Found]:
    seen: dict[str, int] = defaultdict(int)
    for path in _system_paths():
        kind = path.suffix
        if seen[kind] >= SYSTEM_FILES or not 16 <= path.stat().st_size <= LARGEST:
            continue
        seen[kind] += 1
        data = path.read_bytes()
        for spec in specs_of(path.name, data):
            yield spec, path.name, data


def _system_paths() -> Iterator[Path]:
    wanted = {".mo", ".ttf", ".otf", ".png", ".gif", ".jpg", ".icc", ".dtb", ".pf2", ".gz", ".exe"}
    wanted |= {".ico", ".wav", ".so", ".o", ".class", ".jar", ".zip", ".whl", ".rpm", ".db", ".bmp"}
    for root in SYSTEM:
        for folder, _, names in os.walk(root):
            for name in names:
                path = Path(folder, name)
                if path.suffix in wanted and path.is_file() and not path.is_symlink():
                    yield path


def _made(folder: Path) -> Iterator[Found]:
    packages.install(made.LIBRARIES, folder / "libraries")
    for make in made.MAKERS:
        try:
            yield from make()
        except Exception as error:  # noqa: BLE001  # a library or a tool that is not here
            print(f"{make.__name__}: {type(error).__name__}: {error}", file=sys.stderr)


STEPS: dict[str, Callable[[Path], Iterator[Found]]] = {
    "packages": _packaged,
    "system": _of_system,
    "made": _made,
}

if __name__ == "__main__":
    main()
