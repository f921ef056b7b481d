"""What a writing has made of fields that follow from others: the next one begins without it.

Where things stood in a file, and which record stood there, is told by what was read. Somebody may
set such a field to what was read: that is an edit, too, as the field showed something else.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

from quire.runtime.editing.instances.as_written import AsWritten
from quire.runtime.editing.instances.kept_views import KeptViews
from quire.runtime.editing.instances.late_instances import is_as_read
from quire.runtime.editing.instances.led_elsewhere import LedElsewhere
from quire.runtime.editing.instances.of_streams import WrittenStreams
from quire.runtime.editing.instances.put_elsewhere import PutElsewhere
from quire.runtime.editing.instances.seen_in_writing import Seen, refilled
from quire.runtime.editing.making.byte_differences import Change
from quire.runtime.editing.making.put import is_now, put, value_of
from quire.runtime.editing.making.set_back import is_set_back, mark_set_back
from quire.runtime.editing.pairing.copied_later import made_of, note_made
from quire.runtime.editing.pairing.homes import Homes
from quire.runtime.editing.pairing.pairs import below, may_have_records, records
from quire.runtime.members import own_members
from quire.runtime.reading.instance import NONE, forget_computed
from quire.runtime.record import Record
from quire.runtime.writing.deriving import known_of
from quire.runtime.writing.rollback import Rollback

if TYPE_CHECKING:
    from quire.runtime.editing.instances.led_on import LedOn
    from quire.runtime.editing.instances.shown_moved import ShownMoved


Number = int | str
"""A number, or one that is written as text."""


class Remade:
    """The fields that were made others, each with what it was and what it is.

    Attributes:
        before: What the writing before this one has made, while this one goes on.
        seen: The instances that only the writing has looked at, while edits told of them.
        set_back: What somebody has set to what was read since, as records and names.
        changes: Where the file has other bytes than those that were read, if nothing has moved.
        as_written: What records show that they cannot read of their own bytes.
        views: Those whose places records of fields have taken.
        led: The instances that were led elsewhere.
        elements: Those that show what was made, in their lists.
        streams: Those that were written, if records compute something of them.
        homes: Where records were read that were put elsewhere in the file.
        is_undone: Whether fields are what they were: of a file that is written, or looked at.
    """

    def __init__(self, before: Remade | None = None) -> None:
        self.before = before
        self.seen: list[Seen] = []
        self._added: list[Seen] = []
        self._adding: list[tuple[Any, str]] = []
        self._gone: dict[tuple[int, str], Seen] = {}
        self._fields: dict[tuple[int, str], tuple[Any, Any, Any]] = {}
        self._gone_numbers: dict[tuple[Any, str, Number], Number] = {}
        self._moved: LedOn | ShownMoved | None = None
        self._computing: list[Any] = []
        self.changes: list[Change] = []
        self._written: bytes | None = None
        self._agreed: dict[tuple[int, str], tuple[Any, Any, Any]] = {}
        self._knew: dict[tuple[int, str], Any] = {}  # what was known of them, before they were
        self._were_known: dict[tuple[int, str], Any] = {}  # and after that
        self._inside: dict[tuple[int, str], Rollback] | None = None  # once the writing has ended
        self.set_back: list[tuple[Any, str]] = []
        self.as_written = AsWritten()
        self._against: set[tuple[int, str]] = set()
        self._held: list[tuple[Any, str, Any]] = []
        self.streams: WrittenStreams | None = None
        self.is_undone = False
        self.views = KeptViews()
        self.led = LedElsewhere()
        self.elements = PutElsewhere()
        self.homes: Homes = Homes() if before is None else before.homes

    def note(self, record: Any, name: str, was: Any, now: Any) -> None:
        """Note that a field was made another one; what was read stays what it was at first."""
        key = id(record), name
        if key not in self._fields and (known := _known(record, name)) is not NONE:
            self._knew[key] = known
        self._fields[key] = record, self._fields[key][1] if key in self._fields else was, now

    def show(self, record: Any, name: str, was: Any, now: Any) -> None:
        """Have a field, or an instance, be what the file says there now, and note it."""
        self.note_shown(record, name, was, now)
        put(record, name, now)

    def note_shown(self, record: Any, name: str, was: Any, now: Any) -> None:
        """Note it alone; a list of plain values goes on as what it is now."""
        is_kept = type(was) is list and not may_have_records(was)
        self.note(record, name, [*was] if is_kept else was, now)
        self.elements.note(record, name)
        if record._placed and name not in record._instances:
            self.as_written.watch(record)

    def written(self, stored: memoryview) -> bytes:
        """The file that was written, by the bytes that were read and the changes in them."""
        if self._written is None:
            data = bytearray(stored)
            for start, _, now in self.changes:
                data[start : start + len(now)] = now
            self._written = bytes(data)
        return self._written

    def take_over(self, pairs: Iterable[tuple[Any, Any]], then: Remade | None) -> None:
        """Know of records that have come in the places of others what was made of these.

        What shows what was made before, as it was copied then, shows what is made now.

        Args:
            pairs: They, each with the one before.
            then: What had been made when they were copied.
        """
        there: dict[int, list[tuple[str, Any, Any]]] = {}
        for (of, name), (_, was, now) in self._fields.items():
            if not isinstance(now, Record | list):
                there.setdefault(of, []).append((name, was, now))
        both = [*pairs]
        for record, before in both:
            for name, was, now in there.get(id(before), ()):
                shown = _shown(then, (record, before), name, was)
                if then is not self and is_now(record, name, shown):
                    put(record, name, now)
                self.note(record, name, was, now)
            for name, was, now in made_of(record):  # by a writing before this one
                if (id(record), name) not in self._fields:
                    self.note(record, name, was, now)
        self.elements.take_over(both)

    def note_copy(self, made: Any, record: Any) -> None:
        """Know of a copy that shares its file what it shows of the writing, as the record does.

        Nobody has given that: other fields tell it, or the bytes at a position.
        """
        for name in (*record._fields, *record._placed):
            noted = self._fields.get((id(record), name))
            if noted is not None and not isinstance(noted[2], Record):
                self.note(made, name, *noted[1:])
        self.elements.note_copy(made, record)

    def note_copies(self, copies: dict[int, Any]) -> None:
        """Have deep copies know what was read of the fields that the writing has made others.

        Args:
            copies: They, by the `id` of what they are copies of.
        """
        records = ((of, made) for of, made in copies.items() if isinstance(made, Record))
        made: Any
        for of, made in records:
            for name in made._derived:
                _, was, now = self._fields.get((of, name), (None, NONE, NONE))
                if isinstance(was, int | str | bytes) and is_now(made, name, now):
                    note_made(made, name, was, now)

    def leave(self, record: Any) -> None:
        """Have what a record shows at positions be its own: it is put into another file.

        What leads there stays undone, as the bytes are those that were read.
        """
        for each, names in _at_positions(record):
            for key in ((id(each), name) for name in names):
                _, was, now = self._fields.pop(key, (None, NONE, NONE))
                self._knew.pop(key, None)
                if now is not NONE and is_now(each, key[1], was):
                    put(each, key[1], now)

    def note_later(self, record: Any, of: Any, name: str, was: Any, now: Any) -> None:
        """Note what a record shows in an instance that was looked at only after the writing.

        What it and the records around it compute of that is computed anew when it is another one.
        """
        self.note_shown(of, name, was, now)
        while isinstance(record, Record):
            self._computing.append(record)
            record = record._holder

    def note_agreed(self, record: Any, name: str, was: Any, now: Any) -> None:
        """Note a field that somebody has set, or deleted, and that is what others make it."""
        self._agreed[id(record), name] = record, was, now

    def note_given(self, record: Any, name: str) -> None:
        """Note an instance that somebody has set: to set it to what was found is an edit, too."""
        if (found := getattr(record, f"_m_{name}", NONE)) is not NONE:
            self.note_agreed(record, name, found, record._kept(name))

    def note_against(self, record: Any, name: str) -> None:
        """Note a field that somebody has set against what others would make it."""
        self._against.add((id(record), name))

    def note_added(self, record: Any, name: str) -> None:
        """Note that a record or a list was put into a field; it is the one that went before."""
        gone, value = self._gone.get((id(record), name)), getattr(record, name)
        if gone is not None and type(gone.value) is type(value):
            setattr(record, name, refilled(gone.value, value))
        self._adding.append((record, name))

    @property
    def has_changed(self) -> bool:
        """Whether any field was made another one."""
        return bool(self._fields)

    def end(
        self, seen: list[Seen], moved: LedOn | ShownMoved | None, computing: Iterable[Any]
    ) -> None:
        """Note at the end what the writing has put into fields, looked at, and moved.

        Args:
            seen: What it has looked at.
            moved: What it has moved.
            computing: The records that may compute something of what it has made.
        """
        self.seen = seen
        self._computing = [*computing]
        if self.streams is not None:
            self.streams.take_over(self._computing, self._fields)
        self._moved = moved
        self._lead()
        there = ((*each, getattr(*each, NONE)) for each in self._adding)
        self._added = [Seen.now(*each) for each in there if each[2] is not NONE]
        self.led.end()
        self.views.end()
        self.elements.end()
        self._inside = {
            key: Rollback(now)
            for key, (_, _, now) in self._fields.items()
            if isinstance(now, Record | list)
        }

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_written": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take what was copied or pickled: the records are others."""
        vars(self).update(state)
        some = (*self._fields.items(), *self._agreed.items())
        keys = {key: (id(record), key[1]) for key, (record, *_) in some}
        self._fields = {keys[key]: it for key, it in self._fields.items()}
        self._agreed = {keys[key]: it for key, it in self._agreed.items()}
        self._knew = {keys[key]: it for key, it in self._knew.items()}
        if self._inside is not None:
            self._inside = {keys[key]: it for key, it in self._inside.items()}
        if self.changes or self.as_written.are_asked:
            from quire.runtime.editing.instances.looked_at_later import (
                begin,  # which asks what was made
            )

            begin()

    def take_out(self, added: list[Seen]) -> None:
        """Have fields be missing again that were put there by the writing before."""
        for each in added:
            delattr(each.record, each.name)
            self._gone[id(each.record), each.name] = each

    def put_back(self) -> None:
        """Have them be there as they were."""
        for each in self._gone.values():
            each.was.restore()
            setattr(each.record, each.name, each.value)

    def has_made(self, record: Any, name: str) -> bool:
        """Whether a field is what it was made, which nobody has set it to."""
        made = self._fields.get((id(record), name))
        return made is not None and is_now(record, name, made[2])

    def made_before(self, kind: Any, name: str, was: Number) -> Number:
        """What the writing before has made of a number that was read in a record of a type.

        The record may be gone: this writing knows it for the next one.
        """
        made = {} if self.before is None else self.before.numbers
        if (now := made.get(key := (kind, name, was), was)) != was:
            self._gone_numbers[key] = now
        return now

    @cached_property
    def numbers(self) -> dict[tuple[Any, str, Number], Number]:
        """What numbers were made: those that were read, by the types of their records."""
        there = ((type(it[0]), name, *it[1:]) for (_, name), it in self._fields.items())
        made = {(kind, name, was): now for kind, name, was, now in there if _is_number(was)}
        return self._gone_numbers | made

    def _lead(self) -> None:
        if self._moved is not None:
            self._moved.lead(self)

    def moved(self, record: Any, name: str, value: Any) -> Any:
        """What an instance shows that was read just now, if the writing has moved it."""
        return value if self._moved is None else self._moved.shown(record, name, value)

    def make_moved(self) -> None:
        """Have the records be made that the writing has moved: in a copy nobody could lead them."""
        if self._moved is not None:
            self._moved.make_all()
            self.settle()
            self._moved = None

    def settle(self) -> None:
        """Leave records what they are that are made from now on."""
        if self._moved is not None:
            self._moved.lead(None)

    def undo(self) -> None:
        """Make fields what they were, but for those that somebody has set, or edited, since."""
        self.is_undone = True
        self.settle()
        inside = (self._inside or {}).items()
        edited = {key for key, each in inside if each.has_changed(is_as_read)}
        self.as_written.undo()
        if self._inside is not None:
            still = [
                (record, name) for record, name, was in self._held if is_now(record, name, was)
            ]
            self.set_back = [*self._found_set_back(), *still]
        self._were_known.clear()
        staying, meant = self.led.edited(), self.elements.meant()
        for key, (record, was, now) in self._fields.items():
            if key in edited or not is_now(record, name := key[1], now):
                continue
            if key not in meant and id(record) not in staying:
                put(record, name, was)
                known = own_members(record).get("_known", {})
                self._were_known[key] = known.pop(name, NONE)
                if key in self._knew and is_now(record, name, self._knew[key]):
                    known_of(record)[name] = was  # others agreed with what somebody had set
            elif name in record._derived:
                known_of(record)[name] = now  # nobody has given that
            elif key in meant:
                self.set_back.append((record, name))
        for record, name in self.set_back:
            mark_set_back(record, name)
        self._forget_computed()
        if self.streams is not None:
            self.streams.put_back()

    def _forget_computed(self) -> None:
        for record in self._computing:
            forget_computed(record)

    def _found_set_back(self) -> Iterator[tuple[Any, str]]:
        """What somebody has set to what was read, though it had become another value.

        An instance that is the record that it was is not edited: it shows the bytes in its place.
        """
        made = {key: it for key, it in self._fields.items() if it[1] is not NONE}
        for key, (record, was, now) in {**self._agreed, **made}.items():
            name = key[1]
            if name in record._instances and isinstance(was, Record | list):
                continue
            read = self._agreed[key][1] if key in self._agreed else was
            if not is_now(record, name, now) and (
                is_now(record, name, was) or is_now(record, name, read)
            ):
                yield record, name

    def keep_agreed(self) -> None:
        """Note the same as the writing before, of what nobody has set since."""
        if self.before is not None:
            agreed = self.before._agreed.items()
            self._agreed = {key: it for key, it in agreed if is_now(it[0], key[1], it[2])}

    def hold_set_back(self, before: Remade) -> None:
        """Have what was set back before this writing be given in the next, too.

        But for what others make it by now: then it follows them.
        """
        if self._inside is not None:
            self._held = [
                (*each, value_of(*each)) for each in before.set_back if _key(*each) in self._against
            ]

    def end_set_back(self) -> None:
        """Forget what was set back: it is in the file."""
        for record, name in self.set_back:
            if name not in record._instances and is_set_back(record, name):
                del known_of(record)[name]

    def begin_anew(self) -> None:
        """Make fields what they were, as if nothing had been noted."""
        self.undo()
        self.is_undone = False
        self._fields.clear()
        self._knew.clear()
        self.as_written = AsWritten()
        self._moved = None

    def redo(self) -> None:
        """Make them once more what they were made."""
        self.is_undone = False
        self._lead()
        self.as_written.redo()
        if self.streams is not None:
            self.streams.take_away()
        stay = {_key(*each) for each in self.set_back}
        self.end_set_back()
        self.set_back.clear()
        for key, (record, was, now) in self._fields.items():
            if is_now(record, name := key[1], was):
                if (known := self._were_known.get(key, NONE)) is not NONE:
                    known_of(record)[name] = known
                if key not in stay:
                    put(record, name, now)
        self._forget_computed()

    def as_made(self, record: Any) -> Generator[None]:
        """Have one field of a record after the other be what it was made, until all are it."""
        fields = [
            (name, was, now)
            for (of, name), (_, was, now) in self._fields.items()
            if of == id(record) and is_now(record, name, was)
        ]
        try:
            for name, _, now in fields:
                put(record, name, now)
                yield
        finally:
            for name, was, _ in fields:
                put(record, name, was)


