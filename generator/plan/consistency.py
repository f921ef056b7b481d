"""Step 2 of `--read-write`: what `_check` checks, and what has to wait until there is a stream."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.diagnostics import Problems
from quire.generator.plan import operations as p
from quire.generator.types import model as m
from quire.runtime.frozen import replace


def refuse_own_fields(model: m.Model, problems: Problems) -> None:
    """Note the fields that only quire's own way of writing knows."""
    for typed in model.types:
        for field in (*typed.seq, *typed.instances):
            own = field.syntax
            keys = (
                ("-codec", own.codec),
                ("-array", own.array),
                ("-document", own.document),
                ("-checksum", own.checksum),
            )
            for key in (key for key, given in keys if given is not None):
                message = f"`{key}` with `--read-write` is understood, but not compiled yet"
                problems.error("Q901", message, field.syntax.span)


def consistency(module: p.Module) -> p.Module:
    """Fill in `checks` and `write` of every record and of the instances that stand in the file."""
    return replace(module, root=_record(module.root))


class Streams:
    """Which expressions of a record depend on a stream, or on an instance that is read from one.

    Instances of other records have their values when this one is checked, as in Kaitai.
    """

    def __init__(self, record: p.Record) -> None:
        self._lazy = {lazy.name: lazy for lazy in record.instances}
        self._open: set[str] = set()

    def needed(self, *exprs: m.Expr | None) -> bool:
        """Whether any of the expressions depends on a stream."""
        return any(self._needed(expr) for expr in exprs if expr is not None)

    def _needed(self, expr: m.Expr) -> bool:
        if expr.type is m.STREAM or self._is_read(m.own_field(expr)):
            return True
        return any(map(self._needed, m.parts_of(expr)))

    def _is_read(self, name: str | None) -> bool:
        lazy = self._lazy.get(name or "")
        if lazy is None or lazy.name in self._open:
            return False
        if not isinstance(lazy, p.Computed):
            return True
        self._open.add(lazy.name)
        found = self.needed(lazy.value, lazy.condition)
        self._open.discard(lazy.name)
        return found


Ops = tuple[p.Op, ...]


def _record(record: p.Record) -> p.Record:
    streams = Streams(record)
    read = _measured(record.read)
    checks, write = _split(read, streams, late=False)
    return replace(
        record,
        read=read,
        checks=checks,
        write=write,
        instances=tuple(_instance(lazy, streams) for lazy in record.instances),
        records=tuple(_record(nested) for nested in record.records),
    )


def _instance(lazy: p.Lazy, streams: Streams) -> p.Lazy:
    if not isinstance(lazy, p.Positioned):
        return lazy
    read = _measured(lazy.read)
    checks, write = _split(read, streams, late=streams.needed(lazy.condition))
    return replace(lazy, read=read, checks=checks, write=write)


def _split(ops: Ops, streams: Streams, *, late: bool) -> tuple[Ops, Ops]:
    """What is checked before there is a stream, and what writes, with the checks that wait.

    Everything under a condition that waits is `late`.
    """
    early: list[p.Op] = []
    write: list[p.Op] = []
    for op, guards in _fields(ops):
        if isinstance(op, p.Store):
            first, waiting = _fits(op, streams, late=late)
            early += first
            write += waiting
        for guard in guards:
            waits = late or streams.needed(*guard.args)
            (write if waits else early).append(replace(guard, marked=False, back=None))
        if isinstance(op, p.Store):
            write.append(replace(op, marked=False))
        elif not isinstance(op, p.Trace):
            first, then = _compound(op, streams, late=late)
            early += first
            write += then
    return tuple(early), tuple(write)


def _fields(ops: Ops) -> Iterator[tuple[p.Op, list[p.Guard]]]:
    """Operations, each with the rules that stand after it."""
    found: list[tuple[p.Op, list[p.Guard]]] = []
    for op in ops:
        if isinstance(op, p.Guard):
            found[-1][1].append(op)
        elif not isinstance(op, p.Trace):
            found.append((op, []))
    yield from found


def _fits(op: p.Store, streams: Streams, *, late: bool) -> tuple[list[p.Op], list[p.Op]]:
    """The checks of a value: those that come first, and those that wait."""
    whole = p.Fits(op.target, op.value, op.element)
    if isinstance(op.value, p.Number | p.Bits | p.Contents):
        return [], []
    if not isinstance(op.value, p.Nested):
        raw = p.raw_of(op.value)
        waits = late or (raw is not None and _bytes_wait(raw, streams))
        return ([], [whole]) if waits else ([whole], [])
    if op.value.opaque:
        return [], []
    waiting = tuple(arg for arg in op.value.args if late or streams.needed(arg[1]))
    given = tuple(arg for arg in waiting if not _has_stream(arg[1].type))
    sure = tuple(arg for arg in op.value.args if arg not in waiting)
    belongs = not op.value.foreign
    first = replace(whole, value=replace(op.value, args=sure), belongs=belongs and not late)
    then = replace(whole, value=replace(op.value, args=given), belongs=belongs and late)
    return [first] if sure or first.belongs else [], [then] if given or then.belongs else []


