"""The page: one HTML file with the tree, the bytes and the spec, which asks nobody for anything."""

from __future__ import annotations

import hashlib
import json
import zlib
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from quire import __version__
from quire.runtime.feeding.best_effort import read_partly
from quire.view.places import Fields
from quire.view.snapshot import Snapshot, snapshot_of
from quire.view.spec_text import SpecText
from quire.view.streams import FILE, Streams
from quire.view.tree import Tree

FOLDER = Path(__file__).parent

SCRIPTS = ("bytes.js", "model.js", "rows.js", "tree.js", "hex.js", "details.js", "main.js")
"""What runs in a page, in this order."""

PIECE = 1 << 18
"""Bytes that a page unpacks at a time."""

MOST_BYTES = 16 << 20
"""Bytes of a file that a page holds, unless it is told otherwise."""

MOST_UNPACKED = 4 << 20
"""The same of what was unpacked from it, together."""


class View(NamedTuple):
    """A file that is looked at.

    Attributes:
        name: What it is called.
        title: What its format is called.
        tree: Its tree.
        streams: Its bytes.
        lines: The lines of the tree that a page has.
        snapshot: What made them.
        spec: The text of the spec.
    """

    name: str
    title: str
    tree: Tree
    streams: Streams
    lines: dict[str, Any]
    snapshot: Snapshot
    spec: SpecText


def view_of(kind: type[Any], data: Any, name: str, title: str, spec: SpecText) -> View:
    """Look at a file.

    Args:
        kind: The class that reads it.
        data: Its bytes.
        name: What it is called.
        title: What its format is called.
        spec: The text of the spec.

    Raises:
        FormatError: not even its first field could be begun.
    """
    partly, fields = read_partly(kind, data), Fields()
    lines, snapshot, tree = snapshot_of(
        lambda: Tree(partly, Streams(data), name, fields), spec.lines_of
    )
    return View(name, title, tree, tree.streams, lines, snapshot, spec)


def page(view: View, most_bytes: int = MOST_BYTES, *, served: bool = False) -> Iterator[str]:
    """The text of a page, a part at a time.

    Args:
        view: The file.
        most_bytes: How many of its bytes are in the page.
        served: Whether a server gives the rest; then none are in the page.
    """
    held = _held(view.streams, 0 if served else most_bytes, 0 if served else MOST_UNPACKED)
    environment = Environment(
        loader=FileSystemLoader(FOLDER), autoescape=True, undefined=StrictUndefined
    )
    scripts = [_file(name) for name in SCRIPTS]
    style = _file("view.css")
    return environment.get_template("page.html").generate(
        version=__version__,
        name=view.name,
        policy=_policy(scripts, style, served=served),
        style=Markup(style),  # noqa: S704  # ours
        scripts=[Markup(script) for script in scripts],  # noqa: S704  # ours
        data=_json(_data(view, held, served=served)),
        pieces=_pieces(view.streams, held),
    )


def _data(view: View, held: list[int], *, served: bool) -> dict[str, Any]:
    error, end = view.tree.error, view.tree.end
    return {
        "name": view.name,
        "title": view.title,
        "served": served,
        "error": None if error is None else {"text": str(error), "path": end.path if end else ""},
        "cut": view.snapshot.is_cut,
        "streams": streams_of(view, held),
        "fields": view.snapshot.fields,
        "spec": [{"name": name, "text": text} for name, text in view.spec.files],
        "tree": view.lines,
    }


def streams_of(view: View, held: list[int]) -> list[dict[str, Any]]:
    """What is said of each stream: its name, its size, and how much of it is in the page."""
    pairs = zip(view.streams.names, view.streams.contents, strict=True)
    return [
        {"name": name, "size": len(contents), "held": held[i] if i < len(held) else 0}
        for i, (name, contents) in enumerate(pairs)
    ]


def _held(streams: Streams, most_bytes: int, most_unpacked: int) -> list[int]:
    """How many of the first bytes of each stream are in the page."""
    held, left = [min(len(streams.contents[FILE]), most_bytes)], most_unpacked
    for contents in streams.contents[1:]:
        held.append(min(len(contents), left))
        left -= held[-1]
    return held


def _pieces(streams: Streams, held: list[int]) -> Iterator[dict[str, Any]]:
    """The bytes in the page, deflated where that makes them fewer."""
    for stream, size in enumerate(held):
        for start in range(0, size, PIECE):
            stored = streams.read(stream, start, min(start + PIECE, size))
            packed = zlib.compress(stored, 6)
            is_packed = len(packed) < len(stored)
            text = b64encode(packed if is_packed else stored).decode()
            packing = "deflate" if is_packed else "none"
            yield {"stream": stream, "start": start, "packing": packing, "text": text}


def _json(data: Any) -> Markup:
    """Data in the text of a page: nothing in it can end the element that it stands in."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return Markup(text.replace("<", "\\u003c").replace("&", "\\u0026"))  # noqa: S704  # no `<`


def _file(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def _policy(scripts: list[str], style: str, *, served: bool) -> str:
    """What the page may do: run its own scripts, and nothing else."""
    sources = " ".join(map(_digest, scripts))
    rules = ["default-src 'none'", f"script-src {sources}", f"style-src {_digest(style)}"]
    rules += ["connect-src 'self'"] if served else []
    return "; ".join([*rules, "base-uri 'none'", "form-action 'none'"])


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
