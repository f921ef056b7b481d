"""The source of a function that makes fields side by side, with what each of them usually is."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from quire.runtime import structure as s
from quire.testing.choices import Choices
from quire.testing.making.contents import any_value, is_bare, most_told
from quire.testing.making.context import TypeContext
from quire.testing.making.holes import Hole, Late
from quire.testing.making.numbers import late, plain_chooser
from quire.testing.making.steps import Step, Ways
from quire.testing.making.usual import MOSTLY, UNUSUAL, always_usual, usual
from quire.testing.plan.expressions import NAMES, Frame, Unknown
from quire.testing.plan.rules import Rules
from quire.testing.stored.scalars import ORDERS
from quire.testing.stored.stream import Refused, Stream

_NOT_AT_ONCE = (Unknown, TypeError, ValueError, LookupError, ArithmeticError, struct.error)
"""What comes of a value that has to be decided alone."""

TOLD = "*"
"""What bytes are called whose length is told by a number before them."""

Line = str | tuple[str, Any]
"""A line, or a field with what it always is."""

Part = tuple[str, list[s.Field]]
"""What `struct` calls some fields, or `TOLD`: one, or bits that are whole bytes together."""


def run(owner: TypeContext, parts: Sequence[Part], alone: Sequence[Ways]) -> Step:
    """What makes fields at once at the end of a stream.

    Each number takes a byte of the choices, if it has a default: that is its value unless all bits
    are set. Where something is known of the values already, they are made one by one.

    Args:
        owner: What makes the record.
        parts: The fields.
        alone: What makes each of them.
    """
    fields = [field.id for _, each in parts for field in each]

    def one_by_one(draw: Choices, frame: Frame, stream: Stream) -> None:
        for once, careful in alone:
            (careful if draw.is_careful else once)(draw, frame, stream)

    def again(draw: Choices, frame: Frame, stream: Stream) -> None:
        draw.forget()
        for name in fields:
            frame.pop(name, None)
        one_by_one(draw, frame, stream)

    source = _Source(owner, parts)
    source.names |= {"one_by_one": one_by_one, "again": again}
    exec("\n".join(source.lines()), source.names)  # noqa: S102  # made here of names that are quoted
    step: Step = source.names["run"]
    return step


def order_of(parts: Sequence[Part]) -> str | None:
    """The byte order of numbers: "" if any is right, None if there are several."""
    numbers = [each for _, (each, *_) in parts if isinstance(each.stored, s.Number)]
    orders = {each.stored.endian for each in numbers if each.stored.size > 1}  # type: ignore[union-attr]  # they are numbers
    return None if len(orders) > 1 else next(iter(orders), "")


class _Source:
    """The function.

    Args:
        owner: What makes the record.
        parts: The fields.

    Attributes:
        names: What the function uses.
    """

    def __init__(self, owner: TypeContext, parts: Sequence[Part]) -> None:
        self._owner, self._parts = owner, parts
        self.names: dict[str, Any] = {
            **NAMES,
            "Hole": Hole,
            "not_at_once": _NOT_AT_ONCE,
            "sized": _sized,
        }
        fields = [field for _, each in parts for field in each]
        self._defaults = {each.id: made for each in fields if (made := _default(owner, each))}
        self._late = {each.id: found for each in fields if (found := late_of(owner, each))}
        self._told = {
            teller: each.id
            for code, (each, *_) in parts
            if code == TOLD and (teller := owner.telling.plain_teller(each.id)) in self._late
        }

    def lines(self) -> Iterator[str]:
        """Its lines."""
        yield "def run(draw, f, stream):"
        yield "    if not draw.is_plain or f.wanted or stream.pins:"
        yield "        return one_by_one(draw, f, stream)"
        if self._defaults:
            yield f"    given = draw.take({len(self._defaults)})"
        yield "    try:"
        if self._defaults:
            yield f"        if max(given) < {MOSTLY}:"
            yield from self._making(" " * 12, is_usual=True)
            yield "        else:"
        yield from self._making(" " * (12 if self._defaults else 8), is_usual=False)
        yield "    except not_at_once:"
        yield "        return again(draw, f, stream)"
        yield "    stream.write(data)"
        yield from self._places()

    def _making(self, indent: str, *, is_usual: bool) -> Iterator[str]:
        """What decides the values, and makes `data` of them."""
        lines, pieces = list[Line](), list[tuple[str, list[str]]]()
        for code, fields in self._parts:
            made, stored = self._stored(fields, is_usual=is_usual)
            lines += [*made, *self._held(fields)]
            if TOLD in (code, pieces[-1][0] if pieces else TOLD):
                pieces.append((code, [stored]))
            else:
                pieces[-1] = pieces[-1][0] + code, [*pieces[-1][1], stored]
        for line in self._joined(lines):
            yield indent + line
        packed = " + ".join(
            stored[0] if code == TOLD else f"{self._packing(code)}({', '.join(stored)})"
            for code, stored in pieces
        )
        is_constant = not any(isinstance(line, str) for line in lines)
        if is_constant and order_of(self._parts) != "chosen":
            packed = repr(eval(packed, self.names))  # noqa: S307  # made here of constants
        yield f"{indent}data = {packed}"

    def _held(self, fields: Iterable[s.Field]) -> Iterator[str]:
        """The lines that look at rules of what is computed, which some fields decide about."""
        for each in fields:
            if (hold := self._owner.computed_rules.after(each.id)) is not None:
                self.names |= {f"hold_{each.id}": hold, "Refused": Refused}
                yield f"if not hold_{each.id}(f): raise Refused('a rule of what is computed')"

    def _joined(self, lines: Iterable[Line]) -> Iterator[str]:
        """The lines, with those for constants side by side as one."""
        known: dict[str, Any] = {}
        for line in lines:
            if isinstance(line, str):
                yield from self._known(known)
                yield line
                known = {}
            else:
                known[line[0]] = line[1]
        yield from self._known(known)

    def _known(self, values: dict[str, Any]) -> Iterator[str]:
        if values:
            name = f"known_{len(self.names)}"
            self.names[name] = values
            yield f"f.update({name})"

    def _packing(self, code: str) -> str:
        """What packs numbers in the byte order of them all."""
        order = order_of(self._parts) or "le"
        for each in ORDERS if order == "chosen" else [order]:
            self.names[f"{each}_{code}"] = struct.Struct(ORDERS[each] + code).pack
        if order != "chosen":
            return f"{order}_{code}"
        return f"(le_{code} if f.endian == 'le' else be_{code})"

    # -- values ---------------------------------------------------------------------------------

    def _stored(self, fields: list[s.Field], *, is_usual: bool) -> tuple[list[Line], str]:
        """What decides some fields, and what is packed of them."""
        field, stored = fields[0], fields[0].stored
        if field.contents is not None:
            return [(field.id, field.contents)], repr(field.contents)
        if isinstance(stored, s.Bytes | s.Text):
            return self._bytes(field, stored)
        if isinstance(stored, s.Bits):
            return self._bits(fields, stored.endian, is_usual=is_usual)
        if field.id in self._late:
            return [], f"len(s_{self._told[field.id]})" if field.id in self._told else "0"
        return self._number(field, is_usual=is_usual)

    def _bytes(self, field: s.Field, stored: s.Bytes | s.Text) -> tuple[list[Line], str]:
        """Bytes or text, as many as a number tells, or as there always are."""
        name, extent = field.id, stored.extent
        encoding = stored.encoding if isinstance(stored, s.Text) else ""
        teller = self._owner.telling.plain_teller(name)
        is_open, is_any = teller in self._told, is_bare(self._owner, field, extent, encoding)
        lines = list[Line]()
        size = "size"
        if is_open:
            size = f"draw.length({most_told(self._owner, field)})" if is_any else "None"
        elif isinstance(extent.size, int):
            size = str(extent.size)
        elif extent.size is not None:
            source = self._owner.maker.compiler.source(extent.size)
            lines.append(f"size = sized({source}, draw)")
        if is_any:
            lines.append(f"s_{name} = f[{name!r}] = draw.take({size})")
        else:
            self.names[f"make_{name}"] = any_value(self._owner, field, extent, encoding)
            lines.append(f"f[{name!r}], s_{name} = make_{name}(draw, f, {size})")
        if is_open:
            lines.append(f"f[{teller!r}] = len(s_{name})")
        return lines, f"s_{name}"

    def _bits(self, fields: list[s.Field], order: str, *, is_usual: bool) -> tuple[list[Line], str]:
        """The bytes of numbers of bits."""
        widths = [field.stored.width for field in fields]  # type: ignore[union-attr]  # they are bits
        shifts = [sum(widths[:i] if order == "le" else widths[i + 1 :]) for i in range(len(widths))]
        lines, shifted = list[Line](), list[str]()
        for field, width, shift in zip(fields, widths, shifts, strict=True):
            made, value = self._number(field, is_usual=is_usual)
            is_checked = value.isdigit() and int(value) < 1 << width
            test = f"if not 0 <= {value} < {1 << width}: raise ValueError"
            lines += made if is_checked else [*made, test]
            shifted.append(f"{value} << {shift}" if shift else value)
        big = "little" if order == "le" else "big"
        return lines, f"({' | '.join(shifted)}).to_bytes({sum(widths) // 8}, {big!r})"

    def _number(self, field: s.Field, *, is_usual: bool) -> tuple[list[Line], str]:
        """A number that is decided."""
        stored: Any = field.stored
        owner, name, usual_one = self._owner, f"v_{field.id}", field.default
        kept = f"bool({name})" if isinstance(stored, s.Bits) and stored.flag else name
        default = self._defaults.get(field.id)
        if default and is_usual and usual_one is not None:
            known = owner.maker.compiler.constants([usual_one])
            if known is not None and isinstance(value := known[0], int):
                return [(field.id, bool(value) if kept != name else value)], repr(int(value))
            return [f"{name} = {default}", f"f[{field.id!r}] = {kept}"], name
        mostly, given = default, f"given[{[*self._defaults].index(field.id)}]" if default else ""
        rules = Rules(field.id, field.valid, owner.maker.compiler, owner.maker.members(stored.enum))
        values = None if default else always_usual(owner, field)
        if isinstance(rules.only, int) and kept == name:
            return [(field.id, int(rules.only))], repr(int(rules.only))
        if values and all(type(each) is int for each in values) and rules.always_hold(values):
            self.names[f"usual_{field.id}"] = values
            mostly = repr(values[0]) if len(values) == 1 else f"draw.one_of(usual_{field.id})"
            given = "draw.byte()"
        usually = UNUSUAL if mostly else usual(owner, field)
        self.names[f"choose_{field.id}"] = plain_chooser(owner, field, stored, usually)
        value = f"choose_{field.id}(draw, f)"
        if mostly:
            value = f"{mostly} if {given} < {MOSTLY} or draw.byte() < 0x80 else {value}"
        return [f"{name} = {value}", f"f[{field.id!r}] = {kept}"], name

    # -- places ---------------------------------------------------------------------------------

    def _places(self) -> Iterator[str]:
        """What tells where fields stand that somebody asks for, and numbers that come later."""
        at, lengths, found = 0, "", list[str]()
        for code, (field, *_) in self._parts:
            name, begin = field.id, f"begin + {at}{lengths}"
            if code == TOLD:
                lengths += f" + len(s_{name})"
            else:
                at += struct.calcsize("<" + code)
            if name in self._owner.sums.spans:
                found.append(f"f.spans[{name!r}] = {begin}, begin + {at}{lengths}")
            if name in self._late and name not in self._told:
                self.names[f"late_{name}"] = self._late[name]
                found.append(f"f.holes[{name!r}] = Hole(late_{name}, f, stream, {begin})")
        if found:
            yield "    begin = len(stream.data) - len(data)"
            yield from (f"    {each}" for each in found)


def late_of(owner: TypeContext, field: s.Field) -> Late | None:
    """A number that is filled in later, if a field is one."""
    return late(owner, field, field.stored) if isinstance(field.stored, s.Number) else None


def _sized(size: Any, draw: Choices) -> int:
    """A number of bytes that a file may have.

    Raises:
        Refused: it may not.
    """
    if not 0 <= size <= draw.largest:
        raise Refused("no such size")
    return int(size)


def _default(owner: TypeContext, field: s.Field) -> str:
    """The source of what a number mostly is, if nothing else says what it may be; else ""."""
    if not isinstance(field.stored, s.Number | s.Bits) or field.contents is not None:
        return ""
    is_said = field.usual is not None or field.derive is not None or field.valid
    if field.default is None or is_said or field.id in owner.maker.mined.told:
        return ""
    try:
        return owner.maker.compiler.source(field.default)
    except Unknown:
        return ""
