"""The base class of every generated record: what it is made of, and where it stands."""

from __future__ import annotations

import inspect
import keyword
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import reduce
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from kaitaistruct import KaitaiStream

from quire.runtime.coding.raw import Raw
from quire.runtime.collecting import LARGE, held, not_collecting
from quire.runtime.direct import new
from quire.runtime.errors import EXPLAINED, FormatError, NestingError, join_path
from quire.runtime.lists.columnar import ColumnsOf
from quire.runtime.members import filled, own_members, slots_of
from quire.runtime.reading.by_position import ByPosition
from quire.runtime.reading.explaining import Explaining
from quire.runtime.reading.instance import NONE, computed, instance
from quire.runtime.reading.reader import Reader
from quire.runtime.reading.source import MappedFile, contents
from quire.runtime.showing.shown import Shown
from quire.runtime.standing import HolderOf, NameOf, RootOf, StreamOf, let_go, step_to

if TYPE_CHECKING:
    pass

R = TypeVar("R", bound="Record")

FEW = 4096
"""Bytes of which so few objects are made that the garbage collector may look at them."""

INNER, TOP, SINGLE = "part of a file", "a file", "a file without records in it"
"""What a record may be that is read alone."""

UPWARD = "_holder", "_outer", "_parent", "_root", "_copy_of"
"""Members that lead to records around one, or to that of which it is a copy."""

COPIES = "_copies"
"""The member of the record of a file that knows what was copied of it."""

MOST_NESTED = 10_000
"""Records in records that are gone into. Instances can be nested without end, in no bytes."""


