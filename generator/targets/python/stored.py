"""Stored bytes as expressions: taken, cut at their end, and made into others."""

from __future__ import annotations

from quire.generator.plan import operations as p
from quire.generator.targets.python.expr import Printer
from quire.generator.targets.python.layout import Doc, Group, flat, quoted, quoted_bytes
from quire.generator.targets.python.names import routine_class
from quire.generator.types import model as m


def stored_size(raw: p.Bytes, printer: Printer) -> Doc:
    """How many bytes there are."""
    return printer.doc(raw.size) if raw.size is not None else "io.left()"


def _limit(raw: p.Bytes) -> list[str]:
    return limit_of(raw.limit)


def limit_of(limit: int | None) -> list[str]:
    """The argument for a limit, if there is one."""
    return [f"limit=0x{limit:X}"] if limit is not None else []


def stored_view(raw: p.Bytes, target: str, printer: Printer) -> Doc:
    """The bytes, not copied."""
    if raw.size is None:
        return Group("io.rest(", (quoted(target), *_limit(raw)), ")")
    return Group("io.take(", (printer.doc(raw.size), quoted(target), *_limit(raw)), ")")


def _is_ended(raw: p.Bytes) -> bool:
    """Whether the terminator is what ends the bytes, and not a size or the stream."""
    return raw.size is None and not raw.to_end and raw.terminator is not None


def _taken(raw: p.Bytes, target: str, printer: Printer, form: str = "") -> Doc:
    """The stored bytes, before anything is made of them; as a view in the form `_view`."""
    if not _is_ended(raw):
        return stored_view(raw, target, printer)
    flags = (f"include={raw.include}", f"consume={raw.consume}", f"eos_error={raw.eos_error}")
    args = (quoted_bytes(raw.terminator or b""), quoted(target), *flags, *_limit(raw))
    return Group(f"io.until{form}(", args, ")")


def _trimmed(raw: p.Bytes, stored: Doc, form: str = "") -> Doc:
    """Without padding, and cut at a terminator inside."""
    terminator = None if _is_ended(raw) else raw.terminator
    if raw.pad is None and terminator is None:
        return stored
    args = (stored, repr(raw.pad), _optional(terminator), f"include={raw.include}")
    return Group(f"trim{form}(", args, ")")


def processed(raw: p.Bytes, process: p.Process, source: str, target: str, printer: Printer) -> Doc:
    """What a routine makes of stored bytes."""
    args = tuple(printer.doc(arg) for arg in process.args)
    if process.routine == "custom":
        maker = Group(f"{routine_class(process.path)}(", args, f").decode({source})")
        return flat(maker)
    if process.routine == "zlib":
        return Group("inflate(", (source, quoted(target), "io", *_limit(raw)), ")")
    name = "rotate_left" if process.routine == "rotate" else "xor"
    return Group(f"{name}(", (source, *args), ")")


def unprocessed(process: p.Process, source: Doc, printer: Printer) -> Doc:
    """What a routine would make a value of."""
    args = tuple(printer.doc(arg) for arg in process.args)
    if process.routine == "custom":
        maker = flat(Group(f"{routine_class(process.path)}(", args, ")"))
        return Group(f"{maker}.encode(", (source,), ")")
    if process.routine == "zlib":
        return Group("deflate(", (source,), ")")
    if process.routine == "rotate":
        (amount,) = process.args
        back: m.Expr = m.Op(m.INT, amount.span, "neg", (amount,))
        if isinstance(amount, m.Op) and amount.name == "neg":
            (back,) = amount.args
        return Group("rotate_left(", (source, printer.doc(back)), ")")
    return Group("xor(", (source, *args), ")")


def unprocessor(process: p.Process, printer: Printer) -> Doc:
    """The same as a function of the value, whose arguments have their values already."""
    if process.routine == "zlib":
        return "deflate"
    made = flat(unprocessed(process, "", printer))
    if process.routine == "custom":
        return made.removesuffix("()")
    name, _, args = made.partition("(, ")
    key = "key" if name == "xor" else "amount"
    return f"partial({name}, {key}={args}"


def stored_bytes(raw: p.Bytes, target: str, printer: Printer) -> Doc:
    """The bytes as the value of a field."""
    if _is_ended(raw):
        return _trimmed(raw, _taken(raw, target, printer))
    if raw.pad is not None or raw.terminator is not None:
        return _trimmed(raw, stored_view(raw, target, printer))
    if raw.size is None:
        return Group("bytes(", (stored_view(raw, target, printer),), ")")
    args = (printer.doc(raw.size), quoted(target), *_limit(raw))
    return Group("io.take_bytes(", args, ")")


def _optional(terminator: bytes | None) -> str:
    return "None" if terminator is None else quoted_bytes(terminator)


def window(raw: p.Bytes, target: str, printer: Printer) -> Doc:
    """The stream of a record that has one of its own."""
    if _is_ended(raw) or raw.pad is not None or raw.terminator is not None:
        view = _trimmed(raw, _taken(raw, target, printer, "_view"), "_view")
        return Group("io.window(", ("io.pos()", view), ")")
    return Group("io.substream(", (stored_size(raw, printer), quoted(target), *_limit(raw)), ")")
