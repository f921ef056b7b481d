"""Kaitai's own compiler, from npm: specs become Python modules in a cache."""

from __future__ import annotations

import importlib
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

PACKAGES = ("kaitai-struct-compiler@0.11.0", "js-yaml@4")

SCRIPT = Path(__file__).with_name("official.js")


def compile_specs(specs: Sequence[Path], root: Path, cache: Path) -> None:
    """Compile what is not in the cache yet, or is older there than its spec."""
    out = cache / "official"
    due = [spec for spec in specs if not _is_fresh(spec, out / spec.stem)]
    if not due:
        return
    command = ["node", str(SCRIPT), str(root.resolve()), str(out.resolve())]
    paths = [str(spec.resolve()) for spec in due]
    subprocess.run([*command, *paths], cwd=_compiler(cache), check=True)


def _is_fresh(spec: Path, folder: Path) -> bool:
    made = folder / f"{spec.stem}.py"
    return made.exists() and made.stat().st_mtime > spec.stat().st_mtime


def _compiler(cache: Path) -> Path:
    """The folder in which the compiler is installed; the first time it is put there."""
    folder = cache / "npm"
    if not (folder / "node_modules" / "kaitai-struct-compiler").is_dir():
        npm = shutil.which("npm")
        if npm is None:
            raise FileNotFoundError("npm and node are needed, for Kaitai's own compiler")
        folder.mkdir(parents=True, exist_ok=True)
        command = [npm, "install", "--silent", "--prefix", str(folder), *PACKAGES]
        subprocess.run(command, cwd=folder, check=True)
    return folder


def load(name: str, cache: Path) -> ModuleType:
    """The module of a spec; those that it imports stand beside it.

    Raises:
        ImportError: the compiler has refused the spec.
    """
    sys.path.insert(0, str(cache / "official" / name))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.pop(0)
