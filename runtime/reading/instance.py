"""Lazily computed members of a record: Kaitai's instances."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial, wraps
from itertools import repeat
from operator import is_, itemgetter
from threading import RLock, get_ident
from traceback import walk_tb
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Never, Self, TypeVar, overload

from kaitaistruct import KaitaiStream

from quire.runtime.errors import EXPLAINED, FormatError
from quire.runtime.members import own_members
from quire.runtime.reading.peeking import (
    ASIDE,
    DOING,
    IN_TURN,
    OutOfTurn,
    go_back,
    is_read,
    left_alone,
)

if TYPE_CHECKING:
    from types import TracebackType

    from quire.runtime.reading.reader import Reader

T = TypeVar("T")

GROWING = "_now_"
"""What the slots begin with in which instances grow that are read in several steps."""

GREW = "_grew_"
"""What the attributes begin with where a list is told of that was wrong, to find what is in it."""

LIST = "values"
"""What the methods of instances call a list that nobody can see before it is whole."""

_MOVING = frozenset(("_at", "_io", "_moved"))
"""What the method of an instance names that moves a stream; others can do without a turn."""

_STANDS = frozenset(("is_eof", "pos"))
"""What an expression asks of a stream that depends on where it stands."""

_PLAIN = (int, float, str, bytes)

_ALIKE = frozenset(_PLAIN)
"""Of which values are the same whoever has read them."""

MOST_SKIPPED = 255
"""Instances that are read in turn before it is tried again to read one aside."""

LATER: list[Callable[[Any, str, Any], Any]] = []
"""What says what instances show that were read just now, once a file was written in place.

