"""`quire grep PATTERN FILE...`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from quire.cli.colour import colour_option, in_colour
from quire.cli.get import plain
from quire.cli.inputs import INPUT, Source, files_argument, printable, readable
from quire.cli.output import BAD, as_json, line_of
from quire.cli.printing import Printer
from quire.cli.target import Spec, record_class, spec_options
from quire.listing.json_text import text_of
from quire.listing.style import Style
from quire.runtime.showing.dump import dump, flat

if TYPE_CHECKING:  # it takes time to import
    from quire.listing.pattern import Pattern
    from quire.listing.searching import Hit

AROUND = 60
"""Characters that are shown of a text, and bytes, from a little before what was found."""

BEFORE = 20
"""How many of them are before it."""

TROUBLE = 2
"""Exit status where something is wrong, as of other programs of this name."""


@click.command("grep")
@click.argument("pattern")
@files_argument(INPUT)
@click.option("-F", "--fixed", is_flag=True, help="PATTERN is a plain text.")
@click.option("-i", "--ignore-case", is_flag=True, help="Ignore case.")
@click.option("-x", "--hex", "hexadecimal", is_flag=True, help="PATTERN is bytes: `de ad be ef`.")
@click.option("-l", "--files", "names_alone", is_flag=True, help="Print only the names of files.")
@spec_options
@colour_option
@as_json
def command(
    pattern: str,
    files: tuple[str, ...],
    spec: Spec,
    names_alone: bool,
    colour: str,
    as_json: bool,
    **options: Any,
) -> None:
    """Print the values in FILE that match PATTERN, with their paths and offsets.

    PATTERN is a regular expression. In texts and bytes (as UTF-8) it may match anywhere; a number
    or the name of an enum's member must match as a whole (`44100`, `0x1f`). Arrays and payloads
    are not searched. `-` is standard input.

    Exit status: 0 if something is found, 1 if nothing is, 2 if a file cannot be read to its end.
    """
    from quire.listing.pattern import Pattern

    given = ("fixed", "ignore_case", "hexadecimal")
    try:
        wanted = Pattern(pattern, **{name: options.pop(name) for name in given})
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    try:
        kind = record_class(spec, **options)
    except SystemExit:  # whose status means that nothing was found
        sys.exit(TROUBLE)
    style = Style(colour=in_colour(colour, sys.stdout))
    grep = _Grep(wanted, kind, style, names_alone=names_alone, as_json=as_json)
    with grep.printer:
        sys.exit(grep.files(files))


class _Grep:
    """Looks for something in files.

    Args:
        pattern: What.
        kind: Tells the class that reads a file.
        style: How lines look.
        names_alone: Whether only the files are named that have it.
        as_json: Whether for programs.

    Attributes:
        printer: Writes what is found.
    """

    def __init__(
        self,
        pattern: Pattern,
        kind: Callable[[Source], Any],
        style: Style,
        *,
        names_alone: bool,
        as_json: bool,
    ) -> None:
        self._pattern, self._kind, self._style = pattern, kind, style
        self._names_alone, self._as_json = names_alone, as_json
        self.printer, self._joint, self._is_found = Printer(TROUBLE), "[", False

    def files(self, names: Sequence[str]) -> int:
        """Look in files, one after the other; the exit status."""
        is_bad = False
        for name in names:
            if error := self._file(name, several=len(names) > 1):
                is_bad = True
                self.printer.say(error)
        if self._as_json:
            self.printer.write(["[]\n" if self._joint == "[" else "\n]\n"])
        return TROUBLE if is_bad else 0 if self._is_found else 1

    def _file(self, name: str, *, several: bool) -> str:
        """Look in a file; what is wrong with it, in a line."""
        from quire.listing.reading import tree_of
        from quire.listing.searching import search

        shown = printable(name)
        try:
            with readable(name) as source:
                kind = self._kind(source)
                self.printer.begin(source.path.stat().st_size)
                tree = tree_of(kind, source.path, places=True, passed=self.printer.passed)
                self.printer.write(self._lines(source, search(tree, self._pattern), several))
                return "" if tree.error is None else line_of(tree.error, shown)
        except click.UsageError as wrong:
            return wrong.message
        except BAD as wrong:
            return line_of(wrong, shown)

    def _lines(self, source: Source, hits: Iterator[Hit], several: bool) -> Iterator[str]:
        for hit in hits:
            self._is_found = True
            if self._as_json:
                yield self._data(source, hit)
            elif not self._names_alone:
                yield self._line(hit, f"{source.name}: " if several else "")
            if self._names_alone:
                yield "" if self._as_json else f"{source.name}\n"
                return

    def _line(self, hit: Hit, start: str) -> str:
        style = self._style
        place = "" if hit.offset is None else style.note(f" at byte {hit.offset}")
        return (
            f"{start}{style.name(hit.path)}{place}: {style.value(_shown(hit), dump(hit.value))}\n"
        )

    def _data(self, source: Source, hit: Hit) -> str:
        data: dict[str, Any] = {"file": source.name}
        if not self._names_alone:
            data |= {"path": hit.path, "offset": hit.offset, "value": plain(hit.value)}
        joint, self._joint = self._joint, ","
        return f"{joint}\n  {text_of(data, '  ')}"


def _shown(hit: Hit) -> str:
    """A value in a line: of a long one what is around that which was found."""
    value, start = hit.value, max(hit.at - BEFORE, 0)
    if not isinstance(value, str | bytes):
        return flat(dump(value))
    some = value[start : start + AROUND]
    shown = some.hex(" ") if isinstance(some, bytes) else flat(some)
    before, after = "... " if start else "", " ..." if start + AROUND < len(value) else ""
    return f"{before}{shown}{after}"
