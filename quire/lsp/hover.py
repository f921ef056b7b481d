"""What is said of the name or the key at a place."""

from __future__ import annotations

from collections.abc import Iterator

from quire.generator.diagnostics import Problems
from quire.generator.plan.words import path_name
from quire.generator.resolve.scopes import Names, Path, Target
from quire.generator.source import Span, YamlPath
from quire.generator.syntax import tree as syntax
from quire.generator.syntax.load import Mapping, Node, Scalar, load_text
from quire.generator.types.infer import Inference
from quire.generator.types.mentions import Named
from quire.generator.types.sizes import whole_bytes
from quire.lsp.analysis import Analysis
from quire.lsp.definitions import Definition
from quire.lsp.language import meaning
from quire.runtime import structure as s

_WORDS = {
    "_root": "the record of the whole file",
    "_parent": "the record that holds this one",
    "_io": "the stream that the record is in",
    "_index": "the number of the element, from 0",
    "_": "the value, or the element, that is asked about",
    "_sizeof": "the size in bytes, where it is constant",
    "_on": "the value that the choice depends on",
}


def hover(analysis: Analysis, line: int, column: int) -> tuple[str, Span] | None:
    """Markdown about what stands at a place (both from 1), and where that is."""
    found = analysis.at(line, column)
    if found is not None:
        if found.target is not None and (known := analysis.definition(found.target)) is not None:
            return _about(analysis, known), found.span
        if isinstance(found, Named) and (told := _value(found)):
            return told, found.span
    key = _key_at(analysis, line, column)
    return (f"`{key.text}`: {means}", key.span) if key and (means := _meaning(key)) else None


def _value(found: Named) -> str:
    """About a word of the language, or a member of a value that is no record."""
    name = found.span.text
    means = f": {_WORDS[name]}" if name in _WORDS and found.bare else ""
    return f"`{name}`{means} — {found.type}"


def _about(analysis: Analysis, known: Definition) -> str:
    lines = [*_facts(analysis, known)]
    if known.doc:
        lines += ["", known.doc]
    return "\n".join(lines)


def _facts(analysis: Analysis, known: Definition) -> Iterator[str]:
    """What something is, how large it is, and where it begins."""
    names, target, written = analysis.names, known.target, known.written
    if isinstance(written, syntax.Type):
        yield f"type `{path_name(target.path)}`{_sized(_type_size(names, target.path))}"
    elif isinstance(written, syntax.Enum):
        yield f"enum `{known.name}`, {len(written.labels)} values"
    elif isinstance(written, syntax.EnumLabel):
        yield f"`{path_name(target.path)}::{known.name}` = {written.value} ({written.value:#x})"
    elif isinstance(written, syntax.Schema):
        yield f"key `{known.name}` of the document `{path_name(target.path)}`: {written.kind}"
    else:
        inference = Inference(names, Problems())
        kind = inference.member_type(target.path, known.name, written, written.span)
        word = "param" if isinstance(written, syntax.Param) else "field"
        if isinstance(written, syntax.Field) and known.written in _instances(names, target.path):
            word = "instance"
        stored = _stored(written)
        yield f"{word} `{path_name(target.path)}.{known.name}`: {kind}{stored}"
        if isinstance(written, syntax.Field) and (place := _place(analysis, target, written)):
            yield ""
            yield place


def _instances(names: Names, path: Path) -> tuple[syntax.Field, ...]:
    return names.types[path].syntax.instances


def _stored(member: syntax.Member) -> str:
    """How a member is stored, as its `type` says it."""
    ref = member.type
    if isinstance(ref, syntax.TypeRef):
        return f" (`{ref.text}`)"
    return " (one of several)" if isinstance(ref, syntax.Switch) else ""


def _type_size(names: Names, path: Path) -> int | None:
    bits = Inference(names, Problems()).sizes.type_bits(path)
    return None if bits is None else whole_bytes(bits)


def _place(analysis: Analysis, target: Target, written: syntax.Field) -> str:
    """The size and the offset of a field, where they are constant."""
    field = _structured(analysis, target)
    size = field.size if field is not None else None
    if size is None:
        bits = Inference(analysis.names, Problems()).sizes.field_bits(target.path, written)
        if bits is not None and bits % 8:
            size_text = f"{bits} bits"
        else:
            size_text = "" if bits is None else _bytes(bits // 8)
    else:
        size_text = _bytes(size)
    parts = [size_text] if size_text else []
    if field is not None and field.offset is not None:
        bit = f", bit {field.bit}" if field.bit else ""
        parts.append(f"at byte {field.offset} of `{path_name(target.path)}`{bit}")
    return ", ".join(parts)


def _structured(analysis: Analysis, target: Target) -> s.Field | None:
    """A field in the structural plan, while the spec makes sense."""
    module = analysis.outline
    if module is None or module.structure is None:
        return None
    path = path_name(target.path)
    types = (each for each in module.structure.types if each.path == path)
    fields = (field for each in types for field in each.fields)
    return next((field for field in fields if field.id == target.name), None)


def _sized(size: int | None) -> str:
    return "" if size is None else f", {_bytes(size)}"


def _bytes(size: int) -> str:
    return "1 byte" if size == 1 else f"{size} bytes"


def _key_at(analysis: Analysis, line: int, column: int) -> Scalar | None:
    """The key of the YAML at a place."""
    root = analysis.names.spec.root.span.source
    node = load_text(root, Problems())
    return _find_key(node, line, column) if node is not None else None


def _find_key(node: Node, line: int, column: int) -> Scalar | None:
    if isinstance(node, Mapping):
        for key, value in node.items:
            span = key.span
            if span.line == line and span.column <= column <= span.column + span.length:
                return key
            if (found := _find_key(value, line, column)) is not None:
                return found
    elif not isinstance(node, Scalar):
        found_in = (_find_key(item, line, column) for item in node.items)
        return next((found for found in found_in if found is not None), None)
    return None


def _meaning(key: Scalar) -> str:
    path: YamlPath = key.span.path
    return meaning(path)
