"""Deriving fields, as lines of Python."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from quire.generator.plan import operations as p
from quire.generator.targets.python.expr import Printer
from quire.generator.targets.python.layout import (
    Chain,
    Doc,
    Group,
    Paren,
    Tail,
    call,
    quoted,
    statement,
)
from quire.generator.targets.python.names import attribute, element_name
from quire.generator.targets.python.read import Lines, branch, condition, decoded, suite
from quire.generator.targets.python.stored import limit_of, unprocessed
from quire.generator.targets.python.tables import tabulating
from quire.generator.targets.python.write import behind, belonging, kind_of, param_lines
from quire.generator.types import model as m


def derive_lines(record: p.Record, printer: Printer, depth: int) -> Lines:
    """The lines that derive: what follows from other fields, then the records below."""
    late = tuple(step for step in record.derive if step.late)
    soon = tuple(step for step in record.derive if not step.late)
    return [
        *_steps(soon, printer, depth),
        *_child_ops(record.write, printer, depth),
        *_steps(late, printer, depth),
    ]


def _steps(steps: tuple[p.Derive, ...], printer: Printer, depth: int) -> Lines:
    """Steps; neighbours under one condition share it.

    What an instance at a position tells is only told if there is one.
    """
    lines: Lines = []
    for test, group in groupby(steps, key=lambda step: step.condition):
        inner = depth + (test is not None)
        body: Lines = []
        for placed, several in groupby(group, key=lambda step: step.placed and step.source):
            there = [f"if self._has({quoted(attribute(str(placed)))}):"]
            within = inner + bool(placed)
            found = [line for step in several for line in _derive(step, printer, within)]
            body += suite(there, found) if placed else found
        lines += suite(condition("if", test, printer, depth), body) if test is not None else body
    return lines


def _derive(step: p.Derive, printer: Printer, depth: int) -> Lines:
    name, target = attribute(step.target), quoted(attribute(step.target))
    if step.how == "encode":
        args = [f"self.{name}", f"self._{step.target}_stages()", "self", target]
        return call(f"self.{name} = Encoded.of(", args, ")", depth)
    if step.how == "tabulate":
        return tabulating(step, printer, depth)
    if step.how == "dump":
        return _dump(step, printer, depth)
    if step.how == "make":
        assert isinstance(step.payload, p.Nested)
        return call("self._make(", [target, printer.class_of(step.payload.path)], ")", depth)
    if step.how in ("fill", "zero"):
        return call("self._set_default(", [target, _empty(step)], ")", depth)
    if step.how == "default":
        assert step.value is not None
        value: list[Doc] = [printer.doc(step.value), *_holder(step, printer)]
        return call("self._set_default(", [target, *value], ")", depth)
    if step.how == "flag":
        return _flag(step, printer, depth)
    if step.how in ("tag", "choose"):
        return _choice(step, printer, depth)
    return _set(step, *_told(step, printer), printer, depth)


def _empty(step: p.Derive) -> str:
    """What stands where there is nothing to tell."""
    if isinstance(step.payload, p.Text):
        return '""'
    if isinstance(step.payload, p.Bits) and step.payload.flag:
        return "False"
    return "0" if isinstance(step.payload, p.Number | p.Bits) else 'b""'


def _flag(step: p.Derive, printer: Printer, depth: int) -> Lines:
    there: list[Doc] = [f"hasattr(self, {quoted(attribute(name))})" for name in step.fields]
    first, *others = there
    test: Doc = Chain((first, *(Tail("or", other) for other in others))) if others else first
    args: list[Doc] = [quoted(attribute(step.target)), test]
    args += [printer.doc(value) for _, value in step.cases if value is not None]
    return call("self._set_flag(", [*args, *_holder(step, printer)], ")", depth)


def _choice(step: p.Derive, printer: Printer, depth: int) -> Lines:
    """The tag of a chosen type, or the type of what was given as a dict; `...`: any other."""
    cases = Group(
        "(",
        tuple(
            Group("(", (printer.class_of(path), "..." if key is None else printer.doc(key)), ")")
            for path, key in step.cases
        ),
        ")",
        comma=len(step.cases) == 1,
    )
    source = quoted(attribute(step.source))
    if step.how == "choose":
        found = "None" if step.value is None else printer.doc(step.value)
        return call("self._choose(", [source, found, cases], ")", depth)
    args: list[Doc] = [source, quoted(attribute(step.target)), cases, *_holder(step, printer)]
    return call("self._set_tag(", args, ")", depth)


def _holder(step: p.Derive, printer: Printer) -> list[Doc]:
    """The record whose field is set, if it is another."""
    return [] if step.holder is None else [f"holder={printer.text(step.holder)}"]


def _dump(step: p.Derive, printer: Printer, depth: int) -> Lines:
    assert isinstance(step.payload, p.Document)
    name = attribute(step.target)
    words = (("compact", step.payload.compact), ("sort_keys", step.payload.sort_keys))
    flags = [f"{word}={printer.text(flag)}" for word, flag in words if flag is not None]
    flags += limit_of(step.payload.raw.limit)
    args = [f"self.{name}", "self._root", quoted(step.target)]
    return [
        *call(f"self.{name} = {printer.class_of(step.payload.path)}.of(", args, ")", depth),
        *call(
            f"self._stored_{step.target} = self.{name}.dump(",
            [quoted(step.target), *flags],
            ")",
            depth,
        ),
    ]


def _set(step: p.Derive, value: Doc, source: str, printer: Printer, depth: int) -> Lines:
    """Set a field to what another one makes it."""
    setter = {"room": "_set_room", "window": "_set_window"}.get(step.how, "_set_derived")
    there = _is_told(step)
    args = [quoted(attribute(step.target)), _led_back(value, step, printer), quoted(source)]
    inner = depth + (there is not None)
    lines = call(f"self.{setter}(", [*args, *_holder(step, printer)], ")", inner)
    return lines if there is None else suite(condition("if", there, printer, depth), lines)


def _is_told(step: p.Derive) -> m.Expr | None:
    """When a length tells a factor of it: not where the other factors, if they vary, are 0."""
    found: m.Expr | None = None
    for word, factor in step.undo:
        if word == "divide" and not isinstance(factor, m.Const):
            zero = m.Const(m.INT, factor.span, 0)
            test = m.Op(m.BOOL, factor.span, "ne", (factor, zero))
            found = test if found is None else m.Op(m.BOOL, factor.span, "and", (found, test))
    return found


def _led_back(value: Doc, step: p.Derive, printer: Printer) -> Doc:
    """What a field is, where a length or a count is more than the field."""
    found = value
    for word, operand in step.undo:
        if word == "divide":
            found = Group("quotient(", (found, printer.doc(operand), quoted(step.source)), ")")
        elif word == "from":
            less: Doc = Paren(found) if isinstance(found, Chain) else found
            found = Chain((_term(operand, printer), Tail("-", less)))
        else:
            parts = found.parts if isinstance(found, Chain) else (found,)
            sign = "+" if word == "add" else "-"
            found = Chain((*parts, Tail(sign, _term(operand, printer))))
    return found


def _term(expr: m.Expr, printer: Printer) -> Doc:
    """A term of a sum."""
    return printer.text(expr) if isinstance(expr, m.Const | m.Get) else Paren(printer.doc(expr))


def _told(step: p.Derive, printer: Printer) -> tuple[Doc, str]:
    """What a field is derived to, and from what, in words."""
    source = f"self.{attribute(step.source)}"
    if step.how == "count":
        return f"len({source})", step.source
    if step.how == "each":
        return f"common_length({source}, {quoted(step.source)})", step.source
    if step.how == "axis":
        axis, rank = step.axes
        numbers = (str(axis), str(rank))
        return Group("axis_of(", (source, *numbers, quoted(step.source)), ")"), step.source
    if step.how == "digest":
        assert step.digest is not None
        args = [f'"{step.digest.algorithm}"']
        args += [] if step.digest.size is None else [str(step.digest.size)]
        args += decoded(step.digest, printer)
        return f"{source}.digest({', '.join(args)})", step.source
    if step.how == "value":
        assert step.value is not None
        return printer.text(step.value), step.source or "the format"
    if isinstance(step.payload, p.Payload):
        return f"{source}.stored_size", step.source
    if isinstance(step.payload, p.Document):
        return f"len(self._stored_{step.source})", step.source
    if isinstance(step.payload, p.Array):
        parts = (source, quoted(step.payload.dtype), quoted(step.source))
        return Group("array_size(", parts, ")"), step.source
    return _length(step, source), step.source


def _length(step: p.Derive, source: str) -> str:
    """The length of bytes or of text, with the terminator that follows."""
    raw, data = (p.raw_of(step.payload), source) if step.payload is not None else (None, source)
    if isinstance(step.payload, p.Text):
        encoding, field = quoted(step.payload.encoding), quoted(step.source)
        data = f"encode_text({source}, {encoding}, {field})"
    return f"len({data})" + _terminated(raw)


def _terminated(raw: p.Bytes | None) -> str:
    if raw is None or raw.terminator is None or raw.include:
        return ""
    return f" + {len(raw.terminator)}"


def found_lines(step: p.Derive, printer: Printer, depth: int) -> Lines:
    """The lines that tell the field that says where an instance is."""
    return _set(step, "position", step.source, printer, depth)


# -- what is stored before its length can be told -----------------------------------------------


def ready_ops(ops: tuple[p.Op, ...], printer: Printer, depth: int) -> Lines:
    """The lines that store values, and set the fields that tell their lengths."""
    return [line for op in ops for line in _ready(op, printer, depth)]


def _ready(op: p.Op, printer: Printer, depth: int) -> Lines:
    if isinstance(op, p.When):
        body = ready_ops(op.body, printer, depth + 1)
        return suite(condition("if", op.condition, printer, depth), body)
    if isinstance(op, p.Branch):
        return branch(op, printer, depth, ready_ops)
    assert isinstance(op, p.Ready)
    source, raw = f"self.{attribute(op.target)}", p.raw_of(op.value)
    assert raw is not None
    lines: Lines = []
    data: Doc = source
    if isinstance(op.value, p.Nested):
        lines += param_lines(op.value, source, printer, depth)
        belongs = [*kind_of(op.value, printer), *belonging(op.value, printer)]
        data = Group(
            "self._window(", ("io", quoted(op.target), source, *belongs, "grows=True"), ")"
        )
    elif isinstance(op.value, p.Text):
        parts = (source, quoted(op.value.encoding), quoted(op.target))
        data = Group("encode_text(", parts, ")")
    if raw.process is not None:
        data = unprocessed(raw.process, data, behind(raw, printer))
    lines += statement(f"self._stored_{op.target} = ", data, depth)
    length = f"len(self._stored_{op.target})" + _terminated(raw)
    return [*lines, *_set(op.length, length, op.target, printer, depth)]


# -- records below that tell fields of those around them -----------------------------------------


def _child_ops(ops: tuple[p.Op, ...], printer: Printer, depth: int) -> Lines:
    return [line for op in ops for line in _children(op, printer, depth)]


def _children(op: p.Op, printer: Printer, depth: int) -> Lines:
    if isinstance(op, p.Store):
        return _child(op, printer, depth) if op.early else []
    if not any(_child_ops(body, printer, depth) for body in p.bodies(op)):
        return []
    if isinstance(op, p.Branch):
        return branch(op, printer, depth, _child_ops)
    assert isinstance(op, p.When | p.Loop | p.Apart)
    if isinstance(op, p.Apart):
        return _child_ops(op.body, printer, depth)
    body = _child_ops(op.body, printer, depth + 1)
    if isinstance(op, p.When):
        return suite(condition("if", op.condition, printer, depth), body)
    element, elements = element_name(op.target), f"self.{attribute(op.target)}"
    head = f"for i, {element} in enumerate({elements}):" if op.indexed else ""
    return suite([head or f"for {element} in {elements}:"], body)


def _child(op: p.Store, printer: Printer, depth: int) -> Lines:
    source = element_name(op.target) if op.element else f"self.{attribute(op.target)}"
    assert isinstance(op.value, p.Nested)
    known = tuple((name, arg) for name, arg in op.value.args if not m.goes_by_stream(arg))
    params = param_lines(replace(op.value, args=known), source, printer, depth)
    args = [quoted(op.target), source, *belonging(op.value, printer)]
    return [*params, *call("self._derive_child(", args, ")", depth)]
