"""`quire view FILE`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from quire.cli.inputs import INPUT, Source, readable
from quire.cli.output import as_json, bad_input, show, show_written
from quire.cli.target import Spec, known_format, record_class, spec_of, spec_options
from quire.progress import waiting
from quire.runtime.reading.source import contents
from quire.storage.atomic import atomic_file

if TYPE_CHECKING:
    from quire.view.page import View  # the compiler takes time to import

MARK = b'<meta name="generator" content="quire view '
"""What stands in a page near its beginning: such a file may be written anew."""


NEAR = 4096
"""How near, in bytes: the policy of the page stands before it."""


@click.command("view")
@click.argument("file", type=INPUT)
@spec_options
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The page; else FILE.html in this folder.",
)
@click.option(
    "--max-bytes",
    type=click.IntRange(min=0),
    metavar="BYTES",
    help="How many bytes of FILE are in the page; else 16 MiB.",
)
@click.option("--serve", is_flag=True, help="Serve the page to this machine, until Ctrl-C.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    help="Where it is served; else at any port that is free.",
)
@click.option("--open", "opened", is_flag=True, help="Open the page in a browser.")
@as_json
def command(file: str, spec: Spec, serve: bool, as_json: bool, **options: Any) -> None:
    """Write a page that shows FILE: its tree beside its bytes, and the lines of the spec.

    The page is one HTML file, and needs no server. `-` is standard input.
    """
    given = {name: options.pop(name) for name in ("output", "max_bytes", "port", "opened")}
    kind = record_class(spec, **options)
    with readable(file) as source, bad_input(source.name, as_json=as_json):
        if serve:
            _serve(_view(source, spec, kind(source), options), source, as_json=as_json, **given)
        else:
            target = given["output"] or _default(source)
            with waiting(f"reading {source.name}"):
                view = _view(source, spec, kind(source), options)
                _write(view, target, given["max_bytes"])
            _tell(view, source, target, as_json=as_json)
            if given["opened"]:
                click.launch(str(target))


def _write(view: View, target: Path, max_bytes: int | None) -> None:
    from quire.view.page import MOST_BYTES, page  # the compiler takes time to import

    with atomic_file(target) as written:
        for text in page(view, MOST_BYTES if max_bytes is None else max_bytes):
            written.write(text.encode())


def _tell(view: View, source: Source, target: Path, *, as_json: bool) -> None:
    error = view.tree.error
    data = {"file": source.name, "page": str(target), "error": error and error.as_dict()}
    told = "" if error is None else f", read in part: {error}"
    show_written(target, data, as_json=as_json, text=lambda: f"{target}: {source.name}{told}")


def _serve(
    view: View,
    source: Source,
    *,
    as_json: bool,
    port: int,
    opened: bool,
    output: Path | None,
    max_bytes: int | None,
) -> None:
    """Serve a file until a signal comes."""
    from quire.view.server import ViewServer  # which most never need

    if output is not None or max_bytes is not None:
        message = "--serve writes no page: leave -o and --max-bytes out"
        raise click.UsageError(message)
    with ViewServer(view, port) as server:
        data = {"file": source.name, "address": server.address}
        show(
            data, as_json=as_json, text=lambda: f"{source.name}: {server.address} (Ctrl-C ends it)"
        )
        sys.stdout.flush()
        if opened:
            click.launch(server.address)
        server.serve_forever()


def _view(source: Source, spec: Spec, kind: Any, compiling: dict[str, Any]) -> View:
    from quire.generator.pipeline import Options  # the same
    from quire.view.page import view_of
    from quire.view.spec_text import SpecText

    chosen = {name: value for name, value in compiling.items() if name != "allow"}
    title, name = "", Path(source.name).name
    if not isinstance(spec, Path):
        known = known_format(source) if spec is None else spec
        title, spec = known.title, spec_of(known)
        kind = kind if known.spec else known.generated()
    return view_of(kind, contents(source.path), name, title, SpecText(spec, Options(**chosen)))


def _default(source: Source) -> Path:
    """Where the page of a file goes, unless that is a file that is no page."""
    name = "stdin" if source.name == "-" else Path(source.name).name
    target = Path(f"{name}.html")
    if target.exists() and MARK not in target.read_bytes()[:NEAR]:
        message = f"{target} exists and was not written by `quire view`: name another file with -o"
        raise click.UsageError(message)
    return target
