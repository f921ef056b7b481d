"""Line breaks, by ruff, once, over finished text: nothing else here knows of them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

_OPTIONS = ("format", "--isolated", "--line-length", "100", "--target-version", "py311", "-")


@cache
def formatter() -> str | None:
    """The ruff that is installed beside Python, or else on the path; None if there is none."""
    beside = str(Path(sys.executable).parent)
    return shutil.which("ruff", path=beside) or shutil.which("ruff")


def formatted(text: str) -> str:
    """The text of a module in lines that people read; as it is, where there is no ruff."""
    ruff = formatter()
    if ruff is None:
        return text
    done = subprocess.run(  # noqa: S603  # ruff, and options of our own
        [ruff, *_OPTIONS], input=text, capture_output=True, text=True, encoding="utf-8", check=False
    )
    return done.stdout if done.returncode == 0 else text