It is asked of what cannot be read, too.
"""

_KEEPING = RLock()
"""Held to keep what was read aside: of several threads that read the same, all get the first."""

_PLACING = RLock()
"""Held while such a list is told of."""


class _None:
    """The type of `NONE`, of which there is one, in copies and pickles, too."""

    def __reduce__(self) -> str:
        return "NONE"


NONE: Any = _None()
"""In the place of a value that is not there."""


class Extent(NamedTuple):
    """Where an instance stands that was read.

    Attributes:
        io: The stream.
        start: Its first byte there.
        end: The byte after it.
    """

    io: KaitaiStream
    start: int
    end: int


class instance(Generic[T]):  # noqa: N801  # a decorator, like `property`
    """A member that is computed when it is first asked for, and kept in the record's own dict.

    There Python finds it by itself the next time, in the time that a field takes. `del` forgets it,
    and assignment puts another value there. What was found stays beside it as `_m_…`, which tells
    a writer what was assigned (`is_set`).

    One that is read at a position is read aside from its stream. Where the stream has to move, for
    what is no plain record or is not there, one thread reads at a time, and the others wait. What
    is read in several steps (a list) grows in a slot of its own, where no other thread looks for
    it.

    Attributes:
        fget: What computes it, as a property has it.
        made_by: The same, as it was generated.
        fixed: Why it cannot be given, or "".
    """

    fixed = ""
    fset = fdel = None
    _in_vain = _skipped = 0

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self.fget = self.made_by = compute
        self.__doc__ = compute.__doc__

    @property  # type: ignore[misc]  # for mypy every object's can be assigned
    def __class__(self) -> type[Any]:
        """What programs look for that list the instances of Kaitai's classes.

        A property would have a `__set__`, and so be asked before the dict.
        """
        return property

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self._name = name
        self._owner = owner
        self._slot = f"_m_{name}"
        names = self.fget.__code__.co_names
        # Those of `--read-write` have no other slot, as Kaitai's.
        self._grows = self._slot if self._slot in names else f"{GROWING}{name}"
        self._is_stepwise, self._moves = self._grows in names, not _MOVING.isdisjoint(names)
        self._is_elsewhere = "_at" in names
        self._is_list = LIST in self.fget.__code__.co_varnames
        self._is_aside = self._is_elsewhere and not self._is_stepwise
        if name in vars(owner).get("_loose", ()) and not self._is_list:
            self.fget = _noting(self.fget)

    def kept_as(self) -> Iterator[str]:
        """The names that a record's dict may have for it."""
        yield from (self._name, self._slot)
        if not isinstance(self, computed):
            yield f"_at_{self._name}"
        if self._is_stepwise:
            yield self._grows

    @overload
    def __get__(self, record: None, owner: type[Any] | None = None) -> Self: ...
    @overload
    def __get__(self, record: object, owner: type[Any] | None = None) -> T: ...
    def __get__(self, record: Any, owner: type[Any] | None = None) -> Self | T:
        """The value of a record that has none yet; errors get the record's path."""
        if owner is not self._owner or record is None:
            if record is None:
                return self._of_class(owner)
            value: T = record._kept(self._name)  # a class of a user's own may hide it
            return self._looked_at(record) if value is NONE else value
        if self._moves:
            try:
                return self._read_aside(record) if self._is_aside else self._looked_at(record)
            except FormatError as error:
                return self._written(record, error)
        compute = self.fget  # faster than to call it as if it were a method
        try:
            value = compute(record)
        except FormatError as error:
            record._locate_later(error)
            return self._written(record, error)
        except EXPLAINED as error:
            value = LATER[0](record, self._name, NONE) if LATER else NONE
            if value is NONE:
                record._explain(error, None, self._name)
        if LATER:
            value = LATER[0](record, self._name, value)
        if value is not None or is_read(record):
            setattr(record, self._slot, value)
            setattr(record, self._name, value)
        return value

    def _written(self, record: Any, error: FormatError) -> T:
        """What the file that was written has where this cannot be read; else its error."""
        try:
            value: T = LATER[0](record, self._name, NONE) if LATER else NONE
            if value is NONE:
                raise error
        finally:
            del error  # which is held by a frame of its own traceback
        return self.found(record, value)

    def _read_aside(self, record: Any) -> T:
        """Read it as if no stream had to move for that; if it had to lately, do not try."""
        if self._skipped:
            self._skipped -= 1
            return self._looked_at(record)
        thread, compute = get_ident(), self.fget
        before = DOING.get(thread)
        try:
            DOING[thread] = ASIDE
            value = compute(record)
        except OutOfTurn:
            self._in_vain = min(2 * self._in_vain + 1, MOST_SKIPPED)
            self._skipped = self._in_vain
            value = NONE
        except FormatError as error:
            record._locate_later(error)
            if self._is_list:
                self._place_later(record, error, error)
            raise
        except EXPLAINED as error:
            self._refuse(record, error)
        finally:
            go_back(thread, before)
        if value is NONE:
            return self._looked_at(record)
        if self._in_vain:
            self._in_vain = 0
        if value is None:
            self._keep_none(record)
            return value
        return self.found(record, value)

    def found(self, record: Any, value: T) -> T:
        """Keep a value, for a record of the class itself; see `_first`."""
        slot = self._slot
        if LATER:
            value = LATER[0](record, self._name, value)
        with _KEEPING:
            kept: T = getattr(record, slot, NONE)
            if kept is not NONE:
                return kept
            setattr(record, slot, value)
            setattr(record, self._name, value)
        return value

    def _looked_at(self, record: Any) -> T:
        """The same, slowly, and in turn where a stream is moved."""
        if self._moves and hasattr(io := record._io, "budget"):  # a stream of ours, if any
            return self._in_turn(record, io)
        value = self._computed(record)
        if value is None:
            self._keep_none(record)
        return value

    def _in_turn(self, record: Any, io: Reader) -> T:
        budget = io.budget
        with budget.turn:
            # Somebody was here before; or it is this very thread that reads it, step by step.
            value: T = getattr(record, self._slot, NONE)
            if value is NONE and self._is_stepwise:
                value = getattr(record, self._grows, NONE)
            if value is not NONE:
                return value
            io._source.expect_all()
            was_read, budget.is_read = budget.is_read, False
            thread = get_ident()
            before = DOING.get(thread)
            try:
                DOING[thread] = IN_TURN
                value = self._left_alone(record, io)
            finally:
                budget.is_read = was_read
                go_back(thread, before)
            if value is None:
                self._keep_none(record)
            return value

    def _left_alone(self, record: Any, io: Reader) -> T:
        """Read it, and leave the streams where they are that it is read in."""
        if not self._is_elsewhere:
            return self._computed(record)
        if (there := self._stream_beside(record)) is None:
            return left_alone(io, self._computed, record)
        value: T = left_alone(io, left_alone, there, self._computed, record)
        return value

    def _stream_beside(self, record: Any) -> Reader | None:
        """The stream of another record that it is read in; None, if that is none of ours."""
        beside = getattr(record, f"_beside_{self._name}", None)
        with suppress(*EXPLAINED):  # which reading it says, too
            there = None if beside is None else beside()._io
            return there if hasattr(there, "budget") else None
        return None

    def _refuse(self, record: Any, error: Exception) -> Never:
        """Raise what an error means for the file."""
        try:
            raise record._meaning(error, None, self._name)
        except FormatError as explained:
            if self._is_stepwise or self._is_list:
                self._place_later(record, error, explained)
            raise
        finally:
            self._forget(record)
            del error  # which is held by a frame of its own traceback

    def _place_later(self, record: Any, error: Exception, explained: FormatError) -> None:
        """Have an error find out where it was in a list that is not whole, and not kept."""
        grown = getattr(record, self._grows, NONE)
        explained.placed_by(partial(self._with_list, record, grown, error.__traceback__))

    def _with_list(
        self, record: Any, grown: Any, seen: TracebackType | None, find: Callable[[], None]
    ) -> None:
        """Do something while a list is told of that grew here, but to those who read it."""
        code = self.fget.__code__
        frames = (frame for frame, _ in walk_tb(seen) if frame.f_code is code)
        frame = next(frames, None)  # none, if calls are too deep for it
        if frame is not None:
            grown = frame.f_locals.get(LIST, grown)
        if grown is NONE:
            find()
            return
        told = f"{GREW}{self._name}"
        with _PLACING:
            setattr(record, told, grown)
            try:
                find()
            finally:
                delattr(record, told)

    def _computed(self, record: Any) -> T:
        try:
            value = self.fget(record)
        except EXPLAINED as error:
            self._refuse(record, error)
        if self._is_stepwise or self._is_list:
            self._forget(record)
        return value if value is None else self._first(record, value)

    def _of_class(self, owner: type[Any] | None) -> Self:
        """What the class has of this name: a method of its base, such as `from_bytes`, stays."""
        inherited: Self = getattr(super(self._owner, owner), self._name, self)
        return inherited

    def _first(self, record: Any, value: T) -> T:
        """Keep a value, unless another thread has read it meanwhile, whose value it is then."""
        if LATER:
            value = LATER[0](record, self._name, value)
        if type(value) in _ALIKE:
            self._keep(record, value)
            return value
        with _KEEPING:
            kept: T = getattr(record, self._slot, NONE)
            if kept is not NONE:
                return kept
            self._keep(record, value)
        return value

    def _keep(self, record: Any, value: T | None) -> None:
        """Keep a value, and that it is what was found."""
        setattr(record, self._slot, value)
        if type(record) is self._owner:
            setattr(record, self._name, value)
        else:
            own_members(record)[self._name] = value  # a user's class may have a property there

    def _keep_none(self, record: Any) -> None:
        """Keep that an instance has no value, unless it may have one later.

        It may while its file is still being read, and in a record that is being built.
        """
        if is_read(record):
            self._keep(record, None)

    def _forget(self, record: Any) -> None:
        """Forget what has grown: if a check has failed, it must fail again the next time."""
        if hasattr(record, self._grows):
            delattr(record, self._grows)


