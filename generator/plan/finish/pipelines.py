"""Pipelines of codecs and tables as methods."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from quire.generator.plan import operations as p
from quire.generator.plan import program as g
from quire.generator.plan.finish.choices import are_distinct, is_one_of
from quire.generator.plan.finish.context import Context
from quire.generator.plan.finish.elements import called, looked_up
from quire.generator.plan.finish.reading import CHECKED_BY
from quire.generator.types import model as m

_REST, _OTHER = g.variable("_"), g.variable("other")
Cases = list[tuple[m.Expr | None, g.Made]]
Groups = list[tuple[tuple[m.Expr | None, ...], g.Body]]


def pipeline(of: p.Pipeline, at: Context) -> Iterator[g.Method]:
    """The method that gives the stages of a payload, and the one that gives its dtype."""
    cases: Cases = [(key, _stages(stages, at)) for key, stages in of.cases]
    yield g.StagesOf(of.target, _chosen(of, of.on, cases, at))
    if of.dtypes is not None:
        yield from _dtype(of, of.dtypes, at)


def _dtype(of: p.Pipeline, choice: m.DtypeChoice, at: Context) -> Iterator[g.Method]:
    """The dtype that a value tells, from a table if its keys are constants."""
    cases: Cases = [(key, _text(name)) for key, name in choice.cases]
    keys = [key for key, _ in cases if key is not None]
    if not are_distinct(keys):
        yield g.DtypeOf(of.target, _chosen(of, choice.on, cases, at, "dtype"))
        return
    rest = next((name for key, name in cases if key is None), None)
    found = tuple(g.Entry(at.expr(key), name) for key, name in cases if key is not None)
    yield g.DtypesOf(of.target, found)
    yield g.DtypeOf(of.target, (g.FromDtypes(of.target, at.expr(choice.on), rest),))


def _text(text: str) -> m.Const:
    return m.Const(m.STR, g.NOWHERE, text)


def _chosen(of: p.Pipeline, on: m.Expr | None, cases: Cases, at: Context, what: str = "") -> g.Body:
    """Return what the case of a value gives, or refuse one that no case names."""
    if on is None:
        return (g.Return(cases[0][1]),)
    groups: Groups = [
        (tuple(key for key, _ in alike), (g.Return(given),)) for given, alike in _alike(cases)
    ]
    known = tuple(at.expr(key) for key, _ in cases if key is not None)
    refused = (g.NoCase(_OTHER, of.target, known, what),) if len(known) == len(cases) else ()
    chooses = at.expr(on)
    before, names = looked_up(chooses, [body for _, body in groups])
    chooses, groups = called(chooses, names), [(keys, called(body, names)) for keys, body in groups]
    if all(isinstance(key, m.Const | m.EnumValue) for key in known):
        return (*before, _matched(chooses, groups, refused, at))
    return (*before, g.Assign(_OTHER, chooses), _compared(groups, refused, at))


def _alike(cases: Cases) -> Iterator[tuple[g.Made, Cases]]:
    """Cases that give the same, side by side if no two keys can be equal."""
    if are_distinct([key for key, _ in cases if key is not None]):
        found = [given for _, given in cases]
        rest = [given for key, given in cases if key is None]
        cases = sorted(cases, key=lambda case: (case[1] in rest, found.index(case[1])))
    for given, alike in groupby(cases, key=itemgetter(1)):
        yield given, [*alike]


def _matched(on: m.Expr, groups: Groups, refused: g.Body, at: Context) -> g.Match:
    """The cases as patterns, which constants are."""
    found = []
    for keys, body in groups:
        told = tuple(at.expr(key) for key in keys if key is not None)
        found.append(g.MatchCase((_REST,) if None in keys else told, body))
    if refused:
        found.append(g.MatchCase((_OTHER,), refused))
    return g.Match(on, tuple(found))


def _compared(groups: Groups, refused: g.Body, at: Context) -> g.If:
    """The cases as comparisons: as a pattern, an expression would mean something else."""
    arms = tuple(
        g.Arm(is_one_of(_OTHER, tuple(at.expr(key) for key in keys if key is not None)), body)
        for keys, body in groups
        if None not in keys
    )
    rest = [body for keys, body in groups if None in keys]
    return g.If(arms, rest[0] if rest else refused)


def _stages(stages: tuple[p.Stage, ...], at: Context) -> g.Several:
    return g.Several(tuple(g.Stage(s.codec, tuple(_arguments(s, at))) for s in stages))


def _arguments(stage: p.Stage, at: Context) -> Iterator[g.Argument]:
    for name, value in stage.args:
        yield g.Argument(name, _argument(value, at))


def _argument(value: m.Expr, at: Context) -> g.Made:
    """An argument of a stage; shapes are tuples, as everywhere in numpy."""
    if isinstance(value, m.ListOf):
        return g.Several(tuple(map(at.expr, value.items)))
    if isinstance(value, m.Const) and isinstance(value.value, bytes):
        return g.Several(tuple(m.Const(m.INT, g.NOWHERE, byte) for byte in value.value))
    found = at.expr(value)
    return g.AsTuple(found) if isinstance(value.type, m.ListType) else found


# -- tables ---------------------------------------------------------------------------------------


def table(record: p.Record, at: Context) -> g.TableOf:
    """What a record of a table consists of."""
    return g.TableOf(tuple(_cell(cell, at) for cell in record.cells))


def _cell(cell: p.Cell, at: Context) -> g.Cell:
    return g.Cell(
        cell.name,
        cell.scalar,
        None if cell.size is None else at.expr(cell.size),
        cell.size_of,
        None if cell.terminator is None else cell.terminator[0],
        cell.encoding,
        cell.order,
        cell.dtype,
        None if cell.shape is None else _shape(cell.shape, at),
        tuple(_rule(rule, at) for rule in cell.rules),
    )


def _rule(rule: p.Guard, at: Context) -> g.CellRule:
    args: tuple[g.Made, ...] = tuple(map(at.expr, rule.args))
    if rule.rule == "any_of":
        args = (g.Several(args),)
    elif rule.rule == "member":
        args = (g.ClassOf(rule.enum or ()),)
    return g.CellRule(CHECKED_BY[rule.rule], args, rule.place)


def _shape(shape: m.Expr, at: Context) -> g.Made:
    if isinstance(shape, m.ListOf):
        return g.Several(tuple(map(at.expr, shape.items)))
    return g.AsTuple(at.expr(shape))
