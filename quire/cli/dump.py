"""`quire dump FILE...`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from itertools import chain, takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from quire.cli.colour import colour_option, in_colour
from quire.cli.inputs import INPUT, Source, files_argument, printable, readable
from quire.cli.output import BAD, as_data, as_json, line_of
from quire.cli.printing import Printer
from quire.cli.target import Spec, record_class, spec_options
from quire.listing.json_text import text_of
from quire.runtime.reading.source import READ_FAST

if TYPE_CHECKING:  # it takes time to import
    from quire.listing.nodes import Limits, Listing, Node
    from quire.runtime.errors import FormatError

    Shown = list[tuple[Listing, Iterator[Node]]]


@click.command("dump")
@files_argument(INPUT)
@click.option("-x", "--hex", "beside", is_flag=True, help="Show the bytes of each field, too.")
@click.option(
    "--path",
    "paths",
    multiple=True,
    metavar="PATH",
    help="Show what is there alone; may be given several times.",
)
@click.option(
    "--depth",
    type=click.IntRange(min=1),
    default=100,
    metavar="N",
    help="How many levels are shown; else 100.",
)
@click.option(
    "--max-items",
    "items",
    type=click.IntRange(min=0),
    default=100,
    metavar="N",
    help="How many elements of each list are shown; else 100.",
)
@click.option("--all", "every", is_flag=True, help="Show lists and texts whole, however long.")
@spec_options
@colour_option
@as_json
def command(files: tuple[str, ...], spec: Spec, **options: Any) -> None:
    """Print the tree of FILE: every field and instance with its value; payloads by shape and size.

    Lines are printed while FILE is read. Instances have an `@` before their name. What is damaged
    is shown as far as it can be read; the exit status is 1 then. `-` is standard input.
    """
    asked = Asked(**{name: options.pop(name) for name in Asked._fields})
    if asked.beside and asked.as_json:
        message = "-x is for people, --json for programs: take one of them"
        raise click.UsageError(message)
    sys.exit(_Dump(asked, record_class(spec, **options)).files(files))


class Asked(NamedTuple):
    """What is asked for, by the options."""

    beside: bool
    paths: tuple[str, ...]
    depth: int
    items: int
    every: bool
    colour: str
    as_json: bool


class _Dump:
    """Shows files.

    Args:
        asked: How.
        kind: Tells the class that reads one.
    """

    def __init__(self, asked: Asked, kind: Callable[[Source], Any]) -> None:
        self._asked, self._kind = asked, kind
        self._printer = Printer()

    def files(self, names: tuple[str, ...]) -> int:
        """Show files, one after the other; the exit status."""
        with self._printer:
            return self._file(names[0], "") if len(names) == 1 else self._several(names)

    def _several(self, names: tuple[str, ...]) -> int:
        status, joint = 0, "["
        for name in names:
            if self._asked.as_json:
                self._printer.write([f"{joint}\n  "])
                joint = ","
            status = max(status, self._file(name, "  "))
        if self._asked.as_json:
            self._printer.write(["\n]\n"])
        return status

    def _file(self, name: str, pad: str) -> int:
        """Show a file, as one of several if there is a `pad`; the exit status."""
        shown = printable(name)
        try:
            with readable(name) as source:
                error = self._tree(source, pad)
        except click.UsageError as wrong:
            if not pad:
                raise
            return self._refuse({"file": shown, "error": wrong.message}, wrong.message, pad, 2)
        except BAD as wrong:
            return self._refuse(as_data(wrong, shown), line_of(wrong, shown), pad, 1)
        if error and not self._asked.as_json:
            self._printer.say(error)
        return 1 if error else 0

    def _refuse(self, data: dict[str, Any], line: str, pad: str, status: int) -> int:
        """Say why there is nothing to show of a file."""
        if self._asked.as_json:
            self._printer.write([text_of(data, pad), "" if pad else "\n"])
        else:
            self._printer.say(line)
        return status

    def _tree(self, source: Source, pad: str) -> str:
        """Show the tree of a file; what is wrong with it, in a line."""
        self._printer.begin(source.path.stat().st_size)
        shown = self._shown(self._kind(source), source)
        write = self._json if self._asked.as_json else self._text
        self._printer.write(write(source, shown, pad))
        if (error := _error_of(shown)) is not None:
            return line_of(error, source.name)
        if nowhere := [said for each, _ in shown for said in each.nowhere]:
            return f"{source.name}: {'; '.join(nowhere)}"
        unreadable = sum(each.unreadable for each, _ in shown)
        return f"{source.name}: {_counted(unreadable)}" if unreadable else ""

    def _shown(self, kind: Any, source: Source) -> Shown:
        """What is shown; of paths into a large file, which is read up to there, each by itself."""
        from quire.listing.finding import Lines
        from quire.listing.nodes import Listing
        from quire.listing.reading import tree_of

        asked, limits = self._asked, self._limits()
        lines: list[Lines] = []
        if len(asked.paths) == 1 or not asked.beside:  # bytes are those of one tree
            found = (Lines.of(kind, source.path, each, places=asked.beside) for each in asked.paths)
            lines = [each for each in takewhile(bool, found) if each is not None]
        if asked.paths and len(lines) == len(asked.paths):
            listings = [Listing(each.tree, limits) for each in lines]
            nodes = map(Listing.lines, listings, asked.paths, (each.items for each in lines))
            return [*zip(listings, nodes, strict=True)]
        small = sys.maxsize if asked.paths else READ_FAST
        passed = self._printer.passed
        tree = tree_of(kind, source.path, places=asked.beside, passed=passed, small=small)
        listing = Listing(tree, limits)
        return [(listing, listing.at(asked.paths) if asked.paths else listing.top())]

    def _limits(self) -> Limits:
        from quire.listing.nodes import Limits

        asked = self._asked
        if asked.every:
            return Limits(None, None, None, asked.depth)
        return Limits(asked.items, depth=asked.depth)

    def _json(self, source: Source, shown: Shown, pad: str) -> Iterator[str]:
        from quire.listing.data import as_json

        nodes = chain.from_iterable(each for _, each in shown)
        if not pad:
            yield from as_json(nodes, lambda: _error_of(shown))
            yield "\n"
            return
        inner = f"{pad}  "
        yield f'{{\n{inner}"file": {json.dumps(source.name)},\n{inner}"tree": '
        yield from as_json(nodes, lambda: _error_of(shown), inner)
        yield f"\n{pad}}}"

    def _text(self, source: Source, shown: Shown, pad: str) -> Iterator[str]:
        from quire.listing.beside import beside
        from quire.listing.outline import outline
        from quire.listing.style import Style

        style = Style(colour=in_colour(self._asked.colour, sys.stdout))
        if pad:
            yield style.note(f"==> {source.name} <==") + "\n"
        for listing, nodes in shown:
            if self._asked.beside:
                yield from beside(nodes, listing.tree.streams, style)
            else:
                yield from outline(nodes, style)


def _error_of(shown: Shown) -> FormatError | None:
    """Why the file cannot be read further."""
    errors = (listing.tree.error for listing, _ in shown)
    return next((error for error in errors if error is not None), None)


def _counted(number: int) -> str:
    return "an instance cannot be read" if number == 1 else f"{number} instances cannot be read"
