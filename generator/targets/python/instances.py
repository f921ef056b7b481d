"""Instances as methods: values, and what is read when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import operations as p
from quire.generator.targets.python.derive import found_lines, ready_ops
from quire.generator.targets.python.docstrings import docstring, summary_lines
from quire.generator.targets.python.expr import Printer, annotation
from quire.generator.targets.python.layout import Doc, call, quoted, returned, statement
from quire.generator.targets.python.names import attribute
from quire.generator.targets.python.read import Lines, condition, read_ops, read_value, suite
from quire.generator.targets.python.view import Method
from quire.generator.targets.python.write import write_ops
from quire.generator.types import model as m
from quire.runtime.instance import GROWING


def instance(lazy: p.Lazy, home: str, depth: int, *, read_write: bool) -> Method:
    """The method that computes an instance."""
    printer = Printer(home, "self._io")
    body: Lines = []
    if lazy.built is not None:
        body += suite(["if self._io is None:"], returned(printer.doc(lazy.built), depth + 1))
    type_ = _type(lazy, home)
    if lazy.condition is not None:
        absent = m.Op(m.BOOL, lazy.condition.span, "not", (lazy.condition,))
        body += suite(condition("if", absent, printer, depth), ["return None"])
    if lazy.value is None:
        body += _positioned(lazy, home, depth, "_m_" if read_write else GROWING)
    elif lazy.enum is not None:
        args = [printer.class_of(lazy.enum), printer.doc(lazy.value)]
        body += call("return enum_or_int(", args, ")", depth)
    elif m.is_untyped(lazy.value) and type_ != "Any":
        body += [*statement(f"value: {type_} = ", printer.doc(lazy.value), depth), "return value"]
    else:
        made = printer.kept(lazy.value) if lazy.value.type is m.STR else printer.doc(lazy.value)
        body += returned(made, depth)
    doc = docstring(summary_lines(lazy.doc, f"Instance `{lazy.name}`", depth), depth)
    decorator = f"@{decorator_of(lazy, read_write=read_write)}"
    return Method(decorator, [f"def {attribute(lazy.name)}(self) -> {type_}:"], doc, body)


def decorator_of(lazy: p.Lazy, *, read_write: bool) -> str:
    """What makes the method of an instance a member."""
    if not read_write:
        return "instance"
    return "written" if lazy.written else "computed"


def _type(lazy: p.Lazy, home: str) -> str:
    """The annotation of an instance, which is None where its `if` or its switch says so."""
    type_ = annotation(lazy.type, home)
    optional = lazy.condition is not None or _may_be_none(lazy.read)
    return f"{type_} | None" if optional and type_ != "Any" else type_


def _may_be_none(ops: tuple[p.Op, ...]) -> bool:
    """Whether operations may leave a value alone: a switch that no case need match."""
    return any(
        (isinstance(op, p.Branch) and all(key is not None for key, _ in op.cases))
        or (isinstance(op, p.Branch | p.Ordered) and any(map(_may_be_none, p.bodies(op))))
        for op in ops
    )


def _positioned(lazy: p.Lazy, home: str, depth: int, slots: str) -> Lines:
    """Read at a position and come back, or where the stream stands.

    What takes several steps goes through a slot: a list can be looked at as it grows, and a value
    that no case chose is None.
    """
    own = Printer(home, "self._io")
    stream: Doc = "self._io" if lazy.io is None else own.doc(lazy.io)
    printer = Printer(home, "io" if lazy.io is None else "self._io", slots=f"self.{slots}")
    inner = depth + (lazy.pos is not None)
    slot = printer.slot(lazy.name)
    before: Lines = []
    ending = [f"return {slot}"]
    if (value := _single(lazy, printer)) is not None:
        steps, ending = returned(value, inner), []
    else:
        steps = read_ops(lazy.read, printer, inner)
        if _may_be_none(lazy.read):
            before = [f"{slot} = None"]
    if lazy.pos is not None:
        where = own.doc(lazy.pos)
        args = [quoted(attribute(lazy.name)), "io", where]
        steps = suite(call("with self._at(", args, "):", depth), steps)
    return [*statement("io = ", stream, depth), *before, *steps, *ending]


def _single(lazy: p.Lazy, printer: Printer) -> Doc | None:
    """The expression that reads an instance, where one is enough."""
    (first, *more) = lazy.read
    if more or not isinstance(first, p.Store) or isinstance(first.value, p.Document):
        return None
    raw = p.raw_of(first.value)
    if (raw is not None and raw.process) or (
        isinstance(first.value, p.Nested) and first.value.apart
    ):
        return None
    return read_value(first.value, first.target, printer)


def growing(record: p.Record, home: str) -> Iterator[tuple[str, str]]:
    """The slots that instances are read into, step by step, and what is in them."""
    slots = "_m_" if record.read_write else GROWING
    for lazy in record.instances:
        if lazy.value is None and _single(lazy, Printer(home)) is None:
            yield slots + attribute(lazy.name), _type(lazy, home)


def placing(lazy: p.Lazy, home: str, depth: int) -> Iterator[Method]:
    """The methods that write an instance at its position."""
    printer, name = Printer(home), attribute(lazy.name)
    assert lazy.pos is not None
    if "_io" not in m.locals_of(lazy.pos):  # else it is where it was
        signature = [f"def _position_{name}(self) -> int:"]
        yield Method("", signature, "", returned(printer.doc(lazy.pos), depth))
    if lazy.found is not None:
        signature = [f"def _found_{name}(self, position: int) -> None:"]
        yield Method("", signature, "", found_lines(lazy.found, printer, depth))
    lines = [*ready_ops(lazy.ready, printer, depth), *write_ops(lazy.write, printer, depth)]
    yield Method("", [f"def _put_{name}(self, io: Writer) -> None:"], "", lines)


def places(record: p.Record, printer: Printer, depth: int) -> Lines:
    """The lines that have instances written at their positions."""
    lines: Lines = []
    for lazy in record.instances:
        if lazy.placed:
            name = quoted(attribute(lazy.name))
            root = ", root=True" if lazy.at_root else ""
            there = [f"if self._has({name}):", f"    io.place(self, {name}{root})"]
            if lazy.condition is not None:
                absent = [f"elif hasattr(self, {quoted('_m_' + attribute(lazy.name))}):"]
                there = [
                    *suite(condition("if", lazy.condition, printer, depth), there),
                    *suite(absent, [f"self._leave_out({name})"]),
                ]
            lines += there
    return lines
