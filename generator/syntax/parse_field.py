"""Stage 2: the entries of `seq` and the instances."""

from __future__ import annotations

from quire.generator.diagnostics import Problems
from quire.generator.source import Span
from quire.generator.syntax import keys
from quire.generator.syntax.expr_tree import Expr
from quire.generator.syntax.load import Mapping, Node, Scalar, Sequence
from quire.generator.syntax.node_reader import MAX_DIGITS, NodeReader, yaml_integer
from quire.generator.syntax.parse_extensions import (
    array_key,
    checksum_key,
    codec_key,
    document_key,
    usual_key,
)
from quire.generator.syntax.parse_names import enum_path, identifier, routine, type_name
from quire.generator.syntax.parse_valid import valid_key
from quire.generator.syntax.primitives import TEXT, is_integer
from quire.generator.syntax.tree import Field, Process, Switch, SyncKey, TypeRef, default_last


def entry(node: Mapping, index: int, problems: Problems) -> Field:
    """An entry of `seq`; one without an `id` is called by its place."""
    reader = NodeReader(node, _legal(node), "a field", problems, extensions=True)
    name = identifier(reader.scalar("id", "a name"), problems) or f"_unnamed{index}"
    return _attribute(reader, name, reader.span("id"), problems)


def instance(key: Scalar, node: Mapping, problems: Problems) -> Field:
    """An instance: a value, or something to be read."""
    name = identifier(key, problems)
    for extension in keys.OF_SEQ:
        if (found := node.get(extension)) is not None:
            problems.error("Q206", f"`{extension}` is allowed only on fields of `seq`", found.span)
    if node.get("value") is None and node.get("-value") is None:
        legal = _legal(node) | keys.INSTANCE
        reader = NodeReader(node, legal, "an instance", problems, extensions=True)
        return _attribute(reader, name, key.span, problems)
    for extension in keys.OF_STORED:
        if (found := node.get(extension)) is not None:
            message = f"`{extension}` is not allowed on an instance with `value`, which is computed"
            problems.error("Q206", message, found.span)
    reader = NodeReader(node, keys.VALUE_INSTANCE, "a value instance", problems, extensions=True)
    _check_extensions(reader, problems)
    return Field(
        id=name,
        key=key.span,
        span=node.span,
        given=reader.spans(),
        place=node.span.yaml_path,
        computed=True,
        doc=reader.documentation(),
        value=reader.expr("-value") or reader.expr("value"),
        enum=enum_path(reader),
        condition=reader.expr("-if") or reader.expr("if"),
        array=array_key(reader, problems),
        codec=codec_key(reader, problems),
        valid=valid_key(reader, problems, "-valid"),
        default=reader.expr("-default"),
    )


def _legal(node: Mapping) -> keys.Place:
    """The keys that a field of its type may have."""
    written = node.get("type")
    name = written.text.strip() if isinstance(written, Scalar) else ""
    if name in TEXT:
        return keys.TEXT
    return keys.INTEGER if is_integer(name) else keys.BYTES


def _attribute(reader: NodeReader, name: str, key: Span, problems: Problems) -> Field:
    if "-type" in reader:
        message = "`-type` is understood, but not compiled yet"
        problems.error("Q901", message, reader.span("-type"))
    _check_combinations(reader, problems)
    _check_extensions(reader, problems)
    parent, orphan = _parent(reader)
    return Field(
        id=name,
        key=key,
        span=reader.node.span,
        given=reader.spans(),
        place=reader.node.span.yaml_path,
        doc=reader.documentation(),
        type=_type_or_switch(reader, problems),
        size=reader.expr("-size") or reader.expr("size"),
        size_eos=reader.boolean("size-eos", default=False),
        contents=_contents(reader),
        encoding=_encoding(reader),
        enum=enum_path(reader),
        terminator=None if "-encoding" in reader else reader.integer("terminator"),
        include=reader.boolean("include", default=False),
        consume=reader.boolean("consume", default=True),
        eos_error=reader.boolean("eos-error", default=True),
        pad_right=reader.integer("pad-right"),
        process=_process(reader, problems),
        parent=parent,
        orphan=orphan,
        repeat="expr" if "-repeat-expr" in reader else reader.choice("repeat", "") or None,
        repeat_expr=reader.expr("-repeat-expr") or reader.expr("repeat-expr"),
        repeat_until=reader.expr("repeat-until"),
        condition=reader.expr("-if") or reader.expr("if"),
        valid=valid_key(reader, problems),
        pos=reader.expr("pos"),
        io=reader.expr("io"),
        array=array_key(reader, problems),
        codec=codec_key(reader, problems),
        document=document_key(reader, name, problems),
        checksum=checksum_key(reader, problems),
        default=reader.expr("-default"),
        derive=reader.expr("-derive"),
        usual=usual_key(reader),
        fill=reader.integer("-fill"),
        align=reader.expr("-align"),
        limit=reader.expr("-limit"),
        sync=_sync(reader, problems),
    )


def _encoding(reader: NodeReader) -> str | None:
    """The encoding of a text; that of `base256` depends on how many bytes there are."""
    if "-encoding" in reader and (size := _constant_size(reader)) is not None:
        return f"{reader.choice('-encoding', 'base256')}-{size}"
    return reader.text("encoding") or None


def _constant_size(reader: NodeReader) -> int | None:
    """A `size` that is a number as it stands, of which a text may have so many."""
    node = reader.node.get("size")
    if not isinstance(node, Scalar) or node.kind != "int" or len(node.text) > MAX_DIGITS:
        return None
    size = yaml_integer(node.text)
    return size if 0 < size < 1000 else None


