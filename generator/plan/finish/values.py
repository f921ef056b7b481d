"""Values as programs: which form of stored bytes is read, and what is made of it."""

from __future__ import annotations

from quire.generator.plan import operations as p
from quire.generator.plan import program as g
from quire.generator.plan.finish.context import IO, Context
from quire.generator.types import model as m


def read_value(value: p.Value, target: str, at: Context) -> g.Made:
    """What reads a value."""
    if isinstance(value, p.Number):
        return member(value.enum, g.ReadNumber(value.scalar, target))
    if isinstance(value, p.Bits):
        bits = g.ReadBits(value.order, value.width, target)
        return g.IsOne(bits) if value.flag else member(value.enum, bits)
    if isinstance(value, p.Contents):
        return g.ReadContents(value.value, target, value.place)
    if isinstance(value, p.Text) and isinstance(value.raw, p.Sized):
        size = value.raw.size
        if value.raw == p.Sized(size):
            return g.ReadText(at.expr(size), value.encoding, target)
    if isinstance(value, p.Bytes | p.Text):
        raw = value if isinstance(value, p.Bytes) else value.raw
        return of_bytes(value, stored_bytes(raw, target, at), target)
    if isinstance(value, p.Nested):
        stream = IO if value.window is None else window(value.window, target, at)
        return new_record(value, stream, target, at)
    if isinstance(value, p.Array):
        view, shape = stored_view(value.raw, target, at), at.expr(value.shape)
        return g.ViewArray(view, named(value.dtype, at), shape, target, array_order(value, at))
    assert isinstance(value, p.Payload)
    return g.ReadPayload(_size(value.raw, at), target, value.raw.limit)


def named(name: str | m.Expr, at: Context) -> g.Made:
    """A text that is constant, or computed."""
    return m.Const(m.STR, g.NOWHERE, name) if isinstance(name, str) else at.expr(name)


def array_order(value: p.Array, at: Context) -> g.Made | None:
    """The order of an array, unless its rows stand one after another."""
    return None if value.order == "C" else named(value.order, at)


def member(enum: tuple[str, ...] | None, number: g.Made) -> g.Made:
    """A number, or the member of an enum that it stands for."""
    return number if enum is None else g.Member(g.ClassOf(enum), number)


def of_bytes(value: p.Value, stored: g.Made, target: str) -> g.Made:
    """Bytes, or the text that they are."""
    if not isinstance(value, p.Text):
        return stored
    return g.DecodeText(stored, value.encoding, target)


def _size(raw: p.Bytes, at: Context) -> g.Made:
    """How many bytes there are."""
    return at.expr(raw.size) if isinstance(raw, p.Sized) else g.Left()


def stored_view(raw: p.Bytes, target: str, at: Context) -> g.Made:
    """The bytes, not copied."""
    if isinstance(raw, p.Sized):
        return g.Take(at.expr(raw.size), target, raw.limit)
    return g.Rest(target, raw.limit)


def _until(raw: p.Terminated, target: str, form: type[g.Until]) -> g.Until:
    return form(raw.terminator, target, raw.include, raw.consume, raw.eos_error, raw.limit)


def _trimmed(trim: p.Trim, stored: g.Made, form: type[g.Trim]) -> g.Made:
    """Without padding, and cut at a terminator inside."""
    return form(stored, trim.pad, trim.terminator, trim.include)


def stored_bytes(raw: p.Bytes, target: str, at: Context) -> g.Made:
    """The bytes as the value of a field."""
    match raw:
        case p.Terminated():
            return _until(raw, target, g.Until)
        case p.Bytes(trim=p.Trim() as trim):
            return _trimmed(trim, stored_view(raw, target, at), g.Trim)
        case p.Sized(size=size):
            return g.TakeBytes(at.expr(size), target, raw.limit)
    return g.Copied(g.Rest(target, raw.limit))


def window(raw: p.Bytes, target: str, at: Context) -> g.Made:
    """The stream of a record that has one of its own."""
    match raw:
        case p.Terminated():
            return g.Window(_until(raw, target, g.UntilView))
        case p.Bytes(trim=p.Trim() as trim):
            return g.Window(_trimmed(trim, stored_view(raw, target, at), g.TrimView))
    return g.SubStream(_size(raw, at), target, raw.limit)


def processed(raw: p.Bytes, process: p.Process, stored: g.Made, target: str, at: Context) -> g.Made:
    """What a routine makes of stored bytes."""
    args = tuple(map(at.expr, process.args))
    match process:
        case p.Custom(path=path):
            return g.Decode(path, args, stored)
        case p.Zlib():
            return g.Inflate(stored, target, raw.limit)
        case p.Tagged(notation=notation):
            return g.Tag(notation, args, stored, target)
        case p.Rotate():
            return g.RotateLeft(stored, *args)
    return g.Xor(stored, args)


def unprocessed(
    raw: p.Bytes, value: g.Made, at: Context, target: str, stored: str | None = None
) -> g.Made:
    """What a routine would make a value of; one that may make several things, what is `stored`."""
    match process := raw.process:
        case p.Custom(path=path, args=args):
            return g.Encode(path, tuple(map(at.expr, args)), value, stored)
        case p.Zlib():
            return g.Deflate(value, stored, target, raw.limit)
        case p.Tagged(notation=notation, args=args):
            return g.Untag(notation, tuple(map(at.expr, args)), value, stored)
        case p.Rotate():
            return g.RotateLeft(value, at.expr(back(process)))
    assert process is not None
    return g.Xor(value, tuple(map(at.expr, process.args)))


def stored_as(value: p.Value, target: str, at: Context) -> str:
    """The attribute that keeps what a routine was given for a field."""
    before = "_raw__raw_" if isinstance(value, p.Nested) else "_raw_"
    return f"{before}{at.kept}{target}"


def back(process: p.Rotate) -> m.Expr:
    """By how many bits a rotation is undone."""
    (amount,) = process.args
    if isinstance(amount, m.Op) and amount.name == "neg":
        return amount.args[0]
    return m.Op(m.INT, amount.span, "neg", (amount,))


def new_record(value: p.Nested, stream: g.Made | None, target: str, at: Context) -> g.Made:
    """A nested record, made with its arguments, its stream, and those that it belongs to."""
    args = tuple(at.bounded(arg) for _, arg in value.args)
    kind = g.ClassOf(value.path)
    if value.opaque:
        assert stream is not None
        return g.NewOpaque(kind, args, stream)
    names = tuple(name for name, _ in value.args)
    told = (kind, names, args, stream, target, value.ordered, value.chosen)
    if value.foreign:
        return g.NewRoot(*told)
    if value.parent is None and not value.orphan:
        return g.NewRecord(*told)
    parent = None if value.parent is None else at.expr(value.parent)
    return g.NewAdopted(*told, parent)
