"""Stage 2: nodes to the language's dataclasses; every key checked, every expression parsed."""

from __future__ import annotations

import re

from quire.generator import keys
from quire.generator.diagnostics import Problems
from quire.generator.expr_parse import ExprError, Parser
from quire.generator.expr_tree import Expr, ListLiteral
from quire.generator.load import Mapping, Node, Scalar, Sequence
from quire.generator.node_reader import NodeReader
from quire.generator.parse_extensions import array_key, checksum_key, codec_key, document_key
from quire.generator.parse_valid import valid_key
from quire.generator.source import Span
from quire.generator.syntax import Enum, EnumLabel, Field, Param, Spec, Switch, Type, TypeRef

_ID = re.compile(r"[a-z][a-z0-9_]*")
_TYPE = re.compile(
    r"\s*(?P<path>\w+(?:\s*::\s*\w+)*)\s*(?P<args>\(.*\))?\s*(?P<arrays>(?:\[\])*)\s*", re.DOTALL
)


def parse_spec(node: Mapping, problems: Problems) -> Spec:
    """The syntax of a whole file."""
    written = node.get("meta")
    if written is None:
        problems.error("Q203", "a spec needs `meta` with an `id`", node.span)
    meta_node = written if isinstance(written, Mapping) else Mapping((), node.span)
    meta = NodeReader(meta_node, keys.META, "`meta`", problems)
    if "id" not in meta and isinstance(written, Mapping):
        problems.error(
            "Q203", "`meta` needs an `id`", meta_node.span, help="it is the name of the module"
        )
    identifier = _identifier(meta.scalar("id", "a name"), problems) or "unnamed"
    imports = tuple(
        (item.text, item.span) for item in meta.items("imports") if isinstance(item, Scalar)
    )
    return Spec(_type(identifier, node, node.span, problems), meta.text("title"), imports)


def _identifier(node: Scalar | None, problems: Problems) -> str:
    if node is None:
        return ""
    if not _ID.fullmatch(node.text):
        help_text = "a letter, then letters, digits and `_`, all lower case"
        problems.error("Q204", f"`{node.text}` is no identifier", node.span, help=help_text)
    return node.text


def _not_compiled(reader: NodeReader, place: str, problems: Problems) -> None:
    for key, where in keys.NOT_COMPILED.items():
        if where == place and key in reader:
            problems.error("Q901", f"`{key}` is understood, but not compiled yet", reader.span(key))


# -- types -------------------------------------------------------------------------------


def _type(identifier: str, node: Mapping, key: Span, problems: Problems) -> Type:
    reader = NodeReader(node, keys.TYPE, "a type", problems)
    _not_compiled(reader, "type", problems)
    meta_node = reader.mapping("meta")
    meta = NodeReader(meta_node or Mapping((), node.span), keys.META, "`meta`", problems)
    _not_compiled(meta, "meta", problems)
    endian = meta.node.get("endian")
    if isinstance(endian, Mapping):
        problems.error(
            "Q901",
            "an endianness that is computed is understood, but not compiled yet",
            endian.span,
        )
    elif endian is not None:
        meta.choice("endian", ("le", "be"), "le")
    return Type(
        id=identifier,
        span=node.span,
        key=key,
        endian=endian.text if isinstance(endian, Scalar) else None,
        encoding=meta.text("encoding") or None,
        doc=_doc(reader),
        params=tuple(
            _param(item, problems)
            for item in reader.sequence("params")
            if _is_mapping(item, reader)
        ),
        seq=tuple(
            _field(item, f"_unnamed{i}", problems)
            for i, item in enumerate(reader.sequence("seq"))
            if _is_mapping(item, reader)
        ),
        instances=tuple(
            _instance(key, value, problems) for key, value in _named(reader, "instances")
        ),
        types=tuple(
            _type(_identifier(key, problems), value, key.span, problems)
            for key, value in _named(reader, "types")
        ),
        enums=tuple(_enum(key, value, problems) for key, value in _named(reader, "enums")),
    )


def _is_mapping(node: Node, reader: NodeReader) -> bool:
    if not isinstance(node, Mapping):
        reader.wrong(node, "a mapping")
    return isinstance(node, Mapping)


def _named(reader: NodeReader, key: str) -> list[tuple[Scalar, Mapping]]:
    """The items of a mapping of mappings; a name that begins with `-` is ignored, as any key."""
    found = reader.mapping(key)
    named = []
    for name, node in found.items if found is not None else ():
        if name.text.startswith("-"):
            continue
        if isinstance(node, Mapping):
            named.append((name, node))
        else:
            reader.wrong(node, "a mapping")
    return named


def _doc(reader: NodeReader) -> str:
    """The documentation: `doc`, then a paragraph for each `doc-ref`."""
    references = (node.text for node in reader.items("doc-ref") if isinstance(node, Scalar))
    return "\n\n".join([reader.text("doc"), *(f"See {text}" for text in references)]).strip()


