"""Step 5: lists of a file of which it is known which records somebody has looked at.

Whoever edits one record of a large file should not have all others compared. So nothing may lead
to a record but its list: no expression names that. If the records go by nothing outside of them,
the others are the same bytes whatever is done to the file; then they stand `apart`. What they look
up around the list may be asked for: then they go `by_ways`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

from quire.generator.plan import operations as p
from quire.generator.plan.around import ways_around
from quire.generator.plan.beside import owner_of
from quire.generator.plan.place import is_of_itself
from quire.generator.resolve.scopes import Path
from quire.generator.types import model as m
from quire.runtime.frozen import Frozen, replace

Records = dict[Path, p.Record]

_OF_ONE = frozenset(("_", "_io", "_index"))
"""The names of what is another thing for each element, or depends on where the stream stands."""

_AROUND = frozenset(("_io", "_parent", "_root"))
"""The names of what is around an element."""


class Ways(NamedTuple):
    """What is known of a list whose elements are read once; see `p.ReadOnce`."""

    apart: bool
    by_ways: bool
    nested: bool


def read_once(module: p.Module) -> p.Module:
    """Mark the lists of a file whose elements are records of one type."""
    records = p.records_of(module.root)
    lists = {
        path: {} if module.opaque else _lists(record, records) for path, record in records.items()
    }
    if not any(lists.values()):
        return module
    read, everywhere = ({*_names(some)} for some in (_read(records.values()), [*records.values()]))

    def marked(record: p.Record) -> p.Record:
        there = lists[record.path].items()
        once = {name: ways for name, ways in there if _is_once(name, ways, read, everywhere)}
        way = partial(_marked, once=once, everywhere=everywhere)
        some = (_with(way, lazy) if lazy.name in once else lazy for lazy in record.instances)
        found: p.Record = _with(way, record)
        return replace(found, instances=tuple(some), records=tuple(map(marked, record.records)))

    return replace(module, root=marked(module.root))


def _lists(record: p.Record, records: Records) -> dict[str, Ways]:
    """The lists of a record that may be read so, if nothing names them."""
    if record.endian is not None or record.traced or not record.auto_read:
        return {}
    found = dict[str, Ways]()
    for op, is_nested in _loops(record):
        kind, of = _kind_of(op, records), p.record_of(op)
        if kind is not None and not (is_nested and of is not None and of.ordered):
            is_apart = _is_plain(op) and _is_closed(kind, records)
            by_ways = not is_apart and _ends_by_its_elements(op.repeat)
            found[op.target] = Ways(is_apart, by_ways, is_nested)
    for lazy in record.instances if len(record.path) == 1 else ():
        if _stands_beside(lazy, records):
            found[lazy.name] = Ways(apart=False, by_ways=True, nested=True)
    return found


def _loops(record: p.Record) -> Iterator[tuple[p.Loop, bool]]:
    """The repeats of a record; whether they are below the record of the file, or may be missing."""
    for op in record.read:
        if type(op) is p.Loop:
            yield op, len(record.path) > 1
        elif isinstance(op, p.When):
            yield from ((inner, True) for inner in op.body if type(inner) is p.Loop)


def _stands_beside(lazy: p.Lazy, records: Records) -> bool:
    """Whether an instance is such a list, in the stream of a record that its own has."""
    match lazy:
        case p.Placed(pos=m.Const(), read=(p.Loop() as op,)) if type(op) is p.Loop:
            kind = p.record_of(op)
            is_plain = kind is not None and not kind.ordered and _is_plain(op)
            return is_plain and stands_below(lazy) and _kind_of(op, records) is not None
    return False


def stands_below(lazy: p.Lazy) -> bool:
    """Whether an instance stands in the stream of one record that its own has, field by field."""
    return isinstance(lazy, p.Placed) and _is_named(owner_of(lazy.io))


def _is_named(of: m.Expr | None) -> bool:
    return m.own_field(of) is not None or (type(of) is m.Get and _is_named(of.of))


def _with(change: Callable[[p.Op], p.Op], part: Any) -> Any:
    """A record, or an instance, of which each operation is made another one."""
    names = ("read", "write", "checks")
    return replace(part, **{name: tuple(map(change, getattr(part, name))) for name in names})


def _is_once(name: str, ways: Ways, read: set[str], everywhere: set[str]) -> bool:
    """Whether nothing leads to the elements of a list but itself.

    Of one that is nested nobody could tell them from others, once something else goes by them.
    """
    return name not in (everywhere if ways.nested else read)


def _marked(op: p.Op, once: dict[str, Ways], everywhere: set[str]) -> p.Op:
    """The same operation; of a list that is read once, a check of its end, too."""
    if isinstance(op, p.When):
        return p.changed(op, partial(_marked, once=once, everywhere=everywhere))
    if not isinstance(op, p.Loop | p.Guard) or (ways := once.get(op.target)) is None:
        return op
    if op.target in everywhere:
        ways = ways._replace(apart=False, by_ways=False)
    if isinstance(op, p.Guard):
        return replace(op, once=True) if op.rule == "until" and ways.by_ways else op
    return p.ReadOnce(**vars(op), **ways._asdict()) if type(op) is p.Loop else op


def _kind_of(op: p.Loop, records: Records) -> Path | None:
    """The type of the records that a repeat reads in turn, if it does no more.

    Each takes some bytes, unless they are counted.
    """
    if op.sync is not None or op.repeat.limit is not None or op.indexed:
        return None
    if isinstance(op.repeat, p.Times) and op.repeat.partial:
        return None
    kind = p.record_of(op)
    if kind is None or kind.path not in records or not _are_alike(kind):
        return None
    is_sure_to_end = isinstance(op.repeat, p.ToEnd | p.Times) or op.repeat.least
    return kind.path if is_sure_to_end else None


def _are_alike(kind: p.Nested) -> bool:
    """Whether records get nothing but a byte order, and as many bytes each, if any get some."""
    if kind != p.Nested(kind.path, (), kind.window, ordered=kind.ordered):
        return False
    if kind.window is None:
        return True
    match kind.window:
        case p.Sized(limit=None, trim=None, fill=None, process=None, size=size):
            return not any(
                isinstance(each, m.Local) and each.name in _OF_ONE for each in _parts(size)
            )
    return False


def _is_plain(op: p.Loop) -> bool:
    """Whether a repeat ends with its stream or is counted, and its elements stand in that."""
    kind = p.record_of(op)
    return not isinstance(op.repeat, p.Until) and kind is not None and kind.window is None


def _ends_by_its_elements(repeat: object) -> bool:
    """Whether elements that are what they were end a repeat, or do not, as they did.

    They say so themselves, or the stream ends: behind one that others follow it does not.
    """
    return not isinstance(repeat, p.Until) or _goes_by_element(repeat.condition)


def _goes_by_element(expr: m.Expr) -> bool:
    match expr:
        case m.Op(name="stream_eof", args=(m.Local(name="_io"),)):
            return True
        case m.Local(name=name):
            return name == "_"
        case m.Get(name=name) if name in _AROUND:
            return False
    return all(map(_goes_by_element, m.parts_of(expr)))


def _is_closed(kind: Path, records: Records) -> bool:
    """Whether records of a type, and those in them, go by nothing that is outside of them."""
    depths, pending = {kind: 0}, [kind]
    for path in pending:
        record = records.get(path)
        if record is None or record.endian is not None or goes_by_place(record, below=True):
            return False
        if not _goes_no_further(record, depths[path]):
            return False
        for each in _parts((record.read, record.instances)):
            if isinstance(each, p.Nested) and each.path not in depths:
                depths[each.path] = depths[path] + 1
                pending.append(each.path)
    return True


def goes_by_place(record: p.Record, *, below: bool = False) -> bool:
    """Whether records of a type may be other bytes in another place of their stream.

    That is, besides what they look up outside of themselves.

    Args:
        record: The type.
        below: Whether what stands in the streams of records that they have counts, too: only when
            all types are known one knows that these are streams of their own.
    """
    if (
        ("_io",) in record.fields_look_up
        or record.documents
        or not all(map(is_of_itself, record.sums))
    ):
        return True
    if not below:
        instances = (replace(e, io=None) if stands_below(e) else e for e in record.instances)
        record = replace(record, instances=tuple(instances))
    return any(isinstance(e, m.Local | m.Get) and e.name == "_io" for e in _parts(record))


def goes_by_size(record: p.Record) -> bool:
    """Whether they are others there only where an instance asks for the size of their stream."""
    computed = [each for each in record.instances if isinstance(each, p.Computed)]
    others = tuple(each for each in record.instances if not isinstance(each, p.Computed))
    if not goes_by_place(record) or goes_by_place(replace(record, instances=others)):
        return False
    return not any(_asks_for_more(each.value) for each in computed)


def _asks_for_more(expr: m.Expr) -> bool:
    """Whether an expression asks a stream for more than the size of the record's own."""
    match expr:
        case m.Op(name="stream_size", args=(m.Local(name="_io"),)):
            return False
        case m.Local(name="_io") | m.Get(name="_io"):
            return True
    return any(map(_asks_for_more, m.parts_of(expr)))


