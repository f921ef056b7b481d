"""Files read by their plan, one field after another, with nothing of the readers that quire makes.

It is slow, and says of a file what has to be wrong with it: the error, its path and its offset.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import Any

from quire.runtime import structure as s
from quire.runtime.errors import join_path
from quire.runtime.reading.budget import FREE_ELEMENTS, most_decoded
from quire.runtime.structure.extents import begins_with_a_byte
from quire.testing.plan import branches
from quire.testing.plan.expressions import Function, Unknown
from quire.testing.plan.spec_plan import SpecPlan
from quire.testing.reading.contents import Contents
from quire.testing.reading.found import Found, Scan
from quire.testing.reading.notes import Notes
from quire.testing.reading.type_plan import IMPOSSIBLE, TypePlan
from quire.testing.stored.window import Unsure, Window, Wrong

MOST = 4096
"""Elements of a list, above which nobody can tell."""

DEEPEST = 60

_RULES = {
    "equal": "ValidationNotEqualError",
    "at_least": "ValidationLessThanError",
    "at_most": "ValidationGreaterThanError",
    "any_of": "ValidationNotAnyOfError",
    "that": "ValidationExprError",
    "member": "ValidationNotInEnumError",
}


class TypeScan(TypePlan):
    """Reads records of one type.

    Args:
        spec: The spec that it is in.
        path: The type.
        notes: Takes what is found.
        types: Gives what reads another type.
    """

    def __init__(
        self, spec: SpecPlan, path: str, notes: Notes, types: Callable[[str], TypeScan]
    ) -> None:
        super().__init__(spec, path, notes)
        self._types = types
        self.computed: dict[str, Function] = {
            each.id: self._instance(each) for each in self.plan.instances
        }

    # -- records --------------------------------------------------------------------------------

    def read(self, window: Window, path: str, parent: Any, root: Any, args: dict[str, Any]) -> Scan:
        """Read a record where a stream stands."""
        scan = self.begin(window, path, parent, root, args)
        self.go_on(scan)
        return scan

    def begin(
        self, window: Window, path: str, parent: Any, root: Any, args: dict[str, Any]
    ) -> Scan:
        """A record of which no field has been read."""
        scan = Scan(self, path, window)
        scan.update(args, _parent=parent, _root=scan if root is None else root, _io=window)
        if _depth(scan) > DEEPEST:
            raise Unsure("deep")
        return scan

    def go_on(self, scan: Scan) -> None:
        """Read the fields of a record."""
        scan.endian = self._order(scan)
        for field in self.plan.fields:
            self._field(field, scan, scan.window)

    def _order(self, scan: Scan) -> str:
        endian = self.plan.endian
        if not isinstance(endian, s.Choice):
            return getattr(scan["_parent"], "endian", "")
        offset = scan.window.offset()
        value = self.value(endian.on, scan, scan.path, offset)
        for key, name in endian.cases:
            if key is None or self.value(key, scan, scan.path, offset) == value:
                return name
        raise Wrong("UndecidedEndiannessError", scan.path, offset)

    def _instance(self, field: s.Field) -> Function:
        def read(scan: Any) -> Any:
            path = join_path(scan.path, field.id)
            if field.condition is not None and not self.value(field.condition, scan, path, None):
                return None
            if field.value is not None:
                value = self.value(field.value, scan, path, None)
                self.hold(field, value, scan, path, None)
                return value
            if field.pos is None:
                raise Unsure("an instance that moves the stream")
            window = scan.window
            if field.io is not None:
                window = self.value(field.io, scan, path, None)
            pos = self.value(field.pos, scan, path, None)
            if pos < 0:
                raise Wrong("InvalidArgumentError", path, None)
            apart = window.within(window.begin, window.end)
            apart.at = window.begin + pos
            self._field(field, scan, apart, always=True)
            return scan[field.id]

        return read

    # -- fields ---------------------------------------------------------------------------------

    def _field(self, field: s.Field, scan: Scan, window: Window, *, always: bool = False) -> None:
        path = join_path(scan.path, field.id)
        condition = None if always else field.condition
        if condition is not None:
            holds = bool(self.value(condition, scan, path, window.offset()))
            self.notes.take(scan, branches.there(self.plan.path, field, holds=holds))
            if not holds:
                return
        begin = window.at
        if field.repeat is None:
            scan[field.id] = self._element(field, scan, window, path)
        else:
            scan[field.id] = self._list(field, field.repeat, scan, window, path)
        scan.spans[field.id] = begin, window.at

    def _list(
        self, field: s.Field, repeat: s.Repeat, scan: Scan, window: Window, path: str
    ) -> list[Any]:
        made: list[Any] = []
        scan[field.id] = made
        with self.notes.table() if repeat.table else nullcontext():
            self._elements(field, repeat, scan, window, path, made)
        self.notes.take(scan, branches.times(self.plan.path, field, len(made)))
        return made

    def _elements(
        self,
        field: s.Field,
        repeat: s.Repeat,
        scan: Scan,
        window: Window,
        path: str,
        made: list[Any],
    ) -> None:
        for index in self._turns(repeat, made, scan, window, path, field):
            if index > self.notes.most:
                raise Unsure("many")
            scan["_index"] = index
            one = self._element(field, scan, window, path)
            scan[field.id] = made
            made.append(one)

    def _turns(
        self, repeat: s.Repeat, made: list[Any], scan: Scan, window: Window, path: str, field: Any
    ) -> Iterator[int]:
        """The numbers of the elements that there are."""
        if repeat.count is not None:
            count = self.value(repeat.count, scan, path, window.offset())
            if repeat.limit is not None and count > repeat.limit:
                raise Wrong("LimitError", path, window.offset())
            least = self.notes.least.of(field.stored)
            if count * least > window.left():
                raise Wrong("EndOfStreamError", path, window.offset())
            if not least and count > max(FREE_ELEMENTS, len(window.data), repeat.limit or 0):
                _expect_worth(count, window, path)
            yield from range(count)
            return
        index = 0
        while True:
            if repeat.until is None and window.eof():
                return
            if repeat.limit is not None and index >= repeat.limit:
                raise Wrong("LimitError", path, window.offset())
            yield index
            index += 1
            if repeat.until is not None:
                scan["_"] = made[-1]
                if self.value(repeat.until, scan, path, window.offset()):
                    return

    def _element(self, field: s.Field, scan: Scan, window: Window, path: str) -> Any:
        begin = window.at
        if isinstance(field.stored, s.Bits):
            begin = (8 * begin - window.bits_left) // 8
        value = self._stored(field, field.stored, scan, window, path)
        scan[field.id] = value
        if field.contents is None:
            try:
                self.hold(field, value, scan, path, window.offset(begin), window.offset())
            except Wrong:
                self._expect_neighbours(field, window)
                raise
        return value

    def _expect_neighbours(self, field: s.Field, window: Window) -> None:
        """Leave out what is wrong twice: neighbours of fixed size may be read in one go.

        Raises:
            Unsure: the file ends in them.
        """
        behind, fields = window.at, self.plan.fields
        for each in fields[fields.index(field) + 1 :] if field in fields else ():
            size = None if each.condition is not None or each.repeat else each.size
            if size is None:
                return
            behind += size
            if behind > window.end:
                raise Unsure("wrong twice")

    def hold(
        self,
        field: s.Field,
        value: Any,
        scan: Scan,
        path: str,
        offset: int | None,
        behind: int | None = None,
    ) -> None:
        """Compare a value with its rules; what cannot be computed is told `behind` it."""
        for kind, rules in self.rules[field.id]:
            try:
                holds = rules.hold(scan, value)
            except IMPOSSIBLE as error:
                raise Wrong(type(error).__name__, path, behind) from None
            except (Unknown, TypeError) as error:
                raise Unsure(str(error)) from None
            if not holds:
                raise Wrong(_RULES[kind], path, offset)

    def _stored(
        self, field: s.Field, stored: s.Stored | None, scan: Scan, window: Window, path: str
    ) -> Any:
        if stored is None:
            raise Unsure("a field of several fields")
        if begins_with_a_byte(stored):
            window.align()
        if isinstance(stored, s.Number):
            return self._number(field, stored, scan, window, path)
        if isinstance(stored, s.Bits):
            return self._bits(field, stored, scan, window, path)
        if isinstance(stored, s.Record):
            return self._record(field, stored, scan, window, path)
        if isinstance(stored, s.Switch):
            return self._switch(field, stored, scan, window, path)
        return Contents(self, field, stored, scan, window, path).read()

    def _switch(
        self, field: s.Field, stored: s.Switch, scan: Scan, window: Window, path: str
    ) -> Any:
        value = self.value(stored.on, scan, path, window.offset())
        for case in stored.cases:
            if case.key is None or self.value(case.key, scan, path, window.offset()) == value:
                branch = branches.case(self.plan.path, field, case.key)
                self.notes.take(scan, branch)
                scan.led_by = branch
                return self._stored(field, case.stored, scan, window, path)
        self.notes.take(scan, branches.case(self.plan.path, field, None, found=False))
        return None

    def _number(
        self, field: s.Field, stored: s.Number, scan: Scan, window: Window, path: str
    ) -> Any:
        begin = window.at
        raw = window.take(stored.size, path)
        value = unpacked(raw, stored, scan.endian)
        self._take_member(field, stored.enum, value, scan)
        self.notes.note(Found(field, stored, path, begin, window.at, scan, window, value))
        return value

    def _bits(self, field: s.Field, stored: s.Bits, scan: Scan, window: Window, path: str) -> Any:
        before = 8 * window.at - window.bits_left
        value = window.take_bits(stored.width, stored.endian, path)
        self._take_member(field, stored.enum, value, scan)
        begin, behind = before // 8, window.bits_left
        bit = behind if stored.endian == "be" else before - 8 * begin
        self.notes.note(Found(field, stored, path, begin, window.at, scan, window, value, bit))
        return bool(value) if stored.flag else value

    def _take_member(self, field: s.Field, enum: str, value: int, scan: Scan) -> None:
        if (label := self.notes.labels.get((enum, value))) is not None:
            self.notes.take(scan, branches.member(self.plan.path, field, label))

    def _record(
        self, field: s.Field, stored: s.Record, scan: Scan, window: Window, path: str
    ) -> Any:
        if stored.opaque:
            raise Unsure("somebody else's class")
        offset = window.offset()
        args = {name: self.value(arg, scan, path, offset) for name, arg in stored.args}
        parent: Any = None if stored.orphan else scan
        if stored.parent is not None:
            parent = self.value(stored.parent, scan, path, offset)
        begin, inner = window.at, window
        if stored.extent is not None:
            inner = Contents(self, field, stored, scan, window, path).window()
        kind = self._types(stored.path)
        root = None if stored.foreign else scan["_root"]
        if field.repeat is not None:  # errors in a record tell which one it is, others do not
            path = f"{path}[{scan['_index']}]"
        made = kind.begin(inner, path, parent, root, args)
        if field.repeat is None:
            scan[field.id] = made  # what is in it may ask for what there is of it
        kind.go_on(made)
        if stored.extent is not None:
            self.notes.note(Found(field, stored, path, begin, window.at, scan, window, made))
        return made


def _expect_worth(count: int, window: Window, path: str) -> None:
    """Refuse elements without bytes that no file of this size may have.

    Raises:
        Wrong: there are too many.
        Unsure: there are, unless enough was decoded before.
    """
    if count <= most_decoded(len(window.data)):
        raise Unsure("many")
    raise Wrong("LimitError", path, window.offset())


def unpacked(raw: bytes, stored: s.Number, chosen: str) -> Any:
    """A number of its bytes."""
    order = chosen if stored.endian == "chosen" else stored.endian
    if stored.kind == "float":
        code = {2: "e", 4: "f", 8: "d"}[stored.size]
        return struct.unpack(("<" if order == "le" else ">") + code, raw)[0]
    name: Any = "little" if order == "le" else "big"
    return int.from_bytes(raw, name, signed=stored.kind == "signed")


def _depth(scan: Any) -> int:
    found = 0
    while (scan := scan.get("_parent")) is not None:
        found += 1
    return found
