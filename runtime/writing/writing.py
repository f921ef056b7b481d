"""How a record is written: field by field, in streams of its parts, and at positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import repeat
from typing import Any, ClassVar

from quire.runtime.coding.sums import Marks, Sum
from quire.runtime.editing.comparing.taken import take_along
from quire.runtime.errors import EXPLAINED, FormatError
from quire.runtime.lists.lazy import Lazy
from quire.runtime.lists.packed import batches, not_packed, packed, packs
from quire.runtime.lists.read_once import ReadOnce, written
from quire.runtime.lists.synced import gaps_before
from quire.runtime.members import have_more, own_members
from quire.runtime.python_errors import mistyped
from quire.runtime.reading.elements import Elements
from quire.runtime.reading.instance import NONE, forget, forget_computed, has_value, is_set, keep
from quire.runtime.reading.reader import Reader
from quire.runtime.record import Record
from quire.runtime.standing import have_other_parents
from quire.runtime.writing.deriving import Deriving
from quire.runtime.writing.drafts import drafts, laid_out
from quire.runtime.writing.giving import (
    is_of_kind,
    kinds_of,
    record_types,
    shown,
    unknown,
)
from quire.runtime.writing.lost_values import (
    refuse_computed,
    refuse_left_out,
    refuse_loose,
    refuse_lost,
    refuse_streamless,
)
from quire.runtime.writing.pieces import LARGE, Pieces
from quire.runtime.writing.spans import Spans
from quire.runtime.writing.stream_end import Ending
from quire.runtime.writing.writer import Writer

ELSEWHERE = "is read from a stream that quire cannot write to: change the field that has its bytes"


class Writing(Deriving):
    """A record that can be written into a stream, with all that it holds."""

    __slots__ = ()

    _placed: ClassVar[tuple[str, ...]] = ()
    """The instances that stand at positions, and are written."""

    _loose: ClassVar[tuple[str, ...]] = ()
    """The instances that have no position, and were read wherever the stream stood."""

    _elsewhere: ClassVar[tuple[str, ...]] = ()
    """The instances that are read from where a writer cannot put them, say from another stream."""

    _places: ClassVar[bool] = False
    """Whether the type, or one that it holds, has instances that stand at positions."""

    _has_sums: ClassVar[bool] = False
    """Whether the type has checksums of bytes of its stream."""

    _stands_alone: ClassVar[bool] = False
    """Whether records of the type have checksums, and are the same bytes wherever they stand; the
    first of their marks is where they begin."""

    _looks_up: ClassVar[tuple[str, ...]] = ()
    """What records of the type look up outside themselves: `_root.header.network`."""

    _fields_look_up: ClassVar[tuple[str, ...] | None] = None
    """The same of its fields, and of the instances that fields name: `_io`, if one is read
    elsewhere; None, if it is the same."""

    _goes_by_place: ClassVar[bool] = False
    """Whether records of the type may be other bytes in another place of their stream."""

    _goes_by_size: ClassVar[bool] = False
    """Whether they are others there only where one asks for the size of that; see `size_of`."""

    _own_streams: ClassVar[tuple[str, ...]] = ()
    """The fields and instances that are records in streams of their own."""

    _below: ClassVar[tuple[str, ...]] = ()
    """The instances that stand in streams of what a record has: `_beside_…` says of what, field by
    field."""

    _once: ClassVar[tuple[str, ...]] = ()
    """The lists of the type of which it is known who has looked at which record, if they are long:
    but for those of the record of a file, of which that is always so."""

    _measures: ClassVar[bool] = False
    """Whether a field of the type depends on how many bytes records take."""

    _marks: tuple[int, ...]
    """Where the fields stood that these depend on, of a record that was read."""

    def _value(self, name: str) -> Any:
        return getattr(self, name, None)

    def _is_placed(self) -> bool:
        """Whether there is anything that stands at a position, here or below."""
        if (
            self._has_sums
            or self._measures
            or self._io is not None
            or any(self._kept(name) is not NONE for name in self._placed)
        ):
            return True
        return any(
            child._places and child._is_placed()
            if isinstance(child, Writing)
            else isinstance(child, dict) and self._may_place(name)
            for name, child in self._children()
        )

    def _may_place(self, name: str) -> bool:
        """Whether a dict, of which the type is not known yet, may be a record that places some."""
        kind = kinds_of(type(self)).get(name.partition("[")[0])
        return any(each._places for each in record_types(kind))

    def _is_there(self, name: str) -> bool:
        """Whether something follows from an instance: not from one that is as it was read."""
        if not has_value(self, name):
            return False
        io: Reader | None = self._io  # None if it was built
        is_plain = isinstance(self._kept(name), bool | int | float | str | bytes)
        if io is None or not is_plain or is_set(self, name):
            return True
        members = own_members(self)  # of a copy that was written, nobody undoes what followed
        return "_is_brought" in members and bool(members.get("_known"))

    def _place(self, io: Writer, name: str, beside: Callable[[], Any] | None = None) -> None:
        """Have an instance written at its position, if it has a value, and anything moves.

        Its stream is that of this record, or of the one that `beside` gives.
        """
        if (unmoved := io.file.unmoved) is not None:
            if beside is not None and unmoved.bytes_of(beside()) is None:
                raise FormatError(name, "the stream that it stood in", "another one")
            if unmoved.is_new(self) and (self._io is not None or self._has(name)):
                unmoved.put_behind(self, name)
            return
        if (revision := io.file.revision) is not None and revision.is_late(self, name):
            return
        if beside is None:
            if self._has_place(name, io):
                io.place(self, name)
            return
        if (there := beside()) is None:
            refuse_streamless(self, name)
        if revision is not None and not take_along(self, name, there, revision):
            return
        if self._has_place(name, io):
            io.file.place(self, name, there)

    def _has_place(self, name: str, io: Writer) -> bool:
        """Whether an instance has a value, or cannot be read, but stands in the file."""
        revision = io.file.revision
        if revision is not None and (id(self), name) in revision.led:
            return True  # at the position that it has now there may be something else
        return self._has(name) or (revision is not None and revision.led.note(self, name))

    def _stands_here(self, name: str, io: Writer) -> int:
        """Where the stream stands, as an instance says that is asked for first here.

        Raises:
            FormatError: nothing was to move, and it has.
        """
        was, now = self._kept(name), io.pos()
        if was != now:
            if io.file.unmoved is not None:
                raise FormatError(name, f"{was}, where the stream stood", now)
            if was is not NONE and (revision := io.file.revision) is not None:
                revision.look_at(self)
                revision.note_change(self, name, was, now)
            keep(self, name, now)
            forget_computed(self)
        return now

    def _has(self, name: str) -> bool:
        """Whether an instance has a value; one that was not looked at yet is read."""
        if has_value(self, name):
            return True
        if self._io is None:
            return False
        forget(self, name)  # it had no value; what it depends on may have changed
        try:
            return getattr(self, name) is not None
        except EXPLAINED:
            return False  # what cannot be read stays what it was

    def _original(self) -> Reader | None:
        """The stream that the record was read from, if it is the one that the stream belongs to."""
        io: Reader | None = self._io  # None if it was built
        holder = self._holder
        if io is None or io.is_part:
            return None
        return None if isinstance(holder, Record) and holder._io is io else io

    def _put_gap(self, io: Writer, field: str, index: int) -> None:
        """Write what stands before an element, and is none."""
        for stored in gaps_before(self, field, index):
            io.put(stored)

    def _seen_in(self, elements: Any, io: Writer) -> Iterable[Any]:
        """The elements of a list to be written, but those that are copied as nobody saw them."""
        if not (io.file.is_revised and isinstance(elements, Lazy)):
            return elements  # type: ignore[no-any-return]  # whatever somebody has given
        is_apart = isinstance(elements._source, ReadOnce) and elements._source.is_apart
        return written(elements, io) if is_apart else elements

    def _write_child(
        self,
        io: Writer,
        name: str,
        child: Any,
        kind: type[Writing] | None = None,
        parent: Any = ...,
        *,
        foreign: bool = False,
    ) -> None:
        """Derive and write a record that a field of this one holds: any, where it is opaque."""
        if (staying := io.file.staying) is not None and staying.put(child, io):
            return
        if type(child) is not kind:
            self._expect_record(name, child, kind)
        self._derive_child(name, child, parent, foreign=foreign)
        child._write_all(io)

    def _leave_out(self, name: str, reason: str = "its `if` does not hold") -> None:
        """Leave out a field that the file does not have, and that should not have a value."""
        refuse_left_out(self, name, reason)

    def _no_case(self, name: str, element: Any) -> FormatError:
        """The error for an element of a list of which no case tells how it is written."""
        return FormatError(
            self._step_to(name, element), "an element that a case fits", shown(element)
        )

    def _expect_record(self, name: str, value: Any, kind: type[Writing] | None) -> None:
        """Refuse something else in the place of a record, or of one in a list."""
        if type(value) is not kind and not is_of_kind(value, kind or Writing):
            known = f" of {kind.__qualname__}" if kind and isinstance(value, Record) else ""
            from quire.runtime.editing.comparing.other_type import misfit  # the plan is read for it

            wrong = misfit(self) or (self._step_to(name, value), f"a record{known}", shown(value))
            raise mistyped(*wrong)

    def _step_to(self, name: str, value: Any) -> str:
        """The name of a field, with the index of a value in its list."""
        values = self._value(name)
        if isinstance(values, Elements) and (index := values.index_of(value)) is not None:
            return f"{name}[{index}]"
        if not isinstance(values, list) or values is value:  # given where a record belongs
            return name
        return f"{name}[{next(i for i, each in enumerate(values) if each is value)}]"

    def _write_rows(self, io: Writer, name: str, rows: Sequence[Any], kind: type[Writing]) -> None:
        """Write a list of records that have a fast way (`_packed`), some at a time."""
        if not (io.file.tells_edges and hasattr(kind, "SIZE")):
            self._write_batches(io, name, rows, kind)
            return
        together = Pieces()  # all of one size stay where they are, however many come at a time
        inner = Writer(together, io.pos(), io)
        inner.spans = io.spans
        self._write_batches(inner, name, rows, kind)
        io.put(together.getvalue())

    def _write_batches(
        self, io: Writer, name: str, rows: Sequence[Any], kind: type[Writing]
    ) -> None:
        apart, is_revised = io.file.tells_edges, io.file.is_revised
        for some in batches(rows):
            if isinstance(some, memoryview):  # nobody has looked at them
                io.put(some)
                continue
            told = packs(kind) and not (is_revised and have_other_parents(some, repeat(self)))
            pieces = packed(kind, some, apart=apart) if told else None
            if pieces is None and packs(kind):  # what was built may lack what follows from the rest
                for row in some:
                    self._derive_child(name, row)
                pieces = packed(kind, some, apart=apart)
            if pieces is not None:
                if io.spans is not None:
                    io.spans.note_run(io.pos(), kind, some)
                for piece in pieces:
                    io.put(memoryview(piece))
                continue
            for row in some:  # the slow way finds the record that is wrong, and says what it is
                self._write_child(io, name, row, kind)

    _packed: ClassVar[Any] = classmethod(not_packed)

    def _window(
        self,
        io: Writer,
        name: str,
        child: Any,
        kind: type[Writing] | None = None,
        parent: Any = ...,
        *,
        foreign: bool = False,
        size: int | None = None,
        grows: bool = False,
        in_pieces: bool = False,
    ) -> Any:
        """The bytes of a record that stands in a stream of its own, of a `size` if it has one.

        What the record has left of it when it was read is kept: after what it takes now, if the
        stream `grows` with it, else as far as it is not taken. Many may come `in_pieces`: each
        level of a nest would copy all below it.
        """
        self._expect_record(name, child, kind)
        kept = unmoved.bytes_of(child) if (unmoved := io.file.unmoved) else None
        if kept is None or child._holder is not self:
            self._derive_child(name, child, parent, foreign=foreign)
        if kept is not None:
            return kept
        data: Pieces
        is_apart = id(child) in io.file.apart
        if (revision := io.file.revision) is not None and not (child._places or is_apart):
            kept = revision.unchanged(child)
            if kept is not None and size in (None, len(kept)):
                return kept
        if is_apart or (child._places and child._is_placed()):
            is_fixed = size is not None
            data = io.file.once(child, lambda: laid_out(child, io.file, is_fixed=is_fixed))
        elif size is not None:
            data = child._draft(io, size, grows=grows)
        else:
            draft = partial(child._draft, io, grows=grows)
            data = io.file.once(child, lambda: drafts(draft, child, io.file))
        return data if in_pieces and len(data) >= LARGE else data.getvalue()

    def _draft(
        self, io: Writer, size: int | None, guessed: list[int] | None = None, *, grows: bool
    ) -> Pieces:
        """The bytes of a stream that is this record's alone, of the size that it may have."""
        buffer = Pieces()
        writer = Writer(buffer)
        writer.file, writer.expected, writer.guessed = io.file, size, guessed
        if guessed is not None and (revision := io.file.revision) is not None:
            writer.ending = Ending(partial(revision.end_of, self))
        self._write_and_restore(writer, buffer)
        if (unmoved := io.file.unmoved) is not None:
            unmoved.put_along(self, buffer, writer.pos())
        if (original := self._original()) is None:
            writer.finish()
        else:
            end = original.pos()
            writer.finish(original.whole()[end if grows else max(end, writer.pos()) :])
        return buffer

    def _owns_stream(self) -> bool:
        """Whether a stream is written for this record alone, or would be: it may be a built one."""
        io: Reader | None = self._io
        if io is None:
            return self._holder is None or hasattr(type(self), "_end")
        return self._holder is None or self._has_stream()

    def _room(self) -> int | None:
        """The size of the record's stream when it was read: it is kept where it is enough."""
        original = self._original()
        return None if original is None else original.size()

    def _write_and_restore(self, io: Writer, buffer: Pieces) -> None:
        """Write the record into a buffer; what of it nobody has changed is what was there."""
        if (revision := io.file.revision) is None:
            self._write_all(io)
            return
        if io.spans is None:
            io.spans = Spans()
        self._write_all(io)
        io.align()
        io.end_fields(buffer)
        revision.restore(self, buffer, io.spans)

    def _write_all(self, io: Writer) -> None:
        if self._loose:
            revision = io.file.revision
            refuse_loose(self, None if revision is None else revision.twin_of(self))
        if self._elsewhere:
            refuse_lost(self, self._elsewhere, ELSEWHERE)
        if have_more((self,)):
            self._refuse_strange()
            if self._computed:
                forget_computed(self)
        start = io.pos()
        try:
            self._check()
            self._write__seq(io)
        except EXPLAINED as error:
            self._tell(error, io.pos())
        if io.spans is not None:
            io.spans[id(self)] = start, io.pos()

    def _refuse_strange(self) -> None:
        """Refuse attributes that were set and are no fields: slips, that no file would show.

        Names with an underscore in front are the user's own, as are all of a class of theirs.
        """
        if self._computed:
            refuse_computed(self)
        if "_write__seq" not in vars(type(self)):
            return
        for name in own_members(self):
            if name[0] != "_" and name not in self._fields and name not in self._instances:
                error = AttributeError(unknown(type(self), name), name=name, obj=self)
                self._note_place(error)
                raise error

    def _check(self) -> None:
        """Check `valid` of every field; generated where there is something."""

    def _sums(self, at: Marks) -> Iterator[Sum]:  # noqa: ARG002  # others have some
        """The checksums of bytes of the stream; generated where there are some."""
        return iter(())

    def _write__seq(self, io: Writer) -> None:
        raise NotImplementedError  # every generated record has its own

    def _children(self) -> Iterator[tuple[str, Any]]:
        for name in self._fields:
            value = getattr(self, name, None)
            if isinstance(value, list):
                yield from ((f"{name}[{i}]", element) for i, element in enumerate(value))
            else:
                yield name, value
