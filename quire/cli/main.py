"""`quire`: the group of commands, each loaded when it is called."""

from __future__ import annotations

import importlib
import io
import sys
from typing import Any

import click

from quire.cli.ending import ended_by_output, ended_by_signals

COMMANDS = {
    "analogy": "answer 'A is to B as C is to …' about words",
    "build": "make a file from JSON",
    "check": "check specs, and print all their errors",
    "codecs": "list the codecs, and which kernels can run here",
    "columns": "print the columns of a list of records",
    "convert": "convert embeddings from one format to another",
    "decode": "decode a file to a .npy array",
    "diff": "print the differences between two files",
    "diff-spec": "search for files that one spec accepts and another refuses",
    "doc": "write the documentation of a spec: tables of its layout, a diagram of its types",
    "dump": "print the fields of a file as a tree",
    "encode": "encode a .npy array to a file",
    "export": "write the data of a file as JSON, CSV, Parquet or an array",
    "explain": "explain the error codes of specs",
    "fixtures": "make test files from a spec: valid ones, and broken ones",
    "formats": "list the formats that can be recognised",
    "fuzz": "search for files that make readers, writers or the compiler fail",
    "gen": "compile specs to Python modules",
    "get": "print the values at paths in a file",
    "grep": "print the values in files that match a pattern",
    "index": "store where parts of a list begin, to read it in parts",
    "lsp": "the language server for editors",
    "new": "make a folder with a first spec, a sample file and tests",
    "plan": "print the plan of a spec: what is read, written and derived, and how",
    "schema": "print a JSON Schema of specs, for editors",
    "select": "write the vectors of some words only",
    "set": "change values in a file; what depends on them follows",
    "similar": "print the words that are nearest to a word",
    "verify": "check everything in a file",
    "view": "write an HTML page that shows a file: its tree beside its bytes",
}


class _Program(click.Group):
    """A group that imports a command's module when the command is called, not for `--help`."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run as the program: signals end it, and every name can be printed."""
        with ended_by_signals():
            if isinstance(sys.stdout, io.TextIOWrapper):
                sys.stdout.reconfigure(errors="backslashreplace")
            return super().__call__(*args, **kwargs)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run; nothing that becomes of the output is a traceback."""
        with ended_by_output():
            return super().main(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; here, since click has another exit status for a pipe that is closed."""
        with ended_by_output():
            return super().invoke(ctx)

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = cmd_name.replace("-", "_")
        command: click.Command = importlib.import_module(f"quire.cli.{module}").command
        return command

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


def _print_version(context: click.Context) -> None:
    from quire.version import version  # late: it looks at what is installed

    click.echo(f"quire, version {version()}")
    context.exit()


@click.group(cls=_Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda context, _, asked: _print_version(context) if asked else None,
    help="Show the version and exit.",
)
@click.option(
    "--max-decoded",
    type=click.IntRange(min=0),
    metavar="BYTES",
    help="Limit for decoded data; by default 64 MiB, or 256 times the size of the file.",
)
@click.pass_context
def main(context: click.Context, max_decoded: int | None) -> Any:
    """Compile, read, write and check binary formats.

    Exit status: 0 when all is well, 1 when a file or a spec is bad, 2 for wrong usage.
    """
    from quire.runtime.reading.budget import limits  # with the runtime, which `--help` does without

    context.with_resource(limits(max_decoded=max_decoded))


if __name__ == "__main__":
    main()