class Record(Explaining, Shown, ByPosition):
    """A record: its fields are attributes, in the order of the stream.

    A field whose `if` is false has no attribute (`hasattr` is false), as in Kaitai. Records are
    equal if their fields are. As keys of a dict they count by identity, since they can change.

    Args:
        _io: What to read from; None makes an empty record to be filled.
        _parent: The record that contains this one.
        _root: The record of the whole file; of the type of a whole spec, itself.
        _name: The name of the field that holds this one.
        _holder: The record that has this field, if it is not the parent.
    """

    columns: Any = ColumnsOf()

    _fields: ClassVar[tuple[str, ...]] = ()
    _params: ClassVar[tuple[str, ...]] = ()
    _instances: ClassVar[tuple[str, ...]] = ()
    _computed: ClassVar[tuple[str, ...]] = ()
    """The instances that are values of expressions."""

    _forgettable: ClassVar[tuple[str, ...]] = ()
    """Those of them that do not depend on where a stream stood."""

    _is_top: ClassVar[bool] = False
    """Whether it is the type of a whole spec, and so its own root; others, alone, have none."""
    _auto_read: ClassVar[bool] = True
    """Whether a record reads itself when it is made; else `_read` is called by the user."""

    if TYPE_CHECKING:
        _io: Reader
        _holder: Any
        _name: str
    else:
        _io, _holder, _name = StreamOf(), HolderOf(), NameOf()
    # Of a record in a stream of its own: from where to where; or which file and bytes it is of.
    _start: int | str | None
    _end: int | bytes | MappedFile
    _stop: int  # where it stands in that stream when the record was read
    _debug: defaultdict[str, Any]  # where fields stand, of records that note it (`ks-debug`)

    _begins: ClassVar[str] = ""
    """What a record is that is made of its bytes alone: `INNER`, `TOP` or `SINGLE`.

    It is "" where a constructor has a say in it.
    """

    _outer: Record | None = None
    """In whose stream it is, or of whose stream it has a part, if that is not its parent."""

    _is_told: ClassVar[bool] = False
    """Whether a record of the class was ever told its stream, and not its place alone."""

    _is_apart: ClassVar[bool] = False
    """Whether that is so, or records of the class may stand in streams of their own."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._is_apart = cls._is_apart or "_end" in vars(cls).get("__slots__", ("_end",))
        if "_stop" in vars(cls).get("__slots__", ()):
            copied = _copy(ByPosition._read_apart)
            cls._read_apart = copied  # type: ignore[method-assign]  # one a class
        own_types = [each for each in vars(cls).values() if isinstance(each, type)]
        if "_is_top" in vars(cls) and not own_types:
            cls._root = RootOf()
        cls._begins = _beginning(cls)
        between = cls.__mro__[1 : cls.__mro__.index(Record)]
        if any(not {"_read", "_read_at"}.isdisjoint(vars(base)) for base in between):
            return  # a class of a user's own has what its base has
        cls._fields = tuple(filter(_is_field, inspect.get_annotations(cls)))
        if "__init__" in cls.__dict__:
            code = cls.__init__.__code__
            cls._params = tuple(filter(_is_field, code.co_varnames[1 : code.co_argcount]))
        own = {name: value for name, value in cls.__dict__.items() if isinstance(value, instance)}
        cls._instances = tuple(own)
        of_fields = {name: value for name, value in own.items() if isinstance(value, computed)}
        cls._computed = tuple(of_fields)
        cls._forgettable = tuple(name for name, value in of_fields.items() if not value._moves)
        _make_room(cls)
        # A `__getattr__` would do the same, and make every access to a field slow.
        for name in (*cls._fields, *cls._instances):
            if name.endswith("_") and keyword.iskeyword(name[:-1]):
                setattr(cls, name[:-1], _Alias(name))

    def __init__(
        self,
        _io: Any = None,
        _parent: Any = None,
        _root: Any = None,
        _name: str = "",
        _holder: Any = None,
    ) -> None:
        if not self._is_told:
            type(self)._is_told = type(self)._is_apart = True
        self._parent = _parent
        self._root = self if _root is None and self._is_top else _root
        self._name = _name
        if _holder is not None:
            self._holder = _holder
        if isinstance(_io, Reader) and self._auto_read:
            self._io = _io
            if _parent is None and _holder is None and _io._pos != _io._start:
                _io.is_part = True  # another record stands before this one
            try:
                self._read()
            except EXPLAINED as error:
                self._explain(error, _io.offset())
        else:
            self._begin(_io)

    def _begin(self, source: Any) -> None:
        """Begin without a stream, with one of somebody else's, or without reading."""
        # An object that is built has no stream; only its writer has.
        none: Any = None
        self._io = none if source is None else Reader.of(source)
        if not self._auto_read:
            if hasattr(type(self), "SEQ_FIELDS"):
                object.__setattr__(self, "_debug", defaultdict(dict))  # a slot of the class
        elif source is not None:
            try:
                self._read()
                self._io.budget.is_read = True
            except EXPLAINED as error:
                self._explain(error, self._io.offset())
            finally:
                self._io.hand_back()

    def close(self) -> None:
        """Close the file: instances and payloads that were not read yet raise a ValueError.

        Values that were read stay. Arrays that are views of a mapped file, and lists of records
        that you have not accessed, keep the file mapped as long as they exist.
        """
        if not let_go(self) and self._io is not None:
            self._io.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        Record.close(self)  # a field may be called so

    # -- reading -------------------------------------------------------------------------

    @classmethod
    def _format_name(cls) -> str:
        """`meta/id` of the spec, for errors."""
        return sys.intern(cls.__module__.rpartition(".")[2])  # payloads keep it

    @classmethod
    def from_file(
        cls, filename: str | os.PathLike[str], *params: Any, mmap: bool | None = None
    ) -> Self:
        """Read a file; one of more than 64 MiB is mapped: arrays and payloads are views of it.

        Args:
            filename: The file.
            params: The values of the type's parameters, if it has some.
            mmap: True maps files of more than 1 MiB; False reads files of any size into memory.

        Raises:
            FormatError: the file breaks a rule of its format.
            OSError: it cannot be read.
            TypeError: the number of parameters is wrong, or `mmap` is something else.
        """
        if (begins := cls._begins) and not params:
            data = contents(filename, mmap=mmap)
            record = _of_bytes(cls, begins, data, os.fspath(filename))
            if len(data) >= LARGE and type(data) is bytes:
                held.note(record, len(data))
            return record
        io = Reader.open(filename, mmap=mmap)
        try:
            return cls._of(io, params)
        except FormatError:  # whose record stays open
            raise
        except BaseException:  # it goes on, once the file is closed
            io.close()
            raise

    @classmethod
    def from_bytes(cls, buf: bytes | bytearray | memoryview, *params: Any) -> Self:
        """Read bytes, which must not be changed afterwards: arrays and payloads are views of them.

        Raises:
            FormatError: the bytes break a rule of the format.
            TypeError: these are no bytes, or the number of parameters is wrong.
        """
        if type(buf) is not bytes or params or not (begins := cls._begins):
            return cls._of(Reader(buf), params)
        if (size := len(buf)) >= FEW:
            return _of_bytes(cls, begins, buf)
        # A header is read in half a microsecond: calls count.
        record: Self = new(cls)
        record._parent, record._start, record._end = None, None, buf
        if begins is not SINGLE:
            record._root = record if begins is TOP else None
        try:
            record._stop = record._read_at(buf, 0, size)
        except EXPLAINED as error:
            record._explain(error, None)
        if hasattr(record, "_now_io"):  # streams within it may have been asked for: theirs know it
            record._io.budget.is_read = True
        return record

    @classmethod
    def from_io(cls, io: Any, *params: Any) -> Self:
        """Read a binary file from its position on; a `pos` counts from the start of the file.

        Afterwards the file stands behind the record. From a file that cannot seek (a pipe, a
        socket's file) no more bytes are read than that.

        Raises:
            FormatError: the file breaks a rule of its format.
            TypeError: it is a file of text, or the number of parameters is wrong.
        """
        reader = Reader.of(io)
        try:
            return cls._of(reader, params)
        finally:
            reader.hand_back()

    @classmethod
    def _of(cls, io: Reader, params: tuple[Any, ...]) -> Self:
        if len(params) != len(cls._params):
            listed = ", ".join(cls._params) or "none"
            message = f"{cls.__qualname__} takes the parameters {listed}; {len(params)} were given"
            raise TypeError(message)
        make: Any = cls  # parameters stand in front of the stream
        io.budget.is_read = False
        with not_collecting():
            record: Self = make(*params, _io=io)
        io.budget.is_read = True
        return record

    def _kept(self, name: str) -> Any:
        """The value that an instance has already, found or set, or `NONE`; nothing is read."""
        return own_members(self).get(name, NONE)

    def _fetch_instances(self) -> None:
        """Read all instances, of all records below, too; then the file may be closed.

        Raises:
            NestingError: there is no end to them.
        """
        way = [self._held()]
        while way:
            if (record := next(way[-1], None)) is None:
                way.pop()
            elif len(way) < MOST_NESTED:
                way.append(record._held())
            else:
                raise record._locate(NestingError("", "less nesting", "instances in instances"))

    def _held(self) -> Iterator[Record]:
        """The records that fields and instances of this one are."""
        for name in (*self._fields, *sorted(self._instances)):
            value = getattr(self, name, None)
            for each in value if isinstance(value, list) else (value,):
                if isinstance(each, Record) and each._holder is self:
                    yield each

    def _note(self, name: str, edge: str, position: int) -> None:
        """Note where a field starts or ends."""
        self._debug[name][edge] = position

    def _note_list(self, name: str, position: int) -> None:
        """Note where a field of several elements starts."""
        self._debug[name] |= {"start": position, "arr": []}

    def _note_element(self, name: str, i: int, edge: str, position: int) -> None:
        """Note where an element of a field starts or ends."""
        places = self._debug[name]["arr"]
        if edge == "start":
            places.append({})
        places[i][edge] = position

    # -- where it is ---------------------------------------------------------------------

    def _top(self) -> Record:
        """The record that holds all others, and is held by none."""
        top = self
        while isinstance(top._holder, Record):
            top = top._holder
        return top

    def _has_stream(self) -> bool:
        """Whether its stream is that of its place alone: all that is in it belongs to it."""
        around = self._holder if self._outer is None else self._outer
        return isinstance(around, Record) and self._io is not around._io

    def _path(self) -> str:
        """Where the record stands in its file, for example `chunks[3]`; "" for the file itself."""
        steps, record = [], self
        while isinstance(holder := record._holder, Record):
            steps.append(step_to(record, holder))
            record = holder
        return reduce(join_path, reversed(steps), record._name)

    def __getstate__(self) -> dict[str, Any]:
        """What is copied and pickled: all members, and the stream, for what was not read yet."""
        if (remade := own_members(self).get("_remade")) is not None:
            remade.make_moved()
        left_out = ("_source", "_start", "_end", "_stop", "_now_io", "_revision", COPIES)
        state = {
            name: value
            for name, value in filled(self).items()
            if not (name in left_out or _is_made_by_a_writer(name, value))
        }
        if hasattr(self, "_end"):
            state["_io"] = self._io
        if isinstance(state.get("_io"), KaitaiStream):  # of kaitaistruct's, with files below
            state["_io"] = Reader.of(state["_io"])
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        type(self)._is_told = type(self)._is_apart = True
        for name, value in state.items():
            self._take(name, value)
            if hasattr(type(value), "held_by"):
                value.held_by(self)

    def _take(self, name: str, value: Any) -> None:
        """Have a member; some instances put what they are set to into fields."""
        if name in self._instances:
            own_members(self)[name] = value
        else:
            object.__setattr__(self, name, value)

    def __copy__(self) -> Self:
        from quire.runtime.copying import copied_alone  # which knows this class

        made: Self = copied_alone(self)
        return made

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        from quire.runtime.copying import copied  # which knows this class

        made: Self = copied(self, memo)
        return made

    def _is_read_alone(self) -> bool:
        """Whether what was not read yet goes by nothing outside of the record but streams."""
        return False

    def __dir__(self) -> list[str]:
        """The attributes that are there: a slot may be empty, and no record in its own stream."""
        absent = {name for name in slots_of(type(self)) if not hasattr(self, name)}
        for kind in type(self).__mro__:
            for name, value in vars(kind).items():
                if isinstance(value, Raw | _Alias) and not value.is_in(self):
                    absent.add(name)
        return [name for name in super().__dir__() if name not in absent]


