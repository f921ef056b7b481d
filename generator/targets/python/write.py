"""Writing, checking and deriving operations as lines of Python."""

from __future__ import annotations

from dataclasses import replace

from quire.generator.plan import operations as p
from quire.generator.targets.python.expr import Printer
from quire.generator.targets.python.layout import (
    Doc,
    Group,
    Keyword,
    call,
    quoted,
    quoted_bytes,
    statement,
)
from quire.generator.targets.python.names import attribute, element_name
from quire.generator.targets.python.read import Lines, branch, condition, guard, ordered, suite
from quire.generator.targets.python.stored import unprocessed
from quire.generator.types import model as m


def write_ops(ops: tuple[p.Op, ...], printer: Printer, depth: int) -> Lines:
    """The lines that write."""
    return [line for op in ops for line in _write(op, printer, depth)]


def _write(op: p.Op, printer: Printer, depth: int) -> Lines:
    if isinstance(op, p.Block | p.BitRun):
        args = ["io", *(f"self.{attribute(field.name)}" for field in op.fields)]
        return call(f"self.{op.name}.write(", args, ")", depth)
    if isinstance(op, p.Store):
        source = element_name(op.target) if op.element else f"self.{attribute(op.target)}"
        return _put(op, source, printer, depth)
    if isinstance(op, p.When):
        test = condition("if", op.condition, printer, depth)
        return [*suite(test, write_ops(op.body, printer, depth + 1)), *_absent(_target(op))]
    if isinstance(op, p.Loop) and op.table:
        return [f"self.{attribute(op.target)}.write(io)"]
    if isinstance(op, p.Loop):
        return _rows(op, printer) or _loop(op, write_ops(op.body, printer, depth + 1))
    if isinstance(op, p.Ordered):
        return ordered(op, printer, depth, write_ops)
    if isinstance(op, p.Apart):
        return [f"self._put_{attribute(op.target)}(io)"]
    if isinstance(op, p.Guard):
        return guard(op, printer, depth, io=False)
    if isinstance(op, p.Measure):
        size = f"io.measured({op.ahead}, self._put_{attribute(op.of)})"
        args = [quoted(attribute(op.target)), size, quoted(op.of)]
        return call("self._set_derived(", args, ")", depth)
    assert isinstance(op, p.Branch)
    return branch(op, printer, depth, write_ops, _without_case(op))


def _target(op: p.Op) -> str:
    """The field that an operation under a condition writes."""
    if isinstance(op, p.When):
        return _target(op.body[0])
    assert isinstance(op, p.Store | p.Loop | p.Branch | p.Apart)
    return op.target


def _absent(target: str, *reason: str) -> Lines:
    """The lines that refuse a value of a field that is not written."""
    name = quoted(attribute(target))
    args = ", ".join([name, *map(quoted, reason)])
    return suite([f"elif hasattr(self, {name}):"], [f"self._leave_out({args})"])


def _without_case(op: p.Branch) -> Lines:
    """The lines for a value of which no case tells how it is written."""
    stores = (store for _, ops in op.cases for store in ops if isinstance(store, p.Store))
    if not any(store.element for store in stores):
        return _absent(op.target, "no case fits")
    args = f"{quoted(attribute(op.target))}, {element_name(op.target)}"
    return suite(["else:"], [f"raise self._no_case({args})"])


def _rows(op: p.Loop, printer: Printer) -> Lines:
    """Records that are written many at a time."""
    only = op.body[0]
    if not op.packed or not isinstance(only, p.Store) or not isinstance(only.value, p.Nested):
        return []
    args = ["io", quoted(op.target), f"self.{attribute(op.target)}"]
    return [f"self._write_rows({', '.join(args)}, {printer.class_of(only.value.path)})"]


def _loop(op: p.Loop, body: Lines) -> Lines:
    name = f"self.{attribute(op.target)}"
    element = element_name(op.target)
    head = f"for i, {element} in enumerate({name}):" if op.indexed else f"for {element} in {name}:"
    return suite([head], body)


def _put(op: p.Store, source: str, printer: Printer, depth: int) -> Lines:
    value, target = op.value, op.target
    if op.cached:
        raw = p.raw_of(value)
        assert raw is not None
        stored = replace(raw, process=None)
        return _put_bytes(stored, f"self._stored_{target}", target, printer, depth)
    if isinstance(value, p.Number):
        return call(f"io.{value.scalar}(", [source, quoted(target)], ")", depth)
    if isinstance(value, p.Bits):
        number = f"int({source})" if value.flag else source
        return call(
            f"io.bits_{value.order}(", [str(value.width), number, quoted(target)], ")", depth
        )
    if isinstance(value, p.Contents):
        return [f"io.put({source})"]
    if isinstance(value, p.Bytes):
        return _put_bytes(value, source, target, printer, depth)
    if isinstance(value, p.Text):
        parts = (source, quoted(value.encoding), quoted(target))
        text = Group("encode_text(", parts, ")")
        return _put_bytes(value.raw, text, target, printer, depth)
    if isinstance(value, p.Nested):
        return _put_record(op, value, source, printer, depth)
    if isinstance(value, p.Array):
        order = [f'order="{value.order}"'] if value.order != "C" else []
        shape = printer.doc(_written_shape(value.shape))
        args = ["io", source, quoted(value.dtype), shape, quoted(target), *order]
        return call("put_array(", [*args, *_compared(op, printer)], ")", depth)
    if isinstance(value, p.Document):
        return [f"io.put(self._stored_{target})"]
    return call(f"{source}.write(", ["io", *_compared(op, printer)], ")", depth)


