"""Pipelines of codecs as methods."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

from quire.generator.plan import operations as p
from quire.generator.targets.python.docstrings import docstring
from quire.generator.targets.python.expr import Printer
from quire.generator.targets.python.layout import WIDTH, Doc, Group, call, quoted, returned
from quire.generator.targets.python.read import Lines, suite
from quire.generator.targets.python.view import Method
from quire.generator.types import model as m

Cases = list[tuple[m.Expr | None, Doc]]


def stages(pipeline: p.Pipeline, printer: Printer, depth: int) -> list[Method]:
    """The method that gives the stages of a payload, and the one that gives its dtype."""
    cases = [(key, _stage_tuple(stages, printer)) for key, stages in pipeline.cases]
    doc = docstring([f"What turns the stored bytes of `{pipeline.target}` into an array."], depth)
    head = f"def _{pipeline.target}_stages(self) -> tuple[Stage, ...]:"
    body = _chosen(pipeline, pipeline.on, cases, printer, depth)
    methods = [Method("", [head], doc, body)]
    if pipeline.dtypes is not None:
        named: Cases = [(key, quoted(name)) for key, name in pipeline.dtypes.cases]
        doc = docstring([f"Dtype of the array of `{pipeline.target}`."], depth)
        head = f"def _{pipeline.target}_dtype(self) -> str:"
        body = _chosen(pipeline, pipeline.dtypes.on, named, printer, depth, '"dtype"')
        methods.append(Method("", [head], doc, body))
    return methods


def _chosen(
    pipeline: p.Pipeline,
    on: m.Expr | None,
    cases: Cases,
    printer: Printer,
    depth: int,
    *what: Doc,
) -> Lines:
    """Return what the case of a value gives, or raise where no case names it."""
    if on is None:
        return returned(cases[0][1], depth)
    found: Lines = []
    for given, alike in groupby(cases, key=itemgetter(1)):
        found += suite(
            _pattern([key for key, _ in alike], printer, depth + 1), returned(given, depth + 2)
        )
    if all(key is not None for key, _ in cases):
        keys = tuple(printer.text(key) for key, _ in cases if key is not None)
        known = Group("(", keys, ")", comma=len(keys) == 1)
        args: list[Doc] = ["self", quoted(pipeline.target), "other", known, *what]
        found += suite(["case other:"], call("raise no_case(", args, ")", depth + 2))
    return suite([f"match {printer.text(on)}:"], found)


def _pattern(keys: list[m.Expr | None], printer: Printer, depth: int) -> list[str]:
    """The head of a case of several values."""
    if None in keys:
        return ["case _:"]
    texts = [printer.text(key) for key in keys if key is not None]
    line = f"case {' | '.join(texts)}:"
    if len(line) + 4 * depth <= WIDTH:
        return [line]
    first, *rest = texts
    return ["case (", f"    {first}", *(f"    | {text}" for text in rest), "):"]


def _stage_tuple(stages: tuple[p.Stage, ...], printer: Printer) -> Doc:
    return Group(
        "(", tuple(_stage(stage, printer) for stage in stages), ")", comma=len(stages) == 1
    )


def _stage(stage: p.Stage, printer: Printer) -> Doc:
    args = [_argument(name, value, printer) for name, value in stage.args]
    return Group("Stage(", (quoted(stage.codec), *args), ")")


def _argument(name: str, value: m.Expr, printer: Printer) -> Doc:
    """An argument of a stage; shapes are tuples, as everywhere in numpy."""
    if isinstance(value, m.ListOf):
        return Group(
            f"{name}=(",
            tuple(printer.text(item) for item in value.items),
            ")",
            comma=len(value.items) == 1,
        )
    if isinstance(value, m.Const) and isinstance(value.value, bytes):
        return f"{name}={tuple(value.value)!r}"
    if isinstance(value.type, m.ListType):
        return f"{name}=tuple({printer.text(value)})"
    return f"{name}={printer.text(value)}"
