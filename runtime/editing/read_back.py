"""What was written is read again before anybody gets it: an edit that would be lost is refused."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, islice, repeat
from typing import TYPE_CHECKING, Any

from quire.runtime.editing.comparing.columns import (
    are_plainly_same,
    by_type,
    columns,
    is_exact,
    looked_at,
    own_fields,
)
from quire.runtime.editing.comparing.parameters import Passed, passed_anew
from quire.runtime.editing.comparing.remembered import remembering
from quire.runtime.editing.comparing.replaced import is_built
from quire.runtime.editing.comparing.same_values import (
    are_same,
    instance_again,
    which_differ,
)
from quire.runtime.editing.comparing.told_by_others import expect_told
from quire.runtime.editing.comparing.unedited import is_other
from quire.runtime.editing.comparing.unread import unread
from quire.runtime.editing.instances.instance_use import leads_nowhere
from quire.runtime.editing.instances.late_instances import is_of_a_field, is_stored
from quire.runtime.editing.instances.left_out import expect_meant
from quire.runtime.editing.instances.of_copies import OfCopies
from quire.runtime.editing.instances.shown_anew import instances_of, show_anew, which_are_others
from quire.runtime.editing.instances.stale import Strange, stale
from quire.runtime.editing.instances.under_set import set_over
from quire.runtime.editing.instances.under_views import Views, is_missing
from quire.runtime.editing.making.put import put
from quire.runtime.editing.making.set_back import is_set_back
from quire.runtime.editing.pairing.entries import Entries
from quire.runtime.editing.pairing.pairs import between, instance, may_have_records, paired
from quire.runtime.errors import EXPLAINED, FormatError
from quire.runtime.lists.lazy import Lazy, Made
from quire.runtime.lists.rows import Beside, Rows
from quire.runtime.members import have_more, own_members
from quire.runtime.paths import attribute
from quire.runtime.reading.checks import show
from quire.runtime.reading.instance import NONE
from quire.runtime.reading.reader import Reader
from quire.runtime.reading.source import same_bytes
from quire.runtime.record import Record
from quire.runtime.showing.shown import same
from quire.runtime.showing.visited import Seen

if TYPE_CHECKING:
    from quire.runtime.editing.revision import Revision
from quire.runtime.writing.pieces import Pieces

FEW = 16
"""Records in a list that are gone through, however many are the same."""

TOGETHER = 4096
"""Records that are compared at a time: those of a long list go again before others are made."""


def expect_found(record: Any, data: bytes) -> None:
    """Refuse a built file in which a reader would look elsewhere for what is found from its end.

    Raises:
        FormatError: the bytes that are looked for stand once more, after it: in a comment, say.
    """
    for name in record._placed:
        before_end = getattr(record, f"_before_end_{name}", None)
        if before_end is None or record._kept(name) is NONE:
            continue
        params = [getattr(record, each) for each in record._params]
        start = len(data) - before_end()
        try:
            again = type(record).from_bytes(data, *params)
            now = getattr(again, f"_position_{name}")()
        except EXPLAINED:
            continue  # only what is read can lead astray
        if now != start:
            expected = f"the bytes that a reader searches for at byte {start}, and none after it"
            raise record._locate(
                FormatError(name, expected, f"the same at byte {now}, which a reader would take")
            )


def expect_read_back(data: bytes, made: Pieces, revision: Revision) -> list[Strange]:
    """Refuse what was written unless it is read as what the record has.

    Args:
        data: The file.
        made: The pieces that it was put together of.
        revision: What was changed.

    Returns:
        The instances by which fields go that show other bytes now than they did; see `stale`.

    Raises:
        FormatError: it is not: another field would say something else than was set.
    """
    record = revision.record
    whole = read_anew(data, made, revision)
    revision.expect_carried(whole)
    if revision.passed.are_set:
        _expect_passed(record, whole, revision.passed)
    found = _Compared(revision)
    found.compare(record, whole)
    strange, views, there = found.strange, found.views, found.there
    if strange and not Views(views, revision, there).show(strange):
        raise _lost(*strange[0])
    if there:
        from quire.runtime.editing.instances.reachable import (
            expect_reachable,  # the plan is read for it
        )

        expect_reachable(there, revision, {name for _, name, _, _ in strange})
    _show([*strange, *found.padding, *(found.arrays if views else ())], revision)
    for left, name, *_ in _by_views(strange, revision):
        own_members(record)["_remade"].elements.note(left, name)
    for left, name, _, now in found.passed:
        setattr(left, name, now)
    placed = [*instances_of(there)]
    different = which_are_others(placed)
    expect_meant(different, revision)
    if not (others := stale(there, different, [*_by_views(strange, revision)])):
        belated = revision.belated
        if any(belated.values()) and same_bytes(memoryview(data), revision.source.stored):
            belated.read_anew()
        show_anew(there, placed, different, revision)
    return others


def read_anew(data: bytes, made: Pieces, revision: Revision) -> Any:
    """What is read of a file that was made.

    Raises:
        FormatError: it cannot be read.
    """
    record = revision.record
    try:
        lists = {(*each.way, (each.name, None)): each.value for each in unread(record)}
        beside = Beside(lists, revision.told, data, made)
        return revision.source.read(data, beside)
    except EXPLAINED as error:
        expected = "a change after which the file can still be read"
        raise record._locate(FormatError("", expected, str(error))) from error


class _Compared:
    """Records, beside what is read again in their places.

    Attributes:
        views: The instances that somebody has changed.
        strange: The fields that nobody has changed, and that are read as others.
        arrays: Those of arrays.
        padding: Those that are another number of the same bytes.
        there: The records, where some may stand at positions.
        passed: Their parameters that are others.
    """

    def __init__(self, revision: Revision) -> None:
        self._revision = revision
        self._copies = OfCopies(revision.record)
        self._seen = Seen()
        self._may_lead = revision.record._places and not leads_nowhere(revision.record)
        self.views: list[Strange] = []
        self.strange: list[Strange] = []
        self.arrays: list[Strange] = []
        self.padding: list[Strange] = []
        self.there: list[tuple[Any, Any]] = []
        self.passed: list[Strange] = []

    def compare(self, record: Any, whole: Any) -> None:
        """Compare a record and all in it with what is read again.

        Raises:
            FormatError: somebody has changed what is read as another.
        """
        pending = [iter([(record, whole)])]
        with remembering():
            while pending:
                if some := [*islice(pending[-1], TOGETHER)]:
                    pending.append(self._with_more(some))
                else:
                    pending.pop()
                if not pending and (rest := [*self._copies.given()]):
                    pending.append(self._with_given(rest))

    def _with_more(self, pairs: list[tuple[Any, Any]]) -> Iterator[tuple[Any, Any]]:
        """Compare some more; the records in them are returned."""
        revision, inside = self._revision, list[tuple[Any, Any]]()
        new = [pair for pair in pairs if self._seen.is_new(*pair)]
        self.there += new if self._may_lead else ()
        for records, again in by_type(new):
            self.passed += passed_anew(records, again)
            self._copies.note(records, again)
            edited = [*self._copies.put_aside(_edited(records, again, revision))]
            self.views += edited
            expect_told(records, again)
            inside += self._compared((*not_plainly_same(records, again), *edited))
        return chain.from_iterable(self._inside(*each) for each in inside)

    def _with_given(self, edited: list[Strange]) -> Iterator[tuple[Any, Any]]:
        """Compare instances that somebody has given; the same of the records in them."""
        self.views += edited
        return chain.from_iterable(self._inside(*each) for each in [*self._compared(edited)])

    def _compared(self, some: Iterable[Strange]) -> Iterator[tuple[Any, Any]]:
        """Compare values; those with records are returned, each with what is read again."""
        for left, name, value, now in some:
            each = left, name, value, now
            if _is_array(value):
                self.arrays += [each] if _has_become(*each, self._revision) else []
            elif not is_read_as(value, now) and _is_made_other(*each, self._revision):
                is_padded = (id(left), name) in self._revision.padded
                is_padding = is_padded or _is_padding(value, now)
                (self.padding if is_padding else self.strange).append(each)
            if may_have_records([value]):
                yield value, now

    def _inside(self, value: Any, now: Any) -> Iterator[tuple[Any, Any]]:
        """The records in a value, each with what is read again in its place."""
        if not self._may_lead:  # nobody asks for those that are the same
            return _different(value, now)
        for each in self._revision.entries():
            if each.now is value and (near := _near(each, now)) is not None:
                return near
        return paired(value, now, in_order=True)


def _near(some: Entries, now: Any) -> Iterator[tuple[Any, Any]] | None:
    """The same of elements near changes, if the others are what they were."""
    if some.is_unseen or type(now) not in (list, Made) or len(now) != len(some.now):
        return None
    far, again = some.far(), dict(zip(some.order, now, strict=True))
    values, there = [some.value[i] for i in far], [again[i] for i in far]
    if not are_same(values, there, placed=False, stays=False):
        return None
    near = ((some.value[i], again[i]) for i in sorted(some.near))
    both = zip(some.order, some.now, now, strict=True)
    new = ((each, there) for number, each, there in both if number is None)
    return between(chain(near, new), None, in_order=True)


def _different(value: Any, now: Any) -> Iterator[tuple[Any, Any]]:
    """The same, but for those in a list that are the same, and have nothing but fields."""
    pairs = [*paired(value, now, in_order=True)]
    if len(pairs) < FEW:
        return iter(pairs)
    return iter([pairs[i] for i in which_differ(pairs)])


def _is_made_other(left: Any, name: str, value: Any, now: Any, revision: Revision) -> bool:
    """Whether what nobody has changed is read as another: a view may be, and padding left open.

    Raises:
        FormatError: somebody has changed it.
    """
    is_untouched = _is_as_it_was(left, name, value, revision) and not is_set_back(left, name)
    is_new = revision.twin_of(left) is None and _is_padding(value, now)
    if is_untouched or (is_new and not (value and is_built(left))):
        return True
    raise _lost(left, name, value, now)


def _is_as_it_was(left: Any, name: str, value: Any, revision: Revision) -> bool:
    twin = revision.twin_of(left)
    return twin is not None and not is_other(value, getattr(twin, name, NONE))


def _is_array(value: Any) -> bool:
    return type(value).__module__ == "numpy"


def _has_become(left: Any, name: str, value: Any, now: Any, revision: Revision) -> bool:
    """Whether an array that nobody has set is another one now; one that was set is converted."""
    return _is_as_it_was(left, name, value, revision) and is_other(value, now)


def _show(strange: list[Strange], revision: Revision) -> None:
    """Have fields show what is written in their place, by a view of their bytes.

    What a built record has left open is open again when the next writing begins.
    """
    remade = own_members(revision.record)["_remade"]
    for left, name, value, now in strange:
        if revision.twin_of(left) is not None:
            continue
        if isinstance(value, bytes | str) and not value:
            remade.note(left, name, value, now)  # padding: who moves its record means none of it
            put(left, name, now)
        else:
            remade.show(left, name, value, now)
    for left, name, value, now in _by_views(strange, revision):
        was = [*value] if type(value) is list else value
        put(left, name, now)
        revision.note_change(left, name, was, now)


def _by_views(strange: list[Strange], revision: Revision) -> Iterator[Strange]:
    """Those of records that were there, and plain values."""
    for each in strange:
        if revision.twin_of(each[0]) is not None and not may_have_records([each[2]]):
            yield each


def _expect_passed(record: Any, whole: Any, passed: Passed) -> None:
    """Refuse parameters that were set, of any record that is there, unless they are read again."""
    pending = [(record, whole)]
    seen = Seen()
    while pending:
        new = [pair for pair in pending if seen.is_new(*pair)]
        passed.expect(new)
        pending = [pair for each in by_type(new) for pair in _all_paired(*each)]


def _all_paired(records: list[Any], again: list[Any]) -> Iterator[tuple[Any, Any]]:
    """The records in others of one type, at positions, too, with what is read in their places."""
    names = (*own_fields(type(records[0])), *(records[0]._placed if have_more(records) else ()))
    for left, right in zip(records, again, strict=True):
        for name in names:
            value = getattr(left, name, None) if name in left._fields else left._kept(name)
            if may_have_records([value]):
                with suppress(*EXPLAINED):
                    yield from paired(value, getattr(right, name), in_order=True)


def not_plainly_same(records: list[Any], again: list[Any]) -> Iterator[Strange]:
    """What records of one type have in their fields, if it is not plainly what is read again."""
    for name, mine, now in columns(records, again, own_fields(type(records[0]))):
        if not are_plainly_same(mine, now):
            yield from zip(records, repeat(name), mine, now, strict=False)


def _lost(record: Any, name: str, value: Any, now: Any) -> FormatError:
    told, found = ("nothing" if is_missing(each) else show(each) for each in (now, value))
    if isinstance(value, list) and isinstance(now, list):
        if len(value) != len(now):  # of many elements one does not see which are missing
            told, found = f"{len(now)} elements", f"{len(value)} elements"
            if len(now) < len(value) and _ends_by_itself(record, name):
                told += f" ({name}[{len(now) - 1}] ends it: put others in front of that)"
        elif (i := _first_other(value, now)) is not None:
            return _lost(record, f"{name}[{i}]", value[i], now[i])
    expected = f"a value that can be read back: the file would have {told}"
    error: FormatError = record._locate(FormatError(name, expected, found))
    return error


def _ends_by_itself(record: Any, name: str) -> bool:
    """Whether a list ends where its spec says so of an element: `repeat-until`."""
    from quire.runtime.structure.lookup import type_and_spec  # the plan is read for it

    try:
        type_, _ = type_and_spec(type(record))
    except TypeError:  # it carries no plan
        return False
    repeats = (each.repeat for each in type_.fields if attribute(each.id) == name)
    return any(each is not None and each.until is not None for each in repeats)


def _first_other(value: list[Any], now: list[Any]) -> int | None:
    """The first element that is not read as what it is."""
    pairs = enumerate(zip(value, now, strict=True))
    return next((i for i, both in pairs if not is_read_as(*both)), None)


def _is_padding(value: Any, now: Any) -> bool:
    """Whether bytes differ in how often the last is there: padding is as long as it has to be."""
    if not (isinstance(value, bytes) and isinstance(now, bytes)):
        return False
    shorter, longer = sorted((value, now), key=len)
    last = max(len(shorter) - 1, 0)  # be it of the padding that was there, too
    return longer.startswith(shorter) and len({*longer[last:]}) == 1


def _edited(records: list[Any], again: list[Any], revision: Revision) -> Iterator[Strange]:
    """The instances that somebody has changed: others may see other bytes now.

    Raises:
        FormatError: an array that was set is not what the file has there.
    """
    for name in records[0]._placed if have_more(records) else ():
        found: list[Strange] = []
        both: list[tuple[Any, Any]] = []
        for i, value, has_been_set in looked_at(records, name):
            left, right = records[i], again[i]
            if value is None:
                continue
            if has_been_set and _is_array(value) and not is_stored(left, right, name):
                raise _lost(left, name, value, instance(right, name))
            if (twin := revision.twin_of(left)) is None and set_over(left, name):
                continue  # it shows what is read
            if twin is None or has_been_set:
                yield left, name, value, instance(right, name)
            elif not (is_exact(type(value)) or is_of_a_field(value, left)):
                # It may have been read elsewhere than there; what a field has is read as that.
                found.append((left, name, value, right))
                both.append(instance_again(left, twin, name))
        others = {*which_differ(both)}
        for i, (left, _, value, right) in enumerate(found):
            is_edited = i in others or revision.has_set_back(value)
            if is_edited and revision.has_been_seen(left, name):
                yield left, name, value, getattr(right, name, None)


def is_read_as(value: Any, now: Any) -> bool:
    """Whether a value of a field is what is read again; records and streams are not gone into."""
    if isinstance(value, Reader):
        return isinstance(now, Reader)
    if isinstance(value, Record):
        return type(value) is type(now)
    if isinstance(value, list) and isinstance(now, list):
        if len(value) != len(now):
            return False
        if isinstance(now, Lazy) and isinstance(now._source, Rows):
            return isinstance(value, Lazy) or {*map(type, value)} <= {now._source.kind}
        return isinstance(value, Lazy) or all(map(is_read_as, value, now))
    if isinstance(value, float) and isinstance(now, float):  # of 4 bytes it is not quite the same
        return same(value, now) or _short(value) == _short(now) or value != value  # noqa: PLR0124  # not a number
    return same(value, now)


def _short(value: float) -> bytes:
    """A number as four bytes hold it."""
    try:
        return struct.pack("<f", value)
    except OverflowError:
        return b""
