"""Methods of classes that `--read-write` makes: what they check, and how they are written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from quire.generator.plan import operations as p
from quire.generator.targets.python.expr import Printer
from quire.generator.targets.python.layout import (
    Doc,
    Group,
    Keyword,
    call,
    flat,
    quoted,
    quoted_bytes,
)
from quire.generator.targets.python.names import attribute, element_name
from quire.generator.targets.python.read import Lines, branch, condition, guard, ordered, suite
from quire.generator.targets.python.stored import unprocessed, unprocessor
from quire.generator.targets.python.view import Method
from quire.generator.types import model as m

UNTOUCHED = ["self._dirty = False"]


def writing(record: p.Record, decision: Lines, printer: Printer, depth: int) -> Iterator[Method]:
    """`_check` and `_write__seq`; `decision` chooses the byte order."""
    yield _fetching(record, printer, depth)
    checks = _check_ops(record.checks, printer, depth)
    checks += [line for lazy in record.instances for line in _checks(lazy, printer, depth)]
    yield Method("", ["def _check(self) -> None:"], "", [*checks, *UNTOUCHED])
    signature = ["def _write__seq(self, io: Any = None) -> None:"]
    begin = ["super()._write__seq(io)"]
    if record.endian is None:
        body = _with_io(_write_ops(record.write, printer, depth))
        yield Method("", signature, "", [*begin, *body])
        return
    only = record.write[0] if len(record.write) == 1 else None
    both = only if isinstance(only, p.Ordered) else p.Ordered(record.write, record.write)
    choice = [
        *suite(["if self._is_le:"], ["self._write__seq_le()"]),
        *suite(["else:"], ["self._write__seq_be()"]),
    ]
    yield Method("", signature, "", [*begin, *decision, *choice])
    for order, ops in (("le", both.le), ("be", both.be)):
        body = _with_io(_write_ops(ops, printer, depth)) or ["pass"]
        yield Method("", [f"def _write__seq_{order}(self) -> None:"], "", body)


def _with_io(lines: Lines) -> Lines:
    return ["io = self._io", *lines] if lines else []


def writing_instance(lazy: p.Lazy, home: str, depth: int) -> Method:
    """`_write_…` of an instance that stands in the file, `_invalidate_…` of any other."""
    name = attribute(lazy.name)
    if not lazy.written:
        return Method(
            "",
            [f"def _invalidate_{name}(self) -> None:"],
            "",
            [f'vars(self).pop("_m_{name}", None)'],
        )
    own = Printer(home, "self._io")
    printer = Printer(home, "io" if lazy.io is None else "self._io", slots="self._m_")
    inside = depth + (lazy.condition is not None) + (lazy.pos is not None)
    body = _write_ops(lazy.write, printer, inside)
    if lazy.pos is not None:
        body = suite([f"with written_at(io, {own.text(lazy.pos)}):"], body)
    body = [f"io = {'self._io' if lazy.io is None else own.text(lazy.io)}", *body]
    if lazy.condition is not None:
        body = suite(condition("if", lazy.condition, own, depth), body)
    return Method(
        "",
        [f"def _write_{name}(self) -> None:"],
        "",
        [f"self._should_write_{name} = False", *body],
    )


# -- instances ----------------------------------------------------------------------------------


def _fetching(record: p.Record, printer: Printer, depth: int) -> Method:
    """The method that reads or writes all instances, of the records below, too."""
    body = _fetch_ops(record.write, Printer(printer.home, "self._io"), depth)
    for lazy in sorted(record.instances, key=lambda lazy: lazy.name):
        if lazy.written:
            name = attribute(lazy.name)
            below = _fetch_ops(
                lazy.write, Printer(printer.home, "self._io", slots="self._m_"), depth + 1
            )
            there = f'if self.{name} is not None and hasattr(self, "_m_{name}"):'
            body += suite([there], below) if below else [f"_ = self.{name}"]
    return Method("", ["def _fetch_instances(self) -> None:"], "", body or ["pass"])


def _fetch_ops(ops: tuple[p.Op, ...], printer: Printer, depth: int) -> Lines:
    return [line for op in ops for line in _fetch(op, printer, depth)]


def _fetch(op: p.Op, printer: Printer, depth: int) -> Lines:
    if isinstance(op, p.Store) and isinstance(op.value, p.Nested):
        return [f"{_source(op, printer)}._fetch_instances()"]
    if isinstance(op, p.Ordered):
        return _fetch_ops(op.le, printer, depth)
    if not any(_fetch_ops(body, printer, depth) for body in p.bodies(op)):
        return []
    if isinstance(op, p.Branch):
        return branch(op, printer, depth, _fetch_ops)
    assert isinstance(op, p.When | p.Loop)
    body = _fetch_ops(op.body, printer, depth + 1)
    if isinstance(op, p.When):
        return suite(condition("if", op.condition, printer, depth), body)
    return suite(_loop_head(op, printer), body)


# -- checks -------------------------------------------------------------------------------------


def _checks(lazy: p.Lazy, printer: Printer, depth: int) -> Lines:
    """The checks of an instance that is written, unless its user does not want it."""
    inside = depth + 1 + (lazy.condition is not None)
    body = _check_ops(lazy.checks, Printer(printer.home, slots="self._m_"), inside)
    if not body:
        return []
    if lazy.condition is not None:
        body = suite(condition("if", lazy.condition, printer, depth + 1), body)
    return suite([f"if self.{attribute(lazy.name)}__enabled:"], body)


def _check_ops(ops: tuple[p.Op, ...], printer: Printer, depth: int) -> Lines:
    return [line for op in ops for line in _check(op, printer, depth)]


def _check(op: p.Op, printer: Printer, depth: int) -> Lines:
    if isinstance(op, p.Guard):
        return _guard(op, printer, depth)
    if isinstance(op, p.Fits):
        return _fits(op, printer, depth)
    if isinstance(op, p.When):
        body = _check_ops(op.body, printer, depth + 1)
        return suite(condition("if", op.condition, printer, depth), body)
    if isinstance(op, p.Loop):
        return suite(_loop_head(op, printer), _check_ops(op.body, printer, depth + 1))
    assert isinstance(op, p.Branch)
    return branch(op, printer, depth, _check_ops)


def _guard(op: p.Guard, printer: Printer, depth: int) -> Lines:
    field, value = quoted(op.target), printer.slot(op.target)
    if op.rule == "count":
        args = [field, printer.doc(op.args[0]), f"len({value})"]
        return call("consistent(", args, ")", depth)
    if op.rule == "not_empty":
        return [f"consistent_start({field}, {value})"]
    if op.rule == "until":
        holds = printer.with_element(element_name(op.target)).doc(op.args[0])
        return call("consistent_until(", [field, holds, "i", value], ")", depth)
    return guard(op, printer, depth, io=False)


def _fits(op: p.Fits, printer: Printer, depth: int) -> Lines:
    source, field = _source(op, printer), quoted(op.target)
    if not isinstance(op.value, p.Nested):
        raw, data = _stored(op.value, source, printer)
        if raw == p.Bytes(raw.size):
            assert raw.size is not None
            return call(
                "consistent(",
                [field, printer.doc(raw.size), Group("len(", (data,), ")")],
                ")",
                depth,
            )
        rules = _rules(raw, printer)
        if not rules or rules == ["to_end=True"]:
            return []
        return call(f"{flat(Group('Stored(', tuple(rules), ')'))}.fits(", [field, data], ")", depth)
    lines: Lines = []
    if op.belongs:
        args = [field, source, _parent(op.value, printer), "self._root"]
        lines += call("consistent_child(", args, ")", depth)
    for name, expr in op.value.args:
        args = [field, printer.doc(expr), f"{source}.{attribute(name)}"]
        lines += call("consistent_param(", args, ")", depth)
    return lines


def _parent(value: p.Nested, printer: Printer) -> Doc:
    if value.orphan:
        return "None"
    return "self" if value.parent is None else printer.doc(value.parent)


def _source(op: p.Fits | p.Store, printer: Printer) -> str:
    return element_name(op.target) if op.element else printer.slot(op.target)


# -- writing ------------------------------------------------------------------------------------


def _write_ops(ops: tuple[p.Op, ...], printer: Printer, depth: int) -> Lines:
    return [line for op in ops for line in _write(op, printer, depth)]


def _write(op: p.Op, printer: Printer, depth: int) -> Lines:
    if isinstance(op, p.Store):
        return _put(op, printer, depth)
    if isinstance(op, p.When):
        body = _write_ops(op.body, printer, depth + 1)
        return suite(condition("if", op.condition, printer, depth), body)
    if isinstance(op, p.Loop):
        return _loop(op, printer, depth)
    if isinstance(op, p.Ordered):
        return ordered(op, printer, depth, _write_ops)
    if isinstance(op, p.Branch):
        return branch(op, printer, depth, _write_ops)
    return _check(op, printer, depth)


def _loop_head(op: p.Loop, printer: Printer) -> Lines:
    element, elements = element_name(op.target), printer.slot(op.target)
    if op.indexed:
        return [f"for i, {element} in enumerate({elements}):"]
    return [f"for {element} in {elements}:"]


def _loop(op: p.Loop, printer: Printer, depth: int) -> Lines:
    body = _write_ops(op.body, printer, depth + 1)
    field = quoted(op.target)
    if op.count is not None or op.until is not None:
        return suite(_loop_head(op, printer), body)
    body = [f"consistent_room({field}, io)", *body]
    return [*suite(_loop_head(op, printer), body), f"consistent_end({field}, io)"]


def _put(op: p.Store, printer: Printer, depth: int) -> Lines:
    value, source, field = op.value, _source(op, printer), quoted(op.target)
    if isinstance(value, p.Number):
        return [f"io.write_{value.scalar}({source})"]
    if isinstance(value, p.Bits):
        number = f"int({source})" if value.flag else source
        return [f"io.write_bits_int_{value.order}({value.width}, {number})"]
    if isinstance(value, p.Nested):
        return _put_record(op, value, source, printer, depth)
    raw, data = _stored(value, source, printer)
    checked = p.raw_of(value) == raw  # what goes through a routine is checked behind it
    if checked and raw in (p.Bytes(raw.size), p.Bytes(None, to_end=True)):
        end = [f"consistent_end({field}, io)"] if raw.to_end else []
        return [*call("io.write_bytes(", [data], ")", depth), *end]
    stored = flat(Group("Stored(", tuple(_rules(raw, printer)), ")"))
    return call(f"{stored}.put(", [field, data, "io"], ")", depth)


def _put_record(op: p.Store, value: p.Nested, source: str, printer: Printer, depth: int) -> Lines:
    lines: Lines = []
    for name, expr in value.args:
        if _has_stream(expr.type):
            given = [source, quoted(attribute(name)), printer.doc(expr)]
            lines += call("object.__setattr__(", given, ")", depth)
    if value.chosen:
        lines.append(f"{source}._is_le = self._is_le")
    if value.window is None:
        return [*lines, f"{source}._write__seq(io)"]
    stored = flat(Group("Stored(", tuple(_rules(value.window, printer)), ")"))
    index = "[i]" if op.element else ""
    sizes = [f"{size}={printer.slot(op.target)}__{size}_size{index}" for size in op.measured]
    room = call(f"window = {stored}.window(", ["io", *sizes], ")", depth)
    args: list[Doc] = [quoted(op.target), source]
    if value.window.process is not None:
        # Its arguments go by the stream as it is behind the bytes, as when they are read.
        args.append(unprocessor(value.window.process, printer))
    return [*lines, *room, *call("window.put(", args, ")", depth)]


def _stored(value: p.Value, source: str, printer: Printer) -> tuple[p.Bytes, Doc]:
    """The bytes that a value is written as, and how they stand in the stream."""
    raw = p.raw_of(value)
    assert raw is not None
    data: Doc = source
    if isinstance(value, p.Text):
        data = Group(f"{source}.encode(", (quoted(value.encoding),), ")")
    if raw.process is not None:
        data = unprocessed(raw.process, data, printer)
    return replace(raw, process=None, limit=None), data


def _rules(raw: p.Bytes, printer: Printer) -> list[Doc]:
    """The arguments that tell how bytes stand in a stream."""
    words: list[Doc] = []
    if raw.size is not None:
        words.append(Keyword("size", printer.doc(raw.size)))
    if raw.terminator is not None:
        words.append(f"terminator={quoted_bytes(raw.terminator)}")
    flags = (
        ("include", raw.include, False),
        ("consume", raw.consume, True),
        ("eos_error", raw.eos_error, True),
        ("to_end", raw.to_end, False),
    )
    words += [f"{word}={value}" for word, value, usual in flags if value is not usual]
    return words if raw.pad is None else [*words, f"pad={raw.pad}"]


def _has_stream(type_: m.Type) -> bool:
    return _has_stream(type_.of) if isinstance(type_, m.ListType) else type_ is m.STREAM