class _Alias:
    """A field whose name is a keyword of Python, under that name: for `getattr`."""

    def __init__(self, name: str) -> None:
        self._of = name

    def is_in(self, record: Record) -> bool:
        """Whether a record has it."""
        return self._of in record._instances or hasattr(record, self._of)

    def __get__(self, record: Record | None, owner: type[Any] | None = None) -> Any:
        return self if record is None else getattr(record, self._of)


def _copy(method: Callable[..., Any]) -> Any:
    """A function that does the same, with code of its own: CPython fits code to what it meets."""
    return FunctionType(method.__code__.replace(), method.__globals__, method.__name__)


def _is_made_by_a_writer(name: str, value: Any) -> bool:
    """Whether a member is what a stream of its own was written as: views of other bytes."""
    return name.startswith("_stored_") and type(value) is not bytes


def _beginning(kind: type[Record]) -> str:
    """See `Record._begins`: to ask a class for one thing takes as long as to make a number."""
    if kind.__init__ is not Record.__init__ or not kind._auto_read:
        return ""
    if not kind._is_top:
        return INNER
    return SINGLE if isinstance(getattr(kind, "_root", None), RootOf) else TOP


def _of_bytes(kind: type[R], begins: str, data: bytes | MappedFile, path: str | None = None) -> R:
    """Read bytes, of a file; a stream over them is made when somebody asks for it."""
    record: R = new(kind)
    record._parent, record._start, record._end = None, path, data
    if begins is not SINGLE:
        record._root = record if begins is TOP else None
    size = len(data)
    try:
        if size < FEW:
            record._stop = record._read_at(data, 0, size)
        else:
            with not_collecting():
                record._stop = record._read_at(data, 0, size)
    except EXPLAINED as error:
        record._explain(error, None)
    if hasattr(record, "_now_io"):  # streams within it may have been asked for: theirs know it
        record._io.budget.is_read = True
    return record


def _make_room(kind: type[Record]) -> None:
    """Have Python know what the dicts of all records of a class may come to hold.

    It learns the names from the first few objects alone; one that gets another name later has a
    dict made for itself, which takes as long as to compute a value.
    """
    members = own_members(object.__new__(kind))
    slots = slots_of(kind)
    for name in kind._fields:
        if name not in slots:  # it may be missing
            members[name] = None
    for each in kind._instances:
        for name in vars(kind)[each].kept_as():
            members[name] = None  # one by one: `update` makes another dict


def _is_field(name: str) -> bool:
    return name[0].islower() or name.startswith("_unnamed")