def _written_shape(shape: m.Expr) -> m.Expr:
    """A shape whose one axis that goes by the stream is that of the array which is written."""
    items = shape.items if isinstance(shape, m.ListOf) else ()
    by_stream = [m.goes_by_stream(item) for item in items]
    if not isinstance(shape, m.ListOf) or by_stream.count(True) != 1:
        return shape
    whole = m.Const(m.INT, shape.span, -1)
    own = (whole if goes else item for item, goes in zip(items, by_stream, strict=True))
    return replace(shape, items=tuple(own))


def _compared(op: p.Store, printer: Printer) -> list[Doc]:
    """The size that an array must have, if it has to be compared."""
    raw = p.raw_of(op.value) if op.compared else None
    return [] if raw is None or raw.size is None else [Keyword("size", printer.doc(raw.size))]


def _put_record(op: p.Store, value: p.Nested, source: str, printer: Printer, depth: int) -> Lines:
    """A record into this stream, or the bytes of one that has a stream of its own."""
    params = param_lines(value, source, printer, depth)
    args = ["io", quoted(op.target), source, *kind_of(value, printer), *belonging(value, printer)]
    if value.window is None:
        return [*params, *call("self._write_child(", args, ")", depth)]
    size = [Keyword("size", printer.doc(value.window.size))] if value.window.size else []
    window = Group("self._window(", (*args, *size), ")")
    return [*params, *_put_bytes(value.window, window, op.target, printer, depth)]


def kind_of(value: p.Nested, printer: Printer) -> list[Doc]:
    """The class that a record must be of, unless it is somebody else's."""
    return [] if value.opaque else [printer.class_of(value.path)]


def belonging(value: p.Nested, printer: Printer) -> list[Doc]:
    """Who the parent is, and whether the record is its own root, where that is not as usual."""
    if value.foreign:
        return ["parent=None", "foreign=True"]
    if value.orphan:
        return ["parent=None"]
    return [Keyword("parent", printer.doc(value.parent))] if value.parent is not None else []


def param_lines(value: p.Nested, source: str, printer: Printer, depth: int) -> Lines:
    """What a nested record is told by its place."""
    if value.opaque:
        return []
    return [
        line
        for name, arg in value.args
        for line in statement(f"{source}.{attribute(name)} = ", printer.doc(arg), depth)
    ] + ([f"{source}._is_le = self._is_le"] if value.chosen else [])


def behind(raw: p.Bytes, printer: Printer) -> Printer:
    """Where the arguments of a routine are computed: behind the bytes, as when they are read."""
    if raw.size is None:
        return printer
    return Printer(printer.home, f"io.ahead({printer.text(raw.size)})")


def _put_bytes(raw: p.Bytes, source: Doc, target: str, printer: Printer, depth: int) -> Lines:
    field = quoted(target)
    if raw.process is not None:
        source = unprocessed(raw.process, source, behind(raw, printer))
        raw = replace(raw, process=None)
    if raw.size is None and not raw.to_end and raw.terminator is not None:
        flags = [f"include={raw.include}", f"consume={raw.consume}"]
        flags += [] if raw.eos_error else ["eos_error=False"]
        args: list[Doc] = [source, quoted_bytes(raw.terminator), field, *flags]
        return call("io.put_terminated(", args, ")", depth)
    end = "None" if raw.terminator is None else quoted_bytes(raw.terminator)
    if raw.size is None and (raw.pad is not None or raw.terminator is not None):
        rules = [field, repr(raw.pad), end, f"include={raw.include}"]
        return call("io.put_to_end(", [source, *rules], ")", depth)
    if raw.size is None:
        return call("io.put(", [source], ")", depth)
    args = [source, printer.doc(raw.size), field]
    if raw.fill is not None:
        return call("io.put_filled(", [*args, str(raw.fill)], ")", depth)
    if raw.pad is not None or raw.terminator is not None:
        return call(
            "io.put_trimmed(", [*args, repr(raw.pad), end, f"include={raw.include}"], ")", depth
        )
    return call("io.put_sized(", args, ")", depth)


# -- checks ------------------------------------------------------------------------------------


def check_ops(ops: tuple[p.Op, ...], printer: Printer, depth: int) -> Lines:
    """The lines that check `valid` and counts."""
    return [line for op in ops for line in _check(op, printer, depth)]


def _check(op: p.Op, printer: Printer, depth: int) -> Lines:
    if isinstance(op, p.Guard):
        return guard(op, printer, depth, io=False)
    assert isinstance(op, p.When | p.Loop)
    body = check_ops(op.body, printer, depth + 1)
    if isinstance(op, p.Loop):
        return _loop(op, body)
    return suite(condition("if", op.condition, printer, depth), body)
