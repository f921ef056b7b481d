"""What `build` takes, as type checkers see it: nothing of it is there when a module runs."""

from __future__ import annotations

from quire.generator.plan import operations as p
from quire.generator.targets.python.expr import annotation
from quire.generator.targets.python.layout import Chain, Doc, Group, Tail, statement
from quire.generator.targets.python.names import attribute
from quire.generator.targets.python.read import Lines, suite
from quire.generator.types import model as m


def typed_build(record: p.Record, depth: int) -> Lines:
    """The keys of a record that is given as a dict, and `build`, which takes the same."""
    home = record.path[0]
    members = [(a.name, a.type) for a in (*record.params, *record.attributes)]
    members += [
        (lazy.name, lazy.type) for lazy in record.instances if lazy.placed or lazy.built is not None
    ]
    keys: Lines = []
    for name, type_ in members:
        kind = _given(type_, home)
        doc: Doc = Group("Required[", (kind,), "]") if name in record.needed else kind
        keys += statement(f"{attribute(name)}: ", doc, depth + 2)
    fields = suite(["class _Fields(TypedDict, total=False):"], keys)
    doc = '"""Make one of its fields; what can be derived may be left out."""'
    build = suite(["def build(cls, **fields: Unpack[_Fields]) -> Self:"], [doc])
    return suite(["if TYPE_CHECKING:"], ["", *fields, "", "@classmethod", *build])


def _given(type_: m.Type, home: str) -> Doc:
    """What may be given for a field of a type."""
    text = annotation(type_, home)
    if isinstance(type_, m.TableType):
        return _any_of(text, "Mapping[str, Any]", "Iterable[Any]")
    if isinstance(type_, m.ListType):
        return Group("Iterable[", (_given(type_.of, home),), "]")
    if isinstance(type_, m.RecordType) and type_.path:
        own = type_.path[0] == home
        return _any_of(text, f"{text}._Fields" if own else "Mapping[str, Any]")
    if isinstance(type_, m.DocumentType) and type_.path:
        return _any_of(text, "Mapping[str, Any]")
    if isinstance(type_, m.PayloadType):
        return "Packable"
    return "ArrayLike" if isinstance(type_, m.ArrayType) else text


def _any_of(first: str, *others: str) -> Doc:
    return Chain((first, *(Tail("|", other) for other in others)))