class computed(instance[T]):  # noqa: N801  # a decorator, like `property`
    """An instance that is the value of an expression: no file has it, so none can be given."""

    fixed = "is computed from other fields"

    def __set_name__(self, owner: type[Any], name: str) -> None:
        super().__set_name__(owner, name)
        # The size of a stream is the same wherever it stands.
        self._moves = self._moves and not _STANDS.isdisjoint(self.fget.__code__.co_names)

    if TYPE_CHECKING:

        def __set__(self, record: Any, value: Never) -> None:
            """Nothing can be assigned; what is nevertheless, is refused when it is written."""


if TYPE_CHECKING:

    class quick(computed[T]):  # noqa: N801  # a decorator, as above
        """An instance that is computed each time, as fast as its value would be found."""

else:

    class quick(property, computed):  # noqa: N801  # a decorator
        """An instance that is computed each time, as fast as its value would be found.

        Python asks it without a call of ours. It cannot fail in a record that was read.
        """

        def __init__(self, compute: Callable[[Any], T]) -> None:
            property.__init__(self, compute, partial(_refuse, self), _nothing_is_kept)
            self.made_by = compute

        def __set_name__(self, owner: type[Any], name: str) -> None:
            if hasattr(super(owner, owner), name):  # which the class is to have: see `_of_class`
                kept = computed(self.fget)
                kept.__set_name__(owner, name)
                setattr(owner, name, kept)
            else:
                property.__set_name__(self, owner, name)
                computed.__set_name__(self, owner, name)

        def kept_as(self) -> Iterator[str]:
            """None: no record has it."""
            return iter(())


