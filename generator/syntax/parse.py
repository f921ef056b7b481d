"""Stage 2: nodes to the language's dataclasses: the spec, its types, params and enums."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeGuard

from quire.generator.diagnostics import Problems
from quire.generator.source import Span
from quire.generator.syntax import keys
from quire.generator.syntax.kept import Kept, Made
from quire.generator.syntax.load import Mapping, Node, Scalar, mapping
from quire.generator.syntax.node_reader import NodeReader, describe
from quire.generator.syntax.parse_field import entry, instance
from quire.generator.syntax.parse_meta import bit_endian, check_version, encoding, endian, imports
from quire.generator.syntax.parse_names import array_type_name, enum_path, identifier
from quire.generator.syntax.tree import Enum, EnumLabel, Param, Spec, Type


def parse_spec(node: Mapping, problems: Problems, kept: Kept | None = None) -> Spec:
    """The syntax of a whole file; of parts that are kept of a text before, that is taken again."""
    written = node.get("meta")
    if written is None:
        problems.error("Q203", "a spec needs `meta` with an `id`", node.span)
    meta_node = written if isinstance(written, Mapping) else mapping((), node.span)
    meta = NodeReader(meta_node, keys.META, "`meta`", problems)
    if "id" not in meta and isinstance(written, Mapping):
        problems.error(
            "Q203", "`meta` needs an `id`", meta_node.span, help="it is the name of the module"
        )
    name = identifier(meta.scalar("id", "a name"), problems) or "unnamed"
    return Spec(
        root=_type(name, node, meta.span("id"), problems, kept),
        title=meta.title(),
        debug=_flags(meta),
        opaque_types=meta.boolean("ks-opaque-types", default=False)
        if "ks-opaque-types" in meta
        else None,
    )


def _flags(meta: NodeReader) -> bool:
    """`ks-debug`; `ks-zero-copy-substream` is checked, and says nothing: substreams are views."""
    meta.boolean("ks-zero-copy-substream", default=True)
    return meta.boolean("ks-debug", default=False)


def _type(name: str, node: Mapping, key: Span, problems: Problems, kept: Kept | None) -> Type:
    reader = NodeReader(node, keys.TYPE, "a type", problems)
    meta_node = reader.mapping("meta")
    meta = NodeReader(meta_node or mapping((), node.span), keys.META, "`meta`", problems)
    identifier(meta.scalar("id", "a name"), problems)
    check_version(meta, problems)

    def inner(key: Scalar, node: Mapping, problems: Problems) -> Type:
        return _type(identifier(key, problems), node, key.span, problems, kept)

    return Type(
        id=name,
        span=node.span,
        key=key,
        endian=endian(meta, problems),
        bit_endian=bit_endian(meta),
        encoding=encoding(meta),
        encoding_span=meta.span("encoding"),
        doc=reader.documentation(),
        to_string=reader.expr("to-string"),
        params=tuple(
            _param(item, i, problems)
            for i, item in enumerate(reader.sequence("params"))
            if _is_mapping(item, reader)
        ),
        seq=tuple(
            entry(item, i, problems)
            for i, item in enumerate(reader.sequence("seq"))
            if _is_mapping(item, reader)
        ),
        instances=_named(reader, "instances", instance, kept),
        types=_named(reader, "types", inner, kept),
        enums=_named(reader, "enums", _enum, kept),
        imports=imports(meta),
    )


def _is_mapping(node: Node, reader: NodeReader) -> TypeGuard[Mapping]:
    if not isinstance(node, Mapping):
        reader.wrong(node, "a mapping")
    return isinstance(node, Mapping)


def _named(
    reader: NodeReader,
    key: str,
    make: Callable[[Scalar, Mapping, Problems], Made],
    kept: Kept | None,
) -> tuple[Made, ...]:
    """What the items of a mapping of mappings are; a name with `-` is ignored, as any key."""
    found = reader.mapping(key)
    named = []
    for name, node in found.items if found is not None else ():
        if name.text.startswith("-"):
            continue
        if not isinstance(node, Mapping):
            reader.wrong(node, "a mapping")
        elif kept is not None:
            named.append(kept.made(name, node, make, reader.problems))
        else:
            named.append(make(name, node, reader.problems))
    return tuple(named)


def _param(node: Mapping, index: int, problems: Problems) -> Param:
    reader = NodeReader(node, keys.PARAM, "a param", problems)
    name = identifier(reader.scalar("id", "a name"), problems) or f"_unnamed{index}"
    scalar = reader.scalar("type", "a type")
    type_, arrays = array_type_name(scalar, problems) if scalar is not None else (None, 0)
    spans = reader.spans()
    return Param(name, type_, arrays, enum_path(reader), reader.documentation(), node.span, spans)


def _enum(key: Scalar, node: Mapping, problems: Problems) -> Enum:
    labels: dict[int, EnumLabel] = {}
    first: dict[str, Span] = {}
    for number, value in node.items:
        if number.text.startswith("-") and not number.text[1:].isdigit():
            continue
        try:
            code = int(number.text, 0)
        except ValueError:
            message = f"the values of an enum are integers, not `{number.text}`"
            problems.error("Q104", message, key.span, label=f"at `{number.text}`")
            continue
        label, doc, place = _label(value, problems)
        if code in labels or (label and label in first):
            before = labels[code].span if code in labels else first[label]
            message = f"`{label}` ({code}) stands twice in enum `{key.text}`"
            problems.error("Q205", message, number.span, help=f"the first is at {before}")
        labels[code] = EnumLabel(code, label, place, doc, number.span)
        first.setdefault(label, number.span)
    return Enum(identifier(key, problems), tuple(labels.values()), key.span)


def _label(node: Node, problems: Problems) -> tuple[str, str, Span]:
    """The name of a value, what is said about it, and where the name stands."""
    if isinstance(node, Mapping):
        reader = NodeReader(node, keys.ENUM_LABEL, "an enum value", problems)
        if "id" not in reader:
            problems.error("Q203", "an enum value needs an `id`", node.span)
        name = identifier(reader.scalar("id", "a name"), problems, node.span)
        return name, reader.documentation(), reader.span("id")
    if isinstance(node, Scalar) and node.kind != "null":
        return identifier(node, problems), "", node.span
    help_text = "quote it, if it is a name" if isinstance(node, Scalar) else ""
    problems.error("Q104", f"expected a name, found {describe(node)}", node.span, help=help_text)
    return "", "", node.span
