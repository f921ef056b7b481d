"""Packages that offer codecs, as they lie in a folder of installed ones."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def installed(
    site: Path, package: str, files: dict[str, str], codecs: dict[str, str], version: str = "1.0"
) -> None:
    """Lay a package out as pip does, with its entry points of the group `quire.codecs`."""
    for name, text in files.items():
        path = site / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    about = site / f"{package.replace('-', '_')}-{version}.dist-info"
    about.mkdir(parents=True)
    metadata = f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n"
    (about / "METADATA").write_text(metadata, encoding="utf-8")
    points = "".join(f"{name} = {value}\n" for name, value in codecs.items())
    (about / "entry_points.txt").write_text(f"[quire.codecs]\n{points}", encoding="utf-8")


def run(site: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own that finds what is installed there."""
    return subprocess.run(
        [sys.executable, *command],
        cwd=site,
        env={**os.environ, "PYTHONPATH": str(site)},
        check=False,
        capture_output=True,
        text=True,
    )
