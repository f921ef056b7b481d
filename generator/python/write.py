"""Writing, checking and deriving operations as lines of Python."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from quire.generator import plan as p
from quire.generator.names import attribute, element_name
from quire.generator.python.expr import Printer
from quire.generator.python.layout import (
    Chain,
    Doc,
    Group,
    Paren,
    Tail,
    call,
    quoted,
    quoted_bytes,
    statement,
)
from quire.generator.python.read import (
    Lines,
    branch,
    condition,
    guard,
    ordered,
    suite,
)
from quire.generator.python.stored import limit_of, unprocessed


def write_ops(ops: tuple[p.Op, ...], printer: Printer, depth: int) -> Lines:
    """The lines that write."""
    return [line for op in ops for line in _write(op, printer, depth)]


def _write(op: p.Op, printer: Printer, depth: int) -> Lines:
    if isinstance(op, p.Block):
        args = ["io", *(f"self.{attribute(field.name)}" for field in op.fields)]
        return call(f"self.{op.name}.write(", args, ")", depth)
    if isinstance(op, p.Store):
        source = element_name(op.target) if op.element else f"self.{attribute(op.target)}"
        return _put(op, source, printer, depth)
    if isinstance(op, p.When):
        return suite(
            condition("if", op.condition, printer, depth), write_ops(op.body, printer, depth + 1)
        )
    if isinstance(op, p.Loop):
        return _loop(op, write_ops(op.body, printer, depth + 1))
    if isinstance(op, p.Ordered):
        return ordered(op, printer, depth, write_ops)
    assert isinstance(op, p.Branch)
    return branch(op, printer, depth, write_ops)


def _loop(op: p.Loop, body: Lines) -> Lines:
    name = f"self.{attribute(op.target)}"
    element = element_name(op.target)
    head = f"for i, {element} in enumerate({name}):" if op.indexed else f"for {element} in {name}:"
    return suite([head], body)


def _put(op: p.Store, source: str, printer: Printer, depth: int) -> Lines:
    value, target = op.value, op.target
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
        args = ["io", source, quoted(value.dtype), printer.doc(value.shape), quoted(target), *order]
        return call("put_array(", args, ")", depth)
    if isinstance(value, p.Document):
        return [f"io.put(self._raw_{target})"]
    return [f"{source}.write(io)"]


def _put_record(op: p.Store, value: p.Nested, source: str, printer: Printer, depth: int) -> Lines:
    """A record into this stream, or the bytes of one that has a stream of its own."""
    field = quoted(op.target)
    if op.cached:
        return _put_bytes(_window_of(value), f"self._raw_{op.target}", op.target, printer, depth)
    params = param_lines(value, source, printer, depth)
    belongs = _belongs(value, printer)
    if value.window is None:
        return [*params, *call("self._write_child(", ["io", field, source, *belongs], ")", depth)]
    window = Group("self._window(", (field, source, *belongs), ")")
    return [*params, *_put_bytes(value.window, window, op.target, printer, depth)]


def _belongs(value: p.Nested, printer: Printer) -> list[Doc]:
    """Who the parent is, and whether the record is its own root, where that is not as usual."""
    if value.foreign:
        return ["parent=None", "foreign=True"]
    if value.orphan:
        return ["parent=None"]
    return [Group("parent=", (printer.doc(value.parent),), "")] if value.parent is not None else []


def _window_of(value: p.Nested) -> p.Bytes:
    assert value.window is not None
    return value.window


def param_lines(value: p.Nested, source: str, printer: Printer, depth: int) -> Lines:
    """What a nested record is told by its place."""
    if value.opaque:
        return []
    return [
        line
        for name, arg in value.args
        for line in statement(f"{source}.{attribute(name)} = ", printer.doc(arg), depth)
    ] + ([f"{source}._is_le = self._is_le"] if value.chosen else [])


def _put_bytes(raw: p.Bytes, source: Doc, target: str, printer: Printer, depth: int) -> Lines:
    field = quoted(target)
    if raw.process is not None:
        source = unprocessed(raw.process, source, printer)
        raw = replace(raw, process=None)
    if raw.size is None and not raw.to_end and raw.terminator is not None:
        flags = [f"include={raw.include}", f"consume={raw.consume}"]
        args: list[Doc] = [source, quoted_bytes(raw.terminator), field, *flags]
        return call("io.put_terminated(", args, ")", depth)
    if raw.size is None:
        return call("io.put(", [source], ")", depth)
    args = [source, printer.doc(raw.size), field]
    if raw.fill is not None:
        return call("io.put_filled(", [*args, str(raw.fill)], ")", depth)
    if raw.pad is not None or raw.terminator is not None:
        end = "None" if raw.terminator is None else quoted_bytes(raw.terminator)
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


# -- derivations ---------------------------------------------------------------------------------


def derive_steps(steps: tuple[p.Derive, ...], printer: Printer, depth: int) -> Lines:
    """The lines that derive; neighbours under one condition share it."""
    lines: Lines = []
    for test, group in groupby(steps, key=lambda step: step.condition):
        inner = depth + (test is not None)
        body = [line for step in group for line in _derive(step, printer, inner)]
        lines += suite(condition("if", test, printer, depth), body) if test is not None else body
    return lines


def _derive(step: p.Derive, printer: Printer, depth: int) -> Lines:
    name, target = attribute(step.target), quoted(attribute(step.target))
    if step.how == "encode":
        args = [f"self.{name}", f"self._{step.target}_stages()", "self", target]
        return call(f"self.{name} = Encoded.of(", args, ")", depth)
    if step.how == "dump":
        return _dump(step, printer, depth)
    if step.how == "window":
        assert isinstance(step.payload, p.Nested)
        params = param_lines(step.payload, f"self.{name}", printer, depth)
        head = f"self._raw_{step.target} = self._window("
        return [*params, *call(head, [quoted(step.target), f"self.{name}"], ")", depth)]
    if step.how == "make":
        assert isinstance(step.payload, p.Nested)
        return call("self._make(", [target, printer.class_of(step.payload.path)], ")", depth)
    if step.how == "fill":
        empty = '""' if isinstance(step.payload, p.Text) else 'b""'
        return call("self._set_default(", [target, empty], ")", depth)
    if step.how == "default":
        assert step.value is not None
        return call("self._set_default(", [target, printer.text(step.value)], ")", depth)
    value, source = _derived_value(step, printer)
    led_back = _led_back(value, step)
    return call("self._set_derived(", (target, led_back, quoted(source)), ")", depth)


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
            f"self._raw_{step.target} = self.{name}.dump(",
            [quoted(step.target), *flags],
            ")",
            depth,
        ),
    ]


def _led_back(value: str, step: p.Derive) -> Doc:
    """What a field is, where a length or a count is more than the field."""
    found: Doc = value
    for word, number in step.undo:
        if word == "divide":
            found = Group("quotient(", (found, str(number), quoted(step.source)), ")")
        elif word == "from":
            less: Doc = Paren(found) if isinstance(found, Chain) else found
            found = Chain((str(number), Tail("-", less)))
        else:
            parts = found.parts if isinstance(found, Chain) else (found,)
            found = Chain((*parts, Tail("+" if word == "add" else "-", str(number))))
    return found


def _derived_value(step: p.Derive, printer: Printer) -> tuple[str, str]:
    """What a field is derived to, and from what, in words."""
    source = f"self.{attribute(step.source)}"
    if step.how == "count":
        return f"len({source})", step.source
    if step.how == "digest":
        return f'{source}.digest("{step.algorithm}")', step.source
    if step.how == "value":
        assert step.value is not None
        return printer.text(step.value), step.source or "the format"
    if isinstance(step.payload, p.Payload):
        return f"{source}.stored_size", step.source
    if isinstance(step.payload, p.Document | p.Nested):
        return f"len(self._raw_{step.source})", step.source
    if isinstance(step.payload, p.Text):
        encoding, field = quoted(step.payload.encoding), quoted(step.source)
        return f"len(encode_text({source}, {encoding}, {field}))", step.source
    if isinstance(step.payload, p.Array):
        return f"{source}.nbytes", step.source
    return f"len({source})", step.source
