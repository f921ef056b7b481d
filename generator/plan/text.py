"""A plan as text: for `quire plan`, and for the golden files of the tests."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import operations as p
from quire.generator.plan.words import expression as _text
from quire.generator.plan.words import path_name, type_name
from quire.generator.types import model as m


def plan_text(module: p.Module) -> str:
    """The plan, a line an operation."""
    head = f"module {module.name} from {module.spec}"
    return "\n".join([head, *_record(module.root, 0)])


def _record(record: p.Record, depth: int) -> Iterator[str]:
    pad = "  " * depth
    size = f"{record.size} bytes" if record.size is not None else "size depends on the data"
    yield f"{pad}record {path_name(record.path)} ({size})"
    for attribute in (*record.params, *record.attributes):
        yield f"{pad}  field {attribute.name}: {type_name(attribute.type)}"
    yield from _does(record, depth)
    for note in record.notes:
        yield f"{pad}  note {note}"
    for nested in record.records:
        yield from _record(nested, depth + 1)


def _does(record: p.Record, depth: int) -> Iterator[str]:
    """How a record is read, checked, made ready and written, and what it holds besides."""
    pad = "  " * depth
    parts = (("read", record.read), ("check", record.checks), ("ready", record.ready))
    for title, ops in (*parts, ("write", record.write)):
        if ops:
            yield f"{pad}  {title}"
            yield from _ops(ops, depth + 2)
    yield from (f"{pad}  {line}" for line in _properties(record))
    if record.cells:
        yield f"{pad}  cells"
        yield from (f"{pad}    {cell.name}: {_cell(cell)}" for cell in record.cells)
    if record.derive:
        yield f"{pad}  derive"
        yield from (f"{pad}    {_derive(step)}" for step in record.derive)
    yield from (f"{pad}  {_sum(each)}" for each in record.sums)
    for pipeline in record.pipelines:
        yield from _pipeline(pipeline, depth + 1)
    for lazy in record.instances:
        yield from _lazy(lazy, depth + 1)
    for document in record.documents:
        yield f"{pad}  document {path_name(document.path)}"
        yield from (f"{pad}    {_key(key)}" for key in document.keys)


def _properties(record: p.Record) -> Iterator[str]:
    if record.endian is not None:
        yield _endian(record.endian)
    if record.to_string is not None:
        yield f"text {_text(record.to_string)}"
    if not record.auto_read:
        yield "read when asked to, its places noted" if record.traced else "read when asked to"


def _sum(each: p.Sum) -> str:
    parts = " and ".join(map(_summed, each.parts))
    own = f", itself as {each.key.own:#x}" if each.key.own else ""
    digits = "" if each.key.base is None else f", in digits of base {each.key.base}"
    return (
        f"checksum {each.target} at mark {each.at}: {each.key.algorithm} over {parts}{own}{digits}"
    )


def _summed(part: p.Marks | m.InstanceBytes | m.Expr) -> str:
    if isinstance(part, m.InstanceBytes):
        return f"instance {part.name}"
    if isinstance(part, m.Expr):
        return _text(part)
    start, end = part
    first = "the start" if start is None else f"mark {start}"
    return f"{first} to {'the end' if end is None else f'mark {end}'}"


def _endian(endian: p.Endian) -> str:
    if endian.on is None:
        return "byte order of the holder"
    cases = (f"{_text(key) if key is not None else '_'}: {order}" for key, order in endian.cases)
    return f"byte order by {_text(endian.on)}: {', '.join(cases)}"


def _ops(ops: tuple[p.Op, ...], depth: int) -> Iterator[str]:
    pad = "  " * depth
    for op in ops:
        yield pad + _head(op)
        if isinstance(op, p.When | p.Each | p.Apart):
            yield from _ops(op.body, depth + 1)
        if isinstance(op, p.Ordered):
            yield f"{pad}  little-endian"
            yield from _ops(op.le, depth + 2)
            yield f"{pad}  big-endian"
            yield from _ops(op.be, depth + 2)
        if isinstance(op, p.Branch):
            for key, body in op.cases:
                yield f"{pad}  case {_text(key) if key is not None else '_'}"
                yield from _ops(body, depth + 2)


def _head(op: p.Op) -> str:
    if isinstance(op, p.Block):
        return f"block {op.name}: {', '.join(f'{field.name} {field.kind}' for field in op.fields)}"
    if isinstance(op, p.BitRun):
        return f"bits {op.name} {op.order}: {', '.join(map(_bit_field, op.fields))}"
    if isinstance(op, p.Store):
        return f"store {op.target}{'[]' if op.element else ''}: {_value(op.value)}"
    if isinstance(op, p.Guard):
        args = op.text or ", ".join(_text(arg) for arg in op.args)
        back = f" (began {op.back} bytes before)" if op.back is not None else ""
        return f"guard {op.target} {op.rule} {args}".rstrip() + back
    if isinstance(op, p.When):
        return f"when {_text(op.condition)}"
    if isinstance(op, p.Each):
        return (
            f"loop {op.target} {_repeat(op)}"
            if isinstance(op, p.Loop)
            else f"for each of {op.target}"
        )
    if isinstance(op, p.Branch):
        return f"branch {_text(op.on)}"
    if isinstance(op, p.Ordered):
        return "ordered"
    return _small_head(op)


def _bit_field(field: p.BitField) -> str:
    return f"{field.name} {field.bits.width}{_traits(field.bits)} at {field.shift}"


def _traits(bits: p.Bits) -> str:
    """What bits are, if no number."""
    enum = f" enum {path_name(bits.enum)}" if bits.enum else ""
    return f"{' flag' if bits.flag else ''}{enum}"


def _small_head(op: p.Op) -> str:
    """What stands beside the values."""
    if isinstance(op, p.Trace):
        return f"trace {op.target}{'[]' if op.element else ''} {op.edge}"
    if isinstance(op, p.Mark):
        back = f" ({op.back} bytes before)" if op.back else ""
        return f"mark {op.number}{back}"
    if isinstance(op, p.Keep):
        return f"keep {op.count} marks"
    if isinstance(op, p.Ready):
        return f"store {op.target} for {', '.join(map(_derive, op.lengths))}"
    if isinstance(op, p.Measure):
        return f"measure {op.target}: size of {op.of}, {op.ahead} bytes ahead"
    if isinstance(op, p.Apart):
        return f"apart {op.target}"
    if isinstance(op, p.Fits):
        return f"fits {op.target}{'[]' if op.element else ''}: {_value(op.value)}"
    assert isinstance(op, p.Digest)
    return f"digest {op.target}: {_digest(op)}"


def _digest(op: p.Digest) -> str:
    size = "" if op.size is None else f" of {op.size} bytes"
    decoded = "" if op.decoded is None else f", decoded if {_text(op.decoded)}"
    condition = "" if op.condition is None else f", verified when {_text(op.condition)}"
    return f"{op.algorithm}{size} over {op.over}{decoded}{condition}"


_FORMS = {
    p.Rows: ", in one go",
    p.Table: ", as a table",
    p.Found: ", made again",
    p.ReadOnce: ", seen or not",
}


def _repeat(op: p.Loop) -> str:
    repeat = op.repeat
    limit = f", limit {repeat.limit}" if repeat.limit is not None else ""
    limit += _FORMS.get(type(op), "")
    limit += f", after what is wrong at {op.sync!r}" if op.sync is not None else ""
    match repeat:
        case p.Times(count=count, least=least):
            return f"count {_text(count)}, at least {least} bytes each{limit}"
        case p.Until(condition=condition):
            return f"until {_text(condition)}{limit}"
    return f"to the end{limit}"


def _value(value: p.Value) -> str:
    if isinstance(value, p.Number):
        return value.scalar + (f" enum {path_name(value.enum)}" if value.enum else "")
    if isinstance(value, p.Bits):
        return f"bits {value.width} {value.order}{_traits(value)}"
    if isinstance(value, p.Contents):
        return f"contents {value.value!r}"
    if isinstance(value, p.Bytes):
        return _bytes(value)
    if isinstance(value, p.Text):
        return f"text {value.encoding}, {_bytes(value.raw)}"
    if isinstance(value, p.Nested):
        args = ", ".join(f"{name}={_text(arg)}" for name, arg in value.args)
        window = f" in {_bytes(value.window)}" if value.window is not None else ""
        return f"record {path_name(value.path)}({args}){window}{_relation(value)}"
    if isinstance(value, p.Array):
        dtype, order = (
            each if isinstance(each, str) else _text(each) for each in (value.dtype, value.order)
        )
        return f"array {dtype} {_text(value.shape)} order {order}, {_bytes(value.raw)}"
    if isinstance(value, p.Document):
        return f"document {path_name(value.path)}, {_bytes(value.raw)}"
    return f"payload, {_bytes(value.raw)}"


def _cell(cell: p.Cell) -> str:
    """A part of every record of a table."""
    if cell.scalar:
        return f"{cell.scalar}{''.join(map(_rule, cell.rules))}"
    size = cell.size_of or (
        _text(cell.size) if cell.size is not None else f"up to {cell.terminator!r}"
    )
    array = f"array {cell.dtype} {_text(cell.shape)}, " if cell.shape is not None else ""
    return f"{f'text {cell.encoding}, ' if cell.encoding else array}bytes {size}"


def _rule(rule: p.Guard) -> str:
    """A rule of a column."""
    return f", {rule.rule} {', '.join(map(_text, rule.args))}".rstrip()


def _relation(value: p.Nested) -> str:
    """How a record belongs to the one that holds it, where that is not as usual."""
    words = [
        f"parent {_text(value.parent)}" if value.parent is not None else "",
        "without a parent" if value.orphan else "",
        "of another spec" if value.foreign else "",
        "of somebody else" if value.opaque else "",
        "in the byte order that was chosen" if value.chosen else "",
        "read apart" if value.apart else "",
    ]
    return "".join(f", {word}" for word in words if word)


def _bytes(raw: p.Bytes) -> str:
    match raw:
        case p.Sized(size=expr):
            size = f"bytes {_text(expr)}"
        case p.Terminated(terminator=terminator):
            size = f"bytes up to {terminator!r}"
        case _:
            size = "bytes to the end"
    rules = [f"limit {raw.limit}"] if raw.limit is not None else []
    if raw.process is not None:
        args = ", ".join(_text(arg) for arg in raw.process.args)
        path = raw.process.path if isinstance(raw.process, p.Custom) else ()
        rules.append(f"process {'.'.join(path) or type(raw.process).__name__.lower()}({args})")
    if raw.trim is not None:
        rules += [f"pad {raw.trim.pad}"] if raw.trim.pad is not None else []
        rules += [f"cut at {raw.trim.terminator!r}"] if raw.trim.terminator is not None else []
    rules += [f"fill {raw.fill}"] if raw.fill is not None else []
    return ", ".join([size, *rules])


def _derive(step: p.Derive) -> str:
    undo = step.undo if isinstance(step, p.Quantity) else ()
    how = how_derived(step) + "".join(f", {word} {_text(operand)}" for word, operand in undo)
    condition = f" when {_text(step.condition)}" if step.condition is not None else ""
    condition += f" if {step.placed} is given" if step.placed else ""
    target = f"{_text(step.holder)}.{step.target}" if step.holder is not None else step.target
    late = ", once the records below are derived" if step.late else ""
    return f"{target}: {how}{condition}{late}"


_OF = {
    p.Room: "at least the length",
    p.Ended: "at least the length",
    p.Window: "at least the length",
    p.LengthOfEach: "length of each",
    p.DigestOf: "digest",
    p.Measured: "measured size",
}


def how_derived(step: p.Derive) -> str:
    """What a step sets its field to."""
    word = type(step).__name__.lower()
    match step:
        case p.Default(value=value):
            return f"default {_text(value)}"
        case p.ValueOf(value=value):
            return f"value {_text(value)}"
        case p.Summed():
            return "checksum, when the stream is whole"
        case p.Flag(fields=fields):
            return f"whether there is {' or '.join(fields)}"
        case p.Axis(source=source, axis=axis):
            return f"axis {axis} of {source}"
        case p.Choose(on=value):
            return "choose" if value is None else f"choose by {_text(value)}"
        case p.ToldBy(source=source):
            return f"{_OF.get(type(step), word)} of {source}"
    return word


def _pipeline(pipeline: p.Pipeline, depth: int) -> Iterator[str]:
    pad = "  " * depth
    on = f" on {_text(pipeline.on)}" if pipeline.on is not None else ""
    yield f"{pad}pipeline {pipeline.target}{on}"
    if pipeline.dtypes is not None:
        yield f"{pad}  dtype on {_text(pipeline.dtypes.on)}"
        for key, name in pipeline.dtypes.cases:
            yield f"{pad}    case {'_' if key is None else _text(key)}: {name}"
    for key, stages in pipeline.cases:
        named = (
            f"case {_text(key)}: "
            if key is not None
            else "case _: "
            if pipeline.on is not None
            else ""
        )
        yield f"{pad}  {named}{' then '.join(_stage(stage) for stage in stages)}"


def _stage(stage: p.Stage) -> str:
    return f"{stage.codec}({', '.join(f'{name}={_text(value)}' for name, value in stage.args)})"


def _lazy(lazy: p.Lazy, depth: int) -> Iterator[str]:
    pad = "  " * depth
    what = f" = {_text(lazy.value)}" if isinstance(lazy, p.Computed) else ""
    if isinstance(lazy, p.Positioned):
        what += f" at {_text(lazy.pos)}" if lazy.pos is not None else ""
        what += f" of {_text(lazy.io)}" if lazy.io is not None else ""
    condition = f" when {_text(lazy.condition)}" if lazy.condition is not None else ""
    built = f", built as {_text(lazy.built)}" if lazy.built is not None else ""
    yield f"{pad}instance {lazy.name}: {type_name(lazy.type)}{what}{condition}{built}"
    if isinstance(lazy, p.Positioned):
        yield from _ops(lazy.read, depth + 1)
    if isinstance(lazy, p.Placed):
        found = f": {', '.join(map(_derive, lazy.found))}" if lazy.found else ""
        end = "" if lazy.before_end is None else f" {_text(lazy.before_end)} before the end"
        align = "" if lazy.align is None else f" at a multiple of {_text(lazy.align)}"
        yield f"{pad}  written{end}{align}{found}"


def _key(key: p.Key) -> str:
    rules = [f"when {_text(key.condition)}"] if key.condition is not None else []
    rules += [f"by name {_text(key.keys)}"] if key.keys is not None else []
    rules += ["optional"] if key.optional else []
    rules += [f"default {_text(key.default)}"] if key.default is not None else []
    rules += [f"always {_text(key.derived)}"] if key.derived is not None else []
    rules += [_head(guard).removeprefix(f"guard {key.name} ") for guard in key.guards]
    return f"key {key.name}: {', '.join([type_name(key.type), *rules])}"
