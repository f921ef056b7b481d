"""What users give for the fields of a record: dicts and iterators are taken, mistakes named."""

from __future__ import annotations

import difflib
import inspect
import sys
from collections.abc import Iterator, Mapping
from enum import IntEnum
from functools import reduce
from numbers import Integral, Real
from operator import or_
from types import NoneType, UnionType
from typing import Any, get_args, get_origin

from quire.runtime.errors import FormatError
from quire.runtime.lists.columnar import is_table, of_columns
from quire.runtime.lists.lazy import Lazy
from quire.runtime.python_errors import mistyped
from quire.runtime.reading.checks import show
from quire.runtime.reading.elements import Elements
from quire.runtime.reading.instance import NONE, is_set
from quire.runtime.record import Record

_PLAIN: dict[Any, tuple[tuple[type, ...], str]] = {
    int: ((Integral,), "an integer"),
    float: ((Real,), "a number"),
    bool: ((Integral,), "a boolean"),
    str: ((str,), "text"),
    bytes: ((bytes, bytearray, memoryview), "bytes"),
}


_BYTES = ("B", "b", "c")
"""The formats of views of bytes."""

TYPE = "$type"
"""The key of a dict that says of which type the record is: where a field takes several."""


def kinds_of(cls: Any) -> dict[str, Any]:
    """The types of the fields of a class, and of the instances that are written; found once.

    Annotations name classes from the top; what is in the class is fields, called anything.
    """
    known: dict[str, Any] | None = vars(cls).get("_kinds")
    if known is not None:
        return known
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        if issubclass(base, Record):
            declared = inspect.get_annotations(base)
            fields = {name: declared[name] for name in base._fields if name in declared}
            fields |= {
                name: vars(base)[name].fget.__annotations__["return"]
                for name in getattr(base, "_placed", ())
                if name in vars(base)
            }
            found |= _evaluated(fields, vars(sys.modules[base.__module__]))
    cls._kinds = found
    return found


def _evaluated(annotations: dict[str, Any], names: dict[str, Any]) -> dict[str, Any]:
    """Annotations as the types that they name; what is None or a type is that type."""
    holder = type("Holder", (), {"__annotations__": annotations})
    found = inspect.get_annotations(holder, globals=names, locals={}, eval_str=True)
    return {name: _there(kind) for name, kind in found.items()}


def _taken(cls: Any) -> dict[str, Any]:
    """The fields of a class that something else can be given for."""
    known: dict[str, Any] | None = vars(cls).get("_takes")
    if known is None:
        known = cls._takes = {
            name: kind
            for name, kind in kinds_of(cls).items()
            if kind is bytes or get_origin(kind) is list or any(record_types(kind))
        }
    return known


def _there(kind: Any) -> Any:
    """The type of what need not be there."""
    if isinstance(kind, UnionType) and NoneType in get_args(kind):
        return reduce(or_, (each for each in get_args(kind) if each is not NoneType))
    return kind


def is_record(kind: Any) -> bool:
    """Whether a type is that of records, which can be built."""
    return isinstance(kind, type) and issubclass(kind, Record)


def record_types(kind: Any) -> Iterator[Any]:
    """The types of records that a field may hold, in lists too."""
    if is_record(kind):
        yield kind
    for each in get_args(kind):
        yield from record_types(each)


def is_of_kind(value: Any, kind: type[Record]) -> bool:
    """Whether a value is a record of a type; one that was compiled again is the same type."""
    if isinstance(value, kind):
        return True
    same = (
        getattr(type(value), name, None) == getattr(kind, name)
        for name in ("__qualname__", "_fields")
    )
    return isinstance(value, Record) and all(same)


def converted(path: str, value: Any, kind: Any) -> Any:
    """A value as the field at a path keeps it.

    A dict becomes a record where one belongs, in lists too, and a name the member of an enum; an
    iterator takes the place of a list, and so do columns. Another object's bytes become `bytes`.

    Raises:
        TypeError: a record has no such field, an enum no such member, what is given for a list
            is none, or that for bytes consists of something else.
    """
    if isinstance(value, dict) and get_origin(kind) is not list:
        if TYPE in value and (known := {each.__qualname__: each for each in record_types(kind)}):
            return _of_type(value, known, path)
        return kind._built(value, path) if is_record(kind) else value
    if kind is bytes:
        return _plain_bytes(path, value)
    if isinstance(value, str) and (enum := _enum_of(kind)) is not None:
        return _member(enum, value, path)
    if get_origin(kind) is not list:
        return value
    (each,) = get_args(kind)
    if not isinstance(value, list | tuple) and is_table(value) and _may_be_table(value, each):
        return of_columns(value, each, path)
    if isinstance(value, int | float | str | bytes | Mapping | None):
        message = f"{path}: expected a list, found {type(value).__name__}"
        raise TypeError(message)
    if isinstance(value, Iterator):
        return Elements(value, lambda item: converted(path, item, each), path)
    if isinstance(value, list | tuple):
        return [converted(f"{path}[{i}]", item, each) for i, item in enumerate(value)]
    return value


