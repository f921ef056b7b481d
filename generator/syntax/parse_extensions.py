"""Stage 2, quire's own keys: `-array`, `-codec`, `-document`, `-checksum`."""

from __future__ import annotations

import re
from collections.abc import Callable

from quire.generator.diagnostics import Problems
from quire.generator.syntax import keys
from quire.generator.syntax.expr_tree import Expr, ListLiteral
from quire.generator.syntax.load import Mapping, Node, Scalar, Sequence, mapping
from quire.generator.syntax.node_reader import NodeReader, describe
from quire.generator.syntax.parse_valid import valid_key
from quire.generator.syntax.tree import (
    ArrayKey,
    ChecksumKey,
    DocumentKey,
    Edge,
    Schema,
    Stage,
    Stretch,
    Switch,
    default_last,
)

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def array_key(reader: NodeReader, problems: Problems) -> ArrayKey | None:
    """`-array: {dtype, shape, order}`."""
    node = reader.mapping("-array")
    if node is None:
        return None
    array = NodeReader(node, keys.ARRAY, "`-array`", problems)
    shape = node.get("shape")
    return ArrayKey(
        dtype=_dtype(array, problems),
        shape=None if shape is None else _list_or_expr(array, shape),
        order=_order(array),
        span=node.span,
    )


def _order(array: NodeReader) -> str | Expr:
    written = array.text("order") or "C"
    return written if written in ("C", "F") else array.expr("order") or "C"


def _dtype(array: NodeReader, problems: Problems) -> str | Switch | Expr | None:
    if "dtype-name" in array:
        if "dtype" in array:
            message = "`dtype` and `dtype-name` exclude each other"
            problems.error("Q206", message, array.span("dtype-name"))
        return array.expr("dtype-name")
    node = array.node.get("dtype")
    if not isinstance(node, Mapping):
        return array.text("dtype") or None
    return _switch(node, problems, lambda value: value.text if isinstance(value, Scalar) else None)


def codec_key(reader: NodeReader, problems: Problems) -> tuple[Stage, ...] | Switch | None:
    """`-codec`: stages, or a choice of them."""
    node = reader.node.get("-codec")
    if node is None:
        return None
    if isinstance(node, Mapping) and node.get("switch-on") is not None:
        return _switch(node, problems, lambda value: _stages(reader, value))
    if isinstance(node, Sequence):
        return _stages(reader, node)
    advice = f"write `[{node.text}]`" if isinstance(node, Scalar) else ""
    message = f"expected a list of stages, found {describe(node)}"
    problems.error("Q104", message, node.span, help=advice)
    return None


def _stages(reader: NodeReader, node: Node) -> tuple[Stage, ...]:
    if not isinstance(node, Sequence):
        reader.wrong(node, "a list of stages")
        return ()
    return tuple(stage for item in node.items if (stage := _stage(reader, item)) is not None)


def _stage(reader: NodeReader, node: Node) -> Stage | None:
    if isinstance(node, Scalar):
        return Stage(node.text, (), node.span)
    if not isinstance(node, Mapping) or len(node.items) != 1:
        reader.wrong(node, "a stage: `name` or `{name: {argument: expression}}`")
        return None
    name, args = node.items[0]
    if not isinstance(args, Mapping):
        reader.wrong(args, f"the arguments of `{name.text}`")
        return None
    found = [(key.text, _list_or_expr(reader, value)) for key, value in args.items]
    return Stage(
        name.text, tuple((key, value) for key, value in found if value is not None), name.span
    )


def _list_or_expr(reader: NodeReader, node: Node) -> Expr | None:
    """An expression, or a YAML list of them."""
    if not isinstance(node, Sequence):
        return reader.as_expr(node)
    items = [reader.as_expr(item) for item in node.items]
    return ListLiteral(node.span, tuple(item for item in items if item is not None))


def usual_key(reader: NodeReader) -> Expr | None:
    """`-usual: [...]`, or an expression for a list."""
    node = reader.node.get("-usual")
    return None if node is None else _list_or_expr(reader, node)


def _switch(node: Mapping, problems: Problems, value_of: Callable[[Node], object]) -> Switch | None:
    switch = NodeReader(node, keys.SWITCH, "a switch", problems)
    on, cases = switch.expr("switch-on"), switch.mapping("cases")
    if on is None or cases is None:
        problems.error("Q203", "a switch needs `switch-on` and `cases`", node.span)
        return None
    if not cases.items:
        problems.error("Q203", "a switch needs at least one case", cases.span)
    found = [
        (None if key.text == "_" else switch.as_expr(key), value_of(value))
        for key, value in cases.items
    ]
    return Switch(on, default_last(found), node.span)