def _has_stream(type_: m.Type) -> bool:
    """Whether a parameter is a stream, or a list of them: it is set when the record is written."""
    return _has_stream(type_.of) if isinstance(type_, m.ListType) else type_ is m.STREAM


def _bytes_wait(raw: p.Bytes, streams: Streams) -> bool:
    """Whether what can be said of bytes is only known once they are stored."""
    routine, size = raw.process, p.size_of(raw)
    if routine is None:
        return streams.needed(size)
    plain = size is not None and raw.trim is None and not isinstance(routine, p.Resizing)
    return not plain or streams.needed(size, *routine.args)


def _compound(op: p.Op, streams: Streams, *, late: bool) -> tuple[list[p.Op], list[p.Op]]:
    if isinstance(op, p.Loop):
        return _loop(op, streams, late=late)
    if isinstance(op, p.When):
        waits = late or streams.needed(op.condition)
    else:
        assert isinstance(op, p.Branch | p.Ordered)
        keys = (key for key, _ in op.cases) if isinstance(op, p.Branch) else ()
        waits = late or (isinstance(op, p.Branch) and streams.needed(op.on, *keys))
    found = [_split(body, streams, late=waits) for body in p.bodies(op)]
    checks = tuple(first for first, _ in found)
    write = p.with_bodies(op, tuple(then for _, then in found))
    if isinstance(op, p.Ordered):
        return list(checks[0]), [write]  # what is checked is the same in both byte orders
    return [p.with_bodies(op, checks)] if any(checks) else [], [write]


def _loop(op: p.Loop, streams: Streams, *, late: bool) -> tuple[list[p.Op], list[p.Op]]:
    """A repeat: its number, its elements, and where it ends."""
    each, then = _split(op.body, streams, late=late)
    early: list[p.Op] = []
    write: list[p.Op] = []
    if isinstance(op.repeat, p.Times):
        count = p.Guard(op.target, "count", (op.repeat.count,))
        (write if late or streams.needed(*count.args) else early).append(count)
    if isinstance(op.repeat, p.Until):
        (write if late else early).append(p.Guard(op.target, "not_empty", ()))
        until = p.Guard(op.target, "until", (op.repeat.condition,), element=True)
        if late or streams.needed(*until.args):
            then = (*then, until)
        else:
            each = (*each, until)
    if each:
        early.append(p.Each(op.target, each, _indexed(each)))
    return early, [*write, replace(op, body=then, indexed=_indexed(then))]


def _indexed(ops: Ops) -> bool:
    """Whether operations name the number of the element that they are about."""
    return any(map(_names_index, p.walk(ops)))


def _names_index(op: p.Op) -> bool:
    if isinstance(op, p.Guard):
        return op.rule == "until" or any("_index" in m.locals_of(arg) for arg in op.args)
    if isinstance(op, p.Branch):
        return "_index" in m.locals_of(op.on)
    if not isinstance(op, p.Store | p.Fits):
        return False
    raw, exprs = p.raw_of(op.value), [p.size_of(op.value), *_args_of(op.value)]
    if raw is not None and raw.process is not None:
        exprs += raw.process.args
    measured = isinstance(op, p.Store) and bool(op.measured)
    return measured or any("_index" in m.locals_of(expr) for expr in exprs)


def _args_of(value: p.Value) -> Iterator[m.Expr]:
    if isinstance(value, p.Nested):
        yield from (arg for _, arg in value.args)
        if value.parent is not None:
            yield value.parent


# -- sizes that nothing else tells -------------------------------------------------------------


def _measured(ops: Ops, sizes: tuple[str, ...] | None = None) -> Ops:
    """What reads, and keeps the sizes that only the user can tell when an object is built.

    In a repeat, all elements have the same `sizes`, so that lists of them can depend on the index.
    """
    found: list[p.Op] = []
    for op in ops:
        if isinstance(op, p.Store):
            found.append(replace(op, measured=_sizes(op.value) if sizes is None else sizes))
            continue
        inside = sizes
        if isinstance(op, p.Loop):
            stores = (each for each in p.walk(op.body) if isinstance(each, p.Store))
            inside = tuple(dict.fromkeys(size for each in stores for size in _sizes(each.value)))
        bodies = tuple(_measured(body, inside) for body in p.bodies(op))
        found.append(p.with_bodies(op, bodies))
    return tuple(found)


def _sizes(value: p.Value) -> tuple[str, ...]:
    """The sizes of a record's window that its spec does not tell."""
    window = value.window if isinstance(value, p.Nested) else None
    if window is None:
        return ()
    ended = isinstance(window, p.Terminated)
    inner = isinstance(window.process, p.Resizing) or window.trim is not None
    return (*(["inner"] if inner else []), *(["outer"] if ended else []))
