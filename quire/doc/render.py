"""Documentation of a spec as HTML, as Markdown, and as a diagram in SVG."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from quire.doc.diagram import LINE, diagram_of, short
from quire.doc.layout import tables_of
from quire.runtime import structure as s

FORMATS = ("html", "md", "svg")
"""What documentation can be written as."""


def render(spec: s.Spec, format: str) -> str:
    """The documentation of a spec.

    Args:
        spec: Its structural plan.
        format: One of `FORMATS`.
    """
    tables = tables_of(spec)
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=format != "md",  # noqa: S701  # which has filters of its own
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"cell": _cell, "paragraph": _paragraph, "short": short}
    known = {table.path for table in tables}
    shared = {"spec": spec, "tables": tables, "known": known}
    if format == "md":
        return environment.get_template("spec.md.j2").render(shared)
    drawn = {"diagram": diagram_of(tables), "line": LINE, "is_alone": format == "svg"}
    svg = environment.get_template("types.svg.j2").render(shared | drawn)
    if format == "svg":
        return svg
    page = environment.get_template("spec.html.j2")
    return page.render(shared | {"svg": Markup(svg)})  # noqa: S704  # escaped where it was made


def _paragraph(text: str) -> str:
    """A text of a spec in Markdown: its own marks stay, and no markup of HTML becomes any."""
    return " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;")


def _cell(text: str) -> str:
    """The same in a cell of a table."""
    return _paragraph(text).replace("|", "\\|")
