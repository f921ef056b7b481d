"""Code of somebody else's that a spec names: routines of `process`, and opaque types.

It runs with the rights of whoever reads a file; so it runs only where that person has named it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from quire.generator.diagnostics import Problems
from quire.generator.resolve.references import type_refs
from quire.generator.resolve.scopes import Names
from quire.generator.source import Span
from quire.generator.syntax.primitives import OWN_ROUTINES, is_primitive


def refuse_foreign(names: Names, allowed: Collection[str], problems: Problems) -> None:
    """Note what a spec itself names of foreign code that is not among what is allowed."""
    for name, what, span in _foreign(names):
        if name not in allowed:
            problems.error(
                "Q601",
                f"{what} `{name}` is Python code from outside the spec, and not allowed to run",
                span,
                help=f'if you trust it: `allow=["{name}"]` in Python, `--allow {name}` in a shell',
            )


def _foreign(names: Names) -> Iterator[tuple[str, str, Span]]:
    """The routines and types that are not the spec's nor the language's, where they are named."""
    for path, definition in names.types.items():
        if path[0] != names.root[0]:
            continue  # a spec that is imported is looked at by itself
        for field in (*definition.syntax.seq, *definition.syntax.instances):
            if field.process is not None and field.process.path not in OWN_ROUTINES:
                yield ".".join(field.process.path), "routine", field.process.span
            for ref in type_refs(field):
                found = None if is_primitive(ref.path) else names.find_type(path, ref.path)
                if found is not None and found not in names.types:
                    yield ref.text, "opaque type", ref.span