def checksum_key(reader: NodeReader, problems: Problems) -> ChecksumKey | None:
    """`-checksum`: an algorithm, what it is over, and what is not as usual."""
    node = reader.mapping("-checksum")
    if node is None:
        return None
    checksum = NodeReader(node, keys.CHECKSUM, "`-checksum`", problems)
    items = checksum.items("over")
    if not items:
        problems.error(
            "Q203", "`-checksum` needs `over`", node.span, help="the field that the digest is of"
        )
    own, base = checksum.integer("own"), checksum.integer("base")
    parts = [
        _stretch(item, problems) if isinstance(item, Mapping) else checksum.as_expr(item)
        for item in items
    ]
    return ChecksumKey(
        checksum.choice("algorithm", "crc32"),
        tuple(part for part in parts if part is not None),
        checksum.expr("decoded"),
        checksum.expr("if"),
        node.span,
        init=checksum.expr("init"),
        xor=checksum.expr("xor"),
        mask=checksum.expr("mask"),
        negated=checksum.boolean("negated", default=False),
        inflated=checksum.expr("inflated"),
        word=checksum.choice("word", ""),
        own=0 if own is None else own,
        base=base,
    )


def _stretch(node: Mapping, problems: Problems) -> Stretch:
    """`{from, behind, to, before}`."""
    reader = NodeReader(node, keys.STRETCH, "`over`", problems)
    for one, other in (("from", "behind"), ("to", "before")):
        if one in reader and other in reader:
            message = f"`{one}` and `{other}` exclude each other"
            problems.error("Q206", message, reader.span(other))

    def edge(*names: str) -> Edge | None:
        found = [
            Edge(reader.text(name), name in ("behind", "to"), reader.span(name))
            for name in names
            if name in reader
        ]
        return found[0] if found else None

    return Stretch(edge("from", "behind"), edge("to", "before"), node.span)


# -- documents -----------------------------------------------------------------------------


def document_key(reader: NodeReader, field: str, problems: Problems) -> DocumentKey | None:
    """`-document: {format, compact, sort-keys, fields}`."""
    node = reader.mapping("-document")
    if node is None:
        return None
    document = NodeReader(node, keys.DOCUMENT, "`-document`", problems)
    if "format" not in document:
        problems.error(
            "Q203", "`-document` needs a `format`", node.span, help="expected one of `json`"
        )
    schema = Schema(field, "object", node.span, class_id=field, fields=_fields(document, problems))
    return DocumentKey(
        format=document.choice("format", "json"),
        compact=document.expr("compact"),
        sort_keys=document.expr("sort-keys"),
        schema=schema,
        span=node.span,
    )


def _fields(reader: NodeReader, problems: Problems) -> tuple[Schema, ...]:
    node = reader.mapping("fields")
    items = node.items if node is not None else ()
    return tuple(_schema(key.text, value, problems) for key, value in items)


def _schema(name: str, node: Node, problems: Problems, *, class_id: str = "") -> Schema:
    _check_name(name, node, problems)
    if isinstance(node, Scalar):
        node = mapping(((Scalar("type", "str", node.span, exact=False), node),), node.span)
    if not isinstance(node, Mapping):
        problems.error("Q104", "expected a schema: a type, or a mapping", node.span)
        return Schema(name, "any", node.span)
    reader = NodeReader(node, keys.SCHEMA, "a schema", problems)
    kind = _kind(reader, problems)
    class_id = reader.text("id") or class_id or name
    _check_keys(reader, problems)
    _check_name(class_id, node, problems)
    item = node.get("items")
    return Schema(
        name=name,
        kind=kind,
        span=node.span,
        doc=reader.text("doc"),
        class_id=class_id,
        fields=_fields(reader, problems) if kind == "object" else None,
        item=_schema(name, item, problems, class_id=f"{class_id}_item")
        if item is not None
        else None,
        keys=reader.expr("keys"),
        condition=reader.expr("if"),
        optional=reader.boolean("optional", default=False),
        default=reader.expr("default"),
        valid=valid_key(reader, problems),
    )


def _check_keys(reader: NodeReader, problems: Problems) -> None:
    """`keys` names the values of an object, which are objects themselves."""
    if "keys" not in reader:
        return
    items = reader.node.get("items")
    if not isinstance(items, Mapping) or items.get("fields") is None:
        problems.error("Q203", "`keys` needs `items` with `fields`", reader.node.span)


def _check_name(name: str, node: Node, problems: Problems) -> None:
    if not _NAME.fullmatch(name):
        help_text = "a letter, then letters, digits and `_`; other keys are kept as they are"
        message = f"`{name}` is not a valid name for a key with a schema"
        problems.error("Q204", message, node.span, help=help_text)


def _kind(reader: NodeReader, problems: Problems) -> str:
    given = [key for key in ("type", "fields", "items") if key in reader]
    if len(given) != 1:
        problems.error("Q203", "a schema has one of `type`, `fields` and `items`", reader.node.span)
    if "fields" in reader:
        return "object"
    if "items" in reader:
        return "list"
    return reader.choice("type", "any")
