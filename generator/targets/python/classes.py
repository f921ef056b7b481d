"""The plan as classes: records, enums, documents."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.plan import operations as p
from quire.generator.targets.python.bits import declared_run
from quire.generator.targets.python.building import typed_build
from quire.generator.targets.python.derive import derive_lines, ready_ops
from quire.generator.targets.python.docstrings import docstring, listed, summary_lines
from quire.generator.targets.python.documents import load_lines, optional_annotation
from quire.generator.targets.python.expr import Printer, annotation
from quire.generator.targets.python.instances import (
    decorator_of,
    growing,
    instance,
    places,
    placing,
)
from quire.generator.targets.python.layout import call, quoted, returned
from quire.generator.targets.python.names import attribute, class_name, class_of, label_name
from quire.generator.targets.python.pipelines import stages
from quire.generator.targets.python.read import Lines, condition, read_ops, suite
from quire.generator.targets.python.read_write import UNTOUCHED, writing, writing_instance
from quire.generator.targets.python.rows import packing, reading_rows
from quire.generator.targets.python.tables import describing
from quire.generator.targets.python.view import Class, Method, ModuleView
from quire.generator.targets.python.write import check_ops, write_ops
from quire.generator.types import model as m
from quire.runtime.document import attribute_of
from quire.runtime.struct import Struct

DERIVED = "_derived: ClassVar[tuple[str, ...]]"
IS_TOP = "_is_top: ClassVar[bool] = True"
NO_AUTO_READ = "_auto_read: ClassVar[bool] = False"
STRUCT_API = frozenset(name for name in dir(Struct) if not name.startswith("_"))
"""What every record has; a field of such a name is an attribute of the object alone."""


def view(module: p.Module, version: str) -> ModuleView:
    """The view of a module."""
    # The name of a file may hold anything, and this is a comment.
    spec = "".join(letter if letter.isprintable() else "?" for letter in module.spec)
    made = f"{version} from {spec} (sha256 {module.digest[:12]})"
    title = module.title or module.name
    return ModuleView(
        header=f"# Made by `quire gen` {made}. Do not edit.",
        doc=docstring([f"{title.rstrip('.')}."], 0),
        exports=f'__all__ = ["{class_name(module.root.path[-1])}"]',
        root=_record(module.root, 1),
    )


# -- records --------------------------------------------------------------------------------------


def _record(record: p.Record, depth: int) -> Class:
    """A record and everything nested in it; `depth` is that of its members."""
    home = record.path[0]
    described = [(attribute(a.name), a.doc) for a in (*record.params, *record.attributes) if a.doc]
    fallback = f"Type `{record.path[-1]}`"
    members = (*record.params, *record.attributes)
    stored = [f"_stored_{step.target}" for step in record.derive if step.how == "dump"]
    stored += [f"_stored_{name}" for name in _made(record.ready)]
    stored += [f"_stored_{name}" for lazy in record.instances for name in _made(lazy.ready)]
    slots = [
        *(attribute(a.name) for a in members),
        *(f"_m_{attribute(lazy.name)}" for lazy in record.instances),
        *(slot for slot, _ in growing(record, home)),
        *stored,
        *(name for raw in record.raw if raw.kept for name in _raw_names(raw)),
        *(["_is_le"] if record.endian is not None else []),
        *(["_debug"] if record.traced else []),
    ]
    # A slot would hide the method of that name from the class.
    hides = any(attribute(a.name) in STRUCT_API for a in members)
    parent = annotation(record.parent, home)
    return Class(
        name=class_of(record.path, home).rpartition(".")[2],
        base="ReadWriteStruct" if record.read_write else "Struct",
        doc=docstring(
            [*summary_lines(record.doc, fallback, depth), *listed("Attributes", described, depth)],
            depth,
        ),
        # Kaitai's programs list the members of an object, and a slot is one, filled or not.
        slots=[] if hides or record.read_write else _tuple("__slots__", slots, depth),
        annotations=[
            f"_root: {class_of(record.path[:1], home)}",
            *([f"_parent: {parent}"] if parent != "Any" else []),
            *(f"{name}: bytes" for name in stored),
            *(f"{slot}: {type_}" for slot, type_ in growing(record, home)),
            *(["_is_le: bool | None"] if record.endian is not None else []),
            *(f"{attribute(a.name)}: {annotation(a.type, home)}" for a in members),
        ],
        constants=[
            *([IS_TOP] if len(record.path) == 1 else []),
            *([] if record.auto_read or record.read_write else [NO_AUTO_READ]),
            *(_seq_fields(record, depth) if record.traced else []),
            *(f'{_raw_names(raw)[0]} = Raw("{_held(raw)}")' for raw in record.raw if not raw.kept),
            *(_placed(record, depth) if record.places else []),
            *_unwritten(record, depth),
            *(
                _tuple(DERIVED, [attribute(name) for name in record.told], depth)
                if record.told
                else []
            ),
            *(line for op in _blocks(record.read) for line in _block(op, depth)),
            *(line for op in _bit_runs(record.read) for line in declared_run(op, depth)),
        ],
        building="" if hides or record.read_write else "\n".join(typed_build(record, depth)),
        methods=tuple(_methods(record, depth)),
        classes=(
            # Documents come first: what follows may be called like their base.
            *(_document(document, depth + 1) for document in record.documents),
            *(_enum(enum, depth + 1) for enum in record.enums),
            *(_record(nested, depth + 1) for nested in record.records),
        ),
    )


def _placed(record: p.Record, depth: int) -> Lines:
    """The instances that are written, and that there are some, here or below."""
    names = [attribute(lazy.name) for lazy in record.instances if lazy.placed]
    lines = _tuple("_placed: ClassVar[tuple[str, ...]]", names, depth) if names else []
    return [*lines, "_places: ClassVar[bool] = True"]


def _unwritten(record: p.Record, depth: int) -> Lines:
    """The instances that have no position, and those that cannot be set."""
    lines: Lines = []
    for kind in () if record.read_write else ("loose", "computed", "elsewhere"):
        names = [attribute(lazy.name) for lazy in record.instances if _kind(lazy) == kind]
        lines += _tuple(f"_{kind}: ClassVar[tuple[str, ...]]", names, depth) if names else []
    return lines


def _kind(lazy: p.Lazy) -> str:
    """What a writer does with an instance: whether it can be set, and where it goes."""
    if lazy.value is not None:
        return "computed" if lazy.built is None else "given"
    if lazy.loose:
        return "loose"
    return "placed" if lazy.placed else "elsewhere"


def _made(ops: tuple[p.Op, ...]) -> list[str]:
    """The fields whose stored bytes are kept until they are written."""
    found = [op.target for op in ops if isinstance(op, p.Ready)]
    found += [name for op in ops for body in p.bodies(op) for name in _made(body)]
    return list(dict.fromkeys(found))


def _held(raw: p.Raw) -> str:
    """The attribute whose stored bytes are kept."""
    return f"_m_{attribute(raw.target)}" if raw.lazy else attribute(raw.target)


def _raw_names(raw: p.Raw) -> list[str]:
    name = _held(raw)
    return [f"_raw_{name}", *([f"_raw__raw_{name}"] if raw.twice else [])]


def _blocks(ops: tuple[p.Op, ...]) -> Iterator[p.Block]:
    for op in ops:
        if isinstance(op, p.Block):
            yield op
        if isinstance(op, p.Ordered):
            yield from _blocks((*op.le, *op.be))


def _bit_runs(ops: tuple[p.Op, ...]) -> list[p.BitRun]:
    """The runs of bits, each once: in both byte orders they are the same."""
    found = [op for op in ops if isinstance(op, p.BitRun)]
    found += [run for op in ops for body in p.bodies(op) for run in _bit_runs(body)]
    return list(dict.fromkeys(found))


def _seq_fields(record: p.Record, depth: int) -> Lines:
    names = [quoted(attribute.name) for attribute in record.attributes]
    return call("SEQ_FIELDS: ClassVar[list[str]] = [", names, "]", depth)


def _tuple(name: str, items: list[str], depth: int) -> Lines:
    if len(items) == 1:
        return [f"{name} = ({quoted(items[0])},)"]
    return call(f"{name} = (", [quoted(item) for item in items], ")", depth)


def _block(op: p.Block, depth: int) -> Lines:
    fields = [f"({quoted(field.name)}, {quoted(field.kind)})" for field in op.fields]
    return call(f"{op.name}: ClassVar[Block] = Block(", fields, ")", depth)


def _methods(record: p.Record, depth: int) -> Iterator[Method]:
    printer, inner = Printer(record.path[0]), depth + 1
    if record.params or record.endian is not None:
        yield _init(record, depth)
    yield from _reading(record, printer, inner)
    if record.in_rows:
        yield reading_rows(record, printer, inner)
    if record.cells:
        yield describing(record, printer, inner)
    for pipeline in record.pipelines:
        yield from stages(pipeline, printer, inner)
    if record.read_write:
        decision = _decision(record, Printer(record.path[0], "self._io"), inner)
        yield from writing(record, decision, printer, inner)
    else:
        yield from _building(record, printer, inner)
    for lazy in _by_decorator(record):
        yield instance(lazy, record.path[0], inner, read_write=record.read_write)
        if record.read_write:
            yield writing_instance(lazy, record.path[0], inner)
        if lazy.placed:
            yield from placing(lazy, record.path[0], inner)
    if record.to_string is not None:
        shown = Printer(record.path[0], "self._io").doc(record.to_string)
        yield Method("", ["def __str__(self) -> str:"], "", returned(shown, inner))


def _by_decorator(record: p.Record) -> list[p.Lazy]:
    """The instances; one that is called like a decorator hides it from those behind it."""
    made = {
        lazy.name: decorator_of(lazy, read_write=record.read_write) for lazy in record.instances
    }
    used = set(made.values())
    last = sorted(record.instances, key=lambda lazy: lazy.name == made[lazy.name])
    return sorted(last, key=lambda lazy: lazy.name in used)


def _building(record: p.Record, printer: Printer, inner: int) -> Iterator[Method]:
    """What derives, checks and writes the fields."""
    if derived := derive_lines(record, printer, inner):
        yield Method("", ["def _derive(self) -> None:"], "", derived)
    if checks := check_ops(record.checks, printer, inner):
        yield Method("", ["def _check(self) -> None:"], "", checks)
    body = [
        *_decision(record, printer, inner),
        *ready_ops(record.ready, printer, inner),
        *write_ops(record.write, printer, inner),
        *places(record, printer, inner),
    ]
    yield Method("", ["def _write__seq(self, io: Writer) -> None:"], "", body or ["pass"])
    for op in record.write:
        if isinstance(op, p.Apart):
            signature = [f"def _put_{attribute(op.target)}(self, io: Writer) -> None:"]
            yield Method("", signature, "", write_ops(op.body, printer, inner))
    if record.packed:
        yield packing(record, inner)


def _reading(record: p.Record, printer: Printer, depth: int) -> Iterator[Method]:
    """`_read`; where the byte order is chosen, after `_read_le` and `_read_be`."""
    decorator = "" if record.auto_read else "@located"
    signature = ["def _read(self) -> None:"]
    done = UNTOUCHED if record.read_write else []
    if record.endian is None:
        lines = _with_io(read_ops(record.read, printer, depth))
        yield Method(decorator, signature, "", [*lines, *done] if done else lines)
        return
    only = record.read[0] if len(record.read) == 1 else None
    both = only if isinstance(only, p.Ordered) else p.Ordered(record.read, record.read)
    decision = _decision(record, Printer(record.path[0], "self._io"), depth)
    choice = [
        *suite(["if self._is_le:"], ["self._read_le()"]),
        *suite(["else:"], ["self._read_be()"]),
    ]
    yield Method(decorator, signature, "", [*decision, *choice, *done])
    for order, ops in (("le", both.le), ("be", both.be)):
        lines = _with_io(read_ops(ops, printer, depth))
        yield Method("", [f"def _read_{order}(self) -> None:"], "", lines)


def _decision(record: p.Record, printer: Printer, depth: int) -> Lines:
    """The lines that choose the byte order of a record, or make sure that it was chosen."""
    endian = record.endian
    if endian is None:
        return []
    place = quoted(endian.place)
    if endian.on is None:
        return suite(["if self._is_le is None:"], [f"raise undecided({place}, self._io)"])
    lines: Lines = []
    for key, order in endian.cases:
        chosen = [f"self._is_le = {order == 'le'}"]
        if key is None:
            lines += suite(["else:"], chosen) if lines else chosen
            continue
        test = m.Op(m.BOOL, endian.on.span, "eq", (endian.on, key))
        lines += suite(condition("elif" if lines else "if", test, printer, depth), chosen)
    if all(key is not None for key, _ in endian.cases):
        refused = [f"raise undecided({place}, self._io)"]
        lines += suite(["else:"], refused) if lines else refused
    return lines


def _with_io(lines: Lines) -> Lines:
    return ["io = self._io", *lines] if lines else ["pass"]


def _init(record: p.Record, depth: int) -> Method:
    home = record.path[0]
    params = [
        f"{attribute(param.name)}: {_param_type(param.type, home)}" for param in record.params
    ]
    # As in Kaitai's classes, the byte order comes fourth.
    chosen = ["_is_le: bool | None = None"] if record.endian is not None else []
    optional = [
        *("_io: Any = None", "_parent: Any = None", "_root: Any = None"),
        *(*chosen, '_name: str = ""', "_holder: Any = None"),
    ]
    defaults = [
        f"{text} = {_neutral(param.type)}"
        for text, param in zip(params, record.params, strict=True)
    ]
    signature = call("def __init__(", ["self", *defaults, *optional], ") -> None:", depth)
    body = [
        *(f"self.{attribute(param.name)} = {_argument_of(param)}" for param in record.params),
        *(["self._is_le = _is_le"] if chosen else []),
        "super().__init__(_io, _parent, _root, _name, _holder)",
    ]
    return Method("", signature, "", body)


def _argument_of(param: p.Attribute) -> str:
    """An argument as the record keeps it; streams of any kind become readers."""
    name = attribute(param.name)
    return f"{name} and Reader.of({name})" if param.type is m.STREAM else name


def _param_type(type_: m.Type, home: str) -> str:
    """The annotation of a param; one that has no neutral value may be None while building."""
    return annotation(type_, home) if _neutral(type_) != "None" else "Any"


def _neutral(type_: m.Type) -> str:
    """What a param is in a record that is built, before its place in the file gives it a value."""
    return {"int": "0", "float": "0.0", "bool": "False", "str": '""', "bytes": 'b""'}.get(
        str(getattr(type_, "name", "")), "None"
    )


# -- enums and documents -----------------------------------------------------------------------


def _enum(enum: p.EnumClass, depth: int) -> Class:
    described = [(label, doc) for label, _, doc in enum.labels if doc]
    summary = [f"Values of `{enum.path[-1]}`."]
    return Class(
        name=class_name(enum.path[-1]),
        base="IntEnum",
        doc=docstring([*summary, *listed("Attributes", described, depth)], depth),
        slots=[],
        annotations=[],
        constants=[f"{label_name(label)} = {value}" for label, value, _ in enum.labels],
        building="",
        methods=(),
        classes=(),
    )


def _document(document: p.DocumentClass, depth: int) -> Class:
    described = [(attribute_of(key.name), key.doc) for key in document.keys if key.doc]
    home = document.path[0]
    parent = [f"_parent: {class_of(document.parent, home)}"] if document.parent else []
    names = [attribute_of(key.name) for key in document.keys]
    fallback = f"Document `{document.path[-1]}`"
    return Class(
        name=class_name(document.path[-1]),
        base="Document",
        doc=docstring(
            [
                *summary_lines(document.doc, fallback, depth),
                *listed("Attributes", described, depth),
            ],
            depth,
        ),
        slots=_tuple("__slots__", names, depth),
        annotations=[
            f"_root: {class_of(document.root, home)}",
            *parent,
            *(
                f"{attribute_of(key.name)}: {optional_annotation(key, annotation(key.type, home))}"
                for key in document.keys
            ),
        ],
        constants=[],
        building="",
        methods=(
            Method(
                "",
                ["def _load(self, keys: Keys) -> None:"],
                "",
                load_lines(document, Printer(home), depth + 1) or ["pass"],
            ),
        ),
        classes=(),
    )