def _is_number(value: Any) -> bool:
    return type(value) in (int, str)


def _shown(made: Remade | None, some: tuple[Any, Any], name: str, was: Any) -> Any:
    """What a field has shown of one of some records when a writing had ended; `was` before any."""
    noted = [made._fields.get((id(each), name)) for each in some] if made is not None else []
    there = (each for each in noted if each is not None and any(each[0] is one for one in some))
    return next((now for *_, now in there), was)


def _at_positions(record: Any) -> Iterator[tuple[Any, Iterable[str]]]:
    """A record and all in it, as far as it was made, with the names of what is at positions."""
    pending, seen = [(record, False)], set[int]()
    while pending:
        each, is_led_to = pending.pop()
        if id(each) not in seen:
            seen.add(id(each))
            yield each, (*each._fields, *each._placed) if is_led_to else each._placed
            pending += ((inside, is_led_to) for inside in below(each))
            led_to = (records(each._kept(name)) for name in each._placed)
            pending += ((inside, True) for inside in chain.from_iterable(led_to))


def _key(record: Any, name: str) -> tuple[int, str]:
    return id(record), name


def _known(record: Any, name: str) -> Any:
    """What is known of a field that can be derived; `NONE`, if nothing is."""
    return own_members(record).get("_known", {}).get(name, NONE)


@contextmanager
def remade(top: Any) -> Iterator[None]:
    """Write a file as if it had not been written before; if that fails, its fields stay."""
    members = own_members(top)
    before: Remade = members.get("_remade") or Remade()
    seen, added = (
        [each for each in some if each.is_untouched(is_as_read)]
        for some in (before.seen, before._added)
    )
    looked_at = [*before.as_written.looked_at()]
    edited = before.views.edited()
    before.undo()
    after = members["_remade"] = Remade(before)
    after.seen = [*seen, *looked_at]
    after.views.go_on(before.views, edited)
    after.keep_agreed()
    after.take_out(added)
    try:
        yield
    except BaseException:  # it goes on, once all is as it was
        after.undo()
        after.put_back()
        before.redo()
        members["_remade"] = before
        raise
    else:
        before.end_set_back()
        after.hold_set_back(before)
        after.as_written.settle()
    finally:
        after.before = None
