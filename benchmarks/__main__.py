"""`python -m benchmarks [ONLY] [--quick | --full] [--json FILE]`: print the tables."""

from __future__ import annotations

import argparse
import importlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks import machine
from benchmarks.suite import Options, Table

SUITES = (
    "array_faces",
    "cdd",
    "compiling",
    "cvc",
    "editing",
    "editing_memory",
    "finalfusion",
    "generating",
    "hpdkv",
    "kernels",
    "language_server",
    "objects",
    "parts",
    "real_files",
    "records",
    "shelf",
    "tier_store",
    "tiers",
)
"""Modules of this package with a function `tables`, in the order of the report."""


def main() -> None:
    """Run what the command line asks for."""
    arguments = _arguments()
    where = machine.describe()
    print(f"# Benchmarks\n\nPrinted by `{_command(arguments)}`.\n")
    print(machine.markdown(where), flush=True)
    found = []
    suites = [arguments.only] if arguments.only else SUITES
    given = {"specs": arguments.specs, "files": arguments.files, "of": arguments.of}
    options = Options(quick=arguments.quick, full=arguments.full, **given)
    for table in _run(suites, options):
        print(table.markdown(), flush=True)
        found.append(table.tree())
    if arguments.json:
        text = json.dumps({"machine": where, "tables": found}, indent=1)
        arguments.json.write_text(text + "\n", encoding="utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("only", nargs="?", choices=SUITES, help="one suite (default: all)")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true", help="less data, fewer rounds")
    size.add_argument("--full", action="store_true", help="the largest sizes, too")
    parser.add_argument(
        "--specs", type=Path, metavar="DIR", help="public specs, for real_files and compiling"
    )
    parser.add_argument("--files", type=Path, metavar="DIR", help="what was collected for them")
    parser.add_argument("--of", nargs="+", default=(), metavar="SPEC", help="only these specs")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers to FILE")
    return parser.parse_args()


def _command(arguments: argparse.Namespace) -> str:
    """What was asked for, for a reader who has other folders."""
    paths = {"specs": "DIR", "files": "DIR", "json": "FILE"}
    words = ["python", "-m", "benchmarks", *filter(None, [arguments.only])]
    words += [f"--{name}" for name in ("quick", "full") if getattr(arguments, name)]
    words += [f"--{name} {path}" for name, path in paths.items() if getattr(arguments, name)]
    return " ".join([*words, *(["--of", *arguments.of] if arguments.of else [])])


def _run(suites: Sequence[str], options: Options) -> Iterator[Table]:
    for name in suites:
        yield from importlib.import_module(f"benchmarks.{name}").tables(options)


if __name__ == "__main__":
    main()
