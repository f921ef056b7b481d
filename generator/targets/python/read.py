"""Reading and checking operations as lines of Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from quire.generator.plan import operations as p
from quire.generator.targets.python.bits import read_bits, read_run
from quire.generator.targets.python.expr import Printer
from quire.generator.targets.python.layout import (
    STEP,
    WIDTH,
    Doc,
    Group,
    call,
    flat,
    quoted,
    quoted_bytes,
    statement,
)
from quire.generator.targets.python.layout import lines as layout_lines
from quire.generator.targets.python.names import attribute, element_name
from quire.generator.targets.python.stored import (
    limit_of,
    processed,
    stored_bytes,
    stored_size,
    stored_view,
    window,
)
from quire.generator.types import model as m
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
    if isinstance(op, p.Block | p.BitRun):
        return _fused(op, printer, depth)
    if isinstance(op, p.Store):
        return _store(op, printer, depth)
    if isinstance(op, p.Guard):
        return guard(op, printer, depth, io=True)
    if isinstance(op, p.When):
        op = _joined(op)
        return suite(
            condition("if", op.condition, printer, depth), read_ops(op.body, printer, depth + 1)
        )
    if isinstance(op, p.Loop):
        return _loop(op, printer, depth)
    if isinstance(op, p.Branch):
        return branch(op, printer, depth, read_ops)
    if isinstance(op, p.Ordered):
        return ordered(op, printer, depth, read_ops)
    if isinstance(op, p.Trace):
        return [_trace(op, printer)]
    assert isinstance(op, p.Digest)
    if op.condition is not None:
        test = condition("if", op.condition, printer, depth)
        return suite(test, _guard_with(op, printer, depth + 1))
    return _guard_with(op, printer, depth)


def _joined(op: p.When) -> p.When:
    """A digest with a condition of its own needs no second `if`."""
    digest = op.body[0]
    if len(op.body) > 1 or not isinstance(digest, p.Digest) or digest.condition is None:
        return op
    both = (op.condition, digest.condition)
    return p.When(m.Op(m.BOOL, op.condition.span, "and", both), (replace(digest, condition=None),))


def _guard_with(op: p.Digest, printer: Printer, depth: int) -> Lines:
    args = [quoted(op.algorithm), f"self.{attribute(op.target)}", *decoded(op, printer)]
    return call(f"self.{attribute(op.over)}.guard_with(", args, ")", depth)


def decoded(op: p.Digest, printer: Printer) -> list[str]:
    """The argument that says whether a digest is that of the decoded array."""
    return [] if op.decoded is None else [f"decoded={printer.text(op.decoded)}"]


def _fused(op: p.Block | p.BitRun, printer: Printer, depth: int) -> Lines:
    if isinstance(op, p.BitRun):
        return read_run(op, printer, depth)
    return _block(op, printer, depth)


def _block(op: p.Block, printer: Printer, depth: int) -> Lines:
    targets = [printer.slot(field.name) for field in op.fields]
    tail = f" = self.{op.name}.read(io)"
    lines = [", ".join(targets) + tail]
    if len(lines[0]) > 100 - 4 * depth:
        lines = call("(", targets, ")" + tail, depth)
    for field in op.fields:
        if field.enum is not None:
            slot = printer.slot(field.name)
            args = [printer.class_of(field.enum), slot]
            lines += call(f"{slot} = enum_or_int(", args, ")", depth)
    return lines


def _trace(op: p.Trace, printer: Printer) -> str:
    name = printer.member(op.target)
    if op.edge == "list":
        return f"self._note_list({quoted(name)}, io.pos())"
    if not op.element:
        return f"self._note({quoted(name)}, {quoted(op.edge)}, io.pos())"
    return f"self._note_element({quoted(name)}, i, {quoted(op.edge)}, io.pos())"


def _store(op: p.Store, printer: Printer, depth: int) -> Lines:
    name = printer.slot(op.target)
    if isinstance(op.value, p.Document):
        raw = f"self._stored_{op.target}"
        args = [raw, "self._root", quoted(op.target), f"io.offset(len({raw}))"]
        return [
            *statement(f"{raw} = ", stored_bytes(op.value.raw, op.target, printer), depth),
            *call(f"{name} = {printer.class_of(op.value.path)}.parse(", args, ")", depth),
        ]
    if op.marked:
        # Bits may begin in a byte that was read already.
        here = "io.pos() - (io.bits_left > 0)" if isinstance(op.value, p.Bits) else "io.pos()"
        return [f"start = {here}", *_store(replace(op, marked=False), printer, depth)]
    before, value = _stored(op, printer, depth)
    apart = isinstance(op.value, p.Nested) and op.value.apart
    if op.element and apart:
        # It is in the list once it was read, or as far as it could be.
        element = element_name(op.target)
        lines = [
            *statement(f"{element} = ", value, depth),
            *suite(["try:"], [f"{element}._read()"]),
            *suite(["finally:"], [f"{name}.append({element})"]),
        ]
    elif op.element:
        lines = call(f"{name}.append(", [value], ")", depth)
    else:
        lines = statement(f"{name} = ", value, depth)
    if apart and not op.element:
        lines.append(f"{name}._read()")
    return [*before, *lines, *(_measured(op, size, name) for size in op.measured)]


def _measured(op: p.Store, size: str, name: str) -> str:
    """Keep a size of a record's own stream; in a list with others, something for these too."""
    target = f"{name}__{size}_size"
    found = f"{name}[-1]" if op.element else name
    if not isinstance(op.value, p.Nested):
        measured = "0"
    elif size == "outer" and (raw := op.value.window) is not None and raw.process is not None:
        stored = f"self._raw__raw_{name.removeprefix('self.')}"
        measured = f"len({stored}[-1])" if op.element else f"len({stored})"
    else:
        measured = f"{found}._io.size()"
    return f"{target}.append({measured})" if op.element else f"{target} = {measured}"


