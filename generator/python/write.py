"""Writing, checking and deriving operations as lines of Python."""

from __future__ import annotations

from itertools import groupby

from quire.generator import plan as p
from quire.generator.python.expr import Printer
from quire.generator.python.layout import Doc, call, quoted
from quire.generator.python.names import attribute, qualified
from quire.generator.python.read import Lines, branch, condition, guard, suite


def write_ops(ops: tuple[p.Op, ...], printer: Printer, depth: int) -> Lines:
    """The lines that write."""
    return [line for op in ops for line in _write(op, printer, depth)]


def _write(op: p.Op, printer: Printer, depth: int) -> Lines:
    if isinstance(op, p.Block):
        args = ["io", *(f"self.{attribute(name)}" for name, _ in op.fields)]
        return call(f"self.{op.name}.write(", args, ")", depth)
    if isinstance(op, p.Store):
        source = "item" if op.element else f"self.{attribute(op.target)}"
        return _put(op, source, printer, depth)
    if isinstance(op, p.When):
        return suite(
            condition("if", op.condition, printer, depth), write_ops(op.body, printer, depth + 1)
        )
    if isinstance(op, p.Loop):
        return _loop(op, write_ops(op.body, printer, depth + 1))
    assert isinstance(op, p.Branch)
    return branch(op, printer, depth, write_ops)


def _loop(op: p.Loop, body: Lines) -> Lines:
    name = f"self.{attribute(op.target)}"
    head = f"for i, item in enumerate({name}):" if op.indexed else f"for item in {name}:"
    return suite([head], body)


def _put(op: p.Store, source: str, printer: Printer, depth: int) -> Lines:
    value, target = op.value, op.target
    if isinstance(value, p.Number):
        return [f"io.{value.scalar}({source}, {quoted(target)})"]
    if isinstance(value, p.Contents):
        return [f"io.put({source})"]
    if isinstance(value, p.Bytes):
        return _put_bytes(value, source, target, printer, depth)
    if isinstance(value, p.Text):
        return _put_bytes(
            value.raw, f"{source}.encode({quoted(value.encoding)})", target, printer, depth
        )
    if isinstance(value, p.Nested):
        params = [f"{source}.{attribute(name)} = {printer.text(arg)}" for name, arg in value.args]
        return [*params, f"self._write_child(io, {quoted(target)}, {source})"]
    if isinstance(value, p.Array):
        order = [f'order="{value.order}"'] if value.order != "C" else []
        args = ["io", source, quoted(value.dtype), printer.doc(value.shape), quoted(target), *order]
        return call("put_array(", args, ")", depth)
    if isinstance(value, p.Document):
        return [f"io.put(self._raw_{target})"]
    return [f"{source}.write(io)"]


def _put_bytes(raw: p.Bytes, source: str, target: str, printer: Printer, depth: int) -> Lines:
    if raw.size is None:
        lines = [f"io.put({source})"]
        if raw.terminator is not None and not raw.include:
            lines.append(f"io.put(bytes([{raw.terminator}]))")
        return lines
    args: list[Doc] = [source, printer.doc(raw.size), quoted(target)]
    if raw.fill is not None or raw.pad is not None or raw.terminator is not None:
        fill = next(value for value in (raw.fill, raw.pad, raw.terminator) if value is not None)
        return call("io.put_padded(", [*args, str(fill)], ")", depth)
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
        return suite([f"for item in self.{attribute(op.target)}:"], body)
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
    if step.how == "make":
        assert isinstance(step.payload, p.Nested)
        return [f"self._make({target}, {qualified(step.payload.path)})"]
    if step.how == "fill":
        return [f'self._set_default({target}, b"")']
    if step.how == "default":
        assert step.value is not None
        return call("self._set_default(", [target, printer.text(step.value)], ")", depth)
    value, source = _derived_value(step, printer)
    return call("self._set_derived(", [target, value, quoted(source)], ")", depth)


def _dump(step: p.Derive, printer: Printer, depth: int) -> Lines:
    assert isinstance(step.payload, p.Document)
    name = attribute(step.target)
    words = (("compact", step.payload.compact), ("sort_keys", step.payload.sort_keys))
    flags = [f"{word}={printer.text(flag)}" for word, flag in words if flag is not None]
    flags += [f"limit={step.payload.raw.limit:#x}"] if step.payload.raw.limit is not None else []
    args = [f"self.{name}", "self._root", quoted(step.target)]
    return [
        *call(f"self.{name} = {qualified(step.payload.path)}.of(", args, ")", depth),
        *call(
            f"self._raw_{step.target} = self.{name}.dump(",
            [quoted(step.target), *flags],
            ")",
            depth,
        ),
    ]


def _derived_value(step: p.Derive, printer: Printer) -> tuple[str, str]:
    """What a field is derived to, and from what, in words."""
    source = f"self.{attribute(step.source)}"
    if step.how == "count":
        return f"len({source})", step.source
    if step.how == "digest":
        return f'{source}.digest("{step.algorithm}")', step.source
    if step.how == "value":
        assert step.value is not None
        return printer.text(step.value), "the format"
    if isinstance(step.payload, p.Payload):
        return f"{source}.stored_size", step.source
    if isinstance(step.payload, p.Document):
        return f"len(self._raw_{step.source})", step.source
    if isinstance(step.payload, p.Text):
        return f"len({source}.encode({quoted(step.payload.encoding)}))", step.source
    if isinstance(step.payload, p.Array):
        return f"{source}.nbytes", step.source
    return f"len({source})", step.source
