"""What a writer derives, to be shown behind the fields that it derives."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import operations as p
from quire.generator.plan.operations import records_of
from quire.generator.plan.text import how_derived
from quire.generator.resolve.scopes import Target
from quire.generator.source import Span
from quire.lsp.analysis import Analysis

_TOLD = (p.ToldBy, p.Flag, p.Default, p.Summed)
"""The steps that depend on something else: other ones make what is empty, or constants."""


def derived(analysis: Analysis) -> Iterator[tuple[Span, str]]:
    """The names of fields that a writer derives, and how; constants are left out."""
    module = analysis.outline
    if module is None:
        return
    for record in records_of(module.root).values():
        told: dict[str, list[str]] = {}
        for step in record.derive:
            if step.holder is None and isinstance(step, _TOLD):
                told.setdefault(step.target, []).append(how_derived(step))
        for name, ways in told.items():
            found = analysis.definitions.get(Target("member", record.path, name))
            if found is not None and found.key.text == name:
                yield found.key, " or ".join(dict.fromkeys(ways))
