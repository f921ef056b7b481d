"""The base class of records that quire builds, reads and writes: what users call."""

from __future__ import annotations

import inspect
import os
from contextlib import nullcontext
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Any, ClassVar, Self

from quire.runtime.collecting import go_on, pause
from quire.runtime.editing.comparing import replaced
from quire.runtime.editing.comparing.unedited import Source
from quire.runtime.editing.pairing.brought import bringing
from quire.runtime.editing.pairing.copies_in_place import take_places
from quire.runtime.editing.pairing.parameters_given import passing
from quire.runtime.editing.patching import Target, changed, note_written, patch
from quire.runtime.editing.read_back import expect_found
from quire.runtime.editing.revision import Revision, revised
from quire.runtime.errors import FormatError, join_path
from quire.runtime.lists.from_columns import parts_of
from quire.runtime.lists.synced import Gap
from quire.runtime.members import Members, filled, own_members
from quire.runtime.reading.depth import going_deeper
from quire.runtime.reading.elements import Elements
from quire.runtime.reading.instance import NONE
from quire.runtime.showing.exchanged import Exchanged
from quire.runtime.showing.geometry import OffsetOf, SpanOf
from quire.runtime.showing.walk import Walk
from quire.runtime.writing.drafts import laid_out
from quire.runtime.writing.file_draft import FileDraft
from quire.runtime.writing.giving import (
    converted,
    kinds_of,
    settle,
    unknown,
)
from quire.runtime.writing.lost_values import refuse_lost, refuse_streamless
from quire.runtime.writing.stream_end import Ending
from quire.runtime.writing.writer import Sink, Unbuffered, Writer
from quire.runtime.writing.writing import ELSEWHERE, Writing
from quire.storage.atomic import atomic_file

if TYPE_CHECKING:
    from quire.runtime.feeding.feeding import Parser  # takes time to import

_HIDDEN = frozenset((
    "_copies", "_copy_of", "_end", "_gaps", "_given", "_holder", "_is_brought", "_is_mixed",
    "_known", "_made", "_marks", "_name", "_now_io", "_passed", "_remade", "_revision", "_start",
    "_stop", "_tellers",
))  # fmt: skip  # laid out as a table
"""Members that quire keeps and Kaitai's classes have not."""


