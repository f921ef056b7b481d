"""The inverse of a scan: rows of columns as the bytes that they are read from.

It goes over a spec as the scan does, with the same columns, and asks the same of them; numbers and
bytes are taken out of the columns and stored, and what a scan notes is expected to stand there.
"""

from __future__ import annotations

from dataclasses import replace

from quire.columns.scan import layout as c
from quire.columns.scan import program as p
from quire.columns.scan.checked import At
from quire.columns.scan.deriving import Deriving, Scan
from quire.columns.scan.expressions import Found
from quire.columns.scan.layout import Cells
from quire.columns.scan.stored import Read
from quire.columns.scan.values import Scope, Stream, Value
from quire.runtime import structure as s


def inverse_of(type_: s.Type, spec: s.Spec, path: str, *, wide: bool) -> Scan:
    """What writes a list, by its name in a record of a type.

    Raises:
        NoColumnsError: it can be written from objects alone.
    """
    return Inverse(spec, wide=wide).scan(type_, path)


class Inverse(Deriving):
    """Makes the inverse of one scan; what stands before the list is read.

    Attributes:
        is_row: Whether the rows are gone over.
    """

    title = "{} from its columns: the inverse of a scan"
    is_row = False

    # -- rows ----------------------------------------------------------------------------------

    def moved(self, scope: Scope) -> Scope:
        """The record that holds the list, whose stream goes on as far as rows are written."""
        self.is_row = True
        around: Scope | None = scope
        while around is not None:
            _forget_bytes(around)
            around = around.parent
        moved = super().moved(scope)
        moved.stream = Stream("start", "end", is_open=True)
        return moved

    def more(self, _repeat: s.Repeat, _scope: Scope) -> str:
        """What holds as long as there are more rows: the table tells how many there are."""
        return "i < state[3]"

    def last(self, repeat: s.Repeat, found: Found, scope: Scope) -> str:
        """Expect of the last row alone that it ends the list."""
        if until := self.until(repeat, found, scope):
            self.expect(f"({until}) == (i + 1 == state[3])", p.WRONG)
        return ""

    def _itself(self, stored: s.Record, _counter: int) -> tuple[str, p.Block, c.Struct]:
        raise self.refused(f"{stored.path} holds itself: it is written from objects")

    def no_row(self, counter: int) -> str:
        """What it is if there are no more rows in a column."""
        return p.WRONG if self.is_row else super().no_row(counter)

    def note(self, cells: Cells, row: str, value: str, *, bit: bool = False) -> None:
        """Expect what a scan would note."""
        self.expect(f"{'get_bit' if bit else 'get'}({cells.name}, {row}) == {value}", p.WRONG)

    def blank(self, _column: c.Numbers, _row: str) -> None:
        """Nothing: a number that is not there may be any."""

    def limit(self, repeat: s.Repeat, scope: Scope) -> str:
        """How many elements there are, if a number says it."""
        if not self.is_row or repeat.count is None:
            return super().limit(repeat, scope)
        name = self.fresh("count")
        self.code.add(p.Let(name, self.expressions(scope).integer(repeat.count).text))
        self.expect(f"{name} >= 0")
        return name

    def goes_on(self, repeat: s.Repeat, number: str, limit: str, scope: Scope) -> str:
        """What holds as long as a list in a row goes on."""
        if repeat.count is None and repeat.until is None and scope.stream.is_open:
            raise self.refused("it goes on to the end of the file")
        return super().goes_on(repeat, number, limit, scope)

    # -- values --------------------------------------------------------------------------------

    def value(
        self, field: s.Field, stored: s.Stored, scope: Scope, at: At | None
    ) -> tuple[Found, c.Column | None]:
        """Go over a value; of a row it is stored."""
        if at is not None and isinstance(stored, s.Number):
            return self._number(field.id, stored, scope, at)
        if at is not None and isinstance(stored, s.Bits):
            return self._bits(field.id, stored, scope, at)
        return super().value(field, stored, scope, at)

    def _number(
        self, name: str, stored: s.Number, scope: Scope, at: At
    ) -> tuple[Found, c.Column | None]:
        read, column = self._taken(name, self.kept_number(stored, name), stored.enum, at)
        self.align()
        self._need(stored.size, scope)
        if stored.endian == "chosen":
            either: list[p.Statement] = [
                p.Store(f"store_{stored.size}{end}", read.variable) for end in ("le", "be")
            ]
            self.code.add(p.When(self.order_in(scope), either[:1], either[1:]))
        else:
            self.code.add(p.Store(f"store_{stored.size}{stored.endian}", read.variable))
        self.code.move(stored.size)
        return read.value, column

    def _bits(
        self, name: str, stored: s.Bits, scope: Scope, at: At
    ) -> tuple[Found, c.Column | None]:
        size = self.bytes_of(stored)
        read, column = self._taken(name, self.kept_bits(stored, name), stored.enum, at)
        if stored.width < 63 and not stored.flag:
            self.expect(f"0 <= {read.variable} < {1 << stored.width}", p.WRONG)
        elif stored.width == 63:
            self.expect(f"{read.variable} >= 0", p.WRONG)
        self._need(size, scope)
        self.code.add(p.StoreBits(stored.endian, size, self.bit, stored.width, read.variable))
        self.pass_bits(stored)
        return read.value, column

    def _taken(self, name: str, read: Read, enum: str, at: At) -> tuple[Read, c.Numbers]:
        """Take a number out of its column."""
        cells = self.array(name, read.word, at.counter)
        self.code.add(p.Let(read.variable, f"get({cells.name}, {at.row})"))
        return read, c.Numbers(cells, read.dtype, enum)

    def _need(self, size: int, scope: Scope) -> None:
        self.code.take(size, scope.stream.end, _otherwise(scope))

    # -- bytes ---------------------------------------------------------------------------------

    def pieces(
        self, name: str, stored: s.Bytes | s.Text, scope: Scope, at: At | None
    ) -> tuple[Found, c.Column | None]:
        """Store bytes or a text, and what ends them or fills them up."""
        if at is None:
            return super().pieces(name, stored, scope, at)
        offsets, counter = self.offsets(name, at.counter), self.counter()
        data = self.array(f"{name}_data", "u1", counter)
        used, stop = self.number_of(counter), self.fresh(f"{name}_stop")
        begin, length = self.fresh(f"{name}_at"), self.fresh(f"len_{name}")
        self.align()
        self.code.close()
        self.code.add(p.Let(stop, f"get({offsets.name}, {at.row} + 1)"))
        self.code.add(p.Let(length, f"{stop} - {used}"))
        size = self._size(stored.extent, scope, length)
        self._expect_ending(stored.extent, data.name, used, stop)
        self.code.add(p.Take(size, scope.stream.end, _otherwise(scope)), p.Let(begin, "pos"))
        self.code.add(p.Give(begin, data.name, used, self.room_of(counter), length))
        self._end(stored.extent, f"{begin} + {length}", f"{begin} + {size}")
        self.code.add(p.Let("pos", f"{begin} + {size}"))
        encoding = stored.encoding if isinstance(stored, s.Text) else ""
        found = Value("text" if encoding else "bytes", begin, length=length, encoding=encoding)
        return found, c.Pieces(offsets, data, encoding)

    def _size(self, extent: s.Extent, scope: Scope, length: str) -> str:
        """How many bytes are stored for so many of a value."""
        if extent.process is not None:
            raise self.refused(f"`process: {extent.process.routine}`")
        if extent.size is None and not extent.to_end:
            if not (extent.consume and extent.eos_error):
                raise self.refused("it has `consume: false` or `eos-error: false`")
            self.expect_within(extent, length)
            return length if extent.include else f"({length} + 1)"
        size = self._told(extent, scope)
        self.expect_within(extent, size)
        if extent.terminator is None and extent.pad is None:
            self.expect(f"{length} == {size}", p.WRONG)
        elif extent.include:
            raise self.refused("what ends it belongs to it, and it has a size")
        else:
            self.expect(f"{length} <= {size}", p.WRONG)
        return size

    def _told(self, extent: s.Extent, scope: Scope) -> str:
        """The size that a spec tells, as a name or a number."""
        if extent.size is None:
            if scope.stream.is_open:
                raise self.refused("it goes on to the end of the file")
            self.expect(f"pos <= {scope.stream.end}", p.WRONG)
            text = f"{scope.stream.end} - pos"
        else:
            found = self.expressions(scope).integer(extent.size)
            if found.low < 0:
                self.expect(f"{found.text} >= 0", p.WRONG)
            text = found.text
        size = self.fresh("size")
        self.code.add(p.Let(size, text))
        return size

    def _expect_ending(self, extent: s.Extent, data: str, used: str, stop: str) -> None:
        """Expect of a value that it is read back: what ends it stands at its end alone."""
        if extent.terminator is not None:
            byte = self.one_byte(extent.terminator)
            if extent.include:
                self.expect(f"{stop} > {used} and {data}[{stop} - 1] == {byte}", p.WRONG)
                stop = f"{stop} - 1"
            self.expect(f"not has_byte({data}, {used}, {stop}, {byte})", p.WRONG)
        if extent.pad is not None:
            self.expect(f"{stop} == {used} or {data}[{stop} - 1] != {extent.pad}", p.WRONG)

    def _end(self, extent: s.Extent, begin: str, end: str) -> None:
        """Store what ends a value, and what fills it up."""
        if extent.include or (extent.terminator is None and extent.pad is None):
            return
        if extent.size is not None or extent.to_end:
            self.code.add(p.Fill(begin, end, extent.pad or 0))
        if extent.terminator is not None:
            there: list[p.Statement] = [p.Fill(begin, f"{begin} + 1", extent.terminator[0])]
            self.code.add(p.When(f"{begin} < {end}", there, []))

    # -- records in streams of their own -------------------------------------------------------

    def window(self, extent: s.Extent, scope: Scope, inner: Scope, name: str) -> str:
        """Have a record be stored in a stream of its own; gives where that ends."""
        if not self.is_row:
            return super().window(extent, scope, inner, name)
        if extent.process is not None or extent.limit is not None:
            raise self.refused("it has `process` or `-limit`")
        if extent.terminator is not None or extent.pad is not None:
            raise self.refused("it has a `terminator` or `pad-right`")
        begin, end = self.fresh(f"{name}_at"), self.fresh(f"{name}_end")
        self.align()
        self.code.close()
        size = self._told(extent, scope)
        self.code.add(p.Take(size, scope.stream.end, _otherwise(scope)))
        self.code.add(p.Let(begin, "pos"), p.Let(end, f"{begin} + {size}"))
        inner.stream = Stream(begin, end)
        return end

    def leave(self, after: str, inner: Scope, at: At | None) -> None:
        """Fill up the stream of a record, and go on behind it."""
        if at is None:
            super().leave(after, inner, at)
            return
        self.align()
        self.code.close()
        self.code.add(p.Fill("pos", after, 0), p.Let("pos", after))


def _otherwise(scope: Scope) -> str:
    """What it is if bytes do not fit: a stream that is open may have more room later."""
    return p.FULL if scope.stream.is_open else p.WRONG


def _forget_bytes(scope: Scope) -> None:
    """Have nothing look at bytes before the list, which are not where rows are written."""
    for name, value in scope.values.items():
        if value.kind in ("bytes", "text"):
            scope.values[name] = replace(value, kind="none", text="its bytes stand before the list")
    for record in scope.records.values():
        if record is not scope.parent:
            _forget_bytes(record)