def _sizes(op: p.Op) -> list[str]:
    """The sizes that the elements of a repeat have."""
    found = [f"{size}_size" for size in op.measured] if isinstance(op, p.Store) else []
    return found + [size for body in p.bodies(op) for inner in body for size in _sizes(inner)]


def _stored(op: p.Store, printer: Printer, depth: int) -> tuple[Lines, Doc]:
    """The value of a field; what a routine makes of stored bytes is kept as it was stored, too."""
    raw = p.raw_of(op.value)
    if raw is None or raw.process is None:
        return [], read_value(op.value, op.target, printer)
    nested = isinstance(op.value, p.Nested)
    kept = [f"_raw_{printer.member(op.target)}"]
    if nested:
        kept.insert(0, f"_raw_{kept[0]}")
    lines = _keep(
        f"self.{kept[0]}", stored_bytes(raw, op.target, printer), depth, element=op.element
    )
    last = f"self.{kept[0]}[-1]" if op.element else f"self.{kept[0]}"
    made = processed(raw, raw.process, last, op.target, printer)
    if not nested:
        return lines, _of_bytes(op.value, made, op.target)
    lines += _keep(f"self.{kept[1]}", made, depth, element=op.element)
    last = f"self.{kept[1]}[-1]" if op.element else f"self.{kept[1]}"
    assert isinstance(op.value, p.Nested)
    return lines, record_value(
        op.value, Group("io.window(", ("None", last), ")"), op.target, printer
    )


def _keep(name: str, value: Doc, depth: int, *, element: bool) -> Lines:
    if element:
        return call(f"{name}.append(", [value], ")", depth)
    return statement(f"{name} = ", value, depth)


def kept_raw(op: p.Op, slots: str = "") -> list[str]:
    """The attributes that keep what routines were given, of all fields in an operation."""
    found = [name for body in p.bodies(op) for inner in body for name in kept_raw(inner, slots)]
    if isinstance(op, p.Store) and (raw := p.raw_of(op.value)) is not None and raw.process:
        found.append(f"_raw_{slots}{attribute(op.target)}")
        if isinstance(op.value, p.Nested):
            found.append(f"_raw__raw_{slots}{attribute(op.target)}")
    return list(dict.fromkeys(found))


def read_value(value: p.Value, target: str, printer: Printer) -> Doc:
    """The expression that reads a value."""
    field = quoted(target)
    if isinstance(value, p.Number):
        read = f"io.{value.scalar}({field})"
        return (
            read
            if value.enum is None
            else Group("enum_or_int(", (printer.class_of(value.enum), read), ")")
        )
    if isinstance(value, p.Bits):
        return read_bits(value, field, printer)
    if isinstance(value, p.Contents):
        args = (quoted_bytes(value.value), field, quoted(value.place))
        return Group("io.contents(", args, ")")
    if isinstance(value, p.Text) and value.raw == p.Bytes(value.raw.size) and value.raw.size:
        size = printer.doc(value.raw.size)
        return Group("io.text(", (size, quoted(value.encoding), field), ")")
    if isinstance(value, p.Bytes | p.Text):
        raw = value if isinstance(value, p.Bytes) else value.raw
        return _of_bytes(value, stored_bytes(raw, target, printer), target)
    if isinstance(value, p.Nested):
        stream: Doc = "io" if value.window is None else window(value.window, target, printer)
        return record_value(value, stream, target, printer)
    if isinstance(value, p.Array):
        order = [f'order="{value.order}"'] if value.order != "C" else []
        shape = printer.doc(value.shape)
        return Group(
            "view_array(",
            (
                stored_view(value.raw, target, printer),
                quoted(value.dtype),
                shape,
                field,
                "io",
                *order,
            ),
            ")",
        )
    assert isinstance(value, p.Payload)
    return Group(
        "Encoded.read(",
        (
            "io",
            stored_size(value.raw, printer),
            f"self._{target}_stages()",
            "self",
            field,
            *limit_of(value.raw.limit),
        ),
        ")",
    )


