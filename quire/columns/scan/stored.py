"""Values that are no records: how a scan reads them and stores them in columns."""

from __future__ import annotations

from typing import NamedTuple

from quire.columns.scan import program as p
from quire.columns.scan.building import Building
from quire.columns.scan.layout import Pieces
from quire.columns.scan.values import LEAST, MOST, Scope, Value
from quire.runtime import structure as s

_LETTERS = {"unsigned": "u", "signed": "s", "float": "f"}
_STORED = {"u8": "s8", "f4": "u4", "f8": "s8"}
"""What numbers are stored as that a scan does not compute with."""

CHECKED = frozenset(("utf-8", "ascii"))
"""The encodings of which texts are stored as they are."""


class Read(NamedTuple):
    """A number that was read.

    Attributes:
        value: What it is to expressions.
        variable: Where it is.
        word: What it is stored as.
        dtype: What that is to numpy.
    """

    value: Value
    variable: str
    word: str
    dtype: str


class StoredValues(Building):
    """Reads numbers, bits, bytes and texts."""

    def number(self, stored: s.Number, scope: Scope, name: str) -> Read:
        """Read a number."""
        self.align()
        self.code.take(stored.size, scope.stream.end)
        found = self.kept_number(stored, name)
        if stored.endian == "chosen":
            either = (f"{found.word}{endian}(buf, pos)" for endian in ("le", "be"))
            loaded = f" if {self.order_in(scope)} else ".join(either)
        else:
            loaded = f"{found.word}{stored.endian}(buf, pos)"
        self.code.add(p.Let(found.variable, loaded))
        self.code.move(stored.size)
        return found

    def order_in(self, scope: Scope) -> str:
        """What holds where numbers of a record whose order is chosen begin with the lowest byte."""
        if not scope.order:
            raise self.refused("its byte order is chosen where its type begins")
        return scope.order

    def kept_number(self, stored: s.Number, name: str) -> Read:
        """What a number is to expressions, and in a column."""
        letter = _LETTERS[stored.kind]
        kind = f"{letter}{stored.size}"
        word = _STORED.get(kind, kind)
        variable = self.fresh(name)
        dtype = f"{'i' if letter == 's' else letter}{stored.size}"
        if letter == "f":
            found = Value("none", "a scan does not compute with floats")
            return Read(found, variable, word, dtype)
        bits = 8 * stored.size
        low, high = (0, (1 << bits) - 1) if letter == "u" else (-1 << bits - 1, (1 << bits - 1) - 1)
        whole = kind == "u8"
        value = Value("int", variable, LEAST if whole else low, min(high, MOST), whole=whole)
        return Read(value, variable, word, dtype)

    def bits(self, stored: s.Bits, scope: Scope, name: str) -> Read:
        """Read some bits."""
        size = self.bytes_of(stored)
        self.code.take(size, scope.stream.end)
        loaded = f"bits_{stored.endian}(buf, pos, {size})"
        shift = 8 * size - self.bit - stored.width if stored.endian == "be" else self.bit
        shown = f"{loaded} >> {shift}" if shift else loaded
        if stored.width < 64:
            shown = f"({shown}) & {(1 << stored.width) - 1:#x}"
        found = self.kept_bits(stored, name)
        self.code.add(p.Let(found.variable, shown))
        self.pass_bits(stored)
        return found

    def bytes_of(self, stored: s.Bits) -> int:
        """Over how many bytes bits go."""
        if self.bit and stored.endian != self.order:
            raise self.refused("bits of both orders in one byte")
        self.order = stored.endian
        size = -(-(self.bit + stored.width) // 8)
        if size > 8:
            raise self.refused(f"{stored.width} bits from within a byte")
        return size

    def pass_bits(self, stored: s.Bits) -> None:
        """Go on behind bits."""
        whole_bytes, self.bit = divmod(self.bit + stored.width, 8)
        if whole_bytes:
            self.code.move(whole_bytes)

    def kept_bits(self, stored: s.Bits, name: str) -> Read:
        """What bits are to expressions, and in a column."""
        variable = self.fresh(name)
        if stored.flag:
            return Read(Value("bool", f"({variable} != 0)"), variable, "u1", "bool")
        size = next(each for each in (1, 2, 4, 8) if stored.width <= 8 * each)
        most, whole = (1 << min(stored.width, 63)) - 1, stored.width == 64
        value = Value("int", variable, LEAST if whole else 0, most, whole=whole)
        return Read(value, variable, "s8" if size == 8 else f"u{size}", f"u{size}")

    # -- bytes ---------------------------------------------------------------------------------

    def extent(self, extent: s.Extent, scope: Scope, name: str) -> tuple[str, str]:
        """Go over bytes; gives where they begin, and how many there are.

        What ends or fills them is left out, as the value has it.
        """
        if extent.process is not None:
            raise self.refused(f"`process: {extent.process.routine}`")
        self.align()
        begin, length = self.fresh(f"{name}_at"), self.fresh(f"len_{name}")
        if extent.size is None and not extent.to_end:
            self._terminated(extent, scope, begin, length)
            self.expect_within(extent, length)
        else:
            self._sized(extent, scope, begin, length)
        return begin, length

    def expect_within(self, extent: s.Extent, size: str) -> None:
        """Expect that no more bytes are stored than a reader takes."""
        if extent.limit is not None:
            self.expect(f"{size} <= {extent.limit}", p.WRONG)

    def _sized(self, extent: s.Extent, scope: Scope, begin: str, length: str) -> None:
        end = scope.stream.end
        if type(extent.size) is int:
            self.code.take(extent.size, end)
            size = str(extent.size)
        else:
            size = self._told_size(extent, scope)
            self.code.close()
        self.code.add(p.Let(begin, "pos"), p.Let(length, size))
        if type(extent.size) is int:
            self.code.move(extent.size)
        else:
            self.code.add(p.Move(length))
        self.expect_within(extent, length)
        if extent.pad is not None:
            self.code.add(p.Let(length, f"stripped(buf, {begin}, {length}, {extent.pad})"))
        if (ending := extent.terminator) is not None:
            byte = self.one_byte(ending)
            cut = f"cut(buf, {begin}, {length}, {byte}, {int(extent.include)})"
            self.code.add(p.Let(length, cut))

    def _told_size(self, extent: s.Extent, scope: Scope) -> str:
        """The size that an expression says, made sure to be left."""
        end = scope.stream.end
        if extent.size is None:
            self.expect(f"pos <= {end}", p.WRONG)
            return f"{end} - pos"
        found = self.expressions(scope).integer(extent.size)
        if found.low < 0:
            self.expect(f"{found.text} >= 0", p.WRONG)
        self.code.add(p.Take(found.text, end))
        return found.text

    def _terminated(self, extent: s.Extent, scope: Scope, begin: str, length: str) -> None:
        if extent.terminator is None:
            raise self.refused("it has no end: neither `size`, `size-eos` nor `terminator`")
        byte, end = self.one_byte(extent.terminator), scope.stream.end
        self.code.close()
        self.code.add(p.Let(begin, "pos"), p.Let(length, f"find_byte(buf, pos, {end}, {byte})"))
        if extent.eos_error:
            self.expect(f"{length} >= 0", p.WRONG)
            self.code.add(p.Move(f"{length} + {int(extent.consume)}"))
            if extent.include:
                self.code.add(p.Let(length, f"{length} + 1"))
            return
        found, more = int(extent.consume), int(extent.include)
        there: list[p.Statement] = [p.Move(f"{length} + {found}")]
        there.append(p.Let(length, f"{length} + {more}"))
        rest: list[p.Statement] = [p.Let(length, f"{end} - pos"), p.Move(length)]
        self.code.add(p.When(f"{length} >= 0", there, rest))

    def one_byte(self, terminator: bytes) -> int:
        """The byte that ends a value."""
        if len(terminator) != 1:
            raise self.refused("a terminator of several bytes")
        return terminator[0]

    def put_bytes(
        self, begin: str, length: str, counter: int, row: str, name: str, encoding: str
    ) -> Pieces:
        """Store bytes in a column."""
        offsets, used = self.offsets(name, counter), self.counter()
        data = self.array(f"{name}_data", "u1", used)
        self.code.add(
            p.Copy(
                offsets.name,
                row,
                data.name,
                self.number_of(used),
                self.room_of(used),
                begin,
                length,
                used,
            )
        )
        return Pieces(offsets, data, encoding)