def own_streams(record: p.Record) -> tuple[str, ...]:
    """The fields and instances of a record that are always records in streams of their own."""
    read = (op for ops in (record.read, *map(_read_of, record.instances)) for op in p.walk(ops))
    held = [(op.target, op.value) for op in read if isinstance(op, p.Store)]
    nested = [(name, value.window) for name, value in held if isinstance(value, p.Nested)]
    around = {name for name, window in nested if window is None}
    return tuple(dict.fromkeys(name for name, _ in nested if name not in around))


def _read_of(lazy: p.Lazy) -> tuple[p.Op, ...]:
    return lazy.read if isinstance(lazy, p.Positioned) else ()


def _read(records: Iterable[p.Record]) -> list[object]:
    """What is looked at while records are read, or instances of theirs."""
    return [
        (each.read, each.endian, each.documents, each.cells, each.instances) for each in records
    ]


def _names(some: Iterable[object]) -> Iterator[str]:
    """The members that expressions name in parts of a plan."""
    return (each.name for part in some for each in _parts(part) if isinstance(each, m.Get))


def _goes_no_further(record: p.Record, depth: int) -> bool:
    """Whether a record so far below an element goes by nothing outside of that."""
    for way in ways_around(record):
        steps = next((i for i, name in enumerate(way) if name != "_parent"), len(way))
        if steps > depth or "_root" in way or "_parent" in way[steps:]:
            return False
    return True


def _parts(part: object) -> Iterator[object]:
    """A part of a plan, and all parts of it but for the types that are nested in a type."""
    pending = [part]
    while pending:
        yield (part := pending.pop())
        if isinstance(part, m.Expr):
            pending += m.parts_of(part)
        elif isinstance(part, tuple):
            pending += part
        elif isinstance(part, p.Record):
            pending += vars(replace(part, records=())).values()
        elif isinstance(part, Frozen) and not isinstance(part, m.Type):
            pending += vars(part).values()