class Struct(Exchanged, Writing):
    """A record that is built of its fields, or was read, and can be written."""

    __slots__ = ()

    @property
    def __dict__(self) -> Members:  # type: ignore[override]  # of an object, it is no dict of its own
        """The members, as `vars` shows them: those of Kaitai's classes."""
        found = {"_io": self._io, **filled(self)}
        for name in self._instances:  # they are where Kaitai's classes have them
            found.pop(f"_m_{name}", None)
            found.pop(f"_at_{name}", None)
            if name in found:
                found[f"_m_{name}"] = found.pop(name)
        names = dict.fromkeys(("_io", "_parent", "_root", *self._params, *self._fields, *found))
        there = (name for name in names if name in found and name not in _HIDDEN)
        return Members({name: found[name] for name in there})

    span_of: ClassVar = SpanOf()
    offset_of: ClassVar = OffsetOf()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._has_sums = cls._sums is not Struct._sums
        if any(hasattr(cls, f"_beside_{name}") for name in cls._placed):
            replaced.MODULES.add(cls.__module__)
        for name in cls._elsewhere:
            inspect.getattr_static(cls, name).fixed = ELSEWHERE  # it may hide a method

    @classmethod
    def build(cls, *args: Any, **fields: Any) -> Self:
        """Make a record from the values of its fields; fields that can be derived may be left out.

        Give records inside it as dicts or records, and fields with `-codec` as arrays. If a value
        contradicts the other fields, writing the record is an error.

        Raises:
            TypeError: there is no such field, or a value is of no type that the field takes.
        """
        if args:
            message = f"{cls.__qualname__}.build takes fields by their names: build(name=value)"
            raise TypeError(message)
        return cls._built(fields, "")

    @classmethod
    def feed(cls, *params: Any) -> Parser:
        """A parser that is fed with the bytes of a file as they come, in pieces of any size.

        ```
        parser = Capture.feed()
        for piece in pieces:
            for packet in parser.feed(piece):
                ...
        for packet in parser.close():
            ...
        ```

        Args:
            params: The values of its parameters, if the type has some.

        Raises:
            TypeError: the type cannot be fed; the text says why.
        """
        from quire.runtime.feeding.feeding import Parser  # which reads by the plan, that few need

        return Parser(cls, params)

    @classmethod
    def _built(cls, fields: dict[str, Any], path: str) -> Self:
        """Make a record that stands at some path of the one that is built."""
        record = cls.__new__(cls)
        Struct.__init__(record)
        kinds = kinds_of(cls)
        for name, value in fields.items():
            if name not in cls._fields and name not in cls._instances:
                raise TypeError(f"{path}: {unknown(cls, name)}" if path else unknown(cls, name))
            if path and name in cls._params:
                told = "is given by the record that holds it: leave it out"
                raise TypeError(f"{join_path(path, name)} {told}")
            if fixed := name in cls._instances and inspect.getattr_static(cls, name).fixed:
                raise TypeError(f"{join_path(path, name)} cannot be given: it {fixed}")
            setattr(record, name, converted(join_path(path, name), value, kinds.get(name)))
        return record

    def to_bytes(self) -> bytes:
        """The record as the bytes of a file.

        A record that was read and not changed gives the bytes that were read. Otherwise all that
        can be derived (lengths, counts, positions, checksums) is computed again.

        Raises:
            FormatError: a value is missing, breaks a rule, contradicts others, or would be read
                back as something else.
        """
        if (data := Struct._as_changed(self)) is not None:
            return data
        if (parts := parts_of(self)) is not None:
            return b"".join(parts)
        buffer = BytesIO()
        with going_deeper(), bringing():
            self._write_anew(buffer, None)
        return buffer.getvalue()

    def to_file(self, path: str | os.PathLike[str]) -> None:
        """Write a file that appears whole or not at all.

        Raises:
            FormatError: as of `to_bytes`; the file stays as it was.
            OSError: it cannot be written; likewise.
        """
        with atomic_file(path) as file:
            Struct.write_to(self, file)
            note_written(self, file)

    def patch(self, target: Target | None = None, field: str = "", value: Any = NONE) -> None:
        """Write a change that keeps the size into the file itself: only the bytes that differ.

        It is not atomic, as `to_file` is: a crash may leave some of them written.

        Args:
            target: A path, or a binary file that is open for reading and writing; None for the
                file that the record was read from.
            field: A field to change first, by its name or a path (`entries[3].name`); if writing
                fails, it has its old value again. The record may then be part of a file.
            value: Its new value.

        Raises:
            ValueError: the record is not that of a whole file, was built, has another size now, or
                was not read from a path and there is no `target`.
            FileChangedError: the file is no longer what was read; nothing was written.
        """
        if isinstance(field, str) and not field and value is NONE:  # type: ignore[redundant-expr]  # wrong use
            patch(self, Struct.to_bytes, target)
            return
        with changed(self, field, value):
            patch(self._top(), Struct.to_bytes, target)

    def write_to(self, sink: Sink) -> None:
        """Write to anything with a `write` method; it need not seek.

        Bytes of the file that the spec does not describe are kept: where they were, or behind the
        part before them if that has grown. A format with positions is built in memory first.

        Raises:
            FormatError: as of `to_bytes`.
            TypeError: the sink has no `write`, or takes text.
        """
        sink = Unbuffered.of(sink)
        if (data := Struct._as_changed(self)) is not None:
            sink.write(data)
        elif (parts := parts_of(self)) is not None:
            for part in parts:
                sink.write(part)
        else:
            with going_deeper(), bringing():
                self._write_anew(sink, None)

    def _as_changed(self) -> bytes | None:
        """The file that the record was read from, with what was changed; None, if it was built."""
        collecting = pause()
        try:
            take_places(self)
            source = Source.of(self)
            return None if source is None else revised(self, source)
        finally:
            go_on(collecting)

    def _write_anew(self, sink: Any, revision: Revision | None) -> None:
        """Make all bytes; what stands at positions stays where it was, and as it was."""
        with passing(self) if revision is None else nullcontext():
            self._write_all_anew(sink, revision)

    def _write_all_anew(self, sink: Any, revision: Revision | None) -> None:
        settle(self, streams=True)
        is_placed = self._places and self._is_placed()
        coming = [name for name in self._fields if isinstance(self._value(name), Elements)]
        if len(coming) == 1 and not is_placed and self._stream(sink, self._value(coming[0])):
            return
        for name in coming:
            setattr(self, name, list(self._value(name)))
        self._derive_all()
        if is_placed:
            file = FileDraft()
            file.revision = revision
            file.staying = None if revision is None else revision.runs
            data = laid_out(self, file)
            for record, name in file.left():
                refuse_streamless(record, name)
                refuse_lost(record, (name,), ELSEWHERE)
            if revision is None and self._holder is None:
                expect_found(self, data.getvalue())
            for piece in data:
                sink.write(piece)
            return
        writer = Writer(sink)
        if revision is not None:
            writer.file.revision, writer.file.staying = revision, revision.runs
            writer.ending = Ending(partial(revision.end_of, self))
        self._write_and_restore(writer, sink)
        original = self._original()
        writer.finish(b"" if original is None else original.whole()[original.pos() :])

    def _stream(self, sink: Any, elements: Elements) -> bool:
        """Write elements as they come; what depends on their number is written again at the end.

        Returns:
            Whether that can be: not if something else than their number is looked at.
        """
        elements.expect_unused()
        try:
            none, one = (self._around(elements, number) for number in (0, 1))
        except FormatError:
            return False
        if none is None or one is None:
            return False
        seeks = hasattr(sink, "seekable") and sink.seekable()
        if none != one and not seeks:
            expected = (
                "a list, or an output that can seek: fields depend on how many elements there are"
            )
            raise self._locate(FormatError("", expected, "an iterator"))
        start = sink.tell() if seeks else 0
        self._derive_all()
        writer = Writer(sink)
        self._write_all(writer)
        writer.finish()
        around = self._around(elements, len(elements)) if none != one else None
        if around is not None:
            head, behind = around
            if (len(head), len(behind)) != (len(none[0]), len(none[1])):
                expected = "a list: the size of the fields depends on how many elements there are"
                raise self._locate(FormatError("", expected, "an iterator"))
            sink.seek(start)
            sink.write(head)
            sink.seek(start + writer.pos() - len(behind))
            sink.write(behind)
        return True

    def _around(self, elements: Elements, count: int) -> tuple[bytes, bytes] | None:
        """What stands before and after elements, if there were so many; None if more is asked."""
        buffer = BytesIO()
        writer = Writer(buffer)
        elements.draft(count, writer.pos)
        try:
            self._derive_all()
            self._write_all(writer)
            writer.finish()
            places = elements.places
        finally:
            elements.draft()
        data = buffer.getvalue()
        return (data[: places[0]], data[places[0] :]) if len(places) == 1 else None

    def gaps_of(self, field: str) -> tuple[Gap, ...]:
        """The bytes that reading skipped in a list with `-sync`, because elements were wrong.

        When the file is written, each gap stands before the element of the same index.

        Raises:
            ValueError: the record has no such field.
        """
        if not isinstance(field, str) or field not in self._fields:  # type: ignore[redundant-expr]  # wrong use
            message = f"{type(self).__qualname__} has no field {field!r}"
            raise ValueError(message)
        return tuple(own_members(self).get("_gaps", {}).get(field.removesuffix("_"), ()))

    def validate(self) -> None:
        """Check all that reading leaves for later, in this record and in all inside it.

        Instances are read (and forgotten again, if you had not accessed them), payloads are
        decoded, checksums are compared, and rules of `-valid` are checked.

        Raises:
            FormatError: something is wrong: the first error that is found.
        """
        Walk(self).check()
