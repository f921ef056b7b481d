"""Fields that follow from others: what the `_derive` of a generated record calls."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, ClassVar

from quire.runtime.editing.comparing.parameters import note_new
from quire.runtime.errors import EXPLAINED, ContradictionError, FormatError
from quire.runtime.members import own_members
from quire.runtime.python_errors import mistyped
from quire.runtime.reading.checks import show
from quire.runtime.reading.instance import NONE, forget_computed
from quire.runtime.record import Record
from quire.runtime.writing.damaged_payloads import expect_matched
from quire.runtime.writing.giving import settle, told
from quire.runtime.writing.moved import fetch_before_move, standing_in
from quire.runtime.writing.rollback import Rollback
from quire.runtime.writing.telling import Telling, is_of_python

Cases = Sequence[tuple[type["Deriving"], Any]]
"""The types that a switch chooses of, with their keys; that of all other values is `...`."""


class _Now(threading.local):
    """What this thread derives.

    Attributes:
        staying: The records by their `id`, of which nothing is derived.
        changes: How often something was made another one that may follow from what was written.
    """

    staying: Collection[int] = ()
    changes: int = 0


_NOW = _Now()


def changes() -> int:
    """How often something was made another one so far: a draft may change what the next one is."""
    return _NOW.changes


def note_change() -> None:
    """Note that something was made another one."""
    _NOW.changes += 1


@contextmanager
def leaving(staying: Collection[int]) -> Iterator[None]:
    """Derive nothing of some records: they stay as they are."""
    before = _NOW.staying
    _NOW.staying = staying
    try:
        yield
    finally:
        _NOW.staying = before


class Deriving(Telling):
    """A record that can fill in what its user has not given."""

    __slots__ = ("_parent", "_root")

    _derived: ClassVar[tuple[str, ...]] = ()
    """The fields that follow from others."""

    _given: frozenset[str]
    """Of a record that was built: those of them that were given."""

    _known: dict[str, Any]
    """What they were made, and what they were read as where somebody has set them."""

    _is_mixed: bool
    """Of the record that holds all others: whether some were put into it, and written."""

    _tellers: (
        dict[str, tuple[Record, Any]] | None
    )  # records inside that have told a field, and what

    def _is_read_alone(self) -> bool:
        """Whether what was not read yet goes by nothing outside of the record but streams."""
        from quire.runtime.editing.pairing.looking_out import is_read_alone  # few are copied

        kind: Any = type(self)  # mypy takes the hash of its objects for that of a class
        return is_read_alone(kind)

    def _derive(self) -> None:
        """Fill in what follows from other fields; generated where there is something."""

    def _derive_child(
        self, name: str, child: Any, parent: Any = ..., *, foreign: bool = False
    ) -> None:
        """Tell a record that a field of this one holds where it is, and derive its fields.

        Its parent is this one, unless told otherwise; one of another module is its own root. What
        is no record is left alone: a type that is chosen need not be one.
        """
        if not isinstance(child, Deriving) or id(child) in _NOW.staying:
            return
        parent = self if parent is ... else parent
        root = self._root if not foreign else child if child._is_top else None
        if child._parent is not parent or child._root is not root:
            fetch_before_move(child, self)
        if child._holder is not self:
            if any(each is child for each in _around(self)):
                raise FormatError(name, "a record that does not contain this one", "one that does")
            # Once it is written, it is as if it was read here.
            own_members(top := self._top())["_is_mixed"] = True
            revision = own_members(top).get("_revision")
            is_new = revision is None or revision.twin_of(child) is None
            if is_new and child._io is not None:
                with standing_in(self, child):
                    _take_along(child)
        child._holder, child._name, child._parent, child._root = self, name, parent, root
        settle(child, streams=False)
        if child._params:
            note_new(child)
        child._derive_all()

    def _derive_all(self, *, is_settled: bool = False) -> None:
        if getattr(self, "_tellers", None) is not None:
            self._tellers = None
        _given_of(self)
        if self._computed:
            forget_computed(self)
        try:
            self._derive()
        except EXPLAINED as error:
            if is_settled or not (is_of_python(error) and Rollback(self._top()).settle()):
                self._tell(error, None)
            self._derive_all(is_settled=True)

    def _set_derived(self, name: str, value: Any, source: str, holder: Any = None) -> None:
        """Set a field, or one of `holder`, to what `source` makes it.

        Raises:
            ContradictionError: the caller gave another value, or another record told another one.
        """
        if holder is None:
            if name not in self._fields and not hasattr(self, name):  # it is of one that is none
                raise AttributeError(name=name, obj=None)
            if own_members(self).get("_given") is not None and not hasattr(self, name):
                note_change()
                _give_up(self, name)
                known_of(self)[name] = value
                setattr(self, name, value)  # as of most that are built
            else:
                self._fill_in(name, value, source, None)
            return
        self._fill_in(name, value, source, holder)
        told = getattr(holder, "_tellers", None) or {}
        teller, before = told.get(name, (self, value))
        if teller is not self and before != value:
            expected = f"{source} of {self._path()} makes it {show(value)}"
            found = f"{show(before)} by {teller._path()}"
            raise self._locate_in(holder, ContradictionError(name, expected, found))
        holder._tellers = {**told, name: (self, value)}

    def _fill_in(self, name: str, value: Any, source: str, holder: Any) -> None:
        """Give a field its value, unless somebody has set it to another one."""
        record = self if holder is None else holder
        now = getattr(record, name, NONE)
        if holder is None and type(now) is type(value) and now == value and not _is_known(self):
            return
        given = _give_up(record, name) if now is NONE else _given_of(record)
        if now is not NONE and now != value and is_given(record, name, now):
            self._expect_anew(record, name, value, source)
            return
        revision = own_members(record._top()).get("_revision") if given is None else None
        is_new = given is None and (revision is None or revision.twin_of(record) is None)
        if given is None and now is not NONE and now != value:
            if is_new:
                _look_at_places(record)
            if revision is not None:
                expect_matched(self, source, revision.twin_of(self), now)
                revision.look_at(record)
                revision.note_change(record, name, now, value)
        # That an instance is where somebody has set that it is does not make the number derived.
        is_set = source in getattr(record, "_placed", ()) and is_given(record, name, now)
        is_noted = now != value or name in own_members(record).get("_known", ())
        is_noted |= is_new and _is_known(record)  # nobody could tell later on what it was
        if name not in given if given is not None else is_noted and not is_set:
            known_of(record)[name] = value
            if given is None and revision is not None:
                revision.note_agreed(record, name, value)
        if now is NONE or type(now) is not type(value) or now != value:
            note_change()
        setattr(record, name, value)

    def _expect_anew(self, record: Any, name: str, value: Any, source: str) -> None:
        """Refuse another value than somebody has set, unless what makes it is looked at anew.

        So is an instance that nobody has edited: what somebody has set tells other bytes, or fields
        have the record that it shows.

        Raises:
            ContradictionError: it is not.
        """
        if (revision := own_members(self._top()).get("_revision")) is not None:
            if revision.shows_fields(self):
                note_change()
                self._derive_all()
                return
            revision.note_against(record, name)
            if source in getattr(self, "_placed", ()) and revision.look_anew(self, source):
                return
        from quire.runtime.writing.derived_from import makes_it  # the plan is read for it

        expected, found = makes_it(record, name, source, show(value)), getattr(record, name)
        raise self._locate_in(record, ContradictionError(name, expected, show(found)))

    def _note_stored_otherwise(self, name: str, was: object, now: object) -> None:
        """Note that a payload is stored as fields say now; the next writing begins without that."""
        if (revision := own_members(self._top()).get("_revision")) is not None:
            revision.note_change(self, name, was, now)

    def _set_room(self, name: str, least: int, source: str, holder: Any = None) -> None:
        """Set a length that may be more than `source` takes, since there is padding."""
        record = self if holder is None else holder
        now = getattr(record, name, None)
        if now is None or now < least:
            self._fill_in(name, least, source, holder)

    def _set_ended(
        self, name: str, least: Callable[[], int], source: str, holder: Any = None
    ) -> None:
        """Set a length that what ends in a terminator, or in padding, may leave some of.

        What was read and left nothing of it does not either when it was changed. What is new, or
        could not be read, does as others of its list.
        """
        record, needed = self if holder is None else holder, least()
        revision = own_members(self._top()).get("_revision")
        was, there = map(revision.twin_of, (self, record)) if revision else (None, None)
        used = _used(was, least.__name__)
        if used is None and revision and record is self:
            from quire.runtime.writing.terminated import read_beside  # the plan is not read for all

            was = there = read_beside(self, revision) or was
            used = _used(was, least.__name__)
        if was is not None and there is not None:
            room = getattr(there, name)
            used = room if used is None else used
            now, needed = getattr(record, name, None), needed - max(used - room, 0)
            if used >= room and now is not None and not is_given(record, name, now):
                self._fill_in(name, needed, source, holder)
        self._set_room(name, needed, source, holder)

    def _set_window(self, name: str, size: int, source: str, holder: Any = None) -> None:
        """Set the length of a stream of its own; one that was given may leave room in it."""
        record = self if holder is None else holder
        now = getattr(record, name, None)
        if now is None or now <= size or not is_given(record, name, now):
            self._set_derived(name, size, source, holder)

    def _set_flag(
        self, name: str, there: bool, yes: Any, no: Any = None, holder: Any = None
    ) -> None:
        """Set a field that tells whether others are there; without `no`, only that they are.

        What was given as there and is not, is missing: that shows when it is written.
        """
        record = self if holder is None else holder
        now = getattr(record, name, None)
        holds = bool(now) if no is not None else now == yes
        if there and not holds:
            self._set_derived(name, yes, "what is there", holder)
        elif not there and no is not None and not is_given(record, name, now):
            self._fill_in(name, no, "what is not there", holder)
        elif there == holds:
            _note_agreed(record, name)

    def _set_tag(self, field: str, tag: str, cases: Cases, holder: Any = None) -> None:
        """Set a field to the key of the case that the type of another one belongs to.

        A dict becomes a record of the case that the tag says, or that alone has such fields: so
        does one that a tag chose for what was there before. A tag that is there stays where it
        chooses that type already.
        """
        if not hasattr(self, field):
            return
        record = self if holder is None else holder
        now = getattr(record, tag, None)
        others = () if is_given(record, tag, now) else _chosen(cases, None)
        value = self._records(field, _chosen(cases, now), others)
        first = value[0] if isinstance(value, list) and value else value
        keys = [key for kind, key in cases if type(first) is kind and key is not ...]
        if now is None and len(keys) > 1:
            return  # several say the same, so the tag is missing
        if now is not None and type(first) in _chosen(cases, now):
            _note_agreed(record, tag)
        elif keys:
            self._set_derived(tag, keys[0], field, holder)

    def _choose(self, field: str, found: Any, cases: Cases) -> None:
        """Make a record of the case that `found` chooses where a dict was given."""
        if hasattr(self, field):
            self._records(field, _chosen(cases, found))

    def _records(
        self, field: str, kinds: Sequence[type[Deriving]], others: Sequence[type[Deriving]] = ()
    ) -> Any:
        """The value of a field, its dicts made records of one of some types, or else of others."""
        value = getattr(self, field)
        if isinstance(value, dict):
            note_change()
            value = of_kinds(field, value, kinds, others)
            setattr(self, field, value)
        elif isinstance(value, list):
            for i, element in enumerate(value):
                if isinstance(element, dict):
                    note_change()
                    value[i] = of_kinds(f"{field}[{i}]", element, kinds, others)
        return value

    def _set_default(self, name: str, value: Any, holder: Any = None) -> None:
        """Set a field that nobody gave."""
        record = self if holder is None else holder
        if not hasattr(record, name):
            _given_of(record)  # before it has what nobody gave
            note_change()
            _give_up(record, name)
            setattr(record, name, value)
            _note_added(record, name)

    def _make(self, name: str, kind: type[Deriving]) -> None:
        """Make a record that nobody gave; its own fields follow."""
        if not hasattr(self, name):
            note_change()
            setattr(self, name, kind())
            _note_added(self, name)
        elif (there := getattr(self, name)) is None or there is self:
            # What follows would be taken for this record's.
            raise mistyped(name, "a record", "None" if there is None else "this one")


def _around(record: Any) -> Iterator[Record]:
    """A record, and those that hold it."""
    while isinstance(record, Record):
        yield record
        record = record._holder


def _take_along(child: Any) -> None:
    """Make the stream of a record that was read elsewhere its own."""
    from quire.runtime.editing.pairing.brought import note_set  # few records come from elsewhere
    from quire.runtime.editing.pairing.pairs import all_inside

    note_set(child)
    for each in all_inside((child,)):
        if each._derived:
            known_of(each)
    own_members(child).pop("_copy_of", None)
    if not child._has_stream():
        child._io = child._io.part()  # what else is in its stream stays there
    type(child)._is_told = type(child)._is_apart = True
    own_members(child)["_is_brought"] = True
    if isinstance(getattr(child, "_end", None), int):
        del child._end  # which counts in the bytes that its holder had


def _given_of(record: Any) -> frozenset[str] | None:
    """The derived fields that were given for a record, before any was; None, if it was read."""
    members = own_members(record)
    given: frozenset[str] | None = members.get("_given")
    if given is None and members.get("_io", NONE) is None:
        given = frozenset([name for name in record._derived if hasattr(record, name)])
        members["_given"] = given
    return given


def _give_up(record: Any, name: str) -> frozenset[str] | None:
    """Have nobody have given a field that is missing, as it was deleted; the same of all others."""
    members = own_members(record)
    if name in (_given_of(record) or ()):
        members["_given"] -= {name}
    members.get("_known", {}).pop(name, None)
    return _given_of(record)


def is_given(record: Any, name: str, now: Any) -> bool:
    """Whether somebody has set a field that can be derived."""
    if name in (_given_of(record) or ()):
        return True
    known = own_members(record).get("_known")
    return known is not None and name in known and bool(known[name] != now)


def _note_added(record: Any, name: str) -> None:
    """Note of a record that was read that it has a field now that it had not."""
    if own_members(record).get("_io", NONE) is None:
        return
    if (revision := own_members(record._top()).get("_revision")) is not None:
        revision.note_added(record, name)


def _look_at_places(record: Any) -> None:
    """Read what stands at positions, while the fields still say where that was read."""
    for name in getattr(record, "_placed", ()):
        if record._kept(name) is NONE:
            with suppress(*EXPLAINED):
                getattr(record, name)


def _is_known(record: Any) -> bool:
    """Whether it is known of a record that was read what some fields were."""
    return "_known" in own_members(record)


def known_of(record: Any) -> dict[str, Any]:
    """What fields were made, or read as, of which somebody may have set others."""
    known: dict[str, Any] = own_members(record).setdefault("_known", {})
    return known


def _note_agreed(record: Any, name: str) -> None:
    """Know what a field is that others agree with: nobody could tell later that it was set."""
    revision = own_members(record._top()).get("_revision") if _is_known(record) else None
    if revision is None or _given_of(record) is not None:
        return
    revision.note_agreed(record, name, now := getattr(record, name))
    if revision.twin_of(record) is None:
        known_of(record)[name] = now


def _chosen(cases: Cases, tag: Any) -> Sequence[type[Deriving]]:
    """The types that a tag may choose: all, as long as there is none."""
    if tag is None:
        return [kind for kind, _ in cases]
    named = [kind for kind, key in cases if key == tag]
    return named or [kind for kind, key in cases if key is ...] or [kind for kind, _ in cases]


def _used(was: Record | None, least: str) -> int | None:
    """The bytes that a value needs of its room; None, if it was no text, or was not there."""
    try:
        used: int | None = None if was is None else getattr(was, least)()
    except UnicodeDecodeError:
        return None
    return used


def _fitting(fields: dict[str, Any], kinds: Sequence[Any]) -> dict[Any, None]:
    return {kind: None for kind in kinds if set(fields) <= {*kind._fields, *kind._instances}}


def of_kinds(
    field: str, fields: dict[str, Any], kinds: Sequence[Any], others: Sequence[Any]
) -> Any:
    """The record that a dict means, of the one type that has such fields."""
    fitting = _fitting(fields, kinds) or _fitting(fields, others)
    known = [*dict.fromkeys(kinds)]
    if len(fitting) != 1 and len(known) > 1:
        listed = " or ".join(f"{kind.__qualname__} ({', '.join(kind._fields)})" for kind in known)
        raise FormatError(field, f"the fields of one of {listed}", ", ".join(fields) or "none")
    try:
        return next(iter(fitting or known))._built(fields, field)
    except TypeError as error:
        raise told(error) from None