def _plain_bytes(path: str, value: Any) -> Any:
    """What is given for bytes: of an object that has some, these; what has none is told later.

    Raises:
        TypeError: it has numbers of several bytes, or bytes in rows, and so another length.
    """
    if isinstance(value, bytes | bytearray):
        return value
    try:
        view = memoryview(value)
    except (TypeError, ValueError):
        return value
    if view.ndim != 1 or view.format not in _BYTES:
        message = f"{path}: expected bytes, found {shown(value)}: give what its `tobytes()` returns"
        raise TypeError(message)
    return value if isinstance(value, memoryview) and view.c_contiguous else view.tobytes()


def _of_type(value: dict[str, Any], known: dict[str, Any], path: str) -> Any:
    """The record that a dict means which says of what type it is.

    Raises:
        TypeError: the field takes none of that type.
    """
    name = value[TYPE]
    if not isinstance(name, str) or name not in known:
        message = f"{path}: {TYPE!r} is {name!r}; the field takes records of {', '.join(known)}"
        raise TypeError(message)
    return known[name]._built({key: each for key, each in value.items() if key != TYPE}, path)


def _enum_of(kind: Any) -> type[IntEnum] | None:
    """The enum that a type is of, or of which it has values beside others."""
    for each in get_args(kind) if isinstance(kind, UnionType) else (kind,):
        if isinstance(each, type) and issubclass(each, IntEnum):
            return each
    return None


def _member(enum: type[IntEnum], name: str, path: str) -> IntEnum:
    """The member of an enum that has a name.

    Raises:
        TypeError: none has.
    """
    if name in enum.__members__:
        return enum[name]
    close = difflib.get_close_matches(name, enum.__members__, n=1)
    advice = f"; did you mean {close[0]!r}?" if close else ""
    message = f"{path}: {enum.__qualname__} has no member {name!r}{advice}"
    raise TypeError(message)


def _may_be_table(value: Any, each: Any) -> bool:
    """Whether columns stand for a list, and are not one of its elements or an array of numbers."""
    return any(record_types(each)) or hasattr(value, "names")


def settle(record: Record, *, streams: bool) -> None:
    """Convert what was given for fields after the record was made.

    Args:
        record: The record.
        streams: Whether it is written from its beginning, so that iterators are taken as they
            come; in a record inside of others they become lists.
    """
    for name, kind in _taken(type(record)).items():
        given = value = _held(record, name)
        if value is None or isinstance(value, Record) or type(value) is kind:
            continue
        try:
            value = _settled(name, value, kind)
        except TypeError as error:
            raise record._locate(told(error)) from None
        if isinstance(value, dict) and name in record._instances:
            from quire.runtime.writing.chosen import chosen  # which asks for these

            value = chosen(record, name, value, kind)
        if isinstance(value, Elements) and not (streams and name in record._fields):
            setattr(record, name, value)  # if it fails, it is known that some have been taken
            value = list(value)
        if value is not given:
            setattr(record, name, value)


def share_iterators(record: Record) -> None:
    """Have a record know of iterators that were given for lists, as a copy takes from them, too.

    Of the two, the one that is written later says that nothing is left.
    """
    for name, kind in _taken(type(record)).items():
        if isinstance(value := _held(record, name), Iterator) and get_origin(kind) is list:
            setattr(record, name, converted(name, value, kind))


def _held(record: Record, name: str) -> Any:
    """What a field or an instance has; None, if nothing, or nothing yet."""
    if name in record._fields:
        return getattr(record, name, None)
    value = record._kept(name)
    return None if value is NONE else value


def told(error: TypeError) -> FormatError:
    """What is wrong with what was given, as an error that is told where that is."""
    path, _, said = str(error).partition(": ")
    return mistyped(path, "", said)


