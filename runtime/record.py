"""The base class of every generated record: how it reads, and how it is looked at."""

from __future__ import annotations

import inspect
import keyword
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import reduce, wraps
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self, TypeVar, cast

from kaitaistruct import KaitaiStream

from quire.runtime.by_position import ByPosition
from quire.runtime.collecting import not_collecting
from quire.runtime.columnar import ColumnsOf
from quire.runtime.direct import new
from quire.runtime.document import Document
from quire.runtime.errors import (
    EXPLAINED,
    FormatError,
    NestingError,
    impossible,
    is_of_data,
    join_path,
)
from quire.runtime.instance import NONE, computed, instance
from quire.runtime.members import filled, own_members, slots_of
from quire.runtime.partial import reread
from quire.runtime.raw import Raw
from quire.runtime.reader import CLOSED, Reader
from quire.runtime.source import MappedFile, contents
from quire.runtime.standing import HolderOf, NameOf, StreamOf, let_go, step_to
from quire.runtime.streamless import streamless

if TYPE_CHECKING:
    from types import TracebackType

R = TypeVar("R", bound="Record")

FEW = 4096
"""Bytes of which so few objects are made that the garbage collector may look at them."""

MOST_NESTED = 10_000
"""Records in records that are gone into. Instances can be nested without end, in no bytes."""


