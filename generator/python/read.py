"""Reading and checking operations as lines of Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from quire.generator import model as m
from quire.generator import plan as p
from quire.generator.names import attribute, element_name, qualified
from quire.generator.python.expr import Printer
from quire.generator.python.layout import (
    STEP,
    WIDTH,
    Chain,
    Doc,
    Group,
    call,
    flat,
    quoted,
    quoted_bytes,
    statement,
)
from quire.runtime.document import attribute_of

Lines = list[str]


def suite(head: Lines, body: Lines) -> Lines:
    """A compound statement."""
    return [*head, *indent(body or ["pass"])]


def indent(lines: Lines) -> Lines:
    """Lines one step to the right."""
    return [STEP + line if line else line for line in lines]


def condition(word: str, expr: m.Expr, printer: Printer, depth: int) -> Lines:
    """`if …:`, in parentheses where it is long."""
    return statement(f"{word} ", printer.doc(expr), depth, ":")


def read_ops(ops: tuple[p.Op, ...], printer: Printer, depth: int) -> Lines:
    """The lines that read."""
    return [line for op in ops for line in _read(op, printer, depth)]


def _read(op: p.Op, printer: Printer, depth: int) -> Lines:
    if isinstance(op, p.Block):
        return _block(op, depth)
    if isinstance(op, p.Store):
        return _store(op, printer, depth)
    if isinstance(op, p.Guard):
        return guard(op, printer, depth, io=True)
    if isinstance(op, p.When):
        return suite(
            condition("if", op.condition, printer, depth), read_ops(op.body, printer, depth + 1)
        )
    if isinstance(op, p.Loop):
        return _loop(op, printer, depth)
    if isinstance(op, p.Branch):
        return branch(op, printer, depth, read_ops)
    args = [quoted(op.algorithm), f"self.{attribute(op.target)}"]
    return call(f"self.{attribute(op.over)}.guard_with(", args, ")", depth)


def _block(op: p.Block, depth: int) -> Lines:
    targets = [
        attribute(name) if number.enum else f"self.{attribute(name)}" for name, number in op.fields
    ]
    tail = f" = self.{op.name}.read(io)"
    lines = [", ".join(targets) + tail]
    if len(lines[0]) > 100 - 4 * depth:
        lines = call("(", targets, ")" + tail, depth)
    for name, number in op.fields:
        if number.enum is not None:
            args = [qualified(number.enum), attribute(name)]
            lines += call(f"self.{attribute(name)} = enum_or_int(", args, ")", depth)
    return lines


def _store(op: p.Store, printer: Printer, depth: int) -> Lines:
    name = attribute(op.target)
    if isinstance(op.value, p.Document):
        raw = f"self._raw_{op.target}"
        args = [raw, "self._root", quoted(op.target), f"io.offset(len({raw}))"]
        return [
            *statement(f"{raw} = ", _bytes(op.value.raw, op.target, printer), depth),
            *call(f"self.{name} = {qualified(op.value.path)}.parse(", args, ")", depth),
        ]
    value = read_value(op.value, op.target, printer)
    if op.marked:
        return ["start = io.pos()", *_store(replace(op, marked=False), printer, depth)]
    if op.element:
        return call(f"self.{name}.append(", [value], ")", depth)
    return statement(f"self.{name} = ", value, depth)


def read_value(value: p.Value, target: str, printer: Printer) -> Doc:
    """The expression that reads a value."""
    field = quoted(target)
    if isinstance(value, p.Number):
        read = f"io.{value.scalar}({field})"
        return (
            read
            if value.enum is None
            else Group("enum_or_int(", (qualified(value.enum), read), ")")
        )
    if isinstance(value, p.Contents):
        return Group("io.contents(", (quoted_bytes(value.value), field), ")")
    if isinstance(value, p.Bytes):
        return _bytes(value, target, printer)
    if isinstance(value, p.Text):
        return Group(
            "decode_text(",
            (_bytes(value.raw, target, printer), quoted(value.encoding), field, "io"),
            ")",
        )
    if isinstance(value, p.Nested):
        window: Doc = "io" if value.window is None else _window(value.window, target, printer)
        args = [printer.doc(arg) for _, arg in value.args]
        return Group(f"{qualified(value.path)}(", (*args, window, "self", "self._root", field), ")")
    if isinstance(value, p.Array):
        order = [f'order="{value.order}"'] if value.order != "C" else []
        shape = printer.doc(value.shape)
        return Group(
            "view_array(",
            (_view(value.raw, target, printer), quoted(value.dtype), shape, field, "io", *order),
            ")",
        )
    assert isinstance(value, p.Payload)
    return Group(
        "Encoded.read(",
        (
            "io",
            _size(value.raw, printer),
            f"self._{target}_stages()",
            "self",
            field,
            *limit_of(value.raw.limit),
        ),
        ")",
    )


def _size(raw: p.Bytes, printer: Printer) -> Doc:
    return printer.doc(raw.size) if raw.size is not None else "io.left()"


def _limit(raw: p.Bytes) -> list[str]:
    return limit_of(raw.limit)


def limit_of(limit: int | None) -> list[str]:
    """The argument for a limit, if there is one."""
    return [f"limit=0x{limit:X}"] if limit is not None else []


def _view(raw: p.Bytes, target: str, printer: Printer) -> Doc:
    if raw.size is None:
        return Group("io.rest(", (quoted(target), *_limit(raw)), ")")
    return Group("io.take(", (printer.doc(raw.size), quoted(target), *_limit(raw)), ")")


def _bytes(raw: p.Bytes, target: str, printer: Printer) -> Doc:
    field = quoted(target)
    if raw.size is None and raw.terminator is not None and raw.limit is None:
        flags = (f"include={raw.include}", f"consume={raw.consume}", f"eos_error={raw.eos_error}")
        return Group("io.until(", (quoted_bytes(raw.terminator), field, *flags), ")")
    if raw.pad is not None or raw.terminator is not None:
        return Group(
            "trim(",
            (
                _view(raw, target, printer),
                repr(raw.pad),
                _optional(raw.terminator),
                f"include={raw.include}",
            ),
            ")",
        )
    if raw.size is None:
        return Group("bytes(", (_view(raw, target, printer),), ")")
    return Group("io.take_bytes(", (printer.doc(raw.size), field, *_limit(raw)), ")")


def _optional(terminator: bytes | None) -> str:
    return "None" if terminator is None else quoted_bytes(terminator)


def _window(raw: p.Bytes, target: str, printer: Printer) -> Doc:
    return Group("io.substream(", (_size(raw, printer), quoted(target), *_limit(raw)), ")")


def _loop(op: p.Loop, printer: Printer, depth: int) -> Lines:
    name = f"self.{attribute(op.target)}"
    body = read_ops(op.body, printer, depth + 1)
    field = quoted(op.target)
    counter = "i" if op.indexed else "_"
    before: Lines = []
    if op.count is not None:
        args = [printer.doc(op.count), field, str(op.least), *limit_of(op.limit)]
        before = call("count = io.count(", args, ")", depth)
        head = [f"for {counter} in range(count):"]
    elif op.until is not None:
        head = call(f"for {counter} in io.turns(", [field, *limit_of(op.limit)], "):", depth)
        stop = Printer("io", f"{name}[-1]")
        body += suite(condition("if", op.until, stop, depth + 1), ["break"])
    else:
        args = [field, "to_end=True", *limit_of(op.limit)]
        head = call(f"for {counter} in io.turns(", args, "):", depth)
    return [*before, f"{name} = []", *suite(head, body)]


def branch(
    op: p.Branch,
    printer: Printer,
    depth: int,
    inner: Callable[[tuple[p.Op, ...], Printer, int], Lines],
) -> Lines:
    """`if`, `elif`, `else` over the cases of a switch."""
    lines: Lines = []
    for key, ops in op.cases:
        word = "elif" if lines else "if"
        test = m.Op(m.BOOL, op.on.span, "eq", (op.on, key)) if key is not None else None
        body = inner(ops, printer, depth + (key is not None or bool(lines)))
        if test is not None:
            lines += suite(condition(word, test, printer, depth), body)
        else:
            lines += suite(["else:"], body) if lines else body
    return lines


def guard(op: p.Guard, printer: Printer, depth: int, *, io: bool, where: str = "") -> Lines:
    """A check of `valid`; `where` is the object whose method checks: a document's keys."""
    named = attribute_of if where else attribute
    found = f"self.{named(op.target)}"
    if op.element:
        found = f"{found}[-1]" if io else element_name(op.target)
    inner = Printer(printer.io, found)
    args: list[Doc] = [quoted(op.target), found]
    if op.rule == "until":
        return _until_guard(op, printer, depth)
    if op.rule == "any_of":
        args.append(
            Group("(", tuple(inner.doc(arg) for arg in op.args), ")", comma=len(op.args) == 1)
        )
    elif op.rule == "that":
        args += [inner.doc(op.args[0]), quoted(op.text)]
    elif op.rule == "member":
        args.append(qualified(op.enum or ()))
    else:
        args += [inner.doc(arg) for arg in op.args]
    if io:
        back = ["io.pos() - start"] if op.marked else [str(op.back)] if op.back else []
        args += ["io", *back]
    return call(f"{where}expect_{op.rule}(", args, ")", depth)


def _until_guard(op: p.Guard, printer: Printer, depth: int) -> Lines:
    """Whether `repeat-until` holds for each element, and the check of it."""
    element, source = element_name(op.target), f"self.{attribute(op.target)}"
    loop = f"for {element} in {source}"
    if "_index" in m.locals_of(op.args[0]):
        loop = f"for i, {element} in enumerate({source})"
    ends = Printer(printer.io, element).doc(op.args[0])
    room = WIDTH - 4 * depth
    body = [flat(ends), loop]
    if len(" ".join(body)) <= room - 4:
        body = [" ".join(body)]
    elif isinstance(ends, Chain) and len(body[0]) > room - 4:
        body = [*ends.parts, loop]
    head = f"ends = [{flat(ends)} {loop}]"
    found = [head] if len(head) <= room else ["ends = [", *indent(body), "]"]
    return [*found, f"expect_until({quoted(op.target)}, ends)"]