def _refuse(known: instance[Any], record: Any, _value: object) -> Never:
    """Tell which fields have to be set in the place of what is computed of them."""
    names = [each for each in known.made_by.__code__.co_names if each in record._fields]
    whose = f"{type(record).__qualname__}.{known._name}"
    message = f"{whose} is computed: set {' and '.join(names) or 'the fields that it goes by'}"
    raise AttributeError(message)


def _nothing_is_kept(_record: object) -> None:
    """What `del` does for an instance that is computed anew anyway."""


def is_set(record: Any, name: str) -> bool:
    """Whether an instance of a record has a value, and another one than was found."""
    value, found = record._kept(name), getattr(record, f"_m_{name}", NONE)
    if value is found or value is NONE:
        return False
    # Of a copy, equal numbers need not be the same object.
    return type(value) is not type(found) or not isinstance(value, _PLAIN) or value != found


def are_set(records: list[Any], members: list[dict[str, Any]], name: str) -> bool:
    """Whether an instance that some records have is, of any, another value than was found.

    Args:
        records: They.
        members: What they have that has no slot: the instance, too.
        name: The name of the instance.
    """
    kept = map(itemgetter(name), members)
    found = map(getattr, records, repeat(f"_m_{name}"), repeat(NONE))
    return not all(map(is_, kept, found)) and any(is_set(record, name) for record in records)


def has_value(record: Any, name: str) -> bool:
    """Whether an instance of a record was found to have a value, or was set; nothing is read."""
    value = record._kept(name)
    return value is not NONE and (value is not None or is_set(record, name))


def keep(record: Any, name: str, value: Any) -> None:
    """Have an instance of a record be another record, as if that had been read."""
    own_members(record)[name] = value
    setattr(record, f"_m_{name}", value)


def forget_computed(record: Any) -> None:
    """Let go of what was computed of fields, which may be others now.

    What depends on where a stream stood stays what it was, as does what somebody has set.
    """
    members = own_members(record)
    for name in [*filter(members.__contains__, record._forgettable)]:
        if not is_set(record, name):
            forget(record, name)


def _noting(compute: Callable[[Any], T]) -> Callable[[Any], T]:
    """The same, with a note of what was passed to a record that has nothing else."""

    @wraps(compute)
    def noting(record: Any) -> T:
        value = compute(record)
        if getattr(type(value), "SIZE", None) == 0:
            params: tuple[str, ...] = getattr(value, "_params", ())
            own_members(value)["_passed"] = [getattr(value, name, NONE) for name in params]
        return value

    return noting


def is_what_was_passed(value: Any) -> bool:
    """Whether a record that has nothing else is what was passed to it when it was read."""
    passed = own_members(value).get("_passed")
    names = value._params
    if passed is None or len(names) < len(value._fields):
        return False
    now = [getattr(value, name, NONE) for name in names]
    return all(
        one is other or (type(one) is type(other) and type(one) in _ALIKE and one == other)
        for one, other in zip(passed, now, strict=True)
    )


def asked_anew(record: Any, name: str) -> Any:
    """What an instance would be if it were asked for now; what it is stays."""
    members = own_members(record)
    before = {each: members.pop(each) for each in (name, f"_m_{name}") if each in members}
    try:
        return getattr(record, name)
    finally:
        members.update(before)


def forget(record: Any, name: str) -> None:
    """Let go of an instance and of what it was made of; it is read again when asked for."""
    own_members(record).pop(name, None)
    for slot in (f"_m_{name}", f"_raw__m_{name}"):
        if hasattr(record, slot):
            delattr(record, slot)
