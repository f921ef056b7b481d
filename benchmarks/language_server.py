"""What an editor waits for: the language server over specs, each request in processor time."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.suite import Cell, Options, Table
from tests.lsp.client import Client

OWN = Path(__file__).resolve().parents[1] / "specs"
ELSEWHERE = "executable/elf.ksy"
"""A large one of those that are well known, if a folder of public specs is given."""

REST = 1.0
"""Seconds in which the server has done all that it does by itself."""


def tables(options: Options) -> Iterator[Table]:
    """Milliseconds of each request, over a spec of ours and a public one."""
    specs = [OWN / "png.ksy", OWN / "zip.ksy"]
    if options.specs:
        specs.append(Path(options.specs) / ELSEWHERE)
    rounds = 5 if options.quick else 15
    rows = [row for spec in specs for row in _rows(spec, rounds)]
    note = (
        f"Milliseconds of the server's processor, medians of {rounds}: when something was just "
        "typed in the middle of the text; and a moment later, when it has been checked. "
        "Diagnostics are what comes by itself then."
    )
    columns = ["spec", "request", "just typed", "at rest"]
    yield Table("The language server", columns, rows, note)


def _rows(spec: Path, rounds: int) -> Iterator[list[Cell]]:
    text = spec.read_text(encoding="utf-8")
    client = Client(spec.parent, "-I", str(spec.parent.parent))
    client.open(spec.name)
    client.problems(spec.name)
    label = f"{spec.name}, {text.count(chr(10)):,} lines"
    for name, ask in _requests(client, spec.name, text).items():
        typed, rested = list[float](), list[float]()
        for turn in range(rounds):
            begin = _used(client)
            client.change(spec.name, _typed(text, f"# {name} {turn}"))
            ask()
            typed.append(_used(client) - begin)
            time.sleep(REST)
            begin = _used(client)
            if name != "diagnostics":
                ask()
            rested.append(_used(client) - begin)
        yield [label, name, 1000 * statistics.median(typed), 1000 * statistics.median(rested)]
    client.close()


def _typed(text: str, more: str) -> str:
    """A text with something typed behind a line in its middle that is a key alone."""
    lines = text.split("\n")
    keys = [number for number, line in enumerate(lines) if line.rstrip().endswith(":")]
    at = keys[len(keys) // 2]
    return "\n".join((*lines[:at], f"{lines[at]} {more}", *lines[at + 1 :]))


def _requests(client: Client, name: str, text: str) -> dict[str, Callable[[], Any]]:
    """The requests, by name; those about a name ask about the last that an expression has."""
    lines = text.split("\n")
    at = max(number for number, line in enumerate(lines) if line.strip().startswith("size: "))
    place = (at, lines[at].index("size: ") + len("size: ") + 1)
    document = {"uri": client.uri(name)}
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": len(lines), "character": 0}}
    about = {"textDocument": document, "range": whole}
    line = {
        "textDocument": document,
        "range": {"start": {"line": at, "character": 0}, "end": {"line": at, "character": 9}},
    }
    return {
        "diagnostics": lambda: client.problems(name),
        "completion": lambda: client.labels(name, place),
        "hover": lambda: client.at("hover", name, place),
        "definition": lambda: client.at("definition", name, place),
        "references": lambda: client.at(
            "references", name, place, context={"includeDeclaration": True}
        ),
        "rename": lambda: client.at("rename", name, place, newName="another_name"),
        "documentSymbol": lambda: client.ask("textDocument/documentSymbol", textDocument=document),
        "inlayHint": lambda: client.ask("textDocument/inlayHint", **about),
        "codeAction": lambda: client.ask(
            "textDocument/codeAction", **line, context={"diagnostics": []}
        ),
    }


def _used(client: Client) -> float:
    """Seconds of the processor that the threads of the server have taken, as Linux counts them."""
    tasks = Path(f"/proc/{client.process}/task").glob("*/schedstat")
    return sum(int(each.read_text().split()[0]) for each in tasks) / 1e9