def _check_combinations(reader: NodeReader, problems: Problems) -> None:
    scalar = isinstance(reader.node.get("type"), Scalar)
    pairs = (
        ("size", "size-eos"),
        ("contents", "valid"),
        *([("contents", "type")] if scalar else []),
    )
    for first, second in pairs:
        if reader.says(first) and reader.says(second):
            message = f"`{first}` and `{second}` exclude each other"
            problems.error("Q206", message, reader.node.span)
    for key, needed in (("repeat-expr", "expr"), ("repeat-until", "until")):
        if key not in reader and reader.text("repeat") == needed and f"-{key}" not in reader:
            problems.error("Q203", f"`repeat: {needed}` needs `{key}`", reader.span("repeat"))
        elif key in reader and reader.text("repeat") != needed:
            problems.error("Q206", f"`{key}` needs `repeat: {needed}`", reader.span(key))


def _check_extensions(reader: NodeReader, problems: Problems) -> None:
    """What quire's own keys need beside them, and what they exclude."""
    sized = "size" in reader or "-size" in reader or reader.says("size-eos")
    text = reader.node.get("type")
    is_text = isinstance(text, Scalar) and text.text.strip() == "str"
    if "-document" in reader and (not is_text or not sized or "repeat" in reader):
        message = "`-document` needs a single `type: str` with a size"
        problems.error("Q206", message, reader.span("-document"))
    if "-fill" in reader and (not sized or not (is_text or "type" not in reader)):
        problems.error("Q206", "`-fill` needs bytes or text with a size", reader.span("-fill"))
    for key in ("-array", "-codec"):
        if key in reader and "process" in reader:
            problems.error("Q206", f"`{key}` and `process` exclude each other", reader.span(key))
    if "-encoding" in reader and (not is_text or _constant_size(reader) is None):
        message = "`-encoding` needs a `type: str` with a `size` that is a number"
        problems.error("Q206", message, reader.span("-encoding"))
    for twin in ("-size", "-encoding", "-repeat-expr", "-if", "-value"):
        plain = {"-repeat-expr": ("repeat",), "-size": ("size", "size-eos")}.get(twin, (twin[1:],))
        if twin in reader and not any(key in reader for key in plain):
            message = f"`{twin}` needs `{plain[0]}` beside it"
            problems.error("Q203", message, reader.span(twin), help="other tools read that one")
    if "-align" in reader and "pos" not in reader:
        message = "`-align` is allowed only on instances with `pos`"
        help_text = "padding before a field of `seq` is bytes with `-fill`"
        problems.error("Q206", message, reader.span("-align"), help=help_text)
    if "-valid" in reader and "value" not in reader and "-value" not in reader:
        message = "`-valid` is allowed only on instances with `value`"
        help_text = "`valid` is for what is read"
        problems.error("Q206", message, reader.span("-valid"), help=help_text)


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
        if "switch-on" not in switch or "cases" not in switch:
            problems.error("Q203", "a switch needs `switch-on` and `cases`", node.span)
        return None
    if not cases.items:
        problems.error("Q203", "a switch needs at least one case", cases.span)
        return None
    found = []
    for key, value in cases.items:
        if isinstance(value, Scalar):
            found.append(
                (None if key.text == "_" else switch.as_expr(key), type_name(value, problems))
            )
        else:
            switch.wrong(value, "a type")
    return Switch(on, default_last(found), node.span)


def _process(reader: NodeReader, problems: Problems) -> Process | None:
    node = reader.scalar("process", "a routine")
    return None if node is None else routine(node, problems)


def _parent(reader: NodeReader) -> tuple[Expr | None, bool]:
    """The expression of `parent`, or that there is none (`false`)."""
    node = reader.node.get("parent")
    if isinstance(node, Scalar) and node.kind == "bool" and node.text.lower() == "false":
        return None, True
    return reader.expr("parent"), False


def _sync(reader: NodeReader, problems: Problems) -> SyncKey | None:
    """`-sync: {at: bytes}`."""
    node = reader.mapping("-sync")
    if node is None:
        return None
    return SyncKey(_contents(NodeReader(node, keys.SYNC, "`-sync`", problems), "at"), node.span)


def _contents(reader: NodeReader, key: str = "contents") -> bytes | None:
    node = reader.node.get(key)
    if node is None:
        return None
    if isinstance(node, Scalar) and node.kind == "str":
        return node.text.encode()
    if not isinstance(node, Sequence):
        reader.wrong(node, "a text, or a list of bytes and texts")
        return b""
    parts = []
    for item in node.items:
        part = _content_part(item)
        if part is None:
            reader.wrong(item, "a text or bytes from 0 to 255")
            return b""
        parts.append(part)
    return b"".join(parts)


def _content_part(node: Node) -> bytes | None:
    """One part of `contents`: a byte, also as the text of a number, or a text."""
    if not isinstance(node, Scalar) or node.kind not in ("int", "str"):
        return None
    if node.kind == "int" and len(node.text) > MAX_DIGITS:
        return None
    try:
        number = int(node.text, 0)
    except ValueError:
        return node.text.encode()
    return bytes([number & 0xFF]) if -128 <= number <= 255 else None


def key_span(field: Field, *names: str) -> Span:
    """Where the first of some keys stands in a field, else the field."""
    return next((field.given[name] for name in names if name in field.given), field.span)
