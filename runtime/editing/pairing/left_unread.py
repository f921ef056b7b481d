"""Lists at which nobody has looked, and that stay so while others of the file are made anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from quire.runtime.editing.comparing.unedited import Source
from quire.runtime.editing.comparing.unread import Unread, unread
from quire.runtime.editing.instances.own_streams import keeps_within, places_below
from quire.runtime.editing.pairing.waiting import (
    are_the_same_elsewhere,
    are_the_same_in_place,
    go_by_the_same,
    look_up_the_same,
)
from quire.runtime.lists.lazy import Lazy, is_lazy
from quire.runtime.lists.read_once import ReadOnce

if TYPE_CHECKING:
    from quire.runtime.editing.revision import Revision
    from quire.runtime.writing.pieces import Pieces

_Goes = Callable[[ReadOnce, Any, Any], bool]


def are_apart(lists: list[Unread], record: Any, source: Source) -> bool:
    """Whether records of lists are the same bytes in a file, wherever they stand in it."""
    if not keeps_within(record) or not _are_of_file(lists, source):
        return False
    others = [each for each in lists if not each.value._source.is_apart]
    if not all(each.value._source.form.by_ways for each in others):
        return False
    return not others or _are_the_same(others, source, go_by_the_same)


def may_stay(lists: list[Unread], source: Source) -> bool:
    """Whether they are, as long as they and all around them stay in place."""
    if not _are_of_file(lists, source) or not all(_is_as_read(e.value._source) for e in lists):
        return False
    if not all(each.value._source.form.may_stay for each in lists):
        return False
    return _are_the_same(lists, source, are_the_same_in_place)


def may_be_carried(record: Any, lists: list[Unread]) -> bool:
    """Whether they may be moved as they are: what they lead to is told by numbers of theirs."""
    from quire.runtime.editing.moving.leading_out import leading_out  # the plan is read for it

    kind: Any = type(record)  # mypy takes the hash of its objects for that of a class
    return bool(leading_out(kind)) and all(
        are_the_same_elsewhere(each.value._source, record) for each in lists
    )


def can_be_read_again(lists: list[Unread], source: Source) -> bool:
    """Whether they can: a writing that fails lets go of what it has looked at."""
    return _are_of_file(lists, source) and _are_the_same(lists, source, look_up_the_same)


def reading_once(lists: list[Unread]) -> Callable[[], None]:
    """What has the records of lists not be read again once a writing has failed.

    Those of which it has handed out some are: it may have changed these.
    """
    kept = [(each.value, each.value._source, each.value._source.times_asked) for each in lists]

    def read() -> None:
        for value, source, times in kept:
            if is_lazy(value) and source.times_asked == times:
                value._source.records = source.records

    return read


def read_again(lists: list[Unread]) -> None:
    """Have lists read again what a writing that failed has let go of, if it looks something up.

    That is what it was when the writing began; whoever edits it next would have others read.
    """
    for source in (each.value._source for each in lists if is_lazy(each.value)):
        if not source.form.is_apart:
            source.kept()


def have_stayed(made: Pieces, revision: Revision) -> bool:
    """Whether they stand in a file that was made, where they did, and nothing else has moved."""
    if made.size != len(revision.source.stored) or revision.has_moved_some:
        return False
    lists = revision.source.unread
    if not all(is_lazy(each.value) for each in lists):
        return False  # somebody had to look
    kinds = {each.value._source.kind for each in lists}
    if any(_leads_by(kind, names) for kind in kinds for names in revision.set_in.values()):
        return False
    return all(made.has(*each) for some in lists for each in _unread_in(some.value))


def _are_of_file(lists: list[Unread], source: Source) -> bool:
    """Whether lists were read for the records that have them, of the bytes of a file."""
    return all(
        is_lazy(each.value)
        and each.value._source.holder is each.holder
        and each.value._source.whole is source.stored.obj
        for each in lists
    )


def _are_the_same(lists: list[Unread], source: Source, go: _Goes) -> bool:
    """Whether records that depend on what is around their lists are what they were.

    A list is told by where it stood: others may have been put in front of the record that has it.
    """
    if (twin := source.twin()) is None:
        return False
    again = {each.value._source.where: each.holder for each in unread(twin)}
    holders = [(each, again.get(each.value._source.where) if each.way else twin) for each in lists]
    return all(
        type(was) is type(each.holder) and go(each.value._source, each.holder, was)
        for each, was in holders
    )


def _is_as_read(source: ReadOnce) -> bool:
    """Whether nothing of a list was put in, taken out, or led elsewhere by an earlier writing."""
    return source.is_as_read and (source.lead is None or source.is_carried)


def _leads_by(kind: Any, names: set[str]) -> bool:
    """Whether instances of records of a type, and of those in them, are found by some fields."""
    return not names.isdisjoint(_names_leading(kind))


@cache
def _names_leading(kind: Any) -> frozenset[str]:
    """The names in what tells where instances are of records of a type, and of those in them."""
    from quire.runtime.editing.instances.reachable import goes_by  # the plan is read for it

    there = (goes_by(each, is_deep=False).values() for each, *_ in places_below(kind))
    return frozenset(chain.from_iterable(chain.from_iterable(there)))


def _unread_in(value: Lazy) -> Iterator[tuple[memoryview, int]]:
    """The bytes of the records of a list at which nobody has looked, and where they stood."""
    source: ReadOnce = value._source
    done = 0
    for i in (*sorted(value._made), len(value)):
        if done < i:
            for piece in source.pieces(done, i):
                yield piece, source.places[done]
        done = i + 1
