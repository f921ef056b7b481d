"""Which fields of what was written are read as other values than they were written as."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from operator import gt, is_
from typing import TYPE_CHECKING, Any

from quire.runtime.editing.comparing.columns import by_type, looked_at, own_fields
from quire.runtime.editing.comparing.unedited import is_other
from quire.runtime.editing.instances.stale import Strange
from quire.runtime.editing.pairing.pairs import instance, may_have_records, paired
from quire.runtime.editing.read_back import is_read_as, not_plainly_same, read_anew
from quire.runtime.errors import FormatError
from quire.runtime.members import have_more
from quire.runtime.reading.instance import NONE
from quire.runtime.showing.visited import Seen
from quire.runtime.writing.pieces import Pieces

if TYPE_CHECKING:
    from quire.runtime.editing.revision import Revision


def lost_fields(data: bytes, made: Pieces, revision: Revision) -> Iterator[Strange]:
    """The fields, and instances that somebody has looked at, that are read as others.

    Of what cannot be read at all nobody knows which: it may be any that has changed and is longer
    now. If it is none of these, it may be any that has changed, but numbers, of which all can be
    read; or the instance.

    Args:
        data: The file.
        made: The pieces that it was put together of.
        revision: What was changed.
    """
    try:
        whole = read_anew(data, made, revision)
    except FormatError:
        yield from _longer(revision) or _changed(revision)
        return
    unread: list[Strange] = []
    seen, pending = Seen(), [(revision.record, whole)]
    while pending:
        new = [pair for pair in pending if seen.is_new(*pair)]
        pending = []
        for records, again in by_type(new):
            for each in chain(not_plainly_same(records, again), _instances(records, again)):
                _, _, value, now = each
                if now is None and may_have_records([value]):
                    unread.append(each)
                elif not is_read_as(value, now):
                    yield each
                if may_have_records([value]):
                    pending += paired(value, now, in_order=True)
    if unread:
        yield from _longer(revision) or unread


def _instances(records: list[Any], again: list[Any]) -> Iterator[Strange]:
    """The instances of records of one type that somebody has looked at."""
    for name in records[0]._placed if have_more(records) else ():
        for i, value, _ in looked_at(records, name):
            if value is not None:
                yield records[i], name, value, instance(again[i], name)


def _longer(revision: Revision) -> list[Strange]:
    """What has changed and is longer than what was there, of which that is not known yet.

    All else ends in front of what no field tells.
    """
    some = [each for each in map(_as_longer, _changed(revision)) if each is not None]
    return [] if all(map(revision.clashes.knows, some)) else some


def _changed(revision: Revision) -> Iterator[Strange]:
    """What was changed, and what followed from that, each with what was there."""
    some = chain(revision.edited, revision.noted, revision.displaced.records())
    for record in {id(each): each for each in some}.values():
        if (twin := revision.was_of(record)) is None:
            continue
        for name in own_fields(type(record)):
            value, was = (getattr(each, name, NONE) for each in (record, twin))
            if not isinstance(value, int | float) and is_other(value, was, record):
                yield record, name, value, was
        for name in record._placed:
            if (value := record._kept(name)) is not NONE and value is not None:
                yield record, name, value, instance(twin, name)


def _as_longer(each: Strange) -> Strange | None:
    """A field, if it is longer than what was there; of a list it says which elements are."""
    record, name, value, was = each
    if isinstance(value, list) and isinstance(was, list) and len(value) == len(was):
        both = zip(value, was, strict=True)
        shown = [old if _is_longer(new, old) else new for new, old in both]
        return None if all(map(is_, shown, value)) else (record, name, value, shown)
    return each if _is_longer(value, was) else None


def _is_longer(value: Any, was: Any) -> bool:
    """Whether a text, or bytes, may take more bytes than others; nothing else may."""
    if isinstance(value, str) and isinstance(was, str):  # whatever its encoding is
        sizes = ((len(each), len(each.encode("utf-8", "surrogatepass"))) for each in (value, was))
        return any(map(gt, *sizes))
    are_bytes = isinstance(value, bytes) and isinstance(was, bytes)
    return are_bytes and len(value) > len(was)
