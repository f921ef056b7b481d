"""Lay the package out in build/tree as it is in a wheel, for tools that walk directories.

mypy and import-linter do not see the mapping of folders in pyproject.toml: to them
`quire.runtime` is `quire/runtime`. So build/tree/quire has links to the files of quire/ and
to the other folders (copies where links are not possible). Where all is as it should be, nothing
is touched, as another process may be reading it; else all is made anew.
"""

import shutil
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TREE = ROOT / "build" / "tree"


def main() -> None:
    """Make build/tree/quire."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    folders = config["tool"]["setuptools"]["package-dir"]
    links = {source.name: source for source in (ROOT / "quire").iterdir()}
    links |= {name.removeprefix("quire."): ROOT / folder for name, folder in folders.items()}
    package = TREE / "quire"
    if linked(package) == links:
        return
    shutil.rmtree(TREE, ignore_errors=True)
    package.mkdir(parents=True)
    for name, source in links.items():
        link(source, package / name)


def linked(package: Path) -> dict[str, Path | None]:
    """What a folder links to, by names; None for what is no link."""
    if not package.is_dir():
        return {}
    return {path.name: path.readlink() if path.is_symlink() else None for path in package.iterdir()}


def link(source: Path, target: Path) -> None:
    """Link target to source, or copy it (Windows links need a right that users seldom have)."""
    try:
        target.symlink_to(source, target_is_directory=source.is_dir())
    except OSError:
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copy2(source, target)


if __name__ == "__main__":
    main()
