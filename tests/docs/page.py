"""A page of documentation, run from top to bottom as its reader would."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_FENCE = re.compile(
    r"^(?P<indent> *)```(?P<language>\w*)\n(?P<text>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL
)
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\((?P<target>[^)\s]+)\)")
_HEADING = re.compile(r"^#+ +(?P<text>.+?) *$", re.MULTILINE)
_FILE_NAME = re.compile(r"# (?P<name>[\w./-]+\.\w+)\n")


@dataclass(frozen=True, slots=True)
class Code:
    """A fenced block: its language, its text, and the line where the text begins."""

    language: str
    text: str
    line: int


def code_blocks(page: Path) -> Iterator[Code]:
    """The fenced blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    for match in _FENCE.finditer(text):
        line = text.count("\n", 0, match.start("text")) + 1
        yield Code(match["language"], match["text"], line)


def is_file(code: Code) -> bool:
    """Whether a block is a file of its name for what is run after it."""
    return _FILE_NAME.match(code.text) is not None


def headings(page: Path) -> list[str]:
    """The headings of a page, in order."""
    return [match["text"] for match in _HEADING.finditer(_prose(page))]


def links(page: Path) -> list[str]:
    """The targets of the links of a page."""
    return [match["target"] for match in _LINK.finditer(_prose(page))]


def anchors(page: Path) -> set[str]:
    """What a link to a heading of the page may name, as GitHub makes it."""
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings(page))
    return {heading.replace(" ", "-") for heading in plain}


def _prose(page: Path) -> str:
    return _FENCE.sub("", page.read_text(encoding="utf-8"))


def run(page: Path) -> int:
    """Run a page in the current folder; the number of examples that were compared.

    A `yaml`, `python` or `json` block whose first line is `# name` is a file of that name.
    `pycon` blocks go on from one another; in `console` blocks, what follows a line that begins with
    `$ ` is what that command prints.
    """
    names: dict[str, object] = {"__name__": "__main__"}
    compared = 0
    for code in code_blocks(page):
        if code.language == "pycon":
            compared += _interactive(code, page, names)
        elif code.language == "console":
            compared += _commands(code, page)
        elif (match := _FILE_NAME.match(code.text)) is not None:
            Path(match["name"]).write_text(code.text, encoding="utf-8")
    return compared


def _interactive(code: Code, page: Path, names: dict[str, object]) -> int:
    test = doctest.DocTestParser().get_doctest(code.text, names, page.name, str(page), code.line)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    printed: list[str] = []
    result = runner.run(test, out=printed.append, clear_globs=False)
    names.update(test.globs)
    assert not result.failed, "".join(printed)
    return result.attempted


def _commands(code: Code, page: Path) -> int:
    scripts = str(Path(sys.executable).parent)
    environment = {**os.environ, "PATH": os.pathsep.join([scripts, os.environ["PATH"]])}
    commands = [part for part in re.split(r"^\$ ", code.text, flags=re.MULTILINE) if part]
    for part in commands:
        command, _, expected = part.partition("\n")
        done = subprocess.run(
            ["bash", "-c", command],  # noqa: S607  # the shell of this machine, as a reader's
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            env=environment,
        )
        found = done.stdout
        where = f"{page.name}:{code.line}: $ {command}"
        assert found.strip() == expected.strip(), f"{where}\n\nprints\n\n{found}"
    return len(commands)
