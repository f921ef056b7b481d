"""Draws edits of a file, and makes them: of its values, and of its record."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

from tests.properties.drawn import specs as s
from tests.properties.drawn.files import free, values
from tests.properties.drawn.naive import CannotBeStoredError, Chosen, Numbers, Path, stored


class Edit(NamedTuple):
    """What is done: `set`, `insert`, `remove`, `turn`, `del`, `copy`, `look`, `write`.

    A record is given as `how` says: as a dict, as one that was built, or as one that was read. It
    is done by way of a view, if `via` names one. What is copied is looked at by way of the view
    `source_via`, if it was edited by that: a field shows such an edit once the file is written.
    """

    do: str
    path: Path = ()
    value: Any = None
    how: str = "dict"
    record: s.Record | None = None
    via: str = ""
    source_via: str = ""


def places(
    record: s.Record, value: dict[str, Any], path: Path = ()
) -> Iterator[tuple[Path, s.Field]]:
    """Every field, and every element of a list, that can be given."""
    for field in free(record):
        here = (*path, field.name)
        yield here, field
        if field.name not in value:
            continue
        there = value[field.name]
        if field.repeat:
            for index, each in enumerate(there):
                yield (*here, index), field.one
                yield from inside(field.kind, each, (*here, index))
        else:
            yield from inside(field.kind, there, here)


def inside(kind: s.Kind, value: Any, path: Path) -> Iterator[tuple[Path, s.Field]]:
    match kind:
        case s.Sub(record=record):
            yield from places(record, value, path)
        case s.Switch(cases=cases):
            yield from inside(dict(cases)[value.tag], value.value, path)


@st.composite
def edits(draw: Callable[..., Any], root: s.Record, value: dict[str, Any]) -> list[Edit]:
    """Some edits, one after the other, of a file with these values."""
    value, done, is_replaced = copy.deepcopy(value), [], False
    views = {each.target: each.name for each in root.views if draw(st.booleans())}
    for _ in range(draw(st.integers(1, 6))):
        edit = draw(one_edit(root, value, is_replaced=is_replaced))
        edit = by_way_of(edit, views)
        is_replaced = edit.do != "write" and (is_replaced or has_beside(root, value, edit.path))
        change(value, edit)
        done.append(edit)
    return done


def by_way_of(edit: Edit, views: dict[str, str]) -> Edit:
    """An edit that is made by way of the views of what it is of."""
    via = views.get(edit.path[0], "") if edit.path else ""
    source_via = views.get(edit.value[0], "") if edit.do == "copy" else ""
    return edit._replace(via=via, source_via=source_via)


def has_beside(root: s.Record, value: dict[str, Any], path: Path) -> bool:
    """Whether something stands in the stream of the record of a field: until the file is written,
    nobody can look at it once another record is there.
    """
    fields = ((here, field) for here, field in places(root, value) if field.io)
    return any((*here[:-1], field.io) == path for here, field in fields)


def without_inside(found: list[tuple[Path, s.Field]]) -> list[tuple[Path, s.Field]]:
    """Places, without those in what stands in streams within."""
    beside = [here for here, field in found if field.io]
    inside = {
        path for path, _ in found for here in beside if path != here and path[: len(here)] == here
    }
    return [each for each in found if each[0] not in inside]


@st.composite
def one_edit(
    draw: Callable[..., Any], root: s.Record, value: dict[str, Any], *, is_replaced: bool
) -> Edit:
    found = [*places(root, value)]
    found = without_inside(found) if is_replaced else found
    if not found or draw(st.integers(0, 9)) == 9:
        return Edit(draw(st.sampled_from(["write"] if is_replaced else ["look", "write"])))
    path, field = draw(st.sampled_from(found))
    there = (
        at(value, path) if path[-1] in holder(value, path) or isinstance(path[-1], int) else None
    )
    if field.flag and there is not None and draw(st.booleans()):
        return Edit("del", path)
    if field.repeat and there is not None:
        what = draw(st.sampled_from(["insert", "remove", "turn", "set"]))
        last = len(there) - (field.repeat == "until")
        if what == "insert":
            one = st.integers(1, 255) if field.repeat == "until" else values(field.one)
            return given_as(
                draw, (*path, draw(st.integers(0, last))), draw(one), field.one, "insert"
            )
        if what != "set" and last:
            return Edit(what, (*path, draw(st.integers(0, last - 1))))
    like = [
        other
        for other, each in found
        if is_alike(each, field) and other != path and is_there(value, other)
        if not (is_replaced and each.io)  # which can be set, and not looked at
        and not has_beside(root, value, other)  # which a copy of its stream has, led to by nothing
    ]
    if like and is_plain(field) and draw(st.booleans()):
        return Edit("copy", path, draw(st.sampled_from(like)))
    return given_as(draw, path, draw(values(field)), field)


def is_alike(one: s.Field, other: s.Field) -> bool:
    """Whether two fields take the same values; what a record is told is told by its place."""
    kinds = one.kind, other.kind
    records = [kind.record for kind in kinds if isinstance(kind, s.Sub)]
    return records[0] == records[-1] if len(records) == 2 else kinds[0] == kinds[1]


def is_plain(field: s.Field) -> bool:
    """Whether a field is a record, and nothing of it stands at a position.

    Of one that is replaced by a copy, what stood at a position may stay, which nothing leads to.
    """
    kind = field.kind
    return field.repeat is None and isinstance(kind, s.Sub) and not has_placed(kind.record)


def has_placed(record: s.Record) -> bool:
    """Whether something of a record stands at a position."""
    return any(each.placed for each in s.below(record))


def is_there(value: Any, path: Path) -> bool:
    """Whether there is one record in a place."""
    inside = holder(value, path)
    return isinstance(path[-1], int) or isinstance(inside.get(path[-1]), dict)


def given_as(
    draw: Callable[..., Any], path: Path, value: Any, field: s.Field, do: str = "set"
) -> Edit:
    """An edit that gives a value."""
    kind = field.kind
    if isinstance(kind, s.Switch):
        kind = dict(kind.cases)[value.tag]
    if field.repeat or not isinstance(kind, s.Sub):
        return Edit(do, path, value)
    ways = ["dict", "built", "read"]
    if has_placed(kind.record):
        ways.remove("read")  # its positions are those of a file that is not there
    return Edit(do, path, value, draw(st.sampled_from(ways)), kind.record)


def holder(value: Any, path: Path) -> Any:
    """The dict or the list that the end of a path is in."""
    return at(value, path[:-1])


def at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
        if isinstance(value, Chosen):
            value = value.value
    return value


def change(value: dict[str, Any], edit: Edit) -> None:
    """Make an edit of values."""
    if edit.do in ("look", "write"):
        return
    inside, last = holder(value, edit.path), edit.path[-1]
    match edit.do:
        case "set":
            inside[last] = copy.deepcopy(edit.value)
        case "copy":
            inside[last] = copy.deepcopy(at(value, edit.value))
        case "insert":
            inside.insert(last, copy.deepcopy(edit.value))
        case "remove" | "del":
            del inside[last]
        case "turn":
            inside.insert(0, inside.pop(last))


def make(record: Any, edit: Edit) -> None:
    """Make an edit of a record."""
    path = seen_by(edit.via, edit.path)
    inside, last = reached(record, path[:-1]), path[-1]
    match edit.do:
        case "set" | "copy":
            value = (
                new(type(record), edit)
                if edit.do == "set"
                else copy.deepcopy(reached(record, seen_by(edit.source_via, edit.value)))
            )
            if isinstance(inside, dict | list):
                inside[last] = value
            else:
                setattr(inside, last, value)
        case "insert":
            inside.insert(last, new(type(record), edit))
        case "remove" | "del" if isinstance(inside, dict | list):
            del inside[last]
        case "del":
            delattr(inside, last)
        case "turn":
            inside.insert(0, inside.pop(last))


def seen_by(view: str, path: Path) -> Path:
    """The path that leads to the same place by way of a view, if there is one."""
    return (view or path[0], *path[1:])


def reached(record: Any, path: Path) -> Any:
    """What a path leads to."""
    for step in path:
        record = record[step] if isinstance(record, dict | list) else getattr(record, step)
    return record


def new(root: Any, edit: Edit) -> Any:
    """The value of an edit, as a user makes it."""
    value = given(edit.value)
    if edit.record is None or edit.how == "dict":
        return value
    kind, record = getattr(root, class_of(edit.record)), edit.record
    if edit.how == "built":
        return kind.build(**value)
    inside = edit.value.value if isinstance(edit.value, Chosen) else edit.value
    arg = 7 if record.always is None else record.always
    try:
        data, _ = stored(record, inside, arg=arg)
    except CannotBeStoredError:
        return value
    return kind.from_bytes(data, *([arg] if record.param else []))


def class_of(record: s.Record) -> str:
    """The name of the class of a type."""
    return record.name.title()


def is_of(value: Any, kind: s.Kind) -> bool:
    """Whether what was chosen is of a kind; a dict is not told yet."""
    if isinstance(value, dict) or not isinstance(kind, s.Sub):
        return True
    return type(value).__name__ == class_of(kind.record)


def given(value: Any) -> Any:
    """Values as a user gives them."""
    match value:
        case Chosen():
            return given(value.value)
        case Numbers(dtype=dtype, width=width, numbers=numbers):
            order = ">" if dtype.endswith("be") else "<"
            array = np.array(numbers, order + dtype[0].replace("s", "i") + dtype[1])
            return array.reshape(-1, width) if width else array
        case dict():
            return {name: given(each) for name, each in value.items()}
        case list():
            return [given(each) for each in value]
    return value


def found(value: Any, like: Any, record: s.Record) -> Any:
    """What a record has, as far as values like these tell; a look at all of it."""
    seen = {}
    for field in free(record):
        if field.name in like:
            there = (
                value[field.name] if isinstance(value, dict) else getattr(value, field.name, None)
            )
            seen[field.name] = found_in(there, like[field.name], field)
    if not isinstance(value, dict):
        for view in record.views:
            there, target = getattr(value, view.name), record.field(view.target)
            if found_in(there, like[view.target], target) != seen[view.target]:
                seen[view.name] = there
        for each in record.computed:
            plus = each.plus if isinstance(each.plus, int) else getattr(value, each.plus, None)
            # One that is built is told its parameter when it is written.
            if plus is not None and getattr(value, each.name) != getattr(value, each.source) + plus:
                seen[each.name] = getattr(value, each.name)
    return seen


def found_in(value: Any, like: Any, field: s.Field) -> Any:
    if value is None:  # what a view is of may have come since
        return None
    if field.repeat:
        if len(value) != len(like):
            return [*value]
        return [found_in(each, one, field.one) for each, one in zip(value, like, strict=True)]
    match field.kind:
        case s.Array(dtype=dtype, width=width):
            assert value.ndim == (2 if width else 1)
            return Numbers(dtype, width, tuple(value.reshape(-1).tolist()))
        case s.Sub(record=record):
            return found(value, like, record)
        case s.Switch(cases=cases):
            chosen = dict(cases)[like.tag]
            if not is_of(value, chosen):
                return value  # a view has what was chosen before
            return Chosen(like.tag, found_in(value, like.value, s.Field("", chosen)))
    return value


def positions(
    value: Any, like: Any, record: s.Record, path: Path = ()
) -> Iterator[tuple[Path, int]]:
    """Where a record says that something stands."""
    for field in record.placed:
        name = f"ofs_{field.name}"
        yield (*path, name), getattr(value, name)
    for field in free(record):
        if field.name in like:
            there = getattr(value, field.name)
            yield from positions_in(there, like[field.name], field, (*path, field.name))


def positions_in(value: Any, like: Any, field: s.Field, path: Path) -> Iterator[tuple[Path, int]]:
    if field.repeat:
        for index, (each, one) in enumerate(zip(value, like, strict=True)):
            yield from positions_in(each, one, field.one, (*path, index))
        return
    match field.kind:
        case s.Sub(record=record):
            yield from positions(value, like, record, path)
        case s.Switch(cases=cases):
            kind = dict(cases)[like.tag]
            yield from positions_in(value, like.value, s.Field("", kind), path)
