"""Line breaks, by ruff, once, over finished text: nothing else here knows of them."""

from __future__ import annotations

import ast
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


def code_of(text: str) -> str:
    """What the text of a module is but for its layout, of which blanks in docstrings are a part."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) or not node.body:
            continue
        first = node.body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            first.value.value = " ".join(str(first.value.value).split())
    return ast.dump(tree)