def _of_bytes(value: p.Value, stored: Doc, target: str) -> Doc:
    """Bytes, or the text that they are."""
    if not isinstance(value, p.Text):
        return stored
    return Group("decode_text(", (stored, quoted(value.encoding), quoted(target), "io"), ")")


def record_value(value: p.Nested, stream: Doc, target: str, printer: Printer) -> Doc:
    """A nested record, made with its arguments, its stream, and those that it belongs to."""
    args = [printer.kept(arg) for _, arg in value.args]
    name = printer.class_of(value.path)
    if value.opaque:
        return Group(f"{name}(", (*args, stream), ")")
    # As in Kaitai's constructors, the byte order comes fourth.
    order = ["self._is_le" if value.chosen else "None"] if value.ordered else []
    behind = [*order, quoted(target)]
    if value.foreign:
        return Group(f"{name}(", (*args, stream, "None", "None", *behind, "self"), ")")
    if value.parent is None and not value.orphan:
        return Group(f"{name}(", (*args, stream, "self", "self._root", *behind), ")")
    parent: Doc = "None" if value.parent is None else printer.doc(value.parent)
    return Group(f"{name}(", (*args, stream, parent, "self._root", *behind, "self"), ")")


def _loop(op: p.Loop, printer: Printer, depth: int) -> Lines:
    if op.table:
        return _table(op, printer, depth)
    if op.rows:
        return _rows(op, printer, depth)
    name = printer.slot(op.target)
    body = read_ops(op.body, printer, depth + 1)
    field = quoted(op.target)
    counter = "i" if op.indexed else "_"
    before: Lines = []
    if op.count is not None:
        partial = ["partial=True"] if op.partial else []
        args = [printer.doc(op.count), field, str(op.least), *limit_of(op.limit), *partial]
        before = call("count = io.count(", args, ")", depth)
        head = [f"for {counter} in range(count):"]
    elif op.until is not None:
        head = call(f"for {counter} in io.turns(", [field, *limit_of(op.limit)], "):", depth)
        stop = printer.with_element(f"{name}[-1]")
        body += suite(condition("if", op.until, stop, depth + 1), ["break"])
    else:
        args = [field, "to_end=True", *limit_of(op.limit)]
        head = call(f"for {counter} in io.turns(", args, "):", depth)
    slots = printer.member(op.target).removesuffix(attribute(op.target))
    made = [f"self.{kept} = []" for inner in op.body for kept in kept_raw(inner, slots)]
    made += [f"{name}__{size} = []" for inner in op.body for size in _sizes(inner)]
    return [*before, f"{name} = []", *dict.fromkeys(made), *suite(head, body)]


def _table(op: p.Loop, printer: Printer, depth: int) -> Lines:
    """Records of a table, found by a scan."""
    (only,) = op.body
    assert isinstance(only, p.Store)
    assert isinstance(only.value, p.Nested)
    assert op.count is not None
    field = quoted(op.target)
    args = [printer.doc(op.count), field, str(op.least), *limit_of(op.limit)]
    counted = call("count = io.count(", args, ")", depth)
    each = record_value(only.value, "None", op.target, printer)
    head = f"{printer.slot(op.target)} = Columns.read("
    return [*counted, *call(head, ["io", "count", each, field], ")", depth)]


def _rows(op: p.Loop, printer: Printer, depth: int) -> Lines:
    """Records that are found in one go."""
    (only,) = op.body
    assert isinstance(only, p.Store)
    assert isinstance(only.value, p.Nested)
    field = quoted(op.target)
    before: Lines = []
    count = "-1"
    if op.count is not None:
        before = call(
            "count = io.count(", [printer.doc(op.count), field, str(op.least)], ")", depth
        )
        count = "count"
    head = f"{printer.slot(op.target)} = self._list_of("
    args = [printer.class_of(only.value.path), "io", count, field]
    return [*before, *call(head, args, ")", depth)]


