"""Pipelines of codecs as methods."""

from __future__ import annotations

from quire.generator import model as m
from quire.generator import plan as p
from quire.generator.python.docstrings import docstring
from quire.generator.python.expr import Printer
from quire.generator.python.layout import Doc, Group, call, quoted, returned
from quire.generator.python.read import Lines, suite
from quire.generator.python.view import Method


def stages(pipeline: p.Pipeline, printer: Printer, depth: int) -> Method:
    """The method that gives the stages of a payload."""
    if pipeline.on is None:
        body = returned(_stage_tuple(pipeline.cases[0][1], printer), depth)
    else:
        body = suite(
            [f"match {printer.text(pipeline.on)}:"], _stage_cases(pipeline, printer, depth + 1)
        )
    doc = docstring([f"What turns the stored bytes of `{pipeline.target}` into an array."], depth)
    return Method("", [f"def _{pipeline.target}_stages(self) -> tuple[Stage, ...]:"], doc, body)


def _stage_cases(pipeline: p.Pipeline, printer: Printer, depth: int) -> Lines:
    found: Lines = []
    for key, stages in pipeline.cases:
        pattern = "_" if key is None else printer.text(key)
        found += suite([f"case {pattern}:"], returned(_stage_tuple(stages, printer), depth + 1))
    if all(key is not None for key, _ in pipeline.cases):
        keys = tuple(printer.text(key) for key, _ in pipeline.cases if key is not None)
        known = Group("(", keys, ")", comma=len(keys) == 1)
        args: list[Doc] = ["self", quoted(pipeline.target), "other", known]
        found += suite(["case other:"], call("raise no_case(", args, ")", depth + 1))
    return found


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
