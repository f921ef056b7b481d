"""`quire verify FILE...`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import click

from quire.cli.inputs import FOLDER_TOO, Source, files_argument
from quire.cli.output import Found, as_json, show_each
from quire.cli.target import Spec, known_format, record_class, spec_options
from quire.progress import waiting
from quire.runtime.showing.walk import Walk


@click.command("verify")
@files_argument(FOLDER_TOO)
@spec_options
@click.option("--repair", is_flag=True, help="Put right what an interrupted writer left behind.")
@as_json
def command(
    files: tuple[str, ...], spec: Spec, repair: bool, as_json: bool, **compiling: Any
) -> None:
    """Check all that can be checked of FILE: its structure, its rules, its checksums.

    What stands at positions is part of it. FILE may be the folder of a store of tiers; `-` is
    standard input.
    """
    kind = record_class(spec, **compiling)

    def look(source: Source) -> Found:
        notes: list[str] = []
        if repair:
            with waiting(f"repairing {source.name}"):
                notes += _repair(source)
        notes += _verify(source, kind, spec)
        lines = [f"{source.name}: ok", *(f"note: {note}" for note in notes)]
        return Found({"file": source.name, "ok": True, "notes": notes}, lambda: "\n".join(lines))

    show_each(files, look, as_json=as_json, tells=True)


def _repair(source: Source) -> list[str]:
    """Repair a file of a format that can be appended to, or a store; notes on what was done."""
    if source.path.is_dir():
        return _repair_store(source)
    if source.is_copy:
        raise click.UsageError(f"--repair: {source.name} is not a file that can be written to")
    known = known_format(source)
    if not hasattr(known.api() if known.face else None, "repair"):
        raise click.UsageError(f"--repair: nothing can be appended to {known.name}")
    done: list[str] = known.api().repair(source.path)
    return done


def _verify(source: Source, kind: Callable[[Source], Any], spec: Spec) -> list[str]:
    """Notes on what is odd but does no harm; some formats have checks of their own."""
    if source.path.is_dir():
        return _verify_store(source)
    known = None if isinstance(spec, Path) else spec or known_format(source)
    if known is not None and known.face:
        with known.open(source.path) as reader:
            notes: list[str] = reader.verify(progress=True)
            return notes
    with waiting(f"reading {source.name}"), kind(source).from_file(source.path) as record:
        walk = Walk(record)
        walk.check()
        left = record._io.size() - max(record._io.pos(), walk.reach)
    return [f"{left} bytes at the end are not part of any field"] if left > 0 else []


def _verify_store(source: Source) -> list[str]:
    """Check a store of tiers, which is a folder; there are no notes."""
    from quire.tiers import TieredStore  # it takes time to import

    if (layout := _layout(source)) is None:
        raise click.UsageError(f"{source.name} is a folder, but no store of tiers")
    with TieredStore(source.path, mode="r", layout=layout) as store:
        store.verify(progress=True)
    return []


def _layout(source: Source) -> Literal["quire", "ruvector"] | None:
    """The layout of a store of tiers; None for other folders."""
    if (source.path / "catalogue").is_file():
        return "quire"
    return "ruvector" if (source.path / "meta.log").is_file() else None


def _repair_store(source: Source) -> list[str]:
    """Give a store of tiers a catalogue of what can be read; notes on what was done."""
    from quire.tiers import repair  # the same

    if _layout(source) is None and not (source.path / "data").is_dir():
        raise click.UsageError(f"{source.name} is a folder, but no store of tiers")
    if _layout(source) == "ruvector":
        raise click.UsageError(f"--repair: {source.name} is a directory of the crate's")
    done = repair(source.path)
    notes = [f"the catalogue could not be read from byte {at} on" for at in done.damaged]
    notes += [f"{key!r} was found again by its file" for key in done.recovered]
    notes += [f"{key!r} is lost" for key in done.lost]
    notes += [f"{name} belongs to no tensor, and is in `damaged` now" for name in done.aside]
    return notes