def _param(node: Node, problems: Problems) -> Param:
    assert isinstance(node, Mapping)
    reader = NodeReader(node, keys.PARAM, "a param", problems)
    identifier = _identifier(reader.scalar("id", "a name"), problems)
    scalar = reader.scalar("type", "a type")
    arrays = 0
    type_ref = None
    if scalar is not None:
        text = scalar.text.strip()
        while text.endswith("[]"):
            text, arrays = text[:-2], arrays + 1
        type_ref = type_name(Scalar(text, scalar.kind, scalar.span, scalar.exact), problems)
    return Param(identifier, type_ref, arrays, _enum_path(reader), _doc(reader), node.span)


def _enum(key: Scalar, node: Mapping, problems: Problems) -> Enum:
    labels: dict[int, EnumLabel] = {}
    for number, value in node.items:
        if number.text.startswith("-") and not number.text[1:].isdigit():
            continue
        try:
            code = int(number.text, 0)
        except ValueError:
            problems.error("Q104", f"expected an integer, found `{number.text}`", number.span)
            continue
        label, doc = _label(value, problems)
        if code in labels or any(label == other.id for other in labels.values()):
            problems.error(
                "Q205", f"`{label}` ({code}) stands twice in enum `{key.text}`", number.span
            )
        labels[code] = EnumLabel(code, label, doc, number.span)
    return Enum(_identifier(key, problems), tuple(labels.values()), key.span)


def _label(node: Node, problems: Problems) -> tuple[str, str]:
    if isinstance(node, Mapping):
        reader = NodeReader(node, keys.ENUM_LABEL, "an enum value", problems)
        if "id" not in reader:
            problems.error("Q203", "an enum value needs an `id`", node.span)
        return _identifier(reader.scalar("id", "a name"), problems), _doc(reader)
    if isinstance(node, Scalar):
        return _identifier(node, problems), ""
    problems.error("Q104", "expected a name, found a list", node.span)
    return "", ""


# -- fields --------------------------------------------------------------------------------


def _instance(key: Scalar, node: Mapping, problems: Problems) -> Field:
    identifier = _identifier(key, problems)
    for name in ("-document", "-derive", "-checksum"):
        if (extension := node.get(name)) is not None:
            problems.error("Q206", f"`{name}` stands on fields of `seq` alone", extension.span)
    if node.get("value") is None and node.get("-value") is None:
        return _attribute(
            NodeReader(node, keys.INSTANCE, "an instance", problems, extensions=True),
            identifier,
            problems,
        )
    reader = NodeReader(node, keys.VALUE_INSTANCE, "a value instance", problems, extensions=True)
    _check_extensions(reader, problems)
    return Field(
        id=identifier,
        span=node.span,
        given=reader.spans(),
        doc=_doc(reader),
        value=reader.expr("-value") or reader.expr("value"),
        enum=_enum_path(reader),
        condition=reader.expr("if"),
        default=reader.expr("-default"),
    )


def _field(node: Node, unnamed: str, problems: Problems) -> Field:
    assert isinstance(node, Mapping)
    reader = NodeReader(node, keys.FIELD, "a field", problems, extensions=True)
    identifier = _identifier(reader.scalar("id", "a name"), problems) or unnamed
    return _attribute(reader, identifier, problems)


def _attribute(reader: NodeReader, identifier: str, problems: Problems) -> Field:
    _not_compiled(reader, "field", problems)
    _check_combinations(reader, problems)
    _check_extensions(reader, problems)
    terminator = reader.integer("terminator", 0, 255)
    written = reader.node.get("type")
    if terminator is None and isinstance(written, Scalar) and written.text.strip() == "strz":
        terminator = 0
    return Field(
        id=identifier,
        span=reader.node.span,
        given=reader.spans(),
        doc=_doc(reader),
        type=_type_or_switch(reader, problems),
        size=reader.expr("-size") or reader.expr("size"),
        size_eos=reader.boolean("size-eos", default=False),
        contents=_contents(reader),
        encoding=reader.text("encoding") or None,
        enum=_enum_path(reader),
        terminator=terminator,
        include=reader.boolean("include", default=False),
        consume=reader.boolean("consume", default=True),
        eos_error=reader.boolean("eos-error", default=True),
        pad_right=reader.integer("pad-right", 0, 255),
        repeat="expr"
        if "-repeat-expr" in reader
        else reader.choice("repeat", ("eos", "expr", "until"), "") or None,
        repeat_expr=reader.expr("-repeat-expr") or reader.expr("repeat-expr"),
        repeat_until=reader.expr("repeat-until"),
        condition=reader.expr("-if") or reader.expr("if"),
        valid=valid_key(reader, problems),
        pos=reader.expr("pos"),
        io=reader.expr("io"),
        array=array_key(reader, problems),
        codec=codec_key(reader, problems),
        document=document_key(reader, identifier, problems),
        checksum=checksum_key(reader, problems),
        default=reader.expr("-default"),
        derive=reader.expr("-derive"),
        fill=reader.integer("-fill", 0, 255),
        limit=reader.expr("-limit"),
    )


