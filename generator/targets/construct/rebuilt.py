"""What building works out by itself: lengths and counts of what is there."""

from __future__ import annotations

from quire.runtime import structure as s


def derived(type_: s.Type) -> dict[str, s.Expr]:
    """What fields follow from, where one other field alone says so, whenever it is there."""
    fields = {field.id: field for field in type_.fields}
    told = [edge.field for edge in type_.edges]
    found: dict[str, s.Expr] = {}
    for edge in type_.edges:
        if isinstance(edge.field, str) and told.count(edge.field) == 1 and edge.of in fields:
            field, of = fields.get(edge.field), fields[edge.of]
            value = _value(edge, of)
            if value is not None and field is not None and field.repeat is None:
                found[edge.field] = value
    return found


def _value(edge: s.Edge, of: s.Field) -> s.Expr | None:
    if edge.condition is not None or of.condition is not None:
        return None
    if not isinstance(edge, s.Count | s.Length) or edge.steps:
        return None
    if isinstance(edge, s.Count) and of.repeat is not None:
        return ("size", of.id)
    if isinstance(edge, s.Length) and of.repeat is None and not edge.at_least:
        return _length(of)
    return None


def _length(of: s.Field) -> s.Expr | None:
    """The length of bytes, or of a text as it is stored, that are neither cut nor processed."""
    if not isinstance(of.stored, s.Bytes | s.Text) or of.document is not None:
        return None
    extent = of.stored.extent
    if extent.terminator is not None or extent.pad is not None or extent.process is not None:
        return None
    if isinstance(of.stored, s.Bytes):
        return ("length", of.id)
    return ("length", ("to_b", of.id, ("text", of.stored.encoding)))