def ordered(
    op: p.Ordered,
    printer: Printer,
    depth: int,
    inner: Callable[[tuple[p.Op, ...], Printer, int], Lines],
) -> Lines:
    """Operations in the byte order that was chosen."""
    return [
        *suite(["if self._is_le:"], inner(op.le, printer, depth + 1)),
        *suite(["else:"], inner(op.be, printer, depth + 1)),
    ]


def branch(
    op: p.Branch,
    printer: Printer,
    depth: int,
    inner: Callable[[tuple[p.Op, ...], Printer, int], Lines],
    otherwise: Lines | None = None,
) -> Lines:
    """`if`, `elif`, `else` over the cases of a switch, whose value is computed once.

    Where no case is the rest, `otherwise` are the lines for all other values.
    """
    before: Lines = []
    on = op.on
    plain = isinstance(on, m.Get) and isinstance(on.of, m.Local)
    if not plain and sum(key is not None for key, _ in op.cases) > 1:
        name = f"on_{op.target.lstrip('_')}"
        before = statement(f"{name} = ", printer.doc(on), depth)
        on = m.Local(on.type, on.span, name)
    groups = _alike(op, inner, printer, depth)
    if len(groups) == 1 and None in groups[0][0]:
        return inner(groups[0][1], printer, depth)
    lines: Lines = []
    for keys, ops in groups:
        word = "elif" if lines else "if"
        body = inner(ops, printer, depth + 1)
        if None in keys:
            lines += suite(["else:"], body)
            continue
        lines += suite(statement(f"{word} ", _is_one_of(on, keys, printer), depth, ":"), body)
    rest = any(key is None for key, _ in op.cases)
    return [*before, *lines, *([] if rest or not lines else otherwise or [])]


def _is_one_of(on: m.Expr, keys: tuple[m.Expr | None, ...], printer: Printer) -> Doc:
    """Whether a value is that of one of some cases."""
    known = [key for key in keys if key is not None]
    if len(known) == 1:
        return printer.doc(m.Op(m.BOOL, on.span, "eq", (on, known[0])))
    return Group(f"{printer.text(on)} in (", tuple(map(printer.text, known)), ")")


Case = tuple[tuple[m.Expr | None, ...], tuple[p.Op, ...]]


def _alike(
    op: p.Branch,
    inner: Callable[[tuple[p.Op, ...], Printer, int], Lines],
    printer: Printer,
    depth: int,
) -> list[Case]:
    """The cases of a switch; neighbours that do the same are one, without keys if it is all."""
    groups: list[tuple[Case, Lines]] = []
    for key, ops in op.cases:
        lines = inner(ops, printer, depth + 1)
        if groups and groups[-1][1] == lines:
            (keys, _), _ = groups.pop()
            groups.append((((*keys, key), ops), lines))
        else:
            groups.append((((key,), ops), lines))
    return [case for case, _ in groups]


def guard(op: p.Guard, printer: Printer, depth: int, *, io: bool, where: str = "") -> Lines:
    """A check of `valid`; `where` is the object whose method checks: a document's keys."""
    found = f"self.{attribute_of(op.target)}" if where else printer.slot(op.target)
    if op.element:
        found = f"{found}[-1]" if io else element_name(op.target)
    inner = printer.with_element(found)
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
        args.append(printer.class_of(op.enum or ()))
    else:
        args += [inner.doc(arg) for arg in op.args]
    if io:
        back = ["io.pos() - start"] if op.marked else [str(op.back)] if op.back else []
        args += ["io", *back]
    if op.place and op.rule != "count":
        args.append(f"place={quoted(op.place)}")
    return call(f"{where}expect_{op.rule}(", args, ")", depth)


def _until_guard(op: p.Guard, printer: Printer, depth: int) -> Lines:
    """Whether `repeat-until` holds for each element, and the check of it."""
    element, source = element_name(op.target), f"self.{attribute(op.target)}"
    loop = f"for {element} in {source}"
    if "_index" in m.locals_of(op.args[0]):
        loop = f"for i, {element} in enumerate({source})"
    ends = printer.with_element(element).doc(op.args[0])
    room = WIDTH - 4 * depth
    body = [flat(ends), loop]
    if len(" ".join(body)) <= room - 4:
        body = [" ".join(body)]
    elif len(body[0]) > room - 4:
        body = [*layout_lines(ends, room - 4), loop]
    head = f"ends = [{flat(ends)} {loop}]"
    found = [head] if len(head) <= room else ["ends = [", *indent(body), "]"]
    return [*found, f"expect_until({quoted(op.target)}, ends)"]