class Record(ByPosition):
    """A record: its fields are attributes, in the order of the stream.

    A field whose `if` does not hold is not there at all (`hasattr` is false), as in Kaitai.
    Records are equal when their fields are; as keys of a dict they count by identity, since
    they can be changed.

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

    _is_plain: ClassVar[bool] = False
    """Whether a record is made of its bytes alone, and no constructor has a say in it."""

    _outer: Record | None = None
    """In whose stream it is, or of whose stream it has a part, if that is not its parent."""

    _is_told: ClassVar[bool] = False
    """Whether a record of the class was ever told its stream, and not its place alone."""

    _is_apart: ClassVar[bool] = False
    """Whether that is so, or records of the class may stand in streams of their own."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._is_apart = cls._is_apart or "_end" in vars(cls).get("__slots__", ("_end",))
        cls._is_plain = cls.__init__ is Record.__init__ and cls._auto_read
        between = cls.__mro__[1 : cls.__mro__.index(Record)]
        if any(not {"_read", "_read_at"}.isdisjoint(vars(base)) for base in between):
            return  # a class of a user's own has what its base has
        cls._fields = tuple(filter(_is_field, inspect.get_annotations(cls)))
        if "__init__" in cls.__dict__:
            code = cls.__init__.__code__
            cls._params = tuple(filter(_is_field, code.co_varnames[1 : code.co_argcount]))
        own = {name: value for name, value in cls.__dict__.items() if isinstance(value, instance)}
        cls._instances = tuple(own)
        cls._computed = tuple(name for name, value in own.items() if isinstance(value, computed))
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
        self._io = cast("Reader", None) if source is None else Reader.of(source)
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
        """Close the file; what was not read yet cannot be read any more.

        Payloads and instances raise a ValueError then. What was read stays; arrays that are views
        of a mapped file, and lists that nobody has looked at, keep it mapped until they are gone.
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

        A type with parameters takes their values after the file, here and below.

        Args:
            filename: The file.
            params: The values.
            mmap: True maps a smaller file, too (more than 1 MiB); False reads one of any size.
        """
        if cls._is_plain and not params:
            return _of_bytes(cls, contents(filename, mmap=mmap), os.fspath(filename))
        io = Reader.open(filename, mmap=mmap)
        try:
            return cls._of(io, params)
        except FormatError:  # whose record stays open
            raise
        except BaseException:
            io.close()
            raise

    @classmethod
    def from_bytes(cls, buf: bytes | bytearray | memoryview, *params: Any) -> Self:
        """Read bytes; nothing is copied that can be viewed."""
        if type(buf) is bytes and not params and cls._is_plain:
            return _of_bytes(cls, buf)
        return cls._of(Reader(buf), params)

    @classmethod
    def from_io(cls, io: Any, *params: Any) -> Self:
        """Read a binary file from its position on; where instances stand counts from its start.

        The file is left after the record. Of one that cannot seek (a pipe, a socket's file) no
        more is read than that.
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

    def _explain(self, error: Exception, offset: int | None, name: str = "") -> NoReturn:
        """Raise what an error means for the file; a mistake in code goes on as it is."""
        try:
            raise self._meaning(error, offset, name)
        finally:
            del error  # held by a frame of its own traceback, it would be left to the collector

    def _meaning(self, error: Exception, offset: int | None, name: str) -> Exception:
        """What an error means for the file; itself, if it is a mistake in code."""
        if isinstance(error, FormatError):
            return self._refusal(error, self, name)
        if isinstance(error, ValueError):
            io: Reader | None = self._io  # None in a record that is being built
            if io is not None and io.is_closed:
                return _instead(ValueError(CLOSED))
        if name and (of_given := streamless(error, self, name)) is not None:
            return _instead(of_given)
        deep = isinstance(error, RecursionError)
        if deep and self._holder is None:
            return _instead(self._locate(NestingError("", "less nesting", "records in records")))
        record, pos, at = _reading(error.__traceback__)
        if record is None or at is None:
            record, field = self, name
        else:
            offset, field = record._io.offset_at(pos), _named_behind(at, record._fields)
        if deep or not is_of_data(error, type(record).__module__):
            return error
        explained = impossible(error, offset, field or record._next_field())
        explained.__cause__ = error
        return self._refusal(explained, record, name)

    def _refusal(self, error: FormatError, record: Record, name: str) -> FormatError:
        """An error of a file; where it was is found out now if the whole file is refused."""
        record._locate_later(error)
        if not name and self._holder is None:
            error.settle()
        return error

    def _read_in(self, seen: TracebackType | None) -> Record:
        """The record that was being read when an error came up that this one has explained."""
        return _reading(seen)[0] or self

    def _read_patiently(self) -> Record:
        """This record in its file, which is read again as far as it goes; see `partial.reread`."""
        top = self._top()
        error = reread(top)
        return self if error is None else error._innermost or self

    def _next_field(self) -> str:
        """The first field of which nothing was read yet, nor of those after it."""
        if not self._fields:
            return ""
        there = [i for i, name in enumerate(self._fields) if hasattr(self, name)]
        last = max(there, default=-1)
        # After all fields only a list can still be read: whether it goes on is asked last.
        return self._fields[last + 1] if last + 1 < len(self._fields) else self._fields[last]

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

    def _locate(self, error: FormatError) -> FormatError:
        """Complete the path of an error with that of this record, unless it is complete."""
        return error if error.located else error.locate(self._top()._format_name(), self._path())

    def _locate_later(self, error: FormatError) -> None:
        """The same, when somebody asks for it."""
        if not error.located:
            error.locate_later(self)

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

    # -- looking at it -----------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        pairs: list[tuple[Any, Any]] = [(self, other)]
        while pairs:  # records can be nested deeper than Python calls functions
            left, right = pairs.pop()
            if isinstance(left, Record) and type(left) is type(right):
                pairs += [
                    (getattr(left, name, None), getattr(right, name, None))
                    for name in left._fields
                    if not left._is_elsewhere(name)
                ]
            elif _has_records(left) and _has_records(right) and len(left) == len(right):
                pairs += zip(left, right, strict=True)
            elif not same(left, right):
                return False
        return True

    def _is_elsewhere(self, name: str) -> bool:
        """Whether a field is a parameter that is a record or a stream: no part of this one."""
        if name not in self._params:
            return False
        value = getattr(self, name, None)
        first = value[0] if isinstance(value, list) and value else value
        return isinstance(first, Record | Reader)

    __hash__ = object.__hash__

    def __getstate__(self) -> dict[str, Any]:
        """What is copied and pickled: all members, and the stream, for what was not read yet."""
        left_out = ("_source", "_start", "_end", "_stop", "_now_io", "_revision")
        state = {name: value for name, value in filled(self).items() if name not in left_out}
        if hasattr(self, "_end"):
            state["_io"] = self._io
        if isinstance(state.get("_io"), KaitaiStream):  # of kaitaistruct's, with files below
            state["_io"] = Reader.of(state["_io"])
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        type(self)._is_told = type(self)._is_apart = True
        for name, value in state.items():
            object.__setattr__(self, name, value)
            if hasattr(type(value), "held_by"):
                value.held_by(self)

    def __dir__(self) -> list[str]:
        """The attributes that are there: a slot may be empty, and no record in its own stream."""
        absent = {name for name in slots_of(type(self)) if not hasattr(self, name)}
        for kind in type(self).__mro__:
            for name, value in vars(kind).items():
                if isinstance(value, Raw | _Alias) and not value.is_in(self):
                    absent.add(name)
        return [name for name in super().__dir__() if name not in absent]

    def __rich_repr__(self) -> Iterator[tuple[str, Any]]:
        for name in self._fields:
            if hasattr(self, name) and not self._is_elsewhere(name):
                yield name, getattr(self, name)

    def _repr_html_(self) -> str:
        """What a notebook shows: the tree of the record, with small pictures of arrays."""
        shown = import_module("quire.view.notebook")  # floors above, and for notebooks alone
        return str(shown.html_of(self))

    def __repr__(self) -> str:
        try:
            shown = ", ".join(f"{name}={_short(value)}" for name, value in self.__rich_repr__())
        except RecursionError:
            shown = "..."
        return f"{type(self).__qualname__}({shown})"


class _Alias:
    """A field whose name is a keyword of Python, under that name: for `getattr`."""

    def __init__(self, name: str) -> None:
        self._of = name

    def is_in(self, record: Record) -> bool:
        """Whether a record has it."""
        return self._of in record._instances or hasattr(record, self._of)

    def __get__(self, record: Record | None, owner: type[Any] | None = None) -> Any:
        return self if record is None else getattr(record, self._of)


def _of_bytes(kind: type[R], data: bytes | MappedFile, path: str | None = None) -> R:
    """Read bytes, of a file; a stream over them is made when somebody asks for it."""
    record: R = new(kind)
    record._parent, record._start, record._end = None, path, data
    record._root = record if kind._is_top else None
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


def _instead(error: Exception) -> Exception:
    """An error that says all, whatever it came from."""
    error.__cause__ = None  # which hides that
    return error


def _named_behind(at: TracebackType, fields: tuple[str, ...]) -> str:
    """The field that code names first after what failed in it: the one that it was busy with.

    A rule is broken by the field that it is of, which has its value already.
    """
    import dis  # which most never need

    for step in dis.get_instructions(at.tb_frame.f_code):
        if step.offset > at.tb_lasti and step.opname in _NAMING and step.argval in fields:
            return str(step.argval)
    return ""


_NAMING = ("LOAD_CONST", "STORE_ATTR")


def _reading(at: TracebackType | None) -> tuple[Record | None, int, TracebackType | None]:
    """The record that was being read when an error came up, where in its bytes, and in its code."""
    frames = []
    while at is not None:
        if at.tb_frame.f_code.co_name in _READS:
            frames.append(at)
        at = at.tb_next
    for found in reversed(frames):  # what their variables are takes long to find out
        here = found.tb_frame.f_locals
        if "pos" in here and isinstance(record := here.get("self"), Record):
            io = here.get("io")
            return record, max(here["pos"], io._pos if isinstance(io, Reader) else 0), found
    return None, 0, None


_READS = ("_read_at", "_read_le", "_read_be")
"""The methods of generated classes that read fields."""


def located(read: Callable[[Any], None]) -> Callable[[Any], None]:
    """A `_read` that users call: its errors tell where the record stands."""

    @wraps(read)
    def wrapped(self: Record) -> None:
        try:
            read(self)
        except EXPLAINED as error:
            self._explain(error, self._io.offset())
        finally:
            if self._holder is None:
                self._io.hand_back()

    return wrapped


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


def same(left: Any, right: Any) -> bool:
    """Whether two values are equal, arrays too."""
    if _is_array(left) or _is_array(right):
        import numpy as np  # it is there already

        return np.array_equal(left, right)
    return bool(left == right)


def _is_array(value: Any) -> bool:
    """Whether a value is an array of numpy, which need not be imported to tell."""
    return type(value).__module__ == "numpy"


def _has_records(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], Record)


def _short(value: Any) -> str:
    if isinstance(value, bytes) and len(value) > 24:
        return f"<{len(value)} bytes>"
    if _is_array(value):
        return f"<{value.dtype} {value.shape}>"
    if isinstance(value, list) and len(value) > 3:
        return f"<{len(value)} elements>"
    if isinstance(value, Document):
        return "{...}"
    return repr(value)