def _check_combinations(reader: NodeReader, problems: Problems) -> None:
    for first, second in (("size", "size-eos"), ("contents", "valid"), ("contents", "type")):
        if first in reader and second in reader:
            problems.error(
                "Q206", f"`{first}` and `{second}` exclude each other", reader.span(second)
            )
    for key, needed in (("repeat-expr", "expr"), ("repeat-until", "until")):
        if key in reader and reader.text("repeat") != needed:
            problems.error("Q206", f"`{key}` needs `repeat: {needed}`", reader.span(key))
        if key not in reader and reader.text("repeat") == needed:
            problems.error("Q203", f"`repeat: {needed}` needs `{key}`", reader.span("repeat"))


def _check_extensions(reader: NodeReader, problems: Problems) -> None:
    """What quire's own keys need beside them, and what they exclude."""
    sized = "size" in reader or "-size" in reader or "size-eos" in reader
    text = reader.node.get("type")
    is_text = isinstance(text, Scalar) and text.text.strip() == "str"
    if "-document" in reader and (not is_text or not sized or "repeat" in reader):
        message = "`-document` needs a single `type: str` with a size"
        problems.error("Q206", message, reader.span("-document"))
    if "-fill" in reader and (not sized or not (is_text or "type" not in reader)):
        problems.error("Q206", "`-fill` needs bytes or text with a size", reader.span("-fill"))
    for twin in ("-size", "-repeat-expr", "-if", "-value"):
        plain = {"-repeat-expr": ("repeat",), "-size": ("size", "size-eos")}.get(twin, (twin[1:],))
        if twin in reader and not any(key in reader for key in plain):
            message = f"`{twin}` needs `{plain[0]}` beside it"
            problems.error("Q203", message, reader.span(twin), help="other tools go by that one")


def _type_or_switch(reader: NodeReader, problems: Problems) -> TypeRef | Switch | None:
    node = reader.node.get("type")
    if isinstance(node, Scalar):
        return type_name(node, problems)
    if not isinstance(node, Mapping):
        if node is not None:
            reader.wrong(node, "a type")
        return None
    switch = NodeReader(node, keys.SWITCH, "a switch", problems)
    on, cases = switch.expr("switch-on"), switch.mapping("cases")
    if on is None or cases is None:
        problems.error("Q203", "a switch needs `switch-on` and `cases`", node.span)
        return None
    found = []
    for key, value in cases.items:
        if isinstance(value, Scalar):
            found.append(
                (None if key.text == "_" else switch.as_expr(key), type_name(value, problems))
            )
        else:
            switch.wrong(value, "a type")
    return Switch(on, tuple(found), node.span)


def type_name(node: Scalar, problems: Problems) -> TypeRef | None:
    """A type as written, with its arguments."""
    match = _TYPE.fullmatch(node.text)
    if match is None:
        problems.error("Q301", f"`{node.text}` is no type", node.span)
        return None
    path = tuple(re.split(r"\s*::\s*", match["path"]))
    args: tuple[Expr, ...] = ()
    if match["args"]:
        start = match.start("args")
        text, span = (
            f"[{match['args'][1:-1]}]",
            node.span.part(start, len(match["args"])) if node.exact else node.span,
        )
        try:
            listed = Parser(text, span, exact=node.exact).whole()
        except ExprError as error:
            problems.error("Q301", error.message, error.span, help=error.help)
            return None
        args = listed.items if isinstance(listed, ListLiteral) else ()
    return TypeRef(path, args, node.span)


def _enum_path(reader: NodeReader) -> tuple[str, ...] | None:
    text = reader.text("enum")
    return tuple(re.split(r"\s*::\s*", text)) if text else None


def _contents(reader: NodeReader) -> bytes | None:
    node = reader.node.get("contents")
    if node is None:
        return None
    if isinstance(node, Scalar) and node.kind == "str":
        return node.text.encode()
    parts = []
    for item in node.items if isinstance(node, Sequence) else (node,):
        part = _content_part(item)
        if part is None:
            reader.wrong(item, "a text or bytes from 0 to 255")
            return b""
        parts.append(part)
    return b"".join(parts)


def _content_part(node: Node) -> bytes | None:
    if not isinstance(node, Scalar):
        return None
    try:
        number = int(node.text, 0)
    except ValueError:
        return node.text.encode()
    return bytes([number & 0xFF]) if -128 <= number <= 255 else None


def key_span(field: Field, *names: str) -> Span:
    """Where the first of some keys stands in a field, else the field."""
    return next((field.given[name] for name in names if name in field.given), field.span)
