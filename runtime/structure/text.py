"""Structural plans as text: a line a field, and a line for each thing that is said of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from quire.runtime.structure import edges as e
from quire.runtime.structure import stored as k
from quire.runtime.structure import tree as t
from quire.runtime.structure.expressions import Expr
from quire.runtime.structure.expressions import expression_text as _text


def spec_text(spec: t.Spec) -> str:
    """A whole plan. Docs are left out: they are in the spec as they are."""
    lines = [f"spec {spec.id} from {spec.file}"]
    lines += [f"imports {name}" for name in spec.imports]
    for type_ in spec.types:
        lines += _type(type_)
    for enum in spec.enums:
        lines.append(f"enum {enum.path}")
        lines += [f"  {member.value}: {member.id}" for member in enum.members]
    for document in spec.documents:
        lines.append(f"document {document.path}")
        lines += [f"  key {_key(key)}" for key in document.keys]
    return "\n".join(lines)


def type_text(type_: t.Type) -> str:
    """The plan of a type."""
    return "\n".join(_type(type_))


def _type(type_: t.Type) -> Iterator[str]:
    size = "" if type_.size is None else f", takes {type_.size}"
    order = type_.endian
    endian = f", {order}" if isinstance(order, str) and order else ""
    yield f"type {type_.path}{endian}{size}"
    if isinstance(order, t.Choice):
        yield f"  byte order by {_choice(order)}"
    for param in type_.params:
        yield f"  param {param.id}: {param.type}"
    for kind, fields in (("field", type_.fields), ("instance", type_.instances)):
        for field in fields:
            yield f"  {kind} {_head(field)}"
            yield from (f"    {line}" for line in _facts(field))
    yield from (f"  {_edge(edge)}" for edge in type_.edges)
    if type_.to_string is not None:
        yield f"  as text {_text(type_.to_string)}"


# -- fields --------------------------------------------------------------------------------------


def _head(field: t.Field) -> str:
    at = "" if field.offset is None else f" at {field.offset}"
    at += f" and {field.bit} bits" if field.bit else ""
    size = "" if field.size is None else f" takes {field.size}"
    value = f" = {_text(field.value)}" if field.value is not None else ""
    return f"{field.id}{at}{size}: {field.type}{value}"


def _facts(field: t.Field) -> Iterator[str]:
    if field.condition is not None:
        yield f"if {_text(field.condition)}"
    if field.repeat is not None:
        yield repeat_text(field.repeat)
    if field.pos is not None:
        yield f"pos {_text(field.pos)}"
    if field.io is not None:
        yield f"io {_text(field.io)}"
    if field.stored is not None:
        yield from _stored(field.stored)
    if field.contents is not None:
        yield f"contents {field.contents.hex(' ')}"
    for rule in field.valid:
        yield f"valid {rule_text(rule)}"
    said = (("default", field.default), ("derive", field.derive), ("usual", field.usual))
    for word, expr in said:
        if expr is not None:
            yield f"{word} {_text(expr)}"
    yield from _meaning(field)


def _meaning(field: t.Field) -> Iterator[str]:
    """What the bytes of a field stand for."""
    if (array := field.array) is not None:
        dtype = f"by {_choice(array.dtype)}" if isinstance(array.dtype, t.Choice) else array.dtype
        yield f"array {_named(dtype)} {_text(array.shape)} order {_named(array.order)}"
    if field.codec is not None:
        if field.codec.on is not None:
            yield f"codec by {_text(field.codec.on)}"
        for key, stages in field.codec.cases:
            case = "codec" if field.codec.on is None else f"  case {case_text(key)}:"
            yield f"{case} {' then '.join(map(_stage, stages))}"
    if field.checksum is not None:
        yield f"checksum {checksum_text(field.checksum)}"
    if field.document is not None:
        yield f"document {field.document.path}"


def checksum_text(digest: t.Checksum) -> str:
    """Which checksum it is, and over what."""
    size = "" if digest.size is None else f" of {digest.size} bytes"
    decoded = "" if digest.decoded is None else f", decoded if {_text(digest.decoded)}"
    when = "" if digest.condition is None else f", when {_text(digest.condition)}"
    over = digest.over or " and ".join(map(_covered, digest.parts))
    return f"{digest.algorithm}{size} over {over}{decoded}{when}"


def _covered(part: t.Covered) -> str:
    if part.value is not None:
        return _text(part.value)
    if part.instance:
        return part.instance
    start = f"{'behind ' if part.behind else ''}{part.start or 'the start'}"
    return f"{start} to {'before ' if part.before else ''}{part.end or 'the end'}"


def repeat_text(repeat: t.Repeat) -> str:
    """How often a field is there."""
    how = "repeat to the end"
    if repeat.count is not None:
        how = f"repeat {_text(repeat.count)} times"
    elif repeat.until is not None:
        how = f"repeat until {_text(repeat.until)}"
    limit = "" if repeat.limit is None else f", at most {repeat.limit}"
    sync = f", after what is wrong at {repeat.sync!r}" if repeat.sync is not None else ""
    return f"{how}{limit}{sync}{', as a table' if repeat.table else ''}"


def rule_text(rule: t.Rule) -> str:
    """What holds for a value."""
    return f"{rule.kind} {_list(rule.args)}".rstrip()


def _stage(stage: t.Stage) -> str:
    return f"{stage.codec}{_args(stage.args)}"


# -- how they are stored -------------------------------------------------------------------------


def _stored(stored: k.Stored) -> Iterator[str]:
    if not isinstance(stored, k.Switch):
        yield _plain(stored)
        return
    yield f"switch on {_text(stored.on)}"
    for case in stored.cases:
        first, *rest = _stored(case.stored)
        yield f"  case {case_text(case.key)}: {first}"
        yield from (f"  {line}" for line in rest)


def _plain(stored: k.Number | k.Bits | k.Bytes | k.Text | k.Record) -> str:
    if isinstance(stored, k.Number):
        order = f" {stored.endian}" if stored.endian else ""
        return f"{stored.kind} {stored.size}{order}{_enum(stored.enum)}"
    if isinstance(stored, k.Bits):
        flag = " flag" if stored.flag else ""
        return f"bits {stored.width} {stored.endian}{flag}{_enum(stored.enum)}"
    if isinstance(stored, k.Bytes):
        return f"bytes {_extent(stored.extent)}"
    if isinstance(stored, k.Text):
        return f"text {stored.encoding} {_extent(stored.extent)}"
    extent = "" if stored.extent is None else f" in bytes {_extent(stored.extent)}"
    words = [
        "" if stored.parent is None else f"parent {_text(stored.parent)}",
        "without a parent" if stored.orphan else "",
        "of another spec" if stored.foreign else "",
        "of somebody else" if stored.opaque else "",
    ]
    relation = "".join(f", {word}" for word in words if word)
    return f"record {stored.path}{_args(stored.args)}{extent}{relation}"


def _enum(path: str) -> str:
    return f" enum {path}" if path else ""


def _extent(extent: k.Extent) -> str:
    end = "" if extent.terminator is None else f"up to {extent.terminator.hex(' ')}"
    whole = "to the end" if extent.to_end else ""
    if extent.size is not None:
        whole = _text(extent.size)
    words = [
        " ".join(word for word in (whole, end) if word),
        "included" if extent.include else "",
        "" if extent.consume else "not consumed",
        "" if extent.eos_error else "or the end",
        "" if extent.pad is None else f"pad {extent.pad}",
        "" if extent.fill is None else f"fill {extent.fill}",
        "" if extent.limit is None else f"at most {extent.limit}",
    ]
    if extent.process is not None:
        words.append(f"process {extent.process.routine}({_list(extent.process.args)})")
    return ", ".join(word for word in words if word)


# -- edges, keys and small parts -----------------------------------------------------------------


def _edge(edge: e.Edge) -> str:
    return f"{_text(edge.field)} is {told_text(edge)}"


def told_text(edge: e.Edge) -> str:
    """What a field tells of another one: `the length of body`."""
    what = f"{_what(edge)} {edge.of}"
    steps = getattr(edge, "steps", ())
    what += "".join(f", {_step_text(word, operand)}" for word, operand in steps)
    if isinstance(edge, e.Tag):
        cases = (f"{case_text(key)} for {path}" for path, key in edge.cases)
        what += f": {', '.join(cases)}"
    if isinstance(edge, e.Flag):
        no = "" if edge.no is None else f", {_text(edge.no)} for no"
        what += f": {_text(edge.yes)} for yes{no}"
    return what + ("" if edge.condition is None else f", if {_text(edge.condition)}")


def _step_text(word: str, operand: Expr) -> str:
    match word, operand:
        case "part", ("list", int(low), int(above)):
            return f"bits {low} on" if above < 0 else f"bits {low} to {above - 1}"
        case "bits", ("list", int(mask), int(shift), _):
            return f"as bits {mask << shift:#x}"
        case "whole", ("list", int(divisor), _):
            return f"multiply {divisor}"
    return f"{word} {_text(operand)}"


def _what(edge: e.Edge) -> str:
    if isinstance(edge, e.Length):
        return "at least the length of" if edge.at_least else "the length of"
    if isinstance(edge, e.Axis):
        return f"axis {edge.axis} of"
    if isinstance(edge, e.Digest):
        return f"the {edge.algorithm} of"
    words = {
        e.ElementLength: "the length of each of",
        e.Count: "the count of",
        e.Position: "the position of",
        e.Tag: "the tag of",
        e.Flag: "the flag of",
    }
    return words[type(edge)]


def _key(key: t.Key) -> str:
    words = [
        key.type,
        "" if key.condition is None else f"if {_text(key.condition)}",
        "" if key.names is None else f"by name {_text(key.names)}",
        "optional" if key.optional else "",
        "" if key.default is None else f"default {_text(key.default)}",
        *(f"valid {rule_text(rule)}" for rule in key.valid),
    ]
    return f"{key.name}: {', '.join(word for word in words if word)}"


def _named(name: str | t.Computed) -> str:
    return name if isinstance(name, str) else _text(name.name)


def _choice(choice: t.Choice) -> str:
    cases = (f"{case_text(key)}: {name}" for key, name in choice.cases)
    return f"{_text(choice.on)}: {', '.join(cases)}"


def case_text(key: Expr | None) -> str:
    """A case of a choice."""
    return "_" if key is None else _text(key)


def _args(args: Iterable[tuple[str, Expr]]) -> str:
    listed = ", ".join(f"{name}={_text(arg)}" for name, arg in args)
    return f"({listed})" if listed else ""


def _list(args: Iterable[Expr]) -> str:
    return ", ".join(map(_text, args))