def indexed(record: Record, error: FormatError) -> FormatError:
    """The error of a list of numbers or texts, with the index of the element that it is of."""
    is_list = get_origin(kinds_of(type(record)).get(error.path)) is list
    values = getattr(record, error.path, None) if is_list else None
    first, values = values.latest if isinstance(values, Elements) else (0, values)
    is_of_one = error.offset is not None or isinstance(error, TypeError)  # not of their number
    if is_of_one and not error.located and isinstance(values, list | tuple):
        # Of two that are alike, the first one is refused.
        wrong = (i for i, each in enumerate(values, first) if error.found in _shapes(each))
        if (i := next(wrong, None)) is not None:
            error.path = f"{error.path}[{i}]"
    return error


def _shapes(value: Any) -> tuple[str, ...]:
    """What errors say of a value."""
    if isinstance(value, Record):
        return ()
    return str(value), show(value), type(value).__name__


def _settled(name: str, value: Any, kind: Any) -> Any:
    """What is given for a field; a list that holds dicts is filled with the records they mean."""
    if value is None:
        return value
    if not isinstance(value, list):
        return converted(name, value, kind)
    (each,) = get_args(kind) if get_origin(kind) is list else (None,)
    if any(record_types(each)):
        there = value._made if isinstance(value, Lazy) else value
        for i in _dicts(there):
            there[i] = converted(f"{name}[{i}]", there[i], each)
    return value


def _dicts(there: dict[int, Any] | list[Any]) -> list[int]:
    """The places of dicts in a list, or among the elements of one that are made."""
    some = there.values() if isinstance(there, dict) else there
    if not any(issubclass(kind, dict) for kind in {*map(type, some)}):
        return []
    places = there if isinstance(there, dict) else range(len(there))
    return [i for i in places if isinstance(there[i], dict)]


def mistakes(record: Record) -> Iterator[tuple[str, str, str]]:
    """The values of a record that are of no type that their fields take.

    Returns:
        The name of each field, what that takes, and what was found.
    """
    for name, kind in kinds_of(type(record)).items():
        is_field = name in record._fields
        if hasattr(record, name) if is_field else is_set(record, name):
            found = _mistake(name, getattr(record, name), kind)
            if found is not None:
                yield found


def _mistake(name: str, value: Any, kind: Any) -> tuple[str, str, str] | None:
    if get_origin(kind) is list:
        if isinstance(value, Mapping | set | frozenset | str | bytes) or not hasattr(
            value, "__iter__"
        ):
            return name, "a list", type(value).__name__
        (each,) = get_args(kind)
        some = enumerate(value if hasattr(value, "__getitem__") else ())  # an array, too
        found = (_mistake(f"{name}[{i}]", item, each) for i, item in some)
        return next((mistake for mistake in found if mistake is not None), None)
    kinds = get_args(kind) if isinstance(kind, UnionType) else (kind,)
    takes = [_PLAIN[each] for each in kinds if each in _PLAIN]
    if of := tuple(filter(is_record, kinds)):
        takes.append(((Record,), _said(of, value)))
    if takes and not isinstance(value, tuple(each for types, _ in takes for each in types)):
        return name, " or ".join(dict.fromkeys(said for _, said in takes)), shown(value)
    if of and isinstance(value, Record) and not any(is_of_kind(value, each) for each in of):
        return name, f"a record of {' or '.join(each.__qualname__ for each in of)}", shown(value)
    if value is None and not takes and kind is not Any:
        return name, "a value", "None"
    return None


def _said(kinds: tuple[Any, ...], value: Any) -> str:
    """What a field takes that has records of some types: of a dict nobody knows which it means."""
    if not isinstance(value, dict):
        return "a record"
    names = (each.__qualname__ for each in kinds)
    return f"a record, of which a dict says the type by {TYPE!r}: {', '.join(names)}"


def shown(value: Any) -> str:
    """A value by its type, and by itself where it is short."""
    if value is None:
        return "None"
    text = repr(value)
    kind = type(value).__name__
    return f"{text} ({kind})" if len(text) <= 24 else kind


def unknown(cls: type[Record], name: str) -> str:
    """What is wrong with a name that no field has."""
    known = [*cls._fields, *(n for n in cls._instances if not getattr(cls, n).fixed)]
    close = difflib.get_close_matches(str(name), known, n=1)
    advice = f"; did you mean {close[0]!r}?" if close else ""
    return f"{cls.__qualname__} has no field {name!r}; it has {', '.join(known)}{advice}"
